"""Each seed finds its own tour; without a seed it is always the same one."""

from __future__ import annotations

from itertools import pairwise

import pytest

from caballero import Board, Graph, Problem, Tour, find_tour, iter_tours, solve, verify
from caballero.find import structured_tour
from caballero.find.construct.variation import varied_order

SEEDS = range(100)


def edges_of(tour: Tour) -> frozenset[frozenset[object]]:
    steps = [*pairwise(tour), *([(tour[-1], tour[0])] if tour.closed else [])]
    return frozenset(map(frozenset, steps))


@pytest.mark.slow
@pytest.mark.parametrize("side", [5, 6, 8, 20])
@pytest.mark.parametrize("closed", [False, True])
def test_a_hundred_seeds(side: int, closed: bool) -> None:
    if closed and side % 2:
        assert not solve(side, closed=True, seed=1)
        return
    tours = {find_tour(side, closed=closed, seed=seed) for seed in SEEDS}
    assert len(tours) >= 95


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ground", "closed"), [("5x6", True), ("3x10", True), ("3x4", False), ("3x7", False)]
)
def test_boards_with_few_tours(ground: str, closed: bool) -> None:
    every = {edges_of(tour) for tour in iter_tours(ground, closed=closed)}
    found = {edges_of(find_tour(ground, closed=closed, seed=seed)) for seed in SEEDS}
    assert found <= every
    assert len(found) >= min(len(every), 40)


@pytest.mark.parametrize(
    "problem",
    [
        Problem(8, start="c3"),
        Problem(8, start="a1", end="h1"),
        Problem(8, closed=True, forced=["a1-b3", ("h8", "g6")]),
        Problem(8, forbidden=["a1-b3"], end="d4"),
        Problem(6, surface="torus", closed=True),
        Problem(8, closed=True, piece="zebra"),
        Problem("10x10", closed=True, piece="zebra"),
        Problem("4x4x4", closed=True),
        Problem(8, closed=True, clues={"a1": 1, "c5": 30}),
        Problem("S.....\n......\n..##..\n..##..\n......\n......", closed=True),
        Problem(Graph.from_edges([(i, (i + k) % 30) for i in range(30) for k in (1, 4, 9)])),
    ],
    ids=str,
)
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


@pytest.mark.slow
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("start", [None, "c3"])
@pytest.mark.parametrize("shape", ["110x110", "102x120"])
def test_constructed_tours_vary(shape: str, closed: bool, start: str | None) -> None:
    problem = Problem(shape, closed=closed, start=start)
    tours = {find_tour(problem, seed=seed) for seed in range(5)}
    assert len(tours) == 5
    assert all(verify(tour, problem) for tour in tours)


@pytest.mark.parametrize("turned", [False, True])
def test_a_variation_is_a_tour(turned: bool) -> None:
    board = Board((30, 31))
    order = [board.index(square) for square in structured_tour(30, 31, closed=True)]
    varied = [varied_order([*order], (30, 31), seed, turned=turned) for seed in range(10)]
    assert len({frozenset(map(frozenset, pairwise(tour))) for tour in varied}) == 10
    for tour in varied:
        assert verify(Tour(board, tuple(tour), closed=True))
        assert turned or (tour[0], tour[-1]) == (order[0], order[-1])
