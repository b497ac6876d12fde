"""Public puzzles, read as they are written, judged, and judged again by a SAT solver."""

import pytest

from by_sat import SatSearch
from caballero import Problem, is_unique, verify
from caballero.formats import read_puzzle
from caballero.puzzles import explain
from published import PUZZLES, Published
from seldom import mostly_nightly


def solved(puzzle: Published, problem: Problem) -> bool | None:
    """Whether there is one solution, by a SAT solver: None if there is none."""
    kind, *rest = puzzle.text.partition("\n")[0].split()
    squares = list(problem.board)
    given = {number: squares[vertex] for number, vertex in problem.numbered().items()}
    search = SatSearch(squares, kind, closed=rest == ["closed"], given=given)
    tour = search.find()
    if tour is None:
        return None
    search.exclude(tour)
    return search.find() is None


@pytest.mark.slow
@pytest.mark.parametrize("name", PUZZLES)
def test_each_is_read_judged_and_graded(name: str) -> None:
    puzzle = PUZZLES[name]
    problem = read_puzzle(puzzle.text)
    match is_unique(problem).tours:
        case [tour]:
            assert verify(tour, problem)
            explanation = explain(problem)
            # One needs more than supposing one number at a time, and is not explained.
            assert explanation.tour == (tour if name != "tarek" else None)
            assert explanation.grade == puzzle.grade
        case [first, second]:
            assert puzzle.grade == ""
            assert verify(first, problem)
            assert verify(second, problem)
            assert first != second
        case other:
            pytest.fail(str(other))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    mostly_nightly((name for name in PUZZLES if name not in {"holy-13", "tarek"}), 2)
    + [pytest.param(name, marks=pytest.mark.nightly) for name in ("holy-13", "tarek")],
)
def test_a_sat_solver_judges_alike(name: str) -> None:
    puzzle = PUZZLES[name]
    assert solved(puzzle, read_puzzle(puzzle.text)) == (puzzle.grade != "")


def test_some_are_bad() -> None:
    bad = [name for name, puzzle in PUZZLES.items() if not puzzle.grade]
    assert len(PUZZLES) == 21  # as the chapter about puzzles says
    assert bad == ["hopido", "holy", "holy-13", "tabs", "clojure"]
