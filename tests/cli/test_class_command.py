"""``caballero class``: from the list of a school to the grade book, and never to a wrong pupil."""

import csv
import io
import json
import random
import re
import zipfile
from pathlib import Path

import pypdf
import pytest
from hypothesis import given, strategies as st

from caballero import InvalidInput, Problem, find_tour
from caballero.formats import read_puzzles, to_matrix_text
from caballero.formats.class_list import read_class
from caballero.formats.handed_in import MOST_ANSWER, handed_in
from caballero.machine.words import LANGUAGES, Message
from caballero.model.texts import decoded
from caballero.proof.marking import Paper, owners, strange_words
from caballero.render.themes import theme_named
from caballero.teaching.lesson import lesson_slides
from cli.terminal import Terminal, refuses
from cli.test_marks import CLASS

RIGHT = "1 4 7 10\n12 9 2 5\n3 6 11 8\n"
NAMES = ["García López, Ana", "Martín, Pau", "Álvarez de la Torre, María José"]
LISTS = {
    "one a line": "\n".join(NAMES),
    "quoted": "\n".join(f'"{name}"' for name in NAMES),
    "a title": "Apellidos, Nombre\n" + "\n".join(NAMES),
    "two columns": "Apellidos;Nombre\n" + "\n".join(name.replace(", ", ";") for name in NAMES),
    "commas": "Nº,Apellidos,Nombre,Grupo\n"
    + "\n".join(f"{i},{name.replace(', ', ',')},2.ºA" for i, name in enumerate(NAMES, start=1)),
    "no titles": "\n".join(f"{i};{name};2ºA" for i, name in enumerate(NAMES, start=1)),
    "tabs": "\n".join(f"{i}\t{name.replace(', ', chr(9))}\ta@x.es"
                      for i, name in enumerate(NAMES, start=1)),
    "above": "IES Cervantes;;\nCurso 2.º A;;\n;;\nNº;Alumno/a;DNI\n"
    + "\n".join(f"{i};{name};{i}X" for i, name in enumerate(NAMES, start=1)),
    "two surnames": "Nombre;Primer apellido;Segundo apellido\nAna;García;López\nPau;Martín;\n"
    "María José;Álvarez;de la Torre",
    "sep": "sep=;\r\nApellidos;Nombre\r\n"
    + "\r\n".join(name.replace(", ", ";") for name in NAMES),
    "numbers": "\n".join(f"{i}. {name}" for i, name in enumerate(NAMES, start=1)),
}  # fmt: skip


TITLED = {
    "Surname, First name;Group": "{f}, {g};7A",
    "Last name, first name;Group": '"{f}, {g}";7A',
    "No,Surname, First name,Group": '{i},"{f}, {g}",7A',
    "Class 7A\nSurname and first name;Date of birth;E-mail;Tutor;x": "{f}, {g};1/2/2010;a@x;Jo;1",
    "Student Name;Form": "{f}, {g};Red",
    "Legal Surname;Legal Forename;Preferred Forename": "{f};{g};Ani",
    "Students\nForename(s),Surname(s)": "{g},{f}",
    "Full name;Given names;Surname": "{g} {f};{g};{f}",
    "First;Last": "{g};{f}",
    "N.º de lista;Alumno/a;Curso": "{i};{f}, {g};2.ºA",
    "1.er apellido;2.º apellido;Nombre del alumno": "{f};;{g}",
    "Apelidos;Nome": "{f};{g}",
    "Cognoms i nom;Grup": "{f}, {g};1A",
    "1r cognom;2n cognom;Nom": "{f};;{g}",
    "Nom;Prénom": "{f};{g}",
}  # fmt: skip
"""Titles that are known by their words, and the form of the rows below."""

for titles, row in TITLED.items():
    parts = enumerate((name.split(", ") for name in NAMES), start=1)
    LISTS[titles] = "\n".join([titles, *(row.format(f=f, g=g, i=i) for i, (f, g) in parts)])
