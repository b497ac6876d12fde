"""Sudoku: fill the grid so that every row, column and box has each digit once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sudoku:
    """A sudoku; a candidate is the grid as a string of 81 characters, row after row.

    Parameters
    ----------
    grid : str
        81 digits, ``.`` or ``0`` in empty cells; blanks do not count.

    Examples
    --------
    >>> from caballero.teaching import backtrack
    >>> from caballero.teaching.puzzles import Sudoku
    >>> puzzle = Sudoku('''
    ... 53..7.... 6..195... .98....6. 8...6...3 4..8.3..1
    ... 7...2...6 .6....28. ...419..5 ....8..79''')
    >>> solutions = list(backtrack(puzzle))
    >>> len(solutions), puzzle.show(solutions[0]).splitlines()[0]
    (1, '5 3 4 6 7 8 9 1 2')
    """

    grid: str

    def initial(self) -> str:
        """Return the grid without blanks."""
        return "".join(self.grid.split()).replace("0", ".")

    def worth_exploring(self, grid: str) -> bool:
        """Return whether the cells filled so far respect the rules around the last of them."""
        if grid == self.initial():  # the clues may contradict each other anywhere
            filled = [cell for cell in range(81) if grid[cell] != "."]
        else:
            filled = [grid.find(".") % 82 - 1]
        return all(grid[other] != grid[cell] for cell in filled for other in _seen_from(cell))

    def is_final(self, grid: str) -> bool:
        """Return whether every cell is filled."""
        return "." not in grid

    def extensions(self, grid: str) -> Iterator[str]:
        """Yield the grids with a digit that fits in the first empty cell."""
        cell = grid.index(".")
        taken = {grid[other] for other in _seen_from(cell)}
        for digit in "123456789":
            if digit not in taken:
                yield grid[:cell] + digit + grid[cell + 1 :]

    def show(self, grid: str) -> str:
        """Return nine lines of nine digits."""
        return "\n".join(" ".join(grid[i : i + 9]) for i in range(0, 81, 9))


def _seen_from(cell: int) -> Iterator[int]:
    """Yield the cells that share a row, a column or a box with a cell."""
    row, column = divmod(cell, 9)
    for other in range(81):
        r, c = divmod(other, 9)
        if other != cell and (
            r == row or c == column or (r // 3 == row // 3 and c // 3 == column // 3)
        ):
            yield other
