"""``caballero compare BOARD…``: compare the costs of methods, orders and tie rules."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

import click

from caballero.core.extras import extra
from caballero.core.limits import Limits
from caballero.core.problem import Problem
from caballero.render.chart import rows_chart, rows_json, rows_table
from caballero.teach import Row, compare, contenders

from . import complete
from .answer import write_answer
from .command import define
from .language import current_language, translate as _
from .option import SEARCH, option
from .options import (
    TIE_NAMES,
    OutputFlags,
    ProblemFlags,
    answer_options,
    format_option,
    pack_options,
    problem_from_flags,
    problem_options,
    seed_option,
)
from .pictures import STILL
from .progress import progress

ENDS_OF_CHARTS: Final = {"json": "json", "svg": "svg", "png": "png"}
"""The format of each file extension."""


@define(
    "compare",
    help=_(
        "Compare methods, orders of moves and tie rules on the same boards: the "
        "nodes, dead ends and steps back of each.\n\n"
        "BOARD is as for tour. The default start is the first square, top left. "
        "--method, --order, --tie, --strategy and --bound may be repeated."
    ),
    examples=(
        "caballero compare 5 6 --method backtracking --order puc --order granada\n"
        "caballero compare 8 --method warnsdorff --start e6 --format chart\n"
        "caballero compare 5 -o chart.svg"
    ),
    statuses={0: _("compared"), 2: None, 130: None},
    forms=ENDS_OF_CHARTS,
)
@click.argument(
    "boards", nargs=-1, required=True, metavar=_("BOARD…"), shell_complete=complete.files
)
@problem_options
@option(
    SEARCH, "--method", "methods", multiple=True, metavar=_("METHOD"),
    default=("backtracking", "warnsdorff"), show_default=True,
    shell_complete=complete.taught,
    help=_("naive, backtracking, warnsdorff, warnsdorff-backtracking or branch-and-bound."),
)  # fmt: skip
@option(
    SEARCH,
    "--order",
    "orders",
    multiple=True,
    metavar=_("ORDER"),
    shell_complete=complete.orders,
    help=_("Orders of moves; by default all, and for pieces other than the knight the usual one."),
)
@option(
    SEARCH,
    "--tie",
    "ties",
    multiple=True,
    type=TIE_NAMES,
    metavar=_("RULE"),
    help=_("Tie rules; by default all."),
)
@option(
    SEARCH, "--strategy", "strategies", multiple=True, metavar=_("STRATEGY"),
    shell_complete=complete.strategies, help=_("Strategies of branch and bound; by default all."),
)  # fmt: skip
@option(
    SEARCH, "--bound", "bounds", multiple=True, metavar=_("BOUND"), shell_complete=complete.bounds,
    help=_("Bounds of branch and bound: none, made or ahead, the default."),
)  # fmt: skip
@seed_option
@option(
    SEARCH, "--timeout", "seconds", type=click.FloatRange(min=0), default=10.0, show_default=True,
    metavar=_("SECONDS"), help=_("Give up on each run after SECONDS."),
)  # fmt: skip
@format_option(["text", "chart", "json", *STILL])
@answer_options
@pack_options(flags=ProblemFlags, limits=Limits, out=OutputFlags)
def command(
    boards: tuple[str, ...],
    flags: ProblemFlags,
    limits: Limits,
    out: OutputFlags,
    methods: tuple[str, ...],
    orders: tuple[str, ...],
    ties: tuple[str, ...],
    strategies: tuple[str, ...],
    bounds: tuple[str, ...],
    seed: int | None,
) -> int:
    form = out.form
    if form == "png":
        extra("resvg_py", "pictures")  # before the runs, not after them
    problems = [
        _from_first_square(problem_from_flags(replace(flags, board=board))) for board in boards
    ]
    fields = [
        contenders(methods, orders, ties, problem, strategies, bounds) for problem in problems
    ]
    total = sum(map(len, fields))
    with progress(_("runs")) as bar:
        rows: list[Row] = []
        bar.at(0, total)
        for problem, field in zip(problems, fields, strict=True):
            for row in compare([problem], field, seed=seed or 0, limits=limits, on_event=bar):
                rows.append(row)
                bar.at(len(rows), total)
    if form in STILL:
        from caballero.render.plot import rows_plot

        write_answer(rows_plot(rows, form, current_language()), out.output)
    elif form == "json":
        write_answer(json.dumps(rows_json(rows), ensure_ascii=False), out.output)
    else:
        write_answer(
            (rows_chart if form == "chart" else rows_table)(rows, current_language()), out.output
        )
    return 0


def _from_first_square(problem: Problem) -> Problem:
    """Start at the first square by default, like a trace, so that costs can be compared."""
    if 1 in problem.numbered():
        return problem
    return replace(problem, start=problem.board.square(0))
