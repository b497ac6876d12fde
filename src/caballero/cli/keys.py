"""Keys, read singly from the terminal: with termios, in Windows with msvcrt.

Invariant: the terminal is as before when the context ends, after Ctrl-C, an error or SIGTERM too.
"""

from __future__ import annotations

import math
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Final

Read = Callable[[float | None], str | None]
"""Wait for a key for some seconds, or for ever with None; return it, or None if none came."""

ARROWS: Final = {"D": "left", "C": "right", "K": "left", "M": "right"}
"""The last letters of the codes of arrows: of terminals, and of Windows."""

SIGNAL_SECONDS: Final = 0.1
"""The longest wait: Python reacts to a signal that came just before a wait only after it."""

POLL_SECONDS: Final = 0.02
"""The time between two looks for a key in Windows."""


@contextmanager
def keyboard() -> Iterator[Read]:
    """Yield a function that reads a key; without a terminal it only waits."""
    if sys.stdin is None or not sys.stdin.isatty():
        yield _wait
    elif sys.platform == "win32":
        yield _read_in_windows
    else:
        with _cbreak(sys.stdin.fileno()) as read:
            yield read


def keys_in(text: str) -> list[str]:
    """Return the keys in the text that a terminal sent; but no codes except of arrows.

    >>> keys_in(" \\x1b[Dq\\x1b[15~")
    [' ', 'left', 'q']
    """
    codes = re.findall(r"\x1b[\[O]([\d;]*)(.)|\x1b|([^\x1b])", text, re.DOTALL)
    keys = [key or ARROWS.get(letter, "") for _numbers, letter, key in codes]
    return [key for key in keys if key]


def _wait(seconds: float | None) -> None:
    time.sleep(seconds or 0)


@contextmanager
def _cbreak(terminal: int) -> Iterator[Read]:
    """Let a terminal send each key at once, without showing it; Ctrl-C still interrupts."""
    from select import select
    from termios import TCSADRAIN, tcgetattr, tcsetattr  # not in Windows
    from tty import setcbreak

    waiting: list[str] = []

    def read(seconds: float | None) -> str | None:
        end = math.inf if seconds is None else time.monotonic() + seconds
        while not waiting:
            left = end - time.monotonic()
            if select([terminal], [], [], max(0, min(left, SIGNAL_SECONDS)))[0]:
                data = os.read(terminal, 1024)
                waiting.extend(keys_in(data.decode("utf-8", "ignore")) if data else "q")
            elif left <= 0:
                return None
        return waiting.pop(0)

    before = tcgetattr(terminal)
    reactions: dict[signal.Signals, Callable[..., object]] = {
        signal.SIGTERM: lambda *_: sys.exit(128 + signal.SIGTERM),
        signal.SIGCONT: lambda *_: setcbreak(terminal, TCSADRAIN),  # after Ctrl-Z
    }
    handlers = {number: signal.signal(number, react) for number, react in reactions.items()}
    try:
        setcbreak(terminal, TCSADRAIN)
        yield read
    finally:
        tcsetattr(terminal, TCSADRAIN, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _read_in_windows(seconds: float | None) -> str | None:
    console = import_module("msvcrt")
    end = None if seconds is None else time.monotonic() + seconds
    while not console.kbhit():
        if end is not None and time.monotonic() >= end:
            return None
        time.sleep(POLL_SECONDS)
    key: str = console.getwch()
    if key == "\x03":  # this function reads Ctrl-C as a key
        raise KeyboardInterrupt
    return ARROWS.get(console.getwch(), "") if key in "\x00\xe0" else key
