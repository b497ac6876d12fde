"""Generic backtracking and the puzzles that show that it is generic."""

import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, count, islice, permutations
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from caballero import Found, InvalidInput, LimitReached, Limits, Problem, verify
from caballero.teaching import (
    ORDERS,
    NotesProblem,
    SearchProblem,
    backtrack,
    minimize,
    puzzle_tree,
    solve_backtracking,
    trace_minimize,
    trace_puzzle,
)
from caballero.teaching.puzzles import Assignment, KnightsTour, Queens, SubsetSum, Sudoku
from web.pupils import PUC_GENERIC


@pytest.mark.parametrize(
    ("side", "count"), list(enumerate([1, 0, 0, 2, 10, 4, 40, 92], start=1))
)  # OEIS A000170
def test_queens(side: int, count: int) -> None:
    puzzle: SearchProblem[tuple[int, ...]] = Queens(side)
    solutions = list(backtrack(puzzle))
    assert len(solutions) == len(set(solutions)) == count
    assert solutions == sorted(solutions)
    expected = [
        queens
        for queens in permutations(range(side))
        if len({q + r for r, q in enumerate(queens)}) == side
        and len({q - r for r, q in enumerate(queens)}) == side
    ]
    assert solutions == expected
    for queens in solutions:
        shown = [line.split() for line in puzzle.show(queens).split("\n")]
        assert [row.index("Q") for row in shown] == list(queens)


GRID = """
    53..7.... 6..195... .98....6. 8...6...3 4..8.3..1
    7...2...6 .6....28. ...419..5 ....8..79
"""


