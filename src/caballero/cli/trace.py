"""``caballero trace BOARD``: a search told step by step."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Final

import click

from caballero.errors import UnknownName
from caballero.limits import Progress
from caballero.problem import Problem
from caballero.render.trace import event_json, event_text, refuse_huge
from caballero.teach import METHODS, Event, trace
from caballero.words import short

from .answer import form_of, give, opened, said_of, tell
from .language import spoken
from .language import translate as _
from .options import (
    board_argument,
    format_option,
    json_option,
    language_option,
    order_option,
    output_option,
    question,
    question_options,
    seed_option,
    tie_option,
)
from .pictures import ANIMATED, prepare, speed_option, theme_option, width_option
from .progress import Bar, progress

SOME: Final = 1000
"""After so many events the bar is told, some milliseconds."""


@click.command(
    "trace",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Tell a search step by step: every move tried, the board, and each step back.\n\n"
        "BOARD is as for tour. Without a start, it begins at the first square, top left. "
        "It stops at the first tour, or when everything was tried. With -o search.gif it becomes "
        "an animation of the squares entered, the dead ends and the steps back."
    ),
    epilog=_("Example: caballero trace 3 --order granada --start 2,2"),
)
@board_argument
@question_options
@click.option(
    "--method", default="backtracking", show_default=True, metavar=_("METHOD"),
    help=_("naive, backtracking, warnsdorff or warnsdorff-backtracking."),
)  # fmt: skip
@order_option
@tie_option
@seed_option
@click.option("--limit", type=click.IntRange(min=1), metavar=_("N"), help=_("Stop after N events."))
@format_option(
    type=click.Choice(["text", "jsonl", *ANIMATED]),
    help=_("Text, one JSON object a line, or an animation; text unless given."),
)
@json_option
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
    as_json: bool,
    every: int,
    theme: str,
    width: int | None,
    fps: float,
    output: str | None,
) -> int:
    problem = question(board, closed=closed, start=start, end=end, piece=piece, surface=surface)
    if method not in METHODS:
        raise UnknownName.among("method", short(method), METHODS)
    rule = method.removesuffix("-backtracking") if method.startswith("warnsdorff") else method
    events = trace(
        problem, rule, order=order, tie=tie or "order", seed=seed, backtrack=method != "warnsdorff"
    )
    ends = {**dict(zip(ANIMATED, ANIMATED, strict=True)), "jsonl": "jsonl"}
    form = "jsonl" if as_json else form or form_of(output, ends)
    if form in ANIMATED:
        prepare(form, problem.board)
        from caballero.render.animation import trace_animation

        with progress() as bar:
            told = _Told(islice(events, limit), method, limit, bar)
            drawn = trace_animation(
                problem, told, format=form, theme=theme, width=width, fps=fps, every=every,
                language=spoken(), on_event=partial(bar.onward, _("pictures")),
            )  # fmt: skip
        give(drawn, output)
    else:
        if form == "text":
            refuse_huge(problem.board)  # before a file is opened for it
        here = output in {None, "-"}
        watched = here and sys.stdout is not None and sys.stdout.isatty()
        with progress() as bar, said_of("-") if here else opened(str(output)) as file:
            told = _Told(islice(events, limit), method, limit, bar)
            for event in told:
                line = _line(problem, event, form)
                if watched:
                    bar.hide()
                if file is None:
                    click.echo(line, nl=False)
                else:
                    file.write(line.encode())
    last = told.last
    if last is None or last.kind not in {"solution", "no-solution"}:
        tell(_("Stopped at event {limit}; --limit allows more.").format(limit=limit))
        return 3
    return 0 if last.kind == "solution" else 1


class _Told:
    """Events that pass by, and how many; the last of them is remembered."""

    def __init__(self, events: Iterable[Event], method: str, limit: int | None, bar: Bar) -> None:
        self._events, self._method, self._limit, self._bar = events, method, limit, bar
        self.last: Event | None = None

    def __iter__(self) -> Iterator[Event]:
        for number, event in enumerate(self._events):
            self.last = event
            if number % SOME == 0:
                self._bar(Progress(self._method, event.nodes, 0, number, self._limit))
            yield event


def _line(problem: Problem, event: Event, form: str) -> str:
    if form == "jsonl":
        return json.dumps(event_json(event), ensure_ascii=False) + "\n"
    return event_text(problem.board, event, spoken())
