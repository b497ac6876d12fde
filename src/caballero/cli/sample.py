"""``caballero sample BOARD``: draw tours uniformly at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeAlias

from caballero.core.errors import LimitReached, NoTour
from caballero.core.limits import Budget, Limits
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.core.words import Message
from caballero.proof.outcome import Found
from caballero.ranks import TourSpace, tour_space

from . import options
from .answer import conclude_and_offer, json_line, note, report, tour_as_text, write_outcome
from .call import Call
from .collected import statistics
from .command import define
from .language import current_language, translate as _
from .options import ANSWER, PICTURES, option
from .pictures import prepare
from .problems import problem_of
from .progress import Bar, progress
from .several import check_several, write_several

Tours: TypeAlias = Callable[[TourSpace, Limits, Bar], Iterator[Tour]]
"""A function that yields tours of a space within limits."""

tours_options: Final = options.combine(
    options.question, options.limits, options.answer(*options.TOURS, "parquet"), options.picture,
    options.first,
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
    statuses={0: _("drawn at random"), 1: _("there is none")},
)
@options.board
@option(
    ANSWER, "-k", "--count", least=1, default=1, show_default=False,
    help=_("Draw N tours; 1 by default."),
)  # fmt: skip
@options.seed
@statistics
@tours_options
@options.sheet
def command(call: Call) -> int:
    def tours(space: TourSpace, left: Limits, bar: Bar) -> Iterator[Tour]:
        return space.draw(call.count, seed=call.seed or 0, limits=left, on_event=bar)

    return write_tours(call, tours)


def write_tours(call: Call, tours: Tours) -> int:
    """Write tours of a space, and return the exit status."""
    problem = problem_of(call)
    check_several(call, problem.size)
    prepare(call, problem.board)
    budget = Budget(call.limits)  # of everything together
    written, reached = 0, None
    try:
        with progress() as bar:
            space = tour_space(problem, limits=call.limits, on_event=bar)
        with progress(_("pictures") if call.form in PICTURES else _("tours")) as bar:
            drawn = tours(space, budget.left, bar)
            text = partial(_text, call, space)
            written, reached = write_several(call, space.problem, drawn, text, bar)
        if reached is not None and not written:
            raise reached
    except (NoTour, LimitReached) as none:
        return conclude_without(call, problem, none)
    line = _("Verified tours: {count}, of {total}.")
    note(line.format(count=written, total=space.total))
    if reached is None:
        return 0
    limit = Message(f"limit-{reached.outcome.limit}").text()
    line = _("The {limit} was reached before {count} tours.")
    report(line.format(limit=limit, count=call.count))
    return 3


def conclude_without(call: Call, problem: Problem, none: NoTour | LimitReached) -> int:
    """Write that there is no tour, or none within the limits; return the exit status."""
    if call.form == "json":
        write_outcome(call, problem, none.outcome)
    return conclude_and_offer(call, none.outcome)


def _text(call: Call, space: TourSpace, tour: Tour) -> str:
    """Return a tour as text; in JSON with its rank."""
    if call.form != "json":
        return tour_as_text(call, tour)
    from caballero.formats import outcome_json

    data = outcome_json(space.problem, Found(tour, space.stats), current_language())
    return json_line({**data, "rank": str(space.rank(tour)), "total": str(space.total)})
