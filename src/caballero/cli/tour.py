"""``caballero tour BOARD``: find a tour, or say why there is none."""

from __future__ import annotations

import click

from caballero.errors import UnknownName
from caballero.find import solve
from caballero.limits import Limits
from caballero.outcome import Found, Impossible, Outcome
from caballero.problem import Problem
from caballero.words import short

from .answer import concluded, explained, form_of, give, give_json
from .language import spoken
from .language import translate as _
from .options import (
    FORMATS,
    board_argument,
    explain_option,
    first_option,
    format_option,
    json_option,
    language_option,
    memory_option,
    order_option,
    output_option,
    question,
    question_options,
    seed_option,
    tie_option,
    timeout_option,
    wish_options,
)
from .pictures import (
    ENDS,
    PICTURES,
    STILL,
    picture_of,
    prepare,
    speed_option,
    style_option,
    theme_option,
    width_option,
)
from .progress import progress


@click.command(
    "tour",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Find a tour, verify it and print it.\n\n"
        "BOARD is 8, 5x9, 4x4x4, or a file with a drawing (- reads it from standard input): "
        ". a square, # none, S the start, E the end, a number a clue."
    ),
    epilog=_("Example: caballero tour 8 --closed --start a1"),
)
@board_argument
@question_options
@wish_options
@click.option(
    "--method", default="auto", show_default=True, metavar=_("METHOD"),
    help=_(
        "auto; those that teach: naive, backtracking, warnsdorff, warnsdorff-backtracking; or one "
        "alone of those that auto asks: clues, cut-sets, exact, frontier, path-cover, proofs, "
        "reach, repair, sat, structured, theorems, two-factor."
    ),
)  # fmt: skip
@order_option
@tie_option
@seed_option
@timeout_option
@memory_option
@explain_option
@format_option(
    type=click.Choice([*FORMATS, *PICTURES[1:]]),
    help=_("How to write the tour; text unless given."),
)
@json_option
@click.option("--watch", is_flag=True, help=_("Let the tour grow in the terminal."))
@style_option
@theme_option
@width_option
@speed_option
@first_option
@output_option
@language_option
def command(
    board: str,
    closed: bool,
    start: str | None,
    end: str | None,
    piece: str,
    surface: str | None,
    clues: tuple[str, ...],
    forced: tuple[str, ...],
    forbidden: tuple[str, ...],
    method: str,
    order: str | None,
    tie: str | None,
    seed: int,
    timeout: float | None,
    memory: float | None,
    explain: bool,
    form: str | None,
    as_json: bool,
    watch: bool,
    style: str,
    theme: str,
    width: int | None,
    fps: float,
    first: int,
    output: str | None,
) -> int:
    problem = question(
        board, closed=closed, start=start, end=end, piece=piece, surface=surface, clues=clues,
        forced=forced, forbidden=forbidden,
    )  # fmt: skip
    form = "json" if as_json else form or form_of(output, ENDS | {"json": "json"})
    prepare(form, problem.board)
    with progress() as bar:
        limits = Limits(seconds=timeout, megabytes=memory)
        outcome = _solve(problem, method, order, tie, seed=seed, limits=limits, on_event=bar)
    if form == "json":
        give_json(problem, outcome, output)
    elif isinstance(outcome, Found) and form in PICTURES:
        with progress(_("pictures")) as bar:
            picture = picture_of(
                outcome.tour, form, style=style, theme=theme, first=first, width=width, fps=fps,
                on_event=bar,
            )  # fmt: skip
        give(picture, output)
    elif isinstance(outcome, Found):
        if watch:
            from .watch import watch as show

            show(outcome.tour, first, fps)
        give(_written(outcome, form, first), output)
    elif isinstance(outcome, Impossible) and form in STILL:
        give(_reason(problem, outcome, form, width), output)
    if explain:
        explained(problem, outcome)
    return concluded(outcome, memory)


def _reason(problem: Problem, outcome: Impossible, form: str, width: int | None) -> str | bytes:
    """The certificate as a picture."""
    from caballero.render.certificate import certificate_svg

    drawn = certificate_svg(problem, outcome.certificate, language=spoken(), width=width)
    if form == "svg":
        return drawn
    from caballero.render.png import png_of

    return png_of(drawn, "#ffffff")


def _solve(
    problem: Problem, method: str, order: str | None, tie: str | None, **how: object
) -> Outcome:
    from caballero.find.methods import METHODS as SEARCHERS

    if method == "auto" or method in SEARCHERS:
        if order is not None or tie is not None:
            _refuse_rules(problem, order, tie)
        return solve(problem, method=None if method == "auto" else method, **how)  # type: ignore[arg-type]
    from caballero.teach import METHODS, Contender

    if method not in METHODS:
        raise UnknownName.among("method", short(method), ["auto", *METHODS, *SEARCHERS])
    return Contender(method, order, tie).solve(problem, **how)  # type: ignore[arg-type]


def _refuse_rules(problem: Problem, order: str | None, tie: str | None) -> None:
    """Auto chooses itself; but a name that does not exist is the first thing to say."""
    from caballero.teach import TIES, move_order

    if order is not None:
        move_order(order, problem.piece, len(problem.board.shape))
    if tie is not None and tie not in TIES:
        raise UnknownName.among("tie", short(tie), TIES)
    if order is not None or tie is not None:
        raise click.UsageError(
            _("--order and --tie are for --method backtracking or warnsdorff; the others choose.")
        )


def _written(found: Found, form: str, first: int) -> str:
    # Only the writer that is asked for is imported: a small tour takes less time than that.
    tour = found.tour
    match form:
        case "matrix":
            from caballero.formats import to_matrix_text

            return to_matrix_text(tour, first)
        case "moves":
            from caballero.formats import to_moves_text

            return to_moves_text(tour)
    from caballero.render.text import tour_text

    return tour_text(tour, first)
