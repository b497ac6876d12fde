"""The graphs that several tests ask about, and a judge of their tours."""

import random
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

import networkx as nx

from caballero import Graph, Problem
from caballero.machine.errors import InvalidProblem
from naive import all_tours, knight_neighbours

Rows = list[list[int]]


def rows_of(edges: Iterable[tuple[int, int]], size: int) -> Rows:
    """The neighbours of each vertex, in increasing order."""
    beside: list[set[int]] = [set() for _ in range(size)]
    for a, b in edges:
        beside[a].add(b)
        beside[b].add(a)
    return [sorted(row) for row in beside]


def random_rows(rng: random.Random, size: int, chance: float) -> Rows:
    """The neighbours in a graph that has each edge with the same chance."""
    pairs = ((a, b) for a in range(size) for b in range(a))
    return rows_of([pair for pair in pairs if rng.random() < chance], size)


def knight_graph(height: int, width: int) -> Graph:
    return Graph.from_neighbours(knight_neighbours(height, width))


def petersen_edges(size: int = 5, step: int = 2) -> list[tuple[int, int]]:
    """The edges of the generalised Petersen graph; by default those of the one itself."""
    return [
        edge
        for i in range(size)
        for edge in ((i, (i + 1) % size), (i, size + i), (size + i, size + (i + step) % size))
    ]


def petersen(size: int = 5, step: int = 2) -> Graph:
    return Graph.from_edges(petersen_edges(size, step), range(2 * size))


def flower_snark(size: int) -> Graph:
    """Isaacs (1975): stars ``a`` with the leaves ``b``, ``c``, ``d``; a ring of b, one of c, d."""
    edges = [(("a", i), (leaf, i)) for i in range(size) for leaf in "bcd"]
    edges += [(("b", i), ("b", (i + 1) % size)) for i in range(size)]
    ring = [("c", i) for i in range(size)] + [("d", i) for i in range(size)]
    edges += [(ring[i - 1], ring[i]) for i in range(2 * size)]
    return Graph.from_edges(edges)


@cache
def small_graphs() -> list[Graph]:
    """Random graphs of up to eight vertices, every other one bipartite."""
    rng = random.Random(2024)
    found: list[Graph] = []
    for i in range(240):
        size, chance = rng.randint(1, 8), rng.uniform(0.3, 0.9)
        side = [rng.random() < 0.5 for _ in range(size)]
        edges = [
            (v, w)
            for v in range(size)
            for w in range(v)
            if (i % 2 or side[v] != side[w]) and rng.random() < chance
        ]
        found.append(Graph.from_edges(edges, range(size)))
    return found


def has_tour(
    graph: Graph, *, closed: bool, start: int | None = None, end: int | None = None
) -> bool:
    """Whether there is a tour, by plain recursion."""
    rows = [graph.neighbours(v) for v in range(len(graph))]
    return any(True for _ in all_tours(rows, closed=closed, start=start, end=end))


def assert_tour(
    graph: Graph,
    tour: Sequence[int] | None,
    *,
    closed: bool,
    start: int | None = None,
    end: int | None = None,
) -> None:
    assert tour is not None
    assert sorted(tour) == list(range(len(graph)))
    assert all(graph.has_edge(a, b) for a, b in pairwise(tour))
    assert not closed or (len(tour) > 2 and graph.has_edge(tour[-1], tour[0]))
    assert start in (None, tour[0])
    assert end in (None, tour[-1])


def dense_problem(seed: int, most: int = 7) -> Problem | None:
    """A random problem of any kind; None if its constraints contradict each other."""
    rng = random.Random(f"subsets {seed}")
    size, share = rng.randint(1, most), rng.choice([0.4, 0.6, 0.8, 1])
    graph = nx.gnp_random_graph(size, share, seed=seed, directed=rng.random() < 0.5)
    edges, places = list(graph.edges), rng.sample(range(size), size)

    def some(kind: float) -> list[tuple[int, int]]:
        return rng.sample(edges, min(len(edges), 3)) if rng.random() < kind else []

    numbers = rng.sample(range(1, size + 1), size)[: 3 if rng.random() < 0.4 else 0]
    try:
        return Problem(
            Graph.from_networkx(graph), closed=rng.random() < 0.5,
            start=places[0] if rng.random() < 0.3 else None,
            end=places[-1] if rng.random() < 0.3 else None,
            clues=dict(zip(rng.sample(places, len(numbers)), numbers, strict=True)),
            forced=some(0.5), forbidden=some(0.3),
        )  # fmt: skip
    except InvalidProblem:
        return None
