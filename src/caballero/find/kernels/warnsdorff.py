"""Warnsdorff's rule: go where the exits are fewest.

H. C. von Warnsdorff, "Des Rösselsprunges einfachste und allgemeinste Lösung", 1823: of the free
neighbours, go to the neighbour with the fewest free neighbours of its own (its *exits*).
:data:`walk` follows the rule and never steps back; :data:`search` tries the other neighbours too,
in the order of their exits, and so finds a tour if any.

If several neighbours have the fewest exits, the tie rule chooses:

- `ORDER`: the first in the graph's order;
- `FARTHEST`: the neighbour with the largest key; with the squared distances from the middle of a
  board as keys, this is Roth's rule (A. Roth, "The problem of the knight", 2007);
- `RANDOM`: any, equally likely; the same in both forms;
- `POHL_SUM`, `POHL_MIN`: the neighbour whose own free neighbours have the least sum, or the least
  minimum, of exits (I. Pohl, "A method for finding Hamilton paths and knight's tours",
  Comm. ACM 10, 1967, proposed to apply the rule once more).

`ORDER` breaks the ties that are left. The first descent of `search` is the path of `walk`.

The vertices on a path are numbered from 1. **Node**, **step back** and **dead end**, and the
contents of `mark`, `want`, `closes` and `profile`, are as in
:mod:`caballero.find.kernels.backtracking`.

Invariants of a search between calls: ``path[:depth]`` is a path in the graph and ``mark``
numbers its vertices 1 to ``depth``; ``exits[w]`` of a free vertex ``w`` is its degree less its
neighbours on the path, not counting a last vertex that is still fresh; the vertices left to try
from ``v = path[i]`` are ``tries[cursor[i]:stop[i]]``, in the range of ``v``'s row of `indices`,
which no other vertex uses because ``v`` is on the path only once.

A walk never steps back, so it needs less: a number for each vertex, its `rank`, holds whether
it may be next, its exits, and its distance; the least rank wins. It is the exits times a unit,
which is 1 but for `FARTHEST`, where a part below the unit falls with the key. If a clue gives the
vertex its number, `held` is added, which is more than any such rank; once the vertex is on the
path, twice as much. Its exits are still updated then, which is cheaper than a test. Vertices of the
same `kind` share a row of `targets`; if these are offsets, the vertex is added to them. So a
large board needs no graph, and the walk waits less for memory, which takes most of its time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from caballero.machine.kernel import Counts, Flags, Ints, Marks, Places, array_of, kernel, zeros
from caballero.machine.kernels._shared import first_draw, next_draw

# What `walk` and `search` return.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # the path is complete; `search` may be called again for the next
EXHAUSTED: Final = 2  # `walk` cannot continue; for `search`, there is no other tour

# The tie rules.
ORDER: Final = 0
FARTHEST: Final = 1
RANDOM: Final = 2
POHL_SUM: Final = 3
POHL_MIN: Final = 4

MOST_KINDS: Final = 128
"""The most rows of targets that the numbers in `Flags` can distinguish."""


@dataclass(slots=True)
class Walk:
    """The state of a walk."""

    # The row of `targets` of each vertex; empty if there are more than 128 rows. Only read.
    kind: Flags
    own: Places  # the same if `kind` is empty, else empty; only read
    indptr: Places  # where each row begins in `targets`; only read
    targets: Marks  # the neighbours, or their offsets; only read
    path: Places  # by vertex
    # By number, from 0 (unused): 0, or 1 more than the vertex that must get it. Only read.
    clue: Places
    rank: Marks  # by vertex
    # For `FARTHEST`, an entry a vertex, if the keys do not fit into the ranks; else empty. Only
    # read.
    key: Marks
    scale: int  # 1 if the targets are offsets, to which the vertex is added, otherwise 0
    tie: int  # the tie rule
    unit: int  # the share of an exit in a rank
    held: int  # more than the rank of any vertex that may be next
    draw: int  # the last random number
    depth: int = 1  # how many vertices are on the path
    fresh: int = 1  # 1 if the last of them still counts as an exit of its neighbours


@dataclass(slots=True)
class State:
    """The state of a search."""

    indptr: Places  # the graph; only read
    indices: Places  # only read
    path: Places  # by vertex
    cursor: Places  # by vertex
    stop: Places  # by vertex
    tries: Places  # as long as `indices`
    scores: Marks  # scratch, as long as the largest degree
    mark: Marks  # by vertex
    want: Marks  # by number, from 0 to 1 above the last; only read
    # 1 for each vertex on which a tour may end; empty if it may end anywhere. Only read.
    closes: Marks
    exits: Marks  # by vertex
    key: Marks  # for `FARTHEST`, by vertex; otherwise it may be empty; only read
    profile: Counts  # nodes at each number, from 0 (unused)
    tie: int  # the tie rule
    draw: int  # the last random number
    depth: int = 1  # as for a walk
    fresh: int = 1  # as for a walk
    nodes: int = 1  # how many vertices were entered
    dead_ends: int = 0  # from how many vertices no neighbour could be tried

    @property
    def steps_back(self) -> int:
        """How many vertices were left again."""
        return self.nodes - self.depth


def new_walk(
    indptr: Ints,
    targets: Ints,
    start: int,
    *,
    kind: Ints | None = None,
    tie: int = ORDER,
    key: Ints | None = None,
    seed: int = 0,
    clues: Mapping[int, int] | None = None,
) -> Walk:
    """Return the state of a walk that has entered only its start.

    With `kind`, the kind of each vertex, `targets` has the offsets that the vertices of a kind
    share; without it, the neighbours of each vertex. `key`, for `FARTHEST`, has a number of 32 bits
    a vertex; they are all equal by default. `seed` is for `RANDOM`. `clues` maps vertices to the
    numbers, from 1 on, that they must get; the end is the clue with the last number.

    >>> state = new_walk([0, 2, 4, 6, 8], [1, 2, 0, 3, 3, 0, 2, 1], 0)
    >>> walk(state, 10) == FOUND, list(state.path)
    (True, [0, 1, 3, 2])
    """
    rows = len(indptr) - 1
    degrees = array_of(Marks, [indptr[k + 1] - indptr[k] for k in range(rows)])
    most = max(degrees, default=0) + 1
    farther = array_of(Marks, key if tie == FARTHEST and key is not None else ())
    unit = span(farther) + 1
    ranked = 4 * most * unit < 2**31  # no rank comes to four times `held`
    if not ranked:
        unit = 1
    own = range(rows) if kind is None else kind
    n, few = len(own), rows <= MOST_KINDS
    state = Walk(
        kind=array_of(Flags, own if few else ()),
        own=array_of(Places, () if few else own),
        indptr=array_of(Places, indptr),
        targets=array_of(Marks, targets),
        path=zeros(Places, n),
        clue=zeros(Places, n + 1),
        rank=zeros(Marks, n),
        key=array_of(Marks, () if ranked else farther),
        scale=int(kind is not None),
        tie=tie,
        unit=unit,
        held=most * unit,
        draw=first_draw(seed),
    )
    set_ranks(state, degrees, farther if ranked else zeros(Marks, 0))
    for v, number in (clues or {}).items():
        state.clue[number] = v + 1
        state.rank[v] += state.held
    state.path[0] = start
    state.rank[start] += 2 * state.held
    return state


def new_state(
    indptr: Ints,
    indices: Ints,
    start: int,
    *,
    tie: int = ORDER,
    key: Ints | None = None,
    seed: int = 0,
    clues: Mapping[int, int] | None = None,
    closed: bool = False,
) -> State:
    """Return the state of a search that has entered only its start; parameters as for `new_walk`.

    If `closed`, the last vertex must be a neighbour of the first.

    >>> state = new_state([0, 1, 3, 4], [1, 2, 0, 1], 1)
    >>> search(state, 10) == EXHAUSTED, state.nodes
    (True, 3)
    """
    n = len(indptr) - 1
    mark, want, closes = zeros(Marks, n), zeros(Marks, n + 2), zeros(Marks, n if closed else 0)
    path, profile = zeros(Places, n), zeros(Counts, n + 1)
    rows, exits = array_of(Places, indptr), zeros(Marks, n)
    highest = count_exits(rows, exits)
    for v, number in (clues or {}).items():
        mark[v] = want[number] = -number
    want[n + 1] = -n - 1
    path[0] = start
    mark[start] = profile[1] = 1
    if closed and n > 2:  # a cycle has three vertices at least
        for at in range(indptr[start], indptr[start + 1]):
            closes[indices[at]] = 1
    return State(
        indptr=rows,
        indices=array_of(Places, indices),
        path=path,
        cursor=zeros(Places, n),
        stop=zeros(Places, n),
        tries=zeros(Places, len(indices)),
        scores=zeros(Marks, highest),
        mark=mark,
        want=want,
        closes=closes,
        exits=exits,
        key=zeros(Marks, n if tie == FARTHEST else 0) if key is None else array_of(Marks, key),
        profile=profile,
        tie=tie,
        draw=first_draw(seed),
    )


@kernel
def span(key: Marks) -> int:
    """Return the largest difference of two keys."""
    nearest = farthest = key[0] if len(key) else 0
    for v in range(len(key)):
        nearest = min(nearest, key[v])
        farthest = max(farthest, key[v])
    return farthest - nearest


@kernel
def set_ranks(state: Walk, degrees: Marks, key: Marks) -> None:
    """Set the rank of every vertex before a walk; `key` may be empty."""
    rank = state.rank
    for v in range(len(rank)):
        row = _row(state, v)
        rank[v] = degrees[row] * state.unit
    farthest = key[0] if len(key) else 0
    for v in range(len(key)):
        farthest = max(farthest, key[v])
    for v in range(len(key)):
        rank[v] += farthest - key[v]


@kernel
def walk(state: Walk, steps: int) -> int:
    """Continue for at most `steps` vertices; after the end of the walk, change nothing."""
    indptr, targets, path, rank = state.indptr, state.targets, state.path, state.rank
    n = len(path)
    scale = state.scale
    unit = state.unit
    held = state.held
    by_rank = state.tie == ORDER or (state.tie == FARTHEST and not len(state.key))
    depth = state.depth
    v = path[depth - 1]
    while depth < n and state.fresh:
        if steps <= 0:
            state.depth = depth
            return RUNNING
        goal = state.clue[depth + 1]
        best = v  # means none
        if by_rank and goal == 0:
            # Take v out of its neighbours' exits, and choose among them, in the same loop.
            least = held
            row = _row(state, v)
            base = v * scale
            for at in range(indptr[row], indptr[row + 1]):
                w = base + targets[at]
                r = rank[w] - unit
                rank[w] = r
                if r < least:
                    least = r
                    best = w
        else:
            best = _choice(state, v, goal)
        if best == v:
            state.fresh = 0
        else:
            rank[best] += 2 * held
            path[depth] = best
            depth += 1
            v = best
            steps -= 1
    state.depth = depth
    return FOUND if depth == n else EXHAUSTED


def _row(state: Walk, v: int) -> int:
    """Return the row of targets of a vertex."""
    return state.kind[v] if len(state.kind) else state.own[v]


def _choice(state: Walk, v: int, goal: int) -> int:
    """Take v from its neighbours' exits; return the next vertex (`goal` - 1 if set), v for none."""
    indptr, targets, rank = state.indptr, state.targets, state.rank
    held = state.held
    unit = state.unit
    random = state.tie == RANDOM
    draw = state.draw
    row = _row(state, v)
    base = v * state.scale
    fewest = held
    best = v
    least = 0  # the best draw or score
    tied = False
    for at in range(indptr[row], indptr[row + 1]):
        w = base + targets[at]
        r = rank[w] - unit
        rank[w] = r
        if (r < held and goal == 0) or (r < 2 * held and w + 1 == goal):
            if random:
                draw = next_draw(draw)
            if r < fewest or goal:
                fewest = r
                best = w
                least = draw
                tied = False
            elif r == fewest:
                tied = True
                if random and draw < least:
                    best = w
                    least = draw
    state.draw = draw
    if random or not tied:
        return best
    # A second loop, because a score needs the updated exits.
    best = v
    for at in range(indptr[row], indptr[row + 1]):
        w = base + targets[at]
        if rank[w] == fewest:
            score = -state.key[w] if state.tie == FARTHEST else _exits_beyond(state, w)
            if best == v or score < least:
                best = w
                least = score
    return best


