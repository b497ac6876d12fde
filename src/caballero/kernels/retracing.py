"""Retracing: from where two half sweeps meet back to the cycles that meet there.

``kernels/meeting.py`` counts cycles by joining the states of two halves. Here a single one of
those cycles is found by its number: the products in the sum of a join are gone through until
the number is within one of them; that names a matching of either half. Then the half's states
and sets of middle edges that make this matching, until the rest of the number is within one of
those. And then the choices of the sweep are undone, turn by turn: the states from which a choice
leads to a given one are enumerated, looked up in the layer before, and their counts are gone
through likewise. (The idea of such numbering is H. S. Wilf's: "A unified setting for sequencing,
ranking, and selection algorithms for combinatorial objects", Advances in Mathematics 24, 1977.)

**Layers** are kept as *shelves*: a layer's states, sorted by some bits of a hash of their keys,
and where those of each value begin. That takes hardly more room than the states.

**Flips.** In a flipped layer a state stands for its image under a flip as well. The layers that
follow, until the next flipped one, have only what comes of such representatives. So the counts
there are no counts of states. But they are sums of two parts: ``2 A``, which comes of states that
are not their own images, each with twice the ways to make it; and ``B``, which comes of those that
are. A state of a flipped layer is made in as many ways as its predecessors have ``A + B``, and
those of its image have ``A``: both together, less what is there twice. The parts ``B`` are few,
and have shelves of their own, the *side* shelves. Before the first flipped layer all is ``B``.

**Dead ends.** The sweep drops some states that lead nowhere, and may do so earlier than with their
images. So the counts of such states mean nothing; but no way back from a cycle meets one.

Invariants: numbers are gone through in orders that do not depend on where a state lies; counts
are below ``2**62``.
"""

from __future__ import annotations

from typing import Final

from ._matchings import contract, gather, gather_both, ones, spell
from ._speed import Counts, Marks, two_speeds, two_speeds_with
from ._states import FACTOR, INNER, LOW, decode, encode

HALF: Final = (1 << 31) - 1
TABLED: Final = 7  # up to so many pairs, contraction is looked up
NOBODY: Final = -1


@two_speeds
def sort_by_rank(starts: Counts, ranks: Marks, counts: Counts) -> None:
    """Sort a half's states of every signature by rank (D. L. Shell, 1959).

    They come in the order of a table, which depends on how many threads filled it.
    """
    for sign in range(len(starts) - 1):
        begin = starts[sign]
        stop = starts[sign + 1]
        gap = 1
        while gap < (stop - begin) // 3:
            gap = 3 * gap + 1
        while gap > 0:
            for i in range(begin + gap, stop):
                rank = ranks[i]
                count = counts[i]
                j = i
                while j >= begin + gap and ranks[j - gap] > rank:
                    ranks[j] = ranks[j - gap]
                    counts[j] = counts[j - gap]
                    j -= gap
                ranks[j] = rank
                counts[j] = count
            gap //= 3


# -- joins, one signature at a time --------------------------------------------------------------


def within(a: int, b: int, rest: Counts) -> int:
    """Return 1 if a number is below a product; else subtract that and return 0.

    The number has four digits to the base 2**31.
    """
    low = (a & HALF) * (b & HALF)
    middle = (a & HALF) * (b >> 31)
    other = (a >> 31) * (b & HALF)
    high = (a >> 31) * (b >> 31)
    first = low & HALF
    carry = (low >> 31) + (middle & HALF) + (other & HALF)
    second = carry & HALF
    carry = (carry >> 31) + (middle >> 31) + (other >> 31) + (high & HALF)
    third = carry & HALF
    fourth = (carry >> 31) + (high >> 31)
    first = rest[0] - first
    second = rest[1] - second + (first >> 31)
    third = rest[2] - third + (second >> 31)
    fourth = rest[3] - fourth + (third >> 31)
    if fourth < 0:
        return 1
    rest[0] = first & HALF
    rest[1] = second & HALF
    rest[2] = third & HALF
    rest[3] = fourth
    return 0