UNKNOWN = (
    "Surname;Rufname\nGil;Ana\nGil;Pau",
    "Nachnahme;Rufname;Geburtstag\nGil;Ana;1.2.2010", "Class 7A\nx;y;z\nGil;Ana;7",
    "Rufname;Group\nAna;Red\nPau;Blue", 'No,"Surname, First name",Group\n1,Gil, Ana,7A',
    "Pupilx;Form\nAna Gil;7A", "Class 7A\nAna Gil;a@x\nPau Gil;b@x",
)  # fmt: skip


@pytest.mark.parametrize("form", LISTS)
def test_a_list_as_schools_export_it(form: str) -> None:
    for code in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"):
        found = read_class(LISTS[form].encode(code)).pupils
        assert [(one.code, one.name) for one in found] == [*zip("123", NAMES, strict=True)], code


def test_lists_that_are_refused_and_twins() -> None:
    for text in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"<html><table>", b"\0\1\2\3\4\5"):
        with pytest.raises(InvalidInput, match="save it as CSV"):
            read_class(text)
    for unknown in ("xax;xbx;xcx;xd\nex;xfx;xgx;xh\nix;xjx;xkx;xl", *UNKNOWN):
        with pytest.raises(InvalidInput, match="which column has the names"):
            read_class(unknown)
    (twins,) = read_class("Nº;Nombre\n3;Ana Gil\n4;Gil, Ana\n5;gil, ana\n6;Eva").twins or [[]]
    assert [pupil.code for pupil in twins] == ["4", "5"]


GIVEN = "Ana Pau María José Hugo Íker Noa Leo Martina Martín Lucía Álex Sofía Begoña"
FAMILY = "García López Martín Gómez Ruiz Núñez Vázquez Pérez Zúñiga Sáez Goñi Ana Leo Noa"


def forms_of(name: str, code: str, chance: random.Random) -> str:
    """One of the ways in which a pupil, or Moodle, names what is handed in."""
    family, _comma, given_name = name.partition(", ")
    first, last = given_name.split()[0], family.split()[0]
    return chance.choice([
        name, f"{given_name} {family}", f"{first}_{last}", f"{last}-{first}", first, last,
        f"{given_name} {last} (2)", f"tarea {first}", first.upper(), f"{first[0]}. {family}",
        f"{first}{last}", f"{last}{first}".lower(), code, f"{code.lower()}_{last}",
        f"{first} {code}",
        f"{given_name} {family}_{chance.randrange(10**5)}_assignsubmission_file_/salida",
    ])  # fmt: skip


def test_no_mark_goes_to_a_wrong_pupil_in_200_classes() -> None:
    """A file that names a pupil in some way is that pupil's, or has no pupil."""
    chance, credited, files = random.Random(58), 0, 0
    for _ in range(200):
        names = [
            f"{' '.join(chance.sample(FAMILY.split(), chance.choice((1, 2, 2))))}, "
            f"{' '.join(chance.sample(GIVEN.split(), chance.choice((1, 1, 2))))}"
            for _ in range(30)
        ]
        codes = [f"S10{i + 10}" for i in range(30)]
        whose = chance.sample(range(30), 25)
        papers = [Paper(f"{forms_of(names[i], codes[i], chance)}.txt", "") for i in whose]
        for i, found in zip(whose, owners(papers, names, codes), strict=True):
            files += 1
            credited += found == [i]
            assert len(found) != 1 or found == [i], (papers, [names[i], *(names[j] for j in found)])
        # A pupil who is not in the list has a word that no pupil of it has.
        others = [f"{chance.choice(FAMILY.split())}, {one}" for one in ("Wanda", "Zoltan", "Otto")]
        strangers = [Paper(f"{forms_of(name, 'X', chance)}.txt", "") for name in others]
        strangers = [one for one in strangers if re.search("wanda|zoltan|otto", one.path, re.I)]
        strange = strange_words(papers + strangers, names)[len(papers) :]
        for found, words in zip(owners(strangers, names, codes), strange, strict=True):
            assert len(found) != 1 or words, (strangers, names)
    assert credited > files / 2


