"""The notebooks run from the first cell to the last, and their text agrees with the output."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
import pytest

from caballero import Board, Problem
from caballero.teach import ORDERS, solve_backtracking

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NAMES = ("counting-and-sampling", "de-la-vuelta-atras-a-warnsdorff", "first-tour")
PICTURE, WIDGET = "image/svg+xml", "application/vnd.jupyter.widget-view+json"

# A process of its own: what jupyter_client warns of and leaves open is its own affair.
RUN = """
import sys, nbformat
from nbclient import NotebookClient
book = nbformat.reads(sys.stdin.read(), as_version=4)
NotebookClient(book, timeout=60, kernel_name="python3").execute()
sys.stdout.write(nbformat.writes(book))
"""


def read(name: str) -> Any:
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)  # type: ignore[no-untyped-call]


def run(book: Any, folder: Path) -> Any:
    """Run a notebook, in a folder, with a kernel of this environment."""
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=nbformat.writes(book),  # type: ignore[no-untyped-call]
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return nbformat.reads(done.stdout, as_version=4)  # type: ignore[no-untyped-call]


def printed(book: Any) -> str:
    parts = [out for cell in book.cells for out in cell.get("outputs", ())]
    assert [out.text for out in parts if out.get("name") == "stderr"] == []
    return "".join(out.text for out in parts if out.get("name") == "stdout")


def kinds(book: Any) -> list[str]:
    """What was shown, by the best way to show it."""
    shown = [out.data for cell in book.cells for out in cell.get("outputs", ()) if "data" in out]
    best = (WIDGET, "text/html", PICTURE, "text/plain")
    return [next(kind for kind in best if kind in data) for data in shown]


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
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_no_outputs_are_stored(name: str) -> None:
    book = read(name)
    nbformat.validate(book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
    assert book.metadata.kernelspec.name == "python3"


@pytest.mark.slow
def test_the_first_tour(tmp_path: Path) -> None:
    book = run(read("first-tour"), tmp_path)
    shown = kinds(book)
    assert [shown.count(kind) for kind in (WIDGET, "text/html", PICTURE)] == [3, 2, 4]
    # What a saved notebook knows of its boards is enough to draw them without Python.
    states = book.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"].values()
    boards = [one["state"] for one in states if "_esm" in one["state"]]
    assert sorted(len(board["path"]) for board in boards) == [1, 25, 25]
    text = printed(book)
    assert "ours: True" in text
    assert "cut-set True" in text
    assert "True after 26 events" in text


@pytest.mark.slow
def test_counting_and_sampling(tmp_path: Path) -> None:
    text = printed(run(read("counting-and-sampling"), tmp_path))
    assert "6×6: 3,318,960 open tours" in text
    assert "376 Kraitchik refuted" in text
    assert "8 closed tours of 5×6, 3 up to symmetry" in text
    assert re.search(r"of 304 tours: the sample has 2\d\d, the rule 32", text)


def quick_order() -> list[tuple[int, ...]]:
    """An order of the moves that is in no textbook, and quick: the best one, with two exchanged."""
    corner = Problem.of(5, start="a5")
    best = list(ORDERS["puc"])
    orders = [[*best[:i], *best[i : i + 2][::-1], *best[i + 2 :]] for i in range(7)]
    return min(orders, key=lambda order: solve_backtracking(corner, order).stats.nodes)


@pytest.mark.slow
def test_the_class_in_spanish(tmp_path: Path) -> None:
    text = printed(run(read("de-la-vuelta-atras-a-warnsdorff"), tmp_path))
    assert text.count("aún sin respuesta") == 3
    assert "Ejercicio 4: todavía no." in text
    assert "correcto" not in text
    assert "nodos: 8840" in text
    assert "8×8: falla desde 1 de 64 casillas" in text


def test_right_answers_are_distinguished_from_wrong_ones() -> None:
    colours = [Board((5, 5)).colour(square) for square in Board((5, 5))]
    right = {
        r"^respuesta_1 = None$": f"respuesta_1 = {min(map(colours.count, (0, 1)))}",
        r"^respuesta_2 = None.*$": f"respuesta_2 = {quick_order()}",
        r"^respuesta_3 = None$": 'respuesta_3 = "c5"',
        r"^    return opciones\[0\]\[0\]$": "    return min(opciones, key=lambda o: o[1])[0]",
    }
    text = output_of(answered(read("de-la-vuelta-atras-a-warnsdorff"), right))
    assert [f"Ejercicio {n}: correcto." in text for n in (1, 2, 3, 4)] == [True] * 4
    wrong = {
        r"^respuesta_1 = None$": "respuesta_1 = 13",
        r"^respuesta_2 = None.*$": 'respuesta_2 = ORDERS["puc"]',
        r"^respuesta_3 = None$": 'respuesta_3 = "b5"',
    }
    text = output_of(answered(read("de-la-vuelta-atras-a-warnsdorff"), wrong))
    assert [f"Ejercicio {n}: todavía no." in text for n in (1, 2, 3, 4)] == [True] * 4
