"""Inequalities that the values of edges violate, though no Hamiltonian cycle does.

A cycle leaves each set of vertices twice at least. A *comb* has a set, its *handle*, and an odd
number of three or more *teeth*, sets that have no vertex in common, each with vertices inside the
handle and outside. A cycle leaves these sets together at least 3k + 1 times, if there are k teeth
(M. Grötschel and M. Padberg, "On the symmetric travelling salesman problem", Mathematical
Programming 16, 1979). If all teeth are edges, they may even share vertices, and the comb is a
*blossom* (J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", 1965).

Blossoms are looked for with the components of edges with a value between 0 and 1 as handles (M.
Padberg and M. Grötschel, in "The Traveling Salesman Problem", 1985). Sets that the values leave
exactly twice behave like single vertices: where such sets are merged, the blossoms of the smaller
graph are combs of the first one. Sets that are left too seldom are found by minimum edge cuts (M.
Stoer and F. Wagner, "A simple min-cut algorithm", Journal of the ACM 44, 1997).

Invariant: all cycles satisfy each inequality that is found; the values do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import Final, TypeAlias

from caballero.core.limits import Budget

Cut: TypeAlias = tuple[frozenset[int], ...]
"""One set that is left twice, or the handle and the teeth of a comb."""

NEAR: Final = 1e-6
"""Values this near to each other count as equal."""

LEASTS: Final = (NEAR, 0.3)
"""How far from 0 and 1 the values of edges are that make a handle."""


def least_of(cut: Cut) -> int:
    """Return how often a cycle leaves the sets at least, all together.

    >>> least_of((frozenset({0, 1}),))
    2
    >>> least_of((frozenset({0, 1, 2}), *(frozenset({v, v + 3}) for v in range(3))))
    10
    """
    return 3 * len(cut) - 2 if len(cut) > 1 else 2


def violated(
    size: int, ends: Sequence[tuple[int, int]], values: Sequence[float], budget: Budget
) -> list[Cut]:
    """Return cuts that the values of edges violate; what takes longer only if the rest finds none.

    >>> ends = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
    >>> [sorted(part) for part, in violated(6, ends, [1.0] * 6, Budget())]
    [[0, 1, 2], [3, 4, 5]]
    """
    kept = [edge for edge, value in enumerate(values) if value > NEAR]
    ends, values = [ends[edge] for edge in kept], [values[edge] for edge in kept]
    parts = components(size, ends, [True] * len(ends))
    if len(parts) > 1:
        return [(frozenset(part),) for part in parts]
    found = [
        (part, *(frozenset(ends[tooth]) for tooth in teeth))
        for part, teeth in blossoms(size, ends, values, LEASTS, -100 * NEAR)
    ]
    graph = _Shrunk(size, ends, values)
    found += graph.combs(budget)
    if not found:
        found += [(part,) for part in graph.small_edge_cuts(budget)]
    return [tuple(_smaller(size, part) for part in cut) for cut in dict.fromkeys(found)]


def _smaller(size: int, part: frozenset[int]) -> frozenset[int]:
    """Return a set of vertices, or the other vertices if these are fewer: the same edges leave."""
    return part if 2 * len(part) <= size else frozenset(range(size)) - part


def components(
    size: int, ends: Sequence[tuple[int, int]], chosen: Iterable[bool]
) -> list[list[int]]:
    """Return the components of the chosen edges, also those of one vertex."""
    beside: list[list[int]] = [[] for _ in range(size)]
    for (a, b), is_chosen in zip(ends, chosen, strict=True):
        if is_chosen:
            beside[a].append(b)
            beside[b].append(a)
    seen = bytearray(size)
    parts = []
    for first in range(size):
        if not seen[first]:
            seen[first] = 1
            part = [first]
            for v in part:
                for w in beside[v]:
                    if not seen[w]:
                        seen[w] = 1
                        part.append(w)
            parts.append(part)
    return parts


def edges_at(size: int, ends: Iterable[tuple[int, int]]) -> list[set[int]]:
    """Return the edges of each vertex."""
    at: list[set[int]] = [set() for _ in range(size)]
    for edge, pair in enumerate(ends):
        for v in pair:
            at[v].add(edge)
    return at


def leaving(at: Sequence[set[int]], part: Iterable[int]) -> set[int]:
    """Return the edges between a set of vertices and the others.

    >>> leaving(edges_at(3, [(0, 1), (1, 2), (2, 0)]), {0, 1})
    {1, 2}
    """
    edges: set[int] = set()
    for v in part:
        edges ^= at[v]
    return edges


def blossoms(
    size: int,
    ends: Sequence[tuple[int, int]],
    values: Sequence[float],
    leasts: Sequence[float],
    slack: float = 0.0,
) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Yield sets of vertices, and their teeth, that exclude the values, or nearly: by `slack`.

    The sets are the components of the edges with a value of more than one of the `leasts`, and as
    much less than 1.
    """
    at = edges_at(size, ends)
    for least in leasts:
        for part in components(size, ends, (least < value < 1 - least for value in values)):
            if len(part) > 2:
                leave = leaving(at, part)
                teeth = {edge for edge in leave if values[edge] > 0.5}
                if len(teeth) % 2 == 0 and leave:
                    teeth ^= {min(leave, key=lambda edge: (abs(values[edge] - 0.5), edge))}
                total = sum(values[edge] * (-1 if edge in teeth else 1) for edge in leave)
                if len(teeth) > 2 and total < 1 - len(teeth) + slack:
                    yield frozenset(part), frozenset(teeth)


