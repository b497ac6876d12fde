"""The progress of long work: a line on standard error, if that is a terminal.

It appears after a second without other output, and is erased at the end. It shows the work done and
its pace; and, if the total is known, a bar and the estimated time left. The pace is that of the
second half of the work done: it follows a change of pace soon, and never jumps, because the time
of that half grows steadily when nothing is done.

Invariants: it is written only to a terminal; it is hidden while an answer or a message is written;
the share shown of a piece of work never goes back; short work imports nothing for it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

import click

from caballero import Progress
from caballero.machine.words import number

from .answer import is_quiet
from .language import current_language, translate as _

if TYPE_CHECKING:
    from threading import Lock

QUIET_SECONDS: Final = 1.0
"""Seconds before the line appears."""

TICK_SECONDS: Final = 0.25
"""Seconds between two updates."""

MOST_MEASUREMENTS: Final = 200
"""The most measurements that are kept."""

SETTLED_SECONDS: Final = 3.0
"""Seconds of measurements before the time left is estimated."""

FEWEST_NODES: Final = 100
"""The fewest nodes that are shown; fewer say nothing about the work."""

BAR, LEAST = 30, 5
"""The usual width of a bar, and the least that is useful."""


class Pace:
    """The pace at which a number grows.

    >>> pace = Pace()
    >>> for second in range(11):
    ...     pace.note(second, 5 * max(0, second - 5))
    >>> pace.rate, pace.seconds
    (5.0, 10)
    """

    def __init__(self) -> None:
        self._past: list[tuple[float, float]] = []

    def note(self, now: float, value: float) -> None:
        """Record the number at a moment."""
        if self._past and value < self._past[-1][1] / 2:
            self._past.clear()  # another piece of work has begun
        self._past.append((now, value))
        if len(self._past) > MOST_MEASUREMENTS:
            del self._past[1:-1:2]

    @property
    def rate(self) -> float:
        """Its growth per second, since it had half of its growth; 0 if it has not grown yet."""
        if not self._past or self._past[-1][1] <= self._past[0][1]:
            return 0
        now, value = self._past[-1]
        half = (self._past[0][1] + value) / 2
        then, before = next(past for past in reversed(self._past) if past[1] <= half)
        return (value - before) / (now - then) if now > then else 0

    @property
    def seconds(self) -> float:
        """The time that was measured."""
        return self._past[-1][0] - self._past[0][0] if self._past else 0


class Bar:
    """The line of a piece of work; made by :func:`progress`.

    A search calls it with its :class:`~caballero.machine.limits.Progress`; other work reports with
    :meth:`at` how many items are done. `unit` is that of ``done`` and ``total``, in the reader's
    language; without it they are a share of the work, and the line shows the nodes.
    """

    def __init__(self, unit: str | None = None) -> None:
        self._unit = unit
        self._event = Progress("", 0, 0)
        self._at: tuple[float | None, float | None] = (None, None)
        self._done, self._nodes, self._shares = Pace(), Pace(), Pace()
        self._share: float | None = None
        self._began = self._last_output = time.perf_counter()
        self._lock: Lock | None = None
        self._shown = False

    def __call__(self, event: Progress) -> None:
        """Record the progress of a search."""
        self._event = event

    def at(self, done: float, total: float | None = None) -> None:
        """Record how many items are done, and how many there are."""
        self._at = done, total

    def start_next(self, unit: str, event: Progress) -> None:
        """Record the progress of the next piece of work, which has another unit."""
        if unit != self._unit:
            self._shares, self._share = Pace(), None
        self._unit, self._event = unit, event

    def hide(self) -> None:
        """Hide the line before other output; it returns after a second."""
        if self._lock is not None:
            with self._lock, suppress(OSError, ValueError):
                self._last_output = time.perf_counter()
                if self._shown:
                    self._show("")

    def start(self) -> None:
        """Start the thread that draws the line."""
        from threading import Event, Lock, Thread  # only needed here

        self._lock, self._over = Lock(), Event()
        Thread(target=self._draw_regularly, args=(self._lock,), daemon=True).start()

    def stop(self) -> None:
        """End the thread and remove the line."""
        self._over.set()
        self.hide()

    def _draw_regularly(self, lock: Lock) -> None:
        with suppress(OSError, ValueError):  # the terminal is gone
            while not self._over.wait(TICK_SECONDS):
                now = time.perf_counter()
                self._measure(now)
                with lock:
                    due = now - self._last_output >= QUIET_SECONDS and not self._over.is_set()
                    if due:
                        self._show(self._line(now, columns() - 1))

    def _measure(self, now: float) -> None:
        """Record how far the work is; a search's own estimate may go back, the share does not."""
        done, total = self._done_and_total()
        if done is not None:
            self._done.note(now, done)
        if done is not None and total:
            self._share = max(self._share or 0.0, min(1.0, done / total))
            self._shares.note(now, self._share)
        self._nodes.note(now, self._event.nodes)

    def _show(self, line: str) -> None:
        """Write a line in place of the last; the cursor waits at its beginning."""
        click.echo(f"\r\x1b[2K{line}\r", nl=False, err=True)
        self._shown = bool(line)

    def _done_and_total(self) -> tuple[float | None, float | None]:
        event = self._event
        return (event.done, event.total) if self._at[0] is None else self._at

    def _line(self, now: float, width: int) -> str:
        share = self._share if self._done_and_total()[1] else None
        left = None
        if share is not None and (rate := self._shares.rate):
            left = (1 - share) / rate if self._shares.seconds >= SETTLED_SECONDS else None
        percent = "" if share is None else f"{100 * share:3.0f} %"
        words = [percent, self._count(), time_text(now - self._began, left)]
        words = fit_words([self._event.method, *words], width)
        free = min(BAR, width - sum(len(word) + 2 for word in words))
        if share is not None and free > LEAST:
            words.insert(words.index(percent), f"{'━' * round(share * free):╌<{free}}")
        return "  ".join(words)[:width]

    def _count(self) -> str:
        done, total = self._done_and_total()
        if self._unit is None:
            if self._event.nodes < FEWEST_NODES:
                return ""
            counts = {"count": self._event.nodes, "rate": pace_text(self._nodes.rate)}
            return _("{count} nodes, {rate}/s").format(**counts)
        if done is None:
            return ""
        counts = {"count": round(done), "rate": pace_text(self._done.rate)}
        if total:
            line = _("{count} of {total} {unit}, {rate}/s")
            return line.format(unit=self._unit, total=round(total), **counts)
        return _("{count} {unit}, {rate}/s").format(unit=self._unit, **counts)


