"""Texts from outside: their bytes, their size, and the lines of JSON.

A text is bounded before it is worked on. Bytes are UTF-8, UTF-16 with its mark, or else as older
programs of Windows write letters.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import Any, Final

from caballero.machine.errors import InvalidInput, InvalidTour, TooLarge

MAX_BYTES: Final = 32 * 1024 * 1024
"""The largest text that is read; a matrix of a million numbers takes 7 MB."""

MAX_LINES: Final = 1_100_000
"""The most lines: enough for a tour of a million squares, a square per line."""

MAX_CELLS: Final = 6_000_000
"""The most blanks and commas; the JSON of a tour of a million squares has four million."""

_CONTROL: Final = re.compile(rb"[\0-\x08\x0e-\x1f]")
"""Bytes that no text has."""


def bounded_text(
    text: str | bytes, unreadable: InvalidInput | None = None, separators: str = " ,\t"
) -> str:
    """Return a text; refuse a longer one, and raise the given error for other bytes."""
    if len(text) > MAX_BYTES:
        raise TooLarge("text-too-long", most=MAX_BYTES // 2**20)
    try:
        text = decoded(text)
    except UnicodeDecodeError as error:
        raise (unreadable or InvalidInput("text-not-utf8")) from error
    text = text.rstrip("\x1a")  # the end of a file of DOS
    lines, cells = text.count("\n"), sum(map(text.count, separators))
    if lines > MAX_LINES:
        raise TooLarge("text-too-many-lines", count=lines, most=MAX_LINES)
    if cells > MAX_CELLS:
        raise TooLarge("text-too-many-cells", count=cells, most=MAX_CELLS)
    if "\0" in text:
        raise unreadable or InvalidInput("text-not-utf8")
    return text


def decoded(text: str | bytes) -> str:
    """Return a text without a byte order mark; UTF-16 is known without one, too.

    What is no UTF-8 is read as older programs of Windows write letters.

    >>> decoded("a1 b3".encode("utf-16")), decoded("a1 b3".encode("utf-16-le")), decoded(b"a1")
    ('a1 b3', 'a1 b3', 'a1')
    """
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    if text.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return text.decode("utf-16")
    halves = text[:200:2], text[1:200:2]
    if len(text) > 3 and (any(halves[0]), any(halves[1])) in {(True, False), (False, True)}:
        return text.decode("utf-16-le" if any(halves[0]) else "utf-16-be")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        if _CONTROL.search(text):
            raise  # no text
        return text.decode("cp1252")


def json_lines(text: str) -> list[str]:
    """Return the lines of JSON lines, an object each; none for another text.

    >>> json_lines('{"a": 1}\\n{"a": 2}'), json_lines('{\\n}')
    (['{"a": 1}', '{"a": 2}'], [])
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines if all(line[0] == "{" and line[-1] == "}" for line in lines) else []


def json_of(text: str, invalid: type[InvalidInput] = InvalidTour) -> Any:
    """Return the value of a text in JSON; raise an error of this kind for another text."""
    import json  # only JSON needs it

    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise invalid("json-unreadable", line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise invalid("json-too-much") from error  # too deep, or a number of too many digits
