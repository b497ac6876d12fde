"""What the tests of the game share."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
from playwright.sync_api import Locator, Page, expect

from caballero import Found, Problem, solve
from web.served import wait_until

Check = Callable[[Page], None]


def square(page: Page, name: str, within: str = ".table") -> Locator:
    # (by role and name it would be slower, for 400 of them)
    named = f'[role=gridcell]:is([aria-label="{name}"], [aria-label^="{name},"])'
    return page.locator(f"{within} {named}")


def says(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator(".message")).to_contain_text(words)


def tour_of(text: str, **more: object) -> list[str]:
    problem = Problem(text, **more)  # type: ignore[arg-type]
    outcome = solve(problem)
    assert isinstance(outcome, Found)
    return [problem.place_name(place) for place in outcome.tour.squares]


def type_moves(page: Page, moves: str) -> None:
    page.get_by_label(re.compile("^(Moves|Movimientos), ")).fill(moves)
    page.keyboard.press("Enter")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


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
    hidden = page.evaluate("innerWidth <= 672")
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
