"""``caballero draw FILE``: a picture of a tour."""

from __future__ import annotations

import click

from caballero.formats.claims import MAX_BYTES, read_claim
from caballero.judge import verify
from caballero.render.svg import tour_svg

from .answer import give, tell
from .language import spoken
from .language import translate as _
from .options import first_option, language_option, output_option, read_file


@click.command(
    "draw",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Draw a tour as SVG: board, path and numbers.\n\n"
        "FILE (- is standard input) holds the tour as for verify; only a valid tour is drawn."
    ),
    epilog=_("Example: caballero tour 8 --json | caballero draw - -o tour.svg"),
)
@click.argument("file", metavar=_("FILE"))
@click.option("--closed/--open", "closed", default=None, help=_("Does the tour close?"))
@click.option("--piece", metavar=_("PIECE"), help=_("What moves; a knight unless the file says."))
@click.option("--numbers/--no-numbers", default=True, help=_("Draw the numbers."))
@click.option("--path/--no-path", default=True, help=_("Draw the path."))
@click.option(
    "--width", type=click.IntRange(16, 20_000), metavar=_("N"), help=_("Width in pixels.")
)
@first_option
@output_option
@language_option
def command(
    file: str,
    closed: bool | None,
    piece: str | None,
    numbers: bool,
    path: bool,
    width: int | None,
    first: int,
    output: str | None,
) -> int:
    verdict = verify(read_claim(read_file(file, MAX_BYTES)), closed=closed, piece=piece)
    if verdict.tour is None:
        line = _("This is not a tour: {fault} See: caballero verify {file}")
        tell(line.format(fault=verdict.faults[0].message.text(spoken()), file=file))
        return 1
    picture = tour_svg(verdict.tour, first=first, numbers=numbers, path=path, width=width)
    give(picture, output)
    return 0
