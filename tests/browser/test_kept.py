"""Games that are kept, links, and a page that outlives its server."""

import re

import pytest
from playwright.sync_api import expect

from web.served import running

from .conftest import OpenPage
from .playing import Check, choose, kept, press, says, speak, square, type_moves

pytestmark = pytest.mark.slow


# -- what is kept ----------------------------------------------------------------------------------


def test_the_game_is_saved(open_page: OpenPage) -> None:
    page = open_page()
    type_moves(page, "b1 c3")
    square(page, "d5").click()
    expect(page).to_have_url(re.compile(r"#play/8x8/b1\.\w\w$"))
    address = page.url
    page.reload()
    expect(square(page, "d5")).to_have_accessible_name("d5, number 3, the piece is here")
    says(page, "The position is restored.")
    press(page, "Undo")
    page.reload()
    press(page, "Redo")
    page.goto("about:blank")
    page.goto(address.partition("#")[0] + "#play")  # without a fragment: the store remembers
    expect(square(page, "d5")).to_have_accessible_name("d5, number 3, the piece is here")
    other = open_page(address[address.index("#") :])  # another reader
    expect(square(other, "d5")).to_have_accessible_name("d5, number 3, the piece is here")
    for none in ("nonsense", "8x8.v9.unknown/a1"):
        other.goto(address.partition("#")[0] + f"#play/{none}")
        says(other, "This link does not lead to a position")
    expect(square(other, "d5")).to_have_accessible_name("d5, number 3, the piece is here")


LINK = "#play/6x6.c.t.pzebra/a1.AE"
"""A closed tour of the zebra on a torus, begun."""

ZEBRA = "Board 6 × 6, zebra, closed tour; torus: all opposite edges meet"


def test_a_link_shows_a_guest(open_page: OpenPage, site: str) -> None:
    """One's own game is one click away; by a move the guest becomes a game of one's own."""
    page = open_page()
    type_moves(page, "b1 c3 d5")
    own = square(page, "d5")
    page.goto(site + "static/icon.svg")
    page.goto(site + LINK)
    says(page, "The position of the link. Your own games are kept")
    grid = page.locator(".table").get_by_role("grid")
    expect(grid).to_have_accessible_name(ZEBRA)
    page.get_by_text("Your games").click()
    expect(kept(page)).to_have_count(1)
    press(page, "To my own game")
    expect(own).to_have_accessible_name("d5, number 3, the piece is here")
    page.go_back()
    expect(grid).to_have_accessible_name(ZEBRA)
    page.locator(".table .target").first.click()
    expect(page.get_by_role("button", name="To my own game")).to_be_hidden()
    expect(kept(page)).to_contain_text("8 × 8, knight, open tour. Visited: 3 of 64.")
    kept(page).click()
    expect(own).to_have_accessible_name("d5, number 3, the piece is here")
    expect(kept(page)).to_contain_text(re.compile(r"torus, zebra, closed tour\. Visited: \d"))


def test_a_game_that_is_deleted_is_put_back(open_page: OpenPage, axe: Check) -> None:
    page = open_page()
    for preset, moves in (("5 × 5", "a1 b3"), ("6 × 6", "a1 b3 c5"), ("8 × 8", "a1")):
        choose(page, preset)
        type_moves(page, moves)
    page.get_by_text("Your games").click()
    expect(kept(page)).to_have_count(2)
    last = kept(page).last
    expect(last).to_contain_text(re.compile(r"5\s×\s5, .* Visited: 2 of 25.*\d{4}, \d\d:\d\d$"))
    expect(last.locator("svg .line")).to_have_attribute("d", "M0.5 4.5L1.5 2.5")
    last.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".dropped")).to_contain_text("Deleted: 5 × 5")
    expect(page.get_by_role("button", name="Put it back")).to_be_focused()
    axe(page)
    page.keyboard.press("Enter")
    expect(kept(page)).to_have_count(2)
    kept(page).last.press("Enter")
    says(page, "The position is restored.")
    expect(square(page, "b3")).to_have_accessible_name("b3, number 2, the piece is here")


def test_two_tabs_do_not_overwrite_each_other(open_page: OpenPage, site: str) -> None:
    page = open_page(alone=True)
    type_moves(page, "a1 b3")
    other = page.context.new_page()
    other.goto(f"{site}#play")
    says(other, "The position is restored.")
    type_moves(other, "c5 d3 e5")
    expect(other.get_by_text("Moves made: 4")).to_be_visible()
    type_moves(page, "c1")
    expect(page.get_by_text("Moves made: 2")).to_be_visible()
    page.get_by_text("Your games").click()
    expect(kept(page)).to_have_count(1)
    expect(kept(page)).to_contain_text("Visited: 5 of 64.")
    type_moves(other, "f3")
    other.get_by_text("Your games").click()
    expect(kept(other)).to_have_count(1)
    expect(kept(other)).to_contain_text("Visited: 3 of 64.")


def test_a_link_carries_its_language(open_page: OpenPage, site: str) -> None:
    page = open_page("#play/6x6.c.t/a1.", locale="es-CL")
    press(page, "Enlace a esta posición")
    link = page.get_by_label("Enlace", exact=True)
    expect(link).to_have_value(re.compile(rf"^{site}\?lang=es#play/6x6\.v1\w\w\.c\.t/a1\.g$"))
    expect(link).to_be_focused()
    other = open_page()
    speak(other, "en")  # the reader's own choice
    for where, language in ((link.input_value(), "es"), (f"{site}#play", "en")):
        other.goto(where)
        expect(other.locator("html")).to_have_attribute("lang", language)


def test_a_link_has_an_address_for_others(open_page: OpenPage) -> None:
    with running(addresses=["http://10.0.0.7:8864/"]) as server:
        page = open_page("#play/5x5/a1.", address=server.address)
        press(page, "Link to this position")
        link = page.get_by_label("Link", exact=True)
        value = re.compile(r"^http://10\.0\.0\.7:8864/\?lang=en#play/5x5\.v1\w\w/a1\.g$")
        expect(link).to_have_value(value)


REFUSING = {
    "private": "Object.defineProperty(window, 'localStorage', { get() { throw Error() } })",
    "full": "Storage.prototype.setItem = () => { throw Error('QuotaExceededError') }",
}


@pytest.mark.parametrize("refuses", REFUSING)
def test_a_browser_that_keeps_nothing_says_so(open_page: OpenPage, refuses: str) -> None:
    page = open_page("static/icon.svg", alone=True)
    page.add_init_script(REFUSING[refuses])
    page.goto(page.url.replace("static/icon.svg", "#puzzles"))
    page.locator("summary", has_text="Your puzzles").click()
    expect(page.get_by_text("This browser keeps nothing of this page now")).to_be_visible()
    expect(page.get_by_text("that you begin are kept here")).to_have_count(0)
