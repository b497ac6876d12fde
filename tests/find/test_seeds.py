"""Each seed finds its own tour; without a seed it is always the same one."""

from itertools import pairwise

import pytest

from caballero import Board, Graph, Problem, Tour, find_tour, solve, structured_tour, verify
from caballero.find.construct.variation import varied_order

SEEDS = range(100)


@pytest.mark.slow
@pytest.mark.parametrize("side", [5, 6, 8, 20])
@pytest.mark.parametrize("closed", [False, True])
def test_a_hundred_seeds(side: int, closed: bool) -> None:
    if closed and side % 2:
        assert not solve(side, closed=True, seed=1)
        return
    tours = {find_tour(side, closed=closed, seed=seed) for seed in SEEDS}
    assert len(tours) >= 95


@pytest.mark.parametrize(
    "problem",
    [
        Problem(8, start="c3"), Problem(8, start="a1", end="h1"),
        Problem(8, closed=True, forced=["a1-b3", ("h8", "g6")]),
        Problem(8, forbidden=["a1-b3"], end="d4"), Problem(6, surface="torus", closed=True),
        Problem(8, closed=True, piece="zebra"), Problem("10x10", closed=True, piece="zebra"),
        Problem("4x4x4", closed=True), Problem(8, closed=True, clues={"a1": 1, "c5": 30}),
        Problem("S.....\n......\n..##..\n..##..\n......\n......", closed=True),
        Problem(Graph.from_edges([(i, (i + k) % 30) for i in range(30) for k in (1, 4, 9)])),
    ],
    ids=str,
)  # fmt: skip
def test_problems_of_all_kinds(problem: Problem) -> None:
    if not solve(problem):
        assert not solve(problem, seed=1)
        return
    tours = {find_tour(problem, seed=seed) for seed in range(20)}
    assert len(tours) >= 15
    for tour in tours:
        assert verify(tour, problem)
    assert find_tour(problem, seed=7) == find_tour(problem, seed=7)
    assert find_tour(problem) == find_tour(problem)


@pytest.mark.parametrize("turned", [False, True])
def test_a_variation_is_a_tour(turned: bool) -> None:
    board = Board((30, 31))
    order = [board.index(square) for square in structured_tour(30, 31, closed=True)]
    varied = [varied_order([*order], (30, 31), seed, turned=turned) for seed in range(10)]
    assert len({frozenset(map(frozenset, pairwise(tour))) for tour in varied}) == 10
    for tour in varied:
        assert verify(Tour(board, tuple(tour), closed=True))
        assert turned or (tour[0], tour[-1]) == (order[0], order[-1])