def search(
    k: int,
    left: Counts,
    right: Counts,
    sizes: Counts,
    table_at: Counts,
    table: Marks,
    room: Counts,
    room_at: Counts,
    index: Marks,
    offset: Counts,
    rest: Counts,
    digits: Marks,
) -> int:
    """Go through the products of two arrays over the pairs of matchings that make one cycle.

    For one matching of the right half after the other, its count times the sum of those that
    make a cycle with it is subtracted from `rest`, until that is less; the rank is returned
    then, -1 if it never is.
    """
    if k == 1:
        return 0 if within(left[0], right[0], rest) else NOBODY
    for r in range(sizes[k]):
        room[room_at[k] + r] = left[r]
    level = k
    index[k] = 0
    offset[k] = 0
    while level <= k:
        if level == 2:
            at = room_at[2]
            every = room[at] + room[at + 1] + room[at + 2]
            for r in range(3):
                b = right[offset[2] + r]
                if b != 0 and within(every - room[at + r], b, rest):
                    return offset[2] + r
            level += 1
            continue
        index[level] += 1
        j = index[level]
        if j == 2 * level:
            level += 1
            continue
        size = sizes[level]
        below = sizes[level - 1]
        start = offset[level] + (j - 1) * below
        empty = True
        for r in range(start, start + below):
            if right[r] != 0:
                empty = False
                break
        if empty:
            continue
        at = room_at[level]
        to = room_at[level - 1]
        for r in range(below):
            room[to + r] = 0
        if level <= TABLED:
            base = table_at[level] + (j - 1) * size
            for r in range(size):
                into = table[base + r]
                if into >= 0:
                    room[to + into] += room[at + r]
        else:
            for r in range(size):
                if room[at + r] != 0:
                    into = contract(r, level, j, digits)
                    if into >= 0:
                        room[to + into] += room[at + r]
        level -= 1
        index[level] = 0
        offset[level] = start
    return NOBODY


@two_speeds_with(ones, spell, gather, gather_both, contract, within, search)
def join_each(
    targets: Counts,
    begin: int,
    stop: int,
    slots: int,
    mirror: Marks,
    identity: Marks,
    starts: Counts,
    ranks: Marks,
    counts: Counts,
    set_at: Marks,
    set_vertices: Marks,
    set_degrees: Marks,
    set_signs: Counts,
    pair_at: Marks,
    pairs: Marks,
    other_starts: Counts,
    other_ranks: Marks,
    other_counts: Counts,
    other_set_at: Marks,
    other_set_vertices: Marks,
    other_set_degrees: Marks,
    other_set_signs: Counts,
    other_pair_at: Marks,
    other_pairs: Marks,
    packed_at: Marks,
    packed: Counts,
    sizes: Counts,
    table_at: Counts,
    table: Marks,
    room_at: Counts,
    given: Counts,
    below: int,
    sums: Counts,
    left: Counts,
    right: Counts,
    room: Counts,
    rest: Counts,
    found: Counts,
    digits: Marks,
    source: Marks,
    order: Marks,
    mate: Marks,
    moved: Marks,
    place: Marks,
    index: Marks,
    offset: Counts,
    scratch: Marks,
) -> int:
    """Join the halves at some signatures, each for itself; -1 if a count is too great.

    The cycles of signature ``targets[t]`` are written to ``sums[2 * t]`` and ``sums[2 * t + 1]``,
    digits to the base 2**62. Returns how many states were gathered.

    If a number is `given` (of four digits to the base 2**31), it is looked for among the cycles
    of signature ``targets[begin]`` instead: the rank of the right half's matching and the number
    of its ways go to ``found[2:]``, the rest of the number to `rest`; the left half's array stays
    in `left`. If `below` is not negative, the sums are of the right half's matchings of ranks below
    that only, and ``found[3]`` is the number of ways of that one.
    """
    gathered = 0
    for t in range(begin, stop):
        sign = targets[t]
        ends = spell(sign, slots, digits)
        k = ones(ends) // 2
        some = gather_both(
            sign, slots, mirror, identity, starts, ranks, counts, set_at, set_vertices, set_degrees,
            set_signs, pair_at, pairs, other_starts, other_ranks, other_counts, other_set_at,
            other_set_vertices, other_set_degrees, other_set_signs, other_pair_at, other_pairs,
            packed_at, packed, sizes[k], left, right, found, digits, source, order, mate, moved,
            place,
        )  # fmt: skip
        if some == -1:
            return -1
        if some < 0:
            gathered += -2 - some
            continue
        gathered += some
        if below >= 0:
            found[3] = right[below]
            for r in range(below, sizes[k]):
                right[r] = 0
        for w in range(4):
            rest[w] = given[w] if len(given) else HALF
        rank = search(
            k, left, right, sizes, table_at, table, room, room_at, index, offset, rest, scratch
        )
        if len(given):
            if rank < 0:
                return -1
            found[2] = rank
            found[3] = right[rank]
        elif rank >= 0:
            return -1
        else:
            sums[2 * t] = HALF - rest[0] + ((HALF - rest[1]) << 31)
            sums[2 * t + 1] = HALF - rest[2] + ((HALF - rest[3]) << 31)
    return gathered


