"""A comparison as a chart in SVG or PNG: what each contender cost, and at which depth.

It needs Matplotlib, which the extra ``charts`` installs. Both scales are logarithmic, for the
numbers lie between dozens and thousands of millions; lines differ in colour and in dashes. The
same rows always make the same bytes, with the same version of Matplotlib.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from caballero.errors import UnknownName
from caballero.teach.comparison import Row
from caballero.words import Message, short

from .extras import extra

PLOTS: Final = ("svg", "png")
"""The formats."""

COLOURS: Final = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#777777")
"""The bright scheme of Paul Tol, which colour-blind people tell apart."""

DASHES: Final = ("-", "--", "-.", ":")
"""What lines differ in, besides their colour."""

LINES: Final = 12
"""At most so many lines are drawn, so that they can be told apart."""

LEAST: Final = (0.5, 12)
"""What a scale of nodes shows at least: so a single node is a bar, and two powers are told."""


def rows_plot(
    rows: Sequence[Row],
    format: str = "svg",  # noqa: A002 - as everywhere, it says how to write
    language: str = "en",
) -> bytes:
    """Return a comparison as a chart.

    Parameters
    ----------
    rows : sequence of Row
        Of :func:`caballero.teach.compare`.
    format : str
        ``svg`` or ``png``.
    language : str
        Of the words.

    Raises
    ------
    UnknownName
        If there is no such format.
    InvalidInput
        If Matplotlib is not installed.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.render.plot import rows_plot
    >>> from caballero.teach import compare, contenders
    >>> rows = list(compare([Problem.of(5, start="0,0")], contenders(["backtracking"], ["puc"])))
    >>> rows_plot(rows, "png")[1:4]
    b'PNG'
    """
    if format not in PLOTS:
        raise UnknownName.among("format", short(str(format)), PLOTS)
    matplotlib = extra("matplotlib", "Matplotlib", "charts")
    figures = extra("matplotlib.figure", "Matplotlib", "charts")
    nodes, depth = (Message(code).text(language) for code in ("column-nodes", "axis-depth"))
    told = [row for row in rows if row.stats.profile][:LINES]
    # Digits as paths, and no date, so that the picture is the same everywhere and every time.
    with matplotlib.rc_context({"svg.hashsalt": "caballero", "svg.fonttype": "path"}):
        high = max(2.2, 0.8 + 0.34 * len(rows)) + (4.2 if told else 0)
        figure = figures.Figure(figsize=(8, high), layout="constrained")
        shares = [max(2.2, 0.8 + 0.34 * len(rows)), 4.2] if told else [1]
        axes = figure.subplots(len(shares), 1, height_ratios=shares, squeeze=False)[:, 0]
        bars = axes[0]
        bars.barh(
            range(len(rows)),
            [row.stats.nodes for row in rows],
            color=[COLOURS[0] if row.result == "found" else COLOURS[6] for row in rows],
        )
        for i, row in enumerate(rows):
            mark = "" if row.result == "found" else f" ({_word(row, language)})"
            count = f"{row.stats.nodes:,}".replace(",", " ")
            bars.text(row.stats.nodes, i, f" {count}{mark}", va="center", fontsize=8)
        bars.set_yticks(range(len(rows)), [_name(row) for row in rows], fontsize=8)
        bars.invert_yaxis()
        bars.set(xscale="log", xlabel=nodes)
        bars.margins(x=0.3)
        bars.set_xlim(LEAST[0], max(LEAST[1], bars.get_xlim()[1]))
        for i, row in enumerate(told):
            profile = [(d, n) for d, n in enumerate(row.stats.profile, start=1) if n]
            axes[1].plot(
                *zip(*profile, strict=True),
                DASHES[i % len(DASHES)],
                color=COLOURS[i % len(COLOURS)],
                label=_name(row),
                linewidth=1.6,
                marker="o" if len(profile) == 1 else "",  # for one point makes no line
            )
        if told:
            axes[1].set(yscale="log", xlabel=depth, ylabel=nodes)
            axes[1].set_ylim(LEAST[0], max(LEAST[1], axes[1].get_ylim()[1]))
            axes[1].xaxis.get_major_locator().set_params(integer=True, min_n_ticks=1)
            axes[1].legend(fontsize=8)
        for each in axes:
            each.spines[["top", "right"]].set_visible(False)
        file = io.BytesIO()
        kept = {"Date": None} if format == "svg" else {"Software": None}
        figure.savefig(file, format=format, dpi=120, metadata=kept)
    return file.getvalue()


def _name(row: Row) -> str:
    return f"{row.problem.board} {row.contender.name}"


def _word(row: Row, language: str) -> str:
    return Message(f"result-{row.result}").text(language)
