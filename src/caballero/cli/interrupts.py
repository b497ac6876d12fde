"""Ctrl-C while modules are imported, and after the answer; the end that the system asks for."""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # the module signal takes long
import sys
from contextlib import suppress

TYPE_CHECKING = False  # typing takes most of the time before Ctrl-C is handled
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

INTERRUPTED = 130
"""The exit status of an interrupted command."""


def importing(load: Callable[[], T]) -> T:
    """Import modules; Ctrl-C ends the program at once, because an import may lose its exception."""
    from caballero import _stop_at_once

    before = signal.getsignal(signal.SIGINT)
    if before is _stop_at_once:  # of the first import
        before = signal.default_int_handler
    if before is not signal.default_int_handler:  # the caller has a handler
        return load()
    try:
        signal.signal(signal.SIGINT, _stop_at_once)
    except ValueError:  # not in the main thread, which gets the signals
        return load()
    try:
        return load()
    finally:
        signal.signal(signal.SIGINT, before)


def exit_on_signals() -> None:
    """End as an exception does when the system ends the program, so that no file is left half."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with suppress(ValueError):  # not in the main thread
                signal.signal(number, _exit)


def _exit(number: int, _frame: object) -> None:
    """End the program; where Python drops the exception, in a callback, once more."""
    sys.unraisablehook = lambda _dropped: _signal_soon(number)
    sys.exit(128 + number)


def _signal_soon(number: int) -> None:
    import _thread
    import os
    import time

    def send() -> None:
        time.sleep(0.01)
        os.kill(os.getpid(), number)

    _thread.start_new_thread(send, ())


def ignore_interrupts() -> None:
    """Ignore Ctrl-C from now on: the answer is written, and the status shows its kind."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
