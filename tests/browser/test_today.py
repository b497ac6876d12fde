"""The front door: a first win, the boards of today, what was begun."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import OpenPage
from .playing import press, speak, square


@pytest.fixture
def door(open_page: OpenPage) -> Page:
    return open_page("", permissions=["clipboard-read", "clipboard-write"])


def test_the_first_visit_is_won_in_four_moves(door: Page, axe: Callable[[Page], None]) -> None:
    message = door.locator(".first-visit .message")
    expect(message).to_contain_text("an L")
    axe(door)
    square(door, "a1").click()
    expect(message).to_contain_text("does not reach a1")
    for name, text in [("b2", "3 squares"), ("d1", "2 squares"), ("c3", "One square")]:
        square(door, name).click()
        expect(message).to_contain_text(text)
    square(door, "a2").click()
    expect(message).to_contain_text("a knight’s tour")
    expect(door.locator(".glory path")).to_have_count(11)
    door.get_by_role("link", name="5 × 5, from the corner").click()
    expect(door.get_by_role("heading", name="5 × 5")).to_be_visible()
    expect(door.locator(".counts")).to_contain_text("24")


def test_a_day_is_done_and_shared_and_what_was_begun_goes_on(door: Page) -> None:
    record = {"alone": True, "back": 0, "seconds": 65}
    door.evaluate(
        """record => {
          const date = new Date().toISOString().slice(0, 10);
          localStorage.setItem("caballero.levels", JSON.stringify({[date]: record, "5x5": record}));
        }""",
        record,
    )
    door.reload()
    expect(door.locator(".first-visit")).to_have_count(0)
    expect(door.locator(".card", has_text="Board of the day")).to_contain_text("♞♞♞ Done in 1:05")
    expect(door.locator(".week")).to_contain_text("1 day in a row")
    expect(door.locator(".card", has_text="Next level: First")).to_contain_text(
        "Open knight’s tour on a 3 × 4 board, from a1"
    )
    press(door, "Share")
    expect(door.locator(".told")).to_contain_text("Copied")
    shared = door.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"Caballero · \d+ \w+ · \d+×\d+ · 1:05 · ♞♞♞", shared)
    speak(door, "es")
    expect(door.locator(".week")).to_contain_text("1 día seguido")


def test_the_puzzle_of_the_day_is_begun_and_goes_on(door: Page) -> None:
    card = door.locator(".card", has_text="Puzzle of the day")
    card.get_by_text("Play").click()
    expect(door.locator(".puzzles .message")).to_contain_text("A new puzzle")
    expect(door.locator(".given")).not_to_have_count(0)
    given = set(door.locator(".given").all_inner_texts())
    door.locator(".cell:not(.given):not(.hole)").first.click()
    door.keyboard.type(next(text for n in range(1, 99) if (text := str(n)) not in given))
    door.keyboard.press("Enter")
    door.get_by_role("link", name="Today").click()
    expect(card.get_by_text("Continue")).to_be_visible()
    expect(door.locator(".card", has_text="What you began")).to_have_count(0)


def test_the_tour_of_the_day_leads_to_the_wall(door: Page) -> None:
    door.locator(".card", has_text="Tour of the day").get_by_role("link").click()
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
