"""The knight's tour, as the class notes of IIC1103 state it for their skeleton.

A candidate is the list of squares visited so far; its last square is worth exploring if it was
not visited before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from caballero.model.board import Square
from caballero.model.piece import Move
from caballero.teaching.orders import ORDERS

Visited: TypeAlias = tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class KnightsTour:
    """Tours of an n×n board, with the notes' order of moves.

    Parameters
    ----------
    side : int
        The side of the board.
    start : (int, int)
        Row and column of the first square.
    moves : tuple of moves
        The moves, in the order in which they are tried.

    Examples
    --------
    >>> from caballero.teaching import backtrack
    >>> from caballero.teaching.puzzles import KnightsTour
    >>> puzzle = KnightsTour(5)
    >>> print(puzzle.show(next(backtrack(puzzle))))
     1 10 15 22 25
    16 21 24  9 14
    11  2 19  6 23
    20 17  4 13  8
     3 12  7 18  5
    """

    side: int
    start: tuple[int, int] = (0, 0)
    moves: tuple[Move, ...] = ORDERS["puc"]

    def initial(self) -> Visited:
        """Return the start alone."""
        return (self.start,)

    def worth_exploring(self, visited: Visited) -> bool:
        """Return whether the last square is new."""
        return visited[-1] not in visited[:-1]

    def is_final(self, visited: Visited) -> bool:
        """Return whether every square was visited."""
        return len(visited) == self.side**2

    def extensions(self, visited: Visited) -> Iterator[Visited]:
        """Yield the candidates with one more square on the board."""
        row, column = visited[-1]
        for down, right in self.moves:
            if 0 <= row + down < self.side and 0 <= column + right < self.side:
                yield (*visited, (row + down, column + right))

    def show(self, visited: Visited) -> str:
        """Return the matrix of move numbers, from 1."""
        number = {square: i for i, square in enumerate(visited, start=1)}
        return "\n".join(
            " ".join(f"{number[row, column]:2}" for column in range(self.side))
            for row in range(self.side)
        )
