"""Layers of states with a cost each, which the sweeps for the best share.

A sweep takes step after step. A *state* is all that later steps depend on, a key of some ints, and
its cost is the least of all ways to it. The states after as many steps are a *layer*. Each has an
*origin*: the number of the state before, and the choice that led from there to it.

Invariants: the states of a table are all different; the cost and the origin of a state belong
together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caballero.machine.kernel import Counts, Places, kernel
from caballero.machine.kernels._shared import home_of

# What `rehash` and the kernels that expand a layer return.
RUNNING: Final = 0  # the steps are used up
DONE: Final = 1
FULL: Final = 2  # the table has to grow

CHOICE_BITS: Final = 12  # the low bits of an origin: the choice, two numbers


@dataclass(slots=True)
class Layer:
    """The states before a step, without gaps: the key and the cost of each."""

    states: Counts
    size: int
    step: int
    next: int = 0  # the next state to expand


@dataclass(slots=True)
class Table:
    """The states after a step."""

    states: Counts  # as in a layer
    origins: Counts  # for each: the state before, times ``1 << CHOICE_BITS``, plus the choice
    index: Places  # a hash table with ``2**height`` places: 1 + the number of a state, or 0
    height: int
    size: int = 0
    hashed: int = 0  # how many states are in the index


def is_full(table: Table, key_words: int, more: int) -> bool:
    """Return whether there is no room for `more` states."""
    places = min(len(table.origins), len(table.index) // 2)
    return table.size + more > min(places, len(table.states) // (key_words + 1))


def origin_of(layer: Layer, i: int, j: int) -> int:
    """Return the origin of what two choices make of the next state of a layer."""
    return layer.next << CHOICE_BITS | i << CHOICE_BITS // 2 | j


def insert(table: Table, key: Counts, key_words: int, cost: int, origin: int) -> None:
    """Add a state, or keep the cheaper of it and its equal."""
    states = table.states
    at = home_of(key, 0, key_words, table.height, 0)
    while table.index[at] != 0:
        here = (table.index[at] - 1) * (key_words + 1)
        w = 0
        while w < key_words and states[here + w] == key[w]:
            w += 1
        if w == key_words:
            if states[here + key_words] > cost:
                states[here + key_words] = cost
                table.origins[table.index[at] - 1] = origin
            return
        at = at + 1 & len(table.index) - 1
    here = table.size * (key_words + 1)
    for w in range(key_words):
        states[here + w] = key[w]
    states[here + key_words] = cost
    table.origins[table.size] = origin
    table.size += 1
    table.hashed = table.size
    table.index[at] = table.size


@kernel
def rehash(table: Table, key_words: int, steps: int) -> int:
    """Add at most `steps` states to a new index."""
    stop = min(table.size, table.hashed + steps)
    while table.hashed < stop:
        at = home_of(table.states, table.hashed * (key_words + 1), key_words, table.height, 0)
        while table.index[at] != 0:
            at = at + 1 & len(table.index) - 1
        table.hashed += 1
        table.index[at] = table.hashed
    return DONE if table.hashed == table.size else RUNNING


@kernel
def keep_cheapest(table: Table, key_words: int, counts: Counts, width: int, most: int) -> int:
    """Keep `most` of the cheapest states; return the least cost.

    `counts` is zero scratch by cost.
    """
    states = table.states
    least = states[key_words]
    for i in range(1, table.size):
        least = min(least, states[i * (key_words + 1) + key_words])
    if table.size <= most:
        return least
    last = len(counts) - 1
    for i in range(table.size):
        cost = min(last, (states[i * (key_words + 1) + key_words] - least) // width)
        counts[cost] += 1
    above = 0  # the first cost of which not all can stay
    spare = most
    while counts[above] <= spare:
        spare -= counts[above]
        above += 1
    size = 0
    for i in range(table.size):
        cost = min(last, (states[i * (key_words + 1) + key_words] - least) // width)
        if cost > above or (cost == above and spare == 0):
            continue
        spare -= cost == above
        for w in range(key_words + 1):
            states[size * (key_words + 1) + w] = states[i * (key_words + 1) + w]
        table.origins[size] = table.origins[i]
        size += 1
    table.size = size
    return least