@two_speeds
def add_up(targets: Counts, weights: Marks, sums: Counts) -> int:
    """Leave out signatures without cycles, and put the sum of all before it for each one.

    Each counts as often as its weight says. Returns how many are left; after the last one comes
    the sum of all.
    """
    size = 0
    low = 0
    high = 0
    for t in range(len(targets)):
        a = sums[2 * t]
        b = sums[2 * t + 1]
        if a == 0 and b == 0:
            continue
        targets[size] = targets[t]
        weights[size] = weights[t]
        sums[2 * size] = low
        sums[2 * size + 1] = high
        for _ in range(weights[t]):
            low += a
            high += b + (low >> 62)
            low &= LOW
        size += 1
    sums[2 * size] = low
    sums[2 * size + 1] = high
    return size


@two_speeds
def partner_of(
    k: int, size: int, rank: int, packed: Counts, at: int, left: Counts, rest: int, found: Counts
) -> int:
    """Go through the left half's matchings that make one cycle with one of the right half.

    Until `rest` is within the count of one: its rank and the rest are written to `found`. Else,
    or if `rest` is negative, the sum of the counts is returned.
    """
    other = packed[at + rank]
    total = 0
    for r in range(size):
        if left[r] == 0:
            continue
        mine = packed[at + r]
        here = 0
        steps = 0
        while True:
            here = (mine >> (4 * here)) & 15
            here = (other >> (4 * here)) & 15
            steps += 1
            if here == 0:
                break
        if steps == k:
            if 0 <= rest < left[r]:
                found[0] = r
                found[1] = rest
                return NOBODY
            if rest >= 0:
                rest -= left[r]
            total += left[r]
    return total


@two_speeds_with(ones, spell, gather)
def source_of(
    sign: int,
    slots: int,
    mirror: Marks,
    mirrored: int,
    renumber: Marks,
    starts: Counts,
    ranks: Marks,
    counts: Counts,
    set_at: Marks,
    set_vertices: Marks,
    set_degrees: Marks,
    set_signs: Counts,
    pair_at: Marks,
    pairs: Marks,
    packed_at: Marks,
    packed: Counts,
    wanted: int,
    rest: int,
    found: Counts,
    state: Marks,
    digits: Marks,
    source: Marks,
    order: Marks,
    mate: Marks,
    moved: Marks,
    place: Marks,
) -> int:
    """Find the state and the set of middle edges of a number among those of one matching.

    If `mirrored`, for the half on the other side of the signature. See :func:`gather`.
    """
    if mirrored:
        spell(sign, slots, digits)
        sign = 0
        weight = 1
        for s in range(slots):
            sign += (2 - digits[mirror[s]]) * weight
            weight *= 3
    return gather(
        sign, slots, renumber, starts, ranks, counts, set_at, set_vertices, set_degrees, set_signs,
        pair_at, pairs, packed_at, packed, counts, wanted, rest, found, state, digits, source,
        order, mate, moved, place,
    )  # fmt: skip


