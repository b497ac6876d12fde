"""What the tests of the searchers share: boards, an oracle that knows nothing, and a judge."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from caballero.core.graph import Graph

Oracle = Callable[[Graph, bool, int | None, int | None], bool]
Judge = Callable[[Graph, list[int], bool, int | None, int | None], None]

JUMPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


def knight_graph(height: int, width: int) -> Graph:
    return Graph.from_neighbours(
        [
            [
                (r + dr) * width + c + dc
                for dr, dc in JUMPS
                if 0 <= r + dr < height and 0 <= c + dc < width
            ]
            for r in range(height)
            for c in range(width)
        ]
    )


def random_graph(rng: random.Random, size: int, *, bipartite: bool) -> Graph:
    chance = rng.uniform(0.3, 0.9)
    side = [rng.random() < 0.5 for _ in range(size)]
    edges = [
        (v, w)
        for v in range(size)
        for w in range(v)
        if (not bipartite or side[v] != side[w]) and rng.random() < chance
    ]
    return Graph.from_edges(edges, range(size))


def naive_exists(graph: Graph, closed: bool, start: int | None, end: int | None) -> bool:
    size = len(graph)

    def extend(path: list[int]) -> bool:
        if len(path) == size:
            closes = not closed or (size > 2 and graph.has_edge(path[-1], path[0]))
            return closes and end in (None, path[-1])
        return any(extend([*path, w]) for w in graph.neighbours(path[-1]) if w not in path)

    return any(extend([v]) for v in (range(size) if start is None else [start]))


def assert_tour(
    graph: Graph, tour: list[int], closed: bool, start: int | None, end: int | None
) -> None:
    assert sorted(tour) == list(range(len(graph)))
    assert all(graph.has_edge(a, b) for a, b in itertools.pairwise(tour))
    assert not closed or (len(tour) > 2 and graph.has_edge(tour[-1], tour[0]))
    assert start in (None, tour[0])
    assert end in (None, tour[-1])


@pytest.fixture(scope="session")
def board() -> Callable[[int, int], Graph]:
    return knight_graph


@pytest.fixture(scope="session")
def oracle() -> Oracle:
    return naive_exists


@pytest.fixture(scope="session")
def judge() -> Judge:
    return assert_tour


@pytest.fixture(scope="session")
def small_graphs() -> list[Graph]:
    rng = random.Random(2024)
    return [random_graph(rng, rng.randint(1, 8), bipartite=i % 2 == 0) for i in range(240)]
