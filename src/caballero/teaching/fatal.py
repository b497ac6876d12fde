"""The fatal move of a search: the first move after which no tour was left.

A search by backtracking that does not end is nearly always below such a move: it cannot see the
mistake, and undoes it only when everything below is searched. The exact search sees it. Whether a
tour continues a path can only change from yes to no as the path grows, so that halving finds where.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from caballero.find.portfolio import solve
from caballero.machine.limits import Limits
from caballero.model.board import Square
from caballero.model.problem import Problem
from caballero.proof.outcome import Found, Impossible

from .comparison import FatalMove, Row
from .tree import counted_search


def fatal_number(
    problem: Problem, path: Sequence[Square], limits: Limits | float | None = None
) -> tuple[int, bool] | None:
    """Return the number of the first square of a path after which no tour is left.

    Returns also whether it is certain that a tour was left before it; None if no number is known
    after which there is none. The limits are those of each exact search.

    >>> fatal_number(Problem("3x4"), [(0, 0), (2, 1), (0, 2), (1, 0)])
    (2, True)
    """

    def is_left(length: int) -> bool | None:
        clues: dict[Any, int] = dict(problem.clues)
        clues |= {square: number for number, square in enumerate(path[:length], start=1)}
        begun = replace(problem, clues=tuple(clues.items()))
        outcome = solve(begun, limits=limits)
        known = isinstance(outcome, (Found, Impossible))
        return isinstance(outcome, Found) if known else None

    low, high, sure = 0, len(path), True  # a tour is left, or perhaps, after `low`
    if is_left(high) is not False:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        match is_left(middle):
            case False:
                high = middle
            case left:
                low, sure = middle, left is True
    return high, sure


def with_fatal_move(row: Row, each: Limits | float | None = None) -> Row:
    """Return a row of a comparison with its fatal move, if it gave up and has such a move.

    ``each`` limits each of the exact searches, of which there are a few.

    Examples
    --------
    >>> from caballero.teaching import Contender, compare
    >>> puc = Contender("backtracking", "puc")
    >>> row = next(compare([Problem(6, start="0,1")], [puc], limits=Limits(nodes=20_000)))
    >>> row.result, with_fatal_move(row).fatal.square
    ('gave-up', 'd2')
    """
    how = row.contender
    if row.result != "gave-up" or not row.stats.nodes:
        return row
    search = counted_search(row.problem, how.method, order=how.order, tie=how.tie or "order")
    if search is None:
        return row
    path = search.standing(row.stats.nodes)
    found = fatal_number(row.problem, path, each)
    if found is None:
        return row
    number, sure = found
    name = row.problem.board.square_name(path[number - 1])
    below = row.stats.nodes - search.before(path[:number])
    return replace(row, fatal=FatalMove(number, name, below, sure))
