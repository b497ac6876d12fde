"""A tour of a graph as an SVG picture: a map, or the vertices on a circle.

A graph with positions is drawn as a map (:mod:`.map`). Without them the vertices are on a circle in
the order of the tour, so the tour is the circle itself, and the other edges are chords; a path
leaves a gap between its ends. In a directed graph every edge has an arrowhead. Labels are text,
unlike the numbers on boards, because they may be any words. Equal tours always make equal bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import Final

from caballero.machine.errors import TooLarge
from caballero.machine.words import Message
from caballero.model.graph import Graph
from caballero.model.tour import Tour

from .layout import HEAD, Label, Point, arrowhead
from .map import SIZE, SMALL, Layout, map_layout
from .markup import path_through, text_group
from .themes import Theme, theme_named

MAX_VERTICES: Final = 500
"""The most vertices of a picture."""

MAX_EDGES: Final = 20_000
"""The most edges of a picture."""

LONGEST: Final = 12
"""The most characters of a label that are shown."""

DOT: Final = 6
"""The radius of the dot of a first or last vertex."""


def refuse_large_graph(graph: Graph) -> None:
    """Raise :class:`TooLarge` for a graph that is too large for a picture.

    >>> refuse_large_graph(Graph.from_edges([(0, 1)]))
    """
    if len(graph) > MAX_VERTICES or graph.edge_count > MAX_EDGES:
        most = {"most": MAX_VERTICES, "most_edges": MAX_EDGES}
        raise TooLarge("picture-graph", count=len(graph), edges=graph.edge_count, **most)


def graph_svg(
    tour: Tour, *, theme: str = "light", width: int | None = None, language: str | None = None
) -> str:
    """Return the picture of a tour of a graph.

    If the graph has positions it is a map: the vertices are where they are, the tour is a strong
    line over the other edges, which are left out if the graph is complete, and the weights
    of its edges are on it if these are at most ``MOST_WEIGHTS``. Maps of more than ``MOST_LABELS``
    vertices have no labels.

    Parameters
    ----------
    tour : Tour
        A tour of a graph with at most ``MAX_VERTICES`` vertices and ``MAX_EDGES`` edges.
    theme : str
        ``light``, ``dark``, ``wood`` or ``print``.
    width : int, optional
        The width in pixels; by default it grows with the vertices, up to 720.
    language : str, optional
        The language of the title, the reader's by default.

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
    is_map = bool(graph.positions)
    layout = map_layout(tour, names, language) if is_map else _circle(tour, names)
    page = colours.light if is_map else colours.page or "#ffffff"
    wide, high, places = layout.width, layout.height, layout.places
    # Rounding the height of a map must leave no seam at its ground.
    ground = (
        f"M-1-1h{wide + 2}v{high + 2}h-{wide + 2}z" if is_map else f"M0 0h{wide}v{high}h-{wide}z"
    )
    shown = width or min(wide, 720)
    kind = "picture-cycle" if tour.closed else "picture-path"
    title = Message(kind, {"count": len(graph)}).text(language)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{shown}" height="{max(round(high * shown / wide), 1)}" role="img">'
        f"<title>{escape(title, quote=False)}</title>",
        f'<path d="{ground}" fill="{page}"/>',
        *_edges(tour, places, colours, heads=graph.directed or (is_map and not tour.closed)),
    ]
    dots = dict.fromkeys(() if tour.closed else tour.order[-1:], colours.end)
    dots |= dict.fromkeys(tour.order[:1], colours.start)
    for v in tour.order:
        x, y = places[v]
        fill = dots.get(v, colours.ink)
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DOT if v in dots else 4}" fill="{fill}"/>'
        )
    # An outline in the colour of the page keeps texts on lines readable.
    halo = f' stroke="{page}" stroke-width="5" paint-order="stroke"' if is_map else ""
    for labels, size, colour in (
        (layout.weights, SMALL, colours.line),
        (layout.labels, layout.size, colours.ink),
    ):
        if labels:
            font = f'font-family="sans-serif" font-size="{size}" fill="{colour}"{halo}'
            parts.append(text_group(labels, font))
    return "".join([*parts, "</svg>"])


def _edges(tour: Tour, places: Sequence[Point], colours: Theme, *, heads: bool) -> list[str]:
    """Return the tour as a strong line over the other edges; with arrowheads, if wanted."""
    graph = tour.ground
    assert isinstance(graph, Graph)
    steps = {*pairwise((*tour.order, *tour.order[: tour.closed]))}
    used = steps if graph.directed else steps | {(b, a) for a, b in steps}
    others = [edge for edge in graph.edges() if edge not in used]
    pairs = len(graph) * (len(graph) - 1) // (1 if graph.directed else 2)
    if graph.positions and graph.edge_count == pairs:
        others = []  # all pairs are joined: the lines would cover the map and say nothing
    chords = "".join(f"M{path_through((places[a], places[b]))}" for a, b in others)
    line = path_through([places[v] for v in tour.order]) + ("Z" if tour.closed else "")
    parts = [
        f'<path d="{chords}" fill="none" stroke="{colours.ink}" stroke-opacity="0.3"/>',
        f'<path d="M{line}" fill="none" stroke="{colours.line}" stroke-width="3" '
        'stroke-linejoin="round"/>',
    ]
    drawn = [(others, colours.ink, "0.3")] if graph.directed else []
    drawn += [(sorted(steps), colours.line, "1")] if heads else []
    for edges, colour, opacity in drawn:
        lines = [(places[a], places[b]) for a, b in edges]
        room = [line for line in lines if dist(*line) >= HEAD + DOT]
        tips = [arrowhead(*line, dist(*line) - DOT) for line in room]
        triangles = "".join(f"M{path_through(tip)}Z" for tip in tips)
        parts.append(f'<path d="{triangles}" fill="{colour}" fill-opacity="{opacity}"/>')
    return parts


def _circle(tour: Tour, names: Sequence[str]) -> Layout:
    """Return the vertices on a circle, clockwise from the top, in the order of the tour."""
    radius = max(80, len(names) * 1.4 * SIZE / (2 * pi))
    half = round(radius + 24 + 0.62 * SIZE * max(map(len, names), default=0))
    count = len(tour.order) + (not tour.closed)  # a path leaves a place free
    places: list[Point] = [(0, 0)] * len(names)
    for i, v in enumerate(tour.order):
        turn = 2 * pi * (i / count)
        places[v] = half + radius * sin(turn), half - radius * cos(turn)
    labels = [_label(names[v], places[v], half) for v in tour.order]
    return Layout(2 * half, 2 * half, places, SIZE, labels, [])


def _label(name: str, place: Point, half: float) -> Label:
    """Return the label of a vertex, outside the circle."""
    x, y = place[0] - half, place[1] - half
    length = (x * x + y * y) ** 0.5
    x, y = x * (1 + 12 / length), y * (1 + 12 / length)
    side = "middle" if abs(x) < length / 4 else "start" if x > 0 else "end"
    # The baseline is below the middle of the letters.
    return Label(half + x, half + y + SIZE * (0.35 + 0.35 * y / length), side, name)


def _shown(label: str) -> str:
    """Return a label without what XML excludes, and not too long."""
    clean = "".join(c if c.isprintable() else " " for c in label)
    return clean if len(clean) <= LONGEST else clean[: LONGEST - 1] + "…"
