"""``caballero rank FILE``: the rank of a tour among all tours."""

from __future__ import annotations

import json

from caballero.core.errors import InvalidTour, LimitReached, NoTour
from caballero.core.interchange import problem_json
from caballero.core.limits import Limits
from caballero.formats.write import VERSION
from caballero.proof.written import MAX_BYTES, read_claim
from caballero.ranks import tour_space

from .answer import note, write_answer
from .command import define
from .language import translate as _
from .options import (
    OutputFlags,
    ProblemFlags,
    answer_options,
    claimed_tour_options,
    constraint_options,
    file_argument,
    limit_options,
    pack_options,
    read_file,
)
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
    statuses={0: _("printed"), 2: None, 3: None, 130: None},
    forms={"json": "json"},
)
@file_argument
@claimed_tour_options
@constraint_options
@limit_options
@answer_options
@pack_options(flags=ProblemFlags, limits=Limits, out=OutputFlags)
def command(file: str, flags: ProblemFlags, limits: Limits, out: OutputFlags) -> int:
    verdict = judged(read_claim(read_file(file, MAX_BYTES)), flags)
    if verdict.tour is None:
        raise InvalidTour("rank-no-tour", fault=verdict.faults[0].message)
    problem = verdict.problem
    try:
        with progress() as bar:
            space = tour_space(problem, limits=limits, on_event=bar)
            rank = space.rank(verdict.tour)
    except (NoTour, LimitReached) as none:
        return conclude_without(problem, none, limits, out.form, out.output)
    if out.form == "json":
        numbers = {"rank": str(rank), "total": str(space.total)}
        data = {"caballero": VERSION, **numbers, **problem_json(space.problem)}
        write_answer(json.dumps(data, ensure_ascii=False), out.output)
    else:
        write_answer(str(rank), out.output)
    note(_("Total number of tours: {total}.").format(total=space.total))
    return 0
