"""Paths that visit a given number of places: for clues and waypoints inside a longest path.

A sweep does not know which place of the path a vertex is. So a path of some length becomes a tour
of a larger graph: after the path come a gate and the posts of a *fence*, whose numbers are known,
and between two posts a vertex that the path leaves out. :func:`caballero.solve` finds
this tour, or shows that there is none.

A cycle is cut at its first place; its last is next to that.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from caballero.find import solve
from caballero.machine.errors import InvalidProblem
from caballero.machine.limits import Budget, LimitHit
from caballero.model.graph import Graph
from caballero.model.problem import Problem, sorted_moves
from caballero.proof.outcome import Found, GaveUp

Numbers = dict[int, int]
"""Vertices by the number that they have on the path, from 1."""


def path_of_length(
    problem: Problem, graph: Graph, length: int, budget: Budget, seed: int
) -> list[int] | None:
    """Return a path, or cycle, that visits a number of places; None if there is none.

    >>> problem = Problem("3x4", waypoints=["a1", "c2", "b1"])
    >>> path_of_length(problem, problem.graph(), 4, Budget(), 0)
    [8, 6, 0, 9]
    """
    for numbers, forced in _numberings(problem, graph, length):
        fenced = _fenced(problem, graph, length, numbers, forced)
        if fenced is None:
            continue
        match solve(fenced, seed=seed):
            case Found(tour):
                return [*tour.order[:length]]
            case GaveUp(limit):
                raise LimitHit(limit)
        budget.pause()
    return None


def _numberings(
    problem: Problem, graph: Graph, length: int
) -> Iterator[tuple[Numbers, list[tuple[int, int]]]]:
    """Yield the possible numbers of vertices, with the forced moves inside the path."""
    numbers = {number: problem.vertex(place) for place, number in problem.clues}
    forced = [(problem.vertex(a), problem.vertex(b)) for a, b in sorted_moves(problem)]
    for place, number in (problem.start, 1), (problem.end, length):
        if place is not None:
            v = problem.vertex(place)
            if numbers.setdefault(number, v) != v:
                return
    if not problem.closed:
        yield numbers, forced
        return
    for first in [numbers[1]] if 1 in numbers else range(len(graph)):
        at = [move for move in forced if first in move]
        ways = [
            [2 if a == first else length] if graph.directed else [2, length] for a, _ in at
        ]  # fmt: skip
        for way in product(*ways):
            taken: Numbers = numbers | {1: first}
            good = all(
                taken.setdefault(number, a if b == first else b) == (a if b == first else b)
                for number, (a, b) in zip(way, at, strict=True)
            )
            if good:
                yield taken, [move for move in forced if first not in move]


def _fenced(
    problem: Problem, graph: Graph, length: int, numbers: Numbers, forced: list[tuple[int, int]]
) -> Problem | None:
    """Return the problem of a path with a fence; None if its numbers contradict each other."""
    size = len(graph)
    spare = size - length
    waypoints = [problem.vertex(place) for place in problem.waypoints]
    kept = {*numbers.values(), *waypoints, *(v for move in forced for v in move)}
    if max(numbers, default=0) > length or len({*numbers.values()}) < len(numbers):
        return None
    lasts = [v for v in range(size) if not problem.closed or graph.has_edge(v, numbers[1])]
    if length in numbers:
        lasts = [v for v in lasts if v == numbers[length]]
    gate, posts = size, range(size + 1, size + spare + 2)
    edges = [*graph.edges(), *((v, gate) for v in lasts), (gate, posts[0])]
    for v in range(size):
        if v not in kept:
            edges += [(post, v) for post in posts[:-1]]
            edges += [(v, post) for post in posts[1:]]
    if not graph.directed:
        edges = sorted({(min(edge), max(edge)) for edge in edges})
    clues = {v: number for number, v in numbers.items()}
    clues |= {gate: length + 1} | {post: length + 2 + 2 * i for i, post in enumerate(posts)}
    try:
        return Problem(
            Graph.from_edges(sorted({*edges}), range(posts[-1] + 1), directed=graph.directed),
            clues=clues, waypoints=waypoints, forced=forced,
        )  # fmt: skip
    except InvalidProblem:
        return None
