"""The sizes of counts and listings; a budget may be given others, as tests do.

Each was chosen by ``python -m benchmarks.counting`` or ``python -m benchmarks.listing``.
"""

from __future__ import annotations

from math import inf
from typing import Final

from caballero.machine.limits import tuned
from caballero.machine.values import frozen


@frozen
class Tuning:
    """The sizes of sweeps, estimates, listings and collections, in this order."""

    threaded_states: int = 100_000  # of a layer that threads share, at least
    stored_states: int = 1 << 18  # of a layer that is stored in a checkpoint, at least
    spilled_states: int = 1 << 16  # layers of fewer states stay in memory
    spilled_digits: int = 5  # the most vertices whose degrees are the number of a shard
    most_bytes: float = inf  # that its threads may use together
    proved_states: int = 5_000  # of an automaton whose recurrence is proved, at most
    wide_cost: float = 1e9  # two halves replace a more expensive sweep: that of 8x8, but not of 7x7
    sampled_states: int = 1 << 20  # a sampled sweep ends at a layer of at least as many states,
    sampled_in_all: int = 1 << 21  # or when its layers have as many together
    first_work: int = 1_000_000  # of a listing, which says how long a unit of work takes
    least_probes: int = 20  # even if they take longer than the next step,
    probe_seconds: float = 4.0  # after which no other probe begins, nor a count goes on
    patience: int = 200_000  # nodes of backtracking without a tour before the search for numbers
    group_squares: int = 2**22  # that are written as a row group
    most_group_squares: int = 2**24  # of a row group that is read
    sorted_bytes: int = 2**26  # of tours that are sorted in memory
    most_parts: int = 64  # that are merged at once


USUAL: Final = Tuning()


def sizes() -> Tuning:
    """Return the sizes for what runs now."""
    return tuned(USUAL)
