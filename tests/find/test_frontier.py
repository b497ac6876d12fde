from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from caballero.find.frontier import frontier_tour
from caballero.graph import Graph
from caballero.limits import Budget, LimitHit, Limits

Board = Callable[[int, int], Graph]
Judge = Callable[[Graph, list[int], bool, int | None, int | None], None]
Oracle = Callable[[Graph, bool, int | None, int | None], bool]


def by_columns(height: int, width: int) -> list[int]:
    # The outer rows of a column first: their squares have the fewest neighbours.
    rows = sorted(range(height), key=lambda r: min(r, height - 1 - r))
    return [r * width + c for c in range(width) for r in rows]


@pytest.mark.parametrize("closed", [False, True])
def test_agrees_with_naive_search_in_any_order(
    small_graphs: list[Graph], oracle: Oracle, judge: Judge, closed: bool
) -> None:
    rng = random.Random(7)
    for graph in small_graphs:
        size = len(graph)
        for start in (None, rng.randrange(size)):
            for end in (None, rng.randrange(size)):
                order = rng.sample(range(size), size)
                tour = frontier_tour(graph, order, Budget(), closed=closed, start=start, end=end)
                assert (tour is not None) == oracle(graph, closed, start, end)
                if tour is not None:
                    judge(graph, tour, closed, start, end)


@pytest.mark.parametrize(("height", "width"), [(3, 4), (3, 5), (3, 6), (4, 4), (4, 5)])
def test_agrees_with_naive_search_on_small_boards(
    board: Board, oracle: Oracle, judge: Judge, height: int, width: int
) -> None:
    graph = board(height, width)
    order = by_columns(height, width)
    for start in (None, *range(height * width)):
        tour = frontier_tour(graph, order, Budget(), closed=False, start=start, end=None)
        assert (tour is not None) == oracle(graph, False, start, None)
        if tour is not None:
            judge(graph, tour, False, start, None)


@pytest.mark.parametrize("width", range(3, 23))
def test_closed_tours_of_narrow_boards(board: Board, judge: Judge, width: int) -> None:
    # Schwenk (1991): on three rows from ten columns on, if they are even; on four rows never.
    for height in (3, 4):
        graph = board(height, width)
        order = by_columns(height, width)
        tour = frontier_tour(graph, order, Budget(), closed=True, start=0, end=None)
        assert (tour is not None) == (height == 3 and width >= 10 and width % 2 == 0)
        if tour is not None:
            judge(graph, tour, True, 0, None)


def test_open_tours_of_four_rows_begin_in_the_outer_ones(board: Board, judge: Judge) -> None:
    graph, order = board(4, 9), by_columns(4, 9)
    for start in range(36):
        tour = frontier_tour(graph, order, Budget(), closed=False, start=start, end=None)
        assert (tour is not None) == (start // 9 in (0, 3))


def test_long_strips(board: Board, judge: Judge) -> None:
    for height in (3, 4):
        graph, order = board(height, 50), by_columns(height, 50)
        tour = frontier_tour(graph, order, Budget(), closed=False, start=0, end=None)
        assert tour is not None
        judge(graph, tour, False, 0, None)


def test_closed_with_both_ends(board: Board, judge: Judge) -> None:
    graph, order = board(6, 6), by_columns(6, 6)
    tour = frontier_tour(graph, order, Budget(), closed=True, start=0, end=8)
    assert tour is not None
    judge(graph, tour, True, 0, 8)
    assert frontier_tour(graph, order, Budget(), closed=True, start=0, end=9) is None


def test_the_petersen_graph_has_a_path_and_no_cycle(judge: Judge) -> None:
    edges = [(i, (i + 1) % 5) for i in range(5)]
    edges += [(5 + i, 5 + (i + 2) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
    petersen = Graph.from_edges(edges, range(10))
    assert frontier_tour(petersen, range(10), Budget(), closed=True, start=None, end=None) is None
    tour = frontier_tour(petersen, range(10), Budget(), closed=False, start=3, end=None)
    assert tour is not None
    judge(petersen, tour, False, 3, None)


def test_smallest_graphs() -> None:
    def ask(graph: Graph, *, closed: bool) -> list[int] | None:
        return frontier_tour(
            graph, range(len(graph)), Budget(), closed=closed, start=None, end=None
        )

    one, two = Graph.from_neighbours([[]]), Graph.from_neighbours([[1], [0]])
    assert ask(Graph.from_neighbours([]), closed=False) is None
    assert ask(one, closed=False) == [0]
    assert ask(one, closed=True) is None
    assert ask(two, closed=False) in ([0, 1], [1, 0])
    assert ask(two, closed=True) is None
    assert ask(Graph.from_neighbours([[], []]), closed=False) is None


def test_a_limit_stops_it(board: Board) -> None:
    with pytest.raises(LimitHit):
        frontier_tour(
            board(4, 30),
            by_columns(4, 30),
            Budget(Limits(nodes=5000)),
            closed=False,
            start=30,
            end=None,
        )


def test_too_wide_a_frontier() -> None:
    star = Graph.from_edges([(0, v) for v in range(1, 300)] + [(v, v + 1) for v in range(1, 299)])
    with pytest.raises(OverflowError):
        frontier_tour(star, range(300), Budget(), closed=True, start=None, end=None)
