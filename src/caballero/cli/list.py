"""``caballero list BOARD``: every tour, one after the other, as soon as it is found."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TextIO

import click

from caballero.errors import LimitReached
from caballero.formats import outcome_json, problem_json, to_matrix_text, to_moves_text
from caballero.formats.write import VERSION
from caballero.limits import Limits, Progress
from caballero.listing import Listing, iter_tours
from caballero.outcome import Found, Impossible, Stats
from caballero.problem import Problem
from caballero.tour import Tour
from caballero.words import Message

from . import INTERRUPTED
from .answer import concluded, form_of, give, give_json, said_of, tell
from .language import spoken
from .language import translate as _
from .options import (
    board_or_graph,
    first_option,
    format_option,
    json_option,
    language_option,
    memory_option,
    output_option,
    question_options,
    question_or_graph,
    timeout_option,
    wish_options,
)
from .progress import progress

if TYPE_CHECKING:
    from caballero.listing import CollectionStatistics

FORMATS: Final = MappingProxyType({"json": "json", "jsonl": "json", "parquet": "parquet"})
"""What the end of a file's name stands for."""


@click.command(
    "list",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "List every tour, each once, as soon as it is found.\n\n"
        "A tour and the same backwards are one, unless --directed is given. When a listing ends "
        "before its time, a token is printed on standard error: with it the same command goes on "
        "there.\n\n"
        "BOARD is as for tour, or a file that list wrote with --format parquet. Tours are parted "
        "by an empty line; in JSON each has a line of its own."
    ),
    epilog=_("Example: caballero list 6 --closed --limit 10 --format moves"),
)
@board_or_graph
@question_options
@wish_options
@click.option("--directed", is_flag=True, help=_("List each direction of a tour."))
@click.option(
    "--up-to-symmetry", is_flag=True,
    help=_("Of tours that a symmetry of the board takes to each other, list one."),
)  # fmt: skip
@click.option(
    "--symmetry", metavar=_("KIND"),
    help=_(
        "List only symmetric tours: half-turn, quarter-turn, left-right, …, or one kind of "
        "--by-symmetry of count, such as half-turn-direct."
    ),
)  # fmt: skip
@click.option(
    "--statistics", is_flag=True,
    help=_(
        "Print what can be counted about the tours, not the tours; in Parquet, write it beside "
        "each tour."
    ),
)  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(min=1), metavar=_("N"), help=_("List so many tours at most.")
)
@click.option(
    "--every", type=click.IntRange(min=1), default=1, show_default=True, metavar=_("N"),
    help=_("List one tour of so many."),
)  # fmt: skip
@click.option(
    "--seed", type=int, metavar=_("N"),
    help=_("List the same tours in another order, which the seed decides."),
)  # fmt: skip
@click.option(
    "--resume", metavar=_("TOKEN"),
    help=_("Go on where another listing ended; a file that is named is added to."),
)  # fmt: skip
@click.option("--sort", is_flag=True, help=_("Sort the tours of a Parquet file."))
@timeout_option
@memory_option
@format_option(
    type=click.Choice(["text", "matrix", "moves", "json", "parquet"]),
    help=_("How to write the tours; text unless given."),
)
@json_option
@first_option
@output_option
@language_option
def command(
    board: str | None,
    graph: str | None,
    closed: bool,
    start: str | None,
    end: str | None,
    piece: str,
    surface: str | None,
    clues: tuple[str, ...],
    forced: tuple[str, ...],
    forbidden: tuple[str, ...],
    directed: bool,
    up_to_symmetry: bool,
    symmetry: str | None,
    statistics: bool,
    limit: int | None,
    every: int,
    seed: int | None,
    resume: str | None,
    sort: bool,
    timeout: float | None,
    memory: float | None,
    form: str | None,
    as_json: bool,
    first: int,
    output: str | None,
) -> int:
    how = _How(
        "json" if as_json else form or form_of(output, FORMATS), output, first, statistics, sort,
        more=resume is not None,
    )  # fmt: skip
    _refuse(how)
    if board is not None and board.lower().endswith(".parquet"):
        wishes = [graph, closed, start, end, piece != "knight", surface, clues, forced, forbidden]
        if any(
            [
                *wishes,
                directed,
                up_to_symmetry,
                symmetry,
                every > 1,
                seed is not None,
                resume,
                timeout,
                memory,
            ]
        ):
            line = _("A file of tours says itself what they answer: leave the other options out.")
            raise click.UsageError(line)
        return _from_file(board, how, limit)
    problem = question_or_graph(
        board, graph, closed=closed, start=start, end=end, piece=piece, surface=surface,
        clues=clues, forced=forced, forbidden=forbidden,
    )  # fmt: skip
    with _Pause() as pause, progress(_("tours")) as bar:
        flush: list[Callable[[], None]] = []

        def on_event(event: Progress) -> None:
            for see_to_it in flush:
                see_to_it()  # what was found is to be seen while the next one is searched for
            if pause.wanted:
                raise KeyboardInterrupt
            bar(event)

        listing = iter_tours(
            problem, directed=directed, up_to_symmetry=up_to_symmetry, symmetry=symmetry,
            limit=limit, every=every, seed=seed, resume=resume,
            limits=Limits(seconds=timeout, megabytes=memory), on_event=on_event,
        )  # fmt: skip
        run = _Run(listing, pause, position=listing.position)
        if how.form == "parquet":
            pause.writing = True  # the first interruption ends the file, the second one all
            run.count = _to_file(how, run.tours(), problem)
        elif statistics:
            pause.writing = True
            _give_statistics(run.tours(), problem, how)
        else:
            with _stream(output, how.more) as out:
                flush.append(out.flush)
                _write(run, how, out, bar.hide if out.isatty() else None)
                pause.writing = True  # the file is still to be closed
    return _ended(run, how)


