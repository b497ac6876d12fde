"""Hexagons and triangles: finding, proving, counting, listing and puzzles against brute force."""

from collections import Counter

import pytest

import cells as naive
from by_sat import SatSearch
from caballero import Problem, count_tours, is_unique, iter_tours, sample_tours, tour_space
from caballero.puzzles import Puzzle, explain, make_puzzle
from seldom import mostly_nightly


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
