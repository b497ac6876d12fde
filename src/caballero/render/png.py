"""A tour as a PNG picture: the SVG one, drawn by resvg.

It needs resvg-py, which the extra ``pictures`` installs. The numbers of boards are drawn as lines,
so that they look the same everywhere; fonts are loaded only for the labels of a graph.
"""

from __future__ import annotations

import re
from typing import Any, Final, cast

from caballero.core.errors import TooLarge
from caballero.core.extras import extra
from caballero.core.tour import Tour

from .svg import tour_svg, with_strokes
from .themes import page_of

FAMILIES: Final = "Arial, Helvetica, DejaVu Sans, Liberation Sans, Noto Sans, Ubuntu, sans-serif"
"""The fonts of labels, the first that is installed: resvg takes ``sans-serif`` for Arial alone."""

MAX_PIXELS = 50_000_000
"""The most pixels of a picture; a larger one needs more memory than many computers have."""


def tour_png(tour: Tour, *, theme: str = "light", width: int | None = None, **how: Any) -> bytes:
    """Return the picture of a tour as PNG.

    Parameters
    ----------
    tour : Tour
        On a board of at most ``MAX_SQUARES`` squares.
    theme : str
        ``light``, ``dark``, ``wood`` or ``print``.
    width : int, optional
        The width in pixels; by default 40 a square, at most 720.
    **how
        ``style``, ``first``, ``numbers``, ``path`` and ``coordinates``, as in
        :func:`caballero.render.svg.tour_svg`.

    Raises
    ------
    TooLarge
        If the board has more squares, or the picture more than ``MAX_PIXELS`` pixels.
    InvalidInput
        If resvg-py is not installed.

    Examples
    --------
    >>> from caballero import find_tour
    >>> from caballero.render.png import tour_png
    >>> tour_png(find_tour("5x5"), style="arrows", width=200)[1:4]
    b'PNG'
    """
    return png_of(tour_svg(tour, theme=theme, width=width, **how), page_of(theme))


def png_of(svg: str, page: str) -> bytes:
    """Return an SVG picture of this package as PNG, on a page of this colour."""
    size = re.search(r'width="(\d+)" height="(\d+)"', svg)
    assert size is not None
    pixels = int(size[1]) * int(size[2])
    if pixels > MAX_PIXELS:
        raise TooLarge("picture-too-many-pixels", count=pixels, most=MAX_PIXELS)
    resvg = extra("resvg_py", "pictures")
    svg = with_strokes(svg)
    known = svg.replace('font-family="sans-serif"', f'font-family="{FAMILIES}"')
    png = resvg.svg_to_bytes(
        svg_string=known, background=page, skip_system_fonts="<text" not in svg
    )
    return bytes(cast("bytes", png))
