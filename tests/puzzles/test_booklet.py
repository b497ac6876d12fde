"""Booklets and the names of puzzles: what is read, what is made, what is printed."""

import io
import json
import shutil
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
import reportlab
from PIL import Image
from pypdf import PdfReader

from caballero import InvalidInput, LimitReached, NoTour, Problem, is_unique, symmetries
from caballero.puzzles import (
    Booklet,
    Puzzle,
    Recipe,
    booklet_pdf,
    make_booklet,
    read_booklet,
    read_recipe,
)
from caballero.puzzles.printing.booklet import page_of
from seldom import each

SIX = """
title = "Seis"
language = "{language}"
paper = "a5"
margin = 12
bleed = 3
per_page = 2
solutions_per_page = 12
first = 101
section = [
    {{ title = "Caballos", board = 5, level = ["easy", "medium"], count = {count} }},
    {{ board = 5, piece = "rey", level = "hard", count = {count} }},
    {{ board = "4x5", piece = "numbrix", count = {count} }},
    {{ board = 4, piece = "king", closed = true, count = {count} }},
    {{ board = "hex3", piece = "step", level = ["fácil"], count = {count} }},
    {{ kind = "zip", board = 5, count = {count} }},
]
"""
"""Six sections of different kinds."""


@each(
    "case",
    [
        ("knight 8 hard 7", Recipe(Problem(8), level="hard", seed=7)),
        ("king 5x9 closed 12", Recipe(Problem("5x9", "king", closed=True), seed=12)),
        ("zip 6 easy 3", Recipe(Problem(6, "wazir"), "zip", "easy", 3)),
        ("zip king 6 3", Recipe(Problem(6, "king"), "zip", seed=3)),
        ("rikudo hex4 hard 1", Recipe(Problem("hex4", "step"), "rikudo", "hard", 1)),
        ("step hex4 medium 0", Recipe(Problem("hex4", "step"), level="medium")),
        ("king 6 torus expert 1", Recipe(Problem("6x6 torus", "king"), level="expert", seed=1)),
        ("1,5 12x4 0", Recipe(Problem("12x4", "1,5"))),
        ("camel 3x4x5 2", Recipe(Problem("3x4x5", "camel"), seed=2)),
        ("king 6 half-turn easy 1", Recipe(Problem(6, "king"), "numbers", "easy", 1, "half-turn")),
        (
            "king 6 mirror 40..50 1",
            Recipe(Problem(6, "king"), "numbers", None, 1, "mirror", (40, 50)),
        ),
    ],
)
def test_a_name_is_read_back(case: tuple[str, Recipe]) -> None:
    name, recipe = case
    assert recipe.name == name
    assert read_recipe(name) == recipe


def test_names_in_other_words_and_puzzles_without_one() -> None:
    assert read_recipe("Caballo 8 DIFÍCIL 7") == read_recipe("knight 8x8 hard 7")
    assert read_recipe("hidato 6 1").problem.piece.name == "king"
    hole = Problem("hex2 step\n. .\n. # .\n. .")
    for problem in (Problem(". .\n. #", "king"), Problem(5, start="a1"), hole):
        assert Recipe(problem).name is None


@each(
    "name",
    ["", "8", "knight 8", "knight seven 7", "knight 8 hard easy 7", "knight 8 harder 7", "7",
     "knight 8 hard -7", "knight 8 50..40 7", "knight 8 4..5 6..7 1", "knight 8 4.. 7",
     "hex3 hex4 7", "x" * 999 + " 8 7", "knight 0 7"],
)  # fmt: skip
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(InvalidInput):
        read_recipe(name)


def test_clues_that_look_the_same_and_scores() -> None:
    booklet = read_booklet(
        '[[section]]\nboard = 5\npiece = "king"\nsymmetric = true\ncount = 2\n'
        '[[section]]\nboard = 5\npiece = "king"\nsymmetric = "espejo"\nscore = "10..90"'
    )
    made = make_booklet(booklet)
    assert isinstance(made, list)
    for one in made:
        problem, name = one.puzzle.problem, one.name
        places = {problem.board.square(problem.vertex(place)) for place, _number in problem.clues}
        across, upside = {(r, 4 - c) for r, c in places}, {(4 - r, c) for r, c in places}
        turned = {(4 - r, 4 - c) for r, c in places}
        assert places in ([turned] if one.section.symmetric == "half-turn" else [across, upside])
        assert name is not None
        again = read_recipe(name).make()
        assert isinstance(again, Puzzle)
        assert again.problem == problem
    assert 10 <= (made[-1].puzzle.score or 0) <= 90


def made_of(count: int, language: str = "es") -> tuple[Booklet, list[Any]]:
    booklet = read_booklet(SIX.format(count=count, language=language))
    made = make_booklet(booklet)
    assert isinstance(made, list)
    return booklet, made


