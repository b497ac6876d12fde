"""Matchings of the ends in the middle of a graph, for the kernels that join two halves.

:mod:`caballero.counting.kernels.meeting` defines signatures, matchings and their ranks.

Invariant: a matching of ``2 k`` ends has a number for each end, from 0 on, in the order of the
vertices of the left half.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import Final

from caballero.machine.kernel import Counts, Flags, Ints, Marks, Places, array_of, kernel, zeros
from caballero.machine.kernels._shared import LOW

MASK: Final = (1 << 31) - 1  # the lower half of an int's bits
SECOND: Final = 32  # the first bit in `needs` for the vertices of degree 2
MOST_PAIRS: Final = 8  # matchings of 16 ends have 64 bits
TABLED: Final = 7  # the most pairs for which contractions are in a table


@dataclass(frozen=True, slots=True)
class Matchings:
    """All matchings of 0, 1, 2 … pairs of ends, by rank."""

    sizes: Places  # how many there are of `k` pairs: ``(2 k - 1)!!``
    first: Places  # where the matchings of `k` pairs begin in `packed`
    packed: Counts  # each matching: four bits for the partner of each end, end 0 lowest
    # The matchings of `k` pairs that become matching ``q`` of the other ends if ends 0 and ``j``
    # are joined: ``2 k - 2`` ranks from ``source_at[k] + ((j - 1) * sizes[k - 1] + q) * (2 k - 2)``
    # on, for `k` up to `TABLED`.
    source_at: Places
    sources: Places
    popcounts: Flags  # how many bits each set of ends has


@dataclass(frozen=True, slots=True)
class EdgeSets:
    """The sets of edges inside the middle that a half may use, in turn.

    The *hub* is a middle vertex whose degree in this half, with the set, decides which edges the
    half may use.
    """

    hub: int  # 3 to the power of its number; 0 if there is no hub: then the degree counts as 0
    degree_at: Marks  # where the sets for each degree of the hub begin, and where they end
    # The vertices of set ``e`` begin at ``vertices[vertex_at[e]]``; so do their degrees in it.
    vertex_at: Marks
    vertices: Marks
    degrees: Marks
    # The vertices of degree 1 or 2 in each set, a bit each; degree 2 from bit `SECOND`.
    needs: Counts
    signs: Counts  # the signature of each set
    # The edges of set ``e`` begin at ``pairs[2 * pair_at[e]]``, two vertices each.
    pair_at: Marks
    pairs: Marks


@dataclass(frozen=True, slots=True)
class States:
    """The states of a half in the middle, sorted by signature."""

    # The states of signature ``s`` begin at ``starts[s // 2]``: signatures are even, because the
    # number of ends is.
    starts: Places
    ranks: Places  # the ranks of their matchings
    counts: Counts  # how many ways lead to each


@dataclass(frozen=True, slots=True)
class Half:
    """A half, ready to be joined."""

    states: States  # of its sweep's last layer
    sets: EdgeSets  # of the edges inside the middle that are its own
    # From its numbers of the middle vertices to numbers in the left half; it is its own inverse.
    renumber: Marks


@dataclass(slots=True)
class Scratch:
    """Memory for gathering and joining."""

    # Counts of the left half's matchings, the matchings of `k` pairs from ``first[k]`` on: the
    room: Counts
    right: Counts  # counts of the right half's matchings
    # For each number of pairs, the end that end 0 is joined to, and the first of the right half's
    # matchings that contain this pair.
    index: Marks
    offset: Places
    degrees: Marks  # the digits of a signature
    source: Marks  # the digits of the signature without a set of edges
    spot: Marks  # a number for each middle vertex: the ends come first, in their order
    order: Marks  # the spots of the ends of a source
    mate: Marks  # for each spot, the spot of the other end
    # The spots of vertices whose only edges are in the set; two spots for each edge of the set.
    fresh: Marks
    edges: Marks
    fresh_count: int = 0
    edge_count: int = 0
    # A number, ``low + high * 2**62``, from which products are subtracted.
    low: int = 0
    high: int = 0
    pairs: int = 0  # the number of pairs of the gathered matchings
    level: int = 0  # the number of pairs after the contractions so far
    limit: int = 0  # only the right half's matchings below this rank are joined
    steps: int = 0  # the steps that a join may still take


def new_matchings(slots: int) -> Matchings:
    """Return memory for all matchings of up to `slots` ends; `pack` and `tabulate` fill it.

    >>> list(new_matchings(6).sizes)
    [1, 1, 3, 15]
    """
    most = min(slots // 2, MOST_PAIRS)
    sizes = [prod(range(1, 2 * k, 2)) for k in range(most + 1)]
    tabled = [
        (2 * k - 1) * sizes[k - 1] * (2 * k - 2) if 2 <= k <= TABLED else 0 for k in range(most + 1)
    ]
    return Matchings(
        array_of(Places, sizes),
        array_of(Places, [0, *accumulate(sizes)]),
        zeros(Counts, sum(sizes)),
        array_of(Places, [0, *accumulate(tabled)]),
        zeros(Places, sum(tabled)),
        popcounts_of(2 * most),
    )


def popcounts_of(ends: int) -> Ints:
    """Return the number of bits of each set of `ends` ends."""
    popcounts = [0]
    for _ in range(ends):
        popcounts += [n + 1 for n in popcounts]
    return array_of(Flags, popcounts)


def new_scratch(slots: int, matchings: Matchings) -> Scratch:
    """Return the memory for a join; `slots` is the number of middle vertices."""
    sizes = matchings.sizes
    few = max(2 * len(sizes), slots)
    degrees, source, spot, order, mate, fresh, edges = (zeros(Marks, 2 * few) for _ in range(7))
    return Scratch(
        room=zeros(Counts, sum(sizes)),
        right=zeros(Counts, sizes[len(sizes) - 1]),
        index=zeros(Marks, len(sizes)),
        offset=zeros(Places, len(sizes)),
        degrees=degrees,
        source=source,
        spot=spot,
        order=order,
        mate=mate,
        fresh=fresh,
        edges=edges,
    )


# -- matchings and their ranks -------------------------------------------------------------------


@kernel
def pack(matchings: Matchings, k: int, begin: int, stop: int) -> None:
    """Write the matchings of `k` pairs of some ranks, after the matchings of ``k - 1`` pairs."""
    packed, first = matchings.packed, matchings.first
    below = matchings.sizes[k - 1]
    for rank in range(begin, stop):
        a = 1 + rank // below
        rest = packed[first[k - 1] + rank % below]
        word = a
        for p in range(2 * k - 2):
            x = p + 1 if p + 1 < a else p + 2
            y = 1 + (rest >> 4 * p & 15)
            if y >= a:
                y += 1
            if x == 15 and y > 7:
                y -= 16  # the highest bit is the sign
            word |= y << 4 * x
        packed[first[k] + rank] = word


@kernel
def tabulate(matchings: Matchings, k: int, mate: Marks, begin: int, stop: int) -> None:
    """Tabulate the contractions of the matchings of `k` pairs of some ranks; `mate` is scratch."""
    below = matchings.sizes[k - 1]
    for rank in range(begin, stop):
        a = 1 + rank // below
        for j in range(1, 2 * k):
            into = contract(matchings, rank, k, j, mate)
            if into >= 0:
                at = matchings.source_at[k] + ((j - 1) * below + into) * (2 * k - 2)
                matchings.sources[at + (a - 1 if a < j else a - 2)] = rank


def rank_of(mate: Marks, free: int, pairs: int, popcounts: Flags) -> int:
    """Return the rank of a matching of the ends in the set `free`."""
    rank = 0
    for left in range(2 * pairs - 1, 0, -2):
        x = popcounts[(free & -free) - 1]
        y = mate[x]
        free ^= 1 << x | 1 << y
        rank = rank * left + popcounts[free & (1 << y) - 1]
    return rank


def contract(matchings: Matchings, rank: int, k: int, j: int, mate: Marks) -> int:
    """Join ends 0 and `j` of a matching of `k` pairs; return the new rank, -1 if they pair up."""
    word = matchings.packed[matchings.first[k] + rank]
    for x in range(2 * k):
        mate[x] = word >> 4 * x & 15
    a = mate[0]
    b = mate[j]
    if a == j:
        return -1
    mate[a] = b
    mate[b] = a
    return rank_of(mate, (1 << 2 * k) - 2 - (1 << j), k - 1, matchings.popcounts)


# -- signatures ----------------------------------------------------------------------------------


def spell(sign: int, degrees: Marks, slots: int) -> int:
    """Write the digits of a signature; return its number of ends."""
    ends = 0
    for s in range(slots):
        degrees[s] = sign % 3
        sign //= 3
        ends += degrees[s] & 1
    return ends


def opposite(degrees: Marks, renumber: Marks) -> int:
    """Return the signature of the right half that completes a signature of the left half."""
    sign = 0
    weight = 1
    for s in range(len(renumber)):
        sign += (2 - degrees[renumber[s]]) * weight
        weight *= 3
    return sign


def degree_of_hub(sets: EdgeSets, sign: int) -> int:
    """Return the degree of the hub in a signature."""
    return sign // sets.hub % 3 if sets.hub else 0


# -- gathering -----------------------------------------------------------------------------------


def degree_sets(degrees: Marks, slots: int) -> int:
    """Return the middle vertices with an edge and the vertices with two edges, as in `needs`."""
    have = 0
    for s in range(slots):
        have |= (degrees[s] + 1 >> 1) << s | (degrees[s] >> 1) << SECOND + s
    return have


def assign_spots(half: Half, sign: int, scratch: Scratch) -> int:
    """Give the middle vertices their spots in a signature; return its number of ends."""
    slots = len(half.renumber)
    ends = spell(sign, scratch.degrees, slots)
    end = 0
    other = ends
    for number in range(slots):
        s = half.renumber[number]
        if scratch.degrees[s] == 1:
            scratch.spot[s] = end
            end += 1
        else:
            scratch.spot[s] = other
            other += 1
    return ends


def decode_source(half: Half, e: int, scratch: Scratch) -> int:
    """Decode the signature of a source, without set `e`; return its number of ends."""
    sets, source, spot, order = half.sets, scratch.source, scratch.spot, scratch.order
    slots = len(half.renumber)
    for s in range(slots):
        source[s] = scratch.degrees[s]
    scratch.fresh_count = 0
    for at in range(sets.vertex_at[e], sets.vertex_at[e + 1]):
        v = sets.vertices[at]
        source[v] -= sets.degrees[at]
        if source[v] == 0:
            scratch.fresh[scratch.fresh_count] = spot[v]
            scratch.fresh_count += 1
    size = 0
    for s in range(slots):
        order[size] = spot[s]
        size += source[s] & 1
    scratch.edge_count = 0
    for at in range(2 * sets.pair_at[e], 2 * sets.pair_at[e + 1]):
        scratch.edges[scratch.edge_count] = spot[sets.pairs[at]]
        scratch.edge_count += 1
    return size


def with_edges(word: int, size: int, ends: int, popcounts: Flags, scratch: Scratch) -> int:
    """Add the set of edges to a source's matching; return the new rank, -1 if a cycle closes."""
    order, mate, edges = scratch.order, scratch.mate, scratch.edges
    for k in range(size):
        mate[order[k]] = order[word & 15]
        word >>= 4
    for at in range(scratch.fresh_count):
        mate[scratch.fresh[at]] = scratch.fresh[at]
    for at in range(0, scratch.edge_count, 2):
        b = edges[at + 1]
        x = mate[edges[at]]
        y = mate[b]
        if x == b:
            return -1
        mate[x] = y
        mate[y] = x
    return rank_of(mate, (1 << ends) - 1, ends // 2, popcounts)


def gather(
    half: Half, matchings: Matchings, sign: int, scratch: Scratch, dense: Counts, base: int
) -> int:
    """Gather all states of a half that have a signature with their sets of middle edges.

    Adds their counts to `dense`, from `base` on, by the ranks of their matchings. Returns the
    number of states gathered, or -1 if a count is too large.
    """
    states, sets = half.states, half.sets
    ranks, counts = states.ranks, states.counts
    packed, popcounts = matchings.packed, matchings.popcounts
    ends = assign_spots(half, sign, scratch)
    have = degree_sets(scratch.degrees, len(half.renumber))
    gathered = 0
    degree = degree_of_hub(sets, sign)
    for e in range(sets.degree_at[degree], sets.degree_at[degree + 1]):
        if sets.needs[e] & ~have:
            continue
        before = (sign - sets.signs[e]) // 2
        start = states.starts[before]
        stop = states.starts[before + 1]
        if start == stop:
            continue
        size = decode_source(half, e, scratch)
        first = matchings.first[size // 2]
        for i in range(start, stop):
            rank = with_edges(packed[first + ranks[i]], size, ends, popcounts, scratch)
            if rank < 0:
                continue
            count = dense[base + rank] + counts[i]
            dense[base + rank] = count
            if count > LOW:
                return -1
            gathered += 1
    return gathered
