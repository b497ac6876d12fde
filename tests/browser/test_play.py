"""The game: won by mouse, keyboard and touch, and helped."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from caballero import Problem, find_longest
from seldom import mostly_nightly
from web.reasons import check
from web.test_reasons import lost_positions

from .conftest import OpenPage
from .playing import (
    Check,
    arrows,
    choose,
    press,
    says,
    speak,
    square,
    tab_to,
    tour_of,
    type_moves,
)

pytestmark = pytest.mark.slow


# -- ways to play ----------------------------------------------------------------------------------


def test_a_game_is_won_by_mouse(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    tour = tour_of("5x5")
    for number, name in enumerate(tour, start=1):
        square(page, name).click()
        expect(square(page, name)).to_have_accessible_name(re.compile(f"^{name}, number {number},"))
    says(page, "Every square is visited: you won! Valid")
    expect(page.locator("#status")).to_contain_text("you won! Valid")
    expect(page.get_by_text("Moves made: 24")).to_be_visible()
    expect(page.get_by_text("Squares left: 0")).to_be_visible()


def test_a_game_is_won_by_keyboard(open_page: OpenPage) -> None:
    """From the front door on."""
    page = open_page("")
    tab_to(page, page.locator(".card", has_text="Next level").get_by_role("link"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="3 × 4")).to_be_visible()
    tab_to(page, page.locator(".table .squares"))
    page.keyboard.press("Control+End")
    page.keyboard.press("Home")
    expect(square(page, "a1")).to_be_focused()
    for i, name in enumerate(tour_of("3x4", start="a1")[1:]):
        arrows(page, name)
        page.keyboard.press(["Enter", "Space"][i % 2])
    says(page, "you won!")


@pytest.mark.nightly
def test_the_focus_hides_no_piece(open_page: OpenPage) -> None:
    page = open_page("#play/5x5/a1.")
    page.get_by_label("Show where").uncheck()
    a1 = square(page, "a1")
    box = a1.bounding_box()
    assert box
    side = box["width"]
    inside: Any = {"x": box["x"] + 6, "y": box["y"] + 6, "width": side - 12, "height": side - 12}
    alone, around = page.screenshot(clip=inside), page.screenshot(clip={**box})
    square(page, "b1").focus()
    page.keyboard.press("ArrowLeft")
    expect(a1).to_be_focused()
    assert page.screenshot(clip=inside) == alone
    assert page.screenshot(clip={**box}) != around


def test_a_game_is_won_by_touch(open_page: OpenPage) -> None:
    page = open_page("#play/3x4", has_touch=True, viewport={"width": 320, "height": 640})
    for name in tour_of("3x4"):
        square(page, name).tap()
    says(page, "you won!")


def test_a_closed_tour_on_a_torus_is_won_by_typing(open_page: OpenPage) -> None:
    page = open_page("#play/5x5.c.t")
    type_moves(page, " ".join(tour_of("5x5 torus", closed=True)))
    says(page, "you won! Valid")
    speak(page, "es")
    says(page, "¡has ganado! Válido")


def test_the_piece_can_be_dragged(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    square(page, "a1").click()
    square(page, "a1").drag_to(square(page, "b3"))
    says(page, "b3 is number 2; 23 left.")
    square(page, "b3").drag_to(square(page, "b4"))
    says(page, "From b3, no move of the knight leads to b4.")
    # What begins elsewhere than on the piece is no drag.
    square(page, "e5").drag_to(square(page, "d5"))
    says(page, "From b3, no move of the knight leads to b4.")


def test_the_piece_can_be_dragged_by_a_finger(open_page: OpenPage) -> None:
    page = open_page("#play/5x5", has_touch=True)
    square(page, "a1").tap()
    finger = page.context.new_cdp_session(page)
    middles = []
    for name in ("a1", "b3"):
        box = square(page, name).bounding_box()
        assert box
        middles.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    kinds = ["touchStart", "touchMove", "touchMove", "touchEnd"]
    for kind, points in zip(kinds, [middles[:1], middles[1:], middles[1:], []], strict=True):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    says(page, "b3 is number 2; 23 left.")


def test_keys_of_the_board(open_page: OpenPage) -> None:
    page = open_page("#play/12x12")
    square(page, "c3").click()
    square(page, "c3").focus()
    for key, name in [
        ("Home", "a3"), ("End", "l3"), ("Control+Home", "a12"), ("Control+End", "l1"),
        ("PageUp", "l6"), ("PageUp", "l11"), ("PageUp", "l12"), ("PageDown", "l7"),
        ("ArrowRight", "l7"), ("p", "c3"), ("n", "a2"), ("n", "e2"), ("n", "b1"), ("n", "d1"),
        ("n", "b5"), ("Shift+N", "d1"),
    ]:  # fmt: skip
        page.keyboard.press(key)
        expect(square(page, name)).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "d1 is number 2")
    page.keyboard.press("u")
    says(page, "Back at c3.")
    expect(square(page, "c3")).to_be_focused()
    page.keyboard.press("r")
    says(page, "Forward to d1.")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    page.keyboard.press("Backspace")
    expect(page.get_by_text("Moves made: 0")).to_be_visible()


# -- illegal moves ---------------------------------------------------------------------------------


LAME = "#play/5x5.ec5.hAgAgQ/a1.M"
"""A board of 5 × 5 with holes, c5 as its end, and the moves a1 b3."""

ILLEGAL = [
    ("c4", "From b3, no move of the knight leads to c4.", "ningún movimiento del caballo"),
    (
        "a1",
        "a1 has already been visited, as number 1: visit every square only once.",
        "a1 ya se visitó",
    ),
    ("b3", "The piece is already on b3", "La pieza ya está en b3"),
    ("d2", "d2 is a hole", "d2 es un hueco"),
    ("h9", "h9 is off the board.", "h9 está fuera del tablero."),
    ("c5", "c5 is the given end: it must come last.", "c5 es el final dado"),
    ("what?", "“what?” is not the name of a square", "no es el nombre de una casilla"),
    (" ", "Write a square first", "Escribe primero una casilla"),
    ("c1 zz", "“zz” is not the name of a square", "«zz» no es el nombre"),
]
"""What is typed, and what is said in both languages; each leaves the game as it is, the last one
excepted."""


def test_an_illegal_move_is_explained(open_page: OpenPage) -> None:
    page = open_page(LAME)
    for typed, english, spanish in ILLEGAL:
        type_moves(page, typed)
        says(page, english)
        speak(page, "es")
        says(page, spanish)
        speak(page, "en")
        made = 2 if " zz" in typed else 1
        expect(page.get_by_text(f"Moves made: {made}")).to_be_visible()
    expect(page.locator("#status")).to_contain_text(ILLEGAL[-1][1])


def test_what_a_click_cannot_do(open_page: OpenPage) -> None:
    page = open_page("#play/5x5.ec5/a1.")
    square(page, "a1").click()
    says(page, "The piece is already on a1")
    square(page, "e5").click()
    says(page, "From a1, no move of the knight leads to e5.")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_an_end_of_the_game_that_is_no_tour(open_page: OpenPage) -> None:
    page = open_page("#play/3x4")
    type_moves(page, "b2 d1 c3 a2 c1 d3")
    says(page, "No move is left from d3, and 6 squares have not been visited")
    page = open_page("#play/3x4.c")
    type_moves(page, " ".join(tour_of("3x4")))
    says(page, re.compile("Every square is visited, but no move leads from .. back to .."))


@pytest.mark.nightly
def test_one_square_may_be_left_with_nothing_to_undo(open_page: OpenPage) -> None:
    page = open_page("#play/3x3")
    type_moves(page, "b2")
    says(page, "No move is left from b2, and 8 squares have not been visited: undo some moves.")
    page = open_page("#play/3x3.sb2")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    message = page.locator(".message")
    expect(message).to_have_text("No move is left from b2, and 8 squares have not been visited.")
    speak(page, "es")
    expect(message).to_have_text("No queda ningún movimiento desde b2, y faltan 8 casillas.")
    page = open_page("#play/1x2.sa1")
    message = page.locator(".message")
    expect(message).to_have_text("No move is left from a1, and 1 square has not been visited.")
    speak(page, "es")
    expect(message).to_have_text("No queda ningún movimiento desde a1, y falta 1 casilla.")


# -- back and forth --------------------------------------------------------------------------------


def test_undo_and_redo(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    undo, redo = (page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(undo).to_be_disabled()
    type_moves(page, "a1, b3-c5 d3")
    says(page, "4 squares added, up to d3.")
    expect(redo).to_be_disabled()
    undo.click()
    undo.click()
    says(page, "Back at b3.")
    expect(square(page, "c5")).to_have_accessible_name("c5, can come next")
    redo.click()
    says(page, "Forward to c5.")
    square(page, "d3").click()  # what redo would do: the rest can still be done again
    undo.click()
    square(page, "e4").click()
    expect(redo).to_be_disabled()
    press(page, "Restart")
    says(page, "Restarted.")
    expect(undo).to_be_disabled()
    for _ in range(4):
        redo.click()
    says(page, "Forward to e4.")


@pytest.mark.nightly
def test_a_given_start_stays(open_page: OpenPage) -> None:
    page = open_page("#play/5x5.sa1.ee5")
    expect(square(page, "a1")).to_have_accessible_name("a1, number 1, the piece is here, start")
    expect(square(page, "e5")).to_have_accessible_name("e5, end")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    type_moves(page, "a1 b3 c5")
    expect(page.get_by_text("Moves made: 2")).to_be_visible()
    press(page, "Restart")
    expect(page.get_by_text("Moves made: 0")).to_be_visible()
    expect(square(page, "a1")).to_have_accessible_name(re.compile("the piece is here"))


def test_targets_can_be_switched_off(open_page: OpenPage) -> None:
    page = open_page("#play/5x5/a1.")
    expect(page.locator(".target")).to_have_count(2)
    page.get_by_label("Show where").uncheck()
    expect(page.locator(".target")).to_have_count(0)
    page.reload()
    expect(square(page, "a1")).to_have_accessible_name(re.compile("the piece"))
    expect(page.locator(".target")).to_have_count(0)


# -- help ------------------------------------------------------------------------------------------


def test_three_strengths_of_hints(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    type_moves(page, "a1 b3")
    press(page, "Can it still")
    says(page, "From here the tour can still be finished.")
    press(page, "Compare")
    expect(page.locator(".answer li")).to_have_count(5)
    expect(page.locator(".answer li").first).to_have_text(
        "a5 (exits: 1): the tour can still be finished from there."
    )
    expect(square(page, "a5")).to_have_accessible_name("a5, 1 exit, can be finished")
    expect(page.locator(".candidate.good")).to_have_count(5)
    ways = page.locator(".lines .ways").get_attribute("d")
    assert ways
    assert ways.count("M") == 1 + 4 * 3
    press(page, "Suggest")
    says(page, "Of the squares from which the tour can be finished, a5 has the fewest exits (1).")
    name = "a5"
    square(page, name).click()
    says(page, f"{name} is number 3")
    expect(page.locator(".candidate")).to_have_count(0)


def test_a_position_that_cannot_be_finished(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    type_moves(page, "a1 b3 c5 a4 c3")
    press(page, "Can it still")
    says(page, "From here the tour can no longer be finished. After 5 conclusions, each forced by")
    expect(page.locator(".argument")).to_contain_text("Conclusion 1 of 6")
    expect(page.locator(".argument")).to_contain_text("Only one move is left at a5")
    expect(square(page, "a5")).to_have_accessible_name("a5, x: what the sentence is about")
    speak(page, "es")
    says(page, "Desde aquí el recorrido ya no se puede terminar. ")
    expect(page.locator(".argument")).to_contain_text("En a5 solo queda un movimiento")
    expect(page.locator(".legend li").first).to_have_text("x de lo que trata la frase")
    page.get_by_role("button", name="Volver a donde").click()
    says(page, "De vuelta en a4, número 4")
    expect(page.locator(".mark")).to_have_count(0)
    expect(page.locator(".argument")).to_be_hidden()
    page.get_by_role("button", name="Aún se puede").click()
    says(page, "todavía se puede terminar")


def test_a_reason_is_stepped_through_by_keyboard(open_page: OpenPage, axe: Check) -> None:
    page = open_page("#play/5x5")
    type_moves(page, "a1 b3 c5 a4 c3")
    press(page, "Can it still")
    reason = page.get_by_role("region", name="The reason, step by step")
    after = reason.get_by_role("button", name="Next", exact=True)
    before = reason.get_by_role("button", name="Back", exact=True)
    used = page.locator(".lines .used")
    expect(before).to_be_disabled()
    assert (used.get_attribute("d") or "").count("M") == 1
    after.focus()
    page.keyboard.press("Enter")
    expect(reason).to_contain_text("Conclusion 2 of 6")
    expect(page.locator("#status")).to_contain_text("Conclusion 2 of 6: Only two moves are left")
    assert (used.get_attribute("d") or "").count("M") == 3  # those before stay
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(reason).to_contain_text("d3 has its two moves")
    assert (page.locator(".lines .out").get_attribute("d") or "").count("M") == 1
    axe(page)
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(reason).to_contain_text("Conclusion 6 of 6: the contradiction")
    expect(reason).to_contain_text("not leave again")
    expect(after).to_be_disabled()
    expect(before).to_be_focused()
    page.keyboard.press("Enter")
    expect(reason).to_contain_text("Conclusion 5 of 6")
    page.emulate_media(color_scheme="dark")
    axe(page)


SHOWN = """() => {
  const rows = [...document.querySelectorAll(".table .row[role=row]")];
  const marks = rows.flatMap((row, r) => [...row.querySelectorAll("[role=gridcell]")].flatMap(
    (cell, c) =>
      cell.matches(".mark") ? [[[r, c], cell.querySelector(".letter").textContent]] : [],
  ));
  const moves = (name) => [
    ...(document.querySelector(`.table .lines .${name}`).getAttribute("d") ?? "").matchAll(
      /M([\\d.]+) ([\\d.]+)L([\\d.]+) ([\\d.]+)/g,
    ),
  ].map(([, x, y, u, v]) => [[y - 0.5, x - 0.5], [v - 0.5, u - 0.5]]);
  return { marks, used: moves("used"), out: moves("out") };
}"""


def read_line(page: Page, text: str, before: list[dict[str, Any]]) -> dict[str, Any]:
    """Read what is shown now; moves of the lines before are shown, too."""
    shown: dict[str, Any] = page.evaluate(SHOWN)
    for which in ("used", "out"):
        known = [move for line in before for move in line[which]]
        shown[which] = [move for move in shown[which] if move not in known]
    return {**shown, "text": text}


def read_reason(page: Page) -> dict[str, Any]:
    """Read a reason from the page alone: the message, and each conclusion with its marks."""
    message = page.locator(".message").inner_text().partition(" The longest path that begins")[0]
    if page.locator(".argument").is_hidden():
        return {"message": message, **read_line(page, message, [])}
    lines: list[dict[str, Any]] = []
    while True:
        lines.append(read_line(page, page.locator(".conclusion").inner_text(), lines))
        after = page.get_by_role("button", name="Next", exact=True)
        if after.is_disabled():
            return {"message": message, "argument": lines}
        after.click()


@pytest.mark.nightly
def test_what_the_page_shows_is_a_whole_reason(open_page: OpenPage, site: str) -> None:
    page = open_page("#play/8x8")
    found = lost_positions(200)
    stepped = [one for one in found if len(one.answer.get("argument", ())) > 1]
    for one in [*found[:12], *stepped[:12]]:
        if one.holes:
            continue
        names = " ".join(f"{'abcdefgh'[c]}{8 - r}" for r, c in one.path)
        page.goto("about:blank")
        page.goto(f"{site}#play/8x8{'.c' if one.closed else ''}")
        type_moves(page, names)
        press(page, "Can it still")
        says(page, "such tour" if "such tour" in one.answer["message"] else "no longer")
        check((8, 8), [], one.closed, one.path, read_reason(page))


def test_a_board_without_any_tour(open_page: OpenPage) -> None:
    page = open_page("#play/4x4/a1.")
    press(page, "Give up")
    says(page, "This board has no such tour, whatever the first moves are. From here, this shows")
    says(page, "Without the squares marked x (4), separate parts remain (6).")
    expect(page.locator(".argument")).to_be_hidden()
    press(page, "Back to where")
    says(page, "This board has no such tour at all.")


@pytest.mark.nightly
def test_giving_up_step_by_step(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    type_moves(page, "a1 b3")
    press(page, "Give up")
    says(page, "A solution from here: play it, or go step by step.")
    player = page.get_by_role("region", name="Solution")
    expect(player.get_by_role("button", name="Play")).to_be_focused()
    step = player.get_by_role("button", name="One move forward")
    for _ in range(3):
        step.click()
    says(page, "is number 5; 20 left.")
    press(page, "One move back")
    says(page, "is number 4; 21 left.")
    page.keyboard.press("ArrowRight")
    says(page, "is number 5; 20 left.")
    page.keyboard.press("Home")
    expect(player).to_contain_text("2 of 25")  # what the reader has done stays
    square(page, "e5").click()
    says(page, "A solution is being shown")
    press(page, "Back to my game")
    says(page, "Back at b3.")
    expect(page.get_by_text("Moves made: 1", exact=True)).to_be_visible()
    press(page, "Give up")
    press(page, "To the end")
    says(page, "That was the solution.")
    press(page, "Play on from here")
    expect(page.get_by_text("Squares left: 0")).to_be_visible()
    says(page, "Every square is visited; those after number 2 were shown. Valid: an open tour")
    won = page.get_by_role("region", name="The tour is complete")
    expect(won).to_contain_text("The solution was shown: play it again to finish it yourself.")
    page.reload()
    says(page, "those after number 2 were shown.")
    for _ in range(23):
        page.keyboard.press("u")
    expect(won).to_be_hidden()
    type_moves(page, "a5")
    says(page, "a5 is number 3; 22 left.")


def test_a_solution_runs_by_itself_where_motion_is_welcome(open_page: OpenPage) -> None:
    page = open_page("#play/5x5/a1.", reduced_motion="no-preference", alone=True)
    message = page.locator(".message")
    expect(page.get_by_role("button", name="Give up")).to_be_visible()  # no file comes too late
    page.clock.install(time=0)
    page.clock.pause_at(100_000)
    press(page, "Give up")
    player = page.get_by_role("region", name="Solution")
    pause = player.get_by_role("button", name="Pause")
    expect(pause).to_be_focused()
    page.clock.run_for(500)  # two steps of a fifth of a second
    says(page, "is number 3; 22 left.")
    player.get_by_label("Speed").select_option("1 per second")
    page.clock.run_for(1300)  # one that was due, and one of a second
    says(page, "is number 5; 20 left.")
    pause.click()
    page.clock.run_for(5000)
    says(page, "is number 5; 20 left.")
    player.get_by_role("slider").fill("9")
    says(page, "is number 9; 16 left.")
    player.get_by_label("Speed").select_option("500 per second")
    player.get_by_role("button", name="Play").click()
    page.clock.run_for(100)
    expect(message).to_have_text("That was the solution.")
    press(page, "Back to my game")
    expect(page.get_by_text("Moves made: 0")).to_be_visible()


@pytest.mark.nightly
def test_a_large_board_scrolls_to_the_piece_of_a_solution(open_page: OpenPage) -> None:
    page = open_page("#play/50x50/a1.")
    press(page, "Give up")
    says(page, "A solution from here")
    for place in (700, 1300, 1900, 2500):
        page.get_by_role("slider").fill(str(place))
        piece = page.locator(".table .cell.last")
        expect(piece).to_have_accessible_name(re.compile(f"number {place:,}, the piece is here"))
        cell, board = piece.bounding_box(), page.locator(".table .board").bounding_box()
        assert cell
        assert board
        assert board["x"] <= cell["x"] <= board["x"] + board["width"] - 24
        assert board["y"] <= cell["y"] <= board["y"] + board["height"] - 24


# -- after the end ---------------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_win_has_what_comes_after(open_page: OpenPage, axe: Check) -> None:
    page = open_page("#play/5x5")
    won = page.get_by_role("region", name="The tour is complete")
    tour = tour_of("5x5")
    type_moves(page, " ".join(tour[:20]))
    expect(won).to_be_hidden()
    press(page, "Undo")
    type_moves(page, " ".join(tour[19:]))
    says(page, "you won! Valid")
    expect(won).to_contain_text("Finished without help. Moves taken back: 1.")
    for name in ("Can it still", "Compare", "Suggest", "Give up"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    axe(page)
    with page.expect_download() as download:
        press(page, "Save a picture")
    assert download.value.suggested_filename == "caballero-5x5.svg"
    assert download.value.path().read_bytes().startswith(b"<svg")
    says(page, "The picture is saved as caballero-5x5.svg.")
    press(page, "Replay")
    player = page.get_by_role("region", name="Your tour")
    expect(player).to_contain_text("1 of 25")
    expect(page.get_by_role("button", name="Play on from here")).to_be_hidden()
    player.get_by_role("button", name="To the end").click()
    says(page, "That was your tour.")
    press(page, "Back to my game")
    says(page, "you won!")
    explore = won.get_by_role("link", name="Explore this tour")
    expect(explore).to_have_attribute("href", re.compile(r"^#look/5x5/[a-e][1-5]\.[\w-]+$"))
    press(page, "Next: 6 × 6")
    expect(page.get_by_role("heading", level=2).first).to_contain_text("6 × 6 board")
    expect(page.locator(".table [role=gridcell]:focus")).to_have_count(1)
    page.go_back()
    says(page, "you won!")
    explore.click()
    expect(page.locator("figcaption")).to_contain_text("Open tour of the knight, 5 × 5, 25 squares")


@pytest.mark.nightly
def test_help_is_told_at_the_end(open_page: OpenPage) -> None:
    page = open_page("#play/3x4")
    tour = tour_of("3x4")
    type_moves(page, " ".join(tour[:5]))
    press(page, "Suggest a move")
    says(page, re.compile("fewest exits|the only square"))
    page.get_by_label("Show the time").check()
    type_moves(page, " ".join(tour[5:]))
    won = page.get_by_role("region", name="The tour is complete")
    expect(won).to_contain_text(
        re.compile(r"Finished with help\. No move taken back\. Time: 0:\d\d\.")
    )
    page.reload()
    expect(won).to_contain_text("Finished with help. No move taken back.")
    press(page, "Restart")
    type_moves(page, " ".join(reversed(tour)))  # a game of its own
    expect(won).to_contain_text("Finished without help. No move taken back.")
    speak(page, "es")
    expect(page.locator(".won")).to_contain_text("Terminado sin ayuda. Sin deshacer ningún")


INSIDE = """(box) => {
  const { top, bottom, left, right } = box.getBoundingClientRect();
  return top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
}"""


@pytest.mark.parametrize(
    ("width", "height", "wanted"),
    mostly_nightly([
        (360, 640, [".head", ".squares", ".message", "text=Undo"]),
        (1366, 768, [".head", ".squares", ".message", "text=Undo", "text=Give up", ".worlds"]),
        (844, 390, [".squares", ".message", "text=Undo", "text=Suggest a move"]),
    ], 3, several=True),
)  # fmt: skip
def test_all_that_is_needed_is_in_sight(
    open_page: OpenPage, axe: Check, width: int, height: int, wanted: list[str]
) -> None:
    page = open_page(viewport={"width": width, "height": height})
    choose(page, "6 × 6")
    expect(page.locator(".table").get_by_role("gridcell")).to_have_count(36)
    for selector in wanted:
        part = page.locator(f".play >> {selector}").first
        expect(part).to_be_visible()
        if selector == ".squares":  # on a small phone the names of the columns may be covered
            part = page.locator(".table .row[role=row]").last
        assert part.evaluate(INSIDE), selector
    type_moves(page, "a1 b3")
    press(page, "Can it still")
    says(page, "can still be finished")
    axe(page)
    page.emulate_media(color_scheme="dark")
    press(page, "Give up")
    says(page, "A solution from here")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.nightly
def test_a_large_display_uses_the_window(open_page: OpenPage) -> None:
    page = open_page("#play/8x8", viewport={"width": 1920, "height": 1080})
    page.evaluate("document.documentElement.dataset.large = ''")
    board = page.locator(".table .lines").bounding_box()
    assert board
    assert board["height"] > 0.85 * 1080


def test_keys_work_anywhere_but_in_text(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    type_moves(page, "a1 b3 c5")
    page.keyboard.press("u")  # the text field still has the focus
    expect(page.get_by_text("Moves made: 2")).to_be_visible()
    page.get_by_role("button", name="Restart").focus()
    for keys, made in (
        ("u", 1), ("r", 2), ("Control+z", 1), ("Control+Shift+z", 2), ("Backspace", 1),
        ("Control+y", 2),
    ):  # fmt: skip
        page.keyboard.press(keys)
        expect(page.get_by_text(f"Moves made: {made}")).to_be_visible()
    for key, answer in (("c", "can still be finished"), ("h", "fewest exits"), ("e", "finished")):
        page.keyboard.press(key)
        says(page, re.compile(answer))
    expect(page.locator(".answer li").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("suggest a move")


@pytest.mark.nightly
def test_help_is_accessible(open_page: OpenPage, axe: Check) -> None:
    page = open_page("#play/5x5")

    def both() -> None:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            axe(page)

    type_moves(page, "a1 b3 c5 d3")
    page.get_by_text("Rules and keys").click()
    both()
    page.get_by_text("Another board").click()  # beside a board one panel is open
    expect(page.locator(".rules[open]")).to_have_count(0)
    press(page, "Paint holes")
    both()
    press(page, "Can it still")
    says(page, "no longer")
    both()
    press(page, "Undo")
    press(page, "Compare")
    expect(page.locator(".answer li").first).to_be_visible()
    both()
    press(page, "Give up")
    says(page, "A solution from here")
    both()


def test_both_languages(open_page: OpenPage) -> None:
    page = open_page(locale="es-CL")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    says(page, "Elige la primera casilla.")
    square(page, "a1").click()
    says(page, "El recorrido empieza en a1.")
    expect(square(page, "b3")).to_have_accessible_name("b3, puede ser la siguiente")
    speak(page, "en")
    expect(page.get_by_text("Squares left: 63")).to_be_visible()
    says(page, "The tour begins at a1.")
    expect(square(page, "b3")).to_have_accessible_name("b3, can come next")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page).to_have_title("Play – Caballero")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_board_without_a_tour_says_how_far_one_gets(open_page: OpenPage) -> None:
    page = open_page("#play/4x4/")
    press(page, "Can it still")
    says(page, "The longest path visits 15 of the 16 squares.")
    press(page, "Give up")
    says(page, "The longest path visits 15 of the 16 squares.")


def test_a_lost_game_says_how_far_one_gets(open_page: OpenPage) -> None:
    moves = ["a1", "b3", "d2", "c4", "e5", "d3"]
    page = open_page("#play/5x5")
    type_moves(page, " ".join(moves))
    press(page, "Give up")
    clues = [(name, number) for number, name in enumerate(moves, start=1)]
    best = find_longest(Problem("5x5", clues=clues))
    assert best.optimal
    assert best.cost < 25
    says(page, f"The longest path that begins like this visits {best.cost} of the 25 squares.")
