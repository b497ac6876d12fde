"""Meeting in the middle: join the states of two halves of a graph.

A few vertices, the *middle*, part a graph into two halves. A sweep over either half leaves each
of its states in the middle: the edges that every middle vertex has got (the *signature*, a digit
to the base 3 each) and which ends of fragments belong together (the *matching*). A Hamiltonian
cycle is a state of either half and a set of edges inside the middle, so that every vertex has two
edges and all is one cycle.

The edges inside the middle are dealt out between the halves. The states of a half *with* its
share of them are not stored: for each signature in turn they are *gathered* from the states of
those signatures that lack a few edges. So the states of one signature are together at a time, as
a dense array of counts, indexed by the rank of the matching among the ``(2k - 1)!!`` of ``2k``
ends. The signature of the other half is then known, too: all digits add up to 2.

To join two such arrays is a sum over pairs of matchings whose union is one cycle. It is done by
contraction: the end 0 is matched by the other half to some end ``j``; that makes one fragment of
two of this half, and leaves the same task with ``k - 1`` pairs. So ``k**2 (2k - 1)!!`` steps do
instead of the square of ``(2k - 1)!!``. (The idea to gather by degrees and to contract is this
project's; for meeting in the middle on tours see D. E. Knuth, "Hamiltonian paths and cycles",
The Art of Computer Programming 7.2.2.4.)

**Rank** of a matching: the lowest end is matched to the ``d``-th of those above it, the lowest of
the rest likewise, and so on; the digits ``d``, the first one highest, make the rank.

Invariants: a count is below ``2**62``; where one would not be, that is reported.
"""

from __future__ import annotations

from typing import Final

from ._matchings import contract, gather, gather_both, ones, spell
from ._speed import Counts, Marks, two_speeds, two_speeds_with

HALF: Final = (1 << 31) - 1
MOST_PAIRS: Final = 8  # matchings of 16 ends have 64 bits
TABLED: Final = 7  # up to so many pairs, contraction is looked up


def rank_of(mate: Marks, ends: int, slots: int) -> int:
    """Return the rank of a matching of a set of ends, one bit a slot."""
    rank = 0
    for x in range(slots):
        if ends >> x & 1:
            ends ^= 1 << x
            rank = rank * ones(ends) + ones(ends & ((1 << mate[x]) - 1))
            ends ^= 1 << mate[x]
    return rank


def unpack(matching: int, ends: int, slots: int, order: Marks, mate: Marks) -> None:
    """Write a matching of a set of ends into `mate`; `order` is scratch."""
    k = 0
    for s in range(slots):
        if ends >> s & 1:
            order[k] = s
            k += 1
    for e in range(k):
        mate[order[e]] = order[(matching >> (4 * e)) & 15]


@two_speeds_with(ones, rank_of, spell, unpack)
def file(
    signs: Counts,
    mates: Counts,
    size: int,
    layer: Counts,
    at: int,
    stride: int,
    slots: int,
    flipped: int,
    flip: Marks,
    starts: Counts,
    ranks: Marks,
    counts: Counts,
    placing: int,
    digits: Marks,
    order: Marks,
    mate: Marks,
    mirrored: Marks,
) -> None:
    """Sort states by their signatures: a counting sort, in two passes.

    Their counts are in `layer`, from `at` on, every `stride` ints.

    In the first, ``starts[s + 2]`` counts the states of signature ``s``. When those are summed
    up, the second puts each state's rank and count at ``starts[s + 1]``, which moves on; so in
    the end those of ``s`` begin at ``starts[s]``. If `flipped`, a state stands for its image as
    well.
    """
    for i in range(size):
        ends = spell(signs[i], slots, digits)
        count = layer[at + i * stride]
        image = signs[i]
        other = 0
        rank = 0
        rank_image = 0
        unpack(mates[i], ends, slots, order, mate)
        rank = rank_of(mate, ends, slots)
        if flipped:
            image = 0
            weight = 1
            for s in range(slots):
                image += digits[flip[s]] * weight
                weight *= 3
                if digits[s] == 1:
                    other |= 1 << flip[s]
                    mirrored[flip[s]] = flip[mate[s]]
            rank_image = rank_of(mirrored, other, slots)
        if flipped and (image != signs[i] or rank_image != rank):
            if placing:
                counts[starts[image + 1]] = count // 2
                ranks[starts[image + 1]] = rank_image
                starts[image + 1] += 1
                count = count // 2
            else:
                starts[image + 2] += 1
        if placing:
            counts[starts[signs[i] + 1]] = count
            ranks[starts[signs[i] + 1]] = rank
            starts[signs[i] + 1] += 1
        else:
            starts[signs[i] + 2] += 1


@two_speeds
def sum_up(starts: Counts) -> None:
    """Put in every place the sum of all up to it."""
    for at in range(1, len(starts)):
        starts[at] += starts[at - 1]


@two_speeds_with(spell)
def mark(
    starts: Counts, slots: int, set_at: Marks, set_vertices: Marks, set_degrees: Marks,
    set_signs: Counts, marks: Marks, digits: Marks,
) -> None:  # fmt: skip
    """Mark the signatures that some states have with some set of middle edges."""
    for sign in range(len(starts) - 1):
        if starts[sign] == starts[sign + 1]:
            continue
        spell(sign, slots, digits)
        for e in range(len(set_signs)):
            fits = True
            for at in range(set_at[e], set_at[e + 1]):
                if digits[set_vertices[at]] + set_degrees[at] > 2:
                    fits = False
                    break
            if fits:
                marks[sign + set_signs[e]] = 1


