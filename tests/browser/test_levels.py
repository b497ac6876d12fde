"""Levels, the board of the day, and what is recorded of both."""

import re

import pytest
from playwright.sync_api import Page, expect

from caballero import Found, solve
from caballero.web.tasks import problem_of
from seldom import mostly_nightly

from .conftest import OpenPage
from .playing import press, says, speak, type_moves

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


def test_every_level_has_a_tour(page: Page) -> None:
    requests = page.evaluate(REQUESTS)
    assert len(requests) >= 40 + 7
    for request in requests:
        assert isinstance(solve(problem_of(request)), Found), request


@pytest.mark.parametrize(
    "window", mostly_nightly([(1366, 768), (1920, 1080), (360, 640), (844, 390)], 2)
)
def test_board_and_message_are_in_sight_after_a_choice(
    open_page: OpenPage, window: tuple[int, int]
) -> None:
    page = open_page("#play/8x8", viewport={"width": window[0], "height": window[1]})
    page.get_by_role("link", name="Levels").click()  # a sheet on a phone
    page.locator(".levels .gallery button").nth(2).click()
    expect(page).to_have_url(re.compile("#play/5x5"))
    for part in (".message", ".table .board"):
        page.wait_for_function(
            """part => {
              const { top, bottom } = document.querySelector(part).getBoundingClientRect();
              return top >= 0 && bottom <= innerHeight;
            }""",
            arg=part,
        )


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
    press(page, "Board of the day", "The board of the day, 25 November 2026.")
    expect(page.get_by_role("heading", level=2).first).to_have_text(
        "Open king’s tour on a 7 × 7 board with holes, 34 squares"
    )
    tour = page.evaluate(TODAY)
    type_moves(page, " ".join(tour.split()[:9]))
    press(page, "Board of the day")  # it goes on where it was
    expect(page.get_by_text("Moves made: 8")).to_be_visible()
    type_moves(page, " ".join(tour.split()[9:]), "you won! Valid")
    expect(page.locator(".levels")).to_contain_text(
        "25 November 2026: ✓ done · without help · no move taken back. Boards of a day done: 1."
    )
    page.goto(f"{site}static/icon.svg")
    page.goto(f"{site}#play/day")
    says(page, "you won!")
    expect(page).to_have_url(re.compile(r"#play/7x7\.pking\.h"))
    speak(page, "es")
    expect(page.locator(".levels")).to_contain_text("25 de noviembre de 2026: ✓ hecho")


def test_play_begins_with_the_first_level(open_page: OpenPage) -> None:
    """With the piece on its square, and with no game that was begun."""
    page = open_page("#play")
    says(page, "The knight is on a1: choose where it goes.")
    expect(page.locator(".levels [aria-current=true]")).to_contain_text("3 × 4, from a1")
    expect(page.locator(".kept .open")).to_have_count(0)
    page.get_by_role("link", name="Storm", exact=True).click()
    expect(page.locator("main")).to_have_class("storm")
