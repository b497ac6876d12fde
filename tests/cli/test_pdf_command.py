"""PDF on the command line."""

import io
import json
import re
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from cli.terminal import Terminal, refuses


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("puzzle.txt").write_text("hidato\n1 . .\n. . 4\n. . .\n")
    Path("none.txt").write_text("knight\n1 . .\n. . 4\n. . .\n")
    Path("wrong.txt").write_text("1 4 7\n6 9 2\n3 8 5\n")


def texts(file: str) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(Path(file).read_bytes())).pages]


def test_a_sheet_of_files_with_solutions(caballero: Terminal) -> None:
    arguments = ("puzzle.txt", "8", "--solutions", "--title", "Class", "-o", "sheet.pdf")
    reply = caballero("draw", *arguments)
    assert (reply.status, reply.out) == (0, "")
    first, second = texts("sheet.pdf")
    assert first.startswith("Class")
    assert "Class: Solutions" in second
    caballero("draw", *arguments, "--lang", "es")
    assert "Class: soluciones" in texts("sheet.pdf")[1]
    assert caballero("draw", "puzzle.txt", "puzzle.txt", "-o", "sheet.pdf").status == 0
    assert len(texts("sheet.pdf")) == 1


@pytest.mark.parametrize("form", ["json", "txt"])
def test_a_sheet_of_puzzles_that_were_made(caballero: Terminal, form: str) -> None:
    made = ("puzzle", "make", 4, "--piece", "king", "-k", 3)
    caballero(*made, "-o", f"made.{form}")
    caballero(*made, "-o", "made.pdf")
    assert caballero("draw", f"made.{form}", "--solutions", "-o", "sheet.pdf").status == 0
    for drawn, page in zip(texts("sheet.pdf"), texts("made.pdf"), strict=True):
        named = re.sub(r"king 4 \d|number 1", "", page)  # what a sheet of any boards has not
        assert re.findall(r"\b\d+\b", drawn) == re.findall(r"\b\d+\b", named)


def test_faults_and_puzzles_without_solution(caballero: Terminal) -> None:
    reply = caballero("draw", "wrong.txt", "puzzle.txt", "-o", "sheet.pdf")
    assert reply.status == 1
    assert "caballero verify wrong.txt" in reply.err
    assert len(texts("sheet.pdf")) == 1
    reply = caballero("draw", "puzzle.txt", "none.txt", "--solutions", "-o", "none.pdf")
    assert reply.status == 1
    assert "Puzzle 2:\nThere is no such tour." in reply.err
    assert not Path("none.pdf").exists()


def test_tours_in_a_pdf(caballero: Terminal) -> None:
    style = ("--style", "thread")
    assert caballero("tour", 6, "-o", "one.pdf", *style, "--paper", "letter").status == 0
    assert texts("one.pdf") == [""]
    assert caballero("tour", 5, "--count", 7, "-o", "many.pdf", "--per-page", 4, *style).status == 0
    assert [page.split() for page in texts("many.pdf")] == [
        ["1", "2", "3", "4", "1", "/", "2"], ["5", "6", "7", "2", "/", "2"],
    ]  # fmt: skip
    assert caballero("sample", 5, "-k", 2, "-o", "many.pdf", *style).status == 0
    assert texts("many.pdf")[0].split() == ["1", "2"]


def test_a_long_name_ends_before_the_date(caballero: Terminal) -> None:
    name = "Fernández de Córdoba y Álvarez de Toledo, María de los Ángeles Inmaculada"
    Path("class.txt").write_text(f"{name}\nLi\n")
    assert caballero("draw", 5, "--names", "class.txt", "-o", "sheets.pdf").status == 0
    said: dict[str, tuple[float, float]] = {}
    PdfReader("sheets.pdf").pages[0].extract_text(
        visitor_text=lambda text, _cm, at, _font, size: said.update({text.strip(): (at[4], size)})
    )
    (left, size), (date, _) = said[name], said["Date:"]
    assert left + 0.45 * size * len(name) < date
    assert caballero("draw", 5, "-o", "board.tex").status == 0
    assert "dddddd" in Path("board.tex").read_text()  # the pale squares of print


def test_a_sheet_of_puzzles_that_are_made(caballero: Terminal) -> None:
    words = ("puzzle", "make", 4, "--piece", "king", "--level", "easy", "-o", "sheet.pdf")
    assert caballero(*words, "-k", 3, "--per-page", 2, "--title", "Hidato").status == 0
    pages = texts("sheet.pdf")
    assert [page.splitlines()[0] for page in pages] == ["Hidato", "Hidato", "Hidato: Solutions"]
    told = [("2 · easy", "3 · easy"), ("2 · king 4 easy", "3 · king 4 easy")]
    assert [[text in page for pair in told for text in pair] for page in pages] == [
        [True, False, False, False], [False, True, False, False], [False, False, True, True],
    ]  # fmt: skip
    assert all(pages[2].split().count(str(number)) == 3 for number in range(5, 17))
    assert caballero(*words, "--lang", "es").status == 0
    puzzle, solution = texts("sheet.pdf")
    assert ("fácil" in puzzle, solution.split()[0]) == (True, "Soluciones")
    assert puzzle.startswith("Escribe los números que faltan")
    assert ("king 4 easy 0" in puzzle, "king 4 easy 0" in solution) == (False, True)


