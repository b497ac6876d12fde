"""The sums of a tour's numbers: by rows, columns and diagonals.

A tour is *semi-magic* if all rows and columns have the same sum, each the share of its length, and
*magic* if the two diagonals of a square board have it, too. G. P. Jelliss calls these tours magic
and diagonally magic.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .board import Board

KINDS: Final = ("rows", "columns", "semi-magic", "magic")
"""Which lines have equal sums: rows, columns, both, or both and the diagonals."""


def lines_of(board: Board, kind: str) -> list[list[int]]:
    """Return the lines, as numbers of squares, whose sums a kind of tours has.

    The board is full, of two dimensions, and square for the diagonals.

    >>> lines_of(Board(2), "magic")
    [[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]]
    """
    rows, columns = board.shape
    lines: list[list[int]] = []
    if kind != "columns":
        lines += ([row * columns + column for column in range(columns)] for row in range(rows))
    if kind != "rows":
        lines += ([row * columns + column for row in range(rows)] for column in range(columns))
    if kind == "magic":
        lines.append([row * (columns + 1) for row in range(rows)])
        lines.append([(row + 1) * (columns - 1) for row in range(rows)])
    return lines


def magic_kind(board: Board, order: Sequence[int]) -> str | None:
    """Return ``magic`` or ``semi-magic`` if the numbers of all squares are, else None."""
    if len(board.shape) != 2 or not board.is_box or board.size < 2:
        return None
    if not len(order) == len({*order}) == board.size:
        return None
    known = KINDS[:1:-1] if board.shape[0] == board.shape[1] else KINDS[2:3]
    return next((kind for kind in known if has_sums(lines_of(board, kind), order)), None)


def has_sums(lines: Sequence[Sequence[int]], order: Sequence[int]) -> bool:
    """Return whether the numbers of each line have the sum that is the share of its length."""
    number = {v: t for t, v in enumerate(order, 1)}
    each = len(number) + 1
    return all(2 * sum(number[v] for v in line) == len(line) * each for line in lines)
