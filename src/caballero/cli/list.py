"""``caballero list BOARD``: every tour, one after the other, as soon as it is found."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from caballero.errors import LimitReached
from caballero.formats import outcome_json, to_matrix_text, to_moves_text
from caballero.limits import Limits, Progress
from caballero.listing import Listing, iter_tours
from caballero.outcome import Found, Impossible
from caballero.tour import Tour
from caballero.words import Message

from .answer import concluded, form_of, give_json, progress, tell
from .language import spoken
from .language import translate as _
from .options import (
    board_argument,
    first_option,
    format_option,
    json_option,
    language_option,
    memory_option,
    output_option,
    question,
    question_options,
    timeout_option,
    wish_options,
)

INTERRUPTED = 130


@click.command(
    "list",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "List every tour, each once, as soon as it is found.\n\n"
        "A tour and the same backwards are one, unless --directed is given. When a listing ends "
        "before its time, a token is printed on standard error: with it the same command goes on "
        "there.\n\n"
        "BOARD is as for tour. Tours are parted by an empty line; in JSON each has a line of its "
        "own."
    ),
    epilog=_("Example: caballero list 6 --closed --limit 10 --format moves"),
)
@board_argument
@question_options
@wish_options
@click.option("--directed", is_flag=True, help=_("List each direction of a tour."))
@click.option(
    "--limit", type=click.IntRange(min=1), metavar=_("N"), help=_("List so many tours at most.")
)
@click.option(
    "--every", type=click.IntRange(min=1), default=1, show_default=True, metavar=_("N"),
    help=_("List one tour of so many."),
)  # fmt: skip
@click.option(
    "--resume", metavar=_("TOKEN"),
    help=_("Go on where another listing ended; a file that is named is added to."),
)  # fmt: skip
@timeout_option
@memory_option
@format_option(
    type=click.Choice(["text", "matrix", "moves", "json"]),
    help=_("How to write the tours; text unless given."),
)
@json_option
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
    directed: bool,
    limit: int | None,
    every: int,
    resume: str | None,
    timeout: float | None,
    memory: float | None,
    form: str | None,
    as_json: bool,
    first: int,
    output: str | None,
) -> int:
    problem = question(
        board, closed=closed, start=start, end=end, piece=piece, surface=surface, clues=clues,
        forced=forced, forbidden=forbidden,
    )  # fmt: skip
    forms = {"json": "json", "jsonl": "json"}
    form = "json" if as_json else form or form_of(output, forms)
    with _Pause() as pause, progress() as shown, _stream(output, resume is not None) as out:

        def on_event(event: Progress) -> None:
            out.flush()  # what was found is to be seen while the next one is searched for
            if shown is not None:
                shown(event)

        listing = iter_tours(
            problem, directed=directed, limit=limit, every=every, resume=resume,
            limits=Limits(seconds=timeout, megabytes=memory), on_event=on_event,
        )  # fmt: skip
        count, position = 0, listing.position
        begun = resume is not None and form != "json"
        reached: LimitReached | None = None
        try:
            for tour in listing:
                text = _written(listing, tour, form, first)
                text = f"\n{text}\n" if begun else f"{text}\n"
                begun = form != "json"
                # An interruption before this is one before the tour, and after it, behind it.
                pause.writing = True
                out.write(text)
                count, position = count + 1, listing.position
                if count == 1:
                    out.flush()
                pause.writing = False
                if pause.wanted:
                    raise KeyboardInterrupt
            position = listing.position
        except LimitReached as limit_reached:
            reached, position = limit_reached, listing.position
        except KeyboardInterrupt:
            pause.wanted = True
        interrupted = pause.wanted
        pause.writing = True  # the file is still to be closed
    return _ended(listing, count, position, reached, interrupted, form, output)


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
        from io import StringIO

        yield sys.stdout or StringIO()
        return
    try:
        with open(output, "a" if more else "w", encoding="utf-8") as file:
            yield file
    except FileNotFoundError as error:
        line = _("The folder of {file} does not exist: make it first, or name another file.")
        raise click.UsageError(line.format(file=output)) from error
    except OSError as error:
        error.filename = output  # a full disk does not say which file
        raise


def _written(listing: Listing, tour: Tour, form: str, first: int) -> str:
    match form:
        case "json":
            data = outcome_json(listing.problem, Found(tour, listing.stats), spoken())
            del data["stats"]  # it would be of the listing, not of the tour
            return json.dumps({**data, "index": listing.position - 1}, ensure_ascii=False)
        case "matrix":
            return to_matrix_text(tour, first)
        case "moves":
            return to_moves_text(tour)
    from caballero.render.text import tour_text

    return tour_text(tour, first)


def _ended(
    listing: Listing,
    count: int,
    position: int,
    reached: LimitReached | None,
    interrupted: bool,
    form: str,
    output: str | None,
) -> int:
    """Say how a listing ended and how to go on; return the exit status."""
    if listing.certificate is not None and not listing.position:
        none = Impossible(listing.certificate, listing.stats)
        if form == "json":
            give_json(listing.problem, none, output)
        return concluded(none)
    tell(_("Verified tours: {count}.").format(count=count))
    if reached is not None:
        limit = Message(f"column-{reached.outcome.limit}").text(spoken())
        line = _("The limit of {limit} was reached, after {nodes} nodes.")
        tell(line.format(limit=limit, nodes=listing.stats.nodes))
    if interrupted:
        tell(_("Interrupted."))
    if listing.finished:
        return 0
    tell(_("To go on: --resume {token}").format(token=listing.token_at(position)))
    return INTERRUPTED if interrupted else 3 if reached is not None else 0
