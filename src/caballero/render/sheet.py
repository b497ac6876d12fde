"""Several tours in one picture, row by row, to print or to compare."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any, Final

from caballero.machine.errors import TooLarge
from caballero.model.tour import Tour
from caballero.proof.asking import within

from .layout import MAX_SQUARES, size_of
from .svg import tour_svg
from .themes import theme_named

GAP: Final = 16
"""Pixels between two boards."""

USUAL_WIDTH: Final = 1200
"""The width of a sheet, unless a width is given."""


@within
def tours_sheet(
    tours: Iterable[Tour],
    *,
    width: int | None = None,
    theme: str = "light",
    **how: Any,
) -> str:
    """Return several tours as one SVG picture, in rows that make it about as wide as high.

    Parameters
    ----------
    tours : iterable of Tour
        At least one tour; on boards of at most ``MAX_SQUARES`` squares together.
    width : int, optional
        The width of the picture in pixels; by default at most 1200.
    theme : str
        ``light``, ``dark``, ``wood`` or ``print``.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`; no limit by default.
    **how
        ``style``, ``first``, ``numbers``, ``path``, ``coordinates`` and ``language``, as in
        :func:`caballero.render.tour_svg`.

    Raises
    ------
    TooLarge
        If the boards have more squares.
    LimitReached
        If a limit is reached first.

    Examples
    --------
    >>> from caballero import find_tour
    >>> from caballero.render import tours_sheet
    >>> sheet = tours_sheet([find_tour(5, seed=seed) for seed in range(4)], width=400)
    >>> sheet.count("<svg"), sheet[:4]
    (5, '<svg')
    """
    shown = list(tours)
    refuse_many(sum(tour.board.size for tour in shown))
    columns = math.isqrt(len(shown) - 1) + 1
    wide = ((width or USUAL_WIDTH) - GAP * (columns + 1)) // columns
    if width is None:
        wide = min(wide, max(size_of(tour.board)[0] for tour in shown))
    parts, top = [], GAP
    pictures = [tour_svg(tour, width=wide, theme=theme, **how) for tour in shown]
    for begin in range(0, len(shown), columns):
        tallest = 0
        for i, part in enumerate(pictures[begin : begin + columns]):
            height = re.search(r' height="(\d+)"', part)
            assert height is not None
            tallest = max(tallest, int(height[1]))
            left = GAP + i * (wide + GAP)
            parts.append(part.replace("<svg ", f'<svg x="{left}" y="{top}" ', 1))
        top += tallest + GAP
    across = GAP + columns * (wide + GAP)
    page = theme_named(theme).page
    under = "" if page is None else f'<path d="M0 0h{across}v{top}h-{across}z" fill="{page}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {top}" '
        f'width="{across}" height="{top}">{under}' + "".join(parts) + "</svg>"
    )


def refuse_many(squares: int) -> None:
    """Raise :class:`TooLarge` if boards have too many squares together for a picture."""
    if squares > MAX_SQUARES:
        raise TooLarge("sheet-too-large", count=squares, most=MAX_SQUARES)
