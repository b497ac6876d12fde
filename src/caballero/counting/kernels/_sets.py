"""Sets of places, by size, in layers without gaps: for dynamic programming over subsets.

Tours that begin with the same set of places, and have the same last place, continue in the same
ways: so a *layer* has, for each set of `k` places, a row of `k` numbers, for each possible last
place (M. Held and R. M. Karp, "A dynamic programming approach to sequencing problems", Journal of
the SIAM 10, 1962; R. Bellman, "Dynamic programming treatment of the travelling salesman problem",
Journal of the ACM 9, 1962). Layers from both ends meet in the middle: half of the sets suffice, and
two layers are in memory at a time.

The sets of a layer are in the order of their numbers as bit sets, so the rank of a set is the sum
of binomials ``C(member, i + 1)`` over its members; there is no index.

Forced moves: a place with a partner that is not visited goes there next.

Invariant: where a place is added to a set, `low` and `high` give the new rank by its position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Final

from caballero.machine.kernel import Counts, Marks, Places, array_of, lowest_bit, zeros

RUNNING: Final = 0  # the steps are used up
DONE: Final = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """The places, and what may follow what."""

    size: int
    into: Counts  # for each place, the set of places from which a move leads there
    must: Counts  # and of its partners by forced moves
    earlier: Counts  # and of the places that are visited before it, for best tours
    choose: Places  # ``C(v, k)`` at ``k * (size + 1) + v``


@dataclass(slots=True)
class Walk:
    """The sets of the same size, in order."""

    width: int  # places of a set
    sets: int  # their number
    now: int  # the next set
    rank: int  # its place in the layer
    members: Marks
    low: Counts
    high: Counts
    values: Counts  # scratch: the number of each place that may be the last
    free: int = 0  # the last places that may go anywhere
    pending: int = 0  # sets that go to a partner


def new_plan(into: Sequence[int], must: Sequence[int], earlier: Sequence[int] = ()) -> Plan:
    """Return the plan of these sets."""
    size = len(into)
    choose = [comb(v, k) for k in range(size + 2) for v in range(size + 1)]
    comes, forced, first = (array_of(Counts, row) for row in (into, must, earlier or [0] * size))
    return Plan(size, comes, forced, first, array_of(Places, choose))


def new_walk(plan: Plan, width: int) -> Walk:
    """Return a walk that begins with the first set of this many places.

    >>> new_walk(new_plan([0, 1, 3], [0, 0, 0]), 2).sets
    3
    """
    members = zeros(Marks, plan.size + 1)
    low, high, values = (zeros(Counts, plan.size + 1) for _ in range(3))
    return Walk(width, comb(plan.size, width), (1 << width) - 1, 0, members, low, high, values)


def step(walk: Walk) -> None:
    """Go on to the next set: the next larger number with as many bits."""
    lowest = walk.now & -walk.now
    ripple = walk.now + lowest
    walk.now = (ripple ^ walk.now) >> 2 + lowest_bit(lowest) | ripple
    walk.rank += 1


def place(plan: Plan, walk: Walk, members: int) -> None:
    """List the members of a set, and what they add to the rank when the set grows.

    A new member with ``j`` members below it makes the rank ``low[j] + C(it, j + 1) + high[j]``.
    """
    columns = plan.size + 1
    count = 0
    while members:
        v = lowest_bit(members)
        members &= members - 1
        walk.members[count] = v
        walk.low[count + 1] = walk.low[count] + plan.choose[(count + 1) * columns + v]
        count += 1
    walk.high[count] = 0
    for j in range(count, 0, -1):
        v = walk.members[j - 1]
        walk.high[j - 1] = walk.high[j] + plan.choose[(j + 1) * columns + v]


def rank_with(plan: Plan, walk: Walk, v: int, j: int) -> int:
    """Return the rank of the set that was placed, with a member that has `j` below it."""
    return walk.low[j] + plan.choose[(j + 1) * (plan.size + 1) + v] + walk.high[j]


def admit(plan: Plan, walk: Walk, u: int, value: int) -> None:
    """Record the number of a last place; the forced moves may leave at most one way on."""
    partners = plan.must[u] & ~walk.now
    if partners & (partners - 1) == 0:
        walk.values[u] = value
        if partners == 0:
            walk.free |= 1 << u
        else:
            walk.pending |= 1 << u
