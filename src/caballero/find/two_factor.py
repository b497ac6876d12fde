"""Two-factor and merge: cover a bipartite graph by cycles, then join them into one.

A *two-factor* is a set of edges with two at every vertex: disjoint cycles that cover the graph,
and a Hamiltonian cycle is one that has only one. In a bipartite graph some two-factor is found
quickly, by augmenting paths as in Hungarian matching (Kuhn 1955; Tutte 1952 for factors). Two
cycles merge if an edge ``a-b`` of one and an edge ``c-d`` of the other can be exchanged for
``a-d`` and ``b-c``: in the knight's graph nearly always. That is how many tours were made by
hand, from Vandermonde (1771) on; Parberry (1997) joins tours of quarters of the board in the
same way. No path is ever reversed, so the time stays nearly linear.

Where no such exchange is left, a walk goes on from the small cycles with exchanges of three
edges for three, which may merge cycles or only move their borders; and if that leads nowhere,
another random two-factor is taken.

Data: ``chosen[v]`` holds the two neighbours of ``v`` in the two-factor (fewer while it is being
made), and ``w in chosen[v]`` if and only if ``v in chosen[w]``. An exchange is a closed walk
``a, b, c, d, …`` whose edges are chosen and not chosen in turn, beginning with a chosen one.

Open tours and ends are cycles through dummies (:mod:`.reduction`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING

from caballero.limits import Budget
from caballero.reduction import CycleQuestion

if TYPE_CHECKING:
    from random import Random

TRIES = 40
WALK = 200  # exchanges of three edges before a new two-factor is taken
EVERY = 512  # vertices between two looks at the budget
AROUND = 400  # at how many vertices, those of the shortest cycles, such an exchange is looked for


def two_factor_cycle(question: CycleQuestion, budget: Budget, seed: int) -> list[int] | None:
    """Look for a Hamiltonian cycle of a bipartite graph by merging the cycles of a two-factor.

    Parameters
    ----------
    question : CycleQuestion
        Where to look.
    budget : Budget
        Counts the vertices looked at.
    seed : int
        The same seed gives the same cycle.

    Returns
    -------
    list of int or None
        A Hamiltonian cycle; or ``None`` if none was found, which proves nothing. A graph that
        is not bipartite is not tried.

    Notes
    -----
    Time and memory are nearly linear in the number of edges, where merging does not stall.
    """
    if question.colours is None:
        return None

    @cache
    def rng() -> Random:
        from random import Random  # importing it takes as long as a small board, which needs none

        return Random(seed)

    neighbours: list[list[int]] = []
    around: list[Collection[int]] = []
    for v, given in enumerate(question.neighbours):
        if not v % EVERY:
            budget.spend(0)
        row = list(given)  # it will be shuffled
        neighbours.append(row)
        # A dummy may have very many neighbours: too many to look through a list of them.
        around.append(row if len(row) < 20 else frozenset(row))
    zeros = [v for v, colour in enumerate(question.colours) if colour == 0]
    order = zeros
    for _ in range(TRIES):
        chosen = two_factor(neighbours, order, budget)
        if not isinstance(chosen, list):
            return None
        cycle = _merged(neighbours, around, zeros, chosen, rng, budget)
        if cycle is not None:
            return cycle
        for row in neighbours:
            rng().shuffle(row)
        order = _outwards(neighbours, rng().choice(zeros))
    return None


def _outwards(neighbours: list[list[int]], root: int) -> list[int]:
    """Return the vertices of one colour in the order of their distance from a root of it."""
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
    """Choose two edges at every vertex of a bipartite graph.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph.
    order : sequence of int
        The vertices of one colour, in the order in which they choose. One that sweeps over the
        graph, as the numbers of the squares do, leaves least to mend: what a sweep leaves behind
        it does not miss.
    budget : Budget
        Counts the vertices looked at.

    Returns
    -------
    list of lists of int, or set of int
        The two chosen neighbours of every vertex; or, if that cannot be done, a set whose
        vertices of the first colour need more edges than there are: those of the other colour in
        the set take two each at most, and too few lead elsewhere.
    """
    chosen: list[list[int]] = [[] for _ in neighbours]
    left = list(map(len, neighbours))  # how many vertices may still choose this one
    for done, v in enumerate(order):
        if not done % EVERY:
            budget.spend(EVERY)
        # The neighbours with the fewest possibilities left come first, as Warnsdorff advises.
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
    """Give a vertex one edge more along a shortest augmenting path.

    Returns which vertices the search saw, and whether there is such a path.
    """
    came = {root: -1}  # from where the search came to each vertex
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
            # w has an edge free: exchange the edges along the way back.
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


def _merged(
    neighbours: list[list[int]],
    around: Sequence[Collection[int]],
    zeros: Sequence[int],
    chosen: list[list[int]],
    rng: Callable[[], Random],
    budget: Budget,
) -> list[int] | None:
    """Merge the cycles of a two-factor into one and return it, or ``None`` if that stalls."""
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
    """Merge cycles by exchanging two edges for two, until no two can be."""
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
                    ([a, b, c, d] for c in chosen[d] for b in chosen[a] if b in around[c]),
                    None,
                )
                if walk:
                    _exchange(chosen, walk)
                    parent[other] = mine
                    parts -= 1


def _exchange(chosen: list[list[int]], walk: Sequence[int]) -> None:
    """Take the chosen edges of an alternating closed walk out, and the others in."""
    for i, v in enumerate(walk):
        # At even places the edge to the next vertex is chosen, at odd ones the edge from the last.
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
    """Exchange three edges for three at a short cycle, if it can be so that there are fewer."""
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
    """Say how many cycles more an exchange would make, without making it.

    Without its chosen edges the walk leaves arcs of the cycles; following arcs and new edges in
    turn shows how many cycles they form.
    """
    size = len(walk)
    partner = {v: walk[i + 1 if i % 2 == 0 else i - 1] for i, v in enumerate(walk)}
    new = {v: walk[i - 1 if i % 2 == 0 else (i + 1) % size] for i, v in enumerate(walk)}
    on_cycle: dict[int, list[int]] = {}
    for v in sorted(walk, key=place.__getitem__):
        on_cycle.setdefault(place[v][0], []).append(v)
    arc: dict[int, int] = {}
    for vertices in on_cycle.values():
        # Along a cycle, removed edges and arcs take turns.
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
