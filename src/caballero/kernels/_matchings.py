"""Matchings of the ends in the middle of a graph: what the kernels that join halves share.

:mod:`caballero.kernels.meeting` says what a signature, a matching and its rank are. These are plain
functions, compiled with the kernels that call them.
"""

from __future__ import annotations

from typing import Final

from ._speed import Counts, Marks

INNER: Final = -1
LOW: Final = (1 << 62) - 1


def ones(bits: int) -> int:
    """Count the ones of a number below 2**32."""
    bits -= (bits >> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) & 0xFFFFFFFF) >> 24


def spell(sign: int, slots: int, digits: Marks) -> int:
    """Write a signature's digits out; return the set of its ones."""
    ends = 0
    for s in range(slots):
        digits[s] = sign % 3
        sign //= 3
        if digits[s] == 1:
            ends |= 1 << s
    return ends


def gather(
    sign: int,
    slots: int,
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
    dense: Counts,
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
    """Gather the states of a half with its share of middle edges, of one signature.

    Their counts are added to `dense`, by the ranks of their matchings in the numbers of
    `renumber`. Returns how many states were gathered; -1 if a count is too great.

    If a rank is `wanted`, they are gone through instead until `rest` is within the count of one:
    its set of middle edges and the rest go to `found`, its mate array to `state`. If `rest` is
    negative, until the set and the state's rank are those in `found`; then the sum of the counts
    before it goes to ``found[1]``.
    """
    target = spell(sign, slots, digits)
    # The ends of the target in the order of their new numbers, and the place of each there.
    last = 0
    for number in range(slots):
        for s in range(slots):
            if renumber[s] == number and target >> s & 1:
                moved[last] = s
                place[s] = last
                last += 1
    gathered = 0
    for e in range(len(set_signs)):
        fits = True
        for at in range(set_at[e], set_at[e + 1]):
            if digits[set_vertices[at]] < set_degrees[at]:
                fits = False
                break
        if not fits:
            continue
        before = sign - set_signs[e]
        start = starts[before]
        stop = starts[before + 1]
        if start == stop:
            continue
        ends = spell(before, slots, source)
        size = 0
        for s in range(slots):
            if ends >> s & 1:
                order[size] = s
                size += 1
        base = packed_at[size // 2]
        for i in range(start, stop):
            matching = packed[base + ranks[i]]
            for k in range(size):
                mate[order[k]] = order[matching & 15]
                matching >>= 4
            for at in range(set_at[e], set_at[e + 1]):
                if source[set_vertices[at]] == 0:
                    mate[set_vertices[at]] = set_vertices[at]
            whole = True
            for at in range(pair_at[e], pair_at[e + 1]):
                a = pairs[2 * at]
                b = pairs[2 * at + 1]
                x = mate[a]
                y = mate[b]
                if x == b:
                    whole = False
                    break
                mate[x] = y
                mate[y] = x
            if not whole:
                continue
            free = (1 << last) - 1
            left = last - 1
            rank = 0
            for k in range(last):
                if free >> k & 1:
                    other = place[mate[moved[k]]]
                    free ^= 1 << k | 1 << other
                    rank = rank * left + ones(free & ((1 << other) - 1))
                    left -= 2
            if wanted < 0:
                dense[rank] += counts[i]
                if dense[rank] > LOW:
                    return -1
            elif rank == wanted:
                if rest < 0:
                    if e == found[0] and ranks[i] == found[1]:
                        found[1] = -1 - rest
                        return 1
                elif rest < counts[i]:
                    found[0] = e
                    found[1] = rest
                    matching = packed[base + ranks[i]]
                    for s in range(slots):
                        state[s] = INNER if source[s] == 2 else s
                    for k in range(size):
                        state[order[k]] = order[matching & 15]
                        matching >>= 4
                    return 1
                rest -= counts[i]
            gathered += 1
    return gathered if wanted < 0 else 0


def gather_both(
    sign: int,
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
    size: int,
    left: Counts,
    right: Counts,
    found: Counts,
    digits: Marks,
    source: Marks,
    order: Marks,
    mate: Marks,
    moved: Marks,
    place: Marks,
) -> int:
    """Gather the states of both halves that can meet at a signature of the left one.

    Into `left` and `right`, by the ranks of their `size` matchings in the left half's numbers.
    Returns how many were gathered; ``-2 -`` that if a half has none; -1 if a count is too great,
    or all those of the left half together are.
    """
    spell(sign, slots, digits)
    there = 0
    weight = 1
    for s in range(slots):
        there += (2 - digits[mirror[s]]) * weight
        weight *= 3
    for r in range(size):
        left[r] = 0
        right[r] = 0
    some = gather(
        sign, slots, identity, starts, ranks, counts, set_at, set_vertices, set_degrees, set_signs,
        pair_at, pairs, packed_at, packed, left, -1, 0, found, mate, digits, source, order, mate,
        moved, place,
    )  # fmt: skip
    if some <= 0:
        return -1 if some < 0 else -2
    others = gather(
        there, slots, mirror, other_starts, other_ranks, other_counts, other_set_at,
        other_set_vertices, other_set_degrees, other_set_signs, other_pair_at, other_pairs,
        packed_at, packed, right, -1, 0, found, mate, digits, source, order, mate, moved, place,
    )  # fmt: skip
    if others <= 0:
        return -1 if others < 0 else -2 - some
    every = 0
    for r in range(size):
        every += left[r]
        if every > LOW:
            return -1
    return some + others


def contract(rank: int, k: int, j: int, digits: Marks) -> int:
    """Join the ends 0 and `j` of a matching of `k` pairs; -1 if they are a pair already."""
    # The digits of the rank, lowest last; then the pairs they name.
    for level in range(k):
        count = 2 * level + 1
        digits[k - 1 - level] = rank % count
        rank //= count
    left = (1 << (2 * k)) - 1
    partner = 2 * k  # where in `digits` the partners are kept
    x = 0
    level = 0
    while level < k:
        if left >> x & 1:
            left ^= 1 << x
            y = x + 1
            skip = digits[level]
            while left >> y & 1 == 0 or skip > 0:
                if left >> y & 1:
                    skip -= 1
                y += 1
            left ^= 1 << y
            digits[partner + x] = y
            digits[partner + y] = x
            level += 1
        x += 1
    a = digits[partner]
    if a == j:
        return -1
    b = digits[partner + j]
    digits[partner + a] = b
    digits[partner + b] = a
    left = ((1 << (2 * k)) - 1) ^ 1 ^ (1 << j)
    result = 0
    for x in range(1, 2 * k):
        if left >> x & 1:
            left ^= 1 << x
            y = digits[partner + x]
            result = result * ones(left) + ones(left & ((1 << y) - 1))
            left ^= 1 << y
    return result
