"""A browser, a server, and pages that fail their test if anything went wrong in them.

Without a browser the tests are skipped, with the reason; where they must run (``CI`` or
``CABALLERO_NEEDS_BROWSER`` is set) that is a failure.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from browsers import CHROMIUM
from caballero.machine.errors import InvalidInput
from caballero.web.site import write_site
from check_release import serving
from web.served import running

CALM = (
    "--no-sandbox", "--disable-gpu", "--in-process-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

BELOW = "some/path/"
"""Where the page lies in a folder."""

OpenPage: TypeAlias = Callable[..., Page]

PATIENCE = 200_000
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
        try:  # where the system has no browser, playwright's own
            started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CALM))
        except Error as error:
            if os.environ.get("CI") or os.environ.get("CABALLERO_NEEDS_BROWSER"):
                raise
            pytest.skip(f"no browser: {error.message.splitlines()[0]}")
        yield started
        started.close()


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page below a path."""
    root = tmp_path_factory.mktemp("site")
    try:
        write_site(root / BELOW)
    except InvalidInput as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))
    return root


@pytest.fixture(scope="package")
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as place:
        yield f"{place}/{BELOW}"


@dataclass
class Tab:
    """A page that was opened, and what went wrong in it."""

    page: Page
    wished: dict[str, Any]
    address: str
    noisy: bool = False
    alone: bool = False
    wrong: list[str] = field(default_factory=list)

    def listen(self) -> None:
        """Record messages of the console, and requests to other hosts."""
        self.page.on("console", lambda output: self.wrong.append(f"console: {output.text}"))
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on(
            "request", lambda wanted: self.wrong.extend(_elsewhere(wanted.url, self.address))
        )

    def reported(self) -> list[str]:
        """Return what must not have happened."""
        return [line for line in self.wrong if not (self.noisy and line.startswith("console"))]

    def tidied(self, site: str) -> bool:
        """Make it as good as new, so that the next test need not open one; whether it is."""
        if self.alone or self.address != site or self.page.is_closed():
            return False
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.goto(f"{site}static/icon.svg")  # nothing runs there
        self.page.evaluate("localStorage.clear()")
        self.page.emulate_media(
            media="screen", color_scheme=self.wished.get("color_scheme", "light")
        )
        self.wrong.clear()
        return True


@pytest.fixture(scope="package")
def tabs(browser: Browser) -> dict[str, list[Tab]]:
    """Idle pages, by the settings of their contexts."""
    return {}


@pytest.fixture
def open_page(browser: Browser, tabs: dict[str, list[Tab]], site: str) -> Iterator[OpenPage]:
    """A function that opens a page of the site, each in a context of its own.

    ``where`` is the fragment, Play on 64 squares unless it is given; ``noisy`` allows the console
    to be written on, for tests in which the server is away; ``alone`` means that neither a test
    before nor one after has the same page; all else is for the context. What is asked by default:
    English, light, a window of 1280 × 900, no motion.
    """
    opened: list[Tab] = []

    def open_one(
        where: str = "#play/8x8",
        *,
        address: str = site,
        noisy: bool = False,
        alone: bool = False,
        **more: Any,
    ) -> Page:
        wished = {
            "viewport": {"width": 1280, "height": 900},
            "locale": "en-GB",
            "reduced_motion": "reduce",
            **more,
        }
        free = [] if alone or address != site else tabs.setdefault(_kind(wished), [])
        if free:
            tab = free.pop()
            tab.noisy = noisy
        else:
            context = browser.new_context(**wished)
            context.set_default_timeout(PATIENCE)
            tab = Tab(context.new_page(), wished, address, noisy, alone)
            tab.listen()
        opened.append(tab)
        tab.page.goto(address + where)
        return tab.page

    yield open_one
    reported = [line for tab in opened for line in tab.reported()]
    for tab in opened:
        if not reported and tab.tidied(site):
            tabs[_kind(tab.wished)].append(tab)
        else:
            tab.page.context.close()
    assert reported == []


def _kind(wished: dict[str, Any]) -> str:
    return repr(sorted(wished.items()))


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
        reported = [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in found]
        assert reported == []

    return check
