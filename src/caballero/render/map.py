"""The layout of a map: the vertices of a graph where they are, with their labels next to them.

Each label takes the place, of eight around its vertex, where it hides the fewest labels,
dots and lines of the tour. A label that would hide another, or a dot, is left out, except those
of the first and the last vertex, which are placed first. The order of the places decides between
equals, so that equal tours have equal maps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, Final, NamedTuple

from caballero.formats.write import number_json
from caballero.machine.words import number
from caballero.model.graph import Graph
from caballero.model.tour import Tour

from .layout import Label, Point

if TYPE_CHECKING:
    from caballero.model.graph import Number

SIZE: Final = 14
"""The height of the characters of a label."""

SMALL: Final = 11
"""The height of the characters of a weight, and of labels on a map of many vertices."""

SIDE: Final = 600
"""The longer side of the rectangle around all vertices."""

MANY: Final = 30
"""The most vertices of a map with large labels."""

MOST_LABELS: Final = 100
"""The most vertices of a map with labels."""

MOST_WEIGHTS: Final = 40
"""The most moves of a tour with weights."""

_MARGIN: Final = 16
_WIDTH: Final = 0.62  # of a character, at most, for its height
_DOT: Final = 6
_AROUND: Final = (
    ("start", 1, 0), ("end", -1, 0), ("middle", 0, -1), ("middle", 0, 1),
    ("start", 0.7, -0.8), ("start", 0.7, 0.8), ("end", -0.7, -0.8), ("end", -0.7, 0.8),
)  # fmt: skip
_ALONG: Final = ((0.5, 0), (0.42, 0), (0.58, 0), (0.5, 10), (0.5, -10), (0.34, 0), (0.66, 0))


class Layout(NamedTuple):
    """The sides of a picture, places of vertices, labels and weights; `size` of characters."""

    width: int
    height: int
    places: Sequence[Point]
    size: int
    labels: Sequence[Label]
    weights: Sequence[Label]


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        """Return whether two boxes share a point."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def crossed_by(self, line: tuple[Point, Point]) -> bool:
        """Return whether a line has a part inside (Liang and Barsky 1984)."""
        (x, y), (x2, y2) = line
        begin, end = 0.0, 1.0
        for step, low, high in (
            (x2 - x, self.left - x, self.right - x),
            (y2 - y, self.top - y, self.bottom - y),
        ):
            if step == 0:
                if low > 0 or high < 0:
                    return False
                continue
            near, far = sorted((low / step, high / step))
            begin, end = max(begin, near), min(end, far)
        return begin < end


def map_layout(tour: Tour, names: Sequence[str], language: str | None) -> Layout:
    """Return the layout of a map: x to the right, y upwards, in the same scale."""
    graph = tour.ground
    assert isinstance(graph, Graph)
    places = _scaled(graph.positions)
    steps = [*pairwise((*tour.order, *tour.order[: tour.closed]))]
    lines = [(places[a], places[b]) for a, b in steps]
    boxes = [_Box(x - _DOT, y - _DOT, x + _DOT, y + _DOT) for x, y in places]
    taken: list[_Box] = []
    labels: list[Label] = []
    size = SIZE if len(names) <= MANY else SMALL
    if len(names) <= MOST_LABELS:
        ends = tour.order[:1] if tour.closed else (*tour.order[:1], *tour.order[-1:])
        for v in dict.fromkeys((*ends, *tour.order)):
            labels += _put(_around(places[v], names[v], size), taken, boxes, lines, v in ends)
    weights: list[Label] = []
    if len(steps) <= MOST_WEIGHTS:
        for at, (a, b) in enumerate(steps):
            others = [*lines[:at], *lines[at + 1 :]]
            text = _weight_text(graph.weight(a, b), language)
            weights += _put(_along(*lines[at], text), taken, boxes, others, False) if text else []
    return _framed(Layout(0, 0, places, size, labels, weights), [*boxes, *taken])


def _scaled(positions: Sequence[Point]) -> list[Point]:
    """Return positions in units of the picture, from its upper left corner, y downwards."""
    largest = max((abs(part) for point in positions for part in point), default=0) or 1
    points = [(x / largest, -y / largest) for x, y in positions]  # no difference is too large
    left, top = (min((point[i] for point in points), default=0) for i in (0, 1))
    span = (
        max((p[0] - left for p in points), default=0),
        max((p[1] - top for p in points), default=0),
    )
    scale = SIDE / (max(span) or 1)
    return [((x - left) * scale, (y - top) * scale) for x, y in points]


def _around(place: Point, text: str, size: int) -> Iterator[tuple[Label, _Box]]:
    """Yield the places of a label around its vertex, the best first."""
    wide = _WIDTH * size * len(text)
    for side, across, down in _AROUND:
        x, y = place[0] + 10 * across, place[1] + 14 * down
        left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[side]
        box = _Box(left, y - size / 2, left + wide, y + size / 2)
        yield Label(x, y + 0.35 * size, side, text), box


def _along(start: Point, end: Point, text: str) -> Iterator[tuple[Label, _Box]]:
    """Yield the places of a weight on its line, or next to it, the best first."""
    half = _WIDTH * SMALL * len(text) / 2
    length = dist(start, end) or 1
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    for share, aside in _ALONG:
        x = start[0] + share * length * across - aside * down
        y = start[1] + share * length * down + aside * across
        box = _Box(x - half, y - SMALL / 2, x + half, y + SMALL / 2)
        yield Label(x, y + 0.35 * SMALL, "middle", text), box


def _put(
    candidates: Iterable[tuple[Label, _Box]],
    taken: list[_Box],
    dots: Sequence[_Box],
    lines: Sequence[tuple[Point, Point]],
    needed: bool,
) -> list[Label]:
    """Return the label in its best place, and add its box to those taken; or nothing."""

    def hidden(candidate: tuple[Label, _Box]) -> tuple[int, int, int]:
        box = candidate[1]
        counts = sum(map(box.meets, taken)), sum(map(box.meets, dots))
        return *counts, sum(map(box.crossed_by, lines))

    best = min(candidates, key=hidden)
    if any(hidden(best)[:2]) and not needed:
        return []
    taken.append(best[1])
    return [best[0]]


def _weight_text(weight: Number | None, language: str | None) -> str:
    """Return a weight as it is written in a language; nothing if there is none."""
    if weight is None:
        return ""
    known = number_json(weight)
    return number(known, language, ".6g" if isinstance(known, float) else "")


def _framed(layout: Layout, boxes: Sequence[_Box]) -> Layout:
    """Return a layout with a margin around all its boxes."""
    left = min((box.left for box in boxes), default=0) - _MARGIN
    top = min((box.top for box in boxes), default=0) - _MARGIN
    right = max((box.right for box in boxes), default=0) + _MARGIN
    bottom = max((box.bottom for box in boxes), default=0) + _MARGIN
    labels, weights = (
        [Label(x - left, y - top, side, text) for x, y, side, text in some]
        for some in (layout.labels, layout.weights)
    )
    places = [(x - left, y - top) for x, y in layout.places]
    return Layout(round(right - left), round(bottom - top), places, layout.size, labels, weights)
