"""Directed graphs: what excludes a tour before any search, and a cycle by patching.

* Reach: all vertices of a closed tour reach each other. Along an open tour each vertex reaches the
  later ones, so of any two vertices the earlier reaches the later.
* A cycle cover: a closed tour chooses an edge from each vertex, no two to the same vertex; so does
  an open tour, except at its last vertex. That is a matching of the vertices with their successors.
  If there is none, the vertices that the last search reached are too many for their successors
  (König 1931, Hall 1935).
* Bottlenecks: without a few vertices, too many parts remain that no edge enters, or that none
  leaves. A single vertex is tried on small graphs.

The cycle cover is also where a search begins: two of its cycles merge if an edge of each can
be exchanged for two edges between them (R. M. Karp, "A patching algorithm for the nonsymmetric
traveling-salesman problem", SIAM Journal on Computing 8, 1979). Dense graphs need no more.

The certificates are in :mod:`caballero.proof.certificate`, and their checks know nothing of this.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Final

from caballero.machine.limits import Budget, paused
from caballero.model.problem import Problem
from caballero.model.reduction import rows
from caballero.proof.certificate import Bottleneck, Crowded, Unreachable
from caballero.proof.facts import outer_components, strong_components, usable_edges

TRIES: Final = 40
"""Cycle covers that are patched."""

BOTTLENECK_WORK: Final = 500_000
"""The most vertices times edges for which each vertex is tried as a bottleneck."""


def unreachable_of(problem: Problem) -> Unreachable | None:
    """Return two vertices that exclude a tour because no path joins them, if there are any.

    Linear in the edges.
    """
    successors = rows(problem.graph())
    part = strong_components(successors)
    count = max(part, default=0) + 1
    if count < 2:
        return None
    given = problem.numbered()
    start, end = given.get(1), given.get(problem.size)
    if problem.closed:  # no edge leads to a part with a greater number
        return _unreachable(problem, part.index(count - 1), part.index(0))
    if start is not None and part[start] < count - 1:
        return _unreachable(problem, part.index(count - 1), start)
    if end is not None and part[end] > 0:
        return _unreachable(problem, end, part.index(0))
    onward = [False] * count  # whether an edge leads from a part to the part before
    for v, row in enumerate(successors):
        if any(part[w] == part[v] - 1 for w in row):
            onward[part[v]] = True
    gap = next((i for i in range(1, count) if not onward[i]), None)
    if gap is None:
        return None
    return _unreachable(problem, part.index(gap - 1), part.index(gap), both=True)


def _unreachable(problem: Problem, lost: int, origin: int, *, both: bool = False) -> Unreachable:
    place, start = problem.place(lost), problem.place(origin)
    names = problem.place_name(place), problem.place_name(start)
    return Unreachable(place, start, names, both=both)


def directed_proof(problem: Problem, budget: Budget) -> Crowded | Bottleneck | None:
    """Look for vertices with too few successors or predecessors, and for bottlenecks."""
    left = usable_edges(problem)
    return _crowded(problem, left, budget) or _bottleneck(problem, left, budget)


def _crowded(problem: Problem, left: list[list[int]], budget: Budget) -> Crowded | None:
    """Return too many vertices for their successors or predecessors; the fewer of the two."""
    size, given = problem.size, problem.numbered()
    back: list[list[int]] = [[] for _ in left]
    for v, row in enumerate(paused(left)):
        for w in row:
            back[w].append(v)
    found: list[Crowded] = []
    for rows_, onward in ((left, True), (back, False)):
        exempt = None if problem.closed else given.get(size if onward else 1)
        slack = 0 if problem.closed or exempt is not None else 1
        crowd = _cover(rows_, exempt, slack, budget)[1]
        if crowd:
            places = tuple(map(problem.place, crowd))
            others = len({w for v in crowd for w in rows_[v]})
            names = tuple(map(problem.place_name, places))
            found.append(Crowded(places, names, others, onward))
    return min(found, key=lambda certificate: len(certificate.places), default=None)


def _cover(
    rows_: Sequence[Sequence[int]], exempt: int | None, slack: int, budget: Budget
) -> tuple[list[int], list[int]]:
    """Return the neighbour that each vertex but `exempt` chooses, by augmenting paths (Kuhn 1955).

    Also return vertices that have fewer neighbours than they are, less `slack`; or none.
    """
    chooser = [-1] * len(rows_)  # of each vertex, the vertex that chooses it
    chosen = [-1] * len(rows_)
    for v, row in enumerate(paused(rows_)):  # first what needs no exchange
        chosen[v] = next((w for w in row if chooser[w] < 0), -1) if v != exempt else -1
        if chosen[v] >= 0:
            chooser[chosen[v]] = v
    missed: set[int] = set()
    failures = 0
    for root in paused(range(len(rows_))):
        if root == exempt or chosen[root] >= 0:
            continue
        came: dict[int, int] = {}
        queue, free = [root], -1
        for v in queue:  # grows while it is read
            for w in rows_[v]:
                if w not in came:
                    came[w] = v
                    if chooser[w] < 0:
                        free = w
                        break
                    queue.append(chooser[w])
            if free >= 0:
                break
        budget.spend(len(queue))
        while free >= 0:
            v = came[free]
            chooser[free] = v
            chosen[v], free = free, chosen[v]
        if chosen[root] < 0:
            failures += 1
            missed.update(queue)
            if failures > slack:
                return chosen, sorted(missed)
    return chosen, []


def patched_cycle(onward: Sequence[Iterable[int]], budget: Budget, seed: int) -> list[int] | None:
    """Look for a cycle by patching cycle covers; ``None`` proves nothing. Seeded."""
    rng, rows_ = Random(seed), [[*row] for row in paused(onward)]
    around = [frozenset(row) for row in paused(rows_)]
    for attempt in range(TRIES):
        for row in paused(rows_ if attempt else []):
            rng.shuffle(row)
            budget.spend(len(row))
        chosen, missed = _cover(rows_, None, 0, budget)
        if missed:
            return None
        _patch(rows_, around, chosen, budget)
        cycle = _cycle_of(chosen, 0)
        if len(cycle) == len(chosen):
            return cycle
    return None


def _patch(
    rows_: Sequence[Sequence[int]],
    around: Sequence[Collection[int]],
    chosen: list[int],
    budget: Budget,
) -> None:
    """Exchange two edges for two, until no two cycles can be joined so."""
    before, cycle = [0] * len(chosen), [-1] * len(chosen)
    lengths = [0] * len(chosen)
    for v, w in enumerate(chosen):
        before[w] = v
        if cycle[v] < 0:
            for u in _cycle_of(chosen, v):
                cycle[u] = v
        lengths[cycle[v]] += 1
    joined = True
    while joined:
        joined = False
        for v, row in enumerate(paused(rows_)):
            budget.spend(len(row))
            for w in row:
                u, x = before[w], chosen[v]
                if cycle[v] != cycle[w] and x in around[u]:
                    small, other = sorted((cycle[v], cycle[w]), key=lengths.__getitem__)
                    lengths[other] += lengths[small]
                    for y in _cycle_of(chosen, v if cycle[v] == small else w):
                        cycle[y] = other
                    chosen[v], chosen[u] = w, x
                    before[w], before[x] = v, u
                    joined = True


def _cycle_of(chosen: Sequence[int], v: int) -> list[int]:
    """Return the vertices of a cycle, from a vertex on."""
    cycle = [v]
    while (v := chosen[v]) != cycle[0]:
        cycle.append(v)
    return cycle


def _bottleneck(problem: Problem, left: list[list[int]], budget: Budget) -> Bottleneck | None:
    """Return a vertex without which too many parts remain that no edge enters, or leaves."""
    edges = sum(map(len, left))
    if len(left) * (len(left) + edges) > BOTTLENECK_WORK:
        return None
    most = 1 if problem.closed else 2
    for v in range(len(left)):
        budget.spend(len(left))
        part = strong_components(left, (v,))
        for onward in (False, True):
            parts = len(outer_components(left, part, onward=onward))
            if parts > most:
                place = problem.place(v)
                names = (problem.place_name(place),)
                return Bottleneck((place,), names, parts, onward, problem.closed)
    return None