# -- shelves -------------------------------------------------------------------------------------


def mix(key: Counts, begin: int, key_words: int) -> int:
    """Hash a key."""
    mixed = 0
    for w in range(begin, begin + key_words):
        mixed = ((mixed ^ key[w]) * FACTOR) & LOW
        mixed ^= mixed >> 31
    return mixed


@two_speeds_with(mix)
def shelve(
    states: Counts, size: int, key_words: int, store: Counts, at: int, first: Marks, begin: int,
    height: int,
) -> None:  # fmt: skip
    """Put states on a shelf: sorted by `height` bits of their hash, from the `at`-th place on.

    Those of the value ``h`` begin at ``first[begin + h]``, and end where the next ones begin.
    """
    stride = key_words + 1
    mask = (1 << height) - 1
    for h in range(mask + 3):
        first[begin + h] = 0
    for i in range(size):
        first[begin + (mix(states, i * stride, key_words) & mask) + 2] += 1
    for h in range(1, mask + 3):
        first[begin + h] += first[begin + h - 1]
    for i in range(size):
        here = begin + (mix(states, i * stride, key_words) & mask) + 1
        to = (at + first[here]) * stride
        first[here] += 1
        for w in range(stride):
            store[to + w] = states[i * stride + w]


def count_of(
    key: Counts, begin: int, key_words: int, store: Counts, at: int, first: Marks, start: int,
    height: int,
) -> int:  # fmt: skip
    """Return the count of a key on a shelf; 0 if it is not there."""
    stride = key_words + 1
    here = start + (mix(key, begin, key_words) & ((1 << height) - 1))
    for i in range(first[here], first[here + 1]):
        place = (at + i) * stride
        same = True
        for w in range(key_words):
            if store[place + w] != key[begin + w]:
                same = False
                break
        if same:
            return store[place + key_words]
    return 0


# -- states, as in kernels/counting.py -----------------------------------------------------------


@two_speeds_with(decode, encode)
def pick_own_images(
    states: Counts, size: int, key_words: int, width: int, first: int, words: Marks,
    shifts: Marks, masks: Marks, flips: Marks, flip: int, found: Counts, mate: Marks,
    opened: Marks, key: Counts,
) -> int:  # fmt: skip
    """Write the states that are their own images to `found`; return how many there are."""
    stride = key_words + 1
    count = 0
    for i in range(size):
        for s in range(width + 1):
            mate[s] = s
        decode(
            states, i * stride, width, first, words, shifts, masks, flips, -1, 0, mate, mate, opened
        )  # fmt: skip
        encode(mate, mate, width, flips, flip, first, words, shifts, 0, opened, key, 0, key_words)
        own = True
        for w in range(key_words):
            if key[w] != states[i * stride + w]:
                own = False
        if own:
            if len(found):
                for w in range(stride):
                    found[count * stride + w] = states[i * stride + w]
            count += 1
    return count


# -- the way back --------------------------------------------------------------------------------


def weigh(
    t: int, halved: int, width: Marks, place_at: Marks, places: Marks, digit_at: Marks,
    words: Marks, shifts: Marks, key_words: int, shelf_at: Counts, first_at: Counts,
    heights: Marks, sides: Marks, store: Counts, first: Marks, mate: Marks, opened: Marks,
    key: Counts,
) -> int:  # fmt: skip
    """Return how many ways lead to the state of layer `t` that `mate` is: ``A + B``, or ``A``."""
    encode(
        mate, mate, width[t], places, place_at[t], digit_at[t], words, shifts, 0, opened, key,
        key_words, key_words,
    )  # fmt: skip
    count = count_of(key, key_words, key_words, store, shelf_at[t], first, first_at[t], heights[t])
    if count == 0:
        return 0
    own = count
    if sides[t] != t:
        side = sides[t]
        own = count_of(
            key, key_words, key_words, store, shelf_at[side], first, first_at[side], heights[side]
        )
    return (count - own) // 2 if halved else (count + own) // 2


