"""List every Hamiltonian cycle of a graph.

The search decides edges, not the next step of a walk. Each edge is *used*, *out*, or undecided.
These rules are applied until none decides an edge (they are older than computers; D. E. Knuth, The
Art of Computer Programming, section 7.2.2.4, and his program SSHAM combine them so):

- a vertex with two used edges is *inner*: its others are out;
- a vertex with only as many edges left as it needs uses them all;
- the edge between the two ends of a *fragment*, a path of used edges, is out unless the fragment
  visits everything.

Then the search chooses a fragment end with the fewest edges left. Exactly one of these edges is
used, so it tries each. If there is no fragment yet, it tries an edge as used, then as out.

Sets of vertices are words of 64 bits. So most of the state is a few words: the vertices that are
*open*, that is not inner; the ends of fragments; and the *slack* of each vertex, the number of its
undecided edges that it can spare. Slack is bit-sliced: a word holds bit i of the slack of 64
vertices, so a subtraction with borrow decrements the slack of many vertices at once. Edges that are
out or used are not stored: the undecided edges of a vertex lead to its open neighbours, except its
*mate*, the other end of its fragment.

A *row* is all words about the same 64 vertices. To backtrack, a row is copied to a log before its
first change after a choice, and a trail has the mates that each used edge changed.

Near the end of a cycle, the same open vertices and fragment ends come again and again, after other
choices. So if there is a *memory*, it is looked up at the first place on a way where at most six
edges are missing. It keeps the completions of such a place: for each, the new neighbours of its
open vertices. With them it keeps the choices and steps of the search that found them; both are
counted again, so a search with a memory finds the same and stops at the same places. A new place
takes the entry of an old place with the same hash.

Invariants, wherever `search` returns:

- no open vertex has a slack of 0, and none had less;
- the mate of an open vertex is the other end of the fragment that ends in it, itself if none of
  its edges is used; that of an inner vertex stays as it was;
- the state is a function of the choices from the root, so these suffice to bring another search to
  the same place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from caballero.machine.kernel import (
    Counts,
    Marks,
    Places,
    array_of,
    bit,
    highest_bit,
    kernel,
    lowest_bit,
    zeros,
)
from caballero.machine.kernels._shared import FACTOR

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
FULL: Final = 1  # there is no room for more cycles
EXHAUSTED: Final = 2  # there are no more

# The eight words of a row.
_SEEN: Final = 0  # twice the try at which it was copied to the log, and 1 more while it waits
_OPEN: Final = 1  # the vertices that are not inner
_ENDS: Final = 2  # the ends: vertices with a single used edge
_ONES: Final = 3  # the lowest bit of their slack
_TWOS: Final = 4
_FOURS: Final = 5
_MORE: Final = 6  # vertices with a slack of 8 or more

_ROW: Final = 8
_MATE: Final = (1 << 32) - 1

# The words of an entry of the memory. The completions follow: 1 or 2 words for each, with a
# neighbour of vertex 0, if that is open, and for each open vertex its new neighbours combined.
_KEY_OPEN: Final = 0  # the open vertices; 0 if there is no entry
_KEY_ENDS: Final = 1  # the ends of fragments
_KEY_MATES: Final = 2  # the epoch, and an end of each fragment, in the order of the others
_COUNT: Final = 3  # the number of completions; -1 if there are too many
_NODES: Final = 4
_STEPS: Final = 5
_HEAD: Final = 6

_ENTRY: Final = 16
_MISSING: Final = 6  # the memory is looked up where at most this number of edges is missing
_NEVER: Final = 1 << 40
_IN_WORD: Final = 10  # vertices in a word, 6 bits each

# For the hash of a key.
_POSITIVE: Final = (1 << 63) - 1
_FACTOR_2: Final = 0x3F58476D1CE4E5B9
_FACTOR_3: Final = 0x14D049BB133111EB


@dataclass(slots=True)
class State:
    """The state of a search.

    A *slot* is a place in `goal`. If some slack is 8 or more, as many rows follow for its next
    three bits, at the places of the lowest three, and so on.
    """

    begin: Places  # the edges of vertex v lead to goal[begin[v]] and so on, up to begin[v + 1]
    goal: Places
    cell: Places  # the neighbours of v as sets: for each c from cell[v] to cell[v + 1], those in
    home: Places  # the row home[c] are near[c]
    near: Counts  # without the edges that were chosen to be out
    rows: Counts  # a row for every 64 vertices; see the names above
    mate: Places  # an entry per vertex
    link: Places  # two entries a vertex: its neighbours along used edges
    trail: Counts  # two entries a used edge: a vertex with a new mate; in the low 32 bits, the old
    log: Counts  # copies of rows, each after the place of the row
    queue: Places  # rows with vertices that may need all their edges
    marks: Places  # an entry per choice: the length of the log before it
    edges: Places  # an entry per choice: the number of used edges before it
    vertex: Places  # an entry per choice: its vertex
    choice: Marks  # -1 before anything was tried; 2y: the edge to y is used; 2y + 1: it is out
    left: Counts  # an entry per choice, if there is a single row: the neighbours to try
    cycles: Marks  # the vertices of each cycle written
    kept: Counts  # the memory: entries, each where its hash says; see the names above
    places: Places  # two entries per open vertex: the vertex; its neighbour if any, or else 0
    turn: Places  # an entry per vertex of a cycle: its two neighbours, combined by exclusive or
    base: int  # the words of the rows with the lowest bits of slack
    ordered: int  # if there is a single row: the vertices whose neighbours ascend
    room: int  # the number of cycles that fit
    every: int = 1  # write every N-th cycle
    skip: int = 0  # the number of cycles to skip before the next is written
    fresh: int = 1  # 1 before anything was decided
    floor: int = 0  # the number of fixed choices: the search ends when it returns to them
    depth: int = 0  # the number of choices that lead here
    size: int = 0  # of the log
    used: int = 0  # edges
    waiting: int = 0  # rows in the queue
    tries: int = 0  # choices made
    nodes: int = 0  # choices made that no earlier search had made
    steps: int = 0
    passed: int = 0  # cycles found
    written: int = 0  # cycles in `cycles`
    recall_from: int = _NEVER  # the memory is looked up from this number of used edges on
    epoch: int = 0  # changes of `near`: other completions
    keeping: int = -1  # the entry whose completions are being found, or -1
    kept_open: int = 0  # its open vertices
    kept_depth: int = 0
    kept_end: int = 0  # where its next completion belongs


def new_state(
    neighbours: Sequence[Sequence[int]], room: int, pause: Callable[[], None] | None = None
) -> State:
    """Return the state of a search that has found nothing yet, with room for `room` cycles.

    There are at least three vertices, and edges are tried in the order of `neighbours`. `pause` is
    called regularly; it may stop the work by raising.

    >>> state = new_state([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], 5)
    >>> search(state, 1000) == EXHAUSTED, state.written
    (True, 3)
    """
    n = len(neighbours)
    most = max(map(len, neighbours))
    slack = [len(row) - 2 for row in neighbours]
    cell, home = [0], []
    near: list[int] = []
    goal: list[int] = []
    for v, row in enumerate(neighbours):
        if pause is not None and not v % 4096:
            pause()
        goal += row
        words: dict[int, int] = {}
        for w in row:
            words[w >> 6] = words.get(w >> 6, 0) | 1 << (w & 63)
        home += [_ROW * j for j in words]
        near += map(_signed, words.values())
        cell.append(len(home))
    rows = []
    for low in range(0, max(1, (most - 2).bit_length()), 3):
        for first in range(0, n, 64):
            part = range(first, min(first + 64, n))
            bits = [_set(v - first for v in part if slack[v] >> b & 1) for b in range(low, low + 3)]
            more = _set(v - first for v in part if slack[v] >> low + 3)
            rows += [1, _set(range(len(part))), 0, *bits, more, 0]
    choices, base = n + most, (n + 63) // 64 * _ROW
    return State(
        begin=array_of(Places, accumulate(map(len, neighbours), initial=0)),
        goal=array_of(Places, goal),
        cell=array_of(Places, cell),
        home=array_of(Places, home),
        near=array_of(Counts, near),
        rows=array_of(Counts, rows),
        mate=array_of(Places, range(n)),
        link=zeros(Places, 2 * n),
        trail=zeros(Counts, 2 * n),
        log=zeros(Counts, 7 * min(4 * choices + len(home), choices * len(rows) // _ROW)),
        queue=array_of(Places, range(0, base, _ROW)),
        marks=zeros(Places, choices),
        edges=zeros(Places, choices),
        vertex=zeros(Places, choices),
        choice=zeros(Marks, choices),
        left=zeros(Counts, choices),
        cycles=zeros(Marks, room * n),
        kept=zeros(Counts, 0),
        places=zeros(Places, 4 * _MISSING),
        turn=zeros(Places, n),
        base=base,
        ordered=_set(v for v, row in enumerate(neighbours) if v < 64 and list(row) == sorted(row)),
        room=room,
        fresh=int(min(slack) >= 0),
        waiting=base // _ROW,
    )


def _set(members: Iterable[int]) -> int:
    """Return a set of bits."""
    return _signed(sum(1 << i for i in members))


def _signed(bits: int) -> int:
    return bits - (bits >> 63 << 64)


def make_room(state: State, room: int) -> None:
    """Make room for `room` cycles, and forget the written cycles."""
    state.room, state.written = room, 0
    length = room * len(state.mate)
    if len(state.cycles) < length:
        state.cycles = zeros(Marks, length)


def remember(state: State, entries: int = 2**12) -> None:
    """Give a search a memory of a power of 2 entries, unless there are more than 64 vertices.

    >>> state = new_state([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], 5)
    >>> remember(state, 4)
    >>> search(state, 1000) == EXHAUSTED, state.written
    (True, 3)
    """
    if state.base == _ROW:
        state.kept = zeros(Counts, entries * _ENTRY)
        state.recall_from = max(1, len(state.mate) - _MISSING)


@kernel
def search(state: State, steps: int) -> int:
    """Continue for about `steps` steps, and append the cycles found.

    A step is a choice, or an edge used. `RUNNING` means that at least `steps` were taken.
    """
    most = len(state.mate) - 1
    until = state.steps + steps
    while True:
        x = -1
        y = -1
        fails = False
        if state.fresh:
            state.fresh = 0
        else:
            if state.written == state.room:
                return FULL
            if state.steps >= until:
                return RUNNING
            if state.depth == state.floor:
                return EXHAUSTED
            if state.choice[state.depth - 1] >= 0:
                _take_back(state)
            k = _next_choice(state)
            if k < 0:
                state.depth -= 1
                if state.keeping >= 0 and state.depth == state.kept_depth:
                    _end_keeping(state)
                continue
            state.nodes += 1
            state.tries += 1
            state.steps += 1
            x = state.vertex[state.depth - 1]
            y = k >> 1
            if k & 1:
                fails = _leave_out(state, x, y)
                x = -1
        used = state.used
        if not fails:
            fails = _settle_row(state, x, y) if state.base == _ROW else _settle(state, x, y)
        state.steps += state.used - used
        if state.waiting:
            _forget_waiting(state)
        if fails:
            continue
        if state.used < most:
            if state.used < state.recall_from or state.keeping >= 0 or not _recall(state, until):
                _choose(state)
            continue
        state.passed += 1
        _close(state)
        if state.keeping >= 0:
            _keep(state)
        if state.skip:
            state.skip -= 1
        else:
            state.skip = state.every - 1
            _join(state)
            _write(state, state.link[0])


def _take_back(state: State) -> None:
    """Undo the effects of the last choice."""
    rows, log, mate, trail = state.rows, state.log, state.mate, state.trail
    until = state.marks[state.depth - 1]
    size = state.size
    while size > until:
        size -= 7
        at = log[size]
        rows[at + _OPEN] = log[size + 1]
        rows[at + _ENDS] = log[size + 2]
        rows[at + _ONES] = log[size + 3]
        rows[at + _TWOS] = log[size + 4]
        rows[at + _FOURS] = log[size + 5]
        rows[at + _MORE] = log[size + 6]
    state.size = size
    used = state.used
    until = state.edges[state.depth - 1]
    while used > until:
        used -= 1
        first = trail[2 * used]
        other = trail[2 * used + 1]
        mate[first >> 32] = first & _MATE
        mate[other >> 32] = other & _MATE
    state.used = used


def _next_choice(state: State) -> int:
    """Go to the next choice at the last vertex (twice a neighbour, plus 1 if out), or -1."""
    depth = state.depth - 1
    x = state.vertex[depth]
    last = state.choice[depth]
    mate = state.mate[x]
    if last >= 0 and mate == x:
        _toggle(state, x, last >> 1)
        if last & 1:
            return -1
        state.choice[depth] = last + 1
        return last + 1
    y = -1
    if state.base == _ROW and state.ordered >> x & 1:
        left = state.left[depth]
        if left == 0:
            return -1
        y = lowest_bit(left)
        state.left[depth] = left & ~bit(y)
    else:
        y = _next_neighbour(state, x, mate, last >> 1)
        if y < 0:
            return -1
    state.choice[depth] = 2 * y
    return 2 * y


def _next_neighbour(state: State, x: int, mate: int, last: int) -> int:
    """Return the neighbour after the last to which an undecided edge of x leads, or -1."""
    rows, goal = state.rows, state.goal
    h = state.begin[x]
    if last >= 0:
        while goal[h] != last:
            h += 1
        h += 1
    while h < state.begin[x + 1]:
        y = goal[h]
        is_open = rows[(y >> 6) * _ROW + _OPEN] >> (y & 63) & 1
        if is_open and y != mate and _are_near(state, x, y):
            return y
        h += 1
    return -1


def _settle_row(state: State, x: int, y: int) -> bool:
    """Apply the rules if there is a single row; first use the edge from x to y, unless x is -1.

    Return whether a vertex has too few edges afterwards.
    """
    rows, mate, near = state.rows, state.mate, state.near
    link, trail = state.link, state.trail
    if rows[_SEEN] >> 1 != state.tries:
        _note(state, 0)
    most = len(mate) - 1
    used = state.used
    free = rows[_OPEN]
    ends = rows[_ENDS]
    units = rows[_ONES]
    twos = rows[_TWOS]
    fours = rows[_FOURS]
    fails = False
    while used < most:
        if x < 0:
            needy = free & ~(units | twos | fours | rows[_MORE])
            if needy == 0:
                break
            x = lowest_bit(needy)
            y = lowest_bit(near[x] & free & ~bit(mate[x]))
        a = mate[x]
        b = mate[y]
        first = ends >> x & 1
        other = ends >> y & 1
        trail[2 * used] = a << 32 | x
        trail[2 * used + 1] = b << 32 | y
        used += 1
        link[2 * x + first] = y
        link[2 * y + other] = x
        mate[a] = b
        mate[b] = a
        both = bit(x) | bit(y)
        free &= ~(both & ends)
        ends ^= both
        # The edges that go out: those of x and y, if now inner, and the edge between the new ends.
        p = near[x] & free & ~bit(a) & ~both & -first
        q = near[y] & free & ~bit(b) & ~both & -other
        r = (bit(a) | bit(b)) & -(near[a] >> b & (first | other)) if used < most else 0
        twice = (p & q) | (r & (p ^ q))
        once = p ^ q ^ r
        t = once & ~units
        units ^= once
        u = (twice & t) | ((twice | t) & ~twos)
        twos ^= twice ^ t
        t = u & ~fours
        fours ^= u
        if t and _borrow(state, 0, t):
            fails = True
            break
        x = -1
    state.used = used
    rows[_OPEN] = free
    rows[_ENDS] = ends
    rows[_ONES] = units
    rows[_TWOS] = twos
    rows[_FOURS] = fours
    return fails


def _settle(state: State, x: int, y: int) -> bool:
    """Do the same as :func:`_settle_row` for more rows."""
    rows, queue, mate = state.rows, state.queue, state.mate
    most = len(mate) - 1
    while state.used < most:
        while x < 0 and state.waiting:
            at = queue[state.waiting - 1]
            some = rows[at + _ONES] | rows[at + _TWOS] | rows[at + _FOURS] | rows[at + _MORE]
            needy = rows[at + _OPEN] & ~some
            if needy:
                x = at * 8 + lowest_bit(needy)
                a = mate[x]
                row = (a >> 6) * _ROW
                c = state.cell[x]
                others = 0
                while others == 0:
                    at = state.home[c]
                    others = state.near[c] & rows[at + _OPEN]
                    if at == row:
                        others &= ~bit(a & 63)
                    c += 1
                y = at * 8 + lowest_bit(others)
            else:
                rows[at + _SEEN] -= 1
                state.waiting -= 1
        if x < 0:
            break
        if _use(state, x, y):
            return True
        x = -1
    return False


def _use(state: State, x: int, y: int) -> bool:
    """Use the edge from x to y; return whether a vertex has too few edges afterwards."""
    rows, mate, link, trail = state.rows, state.mate, state.link, state.trail
    i = (x >> 6) * _ROW
    j = (y >> 6) * _ROW
    a = mate[x]
    b = mate[y]
    first = rows[i + _ENDS] >> (x & 63) & 1
    other = rows[j + _ENDS] >> (y & 63) & 1
    used = state.used
    trail[2 * used] = a << 32 | x
    trail[2 * used + 1] = b << 32 | y
    used += 1
    state.used = used
    link[2 * x + first] = y
    link[2 * y + other] = x
    mate[a] = b
    mate[b] = a
    _touch(state, i)
    _touch(state, j)
    rows[i + _ENDS] ^= bit(x & 63)
    rows[j + _ENDS] ^= bit(y & 63)
    fails = False
    if first:
        rows[i + _OPEN] ^= bit(x & 63)
    if other:
        rows[j + _OPEN] ^= bit(y & 63)
    if first:
        fails = _drop(state, x, a, y)
    if other:
        late = _drop(state, y, b, x)
        fails = fails or late
    if used < len(mate) - 1 and not (a == x and b == y) and _are_near(state, a, b):
        late = _leave_out(state, a, b)
        fails = fails or late
    return fails


def _cell_of(state: State, a: int, b: int) -> int:
    """Return the cell of a for the row of b; -1 if there is none."""
    row = (b >> 6) * _ROW
    for c in range(state.cell[a], state.cell[a + 1]):
        if state.home[c] == row:
            return c
    return -1


def _are_near(state: State, a: int, b: int) -> bool:
    """Return whether an edge joins two vertices that no choice has ruled out."""
    c = _cell_of(state, a, b)
    return c >= 0 and state.near[c] >> (b & 63) & 1 != 0


def _toggle(state: State, a: int, b: int) -> None:
    """Remove an edge that a choice rules out from `near`, or put it back."""
    state.epoch += 1
    c = _cell_of(state, a, b)
    state.near[c] ^= bit(b & 63)
    c = _cell_of(state, b, a)
    state.near[c] ^= bit(a & 63)


def _leave_out(state: State, x: int, y: int) -> bool:
    """Rule out an undecided edge; return whether a vertex has too few edges afterwards."""
    if x >> 6 == y >> 6:
        return _spend(state, (x >> 6) * _ROW, bit(x & 63) | bit(y & 63))
    fails = _spend(state, (x >> 6) * _ROW, bit(x & 63))
    late = _spend(state, (y >> 6) * _ROW, bit(y & 63))
    return fails or late


def _drop(state: State, x: int, mate: int, y: int) -> bool:
    """Rule out the undecided edges of an inner vertex x, except those to its mate and y."""
    rows = state.rows
    i = (mate >> 6) * _ROW
    j = (y >> 6) * _ROW
    fails = False
    for c in range(state.cell[x], state.cell[x + 1]):
        at = state.home[c]
        others = state.near[c] & rows[at + _OPEN]
        others &= ~(bit(mate & 63) & -(at == i)) & ~(bit(y & 63) & -(at == j))
        if others and _spend(state, at, others):
            fails = True
    return fails


def _spend(state: State, at: int, vertices: int) -> bool:
    """Decrement the slack of some vertices of a row; return whether a vertex had none."""
    rows = state.rows
    _touch(state, at)
    old = rows[at + _ONES]
    rows[at + _ONES] = old ^ vertices
    vertices &= ~old
    old = rows[at + _TWOS]
    rows[at + _TWOS] = old ^ vertices
    vertices &= ~old
    old = rows[at + _FOURS]
    rows[at + _FOURS] = old ^ vertices
    vertices &= ~old
    return vertices != 0 and _borrow(state, at, vertices)


def _borrow(state: State, at: int, vertices: int) -> bool:
    """Take eight from the slack of some vertices of a row; return whether a vertex had less."""
    rows = state.rows
    row = at
    more = 0
    while row + state.base < len(rows):
        row += state.base
        if rows[row + _SEEN] >> 1 != state.tries:
            _note(state, row)
        for i in range(_ONES, _MORE):
            old = rows[row + i]
            rows[row + i] = old ^ vertices
            vertices &= ~old
            more |= rows[row + i]
    rows[at + _MORE] = more
    return vertices != 0


def _touch(state: State, at: int) -> None:
    """Copy a row to the log before it changes, and add it to the queue."""
    rows = state.rows
    if rows[at + _SEEN] != 2 * state.tries + 1:
        if rows[at + _SEEN] >> 1 != state.tries:
            _note(state, at)
        rows[at + _SEEN] = 2 * state.tries + 1
        state.queue[state.waiting] = at
        state.waiting += 1


def _note(state: State, at: int) -> None:
    """Copy a row to the log."""
    rows, log, size = state.rows, state.log, state.size
    rows[at + _SEEN] = 2 * state.tries
    log[size] = at
    log[size + 1] = rows[at + _OPEN]
    log[size + 2] = rows[at + _ENDS]
    log[size + 3] = rows[at + _ONES]
    log[size + 4] = rows[at + _TWOS]
    log[size + 5] = rows[at + _FOURS]
    log[size + 6] = rows[at + _MORE]
    state.size = size + 7


def _forget_waiting(state: State) -> None:
    """Empty the queue."""
    while state.waiting:
        state.waiting -= 1
        state.rows[state.queue[state.waiting] + _SEEN] -= 1


def _choose(state: State) -> None:
    """Choose the last end with the fewest edges; if there are no ends, the first such vertex."""
    rows = state.rows
    x = -1
    at = state.base
    while at > 0 and x < 0:  # nearly always an end can spare a single edge, and none can spare less
        at -= _ROW
        most = rows[at + _TWOS] | rows[at + _FOURS] | rows[at + _MORE]
        least = rows[at + _ENDS] & ~most
        if least:
            x = at * 8 + highest_bit(least)
    if x < 0:
        x = _with_least_slack(state)
    state.marks[state.depth] = state.size
    state.edges[state.depth] = state.used
    state.vertex[state.depth] = x
    state.choice[state.depth] = -1
    if state.base == _ROW:
        state.left[state.depth] = state.near[x] & rows[_OPEN] & ~bit(state.mate[x])
    state.depth += 1


def _with_least_slack(state: State) -> int:
    """Return the last end with the least slack; if there are no ends, the first such vertex."""
    rows = state.rows
    ends = False
    for row in range(0, state.base, _ROW):
        ends = ends or rows[row + _ENDS] != 0
    x = -1
    best = 1 << 60
    for first in range(0, state.base, _ROW):
        among = rows[first + (_ENDS if ends else _OPEN)]
        slack = 0
        row = len(rows) - state.base + first
        while among and row >= 0:
            for i in range(_FOURS, _ONES - 1, -1):
                fewer = among & ~rows[row + i]
                slack = 2 * slack + (0 if fewer else 1)
                among = fewer if fewer else among
            row -= state.base
        if among and (slack < best or (ends and slack == best)):
            best = slack
            x = first * 8 + (highest_bit(among) if ends else lowest_bit(among))
    return x


def _recall(state: State, until: int) -> bool:
    """Append the cycles below the current place if the memory has them; return whether it has.

    If it has not, begin to keep them. The search must not have to stop among them.
    """
    rows, mate, kept = state.rows, state.mate, state.kept
    free = rows[_OPEN]
    ends = rows[_ENDS]
    mates = state.epoch
    rest = ends
    while rest:
        x = lowest_bit(rest)
        y = mate[x]
        rest &= ~(bit(x) | bit(y))
        mates = mates << 6 | y
    mixed = (free * FACTOR ^ ends * _FACTOR_2 ^ mates * _FACTOR_3) & _POSITIVE
    at = mixed >> 40 & len(kept) - _ENTRY
    same = kept[at + _KEY_OPEN] == free and kept[at + _KEY_ENDS] == ends
    if not same or kept[at + _KEY_MATES] != mates:
        kept[at + _KEY_OPEN] = 0  # until all completions are found
        kept[at + _KEY_ENDS] = ends
        kept[at + _KEY_MATES] = mates
        kept[at + _COUNT] = 0
        kept[at + _NODES] = state.nodes
        kept[at + _STEPS] = state.steps
        state.keeping = at
        state.kept_open = free
        state.kept_depth = state.depth
        state.kept_end = at + _HEAD
        return False
    count = kept[at + _COUNT]
    new = count - state.skip
    if state.every > 1:
        new = (new + state.every - 1) // state.every
    stops = state.written + new >= state.room or state.steps + kept[at + _STEPS] >= until
    if count < 0 or stops:
        return False
    state.nodes += kept[at + _NODES]
    state.steps += kept[at + _STEPS]
    state.passed += count
    if state.skip < count:
        _write_kept(state, at)
    else:
        state.skip -= count
    return True


def _keep(state: State) -> None:
    """Keep the completion that is linked."""
    kept, link = state.kept, state.link
    at = state.kept_end
    if at + 2 > state.keeping + _ENTRY:
        kept[state.keeping + _COUNT] = -1
        _end_keeping(state)
        return
    ends = kept[state.keeping + _KEY_ENDS]
    word = link[1]
    size = 1
    rest = state.kept_open
    while rest:
        x = lowest_bit(rest)
        rest &= ~bit(x)
        if size == _IN_WORD:
            kept[at] = word
            at += 1
            word = 0
            size = 0
        is_end = ends >> x & 1
        word |= (link[2 * x + 1] ^ (link[2 * x] & is_end - 1)) << 6 * size
        size += 1
    kept[at] = word
    state.kept_end = at + 1
    kept[state.keeping + _COUNT] += 1


def _end_keeping(state: State) -> None:
    """Complete an entry of the memory."""
    kept, at = state.kept, state.keeping
    kept[at + _KEY_OPEN] = state.kept_open
    kept[at + _NODES] = state.nodes - kept[at + _NODES]
    kept[at + _STEPS] = state.steps - kept[at + _STEPS]
    state.keeping = -1


def _write_kept(state: State, entry: int) -> None:
    """Write the cycles of an entry of the memory."""
    link, turn, places, kept = state.link, state.turn, state.places, state.kept
    _join(state)
    free = kept[entry + _KEY_OPEN]
    size = 0
    rest = free
    while rest:
        x = lowest_bit(rest)
        rest &= ~bit(x)
        is_end = kept[entry + _KEY_ENDS] >> x & 1
        places[2 * size] = x
        places[2 * size + 1] = link[2 * x] & -is_end
        size += 1
    words = size // _IN_WORD + 1
    i = state.skip
    while i < kept[entry + _COUNT]:
        at = entry + _HEAD + i * words
        word = kept[at]
        first = (word & 63) if free & 1 else link[0]
        for j in range(min(size, _IN_WORD - 1)):
            word >>= 6
            turn[places[2 * j]] = places[2 * j + 1] ^ (word & 63)
        if words > 1:
            word = kept[at + 1]
            for j in range(_IN_WORD - 1, size):
                turn[places[2 * j]] = places[2 * j + 1] ^ (word & 63)
                word >>= 6
        _write(state, first)
        i += state.every
    state.skip = i - kept[entry + _COUNT]


def _close(state: State) -> None:
    """Link the last edge: the search does not use it, because nothing would follow."""
    link, trail = state.link, state.trail
    last = trail[2 * state.used - 2] >> 32
    other = trail[2 * state.used - 1] >> 32
    link[2 * last + 1] = other
    link[2 * other + 1] = last


def _join(state: State) -> None:
    """Combine the two neighbours of each vertex, so that either and the sum give the other."""
    link, turn = state.link, state.turn
    for v in range(len(turn)):
        turn[v] = link[2 * v] ^ link[2 * v + 1]


def _write(state: State, first: int) -> None:
    """Write the cycle in `turn` from 0, two vertices at a time; `first` is a neighbour of 0."""
    cycles, turn = state.cycles, state.turn
    n = len(turn)
    origin = state.written * n
    cycles[origin] = 0
    u = min(first, turn[0] ^ first)
    v = max(first, turn[0] ^ first)
    p = 0
    q = 0
    for i in range(1, n // 2 + 1, 2):
        cycles[origin + i] = u
        cycles[origin + n - i] = v
        p ^= turn[u]
        q ^= turn[v]
        cycles[origin + i + 1] = p
        cycles[origin + n - i - 1] = q
        u ^= turn[p]
        v ^= turn[q]
    state.written += 1


def decisions(state: State) -> list[int]:
    """Return the choices that lead to the current place of a search, for :func:`replay`.

    Each is twice the place of an edge among those of its vertex, plus 1 if it is out. A final -1
    means that the next choice comes below all these, and does not replace the last of them.
    """
    choices = zip(state.choice[: state.depth], state.vertex, strict=False)
    return [c if c < 0 else 2 * _row(state, v).index(c >> 1) + (c & 1) for c, v in choices]


def _row(state: State, v: int) -> list[int]:
    """Return the neighbours of a vertex."""
    return list(state.goal[state.begin[v] : state.begin[v + 1]])


def replay(state: State, choices: Sequence[int]) -> bool:
    """Bring a new search to the place of another search; return whether that was possible.

    >>> rows = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    >>> first, other = (new_state(rows, 1) for _ in range(2))
    >>> search(first, 1000) == FULL, replay(other, decisions(first))
    (True, True)
    >>> search(other, 1000) == FULL, list(other.cycles)
    (True, [0, 1, 3, 2])
    """
    ahead = len(choices) > 0 and choices[-1] < 0
    chosen = choices[:-1] if ahead else choices
    begin(state)
    if not all(choose(state, c) for c in chosen) or (ahead and state.depth <= len(chosen)):
        return False
    state.depth, state.keeping = len(choices), -1
    state.passed = state.skip = state.nodes = 0
    return True


def begin(state: State) -> None:
    """Bring a new search to its first choice, so that :func:`choose` can be called."""
    state.skip = 1  # a cycle found here was found before
    search(state, 0)


def choose(state: State, choice: int) -> bool:
    """Make the next choice; return whether it was possible.

    >>> state = new_state([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], 1)
    >>> begin(state)
    >>> choose(state, 0), decisions(state)
    (True, [0, -1])
    """
    depth = state.depth - 1
    if depth < 0 or state.choice[depth] >= 0:
        return False
    v = state.vertex[depth]
    row = _row(state, v)
    if not 0 <= choice < 2 * len(row):
        return False
    y = row[choice >> 1]
    want = 2 * y + (choice & 1)
    if choice & 1:  # only the first edge at a vertex without a used edge can be tried as out
        if options(state)[-1][0] != choice:
            return False
        state.choice[depth] = want - 1
    elif choice and state.mate[v] != v:
        state.choice[depth] = 2 * row[(choice >> 1) - 1]
        state.left[depth] &= -1 << (y & 63)
    state.skip = 1
    state.keeping = -1
    search(state, 1)
    return state.depth > depth and state.choice[depth] == want


def options(state: State) -> list[tuple[int, float]]:
    """Return the possible choices at a vertex without a choice, in their order.

    Each comes with an estimate of its share of all cycles: if all edges were in equally many, an
    edge at a vertex of degree ``d`` would be in ``2 / d`` of them, because each cycle uses two.

    >>> state = new_state([[1, 2, 3, 4], [0, 2, 3, 4], [0, 1, 3, 4], [0, 1, 2, 4], [0, 1, 2, 3]], 1)
    >>> begin(state)
    >>> options(state)  # the first edge of vertex 0 is used, and then out
    [(0, 0.5), (1, 0.5)]
    """
    v = state.vertex[state.depth - 1]
    undecided = set()
    for c in range(state.cell[v], state.cell[v + 1]):
        at = state.home[c]
        here = state.near[c] & state.rows[at + _OPEN]
        undecided |= {at * 8 + i for i in range(64) if here >> i & 1}
    undecided.discard(state.mate[v])
    slots = [slot for slot, w in enumerate(_row(state, v)) if w in undecided]
    share = 1 / len(slots)
    if state.mate[v] == v:
        return [(2 * slots[0], 2 * share), (2 * slots[0] + 1, 1 - 2 * share)]
    return [(2 * slot, share) for slot in slots]
