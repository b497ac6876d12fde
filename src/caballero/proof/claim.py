"""Claims: tours as they were written, right or wrong.

A claim keeps each number as it was written, with its place, so that the judge can name all
faults. Here Python values become claims: a tour, a matrix, a list of squares or names, parsed
JSON. :mod:`caballero.formats` reads text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, cast

from caballero.core.arguments import listed
from caballero.core.board import Board, Square, parse_places
from caballero.core.errors import InvalidTour
from caballero.core.graph import Graph
from caballero.core.interchange import read_board
from caballero.core.piece import Piece
from caballero.core.problem import Place
from caballero.core.tour import Tour
from caballero.core.values import frozen
from caballero.core.words import short


@frozen
class Claim:
    """A claimed tour as it was written, right or wrong.

    Parameters
    ----------
    numbered : tuple of (int, place)
        Each number that was written, with its place.
    shape : tuple of int, optional
        The sides of the matrix, if it was one.
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
        squares = cast(list[Square], places)
        return Board(tuple(max(0, *along) + 1 for along in zip(*squares, strict=True)))


Claimed: TypeAlias = "Tour | Claim | Mapping[str, object] | Iterable[object]"
"""The values that :func:`verify` accepts."""


def claim_of(claimed: Claimed) -> Claim:
    """Read a tour, a matrix, a list of squares or names, or parsed JSON, as a claim.

    Lists in a list are the rows of a matrix; tuples are squares. Raises :class:`InvalidTour` for
    anything else.

    >>> claim_of([(0, 0), (2, 1)]) == claim_of(["0,0", "2,1"])
    True
    """
    match claimed:
        case Claim():
            return claimed
        case Tour():
            places = tuple(enumerate(claimed, start=1))
            ground, piece, closed = claimed.ground, claimed.piece, claimed.closed
            return Claim(places, board=ground, piece=piece, closed=closed)
        case Mapping():
            return _claim_of_mapping(claimed)
        case str() | bytes():
            raise InvalidTour("claim-is-text")
    if hasattr(claimed, "tolist"):  # an array of numpy
        claimed = claimed.tolist()
    rows = [*map(_plain, listed("claimed", claimed))]
    if not rows:
        raise InvalidTour("claim-empty")
    if all(isinstance(row, str) for row in rows):
        return _claim_of_names(cast(list[str], rows))
    if all(isinstance(row, tuple) for row in rows):
        squares = cast(list[Square], rows)
        for square in squares:
            if len(square) != len(squares[0]) or not _is_square(square):
                raise InvalidTour("claim-unreadable", value=short(repr(square)))
        return Claim(tuple(enumerate(squares, start=1)))
    return claim_of_matrix(rows)


def _plain(row: object) -> object:
    """Return a row of a matrix that can be read more than once; anything else as it is."""
    if hasattr(row, "tolist"):
        return row.tolist()
    return list(row) if isinstance(row, Iterator) else row


def _is_square(row: Sequence[object]) -> bool:
    return len(row) >= 2 and all(isinstance(n, int) and not isinstance(n, bool) for n in row)


def _claim_of_names(names: list[str]) -> Claim:
    # The row of a name is counted from the bottom, so the highest one gives the board.
    places = parse_places(names, rows=0)
    for name, place in zip(names, places, strict=True):
        if place is None:
            raise InvalidTour("name-unreadable", name=short(name))
    found = cast(list[Square], places)
    for name, place in zip(names, found, strict=True):
        # Either coordinates of one dimension or names, no mixture.
        if ("," in name) != ("," in names[0]) or len(place) != len(found[0]):
            raise InvalidTour("name-unreadable", name=short(name))
    if "," in names[0]:
        return Claim(tuple(enumerate(found, start=1)))
    return Claim(tuple(enumerate(names, start=1)))


def claim_of_matrix(rows: list[object]) -> Claim:
    """Read nested lists, one level for each axis, as a matrix of numbers.

    >>> claim_of_matrix([[2, "."], [1, None]]).numbered
    ((2, (0, 0)), (1, (1, 0)))
    """
    numbered: list[tuple[int, Place]] = []
    unvisited: list[tuple[int, Place]] = []
    holes: list[Square] = []
    shape: list[int] = []

    def read(block: object, place: Square) -> None:
        if isinstance(block, (list, tuple)):
            if len(shape) == len(place):
                shape.append(len(block))
            if len(block) != shape[len(place)]:
                where, first = ",".join(map(str, place)), shape[len(place)]
                raise InvalidTour("matrix-ragged", place=where, count=len(block), first=first)
            if len(place) + 1 == len(shape) and {*map(type, block)} == {int} and -1 not in block:
                numbered.extend((number, (*place, i)) for i, number in enumerate(block))
                return
            for i, part in enumerate(block):
                read(part, (*place, i))
        elif len(place) != len(shape):
            raise InvalidTour("claim-unreadable", value=short(repr(block)))
        elif block is None or block == "#":
            holes.append(place)
        elif block == -1:
            unvisited.append((-1, place))
        elif isinstance(block, int) and not isinstance(block, bool):
            numbered.append((block, place))
        elif block != ".":
            where = ",".join(map(str, place))
            raise InvalidTour("not-a-number", value=short(str(block)), place=where)

    read(rows, ())
    places = [cast(Square, place) for _, place in numbered + unvisited] + holes
    if len(shape) < 2 or any(len(place) != len(shape) for place in places):
        raise InvalidTour("claim-unreadable", value=short(repr(rows[0])))
    # Programs write -1 on unvisited squares; among other negative numbers it is a number.
    least = min((number for number, _ in numbered), default=1)
    if least < -1 or (least == 0 and len(unvisited) == 1):
        numbered += unvisited
    return Claim(tuple(numbered), tuple(shape), tuple(holes))


def _claim_of_mapping(data: Mapping[str, object]) -> Claim:
    squares, sides = data.get("tour"), data.get("board")
    if not isinstance(squares, (list, tuple)) or not squares:
        raise InvalidTour("json-no-tour")
    claim = claim_of([tuple(s) if isinstance(s, list) else s for s in squares])
    board: Board | None = None
    match sides:
        case str() | int():
            board = Board.parse(sides)
        case {"shape": [*_]}:
            try:
                board = read_board(cast(Mapping[str, object], sides))
            except TypeError:
                raise InvalidTour("json-board", value=short(str(sides))) from None
        case None:
            pass
        case _:
            raise InvalidTour("json-board", value=short(str(sides)))
    piece = Piece.parse(str(data["piece"])) if "piece" in data else None
    closed = bool(data["closed"]) if "closed" in data else None
    return Claim(claim.numbered, board=board, piece=piece, closed=closed)
