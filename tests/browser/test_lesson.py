"""The lesson: it checks its exercises."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import islice, pairwise, product
from operator import itemgetter

import pytest
from playwright.sync_api import Locator, Page, expect

from caballero import Board, Problem, iter_tours
from caballero.teaching import (
    ORDERS,
    EventKind,
    minimize,
    trace,
)
from caballero.teaching.puzzles.shortest import ShortestTour
from caballero.teaching.puzzles.tours import Line
from seldom import mostly_nightly

from .conftest import OpenPage
from .learning import fits_a_phone, go, press, turn_to
from .playing import arrows, tab_to

pytestmark = pytest.mark.slow

Axe = Callable[[Page], None]


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
    press(page, "Undo", 9)
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3, move 4")
    for name in rest():
        cell(page, name).click()
    right(page, "A tour of 12 squares.")
    page.get_by_label("yes").check()
    press(page, "Check")
    wrong(page, "No knight’s move leads from")
    page.get_by_label("no", exact=True).check()
    press(page, "Check")
    right(page, "It is open.")
    solved(page, 2)


def rest() -> list[str]:
    """A way to finish what page 2 has begun."""
    problem = Problem("3x4", start="a3")
    begun = tuple(map(problem.board.parse_square, ("a3", "c2", "a1", "b3")))
    paths = [begun]
    while len(paths[0]) < 12:
        paths = [
            (*path, square)
            for path in paths
            for square in problem.board
            if square not in path and problem.is_move(path[-1], square)
        ]
    return [problem.board.square_name(square) for square in paths[0][4:]]


def test_page_3(open_page: OpenPage) -> None:
    page = lesson(open_page, 3)
    press(page, "Check")
    wrong(page, "Choose an answer first.")
    page.get_by_label("about 500").check()
    press(page, "Check")
    wrong(page, "The choices multiply")
    page.get_by_label("10⁴⁸").check()
    press(page, "Check")
    right(page)
    solved(page, 3)


def dead_ends() -> list[tuple[list[str], str]]:
    """The two dead ends of page 4, as paths, each with the square where the search goes on."""
    path: list[tuple[int, ...]] = []
    dead: list[tuple[int, ...]] = []
    ends = []
    problem = Problem(5, start="a5")
    for event in islice(trace(problem, order="granada"), 400):
        if event.kind is EventKind.DEAD_END:
            dead = [*event.path]
        elif event.kind is EventKind.PLACE:
            path = [*event.path]
            if dead:
                ends.append((dead, path[-2]))
            dead = []
    one = next(end for end in ends if end[0][-2] == end[1])
    far = next(end for end in ends if end[0].index(end[1]) < len(end[0]) - 3)
    name = problem.board.square_name
    return [([name(square) for square in squares], name(on)) for squares, on in (one, far)]


def test_page_4(open_page: OpenPage) -> None:
    page = lesson(open_page, 4)
    for names, goes_on in dead_ends():
        expect(cell(page, names[-1])).to_have_attribute("aria-label", f"{names[-1]}, chosen")
        cell(page, names[-1]).click()
        wrong(page, f"{names[-1]} is freed:")
        cell(page, names[2]).click()
        wrong(page, "Not that far back")
        free = next(name for name in map(Board(5).square_name, Board(5)) if name not in names)
        cell(page, free).click()
        wrong(page, "Choose a square on the path.")
        cell(page, goes_on).click()
        right(page, f"It continues from {goes_on}.")
    solved(page, 4)


def test_page_5(open_page: OpenPage) -> None:
    page = lesson(open_page, 5)
    pictures = page.locator(".orders figure")
    expect(pictures).to_have_count(len(ORDERS))
    for i, moves in enumerate(ORDERS.values()):
        texts = pictures.nth(i).locator(".cell").all_text_contents()
        numbers = {
            int(text): (r - 2, c - 2)
            for (r, c), text in zip(product(range(5), repeat=2), texts, strict=True)
            if text.isdigit()
        }
        assert [numbers[n] for n in range(1, 9)] == list(moves)
    first = page.get_by_role("group", name="On 3×7 squares")
    first.get_by_label("granada").check()
    press(page, "Check")
    wrong(page, "d3 is one square up")
    up = [name for name, moves in ORDERS.items() if moves.index((-1, 2)) < moves.index((1, 2))]
    for name in ORDERS:
        first.get_by_label(name).set_checked(name in up)
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
    assert cells == [f"{o}{nodes[o, 'b2']:,}{nodes[o, 'f2']:,}" for o in ORDERS]
    page.get_by_role("group", name="And which order is best").get_by_label("geeksforgeeks").check()
    page.get_by_role("button", name="Check").last.click()
    wrong(page, "Look at both columns")
    page.get_by_label("none of them").check()
    page.get_by_role("button", name="Check").last.click()
    right(page)
    solved(page, 5)
    fits_a_phone(page)


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
    page.get_by_label("There is no tour from e6.").check()
    press(page, "Check")
    wrong(page, "Look at the table")
    page.get_by_label("Nothing:").check()
    press(page, "Check")
    right(page)
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
    puzzle = ShortestTour(problem)
    for box in cuts.get_by_role("checkbox").all():
        text = box.locator("xpath=..").inner_text()
        *path, bound = re.findall(r"\w+", text.replace("bound", ""))
        order = [list(board).index(board.parse_square(name)) for name in path]
        made = sum(puzzle.step((a,), b) for a, b in pairwise(order))
        assert puzzle.bound(Line(tuple(order), made)) == int(bound)
        box.set_checked(int(bound) > 18)
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
    fits_a_phone(page)
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
    problem = Problem(3, piece="king", clues={"c3": 1, "a3": 4, "b2": 6, "c1": 7})
    (tour,) = iter_tours(problem)
    numbers = {problem.board.square_name(s): i for i, s in enumerate(tour.squares, 1)}
    for name, one in numbers.items():
        expect(cell(page, name)).to_have_attribute("aria-label", f"{name}, number {one}")
    fits_a_phone(page)


def choose(page: Page, *names: str) -> None:
    """Go to each square with the arrow keys, and choose it."""
    for name in names:
        tab_to(page, page.locator(".table .squares"))
        arrows(page, name)
        page.keyboard.press("Space")


def pick(page: Page, *labels: str) -> None:
    """Choose answers; Tab reaches one of those of which one is right, and arrows the others."""
    for label in labels:
        named = page.get_by_label(label, exact=label == "no")
        wanted = page.locator("article input").and_(named).first
        kind = wanted.get_attribute("type")
        tab_to(page, wanted if kind != "radio" else wanted.locator("xpath=ancestor::fieldset"))
        if kind == "checkbox":
            page.keyboard.press("Space")
        while kind == "radio" and not wanted.is_checked():
            page.keyboard.press("ArrowDown")


def check(page: Page, place: int = 0) -> None:
    tab_to(page, page.get_by_role("button", name="Check").nth(place))
    page.keyboard.press("Enter")


def fill(page: Page, label: str, text: str) -> None:
    tab_to(page, page.get_by_label(label, exact=True))
    page.keyboard.type(text)


@pytest.mark.nightly
def test_the_whole_lesson_by_keyboard(open_page: OpenPage) -> None:
    """From the front door to the certificate."""
    page = open_page("")
    tab_to(page, page.locator(".card", has_text="Lesson").get_by_role("link"))
    page.keyboard.press("Enter")
    for number, answer in enumerate(ANSWERS, 1):
        expect(page.get_by_text(f"Page {number} of 10")).to_be_visible()
        answer(page)
        solved(page, number)
        if number < 10:
            tab_to(page, page.get_by_role("button", name="Next"))
            page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("Your name, also on the certificate"))


def answer_1(page: Page) -> None:
    choose(page, *["a2", "a4", "b1", "b5", "d1", "d5", "e2", "e4"])
    check(page)
    right(page, "8 squares")
    choose(page, "a3", "c3", "d2")
    check(page)


def answer_2(page: Page) -> None:
    choose(page, *rest())
    pick(page, "no")
    check(page)


def answer_3(page: Page) -> None:
    pick(page, "10⁴⁸")
    check(page)


def answer_4(page: Page) -> None:
    for _, goes_on in dead_ends():
        choose(page, goes_on)
        right(page, f"It continues from {goes_on}.")


def answer_5(page: Page) -> None:
    up = [name for name, moves in ORDERS.items() if moves.index((-1, 2)) < moves.index((1, 2))]
    pick(page, *up)
    check(page)
    pick(page, "none of them")
    check(page, 1)


def answer_6(page: Page) -> None:
    path = [*BEGUN]
    for _ in range(4):
        path.append(by_exits(path)[0][1])
        choose(page, path[-1])
        right(page, f"Exits of {path[-1]}: ")


def answer_7(page: Page) -> None:
    tab_to(page, page.get_by_role("button", name="Run the rules"))
    page.keyboard.press("Enter")
    pick(page, "Nothing:")
    check(page)


def answer_8(page: Page) -> None:
    fill(page, "Colour of the corners", "13")
    fill(page, "The other colour", "12")
    check(page)
    pick(page, "6×6", "3×10")
    check(page, 1)


def answer_9(page: Page) -> None:
    fill(page, "Bound", "19")
    check(page)
    pick(page, "a5 → e1: bound 18", "a5 → b1 → a1: bound 18")
    check(page, 1)
    pick(page, "No: the bound of each cut path")
    check(page, 2)


def answer_10(page: Page) -> None:
    for name in ("a1", "b2", "b1", "c2", "b3", "a2"):
        choose(page, name)
        right(page)


ANSWERS = (
    answer_1, answer_2, answer_3, answer_4, answer_5,
    answer_6, answer_7, answer_8, answer_9, answer_10,
)  # fmt: skip


def replies_in_sight(page: Page) -> None:
    """A reply scrolls into sight, and the focus stays where it was."""
    box = page.locator(".feedback")
    expect(box).not_to_be_empty()
    expect(box).to_be_in_viewport(ratio=1)


@pytest.mark.nightly
@pytest.mark.parametrize("size", mostly_nightly([(360, 640), (1366, 768)], 2))
def test_every_reply_is_in_sight(open_page: OpenPage, size: tuple[int, int]) -> None:
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
        replies_in_sight(page)
        expect(last).to_be_focused()


def test_turning_pages_and_progress(open_page: OpenPage) -> None:
    page = lesson(open_page, 1)
    expect(page.get_by_role("button", name="Previous")).to_be_hidden()
    press(page, "Next")
    expect(page).to_have_url(re.compile("#learn/lesson/2$"))
    expect(page.get_by_role("heading", name="A tour")).to_be_focused()
    press(page, "Next")
    page.get_by_label("10⁴⁸").check()
    press(page, "Check")
    solved(page, 3)
    page.reload()
    solved(page, 3)
    # Without a page in the address the lesson goes on where it was.
    go(page, "#look")
    expect(page.get_by_text("Page 3 of 10")).to_be_hidden()
    go(page, "#learn")
    expect(page.get_by_text("Page 3 of 10")).to_be_visible()
    press(page, "Previous")
    expect(page.get_by_text("Page 2 of 10")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("Page 3 of 10")).to_be_visible()
    page.go_forward()
    expect(page.get_by_text("Page 2 of 10")).to_be_visible()
    page.get_by_role("navigation", name="Pages of the lesson").get_by_role("link").nth(9).click()
    expect(page.get_by_text("Page 10 of 10")).to_be_visible()
    expect(page.get_by_role("heading", name="Puzzles, and one solution")).to_be_focused()
    expect(page.get_by_role("button", name="Next")).to_be_hidden()
    go(page, "#learn/lesson/99")
    expect(page.get_by_text("Page 10 of 10")).to_be_visible()


@pytest.mark.nightly
def test_the_certificate(open_page: OpenPage) -> None:
    """It comes when the last page is solved, and is printed alone."""
    page = lesson(open_page, 3)
    solved_but_one = {"page": 3, "solved": [1, 2, 4, 5, 6, 7, 8, 9, 10]}
    page.evaluate(
        "value => localStorage.setItem('caballero.lesson', value)", json.dumps(solved_but_one)
    )
    page.reload()
    certificate = page.locator(".certificate")
    expect(certificate).to_have_count(0)
    page.get_by_label("10⁴⁸").check()
    press(page, "Check")
    expect(certificate).to_be_visible()
    page.get_by_label("Your name, also on the certificate").fill("Ana <b>")
    expect(certificate.locator(".who")).to_have_text("Ana <b>")
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
    expect(certificate).to_be_hidden()
    page.emulate_media(media="screen")
    page.reload()
    expect(certificate.locator(".who")).to_have_text("Ana <b>")
