"""A comparison by start: for each order or tie rule the board, with the nodes from each square.

As text, and as a heat map whose colours follow the logarithm of the nodes: the darker, the more.
Squares from which the search gave up have more than the number shown; those without a tour have no
colour. With the fatal moves, a second board has the number of each.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from caballero.machine.arguments import name_among
from caballero.machine.words import Message
from caballero.model.board import Square
from caballero.render.layout import Label
from caballero.render.markup import text_group
from caballero.render.png import png_of
from caballero.render.scene import Labels, Scene, Shape, Squares, hole_shapes
from caballero.render.svg import scene_svg
from caballero.render.text import framed
from caballero.render.themes import colour_at, ink_on, theme_named
from caballero.teaching.comparison import Row

from .tree import compact

WIDE: Final = 360
"""The width of a board, in pixels."""

HEAD: Final = 26
"""The room for a title above it, in pixels."""

LINE: Final = 20
"""The room for a line of words below the maps, in pixels."""


def _groups(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of each board and contender, in their order."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.problem.board.name, row.contender.name), []).append(row)
    return [*groups.values()]


def _start(row: Row) -> Square:
    return row.problem.board.square(row.problem.numbered()[1])


def _cell(row: Row, language: str | None) -> str:
    """Return the nodes of a row; a dash for no tour, a cross where the rule failed."""
    match row.result:
        case "impossible":
            return "–"
        case "failed":
            return "×"
        case "gave-up":
            return f">{compact(max(row.stats.nodes - 1, 0), language)}"
    return compact(row.stats.nodes, language)


def starts_text(rows: Sequence[Row], language: str | None = None) -> str:
    """Return a board with the nodes from each start, for each contender.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching.pictures.starts import starts_text
    >>> from caballero.teaching import Contender, compare
    >>> problems = [Problem("3x4", start=square) for square in Problem("3x4").board]
    >>> print(starts_text([*compare(problems, [Contender("backtracking", "puc")])]))
    3x4 backtracking puc
      ┌─────────────┐
    3 │ 62  –  – 62 │
    2 │ 12  –  – 12 │
    1 │ 12  –  – 62 │
      └─────────────┘
         a  b  c  d
    <BLANKLINE>
    Nodes from each start. >: stopped there; –: no tour; ×: the rule failed.
    """
    parts = []
    for group in _groups(rows):
        board = group[0].problem.board
        cells = {_start(row): _cell(row, language) for row in group}
        parts.append(f"{board.name} {group[0].contender.name}\n{framed(board, cells)}")
        fatal = {_start(row): _fatal(row) for row in group if row.fatal}
        if fatal:
            head = Message("starts-fatal").text(language)
            parts.append(f"{head}\n{framed(board, fatal)}")
    return "\n\n".join([*parts, Message("starts-explained").text(language)])


def _fatal(row: Row) -> str:
    """Return the number of a fatal move, with ≤ if an earlier move may be it."""
    assert row.fatal is not None
    return f"{'' if row.fatal.sure else '≤'}{row.fatal.number}"


def fatal_sentences(rows: Sequence[Row], language: str | None = None) -> Iterator[str]:
    """Yield a sentence for each search that gave up: which square left no tour."""
    for row in rows:
        if row.fatal is None:
            continue
        fatal = row.fatal
        name = f"{row.problem.board.name} {row.problem.board.square_name(_start(row))}"
        data = {"search": f"{name} {row.contender.name}", "number": fatal.number}
        data |= {"square": fatal.square, "nodes": fatal.nodes}
        code = "fatal-move" if fatal.sure else "fatal-move-or-earlier"
        yield Message(code, data).text(language)


def starts_plot(
    rows: Sequence[Row],
    format: str = "svg",
    language: str | None = None,
) -> bytes:
    """Return a heat map of the starts for each contender, in rows.

    Parameters
    ----------
    rows : sequence of Row
        From :func:`caballero.teaching.compare`, a row for each start.
    format : str
        ``svg`` or ``png``.
    language : str, optional
        The language of the words, the reader's by default.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching.pictures.starts import starts_plot
    >>> from caballero.teaching import Contender, compare
    >>> problems = [Problem("3x4", start=square) for square in Problem("3x4").board]
    >>> roth = Contender("warnsdorff", tie="roth")
    >>> b"3x4 warnsdorff roth" in starts_plot([*compare(problems, [roth])])
    True
    """
    form = name_among("format", format, ("svg", "png"))
    maps = [_heat_map(group, language) for group in _groups(rows)]
    columns = min(len(maps), 4)
    parts, labels, top = [], [], 0
    for begin in range(0, len(maps), columns):
        tallest = 0
        for i, (title, svg) in enumerate(maps[begin : begin + columns]):
            left = 8 + i * (WIDE + 16)
            height = re.search(r' height="(\d+)"', svg)
            assert height is not None
            tallest = max(tallest, int(height[1]))
            parts.append(svg.replace("<svg ", f'<svg x="{left}" y="{top + HEAD}" ', 1))
            labels.append(Label(left + 4, top + HEAD - 8, "start", title))
        top += tallest + HEAD
    wide, high = columns * (WIDE + 16), top + 8
    below = " ".join(Message(f"starts-{part}").text(language) for part in ("explained", "darker"))
    if any(row.fatal for row in rows):
        below += " " + Message("starts-fatal-below").text(language)
    for line in wrap(below, wide // 8):
        high += LINE
        labels.append(Label(12, high - 8, "start", line))
    words = text_group(labels, 'font-family="sans-serif" font-size="14" fill="#000000"')
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img"><path d="M0 0h{wide}v{high}H0z" fill="#ffffff"/>'
        f"{''.join(parts)}{words}</svg>"
    )
    return drawn.encode() if form == "svg" else png_of(drawn, "#ffffff")


def _heat_map(group: Sequence[Row], language: str | None) -> tuple[str, str]:
    """Return the title and the picture of one contender."""
    theme, board = theme_named("light"), group[0].problem.board
    most = max(math.log(row.stats.nodes + 1) for row in group)
    least = math.log(len(board) + 1)
    shapes: list[Shape] = hole_shapes(board, theme)
    for row in group:
        square, text = _start(row), _cell(row, language)
        share = (math.log(row.stats.nodes + 1) - least) / max(most - least, 1)
        fill = colour_at(theme, 1 - share) if row.result in {"found", "gave-up"} else "#ffffff"
        shapes.append(Squares((square,), fill, theme.grid))
        shapes.append(Labels(((square, text),), False, ink_on(fill), longest=5))
        if row.fatal:
            shapes[-1] = Labels(((square, text),), True, ink_on(fill), longest=5, corners=True)
            shapes.append(Labels(((square, _fatal(row)),), False, ink_on(fill), longest=5))
    title = f"{board.name} {group[0].contender.name}"
    return title, scene_svg(Scene(board, tuple(shapes)), theme, title, WIDE, coordinates=True)
