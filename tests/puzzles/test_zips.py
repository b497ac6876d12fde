"""Zips: made, solved and graded; a SAT solver and brute force are the oracles."""

import random
from itertools import pairwise

import pytest

from by_sat import SatSearch
from caballero import Found, Problem, is_unique
from caballero.formats import read_puzzle, to_puzzle_text
from caballero.machine.limits import Budget
from caballero.machine.values import replace
from caballero.puzzles import Puzzle, another_tour, explain, hint, make_puzzle
from caballero.puzzles.explanation import GRADES
from caballero.puzzles.joins import RULES, Joins, join_steps
from puzzles.test_explanation import is_short
from random_problems import random_waypoint_problem, tours_in_order
from seldom import each, mostly_nightly


def made(side: int, level: str | None = None, seed: int = 0) -> Puzzle:
    puzzle = make_puzzle(side, kind="zip", level=level, seed=seed)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def sat_search(problem: Problem) -> SatSearch:
    return SatSearch(
        [*problem.board], "wazir", given={1: problem.start, problem.size: problem.end},  # type: ignore[dict-item]
        waypoints=problem.waypoints, walls=problem.forbidden,  # type: ignore[arg-type]
    )  # fmt: skip


def without(problem: Problem, seed: int) -> Problem:
    """A Zip without some of its walls, which may have several solutions, or none."""
    rng = random.Random(seed)
    walls = sorted(problem.forbidden)
    kept = rng.sample(walls, max(0, len(walls) - rng.randint(0, 2)))
    waypoints = [*problem.waypoints]
    if len(waypoints) > 3 and rng.random() < 0.2:
        waypoints[1], waypoints[2] = waypoints[2], waypoints[1]
    return replace(problem, forbidden=frozenset(kept), waypoints=tuple(waypoints))


CASES = [(side, seed) for side in (6, 7, 8) for seed in range(67)]
"""The solver of the oracle takes half a minute on some boards of 8×8."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", [*mostly_nightly(CASES[:134], 34), *mostly_nightly([*CASES[134:]], 67)[1:]], ids=str
)
def test_solutions_as_by_sat(case: tuple[int, int]) -> None:
    side, seed = case
    problem = without(made(side, seed=seed).problem, seed)
    answer = is_unique(problem)
    search = sat_search(problem)
    first = search.find()
    assert (first is not None) == (bool(answer.tours))
    if first is not None:
        search.exclude(first)
        assert (search.find() is None) == (answer.status == "unique")
    if answer.status == "unique":
        assert list(answer.tour.squares) == first


@pytest.mark.parametrize("seed", mostly_nightly(range(12), 4))
def test_nothing_of_a_zip_can_be_spared(seed: int) -> None:
    puzzle = made(6, seed=seed)
    problem = puzzle.problem
    assert puzzle.minimal
    assert bool(is_unique(problem))
    for wall in problem.forbidden:
        fewer = replace(problem, forbidden=problem.forbidden - {wall})
        assert isinstance(another_tour(fewer, puzzle.tour), Found)
    for waypoint in problem.waypoints[1:-1]:
        left = tuple(place for place in problem.waypoints if place != waypoint)
        assert isinstance(another_tour(replace(problem, waypoints=left), puzzle.tour), Found)
    assert read_puzzle(to_puzzle_text(problem)) == problem


@pytest.mark.slow
@pytest.mark.parametrize("level", GRADES)
@pytest.mark.parametrize("seed", mostly_nightly(range(50), 25))
def test_levels_are_solved_without_guessing(level: str, seed: int) -> None:
    puzzle = made(6, level, seed)
    explanation = explain(puzzle.problem)
    assert puzzle.grade == explanation.grade == level
    assert explanation.tour == puzzle.tour or (level == "expert" and not explanation.solved)
    rules = {*explanation.counts}
    assert rules <= {*RULES}
    assert ("suppose" in rules) == (level == "expert")


@pytest.mark.slow
@each("seed", range(400), every=8)
def test_every_step_is_true_of_every_tour(seed: int) -> None:
    """Of any problem: closed, directed, with forced moves and clues, with ends or without."""
    problem = random_waypoint_problem(random.Random(seed))
    tours = tours_in_order(problem)
    moves = [
        {frozenset(pair) for pair in pairwise([*t, t[0]] if problem.closed else t)} for t in tours
    ]
    joins = Joins(problem, Budget())
    for step in join_steps(joins):
        if step.rule == "contradiction":
            assert not tours, (problem, step)
            return
        assert step.place is not None
        is_short(step)
        for is_used, found in ((True, step.used), (False, step.out)):
            for move in found:
                pair = {*map(problem.vertex, move)}
                assert all((pair in used) == is_used for used in moves), (problem, step)
    if (order := joins.order()) is not None:
        assert order in tours


def test_a_hint_gives_a_move_and_its_reason() -> None:
    problem = Problem("zip\n1 . .\n. . .\n. . 2\nwalls: a3-b3")
    steps = hint(problem)
    assert steps[-1].used
    assert str(steps[-1]).endswith(
        f"No other move is left for {problem.place_name(steps[-1].place)}."
    )
    path = ["a3", "a2", "a1"]
    (onward,) = hint(problem, path=path)
    assert (onward.place, onward.number, str(onward)) == (
        (2, 1),
        4,
        "Join a1 to b1. No other move is left for a1.",
    )
    assert onward.to_data("es")["short"] == "Une a1 con b1."
    several = Problem("zip\n1 . .\n. . .\n. . 2")
    assert explain(several).grade is None
    for walls in ("a1-a2", "a3-a2 a3-b3"):
        none = Problem(f"zip\n1 . .\n. . .\n. . 2\nwalls: {walls}")
        assert explain(none).steps[-1].rule == hint(none)[-1].rule == "contradiction"
    assert hint(Problem("zip\n. 1 .\n. . .\n. 2 ."))[-1].rule == "contradiction"