class _Shrunk:
    """A graph whose vertices are merged: each stands for a group that the values leave twice."""

    def __init__(self, size: int, ends: Sequence[tuple[int, int]], values: Sequence[float]) -> None:
        self.size = size
        self.beside: dict[int, dict[int, float]] = {v: {} for v in range(size)}
        self.groups = {v: [v] for v in self.beside}
        for (a, b), value in zip(ends, values, strict=True):
            self.beside[a][b] = self.beside[b][a] = self.beside[a].get(b, 0) + value

    def merge(self, a: int, b: int) -> None:
        """Merge vertex b into a."""
        beside = self.beside
        self.groups[a] += self.groups.pop(b)
        for w, value in beside.pop(b).items():
            del beside[w][b]
            if w != a:
                beside[a][w] = beside[w][a] = beside[a].get(w, 0) + value

    def combs(self, budget: Budget) -> Iterator[Cut]:
        """Yield combs, or sets that are left too seldom, while edges with the value 1 are merged.

        Few are merged at a time, so that others are left as teeth.
        """
        while True:
            budget.pause()
            merged = set()
            for a in [*self.beside]:
                for b, value in self.beside.get(a, {}).items():
                    if value > 1 - NEAR and a not in merged and b not in merged:
                        self.merge(a, b)
                        merged |= {a, b}
                        if sum(self.beside[a].values()) < 2 - NEAR:
                            yield (frozenset(self.groups[a]),)
                        break
            if not merged or len(self.beside) < 4:
                return
            yield from self._blossoms()

    def _blossoms(self) -> Iterator[Cut]:
        """Yield the combs that are blossoms of the merged graph."""
        edges = {(a, b): x for a, row in self.beside.items() for b, x in row.items() if a < b}
        ends, values = [*edges], [*edges.values()]
        for part, teeth in blossoms(self.size, ends, values, LEASTS, -100 * NEAR):
            handle, pairs = {*part}, {frozenset(ends[tooth]) for tooth in teeth}
            yield from self._comb(handle, pairs)

    def _comb(self, handle: set[int], teeth: set[frozenset[int]]) -> Iterator[Cut]:
        """Yield a comb with a handle and teeth of two vertices each, if the values violate it.

        Where two teeth share a vertex, it changes sides, and they are teeth no more.
        """
        at: dict[int, frozenset[int]] = {}
        for tooth in sorted(teeth, key=sorted):
            common = [v for v in tooth if v in at]
            if common:
                handle ^= {common[0]}
                for v in at[common[0]]:
                    del at[v]
            else:
                at |= dict.fromkeys(tooth, tooth)
        pairs = {*at.values()}
        if len(pairs) > 2 and all(len(pair & handle) == 1 for pair in pairs):
            total = self._leaving(handle) + sum(map(self._leaving, pairs))
            if total < 3 * len(pairs) + 1 - 100 * NEAR:
                yield tuple(
                    frozenset(v for w in part for v in self.groups[w])
                    for part in (handle, *sorted(pairs, key=sorted))
                )

    def _leaving(self, part: Iterable[int]) -> float:
        """Return the value of the edges that leave some of the vertices."""
        inside = {*part}
        return sum(x for v in inside for w, x in self.beside[v].items() if w not in inside)

    def small_edge_cuts(self, budget: Budget) -> Iterator[frozenset[int]]:
        """Yield sets that edges with a value below 2 leave; merge all vertices.

        The last vertex in the order of the values towards those before has the smallest edge cut
        between it and the last but one.
        """
        while len(self.beside) > 1:
            budget.pause()
            before, last, value = self._last_two()
            if value < 2 - NEAR:
                yield frozenset(self.groups[last])
            self.merge(before, last)

    def _last_two(self) -> tuple[int, int, float]:
        """Return the last two vertices in the order of the values, and that of the last one."""
        total = dict.fromkeys(self.beside, 0.0)
        queue = [(0.0, v) for v in self.beside]
        heapify(queue)
        before = last = -1
        value = 0.0
        while total:
            known, v = heappop(queue)
            if v in total and -known == total[v]:
                before, last, value = last, v, total.pop(v)
                for w, more in self.beside[v].items():
                    if w in total:
                        total[w] += more
                        heappush(queue, (-total[w], w))
        return before, last, value
