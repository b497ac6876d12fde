from __future__ import annotations

import pytest

from caballero.core.graph import Graph
from caballero.core.limits import Budget
from caballero.core.reduction import as_cycle
from caballero.find.two_factor import two_factor, two_factor_cycle
from graphs import assert_tour, has_tour, knight_graph, small_graphs


def two_factor_tour(
    graph: Graph, budget: Budget, *, closed: bool, start: int | None, end: int | None, seed: int
) -> list[int] | None:
    if len(graph) == 1 and not closed:
        return [0]
    question = as_cycle(graph, closed=closed, start=start, end=end)
    cycle = question and two_factor_cycle(question, budget, seed)
    return question.tour(cycle) if question and cycle else None


@pytest.mark.long_plain
@pytest.mark.parametrize(
    ("height", "width"), [(5, 6), (6, 6), (5, 20), (7, 10), (8, 8), (13, 22), (50, 50)]
)
def test_closed(height: int, width: int) -> None:
    graph = knight_graph(height, width)
    for start, end in ((None, None), (0, None), (None, 0), (0, width + 2)):
        tour = two_factor_tour(graph, Budget(), closed=True, start=start, end=end, seed=0)
        assert_tour(graph, tour, closed=True, start=start, end=end)


@pytest.mark.parametrize(("height", "width"), [(5, 5), (5, 8), (6, 7), (8, 8)])
def test_every_legal_start(height: int, width: int) -> None:
    graph = knight_graph(height, width)
    for start in (None, *range(height * width)):
        if start is None or height * width % 2 == 0 or (start // width + start % width) % 2 == 0:
            tour = two_factor_tour(graph, Budget(), closed=False, start=start, end=None, seed=0)
            assert_tour(graph, tour, closed=False, start=start)


def test_both_ends_of_a_chessboard() -> None:
    # There is a path between any two squares of different colour (Conrad et al. 1994).
    graph = knight_graph(8, 8)
    for start in (0, 1, 10, 27):
        for end in range(64):
            if (start // 8 + start % 8 + end // 8 + end % 8) % 2:
                tour = two_factor_tour(graph, Budget(), closed=False, start=start, end=end, seed=0)
                assert_tour(graph, tour, closed=False, start=start, end=end)


@pytest.mark.parametrize("closed", [False, True])
def test_never_a_false_tour(closed: bool) -> None:
    missed = 0
    for graph in small_graphs()[::2]:  # the bipartite ones
        for start in (None, 0):
            for end in (None, len(graph) - 1):
                tour = two_factor_tour(graph, Budget(), closed=closed, start=start, end=end, seed=4)
                if tour is not None:
                    assert_tour(graph, tour, closed=closed, start=start, end=end)
                else:
                    missed += has_tour(graph, closed=closed, start=start, end=end)
    assert missed <= 10


def test_without_a_two_factor_a_set_says_why() -> None:
    # Three vertices with the same two neighbours need six edges, and get four.
    neighbours = [[2, 3, 4], [2, 3, 4], [0, 1], [0, 1], [0, 1]]
    assert two_factor(neighbours, [2, 3, 4], Budget()) == {0, 1, 2, 3, 4}
    assert two_factor([[1], [0, 2, 3, 4], [1], [1], [1]], [2, 3, 4, 0], Budget()) == {2}  # one edge
    square = [[1, 3], [0, 2], [1, 3], [0, 2]]
    chosen = two_factor(square, [0, 2], Budget())
    assert isinstance(chosen, list)
    assert [sorted(row) for row in chosen] == [[1, 3], [0, 2], [1, 3], [0, 2]]


def test_a_graph_without_two_colours_is_not_tried() -> None:
    triangle = Graph.from_edges([(0, 1), (1, 2), (2, 0)])
    assert two_factor_tour(triangle, Budget(), closed=True, start=None, end=None, seed=0) is None
