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
order of its neighbours. The lowest 40 bits of a *cell* are halves. Vertex ``v`` has cell ``v``, and
a vertex with more edges has more cells behind those of all vertices. Above its halves, the cell of
a vertex holds two more numbers: how many edges it *needs*, in two bits, and its *slack*, which is
how many of its undecided edges it can spare. So one subtraction takes an edge away from a vertex,
and one comparison says whether the vertex has something to decide now. Behind all these is a cell
for the *mate* of each vertex. Every cell that changes is noted with what it was before; so taking
back is the same short loop whatever has happened, without the tables of the graph.

Invariants, wherever `search` returns:

- the halves in a vertex's cells are its undecided ones, as long as it is not inner; those of an
  inner vertex are the ones that were undecided when it became inner;
- no vertex has a slack below 0, and none with a slack of 0 needs anything;
- the mate of ``v`` is the other end of the fragment that ends in ``v``, ``v`` itself if none of its
  edges is used; of an inner vertex, what it was before;
- all of this is a function of the choices on the way from the root: so the choices alone, the
  slots of the edges tried, bring a search back to where it was.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from ._speed import Counts, Flags, Marks, Places, numbers, two_speeds, zeros

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
FULL: Final = 1  # there is no room for more cycles
EXHAUSTED: Final = 2  # there are no more

# Where `counters` holds what.
DEPTH: Final = 0  # how many choices lead here
SIZE: Final = 1  # how long the log is
USED: Final = 2  # how many edges are used
WAITING: Final = 3  # so many vertices of `queue` wait for the first call
PASSED: Final = 4  # cycles met with
SKIP: Final = 5  # of the next cycles, so many are passed over
WRITTEN: Final = 6  # cycles in `cycles`
NODES: Final = 7  # choices made
FRESH: Final = 8  # 1 before anything was decided
EVERY: Final = 9  # of so many cycles, one is written
ROOM: Final = 10  # so many cycles are written in one call at most

# What a cell holds: halves, what its vertex needs, and its slack.
_BITS: Final = 40
_SLOTS: Final = (1 << _BITS) - 1
_ONE: Final = 1 << _BITS
_TWO: Final = 2 << _BITS
_NEEDS: Final = 3 << _BITS
_SPARE: Final = 4 << _BITS

_FAR: Final = 1 << 60  # more than any slack
_BLOCK: Final = 16  # vertices that are looked at together
_SMALL: Final = 512  # with more vertices, there is no table of all pairs
_INDEX: Final = 0x7FFFFFFF  # an index masked so is not below 0: it need not be compared with 0
_DE_BRUIJN: Final = 0x03F79D71B4CB0A89  # its 64 windows of six bits differ


class State(NamedTuple):
    """All that a search knows: hand it to :data:`search` as ``search.plain(*state, steps)``.

    Parameters
    ----------
    base, follow : Places
        One entry a cell of halves: its first half, and the next cell of its vertex, or 0. Only
        read.
    goal, twin, word : Places
        One entry a half: the vertex it leads to, the half at the other end, and the cell of that
        one. Only read.
    drop : Counts
        One entry a half: what its cell at the other end loses with it, if it is out. Only read.
    near : Flags
        For each pair of vertices, which edge of the one leads to the other, counted from 1, or 0;
        empty where there are too many pairs, or too many edges for one cell. Only read.
    first : Places
        The number of a bit by its lowest byte, which is 8 if the bit is not in there. Only read.
    slot : Places
        For each window of a de Bruijn sequence, the number of a bit. Only read.
    cells : Counts
        As told above; and some more, that are 0.
    link : Places
        Two entries a vertex: its neighbours along used edges.
    log : Counts
        Two entries a change: the cell, and what it was.
    queue : Places
        Vertices that need all their edges.
    marks, edges, vertex : Places
        One entry a choice: how long the log was, how many edges were used, and where it was made.
    choice : Marks
        One entry a choice: -1 before anything was tried, then ``2h`` if the edge of half ``h`` of
        the place of the choice is used, and ``2h + 1`` if it is out.
    cycles : Marks
        What is written: the vertices of each cycle.
    counters : Counts
        See the names above.
    """

    base: Places
    follow: Places
    goal: Places
    twin: Places
    word: Places
    drop: Counts
    near: Flags
    first: Places
    slot: Places
    cells: Counts
    link: Places
    log: Counts
    queue: Places
    marks: Places
    edges: Places
    vertex: Places
    choice: Marks
    cycles: Marks
    counters: Counts


