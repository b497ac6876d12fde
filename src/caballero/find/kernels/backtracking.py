"""Backtracking: try the neighbours in their order, step back where there are none left.

Depth-first search for Hamiltonian paths (D. H. Lehmer: "Combinatorial problems with digital
computers", 1957, called it backtrack; S. W. Golomb and L. D. Baumert: "Backtrack programming",
J. ACM 12, 1965, described it for all its uses). It is the textbook's recursive function with
the recursion unrolled into two stacks, `path` and `cursor`.

The vertices on a path are numbered from 1. A **node** is a vertex entered, the start included:
a call of the recursive function. A **step back** is a vertex left again; the start never is. A
**dead end** is a vertex entered from which no neighbour could be tried though the path was not
complete.

The comparison ``mark[w] == want[t]`` tests whether vertex ``w`` may get number ``t``:

- ``want[t]`` is 0 if any vertex without a clue may get it, and ``-t`` if a clue gives it away;
- ``mark[w]`` is 0 if ``w`` is free, ``-t`` if it is free and a clue gives it number ``t``, and its
  number, above 0, while it is on the path.

Some vertices may be entered only `after` another vertex. Until then, the vertex has a mark that no
number wants, and from then on its own, which is in `opened`.

Invariants between calls: ``path[:depth]`` is a path in the graph and ``mark`` numbers its
vertices 1 to ``depth``; ``cursor[i]`` is the place in `indices` of the next neighbour of
``path[i]`` to try; the nodes are the sum of `profile`, and the steps back are the nodes less
``depth``, because a node that was not left is on the path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from caballero.machine.kernel import Counts, Ints, Marks, Places, array_of, kernel, zeros

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # `path` is a tour; call again for the next
EXHAUSTED: Final = 2  # there is no other tour


@dataclass(slots=True)
class State:
    """The state of a search."""

    indptr: Places  # the graph: its neighbours are tried in this order
    indices: Places
    path: Places  # by vertex
    cursor: Places  # by vertex
    mark: Marks  # by vertex
    want: Marks  # by number, from 0 (unused) to 1 above the last, which no vertex may get
    closes: Marks  # 1 for each vertex on which a tour may end; empty if it may end anywhere
    profile: Counts  # nodes at each number, from 0 (unused)
    after: (
        Marks  # by vertex, the vertex that is entered only after it, or -1; empty if there is none
    )
    opened: Marks  # by vertex, its mark when it may be entered; or empty
    depth: int = 1  # how many vertices are on the path
    floor: int = 1  # how many of them stay; the search ends with their last branch
    fresh: int = 1  # 1 if the last of them was entered and none tried from it yet
    nodes: int = 1  # the vertices entered
    dead_ends: int = 0  # the vertices from which no neighbour could be tried

    @property
    def steps_back(self) -> int:
        """The number of vertices that were left again."""
        return self.nodes - self.depth


def new_state(
    indptr: Ints,
    indices: Ints,
    start: int,
    *,
    clues: Mapping[int, int] | None = None,
    closed: bool = False,
    back: Sequence[int] | None = None,
    order: Sequence[tuple[int, int]] = (),
) -> State:
    """Return the state of a search that has entered only its start.

    `clues` maps vertices to the numbers, from 1 on, that they must get; the end is the clue with
    the last number. If `closed`, the last vertex must be a neighbour of the first; in a directed
    graph, a vertex of `back`, from which an edge leads to the first. The first vertex of each pair
    in `order` is entered before the second; a vertex is the first of at most one pair, and the
    second of at most one.

    >>> state = new_state([0, 1, 3, 4], [1, 2, 0, 1], 0)
    >>> search(state, 10) == FOUND, list(state.path)
    (True, [0, 1, 2])
    """
    n = len(indptr) - 1
    path, cursor = zeros(Places, n), zeros(Places, n)
    mark, want, closes = zeros(Marks, n), zeros(Marks, n + 2), zeros(Marks, n if closed else 0)
    profile = zeros(Counts, n + 1)
    for v, number in (clues or {}).items():
        mark[v] = want[number] = -number
    want[n + 1] = -n - 1
    after, opened = (zeros(Marks, n if order else 0) for _ in range(2))
    if order:
        after, opened = array_of(Marks, [-1] * n), array_of(Marks, mark)
    for v, w in order:
        after[v], mark[w] = w, -n - 2
    path[0] = start
    cursor[0] = indptr[start]
    if order and after[start] >= 0:
        mark[after[start]] = opened[after[start]]
    mark[start] = 1
    profile[1] = 1
    if closed and (n > 2 or back is not None):  # an undirected cycle has three vertices at least
        for v in indices[indptr[start] : indptr[start + 1]] if back is None else back:
            closes[v] = 1
    rows, neighbours = array_of(Places, indptr), array_of(Places, indices)
    return State(rows, neighbours, path, cursor, mark, want, closes, profile, after, opened)


@kernel
def search(state: State, steps: int) -> int:
    """Continue to the next tour, entering at most `steps` nodes; `RUNNING` if all were entered."""
    if steps <= 0:
        return RUNNING
    indptr, indices = state.indptr, state.indices
    path, cursor, mark, want = state.path, state.cursor, state.mark, state.want
    n = len(path)
    depth = state.depth
    fresh = state.fresh
    v = path[depth - 1]
    at = cursor[depth - 1]
    end = indptr[v + 1]
    goal = want[depth + 1]
    status = RUNNING
    left = steps
    ordered = len(state.after) > 0
    if depth == n and fresh:  # a vertex alone is complete before anything is tried
        fresh = 0
        if _may_end(state, v):
            state.fresh = 0
            return FOUND
    while True:  # once for each neighbour, not for each node: that is faster
        if at < end:
            w = indices[at]
            at += 1
            if mark[w] == goal:
                cursor[depth - 1] = at
                path[depth] = w
                depth += 1
                mark[w] = depth
                if ordered:
                    _open(state, w)
                state.profile[depth] += 1
                left -= 1
                v = w
                at = indptr[v]
                end = indptr[v + 1]
                goal = want[depth + 1]
                fresh = 1
                if depth == n:
                    fresh = 0
                    if _may_end(state, v):
                        status = FOUND
                        break
                if left <= 0:
                    break
        else:
            state.dead_ends += fresh
            fresh = 0
            if depth == state.floor:
                status = EXHAUSTED
                break
            goal = want[depth]
            mark[v] = goal
            if ordered and state.after[v] >= 0:
                mark[state.after[v]] = -n - 2
            depth -= 1
            v = path[depth - 1]
            at = cursor[depth - 1]
            end = indptr[v + 1]
    cursor[depth - 1] = at
    state.depth = depth
    state.fresh = fresh
    state.nodes += steps - left
    return status


def _open(state: State, v: int) -> None:
    """Let the vertex be entered that may be only after `v`."""
    w = state.after[v]
    if w >= 0:
        state.mark[w] = state.opened[w]


def _may_end(state: State, v: int) -> bool:
    return not len(state.closes) or state.closes[v] != 0
