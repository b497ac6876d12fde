"""``caballero compare BOARD…``: what methods, orders and tie rules cost, side by side."""

from __future__ import annotations

import json

import click

from caballero.limits import Limits
from caballero.render.chart import rows_chart, rows_json, rows_table
from caballero.teach import compare, contenders

from .answer import give, progress
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


@click.command(
    "compare",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Let methods, orders of moves and tie rules solve the same boards, and count the nodes, "
        "dead ends and steps back of each.\n\n"
        "Without a start, all begin at the top left square. Each of --method, --order and --tie "
        "may be given several times."
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
    help=_("Orders of moves; all by default."),
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
    type=click.Choice(["text", "chart", "json"]), default="text", show_default=True,
    help=_("A table, a chart in characters, or JSON with the nodes at each depth."),
)  # fmt: skip
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
    form: str,
    as_json: bool,
    output: str | None,
) -> int:
    problems = [
        question(board, closed=closed, start=start or "0,0", end=end, piece=piece, surface=surface)
        for board in boards
    ]
    field = contenders(methods, orders, ties)
    with progress() as on_event:
        limits = Limits(seconds=timeout)
        rows = list(compare(problems, field, seed=seed, limits=limits, on_event=on_event))
    if as_json or form == "json":
        give(json.dumps(rows_json(rows), ensure_ascii=False), output)
    else:
        give((rows_chart if form == "chart" else rows_table)(rows, spoken()), output)
    return 0
