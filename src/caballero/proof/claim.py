"""Claims: tours as they were written, right or wrong.

A claim keeps each number as it was written, with its place, so that the judge can name all
faults. Here Python values become claims: a tour, a matrix, a list of squares or names, parsed
JSON. :mod:`.written` reads text.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias, TypeGuard, cast

from caballero.machine.arguments import listed
from caballero.machine.errors import InvalidTour
from caballero.machine.limits import paused
from caballero.machine.values import frozen, later, replace, saying
from caballero.machine.words import Message, short
from caballero.model.board import Board, Square, parse_places
from caballero.model.graph import Graph
from caballero.model.interchange import read_board
from caballero.model.piece import Piece
from caballero.model.problem import Place
from caballero.model.tour import Tour


@frozen
class Claim:
    """A claimed tour as it was written, right or wrong.

    Parameters
    ----------
    numbered : tuple of (int, place)
        Each number that was written, with its place.
    shape : tuple of int, optional
        The sides of the matrix, if the claim was a matrix.
    holes : tuple of squares
        The cells of the matrix where there is no square.
    board : Board or Graph, optional
        The ground that the claim names itself.
    piece : Piece, optional
        The piece that it names.
    closed : bool, optional
        Whether it claims to be closed.

    Examples
    --------
    >>> from caballero.proof import Claim
    >>> from caballero import verify
    >>> verify(Claim(((1, (0, 0)),))).valid
    True
    """

    numbered: tuple[tuple[int, Place], ...]
    shape: tuple[int, ...] | None = None
    holes: tuple[Square, ...] = ()
    board: Board | Graph | None = None
    piece: Piece | None = None
    closed: bool | None = None
    _reading: tuple[Message, ...] = later()

    @property
    def reading(self) -> tuple[Message, ...]:
        """How a reader changed the question, such as squares counted from 1."""
        return getattr(self, "_reading", ())

    def on(self, sides: tuple[int, ...]) -> Claim:
        """Return the claim with squares counted from 0, if on these sides they are from 1 on.

        >>> Claim(((1, (1, 1)), (2, (3, 2)))).on((3, 3)).numbered
        ((1, (0, 0)), (2, (2, 1)))
        """
        squares = [place for _number, place in self.numbered]
        if self.shape is not None or {*map(type, squares)} != {tuple}:
            return self
        along = [*zip(*cast("list[Square]", squares), strict=False)]
        if len(along) != len(sides) or {type(n) for some in along for n in some} != {int}:
            return self
        if min(map(min, along)) < 1 or all(max(some) < side for some, side in zip(
            along, sides, strict=True)):  # fmt: skip
            return self
        if any(max(some) > side for some, side in zip(along, sides, strict=True)):
            return self
        numbered = tuple(
            (number, tuple(n - 1 for n in cast("Square", place))) for number, place in self.numbered
        )
        return saying(replace(self, numbered=numbered), *self.reading, Message("read-from-1"))

    def board_shown(self) -> Board | Graph:
        """Return the ground that the claim names, or else the board that it shows.

        The sides of the matrix, or the smallest rectangle around the squares.
        """
        if self.board is not None:
            return self.board
        if self.shape is not None:
            return Board(self.shape, self.holes)
        places = [place for _, place in self.numbered]
        if isinstance(places[0], str):
            found = parse_places([str(place) for place in places], rows=0)
            rows, columns = zip(
                *((0, 0) if place is None else place for place in found), strict=True
            )
            return Board((-min(rows), max(columns) + 1))
        sides = tuple(max(0, *along) for along in zip(*cast(list[Square], places), strict=True))
        if math.prod(sides) == len(places) and self.on(sides) is not self:
            return Board(sides)  # squares counted from 1, of a whole tour
        return Board(tuple(side + 1 for side in sides))


Claimed: TypeAlias = "Tour | Claim | Mapping[str, object] | Iterable[object] | bytes"
"""The values that :func:`verify` accepts."""


def claim_of(claimed: Claimed, ground: Board | Graph | None = None) -> Claim:
    """Read a tour, a matrix, a list of squares or names, or parsed JSON, as a claim.

    Lists mean the same as tuples: rows of a matrix or squares, whichever :func:`are_squares` finds.
    On a graph, each entry is a vertex. Raises :class:`InvalidTour` for anything else; the judge has
    read the text of a tour of a board before.

    >>> claim_of([[0, 0], [2, 1], [4, 0]]) == claim_of(["0,0", "2,1", "4,0"])
    True
    """
    match claimed:
        case Claim():
            return claimed
        case Tour():
            places = tuple(enumerate(paused(claimed), start=1))
            ground, piece, closed = claimed.ground, claimed.piece, claimed.closed
            return Claim(places, board=ground, piece=piece, closed=closed)
        case Mapping():
            return _claim_of_mapping(claimed)
        case str() | bytes():
            raise InvalidTour("claim-is-text")
        case set() | frozenset():
            raise InvalidTour("claim-no-order")
    if hasattr(claimed, "tolist"):  # an array of numpy
        claimed = claimed.tolist()
    rows = listed("claimed", claimed)
    if not {*map(type, rows)} <= {list, tuple, str}:
        rows = [*map(_plain, paused(rows))]
    if not rows:
        raise InvalidTour("claim-empty")
    if isinstance(ground, Graph):
        return Claim(tuple(enumerate(map(_label, rows), start=1)))
    if all(isinstance(row, str) for row in rows):
        return _claim_of_names(cast(list[str], rows))
    if are_squares(rows, ground.shape if ground is not None else None):
        return claim_of_squares(rows)
    return claim_of_matrix(rows)


def _plain(row: object) -> object:
    """Return a row of a matrix that can be read more than once; anything else as it is."""
    if hasattr(row, "tolist"):
        return row.tolist()
    return list(row) if isinstance(row, Iterator) else row


def _label(entry: object) -> Place:
    """Return the label of a vertex, with tuples in place of the lists that JSON makes of them."""
    if isinstance(entry, (list, tuple)):
        return tuple(map(_label, cast(Sequence[object], entry)))
    if isinstance(entry, Hashable):
        return entry
    raise InvalidTour("claim-unreadable", value=short(repr(entry)))


def are_squares(rows: Sequence[object], sides: tuple[int, ...] | None = None) -> bool:
    """Return whether rows are the coordinates of squares rather than the rows of a matrix.

    With the sides of the board, squares have one number for each side, and are on it; or a number
    repeats, unless the rows have the sides of a matrix. No matrix of different numbers has such
    rows but 0, 1 on 1×2, which is taken for a square. Without the sides, coordinates repeat, and
    are smaller than the numbers of a matrix of as many rows.

    >>> are_squares([[0, 0], [2, 1], [4, 0]]), are_squares([[1, 4], [2, 3]])
    (True, False)
    """
    if not _have_one_width(rows):
        return False
    numbers, width = [*chain.from_iterable(paused(rows))], len(rows[0])
    if sides is not None:
        if len(sides) != width:
            return False
        if all(
            0 <= min(numbers[axis::width]) <= max(numbers[axis::width]) < side
            for axis, side in enumerate(sides)
        ):
            return True
    repeated = len({*numbers}) < len(numbers)
    if sides is not None:
        return repeated and sides != (len(rows), width)
    if min(numbers) < 0:
        return False
    if width == 2:
        return repeated
    if width == 3:  # 0 repeats in a matrix as well, where it is a free square
        numbers = [*filter(None, numbers)]
        return len({*numbers}) < len(numbers) and max(numbers) < 2 * len(rows)
    return max(numbers) < len(rows)


def _have_one_width(rows: Sequence[object]) -> TypeGuard[Sequence[Sequence[int]]]:
    """Return whether rows are lists or tuples of equally many whole numbers, at least two."""
    if not all(issubclass(kind, (list, tuple)) for kind in {*map(type, rows)}):
        return False
    lists = cast(Sequence[Sequence[object]], rows)
    kinds = {*map(type, chain.from_iterable(paused(lists)))}
    widths = {*map(len, lists)}
    return (
        len(widths) == 1
        and min(widths) > 1
        and bool not in kinds
        and all(issubclass(kind, int) for kind in kinds)
    )


def claim_of_squares(squares: Sequence[object]) -> Claim:
    """Read the coordinates of squares, in lists or tuples."""
    if not squares:
        raise InvalidTour("claim-empty")
    if not _have_one_width(squares):
        other = next(square for square in squares if not _have_one_width([squares[0], square]))
        shown = tuple(other) if isinstance(other, list) else other
        raise InvalidTour("claim-unreadable", value=short(repr(shown)))
    return Claim(tuple(enumerate(map(tuple, paused(squares)), start=1)))


def _claim_of_names(names: list[str]) -> Claim:
    # The row of a name is counted from the bottom, so the highest row gives the board.
    places = parse_places(names, 0)
    for name, place in paused(zip(names, places, strict=True)):
        if place is None:
            raise InvalidTour("name-unreadable", name=short(name))
    found = cast(list[Square], places)
    for name, place in paused(zip(names, found, strict=True)):
        # Either coordinates of the same dimension or names, no mixture.
        if ("," in name) != ("," in names[0]) or len(place) != len(found[0]):
            raise InvalidTour("name-unreadable", name=short(name))
    if "," in names[0]:
        return Claim(tuple(enumerate(found, start=1)))
    return Claim(tuple(enumerate(names, start=1)))


def claim_of_matrix(rows: list[object]) -> Claim:
    """Read nested lists, a level for each axis, as a matrix of numbers."""
    numbered: list[tuple[int, Place]] = []
    holes: list[Square] = []
    shape: list[int] = []

    def read(block: object, place: Square) -> None:
        if isinstance(block, (list, tuple)):
            if len(shape) == len(place):
                shape.append(len(block))
            if len(block) != shape[len(place)]:
                where, first = ",".join(map(str, place)), shape[len(place)]
                raise InvalidTour("matrix-ragged", place=where, count=len(block), first=first)
            if len(place) + 1 == len(shape) and {*map(type, block)} == {int}:
                numbered.extend((number, (*place, i)) for i, number in enumerate(block))
                return
            for i, part in enumerate(block):
                read(part, (*place, i))
        elif len(place) != len(shape):
            raise InvalidTour("claim-unreadable", value=short(repr(block)))
        elif block is None or block == "#":
            holes.append(place)
        elif isinstance(block, int) and not isinstance(block, bool):
            numbered.append((block, place))
        elif block != ".":
            where = ",".join(map(str, place))
            raise InvalidTour("not-a-number", value=short(str(block)), place=where)

    read(rows, ())
    places = [cast(Square, place) for _, place in numbered] + holes
    if len(shape) < 2 or any(len(place) != len(shape) for place in places):
        raise InvalidTour("claim-unreadable", value=short(repr(rows[0])))
    free = _free_marks([number for number, _ in numbered])
    if free:
        numbered = [(number, place) for number, place in numbered if number not in free]
    return Claim(tuple(numbered), tuple(shape), tuple(holes))


def _free_marks(numbers: Sequence[int]) -> set[int]:
    """Return which of 0 and -1 programs wrote on free squares.

    0 that occurs once is a number, and so is -1 with a single 0 or among other negative numbers.

    >>> _free_marks([0, 0, 1, 2]), _free_marks([-1, 1, 2]), _free_marks([-1, 0, 1])
    ({0}, {-1}, set())
    """
    zeros, below = numbers.count(0), numbers.count(-1)
    free = {0} if zeros > 1 and min(numbers) >= -1 else set()
    if below and min(numbers) == -1 and (zeros != 1 or below > 1):
        free.add(-1)
    return free


def _claim_of_mapping(data: Mapping[str, object]) -> Claim:
    squares, sides = data.get("tour"), data.get("board")
    if not isinstance(squares, (list, tuple)) or not squares:
        raise InvalidTour("json-no-tour")
    named = all(isinstance(square, str) for square in squares)
    claim = _claim_of_names(list(squares)) if named else claim_of_squares(squares)
    board: Board | None = None
    match sides:
        case str() | int():
            board = Board(sides)
        case {"shape": [*_]}:
            try:
                board = read_board(cast(Mapping[str, object], sides))
            except TypeError:
                raise InvalidTour("json-board", value=short(str(sides))) from None
        case None:
            pass
        case _:
            raise InvalidTour("json-board", value=short(str(sides)))
    piece = Piece(str(data["piece"])) if "piece" in data else None
    closed = bool(data["closed"]) if "closed" in data else None
    return Claim(claim.numbered, board=board, piece=piece, closed=closed)