@pytest.mark.long_plain
@pytest.mark.parametrize("count", [1, pytest.param(10, marks=pytest.mark.nightly)])
def test_six_kinds_twice_are_equal_bytes(count: int) -> None:
    booklet, made = made_of(count)
    data = booklet_pdf(booklet, made)
    assert booklet_pdf(*made_of(count)) == data
    assert [one.number for one in made] == [*range(101, 101 + 6 * count)]
    assert all(is_unique(one.puzzle.problem) for one in made)
    for _section, some in groupby(made, key=lambda one: one.section):
        lines = [one.puzzle.tour for one in some]
        images = [{tour.image(s).normalised() for s in symmetries(tour.board)} for tour in lines]
        assert not any(
            tour.normalised() in before for i, tour in enumerate(lines) for before in images[:i]
        )
    reader = PdfReader(io.BytesIO(data))
    tables: list[Any] = [page["/Resources"]["/Font"] for page in reader.pages]  # type: ignore[index]
    fonts = [font.get_object() for table in tables for font in table.values()]
    assert fonts
    assert all("/FontFile2" in font["/FontDescriptor"].get_object() for font in fonts)
    texts = [page.extract_text() for page in reader.pages]
    whole = "\n".join(texts)
    assert texts[0].startswith("Caballos\nEscribe los números que faltan")
    assert sum(text.startswith("Seis: soluciones") for text in texts) == 5
    assert f"1 / {len(texts)}" in texts[0]
    for one in made:
        assert f"{one.number}" in whole
        assert str(one.recipe.name) in whole
    box = reader.pages[0]
    assert float(box.mediabox.width) - float(box.trimbox.width) == pytest.approx(17.008, abs=1e-3)


def test_levels_rise_and_a_board_without_name_has_its_seed() -> None:
    booklet = read_booklet(
        'language = "en"\n[[section]]\nboard = ". . .\\n. . .\\n. . #"\npiece = "king"\ncount = 3\n'
        'level = ["easy", "medium"]\nseed = 5'
    )
    made = make_booklet(booklet)
    assert isinstance(made, list)
    assert [one.recipe and one.recipe.level for one in made] == ["easy", "easy", "medium"]
    text = PdfReader(io.BytesIO(booklet_pdf(booklet, made))).pages[-1].extract_text()
    assert "1 · seed 5" in text


def test_boards_with_too_few_solutions_and_limits() -> None:
    few = read_booklet('[[section]]\nboard = "2x3"\npiece = "wazir"\ncount = 9')
    for limits, limit in ((None, "method"), (0, "seconds")):
        with pytest.raises(LimitReached) as reached:
            make_booklet(few, limits=limits)
        assert reached.value.outcome.limit == limit
    with pytest.raises(NoTour):
        make_booklet(read_booklet("[[section]]\nboard = 4"))


@each(
    "text",
    [
        "x =", "[[section]]", "title = 3", "title = 'No section'", "section = 3",
        "section = [3]", "paper = 'a4'\ncolour = 1\n[[section]]\nboard = 5",
        "[[section]]\nboard = 5\ncount = 0", "[[section]]\nboard = 5\ncount = 99999",
        "[[section]]\nboard = 5\nlevel = 'silly'", "[[section]]\nboard = 5\npiece = 'dragon'",
        "[[section]]\nboard = 5\nlevel = [3]", "[[section]]\nboard = 5\nclosed = 1",
        "language = 'fr'\n[[section]]\nboard = 5", "per_page = 0\n[[section]]\nboard = 5",
        "[[section]]\nboard = 5\nkind = 'crossword'", "[[section]]\nboard = 5\nscore = '5'",
        "[[section]]\nboard = 5\nsymmetric = 'round'", "#" * 300_000, "x = " + "[" * 5000,
    ],
)  # fmt: skip
def test_files_that_are_none(text: str) -> None:
    with pytest.raises(InvalidInput):
        read_booklet(text)


WHOLE = """
title = "Mine{sign}"
author = "Ana"
paper = "100x148mm"
bleed = 3
margin = 8
cover = "{cover}"
font = ["{font}"]
introduction = "{introduction}"
imprint = "Printed in Madrid"
solutions = "{turn}"
hints = true
first = 7
[[section]]
title = "Of my own"
text = "Look for the number 1."
puzzles = ["{own}", "lines.jsonl", "king 4 easy 3"]
board = "shape.txt"
piece = "king"
count = 1
[[section]]
title = "Only a text"
text = "The end"
"""
"""A booklet with all that a publisher adds."""

