"""Several files, or a folder: a line for each, a caption for each, and its name in errors."""

import json
from itertools import chain
from pathlib import Path

import pypdf
import pytest

from cli.terminal import Terminal, refuses

MARK = ("class", "mark")
RIGHT = "1 4 7 10\n12 9 2 5\n3 6 11 8\n"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("class").mkdir()
    Path("class/ana.txt").write_text(RIGHT)
    Path("class/eva.txt").write_text(RIGHT.replace("10", "13"))
    Path("class/.hidden").write_text("not a tour")


def test_each_file_has_a_line(caballero: Terminal) -> None:
    said = caballero(*MARK, "class")
    assert (said.status, said.err) == (1, "")
    head, ana, eva, told = said.out.splitlines()
    assert head.split("  ")[0] == "file"
    assert ana == "class/ana.txt  yes    12           12"
    assert eva == "class/eva.txt  no     9            12"
    assert told == "    Number 10 is missing. d3 should probably have number 10, not 13."
    said = caballero(*MARK, "class/eva.txt", "class/ana.txt")
    assert said.out.splitlines()[1:] == [eva, told, ana]
    refuses(caballero("verify", "class"), "caballero class mark class")


ROWS = [[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]]
PAIRS = [divmod([*chain(*ROWS)].index(n), 4) for n in range(1, 13)]
NAMES = [f"{'abcd'[column]}{3 - row}" for row, column in PAIRS]

FORMS: dict[str, str | bytes] = {
    "matrix.txt": RIGHT, "from 0.txt": "0 3 6 9\n11 8 1 4\n2 5 10 7",
    "semicolons.csv": "1;4;7;10\r\n12;9;2;5\r\n3;6;11;8\r\n",
    "named.txt": f"Fátima 2.º A\n{RIGHT}",
    "utf16.txt": f"Name: Eva Núñez\r\n{RIGHT}".encode("utf-16"),
    "ansi.txt": f"Iñaki\n{RIGHT}".encode("cp1252"), "names.txt": "\n".join(NAMES).upper(),
    "pairs.txt": " ".join(f"{row},{column}" for row, column in PAIRS), "rows.py": str(ROWS),
    # What the programs of two courses print.
    "class.txt": "lado: (5 o más): Posición inicial:\nfila: columna: "
    + "\n".join(str([str(n).center(4) for n in row]) for row in ROWS)
    + "\nFelicitaciones; encontramos una solución",
    "exercise.txt": f"La solución encontrada es:\n-----\n{RIGHT}-----\n",
    "answer.json": json.dumps({"board": {"shape": [3, 4]}, "tour": PAIRS}),
}  # fmt: skip
"""A right answer in several forms, of which tests/formats has more."""

UNFINISHED = {
    "zeros.txt": ("1 4 7 0\n0 9 2 5\n3 6 0 8", 9), "minus.txt": ("0 3 6 -1\n-1 8 1 4\n2 5 -1 7", 9),
    "empty.csv": ("1,4,7,10\n,9,2,5\n3,6,,8", 10), "marks.txt": ("1 4 7 .\n_ - 2 5\n3 6 ? .", 7),
    "partial.txt": ("[[0, 0], [1, 2], [2, 0], [0, 1]]", 4),
}  # fmt: skip

SLIPS = {
    "exchanged.txt": ("1 4 7 10\n12 5 2 9\n3 6 11 8", 4, "5 and 9 are exchanged."),
    "miswritten.txt": (
        "1 4 7 10\n12 9 2 5\n3 6 13 8", 10, "c1 should probably have number 11, not 13."
    ),
    "twice.txt": (
        "1 4 7 10\n12 9 2 5\n3 6 10 8", 9, "c1 should probably have number 11, not 10."
    ),
    "turned.txt": (
        " ".join(f"{column},{row}" for row, column in PAIRS), 4, "Rows and columns are exchanged."
    ),
    "reversed.txt": ("12 9 6 3\n1 4 11 8\n10 7 2 5", 0, "It is numbered from its end."),
}  # fmt: skip


