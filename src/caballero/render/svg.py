"""A tour as an SVG picture, in one of several styles and themes.

Digits are drawn as paths, so the picture looks the same everywhere and needs no font. Colours are
attributes, not styles, so that every program that reads SVG understands them. The same tour, style
and theme always make the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from caballero.board import Board, Square
from caballero.tour import Tour
from caballero.words import Message

from .layout import (
    CELL,
    DIGITS,
    LETTERS,
    MAX_SQUARES,
    PITCH,
    Point,
    Text,
    centre,
    corner,
    extent,
    placed,
    refuse_huge,
)
from .scene import Area, Dot, Labels, Line, Shape, Squares, tour_scene
from .themes import THEMES, theme_named

__all__ = [
    "CELL", "DIGITS", "LETTERS", "MAX_SQUARES", "centre", "corner", "filled", "labels", "picture",
    "refuse_huge", "squares_path", "tour_svg",
]  # fmt: skip

_LIGHT_THEME = THEMES["light"]
LIGHT, DARK, INK, LINE, START, END = (
    _LIGHT_THEME.light,
    _LIGHT_THEME.dark,
    _LIGHT_THEME.ink,
    _LIGHT_THEME.line,
    _LIGHT_THEME.start,
    _LIGHT_THEME.end,
)


def tour_svg(
    tour: Tour,
    *,
    style: str = "path",
    theme: str = "light",
    first: int = 1,
    numbers: bool | None = None,
    path: bool | None = None,
    width: int | None = None,
    language: str = "en",
) -> str:
    """Return the picture of a tour.

    Parameters
    ----------
    tour : Tour
        On a board of at most ``MAX_SQUARES`` squares.
    style : str
        ``path``, ``numbers``, ``arrows``, ``thread``, ``colours``, ``symmetry`` or ``mosaic``.
    theme : str
        ``light``, ``dark``, ``wood`` or ``print``.
    first : int
        The number of the first square.
    numbers, path : bool, optional
        What to draw on the board; what the style does unless given.
    width : int, optional
        The width in pixels; 40 a square unless given, at most 720.
    language : str
        Of the title, one of ``caballero.words.LANGUAGES``.

    Raises
    ------
    TooLarge
        If the board has more squares.
    UnknownName
        If there is no such style or theme.
    InvalidProblem
        If the style is mosaic and the edges of the board meet.

    Examples
    --------
    >>> from caballero import Tour
    >>> from caballero.render.svg import tour_svg
    >>> tour = Tour.from_squares("3x4", ["a3", "b1"])
    >>> tour_svg(tour, numbers=False).count("<path")
    2
    """
    board = tour.board
    refuse_huge(board)
    chosen = theme_named(theme)
    shapes = tour_scene(tour, chosen, style=style, first=first, numbers=numbers, path=path)
    about = {"piece": tour.piece.title, "board": board.name}
    title = Message("picture-closed" if tour.closed else "picture-open", about).text(language)
    parts = [drawn(board, shape) for shape in shapes]
    return picture(board, parts, escape(title, quote=False), width, chosen.page)


def picture(
    board: Board, parts: Iterable[str], title: str, width: int | None, page: str | None = None
) -> str:
    """Return a picture of a board with its parts, from the lowest to the uppermost."""
    wide, high = (side + 4 for side in extent(board).size)
    shown = width or min(wide, 720)
    under = "" if page is None else f'<path d="M-2-2h{wide}v{high}h-{wide}z" fill="{page}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {wide} {high}" '
        f'width="{shown}" height="{round(high * shown / wide)}" role="img">'
        f"<title>{title}</title>{under}" + "".join(parts) + "</svg>"
    )


def drawn(board: Board, shape: Shape) -> str:
    """Return a shape as an element of SVG.

    Examples
    --------
    >>> from caballero import Board
    >>> from caballero.render.scene import Dot
    >>> from caballero.render.svg import drawn
    >>> drawn(Board((8, 8)), Dot(20, 20, 6, "#000000"))
    '<circle cx="20" cy="20" r="6" fill="#000000"/>'
    """
    match shape:
        case Squares(squares, fill, grid):
            return filled(board, squares, fill, grid)
        case Line(points, colour, width, opacity):
            through = " ".join(f"{_short(x)},{_short(y)}" for x, y in points)
            faint = f' stroke-opacity="{opacity}"' if opacity < 1 else ""
            return (
                f'<polyline points="{through}" fill="none" stroke="{colour}" '
                f'stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"{faint}/>'
            )
        case Area(outlines, fill):
            around = "".join(f"M{_around(outline)}Z" for outline in outlines)
            odd = ' fill-rule="evenodd"' if len(outlines) == 1 else ""
            return f'<path d="{around}" fill="{fill}"{odd}/>'
        case Dot(x, y, radius, fill):
            return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>'
        case Labels(texts, small, colour):
            return labels(board, texts, small=small, colour=colour)


def squares_path(board: Board) -> str:
    """All dark squares as one path and all light ones as another: few elements, small file."""
    cells: list[list[Square]] = [[], []]
    for square in board:
        cells[board.colour(square)].append(square)
    return "".join(
        filled(board, squares, fill)
        for squares, fill in zip(cells, (LIGHT, DARK), strict=True)
        if squares
    )


def filled(board: Board, squares: Iterable[Square], fill: str, grid: str | None = INK) -> str:
    """Squares of one colour, all in one path."""
    corners = (corner(board, square) for square in squares)
    outlines = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
    # Without a grid, a line of the same colour closes the seams between the squares.
    return f'<path d="{outlines}" fill="{fill}" stroke="{grid or fill}" stroke-width="0.6"/>'


def labels(
    board: Board, texts: Sequence[tuple[Square, str]], *, small: bool, colour: str = INK
) -> str:
    """Numbers or capital letters as strokes, all in one path; small ones stand in the corner."""
    where, unit = placed(board, list(texts), small=small)
    strokes = "".join(map(_written, where))
    return (
        f'<path d="{strokes}" fill="none" stroke="{colour}" '
        f'stroke-width="{unit * 0.9:.2f}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _written(text: Text) -> str:
    """The strokes of a text, moved and scaled; each command's numbers become absolute."""
    return "".join(
        _placed(DIGITS.get(c) or LETTERS[c], text.x + PITCH * text.unit * k, text.y, text.unit)
        for k, c in enumerate(text.characters)
    )


def _placed(strokes: str, x: float, y: float, scale: float) -> str:
    def place(found: re.Match[str]) -> str:
        command, numbers = found[1], [float(n) for n in found[2].split()]
        match command:
            case "H":
                return f"H{_short(x + numbers[0] * scale)}"
            case "V":
                return f"V{_short(y + numbers[0] * scale)}"
            case "Z":
                return "Z"
        return f"{command}{_short(x + numbers[0] * scale)} {_short(y + numbers[1] * scale)}"

    return re.sub(r"([MLHVZ])([^MLHVZ]*)", place, strokes)


def _around(outline: Sequence[Point]) -> str:
    return "L".join(f"{_short(x)} {_short(y)}" for x, y in outline)


def _short(coordinate: float) -> str:
    """A coordinate to a tenth of a unit, a four-hundredth of a square."""
    return f"{coordinate:.1f}".removesuffix(".0")
