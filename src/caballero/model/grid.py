"""Grids of hexagons and of triangles: the cells of a board that are no squares.

A cell is (row, place in the row), both from 0, as on a rectangle; but each row begins at a point of
its own. A grid says where: each row has an indent, in half cells, and a length. So a cell stands at
a *point* (row, x), x in half cells from the left: hexagons are 2 apart, triangles 1. All
geometry is that of points: a move is a *step* from point to point, the same from every cell.

- Hexagons stand on a corner, and each row is shifted by half a cell. A leap (r, s) goes r cells in
  any of the six directions and s in a neighbouring direction, so a knight's 1,2 is that of
  hexagonal chess; ``step`` and ``king`` both go to the six cells that touch.
- Triangles point up and down by turns. The steps of a triangle that points down are upside down.
  ``step`` goes across a side, ``king`` across a corner, too; there are no other pieces.

For symmetries, a point has three coordinates with the sum 0, for the three directions of the grid:
the twelve symmetries of a hexagon exchange them, or exchange them and reverse all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from caballero.machine.errors import InvalidBoard, InvalidPiece
from caballero.machine.values import frozen

from .drawing import Cell
from .piece import KING, Move, Piece

Row = tuple[int, int]
"""The indent of a row in half cells, and the number of its cells."""

MOST_CELLS: Final = 2**20
"""The most cells of a grid, missing cells of shorter rows included."""

_NAME: Final = re.compile(r"\s*(hex|tri)\s*([0-9]{1,19})(?:\s*[xX×]\s*([0-9]{1,19}))?\s*", re.I)

_AROUND: Final = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
"""The steps to the six neighbours of a hexagon, clockwise."""

_SIDES: Final = ((0, -1), (0, 1), (1, 0))
"""The steps across the sides of a triangle that points up."""

_CORNERS: Final = (
    (-1, -1), (-1, 0), (-1, 1), (0, -2), (0, 2), (1, -2), (1, -1), (1, 1), (1, 2),
)  # fmt: skip
"""The steps across its corners alone."""

Point3 = tuple[int, int, int]


@frozen
class Grid:
    """The rows of a board of hexagons (``hex``) or triangles (``tri``).

    The first cell of the first row is a triangle that points up.
    """

    kind: str
    rows: tuple[Row, ...]

    # -- names ---------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name that :func:`named_grid` reads; of a drawn shape, the lengths of its rows."""
        rows, most = len(self.rows), max(count for _, count in self.rows)
        for name in (f"{self.kind}{_side(self.kind, rows)}", f"{self.kind}{rows}x{most}"):
            if named_grid(name, any_size=True) == self:
                return name
        lengths = [str(count) for _, count in self.rows]
        return f"{self.kind} {'+'.join(lengths[:8])}{'+…' if len(lengths) > 8 else ''}"

    @property
    def is_named(self) -> bool:
        """Whether the name says all, because the shape is not drawn."""
        return " " not in self.name

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows, and of the cells of the longest."""
        return len(self.rows), max(count for _, count in self.rows)

    def lacking(self) -> Iterator[tuple[int, int]]:
        """Yield the places behind the ends of the shorter rows."""
        most = self.shape[1]
        for row, (_, count) in enumerate(self.rows):
            yield from ((row, place) for place in range(count, most))

    def has(self, square: Sequence[int]) -> bool:
        """Return whether a place of the box is within its row."""
        return square[1] < self.rows[square[0]][1]

    # -- points and steps ----------------------------------------------------------------------

    @property
    def pitch(self) -> int:
        """How far apart the cells of a row are, in half cells."""
        return 2 if self.kind == "hex" else 1

    def x(self, square: Sequence[int]) -> int:
        """Return the distance of a cell from the left, in half cells."""
        return self.rows[square[0]][0] + self.pitch * square[1]

    def square_at(self, row: int, x: int) -> tuple[int, int] | None:
        """Return the cell at a point; None if none is there."""
        if not 0 <= row < len(self.rows):
            return None
        indent, count = self.rows[row]
        place, off = divmod(x - indent, self.pitch)
        return (row, place) if not off and 0 <= place < count else None

    def points_down(self, square: Sequence[int]) -> bool:
        """Return whether a cell is a triangle that points down."""
        return self.kind == "tri" and (square[0] + self.x(square) - self.rows[0][0]) % 2 == 1

    def step(self, a: Sequence[int], b: Sequence[int]) -> Move:
        """Return the step from a cell to another, as :meth:`steps` has them."""
        down = b[0] - a[0]
        return -down if self.points_down(a) else down, self.x(b) - self.x(a)

    def reached(self, square: Sequence[int], step: Move) -> tuple[int, int] | None:
        """Return the cell that a step leads to; None beyond the board."""
        down, across = step
        row = square[0] - down if self.points_down(square) else square[0] + down
        return self.square_at(row, self.x(square) + across)

    def steps(self, piece: Piece) -> tuple[Move, ...]:
        """Return the steps of a piece's moves, in increasing order.

        Raises :class:`InvalidPiece` for a leaper among triangles, or in three directions.
        """
        if self.kind == "tri":
            if piece not in (KING, Piece("step")):
                raise InvalidPiece("piece-on-triangles", piece=piece.title, board=self.name)
            return tuple(sorted(_SIDES if piece != KING else _SIDES + _CORNERS))
        found: set[Move] = set()
        for leap in ((1,),) if piece == KING else piece.leaps:
            if len(leap) > 2:
                raise InvalidPiece("piece-on-hexagons", piece=piece.title, board=self.name)
            far, near = (*leap, 0)[:2]
            for turn, (down, across) in enumerate(_AROUND):
                for down2, across2 in (_AROUND[turn - 1], _AROUND[turn - 5]):
                    found.add((far * down + near * down2, far * across + near * across2))
        return tuple(sorted(found))

    def alternates(self, piece: Piece) -> bool:
        """Return whether every move changes the colour: across the sides of triangles."""
        return self.kind == "tri" and piece == Piece("step")

    # -- symmetries ----------------------------------------------------------------------------

    def point3(self, square: Sequence[int]) -> Point3:
        """Return the three coordinates of a cell's middle, whose sum is 0; in thirds."""
        x, down = 3 * self.x(square), 3 * square[0]
        if self.kind == "tri":
            down += 2 - self.points_down(square)
        return x - down, 2 * down, -x - down

    def distance(self, a: Sequence[int], b: Sequence[int]) -> float:
        """Return the distance of two middles: 1 is the width of a hexagon, the side of a triangle.

        >>> named_grid("hex3").distance((0, 0), (0, 2)), named_grid("tri3").distance((2, 0), (2, 2))
        (2.0, 1.0)
        """
        apart = zip(self.point3(a), self.point3(b), strict=True)
        return math.sqrt(sum((x - y) ** 2 for x, y in apart) / 72)

    def square_of(self, point: Sequence[int]) -> tuple[int, int] | None:
        """Return the cell with this middle; None if none has it."""
        down, half = divmod(point[1], 2)
        x, third = divmod(point[0] + down, 3)
        square = self.square_at(down // 3, x)
        fits = square is not None and not half and not third and self.point3(square) == tuple(point)
        return square if fits else None


def turned(
    grid: Grid, among: Iterable[Sequence[int]], axes: Sequence[int], flip: bool
) -> list[tuple[int, int] | None]:
    """Return the image of each cell, about the middle of all of them; None beyond the rows.

    The new coordinates are the old coordinates in the order of `axes`, reversed if `flip`.
    """
    points = [grid.point3(square) for square in among]
    count = len(points)
    middle = [sum(along) for along in zip(*points, strict=True)]
    images: list[tuple[int, int] | None] = []
    for point in points:
        away = [count * point[axis] - middle[axis] for axis in axes]
        back = [divmod(m - a if flip else m + a, count) for a, m in zip(away, middle, strict=True)]
        exact = not any(rest for _, rest in back)
        images.append(grid.square_of([n for n, _ in back]) if exact else None)
    return images


# -- reading -----------------------------------------------------------------------------------


def named_grid(text: str, *, any_size: bool = False) -> Grid | None:
    """Read ``hex5``, ``hex4x6``, ``tri6`` or ``tri4x6``; None for another name.

    >>> named_grid("hex2x3").rows, named_grid("tri2").rows, named_grid("8x8")
    (((0, 3), (1, 3)), ((1, 1), (0, 3)), None)
    """
    match = _NAME.fullmatch(text)
    if not match:
        return None
    kind, sides = match[1].lower(), [int(side) for side in match.groups()[1:] if side]
    if not all(sides):
        raise InvalidBoard("board-side", side=0)
    first, last = sides[0], sides[-1]
    if (cells := first * last if sides[1:] else 4 * first * first) > MOST_CELLS and not any_size:
        raise InvalidBoard("grid-large", board=text.strip(), count=cells, most=MOST_CELLS)
    if sides[1:]:
        shifted = kind == "hex"
        return Grid(kind, tuple((shifted * (row % 2), last) for row in range(first)))
    if kind == "hex":
        return Grid(kind, tuple((abs(d), 2 * first - 1 - abs(d)) for d in range(1 - first, first)))
    return Grid(kind, tuple((first - 1 - row, 2 * row + 1) for row in range(first)))


def _side(kind: str, rows: int) -> int:
    return (rows + 1) // 2 if kind == "hex" else rows


def heading_grid(text: str) -> tuple[str, str]:
    """Return the line above a drawing that names its cells or its grid, and the drawing.

    >>> heading_grid("hex3\\n. ."), heading_grid(". .\\n. .")
    (('hex3', '. .'), ('', '. .\\n. .'))
    """
    line, _break, rest = text.strip("\n").partition("\n")
    word = line.strip().lower()
    return (word, rest) if word in KINDS or _NAME.fullmatch(word) else ("", text)


KINDS: Final = ("hex", "tri")
"""The kinds of grid."""


def parse_rows(text: str, name: str) -> tuple[Grid, dict[Cell, str]] | None:
    """Read a drawing on a grid: its rows, and the text of each cell.

    `name` is a kind, or the name of a grid, whose rows need no indents; or nothing: then a drawing
    shows hexagons if each row is shifted by half a cell, else the result is None.

    >>> parse_rows(" . .\\n. # .", "")[0]
    Grid(kind='hex', rows=((1, 2), (0, 3)))
    """
    lines = [line.rstrip().expandtabs() for line in text.strip("\n").split("\n")]
    found = [[*re.finditer(r"\S+", line)] for line in lines if line]
    if not name and (len(found) < 2 or len(found) < len(lines) or max(map(len, found)) < 2):
        return None
    if not found:
        raise InvalidBoard("drawing-empty")
    grid = named_grid(name) or _indented(found, name)
    if grid is None:
        return None
    if len(grid.rows) != len(found):
        data = {"count": len(found), "rows": len(grid.rows)}
        raise InvalidBoard("drawing-grid-rows", board=grid.name, **data)
    for row, (cells, (_, count)) in enumerate(zip(found, grid.rows, strict=True)):
        if len(cells) != count:
            data = {"row": row + 1, "count": len(cells), "cells": count}
            raise InvalidBoard("drawing-grid-row", board=grid.name, **data)
    return grid, {(r, c): cell[0] for r, row in enumerate(found) for c, cell in enumerate(row)}


def _indented(found: Sequence[Sequence[re.Match[str]]], kind: str) -> Grid | None:
    """Return the grid of a drawing by the ends of its cells; None if it has no kind and is none."""
    ends = [[cell.end() for cell in row] for row in found]
    gaps = {b - a for row in ends for a, b in pairwise(row)}
    pitch = gaps.pop() if len(gaps) == 1 else 0 if gaps else 2
    left = min(row[0] for row in ends)
    half = pitch // 2 if kind != "tri" else pitch
    exact = bool(half) and (pitch % 2 == 0 or kind == "tri")
    exact = exact and not any((row[0] - left) % half for row in ends)
    indents = [(row[0] - left) // half for row in ends] if exact else []
    if kind != "tri":
        exact = exact and all((a - b) % 2 for a, b in pairwise(indents))
    if not kind and not (exact and all(abs(a - b) == 1 for a, b in pairwise(indents))):
        return None
    if not exact:
        raise InvalidBoard("drawing-indents" if kind != "tri" else "drawing-indents-triangles")
    rows = tuple(zip(indents, map(len, found), strict=True))
    return Grid(kind or "hex", rows)


def draw_rows(
    grid: Grid,
    cells: Mapping[Cell, str],
    free: str = ".",
    marks: Mapping[Cell, Callable[[str], str]] | None = None,
) -> str:
    """Return a drawing of a grid: the texts of its cells, and `free` in the others.

    `marks` make the texts of some cells stand out.

    >>> print(draw_rows(named_grid("hex2"), {(1, 1): "#"}))
     . .
    . # .
     . .
    """
    width = max(map(len, cells.values()), default=1)
    pitch = width + 1 + (grid.kind == "hex" and (width + 1) % 2)
    lines = []
    for row, (indent, count) in enumerate(grid.rows):
        texts = []
        for square in ((row, place) for place in range(count)):
            text = cells.get(square, free)
            blanks = " " * (width - len(text))
            texts.append(blanks + (marks[square](text) if marks and square in marks else text))
        indented = " " * (indent * pitch // grid.pitch)
        lines.append(indented + (" " * (pitch - width)).join(texts))
    return "\n".join(lines)
