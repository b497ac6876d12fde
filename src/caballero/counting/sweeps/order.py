"""The order in which a sweep takes the vertices, and the symmetries that it can use.

The number of states grows exponentially with the width of the frontier, so the order decides. The
candidates for a board are sweeps along its axes, for every graph the order of :mod:`.narrow`; the
cheapest wins. Dummies (:mod:`caballero.model.reduction`) with two neighbours come first: they make
two vertices the ends of a fragment and cost nothing then. Other dummies come last.

Invariants: every vertex is in the order once; a flip is an automorphism of the question's graph
and its own inverse.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice
from typing import Final, NamedTuple

from caballero.counting.groups import Permutation, keeps_edges
from caballero.counting.kernels.counting import WIDEST
from caballero.find.narrow import narrow_order, widths
from caballero.machine.limits import paused
from caballero.model.board import Board
from caballero.model.problem import Problem
from caballero.model.reduction import CycleQuestion
from caballero.model.symmetry import each_symmetry

STATES_PER_VERTEX: Final = 3.0
"""The factor of the states for each vertex of a frontier, to compare orders."""

LONG: Final = 10_000
"""The squares of a full board above which only sweeps along its axes are tried: a narrow order
takes a hundred rounds, and where a board is that long and can be swept, it is hardly better."""

MOST_SYMMETRIES: Final = 500
"""The most symmetries of a board to try. A torus has many shifts, and none of them is a flip."""


class Ordered(NamedTuple):
    """A question about cycles, its vertices numbered in the order of a sweep."""

    neighbours: list[list[int]]  # the graph
    order: list[int]  # the vertex of the question in each step
    # Automorphisms, each its own inverse, other than the identity: the image of every vertex.
    symmetries: list[list[int]]
    cost: float  # an estimate of the states

    @property
    def flip(self) -> list[int] | None:
        """The symmetry that maps the most layers to themselves, if any does."""
        best = max(self.symmetries, key=kept_layers, default=None)
        return best if best is not None and kept_layers(best) > 1 else None


def orders(problem: Problem, question: CycleQuestion) -> list[Ordered]:
    """Number the vertices of a question in the orders of good sweeps, the best first.

    The list is empty if no order found is narrow enough.
    """
    candidates = [
        (cost, order)
        for order in _orders(problem, question)
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
        at = {v: step for step, v in enumerate(paused(order))}
        neighbours = [sorted(at[w] for w in question.neighbours[v]) for v in paused(order)]
        symmetric = [[at[image[v]] for v in order] for image in paused(automorphisms)]
        found.append(Ordered(neighbours, order, symmetric, cost))
    return sorted(found, key=lambda order: order.cost)


def ordered(problem: Problem, question: CycleQuestion) -> Ordered:
    """Return the best of :func:`orders`; raise OverflowError if none is narrow enough."""
    found = orders(problem, question)
    if not found:
        raise OverflowError("no narrow order")
    return found[0]


def is_too_wide(problem: Problem) -> bool:
    """Say at once whether every order is too wide, as on a large full board.

    Half of the squares of a full board have at least a slice of neighbours in the other half.
    """
    board = problem.ground
    if not isinstance(board, Board) or board.holes or problem.forced or problem.forbidden:
        return False
    return board.size // max(board.shape) >= WIDEST


def sweep_cost(neighbours: Sequence[Sequence[int]], order: Sequence[int]) -> float:
    """Estimate the states of a sweep; infinity if its frontier is too wide."""
    every = list(widths(neighbours, paused(order)))
    return (
        math.inf
        if max(every, default=0) >= WIDEST
        else sum(STATES_PER_VERTEX**width for width in every)
    )


def images(problem: Problem, question: CycleQuestion) -> Iterator[Permutation]:
    """Yield the automorphisms of a question that come from symmetries of its board.

    A symmetry maps a dummy to itself, or to its reflection in the chain between the ends.
    """
    board = problem.ground
    if not isinstance(board, Board):
        return
    dummies = range(question.size, len(question.neighbours))
    links = dummies[: question.links]
    rows = [set(row) for row in question.neighbours]
    for symmetry in islice(each_symmetry(board), MOST_SYMMETRIES + 1):
        squares = symmetry.permutation(board)
        for reverse in (False, True) if len(links) > 1 else (False,):
            image = (*squares, *(links[::-1] if reverse else links), *dummies[question.links :])
            if keeps_edges(image, rows):
                yield image
                break


def _orders(problem: Problem, question: CycleQuestion) -> Iterator[list[int]]:
    """Yield the orders to try."""
    neighbours, size = question.neighbours, question.size
    board = problem.ground

    def sweeps() -> Iterator[Iterable[int]]:
        assert isinstance(board, Board)
        squares = list(board)
        for axis in sorted(range(len(board.shape)), key=lambda axis: -board.shape[axis]):
            slices: list[list[int]] = [[] for _ in range(board.shape[axis])]
            for v, square in enumerate(paused(squares)):
                slices[square[axis]].append(v)
            if max(map(len, slices)) < WIDEST:  # otherwise no sweep along this axis is narrow
                yield _along(neighbours, slices, size)

    if question.directed:
        return _directed_orders(question)
    long = isinstance(board, Board) and board.is_box and size > LONG
    return with_dummies(
        neighbours, size, sweeps() if isinstance(board, Board) else (), narrow=not long
    )


def _directed_orders(question: CycleQuestion) -> Iterator[list[int]]:
    """Yield narrow orders of entries and exits: a vertex's own come together, with their chain."""
    neighbours, size, links = question.neighbours, question.size, question.links
    half = size // 2
    between = list(range(size, size + links))

    def whole(v: int) -> list[int]:
        chain = size + links + 2 * v
        return [chain, chain + 1, v, half + v]

    near = [{w for w in neighbours[half + v] if w < half} for v in range(half)]
    for v in range(half):
        for w in near[v]:
            near[w].add(v)
    found = narrow_order([sorted(row) for row in near], WIDEST)
    if found is not None:
        yield [*between[1:-1], *(w for v in found[0] for w in whole(v)), *between[:1], *between[3:]]
    found = narrow_order(neighbours, WIDEST)
    if found is not None:
        yield found[0]