def new_state(
    neighbours: Sequence[Sequence[int]], room: int, pause: Callable[[], None] | None = None
) -> State:
    """Return the state of a search that has found nothing yet.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The neighbours of every vertex, of which there are three at least. Edges are tried in
        their order.
    room : int
        How many cycles can be written in one call.
    pause : callable, optional
        Called now and then; it may stop the work by raising.

    Examples
    --------
    >>> from caballero.kernels import listing
    >>> from ._speed import as_lists
    >>> state = as_lists(listing.new_state([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], 5))
    >>> listing.search.plain(*state, 1000) == listing.EXHAUSTED, state.counters[listing.WRITTEN]
    (True, 3)
    """
    n = len(neighbours)
    halves = sum(map(len, neighbours))
    goal, twin, word = zeros(Places, halves), zeros(Places, halves), zeros(Places, halves)
    bit, drop = [0] * halves, zeros(Counts, halves)
    slack = [len(row) - 2 for row in neighbours]
    base, follow = [0] * n, [0] * n
    cells = [_TWO + s * _SPARE for s in slack]
    near = zeros(Flags, n * n if n <= _SMALL and max(map(len, neighbours)) <= _BITS else 0)
    own = [0] * halves
    # By increasing origin, edges come to a vertex in the order of its neighbours' numbers.
    ranked = [sorted(range(len(row)), key=row.__getitem__) for row in neighbours]
    ends = list(accumulate(map(len, neighbours), initial=0))
    come = [0] * n
    h = 0
    for v, row in enumerate(neighbours):
        if pause is not None and not v % 8192:
            pause()
        at = v
        base[v] = h
        for i, w in enumerate(row):
            if i and i % _BITS == 0:
                follow[at] = at = len(base)
                base.append(h)
                follow.append(0)
                cells.append(0)
            own[h] = at
            bit[h] = 1 << i % _BITS
            cells[at] |= bit[h]
            goal[h] = w
            twin[h] = ends[w] + ranked[w][come[w]]
            come[w] += 1
            if near:
                near[v * n + w] = i + 1
            h += 1
    for h in range(halves):
        if pause is not None and not h % 65536:
            pause()
        word[h] = own[twin[h]]
        drop[h] = bit[twin[h]] + (_SPARE if word[h] < n else 0)
    first = zeros(Places, 256)
    first[0] = 8
    for i in range(8):
        first[1 << i] = i
    slot = zeros(Places, 64)
    for i in range(_BITS):
        slot[_DE_BRUIJN << i >> 58 & 63] = i
    more = sum(at >= n for at in own)
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
        drop=drop,
        near=near,
        first=first,
        slot=slot,
        cells=array("q", [*cells, *range(n), *[0] * _BLOCK]),
        link=zeros(Places, 2 * n),
        log=zeros(Counts, 2 * (halves + more + 4 * n)),
        queue=queue,
        marks=zeros(Places, halves + 1),
        edges=zeros(Places, halves + 1),
        vertex=zeros(Places, halves + 1),
        choice=zeros(Marks, halves + 1),
        cycles=zeros(Marks, room * n),
        counters=counters,
    )


def with_room(state: State, room: int) -> State:
    """Return a state with room for so many cycles in one call; what it had written is lost.

    Examples
    --------
    >>> from caballero.kernels import listing
    >>> from ._speed import as_lists
    >>> state = as_lists(listing.new_state([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], 1))
    >>> state = listing.with_room(state, 2)
    >>> listing.search.plain(*state, 1000) == listing.FULL, state.counters[listing.WRITTEN]
    (True, 2)
    """
    state.counters[ROOM] = room
    length = room * (len(state.link) >> 1)
    if len(state.cycles) >= length:
        return state
    plain = isinstance(state.cycles, list)
    return state._replace(cycles=[0] * length if plain else numbers(Marks, length))


