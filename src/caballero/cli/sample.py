"""``caballero sample BOARD``: tours at random, each as likely as any other; or by their rank."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat

import click

from caballero.count import TourSpace, tour_space
from caballero.errors import InvalidTour, LimitReached, NoTour
from caballero.limits import Budget, Limits
from caballero.outcome import Found
from caballero.problem import Problem
from caballero.tour import Tour
from caballero.words import Message

from .answer import concluded, form_of, give, give_json, opened, said_of, tell
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
from .progress import Bar, progress


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
    form = "json" if as_json else form or form_of(output, ENDS | {"json": "json", "jsonl": "json"})
    if form in PICTURES and (count or 1) > 1 and output in {None, "-"}:
        raise click.UsageError(_("Each picture shows one tour: name a file with -o for several."))
    prepare(form, problem.board)
    claimed = None if rank_of is None else _tour_in(rank_of, problem)
    limits = Limits(seconds=timeout, megabytes=memory)
    budget = Budget(limits)  # of all: preparing, drawing and writing
    written, reached = 0, None
    try:
        with progress() as bar:
            space = tour_space(problem, limits=limits, on_event=bar)
        if claimed is not None:
            return _give_rank(space, space.rank(claimed), form, output)
        with progress(_("pictures") if form in PICTURES else _("tours")) as bar:
            tours = (
                space.draw(count or 1, seed=seed or 0, limits=budget.left, on_event=bar)
                if rank is None
                else iter([space.unrank(rank)])
            )
            if form in PICTURES:
                how = partial(
                    picture_of, form=form, style=style, theme=theme, first=first, width=width,
                    fps=fps,
                )  # fmt: skip
                written, reached = _give_pictures(tours, how, output, count or 1, bar)
            else:
                text = partial(_written, space, form=form, first=first)
                written, reached = _give_texts(tours, text, output, bar, form != "json")
        if reached is not None and not written:
            raise reached
    except (NoTour, LimitReached) as none:
        if form == "json":
            give_json(problem, none.outcome, output)
        return concluded(none.outcome, memory)
    line = _("Verified tours: {count}, of {total}.")
    tell(line.format(count=written, total=space.total))
    if reached is None:
        return 0
    limit = Message(f"column-{reached.outcome.limit}").text(spoken())
    line = _("The limit of {limit} was reached; {count} tours were asked for.")
    tell(line.format(limit=limit, count=count))
    return 3


def _give_texts(
    tours: Iterator[Tour],
    text: Callable[[Tour], str],
    output: str | None,
    bar: Bar,
    parted: bool,
) -> tuple[int, LimitReached | None]:
    """Write the tours, each as soon as it is drawn; return how many, and what came before all."""
    here = output is None or output == "-"
    watched = here and sys.stdout is not None and sys.stdout.isatty()
    written = 0
    with said_of("-") if here else opened(str(output)) as file:
        try:
            for tour in tours:
                line = f"\n{text(tour)}" if parted and written else text(tour)
                if watched:
                    bar.hide()
                if file is None:
                    click.echo(line)
                else:
                    file.write(f"{line}\n".encode())
                written += 1
        except LimitReached as reached:
            return written, reached
    return written, None


def _give_pictures(
    tours: Iterator[Tour],
    picture: Callable[..., str | bytes],
    output: str | None,
    count: int,
    bar: Bar,
) -> tuple[int, LimitReached | None]:
    """The same for pictures, each in its file."""
    written = 0
    try:
        for tour, file in zip(tours, _files(output, count), strict=True):
            if count > 1:
                bar.at(written, count)
            drawn = picture(tour, on_event=bar)
            bar.hide()
            give(drawn, file)
            written += 1
    except LimitReached as reached:
        return written, reached
    return written, None


def _files(output: str | None, count: int) -> Iterator[str | None]:
    """Yield where each picture goes: several get numbers, all equally long."""
    if output is None or count == 1:
        yield from repeat(output, count)
        return
    stem, dot, end = output.rpartition(".")
    if not dot or "/" in end or os.sep in end:
        stem, dot, end = output, "", ""
    for i in range(1, count + 1):
        yield f"{stem}-{i:0{len(str(count))}}{dot}{end}"


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
