"""The positions of Storm: each one is as the file says, and every "no" has a reason to follow."""

import json
import re
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from caballero.web.tasks import hint_json
from web.reasons import Square, check

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
MAKE = run_path(str(ROOT / "docs" / "make_storm.py"))
LEVELS: list[dict[str, Any]] = json.loads(MAKE["FILE"].read_text(encoding="utf-8"))
PLACES = range(len(LEVELS))


def answers(place: int, pair: str) -> list[tuple[list[Square], dict[str, Any]]]:
    """The two positions of a pair and what the server says of each, the good one first."""
    problem = MAKE["LEVELS"][place].problem
    found = []
    for path in pair.split():
        names = re.findall(r"[a-z]\d", path)
        squares = [(row, column) for row, column in map(problem.board.parse_square, names)]
        body = {"board": {"shape": problem.board.shape}, "closed": problem.closed}
        request = {**body, "path": [list(s) for s in squares], "strength": 1, "seconds": 10}
        found.append((squares, hint_json(request, "en")))
    return found


@pytest.mark.parametrize("place", PLACES)
def test_every_position_is_as_the_file_says(place: int) -> None:
    level = MAKE["LEVELS"][place]
    assert LEVELS[place]["board"] == level.text
    assert len({*LEVELS[place]["pairs"]}) == level.pairs
    for pair in LEVELS[place]["pairs"]:
        (_, yes), (path, no) = answers(place, pair)
        assert (yes["finishable"], no["finishable"]) == (True, False), pair
        rows, columns = level.problem.board.shape
        check((rows, columns), [], level.problem.closed, path, no)
        assert level.lines[0] <= len(no["argument"]) <= level.lines[1]
        assert level.left[0] <= level.problem.size - len(path) <= level.left[1]


@pytest.mark.parametrize("place", PLACES)
def test_the_file_is_what_the_program_makes(place: int) -> None:
    assert MAKE["made"](place, 2) == LEVELS[place]["pairs"][:2], "run python docs/make_storm.py"


def test_the_levels_rise() -> None:
    rising = [(level.problem.size, level.lines[1]) for level in MAKE["LEVELS"]]
    sizes, most = zip(*rising, strict=True)
    assert list(sizes) == sorted(sizes)
    assert list(most) == sorted(most)
