"""Warnsdorff's rule: always go where the exits are fewest.

H. C. von Warnsdorff's rule of 1823 finds a tour of most boards without stepping back; which
depends on the choice among squares with equally few exits. The tie rules, by name:

- ``order``: the first in the order of the moves;
- ``random``: a random square, from a seed;
- ``pohl-sum``, ``pohl-min``: look a move further, at the exits of the squares that could
  follow: the least sum of them, or the least minimum (I. Pohl, 1967);
- ``roth``: the farthest from the centre of the board (A. Roth);
- ``squirrel-cull``: the first in an order that changes on the way (:mod:`.squirrel`), from the
  corner of a square board, without backtracking.

The rule can fail; the outcome is then ``GaveUp``. With backtracking it is complete: the search
tries the squares in the rule's order and steps back at dead ends.
:mod:`caballero.find.kernels.warnsdorff` searches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypedDict

from caballero.find.kernels import warnsdorff as kernel
from caballero.machine.arguments import flag, name_among
from caballero.machine.driver import drive
from caballero.machine.errors import InvalidProblem
from caballero.machine.limits import Budget, LimitHit, pause
from caballero.model.adjacency import shared_rows
from caballero.model.board import Board
from caballero.model.graph import Graph
from caballero.model.piece import Move
from caballero.model.problem import Ground, Place, Problem, refuse_huge
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.facts import is_tour
from caballero.proof.outcome import Found, GaveUp, Outcome, Stats

from . import squirrel
from ._search import first_tour, starts
from .orders import move_order

if TYPE_CHECKING:
    from array import array
    from typing import Unpack

    from caballero.model.problem import Searched

TIES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "order": kernel.ORDER,
        "random": kernel.RANDOM,
        "pohl-sum": kernel.POHL_SUM,
        "pohl-min": kernel.POHL_MIN,
        "roth": kernel.FARTHEST,
    }
)
"""The number of each tie rule in the kernel."""

TIE_NAMES: Final = (*TIES, squirrel.NAME)
"""All tie rules; that of Squirrel and Cull needs no kernel, and fits few problems."""


@verb(gives_up=True)
def solve_warnsdorff(
    ground: Ground,
    tie: str = "order",
    *,
    order: str | Iterable[Move] | None = None,
    backtrack: bool = False,
    **asked: Unpack[Searched],
) -> Outcome:
    """Search for a tour by Warnsdorff's rule.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        Without backtracking it starts at the top left square unless it has a start, and must
        have no clues, forced or forbidden moves.
    tie : str
        ``order``, ``random``, ``pohl-sum``, ``pohl-min``, ``roth`` or ``squirrel-cull``.
    order : str or moves, optional
        The order of the moves, which decides where the tie rule does not.
    backtrack : bool
        Whether to step back at dead ends; then the answer is complete.
    seed : int
        The seed of the tie rule ``random``.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

    Returns
    -------
    Found, Impossible or GaveUp
        Without backtracking, ``GaveUp("method")`` if the rule failed.

    Raises
    ------
    UnknownName
        If there is no such tie rule.
    InvalidProblem
        If the rule does not support a constraint of the problem.

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
    >>> from caballero.teaching import solve_warnsdorff
    >>> outcome = solve_warnsdorff(Problem(50, start="a1"), tie="roth")
    >>> len(outcome.tour), outcome.stats.nodes
    (2500, 2500)
    """
    tie, backtrack = name_among("tie", tie, TIE_NAMES), flag("backtrack", backtrack)
    with asking(ground, asked) as (problem, budget, seed):
        refuse_huge(problem.ground)
        if tie == squirrel.NAME:
            return _follow_squirrel(problem, backtrack, budget)
        if backtrack or not problem.size:  # with nothing to visit there is no start to walk from
            return search_warnsdorff(problem, budget, tie, order=order, seed=seed)
        moves = _moves(problem, tie, order)
        known = problem.numbered()
        inner = known.keys() - {1, problem.size} or problem.precedences()
        if inner or problem.forced or problem.forbidden:
            raise InvalidProblem("rule-with-constraints")
        budget.method = "warnsdorff"
        pause()
        walk = _start_walk(problem, moves, partial(kernel.new_walk, **_rule(problem, tie, seed)))
        return _follow(problem, walk, budget)


def search_warnsdorff(
    problem: Problem,
    budget: Budget,
    tie: str = "order",
    *,
    order: str | Iterable[Move] | None = None,
    seed: int = 0,
) -> Outcome:
    """Search as :func:`solve_warnsdorff` with backtracking, on a shared budget."""
    refuse_huge(problem.ground)
    moves = _moves(problem, tie, order)

    @cache
    def made() -> tuple[Graph, _Rule]:
        return problem.graph(moves), _rule(problem, tie, seed)

    def new_state(start: int) -> kernel.State:
        graph, rule = made()
        return kernel.new_state(graph.indptr, graph.indices, start, closed=problem.closed, **rule)

    return first_tour(problem, "warnsdorff", kernel.search, new_state, budget)


def departures(problem: Problem, path: Sequence[Place]) -> tuple[int, ...]:
    """Return the numbers, from 1, of the squares of a path from which it breaks Warnsdorff's rule.

    From these it goes to a square that has not the fewest exits, whatever the tie rule.

    Examples
    --------
    >>> from caballero import Problem, find_tour
    >>> from caballero.teaching import departures, solve_warnsdorff
    >>> problem = Problem(8, start="a1")
    >>> departures(problem, solve_warnsdorff(problem).tour.squares)
    ()
    >>> departures(problem, ["a1", "b3", "c5"])
    (2,)
    """
    graph = problem.graph()
    rows = [{*graph.indices[a:b]} for a, b in pairwise(graph.indptr)]
    seen: set[int] = set()
    broken = []
    for number, (at, onward) in enumerate(pairwise(map(problem.vertex, path)), start=1):
        seen.add(at)
        exits = {v: len(rows[v] - seen) for v in rows[at] - seen}
        if exits.get(onward) != min(exits.values(), default=None):
            broken.append(number)
    return tuple(broken)


def _moves(
    problem: Problem, tie: str, order: str | Iterable[Move] | None
) -> tuple[Move, ...] | None:
    """Return the moves in their order, None on a graph; refuse a tie rule that does not fit."""
    if problem.directed:
        raise InvalidProblem("rule-directed")
    if isinstance(problem.ground, Board):
        return move_order(order, problem.piece, problem.ground)
    if tie == "roth":
        raise InvalidProblem("tie-needs-board", tie=tie)
    return None


class _Rule(TypedDict):
    """The rule as arguments of the kernel."""

    tie: int
    key: array[int] | None
    seed: int
    clues: dict[int, int]


def _rule(problem: Problem, tie: str, seed: int) -> _Rule:
    key = problem.board.distances() if tie == "roth" else None
    clues = {vertex: number for number, vertex in problem.numbered().items() if number > 1}
    return {"tie": TIES[tie], "key": key, "seed": seed, "clues": clues}


def _start_walk(
    problem: Problem, moves: tuple[Move, ...] | None, new_walk: Callable[..., kernel.Walk]
) -> kernel.Walk:
    """Return the walk before its first step; on a full flat board it needs no graph."""
    board, start = problem.ground, starts(problem)[0]
    full = isinstance(board, Board) and board.is_box and not problem.forbidden
    if isinstance(board, Board) and moves is not None and full:
        refuse_huge(problem.ground)
        rows = shared_rows(board.shape, moves)
        return new_walk(rows.indptr, rows.offsets, start, kind=rows.kind)
    graph = problem.graph(moves)
    return new_walk(graph.indptr, graph.indices, start)


def _follow_squirrel(problem: Problem, backtrack: bool, budget: Budget) -> Outcome:
    """Follow the rule of Squirrel and Cull to its end."""
    if backtrack or problem.forced:
        raise InvalidProblem("tie-needs-corner")
    order: list[int] = []
    try:
        for square in squirrel.squirrel_cull(problem):
            order.append(problem.board.index(square))
            budget.spend(1)
    except LimitHit as hit:
        return GaveUp(hit.limit, Stats("warnsdorff", len(order), budget.seconds))
    stats = Stats("warnsdorff", len(order), budget.seconds)
    if not is_tour(problem, order):
        return GaveUp("method", stats)
    return Found(Tour(problem.ground, tuple(order), problem.piece), stats)


def _follow(problem: Problem, walk: kernel.Walk, budget: Budget) -> Outcome:
    """Follow the rule to its end."""

    def portion(steps: int) -> tuple[int, int]:
        before = walk.depth
        return kernel.walk(walk, steps), walk.depth - before

    def stats() -> Stats:
        return Stats("warnsdorff", walk.depth, budget.seconds)

    try:
        if drive(portion, budget) != kernel.FOUND:
            return GaveUp("method", stats())
        order = tuple(walk.path)
        if not is_tour(problem, order):
            return GaveUp("method", stats())
    except LimitHit as hit:
        return GaveUp(hit.limit, stats())
    return Found(Tour(problem.ground, order, problem.piece, problem.closed), stats())
