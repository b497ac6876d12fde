"""The notebooks run from the first cell to the last, and their text agrees with the output."""

import ast
import builtins
import contextlib
import io
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
import pytest

from caballero import Board, Problem
from caballero.teaching import ORDERS, solve_backtracking
from seldom import mostly_nightly

DOCS = Path(__file__).parents[3] / "docs"
FOLDERS = (DOCS / "en" / "notebooks", DOCS / "es" / "cuadernos")
PAIRS = (
    ("first-tour", "un-primer-recorrido"),
    ("from-backtracking-to-warnsdorff", "de-la-vuelta-atras-a-warnsdorff"),
    ("counting-and-sampling", "contar-y-sortear"),
)
"""The notebooks in English and in Spanish."""
NAMES = tuple(name for pair in PAIRS for name in pair)
PICTURE, WIDGET = "image/svg+xml", "application/vnd.jupyter.widget-view+json"

# A process of its own: what jupyter_client warns of and leaves open is its own affair.
RUN = """
import sys, nbformat
from nbclient import NotebookClient
book = nbformat.reads(sys.stdin.read(), as_version=4)
NotebookClient(book, timeout=600, kernel_name="python3").execute()
sys.stdout.write(nbformat.writes(book))
"""


def read(name: str) -> Any:
    (file,) = (file for folder in FOLDERS for file in folder.glob(f"{name}.ipynb"))
    return nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]


def run(book: Any, folder: Path) -> Any:
    """Run a notebook, in a folder, with a kernel of this environment."""
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=nbformat.writes(book),  # type: ignore[no-untyped-call]
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=1200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return nbformat.reads(done.stdout, as_version=4)  # type: ignore[no-untyped-call]


def printed(book: Any) -> str:
    parts = [out for cell in book.cells for out in cell.get("outputs", ())]
    assert [out.text for out in parts if out.get("name") == "stderr"] == []
    return "".join(out.text for out in parts if out.get("name") == "stdout")


def shown(book: Any) -> list[tuple[str, str]]:
    """What was shown, by the best way to show it: the kind, and the text."""
    values = [out.data for cell in book.cells for out in cell.get("outputs", ()) if "data" in out]
    ways = (WIDGET, "text/html", PICTURE, "text/plain")
    best = [next(kind for kind in ways if kind in data) for data in values]
    return [(kind, str(data[kind])) for kind, data in zip(best, values, strict=True)]


def output_of(book: Any) -> str:
    """What the cells print when they are run as one program, which is quicker."""
    reply = io.StringIO()
    with contextlib.redirect_stdout(reply):
        exec("\n".join(cell.source for cell in book.cells if cell.cell_type == "code"), {})
    return reply.getvalue()


def answered(book: Any, answers: Mapping[str, str]) -> Any:
    """The notebook with other lines in place of some of its own."""
    for line, answer in answers.items():
        cells = [cell for cell in book.cells if re.search(line, cell.source, re.M)]
        assert len(cells) == 1, line
        first, last = re.split(line, cells[0].source, flags=re.M)
        cells[0].source = first + answer + last
    return book


def test_every_notebook_is_tested() -> None:
    for folder, names in zip(FOLDERS, zip(*PAIRS, strict=True), strict=True):
        assert sorted(path.stem for path in folder.glob("*.ipynb")) == sorted(names)


