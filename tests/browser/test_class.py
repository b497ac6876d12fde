"""For a class: links to chosen pages of the lesson, and worksheets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import OpenPage

pytestmark = pytest.mark.slow

Axe = Callable[[Page], None]


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def steps(page: Page) -> Locator:
    return page.locator(".steps a")


def test_a_link_for_a_class(open_page: OpenPage, axe: Axe) -> None:
    """What a teacher chooses is what the link opens."""
    page = open_page("#learn/teacher", permissions=["clipboard-read", "clipboard-write"])
    link = page.get_by_label("Link for the class")
    expect(link).to_have_value(re.compile(r"\?lang=en#learn/class/1-3$"))
    for title in ("2 A tour", "3 The naive method"):
        page.get_by_label(title, exact=True).uncheck()
    page.get_by_label("6 Warnsdorff's rule").check()
    page.get_by_label("Board of pages 1 and 6").select_option("8 × 8")
    page.get_by_label("Language of the link").select_option("Español")
    page.get_by_label("In order").check()
    page.get_by_label("Each page has a button").check()
    expect(link).to_have_value(re.compile(r"\?lang=es#learn/class/1,6\.8x8\.ordered\.answers$"))
    press(page, "Copy the link")
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link.input_value()
    axe(page)
    for title in ("1 The knight's move", "6 Warnsdorff's rule"):
        page.get_by_label(title, exact=True).uncheck()
    expect(page.get_by_text("Choose at least one page.")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the link")).to_be_disabled()
    pupil = open_page("?lang=es#learn/class/1,6.8x8.ordered.answers")
    expect(pupil.get_by_text("Su clase: páginas 1, 6 Resuélvanse en este orden.")).to_be_visible()
    expect(pupil.get_by_role("grid").locator(".cell")).to_have_count(64)


def test_pages_in_order(open_page: OpenPage, axe: Axe) -> None:
    """A page opens when those before are solved; the certificate names the pages."""
    page = open_page("#learn/class/3,8.ordered.answers/8")
    expect(page.get_by_role("heading", name="The naive method")).to_be_visible()
    expect(page).to_have_url(re.compile(r"#learn/class/3,8\.ordered\.answers/3$"))
    expect(steps(page)).to_have_text(["3", "8"])
    expect(steps(page).nth(1)).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    page.get_by_text("Show the answer").click()
    expect(page.get_by_text("the numbers of moves are multiplied")).to_be_visible()
    axe(page)
    page.get_by_label("10⁴⁸").check()
    press(page, "Check")
    press(page, "Next")
    expect(page.get_by_role("heading", name="Colours, and closed tours")).to_be_focused()
    page.get_by_label("Colour of the corners").fill("13")
    page.get_by_label("The other colour").fill("12")
    press(page, "Check")
    page.get_by_label("6×6").check()
    page.get_by_label("3×10").check()
    page.get_by_role("button", name="Check").last.click()
    certificate = page.locator(".certificate")
    expect(certificate).to_contain_text("The naive method; Colours, and closed tours.")
    # It is kept, apart from the lesson, until it is begun again or the class has another link.
    page.reload()
    expect(steps(page)).to_have_text(["3 ✓", "8 ✓"])
    assert page.evaluate("localStorage.getItem('caballero.lesson')") is None
    press(page, "Start again")
    expect(steps(page)).to_have_text(["3", "8"])
    expect(certificate).to_have_count(0)
    page.get_by_role("link", name="The whole lesson").click()
    expect(steps(page)).to_have_count(10)
    page.go_back()
    expect(steps(page)).to_have_count(2)


def test_a_class_with_another_link(open_page: OpenPage) -> None:
    page = open_page("#learn/class/3")
    page.get_by_label("10⁴⁸").check()
    press(page, "Check")
    expect(steps(page)).to_have_text(["3 ✓"])
    stored = json.loads(page.evaluate("localStorage.getItem('caballero.class')"))
    assert stored == {"plan": "3", "page": 3, "solved": [3]}
    page.evaluate("location.hash = '#learn/class/3-4'")
    expect(steps(page)).to_have_text(["3", "4"])
    expect(page.get_by_text("Your class: pages 3, 4")).to_be_visible()


@pytest.mark.parametrize("text", ["", "/", "/0", "/5-3", "/1-11", "/1.9x9", "/x.answers", "/%00"])
def test_a_bad_link_of_a_class_says_so(open_page: OpenPage, text: str) -> None:
    page = open_page(f"#learn/class{text}")
    sorry = page.locator("#view").get_by_text("This link does not lead to pages of the lesson")
    expect(sorry).to_be_visible()
    page.locator("#language").select_option("es")
    expect(page.locator("#view")).to_contain_text("Este enlace no lleva a páginas de la lección")
    page.get_by_role("link", name="La lección completa").click()
    expect(steps(page)).to_have_count(10)


@pytest.mark.parametrize("where", ["#learn/teacher", "#learn/class/1-10.ordered.answers"])
def test_on_a_small_phone(open_page: OpenPage, axe: Axe, where: str) -> None:
    page = open_page(where, viewport={"width": 320, "height": 640}, color_scheme="dark")
    page.locator("#language").select_option("es")
    expect(page.locator(".panel").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    axe(page)
