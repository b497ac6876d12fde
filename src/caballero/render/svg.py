"""A tour as an SVG picture, in several styles and themes.

Numbers are text, which can be selected and searched, in fonts whose digits are equally wide; where
there may be no fonts, `with_strokes` draws them as lines. Colours are attributes, not styles, so
that every program that reads SVG understands them. Equal tours, styles and themes always make equal
bytes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from html import escape, unescape
from itertools import pairwise
from typing import Any

from caballero.machine.limits import paused
from caballero.machine.words import Message
from caballero.model.adjacency import title_on
from caballero.model.board import Board
from caballero.model.graph import Graph
from caballero.model.tour import Tour
from caballero.proof.asking import within

from .layout import (
    CELL,
    DASH,
    MARGIN,
    PENS,
    STROKES,
    Label,
    Text,
    cell_outline,
    corner,
    glyph_lines,
    place_coordinates,
    refuse_huge,
    size_of,
)
from .markup import path_through, rounded, text_group
from .scene import Area, Discs, Dot, Labels, Line, Scene, Shape, Squares, tour_scene
from .themes import Theme, theme_named

_FONT = (
    'font-family="Arial, Helvetica, Liberation Sans, DejaVu Sans, sans-serif" text-anchor="middle"'
)
"""Fonts whose digits are equally wide."""

HEIGHT = 8.4
"""The size of a font whose digits are as high as the grid of strokes, in its units."""

_GROUP = re.compile(
    rf'<g {_FONT} font-size="(?P<size>[\d.]+)" fill="(?P<colour>#\w+)"'
    r"(?P<heavy> font-weight=\"bold\")?>(?P<texts>(?:<text[^<]*</text>)*)</g>"
)


@within
def tour_svg(
    tour: Tour,
    *,
    theme: str = "light",
    width: int | None = None,
    coordinates: bool = False,
    language: str | None = None,
    **how: Any,
) -> str:
    """Return the picture of a tour.

    Parameters
    ----------
    tour : Tour
        On a board of at most ``MAX_SQUARES`` squares; a tour of a graph is drawn by
        :func:`caballero.render.graph.graph_svg`, which has no styles and numbers.
    theme : str
        ``light``, ``dark``, ``wood`` or ``print``.
    width : int, optional
        The width in pixels; by default 40 a square, at most 720.
    coordinates : bool
        Whether to draw the names of the rows and columns.
    language : str, optional
        The language of the title, the reader's by default.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`; no limit by default.
    **how
        ``style``: ``path``, ``numbers``, ``arrows``, ``thread``, ``colours``, ``symmetry`` or
        ``mosaic``; ``first``, the number of the first square; ``numbers`` and ``path``, whether to
        draw them: by default the style decides; ``given``, the squares whose numbers are heavier,
        such as the clues of a puzzle; ``labels``, a mapping from squares, or their
        names, to texts that stand in place of the numbers.

    Raises
    ------
    TooLarge
        If the board has more squares.
    UnknownName
        If the style or theme is unknown.
    InvalidProblem
        If the style is mosaic and the edges of the board meet.
    LimitReached
        If a limit is reached first.

    Examples
    --------
    >>> from caballero import Tour
    >>> from caballero.render.svg import tour_svg
    >>> tour = Tour.from_squares("3x4", ["a3", "b1"])
    >>> tour_svg(tour, numbers=False).count("<path")
    2
    >>> svg = tour_svg(tour, labels={(0, 0): "SAL", (2, 1): "TO"})
    >>> "SAL</text>" in svg, "1</text>" in svg
    (True, False)
    """
    if isinstance(tour.ground, Graph):
        from .graph import graph_svg

        return graph_svg(tour, theme=theme, width=width, language=language)
    board = tour.board
    refuse_huge(board)
    chosen = theme_named(theme)
    about = {"piece": title_on(board, tour.piece), "board": board.name}
    title = Message("picture-closed" if tour.closed else "picture-open", about).text(language)
    scene = Scene(board, tuple(tour_scene(tour, chosen, **how)))
    return scene_svg(scene, chosen, title, width, coordinates)


def scene_svg(
    scene: Scene,
    theme: Theme,
    title: str,
    width: int | None = None,
    coordinates: bool = False,
    description: str = "",
) -> str:
    """Return a scene as a picture."""
    margin = MARGIN if coordinates else 0
    wide, high = (side + 4 + margin for side in size_of(scene.board))
    left, page = -2 - margin, theme.page
    shown = width or min(wide, 720)
    parts = [f"<title>{escape(title, quote=False)}</title>"]
    if page is not None:
        parts.append(f'<path d="M{left}-2h{wide}v{high}h-{wide}z" fill="{page}"/>')
    if description:
        parts.append(f"<desc>{escape(description, quote=False)}</desc>")
    parts += [shape_svg(scene.board, shape) for shape in scene.shapes]
    if coordinates:
        parts.append(_texts(place_coordinates(scene.board), theme.label_ink))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} -2 {wide} {high}" '
        f'width="{shown}" height="{round(high * shown / wide)}" role="img">'
        + "".join(parts)
        + "</svg>"
    )


def shape_svg(board: Board, shape: Shape) -> str:
    """Return a shape as an SVG element."""
    match shape:
        case Squares(squares, fill, grid, title):
            if board.grid is None:
                corners = (corner(board, square) for square in paused(squares))
                outlines = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
            else:
                around = (path_through(cell_outline(board, square)) for square in paused(squares))
                outlines = "".join(f"M{path}Z" for path in around)
            # Without a grid, an outline of the same colour closes the seams between the squares.
            edge = f'stroke="{grid or fill}" stroke-width="0.6"'
            path = f'<path d="{outlines}" fill="{fill}" {edge}/>'
            return f"<g><title>{escape(title)}</title>{path}</g>" if title else path
        case Line(points, colour, width, opacity, dashed):
            through = " ".join(f"{rounded(x)},{rounded(y)}" for x, y in paused(points))
            faint = f' stroke-opacity="{opacity}"' if opacity < 1 else ""
            ends = f'dasharray="{DASH[0]} {DASH[1]}"' if dashed else 'linecap="round"'
            return (
                f'<polyline points="{through}" fill="none" stroke="{colour}" '
                f'stroke-width="{width}" stroke-linejoin="round" stroke-{ends}{faint}/>'
            )
        case Area(outlines, fill):
            through = "".join(f"M{path_through(outline)}Z" for outline in outlines)
            odd = ' fill-rule="evenodd"' if len(outlines) == 1 else ""
            return f'<path d="{through}" fill="{fill}"{odd}/>'
        case Dot(x, y, radius, fill):
            return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>'
        case Discs(centres, radius, fill):
            # Strokes of no length with round ends: a tenth of the size of as many circles.
            dots = "".join(f"M{rounded(x)} {rounded(y)}h0" for x, y in centres)
            return (
                f'<path d="{dots}" stroke="{fill}" stroke-width="{2 * radius:g}" '
                f'stroke-linecap="round"/>'
            )
        case Labels(colour=colour):
            placed = shape.placed(board)
            return "".join(_texts(texts, colour, heavy) for texts, heavy in placed)


def _texts(texts: Sequence[Text], colour: str, heavy: bool = False) -> str:
    """Return texts of one size as a group."""
    labels = [Label(t.x + t.width / 2, t.y + 6 * t.unit, "", t.characters) for t in paused(texts)]
    weight = ' font-weight="bold"' if heavy else ""
    size = f'font-size="{texts[0].unit * HEIGHT:.2f}"'
    return text_group(labels, f'{_FONT} {size} fill="{colour}"{weight}')


def with_strokes(svg: str) -> str:
    """Return a picture of a board with its texts as lines, which need no font.

    Texts with other characters than letters and digits remain.

    >>> from caballero.render.position import position_svg
    >>> svg = position_svg(Board((1, 2)), [((0, 0), "1")])
    >>> svg.count("<text"), with_strokes(svg).count("<text")
    (1, 0)
    """
    return _GROUP.sub(_group_strokes, svg)


def _group_strokes(group: re.Match[str]) -> str:
    """Return a group of texts as a path of strokes; unchanged if a character has none."""
    unit = float(group["size"]) / HEIGHT
    texts = []
    for x, y, escaped in re.findall(r'<text x="(.*?)" y="(.*?)">(.*?)</text>', group["texts"]):
        characters = unescape(escaped)
        if not STROKES.keys() >= {*unicodedata.normalize("NFD", characters)}:
            return group[0]
        text = Text(float(x), float(y) - 6 * unit, unit, characters)
        texts.append(text._replace(x=text.x - text.width / 2))
    return _strokes(texts, unit, group["colour"], bool(group["heavy"]))


def _strokes(texts: Iterable[Text], unit: float, colour: str, heavy: bool) -> str:
    """Return texts of one size as one path of strokes."""
    glyphs: dict[str, tuple[float, float, str]] = {}  # a character's path is the same everywhere
    strokes = []
    for text in texts:
        for character, left in text.characters_placed():
            if character not in glyphs:
                glyphs[character] = _glyph(character, unit)
            x, y, path = glyphs[character]
            strokes.append(f"M{rounded(left + x)} {rounded(text.y + y)}{path}")
    return (
        f'<path d="{"".join(strokes)}" fill="none" stroke="{colour}" '
        f'stroke-width="{unit * PENS[heavy]:.2f}" stroke-linecap="round" '
        f'stroke-linejoin="round"/>'
    )


def _glyph(character: str, unit: float) -> tuple[float, float, str]:
    """Return where the pen begins, from the upper left corner, and its path from there."""
    corners = [
        [(round(10 * u * unit), round(10 * v * unit)) for u, v in line]
        for line in glyph_lines(character)
    ]  # in tenths, so that no rounding adds up
    if not corners:
        return 0, 0, ""
    first = x, y = corners[0][0]
    path = ""
    for place, line in enumerate(corners):
        if place:
            path += _relative("m", line[0][0] - x, line[0][1] - y)
        for before, (x, y) in pairwise(line):
            path += _relative("l", x - before[0], y - before[1])
        x, y = line[-1]
    return first[0] / 10, first[1] / 10, path


def _relative(command: str, x: int, y: int) -> str:
    """Return a step of the pen in as few characters as possible."""
    if command == "l" and 0 in (x, y):
        return f"h{x / 10:g}" if y == 0 else f"v{y / 10:g}"
    return f"{command}{x / 10:g}{'' if y < 0 else ' '}{y / 10:g}"