BOOKLET = """
title = "For the train"
paper = "6x9"
[[section]]
board = 4
piece = "king"
count = 2
[[section]]
kind = "zip"
board = 4
"""


def test_a_booklet_in_every_format(caballero: Terminal) -> None:
    Path("booklet.toml").write_text(BOOKLET)
    words = ("puzzle", "booklet", "booklet.toml", "-o")
    assert caballero(*words, "booklet.pdf").err == "Puzzles made: 3.\n"
    first, pages = Path("booklet.pdf").read_bytes(), texts("booklet.pdf")
    assert caballero(*words, "booklet.pdf").status == 0
    assert Path("booklet.pdf").read_bytes() == first
    assert pages[0].startswith("For the train\nWrite the missing numbers")
    assert [page.splitlines()[0] for page in pages[2:]] == ["For the train: Solutions"] * 2
    for file in ("booklet.jsonl", "booklet.txt"):
        assert caballero(*words, file).status == 0
        assert caballero("puzzle", "check", file).status == 0
    lines = [json.loads(line) for line in Path("booklet.jsonl").read_text().splitlines()]
    named = [(line["number"], line["name"]) for line in lines]
    assert named == [(1, "king 4 0"), (2, "king 4 1"), (3, "zip 4 0")]
    assert caballero(*words, "page.svg").status == 0
    assert {path.name for path in Path().glob("*.svg")} == {f"page-{n}.svg" for n in (1, 2, 3)}
    refuses(caballero(*words[:-1], "--format", "svg"), "name a file with -o for several")
    Path("booklet.toml").write_text(BOOKLET.replace("board = 4\n", 'board = 4\ntitle = "Few"\n'))
    assert caballero(*words, "titled.pdf").status == 0
    assert "For the train · 1 / 4" in texts("titled.pdf")[0]


def test_booklets_that_cannot_be_made(caballero: Terminal) -> None:
    for text, told in (
        ("paper = 'a9'" + BOOKLET.replace('paper = "6x9"', ""), "There is no paper a9"),
        (BOOKLET.replace("count", "number"), "no key number"),
        ("[[section]", "TOML"),
    ):
        Path("booklet.toml").write_text(text)
        refuses(caballero("puzzle", "booklet", "booklet.toml", "-o", "x.pdf"), told)
    Path("booklet.toml").write_text("[[section]]\nboard = '2x2'\npiece = 'wazir'\ncount = 9")
    reply = caballero("puzzle", "booklet", "booklet.toml", "-o", "x.pdf")
    assert (reply.status, reply.err) == (
        3, "Too few different puzzles: ask for fewer, another level or a larger board.\n",
    )  # fmt: skip
    assert caballero("puzzle", "booklet", "booklet.toml", "--timeout", 0).status == 3
    Path("booklet.toml").write_text("[[section]]\nboard = 4")
    assert caballero("puzzle", "booklet", "booklet.toml").status == 1
    assert not Path("x.pdf").exists()


@pytest.mark.parametrize(
    ("arguments", "english", "spanish"),
    [
        ("8 puzzle.txt -o x.gif", "An animation shows one tour", "Una animación muestra un solo"),
        ("8 puzzle.txt", "A picture shows one board", "Una imagen muestra un solo tablero"),
        ("8 --paper a9 -o x.pdf", "no paper a9", "No hay ningún papel a9"),
        ("8 --margin 99 -o x.pdf", "A margin of 99", "un margen de 99"),
        ("8 --solutions -o x.pdf", "no file has one", "ningún archivo tiene uno"),
        ("8 --title 日本 -o x.pdf", "the character 日", "el carácter 日"),
    ],
)
def test_wrong_usage(caballero: Terminal, arguments: str, english: str, spanish: str) -> None:
    refuses(caballero("draw", *arguments.split()), english, start="")
    refuses(caballero("draw", *arguments.split(), "--lang", "es"), spanish, start="")


def test_without_the_extra(caballero: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab", None)
    for command in (("draw", 8), ("tour", 8), ("puzzle", "make", 8)):
        refuses(caballero(*command, "-o", "x.pdf"), "extra pictures", "pip install")


def test_the_reason_why_there_is_no_tour(caballero: Terminal) -> None:
    reply = caballero("tour", 5, "--start", "b1", "-o", "reason.pdf", "--lang", "es")
    assert reply.status == 1
    (page,) = texts("reason.pdf")
    assert "No existe tal recorrido." in page
    assert "X: donde lo pone la pista." in " ".join(page.split())
