"""Count the tours with clues, by a search from clue to clue.

The kernel is :mod:`caballero.counting.kernels.clues`. The search begins at the end of the tour
where the clues are close together; there few ways lead to the next, and the last must fill what is
left. Its memo grows as long as there is memory.

Invariant: a number belongs to the vertices that a walk of the graph can have there, if it is at
every clue's number on the vertices that may have it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final

from caballero.machine.driver import drive, drive_over
from caballero.machine.errors import InvalidProblem, TooLarge, divided
from caballero.machine.limits import Budget, free_memory
from caballero.model.direction import given_places, goes_both_ways
from caballero.model.problem import Problem

from .kernels import clues as kernels

MOST_PLACES: Final = 1_000
"""The most places of a problem: each may or may not have each number."""

FIRST_HEIGHT: Final = 8
"""The logarithm of the entries of a memo that is new."""

GROWTH: Final = 2
"""The logarithm of the factor by which a memo grows."""

MEMO_BYTES: Final = 1 << 30
"""The most bytes of a memo."""

FREE_LEG: Final = 2
"""The moves that count more at an end without a number: it may be anywhere."""


def suits(problem: Problem) -> bool:
    """Return whether the method takes a problem."""
    free = not problem.directed and not problem.forced and not problem.precedences()
    return free and problem.size <= MOST_PLACES


def refuse_others(problem: Problem) -> None:
    """Raise InvalidProblem if the method does not take a problem."""
    if not suits(problem):
        raise InvalidProblem("count-clues-only", most=MOST_PLACES)


def clues_count(problem: Problem, budget: Budget, closable: bool | None = None) -> int:
    """Count the tours of a problem, lines or cycles, from clue to clue.

    Arguments are as for :func:`.brute_count`. Raises InvalidProblem if there are forced moves,
    waypoints or directed edges.

    >>> clues_count(Problem(5, clues={"a1": 1, "c3": 12}), Budget())
    0
    >>> clues_count(Problem(5, clues={"a1": 1, "c3": 13}), Budget())
    48
    """
    refuse_others(problem)
    if problem.size < problem.fewest:
        return 0
    given = {at: [v] for v, at in given_places(problem).items()}
    first = min(given) if problem.closed else 0
    given = {(at - first) % problem.size: places for at, places in given.items()}
    count = count_given(problem, given, budget, closable)
    return divided(count, 2) if goes_both_ways(problem) else count


def count_given(
    problem: Problem,
    given: Mapping[int, Collection[int]],
    budget: Budget,
    closable: bool | None = None,
) -> int:
    """Count the tours that have some vertex of each set at its position.

    Positions are counted from 0, and a closed tour has a single vertex there. Two sets are equal or
    disjoint, and a set has as many positions as vertices. Each tour counts as often as its
    vertices, in their order, fit.
    """
    size, closed = problem.size, problem.closed
    if size == 1:
        return 0 if closable else 1
    graph = problem.graph()
    rows = [list(graph.neighbours(v)) for v in range(size)]
    turned = {(size if closed else size - 1) - at: places for at, places in given.items() if at}
    turned |= {0 if closed else size - 1: places for at, places in given.items() if not at}
    if _legs(turned, size, closed) < _legs(given, size, closed):
        given = turned
    fits = _fits(rows, given, closed, budget)
    if not all(fits):
        return 0
    ending = {None: kernels.ANY, True: kernels.MEETS, False: kernels.PARTS}[closable]
    state = kernels.new_state(rows, fits, [at + 1 for at in given], closed=closed, ending=ending)
    return _search(state, size, budget)


def _legs(given: Collection[int], size: int, closed: bool) -> list[int]:
    """Return the moves from each position of a clue to the next."""
    at = sorted(given)
    legs = [b - a for a, b in pairwise([*at, size] if closed else at)]
    if closed:
        return legs
    before, after = (at[0], size - 1 - at[-1]) if at else (0, size)
    return [*([before + FREE_LEG] if before else []), *legs, *([after + FREE_LEG] if after else [])]


def _fits(
    rows: Sequence[Sequence[int]],
    given: Mapping[int, Collection[int]],
    closed: bool,
    budget: Budget,
) -> list[list[int]]:
    """Return the vertices of each position on some walk that has every set in its place."""
    size = len(rows)
    taken = {v for places in given.values() for v in places}
    others = [v for v in range(size) if v not in taken]
    fits = [sorted(given.get(at, others)) for at in range(size)]
    if closed:
        fits[-1] = [v for v in fits[-1] if v in rows[fits[0][0]]]
    for step, positions in ((-1, range(1, size)), (1, range(size - 2, -1, -1))):
        for at in positions:
            met = {w for v in fits[at + step] for w in rows[v]}
            fits[at] = [v for v in fits[at] if v in met]
            budget.pause()
    return fits


def _search(state: kernels.State, size: int, budget: Budget) -> int:
    """Run the search to its end; let the memo grow while there is memory."""
    memo = kernels.new_memo(FIRST_HEIGHT, size)

    def portion(steps: int) -> tuple[int, int]:
        before = state.nodes
        return kernels.search(state, memo, steps), state.nodes - before

    while True:
        status = drive(portion, budget)
        if status == kernels.DONE:
            return state.sums[0]
        if status == kernels.OVERFLOW:
            raise TooLarge("count-clues-many", count=size)
        memo = _grown(memo, size, budget)


def _grown(memo: kernels.Memo, size: int, budget: Budget) -> kernels.Memo:
    """Return a larger memo with the same entries, or the same memo where memory is short."""
    need = len(memo.entries) * 8 << GROWTH
    if need > min(MEMO_BYTES, budget.bytes_left / 2, free_memory() / 2):
        memo.grows = 0
        return memo
    larger = kernels.new_memo(memo.height + GROWTH, size)

    def work(begin: int, stop: int) -> None:
        kernels.pour(memo, larger, size // kernels.WORD + 1, begin, stop)

    drive_over(1 << memo.height, work, budget)
    return larger
