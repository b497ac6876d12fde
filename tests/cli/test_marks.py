"""Whose an answer is: by the words of a name, and never by a guess."""

import csv
import io
import json
import os
import random
import re
from pathlib import Path

import pypdf
import pytest
from hypothesis import given, strategies as st

from caballero import InvalidInput
from caballero.formats.class_list import read_class
from caballero.proof.marking import Paper, owners
from cli.terminal import Terminal, refuses
from seldom import each

RIGHT = "1 4 7 10\n12 9 2 5\n3 6 11 8\n"
CLASS = """
Álvarez de la Torre, María José
Ardanaz Goñi, Iker
Belmonte Núñez, Ángela
Cañas Ruiz, Begoña
Castro del Río, Ana Belén
De la Fuente Gil, Íñigo
Domínguez Peña, Lucía
Expósito Vidal, Jon Ander
Fernández López, Ana
Fernández López, Hugo
García López, Ana
García López, Ana María
García Ruiz, Pablo
Gómez, Ángel
Iglesias-Pérez, Noa
López García, Ana
Martín Gómez, Daniel
Martín, Pau
Moreno Sáez, Álex
Muñoz Martín, Sofía
Ortega y Gasset, José
O'Connor Gil, Sean
Pérez Vázquez, Íker
Ramírez Pablo, Juan
Santos Santos, Leo
Serrano Martín, Pau
Torres i Vila, Martí
Vázquez, Martín
Zabala Etxeberria, Nekane
Zúñiga Müller, Óscar
""".strip().splitlines()
CODES = [str(n) for n in range(1, 31)]

FILES = {
    "martin": ["Vázquez, Martín", "Martín, Pau", "Martín Gómez, Daniel", "Muñoz Martín, Sofía",
               "Serrano Martín, Pau"],
    "pau_martin": ["Martín, Pau", "Serrano Martín, Pau"], "gomez-angel": ["Gómez, Ángel"],
    "ANGEL GOMEZ": ["Gómez, Ángel"], "Gómez, Ángel": ["Gómez, Ángel"],
    "Ángel Gómez": ["Gómez, Ángel"], "begona.canas": ["Cañas Ruiz, Begoña"],
    "Begoña Cañas Ruiz (2)": ["Cañas Ruiz, Begoña"],
    "Begoña Cañas Ruiz - recorrido": ["Cañas Ruiz, Begoña"],
    "ana": ["Castro del Río, Ana Belén", "Fernández López, Ana", "García López, Ana",
            "García López, Ana María", "López García, Ana"],
    "ana-belen": ["Castro del Río, Ana Belén"], "fuente_inigo": ["De la Fuente Gil, Íñigo"],
    "Íñigo de la Fuente": ["De la Fuente Gil, Íñigo"],
    "ana garcia lopez": ["García López, Ana", "García López, Ana María", "López García, Ana"],
    "iker": ["Ardanaz Goñi, Iker", "Pérez Vázquez, Íker"], "noa iglesias": ["Iglesias-Pérez, Noa"],
    "sean oconnor": ["O'Connor Gil, Sean"], "oscar-zuniga-muller": ["Zúñiga Müller, Óscar"],
    "leo-santos": ["Santos Santos, Leo"], "leo santos santos santos": ["Santos Santos, Leo"],
    "jose ortega": ["Ortega y Gasset, José"], "l. dominguez": ["Domínguez Peña, Lucía"],
    "x. dominguez": [], "l": [], "recorrido": [], "03": ["Belmonte Núñez, Ángela"], "31": [],
    "Ana García López_88_assignsubmission_file_pau": ["García López, Ana", "López García, Ana"],
    "María José Álvarez de la Torre_7_assignsubmission_file_t": ["Álvarez de la Torre, María José"],
    "Pau Martín_9_assignsubmission_file_ana": ["Martín, Pau"],
    "Pau Martín_9_assignsubmission_file_/Serrano": ["Martín, Pau"],
    "grupo B/noa": ["Iglesias-Pérez, Noa"], "iglesiasperez noa": ["Iglesias-Pérez, Noa"],
    "SeanOConnor": ["O'Connor Gil, Sean"], "beléncastro": [],
    "AnaGarciaLopez": ["García López, Ana", "García López, Ana María"],
}  # fmt: skip


@each("file", FILES)
def test_the_words_of_a_name(file: str) -> None:
    found = owners([Paper(f"{file}.txt", "")], CLASS, CODES)[0]
    assert [CLASS[i] for i in found] == sorted(FILES[file], key=CLASS.index)


def test_file_and_first_line_must_agree() -> None:
    names = ["Ana Gil", "Ana Roca", "Luis Gil"]
    papers = [Paper("ana.txt", "Roca"), Paper("gil.txt", "Ana"), Paper("luis.txt", "Ana Gil"),
              Paper("t.txt", "El recorrido de Ana Gil"), Paper("t.txt", "")]  # fmt: skip
    assert owners(papers, names, "123") == [[1], [0], [0, 2], [0], []]


