"""How far long work is: one line on standard error, where somebody sits at a terminal.

It comes after a second in which nothing was said, and goes without a trace. What is shown is what
is known: the work done and its pace; and where the end is in sight, a bar and about how long it
will take. The pace is that of the latter half of the time: work that changes its pace is soon
told right, and a piece that takes minutes does not look like a standstill.

Invariants: nothing is written but to a terminal; no bar is there when an answer or a sentence is
written; small work imports nothing for it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from caballero.limits import Progress

from .language import translate as _

if TYPE_CHECKING:
    from threading import Lock

    from rich.live import Live
    from rich.table import Table

QUIET: Final = 1.0
"""Seconds before the line comes."""

TICK: Final = 0.25
"""Seconds between two looks."""

KEPT: Final = 200
"""So many moments of the past are remembered, at most."""

BAR, LEAST = 30, 5
"""The width of a bar, where there is room for it; a shorter one would tell nothing."""


class Pace:
    """How fast a number grows.

    Examples
    --------
    >>> from caballero.cli.progress import Pace
    >>> pace = Pace()
    >>> for second in range(11):
    ...     pace.note(second, 5 * max(0, second - 5))
    >>> pace.rate
    5.0
    """

    def __init__(self) -> None:
        self._past: list[tuple[float, float]] = []

    def note(self, now: float, value: float) -> None:
        """Remember the number at a moment."""
        if self._past and value < self._past[-1][1] / 2:
            self._past.clear()  # something else has begun
        self._past.append((now, value))
        if len(self._past) > KEPT:
            del self._past[1:-1:2]

    @property
    def rate(self) -> float:
        """By how much it grows in a second; 0 if it has not grown yet."""
        if len(self._past) < 2:
            return 0
        begun, (now, value) = self._past[0], self._past[-1]
        half = next(moment for moment in self._past if moment[0] >= (begun[0] + now) / 2)
        since = half if half[1] < value else begun
        return max(0.0, value - since[1]) / (now - since[0]) if now > since[0] else 0


class Bar:
    """The line of one piece of work; made by :func:`progress`.

    It is what a search calls with its :class:`~caballero.limits.Progress`. Whoever does whole
    things one after the other says with :meth:`at` how many are done.

    Parameters
    ----------
    unit : str, optional
        What ``done`` and ``total`` count, in the reader's language; a share of the work unless
        given, and then the nodes are told.
    """

    def __init__(self, unit: str | None = None) -> None:
        self._unit = unit
        self._event = Progress("", 0, 0)
        self._at: tuple[float | None, float | None] = (None, None)
        self._done, self._nodes = Pace(), Pace()
        self._begun = self._spoken = time.perf_counter()
        self._live: Live | None = None
        self._lock: Lock | None = None

    def __call__(self, event: Progress) -> None:
        """Take note of how far a search is."""
        self._event = event

    def at(self, done: float, total: float | None = None) -> None:
        """Take note of how many are done, and of how many there are."""
        self._at = done, total

    def onward(self, unit: str, event: Progress) -> None:
        """Take note of how far the next piece of the work is, which is counted in a unit."""
        self._unit, self._event = unit, event

    def hide(self) -> None:
        """Make room: something is to be written. The line comes again after a second."""
        if self._lock is not None:
            with self._lock:
                self._spoken = time.perf_counter()
                self._clear()

    def start(self) -> None:
        """Begin to look on."""
        from threading import Event, Lock, Thread  # nobody else needs them

        self._lock, self._over = Lock(), Event()
        Thread(target=self._look, args=(self._lock,), daemon=True).start()

    def stop(self) -> None:
        """End, and leave nothing behind."""
        self._over.set()
        self.hide()

    def _look(self, lock: Lock) -> None:
        with suppress(OSError, ValueError):  # the terminal is gone
            while not self._over.wait(TICK):
                now = time.perf_counter()
                done, _total = self._known()
                if done is not None:
                    self._done.note(now, done)
                self._nodes.note(now, self._event.nodes)
                with lock:
                    late = now - self._spoken >= QUIET and not self._over.is_set()
                    if late and not self._show(now):
                        return

    def _show(self, now: float) -> bool:
        """Draw the line; False if this terminal can do nothing of the kind."""
        from rich.console import Console
        from rich.live import Live

        if self._live is None:
            console = Console(stderr=True, markup=False, emoji=False)
            if not console.is_terminal or console.is_dumb_terminal:
                return False
            self._live = Live(
                console=console, auto_refresh=False, transient=True, redirect_stdout=False,
                redirect_stderr=False,
            )  # fmt: skip
            self._live.start()
            console.show_cursor(True)  # else it would be gone if we are killed
        self._live.update(self._line(now, self._live.console.width - 1), refresh=True)
        return True

    def _clear(self) -> None:
        live, self._live = self._live, None
        if live is not None:
            with suppress(OSError, ValueError):
                live.stop()

    def _known(self) -> tuple[float | None, float | None]:
        event = self._event
        return (event.done, event.total) if self._at[0] is None else self._at

    def _line(self, now: float, width: int) -> Table:
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        done, total = self._known()
        share = left = None
        if done is not None and total:
            share, rate = min(1.0, done / total), self._done.rate
            left = max(0.0, total - done) / rate if rate else None
        percent = "" if share is None else f"{100 * share:3.0f} %"
        words = [percent, self._count(done, total), taken(now - self._begun, left)]
        words = fitting([self._event.method, *words], width)
        line = Table.grid(padding=(0, 2))
        room = width - sum(len(word) + 2 for word in words)
        if share is not None and room > LEAST:
            words.insert(words.index(percent), "")
        cells = [word or ProgressBar(1, share or 0, min(BAR, room)) for word in words]
        for _cell in cells:
            line.add_column(no_wrap=True)
        line.add_row(*cells)
        return line

    def _count(self, done: float | None, total: float | None) -> str:
        if self._unit is None:
            if not self._event.nodes:
                return ""
            counts = {"count": grouped(self._event.nodes), "rate": paced(self._nodes.rate)}
            return _("{count} nodes, {rate}/s").format(**counts)
        if done is None:
            return ""
        counts = {"count": grouped(done), "rate": paced(self._done.rate)}
        if total:
            line = _("{count} of {total} {unit}, {rate}/s")
            return line.format(unit=self._unit, total=grouped(total), **counts)
        return _("{count} {unit}, {rate}/s").format(unit=self._unit, **counts)


@contextmanager
def progress(unit: str | None = None) -> Iterator[Bar]:
    """Show how far some work is, as long as it lasts, if anybody looks.

    Parameters
    ----------
    unit : str, optional
        As for :class:`Bar`.

    Examples
    --------
    >>> from caballero.cli.progress import progress
    >>> with progress("shards") as bar:
    ...     for done in range(4):
    ...         bar.at(done, 4)
    """
    bar = Bar(unit)
    if sys.stderr is None or not sys.stderr.isatty():
        yield bar
        return
    bar.start()
    try:
        yield bar
    finally:
        bar.stop()


def fitting(words: Sequence[str], width: int) -> list[str]:
    """Leave out what there is no room for: of method, percent, counts and time the first ones.

    Examples
    --------
    >>> from caballero.cli.progress import fitting
    >>> fitting(["frontier", "42 %", "1 234 nodes", "0:31"], 26)
    ['42 %', '1 234 nodes', '0:31']
    >>> fitting(["frontier", "42 %", "1 234 nodes", "0:31"], 12)
    ['42 %', '0:31']
    """
    kept = list(words)
    for least in (0, 2, 1):
        if sum(len(word) + 2 for word in kept if word) > width:
            kept[least] = ""
    return [word for word in kept if word]


def grouped(number: float) -> str:
    """Write a number with spaces between thousands.

    Examples
    --------
    >>> from caballero.cli.progress import grouped
    >>> grouped(1234567)
    '1 234 567'
    """
    return f"{number:,.0f}".replace(",", " ")


def paced(rate: float) -> str:
    """Write a pace: two digits at least.

    Examples
    --------
    >>> from caballero.cli.progress import paced
    >>> paced(0.0213), paced(2.46), paced(12345.6)
    ('0.021', '2.5', '12 346')
    """
    return grouped(rate) if rate >= 10 else f"{rate:.2g}"


def clock(seconds: float) -> str:
    """Write a time as minutes and seconds, or with hours.

    Examples
    --------
    >>> from caballero.cli.progress import clock
    >>> clock(75), clock(3723), clock(200_000)
    ('1:15', '1:02:03', '55:33:20')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def taken(seconds: float, left: float | None) -> str:
    """Say how long it took, and about how long it will take.

    Examples
    --------
    >>> from caballero.cli.progress import taken
    >>> taken(75, None), taken(75, 30)
    ('1:15', '1:15, about 0:30 left')
    """
    if left is None:
        return clock(seconds)
    return _("{taken}, about {left} left").format(taken=clock(seconds), left=clock(left))