def reached(
    ways: int, rest: Counts, aim: Counts, key: Counts, key_words: int, a: int, b: int
) -> bool:
    """Say whether a state is the one to be found; if it is not, go past its ways."""
    same = False
    if len(aim):
        same = aim[0] == a and aim[1] == b
        for w in range(key_words):
            if aim[2 + w] != key[key_words + w]:
                same = False
    else:
        same = rest[0] < ways
    if not same:
        rest[0] -= ways
    return same


def undo(
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
    flip_at: Marks,
    flips: Marks,
    fresh: Counts,
    key_words: int,
    shelf_at: Counts,
    first_at: Counts,
    heights: Marks,
    sides: Marks,
    store: Counts,
    first: Marks,
    t: int,
    flipped: int,
    halved: int,
    aim: Counts,
    rest: Counts,
    key: Counts,
    mate: Marks,
    opened: Marks,
    chosen: Marks,
) -> int:
    """Go through the states from which turn `t` leads to a state, until `rest` is within one.

    The state is ``key[:key_words]``, or its image if `flipped`; the one that is found is written
    in its place, and the two slots that were joined to `chosen` (slot 0 twice: none). Returns
    whether there is one. An `aim`, if it is not empty, is what to find instead: slots and key.
    """
    slots = slot_count[t]
    for s in range(slots):
        mate[s] = s
    decode(
        key, 0, width[t + 1], digit_at[t + 1], words, shifts, masks, flips,
        flip_at[t + 1] if flipped else -1, 0, mate, mate, opened,
    )  # fmt: skip
    begin = choice_at[t]
    degree = choice_at[t + 1] - begin
    touched = 0
    for s in range(1, slots):
        if mate[s] != s and fresh[t] >> s & 1:
            touched |= 1 << s
    known = fresh[t] & 1 == 0
    found = False
    if known and touched == 0:  # the vertex was inner
        mate[0] = INNER
        ways = weigh(
            t, halved, width, place_at, places, digit_at, words, shifts, key_words, shelf_at,
            first_at, heights, sides, store, first, mate, opened, key,
        )  # fmt: skip
        if reached(ways, rest, aim, key, key_words, 0, 0):
            chosen[0] = 0
            chosen[1] = 0
            found = True
        else:
            mate[0] = 0
    # Else it was an end (i = -1) that was joined to a neighbour, or it joined two.
    for i in range(-1, degree):
        if found:
            break
        a = 0
        was_end = True
        if i < 0:
            if not known:
                continue
        else:
            a = choices[begin + i]
            if mate[a] == a:
                continue
            was_end = mate[a] == INNER
            if was_end and fresh[t] >> a & 1:
                continue
        for j in range(i + 1, degree):
            b = choices[begin + j]
            if mate[b] == b:
                continue
            other_was_end = mate[b] == INNER
            if other_was_end and fresh[t] >> b & 1:
                continue
            new = touched
            if not was_end:
                new &= ~(1 << a)
            if not other_was_end:
                new &= ~(1 << b)
            if new:
                continue
            x = mate[a]
            y = mate[b]
            if not was_end and not other_was_end and x != b:
                continue
            # Which end belonged to `a`: one that the others tell, or any.
            last = slots if was_end and other_was_end else 1
            for end in range(last):
                if last > 1:
                    if mate[end] == end or mate[end] == INNER:
                        continue
                    x = end
                    y = mate[end]
                    mate[a] = x
                    mate[x] = a
                    mate[b] = y
                    mate[y] = b
                elif was_end:
                    mate[b] = b
                    mate[a] = y
                    mate[y] = a
                elif other_was_end:
                    mate[a] = a
                    mate[b] = x
                    mate[x] = b
                else:
                    mate[a] = a
                    mate[b] = b
                ways = weigh(
                    t, halved, width, place_at, places, digit_at, words, shifts, key_words,
                    shelf_at, first_at, heights, sides, store, first, mate, opened, key,
                )  # fmt: skip
                if reached(ways, rest, aim, key, key_words, a, b):
                    chosen[0] = a
                    chosen[1] = b
                    found = True
                    break
                if last > 1:
                    mate[a] = 0 if a == 0 else INNER
                    mate[b] = INNER
                    mate[x] = y
                    mate[y] = x
                elif was_end:
                    mate[a] = 0 if a == 0 else INNER
                    mate[b] = y
                    mate[y] = b
                elif other_was_end:
                    mate[a] = x
                    mate[x] = a
                    mate[b] = INNER
                else:
                    mate[a] = b
                    mate[b] = a
            if found:
                break
    if found:
        for w in range(key_words):
            key[w] = key[key_words + w]
        return 1
    return 0


