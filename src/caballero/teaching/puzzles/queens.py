"""The n queens: place n queens on an n×n board so that none attacks another.

M. Bezzel posed it for n = 8 in 1848; F. Nauck gave the 92 solutions in 1850.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Queens:
    """The queens' puzzle; a candidate is the column of the queen in each row so far.

    Parameters
    ----------
    side : int
        The side of the board.

    Examples
    --------
    >>> from caballero.teaching import backtrack
    >>> from caballero.teaching.puzzles import Queens
    >>> puzzle = Queens(4)
    >>> print(puzzle.show(next(backtrack(puzzle))))
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    >>> len(list(backtrack(Queens(8))))
    92
    """

    side: int

    def initial(self) -> tuple[int, ...]:
        """Return the empty board."""
        return ()

    def worth_exploring(self, columns: tuple[int, ...]) -> bool:
        """Return whether the last queen attacks none of the others."""
        if not columns:
            return True
        *others, last = columns
        return all(
            column != last and abs(column - last) != len(others) - row
            for row, column in enumerate(others)
        )

    def is_final(self, columns: tuple[int, ...]) -> bool:
        """Return whether every row has its queen."""
        return len(columns) == self.side

    def extensions(self, columns: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the candidates with a queen in the next row."""
        for column in range(self.side):
            yield (*columns, column)

    def show(self, columns: tuple[int, ...]) -> str:
        """Return the board."""
        return "\n".join(
            " ".join("Q" if column == queen else "." for column in range(self.side))
            for queen in columns
        )
