"""An order of the vertices in which the frontier stays narrow.

After each vertex of an order, the *frontier* is the set of later vertices with an earlier
neighbour; the greatest it ever gets is the order's width (its *vertex separation*; the best
possible is the graph's pathwidth, Kinnersley 1992). To find the best order is NP-hard. Here a
few are made, and the best is taken:

* Two vertices far apart (George and Liu 1979) are the ends of the sweep, and every vertex gets
  a *height* between them: its distance from the one less that from the other.
* Heights are smoothed, as in spectral orders (Barnard, Pothen and Simon 1995): each becomes the
  mean of itself and its neighbours' mean, a few times over. That turns a knight's zigzag into
  columns.
* Of the vertices in the frontier, that one is next which brings in the fewest new ones
  (King 1970), and among equals the lowest.

A *hub*, a vertex of very many neighbours, would bring everything near everything: heights are
found without it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence

SWEEPS = 3
SMOOTHINGS = 4, 16, 64


def narrow_order(
    neighbours: Sequence[Sequence[int]], widest: int, pause: Callable[[], None] | None = None
) -> tuple[list[int], int] | None:
    """Find an order of the vertices in which the frontier stays narrow.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The neighbours of every vertex.
    widest : int
        How wide the frontier may get.
    pause : callable, optional
        Called now and then; it may stop the work by raising.

    Returns
    -------
    (order, width) or None
        Every vertex once, and the greatest number of later vertices with an earlier neighbour;
        ``None`` if every order that was tried is wider.

    Notes
    -----
    Each of a dozen tries takes O(m log m) for m edges, or ends where it gets too wide.
    """
    best: tuple[float, int, list[int]] | None = None
    for heights in _heights(neighbours, pause):
        swept = _sweep(neighbours, heights, widest)
        if swept is not None and (best is None or swept < best):
            best = swept
    return None if best is None else (best[2], best[1])


def frontier_width(neighbours: Sequence[Sequence[int]], order: Sequence[int]) -> int:
    """Return how many later vertices have an earlier neighbour, at most."""
    inside = bytearray(len(neighbours))
    width = widest = 0
    for v in order:
        width -= inside[v]
        inside[v] = 1
        for w in neighbours[v]:
            width += not inside[w]
            inside[w] = 1
        widest = max(widest, width)
    return widest


def _heights(
    neighbours: Sequence[Sequence[int]], pause: Callable[[], None] | None
) -> Iterator[list[float]]:
    """Yield some ways to say how far each vertex is along the graph."""
    size = len(neighbours)
    if not size:
        return
    many = 8 + 4 * sum(map(len, neighbours)) / size
    hub = [len(row) > many for row in neighbours]
    thin = [[] if hub[v] else [w for w in row if not hub[w]] for v, row in enumerate(neighbours)]
    start = min(range(size), key=lambda v: (hub[v], len(thin[v])))
    seen = set()
    for _ in range(SWEEPS):
        there, end = _distances(thin, hub, start)
        if (start, end) in seen:
            return
        seen.add((start, end))
        yield [float(d) for d in there]
        back, _ = _distances(thin, hub, end)
        heights = [float(a - b) for a, b in zip(there, back, strict=True)]
        for rounds in range(1, SMOOTHINGS[-1] + 1):
            if pause is not None:
                pause()
            heights = [
                (heights[v] + sum(heights[w] for w in row) / len(row)) / 2 if row else heights[v]
                for v, row in enumerate(thin)
            ]
            if rounds in SMOOTHINGS:
                yield heights
        start = end


def _distances(
    neighbours: Sequence[Sequence[int]], hub: Sequence[bool], start: int
) -> tuple[list[int], int]:
    """Return the distance of every vertex from one, and a vertex that is farthest away.

    A part that cannot be reached begins farther away than all before; the hubs come last.
    """
    distances = [-1] * len(neighbours)
    last, distance = start, -1
    for root in [start, *sorted(range(len(neighbours)), key=hub.__getitem__)]:
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
            for v in layer:
                for w in neighbours[v]:
                    if distances[w] < 0:
                        distances[w] = distance + 1
                        after.append(w)
            layer = after
    return distances, last


def _sweep(
    neighbours: Sequence[Sequence[int]], heights: Sequence[float], widest: int
) -> tuple[float, int, list[int]] | None:
    """Take the vertex that brings in the fewest, then the lowest, until all are taken.

    Returns a cost (what the states may number, three to the frontier's width at each vertex),
    the width and the order; or ``None`` if the frontier gets too wide.
    """
    new = list(map(len, neighbours))  # how many neighbours of each are not in the frontier yet
    inside = bytearray(len(neighbours))  # in the frontier, or taken
    taken = bytearray(len(neighbours))
    ways: list[tuple[int, float, int]] = []
    cost, widest_yet, width = 0.0, 0, 0
    order: list[int] = []

    def enter(v: int) -> None:
        inside[v] = 1
        for w in neighbours[v]:
            new[w] -= 1
            if inside[w] and not taken[w]:
                heapq.heappush(ways, (new[w], heights[w], w))
        heapq.heappush(ways, (new[v], heights[v], v))

    for root in sorted(range(len(neighbours)), key=heights.__getitem__):
        if inside[root]:
            continue
        enter(root)
        width += 1
        while ways:
            count, _, v = heapq.heappop(ways)
            if taken[v] or count != new[v]:
                continue
            taken[v] = 1
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
