"""Warnsdorff's rule: always go where the exits are fewest.

H. C. von Warnsdorff's rule of 1823 finds a tour of most boards in one go; which ones depends
on what is done when several squares have equally few exits. The tie rules, by name:

- ``order``: the first in the order of the moves;
- ``random``: any of them, from a seed;
- ``pohl-sum``, ``pohl-min``: look one move further, at the exits of the squares that could
  follow: the least sum of them, or the least minimum (I. Pohl, 1967);
- ``roth``: the farthest from the centre of the board (A. Roth).

The rule can fail, and then it says so. With backtracking it is complete: squares are tried in
the rule's order, and the search steps back at dead ends. The work is done by
:mod:`caballero.kernels.warnsdorff`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypedDict

from caballero.adjacency import shared_rows
from caballero.board import Board
from caballero.errors import InvalidProblem, UnknownName
from caballero.facts import is_tour
from caballero.kernels import warnsdorff as kernel
from caballero.kernels._speed import COMPILE_ABOVE
from caballero.limits import Budget, LimitHit, Limits, Progress
from caballero.outcome import Found, GaveUp, Outcome, Stats
from caballero.piece import Move
from caballero.problem import Problem, refuse_huge
from caballero.tour import Tour
from caballero.words import short

from ._search import first_tour, run, starts
from .orders import move_order

if TYPE_CHECKING:
    from array import array

TIES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "order": kernel.ORDER,
        "random": kernel.RANDOM,
        "pohl-sum": kernel.POHL_SUM,
        "pohl-min": kernel.POHL_MIN,
        "roth": kernel.FARTHEST,
    }
)
"""The tie rules and what the kernel calls them."""


def solve_warnsdorff(
    problem: Problem,
    tie: str = "order",
    *,
    order: str | Iterable[Move] | None = None,
    backtrack: bool = False,
    seed: int = 0,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> Outcome:
    """Look for a tour by Warnsdorff's rule.

    Parameters
    ----------
    problem : Problem
        Without backtracking it starts at the top left square unless it has a start, and must
        have no clues, forced or forbidden moves.
    tie : str
        ``order``, ``random``, ``pohl-sum``, ``pohl-min`` or ``roth``.
    order : str or moves, optional
        The order of the moves, which decides what the tie rule leaves open.
    backtrack : bool
        Whether to step back at dead ends; then the answer is complete.
    seed : int
        Of the tie rule ``random``.
    limits, on_event : optional
        As for every search.

    Returns
    -------
    Found, Impossible or GaveUp
        Without backtracking, ``GaveUp("method")`` says that the rule failed.

    Raises
    ------
    UnknownName
        If there is no such tie rule.
    InvalidProblem
        If the rule cannot do what is asked.

    Notes
    -----
    Without backtracking, time and memory are linear in the number of squares.

    References
    ----------
    H. C. von Warnsdorff, Des Rösselsprunges einfachste und allgemeinste Lösung, Schmalkalden
    1823. I. Pohl, "A method for finding Hamilton paths and knight's tours", Comm. ACM 10
    (1967) 446–449.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teach import solve_warnsdorff
    >>> outcome = solve_warnsdorff(Problem.of(50, start="a1"), tie="roth")
    >>> len(outcome.tour), outcome.stats.nodes
    (2500, 2500)
    """
    budget = Budget(limits, on_event)
    if backtrack:
        return search_warnsdorff(problem, tie, budget, order=order, seed=seed)
    moves = _checked(problem, tie, order)
    known = problem.numbered()
    if known.keys() - {1, problem.size} or problem.forced or problem.forbidden:
        raise InvalidProblem("rule-without-wishes")
    budget.method = "warnsdorff"
    new_walk = partial(kernel.new_walk, **_rule(problem, tie, seed))
    try:
        walk = _fresh(problem, moves, new_walk, lambda: budget.spend(0))
    except LimitHit as hit:
        return GaveUp(hit.limit, Stats("warnsdorff", 0, budget.seconds))
    return _walked(problem, walk, budget)


def search_warnsdorff(
    problem: Problem,
    tie: str,
    budget: Budget,
    *,
    order: str | Iterable[Move] | None = None,
    seed: int = 0,
) -> Outcome:
    """Look for a tour by Warnsdorff's rule with backtracking, on a budget that others share.

    The parameters are those of :func:`solve_warnsdorff`.
    """
    try:
        graph = problem.graph(_checked(problem, tie, order), pause=lambda: budget.spend(0))
    except LimitHit as hit:
        return GaveUp(hit.limit, Stats("warnsdorff", 0, budget.seconds))
    rule = _rule(problem, tie, seed)

    def new_state(start: int) -> kernel.State:
        return kernel.new_state(graph.indptr, graph.indices, start, closed=problem.closed, **rule)

    return first_tour(problem, "warnsdorff", kernel.search, new_state, budget)


def _checked(
    problem: Problem, tie: str, order: str | Iterable[Move] | None
) -> tuple[Move, ...] | None:
    """The moves in their order, None on a graph; the tie rule must fit."""
    if tie not in TIES:
        raise UnknownName.among("tie", short(str(tie)), TIES)
    if isinstance(problem.ground, Board):
        return move_order(order, problem.piece, len(problem.ground.shape))
    if tie == "roth":
        raise InvalidProblem("tie-needs-board", tie=tie)
    return None


class _Rule(TypedDict):
    """What the kernel is told of the rule."""

    tie: int
    key: array[int] | None
    seed: int
    clues: dict[int, int]


def _rule(problem: Problem, tie: str, seed: int) -> _Rule:
    key = problem.board.distances() if tie == "roth" else None
    clues = {vertex: number for number, vertex in problem.numbered().items() if number > 1}
    return {"tie": TIES[tie], "key": key, "seed": seed, "clues": clues}


def _fresh(
    problem: Problem,
    moves: tuple[Move, ...] | None,
    new_walk: Callable[..., kernel.Walk],
    pause: Callable[[], None],
) -> kernel.Walk:
    """The walk before its first step; on a full flat board it needs no graph."""
    board, start = problem.ground, starts(problem)[0]
    full = isinstance(board, Board) and not board.holes and not any(board.wraps)
    if isinstance(board, Board) and moves is not None and full and not problem.forbidden:
        refuse_huge(problem)
        rows = shared_rows(board.shape, moves, pause)
        return new_walk(rows.indptr, rows.offsets, start, kind=rows.kind)
    graph = problem.graph(moves, pause=pause)
    return new_walk(graph.indptr, graph.indices, start)


def _walked(problem: Problem, walk: kernel.Walk, budget: Budget) -> Outcome:
    """Follow the rule to its end."""
    count = len(problem)
    try:
        for _, reached in run(kernel.walk, walk, budget, large=count > COMPILE_ABOVE):
            walk = reached
            if walk.depth == count:
                break
    except LimitHit as hit:
        return GaveUp(hit.limit, Stats("warnsdorff", walk.depth, budget.seconds))
    order = _ints(walk.path)
    stats = Stats("warnsdorff", walk.depth, budget.seconds)
    if walk.depth < count or not is_tour(problem, order):
        return GaveUp("method", stats)
    return Found(Tour(problem.ground, order, problem.piece, problem.closed), stats)


def _ints(path: object) -> tuple[int, ...]:
    """A kernel's path as plain ints, from a list or a numpy array."""
    return tuple(path if isinstance(path, list) else path.tolist())  # type: ignore[attr-defined]
