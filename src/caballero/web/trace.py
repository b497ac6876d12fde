"""A search told step by step over the wire: server-sent events in batches.

Each event ``steps`` is a JSON list of steps; the last event, ``end``, says how it ended:
``solution``, ``no-solution``, or ``stopped`` after as many steps as were asked for. A step does
not repeat the path: the steps ``place`` and ``step-back`` tell it. Who has read some steps and
wants more asks again and skips those: nothing is kept here between two requests. If the search
is over before there is anything to tell, only ``end`` is told.

Invariants: the search goes on only as fast as somebody reads, and ends when nobody does.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from time import perf_counter_ns
from typing import Any, Final

from caballero.teach import Event, EventKind, trace

from . import bounds
from .tasks import problem_of

_PORTION: Final = 5_000
"""Steps that are left out before anybody looks whether the asker is still there."""


def steps_of(asked: dict[str, Any]) -> Iterator[Event]:
    """Begin the search that a request asks for; what it skips is among its steps.

    Raises
    ------
    InvalidInput
        If the request makes no sense.

    Examples
    --------
    >>> from caballero.web.trace import steps_of
    >>> asked = {"board": {"shape": [5, 5]}, "method": "warnsdorff", "limit": 100}
    >>> next(steps_of(asked)).kind.value
    'place'
    """
    method = asked["method"]
    events = trace(
        problem_of(asked),
        "warnsdorff" if method == "warnsdorff-backtracking" else method,
        order=asked.get("order"),
        tie=asked.get("tie", "order"),
        seed=asked.get("seed", 0),
        backtrack=method != "warnsdorff",
    )
    first = next(events)  # there is always one; a wrong name is told now, not in the middle
    return _again(first, events, asked.get("skip", 0) + asked["limit"])


def _again(first: Event, events: Iterator[Event], limit: int) -> Iterator[Event]:
    yield first
    yield from islice(events, limit - 1)


def step_json(event: Event, microseconds: int = 0) -> dict[str, object]:
    """Return a step as JSON, without the path.

    Parameters
    ----------
    event : Event
        The step.
    microseconds : int
        How long the search has worked until then.

    Examples
    --------
    >>> from caballero.web.trace import step_json, steps_of
    >>> asked = {"board": {"shape": [5, 5]}, "method": "warnsdorff", "limit": 100}
    >>> step_json(next(steps_of(asked)))["square"]
    [0, 0]
    """
    return {
        "kind": str(event.kind),
        "depth": event.depth,
        "square": None if event.square is None else list(event.square),
        "move": event.move,
        "nodes": event.nodes,
        "dead_ends": event.dead_ends,
        "steps_back": event.steps_back,
        "microseconds": microseconds,
    }


async def told(events: Iterator[Event], skip: int = 0) -> AsyncIterator[bytes]:
    """Yield the server-sent events of a search.

    Parameters
    ----------
    events : iterator of Event
        Of the search, one at least.
    skip : int
        So many of them are left out; the time that they took counts.
    """
    steps = _timed(events)
    last: tuple[Event, int] | None = None
    while skip and (passed := await asyncio.to_thread(_portion, steps, min(skip, _PORTION))):
        last = passed[-1]
        skip -= len(passed)
    while batch := await asyncio.to_thread(_portion, steps, bounds.BATCH):
        last = batch[-1]
        yield _event("steps", [step_json(*step) for step in batch])
    assert last is not None
    ended = last[0].kind in {EventKind.SOLUTION, EventKind.NO_SOLUTION}
    end = step_json(*last)
    yield _event("end", {**end, "kind": end["kind"] if ended else "stopped"})


def _timed(events: Iterator[Event]) -> Iterator[tuple[Event, int]]:
    """Each event, and how many microseconds the search has worked until it."""
    spent = 0
    while True:
        begun = perf_counter_ns()
        event = next(events, None)
        spent += perf_counter_ns() - begun
        if event is None:
            return
        yield event, spent // 1000


def _portion(steps: Iterator[tuple[Event, int]], most: int) -> list[tuple[Event, int]]:
    return list(islice(steps, most))


def _event(name: str, data: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
