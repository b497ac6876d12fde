"""Check the steps of a proof that a graph has no Hamiltonian cycle.

The variables of its clauses (:mod:`.clauses`) are the edges: each is *used*, or *out*. These
reasons hold for every Hamiltonian cycle:

* ``v7``: the cycle uses two edges at vertex 7;
* ``p9``: edge 9 is out, for a path of used edges joins its ends without visiting everything;
* ``i9,1,4``: edge 9 is out. The vertices on the *inside* are 1 and 4. A used edge leads from either
  end of the edge to the inside, and no edge leaves the inside but to these ends. If edge 9 were
  used, its ends would have two used edges, so nothing would leave the inside and the ends;
* ``o9,2,3``: the same for the inside that consists of everything but the ends of the edge and the
  vertices 2 and 3;
* ``s4,5/1,2``: a contradiction. The *separator* is 4 and 5, and one used edge fewer than it has
  vertices run within it; no edge leads from 1 and 2 to any vertex outside of them and the
  separator. Two used edges would leave either side, and they all lead to the separator; but only
  two used edges lead from the separator to others;
* ``w1:2,5:-2/1:3,4``: a contradiction. Vertices have *weights*, here 1 and 5, and so have sets of
  vertices, here that of 3 and 4, positive weights. Each edge gets the weights of its ends, and of
  the sets that it leaves. The cycle uses two edges at each vertex, and two at least that leave each
  set; so the weights of its edges add up to twice all weights at least. Those of the used edges,
  and of all others that are not out and have a positive weight, are less.

Vertices are numbered from 0, edges from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .clauses import Clauses, Refused, natural, naturals


class CycleClauses(Clauses):
    """The clauses that have been derived for a graph, given as its edges.

    >>> proof = CycleClauses(4, [(0, 1), (1, 2), (1, 3), (2, 3)])
    >>> proof.read("-2 : v1")
    Traceback (most recent call last):
        ...
    caballero.proof.clauses.Refused: reasons
    >>> proof.read(": v0")
    >>> proof.done
    True
    """

    def __init__(self, size: int, edges: Sequence[tuple[int, int]]) -> None:
        super().__init__(len(edges))
        self._ends = [(-1, -1), *edges]
        self._around: list[list[int]] = [[] for _ in range(size)]
        self._beside: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        for e, (v, w) in enumerate(edges, 1):
            self._around[v].append(e)
            self._around[w].append(e)
            self._beside[v].append((e, w))
            self._beside[w].append((e, v))
        self._at = {f"v{v}": around for v, around in enumerate(self._around)}

    def _meaning(self, reason: str) -> Iterable[tuple[int, ...]]:
        around = self._at.get(reason)
        if around is not None:
            return self._two_of(around)
        kind, rest = reason[0], reason[1:]
        match kind:
            case "c":
                return self._clause(rest)
            case "p":
                e = self._edge(rest)
                return ((-e,),) if self._closes(e) else ()
            case "i" | "o":
                name, _, vertices = rest.partition(",")
                e = self._edge(name)
                closed = self._is_closed(e, naturals(vertices), inside=kind == "i")
                return ((-e,),) if closed else ()
            case "s":
                separator, side = map(naturals, rest.split("/"))
                return ((),) if self._separates(separator, side) else ()
            case "w":
                return ((),) if self._outweighs(*read_weights(rest)) else ()
        raise Refused("unreadable")

    def _edge(self, text: str) -> int:
        """Read the number of an edge."""
        e = int(text)
        if not 0 < e < len(self._ends):
            raise Refused("edge")
        return e

    def _closes(self, closing: int) -> bool:
        """Return whether a path of used edges joins the ends of an edge, and does not visit all."""
        return 0 < len(self._path(closing)) < len(self._around)

    def _path(self, closing: int) -> list[int]:
        """Return the vertices of a path of used edges between the ends of an edge, if any."""
        value = self._value
        start, goal = self._ends[closing]
        before = {start: start}
        waiting = [start]
        while waiting:
            v = waiting.pop()
            for e, w in self._beside[v]:
                if value[e] > 0 and e != closing and w not in before:
                    before[w] = v
                    waiting.append(w)
        if goal not in before:
            return []
        path = [goal]
        while path[-1] != start:
            path.append(before[path[-1]])
        return path

    def _is_closed(self, edge: int, vertices: set[int], *, inside: bool) -> bool:
        """Return whether only the ends of an edge join the inside to other vertices."""
        value, ends = self._value, self._ends[edge]
        size = len(self._around)
        if not vertices or not vertices.isdisjoint(ends) or len(vertices) + 2 >= size:
            return False
        allowed = vertices.union(ends)
        for v in vertices:
            for e, w in self._beside[v]:
                if w not in allowed and value[e] >= 0:
                    return False
        return all(
            any(
                value[e] > 0 and e != edge and (w in vertices) == inside for e, w in self._beside[v]
            )
            for v in ends
        )

    def _separates(self, separator: set[int], side: set[int]) -> bool:
        """Return whether a separator has a used edge fewer than vertices, and cuts a side off."""
        value = self._value
        if not side or not side.isdisjoint(separator):
            return False
        if len(side) + len(separator) >= len(self._around):
            return False
        twice = sum(value[e] > 0 and w in separator for v in separator for e, w in self._beside[v])
        return twice >= 2 * len(separator) - 2 and all(
            value[e] < 0 or w in side or w in separator for v in side for e, w in self._beside[v]
        )

    def _outweighs(
        self, weights: dict[int, int], sets: Iterable[tuple[int, frozenset[int]]]
    ) -> bool:
        """Return whether a cycle would need more weight than the edges have that it may use."""
        size, value = len(self._around), self._value
        most = [0] * len(value)
        needed = 2 * sum(weights.values())
        for v, weight in weights.items():
            for e in self._around[v]:
                most[e] += weight
        for weight, inside in sets:
            if weight <= 0 or not 0 < len(inside) < size:
                raise Refused("weights")
            needed += 2 * weight
            for v in inside:
                for e, w in self._beside[v]:
                    most[e] += 0 if w in inside else weight
        edges = range(1, len(self._ends))
        return needed > sum(max(most[e], most[e] * value[e]) for e in edges if value[e] >= 0)


def read_weights(text: str) -> tuple[dict[int, int], list[tuple[int, frozenset[int]]]]:
    """Read the weights of vertices, and of sets of them.

    >>> read_weights("1:2,5:-2/1:3,4")
    ({1: 2, 5: -2}, [(1, frozenset({3, 4}))])
    """
    single, *several = text.split("/")
    terms = [term.split(":") for term in single.split(",") if term]
    weights = {natural(v): int(weight) for v, weight in terms}
    pairs = [part.split(":") for part in several]
    return weights, [(int(weight), frozenset(naturals(listed))) for weight, listed in pairs]
