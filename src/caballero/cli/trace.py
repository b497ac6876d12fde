"""``caballero trace BOARD``: a search told step by step."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import islice

import click

from caballero.problem import Problem
from caballero.render.trace import event_json, event_text
from caballero.teach import Event, trace

from .answer import form_of, give, opened, tell
from .language import spoken
from .language import translate as _
from .options import (
    board_argument,
    format_option,
    language_option,
    order_option,
    output_option,
    question,
    question_options,
    seed_option,
    tie_option,
)
from .pictures import ANIMATED, prepare, speed_option, theme_option, width_option


@click.command(
    "trace",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Tell a search step by step: every move tried, the board, and each step back.\n\n"
        "It stops at the first tour, or when everything was tried. With -o search.gif it becomes "
        "an animation of the squares entered, the dead ends and the steps back."
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
    type=click.Choice(["text", "jsonl", *ANIMATED]),
    help=_("Text, one JSON object a line, or an animation; text unless given."),
)
@click.option(
    "--every",
    type=click.IntRange(min=1),
    default=1,
    metavar=_("N"),
    help=_("Show one moment in so many of an animation."),
)
@theme_option
@width_option
@speed_option
@output_option
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
    form: str | None,
    every: int,
    theme: str,
    width: int | None,
    fps: float,
    output: str | None,
) -> int:
    problem = question(board, closed=closed, start=start, end=end, piece=piece, surface=surface)
    rule = method.removesuffix("-backtracking") if method.startswith("warnsdorff") else method
    events = trace(
        problem, rule, order=order, tie=tie or "order", seed=seed, backtrack=method != "warnsdorff"
    )
    form = form or form_of(output, {**dict(zip(ANIMATED, ANIMATED, strict=True)), "jsonl": "jsonl"})
    told = _Told(islice(events, limit))
    if form in ANIMATED:
        prepare(form, problem.board)
        from caballero.render.animation import trace_animation

        drawn = trace_animation(
            problem, told, format=form, theme=theme, width=width, fps=fps, every=every,
            language=spoken(),
        )  # fmt: skip
        give(drawn, output)
    else:
        with nullcontext() if output in {None, "-"} else opened(str(output)) as file:
            for event in told:
                line = _line(problem, event, form)
                click.echo(line if file is None else line.encode(), file=file, nl=False)
    last = told.last
    if last is None or last.kind not in {"solution", "no-solution"}:
        tell(_("Stopped after {limit} events; --limit allows more.").format(limit=limit))
        return 3
    return 0 if last.kind == "solution" else 1


class _Told:
    """Events that pass by; the last of them is remembered."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._events = events
        self.last: Event | None = None

    def __iter__(self) -> Iterator[Event]:
        for event in self._events:
            self.last = event
            yield event


def _line(problem: Problem, event: Event, form: str) -> str:
    if form == "jsonl":
        return json.dumps(event_json(event), ensure_ascii=False) + "\n"
    return event_text(problem.board, event, spoken())
