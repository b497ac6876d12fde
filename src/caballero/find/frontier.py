"""Frontier elimination: find a tour of a narrow graph, or prove that there is none.

The sweep takes the vertices in an order in which the frontier (the later vertices with an earlier
neighbour) stays narrow, and chooses the edges of each. Only the ends of the tour's fragments in the
frontier matter later, so the work is linear in the length of a strip, though exponential in its
width. :mod:`caballero.find.kernels.frontier` is the search, and cites the papers; this module
prepares its arrays.

This method is complete: ``None`` proves that there is no tour.

Open tours and ends are cycles through dummies (:mod:`caballero.model.reduction`). Dummies with two
neighbours are best taken first, which makes them a single edge; vertices joined to many, last: they
stay in the frontier throughout the sweep, and record which ends have been chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from caballero.machine.driver import drive
from caballero.machine.limits import Budget, LimitHit, pause, paused

from .kernels import frontier as kernel
from .narrow import frontier_width

WIDEST: Final = 256
"""Vertices in the frontier; beyond some 20 only luck helps."""


def frontier_cycle(
    neighbours: Sequence[Sequence[int]], order: Sequence[int], budget: Budget
) -> list[int] | None:
    """Find a Hamiltonian cycle by sweeping over the vertices in an order; ``None`` if none exists.

    `order` has every vertex once. The narrower its
    frontier, the better: on a board with few rows, column by column. Squares with few neighbours
    should come first within a column: on four rows, that finds a cycle hundreds of times sooner.

    The budget counts the choices of edges tried. Each vertex takes time for the states of its
    frontier: for a width of ``w`` at most 3.42**w, and most of them never occur. Raises
    `OverflowError` if the frontier gets wider than `WIDEST`.
    """
    if len(neighbours) < 3:
        return None
    if (width := frontier_width(neighbours, order)) > WIDEST:
        raise OverflowError(f"a frontier of {width} vertices; at most {WIDEST} are tried")
    position = {v: at for at, v in enumerate(paused(order))}
    rows = [
        [position[w] for w in sorted(neighbours[v], key=lambda w: len(neighbours[w]))]
        for v in paused(order)
    ]
    state = kernel.new_state(rows, pause)

    def portion(steps: int) -> tuple[int, int]:
        before = state.steps
        status = kernel.search(state, steps)
        if status != kernel.FULL:
            return status, state.steps - before
        if 8 * len(state.memory.entries) > budget.bytes_left:
            raise LimitHit("megabytes")
        kernel.grow(state.memory)
        return kernel.RUNNING, state.steps - before

    if drive(portion, budget) == kernel.EXHAUSTED:
        return None
    return [order[at] for at in state.cycle()]
