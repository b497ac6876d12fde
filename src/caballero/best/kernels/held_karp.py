"""The cheapest path through sets of places, by dynamic programming.

``_sets.py`` explains the layers, and names the sources. A number is the least cost of a path that
visits a set and ends with a given place; `NONE` if there is none.

Invariant: a cost is below `NONE`, and so is the sum of two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caballero.counting.kernels._sets import (
    DONE,
    RUNNING,
    Plan,
    Walk,
    admit,
    place,
    rank_with,
    step,
)
from caballero.machine.kernel import Counts, kernel, lowest_bit

NONE: Final = 1 << 61
MISSING: Final = 1 << 60  # the cost where there is no move: whole paths cost less than half of it


@dataclass(slots=True)
class Meeting:
    """The cheapest whole path so far, and where its halves meet."""

    cost: int = NONE
    members: int = 0  # the places of the first half
    last: int = 0  # the last of them


@kernel
def extend(
    costs: Counts, plan: Plan, walk: Walk, here: Counts, there: Counts, allowed: int, steps: int
) -> int:
    """Find the cheapest paths to another place; the last is `allowed`. No move costs `MISSING`."""
    width = walk.width
    stop = min(walk.sets, walk.rank + steps)
    while walk.rank < stop:
        place(plan, walk, walk.now)
        walk.free = 0
        walk.pending = 0
        for i in range(width):
            value = here[walk.rank * width + i]
            if value < NONE:
                admit(plan, walk, walk.members[i], value)
        count = 0
        bits = walk.free
        while bits:  # cities that may go anywhere, without gaps
            u = lowest_bit(bits)
            bits &= bits - 1
            walk.members[count] = u
            walk.values[count] = walk.values[u]
            count += 1
        below = 0
        for v in range(plan.size):
            if walk.now >> v & 1:
                below += 1
            else:
                least = NONE
                if allowed >> v & 1 and plan.earlier[v] & ~walk.now == 0:
                    for i in range(count):
                        cost = walk.values[i] + costs[v * plan.size + walk.members[i]]
                        least = min(least, cost)
                    bits = walk.pending & plan.must[v]
                    while bits:
                        u = lowest_bit(bits)
                        bits &= bits - 1
                        spot = _below(walk.now, u)
                        cost = here[walk.rank * width + spot]
                        least = min(least, cost + costs[v * plan.size + u])
                    least = least if least < MISSING // 2 else NONE
                at = rank_with(plan, walk, v, below)
                there[at * (width + 1) + below] = least
        step(walk)
    return DONE if walk.rank == walk.sets else RUNNING


def _below(members: int, v: int) -> int:
    """Return how many members are below a place."""
    count = 0
    bits = members & (1 << v) - 1
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel
def join(plan: Plan, walk: Walk, here: Counts, other: Counts, best: Meeting, steps: int) -> int:
    """Look for the cheapest whole path among those whose first halves visit the next sets."""
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
            if value < NONE:
                at = rank_with(plan, walk, v, v - i)
                cost = value + other[at * rest + v - i]
                if cost < best.cost:
                    best.cost = cost
                    best.members = walk.now
                    best.last = v
        step(walk)
    return DONE if walk.rank == walk.sets else RUNNING
