"""Meeting in the middle: join the states of two halves of a graph.

A few vertices, the *middle*, separate a graph into two halves. The last layer of a sweep over a
half has states of the middle. A state is the number of edges at each middle vertex (the
*signature*, a digit to the base 3 for each) and the pairs of ends of the same fragment (the
*matching*). A Hamiltonian cycle is a state of each half and a set of edges inside the middle that
give every vertex two edges and form a single cycle.

The edges inside the middle are divided between the halves. The states of a half *with* edges of its
share are not stored: the states of a signature are *gathered* from the states of all signatures
that a set of these edges turns into it. They form a dense array of counts, indexed by the rank of
the matching among the ``(2k - 1)!!`` of ``2k`` ends. The signature of the other half follows: the
digits of each vertex add up to 2.

Joining two such arrays means to sum products over the pairs of matchings whose union is a single
cycle. *Contraction* does it: if the other half matches end 0 to end ``j``, two fragments of this
half merge, and the same task remains with ``k - 1`` pairs. This takes ``k**2 (2k - 1)!!``
steps instead of the square of ``(2k - 1)!!``. (Gathering by degrees and contraction are this
project's ideas; for meeting in the middle on tours see D. E. Knuth, "Hamiltonian paths and cycles",
The Art of Computer Programming 7.2.2.4.)

The products of that sum have an order. A join subtracts them in turn from a number of 124 bits,
until a product is greater than the rest. With the greatest number it computes the sum; with a
smaller number it finds the cycle of that number (H. S. Wilf: "A unified setting for sequencing,
ranking, and selection algorithms for combinatorial objects", Advances in Mathematics 24, 1977).

**Rank** of a matching: the lowest end is matched to number ``d`` of the ends above it, the lowest
of the rest in the same way, and so on; the digits ``d``, the first highest, make the rank.

Invariant: a count is below ``2**62``; a kernel reports a larger count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from caballero.machine.kernel import Counts, Flags, Marks, Places, array_of, kernel, zeros
from caballero.machine.kernels._shared import INNER, LOW

from ._matchings import (
    MASK,
    TABLED,
    Half,
    Matchings,
    Scratch,
    States,
    assign_spots,
    contract,
    decode_source,
    degree_of_hub,
    degree_sets,
    gather,
    opposite,
    popcounts_of,
    rank_of,
    spell,
    with_edges,
)
from ._states import Plan, Scratch as SweepScratch, decode

# What `meet` returns.
RUNNING: Final = 0
DONE: Final = 1
OVERFLOW: Final = 2  # a count has more than 62 bits

NO_RANK: Final = -1  # the number is not below the sum: no matching has it
BLOCK: Final = 1024  # states that are sorted at once
PAUSED: Final = -2  # the steps are spent


@dataclass(frozen=True, slots=True)
class Joint:
    """Two halves, and where they meet."""

    left: Half
    right: Half
    matchings: Matchings  # all that the middle can have
    targets: Counts  # the left half's signatures at which they meet


@dataclass(slots=True)
class Work:
    """Joins at the signatures from number `at` to `stop`."""

    scratch: Scratch
    sums: Counts  # the cycles of each signature: two digits to the base ``2**62``
    at: int  # the next signature
    stop: int
    most: int = LOW  # `meet` stops before the next signature once this many states are gathered
    gathered: int = 0  # the states gathered so far
    joining: int = 0  # 1 while two arrays are being joined, 0 before the next are gathered


@dataclass(slots=True)
class Source:
    """A state of a half, and the set of middle edges to add to it."""

    # For each middle vertex the other end of its fragment: itself if there is none, `INNER` if it
    # has two edges.
    mate: Marks
    edges: int = -1  # the number of the set; -1 if it is not known
    rank: int = -1  # the rank of the state's matching


@dataclass(slots=True)
class Meetings:
    """The signatures at which two halves meet, one of each class.

    Signatures are equivalent if a symmetry maps them to each other: the *flip*, which keeps the
    halves, or the *mirror*, which exchanges them.
    """

    # Entry ``s // 2`` is 1 if the half has signature ``s`` with some set of middle edges.
    left: Flags
    right: Flags
    # The images of the middle vertices under the flip and under the mirror. Vertex ``v`` of the
    # right half is vertex ``mirrors[v]`` of the left half.
    flips: Marks
    mirrors: Marks
    # 1 if this symmetry counts.
    flipped: int
    mirrored: int
    degrees: Marks  # scratch
    targets: Counts  # the smallest signature of each class, as the left half has it
    weights: Marks  # the size of each class
    size: int = 0  # the number of classes; those beyond the room are only counted


@dataclass(slots=True)
class Sorting:
    """A sort of a half's last layer by signature: a counting sort, in two passes."""

    plan: Plan  # the half's graph
    step: int  # the number of the layer
    layer: Counts  # its states, or some of them
    numbers: Marks  # the number in the middle of each vertex of the frontier
    # In the first pass, ``starts[h + 2]`` counts the states of signature ``2 h``. Then the counts
    # are summed up, and the second pass puts each state at ``starts[h + 1]`` and increases that.
    states: States
    # The middle vertices, and their images under the flip.
    identity: Marks
    flips: Marks
    flipped: int  # 1 if a state represents its image too
    popcounts: Flags  # as in :class:`Matchings`
    sweep: SweepScratch  # to decode keys
    # Scratch: the spot of each end, the end of each spot, and the mates of spots.
    spot: Marks
    order: Marks
    mate: Marks
    # The signatures, ranks and counts of a block's states, and of their images.
    signs: Counts
    ranks: Counts
    counts: Counts
    placing: int = 0  # 0 in the first pass, 1 in the second
    ends: int = 0  # the number of ends of the state that was read last


