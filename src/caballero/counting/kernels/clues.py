"""Count the tours that have clues, by a search from clue to clue.

A depth-first search enters vertices in the order of their numbers. A *kind* is a set of vertices of
which some numbers must have a member: a clue is a kind with a single vertex, and all vertices
without a clue are kind 0. The search cuts where

- no walk of the graph leads from the vertex to the kinds of all later numbers (`fits`);
- a vertex that is not entered yet has fewer than two neighbours to come from and to go on to; a
  single vertex may have a single neighbour, if it may be last.

Different ways to the same clue may enter the same vertices. A *memo* has the number of tours from
there on, by the vertices entered. It is bounded: where it may not grow, a new entry replaces an old
entry.

Invariants between calls: ``path[1:depth + 1]`` are the vertices entered, and `words` is their set;
``degree[v]`` of a vertex that is not entered is the number of its neighbours that are not entered,
or the last vertex entered, or the first vertex of a closed tour; `lone` counts vertices with fewer
than two; ``sums[d]`` counts the tours found from the first ``d`` vertices on, since they were
entered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from caballero.machine.kernel import Counts, Flags, Marks, Places, array_of, bit, kernel, zeros

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
DONE: Final = 1  # ``sums[0]`` is the number of tours
FULL: Final = 2  # the memo has few empty entries: `pour` it into a larger memo, or continue
OVERFLOW: Final = 3  # a number does not fit

ANY: Final = 0  # the last vertex may be any
MEETS: Final = 1  # it must be a neighbour of the first
PARTS: Final = 2  # the vertex must not be the last

WORD: Final = 62  # vertices in an int of a set
WAYS: Final = 4  # entries of the memo that may have a set
SETTLED: Final = -2  # of `must`: nothing is to be tried from here
LARGEST: Final = 1 << 61  # numbers below it can be added


@dataclass(slots=True)
class Memo:
    """Sets of vertices entered, in the order of their hashes, and the tours from there on."""

    entries: Counts  # the ints of a set, of its last vertex and its first, and the tours
    height: int  # the logarithm of the entries
    used: int = 0
    grows: int = 1  # 0 if it may not grow


@dataclass(slots=True)
class State:
    """The state of a search; the vertex after the last vertex is its root."""

    indptr: Places  # the graph; the neighbours of the root may be first
    indices: Places
    fits: Flags  # by number and vertex: 1 if the vertex may have this number
    ends: Flags  # by vertex: 1 if it may be last and have a single neighbour
    keeps: Flags  # by number: 1 if the memo has the sets of this number of vertices
    used: Flags
    degree: Marks
    path: Places  # by number; the root has number 0
    cursor: Places  # by number, the next neighbour to try
    must: Marks  # by number, the only vertex that may come next, or -1, or `SETTLED`
    sums: Counts
    words: Counts
    ending: int
    closed: int
    lone: int
    depth: int = 0
    nodes: int = 0


def new_memo(height: int, vertices: int) -> Memo:
    """Return an empty memo of ``2**height`` entries for a graph of this number of vertices."""
    return Memo(zeros(Counts, (vertices // WORD + 3) << height), height)


def new_state(
    rows: Sequence[Sequence[int]],
    fits: Sequence[Sequence[int]],
    keeps: Sequence[int],
    *,
    closed: bool = False,
    ending: int = ANY,
) -> State:
    """Return the state of a search that has entered nothing.

    `fits` has the vertices that may have each number, from 1 on. `keeps` has the numbers at which
    the memo is used.

    >>> square = [[1, 3], [0, 2], [1, 3], [0, 2]]
    >>> state = new_state(square, [[0], [1, 3], [2], [1, 3]], [3])
    >>> search(state, new_memo(2, 4), 100) == DONE, state.sums[0]
    (True, 2)
    """
    n = len(rows)
    starts: list[int] = [0]
    flat: list[int] = []
    for row in [*rows, fits[0]]:
        flat += row
        starts.append(len(flat))
    allowed = zeros(Flags, (n + 1) * n)
    for number, vertices in enumerate(fits, 1):
        for v in vertices:
            allowed[number * n + v] = 1
    degree = [len(row) + (v in fits[0]) for v, row in enumerate(rows)]
    kept = zeros(Flags, n + 1)
    for number in keeps:
        kept[number] = 1
    return State(
        indptr=array_of(Places, starts), indices=array_of(Places, flat), fits=allowed,
        ends=array_of(Flags, [int(not closed and v in fits[-1]) for v in range(n)]),
        keeps=kept, used=zeros(Flags, n + 1), degree=array_of(Marks, degree),
        path=array_of(Places, [n] * (n + 1)), cursor=array_of(Places, [starts[n]] * (n + 1)),
        must=array_of(Marks, [-1] * (n + 1)), sums=zeros(Counts, n + 1),
        words=zeros(Counts, n // WORD + 1), ending=MEETS if closed else ending, closed=int(closed),
        lone=sum(d < 2 for d in degree),
    )  # fmt: skip


@kernel
def search(state: State, memo: Memo, steps: int) -> int:
    """Continue the search by at most `steps` vertices entered."""
    until = state.nodes + steps
    n = len(state.path) - 1
    while state.nodes < until:
        depth = state.depth
        h = state.path[depth]
        at = state.cursor[depth]
        if at < state.indptr[h + 1]:
            w = state.indices[at]
            state.cursor[depth] = at + 1
            must = state.must[depth]
            if state.used[w] or not state.fits[(depth + 1) * n + w] or (must >= 0 and must != w):
                continue
            state.nodes += 1
            alive = _enter(state, h, w)
            if depth + 1 == n:
                state.sums[n] = _is_tour(state)
                state.cursor[n] = state.indptr[w + 1]
            elif not alive or not _prepare(state, w) or _recall(state, memo):
                state.cursor[depth + 1] = state.indptr[w + 1]
                state.must[depth + 1] = SETTLED
        else:
            if depth == 0:
                return DONE
            found = state.sums[depth]
            if state.keeps[depth] and state.must[depth] != SETTLED:
                _store(state, memo)
            _leave(state, state.path[depth - 1], h)
            state.sums[depth - 1] += found
            if state.sums[depth - 1] >= LARGEST:
                return OVERFLOW
            if memo.grows and 2 * memo.used > 1 << memo.height:
                return FULL
    return RUNNING


def _enter(state: State, h: int, w: int) -> bool:
    """Enter a vertex; return whether no vertex has too few neighbours then."""
    n = len(state.path) - 1
    alive = True
    if state.degree[w] < 2:
        state.lone -= 1
    state.used[w] = 1
    state.words[w // WORD] ^= bit(w % WORD)
    if not state.closed or state.depth != 1:
        for i in range(state.indptr[h], state.indptr[h + 1]):
            u = state.indices[i]
            if not state.used[u]:
                left = state.degree[u] - 1
                state.degree[u] = left
                if left < 2:
                    state.lone += left
                    alive = alive and left > 0 and state.ends[u] != 0
    state.depth += 1
    state.path[state.depth] = w
    state.sums[state.depth] = 0
    return alive and state.lone < 2 and (state.degree[w] > 1 or state.depth == n)


def _leave(state: State, h: int, w: int) -> None:
    """Undo :func:`_enter`."""
    state.depth -= 1
    if not state.closed or state.depth != 1:
        for i in range(state.indptr[h], state.indptr[h + 1]):
            u = state.indices[i]
            if not state.used[u]:
                left = state.degree[u]
                state.degree[u] = left + 1
                if left < 2:
                    state.lone -= left
    state.words[w // WORD] ^= bit(w % WORD)
    state.used[w] = 0
    if state.degree[w] < 2:
        state.lone += 1


def _prepare(state: State, w: int) -> bool:
    """Prepare to go on from a vertex; a neighbour with a single other neighbour must be next."""
    must = -1
    for i in range(state.indptr[w], state.indptr[w + 1]):
        u = state.indices[i]
        if not state.used[u] and state.degree[u] < 3 and not state.ends[u]:
            if must >= 0 and (not state.closed or state.depth > 1):
                return False
            must = u
    state.must[state.depth] = -1 if state.closed and state.depth == 1 else must
    state.cursor[state.depth] = state.indptr[w]
    return True


def _is_tour(state: State) -> int:
    """Return 1 if the last vertex may follow, or precede, the first."""
    if state.ending == ANY:
        return 1
    first = state.path[1]
    last = state.path[state.depth]
    meets = False
    for i in range(state.indptr[last], state.indptr[last + 1]):
        meets = meets or state.indices[i] == first
    return 1 if meets == (state.ending == MEETS) else 0


# -- the memo --------------------------------------------------------------------------------------


def _seal(state: State) -> int:
    """Return a number for the last vertex, and for the first if tours must return to it."""
    first = state.path[1] if state.ending != ANY else 0
    return 1 + first * len(state.path) + state.path[state.depth]


def _home(words: Counts, begin: int, size: int, seal: int, height: int) -> int:
    """Return the number of the first entry that may have a set, which begins somewhere."""
    value = seal
    for i in range(begin, begin + size):
        value = _mixed(value, words[i] & 0x7FFFFFFF)
        value = _mixed(value, words[i] >> 31)
    return value >> 8 & ((1 << height) - 1)


def _mixed(value: int, word: int) -> int:
    mixed = ((value ^ word) & 0x7FFFFFFF) * 0x9E3779B1 & 0x7FFFFFFFFFFFFFF
    return mixed ^ mixed >> 29


def _find(memo: Memo, words: Counts, begin: int, size: int, seal: int, turn: int) -> int:
    """Return where the entry of a set begins; else an empty entry, or an entry to replace."""
    home = _home(words, begin, size, seal, memo.height)
    for way in range(WAYS):
        at = (home ^ way) * (size + 2)
        there = memo.entries[at + size]
        same = there == seal
        for i in range(size):
            same = same and memo.entries[at + i] == words[begin + i]
        if same or there == 0:
            return at
    return (home ^ turn % WAYS) * (size + 2)


def _recall(state: State, memo: Memo) -> bool:
    """Return whether the tours from here on are known; if so, they are in `sums`."""
    if not state.keeps[state.depth]:
        return False
    size = len(state.words)
    seal = _seal(state)
    at = _find(memo, state.words, 0, size, seal, 0)
    known = memo.entries[at + size] == seal
    for i in range(size):
        known = known and memo.entries[at + i] == state.words[i]
    if known:
        state.sums[state.depth] = memo.entries[at + size + 1]
    return known


def _store(state: State, memo: Memo) -> None:
    """Store the tours from here on."""
    size = len(state.words)
    seal = _seal(state)
    at = _find(memo, state.words, 0, size, seal, state.nodes)
    memo.used += memo.entries[at + size] == 0
    for i in range(size):
        memo.entries[at + i] = state.words[i]
    memo.entries[at + size] = seal
    memo.entries[at + size + 1] = state.sums[state.depth]


@kernel
def pour(memo: Memo, larger: Memo, size: int, begin: int, stop: int) -> None:
    """Copy the entries from a number to another, of sets of `size` ints, to a larger memo."""
    for entry in range(begin, stop):
        at = entry * (size + 2)
        seal = memo.entries[at + size]
        if seal != 0:
            to = _find(larger, memo.entries, at, size, seal, 0)
            larger.used += larger.entries[to + size] == 0
            for i in range(size + 2):
                larger.entries[to + i] = memo.entries[at + i]
