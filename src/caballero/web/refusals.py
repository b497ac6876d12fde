"""How it is told that a request is not answered: a status, a code and a sentence.

Invariants: whatever goes wrong, the body is JSON of one form; the sentence is in the reader's
language; nothing that was sent comes back but short quotations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from starlette.datastructures import Headers, QueryParams
from starlette.responses import JSONResponse, Response

from caballero.formats.write import VERSION
from caballero.words import LANGUAGES, Message, short

INTERNAL: Final = 500
NOT_FOUND: Final = 404
NOT_ALLOWED: Final = 405


class Refused(Exception):
    """A request that is not answered, and why.

    Parameters
    ----------
    status : int
        Of HTTP.
    message : Message or str
        What to say; a worker has put it into words already.
    code : str, optional
        Of the message, if it is in words.
    **more
        What else to tell: ``limit``, ``faults``.
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
        """Return what is sent."""
        message = self.message
        text = message.text(language) if isinstance(message, Message) else message
        content: dict[str, Any] = {
            "caballero": VERSION,
            "status": "gave-up" if "limit" in self.more else "refused",
            "code": self.code,
            "message": text,
        }
        for name, value in self.more.items():
            content[name] = told(value, language)
        return JSONResponse(content, self.status, headers=self.headers)


class Busy(Refused):
    """Too much is going on already; ``Retry-After`` says when to come again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(429, Message("web-busy", {"seconds": seconds}))
        self.headers["Retry-After"] = str(seconds)


def told(value: Any, language: str) -> Any:
    """Put the messages in a value into words.

    Examples
    --------
    >>> from caballero import Message
    >>> from caballero.web.refusals import told
    >>> told([{"why": Message("surface")}], "es")
    [{'why': 'superficie'}]
    """
    match value:
        case Message():
            return value.text(language)
        case dict():
            return {name: told(part, language) for name, part in value.items()}
        case list():
            return [told(part, language) for part in value]
    return value


def language_of(scope: Mapping[str, Any]) -> str:
    """Return the language of whoever asks: ``lang``, or the first known in Accept-Language.

    Examples
    --------
    >>> from caballero.web.refusals import language_of
    >>> accept = b"fr, es-CL;q=0.8, en;q=0.4"
    >>> language_of({"query_string": b"", "headers": [(b"accept-language", accept)]})
    'es'
    >>> language_of({"query_string": b"lang=en", "headers": [(b"accept-language", accept)]})
    'en'
    """
    asked = QueryParams(scope.get("query_string", b"")).get("lang", "")
    if asked in LANGUAGES:
        return asked
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


# -- what is wrong with the form of a request ----------------------------------------------------

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
"""The sentence for each kind of fault that the models find."""

LIMITS: Final = ("ge", "gt", "le", "max_length", "min_length", "expected")
"""Where the models say what would have been allowed."""

MOST_FAULTS: Final = 20


def malformed(errors: Sequence[Mapping[str, Any]]) -> Refused:
    """Return what to say of a request that is not of the form that the schema describes.

    Parameters
    ----------
    errors : sequence
        As pydantic lists them.
    """
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
        # What can be written in several ways is wrong in each: the first one that says how is told.
        said = faults.get(where)
        if said is None or said.code == "web-field-form":
            faults[where] = Message(code, data)
    first = next(iter(faults.values()))
    listed = [{"where": where, "message": message} for where, message in faults.items()]
    return Refused(422, Message("web-form", {"fault": first}), faults=listed)


def _where(path: Sequence[object]) -> str:
    """The place in a request, without the names that pydantic gives to the ways to write it."""
    parts = [str(part) for part in path if part != "body"]
    return ".".join(part for part in parts if not part.startswith(("list[", "constrained-")))
