"""Games that are kept, links, and a page that outlives its server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from caballero.web.server import listen
from web.served import running

from .conftest import OpenPage
from .playing import Check, choose, kept, press, process, says, speak, square, tour_of, type_moves

pytestmark = pytest.mark.slow


@pytest.fixture
def port() -> int:
    with listen("127.0.0.1", 0) as free:
        return int(free.getsockname()[1])


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
    page.goto("about:blank")
    page.goto(address.partition("#")[0] + "#play")  # without a fragment: the store remembers
    expect(square(page, "d5")).to_have_accessible_name("d5, number 3, the piece is here")
    other = open_page(address[address.index("#") :])  # another reader
    expect(square(other, "d5")).to_have_accessible_name("d5, number 3, the piece is here")
    other.goto(address.partition("#")[0] + "#play/nonsense")
    says(other, "This link does not lead to a position")
    expect(square(other, "d5")).to_have_accessible_name("d5, number 3, the piece is here")


@pytest.mark.nightly
def test_a_link_is_short(open_page: OpenPage) -> None:
    page = open_page("#play/8x8.c")
    type_moves(page, " ".join(tour_of("8x8", closed=True)))
    says(page, "you won!")
    press(page, "Link to this position")
    link = page.get_by_label("Link", exact=True)
    expect(link).to_be_focused()
    says(page, re.compile("(The link is copied|Copy the link)"))
    text = link.input_value()
    assert re.search(r"#play/8x8\.c/[a-h][1-8]\.[\w-]{32}$", text)
    other = open_page(text[text.index("#") :])
    says(other, "you won!")


LINK = "#play/6x6.c.t.pzebra/a1.EYg"
"""A closed tour of the zebra on a torus, begun."""

ZEBRA = "Board 6 × 6, zebra, closed tour; torus: all opposite edges meet"


def test_a_link_shows_a_guest(open_page: OpenPage, site: str) -> None:
    page = open_page()
    type_moves(page, "b1 c3 d5")
    page.goto(site + "static/icon.svg")
    page.goto(site + LINK)
    says(page, "The position of the link. Your own games are kept")
    grid = page.locator(".table").get_by_role("grid")
    expect(grid).to_have_accessible_name(
        "Board 6 × 6, zebra, closed tour; torus: all opposite edges meet"
    )
    page.get_by_text("Your games").click()
    expect(kept(page)).to_have_count(1)
    # One's own game is one click away, also at the plain address.
    press(page, "To my own game")
    expect(square(page, "d5")).to_have_accessible_name("d5, number 3, the piece is here")
    expect(page.get_by_role("button", name="To my own game")).to_be_hidden()
    page.go_back()
    expect(grid).to_have_accessible_name(
        "Board 6 × 6, zebra, closed tour; torus: all opposite edges meet"
    )
    page.goto(site + "static/icon.svg")
    page.goto(f"{site}#play")
    expect(square(page, "d5")).to_have_accessible_name("d5, number 3, the piece is here")


def test_a_guest_becomes_a_game_by_a_move(open_page: OpenPage, site: str) -> None:
    page = open_page()
    type_moves(page, "b1 c3 d5")
    page.goto(site + LINK)
    says(page, "The position of the link.")
    page.locator(".table .target").first.click()
    expect(page.get_by_role("button", name="To my own game")).to_be_hidden()
    page.get_by_text("Your games").click()
    expect(kept(page)).to_have_count(1)
    expect(kept(page)).to_contain_text("8 × 8, knight, open tour. Visited: 3 of 64.")
    kept(page).click()
    expect(square(page, "d5")).to_have_accessible_name("d5, number 3, the piece is here")
    expect(kept(page)).to_have_count(1)
    expect(kept(page)).to_contain_text(
        re.compile(r"6\s×\s6, torus, zebra, closed tour\. Visited: \d")
    )


@pytest.mark.nightly
def test_several_games_are_kept(open_page: OpenPage, axe: Check) -> None:
    page = open_page()
    for preset, moves in (("5 × 5", "a1 b3"), ("6 × 6", "a1 b3 c5"), ("8 × 8", "a1")):
        choose(page, preset)
        type_moves(page, moves)
    page.get_by_text("Your games").click()
    expect(kept(page)).to_have_count(2)
    expect(kept(page).first).to_contain_text("6 × 6, knight, open tour. Visited: 3 of 36.")
    expect(kept(page).last).to_contain_text("5 × 5, knight, open tour. Visited: 2 of 25.")
    expect(kept(page).last).to_contain_text(re.compile(r"\d{4}, \d\d:\d\d$"))  # its date
    line = kept(page).last.locator("svg .line")
    expect(line).to_have_attribute("d", "M0.5 4.5L1.5 2.5")
    axe(page)
    kept(page).last.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".dropped")).to_contain_text("Deleted: 5 × 5")
    expect(kept(page)).to_have_count(1)
    expect(page.get_by_role("button", name="Put it back")).to_be_focused()
    axe(page)
    page.keyboard.press("Enter")
    expect(kept(page)).to_have_count(2)
    kept(page).last.press("Enter")
    says(page, "The position is restored.")
    expect(square(page, "b3")).to_have_accessible_name("b3, number 2, the piece is here")
    page.reload()
    expect(page.get_by_text("Moves made: 1")).to_be_visible()
    speak(page, "es")
    page.get_by_text("Tus partidas").click()
    expect(kept(page).first).to_contain_text("8 × 8, caballo, recorrido abierto. Visitadas: 1 de")


@pytest.mark.nightly
def test_at_most_thirty_games_are_kept(open_page: OpenPage) -> None:
    page = open_page()
    page.evaluate(
        """() => {
          const text = (i) => `5x${i + 5}/a1.M`;
          const games = Array.from({ length: 40 }, (_, i) => ({ own: i, game: text(i), done: 2 }));
          localStorage.setItem("caballero.games", JSON.stringify([null, ...games]));
        }"""
    )
    page.reload()
    expect(page.get_by_text("Squares left: 23")).to_be_visible()
    press(page, "Undo")
    page.get_by_text("Your games").click()
    expect(kept(page)).to_have_count(29)


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


def test_redo_survives_a_reload(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    type_moves(page, "a1 b3 c5 d3")
    press(page, "Undo")
    press(page, "Undo")
    page.reload()
    says(page, "The position is restored.")
    redo = page.get_by_role("button", name="Redo")
    redo.click()
    says(page, "Forward to c5.")
    redo.click()
    says(page, "Forward to d3.")
    expect(redo).to_be_disabled()
    press(page, "Restart")
    page.reload()
    for _ in range(4):
        redo.click()
    says(page, "Forward to d3.")


@pytest.mark.nightly
def test_a_link_carries_its_language(open_page: OpenPage, site: str) -> None:
    page = open_page("#play/6x6.c.t/a1.", locale="es-CL")
    press(page, "Enlace a esta posición")
    link = page.get_by_label("Enlace", exact=True)
    expect(link).to_have_value(f"{site}?lang=es#play/6x6.c.t/a1.g")
    address = link.input_value()
    other = open_page()
    speak(other, "en")  # the reader's own choice
    other.goto(address)
    expect(other.locator("html")).to_have_attribute("lang", "es")
    expect(other.locator(".table").get_by_role("grid")).to_have_accessible_name(
        "Tablero 6 × 6, caballo, recorrido cerrado; toro: todos los bordes opuestos se unen"
    )
    other.goto(f"{site}#play")
    expect(other.locator("html")).to_have_attribute("lang", "en")
    other.goto(address)
    speak(other, "en")
    expect(other).to_have_url(f"{site}#play/6x6.c.t/a1.g")
    other.goto(f"{site}?lang=xx#play")
    expect(other.locator("html")).to_have_attribute("lang", "en")


def test_a_link_has_an_address_for_others(open_page: OpenPage) -> None:
    with running(addresses=["http://10.0.0.7:8864/"]) as server:
        page = open_page("#play/5x5/a1.", address=server.address)
        press(page, "Link to this position")
        link = page.get_by_label("Link", exact=True)
        expect(link).to_have_value("http://10.0.0.7:8864/?lang=en#play/5x5/a1.g")


@pytest.mark.nightly
def test_a_game_is_there_after_two_restarts(open_page: OpenPage, port: int) -> None:
    with process(port, usual=True) as address:
        page = open_page(address=address, alone=True, noisy=True)
        type_moves(page, "a1 b3")
        choose(page, "5 × 5")
        type_moves(page, "c3 a2 c1")
        press(page, "Undo")
        speak(page, "es")
        expect(page.get_by_role("button", name="Deshacer")).to_be_visible()
    for _ in range(2):
        with process(port, usual=True) as address:
            page.goto(f"{address}static/icon.svg")
            page.goto(f"{address}#play")
            says(page, "La posición se ha recuperado.")
            expect(page.get_by_text("Movimientos hechos: 1", exact=True)).to_be_visible()
            expect(page.get_by_role("button", name="Rehacer")).to_be_enabled()
            page.get_by_text("Tus partidas").click()
            expect(kept(page)).to_have_count(1)


@pytest.mark.nightly
def test_what_every_board_looks_like_in_a_link(open_page: OpenPage) -> None:
    """A path of every piece and surface is read as it was written."""
    page = open_page()
    for text in ("6x6.pking", "7x9.y", "5x5.c.t", "9x9.pzebra", "4x9.p2,3+1,2", "3x3.pwazir"):
        page.goto(page.url.partition("#")[0] + f"#play/{text}")
        # (back and forth, so that the first square is not the last one)
        square(page, "b2").click()
        for _ in range(4):
            page.locator(".table .target").last.click()
        expect(page.get_by_text("Moves made: 4")).to_be_visible()
        expect(page).to_have_url(re.compile(re.escape(text) + r"/b2\.[\w-]{2}"))
        names = page.locator(".table .visited").evaluate_all("c => c.map(x => x.ariaLabel)")
        page.reload()
        expect(page.get_by_text("Moves made: 4")).to_be_visible()
        assert page.locator(".table .visited").evaluate_all("c => c.map(x => x.ariaLabel)") == names


# -- without a server ------------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_page_outlives_its_server(open_page: OpenPage, port: int) -> None:
    tour = tour_of("3x4")
    with process(port) as address:
        page = open_page("#play/3x4", address=address, noisy=True)
        # Explore loads in part, as if the server went in the midst of it.
        page.route("**/look/view.js", lambda route: route.abort())
        page.evaluate("import('/static/look/look.js').catch(() => null)")
        square(page, tour[0]).click()
        press(page, "Can it still")
        says(page, "can still be finished")
    for name in tour[1:]:
        square(page, name).click()
    says(page, "you won! The server does not answer, so only this page has checked the tour.")
    press(page, "Undo")
    for button in ("Can it still", "Compare", "Suggest", "Give up"):
        press(page, button)
        says(page, "The server does not answer")
    page.get_by_role("link", name="Explore").click()
    sorry = page.get_by_role("main").get_by_text("This part of the page did not load")
    expect(sorry).to_be_visible()
    page.unroute("**/look/view.js")
    with process(port):
        press(page, "Try again")
        expect(page.get_by_role("button", name="Find a tour")).to_be_visible()
        page.get_by_role("link", name="Play").click()
        press(page, "Can it still")
        says(page, "can still be finished")
        square(page, tour[-1]).click()
        says(page, "you won! Valid")


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
