"""The positions of squares, moves and characters in a picture, in its own units.

The layers of a box stand side by side. Hexagons are as wide as squares, triangles have sides of
``SIDE``; their grid says where each is, and all else is drawn by the outlines and middles of cells.
Characters are strokes on a grid 4 wide and 6 high, so
that a picture looks the same everywhere and needs no font. On a cylinder or a torus a move that
crosses an edge leaves there and comes back in at the opposite edge.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from caballero.machine.errors import InvalidInput, TooLarge
from caballero.machine.limits import paused
from caballero.model.board import Board, Square
from caballero.model.piece import Move
from caballero.model.tour import Tour

if TYPE_CHECKING:
    from caballero.model.grid import Grid

Point: TypeAlias = tuple[float, float]

MARGIN: Final = 20
"""The room for coordinates at the left and below, in units of the picture."""

CELL: Final = 40
"""The side of a square, in units of the picture."""

RADIUS: Final = CELL / math.sqrt(3)
"""The distance of a hexagon's corners from its middle, in units of the picture."""

SIDE: Final = 72
"""The side of a triangle, in units of the picture."""

RISE: Final = SIDE * math.sqrt(3) / 2
"""The height of a triangle, in units of the picture."""

HEAD: Final = 10
"""The length of an arrowhead, in units of the picture."""

DASH: Final = (5, 4)
"""The dashes of a line, and the gaps between them, in units of the picture."""

STRIPE: Final = 8
"""From a stripe of a hole to the next, in units of the picture, along a row."""

MAX_SQUARES: Final = 100_000
"""The most squares of a picture; larger pictures would show nothing."""

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
"""The strokes of each digit."""

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

SMALL_LETTERS: Final = {
    "a": "M0.5 2H3L4 3V6H1L0 5V4.5L1 4H4",
    "b": "M0 0V6H3L4 5V3L3 2H0",
    "c": "M4 2H1L0 3V5L1 6H4",
    "d": "M4 0V6H1L0 5V3L1 2H4",
    "e": "M0 4H4V3L3 2H1L0 3V5L1 6H4",
    "f": "M4 0H3L2 1V6M0.5 2.5H3.5",
    "g": "M4 6H1L0 5V3L1 2H4V7L3 8H0.5",
    "h": "M0 0V6M0 2H3L4 3V6",
    "i": "M2 2V6M2 0V0.5",
    "j": "M3 2V7L2 8H0.5M3 0V0.5",
    "k": "M0 0V6M4 2L0 4.5M1.5 3.5L4 6",
    "l": "M1.5 0H2V5L3 6",
    "m": "M0 6V2H3L4 3V6M2 2V6",
    "n": "M0 6V2H3L4 3V6",
    "o": "M0 3L1 2H3L4 3V5L3 6H1L0 5Z",
    "p": "M0 8V2H3L4 3V5L3 6H0",
    "q": "M4 8V2H1L0 3V5L1 6H4",
    "r": "M0.5 2V6M0.5 3.5L2 2H3.5",
    "s": "M4 2H1L0 3L1 4H3L4 5L3 6H0",
    "t": "M1.5 0.5V5L2.5 6H4M0 2H3.5",
    "u": "M0 2V5L1 6H4V2",
    "v": "M0 2L2 6L4 2",
    "w": "M0 2L1 6L2 3L3 6L4 2",
    "x": "M0 2L4 6M4 2L0 6",
    "y": "M0 2V5L1 6H4M4 2V7L3 8H0.5",
    "z": "M0 2H4L0 6H4",
}
"""The strokes of each small letter; some reach two units below the grid."""

OTHERS: Final = {
    " ": "",
    ".": "M2 5.7V6",
    ",": "M2.2 5.4L1.6 7",
    ">": "M0.5 1.5L4 3.5L0.5 5.5",
    "≤": "M4 0.5L0 2.5L4 4.5M0 6H4",
    "–": "M0.5 3.5H3.5",
    "×": "M0.7 2L3.3 5M3.3 2L0.7 5",
    "'": "M2 0V1.5",
    "’": "M2.3 0L1.7 1.5",
    "\u0301": "M1.6 -0.8L2.7 -1.8",
    "\u0308": "M1.2 -1.4V-0.9M2.8 -1.4V-0.9",
    "\u0303": "M0.7 -0.9L1.6 -1.6L2.4 -0.9L3.3 -1.6",
}
"""A blank, marks, and the accents, which are drawn above the letter before them."""

