"""A race: a teacher and two pupils, from the board to the next race."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from web.served import Served, running

from .conftest import OpenPage
from .playing import Check, arrows, press, speak, square, tour_of
from .stage import SIZES, resize
from .test_stage import FAULTS

pytestmark = pytest.mark.slow

KEY = "a-key-of-the-teacher"
ELSEWHERE = "http://192.168.1.20:8864/"
TOUR = tour_of("3x4", start="a1")


@pytest.fixture
def race() -> Iterator[Served]:
    with running(race=KEY, addresses=[ELSEWHERE]) as server:
        yield server


@pytest.fixture
def teacher(open_page: OpenPage, race: Served) -> Page:
    """The teacher, who has chosen a board."""
    page = open_page(f"#race/{KEY}", address=race.address)
    expect(page.get_by_role("heading", name="Race")).to_be_visible()
    return page


def open_race(page: Page) -> None:
    page.get_by_label("Rows").fill("3")
    page.get_by_label("Columns").fill("4")
    press(page, "Open the race")
    expect(page.get_by_role("heading", name="joined")).to_be_visible()


def join(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")


def tells(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("main p:visible").filter(has_text=words)).to_be_visible()


def play(page: Page, squares: list[str]) -> None:
    for name in squares:
        square(page, name).click()


def lanes(page: Page) -> Locator:
    return page.locator(".lanes li")


def test_a_whole_race(open_page: OpenPage, race: Served, teacher: Page, axe: Check) -> None:
    assert teacher.url == f"{race.address}#race/lead"  # no key on the projector
    axe(teacher)
    ana, ben = (
        open_page("race", address=race.address, noisy=True, viewport={"width": 360, "height": 640})
        for _ in range(2)
    )
    expect(ana).to_have_url(f"{race.address}#race")
    tells(ana, "No race is open yet.")
    open_race(teacher)
    expect(teacher.get_by_text(f"{ELSEWHERE}race")).to_be_visible()
    expect(teacher.get_by_role("img", name="The link as a QR code")).to_be_visible()
    expect(teacher.get_by_text("Only this machine")).to_be_hidden()
    expect(teacher.get_by_role("button", name="Start")).to_be_disabled()

    join(ana, "Ana")
    tells(ana, "You have joined as Ana.")
    join(ben, "ANA")
    tells(ben, "Another pupil is called ANA")
    join(ben, "Ben")
    expect(teacher.get_by_role("heading", name="2 pupils have joined")).to_be_visible()
    expect(ben.locator(".cell:visible")).to_have_count(0)  # the board is seen by all at once
    axe(ben)
    axe(teacher)

    press(teacher, "Start")
    expect(lanes(teacher)).to_have_count(2)
    tells(ana, "Go! Visit every square once.")
    expect(square(ben, "a1")).to_be_focused()
    axe(ana)
    play(ben, TOUR[1:4])
    expect(lanes(teacher).first).to_contain_text("Ben4 of 12")
    expect(ben.locator(".counts")).to_contain_text("Place 1 of 2")
    square(ana, "a2").click()
    tells(ana, "From a1, no move of the knight leads to a2.")
    arrows(ben, "c2")  # the keyboard stays where it is while the page looks what happens
    with ben.expect_response("**/api/race/look*"):
        pass
    with ben.expect_response("**/api/race/look*"):
        pass
    expect(square(ben, "c2")).to_be_focused()
    ben.keyboard.press("u")
    tells(ben, f"Back at {TOUR[2]}.")
    ben.keyboard.press("r")
    tells(ben, f"Forward to {TOUR[3]}.")
    play(ana, TOUR[1:6])
    expect(lanes(teacher).first).to_contain_text("Ana6 of 12")
    press(ana, "Undo")
    press(ana, "Undo")
    press(ana, "Undo")
    expect(lanes(teacher).last).to_contain_text("Ana3 of 12")

    # A page that is loaded again goes on; so does one whose server was silent for a while.
    ben.reload()
    expect(ben.locator(".visited")).to_have_count(4)
    ana.route("**/api/race/*", lambda route: route.abort())
    play(ana, TOUR[3:5])
    tells(ana, "The server does not answer")
    ana.unroute("**/api/race/*")
    expect(lanes(teacher).first).to_contain_text("Ana5 of 12")

    play(ben, TOUR[4:])
    tells(ben, re.compile(r"Done, in \d+:\d\d!"))
    expect(lanes(teacher).first).to_have_text(re.compile(r"^Ben\d+:\d\d$"))
    expect(teacher.get_by_text("1 of 2 have finished")).to_be_visible()
    axe(teacher)
    speak(teacher, "es")
    expect(teacher.get_by_text("Han terminado 1 de 2")).to_be_visible()
    press(teacher, "Terminar la carrera")
    expect(teacher.get_by_text("La carrera ha acabado")).to_be_visible()
    tells(ana, "The race is over.")
    expect(ana.get_by_role("button", name="Restart")).to_be_disabled()
    speak(teacher, "en")

    # The next one, with those who are here.
    press(teacher, "Another race")
    expect(teacher.get_by_label("Keep the pupils")).to_be_checked()
    open_race(teacher)
    tells(ana, "You have joined as Ana.")
    press(teacher, "Remove Ben")
    expect(ben.get_by_label("Your name")).to_be_visible()
    join(ben, "Benjamin")
    expect(teacher.get_by_text("Benjamin")).to_be_visible()
    press(teacher, "Start")
    expect(ana.locator(".visited:visible")).to_have_count(1)


@pytest.mark.nightly
def test_a_large_class_fits_a_projector(open_page: OpenPage, race: Served, teacher: Page) -> None:
    """All sixty lanes, in every size of a screen; the rest scrolls. A pupil's board fits, too."""
    open_race(teacher)
    page = open_page("#race", address=race.address)
    join(page, "Ana")
    for n in range(59):
        name = f"W{n:02} de los {'M' * 12}"
        assert race.ask("race/join", {"name": name}).status_code == 200
    expect(teacher.get_by_role("heading", name="60 pupils have joined")).to_be_visible()
    press(teacher, "Start")
    expect(lanes(teacher)).to_have_count(60)
    expect(page.locator(".visited:visible")).to_have_count(1)
    for size in SIZES:
        resize(teacher, size)
        faults = set(teacher.evaluate(FAULTS)) - {"no board"}
        assert not faults, size
        resize(page, size)
        assert page.evaluate(FAULTS) == [], size
        if size[0] >= 1366:
            lowest = lanes(teacher).evaluate_all(
                "all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))"
            )
            assert lowest <= size[1]


def test_only_the_key_leads(open_page: OpenPage, race: Served) -> None:
    page = open_page("#race/guessed", address=race.address)
    tells(page, "This key does not lead the race")
    expect(page.get_by_role("button", name="Open the race")).to_be_hidden()


@pytest.mark.parametrize("rest", ["", "/a-key"])
def test_a_server_without_races_says_so(open_page: OpenPage, rest: str) -> None:
    page = open_page(f"#race{rest}")
    tells(page, "There are no races on this page")
    speak(page, "es")
    tells(page, "En esta página no hay carreras")


def test_an_address_of_this_machine_is_said_to_be_one(open_page: OpenPage) -> None:
    with running(race=KEY) as server:
        page = open_page(f"#race/{KEY}", address=server.address)
        open_race(page)
        tells(page, "Only this machine can open this address.")