def test_all_answers_together_have_a_limit() -> None:
    large = b" " * MOST_ANSWER
    found = [*handed_in([f"{n}.txt" for n in range(35)], lambda *_: large)]
    codes = [one.refusal and one.refusal.code for one in found]
    assert codes == [None] * 32 + ["answers-much"] * 3


@given(st.lists(st.binary(max_size=40), max_size=4))
def test_any_bytes_have_a_text_or_a_reason(parts: list[bytes]) -> None:
    for answer in handed_in(["a.txt"], lambda *_: b"".join(parts)):
        assert (answer.refusal is None) == (answer.text == b"".join(parts) != b"") or not any(parts)


def zipped(files: dict[str, str | bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return written.getvalue()


def test_an_archive_is_read_within_bounds(caballero: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "a.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
        files: dict[str, str | bytes] = {
            "../out.txt": RIGHT, "/root.txt": RIGHT, "C:\\x.txt": RIGHT, "bomb.txt": b"1 " * 10**7,
            "__MACOSX/._a.txt": "x", "in/.hidden": "x", "p.jpg": b"\xff\xd8\xff", "q.txt": b"%PDF-",
            "r.docx": b"PK\3\4", "s.zip": b"PK\3\4", "t.py": "print(1)", "good/ana.txt": RIGHT,
        "eva.zip": zipped({"x/t.txt": RIGHT, "y.zip": zipped({"z.txt": RIGHT}), "../z": RIGHT}),
        "none.zip": zipped({}),
        }  # fmt: skip
        for name, text in files.items():
            archive.writestr(name, text)
    answers = {one.path: one.refusal and one.refusal.code for one in handed_in([str(file)], open)}  # type: ignore[arg-type]
    assert answers == {
        "../out.txt": "answer-outside", "/root.txt": "answer-outside", "C:/x.txt": "answer-outside",
        "bomb.txt": "answer-large", "p.jpg": "answer-photo", "q.txt": "answer-pdf",
        "r.docx": "answer-document", "s.zip": "answer-archive", "t.py": None,
        "link.txt": "answer-link", "good/ana.txt": None, "none.zip": "answer-archive",
        "eva/x/t.txt": None, "eva/y.zip": "answer-archive", "eva/../z": "answer-outside",
    }  # fmt: skip
    said = caballero("class", "mark", file, "--board", "3x4")
    assert said.status == 2
    assert "ask for what it prints" in said.out
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    refuses(caballero("class", "mark", file), "damaged, or no zip")
    end = whole.rfind(b"PK\5\6")
    file.write_bytes(whole[: end + 12] + b"\xff\xff\xff\x7f" + whole[end + 16 :])
    refuses(caballero("class", "mark", file), "more than 4 MB")
    assert MOST_ANSWER == 4 * 2**20


def moodle(pupil: str, number: int, file: str) -> str:
    family, _comma, name = pupil.partition(", ")
    return f"{name} {family}_{number}_assignsubmission_{file}"


@pytest.mark.slow
def test_a_class_of_thirty_from_the_list_to_the_grade_book(
    caballero: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Accents, double surnames, two of one name; every kind of answer."""
    monkeypatch.chdir(tmp_path)
    names = [*CLASS[:29], CLASS[10]]  # two are called García López, Ana
    rows = [f"{i};{name.replace(', ', ';')};2.º A" for i, name in enumerate(names, start=1)]
    Path("alumnos.csv").write_bytes(
        "\r\n".join(["Nº;Apellidos;Nombre;Grupo", *rows]).encode("utf-16")
    )
    line = ("class", "new", "alumnos.csv", "2a", "--board", "4", "--piece", "king", "--lang", "es")
    said = caballero(*line)
    assert (said.status, "García López, Ana (11), García López, Ana (30)" in said.err) == (0, True)
    assert "enlace.txt solo funciona en este ordenador" in said.err
    made = {path.name for path in Path("2a").iterdir()}
    assert made == {"alumnos.csv", "tareas.txt", "hojas.pdf", "cuestionario.xml", "enlace.txt",
                    "diapositivas.pdf", "diapositivas.html"}  # fmt: skip
    letters: dict[str, float] = {}
    slide = pypdf.PdfReader("2a/diapositivas.pdf").pages[0]
    slide.extract_text(visitor_text=lambda text, *at: letters.update({text[:20]: at[3]}))
    assert letters["Estos son todos los "] > 0.045 * float(slide.mediabox.height)
    pages = [page.extract_text() for page in pypdf.PdfReader("2a/hojas.pdf").pages]
    assert len(pages) == 30 + 3 + 1
    assert "García López, Ana (30)" in pages[29]
    refuses(caballero(*line), "2a tiene archivos")
    tours = [to_matrix_text(find_tour(p)) for p in read_puzzles(Path("2a/tareas.txt").read_text())]
    columns = zip(*(row.split() for row in tours[3].splitlines()), strict=True)
    answers: dict[str, str | bytes] = {
        moodle(names[0], 1, "file_/salida.txt"): "lado (5 o más): 4\nfila: 0 columna: 1\n"
        f"{tours[0]}\nFelicitaciones; 0.35 s, 12 nodos",
        moodle(names[0], 1, "file_/busca.py"): "def busca(): print('Ups!, no hay solución')",
        moodle(names[1], 2, "file_/foto.jpg"): b"\xff\xd8\xff\xe0",
        moodle(names[2], 3, "onlinetext_/onlinetext.html"): "<p>Mi recorrido:</p><table><tr>"
        + "</tr><tr>".join(
            "".join(f"<td>{n}</td>" for n in row.split()) for row in tours[2].splitlines()
        ),
        moodle(names[3], 4, "file_/t.txt"): "\n".join(map(" ".join, columns)),
        moodle(names[4], 5, "file_/t.txt"): "Ups!, no hay solución",
        moodle(names[5], 6, "file_/t.txt"): tours[6],  # the puzzle of another pupil
        moodle(names[6], 7, "file_/a.txt"): tours[6],
        moodle(names[6], 7, "file_/b.txt"): tours[5],
        moodle(names[7], 7, "file_/again.zip"): zipped({"t.txt": tours[7]}),
        "Pepe Extraño Cañas_99_assignsubmission_file_/t.txt": tours[3],
        moodle(names[10], 8, "file_/t.txt"): tours[10],  # one of two
        moodle(names[29], 9, "file_/t.txt"): tours[29],
    }  # fmt: skip
    answers |= {moodle(names[i], i, "file_/t.txt"): tours[i] for i in (*range(11, 28), 7, 8, 9)}
    with zipfile.ZipFile("entregas.zip", "w") as archive:
        for name, text in answers.items():
            archive.writestr(name, text)
    mark = ("class", "mark", "entregas.zip", "--class", "2a", "--into", "out", "--lang", "es")
    said = caballero(*mark)
    assert said.status == 2
    text = Path("out/notas.csv").read_text("utf-8-sig")
    grades = {row["Nº"]: row for row in csv.DictReader(io.StringIO(text), delimiter=";")}
    assert len(grades) == 30
    full = {number for number, row in grades.items() if row["nota"] == "10,0"}
    assert full == {"1", "3", *map(str, {*range(12, 29)} - {16}), "8", "9", "10"}
    assert [int(n) for n, row in grades.items() if not row["nota"]] == [2, 7, 11, 16, 29, 30]
    assert "intercambiadas" in grades["4"]["comentario"]
    assert "imagen" in grades["2"]["comentario"]
    assert "García López, Ana (30)" in grades["11"]["comentario"]
    assert grades["5"]["nota"] == "0,0"
    assert "no el de esta tarea" in grades["6"]["comentario"]
    notes = {
        path.name.partition("-")[0]: path.read_text() for path in Path("out/comentarios").iterdir()
    }
    assert {*grades} - {*notes} == {"7", "11", "16", "30"}
    assert "Escribe otra vez la tabla" in notes["4"]
    assert notes["1"].startswith("María José:\n\nTu respuesta es correcta.")
    assert "No he podido leer foto.jpg" in notes["2"]
    assert "No he encontrado tu respuesta" in notes["29"]
    text = "\n".join(page.extract_text() for page in pypdf.PdfReader("out/corregido.pdf").pages)
    assert all(name in " ".join(text.split()) for name in ("foto.jpg", "Es una imagen", CLASS[28]))
    refuses(caballero(*mark), "out tiene archivos")
    refuses(caballero(*mark[:4], "out", "--lang", "es"), "no es la carpeta de una clase")


SLIDES = {"5 knight": "rule play colours machine order warnsdorff finish answer",
          "4 king": "rule play machine warnsdorff finish answer", "4x5 zebra": "rule play machine",
          "3x5 wazir": "rule play colours warnsdorff finish answer"}  # fmt: skip


@pytest.mark.parametrize("of", SLIDES)
def test_slides_are_of_the_board_and_the_piece(of: str) -> None:
    problem = Problem(of.split()[0], of.split()[1])
    slides = lesson_slides(theme_named("light"), problem)
    assert " ".join(slide.title.code[6:] for slide in slides) == SLIDES[of]
    for language in LANGUAGES:
        text = " ".join(part.text(language) for slide in slides for part in slide[:2])
        assert Message(f"piece-{problem.piece.name}").text(language) in text
        assert (Message("piece-knight").text(language) in text) == ("knight" in of)
        assert f" {problem.size}?" in text
    assert all(slide.scene.board == problem.board for slide in slides[1:]
               if slide.title.code != "slide-order")  # fmt: skip


def test_the_grade_sheet_of_moodle_is_filled_in(caballero: Terminal, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments\n"
        "Participant 71,Ana Gil,a@x.org,Submitted,,100.00,\n"
        "Participant 72,Ana Gil,b@x.org,Submitted,,100.00,\n", "utf-8-sig",
    )  # fmt: skip
    for number, text in ((72, RIGHT), (71, "1 2 3 4\n" * 3)):
        folder = tmp_path / "pile" / f"Participant_{number}_assignsubmission_file_"
        folder.mkdir(parents=True)
        (folder / "t.txt").write_text(text)
    line = ("class", "mark", tmp_path / "pile", "--board", "3x4", "--names", sheet)
    assert caballero(*line, "--into", tmp_path / "out").status == 1
    rows = [*csv.DictReader(io.StringIO(decoded((tmp_path / "out/grades.csv").read_bytes())))]
    assert [(row["Identifier"], row["Grade"]) for row in rows] == [
        ("Participant 71", "0.0"), ("Participant 72", "100.0"),
    ]  # fmt: skip
    assert "appears 3 times" in rows[0]["Feedback comments"]


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        ("1 12 3\n4 9 6\n7 2 11\n10 5 8", "Rows and columns are exchanged."),
        ("3 6 11 8\n12 9 2 5\n1 4 7 10", "The rows are written from below."),
        ("10 7 4 1\n5 2 9 12\n8 11 6 3", "The columns are written from the right."),
        ("8 11 6 3\n5 2 9 12\n10 7 4 1", "The board is turned around."),
        ("0 11 2\n3 8 5\n6 1 10\n9 4 7", "Rows and columns are exchanged."),
    ],
)
def test_a_board_that_is_turned(caballero: Terminal, tmp_path: Path, text: str, slip: str) -> None:
    (tmp_path / "a.txt").write_text(text)
    said = caballero("class", "mark", tmp_path / "a.txt", "--board", "3x4", "--start", "a3")
    assert slip in said.out
    said = caballero("class", "mark", tmp_path / "a.txt", "--board", "3x4", "--start", "a1")
    assert slip not in said.out or "below" in slip


def test_lists_and_archives_that_are_none_are_refused(caballero: Terminal, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as archive:
        for number in range(2_001):
            archive.writestr(f"{number}.txt", "1")
    (tmp_path / "cell.csv").write_text('Ana;"' + "x" * 200_000)
    (tmp_path / "page.html").write_bytes(b"<p>\x81\x00\x01\xff</p>")
    (tmp_path / "bytes.txt").write_bytes(b"\x81\x00\x01\xff")
    file = {path.name: str(path) for path in tmp_path.iterdir()}
    for words, sentence in (
        (("class", "mark", file["many.zip"]), "more than 2000 answers"),
        (("class", "new", file["cell.csv"], str(tmp_path / "new")), "The list is no text"),
        (("puzzle", "text", "--solve", file["bytes.txt"], "--words", file["cell.csv"]), "UTF-8"),
        (("puzzle", "text", "--solve", file["cell.csv"], "--words", file["bytes.txt"]), ""),
    ):
        said = caballero(*words)
        assert (said.status, sentence in said.err) == (2, True), said.err
    said = caballero("class", "mark", file["page.html"])
    assert (said.status, "UTF-8" in said.out) == (2, True), said.out


def test_the_rim_of_a_spreadsheet_and_words(caballero: Terminal, tmp_path: Path) -> None:
    """A rim of the exact names is passed over; with any other, or in words, there is no mark."""
    rows = [line.split() for line in RIGHT.splitlines()]
    ranks = [[str(3 - i), *row, ""] for i, row in enumerate(rows)]
    empty, letters = [""] * 6, ["", *"abcd", ""]
    tables = {
        "letters": [letters, *ranks], "below": [*ranks, letters, empty, empty],
        "around": [letters, *([*row[:5], row[0]] for row in ranks), letters],
        "named": [["Ana Gil", *empty[1:]], empty, letters, *ranks],
        "columns": [[*row, "", ""] for row in rows], "noughts": [[*"_0123"], *(
            [str(i), *row] for i, row in enumerate(rows))], "wrong": [letters, *ranks[:2], [
            "1", *rows[2][::-1], ""]], "order": [["", *"abdc", ""], *ranks],
        "upwards": [letters, *([str(i), *row] for i, row in enumerate(rows, start=1))],
        "few": [letters, *ranks[:2]], "many": [letters, *ranks, ["0", "13", "14", "15", "16", ""]],
        "king": [[*"1234"], *([str(int(n) + 4) for n in row] for row in rows)],
    }  # fmt: skip
    for name, table in tables.items():
        for end, mark in (("csv", ","), ("txt", ";"), ("tsv", "\t")):
            text = "\n".join(mark.join(row).replace("_", "") for row in table)
            (tmp_path / f"{name}.{end}").write_text(text)
    words = (
        "I think there's no solution: 13 squares are like b1.",
        "No puedo: es imposible de hacer",
    )
    for i, text in enumerate((*words, "creo que no hay solución", "It is not possible to begin")):
        (tmp_path / f"{i}.txt").write_text(text)
    said = caballero("class", "mark", tmp_path, "--board", "3x4", "--json")
    read = {Path(one["file"]).name: one for one in map(json.loads, said.out.splitlines())}
    right = {"letters", "below", "around", "named", "columns", "noughts"}
    for name, found in read.items():
        stem = name.partition(".")[0]
        wanted = "valid" if stem in right else "invalid" if stem == "wrong" else "error"
        assert found["status"] == wanted, (name, found)
        assert not stem.isdigit() or "read it yourself" in found["message"]
