"""The stage of every view, measured: what must be in the window is, and nothing covers it."""

import re
from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from caballero.render import themes

from .conftest import OpenPage
from .playing import press, speak, type_moves
from .stage import SIZES, resize, walk

pytestmark = pytest.mark.slow

Sizes = tuple[tuple[int, int], ...]

FAULTS = """() => {
  const faults = [];
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const outside = ({ left, top, right, bottom }) =>
    left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  const name = (one) => one.className || one.textContent || one.tagName;
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the window");
  const boards = shown(".table .squares");
  if (!boards.length) faults.push("no board");
  for (const board of boards) {
    const box = board.getBoundingClientRect();
    if (outside(box)) faults.push("board outside");
    const frame = board.parentElement;
    if (frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1)
      faults.push("board cut off");
  }
  for (const one of shown(".message, .sentence"))
    if (outside(one.getBoundingClientRect())) faults.push(`message outside: ${one.textContent}`);
  for (const one of shown(".head h2, .head .about, header nav a, .actions button"))
    if (one.scrollWidth > one.clientWidth + 1) faults.push(`cut: ${one.textContent}`);
  for (const one of shown("button, a[href], select, input, summary, .cell")) {
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 0 || y < 0 || x > innerWidth - 1 || y > innerHeight - 1) continue;
    const over = document.elementFromPoint(x, y);
    if (over?.closest("header nav") && one.closest(".more, .bar, .lab")) continue;
    if (!one.contains(over) && !over?.contains(one)) faults.push(`covered: ${name(one)}`);
  }
  return [...new Set(faults)];
}"""

sampled = pytest.mark.parametrize(
    "sizes", [SIZES[::3], pytest.param(SIZES, marks=pytest.mark.nightly)], ids=len
)

TOUCHED = ".touch, .player, .lesson .panel .buttons"


@sampled
def test_all_that_is_needed_is_in_the_window(open_page: OpenPage, sizes: Sizes) -> None:
    """In every view and size: the whole board, the message, and nothing that covers a control."""
    page = open_page("#today", alone=True)  # its window changes
    found = []
    for scene in walk(page):
        for size in sizes:
            resize(page, size)
            if "lesson" in scene:  # here one reads first
                page.locator(".panel .buttons:visible").last.evaluate(
                    "one => one.scrollIntoView({ block: 'end' })"
                )
            faults = page.evaluate(FAULTS)
            for part in page.locator(TOUCHED).all():
                box = part.bounding_box() if part.is_visible() else None
                if box and box["y"] + box["height"] > size[1] + 1:
                    faults.append(f"below the window: {part.get_attribute('class')}")
            found += [(scene, size, fault) for fault in faults]
    assert not found, "\n".join(map(str, found))


@pytest.mark.nightly
@sampled
def test_no_board_is_smaller_when_all_is_large(open_page: OpenPage, sizes: Sizes) -> None:
    page = open_page("#today", alone=True)
    width = "() => document.querySelector('.table .cell').getBoundingClientRect().width"
    found = []
    for scene in walk(page):
        for size in (*sizes, (1280, 720), (2560, 1440)):
            resize(page, size)
            sides = []
            for large in (False, True):
                page.evaluate(
                    "on => document.documentElement.toggleAttribute('data-large', on)", large
                )
                sides.append(page.evaluate(width))
            page.evaluate("document.documentElement.removeAttribute('data-large')")
            if sides[1] < sides[0]:
                found.append((scene, size, sides))
    assert not found, "\n".join(map(str, found))


PLACES = """() => [...document.querySelectorAll(".actions button")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent, Math.round(one.getBoundingClientRect().top)])"""


