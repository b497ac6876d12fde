"""Corridors: a path passes through a vertex with two neighbours, or leaves it out.

So such vertices become one move between the vertices at both ends, with the sum of the lengths,
unless the path may end inside. A maze of thousands of squares is a graph of its junctions.

Invariant: two vertices that are joined already are joined by no corridor.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import TypeAlias

from caballero.model.graph import Graph

Arc: TypeAlias = tuple[int, int]


@dataclass(slots=True)
class Corridors:
    """The arcs that are left, with the vertices inside each corridor, and the vertices `left`.

    >>> ring = Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)])
    >>> gains = {arc: 5 for a, b in ring.edges() for arc in ((a, b), (b, a))}
    >>> short = shortened(ring, gains, {0}, closed=True)
    >>> short.gains[0, 2], short.left, short.whole([0, 1, 2], closed=True)
    (10, [0, 1, 2], [0, 1, 2, 3])
    """

    gains: dict[Arc, int]
    inside: dict[Arc, list[int]] = field(default_factory=dict)
    left: list[int] = field(default_factory=list)

    def whole(self, path: Sequence[int], closed: bool) -> list[int]:
        """Return the path of some of the vertices that are left, by their place among them."""
        line = [self.left[v] for v in [*path, *path[:closed]]]
        whole = [v for arc in pairwise(line) for v in (arc[0], *self.inside.get(arc, ()))]
        return whole if closed else [*whole, *line[-1:]]


def shortened(
    graph: Graph, gains: Mapping[Arc, int], kept: Collection[int], *, closed: bool
) -> Corridors:
    """Return a graph without corridors and dead ends, but with the vertices that are `kept`."""
    short = Corridors({**gains})
    near: list[set[int]] = [{*graph.neighbours(v)} for v in range(len(graph))]
    for a, b in gains:
        near[b].add(a)
    waiting = [*range(len(graph))]
    while waiting:
        v = waiting.pop()
        ends = sorted(near[v])
        if v in kept or len(ends) > 2:
            continue
        if closed and graph.directed and any({(v, w), (w, v)} <= short.gains.keys() for w in ends):
            continue  # there and back is a cycle
        if len(ends) == 2:
            if ends[0] in near[ends[1]]:
                continue
            _join(short, v, [ends, ends[::-1]])
            if (ends[0], ends[1]) in short.gains or (ends[1], ends[0]) in short.gains:
                near[ends[0]].add(ends[1])
                near[ends[1]].add(ends[0])
        for w in ends:
            near[w].remove(v)
            short.gains.pop((v, w), None)
            short.gains.pop((w, v), None)
        near[v] = set()
        waiting += ends
    short.left = sorted({*kept, *chain(*short.gains)}) or [0]
    return short


def _join(short: Corridors, v: int, ways: Iterable[Sequence[int]]) -> None:
    """Join the two neighbours of a vertex, in the directions in which moves lead through it."""
    gains, inside = short.gains, short.inside
    for a, b in ways:
        if (a, v) in gains and (v, b) in gains:
            gains[a, b] = gains[a, v] + gains[v, b]
            inside[a, b] = [*inside.get((a, v), ()), v, *inside.get((v, b), ())]
