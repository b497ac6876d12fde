"""The lesson: it checks its exercises."""

import json
import re
from operator import itemgetter

import pytest
from playwright.sync_api import Locator, Page, expect

from caballero import Board, Problem
from caballero.teaching import (
    ORDERS,
    minimize,
    trace,
)
from caballero.teaching.puzzles.shortest import ShortestTour

from .conftest import OpenPage
from .learning import go, press, turn_to
from .playing import arrows, tab_to

pytestmark = pytest.mark.slow


def lesson(open_page: OpenPage, number: int) -> Page:
    page = open_page(f"#learn/lesson/{number}")
    expect(page.get_by_text(f"Page {number} of 10")).to_be_visible()
    return page


def cell(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(rf"^{name}\b"))


def right(page: Page, text: str = "") -> None:
    expect(page.locator(".feedback.good")).to_contain_text("✓ Right. " + text)


def wrong(page: Page, text: str = "") -> None:
    expect(page.locator(".feedback.bad")).to_contain_text("✗ Not yet. " + text)


def solved(page: Page, number: int) -> None:
    expect(page.locator(".steps a").nth(number - 1)).to_have_text(f"{number} ✓")


def test_page_1(open_page: OpenPage) -> None:
    page = lesson(open_page, 1)
    expect(page.get_by_role("navigation", name="Parts of this view")).to_be_visible()
    following = page.get_by_role("button", name="Next")
    expect(following).not_to_have_class("first")  # the exercise comes first
    for name in ("a2", "a4", "b1", "b5", "d1", "d5", "e2", "e5"):
        cell(page, name).click()
    press(page, "Check")
    wrong(page, "1 square is missing. Not within reach: e5.")
    cell(page, "e5").click()
    cell(page, "e4").focus()
    page.keyboard.press("Enter")
    press(page, "Check")
    right(page, "8 squares.")
    for name in ("a3", "c3", "d2"):
        cell(page, name).click()
    press(page, "Check")
    right(page, "3 squares")
    expect(following).to_have_class("first")
    solved(page, 1)


def test_page_2(open_page: OpenPage) -> None:
    page = lesson(open_page, 2)
    cell(page, "d3").click()
    wrong(page, "No knight’s move leads from b3 to d3.")
    cell(page, "c2").click()
    wrong(page, "c2 has already been visited.")
    for name in ("c1", "a2", "c3", "b1", "d2"):
        cell(page, name).click()
    wrong(page, "Stuck")
    press(page, "Undo")
    expect(cell(page, "d2")).to_have_attribute("aria-label", "d2, candidate")
    press(page, "Undo", times=9)
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3, move 4")
    for name in ("d2", "b1", "c3", "a2", "c1", "d3", "b2", "d1"):
        cell(page, name).click()
    right(page, "A tour of 12 squares.")
    page.get_by_label("yes").check()
    press(page, "Check")
    wrong(page, "No knight’s move leads from")
    page.get_by_label("no", exact=True).check()
    press(page, "Check")
    right(page, "It is open.")
    solved(page, 2)


ALL = [*map(Board(5).square_name, Board(5))]
DEAD_ENDS = [
    (["a5", "b3", "c5", "d3", "e5", "c4", "b2", "a4", "c3", "b5", "a3", "c2", "a1"], "c2"),
    (["a5", "b3", "c5", "d3", "e5", "c4", "b2", "a4", "c3", "b5", "a3", "b1", "d2", "e4"], "a3"),
]


def test_page_4(open_page: OpenPage) -> None:
    """The two dead ends, as paths, each with the square where the search goes on."""
    page = lesson(open_page, 4)
    for names, goes_on in DEAD_ENDS:
        end = names[-1]
        expect(cell(page, end)).to_have_attribute("aria-label", f"{end}, chosen")
        for name, reply in (
            (end, f"{end} is freed:"),
            (names[2], "Not that far back"),
            (next(n for n in ALL if n not in names), "Choose a square on the path."),
        ):
            cell(page, name).click()
            wrong(page, reply)
        cell(page, goes_on).click()
        right(page, f"It continues from {goes_on}.")
    solved(page, 4)


