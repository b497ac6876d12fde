"""Make the icons of the page, the picture of its links, and its colours.

``python docs/make_icons.py`` writes ``icons`` and ``colours.css`` in ``src/caballero/web/static``,
from the one drawing of the icon, and from ``COLOURS`` of ``caballero.render.themes``. It needs the
extra ``pictures``. A test compares the files with what this makes.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from caballero import iter_tours
from caballero.render.png import png_of
from caballero.render.themes import BOARD, COLOURS, PALE

STATIC: Final = Path(__file__).parents[1] / "src" / "caballero" / "web" / "static"
ICONS: Final = STATIC / "icons"
STRONG, PAPER = COLOURS["strong"][0], COLOURS["page"][0]
SAFE: Final = 0.8
"""The part of a mask that every system shows; the rest is the ground."""


def icons() -> dict[str, bytes]:
    """Return each PNG by the name of its file."""
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    ground, knight = re.findall(r"<(?:rect|path)[^>]*/>", drawing)
    whole = f'<rect width="1" height="1" fill="{STRONG}"/>'
    inset = (1 - SAFE) / 2
    masked = f'{whole}<g transform="translate({inset} {inset}) scale({SAFE})">{knight}</g>'
    return {
        "icon-192.png": _square(ground + knight, 192),
        "icon-512.png": _square(ground + knight, 512),
        "maskable-512.png": _square(masked, 512),
        "touch-180.png": _square(whole + knight, 180),
        "share.png": _share(ground + knight),
    }


def style() -> str:
    """Return the colours as a style sheet, and those of the marks of a reason.

    >>> style().splitlines()[2]
    '  --page: light-dark(#faf7f1, #14171d);'
    """
    named = COLOURS | BOARD
    tokens = [f"  --{name}: light-dark({day}, {night});" for name, (day, night) in named.items()]
    marks = [
        f".mark-{mark} {{ --ground: {colour} !important; }}"
        for mark, colour in zip(("x", "o", "both", *range(6)), PALE, strict=False)
    ]
    head = "/* Made by docs/make_icons.py of the one table of colours. */"
    return "\n".join([head, ":root {", *tokens, "}", *marks, ""])


def _square(drawn: str, side: int) -> bytes:
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 1 1">'
    )
    return png_of(f"{svg}{drawn}</svg>", "#00000000")


def _share(icon: str) -> bytes:
    """Return the picture that other sites show beside a link: the icon and a tour as art."""
    tour = next(iter(iter_tours(10, closed=True, symmetry="quarter-turn")))
    art = tour.to_svg("thread", "dark", width=630)
    return png_of(
        '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">'
        f'<rect width="1200" height="630" fill="{PAPER}"/>'
        f'<g transform="translate(125 155) scale(320)">{icon}</g>'
        f'<g transform="translate(570 0)">{art}</g></svg>',
        PAPER,
    )


if __name__ == "__main__":
    ICONS.mkdir(exist_ok=True)
    for name, png in icons().items():
        (ICONS / name).write_bytes(png)
    (STATIC / "colours.css").write_text(style(), encoding="utf-8")
