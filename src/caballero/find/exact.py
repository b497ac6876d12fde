"""Exact search: a Hamiltonian cycle of any graph, or the proof that there is none.

The method is in :mod:`caballero.kernels.exact`: edges are decided, their consequences drawn, and
from each contradiction a clause is learnt. Here it is driven: in portions, plain at first and
compiled when the work turns out to be large, with a look now and then at what separates the
graph, and with the worst clauses forgotten when the room for them is used up. As the room then
grows, the search ends at last on every graph.

It is at its best where a few wrong edges are to blame. Where only counting helps, as on a board
with too many squares of one colour or on four rows, it takes for ever: such proofs come before.

``None`` proves that there is no Hamiltonian cycle.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final, ParamSpec, TypeVar

from caballero.kernels import exact
from caballero.kernels._speed import COMPILE_ABOVE, TwoSpeeds, as_arrays, as_lists
from caballero.kernels.exact import CHECK, EXHAUSTED, FOUND, FULL, STEPS_LEFT, State
from caballero.limits import Budget

P = ParamSpec("P")
R = TypeVar("R")

PLAIN_STEPS: Final = 20_000
COMPILED_STEPS: Final = 2_000_000
"""Portions of some 20 ms."""

COMPILING: Final = 6
"""Seconds that must be left for that, for the first time it takes nearly as long."""

ROOM: Final = 200_000
"""Entries for clauses, in the beginning: some thousands of them."""

GROWTH: Final = 10
"""The room grows by one part in so many, each time that it is used up."""


class ExactSearch:
    """A search that can be stopped by its budget, and goes on from there when it is run again.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        A simple graph.
    seed : int
        The same seed gives the same cycle.

    Notes
    -----
    The time is exponential at worst. Memory grows with the edges, and slowly with the time.

    Examples
    --------
    >>> from caballero.find.exact import ExactSearch
    >>> from caballero.limits import Budget
    >>> ExactSearch([[1, 2], [0, 2], [0, 1]]).run(Budget())
    [0, 1, 2]
    """

    __slots__ = ("_compiled", "_done", "_state")

    def __init__(self, neighbours: Sequence[Sequence[int]], *, seed: int = 0) -> None:
        self._compiled, self._done = False, 0
        self._state: State | None = None  # nothing to search, if a vertex has too few edges
        if len(neighbours) >= 3 and all(len(row) >= 2 for row in neighbours):
            edges = [(v, w) for v, row in enumerate(neighbours) for w in row if v < w]
            random.Random(seed).shuffle(edges)
            room = ROOM + 4 * len(edges)
            self._state = as_lists(exact.new_state(len(neighbours), edges, room))

    def run(self, budget: Budget) -> list[int] | None:
        """Search on, to a cycle, or to the proof that there is none: ``None``.

        The budget counts what is looked at: the edges at a vertex, the vertices of a fragment,
        clauses.
        """
        state = self._state
        if state is None:
            return None
        while True:
            large = self._done >= COMPILE_ABOVE and budget.seconds_left > COMPILING
            if large and not self._compiled:
                self._compiled, state = True, as_arrays(state)
            portion = steps = budget.room(COMPILED_STEPS if self._compiled else PLAIN_STEPS)
            while (status := self._speed(exact.search)(*state, steps)) in (CHECK, FULL):
                if status == FULL:
                    self._speed(exact.forget)(*state)
                    state = _with_more_room(state)
                elif self._speed(exact.separate)(*state) == EXHAUSTED:
                    return None
                steps = int(state.counters[STEPS_LEFT])
            self._state = state
            if status == FOUND:
                return state.cycle()
            if status == EXHAUSTED:
                return None
            # A conflict in a large graph may take much more than was left.
            spent = portion - int(state.counters[STEPS_LEFT])
            self._done += spent
            budget.spend(spent)

    def _speed(self, kernel: TwoSpeeds[P, R]) -> Callable[P, R]:
        return kernel.compiled if self._compiled else kernel.plain


def _with_more_room(state: State) -> State:
    more = len(state.clauses) // GROWTH
    if isinstance(state.clauses, list):
        return state._replace(clauses=state.clauses + [0] * more)
    import numpy

    clauses: Any = numpy.append(state.clauses, numpy.zeros(more, numpy.int32))
    return state._replace(clauses=clauses)
