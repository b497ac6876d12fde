"""``caballero sample BOARD``: draw tours uniformly at random, or by their rank."""

from __future__ import annotations

import json
from functools import partial

import click

from caballero.core.errors import InvalidTour, LimitReached, NoTour
from caballero.core.limits import Budget, Limits
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.core.words import Message
from caballero.proof.outcome import Found
from caballero.ranks import TourSpace, tour_space

from . import complete
from .answer import conclude, note, report, tour_as_text, write_answer, write_json
from .command import define
from .language import current_language, translate as _
from .options import (
    FORMATS,
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
    read_file,
)
from .pictures import ENDS, PICTURES, PictureFlags, picture_options, prepare, sheet_option
from .progress import progress
from .several import Several, check_several, write_several


@define(
    "sample",
    help=_(
        "Draw tours uniformly at random and verify them.\n\n"
        "Tours have ranks, from 0; a sample has random ranks, and a tour may "
        "repeat. A tour and its reverse are one.\n\n"
        "BOARD is as for tour. An empty line separates tours; JSON has one tour "
        "per line, and pictures go to one file each: -o tour.png writes "
        "tour-1.png and so on, with --sheet one picture of all."
    ),
    examples=(
        "caballero sample 6 --closed -k 3 --seed 1\n"
        "caballero sample 5 --rank 100\n"
        "caballero sample 6 --closed -k 4 --sheet -o tours.svg"
    ),
    statuses={0: _("drawn at random"), 1: _("there is none"), 2: None, 3: None, 130: None},
    forms=ENDS | {"json": "json", "jsonl": "json"},
)
@board_argument
@click.option(
    "-k", "count", type=click.IntRange(min=1), metavar=_("N"),
    help=_("Draw N tours; 1 by default."),
)  # fmt: skip
@click.option(
    "--seed", type=int, metavar=_("N"),
    help=_("Seed of the draw; 0 by default."),
)  # fmt: skip
@click.option(
    "--rank",
    type=int,
    metavar=_("N"),
    help=_("Print the tour with rank N instead of a random one."),
)
@click.option(
    "--rank-of", metavar=_("FILE"), shell_complete=complete.files,
    help=_("Print the rank of the tour in FILE."),
)  # fmt: skip
@problem_options
@constraint_options
@limit_options
@format_option([*FORMATS, *PICTURES[1:]])
@json_option
@picture_options
@sheet_option
@first_option
@output_option
@general_options
@pack_options(flags=ProblemFlags, limits=Limits, picture=PictureFlags, out=OutputFlags)
def command(
    flags: ProblemFlags,
    limits: Limits,
    picture: PictureFlags,
    out: OutputFlags,
    count: int | None,
    sheet: bool,
    seed: int | None,
    rank: int | None,
    rank_of: str | None,
) -> int:
    problem = problem_from_flags(flags)
    form = out.form
    how = Several(count or 1, form, out.output, sheet, picture)
    check_several(how, problem.size)
    prepare(form, problem.board)
    claimed = None if rank_of is None else _tour_in(rank_of, problem)
    budget = Budget(limits)  # of preparing, drawing and writing together
    count_written, reached = 0, None
    try:
        with progress() as bar:
            space = tour_space(problem, limits=limits, on_event=bar)
        if claimed is not None:
            return _write_rank(space, space.rank(claimed), form, out.output)
        with progress(_("pictures") if form in PICTURES else _("tours")) as bar:
            tours = (
                space.draw(count or 1, seed=seed or 0, limits=budget.left, on_event=bar)
                if rank is None
                else iter([space.unrank(rank)])
            )
            text = partial(_text, space, form=form, first=picture.first, output=out.output)
            count_written, reached = write_several(tours, text, how, bar)
        if reached is not None and not count_written:
            raise reached
    except (NoTour, LimitReached) as none:
        if form == "json":
            write_json(problem, none.outcome, out.output)
        return conclude(none.outcome, limits)
    line = _("Verified tours: {count}, of {total}.")
    note(line.format(count=count_written, total=space.total))
    if reached is None:
        return 0
    limit = Message(f"limit-{reached.outcome.limit}").text(current_language())
    line = _("The {limit} was reached before {count} tours.")
    report(line.format(limit=limit, count=count))
    return 3


def _tour_in(file: str, problem: Problem) -> Tour:
    """Read a tour from a file, and check that it solves the problem."""
    from caballero.formats.claims import MAX_BYTES, read_claim
    from caballero.proof.judge import verify

    verdict = verify(read_claim(read_file(file, MAX_BYTES)), problem)
    if verdict.tour is None:
        raise InvalidTour("rank-no-tour", fault=verdict.faults[0].message)
    return verdict.tour


def _write_rank(space: TourSpace, rank: int, form: str, output: str | None) -> int:
    if form == "json":
        from caballero.formats import problem_json
        from caballero.formats.write import VERSION

        numbers = {"rank": str(rank), "total": str(space.total)}
        data = {"caballero": VERSION, **numbers, **problem_json(space.problem)}
        write_answer(json.dumps(data, ensure_ascii=False), output)
    else:
        write_answer(str(rank), output)
    note(_("Total number of tours: {total}.").format(total=space.total))
    return 0


def _text(space: TourSpace, tour: Tour, form: str, first: int, output: str | None) -> str:
    """Return a tour as text; in JSON with its rank."""
    if form != "json":
        return tour_as_text(tour, form, first, output)
    from caballero.formats import outcome_json

    data = outcome_json(space.problem, Found(tour, space.stats), current_language())
    numbers = {"rank": str(space.rank(tour)), "total": str(space.total)}
    return json.dumps({**data, **numbers}, ensure_ascii=False)
