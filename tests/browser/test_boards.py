"""The boards of the game: chosen, painted, drawn, and played on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from caballero import Board, Problem
from caballero.render import themes as colours

from .conftest import OpenPage
from .playing import Check, choose, press, says, speak, square, type_moves

pytestmark = pytest.mark.slow


SQUARES = [
    ("5 × 5", 25), ("6 × 6", 36), ("8 × 8", 64), ("3 × 10", 30), ("20 × 20", 400),
    ("Holy knight, 36 squares", 35), ("Holy knight, 56 squares", 55), ("Cross", 48),
    ("Ring", 84),
    ("Cylinder, 5 × 8", 40), ("Torus, 6 × 6, closed tour", 36),
    ("Hexagon, side 4", 37), ("Hexagon, side 5", 61), ("Triangle, side 6", 36),
]  # fmt: skip
"""What is left to visit on each preset."""


@pytest.mark.parametrize(
    ("scene", "pairs"),
    [
        ("play/5x5", "a1 b1,e5 e4"),
        pytest.param("play/5x5/a1.g", "c1 d1", marks=pytest.mark.nightly),
        pytest.param("play/8x8", "a1 b1,h8 a8", marks=pytest.mark.nightly),
        pytest.param("play/4x7", "a1 a2", marks=pytest.mark.nightly),
        pytest.param("look/5x6&none", "a1 b1", marks=pytest.mark.nightly),
        ("puzzles", "a1 a2"),
    ],
)
def test_a1_is_dark(open_page: OpenPage, scene: str, pairs: str) -> None:
    """As on a chessboard: its ground has less light than that of the squares beside it."""
    page = open_page(f"#{scene}")
    expect(page.locator(".cell:visible").first).to_be_visible()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for pair in pairs.split(","):
            dark, light = (luminance(cell_at(page, name)) for name in pair.split())
            assert dark < light


def cell_at(page: Page, name: str) -> Locator:
    row = page.locator(".row", has=page.locator(".edge", has_text=re.compile(f"^{name[1:]}$")))
    return row.locator(".cell:visible").nth(ord(name[0]) - ord("a"))


def luminance(cell: Locator) -> float:
    ground = cell.evaluate("one => getComputedStyle(one).backgroundColor")
    return colours.luminance("#" + bytes(map(int, re.findall(r"\d+", ground))).hex())


@pytest.mark.nightly
def test_every_preset_has_a_tour(page: Page) -> None:
    for preset, squares in SQUARES:
        choose(page, preset)
        expect(page.get_by_text(f"Squares left: {squares}")).to_be_visible()
        expect(page.locator(".another")).not_to_have_attribute("open", "")
        press(page, "Give up")
        says(page, "A solution from here")
    assert page.locator(".another .preset").count() == len(SQUARES)


def test_a_new_board_is_a_place_in_the_history(page: Page) -> None:
    type_moves(page, "a1 b3")
    choose(page, "5 × 5")
    says(page, "A new board.")
    expect(page.locator(".table").get_by_role("gridcell")).to_have_count(25)
    page.go_back()
    expect(page.locator(".table").get_by_role("gridcell")).to_have_count(64)
    expect(page.get_by_text("Moves made: 1")).to_be_visible()


def test_an_impossible_board_says_so_when_it_is_chosen(page: Page) -> None:
    page.get_by_text("Another board").click()
    note = page.locator(".note")
    for name, side in (("Rows", "4"), ("Columns", "4")):
        page.get_by_label(name).fill(side)
        page.get_by_label(name).press("Tab")
    expect(note).to_contain_text("There is no such tour. Without b3, c3, b2, c2")
    expect(note).to_contain_text("You can play on it all the same.")
    speak(page, "es")
    expect(note).to_contain_text("Sin b3, c3, b2, c2 (4) quedan 6 partes separadas")
    speak(page, "en")
    page.get_by_label("Columns").fill("0")
    page.get_by_label("Columns").press("Tab")
    expect(note).to_be_hidden()
    page.locator(".another").get_by_role("button", name="5 × 5", exact=True).click()
    page.get_by_label("Closed").check()
    expect(note).to_contain_text("13 squares of one colour and 12 of the other")
    press(page, "Play on this board")
    says(page, "13 squares of one colour and 12 of the other")
    square(page, "a1").click()
    says(page, "The tour begins at a1.")


@pytest.mark.nightly
def test_a_fault_of_the_chooser_goes_with_its_correction(page: Page) -> None:
    page.get_by_text("Another board").click()
    rows, columns = page.get_by_label("Rows"), page.get_by_label("Columns")
    rows.fill("60")
    rows.press("Tab")
    expect(rows).to_have_attribute("aria-invalid", "true")
    expect(columns).not_to_have_attribute("aria-invalid", "true")
    press(page, "Play on this board")
    says(page, "Rows and columns must be whole numbers")
    rows.fill("6")
    rows.press("Tab")
    expect(rows).not_to_have_attribute("aria-invalid", "true")
    says(page, "Now this board can be played on.")
    columns.fill("0")
    columns.press("Tab")
    expect(columns).to_have_attribute("aria-invalid", "true")
    page.locator(".another").get_by_role("button", name="5 × 5", exact=True).click()
    expect(columns).not_to_have_attribute("aria-invalid", "true")


@pytest.mark.nightly
def test_presets_are_pictures(page: Page, axe: Check) -> None:
    page.get_by_text("Another board").click()
    boards = page.get_by_role("group", name="Board")
    chosen = boards.locator("[aria-pressed=true]")
    expect(chosen).to_have_text("8 × 8")
    expect(boards.locator("svg")).to_have_count(len(SQUARES))
    boards.get_by_role("button").first.focus()
    page.keyboard.press("Enter")
    expect(chosen).to_have_text("5 × 5")
    expect(page.get_by_label("Rows")).to_have_value("5")
    page.get_by_label("Closed").check()
    expect(chosen).to_have_count(0)
    axe(page)


def test_a_board_of_ones_own(page: Page) -> None:
    page.get_by_text("Another board").click()
    page.get_by_label("Rows").fill("30")
    page.get_by_label("Columns").fill("5")
    page.get_by_role("combobox", name="Piece").select_option("zebra")
    page.get_by_label("Start").fill("z9")
    page.get_by_label("Start").press("Tab")
    expect(page.get_by_role("alert")).to_have_text("The start is not a square of this board.")
    press(page, "Play on this board")
    says(page, "The start is not a square of this board.")
    page.get_by_label("Start").fill("c15")
    page.get_by_label("End").fill("c15")
    page.get_by_label("End").press("Tab")
    expect(page.get_by_role("alert")).to_contain_text("the same square")
    page.get_by_label("End").fill("")
    page.get_by_role("combobox", name="Piece").select_option("other leaps…")
    page.get_by_role("textbox", name="Leaps").fill("no")
    page.get_by_role("textbox", name="Leaps").press("Tab")
    expect(page.get_by_role("alert")).to_contain_text("two numbers")
    page.get_by_role("textbox", name="Leaps").fill("1,3 + 0,1")
    page.get_by_label("Closed").check()
    expect(page.get_by_role("alert")).to_have_count(0)
    press(page, "Play on this board")
    expect(page.locator(".table").get_by_role("grid")).to_have_accessible_name(
        "Board 30 × 5, 1,3+0,1, closed tour"
    )
    expect(page.locator(".target")).to_have_count(4 + 4)
    square(page, "c16").click()
    says(page, "c16 is number 2; 148 left.")


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
    assert holes(page) == 6
    press(page, "Play on this board")
    expect(page.get_by_text("Squares left: 19")).to_be_visible()
    square(page, "c5").click()
    says(page, "c5 is a hole")
    expect(page).to_have_url(re.compile(r"#play/5x5\.h[\w-]+/$"))
    page.reload()
    expect(page.get_by_text("Squares left: 19")).to_be_visible()
    page.get_by_text("Another board").click()
    press(page, "No holes")
    press(page, "Play on this board")
    expect(page.get_by_text("Squares left: 25")).to_be_visible()


@pytest.mark.nightly
def test_holes_wait_until_the_side_is_typed(page: Page) -> None:
    choose(page, "5 × 5")
    page.get_by_text("Another board").click()
    press(page, "Paint holes")
    square(page, "b3", ".canvas").click()
    for side in ("Rows", "Columns"):
        for text in ("", "0", "51"):
            page.get_by_label(side).fill(text)
            page.get_by_label(side).press("Tab")
            expect(page.get_by_role("alert")).to_contain_text("whole numbers from 1 to 50")
            square(page, "e5", ".canvas").click()  # nothing is painted meanwhile
            assert page.get_by_label(side).input_value() == text
        page.get_by_label(side).fill("6")
        page.get_by_label(side).press("Tab")
        assert holes(page) == 1
    page.get_by_label("Rows").fill("3")  # below it is gone
    page.get_by_label("Rows").press("Tab")
    assert holes(page) == 1
    page.get_by_label("Columns").fill("1")
    page.get_by_label("Columns").press("Tab")
    assert holes(page) == 0


def test_a_piece_is_sent_as_the_server_reads_it(open_page: OpenPage) -> None:
    page = open_page("#play/8x8.p1,2+%202,3/")
    board = page.locator(".table").get_by_role("grid")
    expect(board).to_have_accessible_name("Board 8 × 8, 1,2+2,3, open tour")
    for written, name in (("1,2 + 2,3", "1,2+2,3"), ("2, 3", "2,3"), ("Zebra", "zebra")):
        page.locator(".another:not([open]) > summary").click()
        page.get_by_role("combobox", name="Piece").select_option("other leaps…")
        page.get_by_role("textbox", name="Leaps").fill(written)
        page.get_by_role("textbox", name="Leaps").press("Tab")
        press(page, "Play on this board")
        expect(board).to_have_accessible_name(f"Board 8 × 8, {name}, open tour")
        type_moves(page, "a1")
        press(page, "Can it still")
        says(
            page, re.compile("From here(, this shows it| the tour can )")
        )  # the server has read it


def test_holes_are_painted_by_touch(narrow: Page) -> None:
    narrow.get_by_text("Another board").click()
    narrow.get_by_role("button", name="Paint holes").tap()
    square(narrow, "b3", ".canvas").tap()
    square(narrow, "h8", ".canvas").tap()
    assert holes(narrow) == 2
    narrow.get_by_role("button", name="Play on this board").tap()
    expect(narrow.get_by_text("Squares left: 62")).to_be_visible()


@pytest.mark.nightly
def test_a_large_board_scrolls_by_itself(narrow: Page, site: str) -> None:
    for text, first, corner in [
        ("20x20", "j10", "t1"),
        ("30x5", "c15", "e1"),
        ("6x40", "t3", "an6"),
    ]:
        narrow.goto(f"{site}#play/{text}")
        square(narrow, first).tap()
        says(narrow, f"The tour begins at {first}.")
        box = square(narrow, first).bounding_box()
        assert box
        assert box["width"] >= 24
        assert box["height"] >= 24
        assert narrow.evaluate("document.documentElement.scrollWidth") == 320
        narrow.locator(".target").first.tap()
        expect(narrow.get_by_text("Moves made: 1")).to_be_visible()
        # What is typed is brought into sight, and the page stays where it is.
        narrow.goto(f"{site}#play/{text}")
        type_moves(narrow, corner)
        expect(square(narrow, corner)).to_have_accessible_name(re.compile("the piece is here"))
        cell = square(narrow, corner).bounding_box()
        board = narrow.locator(".board").bounding_box()
        assert cell
        assert board
        assert board["x"] <= cell["x"] <= board["x"] + board["width"] - 24
        assert board["y"] <= cell["y"] <= board["y"] + board["height"] - 24


def test_a_move_round_the_edge(open_page: OpenPage) -> None:
    page = open_page("#play/6x6.t")
    type_moves(page, "a1 b5")
    says(page, "2 squares added, up to b5.")
    line = page.locator(".lines .trail").get_attribute("d")
    assert line == "M0.5 5.5L1.5 7.5M0.5 -0.5L1.5 1.5"


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


# -- which game it is ------------------------------------------------------------------------------


GAMES = [
    ("8x8", "Open knight’s tour on an 8 × 8 board", "Visit every square once."),
    (
        "6x6.c.t",
        "Closed knight’s tour on a 6 × 6 torus",
        "Visit every square once and end a move away from the first. Edges with the same arrows",
    ),
    (
        "5x5.ec5.hAgAgQ",
        "Open knight’s tour on a 5 × 5 board with holes, 23 squares, to c5",
        "Visit every square once and end at c5. The hatched squares are holes.",
    ),
    (
        "5x8.y.pzebra.sa1",
        "Open zebra’s tour on a 5 × 8 cylinder, from a1",
        "Begin at a1 and visit every square once. The left and right edges are joined",
    ),
    ("9x9.p1,2+2,3", "Open tour of the leaper 1,2+2,3 on a 9 × 9 board", "Visit every"),
]


def test_a_game_says_which_it_is(page: Page, site: str) -> None:
    for text, title, aim in GAMES:
        page.goto(f"{site}#play/{text}")
        expect(page.get_by_role("heading", level=2).first).to_have_text(title)
        expect(page.locator(".aim")).to_contain_text(aim)
    page.goto(f"{site}#play/6x6.c.t.ee5")
    speak(page, "es")
    heading = page.get_by_role("heading", level=2).first
    expect(heading).to_have_text("Recorrido cerrado del caballo en un toro de 6 × 6, hasta e5")
    expect(page.locator(".aim")).to_contain_text(
        "Visita cada casilla una vez y termina en e5, a un movimiento de la primera."
    )


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
