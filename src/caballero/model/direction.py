"""How the clues of a problem restrict the direction of its tours.

A tour can be read in two directions, and a closed tour from any square. Clues may allow all of
these readings, or only some.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from caballero.machine.values import replace

from .graph import Graph
from .problem import Problem, restated


def without_clues(problem: Problem) -> Problem | None:
    """Replace the clues of a problem by ends; None if ends cannot express them.

    They cannot for a number inside an open tour, or an order of places that numbers do not settle.
    A closed tour may begin anywhere, so a single number needs no end, and two neighbouring numbers
    become the two ends; other numbers have no such form.

    >>> without_clues(Problem(5, clues={"a1": 1})).start
    (4, 0)
    >>> without_clues(Problem(6, closed=True, clues={"a1": 7})).clues
    ()
    >>> without_clues(Problem(5, clues={"a1": 7})) is None
    True
    """
    if problem.precedences():
        return None
    count, given = problem.size, problem.numbered()
    first, last = given.get(1), given.get(count)
    if problem.closed:
        low, high = min(given, default=1), max(given, default=1)
        if len(given) < 2:
            first = last = None
        elif len(given) == 2 and high - low == 1 and count > 2:
            first, last = given[high], given[low]
        elif given.keys() != {1, count}:
            return None
    elif given.keys() - {1, count}:
        return None
    ends = [None if v is None else problem.place(v) for v in (first, last)]
    return restated(problem, start=ends[0], end=ends[1], clues=(), waypoints=())


def given_places(problem: Problem) -> dict[int, int]:
    """Return the position, from 0, of each vertex whose number is given.

    A closed tour without clues may begin anywhere, so it begins at vertex 0.
    """
    given = {v: number - 1 for number, v in problem.numbered().items()}
    return given or ({0: 0} if problem.closed else {})


def undirected(problem: Problem) -> Problem:
    """Return the problem of an undirected graph with the same tours, if any.

    It exists for a directed graph whose edges all lead both ways, or are forbidden both ways; other
    problems are returned as they are. Linear in the edges.
    """
    if not problem.directed or problem.forced or problem.size < 3:
        return problem
    graph = problem.graph()
    rows = [graph.neighbours(v) for v in range(len(graph))]
    back: list[list[int]] = [[] for _ in rows]
    for v, row in enumerate(rows):
        for w in row:
            back[w].append(v)
    if any(sorted(row) != others for row, others in zip(rows, back, strict=True)):
        return problem
    ground = Graph(graph.indptr, graph.indices, graph.labels)
    return replace(problem, ground=ground, forbidden=frozenset())


def may_go_back(problem: Problem, given: Collection[int] | None = None) -> bool:
    """Return whether a tour and its reverse may both answer a problem: then they are the same tour.

    `given` are the numbers whose places are given, by default the problem's.

    Never in a directed graph, even if all its edges lead both ways: its tours have a direction.
    The reverse of an open tour has number n + 1 − k where the tour has k. The reverse of a closed
    tour that keeps number j in its place has 2j − k.
    """
    count, numbers = problem.size, problem.numbered() if given is None else given
    if problem.directed:
        return False
    if problem.closed:
        return count > 2 and len({2 * number % count for number in numbers}) < 2
    middle = all(2 * number == count + 1 for number in numbers)
    return count > 1 and middle and not problem.precedences()


def goes_both_ways(problem: Problem) -> bool:
    """Return whether the reverse of every tour of a problem is another form of it."""
    return may_go_back(problem) and not problem.precedences()


def goes_back(problem: Problem, order: Sequence[int], given: Collection[int] | None = None) -> bool:
    """Return whether the reverse of a tour answers the problem, too: the two are the same tour.

    Every search, listing, count and proof asks this. It is the same for all tours of most problems;
    but numbers inside a closed tour and waypoints may allow the reverse of only some.

    >>> ring = Problem("2x3", "king", closed=True, clues={"a2": 3}, waypoints=["a1", "c1"])
    >>> [goes_back(ring, [1, 3, 0, 4, *end]) for end in ((2, 5), (5, 2))]
    [True, False]
    """
    if not may_go_back(problem, given):
        return False
    pairs = problem.precedences()
    at = {v: n for n, v in enumerate(backwards(problem, order, given))} if pairs else {}
    return all(at[v] < at[w] for v, w in pairs)


def backwards(
    problem: Problem, order: Sequence[int], given: Collection[int] | None = None
) -> list[int]:
    """Return the reverse of a tour; a closed tour keeps its clues in their places.

    >>> ring = Problem("2x2", piece="wazir", closed=True, clues={"a1": 2})
    >>> backwards(ring, [0, 2, 3, 1])
    [3, 2, 0, 1]
    """
    if not problem.closed:
        return list(order[::-1])
    kept = min(problem.numbered() if given is None else given, default=1) - 1
    return [order[(2 * kept - i) % len(order)] for i in range(len(order))]
