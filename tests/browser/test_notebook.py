"""The front end of the notebook's board, in a real browser, with a model of its own."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from caballero import Problem, find_tour
from caballero.web.notebook import TourBoard
from caballero.web.notebook.board import front_end, looks

pytestmark = pytest.mark.slow

HOME = "http://notebook.test"

# A model as anywidget gives one to the front end; what is sent is kept, and Python's answer is
# played by the test.
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A notebook</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="looks.css">
<main><h1>A notebook</h1><div id="here"></div></main>
<script type="module">
import widget from "./widget.js";
const state = STATE;
const heard = new Map();
window.sent = [];
window.model = {
  get: (name) => state[name],
  set: (name, value) => {
    state[name] = value;
    for (const act of heard.get(`change:${name}`) ?? []) act();
  },
  save_changes: () => window.sent.push({ path: state.path, moment: state.moment }),
  send: (content) => window.sent.push(content),
  on: (name, act) => heard.set(name, [...(heard.get(name) ?? []), act]),
  off: (name, act) => heard.set(name, (heard.get(name) ?? []).filter((one) => one !== act)),
};
window.heard = heard;
window.end = widget.render({ model: window.model, el: document.querySelector("#here") });
</script></html>
"""


def state_of(board: TourBoard) -> dict[str, Any]:
    names = [name for name in board.keys if not name.startswith("_") and name != "layout"]
    return {name: getattr(board, name) for name in names if name != "tabbable"}


class Shown:
    """A page that shows a board; a word on its console, or a request elsewhere, is a fault."""

    def __init__(self, browser: Browser) -> None:
        self.page: Page = browser.new_page(viewport={"width": 700, "height": 900})
        self.faults: list[str] = []
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def show(self, board: TourBoard) -> Page:
        self.page.unroute_all()
        files = {
            "/": ("text/html", PAGE.replace("STATE", json.dumps(state_of(board)))),
            "/widget.js": ("text/javascript", front_end()),
            "/looks.css": ("text/css", looks()),
        }

        def answer(route: Any) -> None:
            wanted = route.request.url.removeprefix(HOME)
            if wanted not in files:
                self.faults.append(f"asked for {route.request.url}")
                route.abort()
                return
            kind, text = files[wanted]
            route.fulfill(body=text, content_type=f"{kind}; charset=utf-8")

        self.page.route("**/*", answer)
        self.page.goto(f"{HOME}/")
        expect(self.page.locator(".caballero")).to_be_visible()
        return self.page


@pytest.fixture
def shown(browser: Browser) -> Iterator[Shown]:
    shown = Shown(browser)
    yield shown
    shown.page.close()
    assert shown.faults == []


def cell(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=f"{name}", exact=False).filter(visible=True).first


def sent(page: Page) -> Any:
    return page.evaluate("() => window.sent.at(-1) ?? null")


def test_a_click_makes_a_move(shown: Shown) -> None:
    page = shown.show(TourBoard(Problem("5x5", start="a1")))
    status, undo, redo = (
        page.get_by_role("status").first,
        *(page.get_by_role("button", name=name) for name in ("Undo", "Redo")),
    )
    for name, reply in (
        ("c3", "The tour starts at a1."),
        ("a1", ""),
        ("b3", ""),
        ("e5", "From b3, no move of the knight leads to e5."),
        ("a1", "a1 has already been visited, as number 1: visit every square only once."),
    ):
        cell(page, name).click()
        if reply:
            expect(status).to_have_text(reply)
    assert sent(page)["path"] == [[4, 0], [2, 1]]
    expect(page.get_by_role("gridcell", name="b3, number 2, the piece is here")).to_be_visible()
    expect(page.get_by_text("2 of 25 squares")).to_be_visible()
    page.get_by_role("button", name="Restart").press("Enter")
    assert sent(page)["path"] == []
    expect(undo).to_be_disabled()
    expect(page.locator("[role=gridcell]:focus")).to_be_visible()
    for length in (1, 2):
        redo.press("Enter")
        assert len(sent(page)["path"]) == length
    expect(page.locator("[role=gridcell]:focus")).to_be_visible()
    undo.click()
    cell(page, "c2").click()  # another move: nothing is left to redo
    expect(redo).to_be_disabled()


def test_the_keyboard_is_enough(shown: Shown) -> None:
    page = shown.show(TourBoard("5x5", path=["a1"]))
    page.get_by_role("gridcell", name="a1, number 1").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert sent(page)["path"] == [[4, 0], [2, 1]]
    for back, forward in (("Backspace", "r"), ("u", "Control+y"), ("Control+z", "r")):
        page.keyboard.press(back)
        assert sent(page)["path"] == [[4, 0]]
        page.keyboard.press(forward)
        assert sent(page)["path"] == [[4, 0], [2, 1]]
    for key, what in (("c", "can-finish"), ("e", "compare"), ("h", "hint")):
        page.keyboard.press(key)
        assert sent(page) == {"ask": what}


