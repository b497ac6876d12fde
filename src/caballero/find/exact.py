"""Exact search: a Hamiltonian cycle of any graph, or the proof that there is none.

The method is in :mod:`caballero.kernels.exact`: decide edges, propagate, and learn a clause from
each conflict. The memory for clauses grows whenever it is used up, so that the search ends on every
graph.

It is best if conflicts have few causes. If only counting helps, as on a board with too many
squares of one colour or on four rows, it takes exponential time; such proofs come before.

``None`` proves that there is no Hamiltonian cycle.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from caballero.core.limits import Budget
from caballero.kernels import exact

from .learning import run

if TYPE_CHECKING:
    from .proof_writer import ProofWriter
    from .proofs import Forcing

ROOM: Final = 200_000
"""The first memory for clauses, in entries: some thousands of clauses fit."""

GROWTH: Final = 10
"""This memory grows by a tenth whenever it is used up."""


class ExactSearch:
    """A search of a simple graph that its budget can stop; run again, it continues from there.

    The same seed gives the same cycle. The time is exponential at worst. Memory grows with the
    edges, and slowly with the time. If there is a `proof`, the search writes its steps to it; they
    begin where the deduction `forcing` ends.

    >>> ExactSearch([[1, 2], [0, 2], [0, 1]]).run(Budget())
    [0, 1, 2]
    """

    __slots__ = ("_cycle", "_state", "_steps")

    def __init__(
        self,
        neighbours: Sequence[Sequence[int]],
        *,
        seed: int = 0,
        proof: ProofWriter | None = None,
        forcing: Forcing | None = None,
    ) -> None:
        self._cycle: list[int] | None = None
        self._state: exact.State | None = None
        edges = [(v, w) for v, row in enumerate(neighbours) for w in row if v < w]
        random.Random(seed).shuffle(edges)
        self._steps = proof.cycle_steps(forcing, edges) if proof else None
        lone = next((v for v, row in enumerate(neighbours) if len(row) < 2), None)
        if lone is None and edges:
            room = ROOM + 4 * len(edges)
            self._state = exact.new_state(len(neighbours), edges, room, logging=bool(proof))
        elif self._steps and lone is not None:
            self._steps.write_low_degree(lone)

    def run(self, budget: Budget) -> list[int] | None:
        """Continue to a cycle, or to the proof that there is none: ``None``.

        The budget counts edges at a vertex, vertices of a fragment and clauses looked at.
        """
        state = self._state
        if state is not None and self._cycle is None:
            search = partial(exact.search, state)
            if run(search, state.learning, budget, growth=GROWTH, proof=self._steps):
                self._cycle = state.cycle()
        return self._cycle
