"""The knight's tour with the fewest turns: a turn is where two moves have different directions.

Which bound does a knight's tour have? Three are here: none, the turns so far, and these with the
turns that must follow. Every square is entered from a free neighbour and left to another.
If two of these are opposite each other, the knight may pass straight; if not, it must turn; and if
there are fewer than two, it cannot pass. On the edge of a board no two are opposite.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations
from math import inf

from caballero.model.problem import step_between

from .tours import BestTour


@dataclass(frozen=True, slots=True)
class FewestTurns(BestTour):
    """Tours of a small board; a candidate is a path and its turns.

    Parameters
    ----------
    problem, bounded, order
        As for :class:`ShortestTour`, but straight on comes before the order of the moves.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import minimize
    >>> from caballero.teaching.puzzles import FewestTurns
    >>> puzzle = FewestTurns(Problem("3x4"))
    >>> *_, best = minimize(puzzle)
    >>> best.cost, best.optimal
    (10, True)
    """

    _onward: dict[tuple[int, int], int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        BestTour.__post_init__(self)
        board = self.problem.board
        step = {
            (a, b): step_between(board, board.square(a), board.square(b))
            for a, targets in enumerate(self._near)
            for b in targets
        }
        ways = ((a, v, b) for v, exits in enumerate(self._near) for a, b in permutations(exits, 2))
        onward = {(a, v): b for a, v, b in ways if step[a, v] == step[v, b]}
        object.__setattr__(self, "_onward", onward)

    def onward(self, path: tuple[int, ...]) -> list[int]:
        """Return the free squares that can follow a path: straight on, then in the order."""
        free = [to for to in self._near[path[-1]] if to not in path]
        return sorted(free, key=lambda to: self.step(path, to))

    def step(self, path: tuple[int, ...], to: int) -> int:
        """Return 1 if the move turns; the first does not."""
        return int(len(path) > 1 and self._onward.get((path[-2], path[-1])) != to)

    def way_back(self, path: tuple[int, ...]) -> int:
        """Return the turns at the last and at the first square."""
        ends = (path[-2], path[-1], path[0]), (path[-1], path[0], path[1])
        return sum(self._onward.get((a, v)) != b for a, v, b in ends)

    def ahead(self, path: tuple[int, ...], left: set[int]) -> float:
        """Return the turns that must follow."""
        closed = self.problem.closed
        free = left.union(path[-1:], path[:1] if closed else ())
        turns = sorted(self._turn_at(v, free) for v in left)
        if not closed:
            turns = turns[: -1 if path else -2]  # a tour need not pass the squares where it ends
        if len(path) > 1:
            turns.append(self._turn_at(path[-1], left, path[-2]))
        if closed and path:
            turns.append(self._turn_at(path[0], left, *path[1:2]))
        return sum(turns)

    def _turn_at(self, square: int, free: set[int], origin: int | None = None) -> float:
        """Return 0 if a square can be passed straight, 1 if only in a turn, else infinity."""
        exits = [to for to in self._near[square] if to in free]
        if len(exits) < (2 if origin is None else 1):
            return inf
        origins = exits if origin is None else [origin]
        return 0 if any(self._onward.get((a, square)) in exits for a in origins) else 1
