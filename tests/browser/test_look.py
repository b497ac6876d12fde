"""The view that looks at tours: found, brought, played, counted, saved, printed, embedded."""

import html
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from caballero import Board, Tour, find_tour, verify
from caballero.formats import read_claim, to_matrix_text, to_moves_text
from seldom import mostly_nightly

from .conftest import OpenPage
from .playing import speak

pytestmark = pytest.mark.slow

STAR = "1 4 7\n6 # 2\n3 8 5"


def button(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def choose_board(page: Page, name: str) -> None:
    opened(page, "Find a tour on any board")
    page.locator(".gallery").get_by_role("button", name=name, exact=True).click()


def labelled(page: Page, name: str) -> Any:
    """What a label names; its text is in an element of its own."""
    text = page.get_by_text(name, exact=True)
    return page.locator("label").filter(has=text).locator("input, select, textarea")


def found(page: Page) -> None:
    button(page, "Find a tour").click()
    expect(page.locator(".message")).to_have_text("A tour was found.")


def squares_of(page: Page) -> list[str]:
    """The squares of the tour that is shown, by name."""
    return page.locator(".order").text_content().split()  # type: ignore[union-attr]


def opened(page: Page, name: str) -> None:
    """Open a panel, or a part of what is told about a tour."""
    panel = page.locator("summary", has_text=name)
    if not panel.is_visible():
        page.locator("summary", has_text="About this tour").click()
    if panel.locator("..").get_attribute("open") is None:
        panel.click()


def check(page: Page, text: str) -> None:
    if not page.get_by_label("The tour:").is_visible():
        opened(page, "Check your own tour")
    page.get_by_label("The tour:").fill(text)
    button(page, "Check").click()


# -- a tour ----------------------------------------------------------------------------------------


def test_a_tour_is_found_with_its_statistics(
    open_page: OpenPage, axe: Callable[[Page], None]
) -> None:
    page = open_page("#look")
    axe(page)
    choose_board(page, "6 × 6")
    labelled(page, "Closed: the last square leads back to the first").check()
    found(page)
    tour = Tour.from_squares("6x6", squares_of(page), closed=True)
    assert verify(tour).valid
    image = page.get_by_role("img", name=re.compile("^Closed tour of the knight, 6 × 6"))
    expect(image).to_be_visible()
    seen = tour.statistics()
    for name, value in (("Turns", seen.turns), ("Crossings", seen.crossings), ("Squares", 36)):
        row = page.locator("dt", has_text=re.compile(f"^{name}$")).locator("+ dd")
        expect(row).to_have_text(str(value))
    axe(page)
    for _ in range(3):  # and another one, each time
        before = page.locator(".order").inner_text()
        button(page, "Find another one").click()
        expect(page.locator(".order")).not_to_have_text(before)
        other = Tour.from_squares("6x6", squares_of(page), closed=True)
        assert verify(other).valid


def test_why_there_is_none(open_page: OpenPage) -> None:
    page = open_page("#look/5x5.sb5&none")
    expect(page.locator(".message")).to_contain_text("There is no such tour")
    expect(page.locator("figcaption")).to_contain_text("has the wrong colour")
    expect(page.locator(".look .legend li")).not_to_have_count(0)
    assert page.locator(".cell.mark").count() > 0
    expect(page.locator(".message")).to_contain_text("The longest path visits 24 of the 25 squares")
    speak(page, "es")
    expect(page.locator(".message")).to_contain_text("No existe tal recorrido")
    expect(page.locator("figcaption")).to_contain_text("es del color equivocado")


def test_a_search_without_an_answer_proves_nothing(open_page: OpenPage) -> None:
    """Nor does a count; what is known is shown."""
    page = open_page("#look/8x8", noisy=True)
    page.route("**/api/solve*", lambda route: None)  # it never answers
    button(page, "Find a tour").click()
    button(page, "Stop").click()
    expect(page.locator(".message")).to_have_text("Stopped.")
    page.unroute_all(behavior="ignoreErrors")
    late = {"caballero": 1, "status": "gave-up", "limit": "seconds", "message": "late"}
    page.route("**/api/*", lambda route: route.fulfill(json=late))
    button(page, "Find a tour").click()
    expect(page.locator(".message")).to_contain_text("No tour was found in 10 seconds, and no")
    page.unroute_all()
    opened(page, "How many tours are there?")
    known = page.locator(".known")
    expect(known.get_by_text("9,795,914,085,489,952")).to_have_count(1)
    expect(known).to_contain_text("OEIS A308131, OEIS A389760")
    for limit in ("seconds", "megabytes"):
        page.route("**/api/count*", lambda route: route.fulfill(json=late | {"limit": limit}))  # noqa: B023
        button(page, "Count").click()
        expect(page.locator(".counted")).to_contain_text("the published number is below")
    labelled(page, "What counts").select_option("each direction separately")
    expect(known.locator(".number-of").first).to_have_text("19,591,828,170,979,904")
    labelled(page, "What counts").select_option("tours up to symmetry")
    expect(known).to_contain_text("No published count is known.")
    button(page, "Count").click()
    expect(page.locator(".counted")).to_contain_text("the command line can count longer")
    page.evaluate("location.hash = '#look/day/2026-11-28'")  # the board of the form stays 8×8
    page.locator("details p").get_by_text("Closed tour of the knight, 12 × 12").wait_for()
    expect(page.locator("main").get_by_text("19,591,828,170,979,904")).to_have_count(0)


# -- playing ---------------------------------------------------------------------------------------


def visited(page: Page) -> int:
    return page.locator(".look figure .cell.visited").count()


def test_language_styles_and_keys(open_page: OpenPage) -> None:
    page = open_page("#look/5x5")
    page.keyboard.press("ArrowLeft")  # nothing to step through yet
    found(page)
    before = squares_of(page)
    for key, n in (("ArrowLeft", 24), ("Home", 1), ("ArrowRight", 2), ("End", 25)):
        page.keyboard.press(key)
        assert visited(page) == n
        if n == 2:
            expect(page.locator("#status")).to_contain_text(f"{before[1]} is number 2.")
    page.locator("body").click(position={"x": 2, "y": 2})
    for count in (1, 0):
        page.keyboard.press(" ")
        expect(button(page, "Pause")).to_have_count(count)
    page.keyboard.press("End")
    speak(page, "es")
    expect(page.locator(".message")).to_have_text("Se encontró un recorrido.")
    expect(page.locator("figcaption")).to_have_text(
        f"Recorrido abierto, caballo, 5 × 5, 25 casillas, de {before[0]} a {before[-1]}"
    )
    assert squares_of(page) == before
    speak(page, "en")
    style = labelled(page, "Shown as")
    trail = page.locator(".trail")
    style.select_option("numbers")
    expect(trail).not_to_have_attribute("d", re.compile("M"))
    style.select_option("colours by order")
    seen = "all => all.map(one => getComputedStyle(one).backgroundColor)"
    assert len(set(page.locator(".cell").evaluate_all(seen))) == 25
    style.select_option("path")
    expect(trail).to_have_attribute("d", re.compile("M.*L"))
    expect(page.locator(".number").first).to_have_text("")
    page.reload()  # the choice is kept, and the address tells the tour
    expect(page.locator(".message")).to_have_text("This is the tour of the link.")
    expect(style).to_have_value("path")
    assert visited(page) == 25


def test_a_link_shows_the_same(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("#look/6x6.c.t")
    found(page)
    before = squares_of(page)
    page.get_by_label("Squares shown").fill("12")
    labelled(page, "Shown as").select_option("symmetry in colours")
    opened(page, "Save, print, share")
    link = page.get_by_label("Link to this tour")
    expect(link).to_have_value(re.compile(r"#look/6x6\.v1..\.c\.t/.*&s=symmetry&at=12$"))
    address = link.input_value()
    file = saved(page, "JSON", tmp_path / "file", "6x6")
    torus = Tour.from_squares(Board((6, 6)).on("torus"), before, closed=True)
    assert verify(read_claim(file)).tour == torus
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator(".message")).to_have_text("This is the tour of the link.")
    assert squares_of(page) == before
    assert visited(page) == 12
    expect(labelled(page, "Shown as")).to_have_value("symmetry")
    page.goto(f"{address.partition('#')[0]}#look/nonsense")
    expect(page.locator(".message")).to_contain_text("This link does not lead to a tour")
    assert visited(page) == 12


# -- tours that a reader brings --------------------------------------------------------------------


BOX = '{"board": {"shape": [2, 2, 2]}, "piece": "wazir", "tour": [[0, 0, 0], [0, 0, 1]]}'


def test_a_tour_is_checked_in_any_form(open_page: OpenPage, axe: Callable[[Page], None]) -> None:
    """Faults are listed and drawn, and none of them stays beside what cannot be shown."""
    page = open_page("#look")
    message, faults = page.locator(".message"), page.locator(".faults button")
    tour = find_tour("5x6", closed=True)
    squares = {"tour": [list(s) for s in tour.squares], "closed": True, "board": "5x6"}
    for text in (to_matrix_text(tour), to_moves_text(tour), json.dumps(squares)):
        check(page, text)
        expect(message).to_contain_text("Valid: ")
        assert squares_of(page) == list(tour.names())
        expect(labelled(page, "Rows")).to_have_value("5")
    check(page, STAR)
    expect(message).to_contain_text("Valid: a closed tour of the knight on 3×3")
    assert page.locator(".cell.hole").count() == 1
    check(page, "1 2\n3 ñ")
    expect(message).to_contain_text("“ñ” in line 2 is not a number")
    assert visited(page) == 0
    rows = find_tour("5x5", start="a1").matrix()
    (r, c) = next((r, c) for r in range(5) for c in range(5) if rows[r][c] == 25)
    rows[r][c] = 24  # twice, and 25 is missing
    check(page, "\n".join(" ".join(map(str, row)) for row in rows))
    expect(message).to_have_text("Not a tour: 4 faults.")
    faults.filter(has_text="Number 24 appears 2 times").focus()
    assert page.locator(".cell.mark").count() == 2
    assert page.locator(".cell .number", has_text=re.compile("^24$")).count() == 2
    axe(page)
    speak(page, "es")
    expect(message).to_have_text("No es un recorrido: 4 fallos.")
    speak(page, "en")
    check(page, BOX)
    expect(message).to_contain_text("is checked, but not drawn")
    expect(page.locator(".faults li")).to_have_count(0)
    expect(page.locator(".look figure .mark")).to_have_count(0)
    page.get_by_label("On the board chosen under").check()
    check(page, "1 2\n3 4")
    expect(page.locator(".faults")).to_contain_text("The matrix is 2×2")
    expect(labelled(page, "Rows")).to_have_value("5")


# -- counts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "window", mostly_nightly([(360, 640), (844, 390), (1366, 768)], 3), ids=str
)
def test_what_is_found_comes_into_sight(open_page: OpenPage, window: tuple[int, int]) -> None:
    page = open_page("#look/6x6", viewport={"width": window[0], "height": window[1]})
    button(page, "Find a tour").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".message")).to_have_text("A tour was found.")
    expect(page.locator(".look .squares")).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".message")).to_be_in_viewport()
    expect(button(page, "Find another one")).to_be_focused()


