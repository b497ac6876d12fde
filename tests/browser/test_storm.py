"""Storm: three minutes of positions, by keyboard, mouse and swipe; reasons; the result."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import OpenPage
from .playing import Check, press, says, speak

pytestmark = pytest.mark.slow

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

SWIPE = """(table, across) => {
  for (const [kind, clientX] of [["pointerdown", 200], ["pointerup", 200 + across]]) {
    table.dispatchEvent(new PointerEvent(kind, { clientX, clientY: 200 }));
  }
}"""


def deal(page: Page, *, finishable: bool) -> None:
    """From now on the positions can all be finished, or none."""
    page.evaluate(f"() => {{ Math.random = () => {0 if finishable else 0.9} }}")


def test_three_minutes(open_page: OpenPage, axe: Check) -> None:
    page = open_page("#storm", alone=True, permissions=["clipboard-read", "clipboard-write"])
    page.clock.install()
    counts = page.locator(".counts")
    deal(page, finishable=True)
    expect(page.get_by_text("Half of them can.")).to_be_visible()
    press(page, "Start")
    expect(page.get_by_text("Can this tour still be finished?")).to_be_visible()
    expect(page.locator(".squares")).to_have_attribute(
        "aria-label", re.compile(r"^The knight is at \w\d, number \d+ of 25\. Left: ")
    )
    axe(page)
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    press(page, "Yes")
    expect(counts).to_contain_text("Points: 3Level 2 of 7")
    page.locator(".table").evaluate(SWIPE, -90)  # a swipe to the left: no
    says(page, "Wrong. It can be finished. This is one way:")
    expect(page.locator(".message")).to_have_class("message bad")
    expect(page.locator(".visited")).to_have_count(30)
    expect(counts).to_contain_text("Points: 2")
    deal(page, finishable=False)
    page.keyboard.press("Enter")  # "Continue" has the focus
    page.keyboard.press("y")
    says(page, "From here the tour can no longer be finished.")
    expect(page.locator(".mark").first).to_be_visible()
    before = counts.inner_text()
    page.clock.run_for(5000)
    assert counts.inner_text() == before  # the clock stands while a reason is shown
    speak(page, "es")
    says(page, "Desde aquí")
    speak(page, "en")
    press(page, "Continue")
    page.evaluate(HIDE, True)
    says(page, "Paused.")
    expect(page.locator(".visited")).to_have_count(0)
    page.evaluate(HIDE, False)
    press(page, "Continue")
    page.keyboard.press("n")
    page.clock.run_for(181_000)
    says(page, "Time is up. Points: 2. Right answers: 4. Wrong answers: 2. Your best so far.")
    axe(page)
    press(page, "Review mistakes: 2", "Mistake 1 of 2: you said no. It can be finished.")
    press(page, "Next mistake", "Mistake 2 of 2: you said yes. From here")
    expect(page.get_by_role("button", name="Next mistake")).to_be_hidden()
    expect(page.get_by_role("link", name="Play this position")).to_have_attribute(
        "href", re.compile(r"^#play/5x6/[a-e]\d\.")
    )
    press(page, "Share")
    expect(page.get_by_text("Copied")).to_be_visible()
    shared = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"Caballero · Storm · 2 · ✓✓✓✗✗✓ http\S+#storm", shared)
    press(page, "Play again")
    expect(counts).to_contain_text("3:00Points: 0Level 1 of 7")
    page.get_by_role("link", name="Levels").click()
    expect(page.locator(".levels")).to_be_visible()
    page.get_by_role("link", name="Today").click()
    expect(page.locator(".tile.of-storm")).to_contain_text("Your best: 2")


def test_a_reason_goes_step_by_step(open_page: OpenPage) -> None:
    page = open_page("#storm")
    deal(page, finishable=False)
    press(page, "Start")
    for _ in range(9):  # until the level whose reasons have several conclusions
        press(page, "No")
    expect(page.locator(".counts")).to_contain_text("Level 4")
    press(page, "Yes")
    argument = page.locator(".argument")
    expect(argument).to_contain_text("Conclusion 1 of")
    page.keyboard.press("ArrowRight")
    expect(argument).to_contain_text("Conclusion 2 of")
    press(page, "Back")
    expect(argument).to_contain_text("Conclusion 1 of")
