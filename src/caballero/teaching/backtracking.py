"""Backtracking with the order of the moves as a parameter.

The method of all four texts: make the next move in the list if its square is free; where no
move is left, take the last back. :mod:`caballero.find.kernels.backtracking` searches; this
module prepares its arrays and makes an outcome of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from caballero.find.kernels import backtracking as kernel
from caballero.machine.limits import Budget
from caballero.model.board import Board
from caballero.model.graph import Graph
from caballero.model.piece import Move
from caballero.model.problem import Ground, Problem, refuse_huge
from caballero.proof.asking import asking, verb
from caballero.proof.outcome import Outcome

from ._search import first_tour
from .orders import move_order

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched


@verb(gives_up=True)
def solve_backtracking(
    ground: Ground, order: str | Iterable[Move] | None = None, **asked: Unpack[Searched]
) -> Outcome:
    """Search by backtracking: find the first tour in the order of the moves, or prove none exists.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        Any problem. Without a start, every square is tried as the start, in the board's order.
    order : str or moves, optional
        The order of the moves; see :func:`move_order`. On a graph, that of the neighbours.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

    Returns
    -------
    Found, Impossible or GaveUp
        Its nodes are the squares entered, the start included.

    Notes
    -----
    The time grows exponentially with the squares: at most 8^(n²) nodes on an n×n board.

    References
    ----------
    D. H. Lehmer, "Combinatorial problems with digital computers", Proc. Fourth Canadian Math.
    Congress (1957) 160–173, which names it backtrack; S. W. Golomb and L. D. Baumert,
    "Backtrack programming", J. ACM 12 (1965) 516–524.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import solve_backtracking
    >>> outcome = solve_backtracking(Problem(5, start="0,0"), "puc")
    >>> outcome.stats.nodes, outcome.stats.steps_back
    (41, 16)
    """
    with asking(ground, asked) as (problem, budget, _):
        return search_backtracking(problem, budget, order=order)


def search_backtracking(
    problem: Problem, budget: Budget, *, order: str | Iterable[Move] | None = None
) -> Outcome:
    """Search by backtracking on a shared budget; see :func:`solve_backtracking`."""
    refuse_huge(problem.ground)
    moves = None
    if isinstance(problem.ground, Board):
        moves = move_order(order, problem.piece, problem.ground)
    clues = {vertex: number for number, vertex in problem.numbered().items() if number > 1}
    order_of_places = problem.precedences()

    @cache
    def made() -> Graph:
        return problem.graph(moves)

    def new_state(start: int) -> kernel.State:
        graph = made()
        back = graph.predecessors(start) if graph.directed else None
        return kernel.new_state(
            graph.indptr, graph.indices, start, clues=clues, closed=problem.closed, back=back,
            order=order_of_places,
        )  # fmt: skip

    return first_tour(problem, "backtracking", kernel.search, new_state, budget)
