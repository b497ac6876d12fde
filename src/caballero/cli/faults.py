"""Report a fault of Caballero itself: the traceback, a sentence, and status 70.

Invariant: the status is never 1, which says that there is no tour.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress

FAULT = 70
"""The exit status of a fault, as in the ``sysexits.h`` of Unix."""


def report_fault(words: Sequence[str]) -> int:
    """Print the exception that is handled and ask for a report; return the exit status."""
    with suppress(Exception):  # the fault may be in what is used here, or standard error closed
        traceback.print_exc()
        from .commands import print_error
        from .language import translate as _

        line = _("This is a fault of Caballero: please report it with the lines above.")
        print_error(words, line)
        sys.stderr.flush()
    return FAULT
