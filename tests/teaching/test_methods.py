"""Backtracking and Warnsdorff's rule against the naive search and the rule in plain words."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType

import pytest

from caballero import Board, Found, GaveUp, Graph, Impossible, Limits, Problem, verify
from caballero.find.kernels import backtracking, warnsdorff
from caballero.formats import read_claim
from caballero.model import InvalidProblem, UnknownName
from caballero.proof import Exhausted
from caballero.proof.outcome import Outcome
from caballero.teaching import (
    ORDERS,
    TIES,
    Passage,
    departures,
    move_order,
    passages,
    solve_backtracking,
    solve_warnsdorff,
    trace,
)
from naive import all_tours
from random_problems import edge_of, edges_of, random_problem, with_clues
from seeds import GRANADA_WARNSDORFF_5, GRANADA_WARNSDORFF_6, GRANADA_WARNSDORFF_7
from seldom import each, mostly_nightly


def tours(problem: Problem, order: str | None = None) -> Iterator[list[int]]:
    """All tours in the order in which backtracking must meet them."""
    moves = None
    if isinstance(problem.ground, Board):
        moves = move_order(order, problem.piece, len(problem.ground.shape))
    graph = problem.graph(moves)
    neighbours = [graph.neighbours(v) for v in range(len(graph))]
    forced = {edge_of(problem, tuple(map(problem.vertex, move))) for move in problem.forced}
    for tour in all_tours(neighbours, closed=problem.closed, clues=problem.numbered()):
        if forced <= edges_of(problem, tour):
            yield tour


def small_problems() -> Iterator[Problem]:
    rng = random.Random(1823)
    yield from (Problem("1x1"), Problem("1x1", closed=True), Problem("1x4", piece="wazir"))
    for _ in range(100):
        problem = random_problem(rng)
        yield with_clues(rng, problem) if rng.random() < 0.4 else problem
    for _ in range(20):  # the orders of the moves are for knights on boards
        board = Board((3, 4), tuple(rng.sample([*Board((3, 4))], rng.choice([0, 0, 1, 2]))))
        problem = Problem(board, closed=rng.random() < 0.3)
        yield with_clues(rng, problem) if rng.random() < 0.4 else problem


PROBLEMS = [*small_problems()]


def assert_answer(problem: Problem, outcome: Outcome, expected: list[int] | None) -> None:
    if expected is None:
        assert isinstance(outcome, Impossible)
        certificate = outcome.certificate
        assert isinstance(certificate, Exhausted)
        assert certificate.nodes == outcome.stats.nodes
        assert sum(outcome.stats.profile) == outcome.stats.nodes
    else:
        assert isinstance(outcome, Found)
        assert verify(outcome.tour, problem).valid
        assert sum(outcome.stats.profile) == outcome.stats.nodes >= len(problem)


@each("problem", PROBLEMS)
def test_backtracking_as_naive(problem: Problem) -> None:
    named = isinstance(problem.ground, Board) and len(problem.board.shape) == 2
    for order in ["puc", "granada"] if named and problem.piece.name == "knight" else [None]:
        expected = next(tours(problem, order), None)
        outcome = solve_backtracking(problem, order)
        assert_answer(problem, outcome, expected)
        if isinstance(outcome, Found) and not (problem.closed and problem.start is None):
            assert list(outcome.tour.order) == expected


@each("problem", PROBLEMS)
def test_warnsdorff_with_backtracking_is_complete(problem: Problem) -> None:
    expected = next(tours(problem), None)
    for tie in TIES:
        if tie == "roth" and isinstance(problem.ground, Graph):
            continue
        assert_answer(problem, solve_warnsdorff(problem, tie, backtrack=True, seed=3), expected)


# -- Warnsdorff's rule in plain words ------------------------------------------------------


def walk(n: int, start: tuple[int, int], tie: str, order: str) -> list[tuple[int, int]]:
    visited = [start]

    def free(square: tuple[int, int]) -> list[tuple[int, int]]:
        r, c = square
        targets = [(r + m[0], c + m[1]) for m in ORDERS[order]]
        return [(u, v) for u, v in targets if 0 <= u < n > v >= 0 and (u, v) not in visited]

    def from_the_middle(square: tuple[int, int]) -> float:
        return (square[0] - (n - 1) / 2) ** 2 + (square[1] - (n - 1) / 2) ** 2

    def score(square: tuple[int, int]) -> tuple[float, float]:
        second = [len(free(s)) for s in free(square)]
        match tie:
            case "pohl-sum":
                return len(second), sum(second)
            case "pohl-min":
                return len(second), min(second, default=0)
            case "roth":
                return len(second), -from_the_middle(square)
        return len(second), 0

    while choices := free(visited[-1]):
        visited.append(min(choices, key=score))  # the first of the best
    return visited


@pytest.mark.slow
@pytest.mark.parametrize("tie", ["order", "pohl-sum", "pohl-min", "roth"])
@pytest.mark.parametrize("n", mostly_nightly([5, 7, 6, 8], 3))
def test_the_rule_in_plain_words(n: int, tie: str) -> None:
    for start in Board((n, n)):
        order = ["geeksforgeeks", "puc", "trekhleb", "granada"][sum(start) % 4]
        expected = walk(n, (start[0], start[1]), tie, order)
        problem = Problem(n, start=start)
        outcome = solve_warnsdorff(problem, tie, order=order)
        assert outcome.stats.nodes == len(expected)
        if len(expected) == n * n:
            assert isinstance(outcome, Found)
            assert list(outcome.tour.squares) == expected
            searched = solve_warnsdorff(problem, tie, order=order, backtrack=True)
            assert isinstance(searched, Found)
            assert searched.tour == outcome.tour
            assert searched.stats.steps_back == 0
        else:
            assert isinstance(outcome, GaveUp)
            assert outcome.limit == "method"


def test_what_the_rule_alone_cannot_do() -> None:
    for wanted in ({"clues": {"a1": 3}}, {"forced": [("a1", "b3")]}, {"forbidden": [("a1", "b3")]}):
        problem = Problem(5, start="c3", **wanted)
        with pytest.raises(InvalidProblem) as caught:
            solve_warnsdorff(problem)
        assert caught.value.code == "rule-with-constraints"
        assert isinstance(solve_warnsdorff(problem, backtrack=True), Found | Impossible)
    with pytest.raises(UnknownName) as unknown:
        solve_warnsdorff(Problem(5), "rot")
    assert unknown.value.message.data["close"] == "roth"


@pytest.mark.parametrize(
    ("kernel", "method"),
    [
        (backtracking, solve_backtracking),
        (warnsdorff, solve_warnsdorff),
        (warnsdorff, partial(solve_warnsdorff, backtrack=False)),
    ],
)
def test_the_limit_comes_before_the_search(
    kernel: ModuleType, method: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The graph of a large board takes longer than some limits."""
    monkeypatch.setattr(kernel, "new_state", None)
    monkeypatch.setattr(warnsdorff, "new_walk", partial(int, "not made"))
    outcome = method(Problem(50), limits=Limits(seconds=0))
    assert isinstance(outcome, GaveUp)
    assert (outcome.limit, outcome.stats.nodes) == ("seconds", 0)


