"""``caballero draw FILE``: a picture of a tour."""

from __future__ import annotations

import click

from caballero.formats.claims import MAX_BYTES, read_claim
from caballero.judge import verify

from .answer import form_of, give, tell
from .language import spoken
from .language import translate as _
from .options import first_option, format_option, language_option, output_option, read_file
from .pictures import (
    ENDS,
    PICTURES,
    picture_of,
    prepare,
    speed_option,
    style_option,
    theme_option,
    width_option,
)
from .progress import progress


@click.command(
    "draw",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Draw a tour as SVG or PNG, or as an animation: GIF, APNG, WebP or MP4.\n\n"
        "FILE (- is standard input) holds the tour as for verify; only a valid tour is drawn."
    ),
    epilog=_("Example: caballero tour 8 --json | caballero draw - -o tour.svg"),
)
@click.argument("file", metavar=_("FILE"))
@click.option("--closed/--open", "closed", default=None, help=_("Does the tour close?"))
@click.option("--piece", metavar=_("PIECE"), help=_("What moves; a knight unless the file says."))
@style_option
@theme_option
@click.option("--numbers/--no-numbers", default=None, help=_("Draw the numbers."))
@click.option("--path/--no-path", default=None, help=_("Draw the path."))
@width_option
@speed_option
@format_option(
    type=click.Choice(PICTURES),
    help=_("The format; unless given, the end of the file's name says it, else SVG."),
)
@first_option
@output_option
@language_option
def command(
    file: str,
    closed: bool | None,
    piece: str | None,
    style: str,
    theme: str,
    numbers: bool | None,
    path: bool | None,
    width: int | None,
    fps: float,
    form: str | None,
    first: int,
    output: str | None,
) -> int:
    form = form or form_of(output, ENDS, "svg")
    verdict = verify(read_claim(read_file(file, MAX_BYTES)), closed=closed, piece=piece)
    if verdict.tour is None:
        line = _("This is not a tour: {fault} See: caballero verify {file}")
        tell(line.format(fault=verdict.faults[0].message.text(spoken()), file=file))
        return 1
    prepare(form, verdict.tour.board)
    with progress(_("pictures")) as bar:
        picture = picture_of(
            verdict.tour, form, style=style, theme=theme, first=first, numbers=numbers, path=path,
            width=width, fps=fps, on_event=bar,
        )  # fmt: skip
    give(picture, output)
    return 0
