"""Hexagons and triangles: finding, proving, counting, listing and puzzles against brute force."""

import random
from collections import Counter

import pytest

import cells as naive
from by_sat import SatSearch
from caballero import (
    Board,
    Found,
    Impossible,
    Limits,
    Problem,
    count_tours,
    iter_tours,
    sample_tours,
    solve,
    symmetries,
    tour_space,
    verify,
)
from caballero.model.symmetry import normal_order
from caballero.puzzles import Puzzle, another_tour, explain, is_unique, make_puzzle
from naive import all_tours
from seldom import each, mostly_nightly

NAMES = [
    "hex2", "hex2x3", "hex3x3", "hex2x5", "hex4x2", "tri2", "tri3", "tri2x5", "tri3x3", "tri2x4"
]  # fmt: skip


def random_case(seed: int) -> tuple[Problem, list[list[int]]]:
    """A problem on a small board with holes, ends and clues, and all of its tours."""
    rng = random.Random(seed)
    name = rng.choice(NAMES)
    holes = rng.sample(list(Board(name)), min(rng.choice((0, 0, 1, 2)), len(Board(name)) - 3))
    board = Board(name, holes=holes)
    king = name.startswith("tri") and rng.random() < 0.5
    near = naive.neighbours(board, corners=king)
    closed = rng.random() < 0.4
    ends = rng.sample(range(len(board)), 2)
    start, end = ends[0] if rng.random() < 0.4 else None, ends[1] if rng.random() < 0.3 else None
    line = next(all_tours(near, closed=closed, start=start, end=end), None)
    numbers = rng.sample(range(1, len(board) + 1), rng.choice((0, 0, 1, 2, 3)))
    places = line or rng.sample(range(len(board)), len(board))
    clues = {number: places[number - 1] for number in numbers}
    tours = [*all_tours(near, closed=closed, start=start, end=end, clues=clues)]
    try:
        problem = Problem(
            board, "king" if king else "step", closed,
            None if start is None else board.square(start),
            None if end is None else board.square(end),
            {board.square(v): number for number, v in clues.items()},
        )  # fmt: skip
    except ValueError:  # the clues contradict the ends
        return random_case(seed + 1_000_000)
    return problem, tours


@pytest.mark.long_plain
@pytest.mark.parametrize("case", mostly_nightly(((3 + i % 3, i) for i in range(100)), 25), ids=str)
def test_hexagons_as_by_sat(case: tuple[int, int]) -> None:
    """A made puzzle; every other one lacks a number, and has several solutions."""
    side, seed = case
    puzzle = make_puzzle(Problem(f"hex{side}", "step"), seed=seed)
    assert isinstance(puzzle, Puzzle)
    problem = puzzle.problem
    if seed % 2:
        left = [c for i, c in enumerate(problem.clues) if i != len(problem.clues) // 2]
        problem = Problem(problem.ground, "step", start=problem.start, end=problem.end, clues=left)
    squares = [*problem.board]
    near = naive.neighbours(problem.board, corners=False)
    search = SatSearch(
        squares, "wazir", given={n: squares[v] for n, v in problem.numbered().items()},
        beside={square: [squares[w] for w in near[v]] for v, square in enumerate(squares)},
    )  # fmt: skip
    first = search.find()
    assert first is not None
    search.exclude(first)
    assert bool(is_unique(problem)) == (search.find() is None) == (seed % 2 == 0)


@pytest.mark.slow
@each("seed", range(500), every=10)
def test_small_boards_have_the_tours_of_brute_force(seed: int) -> None:
    problem, tours = random_case(seed)
    outcome = solve(problem, limits=Limits(seconds=60))
    if tours:
        assert isinstance(outcome, Found)
        assert verify(outcome.tour, problem).valid
        assert list(outcome.tour.order) in tours
    else:
        assert isinstance(outcome, Impossible)
        assert outcome.certificate.check(problem)
    lines = {normal_order(tuple(line), problem.closed) for line in tours}
    assert {tour.normalised().order for tour in iter_tours(problem)} == lines
    assert count_tours(problem) == len(lines)
    assert bool(is_unique(problem)) == (len(lines) == 1)
    if isinstance(outcome, Found) and len(lines) > 1:
        other = another_tour(problem, outcome.tour)
        assert isinstance(other, Found)
        assert other.tour.normalised() != outcome.tour.normalised()
        assert verify(other.tour, problem).valid


COUNTED = [pytest.param("hex3", "step", True, 1284, marks=pytest.mark.nightly),
           ("hex3x4", "step", True, None), ("tri3", "king", True, None),
           ("hex2x5", "step", False, None),
           pytest.param("tri2x4", "king", False, None, marks=pytest.mark.long_plain),
           (" . .\n. # .\n . .", "step", True, 1)]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("name", "piece", "closed", "count"), COUNTED)
def test_engines_agree(name: str, piece: str, closed: bool, count: int | None) -> None:
    problem = Problem(name, piece, closed)
    found = count_tours(problem)
    tours = list(iter_tours(problem))
    assert found.method != "listing"
    assert int(found) == len(tours) == (count or len(tours)) > 0
    group = naive.symmetries(problem.board)
    up_to = count_tours(problem, up_to_symmetry=True)
    assert int(up_to) == naive.classes([tour.order for tour in tours], group, closed)
    kinds = Counter(tour.symmetry_class() for tour in tours)
    assert kinds.total() == len(tours)
    for kind, many in kinds.items():
        assert sum(1 for _ in iter_tours(problem, symmetry=kind)) == many
    space = tour_space(problem)
    assert len(space) in (len(tours), 2 * len(tours))
    assert all(space.rank(space[n]) == n for n in range(0, len(space), len(space) // 7 + 1))
    lines = {tour.normalised().order for tour in tours}
    assert all(tour.normalised().order in lines for tour in sample_tours(problem, 5, seed=1))


@pytest.mark.parametrize("name", ["hex3", "hex4", "hex4x4"])
def test_puzzles_of_hexagons_have_one_solution_and_steps(name: str) -> None:
    puzzle, easy = (
        make_puzzle(Problem(name, "step"), seed=3, level=level) for level in (None, "easy")
    )
    assert isinstance(puzzle, Puzzle)
    assert isinstance(easy, Puzzle)
    assert is_unique(puzzle.problem)
    told = explain(easy.problem)
    assert told.grade == "easy"
    assert told.tour is not None


def test_symmetric_puzzles_of_hexagons() -> None:
    board = Board("hex3")
    puzzle = make_puzzle(Problem(board, "step"), seed=2, symmetric=True)
    assert isinstance(puzzle, Puzzle)
    turn = next(one for one in symmetries(board) if one.name == "half-turn").permutation(board)
    given = {*puzzle.problem.numbered().values()}
    assert {turn[v] for v in given} == given