def _exits_beyond(state: Walk, v: int) -> int:
    """Return the sum or the minimum of the exits of a vertex's free neighbours."""
    indptr, targets, rank = state.indptr, state.targets, state.rank
    held = state.held
    row = _row(state, v)
    base = v * state.scale
    score = 0
    for at in range(indptr[row], indptr[row + 1]):
        r = rank[base + targets[at]]
        if r < 2 * held:
            if r >= held:
                r -= held
            if state.tie == POHL_SUM:
                score += r
            elif score == 0 or r < score:
                score = r  # at least 1, because v itself is an exit
    return score


@kernel
def count_exits(indptr: Places, exits: Marks) -> int:
    """Write the degree of every vertex; return the highest."""
    highest = 0
    for v in range(len(exits)):
        exits[v] = indptr[v + 1] - indptr[v]
        highest = max(highest, exits[v])
    return highest


@kernel
def search(state: State, steps: int) -> int:
    """Continue to the next tour, entering at most `steps` nodes; `RUNNING` if all were entered."""
    if steps <= 0:
        return RUNNING
    path, cursor, stop, tries = state.path, state.cursor, state.stop, state.tries
    n = len(path)
    depth = state.depth
    most = state.nodes + steps
    v = path[depth - 1]
    status = RUNNING
    if depth == n and state.fresh:  # a vertex alone is complete before anything is tried
        state.fresh = 0
        if _may_end(state, v):
            return FOUND
    while True:
        if state.fresh:
            begin = state.indptr[v]
            count = _expand(state, v, state.want[depth + 1])
            state.dead_ends += count == 0
            cursor[depth - 1] = begin
            stop[depth - 1] = begin + count
            state.fresh = 0
        at = cursor[depth - 1]
        if at < stop[depth - 1]:
            v = tries[at]
            cursor[depth - 1] = at + 1
            path[depth] = v
            depth += 1
            state.mark[v] = depth
            state.profile[depth] += 1
            state.nodes += 1
            if depth == n:
                cursor[depth - 1] = stop[depth - 1] = 0  # nothing to try from here
                if _may_end(state, v):
                    status = FOUND
                    break
            else:
                state.fresh = 1
            if state.nodes == most:
                break
        else:
            if depth == 1:
                status = EXHAUSTED
                break
            _leave(state, v, state.want[depth])
            depth -= 1
            v = path[depth - 1]
    state.depth = depth
    return status


