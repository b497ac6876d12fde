"""The scenes and sizes in which every view is measured and photographed."""

import json
import re
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from caballero.web.app import STATIC

SIZES = ((320, 568), (360, 640), (568, 320), (683, 384), (844, 390), (1366, 768), (1920, 1080))
"""Phones, upright and held across; a laptop, also at 200 %; a large screen."""

_SCENES = {
    "play": ("play/6x6/a1.",),
    "learn": (
        "learn/lesson/2",
        "learn/lab/5x5.sa5/b.puc/0/60",
        "learn/lab/8x8.sa8/b.geeksforgeeks~w.geeksforgeeks.roth/0/60",
    ),
    "look": ("look/6x6",),
}


def scenes() -> list[str]:
    """The fragments of addresses, at least one of each view."""
    listed = re.search(r"VIEWS = (\[.*?\])", (STATIC / "app.js").read_text("utf-8"), re.DOTALL)
    assert listed is not None
    views: list[str] = json.loads(listed[1].replace(",\n]", "]"))
    return [scene for view in views for scene in _SCENES.get(view, (view,))]


def walk(page: Page, wanted: list[str] | None = None) -> Iterator[str]:
    """Show one scene after the other in a page that is open."""
    for scene in scenes() if wanted is None else wanted:
        page.evaluate("scene => { location.hash = scene; }", scene)
        expect(page.locator(f"main.{scene.split('/')[0]} .cell:visible").first).to_be_attached()
        if scene.startswith("look"):
            page.locator(".bar .first").click()
            expect(page.locator(".message.good")).to_be_attached()
        if "/lab/" in scene:
            expect(page.locator(".place")).to_contain_text(" 60 ")
            if page.locator(".settings").is_visible():
                page.locator(".setting").click()
        yield scene


def resize(page: Page, size: tuple[int, int]) -> None:
    """Show the page in another window, from its top."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 0); new Promise(requestAnimationFrame)")
