"""The reader's own program: run in the browser, followed, stopped, and told; never sent."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from caballero.web.app import STATIC
from caballero.web.site import written_files
from web import forms_of_puzzles as others
from web.forms_of_pupils import right_programs, wrong_programs
from web.served import running

from .conftest import BELOW, OpenPage

pytestmark = pytest.mark.slow

ENDLESS = "while True:\n    pass\n"
ONE_LINE = "print(sum(iter(int, 1)))\n"
NETWORK = """try:
    import js
    js.fetch("/secret")
except ImportError:
    print("no way out")
import pyodide
"""


@pytest.fixture(scope="module")
def editor() -> Path:
    bundled = STATIC / "vendor" / "editor.js"
    if not bundled.exists():
        pytest.skip("the editor is not bundled: make src/caballero/web/static/vendor/editor.js")
    return bundled


def run(page: Page, name: str, *, begin: str = "", text: str = "") -> None:
    if begin:
        page.locator(".own select").last.select_option(begin)
    if text:
        page.locator(".cm-content").click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(text)
    page.get_by_role("button", name=name, exact=True).click()


def is_part(url: str) -> bool:
    """Whether it is a part of the page, which loads those of other views when it is idle."""
    return url.endswith((".js", ".css", ".json"))


def tells(page: Page, words: str, look: str = "bad") -> None:
    expect(page.locator(f".verdict.{look}")).to_contain_text(words)


def test_mistakes_are_told_and_a_right_program_is_praised(
    open_page: OpenPage,
    address: str,
    editor: Path,
    axe: Callable[[Page], None],
) -> None:
    page = open_page("#learn/write", address=address, noisy=True)
    page.locator(".cm-content").wait_for()
    run(page, "Run", begin="mistake1")
    tells(page, "Line 14: Number 20 is written at c4, but it still stands at d5.")
    page.get_by_text("Open calls", exact=True).click()
    expect(page.locator(".calls .now")).to_contain_text("search(")
    page.get_by_text("The tree of the search", exact=True).click()
    expect(page.get_by_role("img", name="nodes so far")).to_be_visible()
    expect(page.locator(".cm-line.wrong")).to_contain_text("board[row][column] = number")
    requests: list[str] = []
    page.on("request", lambda wanted: requests.append(wanted.url))
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".seen .sentence")).to_have_text("The program has not started.")
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator(".cm-line.lit")).to_have_text("N = 5")
    axe(page)
    run(page, "Run", begin="mistake2")
    tells(page, "is free and was not tried")
    run(page, "Run", begin="mistake3")
    tells(page, "But your program goes on")
    run(page, "Run", text=ENDLESS)
    tells(page, "nothing changes on the board")
    run(page, "Run", text="def search():\n    search()\nsearch()\n")
    tells(page, "search calls itself without end")
    run(page, "Run", text=NETWORK)
    tells(page, "The program failed")
    expect(page.locator(".verdict")).to_contain_text("Line 6")
    right = "from caballero.teaching import backtrack\nN = 5\n" + FIVE
    run(page, "Run", text=right)
    tells(page, "Well done: a tour!", "good")
    expect(page.get_by_role("row", name="Your program 41")).to_be_visible()
    expect(page.locator(".answer")).to_contain_text("in the order of puc")
    assert [url for url in requests if not is_part(url)] == []  # no program left the page


FORGET = "one => { one.className = 'verdict'; one.textContent = ''; }"
"""Take away what is told of the program before."""


@pytest.mark.parametrize(
    ("right_step", "wrong_step"), [(15, 12), pytest.param(2, 1, marks=pytest.mark.nightly)]
)
def test_programs_of_all_forms_in_the_browser(
    open_page: OpenPage, address: str, editor: Path, right_step: int, wrong_step: int
) -> None:
    page = open_page("#learn/write", address=address, noisy=True)
    page.locator(".cm-content").wait_for()
    verdict, told = page.locator(".verdict"), page.locator(".verdict:is(.good, .bad)")
    for name, program in [*right_programs()][::right_step]:
        verdict.evaluate(FORGET)
        run(page, "Run", text=program)
        expect(told, name).to_contain_text("Well done", timeout=60_000)
    named = others = 0
    for _, _, program, _ in [*wrong_programs(2)][::wrong_step]:
        verdict.evaluate(FORGET)
        run(page, "Run", text=program)
        expect(told).not_to_be_empty(timeout=60_000)
        right = "good" in (verdict.get_attribute("class") or "")
        unsure = "cannot follow" in verdict.inner_text() or "So far" in verdict.inner_text()
        named, others = named + (not right and not unsure), others + (right or unsure)
    assert named >= 4 * others


OTHERS = {
    "queens, no column": (".ground .mark-x", "in the same column"),
    "sudoku, no step back": (".sudoku .now", "The step back is missing"),
    "sum, at least": (".sum .bad", "= 25 as a solution, but the goal is 24"),
}


def test_other_puzzles_have_pictures_of_their_own(
    open_page: OpenPage, address: str, editor: Path, axe: Callable[[Page], None]
) -> None:
    page = open_page("#learn/write", address=address, noisy=True)
    page.locator(".cm-content").wait_for()
    programs = {name: text for name, text, _ in others.wrong_programs()}
    for name, (picture, words) in OTHERS.items():
        page.get_by_label("It looks for").select_option(others.aim_of(name))
        run(page, "Run", text=programs[name])
        tells(page, words)
        expect(page.locator(picture).first).to_be_visible()
        axe(page)
    run(page, "Run", text=others.SUM)
    tells(page, "Well done: the numbers add up to 24", "good")
    expect(page.locator(".sum strong.good")).to_have_text("8 + 9 + 7 = 24")


@pytest.mark.nightly
def test_a_server_with_the_page_too(
    open_page: OpenPage,
    folder: Path,
    editor: Path,
) -> None:
    with running(site=written_files(folder / BELOW)) as server:
        page = open_page("#learn/write", address=server.address, noisy=True)
        expect(page.get_by_role("button", name="Run", exact=True)).to_be_disabled()
        page.get_by_role("link", name="Run it at site/").click()
        page.locator(".cm-content").wait_for()
        assert page.url.startswith(f"{server.address}site/")
        run(page, "Run", text="from caballero.teaching import backtrack\nN = 5\n" + FIVE)
        tells(page, "Well done: a tour!", "good")


FIVE = """MOVES = [(2,-1),(2,1),(1,2),(-1,2),(-2,1),(-2,-1),(-1,-2),(1,-2)]
class Tour:
    def SolucionInicial(self): return [(0, 0)]
    def SirveComoSolucionParcial(self, s): return s[-1] not in s[:-1]
    def SirveComoSolucionFinal(self, s): return len(s) == N * N
    def ObtenerSolucionesCandidatas(self, s):
        near = [(s[-1][0] + a, s[-1][1] + b) for a, b in MOVES]
        return [s + [t] for t in near if 0 <= t[0] < N and 0 <= t[1] < N]
    def MostrarSolucionFinal(self, s): print(s)
