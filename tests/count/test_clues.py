"""Counts with clues: the search from one clue to the next, against brute force."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from caballero import LimitReached, Limits, Problem, count_tours
from caballero.core import InvalidProblem
from caballero.core.errors import TooLarge
from caballero.core.limits import Budget, LimitHit
from caballero.count import brute_count
from caballero.count.clues import clues_count, suits
from caballero.count.counting import method_for
from caballero.kernels import clues as kernels
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


@pytest.mark.large
@pytest.mark.parametrize("rank", [2, 3, *mostly_nightly([1, 4], 2)])
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


def test_limits_are_kept() -> None:
    problem = Problem(8, clues={"a1": 1, "h8": 41})
    for limits in (Limits(nodes=1000), Limits(seconds=0.05)):
        with pytest.raises(LimitReached):
            count_tours(problem, limits=limits)
    budget = Budget(Limits(nodes=1000))
    with pytest.raises(LimitHit):
        clues_count(problem, budget)
    assert budget.nodes == 1000


def test_ctrl_c_ends_it() -> None:
    def stop(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_tours(8, clues={"a1": 1, "h8": 41}, on_event=stop)


def test_a_memo_that_may_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    new = kernels.new_memo

    def watched(height: int, vertices: int) -> kernels.Memo:
        made.append(height)
        return new(height, vertices)

    monkeypatch.setattr(kernels, "new_memo", watched)
    monkeypatch.setattr("caballero.count.clues.FIRST_HEIGHT", 2)
    problem = Problem("5x5", clues={"a1": 1, "e3": 11, "c3": 19})
    count = clues_count(problem, Budget())
    assert count == int(count_tours(problem, method="listing"))
    assert len(made) > 1
    made.clear()
    monkeypatch.setattr("caballero.count.clues.MEMO_BYTES", 0)
    assert clues_count(problem, Budget()) == count
    assert len(made) == 1


def test_a_number_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caballero.count.clues.drive", lambda *_: kernels.OVERFLOW)
    with pytest.raises(TooLarge):
        clues_count(Problem("5x5", clues={"a1": 1, "e3": 11}), Budget())
