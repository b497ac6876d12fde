"""For a class: links to chosen pages of the lesson, and worksheets."""

import json
import re
from collections.abc import Callable
from io import BytesIO

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from caballero import Problem, is_unique, verify

from .conftest import OpenPage
from .learning import go, press
from .playing import speak

pytestmark = pytest.mark.slow

Axe = Callable[[Page], None]


def steps(page: Page) -> Locator:
    return page.locator(".steps a")


def test_a_link_for_a_class(open_page: OpenPage, axe: Axe) -> None:
    """What a teacher chooses is what the link opens."""
    page = open_page("#learn/lesson/2", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="For teachers").click()
    link = page.get_by_label("Link for the class")
    expect(link).to_have_value(re.compile(r"\?lang=en#learn/class/1-3$"))
    for title in ("2 A tour", "3 The naive method"):
        page.get_by_label(title, exact=True).uncheck()
    page.get_by_label("6 Warnsdorff’s rule").check()
    page.get_by_label("Board of pages 1 and 6").select_option("8 × 8")
    page.get_by_label("Language of the link").select_option("Español")
    page.get_by_label("In order").check()
    page.get_by_label("Each page has a button").check()
    expect(link).to_have_value(re.compile(r"\?lang=es#learn/class/1,6\.8x8\.ordered\.answers$"))
    press(page, "Copy the link")
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link.input_value()
    axe(page)
    for title in ("1 The knight’s move", "6 Warnsdorff’s rule"):
        page.get_by_label(title, exact=True).uncheck()
    expect(page.get_by_text("Choose at least one page.")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the link")).to_be_disabled()
    pupil = open_page("?lang=es#learn/class/1,6.8x8.ordered.answers")
    expect(pupil.get_by_text("Tu clase: páginas 1, 6 Resuélvelas en este orden.")).to_be_visible()
    expect(pupil.get_by_role("grid").locator(".cell")).to_have_count(64)


def test_pages_in_order(open_page: OpenPage, axe: Axe) -> None:
    """A page opens when those before are solved; the certificate names the pages."""
    page = open_page("#learn/class/3,8.ordered.answers/8")
    expect(page.get_by_role("heading", name="The naive method")).to_be_visible()
    expect(page).to_have_url(re.compile(r"#learn/class/3,8\.ordered\.answers/3$"))
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
    stored = json.loads(page.evaluate("localStorage.getItem('caballero.class')"))
    assert stored == stored | {"plan": "3,8.ordered.answers", "solved": [3, 8], "tries": 3}
    assert page.evaluate("localStorage.getItem('caballero.lesson')") is None
    press(page, "Start again")
    expect(steps(page)).to_have_text(["3", "8"])
    expect(certificate).to_have_count(0)
    go(page, "#learn/class/3-4")
    expect(page.get_by_text("Your class: pages 3, 4")).to_be_visible()


def test_a_bad_link_of_a_class_says_so(open_page: OpenPage) -> None:
    page = open_page("#learn/class/5-3")
    view = page.locator("#view")
    expect(view).to_contain_text("This link does not lead to pages of the lesson")
    speak(page, "es")
    expect(view).to_contain_text("Este enlace no lleva a páginas de la lección")
    page.get_by_role("link", name="La lección completa").click()
    expect(steps(page)).to_have_count(10)


@pytest.mark.parametrize(
    "where",
    ["#desk", "#learn/class/1-10.ordered.answers", "#learn/lesson/5", "#learn/lesson/9"],
)
def test_on_a_small_phone(open_page: OpenPage, axe: Axe, where: str) -> None:
    page = open_page(where, viewport={"width": 320, "height": 640}, color_scheme="dark")
    speak(page, "es")
    expect(page.locator(".panel").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    axe(page)


# -- codes -----------------------------------------------------------------------------------------


def test_a_code_goes_from_a_pupil_to_the_table(open_page: OpenPage, axe: Axe) -> None:
    """What a pupil has at the end is a line of the teacher's table: scanned, or pasted."""
    pupil = open_page("#learn/class/3")
    expect(pupil.locator(".hand-in")).to_be_hidden()
    pupil.locator(".panel input[type=radio]").first.check()
    press(pupil, "Check")
    pupil.get_by_label("10⁴⁸").check()
    press(pupil, "Check")
    pupil.get_by_label("Your name, also on the certificate").fill("Ana <b>Núñez</b>")
    code = pupil.locator(".hand-in output").inner_text()
    assert re.fullmatch(r"(\w{4}-){2}\w{4}", code)
    expect(pupil.get_by_role("img", name="The code as a picture")).to_be_visible()
    pupil.wait_for_function("document.querySelector('.hand-in canvas').width > 30")
    axe(pupil)
    page = open_page(f"#desk/{code}/Ana%20%3Cb%3EN%C3%BA%C3%B1ez%3C%2Fb%3E")
    cells = page.locator(".marks tbody tr")
    expect(cells).to_have_count(1)
    expect(cells.first).to_contain_text("Ana <b>Núñez</b>1 of 1: 32")
    expect(page).to_have_url(re.compile("#desk/?$"))
    box = page.get_by_label("Names and codes")
    box.fill(f"{box.input_value()}\nLuis: {code[:-1]}\nEva")
    expect(cells).to_have_count(3)
    expect(page.locator(".marks")).to_contain_text("1 letter is missing: a code has 12.")
    press(page, "Name ▲")
    expect(cells.first).to_contain_text("Luis")
    with page.expect_download() as saved:
        press(page, "Save as CSV")
    assert saved.value.path().read_text("utf-8-sig").startswith("Name,Pages,")
    axe(page)
    page.reload()
    expect(cells).to_have_count(3)
    press(page, "Clear")
    expect(cells).to_have_count(0)


# -- worksheets ------------------------------------------------------------------------------------


def labelled(page: Page, name: str) -> Locator:
    """A field of the worksheets; the label of a list has its options, too."""
    return page.locator(".worksheets").get_by_label(re.compile(f"^{name}(?!s)"))


def choose_board(page: Page, name: str) -> None:
    page.locator(".worksheets .chooser summary").click()
    page.locator(".worksheets .gallery").get_by_role("button", name=name, exact=True).click()


def made(page: Page, **wishes: str) -> Locator:
    """The sheets of some wishes, each of a field by its label."""
    for label, value in wishes.items():
        if label == "Board":
            choose_board(page, value)
            continue
        control = labelled(page, label.replace("_", " "))
        if control.evaluate("one => one.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
    press(page, "Make the sheets")
    expect(page.get_by_text(re.compile("ready to print"))).to_be_visible()
    return page.locator(".paper")


def numbers(picture: Locator) -> dict[str, int]:
    """The numbers that a drawing prints, by square."""
    texts = picture.locator(".given-drawn, .number-drawn").evaluate_all(
        "all => all.map((one) => [one.textContent, one.getAttribute('x'), one.getAttribute('y')])"
    )
    names = picture.locator(".name-drawn").all_text_contents()
    rows = sum(name.isdigit() for name in names)
    return {f"{chr(97 + int(float(x)))}{rows - int(float(y))}": int(text) for text, x, y in texts}


def test_puzzles_on_a_sheet(open_page: OpenPage) -> None:
    page = open_page("#desk")
    made(
        page,
        What_to_print="puzzles with one solution",
        Level="easy",
        Board="4 × 4, king",
        How_many_boards="2",
        Boards_on_a_page="2",
    )
    tasks = [numbers(one) for one in page.locator(".paper:has(.pupil) svg").all()]
    assert len(tasks) == 2
    for task in tasks:
        assert is_unique(Problem(4, piece="king", clues=task))
    labelled(page, "Rows").fill("2")
    page.keyboard.press("Tab")
    expect(page.locator(".paper")).to_have_count(0)


@pytest.mark.nightly
def test_more_boards_than_there_are(open_page: OpenPage) -> None:
    page = open_page("#desk")
    what, board = {"What_to_print": "positions to finish"}, {"Board": "3 × 4, knight"}
    made(page, **what, **board, Squares_visited_already="1", How_many_boards="30")
    expect(page.get_by_text(re.compile(r"Only \d+ boards are different"))).to_be_visible()


def test_each_sheet_is_a_page(open_page: OpenPage) -> None:
    """Positions to finish, each its own, with a solution that begins so."""
    page = open_page("#desk")
    page.evaluate("window.print = () => {}")
    what = {"What_to_print": "positions to finish", "Squares_visited_already": "9"}
    sheets = made(page, **what, How_many_boards="7", Boards_on_a_page="6", Title="Knights <b>")
    expect(sheets.first).to_contain_text("Knights <b>")
    tasks, solutions = (
        [numbers(one) for one in page.locator(f".paper{which} svg").all()]
        for which in (":has(.pupil)", ":not(:has(.pupil))")
    )
    assert len({repr(sorted(task.items())) for task in tasks}) == 7
    for task, solution in zip(tasks, solutions, strict=True):
        assert sorted(task.values()) == list(range(1, 10))
        assert task.items() <= solution.items()
        tour = sorted(solution, key=lambda name: solution[name])
        assert verify(tour, Problem(5)).valid
    page.emulate_media(media="print")
    texts = []
    for pressed in (False, True):
        if pressed:  # the browser's own command prints the same
            page.emulate_media(media="screen")
            press(page, "Print")
            page.emulate_media(media="print")
        with BytesIO(page.pdf(format="A4")) as file:
            texts.append([one.extract_text() for one in PdfReader(file).pages])
    assert texts[0] == texts[1]
    assert len(texts[0]) == sheets.count() == 3
    assert all("Name:" in text for text in texts[0][:2])
    assert "Solutions" in texts[0][2]
    assert not any("Worksheets" in text or "Learn" in text for text in texts[0])
    expect(page.locator("body.alone")).to_have_count(0)  # after the print
    page.emulate_media(media="screen")
    page.get_by_label("Solutions on a last page").uncheck()
    expect(sheets).to_have_count(2)


def test_a_page_of_the_lesson_as_a_handout(open_page: OpenPage) -> None:
    page = open_page("#learn/lesson/9")
    expect(page.get_by_role("heading", name="Branch and bound")).to_be_visible()
    page.emulate_media(media="print")
    for shown in ("Name: ____", "Exercise", "A van starts at a5"):
        expect(page.get_by_text(shown)).to_be_visible()
    expect(page.get_by_label("Bound", exact=True)).to_be_visible()
    for hidden in (page.get_by_role("button"), page.get_by_role("navigation")):
        expect(hidden).to_have_count(0)


def test_the_desk_is_linked_in_the_language_of_the_page(open_page: OpenPage) -> None:
    page = open_page("#storm")
    speak(page, "es")
    page.get_by_role("link", name="Para docentes").click()
    expect(page.get_by_role("heading", name="Una carrera")).to_be_visible()
    expect(page.locator("footer")).to_be_hidden()