STROKES: Final = {**DIGITS, **LETTERS, **SMALL_LETTERS, **OTHERS}
"""The strokes of every character."""

PITCH: Final = 5.5
"""The distance of two characters, in units of the grid."""

PENS: Final = (0.9, 1.5)
"""The widths of a stroke, in units of the grid: usual and heavy."""


class Extent(NamedTuple):
    """The number of layers of a board, and the rows and columns of each."""

    layers: int
    rows: int
    columns: int

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of all layers, side by side."""
        gaps = (self.layers - 1) * CELL // 2
        return self.layers * self.columns * CELL + gaps, self.rows * CELL


def extent(board: Board) -> Extent:
    """Return the size of a board in a picture."""
    *outer, rows, columns = board.shape
    return Extent(math.prod(outer), rows, columns)


def size_of(board: Board) -> tuple[int, int]:
    """Return the width and height of a board in a picture."""
    grid = board.grid
    if grid is None:
        return extent(board).size
    rows = range(board.shape[0])
    across = max(grid.x((row, count - 1)) for row, (_, count) in enumerate(grid.rows))
    if grid.kind == "hex":
        return (across + 2) * CELL // 2, math.ceil(RADIUS * (1.5 * len(rows) + 0.5))
    return (across + 2) * SIDE // 2, math.ceil(RISE * len(rows))


def refuse_huge(board: Board) -> None:
    """Raise :class:`TooLarge` if a board is too large for a picture."""
    if board.size > MAX_SQUARES:
        raise TooLarge("picture-too-large", board=board.name, count=board.size, most=MAX_SQUARES)


def corner(board: Board, square: Square) -> Point:
    """Return the top left point of a square; of other cells, of the square around their middle."""
    if board.grid is not None:
        x, y = centre(board, square)
        return x - CELL / 2, y - CELL / 2
    *place, row, column = square
    layer = 0
    for coordinate, side in zip(place, board.shape, strict=False):
        layer = layer * side + coordinate
    across = board.shape[-1] * CELL + CELL // 2
    return layer * across + column * CELL, row * CELL


def centre(board: Board, square: Square) -> Point:
    """Return the point in the middle of a square or another cell."""
    if (grid := board.grid) is None:
        x, y = corner(board, square)
        return x + CELL // 2, y + CELL // 2
    if grid.kind == "hex":
        return (grid.x(square) + 1) * CELL / 2, RADIUS * (1 + 1.5 * square[0])
    thirds = 3 * square[0] + 2 - grid.points_down(square)
    return (grid.x(square) + 1) * SIDE / 2, RISE * thirds / 3


def cell_outline(board: Board, square: Square, inside: float = 0) -> tuple[Point, ...]:
    """Return the corners of a cell, its sides moved inwards by `inside`."""
    if (grid := board.grid) is None:
        x, y = corner(board, square)
        left, top, side = x + inside, y + inside, CELL - 2 * inside
        return (left, top), (left + side, top), (left + side, top + side), (left, top + side)
    x, y = centre(board, square)
    if grid.kind == "hex":
        around, radius = range(-90, 270, 60), RADIUS - 2 / math.sqrt(3) * inside
    else:
        first = 90 if grid.points_down(square) else -90
        around, radius = range(first, first + 360, 120), RISE * 2 / 3 - 2 * inside
    turns = [math.radians(degrees) for degrees in around]
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def inner_holes(board: Board) -> list[Square]:
    """Return the holes from which no way through sides leads out of the board.

    >>> inner_holes(Board("...#\\n.#..\\n...."))
    [(1, 1)]
    """
    holes = {hole: _sides(board, hole) for hole in board.gaps}
    if any(board.wraps):
        return [*holes]  # nothing is outside
    beyond = {side[::-1]: hole for hole, sides in holes.items() for side in sides}
    known = {side for cell in board for side in _sides(board, cell)} | {s[::-1] for s in beyond}
    seen = {h for h, sides in holes.items() if any(s[::-1] not in known for s in sides)}
    open_ones = [*seen]
    for hole in open_ones:
        new = {beyond[side] for side in holes[hole] if side in beyond} - seen
        seen |= new
        open_ones += new
    return [hole for hole in holes if hole not in seen]


def borders(board: Board, width: float) -> list[tuple[Point, ...]]:
    """Return the outlines of lines of this width along all sides that only one cell has.

    >>> borders(Board((1, 1)), 2)[0]
    ((-1.0, -1.0), (41.0, -1.0), (41.0, 1.0), (-1.0, 1.0))
    """
    sides = {side: None for cell in board for side in _sides(board, cell)}
    lines = []
    for (x, y), (x2, y2) in (side for side in sides if side[::-1] not in sides):
        longer = width * 5 / math.hypot(x2 - x, y2 - y)
        u, v = (x2 - x) * longer, (y2 - y) * longer
        around = (x - u + v, y - v - u), (x2 + u + v, y2 + v - u), (x2 + u - v, y2 + v + u)
        lines.append(tuple((px / 10, py / 10) for px, py in (*around, (x - u - v, y - v + u))))
    return lines


def _sides(board: Board, cell: Square) -> list[tuple[Point, Point]]:
    """Return the sides of a cell, clockwise, in tenths of a unit; neighbours share equal sides."""
    corners = [(round(10 * x), round(10 * y)) for x, y in cell_outline(board, cell)]
    return [*zip(corners, [*corners[1:], corners[0]], strict=True)]


def stripes(board: Board, cell: Square) -> Iterator[tuple[Point, ...]]:
    """Yield the outlines of slanting stripes in a cell, which continue in the next cell."""
    around = cell_outline(board, cell)
    least, most = min(map(sum, around)), max(map(sum, around))
    for begin in range(math.ceil(least / STRIPE) * STRIPE, math.floor(most), STRIPE):
        (a, b), (c, d) = (_chord(around, begin + wide) for wide in (0.01, STRIPE / 5))
        yield a, b, d, c


def _chord(around: Sequence[Point], total: float) -> tuple[Point, Point]:
    """Return the two points of an outline whose coordinates have this sum, or nearly."""
    low, high = min(map(sum, around)), max(map(sum, around))
    total = min(max(total, low + 0.01), high - 0.01)
    found = []
    for (x, y), (x2, y2) in pairwise([*around, around[0]]):
        if (x + y < total) != (x2 + y2 < total):
            t = (total - x - y) / (x2 + y2 - x - y)
            found.append((x + (x2 - x) * t, y + (y2 - y) * t))
    first, second = sorted(found)
    return first, second


def steps(tour: Tour, shown: int | None = None) -> list[list[list[Point]]]:
    """Return the lines of each move: several if the move crosses an edge.

    With `shown`, only the moves among the first `shown` squares; else all, with the closing move.

    >>> around = Tour.from_squares("1x4 cylinder", ["a1", "d1"], piece="wazir")
    >>> steps(around)
    [[[(20, 20), (0.0, 20.0)], [(160.0, 20.0), (140, 20)]]]
    """
    board, squares = tour.board, tour.squares
    last = len(squares) if shown is None else min(shown, len(squares))
    ahead = [*squares[1:], squares[0]] if tour.closed and last == len(squares) else squares[1:last]
    if not any(board.wraps):
        centres = [centre(board, square) for square in paused(squares[:last])]
        onward = [centre(board, square) for square in paused(ahead)]
        return [[[a, b]] for a, b in zip(centres, onward, strict=False)]
    moves = frozenset(tour.piece.moves(len(board.shape)))
    return [_lines(board, moves, a, b) for a, b in zip(paused(squares), ahead, strict=False)]


def _lines(board: Board, moves: frozenset[Move], a: Square, b: Square) -> list[list[Point]]:
    """Return a move as straight lines: several if it is possible only across an edge."""
    start, end = centre(board, a), centre(board, b)
    if a[:-2] != b[:-2] or tuple(y - x for x, y in zip(a, b, strict=True)) in moves:
        return [[start, end]]
    step = min(
        (
            move
            for move in moves
            if all(
                (y - x - d) % side == 0 if wraps else y - x == d
                for x, y, d, side, wraps in zip(a, b, move, board.shape, board.wraps, strict=True)
            )
        ),
        key=lambda move: (sum(map(abs, move)), move),
        default=None,
    )
    if step is None:  # not a move: only a partial or wrong tour has it
        return [[start, end]]
    # Coordinates in squares from the corner of the layer; a line from crossing to crossing.
    (y, x), (down, across) = (a[-2] + 0.5, a[-1] + 0.5), step[-2:]
    times = sorted({0.0, 1.0, *_crossings(y, down, board.shape[-2]),
                    *_crossings(x, across, board.shape[-1])})  # fmt: skip
    left, top = start[0] - x * CELL, start[1] - y * CELL
    lines: list[list[Point]] = []
    for begin, stop in pairwise(times):
        middle = (begin + stop) / 2
        rows = math.floor((y + middle * down) / board.shape[-2]) * board.shape[-2]
        columns = math.floor((x + middle * across) / board.shape[-1]) * board.shape[-1]
        lines.append(
            [
                (left + (x + t * across - columns) * CELL, top + (y + t * down - rows) * CELL)
                for t in (begin, stop)
            ]
        )
    lines[0][0], lines[-1][1] = start, end
    return lines


def _crossings(where: float, step: int, side: int) -> list[float]:
    """Return the times from 0 to 1 at which a coordinate crosses an edge of the board."""
    low, high = sorted((where, where + step))
    edges = range(math.ceil(low / side), math.floor(high / side) + 1)
    return [(edge * side - where) / step for edge in edges] if step else []


def dashes(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Yield the dashes of a line through points."""
    for (x, y), (x2, y2) in pairwise(points):
        length = math.dist((x, y), (x2, y2))
        for start in range(0, math.ceil(length), sum(DASH)):
            stop = min(start + DASH[0], length)
            a, b = ((x + (x2 - x) * t, y + (y2 - y) * t) for t in (start / length, stop / length))
            yield a, b