@two_speeds_with(spell)
def orbits(
    marks: Marks, others: Marks, slots: int, flip: Marks, flipped: int, mirror: Marks,
    mirrored: int, targets: Counts, weights: Marks, digits: Marks, most: int,
) -> int:  # fmt: skip
    """List the signatures at which both halves can meet, one for each that are alike.

    `marks` are the left half's, `others` the right one's, by its own numbers of the vertices
    (`mirror`). Returns how many there are; no more than `most` are written.
    """
    size = 0
    for sign in range(len(marks)):
        if marks[sign] == 0:
            continue
        ends = spell(sign, slots, digits)
        if ends == 0:
            continue
        there = 0
        image = 0
        image_there = 0
        weight = 1
        for s in range(slots):
            there += (2 - digits[mirror[s]]) * weight
            image += digits[flip[s]] * weight
            image_there += (2 - digits[flip[mirror[s]]]) * weight
            weight *= 3
        if others[there] == 0:
            continue
        times = 1
        if flipped:
            if image < sign:
                continue
            if image != sign:
                times = 2
        if mirrored:
            least = min(there, image_there) if flipped else there
            if least < sign:
                continue
            if least != sign:
                times *= 2
        if size < most:
            targets[size] = sign
            weights[size] = times
        size += 1
    return size


@two_speeds_with(ones, contract)
def tabulate(k: int, size: int, table: Marks, at: int, digits: Marks) -> None:
    """Write down the contraction of every matching of `k` pairs at every end."""
    for j in range(1, 2 * k):
        for rank in range(size):
            table[at + (j - 1) * size + rank] = contract(rank, k, j, digits)


def multiply(a: int, b: int, into: Counts) -> None:
    """Add a product to a sum of four digits to the base 2**31, of any size each."""
    low = (a & HALF) * (b & HALF)
    high = (a >> 31) * (b >> 31)
    middle = (a & HALF) * (b >> 31)
    other = (a >> 31) * (b & HALF)
    into[0] += low & HALF
    into[1] += (low >> 31) + (middle & HALF) + (other & HALF)
    into[2] += (middle >> 31) + (other >> 31) + (high & HALF)
    into[3] += high >> 31


def join(
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
    total: Counts,
    digits: Marks,
) -> None:
    """Sum up the products of two arrays over the pairs of matchings that make one cycle.

    ``sizes[k]`` is the number of matchings of `k` pairs; the contracted arrays of `k` pairs are
    at ``room[room_at[k]]``, where that of the left half has to be at first.
    """
    if k == 1:
        multiply(left[0], right[0], total)
        return
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
                if b != 0:
                    multiply(every - room[at + r], b, total)
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


@two_speeds_with(ones, spell, gather, gather_both, contract, multiply, join)
def meet(
    targets: Counts,
    weights: Marks,
    begin: int,
    stop: int,
    slots: int,
    mirror: Marks,
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
    identity: Marks,
    total: Counts,
    left: Counts,
    right: Counts,
    room: Counts,
    once: Counts,
    scratch: Marks,
    digits: Marks,
    source: Marks,
    order: Marks,
    mate: Marks,
    moved: Marks,
    place: Marks,
    index: Marks,
    offset: Counts,
) -> int:
    """Join the halves at some signatures; return how many states were gathered, -1: too great.

    The cycles are added to `total`, four digits to the base 2**31.
    """
    gathered = 0
    for t in range(begin, stop):
        sign = targets[t]
        ends = spell(sign, slots, digits)
        k = ones(ends) // 2
        found = gather_both(
            sign, slots, mirror, identity, starts, ranks, counts, set_at, set_vertices, set_degrees,
            set_signs, pair_at, pairs, other_starts, other_ranks, other_counts, other_set_at,
            other_set_vertices, other_set_degrees, other_set_signs, other_pair_at, other_pairs,
            packed_at, packed, sizes[k], left, right, once, digits, source, order, mate, moved,
            place,
        )  # fmt: skip
        if found == -1:
            return -1
        if found < 0:
            gathered += -2 - found
            continue
        gathered += found
        for w in range(4):
            once[w] = 0
        join(k, left, right, sizes, table_at, table, room, room_at, index, offset, once, scratch)
        carry = 0
        for w in range(4):
            carry += once[w]
            total[w] += (carry & HALF) * weights[t]
            carry >>= 31
        for w in range(3):
            total[w + 1] += total[w] >> 31
            total[w] &= HALF
        if carry:
            return -1
    return gathered


@two_speeds
def pack_matchings(k: int, size: int, packed: Counts, at: int, partner: Marks) -> None:
    """Write down every matching of `k` pairs, by rank: four bits for the partner of each end."""
    for rank in range(size):
        rest = rank
        for level in range(k):
            partner[2 * k + k - 1 - level] = rest % (2 * level + 1)
            rest //= 2 * level + 1
        left = (1 << (2 * k)) - 1
        level = 0
        matching = 0
        for x in range(2 * k):
            if left >> x & 1:
                left ^= 1 << x
                skip = partner[2 * k + level]
                y = x + 1
                while left >> y & 1 == 0 or skip > 0:
                    if left >> y & 1:
                        skip -= 1
                    y += 1
                left ^= 1 << y
                matching |= x << (4 * y) | y << (4 * x)
                level += 1
        packed[at + rank] = matching
