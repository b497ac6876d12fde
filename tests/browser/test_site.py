"""The page without a server of its own: files, below a path, with Python in the browser."""

import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from caballero.web.app import STATIC
from caballero.web.site import write_one_file, write_site
from check_release import serving

from .conftest import BELOW, OpenPage
from .learning import go, press
from .playing import says, square, tour_of

pytestmark = pytest.mark.slow

READY = "html[data-python=ready]"

KEPT = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return Boolean(registration.active);
}"""
"""Wait until the service worker has kept all files."""

WAITING = """async () => {
  const registration = await navigator.serviceWorker.ready;
  while (!registration.waiting) await new Promise((done) => setTimeout(done, 50));
}"""
"""Wait until a new version is there."""


ROOT = Path(__file__).parents[2]


def win(page: Page, board: str) -> None:
    for name in tour_of(board):
        square(page, name).click()
    says(page, "Every square is visited: you won! Valid")


@pytest.mark.nightly
def test_every_view_asks_python(
    open_page: OpenPage, address: str, axe: Callable[[Page], None]
) -> None:
    page = open_page("#play/8x8", address=address)
    axe(page)
    square(page, "a8").click()  # before Python is there
    press(page, "Can it still be finished?", "From here the tour can still be finished.")
    expect(page.locator(READY)).to_have_count(1)
    press(page, "Undo")
    win(page, "8x8")
    go(page, "#puzzles/3x3.pwazir/a3.rXq/oM/easy")
    press(page, "Hint", "2 ")
    page.locator("summary", has_text="Another puzzle").click()
    press(page, "New puzzle", "A new puzzle")
    go(page, "#learn/lab/5x5.sa5/b.puc/0/0")
    expect(page.locator(".place")).to_have_text("Step 0 of 293")
    page.get_by_role("slider", name="Step").fill("293")
    expect(page.locator(".place")).to_have_text("Step 293 of 293")
    go(page, "#learn/lesson/7")
    press(page, "Run the rules")
    expect(page.get_by_role("row", name="roth")).to_be_visible()
    go(page, "#desk")
    kinds = page.locator(".worksheets").get_by_label(re.compile("^What to print"))
    kinds.select_option("positions to finish")
    press(page, "Make the sheets")
    expect(page.locator(".paper")).to_have_count(2)
    go(page, "#look")
    press(page, "Find a tour", "A tour was found.")
    press(page, "About this tour")
    page.locator("summary", has_text="Save, print, share").click()
    form = page.locator("select").filter(has=page.locator("option[value=gif]"))
    for kind, begin in (("svg", b"<svg"), ("png", b"\x89PNG")):
        form.select_option(kind)
        with page.expect_download() as download:
            press(page, "Create the file")
        assert Path(download.value.path()).read_bytes().startswith(begin)
    form.select_option("gif")
    press(page, "Create the file")
    expect(page.get_by_text("A browser cannot make a GIF")).to_be_visible()
    # What takes long is stopped.
    answers = page.evaluate(
        """async () => {
          const { ask } = await import("./static/api.js");
          const stopping = new AbortController();
          const long = { board: { shape: [8, 8] }, seconds: 1000 };
          setTimeout(() => stopping.abort(), 100);
          const counting = ask("count", long, stopping.signal);
          const next = ask("known", { board: { shape: [3, 8] } });
          return [(await counting).status, (await next).status];
        }"""
    )
    assert answers == ["stopped", "known"]


def test_all_views_work_offline_after_the_first_visit(open_page: OpenPage, folder: Path) -> None:
    with serving(folder) as place:
        page = open_page("#play/5x5", address=f"{place}/{BELOW}", noisy=True)
        expect(page.locator(READY)).to_have_count(1)
        assert page.evaluate(KEPT)
    page.context.set_offline(True)  # and the server is gone
    page.reload()
    square(page, "a5").click()
    press(page, "Suggest a move")
    expect(page.locator(".message.good")).to_be_visible()
    press(page, "Undo")
    win(page, "5x5")
    go(page, "#puzzles")
    expect(page.locator(".table [role=gridcell]").first).to_be_visible()
    go(page, "#learn/lesson/2")
    expect(page.get_by_text(re.compile("^Page 2 "))).to_be_visible()
    go(page, "#learn/lab/5x5.sa5/b.puc/0/0")
    expect(page.locator(".place")).to_have_text("Step 0 of 293")
    go(page, "#look")
    press(page, "Find a tour", "A tour was found.")
    page.context.close()


def test_a_browser_without_python_plays_and_says_so(open_page: OpenPage, address: str) -> None:
    page = open_page("static/icon.svg", address=address, noisy=True)
    page.route("**/pyodide.mjs", lambda route: route.abort())
    page.goto(f"{address}#play/5x5")
    expect(page.locator("header")).to_contain_text("Python does not run in this browser")
    square(page, "a5").click()
    press(page, "Can it still be finished?", "Python does not run in this browser")
    page.goto(f"{address}#learn/lesson/7")
    press(page, "Run the rules")
    expect(page.locator(".feedback")).to_contain_text("Python does not run in this browser")


def test_one_file_is_played_from_a_folder(open_page: OpenPage, tmp_path: Path) -> None:
    write_one_file(tmp_path / "page.html")
    page = open_page("#play/5x5.sa1", address=(tmp_path / "page.html").as_uri())
    press(page, "Suggest a move", "fewest exits")
    press(page, "Can it still be finished?", "This page is a single file without Python")
    for view in ("puzzles", "look", "today", "learn/lesson/2"):
        page.evaluate(f"location.hash = '#{view}'")
        shown = page.locator(f"main.{view.partition('/')[0]}").locator("a, button")
        expect(shown.filter(visible=True).first).to_be_visible()
    page.evaluate("location.hash = '#race'")
    expect(page.locator("main")).to_have_class("today")  # a race needs a server


def test_a_page_in_a_folder_says_what_to_do(open_page: OpenPage, tmp_path: Path) -> None:
    shutil.copytree(STATIC, tmp_path / "static")
    (tmp_path / "static/index.html").rename(tmp_path / "index.html")
    page = open_page("index.html", address=f"{tmp_path.as_uri()}/", noisy=True)
    expect(page.get_by_text("Browsers do not run this page from a folder.")).to_be_visible()


def test_the_page_can_be_installed(open_page: OpenPage, address: str) -> None:
    page = open_page(address=address)
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert '"standalone"' in manifest["data"]
    faults = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in faults if one["errorId"] != "in-incognito"] == []


@pytest.mark.nightly
@pytest.mark.parametrize("closed", [False, True])
def test_a_new_version_comes_when_the_old_one_is_closed(
    open_page: OpenPage, folder: Path, tmp_path: Path, closed: bool
) -> None:
    shutil.copytree(folder, tmp_path / "copy")
    with serving(tmp_path / "copy") as place:
        address = f"{place}/{BELOW}"
        page = open_page(address=address)
        expect(page.locator(READY)).to_have_count(1)
        assert page.evaluate(KEPT)
        below = tmp_path / "copy" / BELOW
        for name in ("index.html", "sw.js"):
            text = (below / name).read_text("utf-8")
            changed = text.replace('["', '["new ', 1).replace("<title>Cab", "<title>New Cab")
            (below / name).write_text(changed, "utf-8")
        page.reload()
        assert "New Cab" not in page.content()  # all of it is the old version
        page.evaluate(WAITING)
        context = page.context
        if not closed:
            assert "New Cab" not in page.evaluate("fetch('index.html').then((html) => html.text())")
            context.close()
            return
        page.close()
        # The browser notices some time later that no page shows the old version any more, if there
        # is none for that time: each try shows it.
        for pause in range(1, 40):
            again = context.new_page()
            again.goto(address, wait_until="commit")  # what it shows does not matter
            html = again.evaluate("fetch('index.html').then((response) => response.text())")
            if "New Cab" in html:
                break
            again.close()
            time.sleep(pause / 4)
        assert "New Cab" in html
        again.wait_for_function(  # Python's memory has a place of its own
            """() => caches.keys().then((names) =>
              names.filter((name) => name.startsWith("caballero ")).join().includes(" new ") &&
              names.filter((name) => name.startsWith("caballero ")).length === 1)"""
        )
        context.close()


@pytest.mark.nightly
def test_kernels_run_compiled_in_the_browser(open_page: OpenPage, tmp_path: Path) -> None:
    """A knight's puzzle on 8×8, which takes plain Python a minute and a half there."""
    subprocess.run(["make", "src/caballero/machine/_kernels.wasm"], cwd=ROOT, check=True)
    write_site(tmp_path / BELOW)
    with serving(tmp_path) as place:
        page = open_page("#puzzles", address=f"{place}/{BELOW}", alone=True)
        expect(page.locator(f"{READY}[data-kernels=compiled]")).to_be_attached()
        page.locator(".another summary").click()
        page.locator(".another").get_by_label("Rows").fill("8")
        page.locator(".another").get_by_label("Columns").fill("8")
        page.get_by_role("button", name="New puzzle").click()
        expect(page.locator(".puzzles .message")).to_have_text("A new puzzle.")
        expect(page.locator(".table .cell")).to_have_count(64)


@pytest.mark.nightly
def test_plain_python_offers_what_it_makes_in_time(
    open_page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caballero.web.site.COMPILED", tmp_path / "none")
    write_site(tmp_path / BELOW)
    with serving(tmp_path) as place:
        page = open_page("#puzzles", address=f"{place}/{BELOW}", alone=True)
        page.locator(".another summary").click()
        expect(page.locator(".another .quiet").get_by_text("not compiled")).to_be_visible()
        offered = page.locator(".another .preset")
        expect(offered.filter(has_text="6 × 6, knight").first).to_be_visible()
        expect(offered.filter(has_text=re.compile("8 × 8.*knight"))).to_have_count(0)
        for side, said in ("8", "not compiled"), ("6", "A new puzzle."):
            page.locator(".another").get_by_label("Rows").fill(side)
            page.locator(".another").get_by_label("Columns").fill(side)
            page.get_by_role("button", name="New puzzle").click()
            expect(page.locator(".puzzles .message")).to_contain_text(said)
