"""A comparison as a chart in SVG or PNG: the cost of each contender, and at which depth.

Both scales are logarithmic, because the numbers range from dozens to billions; lines differ in
colour and in dashes. Words are text, as on the pictures of graphs. Equal rows always make an equal
SVG.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from caballero.machine.arguments import name_among
from caballero.machine.words import Message
from caballero.render.layout import Label, Point
from caballero.render.markup import path_through, rounded, text_group
from caballero.render.png import png_of
from caballero.teaching.comparison import Row

from .chart import cost_text, row_name

PLOTS: Final = ("svg", "png")
"""The formats."""

COLOURS: Final = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#777777")
"""The bright scheme of Paul Tol, which colour-blind people can distinguish."""

DASHES: Final = ("", "7 3", "7 3 2 3", "2 3")
"""The dashes of the lines, besides their colours."""

MOST_LINES: Final = 12
"""The most lines; more could not be distinguished."""

WIDTH: Final = 960
"""The width of a chart in pixels; long names of contenders make it wider."""

SIZE: Final = 13
"""The size of the letters; the widest are as wide as three quarters of it."""

LEVEL: Final = 26
"""The height of a bar with the gap below it, and of a row of the legend."""

HEIGHT: Final = 360
"""The least height of the profiles."""


def rows_plot(
    rows: Sequence[Row],
    format: str = "svg",
    language: str | None = None,
) -> bytes:
    """Return a comparison as a chart.

    Parameters
    ----------
    rows : sequence of Row
        From :func:`caballero.teaching.compare`.
    format : str
        ``svg`` or ``png``.
    language : str, optional
        The language of the words, the reader's by default.

    Raises
    ------
    UnknownName
        If the format is unknown.
    InvalidInput
        If resvg-py, which draws PNG, is not installed.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching.pictures.plot import rows_plot
    >>> from caballero.teaching import compare, contenders
    >>> rows = list(compare([Problem(5, start="0,0")], contenders(["backtracking"], ["puc"])))
    >>> b"5x5 backtracking puc" in rows_plot(rows)
    True
    """
    form = name_among("format", format, PLOTS)
    profiled = [row for row in rows if row.stats.profile][:MOST_LINES]
    left = 40 + SIZE * 0.6 * max((len(row_name(row)) for row in rows), default=0)
    wide, high = max(WIDTH, round(left) + 400), LEVEL * (len(rows) + 3)
    parts = [*_bars(rows, left, wide, language)]
    if profiled:
        parts += _profiles(profiled, (left, high), wide, language)
        high += max(HEIGHT, LEVEL * len(profiled)) + 3 * LEVEL
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide}" height="{high}" role="img">'
        f'<path d="M0 0h{wide}v{high}H0z" fill="#ffffff"/>{"".join(parts)}</svg>'
    )
    return svg.encode() if form == "svg" else png_of(svg, "#ffffff")


def _bars(rows: Sequence[Row], left: float, wide: int, language: str | None) -> Iterator[str]:
    """Yield a bar for each row, with its nodes behind it, and their scale below."""
    costs = [cost_text(row, language) for row in rows]
    right = wide - 20 - SIZE * 0.6 * max(map(len, costs), default=0)
    most = max((row.stats.nodes for row in rows), default=1)
    foot = LEVEL * (len(rows) + 0.5)
    names, counts = [], []
    for i, (row, cost) in enumerate(zip(rows, costs, strict=True)):
        end = _along(row.stats.nodes, most, left, right)
        y = LEVEL * (i + 0.5)
        colour = COLOURS[0] if row.result == "found" else COLOURS[6]
        outline = [(left, y), (end, y), (end, y + LEVEL * 0.8), (left, y + LEVEL * 0.8)]
        yield f'<path d="M{path_through(outline)}Z" fill="{colour}"/>'
        names.append(Label(left - 8, y + 0.58 * LEVEL, "end", row_name(row)))
        counts.append(Label(end + 6, y + 0.58 * LEVEL, "start", cost))
    for tick in _ticks(most):
        x = _along(10**tick, most, left, right)
        yield _stroke([(x, foot), (x, foot + 5)])
        names.append(Label(x, foot + 20, "middle", _power(tick)))
    names.append(
        Label((left + right) / 2, foot + 40, "middle", Message("column-nodes").text(language))
    )
    yield _stroke([(left, 8), (left, foot), (right, foot)])
    yield _texts([*names, *counts])


def _profiles(rows: Sequence[Row], corner: Point, wide: int, language: str | None) -> Iterator[str]:
    """Yield the nodes of each row at each depth as a line, the legend at the left."""
    left, top = corner
    foot, begin, right = top + max(HEIGHT, LEVEL * len(rows)), left + 60, wide - 30
    most = max(max(row.stats.profile) for row in rows)
    deepest = max(d for row in rows for d, nodes in enumerate(row.stats.profile, 1) if nodes)
    labels = [
        Label((begin + right) / 2, foot + 40, "middle", Message("axis-depth").text(language)),
        Label(begin, top - 8, "middle", Message("column-nodes").text(language)),
    ]
    for tick in _ticks(most):
        y = _along(10**tick, most, foot, top)
        yield _stroke([(begin - 5, y), (begin, y)])
        labels.append(Label(begin - 8, y + 0.35 * SIZE, "end", _power(tick)))
    step = (right - begin) / deepest
    for depth in range(1, deepest + 1, -(-deepest // 10)):
        x = begin + step * (depth - 0.5)
        yield _stroke([(x, foot), (x, foot + 5)])
        labels.append(Label(x, foot + 20, "middle", str(depth)))
    yield _stroke([(begin, top), (begin, foot), (right, foot)])
    for i, row in enumerate(rows):
        colour, dashes = COLOURS[i % len(COLOURS)], DASHES[i % len(DASHES)]
        line = [
            (begin + step * (depth - 0.5), _along(nodes, most, foot, top))
            for depth, nodes in enumerate(row.stats.profile, start=1)
            if nodes
        ]
        yield _stroke(line, colour, 2, dashes)
        if len(line) == 1:  # a single point makes no line
            (x, y) = line[0]
            yield f'<circle cx="{rounded(x)}" cy="{rounded(y)}" r="4" fill="{colour}"/>'
        y = top + LEVEL * (i + 0.5)
        yield _stroke([(8, y), (32, y)], colour, 2, dashes)
        labels.append(Label(38, y + 0.35 * SIZE, "start", row_name(row)))
    yield _texts(labels)


def _along(nodes: int, most: int, start: float, end: float) -> float:
    """Return the place of a number on a logarithmic scale from 1/2 to 12 or more."""
    return start + (end - start) * math.log(2 * max(nodes, 0.5)) / math.log(2 * max(most, 12))


def _ticks(most: int) -> range:
    """Return at most eight exponents of ten up to this number, or to 12."""
    last = int(math.log10(max(most, 12)))
    return range(0, last + 1, 1 + last // 8)


def _power(exponent: int) -> str:
    raised = str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return str(10**exponent) if exponent < 4 else f"10{raised}"


def _stroke(
    line: Sequence[Point], colour: str = "#000000", width: float = 1, dashes: str = ""
) -> str:
    """Return a line through points."""
    through = " ".join(f"{rounded(x)},{rounded(y)}" for x, y in line)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    pen = f'fill="none" stroke="{colour}" stroke-width="{width}"{dashed}'
    return f'<polyline points="{through}" {pen}/>'


def _texts(labels: Sequence[Label]) -> str:
    return text_group(labels, f'font-family="sans-serif" font-size="{SIZE}" fill="#000000"')