def arrowhead(start: Point, end: Point, tip: float) -> tuple[Point, Point, Point]:
    """Return the head of an arrow, with its tip at this distance from the start of the line."""
    (x, y), length = start, math.dist(start, end)
    across, down = (end[0] - x) / length, (end[1] - y) / length
    back = tip - HEAD
    return (
        (x + across * tip, y + down * tip),
        (x + across * back - down * 4.5, y + down * back + across * 4.5),
        (x + across * back + down * 4.5, y + down * back - across * 4.5),
    )


def _place_names(board: Board, grid: Grid) -> list[Text]:
    """Return the numbers of the rows, left of each, and each letter below the last cell with it."""
    rows, columns = board.shape
    texts = []
    for row in range(rows):
        x, y = centre(board, (row, 0))
        at = x - CELL / 2 - 5 if grid.kind == "hex" else x - SIDE / 4 - 8
        middle = y if grid.kind == "hex" else RISE * (row + 0.5)
        text = Text(0, middle - 4.5, 1.5, str(rows - row))
        texts.append(text._replace(x=at - text.width))
    for place in range(columns):
        last = max(row for row, (_, count) in enumerate(grid.rows) if count > place)
        x, y = centre(board, (last, place))
        name = board.square_name((last, place)).rstrip("0123456789")
        if last == rows - 1:
            x, y = x, size_of(board)[1] + MARGIN / 2
        elif grid.kind == "hex":  # beyond the side at the lower right
            x, y = x + CELL * 0.37, y + CELL * 0.64
        else:
            x, y = x + SIDE / 3, RISE * (last + 1) + 6
        unit = min(1.5, 36 / (PITCH * len(name)))
        text = Text(0, y - 3 * unit, unit, name)
        texts.append(text._replace(x=x - text.width / 2))
    return texts


