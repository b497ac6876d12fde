"""Counts with clues: the search from one clue to the next, against brute force."""

import random

import pytest

from caballero import Problem, TooLarge, count_tours, iter_tours
from caballero.counting import count_figured
from caballero.counting.clues import clues_count
from caballero.counting.kernels import clues as kernels
from caballero.machine.limits import Budget
from caballero.model import InvalidProblem
from seldom import mostly_nightly

SQUARES = [n * n for n in range(1, 9)]

# The squares 1, 4, 9, ..., 64 from a to h, on each rank.
ON_RANKS = {1: 41_366, 2: 1_913, 3: 6_006, 4: 150_012}


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize("rank", mostly_nightly([2, 1, 3, 4], 4))
def test_the_squares_on_a_rank(rank: int) -> None:
    clues = {f"{file}{rank}": n for file, n in zip("abcdefgh", SQUARES, strict=True)}
    count = count_tours(8, clues=clues)
    assert (int(count), count.method) == (ON_RANKS[rank], "clues")
    if rank == 2:  # the same tours, from their other ends
        clues = {square: 65 - n for square, n in clues.items()}
        assert int(count_tours(8, clues=clues)) == ON_RANKS[rank]


# -- figured tours ------------------------------------------------------------------------------


def sequences(problem: Problem) -> list[list[int]]:
    """Every tour as often as it can be counted: from each start, in each direction."""
    orders = [[problem.vertex(place) for place in tour] for tour in iter_tours(problem)]
    if problem.closed:
        orders = [[*order[i:], *order[:i]] for order in orders for i in range(len(order))]
    return orders + [order[::-1] for order in orders]


def check_figures(problem: Problem, seed: int, figures: int) -> int:
    """Compare the counts of random figures with all tours, filtered; return how many exist."""
    rng, every, size = random.Random(f"figures {seed}"), sequences(problem), problem.size
    shown = 0
    for _ in range(figures):
        numbers = rng.sample(range(1, size + 1), rng.randint(1, 6))
        order = rng.choice(every) if rng.random() < 0.8 else rng.sample(range(size), size)
        squares = [order[n - 1] for n in numbers]
        expected = sum({order[n - 1] for n in numbers} == {*squares} for order in every)
        rng.shuffle(numbers)
        count = count_figured(problem, map(problem.place, squares), numbers)
        assert int(count) == expected, (squares, numbers)
        assert count.directed
        shown += expected > 0
    return shown


@pytest.mark.long_plain
def test_figures_as_all_tours_filtered() -> None:
    assert check_figures(Problem(5), 1, 30) > 15
    assert check_figures(Problem("3x4", piece="wazir"), 2, 60) > 30
    assert check_figures(Problem("3x4", piece="wazir", closed=True), 3, 60) > 20


def test_a_figure_with_ends_and_clues() -> None:
    problem = Problem(5, start="a1", clues={"c3": 13})
    every = [[problem.vertex(place) for place in tour] for tour in iter_tours(problem)]
    squares = [every[0][at] for at in (4, 9, 20, 24)]
    squares, numbers = [*squares, problem.vertex("a1")], [5, 10, 21, 25, 1]
    expected = sum({order[n - 1] for n in numbers} == {*squares} for order in every)
    places = [*map(problem.place, squares)]
    assert int(count_figured(problem, places, numbers)) == expected > 0
    assert int(count_figured(problem, places[:-1], numbers[:-1])) == expected
    assert int(count_figured(problem, places, [5, 10, 21, 25, 3])) == 0


@pytest.mark.parametrize(
    ("squares", "numbers"),
    [(["a1"], [1, 2]), (["a1", "a1"], [1, 2]), (["a1", "b1"], [1, 1]), (["a1"], [26])],
)
def test_what_is_no_figure_is_refused(squares: list[str], numbers: list[int]) -> None:
    with pytest.raises(InvalidProblem, match="as many"):
        count_figured(Problem(5), squares, numbers)
    with pytest.raises(InvalidProblem, match="forced"):
        count_figured(Problem(5, forced=["a1-b3"]), squares, numbers)


def test_a_number_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caballero.counting.clues.drive", lambda *_: kernels.OVERFLOW)
    with pytest.raises(TooLarge):
        clues_count(Problem("5x5", clues={"a1": 1, "e3": 11}), Budget())