def _expand(state: State, v: int, goal: int) -> int:
    """Take v out of its neighbours' exits; list and sort the neighbours that may be tried."""
    indptr, indices, tries = state.indptr, state.indices, state.tries
    mark, exits, scores = state.mark, state.exits, state.scores
    begin = indptr[v]
    count = 0
    for at in range(begin, indptr[v + 1]):
        w = indices[at]
        number = mark[w]
        if number <= 0:
            exits[w] -= 1
            if number == goal:
                tries[begin + count] = w
                count += 1
    # Insertion sort: there are few, and it keeps the order of equals.
    for i in range(count):
        w = tries[begin + i]
        e = exits[w]
        score = _score(state, w)
        j = i
        while j > 0:
            u = tries[begin + j - 1]
            if exits[u] < e or (exits[u] == e and scores[j - 1] <= score):
                break
            tries[begin + j] = u
            scores[j] = scores[j - 1]
            j -= 1
        tries[begin + j] = w
        scores[j] = score
    return count


def _score(state: State, v: int) -> int:
    """Return the score of a vertex by the tie rule; the least score wins."""
    if state.tie == ORDER:
        return 0
    if state.tie == FARTHEST:
        return -state.key[v]
    if state.tie == RANDOM:
        state.draw = next_draw(state.draw)
        return state.draw
    score = 0
    for at in range(state.indptr[v], state.indptr[v + 1]):
        x = state.indices[at]
        if state.mark[x] <= 0:
            if state.tie == POHL_SUM:
                score += state.exits[x]
            elif score == 0 or state.exits[x] < score:
                score = state.exits[x]  # at least 1, because v is an exit of x
    return score


def _leave(state: State, v: int, mark: int) -> None:
    """Add v to its neighbours' exits again; the same neighbours are free as when it was entered."""
    for at in range(state.indptr[v], state.indptr[v + 1]):
        w = state.indices[at]
        if state.mark[w] <= 0:
            state.exits[w] += 1
    state.mark[v] = mark


def _may_end(state: State, v: int) -> bool:
    return not len(state.closes) or state.closes[v] != 0
