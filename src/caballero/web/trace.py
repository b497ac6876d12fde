"""A search told step by step over the wire: server-sent events in batches.

Each event ``steps`` is a JSON list of steps; the last event, ``end``, says how it ended:
``solution``, ``no-solution``, or ``stopped`` after as many steps as were asked for. A step does
not repeat the path: the steps ``place`` and ``step-back`` tell it.

Invariants: the search goes on only as fast as somebody reads, and ends when nobody does.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Any

from caballero.teach import Event, trace

from . import bounds
from .tasks import problem_of


def steps_of(asked: dict[str, Any]) -> Iterator[Event]:
    """Begin the search that a request asks for.

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
        method.removesuffix("-backtracking"),
        order=asked.get("order"),
        tie=asked.get("tie", "order"),
        seed=asked.get("seed", 0),
        backtrack=method != "warnsdorff",
    )
    first = next(events)  # there is always one; a wrong name is told now, not in the middle
    return _again(first, events, asked["limit"])


def _again(first: Event, events: Iterator[Event], limit: int) -> Iterator[Event]:
    yield first
    yield from islice(events, limit - 1)


def step_json(event: Event) -> dict[str, object]:
    """Return a step as JSON, without the path.

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
    }


async def told(events: Iterator[Event]) -> AsyncIterator[bytes]:
    """Yield the server-sent events of a search."""
    last: dict[str, object] = {}
    while batch := await asyncio.to_thread(_batch, events):
        last = batch[-1]
        yield _event("steps", batch)
    ended = last["kind"] in {"solution", "no-solution"}
    yield _event("end", {**last, "kind": last["kind"] if ended else "stopped"})


def _batch(events: Iterator[Event]) -> list[dict[str, object]]:
    return [step_json(event) for event in islice(events, bounds.BATCH)]


def _event(name: str, data: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
