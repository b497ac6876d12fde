"""A browser, a server, and pages that fail their test if anything went wrong in them.

Without a browser the tests are skipped, with the reason; where they must run (``CI`` or
``CABALLERO_NEEDS_BROWSER`` is set) that is a failure.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from web.served import running

CHROMIUM = Path(os.environ.get("CABALLERO_CHROMIUM", "/usr/bin/chromium"))
"""The system's browser; where there is none, playwright's own is tried."""

CALM = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

OpenPage: TypeAlias = Callable[..., Page]

PATIENCE = 6_000
"""Milliseconds to wait for anything."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def site() -> Iterator[str]:
    """The address of a server."""
    with running() as server:
        yield server.address


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        path = CHROMIUM if CHROMIUM.exists() else None
        try:
            started = playwright.chromium.launch(executable_path=path, args=list(CALM))
        except Error as error:
            if os.environ.get("CI") or os.environ.get("CABALLERO_NEEDS_BROWSER"):
                raise
            pytest.skip(f"no browser: {error.message.splitlines()[0]}")
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[OpenPage]:
    """A function that opens a page of the site, each in a context of its own.

    ``where`` is the fragment; ``noisy`` allows the console to be written on, for tests in which
    the server is away; all else is for the context. What is asked by default: English, light,
    a window of 1280 × 900, no motion.
    """
    opened: list[tuple[Page, list[str], bool]] = []

    def open_one(where: str = "", *, address: str = site, noisy: bool = False, **more: Any) -> Page:
        wished = {
            "viewport": {"width": 1280, "height": 900},
            "locale": "en-GB",
            "reduced_motion": "reduce",
            **more,
        }
        context = browser.new_context(**wished)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        wrong: list[str] = []
        page.on("console", lambda said: wrong.append(f"console: {said.text}"))
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("request", lambda asked: wrong.extend(_elsewhere(asked.url, address)))
        opened.append((page, wrong, noisy))
        page.goto(address + where)
        return page

    yield open_one
    for page, wrong, noisy in opened:
        page.context.close()
        told = [line for line in wrong if not (noisy and line.startswith("console"))]
        assert told == []


def _elsewhere(url: str, address: str) -> list[str]:
    inside = url.startswith((address, "data:", "blob:"))
    return [] if inside else [f"request elsewhere: {url}"]


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """The page as most people see it."""
    return open_page()


@pytest.fixture
def narrow(open_page: OpenPage) -> Page:
    """A small phone."""
    return open_page(viewport={"width": 320, "height": 640}, has_touch=True)


@pytest.fixture
def dark(open_page: OpenPage) -> Page:
    """The page at night."""
    return open_page(color_scheme="dark")


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """A function that fails if a page is not accessible, as far as axe can see."""
    checker = Axe()

    def check(page: Page) -> None:
        found = checker.run(page).response["violations"]
        told = [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in found]
        assert told == []

    return check