def test_page_5(open_page: OpenPage) -> None:
    page = lesson(open_page, 5)
    expect(page.locator(".orders figure")).to_have_count(len(ORDERS))
    first = page.get_by_role("group", name="On 3×7 squares")
    first.get_by_label("order D").check()
    press(page, "Check")
    wrong(page, "d3 is one square up")
    up = [name for name, moves in ORDERS.items() if moves.index((-1, 2)) < moves.index((1, 2))]
    letters = dict(zip(ORDERS, "ABCD", strict=True))
    for name in ORDERS:
        first.get_by_label(f"order {letters[name]}").set_checked(name in up)
    press(page, "Check")
    right(page, "From c3, the same moves")
    rows = page.locator("table tbody tr")
    expect(rows).to_have_count(4)
    nodes = {
        (order, start): [*trace(Problem("3x7", start=start), order=order)][-1].nodes
        for order in ORDERS
        for start in ("b2", "f2")
    }
    cells = rows.all_text_contents()
    assert cells == [f"order {letters[o]}{nodes[o, 'b2']:,}{nodes[o, 'f2']:,}" for o in ORDERS]
    page.get_by_role("group", name="And which order is best").get_by_label("order A").check()
    page.get_by_role("button", name="Check").last.click()
    wrong(page, "Look at both columns")
    page.get_by_label("none of them").check()
    page.get_by_role("button", name="Check").last.click()
    right(page)
    solved(page, 5)


BEGUN = ("a6", "c5", "e6", "f4", "e2", "c1", "a2", "b4")
"""What page 6 goes on from."""


def by_exits(path: list[str]) -> list[tuple[int, str]]:
    """The next squares of page 6 by their exits, the fewest first."""
    problem = Problem(6)

    def free(name: str) -> list[str]:
        here = problem.board.parse_square(name)
        there = (s for s in problem.board if problem.is_move(here, s))
        return [one for one in map(problem.board.square_name, there) if one not in path]

    return sorted(((len(free(name)), name) for name in free(path[-1])), key=itemgetter(0))


def test_page_6(open_page: OpenPage) -> None:
    page = lesson(open_page, 6)
    path = [*BEGUN]
    cell(page, "f1").click()
    wrong(page, "Choose one of the dotted squares.")
    for turn in range(4):
        (fewest, best), *_, (most, worst) = by_exits(path)
        if most > fewest:
            cell(page, worst).click()
            wrong(page, f"Exits of {worst}: {most}; exits of")
        cell(page, best).click()
        right(page, f"Exits of {best}: ")
        path.append(best)
        expect(page.get_by_text(f"({min(turn + 2, 4)} of 4)")).to_be_visible()
    solved(page, 6)


