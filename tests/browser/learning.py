"""What the tests of the laboratory and of the lesson share."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .playing import speak


def press(page: Page, name: str, times: int = 1) -> None:
    button = page.get_by_role("button", name=name, exact=True)
    button.click()
    if times > 1:
        button.evaluate("(one, times) => { while (times--) one.click(); }", times - 1)


def go(page: Page, where: str) -> None:
    """Change the address, as a link does."""
    page.evaluate("(where) => { location.hash = where; }", where)


def turn_to(page: Page, number: int, word: str = "Page") -> None:
    """Go to a page of the lesson, and wait until it is there."""
    go(page, f"#learn/lesson/{number}")
    expect(page.get_by_text(re.compile(f"^{word} {number} "))).to_be_visible()


def fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    speak(page, "es")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    speak(page, "en")
    page.set_viewport_size({"width": 1280, "height": 900})
