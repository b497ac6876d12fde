"""``caballero unrank BOARD N``: the tour with a rank."""

from __future__ import annotations

from collections.abc import Iterator

import click

from caballero.core.limits import Limits
from caballero.core.tour import Tour
from caballero.ranks import TourSpace

from .command import define
from .language import translate as _
from .options import OutputFlags, ProblemFlags, board_argument, pack_options, problem_from_flags
from .pictures import PictureFlags
from .progress import Bar
from .sample import FORMS, tours_options, write_tours
from .several import Several


@define(
    "unrank",
    help=_(
        "Print the tour with rank N, a number from 0 on, and verify it.\n\n"
        "BOARD is as for tour. A tour and its reverse are one."
    ),
    examples=(
        "caballero unrank 5 100\n"
        "caballero unrank 6 4711 --closed --format moves\n"
        "caballero unrank 5 100 -o tour.svg"
    ),
    statuses={0: _("printed"), 1: _("there is none"), 2: None, 3: None, 130: None},
    forms=FORMS,
)
@board_argument
@click.argument("rank", type=int, metavar=_("N"))
@tours_options
@pack_options(flags=ProblemFlags, limits=Limits, picture=PictureFlags, out=OutputFlags)
def command(
    flags: ProblemFlags, limits: Limits, picture: PictureFlags, out: OutputFlags, rank: int
) -> int:
    how = Several(1, out.form, out.output, False, picture)

    def tours(space: TourSpace, _left: Limits, _bar: Bar) -> Iterator[Tour]:
        yield space.unrank(rank)

    return write_tours(problem_from_flags(flags), tours, limits, how)
