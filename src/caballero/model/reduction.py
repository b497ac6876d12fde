"""Reduce every problem to a question: whether a graph has a Hamiltonian cycle.

A path with given ends becomes a cycle through a few *dummy* vertices between these ends; the
trick is folklore of the travelling salesman. A method for cycles then needs no code for ends:

* both ends fixed: a chain of dummies between them;
* a single end fixed: a chain from it, whose last dummy is joined to every legal other end;
* free ends: a dummy joined to every legal end, or a chain with such a dummy at either end.

An inner dummy of a chain has only two neighbours, so every cycle uses the whole chain. Exactly one
length of chain keeps a bipartite graph bipartite, with as many vertices of either colour; it
depends on the colours of the ends. If no length does, the colours prove that there is no tour, and
:func:`as_cycle` returns ``None``.

A forced move is another chain, in the place of its edge: a dummy, or two in a bipartite graph. A
closed tour whose first and last vertex are both given has a forced move between them.

The dummies are numbered after the vertices of the graph, the dummies between the ends first, so a
vertex's number shows its kind.

A directed graph becomes undirected first: see :mod:`.directed`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from caballero.machine.limits import pause, paused

from .directed import cut_order, onward_rows, read_order, split_rows
from .graph import Graph
from .problem import Problem, sorted_moves as sorted_moves

ROWS: Final = 2**12
"""Rows of a graph that are read between two pauses."""

WORK: Final = 2**16
"""Edges that are followed between two pauses."""


class CycleQuestion(NamedTuple):
    """A graph whose Hamiltonian cycles correspond to the tours of a problem.

    `neighbours` has the dummies, too; `size` counts the vertices that are not dummies, and `links`
    the dummies between the ends (0 for a closed tour). `colours` are 0 and 1, in equal number, or
    None if the graph is not bipartite. `start` and `end` are the fixed ends. Each vertex of a
    *directed* graph is an entry and an exit, so `size` is twice their number.
    """

    neighbours: list[list[int]]
    colours: list[int] | None
    size: int
    links: int
    start: int | None
    end: int | None
    directed: bool = False

    def tour(self, cycle: Sequence[int]) -> list[int]:
        """Read the tour off a Hamiltonian cycle: cut it between its ends and drop the dummies.

        The cycle may begin anywhere, in either direction; the tour begins and ends at the fixed
        ends.
        """
        between = range(self.size, self.size + self.links)
        if self.directed:
            return self._directed_tour(cycle)
        if between:
            cut = next(i for i, v in enumerate(cycle) if cycle[i - 1] in between and v < self.size)
        elif self.start is not None:
            cut = cycle.index(self.start)
        else:
            cut = cycle.index(self.end) + 1 if self.end is not None else 0
        tour = [v for v in [*cycle[cut:], *cycle[:cut]] if v < self.size]
        if self.start not in (None, tour[0]):
            tour.reverse()
        elif self.end not in (None, tour[-1]):
            # The cycle begins with the tour's end, or goes round the wrong way.
            tour = tour[::-1] if between else [tour[0], *tour[:0:-1]]
        return tour

    def _directed_tour(self, cycle: Sequence[int]) -> list[int]:
        between = range(self.size, self.size + self.links)
        cut = 0
        if between:
            cut = next(i for i, v in enumerate(cycle) if cycle[i - 1] in between and v < self.size)
        line = [v for v in [*cycle[cut:], *cycle[:cut]] if v < self.size]
        order = read_order(line, self.size // 2)
        return order if between else cut_order(order, len(order), self.start, self.end)


def rows(graph: Graph) -> list[list[int]]:
    """Return the neighbours of every vertex as lists, which plain Python reads fastest.

    >>> rows(Graph.from_edges([(0, 1), (1, 2)]))
    [[1], [0, 2], [1]]
    """
    found: list[list[int]] = []
    for begin in range(0, len(graph), ROWS):
        bounds = graph.indptr[begin : begin + ROWS + 1]
        pause()
        at = bounds[0]
        indices = graph.indices[at : bounds[-1]].tolist()
        found += [indices[a - at : b - at] for a, b in itertools.pairwise(bounds)]
    return found


def underlying_rows(graph: Graph) -> list[list[int]]:
    """Return the neighbours of every vertex; in a directed graph, before and after it."""
    found = rows(graph)
    if not graph.directed:
        return found
    both = [dict.fromkeys(row) for row in paused(found)]
    for v, row in enumerate(paused(found)):
        for w in row:
            both[w][v] = None
    return [sorted(row) for row in paused(both)]


def cycle_of_edges(edges: Iterable[tuple[int, int]]) -> list[int]:
    """Return the vertices of a cycle in order, from vertex 0; the edges may be in any order."""
    rows: dict[int, list[int]] = {}
    for v, w in edges:
        rows.setdefault(v, []).append(w)
        rows.setdefault(w, []).append(v)
    order = [0, rows[0][0]]
    while len(order) < len(rows):
        a, b = rows[order[-1]]
        order.append(b if a == order[-2] else a)
    return order


def two_colours(neighbours: Sequence[Sequence[int]]) -> tuple[list[int] | None, bool]:
    """Colour the vertices 0 and 1 so that neighbours differ; return whether the graph is connected.

    The colours are None if the graph is not bipartite.
    """
    colours = [-1] * len(neighbours)
    parts, bipartite, work = 0, True, WORK
    for root, colour in enumerate(colours):
        if colour >= 0:
            continue
        parts += 1
        colours[root] = 0
        stack = [root]
        while stack:
            v = stack.pop()
            work -= len(neighbours[v]) + 1
            if work <= 0:
                pause()
                work = WORK
            other = 1 - colours[v]
            for w in neighbours[v]:
                if colours[w] < 0:
                    colours[w] = other
                    stack.append(w)
                elif colours[w] != other:
                    bipartite = False
    return (colours if bipartite else None), parts <= 1


def cycle_question(problem: Problem) -> CycleQuestion | None:
    """Turn a problem into a question about Hamiltonian cycles; None if there is no tour.

    Clues other than the start and the end are ignored. Linear
    in the number of moves; see :func:`as_cycle`.

    >>> question = cycle_question(Problem("5x5", start="a1"))
    >>> len(question.neighbours), question.links
    (28, 3)
    """
    graph = problem.graph()
    if graph.directed:
        return _split(problem)
    start, end = _fixed_ends(problem)
    return as_cycle(
        graph, closed=problem.closed, start=start, end=end, forced=_forced_edges(problem)
    )


def _fixed_ends(problem: Problem) -> tuple[int | None, int | None]:
    numbered = problem.numbered()
    return numbered.get(1), numbered.get(problem.size) if problem.size > 1 else None


def _forced_edges(problem: Problem) -> list[tuple[int, int]]:
    return [(problem.vertex(a), problem.vertex(b)) for a, b in sorted_moves(problem)]


def rows_of(problem: Problem) -> list[list[int]]:
    """Return the rows of :func:`onward_rows` for a problem about a directed graph."""
    start, end = _fixed_ends(problem)
    graph, forced = problem.graph(), {*_forced_edges(problem)}
    return onward_rows(rows(graph), closed=problem.closed, start=start, end=end, forced=forced)


def _split(problem: Problem) -> CycleQuestion | None:
    """Turn a question about a directed graph into a question about an undirected graph."""
    size, (start, end) = problem.size, _fixed_ends(problem)
    if size < 2 or (start is not None and start == end):
        return None
    graph = problem.graph()
    if problem.closed and start is not None and end is not None and not graph.has_edge(end, start):
        return None
    neighbours, colours, links = split_rows(rows_of(problem), size)
    return CycleQuestion(neighbours, colours, 2 * size, links, start, end, True)


def as_cycle(
    graph: Graph,
    *,
    closed: bool,
    start: int | None,
    end: int | None,
    forced: Iterable[tuple[int, int]] = (),
) -> CycleQuestion | None:
    """Turn a question about tours into Hamiltonian cycles; None if there is no tour.

    None if the graph is not connected, its colours are not balanced, or no tour can have these
    ends. The graph has at least two vertices; every tour must use the `forced` edges.
    """
    neighbours = rows(graph)
    size = len(neighbours)
    colours, connected = two_colours(neighbours)
    if not connected or size < (3 if closed else 2) or (start is not None and start == end):
        return None
    surplus = 0 if colours is None else size - 2 * sum(colours)  # how many more squares of colour 0
    chains = [(a, b) for a, b in forced]
    links = 0
    if not closed:
        if abs(surplus) > 1 or not _join_ends(neighbours, colours, surplus, start, end):
            return None
        links = len(neighbours) - size
    elif surplus:
        return None
    elif start is not None and end is not None:
        # A cycle with this edge is a path between its ends.
        if end not in neighbours[start]:
            return None
        if not {(start, end), (end, start)} & set(chains):
            chains.append((start, end))
    for a, b in chains:
        if b not in neighbours[a]:
            return None
        neighbours[a].remove(b)
        neighbours[b].remove(a)
        _link(
            neighbours, colours, [a], [b], [0] if colours is None else [1 - colours[a], colours[a]]
        )
    return CycleQuestion(neighbours, colours, size, links, start, end)


def _join_ends(
    neighbours: list[list[int]],
    colours: list[int] | None,
    surplus: int,
    start: int | None,
    end: int | None,
) -> bool:
    """Join the ends of a path by a chain of dummies; return whether such ends exist."""
    size = len(neighbours)
    fixed = [v for v in (start, end) if v is not None]
    firsts = [fixed[0]] if fixed else list(range(size))
    lasts = [fixed[1]] if len(fixed) == 2 else [v for v in range(size) if v not in fixed]
    if colours is None:
        # A single dummy is enough if both its edges must be used, or both are free.
        chain = [0, 0] if len(fixed) == 1 else [0]
    elif surplus:
        # A path alternates: both ends have the colour in surplus, or they have different colours.
        majority = 0 if surplus > 0 else 1
        firsts = [v for v in firsts if colours[v] == majority]
        lasts = [v for v in lasts if colours[v] == majority]
        chain = [1 - majority, majority, 1 - majority] if len(fixed) == 1 else [1 - majority]
    else:
        first = colours[fixed[0]] if fixed else 0
        firsts = [v for v in firsts if colours[v] == first]
        lasts = [v for v in lasts if colours[v] != first]
        chain = [1 - first, first] if fixed else [1 - first, first] * 2
    if not firsts or not lasts:
        return False
    _link(neighbours, colours, firsts, lasts, chain)
    return True


def _link(
    neighbours: list[list[int]],
    colours: list[int] | None,
    firsts: Sequence[int],
    lasts: Sequence[int],
    chain: Sequence[int],
) -> None:
    """Add a chain of dummies with the colours `chain` from the `firsts` to the `lasts`."""
    dummies = range(len(neighbours), len(neighbours) + len(chain))
    neighbours += [[] for _ in dummies]
    if colours is not None:
        colours += chain
    links = list(itertools.pairwise(dummies))
    links += [(v, dummies[0]) for v in firsts]
    if firsts != lasts:  # else a dummy has both ends among its neighbours already
        links += [(v, dummies[-1]) for v in lasts]
    for a, b in links:
        neighbours[a].append(b)
        neighbours[b].append(a)