print(next(backtrack(Tour())))
"""


@pytest.mark.nightly
def test_in_spanish_and_stopped_by_the_reader(
    open_page: OpenPage,
    address: str,
    editor: Path,
) -> None:
    page = open_page("#learn/write", address=address, locale="es", noisy=True)
    page.locator(".cm-content").wait_for()
    run(page, "Ejecutar", begin="mistake1")
    tells(page, "Falta el paso atrás")
    run(page, "Ejecutar", text=ONE_LINE)  # Python itself never comes to a next line
    page.get_by_role("button", name="Parar", exact=True).click()
    expect(page.locator(".verdict")).to_have_text("Has parado el programa.")
    run(page, "Ejecutar", text=ENDLESS)
    tells(page, "¿Puede llegar a ser falsa la condición del bucle?")


def test_the_server_runs_no_program(open_page: OpenPage, editor: Path) -> None:
    page = open_page("#learn/write")
    page.locator(".cm-content").wait_for()
    expect(page.get_by_text("the server runs no programs of others")).to_be_visible()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_disabled()
    sent: list[str] = []
    page.on("request", lambda wanted: sent.append(wanted.url))
    page.locator(".own select").last.select_option("mistake1")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    assert "def search" in Path(download.value.path()).read_text("utf-8")
    assert [url for url in sent if not url.startswith("blob:") and not is_part(url)] == []
