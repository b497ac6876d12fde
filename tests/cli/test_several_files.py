"""Several files, or a folder: a line for each, a caption for each, and its name in errors."""

from __future__ import annotations

import json
from pathlib import Path

import pypdf
import pytest

from cli.terminal import Terminal, refuses
from seeds import GEEKSFORGEEKS_8, GRANADA_WARNSDORFF_7

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
    head, ana, eva = said.out.splitlines()
    assert head.split("  ")[0] == "file"
    assert ana == "class/ana.txt  yes    12/12"
    assert eva.startswith("class/eva.txt  no     9/12         Number 10 is missing.  ")
    assert eva.endswith("d3 should probably have number 10, not 13.")
    assert caballero("verify", "class/eva.txt", "class/ana.txt").out.splitlines()[1:] == [eva, ana]


SLIPS = {
    "exchanged": "1 4 7 10\n12 5 2 9\n3 6 11 8",
    "miswritten": "1 4 7 10\n12 9 2 5\n3 6 13 8",
    "twice": "1 4 7 10\n12 9 2 5\n3 6 10 8",
    "turned": "0,0 2,1 0,2 1,0 3,1 1,2 2,0 3,2 1,1 3,0 2,2 0,1",
    "unfinished": "a3 c2 a1 b3 d2 b1 c3",
    "another board": "1 4 7 10 13\n12 9 2 5 14\n3 6 11 8 15",
    "right": RIGHT,
    "a list": "a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2",
    "from 0": "0 3 6 9\n11 8 1 4\n2 5 10 7",
    "named": "Fátima 2.º A\n1 4 7 10\n12 9 2 5\n3 6 11 8",
    "a sheet": "1,4,7,10\n12,9,2,5\n3,,11,8",
}


def test_the_slips_of_a_class_are_named(caballero: Terminal) -> None:
    """Thirty files: what each is, in one table, a table for a spreadsheet, and a PDF."""
    Path("pile").mkdir()
    for name, text in SLIPS.items():
        Path("pile", f"{name}.txt").write_text(text, "utf-8")
    for number in range(30 - len(SLIPS)):
        Path("pile", f"{number}.txt").write_bytes(RIGHT.encode("utf-16"))
    said = caballero("verify", "pile", "--board", "3x4", "--json")
    read = {Path(line["file"]).stem: line for line in map(json.loads, said.out.splitlines())}
    assert (said.status, len(read)) == (1, 30)
    assert {name: read[name].get("slip") for name in SLIPS} == {
        **dict.fromkeys(SLIPS),
        "exchanged": "5 and 9 are exchanged.",
        "miswritten": "c1 should probably have number 11, not 13.",
        "twice": "c1 should probably have number 11, not 10.",
        "turned": "Rows and columns are exchanged.",
    }
    assert {name: read[name]["right"] for name in SLIPS} == {
        **dict.fromkeys(SLIPS, 12), "exchanged": 4, "miswritten": 10, "twice": 9, "turned": 4,
        "unfinished": 7, "another board": 0, "a sheet": 5,
    }  # fmt: skip
    assert {name for name in SLIPS if read[name]["status"] == "valid"} == {
        "right", "a list", "from 0", "named",
    }  # fmt: skip
    assert read["another board"]["faults"][0]["code"] == "fault-shape"
    assert read["named"]["name"] == "Fátima 2.º A"
    Path("pupils.txt").write_text("Álvarez Right\n7; Eva\n90; Zoe\n", "utf-8")
    said = caballero("verify", "pile", "--board", "3x4", "--names", "pupils.txt", "-o", "m.csv")
    rows = Path("m.csv").read_text("utf-8").splitlines()
    assert "pile/7.txt,Eva,yes,12/12,," in rows
    assert "pile/right.txt,Álvarez Right,yes,12/12,," in rows
    assert ",Zoe,–,,no answer," in rows
    assert caballero("verify", "pile", "--board", "3x4", "-o", "m.pdf").status == 1
    text = " ".join(page.extract_text() for page in pypdf.PdfReader("m.pdf").pages)
    assert "exchanged: 4/12" in text
    assert "right: 12/12" in text


def test_a_tour_that_is_numbered_from_its_end(caballero: Terminal) -> None:
    said = caballero("verify", "class/ana.txt", "class/ana.txt", "--start", "a2", "--lang", "es")
    assert [line[-27:] for line in said.out.splitlines()[1:]] == [
        "Está numerado desde el final."[-27:]
    ] * 2
    refuses(caballero("verify", "class/ana.txt", "-o", "m.pdf"), "-o .pdf is for several files")


def test_no_cell_of_the_table_is_a_formula(caballero: Terminal) -> None:
    Path("class/ana.txt").write_text("=cmd(ab)\n" + RIGHT)
    out = caballero("verify", "class", "--format", "csv").out
    assert "class/ana.txt,'=cmd(ab),yes" in out


def test_what_a_text_prints_is_found_and_judged(caballero: Terminal) -> None:
    trace = "\n\n".join(
        ["0 -1 -1\n-1 -1 -1\n-1 -1 -1", "0 -1 -1\n-1 -1 1\n-1 -1 -1", "0 -1 -1\n-1 -1 -1\n-1 -1 -1"]
    )
    Path("text.md").write_text(
        f"# Tours\n\n{RIGHT}\nThe list [[0, 0], [2, 1], [0, 2], [1, 0]] begins one.\n\n{trace}\n"
        f"\nWrong:\n```\n{RIGHT.replace('10', '11')}```\n", "utf-8",
    )  # fmt: skip
    said = caballero("verify", "--text", "text.md", "--json")
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert said.status == 1
    assert [(line["kind"], line["lines"], line["status"]) for line in lines] == [
        ("matrix", [3, 5], "valid"), ("list", [7, 7], "invalid"), ("trace", [9, 19], "valid"),
        ("matrix", [23, 25], "invalid"),
    ]  # fmt: skip
    assert "up to number 4" in lines[1]["message"]
    broken = Path("text.md").read_text("utf-8").replace("-1 -1 1", "-1 1 -1")
    Path("text.md").write_text(broken, "utf-8")
    said = caballero("verify", "--text", "text.md", "--lang", "es")
    assert "una traza de 3 tableros: el tablero 2 no sigue del anterior." in said.out
    Path("text.md").write_text("Nothing here: 1 2 3.", "utf-8")
    refuses(caballero("verify", "--text", "text.md"), "text.md: This text has no matrix")


def test_the_matrices_of_granada(caballero: Terminal) -> None:
    Path("text.txt").write_text(f"{GRANADA_WARNSDORFF_7}\nand\n\n{GEEKSFORGEEKS_8}", "utf-8")
    said = caballero("verify", "--text", "text.txt")
    one, two = said.out.splitlines()
    assert "steps that go elsewhere: 9, the first from number 6" in one
    assert "Valid: an open tour of the knight on 8x8." in two


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
    assert "choose another level, score, number of clues" in said.err
