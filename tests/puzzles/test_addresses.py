"""Puzzles in addresses, and pages of one's own puzzles; that the page reads them is in browser/."""

import re
from pathlib import Path

import pytest

from caballero import InvalidInput, Problem
from caballero.puzzles import Puzzle, make_puzzle
from caballero.puzzles.addresses import puzzle_address
from caballero.puzzles.booklet import solved
from caballero.web.own import Look, write_own

SMALL = Problem("1 . 3\n. . .\n. . 9", "wazir")


def test_the_address_of_the_page_s_own_example() -> None:
    assert puzzle_address(solved(SMALL)) == "3x3.pwazir/a3.rXq/oM/easy"


@pytest.mark.parametrize(
    ("ground", "how", "message"),
    [("2x3x4", {}, "flat board"), (11, {"piece": "wazir"}, "flat board"),
     ("hex step\n. .\n . . .", {}, "flat board"), (1, {}, "flat board")],
)  # fmt: skip
def test_what_the_page_does_not_show_is_refused(
    ground: object, how: dict[str, str], message: str
) -> None:
    puzzle = make_puzzle(Problem(ground, **how))  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match=message):
        puzzle_address(puzzle)
    with pytest.raises(InvalidInput, match=r"^Puzzle 2 cannot be on a page\."):
        write_own(Path("never"), [solved(SMALL), puzzle], Look())


@pytest.mark.parametrize(
    ("look", "message"),
    [(Look(colour="red"), "no colour"), (Look(ground="#12"), "no colour"),
     (Look(first="tomorrow"), "no day")],
)  # fmt: skip
def test_colours_and_days_that_are_none(look: Look, message: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=message):
        write_own(tmp_path / "page", [solved(SMALL)], look)
    with pytest.raises(InvalidInput, match=r"from 1 to 2\D?000 puzzles"):
        write_own(tmp_path / "page", [], Look())
    assert not (tmp_path / "page").exists()


def test_a_page_loads_nothing_from_elsewhere_and_is_the_same_again(tmp_path: Path) -> None:
    puzzles: list[Puzzle] = [solved(SMALL), make_puzzle(5, kind="zip")]
    for folder in ("a", "b"):
        write_own(tmp_path / folder, puzzles, Look("<b>"))
    files = {p.relative_to(tmp_path / "a"): p.read_bytes() for p in (tmp_path / "a").rglob("*.*")}
    assert files == {p: (tmp_path / "b" / p).read_bytes() for p in files}
    page = files[Path("index.html")].decode()
    assert "<title>&lt;b&gt;</title>" in page
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page)
    assert "$" not in page.replace("${", "")
