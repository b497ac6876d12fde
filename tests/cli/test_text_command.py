"""``caballero puzzle text``: texts along tours, in both languages and in all formats."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from cli.terminal import Terminal, refuses

QUIJOTE = "En un lugar de la Mancha, de cuyo nombre no quiero acordarme"


def test_the_text_and_its_solution(caballero: Terminal) -> None:
    words = ("puzzle", "text", QUIJOTE, "--language", "es")
    reply = caballero(*words)
    assert reply.status == 0
    puzzle, solution = reply.out.split("\n\n")
    assert "[EN]" in puzzle
    assert all(f" {part} " in puzzle for part in ("QUIE", "CHA", "COR", "ME"))
    assert " 20 " in solution
    assert reply.err.startswith("Another tour from ")
    assert caballero(*words, "-q").err == ""
    assert caballero(*words).out == reply.out != caballero(*words, "--seed", 1).out
    said = caballero("puzzle", "text", QUIJOTE, "--lang", "es")
    assert said.out == reply.out  # the language of the syllables is that of the messages
    assert said.err.startswith("Otro recorrido desde ")
    assert caballero("puzzle", "text", QUIJOTE, "--language", "en").out != reply.out


def test_pictures_and_sheets(caballero: Terminal, tmp_path: Path) -> None:
    words = ("puzzle", "text", "¡Ya vuelve el pingüino!", "--by", "letter")
    for name, begin in (("p.svg", b"<svg"), ("p.png", b"\x89PNG"), ("p.pdf", b"%PDF")):
        assert caballero(*words, "-o", tmp_path / name, "--theme", "print").status == 0
        assert (tmp_path / name).read_bytes().startswith(begin)
    drawn = (tmp_path / "p.svg").read_text()
    assert (drawn.count("<text"), ">Ü<" in drawn) == (18, True)
    pages = [page.extract_text() for page in PdfReader(tmp_path / "p.pdf").pages]
    assert ["Ü" in page for page in pages] == [True] * 2
    assert "Solutions" in pages[1]


def test_boards(caballero: Terminal, tmp_path: Path) -> None:
    ring = tmp_path / "ring.txt"
    ring.write_text("S . .\n. # .\n. . .\n")
    words = ("puzzle", "text", "--by", "letter")
    reply = caballero(*words, "caballos", "--board", ring, "--closed")
    assert "3 │ [C] " in reply.out
    reply = caballero(*words, "a" * 16, "--board", "4x4")
    assert (reply.status, reply.out, reply.err[:23]) == (1, "", "There is no such tour. ")
    reply = caballero(*words, "a" * 16, "--board", "4x4", "--piece", "king")
    assert reply.err.startswith("No other tour from ")


REFUSED = {
    ("",): "The text has no letters", ("a" * 20_000,): "characters: give at most 10",
    ("casa ♥", "--by", "letter"): "“♥” has no place on a square",
    ("a" * 401, "--by", "letter"): "needs 401 squares, and its board has at most 400",
    ("a b c", "--by", "word"): "the next size is 8",
    ("uno dos", "--board", "5", "--by", "word"): "needs 2 squares, and the board 5x5 has 25",
    ("uno dos", "--by", "verse"): "There is no way to cut a text “verse”",
    ("abcde", "--by", "letter", "--board", "2x3", "--start", "z9"): "z9",
}  # fmt: skip


@pytest.mark.parametrize("words", REFUSED)
def test_refused(caballero: Terminal, words: tuple[str, ...]) -> None:
    refuses(caballero("puzzle", "text", *words), REFUSED[words])


def test_refused_in_spanish(caballero: Terminal) -> None:
    words = ("puzzle", "text", "--lang", "es", "--by", "letter")
    refuses(caballero(*words, "a" * 401), "necesita 401 casillas, y su tablero tiene 400")
    refuses(caballero(*words, "sí ♥"), "«♥» no cabe en ninguna casilla")
