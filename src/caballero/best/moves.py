"""The moves of a flat board in the order of a sweep, and which of them are related."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TypeAlias

from caballero.model.board import Square
from caballero.model.piece import Move

Relation: TypeAlias = Callable[[Square, Square, Square, Square], bool]
"""Whether the move between the first two squares is related to that between the others."""


def moves_and_partners(
    squares: Sequence[Square], steps: Sequence[Move], related: Relation
) -> tuple[list[tuple[int, int]], list[list[int]]]:
    """Return the moves as pairs of numbers of squares, and for each its partners.

    `squares` are in increasing order, and so are the moves. The partners of a move are the related
    moves whose first square is not before its own.

    >>> moves_and_partners([(0, 0), (0, 1), (1, 0), (1, 1)], [(1, -1), (1, 1)], lambda *_: True)
    ([(0, 3), (1, 2)], [[1], []])
    """
    at = {square: v for v, square in enumerate(squares)}
    forward = [step for step in steps if step > (0, 0)]
    starts = [(v, square, step) for v, square in enumerate(squares) for step in forward]
    found = sorted(
        (v, at[end], square, step)
        for v, square, step in starts
        if (end := (square[0] + step[0], square[1] + step[1])) in at
    )
    number = {(square, step): i for i, (_, _, square, step) in enumerate(found)}
    met = {step: _partners(step, forward, related) for step in forward}
    partners = [
        [
            j
            for (down, right), other in met[step]
            if (j := number.get(((row + down, column + right), other))) is not None
        ]
        for _, _, (row, column), step in found
    ]
    return [(a, b) for a, b, _, _ in found], partners


def _partners(step: Move, steps: Sequence[Move], related: Relation) -> list[tuple[Square, Move]]:
    """Return the start and the step of each partner of the move from (0, 0) by `step`."""
    reach = max(max(map(abs, other)) for other in steps)
    return [
        (start, other)
        for start in product(range(step[0] + 1), range(-2 * reach, 2 * reach + 1))
        for other in steps
        if start >= (0, 0) and (start, other) != ((0, 0), step)
        if related((0, 0), (step[0], step[1]), start, (start[0] + other[0], start[1] + other[1]))
    ]
