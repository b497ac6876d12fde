"""``caballero list BOARD``: list every tour as soon as it is found."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from typing import Final, Literal, NamedTuple, TextIO

import click

from caballero.core.errors import LimitReached
from caballero.core.limits import Budget, Progress
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.core.words import Message
from caballero.formats import outcome_json
from caballero.listing import Listing, iter_tours
from caballero.proof.outcome import Found, Impossible, Stats

from . import options
from .answer import (
    Call,
    conclude_and_offer,
    json_line,
    note,
    report,
    stream_output,
    tour_as_text,
    write_outcome,
)  # fmt: skip
from .command import define
from .interrupts import INTERRUPTED
from .language import current_language, translate as _
from .options import ANSWER, SEARCH, Whole, flag, option
from .problems import problem_of
from .progress import Bar, progress
from .several import refuse_text, statistics, write_collected

PORTION: Final = 2**16
"""Characters that are written together."""


@define("list", statuses={0: _("listed"), 1: _("there is none")}, help=_(
    "List every tour once, as soon as it is found.\n\n"
    "A tour and its reverse are one, unless --directed is given. A listing that stops early "
    "prints a token on standard error: the same command with --resume TOKEN continues it.\n\n"
    "BOARD is as for tour, or a file that list wrote with --format parquet. "
    "An empty line separates tours; JSON has one tour per line."
), examples=(
    "caballero list 6 --closed -k 10 --format moves\n"
    "caballero list 5 --start a1 -o tours.jsonl\n"
    "caballero list 5 --symmetry half-turn --statistics"
))  # fmt: skip
@options.board_or_graph
@options.question
@options.sums
@options.conventions
@options.symmetry
@statistics
@option(ANSWER, "-k", "--count", least=1, help=_("List at most N tours."))
@option(ANSWER, "--every", least=1, default=1, help=_("List every N-th tour."))
@option(SEARCH, "--seed", type=Whole(), help=_(
    "List the same tours in the random order of this seed."))  # fmt: skip
@option(ANSWER, "--resume", metavar=_("TOKEN"), help=_(
    "Continue an earlier listing; a file given with -o is extended."))  # fmt: skip
@options.estimate
@flag(ANSWER, "--sort", help=_("Sort the tours of a Parquet file."))
@options.limits
@options.answer("text", "matrix", "moves", "json", "parquet")
@options.first
def command(call: Call) -> int:
    _refuse(call)
    if (call.board or "").lower().endswith(".parquet"):
        return _from_file(call)
    budget = Budget(call.limits)  # of reading, too
    problem = problem_of(call)
    if call.estimate:
        return _estimate(call, problem, budget)
    if (kind := options.sums_of(call)) is not None:
        return _list_sums(call, problem, kind, budget)
    which = call.those("directed", "up_to_symmetry", "symmetry", "every", "seed", "resume")
    with progress(_("tours")) as bar:
        run = _Run(bar)
        listing = iter_tours(
            problem, count=call.count, limits=budget.left, on_event=run.on_event, **which
        )
        with run.reading(listing):
            _write(call, problem, run.tours(), lambda: run.interrupted or bool(run.reached), run)
    return _end(call, run)


def _list_sums(call: Call, problem: Problem, kind: str, budget: Budget) -> int:
    """List the tours with equal sums; return the exit status."""
    from caballero.listing.magic import tours_within

    stopped: list[LimitReached | KeyboardInterrupt] = []

    def tours(bar: Bar) -> Iterator[Tour]:
        within = Budget(budget.left, bar)
        within.method = "sums"
        try:
            yield from tours_within(within, problem, kind, up_to_symmetry=call.up_to_symmetry)
        except (LimitReached, KeyboardInterrupt) as stop:
            stopped.append(stop)

    with progress(_("tours")) as bar:
        count = _write(call, problem, islice(tours(bar), call.count), lambda: bool(stopped))
    note(_("Verified tours: {count}.").format(count=count))
    match stopped:
        case [LimitReached(message=message)]:
            report(message.text())
            return 3
        case [_]:
            report(_("Interrupted."))
            return INTERRUPTED
    return 0 if count else 1


def _estimate(call: Call, problem: Problem, budget: Budget) -> int:
    """Write the time and memory of the listing, with the text of each tour."""
    from caballero.count import estimate_list

    from .count import write_estimate_of

    which = call.those("up_to_symmetry", "symmetry")
    write = None
    if call.form != "parquet":
        write = lambda tour: len(_text(call, problem, tour, 0).encode()) + 1  # noqa: E731
    return write_estimate_of(call, estimate_list, problem, write=write, limits=budget.left, **which)


class _Saved(NamedTuple):
    """The bytes of a file that hold whole tours, how many these are, and the token after them."""

    size: int
    tours: int
    token: str


class _Run:
    """A listing, and the number of its tours written so far.

    The first Ctrl-C ends it after the tour that is written, so that none is truncated or lost; the
    second one takes effect at once, because the output may be blocked.
    """

    listing: Listing

    def __init__(self, bar: Bar) -> None:
        self.bar = bar
        self.count = self.position = 0
        self.interrupted = False
        self.reached: LimitReached | None = None
        self.saved: _Saved | None = None
        self.flush: Callable[[], None] | None = None

    def on_event(self, event: Progress) -> None:
        """Show the tours found so far while the search continues, and end it after Ctrl-C."""
        if self.flush is not None:
            self.flush()
        if self.interrupted:
            raise KeyboardInterrupt
        self.bar(event)

    @contextmanager
    def reading(self, listing: Listing) -> Iterator[None]:
        """Delay Ctrl-C while the tours are read and written."""
        self.listing, self.position = listing, listing.position
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
            for tour in self.listing:
                yield tour
                self.count, self.position = self.count + 1, self.listing.position
                if self.interrupted:
                    return
            self.position = self.listing.position
        except LimitReached as limit_reached:
            self.reached, self.position = limit_reached, self.listing.position
        except KeyboardInterrupt:
            self.interrupted = True


def _refuse(call: Call) -> None:
    """Refuse a file that cannot be written."""
    refuse_text(call)
    if call.form == "parquet" and call.resume is not None and os.path.exists(call.output):
        line = _("{file} exists and cannot be extended: name another file for the remaining tours.")
        raise click.UsageError(line.format(file=call.output))


def _from_file(call: Call) -> int:
    """Write the tours of a file in another format."""
    from caballero.collection import read_tours

    try:
        collection = read_tours(call.board)
    except FileNotFoundError as error:
        line = _("The file {file} does not exist: check its name.")
        raise click.UsageError(line.format(file=call.board)) from error
    count = _write(call, collection.problem, islice(collection, call.count))
    note(_("Verified tours: {count}.").format(count=count))
    return 0


def _write(
    call: Call,
    problem: Problem,
    tours: Iterable[Tour],
    stopped: Callable[[], bool] = lambda: False,
    run: _Run | None = None,
) -> int:
    """Write tours in the format of the answer, or their statistics; return how many there are."""
    if os.path.exists(call.output or "-"):
        tours = _unless_none(tours, stopped)
    if call.form == "parquet" or call.statistics:
        with suppress(_NoTour):
            return write_collected(call, tours, problem)
        return 0
    mode: Literal["w", "a"] = "w" if call.resume is None else "a"
    count = 0
    whole = partial(_whole, run, mode)
    with _whole_tours(call, run, mode), suppress(_NoTour), stream_output(call, mode, whole) as out:
        count = _write_texts(call, problem, tours, out, run)
    return count


class _NoTour(Exception):
    """The listing was stopped before its first tour: the old file stays."""


def _unless_none(tours: Iterable[Tour], stopped: Callable[[], bool]) -> Iterator[Tour]:
    """Yield tours; raise `_NoTour` if there was none before the listing was stopped."""
    count = 0
    for count, tour in enumerate(tours, start=1):  # noqa: B007
        yield tour
    if not count and stopped():
        raise _NoTour


def _whole(run: _Run | None, mode: str) -> int:
    """Return how many bytes of a new file are whole tours."""
    return run.saved.size if run is not None and run.saved is not None and mode == "w" else 0


def _write_texts(
    call: Call, problem: Problem, tours: Iterable[Tour], out: TextIO, run: _Run | None
) -> int:
    """Write tours as text, those of a run as soon as they are found."""
    separate = call.resume is not None and call.form != "json"
    count = waiting = 0
    if run is not None:
        run.flush = out.flush
        _save(call, run, out, 0)
    for tour in tours:
        text = _text(call, problem, tour, run.listing.position - 1 if run is not None else count)
        text = f"\n{text}\n" if separate else f"{text}\n"
        separate = call.form != "json"
        if run is not None and out.isatty():
            run.bar.hide()
        out.write(text)
        if run is None and options.sums_of(call):
            out.flush()  # the next one may take days
        count, waiting = count + 1, waiting + len(text)
        if run is not None and (count == 1 or waiting > PORTION):
            _save(call, run, out, count)
            waiting = 0
    return count


def _save(call: Call, run: _Run, out: TextIO, count: int) -> None:
    """Write the waiting tours; note how many bytes of a file hold whole tours."""
    out.flush()
    if call.output not in {None, "-"}:
        run.saved = _Saved(os.fstat(out.fileno()).st_size, count, run.listing.token)


@contextmanager
def _whole_tours(call: Call, run: _Run | None, mode: str) -> Iterator[None]:
    """If a file cannot be written to the end, shorten it to whole tours and report the token.

    A file that was there before stays instead, unless tours are added to it.
    """
    there = os.path.exists(call.output or "-")
    try:
        yield
    except OSError:
        if run is not None and run.saved is not None and (mode == "a" or not there):
            with suppress(OSError):  # it is a device
                if mode == "a":
                    os.truncate(call.output, run.saved.size)
            report(_("Verified tours: {count}.").format(count=run.saved.tours))
            report(_("To continue: --resume {token}").format(token=run.saved.token))
        raise


def _text(call: Call, problem: Problem, tour: Tour, index: int) -> str:
    """Return a tour as text; in JSON with its place in the listing."""
    if call.form != "json":
        return tour_as_text(call, tour)
    data = outcome_json(problem, Found(tour, Stats("", 0, 0.0)), current_language())
    del data["stats"]  # a listing has statistics of its own
    return json_line({**data, "index": index})


def _end(call: Call, run: _Run) -> int:
    """Print how the listing ended and how to resume it; return the exit status."""
    listing, reached, interrupted = run.listing, run.reached, run.interrupted
    if listing.certificate is not None and not listing.position:
        none = Impossible(listing.certificate, listing.stats)
        if call.form == "json":
            write_outcome(call, listing.problem, none)
        return conclude_and_offer(call, none)
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
