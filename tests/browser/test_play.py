"""The game: won by mouse, keyboard and touch, helped, kept, and played without a server."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from caballero import Board, Found, Problem, solve
from caballero.web.server import listen
from web.reasons import check
from web.served import running, wait_until
from web.test_reasons import lost_positions

from .conftest import OpenPage

pytestmark = pytest.mark.slow

Check = Callable[[Page], None]


def square(page: Page, name: str, within: str = ".table") -> Locator:
    # (by role and name it would be slower, for 400 of them)
    named = f'[role=gridcell]:is([aria-label="{name}"], [aria-label^="{name},"])'
    return page.locator(f"{within} {named}")


def says(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator(".message")).to_contain_text(words)


def tour_of(text: str, **more: object) -> list[str]:
    problem = Problem.of(text, **more)  # type: ignore[arg-type]
    outcome = solve(problem)
    assert isinstance(outcome, Found)
    return [problem.place_name(place) for place in outcome.tour.squares]


def type_moves(page: Page, moves: str) -> None:
    page.get_by_label(re.compile("^(Moves|Movimientos), ")).fill(moves)
    page.keyboard.press("Enter")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


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
    page = open_page("#play/3x4")
    tour = tour_of("3x4")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.locator("[role=gridcell]:focus").count():
            break
    expect(square(page, "a1")).to_be_focused()
    page.keyboard.press("Control+Home")
    row, column = 0, 0
    for i, name in enumerate(tour):
        r, c = 3 - int(name[1]), ord(name[0]) - ord("a")
        for _ in range(abs(r - row)):
            page.keyboard.press("ArrowDown" if r > row else "ArrowUp")
        for _ in range(abs(c - column)):
            page.keyboard.press("ArrowRight" if c > column else "ArrowLeft")
        expect(square(page, name)).to_be_focused()
        page.keyboard.press(["Enter", "Space"][i % 2])
        row, column = r, c
    says(page, "you won!")


def test_a_game_is_won_by_touch(open_page: OpenPage) -> None:
    page = open_page("#play/3x4", has_touch=True, viewport={"width": 320, "height": 640})
    for name in tour_of("3x4"):
        square(page, name).tap()
    says(page, "you won!")


def test_a_closed_tour_on_a_torus_is_won_by_typing(open_page: OpenPage) -> None:
    page = open_page("#play/5x5.c.t")
    type_moves(page, " ".join(tour_of("5x5 torus", closed=True)))
    says(page, "you won! Valid")
    page.get_by_label("Language").select_option("es")
    says(page, "¡ha ganado! Válido")


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
    ("c4", "From b3, no move of the knight leads to c4.", "ningún movimiento de la pieza"),
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
    (" ", "Write a square first", "Escriba primero una casilla"),
    ("c1 zz", "“zz” is not the name of a square", "«zz» no es el nombre"),
]
"""What is typed, and what is said in both languages; each leaves the game as it is, the last one
excepted."""


def test_an_illegal_move_is_explained(open_page: OpenPage) -> None:
    page = open_page(LAME)
    for typed, english, spanish in ILLEGAL:
        type_moves(page, typed)
        says(page, english)
        page.locator("#language").select_option("es")
        says(page, spanish)
        page.locator("#language").select_option("en")
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


def test_one_square_may_be_left_with_nothing_to_undo(open_page: OpenPage) -> None:
    page = open_page("#play/3x3")
    type_moves(page, "b2")
    says(page, "No move is left from b2, and 8 squares have not been visited: undo some moves.")
    page = open_page("#play/3x3.sb2")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    message = page.locator(".message")
    expect(message).to_have_text("No move is left from b2, and 8 squares have not been visited.")
    page.locator("#language").select_option("es")
    expect(message).to_have_text("No queda ningún movimiento desde b2, y faltan 8 casillas.")
    page = open_page("#play/1x2.sa1")
    message = page.locator(".message")
    expect(message).to_have_text("No move is left from a1, and 1 square has not been visited.")
    page.locator("#language").select_option("es")
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
    type_moves(page, "a1 b3 c5 d3")
    press(page, "Can it still")
    says(page, "From here the tour can no longer be finished. After 9 conclusions, each forced by")
    expect(page.locator(".argument")).to_contain_text("Conclusion 1 of 10")
    expect(page.locator(".argument")).to_contain_text("Only two moves are left at e4")
    expect(square(page, "e4")).to_have_accessible_name("e4, x: what the sentence is about")
    page.get_by_label("Language").select_option("es")
    says(page, "Desde aquí el recorrido ya no se puede terminar. ")
    expect(page.locator(".argument")).to_contain_text("En e4 solo quedan dos movimientos")
    expect(page.locator(".legend li").first).to_have_text("x de lo que trata la frase")
    page.get_by_role("button", name="Volver a donde").click()
    says(page, "De vuelta en c5, número 3")
    expect(page.locator(".mark")).to_have_count(0)
    expect(page.locator(".argument")).to_be_hidden()
    page.get_by_role("button", name="Aún se puede").click()
    says(page, "todavía se puede terminar")


def test_a_reason_is_stepped_through_by_keyboard(open_page: OpenPage, axe: Check) -> None:
    page = open_page("#play/5x5")
    type_moves(page, "a1 b3 c5 d3")
    press(page, "Can it still")
    reason = page.get_by_role("region", name="The reason, step by step")
    after = reason.get_by_role("button", name="Next step")
    before = reason.get_by_role("button", name="Previous step")
    used = page.locator(".lines .used")
    expect(before).to_be_disabled()
    assert (used.get_attribute("d") or "").count("M") == 2
    after.focus()
    page.keyboard.press("Enter")
    expect(reason).to_contain_text("Conclusion 2 of 10")
    expect(page.locator("#status")).to_contain_text("Conclusion 2 of 10: Only two moves are left")
    assert (used.get_attribute("d") or "").count("M") == 4  # those before stay
    page.keyboard.press("Space")
    expect(reason).to_contain_text("c3 has its two moves")
    assert (page.locator(".lines .out").get_attribute("d") or "").count("M") == 6
    axe(page)
    for _ in range(7):
        page.keyboard.press("Enter")
    expect(reason).to_contain_text("Conclusion 10 of 10: the contradiction")
    expect(reason).to_contain_text("close a cycle too early")
    expect(after).to_be_disabled()
    expect(before).to_be_focused()
    page.keyboard.press("Enter")
    expect(reason).to_contain_text("Conclusion 9 of 10")
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
    message = page.locator(".message").inner_text()
    if page.locator(".argument").is_hidden():
        return {"message": message, **read_line(page, message, [])}
    lines: list[dict[str, Any]] = []
    while True:
        lines.append(read_line(page, page.locator(".conclusion").inner_text(), lines))
        after = page.get_by_role("button", name="Next step")
        if after.is_disabled():
            return {"message": message, "argument": lines}
        after.click()


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
    says(page, "This board has no such tour, whatever the first moves are. The 4×4 board")
    says(page, "(Cull and De Curtins 1978, van Rees 1996)")
    expect(page.locator(".argument")).to_be_hidden()
    press(page, "Back to where")
    says(page, "This board has no such tour at all.")


def test_giving_up_step_by_step(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    type_moves(page, "a1 b3")
    press(page, "Give up")
    says(page, "A solution from here, step by step.")
    step = page.get_by_role("button", name="Step", exact=True)
    expect(step).to_be_focused()
    for _ in range(3):
        step.click()
    says(page, "is number 5; 20 left.")
    press(page, "Step back")
    says(page, "is number 4; 21 left.")
    square(page, "e5").click()
    says(page, "A solution is being shown")
    press(page, "Back to my game")
    says(page, "Back at b3.")
    expect(page.get_by_text("Moves made: 1", exact=True)).to_be_visible()
    press(page, "Give up")
    for _ in range(23):
        step.click()
    says(page, "That was the solution.")
    press(page, "Play on from here")
    expect(page.get_by_text("Squares left: 0")).to_be_visible()
    says(page, "Valid: an open tour of the knight on 5x5.")


def test_a_solution_runs_by_itself_where_motion_is_welcome(open_page: OpenPage) -> None:
    page = open_page("#play/5x5/a1.", reduced_motion="no-preference", alone=True)
    message = page.locator(".message")
    page.clock.install(time=0)
    page.clock.pause_at(100_000)
    press(page, "Give up")
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_be_focused()
    page.clock.run_for(1100)  # two steps of half a second
    says(page, "is number 3; 22 left.")
    page.get_by_label("Speed").press("Home")
    page.clock.run_for(2100)
    says(page, "is number 4; 21 left.")
    page.get_by_label("Speed").press("End")
    page.clock.run_for(550)
    says(page, "is number 9; 16 left.")
    pause.click()
    page.clock.run_for(5000)
    says(page, "is number 9; 16 left.")
    press(page, "Run")
    page.clock.run_for(5000)
    expect(message).to_have_text("That was the solution.")
    press(page, "Back to my game")
    expect(page.get_by_text("Moves made: 0")).to_be_visible()


# -- what is kept ----------------------------------------------------------------------------------


def test_the_game_is_saved(open_page: OpenPage) -> None:
    page = open_page()
    type_moves(page, "b1 c3")
    square(page, "d5").click()
    expect(page).to_have_url(re.compile(r"#play/8x8/b1\.\w\w$"))
    address = page.url
    page.reload()
    expect(square(page, "d5")).to_have_accessible_name("d5, number 3, the piece is here")
    says(page, "The position is restored.")
    page.goto("about:blank")
    page.goto(address.partition("#")[0])  # without a fragment: the store remembers
    expect(square(page, "d5")).to_have_accessible_name("d5, number 3, the piece is here")
    other = open_page(address[address.index("#") :])  # somebody else
    expect(square(other, "d5")).to_have_accessible_name("d5, number 3, the piece is here")
    other.goto(address.partition("#")[0] + "#play/nonsense")
    says(other, "This link does not lead to a position")
    expect(square(other, "d5")).to_have_accessible_name("d5, number 3, the piece is here")


def test_a_link_is_short(open_page: OpenPage) -> None:
    page = open_page("#play/8x8.c")
    type_moves(page, " ".join(tour_of("8x8", closed=True)))
    says(page, "you won!")
    press(page, "Link to this position")
    link = page.get_by_label("Link", exact=True)
    expect(link).to_be_focused()
    says(page, re.compile("(The link is copied|Copy the link)"))
    text = link.input_value()
    assert re.search(r"#play/8x8\.c/[a-h][1-8]\.[\w-]{32}$", text)
    other = open_page(text[text.index("#") :])
    says(other, "you won!")


LINK = "#play/6x6.c.t.pzebra/a1.EYg"
"""A closed tour of the zebra on a torus, begun."""


def kept(page: Page) -> Locator:
    return page.locator(".kept .open")


def test_a_link_shows_a_guest(open_page: OpenPage, site: str) -> None:
    page = open_page()
    type_moves(page, "b1 c3 d5")
    page.goto(site + "static/icon.svg")
    page.goto(site + LINK)
    says(page, "The position of the link. Your own games are kept")
    grid = page.locator(".table").get_by_role("grid")
    expect(grid).to_have_accessible_name("Board 6 × 6, zebra, closed tour")
    page.get_by_text("Your games").click()
    expect(kept(page)).to_have_count(1)
    # One's own game is one click away, also at the plain address.
    press(page, "To my own game")
    expect(square(page, "d5")).to_have_accessible_name("d5, number 3, the piece is here")
    expect(page.get_by_role("button", name="To my own game")).to_be_hidden()
    page.go_back()
    expect(grid).to_have_accessible_name("Board 6 × 6, zebra, closed tour")
    page.goto(site + "static/icon.svg")
    page.goto(site)
    expect(square(page, "d5")).to_have_accessible_name("d5, number 3, the piece is here")


def test_a_guest_becomes_a_game_by_a_move(open_page: OpenPage, site: str) -> None:
    page = open_page()
    type_moves(page, "b1 c3 d5")
    page.goto(site + LINK)
    says(page, "The position of the link.")
    page.locator(".table .target").first.click()
    expect(page.get_by_role("button", name="To my own game")).to_be_hidden()
    page.get_by_text("Your games").click()
    expect(kept(page)).to_have_count(1)
    expect(kept(page)).to_contain_text("8 × 8, knight, open tour. Visited: 3 of 64.")
    kept(page).click()
    expect(square(page, "d5")).to_have_accessible_name("d5, number 3, the piece is here")
    expect(kept(page)).to_have_count(1)
    expect(kept(page)).to_contain_text(
        re.compile(r"6 × 6, torus, zebra, closed tour\. Visited: \d")
    )


def test_several_games_are_kept(open_page: OpenPage, axe: Check) -> None:
    page = open_page()
    for preset, moves in (("5 × 5", "a1 b3"), ("6 × 6", "a1 b3 c5"), ("8 × 8", "a1")):
        choose(page, preset)
        type_moves(page, moves)
    page.get_by_text("Your games").click()
    expect(kept(page)).to_have_count(2)
    expect(kept(page).first).to_contain_text("6 × 6, knight, open tour. Visited: 3 of 36.")
    expect(kept(page).last).to_contain_text("5 × 5, knight, open tour. Visited: 2 of 25.")
    expect(kept(page).last).to_contain_text(re.compile(r"\d{4}, \d\d:\d\d$"))  # its date
    line = kept(page).last.locator("svg .line")
    expect(line).to_have_attribute("d", "M0.5 4.5L1.5 2.5")
    axe(page)
    kept(page).last.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".dropped")).to_contain_text("Deleted: 5 × 5")
    expect(kept(page)).to_have_count(1)
    expect(page.get_by_role("button", name="Put it back")).to_be_focused()
    axe(page)
    page.keyboard.press("Enter")
    expect(kept(page)).to_have_count(2)
    kept(page).last.press("Enter")
    says(page, "The position is restored.")
    expect(square(page, "b3")).to_have_accessible_name("b3, number 2, the piece is here")
    page.reload()
    expect(page.get_by_text("Moves made: 1")).to_be_visible()
    page.get_by_label("Language").select_option("es")
    page.get_by_text("Sus partidas").click()
    expect(kept(page).first).to_contain_text("8 × 8, caballo, recorrido abierto. Visitadas: 1 de")


def test_at_most_thirty_games_are_kept(open_page: OpenPage) -> None:
    page = open_page()
    page.evaluate(
        """() => {
          const text = (i) => `5x${i + 5}/a1.M`;
          const games = Array.from({ length: 40 }, (_, i) => ({ own: i, game: text(i), done: 2 }));
          localStorage.setItem("caballero.games", JSON.stringify([null, ...games]));
        }"""
    )
    page.reload()
    expect(page.get_by_text("Squares left: 23")).to_be_visible()
    press(page, "Undo")
    page.get_by_text("Your games").click()
    expect(kept(page)).to_have_count(29)


def test_two_tabs_do_not_overwrite_each_other(open_page: OpenPage, site: str) -> None:
    page = open_page(alone=True)
    type_moves(page, "a1 b3")
    other = page.context.new_page()
    other.goto(site)
    says(other, "The position is restored.")
    type_moves(other, "c5 d3 e5")
    expect(other.get_by_text("Moves made: 4")).to_be_visible()
    type_moves(page, "c1")
    expect(page.get_by_text("Moves made: 2")).to_be_visible()
    page.get_by_text("Your games").click()
    expect(kept(page)).to_have_count(1)
    expect(kept(page)).to_contain_text("Visited: 5 of 64.")
    type_moves(other, "f3")
    other.get_by_text("Your games").click()
    expect(kept(other)).to_have_count(1)
    expect(kept(other)).to_contain_text("Visited: 3 of 64.")


def test_redo_survives_a_reload(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    type_moves(page, "a1 b3 c5 d3")
    press(page, "Undo")
    press(page, "Undo")
    page.reload()
    says(page, "The position is restored.")
    redo = page.get_by_role("button", name="Redo")
    redo.click()
    says(page, "Forward to c5.")
    redo.click()
    says(page, "Forward to d3.")
    expect(redo).to_be_disabled()
    press(page, "Restart")
    page.reload()
    for _ in range(4):
        redo.click()
    says(page, "Forward to d3.")


def test_a_link_carries_its_language(open_page: OpenPage, site: str) -> None:
    page = open_page("#play/6x6.c.t/a1.", locale="es-CL")
    press(page, "Enlace a esta posición")
    link = page.get_by_label("Enlace", exact=True)
    expect(link).to_have_value(f"{site}?lang=es#play/6x6.c.t/a1.g")
    address = link.input_value()
    other = open_page()
    other.get_by_label("Language").select_option("en")  # the reader's own choice
    other.goto(address)
    expect(other.locator("html")).to_have_attribute("lang", "es")
    expect(other.locator(".table").get_by_role("grid")).to_have_accessible_name(
        "Tablero 6 × 6, caballo, recorrido cerrado"
    )
    other.goto(site)
    expect(other.locator("html")).to_have_attribute("lang", "en")
    other.goto(address)
    other.get_by_label("Idioma").select_option("en")
    expect(other).to_have_url(f"{site}#play/6x6.c.t/a1.g")
    other.goto(f"{site}?lang=xx")
    expect(other.locator("html")).to_have_attribute("lang", "en")


def test_a_link_has_an_address_for_others(open_page: OpenPage) -> None:
    with running(addresses=["http://10.0.0.7:8864/"]) as server:
        page = open_page("#play/5x5/a1.", address=server.address)
        press(page, "Link to this position")
        link = page.get_by_label("Link", exact=True)
        expect(link).to_have_value("http://10.0.0.7:8864/?lang=en#play/5x5/a1.g")


def test_a_game_is_there_after_two_restarts(open_page: OpenPage, port: int) -> None:
    with process(port, usual=True) as address:
        page = open_page(address=address, alone=True, noisy=True)
        type_moves(page, "a1 b3")
        choose(page, "5 × 5")
        type_moves(page, "c3 a2 c1")
        press(page, "Undo")
        page.get_by_label("Language").select_option("es")
    for _ in range(2):
        with process(port, usual=True) as address:
            page.goto(f"{address}static/icon.svg")
            page.goto(address)
            says(page, "La posición se ha recuperado.")
            expect(page.get_by_text("Movimientos hechos: 1", exact=True)).to_be_visible()
            expect(page.get_by_role("button", name="Rehacer")).to_be_enabled()
            page.get_by_text("Sus partidas").click()
            expect(kept(page)).to_have_count(1)


def test_what_every_board_looks_like_in_a_link(open_page: OpenPage) -> None:
    """A path of every piece and surface is read as it was written."""
    page = open_page()
    for text in ("6x6.pking", "7x9.y", "5x5.c.t", "9x9.pzebra", "4x9.p2,3+1,2", "3x3.pwazir"):
        page.goto(page.url.partition("#")[0] + f"#play/{text}")
        # (back and forth, so that the first square is not the last one)
        square(page, "b2").click()
        for _ in range(4):
            page.locator(".table .target").last.click()
        expect(page.get_by_text("Moves made: 4")).to_be_visible()
        expect(page).to_have_url(re.compile(re.escape(text) + r"/b2\.[\w-]{2}"))
        names = page.locator(".table .visited").evaluate_all("c => c.map(x => x.ariaLabel)")
        page.reload()
        expect(page.get_by_text("Moves made: 4")).to_be_visible()
        assert page.locator(".table .visited").evaluate_all("c => c.map(x => x.ariaLabel)") == names


BOARDS = [
    ("8x8", "knight", []), ("5x7 torus", "knight", [(0, 0), (3, 4)]), ("3x4 torus", "zebra", []),
    ("2x5 cylinder", "knight", []), ("7x4 cylinder", "2,3+0,1", [(6, 3)]), ("4x4", "king", []),
    ("9x30", "giraffe", [(8, 29)]), ("1x5 torus", "wazir", []), ("6x6 torus", "3,3", []),
]  # fmt: skip


def test_the_page_knows_the_moves(page: Page) -> None:
    """The page and the library agree on moves and names."""
    for text, piece, gone in BOARDS:
        ground = Board.parse(text)
        board = Board(ground.shape, tuple(gone), ground.wraps)
        problem = Problem.of(board, piece=piece)
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


def test_both_languages(open_page: OpenPage) -> None:
    page = open_page(locale="es-CL")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    says(page, "Elija la primera casilla.")
    square(page, "a1").click()
    says(page, "El recorrido empieza en a1.")
    expect(square(page, "b3")).to_have_accessible_name("b3, puede ser la siguiente")
    page.get_by_label("Idioma").select_option("en")
    expect(page.get_by_text("Squares left: 63")).to_be_visible()
    says(page, "The tour begins at a1.")
    expect(square(page, "b3")).to_have_accessible_name("b3, can come next")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page).to_have_title("Play – Caballero")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")


# -- boards ----------------------------------------------------------------------------------------


def choose(page: Page, preset: str) -> None:
    page.locator(".another:not([open]) > summary").click()
    page.get_by_role("combobox", name="Board").select_option(preset)
    press(page, "Play on this board")


SQUARES = [
    ("5 × 5", 25), ("6 × 6", 36), ("8 × 8", 64), ("3 × 10", 30), ("20 × 20", 400),
    ("Holy knight, 36 squares", 35), ("Holy knight, 56 squares", 55), ("Cross", 48),
    ("Ring", 84), ("cylinder: left and right edges meet", 40),
    ("torus: all opposite edges meet", 36),
]  # fmt: skip
"""What is left to visit on each preset."""


def test_every_preset_has_a_tour(page: Page) -> None:
    for preset, squares in SQUARES:
        choose(page, preset)
        expect(page.get_by_text(f"Squares left: {squares}")).to_be_visible()
        expect(page.locator(".another")).not_to_have_attribute("open", "")
        press(page, "Give up")
        says(page, "A solution from here")
    assert page.locator("[data-part=preset] option").count() == 1 + len(SQUARES)


def test_a_new_board_is_a_place_in_the_history(page: Page) -> None:
    type_moves(page, "a1 b3")
    choose(page, "5 × 5")
    says(page, "A new board.")
    expect(page.locator(".table").get_by_role("gridcell")).to_have_count(25)
    page.go_back()
    expect(page.locator(".table").get_by_role("gridcell")).to_have_count(64)
    expect(page.get_by_text("Moves made: 1")).to_be_visible()


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


def test_a_step_touches_only_what_changes(page: Page, site: str) -> None:
    for sides in ("8x8", "20x20", "50x50"):
        page.goto(f"{site}#play/{sides}/a1.")
        expect(page.get_by_role("grid")).to_have_accessible_name(re.compile(sides[:2].strip("x")))
        expect(page.locator(".target")).to_have_count(2)
        touched = [page.evaluate(STEP) for _ in range(12)]
        assert all(2 <= count <= 2 * (8 + 8 + 2) + 3 for count in touched), touched


# -- without a server ------------------------------------------------------------------------------


USUAL = """
from caballero.cli import main
from caballero.web import server
server.PORT = {port}
main(["serve", "--no-open"])
"""


@contextmanager
def process(port: int, *, usual: bool = False) -> Iterator[str]:
    """A server that can be taken away; `usual` means that the port is its default."""
    command = [sys.executable, "-m", "caballero", "serve", "--no-open", "--port", str(port)]
    if usual:
        command[1:] = ["-c", USUAL.format(port=port)]
    address = f"http://127.0.0.1:{port}/"
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        try:
            with httpx.Client(trust_env=False) as client:
                wait_until(lambda: answers(client, address), 20)
            yield address
        finally:
            running.kill()
            running.communicate()


def answers(client: httpx.Client, address: str) -> bool:
    try:
        return client.get(f"{address}api/about").status_code == 200
    except httpx.HTTPError:
        return False


@pytest.fixture
def port() -> int:
    with listen("127.0.0.1", 0) as free:
        return int(free.getsockname()[1])


def test_a_page_outlives_its_server(open_page: OpenPage, port: int) -> None:
    tour = tour_of("3x4")
    with process(port) as address:
        page = open_page("#play/3x4", address=address, noisy=True)
        square(page, tour[0]).click()
        press(page, "Can it still")
        says(page, "can still be finished")
    for name in tour[1:]:
        square(page, name).click()
    says(page, "you won! The server does not answer, so only this page has checked the tour.")
    press(page, "Undo")
    for button in ("Can it still", "Compare", "Suggest", "Give up"):
        press(page, button)
        says(page, "The server does not answer")
    page.get_by_role("link", name="Explore").click()
    sorry = page.get_by_role("main").get_by_text("This part of the page did not load")
    expect(sorry).to_be_visible()
    with process(port):
        press(page, "Try again")
        expect(sorry).to_have_count(0)
        page.get_by_role("link", name="Play").click()
        press(page, "Can it still")
        says(page, "can still be finished")
        square(page, tour[-1]).click()
        says(page, "you won! Valid")


def test_help_is_accessible(open_page: OpenPage, axe: Check) -> None:
    page = open_page("#play/5x5")

    def both() -> None:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            axe(page)

    type_moves(page, "a1 b3 c5 d3")
    page.get_by_text("Another board").click()
    page.get_by_text("Rules and keys").click()
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
