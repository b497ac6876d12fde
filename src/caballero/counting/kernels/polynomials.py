"""Counting by what tours show: a sweep whose counts are polynomials.

A *pair* is two edges that show something if a cycle has both, such as a crossing. The coefficient
of x**k in the polynomial of a state is the number of ways to reach it that have k pairs so far;
where ``_states.py`` merges ways, polynomials are added up. So a state must also know which of its
edges can still become part of a pair: its *open* edges. They are a set of bits, another int of the
key. An edge closes when all later edges that would pair up with it are decided, or excluded by a
vertex that has both its edges.

Coefficients are numbers of some ints of 62 bits, the lowest first; `OVERFLOW` means that a
number does not fit.

Invariants: the states of a layer are all different, and numbered as they were found; only the
exponents from `low` to `high` have coefficients other than 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caballero.machine.kernel import Counts, Marks, Places, kernel
from caballero.machine.kernels._shared import INNER, home_of

from ._states import CLOSED, Plan, Scratch, add, mate_of, successors

# What `expand` and `rehash` return.
RUNNING: Final = 0  # the steps are used up
DONE: Final = 1  # nothing is left to do
FULL: Final = 2  # the next layer needs more memory: make it larger, then continue
OVERFLOW: Final = 3  # a coefficient does not fit


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of edges. The edges of each step are the choices of a :class:`Plan`."""

    bits: Counts  # for each edge: the set that it is alone in; 0 if no later edge pairs up with it
    partners: Counts  # for each edge: the earlier edges with which it is a pair
    twins: Counts  # for each edge: the edges of the same step, by their place in it
    # The later edges that pair up with an open edge after step ``t`` begin at ``after[t]``: the
    # open edge, and the labels of their vertices; -1 for a vertex beyond the frontier.
    after: Marks
    opens: Counts
    firsts: Marks
    seconds: Marks


@dataclass(slots=True)
class Layer:
    """The states after some steps."""

    step: int  # how many steps were taken
    base: int  # the exponent of the first coefficient
    terms: int  # how many coefficients each state has
    keys: Counts  # of each state: the ints of its key, then its open edges
    sums: Counts  # of each state: its coefficients
    places: Places  # a hash table: the number of a state, from 1; or 0
    height: int  # the logarithm of its places
    size: int = 0  # how many states there are
    # The least and the greatest exponent with a coefficient, above `base`.
    low: int = 0
    high: int = 0
    next: int = 0  # the next state to expand, or to enter in a larger table
    transitions: int = 0  # the choices that led from its states to others


@kernel
def expand(
    plan: Plan,
    pairs: Pairs,
    layer: Layer,
    after: Layer,
    total: Counts,
    key: Counts,
    scratch: Scratch,
    steps: int,
) -> int:
    """Expand states into the next layer; `total` gets the closed cycles, `key` is scratch."""
    t = layer.step
    words = plan.key_words + 1
    while layer.next < layer.size:
        if steps <= 0:
            return RUNNING
        if _is_full(plan, after, len(scratch.homes)):
            return FULL
        at = layer.next * words
        found = successors(plan, t, layer.keys, at, 0, scratch)
        opened = layer.keys[at + words - 1]
        for i in range(found):
            first = scratch.pairs[2 * i]
            other = scratch.pairs[2 * i + 1]
            shown = _shown(plan, pairs, t, opened, first, other)
            if scratch.keys[i * plan.key_words] == CLOSED:
                carry = _collect(plan, layer, layer.next, total, layer.base + shown)
            else:
                for w in range(plan.key_words):
                    key[w] = scratch.keys[i * plan.key_words + w]
                left = opened
                left |= pairs.bits[first] if first >= 0 else 0
                left |= pairs.bits[other] if other >= 0 else 0
                key[words - 1] = _still_open(plan, pairs, t, left, key)
                state = _numbered(after, key, words)
                shown += layer.base - after.base
                after.low = min(after.low, layer.low + shown)
                after.high = max(after.high, layer.high + shown)
                begin = state * after.terms + shown
                carry = _collect(plan, layer, layer.next, after.sums, begin)
                layer.transitions += 1
            if carry:
                return OVERFLOW
        layer.next += 1
        steps -= 1 + found
    return DONE


def _is_full(plan: Plan, layer: Layer, more: int) -> bool:
    """Return whether a layer may lack room for some more states."""
    size = layer.size + more
    most = min(len(layer.keys) // (plan.key_words + 1), (3 << layer.height) // 4)
    return size > min(most, len(layer.sums) // (layer.terms * plan.count_words))


def _shown(plan: Plan, pairs: Pairs, t: int, opened: int, first: int, other: int) -> int:
    """Return how many pairs the edges of a choice complete."""
    shown = 0
    if first >= 0:
        shown = _size(opened & pairs.partners[first])
        shown += pairs.twins[first] >> (other - plan.choice_at[t]) & 1
    if other >= 0:
        shown += _size(opened & pairs.partners[other])
    return shown


def _size(bits: int) -> int:
    """Return the size of a set."""
    size = 0
    while bits != 0:
        bits &= bits - 1
        size += 1
    return size


def _still_open(plan: Plan, pairs: Pairs, t: int, opened: int, key: Counts) -> int:
    """Return the edges that are open after step `t`, given the edges before, and the key."""
    left = 0
    for i in range(pairs.after[t], pairs.after[t + 1]):
        edge = pairs.opens[i]
        if opened & edge & ~left:
            first = pairs.firsts[i]
            second = pairs.seconds[i]
            free = _is_free(plan, key, first)
            if free and _is_free(plan, key, second):
                left |= edge
    return left


def _is_free(plan: Plan, key: Counts, label: int) -> bool:
    """Return whether a vertex can have another edge."""
    if label < 0:
        return True
    mate = mate_of(plan, key, 0, label)
    return mate != INNER


def _numbered(layer: Layer, key: Counts, words: int) -> int:
    """Return the number of a state, which is added to a layer if it is new."""
    at = home_of(key, 0, words, layer.height, layer.step)
    while layer.places[at] != 0:
        state = layer.places[at] - 1
        same = True
        for w in range(words):
            if layer.keys[state * words + w] != key[w]:
                same = False
                break
        if same:
            return state
        at = (at + 1) & ((1 << layer.height) - 1)
    for w in range(words):
        layer.keys[layer.size * words + w] = key[w]
    layer.size += 1
    layer.places[at] = layer.size
    return layer.size - 1


def _collect(plan: Plan, layer: Layer, state: int, sums: Counts, term: int) -> int:
    """Add the polynomial of a state to the coefficients from `term`; return the overflow."""
    words = plan.count_words
    carry = 0
    for k in range(layer.low, layer.high + 1):
        source = (state * layer.terms + k) * words
        carry |= add(sums, (term + k) * words, layer.sums, source, words)
    return carry


@kernel
def rehash(plan: Plan, layer: Layer, begin: int, stop: int) -> int:
    """Enter some states of a layer in its table, which is new and larger."""
    words = plan.key_words + 1
    for state in range(begin, stop):
        at = home_of(layer.keys, state * words, words, layer.height, layer.step)
        while layer.places[at] != 0:
            at = (at + 1) & ((1 << layer.height) - 1)
        layer.places[at] = state + 1
    return DONE
