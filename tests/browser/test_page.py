"""The page as a whole: its views, its size, its accessibility, its requests."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, Route, expect

from seldom import mostly_nightly

from .conftest import OpenPage
from .playing import further, press, says, speak, tour_of, type_moves

pytestmark = pytest.mark.slow

VIEWS = ("today", "play", "puzzles", "learn", "look")
MOST_BYTES = 226_000
FIRST_BYTES = 125_500


def shown(page: Page, view: str) -> None:
    """Wait until a view is there."""
    expect(page.locator(f"main.{view} *").first).to_be_attached()


SCENES = (
    "play/5x5/a1.h",
    "puzzles",
    "learn/lesson/2",
    "learn/lesson/6",
    "learn/lab/8x8.se6/w.geeksforgeeks.order~s.geeksforgeeks.order/0/60",
    "look/4x4&none",
)


@pytest.mark.parametrize("scene", mostly_nightly(SCENES, 3))
def test_every_view_is_accessible(
    open_page: OpenPage, axe: Callable[[Page], None], scene: str
) -> None:
    """Large and small, light and dark, with all panels open."""
    page = open_page(f"#{scene}", alone=True)  # its window changes
    expect(page.locator(".cell").first).to_be_visible()
    for width, height in ((1366, 768), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if width == 320 else "light")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        axe(page)
    page.get_by_role("button", name="Display").click()
    page.get_by_label("Large, for a projector").check()
    page.keyboard.press("Escape")
    if "lab" in scene:  # before a sheet is open, which a touch beside it would close
        page.get_by_role("button", name="Examples, settings").click()
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("view", mostly_nightly([*VIEWS, "storm"], 2))
def test_every_view_fits_a_phone_in_both_languages(open_page: OpenPage, view: str) -> None:
    page = open_page(f"#{view}", viewport={"width": 320, "height": 640})
    shown(page, view)
    for language in ("es", "en"):
        speak(page, language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        small = page.locator("button:visible, select:visible, a:visible").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect())"
            ".filter(box => box.width < 24 || box.height < 24).length"
        )
        assert small == 0
        # No sentence is missing.
        expect(page.locator("body")).not_to_contain_text(re.compile("undefined|null|NaN"))
        empty = page.locator("[data-say]:visible").evaluate_all(
            "all => all.filter(one => !one.textContent).map(one => one.dataset.say)"
        )
        assert empty == []


# -- the header: theme, size, keys -----------------------------------------------------------------


GROUND = {"light": "rgb(250, 247, 241)", "dark": "rgb(20, 23, 29)"}


def test_the_theme_is_as_the_system_or_as_chosen(open_page: OpenPage, site: str) -> None:
    page = open_page(noisy=True)
    body, theme = page.locator("body"), page.get_by_label("Theme")
    expect(body).to_have_css("background-color", GROUND["light"])
    page.get_by_role("button", name="Display").click()
    theme.select_option("dark")
    expect(body).to_have_css("background-color", GROUND["dark"])
    page.keyboard.press("Escape")
    expect(theme).to_be_hidden()
    page.reload()
    expect(theme).to_have_value("dark")
    page.get_by_role("button", name="Display").click()
    theme.select_option("as the system")
    expect(body).to_have_css("background-color", GROUND["light"])
    page.emulate_media(color_scheme="dark")
    expect(body).to_have_css("background-color", GROUND["dark"])
    theme.select_option("light")
    page.get_by_label("Large, for a projector").check()
    page.route("**/app.js", lambda route: route.abort())  # it is there before anything else
    page.goto(f"{site}?again#play")
    expect(body).to_have_css("background-color", GROUND["light"])
    page.unroute("**/app.js")
    page.reload()
    expect(page.locator("html[data-large]")).to_have_count(1)


@pytest.mark.parametrize(
    ("view", "language"),
    mostly_nightly(
        [("play", "en"), ("look", "es"), ("puzzles", "es"), ("learn/lab", "en")], 4, several=True
    ),
)
def test_a_question_mark_shows_the_keys(
    open_page: OpenPage, axe: Callable[[Page], None], view: str, language: str
) -> None:
    """Unless it is typed, or keys of one character are for the board only."""
    page = open_page(f"?lang={language}#{view}")
    shown(page, view.split("/")[0])
    name = {"en": "Keys", "es": "Teclas"}[language]
    dialog, button = page.get_by_role("dialog", name=name), page.get_by_role("button", name=name)
    expect(dialog).to_be_hidden()
    page.keyboard.press("?")
    assert dialog.locator("dt").count() > 3
    axe(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    button.click()
    expect(dialog.get_by_role("heading")).to_be_focused()  # on a phone it opens at its top
    dialog.get_by_role("button").click()
    expect(button).to_be_focused()
    if view != "play":
        return
    further(page)
    field = page.get_by_label("Moves, such as")
    field.press("?")
    expect(field).to_have_value("?")
    expect(dialog).to_be_hidden()
    page.keyboard.press("Escape")
    button.click()
    expect(dialog).to_contain_text("Visit every square once.")
    dialog.get_by_label("Keys of one character").uncheck()
    page.reload()  # it is remembered
    button.press("?")
    expect(dialog).to_be_hidden()
    page.get_by_role("grid").first.locator("[tabindex='0']").press("?")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Keys of one character").check()
    page.keyboard.press("Escape")
    button.press("?")
    expect(dialog).to_be_visible()


def test_views_are_links(page: Page) -> None:
    for view, name in zip(
        VIEWS[::-1], ("Gallery", "Learn", "Puzzles", "Play", "Today"), strict=True
    ):
        link = page.get_by_role("link", name=name, exact=True)
        link.click()
        shown(page, view)
        expect(link).to_have_attribute("aria-current", "page")
        expect(page.locator("header nav [aria-current]")).to_have_count(1)
        expect(page).to_have_title(f"{name} – Caballero")
    page.go_back()
    shown(page, "play")


def test_an_address_that_means_nothing(open_page: OpenPage, site: str) -> None:
    page = open_page("#elsewhere")
    for fragment in ("#play/%", "#play//", "#play/99x99/a1.!!", "#", "#learning"):
        shown(page, "play" if "#play" in page.url else "today")
        expect(page.get_by_role("grid")).to_have_count(1)
        page.goto(site + fragment)


def test_a_damaged_address_breaks_nothing(open_page: OpenPage) -> None:
    """Neither in the page, nor by asking for what the server refuses."""
    page = open_page("#play/garbage")
    for view, rest in (
        (
            "play",
            "9999x9999 50x50/a1.g 8x8.p0,0 8x8.pconstructor 1x1/a1.g 8x8.sz99/a1. " + "x" * 9999,
        ),
        (
            "learn",
            "zzz __proto__ lesson/99 lesson/%% lab/%% lab/9999x9999/b.puc/0/0 lab/50x50.sa1/b.puc",
        ),
        ("learn", "lab/5x5.sa5/b.puc~w.puc.roth~n.puc/99999999999/99999999999 lab" + "/" * 999),
        (
            "puzzles",
            "%% day/day 9999x9999/a1.A/A/ 8x8/a1.g/A/easy 50x50/a1.g/A/ 1x1/a1.g/g/ "
            "6x6/f4.T3RWFe8TwLu6eUIo3s/19ERVFg/simple 6x6/f4.T3RWFe8TwLu6eUIo3s/19ERVFg/20269999 "
            + "x"
            * 9999,
        ),
        ("look", "%% 9999x9999 50x50 8x8/a1.zzz&at=-5&s=zz 8x8&none&at=999 &embed 1x1&none"),
    ):
        for one in rest.split():
            page.evaluate("(where) => { location.hash = where; }", f"#{view}/{one}")
            expect(
                page.locator(f"main.{view} :is([role=grid], [role=img], h2)").first
            ).to_be_visible()
    expect(page.locator("figcaption")).to_contain_text("1 × 1")


def test_every_view_opens_when_the_server_is_gone(open_page: OpenPage) -> None:
    """What needs the server says so, and can be tried again."""
    page = open_page("#play/3x4", alone=True, noisy=True)
    shown(page, "play")
    fetched = "name => performance.getEntries().some(one => one.name.endsWith(name))"
    for view in VIEWS:
        for name in (f"/{view}.js", f"/{view}.css"):
            page.wait_for_function(fetched, arg=name)
        page.evaluate(f"import('/static/{view}/{view}.js').then(() => null)")  # and all it imports
    page.wait_for_function(fetched, arg="/en.learn.json")
    page.evaluate("import('/static/today/door.js').then(() => null)")
    gone = "The server does not answer: is it still running?"
    page.route("**/*", lambda route: route.abort())
    type_moves(page, " ".join(tour_of("3x4")))
    says(page, "you won! The server does not answer, so only this page has checked the tour.")
    press(page, "Undo")
    press(page, "Suggest", "The server does not answer")
    for view in VIEWS[::-1]:
        page.locator(f'header a[href="#{view}"]').click()
        shown(page, view)
        expect(page.get_by_text("did not load")).to_have_count(0)
    page.get_by_role("link", name="Learn", exact=True).click()
    for number in range(1, 11):
        page.evaluate("(where) => { location.hash = where; }", f"#learn/lesson/{number}")
        expect(page.get_by_text(f"Page {number} of 10")).to_be_visible()
    page.get_by_role("link", name="Laboratory").click()
    expect(page.locator(".state").first).to_have_text(gone)
    again = page.get_by_role("button", name="Try again")
    again.click()
    expect(again).to_be_visible()
    page.get_by_role("link", name="Gallery").click()
    page.get_by_role("button", name="Find a tour").click()
    expect(page.locator(".message")).to_have_text(gone)
    page.unroute("**/*")
    page.get_by_role("button", name="Find a tour").click()
    expect(page.locator(".message")).to_have_text("A tour was found.")
    page.get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Laboratory").click()
    expect(page.locator(".place")).to_have_text("Step 0 of 293")


@pytest.mark.parametrize(("locale", "language"), [("es-CL", "es"), ("fr-FR", "en")])
def test_the_browser_says_which_language(open_page: OpenPage, locale: str, language: str) -> None:
    page = open_page(locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", language)
    other = {"en": "es", "es": "en"}[language]
    speak(page, other)
    expect(page.locator("html")).to_have_attribute("lang", other)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", other)


@pytest.mark.nightly
def test_forced_colours(open_page: OpenPage) -> None:
    """Shapes distinguish visited squares, next squares and holes."""
    page = open_page("#play/5x5.hAgAgQ/a1.", forced_colors="active")
    expect(page.locator(".target").first).to_be_visible()
    widths = page.evaluate(
        """["visited", "target", "cell"].map((name) =>
          getComputedStyle(document.querySelector(`.table .${name}`)).borderTopWidth)"""
    )
    assert widths == ["3px", "1px", "1px"]


@pytest.mark.nightly
def test_announcements_come_at_a_human_pace(open_page: OpenPage) -> None:
    page = open_page("#play/5x5")
    expect(page.locator("#status")).to_contain_text("Choose the first square.")
    page.evaluate(
        """() => {
          window.told = [];
          const status = document.getElementById("status");
          new MutationObserver(() => window.told.push([Date.now(), status.textContent]))
            .observe(status, { childList: true });
        }"""
    )
    for name in ("a1", "b3", "c5", "d3", "b2", "d1", "e3"):
        page.locator(".table").get_by_role("gridcell", name=re.compile(f"^{name}\\b")).click()
    expect(page.locator("#status")).to_contain_text("e3 is number 7; 18 left.")
    reported = page.evaluate("window.told")
    assert len(reported) <= 3
    assert all(b[0] - a[0] > 900 for a, b in pairwise(reported))


def test_the_page_is_light(open_page: OpenPage) -> None:
    """What crosses the wire when every view is visited."""
    page = open_page(alone=True)
    for view in VIEWS:
        page.locator(f'header a[href="#{view}"]').click()
        shown(page, view)
    sizes: dict[str, int] = page.evaluate(
        """Object.fromEntries(["navigation", "resource"]
          .flatMap((kind) => performance.getEntriesByType(kind))
          .map((one) => [new URL(one.name).pathname, one.encodedBodySize]))"""
    )
    assert {"/", *(f"/static/{view}/{view}.js" for view in VIEWS)} <= set(sizes)
    assert min(sizes.values()) > 0
    assert sum(sizes.values()) < MOST_BYTES, sizes


def test_the_first_view_is_lighter(open_page: OpenPage, site: str) -> None:
    """In the language of longer words; what stands beside the board comes after it."""
    page = open_page("static/icon.svg", locale="es-CL", alone=True)
    page.clock.install(time=0)
    page.clock.pause_at(100_000)  # so that no other view is fetched
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    arrived: list[float] = []
    session.on("Network.loadingFinished", lambda one: arrived.append(one["encodedDataLength"]))
    asked = set[str]()
    page.on("request", lambda one: asked.add(one.url.removeprefix(site)))
    page.route("**/today/door.js", lambda _route: None)  # for ever
    page.goto(site)
    expect(page.locator(".today .cell").first).to_be_visible()
    assert sum(arrived) < FIRST_BYTES, len(arrived)
    links = page.locator("[rel=modulepreload]")
    known = set(links.evaluate_all("links => links.map(one => one.getAttribute('href'))"))
    others = {"static/theme.js", "static/today/door.js"}
    assert {name for name in asked if name.endswith(".js")} == known | others


def test_no_english_is_shown_before_the_readers_language(open_page: OpenPage) -> None:
    page = open_page("?lang=es#look", alone=True)
    held: list[Route] = []
    page.route("**/words/es.json", lambda route: held.append(route))
    with page.expect_request("**/words/es.json"):
        page.reload()
    for view in VIEWS:
        expect(page.locator(f'header a[href="#{view}"] span')).to_be_hidden()
    expect(page.locator("main")).to_be_empty()
    held[0].continue_()
    expect(page.get_by_role("link", name="Galería")).to_be_visible()


def test_a_language_that_does_not_load_leaves_the_page_as_it_is(open_page: OpenPage) -> None:
    page = open_page("#play/3x4", alone=True, noisy=True)
    page.route("**/words/es.json", lambda route: route.abort())
    page.locator("#language").select_option("es")
    expect(page.locator("header")).to_contain_text("Español did not load")
    expect(page.locator("#language")).to_have_value("en")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.unroute("**/words/es.json")
    page.locator("#language").select_option("es")
    expect(page.get_by_role("button", name="Deshacer")).to_be_visible()
    expect(page.locator("header")).not_to_contain_text("Español did not load")


@pytest.mark.nightly
def test_without_its_words_a_page_speaks_another_language(open_page: OpenPage) -> None:
    page = open_page("#look", alone=True, noisy=True)
    page.route("**/words/es.json", lambda route: route.abort())
    page.goto(page.url.replace("/#", "/?lang=es#"))
    expect(page.locator("header")).to_contain_text("Español did not load")
    expect(page.get_by_role("button", name="Find a tour")).to_be_visible()
    page.route("**/words/en.json", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text("is missing or slow")).to_be_visible()


@pytest.mark.parametrize(
    "view",
    mostly_nightly(["#play", "#puzzles/day", "#learn/lesson/6", "#learn/lab", "#look"], 3),
)
def test_squares_are_seen_on_paper(open_page: OpenPage, view: str) -> None:
    """Browsers leave colours out when they print, unless the page asks for them."""
    page = open_page(view)
    expect(page.locator(".cell").first).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    style = """node => {
      const { printColorAdjust, outlineStyle, borderTopStyle } = getComputedStyle(node);
      return [printColorAdjust, outlineStyle, borderTopStyle];
    }"""
    adjust, *lines = page.locator(".cell").first.evaluate(style)
    assert adjust == "exact"
    assert "solid" in lines
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    expect(page.get_by_role("navigation", name="Views")).to_be_hidden()
