"""The deadline of a command: its time limit holds for all that it does.

A search looks at the clock itself and ends with the best so far. Everything else that takes long,
such as reading, drawing and writing, ends here: a timer of the system interrupts it as Ctrl-C
would. The timer counts the time that the process works, so a busy machine ends nothing too soon.

Invariant: after the limit a command works for about half a second at most, except where a single
call of a library of C takes longer, and on Windows, which has no such timer.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # the module signal takes long
import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from caballero import GaveUp, LimitReached, Stats
from caballero.machine.limits import LimitHit

T = TypeVar("T")

TICK: Final = 0.02
"""Seconds of work between two looks at the clock."""

GRACE: Final = 0.3
"""Seconds of work after the limit in which a search may end, and a small picture be written."""

AGAIN: Final = 0.05
"""Seconds of work before the next interruption, where code goes on after the first."""


def within(seconds: float | None, work: Callable[[], T]) -> T:
    """Do some work; raise LimitReached if it goes on a moment after the limit; None is no limit.

    The timer is switched off by an assignment: no signal can come between the end of the work and
    that, as it could in the methods of a context manager.
    """
    began = time.perf_counter()
    due, over = math.inf, False

    def look(*_signal: object) -> None:
        nonlocal due
        worked = time.thread_time()
        if worked >= due and not over:
            due = worked + AGAIN
            raise LimitHit("seconds")
        if due == math.inf and time.perf_counter() - began >= (seconds or 0):
            due = worked + GRACE

    before = None
    try:
        with suppress(AttributeError, ValueError):  # Windows; a thread, which gets no signals
            if seconds is not None:
                before = signal.signal(signal.SIGVTALRM, look)
                signal.setitimer(signal.ITIMER_VIRTUAL, TICK, TICK)
        return work()
    except LimitHit as hit:
        over = True
        stats = Stats("", 0, time.perf_counter() - began)
        raise LimitReached(GaveUp(hit.limit, stats)) from None
    finally:
        over = True
        if before is not None:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
