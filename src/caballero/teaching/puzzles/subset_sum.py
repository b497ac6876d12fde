"""Subset sum: which of these numbers add up to that one?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SubsetSum:
    """Subsets of positive numbers with a given sum; a candidate is the indices chosen.

    Parameters
    ----------
    numbers : tuple of int
        Positive numbers.
    total : int
        The sum that they must have.

    Examples
    --------
    >>> from caballero.teaching import backtrack
    >>> from caballero.teaching.puzzles import SubsetSum
    >>> puzzle = SubsetSum((3, 34, 4, 12, 5, 2), 9)
    >>> [puzzle.show(chosen) for chosen in backtrack(puzzle)]
    ['3 + 4 + 2 = 9', '4 + 5 = 9']
    """

    numbers: tuple[int, ...]
    total: int

    def initial(self) -> tuple[int, ...]:
        """Return the empty choice."""
        return ()

    def worth_exploring(self, chosen: tuple[int, ...]) -> bool:
        """Return whether the sum is not too large yet: the numbers are positive."""
        return self._sum(chosen) <= self.total

    def is_final(self, chosen: tuple[int, ...]) -> bool:
        """Return whether the sum is right."""
        return self._sum(chosen) == self.total

    def extensions(self, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the choices with one more number, further to the right."""
        for i in range(chosen[-1] + 1 if chosen else 0, len(self.numbers)):
            yield (*chosen, i)

    def show(self, chosen: tuple[int, ...]) -> str:
        """Return the sum as an equation."""
        return " + ".join(str(self.numbers[i]) for i in chosen) + f" = {self.total}"

    def _sum(self, chosen: tuple[int, ...]) -> int:
        return sum(self.numbers[i] for i in chosen)
