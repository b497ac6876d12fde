"""Two-factor and merge: cover a bipartite graph by cycles, then merge them.

A *two-factor* is a set of edges with two at every vertex: disjoint cycles that cover the graph. A
Hamiltonian cycle is a two-factor of a single cycle. In a bipartite graph augmenting paths find a
two-factor quickly, as in Hungarian matching (Kuhn 1955; Tutte 1952 for factors). Two cycles merge
if an edge ``a-b`` of the first and an edge ``c-d`` of the other can be exchanged for ``a-d`` and
``b-c``, which is nearly always possible in the knight's graph. Many tours were made like this by
hand, from Vandermonde (1771) on; Parberry (1997) joins tours of quarters of the board in the
same way. No path is ever reversed, so the time stays nearly linear.

If no such exchange is left, the search exchanges three edges for three at the small cycles, which
may merge cycles or only move their borders. If that fails, it tries another random two-factor.

Data: ``chosen[v]`` holds the two neighbours of ``v`` in the two-factor (fewer while it is being
built), and ``w in chosen[v]`` if and only if ``v in chosen[w]``. An exchange is a closed walk ``a,
b, c, d, …`` that alternates between chosen and other edges, beginning with a chosen edge.

Open tours and ends are cycles through dummies (:mod:`.reduction`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING

from caballero.machine.limits import Budget, paused
from caballero.model.reduction import CycleQuestion

if TYPE_CHECKING:
    from random import Random

TRIES = 40
WALK = 200  # exchanges of three edges before a new two-factor
EVERY = 512  # vertices between two checks of the budget
AROUND = 400  # vertices of the shortest cycles, at which to look for such an exchange


def two_factor_cycle(
    question: CycleQuestion, budget: Budget, seed: int, *, varied: bool = False
) -> list[int] | None:
    """Look for a Hamiltonian cycle by merging the cycles of a two-factor; ``None`` proves nothing.

    It returns ``None`` for a graph that is not bipartite. The budget counts the vertices looked at;
    the same seed gives the same cycle. If nothing stalls, so do all seeds, unless the cycles should
    be *varied*. Time and memory are nearly linear in the edges, unless merging stalls.
    """
    if question.colours is None:
        return None

    @cache
    def rng() -> Random:
        from random import Random  # importing it takes as long as a small board, which needs none

        return Random(seed)

    neighbours: list[list[int]] = []
    around: list[Collection[int]] = []
    for given in paused(question.neighbours):
        row = list(given)  # it will be shuffled
        neighbours.append(row)
        # A dummy may have very many neighbours: too many to search a list of them.
        around.append(row if len(row) < 20 else frozenset(row))
    zeros = [v for v, colour in enumerate(question.colours) if colour == 0]
    order = zeros
    for attempt in range(TRIES):
        if attempt or varied:
            for row in neighbours:
                rng().shuffle(row)
            order = _outwards(neighbours, rng().choice(zeros))
            if len(order) < len(zeros):  # the graph is not connected
                return None
        chosen = two_factor(neighbours, order, budget)
        if not isinstance(chosen, list):
            return None
        cycle = _merge_all(neighbours, around, zeros, chosen, rng, budget)
        if cycle is not None:
            return cycle
    return None


def _outwards(neighbours: list[list[int]], root: int) -> list[int]:
    """Return the vertices of a colour in the order of their distance from a root of it."""
    fresh = bytearray(b"\1") * len(neighbours)
    order = [root]
    for v in order:  # grows while it is read
        for w in neighbours[v]:
            for u in neighbours[w] if fresh[w] else ():
                if fresh[u] and u != root:
                    fresh[u] = 0
                    order.append(u)
            fresh[w] = 0
    return order


def two_factor(
    neighbours: Sequence[Sequence[int]], order: Sequence[int], budget: Budget
) -> list[list[int]] | set[int]:
    """Return the two chosen neighbours of every vertex of a bipartite graph, or a deficient set.

    In a deficient set the vertices of the first colour need more edges than they can get: those of
    the other colour in the set accept two each, and too few edges lead out of the set.

    `order` has the vertices of a colour, in the order in which they choose. An order that sweeps
    over the graph, like that of the squares, leaves the fewest to augment. The budget counts the
    vertices looked at.
    """
    chosen: list[list[int]] = [[] for _ in neighbours]
    left = list(map(len, neighbours))  # how many vertices may still choose this vertex
    for done, v in enumerate(order):
        if not done % EVERY:
            budget.spend(EVERY)
        # The neighbours with the fewest possibilities left come first, as in Warnsdorff's rule.
        open_ = [w for w in neighbours[v] if len(chosen[w]) < 2]
        open_.sort(key=left.__getitem__)
        for w in open_[:2]:
            chosen[v].append(w)
            chosen[w].append(v)
        for w in neighbours[v]:
            left[w] -= 1
    for v in order:
        while len(chosen[v]) < 2:
            seen, augmented = _augment(neighbours, chosen, v)
            if not augmented:
                return seen
            budget.spend(len(seen))
    return chosen


def _augment(
    neighbours: Sequence[Sequence[int]], chosen: list[list[int]], root: int
) -> tuple[set[int], bool]:
    """Add an edge along a shortest augmenting path; return the vertices reached, and success."""
    came = {root: -1}  # the vertex from which the search reached each vertex
    queue = [root]
    for v in queue:  # grows while it is read
        for w in neighbours[v]:
            if w in came or w in chosen[v]:
                continue
            came[w] = v
            if len(chosen[w]) == 2:
                for u in chosen[w]:
                    if u not in came:
                        came[u] = w
                        queue.append(u)
                continue
            # w can take an edge: exchange the edges along the path back to the root.
            while True:
                v = came[w]
                chosen[v].append(w)
                chosen[w].append(v)
                if v == root:
                    return {*came}, True
                w = came[v]
                chosen[v].remove(w)
                chosen[w].remove(v)
    return {*came}, False


def _merge_all(
    neighbours: list[list[int]],
    around: Sequence[Collection[int]],
    zeros: Sequence[int],
    chosen: list[list[int]],
    rng: Callable[[], Random],
    budget: Budget,
) -> list[int] | None:
    """Merge the cycles of a two-factor and return the single cycle, or ``None`` if that stalls."""
    for _ in range(WALK):
        _merge_pairs(neighbours, around, zeros, chosen, budget)
        cycles = _cycles(chosen)
        if len(cycles) == 1:
            return cycles[0]
        if not _exchange_three(neighbours, chosen, cycles, rng, budget):
            return None
    return None


def _cycles(chosen: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the cycles of a two-factor, the shortest first."""
    cycles = []
    fresh = bytearray(b"\1") * len(chosen)
    for root, row in enumerate(chosen):
        if fresh[root]:
            cycle, before, here = [root], root, row[0]
            while here != root:
                cycle.append(here)
                x, y = chosen[here]
                before, here = here, (y if x == before else x)
            for v in cycle:
                fresh[v] = 0
            cycles.append(cycle)
    return sorted(cycles, key=len)


