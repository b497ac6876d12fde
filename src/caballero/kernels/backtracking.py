"""Backtracking: try the neighbours in their order, step back where there are none left.

Depth-first search for Hamiltonian paths (D. H. Lehmer: "Combinatorial problems with digital
computers", 1957, called it backtrack; S. W. Golomb and L. D. Baumert: "Backtrack programming",
J. ACM 12, 1965, described it for all its uses). It is the textbook's recursive function with
the recursion unrolled into two stacks, `path` and `cursor`.

The number of a vertex on a path begins at 1. A **node** is a vertex entered, the start
included: what the recursive function is called for. A **step back** is a vertex left again;
the start never is. A **dead end** is a vertex entered from which no neighbour could be tried
at all though the path wasn't complete.

The one comparison ``mark[w] == want[t]`` says whether vertex ``w`` may get number ``t``:

- ``want[t]`` is 0 if any vertex without a clue may get it, and ``-t`` if a clue gives it away;
- ``mark[w]`` is 0 if ``w`` is free, ``-t`` if it is free and a clue says that its number is
  ``t``, and its number, above 0, while it is on the path.

Invariants between calls: ``path[:depth]`` is a path in the graph and ``mark`` numbers its
vertices 1 to ``depth``; ``cursor[i]`` is where in `indices` the next neighbour of ``path[i]``
to be tried stands; the nodes are the sum of `profile`, and the steps back are the nodes less
``depth``, for a node that was not left is on the path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ._speed import Counts, Ints, Marks, Places, two_speeds, zeros

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # `path` is a tour; call again for the next one
EXHAUSTED: Final = 2  # there is no other tour

# Where `counters` holds what.
DEPTH: Final = 0  # how many vertices are on the path
FRESH: Final = 1  # 1 if the last of them was entered and none tried from it yet
DEAD_ENDS: Final = 2


class State(NamedTuple):
    """All that a search knows: hand it to :data:`search` as ``search.plain(*state, steps)``.

    Parameters
    ----------
    indptr, indices : Places
        The graph; its neighbours are tried in this order. Only read.
    path : Places
        One entry a vertex.
    cursor : Places
        One entry a vertex.
    mark : Marks
        One entry a vertex.
    want : Marks
        One entry a number, from 0 (unused) to one above the last, which no vertex may get.
        Only read.
    closes : Marks
        1 for each vertex on which a tour may end, otherwise 0. Only read.
    profile : Counts
        Nodes at each number, from 0 (unused).
    counters : Counts
        Depth, freshness, dead ends.
    """

    indptr: Places
    indices: Places
    path: Places
    cursor: Places
    mark: Marks
    want: Marks
    closes: Marks
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


def new_state(
    indptr: Ints,
    indices: Ints,
    start: int,
    *,
    clues: Mapping[int, int] | None = None,
    closed: bool = False,
) -> State:
    """Return the state of a search that has entered its start and nothing else.

    Parameters
    ----------
    indptr, indices : sequences of int
        The graph.
    start : int
        The first vertex.
    clues : mapping of int to int, optional
        The numbers, from 1 to that of the vertices, that some vertices must get. The end is
        the clue with the last number.
    closed : bool
        Whether the last vertex must be a neighbour of the first.

    Returns
    -------
    State
        Standard arrays: make lists or numpy arrays of them.

    Examples
    --------
    >>> from caballero.kernels import backtracking
    >>> from caballero.kernels._speed import as_lists
    >>> state = as_lists(backtracking.new_state([0, 1, 3, 4], [1, 2, 0, 1], 0))
    >>> backtracking.search.plain(*state, 10) == backtracking.FOUND, state.path
    (True, [0, 1, 2])
    """
    n = len(indptr) - 1
    path, cursor = zeros(Places, n), zeros(Places, n)
    mark, want, closes = zeros(Marks, n), zeros(Marks, n + 2), zeros(Marks, n)
    profile, counters = zeros(Counts, n + 1), zeros(Counts, 3)
    for v, number in (clues or {}).items():
        mark[v] = want[number] = -number
    want[n + 1] = -n - 1
    path[0] = start
    cursor[0] = indptr[start]
    mark[start] = 1
    profile[1] = 1
    counters[DEPTH] = counters[FRESH] = 1
    if not closed:
        for v in range(n):
            closes[v] = 1
    elif n > 2:  # a cycle has three vertices at least
        for at in range(indptr[start], indptr[start + 1]):
            closes[indices[at]] = 1
    return State(indptr, indices, path, cursor, mark, want, closes, profile, counters)


@two_speeds
def search(
    indptr: Places,
    indices: Places,
    path: Places,
    cursor: Places,
    mark: Marks,
    want: Marks,
    closes: Marks,
    profile: Counts,
    counters: Counts,
    steps: int,
) -> int:
    """Go on to the next tour, through this many nodes at most.

    The time is the nodes' times the degree; `RUNNING` means that just so many were entered.
    """
    if steps <= 0:
        return RUNNING
    n = len(path)
    depth = counters[DEPTH]
    fresh = counters[FRESH]
    dead_ends = counters[DEAD_ENDS]
    v = path[depth - 1]
    at = cursor[depth - 1]
    end = indptr[v + 1]
    goal = want[depth + 1]
    status = RUNNING
    if depth == n and fresh:  # one vertex alone is complete before anything is tried
        fresh = 0
        if closes[v]:
            counters[FRESH] = 0
            return FOUND
    # One turn a neighbour looked at, not one a node: so both speeds are at their best.
    while True:
        if at < end:
            w = indices[at]
            at += 1
            if mark[w] == goal:
                cursor[depth - 1] = at
                path[depth] = w
                depth += 1
                mark[w] = depth
                profile[depth] += 1
                steps -= 1
                v = w
                at = indptr[v]
                end = indptr[v + 1]
                goal = want[depth + 1]
                fresh = 1
                if depth == n:
                    fresh = 0
                    if closes[v]:
                        status = FOUND
                        break
                if steps <= 0:
                    break
        else:
            dead_ends += fresh
            fresh = 0
            if depth == 1:
                status = EXHAUSTED
                break
            goal = want[depth]
            mark[v] = goal
            depth -= 1
            v = path[depth - 1]
            at = cursor[depth - 1]
            end = indptr[v + 1]
    cursor[depth - 1] = at
    counters[DEPTH] = depth
    counters[FRESH] = fresh
    counters[DEAD_ENDS] = dead_ends
    return status
