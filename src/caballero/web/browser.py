"""The work for a page without a server: Python runs in the browser, on Pyodide.

A web worker (``static/site/worker.js``) calls :func:`answer` and :func:`trace_messages`, with the
requests that a page of ``caballero serve`` sends to its server. The models that check requests
there need a compiled package. Here only the squares of a board are bounded: only the page's
own reader can send a request of another form.

Invariants: nothing that a request contains raises an error; answers have the form that a server's
have, and their sentences are in the reader's language.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from math import prod
from typing import Any

from caballero.formats.write import VERSION
from caballero.machine.errors import CaballeroError, PlainPythonWarning, TooLarge
from caballero.machine.words import LANGUAGES, Message

from . import bounds, trace, worker
from .tasks import Json

for _language in LANGUAGES:  # read now: later there may be no memory for it
    Message("web-memory").text(_language)


def answer(path: str, body: str, language: str) -> str:
    """Answer a request, JSON in and out.

    >>> json.loads(answer("solve", '{"board": {"shape": [4, 4]}}', "en"))["status"]
    'impossible'
    >>> json.loads(answer("count", '{"board": {"shape": [9, 9]}}', "en"))["code"]
    'web-squares'
    """
    return json.dumps(_answered(path, body, language))


def _answered(path: str, body: str, language: str) -> Json:
    try:
        request = _read(path, body)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PlainPythonWarning)
            done = worker.answer({"name": path, "request": request, "language": language})
    except Exception as error:
        return _refusal(_message_of(error), language)
    if "answer" in done:
        result: Json = done["answer"]
        return result
    status = "gave-up" if "limit" in done else "refused"
    return {"caballero": VERSION, "status": status, "code": done.pop("refused"), **done}


def trace_messages(body: str, language: str) -> Iterator[str]:
    """Yield the messages of :func:`caballero.web.trace.batches` as JSON, or only ``refused``."""
    try:
        request = _read("trace", body)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PlainPythonWarning)
            events = trace.steps_of(request)
            for message in trace.batches(events, request.get("skip", 0)):
                yield json.dumps(message or ("steps", []))
    except Exception as error:
        yield json.dumps(("refused", _refusal(_message_of(error), language)))


def _read(path: str, body: str) -> Json:
    """Return a request with its defaults; raise :class:`TooLarge` if its board is."""
    request: Json = {**bounds.DEFAULTS.get(path, {}), **json.loads(body)}
    most = bounds.MOST_SQUARES.get(path, bounds.SOLVE_SQUARES)
    if request.get("method") == "branch-and-bound":
        most = bounds.BOUNDED_SQUARES
    if (count := prod(request["board"]["shape"])) > most:
        raise TooLarge("web-squares", count=count, most=most)
    return request


def _message_of(error: Exception) -> Message:
    """Return the message of an error; only errors of the library can be mended by the reader."""
    if isinstance(error, CaballeroError):
        return error.message
    return Message("web-browser-failed", {"problem": f"{type(error).__name__}: {error}"})


def _refusal(message: Message, language: str) -> dict[str, Any]:
    refused = {"code": message.code, "message": message.text(language)}
    return {"caballero": VERSION, "status": "refused", **refused}
