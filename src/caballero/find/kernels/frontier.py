"""Frontier elimination: decide the edges of a Hamiltonian cycle vertex by vertex.

The vertices are numbered in the order of the sweep. At vertex ``v`` the search chooses its edges to
later vertices, so that it has two. After that, the rest of the search depends only on how the
*fragments* (the paths of chosen edges) end in the *frontier*, the later vertices with an earlier
neighbour. That is the mate array of Knuth's Simpath (The Art of Computer Programming 4A, section
7.1.4, exercise 225); the idea goes back to Held and Karp (1962). The search is depth first, so it
usually finds a tour long before it has tried everything.

The search remembers its dead ends. The **pattern** is the set of frontier vertices that are
untouched, ends, or inner; the **matching** pairs the ends of each fragment. A matching of ``k``
ends is a row of the matrix whose columns are all the matchings that later vertices might add, with
a 1 where the two make a cycle. Modulo 2 that matrix has only rank ``2**(k/2 - 1)``, and that
number of columns suffices to test whether rows depend on each other (M. Cygan, S. Kratsch and J.
Nederlof: "Fast Hamiltonicity checking via bases of perfect matchings", J. ACM 65, 2018). A row that
is a sum of dead rows is dead too: a matching that completed it would complete a dead row. So the
memory keeps a basis of the dead rows for each depth and pattern: of the 945 matchings of 10 ends at
most 16 are tried.

Looking ahead: a vertex that needs more edges than it has left makes a dead end at once.

A **step** is a choice of edges tried. The memory is an array of entries, found through a hash
table: tag (depth, place of the lowest bit, length), pattern, then the row in 32 bits a word.

Invariants between calls: the choices at the vertices before `depth` are made, and `mate`, `left`
and `inner` agree with them; ``mate[v]`` is ``v`` itself if no chosen edge meets it, ``INNER`` if
two do, else the other end of its fragment; ``left[v]`` counts the neighbours after `depth` that
are neither hubs nor inner; no fragment is closed; each remembered row is dead, or belongs to the
search's current path.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import Final

from caballero.machine.kernel import Counts, Marks, Places, array_of, kernel, longer, zeros
from caballero.machine.kernels._shared import FACTOR, INNER, LOW

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # the choices make a Hamiltonian cycle
EXHAUSTED: Final = 2  # there is none
FULL: Final = 3  # the memory is used up: `grow` makes room

MOST_ENDS: Final = 20  # a pattern of more ends is not remembered
TRITS: Final = 39  # vertices of a pattern in a word: three states each
ROW_WORDS: Final = 16  # of a pattern of `MOST_ENDS`
MAX_DEGREE: Final = 32  # a vertex of more neighbours is a hub
MOST_WORDS: Final = 1 << 26  # of memory: half a gigabyte
LISTED: Final = 64  # entries that are put into the hash table in the time of a step

# The modes: what to do next at the vertex of this depth.
ENTER: Final = 0
NEXT: Final = 1
UNDO: Final = 2

# What `first` holds instead of a place in `indices`.
ONE_EDGE: Final = -1  # the vertex was the end of a fragment
NO_EDGE: Final = -2  # it was inner


@dataclass(frozen=True, slots=True)
class Sweep:
    """The graph in the order of the sweep."""

    indptr: Places
    indices: Places  # the later neighbours of a vertex in the order in which they are tried
    split: Places  # where in `indices` the later neighbours of each vertex begin
    bounds: Places  # where in `frontier` that after each vertex begins
    frontier: Places


@dataclass(slots=True)
class Memory:
    """The dead rows, and the tables to look them up."""

    entries: Counts  # in turn
    heads: Marks  # the hash table: where an entry begins, plus 1, or 0; of a power of 2
    entry: Counts  # the entry to look up; all patterns are as long as that of the widest frontier
    rank: Marks  # the number of each end in the frontier, from left to right
    ends: Marks  # the inverse: the vertex of each end
    partner: Marks  # the other end of each end's fragment
    dangling: Marks  # by level
    used: int = 0  # words of the entries
    listed: int = 0  # the words of those entries that are in the hash table


@dataclass(slots=True)
class State:
    """The state of a search."""

    sweep: Sweep  # the graph
    memory: Memory  # the dead ends
    # An entry a vertex: see above.
    mate: Marks
    left: Marks
    # An entry a vertex: its choice, as places in `indices`.
    first: Marks
    second: Marks
    # An entry a vertex: the mates of its two neighbours before they were chosen.
    first_far: Marks
    second_far: Marks
    depth: int = 0  # the vertex where the search is
    mode: int = ENTER  # what to do there
    inner: int = 0  # how many vertices are inner
    steps: int = 0  # how many choices were tried

    def cycle(self) -> list[int]:
        """Return the cycle that was found, from vertex 0."""
        chosen: list[list[int]] = [[] for _ in self.mate]
        for v in range(self.depth + 1):
            for at in (self.first[v], self.second[v]):
                if at >= 0 and self.first[v] != NO_EDGE:
                    w = self.sweep.indices[at]
                    chosen[v].append(w)
                    chosen[w].append(v)
        cycle, before, here = [0], 0, chosen[0][0]
        while here:
            cycle.append(here)
            a, b = chosen[here]
            before, here = here, (b if a == before else a)
        return cycle


def new_state(
    neighbours: Sequence[Sequence[int]], pause: Callable[[], None] = lambda: None
) -> State:
    """Return the state of a search that has chosen nothing; its size is that of all frontiers.

    The sweep takes the vertices, three at least, by number, and tries their neighbours in the
    given order. `pause` is called for every vertex, and may stop the work by raising.

    >>> state = new_state([[1, 3], [0, 2], [1, 3], [2, 0]])
    >>> search(state, 10) == FOUND, state.cycle()
    (True, [0, 1, 2, 3])
    """
    size = len(neighbours)
    sides: list[list[int]] = []
    frontier: list[int] = []
    bounds, split, left = [0], [], []
    now: dict[int, None] = {}
    at = 0
    for v, row in enumerate(neighbours):
        pause()
        sides.append(sorted(row, key=v.__lt__))
        split.append(at + sum(w < v for w in row))
        left.append(sum(len(neighbours[w]) <= MAX_DEGREE for w in row))
        at += len(row)
        now.pop(v, None)
        now.update((w, None) for w in sides[-1] if w > v)
        frontier += now
        bounds.append(len(frontier))
    width = max(b - a for a, b in pairwise(bounds))
    indptr = [0, *accumulate(map(len, sides))]
    return State(
        Sweep(
            array_of(Places, indptr),
            array_of(Places, chain.from_iterable(sides)),
            array_of(Places, split),
            array_of(Places, bounds),
            array_of(Places, frontier),
        ),
        Memory(
            entries=zeros(Counts, 1 << 13),
            heads=zeros(Marks, 1 << 12),
            entry=zeros(Counts, 1 + -(-width // TRITS) + ROW_WORDS),
            rank=zeros(Marks, size),
            ends=zeros(Marks, width),
            partner=zeros(Marks, width),
            dangling=zeros(Marks, width),
        ),
        mate=array_of(Marks, range(size)),
        left=array_of(Marks, left),
        first=zeros(Marks, size),
        second=zeros(Marks, size),
        first_far=zeros(Marks, size),
        second_far=zeros(Marks, size),
    )


def grow(memory: Memory) -> None:
    """Double the memory; at the limit clear it, and the search takes longer."""
    words, heads = len(memory.entries), len(memory.heads)
    if 2 * words > MOST_WORDS:
        memory.used = 0
    else:
        memory.entries, heads = longer(Counts, memory.entries, 2 * words), 2 * heads
    memory.heads, memory.listed = zeros(Marks, heads), 0


@kernel
def search(state: State, steps: int) -> int:
    """Continue until a Hamiltonian cycle is found, or proved not to exist."""
    memory, first = state.memory, state.first
    last = state.steps + steps
    if memory.listed < memory.used:
        _list_entries(memory, LISTED * steps)
        if memory.listed < memory.used:
            return RUNNING
    while state.steps < last:
        if memory.used + len(memory.entry) > len(memory.entries):
            return FULL
        v = state.depth
        if state.mode == UNDO and first[v] != NO_EDGE:
            _undo(state, v)
        if not _choose(state, v):
            if v == 0:
                state.mode = NEXT
                return EXHAUSTED
            state.depth = v - 1
            state.mode = UNDO
            continue
        state.steps += 1
        state.mode = NEXT
        if first[v] != NO_EDGE and _closes(state, v):
            if state.inner + (2 if first[v] == ONE_EDGE else 3) == len(state.mate):
                return FOUND
            continue
        state.mode = UNDO
        alive = first[v] == NO_EDGE or _join(state, v)
        if alive and _is_new(state, v):
            state.depth = v + 1
            state.mode = ENTER
    return RUNNING


# -- choices -----------------------------------------------------------------------------------


def _choose(state: State, v: int) -> bool:
    """Make the next choice: no edge, or up to two to later vertices that are not inner."""
    indices, mate = state.sweep.indices, state.mate
    i = state.first[v]
    j = state.second[v]
    stop = state.sweep.indptr[v + 1]
    if state.mode == ENTER:
        if mate[v] == INNER:
            state.first[v] = NO_EDGE
            return True
        j = state.sweep.split[v]
        i = ONE_EDGE
        if mate[v] == v:
            i = j
            j += 1
    elif i == NO_EDGE:
        return False
    else:
        j += 1
    while True:
        while 0 <= i < stop and mate[indices[i]] == INNER:
            i += 1
            j = i + 1
        while j < stop and mate[indices[j]] == INNER:
            j += 1
        if j < stop:
            state.first[v] = i
            state.second[v] = j
            return True
        if i < 0 or i >= stop:
            return False
        i += 1
        j = i + 1


def _closes(state: State, v: int) -> bool:
    """Return whether the choice closes a cycle."""
    indices = state.sweep.indices
    i = state.first[v]
    a = indices[i] if i >= 0 else v
    return state.mate[a] == indices[state.second[v]]


def _join(state: State, v: int) -> bool:
    """Add the chosen edges; return whether all vertices still have the edges that they need."""
    indices, mate = state.sweep.indices, state.mate
    i = state.first[v]
    a = indices[i] if i >= 0 else v
    b = indices[state.second[v]]
    a_far = mate[a]
    b_far = mate[b]
    state.first_far[v] = a_far
    state.second_far[v] = b_far
    mate[v] = INNER
    if a_far != a:
        mate[a] = INNER
    if b_far != b:
        mate[b] = INNER
    mate[a_far] = b_far
    mate[b_far] = a_far
    return _count_inner(state, v, a, b, 1) == 0


def _undo(state: State, v: int) -> None:
    """Remove the chosen edges."""
    indices, mate = state.sweep.indices, state.mate
    i = state.first[v]
    a = indices[i] if i >= 0 else v
    b = indices[state.second[v]]
    a_far = state.first_far[v]
    b_far = state.second_far[v]
    _count_inner(state, v, a, b, -1)
    mate[v] = v
    mate[a_far] = a
    mate[a] = a_far
    mate[b_far] = b
    mate[b] = b_far


# -- looking ahead -----------------------------------------------------------------------------


def _count_inner(state: State, v: int, a: int, b: int, by: int) -> int:
    """Count the vertices of a choice that become inner (`by` is 1), or no longer are (-1).

    Updates their neighbours. If `by` is 1, returns how many vertices have too few neighbours left
    for the edges that they need.
    """
    indptr, indices, mate, left = state.sweep.indptr, state.sweep.indices, state.mate, state.left
    short = 0
    for i in range(3):
        x = v if i == 0 else a if i == 1 else b
        if mate[x] != INNER or (i == 1 and a == v):
            continue
        state.inner += by
        if indptr[x + 1] - indptr[x] > MAX_DEGREE:
            continue
        for at in range(indptr[x], indptr[x + 1]):
            w = indices[at]
            if w > v:
                left[w] -= by
                if left[w] < 2 and mate[w] != INNER and by > 0:
                    need = 2 if mate[w] == w else 1
                    if left[w] < need:
                        hubs = _hubs(state, v, w)
                        short += left[w] + hubs < need
    return short


def _hubs(state: State, v: int, w: int) -> int:
    """Count the hubs next to a vertex that have room for an edge."""
    indptr, indices = state.sweep.indptr, state.sweep.indices
    found = 0
    for at in range(indptr[w], indptr[w + 1]):
        u = indices[at]
        if u > v and state.mate[u] != INNER and indptr[u + 1] - indptr[u] > MAX_DEGREE:
            found += 1
    return found


# -- the memory --------------------------------------------------------------------------------


def _is_new(state: State, v: int) -> bool:
    """Return whether the frontier's state after a vertex is not known to be dead; remember it."""
    ends = _pattern(state, v)
    if ends > MOST_ENDS:
        return True
    log = _row(state.memory, ends)
    return _remember(state.memory, v, log)


