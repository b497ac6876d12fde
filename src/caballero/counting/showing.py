"""Count tours by what they show: turns, crossings, where they begin, their two ends.

Turns and crossings are pairs of moves: a tour goes straight on where two moves of it lie in line.
So a sweep whose counts are polynomials (:mod:`caballero.counting.sweeps.polynomials`) counts the
tours of each number at once. Each start, or pair of ends, has its own count; images under a
symmetry have equally many tours.

Invariants: :meth:`caballero.Tour.statistics` finds the same numbers in each tour. They add up to
the number of all tours, which another engine counts again; where none can, the sum is compared with
the tours listed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from caballero.counting.groups import pair, permutations_of
from caballero.counting.symmetry_problem import keeping, symmetry_problem
from caballero.machine.arguments import name_among
from caballero.machine.errors import InvalidProblem, TooLarge, be_sure
from caballero.machine.limits import Budget, pause
from caballero.model.board import Board, Square
from caballero.model.direction import goes_both_ways, without_clues
from caballero.model.problem import Ground, Problem, restated
from caballero.model.reduction import CycleQuestion, cycle_question
from caballero.model.statistics import Segment, crosses
from caballero.model.symmetry import is_flat
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.facts import is_excluded

from .clues import clues_count, suits
from .engines import SHOWN
from .frontier import frontier_count
from .sweeps.order import is_too_wide, orders
from .sweeps.polynomials import cost_with_pairs, cycles_by_pairs

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

MOST_SQUARES: Final = 400
"""The most squares of a board whose pairs of moves are compared."""

MOST_AT_ONCE: Final = 1e9
"""The most that a sweep may cost, roughly states; else each pair of ends has its own sweep.

