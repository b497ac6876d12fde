"""The command line: a thin layer on the library. One small file a command, no logic.

The language is settled before any command is imported, because a command's help is translated
when it is defined, and click speaks through the same catalogue.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import Final

INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``caballero`` and leave with its exit status.

    0 found, valid, done; 1 proved impossible, or not valid; 2 wrong usage or unreadable input;
    3 a limit was reached; 130 interrupted.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    # Importing makes many objects and no garbage: looking for it would take longer than a tour.
    gc.disable()
    try:
        from .language import settle

        settle(words, os.environ)
        from .commands import run
    except KeyboardInterrupt:  # before there are words to say it in
        sys.exit(INTERRUPTED)

    gc.freeze()
    gc.enable()
    status = run(words)
    gc.freeze()  # nor at the end, when all of it goes
    sys.exit(status)