@sampled
def test_no_button_moves_when_help_comes(open_page: OpenPage, sizes: Sizes) -> None:
    page = open_page("#play/5x5", alone=True)
    type_moves(page, "b1 d2 e4 c5 a4")  # from here it cannot be finished
    found: list[Any] = []
    box = "() => JSON.stringify(document.querySelector('.squares').getBoundingClientRect())"
    for help_, words in (("Can it still", "no longer be finished"), ("Hint", r"\d")):
        for size in sizes:
            resize(page, size)
            page.keyboard.press("u")
            page.keyboard.press("r")
            press(page, "Check") if help_ == "Hint" else None
            expect(page.locator(".message")).not_to_contain_text("finished")
            board = page.evaluate(box)
            before = page.evaluate(PLACES)
            press(page, help_)
            expect(page.locator(".message")).to_contain_text(re.compile(words))
            after = page.evaluate(PLACES)
            if [one for one in after if one in before] != before:
                found.append((size, before, after))
            if page.evaluate(box) != board:
                found.append((size, "another board"))
        page.evaluate("location.hash = 'puzzles'")
        expect(page.locator(".puzzles .cell").first).to_be_visible()
    assert not found, "\n".join(map(str, found))


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_view_is_accessible(
    open_page: OpenPage, axe: Callable[[Page], None], size: tuple[int, int], theme: str
) -> None:
    page = open_page("#today", alone=True, color_scheme=theme)
    resize(page, size)
    for _ in walk(page):
        axe(page)


DEVICES = ((360, 740), (390, 844), (740, 360), (820, 1180), (1280, 800))

