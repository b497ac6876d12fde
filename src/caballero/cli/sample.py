"""``caballero sample BOARD``: draw tours uniformly at random."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import click

from caballero.core.errors import LimitReached, NoTour
from caballero.core.limits import Budget, Limits
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.core.words import Message
from caballero.proof.outcome import Found
from caballero.ranks import TourSpace, tour_space

from .answer import conclude, note, report, tour_as_text, write_json
from .command import define
from .language import current_language, translate as _
from .option import ANSWER, SEARCH, combine, option
from .options import (
    FORMATS as TEXTS,
    OutputFlags,
    ProblemFlags,
    board_argument,
    constraint_options,
    first_option,
    format_option,
    general_options,
    json_option,
    limit_options,
    output_option,
    pack_options,
    problem_from_flags,
    problem_options,
)
from .pictures import ENDS, PICTURES, PictureFlags, picture_options, prepare, sheet_option
from .progress import Bar, progress
from .several import Several, check_several, write_several

FORMS: Final = ENDS | {"json": "json", "jsonl": "json"}
"""The format of each file extension."""

tours_options = combine(
    problem_options, constraint_options, limit_options, format_option([*TEXTS, *PICTURES[1:]]),
    json_option, picture_options, first_option, output_option, general_options,
)  # fmt: skip
"""The options of commands that write tours of a space."""


@define(
    "sample",
    help=_(
        "Draw tours uniformly at random and verify them.\n\n"
        "Tours have ranks, from 0, which caballero rank and unrank compute; a sample has random "
        "ranks, and a tour may repeat. A tour and its reverse are one.\n\n"
        "BOARD is as for tour. An empty line separates tours; JSON has one tour "
        "per line, and pictures go to one file each: -o tour.png writes "
        "tour-1.png and so on, with --sheet one picture of all."
    ),
    examples=(
        "caballero sample 6 --closed -k 3 --seed 1\n"
        "caballero sample 5 --start c3 --format moves\n"
        "caballero sample 6 --closed -k 4 --sheet -o tours.svg"
    ),
    statuses={0: _("drawn at random"), 1: _("there is none"), 2: None, 3: None, 130: None},
    forms=FORMS,
    moved={"--rank": "caballero unrank BOARD N", "--rank-of": "caballero rank FILE"},
)
@board_argument
@option(
    ANSWER, "-k", "--count", type=click.IntRange(min=1), default=1, metavar=_("N"),
    help=_("Draw N tours; 1 by default."),
)  # fmt: skip
@option(
    SEARCH, "--seed", type=int, default=0, metavar=_("N"),
    help=_("Seed of the draw; 0 by default."),
)  # fmt: skip
@tours_options
@sheet_option
@pack_options(flags=ProblemFlags, limits=Limits, picture=PictureFlags, out=OutputFlags)
def command(
    flags: ProblemFlags,
    limits: Limits,
    picture: PictureFlags,
    out: OutputFlags,
    count: int,
    sheet: bool,
    seed: int,
) -> int:
    how = Several(count, out.form, out.output, sheet, picture)

    def tours(space: TourSpace, left: Limits, bar: Bar) -> Iterator[Tour]:
        return space.draw(count, seed=seed, limits=left, on_event=bar)

    return write_tours(problem_from_flags(flags), tours, limits, how)


def write_tours(
    problem: Problem,
    tours: Callable[[TourSpace, Limits, Bar], Iterator[Tour]],
    limits: Limits,
    how: Several,
) -> int:
    """Write tours of a space, and return the exit status; `limits` are of everything together."""
    check_several(how, problem.size)
    prepare(how.form, problem.board)
    budget = Budget(limits)
    count_written, reached = 0, None
    try:
        with progress() as bar:
            space = tour_space(problem, limits=limits, on_event=bar)
        with progress(_("pictures") if how.form in PICTURES else _("tours")) as bar:
            text = partial(_text, space, how=how)
            drawn = tours(space, budget.left, bar)
            count_written, reached = write_several(drawn, text, how, bar)
        if reached is not None and not count_written:
            raise reached
    except (NoTour, LimitReached) as none:
        return conclude_without(problem, none, limits, how.form, how.output)
    line = _("Verified tours: {count}, of {total}.")
    note(line.format(count=count_written, total=space.total))
    if reached is None:
        return 0
    limit = Message(f"limit-{reached.outcome.limit}").text()
    line = _("The {limit} was reached before {count} tours.")
    report(line.format(limit=limit, count=how.count))
    return 3


def conclude_without(
    problem: Problem, none: NoTour | LimitReached, limits: Limits, form: str, output: str | None
) -> int:
    """Write that there is no tour, or none within the limits; return the exit status."""
    if form == "json":
        write_json(problem, none.outcome, output)
    return conclude(none.outcome, limits)


def _text(space: TourSpace, tour: Tour, how: Several) -> str:
    """Return a tour as text; in JSON with its rank."""
    if how.form != "json":
        return tour_as_text(tour, how.form, how.picture.first, how.output)
    from caballero.formats import outcome_json

    data = outcome_json(space.problem, Found(tour, space.stats), current_language())
    numbers = {"rank": str(space.rank(tour)), "total": str(space.total)}
    return json.dumps({**data, **numbers}, ensure_ascii=False)
