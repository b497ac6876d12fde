"""Exact search: a Hamiltonian cycle of any graph, or the proof that there is none.

The method is in :mod:`caballero.kernels.exact`: edges are decided, their consequences drawn, and
from each contradiction a clause is learnt. Here it is driven: in portions, plain at first and
compiled when the work turns out to be large, with a look now and then at what separates the
graph, and with the worst clauses forgotten when the room for them is used up. As the room then
grows, the search ends at last on every graph.

``None`` proves that there is no Hamiltonian cycle.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from caballero.kernels import exact
from caballero.kernels._speed import COMPILE_ABOVE, as_arrays, as_lists
from caballero.kernels.exact import CHECK, EXHAUSTED, FOUND, FULL, STEPS_LEFT, State
from caballero.limits import Budget

PLAIN_STEPS: Final = 20_000
COMPILED_STEPS: Final = 2_000_000
"""Portions of some 20 ms."""

ROOM: Final = 200_000
"""Entries for clauses, in the beginning: some thousands of them."""

GROWTH: Final = 10
"""The room grows by one part in so many, each time that it is used up."""


def exact_cycle(
    neighbours: Sequence[Sequence[int]], budget: Budget, *, seed: int = 0
) -> list[int] | None:
    """Find a Hamiltonian cycle, or prove that there is none.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        A simple graph of three vertices or more.
    budget : Budget
        Counts what is looked at: the edges at a vertex, the vertices of a fragment, clauses.
    seed : int
        The same seed gives the same cycle.

    Returns
    -------
    list of int or None
        The vertices along a cycle; ``None`` if there is none.

    Notes
    -----
    The time is exponential at worst. Memory grows with the edges, and slowly with the time.
    """
    if any(len(row) < 2 for row in neighbours):
        return None
    edges = [(v, w) for v, row in enumerate(neighbours) for w in row if v < w]
    random.Random(seed).shuffle(edges)
    state = as_lists(exact.new_state(len(neighbours), edges, ROOM + 4 * len(edges)))
    search, separate, forget = exact.search.plain, exact.separate.plain, exact.forget.plain
    compiled, done = False, 0
    while True:
        if not compiled and done >= COMPILE_ABOVE:
            compiled, state = True, as_arrays(state)
            search, separate = exact.search.compiled, exact.separate.compiled
            forget = exact.forget.compiled
        portion = steps = budget.room(COMPILED_STEPS if compiled else PLAIN_STEPS)
        while (status := search(*state, steps)) in (CHECK, FULL):
            if status == FULL:
                forget(*state)
                state = _with_more_room(state)
            elif separate(*state) == EXHAUSTED:
                return None
            steps = int(state.counters[STEPS_LEFT])
        if status == FOUND:
            return state.cycle()
        if status == EXHAUSTED:
            return None
        done += portion
        budget.spend(portion)


def _with_more_room(state: State) -> State:
    more = [0] * (len(state.clauses) // GROWTH)
    if isinstance(state.clauses, list):
        return state._replace(clauses=state.clauses + more)
    import numpy

    clauses = numpy.append(state.clauses, numpy.array(more, dtype=numpy.uint32))
    return state._replace(clauses=clauses)
