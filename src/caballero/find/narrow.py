"""An order of the vertices in which the frontier stays narrow.

After each vertex of an order, the *frontier* is the set of later vertices with an earlier
neighbour; its largest size is the width of the order (its *vertex separation*; the least width of
all orders is the pathwidth of the graph, Kinnersley 1992). Finding the best order is NP-hard. This
module makes a few orders and takes the best:

* Two vertices far apart (George and Liu 1979) are the ends of the sweep, and every vertex gets
  a *height* between them: the difference of its distances from the two.
* Heights are smoothed, as in spectral orders (Barnard, Pothen and Simon 1995): each is replaced by
  the mean of itself and its neighbours' mean, several times. That turns a knight's zigzag into
  columns.
* The next vertex is that of the frontier that adds the fewest new vertices to it (King 1970), and
  among equals the lowest.

A *hub*, a vertex of very many neighbours, would bring all vertices close together: heights are
computed without hubs.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from caballero.machine.limits import PAUSE, pause, paused

MOST_ENDS: Final = 3
"""Pairs of ends to try."""

SMOOTHINGS: Final = (4, 16, 64)
"""Rounds of smoothing after which to try an order."""


def narrow_order(neighbours: Sequence[Sequence[int]], widest: int) -> tuple[list[int], int] | None:
    """Return the best order of a dozen, and its width; None if all exceed `widest`."""
    best: tuple[float, int, list[int]] | None = None
    for heights in _heights(neighbours):
        swept = _sweep(neighbours, heights, widest)
        if swept is not None and (best is None or swept < best):
            best = swept
    return None if best is None else (best[2], best[1])


def widths(neighbours: Sequence[Sequence[int]], order: Iterable[int]) -> Iterator[int]:
    """Yield the width of the frontier after each vertex of an order.

    >>> list(widths([[1, 2], [0, 2], [0, 1]], range(3)))
    [2, 1, 0]
    """
    inside = bytearray(len(neighbours))
    width = 0
    for v in order:
        width -= inside[v]
        inside[v] = 1
        for w in neighbours[v]:
            width += not inside[w]
            inside[w] = 1
        yield width


def frontier_width(neighbours: Sequence[Sequence[int]], order: Sequence[int]) -> int:
    """Return the largest width of the frontier in an order."""
    return max(widths(neighbours, paused(order)), default=0)


def _heights(neighbours: Sequence[Sequence[int]]) -> Iterator[list[float]]:
    """Yield several choices of the heights of all vertices."""
    size = len(neighbours)
    if not size:
        return
    many = 8 + 4 * sum(map(len, paused(neighbours))) / size
    hub = [len(row) > many for row in paused(neighbours)]
    thin = [
        [] if hub[v] else [w for w in row if not hub[w]] for v, row in enumerate(paused(neighbours))
    ]
    start = min(paused(range(size)), key=lambda v: (hub[v], len(thin[v])))
    seen = set()
    for _ in range(MOST_ENDS):
        there, end = _distances(thin, hub, start)
        if (start, end) in seen:
            return
        seen.add((start, end))
        yield [float(d) for d in there]
        back, _ = _distances(thin, hub, end)
        heights = [float(a - b) for a, b in zip(there, back, strict=True)]
        for rounds in range(1, SMOOTHINGS[-1] + 1):
            heights = [
                (heights[v] + sum(heights[w] for w in row) / len(row)) / 2 if row else heights[v]
                for v, row in enumerate(paused(thin))
            ]
            if rounds in SMOOTHINGS:
                yield heights
        start = end


def _distances(
    neighbours: Sequence[Sequence[int]], hub: Sequence[bool], start: int
) -> tuple[list[int], int]:
    """Return the distances from `start`, hubs last, and a farthest vertex."""
    distances = [-1] * len(neighbours)
    last, distance = start, -1
    roots = [start, *sorted(range(len(neighbours)), key=hub.__getitem__)]
    for root in paused(roots):
        if distances[root] >= 0:
            continue
        distance += 1
        distances[root] = distance
        layer = [root]
        while layer:
            if not hub[layer[-1]]:
                last = layer[-1]
            distance = distances[layer[-1]]
            after = []
            for v in paused(layer):
                for w in neighbours[v]:
                    if distances[w] < 0:
                        distances[w] = distance + 1
                        after.append(w)
            layer = after
    return distances, last


def _sweep(
    neighbours: Sequence[Sequence[int]], heights: Sequence[float], widest: int
) -> tuple[float, int, list[int]] | None:
    """Repeatedly take the vertex that adds the fewest to the frontier, the lowest among equals.

    Returns a cost (an estimate of the states, three to the frontier's width at each vertex), the
    width and the order; None if the frontier gets too wide.
    """
    new = list(map(len, neighbours))  # how many neighbours of each are not in the frontier yet
    inside = bytearray(len(neighbours))  # in the frontier, or taken
    taken = bytearray(len(neighbours))
    queue: list[tuple[int, float, int]] = []
    cost, widest_yet, width = 0.0, 0, 0
    order: list[int] = []

    def enter(v: int) -> None:
        inside[v] = 1
        for w in neighbours[v]:
            new[w] -= 1
            if inside[w] and not taken[w]:
                heapq.heappush(queue, (new[w], heights[w], w))
        heapq.heappush(queue, (new[v], heights[v], v))

    for root in paused(sorted(range(len(neighbours)), key=heights.__getitem__)):
        if inside[root]:
            continue
        enter(root)
        width += 1
        while queue:
            count, _, v = heapq.heappop(queue)
            if taken[v] or count != new[v]:
                continue
            taken[v] = 1
            if not len(order) % PAUSE:
                pause()
            order.append(v)
            width += count - 1
            if width > widest:
                return None
            widest_yet = max(widest_yet, width)
            cost += 3.0**width
            for w in neighbours[v]:
                if not inside[w]:
                    enter(w)
    return cost, widest_yet, order
