"""Making puzzles: one solution, no number to spare, the same puzzle for the same seed."""

import random
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from caballero import (
    Board,
    GaveUp,
    Graph,
    Impossible,
    InvalidInput,
    Limits,
    Piece,
    Problem,
    TooLarge,
    is_unique,
    symmetries,
    verify,
)
from caballero.model import InvalidProblem, UnknownName
from caballero.proof.outcome import outcome_of
from caballero.puzzles import Puzzle, explain, make_puzzle
from puzzles.test_unique import lines
from seldom import each, mostly_nightly


def tried(*args: Any, **how: Any) -> Any:
    """The puzzle, or why there is none."""
    return outcome_of(partial(make_puzzle, *args, **how))


def numbers(problem: Problem) -> set[int]:
    return {*problem.numbered()}


def made(ground: Any, piece: str = "knight", closed: bool = False, **more: Any) -> Puzzle:
    problem = ground if isinstance(ground, Problem) else Problem(ground, piece, closed)
    puzzle = make_puzzle(problem, **more)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def checked(puzzle: object, *, ends: bool = True) -> Puzzle:
    """The solution is the only one; without a number that may be spared, there are several."""
    assert isinstance(puzzle, Puzzle)
    problem, tour = puzzle.problem, puzzle.tour
    assert verify(tour, problem)
    answer = is_unique(problem)
    assert answer.status == "unique"
    assert answer.tour.order == tour.order
    always = {1} if problem.closed or ends else set()
    always |= {len(tour)} if ends and not problem.closed else set()
    assert always <= numbers(problem)
    if puzzle.minimal:
        for place, number in problem.clues:
            if number not in always:
                rest = tuple(clue for clue in problem.clues if clue[0] != place)
                assert is_unique(replace(problem, clues=rest)).status == "several"
    return puzzle


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_nightly(range(3), 2))
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(
    ("board", "piece"),
    [("6", "knight"), ("6", "king"), ("6", "wazir"), ("4x5", "king"), ("3x10", "knight")],
)
def test_puzzles_are_minimal(board: str, piece: str, closed: bool, seed: int) -> None:
    puzzle = checked(make_puzzle(Problem(board, piece=piece, closed=closed), seed=seed))
    assert puzzle.minimal
    again = made(board, piece=piece, closed=closed, seed=seed)
    assert (again.problem, again.tour) == (puzzle.problem, puzzle.tour)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ground", "more"),
    [
        ("hex3", {}),
        ("hex3\n. . .\n. . . .\n. . # . .\n. . . .\n. . .", {}),
        (Problem(5, "king", closed=True), {"seed": 1}),
        (Problem("hex3", "step", forced=["a1-b1"]), {}),
        ("hex4", {"level": "hard"}),
        ("hex4", {"level": "easy", "seed": 3}),
    ],
    ids=["hexagon", "hole", "closed king", "one kept", "level", "but for one"],
)
def test_no_forced_move_of_a_rikudo_can_be_spared(ground: Any, more: dict[str, Any]) -> None:
    puzzle = checked(make_puzzle(ground, kind="rikudo", **more))
    problem = puzzle.problem
    assert problem.piece == Piece("king" if problem.closed else "wazir")
    assert puzzle.minimal or "level" in more or len(problem.forced) == 1
    kept = ground.forced if isinstance(ground, Problem) else frozenset()
    assert kept < problem.forced
    for move in problem.forced - kept if puzzle.minimal else ():
        assert is_unique(replace(problem, forced=problem.forced - {move})).status == "several"
    assert explain(problem).tour == puzzle.tour
    again = make_puzzle(ground, kind="rikudo", **more)
    assert isinstance(again, Puzzle)
    assert again.problem == problem


@pytest.mark.parametrize("ends", [{"start": "a1"}, {"start": "b2", "end": "c4"}, {"end": "d1"}])
@pytest.mark.parametrize("surface", ["flat", "cylinder", "torus"])
def test_given_ends_have_their_opposites(ends: dict[str, str], surface: str) -> None:
    """Whatever ends and moves a problem demands, the clues look the same."""
    problem = Problem("4x5", "king", surface=surface, forced=["a2-b3"], **ends)  # type: ignore[arg-type]
    puzzle = made(problem, symmetric=True)
    squares: set[Any] = {place for place, _ in puzzle.problem.clues}
    assert squares == {(3 - r, 4 - c) for r, c in squares}


