"""``caballero list BOARD``: list every tour as soon as it is found."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

import click

from caballero.core.errors import LimitReached
from caballero.core.limits import Budget, Limits, Progress
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.core.words import Message
from caballero.formats import outcome_json, problem_json
from caballero.formats.write import VERSION
from caballero.listing import Listing, iter_tours
from caballero.proof.outcome import Found, Impossible, Stats
from caballero.render.text import table_text

from . import complete
from .answer import (
    conclude,
    naming_file,
    note,
    report,
    standard_output,
    tour_as_text,
    write_answer,
    write_json,
)
from .command import define
from .interrupts import INTERRUPTED
from .language import current_language, translate as _
from .option import ANSWER, QUESTION, SEARCH, option
from .options import (
    OutputFlags,
    ProblemFlags,
    board_or_graph,
    first_option,
    format_option,
    general_options,
    json_option,
    limit_options,
    output_option,
    pack_options,
    problem_from_flags,
    question_options,
)
from .progress import progress

if TYPE_CHECKING:
    from caballero.collection import CollectionStatistics

PORTION: Final = 2**16
"""Characters that are written together."""

FORMATS: Final = MappingProxyType({"json": "json", "jsonl": "json", "parquet": "parquet"})
"""The format of each file extension."""


@dataclass(frozen=True, slots=True)
class _ListFlags:
    """The tours to list: which ones, from where, and in which order."""

    directed: bool = False
    up_to_symmetry: bool = False
    symmetry: str | None = None
    every: int = 1
    seed: int | None = None
    resume: str | None = None


@dataclass(frozen=True, slots=True)
class _FormFlags:
    """The form of the output; with `appends`, it extends a file."""

    first: int
    statistics: bool
    sort: bool
    form: str = "text"
    output: str | None = None
    appends: bool = False


@define(
    "list",
    help=_(
        "List every tour once, as soon as it is found.\n\n"
        "A tour and its reverse are one, unless --directed is given. A listing "
        "that stops early prints a token on standard error: the same command "
        "with --resume TOKEN continues it.\n\n"
        "BOARD is as for tour, or a file that list wrote with --format parquet. "
        "An empty line separates tours; JSON has one tour per line."
    ),
    examples=(
        "caballero list 6 --closed -k 10 --format moves\n"
        "caballero list 5 --start a1 -o tours.jsonl\n"
        "caballero list 5 --symmetry half-turn --statistics"
    ),
    statuses={0: _("listed"), 1: _("there is none"), 2: None, 3: None, 130: None},
    forms=FORMATS,
)
@board_or_graph
@question_options
@option(QUESTION, "--directed", is_flag=True, help=_("List a tour and its reverse as two."))
@option(
    QUESTION, "--up-to-symmetry", is_flag=True,
    help=_("List tours up to symmetry of the board."),
)  # fmt: skip
@option(
    QUESTION, "--symmetry", metavar=_("KIND"), shell_complete=complete.symmetries,
    help=_(
        "List only tours with a symmetry: half-turn, quarter-turn, left-right, "
        "…, or a kind that count --by-symmetry names, such as half-turn-direct."
    ),
)  # fmt: skip
@option(
    ANSWER, "--statistics", is_flag=True,
    help=_(
        "Print statistics of the tours instead of the tours; in Parquet, beside "
        "each tour."
    ),
)  # fmt: skip
@option(
    ANSWER, "-k", "--count", type=click.IntRange(min=1), metavar=_("N"),
    help=_("List at most N tours."),
)  # fmt: skip
@option(
    ANSWER, "--every", type=click.IntRange(min=1), default=1, show_default=True, metavar=_("N"),
    help=_("List every N-th tour."),
)  # fmt: skip
@option(
    SEARCH, "--seed", type=int, metavar=_("N"),
    help=_("List the same tours in the random order of this seed."),
)  # fmt: skip
@option(
    ANSWER, "--resume", metavar=_("TOKEN"),
    help=_("Continue an earlier listing; a file given with -o is extended."),
)  # fmt: skip
@option(ANSWER, "--sort", is_flag=True, help=_("Sort the tours of a Parquet file."))
@limit_options
@format_option(["text", "matrix", "moves", "json", "parquet"])
@json_option
@first_option
@output_option
@general_options
@pack_options(flags=ProblemFlags, wanted=_ListFlags, limits=Limits, out=OutputFlags, how=_FormFlags)
def command(
    flags: ProblemFlags,
    wanted: _ListFlags,
    limits: Limits,
    out: OutputFlags,
    how: _FormFlags,
    count: int | None,
) -> int:
    appends = wanted.resume is not None
    how = replace(how, form=out.form, output=out.output, appends=appends)
    _refuse(how)
    if flags.board is not None and flags.board.lower().endswith(".parquet"):
        return _from_file(flags.board, how, count)
    budget = Budget(limits)  # of reading, too
    problem = problem_from_flags(flags)
    with _Pause() as pause, progress(_("tours")) as bar:
        flush: list[Callable[[], None]] = []

        def on_event(event: Progress) -> None:
            for flush_output in flush:
                flush_output()  # show the tours found so far while the search continues
            if pause.wanted:
                raise KeyboardInterrupt
            bar(event)

        listing = iter_tours(
            problem, count=count, limits=budget.left, on_event=on_event, **asdict(wanted)
        )
        run = _Run(listing, pause, position=listing.position)
        if how.form == "parquet":
            pause.writing = True  # the first Ctrl-C completes the file, the second one aborts
            run.count = _to_file(how, run.tours(), problem)
        elif how.statistics:
            pause.writing = True
            _write_statistics(run.tours(), problem, how)
        else:
            with _whole_tours(run, how.output), _stream(how.output, how.appends) as file:
                flush.append(file.flush)
                _write(run, how, file, bar.hide if file.isatty() else None)
                pause.writing = True  # the file must still be closed
    return _end(run, how)


class _Saved(NamedTuple):
    """The bytes of a file that hold whole tours, how many these are, and the token after them."""

    size: int
    tours: int
    token: str


@dataclass(slots=True)
class _Run:
    """A listing, and the number of its tours written so far."""

    listing: Listing
    pause: _Pause
    position: int
    count: int = 0
    reached: LimitReached | None = None
    saved: _Saved | None = None

    def tours(self) -> Iterator[Tour]:
        """Yield the tours, until a limit is reached or the user interrupts."""
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


def _refuse(how: _FormFlags) -> None:
    if how.form != "parquet":
        return
    if how.output is None or how.output == "-":
        raise click.UsageError(_("Parquet is not text: name a file with -o."))
    if how.appends and os.path.exists(how.output):
        line = _("{file} exists and cannot be extended: name another file for the remaining tours.")
        raise click.UsageError(line.format(file=how.output))


def _write(run: _Run, how: _FormFlags, out: TextIO, hide: Callable[[], None] | None) -> None:
    """Write the tours as text, each as soon as it is found."""
    listing, pause = run.listing, run.pause
    separate = how.appends and how.form != "json"
    waiting = 0
    _save(run, out, how.output)
    try:
        for tour in listing:
            text = _text(listing.problem, tour, how, listing.position - 1)
            text = f"\n{text}\n" if separate else f"{text}\n"
            separate = how.form != "json"
            # From here on, Ctrl-C takes effect after this tour.
            pause.writing = True
            if hide is not None:
                hide()
            out.write(text)
            waiting += len(text)
            run.count, run.position = run.count + 1, listing.position
            if run.count == 1 or waiting > PORTION:
                _save(run, out, how.output)
                waiting = 0
            pause.writing = False
            if pause.wanted:
                raise KeyboardInterrupt
        run.position = listing.position
    except LimitReached as limit_reached:
        run.reached, run.position = limit_reached, listing.position
    except KeyboardInterrupt:
        pause.wanted = True


def _save(run: _Run, out: TextIO, output: str | None) -> None:
    """Write the waiting tours; note how many bytes of a file hold whole tours."""
    out.flush()
    if output is not None and output != "-":
        run.saved = _Saved(os.fstat(out.fileno()).st_size, run.count, run.listing.token)


@contextmanager
def _whole_tours(run: _Run, output: str | None) -> Iterator[None]:
    """If a file cannot be written to the end, shorten it to whole tours and report the token."""
    try:
        yield
    except OSError:
        if output is not None and run.saved is not None:
            with suppress(OSError):  # it is a device
                os.truncate(output, run.saved.size)
            report(_("Verified tours: {count}.").format(count=run.saved.tours))
            report(_("To continue: --resume {token}").format(token=run.saved.token))
        raise


def _to_file(how: _FormFlags, tours: Iterable[Tour], problem: Problem) -> int:
    """Write a Parquet file; name it in errors."""
    from caballero.collection import write_tours

    name = str(how.output)
    with naming_file(name):
        return write_tours(name, tours, problem, sort=how.sort, statistics=how.statistics)


def _from_file(name: str, how: _FormFlags, count: int | None) -> int:
    """Write the tours of a file in another format."""
    from caballero.collection import read_tours

    try:
        collection = read_tours(name)
    except FileNotFoundError as error:
        line = _("The file {file} does not exist: check its name.")
        raise click.UsageError(line.format(file=name)) from error
    problem = collection.problem
    tours = islice(collection, count)
    if how.form == "parquet":
        count = _to_file(how, tours, problem)
    elif how.statistics:
        count = _write_statistics(tours, problem, how)
    else:
        count = 0
        with _stream(how.output, appends=False) as out:
            for count, tour in enumerate(tours, start=1):
                before = "\n" if count > 1 and how.form != "json" else ""
                out.write(f"{before}{_text(problem, tour, how, count - 1)}\n")
    note(_("Verified tours: {count}.").format(count=count))
    return 0


class _Pause:
    """Delays Ctrl-C while a tour is written, so that none is truncated or lost.

    A second Ctrl-C takes effect at once, because the output may be blocked.
    """

    def __init__(self) -> None:
        self.writing = self.wanted = False

    def __enter__(self) -> _Pause:
        self._before = signal.getsignal(signal.SIGINT)
        if self._before is signal.default_int_handler:  # else keep the handler of the caller
            signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._before)

    def _interrupt(self, number: int, frame: object) -> None:
        again, self.wanted = self.wanted, True  # an import may swallow the exception
        if again or not self.writing:
            raise KeyboardInterrupt


@contextmanager
def _stream(output: str | None, appends: bool) -> Iterator[TextIO]:
    """Open the output; name the file in errors."""
    if output is None or output == "-":
        with naming_file("-"):
            yield standard_output()
        return
    with naming_file(output), open(output, "a" if appends else "w", encoding="utf-8") as file:
        yield file


def _text(problem: Problem, tour: Tour, how: _FormFlags, index: int) -> str:
    if how.form != "json":
        return tour_as_text(tour, how.form, how.first, how.output)
    data = outcome_json(problem, Found(tour, Stats("", 0, 0.0)), current_language())
    del data["stats"]  # a listing has statistics of its own
    return json.dumps({**data, "index": index}, ensure_ascii=False)


def _write_statistics(tours: Iterable[Tour], problem: Problem, how: _FormFlags) -> int:
    """Write the statistics of the tours: a name, a value, and the number of tours with it."""
    from caballero.collection import collection_statistics

    found = collection_statistics(tours)
    if how.form == "json":
        data = {"caballero": VERSION, **problem_json(problem), **found.to_dict()}
        write_answer(json.dumps(data, ensure_ascii=False), how.output)
        return found.tours
    table = table_text(list(_rows(found, problem)), left=1)
    write_answer("\n".join([table, *_extremes(found)]), how.output)
    return found.tours


def _extremes(found: CollectionStatistics) -> Iterator[str]:
    """Yield lines of tours with the least and the most of each number; JSON has all numbers."""
    names = {
        "turns": _("turns"), "longest": _("longest straight run"), "crossings": _("crossings"),
    }  # fmt: skip
    forms = _("{what}, least ({value}): {tour}"), _("{what}, most ({value}): {tour}")
    for name, what in names.items():
        for form, one in zip(forms, found.extremes.get(name, ()), strict=False):
            yield form.format(what=what, value=one.value, tour=" ".join(one.tour.names()))


def _rows(found: CollectionStatistics, problem: Problem) -> Iterator[tuple[str, str, str]]:
    """Yield the lines of the table of statistics."""
    yield _("statistic"), _("value"), _("tours")
    yield _("all"), "", str(found.tours)
    yield _("closable"), "", str(found.closable)
    for kind, count in found.symmetry.items():
        yield _("symmetry"), kind.message.text(), str(count)
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


def _end(run: _Run, how: _FormFlags) -> int:
    """Print how the listing ended and how to resume it; return the exit status."""
    listing, reached, interrupted = run.listing, run.reached, run.pause.wanted
    if listing.certificate is not None and not listing.position:
        none = Impossible(listing.certificate, listing.stats)
        if how.form == "json":
            write_json(listing.problem, none, how.output)
        return conclude(none)
    note(_("Verified tours: {count}.").format(count=run.count))
    if reached is not None:
        limit = Message(f"limit-{reached.outcome.limit}").text()
        line = _("The {limit} was reached, after {nodes} nodes.")
        report(line.format(limit=limit, nodes=listing.stats.nodes))
    if interrupted:
        report(_("Interrupted."))
    if listing.finished:
        return 0 if listing.position else 1
    status = INTERRUPTED if interrupted else 3 if reached is not None else 0
    if listing.has_started:
        say = report if status else note
        say(_("To continue: --resume {token}").format(token=listing.token_at(run.position)))
    return status
