"""Levels, the board of the day, and what is recorded of both."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from caballero import Found, solve
from caballero.web.tasks import problem_of
from seldom import mostly_nightly

from .conftest import OpenPage
from .playing import Check, press, says, speak, tour_of, type_moves

pytestmark = pytest.mark.slow

REQUESTS = """async () => {
  const { LEVELS } = await import("/static/play/levels.js");
  const { PRESETS } = await import("/static/board/presets.js");
  const { boardOf } = await import("/static/play/day.js");
  const { requestOf } = await import("/static/board/geometry.js");
  const days = ["22", "23", "24", "25", "26", "27", "28"].map((day) => boardOf(`2026-11-${day}`));
  const boards = [...LEVELS, ...PRESETS.map((one) => one[2]), ...days.map((one) => one.problem)];
  return boards.map(requestOf);
}"""


def solved(request: dict[str, Any]) -> object:
    return solve(problem_of(request))


NAMES = """async () => {
  const { WORLDS } = await import("/static/play/levels.js");
  const { levelName, titleOf } = await import("/static/play/names.js");
  const names = WORLDS.map(({ levels }) => levels.map(levelName));
  return [names, WORLDS.map(({ levels }) => levels.map(titleOf))].map((list) => list.flat());
}"""


def level(page: Page, name: str) -> Locator:
    return page.locator(".levels .gallery").get_by_role(
        "button", name=re.compile(rf"^{re.escape(name)}( \d+:\d\d)?( ✓|\s*$)")
    )


def test_every_level_has_a_tour(page: Page) -> None:
    requests = page.evaluate(REQUESTS)
    assert len(requests) >= 40 + 7
    for request in requests:
        assert isinstance(solved(request), Found), request


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_two_levels_have_the_same_name_or_title(open_page: OpenPage, language: str) -> None:
    page = open_page()
    speak(page, language)
    for names in page.evaluate(NAMES):
        assert len({*names}) == len(names) >= 40
        assert not [name for name in names if "undefined" in name]


@pytest.mark.nightly
def test_levels_are_played_one_after_the_other(open_page: OpenPage, axe: Check) -> None:
    page = open_page()
    levels = page.locator(".levels")
    expect(levels).to_contain_text("Done: 0 of 54. Without help: 0. No move taken back: 0.")
    expect(levels.get_by_label("World", exact=True)).to_have_value("first")
    level(page, "5 × 5").click()
    says(page, "A new board.")
    expect(level(page, "5 × 5")).to_have_attribute("aria-current", "true")
    tour = tour_of("5x5")
    type_moves(page, " ".join(tour[:3]))
    press(page, "Can it still")
    says(page, "can still be finished")
    type_moves(page, " ".join(tour[3:]))
    says(page, "you won!")
    expect(levels).to_contain_text("Done: 1 of 54. Without help: 0. No move taken back: 1.")
    expect(level(page, "5 × 5")).to_contain_text("✓ done, no move taken back")
    expect(level(page, "5 × 5").locator(".missed")).to_have_count(1)
    axe(page)
    press(page, "Restart")
    type_moves(page, " ".join(tour[:5]))
    press(page, "Undo")
    type_moves(page, " ".join(tour[4:]))
    says(page, "you won!")
    # Of each goal the best is kept.
    expect(levels).to_contain_text("Done: 1 of 54. Without help: 1. No move taken back: 1.")
    expect(level(page, "5 × 5").locator(".missed")).to_have_count(0)
    page.get_by_label("Show the time").check()
    expect(level(page, "5 × 5")).to_contain_text(re.compile(r"0:\d\d"))
    press(page, "Next: 6 × 6")
    expect(page.get_by_role("heading", level=2).first).to_contain_text("6 × 6 board")
    expect(level(page, "6 × 6")).to_have_attribute("aria-current", "true")
    page.reload()
    expect(levels).to_contain_text("Done: 1 of 54.")
    for _ in range(2):
        press(page, "Previous world")
    expect(level(page, "6 × 6, zebra, torus")).to_be_visible()
    speak(page, "es")
    expect(levels).to_contain_text("Hechos: 1 de 54. Sin ayuda: 1. Sin deshacer: 1.")
    levels.get_by_label("Mundo", exact=True).select_option("Formas · 0/8")
    level(page, "Corazón").click()
    expect(page.get_by_role("heading", level=2).first).to_contain_text("con huecos, 40 casillas")
    expect(level(page, "Corazón")).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize(
    "window", mostly_nightly([(1366, 768), (1920, 1080), (360, 640), (844, 390)], 2)
)
def test_board_and_message_are_in_sight_after_a_choice(
    open_page: OpenPage, window: tuple[int, int]
) -> None:
    page = open_page("#play/8x8", viewport={"width": window[0], "height": window[1]})
    page.locator(".levels .gallery button").nth(2).click()
    expect(page).to_have_url(re.compile("#play/5x5"))
    for part in (page.locator(".message"), page.locator(".table .board")):
        top, bottom = part.evaluate(
            "one => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom]"
        )
        assert top >= 0
        assert bottom <= window[1]


def test_a_shown_solution_finishes_no_level(open_page: OpenPage) -> None:
    page = open_page("#play/5x5/a1.")
    press(page, "Give up")
    press(page, "To the end")
    press(page, "Play on from here")
    says(page, "those after number 1 were shown.")
    expect(page.locator(".levels")).to_contain_text("Done: 0 of 54.")


TODAY = """async () => {
  const { boardOf } = await import("/static/play/day.js");
  const { dateOf } = await import("/static/clock.js");
  const { squareName } = await import("/static/board/geometry.js");
  const { problem, tour } = boardOf(dateOf(new Date()));
  return tour.map((square) => squareName(square, problem.rows)).join(" ");
}"""


def test_the_board_of_the_day(open_page: OpenPage, site: str) -> None:
    page = open_page(alone=True)
    page.clock.set_fixed_time("2026-11-25T12:00:00Z")  # so that midnight does not come
    press(page, "Board of the day")
    says(page, "The board of the day, 25 November 2026.")
    expect(page.get_by_role("heading", level=2).first).to_have_text(
        "Open king’s tour on a 7 × 7 board with holes, 33 squares"
    )
    tour = page.evaluate(TODAY)
    type_moves(page, " ".join(tour.split()[:9]))
    press(page, "Board of the day")  # it goes on where it was
    expect(page.get_by_text("Moves made: 8")).to_be_visible()
    type_moves(page, " ".join(tour.split()[9:]))
    says(page, "you won! Valid")
    expect(page.locator(".levels")).to_contain_text(
        "25 November 2026: ✓ done · without help · no move taken back. Boards of a day done: 1."
    )
    page.goto(f"{site}static/icon.svg")
    page.goto(f"{site}#play/day")
    says(page, "you won!")
    expect(page).to_have_url(re.compile(r"#play/7x7\.pking\.h"))
    speak(page, "es")
    expect(page.locator(".levels")).to_contain_text("25 de noviembre de 2026: ✓ hecho")
