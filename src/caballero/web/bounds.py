"""The limits of requests to the server; every bound is also in its schema.

The command line allows larger boards: these bounds keep the page responsive, and leave a machine
that serves a class free for other work.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

BODY_BYTES: Final = 256 * 1024
"""The most bytes of a request: enough for a tour of the largest board in every format."""


@dataclass(frozen=True, slots=True)
class Waits:
    """How many seconds the server waits; an application may have its own.

    ``head`` is for a request on an idle connection, twice as long after its first request; ``body``
    for the rest of it; ``worker`` for a worker, before the client is asked to retry; ``grace`` for
    a worker to start and to give up, before it is killed; ``trace`` for the search of a trace, and
    ``turns`` for that with its waits on a busy machine; ``stall`` for a reader that stops.
    """

    head: float = 10.0
    body: float = 10.0
    worker: float = 15.0
    grace: float = 2.0
    trace: float = 5.0
    turns: float = 10.0
    stall: float = 30.0


WAITS: Final = Waits()
"""The usual waits."""

SOLVE_SQUARES: Final = 2_500
"""The most squares of a board to solve or verify."""

MOST_SQUARES: Final = MappingProxyType(
    {
        "hint": 2_500,
        "longest": 100,
        "count": 64,
        "puzzle": 100,
        "puzzle/hint": 100,
        "trace": 900,
        "tree": 900,
        "race": 400,
    }
)
"""The most squares of a board, by path, where they are not ``SOLVE_SQUARES``."""

DEFAULTS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "solve": {"seconds": 5.0},
        "longest": {"seconds": 5.0},
        "count": {"seconds": 5.0},
        "hint": {"seconds": 2.0, "strength": 1},
        "puzzle": {"seed": 0, "kind": "numbers"},
        "picture": {"format": "svg"},
        "trace": {"method": "backtracking", "limit": 10_000},
        "tree": {"method": "backtracking", "seconds": 2.0},
    }
)
"""The values of the fields that tasks need and requests may leave out, by path."""

BOUNDED_SQUARES: Final = 64
"""The most squares for a trace or a tree of branch and bound, which keeps many paths in memory."""

ANIMATION_SQUARES: Final = 400
"""The most squares of an animated tour."""

WIDTH: Final = 2_000
"""The most pixels of the width of a picture."""

GIF_WIDTH: Final = 480
"""The most pixels of the width of an animation; wider pictures are reduced to it."""

IMAGE_SQUARES: Final = 400_000
"""Squares of all symmetric images of a tour together; beyond it, symmetry is not computed."""

STEPS: Final = 100_000
"""The most steps of a trace."""

BATCH: Final = 100
"""Steps that are sent together: sent singly they would take ten times as long."""

SEARCH_SECONDS: Final = 10.0
"""How long a search may take."""

VERIFY_SECONDS: Final = 10.0
"""How long the judge may take, and the table of published counts."""

CLAIM_CELLS: Final = 5 * SOLVE_SQUARES
"""The most words and lines together of a text of a tour: JSON on many lines has four a square."""

STATISTICS_SECONDS: Final = 10.0
"""How long the statistics of a tour may take."""

PICTURE_SECONDS: Final = 20.0
"""How long drawing a tour as a file may take."""

PUZZLE_SECONDS: Final = 20.0
"""How long making a puzzle may take, with its grade; its first part has a limit of its own."""

STEP_SECONDS: Final = 10.0
"""How long the next step in a puzzle may take."""

MEGABYTES: Final = 500.0
"""The memory limit of a search, in megabytes."""

HARD_MEGABYTES: Final = 1_500
"""The memory limit that the system enforces on a worker."""

RETRY_SECONDS: Final = 5
"""The seconds after which a client is asked to retry."""

WORKERS: Final = 2
"""Processes that search, count and draw; equal numbers give hints and statistics, and judge."""

THREADS: Final = 2
"""Threads of the server itself, for files and races; another has all traces."""

JOBS: Final = 120
"""Searches that run or wait, of all clients together."""

JOBS_EACH: Final = 40
"""Searches that run or wait, of a client: a class may share an address."""

STREAMS: Final = 32
"""Traces that are being sent, to all clients together."""

STREAMS_EACH: Final = 4
"""Traces that are being sent to a client: a client that does not read blocks only itself."""

PUPILS: Final = 60
"""The most pupils of a race."""

NAME: Final = 24
"""The most characters of a pupil's name."""
