"""Measure the page in a browser: its first view, and its memory while it is played on.

Run it with ``python -m benchmarks.page``; it needs the extra ``test`` and Chromium. It starts a
server, and opens the front door in new contexts, as who comes for the first time: the bytes that
come before the other views are fetched, the largest contentful paint, the layout shift, and the
longest task of the page, in CPU time. Other processes only make these times longer, so the least of
the rounds counts. Then it plays for some minutes, undoes and changes views, and compares the heap
after a collection of garbage, the nodes and the listeners, at a third of the time and at its end.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.common import machine, publish, table
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

CHROMIUM = os.environ.get("CABALLERO_CHROMIUM") or shutil.which("chromium-headless-shell")
"""Without one, playwright's own."""

ROUNDS = 7
PORT = 8647
MOST_KILOBYTES = 100
MOST_PAINT = 1.0
MOST_GROWTH = 1.1
"""The heap may grow by a tenth."""

WATCH = """
window.seen = { paint: 0, shift: 0 };
const watch = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each))
  .observe({ type, buffered: true });
watch("largest-contentful-paint", (entry) => (seen.paint = entry.startTime));
watch("layout-shift", (entry) => entry.hadRecentInput || (seen.shift += entry.value));
"""

GAME = """async () => {
  const pause = () => new Promise((done) => setTimeout(done, 20));
  const pick = (selector) => [...document.querySelectorAll(selector)];
  for (let i = 0; i < 30; i += 1) {
    const [next] = pick(".table .target").sort(() => Math.random() - 0.5);
    if (!next) break;
    next.click();
    await pause();
  }
  const [undo, , restart] = pick(".actions .buttons button");
  undo?.click();
  await pause();
  restart?.click();
  await pause();
}"""


class First(NamedTuple):
    """A first view: kilobytes, seconds, the layout shift, and the longest task in milliseconds."""

    kilobytes: float
    paint: float
    shift: float
    longest: float


@contextmanager
def server() -> Iterator[str]:
    """Yield the address of a server."""
    command = [sys.executable, "-m", "caballero", "serve", "--no-open", "--port", str(PORT)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        try:
            assert running.stdout is not None
            running.stdout.readline()  # it says where it is, once it answers
            yield f"http://127.0.0.1:{PORT}/"
        finally:
            running.terminate()


def first_view(browser: Browser, address: str) -> First:
    """Open the front door in a new context."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    arrived: list[float] = []
    session.on("Network.loadingFinished", lambda one: arrived.append(one["encodedDataLength"]))
    browser.start_tracing(page=page, categories=["toplevel"])
    page.goto(address)
    page.locator(".today .card").first.wait_for()
    kilobytes = sum(arrived) / 1000
    page.wait_for_timeout(1500)  # the other views come two seconds after the page
    events = json.loads(browser.stop_tracing())["traceEvents"]
    seen: dict[str, Any] = page.evaluate("seen")
    context.close()
    return First(kilobytes, seen["paint"] / 1000, seen["shift"], longest_task(events))


def longest_task(events: list[dict[str, Any]]) -> float:
    """Return the CPU milliseconds of the longest task of the page's thread."""
    threads = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    tasks = (one for one in events if (one["pid"], one["tid"]) in threads)
    return max(float(one.get("tdur", 0)) for one in tasks) / 1000


def memory(page: Page, session: CDPSession) -> tuple[float, int, int]:
    """Return the megabytes of the heap after a collection, the nodes and the listeners."""
    page.goto(page.url.split("#")[0] + "#play/5x5.sa1")
    page.locator(".play .cell").first.wait_for()
    session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    found = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
    return used, int(found["Nodes"]), int(found["JSEventListeners"])


def play(browser: Browser, address: str, seconds: float) -> list[tuple[float, int, int]]:
    """Play for a time; return the memory after a third of it, and at the end."""
    page = browser.new_page(viewport={"width": 1366, "height": 768}, locale="en-GB")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.goto(address)
    page.wait_for_timeout(3000)  # all views are there
    measured: list[tuple[float, int, int]] = []
    stop = time.monotonic() + seconds
    games = 0
    while time.monotonic() < stop:
        for view in ("puzzles", "look/day", "today", "play/5x5.sa1"):
            page.evaluate("view => { location.hash = view; }", view)
            page.locator(f"main.{view.split('/')[0]} .card, .table .cell").first.wait_for()
        for _ in range(5):
            page.evaluate(GAME)
            games += 1
        if not measured and stop - time.monotonic() < 2 / 3 * seconds:
            measured.append(memory(page, session))
    sys.stderr.write(f"{games} games\n")
    return [*measured, memory(page, session)]


def main() -> None:
    """Measure all, and print the table."""
    parser = argparse.ArgumentParser(description="Measure the page in a browser.")
    parser.add_argument("--add-to", metavar="FILE", type=Path, help="add the table there, too")
    parser.add_argument("--rounds", metavar="N", type=int, default=ROUNDS)
    parser.add_argument("--seconds", metavar="S", type=float, default=300, help="of play")
    options = parser.parse_args()
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        views = [first_view(browser, address) for _ in range(options.rounds)]
        sys.stderr.write("\n".join(map(str, views)) + "\n")
        best = First(*map(min, zip(*views, strict=True)))
        before, after = play(browser, address, options.seconds)
        browser.close()
    rows = [
        ("first view, kB", f"{best.kilobytes:.0f}", "≤ 100", best.kilobytes <= MOST_KILOBYTES),
        ("largest contentful paint, s", f"{best.paint:.2f}", "≤ 1", best.paint <= MOST_PAINT),
        ("layout shift", f"{best.shift:.3f}", "0", round(best.shift, 3) == 0),
        ("longest task, CPU ms", f"{best.longest:.0f}", "≤ 50", best.longest <= 50),
        (
            f"heap, MB, after {options.seconds / 3:g} and {options.seconds:g} s of play",
            f"{before[0]:.2f}, {after[0]:.2f}", "flat", after[0] <= MOST_GROWTH * before[0],
        ),
        ("nodes", f"{before[1]}, {after[1]}", "flat", after[1] <= MOST_GROWTH * before[1]),
        ("listeners", f"{before[2]}, {after[2]}", "flat", after[2] <= MOST_GROWTH * before[2]),
    ]  # fmt: skip
    text = (
        f"\n## The page\n\nPrinted by `python -m benchmarks.page`: {machine()}, Chromium. The\n"
        f"front door in a new context, the least of {options.rounds} rounds; then games and\n"
        "changes of views, with the heap after a collection of garbage.\n\n"
    )
    lines = [[what, value, wanted, "yes" if met else "**no**"] for what, value, wanted, met in rows]
    publish(text + table(["what", "measured", "wanted", "met"], lines), options.add_to)


if __name__ == "__main__":
    main()