@contextmanager
def progress(unit: str | None = None) -> Iterator[Bar]:
    """Show the progress of some work on a terminal while it lasts; `unit` is that of :class:`Bar`.

    >>> with progress("shards") as bar:
    ...     for done in range(4):
    ...         bar.at(done, 4)
    """
    bar = Bar(unit)
    dumb = os.environ.get("TERM") == "dumb"
    if sys.stderr is None or not sys.stderr.isatty() or dumb or is_quiet():
        yield bar
        return
    bar.start()
    try:
        yield bar
    finally:
        bar.stop()


def fit_words(words: Sequence[str], width: int) -> list[str]:
    """Leave out words that do not fit: the method first, then the counts, then the percentage.

    >>> fit_words(["frontier", "42 %", "1 234 nodes", "0:31"], 26)
    ['42 %', '1 234 nodes', '0:31']
    >>> fit_words(["frontier", "42 %", "1 234 nodes", "0:31"], 12)
    ['42 %', '0:31']
    """
    kept = list(words)
    for least in (0, 2, 1):
        if sum(len(word) + 2 for word in kept if word) > width:
            kept[least] = ""
    return [word for word in kept if word]


def columns() -> int:
    """Return the width of the terminal: what ``COLUMNS`` says, or what it is, or 80."""
    wished = os.environ.get("COLUMNS", "")
    return (int(wished) if wished.isdecimal() else os.get_terminal_size(2).columns) or 80


def pace_text(rate: float) -> str:
    """Write a pace with at least two digits.

    >>> pace_text(0.0213), pace_text(2.46), pace_text(12345.6)
    ('0.021', '2.5', '12\xa0346')
    """
    return number(rate, current_language(), ".0f" if rate >= 10 else ".2g")


def clock(seconds: float) -> str:
    """Write a time as minutes and seconds, or with hours.

    >>> clock(75), clock(3723), clock(200_000)
    ('1:15', '1:02:03', '55:33:20')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def time_text(seconds: float, left: float | None) -> str:
    """Return the time taken, and the estimated time left.

    >>> time_text(75, None), time_text(75, 30)
    ('1:15', '1:15, about 0:30 left')
    """
    if left is None:
        return clock(seconds)
    return _("{taken}, about {left} left").format(taken=clock(seconds), left=clock(left))
