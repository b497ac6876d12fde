"""Ranking and unranking Hamiltonian cycles among the states of a frontier sweep.

``_states.py`` defines states, keys and steps; nothing is twisted or flipped here. The *completions*
of a state are the ways to continue it to a Hamiltonian cycle. A backward pass counts them: the
number of a state is the sum over its successors. The cycles are ordered by their choices in step 0,
then in step 1, and so on. A walk forward finds the cycle of a rank, or the rank of a cycle: it
subtracts or adds the completions of the choices before the choice that it takes. The idea is that
of H. S. Wilf ("A unified setting for sequencing, ranking, and selection algorithms for
combinatorial objects", Advances in Mathematics 24, 1977); a random rank gives a random cycle, all
with the same probability.

The choices of a step are ordered by their slots: the pairs of neighbours by the smaller, then by
the other. So the order does not depend on the place of a state in its table.

Completions and ranks are numbers of some ints of 62 bits, the lowest first. Tables leave
out states without completions.

Invariant: the completions of the only state of layer 0 are the number of all cycles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caballero.machine.kernel import Counts, Marks, kernel
from caballero.machine.kernels._shared import WORD, home_of

from ._states import CLOSED, Plan, Scratch, add, place_from, successors

# What `complete` and `settle` return.
RUNNING: Final = 0  # the steps are used up
DONE: Final = 1  # nothing is left to do
OVERFLOW: Final = 2  # a number of completions does not fit


@dataclass(frozen=True, slots=True)
class Tables:
    """The states of all layers with their completions."""

    table_at: Counts  # where the table of each layer begins
    heights: Marks  # the logarithm of its places
    # Hash tables of states: the ints of a key, then its completions; 0 where a place is empty.
    entries: Counts


@dataclass(slots=True)
class Completions:
    """The completions of a layer's states."""

    numbers: Counts  # in the order of the states
    next: int = 0  # the next state to complete, or to settle
    kept: int = 0  # the states with completions so far


@dataclass(frozen=True, slots=True)
class Walk:
    """The memory of a walk through the tables."""

    rest: Counts  # the number that is left of a rank
    joined: Marks  # the two neighbours of each vertex in the cycle; -1 if they are not known yet