@two_speeds
def search(
    base: Places,
    follow: Places,
    goal: Places,
    twin: Places,
    word: Places,
    drop: Counts,
    near: Flags,
    first: Places,
    slot: Places,
    cells: Counts,
    link: Places,
    log: Counts,
    queue: Places,
    marks: Places,
    edges: Places,
    vertex: Places,
    choice: Marks,
    cycles: Marks,
    counters: Counts,
    steps: int,
) -> int:
    """Go on to the next cycles, through about so many used edges; write them from the beginning.

    The time of a step is that of an edge used and taken back: 3 µs at the plain speed, some
    30 ns at the compiled one.
    """
    n = len(link) >> 1
    mates = len(base) & _INDEX
    small = len(near) > 0
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
        failed = False
        doing = False
        out = False
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
            until = marks[depth - 1 & _INDEX]
            used = edges[depth - 1 & _INDEX]
            while size > until:
                size -= 2
                z = size & _INDEX
                cells[log[z] & _INDEX] = log[z + 1]
            # Try the next edge. Where there is no fragment, an edge is used, and then out.
            x = vertex[depth - 1 & _INDEX]
            last = choice[depth - 1 & _INDEX]
            tail = 0
            if last >= 0 and cells[x] & _NEEDS == _TWO:
                if last & 1:
                    depth -= 1
                    continue
                choice[depth - 1 & _INDEX] = last + 1
                h = last >> 1 & _INDEX
                out = True
            else:
                if last < 0:
                    at = x
                    m = cells[at] & _SLOTS
                else:
                    t = twin[last >> 1]
                    at = word[t]
                    m = cells[at] & _SLOTS & -((drop[t] & _SLOTS) << 1)
                while m == 0 and follow[at]:
                    at = follow[at]
                    m = cells[at] & _SLOTS
                if m == 0:
                    depth -= 1
                    continue
                low = m & -m
                i = first[low & 255]
                if i == 8:
                    i = slot[low * _DE_BRUIJN >> 58 & 63]
                k = base[at] + i
                choice[depth - 1 & _INDEX] = 2 * k
                doing = True
            nodes += 1
            steps -= 1

        # Decide this, and all that follows.
        head = 0
        while True:
            if doing:
                # Half k of vertex x, the bit `low` of cell `at`, is used. It leads to y.
                steps -= 1
                used += 1
                w = word[k]
                y = w if w < n else goal[k]
                r = cells[x]
                s = cells[y]
                a = cells[mates + y] & _INDEX
                b = cells[mates + x] & _INDEX
                link[2 * y + (s >> _BITS & 1)] = x
                link[2 * x + (r >> _BITS & 1)] = y
                z = size & _INDEX
                log[z] = x
                log[z + 1] = r
                log[z + 2] = y
                log[z + 3] = s
                log[z + 4] = mates + a
                log[z + 5] = y
                log[z + 6] = mates + b
                log[z + 7] = x
                size += 8
                r -= _ONE
                s -= _ONE
                if at == x:
                    r -= low
                else:
                    z = size & _INDEX
                    log[z] = at
                    log[z + 1] = cells[at]
                    size += 2
                    cells[at] -= low
                if w == y:
                    s -= drop[k] - _SPARE
                else:
                    z = size & _INDEX
                    log[z] = w
                    log[z + 1] = cells[w]
                    size += 2
                    cells[w] -= drop[k]
                cells[x] = r
                cells[y] = s
                cells[mates + a] = b
                cells[mates + b] = a
                # The other edges of who is inner now are out.
                for side in range(2):
                    at = x if side else y
                    r = cells[at]
                    if r & _NEEDS:
                        continue
                    while True:
                        m = r & _SLOTS
                        while m:
                            low = m & -m
                            m ^= low
                            i = first[low & 255]
                            if i == 8:
                                i = slot[low * _DE_BRUIJN >> 58 & 63]
                            k = base[at] + i
                            w = word[k]
                            r = cells[w]
                            z = size & _INDEX
                            log[z] = w
                            log[z + 1] = r
                            size += 2
                            r -= drop[k]
                            cells[w] = r
                            if r < _SPARE:
                                if w >= n:  # the cell of the vertex itself is another one
                                    w = goal[k]
                                    r = cells[w]
                                    z = size & _INDEX
                                    log[z] = w
                                    log[z + 1] = r
                                    size += 2
                                    r -= _SPARE
                                    cells[w] = r
                                if r < _SPARE:
                                    queue[tail & _INDEX] = w
                                    tail += 1
                                    if r < 0:
                                        failed = True
                        at = follow[at]
                        if at == 0:
                            break
                        r = cells[at]
                if failed or used == n - 1:
                    break
                # The edge between the ends of this fragment, if there is one, is out.
                if small:
                    i = near[a * n + b]
                    if cells[a] & (1 << i >> 1):
                        h = twin[base[a] + (i - 1 & _INDEX)]
                        out = True
                else:
                    at = a
                    while True:
                        m = cells[at] & _SLOTS
                        while m:
                            low = m & -m
                            i = first[low & 255]
                            if i == 8:
                                i = slot[low * _DE_BRUIJN >> 58 & 63]
                            k = base[at] + i
                            if goal[k] == b:
                                h = twin[k]
                                out = True
                                break
                            m ^= low
                        at = follow[at]
                        if out or at == 0:
                            break
            if out:
                # Half h is out, and its twin.
                out = False
                for _ in range(2):
                    w = word[h]
                    z = size & _INDEX
                    log[z] = w
                    log[z + 1] = cells[w]
                    size += 2
                    r = cells[w] - drop[h]
                    cells[w] = r
                    if r < _SPARE:
                        if w >= n:
                            w = goal[h]
                            z = size & _INDEX
                            log[z] = w
                            log[z + 1] = cells[w]
                            size += 2
                            r = cells[w] - _SPARE
                            cells[w] = r
                        if r < _SPARE:
                            queue[tail & _INDEX] = w
                            tail += 1
                            if r < 0:
                                failed = True
                    h = twin[h]
                if failed:
                    break
            # A vertex that needs all that it has.
            while head < tail and cells[queue[head & _INDEX]] & _NEEDS == 0:
                head += 1
            if head == tail:
                break
            x = queue[head & _INDEX]
            at = x
            while cells[at] & _SLOTS == 0:
                at = follow[at]
            m = cells[at]
            low = m & -m
            i = first[low & 255]
            if i == 8:
                i = slot[low * _DE_BRUIJN >> 58 & 63]
            k = base[at] + i
            doing = True
        if failed:
            continue

        if used < n - 1:
            # Choose an end with the fewest edges; without ends, a vertex with the fewest.
            # Of equal ones it is the last. A compiled block is a few instructions without a branch;
            # what is beyond the vertices needs nothing.
            best = _FAR
            begin = (n - 1 & _INDEX) // _BLOCK * _BLOCK
            while True:
                for j in range(begin, begin + _BLOCK):
                    r = cells[j]
                    if r & _NEEDS == _ONE:
                        best = min(best, (r & -_SPARE) - j)
                if best <= _SPARE or begin == 0:
                    break
                begin -= _BLOCK
            if best == _FAR:
                for j in range(n):
                    if cells[j] & _NEEDS == _TWO:
                        best = min(best, (cells[j] & -_SPARE) + j)
            else:
                best = -best
            marks[depth & _INDEX] = size
            edges[depth & _INDEX] = used
            vertex[depth & _INDEX] = best & (_SPARE - 1)
            choice[depth & _INDEX] = -1
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
        origin = written * n
        cycles[origin] = 0
        u = link[0]
        v = link[1]
        p = link[0] & 0
        q = p
        for i in range(1, n // 2 + 1):
            cycles[origin + i] = u
            cycles[origin + n - i] = v
            w = link[2 * u] ^ link[2 * u + 1] ^ p
            p = u
            u = w
            w = link[2 * v] ^ link[2 * v + 1] ^ q
            q = v
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
    return [c if c < 0 else c - 2 * int(state.base[state.vertex[i]]) for i, c in enumerate(chosen)]


def follow_way(state: State, choices: Sequence[int]) -> bool:
    """Bring a new search to where another one was; say whether it could be there.

    Examples
    --------
    >>> from caballero.kernels import listing
    >>> from ._speed import as_lists
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
    >>> from ._speed import as_lists
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
    want = 2 * h + (choice & 1)
    if choice & 1:
        state.choice[depth] = want - 1
    elif choice and state.cells[v] & _NEEDS < _TWO:
        state.choice[depth] = 2 * (h - 1)
    counters[SKIP] = 1
    search.plain(*state, 1)
    return bool(counters[DEPTH] > depth and state.choice[depth] == want)


def options(state: State) -> list[tuple[int, float]]:
    """Return the choices that there are, in their order, where none was made yet.

    Each comes with the part of all cycles that it would have if every edge were in as many. A
    vertex uses two of its edges: of ``d``, one is in ``2 / d`` of the cycles.

    Examples
    --------
    >>> from caballero.kernels import listing
    >>> from ._speed import as_lists
    >>> rows = [[1, 2, 3, 4], [0, 2, 3, 4], [0, 1, 3, 4], [0, 1, 2, 4], [0, 1, 2, 3]]
    >>> state = as_lists(listing.new_state(rows, 1))
    >>> listing.begin(state)
    >>> listing.options(state)  # the first edge of vertex 0 is used, and then out
    [(0, 0.5), (1, 0.5)]
    """
    v = state.vertex[state.counters[DEPTH] - 1]
    slots = []
    at, first = v, 0
    while True:
        slots += [first + i for i in range(_BITS) if state.cells[at] >> i & 1]
        at, first = state.follow[at], first + _BITS
        if at == 0:
            break
    one = 1 / len(slots)
    if state.cells[v] & _NEEDS == _TWO:
        return [(2 * slots[0], 2 * one), (2 * slots[0] + 1, 1 - 2 * one)]
    return [(2 * i, one) for i in slots]


def close(state: State, depth: int) -> None:
    """Let nothing more be tried at so many first choices: then the search ends below them.

    Their entries in :func:`way` mean nothing any more.
    """
    for i in range(depth):
        v = state.vertex[i]
        end = state.base[v + 1] if v + 1 < len(state.link) >> 1 else len(state.goal)
        state.choice[i] = 2 * end - 1
