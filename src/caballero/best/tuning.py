"""The sizes of the searches for the best, and why; a budget may be given others, as tests do.

Each was chosen by ``python -m benchmarks.best``.
"""

from __future__ import annotations

from typing import Final

from caballero.machine.limits import tuned
from caballero.machine.values import frozen


@frozen
class Tuning:
    """The sizes; "most" is what is tried, or taken, at most."""

    most_edges: int = 40_000  # edges that branch and bound takes
    nearest: int = 10  # the neighbours of a vertex that are tried
    least: int = 8  # vertices for local search; below, branch and bound takes no time
    trees: int = 5_000  # the 1-trees of the first slice of branch and bound
    combed: int = 4  # from a slice this many times as long on, combs have weights, too
    inequalities: bool = True  # whether to use the solver for them, where it is installed
    most_turns: int = 1_000_000  # turns whose costs a function gives
    first_states: int = 1_000  # the states of a layer that the first pass of a sweep keeps
    more_states: int = 30  # the factor by which the next pass keeps more
    buckets: int = 1 << 16  # costs that are distinguished when states are dropped
    min_height: int = 10  # the logarithm of the places in a small table of a sweep
    most_tries: int = 400_000  # exchanges of local search for lines
    rounds: int = 400  # the rounds of the ascent to the bound of pairs
    most_window: int = 60  # squares that take part in a step of a sweep
    most_room: int = 1 << 22  # numbers in the tables of a sweep for the longest path


USUAL: Final = Tuning()


def sizes() -> Tuning:
    """Return the sizes for what runs now."""
    return tuned(USUAL)
