"""The pictures that several commands make, as the options say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from caballero.core.board import Board, Square
from caballero.core.errors import LimitReached
from caballero.core.graph import Graph
from caballero.core.limits import LimitHit, Progress
from caballero.core.tour import Tour

from . import options
from .answer import Call, report, tour_as_text, write_answer
from .language import current_language, translate as _

if TYPE_CHECKING:
    from caballero.core.problem import Problem
    from caballero.proof.certificate import Certificate
    from caballero.render.pdf import Drawable, Page
    from caballero.render.scene import Scene

BOARD: Final = ("theme", "width", "coordinates")
"""The options of the picture of any board."""

TOUR: Final = (*BOARD, "style", "first", "numbers", "path", "given")
"""Those of a tour; `given` has the squares of the clues."""

PAGE: Final = ("paper", "margin", "bleed")
"""Those of the pages of a PDF."""


def prepare(call: Call, ground: Board | Graph) -> None:
    """Check before a search that the picture of its answer can be made."""
    form = call.form
    if form not in options.PICTURES:
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
        page_of(call)
    if form in options.ANIMATED:
        extra("PIL.Image", "pictures")
    if form == "mp4":
        from caballero.render.video import ffmpeg

        ffmpeg()


def picture_of(
    call: Call, tour: Tour, callback: Callable[[Progress], None] | None = None
) -> str | bytes:
    """Return a tour as a picture in the format of the answer: text for SVG and TikZ, else bytes."""
    form, how = call.form, call.those(*TOUR)
    match form:
        case "pdf":
            return pdf_of(call, [tour])
        case "svg" | "png" | "tex":
            from caballero.render.svg import tour_svg

            return still(call, tour_svg(tour, **how, language=current_language()))
    from caballero.render.animation import tour_animation

    return tour_animation(
        tour, format=form, **how, fps=call.fps, limits=call.left, callback=callback
    )


def picture_found(
    call: Call, tour: Tour, callback: Callable[[Progress], None] | None = None
) -> str | bytes:
    """Return the picture of a tour that was looked for: if a limit ends it, print the tour."""
    try:
        return picture_of(call, tour, callback)
    except (LimitHit, LimitReached):
        if call.output not in {None, "-"}:
            write_answer(
                call.but(form="text", output=None), tour_as_text(call.but(form="text"), tour)
            )
        report(_("The tour is printed; its picture takes longer."))
        raise


def still(call: Call, svg: str) -> str | bytes:
    """Return a picture as it is, as TikZ or as PNG."""
    if call.form == "svg":
        return svg
    if call.form == "tex":
        from caballero.render.tikz import tikz_of

        return tikz_of(svg)
    from caballero.render.png import png_of
    from caballero.render.themes import page_of

    return png_of(svg, page_of(call.theme or "light"), call.left)


def position_of(
    call: Call, board: Board, labels: Iterable[tuple[Square, str]], **marks: Any
) -> str | bytes:
    """Return a board with texts, such as a puzzle, as SVG or PNG, with marks as position_svg."""
    from caballero.render.position import position_svg

    return still(call, position_svg(board, labels, **call.those(*BOARD), **marks))


def puzzle_of(call: Call, problem: Problem) -> str | bytes:
    """Return a puzzle as SVG or PNG."""
    from caballero.render.position import puzzle_scene
    from caballero.render.svg import scene_svg
    from caballero.render.themes import theme_named

    how = call.those(*BOARD)
    theme = theme_named(how.pop("theme", "light"))
    title = how.pop("title", problem.board.name)
    scene = puzzle_scene(problem, theme)
    return still(call, scene_svg(scene, theme, title, **how))


def reason_of(call: Call, problem: Problem, certificate: Certificate) -> str | bytes:
    """Return the reason why there is no tour as SVG, PNG or PDF."""
    from caballero.render.certificate import argument_caption, argument_scene, certificate_svg

    language = current_language()
    if call.form != "pdf":
        how = call.those(*BOARD)
        return still(call, certificate_svg(problem, certificate, **how, language=language))
    from caballero.proof.argument import argument
    from caballero.render.themes import theme_named

    lines = argument(problem, certificate)
    told = argument_caption(certificate, lines[-1], language)
    return pdf_of(call, [argument_scene(problem, lines, theme_named(call.theme))], captions=[told])


def page_of(call: Call) -> Page:
    """Return the paper, margin and bleed of a PDF, which are checked."""
    from caballero.render.pdf import Page

    return Page(**call.those(*PAGE)).checked()


def pdf_of(
    call: Call,
    things: Sequence[Drawable],
    solutions: Mapping[int, Tour | Scene] | None = None,
    captions: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    table: Sequence[Sequence[str]] = (),
) -> bytes:
    """Return tours, puzzles and boards as a PDF; with `names`, for a class."""
    from caballero.render.pdf import pdf_sheet

    how = call.those(*TOUR, *PAGE, "title", "per_page")
    how.pop("width", None)
    language = current_language()
    how |= {"captions": captions, "names": names, "language": language}
    how |= {"table": table} if table else {}
    return pdf_sheet(things, solutions=solutions, **how)
