"""The puzzles of the days: what the program makes, each with one solution, none with a guess."""

from pathlib import Path
from runpy import run_path

import pytest

from caballero import is_unique
from caballero.puzzles import explain

pytestmark = pytest.mark.slow

MAKE = run_path(str(Path(__file__).parents[2] / "docs" / "make_daily.py"))


@pytest.mark.parametrize("kind", MAKE["KINDS"])
def test_the_file_has_what_the_program_makes(kind: str) -> None:
    listed = MAKE["FILE"].read_text("utf-8").partition(f'{kind}: "')[2].partition('"')[0].split("|")
    assert len({*listed}) == 7 * MAKE["WEEKS"]
    for place in (0, 10, 19):
        puzzle = MAKE["made"](kind, place)
        board, level = MAKE["KINDS"][kind][place % 7]
        assert MAKE["line"](puzzle, board) == listed[place], "run python docs/make_daily.py"
        explained = explain(puzzle.problem)
        assert (puzzle.grade, explained.trials) == (level, 0)
        assert is_unique(puzzle.problem)
