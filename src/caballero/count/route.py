"""Which way to count: one sweep from end to end, or two that meet in the middle, and where.

The states of a layer grow with the width of its frontier, by a factor for each vertex. On
knight's boards layers of 12, 14 and 16 vertices had 62 thousand, 1.4 and 31 million states; where
moves do not cross, as in graphs that are planar, the factor is 3 (Motzkin's numbers). So the
dearest layers decide, and all orders and all cuts are weighed by a sum over their layers.

Invariant: the symmetries of a route fit its cut: a flip keeps both halves, a mirror exchanges
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caballero.board import Board
from caballero.kernels._speed import is_loaded
from caballero.limits import Budget
from caballero.piece import Piece
from caballero.problem import Problem
from caballero.reduction import CycleQuestion, cycle_question, rows

from .meet import Cut, cuts
from .order import Ordered, orders

GATHERING = 0.15  # what it costs to gather a state, when to make one costs 1
SETS = 1.27  # sets of middle edges that fit a state, to the power of the edges
SMALL = 8_000  # what a single sweep may cost so that no halves are looked at
LOADING = 8_000  # what it costs to load the compiled kernels, where a plain sweep can do without
STATE = 40  # bytes, the empty places of its table and the next layer's included


class Growth(NamedTuple):
    """How many states a frontier has: some for no vertices, so to speak, and a factor for each."""

    unit: float
    factor: float

    def states(self, width: int) -> float:
        """Estimate the states of a frontier."""
        return self.unit * self.factor**width


CROSSING = Growth(62_000 / 4.74**12, 4.74)
PLANAR = Growth(0.02, 3.0)


class Route(NamedTuple):
    """A way to count.

    Parameters
    ----------
    ordered : Ordered
        The order of the vertices.
    cut : Cut, optional
        Where two sweeps meet; a single one goes to the end.
    flip, mirror : list of int, optional
        The symmetries that are used.
    cost : float
        About how many states are made, and gathered.
    peak : float
        About how many of them there are at a time.
    """

    ordered: Ordered
    cut: Cut | None
    flip: list[int] | None
    mirror: list[int] | None
    cost: float
    peak: float

    @property
    def bytes(self) -> float:
        """About how much memory it takes."""
        return STATE * self.peak


def route(problem: Problem, budget: Budget, *, halves: bool | None = None) -> Route | None:
    """Choose the cheapest route.

    Parameters
    ----------
    problem : Problem
        What is asked; its clues, other than start and end, are left out.
    budget : Budget
        Looked at now and then.
    halves : bool, optional
        True: only those that meet in the middle; False: only single sweeps.

    Returns
    -------
    Route or None
        ``None`` if the reduction proves that there is no tour.

    Raises
    ------
    OverflowError
        If there is no order whose frontier is narrow enough.
    """

    def pause() -> None:
        budget.spend(0)

    question = cycle_question(problem, pause)
    if question is None:
        return None
    crossing = isinstance(problem.ground, Board) and problem.piece != Piece.parse("wazir")
    growth = CROSSING if crossing else PLANAR
    found: list[Route] = []
    whole = orders(problem, question, pause)
    if not halves:
        found += (_single(one, growth) for one in whole)
    small = any(one.cost < SMALL for one in found)
    if halves or (halves is None and not small):
        other = with_one_dummy(problem, question)
        for one in whole if other is question else orders(problem, other, pause):
            pause()
            found += _halved(one, growth)
    if not found:
        raise OverflowError("no narrow order")
    loading = 0 if halves or is_loaded() else LOADING
    return min(found, key=lambda one: one.cost + (loading if one.cut else 0))


def with_one_dummy(problem: Problem, question: CycleQuestion) -> CycleQuestion:
    """Ask for an open tour with free ends by one dummy alone.

    In a bipartite graph the reduction joins its ends by two dummies, one for either colour. A
    single sweep has fewer states so; but two sweeps that meet want one vertex in their middle.
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


def _single(one: Ordered, growth: Growth) -> Route:
    """One sweep from end to end."""
    states = _states(one.neighbours, range(len(one.neighbours)), growth)
    flip = one.flip
    half = 2 if flip else 1
    return Route(one, None, flip, None, sum(states) / half, max(states) / half)


def _halved(one: Ordered, growth: Growth) -> Iterator[Route]:
    """All cuts of an order."""
    size = len(one.neighbours)
    before = _states(one.neighbours, range(size), growth)
    for cut in cuts(one.neighbours):
        left = set(range(cut.turn))
        right = set(range(cut.turn, size)) - left.union(cut.middle)
        flip = next((f for f in one.symmetries if {f[v] for v in left} == left), None)
        mirror = next((f for f in one.symmetries if {f[v] for v in left} == right), None)
        if flip and mirror and any(flip[mirror[v]] != mirror[flip[v]] for v in range(size)):
            flip = None
        states = before[: cut.turn]
        if mirror is None:
            states = (
                states
                + _states(
                    one.neighbours,
                    [*sorted(right, reverse=True), *cut.middle, *sorted(left)],
                    growth,
                )[: len(right)]
            )
        made = sum(states)
        inside = set(cut.middle)
        edges = sum(w in inside for v in cut.middle for w in one.neighbours[v]) // 2
        gathered = growth.states(len(cut.middle)) * SETS**edges / (2 if mirror else 1)
        half = 2 if flip else 1
        cost = (made + GATHERING * gathered) / half
        yield Route(one, cut, flip, mirror, cost, max(states) / half)


def _states(
    neighbours: Sequence[Sequence[int]], order: Sequence[int], growth: Growth
) -> list[float]:
    """Estimate the states after each turn of an order."""
    inside = bytearray(len(neighbours))
    width = 0
    states = []
    for v in order:
        width -= inside[v]
        inside[v] = 1
        for w in neighbours[v]:
            width += not inside[w]
            inside[w] = 1
        states.append(growth.states(width))
    return states
