"""Several files, or a folder: a line for each, a caption for each, and its name in errors."""

from __future__ import annotations

import json
from pathlib import Path

import pypdf
import pytest

from cli.terminal import Terminal, refuses

RIGHT = "1 4 7 10\n12 9 2 5\n3 6 11 8\n"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("class").mkdir()
    Path("class/ana.txt").write_text(RIGHT)
    Path("class/eva.txt").write_text(RIGHT.replace("10", "13"))
    Path("class/.hidden").write_text("not a tour")


def test_each_file_has_a_line(caballero: Terminal) -> None:
    said = caballero("verify", "class")
    assert (said.status, said.err) == (1, "")
    ana, eva = said.out.splitlines()
    assert ana == "class/ana.txt  Valid: an open tour of the knight on 3x4."
    assert eva.startswith("class/eva.txt  Not valid; faults: ")
    assert caballero("verify", "class/eva.txt", "class/ana.txt").out.splitlines() == [eva, ana]


def test_a_file_that_cannot_be_read_has_a_line_too(caballero: Terminal) -> None:
    Path("class/bo.txt").write_text("1 hola")
    said = caballero("verify", "class", "--json")
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert said.status == 2
    assert [(line["file"], line["status"]) for line in lines] == [
        ("class/ana.txt", "valid"), ("class/bo.txt", "error"), ("class/eva.txt", "invalid"),
    ]  # fmt: skip
    refuses(
        caballero("draw", "class/ana.txt", "class/bo.txt", "-o", "x.pdf"), "class/bo.txt: “hola”"
    )


def test_an_empty_folder_has_nothing_to_verify(caballero: Terminal) -> None:
    Path("none").mkdir()
    refuses(caballero("verify", "none"), "none has no files: name another folder, or a file.")


def test_captions_are_the_names_of_files(caballero: Terminal) -> None:
    Path("two.txt").write_text("king open\n1 .\n. 4\n\nking open\n1 4\n. .\n")
    assert caballero("draw", "class/ana.txt", "two.txt", "5x5", "-o", "all.pdf").status == 0
    text = pypdf.PdfReader("all.pdf").pages[0].extract_text().splitlines()
    assert {"ana", "two 1", "two 2", "5x5"} <= {*text}


def test_several_puzzles_are_drawn_in_a_file_each(caballero: Terminal) -> None:
    line = ("puzzle", "make", "2x3", "--piece", "king", "-k", "2")
    assert caballero(*line, "-o", "p.svg").status == 0
    files = sorted(Path().glob("p*.svg"))
    assert [file.name for file in files] == ["p-1.svg", "p-2.svg"]
    assert all(file.read_text("utf-8").startswith("<svg") for file in files)


@pytest.mark.parametrize("wanted", [5, 6])
def test_exactly_so_many_numbers_are_given(caballero: Terminal, wanted: int) -> None:
    line = ("puzzle", "make", "3x4", "--piece", "king", "-k", "2", "--given", wanted, "--json")
    said = caballero(*line)
    assert [len(json.loads(text)["clues"]) for text in said.out.splitlines()] == [wanted] * 2
    assert "A limit was reached" not in said.err


def test_fewer_numbers_than_are_needed_cannot_be_given(caballero: Terminal) -> None:
    said = caballero("puzzle", "make", "3x4", "--piece", "king", "--given", 1)
    assert (said.status, said.out) == (3, "")
    assert "not 1: ask for another number, or choose another --seed" in said.err
