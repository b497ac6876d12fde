"""Choose how to count: by a single sweep, or by two that meet in the middle, and where.

The number of states of a layer grows by a factor for each vertex of its frontier. On knight's
boards layers of 12, 14 and 16 vertices had 62 thousand, 1.4 and 31 million states; in planar graphs
the factor is 3 (Motzkin's numbers). So the largest layers decide; the cost of an order and a
meeting place is a sum over its layers.

Invariant: the symmetries of a route fit its meeting place: a flip keeps both halves, a mirror
exchanges them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import accumulate
from typing import Final, NamedTuple

from caballero.counting.kernels.counting import WIDEST
from caballero.find.narrow import widths
from caballero.machine.limits import Budget, paused
from caballero.model.board import Board
from caballero.model.piece import Piece
from caballero.model.problem import Problem
from caballero.model.reduction import CycleQuestion, cycle_question, rows

from .halves import MeetingPlace, meeting_places
from .order import Ordered, is_too_wide, orders

GATHERING_COST: Final = 0.15
"""The cost of gathering a state; making a state costs 1."""

SETS_PER_EDGE: Final = 1.27
"""The factor by which each middle edge increases the number of edge sets that fit a state."""

ENDLESS: Final = 400
"""A width of which only is said that it is hopeless: the states of more are no float."""

MANY_PLACES: Final = 500
"""The most meeting places of which each is tried."""

FEW_PLACES: Final = 8
"""The meeting places that are tried of more."""

SMALL_COST: Final = 8_000
"""The cost of a single sweep below which no meeting place is tried."""

BYTES_PER_STATE: Final = 40
"""Includes the empty places of its table, and the next layer."""

FOLDED_ROWS: Final = range(12, 27)
"""The rows of a board that :mod:`.folded` counts: more quickly than other sweeps; with a number for
each set of rows."""


class Growth(NamedTuple):
    """How the states grow with the width of a frontier."""

    unit: float
    factor: float

    def states(self, width: int) -> float:
        """Estimate the states of a frontier."""
        return self.unit * self.factor ** min(width, ENDLESS)


CROSSING = Growth(62_000 / 4.74**12, 4.74)
PLANAR = Growth(0.02, 3.0)
FOLDED = Growth(0.08, 2.62)
"""Measured for 12 to 18 rows."""


class Route(NamedTuple):
    """How to count: an order, and perhaps a meeting place."""

    ordered: Ordered  # the order of the vertices
    place: MeetingPlace | None  # where two sweeps meet; None for a single sweep
    # The symmetries in use.
    flip: list[int] | None
    mirror: list[int] | None
    cost: float  # an estimate of the states that are made and gathered
    peak: float  # an estimate of the states in memory at a time


def route(problem: Problem, budget: Budget, *, halves: bool | None = None) -> Route | None:
    """Choose the cheapest route; None if the reduction proves that there is no tour.

    Ignores clues other than start and end. `halves` restricts the choice to two halves (True), if
    there is a meeting place, or single sweeps (False). Raises OverflowError if no order has a
    frontier that is narrow enough.
    """
    if is_too_wide(problem):
        raise OverflowError("no narrow order")
    question = cycle_question(problem)
    if question is None:
        return None
    growth = growth_of(problem)
    whole = orders(problem, question)
    singles = (_single(order, growth, budget) for order in whole)
    found = [] if halves else [*singles]
    small = any(route.cost < SMALL_COST for route in found)
    if halves or (halves is None and not small):
        other = with_one_dummy(problem, question)
        for order in whole if other is question else orders(problem, other):
            found += _halved_routes(order, growth, budget)
    found = found or [*singles]  # a complete graph has no halves
    if not found:
        raise OverflowError("no narrow order")
    return min(found, key=lambda route: route.cost)


def folded_shape(problem: Problem) -> tuple[int, int] | None:
    """Return the rows and columns of a board to count by :mod:`.folded`; None for other boards.

    >>> folded_shape(Problem("14x12", piece="wazir", closed=True)), folded_shape(Problem("14x12"))
    ((12, 14), None)
    """
    board = problem.ground
    if not isinstance(board, Board) or not board.is_box or len(board.shape) != 2:
        return None
    rows, columns = sorted(board.shape)
    bare = problem.closed and problem.piece == Piece("wazir") and not problem.constraints
    return (rows, columns) if rows in FOLDED_ROWS and bare else None


def growth_of(problem: Problem) -> Growth:
    """Return how the states of a problem's frontiers are assumed to grow.

    >>> growth_of(Problem(8)).factor > growth_of(Problem(8, piece="wazir")).factor
    True
    """
    crossing = isinstance(problem.ground, Board) and problem.piece != Piece("wazir")
    return CROSSING if crossing else PLANAR


def with_one_dummy(problem: Problem, question: CycleQuestion) -> CycleQuestion:
    """Return the question of an open tour with free ends, with a single dummy.

    In a bipartite graph the reduction joins the ends by two dummies, one for each colour, which
    saves states in a single sweep; where two sweeps meet, a single vertex in the middle is better.
    """
    if question.links <= 1 or question.start is not None or question.end is not None:
        return question
    if len(question.neighbours) > question.size + question.links:
        return question  # forced moves have dummies of their own
    neighbours = rows(problem.graph())
    for row in neighbours:
        row.append(question.size)
    return CycleQuestion(
        [*neighbours, list(range(question.size))], None, question.size, 1, None, None
    )


def _single(order: Ordered, growth: Growth, budget: Budget) -> Route:
    """Return the route of a single sweep from end to end."""
    states = _states(order.neighbours, range(len(order.neighbours)), growth, budget)
    flip = order.flip
    share = 2 if flip else 1  # a state also represents its image
    return Route(order, None, flip, None, sum(states) / share, max(states) / share)


def _halved_routes(order: Ordered, growth: Growth, budget: Budget) -> Iterator[Route]:
    """Yield the routes of the meeting places of an order: of all, or of the most promising."""
    neighbours, size = order.neighbours, len(order.neighbours)
    before = _states(neighbours, range(size), growth, budget)
    for place in _promising(order, before, growth, budget):
        budget.pause()
        left = set(range(place.steps))
        right = set(range(place.steps, size)) - left.union(place.middle)
        flip = next((f for f in order.symmetries if {f[v] for v in left} == left), None)
        mirror = next((f for f in order.symmetries if {f[v] for v in left} == right), None)
        if flip and mirror and any(flip[mirror[v]] != mirror[flip[v]] for v in range(size)):
            flip = None
        states = before[: place.steps]
        if mirror is None:
            back = [*sorted(right, reverse=True), *place.middle, *sorted(left)]
            states = states + _states(neighbours, back, growth, budget)[: len(right)]
        inside = set(place.middle)
        edges = sum(w in inside for v in place.middle for w in neighbours[v]) // 2
        gathered = growth.states(len(place.middle)) * SETS_PER_EDGE**edges / (2 if mirror else 1)
        share = 2 if flip else 1  # a state also represents its image
        cost = (sum(states) + GATHERING_COST * gathered) / share
        yield Route(order, place, flip, mirror, cost, max(states) / share)


def _promising(
    order: Ordered, before: Sequence[float], growth: Growth, budget: Budget
) -> Sequence[MeetingPlace]:
    """Return the meeting places of an order; of many, the places that seem cheapest.

    A route takes time for all vertices, so all routes of a long board would take its square. A
    guess takes no more than the middle: it has the sweep back from the end without a middle, and
    only the left half where a symmetry may exchange the two.
    """
    neighbours, size = order.neighbours, len(order.neighbours)
    places = [*paused(meeting_places(neighbours))]
    if len(places) <= MANY_PLACES:
        return places
    # A dummy joined to all ends is the last vertex, and part of the middle everywhere.
    back = sorted(range(size - 1, -1, -1), key=lambda v: len(neighbours[v]) > WIDEST)
    behind = _states(neighbours, back, growth, budget)
    lefts, rights = ([*accumulate(states, initial=0.0)] for states in (before, behind))

    def guess(place: MeetingPlace) -> float:
        steps, wide = place.steps, len(place.middle)
        alike = order.symmetries and 2 * steps + wide == size
        right = 0.0 if alike else rights[size - steps - wide]
        return lefts[steps] + right + GATHERING_COST * growth.states(wide)

    return nsmallest(FEW_PLACES, paused(places), key=guess)


def _states(
    neighbours: Sequence[Sequence[int]], order: Iterable[int], growth: Growth, budget: Budget
) -> list[float]:
    """Estimate the states after each step of an order."""
    return [growth.states(width) for width in widths(neighbours, paused(order))]
