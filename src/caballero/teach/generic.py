"""Generic backtracking: the skeleton of the class notes, which knows no problem.

A puzzle answers five questions about *candidates*, partial solutions of whatever kind:
what the initial one is, whether one is worth exploring, whether one is final, what its
extensions are, and how a final one is shown. Backtracking needs nothing else. The class notes
of IIC1103 (Pontificia Universidad Católica de Chile) write the skeleton as a recursive function
that stops at the first solution; here it keeps its own stack, so that no recursion limit is
met, and yields every solution, one at a time, as they are asked for.

Invariant: the stack holds, for each candidate on the way from the initial one to the one at
hand, the extensions that are still to be tried.

The puzzles in :mod:`caballero.teach.puzzles` show that it is generic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

Candidate = TypeVar("Candidate")


class Puzzle(Protocol[Candidate]):
    """The five questions that backtracking asks.

    Examples
    --------
    >>> from caballero.teach import backtrack
    >>> class Coins:
    ...     "Pay 7 with coins of 5, 2 and 1, the larger ones first."
    ...     def initial(self): return ()
    ...     def worth_exploring(self, coins): return sum(coins) <= 7
    ...     def is_final(self, coins): return sum(coins) == 7
    ...     def extensions(self, coins):
    ...         return [(*coins, c) for c in (5, 2, 1) if c <= min(coins, default=5)]
    ...     def show(self, coins): return "+".join(map(str, coins))
    >>> coins = Coins()
    >>> [coins.show(paid) for paid in backtrack(coins)][:3]
    ['5+2', '5+1+1', '2+2+2+1']
    """

    def initial(self) -> Candidate:
        """Return the candidate from which everything starts."""
        ...

    def worth_exploring(self, candidate: Candidate) -> bool:
        """Say whether a candidate can still become a solution."""
        ...

    def is_final(self, candidate: Candidate) -> bool:
        """Say whether a candidate is a solution."""
        ...

    def extensions(self, candidate: Candidate) -> Iterable[Candidate]:
        """Return the candidates that are one step further, in the order to try them."""
        ...

    def show(self, candidate: Candidate) -> str:
        """Return a solution as a person wants to see it."""
        ...


def backtrack(puzzle: Puzzle[Candidate]) -> Iterator[Candidate]:
    """Yield every solution of a puzzle, in the order in which the search meets them.

    Parameters
    ----------
    puzzle : Puzzle
        What answers the five questions.

    Yields
    ------
    candidate
        A final one that was worth exploring. What lies beyond a solution is not explored.

    Notes
    -----
    Depth first. The memory is that of one branch; the time is that of the whole tree of
    candidates worth exploring, and their extensions.

    Examples
    --------
    >>> from caballero.teach import backtrack
    >>> from caballero.teach.puzzles import Queens
    >>> next(backtrack(Queens(8)))
    (0, 4, 7, 5, 2, 6, 1, 3)
    """
    stack = [iter((puzzle.initial(),))]
    while stack:
        for candidate in stack[-1]:
            if not puzzle.worth_exploring(candidate):
                continue
            if puzzle.is_final(candidate):
                yield candidate
            else:
                stack.append(iter(puzzle.extensions(candidate)))
                break
        else:
            stack.pop()  # nothing left to try here: step back
