"""The boards of the game: chosen, painted, drawn, and played on."""

import re

import pytest
from playwright.sync_api import Page, expect

from caballero import Board, Problem

from .playing import choose, press, says, speak, square, touch, type_moves

pytestmark = pytest.mark.slow


def test_a_new_board_is_a_place_in_the_history(page: Page) -> None:
    type_moves(page, "a1 b3")
    choose(page, "5 × 5")
    says(page, "Choose the first square.")
    expect(page.locator(".table").get_by_role("gridcell")).to_have_count(25)
    page.go_back()
    expect(page.locator(".table").get_by_role("gridcell")).to_have_count(64)
    expect(page.get_by_text("Moves made: 1")).to_be_visible()


IMPOSSIBLE = "There is no such tour. Without b3, c3, b2, c2"


def test_an_impossible_board_says_so_when_it_is_chosen(page: Page) -> None:
    page.get_by_text("Another board").click()
    note, rows, columns = (
        page.locator(".note"),
        page.get_by_label("Rows"),
        page.get_by_label("Columns"),
    )
    for side in (rows, columns):
        side.fill("4")
        side.press("Tab")
    expect(note).to_contain_text(IMPOSSIBLE)
    speak(page, "es")
    expect(note).to_contain_text("Sin b3, c3, b2, c2 (4) quedan 6 partes separadas")
    speak(page, "en")
    columns.fill("0")
    columns.press("Tab")
    expect(note).to_be_hidden()
    # A fault goes with its correction.
    expect(columns).to_have_attribute("aria-invalid", "true")
    expect(rows).not_to_have_attribute("aria-invalid", "true")
    press(page, "Play on this board", "Rows and columns must be whole numbers")
    columns.fill("6")
    columns.press("Tab")
    says(page, "Now this board can be played on.")
    page.locator(".another").get_by_role("button", name="5 × 5", exact=True).click()
    chosen = page.get_by_role("group", name="Board").locator("[aria-pressed=true]")
    expect(chosen).to_have_text("5 × 5")
    page.get_by_label("Closed").check()
    expect(chosen).to_have_count(0)
    expect(note).to_contain_text("13 squares of one colour and 12 of the other")
    press(page, "Play on this board", "13 squares of one colour and 12 of the other")
    touch(page, "a1", "The tour begins at a1.")


WRONG = [
    ("Start", "z9", "The start is not a square of this board."),
    ("Start", "c15", ""),
    ("End", "c15", "the same square"),
    ("End", "", ""),
    ("Leaps", "no", "two numbers"),
    ("Leaps", "1,3 + 0,1", ""),
]


def test_a_board_of_ones_own(page: Page) -> None:
    page.get_by_text("Another board").click()
    page.get_by_label("Rows").fill("30")
    page.get_by_label("Columns").fill("5")
    page.get_by_role("combobox", name="Piece").select_option("other leaps…")
    for label, text, fault in WRONG:
        field = page.get_by_role("textbox", name=label)
        field.fill(text)
        field.press("Tab")
        if fault:
            expect(page.get_by_role("alert")).to_contain_text(fault)
    page.get_by_label("Closed").check()
    expect(page.get_by_role("alert")).to_have_count(0)
    press(page, "Play on this board")
    expect(page.locator(".table").get_by_role("grid")).to_have_accessible_name(
        "Board 30 × 5, 1,3+0,1, closed tour"
    )
    expect(page.locator(".target")).to_have_count(4 + 4)
    touch(page, "c16", "c16 is number 2; 148 left.")
    press(page, "Can it still")
    says(page, "From here")  # the server reads the piece, too


def holes(page: Page) -> int:
    return page.locator(".canvas .hole").count()


