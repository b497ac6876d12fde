"""PDF: the pages, their texts, and what cannot be written."""

import io
import sys
from typing import Any

import pytest
from pypdf import PdfReader

from caballero import Board, InvalidInput, Problem, TooLarge, Tour, find_tour
from caballero.model import UnknownName
from caballero.puzzles import Puzzle, make_puzzle
from caballero.render import pdf, pdf_sheet

PUZZLE = Problem("S . .\n. 5 .\n. . .", "king")
SOLUTION = find_tour(PUZZLE)
TOURS = [find_tour(6, seed=seed) for seed in range(8)]


def pages(data: bytes) -> list[list[str]]:
    """Return the texts of each page, in order."""
    return [page.extract_text().split() for page in PdfReader(io.BytesIO(data)).pages]


def test_numbers_are_text() -> None:
    (page,) = pages(pdf_sheet([TOURS[0]], style="numbers"))
    assert sorted(page, key=int) == [str(number) for number in range(1, 37)]
    (page,) = pages(pdf_sheet([Board((2, 3))], coordinates=True))
    assert page == ["2", "1", "a", "b", "c"]


def test_solutions_follow_on_pages_of_their_own() -> None:
    puzzle, solved = pages(
        pdf_sheet([Board(3), PUZZLE], solutions={1: SOLUTION}, title="Reyes y años", language="es")
    )
    assert puzzle == ["Reyes", "y", "años", "1", "S", "5", "2", "1", "/", "2"]
    assert solved[:4] == ["Reyes", "y", "años:", "soluciones"]
    assert sorted(solved[4:-4]) == sorted("123456789")
    assert solved[-4] == "2"  # the number of the puzzle


def test_fonts_are_embedded_and_the_bleed_is_around_the_paper() -> None:
    sheet = pdf_sheet(
        [PUZZLE] * 2, solutions={0: SOLUTION}, title="Ñandú", intro="¿Qué? " * 30,
        captions=["1\none", "2\ntwo"], paper="100x150mm", margin=10, bleed=3, coordinates=True,
    )  # fmt: skip
    for page in PdfReader(io.BytesIO(sheet)).pages:
        fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]  # type: ignore[index]
        assert {str(font["/BaseFont"])[8:] for font in fonts} == {
            "DejaVuSans", "DejaVuSans-Bold",
        }  # fmt: skip
        assert all("/FontFile2" in font["/FontDescriptor"].get_object() for font in fonts)
        assert [round(float(side) / pdf.MM) for side in page.mediabox] == [0, 0, 106, 156]
        assert [round(float(side) / pdf.MM) for side in page.trimbox] == [3, 3, 103, 153]
        assert page.bleedbox == page.mediabox
    puzzles, solved = pages(sheet)
    assert [puzzles.count("¿Qué?"), "two" in puzzles, "two" in solved] == [30, True, False]


@pytest.mark.slow
def test_what_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    for paper in ("a9", "10x20mm", "1e3x9in", "6 x 9 cm", 5):
        with pytest.raises(InvalidInput):
            pdf_sheet([Board(3)], paper=paper)  # type: ignore[arg-type]
    for wrong in ({"margin": -1}, {"margin": 99}, {"margin": float("nan")}, {"bleed": 26}):
        with pytest.raises(InvalidInput, match="is not possible"):
            pdf_sheet([Board(3)], **wrong)
    with pytest.raises(InvalidInput, match="no room for 100 boards"):
        pdf_sheet([Board(3)] * 100, captions=["long " * 60] * 100, per_page=100, paper="a5")
    with pytest.raises(InvalidInput, match="character 日"):
        pdf_sheet([Board(3)], title="日本")
    with pytest.raises(TooLarge):
        pdf_sheet([Board(1000)])
    with pytest.raises(UnknownName):
        pdf_sheet([Tour(Board(3), (0,))], style="none")
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(InvalidInput, match="This needs the extra pictures"):
        pdf_sheet([Board(3)])


def test_made_puzzles_are_drawn_and_other_things_refused() -> None:
    puzzle = make_puzzle(Problem(4, piece="king"))
    assert isinstance(puzzle, Puzzle)
    assert pdf_sheet([puzzle]) == pdf_sheet([puzzle.problem])
    wrong: tuple[Any, ...] = ("8", 8, [8], ["8x8"], None)
    for things in wrong:
        with pytest.raises(InvalidInput):
            pdf_sheet(things)
    with pytest.raises(InvalidInput, match="solutions must be of the type dict, not True"):
        pdf_sheet([puzzle], solutions=True)  # type: ignore[arg-type]
