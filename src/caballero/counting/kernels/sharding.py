"""Divide a layer among shards, each of which can be swept alone.

``_states.py`` defines states and layers. A step changes only the vertices that take part in its
choices. The *degree* of any other vertex of the frontier (0, 1 or 2 edges) stays as it is, so
states that differ there never have a common successor. As long as some vertices take no part, their
degrees are the number of a *shard*: a number to the base 3.

If the graph without a vertex, the *hub*, has two colours and as many vertices of each, the hub's
neighbours in a cycle have different colours. In each state the degrees show the surplus of a colour
among them, because each other edge joins both colours. States with two more, which have no
completion, are left out.

Invariant: the states of a shard keep their order.
"""

from __future__ import annotations

from dataclasses import dataclass

from caballero.machine.kernel import Counts, Marks, kernel
from caballero.machine.kernels._shared import INNER

from ._states import Plan, mate_of


@dataclass(frozen=True, slots=True)
class Sharding:
    """A layer, and the vertices that divide it."""

    plan: Plan
    states: Counts  # the ints of each key, then of its count
    labels: Marks  # labels of the vertices; the degree of the first is the highest digit
    # The labels of the vertices other than the hub, and the colour of each, 1 or -1; none if there
    # is no hub.
    coloured: Marks
    colours: Marks
    surplus: int  # twice the sum of the colours of the earlier vertices
    # First how many ints each shard has; then where in `into` its next state goes.
    ends: Counts
    into: Counts


@kernel
def measure(sharding: Sharding, begin: int, stop: int) -> None:
    """Add the ints of some states to the sizes of their shards."""
    plan = sharding.plan
    stride = plan.key_words + plan.count_words
    for i in range(begin, stop):
        shard = _shard_of(sharding, i * stride)
        if shard >= 0:
            sharding.ends[shard] += stride


@kernel
def place(sharding: Sharding, begin: int, stop: int) -> None:
    """Copy some states to their shards."""
    plan = sharding.plan
    stride = plan.key_words + plan.count_words
    for i in range(begin, stop):
        shard = _shard_of(sharding, i * stride)
        if shard < 0:
            continue
        to = sharding.ends[shard]
        for w in range(stride):
            sharding.into[to + w] = sharding.states[i * stride + w]
        sharding.ends[shard] = to + stride


def _shard_of(sharding: Sharding, at: int) -> int:
    """Return the shard of a state; -1 if the state is left out."""
    plan, labels = sharding.plan, sharding.labels
    more = sharding.surplus
    for i in range(len(sharding.coloured)):
        degree = _degree_of(plan, sharding.states, at, sharding.coloured[i])
        more += sharding.colours[i] * degree
    if more < -1 or more > 1:
        return -1
    number = 0
    for i in range(len(labels)):
        degree = _degree_of(plan, sharding.states, at, labels[i])
        number = 3 * number + degree
    return number


def _degree_of(plan: Plan, states: Counts, at: int, label: int) -> int:
    mate = mate_of(plan, states, at, label)
    return 0 if mate == label else (2 if mate == INNER else 1)
