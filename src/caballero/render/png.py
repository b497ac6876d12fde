"""A tour as a PNG picture: the SVG picture, drawn by resvg.

It needs resvg-py, which the extra ``pictures`` installs. The numbers of boards are drawn as lines,
so that they look the same everywhere; fonts are loaded only for the labels of a graph.

Invariant: nothing interrupts resvg, so it draws a large picture in a process of its own, which is
killed at a limit and by Ctrl-C.
"""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any, Final

from caballero.machine.errors import TooLarge
from caballero.machine.extras import extra
from caballero.machine.limits import LimitHit, Limits
from caballero.model.tour import Tour
from caballero.proof.asking import within
from caballero.proof.outcome import limited

from .svg import tour_svg, with_strokes
from .themes import page_of

FAMILIES: Final = "Arial, Helvetica, DejaVu Sans, Liberation Sans, Noto Sans, Ubuntu, sans-serif"
"""The fonts of labels, the first that is installed: resvg takes ``sans-serif`` for Arial alone."""

MAX_PIXELS = 50_000_000
"""The most pixels of a picture; a larger picture needs more memory than many computers have."""

QUICK: Final = 100_000
"""The most work of a picture drawn in this process, 0.3 s: characters of SVG, a tenth of pixels."""

LONGEST: Final = 1_000_000
"""The most seconds of a picture: eleven days, for systems count them in milliseconds."""

APART: Final = (
    "import sys, resvg_py as r; b = sys.stdin.buffer; p, f = b.readline().decode().split();"
    "sys.stdout.buffer.write(bytes(r.svg_to_bytes(svg_string=b.read().decode(), background=p,"
    " skip_system_fonts=f == 'True')))"
)
"""The program of the other process: the page and the fonts in a line, then the SVG picture."""


@within
def tour_png(
    tour: Tour,
    *,
    theme: str = "light",
    width: int | None = None,
    **how: Any,
) -> bytes:
    """Return the picture of a tour as PNG.

    Parameters
    ----------
    tour : Tour
        On a board of at most ``MAX_SQUARES`` squares.
    theme : str
        ``light``, ``dark``, ``wood`` or ``print``.
    width : int, optional
        The width in pixels; by default 40 a square, at most 720.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`; no limit by default.
    **how
        ``style``, ``first``, ``numbers``, ``path`` and ``coordinates``, as in
        :func:`caballero.render.svg.tour_svg`.

    Raises
    ------
    TooLarge
        If the board has more squares, or the picture more than ``MAX_PIXELS`` pixels.
    InvalidInput
        If resvg-py is not installed.
    LimitReached
        If a limit is reached first.

    Examples
    --------
    >>> from caballero import find_tour
    >>> from caballero.render.png import tour_png
    >>> tour_png(find_tour("5x5"), style="arrows", width=200)[1:4]
    b'PNG'
    """
    return png_of(tour_svg(tour, theme=theme, width=width, **how), page_of(theme))


def png_of(svg: str, page: str, limits: Limits | None = None) -> bytes:
    """Return an SVG picture of this package as PNG, on a page of this colour."""
    size = re.search(r'width="(\d+)" height="(\d+)"', svg)
    assert size is not None
    pixels = int(size[1]) * int(size[2])
    if pixels > MAX_PIXELS:
        raise TooLarge("picture-too-many-pixels", count=pixels, most=MAX_PIXELS)
    resvg = extra("resvg_py", "pictures")
    bare = "<text" not in svg
    svg = with_strokes(svg).replace('font-family="sans-serif"', f'font-family="{FAMILIES}"')
    # Pyodide has no other processes, and an interpreter within another program has no name.
    if sys.executable and len(svg) + pixels / 10 > QUICK:
        with limited(limits) as budget:
            budget.spend(0)
            try:
                drawn = subprocess.run(
                    [sys.executable, "-c", APART], input=f"{page} {bare}\n{svg}".encode(),
                    capture_output=True, timeout=min(budget.seconds_left, LONGEST), check=False,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                raise LimitHit("seconds") from None
        if drawn.returncode == 0:
            return drawn.stdout
    return bytes(resvg.svg_to_bytes(svg_string=svg, background=page, skip_system_fonts=bare))
