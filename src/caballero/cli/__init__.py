"""The command line: a thin layer on the library, a file per command, without logic.

The language is set before any command is imported, because help texts are translated when they
are defined; click uses the same catalogue.
"""

from __future__ import annotations

import gc
import sys

from .interrupts import INTERRUPTED, exit_on_signals, ignore_interrupts, importing

TYPE_CHECKING = False  # typing takes most of the time before Ctrl-C is handled
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``caballero`` and exit with its status.

    0 found, valid, done; 1 proved impossible, or not valid; 2 wrong usage or unreadable input;
    3 a limit was reached; 70 a fault of Caballero; 130 interrupted.
    """
    # Not list(…): that is a command's module as soon as it is loaded.
    words = [*(sys.argv[1:] if arguments is None else arguments)]
    try:
        status = _run(words)
    except KeyboardInterrupt:  # before the command, or after it
        status = INTERRUPTED
    except Exception:  # Python would exit with 1, which here means that no tour exists
        from .faults import report_fault

        status = report_fault(words)
    ignore_interrupts()
    sys.exit(status)


def _run(words: Sequence[str]) -> int:
    """Run a command; return its status."""
    # Imports make many objects but no garbage: collecting would take longer than a tour.
    gc.disable()
    run = importing(lambda: _prepared(words))
    exit_on_signals()
    gc.freeze()
    gc.enable()
    status = run(words)
    gc.freeze()  # nor at exit
    ignore_interrupts()
    return status


def _prepared(words: Sequence[str]) -> Callable[[Sequence[str]], int]:
    """Set the language, and return the function that runs a command."""
    from .language import set_language

    set_language(words)
    _make_printable()
    from .commands import run

    return run


def _make_printable() -> None:
    """Replace characters that the encoding lacks; almost all have everything."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and stream.encoding.lower() not in {"utf-8", "utf8"}:
            from .encoding import printable

            setattr(sys, name, printable(stream))
