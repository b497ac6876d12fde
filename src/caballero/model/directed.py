"""Directed graphs made undirected: each vertex becomes an entry and an exit.

A chain of two dummies joins the entry of a vertex to its exit, and an edge from v to w joins the
exit of v to the entry of w. The dummies have two neighbours, so every Hamiltonian cycle uses all
chains: it runs through each vertex from entry to exit, or through each the other way. So the cycles
of both graphs correspond. The idea is Karp's (1972), who puts a vertex between entry and
exit; two vertices keep the graph bipartite, which the methods for two colours need: entries and
inner dummies alternate with outer dummies and exits.

For an open tour there is an additional vertex between the last and the first. A forced edge is the
only edge left at both of its ends.

Entries have the numbers of the vertices, v; then come the exits, ``size + v``; the four dummies of
the vertex between the ends of an open tour, from its entry to its exit; and the chains.

R. M. Karp, "Reducibility among combinatorial problems", in Complexity of Computer Computations,
Plenum 1972, 85–103.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from caballero.machine.limits import paused

from .graph import Graph

BETWEEN: Final = 4
"""The dummies between the ends of an open tour."""


def onward_rows(
    successors: Sequence[Iterable[int]],
    *,
    closed: bool,
    start: int | None,
    end: int | None,
    forced: Collection[tuple[int, int]] = (),
) -> list[list[int]]:
    """Return the successors of each vertex that a tour may use.

    The successors of the last vertex of an open tour include an additional vertex, whose successors
    are the vertices that may be first. `pause` is called regularly, and may stop the work by
    raising, here as below.
    """
    size = len(successors)
    if closed and start is not None and end is not None:
        forced = {*forced, (end, start)}
    only_to = partners(forced)
    only_from = partners((b, a) for a, b in forced)
    onward = [list(row) for row in paused(successors)]
    for v, row in enumerate(onward if forced else ()):
        row[:] = [w for w in row if only_to.get(v, {w}) == {w} and only_from.get(w, {v}) == {v}]
    if not closed:
        for v in range(size) if end is None else (end,):
            if v not in only_to and v != start:
                onward[v].append(size)
        firsts = range(size) if start is None else (start,)
        onward.append([v for v in firsts if v not in only_from and v != end])
    return onward


def split_rows(
    onward: Sequence[Iterable[int]], size: int
) -> tuple[list[list[int]], list[int], int]:
    """Split each vertex of :func:`onward_rows` into an entry and an exit.

    Returns the neighbours and the colours of the undirected graph, and how many of its vertices are
    between the ends of an open tour. `size` is the number of vertices of the directed graph.
    """
    links = BETWEEN if len(onward) > size else 0
    neighbours: list[list[int]] = [[] for _ in range(4 * size + links)]
    for v in range(size):
        chain = 2 * size + links + 2 * v
        _join(neighbours, (v, chain, chain + 1, size + v))
    between = range(2 * size, 2 * size + links)
    _join(neighbours, between)
    for v, row in enumerate(paused(onward)):
        out = neighbours[size + v if v < size else between[-1]]
        for w in row:
            out.append(w if w < size else between[0])
            neighbours[out[-1]].append(size + v if v < size else between[-1])
    colours = [0] * size + [1] * size + [0, 1, 0, 1][:links] + [1, 0] * size
    return neighbours, colours, links


def split_numbers(
    graph: Graph, numbers: Mapping[int, int], forced: Iterable[tuple[int, int]]
) -> tuple[Graph, dict[int, int], list[tuple[int, int]]]:
    """Split each vertex of a directed graph into an entry and an exit, with a forced edge.

    Returns the undirected graph, the vertices that have a number, and the forced edges. Number n
    becomes 2n − 1 at an entry and 2n at an exit.
    """
    size = len(graph)
    neighbours = [[size + v] for v in range(size)] + [[v] for v in range(size)]
    for v, w in paused(graph.edges()):
        neighbours[size + v].append(w)
        neighbours[w].append(size + v)
    given = {2 * number - 1: v for number, v in numbers.items()}
    given |= {2 * number: size + v for number, v in numbers.items()}
    links = [(v, size + v) for v in range(size)] + [(size + v, w) for v, w in forced]
    indptr, indices = array("i", [0]), array("i")
    for row in paused(neighbours):
        indices.extend(row)
        indptr.append(len(indices))
    return Graph(indptr, indices), dict(sorted(given.items())), links


def read_order(line: Sequence[int], size: int) -> list[int]:
    """Return the vertices along a line of entries and exits, which may run the wrong way.

    The line has an entry and the exit of the same vertex at an end; a cycle may be cut anywhere.
    `size` is the number of vertices of the directed graph.

    >>> read_order([1, 4, 0, 3, 2, 5], 3), read_order([4, 1, 5, 2, 3, 0], 3)
    ([1, 0, 2], [0, 2, 1])
    """
    at = 0 if line[0] < size else 1
    onward = line[(at + 1) % len(line)] == line[at] + size
    order = [v for v in line if v < size]
    return order if onward else order[::-1]


def joined_rows(neighbours: Sequence[Sequence[int]], size: int, links: int) -> list[set[int]]:
    """Return the rows from which :func:`split_rows` made a split graph, as sets.

    `size` counts the entries and the exits.
    """
    half = size // 2
    exits = paused(range(half, size))
    found = [{w for w in neighbours[v] if w < half} for v in exits]
    if links:
        for v in range(half):
            if size in neighbours[half + v]:
                found[v].add(half)
        found.append({w for w in neighbours[size + links - 1] if w < half})
    return found


def cut_order(order: list[int], size: int, start: int | None, end: int | None) -> list[int]:
    """Cut a cycle of the vertices of :func:`onward_rows` where the tour begins.

    >>> cut_order([0, 2, 1], 2, None, None), cut_order([0, 2, 1], 3, 1, None)
    ([1, 0], [1, 0, 2])
    """
    cut = 0
    if len(order) > size:
        cut = order.index(size) + 1
    elif start is not None:
        cut = order.index(start)
    elif end is not None:
        cut = order.index(end) + 1
    return [*order[cut:], *order[:cut]][:size]


def only_ways(
    successors: Sequence[Iterable[int]],
) -> tuple[list[set[int]], set[tuple[int, int]]] | None:
    """Remove the edges excluded by edges that are the only way out of, or into a vertex.

    Returns the successors that are left, and these edges; None if a vertex has no way left.

    >>> onward, forced = only_ways([[1, 2], [2, 0], [0, 1, 3], [0]])
    >>> onward, sorted(forced)
    ([{1}, {2}, {3}, {0}], [(0, 1), (1, 2), (2, 3), (3, 0)])
    """
    onward = [set(row) for row in successors]
    back: list[set[int]] = [set() for _ in onward]
    for v, row in enumerate(paused(onward)):
        for w in row:
            back[w].add(v)
    forced: set[tuple[int, int]] = set()
    waiting = [*range(len(onward))]
    for v in paused(waiting):  # grows while it is read
        if not onward[v] or not back[v]:
            return None
        only = [(v, w) for w in onward[v]] if len(onward[v]) == 1 else []
        only += [(u, v) for u in back[v]] if len(back[v]) == 1 else []
        for a, b in only:
            if (a, b) in forced or b not in onward[a]:
                continue
            forced.add((a, b))
            out = [(a, w) for w in onward[a] if w != b] + [(u, b) for u in back[b] if u != a]
            if len(onward) > 2 and a in onward[b]:
                out.append((b, a))
            for u, w in out:
                onward[u].discard(w)
                back[w].discard(u)
                waiting += (u, w)
    return onward, forced


def partners(pairs: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    """Return the second members of pairs, by the first."""
    partners: dict[int, set[int]] = {}
    for a, b in pairs:
        partners.setdefault(a, set()).add(b)
    return partners


def _join(neighbours: list[list[int]], path: Sequence[int]) -> None:
    """Add the edges of a path."""
    for a, b in pairwise(path):
        neighbours[a].append(b)
        neighbours[b].append(a)