def _pattern(state: State, v: int) -> int:
    """Write the pattern of the frontier and each end's `partner`; return the number of ends."""
    frontier, memory, mate = state.sweep.frontier, state.memory, state.mate
    entry, rank, ends = memory.entry, memory.rank, memory.ends
    stop = state.sweep.bounds[v + 1]
    here = state.sweep.bounds[v]
    k = 0
    for place in range(1, len(entry) - ROW_WORDS):
        pattern = 0
        for at in range(here, min(here + TRITS, stop)):
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
        here += TRITS
    for e in range(k):
        memory.partner[e] = rank[mate[ends[e]]]
    return k


def _row(memory: Memory, k: int) -> int:
    """Write the row of the matching of k ends to the entry; return the logarithm of its words.

    A column pairs the ends from left to right: the dangling end, at first end 0, is paired with
    either of the next two, and the other dangles; at last the dangling end is paired with the last
    end. Each pair contracts two fragments to one.
    """
    entry, partner, dangling = memory.entry, memory.partner, memory.dangling
    begin = len(entry) - ROW_WORDS
    height = k // 2 - 1
    log = max(0, height - 5)
    for place in range(begin, begin + (1 << log)):
        entry[place] = 0
    level = 0
    code = 0  # the column: a bit per level, the highest first
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
        else:  # the cycle closes too early in all columns that begin like this
            after = ((code >> (height - 1 - level)) + 1) << (height - 1 - level)
        while level > 0 and code >> (height - level) != after >> (height - level):
            level -= 1
            d = dangling[level]
            x = 2 * level + 1 + (code >> (height - 1 - level) & 1)
            partner[partner[d]] = d
            partner[partner[x]] = x
        code = after
    return log


