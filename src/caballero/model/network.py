"""The tours of a problem as cycles of a network.

A path gets an additional vertex, joined to its possible ends; a vertex of a directed graph becomes
two, where its edges arrive and where they leave, joined by an edge that every cycle must use (R. M.
Karp, "Reducibility among combinatorial problems", 1972).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caballero.machine.limits import pause

from .graph import Graph
from .problem import Problem, sorted_moves


class Links(NamedTuple):
    """A graph whose cycles correspond to the tours of a problem.

    The vertices of the problem keep their numbers; in a directed graph, vertex v becomes 2v, where
    its edges arrive, and 2v + 1, where they leave. The additional vertex of a path is the last.
    `places` has, for each edge, its place in the ``indices`` of the problem's graph, or -1 if it
    is no move. Every cycle must use the `forced` edges.
    """

    size: int
    edges: list[tuple[int, int]]
    places: list[int]
    forced: list[tuple[int, int]]


def links_of(problem: Problem, graph: Graph) -> Links:
    """Return the network of a problem's graph."""
    size = len(graph)
    forced = [(2 * v, 2 * v + 1) for v in range(size)] if graph.directed else []
    edges = [*forced]
    places = [-1] * len(forced)
    for v in range(size):
        pause()
        begin, end = graph.indptr[v], graph.indptr[v + 1]
        row = graph.indices[begin:end]
        if graph.directed:
            edges += [(2 * v + 1, 2 * w) for w in row]
            places += range(begin, end)
        else:
            edges += [(v, w) for w in row if v < w]
            places += [at for at, w in enumerate(row, begin) if v < w]
    for a, b in _forced_moves(problem):
        forced.append((2 * a + 1, 2 * b) if graph.directed else (a, b))
    vertices = 2 * size if graph.directed else size
    if not problem.closed:
        joined, given = _join_ends(problem, graph)
        edges += [(vertices, v) for v in joined]
        forced += [(vertices, v) for v in given]
        places += [-1] * len(joined)
        vertices += 1
    return Links(vertices, edges, places, forced)


def _forced_moves(problem: Problem) -> Iterator[tuple[int, int]]:
    """Yield the moves that every tour must use; of a closed tour also the last, if it is given."""
    for a, b in sorted_moves(problem):
        yield problem.vertex(a), problem.vertex(b)
    if problem.closed and problem.start is not None and problem.end is not None:
        yield problem.vertex(problem.end), problem.vertex(problem.start)


def _join_ends(problem: Problem, graph: Graph) -> tuple[list[int], list[int]]:
    """Return the neighbours of a path's additional vertex, and which of these it must use."""
    start, end = fixed_ends(problem)
    size = len(graph)
    firsts = range(size) if start is None else [start]
    lasts = range(size) if end is None else [end]
    if not graph.directed:
        return sorted({*firsts, *lasts}), [v for v in (start, end) if v is not None]
    given = [] if start is None else [2 * start]
    given += [] if end is None else [2 * end + 1]
    return [*(2 * v for v in firsts), *(2 * v + 1 for v in lasts)], given


def fixed_ends(problem: Problem) -> tuple[int | None, int | None]:
    """Return the first and the last vertex, where they are given."""
    start, end = problem.start, problem.end
    return (
        None if start is None else problem.vertex(start),
        None if end is None else problem.vertex(end),
    )