PARTS = """() => {
  const box = (selector) => {
    const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round);
  };
  const strong = document.querySelector(".touch .first:not([hidden])")?.getBoundingClientRect();
  const { scrollHeight, clientHeight } = document.querySelector(".table .board");
  const wide = document.documentElement.scrollWidth - innerWidth;
  return { cut: scrollHeight - clientHeight, wide, square: box(".table .cell"),
    board: box(".table .squares"), tabs: box("header nav"),
    message: box(".message"), strong: Math.round(strong?.bottom ?? 0) };
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_stage_for_every_game(open_page: OpenPage, theme: str) -> None:
    """On every device an 8×8 can be touched; sentence, strong button and tabs have one place."""
    page = open_page("#today", alone=True, color_scheme=theme)
    places: dict[tuple[int, int], Any] = {}
    for scene in walk(page, ["today", "play/8x8", "puzzles"]):
        for size in DEVICES:
            resize(page, size)
            parts = page.evaluate(PARTS)
            left, top, right, _ = parts["square"]
            foot = parts["tabs"][1] if size[0] < 672 else size[1]
            touched = right - left >= 40 or scene == "today" or size[0] > size[1]
            shown = 0 <= top < parts["message"][3] <= foot and 0 < parts["strong"] <= foot
            same = places.setdefault(size, parts["tabs"]) == parts["tabs"]
            whole = parts["wide"] <= 0 and parts["cut"] <= 1
            assert [touched, shown, same, whole] == [True] * 4, (scene, size, parts)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_help_and_a_win_leave_the_board(open_page: OpenPage, theme: str) -> None:
    page = open_page("#puzzles/3x3.pwazir/a3.rXq/oM/easy", alone=True, color_scheme=theme)
    expect(page.locator(".table .cell").first).to_be_visible()
    boards: dict[tuple[int, int], Any] = {}
    for writes in (0, 1, 5):  # nothing yet; a hint; all numbers
        for _ in range(writes):
            press(page, "Hint")
            page.get_by_role("button", name=re.compile("^Write ")).click()
        for size in DEVICES:
            resize(page, size)
            now = page.evaluate(PARTS)["board"]
            assert boards.setdefault(size, now) == now, (size, writes)
    expect(page.locator(".message.good")).to_be_visible()


def test_the_navigation_is_whole(open_page: OpenPage) -> None:
    """In each language, on each phone."""
    page = open_page("#today", alone=True)
    for width, language in product((320, 360, 375, 390, 414, 448, 600, 844), ("es", "en")):
        page.set_viewport_size({"width": width, "height": 640})
        speak(page, language)
        cut = page.locator("header nav").evaluate("one => one.scrollWidth - one.clientWidth")
        assert cut <= 0, (width, language)


@pytest.mark.nightly
@sampled
def test_a_panel_opens_in_sight(open_page: OpenPage, sizes: Sizes) -> None:
    """Beside the board, which stays; on a phone as a sheet, which a touch beside it closes."""
    page = open_page("#play/6x6/a1.", alone=True)
    expect(page.locator(".table .cell").first).to_be_visible()
    for size in sizes:
        resize(page, size)
        sheet = size[0] < size[1]
        for panel in page.locator(".more > details").all():
            panel.locator("summary").first.click()
            expect(panel).to_have_attribute("open", "")
            expect(panel.locator("summary").first).to_be_in_viewport(ratio=0.9)
            if sheet:
                page.mouse.click(5, 5)
                expect(panel).not_to_have_attribute("open", "")
                expect(page.locator("main")).to_have_class("play")
            else:
                expect(page.locator(".table .squares")).to_be_in_viewport(ratio=1)
        expect(page.locator(".more > details[open]")).to_have_count(0 if sheet else 1)


def test_what_is_said_is_seen(open_page: OpenPage) -> None:
    """Where the message is out of sight, what is announced is shown."""
    page = open_page("#look", viewport={"width": 360, "height": 640})
    expect(page.locator(".message")).to_have_text(re.compile("A new tour every day"))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator(".message")).not_to_be_in_viewport()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).not_to_have_class("unseen")
    box = page.locator("#status").bounding_box()
    assert box
    assert box["width"] > 100
    assert box["y"] + box["height"] <= 640
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).to_have_class("unseen")


# -- colours ---------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    return themes.luminance("#" + bytes(map(int, re.findall(r"\d+", colour)[:3])).hex())


def contrast(one: str, other: str) -> float:
    dark, light = sorted(luminance(colour) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


GROUNDS = """() => {
  const colour = (selector, property = "backgroundColor") =>
    getComputedStyle(document.querySelector(selector))[property];
  const all = ":not(.last)";
  return {
    light: colour(`.cell:not(.visited, .dark)`),
    dark: colour(`.cell.dark:not(.visited)`),
    visitedLight: colour(`.cell.visited:not(.dark)${all}`),
    visitedDark: colour(`.cell.visited.dark${all}`),
    disc: colour(`.visited${all} .number`),
    ring: colour(`.visited${all} .number`, "borderTopColor"),
    ink: colour(`.visited${all} .number`, "color"),
    path: colour(".lines .trail", "stroke"),
    dot: getComputedStyle(document.querySelector(".target"), "::after").backgroundColor,
    rim: getComputedStyle(document.querySelector(".target"), "::after").borderTopColor,
  };
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_squares_are_told_apart(open_page: OpenPage, scheme: str) -> None:
    page: Page = open_page("#play/5x5", color_scheme=scheme)
    for name in ("a1", "b3", "c5", "d3"):
        page.locator(f".table [aria-label^={name}]").click()
    expect(page.locator(".cell.visited")).to_have_count(4)
    found: dict[str, Any] = page.evaluate(GROUNDS)
    grounds = [found[one] for one in ("light", "dark", "visitedLight", "visitedDark")]
    assert contrast(found["light"], found["dark"]) >= 2.2
    assert contrast(found["visitedLight"], found["visitedDark"]) >= 2.2
    # Dark squares are darker in both themes; what is visited has another colour, and a disc.
    assert all(luminance(dark) < luminance(light) for light, dark in pairwise(grounds[:2]))
    for light, dark in (
        (found["light"], found["visitedLight"]),
        (found["dark"], found["visitedDark"]),
    ):
        assert contrast(light, dark) >= 1.03
    assert contrast(found["ink"], found["disc"]) >= 7
    assert contrast(found["dot"], found["rim"]) >= 3
    for line, ground in product((found["ring"], found["path"]), grounds):
        assert contrast(line, ground) >= 3
