"""``caballero unrank BOARD N``: the tour with a rank."""

from __future__ import annotations

from collections.abc import Iterator

import click

from caballero.core.limits import Limits
from caballero.core.tour import Tour
from caballero.ranks import TourSpace

from . import options
from .call import Call
from .command import define
from .language import translate as _
from .progress import Bar
from .sample import tours_options, write_tours


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
    statuses={0: _("printed"), 1: _("there is none")},
)
@options.board
@click.argument("rank", type=options.Whole())
@tours_options
def command(call: Call) -> int:
    def tours(space: TourSpace, _left: Limits, _bar: Bar) -> Iterator[Tour]:
        yield space.unrank(call.rank)

    return write_tours(call.but(count=1), tours)
