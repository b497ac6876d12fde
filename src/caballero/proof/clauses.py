"""Check the steps of a proof that a graph has no Hamiltonian cycle.

Each step is a clause, which says that one of some edges is used, or one of others is out, and the
*reasons* from which it follows. The check supposes the contrary of the clause, applies the reasons
one after the other, each to what is known by then, and must reach a contradiction. So nothing is
searched, and each step takes time linear in its reasons. The form is that of LRAT, which lists
clauses as reasons (L. Cruz-Filipe and others, "Efficient certified RAT verification", 2017); here
the graph gives reasons as well. They hold for every Hamiltonian cycle:

* ``c5``: clause 5;
* ``v7``: the cycle uses two edges at vertex 7;
* ``p9``: edge 9 is out, for a path of used edges joins its ends without visiting everything;
* ``i9,1,4``: edge 9 is out. The vertices on the *inside* are 1 and 4. A used edge leads from either
  end of the edge to the inside, and no edge leaves the inside but to these ends. If edge 9 were
  used, its ends would have two used edges, so nothing would leave the inside and the ends;
* ``o9,2,3``: the same for the inside that consists of everything but the ends of the edge and the
  vertices 2 and 3;
* ``s4,5/1,2``: a contradiction. The *separator* is 4 and 5, and one less used edges than it has
  vertices run within it; no edge leads from 1 and 2 to any vertex outside of them and the
  separator. Two used edges would leave either side, and they all lead to the separator; but only
  two used edges lead from the separator to others.

Vertices are numbered from 0, edges from 1, and clauses from 1 in their order. A clause is a list
of edges, those that may be out with a minus sign; a clause of one edge is a *fact*, and the empty
clause proves that there is no cycle.

Nothing here is shared with the search. Memory grows with the clauses that are not deleted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Refused(Exception):
    """A step does not follow, or cannot be read."""


class Clauses:
    """The clauses that have been derived for a graph, given as its edges.

    `done` says whether the empty clause is one of them.

    >>> proof = Clauses(4, [(0, 1), (1, 2), (1, 3), (2, 3)])
    >>> proof.read("-2 : v1")
    Traceback (most recent call last):
        ...
    caballero.proof.clauses.Refused: reasons
    >>> proof.read(": v0")
    >>> proof.done
    True
    """

    __slots__ = ("_around", "_clauses", "_ends", "_trail", "_value", "count", "done")

    def __init__(self, size: int, edges: Sequence[tuple[int, int]]) -> None:
        self._ends = [(-1, -1), *edges]
        self._around: list[list[int]] = [[] for _ in range(size)]
        for e, (v, w) in enumerate(edges, 1):
            self._around[v].append(e)
            self._around[w].append(e)
        self._value = [0] * len(self._ends)  # 1 if an edge is used, -1 if it is out
        self._trail: list[int] = []  # the edges that are supposed or concluded in this step
        self._clauses: dict[int, tuple[int, ...]] = {}
        self.count = 0
        self.done = False

    def read(self, line: str) -> None:
        """Check a step and add its clause; or delete clauses.

        Raises :class:`Refused` unless the step follows.
        """
        try:
            if line.startswith("d "):
                for number in line[2:].split():
                    del self._clauses[int(number)]
                return
            literals, _, reasons = line.partition(":")
            clause = tuple(map(int, literals.split()))
            if not all(0 < abs(literal) < len(self._value) for literal in clause):
                raise Refused("edge")
            self._add(clause, reasons.split())
        except (ValueError, KeyError, IndexError):
            raise Refused("unreadable") from None

    def _add(self, clause: tuple[int, ...], reasons: Iterable[str]) -> None:
        value = self._value
        try:
            supposed = all(self._conclude(-literal) for literal in clause)
            if supposed and not any(self._apply(reason) for reason in reasons):
                raise Refused("reasons")
        finally:
            for e in self._trail:
                value[e] = 0
            self._trail.clear()
        self.count += 1
        if not clause:
            self.done = True
        elif len(clause) == 1:
            value[abs(clause[0])] = 1 if clause[0] > 0 else -1
        else:
            self._clauses[self.count] = clause

    def _conclude(self, literal: int) -> bool:
        """Note that an edge is used, or that it is out; say whether this is possible."""
        e, sign = (literal, 1) if literal > 0 else (-literal, -1)
        if not self._value[e]:
            self._value[e] = sign
            self._trail.append(e)
        return self._value[e] == sign

    def _apply(self, reason: str) -> bool:
        """Conclude what follows from a reason; say whether that is a contradiction."""
        kind, rest = reason[0], reason[1:]
        match kind:
            case "c":
                return self._apply_clause(self._clauses[int(rest)])
            case "v":
                return self._apply_vertex(self._around[_natural(rest)])
            case "p":
                e = self._edge(rest)
                return self._closes(e) and not self._conclude(-e)
            case "i" | "o":
                name, _, vertices = rest.partition(",")
                e = self._edge(name)
                closed = self._is_closed(e, _vertices(vertices), inside=kind == "i")
                return closed and not self._conclude(-e)
            case "s":
                separator, side = rest.split("/")
                return self._separates(_vertices(separator), _vertices(side))
        raise Refused("unreadable")

    def _edge(self, text: str) -> int:
        """Read the number of an edge."""
        e = int(text)
        if not 0 < e < len(self._ends):
            raise Refused("edge")
        return e

    def _apply_clause(self, clause: tuple[int, ...]) -> bool:
        value = self._value
        last = 0
        for literal in clause:
            known = value[literal] if literal > 0 else -value[-literal]
            if known > 0 or (known == 0 and last):
                return False
            if known == 0:
                last = literal
        return not last or not self._conclude(last)

    def _apply_vertex(self, around: list[int]) -> bool:
        value = self._value
        used = [e for e in around if value[e] > 0]
        left = [e for e in around if value[e] == 0]
        if len(used) == 2:
            for e in left:
                self._conclude(-e)
        elif len(used) + len(left) == 2:
            for e in left:
                self._conclude(e)
        return len(used) > 2 or len(used) + len(left) < 2

    def _closes(self, closing: int) -> bool:
        """Say whether a path of used edges joins the ends of an edge, and does not visit all."""
        value, ends = self._value, self._ends
        start, goal = ends[closing]
        before = {start: start}
        waiting = [start]
        while waiting:
            v = waiting.pop()
            for e in self._around[v]:
                if value[e] > 0 and e != closing:
                    a, b = ends[e]
                    w = a if b == v else b
                    if w not in before:
                        before[w] = v
                        waiting.append(w)
        if goal not in before:
            return False
        length = 1
        while goal != start:
            goal = before[goal]
            length += 1
        return length < len(self._around)

    def _is_closed(self, edge: int, vertices: set[int], *, inside: bool) -> bool:
        """Say whether only the ends of an edge join the inside to other vertices."""
        a, b = ends = self._ends[edge]
        size = len(self._around)
        if not vertices or not vertices.isdisjoint(ends) or len(vertices) + 2 >= size:
            return False
        for v in vertices:
            for e in self._around[v]:
                w = sum(self._ends[e]) - v
                if self._value[e] >= 0 and w not in vertices and w not in ends:
                    return False
        return all(
            any(
                self._value[e] > 0 and e != edge and (sum(self._ends[e]) - v in vertices) == inside
                for e in self._around[v]
            )
            for v in (a, b)
        )

    def _separates(self, separator: set[int], side: set[int]) -> bool:
        """Say whether a separator has one used edge less than vertices, and cuts a side off."""
        if not side or not side.isdisjoint(separator):
            return False
        if len(side) + len(separator) >= len(self._around):
            return False
        twice = sum(
            self._value[e] > 0 and sum(self._ends[e]) - v in separator
            for v in separator
            for e in self._around[v]
        )
        return twice >= 2 * len(separator) - 2 and all(
            self._value[e] < 0 or (w := sum(self._ends[e]) - v) in side or w in separator
            for v in side
            for e in self._around[v]
        )


def _natural(text: str) -> int:
    """Read a number that is not negative."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def _vertices(text: str) -> set[int]:
    return {_natural(number) for number in text.split(",")}