def assert_solved(puzzle: Sudoku, grid: str) -> None:
    given_cells = puzzle.initial()
    assert all(g in {".", s} for g, s in zip(given_cells, grid, strict=True))
    rows = [line.split() for line in puzzle.show(grid).split("\n")]
    digits = sorted("123456789")
    for i in range(9):
        assert sorted(rows[i]) == digits
        assert sorted(row[i] for row in rows) == digits
        r, c = i // 3 * 3, i % 3 * 3
        assert sorted(rows[r + k // 3][c + k % 3] for k in range(9)) == digits


@pytest.mark.slow
class QueensOfTheNotes:
    """The queens, by the names of the notes."""

    def __init__(self, side: int) -> None:
        queens = Queens(side)
        self.SolucionInicial = queens.initial
        self.SirveComoSolucionParcial = queens.worth_exploring
        self.SirveComoSolucionFinal = queens.is_final
        self.ObtenerSolucionesCandidatas = queens.extensions
        self.MostrarSolucionFinal = queens.show


def test_the_names_of_the_notes() -> None:
    puzzle: NotesProblem[tuple[int, ...]] = QueensOfTheNotes(6)
    assert [*trace_puzzle(puzzle)] == [*trace_puzzle(Queens(6))]
    with pytest.raises(InvalidInput, match=r"lacks the function initial \(in the notes Soluc"):
        next(backtrack(object()))  # type: ignore[arg-type]


@pytest.mark.slow
def test_sudoku() -> None:
    puzzle = Sudoku(GRID)
    solutions = list(backtrack(puzzle))
    assert len(solutions) == 1
    assert_solved(puzzle, solutions[0])
    assert list(backtrack(Sudoku(solutions[0]))) == solutions
    # Without some of its numbers it has more solutions than one.
    loose = Sudoku("." * 20 + "".join(GRID.split())[20:])
    several = list(islice(backtrack(loose), 3))
    assert len(set(several)) == 3
    for grid in several:
        assert_solved(loose, grid)
    assert_solved(Sudoku("." * 81), next(backtrack(Sudoku("0" * 81))))


@given(st.lists(st.integers(1, 20), max_size=8), st.integers(1, 60))
def test_subset_sum(numbers: list[int], total: int) -> None:
    puzzle = SubsetSum(tuple(numbers), total)
    solutions = list(backtrack(puzzle))
    everything = [
        chosen
        for size in range(len(numbers) + 1)
        for chosen in combinations(range(len(numbers)), size)
        if sum(numbers[i] for i in chosen) == total
    ]
    assert sorted(solutions) == sorted(everything)
    for chosen in solutions:
        left, right = puzzle.show(chosen).split(" = ")
        assert sum(map(int, left.split(" + "))) == int(right) == total


@pytest.mark.slow
@pytest.mark.parametrize("start", [(0, 0), (2, 2), (4, 4), (0, 1), (4, 2)])
@pytest.mark.parametrize("order", ["puc", "geeksforgeeks"])
def test_the_knight_as_the_kernel(start: tuple[int, int], order: str) -> None:
    if sum(start) % 2:
        return  # no tour: the whole tree of the class notes' program would take long
    puzzle = KnightsTour(5, start, ORDERS[order])
    found = next(backtrack(puzzle))
    outcome = solve_backtracking(Problem(5, start=start), order)
    assert isinstance(outcome, Found)
    assert found == outcome.tour.squares
    rows = [list(map(int, line.split())) for line in puzzle.show(found).split("\n")]
    assert rows == outcome.tour.matrix()


@dataclass
class Chain:
    """A puzzle with one long branch, which counts its calls."""

    depth: int
    wanted: int = 0
    ends: list[int] = field(default_factory=list)

    def initial(self) -> int:
        return 0

    def worth_exploring(self, candidate: int) -> bool:
        self.wanted += 1
        return candidate >= 0

    def is_final(self, candidate: int) -> bool:
        return candidate >= self.depth

    def extensions(self, candidate: int) -> Iterator[int]:
        yield -1
        yield candidate + 1
        if candidate == self.depth - 1:
            yield candidate + 2
        self.ends.append(candidate)

    def show(self, candidate: int) -> str:
        return str(candidate)


def test_no_recursion_limit_is_met() -> None:
    assert sys.getrecursionlimit() < 50_000
    chain = Chain(50_000)
    assert [chain.show(end) for end in backtrack(chain)] == ["50000", "50001"]
    assert chain.ends == list(range(49_999, -1, -1))


def test_an_initial_candidate_may_be_all_or_nothing() -> None:
    assert list(backtrack(Chain(0))) == [0]
    assert list(backtrack(Queens(0))) == [()]
    assert list(backtrack(SubsetSum((1, 2), 0))) == [()]
    assert list(backtrack(SubsetSum((1, 2), -1))) == []


def notes(line: str = "") -> Any:
    """The class of the notes, without its search; with a line at the beginning of its judge."""
    judge = "def SirveComoSolucionParcial(self, solucion_candidata):\n"
    names: dict[str, Any] = {}
    exec(PUC_GENERIC.replace(judge, f"{judge}        {line}\n"), names)
    return names["Tablero"]


def test_a_judge_that_looks_elsewhere_is_told_the_line_that_it_lacks() -> None:
    with pytest.raises(InvalidInput) as error:
        next(backtrack(notes()(5, 0, 0)))
    line = "self.recorrido = solucion_candidata[:-1]"
    assert line in str(error.value)
    assert "SirveComoSolucionParcial" in error.value.message.text("es")
    solution = next(backtrack(notes(line)(5, 0, 0)))
    assert verify([tuple(square) for square in solution], Problem(5, start="a5")).valid
    with pytest.raises(InvalidInput):
        puzzle_tree(notes()(5, 0, 0))


class Numbers:
    """Of any length."""

    def initial(self) -> Any:
        return ()

    def worth_exploring(self, candidate: object) -> bool:
        return isinstance(candidate, tuple)

    def is_final(self, candidate: object) -> bool:
        return False

    def bound(self, candidate: tuple[int, ...]) -> int:
        return -len(candidate)

    def extensions(self, candidate: tuple[int, ...]) -> Any:
        return [(*candidate, 1)] if len(candidate) < 50 else count()

    def show(self, candidate: tuple[int, ...]) -> str:
        return str(candidate)


@pytest.mark.parametrize("search", [backtrack, trace_puzzle, minimize, trace_minimize])
def test_a_search_without_end_stops_by_itself(monkeypatch: pytest.MonkeyPatch, search: Any) -> None:
    module = sys.modules["caballero.teaching.generic"]
    assert (module.LIMITS.seconds, module.LIMITS.megabytes) == (60, 1_000)
    monkeypatch.setattr(module, "LIMITS", Limits(seconds=0.1))
    with pytest.raises(LimitReached):
        deque(search(Numbers()), maxlen=0)


def forgotten(*_: object) -> None:
    """Work something out, and return nothing."""
    sum(range(7))


@pytest.mark.parametrize(
    ("search", "name", "answer"),
    [(search, name, forgotten)
     for search, names in [
         (backtrack, "initial extensions worth_exploring is_final"),
         (minimize, "initial extensions worth_exploring is_final cost bound"),
     ] for name in names.split()]
    + [(search, "extensions", lambda _: 7) for search in (backtrack, minimize)],
)  # fmt: skip
def test_a_forgotten_return_is_a_sentence(search: Any, name: str, answer: Any) -> None:
    pairs = Assignment(((1, 2), (3, 9)))
    names = "initial extensions worth_exploring is_final cost bound"
    questions = {one: getattr(pairs, one) for one in names.split()} | {name: answer}
    with pytest.raises(InvalidInput, match="return"):
        next(search(SimpleNamespace(**questions)))


def test_a_judge_may_answer_only_where_it_is_so() -> None:
    class Rare(Queens):
        def is_final(self, columns: tuple[int, ...]) -> Any:
            if len(columns) == 3:
                return True
            return None

    assert [*backtrack(Rare(3))] == []
