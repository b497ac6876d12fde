"""Every question as one question: whether a graph has a Hamiltonian cycle.

A path that may begin and end in certain vertices is a cycle through a few *dummy* vertices
that stand between its ends; the trick is folklore of the travelling salesman. A method that
knows cycles only then needs no code for ends:

* both ends fixed: a chain of dummies from the one to the other;
* one end fixed: a chain from it, whose last dummy is joined to every legal other end;
* free ends: one dummy joined to every legal end, or a chain with such a dummy at either end.

In a chain every inner dummy has two neighbours only, and so every cycle must use the whole of
it. Between each two classes of ends there is exactly one length of chain that keeps a bipartite
graph bipartite, with as many vertices of one colour as of the other. If no length does, the
colours themselves prove that there is no tour, and :func:`as_cycle` answers ``None``.

The dummies are numbered after the vertices of the graph, so that whoever reads a cycle tells
them apart by their numbers alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from caballero.graph import Graph


class CycleQuestion(NamedTuple):
    """A graph whose Hamiltonian cycles are the tours that were asked for.

    Parameters
    ----------
    neighbours : list of lists of int
        The graph with its dummies.
    colours : list of int, optional
        0 or 1 for every vertex, if the graph is bipartite; then there are as many of each.
    size : int
        The number of vertices that are not dummies.
    start, end : int, optional
        The ends that were fixed.
    """

    neighbours: list[list[int]]
    colours: list[int] | None
    size: int
    start: int | None
    end: int | None

    def tour(self, cycle: Sequence[int]) -> list[int]:
        """Read the tour off a Hamiltonian cycle: cut it at the dummies, or at the start.

        Parameters
        ----------
        cycle : sequence of int
            The vertices in the order of the cycle, from anywhere, in either direction.

        Returns
        -------
        list of int
            The tour, from the start if that is fixed to the end if that is.
        """
        total = len(cycle)
        if len(self.neighbours) > self.size:
            cut = next(i for i in range(total) if cycle[i - 1] >= self.size > cycle[i])
            tour = [v for v in [*cycle[cut:], *cycle[:cut]] if v < self.size]
            wrong_way = tour[0] != self.start if self.start is not None else tour[-1] != self.end
            if wrong_way and (self.start, self.end) != (None, None):
                tour.reverse()
            return tour
        if self.start is not None:
            cut = cycle.index(self.start)
        else:
            cut = cycle.index(self.end) + 1 if self.end is not None else 0
        return [*cycle[cut:], *cycle[:cut]]


def rows(graph: Graph) -> list[list[int]]:
    """Return the neighbours of every vertex as lists, which plain Python reads fastest."""
    indices = graph.indices.tolist()
    bounds = graph.indptr.tolist()
    return [indices[a:b] for a, b in itertools.pairwise(bounds)]


def two_colours(neighbours: Sequence[Sequence[int]]) -> tuple[list[int] | None, bool]:
    """Colour the vertices 0 and 1 so that neighbours differ, if that can be done.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The neighbours of every vertex.

    Returns
    -------
    colours : list of int or None
        The colour of every vertex, or ``None`` if the graph is not bipartite.
    connected : bool
        Whether every vertex can be reached from every other.
    """
    colours = [-1] * len(neighbours)
    parts, bipartite = 0, True
    for root, colour in enumerate(colours):
        if colour >= 0:
            continue
        parts += 1
        colours[root] = 0
        stack = [root]
        while stack:
            v = stack.pop()
            other = 1 - colours[v]
            for w in neighbours[v]:
                if colours[w] < 0:
                    colours[w] = other
                    stack.append(w)
                elif colours[w] != other:
                    bipartite = False
    return (colours if bipartite else None), parts <= 1


def as_cycle(
    graph: Graph, *, closed: bool, start: int | None, end: int | None
) -> CycleQuestion | None:
    """Turn any question about tours into one about Hamiltonian cycles.

    Parameters
    ----------
    graph : Graph
        Where to look; two vertices at least.
    closed : bool
        Whether the tour must return to where it began.
    start, end : int, optional
        The first and the last vertex of the tour.

    Returns
    -------
    CycleQuestion or None
        ``None`` if there is no tour: the graph is not connected, the colours are out of
        balance, or the ends cannot be the ends.
    """
    neighbours = rows(graph)
    size = len(neighbours)
    colours, connected = two_colours(neighbours)
    if not connected or size < (3 if closed else 2) or (start is not None and start == end):
        return None
    surplus = 0 if colours is None else size - 2 * sum(colours)  # how many more zeros than ones
    if not closed:
        return _with_dummies(neighbours, colours, surplus, start, end)
    if surplus:
        return None
    if start is not None and end is not None:
        # Asking for this edge of the cycle is asking for the path between its ends.
        if end not in neighbours[start]:
            return None
        return _with_dummies(neighbours, colours, surplus, start, end)
    return CycleQuestion(neighbours, colours, size, start, end)


def _with_dummies(
    neighbours: list[list[int]],
    colours: list[int] | None,
    surplus: int,
    start: int | None,
    end: int | None,
) -> CycleQuestion | None:
    """Join the ends of a path by a chain of dummies; `neighbours` and `colours` are changed."""
    size = len(neighbours)
    fixed = [v for v in (start, end) if v is not None]
    firsts = [fixed[0]] if fixed else list(range(size))
    lasts = [fixed[1]] if len(fixed) == 2 else [v for v in range(size) if v not in fixed]
    if colours is None:
        # One dummy is enough where both its edges are certain to be used, or may be any.
        chain = [-1, -1] if len(fixed) == 1 else [-1]
    else:
        if abs(surplus) > 1:
            return None
        # A path alternates: its ends are of the colour in surplus, or one of each.
        if surplus:
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
            return None
        colours += chain
    dummies = range(size, size + len(chain))
    neighbours += [[] for _ in dummies]
    links = list(itertools.pairwise(dummies))
    links += [(v, dummies[0]) for v in firsts]
    if firsts != lasts:  # else one dummy has both ends among its neighbours already
        links += [(v, dummies[-1]) for v in lasts]
    for a, b in links:
        neighbours[a].append(b)
        neighbours[b].append(a)
    return CycleQuestion(neighbours, colours, size, start, end)
