"""A worker: a process that does tasks in turn, and can be killed at any time.

It reads a task a line from its standard input and writes an answer a line to its standard
output, both JSON. It ends when its input is closed.

Invariants: every task is answered, unless an unexpected error ends the process; memory never
exceeds ``HARD_MEGABYTES``.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from caballero.machine.errors import CaballeroError, LimitReached
from caballero.machine.words import Message

from . import bounds, looking, puzzling, tasks
from .tasks import Json

TASKS: Final[Mapping[str, Callable[[Json, str], Json]]] = MappingProxyType(
    {**tasks.TASKS, **looking.TASKS, **puzzling.TASKS}
)
"""All tasks of a worker, by name."""


def answer(task: dict[str, Any]) -> dict[str, Any]:
    """Do a task, a dict of ``name``, ``request`` and ``language``.

    Returns ``answer``; or ``refused`` (a code), ``message``, and ``limit`` if any was reached.

    >>> request = {"board": {"shape": [0, 4]}, "seconds": 5, "seed": 0}
    >>> answer({"name": "solve", "request": request, "language": "en"})["refused"]
    'board-side'
    """
    language = task["language"]
    try:
        return {"answer": TASKS[task["name"]](task["request"], language)}
    except LimitReached as reached:
        message = reached.message.text(language)
        return {"refused": reached.code, "message": message, "limit": reached.outcome.limit}
    except CaballeroError as error:
        return {"refused": error.code, "message": error.message.text(language)}
    except MemoryError:
        message = Message("web-memory").text(language)
        return {"refused": "web-memory", "message": message, "limit": "megabytes"}


def main() -> None:
    """Do tasks until standard input ends."""
    _bound_memory()
    if hasattr(os, "nice"):
        os.nice(5)  # the small tasks of the server come first
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # no other code may write there
    for line in sys.stdin.buffer:
        answers.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
        answers.flush()


def _bound_memory() -> None:
    """Set the system's limit on memory, where it has any."""
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
