from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from caballero.core.graph import Graph
from caballero.core.limits import Budget, LimitHit, Limits
from caballero.core.reduction import as_cycle, rows
from caballero.find.frontier import frontier_cycle

Board = Callable[[int, int], Graph]
Judge = Callable[[Graph, list[int], bool, int | None, int | None], None]
Oracle = Callable[[Graph, bool, int | None, int | None], bool]


def frontier_tour(
    graph: Graph,
    order: Sequence[int] | None,
    budget: Budget,
    *,
    closed: bool,
    start: int | None,
    end: int | None,
) -> list[int] | None:
    """Dummies with two neighbours first in the order, those joined to many last."""
    if len(graph) < 2:
        return [0] if len(graph) == 1 and not closed else None
    question = as_cycle(graph, closed=closed, start=start, end=end)
    if question is None:
        return None
    if order is not None:
        dummies = range(len(graph), len(question.neighbours))
        order = [
            *(d for d in dummies if len(question.neighbours[d]) == 2),
            *order,
            *(d for d in dummies if len(question.neighbours[d]) != 2),
        ]
    cycle = frontier_cycle(question.neighbours, order, budget)
    return question.tour(cycle) if cycle else None


def by_columns(height: int, width: int) -> list[int]:
    # The outer rows of a column first: their squares have the fewest neighbours.
    rows = sorted(range(height), key=lambda r: min(r, height - 1 - r))
    return [r * width + c for c in range(width) for r in rows]


@pytest.mark.slow
@pytest.mark.parametrize("closed", [False, True])
def test_agrees_with_naive_search_in_any_order(
    small_graphs: list[Graph], oracle: Oracle, judge: Judge, closed: bool
) -> None:
    rng = random.Random(7)
    for graph in small_graphs:
        size = len(graph)
        for start in (None, rng.randrange(size)):
            for end in (None, rng.randrange(size)):
                order = rng.choice([None, rng.sample(range(size), size)])
                tour = frontier_tour(graph, order, Budget(), closed=closed, start=start, end=end)
                assert (tour is not None) == oracle(graph, closed, start, end)
                if tour is not None:
                    judge(graph, tour, closed, start, end)


@pytest.mark.slow
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


@pytest.mark.long_plain
@pytest.mark.parametrize("width", [9, 20])  # the second has a dummy with very many neighbours
def test_open_tours_of_four_rows_begin_in_the_outer_ones(
    board: Board, judge: Judge, width: int
) -> None:
    graph, order = board(4, width), by_columns(4, width)
    for start in range(width // 3, 4 * width, width):
        tour = frontier_tour(graph, order, Budget(), closed=False, start=start, end=None)
        assert (tour is not None) == (start // width in (0, 3))
        if tour is not None:
            judge(graph, tour, False, start, None)


@pytest.mark.parametrize("width", range(3, 24))
def test_open_tours_of_three_rows(board: Board, judge: Judge, width: int) -> None:
    # Cull and De Curtins (1978), van Rees (1996): all but 3, 5 and 6 columns.
    graph = board(3, width)
    tour = frontier_tour(graph, None, Budget(), closed=False, start=None, end=None)
    assert (tour is not None) == (width not in (3, 5, 6))
    if tour is not None:
        judge(graph, tour, False, None, None)


@pytest.mark.parametrize("size", range(3, 24))
def test_generalised_petersen_graphs(size: int) -> None:
    # Alspach (1983): GP(n, 2) has no Hamiltonian cycle if and only if n is 5 modulo 6.
    edges = [edge for i in range(size) for edge in ((i, (i + 1) % size), (i, size + i))]
    edges += [(size + i, size + (i + 2) % size) for i in range(size)]
    graph = rows(Graph.from_edges(edges, range(2 * size)))
    cycle = frontier_cycle(graph, None, Budget())
    assert (cycle is None) == (size % 6 == 5)
    if cycle is not None:
        assert sorted(cycle) == list(range(2 * size))
        assert all(b in graph[a] for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True))


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


@pytest.mark.parametrize("order", [None, range(600)])
def test_too_wide_a_frontier(order: range | None) -> None:
    rng = random.Random(1)
    edges = [(v, w) for v in range(600) for w in rng.sample(range(600), 8)]
    graph = rows(Graph.from_edges(edges, range(600)))
    with pytest.raises(OverflowError):
        frontier_cycle(graph, order, Budget())


def test_wide_patterns_take_several_words() -> None:
    # Two rows of 60, taken one row after the other, with rungs: the frontier is a whole row.
    edges = [(60 * r + i, 60 * r + i + 1) for r in range(2) for i in range(59)]
    graph = rows(Graph.from_edges(edges + [(i, 60 + i) for i in range(60)], range(120)))
    for order in (range(120), range(119, -1, -1)):
        cycle = frontier_cycle(graph, order, Budget())
        assert cycle is not None
        assert len(set(cycle)) == 120
