"""Warnsdorff's rule: go where the exits are fewest.

H. C. von Warnsdorff, "Des Rösselsprunges einfachste und allgemeinste Lösung", 1823: of the
neighbours that are still free, go to the one with the fewest free neighbours of its own (its
*exits*). :data:`walk` follows the rule and never steps back; :data:`search` tries the other
neighbours too, in the order of their exits, and so finds a tour if there is one.

Which neighbour, if several have the fewest exits? That is the tie rule:

- `ORDER`: the first in the graph's order;
- `FARTHEST`: the one with the largest key; with the squared distances from the middle of a
  board for keys, this is Roth's rule (A. Roth, "The problem of the knight", 2007);
- `RANDOM`: any, equally likely; the numbers are those of D. H. Lehmer's generator (1951) with
  S. K. Park and K. W. Miller's later multiplier 48271, the same at both speeds;
- `POHL_SUM`, `POHL_MIN`: the one whose own free neighbours have the least sum, or the least
  minimum, of exits (I. Pohl, "A method for finding Hamilton paths and knight's tours",
  Comm. ACM 10, 1967, proposed to apply the rule once more).

What is still a tie then goes by `ORDER`. The first descent of `search` is the path of `walk`.

The number of a vertex on a path begins at 1; **node**, **step back** and **dead end**, and
what `mark`, `want`, `closes` and `profile` hold, are as in
:mod:`caballero.kernels.backtracking`.

Invariants of a search between calls: ``path[:depth]`` is a path in the graph and ``mark``
numbers its vertices 1 to ``depth``; ``exits[w]`` of a free vertex ``w`` is its degree less its
neighbours on the path, of which a last vertex that is still fresh doesn't count; what is still
to be tried from ``v = path[i]`` is ``tries[cursor[i]:stop[i]]``, a part of ``v``'s own row of
`indices`, which is free for it because ``v`` is on the path only once.

A walk never steps back, so that it needs less: one number for each vertex, its `rank`, tells
whether it may be next, how many exits it has, and how far it is; the least rank wins. It is the
exits times a unit, 1 but for `FARTHEST`, where a part below the unit falls with the key. More
than any such number, `held`, is added if a clue gives the vertex its number, and twice as much
once it is on the path, whose exits go on being counted, because that is cheaper than to ask.
Vertices of the same `kind` share one row of `targets`; where these are offsets, the vertex is
added to them. So a large board needs no graph, and the walk waits little for memory: that is
most of its time.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Final, NamedTuple

from ._speed import Counts, Ints, Marks, Places, two_speeds, zeros

# What `walk` and `search` return.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # the path is complete; `search` may be called again for the next one
EXHAUSTED: Final = 2  # `walk` can't go on; for `search`, there is no other tour

# Where `counters` holds what.
DEPTH: Final = 0  # how many vertices are on the path
FRESH: Final = 1  # 1 if the last of them still counts as an exit of its neighbours
DEAD_ENDS: Final = 2
TIE: Final = 3  # the tie rule
DRAW: Final = 4  # the last random number
OFFSETS: Final = 5  # of a walk: 1 if the vertex is to be added to its targets
UNIT: Final = 6  # of a walk: one exit's share of a rank
HELD: Final = 7  # of a walk: more than the rank of any vertex that may be next

# The tie rules.
ORDER: Final = 0
FARTHEST: Final = 1
RANDOM: Final = 2
POHL_SUM: Final = 3
POHL_MIN: Final = 4

_MULTIPLIER: Final = 48271
_MODULUS: Final = 2**31 - 1  # prime; the product stays far below 2⁶³


class Walk(NamedTuple):
    """All that a walk knows: hand it to :data:`walk` as ``walk.plain(*state, steps)``.

    Parameters
    ----------
    kind : Places
        One entry a vertex: which row of `targets` is its own. Only read.
    indptr : Places
        Where each row begins in `targets`. Only read.
    targets : Counts
        The neighbours, or how far they are. Only read.
    path : Places
        One entry a vertex.
    clue : Places
        One entry a number, from 0 (unused): 0, or 1 more than the vertex that must get it.
        Only read.
    rank : Counts
        One entry a vertex; as narrow as the numbers allow.
    counters : Counts
        Depth, freshness, nothing, the tie rule, the last random number, whether the targets are
        offsets, the unit, what holds a vertex back.
    """

    kind: Places
    indptr: Places
    targets: Counts
    path: Places
    clue: Places
    rank: Counts
    counters: Counts

    @property
    def depth(self) -> int:
        """How many vertices are on the path."""
        return int(self.counters[DEPTH])


class State(NamedTuple):
    """All that a search knows: hand it to :data:`search` as ``search.plain(*state, steps)``.

    Parameters
    ----------
    indptr, indices : Places
        The graph. Only read.
    path, cursor, stop : Places
        One entry a vertex.
    tries : Places
        As long as `indices`.
    scores : Marks
        As long as the largest degree; scratch.
    mark, want : Marks
        One entry a vertex; one entry a number, from 0 to one above the last (only read).
    closes : Marks
        1 for each vertex on which a tour may end, otherwise 0. Only read.
    exits : Marks
        One entry a vertex.
    key : Marks
        For `FARTHEST`, one entry a vertex; otherwise it may be empty. Only read.
    profile : Counts
        Nodes at each number, from 0 (unused).
    counters : Counts
        Depth, freshness, dead ends, the tie rule, the last random number.
    """

    indptr: Places
    indices: Places
    path: Places
    cursor: Places
    stop: Places
    tries: Places
    scores: Marks
    mark: Marks
    want: Marks
    closes: Marks
    exits: Marks
    key: Marks
    profile: Counts
    counters: Counts

    @property
    def depth(self) -> int:
        """How many vertices are on the path."""
        return int(self.counters[DEPTH])

    @property
    def nodes(self) -> int:
        """How many vertices were entered."""
        return int(sum(self.profile))

    @property
    def steps_back(self) -> int:
        """How many vertices were left again."""
        return self.nodes - self.depth

    @property
    def dead_ends(self) -> int:
        """From how many vertices no neighbour could be tried."""
        return int(self.counters[DEAD_ENDS])


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
    """Return the state of a walk that has entered its start and nothing else.

    Parameters
    ----------
    indptr, targets : sequences of int
        The graph; or, with `kind`, the offsets that the vertices of each kind share.
    start : int
        The first vertex.
    kind : sequence of int, optional
        The kind of each vertex.
    tie : int
        The tie rule.
    key : sequence of int, optional
        For `FARTHEST`, one number of 32 bits a vertex; if left out, all are equal.
    seed : int
        For `RANDOM`.
    clues : mapping of int to int, optional
        The numbers, from 1 to that of the vertices, that some vertices must get. The end is
        the clue with the last number.

    Returns
    -------
    Walk
        Standard arrays: make lists or numpy arrays of them.

    Examples
    --------
    >>> from caballero.kernels import warnsdorff
    >>> from caballero.kernels._speed import as_lists
    >>> state = as_lists(warnsdorff.new_walk([0, 2, 4, 6, 8], [1, 2, 0, 3, 3, 0, 2, 1], 0))
    >>> warnsdorff.walk.plain(*state, 10) == warnsdorff.FOUND, state.path
    (True, [0, 1, 3, 2])
    """
    degrees = [indptr[k + 1] - indptr[k] for k in range(len(indptr) - 1)]
    own = array("I", range(len(degrees))) if kind is None else kind
    unit, ranks = 1, [degrees[k] for k in own]
    if tie == FARTHEST and key is not None and len(key):
        farthest = max(key)
        unit = farthest - min(key) + 1
        ranks = [exits * unit + farthest - x for exits, x in zip(ranks, key, strict=True)]
    held = (max(degrees, default=0) + 1) * unit
    # No rank comes to four times `held`. Where there are no keys, a byte is enough for most
    # pieces: a board of bytes stays near.
    rank = array("b" if 4 * held < 2**7 else "i" if 4 * held < 2**31 else "q", ranks)
    path, clue = zeros(Places, len(own)), zeros(Places, len(own) + 1)
    counters = zeros(Counts, 8)
    for v, number in (clues or {}).items():
        clue[number] = v + 1
        rank[v] += held
    path[0] = start
    rank[start] += 2 * held
    counters[DEPTH] = counters[FRESH] = 1
    counters[TIE] = tie
    counters[DRAW] = _first_draw(seed)
    counters[OFFSETS] = kind is not None
    counters[UNIT] = unit
    counters[HELD] = held
    return Walk(own, indptr, targets, path, clue, rank, counters)


def _first_draw(seed: int) -> int:
    # Some draws go by, for the first ones of neighbouring seeds are neighbours too.
    return (1 + seed % (_MODULUS - 1)) * pow(_MULTIPLIER, 64, _MODULUS) % _MODULUS


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
    """Return the state of a search that has entered its start and nothing else.

    Parameters
    ----------
    indptr, indices, start, tie, key, seed, clues
        As for :func:`new_walk`.
    closed : bool
        Whether the last vertex must be a neighbour of the first.

    Returns
    -------
    State
        Standard arrays: make lists or numpy arrays of them.

    Examples
    --------
    >>> from caballero.kernels import warnsdorff
    >>> from caballero.kernels._speed import as_lists
    >>> state = as_lists(warnsdorff.new_state([0, 1, 3, 4], [1, 2, 0, 1], 1))
    >>> warnsdorff.search.plain(*state, 10) == warnsdorff.EXHAUSTED, state.nodes
    (True, 3)
    """
    n = len(indptr) - 1
    path, cursor, stop = zeros(Places, n), zeros(Places, n), zeros(Places, n)
    mark, want, closes = zeros(Marks, n), zeros(Marks, n + 2), zeros(Marks, n)
    exits = zeros(Marks, n)
    profile, counters = zeros(Counts, n + 1), zeros(Counts, 5)
    for v, number in (clues or {}).items():
        mark[v] = want[number] = -number
    want[n + 1] = -n - 1
    for v in range(n):
        exits[v] = indptr[v + 1] - indptr[v]
    path[0] = start
    mark[start] = 1
    profile[1] = 1
    counters[DEPTH] = counters[FRESH] = 1
    counters[TIE] = tie
    counters[DRAW] = _first_draw(seed)
    if not closed:
        for v in range(n):
            closes[v] = 1
    elif n > 2:  # a cycle has three vertices at least
        for at in range(indptr[start], indptr[start + 1]):
            closes[indices[at]] = 1
    return State(
        indptr=indptr,
        indices=indices,
        path=path,
        cursor=cursor,
        stop=stop,
        tries=zeros(Places, len(indices)),
        scores=zeros(Marks, max(exits)),
        mark=mark,
        want=want,
        closes=closes,
        exits=exits,
        key=zeros(Marks, n if tie == FARTHEST else 0) if key is None else key,
        profile=profile,
        counters=counters,
    )


@two_speeds
def walk(
    kind: Places,
    indptr: Places,
    targets: Counts,
    path: Places,
    clue: Places,
    rank: Counts,
    counters: Counts,
    steps: int,
) -> int:
    """Go on for this many vertices at most; the time grows with their edges.

    Called again after its end, it returns the same and changes nothing.
    """
    n = len(path)
    depth = counters[DEPTH]
    if depth == n:
        return FOUND
    if not counters[FRESH]:
        return EXHAUSTED
    tie = counters[TIE]
    draw = counters[DRAW]
    offsets = counters[OFFSETS]
    unit = counters[UNIT]
    held = counters[HELD]
    taken = 2 * held
    v = path[depth - 1]
    status = RUNNING
    while steps > 0:
        goal = clue[depth + 1]
        fewest = held
        best = v  # means none
        row = kind[v]
        base = v * offsets
        # Take v out of its neighbours' exits, and choose among them, in one go.
        if goal == 0 and tie <= FARTHEST:
            for at in range(indptr[row], indptr[row + 1]):
                w = base + targets[at]
                e = rank[w] - unit
                rank[w] = e
                if e < fewest:
                    fewest = e
                    best = w
        else:
            least = 0  # what the best one drew, or scored
            tied = 0
            for at in range(indptr[row], indptr[row + 1]):
                w = base + targets[at]
                e = rank[w] - unit
                rank[w] = e
                if (e < held and goal == 0) or (e < taken and w + 1 == goal):
                    if tie == RANDOM:
                        draw = draw * _MULTIPLIER % _MODULUS
                    if e < fewest or goal:
                        fewest = e
                        best = w
                        least = draw
                        tied = 0
                    elif e == fewest:
                        tied = 1
                        if tie == RANDOM and draw < least:
                            best = w
                            least = draw
            if tied and tie != RANDOM:
                # One level deeper: the exits had to be up to date first, hence a second round.
                best = v
                for at in range(indptr[row], indptr[row + 1]):
                    w = base + targets[at]
                    if rank[w] == fewest:
                        score = 0
                        near = w * offsets
                        beyond = kind[w]
                        for there in range(indptr[beyond], indptr[beyond + 1]):
                            e = rank[near + targets[there]]
                            if e < taken:
                                if e >= held:
                                    e -= held
                                if tie == POHL_SUM:
                                    score += e
                                elif score == 0 or e < score:
                                    score = e  # 1 at least, for w itself is an exit
                        if best == v or score < least:
                            best = w
                            least = score
        if best == v:
            counters[FRESH] = 0
            status = EXHAUSTED
            break
        rank[best] += taken
        path[depth] = best
        depth += 1
        v = best
        steps -= 1
        if depth == n:
            status = FOUND
            break
    counters[DEPTH] = depth
    counters[DRAW] = draw
    return status


@two_speeds
def search(
    indptr: Places,
    indices: Places,
    path: Places,
    cursor: Places,
    stop: Places,
    tries: Places,
    scores: Marks,
    mark: Marks,
    want: Marks,
    closes: Marks,
    exits: Marks,
    key: Marks,
    profile: Counts,
    counters: Counts,
    steps: int,
) -> int:
    """Go on to the next tour, through this many nodes at most.

    The time is the nodes' times the degree, or its square for Pohl's rules; `RUNNING` means
    that just so many were entered.
    """
    if steps <= 0:
        return RUNNING
    n = len(path)
    tie = counters[TIE]
    draw = counters[DRAW]
    dead_ends = counters[DEAD_ENDS]
    depth = counters[DEPTH]
    fresh = counters[FRESH]
    v = path[depth - 1]
    at = cursor[depth - 1]
    end = stop[depth - 1]
    status = RUNNING
    if depth == n and fresh:  # one vertex alone is complete before anything is tried
        counters[FRESH] = 0
        if closes[v]:
            return FOUND
        fresh = 0
    while True:
        if fresh:
            # Take v out of its neighbours' exits, and list those that may be tried.
            goal = want[depth + 1]
            begin = indptr[v]
            count = 0
            for i in range(begin, indptr[v + 1]):
                w = indices[i]
                number = mark[w]
                if number <= 0:
                    exits[w] -= 1
                    if number == goal:
                        tries[begin + count] = w
                        count += 1
            # Sort them by insertion: there are few, and it keeps the order of equals.
            for i in range(count):
                w = tries[begin + i]
                e = exits[w]
                score = 0
                if tie == FARTHEST:
                    score = -key[w]
                elif tie == RANDOM:
                    draw = draw * _MULTIPLIER % _MODULUS
                    score = draw
                elif tie != ORDER:
                    for there in range(indptr[w], indptr[w + 1]):
                        x = indices[there]
                        if mark[x] <= 0:
                            if tie == POHL_SUM:
                                score += exits[x]
                            elif score == 0 or exits[x] < score:
                                score = exits[x]  # 1 at least, for w is an exit of x
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
            if count == 0:
                dead_ends += 1
            at = begin
            end = begin + count
            cursor[depth - 1] = at
            stop[depth - 1] = end
            fresh = 0
        if at < end:
            w = tries[at]
            cursor[depth - 1] = at + 1
            path[depth] = w
            depth += 1
            mark[w] = depth
            profile[depth] += 1
            steps -= 1
            v = w
            if depth == n:
                at = end  # nothing to try from here
                cursor[depth - 1] = stop[depth - 1] = 0
                if closes[v]:
                    status = FOUND
                    break
            else:
                fresh = 1
            if steps <= 0:
                break
        else:
            if depth == 1:
                status = EXHAUSTED
                break
            # Put v back among its neighbours' exits: those that are free now were free then.
            for i in range(indptr[v], indptr[v + 1]):
                w = indices[i]
                if mark[w] <= 0:
                    exits[w] += 1
            mark[v] = want[depth]
            depth -= 1
            v = path[depth - 1]
            at = cursor[depth - 1]
            end = stop[depth - 1]
    counters[DEPTH] = depth
    counters[FRESH] = fresh
    counters[DEAD_ENDS] = dead_ends
    counters[DRAW] = draw
    return status