@pytest.mark.parametrize(
    ("board", "piece"), [("3x3", "king"), ("3x4", "king"), ("4x4", "wazir"), ("4x5", "wazir")]
)
@pytest.mark.parametrize("closed", [False, True])
def test_no_pair_of_a_symmetric_puzzle_can_be_spared(board: str, piece: str, closed: bool) -> None:
    """By brute force; a single number of a pair may be spared."""
    spared = 0
    for seed in range(4):
        puzzle = tried(Problem(board, piece=piece, closed=closed), symmetric=True, seed=seed)
        if isinstance(puzzle, Impossible):
            return
        assert isinstance(puzzle, Puzzle)
        assert puzzle.minimal
        problem = puzzle.problem
        assert [*lines(problem)] == [[*puzzle.tour.order]]
        given = {1} if closed else {1, len(puzzle.tour)}
        given |= {n for place, n in problem.clues if half_turn(problem, place) in given}
        for place, number in problem.clues:
            if number in given:
                continue
            partner = half_turn(problem, place)
            left = tuple(clue for clue in problem.clues if clue[1] not in {number, partner})
            assert len([*lines(replace(problem, clues=left))]) > 1
            left = tuple(clue for clue in problem.clues if clue[1] != number)
            spared += len([*lines(replace(problem, clues=left))]) == 1
    assert spared or board != "4x5" or closed


def half_turn(problem: Problem, place: Any) -> int | None:
    """The given number that a number has opposite to it."""
    rows, columns = problem.board.shape
    opposite = (rows - 1 - place[0], columns - 1 - place[1])
    return dict(problem.clues).get(opposite)


@pytest.mark.long_plain
@pytest.mark.parametrize("level", ["easy", "hard", "expert", None])
def test_grading_keeps_the_limits(level: str | None) -> None:
    whole = made(6, piece="king", level=level, seed=2)
    assert whole.grade == explain(whole.problem).grade
    nodes = whole.stats.nodes
    again = made(6, piece="king", level=level, seed=2, limits=Limits(nodes=nodes + 1))
    assert again.problem == whole.problem
    less = tried(Problem(6, piece="king"), level=level, seed=2, limits=Limits(nodes=nodes))
    if level is None:
        assert isinstance(less, Puzzle)
        assert (less.problem, less.minimal, less.grade) == (whole.problem, True, None)
    else:
        assert isinstance(less, GaveUp)
        assert less.limit == "nodes"


def test_constraints_graphs_and_surfaces() -> None:
    for problem in (
        Problem("5", start="a1"),
        Problem("6", start="a1", end="f2"),
        Problem("5", "king", forced=[("a1", "b2")]),
        Problem("4x4", "wazir", True, surface="torus"),
        Problem("3x4", "king", True, start="b2"),
    ):
        puzzle = tried(problem, seed=2)
        if not isinstance(puzzle, Impossible):
            checked(puzzle)
    chart = Problem("4x4", piece="king").graph()
    checked(make_puzzle(Graph.from_dict(chart.to_dict()), seed=1))
    arrows = Graph.from_dict({0: [1, 2], 1: [2, 3], 2: [3, 1], 3: [0, 4], 4: [0]}, directed=True)
    checked(make_puzzle(arrows, seed=1))
    checked(make_puzzle(Problem(arrows, closed=True), seed=1))


