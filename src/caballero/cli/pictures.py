"""The pictures that several commands make: their formats and options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from caballero.core.board import Board, Square
from caballero.core.graph import Graph
from caballero.core.limits import Progress
from caballero.core.tour import Tour
from caballero.core.values import frozen

from .language import current_language, translate as _
from .option import PICTURE, Names, combine, option

if TYPE_CHECKING:
    from caballero.core.problem import Problem
    from caballero.proof.certificate import Certificate
    from caballero.render.pdf import Drawable
    from caballero.render.scene import Scene

STILL: Final = ("svg", "png")
ANIMATED: Final = ("gif", "apng", "webp", "mp4")
PICTURES: Final = (*STILL, "pdf", *ANIMATED)
"""The formats of pictures, each also a file extension."""

PUZZLE_FORMS: Final = {"json": "json", "jsonl": "json"} | {form: form for form in (*STILL, "pdf")}
"""The format of each extension in which puzzles are written, besides text."""

ENDS: Final = dict(zip(PICTURES, PICTURES, strict=True))
"""The format of each file extension."""

PAGES: Final = ("fps", "paper", "title", "per_page")
"""The flags of a picture that only some formats take: animations and PDF."""

# Copies from caballero.render, whose import takes longer than a small tour; a test compares them.
STYLES: Final = ("path", "numbers", "arrows", "thread", "colours", "symmetry", "mosaic")
THEMES: Final = ("light", "dark", "wood", "print")
PAPERS: Final = ("a4", "letter")

STYLE_NAMES: Final = Names("style", STYLES)
THEME_NAMES: Final = Names("theme", THEMES)

style_option = option(
    PICTURE, "--style", type=STYLE_NAMES, default="path", show_default=True,
    metavar=_("STYLE"),
    help=_("Style of a picture: {names}.").format(names=STYLE_NAMES),
)  # fmt: skip

theme_option = option(
    PICTURE, "--theme", type=THEME_NAMES, default="light", show_default=True,
    metavar=_("THEME"),
    help=_("Colours of a picture: {names}.").format(names=THEME_NAMES),
)  # fmt: skip

width_option = option(
    PICTURE, "--width", type=click.IntRange(16, 20_000), metavar=_("N"), help=_("Width in pixels.")
)

speed_option = option(
    PICTURE, "--fps", type=click.FloatRange(0.1, 50), default=8, show_default=True, metavar=_("N"),
    help=_("Frames per second of an animation."),
)  # fmt: skip

coordinates_option = option(
    PICTURE, "--coordinates", is_flag=True, help=_("Draw the names of rows and columns.")
)

paper_options = combine(
    option(
        PICTURE, "--paper", type=click.Choice(PAPERS), default="a4", show_default=True,
        metavar=_("PAPER"),
        help=_("Paper of a PDF: {names}.").format(names=", ".join(PAPERS)),
    ),
    option(
        PICTURE, "--title", default="", metavar=_("TEXT"),
        help=_("Title of each page of a PDF."),
    ),
    option(
        PICTURE, "--per-page", type=click.IntRange(1, 100), default=6, show_default=True,
        metavar=_("N"),
        help=_("Draw at most N boards on a page of a PDF."),
    ),
)  # fmt: skip

board_options = combine(theme_option, width_option, coordinates_option)

picture_options = combine(style_option, board_options, speed_option, paper_options)

sheet_option = option(
    PICTURE,
    "--sheet",
    is_flag=True,
    help=_("Draw all tours in one picture (SVG or PNG; a PDF always has all)."),
)


def prepare(form: str, ground: Board | Graph) -> None:
    """Check before a search that its picture can be made."""
    if form not in PICTURES:
        return
    from caballero.core.extras import extra
    from caballero.render.layout import refuse_huge

    if isinstance(ground, Board):
        refuse_huge(ground)
    else:
        from caballero.render.graph import refuse_large_graph

        refuse_large_graph(ground)
    if form == "png":
        extra("resvg_py", "pictures")
    if form == "pdf":
        extra("reportlab", "pictures")
    if form in ANIMATED:
        extra("PIL.Image", "pictures")
    if form == "mp4":
        from caballero.render.video import ffmpeg

        ffmpeg()


@frozen
class PictureFlags:
    """The style, theme and size of a picture, the squares with clues, and the pages."""

    style: str = "path"
    theme: str = "light"
    width: int | None = None
    fps: float = 8
    first: int = 1
    numbers: bool | None = None
    path: bool | None = None
    coordinates: bool = False
    given: tuple[Square, ...] = ()
    paper: str = "a4"
    title: str = ""
    per_page: int = 6

    def without(self, *names: str) -> dict[str, Any]:
        """Return all but these by their names."""
        return {name: getattr(self, name) for name in self.__match_args__ if name not in names}


def picture_of(
    tour: Tour,
    form: str,
    flags: PictureFlags,
    on_event: Callable[[Progress], None] | None = None,
) -> str | bytes:
    """Return a tour as a picture in a format: text for SVG, else bytes."""
    if form == "pdf":
        return pdf_of([tour], flags)
    how = flags.without(*PAGES)
    if form == "svg":
        from caballero.render.svg import tour_svg

        return tour_svg(tour, **how, language=current_language())
    if form == "png":
        from caballero.render.png import tour_png

        return tour_png(tour, **how)
    from caballero.render.animation import tour_animation

    return tour_animation(tour, format=form, **how, fps=flags.fps, on_event=on_event)


def position_of(
    board: Board,
    labels: Iterable[tuple[Square, str]],
    form: str,
    flags: PictureFlags,
    **marks: Any,
) -> str | bytes:
    """Return a board with texts, such as a puzzle, as SVG or PNG, with marks as position_svg."""
    from caballero.render.png import png_of
    from caballero.render.position import position_svg
    from caballero.render.themes import page_of

    drawn = position_svg(
        board, labels, theme=flags.theme, width=flags.width, coordinates=flags.coordinates, **marks
    )
    return drawn if form == "svg" else png_of(drawn, page_of(flags.theme))


def reason_of(
    problem: Problem, certificate: Certificate, form: str, flags: PictureFlags
) -> str | bytes:
    """Return the reason why there is no tour as SVG, PNG or PDF."""
    from caballero.proof.argument import argument
    from caballero.render.certificate import argument_caption, argument_scene, certificate_svg
    from caballero.render.png import png_of
    from caballero.render.themes import page_of, theme_named

    if form == "pdf":
        lines = argument(problem, certificate)
        told = argument_caption(certificate, lines[-1], current_language())
        scene = argument_scene(problem, lines, theme_named(flags.theme))
        return pdf_of([scene], flags, captions=[told])
    drawn = certificate_svg(
        problem, certificate, theme=flags.theme, width=flags.width, coordinates=flags.coordinates,
        language=current_language(),
    )  # fmt: skip
    return drawn if form == "svg" else png_of(drawn, page_of(flags.theme))


def pdf_of(
    things: Sequence[Drawable],
    flags: PictureFlags,
    solutions: Mapping[int, Tour | Scene] | None = None,
    captions: Sequence[str] | None = None,
) -> bytes:
    """Return tours, puzzles and boards as a PDF."""
    from caballero.render.pdf import pdf_sheet

    how = flags.without("fps", "width")
    language = current_language()
    return pdf_sheet(things, solutions=solutions, captions=captions, **how, language=language)
