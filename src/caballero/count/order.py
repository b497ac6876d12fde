"""In which order a sweep takes the vertices, and which symmetries it can use.

The states of a sweep are about as many as three to the width of its frontier, so the order is
what decides. Boards are swept along their longest axes, others as
:mod:`caballero.find.ordering` finds; the cheapest wins. Dummies (:mod:`caballero.reduction`) with
two neighbours are taken first, as they make two vertices the ends of one fragment and cost
nothing then; those with many are taken last.

Invariant: every vertex is in the order once; a flip is an automorphism of the question's graph
and its own inverse.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from caballero.board import Board
from caballero.find.ordering import narrow_order
from caballero.kernels.counting import WIDEST
from caballero.problem import Problem
from caballero.reduction import CycleQuestion
from caballero.symmetry import symmetries

BASE = 3.0  # states for each vertex more in the frontier
MANY_SYMMETRIES = 500  # shifts of a torus are many, and none of them is a flip


class Ordered(NamedTuple):
    """A question about cycles, its vertices numbered in the order of a sweep.

    Parameters
    ----------
    neighbours : list of lists of int
        The graph.
    order : list of int
        The vertex of the question that is taken at each turn.
    symmetries : list of lists of int
        Automorphisms, each its own inverse, other than the identity: the image of every vertex.
    cost : float
        An estimate of the states.
    """

    neighbours: list[list[int]]
    order: list[int]
    symmetries: list[list[int]]
    cost: float

    @property
    def flip(self) -> list[int] | None:
        """The symmetry that keeps most of the turns' vertices together, if any does."""
        best = max(self.symmetries, key=kept_turns, default=None)
        return best if best is not None and kept_turns(best) > 1 else None


def orders(
    problem: Problem, question: CycleQuestion, pause: Callable[[], None] | None = None
) -> list[Ordered]:
    """Number the vertices of a question in the orders of good sweeps, the best one first.

    Empty if no order was found whose frontier is narrow enough to be tried at all.
    """
    candidates = [
        (cost, order)
        for order in _orders(problem, question, pause)
        if (cost := sweep_cost(question.neighbours, order)) < math.inf
    ]
    if not candidates:
        return []
    automorphisms = [
        image
        for image in images(problem, question)
        if any(image[v] != v for v in range(len(image)))
        and all(image[image[v]] == v for v in range(len(image)))
    ]
    found = []
    for cost, order in candidates:
        if pause is not None:
            pause()
        at = {v: turn for turn, v in enumerate(order)}
        neighbours = [sorted(at[w] for w in question.neighbours[v]) for v in order]
        symmetric = [[at[image[v]] for v in order] for image in automorphisms]
        found.append(Ordered(neighbours, order, symmetric, cost))
    return sorted(found, key=lambda one: one.cost)


def ordered(problem: Problem, question: CycleQuestion) -> Ordered:
    """Number the vertices of a question in the order of the best sweep that was found.

    Raises
    ------
    OverflowError
        If none is narrow enough.
    """
    found = orders(problem, question)
    if not found:
        raise OverflowError("no narrow order")
    return found[0]


def sweep_cost(neighbours: Sequence[Sequence[int]], order: Sequence[int]) -> float:
    """Estimate the states of a sweep: three to the width of the frontier, over all turns.

    Infinity if more vertices than can be swept at all take part in a turn.
    """
    inside = bytearray(len(neighbours))
    width, cost = 0, 0.0
    for v in order:
        width -= inside[v]
        inside[v] = 1
        for w in neighbours[v]:
            width += not inside[w]
            inside[w] = 1
        if width + 1 > WIDEST:
            return math.inf
        cost += BASE**width
    return cost


def images(problem: Problem, question: CycleQuestion) -> Iterator[list[int]]:
    """Yield the automorphisms of a question that come from symmetries of its board.

    Each as the image of every vertex; a dummy's is itself, or its mirror image in the chain
    between the ends.
    """
    board = problem.ground
    if not isinstance(board, Board):
        return
    dummies = range(question.size, len(question.neighbours))
    links = dummies[: question.links]
    rows = [set(row) for row in question.neighbours]
    for number, symmetry in enumerate(symmetries(board)):
        if number > MANY_SYMMETRIES:
            return
        squares = symmetry.permutation(board)
        for reverse in (False, True) if len(links) > 1 else (False,):
            image = [*squares, *(links[::-1] if reverse else links), *dummies[question.links :]]
            if all({image[w] for w in rows[v]} == rows[image[v]] for v in range(len(rows))):
                yield image
                break


def _orders(
    problem: Problem, question: CycleQuestion, pause: Callable[[], None] | None
) -> Iterator[list[int]]:
    """Yield some orders that may be good."""
    neighbours, size = question.neighbours, question.size
    early = [v for v in range(size, len(neighbours)) if len(neighbours[v]) <= 2]
    late = [v for v in range(size, len(neighbours)) if len(neighbours[v]) > 2]
    board = problem.ground
    if isinstance(board, Board):
        squares = list(board)
        for axis in sorted(range(len(board.shape)), key=lambda axis: -board.shape[axis]):
            slices: list[list[int]] = [[] for _ in range(board.shape[axis])]
            for v, square in enumerate(squares):
                slices[square[axis]].append(v)
            if max(map(len, slices)) < WIDEST:  # else no sweep along this axis is narrow
                yield [*early, *_along(neighbours, slices, size), *late]
    kept = [*range(size)]
    number = {v: i for i, v in enumerate(kept)}
    inner = [[number[w] for w in neighbours[v] if w < size] for v in kept]
    found = narrow_order(inner, WIDEST, pause)
    if found is not None:
        yield [*early, *found[0], *late]


def _along(
    neighbours: Sequence[Sequence[int]], slices: Sequence[Sequence[int]], size: int
) -> Iterator[int]:
    """Take slice after slice; within one, what brings in the fewest vertices (King 1970)."""
    inside = bytearray(len(neighbours))
    inside[size:] = bytes([1]) * (len(neighbours) - size)  # dummies are no matter of order
    for one in slices:
        left = list(one)
        while left:
            v = min(left, key=lambda v: sum(not inside[w] for w in neighbours[v]) - inside[v])
            left.remove(v)
            inside[v] = 1
            for w in neighbours[v]:
                inside[w] = 1
            yield v


def kept_turns(flip: Sequence[int]) -> int:
    """How many of the first turns, taken together, a symmetry maps to themselves."""
    furthest, kept = -1, 0
    if all(v == image for v, image in enumerate(flip)):
        return 0
    for turn, image in enumerate(flip):
        furthest = max(furthest, image)
        kept += furthest == turn
    return kept
