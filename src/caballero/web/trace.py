"""A search step by step over the wire: server-sent events in batches.

Each event ``steps`` is a JSON list of steps; the last event, ``end``, says how the search finished:
``solution``, ``no-solution``, or ``stopped`` at the requested number of steps. A step does not
repeat the path: it follows from the steps ``place`` and ``step-back``. Branch and bound, which
jumps, sends the path with each step that changes it. A client that wants more steps sends the
request again and skips those it has: the server keeps no state between requests. If the search ends
within the skipped steps, only ``end`` is sent.

Invariants: the search advances only as fast as the client reads, and ends when the client leaves.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Final

from caballero.model.board import Square
from caballero.teaching import Event, EventKind, trace
from caballero.teaching.pictures.trace import step_json

from .bounds import BATCH, WAITS, Waits
from .tasks import choices_of, problem_of

_working_ns: Final = getattr(time, "thread_time_ns", time.perf_counter_ns)
"""The clock of a search, which stands while its thread waits; a browser has no such clock."""

_SLICE_NS: Final = 20_000_000
"""How long a search works before others have their turn: a step may cost little or much."""


def steps_of(request: dict[str, Any]) -> Iterator[Event]:
    """Start the search of a request, skipped steps included; raise InvalidInput at once."""
    method = request["method"]
    events = trace(
        problem_of(request),
        "warnsdorff" if method == "warnsdorff-backtracking" else method,
        backtrack=method != "warnsdorff",
        **choices_of(request),
    )
    first = next(events)  # always; a wrong name raises now, not mid-stream
    return islice(chain([first], events), request.get("skip", 0) + request["limit"])


@dataclass(frozen=True, slots=True)
class _Step:
    """An event, the working time of the search up to it, and whether its path jumps there."""

    event: Event
    microseconds: int
    jumps: bool

    def json(self) -> dict[str, object]:
        data = {**step_json(self.event), "microseconds": self.microseconds}
        if self.jumps:
            data["path"] = [list(square) for square in self.event.path]
        return data


def batches(
    events: Iterator[Event],
    skip: int = 0,
    is_late: Callable[[], bool] = bool,
    most: float = WAITS.trace,
) -> Iterator[tuple[str, Any] | None]:
    """Yield the name and the data of each message about a search of at least one step.

    The first `skip` steps are left out; their time counts. Where a slice of time is over, the
    message is None, so that a caller can check that its reader is there. A search that has worked
    for ``most`` seconds, or is late, is stopped, and its end says that this ``limit`` was reached.
    """
    batch: list[dict[str, object]] = []
    began = _working_ns()
    limit: dict[str, str] = {}
    step: _Step | None = None
    for number, step in enumerate(_time_steps(events)):
        if number >= skip:
            batch.append(step.json())
        if step.microseconds > 1e6 * most or is_late():
            limit = {"limit": "seconds"}
            break
        if len(batch) == BATCH or _working_ns() - began > _SLICE_NS:
            yield ("steps", batch) if batch else None
            batch, began = [], _working_ns()
    if batch:
        yield "steps", batch
    assert step is not None
    finished = step.event.kind in {EventKind.SOLUTION, EventKind.NO_SOLUTION}
    end = step.json()
    yield "end", {**end, "kind": end["kind"] if finished else "stopped", **limit}


async def stream_events(
    events: Iterator[Event], skip: int, thread: Executor, waits: Waits
) -> AsyncIterator[bytes]:
    """Yield the messages about a search as server-sent events, each made in a thread.

    After each the interpreter is left to others for as long. The search is late if all this takes
    ``waits.turns``; a client may read as slowly as it likes.
    """
    taken = 0.0
    messages = batches(events, skip, lambda: taken > waits.turns, waits.trace)
    loop = asyncio.get_running_loop()
    while True:
        began = time.perf_counter()
        message = await loop.run_in_executor(thread, next, messages, "end")
        if message == "end":
            return
        await asyncio.sleep(min(time.perf_counter() - began, 0.05))
        taken += time.perf_counter() - began
        if message:
            yield _event(*message)


def _time_steps(events: Iterator[Event]) -> Iterator[_Step]:
    """Yield each event with the working time of the search up to it, in microseconds."""
    spent = 0
    path: tuple[Square, ...] = ()
    while True:
        began = _working_ns()
        event = next(events, None)
        spent += _working_ns() - began
        if event is None:
            return
        jumps = event.standing is not None and path != (path := event.path)
        yield _Step(event, spent // 1000, jumps)


def _event(name: str, data: Any) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
