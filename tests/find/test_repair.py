from __future__ import annotations

import random

import pytest

from caballero.core.graph import Graph
from caballero.core.limits import Budget
from caballero.find.repair import repaired_tour
from graphs import assert_tour, has_tour, knight_graph, small_graphs


def roth_keys(height: int, width: int) -> list[int]:
    return [
        (2 * r - height + 1) ** 2 + (2 * c - width + 1) ** 2
        for r in range(height)
        for c in range(width)
    ]


@pytest.mark.long_plain
@pytest.mark.parametrize("size", [5, 6, 7, 8, 9, 12, 25, 32, 41, 50])
def test_square_boards_from_every_corner(size: int) -> None:
    graph, keys = knight_graph(size, size), roth_keys(size, size)
    for corner in (0, size - 1, size * size - size, size * size - 1):
        tour = repaired_tour(
            graph, Budget(), closed=False, start=corner, end=None, seed=0, keys=keys
        )
        assert_tour(graph, tour, closed=False, start=corner)


@pytest.mark.parametrize(("height", "width"), [(5, 5), (5, 7), (6, 7), (8, 8)])
def test_every_legal_start(height: int, width: int) -> None:
    graph = knight_graph(height, width)
    for start in range(height * width):
        if height * width % 2 == 0 or (start // width + start % width) % 2 == 0:
            tour = repaired_tour(graph, Budget(), closed=False, start=start, end=None, seed=1)
            assert_tour(graph, tour, closed=False, start=start)


@pytest.mark.parametrize(("height", "width"), [(5, 6), (6, 6), (7, 8), (10, 11), (20, 20)])
def test_closed(height: int, width: int) -> None:
    graph = knight_graph(height, width)
    for start, end in ((None, None), (0, None), (None, 0), (0, width + 2)):
        tour = repaired_tour(graph, Budget(), closed=True, start=start, end=end, seed=3)
        assert_tour(graph, tour, closed=True, start=start, end=end)


def test_both_ends_of_a_chessboard() -> None:
    # There is a path between any two squares of different colour (Conrad et al. 1994).
    graph, keys = knight_graph(8, 8), roth_keys(8, 8)
    for start in (0, 1, 10, 27):
        for end in range(64):
            if (start // 8 + start % 8 + end // 8 + end % 8) % 2:
                tour = repaired_tour(
                    graph, Budget(), closed=False, start=start, end=end, seed=0, keys=keys
                )
                assert_tour(graph, tour, closed=False, start=start, end=end)


def test_an_end_beside_two_corners() -> None:
    # The corners 0 and 4 both need the start, 7: one comes second, the other comes last.
    graph = knight_graph(12, 5)
    tour = repaired_tour(graph, Budget(), closed=False, start=7, end=None, seed=0)
    assert_tour(graph, tour, closed=False, start=7)


def test_graphs_that_are_not_bipartite() -> None:
    rng = random.Random(11)
    for _ in range(20):
        ring = rng.sample(range(60), 60)
        edges = [(v, ring[i - 1]) for i, v in enumerate(ring)]
        edges += [(rng.randrange(60), rng.randrange(60)) for _ in range(60)]
        graph = Graph.from_edges(edges, range(60))
        tour = repaired_tour(graph, Budget(), closed=True, start=5, end=None, seed=2)
        assert_tour(graph, tour, closed=True, start=5)


@pytest.mark.slow
@pytest.mark.parametrize("closed", [False, True])
def test_never_a_false_tour(closed: bool) -> None:
    missed = 0
    for graph in small_graphs():
        for start in (None, 0):
            for end in (None, len(graph) - 1):
                tour = repaired_tour(graph, Budget(), closed=closed, start=start, end=end, seed=4)
                if tour is not None:
                    assert_tour(graph, tour, closed=closed, start=start, end=end)
                else:
                    missed += has_tour(graph, closed=closed, start=start, end=end)
    assert missed <= 10
