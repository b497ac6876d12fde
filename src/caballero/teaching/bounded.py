"""The best tour of a board by branch and bound: an outcome, or a search step by step.

The steps are as in every trace, and each also has the best tour so far and its bound; their path is
that of the node in question, so that it may jump from one step to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf, isfinite
from typing import TYPE_CHECKING, Final

from caballero.machine.arguments import name_among
from caballero.machine.limits import Budget, LimitHit, Limits, unlimited
from caballero.model.board import Board
from caballero.model.events import Event, EventKind, Standing, Visited
from caballero.model.piece import Move
from caballero.model.problem import Ground, Problem, refuse_huge, step_between
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.best import Best
from caballero.proof.certificate import Exhausted
from caballero.proof.outcome import GaveUp, Impossible, Outcome, Stats

from .branch_and_bound import trace_minimize
from .puzzles.shortest import UPHILL, ShortestTour
from .puzzles.tours import BestTour, Line
from .puzzles.turns import FewestTurns

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

METHOD: Final = "branch-and-bound"

COSTS: Final = ("turns", *UPHILL)
"""The costs of a tour: its turns, its distance, or its distance where n rows up cost n²."""


@verb(gives_up=True)
def solve_branch_and_bound(
    ground: Ground,
    strategy: str = "least",
    bounded: str = "ahead",
    order: str | Iterable[Move] | None = None,
    cost: str = "turns",
    **asked: Unpack[Searched],
) -> Outcome:
    """Search by branch and bound for a tour of least cost, or prove that there is no tour.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        On a small board, or a small graph, whose weights are the costs. Without a start, tours
        from all squares compete.
    strategy : str
        Of ``STRATEGIES``; see :func:`minimize`.
    bounded : str
        Of :data:`caballero.teaching.puzzles.BOUNDS`.
    order : str or moves, optional
        The order of the moves; see :func:`move_order`.
    cost : str
        ``turns``; ``distance``, the rows and columns of all moves; or ``climb``, the same where n
        rows up cost n².
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

    Returns
    -------
    Best, Impossible or GaveUp
        The best tour, and a proof that none costs less; or, if a limit ends the search, the best
        tour so far (``optimal`` is False) and a bound: no tour costs less. ``GaveUp``, if there is
        no tour so far, has the bound, too. Its nodes are the nodes that were expanded.

    Examples
    --------
    >>> from caballero import Limits, Problem
    >>> from caballero.teaching import solve_branch_and_bound
    >>> outcome = solve_branch_and_bound(Problem("4x5", start="a4"))
    >>> outcome.cost, outcome.bound, outcome.stats.nodes
    (17, 17, 166)
    >>> early = solve_branch_and_bound(Problem("4x5", start="a4"), "lifo", limits=Limits(nodes=99))
    >>> early.cost, early.bound, early.optimal
    (17, 16, False)
    """
    with asking(ground, asked) as (problem, budget, _):
        return _search(problem, budget, strategy, bounded, order, cost)


def _search(
    problem: Problem,
    budget: Budget,
    strategy: str,
    bounded: str,
    order: str | Iterable[Move] | None,
    cost: str,
) -> Outcome:
    refuse_huge(problem.ground)
    budget.method = METHOD
    profile = [0] * len(problem)
    ends = 0
    best: Line | None = None
    floor = -inf

    def stats() -> Stats:
        return Stats(METHOD, sum(profile), budget.seconds, None, ends, tuple(profile))

    with unlimited():  # the first bound is known whatever the limit
        puzzle = tour_puzzle(problem, bounded, order, cost)
    try:
        for kind, line, now in trace_minimize(puzzle, strategy, limits=Limits()):
            floor = now.bound
            if kind is EventKind.IMPROVEMENT:
                best, least = line, now.best
            budget.spend(kind is EventKind.PLACE)
            if kind is EventKind.PLACE and line.path:
                profile[len(line.path) - 1] += 1
            ends += kind is EventKind.DEAD_END
    except LimitHit as hit:
        if best is None:
            return GaveUp(hit.limit, stats(), _exact(floor) if isfinite(floor) else None)
    if best is None:
        return Impossible(Exhausted(METHOD, sum(profile)), stats())
    tour = Tour(problem.ground, best.path, problem.piece, problem.closed)
    return Best(tour, stats(), _exact(least), _exact(floor), kind is EventKind.SOLUTION)


def _exact(cost: float) -> int | float:
    """Return a whole number as an int."""
    return int(cost) if cost == int(cost) else cost


def tour_puzzle(
    problem: Problem, bounded: str, order: str | Iterable[Move] | None, cost: str
) -> BestTour:
    """Return the puzzle of the best tour."""
    cost = name_among("cost-name", cost, COSTS)
    if cost == "turns" and isinstance(problem.ground, Board):
        return FewestTurns(problem, bounded, order)
    return ShortestTour(problem, bounded, order, "distance" if cost == "turns" else cost)


def trace_best(
    problem: Problem, moves: tuple[Move, ...], strategy: str, bounded: str, cost: str
) -> Iterator[Event]:
    """Return the events of the search, from the start or the first square; see :func:`trace`."""
    board = problem.board
    if 1 not in problem.numbered():
        problem = replace(problem, start=board.square(0))
    # Unknown names and bad boards are refused now, not at the first step.
    puzzle = tour_puzzle(problem, bounded, moves, cost)
    return _events(board, moves, cost, trace_minimize(puzzle, strategy, limits=Limits()))


def _events(
    board: Board,
    moves: tuple[Move, ...],
    cost: str,
    steps: Iterable[tuple[EventKind, Line, Standing]],
) -> Iterator[Event]:
    numbers = [
        tuple(
            x % side if wraps else x
            for x, side, wraps in zip(m, board.shape, board.wraps, strict=True)
        )
        for m in moves
    ]
    dead_ends = 0
    for kind, line, now in steps:
        dead_ends += kind is EventKind.DEAD_END
        path = list(map(board.square, line.path))
        square, move = path[-1], None
        if kind is EventKind.TRY and len(path) == 1:
            continue  # no move leads to the start
        if kind in {EventKind.TRY, EventKind.CUT} and len(path) > 1:
            path.pop()  # the knight is still there
            step = step_between(board, path[-1], square)
            move = numbers.index(step) if kind is EventKind.TRY else None
        visited: Visited | None = None
        for place in path:
            visited = Visited(place, visited)
        counts = now.expanded, dead_ends, 0
        yield Event(kind, len(path), square, move, *counts, visited, standing=now, cost=cost)