def _remember(memory: Memory, v: int, log: int) -> bool:
    """Reduce the row by the dead rows of its pattern (Gauss); remember the rest, if any."""
    entries, entry, heads = memory.entries, memory.entry, memory.heads
    begin = len(entry) - ROW_WORDS
    stop = begin + (1 << log)
    lead = begin
    while True:
        while lead < stop and entry[lead] == 0:
            lead += 1
        if lead == stop:
            return False
        lowest = entry[lead] & -entry[lead]
        entry[0] = ((v * 16 + lead - begin) << 36) + (lowest << 4) + log
        slot = _slot(memory)
        if heads[slot] == 0:
            heads[slot] = memory.used + 1
            for place in range(stop):
                entries[memory.used + place] = entry[place]
            memory.used += stop
            memory.listed = memory.used
            return True
        at = heads[slot] - 1
        for place in range(lead, stop):
            entry[place] ^= entries[at + place]


def _slot(memory: Memory) -> int:
    """Return where the tag and pattern of the entry are in the hash table, or belong."""
    entries, entry, heads = memory.entries, memory.entry, memory.heads
    begin = len(entry) - ROW_WORDS
    mixed = 0
    for place in range(begin):
        mixed = (mixed ^ entry[place]) * FACTOR & LOW
        mixed ^= mixed >> 31
    slot = mixed & (len(heads) - 1)
    while heads[slot] != 0:
        at = heads[slot] - 1
        place = 0
        while place < begin and entries[at + place] == entry[place]:
            place += 1
        if place == begin:
            break
        slot = (slot + 1) & (len(heads) - 1)
    return slot


def _list_entries(memory: Memory, count: int) -> None:
    """Add at most `count` of the next entries to the hash table."""
    entries, entry = memory.entries, memory.entry
    begin = len(entry) - ROW_WORDS
    while count > 0 and memory.listed < memory.used:
        at = memory.listed
        for place in range(begin):
            entry[place] = entries[at + place]
        slot = _slot(memory)
        memory.heads[slot] = at + 1
        memory.listed = at + begin + (1 << (entries[at] & 15))
        count -= 1