@pytest.mark.parametrize("name", NAMES)
def test_no_outputs_are_stored(name: str) -> None:
    book = read(name)
    nbformat.validate(book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
    assert book.metadata.kernelspec.name == "python3"


class WithoutWords(ast.NodeTransformer):
    """Numbers the names of a notebook in their order, and leaves out texts of words."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def number(self, name: str) -> str:
        return (
            name if name in vars(builtins) else self.names.setdefault(name, f"n{len(self.names)}")
        )

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self.number(node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(self.number(node.arg))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self.number(node.name)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        # Values have a digit and no space: a1, 5x5, and the width :15.
        value = node.value
        words = isinstance(value, str) and not re.fullmatch(r"\S*\d\S*", value)
        return ast.Constant("" if words else value)

    def of(self, cell: Any) -> str:
        """What a cell does, or the marks of its text."""
        if cell.cell_type == "markdown":
            marks = r"^#+ |^\d\. |`\w*\d\w*`|[*`]|\]\(|[×√]"
            return str(sorted(re.findall(marks, cell.source, re.M)))
        spanish = (
            r"language,? |, language$|language,\n|language\(.es.\)|"
            r"(\.message)?\.text\((.es.)?\)|, .es.(?=\))"
        )
        code = re.sub(spanish, "", cell.source, flags=re.M)
        return ast.dump(self.visit(ast.parse(code)))


@pytest.mark.parametrize(("english", "spanish"), PAIRS)
def test_a_translation_differs_in_words_only(english: str, spanish: str) -> None:
    one, other = WithoutWords(), WithoutWords()
    assert list(map(one.of, read(english).cells)) == list(map(other.of, read(spanish).cells))


@pytest.mark.parametrize(
    ("code", "same"),
    [
        ("lado = 5\nf(lado, 'b2', 'una casilla')", True),
        ("lado = 5\nf(lado, 'b2', *'una casilla')", False),
        ("lado = 5\nf(fila, 'b2', 'una casilla')", False),
        ("lado = 5\nf(lado, 'a1', 'una casilla')", False),
        ("lado = 6\nf(lado, 'b2', 'una casilla')", False),
    ],
)
def test_more_than_words_is_noticed(code: str, same: bool) -> None:
    texts = "side = 5\nf(side, 'b2', 'one square')", code
    cells = [nbformat.v4.new_code_cell(text) for text in texts]  # type: ignore[no-untyped-call]
    assert (WithoutWords().of(cells[0]) == WithoutWords().of(cells[1])) is same


@pytest.mark.parametrize(("page", "at"), [("en/notebooks.md", 0), ("es/cuadernos.md", 1)])
def test_the_page_of_a_language_has_its_notebooks(page: str, at: int) -> None:
    text = (DOCS / page).read_text("utf-8")
    linked = re.findall(r"\((?:notebooks|cuadernos)/([\w-]+).ipynb\)", text)
    assert linked == [pair[at] for pair in PAIRS]


# The Spanish ones differ in words only, and those of the library are tested elsewhere.
@pytest.mark.slow
def test_the_first_tour(tmp_path: Path) -> None:
    book = run(read("first-tour"), tmp_path)
    kinds, texts = zip(*shown(book), strict=True)
    assert [kinds.count(kind) for kind in (WIDGET, "text/html", PICTURE)] == [3, 2, 4]
    figures = [text for text in texts if text.startswith("<figure")]
    assert ["There is no such tour." in text for text in figures] == [True, True]
    # What a saved notebook knows of its boards is enough to draw them without Python.
    states = book.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"].values()
    boards = [one["state"] for one in states if "_esm" in one["state"]]
    assert sorted(len(board["path"]) for board in boards) == [1, 25, 25]
    text = printed(book)
    for said in ("ours: True", "cut-set True", "True after 26 events"):
        assert said in text


@pytest.mark.slow
def test_counting_and_sampling(tmp_path: Path) -> None:
    text = printed(run(read("counting-and-sampling"), tmp_path))
    for said in (
        "4×4: about 2.2e+03 squares",
        "6×6: 3\xa0318\xa0960 open tours",
        "376 Kraitchik refuted",
        "8 closed tours of 5×6, 3 up to symmetry",
    ):
        assert said in text
    assert re.search(r"of 304 tours: the sample has 2\d\d, the rule 32", text)


def quick_order() -> list[tuple[int, ...]]:
    """An order of the moves that is in no textbook, and quick: the best one, with two exchanged."""
    corner = Problem(5, start="a5")
    best = list(ORDERS["puc"])
    orders = [[*best[:i], *best[i : i + 2][::-1], *best[i + 2 :]] for i in range(7)]
    return min(orders, key=lambda order: solve_backtracking(corner, order).stats.nodes)


class Class(NamedTuple):
    """The words of the class with exercises, in one language."""

    name: str
    answer: str
    options: str
    exercise: str
    right: str
    not_yet: str
    unanswered: str
    said: tuple[str, ...]


ENGLISH = Class(
    *("from-backtracking-to-warnsdorff", "answer", "options", "Exercise", "right.", "not yet."),
    "no answer yet",
    (
        "nodes: 8840",
        "a5 (nodes: 41; dead ends: 5)",
        "no tour since number 3, a4; nodes below it: 99999",
        "8×8: it fails from 1 of 64 squares",
    ),
)
SPANISH = Class(
    *("de-la-vuelta-atras-a-warnsdorff", "respuesta", "opciones", "Ejercicio", "correcto."),
    "todavía no.",
    "aún sin respuesta",
    (
        "nodos: 8840",
        "a5 (nodos: 41; callejones sin salida: 5)",
        "sin recorrido desde el número 3, a4; nodos debajo: 99999",
        "8×8: falla desde 1 de 64 casillas",
    ),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", mostly_nightly([ENGLISH, SPANISH], 2), ids=lambda words: str(words.name)
)
def test_the_class(words: Class, tmp_path: Path) -> None:
    text = printed(run(read(words.name), tmp_path))
    assert text.count(words.unanswered) == 3
    assert f"{words.exercise} 4: {words.not_yet}" in text
    assert words.right not in text
    assert [one for one in words.said if one not in text] == []


# The notebooks differ in words only, so the quick tests run one of them.
@pytest.mark.parametrize(
    "words",
    [pytest.param(ENGLISH, marks=pytest.mark.slow), SPANISH],
    ids=lambda words: str(words.name),
)
def test_right_answers_are_distinguished_from_wrong_ones(
    words: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "C")  # the notebook sets it
    colours = [Board((5, 5)).colour(square) for square in Board((5, 5))]
    right = {
        rf"(?<=^{words.answer}_1 = )None$": str(min(map(colours.count, (0, 1)))),
        rf"(?<=^{words.answer}_2 = )None.*$": str(quick_order()),
        rf"(?<=^{words.answer}_3 = )None$": '"c5"',
        rf"(?<=^    return ){words.options}\[0\]\[0\]$": (
            f"min({words.options}, key=lambda o: o[1])[0]"
        ),
    }
    text = output_of(answered(read(words.name), right))
    assert [f"{words.exercise} {n}: {words.right}" in text for n in (1, 2, 3, 4)] == [True] * 4
    wrong = {
        rf"(?<=^{words.answer}_1 = )None$": "13",
        rf"(?<=^{words.answer}_2 = )None.*$": 'ORDERS["puc"]',
        rf"(?<=^{words.answer}_3 = )None$": '"b5"',
    }
    text = output_of(answered(read(words.name), wrong))
    assert [f"{words.exercise} {n}: {words.not_yet}" in text for n in (1, 2, 3, 4)] == [True] * 4