@kernel
def complete(
    plan: Plan,
    t: int,
    states: Counts,
    tables: Tables,
    completions: Completions,
    scratch: Scratch,
    steps: int,
) -> int:
    """Write the completions of some states of layer `t`, from layer ``t + 1``."""
    key_words, count_words = plan.key_words, plan.count_words
    numbers, keys, entries = completions.numbers, scratch.keys, tables.entries
    begin = completions.next
    end = min(begin + steps, len(states) // key_words)
    for state in range(begin, end):
        found = successors(plan, t, states, state * key_words, 0, scratch)
        sum_at = state * count_words
        some = 0
        carry = 0
        for i in range(found):
            more = 0
            if keys[i * key_words] == CLOSED:
                more = add(numbers, sum_at, plan.unit, 0, count_words)
                some = 1
            else:
                at = _find(plan, tables, t + 1, keys, i * key_words)
                if entries[at] != 0:
                    more = add(numbers, sum_at, entries, at + key_words, count_words)
                    some = 1
            carry |= more
        if carry:
            completions.next = state
            return OVERFLOW
        completions.kept += some
    completions.next = end
    return RUNNING if end * key_words < len(states) else DONE


@kernel
def settle(
    plan: Plan, t: int, states: Counts, tables: Tables, completions: Completions, steps: int
) -> int:
    """Put some states of layer `t` into its table, if they have completions."""
    key_words, count_words = plan.key_words, plan.count_words
    numbers, entries = completions.numbers, tables.entries
    begin = completions.next
    end = min(begin + steps, len(states) // key_words)
    for state in range(begin, end):
        some = False
        for w in range(count_words):
            if numbers[state * count_words + w] != 0:
                some = True
        if some:
            at = _find(plan, tables, t, states, state * key_words)
            for w in range(key_words):
                entries[at + w] = states[state * key_words + w]
            for w in range(count_words):
                entries[at + key_words + w] = numbers[state * count_words + w]
    completions.next = end
    return RUNNING if end * key_words < len(states) else DONE


@kernel
def unrank(
    plan: Plan,
    tables: Tables,
    names: Marks,
    ranks: Counts,
    cycles: Marks,
    scratch: Scratch,
    walk: Walk,
) -> int:
    """Write the cycles of some ranks, each from vertex 0; return their number.

    It is smaller only if a rank is too large. `names` are the numbers to write for the vertices.
    """
    size = len(names)
    count_words = plan.count_words
    joined = walk.joined
    count = len(ranks) // count_words
    for k in range(count):
        for w in range(count_words):
            walk.rest[w] = ranks[k * count_words + w]
        for v in range(2 * size):
            joined[v] = -1
        for w in range(plan.key_words):
            scratch.keys[w] = plan.blank[w]
        at = _find(plan, tables, 0, scratch.keys, 0)
        for t in range(size):
            found = successors(plan, t, tables.entries, at, 0, scratch)
            chosen = _choose(plan, tables, t, found, scratch, walk.rest)
            if chosen < 0:
                return k
            for side in range(2):
                v = _end(plan, t, scratch.pairs[2 * chosen + side])
                if v != t:
                    joined[2 * t + (1 if joined[2 * t] >= 0 else 0)] = v
                    joined[2 * v + (1 if joined[2 * v] >= 0 else 0)] = t
            if scratch.keys[chosen * plan.key_words] == CLOSED:
                break
            at = _find(plan, tables, t + 1, scratch.keys, chosen * plan.key_words)
        before = -1
        here = 0
        for i in range(size):
            cycles[k * size + i] = names[here]
            onward = joined[2 * here]
            if onward == before:
                onward = joined[2 * here + 1]
            before = here
            here = onward
        if here != 0:
            return k
    return count


@kernel
def rank(
    plan: Plan, tables: Tables, cycle: Marks, ranks: Counts, scratch: Scratch, walk: Walk
) -> bool:
    """Write the rank of a cycle; return False if it is no Hamiltonian cycle."""
    size = len(cycle)
    joined, keys, entries = walk.joined, scratch.keys, tables.entries
    key_words, count_words = plan.key_words, plan.count_words
    for w in range(count_words):
        ranks[w] = 0
    for i in range(size):
        v = cycle[i]
        joined[2 * v] = cycle[i - 1 if i > 0 else size - 1]
        joined[2 * v + 1] = cycle[i + 1 if i + 1 < size else 0]
    for w in range(key_words):
        keys[w] = plan.blank[w]
    at = _find(plan, tables, 0, keys, 0)
    for t in range(size):
        found = successors(plan, t, entries, at, 0, scratch)
        low = max(t, min(joined[2 * t], joined[2 * t + 1]))
        high = max(t, max(joined[2 * t], joined[2 * t + 1]))
        at = -1
        for i in range(found):
            a = _end(plan, t, scratch.pairs[2 * i])
            b = _end(plan, t, scratch.pairs[2 * i + 1])
            if keys[i * key_words] == CLOSED:
                if a == low and b == high:
                    return True
                add(ranks, 0, plan.unit, 0, count_words)
                continue
            after = _find(plan, tables, t + 1, keys, i * key_words)
            if entries[after] == 0:
                continue
            if a == low and b == high:
                at = after
                break
            add(ranks, 0, entries, after + key_words, count_words)
        if at < 0:
            return False
    return False


def _find(plan: Plan, tables: Tables, t: int, keys: Counts, begin: int) -> int:
    """Return where a key of layer `t` is, or the empty place for it."""
    stride = plan.key_words + plan.count_words
    base, height, key_words = tables.table_at[t], tables.heights[t], plan.key_words
    home = home_of(keys, begin, key_words, height, t) * stride
    return place_from(keys, begin, key_words, tables.entries, base, home, stride << height, stride)


def _end(plan: Plan, t: int, choice: int) -> int:
    """Return the vertex to which a choice leads; `t` itself if `choice` is -1."""
    return t if choice < 0 else plan.vertices[plan.vertex_at[t] + plan.choices[choice]]


def _choose(plan: Plan, tables: Tables, t: int, found: int, scratch: Scratch, rest: Counts) -> int:
    """Return the choice in step `t` that has completion number `rest`; -1 if `rest` is too large.

    Subtracts the completions of the choices before it from `rest`.
    """
    key_words, count_words = plan.key_words, plan.count_words
    for i in range(found):
        if scratch.keys[i * key_words] == CLOSED:
            inside = _take(rest, plan.unit, 0, count_words)
            if inside:
                return i
        else:
            at = _find(plan, tables, t + 1, scratch.keys, i * key_words)
            if tables.entries[at] != 0:
                inside = _take(rest, tables.entries, at + key_words, count_words)
                if inside:
                    return i
    return -1


def _take(rest: Counts, counts: Counts, at: int, count_words: int) -> bool:
    """Return whether a number is smaller than a count; if not, subtract the count."""
    for w in range(count_words - 1, -1, -1):
        if rest[w] < counts[at + w]:
            return True
        if rest[w] > counts[at + w]:
            break
    borrow = 0
    for w in range(count_words):
        left = rest[w] - counts[at + w] - borrow
        borrow = 1 if left < 0 else 0
        rest[w] = left + (borrow << WORD)
    return False