@pytest.mark.slow
def test_every_form_and_the_slips_of_a_class(caballero: Terminal) -> None:
    """More than thirty files: what each is, in one table, one for a spreadsheet, and a PDF."""
    Path("pile").mkdir()
    wrong = {name: text for name, (text, _right) in UNFINISHED.items()}
    wrong |= {name: text for name, (text, _right, _slip) in SLIPS.items()}
    others: dict[str, str | bytes] = {
        "other.txt": "1 4 7 10 13\n12 9 2 5 14\n3 6 11 8 15",
        "binary.txt": b"\x89PNG\r\n\x1a\n\0",
    }
    for name, text in {**FORMS, **wrong, **others}.items():
        Path("pile", name).write_bytes(text if isinstance(text, bytes) else text.encode())
    line = (*MARK, "pile", "--board", "3x4", "--start", "a3")
    said = caballero(*line, "--json")
    read = {Path(mark["file"]).name: mark for mark in map(json.loads, said.out.splitlines())}
    assert (said.status, len(read)) == (2, 24)
    assert {name for name in read if read[name]["status"] == "valid"} == {*FORMS}
    names = {"named.txt": "Fátima 2.º A", "utf16.txt": "Eva Núñez", "ansi.txt": "Iñaki"}
    assert {name: mark["name"] for name, mark in read.items() if "name" in mark} == names
    assert {name: read[name]["right"] for name in UNFINISHED} == {
        name: right for name, (_text, right) in UNFINISHED.items()
    }
    assert {name: (read[name]["right"], read[name]["slip"]) for name in SLIPS} == {
        name: (right, slip) for name, (_text, right, slip) in SLIPS.items()
    }
    slips = {name: mark["slip"] for name, mark in read.items() if "slip" in mark}
    assert slips.keys() - SLIPS.keys() == {"from 0.txt"}
    assert slips["from 0.txt"] == "It is numbered from 0."
    assert read["other.txt"]["message"] == "The matrix is 3x5, but the board is 3x4."
    assert {read["other.txt"]["status"], read["binary.txt"]["status"]} == {"error"}
    spanish = caballero(*line, "--lang", "es").out
    assert "El 5 y el 9 están intercambiados." in spanish
    Path("pupils.txt").write_bytes("Álvarez Matrix\n7; Fátima 2.º A\n90; Zoe\n".encode("cp1252"))
    said = caballero(*line, "--names", "pupils.txt", "-o", "m.csv")
    rows = Path("m.csv").read_text("utf-8-sig").splitlines()
    assert rows[0] == "file,name,valid,right up to,squares,first fault,likely slip"
    assert Path("m.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    assert "pile/named.txt,Fátima 2.º A,yes,12,12,," in rows
    assert "pile/matrix.txt,Álvarez Matrix,yes,12,12,," in rows
    assert ",Zoe,–,,,no answer," in rows
    assert caballero(*line, "--names", "pupils.txt", "-o", "m.pdf").status == 2
    pages = [page.extract_text() for page in pypdf.PdfReader("m.pdf").pages]
    text = "\n".join(pages)
    assert len(pages) > 4
    assert "pile/binary.txt" in pages[-1]
    assert "exchanged: 4/12" in text
    assert "5, at b2, and 9, at d2, are exchanged" in " ".join(text.split())
    assert "Álvarez Matrix: 12/12" in text
    assert "Name:" not in text


def test_a_tour_that_is_numbered_from_its_end(caballero: Terminal) -> None:
    said = caballero(*MARK, "class/ana.txt", "class/ana.txt", "--start", "a2", "--lang", "es")
    assert said.out.count("Está numerado desde el final.") == 2


def test_no_cell_of_the_table_is_a_formula(caballero: Terminal) -> None:
    Path("class/ana.txt").write_text("=cmd(ab)\n" + RIGHT)
    out = caballero(*MARK, "class", "--format", "csv").out
    assert "class/ana.txt,'=cmd(ab),yes" in out
    spanish = caballero(*MARK, "class", "--format", "csv", "--lang", "es").out
    assert "class/ana.txt;'=cmd(ab);sí" in spanish  # the comma is the decimal mark


def test_what_a_text_prints_is_found_and_judged(caballero: Terminal) -> None:
    first, second = "0 -1 -1\n-1 -1 -1\n-1 -1 -1", "0 -1 -1\n-1 -1 1\n-1 -1 -1"
    text, line = Path("text.md"), ("verify", "--text", "text.md")
    text.write_text(
        f"# Tours\n\n{RIGHT}\nThe list [[0, 0], [2, 1], [0, 2], [1, 0]] begins one.\n\n{first}\n\n"
        f"{second}\n\n{first}\n\nWrong:\n```\n{RIGHT.replace('10', '11')}```\n", "utf-8",
    )  # fmt: skip
    said = caballero(*line, "--json")
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert said.status == 1
    assert [(line["kind"], line["lines"], line["status"]) for line in lines] == [
        ("matrix", [3, 5], "valid"), ("list", [7, 7], "invalid"), ("trace", [9, 19], "valid"),
        ("matrix", [23, 25], "invalid"),
    ]  # fmt: skip
    assert "up to number 4" in lines[1]["message"]
    text.write_text(text.read_text("utf-8").replace("-1 -1 1", "-1 1 -1"), "utf-8")
    said = caballero(*line, "--lang", "es")
    assert "una traza de 3 tableros: el tablero 2 no sigue del anterior." in said.out
    text.write_text(f"Row: column: {RIGHT}", "utf-8")
    assert "Lines 1 to 3, a matrix: Valid" in caballero(*line).out
    text.write_text("Nothing here: 1 2 3.", "utf-8")
    refuses(caballero(*line), "text.md: This text has no matrix")
    said = caballero(*line, "class/ana.txt")
    assert (said.status, said.err) == (2, "")
    assert said.out.splitlines()[1::2] == [
        "This text has no matrix and no list of squares: name another file.",
        "Lines 1 to 3, a matrix: Valid: an open tour of the knight on 3x4. "
        "It follows Warnsdorff's rule.",
    ]


def test_what_is_refused(caballero: Terminal) -> None:
    Path("none").mkdir()
    Path("class/bo.txt").write_text("1 hola")
    for line, told in (
        ("class mark none", "none has no files: name another folder, or a file."),
        ("draw class/ana.txt class/bo.txt -o x.pdf", "class/bo.txt: “hola”"),
    ):
        refuses(caballero(*line.split()), told)
    none = ("verify", "class/ana.txt", "--board", "knight 4 easy 0")
    refuses(caballero(*none), "There is no puzzle “knight 4 easy 0”")


def test_captions_are_the_names_of_files(caballero: Terminal) -> None:
    Path("two.txt").write_text("king open\n1 .\n. 4\n\nking open\n1 4\n. .\n")
    assert caballero("draw", "class/ana.txt", "two.txt", "5x5", "-o", "all.pdf").status == 0
    text = pypdf.PdfReader("all.pdf").pages[0].extract_text().splitlines()
    assert {"ana", "two 1", "two 2", "5x5"} <= {*text}


def test_exactly_so_many_numbers_are_given(caballero: Terminal) -> None:
    line = ("puzzle", "make", "3x4", "--piece", "king", "--given")
    said = caballero(*line, 6, "-k", 2, "--json")
    assert [len(json.loads(text)["clues"]) for text in said.out.splitlines()] == [6] * 2
    few = caballero(*line, 1)
    assert (few.status, few.out) == (3, "")
    assert "choose another level, score, number of clues" in few.err


@pytest.mark.slow
def test_each_pupil_has_a_sheet_and_the_list_marks_them(caballero: Terminal) -> None:
    """A name on each sheet, three pages of solutions for thirty, and the rubric at the end."""
    Path("pupils.txt").write_text("".join(f"{n}; Pupil Nº{n}\n" for n in range(1, 31)), "utf-8")
    make = ("puzzle", "make", 4, "--piece", "king", "--names", "pupils.txt", "-q")
    assert caballero(*make, "--lang", "es", "-o", "sheets.pdf").status == 0
    pages = [page.extract_text() for page in pypdf.PdfReader("sheets.pdf").pages]
    assert len(pages) == 30 + 3 + 1
    assert all(f"Pupil Nº{n + 1}\n" in pages[n] and "Fecha:" in pages[n] for n in range(30))
    assert "king 4 6" in pages[30]  # below the solution
    assert "Qué observar" in pages[-1]
    made = [json.loads(line) for line in caballero(*make, "--json").out.splitlines()]
    assert [one["pupil"] for one in made] == [f"Pupil Nº{n}" for n in range(1, 31)]
    Path("made.json").write_text("\n".join(map(json.dumps, made)))
    Path("pile").mkdir()
    for n, one in enumerate(made[:29], start=1):
        squares = made[0]["solution"] if n == 5 else one["solution"]
        Path("pile", f"{n}.txt").write_text(" ".join(f"{row},{col}" for row, col in squares))
    for board in ("king 4 0", "made.json"):
        said = caballero(*MARK, "pile", "--names", "pupils.txt", "--board", board)
        lines = {line.split("  ")[0]: line for line in said.out.splitlines()}
        assert said.status == 1
        assert [name for name, line in lines.items() if name and "  no " in line] == ["pile/5.txt"]
        assert sum("  yes " in line for line in lines.values()) == 28
        assert "Pupil Nº30  –" in said.out
    assert caballero(*MARK, "pile/2.txt", "--board", "king 4 1").status == 0
    assert caballero(*MARK, "pile/2.txt", "--board", "king 4 0").status == 1
    refuses(caballero(*MARK, "pile", "--board", "made.json"), "has 30 puzzles")
    Path("pile/who.txt").write_text("1 2")
    Path("made.json").write_text("\n".join(map(json.dumps, made[:3])))
    said = caballero(*MARK, "pile", "--names", "pupils.txt", "--board", "king 4 0")
    assert "Whose answer who.txt is, is not known" in said.out
    refuses(
        caballero(*MARK, "pile", "--names", "pupils.txt", "--board", "made.json"),
        "made.json has fewer puzzles (3) than pupils.txt has names",
    )
    Path("pupils.txt").write_text("\n")
    refuses(caballero(*make), "pupils.txt has no names")


def test_sheets_of_empty_boards_and_pages_cut_to_a_board(caballero: Terminal) -> None:
    Path("pupils.txt").write_text("Ana\nBo\n")
    assert caballero("draw", 5, "--names", "pupils.txt", "-o", "s.pdf").status == 0
    pages = [page.extract_text() for page in pypdf.PdfReader("s.pdf").pages]
    assert [name in page for name, page in zip(("Ana", "Bo"), pages, strict=False)] == [True] * 2
    assert caballero("draw", 5, "6x5", "--name-line", "-o", "s.pdf").status == 0
    assert "Name:" in pypdf.PdfReader("s.pdf").pages[0].extract_text()
    assert caballero("draw", 5, "5x6", "--paper", "crop", "-o", "s.pdf").status == 0
    sizes = [page.mediabox for page in pypdf.PdfReader("s.pdf").pages]
    assert [round(size.height) for size in sizes] == [round(sizes[0].width)] * 2
    assert sizes[1].width - sizes[0].width == pytest.approx(28.35)


def test_puzzles_that_take_too_long_to_make_again(
    caballero: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caballero.puzzles.booklet.MOST_SECONDS", 0)
    (tmp_path / "Ana.txt").write_text("1 2\n3 4\n")
    refuses(
        caballero(*MARK, tmp_path / "Ana.txt", "--board", "king 5 hard 0"),
        "To make the puzzles again",
    )


CLAIMS = """O(8^(N^2)), pero O(8 N ^ 2) y O(k^{2n}) no, ni O(1)
5^16 = 152587890625, 5^16 = 152587890626 y 5^{n^2} = 5^{2n}
se agotan las opciones (8^8 en este caso)
if i < n**n then
3x3: Ups!, no hay solución
5x5:
Solution does not exist
cout << "Solution does not exist";
\u00a0\u00a0if (x) {
"""


def test_powers_orders_claims_of_none_and_copied_programs_are_judged(caballero: Terminal) -> None:
    Path("text.md").write_text(CLAIMS, "utf-8")
    said = caballero("verify", "--text", "text.md", "--json")
    found = [json.loads(line) for line in said.out.splitlines()]
    assert [(one["lines"][0], one["kind"], one["status"]) for one in found] == [
        (1, "order", "valid"), (1, "order", "invalid"), (1, "order", "invalid"),
        (2, "power", "valid"), (2, "power", "invalid"), (2, "power", "invalid"),
        (3, "order", "invalid"), (4, "order", "invalid"), (5, "none", "valid"),
        (7, "none", "invalid"), (9, "spaces", "invalid"),
    ]  # fmt: skip
    spanish = caballero("verify", "--text", "text.md", "--lang", "es").out
    assert "5^(n^2) y 5^(2n) no son iguales: para n = 3 son 1953125 y 15625." in spanish
    assert "U+00A0" in spanish
