"""What the tests of the laboratory and of the lesson share."""

import re

from playwright.sync_api import Page, expect

from .playing import Words, says


def press(page: Page, name: Words, reply: Words = "", times: int = 1) -> None:
    button = page.get_by_role("button", name=name, exact=True)
    button.click()
    if times > 1:
        button.evaluate("(one, times) => { while (times--) one.click(); }", times - 1)
    if reply:
        says(page, reply)


def go(page: Page, where: str) -> None:
    """Change the address, as a link does."""
    page.evaluate("(where) => { location.hash = where; }", where)


def turn_to(page: Page, number: int) -> None:
    """Go to a page of the lesson, and wait until it is there."""
    go(page, f"#learn/lesson/{number}")
    expect(page.get_by_text(re.compile(f"^Page {number} "))).to_be_visible()
