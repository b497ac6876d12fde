"""The trace agrees with the kernels: the same counts, the same tours, an event for each step."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest

from caballero import Board, Found, Graph, Impossible, Problem, Tour, verify
from caballero.model import InvalidProblem, UnknownName
from caballero.proof.outcome import Outcome
from caballero.teaching import (
    ORDERS,
    STRATEGIES,
    Event,
    EventKind,
    solve_backtracking,
    solve_branch_and_bound,
    solve_naive,
    solve_warnsdorff,
    trace,
)
from caballero.teaching.puzzles import BOUNDS
from seldom import mostly_nightly

BOARDS = ["1x1", "1x2", "2x3", "3x3", "3x4", "3x5", "4x4", "5x5"]


def collect(problem: Problem, method: str = "backtracking", **more: Any) -> list[Event]:
    """Collect a whole trace, checking its invariants at each event."""
    naive = method == "naive"
    events: list[Event] = []
    path: list[tuple[int, ...]] = []
    nodes = dead_ends = steps_back = 0
    for event in trace(problem, method, **more):
        match event.kind:
            case EventKind.PLACE:
                assert event.square is not None
                assert naive or event.square not in path
                assert not path or problem.is_move(path[-1], event.square)
                path.append(event.square)
                nodes += 1
            case EventKind.STEP_BACK:
                assert path.pop() == event.square
                steps_back += 1
            case EventKind.DEAD_END:
                assert event.square == path[-1]
                assert not naive or len(path) in {1, problem.size}
                dead_ends += 1
            case EventKind.TRY:
                assert event.move is not None
            case _:
                assert event.square == path[-1]
        if event.kind is not EventKind.TRY:
            assert event.move is None
        assert event.depth == len(path)
        assert (event.nodes, event.dead_ends, event.steps_back) == (nodes, dead_ends, steps_back)
        assert nodes - steps_back == len(path)
        if len(events) % 97 == 0 or event.kind is not EventKind.TRY:
            assert event.path == tuple(path)
        assert not events or events[-1].kind not in {EventKind.SOLUTION, EventKind.NO_SOLUTION}
        events.append(event)
    assert events[-1].kind in {EventKind.SOLUTION, EventKind.NO_SOLUTION}
    # A try that succeeds is followed by its square.
    for one, two in pairwise(events):
        if two.kind is EventKind.PLACE:
            assert one.kind is EventKind.TRY
            assert one.square == two.square
    return events


def assert_same(problem: Problem, last: Event, outcome: Outcome) -> None:
    stats = outcome.stats
    assert (last.nodes, last.dead_ends, last.steps_back) == (
        stats.nodes,
        stats.dead_ends,
        stats.steps_back,
    )
    if isinstance(outcome, Found):
        assert last.kind is EventKind.SOLUTION
        assert last.path == outcome.tour.squares
        order = tuple(problem.vertex(square) for square in last.path)
        assert verify(Tour(problem.ground, order, problem.piece, problem.closed), problem).valid
    else:
        assert isinstance(outcome, Impossible)
        assert last.kind is EventKind.NO_SOLUTION


def questions() -> list[Problem]:
    rng = random.Random(13)
    found = []
    for name in BOARDS:
        board = Board(name)
        starts = list(board) if len(board) < 12 else rng.sample(list(board), 4)
        found += [
            Problem(board, start=start)
            for start in starts
            if name != "5x5" or board.colour(start) == board.colour((0, 0))
        ]
    found += [
        Problem("3x4", start="a1", closed=True),
        Problem("1x1", closed=True, start="a1"),
        Problem("3x5 cylinder", start="b2"),
        Problem("5x5 torus", start="b2"),
        Problem(Board((3, 3), holes=((1, 1),)), start="a1", closed=True),
        Problem(Board((3, 4), holes=((0, 0),)), start="a1"),
        Problem("3x4", start="a1", end="d1"),
        Problem("3x4", start="a1", end="c3"),
        Problem("3x4", start="a1", clues={"c2": 2, "d1": 6}),
        Problem("3x4", start="a1", clues={"b3": 2, "b1": 11}),
        Problem("3x4", start="a1", forbidden=[("a1", "c2")]),
    ]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("order", mostly_nightly(ORDERS, every=3))
def test_backtracking_as_the_kernel(order: str) -> None:
    for problem in questions():
        outcome = solve_backtracking(problem, order)
        if outcome.stats.nodes > 3_000:
            continue
        events = collect(problem, order=order)
        assert_same(problem, events[-1], outcome)
        tried = [e.move for e in events if e.kind is EventKind.TRY]
        assert all(move is not None and 0 <= move < 8 for move in tried)


@pytest.mark.parametrize(
    "problem",
    [
        Problem("3x3 torus", start="b2", closed=True),
        Problem("3x4 cylinder", start="b2", closed=True),
        Problem("2x4 cylinder", start="b2"),
        Problem("1x4 torus", start="a1"),
    ],
    ids=str,
)
def test_moves_that_reach_the_same_square(problem: Problem) -> None:
    """Round a small board several moves reach one square, which is still entered only once."""
    for order in ORDERS:
        assert_same(problem, collect(problem, order=order)[-1], solve_backtracking(problem, order))
    outcome = solve_warnsdorff(problem, "pohl-sum", backtrack=True)
    assert_same(problem, collect(problem, "warnsdorff", tie="pohl-sum")[-1], outcome)


@pytest.mark.slow
@pytest.mark.parametrize("tie", mostly_nightly(["roth", "order", "pohl-sum", "pohl-min"], every=4))
def test_warnsdorff_as_the_kernel(tie: str) -> None:
    for problem in questions():
        outcome = solve_warnsdorff(problem, tie, backtrack=True, order="puc")
        if outcome.stats.nodes > 3_000:
            continue
        events = collect(problem, "warnsdorff", tie=tie, order="puc")
        assert_same(problem, events[-1], outcome)


@pytest.mark.slow
@pytest.mark.parametrize("order", ["geeksforgeeks", "granada"])
@pytest.mark.parametrize("name", mostly_nightly(["1x1", "1x2", "2x4", "2x3", "3x4", "3x3"], 2))
@pytest.mark.parametrize("closed", [False, True])
def test_the_naive_method_tests_the_same_walks(name: str, order: str, closed: bool) -> None:
    board = Board(name)
    for square in board:
        problem = Problem(board, start=square, closed=closed)
        outcome = solve_naive(problem, order)
        stats = outcome.stats
        if stats.nodes > 3_000:
            continue
        events = collect(problem, "naive", order=order)
        last = events[-1]
        if isinstance(outcome, Found):
            assert (last.kind, last.path) == (EventKind.SOLUTION, outcome.tour.squares)
        else:
            assert last.kind is EventKind.NO_SOLUTION
        costs = (stats.nodes, stats.dead_ends, stats.steps_back)
        assert costs == (last.nodes, last.dead_ends, last.steps_back)
        entered = Counter(e.depth for e in events if e.kind is EventKind.PLACE)
        assert stats.profile == tuple(entered[depth + 1] for depth in range(len(board)))


def test_what_cannot_be_traced() -> None:
    problem = Problem(5, start="a1")
    cases: list[tuple[dict[str, Any], str]] = [
        ({"method": "naive-backtracking"}, "name-unknown-suggest"),
        ({"order": "granda"}, "name-unknown-suggest"),
        ({"tie": "rot"}, "name-unknown-suggest"),
    ]
    for more, code in cases:
        with pytest.raises(UnknownName) as unknown:
            trace(problem, **more)
        assert unknown.value.code == code
    with pytest.raises(InvalidProblem) as forced:
        trace(Problem(5, forced=[("a1", "b3")]))
    assert forced.value.code == "trace-forced"
    for constraint in ({"forbidden": [("a1", "b3")]}, {"clues": {"b3": 2}}):
        with pytest.raises(InvalidProblem) as needs:
            trace(Problem(5, start="a1", **constraint), "naive")
        assert needs.value.code == "naive-needs"
    with pytest.raises(InvalidProblem):
        trace(Problem(Graph.from_edges(combinations(range(3), 2))))


def test_the_rule_shows_its_candidates() -> None:
    """The next squares come with their exits, fewest first, and the rule enters the first."""
    problem = Problem(5, start="a1")
    graph = problem.graph()
    shown = [event for event in trace(problem, "warnsdorff") if event.kind is EventKind.PLACE]
    for event, onward in pairwise(shown):
        visited = {problem.vertex(square) for square in event.path}
        free = {*graph.neighbours(problem.vertex(event.path[-1]))} - visited
        exits = {problem.place(v): len({*graph.neighbours(v)} - visited) for v in free}
        assert dict(event.candidates) == exits
        assert [n for _, n in event.candidates] == sorted(exits.values())
        assert onward.square == event.candidates[0][0]
    assert all(not event.candidates for event in trace(Problem(3), "backtracking"))


@pytest.mark.slow
@pytest.mark.parametrize("bounded", BOUNDS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_branch_and_bound_in_steps(strategy: str, bounded: str) -> None:
    """The steps are those of the search, and each path is one of the problem."""
    for problem in (
        Problem("3x4"),
        Problem("3x3"),
        Problem("1x1"),
        Problem("3x4", start="a3", end="d3"),
        Problem("3x4 cylinder", closed=True),
    ):
        events = list(trace(problem, "branch-and-bound", strategy=strategy, bounded=bounded))
        first = problem.board.square(problem.numbered().get(1, 0))
        outcome = solve_branch_and_bound(replace(problem, start=first), strategy, bounded)
        last = events[-1]
        assert last.standing is not None
        assert (last.nodes, last.dead_ends) == (outcome.stats.nodes, outcome.stats.dead_ends)
        assert sum(outcome.stats.profile) == outcome.stats.nodes
        assert (last.kind is EventKind.SOLUTION) == isinstance(outcome, Found)
        if isinstance(outcome, Found):
            assert last.path == outcome.tour.squares
            assert last.standing.best == (outcome.tour.statistics(symmetry=False).turns or 0)
        counted = Counter(event.kind for event in events)
        assert counted[EventKind.PLACE] == last.nodes == last.standing.expanded
        assert counted[EventKind.CUT] == last.standing.cut
        for event in events:
            assert event.depth == len(event.path) == len({*event.path})
            assert all(problem.is_move(a, b) for a, b in pairwise(event.path))
            if event.kind is EventKind.TRY:
                assert event.move is not None
                assert event.square is not None
                assert problem.is_move(event.path[-1], event.square)
            elif event.kind is not EventKind.CUT:
                assert event.square == event.path[-1]