@dataclass(frozen=True, slots=True)
class _How:
    """How the tours are to be written."""

    form: str
    output: str | None
    first: int
    statistics: bool
    sort: bool
    more: bool


@dataclass(slots=True)
class _Run:
    """How far a listing is."""

    listing: Listing
    pause: _Pause
    position: int
    count: int = 0
    reached: LimitReached | None = None

    def tours(self) -> Iterator[Tour]:
        """Yield the tours until a limit or an interruption."""
        try:
            for tour in self.listing:
                self.count, self.position = self.count + 1, self.listing.position
                yield tour
                if self.pause.wanted:
                    return
            self.position = self.listing.position
        except LimitReached as limit_reached:
            self.reached, self.position = limit_reached, self.listing.position
        except KeyboardInterrupt:
            self.pause.wanted = True


def _refuse(how: _How) -> None:
    if how.sort and how.form != "parquet":
        raise click.UsageError(_("Only files of the format parquet can be sorted."))
    if how.form != "parquet":
        return
    if how.output is None or how.output == "-":
        raise click.UsageError(_("Parquet is no text: name a file with -o."))
    if how.more and os.path.exists(how.output):
        line = _("{file} is there and cannot be added to: name another file for the other tours.")
        raise click.UsageError(line.format(file=how.output))


def _write(run: _Run, how: _How, out: TextIO, hide: Callable[[], None] | None) -> None:
    """Write the tours as text, each as soon as it is there."""
    listing, pause = run.listing, run.pause
    begun = how.more and how.form != "json"
    try:
        for tour in listing:
            text = _written(listing.problem, tour, how, listing.position - 1)
            text = f"\n{text}\n" if begun else f"{text}\n"
            begun = how.form != "json"
            # An interruption before this is one before the tour, and after it, behind it.
            pause.writing = True
            if hide is not None:
                hide()
            out.write(text)
            run.count, run.position = run.count + 1, listing.position
            if run.count == 1:
                out.flush()
            pause.writing = False
            if pause.wanted:
                raise KeyboardInterrupt
        run.position = listing.position
    except LimitReached as limit_reached:
        run.reached, run.position = limit_reached, listing.position
    except KeyboardInterrupt:
        pause.wanted = True


def _to_file(how: _How, tours: Iterable[Tour], problem: Problem) -> int:
    """Write a Parquet file; what goes wrong says which one it was."""
    from caballero.listing import write_tours

    name = str(how.output)
    with said_of(name):
        return write_tours(name, tours, problem, sort=how.sort, statistics=how.statistics)


def _from_file(name: str, how: _How, limit: int | None) -> int:
    """Write the tours of a file in another way."""
    from caballero.listing import read_tours

    try:
        collection = read_tours(name)
    except FileNotFoundError as error:
        line = _("There is no file {file}.")
        raise click.UsageError(line.format(file=name)) from error
    problem = collection.problem
    tours = islice(collection, limit)
    if how.form == "parquet":
        count = _to_file(how, tours, problem)
    elif how.statistics:
        count = _give_statistics(tours, problem, how)
    else:
        count = 0
        with _stream(how.output, more=False) as out:
            for count, tour in enumerate(tours, start=1):
                part = "\n" if count > 1 and how.form != "json" else ""
                out.write(f"{part}{_written(problem, tour, how, count - 1)}\n")
    tell(_("Verified tours: {count}.").format(count=count))
    return 0