def test_page_7(open_page: OpenPage) -> None:
    page = lesson(open_page, 7)
    press(page, "Run the rules")
    rows = page.locator("table tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.first).to_have_text("first in the order60stuck")
    expect(rows.last).to_have_text("Roth: far from the centre64tour")
    for answer, reply in (("There is no tour from e6.", wrong), ("Nothing:", right)):
        page.get_by_label(answer).check()
        press(page, "Check")
        reply(page)
    solved(page, 7)


def test_page_8(open_page: OpenPage) -> None:
    page = lesson(open_page, 8)
    page.get_by_label("Colour of the corners").fill("12")
    page.get_by_label("The other colour").fill("13")
    press(page, "Check")
    wrong(page, "There are 25 in all")
    page.get_by_label("Colour of the corners").fill("13")
    page.get_by_label("The other colour").fill("12")
    press(page, "Check")
    right(page, "That is one too many")
    page.get_by_label("5×5").check()
    page.get_by_role("button", name="Check").last.click()
    wrong(page, "If both sides are odd")
    page.get_by_label("5×5").uncheck()
    page.get_by_label("6×6").check()
    page.get_by_label("3×10").check()
    page.get_by_role("button", name="Check").last.click()
    right(page, "Schwenk, 1991")
    solved(page, 8)


CITIES = "5x5", "0,1+0,3+0,4+1,4+2,4+3,4+4,4", ("a5", "d5", "a1", "b1", "e1")


def test_page_9(open_page: OpenPage) -> None:
    """The numbers of the page are those of the library."""
    page = lesson(open_page, 9)
    sides, piece, names = CITIES
    whole = Problem(sides).board
    squares = [whole.parse_square(name) for name in names]
    board = Board(whole.shape, holes=[square for square in whole if square not in squares])
    problem = Problem(board, piece=piece, closed=True, start=squares[0])
    number = page.get_by_label("Bound", exact=True)
    number.fill("8")
    press(page, "Check")
    wrong(page, "8 is a bound, too, but a weak one")
    number.fill("20")
    press(page, "Check")
    wrong(page, "The three ways have the lengths into d5 5, into b1 3, into a5 3.")
    number.fill("19")
    press(page, "Check")
    right(page, "8 and into d5 5, into b1 3, into a5 3: 19.")
    cuts = page.get_by_role("group", name="Which of these paths are cut?")
    for box in cuts.get_by_role("checkbox").all():
        bound = re.findall(r"\d+$", box.locator("xpath=..").inner_text())
        box.set_checked(int(bound[0]) > 18)
    page.get_by_role("button", name="Check").last.click()
    wrong(page, "Choose an answer first.")
    for cut in ("a5 → e1", "a5 → b1 → a1"):
        cuts.get_by_label(f"{cut}: bound 18").check()
    page.get_by_role("button", name="Check").last.click()
    right(page, "A bound of 18 is enough to cut")
    rows = page.locator("table").last.locator("tbody td").all_inner_texts()
    made_nodes = []
    for bounded in ("none", "made", "ahead"):
        *_, best = minimize(ShortestTour(problem, bounded), "lifo")
        assert best.cost == 16
        made_nodes.append(str(best.made))
    assert rows == made_nodes
    expect(page.get_by_role("img", name="the search makes 18 of its nodes")).to_be_visible()
    page.get_by_label("Yes: they were never searched.").check()
    page.get_by_role("button", name="Check").last.click()
    wrong(page, "A bound is a promise")
    page.get_by_label("No: the bound of each cut path").check()
    page.get_by_role("button", name="Check").last.click()
    right(page, "That is the proof")
    solved(page, 9)
    # The laboratory shows the same search.
    page.get_by_role("link", name="Watch it in the laboratory").click()
    whole_search = page.locator(".state")
    expect(whole_search).to_have_text([re.compile("the whole search")] * 2)
    press(page, "To the end")
    expect(page.locator(".lane dd.made")).to_have_text([made_nodes[0], made_nodes[2]])


def test_page_10(open_page: OpenPage) -> None:
    page = lesson(open_page, 10)
    expect(page.get_by_text("With these three numbers there are 4 solutions.")).to_be_visible()
    cell(page, "c3").click()
    wrong(page, "The number of c3 is known.")
    cell(page, "b1").click()
    wrong(page, "b1 can still be 6, 8.")
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, possible: 2 5 6 8")
    cell(page, "a1").click()
    right(page, "a1 is 9 in every solution")
    cell(page, "b3").click()
    wrong(page, "b3 can only be 2, 3, 5")
    cell(page, "b2").click()
    right(page, "b2 has another number in each solution")
    cell(page, "c2").click()
    wrong(page, "Not c2. 8 must be next to 7 and to 9")
    for name in ("b1", "c2", "b3", "a2"):
        cell(page, name).click()
        right(page)
    solved(page, 10)


def choose(page: Page, *names: str) -> None:
    """Go to each square with the arrow keys, and choose it."""
    for name in names:
        tab_to(page, page.locator(".table .squares"))
        arrows(page, name)
        page.keyboard.press("Space")


def check(page: Page) -> None:
    tab_to(page, page.get_by_role("button", name="Check").last)
    page.keyboard.press("Enter")


def test_by_keyboard(open_page: OpenPage) -> None:
    """From the front door: squares, choices, numbers, boxes, and from page to page."""
    page = open_page("")
    tab_to(page, page.locator(".tile.of-learn"))
    page.keyboard.press("Enter")
    choose(page, *["a2", "a4", "b1", "b5", "d1", "d5", "e2", "e4"])
    check(page)
    right(page, "8 squares")
    choose(page, "a3", "c3", "d2")
    check(page)
    solved(page, 1)
    tab_to(page, page.get_by_role("button", name="Next"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("Page 2 of 10")).to_be_visible()
    turn_to(page, 3)
    wanted = page.get_by_label("10⁴⁸")
    tab_to(page, wanted.locator("xpath=ancestor::fieldset"))
    while not wanted.is_checked():
        page.keyboard.press("ArrowDown")
    check(page)
    solved(page, 3)
    turn_to(page, 8)
    for label, text in (("Colour of the corners", "13"), ("The other colour", "12")):
        tab_to(page, page.get_by_label(label, exact=True))
        page.keyboard.type(text)
    check(page)
    for label in ("6×6", "3×10"):
        tab_to(page, page.get_by_label(label))
        page.keyboard.press("Space")
    check(page)
    solved(page, 8)


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(360, 640), (1366, 768)])
def test_every_reply_is_in_sight(open_page: OpenPage, size: tuple[int, int]) -> None:
    """A reply scrolls into sight, and the focus stays where it was."""
    page = open_page("#learn/lesson/1", viewport={"width": size[0], "height": size[1]})
    for number in range(1, 11):
        turn_to(page, number)
        panel = page.locator("article")
        done = panel.get_by_role("button").or_(panel.get_by_role("gridcell"))
        if number == 7:
            press(page, "Run the rules")
            expect(panel.locator("table")).to_be_visible()
        last = done.last if number != 2 else panel.get_by_role("gridcell").first
        last.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".feedback")).not_to_be_empty()
        expect(page.locator(".feedback")).to_be_in_viewport(ratio=1)
        expect(last).to_be_focused()


