"""Ctrl-C while modules are imported, and after the answer."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # typing takes most of the time before Ctrl-C is handled
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

INTERRUPTED = 130
"""The exit status of an interrupted command."""


def importing(load: Callable[[], T]) -> T:
    """Import modules; Ctrl-C ends the program at once.

    Its exception might be lost in an import, or be replaced by another.
    """
    import signal

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # the caller has a handler
        return load()
    try:
        signal.signal(signal.SIGINT, lambda *_signal: os._exit(INTERRUPTED))
    except ValueError:  # not in the main thread, which gets the signals
        return load()
    try:
        return load()
    finally:
        signal.signal(signal.SIGINT, before)


def ignore_interrupts() -> None:
    """Ignore Ctrl-C from now on: the answer is written, and the status tells its kind."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
