"""The orders in which four texts try the knight's moves.

Backtracking stops at the first tour, so the order of the moves decides which tour that is, and
whether finding it takes milliseconds or centuries. Each order has the name of the text that uses
it. A move is (rows down, columns right).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from caballero.machine.arguments import listed, name_among, whole
from caballero.machine.errors import InvalidInput
from caballero.machine.words import short
from caballero.model.adjacency import moves_on
from caballero.model.board import Board
from caballero.model.piece import KNIGHT, Move, Piece

ORDERS: Final[Mapping[str, tuple[Move, ...]]] = MappingProxyType(
    {
        "geeksforgeeks": (
            (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1),
        ),
        "puc": (
            (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2),
        ),
        "trekhleb": (
            (-1, -2), (-2, -1), (1, -2), (2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1),
        ),
        "granada": (
            (-2, -1), (-2, 1), (2, -1), (2, 1), (-1, 2), (-1, -2), (1, -2), (1, 2),
        ),
    }
)  # fmt: skip
"""GeeksforGeeks' article; the class notes IIC1103 of the Pontificia Universidad Católica de
Chile; trekhleb/javascript-algorithms; the fourth exercise of Algorítmica, Universidad de
Granada."""


CLOCKWISE: Final = ((-1, -2), (-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2))
"""The order ``clockwise``: Granada's text describes it, and its program has the other."""


ORDER_NAMES: Final = (*ORDERS, "clockwise", "random")
"""All names of orders; those of the four texts come first."""


def move_order(
    order: str | Iterable[Move] | None = None, piece: Piece = KNIGHT, dimensions: int | Board = 2
) -> tuple[Move, ...]:
    """Return the moves of a piece in the order in which a search tries them.

    Parameters
    ----------
    order : str or iterable of moves, optional
        A name of ``ORDERS``, ``clockwise``, ``random`` or ``random:7`` (drawn from that seed),
        moves, or moves written as ``"2,1;1,2;…"``. By default, that of GeeksforGeeks for a knight
        on a rectangle, and increasing for other pieces.
    piece : Piece
        The piece; the order must hold each of its moves once.
    dimensions : int or Board
        The number of dimensions of the board, or the board.

    Raises
    ------
    UnknownName
        If there is no order of that name.
    InvalidInput
        If a move is missing, twice, or not of the piece.

    Examples
    --------
    >>> from caballero.teaching import move_order
    >>> move_order("puc")[:2]
    ((2, -1), (2, 1))
    >>> move_order("1,0;0,1;-1,0;0,-1", Piece("wazir"))
    ((1, 0), (0, 1), (-1, 0), (0, -1))
    """
    piece = piece if isinstance(piece, Piece) else Piece(piece)
    own = _own(piece, dimensions)
    if isinstance(order, str) and re.match(r"\s*[^\W\d_]", order):
        name, colon, seed = order.partition(":")
        order = name_among("order", name, ORDER_NAMES) + colon + seed
    if order is None:
        return ORDERS["geeksforgeeks"] if are_of(piece, dimensions) else own
    if not isinstance(order, str):
        rows = [listed("order", move) for move in listed("order", order)]
        moves = tuple(tuple([whole("order", step) for step in row]) for row in rows)
    elif order in ORDERS:
        moves = ORDERS[order]
    elif order == "clockwise":
        moves = CLOCKWISE
    elif drawn := re.fullmatch(r"random(?::([0-9]{1,9}))?", order):
        import random  # only an order that is drawn needs it

        moves = tuple(random.Random(int(drawn[1] or 0)).sample(own, len(own)))
    else:
        steps = [part.strip(" ()") for part in order.strip(" ;").split(";")]
        if not all(re.fullmatch(r"[+-]?[0-9]{1,9}(\s*,\s*[+-]?[0-9]{1,9})+", s) for s in steps):
            raise InvalidInput("order-unreadable", text=short(order))
        moves = tuple(tuple(int(n) for n in step.split(",")) for step in steps)
    if sorted(moves) != list(own):
        written = order if isinstance(order, str) else order_text(moves)
        raise InvalidInput("order-not-moves", order=short(written), count=len(own))
    return moves


def _own(piece: Piece, dimensions: int | Board) -> tuple[Move, ...]:
    """Return the moves of a piece on a board, or on every box of squares with these dimensions."""
    if isinstance(dimensions, Board):
        return moves_on(dimensions, piece)
    return piece.moves(dimensions)


def are_of(piece: Piece, dimensions: int | Board) -> bool:
    """Return whether the named orders fit a piece: only a knight on two axes.

    >>> are_of(Piece("1,2"), 2), are_of(Piece("1,2"), 3), are_of(Piece("king"), 2)
    (True, False, False)
    """
    return set(_own(piece, dimensions)) == set(ORDERS["geeksforgeeks"])


def order_text(moves: Iterable[Move]) -> str:
    """Return an order as :func:`move_order` reads it.

    Examples
    --------
    >>> from caballero.teaching import move_order, order_text
    >>> order_text(move_order("puc"))[:9]
    '2,-1;2,1;'
    """
    return ";".join(",".join(map(str, move)) for move in moves)
