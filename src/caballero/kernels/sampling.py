"""Ranking and unranking Hamiltonian cycles among the states of a frontier sweep.

States, keys and turns are those of the frontier count (``kernels/counting.py``). Here each state
has its number of *completions*: the ways to go on that end in a Hamiltonian cycle. A backward
pass finds them: a state has as many as its successors together. Then the cycles have an order:
by their choices at turn 0, then at turn 1, and so on; and one walk forward finds the cycle of
a rank, or the rank of a cycle, by skipping or adding the completions of the choices before the
one that is taken. The idea is that of H. S. Wilf ("A unified setting for sequencing, ranking, and
selection algorithms for combinatorial objects", Advances in Mathematics 24, 1977); with a random
rank it gives random cycles, all with the same probability.

The choices of a turn come in the order of their slots: the pairs of neighbours by the smaller
one, then by the other. It does not depend on where a state lies in its table.

Completions and ranks are numbers of one or more ints of 62 bits, the lowest first; whoever runs
out of them is told so. States without completions are left out: whoever does not find a state
knows that it has none.

Invariant: the completions of the only state of layer 0 are the number of all cycles.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ._speed import Counts, Ints, Marks, two_speeds, two_speeds_with
from ._states import CLOSED, LOW, WORD, add, decode, encode, place_of, successors

# What `complete` returns.
DONE: Final = 0
OVERFLOW: Final = 1  # a number of completions does not fit

# Where `counters` holds what.
NEXT: Final = 0  # the next state
KEPT: Final = 1  # states with completions so far


class Turns(NamedTuple):
    """The graph, turn by turn: as ``Plan`` in ``kernels/counting.py``, and what slots stand for.

    Parameters
    ----------
    slot_count, width, place_at, places, digit_at, words, shifts, masks, choice_at, choices
        As there.
    twists, watch_at, watched, beyond, sight, last, flip_at, flips
        As there; but nothing is twisted or flipped here.
    vertex_at, vertices : Marks
        The vertices of the slots of turn ``t`` begin at ``vertices[vertex_at[t]]``.
    """

    slot_count: Marks
    width: Marks
    place_at: Marks
    places: Marks
    digit_at: Marks
    words: Marks
    shifts: Marks
    masks: Marks
    choice_at: Marks
    choices: Marks
    twists: Marks
    watch_at: Marks
    watched: Marks
    beyond: Marks
    sight: Counts
    last: Marks
    flip_at: Marks
    flips: Marks
    vertex_at: Marks
    vertices: Marks


class Scratch(NamedTuple):
    """What the kernels need beside their data.

    Parameters
    ----------
    mate, odd, opened : Marks
        An int for each slot.
    keys, pairs : Counts, Marks
        The successors of a state: a key and two slots for each choice that a turn can have.
    rest : Counts
        A number.
    """

    mate: Marks
    odd: Marks
    opened: Marks
    keys: Counts
    pairs: Marks
    rest: Counts


def take(rest: Counts, counts: Counts, at: int, count_words: int) -> int:
    """Return 1 if a number is smaller than a count; else subtract that and return 0."""
    for w in range(count_words - 1, -1, -1):
        if rest[w] < counts[at + w]:
            return 1
        if rest[w] > counts[at + w]:
            break
    borrow = 0
    for w in range(count_words):
        left = rest[w] - counts[at + w] - borrow
        borrow = 1 if left < 0 else 0
        rest[w] = left + (borrow << WORD)
    return 0


def increase(sums: Counts, at: int, count_words: int) -> int:
    """Add one; return what does not fit."""
    for w in range(count_words):
        if sums[at + w] < LOW:
            sums[at + w] += 1
            return 0
        sums[at + w] = 0
    return 1


@two_speeds_with(decode, encode, successors, place_of, add, increase)
def complete(
    slot_count: Marks,
    width: Marks,
    place_at: Marks,
    places: Marks,
    digit_at: Marks,
    words: Marks,
    shifts: Marks,
    masks: Marks,
    choice_at: Marks,
    choices: Marks,
    twists: Marks,
    watch_at: Marks,
    watched: Marks,
    beyond: Marks,
    sight: Counts,
    last: Marks,
    flip_at: Marks,
    flips: Marks,
    vertex_at: Marks,
    vertices: Marks,
    mate: Marks,
    odd: Marks,
    opened: Marks,
    keys: Counts,
    pairs: Marks,
    rest: Counts,
    key_words: int,
    count_words: int,
    t: int,
    states: Counts,
    stop: int,
    table: Counts,
    height: int,
    completions: Counts,
    counters: Counts,
) -> int:
    """Write the completions of states of layer `t`, from those of layer ``t + 1`` in `table`.

    From the state ``counters[NEXT]`` up to `stop`.
    """
    stride = key_words + count_words
    status = DONE
    for state in range(counters[NEXT], stop):
        found = successors(
            slot_count, width, place_at, places, digit_at, words, shifts, masks, choice_at,
            choices, twists, watch_at, watched, beyond, sight, last, flip_at, flips, key_words,
            0, t, states, state * key_words, mate, odd, opened, keys, pairs,
        )  # fmt: skip
        for w in range(count_words):
            completions[state * count_words + w] = 0
        some = False
        for i in range(found):
            if keys[i * key_words] == CLOSED:
                some = True
                if increase(completions, state * count_words, count_words) != 0:
                    status = OVERFLOW
                continue
            at = place_of(keys, i * key_words, key_words, table, 0, stride, height)
            if table[at] != -1:
                some = True
                if add(completions, state * count_words, table, at + key_words, count_words) != 0:
                    status = OVERFLOW
        if some:
            counters[KEPT] += 1
    counters[NEXT] = stop
    return status


@two_speeds_with(place_of)
def settle(
    states: Counts,
    completions: Counts,
    size: int,
    key_words: int,
    count_words: int,
    table: Counts,
    height: int,
) -> int:
    """Put the states that have completions into an empty table; return how many."""
    stride = key_words + count_words
    kept = 0
    for state in range(size):
        some = False
        for w in range(count_words):
            if completions[state * count_words + w] != 0:
                some = True
        if some:
            at = place_of(states, state * key_words, key_words, table, 0, stride, height)
            for w in range(key_words):
                table[at + w] = states[state * key_words + w]
            for w in range(count_words):
                table[at + key_words + w] = completions[state * count_words + w]
            kept += 1
    return kept


@two_speeds_with(decode, encode, successors, place_of, take)
def unrank(
    slot_count: Marks,
    width: Marks,
    place_at: Marks,
    places: Marks,
    digit_at: Marks,
    words: Marks,
    shifts: Marks,
    masks: Marks,
    choice_at: Marks,
    choices: Marks,
    twists: Marks,
    watch_at: Marks,
    watched: Marks,
    beyond: Marks,
    sight: Counts,
    last: Marks,
    flip_at: Marks,
    flips: Marks,
    vertex_at: Marks,
    vertices: Marks,
    mate: Marks,
    odd: Marks,
    opened: Marks,
    keys: Counts,
    pairs: Marks,
    rest: Counts,
    key_words: int,
    count_words: int,
    table_at: Counts,
    heights: Marks,
    tables: Counts,
    ranks: Counts,
    count: int,
    joined: Marks,
    cycles: Marks,
) -> int:
    """Write the cycles of some ranks, each from vertex 0; return how many were found: all.

    `joined` has two ints for each vertex. Each turn of a cycle takes time for its choices.
    """
    turns = len(slot_count)
    stride = key_words + count_words
    for k in range(count):
        for w in range(count_words):
            rest[w] = ranks[k * count_words + w]
        for v in range(2 * turns):
            joined[v] = -1
        for w in range(key_words):
            keys[w] = 0
        at = place_of(keys, 0, key_words, tables, table_at[0], stride, heights[0])
        closed = False
        for t in range(turns):
            found = successors(
                slot_count, width, place_at, places, digit_at, words, shifts, masks, choice_at,
                choices, twists, watch_at, watched, beyond, sight, last, flip_at, flips, key_words,
                0, t, tables, at, mate, odd, opened, keys, pairs,
            )  # fmt: skip
            chosen = -1
            for i in range(found):
                if keys[i * key_words] == CLOSED:
                    nothing = True
                    for w in range(count_words):
                        if rest[w] != 0:
                            nothing = False
                    if nothing:
                        closed = True
                        chosen = i
                        break
                    one = 0  # subtract one
                    while rest[one] == 0:
                        rest[one] = LOW
                        one += 1
                    rest[one] -= 1
                    continue
                after = place_of(
                    keys, i * key_words, key_words, tables, table_at[t + 1], stride, heights[t + 1]
                )
                if tables[after] != -1 and take(rest, tables, after + key_words, count_words) == 1:
                    at = after
                    chosen = i
                    break
            if chosen < 0:
                return k
            for side in range(2):
                s = pairs[2 * chosen + side]
                if s > 0:
                    v = vertices[vertex_at[t] + s]
                    joined[2 * t + (1 if joined[2 * t] >= 0 else 0)] = v
                    joined[2 * v + (1 if joined[2 * v] >= 0 else 0)] = t
            if closed:
                break
        before = -1
        here = 0
        for i in range(turns):
            cycles[k * turns + i] = here
            onward = joined[2 * here]
            if onward == before:
                onward = joined[2 * here + 1]
            before = here
            here = onward
        if here != 0:
            return k
    return count


@two_speeds_with(decode, encode, successors, place_of, add, increase)
def rank(
    slot_count: Marks,
    width: Marks,
    place_at: Marks,
    places: Marks,
    digit_at: Marks,
    words: Marks,
    shifts: Marks,
    masks: Marks,
    choice_at: Marks,
    choices: Marks,
    twists: Marks,
    watch_at: Marks,
    watched: Marks,
    beyond: Marks,
    sight: Counts,
    last: Marks,
    flip_at: Marks,
    flips: Marks,
    vertex_at: Marks,
    vertices: Marks,
    mate: Marks,
    odd: Marks,
    opened: Marks,
    keys: Counts,
    pairs: Marks,
    rest: Counts,
    key_words: int,
    count_words: int,
    table_at: Counts,
    heights: Marks,
    tables: Counts,
    cycles: Marks,
    count: int,
    joined: Marks,
    ranks: Counts,
) -> int:
    """Write the ranks of some cycles; return how many were found: all, if they are cycles."""
    turns = len(slot_count)
    stride = key_words + count_words
    for k in range(count):
        for w in range(count_words):
            ranks[k * count_words + w] = 0
        for i in range(turns):
            v = cycles[k * turns + i]
            joined[2 * v] = cycles[k * turns + (i - 1 if i > 0 else turns - 1)]
            joined[2 * v + 1] = cycles[k * turns + (i + 1 if i + 1 < turns else 0)]
        for w in range(key_words):
            keys[w] = 0
        at = place_of(keys, 0, key_words, tables, table_at[0], stride, heights[0])
        closed = False
        for t in range(turns):
            found = successors(
                slot_count, width, place_at, places, digit_at, words, shifts, masks, choice_at,
                choices, twists, watch_at, watched, beyond, sight, last, flip_at, flips, key_words,
                0, t, tables, at, mate, odd, opened, keys, pairs,
            )  # fmt: skip
            low = max(t, min(joined[2 * t], joined[2 * t + 1]))
            high = max(t, max(joined[2 * t], joined[2 * t + 1]))
            chosen = -1
            for i in range(found):
                mine = (
                    vertices[vertex_at[t] + pairs[2 * i]] == low
                    and vertices[vertex_at[t] + pairs[2 * i + 1]] == high
                )
                if keys[i * key_words] == CLOSED:
                    if mine:
                        closed = True
                        chosen = i
                        break
                    increase(ranks, k * count_words, count_words)
                    continue
                after = place_of(
                    keys, i * key_words, key_words, tables, table_at[t + 1], stride, heights[t + 1]
                )
                if tables[after] == -1:
                    continue
                if mine:
                    at = after
                    chosen = i
                    break
                add(ranks, k * count_words, tables, after + key_words, count_words)
            if chosen < 0:
                return k
            if closed:
                break
    return count


def fits(line: Marks, begin: int, given: Marks, numbers: Marks) -> bool:
    """Say whether a line has the given vertices at their places."""
    fit = True
    for i in range(len(given)):
        fit = fit and line[begin + numbers[i]] == given[i]
    return fit


@two_speeds_with(fits)
def write(
    cycles: Marks,
    count: int,
    turns: int,
    size: int,
    links: int,
    given: Marks,
    numbers: Marks,
    tours: Marks,
    backwards: Marks,
) -> int:
    """Write the tours of some cycles; return how many could be written as asked: all.

    Parameters
    ----------
    cycles : Marks
        One after the other.
    count, turns : int
        How many, and the length of each.
    size, links : int
        The vertices that are not dummies; the dummies between the ends, which come next.
    given, numbers : Marks
        Vertices that have a place in the tour, from 0. A closed tour has one at least.
    tours : Marks
        What is written: of the ways to write each as asked, the smallest.
    backwards : Marks
        Room for a tour.
    """
    for k in range(count):
        cut = 0
        before = cycles[k * turns + turns - 1]
        for i in range(turns):
            v = cycles[k * turns + i]
            if v < size and (
                (links > 0 and size <= before < size + links) or (links == 0 and v == given[0])
            ):
                cut = i
                break
            before = v
        to = k * size
        # A closed tour is turned until the first of the given vertices is at its place.
        turned = 0 if links > 0 else numbers[0]
        filled = 0
        for i in range(turns):
            v = cycles[k * turns + (cut + i if cut + i < turns else cut + i - turns)]
            if v < size:
                tours[to + (turned + filled) % size] = v
                backwards[(turned - filled) % size if links == 0 else size - 1 - filled] = v
                filled += 1
        onward = fits(tours, to, given, numbers)
        other = fits(backwards, 0, given, numbers)
        if onward and other:
            for i in range(size):
                if tours[to + i] != backwards[i]:
                    other = backwards[i] < tours[to + i]
                    break
        elif not onward and not other:
            return k
        if other:
            for i in range(size):
                tours[to + i] = backwards[i]
    return count


@two_speeds
def accept(
    tours: Marks,
    count: int,
    size: int,
    closed: int,
    starts: Counts,
    neighbours: Ints,
    given: Marks,
    numbers: Marks,
    forced: Marks,
    place: Marks,
) -> int:
    """Judge tours by the graph of the problem alone; return how many before the first wrong one.

    Parameters
    ----------
    tours : Marks
        One after the other.
    count, size : int
        How many, and the length of each.
    closed : int
        1 if they must close.
    starts, neighbours : Ints
        The neighbours of vertex `v` begin at ``neighbours[starts[v]]``; no forbidden move.
    given, numbers : Marks
        Vertices that must have a place in the tour, from 0.
    forced : Marks
        Pairs of vertices that must be neighbours in the tour.
    place : Marks
        An int for each vertex.
    """
    for k in range(count):
        begin = k * size
        for v in range(size):
            place[v] = -1
        for i in range(size):
            v = tours[begin + i]
            if v < 0 or v >= size or place[v] >= 0:
                return k
            place[v] = i
        for i in range(size if closed == 1 else size - 1):
            v = tours[begin + i]
            w = tours[begin + (i + 1 if i + 1 < size else 0)]
            joined = False
            for e in range(starts[v], starts[v + 1]):
                if neighbours[e] == w:
                    joined = True
                    break
            if not joined:
                return k
        for i in range(len(given)):
            if place[given[i]] != numbers[i]:
                return k
        for i in range(0, len(forced), 2):
            apart = abs(place[forced[i]] - place[forced[i + 1]])
            if apart != 1 and (closed == 0 or apart != size - 1):
                return k
    return count
