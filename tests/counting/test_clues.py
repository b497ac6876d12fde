"""Counts with clues: the search from one clue to the next, against brute force."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count as count_up, repeat

import pytest

from caballero import InvalidInput, LimitReached, Limits, Problem, count_tours
from caballero.counting import brute_count, count_figured, iter_tours
from caballero.counting.clues import clues_count, suits
from caballero.counting.counting import method_for
from caballero.counting.kernels import clues as kernels
from caballero.machine.errors import TooLarge
from caballero.machine.limits import Budget, LimitHit
from caballero.model import InvalidProblem
from random_problems import random_clue_problem, random_problem, with_clues
from seldom import each, mostly_nightly

SQUARES = [n * n for n in range(1, 9)]

# The squares 1, 4, 9, ..., 64 from a to h, on each rank.
ON_RANKS = {1: 41_366, 2: 1_913, 3: 6_006, 4: 150_012}


def question(seed: int) -> Problem:
    """A random question that the method takes, with clues in most."""
    rng = random.Random(f"clues {seed}")
    while True:
        problem = random_problem(rng)
        if seed % 5:
            problem = with_clues(rng, problem)
        if problem.size <= 12 and suits(problem):
            return problem


@pytest.mark.long_plain
@each("seed", range(300))
def test_as_brute_force(seed: int) -> None:
    problem = question(seed)
    for closable in (None,) if problem.closed else (None, True, False):
        assert clues_count(problem, Budget(), closable) == brute_count(problem, Budget(), closable)


def test_the_questions_are_of_all_kinds() -> None:
    kinds = Counter(
        (problem.closed, min(3, len(problem.numbered())), brute_count(problem, Budget()) > 1)
        for problem in map(question, range(300))
    )
    assert {(closed, clues) for closed, clues, _ in kinds} == {
        (closed, clues) for closed in (True, False) for clues in range(4)
    }
    assert sum(kinds[kind] for kind in kinds if kind[2]) > 60, kinds


@pytest.mark.large
def test_larger_boards_as_the_listing_and_the_sweep() -> None:
    for problem in (
        Problem(5, clues={"a1": 5, "e3": 21}),
        Problem("5x5", clues={"c3": 13, "a2": 6}, forbidden=["a1-b3"]),
        Problem(6, closed=True, clues={"a1": 8, "e4": 17, "b2": 26}),
    ):
        expected = int(count_tours(problem, method="listing"))
        assert int(count_tours(problem, method="clues")) == expected > 0
    for problem in (Problem(5), Problem(5, start="a1"), Problem("3x10", closed=True)):
        expected = int(count_tours(problem, method="sweep"))
        assert int(count_tours(problem, method="clues")) == expected > 0


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


@each("seed", range(60))
def test_other_methods_take_the_rest(seed: int) -> None:
    problem = random_clue_problem(random.Random(f"rest {seed}"))
    if method_for(problem) == "listing":
        assert not suits(problem)
        with pytest.raises(InvalidProblem) as refused:
            clues_count(problem, Budget())
        assert refused.value.message.code == "count-clues-only"
    else:
        assert suits(problem) or method_for(problem) != "clues"


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


@pytest.mark.large
@pytest.mark.nightly
def test_figures_of_closed_6x6_as_all_tours_filtered() -> None:
    assert check_figures(Problem(6, closed=True), 4, 6) > 3


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


def test_endless_figures_are_refused() -> None:
    for endless in ((repeat("a1"), [1]), (["a1"], count_up(1))):
        with pytest.raises(InvalidProblem, match="as many"):
            count_figured(Problem(5), *endless)
    with pytest.raises(InvalidInput, match="must be a list"):
        count_figured(Problem(5), "a1", [1])


def test_limits_are_kept() -> None:
    problem = Problem(8, clues={"a1": 1, "h8": 41})
    for limits in (Limits(nodes=1000), Limits(seconds=0.05)):
        with pytest.raises(LimitReached):
            count_tours(problem, limits=limits)
    with pytest.raises(LimitReached):
        count_figured(Problem(8), ["a1", "b1"], [1, 64], limits=Limits(nodes=1000))
    budget = Budget(Limits(nodes=1000))
    with pytest.raises(LimitHit):
        clues_count(problem, budget)
    assert budget.nodes == 1000


def test_ctrl_c_ends_it() -> None:
    def stop(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_tours(8, clues={"a1": 1, "h8": 41}, callback=stop)


def test_a_memo_that_may_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    new = kernels.new_memo

    def watched(height: int, vertices: int) -> kernels.Memo:
        made.append(height)
        return new(height, vertices)

    monkeypatch.setattr(kernels, "new_memo", watched)
    monkeypatch.setattr("caballero.counting.clues.FIRST_HEIGHT", 2)
    problem = Problem("5x5", clues={"a1": 1, "e3": 11, "c3": 19})
    count = clues_count(problem, Budget())
    assert count == int(count_tours(problem, method="listing"))
    assert len(made) > 1
    made.clear()
    monkeypatch.setattr("caballero.counting.clues.MEMO_BYTES", 0)
    assert clues_count(problem, Budget()) == count
    assert len(made) == 1


def test_a_number_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caballero.counting.clues.drive", lambda *_: kernels.OVERFLOW)
    with pytest.raises(TooLarge):
        clues_count(Problem("5x5", clues={"a1": 1, "e3": 11}), Budget())
