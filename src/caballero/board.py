"""Boards: rectangles and boxes of squares, with holes, flat or wrapped around.

A board is a value: its sides, its holes, and which axes wrap. Nothing is stored per square, so
a board of side 10^18 costs no more than one of side 8.

**The one order of the squares** is that of reading: row after row from the top, each row from
the left (of a box: layer after layer first). ``index`` and ``square`` go between a square and
its place in that order; holes have no place.

**The names** are those of chess: the first column is a, the *bottom* row is 1, so the top left
square (0, 0) of an 8×8 board is a8. After z the columns go on with aa, ab, …. On a box of three
or more dimensions a square is written as its coordinates, ``0,2,1``.

Invariants: ``0 <= index(s) < len(board)`` for every square; ``square(index(s)) == s``;
``holes`` is sorted, without repetition, and within the box.
"""

from __future__ import annotations

import math
import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final, TypeAlias

from .drawing import MAX_DIMENSIONS, draw_cells, parse_cells
from .errors import InvalidBoard, InvalidSquare, UnknownName

Square: TypeAlias = tuple[int, ...]
"""A place on a board: (row, column) from 0 at the top left; (layer, row, column) in a box."""

SURFACES: Final = ("flat", "cylinder", "torus")
"""The named surfaces: nothing wraps; the columns wrap (last axis); every axis wraps."""


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """The squares of a rectangle or box.

    Parameters
    ----------
    shape : tuple of int
        Its sides: (rows, columns), or (layers, rows, columns), or more; each at least 1.
    holes : tuple of squares, optional
        The places where there is no square.
    wraps : tuple of bool, optional
        For each axis, whether its two ends meet; nowhere unless said.

    Raises
    ------
    InvalidBoard
        If the sides are not whole numbers from 1, there are fewer than two of them or more
        than ``MAX_DIMENSIONS``, a hole lies outside, or no square is left.

    Examples
    --------
    >>> from caballero import Board
    >>> board = Board((3, 4), holes=((0, 0),))
    >>> len(board), (0, 0) in board, board.index((0, 1))
    (11, False, 0)
    >>> print(board.to_drawing())
    #...
    ....
    ....
    """

    shape: tuple[int, ...]
    holes: tuple[Square, ...] = ()
    wraps: tuple[bool, ...] = ()
    _gaps: tuple[int, ...] = field(init=False, compare=False, default=())

    def __post_init__(self) -> None:
        shape = tuple(self.shape)
        if not 2 <= len(shape) <= MAX_DIMENSIONS:
            raise InvalidBoard("board-dimensions", count=len(shape), most=MAX_DIMENSIONS)
        for side in shape:
            if not isinstance(side, int) or isinstance(side, bool) or side < 1:
                raise InvalidBoard("board-side", side=side)
        wraps = tuple(map(bool, self.wraps)) or (False,) * len(shape)
        if len(wraps) != len(shape):
            raise InvalidBoard("board-wraps", count=len(wraps), axes=len(shape))
        holes = tuple(sorted({tuple(hole) for hole in self.holes}))
        for hole in holes:
            if len(hole) != len(shape) or not all(
                0 <= c < s for c, s in zip(hole, shape, strict=True)
            ):
                raise InvalidBoard("hole-outside", hole=_coordinates(hole), sides=_sides(shape))
        if len(holes) == math.prod(shape):
            raise InvalidBoard("board-empty")
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "wraps", wraps)
        object.__setattr__(self, "holes", holes)
        object.__setattr__(self, "_gaps", tuple(map(self._position, holes)))

    # -- reading and writing ---------------------------------------------------------------

    @classmethod
    def parse(cls, text: str | int, surface: str | None = None) -> Board:
        """Read a board's name: its sides, and its surface unless that is flat.

        Parameters
        ----------
        text : str or int
            ``8`` or ``"8"`` (square), ``"5x9"``, ``"4x4x4"``, ``"8x8 torus"``.
        surface : str, optional
            One of ``SURFACES``, if the text does not name it.

        Raises
        ------
        InvalidBoard
            If it is no such text, or the sides make no board.
        UnknownName
            If there is no such surface.

        Examples
        --------
        >>> from caballero import Board
        >>> Board.parse(8) == Board.parse("8x8") == Board((8, 8))
        True
        >>> Board.parse("5x9 cylinder").wraps
        (False, True)
        """
        match = re.fullmatch(
            r"\s*([0-9]{1,19}(?:\s*[xX×]\s*[0-9]{1,19})*)(?:\s+([a-z]+))?\s*", str(text)
        )
        if not match:
            from .words import short

            raise InvalidBoard("board-unreadable", text=short(str(text)))
        sides = tuple(map(int, re.findall(r"\d+", match[1])))
        if len(sides) == 1:
            sides *= 2
        return cls(sides, wraps=wraps_of(match[2] or surface or "flat", len(sides)))

    @property
    def name(self) -> str:
        """The sides, and the surface unless it is flat; holes are not told.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((8, 8)).name, Board((4, 4, 4), wraps=(True, True, True)).name
        ('8x8', '4x4x4 torus')
        """
        return _sides(self.shape) + ("" if self.surface == "flat" else f" {self.surface}")

    @property
    def surface(self) -> str:
        """The name of the surface; ``mixed`` if other axes wrap than the names say."""
        for name in SURFACES:
            if wraps_of(name, len(self.shape)) == self.wraps:
                return name
        return "mixed"

    def on(self, surface: str) -> Board:
        """Return the same squares on another surface.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((8, 8)).on("torus").wraps
        (True, True)
        """
        return Board(self.shape, self.holes, wraps_of(surface, len(self.shape)))

    @classmethod
    def from_drawing(cls, text: str, surface: str = "flat") -> Board:
        """Read a drawing of squares (``.``) and holes (``#``).

        Parameters
        ----------
        text : str
            The drawing; see :mod:`caballero.drawing`.
        surface : str
            One of ``SURFACES``; a drawing does not show it.

        Raises
        ------
        InvalidBoard
            If the rows or layers differ in length, or another character occurs.

        Notes
        -----
        A box whose first side is 1 reads back without that side.

        Examples
        --------
        >>> from caballero import Board
        >>> ring = Board.from_drawing('''
        ... ...
        ... .#.
        ... ...
        ... ''')
        >>> ring.shape, ring.holes
        ((3, 3), ((1, 1),))
        """
        shape, cells = parse_cells(text)
        for square, cell in cells.items():
            if cell not in {".", "#"}:
                raise InvalidBoard("drawing-mark", mark=cell, place=_coordinates(square))
        holes = [square for square, cell in cells.items() if cell == "#"]
        return cls(shape, tuple(holes), wraps_of(surface, len(shape)))

    def to_drawing(self) -> str:
        """Return the drawing of this board; its surface is not shown.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((2, 2, 2)).to_drawing()
        '..\\n..\\n\\n..\\n..'
        """
        return draw_cells(self.shape, dict.fromkeys(self.holes, "#"))

    def square_name(self, square: Square) -> str:
        """Return a square's name: ``a1`` on a rectangle, its coordinates in a box.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((8, 8)).square_name((0, 0)), Board((2, 30)).square_name((1, 27))
        ('a8', 'ab1')
        """
        if len(self.shape) != 2:
            return _coordinates(square)
        row, column = square
        letters = ""
        while column >= 0:
            column, letter = divmod(column, 26)
            letters = chr(ord("a") + letter) + letters
            column -= 1
        return f"{letters}{self.shape[0] - row}"

    def parse_square(self, text: str) -> Square:
        """Read the name of a square of this board: ``a1``, or ``row,column`` from 0.

        Raises
        ------
        InvalidSquare
            If the text names no square, or one outside the board or in a hole.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((8, 8)).parse_square("c2"), Board((8, 8)).parse_square("6,2")
        ((6, 2), (6, 2))
        """
        place = parse_place(text, self.shape[0] if len(self.shape) == 2 else None)
        if place is not None and place in self:
            return place
        from .words import short

        if place is None:
            code = "square-unreadable" if len(self.shape) == 2 else "square-unreadable-box"
            raise InvalidSquare(code, text=short(text))
        inside = len(place) == len(self.shape) and all(
            0 <= c < s for c, s in zip(place, self.shape, strict=True)
        )
        raise InvalidSquare(
            "square-hole" if inside else "square-outside",
            text=short(text),
            sides=_sides(self.shape),
            first=self.square_name(self.square(0)),
            last=self.square_name(self.square(self.size - 1)),
        )

    # -- the squares and their order -------------------------------------------------------

    @property
    def size(self) -> int:
        """The number of squares; unlike ``len``, also where it is beyond 2^63."""
        return math.prod(self.shape) - len(self.holes)

    def __len__(self) -> int:
        """Return the number of squares."""
        return self.size

    def __contains__(self, square: object) -> bool:
        if not isinstance(square, tuple) or len(square) != len(self.shape):
            return False
        for coordinate, side in zip(square, self.shape, strict=True):
            if not isinstance(coordinate, int) or not 0 <= coordinate < side:
                return False
        return not self.holes or not self._is_gap(self._position(square))

    def __iter__(self) -> Iterator[Square]:
        """Yield the squares in their order."""
        everywhere = product(*map(range, self.shape))
        if not self.holes:
            return everywhere
        holes = frozenset(self.holes)
        return (square for square in everywhere if square not in holes)

    def index(self, square: Square) -> int:
        """Return the place of a square in the one order of the squares.

        Raises
        ------
        InvalidSquare
            If it is no square of this board.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((8, 8)).index((1, 0))
        8
        """
        if square not in self:
            raise InvalidSquare(
                "square-outside",
                text=square,
                sides=_sides(self.shape),
                first=self.square_name(self.square(0)),
                last=self.square_name(self.square(self.size - 1)),
            )
        position = self._position(square)
        return position - bisect_left(self._gaps, position)

    def square(self, index: int) -> Square:
        """Return the square at a place in the one order of the squares.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((8, 8)).square(8), Board((3, 3), holes=((0, 0),)).square(0)
        ((1, 0), (0, 1))
        """
        position = index + bisect_right(range(len(self._gaps)), index, key=self._squares_before)
        coordinates = []
        for side in reversed(self.shape):
            position, coordinate = divmod(position, side)
            coordinates.append(coordinate)
        return tuple(reversed(coordinates))

    def colour(self, square: Square) -> int:
        """Return the colour of a square, 0 for that of the top left one, 1 for the other.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((8, 8)).colour((7, 0))
        1
        """
        return sum(square) % 2

    def distances(self) -> array[int]:
        """Return the squared distance of each square from the centre, times four, in order.

        On boards so long that it would not fit in 31 bits, all of them are scaled down.

        Examples
        --------
        >>> from caballero import Board
        >>> list(Board((3, 3)).distances())
        [8, 4, 8, 4, 0, 4, 8, 4, 8]
        """
        scale = sum((side - 1) ** 2 for side in self.shape) // 2**31 + 1
        parts = [[(2 * x - (side - 1)) ** 2 for x in range(side)] for side in self.shape]
        if self.holes:
            sums = (sum(p[x] for p, x in zip(parts, square, strict=True)) for square in self)
            return array("i", [total // scale for total in sums])
        *outer, last = parts
        rows = [sum(row) for row in product(*outer)]
        return array("i", [(row + column) // scale for row in rows for column in last])

    def _position(self, square: Square) -> int:
        """Place among all cells of the box, holes included."""
        position = 0
        for coordinate, side in zip(square, self.shape, strict=True):
            position = position * side + coordinate
        return position

    def _is_gap(self, position: int) -> bool:
        place = bisect_left(self._gaps, position)
        return place < len(self._gaps) and self._gaps[place] == position

    def _squares_before(self, gap: int) -> int:
        """How many squares come before hole number `gap`."""
        return self._gaps[gap] - gap

    def __repr__(self) -> str:
        parts = [repr(self.shape)]
        if self.holes:
            parts.append(f"holes={self.holes!r}")
        if any(self.wraps):
            parts.append(f"wraps={self.wraps!r}")
        return f"Board({', '.join(parts)})"

    def __str__(self) -> str:
        return self.name

    def _repr_svg_(self) -> str | None:
        from .render.showing import board_shown  # a board shows itself, and only then looks up

        return board_shown(self)


def wraps_of(surface: str, dimensions: int) -> tuple[bool, ...]:
    """Return which axes wrap on a named surface.

    Examples
    --------
    >>> from caballero.board import wraps_of
    >>> wraps_of("cylinder", 2)
    (False, True)
    """
    match surface:
        case "flat":
            return (False,) * dimensions
        case "cylinder":
            return (False,) * (dimensions - 1) + (True,)
        case "torus":
            return (True,) * dimensions
    raise UnknownName.among("surface", surface, SURFACES)


def parse_place(text: str, rows: int | None) -> Square | None:
    """Read ``row,column`` coordinates, or a chess name if the number of rows is known.

    Returns
    -------
    tuple of int or None
        None if it is neither; the place may lie outside any board.

    Examples
    --------
    >>> from caballero.board import parse_place
    >>> parse_place("b3", rows=3), parse_place("0,1", rows=None), parse_place("?", rows=3)
    ((0, 1), (0, 1), None)
    """
    text = text.strip().strip("()")
    if re.fullmatch(r"-?\d{1,19}(\s*,\s*-?\d{1,19})+", text, re.ASCII):
        return tuple(map(int, text.split(",")))
    name = re.fullmatch(r"([a-z]{1,8})(\d{1,19})", text.lower(), re.ASCII)
    if rows is None or not name:
        return None
    column = 0
    for letter in name[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return rows - int(name[2]), column - 1


def _sides(shape: Iterable[int]) -> str:
    return "x".join(map(str, shape))


def _coordinates(square: Iterable[int]) -> str:
    return ",".join(map(str, square))
