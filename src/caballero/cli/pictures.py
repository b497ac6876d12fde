"""The pictures that several commands make, as the options say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caballero import Board, Graph, LimitReached, Progress, Tour
from caballero.machine.limits import LimitHit
from caballero.model.board import Square

from . import options
from .answer import report, tour_as_text, write_answer
from .language import current_language, translate as _
from .options import Drawn

if TYPE_CHECKING:
    from caballero import Problem
    from caballero.proof.certificate import Certificate
    from caballero.render.pdf import Drawable, Page
    from caballero.render.scene import Scene


def board_look(call: Drawn) -> dict[str, Any]:
    """Return the settings of the picture of any board."""
    return {"theme": call.theme, "width": call.width, "coordinates": call.coordinates}


def tour_look(call: Drawn) -> dict[str, Any]:
    """Return the settings of the picture of a tour."""
    return {
        **board_look(call), "style": call.style, "numbers": call.numbers, "path": call.path,
        "given": call.given, "first": 1 if call.first is None else call.first,
    }  # fmt: skip


def prepare(call: Drawn, ground: Board | Graph) -> None:
    """Check before a search that the picture of its answer can be made."""
    form = call.form
    if form not in options.PICTURES:
        return
    from caballero.machine.extras import extra
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
    call: Drawn, tour: Tour, callback: Callable[[Progress], None] | None = None
) -> str | bytes:
    """Return a tour as a picture in the format of the answer: text for SVG and TikZ, else bytes."""
    form, how = call.form, tour_look(call)
    match form:
        case "pdf":
            return pdf_of(call, [tour])
        case "svg" | "png" | "tex":
            from caballero.render import tour_svg

            return still(call, tour_svg(tour, **how, language=current_language()))
    from caballero.render import tour_animation

    return tour_animation(
        tour, format=form, **how, fps=call.fps, limits=call.left, callback=callback
    )


def picture_found(
    call: Drawn, tour: Tour, callback: Callable[[Progress], None] | None = None
) -> str | bytes:
    """Return the picture of a tour that was looked for: if a limit ends it, print the tour."""
    try:
        return picture_of(call, tour, callback)
    except (LimitHit, LimitReached):
        if call.output not in {None, "-"}:
            shown = call.but(form="text", output=None)
            write_answer(shown, tour_as_text(shown, tour))
        report(_("The tour is printed; its picture takes longer."))
        raise


def still(call: Drawn, svg: str) -> str | bytes:
    """Return a picture as it is, as TikZ or as PNG."""
    if call.form == "svg":
        return svg
    if call.form == "tex":
        from caballero.render import tikz_of

        return tikz_of(svg)
    from caballero.render.png import png_of
    from caballero.render.themes import page_of

    return png_of(svg, page_of(call.theme), call.left)


def position_of(
    call: Drawn, board: Board, labels: Iterable[tuple[Square, str]], **marks: Any
) -> str | bytes:
    """Return a board with texts, such as a puzzle, as SVG or PNG, with marks as position_svg."""
    from caballero.render import position_svg

    return still(call, position_svg(board, labels, **board_look(call), **marks))


def puzzle_of(call: Drawn, problem: Problem, solution: Tour | None = None) -> str | bytes:
    """Return a puzzle, or its solution, as SVG or PNG."""
    from caballero.render.position import puzzle_scene
    from caballero.render.svg import scene_svg
    from caballero.render.themes import theme_named

    theme, first = theme_named(call.theme), 1 if call.first is None else call.first
    scene = puzzle_scene(problem, theme, solution=solution, first=first)
    name = problem.board.name
    svg = scene_svg(scene, theme, name, width=call.width, coordinates=call.coordinates)
    return still(call, svg)


def reason_of(call: Drawn, problem: Problem, certificate: Certificate) -> str | bytes:
    """Return the reason why there is no tour as SVG, PNG or PDF."""
    from caballero.render import certificate_svg
    from caballero.render.certificate import argument_caption, argument_scene

    language = current_language()
    if call.form != "pdf":
        how = board_look(call)
        return still(call, certificate_svg(problem, certificate, **how, language=language))
    from caballero.proof.argument import argument
    from caballero.render.themes import theme_named

    lines = argument(problem, certificate)
    caption = argument_caption(certificate, lines[-1], language)
    return pdf_of(
        call, [argument_scene(problem, lines, theme_named(call.theme))], captions=[caption]
    )


def page_of(call: Drawn) -> Page:
    """Return the paper, margin and bleed of a PDF, which are checked."""
    from caballero.render.pdf import Page

    return Page(call.paper, call.margin, call.bleed or 0).checked()


def pdf_of(
    call: Drawn,
    things: Sequence[Drawable],
    solutions: Mapping[int, Tour | Scene] | None = None,
    captions: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    table: Sequence[Sequence[str]] = (),
) -> bytes:
    """Return tours, puzzles and boards as a PDF; with `names`, for a class."""
    from caballero.render import pdf_sheet

    how = tour_look(call)
    del how["width"]
    return pdf_sheet(
        things, solutions=solutions, captions=captions, names=names, table=table,
        title=call.title, per_page=call.per_page, paper=call.paper, margin=call.margin,
        bleed=call.bleed or 0, language=current_language(), **how,
    )  # fmt: skip
