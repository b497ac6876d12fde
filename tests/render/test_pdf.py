"""PDF: the pages, their texts, and what cannot be written."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest
from pypdf import PdfReader

from caballero import Board, InvalidInput, Problem, TooLarge, Tour, find_tour
from caballero.model import UnknownName
from caballero.puzzles import Puzzle, make_puzzle
from caballero.render import pdf, pdf_sheet
from caballero.render.scene import STYLES
from caballero.render.themes import THEMES
from seldom import mostly_nightly

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


def test_several_boards_on_a_page() -> None:
    sheet = pages(pdf_sheet(TOURS, per_page=3, style="thread", title="Eight tours"))
    assert [page[:2] for page in sheet] == [["Eight", "tours"]] * 3
    captions = [page[2:-3] for page in sheet]
    assert captions == [["1", "2", "3"], ["4", "5", "6"], ["7", "8"]]
    assert [page[-3:] for page in sheet] == [[str(n), "/", "3"] for n in (1, 2, 3)]
    named = pages(pdf_sheet(TOURS[:2], captions=["easy", "hard"], style="thread"))
    assert named == [["easy", "hard"]]


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
            "BitstreamVeraSans-Bold", "BitstreamVeraSans-Roman",
        }  # fmt: skip
        assert all("/FontFile2" in font["/FontDescriptor"].get_object() for font in fonts)
        assert [round(float(side) / pdf.MM) for side in page.mediabox] == [0, 0, 106, 156]
        assert [round(float(side) / pdf.MM) for side in page.trimbox] == [3, 3, 103, 153]
        assert page.bleedbox == page.mediabox
    puzzles, solved = pages(sheet)
    assert [puzzles.count("¿Qué?"), "two" in puzzles, "two" in solved] == [30, True, False]


def test_clues_are_heavier() -> None:
    reader = PdfReader(io.BytesIO(pdf_sheet([PUZZLE], solutions={0: SOLUTION})))
    for page in reader.pages:
        heavy: list[str] = []

        def note(text: str, *state: object, heavy: list[str] = heavy) -> None:
            font = state[2]
            if isinstance(font, dict) and "Bold" in str(font.get("/BaseFont")):
                heavy.append(text.strip())

        page.extract_text(visitor_text=note)
        assert set("".join(heavy)) >= {"5"}
        assert "2" not in "".join(heavy)


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_style_and_theme(style: str, theme: str) -> None:
    data = pdf_sheet([TOURS[0]], style=style, theme=theme, coordinates=True)
    assert data == pdf_sheet([TOURS[0]], style=style, theme=theme, coordinates=True)
    assert len(pages(data)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("paper", mostly_nightly(["6 x 9 in", "letter"], 2))
def test_boards_stay_on_the_paper(paper: str) -> None:
    (wide, high), edge = pdf.Page(paper).size, 15 * pdf.MM
    for thing in (find_tour(8), find_tour("3x30"), find_tour("30x3"), Board((2, 3, 4)), Board(1)):
        for many in (1, 6):
            reader = PdfReader(io.BytesIO(pdf_sheet([thing] * many, paper=paper, title="T")))
            for page in reader.pages:
                assert (float(page.mediabox.width), float(page.mediabox.height)) == (wide, high)
                assert all(
                    edge - 0.01 <= x <= wide - edge and edge - 0.01 <= y <= high - edge
                    for x, y in positions(page)
                )


def positions(page: object) -> list[tuple[float, float]]:
    """Return where the texts of a page begin."""
    found: list[tuple[float, float]] = []

    def note(text: str, _matrix: object, at: list[float], *_rest: object) -> None:
        if text.strip():
            found.append((at[4], at[5]))

    page.extract_text(visitor_text=note)  # type: ignore[attr-defined]
    assert found
    return found


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