class _Pause:
    """Keeps Ctrl-C waiting while a tour is written, so that none is cut off or lost.

    The second one does not wait: perhaps nobody reads.
    """

    def __init__(self) -> None:
        self.writing = self.wanted = False

    def __enter__(self) -> _Pause:
        self._before = signal.getsignal(signal.SIGINT)
        if self._before is signal.default_int_handler:  # else somebody wants it otherwise
            signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._before)

    def _interrupt(self, number: int, frame: object) -> None:
        again, self.wanted = self.wanted, True  # an import may swallow what is raised
        if again or not self.writing:
            raise KeyboardInterrupt


@contextmanager
def _stream(output: str | None, more: bool) -> Iterator[TextIO]:
    """Open what the tours are written to; what goes wrong says which file it was."""
    if output is None or output == "-":
        if sys.stdout is not None:
            with said_of("-"):
                yield sys.stdout
            return
        with open(os.devnull, "w", encoding="utf-8") as nothing:  # standard output was closed
            yield nothing
        return
    with said_of(output), open(output, "a" if more else "w", encoding="utf-8") as file:
        yield file


def _written(problem: Problem, tour: Tour, how: _How, index: int) -> str:
    match how.form:
        case "json":
            data = outcome_json(problem, Found(tour, Stats("", 0, 0.0)), spoken())
            del data["stats"]  # it would be of the listing, not of the tour
            return json.dumps({**data, "index": index}, ensure_ascii=False)
        case "matrix":
            return to_matrix_text(tour, how.first)
        case "moves":
            return to_moves_text(tour)
    from caballero.render.text import tour_text

    return tour_text(tour, how.first)


def _give_statistics(tours: Iterable[Tour], problem: Problem, how: _How) -> int:
    """Write what can be counted about the tours: what, its value, how many tours have it."""
    from caballero.listing import collection_statistics

    found = collection_statistics(tours)
    if how.form == "json":
        data = {"caballero": VERSION, **problem_json(problem), **found.to_dict()}
        give(json.dumps(data, ensure_ascii=False), how.output)
        return found.tours
    lines = list(_rows(found, problem))
    widths = [max(len(line[i]) for line in lines) for i in range(3)]
    give(
        "\n".join(
            f"{what:{widths[0]}}  {value:>{widths[1]}}  {count:>{widths[2]}}"
            for what, value, count in lines
        ),
        how.output,
    )
    return found.tours


def _rows(found: CollectionStatistics, problem: Problem) -> Iterator[tuple[str, str, str]]:
    """Yield the lines of the table."""
    yield _("statistic"), _("value"), _("tours")
    yield _("all"), "", str(found.tours)
    yield _("closable"), "", str(found.closable)
    for kind, count in found.symmetry.items():
        yield _("symmetry"), str(kind), str(count)
    for what, counts in ((_("turns"), found.turns), (_("crossings"), found.crossings)):
        for number, count in counts.items():
            yield what, str(number), str(count)
    for slope, counts in found.slopes.items():
        what = _("moves {slope}").format(slope=",".join(map(str, slope)))
        for number, count in counts.items():
            yield what, str(number), str(count)
    for what, places in ((_("first"), found.first), (_("last"), found.last)):
        for place, count in places.items():
            yield what, problem.place_name(place), str(count)


def _ended(run: _Run, how: _How) -> int:
    """Say how a listing ended and how to go on; return the exit status."""
    listing, reached, interrupted = run.listing, run.reached, run.pause.wanted
    if listing.certificate is not None and not listing.position:
        none = Impossible(listing.certificate, listing.stats)
        if how.form == "json":
            give_json(listing.problem, none, how.output)
        return concluded(none)
    tell(_("Verified tours: {count}.").format(count=run.count))
    if reached is not None:
        limit = Message(f"column-{reached.outcome.limit}").text(spoken())
        line = _("The limit of {limit} was reached, after {nodes} nodes.")
        tell(line.format(limit=limit, nodes=listing.stats.nodes))
    if interrupted:
        tell(_("Interrupted."))
    if listing.finished:
        return 0 if listing.position else 1
    if listing.begun:
        tell(_("To go on: --resume {token}").format(token=listing.token_at(run.position)))
    return INTERRUPTED if interrupted else 3 if reached is not None else 0
