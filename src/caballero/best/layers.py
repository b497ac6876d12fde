"""What the sweeps for the best share: the next layer, and the choices that lead to a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from caballero.core.driver import drive
from caballero.core.limits import Budget
from caballero.kernels._kernel import Counts, Ints, Places, longer, zeros
from caballero.kernels._layers import CHOICE_BITS, FULL, Table, rehash
from caballero.sweeps.sweep import room, run_all

MIN_HEIGHT: Final = 10
"""The logarithm of the places in a small table."""


def expanded(
    portion: Callable[[Table, int], tuple[int, int]], key_words: int, states: int, budget: Budget
) -> Table:
    """Return the table that a kernel fills, portion after portion.

    `states` is an estimate of their number; the table grows where it is too small.
    """
    height = max(MIN_HEIGHT, states.bit_length() + 1)
    stride = key_words + 1
    table = Table(
        room(stride << height - 1, budget),
        room(1 << height - 1, budget),
        zeros(Places, 1 << height),
        height,
    )
    while drive(lambda steps: portion(table, steps), budget) == FULL:
        height = table.height = table.height + 1
        room(stride << height - 1, budget)  # both are there while one is copied
        table.states = longer(Counts, table.states, stride << height - 1)
        table.origins = longer(Counts, table.origins, 1 << height - 1)
        table.index, table.hashed = zeros(Places, 1 << height), 0
        run_all(lambda steps: rehash(table, key_words, steps), budget)
    return table


def choices(origins: Sequence[Ints], step: int, origin: int) -> Iterator[tuple[int, int]]:
    """Yield the steps and choices that lead to a state, from the last one back to the first."""
    while True:
        yield step, origin & (1 << CHOICE_BITS) - 1
        step -= 1
        if step < 0:
            return
        origin = origins[step][origin >> CHOICE_BITS]