NUMBRIX = "numbrix\n1 . .\n. . .\n5 . .\n"


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """A folder with what a booklet names: five puzzles, a board, a tour, a picture, a font."""
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "b.txt").write_text(NUMBRIX + "\nzip\n1 . .\n. . .\n. . 2\nwalls: a3-b3\n")
    (tmp_path / "some" / "a.csv").write_text("numbrix\n1,0,3\n0,0,0\n0,0,9\n")
    data = {"board": {"shape": [3, 3]}, "piece": "wazir", "closed": False}
    data |= {"clues": [["a3", 1], ["a1", 5]]}
    (tmp_path / "lines.jsonl").write_text(f"{json.dumps(data)}\n" * 2)
    (tmp_path / "shape.txt").write_text("king\n. # .\n. . .\n# . #\n")
    (tmp_path / "tour.txt").write_text("wazir\n3 4 7 8\n2 5 6 9\n1 12 11 10\n".replace(" ", ","))
    (tmp_path / "two.txt").write_text("numbrix\n1 . .\n. . .\n. . .\n")
    (tmp_path / "no.png").write_bytes(b"\x89PNG\r\n")
    Image.new("RGB", (4, 3)).save(tmp_path / "picture.png")
    shutil.copy(Path(reportlab.__file__).parent / "fonts" / "VeraIt.ttf", tmp_path / "own.ttf")
    return tmp_path


def whole_of(folder: Path, **more: str) -> Booklet:
    said = {"cover": "knight 5 3", "turn": "turned", "font": "own.ttf", "introduction": "Hello",
            "sign": "", "own": "some"}  # fmt: skip
    return read_booklet(WHOLE.format(**said | more), folder=folder)


@pytest.mark.parametrize("cover", ["knight 5 3", "tour.txt", "picture.png"])
@pytest.mark.parametrize("turn", ["upright", "girado", "mirrored"])
def test_a_booklet_with_all_that_a_publisher_adds(beside: Path, cover: str, turn: str) -> None:
    booklet = whole_of(beside, cover=cover, turn=turn, introduction="Hello\\n" * 30)
    made = make_booklet(booklet)
    assert [one.number for one in made] == [*range(7, 14)]
    assert [one.name for one in made] == [None] * 5 + ["king 4 easy 3", None]
    assert all(is_unique(one.puzzle.problem).tour == one.puzzle.tour for one in made)
    data = booklet_pdf(booklet, made)
    assert booklet_pdf(whole_of(beside, cover=cover, turn=turn, introduction="Hello\\n" * 30),
                       make_booklet(booklet)) == data  # fmt: skip
    reader = PdfReader(io.BytesIO(data))
    texts = [page.extract_text() for page in reader.pages]
    starts = ["Mine\nAna", "Printed in Madrid", "Introduction\nHello", "Introduction\nHello",
              "Of my own\nLook for the number 1.", "Of my own\n", "Of my own\n", "Of my own\n",
              "Of my own\n", "Only a text\nThe end", "Hints\n7 · "]  # fmt: skip
    shown = [text[: len(start)] for text, start in zip(texts, starts, strict=False)]
    assert shown == starts
    assert all(text.startswith("Of my own: Solutions") for text in texts[len(starts) + 1 :])
    assert (reader.metadata.title, reader.metadata.author) == ("Mine", "Ana")  # type: ignore[union-attr]
    assert "Hints" in str(reader.metadata["/Keywords"])  # type: ignore[index]
    contents = reader.pages[-1].get_contents()
    assert contents is not None
    turned = {"upright": b"1 0 0 1 0 0 cm", "girado": b"-1 0 0 -1", "mirrored": b"-1 0 0 1"}
    assert turned[turn] in contents.get_data()
    fonts = {str(font.get_object()["/BaseFont"]) for page in reader.pages
             for font in page["/Resources"]["/Font"].values()}  # type: ignore[index]  # fmt: skip
    assert {font.partition("+")[2] for font in fonts} == {"BitstreamVeraSans-Oblique"}


@each(
    "case",
    [
        ({"sign": " 漢"}, "has the character 漢"),
        ({"introduction": "漢"}, "has the character 漢"),
        ({"font": "tour.txt"}, "no TrueType font"),
        ({"cover": "two.txt"}, "neither a picture nor a tour"),
        ({"cover": "no.png"}, "cannot be read"),
        ({"own": "shape.txt"}, "has no clues"),
        ({"own": "two.txt"}, "Puzzle 7 of the booklet.*several solutions"),
        ({"turn": "sideways"}, "sideways"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_before_anything_is_made(
    case: tuple[dict[str, str], str], beside: Path
) -> None:
    more, message = case
    named = {"font", "cover", "own"} & more.keys() or {"own"}
    with pytest.raises(OSError, match="none"):
        whole_of(beside, **dict.fromkeys(named, "none"))
    with pytest.raises(InvalidInput, match=message):  # noqa: PT012
        booklet = whole_of(beside, **more)
        page_of(booklet)
        if "several" in message:
            make_booklet(booklet)


def test_a_path_from_the_root_is_named_as_it_is_written(beside: Path) -> None:
    with pytest.raises(InvalidInput, match="has no clues"):
        whole_of(beside, own=str(beside / "shape.txt"))
