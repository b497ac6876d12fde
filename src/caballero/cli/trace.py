"""``caballero trace BOARD``: a search told step by step."""

from __future__ import annotations

import json
from itertools import islice

import click

from caballero.render.trace import event_json, event_text
from caballero.teach import trace

from .answer import tell
from .language import spoken
from .language import translate as _
from .options import (
    board_argument,
    format_option,
    language_option,
    order_option,
    question,
    question_options,
    seed_option,
    tie_option,
)


@click.command(
    "trace",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Tell a search step by step: every move tried, the board, and each step back.\n\n"
        "It stops at the first tour, or when everything was tried."
    ),
    epilog=_("Example: caballero trace 3 --order granada --start 2,2"),
)
@board_argument
@question_options
@click.option(
    "--method", default="backtracking", show_default=True, metavar=_("METHOD"),
    help=_("backtracking, warnsdorff or warnsdorff-backtracking."),
)  # fmt: skip
@order_option
@tie_option
@seed_option
@click.option("--limit", type=click.IntRange(min=1), metavar=_("N"), help=_("Stop after N events."))
@format_option(
    type=click.Choice(["text", "jsonl"]), default="text", show_default=True,
    help=_("Text, or one JSON object a line."),
)  # fmt: skip
@language_option
def command(
    board: str,
    closed: bool,
    start: str | None,
    end: str | None,
    piece: str,
    surface: str | None,
    method: str,
    order: str | None,
    tie: str | None,
    seed: int,
    limit: int | None,
    form: str,
) -> int:
    problem = question(board, closed=closed, start=start, end=end, piece=piece, surface=surface)
    rule = method.removesuffix("-backtracking") if method.startswith("warnsdorff") else method
    events = trace(
        problem, rule, order=order, tie=tie or "order", seed=seed, backtrack=method != "warnsdorff"
    )
    last = None
    for last in islice(events, limit):
        if form == "jsonl":
            click.echo(json.dumps(event_json(last), ensure_ascii=False))
        else:
            click.echo(event_text(problem.board, last, spoken()), nl=False)
    if last is None or last.kind not in {"solution", "no-solution"}:
        tell(_("Stopped after {limit} events; --limit allows more.").format(limit=limit))
        return 3
    return 0 if last.kind == "solution" else 1
