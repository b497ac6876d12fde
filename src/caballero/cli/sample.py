"""``caballero sample BOARD``: tours at random, each as likely as any other; or by their rank."""

from __future__ import annotations

import json
import os

import click

from caballero.count import TourSpace, tour_space
from caballero.errors import InvalidTour, LimitReached, NoTour
from caballero.limits import Limits
from caballero.outcome import Found
from caballero.problem import Problem
from caballero.tour import Tour

from .answer import concluded, form_of, give, give_json, tell
from .language import spoken
from .language import translate as _
from .options import (
    FORMATS,
    board_argument,
    first_option,
    format_option,
    json_option,
    language_option,
    memory_option,
    output_option,
    question,
    question_options,
    read_file,
    timeout_option,
    wish_options,
)
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
    "sample",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Draw tours at random, each as likely as any other, and verify them.\n\n"
        "The tours have ranks, from 0; a sample is of random ranks, and a tour may come again. "
        "A tour and the same backwards are one.\n\n"
        "BOARD is as for tour. Several tours are parted by an empty line; in JSON each has a line "
        "of its own, and of pictures each has a file: with -o tour.png, tour-1.png and so on."
    ),
    epilog=_("Example: caballero sample 6 --closed -k 3 --seed 1"),
)
@board_argument
@click.option(
    "-k", "count", type=click.IntRange(min=1), metavar=_("N"),
    help=_("How many tours; 1 unless given."),
)  # fmt: skip
@click.option(
    "--seed", type=int, metavar=_("N"),
    help=_("The same seed draws the same tours; 0 unless given."),
)  # fmt: skip
@click.option("--rank", type=int, metavar=_("N"), help=_("Print the tour of this rank instead."))
@click.option(
    "--rank-of", metavar=_("FILE"), help=_("Print the rank of the tour in a file instead.")
)
@question_options
@wish_options
@timeout_option
@memory_option
@format_option(
    type=click.Choice([*FORMATS, *PICTURES[1:]]),
    help=_("How to write the tours; text unless given."),
)
@json_option
@style_option
@theme_option
@width_option
@speed_option
@first_option
@output_option
@language_option
def command(
    board: str,
    count: int | None,
    seed: int | None,
    rank: int | None,
    rank_of: str | None,
    closed: bool,
    start: str | None,
    end: str | None,
    piece: str,
    surface: str | None,
    clues: tuple[str, ...],
    forced: tuple[str, ...],
    forbidden: tuple[str, ...],
    timeout: float | None,
    memory: float | None,
    form: str | None,
    as_json: bool,
    style: str,
    theme: str,
    width: int | None,
    fps: float,
    first: int,
    output: str | None,
) -> int:
    if (count, seed) != (None, None) and (rank, rank_of) != (None, None):
        raise click.UsageError(_("-k and --seed draw at random: leave out --rank and --rank-of."))
    if rank is not None and rank_of is not None:
        raise click.UsageError(_("Ask for --rank or for --rank-of, not for both."))
    problem = question(
        board, closed=closed, start=start, end=end, piece=piece, surface=surface, clues=clues,
        forced=forced, forbidden=forbidden,
    )  # fmt: skip
    form = "json" if as_json else form or form_of(output, ENDS | {"json": "json"})
    if form in PICTURES and (count or 1) > 1 and output in {None, "-"}:
        raise click.UsageError(_("Each picture shows one tour: name a file with -o for several."))
    prepare(form, problem.board)
    claimed = None if rank_of is None else _tour_in(rank_of, problem)
    try:
        with progress() as bar:
            limits = Limits(seconds=timeout, megabytes=memory)
            space = tour_space(problem, limits=limits, on_event=bar)
            tours = [] if claimed is not None else _drawn(space, count or 1, seed or 0, rank)
    except (NoTour, LimitReached) as none:
        if form == "json":
            give_json(problem, none.outcome, output)
        return concluded(none.outcome)
    if claimed is not None:
        return _give_rank(space, space.rank(claimed), form, output)
    if form in PICTURES:
        with progress(_("pictures")) as bar:
            for done, (tour, file) in enumerate(
                zip(tours, _files(output, len(tours)), strict=True)
            ):
                if len(tours) > 1:
                    bar.at(done, len(tours))
                picture = picture_of(
                    tour, form, style=style, theme=theme, first=first, width=width, fps=fps,
                    on_event=bar,
                )  # fmt: skip
                bar.hide()
                give(picture, file)
    else:
        parted = "\n" if form == "json" else "\n\n"
        give(parted.join(_written(space, tour, form, first) for tour in tours), output)
    line = _("Verified tours: {count}, of {total}.")
    tell(line.format(count=len(tours), total=space.total))
    return 0


def _drawn(space: TourSpace, count: int, seed: int, rank: int | None) -> list[Tour]:
    return space.sample(count, seed=seed) if rank is None else [space.unrank(rank)]


def _files(output: str | None, count: int) -> list[str | None]:
    """Return where each picture goes: several get numbers, all equally long."""
    if output is None or count == 1:
        return [output] * count
    stem, dot, end = output.rpartition(".")
    if not dot or "/" in end or os.sep in end:
        stem, dot, end = output, "", ""
    return [f"{stem}-{i:0{len(str(count))}}{dot}{end}" for i in range(1, count + 1)]


def _tour_in(file: str, problem: Problem) -> Tour:
    """Read a tour from a file, and see that it answers the problem."""
    from caballero.formats.claims import MAX_BYTES, read_claim
    from caballero.judge import verify

    verdict = verify(read_claim(read_file(file, MAX_BYTES)), problem)
    if verdict.tour is None:
        raise InvalidTour("rank-no-tour", fault=verdict.faults[0].message)
    return verdict.tour


def _give_rank(space: TourSpace, rank: int, form: str, output: str | None) -> int:
    if form == "json":
        from caballero.formats import problem_json
        from caballero.formats.write import VERSION

        numbers = {"rank": str(rank), "total": str(space.total)}
        data = {"caballero": VERSION, **numbers, **problem_json(space.problem)}
        give(json.dumps(data, ensure_ascii=False), output)
    else:
        give(str(rank), output)
    tell(_("Tours in all: {total}.").format(total=space.total))
    return 0


def _written(space: TourSpace, tour: Tour, form: str, first: int) -> str:
    match form:
        case "json":
            from caballero.formats import outcome_json

            data = outcome_json(space.problem, Found(tour, space.stats), spoken())
            numbers = {"rank": str(space.rank(tour)), "total": str(space.total)}
            return json.dumps({**data, **numbers}, ensure_ascii=False)
        case "matrix":
            from caballero.formats import to_matrix_text

            return to_matrix_text(tour, first)
        case "moves":
            from caballero.formats import to_moves_text

            return to_moves_text(tour)
    from caballero.render.text import tour_text

    return tour_text(tour, first)
