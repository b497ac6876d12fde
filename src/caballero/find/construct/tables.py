"""The small tours from which all others are made.

Each was found by :func:`caballero.solve`, with the moves at the gates that :mod:`.plan` needs as
forced moves. Of two boards that are each other's transposes only the first is here.

- Both sides from 5 to 10, at least one even: closed, with the moves (1, 1)–(3, 0) and
  (1, 1)–(0, 3).
- 3×10 and 3×12, closed; 3×7 and 3×9, open. Any number of 3×4 tours from (2, 0) to (1, 0) can be
  added to them, as A. J. Schwenk showed ("Which rectangular chessboards have a knight's tour?",
  Mathematics Magazine 64, 1991).
- Halves of boards with four rows, each with two *rows* of its own: see :mod:`.layout`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from caballero.model.board import Square

from .plan import Base, base

# The knight's moves clockwise: a tour is written as its first square, and a digit a move.
_MOVES: Final = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))

_TOURS: Final = MappingProxyType(
    {
        (5, 6): ((0, 0), "24217652743127053065420034650"),
        (5, 8): ((0, 0), "212356013614365617524702124675421274650"),
        (5, 10): ((0, 0), "2121347461206535052127056564306121235656146013550"),
        (6, 6): ((0, 0), "21352567021442705723465072054302560"),
        (6, 7): ((0, 0), "21250564312061435650123656130307654317614"),
        (6, 8): ((0, 0), "21316564314612207523650256501114613525657014614"),
        (6, 9): ((0, 0), "21214357205474120765643101250555412127645611457014614"),
        (6, 10): ((0, 0), "21213527056564314611457014634120227465030256032075613165574"),
        (7, 8): ((0, 0), "2125754321275503650102052741656425305012247146135606614"),
        (7, 10): ((0, 0), "212135602564541630501214205307056564212236560012435664127416467014614"),
        (8, 8): ((0, 0), "212575425250161225053270524656010205274165642531316474121766614"),
        (8, 9): ((0, 0), "21214565276121250565434174212170565602123565531056311236502054741207656"),
        (8, 10): (
            (0, 0),
            "2121356025645421055721165602121435416135650312705246505571121065256524507014614",
        ),
        (9, 10): (
            (0, 0),
            "21213560256452021417056564212556341631212761347146742503650521217055645070146341"
            "201165574",
        ),
        (10, 10): (
            (0, 0),
            "21213560256452245616305311654121206143657412175250175503646721165602121435052055"
            "6570146341101255674",
        ),
        (3, 10): ((0, 0), "31141136147256652030256652741"),
        (3, 12): ((0, 0), "30521205272205274164165575203165641"),
        (3, 4): ((2, 0), "16316305275"),
        (3, 7): ((0, 0), "31205274165503613165"),
        (3, 9): ((0, 0), "30521216305275652055022164"),
    }
)

# Outer and inner squares alternate; a digit is a column. The first square is outer in the
# halves that begin a board, and inner in the half that is inserted.
_HALVES: Final = MappingProxyType(
    {
        5: ("0243102431", "0134201243"),
        6: ("012013543542", "012012354354"),
        7: ("01201346546532", "01201356423564"),
    }
)
_INSERTED_HALF: Final = "120120"


def small_tour(rows: int, columns: int) -> Base:
    """Return the tour of a small board; the module lists the boards."""
    transposed = rows > columns
    square, moves = _TOURS[(columns, rows) if transposed else (rows, columns)]
    squares: list[Square] = [square]
    for digit in moves:
        down, right = _MOVES[int(digit)]
        square = square[0] + down, square[1] + right
        squares.append(square)
    if transposed:
        squares = [(column, row) for row, column in squares]
    return base(squares, rows, columns)


def first_halves(columns: int) -> tuple[Base, Base]:
    """Return both halves of a board with four rows and from 5 to 7 columns."""
    first, other = _HALVES[columns]
    return _half(first, 0), _half(other, 0)


def inserted_half() -> Base:
    """Return the guest that makes either half three columns longer."""
    return _half(_INSERTED_HALF, 1)


def _half(digits: str, first: int) -> Base:
    squares = [((first + i) % 2, int(digit)) for i, digit in enumerate(digits)]
    return base(squares, 2, len(digits) // 2)