def test_turning_pages_and_the_certificate(open_page: OpenPage) -> None:
    """What is solved is kept; when it is all, a certificate is printed alone."""
    page = lesson(open_page, 1)
    expect(page.get_by_role("button", name="Previous")).to_be_hidden()
    press(page, "Next")
    expect(page).to_have_url(re.compile("#learn/lesson/2$"))
    expect(page.get_by_role("heading", name="A tour")).to_be_focused()
    # Without a page in the address the lesson goes on where it was.
    go(page, "#look")
    expect(page.get_by_text("Page 2 of 10")).to_be_hidden()
    go(page, "#learn")
    expect(page.get_by_text("Page 2 of 10")).to_be_visible()
    page.get_by_role("navigation", name="Pages of the lesson").get_by_role("link").nth(9).click()
    expect(page.get_by_role("heading", name="Puzzles, and one solution")).to_be_focused()
    expect(page.get_by_role("button", name="Next")).to_be_hidden()
    go(page, "#learn/lesson/99")
    expect(page.get_by_text("Page 10 of 10")).to_be_visible()
    page.evaluate(
        "value => localStorage.setItem('caballero.lesson', value)",
        json.dumps({"page": 3, "solved": [1, 2, 4, 5, 6, 7, 8, 9, 10]}),
    )
    page.goto(page.url.replace("#learn/lesson/10", "?again#learn/lesson/3"))
    certificate = page.locator(".certificate")
    expect(page.get_by_text("Page 3 of 10")).to_be_visible()
    expect(certificate).to_have_count(0)
    for label, reply in (("", "Choose an answer"), ("about 500", "The choices multiply")):
        if label:
            page.get_by_label(label).check()
        press(page, "Check")
        wrong(page, reply)
    page.get_by_label("10⁴⁸").check()
    press(page, "Check")
    right(page)
    page.get_by_label("Your name, also on the certificate").fill("Ana <b>")
    page.evaluate("() => { window.print = () => { window.printed = document.body.className; }; }")
    page.emulate_media(media="print")
    expect(certificate).to_be_hidden()
    page.emulate_media(media="screen")
    press(page, "Print the certificate")
    assert page.evaluate("() => window.printed") == "alone"
    page.emulate_media(media="print")
    expect(certificate.locator(".sheet")).to_be_visible()
    expect(page.get_by_text("Page 3 of 10")).to_be_hidden()
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    page.reload()
    expect(certificate.locator(".who")).to_have_text("Ana <b>")
