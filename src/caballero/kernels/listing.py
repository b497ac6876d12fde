"""Every Hamiltonian cycle of a graph, one after the other.

The search is about edges, not about the next step of a walk. Each edge is *used*, *out*, or not
yet decided. These rules decide edges, again and again (they are older than computers; D. E. Knuth,
The Art of Computer Programming, section 7.2.2.4, and his program SSHAM put them together so):

- a vertex with two used edges is *inner*: its others are out;
- a vertex with only as many edges left as it needs uses them all;
- the edge between the two ends of a fragment, a path of used edges, is out unless the fragment
  visits everything.

When they decide no more, some fragment has an end with the fewest edges left. Exactly one of them
is used, so each is tried. Where there is no fragment yet, an edge is used first, and then out.

Numbers: every edge has two *halves*, one at each of its vertices; those of a vertex are in the
order of its neighbours. A *word* holds up to 62 halves as bits. Vertex ``v`` has word ``v``, and
a vertex with more edges has more words behind those of all vertices.

Invariants, wherever `search` returns:

- the bits of a vertex's words are its undecided halves, as long as it is not inner; those of an
  inner vertex are the ones that were undecided when it became inner, so that they can come back;
- ``need[v]`` edges are still to be used at ``v``, and ``slack[v]`` of its undecided edges can be
  spared; no vertex has a slack below 0, and none with a slack of 0 needs anything;
- ``mate[v]`` is the other end of the fragment that ends in ``v``, ``v`` itself if none of its
  edges is used; of an inner vertex, what it was before;
- all of this is a function of the choices on the way from the root: so the choices alone, the
  slots of the edges tried, bring a search back to where it was.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final, NamedTuple

from ._speed import Counts, Marks, Places, two_speeds, zeros

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
FULL: Final = 1  # there is no room for more cycles
EXHAUSTED: Final = 2  # there are no more

# Where `counters` holds what.
DEPTH: Final = 0  # how many choices lead here
SIZE: Final = 1  # how many decisions are on the trail
USED: Final = 2  # how many edges are used
WAITING: Final = 3  # so many vertices of `queue` wait for the first call
PASSED: Final = 4  # cycles met with
SKIP: Final = 5  # of the next cycles, so many are passed over
WRITTEN: Final = 6  # cycles in `cycles`
NODES: Final = 7  # choices made
FRESH: Final = 8  # 1 before anything was decided
EVERY: Final = 9  # of so many cycles, one is written
ROOM: Final = 10  # so many cycles are written in one call at most

_BITS: Final = 62  # in a word
_DE_BRUIJN: Final = 0x03F79D71B4CB0A89  # its 64 windows of six bits differ


class State(NamedTuple):
    """All that a search knows: hand it to :data:`search` as ``search.plain(*state, steps)``.

    Parameters
    ----------
    base, follow : Places
        One entry a word: its first half, and the next word of its vertex, or 0. Only read.
    goal, twin, word : Places
        One entry a half: the vertex it leads to, the half at the other end, and the word of
        that one. Only read.
    back : Counts
        One entry a half: the bit of its twin. Only read.
    slot : Places
        For each window of a de Bruijn sequence, the number of a bit. Only read.
    words : Counts
        One entry a word.
    need, slack : Marks
        One entry a vertex.
    mate : Places
        One entry a vertex.
    link : Places
        Two entries a vertex: its neighbours along used edges.
    trail : Places
        Decisions: ``2h`` if the edge of half ``h`` is used, ``2h + 1`` if it is out, but not
        for being at an inner vertex.
    queue : Places
        Vertices that need all their edges.
    marks, vertex : Places
        One entry a choice: how long the trail was, and where it was made.
    choice : Marks
        One entry a choice: -1 before anything was tried, then as on the trail, by the half that
        leads to the place of the choice.
    cycles : Places
        What is written: the vertices of each cycle.
    counters : Counts
        See the names above.
    """

    base: Places
    follow: Places
    goal: Places
    twin: Places
    word: Places
    back: Counts
    slot: Places
    words: Counts
    need: Marks
    slack: Marks
    mate: Places
    link: Places
    trail: Marks
    queue: Places
    marks: Places
    vertex: Places
    choice: Marks
    cycles: Marks
    counters: Counts


def new_state(neighbours: Sequence[Sequence[int]], room: int) -> State:
    """Return the state of a search that has found nothing yet.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The neighbours of every vertex, of which there are three at least. Edges are tried in
        their order.
    room : int
        How many cycles can be written in one call.

    Examples
    --------
    >>> from caballero.kernels import listing
    >>> from caballero.kernels._speed import as_lists
    >>> state = as_lists(listing.new_state([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], 5))
    >>> listing.search.plain(*state, 1000) == listing.EXHAUSTED, state.counters[listing.WRITTEN]
    (True, 3)
    """
    n = len(neighbours)
    halves = sum(map(len, neighbours))
    goal, twin, word = zeros(Places, halves), zeros(Places, halves), zeros(Places, halves)
    bit, back = [0] * halves, zeros(Counts, halves)
    base, follow, words = [0] * n, [0] * n, [0] * n
    own = [0] * halves
    where: dict[tuple[int, int], int] = {}
    h = 0
    for v, row in enumerate(neighbours):
        at = v
        base[v] = h
        for i, w in enumerate(row):
            if i and i % _BITS == 0:
                follow[at] = at = len(base)
                base.append(h)
                follow.append(0)
                words.append(0)
            own[h] = at
            bit[h] = 1 << i % _BITS
            words[at] |= bit[h]
            goal[h] = w
            where[v, w] = h
            h += 1
    for (v, w), h in where.items():
        twin[h] = where[w, v]
        word[h] = own[twin[h]]
        back[h] = bit[twin[h]]
    slot = zeros(Places, 64)
    for i in range(_BITS):
        slot[_DE_BRUIJN << i >> 58 & 63] = i
    slack = [len(row) - 2 for row in neighbours]
    queue, counters = zeros(Places, halves + 2 * n), zeros(Counts, 11)
    for v in range(n):
        if slack[v] == 0:
            queue[counters[WAITING]] = v
            counters[WAITING] += 1
    counters[FRESH] = int(min(slack) >= 0)
    counters[EVERY], counters[ROOM] = 1, room
    return State(
        base=array("I", base),
        follow=array("I", follow),
        goal=goal,
        twin=twin,
        word=word,
        back=back,
        slot=slot,
        words=array("q", words),
        need=array("i", [2] * n),
        slack=array("i", slack),
        mate=array("I", range(n)),
        link=zeros(Places, 2 * n),
        trail=zeros(Marks, halves),
        queue=queue,
        marks=zeros(Places, halves + 1),
        vertex=zeros(Places, halves + 1),
        choice=zeros(Marks, halves + 1),
        cycles=zeros(Marks, room * n),
        counters=counters,
    )


@two_speeds
def search(
    base: Places,
    follow: Places,
    goal: Places,
    twin: Places,
    word: Places,
    back: Counts,
    slot: Places,
    words: Counts,
    need: Marks,
    slack: Marks,
    mate: Places,
    link: Places,
    trail: Marks,
    queue: Places,
    marks: Places,
    vertex: Places,
    choice: Marks,
    cycles: Marks,
    counters: Counts,
    steps: int,
) -> int:
    """Go on to the next cycles, through about so many used edges; write them from the beginning.

    The time of a step is that of an edge used and taken back: 10 µs at the plain speed, some
    20 ns at the compiled one.
    """
    n = len(need)
    depth = counters[DEPTH]
    size = counters[SIZE]
    used = counters[USED]
    passed = counters[PASSED]
    skip = counters[SKIP]
    every = counters[EVERY]
    nodes = counters[NODES]
    fresh = counters[FRESH] == 1
    tail = counters[WAITING]
    room = counters[ROOM]
    written = 0
    status = RUNNING
    while True:
        h = 0
        out = False
        doing = False
        if fresh:
            fresh = False
        else:
            if written == room:
                status = FULL
                break
            if steps <= 0:
                break
            if depth == 0:
                status = EXHAUSTED
                break
            # Take back what followed from the last choice.
            until = marks[depth - 1]
            while size > until:
                size -= 1
                h = trail[size] >> 1
                t = twin[h]
                u = goal[t]
                v = goal[h]
                if trail[size] & 1:
                    slack[u] += 1
                    slack[v] += 1
                else:
                    used -= 1
                    for side in range(2):
                        x = v if side else u
                        need[x] += 1
                        if need[x] == 1:
                            at = x
                            while True:
                                m = words[at]
                                while m:
                                    low = m & -m
                                    m ^= low
                                    k = base[at] + slot[low * _DE_BRUIJN >> 58 & 63]
                                    words[word[k]] ^= back[k]
                                    slack[goal[k]] += 1
                                at = follow[at]
                                if at == 0:
                                    break
                    a = u if need[u] == 2 else mate[u]
                    b = v if need[v] == 2 else mate[v]
                    mate[a] = u
                    mate[b] = v
                words[word[h]] ^= back[h]
                words[word[t]] ^= back[t]
            # Try the next edge. Where there is no fragment, an edge is used, and then out.
            u = vertex[depth - 1]
            last = choice[depth - 1]
            if need[u] == 2 and last >= 0:
                if last & 1:
                    depth -= 1
                    continue
                h = last >> 1
                out = True
                choice[depth - 1] = last + 1
            else:
                if last < 0:
                    at = u
                    m = words[at]
                else:
                    at = word[last >> 1]
                    m = words[at] & -(back[last >> 1] << 1)
                while m == 0 and follow[at]:
                    at = follow[at]
                    m = words[at]
                if m == 0:
                    depth -= 1
                    continue
                k = base[at] + slot[(m & -m) * _DE_BRUIJN >> 58 & 63]
                h = twin[k]
                choice[depth - 1] = 2 * h
            nodes += 1
            steps -= 1
            doing = True
            tail = 0

        # Decide this, and all that follows.
        failed = False
        head = 0
        while True:
            if doing:
                t = twin[h]
                u = goal[t]
                v = goal[h]
                words[word[h]] ^= back[h]
                words[word[t]] ^= back[t]
                a = u
                b = v
                if not out:
                    steps -= 1
                    trail[size] = 2 * h
                    size += 1
                    used += 1
                    link[2 * u + 2 - need[u]] = v
                    link[2 * v + 2 - need[v]] = u
                    a = mate[u]
                    b = mate[v]
                    mate[a] = b
                    mate[b] = a
                    for side in range(2):
                        x = v if side else u
                        need[x] -= 1
                        if need[x] == 0:
                            at = x
                            while True:
                                m = words[at]
                                while m:
                                    low = m & -m
                                    m ^= low
                                    k = base[at] + slot[low * _DE_BRUIJN >> 58 & 63]
                                    words[word[k]] ^= back[k]
                                    w = goal[k]
                                    left = slack[w] - 1
                                    slack[w] = left
                                    if left <= 0:
                                        queue[tail] = w
                                        tail += 1
                                        if left < 0:
                                            failed = True
                                at = follow[at]
                                if at == 0:
                                    break
                    if failed or used == n - 1:
                        break
                    # The edge between the ends of this fragment, if there is one, is out.
                    at = a
                    while True:
                        m = words[at]
                        while m:
                            low = m & -m
                            k = base[at] + slot[low * _DE_BRUIJN >> 58 & 63]
                            if goal[k] == b:
                                h = twin[k]
                                out = True
                                break
                            m ^= low
                        at = follow[at]
                        if out or at == 0:
                            break
                    if out:
                        t = twin[h]
                        words[word[h]] ^= back[h]
                        words[word[t]] ^= back[t]
                if out:
                    out = False
                    trail[size] = 2 * h + 1
                    size += 1
                    slack[a] -= 1
                    slack[b] -= 1
                    if slack[a] <= 0:
                        queue[tail] = a
                        tail += 1
                    if slack[b] <= 0:
                        queue[tail] = b
                        tail += 1
                    if slack[a] < 0 or slack[b] < 0:
                        failed = True
                        break
            # A vertex that needs all that it has.
            while head < tail and need[queue[head]] == 0:
                head += 1
            if head == tail:
                break
            at = queue[head]
            while words[at] == 0:
                at = follow[at]
            m = words[at]
            k = base[at] + slot[(m & -m) * _DE_BRUIJN >> 58 & 63]
            h = twin[k]
            doing = True
        if failed:
            continue

        if used < n - 1:
            # Choose an end with the fewest edges; without ends, a vertex with the fewest.
            best = n
            u = n
            for x in range(n - 1, -1, -1):
                if need[x] == 1 and slack[x] < best:
                    best = slack[x]
                    u = x
                    if best == 1:
                        break
            if u == n:
                for x in range(n):
                    if need[x] == 2 and slack[x] < best:
                        best = slack[x]
                        u = x
            marks[depth] = size
            vertex[depth] = u
            choice[depth] = -1
            depth += 1
            continue
        passed += 1
        if skip:
            skip -= 1
            continue
        skip = every - 1
        # The last edge is left; it is not used, for nothing would follow.
        link[2 * a + 1] = b
        link[2 * b + 1] = a
        # From vertex 0 both ways at once, for each step waits for the one before.
        begin = written * n
        cycles[begin] = 0
        u = link[0]
        v = link[1]
        a = 0
        b = 0
        for i in range(1, n // 2 + 1):
            cycles[begin + i] = u
            cycles[begin + n - i] = v
            w = link[2 * u] ^ link[2 * u + 1] ^ a
            a = u
            u = w
            w = link[2 * v] ^ link[2 * v + 1] ^ b
            b = v
            v = w
        written += 1

    counters[DEPTH] = depth
    counters[SIZE] = size
    counters[USED] = used
    counters[PASSED] = passed
    counters[SKIP] = skip
    counters[NODES] = nodes
    counters[FRESH] = 0
    counters[WAITING] = 0
    counters[WRITTEN] = written
    return status


def way(state: State) -> list[int]:
    """Return the choices that lead to where a search is, so that :func:`follow_way` can go there.

    Each is twice the place of an edge among those of its vertex, and one more if it is out; -1,
    as the last one, says that the next choice is to be made below all these, and not behind the
    last of them.
    """
    depth = int(state.counters[DEPTH])
    chosen = [int(c) for c in state.choice[:depth]]
    halves = [
        int(state.twin[c >> 1]) - int(state.base[state.vertex[i]]) if c >= 0 else 0
        for i, c in enumerate(chosen)
    ]
    return [c if c < 0 else 2 * h + (c & 1) for c, h in zip(chosen, halves, strict=True)]


def follow_way(state: State, choices: Sequence[int]) -> bool:
    """Bring a new search to where another one was; say whether it could be there.

    Examples
    --------
    >>> from caballero.kernels import listing
    >>> from caballero.kernels._speed import as_lists
    >>> rows = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    >>> one, other = (as_lists(listing.new_state(rows, 1)) for _ in range(2))
    >>> listing.search.plain(*one, 1000) == listing.FULL
    True
    >>> listing.follow_way(other, listing.way(one))
    True
    >>> listing.search.plain(*other, 1000) == listing.FULL, other.cycles
    (True, [0, 1, 3, 2])
    """
    counters = state.counters
    ahead = len(choices) > 0 and choices[-1] < 0
    chosen = choices[:-1] if ahead else choices
    begin(state)
    if not all(choose(state, c) for c in chosen) or (ahead and counters[DEPTH] <= len(chosen)):
        return False
    counters[DEPTH] = len(choices)
    counters[PASSED] = counters[SKIP] = counters[NODES] = 0
    return True


def begin(state: State) -> None:
    """Bring a new search to its first choice, so that :func:`choose` can be called."""
    state.counters[SKIP] = 1  # what is met with on the way was met with before
    search.plain(*state, 0)


def choose(state: State, choice: int) -> bool:
    """Make the next choice of a way; say whether it could be made.

    Examples
    --------
    >>> from caballero.kernels import listing
    >>> from caballero.kernels._speed import as_lists
    >>> rows = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    >>> state = as_lists(listing.new_state(rows, 1))
    >>> listing.begin(state)
    >>> listing.choose(state, 0), listing.way(state)
    (True, [0, -1])
    """
    counters = state.counters
    depth = counters[DEPTH] - 1
    if depth < 0 or state.choice[depth] >= 0:
        return False
    v = state.vertex[depth]
    h = state.base[v] + (choice >> 1)
    if choice < 0 or h >= len(state.twin) or state.goal[state.twin[h]] != v:
        return False
    want = 2 * state.twin[h] + (choice & 1)
    if choice & 1:
        state.choice[depth] = want - 1
    elif choice and state.need[v] < 2:
        state.choice[depth] = 2 * state.twin[h - 1]
    counters[SKIP] = 1
    search.plain(*state, 1)
    return bool(counters[DEPTH] > depth and state.choice[depth] == want)


def options(state: State) -> list[int]:
    """Return the choices that there are, in their order, where none was made yet.

    Examples
    --------
    >>> from caballero.kernels import listing
    >>> from caballero.kernels._speed import as_lists
    >>> rows = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    >>> state = as_lists(listing.new_state(rows, 1))
    >>> listing.begin(state)
    >>> listing.options(state)  # the first edge of vertex 0 is used, and then out
    [0, 1]
    """
    v = state.vertex[state.counters[DEPTH] - 1]
    slots = []
    at, first = v, 0
    while True:
        slots += [first + i for i in range(_BITS) if state.words[at] >> i & 1]
        at, first = state.follow[at], first + _BITS
        if at == 0:
            break
    return [2 * slots[0], 2 * slots[0] + 1] if state.need[v] == 2 else [2 * i for i in slots]


def close(state: State, depth: int) -> None:
    """Let nothing more be tried at so many first choices: then the search ends below them.

    Their entries in :func:`way` mean nothing any more.
    """
    for i in range(depth):
        v = state.vertex[i]
        end = state.base[v + 1] if v + 1 < len(state.need) else len(state.goal)
        state.choice[i] = 2 * state.twin[end - 1] + 1
