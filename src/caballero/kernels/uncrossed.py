"""Longest paths and cycles of which no two moves cross, layer by layer.

The squares are numbered in the order of a sweep. Step ``t`` chooses the moves of square ``t`` to
later squares. What can follow depends on two things only: which of the remaining moves are still
*allowed*, and how the *fragments* (the paths of chosen moves) end among the squares that are left.
Choices that agree in both are one *state*; the longest of them represents it. This is the mate
array of Knuth's Simpath (The Art of Computer Programming 4A, section 7.1.4) with the moves that
are excluded. Because moves do not cross, there are few states: 60 million for all paths of 8×8.

A move between two squares before ``t`` never crosses one between two squares from ``t`` on: a line
separates the former from the latter. So the moves from before ``t`` to later squares, which are
chosen when their first square is, exclude all that is excluded.

**Keys.** The squares from ``t`` on that matter are fewer than `window`, so the label of a square is
its number modulo `window`. A key has a bit for each excluded move and then a digit for each label:
0 if no chosen move ends there or two do; 1 + the label of the other end of the fragment that ends
there; or 1 + `window` if the other end is an end of the path.

The cost of a state is minus its moves, plus `LOOSE` for each end of a fragment. Equal
states have equally many; but where states are dropped, those with few fragments stay.

Invariants: all states of a layer are different; a fragment's end has a move left, otherwise it is
an end of the path already; a path has two ends, a cycle none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ._kernel import Counts, Marks, array_of, kernel, zeros
from ._layers import CHOICE_BITS, DONE, FULL, RUNNING, Layer, Table, insert, is_full
from ._states import WORD

LOOSE: Final = 1
"""Moves that an end costs where states are compared: many fragments are hard to join."""

# What becomes of a choice.
_ALIVE: Final = 0
_DEAD: Final = 1  # no path follows
_WHOLE: Final = 2  # it completes the path, or the cycle


@dataclass(frozen=True, slots=True)
class Plan:
    """The squares and moves, in the order of a sweep."""

    first: Marks  # the moves of square t to later ones: from first[t] to first[t + 1]
    ends: Marks  # the later square of each move
    words: Marks  # the place of each move's bit in a key: the int
    shifts: Marks  # and the bit in it
    blocks: Counts  # `set_words` ints a move: the moves that it excludes
    near: Counts  # `set_words` ints for each i < window and t: moves of t + i to squares after t
    window: int
    set_words: int
    digit_bits: int
    in_word: int  # digits in an int
    key_words: int
    most: int  # choices in a step
    closed: int


@dataclass(slots=True)
class Work:
    """The state that is being made, and the best path so far."""

    key: Counts
    mate: Marks  # the digit of each label
    source: Marks  # the digits of the state before
    before: Counts  # its excluded moves
    loose: int = 0  # digits that are not 0
    loose_before: int = 0  # and in the state before
    ended_before: int = 0
    ended: int = 0  # fragments with an end of the path
    most: int = 0  # the most moves of a state that was made
    best: int = 0  # moves of the longest path so far
    best_step: int = -1  # the step that completed it, and its origin
    best_origin: int = 0
    steps: int = 0


def new_plan(
    size: int,
    moves: Sequence[tuple[int, int]],
    excluded: Sequence[Sequence[int]],
    *,
    closed: bool,
) -> Plan:
    """Lay out the steps.

    `moves` are pairs of squares, the smaller one first, in increasing order. For each, `excluded`
    has the moves that it must not meet and whose first square is not before its own.

    >>> new_plan(3, [(0, 2)], [[]], closed=False).window
    3
    """
    reach = (
        max(b - a, *(moves[j][0] - a for j in row), 0)
        for (a, b), row in zip(moves, excluded, strict=True)
    )
    window = max(reach, default=0) + 1
    first = [0] * (size + 1)
    for a, _ in moves:
        first[a + 1] += 1
    for t in range(size):
        first[t + 1] += first[t]
    width = max((first[t + 1] - first[t] for t in range(size)), default=0)
    bits = [a % window * width + i - first[a] for i, (a, _) in enumerate(moves)]
    set_words = -(-window * width // WORD) or 1
    blocks, near = zeros(Counts, len(moves) * set_words), zeros(Counts, size * window * set_words)
    for i, row in enumerate(excluded):
        for j in row:
            blocks[i * set_words + bits[j] // WORD] |= 1 << bits[j] % WORD
    for j, (a, b) in enumerate(moves):
        for t in range(max(0, b - window + 1), a):
            for s in (a, b):
                if s - t < window:
                    at = (t * window + s - t) * set_words + bits[j] // WORD
                    near[at] |= 1 << bits[j] % WORD
        for t in range(max(0, a - window + 1), max(0, b - window + 1)):
            near[(t * window + a - t) * set_words + bits[j] // WORD] |= 1 << bits[j] % WORD
    digit_bits = (window + 1).bit_length()
    return Plan(
        first=array_of(Marks, first),
        ends=array_of(Marks, [b for _, b in moves]),
        words=array_of(Marks, [at // WORD for at in bits]),
        shifts=array_of(Marks, [at % WORD for at in bits]),
        blocks=blocks,
        near=near,
        window=window,
        set_words=set_words,
        digit_bits=digit_bits,
        in_word=WORD // digit_bits,
        key_words=set_words - (-window // (WORD // digit_bits)),
        most=1 + width * (width + 1) // 2,
        closed=int(closed),
    )


def new_work(plan: Plan) -> Work:
    """Return memory for the kernels here."""
    return Work(
        key=zeros(Counts, plan.key_words),
        mate=zeros(Marks, plan.window),
        source=zeros(Marks, plan.window),
        before=zeros(Counts, plan.set_words),
    )


# -- choices ---------------------------------------------------------------------------------------


@kernel
def expand(plan: Plan, layer: Layer, table: Table, work: Work, steps: int) -> int:
    """Make the successors of states, until about `steps` choices are made."""
    until = work.steps + steps
    stride = plan.key_words + 1
    # The moves among the squares after this one: of paths, or of a cycle that begins there.
    left = max(0, len(plan.first) - 3 - layer.step + plan.closed)
    while layer.next < layer.size:
        if work.steps >= until:
            return RUNNING
        if is_full(table, plan.key_words, plan.most):
            return FULL
        _read(plan, layer, work)
        cost = layer.states[layer.next * stride + plan.key_words]
        value = LOOSE * work.loose_before - cost
        _choose(plan, layer, table, work, value, left)
        layer.next += 1
    return DONE


def _read(plan: Plan, layer: Layer, work: Work) -> None:
    """Read the next state of a layer."""
    at = layer.next * (plan.key_words + 1)
    work.loose_before = 0
    work.ended_before = 0
    for w in range(plan.set_words):
        work.before[w] = layer.states[at + w]
    label = 0
    for w in range(plan.set_words, plan.key_words):
        digits = layer.states[at + w]
        for i in range(min(plan.in_word, plan.window - label)):
            work.source[label] = digits >> (i * plan.digit_bits) & ((1 << plan.digit_bits) - 1)
            work.loose_before += work.source[label] != 0
            work.ended_before += work.source[label] > plan.window
            label += 1


def _choose(plan: Plan, layer: Layer, table: Table, work: Work, value: int, left: int) -> None:
    """Make all choices of a step: no move, each move, each two moves."""
    t = layer.step
    begin = plan.first[t]
    end = plan.first[t + 1]
    one = work.source[t % plan.window] != 0
    for i in range(begin - 1, end):  # begin - 1 means no move
        for j in range(i, end if i >= begin and not one else i + 1):  # and i, that there is one
            if i >= begin and _is_blocked(plan, work.before, i):
                break
            if j > i and _is_blocked(plan, work.before, j):
                continue
            work.steps += 1
            count = (i >= begin) + (j > i)
            fate = _make(plan, work, t, i, j, count)
            if fate == _DEAD:
                continue
            origin = layer.next << CHOICE_BITS | (i - begin + 1) << CHOICE_BITS // 2 | j - begin + 1
            if fate == _WHOLE:
                if value + count > work.best:
                    work.best = value + count
                    work.best_step = t
                    work.best_origin = origin
            elif value + count + left > work.best:
                _write(plan, work)
                work.most = max(work.most, value + count)
                cost = LOOSE * work.loose - value - count
                insert(table, work.key, plan.key_words, cost, origin)


def _is_blocked(plan: Plan, words: Counts, move: int) -> bool:
    return words[plan.words[move]] >> plan.shifts[move] & 1 != 0


def _make(plan: Plan, work: Work, t: int, i: int, j: int, count: int) -> int:
    """Make the state in which square `t` has the moves `i` and `j`, or one, or none of them."""
    own = t % plan.window
    work.loose = work.loose_before
    work.ended = work.ended_before
    for label in range(plan.window):
        work.mate[label] = work.source[label]
    for w in range(plan.set_words):
        work.key[w] = work.before[w]
    fate = _ALIVE
    ends = (work.mate[own] != 0) != (count == 1)
    if count > 0:
        fate = _use(plan, work, t, i)
    if count == 2 and fate == _ALIVE:
        if _is_blocked(plan, work.key, j):
            return _DEAD
        fate = _use(plan, work, t, j)
    if ends and count < 2 and fate == _ALIVE:
        fate = _end(plan, work, own)
    if fate != _ALIVE:
        return fate
    for move in range(plan.first[t], plan.first[t + 1]):
        work.key[plan.words[move]] &= ~(1 << plan.shifts[move])
    return _end_stuck(plan, work, t)


def _use(plan: Plan, work: Work, t: int, move: int) -> int:
    """Use a move of square `t`."""
    mate = work.mate
    far = plan.ends[move]
    own = t % plan.window
    other = far % plan.window
    for w in range(plan.set_words):
        work.key[w] |= plan.blocks[move * plan.set_words + w]
    a = mate[own]
    b = mate[other]
    if b != 0:
        _exclude(plan, work, t, far)
        mate[other] = 0
        work.loose -= 1
    if a != 0:
        mate[own] = 0
        work.loose -= 1
    if a == other + 1:  # it closes a cycle
        return _WHOLE if plan.closed and work.loose == 0 else _DEAD
    if a == 0:
        a = own + 1
        work.loose += 1
    if b == 0:
        b = other + 1
        work.loose += 1
    if a > plan.window and b > plan.window:
        return _WHOLE if work.loose == 0 else _DEAD
    if a <= plan.window:
        mate[a - 1] = b
    if b <= plan.window:
        mate[b - 1] = a
    return _ALIVE


def _exclude(plan: Plan, work: Work, t: int, square: int) -> None:
    """Exclude the other moves of a square that has two."""
    at = (t * plan.window + square - t) * plan.set_words
    for w in range(plan.set_words):
        work.key[w] |= plan.near[at + w]


def _end(plan: Plan, work: Work, label: int) -> int:
    """Make the end of a fragment an end of the path."""
    if plan.closed:
        return _DEAD
    other = work.mate[label]
    work.mate[label] = 0
    work.loose -= 1
    if other > plan.window:
        return _WHOLE if work.loose == 0 else _DEAD
    work.mate[other - 1] = plan.window + 1
    work.ended += 1
    return _DEAD if work.ended > 2 else _ALIVE


def _end_stuck(plan: Plan, work: Work, t: int) -> int:
    """End the path in each end of a fragment that has no move left."""
    for i in range(1, min(plan.window, len(plan.first) - 1 - t)):
        label = (t + i) % plan.window
        if work.mate[label] == 0:
            continue
        at = (t * plan.window + i) * plan.set_words
        left = 0
        for w in range(plan.set_words):
            left |= plan.near[at + w] & ~work.key[w]
        if left == 0:
            fate = _end(plan, work, label)
            if fate != _ALIVE:
                return fate
    return _ALIVE


def _write(plan: Plan, work: Work) -> None:
    """Write the digits of the state to its key."""
    label = 0
    for w in range(plan.set_words, plan.key_words):
        digits = 0
        for i in range(min(plan.in_word, plan.window - label)):
            digits |= work.mate[label] << (i * plan.digit_bits)
            label += 1
        work.key[w] = digits
