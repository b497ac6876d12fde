"""Fewest and most turns and crossings, against all tours."""

import random
from functools import cache

import pytest

from best.test_best import best_of
from caballero import Best, Graph, Limits, Problem, TooLarge, iter_tours, verify
from caballero.best import pair_bound, solve_best
from caballero.best.costs import turns_of
from caballero.best.line_model import model_of
from caballero.best.tuning import Tuning
from caballero.machine.limits import Budget
from caballero.model import InvalidProblem
from seldom import each, mostly_nightly

MEASURES = [(measure, most) for measure in ("turns", "crossings") for most in (False, True)]


@cache
def truth(problem: Problem) -> dict[tuple[str, bool], int]:
    """The least and the most turns and crossings of all tours."""
    found: dict[str, set[int]] = {"turns": set(), "crossings": set()}
    for tour in iter_tours(problem):
        seen = tour.statistics(symmetry=False)
        found["turns"].add(seen.turns or 0)
        found["crossings"].add(seen.crossings or 0)
    best = {False: min, True: max}
    return {(measure, most): best[most](found[measure]) for measure, most in MEASURES}


def check(problem: Problem, answer: object, cost: int) -> None:
    assert isinstance(answer, Best)
    assert (answer.cost, answer.bound, answer.optimal) == (cost, cost, True)
    assert verify(answer.tour, problem).valid


PROBLEMS = [
    Problem("6x6", closed=True), Problem("3x10", closed=True), Problem("5x6", closed=True),
    Problem("5x5"), Problem("3x4"), Problem("4x3"), Problem("3x8"), Problem("4x5"),
    Problem("4x6", start="a1"), Problem("5x5", start="a1", end="e5"), Problem("5x5", end="c3"),
    Problem("5x6", closed=True, start="b3", end="a1"),
    Problem("5x6", start="a1", end="b1", forbidden=["a1-b3"]),
    Problem("6x6", closed=True, forced=["c3-d5", "c4-d2"], start="c3"),
    Problem("3x10", closed=True, forbidden=["b1-d2"]), Problem("3x3", piece="wazir"),
    Problem("4x4", piece="wazir", closed=True), Problem("3x3", piece="king", closed=True),
    Problem("3x3", piece="wazir+dabbaba"), Problem("2x3", piece="king"),
    Problem("1x6", piece="wazir+dabbaba"), Problem("1x1"), Problem("1x2", piece="wazir"),
    Problem("...\n.#.\n...", closed=True),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize(("measure", "most"), MEASURES)
@pytest.mark.parametrize("problem", mostly_nightly(PROBLEMS, 4))
def test_against_all_tours(problem: Problem, measure: str, most: bool) -> None:
    check(problem, solve_best(problem, measure, maximize=most), truth(problem)[measure, most])


@pytest.mark.slow
@each("seed", range(25), every=4)
def test_boards_with_holes_against_all_tours(seed: int) -> None:
    rng = random.Random(seed)
    while True:
        rows, columns = rng.randint(3, 5), rng.randint(3, 6)
        marks = [["#" if rng.random() < 0.2 else "." for _ in range(columns)] for _ in range(rows)]
        piece = rng.choice(["knight", "knight", "wazir", "camel+wazir"])
        if sum(row.count(".") for row in marks) > (20 if piece == "knight" else 16):
            continue
        problem = Problem("\n".join(map("".join, marks)), piece=piece, closed=rng.random() < 0.5)
        if any(True for _ in iter_tours(problem, limits=Limits(nodes=5_000))):
            break
    for measure, most in MEASURES:
        check(problem, solve_best(problem, measure, maximize=most), truth(problem)[measure, most])


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize(
    ("board", "measure", "most", "cost"),
    mostly_nightly([
        # All 1 067 638 tours of 6×7 were listed and measured.
        ("6x7", "turns", False, 35), ("6x7", "turns", True, 42), ("6x7", "crossings", False, 56),
        ("5x8", "crossings", True, 70), ("8x8", "turns", False, 45), ("8x8", "turns", True, 64),
    ], 2, several=True),
)  # fmt: skip
def test_larger_boards(board: str, measure: str, most: bool, cost: int) -> None:
    problem = Problem(board, closed=True)
    check(problem, solve_best(problem, measure, maximize=most), cost)


@pytest.mark.large
@pytest.mark.parametrize(("measure", "most"), MEASURES)
@pytest.mark.parametrize("states", [1, 30])
def test_sweeps_that_drop_states(states: int, measure: str, most: bool) -> None:
    problem = PROBLEMS[8]
    few = Tuning(first_states=states, more_states=3, most_tries=1, rounds=1)
    with Budget(tuning=[few]):
        check(problem, solve_best(problem, measure, maximize=most), truth(problem)[measure, most])


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize("problem", mostly_nightly(PROBLEMS[:13], 2))
@pytest.mark.parametrize("most", [False, True])
def test_the_bound_of_pairs_is_true(problem: Problem, most: bool) -> None:
    model = model_of(problem, turns_of(problem), most)
    value = model.parts * truth(problem)["turns", most] * (-1 if most else 1)
    for target in (value, abs(2 * value) + 1000):
        assert pair_bound.prices(model, target, Budget()).total <= value


@pytest.mark.slow
@pytest.mark.parametrize(("measure", "most"), MEASURES)
@pytest.mark.parametrize("nodes", [400, 3_000, 10_000])
def test_limits_leave_a_tour_and_a_true_bound(measure: str, most: bool, nodes: int) -> None:
    problem = PROBLEMS[0]
    found = best_of(problem, measure, maximize=most, limits=Limits(nodes=nodes))
    all_tours = {"turns": (32, 36), "crossings": (52, 66)}  # as the test above finds
    best, sign = all_tours[measure][most], -1 if most else 1
    assert sign * found.bound <= sign * best <= sign * found.cost
    assert found.optimal == (found.cost == found.bound)


def test_what_is_refused() -> None:
    with pytest.raises(InvalidProblem):
        solve_best(Problem(Graph.from_edges([(0, 1)])), "turns")
    with pytest.raises(InvalidProblem):
        solve_best(Problem("3x4", surface="torus"), "crossings")
    with pytest.raises(TooLarge):
        solve_best(Problem(64), "turns")
