"""Inequalities that the values of edges violate, though no Hamiltonian cycle does.

A cycle leaves each set of vertices twice at least. A *comb* has a set, its *handle*, and an odd
number of three or more *teeth*, sets that have no vertex in common, each with vertices inside the
handle and outside. A cycle leaves these sets together at least 3k + 1 times, if there are k teeth
(M. Grötschel and M. Padberg, "On the symmetric travelling salesman problem", Mathematical
Programming 16, 1979). If all teeth are edges, they may even share vertices, and the comb is a
*blossom* (J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", 1965).

Sets that the values leave exactly twice behave like single vertices, so they are merged, step by
step. Handles are the components of edges with a value between 0 and 1 (M. Padberg and M. Grötschel,
in "The Traveling Salesman Problem", 1985), in the graph of each step. Each handle takes the best
teeth among the edges of these graphs and the sets of earlier cuts. Where no comb is found, minimum
edge cuts find sets that are left too seldom (M. Stoer and F. Wagner, "A simple min-cut algorithm",
Journal of the ACM 44, 1997).

Invariant: all cycles satisfy each inequality that is found; the values do not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, reduce
from heapq import heapify, heappop, heappush
from operator import and_, or_
from typing import Final, TypeAlias

from caballero.machine.limits import Budget

Cut: TypeAlias = tuple[frozenset[int], ...]
"""A set that is left twice, or the handle and the teeth of a comb."""

Find: TypeAlias = Callable[
    [int, Sequence[tuple[int, int]], Sequence[float], Sequence[Cut], Budget], list[Cut]
]
"""Finds cuts that the shares of edges violate, or nearly; cuts that are known serve again."""

NEAR: Final = 1e-6
"""Values this near to each other count as equal."""

LEASTS: Final = (NEAR, 0.1, 0.2, 0.3, 0.4)
"""How far from 0 and 1 the values of edges are that make a handle."""

FEW: Final = 10
"""With as many violated cuts, no others are looked for, which takes longer."""

MOST: Final = 100
"""The most combs that are added at a time."""

LEAST_WORTH: Final = 0.05
"""By how much a tooth must help."""

LEAST_EXCESS: Final = 1e-4
"""By how much combs must be violated."""

MIDDLING: Final = (0.02, 0.1, 0.2, 0.3, 0.4)
"""How far from 0 and 1 the shares of edges are that make the set of a blossom."""

ROUGH: Final = 0.2
"""Shares this near to 1 count as 1."""

SLACK: Final = 0.1
"""How far from violated a comb may be, with shares."""


def least_of(cut: Cut) -> int:
    """Return how often a cycle leaves the sets at least, all together.

    >>> least_of((frozenset({0, 1}),))
    2
    >>> least_of((frozenset({0, 1, 2}), *(frozenset({v, v + 3}) for v in range(3))))
    10
    """
    return 3 * len(cut) - 2 if len(cut) > 1 else 2


def violated(
    size: int,
    ends: Sequence[tuple[int, int]],
    values: Sequence[float],
    known: Sequence[Cut],
    budget: Budget,
) -> list[Cut]:
    """Return cuts that the values of edges violate; slow searches begin if quick ones fail.

    The sets of `known` cuts serve again, in other combs.

    >>> ends = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
    >>> [sorted(part) for part, in violated(6, ends, [1.0] * 6, [], Budget())]
    [[0, 1, 2], [3, 4, 5]]
    """
    kept = [edge for edge, value in enumerate(values) if value > NEAR]
    ends, values = [ends[edge] for edge in kept], [values[edge] for edge in kept]
    parts = components(ends, [True] * len(ends))
    if len(parts) > 1:
        return [(frozenset(part),) for part in parts]
    graph, at = _Shrunk(size, ends, values), edges_at(size, ends)
    graph.shrink(budget)

    @cache
    def value_of(part: frozenset[int]) -> float:
        return sum(values[edge] for edge in leaving(at, part))

    found: list[Cut] = [(part,) for part in graph.seldom]
    found += _combs(size, graph.handles, graph.teeth, value_of, budget)
    if len(found) < FEW:
        handles = [*graph.handles, *(cut[0] for cut in known)]
        teeth = [*graph.teeth, *(part for cut in known for part in cut)]
        found += _combs(size, handles, teeth, value_of, budget)
    found = found or [(part,) for part in graph.small_edge_cuts(budget)]
    return [tuple(_smaller(size, part) for part in cut) for cut in dict.fromkeys(found)]


def near_blossoms(
    size: int,
    ends: Sequence[tuple[int, int]],
    shares: Sequence[float],
    _known: Sequence[Cut],
    budget: Budget,
) -> list[Cut]:
    """Return blossoms that the shares violate, or nearly, from components of middling shares."""
    kept = [edge for edge, share in enumerate(shares) if share]
    ends, shares = [ends[edge] for edge in kept], [shares[edge] for edge in kept]
    at, found = edges_at(size, ends), dict[Cut, None]()
    for least in MIDDLING:
        budget.pause()
        for part in components(ends, (least < share < 1 - least for share in shares)):
            if len(part) > 2:
                leave = leaving(at, part)
                teeth = {edge for edge in leave if shares[edge] > 0.5}
                if len(teeth) % 2 == 0 and leave:
                    teeth ^= {min(leave, key=lambda edge: (abs(shares[edge] - 0.5), edge))}
                total = sum(shares[edge] * (-1 if edge in teeth else 1) for edge in leave)
                if len(teeth) > 2 and total < 1 - len(teeth) + SLACK:
                    taken = (frozenset(ends[edge]) for edge in sorted(teeth))
                    found[_smaller(size, frozenset(part)), *taken] = None
    return [*found]


def near_combs(
    size: int,
    ends: Sequence[tuple[int, int]],
    shares: Sequence[float],
    known: Sequence[Cut],
    budget: Budget,
) -> list[Cut]:
    """Return combs that the shares of edges violate, or nearly: shares are rough values.

    At a vertex they need not add up to 2. So the edges that leave a set are counted as if none but
    the edges inside had shares.

    >>> ends = [(0, 1), (1, 2), (0, 2), (0, 3), (1, 4), (2, 5), (3, 4), (4, 5), (3, 5)]
    >>> shares = [0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5]
    >>> [[sorted(part) for part in cut] for cut in near_combs(6, ends, shares, [], Budget())]
    [[[0, 1, 2], [0, 3], [1, 4], [2, 5]], [[3, 4, 5], [0, 3], [1, 4], [2, 5]]]
    """
    kept = [edge for edge, share in enumerate(shares) if share > NEAR]
    ends, shares = [ends[edge] for edge in kept], [shares[edge] for edge in kept]
    graph, at = _Shrunk(size, ends, shares, ROUGH), edges_at(size, ends)
    graph.shrink(budget)
    missing = [2 - sum(shares[edge] for edge in edges) for edges in at]

    @cache
    def value_of(part: frozenset[int]) -> float:
        return sum(shares[edge] for edge in leaving(at, part)) + sum(missing[v] for v in part)

    handles = [*graph.handles, *(cut[0] for cut in known)]
    teeth = [*graph.teeth, *(part for cut in known for part in cut)]
    found = _combs(size, handles, teeth, value_of, budget, -SLACK)
    return [*dict.fromkeys(tuple(_smaller(size, part) for part in cut) for cut in found)]


def _combs(
    size: int,
    handles: Iterable[frozenset[int]],
    teeth: Iterable[frozenset[int]],
    value_of: Callable[[frozenset[int]], float],
    budget: Budget,
    least: float = LEAST_EXCESS,
) -> list[Cut]:
    """Return violated combs of some handles and teeth, those violated most.

    A tooth is worth 3 minus its value. Each handle takes the best teeth first, as far as they
    have no vertex in common.
    """
    worth = {tooth: 3 - value_of(tooth) for tooth in teeth if 1 < len(tooth) < size - 1}
    best = sorted(
        (tooth for tooth, gain in worth.items() if gain > LEAST_WORTH),
        key=lambda tooth: (-round(worth[tooth], 3), len(tooth), sorted(tooth)),
    )
    at = [0] * size  # the teeth of each vertex, as the digits of a number; best first
    for number, tooth in enumerate(best):
        for v in tooth:
            at[v] |= 1 << number
    clashing = [reduce(or_, map(at.__getitem__, tooth)) for tooth in best]
    found = []
    for handle in dict.fromkeys(handles):
        budget.pause()
        inside, outside = ([at[v] for v in part] for part in (handle, {*range(size)} - handle))
        left = reduce(or_, inside, 0) & reduce(or_, outside, 0) & ~reduce(and_, inside, -1)
        chosen = []
        while left:
            chosen.append((left & -left).bit_length() - 1)
            left &= ~clashing[chosen[-1]]
        chosen = chosen[: len(chosen) - 1 | 1]  # an odd number of teeth
        if len(chosen) > 2:
            taken = [best[number] for number in chosen]
            excess = value_of(handle) - 1 - sum(worth[tooth] for tooth in taken)
            if excess < -least:
                found.append((excess, (handle, *taken)))
    return [cut for _, cut in sorted(found, key=lambda pair: pair[0])[:MOST]]


def _smaller(size: int, part: frozenset[int]) -> frozenset[int]:
    """Return a set of vertices, or the other vertices if these are fewer: the same edges leave."""
    return part if 2 * len(part) <= size else frozenset(range(size)) - part


def components(ends: Iterable[tuple[int, int]], chosen: Iterable[bool]) -> list[list[int]]:
    """Return the components of the chosen edges.

    >>> components([(0, 1), (1, 2), (3, 4)], [True, True, True])
    [[0, 1, 2], [3, 4]]
    """
    values: defaultdict[int, list[int]] = defaultdict(list)
    for (a, b), is_chosen in zip(ends, chosen, strict=True):
        if is_chosen:
            values[a].append(b)
            values[b].append(a)
    seen = set[int]()
    parts = []
    for first in sorted(values):
        if first not in seen:
            seen.add(first)
            part = [first]
            for v in part:
                for w in values[v]:
                    if w not in seen:
                        seen.add(w)
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


class _Shrunk:
    """A graph whose vertices are merged: each stands for a group of them."""

    def __init__(
        self,
        size: int,
        ends: Sequence[tuple[int, int]],
        values: Sequence[float],
        near: float = NEAR,
    ) -> None:
        self.size = size
        self.near = near
        self.rows: dict[int, dict[int, float]] = {v: {} for v in range(size)}
        self.groups = {v: [v] for v in self.rows}
        self.handles: dict[frozenset[int], None] = {}  # in the order in which they were found
        self.teeth: dict[frozenset[int], None] = {}
        self.seldom: list[frozenset[int]] = []  # sets that are left less than twice
        for (a, b), value in zip(ends, values, strict=True):
            self.rows[a][b] = self.rows[b][a] = self.rows[a].get(b, 0) + value

    def merge(self, a: int, b: int) -> None:
        """Merge vertex b into a."""
        rows = self.rows
        self.groups[a] += self.groups.pop(b)
        for w, value in rows.pop(b).items():
            del rows[w][b]
            if w != a:
                rows[a][w] = rows[w][a] = rows[a].get(w, 0) + value

    def shrink(self, budget: Budget) -> None:
        """Merge a few edges of value 1 per step; collect handles and teeth before each."""
        merged = {-1}
        while merged and len(self.rows) > 3:
            budget.pause()
            self._collect()
            merged = set()
            for a in [*self.rows]:
                for b, value in self.rows.get(a, {}).items():
                    if value > 1 - self.near and a not in merged and b not in merged:
                        self.merge(a, b)
                        merged |= {a, b}
                        if sum(self.rows[a].values()) < 2 - self.near:
                            self.seldom.append(frozenset(self.groups[a]))
                        break

    def _collect(self) -> None:
        """Add the teeth and handles of the graph as it is."""
        edges = {(a, b): x for a, row in self.rows.items() for b, x in row.items() if a < b}
        for (a, b), value in edges.items():
            if value > 0.5:
                self.teeth[frozenset(self.groups[a] + self.groups[b])] = None
        edges = {pair: value for pair, value in edges.items() if value < 1 - self.near}
        for least in LEASTS:
            chosen = (least < value < 1 - least for value in edges.values())
            for part in components(edges, chosen):
                if len(part) > 2:
                    handle = frozenset(w for v in part for w in self.groups[v])
                    self.handles[_smaller(self.size, handle)] = None

    def small_edge_cuts(self, budget: Budget) -> Iterator[frozenset[int]]:
        """Yield sets that edges with a value below 2 leave; merge all vertices.

        The last vertex in the order of the values towards those before has the smallest edge cut
        between it and the last but two vertices.
        """
        while len(self.rows) > 1:
            budget.pause()
            before, last, value = self._last_two()
            if value < 2 - NEAR:
                yield frozenset(self.groups[last])
            self.merge(before, last)

    def _last_two(self) -> tuple[int, int, float]:
        """Return the last two vertices in the order of the values, and the value of the last."""
        total = dict.fromkeys(self.rows, 0.0)
        queue = [(0.0, v) for v in self.rows]
        heapify(queue)
        before = last = -1
        value = 0.0
        while total:
            known, v = heappop(queue)
            if v in total and -known == total[v]:
                before, last, value = last, v, total.pop(v)
                for w, more in self.rows[v].items():
                    if w in total:
                        total[w] += more
                        heappush(queue, (-total[w], w))
        return before, last, value