def test_holes_and_hexagons(shown: Shown) -> None:
    page = shown.show(TourBoard("....\n.#..\n....\n....", language="es"))
    cell(page, "b3, hueco").click()
    assert sent(page) is None
    page = shown.show(TourBoard(Problem("hex3", "step"), path=["a1"]))
    expect(page.locator(".hex .cell")).to_have_count(19)
    page.get_by_role("gridcell", name="a1, number 1").focus()
    for key in ("Shift+ArrowUp", "Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert sent(page)["path"] == [[4, 0], [3, 1], [2, 1]]
    assert page.locator(".mesh").get_attribute("d")


ANSWERS = (
    "path", "message", "marks", "legend", "argument", "candidates", "lines", "finished",
)  # fmt: skip


def turn(page: Page, board: TourBoard) -> None:
    """What a notebook does between the two: hand on what was sent, and what has changed."""
    for message in page.evaluate("() => window.sent.splice(0)"):
        if "ask" in message:
            board._handle_custom_msg(message, [])
        else:
            board.path = message["path"]
    for name in ANSWERS:
        page.evaluate("([name, value]) => model.set(name, value)", [name, getattr(board, name)])


def test_both_halves_play_together(shown: Shown, axe: Callable[[Page], None]) -> None:
    board = TourBoard("5x5", language="es")
    page = shown.show(board)
    axe(page)
    cell(page, "a1").click()
    turn(page, board)
    page.get_by_role("button", name="Comparar las casillas siguientes").click()
    expect(page.get_by_role("status").first).to_have_text("Buscando…")
    turn(page, board)
    expect(page.locator(".candidate.good")).to_have_count(2)
    expect(page.locator(".answer li")).to_have_text(board.lines)
    expect(page.get_by_role("gridcell", name="b3, 5 salidas")).to_be_visible()
    page.get_by_role("button", name="Sugerir un movimiento").click()
    turn(page, board)
    expect(page.locator(".candidate.good")).to_have_count(1)
    page.locator(".candidate.good").first.click()
    turn(page, board)
    expect(page.locator(".candidate")).to_have_count(0)
    assert len(board.path) == 2
    page.get_by_role("button", name="Rendirse: mostrar una solución").click()
    turn(page, board)
    expect(page.locator(".cell.visited")).to_have_count(25)
    expect(page.get_by_role("status").first).to_have_text("El recorrido está completo.")
    assert board.finished
    page.get_by_role("button", name="Empezar de nuevo").click()
    turn(page, board)
    assert board.path == []
    assert not board.finished


def lost_board() -> TourBoard:
    """A board that cannot be finished, for a reason in several conclusions."""
    problem = Problem(6, closed=True)
    tour = find_tour(problem, seed=3).squares
    for length in range(2, 18):
        for square in problem.board:
            if square in tour[:length] or not problem.is_move(tour[length - 1], square):
                continue
            board = TourBoard(problem, path=[*tour[:length], square])
            board.can_finish()
            if len(board.argument) > 2:
                return board
    raise AssertionError("no such board")


def test_a_reason_is_stepped_through(shown: Shown, axe: Callable[[Page], None]) -> None:
    board = lost_board()
    page = shown.show(board)
    reason = page.get_by_role("region", name="The reason, step by step")
    all_lines = board.argument
    expect(reason).to_contain_text(f"Conclusion 1 of {len(all_lines)}")
    expect(reason).to_contain_text(all_lines[0]["text"])
    expect(reason.get_by_role("button", name="Back", exact=True)).to_be_disabled()
    for line in all_lines[1:]:
        reason.get_by_role("button", name="Next", exact=True).click()
        expect(reason).to_contain_text(line["text"])
        expect(page.locator(".cell.mark")).to_have_count(len(line["marks"]))
    expect(reason.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    expect(reason.get_by_role("button", name="Back", exact=True)).to_be_focused()
    expect(page.locator(".legend li")).to_have_count(len(all_lines[-1]["legend"]))
    axe(page)
    page.get_by_role("button", name="Undo").click()
    turn(page, board)
    expect(reason).to_be_hidden()


LIGHT, DARK = "rgb(250, 247, 241)", "rgb(20, 23, 29)"


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ("document.body.dataset.jpThemeLight = 'false'", DARK),
        ("document.body.style.background = '#111'", DARK),
    ],
)
def test_it_is_light_or_dark_as_the_notebook(shown: Shown, mark: str, expected: str) -> None:
    """Also when the system is not, and when the notebook's theme changes."""
    other = {LIGHT: DARK, DARK: LIGHT}[expected]
    shown.page.emulate_media(color_scheme="light" if other == LIGHT else "dark")
    page = shown.show(TourBoard("5x5"))
    box = page.locator(".caballero")
    expect(box).to_have_css("background-color", other)
    page.evaluate(mark)
    expect(box).to_have_css("background-color", expected)


def test_a_search_is_stepped_through(shown: Shown, axe: Callable[[Page], None]) -> None:
    board = TourBoard.tracing("3x4", language="es")
    page = shown.show(board)
    axe(page)
    step = page.get_by_role("button", name="Paso", exact=True)
    step.click()
    step.click()
    assert sent(page)["moment"] == 3
    page.get_by_role("button", name="Paso atrás").click()
    assert sent(page)["moment"] == 2
    page.get_by_label("Velocidad").select_option("60")
    page.get_by_role("button", name="Reproducir").click()
    expect(page.locator(".cell.visited").nth(5)).to_be_visible()
    page.get_by_role("button", name="Pausa").click()
    moment = page.evaluate("() => model.get('moment')")
    page.wait_for_timeout(100)
    assert page.evaluate("() => model.get('moment')") == moment
    page.get_by_label("Paso de la búsqueda").fill(str(len(board.events)))
    expect(page.locator(".cell.visited")).to_have_count(12)
    expect(page.get_by_text("La búsqueda ha encontrado un recorrido.")).to_be_visible()
    page.evaluate("() => window.end()")
    assert page.evaluate("() => [...heard.values()].flat().length") == 0
