"""``caballero compare BOARD…``: what methods, orders and tie rules cost, side by side."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

import click

from caballero.limits import Limits
from caballero.problem import Problem
from caballero.render.chart import rows_chart, rows_json, rows_table
from caballero.render.extras import extra
from caballero.teach import Row, compare, contenders

from .answer import form_of, give
from .language import spoken
from .language import translate as _
from .options import (
    format_option,
    json_option,
    language_option,
    output_option,
    question,
    question_options,
    seed_option,
)
from .pictures import STILL
from .progress import progress

ENDS_OF_CHARTS: Final = {"json": "json", "svg": "svg", "png": "png"}
"""Which format the end of a file's name asks for."""


@click.command(
    "compare",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Let methods, orders of moves and tie rules solve the same boards, and count the nodes, "
        "dead ends and steps back of each.\n\n"
        "BOARD is as for tour. Without a start, all begin at the first square, top left. Each of "
        "--method, --order and --tie may be given several times."
    ),
    epilog=_("Example: caballero compare 5 6 --method backtracking --order puc --order granada"),
)
@click.argument("boards", nargs=-1, required=True, metavar=_("BOARD…"))
@question_options
@click.option(
    "--method", "methods", multiple=True, metavar=_("METHOD"),
    default=("backtracking", "warnsdorff"), show_default=True,
    help=_("naive, backtracking, warnsdorff or warnsdorff-backtracking."),
)  # fmt: skip
@click.option(
    "--order",
    "orders",
    multiple=True,
    metavar=_("ORDER"),
    help=_("Orders of moves; all by default, and for other moves than a knight's the usual one."),
)
@click.option(
    "--tie", "ties", multiple=True, metavar=_("RULE"), help=_("Tie rules; all by default.")
)
@seed_option
@click.option(
    "--timeout", type=click.FloatRange(min=0), default=10.0, show_default=True,
    metavar=_("SECONDS"), help=_("Give up on a run after so long."),
)  # fmt: skip
@format_option(
    type=click.Choice(["text", "chart", "json", *STILL]),
    help=_(
        "A table, a chart in characters, JSON with the nodes at each depth, or a chart as a "
        "picture; a table unless given."
    ),
)
@json_option
@output_option
@language_option
def command(
    boards: tuple[str, ...],
    closed: bool,
    start: str | None,
    end: str | None,
    piece: str,
    surface: str | None,
    methods: tuple[str, ...],
    orders: tuple[str, ...],
    ties: tuple[str, ...],
    seed: int,
    timeout: float,
    form: str | None,
    as_json: bool,
    output: str | None,
) -> int:
    form = "json" if as_json else form or form_of(output, ENDS_OF_CHARTS)
    if form in STILL:
        extra("matplotlib", "Matplotlib", "charts")  # before the runs, not after them
    problems = [
        _begun(question(board, closed=closed, start=start, end=end, piece=piece, surface=surface))
        for board in boards
    ]
    fields = [contenders(methods, orders, ties, problem) for problem in problems]
    total = sum(map(len, fields))
    limits = Limits(seconds=timeout)
    with progress(_("runs")) as bar:
        rows: list[Row] = []
        bar.at(0, total)
        for problem, field in zip(problems, fields, strict=True):
            for row in compare([problem], field, seed=seed, limits=limits, on_event=bar):
                rows.append(row)
                bar.at(len(rows), total)
    if form in STILL:
        from caballero.render.plot import rows_plot

        give(rows_plot(rows, form, spoken()), output)
    elif form == "json":
        give(json.dumps(rows_json(rows), ensure_ascii=False), output)
    else:
        give((rows_chart if form == "chart" else rows_table)(rows, spoken()), output)
    return 0


def _begun(problem: Problem) -> Problem:
    """Begin where nothing else is said at the first square, as a trace does: costs compare."""
    if 1 in problem.numbered():
        return problem
    return replace(problem, start=problem.board.square(0))
