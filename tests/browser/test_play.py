"""The game: won by mouse, keyboard and touch, and helped."""

import re

import pytest
from playwright.sync_api import expect

from caballero import Problem, find_longest

from .conftest import OpenPage
from .playing import (
    Check,
    arrows,
    further,
    press,
    says,
    speak,
    square,
    tab_to,
    touch,
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
    expect(page.get_by_text("Left: 0")).to_be_visible()


def test_a_game_is_won_by_keyboard(open_page: OpenPage) -> None:
    """From the front door on."""
    page = open_page("")
    tab_to(page, page.locator(".tile", has_text="Win in four moves"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="3 × 4")).to_be_visible()
    tab_to(page, page.locator(".table .squares"))
    expect(square(page, "d3")).to_be_focused()
    for i, name in enumerate(("b2", "d1", "c3", "a2")):
        arrows(page, name)
        page.keyboard.press(["Enter", "Space"][i % 2])
    says(page, "you won!")


def test_the_piece_can_be_dragged(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    square(page, "a1").click()
    square(page, "a1").drag_to(square(page, "b3"))
    says(page, "b3 is number 2; 23 left.")
    square(page, "b3").drag_to(square(page, "b4"))
    says(page, "From b3, no move of the knight leads to b4.")
    touch(page, "a1", "a1 has already been visited, as number 1")
    square(page, "b3").drag_to(square(page, "b4"))
    # What begins elsewhere than on the piece is no drag.
    square(page, "e5").drag_to(square(page, "d5"))
    says(page, "From b3, no move of the knight leads to b4.")


def test_by_touch(open_page: OpenPage) -> None:
    """Touched, and dragged by a finger."""
    page = open_page("#play/3x4", has_touch=True, viewport={"width": 320, "height": 640})
    tour = tour_of("3x4")
    for name in tour[:-1]:
        square(page, name).tap()
    finger = page.context.new_cdp_session(page)
    middles = []
    for name in tour[-2:]:
        box = square(page, name).bounding_box()
        assert box
        middles.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    kinds = ["touchStart", "touchMove", "touchMove", "touchEnd"]
    for kind, points in zip(kinds, [middles[:1], middles[1:], middles[1:], []], strict=True):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    says(page, "you won!")


def test_keys(open_page: OpenPage) -> None:
    """Those of the board; and those that work anywhere but in text."""
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
    page.goto(page.url.replace("12x12", "5x5").partition("/c3")[0])
    type_moves(page, "a1 b3 c5")
    expect(page.get_by_text("Moves made: 2")).to_be_visible()
    square(page, "c5").focus()
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


# -- moves -----------------------------------------------------------------------------------------


def test_what_is_typed(open_page: OpenPage) -> None:
    """What cannot be done is explained, and leaves the game as it is."""
    page = open_page("#play/5x5/a1.")
    expect(page.locator(".target")).to_have_count(2)
    for typed, reply, made in (
        ("what?", "“what?” is not the name of a square", 0),
        (" ", "Write a square first", 0),
        ("c4", "From a1, no move of the knight leads to c4.", 0),
        ("b3 zz", "“zz” is not the name of a square", 1),
    ):
        type_moves(page, typed, reply)
        expect(page.get_by_text(f"Moves made: {made}")).to_be_visible()
    expect(page.locator("#status")).to_contain_text("“zz” is not the name of a square")
    further(page)
    page.get_by_label("Show where").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    expect(square(page, "b3")).to_have_accessible_name(re.compile("the piece"))
    expect(page.locator(".target")).to_have_count(0)


def test_an_end_of_the_game_that_is_no_tour(open_page: OpenPage) -> None:
    page = open_page("#play/3x4")
    type_moves(page, "b2 d1 c3 a2 c1 d3")
    says(page, "No move is left from d3, and 6 squares have not been visited")
    page = open_page("#play/3x4.c")
    type_moves(page, " ".join(tour_of("3x4")))
    says(page, re.compile("Every square is visited, but no move leads from .. back to .."))


def test_undo_and_redo(open_page: OpenPage) -> None:
    page = open_page("#play/5x5.sa1.ee5")
    undo = page.get_by_role("button", name="Undo")
    redo = page.locator(".further button", has_text="Redo")
    expect(square(page, "a1")).to_have_accessible_name("a1, number 1, the piece is here, start")
    expect(square(page, "e5")).to_have_accessible_name("e5, end")
    expect(undo).to_be_disabled()
    type_moves(page, "b3-c5 d3", "3 squares added, up to d3.")
    undo.click()
    undo.click()
    says(page, "Back at b3.")
    expect(square(page, "c5")).to_have_accessible_name("c5, can come next")
    press(page, "Redo")
    says(page, "Forward to c5.")
    square(page, "d3").click()  # what redo would do: the rest can still be done again
    undo.click()
    square(page, "e4").click()
    expect(redo).to_be_disabled()
    press(page, "Restart", "Restarted.")
    expect(undo).to_be_disabled()
    for _ in range(3):
        press(page, "Redo")
    says(page, "Forward to e4.")


# -- help ------------------------------------------------------------------------------------------


def test_three_strengths_of_hints(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    type_moves(page, "a1 b3")
    press(page, "Can it still", "From here the tour can still be finished.")
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
    says(
        page,
        "Try a5. Of the squares from which the tour can be finished, it has the fewest exits (1).",
    )
    name = "a5"
    square(page, name).click()
    says(page, f"{name} is number 3")
    expect(page.locator(".candidate")).to_have_count(0)


def test_a_reason_is_stepped_through_by_keyboard(open_page: OpenPage, axe: Check) -> None:
    page = open_page("#play/5x5")
    type_moves(page, "a1 b3 c5 a4 c3")
    press(page, "Can it still")
    says(page, "From here the tour can no longer be finished.")
    expect(page.locator(".board.lost")).to_be_visible()
    reason = page.get_by_role("region", name="The reason, step by step")
    after = reason.get_by_role("button", name="Next", exact=True)
    before = reason.get_by_role("button", name="Back", exact=True)
    used = page.locator(".lines .used")
    expect(reason).to_contain_text("a5 is the last square. Only one move is left there")
    expect(square(page, "a5")).to_have_accessible_name("a5, x: squares in question")
    expect(square(page, "a5").locator(".letter")).to_have_text("×")
    expect(before).to_be_disabled()
    assert (used.get_attribute("d") or "").count("M") == 1
    after.focus()
    page.keyboard.press("Enter")
    expect(reason).to_contain_text("Conclusion 2 of 6")
    expect(page.locator("#status")).to_contain_text("Conclusion 2 of 6: The tour uses")
    assert (used.get_attribute("d") or "").count("M") == 3  # those before stay
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(reason).to_contain_text("d3 has its two moves")
    assert (page.locator(".lines .out").get_attribute("d") or "").count("M") == 1
    axe(page)
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(reason).to_contain_text("Conclusion 6 of 6: the contradiction")
    expect(after).to_be_disabled()
    expect(before).to_be_focused()
    page.keyboard.press("Enter")
    expect(reason).to_contain_text("Conclusion 5 of 6")
    page.emulate_media(color_scheme="dark")
    axe(page)
    speak(page, "es")
    says(page, "Desde aquí el recorrido ya no se puede terminar. ")
    expect(page.locator(".legend li").first).to_contain_text("casillas en cuestión")
    page.get_by_role("button", name="Volver a donde").click()
    says(page, "De vuelta en a4, número 4")
    expect(page.locator(".mark")).to_have_count(0)
    expect(page.locator(".argument")).to_be_hidden()


def test_a_board_without_any_tour(open_page: OpenPage) -> None:
    """It says how far one gets; and so does a game that is lost."""
    page = open_page("#play/4x4/a1.")
    press(page, "Give up")
    says(page, "This board has no such tour, whatever the first moves are.")
    says(page, "visits 15 of the 16 squares.")
    press(page, "Back to where", "This board has no such tour at all.")
    moves = ["a1", "b3", "d2", "c4", "e5", "d3"]
    page.goto(page.url.partition("#")[0] + "#play/5x5")
    type_moves(page, " ".join(moves))
    press(page, "Give up")
    clues = [(name, number) for number, name in enumerate(moves, start=1)]
    best = find_longest(Problem("5x5", clues=clues))
    assert best.optimal
    assert best.cost < 25
    says(page, f"The longest path that begins like this visits {best.cost} of the 25 squares.")


def test_giving_up(open_page: OpenPage) -> None:
    """The solution is played by the reader's steps, and left; or the game goes on from there."""
    page = open_page("#play/5x5")
    type_moves(page, "a1 b3")
    press(page, "Give up", "A solution from here: play it, or go step by step.")
    player = page.get_by_role("region", name="Solution")
    expect(player.get_by_role("button", name="Play")).to_be_focused()
    for _ in range(3):
        player.get_by_role("button", name="One move forward").click()
    says(page, "is number 5; 20 left.")
    press(page, "One move back", "is number 4; 21 left.")
    page.keyboard.press("Home")
    expect(player).to_contain_text("2 of 25")  # what the reader has done stays
    touch(page, "e5", "A solution is being shown")
    press(page, "Back to my game", "Back at b3.")
    press(page, "Give up")
    press(page, "To the end", "That was the solution.")
    press(page, "Play on from here")
    says(page, "Every square is visited; those after number 2 were shown. Valid: an open tour")
    won = page.get_by_role("region", name="The tour is complete")
    expect(won).to_contain_text("The solution was shown: play it again to finish it yourself.")
    expect(page.locator(".levels")).to_contain_text("Done: 0 of 54.")
    page.reload()
    says(page, "those after number 2 were shown.")
    for _ in range(23):
        page.keyboard.press("u")
    expect(won).to_be_hidden()


def test_a_solution_runs_by_itself_where_motion_is_welcome(open_page: OpenPage) -> None:
    page = open_page("#play/5x5/a1.", reduced_motion="no-preference", alone=True)
    expect(page.get_by_role("button", name="Undo")).to_be_visible()  # no file comes too late
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
    expect(page.locator(".message")).to_have_text("That was the solution.")


# -- after the end ---------------------------------------------------------------------------------


def test_a_win_has_what_comes_after(open_page: OpenPage, axe: Check) -> None:
    """A level is done, with its goals and its time; a picture, a replay, the next one."""
    page = open_page("#play/5x5")
    won = page.get_by_role("region", name="The tour is complete")
    levels = page.locator(".levels")
    expect(levels).to_contain_text("Done: 0 of 54. Without help: 0. No move taken back: 0.")
    further(page)
    page.get_by_label("Show the time").check()
    page.keyboard.press("Escape")
    tour = tour_of("5x5")
    type_moves(page, " ".join(tour[:3]))
    press(page, "Suggest a move", re.compile("fewest exits|the only square|nowhere else"))
    type_moves(page, " ".join(tour[3:]))
    expect(won).to_contain_text(re.compile(r"with help\. No move taken back\. Time: 0:\d\d\."))
    level = levels.locator("[aria-current=true]")
    expect(level).to_contain_text("✓ done, no move taken back")
    expect(level.locator(".missed")).to_have_count(1)
    press(page, "Restart")
    type_moves(page, " ".join(tour[:20]))
    expect(won).to_be_hidden()
    press(page, "Undo")
    type_moves(page, " ".join(tour[19:]), "you won! Valid")
    expect(won).to_contain_text("Finished without help. Moves taken back: 1.")
    # Of each goal the best is kept.
    expect(levels).to_contain_text("Done: 1 of 54. Without help: 1. No move taken back: 1.")
    expect(level).to_contain_text(re.compile(r"0:\d\d"))
    for name in ("Can it still", "Compare", "Suggest", "Give up"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    axe(page)
    with page.expect_download() as download:
        press(page, "Save a picture")
    assert download.value.suggested_filename == "caballero-5x5.svg"
    assert download.value.path().read_bytes().startswith(b"<svg")
    press(page, "Replay")
    player = page.get_by_role("region", name="Your tour")
    expect(player).to_contain_text("1 of 25")
    expect(page.get_by_role("button", name="Play on from here")).to_be_hidden()
    player.get_by_role("button", name="To the end").click()
    says(page, "That was your tour.")
    press(page, "Back to my game")
    explore = won.get_by_role("link", name="About this tour")
    expect(explore).to_have_attribute("href", re.compile(r"^#look/5x5/[a-e][1-5]\.[\w-]+&about$"))
    press(page, "Next: 6 × 6")
    expect(page.get_by_role("heading", level=2).first).to_contain_text("6 × 6 board")
    expect(page.locator(".table [role=gridcell]:focus")).to_have_count(1)
    page.reload()
    expect(levels).to_contain_text("Done: 1 of 54.")
    page.go_back()
    says(page, "you won!")
    explore.click()
    expect(page.locator("figcaption")).to_contain_text("Open tour of the knight, 5 × 5, 25 squares")
