"""The shortest tour of a board: a travelling salesman whose cities are the squares.

The distance of a move is that of streets: its rows and columns together. Where a climb of n rows
costs n², the way back has another cost than the way there: a directed graph. The bound has the
cheapest way into each square that is still to be entered. On a graph the distances are the weights
of its edges; an edge without a weight counts 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Final

from caballero.machine.arguments import name_among
from caballero.model.board import Board, Square
from caballero.model.problem import step_between

from .costs import check_cost
from .tours import BestTour

UPHILL: Final = {"distance": 1, "climb": 2}
"""The power of n that a climb of n rows costs; rows down and columns cost 1 each."""


@dataclass(frozen=True, slots=True)
class ShortestTour(BestTour):
    """Tours of a small board; a candidate is a path and its distance.

    Parameters
    ----------
    problem : Problem
        On a board, or on a graph; forced moves are tested on complete tours.
    bounded : str
        Of ``BOUNDS``. ``none``: backtracking through all tours. ``made``: the cost so far.
        ``ahead``: this and what must follow.
    order : str or moves, optional
        The order of the moves; see :func:`caballero.teaching.move_order`.
    measure : str
        ``distance``: the rows and columns of each move. ``climb``: the same, but n rows up
        cost n².

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import minimize
    >>> from caballero.teaching.puzzles import ShortestTour
    >>> king = Problem("3x3", piece="king", closed=True)
    >>> for measure in ("distance", "climb"):
    ...     *_, best = minimize(ShortestTour(king, measure=measure))
    ...     print(best.cost, best.optimal)
    10 True
    10 True
    """

    measure: str = "distance"
    _distances: dict[tuple[int, int], float] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "measure", name_among("cost-name", self.measure, UPHILL))
        BestTour.__post_init__(self)
        ground, up = self.problem.ground, UPHILL[self.measure]
        lengths: dict[tuple[int, int], float] = {}
        for a, b in ((a, b) for a, targets in enumerate(self._near) for b in targets):
            if isinstance(ground, Board):
                lengths[a, b] = _distance(ground, ground.square(a), ground.square(b), up)
            else:
                weight = ground.weight(a, b)
                weight = 1 if weight is None else weight
                lengths[a, b] = weight if isinstance(weight, int) else float(weight)
                check_cost(lengths[a, b])
        object.__setattr__(self, "_distances", lengths)

    def step(self, path: tuple[int, ...], to: int) -> float:
        """Return the distance of the move."""
        return self._distances[path[-1], to]

    def way_back(self, path: tuple[int, ...]) -> float:
        """Return the distance of the move from the last square to the first."""
        return self._distances[path[-1], path[0]]

    def ahead(self, path: tuple[int, ...], left: set[int]) -> float:
        """Return the shortest ways into the squares that are left, and into the first, added up."""
        free = left.union(path[-1:])
        into = sorted(self._into(v, free) for v in left)
        if not path:
            into.pop()  # nothing leads into the start
        elif self.problem.closed:
            into.append(self._into(path[0], left))
        return sum(into)

    def _into(self, square: int, origins: set[int]) -> float:
        near = (a for a in self._near[square] if a in origins)
        return min((self._distances[a, square] for a in near), default=inf)


def _distance(board: Board, a: Square, b: Square, up: int) -> int:
    """Return the rows and columns of a move, the shorter way round; rows up to the power `up`."""
    rows, *others = (
        step - side if wraps and 2 * step > side else step
        for step, side, wraps in zip(
            step_between(board, a, b), board.shape, board.wraps, strict=True
        )
    )
    return ((-rows) ** up if rows < 0 else rows) + sum(map(abs, others))
