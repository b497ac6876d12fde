"""Frontier elimination: decide the edges of a Hamiltonian cycle vertex by vertex.

The vertices are numbered in the order of the sweep. When it is vertex ``v``'s turn, its two edges
to earlier or later vertices are completed. The vertices before it then matter no more: all that
the future needs to know is how the *fragments* (the paths of chosen edges) end in the *frontier*,
the later vertices with an earlier neighbour. That is the mate array of Knuth's Simpath (The Art
of Computer Programming 4A, section 7.1.4, exercise 225); the thought goes back to Held and Karp
(1962). The search goes depth first, so that a tour is usually found long before all is seen.

What it remembers of dead ends. The **pattern** says which vertices of the frontier are untouched,
ends, or done; the **matching** says which ends belong together. A matching of ``k`` ends is a row
of the matrix whose columns are all the matchings that the future might add, with a 1 where the two
make one cycle. Modulo 2 that matrix has only rank ``2**(k/2 - 1)``, and so many columns suffice
to see whether rows depend on each other (M. Cygan, S. Kratsch and J. Nederlof: "Fast Hamiltonicity
checking via bases of perfect matchings", J. ACM 65, 2018). If a row is the sum of dead ones, it
is dead too: whatever future completed it would have to complete one of those. So for each depth
and pattern a basis of the dead rows is kept: of 945 matchings of 10 ends 16 are tried at most.

Looking ahead: a vertex that needs more edges than it has left is a dead end at once.

A **step** is one choice of edges tried. The memory is one array of entries, found through a hash
table: tag (depth, place of the lowest bit, length), pattern, then the row in 32 bits a word.

Invariants between calls: the choices at the vertices before ``DEPTH`` are made, and ``mate``,
``left`` and ``INNER_COUNT`` show them; ``mate[v]`` is ``v`` itself if no chosen edge meets it,
``INNER`` if two do, else the other end of its fragment; ``left[v]`` counts the neighbours, hubs
aside, after ``DEPTH`` that are not inner; no fragment is closed; each remembered row is dead, or
on the way to where the search is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain, pairwise
from typing import Any, Final, NamedTuple, cast

from ._speed import Counts, Marks, two_speeds, zeros

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # the choices make a Hamiltonian cycle
EXHAUSTED: Final = 2  # there is none
FULL: Final = 3  # the memory is used up: `grow` makes room

INNER: Final = -1
MOST_ENDS: Final = 20  # a pattern of more ends is not remembered
TRITS: Final = 39  # vertices of a pattern in one word: three states each
ROW_WORDS: Final = 16  # of a pattern of so many ends
MANY: Final = 32  # a vertex of more neighbours is a hub
PRIME: Final = 2147483629  # below 2**31, so that no product exceeds 63 bits
FACTOR: Final = 1103515245
MOST_WORDS: Final = 1 << 26  # of memory: half a gigabyte

# Where `counters` holds what.
DEPTH: Final = 0
MODE: Final = 1
INNER_COUNT: Final = 2
USED: Final = 3  # words of memory
LISTED: Final = 4  # 0 if the hash table has to be made anew
TRIED: Final = 5  # all the steps so far

# The modes: what is to be done at the vertex whose turn it is.
ENTER: Final = 0
NEXT: Final = 1
UNDO: Final = 2

# What `first` holds instead of a place in `indices`.
ONE_EDGE: Final = -1  # the vertex was the end of a fragment
NO_EDGE: Final = -2  # it was inner


class State(NamedTuple):
    """All that a search knows: hand it to :data:`search` as ``search.plain(*state, steps)``.

    Parameters
    ----------
    indptr, indices : Marks
        The graph, its vertices in the order of the sweep; later neighbours in the order in which
        they are tried. Only read.
    split : Marks
        Where in `indices` the later neighbours of each vertex begin. Only read.
    bounds, frontier : Marks
        The frontier after each vertex's turn is ``frontier[bounds[v]:bounds[v + 1]]``. Only read.
    mate, left : Marks
        One entry a vertex: see above.
    first, second : Marks
        One entry a vertex: its choice, as places in `indices`.
    first_far, second_far : Marks
        One entry a vertex: the mates of what was chosen, before it was.
    rank, ends, partner, dangling : Marks
        Scratch: the ends of the frontier, numbered.
    entry : Counts
        Scratch: what is looked up. All patterns are as long as that of the widest frontier.
    memory : Counts
        The entries, one after the other.
    heads : Marks
        The hash table: where an entry begins, plus 1; or 0. Its length is a power of 2.
    counters : Counts
        Depth, mode, inner vertices, words used, whether the hash table is right, steps.
    """

    indptr: Marks
    indices: Marks
    split: Marks
    bounds: Marks
    frontier: Marks
    mate: Marks
    left: Marks
    first: Marks
    second: Marks
    first_far: Marks
    second_far: Marks
    rank: Marks
    ends: Marks
    partner: Marks
    dangling: Marks
    entry: Counts
    memory: Counts
    heads: Marks
    counters: Counts

    @property
    def steps(self) -> int:
        """How many choices were tried."""
        return int(self.counters[TRIED])

    def cycle(self) -> list[int]:
        """Return the cycle that was found, from vertex 0."""
        chosen: list[list[int]] = [[] for _ in self.mate]
        last = self.counters[DEPTH]
        for v in range(last + 1):
            for at in (self.first[v], self.second[v]):
                if at >= 0 and self.first[v] != NO_EDGE:
                    w = int(self.indices[at])
                    chosen[v].append(w)
                    chosen[w].append(v)
        cycle, before, here = [0], 0, chosen[0][0]
        while here:
            cycle.append(here)
            a, b = chosen[here]
            before, here = here, (b if a == before else a)
        return cycle


def new_state(neighbours: Sequence[Sequence[int]]) -> State:
    """Return the state of a search that has chosen nothing.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph; its vertices are taken in the order of their numbers, three at least, and the
        neighbours are tried in their order.

    Returns
    -------
    State
        Lists and standard arrays. Its size is that of the graph, and all its frontiers.

    Examples
    --------
    >>> from caballero.kernels import frontier
    >>> from caballero.kernels._speed import as_lists
    >>> state = as_lists(frontier.new_state([[1, 3], [0, 2], [1, 3], [2, 0]]))
    >>> frontier.search.plain(*state, 10) == frontier.FOUND, state.cycle()
    (True, [0, 1, 2, 3])
    """
    size = len(neighbours)
    sides = [sorted(row, key=v.__lt__) for v, row in enumerate(neighbours)]
    indptr = [0, *accumulate(map(len, sides))]
    frontier: list[int] = []
    bounds = [0]
    now: dict[int, None] = {}
    for v, row in enumerate(sides):
        now.pop(v, None)
        now.update((w, None) for w in row if w > v)
        frontier += now
        bounds.append(len(frontier))
    width = max(b - a for a, b in pairwise(bounds))
    return State(
        indptr=indptr,
        indices=list(chain.from_iterable(sides)),
        split=[indptr[v] + sum(w < v for w in row) for v, row in enumerate(sides)],
        bounds=bounds,
        frontier=frontier,
        mate=list(range(size)),
        left=[sum(len(sides[w]) <= MANY for w in row) for row in sides],
        first=zeros(Marks, size),
        second=zeros(Marks, size),
        first_far=zeros(Marks, size),
        second_far=zeros(Marks, size),
        rank=zeros(Marks, size),
        ends=zeros(Marks, width),
        partner=zeros(Marks, width),
        dangling=zeros(Marks, width),
        entry=zeros(Counts, 1 + -(-width // TRITS) + ROW_WORDS),
        memory=zeros(Counts, 1 << 13),
        heads=zeros(Marks, 1 << 12),
        counters=zeros(Counts, 6),
    )


def grow(state: State) -> None:
    """Double the memory; at the limit, forget everything instead.

    To forget costs time, but no correctness: what was dead will be found dead again.
    """
    state.counters[LISTED] = 0
    if 2 * len(state.memory) > MOST_WORDS:
        state.counters[USED] = 0
        return
    for values in (state.memory, state.heads):
        if isinstance(values, list):
            values *= 2  # what is beyond the words used does not matter
        else:
            cast("Any", values).resize(2 * len(values), refcheck=False)  # numpy's, in its place


@two_speeds
def search(
    indptr: Marks,
    indices: Marks,
    split: Marks,
    bounds: Marks,
    frontier: Marks,
    mate: Marks,
    left: Marks,
    first: Marks,
    second: Marks,
    first_far: Marks,
    second_far: Marks,
    rank: Marks,
    ends: Marks,
    partner: Marks,
    dangling: Marks,
    entry: Counts,
    memory: Counts,
    heads: Marks,
    counters: Counts,
    steps: int,
) -> int:
    """Go on to a Hamiltonian cycle, or until it is certain that there is none.

    A step takes time for the width of the frontier and for ``2**(k/2)``, ``k`` the ends in it.
    """
    size = len(mate)
    v = counters[DEPTH]
    mode = counters[MODE]
    inner = counters[INNER_COUNT]
    used = counters[USED]
    mask = len(heads) - 1
    status = RUNNING
    tried = 0
    begin = len(entry) - ROW_WORDS  # where in an entry the row begins
    if counters[LISTED] == 0:
        for slot in range(len(heads)):
            heads[slot] = 0
    at = 0 if counters[LISTED] == 0 else used
    while at < used:
        mixed = 0
        for place in range(at, at + begin):
            mixed = (mixed + memory[place] % PRIME) * FACTOR % PRIME
        slot = mixed & mask
        while heads[slot] != 0:
            slot = (slot + 1) & mask
        heads[slot] = at + 1
        at += begin + (1 << (memory[at] & 15))
    counters[LISTED] = 1
    while tried < steps:
        if used + len(entry) > len(memory):
            status = FULL
            break
        i = first[v]
        j = second[v]
        stop = indptr[v + 1]
        if mode == ENTER:
            if mate[v] == v:
                i = j = split[v]
            else:
                i = NO_EDGE if mate[v] == INNER else ONE_EDGE
                j = split[v] - 1
        elif mode == UNDO and i != NO_EDGE:
            a = indices[i] if i >= 0 else v
            b = indices[j]
            a_far = first_far[v]
            b_far = second_far[v]
            for turn in range(3):
                x = v if turn == 0 else a if turn == 1 else b
                if mate[x] != INNER or (turn == 1 and a == v):
                    continue
                inner -= 1
                if indptr[x + 1] - indptr[x] <= MANY:
                    for at in range(indptr[x], indptr[x + 1]):
                        if indices[at] > v:
                            left[indices[at]] += 1
            mate[v] = v
            mate[a_far] = a
            mate[a] = a_far
            mate[b_far] = b
            mate[b] = b_far

        # The next choice: no edge, one or two to later vertices that are not inner.
        j += 1
        some = mode == ENTER
        if i != NO_EDGE:
            while True:
                while 0 <= i < stop and mate[indices[i]] == INNER:
                    i += 1
                    j = i + 1
                while j < stop and mate[indices[j]] == INNER:
                    j += 1
                some = j < stop
                if some or i < 0 or i >= stop:
                    break
                i += 1
                j = i + 1
        if not some:
            if v == 0:
                status = EXHAUSTED
                break
            v -= 1
            mode = UNDO
            continue
        tried += 1
        first[v] = i
        second[v] = j
        alive = True
        if i != NO_EDGE:
            a = indices[i] if i >= 0 else v
            b = indices[j]
            a_far = mate[a]
            b_far = mate[b]
            if a_far == b:  # that closes the cycle
                if inner + (2 if a == v else 3) == size:
                    status = FOUND
                    break
                mode = NEXT
                continue
            first_far[v] = a_far
            second_far[v] = b_far
            mate[v] = INNER
            if a_far != a:
                mate[a] = INNER
            if b_far != b:
                mate[b] = INNER
            mate[a_far] = b_far
            mate[b_far] = a_far
            for turn in range(3):
                x = v if turn == 0 else a if turn == 1 else b
                if mate[x] != INNER or (turn == 1 and a == v):
                    continue
                inner += 1
                if indptr[x + 1] - indptr[x] > MANY:
                    continue
                for at in range(indptr[x], indptr[x + 1]):
                    w = indices[at]
                    if w > v:
                        left[w] -= 1
                        if left[w] < 2 and mate[w] != INNER:
                            need = 2 if mate[w] == w else 1
                            if left[w] < need:
                                # Is there a hub that still has room for it?
                                for place in range(indptr[w], indptr[w + 1]):
                                    u = indices[place]
                                    if u > v and mate[u] != INNER:
                                        need -= indptr[u + 1] - indptr[u] > MANY
                                if left[w] < need:
                                    alive = False
        mode = UNDO
        if not alive:
            continue

        # Pattern and ends of the frontier.
        k = 0
        for place in range(1, begin):
            pattern = 0
            here = bounds[v] + (place - 1) * TRITS
            for at in range(here, min(here + TRITS, bounds[v + 1])):
                w = frontier[at]
                pattern *= 3
                if mate[w] == INNER:
                    pattern += 1
                elif mate[w] != w:
                    pattern += 2
                    rank[w] = k
                    ends[k] = w
                    k += 1
            entry[place] = pattern
        if k <= MOST_ENDS:
            for e in range(k):
                partner[e] = rank[mate[ends[e]]]
            # The matching's row. A column pairs up the ends from left to right: what dangles,
            # at first end 0, takes one of the next two ends, and the other one dangles; the
            # last takes the last. Each choice contracts two fragments to one.
            height = k // 2 - 1
            log = max(0, height - 5)
            length = begin + (1 << log)
            for place in range(begin, length):
                entry[place] = 0
            level = 0
            code = 0  # the column: one bit a level, the highest first
            dangling[0] = 0
            while code < 1 << height:
                while level < height:
                    bit = code >> (height - 1 - level) & 1
                    d = dangling[level]
                    x = 2 * level + 1 + bit
                    if partner[d] == x:
                        break
                    partner[partner[d]] = partner[x]
                    partner[partner[x]] = partner[d]
                    level += 1
                    dangling[level] = 2 * level - bit
                if level == height:
                    entry[begin + (code >> 5)] |= 1 << (code & 31)
                    after = code + 1
                else:  # a cycle too early, in all columns that begin so
                    after = ((code >> (height - 1 - level)) + 1) << (height - 1 - level)
                while level > 0 and code >> (height - level) != after >> (height - level):
                    level -= 1
                    d = dangling[level]
                    x = 2 * level + 1 + (code >> (height - 1 - level) & 1)
                    partner[partner[d]] = d
                    partner[partner[x]] = x
                code = after

            # Gaussian elimination by the dead rows of the same pattern.
            lead = begin
            while alive:
                while lead < length and entry[lead] == 0:
                    lead += 1
                if lead == length:
                    alive = False
                    break
                lowest = entry[lead] & -entry[lead]
                entry[0] = ((v * 16 + lead - begin) << 36) + (lowest << 4) + log
                mixed = 0
                for place in range(begin):
                    mixed = (mixed + entry[place] % PRIME) * FACTOR % PRIME
                slot = mixed & mask
                at = -1
                while heads[slot] != 0:
                    at = heads[slot] - 1
                    place = 0
                    while place < begin and memory[at + place] == entry[place]:
                        place += 1
                    if place == begin:
                        break
                    slot = (slot + 1) & mask
                if heads[slot] == 0:
                    heads[slot] = used + 1
                    for place in range(length):
                        memory[used + place] = entry[place]
                    used += length
                    break
                for place in range(lead, length):
                    entry[place] ^= memory[at + place]
        if alive:
            v += 1
            mode = ENTER
    counters[DEPTH] = v
    counters[MODE] = mode
    counters[INNER_COUNT] = inner
    counters[USED] = used
    counters[TRIED] += tried
    return status
