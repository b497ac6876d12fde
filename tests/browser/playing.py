"""What the tests of the game share."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from caballero import Found, Problem, solve

Check = Callable[[Page], None]
Words = str | re.Pattern[str]


def square(page: Page, name: str, within: str = ".table") -> Locator:
    # (by role and name it would be slower, for 400 of them)
    named = f'[role=gridcell]:is([aria-label="{name}"], [aria-label^="{name},"])'
    return page.locator(f"{within} {named}")


def says(page: Page, words: Words) -> None:
    expect(page.locator(".message")).to_contain_text(words)


def tour_of(text: str, **more: object) -> list[str]:
    problem = Problem(text, **more)  # type: ignore[arg-type]
    outcome = solve(problem)
    assert isinstance(outcome, Found)
    return [problem.place_name(place) for place in outcome.tour.squares]


def type_moves(page: Page, moves: str, reply: Words = "") -> None:
    further(page)
    page.get_by_label(re.compile("^(Moves|Movimientos), ")).fill(moves)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    says(page, reply)


def touch(page: Page, name: str, reply: Words) -> None:
    square(page, name).click()
    says(page, reply)


FURTHER = ("Redo", "Restart", "Give up", "Link to this position", "Rehacer", "Enlace a esta")


def press(page: Page, name: str, reply: Words = "") -> None:
    if name.startswith(FURTHER):
        further(page)
    page.get_by_role("button", name=name).click()
    if reply:
        says(page, reply)


def further(page: Page, name: Words = "") -> None:
    """Open the further tools, and press one of them."""
    page.locator(".actions > [data-further]").click()
    if name:
        page.locator(".further").get_by_role("button", name=name).click()


def tab_to(page: Page, wanted: Locator) -> None:
    """Go on with the keyboard until an element has the focus."""
    expect(wanted).to_be_visible()
    for _ in range(100):
        if wanted.evaluate("one => one.contains(document.activeElement)"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {wanted}")


def arrows(page: Page, name: str) -> None:
    """Go from the square with the focus to another one."""
    here = page.locator("[role=gridcell]:focus").get_attribute("aria-label")
    assert here
    for sign, (key, back) in ((0, ("ArrowRight", "ArrowLeft")), (1, ("ArrowUp", "ArrowDown"))):
        by = ord(name[sign]) - ord(here[sign])
        for _ in range(abs(by)):
            page.keyboard.press(key if by > 0 else back)
    expect(square(page, name)).to_be_focused()


def speak(page: Page, language: str) -> None:
    """Choose a language; on a narrow page it is behind a button."""
    chooser = page.locator("#language")
    hidden = page.locator("#display #language").count() > 0
    if hidden:
        page.locator("#display").evaluate("box => box.showPopover()")
    chooser.select_option(language)
    if hidden:
        page.locator("#display").evaluate("box => box.hidePopover()")


def kept(page: Page) -> Locator:
    return page.locator(".kept .open")


def choose(page: Page, preset: str) -> None:
    page.locator(".another:not([open]) > summary").click()
    page.locator(".another").get_by_role("button", name=preset, exact=True).click()
    press(page, "Play on this board")
