"""Boards: rectangles and boxes of squares, with holes, flat or wrapped around; other grids.

A board is a value: its sides, its holes, and which axes wrap. Nothing is stored per square, so a
board of side 10^18 costs no more than an 8×8 board.

**The order of the squares** is the order of reading: row after row from the top, each row from
the left (in a box, layer after layer). ``index`` returns the number of a square in that order,
``square`` the square with a number; holes have no number.

**The names** are as in chess: the first column is a, the *bottom* row is 1, so the top left
square (0, 0) of an 8×8 board is a8. The columns after z are aa, ab, …. In a box of three or more
dimensions the name of a square is its coordinates, ``0,2,1``.

A board of hexagons or triangles has a ``grid``, which says where its rows begin
(:mod:`caballero.model.grid`). Its cells are still called squares, (row, place in the row), with the
same names; the places that its shorter rows lack are holes.

Invariants: ``0 <= index(s) < len(board)`` for every square; ``square(index(s)) == s``;
``holes`` is sorted, without repetition, and within the box.
"""

from __future__ import annotations

import math
import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from itertools import islice, product
from typing import TYPE_CHECKING, Final, TypeAlias, TypeGuard, cast

from caballero.machine.arguments import as_whole, flag, listed, name_among, of_type, shown
from caballero.machine.errors import InvalidBoard, InvalidSquare
from caballero.machine.limits import pause
from caballero.machine.values import derived, frozen

from .drawing import MAX_DIMENSIONS, draw_cells, parse_cells

if TYPE_CHECKING:
    from caballero.machine.words import Message

    from .grid import Grid
    from .piece import Piece

PORTION: Final = 4_096
"""Names that are read together."""

Square: TypeAlias = tuple[int, ...]
"""A place on a board: (row, column) from 0 at the top left; (layer, row, column) in a box."""

PIECE: Final = 2**14
"""Squares between two pauses: a few ms."""

LONGEST_SIDE: Final = 10**19 - 1
"""The longest side; texts have at most as many digits, too."""

LONGEST_REPR: Final = 64
"""A value with more squares, holes or edges than this has a summary as its ``repr``."""

HOLES_NAMED: Final = 12
"""The most holes that a title names."""

SURFACES: Final = ("flat", "cylinder", "torus")
"""The named surfaces: nothing wraps; the columns wrap (last axis); every axis wraps."""


