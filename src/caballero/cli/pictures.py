"""The pictures that several commands make: which format, which flags, and that they can be made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import click

from caballero.board import Board
from caballero.limits import Progress
from caballero.tour import Tour

from .language import spoken
from .language import translate as _

STILL: Final = ("svg", "png")
ANIMATED: Final = ("gif", "apng", "webp", "mp4")
PICTURES: Final = (*STILL, *ANIMATED)
"""The formats of pictures, each also the end of a file's name."""

ENDS: Final = dict(zip(PICTURES, PICTURES, strict=True))
"""Which format the end of a file's name asks for."""

# As in caballero.render, which takes longer to import than a small tour to find; a test compares.
STYLES: Final = ("path", "numbers", "arrows", "thread", "colours", "symmetry", "mosaic")
THEMES: Final = ("light", "dark", "wood", "print")

style_option = click.option(
    "--style", type=click.Choice(STYLES), default="path", show_default=True,
    help=_("What a picture shows."),
)  # fmt: skip

theme_option = click.option(
    "--theme", type=click.Choice(THEMES), default="light", show_default=True,
    help=_("The colours of a picture."),
)  # fmt: skip

width_option = click.option(
    "--width", type=click.IntRange(16, 20_000), metavar=_("N"), help=_("Width in pixels.")
)

speed_option = click.option(
    "--fps", type=click.FloatRange(0.1, 50), default=8, show_default=True, metavar=_("N"),
    help=_("Pictures a second of what moves."),
)  # fmt: skip


def prepare(form: str, board: Board) -> None:
    """See that a picture can be made, before the search rather than after it."""
    if form not in PICTURES:
        return
    from caballero.render.extras import extra
    from caballero.render.layout import refuse_huge

    refuse_huge(board)
    if form == "png":
        extra("resvg_py", "resvg-py", "pictures")
    if form in ANIMATED:
        extra("PIL.Image", "Pillow", "pictures")
    if form == "mp4":
        from caballero.render.video import ffmpeg

        ffmpeg()


def picture_of(
    tour: Tour,
    form: str,
    *,
    style: str,
    theme: str,
    first: int,
    fps: float,
    width: int | None = None,
    numbers: bool | None = None,
    path: bool | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> str | bytes:
    """Return a tour as a picture in a format: text for SVG, else bytes."""
    if form == "svg":
        from caballero.render.svg import tour_svg

        return tour_svg(
            tour, style=style, theme=theme, first=first, numbers=numbers, path=path, width=width,
            language=spoken(),
        )  # fmt: skip
    if form == "png":
        from caballero.render.png import tour_png

        return tour_png(
            tour, style=style, theme=theme, first=first, numbers=numbers, path=path, width=width
        )
    from caballero.render.animation import tour_animation

    return tour_animation(
        tour, format=form, style=style, theme=theme, first=first, numbers=numbers, path=path,
        width=width, fps=fps, on_event=on_event,
    )  # fmt: skip
