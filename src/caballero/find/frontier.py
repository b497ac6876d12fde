"""Frontier elimination: find a tour of a narrow graph, or prove that there is none.

The vertices are taken in an order in which the frontier (the later vertices with an earlier
neighbour) stays narrow, and at each of them its edges are chosen. What happened before is
forgotten but for how the fragments of the tour end in the frontier, so the work is linear in the
length of a strip, though exponential in its width. :mod:`caballero.kernels.frontier` does it, and
says whose ideas these are; here the question becomes its arrays.

This method is complete: ``None`` proves that there is no tour.

Open tours and ends are cycles through dummies (:mod:`caballero.reduction`). Those with two
neighbours are best taken first, which makes them one edge; those joined to many, last: they stay
in the frontier for all of the sweep, and say which ends have been chosen already.
"""

from __future__ import annotations

from collections.abc import Sequence

from caballero.kernels import frontier as kernel
from caballero.kernels._speed import as_arrays, as_lists
from caballero.limits import Budget

from .ordering import frontier_width, narrow_order

WIDEST = 256  # vertices in the frontier; beyond some 20 only luck helps
PLAIN_STEPS = 1_000  # a portion at the plain speed: some 20 ms
COMPILED_STEPS = 30_000
COMPILE_ABOVE = 60_000  # steps from which on compiling pays: some 0.7 s
COMPILING = 3  # seconds that must be left for it


def frontier_cycle(
    neighbours: Sequence[Sequence[int]], order: Sequence[int] | None, budget: Budget
) -> list[int] | None:
    """Find a Hamiltonian cycle by sweeping over the vertices in an order.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The neighbours of every vertex.
    order : sequence of int, optional
        Every vertex once. The fewer later vertices have an earlier neighbour, the better: on a
        board with few rows, column by column. Those with few neighbours first within a column:
        whatever is found is then found much sooner. Without it, one is looked for.
    budget : Budget
        Counts the choices of edges that are tried.

    Returns
    -------
    list of int or None
        A cycle, or ``None`` if there is none.

    Raises
    ------
    OverflowError
        If the frontier gets wider than `WIDEST`.

    Notes
    -----
    Each vertex takes time for the states that its frontier can be in: for a width of ``w`` there
    are 3.42**w at most, and most of them never occur. Vertices with few neighbours are tried
    first: on four rows, hundreds of times quicker.
    """
    if len(neighbours) < 3:
        return None
    if order is None:
        found = narrow_order(neighbours, WIDEST)
        if found is None:
            raise OverflowError("no order with a narrow frontier was found")
        order, _ = found
    elif (width := frontier_width(neighbours, order)) > WIDEST:
        raise OverflowError(f"a frontier of {width} vertices; at most {WIDEST} are tried")
    position = {v: at for at, v in enumerate(order)}
    state = kernel.new_state(
        [
            [position[w] for w in sorted(neighbours[v], key=lambda w: len(neighbours[w]))]
            for v in order
        ]
    )
    cycle = _searched(state, budget)
    return None if cycle is None else [order[at] for at in cycle]


def _searched(state: kernel.State, budget: Budget) -> list[int] | None:
    """Run the kernel in portions to its answer, at the speed that suits the work."""
    state, search, portion = as_lists(state), kernel.search.plain, PLAIN_STEPS
    while True:
        before = state.steps
        status = search(*state, budget.room(portion))
        budget.spend(state.steps - before)
        if status == kernel.FOUND:
            return state.cycle()
        if status == kernel.EXHAUSTED:
            return None
        if status == kernel.FULL:
            kernel.grow(state)
        large = state.steps >= COMPILE_ABOVE and budget.seconds_left > COMPILING
        if portion == PLAIN_STEPS and large:
            state, search, portion = as_arrays(state), kernel.search.compiled, COMPILED_STEPS
