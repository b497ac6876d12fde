"""``caballero sample``, ``rank`` and ``unrank``: tours at random, and by their number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from caballero import Found, LimitReached, Limits, NoTour, Problem, Tour, TourSpace, tour_space
from caballero.formats import read_claim
from caballero.machine.errors import InvalidTour
from caballero.machine.words import Message
from caballero.model.interchange import problem_json
from caballero.model.texts import MAX_BYTES

from . import answer, options
from .answer import note, report
from .command import define
from .language import current_language, translate as _
from .options import ANSWER, PICTURES, Answer, Call, Limited, Picture, Several, argument, option
from .pictures import prepare
from .problems import naming_source, problem_of, read_file
from .progress import Bar, progress
from .several import check_several, write_several
from .verify import judged

Tours: TypeAlias = Callable[[TourSpace, Limits, Bar], Iterator[Tour]]
"""A function that yields tours of a space within limits."""


# fmt: off
class _Tours(options.OnBoard, Limited, Answer, Picture, Several, options.First):
    forms = (*options.TOURS, "parquet")

class Sample(_Tours, options.Seeded, options.Statistics, options.Sheet):
    count: int = option(ANSWER, "-k", least=1, default=1, show_default=False, before="statistics",
        help=_(
        "Draw N tours; 1 by default."))

class Rank(options.Claimed, options.Constraints, Limited, Answer):
    forms = ("text", "json")
    file: str = argument(type=options.FILE)

class Unrank(_Tours):
    rank: int = argument(_("N"), type=options.Whole(), before="closed")
# fmt: on


@define("sample", Sample, statuses={0: _("drawn at random"), 1: _("there is none")}, help=_(
    "Draw tours uniformly at random and verify them.\n\n"
    "Tours have ranks, from 0, which caballero rank and unrank compute; a sample has random "
    "ranks, and a tour may repeat. A tour and its reverse are one.\n\n"
    "BOARD is as for tour. An empty line separates tours; JSON has one tour "
    "per line, and pictures go to one file each: -o tour.png writes "
    "tour-1.png and so on, with --sheet one picture of all."
), examples=(
    "caballero sample 6 --closed -k 3 --seed 1\n"
    "caballero sample 5 --start c3 --format moves\n"
    "caballero sample 6 --closed -k 4 --sheet -o tours.svg"
))  # fmt: skip
def command(call: Sample) -> int:
    def tours(space: TourSpace, left: Limits, bar: Bar) -> Iterator[Tour]:
        return space.draw(call.count, seed=call.seed or 0, limits=left, callback=bar)

    return _write_tours(call, tours)


def _write_tours(call: _Tours, tours: Tours) -> int:
    """Write tours of a space, and return the exit status."""
    problem = problem_of(call)
    check_several(call, problem.size)
    prepare(call, problem.board)
    written, reached = 0, None
    try:
        with progress() as bar:
            space = tour_space(problem, limits=call.rest, callback=bar)
        with progress(_("pictures") if call.form in PICTURES else _("tours")) as bar:
            drawn = tours(space, call.rest, bar)
            text = partial(_text, call, space)
            written, reached = write_several(call, space.problem, drawn, text, bar)
        if reached is not None and not written:
            raise reached
    except (NoTour, LimitReached) as none:
        return _conclude_without(call, problem, none)
    line = _("Verified tours: {count}, of {total}.")
    note(line.format(count=written, total=space.total))
    if reached is None:
        return 0
    limit = Message(f"limit-{reached.outcome.limit}").text()
    line = _("The {limit} was reached; tours wanted: {count}.")
    report(line.format(limit=limit, count=call.count))
    return 3


def _conclude_without(call: Call, problem: Problem, none: NoTour | LimitReached) -> int:
    """Write that there is no tour, or none within the limits; return the exit status."""
    if call.form == "json":
        answer.write_outcome(call, problem, none.outcome)
    return answer.conclude_and_offer(call, none.outcome)


def _text(call: Call, space: TourSpace, tour: Tour) -> str:
    """Return a tour as text; in JSON with its rank."""
    if call.form != "json":
        return answer.tour_as_text(call, tour)
    from caballero.formats import outcome_json

    data = outcome_json(space.problem, Found(tour, space.stats), current_language())
    return answer.json_line({**data, "rank": str(space.rank(tour)), "total": str(space.total)})


@define("rank", Rank, statuses={0: _("printed")}, help=_(
    "Print the rank of a tour among all tours of its board, from 0 on.\n\n"
    "FILE (- is standard input) has the tour, as for verify. The same options give the tour "
    "again by caballero unrank."
), examples=(
    "caballero tour 6 --closed --json | caballero rank -\n"
    "caballero unrank 5 10 --end c3 | caballero rank - --end c3\n"
    "caballero rank solution.txt --piece king --json"
))  # fmt: skip
def rank_command(call: Rank) -> int:
    with naming_source(call.file):
        claim = read_claim(read_file(call.file, MAX_BYTES))
    verdict = judged(claim, call)
    if verdict.tour is None:
        raise InvalidTour("rank-no-tour", fault=verdict.faults[0].message)
    try:
        with progress() as bar:
            space = tour_space(verdict.problem, limits=call.limits, callback=bar)
            rank = space.rank(verdict.tour)
    except (NoTour, LimitReached) as none:
        return _conclude_without(call, verdict.problem, none)
    data = {"rank": str(rank), "total": str(space.total), **problem_json(space.problem)}
    answer.write_answer(call, str(rank), data)
    note(_("Total number of tours: {total}.").format(total=space.total))
    return 0


@define("unrank", Unrank, statuses={0: _("printed"), 1: _("there is none")}, help=_(
    "Print the tour with rank N, a number from 0 on, and verify it.\n\n"
    "BOARD is as for tour. A tour and its reverse are one."
), examples=(
    "caballero unrank 5 100\n"
    "caballero unrank 6 4711 --closed --format moves\n"
    "caballero unrank 5 100 -o tour.svg"
))  # fmt: skip
def unrank_command(call: Unrank) -> int:
    def tours(space: TourSpace, _left: Limits, _bar: Bar) -> Iterator[Tour]:
        yield space.unrank(call.rank)

    return _write_tours(call, tours)
