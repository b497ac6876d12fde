"""Boards with a given number of squares: rectangles, and rectangles without some squares.

The most compact boards come first: rectangles that lack fewer squares, then boards that are nearer
to a square; an asymmetric board counts as if it lacked more. A symmetric board lacks the square in
its middle, its four corners, both ends of its last row, or ends of its first and its last row that
a half turn maps to each other; an asymmetric board the end of its last row.

Invariant: each board has exactly the given number of squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count as count_up
from typing import Final

from caballero.model.board import Board, Square

MOST_MISSING: Final = 8
"""The most squares that a board lacks."""

ASYMMETRY: Final = 4
"""An asymmetric board is as good as a symmetric board that lacks this many squares more."""

WIDEST: Final = 2
"""The largest ratio of the sides."""

SHORTEST: Final = 3
"""The longest side that needs no such ratio: so three squares may stand in a row."""


def boards_of(count: int) -> list[Board]:
    """Return the boards with a number of squares, the most compact first.

    >>> [board.shape for board in boards_of(12)[:2]]
    [(3, 4), (4, 4)]
    >>> print(boards_of(21)[0].to_drawing())
    #...#
    .....
    .....
    .....
    #...#
    """
    found: list[tuple[tuple[int, int, int], Board]] = []
    for rows in count_up(1):
        if rows * rows > count + MOST_MISSING:
            break
        for columns in range(rows, max(WIDEST * rows, SHORTEST) + 1):
            missing = rows * columns - count
            if 0 <= missing <= MOST_MISSING:
                for worse, holes in _holes(rows, columns, missing):
                    rank = missing + worse, columns - rows, len(found)
                    found.append((rank, Board((rows, columns), holes=holes)))
    return [board for _rank, board in sorted(found, key=lambda entry: entry[0])]


def _holes(rows: int, columns: int, missing: int) -> Iterator[tuple[int, tuple[Square, ...]]]:
    """Yield ways to take squares away from a rectangle, and how much worse they are."""
    last, half = rows - 1, missing // 2
    low = [(last, c) for c in range(columns)]
    if not missing:
        yield 0, ()
    if missing == 1 and rows % 2 and columns % 2:
        yield 0, ((rows // 2, columns // 2),)
    if missing == 4 and rows > 2:
        yield 0, ((0, 0), (0, columns - 1), low[0], low[-1])
    if missing and not missing % 2:
        if missing * 2 <= columns:
            yield 0, (*low[:half], *low[-half:])
        if missing <= columns and rows > 1:
            yield 0, (*low[:half], *((0, columns - 1 - c) for c in range(half)))
    if 0 < missing <= columns - 2:
        yield ASYMMETRY, (*low[-missing:],)
