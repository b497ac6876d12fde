"""Count paths by dynamic programming over the sets that they visit.

``_sets.py`` explains the layers. A number is that of the paths that visit a set and end with a
given place: at most ``12!`` for sets of 13, so it fits 32 bits. Where most places lead to a place,
the others are subtracted from the sum of all.

Inclusion and exclusion over walks (S. Kohn, A. Gottlieb and M. Kohn, "A generating function
approach to the traveling salesman problem", ACM annual conference 1977; R. M. Karp, "Dynamic
programming meets the principle of inclusion and exclusion", Operations Research Letters 1, 1982)
needs hardly any memory, but more steps, by the number of places; `MOST` places need little memory.

Two paths that have the last place in common, and visit all places together, make a whole path.

Invariant: a layer has zeros where there is no path.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caballero.machine.kernel import Counts, Flags, Places, kernel, lowest_bit

from ._sets import DONE, RUNNING, Plan, Walk, admit, place, rank_with, step

MOST: Final = 25  # places: the numbers of a layer stay below 2**32
PART: Final = 31  # the low bits of a sum that are kept apart


@dataclass(frozen=True, slots=True)
class Looks:
    """For each place, the places before that are summed up, or taken off the sum of all."""

    most: Flags  # 1 if taken off
    sets: Counts


@dataclass(slots=True)
class Total:
    """A sum, in two parts."""

    low: int = 0
    high: int = 0


@kernel
def extend(
    looks: Looks, plan: Plan, walk: Walk, here: Places, there: Places, allowed: int, steps: int
) -> int:
    """Add the paths of the next sets to the next layer; their last place is an `allowed` place."""
    width = walk.width
    stop = min(walk.sets, walk.rank + steps)
    while walk.rank < stop:
        place(plan, walk, walk.now)
        walk.free = 0
        walk.pending = 0
        whole = 0
        for i in range(width):
            value = here[walk.rank * width + i]
            if value:
                admit(plan, walk, walk.members[i], value)
        bits = walk.free
        while bits:
            whole += walk.values[lowest_bit(bits)]
            bits &= bits - 1
        if walk.free | walk.pending:
            below = 0
            for v in range(plan.size):
                if walk.now >> v & 1:
                    below += 1
                elif allowed >> v & 1:
                    part = _sum(walk, walk.free & looks.sets[v])
                    total = whole - part if looks.most[v] else part
                    total += _sum(walk, walk.pending & plan.must[v])
                    at = rank_with(plan, walk, v, below)
                    there[at * (width + 1) + below] = total
        step(walk)
    return DONE if walk.rank == walk.sets else RUNNING


def _sum(walk: Walk, bits: int) -> int:
    total = 0
    while bits:
        total += walk.values[lowest_bit(bits)]
        bits &= bits - 1
    return total


@kernel
def join(plan: Plan, walk: Walk, here: Places, other: Places, total: Total, steps: int) -> int:
    """Add the whole paths of the next sets, whose other halves are in `other`, to the total."""
    width = walk.width
    rest = plan.size + 1 - width
    stop = min(walk.sets, walk.rank + steps)
    while walk.rank < stop:
        place(plan, walk, (1 << plan.size) - 1 ^ walk.now)
        bits = walk.now
        for i in range(width):
            v = lowest_bit(bits)
            bits &= bits - 1
            value = here[walk.rank * width + i]
            if value:
                at = rank_with(plan, walk, v, v - i)
                paths = value * other[at * rest + v - i]
                total.low += paths & (1 << PART) - 1
                total.high += paths >> PART
        step(walk)
    return DONE if walk.rank == walk.sets else RUNNING
