"""Exact search: a Hamiltonian cycle of any graph, or the proof that there is none.

The method is in :mod:`caballero.kernels.exact`: decide edges, propagate, and learn a clause from
each conflict. This module gives the clauses more room whenever it is used up, so that the search
ends on every graph.

It is best if conflicts have few causes. If only counting helps, as on a board with too many
squares of one colour or on four rows, it takes exponential time; such proofs come before.

``None`` proves that there is no Hamiltonian cycle.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from caballero.core.driver import drive
from caballero.core.limits import Budget
from caballero.kernels import exact
from caballero.kernels._kernel import Marks, longer

ROOM: Final = 200_000
"""The first room for clauses, in entries: some thousands of clauses fit."""

GROWTH: Final = 10
"""The room grows by a tenth whenever it is used up."""


class ExactSearch:
    """A search of a simple graph that its budget can stop; run again, it continues from there.

    The same seed gives the same cycle. The time is exponential at worst. Memory grows with the
    edges, and slowly with the time.

    >>> ExactSearch([[1, 2], [0, 2], [0, 1]]).run(Budget())
    [0, 1, 2]
    """

    __slots__ = ("_cycle", "_state")

    def __init__(self, neighbours: Sequence[Sequence[int]], *, seed: int = 0) -> None:
        self._cycle: list[int] | None = None
        self._state: exact.State | None = None  # there is no cycle if a vertex has too few edges
        if len(neighbours) >= 3 and all(len(row) >= 2 for row in neighbours):
            edges = [(v, w) for v, row in enumerate(neighbours) for w in row if v < w]
            random.Random(seed).shuffle(edges)
            self._state = exact.new_state(len(neighbours), edges, ROOM + 4 * len(edges))

    def run(self, budget: Budget) -> list[int] | None:
        """Continue to a cycle, or to the proof that there is none: ``None``.

        The budget counts edges at a vertex, vertices of a fragment and clauses looked at.
        """
        state = self._state
        if state is None:
            return None

        def portion(steps: int) -> tuple[int, int]:
            begin = state.spent
            while (status := exact.search(state, begin + steps - state.spent)) == exact.FULL:
                exact.forget(state)
                before = len(state.clauses)
                state.clauses = longer(Marks, state.clauses, before + before // GROWTH)
            return status, state.spent - begin

        if self._cycle is None and drive(portion, budget) == exact.FOUND:
            self._cycle = state.cycle()
        return self._cycle