# -- characters --------------------------------------------------------------------------------


class Label(NamedTuple):
    """A text at the point where its baseline starts, ends or has its middle."""

    x: float
    y: float
    side: str
    text: str


class Text(NamedTuple):
    """Some characters: the position of the first, and the unit of their grid."""

    x: float
    y: float
    unit: float
    characters: str

    @property
    def width(self) -> float:
        """The width of the characters."""
        return (PITCH * len(self.characters) - 1.5) * self.unit

    def strokes(self) -> list[list[Point]]:
        """Return the lines that the pen draws.

        >>> Text(10, 0, 1.0, "7").strokes()
        [[(10.0, 0.0), (14.0, 0.0), (11.5, 6.0)]]
        """
        return [
            [(left + u * self.unit, self.y + v * self.unit) for u, v in line]
            for character, left in self.characters_placed()
            for line in glyph_lines(character)
        ]

    def characters_placed(self) -> Iterator[tuple[str, float]]:
        """Yield each character with its left edge; an accent has that of its letter."""
        if self.characters.isascii():
            for place, character in enumerate(self.characters):
                yield character, self.x + PITCH * self.unit * place
            return
        left = self.x - PITCH * self.unit
        for character in unicodedata.normalize("NFD", self.characters):
            if not unicodedata.combining(character):
                left += PITCH * self.unit
            yield character, left


