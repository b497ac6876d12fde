"""Check the steps of a proof that no tour has some clues.

Vertices and numbers are counted from 0 here. The variables of the clauses (:mod:`.clauses`) say:

* ``v · n + t + 1``: vertex ``v`` has number ``t``, of ``n`` numbers;
* ``n² + i``: the tour uses edge ``i``, in either direction. The edges of an undirected graph are
  numbered from 1, sorted, the lesser vertex first.

A closed tour without a clue is counted from vertex 0. These reasons hold for every tour:

* ``v5``: vertex 5 has a number;
* ``t7``: number 7 has a vertex;
* ``r8,9``: variables 8 and 9 give two numbers to a vertex, or a number to two;
* ``a8``: if variable 8 is yes, a vertex after its vertex has the next number;
* ``b8``: the same for a vertex before it, and the number before;
* ``m8``: if variable 8 is yes, an edge at its vertex is used exactly if the other end has the next
  number or the number before;
* ``g5``: two edges are used at vertex 5, where an end of an open tour counts as an edge;
* ``f8``: if variable 8 is yes, the other ends of the forced moves at its vertex have the numbers
  next to it; and if the vertex is a waypoint, the next is as much later at least as it is moves
  away, and the waypoint before as much earlier;
* ``x1``: the tour is not the first of the excluded tours.

Two kinds of lines exclude many numbers at once, whatever is known of the edges:

* ``n 5 6``: vertex 5 has no number whose next number no vertex after it may have, or where this
  fails for the number before; then the same for vertex 6;
* ``k 5 6 7``: without vertex 5, no edge joins 6 and 7 to the other vertices. An open tour visits
  them first, then 5, and then the others; or all of these first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from caballero.model.problem import Problem, sorted_moves
from caballero.model.reduction import rows

from .clauses import Clauses, Refused, natural
from .facts import moves_between

MOST_NUMBERED: Final = 5_000
"""The most vertices; memory is needed for each with each number."""

MOST_KNOWN: Final = 4_000_000
"""The most variables in the clauses of reasons that are kept: they take some 150 MB."""

REASON: Final = 20
"""How many variables take as much memory as a reason without any."""


class NumberClauses(Clauses):
    """The clauses that have been derived for a problem, less some tours of it.

    >>> proof = NumberClauses(Problem("2x2", piece="wazir", clues={"a1": 1, "b2": 2}))
    >>> proof.read(": v2 a9")  # from a1, square 2, no move leads to b2
    >>> proof.done
    True
    """

    def __init__(self, problem: Problem, excluded: Sequence[Sequence[int]] = ()) -> None:
        self._size = size = problem.size
        self._closed = problem.closed
        self._directed = problem.directed
        self._onward = rows(problem.graph())
        self._back = self._onward
        self._moves: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        edges = 0
        if problem.directed:
            self._back = [[] for _ in range(size)]
            for v, row in enumerate(self._onward):
                for w in row:
                    self._back[w].append(v)
        else:
            for v, row in enumerate(self._onward):
                for w in sorted(row):
                    if v < w:
                        edges += 1
                        self._moves[v].append((size * size + edges, w))
                        self._moves[w].append((size * size + edges, v))
        super().__init__(size * size + edges)
        self._excluded = excluded
        self._forced: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in range(size)]
        for move in sorted_moves(problem):
            a, b = map(problem.vertex, move)
            self._forced[a].append((b, (1,) if problem.directed else (1, -1)))
            self._forced[b].append((a, (-1,) if problem.directed else (1, -1)))
        # By waypoint: its neighbours in the order, their distance, and 1 if they are later, or -1.
        self._order: dict[int, list[tuple[int, int, int]]] = {}
        for v, w in pairwise(map(problem.vertex, problem.waypoints)):
            far = moves_between(problem, v, w)
            self._order.setdefault(v, []).append((w, far, 1))
            self._order.setdefault(w, []).append((v, far, -1))
        # The numbers that each vertex may have: bit `t` for number `t`. What a bit excludes is not
        # noted in `_value` before a reason needs it.
        self._domains = [(1 << size) - 1] * size
        self._vertices: dict[int, list[int]] = {}  # that may have a number, once asked for
        self._known: dict[str, list[tuple[int, ...]]] = {}  # the clauses that reasons stand for
        self._weight = 0  # about how many variables these have
        given = {number - 1: v for number, v in problem.numbered().items()}
        for t, v in (given or ({0: 0} if problem.closed else {})).items():
            keep = self._domains[v] & 1 << t
            self._domains = [domain & ~(1 << t) for domain in self._domains]
            self._domains[v] = keep

    def read(self, line: str) -> None:
        """Check a step, or a line that excludes many numbers, as :class:`Clauses` does."""
        if line[:2] not in {"n ", "k "}:
            super().read(line)
            return
        try:
            vertices = [natural(word) for word in line[2:].split()]
            if line[0] == "n":
                for v in self._paused(vertices):
                    self._narrow(v)
            else:
                self._keep_apart(vertices[0], {*vertices[1:]})
        except (ValueError, IndexError):
            raise Refused("unreadable") from None

    # -- many numbers at once --------------------------------------------------------------------

    def _narrow(self, v: int) -> None:
        """Exclude the numbers of a vertex that its neighbours do not support."""
        domains, last = self._domains, self._size - 1
        before = after = 0
        for w in self._back[v]:
            before |= domains[w]
        for w in self._onward[v]:
            after |= domains[w]
        before = before << 1 | (before >> last if self._closed else 1)
        after = after >> 1 | (after & 1 if self._closed else 1) << last
        domains[v] &= before & after
        self._forget()

    def _keep_apart(self, between: int, part: set[int]) -> None:
        """Exclude what visits a part of an open tour neither before nor after all the others."""
        size = self._size
        rest = size - 1 - len(part)
        if self._closed or not part or between in part or rest < 1 or not 0 <= between < size:
            raise Refused("part")
        for v in part:
            for row in (self._onward[v], self._back[v]):
                if any(w != between and w not in part for w in row):
                    raise Refused("part")
        allowed = [0] * size
        for first, few in ((True, len(part)), (False, rest)):
            # The first `few` numbers, that of the vertex between, and the later ones.
            early = (1 << few) - 1
            masks = (early, ((1 << size) - 1) ^ (early << 1 | 1))
            whole = [
                self._domains[v] & (1 << few if v == between else masks[(v in part) != first])
                for v in range(size)
            ]
            if all(whole):
                allowed = [a | b for a, b in zip(allowed, whole, strict=True)]
        self._domains = allowed
        self._forget()

    def _forget(self) -> None:
        """Forget the numbers that vertices may have."""
        self._vertices.clear()
        self._known.clear()
        self._weight = 0

    # -- reasons -----------------------------------------------------------------------------------

    def _add(self, clause: tuple[int, ...], reasons: Iterable[str]) -> None:
        super()._add(clause, reasons)
        if len(clause) == 1 and clause[0] < 0:
            v, t = divmod(-clause[0] - 1, self._size)
            if v < self._size and self._may(v, t):
                self._domains[v] ^= 1 << t
                if t in self._vertices:
                    self._vertices[t].remove(v)

    def _meaning(self, reason: str) -> Iterable[tuple[int, ...]]:
        known = self._known.get(reason)
        if known is not None:
            return known
        kind, rest = reason[0], reason[1:]
        match kind:
            case "c":
                return self._clause(rest)
            case "r":
                return self._different(rest)
            case "g":
                return self._two_of(self._used_at(natural(rest)))
        known = [*self._clauses_of(kind, rest)]
        self._weight += REASON + sum(map(len, known))
        if self._weight > MOST_KNOWN:
            self._known.clear()
            self._weight = 0
        self._known[reason] = known
        return known

    def _different(self, rest: str) -> Iterable[tuple[int, ...]]:
        """Return the clause that not both of two variables are yes."""
        x, y = map(int, rest.split(","))
        size = self._size
        if not (0 < x <= size * size and 0 < y <= size * size):
            raise Refused("variable")
        same_vertex = (x - 1) // size == (y - 1) // size
        same_number = (x - y) % size == 0
        return ((-x, -y),) if same_vertex != same_number else ()

    def _used_at(self, v: int) -> Iterator[int]:
        """Yield the variables of which two are yes, for a vertex."""
        if self._directed:
            raise Refused("unreadable")
        for e, _ in self._moves[v]:
            yield e
        if not self._closed:
            for t in (0, self._size - 1):
                yield from self._possible((v,), t)

    def _clauses_of(self, kind: str, rest: str) -> Iterator[tuple[int, ...]]:
        """Yield the clauses that a reason stands for."""
        match kind:
            case "v":
                v = natural(rest)
                yield tuple(self._variable(v, t) for t in bits(self._domains[v]))
            case "t":
                t = natural(rest)
                if t >= self._size:
                    raise Refused("number")
                if t not in self._vertices:
                    self._vertices[t] = [v for v in range(self._size) if self._may(v, t)]
                yield tuple(self._possible(self._vertices[t], t))
            case "a" | "b":
                v, t = self._place(rest)
                t, adjacent = (t + 1, self._onward) if kind == "a" else (t - 1, self._back)
                if self._closed or 0 <= t < self._size:
                    yield *self._possible(adjacent[v], t), -int(rest)
            case "m":
                v, t = self._place(rest)
                for e, w in self._moves[v]:
                    near = self._possible((w,), t + 1) + self._possible((w,), t - 1)
                    yield -e, *near, -int(rest)
                    for other in near:
                        yield e, -other, -int(rest)
            case "f":
                v, t = self._place(rest)
                for w, steps in self._forced[v]:
                    near = [x for step in steps for x in self._possible((w,), t + step)]
                    yield *near, -int(rest)
                for w, far, sign in self._order.get(v, ()):
                    late = (u for u in bits(self._domains[w]) if sign * (u - t) >= far)
                    yield *(self._variable(w, u) for u in late), -int(rest)
            case "x":
                if natural(rest):
                    tour = self._excluded[int(rest) - 1]
                    yield tuple(-self._variable(v, t) for t, v in enumerate(tour))
            case _:
                raise Refused("unreadable")

    def _possible(self, vertices: Iterable[int], t: int) -> list[int]:
        """Return the variables of some vertices with a number, if the domains allow it."""
        size, domains = self._size, self._domains
        if not 0 <= t < size:
            if not self._closed:
                return []
            t %= size
        return [v * size + t + 1 for v in vertices if domains[v] >> t & 1]

    def _may(self, v: int, t: int) -> bool:
        return bool(self._domains[v] >> t & 1)

    def _variable(self, v: int, t: int) -> int:
        return v * self._size + t + 1

    def _place(self, text: str) -> tuple[int, int]:
        """Read a variable of a vertex and a number."""
        x = int(text)
        if not 0 < x <= self._size * self._size:
            raise Refused("variable")
        return divmod(x - 1, self._size)


def bits(domain: int) -> Iterator[int]:
    """Yield the numbers in a domain."""
    while domain:
        low = domain & -domain
        yield low.bit_length() - 1
        domain ^= low
