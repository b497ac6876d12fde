"""A tour as an SVG picture: the board, the path, the numbers.

Digits are drawn as paths on a 4 × 6 grid, so the picture looks the same everywhere and needs no
font. The layers of a box stand side by side. Colours are attributes, not styles, so that every
program that reads SVG understands them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from caballero.board import Board, Square
from caballero.errors import TooLarge
from caballero.tour import Tour

CELL: Final = 40
"""The side of a square, in SVG units."""

MAX_SQUARES: Final = 100_000
"""Beyond this many squares a picture helps nobody; the caller is told so."""

LIGHT, DARK, INK, LINE, START, END = (
    "#f4ead6",
    "#d9c3a0",
    "#3b2f24",
    "#a33b2b",
    "#2f7d4f",
    "#24508f",
)

DIGITS: Final = {
    "0": "M0 1L1 0H3L4 1V5L3 6H1L0 5Z",
    "1": "M0.5 1.5L2 0V6M0.5 6H3.5",
    "2": "M0 1L1 0H3L4 1V2L0 6H4",
    "3": "M0 0H4L2 2.5H3L4 3.5V5L3 6H1L0 5",
    "4": "M3 6V0L0 4H4",
    "5": "M4 0H0V2.5H3L4 3.5V5L3 6H0",
    "6": "M4 0H2L0 2.5V5L1 6H3L4 5V3.5L3 2.5H0",
    "7": "M0 0H4L1.5 6",
    "8": "M1 0H3L4 1V2L3 3H1L0 2V1ZM1 3L0 4V5L1 6H3L4 5V4L3 3",
    "9": "M4 2.5H1L0 1.5V1L1 0H3L4 1V3.5L2 6H0.5",
    "-": "M0.5 3H3.5",
}
"""The strokes of each digit, on a grid 4 wide and 6 high."""

LETTERS: Final = {
    "A": "M0 6V2L2 0L4 2V6M0 4H4",
    "B": "M0 0H3L4 1V2L3 3H0M3 3L4 4V5L3 6H0V0",
    "C": "M4 1L3 0H1L0 1V5L1 6H3L4 5",
    "D": "M0 0H2.5L4 1.5V4.5L2.5 6H0Z",
    "E": "M4 0H0V6H4M0 3H3",
    "F": "M4 0H0V6M0 3H3",
    "G": "M4 1L3 0H1L0 1V5L1 6H3L4 5V3.5H2.5",
    "H": "M0 0V6M4 0V6M0 3H4",
    "I": "M2 0V6M1 0H3M1 6H3",
    "J": "M2 0H4V5L3 6H1L0 5",
    "K": "M0 0V6M4 0L0 3.5M1.5 2.5L4 6",
    "L": "M0 0V6H4",
    "M": "M0 6V0L2 2.5L4 0V6",
    "N": "M0 6V0L4 6V0",
    "O": "M0 1L1 0H3L4 1V5L3 6H1L0 5Z",
    "P": "M0 6V0H3L4 1V2.5L3 3.5H0",
    "Q": "M0 1L1 0H3L4 1V5L3 6H1L0 5ZM2.5 4L4 6",
    "R": "M0 6V0H3L4 1V2.5L3 3.5H0M2 3.5L4 6",
    "S": "M4 1L3 0H1L0 1V2L1 3H3L4 4V5L3 6H1L0 5",
    "T": "M0 0H4M2 0V6",
    "U": "M0 0V5L1 6H3L4 5V0",
    "V": "M0 0L2 6L4 0",
    "W": "M0 0L1 6L2 2.5L3 6L4 0",
    "X": "M0 0L4 6M4 0L0 6",
    "Y": "M0 0L2 3L4 0M2 3V6",
    "Z": "M0 0H4L0 6H4",
    "*": "M2 1V5M0 2L4 4M4 2L0 4",
}
"""The strokes of each letter, on the same grid."""


def tour_svg(
    tour: Tour, *, first: int = 1, numbers: bool = True, path: bool = True, width: int | None = None
) -> str:
    """Return the picture of a tour.

    Parameters
    ----------
    tour : Tour
        On a board of at most ``MAX_SQUARES`` squares.
    first : int
        The number of the first square.
    numbers, path : bool
        What to draw on the board.
    width : int, optional
        The width in pixels; 40 a square unless given, at most 720.

    Raises
    ------
    TooLarge
        If the board has more squares.

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
    squares = tour.squares
    parts = [squares_path(board)]
    if path and len(squares) > 1:
        line = [*squares, squares[0]] if tour.closed else squares
        points = " ".join(f"{x},{y}" for x, y in (centre(board, square) for square in line))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{LINE}" stroke-width="2.5" '
            'stroke-linejoin="round" stroke-linecap="round" stroke-opacity="0.75"/>'
        )
        for square, colour in ((squares[-1], END), (squares[0], START)):
            x, y = centre(board, square)
            parts.append(f'<circle cx="{x}" cy="{y}" r="6" fill="{colour}"/>')
    if numbers:
        # Beside the path, numbers are small and stand in the corner; alone they fill the square.
        parts.append(
            labels(board, [(s, str(first + i)) for i, s in enumerate(squares)], small=path)
        )
    title = f"{tour.piece} {'closed tour' if tour.closed else 'tour'} {board.name}"
    return picture(board, parts, title, width)