@lru_cache(64)
def glyph_lines(character: str) -> tuple[tuple[Point, ...], ...]:
    """Return the strokes of a character as lines on its grid."""
    if character not in STROKES:
        raise InvalidInput("picture-character", character=character)
    lines: list[list[Point]] = []
    for command, written in re.findall(r"([MLHVZ])([^MLHVZ]*)", STROKES[character]):
        numbers = [float(number) for number in written.split()]
        match command:
            case "M":
                lines.append([(numbers[0], numbers[1])])
            case "L":
                lines[-1].append((numbers[0], numbers[1]))
            case "H":
                lines[-1].append((numbers[0], lines[-1][-1][1]))
            case "V":
                lines[-1].append((lines[-1][-1][0], numbers[0]))
            case "Z":
                lines[-1].append(lines[-1][0])
    return tuple(map(tuple, lines))


def label_unit(longest: int, small: bool, part: float = 0.42) -> float:
    """Return the unit of the grid of labels, the longest of which has `longest` characters.

    Digits of large labels are `part` of a cell high.
    """
    room = 0.9 if small else part / 0.42 * 0.9
    return min(CELL * (0.2 if small else part) / 6, CELL * room / (PITCH * longest))


def disc_radius(longest: int) -> float:
    """Return the radius of the discs under small texts of at most `longest` characters."""
    unit = label_unit(longest, small=True)
    return round(math.hypot((PITCH * longest - 1.5) * unit, 6 * unit) / 2 + 1, 1)


def place_coordinates(board: Board) -> list[Text]:
    """Return the names of the rows (left) and columns (below each layer); indices in a box."""
    if board.grid is not None:
        return _place_names(board, board.grid)
    layers, rows, columns = extent(board)
    flat = len(board.shape) == 2
    down = [str(rows - r if flat else r) for r in range(rows)]
    across = [
        board.square_name((rows - 1, c)).rstrip("0123456789") if flat else str(c)
        for c in range(columns)
    ]
    unit = min(1.5, (MARGIN - 2) / (PITCH * max(map(len, down))), 36 / (PITCH * len(across[-1])))
    texts = []
    for r, name in enumerate(down):
        text = Text(0, CELL * (r + 0.5) - 3 * unit, unit, name)
        texts.append(text._replace(x=-(MARGIN + text.width) / 2))
    for layer in range(layers):
        left = layer * (columns * CELL + CELL // 2)
        for c, name in enumerate(across):
            text = Text(left + CELL * (c + 0.5), rows * CELL + MARGIN / 2 - 3 * unit, unit, name)
            texts.append(text._replace(x=text.x - text.width / 2))
    return texts
