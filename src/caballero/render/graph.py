"""A tour of a graph as an SVG picture: the vertices on a circle, in the order of the tour.

So the tour is the circle itself, and the other edges are chords. A path leaves a gap between its
ends. In a directed graph every edge has an arrowhead. Labels are text, unlike the numbers on
boards, because they may be any words. Equal tours always make equal bytes.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final

from caballero.core.errors import TooLarge
from caballero.core.graph import Graph
from caballero.core.tour import Tour
from caballero.core.words import Message

from .layout import Point
from .themes import theme_named

MAX_VERTICES: Final = 500
"""The most vertices of a picture."""

MAX_EDGES: Final = 20_000
"""The most edges of a picture."""

LONGEST: Final = 12
"""The most characters of a label that are shown."""

_SIZE: Final = 14
_HEAD: Final = 9  # the length of an arrowhead


def refuse_large_graph(graph: Graph) -> None:
    """Raise :class:`TooLarge` for a graph that is too large for a picture.

    >>> refuse_large_graph(Graph.from_edges([(0, 1)]))
    """
    if len(graph) > MAX_VERTICES or graph.edge_count > MAX_EDGES:
        most = {"most": MAX_VERTICES, "most_edges": MAX_EDGES}
        raise TooLarge("picture-graph", count=len(graph), edges=graph.edge_count, **most)


def graph_svg(
    tour: Tour, *, theme: str = "light", width: int | None = None, language: str = "en"
) -> str:
    """Return the picture of a tour of a graph.

    Parameters
    ----------
    tour : Tour
        A tour of a graph with at most ``MAX_VERTICES`` vertices and ``MAX_EDGES`` edges.
    theme : str
        ``light``, ``dark``, ``wood`` or ``print``.
    width : int, optional
        The width in pixels; by default it grows with the vertices, up to 720.
    language : str
        The language of the title.

    Raises
    ------
    TooLarge
        If the graph has more vertices or edges.
    UnknownName
        If the theme is unknown.

    Examples
    --------
    >>> from caballero import Graph, find_tour
    >>> from caballero.render.graph import graph_svg
    >>> graph = Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    >>> graph_svg(find_tour(graph, closed=True)).count("<circle")
    4
    """
    graph = tour.ground
    assert isinstance(graph, Graph)
    refuse_large_graph(graph)
    colours = theme_named(theme)
    names = [_shown(str(label)) for label in graph.vertices()]
    radius = max(80, len(graph) * 1.4 * _SIZE / (2 * pi))
    half = round(radius + 24 + 0.62 * _SIZE * max(map(len, names), default=0))
    places = _places(tour, radius, half)
    round_trip = (*tour.order, *tour.order[: tour.closed])
    steps = {*pairwise(round_trip)}
    used = steps if graph.directed else steps | {(b, a) for a, b in steps}
    others = [edge for edge in graph.edges() if edge not in used]
    side = 2 * half
    shown = width or min(side, 720)
    kind = "picture-cycle" if tour.closed else "picture-path"
    title = Message(kind, {"count": len(graph)}).text(language)
    chords = "".join(f"M{_xy(places[a])}L{_xy(places[b])}" for a, b in others)
    line = "L".join(_xy(places[v]) for v in tour.order) + ("Z" if tour.closed else "")
    dots = dict.fromkeys(() if tour.closed else tour.order[-1:], colours.end)
    dots |= dict.fromkeys(tour.order[:1], colours.start)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'width="{shown}" height="{shown}" role="img"><title>{escape(title, quote=False)}</title>',
        f'<path d="M0 0h{side}v{side}h-{side}z" fill="{colours.page or "#ffffff"}"/>',
        f'<path d="{chords}" fill="none" stroke="{colours.ink}" stroke-opacity="0.3"/>',
        f'<path d="M{line}" fill="none" stroke="{colours.line}" stroke-width="3" '
        'stroke-linejoin="round"/>',
    ]
    if graph.directed:
        for edges, colour, opacity in (
            (others, colours.ink, "0.3"),
            (sorted(steps), colours.line, "1"),
        ):
            heads = "".join(_arrowhead(places[a], places[b]) for a, b in edges)
            parts.append(f'<path d="{heads}" fill="{colour}" fill-opacity="{opacity}"/>')
    for v in tour.order:
        x, y = places[v]
        fill = dots.get(v, colours.ink)
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{6 if v in dots else 4}" fill="{fill}"/>'
        )
    parts.append(f'<g font-family="sans-serif" font-size="{_SIZE}" fill="{colours.ink}">')
    parts += [_label(names[v], places[v], half) for v in tour.order]
    return "".join([*parts, "</g></svg>"])


def _arrowhead(start: Point, end: Point) -> str:
    """Return the triangle at the end of an edge, beside the dot of its vertex."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = end[0] - 6 * x, end[1] - 6 * y
    back = tip[0] - _HEAD * x, tip[1] - _HEAD * y
    half = _HEAD / 2
    sides = (back[0] - half * y, back[1] + half * x), (back[0] + half * y, back[1] - half * x)
    return f"M{_xy(tip)}L{_xy(sides[0])}L{_xy(sides[1])}Z"


def _places(tour: Tour, radius: float, half: float) -> dict[int, Point]:
    """Return the place of each vertex: clockwise from the top, in the order of the tour."""
    count = len(tour.order) + (not tour.closed)  # a path leaves one place free
    turns = ((v, 2 * pi * (i / count)) for i, v in enumerate(tour.order))
    return {v: (half + radius * sin(turn), half - radius * cos(turn)) for v, turn in turns}


def _label(name: str, place: Point, half: float) -> str:
    """Return the label of a vertex, outside the circle."""
    x, y = place[0] - half, place[1] - half
    length = (x * x + y * y) ** 0.5
    x, y = x * (1 + 12 / length), y * (1 + 12 / length)
    side = "middle" if abs(x) < length / 4 else "start" if x > 0 else "end"
    # The baseline is below the middle of the letters.
    return (
        f'<text x="{half + x:.1f}" y="{half + y + _SIZE * (0.35 + 0.35 * y / length):.1f}" '
        f'text-anchor="{side}">{escape(name, quote=False)}</text>'
    )


def _shown(label: str) -> str:
    """Return a label without what XML excludes, and not too long."""
    clean = "".join(c if c.isprintable() else " " for c in label)
    return clean if len(clean) <= LONGEST else clean[: LONGEST - 1] + "…"


def _xy(place: Point) -> str:
    return f"{place[0]:.1f} {place[1]:.1f}"