@each("side", [*range(5, 21), 33])
def test_squirrel_and_culls_rule_from_the_corner(side: int) -> None:
    outcome = solve_warnsdorff(side, "squirrel-cull")
    assert isinstance(outcome, Found)
    squares = outcome.tour.squares
    assert departures(Problem(side), squares) == ()
    if side < 12:
        events = [*trace(side, "warnsdorff", tie="squirrel-cull", backtrack=False)]
        assert events[-1].path == squares


@pytest.mark.parametrize(
    ("problem", "backtrack"),
    [(Problem("5x6"), False), (Problem(4), False), (Problem(8, start="a1"), False),
     (Problem(8, closed=True), False), (Problem(8, piece="zebra"), False), (Problem(8), True),
     (Problem("8 torus"), False), (Problem(Graph.from_edges([(0, 1)])), False)],
)  # fmt: skip
def test_what_their_rule_refuses(problem: Problem, backtrack: bool) -> None:
    with pytest.raises(InvalidProblem, match="squirrel-cull"):
        solve_warnsdorff(problem, "squirrel-cull", backtrack=backtrack)


def test_which_steps_break_warnsdorffs_rule() -> None:
    for tie in ("order", "roth", "pohl-sum", "pohl-min", "random"):
        outcome = solve_warnsdorff(Problem(8, start="c6"), tie, seed=3)
        assert isinstance(outcome, Found)
        assert departures(Problem(8), outcome.tour.squares) == ()
    # What Granada's text prints as found by the rule; 0 marks a square never visited.
    broken = []
    for matrix in (GRANADA_WARNSDORFF_5, GRANADA_WARNSDORFF_6, GRANADA_WARNSDORFF_7):
        claim = read_claim(matrix)
        path = [place for number, place in sorted(claim.numbered) if number]
        broken.append(len(departures(Problem(claim.board_shown()), path)))
    assert broken == [2, 6, 9]


def test_a_text_has_passages() -> None:
    text = f"See\n\n{GRANADA_WARNSDORFF_5}\nor a1 b3 c5 d3."
    matrix, line = passages(text)
    assert isinstance(matrix, Passage)
    assert (matrix.kind, matrix.first, matrix.last) == ("matrix", 3, 7)
    assert (line.kind, line.first, line.verdict is not None) == ("list", 9, True)
    assert passages("1 2 3\n4 5 600\n7 8 9") == []