@frozen
class Board:
    """The squares of a rectangle or box.

    Parameters
    ----------
    shape : tuple of int, int or str
        Its sides: (rows, columns), or (layers, rows, columns), or more; each at least 1. Also the
        side of a square, a name (``"5x9"``, ``"8x8 torus"``), or a drawing of several lines as
        :meth:`from_drawing` reads it. Of hexagons: ``"hex5"``, a hexagon with 5 cells along each
        side; ``"hex4x6"``, 4 rows of 6 cells, the second and fourth shifted to the right. Of
        triangles: ``"tri6"``, a triangle of side 6, whose rows have 1, 3, … cells; ``"tri4x6"``.
    holes : iterable of squares, optional
        The places where there is no square, or their names.
    surface : str, or iterable of bool, optional
        A name of ``SURFACES``; or for each axis, whether its two ends meet. Flat by default; a name
        that has a surface keeps it.
    wraps : iterable of bool, optional
        The axes that wrap, unless the surface is given: ``dataclasses.replace`` passes them on.
    grid : Grid, optional
        The rows of a board that is none of squares; its name or drawing gives it as well.

    Raises
    ------
    InvalidBoard
        If the sides are not whole numbers from 1, there are fewer than two of them or more
        than ``MAX_DIMENSIONS``, a hole lies outside, or no square is left.

    Examples
    --------
    >>> from caballero import Board
    >>> Board(8) == Board("8x8") == Board((8, 8))
    True
    >>> Board("5x9 cylinder").wraps
    (False, True)
    >>> board = Board((3, 4), holes=[(0, 0)])
    >>> len(board), (0, 0) in board, board.index((0, 1))
    (11, False, 0)
    >>> print(board.to_drawing())
    #...
    ....
    ....
    >>> len(Board("hex5")), len(Board("hex4x6")), len(Board("tri6"))
    (61, 24, 36)
    """

    shape: tuple[int, ...]
    holes: tuple[Square, ...]
    wraps: tuple[bool, ...]
    grid: Grid | None
    _gaps: tuple[int, ...] = derived()

    def __init__(
        self,
        shape: Board | str | int | Iterable[int],
        holes: Iterable[Square | str] = (),
        surface: str | Iterable[bool] | None = None,
        *,
        wraps: Iterable[bool] = (),
        grid: Grid | None = None,
    ) -> None:
        sides, drawn, named, known = _read(shape)
        grid = known or grid
        if not 2 <= len(sides) <= MAX_DIMENSIONS:
            raise InvalidBoard("board-dimensions", count=len(sides), most=MAX_DIMENSIONS)
        for side in sides:
            if type(side) is not int or side < 1:
                raise InvalidBoard("board-side", side=shown(side))
            if side > LONGEST_SIDE:
                raise InvalidBoard("board-side-long", side=shown(side), most=LONGEST_SIDE)
        if isinstance(surface, str):
            around = wraps_of(surface, len(sides))
        else:
            given = () if surface is None else listed("surface", surface)
            around = tuple(flag("surface", wrapped) for wrapped in given)
        kept = tuple(flag("wraps", wrapped) for wrapped in listed("wraps", wraps))
        if isinstance(shape, str) and named:
            around = named
        wrapped = around or kept or named or (False,) * len(sides)
        if len(wrapped) != len(sides):
            raise InvalidBoard("board-wraps", count=len(wrapped), axes=len(sides))
        if grid is not None:
            drawn = [*drawn, *_lacking(grid, sides, wrapped)]
        rows = sides[0] if len(sides) == 2 else None
        gone = {*drawn}
        for written in listed("holes", holes):
            hole = _place(written, rows)
            if not _is_inside(hole, sides):
                raise InvalidBoard("hole-outside", hole=_text(written), sides=_sides(sides))
            gone.add(hole)
        if len(gone) == math.prod(sides):
            raise InvalidBoard("board-empty")
        object.__setattr__(self, "shape", sides)
        object.__setattr__(self, "wraps", wrapped)
        object.__setattr__(self, "holes", tuple(sorted(gone)))
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "_gaps", tuple(map(self._position, self.holes)))

    # -- reading and writing ---------------------------------------------------------------

    @property
    def name(self) -> str:
        """The sides, and the surface unless it is flat; it does not show holes.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((8, 8)).name, Board((4, 4, 4), surface="torus").name
        ('8x8', '4x4x4 torus')
        """
        return self._size + ("" if self.surface == "flat" else f" {self.surface}")

    @property
    def _size(self) -> str:
        """The sides, or the name of the grid."""
        return _sides(self.shape) if self.grid is None else self.grid.name

    @property
    def title(self) -> Message | str:
        """The name, and the holes as a message, in every language; only the first of many.

        Examples
        --------
        >>> from caballero import Board
        >>> print(Board("3x3", holes=["b2"]).title)
        3x3 without b2
        """
        if not self.gaps and self.surface == "flat":
            return self.name
        from caballero.machine.words import Message, titled

        title: Message | str = self.name
        if self.surface != "flat":
            about = {"board": _sides(self.shape), "surface": titled("surface", self.surface)}
            title = Message("board-on-surface", about)
        if holes := self.gaps:
            names = [*map(self.square_name, holes[:HOLES_NAMED])]
            names += ["…"] * (len(holes) > HOLES_NAMED)
            title = Message("board-without", {"board": title, "holes": names})
        return title

    @property
    def gaps(self) -> tuple[Square, ...]:
        """The holes within the rows: all of them, unless the rows of a grid differ in length.

        Examples
        --------
        >>> from caballero import Board
        >>> board = Board("hex2", holes=["b2"])
        >>> board.holes, board.gaps
        (((0, 2), (1, 1), (2, 2)), ((1, 1),))
        """
        if self.grid is None:
            return self.holes
        return tuple(filter(self.grid.has, self.holes))

    @property
    def is_box(self) -> bool:
        """Whether it is a rectangle or box of squares without a hole, and nothing wraps."""
        return not self.holes and self.grid is None and not any(self.wraps)

    @property
    def surface(self) -> str:
        """The name of the surface; ``mixed`` if no name fits the axes that wrap."""
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
        return Board(self, surface=wraps_of(surface, len(self.shape)))

    @classmethod
    def from_drawing(cls, text: str, surface: str = "flat") -> Board:
        """Read a drawing of squares (``.``) and holes (``#``), or of the rows of another grid.

        Parameters
        ----------
        text : str
            The drawing; see :mod:`caballero.model.drawing`.
        surface : str
            A name of ``SURFACES``; a drawing does not show it.

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
        shape, holes, grid = _parse_drawing(text)
        return cls(shape, holes, surface, grid=grid)

    def to_drawing(self) -> str:
        """Return the drawing of this board; its surface is not shown, another grid above it.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((2, 2, 2)).to_drawing()
        '..\\n..\\n\\n..\\n..'
        """
        return self.drawn(dict.fromkeys(self.gaps, "#"), titled=True)

    def drawn(self, marks: Mapping[Square, str], *, titled: bool = False) -> str:
        """Return the drawing of this board with marks; `titled`, under the name of its grid.

        >>> print(Board("hex2").drawn({(1, 1): "#"}))
         . .
        . # .
         . .
        """
        if self.grid is None:
            return draw_cells(self.shape, dict(marks))
        from .grid import draw_rows

        head = f"{self.drawn_as}\n" if titled else ""
        return head + draw_rows(self.grid, marks)

    @property
    def drawn_as(self) -> str:
        """The line above a drawing of another grid than squares: its name, or its kind."""
        if self.grid is None:
            return ""
        return self.grid.name if self.grid.is_named else self.grid.kind

    def square_name(self, square: Square) -> str:
        """Return a square's name: ``a1`` on a rectangle, its coordinates in a box.

        Holes have names, too.

        Raises
        ------
        InvalidSquare
            If the place is outside the board.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((8, 8)).square_name((0, 0)), Board((2, 30)).square_name((1, 27))
        ('a8', 'ab1')
        """
        if not _is_inside(square, self.shape):
            place = self._place(square)
            if not _is_inside(place, self.shape):
                raise self._no_square("square-outside", square)
            square = place
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
            If the text names no square, a hole, or a square outside the board.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((8, 8)).parse_square("c2"), Board((8, 8)).parse_square("6,2")
        ((6, 2), (6, 2))
        """
        place = parse_place(of_type("square", text, str), self._rows)
        if place is not None and place in self:
            return place
        if place is None:
            code = "square-unreadable" if len(self.shape) == 2 else "square-unreadable-box"
        else:
            code = "square-hole" if self._has_place(place) else "square-outside"
        raise self._no_square(code, text)

    def _has_place(self, place: Square) -> bool:
        """Return whether a place is within the board, a square or a hole."""
        return _is_inside(place, self.shape) and (self.grid is None or self.grid.has(place))

    def _no_square(self, code: str, place: object) -> InvalidSquare:
        """Return the error for an invalid square of this board."""
        from caballero.machine.words import short

        text = _text(place)
        first, last = (self.square_name(self.square(i)) for i in (0, self.size - 1))
        return InvalidSquare(code, text=short(text), sides=self._size, first=first, last=last)

    # -- the squares and their order -------------------------------------------------------

    @property
    def size(self) -> int:
        """The number of squares; unlike ``len``, it may exceed 2^63."""
        return math.prod(self.shape) - len(self.holes)

    def __len__(self) -> int:
        """Return the number of squares."""
        return self.size

    def __contains__(self, place: object) -> bool:
        """Return whether a place, or its name, is a square: inside, and not a hole."""
        square = place if _is_inside(place, self.shape) else self._place(place)
        if not _is_inside(square, self.shape):
            return False
        return not self.holes or not self._is_gap(self._position(square))

    def _place(self, written: object) -> object:
        """Return the coordinates of a place or name as plain numbers, if they can be read."""
        return _place(written, self._rows)

    @property
    def _rows(self) -> int | None:
        """The number of rows, if squares have the names of a chessboard."""
        return self.shape[0] if len(self.shape) == 2 else None

    def __iter__(self) -> Iterator[Square]:
        """Yield the squares in their order."""
        everywhere = product(*map(range, self.shape))
        if not self.holes:
            return everywhere
        holes = frozenset(self.holes)
        return (square for square in everywhere if square not in holes)

    def index(self, square: Square | str) -> int:
        """Return the number of a square, or of its name, in the board's order.

        Raises
        ------
        InvalidSquare
            If it is not a square of this board.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((8, 8)).index((1, 0)), Board((8, 8)).index("a7")
        (8, 8)
        """
        if isinstance(square, str):
            square = self.parse_square(square)
        elif not _is_inside(square, self.shape):
            place = self._place(square)
            if not _is_inside(place, self.shape):
                raise self._no_square("square-outside", square)
            square = place
        position = self._position(square)
        if self.holes and self._is_gap(position):
            code = "square-hole" if self._has_place(square) else "square-outside"
            raise self._no_square(code, square)
        return position - bisect_left(self._gaps, position)

    def square(self, index: int) -> Square:
        """Return the square with a number in the board's order.

        Raises
        ------
        InvalidSquare
            If the number is not from 0 to ``size - 1``.

        Examples
        --------
        >>> from caballero import Board
        >>> Board((8, 8)).square(8), Board((3, 3), holes=((0, 0),)).square(0)
        ((1, 0), (0, 1))
        """
        number = as_whole(index)
        if number is None:
            raise self._no_square("square-outside", index)
        index = number
        position = index + bisect_right(range(len(self._gaps)), index, key=self._squares_before)
        coordinates = []
        for side in reversed(self.shape):
            position, coordinate = divmod(position, side)
            coordinates.append(coordinate)
        if position:  # the number exceeded the cells of the box
            raise self._no_square("square-outside", index)
        return tuple(reversed(coordinates))

    def colour(self, square: Square) -> int:
        """Return the colour of a square: 1 is dark, as a1 is on a chessboard, and 0 is light.

        Triangles that point down are dark; all hexagons are light.

        Examples
        --------
        >>> from caballero import Board
        >>> [board.colour(board.parse_square("a1")) for board in (Board(8), Board(5))]
        [1, 1]
        """
        if self.grid is not None:
            return int(self.grid.points_down(square))
        return (sum(square) + self.shape[-2]) % 2

    def alternates(self, piece: Piece) -> bool:
        """Return whether every move of a piece changes the colour.

        On a surface with an odd side, the colours of the moves are not those of the squares.

        >>> from caballero import Piece
        >>> Board(8).alternates(Piece("knight")), Board("tri3").alternates(Piece("king"))
        (True, False)
        """
        return piece.changes_colour if self.grid is None else self.grid.alternates(piece)

    def distances(self) -> array[int]:
        """Return the squared distance of each square from the centre, times four, in order.

        On boards where it would not fit in 31 bits, and on other grids, all distances are scaled.


        Examples
        --------
        >>> from caballero import Board
        >>> list(Board((3, 3)).distances())
        [8, 4, 8, 4, 0, 4, 8, 4, 8]
        """

        def pieces(numbers: Iterable[int]) -> Iterator[list[int]]:
            left = iter(numbers)
            while piece := list(islice(left, PIECE)):
                pause()
                yield piece

        scale = sum((side - 1) ** 2 for side in self.shape) // 2**31 + 1
        parts = [array("q") for _ in self.shape]
        for part, side in zip(parts, self.shape, strict=True):
            for piece in pieces(range(1 - side, side, 2)):
                part.extend([x * x for x in piece])
        found = array("i")
        if self.grid is not None:
            points = [*map(self.grid.point3, self)]
            middle = [sum(along) // len(points) for along in zip(*points, strict=True)]
            scale = max(map(abs, (n for point in points for n in point))) ** 2 // 2**27 + 1
            for group in pieces(range(len(points))):
                ways = ([p - m for p, m in zip(points[v], middle, strict=True)] for v in group)
                found.extend([sum(way * way for way in along) // scale for along in ways])
            return found
        if self.holes:
            sums = (sum(p[x] for p, x in zip(parts, square, strict=True)) for square in self)
            for piece in pieces(sums):
                found.extend([total // scale for total in piece])
            return found
        *outer, last = parts
        count = math.prod(map(len, outer))
        every = max(1, PIECE // len(last))
        # The distances are symmetric, so half of the rows are enough.
        rows = islice(map(sum, product(*outer)), (count + 1) // 2)
        while group := list(islice(rows, every)):
            for piece in pieces(last):
                found.extend([(row + x) // scale for row in group for x in piece])
        found.extend(found[: count // 2 * len(last)][::-1])
        return found

    def _position(self, square: Square) -> int:
        """Return the index among all cells of the box, holes included."""
        position = 0
        for coordinate, side in zip(square, self.shape, strict=True):
            position = position * side + coordinate
        return position

    def _is_gap(self, position: int) -> bool:
        place = bisect_left(self._gaps, position)
        return place < len(self._gaps) and self._gaps[place] == position

    def _squares_before(self, gap: int) -> int:
        """Return the number of squares before hole number `gap`."""
        return self._gaps[gap] - gap

    def __repr__(self) -> str:
        if len(self.gaps) > LONGEST_REPR:
            return f"<board {self.name}, {len(self.gaps)} holes>"
        if self.grid is not None and not self.grid.is_named:
            return f"Board({self.to_drawing()!r})"
        parts = [repr(self.shape if self.grid is None else self.name)]
        if self.gaps:
            parts.append(f"holes={self.gaps!r}")
        if any(self.wraps):
            parts.append(f"surface={self.wraps!r}")
        return f"Board({', '.join(parts)})"

    def __str__(self) -> str:
        return self.name

    def _repr_svg_(self) -> str | None:
        from caballero.render.showing import board_picture

        return board_picture(self)


def wraps_of(surface: str, dimensions: int) -> tuple[bool, ...]:
    """Return which axes wrap on a named surface."""
    match name_among("surface", surface, SURFACES):
        case "flat":
            return (False,) * dimensions
        case "cylinder":
            return (False,) * (dimensions - 1) + (True,)
    return (True,) * dimensions


def parse_place(text: str, rows: int | None) -> Square | None:
    """Read ``row,column`` coordinates, or a chess name if the number of rows is known.

    None if it is neither; the place may lie outside any board.

    >>> parse_place("b3", rows=3), parse_place("0,1", rows=None), parse_place("?", rows=3)
    ((0, 1), (0, 1), None)
    """
    text = text.strip().strip("()")
    if re.fullmatch(r"-?\d{1,19}(\s*,\s*-?\d{1,19})+", text, re.ASCII):
        return tuple(map(int, text.split(",")))
    name = re.fullmatch(r"([a-z]{1,8})(\d{1,19})", text.lower(), re.ASCII)
    if rows is None or not name:
        return None
    return rows - int(name[2]), _column(name[1])


def parse_places(texts: Sequence[str], rows: int | None) -> list[Square | None]:
    """Read many places, as :func:`parse_place` reads each; chess names in a tenth of the time."""
    if rows is None:
        return [parse_place(text, None) for text in texts]
    names = re.compile("(?:^| )([a-z]{1,8})([0-9]{1,19})(?= |$)")
    columns: dict[str, int] = {}
    places: list[Square | None] = []
    for begin in range(0, len(texts), PORTION):
        pause()
        portion = texts[begin : begin + PORTION]
        joined = " ".join(portion).lower()
        found = names.findall(joined)
        if len(found) == len(portion) == joined.count(" ") + 1:
            for letters in sorted({letters for letters, _ in found} - columns.keys()):
                columns[letters] = _column(letters)
            places += [(rows - int(digits), columns[letters]) for letters, digits in found]
        else:
            places += [parse_place(text, rows) for text in portion]
    return places


def _column(letters: str) -> int:
    """Return the column, from 0, of the letters of a chess name."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1


def _read(shape: object) -> tuple[tuple[int, ...], Iterable[Square], tuple[bool, ...], Grid | None]:
    """Return the sides, holes, wrapped axes and other grid of any value that describes a board."""
    if (side := as_whole(shape)) is not None:
        shape = side
    match shape:
        case Board():
            return shape.shape, shape.holes, shape.wraps, shape.grid
        case str() if "\n" in shape.strip():
            sides, holes, grid = _parse_drawing(shape)
            return sides, holes, (), grid
        case str() if (grid := _grid_named(shape)) is not None:
            return grid.shape, (), (), grid
        case Iterable() if not isinstance(shape, (str, bytes)):
            if isinstance(shape, Sized) and len(shape) > MAX_DIMENSIONS:
                raise InvalidBoard("board-dimensions", count=len(shape), most=MAX_DIMENSIONS)
            numbers = [(as_whole(side), side) for side in shape]
            return tuple(side if whole is None else whole for whole, side in numbers), (), (), None
    sides, surface = _parse_sides(shape)
    return sides, (), wraps_of(surface, len(sides)) if surface else (), None


def _grid_named(text: str) -> Grid | None:
    """Return the grid that a text names; only names with letters load it."""
    if not text.lstrip()[:1].isalpha():
        return None
    from .grid import named_grid

    return named_grid(text)


def _lacking(grid: object, sides: tuple[int, ...], wrapped: tuple[bool, ...]) -> Iterator[Square]:
    """Return the places that the rows of a grid lack; refuse other shapes and wraps."""
    from .grid import Grid

    if not isinstance(grid, Grid):
        raise InvalidBoard("board-unreadable", text=shown(grid))
    if sides != grid.shape:
        raise InvalidBoard("grid-shape", board=grid.name, sides=_sides(sides))
    if any(wrapped):
        raise InvalidBoard("grid-wraps", board=grid.name)
    return grid.lacking()


def _parse_sides(text: object) -> tuple[tuple[int, ...], str | None]:
    """Read sides, and the surface if the text names it."""
    written = text if isinstance(text, str) else shown(text)
    if written.isascii() and written.isdigit() and len(written) < 5:  # without an expression
        return (int(written),) * 2, None
    match = re.fullmatch(r"\s*([0-9]{1,19}(?:\s*[xX×]\s*[0-9]{1,19})*)(?:\s+([a-z]+))?\s*", written)
    if not match:
        from caballero.machine.words import short

        raise InvalidBoard("board-unreadable", text=short(written))
    sides = tuple(map(int, re.findall(r"\d+", match[1])))
    return sides * 2 if len(sides) == 1 else sides, match[2]


def _parse_drawing(text: str) -> tuple[tuple[int, ...], list[Square], Grid | None]:
    """Read the sides and the holes of a drawing, and its grid, if it is not of squares."""
    shape, cells, grid = read_cells(text)
    for square, cell in cells.items():
        if cell not in {".", "#"}:
            raise InvalidBoard("drawing-mark", mark=cell, place=_coordinates(square))
    return shape, [square for square, cell in cells.items() if cell == "#"], grid


def read_cells(text: str) -> tuple[tuple[int, ...], dict[Square, str], Grid | None]:
    """Read a drawing into its sides, the text of each cell, and its grid if not of squares."""
    first, _break, rest = of_type("text", text, str).strip("\n").partition("\n")
    indented = first.find(first.strip()[:1]) != rest.find(rest.strip()[:1])
    if first.strip()[:1].isalpha() or (indented and rest):
        from .grid import heading_grid, parse_rows

        if (read := parse_rows(*reversed(heading_grid(text)))) is not None:
            grid, cells = read
            return grid.shape, cells, grid
    return *parse_cells(text), None


def _place(written: object, rows: int | None) -> Square | None:
    """Return a square as plain numbers, from a name or from numbers of any type; None if neither.

    >>> _place("a1", 8), _place([0, 1], 8), _place((0, "b"), 8), _place(7, 8)
    ((7, 0), (0, 1), None, None)
    """
    if isinstance(written, str):
        return parse_place(written, rows)
    if not isinstance(written, (tuple, list)):
        return None
    numbers = [as_whole(number) for number in written]
    return None if None in numbers else cast(Square, tuple(numbers))


def _is_inside(square: object, shape: tuple[int, ...]) -> TypeGuard[Square]:
    """Return whether a place is within the box, holes included."""
    if not isinstance(square, tuple) or len(square) != len(shape):
        return False
    for coordinate, side in zip(square, shape, strict=True):
        if not isinstance(coordinate, int) or not 0 <= coordinate < side:
            return False
    return True


def _sides(shape: Iterable[int]) -> str:
    return "x".join(map(str, shape))


def _coordinates(square: Iterable[object]) -> str:
    return ",".join(map(str, square))


def _text(place: object) -> str:
    """Return a place for a message: its coordinates, or what was written."""
    if isinstance(place, tuple):
        return ",".join([part if isinstance(part, str) else shown(part) for part in place])
    return place if isinstance(place, str) else shown(place)