Those of open 6×6 by crossings need 0.5 GB each, and all together would need 8 GB at once."""

SHARE: Final = 0.9
"""The share of the work for the kinds, for progress; the rest is the count of all tours."""

FEWEST_SQUARES: Final = 3
"""The fewest squares for a sweep."""

Edge = tuple[int, int]


@verb()
def count_by(ground: Ground, by: str, **asked: Unpack[Searched]) -> dict[Any, int]:
    """Count the tours of each kind, by what they show.

    Parameters
    ----------
    problem : Problem
        A board or graph, with any constraints; turns and crossings need a flat board.
    by : str
        ``"turns"``: how often a tour turns. ``"crossings"``: how many pairs of its moves cross.
        ``"start"``: the place where it begins; a tour and its reverse count twice. ``"ends"``: the
        two places where it begins and ends.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

    Returns
    -------
    dict of value to int
        The tours that show each value, in increasing order; values without tours are left out.
        Except by start, each tour and its reverse count once, as for :func:`count_tours`.

    Raises
    ------
    LimitReached
        If a limit was reached first.
    UnknownName
        If there is no such value.
    InvalidProblem
        If the tours do not have it: a closed tour has no ends, a torus no crossings.
    TooLarge
        If the board is too wide.

    Notes
    -----
    Exponential in the width of the board. States must remember moves that can still show something,
    so turns and crossings take more states than a count: 400 times as many for the turns of closed
    knight's tours of 6×8, twice as many for the crossings of a king. With clues inside a tour,
    turns and crossings are counted by listing the tours.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.counting import count_by
    >>> count_by(Problem(6, closed=True), "turns")
    {32: 18, 33: 344, 34: 1816, 35: 4504, 36: 3180}
    >>> starts = count_by(Problem(5), "start")
    >>> starts[0, 0], starts[2, 2], sum(starts.values())
    (304, 64, 1728)
    """
    by = name_among("shown", by, SHOWN)
    with asking(ground, asked) as (problem, budget, _):
        pause()
        if by in ("start", "ends"):
            if problem.closed:
                raise InvalidProblem("count-by-closed")
        elif not isinstance(problem.ground, Board) or not is_flat(problem.ground):
            raise InvalidProblem("count-by-flat")
        plain = without_clues(problem)
        engine, stated = (clues_count, problem) if plain is None else (frontier_count, plain)
        with budget.part(0, SHARE):
            found = _grouped(problem, plain, by, budget)
        with budget.part(SHARE, 1), suppress(TooLarge):
            if plain is not None or suits(problem):
                _add_up(problem, by, found, engine(stated, budget))
        return found


def _grouped(problem: Problem, plain: Problem | None, by: str, budget: Budget) -> dict[Any, int]:
    """Count the tours of each kind; `plain` is the problem without clues, if ends express them."""
    of_ends = by in ("start", "ends")
    if problem.size < FEWEST_SQUARES or (plain is None and not (of_ends and suits(problem))):
        return _listed(problem, by, budget)
    if plain is None:
        return _by_ends(problem, by, budget, clues_count)
    if of_ends:
        return _by_ends(plain, by, budget, frontier_count)
    return _by_pairs(plain, by, budget)


def _add_up(problem: Problem, by: str, found: dict[Any, int], total: int) -> None:
    """Stop if the kinds are not all tours; each has two starts if it goes both ways."""
    times = 2 if by == "start" and goes_both_ways(problem) else 1
    be_sure(sum(found.values()) == times * total, f"the tours by {by} are not {times * total}")


def _listed(problem: Problem, by: str, budget: Budget) -> dict[Any, int]:
    """Count from the listing."""
    from .listing.listing import iter_tours

    both = goes_both_ways(problem)

    def values(tour: Tour) -> Iterable[Any]:
        if by == "start":
            return (tour[0], tour[-1]) if both else (tour[0],)
        if by == "ends":
            first, last = map(problem.vertex, (tour[0], tour[-1]))
            return ((tour[-1], tour[0]) if both and last < first else (tour[0], tour[-1]),)
        return (getattr(tour.statistics(symmetry=False), by),)

    listing = iter_tours(problem)
    found = Counter(value for tour in listing for value in values(tour))
    kinds = sorted(found) if by in ("turns", "crossings") else _places(problem, by)
    ordered = {value: found[value] for value in kinds if found[value]}
    _add_up(problem, by, ordered, listing.position)
    return ordered


# -- ends ------------------------------------------------------------------------------------------


def _places(problem: Problem, by: str) -> Iterator[Any]:
    """Yield the starts, or the pairs of ends, that tours of a problem may have."""
    every = [problem.place(v) for v in range(problem.size)]
    starts = [
        a for a in every if problem.start in (None, a) and (a != problem.end or len(every) < 2)
    ]
    ends = every if problem.end is None else [problem.end]
    if by == "start":
        yield from starts
    elif goes_both_ways(problem):
        yield from combinations(every, 2)
    else:
        yield from ((a, b) for a in starts for b in ends if a != b or len(every) < 2)


def _by_ends(
    problem: Problem, by: str, budget: Budget, engine: Callable[[Problem, Budget], int]
) -> dict[Any, int]:
    """Count the tours of each start, or each pair of ends."""
    values = [*_places(problem, by)]
    kinds = _kinds(problem, by, values)
    counted: dict[tuple[int, ...], int] = {}
    for kind in kinds:
        if kind not in counted:
            share, pieces = len(counted), len({*kinds})
            with budget.part(share / pieces, (share + 1) / pieces):
                asked = _with_ends(problem, kind)
                counted[kind] = 0 if asked is None else engine(asked, budget)
    found = zip(values, (counted[kind] for kind in kinds), strict=True)
    return {value: count for value, count in found if count}


def _kinds(problem: Problem, by: str, values: Sequence[Any]) -> list[tuple[int, ...]]:
    """Return for each start, or pair of ends, that of its images which stands for all of them."""
    images = [range(problem.size)] if problem.clues else _keeping(problem)
    both = goes_both_ways(problem)
    ends = (problem.end,) if by == "start" and problem.end is not None else ()

    def normal(value: Any) -> tuple[int, ...]:
        """Return a pair of ends, or a start, for all images; a symmetry may exchange the ends."""
        vertices = [*map(problem.vertex, (value, *ends) if by == "start" else value)]
        pictures = ([image[v] for v in vertices] for image in images)
        return min(tuple(sorted(picture) if both else picture) for picture in pictures)

    return [*map(normal, values)]


def _with_ends(problem: Problem, ends: Sequence[int]) -> Problem | None:
    """Return the problem with this start, and perhaps this end; None if a clue contradicts them."""
    start, *end = map(problem.place, ends)
    try:
        return restated(problem, start=start, end=end[0] if end else problem.end)
    except InvalidProblem:
        return None


def _keeping(problem: Problem) -> Collection[Sequence[int]]:
    """Return the symmetries of the board that keep a problem."""
    if isinstance(problem.ground, Board) and (question := symmetry_problem(problem)) is not None:
        try:
            return keeping(question, permutations_of(problem.ground).values())
        except TooLarge:  # too many symmetries
            pass
    return [range(problem.size)]


# -- pairs of moves --------------------------------------------------------------------------------


def _by_pairs(problem: Problem, by: str, budget: Budget) -> dict[Any, int]:
    """Count by turns or crossings, with a sweep."""
    if is_too_wide(problem):
        raise TooLarge("count-too-wide", count=problem.size)
    if problem.size > MOST_SQUARES:
        raise TooLarge("count-too-long", count=problem.size, most=MOST_SQUARES)
    question = cycle_question(problem)
    if question is None:
        return {}
    squares: list[Any] = [*problem.board]
    moves = _moves(question)
    shown = [*(_in_line if by == "turns" else _crossings)(squares, moves, budget)]
    neighbours, pairs, cost = _narrowest(problem, question, shown, budget)
    if cost > MOST_AT_ONCE and not problem.closed and None in (problem.start, problem.end):
        return _by_pairs_of_ends(problem, by, budget)
    found = cycles_by_pairs(neighbours, pairs, budget)
    if by == "crossings":
        return found
    most = problem.size - (0 if problem.closed else 2)
    return {most - straight: count for straight, count in reversed(found.items())}


def _by_pairs_of_ends(problem: Problem, by: str, budget: Budget) -> dict[int, int]:
    """Count by turns or crossings, with a sweep for each pair of ends."""
    kinds = Counter(_kinds(problem, "ends", [*_places(problem, "ends")]))
    found: Counter[int] = Counter()
    for done, (kind, times) in enumerate(kinds.items()):
        asked = _with_ends(problem, kind)
        if asked is None or is_excluded(asked):
            continue
        with budget.part(done / len(kinds), (done + 1) / len(kinds)):
            for value, count in _by_pairs(asked, by, budget).items():
                found[value] += times * count
    return dict(sorted(found.items()))


def _moves(question: CycleQuestion) -> dict[Edge, Edge]:
    """Return the edge of the question for each move; a forced move is part of a chain there."""
    near, size = question.neighbours, question.size
    moves = {(v, w): (v, w) for v in range(size) for w in near[v] if v < w < size}
    for dummy in range(size + question.links, len(near)):
        here = [v for v in near[dummy] if v < size]
        there = [v for w in near[dummy] if w >= size for v in near[w] if v < size]
        a, b = here + there
        moves[pair(a, b)] = (a, dummy)
    return moves


def _in_line(
    squares: Sequence[Square], moves: dict[Edge, Edge], budget: Budget
) -> Iterator[tuple[Edge, Edge]]:
    """Yield the pairs of moves of which each goes straight on where the other ends."""
    number = {square: v for v, square in enumerate(squares)}
    for (v, w), edge in moves.items():
        (a, b), (c, d) = squares[v], squares[w]
        budget.pause()
        for onward in (
            pair(w, number.get((2 * c - a, 2 * d - b), w)),
            pair(v, number.get((2 * a - c, 2 * b - d), v)),
        ):
            if onward > (v, w) and onward in moves:
                yield edge, moves[onward]


def _crossings(
    squares: Sequence[Square], moves: dict[Edge, Edge], budget: Budget
) -> Iterator[tuple[Edge, Edge]]:
    """Yield the pairs of moves that cross."""
    lines: dict[Edge, Segment] = {}
    for (v, w), edge in moves.items():
        (a, b), (c, d) = squares[v], squares[w]
        lines[edge] = (a, b, c, d)
    for edge, line in lines.items():
        budget.pause()
        yield from ((edge, o) for o in lines if edge < o and crosses(line, lines[o]))


def _narrowest(
    problem: Problem, question: CycleQuestion, shown: Sequence[tuple[Edge, Edge]], budget: Budget
) -> tuple[list[list[int]], list[tuple[Edge, Edge]], float]:
    """Return the graph in the order of the cheapest sweep, the pairs in it, and its cost."""
    best: tuple[list[list[int]], list[tuple[Edge, Edge]]] | None = None
    least = math.inf
    for order in orders(problem, question):
        at = {v: step for step, v in enumerate(order.order)}
        pairs = [(pair(at[a], at[b]), pair(at[c], at[d])) for (a, b), (c, d) in shown]
        cost = cost_with_pairs(order.neighbours, pairs)
        if cost < least:
            best, least = (order.neighbours, pairs), cost
    if best is None:
        raise TooLarge("count-too-wide", count=problem.size)
    return *best, least