WORDS = st.lists(st.sampled_from(["ana", "eva", "gil", "roca", "sanz", "de", "22"]), min_size=1,
                 max_size=3).map(" ".join)  # fmt: skip


@given(st.lists(WORDS, min_size=1, max_size=6), st.lists(WORDS, max_size=6), st.randoms())
def test_the_order_of_files_and_pupils_changes_nothing(
    names: list[str], files: list[str], chance: random.Random
) -> None:
    papers = [Paper(f"{name}.txt", "") for name in files if not name.isdigit()]
    codes = [str(i + 100) for i in range(len(names))]
    place = [*range(len(names))]
    chance.shuffle(place)
    found = owners(papers, names, codes)
    again = owners(papers[::-1], [names[i] for i in place], [codes[i] for i in place])[::-1]
    assert [sorted(place[i] for i in one) for one in again] == found
    for paper, fits in zip(papers, found, strict=True):
        own = {*paper.path[:-4].split()} - {"de"}
        assert all(len({*names[i].split()} & own) or own == set() for i in fits)
        both = [i for i, name in enumerate(names) if own and own <= {*name.split()}]
        assert len(both) < 2 or len(fits) != 1


def test_no_pupil_of_a_list_is_lost() -> None:
    found = read_class("7; Ana\n\n8\tEva\n9, Gil, Leo\nSanz, Noa").pupils
    assert [pupil[:2] for pupil in found] == [
        ("7", "Ana"), ("8", "Eva"), ("9", "Gil, Leo"), ("4", "Sanz, Noa"),
    ]  # fmt: skip
    with pytest.raises(InvalidInput, match="Two pupils have the number 2, Ana and Eva"):
        read_class("2; Ana\nEva")
    with pytest.raises(InvalidInput, match="number 07"):
        read_class("7; Ana\n07; Eva")


@pytest.fixture
def pile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "pile"
    moodle = folder / "Iker Ardanaz Goñi_12_assignsubmission_file_"
    for made in (folder, moodle, tmp_path / "elsewhere"):
        made.mkdir()
    Path("class.txt").write_text("\n".join(CLASS), "utf-8")
    for name in ("martin", "ana belen", "noa", "iglesias", "ana😀", "Jose\u0301 Ortega"):
        (folder / f"{name}.txt").write_text(RIGHT)
    (folder / "iglesias.txt").write_text(RIGHT.replace("12 9", "9 12"))
    (moodle / "a.txt").write_text(RIGHT)
    (folder / "sofia.txt").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    (folder / "jon.txt").write_bytes(b"")
    (folder / "hugo.txt").write_bytes(b"1 " * 8_000_000)
    (folder / "lucia.txt").symlink_to(tmp_path / "class.txt")
    Path("elsewhere/nekane.txt").write_text(RIGHT)
    (folder / "link").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(folder / "sean.txt")
    return folder


@pytest.mark.parametrize("language", ["en", "es"])
def test_table_csv_and_pdf_of_a_class(caballero: Terminal, pile: Path, language: str) -> None:
    line = ("class", "mark", "pile", "--board", "3x4", "--names", "class.txt", "--lang", language)
    marks = [json.loads(one) for one in caballero(*line, "--json").out.splitlines()]
    by_file = {mark["file"].removeprefix("pile/"): mark for mark in marks if mark["file"]}
    assert by_file.keys() == {
        "martin.txt", "ana belen.txt", "noa.txt", "iglesias.txt", "ana😀.txt", "sofia.txt",
        "Jose\u0301 Ortega.txt", "jon.txt", "hugo.txt", "lucia.txt", "link", "sean.txt",
        "Iker Ardanaz Goñi_12_assignsubmission_file_/a.txt",
    }  # fmt: skip
    credited = {mark["name"] for mark in marks if mark["status"] == "valid" and "name" in mark}
    assert credited == {"Castro del Río, Ana Belén", "Ardanaz Goñi, Iker", "Ortega y Gasset, José"}
    assert "Vázquez, Martín" in by_file["martin.txt"]["candidates"]
    assert by_file["noa.txt"]["candidates"] == ["Iglesias-Pérez, Noa"]  # two files
    refused = ("sofia.txt", "jon.txt", "hugo.txt", "lucia.txt", "link", "sean.txt")
    assert {by_file[name]["status"] for name in refused} == {"error"}
    table = caballero(*line).out
    caballero(*line, "-o", "m.csv")
    mark = {"en": ",", "es": ";"}[language]
    rows = [*csv.reader(io.StringIO(Path("m.csv").read_text("utf-8-sig")), delimiter=mark)]
    assert caballero(*line, "-o", "m.pdf").status == 2
    pdf = pypdf.PdfReader("m.pdf")
    text = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    (csv_row,) = [" ".join(row) for row in rows if row[0] == "pile/martin.txt"]
    for shown in (csv_row, " ".join(table.split()), text):
        assert "Vázquez, Martín (28)" in shown
        assert "Martín, Pau (18)" in shown
    for shown in (table, text):
        assert all(name in shown for name in refused)
    assert re.search(r"\bana\W", text), text
    assert "Serrano Martín, Pau" in text  # without an answer