@pytest.mark.slow
@each("seed", range(160), every=4)
def test_minimal_is_what_brute_force_finds(seed: int) -> None:
    """Without any given but the ends there are several solutions, exactly if it says minimal."""
    rng = random.Random(seed)
    grounds: list[tuple[Any, str]] = [
        ("hex2", "rikudo"), ("hex3", "rikudo"), (Problem("3x4", "king"), "rikudo"),
        (Problem("tri3", "step"), "rikudo"), ("....\n.#..\n....", "rikudo"), ("4x4", "zip"),
        (Problem("tri4", "step"), "zip"), ("....\n....\n..#.", "zip"),
        (Problem("hex2", "step"), "numbers"),
        (Problem(4, "wazir"), "numbers"), (Problem("....\n.#..\n....", "king"), "numbers"),
    ]  # fmt: skip
    ground, kind = rng.choice(grounds)
    puzzle = tried(ground, kind=kind, seed=seed)
    if isinstance(puzzle, Impossible):
        return
    assert isinstance(puzzle, Puzzle)
    problem = puzzle.problem
    assert is_unique(problem).status == "unique"
    less = [replace(problem, forced=problem.forced - {move}) for move in problem.forced]
    less += [replace(problem, forbidden=problem.forbidden - {move}) for move in problem.forbidden]
    if problem.clues:
        ends = {1, len(problem)}
        for clue in problem.clues:
            if clue[1] not in ends:
                left = tuple(other for other in problem.clues if other != clue)
                less.append(replace(problem, clues=left))
    for place in problem.waypoints[1:-1]:
        rest = tuple(other for other in problem.waypoints if other != place)
        less.append(replace(problem, waypoints=rest))
    assert puzzle.minimal == all(is_unique(one).status == "several" for one in less)


def test_what_cannot_be_made() -> None:
    assert isinstance(tried(4), Impossible)
    assert isinstance(tried(8, limits=Limits(nodes=1)), GaveUp)
    with pytest.raises(InvalidProblem, match="without numbers"):
        make_puzzle(Problem("1 . .\n. . .\n. . 9", piece="king"))
    with pytest.raises(InvalidProblem, match="no half turn"):
        make_puzzle(Graph.from_edges([(0, 1)]), symmetric=True)
    with pytest.raises(InvalidInput, match="at least 0, not -3"):
        make_puzzle(6, more=-3)
    with pytest.raises(TooLarge, match="400"):
        make_puzzle(21)


@pytest.mark.long_plain
@pytest.mark.parametrize(("piece", "kind"), [("king", "numbers"), ("wazir", "zip")])
def test_a_score_and_a_number_of_clues(piece: str, kind: str) -> None:
    puzzle = made(5, piece, kind=kind, score=(60, 120), seed=1)
    assert puzzle.score is not None
    assert 60 <= puzzle.score <= 120
    assert puzzle.trials == 0
    assert explain(puzzle.problem).rating == puzzle.rating
    if kind == "numbers":
        for level in (None, "medium"):
            assert len(made(5, piece, given=13, level=level).problem.clues) == 13
        assert isinstance(tried(5, given=1), GaveUp)


@pytest.mark.parametrize("board", ["4x5", "hex3", "tri4", ". # .\n. . .\n. . .\n# . #"])
def test_clues_in_a_mirror(board: str) -> None:
    puzzle = checked_mirror(made(Board(board), "king", symmetric="mirror", level="easy", seed=1))
    assert puzzle.grade == "easy"


def checked_mirror(puzzle: Puzzle) -> Puzzle:
    """The squares of the clues are those of a reflection of the board that is no turn."""
    board = puzzle.problem.board
    given = {place for place, _ in puzzle.problem.clues}
    images = [
        {
            board.square(v)
            for v, square in zip(one.permutation(board), board, strict=True)
            if square in given
        }
        for one in symmetries(board)
        if "turn" not in one.name and one.name != "identity"
    ]
    assert given in images
    return puzzle


@pytest.mark.slow
def test_levels_that_cannot_be_met() -> None:
    assert isinstance(tried(14, level="hard", limits=Limits(nodes=100_000)), GaveUp)
    assert isinstance(tried(4, score=(90_000, 90_001), kind="zip"), GaveUp)
    with pytest.raises(InvalidProblem, match="in a mirror"):
        make_puzzle(Problem(". . # .\n. . . .\n. . . .", "king"), symmetric="mirror")
    answer = tried(Problem("1x4", piece="wazir"), level="expert")
    assert isinstance(answer, GaveUp)
    assert answer.limit == "method"
    answer = tried(Problem("1x4", piece="wazir"), level="expert", limits=Limits(nodes=40))
    assert isinstance(answer, GaveUp)
    assert answer.limit == "nodes"
    with pytest.raises(UnknownName, match="easy, medium, hard"):
        make_puzzle(6, level="silly")
    with pytest.raises(InvalidProblem, match="leave the others out"):
        make_puzzle(6, level="easy", more=3)