def test_holes_are_painted(page: Page) -> None:
    choose(page, "5 × 5")
    page.get_by_text("Another board").click()
    paint = page.get_by_role("button", name="Paint holes")
    paint.click()
    expect(paint).to_have_attribute("aria-pressed", "true")
    square(page, "b3", ".canvas").click()
    expect(square(page, "b3", ".canvas")).to_have_accessible_name("b3, hole")
    square(page, "a1", ".canvas").drag_to(square(page, "e1", ".canvas"), steps=30)
    assert holes(page) == 6
    square(page, "a1", ".canvas").click()  # a stroke that begins on a hole puts squares back
    assert holes(page) == 5
    square(page, "b5", ".canvas").focus()
    for key in ("Space", "ArrowRight", "Enter", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    expect(square(page, "c5", ".canvas")).to_have_accessible_name("c5, hole")
    rows = page.get_by_label("Rows")
    rows.fill("51")
    rows.press("Tab")
    expect(page.get_by_role("alert")).to_contain_text("whole numbers from 1 to 50")
    square(page, "e5", ".canvas").click()  # nothing is painted meanwhile
    rows.fill("5")
    rows.press("Tab")
    assert holes(page) == 6
    press(page, "Play on this board")
    expect(page.get_by_text("Left: 19")).to_be_visible()
    touch(page, "c5", "c5 is a hole")
    expect(page).to_have_url(re.compile(r"#play/5x5\.h[\w-]+/$"))
    page.reload()
    expect(page.get_by_text("Left: 19")).to_be_visible()
    page.get_by_text("Another board").click()
    press(page, "No holes")
    press(page, "Play on this board")
    expect(page.get_by_text("Left: 25")).to_be_visible()


def test_holes_are_painted_by_touch(narrow: Page) -> None:
    narrow.get_by_text("Another board").click()
    narrow.get_by_role("button", name="Paint holes").tap()
    square(narrow, "b3", ".canvas").tap()
    assert holes(narrow) == 1


@pytest.mark.nightly
def test_a_large_board_scrolls_by_itself(narrow: Page, site: str) -> None:
    """What is typed is brought into sight, and the page stays where it is."""
    for text, first, corner in (("30x5", "c15", "e1"), ("6x40", "t3", "an6")):
        narrow.goto(f"{site}#play/{text}")
        square(narrow, first).tap()
        says(narrow, f"The tour begins at {first}.")
        box = square(narrow, first).bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 24
        assert narrow.evaluate("document.documentElement.scrollWidth") == 320
        press(narrow, "Undo")
        type_moves(narrow, corner)
        expect(square(narrow, corner)).to_be_in_viewport(ratio=0.9)


STEP = """() => {
  const seen = new Set();
  const observer = new MutationObserver((all) => all.forEach((one) => seen.add(one.target)));
  const what = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document.querySelector(".table"), what);
  document.querySelector(".table .target").click();
  observer.takeRecords().forEach((one) => seen.add(one.target));
  observer.disconnect();
  return seen.size;
}"""


@pytest.mark.nightly
def test_a_step_touches_only_what_changes(page: Page, site: str) -> None:
    for sides in ("8x8", "20x20", "50x50"):
        page.goto(f"{site}#play/{sides}/a1.")
        expect(page.get_by_role("grid")).to_have_accessible_name(re.compile(sides[:2].strip("x")))
        expect(page.locator(".target")).to_have_count(2)
        touched = [page.evaluate(STEP) for _ in range(12)]
        assert all(2 <= count <= 2 * (8 + 8 + 2) + 3 for count in touched), touched


BOARDS = [
    ("8x8", "knight", []), ("5x7 torus", "knight", [(0, 0), (3, 4)]), ("3x4 torus", "zebra", []),
    ("2x5 cylinder", "knight", []), ("7x4 cylinder", "2,3+0,1", [(6, 3)]), ("4x4", "king", []),
    ("9x30", "giraffe", [(8, 29)]), ("1x5 torus", "wazir", []), ("6x6 torus", "3,3", []),
]  # fmt: skip


def test_the_page_knows_the_moves(page: Page) -> None:
    """The page and the library agree on moves and names."""
    for text, piece, gone in BOARDS:
        ground = Board(text)
        board = Board(ground.shape, tuple(gone), ground.wraps)
        problem = Problem(board, piece=piece)
        rows, columns = board.shape
        surface = text.partition(" ")[2] or "flat"
        sides = {"rows": rows, "columns": columns, "holes": list(map(list, gone))}
        question = {**sides, "surface": surface, "piece": piece, "closed": True}
        squares = [list(place) for place in board]
        reported = page.evaluate(MOVES, [{**question, "start": None, "end": None}, squares])
        graph = problem.graph()
        for place, (name, near) in zip(board, reported["squares"], strict=True):
            assert name == board.square_name(place)
            expected = {board.square(v) for v in graph.neighbours(board.index(place))}
            assert {tuple(one) for one in near} == expected
            assert len(near) == len(expected)
        assert reported["again"] == {**question, "start": None, "end": None}
        assert reported["parsed"] == squares


MOVES = """async ([question, squares]) => {
  const geometry = await import("/static/board/geometry.js");
  const { neighbours, parseSquare, readProblem, squareName, writeProblem } = geometry;
  const names = squares.map((square) => squareName(square, question.rows));
  return {
    squares: squares.map((square, i) => [names[i], neighbours(question, square)]),
    parsed: names.map((name) => parseSquare(name, question.rows)),
    again: readProblem(writeProblem(question)),
  };
}"""


def test_joined_edges_are_drawn_and_said(page: Page, site: str) -> None:
    for text, sides, ends, more in (
        ("6x6", False, False, ""),
        ("6x6.y", True, False, "; cylinder: left and right edges meet"),
        ("6x6.t", True, True, "; torus: all opposite edges meet"),
    ):
        page.goto(f"{site}#play/{text}")
        grid = page.locator(".table").get_by_role("grid")
        expect(grid).to_have_accessible_name(f"Board 6 × 6, knight, open tour{more}")
        assert bool(page.locator(".table .sides").get_attribute("d")) is sides
        assert bool(page.locator(".table .ends").get_attribute("d")) is ends
    type_moves(page, "a1 b5")
    ports = page.locator(".table .ports").get_attribute("d")
    assert ports == "M0.75 6h0M0.75 0h0"  # out at the bottom, in at the top
