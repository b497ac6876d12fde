"""Annealing: paths between given vertices, stretched and traded until each has its length.

The changes and what they cost are the kernel's story (:mod:`caballero.kernels.clues`). Here it
is heated and cooled: simulated annealing (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi:
"Optimization by simulated annealing", Science 220, 1983), again and again from the beginning,
and each time more slowly. It runs compiled from the first step: who calls it has seen that the
question is not small. It proves nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import exp

from caballero.kernels._speed import as_arrays
from caballero.kernels.clues import FOUND, ODDS, State, anneal, new_state
from caballero.limits import Budget

HOT, COLD = 3.0, 1.0  # in units of the kernel's energy
STEPS = 30  # of the first annealing, for each pair of vertices
GROWTH = 1.2
LEVELS = 100  # of heat, at least
PORTION = 100_000  # steps between two looks at the budget: some 10 ms


def annealings(
    neighbours: Sequence[Sequence[int]],
    given: Mapping[int, int],
    forced: Collection[tuple[int, int]],
    budget: Budget,
    *,
    seed: int,
) -> Iterator[list[int] | None]:
    """Yield what each annealing found: a cycle, from its vertex with the least given number.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph.
    given : mapping of int to int
        The vertex of one number or more, the numbers from 0 round the cycle.
    forced : collection of pairs of int
        Edges that the cycle must use, each once, in both directions.
    budget : Budget
        Counts the changes proposed.
    seed : int
        The same seed, the same answers.

    Notes
    -----
    A step takes about 0.1 µs. Each annealing is a little longer than the one before, so that
    it never ends; the caller decides when it was enough.
    """
    steps = float(STEPS * len(neighbours) ** 2)
    while True:
        state = as_arrays(new_state(neighbours, given, forced, seed))
        found = _cool(state, int(steps), budget)
        yield state.ring(given[min(given)]) if found else None
        steps *= GROWTH
        seed += 1


def _cool(state: State, steps: int, budget: Budget) -> bool:
    """Anneal for so many steps, from `HOT` to `COLD`; say if that made a tour."""
    done = 0
    while done < steps:
        heat = HOT * (COLD / HOT) ** (done / steps)
        for rise in range(ODDS):
            state.odds[rise] = int(2**31 * exp(-rise / heat))
        portion = budget.room(min(PORTION, 1 + steps // LEVELS, steps - done))
        if anneal.compiled(*state, portion) == FOUND:
            return True
        done += portion
        budget.spend(portion)
    return False
