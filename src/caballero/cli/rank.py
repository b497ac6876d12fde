"""``caballero rank FILE``: the rank of a tour among all tours."""

from __future__ import annotations

from caballero.core.errors import InvalidTour, LimitReached, NoTour
from caballero.core.interchange import problem_json
from caballero.proof.written import MAX_BYTES, read_claim
from caballero.ranks import tour_space

from . import options
from .answer import note, write_answer
from .call import Call
from .command import define
from .language import translate as _
from .problems import naming_source, read_file
from .progress import progress
from .sample import conclude_without
from .verify import judged


@define(
    "rank",
    help=_(
        "Print the rank of a tour among all tours of its board, from 0 on.\n\n"
        "FILE (- is standard input) has the tour, as for verify. The same options give the tour "
        "again by caballero unrank."
    ),
    examples=(
        "caballero tour 6 --closed --json | caballero rank -\n"
        "caballero unrank 5 10 --end c3 | caballero rank - --end c3\n"
        "caballero rank solution.txt --piece king --json"
    ),
    statuses={0: _("printed")},
)
@options.file
@options.claimed_tour
@options.constraints
@options.limits
@options.answer("text", "json")
def command(call: Call) -> int:
    with naming_source(call.file):
        claim = read_claim(read_file(call.file, MAX_BYTES))
    verdict = judged(claim, call)
    if verdict.tour is None:
        raise InvalidTour("rank-no-tour", fault=verdict.faults[0].message)
    try:
        with progress() as bar:
            space = tour_space(verdict.problem, limits=call.limits, on_event=bar)
            rank = space.rank(verdict.tour)
    except (NoTour, LimitReached) as none:
        return conclude_without(call, verdict.problem, none)
    data = {"rank": str(rank), "total": str(space.total), **problem_json(space.problem)}
    write_answer(call, str(rank), data)
    note(_("Total number of tours: {total}.").format(total=space.total))
    return 0
