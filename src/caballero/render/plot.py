"""A comparison as a chart in SVG or PNG: the cost of each contender, and at which depth.

It needs Matplotlib, which the extra ``charts`` installs. Both scales are logarithmic, because the
numbers range from dozens to billions; lines differ in colour and in dashes. With one version of
Matplotlib, equal rows always make equal bytes.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from caballero.core.arguments import is_name
from caballero.core.errors import UnknownName
from caballero.core.extras import extra
from caballero.core.words import Message, number
from caballero.teach.comparison import Row

from .chart import row_name, row_result

PLOTS: Final = ("svg", "png")
"""The formats."""

COLOURS: Final = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#777777")
"""The bright scheme of Paul Tol, which colour-blind people can distinguish."""

DASHES: Final = ("-", "--", "-.", ":")
"""The dashes of the lines, besides their colours."""

MOST_LINES: Final = 12
"""The most lines; more could not be distinguished."""

LEAST_RANGE: Final = (0.5, 12)
"""The least range of a scale of nodes, so that one node is a visible bar with two labels."""


def rows_plot(
    rows: Sequence[Row],
    format: str = "svg",  # noqa: A002 - as everywhere, it says how to write
    language: str = "en",
) -> bytes:
    """Return a comparison as a chart.

    Parameters
    ----------
    rows : sequence of Row
        From :func:`caballero.teach.compare`.
    format : str
        ``svg`` or ``png``.
    language : str
        The language of the words.

    Raises
    ------
    UnknownName
        If the format is unknown.
    InvalidInput
        If Matplotlib is not installed.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.render.plot import rows_plot
    >>> from caballero.teach import compare, contenders
    >>> rows = list(compare([Problem(5, start="0,0")], contenders(["backtracking"], ["puc"])))
    >>> rows_plot(rows, "png")[1:4]
    b'PNG'
    """
    if not is_name(format, PLOTS):
        raise UnknownName.among("format", format, PLOTS)
    matplotlib = extra("matplotlib", "Matplotlib")
    figures = extra("matplotlib.figure", "Matplotlib")
    nodes, depth = (Message(code).text(language) for code in ("column-nodes", "axis-depth"))
    profiled = [row for row in rows if row.stats.profile][:MOST_LINES]
    # Digits as paths, and no date, so that the picture is the same everywhere and every time.
    with matplotlib.rc_context({"svg.hashsalt": "caballero", "svg.fonttype": "path"}):
        high = max(2.2, 0.8 + 0.34 * len(rows)) + (4.2 if profiled else 0)
        figure = figures.Figure(figsize=(8, high), layout="constrained")
        shares = [max(2.2, 0.8 + 0.34 * len(rows)), 4.2] if profiled else [1]
        axes = figure.subplots(len(shares), 1, height_ratios=shares, squeeze=False)[:, 0]
        bars = axes[0]
        bars.barh(
            range(len(rows)),
            [row.stats.nodes for row in rows],
            color=[COLOURS[0] if row.result == "found" else COLOURS[6] for row in rows],
        )
        for i, row in enumerate(rows):
            mark = "" if row.result == "found" else f" ({row_result(row, language)})"
            count = number(row.stats.nodes, language)
            bars.text(row.stats.nodes, i, f" {count}{mark}", va="center", fontsize=8)
        bars.set_yticks(range(len(rows)), [row_name(row) for row in rows], fontsize=8)
        bars.invert_yaxis()
        bars.set(xscale="log", xlabel=nodes)
        bars.margins(x=0.3)
        bars.set_xlim(LEAST_RANGE[0], max(LEAST_RANGE[1], bars.get_xlim()[1]))
        for i, row in enumerate(profiled):
            profile = [(d, n) for d, n in enumerate(row.stats.profile, start=1) if n]
            axes[1].plot(
                *zip(*profile, strict=True),
                DASHES[i % len(DASHES)],
                color=COLOURS[i % len(COLOURS)],
                label=row_name(row),
                linewidth=1.6,
                marker="o" if len(profile) == 1 else "",  # one point makes no line
            )
        if profiled:
            axes[1].set(yscale="log", xlabel=depth, ylabel=nodes)
            axes[1].set_ylim(LEAST_RANGE[0], max(LEAST_RANGE[1], axes[1].get_ylim()[1]))
            axes[1].xaxis.get_major_locator().set_params(integer=True, min_n_ticks=1)
            axes[1].legend(fontsize=8)
        for each in axes:
            each.spines[["top", "right"]].set_visible(False)
        file = io.BytesIO()
        metadata = {"Date": None} if format == "svg" else {"Software": None}
        figure.savefig(file, format=format, dpi=120, metadata=metadata)
    return file.getvalue()