def test_own_puzzles_are_of_one_pupil_only(caballero: Terminal, pile: Path) -> None:
    make = ("puzzle", "make", 3, "--piece", "king", "--names", "class.txt", "-q", "--json")
    Path("made.json").write_text(caballero(*make).out)
    said = caballero("class", "mark", "pile", "--names", "class.txt", "--board", "made.json")
    assert "Cannot tell whose answer martin.txt is: it fits" in said.out
    said = caballero("class", "mark", "pile/ana belen.txt", "pile/sofia.txt", "--board", "3x4")
    assert said.status == 2
    Path("class.txt").write_text("1; Ana Gil\n2; Ana Gil")
    assert "Ana Gil (2)" in caballero("class", "mark", "pile", "--names", "class.txt").out
    Path("class.txt").write_text("1; Ana\n1; Eva")
    said = caballero("class", "mark", "pile", "--names", "class.txt")
    refuses(said, "Two pupils have the number 1")


def test_the_pdf_keeps_numbers_from_0(
    caballero: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("from0").mkdir()
    Path("from0/ana.txt").write_text("0 3 6 9\n7 10 1 4\n2 5 8 11\n")
    assert caballero("class", "mark", "from0", "--board", "3x4", "-o", "from0.pdf").status == 0
    words = pypdf.PdfReader("from0.pdf").pages[0].extract_text().split()
    assert ("0" in words, "12" in words) == (True, False)


TWINS = [("S1001", "García López, Ana"), ("S1002", "García López, Ana"), ("S1003", "Brown, Noah"),
         ("S1020", "Stone, Olivia"), ("15", "Thomas, James"), ("16", "James, Thomas")]  # fmt: skip
IN_MOODLE = {
    ("García López Ana", "S1001", ""): ["S1001"], ("García López Ana", "x", "S1002"): ["S1002"],
    ("García López Ana", "x", "Ana S1002"): ["S1002"], ("Thomas James", "16", ""): ["16"],
    ("García López Ana", "x", ""): ["S1001", "S1002"], ("James Thomas", "x", ""): ["15", "16"],
    ("García López Ana", "S1001", "S1002"): ["S1001", "S1002"], ("Wanda X", "15", ""): [],
    ("García López Ana", "S1003", ""): ["S1001", "S1002", "S1003"],
    ("Brown Noah", "S1020", ""): ["S1003", "S1020"], ("Brown Noah", "16", ""): ["S1003"],
    ("Brown Noah", "x", "S1020"): ["S1003", "S1020"], ("Brown Noah", "S1003", ""): ["S1003"],
    ("Participant", "S1020", ""): ["S1020"], ("Wanda X", "stone", ""): [],
    ("Wanda X", "Olivia Stone", ""): ["S1020"], ("Wanda X", "x", "1 12 3"): [],
}  # fmt: skip


def test_a_file_in_a_folder_of_moodle() -> None:
    """Of the folder, the file and its first line: the numbers of those whose it may be."""
    codes, names = zip(*TWINS, strict=True)
    papers = [
        Paper(f"{folder}_1003_assignsubmission_file_/{file}.txt", line * line.startswith("A"), line)
        for folder, file, line in IN_MOODLE
    ]
    found = owners(papers, names, codes)
    assert [[codes[i] for i in one] for one in found] == [*IN_MOODLE.values()]


@pytest.mark.parametrize("line", ["S1002\n", ""])
def test_the_printed_advice_works(caballero: Terminal, tmp_path: Path, line: str) -> None:
    """Renaming, or a first line, gives the file to its pupil; all that is listed is seen."""
    (tmp_path / "list.csv").write_text("\n".join(map(";".join, [("No", "Name"), *TWINS])))
    pile = {"García López Ana_11_assignsubmission_file_/x.txt": f"{line}{RIGHT}",
            "García López Ana_12_assignsubmission_file_/S1001.txt": RIGHT,
            "Brown Noa\u0301h_13_assignsubmission_file_/S1020.txt": RIGHT,
            "wanda.txt": RIGHT}  # fmt: skip
    for file, text in pile.items():
        (tmp_path / "pile" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pile" / file).write_text(text)
    said = caballero("class", "mark", tmp_path / "pile", "--board", "3x4", "--names",
                     tmp_path / "list.csv", "--into", tmp_path / "out")  # fmt: skip
    rows = [*csv.DictReader((tmp_path / "out/grades.csv").read_text("utf-8-sig").splitlines())]
    assert [row["grade"] for row in rows] == ["10.0", "10.0" if line else "", "", "", "", "", ""]
    assert "Whose answer wanda.txt is, is not known" in rows[-1]["comment"]
    assert ("García López Ana_11/x.txt" in said.out) != bool(line)
    assert f"Not marked: {2 if line else 3}." in said.err
    pdf = pypdf.PdfReader(tmp_path / "out/marked.pdf")
    text = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    assert text.count("perhaps handed in") == said.out.count("perhaps handed in") == 3 - bool(line)