@pytest.mark.nightly
def test_a_large_board_can_be_enlarged(open_page: OpenPage, axe: Callable[[Page], None]) -> None:
    page = open_page("#look/36x36")
    found(page)
    number = page.locator(".look .number", has_text=re.compile("^1234$"))
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert number.evaluate(size) < 9
    zoom = page.get_by_role("slider", name="Size of the board")
    zoom.fill("4")
    assert number.evaluate(size) > 9
    box = page.locator(".look .plate .board")
    assert box.evaluate("one => one.scrollWidth > one.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    axe(page)
    # An enlarged board follows the piece.
    page.get_by_role("slider", name="Squares shown").fill("1234")
    expect(page.locator(".look .cell.last")).to_be_in_viewport()
    choose_board(page, "6 × 6")
    expect(zoom).to_be_hidden()
    assert box.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_count_ends_when_it_is_stopped_or_left(open_page: OpenPage) -> None:
    page = open_page("#look")
    choose_board(page, "8 × 8")
    labelled(page, "Closed: the last square leads back to the first").check()
    opened(page, "How many tours are there?")
    for leaving in (False, True):
        with page.expect_event("requestfailed") as failed:
            button(page, "Count").click()
            if leaving:
                page.get_by_role("link", name="Play").click()
            else:
                button(page, "Stop").click()
        assert "/api/count" in failed.value.url
    expect(page.locator("#view")).to_have_class("play")


# -- files, print, frames --------------------------------------------------------------------------


def saved(page: Page, form: str, path: Path, board: str = "5x5") -> bytes:
    labelled(page, "File").select_option(form)
    with page.expect_download() as download:
        button(page, "Create the file").click()
    download.value.save_as(path)
    assert download.value.suggested_filename == f"caballero-{board}.{form.lower()}"
    return path.read_bytes()


def test_files(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("#look", noisy=True)
    choose_board(page, "5 × 5")
    opened(page, "Save, print, share")
    expect(button(page, "Create the file")).to_be_disabled()
    found(page)
    tour = Tour.from_squares("5x5", squares_of(page))
    path = tmp_path / "file"
    labelled(page, "Style").select_option("thread")
    labelled(page, "Colours").select_option("wood")
    labelled(page, "Width in pixels").fill("300")
    svg = saved(page, "SVG", path).decode()
    assert svg == tour.to_svg("thread", theme="wood", width=300)
    assert saved(page, "PNG", path) == tour.to_png("thread", theme="wood", width=300)
    with Image.open(io.BytesIO(saved(page, "GIF", path))) as film:
        assert film.n_frames == 25  # type: ignore[attr-defined]
    assert verify(read_claim(saved(page, "JSON", path))).tour == tour
    expect(
        page.get_by_role("link", name=re.compile(r"^caballero-5x5.json, \d+ kB$"))
    ).to_be_visible()
    lines = labelled(page, "File")
    for label, name in (
        ("SVG for a plotter", "pen.svg"),
        ("wallpaper for a phone", "phone.png"),
        ("wallpaper for a computer", "desktop.png"),
    ):
        lines.select_option(label)
        with page.expect_download() as download:
            button(page, "Create the file").click()
        assert download.value.suggested_filename == f"caballero-5x5-{name}"
        download.value.save_as(tmp_path / name)
    strokes = (tmp_path / "pen.svg").read_text("utf-8")
    assert strokes.count("<path") == strokes.count('fill="none"') == 1
    assert strokes.count("L") == 24  # each move once
    pictures = [(tmp_path / f"{name}.png").read_bytes() for name in ("phone", "desktop")]
    sizes = [Image.open(io.BytesIO(png)).size for png in pictures]
    assert sizes == [(1080, 2400), (2560, 1440)]
    page.route("**/api/picture*", lambda route: route.abort())
    button(page, "Create the file").click()
    view = page.locator("#view")  # the status of the page may say so, too
    expect(view.get_by_text("The server does not answer: is it still running?")).to_be_visible()


def test_only_board_and_caption_are_printed(open_page: OpenPage) -> None:
    page = open_page("#look", color_scheme="dark")
    choose_board(page, "5 × 5")
    found(page)
    page.emulate_media(media="print")
    expect(page.locator("figcaption")).to_be_visible()
    expect(page.locator(".look .squares")).to_be_visible()
    for hidden in ("nav", ".look .beside", ".look .tour-player"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator("figcaption")).to_have_css("color", "rgb(0, 0, 0)")


def test_embedded(open_page: OpenPage, site: str, axe: Callable[[Page], None]) -> None:
    page = open_page("#look")
    choose_board(page, "5 × 5")
    found(page)
    before = squares_of(page)
    opened(page, "Save, print, share")
    button(page, "Embed").click()
    snippet = page.get_by_label("To embed the board").input_value()
    source = re.search(r'src="[^"#]*(#[^"]*&embed)"', html.unescape(snippet))
    assert source is not None
    framed = open_page(source[1])
    expect(framed.locator("nav")).to_be_hidden()
    expect(framed.locator(".beside")).to_be_hidden()
    assert visited(framed) == 25
    button(framed, "One move back").click()
    assert visited(framed) == 24
    axe(framed)
    whole = framed.get_by_role("link", name="Open the whole page").get_attribute("href")
    assert whole is not None
    framed.goto(site + whole.replace("at=24", "at=25"))
    expect(framed.locator(".beside")).to_be_visible()
    assert squares_of(framed) == before
    expect(framed.locator(".message")).to_be_visible()
    # What is not a tour says so in a frame, too.
    framed.goto(f"{site}#look/5x5/a1.zzz&embed")
    expect(framed.locator("figure .message")).to_contain_text("does not lead to a tour: it is torn")


@pytest.mark.parametrize("where", mostly_nightly(["#look/8x8.c.t", "#look", "#look/4x4&none"], 3))
def test_nothing_is_wider_than_a_phone(open_page: OpenPage, where: str) -> None:
    page = open_page(where, viewport={"width": 320, "height": 640}, has_touch=True)
    expect(button(page, "Find a tour").or_(button(page, "Find another one"))).to_be_visible()
    for panel in page.locator(".more > details > summary").all():
        panel.click()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 320
        page.keyboard.press("Escape")