def refuse_huge(board: Board) -> None:
    """Raise :class:`TooLarge` if a board is too large for a picture."""
    if board.size > MAX_SQUARES:
        raise TooLarge("picture-too-large", board=board.name, count=board.size, most=MAX_SQUARES)


def picture(board: Board, parts: Iterable[str], title: str, width: int | None) -> str:
    """Return a picture of a board with its parts, from the lowest to the uppermost."""
    layers, rows, columns = _extent(board)
    wide = layers * columns * CELL + (layers - 1) * CELL // 2 + 4
    high = rows * CELL + 4
    shown = width or min(wide, 720)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {wide} {high}" '
        f'width="{shown}" height="{round(high * shown / wide)}" role="img">'
        f"<title>{title}</title>" + "".join(parts) + "</svg>"
    )


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


def filled(board: Board, squares: Iterable[Square], fill: str) -> str:
    """Squares of one colour, all in one path."""
    corners = (_corner(board, square) for square in squares)
    outlines = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
    return f'<path d="{outlines}" fill="{fill}" stroke="{INK}" stroke-width="0.6"/>'


def labels(board: Board, texts: Sequence[tuple[Square, str]], *, small: bool) -> str:
    """Numbers or capital letters as strokes, all in one path; small ones stand in the corner."""
    longest = max((len(text) for _, text in texts), default=1)
    unit = CELL * (0.2 if small else 0.42) / 6
    unit = min(unit, CELL * 0.9 / (5.5 * longest))
    strokes = []
    for square, label in texts:
        wide = (5.5 * len(label) - 1.5) * unit
        x, y = _corner(board, square)
        if small:
            x0, y0 = x + CELL - 3 - wide, y + 3.0
        else:
            x0, y0 = x + (CELL - wide) / 2, y + CELL / 2 - 3 * unit
        strokes += [
            _placed(DIGITS.get(c) or LETTERS[c], x0 + 5.5 * unit * k, y0, unit)
            for k, c in enumerate(label)
        ]
    return (
        f'<path d="{"".join(strokes)}" fill="none" stroke="{INK}" '
        f'stroke-width="{unit * 0.9:.2f}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _placed(strokes: str, x: float, y: float, scale: float) -> str:
    """A digit's strokes, moved and scaled; each command's numbers become absolute."""

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


def _short(coordinate: float) -> str:
    """A coordinate to a tenth of a unit, a four-hundredth of a square."""
    return f"{coordinate:.1f}".removesuffix(".0")


def _extent(board: Board) -> tuple[int, int, int]:
    """How many layers there are, and the rows and columns of each."""
    *outer, rows, columns = board.shape
    layers = 1
    for side in outer:
        layers *= side
    return layers, rows, columns


def _corner(board: Board, square: Square) -> tuple[int, int]:
    *place, row, column = square
    layer = 0
    for coordinate, side in zip(place, board.shape, strict=False):
        layer = layer * side + coordinate
    _, _, columns = _extent(board)
    return layer * (columns * CELL + CELL // 2) + column * CELL, row * CELL


def centre(board: Board, square: Square) -> tuple[int, int]:
    """Return the point in the middle of a square."""
    x, y = _corner(board, square)
    return x + CELL // 2, y + CELL // 2
