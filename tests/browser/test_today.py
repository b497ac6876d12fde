"""Today: the puzzle of the day, the others beside it, the days, and a result to send."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import OpenPage
from .playing import press, says, speak, square

pytestmark = pytest.mark.slow

SOLVE = """async (rest) => {
  const { dailyOf } = await import("/static/today/daily.js");
  const { squareName } = await import("/static/board/geometry.js");
  const { problem, tour, given } = dailyOf(...rest.split("/"));
  return tour.map((square, i) => [squareName(square, problem.rows), i + 1, given[i]]);
}"""


@pytest.fixture
def door(open_page: OpenPage) -> Page:
    """The front door on a Friday, and no midnight comes."""
    page = open_page(
        "static/icon.svg", permissions=["clipboard-read", "clipboard-write"], alone=True
    )
    page.clock.set_fixed_time("2026-11-27T12:00:00Z")
    page.goto(page.url.replace("static/icon.svg", ""))
    return page


def solve(page: Page, rest: str) -> None:
    """Write the numbers that are missing."""
    for name, number, given in page.evaluate(SOLVE, rest):
        if not given:
            square(page, name).focus()
            page.keyboard.type(str(number))
            if page.locator(".typing").count():
                page.keyboard.press("Enter")


def test_the_puzzle_of_the_day_is_solved_and_sent(door: Page, axe: Callable[[Page], None]) -> None:
    """One puzzle keeps the day; the text carries its address, which opens it on another device."""
    expect(door.get_by_role("heading", name="Hidato of the day")).to_be_visible()
    expect(door.locator(".about")).to_have_text("27 Nov · medium")
    expect(door.locator(".what")).to_contain_text("visit every square once")
    expect(door.locator(".week")).to_contain_text("One finished puzzle keeps the day.")
    expect(door.locator(".tile")).to_have_count(8)
    axe(door)
    solve(door, "2026-11-27/hidato")
    says(door, re.compile(r"You did it: 36 squares in \d+:\d\d, without a hint. ♞♞♞"))
    expect(door.locator(".glory path")).to_have_count(35)
    expect(door.locator(".week")).to_contain_text("1 day in a row")
    expect(door.locator(".tile").first).to_contain_text("Tour of the day")
    press(door, "Share", "Copied")
    shared = door.evaluate("navigator.clipboard.readText()")
    text = r"Caballero · Hidato of the day · 27 Nov · medium · \d+:\d\d · ♞♞♞ http\S*"
    assert re.fullmatch(text + r"#today/2026-11-27/hidato", shared)
    press(door, "Next: Knight")
    expect(door.get_by_role("heading", name="Knight of the day")).to_be_visible()
    speak(door, "es")
    expect(door.locator(".week")).to_contain_text("1 día seguido")
    door.evaluate("localStorage.clear()")
    door.goto(shared.split()[-1])
    expect(door.get_by_role("heading", name="Hidato of the day")).to_be_visible()
    says(door, "Touch the square where")


def test_a_past_day_is_played_and_what_was_begun_goes_on(door: Page) -> None:
    door.get_by_text("Past days").click()
    door.locator(".calendar .day").nth(7).click()
    expect(door).to_have_url(re.compile("#today/2026-11-20"))
    expect(door.locator(".about")).to_contain_text("20 Nov")
    door.locator(".tile.of-zip").click()
    expect(door.get_by_role("heading", name="Zip of the day")).to_be_visible()
    head, following = door.evaluate(SOLVE, "2026-11-20/zip")[:2]
    expect(square(door, head[0])).to_have_accessible_name(re.compile("waypoint 1"))
    square(door, following[0]).click()
    says(door, "The path goes to")
    door.locator(".tile.of-rikudo").click()
    expect(door.locator(".tile.of-zip")).to_contain_text("Continue")
    door.goto(door.url.partition("#")[0] + "#today/2026-12-24")
    says(door, "This puzzle opens on 24 December 2026.")


def test_the_tour_of_the_day_leads_to_the_wall(door: Page) -> None:
    door.goto(door.url.partition("#")[0] + "#look/day")
    links = door.locator(".wall a")
    expect(links.locator("svg")).to_have_count(12)
    expect(links.first).to_have_attribute("aria-current", "true")
    for i in range(7):
        links.nth(i).click()
        expect(links.nth(i)).to_have_attribute("aria-current", "true")
        seen = door.locator(".table .squares")
        expect(seen).to_be_in_viewport(ratio=1)
        expect(seen.locator(".visited")).to_have_count(door.locator(".table .cell").count())
    day = (links.nth(6).get_attribute("href") or "").rpartition("/")[2]
    expect(door).to_have_url(re.compile(f"#look/day/{day}&s=\\w+$"))
    door.reload()
    expect(door.locator(".wall [aria-current]")).to_have_attribute("href", f"#look/day/{day}")
    speak(door, "es")
    expect(door.locator("figcaption")).to_contain_text("Recorrido cerrado")
    press(door, "Buscar un recorrido")
    expect(door.locator(".wall [aria-current]")).to_have_count(0)
