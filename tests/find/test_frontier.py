from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from caballero.core.graph import Graph
from caballero.core.limits import Budget
from caballero.core.reduction import as_cycle, rows
from caballero.find.frontier import frontier_cycle
from caballero.sweeps.narrow import narrow_order
from graphs import assert_tour, has_tour, knight_graph, petersen, small_graphs
from seldom import each


def frontier_tour(
    graph: Graph,
    order: Sequence[int] | None,
    *,
    closed: bool,
    start: int | None = None,
    end: int | None = None,
) -> list[int] | None:
    """By default, the order is narrow; dummies with two neighbours come first, the others last."""
    if len(graph) < 2:
        return [0] if len(graph) == 1 and not closed else None
    question = as_cycle(graph, closed=closed, start=start, end=end)
    if question is None:
        return None
    neighbours = question.neighbours
    if order is None:
        found = narrow_order(neighbours, len(neighbours))
        assert found is not None
        order = found[0]
    else:
        dummies = range(len(graph), len(neighbours))
        first = [d for d in dummies if len(neighbours[d]) == 2]
        order = [*first, *order, *(d for d in dummies if d not in first)]
    cycle = frontier_cycle(neighbours, order, Budget())
    return question.tour(cycle) if cycle else None


def check(
    graph: Graph,
    order: Sequence[int] | None,
    exists: bool,
    *,
    closed: bool,
    start: int | None = None,
    end: int | None = None,
) -> None:
    tour = frontier_tour(graph, order, closed=closed, start=start, end=end)
    assert (tour is not None) == exists
    if exists:
        assert_tour(graph, tour, closed=closed, start=start, end=end)


def by_columns(height: int, width: int) -> list[int]:
    # The outer rows of a column first: their squares have the fewest neighbours.
    across = sorted(range(height), key=lambda r: min(r, height - 1 - r))
    return [r * width + c for c in range(width) for r in across]


@pytest.mark.slow
@pytest.mark.parametrize("closed", [False, True])
def test_agrees_with_naive_search_in_any_order(closed: bool) -> None:
    rng = random.Random(7)
    for graph in small_graphs():
        size = len(graph)
        for start in (None, rng.randrange(size)):
            for end in (None, rng.randrange(size)):
                order = rng.choice([None, rng.sample(range(size), size)])
                exists = has_tour(graph, closed=closed, start=start, end=end)
                check(graph, order, exists, closed=closed, start=start, end=end)


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width"), [(3, 4), (3, 5), (3, 6), (4, 4), (4, 5)])
def test_agrees_with_naive_search_on_small_boards(height: int, width: int) -> None:
    graph, order = knight_graph(height, width), by_columns(height, width)
    for start in (None, *range(height * width)):
        check(graph, order, has_tour(graph, closed=False, start=start), closed=False, start=start)


@pytest.mark.long_plain
@each("width", range(3, 23))
def test_closed_tours_of_narrow_boards(width: int) -> None:
    # Schwenk (1991): on three rows from ten columns on, if they are even; on four rows never.
    for height in (3, 4):
        exists = height == 3 and width >= 10 and width % 2 == 0
        check(knight_graph(height, width), by_columns(height, width), exists, closed=True, start=0)


@pytest.mark.long_plain
@pytest.mark.parametrize("width", [9, 20])  # the second has a dummy with very many neighbours
def test_open_tours_of_four_rows_begin_in_the_outer_ones(width: int) -> None:
    for start in range(width // 3, 4 * width, width):
        exists = start // width in (0, 3)
        check(knight_graph(4, width), by_columns(4, width), exists, closed=False, start=start)


@each("width", range(3, 24))
def test_open_tours_of_three_rows(width: int) -> None:
    # Cull and De Curtins (1978), van Rees (1996): all but 3, 5 and 6 columns.
    check(knight_graph(3, width), None, width not in (3, 5, 6), closed=False)


@each("size", range(3, 24))
def test_generalised_petersen_graphs(size: int) -> None:
    # Alspach (1983): GP(n, 2) has no Hamiltonian cycle if and only if n is 5 modulo 6.
    check(petersen(size), None, size % 6 != 5, closed=True)


def test_long_strips() -> None:
    for height in (3, 4):
        check(knight_graph(height, 50), by_columns(height, 50), True, closed=False, start=0)


def test_closed_with_both_ends() -> None:
    graph, order = knight_graph(6, 6), by_columns(6, 6)
    check(graph, order, True, closed=True, start=0, end=8)
    check(graph, order, False, closed=True, start=0, end=9)


def test_smallest_graphs() -> None:
    one, two = Graph.from_neighbours([[]]), Graph.from_neighbours([[1], [0]])
    assert frontier_tour(Graph.from_neighbours([]), [], closed=False) is None
    assert frontier_tour(one, [0], closed=False) == [0]
    assert frontier_tour(one, [0], closed=True) is None
    assert frontier_tour(two, [0, 1], closed=False) in ([0, 1], [1, 0])
    assert frontier_tour(two, [0, 1], closed=True) is None
    assert frontier_tour(Graph.from_neighbours([[], []]), [0, 1], closed=False) is None


def test_too_wide_a_frontier() -> None:
    rng = random.Random(1)
    edges = [(v, w) for v in range(600) for w in rng.sample(range(600), 8)]
    graph = rows(Graph.from_edges(edges, range(600)))
    with pytest.raises(OverflowError):
        frontier_cycle(graph, range(600), Budget())


def test_wide_patterns_take_several_words() -> None:
    # Two rows of 60, taken one row after the other, with rungs: the frontier is a whole row.
    edges = [(60 * r + i, 60 * r + i + 1) for r in range(2) for i in range(59)]
    graph = Graph.from_edges(edges + [(i, 60 + i) for i in range(60)], range(120))
    for order in (range(120), range(119, -1, -1)):
        check(graph, order, True, closed=True)