@two_speeds_with(mix, count_of, decode, encode, weigh, reached, undo)
def step(
    slot_count: Marks, width: Marks, place_at: Marks, places: Marks, digit_at: Marks, words: Marks,
    shifts: Marks, masks: Marks, choice_at: Marks, choices: Marks, flip_at: Marks, flips: Marks,
    fresh: Counts, key_words: int, shelf_at: Counts, first_at: Counts, heights: Marks,
    sides: Marks, store: Counts, first: Marks, t: int, flipped: int, halved: int, aim: Counts,
    rest: Counts, key: Counts, mate: Marks, opened: Marks, chosen: Marks,
) -> int:  # fmt: skip
    """Undo one turn: see :func:`undo`."""
    return undo(
        slot_count, width, place_at, places, digit_at, words, shifts, masks, choice_at, choices,
        flip_at, flips, fresh, key_words, shelf_at, first_at, heights, sides, store, first, t,
        flipped, halved, aim, rest, key, mate, opened, chosen,
    )  # fmt: skip


@two_speeds_with(mix, count_of, decode, encode, weigh, reached, undo)
def retrace(
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
    flip_at: Marks,
    flips: Marks,
    fresh: Counts,
    key_words: int,
    shelf_at: Counts,
    first_at: Counts,
    heights: Marks,
    sides: Marks,
    store: Counts,
    first: Marks,
    vertex_at: Marks,
    vertices: Marks,
    image: Marks,
    turns: int,
    place: Marks,
    state: Marks,
    aim: Counts,
    rest: Counts,
    key: Counts,
    mate: Marks,
    opened: Marks,
    chosen: Marks,
    edges: Marks,
) -> int:
    """Find the way of a number to a state after some turns.

    `state` is its mate array, in numbers of which ``place[p]`` is that of the vertex at place
    ``p`` of the frontier; `aim` is empty. The edges are written to `edges`; returns how many, -1
    if the number ``rest[0]`` is too great.
    """
    encode(
        state, state, width[turns], place, 0, digit_at[turns], words, shifts, 0, opened, key, 0,
        key_words,
    )  # fmt: skip
    count = 0
    turned = 0
    halved = 0
    for t in range(turns - 1, -1, -1):
        # After a flipped layer, its state may have come from one or from the other side.
        if flip_at[t + 1] >= 0:
            halved = 0
        found = undo(
            slot_count, width, place_at, places, digit_at, words, shifts, masks, choice_at,
            choices, flip_at, flips, fresh, key_words, shelf_at, first_at, heights, sides, store,
            first, t, 0, halved, aim, rest, key, mate, opened, chosen,
        )  # fmt: skip
        if found == 0 and flip_at[t + 1] >= 0:
            halved = 1
            turned ^= 1
            found = undo(
                slot_count, width, place_at, places, digit_at, words, shifts, masks, choice_at,
                choices, flip_at, flips, fresh, key_words, shelf_at, first_at, heights, sides,
                store, first, t, 1, halved, aim, rest, key, mate, opened, chosen,
            )  # fmt: skip
        if found == 0:
            return -1
        if chosen[1] != 0:
            v = vertices[vertex_at[t]]
            for e in range(2):
                if chosen[e] != 0:
                    w = vertices[vertex_at[t] + chosen[e]]
                    edges[2 * count] = image[v] if turned else v
                    edges[2 * count + 1] = image[w] if turned else w
                    count += 1
    return count
