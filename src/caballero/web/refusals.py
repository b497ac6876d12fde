"""How the server refuses a request: a status, a code and a sentence.

Invariants: every refusal is JSON of the same form; the sentence is in the reader's language; it
quotes only short parts of the request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from starlette.datastructures import Headers, QueryParams
from starlette.responses import JSONResponse, Response

from caballero.formats.write import VERSION
from caballero.machine.words import LANGUAGES, Message, short

INTERNAL: Final = 500
NOT_FOUND: Final = 404
NOT_ALLOWED: Final = 405


class Refused(Exception):
    """The refusal of a request: the HTTP status and the message.

    A message that a worker has already translated comes with its `code`; `more` holds further
    fields of the answer, ``limit`` and ``faults``.
    """

    def __init__(
        self, status: int, message: Message | str, code: str | None = None, **more: Any
    ) -> None:
        super().__init__(status)
        self.status = status
        self.message = message
        self.code = message.code if isinstance(message, Message) else str(code)
        self.more = more
        self.headers: dict[str, str] = {}

    def response(self, language: str) -> Response:
        """Return the HTTP response."""
        message = self.message
        text = message.text(language) if isinstance(message, Message) else message
        content: dict[str, Any] = {
            "caballero": VERSION,
            "status": "gave-up" if "limit" in self.more else "refused",
            "code": self.code,
            "message": text,
        }
        for name, value in self.more.items():
            content[name] = translate_messages(value, language)
        return JSONResponse(content, self.status, headers=self.headers)


class Busy(Refused):
    """The server has too much to do; ``Retry-After`` says when to retry."""

    def __init__(self, seconds: int) -> None:
        super().__init__(429, Message("web-busy", {"seconds": seconds}))
        self.headers["Retry-After"] = str(seconds)


def translate_messages(value: Any, language: str) -> Any:
    """Translate the messages within a value."""
    match value:
        case Message():
            return value.text(language)
        case dict():
            return {name: translate_messages(part, language) for name, part in value.items()}
        case list():
            return [translate_messages(part, language) for part in value]
    return value


def language_of(scope: Mapping[str, Any]) -> str:
    """Return the language of a request: ``lang``, or the best known in Accept-Language.

    >>> accept = b"fr, es-CL;q=0.8, en;q=0.4"
    >>> language_of({"query_string": b"", "headers": [(b"accept-language", accept)]})
    'es'
    >>> language_of({"query_string": b"lang=en", "headers": [(b"accept-language", accept)]})
    'en'
    """
    chosen = QueryParams(scope.get("query_string", b"")).get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    accepted = Headers(raw=list(scope["headers"])).get("accept-language", "")[:1000]
    ranked: list[tuple[float, str]] = []
    for part in accepted.split(","):
        name, _, weight = part.partition(";")
        language = name.strip().lower().split("-")[0]
        if language in LANGUAGES:
            ranked.append((_weight(weight), language))
    best = max(ranked, key=lambda pair: pair[0], default=(0.0, LANGUAGES[0]))
    return best[1] if best[0] > 0 else LANGUAGES[0]


def _weight(text: str) -> float:
    try:
        return float(text.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0


# -- faults in the form of a request -------------------------------------------------------------

FIELDS: Final = {
    "missing": "web-field-missing",
    "extra_forbidden": "web-field-unknown",
    "greater_than": "web-field-more",
    "greater_than_equal": "web-field-least",
    "less_than_equal": "web-field-most",
    "too_long": "web-field-most-items",
    "string_too_long": "web-field-most-items",
    "too_short": "web-field-least-items",
    "string_too_short": "web-field-least-items",
    "literal_error": "web-field-choice",
}
"""The message of each kind of fault that pydantic finds."""

LIMITS: Final = ("ge", "gt", "le", "max_length", "min_length", "expected")
"""The fields of pydantic's context that hold the bound."""

MOST_FAULTS: Final = 20


def malformed(errors: Sequence[Mapping[str, Any]]) -> Refused:
    """Return the refusal of a request that does not fit the schema, from the errors of pydantic."""
    faults: dict[str, Message] = {}
    for error in errors[:MOST_FAULTS]:
        where = short(_where(error["loc"])) or "body"
        context = error.get("ctx") or {}
        if error["type"] == "json_invalid":
            return Refused(422, Message("web-json"))
        if error["type"] == "squares_too_many":
            return Refused(422, Message("web-squares", dict(context)))
        data: dict[str, object] = {"where": where}
        code = FIELDS.get(error["type"], "web-field-form")
        data["limit"] = next((context[name] for name in LIMITS if name in context), "")
        # A value of several types has a fault for each: the first specific fault is reported.
        known = faults.get(where)
        if known is None or known.code == "web-field-form":
            faults[where] = Message(code, data)
    first = next(iter(faults.values()))
    listed = [{"where": where, "message": message} for where, message in faults.items()]
    return Refused(422, Message("web-form", {"fault": first}), faults=listed)


def _where(path: Sequence[object]) -> str:
    """Return the place in a request, without pydantic's names of the alternatives of a type."""
    parts = [str(part) for part in path if part != "body"]
    return ".".join(part for part in parts if not part.startswith(("list[", "constrained-")))
