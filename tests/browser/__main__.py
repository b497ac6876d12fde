"""Photograph every view in every size and theme, to look at: ``python -m tests.browser DIR``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

from browser.stage import SIZES, resize, walk
from browsers import CHROMIUM
from web.served import running


def main(folder: Path) -> None:
    """Write the pictures into a folder, by scene, size and theme."""
    folder.mkdir(parents=True, exist_ok=True)
    with running() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(locale="en-GB", reduced_motion="reduce")
        page.goto(server.address)
        for number, scene in enumerate(walk(page), 1):
            for size in SIZES:
                resize(page, size)
                for theme in ("light", "dark"):
                    page.emulate_media(color_scheme=theme)
                    name = f"{number}-{scene.split('/')[0]}-{size[0]}x{size[1]}-{theme}.png"
                    page.screenshot(path=folder / name)
        browser.close()


main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/pictures"))
