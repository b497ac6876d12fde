"""The naive method: as many walks as were announced, and the right answer after them."""

from collections.abc import Iterator, Sequence

import pytest

from caballero import Board, Found, Impossible, Problem, TooLarge, verify
from caballero.proof import Exhausted
from caballero.teaching import ORDERS, count_walks, naive, solve_naive
from naive import all_tours

SMALL = ["1x1", "1x2", "1x5", "2x2", "2x3", "2x4", "2x5", "3x3", "3x4"]


def walks(neighbours: Sequence[Sequence[int]], start: int) -> Iterator[list[int]]:
    """Every walk with as many vertices as the graph, by plain recursion."""
    paths = [[start]]
    for _ in range(len(neighbours) - 1):
        paths = [[*path, w] for path in paths for w in neighbours[path[-1]]]
    yield from paths


def rows_of(problem: Problem) -> list[tuple[int, ...]]:
    graph = problem.graph()
    return [graph.neighbours(v) for v in range(len(graph))]


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_count_walks(name: str) -> None:
    board = Board(name)
    for square in board:
        problem = Problem(board, start=square)
        expected = sum(1 for _ in walks(rows_of(problem), board.index(square)))
        assert count_walks(problem) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("closed", [False, True])
def test_it_finds_existing_tours(name: str, closed: bool) -> None:
    board = Board(name)
    for square in board:
        problem = Problem(board, start=square, closed=closed)
        start = board.index(square)
        outcome = solve_naive(problem)
        tours = all_tours(rows_of(problem), closed=closed, start=start)
        if next(tours, None) is None:
            assert isinstance(outcome, Impossible)
            assert outcome.certificate == Exhausted("naive", outcome.stats.nodes)
            assert outcome.stats.profile[-1] == count_walks(problem)
        else:
            assert isinstance(outcome, Found)
            assert verify(outcome.tour, problem).valid
            assert 1 <= outcome.stats.profile[-1] <= count_walks(problem)


def test_it_finds_the_first_in_the_order_of_the_moves() -> None:
    for order in ORDERS:
        problem = Problem("3x4", start="a1")
        graph = problem.graph(ORDERS[order])
        neighbours = [graph.neighbours(v) for v in range(12)]
        start = problem.vertex((2, 0))
        # Walks come as words in a dictionary: by their first moves.
        expected = next(
            (i, path)
            for i, path in enumerate(dictionary(neighbours, [start]), start=1)
            if len(set(path)) == 12
        )
        outcome = solve_naive(problem, order)
        assert isinstance(outcome, Found)
        assert (outcome.stats.profile[-1], list(outcome.tour.order)) == expected


def dictionary(neighbours: Sequence[Sequence[int]], path: list[int]) -> Iterator[list[int]]:
    if len(path) == len(neighbours):
        yield path
        return
    for w in neighbours[path[-1]]:
        yield from dictionary(neighbours, [*path, w])


def test_too_many_walks_are_refused_with_the_figure() -> None:
    with pytest.raises(TooLarge) as caught:
        solve_naive(Problem("4x5", start="a1"))
    assert caught.value.code == "naive-too-large"
    walks = count_walks(Problem("4x5", start="a1"))
    assert caught.value.message.data["walks"] == walks
    assert caught.value.message.data["most"] == naive.MAX_WALKS
    with pytest.raises(TooLarge) as caught:
        solve_naive(Problem(8, start="a1"))
    assert str(caught.value.message.data["walks"]) == "3.6·10^48"
    with pytest.raises(TooLarge) as caught:
        solve_naive(Problem(1000, start="a1"))
    assert caught.value.code == "naive-far-too-large"
