"""How much anybody may ask of the server; every bound is also in its schema.

A board that is too large for here is not too large for the command line: these numbers keep
a page answering, and a machine that serves a class in use for something else, too.
"""

from __future__ import annotations

from typing import Final

BODY: Final = 256 * 1024
"""Bytes of a request: a tour of the largest board, in any of the ways to write it, is within."""

BODY_SECONDS: Final = 10.0
"""How long a request may take to arrive."""

HEAD_SECONDS: Final = 10.0
"""How long a connection may ask nothing; twice as long once it has asked something."""

SOLVED: Final = 2_500
"""Squares of a board to be solved or verified."""

HINTED: Final = 2_500
"""Squares of a board to be played on."""

COUNTED: Final = 64
"""Squares of a board whose tours are counted."""

TRACED: Final = 900
"""Squares of a board on which a search is told step by step."""

ANIMATED: Final = 400
"""Squares of a board on which a tour is drawn as it grows."""

WIDTH: Final = 2_000
"""Pixels of the width of a picture."""

GIF_WIDTH: Final = 480
"""Pixels of the width of a picture that moves; wider ones are made so wide."""

IMAGES: Final = 400_000
"""Squares that all symmetric images of a tour may have together, for its symmetry to be told."""

STEPS: Final = 100_000
"""Steps of a search that are told at most."""

BATCH: Final = 100
"""Steps that are sent together: one by one they would take ten times as long."""

SECONDS: Final = 10.0
"""How long a search may take."""

LOOKING: Final = 10.0
"""How long it may take to count what a tour's line shows."""

DRAWING: Final = 20.0
"""How long it may take to draw a tour as a file."""

GRACE: Final = 2.0
"""How much longer a worker may take to start, and to say so; then it is stopped."""

MEGABYTES: Final = 500.0
"""How much a search may make a worker grow."""

HARD_MEGABYTES: Final = 1_500
"""Beyond this the system gives a worker no more memory."""

WAIT: Final = 15.0
"""How long a search may wait for a worker before its asker is told to come again."""

RETRY: Final = 5
"""After how many seconds to come again."""

WORKERS: Final = 2
"""Processes that search, count and draw; as many more give hints and statistics."""

THREADS: Final = 2
"""Threads of the server itself that do what is linear, and the searches that are told."""

JOBS: Final = 24
"""Searches that run or wait, of everybody together."""

JOBS_EACH: Final = 8
"""Searches that run or wait, of one client."""

STREAMS: Final = 32
"""Traces that are being sent, to everybody together."""

STREAMS_EACH: Final = 4
"""Traces that are being sent to one client: one that does not read holds up itself only."""

STALLED: Final = 30.0
"""How long a trace waits for somebody who does not read on; then it ends."""