def _merge_pairs(
    neighbours: list[list[int]],
    around: Sequence[Collection[int]],
    zeros: Sequence[int],
    chosen: list[list[int]],
    budget: Budget,
) -> None:
    """Merge cycles by exchanging two edges for two, until no two can be merged."""
    cycles = _cycles(chosen)
    number = [0] * len(chosen)
    for i, cycle in enumerate(cycles):
        for v in cycle:
            number[v] = i
    parent = list(range(len(cycles)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    parts, before = len(cycles), 0
    while parts > 1 and parts != before:
        before = parts
        for done, a in enumerate(zeros):
            if not done % EVERY:
                budget.spend(EVERY)
            mine = root(number[a])
            for d in neighbours[a]:
                other = root(number[d])
                if other == mine:
                    continue
                walk = next(
                    ([a, b, c, d] for c in chosen[d] for b in chosen[a] if b in around[c]), None
                )
                if walk:
                    _exchange(chosen, walk)
                    parent[other] = mine
                    parts -= 1


def _exchange(chosen: list[list[int]], walk: Sequence[int]) -> None:
    """Remove the chosen edges of an alternating closed walk, and choose the others."""
    for i, v in enumerate(walk):
        # At even places the edge to the next vertex was chosen, at odd places the edge from the
        # last.
        after, before = walk[(i + 1) % len(walk)], walk[i - 1]
        out, into = (after, before) if i % 2 == 0 else (before, after)
        row = chosen[v]
        row[row.index(out)] = into


def _exchange_three(
    neighbours: list[list[int]],
    chosen: list[list[int]],
    cycles: list[list[int]],
    rng: Callable[[], Random],
    budget: Budget,
) -> bool:
    """Exchange three edges for three at a short cycle, if that does not make more cycles."""
    place: dict[int, tuple[int, int]] = {
        v: (i, at) for i, cycle in enumerate(cycles) for at, v in enumerate(cycle)
    }
    neutral: list[list[int]] = []
    for a in islice(chain.from_iterable(cycles[:-1]), AROUND):
        budget.spend(1)
        for walk in _walks_of_six(neighbours, chosen, a):
            change = _change(walk, place)
            if change < 0:
                _exchange(chosen, walk)
                return True
            if change == 0:
                neutral.append(walk)
    if neutral:
        _exchange(chosen, rng().choice(neutral))
    return bool(neutral)


def _walks_of_six(
    neighbours: list[list[int]], chosen: list[list[int]], a: int
) -> Iterator[list[int]]:
    """Yield the alternating closed walks over six vertices that begin in a vertex."""
    for b in chosen[a]:
        for c in neighbours[b]:
            if c in chosen[b]:
                continue
            for d in chosen[c]:
                for e in neighbours[d]:
                    if e in chosen[d]:
                        continue
                    for f in chosen[e]:
                        if f in neighbours[a] and f not in chosen[a]:
                            yield [a, b, c, d, e, f]


def _change(walk: Sequence[int], place: dict[int, tuple[int, int]]) -> int:
    """Return the change in the number of cycles by an exchange, following arcs and new edges."""
    size = len(walk)
    partner = {v: walk[i + 1 if i % 2 == 0 else i - 1] for i, v in enumerate(walk)}
    new = {v: walk[i - 1 if i % 2 == 0 else (i + 1) % size] for i, v in enumerate(walk)}
    on_cycle: dict[int, list[int]] = {}
    for v in sorted(walk, key=place.__getitem__):
        on_cycle.setdefault(place[v][0], []).append(v)
    arc: dict[int, int] = {}
    for vertices in on_cycle.values():
        # Along a cycle, removed edges and arcs alternate.
        shift = 1 if partner[vertices[0]] == vertices[1] else 0
        for i in range(0, len(vertices), 2):
            v, w = vertices[i - shift], vertices[i - shift + 1]
            arc[v], arc[w] = w, v
    after = 0
    while arc:
        v, w = arc.popitem()
        after += 1
        while w in arc:
            del arc[w]
            v = new[w]
            if v not in arc:
                break
            w = arc.pop(v)
    return after - len(on_cycle)
