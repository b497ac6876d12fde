"""States of a frontier: what the kernels that sweep over a graph share.

:mod:`caballero.kernels.counting` says what a state and its key are. These are plain functions,
compiled with the kernels that call them.
"""

from __future__ import annotations

from typing import Final

from ._speed import Counts, Ints, Marks

INNER: Final = -1
CLOSED: Final = -2  # in the place of a key: the choice closes the cycle
WORD: Final = 62  # bits of a key's or a count's ints: sums of two fit in 64 with a sign
LOW: Final = (1 << WORD) - 1
FACTOR: Final = 0x1E3779B97F4A7C15


def decode(
    keys: Ints,
    at: int,
    size: int,
    first: int,
    words: Marks,
    shifts: Marks,
    masks: Marks,
    places: Marks,
    begin: int,
    twisted: int,
    mate: Marks,
    odd: Marks,
    opened: Marks,
) -> int:
    """Write a key's digits into `mate` and `odd`; return the set of slots that are inner.

    Place ``p`` of the frontier is slot ``places[begin + p]``; ``p + 1`` if `begin` is negative.
    Only twisted states have parities; for others, `odd` is left alone.
    """
    inner = 0
    depth = 0
    for p in range(size):
        s = p + 1 if begin < 0 else places[begin + p]
        value = (keys[at + words[first + p]] >> shifts[first + p]) & masks[first + p]
        if value == 1:
            mate[s] = INNER
            inner |= 1 << s
        elif value == 2:
            opened[depth] = s
            depth += 1
        elif value > 2:
            j = (value - 3) >> twisted
            other = opened[j]
            mate[s] = other
            mate[other] = s
            if twisted:
                odd[s] = odd[other] = (value - 3) & 1
            depth -= 1
            for i in range(j, depth):
                opened[i] = opened[i + 1]
    return inner


def encode(
    mate: Marks,
    odd: Marks,
    size: int,
    places: Marks,
    begin: int,
    first: int,
    words: Marks,
    shifts: Marks,
    twisted: int,
    opened: Marks,
    key: Counts,
    at: int,
    key_words: int,
) -> None:
    """Write the key of `mate` into ``key[at:]``; places and parities as for :func:`decode`.

    The places may be those of a flip: then it is the image's key.
    """
    for w in range(at, at + key_words):
        key[w] = 0
    depth = 0
    for p in range(size):
        s = p + 1 if begin < 0 else places[begin + p]
        other = mate[s]
        if other == s:
            continue
        value = 1
        if other != INNER:
            j = 0
            while j < depth and opened[j] != other:
                j += 1
            if j == depth:
                opened[depth] = s
                depth += 1
                value = 2
            else:
                value = 3 + (j << twisted)
                if twisted:
                    value += odd[s]
                depth -= 1
                for i in range(j, depth):
                    opened[i] = opened[i + 1]
        key[at + words[first + p]] |= value << shifts[first + p]


def place_of(
    key: Counts, begin: int, key_words: int, table: Counts, base: int, stride: int, height: int
) -> int:
    """Return where a key is in a table of ``2**height`` states, or the empty place for it.

    The table begins at `base`; `stride` is what a state takes.
    """
    mixed = 0
    for w in range(begin, begin + key_words):
        mixed = ((mixed ^ key[w]) * FACTOR) & LOW
        mixed ^= mixed >> 31
    mask = (1 << height) - 1
    place = mixed & mask
    while True:
        at = base + place * stride
        if table[at] == -1:
            return at
        same = True
        for w in range(key_words):
            if table[at + w] != key[begin + w]:
                same = False
                break
        if same:
            return at
        place = (place + 1) & mask


def add(sums: Counts, at: int, counts: Counts, source: int, count_words: int) -> int:
    """Add one count to another; return what does not fit."""
    carry = 0
    for w in range(count_words):
        total = sums[at + w] + counts[source + w] + carry
        sums[at + w] = total & LOW
        carry = total >> WORD
    return carry


def successors(
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
    key_words: int,
    twisted: int,
    t: int,
    states: Counts,
    at: int,
    mate: Marks,
    odd: Marks,
    opened: Marks,
    keys: Counts,
    pairs: Marks,
) -> int:
    """Write the choices at turn `t` of the state at ``states[at]``; return how many there are.

    In the order of the neighbours. Each has a key, or `CLOSED` if it closes the cycle, and its
    two slots; slot 0, in the place of an edge that the vertex has already. There has to be room
    for one key more.
    """
    slots = slot_count[t]
    first_choice = choice_at[t]
    degree = choice_at[t + 1] - first_choice
    after = width[t + 1]
    digits = digit_at[t + 1]
    flip = flip_at[t + 1]
    everything = (1 << slots) - 1
    for s in range(slots):
        mate[s] = s
        odd[s] = 0
    inner = decode(
        states, at, width[t], digit_at[t], words, shifts, masks, places, place_at[t], twisted, mate,
        odd, opened,
    )  # fmt: skip
    # A pair of choices: two neighbours; or the vertex itself and one; or, if it is inner,
    # nothing at all.
    idle = mate[0] == INNER
    free = mate[0] == 0
    found = 0
    i = 0 if free else -1
    j = i
    while True:
        j += 1
        if j >= degree and not idle:
            if not free or i + 2 >= degree:
                break
            i += 1
            j = i + 1
        a = 0
        b = 0
        x = 0
        y = 0
        x_odd = 0
        y_odd = 0
        full = inner
        begin = found * key_words
        if not idle:
            b = choices[first_choice + j]
            if inner >> b & 1:
                continue
            if free:
                a = choices[first_choice + i]
                if inner >> a & 1:
                    j = degree
                    continue
                if a == b:
                    continue
            x = mate[a]
            y = mate[b]
            x_odd = odd[a]
            y_odd = odd[b]
            turns = twists[first_choice + j] ^ x_odd
            if free:
                turns ^= twists[first_choice + i]
            if x == b:
                whole = (full | 1 | 1 << a | 1 << b) == everything
                if whole and last[t] == 1 and turns == twisted:
                    keys[begin] = CLOSED
                    pairs[2 * found] = a
                    pairs[2 * found + 1] = b
                    found += 1
                continue
            if free and x != a:
                full |= 1 << a
                mate[a] = INNER
            if y != b:
                full |= 1 << b
                mate[b] = INNER
            mate[x] = y
            mate[y] = x
            odd[x] = odd[y] = turns ^ y_odd
        alive = True
        for w in range(watch_at[t], watch_at[t + 1]):
            s = watched[w]
            if full >> s & 1 == 0:
                need = (2 if mate[s] == s else 1) - beyond[w]
                if need > 0:
                    left = sight[w] & ~full
                    if left == 0 or (need == 2 and left & (left - 1) == 0):
                        alive = False
                        break
        if alive:
            encode(
                mate, odd, after, flips, -1, digits, words, shifts, twisted, opened, keys, begin,
                key_words,
            )  # fmt: skip
            if flip >= 0:
                other = begin + key_words
                encode(
                    mate, odd, after, flips, flip, digits, words, shifts, twisted, opened, keys,
                    other, key_words,
                )  # fmt: skip
                for w in range(key_words):
                    if keys[begin + w] != keys[other + w]:
                        if keys[begin + w] > keys[other + w]:
                            for v in range(key_words):
                                keys[begin + v] = keys[other + v]
                        break
            pairs[2 * found] = a
            pairs[2 * found + 1] = b
            found += 1
        if idle:
            break
        mate[x] = a
        mate[a] = x
        mate[y] = b
        mate[b] = y
        odd[x] = odd[a] = x_odd
        odd[y] = odd[b] = y_odd
    return found
