"""``caballero list BOARD``: list every tour as soon as it is found."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any, Final, TextIO

import click

from caballero import (
    Found,
    Impossible,
    LimitReached,
    Listing,
    Problem,
    Progress,
    Stats,
    Tour,
    iter_tours,
)
from caballero.formats import outcome_json
from caballero.machine.words import Message

from . import answer, options
from .answer import note, report
from .command import define
from .interrupts import INTERRUPTED
from .language import current_language, translate as _
from .options import ANSWER, SEARCH, Answer, Call, Limited, given, option
from .problems import problem_of
from .progress import Bar, progress
from .several import refuse_text, write_collected

"""What may stop a listing."""

MAGIC: Final = "caballero list 8 --magic -k 1"

PORTION: Final = 2**16
"""Characters that are written together."""


# fmt: off
class _List(options.Posed, Limited, Answer, options.First):
    forms = ("text", "matrix", "moves", "json", "parquet")
    resume: str | None = None

class _Count(options.Statistics):
    count: int | None = option(ANSWER, "-k", least=1, before="form", help=_(
        "List at most N tours."))
    sort: bool = option(ANSWER, before="form", help=_("Sort the tours of a Parquet file."))

class List(options.OnAny, options.Conventions, options.Symmetry, _List, _Count):
    every: int = option(ANSWER, least=1, default=1, before="sort", help=_("List every N-th tour."))
    seed: int | None = option(SEARCH, before="seconds", help=_(
        "List the same tours in the random order of this seed."))
    resume: str | None = option(ANSWER, metavar=_("TOKEN"), before="sort", help=_(
        "Continue an earlier listing; a file given with -o is extended."))

class ListSums(options.OnBoard, options.Sums, options.UpToSymmetry, _List, _Count):
    """Tours with equal sums."""

class ListEstimate(options.OnAny, options.UpToSymmetry, options.Symmetry, _List, options.Estimated):
    """The options of a listing."""

class ListFile(options.Board, Limited, Answer, options.First, _Count):
    forms = _List.forms
    resume: None = None
# fmt: on


def _is_file(values: Mapping[str, Any]) -> bool:
    """Return whether the board is a file of tours."""
    return (values["board"] or "").lower().endswith(".parquet")


@define("list", List, statuses={0: _("listed"), 1: _("there is none")}, help=_(
    "List every tour once, as soon as it is found.\n\n"
    "A tour and its reverse are one, unless --directed is given. A listing that stops early "
    "prints a token on standard error: the same command with --resume TOKEN continues it. "
    "Ctrl-C and errors leave an old file; a new one gets the tours so far.\n\n"
    "BOARD is as for tour, or a file that list wrote with --format parquet. "
    "An empty line separates tours; JSON has one tour per line."
), examples=(
    "caballero list 6 --closed -k 10 --format moves\n"
    "caballero list 5 --start a1 -o tours.jsonl\n"
    "caballero list 5 --symmetry half-turn --statistics"
))  # fmt: skip
def command(call: List) -> int:
    _refuse(call)
    problem = problem_of(call)
    which = given(symmetry=call.symmetry, seed=call.seed, resume=call.resume)
    with progress(_("tours")) as bar:
        run = _Run(bar)
        listing = iter_tours(
            problem, directed=call.directed, up_to_symmetry=call.up_to_symmetry, every=call.every,
            count=call.count, limits=call.rest, callback=run.callback, **which,
        )  # fmt: skip
        with run.reading(listing, listing):
            _write(call, problem, run)
    return _end(call, listing, run)


@command.question(ListSums, "magic", examples=MAGIC)
@command.question(ListSums, "sums", examples="caballero list 4x8 --sums rows")
def _list_sums(call: ListSums) -> int:
    """List the tours with equal sums; return the exit status."""
    from caballero.counting import magic_tours

    refuse_text(call)
    problem = problem_of(call)
    with progress(_("tours")) as bar:
        run = _Run(bar)
        tours = magic_tours(
            problem, kind=call.lines, up_to_symmetry=call.up_to_symmetry, limits=call.rest,
            callback=run.callback,
        )  # fmt: skip
        with run.reading(islice(tours, call.count)):
            count = _write(call, problem, run)
    return _told(run, count) or (0 if count else 1)


@command.question(ListEstimate, "estimate", examples="caballero list 6 --closed --estimate")
def _estimate(call: ListEstimate) -> int:
    """Write the time and memory of the listing, with the text of each tour."""
    from caballero.counting import estimate_list

    from .count import write_estimate_of

    problem, write = problem_of(call), None
    which = {"up_to_symmetry": call.up_to_symmetry, "symmetry": call.symmetry}
    if call.form != "parquet":
        write = lambda tour: len(_text(call, problem, tour, 0).encode()) + 1  # noqa: E731
    return write_estimate_of(call, estimate_list, problem, write=write, limits=call.rest, **which)


class _Saved:
    """The bytes of a file that hold whole tours, how many these are, and the token after them."""

    size = tours = 0
    token = ""


class _Run:
    """Tours that are found and written, and how many so far; a listing if it can be resumed.

    The first Ctrl-C ends it after the tour that is written, so that none is truncated or lost; the
    second takes effect at once, because the output may be blocked.
    """

    found: Iterable[Tour]
    listing: Listing | None

    def __init__(self, bar: Bar) -> None:
        self.bar = bar
        self.count = self.position = 0
        self.interrupted = False
        self.reached: LimitReached | None = None
        self.flush: Callable[[], None] | None = None

    def callback(self, event: Progress) -> None:
        """Show the tours found so far while the search continues, and end it after Ctrl-C."""
        if self.flush is not None:
            self.flush()
        if self.interrupted:
            raise KeyboardInterrupt
        self.bar(event)

    @contextmanager
    def reading(self, found: Iterable[Tour], listing: Listing | None = None) -> Iterator[None]:
        """Delay Ctrl-C while the tours are read and written."""
        self.found, self.listing = found, listing
        self._count(0)
        before = signal.getsignal(signal.SIGINT)
        if before is not signal.default_int_handler:  # keep the handler of the caller
            yield
            return
        signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupt(self, number: int, frame: object) -> None:
        again, self.interrupted = self.interrupted, True  # an import may swallow the exception
        if again:
            raise KeyboardInterrupt

    def tours(self) -> Iterator[Tour]:
        """Yield the tours, until a limit is reached or the user interrupts."""
        try:
            for tour in self.found:
                yield tour
                self._count(1)
                if self.interrupted:
                    return
            self._count(0)
        except LimitReached as limit_reached:
            self.reached = limit_reached
            self._count(0)
        except KeyboardInterrupt:
            self.interrupted = True

    def _count(self, written: int) -> None:
        """Count the tours written, and note where the listing would continue."""
        self.count += written
        self.position = self.listing.position if self.listing is not None else self.count


def _refuse(call: List) -> None:
    """Refuse a file that cannot be written."""
    refuse_text(call)
    if call.form == "parquet" and call.resume is not None and os.path.exists(call.output or ""):
        line = _("{file} exists and cannot be extended: name another file for the remaining tours.")
        raise click.UsageError(line.format(file=call.output))


@command.question(
    ListFile, when=_is_file, title="FILE.parquet",
    examples="caballero list tours.parquet --format moves",
)  # fmt: skip
def _from_file(call: ListFile) -> int:
    """Write the tours of a file in another format."""
    from caballero.counting import read_tours

    refuse_text(call)
    try:
        collection = read_tours(call.board)
    except FileNotFoundError as error:
        line = _("The file {file} does not exist: check its name.")
        raise click.UsageError(line.format(file=call.board)) from error
    with progress(_("tours")) as bar:
        run = _Run(bar)
        with run.reading(islice(collection, call.count)):
            count = _write(call, collection.problem, run)
    return _told(run, count)


def _told(run: _Run, count: int) -> int:
    """Report how many tours were written, and what ended them; return the exit status."""
    note(_("Verified tours: {count}.").format(count=count))
    if run.interrupted:
        report(_("Interrupted."))
        return INTERRUPTED
    if run.reached is not None:
        report(run.reached.message.text())
        return 3
    return 0


def _write(call: List | ListSums | ListFile, problem: Problem, run: _Run) -> int:
    """Write tours in the format of the answer, or their statistics; return how many there are."""
    adds, output, saved = call.resume is not None, call.output or "-", _Saved()
    is_new, tours = not os.path.exists(output), run.tours()
    if os.path.isfile(output) and not adds:
        tours = _unless_stopped(tours, run)
    with suppress(_NoTour):
        if call.form == "parquet" or call.statistics:
            return write_collected(call, tours, problem)
        try:
            with answer.stream_output(call, "a" if adds else "w", lambda: saved.size) as out:
                return _write_texts(call, problem, tours, out, run, saved)
        except BaseException as error:
            if adds and saved.size:
                with suppress(OSError):  # it is a device
                    os.truncate(output, saved.size)
            if saved.token and (adds or is_new) and isinstance(error, OSError):
                report(_("Verified tours: {count}.").format(count=saved.tours))
                report(_("To continue: --resume {token}").format(token=saved.token))
            raise
    return 0


class _NoTour(Exception):
    """A limit came before the first tour: the old file stays."""


def _unless_stopped(tours: Iterable[Tour], run: _Run) -> Iterator[Tour]:
    """Yield tours; raise an exception at the end if the old file is to stay."""
    yield from tours
    if run.interrupted:
        raise KeyboardInterrupt
    if run.reached is not None and not run.count:
        raise _NoTour


def _write_texts(
    call: List | ListSums | ListFile,
    problem: Problem,
    tours: Iterable[Tour],
    out: TextIO,
    run: _Run,
    saved: _Saved,
) -> int:
    """Write tours as text, the tours of a run as soon as they are found."""
    separate = call.resume is not None and call.form != "json"
    count = waiting = 0
    run.flush = out.flush
    _save(call, run, out, saved, 0)
    for tour in tours:
        text = _text(
            call, problem, tour, run.listing.position - 1 if run.listing is not None else count
        )
        text = f"\n{text}\n" if separate else f"{text}\n"
        separate = call.form != "json"
        if out.isatty():
            run.bar.hide()
        out.write(text)
        count, waiting = count + 1, waiting + len(text)
        if count == 1 or waiting > PORTION or isinstance(call, ListSums):  # the next may take days
            _save(call, run, out, saved, count)
            waiting = 0
    return count


def _save(call: Call, run: _Run, out: TextIO, saved: _Saved, count: int) -> None:
    """Write the waiting tours; note how many bytes of a file hold whole tours."""
    out.flush()
    if call.output not in {None, "-"}:
        saved.size, saved.tours = os.fstat(out.fileno()).st_size, count
        saved.token = run.listing.token if run.listing is not None else ""


def _text(call: Call, problem: Problem, tour: Tour, index: int) -> str:
    """Return a tour as text; in JSON with its place in the listing."""
    if call.form != "json":
        return answer.tour_as_text(call, tour)
    data = outcome_json(problem, Found(tour, Stats("", 0, 0.0)), current_language())
    del data["stats"]  # a listing has statistics of its own
    return answer.json_line({**data, "index": index})


def _end(call: List, listing: Listing, run: _Run) -> int:
    """Print how the listing ended and how to resume it; return the exit status."""
    reached, interrupted = run.reached, run.interrupted
    if listing.certificate is not None and not listing.position:
        none = Impossible(listing.certificate, listing.stats)
        if call.form == "json":
            answer.write_outcome(call, listing.problem, none)
        return answer.conclude_and_offer(call, none)
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
