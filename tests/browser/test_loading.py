"""Files that are missing or slow: each ends with a sentence, and with *Try again*, which works."""

import mimetypes
import re
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from .conftest import OpenPage

pytestmark = pytest.mark.slow

READY = "html[data-python=ready]"
LATE = "A file of this page is missing or slow"
PART = "This part of the page did not load"
WAYS = ("missing", "busy", "never ends", "drips")

PYTHON = {"wasm": "**/pyodide.asm.wasm", "pyodide": "**/pyodide.mjs", "worker": "**/site/worker.js",
          "script": "**/site/python.js", "library": "**/python_stdlib.zip"}  # fmt: skip

PARTS = {
    "#play": ("**/play/play.js", "**/play/play.css", "**/play/view.js"),
    "#learn/lesson/1": ("**/words/en.learn.json",),
    "#learn/write": ("**/write/write.js", "**/words/en.write.json"),
    "#desk": ("**/class/teacher.js",),
    "#storm": ("**/positions.json",),
}
"""What a part of the page needs."""

FIRST = ("**/app.js", "**/dom.js", "**/words/*.json", "**/style.css")
"""What every page needs."""


class Dripping(BaseHTTPRequestHandler):
    """Answers with a byte a second."""

    over = Event()

    def do_GET(self) -> None:
        self.send_response(200)
        kind, _ = mimetypes.guess_type(self.path.partition("?")[0])
        self.send_header("Content-Type", kind or "application/wasm")
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        try:
            while not self.over.wait(1):
                self.wfile.write(b" ")
        except OSError:
            pass  # the browser has gone

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def dripping() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Dripping) as server:
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        Dripping.over.set()
        server.shutdown()
        thread.join()


@pytest.fixture
def hinder(dripping: str) -> Callable[[BrowserContext, str, str], None]:
    """A function that lets a file come in no good way."""

    def drip(route: Route) -> None:
        route.continue_(url=re.sub("^http://[^/]*", dripping, route.request.url))

    answers: dict[str, Callable[[Route], None]] = {
        "missing": lambda route: route.fulfill(status=404),
        "busy": lambda route: route.fulfill(status=503),
        "never ends": lambda _route: None,
        "drips": drip,
    }

    def break_(context: BrowserContext, file: str, way: str) -> None:
        context.route(file, answers[way])

    return break_


def wait(page: Page, sentence: str, way: str) -> None:
    """Let the clock of the page run until it says a sentence."""
    told = page.get_by_text(sentence).first
    if way in {"never ends", "drips"}:
        for _ in range(8):  # the files that come take their time
            page.clock.run_for(25_000)
    expect(told).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("file", PYTHON)
def test_python_that_does_not_come(
    open_page: OpenPage,
    hinder: Callable[[BrowserContext, str, str], None],
    address: str,
    file: str,
    way: str,
) -> None:
    page = open_page("static/icon.svg", address=address, noisy=True)
    hinder(page.context, PYTHON[file], way)
    page.clock.install()
    page.goto(f"{address}#puzzles/3x3.pwazir/a3.rXq/oM/easy")
    expect(page.locator(".table [role=gridcell]").first).to_be_visible()
    page.get_by_role("button", name="Hint", exact=True).click()
    said = page.locator(".message")
    if way in {"never ends", "drips"}:
        expect(said).to_contain_text("Looking")
    missing = "Python does not run in this browser: a file of the page is missing or slow"
    wait(page, missing, way)
    expect(said).to_contain_text(missing)
    page.context.unroute(PYTHON[file])
    if file == "script":  # a module that did not come is asked for by a new page only
        page.reload()
    else:
        page.get_by_role("button", name="Try again", exact=True).click()
        page.clock.resume()
    expect(page.locator(READY)).to_have_count(1)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(said).to_contain_text("2 ")


def comes_back(page: Page, file: str, where: str, sentence: str) -> None:
    """Try again once the file is there; the page is then as ever."""
    page.context.unroute(file)
    page.get_by_role("button", name="Try again").first.click()
    page.clock.resume()
    expect(page.get_by_text(sentence).filter(visible=True)).to_have_count(0)
    expect(page.get_by_role("link", name="Puzzles", exact=True)).to_be_visible()
    expect(page.locator("main > *").first).to_be_visible()
    assert page.evaluate("location.hash").startswith(where)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("where", "file"), [(where, file) for where, files in PARTS.items() for file in files]
)
@pytest.mark.nightly
def test_a_part_that_does_not_come(
    open_page: OpenPage,
    hinder: Callable[[BrowserContext, str, str], None],
    site: str,
    where: str,
    file: str,
    way: str,
) -> None:
    page = open_page("static/icon.svg", alone=True, noisy=True)
    hinder(page.context, file, way)
    page.clock.install()
    page.goto(site + where)
    expect(page.locator("#language:enabled")).to_be_attached()  # the rest of the page has come
    wait(page, PART, way)
    comes_back(page, file, where, PART)


@pytest.mark.parametrize(
    ("file", "way"),
    [
        pytest.param(file, way, marks=() if way == "drips" else pytest.mark.nightly)
        for file in FIRST
        for way in WAYS
        if file != "**/style.css" or way in {"never ends", "drips"}  # without it a page is plain
    ],
)
def test_a_page_that_does_not_begin(
    open_page: OpenPage,
    hinder: Callable[[BrowserContext, str, str], None],
    site: str,
    file: str,
    way: str,
) -> None:
    page = open_page("static/icon.svg", alone=True, noisy=True, locale="es-ES")
    hinder(page.context, file, way)
    page.clock.install()
    with page.expect_request(file):
        page.goto(f"{site}?lang=en#look", wait_until="commit")
    expect(page.locator("#language")).to_be_attached()  # and theme.js has run
    wait(page, LATE, way)
    comes_back(page, file, "#look", LATE)


def test_an_editor_that_does_not_come_is_a_plain_field(
    open_page: OpenPage, hinder: Callable[[BrowserContext, str, str], None], site: str
) -> None:
    page = open_page("static/icon.svg", alone=True, noisy=True)
    hinder(page.context, "**/vendor/editor.js", "drips")
    page.clock.install()
    page.goto(f"{site}#learn/write")
    expect(page.locator(".editor")).to_be_attached()
    page.clock.run_for(25_000)
    expect(page.locator(".editor textarea")).to_be_visible()
