"""``caballero compare BOARD…``: compare the costs of methods, orders and tie rules."""

from __future__ import annotations

from dataclasses import replace

import click

from caballero.core.extras import extra
from caballero.core.methods import TAUGHT
from caballero.core.problem import Problem
from caballero.render.chart import rows_chart, rows_json, rows_table
from caballero.teach import Row, compare, contenders
from caballero.teach.puzzles import BOUNDS

from . import complete, options
from .answer import write_answer
from .call import Call
from .command import define
from .language import current_language, translate as _
from .options import SEARCH, STRATEGIES, TIES, Names, Number, option
from .problems import problem_of
from .progress import progress


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
    statuses={0: _("compared")},
    others=(2, 130),
)
@click.argument("boards", nargs=-1, required=True, metavar=_("BOARD…"), type=options.FILE)
@options.problem
@option(
    SEARCH, "--method", "methods", multiple=True, among=Names("method", TAUGHT),
    default=("backtracking", "warnsdorff"), help="{names}.",
)  # fmt: skip
@option(
    SEARCH, "--order", "orders", multiple=True, metavar=_("ORDER"), shell_complete=complete.orders,
    help=_("Orders of moves; by default all, and for pieces other than the knight the usual one."),
)  # fmt: skip
@option(
    SEARCH, "--tie", "ties", multiple=True, among=Names("tie", TIES), metavar=_("RULE"),
    help=_("Tie rules; by default all."),
)  # fmt: skip
@option(
    SEARCH, "--strategy", "strategies", multiple=True, among=Names("strategy", STRATEGIES),
    help=_("Strategies of branch and bound; by default all."),
)  # fmt: skip
@option(
    SEARCH, "--bound", "bounds", multiple=True, among=Names("bound-name", BOUNDS),
    help=_("Bounds of branch and bound: {names}, the default."),
)  # fmt: skip
@options.seed
@option(
    SEARCH, "--timeout", "seconds", type=Number(min=0), default=10.0,
    metavar=_("SECONDS"), help=_("Give up on each run after SECONDS."),
)  # fmt: skip
@options.answer("text", "chart", "json", "svg", "png")
def command(call: Call) -> int:
    if call.form == "png":
        extra("resvg_py", "pictures")  # before the runs, not after them
    problems = [_from_first_square(problem_of(call.but(board=board))) for board in call.boards]
    how = call.methods, call.orders, call.ties
    fields = [contenders(*how, problem, call.strategies, call.bounds) for problem in problems]
    total = sum(map(len, fields))
    with progress(_("runs")) as bar:
        rows: list[Row] = []
        bar.at(0, total)
        for problem, field in zip(problems, fields, strict=True):
            for row in compare(
                [problem], field, seed=call.seed or 0, limits=call.limits, on_event=bar
            ):
                rows.append(row)
                bar.at(len(rows), total)
    write_answer(call, _written(rows, call.form))
    return 0


def _written(rows: list[Row], form: str) -> str | bytes:
    """Return the costs in a format."""
    match form:
        case "text":
            return rows_table(rows, current_language())
        case "chart":
            return rows_chart(rows, current_language())
        case "json":
            import json

            return json.dumps(rows_json(rows), ensure_ascii=False)
    from caballero.render.plot import rows_plot

    return rows_plot(rows, form, current_language())


def _from_first_square(problem: Problem) -> Problem:
    """Start at the first square by default, like a trace, so that costs can be compared."""
    if 1 in problem.numbered():
        return problem
    return replace(problem, start=problem.board.square(0))
