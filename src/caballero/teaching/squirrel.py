"""The tie rule of Squirrel and Cull: an order of the moves that changes on certain squares.

D. Squirrel and P. Cull, "A Warnsdorff-rule algorithm for knight's tours on square boards" (Oregon
State University, 1996): the knight starts in a corner of an m×m board; among the squares with the
fewest exits it takes the first in the order of the moves, and when it comes to a certain square it
goes over to the next order. Orders and squares depend on the remainder of m by 8. They proved that
for m large enough the rule never fails; here every board from 5×5 to 149×149 was run, and only
74×74 fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from caballero.machine.errors import InvalidProblem
from caballero.model.board import Board, Square
from caballero.model.piece import KNIGHT, Move
from caballero.model.problem import Problem

NAME: Final = "squirrel-cull"

MOVES: Final = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
"""The moves as the paper numbers them, from 1."""


def _switches(m: int) -> list[tuple[str, int, int]]:
    """Return the orders of an m×m board, each with the row and column, from 1, where it ends."""
    half = (m - 1) // 2
    match m % 8:
        case 0:
            return [
                ("34261578", m - 1, m - 2), ("87642135", 2, 2), ("51867342", m - 8, 1),
                ("51342678", 7, m - 3), ("21435678", 0, 0),
            ]  # fmt: skip
        case 1:
            return [
                ("34261578", m - 1, m - 2), ("87642135", 2, 2), ("51324678", m - 6, half + 5),
                ("32481765", 0, 0),
            ]  # fmt: skip
        case 2:
            return [
                ("34261578", 6, 1), ("87642135", 3, 1), ("54132678", m - 15, 4),
                ("52431678", 10, m - 2), ("85647123", 5, m // 2 - 3), ("15746823", 0, 0),
            ]  # fmt: skip
        case 3:
            return [
                ("34625718", m - 1, m - 2), ("42681357", m - 6, m), ("86512347", 2, 5),
                ("51867342", m - 10, 3), ("61825437", half + 1, m - 2), ("71642538", 0, 0),
            ]  # fmt: skip
        case 4:
            return [
                ("34261578", m - 1, m - 2), ("87642135", 2, 2), ("51867342", m - 8, 1),
                ("51342678", 10, m - 5), ("86753421", 13, m // 2 + 1), ("78563421", 0, 0),
            ]  # fmt: skip
        case 5:
            third = half - 2 if m % 16 == 5 else half - 6
            return [
                ("34261578", m - 1, m - 2), ("87642135", 2, 2), ("51324678", m - 2, third),
                ("15234678", 0, 0),
            ]  # fmt: skip
        case 6:
            return [
                ("34261578", 6, 1), ("87642135", 3, 1), ("54132678", m - 10, 1),
                ("52431678", 10, m - 2), ("85647123", 3, m // 2 + 4), ("12453678", 0, 0),
            ]  # fmt: skip
    return [
        ("34625718", m - 1, m - 2), ("42681357", m - 6, m), ("86512347", 2, 5),
        ("51867342", m - 6, 3), ("61825437", half + 1, m - 2), ("61357284", 0, 0),
    ]  # fmt: skip


class Orders:
    """The order of the moves while the knight goes; it gets each square that the knight enters."""

    def __init__(self, problem: Problem) -> None:
        board = problem.ground
        fits = (
            isinstance(board, Board) and board.is_box and board.shape == board.shape[:1] * 2
            and board.shape[0] >= 5 and problem.piece == KNIGHT and not problem.closed
            and problem.numbered() in ({}, {1: 0}) and not problem.forbidden
        )  # fmt: skip
        if not fits:
            raise InvalidProblem("tie-needs-corner")
        self._left = _switches(problem.board.shape[0])

    def enter(self, square: Square) -> tuple[Move, ...]:
        """Return the order of the moves from a square that the knight has just entered."""
        if square == (self._left[0][1] - 1, self._left[0][2] - 1):
            del self._left[0]
        return tuple(MOVES[int(digit) - 1] for digit in self._left[0][0])


def squirrel_cull(problem: Problem) -> Iterator[Square]:
    """Yield the squares that the rule enters, until it is stuck or has visited all."""
    orders = Orders(problem)
    free = {*problem.board}

    def near(square: Square, moves: tuple[Move, ...]) -> list[Square]:
        reached = ((square[0] + down, square[1] + right) for down, right in moves)
        return [target for target in reached if target in free]

    square: Square = (0, 0)
    while free:
        free.discard(square)
        yield square
        targets = near(square, orders.enter(square))
        if not targets:
            return
        square = min(targets, key=lambda target: len(near(target, MOVES)))