def with_dummies(
    neighbours: Sequence[Sequence[int]],
    size: int,
    orders: Iterable[Iterable[int]],
    *,
    narrow: bool = True,
) -> Iterator[list[int]]:
    """Yield some orders of the first `size` vertices and a narrow order, each with the dummies."""
    early = [v for v in range(size, len(neighbours)) if len(neighbours[v]) <= 2]
    late = [v for v in range(size, len(neighbours)) if len(neighbours[v]) > 2]
    for order in orders:
        yield [*early, *order, *late]
    if not narrow:
        return
    inner = [[w for w in row if w < size] for row in neighbours[:size]]
    found = narrow_order(inner, WIDEST)
    if found is not None:
        yield [*early, *found[0], *late]


def _along(
    neighbours: Sequence[Sequence[int]], slices: Sequence[Sequence[int]], size: int
) -> Iterator[int]:
    """Yield slice after slice; in a slice, first what adds the fewest vertices (King 1970)."""
    inside = bytearray(len(neighbours))
    inside[size:] = bytes([1]) * (len(neighbours) - size)  # dummies do not count
    for part in paused(slices):
        left = list(part)
        while left:
            v = min(left, key=lambda v: sum(not inside[w] for w in neighbours[v]) - inside[v])
            left.remove(v)
            inside[v] = 1
            for w in neighbours[v]:
                inside[w] = 1
            yield v


def kept_layers(flip: Sequence[int]) -> int:
    """Return how many layers a symmetry permutes within themselves; 0 for the identity."""
    if all(v == image for v, image in enumerate(flip)):
        return 0
    return sum(furthest == v for v, furthest in enumerate(accumulate(flip, max)))
