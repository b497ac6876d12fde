"""A worker: a process that does one task after the other, and can be killed at any time.

It reads a task a line from its standard input and writes an answer a line to its standard
output, both JSON. When nobody writes any more, it ends.

Invariants: an answer for each task, unless an error that nobody foresaw ends the process; no
more memory than ``HARD_MEGABYTES``.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from caballero.errors import CaballeroError, LimitReached
from caballero.words import Message

from . import bounds
from .looking import LOOKS
from .tasks import TASKS as SEARCHES
from .tasks import Json

TASKS: Final[Mapping[str, Callable[[Json, str], Json]]] = MappingProxyType({**SEARCHES, **LOOKS})
"""All that a worker does, by name."""


def answer(task: dict[str, Any]) -> dict[str, Any]:
    """Do a task.

    Parameters
    ----------
    task : dict
        ``name``, ``asked`` and ``language``.

    Returns
    -------
    dict
        ``answer``, or ``refused`` (a code), ``message``, and ``limit`` if one was reached.

    Examples
    --------
    >>> from caballero.web.worker import answer
    >>> asked = {"board": {"shape": [0, 4]}, "seconds": 5, "seed": 0}
    >>> answer({"name": "solve", "asked": asked, "language": "en"})["refused"]
    'board-side'
    """
    language = task["language"]
    try:
        return {"answer": TASKS[task["name"]](task["asked"], language)}
    except LimitReached as reached:
        said = reached.message.text(language)
        return {"refused": reached.code, "message": said, "limit": reached.outcome.limit}
    except CaballeroError as error:
        return {"refused": error.code, "message": error.message.text(language)}
    except MemoryError:
        said = Message("web-memory").text(language)
        return {"refused": "web-memory", "message": said, "limit": "megabytes"}


def main() -> None:
    """Do tasks until standard input ends."""
    _bound_memory()
    if hasattr(os, "nice"):
        os.nice(5)  # the server comes first: it has little to do, but at once
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nobody else may write there
    for line in sys.stdin.buffer:
        answers.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
        answers.flush()


def _bound_memory() -> None:
    """Let the system refuse memory beyond the bound, where it can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    limit = bounds.HARD_MEGABYTES * 10**6
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or hard > limit:
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


if __name__ == "__main__":
    main()
