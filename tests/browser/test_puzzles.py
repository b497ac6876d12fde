"""Puzzles: solved by keyboard, mouse and touch, checked, explained, kept, shared and printed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from caballero import Problem, is_unique
from seldom import mostly_nightly

from .conftest import OpenPage
from .learning import press
from .playing import arrows, further, kept, says, speak, square, tab_to, touch

pytestmark = pytest.mark.slow

SMALL = "#puzzles/3x3.pwazir/a3.rXq/oM/easy"
"""The board, the tour from a3, and which of its numbers are given: those of ``CLUES``."""

CLUES = {"a3": 1, "c3": 3, "c1": 9}


WRITE = re.compile(r"^Write \d+$")


def solution() -> dict[str, int]:
    """The numbers of the small puzzle, by square."""
    answer = is_unique(Problem("3x3", piece="wazir", clues=CLUES))
    assert answer.status == "unique"
    return {name: i for i, name in enumerate(answer.tour.names(), 1)}


def write(page: Page, name: str, number: int) -> None:
    square(page, name).focus()
    page.keyboard.type(str(number))
    if page.locator(".typing").count():
        page.keyboard.press("Enter")


def open_digits(open_page: OpenPage, where: str = SMALL, **options: object) -> Page:
    """A puzzle where a touch only chooses a square."""
    page = open_page(where, **options)
    further(page, re.compile("in order|en orden"))
    return page


def given(page: Page) -> dict[str, str]:
    """The clues on the board."""
    named = page.locator(".table .given").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    return dict(one.split(", clue ") for one in named)


def missing() -> dict[str, int]:
    return {name: n for name, n in solution().items() if name not in CLUES}


def write_all(page: Page) -> None:
    for name, number in missing().items():
        write(page, name, number)


# -- ways to write ---------------------------------------------------------------------------------


def test_a_puzzle_is_solved_by_keyboard(open_page: OpenPage) -> None:
    """Also after another view was shown."""
    page = open_page(SMALL)
    expect(square(page, "a3")).to_have_accessible_name("a3, clue 1")
    for number in (2, 4, 5, 6, 7, 8):
        name = next(name for name, n in missing().items() if n == number)
        if number == 4:
            page.evaluate("location.hash = 'today'")
            expect(page.locator(".today .cell").first).to_be_attached()
            page.go_back()
        tab_to(page, page.locator(".table .squares"))
        arrows(page, name)
        page.keyboard.type(str(number))  # no other digit fits
        expect(square(page, name)).to_have_accessible_name(f"{name}, {number}")
    says(page, re.compile(r"You did it: 9 squares in \d+:\d\d, without a hint. ♞♞♞"))
    expect(page.locator("#status")).to_contain_text("You did it")
    expect(page.get_by_text("0 left")).to_be_visible()


def test_a_puzzle_is_solved_by_touch(open_page: OpenPage) -> None:
    """By the buttons."""
    page = open_page(SMALL, has_touch=True, viewport={"width": 320, "height": 640})
    further(page, "Numbers in order")
    for name, number in missing().items():
        square(page, name).tap()
        page.get_by_role("button", name=str(number), exact=True).tap()
    says(page, "You did it")


def test_numbers_in_order(open_page: OpenPage) -> None:
    """They are the usual way; the choice of another is kept."""
    page = open_page(SMALL)
    expect(square(page, "b3")).to_have_accessible_name("b3, empty, 2 may stand here")
    expect(square(page, "b2")).to_have_accessible_name("b2, empty")
    touch(page, "c1", "8 is next")
    touch(page, "b1", "b1 is 8; 5 left.")
    expect(page.get_by_text("Next: 7")).to_be_visible()
    press(page, "Lower number", "6 is next")
    press(page, "Higher number")
    touch(page, "c3", "4 is next")
    square(page, "c2").focus()
    page.keyboard.press("Space")
    says(page, "c2 is 4; 4 left.")
    page.keyboard.press("p")
    touch(page, "b2", "Pencil marks of b2: 5.")
    page.keyboard.press("p")
    square(page, "a1").focus()
    page.keyboard.type("2")
    told = "a1, 2, not one move from the number before or after it"
    expect(square(page, "a1")).to_have_accessible_name(told)
    further(page)
    page.get_by_label("Show at once").uncheck()
    press(page, "Numbers in order")
    page.reload()
    expect(square(page, "a1")).to_have_accessible_name("a1, 2")
    further(page)
    in_order = page.get_by_role("button", name="Numbers in order")
    expect(in_order).to_have_attribute("aria-pressed", "false")


def test_a_run_is_drawn(open_page: OpenPage) -> None:
    """Over squares where its next number cannot stand, and back."""
    page = open_page(SMALL)
    centres = {}
    for name in missing() | CLUES:
        box = square(page, name).bounding_box()
        assert box
        centres[name] = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def drag(*names: str) -> None:
        page.mouse.move(*centres[names[0]])
        page.mouse.down()
        for name in names[1:]:
            page.mouse.move(*centres[name], steps=3)
        page.mouse.up()

    drag("c3", "c2", "b2", "a2", "b2")
    says(page, "a2 is empty.")
    expect(square(page, "b2")).to_have_accessible_name("b2, 5")
    expect(square(page, "a2")).to_have_accessible_name("a2, empty, 6 may stand here")
    drag("c1", "b1", "b2", "a1")
    expect(square(page, "a1")).to_have_accessible_name("a1, 7")
    drag("a2", "c1")
    says(page, "a2 is 6; 1 left.")
    touch(page, "b3", "You did it")


def test_numbers_of_two_digits(open_page: OpenPage) -> None:
    """A number is written by Enter, by leaving, or when no other digit fits."""
    page = open_digits(open_page, "#puzzles")
    further(page)
    page.get_by_label("Show at once").uncheck()
    page.keyboard.press("Escape")
    square(page, "a5").focus()
    page.keyboard.type("3")
    expect(square(page, "a5")).to_have_accessible_name("a5, 3, not yet written")
    page.keyboard.press("Escape")
    expect(square(page, "a5")).to_have_accessible_name("a5, empty")
    page.keyboard.type("15")  # 150 would be too large
    says(page, "a5 is 15")
    page.keyboard.type("1")
    page.keyboard.press("ArrowRight")
    says(page, "1 is a clue, at f4.")
    page.keyboard.type("5")
    says(page, "b5 has a clue: 20.")
    square(page, "c5").focus()
    page.keyboard.type("37")
    says(page, "37 is too large: the numbers go up to 36.")
    page.keyboard.type("3")
    page.get_by_role("button", name="5", exact=True).click()  # the board keeps the focus
    says(page, "c5 is 35")
    square(page, "f5").focus()
    page.keyboard.type("3")
    page.get_by_label("Language").focus()
    says(page, "f5 is 3;")


def test_undo_redo_pencil_erase_restart(open_page: OpenPage) -> None:
    """A button that can do no more gives the focus to the board."""
    page = open_digits(open_page)
    undo = page.get_by_role("button", name=re.compile("^Undo"))
    restart = page.locator(".further button", has_text="Restart")
    expect(undo).to_be_disabled()
    expect(restart).to_be_disabled()
    further(page, "Pencil marks")
    for digit in ("4", "2", "2", "8"):
        square(page, "b3").focus()
        page.keyboard.type(digit)
    says(page, "Pencil marks of b3: 4, 8.")
    marked = "b3, empty, pencil marks 4, 8"
    page.keyboard.press("p")
    page.keyboard.type("2")
    for key, told in (
        ("Delete", marked), ("Delete", "b3, empty"), ("u", marked), ("u", "b3, 2"),
        ("Control+z", marked), ("Control+Shift+Z", "b3, 2"), ("Control+y", marked),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect(square(page, "b3")).to_have_accessible_name(told)
    further(page, "Restart")
    says(page, "Restarted.")
    expect(restart).to_be_disabled()
    undo.press("Enter")
    says(page, "The numbers are back.")
    for _ in range(20):
        page.keyboard.press("Control+z")
    expect(square(page, "b3")).to_have_accessible_name("b3, empty")
    expect(undo).to_be_disabled()
    for _ in range(20):
        page.keyboard.press("Control+y")
    expect(page.locator(".further button", has_text="Redo")).to_be_disabled()


# -- a Zip, and hexagons ---------------------------------------------------------------------------

ZIP = "#puzzles/4x4.pwazir.wARKgg/c1.gFf4Lg/~gCW/easy"
"""Its path: c1 d1 d2 d3 d4 c4 b4 a4 a3 a2 a1 b1 b2 b3 c3 c2, by waypoints at c1, a1, b3, c2."""


def drag(page: Page, *names: str) -> None:
    """With few events, so that squares are passed between them."""
    for i, name in enumerate(names):
        box = square(page, name).bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if i == 0:
            page.mouse.down()
    page.mouse.up()


def test_a_zip_is_drawn(open_page: OpenPage, axe: Callable[[Page], None]) -> None:
    """By dragging, by touching, and by the keyboard, with a check and a hint."""
    page = open_page(ZIP)
    expect(square(page, "c1")).to_have_accessible_name("c1, waypoint 1, end of the path, 1")
    expect(square(page, "c2")).to_have_accessible_name("c2, waypoint 4, wall towards b2, d2")
    expect(page.get_by_role("button", name="Why not here?")).to_be_hidden()
    square(page, "c1").focus()
    page.keyboard.press("ArrowUp")
    says(page, "Another waypoint comes before c2")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("c")
    says(page, "The path is wrong from b1 on.")
    page.keyboard.press("h")
    says(page, "The path is wrong from b1 on: go back first.")
    page.keyboard.press("Backspace")
    drag(page, "c1", "d1", "d4")
    says(page, "The path goes to d4; 11 left.")
    drag(page, "d4", "d3", "c3")
    says(page, "The path does not lead from d3 to c3")
    touch(page, "c3", "The path does not lead from d3 to c3")
    square(page, "d4").click()
    touch(page, "a4", "The path goes to a4; 8 left.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")  # there is a wall
    says(page, "The path does not lead from a3 to b3")
    page.keyboard.press("ArrowUp")
    says(page, "The path ends at a4 again.")
    expect(square(page, "a4")).to_be_focused()
    page.keyboard.press("c")
    says(page, "All 7 moves are right.")
    axe(page)
    page.keyboard.press("h")
    while page.get_by_role("button", name="Next", exact=True).is_visible():
        press(page, "Next")
    press(page, "Draw it", "The path goes to a3; 7 left.")
    page.reload()
    says(page, "The puzzle is as you left it.")
    for name in ("a1", "b1", "b3", "c3", "c2"):
        square(page, name).click()
    says(page, "You did it: 16 squares")
    speak(page, "es")
    says(page, "¡Resuelto! 16 casillas")


RIKUDO = "#puzzles/hex4.pstep.fwgAAAAAgAAAIAAAg/a1.DrZCqAiDDKLbtSKlbpg/kQspJIw/medium"


def test_a_rikudo_has_diamonds(open_page: OpenPage, axe: Callable[[Page], None]) -> None:
    page = open_page(RIKUDO)
    expect(page.get_by_role("heading", name="Rikudo, hexagon, side 4")).to_be_visible()
    expect(square(page, "a4")).to_have_accessible_name("a4, clue 16, diamond towards b4")
    expect(page.locator(".table .forced")).to_have_attribute("d", re.compile("^M"))
    square(page, "b4").focus()
    page.keyboard.type("10")
    says(page, "A diamond joins b4 and a4: 10 and 16 do not follow one another.")
    axe(page)
    page.keyboard.type("17")
    says(page, "b4 is 17; 23 left.")
    page.keyboard.press("h")
    press(page, "Write 14")
    expect(square(page, "b3")).to_have_accessible_name("b3, 14")


KINDS = [
    ("rikudo", re.compile(r"Rikudo 3\s×\s3"), ".forced"),
    ("zip", re.compile(r"Zip 5\s×\s5"), ".walls"),
]


def test_every_kind_is_made(open_page: OpenPage) -> None:
    page = open_page(SMALL)
    page.get_by_text("Make your own").click()
    for kind, name, drawn in KINDS:
        page.get_by_label("Kind").select_option(kind)
        page.get_by_label("Level").select_option("easy")
        if kind == "zip":
            page.get_by_label("Rows").fill("5")
            page.get_by_label("Columns").fill("5")
        press(page, "New puzzle")
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        expect(page.locator(f".table {drawn}")).to_have_attribute("d", re.compile("^M"))
        page.locator(".another:not([open]) > summary").click()
    page.get_by_label("Kind").select_option("numbers")
    page.get_by_label("Level").select_option("expert")
    page.get_by_role("button", name="6 × 6, knight", exact=True).click()
    press(page, "New puzzle")
    told = re.compile(r"expert, needs trial (once|\d+ times)")
    expect(page.get_by_text(told)).to_be_visible()


def test_hexagons_are_played_by_keyboard(open_page: OpenPage) -> None:
    """Up and down go to the left, with Shift to the right."""
    page = open_page("#play/hex2.pstep")
    tab_to(page, page.locator(".table .squares"))
    page.keyboard.press("Control+End")
    page.keyboard.press("Home")
    for key in ("", "ArrowRight", "Shift+ArrowUp", "ArrowUp", "ArrowLeft", "ArrowDown"):
        if key:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
    expect(square(page, "a2")).to_be_focused()
    page.goto(page.url.partition("#")[0] + "#puzzles/hex3.pstep/b2.jYNIEigJcg/8wkw/easy")
    square(page, "c2").click()
    touch(page, "d3", "d3 is 6; 8 left.")
    drag(page, "e3", "d4", "c5")
    says(page, "c5 is 10; 6 left.")


# -- help ------------------------------------------------------------------------------------------


def test_check(open_page: OpenPage) -> None:
    page = open_page(SMALL)
    press(page, "Check", "Nothing to check: write a number first.")
    write(page, "b3", 2)
    square(page, "b3").press("c")
    says(page, "Your number is right.")
    write(page, "c2", 4)
    write(page, "a1", 6)
    press(page, "Check", "Right: 2 of 3. Wrong: a1.")
    expect(square(page, "a1")).to_have_accessible_name("a1, 6, wrong number")
    expect(page.locator(".legend")).to_contain_text("wrong number")
    press(page, "Hint", "The number at a1 is wrong.")
    square(page, "a1").press("Backspace")
    expect(page.locator(".mark")).to_have_count(0)
    write_all(page)
    write(page, "b1", 7)  # from a1
    write(page, "a1", 8)
    says(page, "Every square has a number, but they are no tour")
    press(page, "Check", "Right: 4 of 6. Wrong: a1, b1.")


def test_hints_solve_a_puzzle(open_page: OpenPage) -> None:
    page = open_page(SMALL)
    for left in range(5, -1, -1):
        press(page, "Hint")
        press(page, WRITE)
        expect(page.locator(".counts")).to_contain_text(f"{left} left")
    says(page, re.compile(r"You did it: 9 squares in \d+:\d\d, with 6 hints. ♞$"))
    press(page, "Another one", "A new puzzle.")
    expect(page.get_by_role("heading", name="Numbrix 3 × 3")).to_be_visible()
    expect(page.get_by_role("button", name="Another one")).to_be_hidden()


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        (
            "6x6/b2.Br0lZEX8Is7ozXIXTs/gBCICJg/",
            "Write 35 at d6. No other place left for it is in reach of number 33",
        ),
        (
            "6x6/e5.-GTG7oD3iB5s5EX8Ic/gQBBABg/",
            "No rule leads on, even by supposing a number at a place. In the sol",
        ),
    ],
)
def test_several_conclusions_before_a_number(open_page: OpenPage, text: str, reply: str) -> None:
    page = open_page(f"#puzzles/{text}")
    press(page, "Hint")
    expect(page.locator(".argument")).to_contain_text(re.compile(r"^1 of \d+"))
    expect(page.get_by_role("button", name=WRITE)).to_be_hidden()
    press(page, "Next")
    expect(page.locator(".argument")).to_contain_text(re.compile(r"^2 of \d+"))
    expect(page.locator(".lines .used")).to_have_attribute("d", re.compile("^M"))
    page.locator("[role=gridcell][tabindex='0']").press(",")
    expect(page.get_by_role("button", name="Back")).to_be_disabled()
    press(page, "Last", reply)
    press(page, WRITE)
    press(page, "Check", "Your number is right.")


def test_a_hint_has_a_reason(open_page: OpenPage) -> None:
    page = open_page(SMALL)
    press(page, "Hint")
    reason = "Write 2 at b3. No other free place is one move from number 1 (a3) and from number 3"
    says(page, reason)
    expect(square(page, "b3")).to_have_accessible_name(
        "b3, empty, 2, as the reason says, the square of the step"
    )
    expect(square(page, "a3")).to_have_accessible_name("a3, clue 1, squares of the reason")
    speak(page, "es")
    says(page, "El 2 va en b3")
    press(page, "Escribir 2", "b3 es 2; quedan 5.")
    expect(page.locator(".mark")).to_have_count(0)
    square(page, "b3").press("h")
    says(page, "El 4 va en c2")
    page.keyboard.press("Escape")
    expect(page.locator(".table .mark")).to_have_count(0)


def test_why_a_number_is_not_there(open_page: OpenPage) -> None:
    page = open_page(SMALL)
    press(page, "Why not here?", "Touch a square: why is 2 not there?")
    touch(page, "b2", "Suppose 2 at b2. Numbers 1 (a3) and 2 (b2) are not one move apart.")
    expect(square(page, "b2")).to_have_accessible_name("b2, empty, the square that you ask about")
    speak(page, "es")
    says(page, "Supón el 2 en b2. Los números 1 (a3) y 2 (b2) no están")
    speak(page, "en")
    square(page, "b3").press("w")
    says(page, "2 may stand at b3: nothing is against it so far.")
    square(page, "a3").press("w")
    says(page, "a3 has a clue: 1.")
    square(page, "b2").click()  # a touch asks until the button is pressed again
    says(page, "Suppose 2 at b2.")
    assert "help" in square(page, "b3").evaluate("cell => getComputedStyle(cell).cursor")
    touch(page, "b3", "2 may stand at b3")
    expect(square(page, "b3")).to_have_accessible_name(re.compile("^b3, empty"))
    press(page, "Why not here?", "A touch writes again.")
    square(page, "b3").click()
    expect(square(page, "b3")).to_have_accessible_name("b3, 2")


# -- puzzles ---------------------------------------------------------------------------------------


def test_the_board_the_piece_and_the_level_are_chosen(open_page: OpenPage) -> None:
    page = open_page(SMALL)
    page.get_by_text("Make your own").click()
    page.get_by_role("button", name="Diamond, Hidato").click()
    page.get_by_label("Level").select_option("medium")
    page.get_by_label("Symmetric").check()
    press(page, "New puzzle")
    expect(page.get_by_role("heading", name="Hidato 9 × 9")).to_be_visible()
    expect(page.locator(".about")).to_have_text("medium")
    expect(page.locator(".aim")).to_contain_text(
        "Write the numbers from 1 to 41, each one step in any direction from the next."
    )
    squares = [(ord(name[0]) - ord("a"), int(name[1]) - 1) for name in given(page)]
    assert set(squares) == {(8 - c, 8 - r) for c, r in squares}
    page.go_back()
    expect(page.get_by_role("heading", name="Numbrix 3 × 3")).to_be_visible()


def test_boards_without_a_puzzle(open_page: OpenPage) -> None:
    """It says so; and without a server none is made, but one is solved and checked."""
    page = open_page(SMALL, noisy=True)
    page.get_by_text("Make your own").click()
    rows, columns = page.get_by_label("Rows"), page.get_by_label("Columns")
    page.get_by_label("Piece").select_option("knight")
    for side, reply in (("4", "The 4×4 board has no knight's tour"), ("11", "at most 100.")):
        rows.fill(side)
        columns.fill(side)
        press(page, "New puzzle", reply)
    rows.fill("0")
    page.keyboard.press("Tab")
    press(page, "New puzzle", "Rows and columns must be whole numbers")
    rows.fill("6")
    columns.fill("6")
    expect(page.get_by_role("heading", name="Numbrix 3 × 3")).to_be_visible()
    page.route(re.compile("/api/"), lambda route: route.abort())
    press(page, "New puzzle", "The server does not answer")
    press(page, "Hint", "In the solution, 2 is at b3.")  # what the page knows by itself
    write_all(page)
    says(page, "You did it")


# -- keeping and sharing ---------------------------------------------------------------------------


def test_a_link_carries_the_whole_puzzle(open_page: OpenPage, site: str) -> None:
    """And a reload, or another puzzle, keeps what is written."""
    page = open_page(SMALL)
    write(page, "b3", 2)
    further(page, "Link to this puzzle")
    field = page.get_by_label("Link", exact=True)
    expect(field).to_have_value(
        re.compile(r"^Caballero · Numbrix 3\s×\s3 · easy .*/\?lang=en#puzzles/3x3")
    )
    link = field.input_value().split()[-1].replace("?lang=en", "")
    other = open_digits(open_page, "#puzzles", locale="es-ES")
    write(other, "b6", 14)
    other.goto(link)
    expect(other.get_by_role("heading", name="Numbrix 3 × 3")).to_be_visible()
    expect(square(other, "b3")).to_have_accessible_name("b3, vacía")
    # The reader's own game is still there: at the plain address, and in the list.
    other.goto(site + "static/icon.svg")
    other.goto(site + "#puzzles")
    expect(square(other, "b6")).to_have_accessible_name("b6, 14")
    other.goto(link)
    write(other, "b3", 2)
    other.goto(f"{site}#puzzles/3x3.pwazir/a3.rX/oM/easy")  # not a whole tour
    says(other, "Este enlace no lleva a ningún pasatiempo")
    other.get_by_text("Tus pasatiempos").click()
    name = "Pasatiempo 6 × 6, caballo · fácil. Escritos: 1 de 19."
    shelf = kept(other)
    expect(shelf).to_have_count(1)
    expect(shelf).to_contain_text(name)
    other.get_by_role("button", name=f"Eliminar: {name}").click()
    expect(shelf).to_have_count(0)
    press(other, "Recuperar")
    expect(shelf).to_be_focused()
    shelf.click()
    expect(square(other, "b6")).to_have_accessible_name("b6, 14")
    other.keyboard.press("u")
    other.reload()
    expect(square(other, "b6")).to_have_accessible_name("b6, vacía")
    further(other, re.compile("^Rehacer"))
    expect(square(other, "b6")).to_have_accessible_name("b6, 14")


def test_two_tabs_go_on_with_the_same_puzzle(open_page: OpenPage, site: str) -> None:
    page = open_digits(open_page, "#puzzles", alone=True)
    write(page, "b6", 14)
    page.goto(f"{site}{SMALL}")
    expect(page.get_by_role("gridcell")).to_have_count(9)
    write(page, "b3", 2)
    page.get_by_text("Your puzzles").click()
    deleting = page.get_by_role("button", name="Delete: ")
    deleting.focus()
    other = page.context.new_page()
    other.goto(f"{site}{SMALL}")
    expect(square(other, "b3")).to_have_accessible_name("b3, 2")
    write(other, "c2", 4)
    # The first tab shows it, and the focus is where it was.
    expect(square(page, "c2")).to_have_accessible_name("c2, 4")
    expect(deleting).to_be_focused()
    write(page, "b1", 8)
    expect(square(other, "b1")).to_have_accessible_name("b1, 8")
    press(other, re.compile("^Undo"))
    expect(square(page, "b1")).to_have_accessible_name("b1, empty")


DAMAGED = """[5, {"puzzle": "3x3"}, {"puzzle": "3x3.pwazir/a3.rXq/oM/easy", "done": 99,
  "seconds": "x", "actions": [["number", 99, 99], ["x"], 5, null, ["number", 1, 2]]}]"""


def test_a_damaged_store_breaks_nothing(open_page: OpenPage) -> None:
    page = open_page("#learn")
    for stored in ("x", "[null, 5]", DAMAGED):
        page.evaluate("(text) => localStorage.setItem('caballero.puzzles', text)", stored)
        page.goto(f"{page.url.partition('#')[0].partition('?')[0]}?{len(stored)}{SMALL}")
        expected = "b3, 2" if "number" in stored else "b3, empty, 2 may stand here"
        expect(square(page, "b3")).to_have_accessible_name(expected)


# -- how it looks ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", mostly_nightly(["es", "en"], 2))
def test_on_a_phone(open_page: OpenPage, axe: Callable[[Page], None], language: str) -> None:
    """All controls are on the screen, also the digits, none is small; the rule comes first."""
    page = open_page("#puzzles", viewport={"width": 360, "height": 640}, has_touch=True)
    speak(page, language)
    says(page, re.compile("knight’s move|movimiento de caballo"))
    for _ in range(2):
        further(page, re.compile("in order|en orden"))
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator(".bar")).to_be_in_viewport(ratio=1)
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        small = page.locator("main button:visible, main summary").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect())"
            ".filter(box => box.width < 44 || box.height < 44).length"
        )
        assert small == 0
        page.set_viewport_size({"width": 360, "height": 640})
    page.locator("[data-say=hint]").tap()
    expect(page.locator(".table .mark").first).to_be_visible()
    for summary in page.locator(".more > details > summary").all():
        summary.evaluate("one => one.scrollIntoView({ block: 'center' })")
        summary.click()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            axe(page)
        page.keyboard.press("Escape")
    page.locator(".tile.of-zip").tap()  # it opens at its top
    expect(page.locator("main h2")).to_be_in_viewport(ratio=1)


def test_print(open_page: OpenPage) -> None:
    """The puzzle with its title and its level, without controls, black on white."""
    page = open_page("#puzzles", color_scheme="dark")
    press(page, "Hint")
    expect(page.locator(".table .mark").first).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    for one in ("h2", ".about", ".aim", ".table .given"):
        expect(page.locator(f"main {one}").first).to_be_visible()
    assert page.locator(":is(header, button, input, summary, .message):visible").count() == 0
    colours = page.locator(".table .cell").evaluate_all(
        "all => [...new Set(all.map(one => getComputedStyle(one).backgroundColor))].sort()"
    )
    assert colours == ["rgb(221, 221, 221)", "rgb(255, 255, 255)"]
    inks = page.locator(".table .given .number").evaluate_all(
        "all => [...new Set(all.map(one => getComputedStyle(one).color))]"
    )
    assert inks == ["rgb(0, 0, 0)"]
    assert page.locator(".table .squares").evaluate("one => one.scrollWidth") <= 680
