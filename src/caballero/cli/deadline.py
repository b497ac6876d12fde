"""The deadline of a command: its time limit holds for all that it does.

A search looks at the clock itself and ends with the best so far. A timer of the system interrupts
everything else, as Ctrl-C would. It counts the work of the process, not the time of a busy machine.

Invariant: after the limit a command works for about half a second at most, except where a single
call of a library of C takes longer, and on Windows, which has no such timer.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # the module signal takes long
import math
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from caballero import GaveUp, LimitReached, Stats
from caballero.machine.limits import LimitHit

T = TypeVar("T")

TICK: Final = 0.02
"""Seconds of work between two looks at the clock."""

GRACE: Final = 0.3
"""Seconds of work after the limit in which a search may end, and a small picture be written."""

AGAIN: Final = 0.05
"""Seconds of work before the next interruption, where code goes on after the first."""

FINAL: Final = frozenset({"__del__", "weakref", "_weakrefset"})  # called when an object goes


def within(seconds: float | None, work: Callable[[], T]) -> T:
    """Do some work; raise LimitReached if it goes on a moment after the limit; None is no limit.

    An assignment switches the timer off: a signal could come in the methods of a context manager.
    Finalizers end first, for Python drops exceptions there; another callback's is raised again.
    """
    began = time.perf_counter()
    due, over, shown = math.inf, False, sys.unraisablehook

    def look(_signal: int, at: Any) -> None:
        nonlocal due
        worked = time.thread_time()
        if worked >= due and not over:
            while at and FINAL.isdisjoint((at.f_code.co_name, at.f_globals.get("__name__"))):
                at = at.f_back
            if at is None:
                due = worked + AGAIN
                raise LimitHit("seconds")
        if due == math.inf and time.perf_counter() - began >= (seconds or 0):
            due = worked + GRACE

    before = None
    try:
        with suppress(AttributeError, ValueError):  # Windows; a thread, which gets no signals
            if seconds is not None:
                before = signal.signal(signal.SIGVTALRM, look)
                sys.unraisablehook = lambda it: isinstance(it.exc_value, LimitHit) or shown(it)
                signal.setitimer(signal.ITIMER_VIRTUAL, TICK, TICK)
        return work()
    except LimitHit as hit:
        over = True
        raise LimitReached(GaveUp(hit.limit, Stats("", 0, time.perf_counter() - began))) from None
    finally:
        over = True
        if before is not None:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
            sys.unraisablehook = shown
