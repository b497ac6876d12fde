"""Transitions: contract the graph, then choose for each vertex how the cycle passes it.

:mod:`caballero.find.contraction` contracts pieces that a Hamiltonian cycle passes once, such as a
gadget of a reduction, to a vertex with few transitions; :mod:`caballero.find.kernels.transitions`
chooses a transition for each vertex, by local search. On graphs that are made of gadgets, this
finds cycles that no exchange of some edges finds, because each exchange would change many of them.

The search restarts after ever more steps. It runs only on graphs that contract to few vertices; on
others, exchanges of edges are better.

It finds Hamiltonian cycles, never proofs; ``None`` proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from caballero.machine.driver import drive
from caballero.machine.limits import Budget

from .contraction import Contraction, contract
from .kernels import transitions as kernel

TEMPERATURE: Final = 0.5
"""The temperature of the search; a loose end costs 1."""

FIRST: Final = 10_000_000
"""The steps of the first search; each next search takes twice as many."""

SHRINKAGE: Final = 8
"""The least number of vertices of the graph for each contracted vertex."""

OVER: Final = 2
"""The status of a search that has used up its steps."""


class TransitionSearch:
    """A search of a contracted simple graph that its budget can stop, and continue. Seeded."""

    __slots__ = ("_choices", "_contraction", "_last", "_seed", "_state", "_turns")

    def __init__(
        self, neighbours: Sequence[Sequence[int]], budget: Budget, *, seed: int = 0
    ) -> None:
        self._seed = seed
        self._contraction: Contraction | None = None
        self._choices: kernel.Choices | None = None
        self._state: kernel.State | None = None  # of the search that goes on
        self._last = 0  # its last step
        self._turns = 0  # the searches before it
        found = contract(neighbours, most=len(neighbours) // SHRINKAGE)
        if found:
            self._contraction = found
            self._choices = kernel.new_choices(found.ends, found.transitions)

    def run(self, budget: Budget) -> list[int] | None:
        """Continue to a cycle; ``None`` if the graph did not contract to few vertices."""
        if self._contraction is None or self._choices is None:
            return None
        while True:
            state = self._state or self._next_search(self._choices)
            if drive(partial(self._portion, state), budget) == kernel.FOUND:
                return self._contraction.cycle(state.transitions())
            self._state = None
            self._turns += 1

    def _next_search(self, choices: kernel.Choices) -> kernel.State:
        """Begin a search, and set how long it may take."""
        self._last = FIRST << min(self._turns, 30)
        seed = self._seed + self._turns
        self._state = kernel.new_state(choices, seed=seed, temperature=TEMPERATURE)
        return self._state

    def _portion(self, state: kernel.State, steps: int) -> tuple[int, int]:
        """Run the kernel; return its status and the steps taken."""
        begin = state.steps
        status = kernel.search(state, min(steps, self._last - begin))
        over = status == kernel.RUNNING and state.steps >= self._last
        return OVER if over else status, state.steps - begin
