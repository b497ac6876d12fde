"""Check the steps of a proof that no tour has some given numbers.

Vertices and numbers are counted from 0 here. The variables of the clauses (:mod:`.clauses`) say:

* ``v · n + t + 1``: vertex ``v`` has number ``t``, of ``n`` numbers;
* ``n² + i``: the tour uses edge ``i``, in either direction. The edges of an undirected graph are
  numbered from 1, sorted, the lesser vertex first.

A closed tour without a given number is counted from vertex 0. These reasons hold for every tour:

* ``v5``: vertex 5 has a number;
* ``t7``: number 7 has a vertex;
* ``r8,9``: variables 8 and 9 give two numbers to one vertex, or one number to two;
* ``a8``: if variable 8 is yes, a vertex after its vertex has the next number;
* ``b8``: likewise a vertex before it, and the number before;
* ``m8``: if variable 8 is yes, an edge at its vertex is used exactly if the other end has the next
  number or the one before;
* ``g5``: two edges are used at vertex 5, where an end of an open tour counts as an edge;
* ``f8``: if variable 8 is yes, the other ends of the forced moves at its vertex have the numbers
  next to it;
* ``x1``: the tour is not the first one of those that are excluded.

Two kinds of lines exclude many numbers at once, whatever is known of the edges:

* ``n 5 6``: vertex 5 has no number whose next number no vertex after it may have, or where this
  fails for the one before; then the same for vertex 6;
* ``k 5 6 7``: without vertex 5, no edge joins 6 and 7 to the other vertices. An open tour visits
  them first, then 5, and then the others; or all of these first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from caballero.core.problem import Problem
from caballero.core.reduction import rows

from .clauses import Clauses, Refused, natural

MOST_NUMBERED: Final = 10_000
"""The most vertices; memory is needed for each with each number."""


class NumberClauses(Clauses):
    """The clauses that have been derived for a problem, less some tours of it.

    >>> proof = NumberClauses(Problem.of("2x2", piece="wazir", clues={"a1": 1, "b2": 2}))
    >>> proof.read(": a9")  # from a1, square 2, no move leads to b2
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
        for move in problem.forced:
            a, b = map(problem.vertex, move)
            self._forced[a].append((b, (1,) if problem.directed else (1, -1)))
            self._forced[b].append((a, (-1,) if problem.directed else (1, -1)))
        # The numbers that each vertex may have: bit `t` for number `t`. What a bit excludes is not
        # noted in `_value` before somebody asks.
        self._domains = [(1 << size) - 1] * size
        self._vertices: dict[int, list[int]] = {}  # those that may have a number, if asked
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
                for v in vertices:
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
        self._vertices.clear()

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
            # The first `few` numbers, the one of the vertex between, and the later ones.
            early = (1 << few) - 1
            masks = (early, ((1 << size) - 1) ^ (early << 1 | 1))
            whole = [
                self._domains[v] & (1 << few if v == between else masks[(v in part) != first])
                for v in range(size)
            ]
            if all(whole):
                allowed = [a | b for a, b in zip(allowed, whole, strict=True)]
        self._domains = allowed
        self._vertices.clear()

    # -- reasons -----------------------------------------------------------------------------------

    def _add(self, clause: tuple[int, ...], reasons: Iterable[str]) -> None:
        super()._add(clause, reasons)
        if len(clause) == 1 and clause[0] < 0:
            v, t = divmod(-clause[0] - 1, self._size)
            if v < self._size and self._may(v, t):
                self._domains[v] ^= 1 << t
                if t in self._vertices:
                    self._vertices[t].remove(v)

    def _conclude(self, literal: int) -> bool:
        x = abs(literal)
        v, t = divmod(x - 1, self._size)
        if v < self._size and not self._may(v, t):
            return literal < 0
        return super()._conclude(literal)

    def _apply_other(self, kind: str, rest: str) -> bool:
        size = self._size
        match kind:
            case "v":
                v = natural(rest)
                return self._one_possible((v, t) for t in _bits(self._domains[v]))
            case "t":
                t = natural(rest)
                if t >= size:
                    raise Refused("number")
                if t not in self._vertices:
                    self._vertices[t] = [v for v in range(size) if self._may(v, t)]
                return self._one_possible((v, t) for v in self._vertices[t])
            case "r":
                x, y = (self._place(word) for word in rest.split(","))
                other = self._variable(*y)
                both = x != y and (x[0] == y[0] or x[1] == y[1])
                return both and self._value[self._variable(*x)] > 0 and not self._conclude(-other)
            case "a" | "b":
                v, t = self._place(rest)
                step, beside = (1, self._onward) if kind == "a" else (-1, self._back)
                if not self._closed and not 0 <= t + step < size:
                    return False
                near = ((w, (t + step) % size) for w in beside[v])
                return self._one_possible(near, -self._variable(v, t))
            case "m":
                return self._apply_moves(*self._place(rest))
            case "g":
                return self._apply_degree(natural(rest))
            case "f":
                v, t = self._place(rest)
                return any(
                    self._one_possible(self._beside(w, t, steps), -self._variable(v, t))
                    for w, steps in self._forced[v]
                )
            case "x":
                if not natural(rest):
                    raise Refused("unreadable")
                tour = self._excluded[int(rest) - 1]
                places = [(v, t) for t, v in enumerate(tour)]
                return all(self._may(*place) for place in places) and self._one_of(
                    [-self._variable(*place) for place in places]
                )
        raise Refused("unreadable")

    def _apply_moves(self, v: int, t: int) -> bool:
        """Conclude what a vertex with a number says about the edges there, and the reverse."""
        x = self._variable(v, t)
        for e, w in self._moves[v]:
            beside = [*self._beside(w, t, (1, -1))]
            if self._one_possible(beside, -x, -e):
                return True
            for place in beside:
                if self._one_possible((), -x, e, -self._variable(*place)):
                    return True
        return False

    def _apply_degree(self, v: int) -> bool:
        """Conclude that two edges are used at a vertex; an end of an open tour counts as one."""
        if self._directed:
            raise Refused("directed")
        items = [e for e, _ in self._moves[v]]
        ends = () if self._closed else (0, self._size - 1)
        return self._two_of(items + [self._variable(v, t) for t in ends if self._may(v, t)])

    def _one_possible(self, places: Iterable[tuple[int, int]], *others: int) -> bool:
        """Conclude that a vertex has a number, of some pairs of both, or that a literal holds."""
        possible = [self._variable(v, t) for v, t in places if self._may(v, t)]
        return self._one_of((*others, *possible))

    def _may(self, v: int, t: int) -> bool:
        return bool(self._domains[v] >> t & 1)

    def _beside(self, w: int, t: int, steps: Sequence[int]) -> Iterable[tuple[int, int]]:
        """Yield a vertex with each of the numbers that are some steps from another."""
        for step in steps:
            if self._closed or 0 <= t + step < self._size:
                yield w, (t + step) % self._size

    def _variable(self, v: int, t: int) -> int:
        return v * self._size + t + 1

    def _place(self, text: str) -> tuple[int, int]:
        """Read a variable of a vertex and a number."""
        x = natural(text)
        if not 0 < x <= self._size * self._size:
            raise Refused("variable")
        return divmod(x - 1, self._size)


def _bits(domain: int) -> Iterable[int]:
    """Yield the numbers in a domain."""
    while domain:
        low = domain & -domain
        yield low.bit_length() - 1
        domain ^= low