def new_sorting(
    plan: Plan,
    step: int,
    names: Sequence[int],
    flips: Sequence[int] | None,
    slots: int,
    scratch: SweepScratch,
) -> Sorting:
    """Return the sort of a layer whose frontier is in a middle of `slots` vertices.

    `names` are the numbers in the middle of the frontier's vertices. `flips` has the images of the
    middle vertices under the flip, if states represent their images.
    """
    return Sorting(
        plan=plan,
        step=step,
        layer=zeros(Counts, 0),
        numbers=array_of(Marks, names),
        states=States(zeros(Places, 3**slots // 2 + 3), zeros(Places, 0), zeros(Counts, 0)),
        identity=array_of(Marks, range(slots)),
        flips=array_of(Marks, flips or range(slots)),
        flipped=int(flips is not None),
        popcounts=popcounts_of(slots & ~1),
        sweep=replace(scratch, mate=zeros(Marks, slots)),
        spot=zeros(Marks, slots),
        order=zeros(Marks, slots),
        mate=zeros(Marks, slots),
        signs=zeros(Counts, 2 * BLOCK),
        ranks=zeros(Counts, 2 * BLOCK),
        counts=zeros(Counts, 2 * BLOCK),
    )


# -- the last layer of a half --------------------------------------------------------------------


@kernel
def sort(sorting: Sorting, begin: int, stop: int) -> None:
    """Count or place the states of a layer from number `begin` to `stop`."""
    starts = sorting.states.starts
    ranks, counts = sorting.states.ranks, sorting.states.counts
    for block in range(begin, stop, BLOCK):
        size = take_apart(sorting, block, min(stop, block + BLOCK))
        # Short loops, so that the processor fetches distant memory for many states at once.
        if sorting.placing:
            for i in range(size):
                to = starts[sorting.signs[i] // 2 + 1]
                starts[sorting.signs[i] // 2 + 1] = to + 1
                ranks[to] = sorting.ranks[i]
                counts[to] = sorting.counts[i]
        else:
            for i in range(size):
                starts[sorting.signs[i] // 2 + 2] += 1


def take_apart(sorting: Sorting, begin: int, stop: int) -> int:
    """Write the signatures, ranks and counts of some states; return how many are written.

    A state that represents its image is written twice, as itself and as the image, with half of its
    count each.
    """
    plan, mate = sorting.plan, sorting.sweep.mate
    stride = plan.key_words + 1
    size = 0
    for i in range(begin, stop):
        for s in range(len(sorting.identity)):
            mate[s] = s
        decode(plan, sorting.step, sorting.numbers, 0, sorting.layer, i * stride, sorting.sweep)
        count = sorting.layer[i * stride + plan.key_words]
        sign = read_signature(sorting, sorting.identity)
        rank = rank_of_ends(sorting)
        if sorting.flipped:
            image = read_signature(sorting, sorting.flips)
            rank_image = rank_of_ends(sorting)
            if image != sign or rank_image != rank:
                count //= 2
                sorting.signs[size] = image
                sorting.ranks[size] = rank_image
                sorting.counts[size] = count
                size += 1
        sorting.signs[size] = sign
        sorting.ranks[size] = rank
        sorting.counts[size] = count
        size += 1
    return size


def read_signature(sorting: Sorting, names: Marks) -> int:
    """List the ends of the decoded state, or of its image by `names`; return its signature."""
    mate = sorting.sweep.mate
    sign = 0
    weight = 1
    ends = 0
    for s in range(len(names)):
        v = names[s]
        inner = int(mate[v] == INNER)
        end = int(mate[v] != v) - inner
        sign += (2 * inner + end) * weight
        weight *= 3
        sorting.spot[v] = ends
        sorting.order[ends] = v
        ends += end
    sorting.ends = ends
    return sign


def rank_of_ends(sorting: Sorting) -> int:
    """Return the rank of the matching of the ends that :func:`read_signature` listed."""
    ends = sorting.ends
    for x in range(ends):
        sorting.mate[x] = sorting.spot[sorting.sweep.mate[sorting.order[x]]]
    return rank_of(sorting.mate, (1 << ends) - 1, ends // 2, sorting.popcounts)


@kernel
def sum_up(counted: Places, begin: int, stop: int) -> None:
    """Replace each number from `begin` to `stop` by the sum up to it; earlier numbers are sums."""
    total = counted[begin - 1] if begin > 0 else 0
    for at in range(begin, stop):
        total += counted[at]
        counted[at] = total


@kernel
def sort_by_rank(states: States, begin: int, stop: int) -> None:
    """Sort the states of signatures ``2 begin`` to ``2 stop`` by rank (D. L. Shell, 1959).

    Before, their order depends on the number of threads of the sweep.
    """
    ranks, counts = states.ranks, states.counts
    for sign in range(begin, stop):
        first = states.starts[sign]
        size = states.starts[sign + 1] - first
        gap = 1
        while gap < size // 3:
            gap = 3 * gap + 1
        while gap > 0:
            for i in range(first + gap, first + size):
                rank = ranks[i]
                count = counts[i]
                j = i
                while j >= first + gap and ranks[j - gap] > rank:
                    ranks[j] = ranks[j - gap]
                    counts[j] = counts[j - gap]
                    j -= gap
                ranks[j] = rank
                counts[j] = count
            gap //= 3


# -- where the halves meet -----------------------------------------------------------------------


@kernel
def mark(half: Half, marks: Flags, degrees: Marks, begin: int, stop: int) -> None:
    """Mark the signatures that states of ``2 begin`` to ``2 stop`` have with middle edges."""
    starts, sets = half.states.starts, half.sets
    for h in range(begin, stop):
        if starts[h] == starts[h + 1]:
            continue
        spell(2 * h, degrees, len(degrees))
        for s in range(len(degrees)):
            degrees[s] = 2 - degrees[s]
        have = degree_sets(degrees, len(degrees))
        for degree in range(3):
            for e in range(sets.degree_at[degree], sets.degree_at[degree + 1]):
                if sets.needs[e] & ~have == 0:
                    sign = 2 * h + sets.signs[e]
                    here = degree_of_hub(sets, sign)
                    if here == degree:
                        marks[sign // 2] = 1


@kernel
def list_meetings(found: Meetings, begin: int, stop: int) -> None:
    """List the signatures from ``2 begin`` to ``2 stop`` at which the halves meet, by class."""
    degrees, flips, mirrors = found.degrees, found.flips, found.mirrors
    for h in range(begin, stop):
        if found.left[h] == 0:
            continue
        sign = 2 * h
        if spell(sign, degrees, len(degrees)) == 0:
            continue
        there = opposite(degrees, mirrors)
        if found.right[there // 2] == 0:
            continue
        image = 0
        image_there = 0
        weight = 1
        for s in range(len(degrees)):
            image += degrees[flips[s]] * weight
            image_there += (2 - degrees[flips[mirrors[s]]]) * weight
            weight *= 3
        times = 1
        if found.flipped:
            if image < sign:
                continue
            if image != sign:
                times = 2
        if found.mirrored:
            least = min(there, image_there) if found.flipped else there
            if least < sign:
                continue
            if least != sign:
                times *= 2
        if found.size < len(found.targets):
            found.targets[found.size] = sign
            found.weights[found.size] = times
        found.size += 1


# -- joins ---------------------------------------------------------------------------------------


def within(a: int, b: int, scratch: Scratch) -> bool:
    """Return whether the number is below a product of two counts; if not, subtract the product."""
    low = 0
    high = 0
    if (a | b) >> 31 == 0:
        low = a * b
    else:
        bottom = (a & MASK) * (b & MASK)
        upper = (a >> 31) * (b & MASK)
        other = (a & MASK) * (b >> 31)
        middle = (bottom >> 31) + (upper & MASK) + (other & MASK)
        low = (bottom & MASK) + ((middle & MASK) << 31)
        high = (a >> 31) * (b >> 31) + (upper >> 31) + (other >> 31) + (middle >> 31)
    low = scratch.low - low
    high = scratch.high - high + (low >> 62)
    if high < 0:
        return True
    scratch.low = low & LOW
    scratch.high = high
    return False


def contract_all(matchings: Matchings, k: int, j: int, scratch: Scratch) -> None:
    """Sum up the counts of the matchings of `k` pairs by their contractions of ends 0 and `j`."""
    room, sources = scratch.room, matchings.sources
    at = matchings.first[k]
    to = matchings.first[k - 1]
    below = matchings.sizes[k - 1]
    if k <= TABLED:
        source = matchings.source_at[k] + (j - 1) * below * (2 * k - 2)
        for q in range(below):
            total = 0
            for i in range(source, source + 2 * k - 2):
                total += room[at + sources[i]]
            room[to + q] = total
            source += 2 * k - 2
        return
    for q in range(below):
        room[to + q] = 0
    for rank in range(matchings.sizes[k]):
        if room[at + rank] != 0:
            into = contract(matchings, rank, k, j, scratch.mate)
            if into >= 0:
                room[to + into] += room[at + rank]


def last_products(matchings: Matchings, scratch: Scratch) -> int:
    """Subtract the products of matchings of at most two pairs.

    Returns the rank of the right half's matching whose product is greater than the number;
    `NO_RANK` if none is.
    """
    room, right = scratch.room, scratch.right
    at = matchings.first[scratch.level]
    if scratch.level == 1:
        return 0 if scratch.limit > 0 and within(room[at], right[0], scratch) else NO_RANK
    every = room[at] + room[at + 1] + room[at + 2]
    offset = scratch.offset[2]
    for r in range(3):
        b = right[offset + r]
        if b != 0 and offset + r < scratch.limit and within(every - room[at + r], b, scratch):
            return offset + r
    return NO_RANK


def join(matchings: Matchings, k: int, scratch: Scratch) -> int:
    """Subtract the products of two arrays over the pairs of matchings that make a cycle.

    For each matching of the right half of a rank below `limit`, this subtracts a product from the
    number: its count times the sum of the left half's counts that make a cycle with it. Returns the
    rank at which the number would become negative, `NO_RANK` if there is none, or `PAUSED` once the
    steps are spent: then call it again.
    """
    index, offset, right = scratch.index, scratch.offset, scratch.right
    while scratch.level <= k:
        if scratch.steps <= 0:
            return PAUSED
        scratch.steps -= 1
        level = scratch.level
        if level <= 2:
            rank = last_products(matchings, scratch)
            if rank >= 0:
                return rank
            scratch.level += 1
            continue
        index[level] += 1
        j = index[level]
        if j == 2 * level:
            scratch.level += 1
            continue
        below = matchings.sizes[level - 1]
        start = offset[level] + (j - 1) * below
        empty = True
        for r in range(start, min(start + below, scratch.limit)):
            if right[r] != 0:
                empty = False
                break
        if empty:
            continue
        contract_all(matchings, level, j, scratch)
        scratch.steps -= matchings.sizes[level]
        scratch.level = level - 1
        index[level - 1] = 0
        offset[level - 1] = start
    return NO_RANK


def gather_both(joint: Joint, sign: int, scratch: Scratch) -> int:
    """Gather the states of both halves that meet at a signature of the left half, ready to join.

    Returns the number ``n`` of states gathered, ``-2 - n`` if a half has none, or -1 if a count, or
    the sum of the left half's counts, is too large.
    """
    matchings, room, right = joint.matchings, scratch.room, scratch.right
    k = spell(sign, scratch.degrees, len(joint.left.renumber)) // 2
    there = opposite(scratch.degrees, joint.right.renumber)
    first = matchings.first[k]
    size = matchings.sizes[k]
    for r in range(size):
        room[first + r] = 0
        right[r] = 0
    some = gather(joint.left, matchings, sign, scratch, room, first)
    if some <= 0:
        return -1 if some < 0 else -2
    others = gather(joint.right, matchings, there, scratch, right, 0)
    if others <= 0:
        return -1 if others < 0 else -2 - some
    every = 0
    for r in range(size):
        every += room[first + r]
        if every > LOW:
            return -1
    scratch.pairs = k
    scratch.level = k
    scratch.index[k] = 0
    scratch.offset[k] = 0
    scratch.limit = size
    return some + others


@kernel
def meet(joint: Joint, work: Work, steps: int) -> int:
    """Count the cycles of each signature of `work`; return `RUNNING`, `DONE` or `OVERFLOW`."""
    scratch = work.scratch
    scratch.steps = steps
    while True:
        if work.joining == 0:
            if work.at >= work.stop or work.gathered >= work.most:
                return DONE
            if scratch.steps <= 0:
                return RUNNING
            some = gather_both(joint, joint.targets[work.at], scratch)
            if some == -1:
                return OVERFLOW
            work.joining = int(some > 0)
            work.gathered += some if some > 0 else -2 - some
            scratch.steps -= 1 + abs(some)
            scratch.low = LOW
            scratch.high = LOW
        if work.joining:
            found = join(joint.matchings, scratch.pairs, scratch)
            if found == PAUSED:
                return RUNNING
            if found >= 0:
                return OVERFLOW
            work.joining = 0
        work.sums[2 * work.at] = LOW - scratch.low
        work.sums[2 * work.at + 1] = LOW - scratch.high
        work.at += 1


@kernel
def add_up(targets: Counts, weights: Marks, sums: Counts) -> int:
    """Drop signatures without cycles; replace each sum by the total of the signatures before it.

    In the totals each sum is multiplied by its signature's weight. Returns the number of signatures
    left; the grand total follows.
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


# -- a cycle of a signature ----------------------------------------------------------------------


@kernel
def find(joint: Joint, sign: int, limit: int, scratch: Scratch) -> int:
    """Return the rank of the right half's matching in the cycle of a number, at a signature.

    The number is ``low + high * 2**62`` in the scratch. Only matchings of ranks below `limit` are
    tried. This subtracts the cycles of all matchings before the returned rank; or of all that it
    tries, if it returns `NO_RANK`. The counts of both halves stay in the scratch.
    """
    if gather_both(joint, sign, scratch) <= 0:
        return NO_RANK
    scratch.limit = limit
    scratch.steps = LOW
    return join(joint.matchings, scratch.pairs, scratch)


@kernel
def partner(matchings: Matchings, rank: int, limit: int, scratch: Scratch) -> int:
    """Return the rank of the left half's matching for number `low`, given the right half's `rank`.

    It searches the matchings that make a cycle with the right half's, by their counts in the
    scratch, and subtracts from `low` like :data:`find`.
    """
    first = matchings.first[scratch.pairs]
    other = matchings.packed[first + rank]
    for r in range(limit):
        count = scratch.room[first + r]
        if count == 0:
            continue
        mine = matchings.packed[first + r]
        here = 0
        pairs = 0
        while pairs == 0 or here != 0:
            here = mine >> 4 * here & 15
            here = other >> 4 * here & 15
            pairs += 1
        if pairs == scratch.pairs:
            if scratch.low < count:
                return r
            scratch.low -= count
    return NO_RANK


@kernel
def source_of(
    half: Half, matchings: Matchings, sign: int, wanted: int, source: Source, scratch: Scratch
) -> int:
    """Find the state and middle edges of number `low`, among the pairs that make a matching.

    `wanted` is the rank of the matching, in signature `sign`. This subtracts from `low` like
    :data:`find`, but also stops at the set and the rank that `source` holds. Returns 1 if it wrote
    a result to `source`; else 0.
    """
    states, sets = half.states, half.sets
    ends = assign_spots(half, sign, scratch)
    have = degree_sets(scratch.degrees, len(half.renumber))
    degree = degree_of_hub(sets, sign)
    for e in range(sets.degree_at[degree], sets.degree_at[degree + 1]):
        if sets.needs[e] & ~have:
            continue
        before = (sign - sets.signs[e]) // 2
        size = decode_source(half, e, scratch)
        first = matchings.first[size // 2]
        for i in range(states.starts[before], states.starts[before + 1]):
            word = matchings.packed[first + states.ranks[i]]
            if with_edges(word, size, ends, matchings.popcounts, scratch) != wanted:
                continue
            here = e == source.edges and states.ranks[i] == source.rank
            if here or scratch.low < states.counts[i]:
                source.edges = e
                source.rank = states.ranks[i]
                note_mates(word, source.mate, scratch)
                return 1
            scratch.low -= states.counts[i]
    return 0


def note_mates(word: int, mate: Marks, scratch: Scratch) -> None:
    """Write the mates of the middle vertices in the decoded source with this packed matching."""
    order = scratch.order
    size = 0
    for s in range(len(mate)):
        mate[s] = INNER if scratch.source[s] == 2 else s
        if scratch.source[s] == 1:
            order[size] = s
            size += 1
    for k in range(size):
        mate[order[k]] = order[word >> 4 * k & 15]
