"""Reading a claimed tour from text, in whatever way it was written.

A matrix of numbers (with or without brackets, commas, quotes or a frame), a list of squares by
coordinates or by name, or JSON. Which of them it is, the text itself tells. What is wrong with
the tour is not a question for here: :func:`caballero.verify` answers that.

The text comes from outside, so its size is bounded before it is worked on.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from caballero.claim import Claim, claim_of, claim_of_matrix
from caballero.errors import InvalidTour, TooLarge
from caballero.words import short

MAX_BYTES: Final = 32 * 1024 * 1024
"""The largest text that is read; a matrix of a million numbers takes 7 MB."""

MAX_LINES: Final = 1_100_000
"""The most lines; a tour of a million squares, one a line, is within."""

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}")
_PLACE: Final = re.compile(r"\(?(?:[A-Za-z]{1,8}[0-9]{1,18}|[0-9]{1,18}(?:,[0-9]{1,18})+)\)?")


def read_claim(text: str | bytes) -> Claim:
    """Read a claimed tour from text.

    Parameters
    ----------
    text : str or bytes
        A matrix, a list of squares, or JSON; bytes must be UTF-8.

    Returns
    -------
    Claim
        What was written; :func:`caballero.verify` judges it.

    Raises
    ------
    TooLarge
        If the text is longer than ``MAX_BYTES`` or ``MAX_LINES``.
    InvalidTour
        If it cannot be read; the message tells the line.

    Notes
    -----
    In a matrix, ``#`` is no square, and ``.`` or several ``-1`` are squares without a number.
    Between the bars of a frame (``│`` or ``|``) only what is inside is read.

    Examples
    --------
    >>> from caballero.formats import read_claim
    >>> read_claim("0 3\\n2 1").numbered
    ((0, (0, 0)), (3, (0, 1)), (2, (1, 0)), (1, (1, 1)))
    >>> read_claim("a1 b3 c1").numbered
    ((1, 'a1'), (2, 'b3'), (3, 'c1'))
    """
    if len(text) > MAX_BYTES:
        raise TooLarge("text-too-long", size=f"{len(text) / 2**20:.0f}", most=MAX_BYTES // 2**20)
    if isinstance(text, bytes):
        text = _decoded(text)
    lines = text.count("\n")
    if lines > MAX_LINES:
        raise TooLarge("text-too-many-lines", count=lines, most=MAX_LINES)
    if "\0" in text:
        raise InvalidTour("not-text")
    if not text.strip():
        raise InvalidTour("claim-empty")
    if text.lstrip().startswith("{"):
        return claim_of(_json(text))
    if text.lstrip().startswith("[") and (listed := _json_list(text)) is not None:
        return _claim_of_rows(listed)
    framed = "│" in text or "|" in text
    rows = [_tokens(line, framed) for line in text.splitlines()]
    flat = [token for row in rows for token in row]
    if not flat:
        raise InvalidTour("claim-empty")
    # A list of squares has no bare numbers; a matrix has hardly anything else.
    if sum(bool(_PLACE.fullmatch(token)) for token in flat[:1000]) * 2 <= len(flat[:1000]):
        return _matrix(rows)
    if all(len(row) <= 1 for row in rows) and all("," in token for token in flat):
        numbers = [[int(n) for n in _NUMBER.findall(token)] for token in flat]
        return _claim_of_rows(list(numbers))
    for line, row in enumerate(rows, start=1):
        for token in row:
            if not _PLACE.fullmatch(token):
                raise InvalidTour("name-unreadable-line", name=short(token), line=line)
    return claim_of([token.strip("()") for token in flat])


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidTour("not-text") from error


def _json(text: str) -> dict[str, object]:
    import json  # only JSON needs it

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidTour("json-unreadable", problem=short(str(error))) from error
    if not isinstance(data, dict):
        raise InvalidTour("json-no-tour")
    return data


def _json_list(text: str) -> list[object] | None:
    """A list of lists in JSON, or None: many a program prints its lists in another way."""
    import json

    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if data and all(isinstance(row, list) and row for row in data) else None


def _claim_of_rows(rows: list[object]) -> Claim:
    """Rows of numbers; but two or three in a row, some of them repeated, are squares."""
    short_rows = [tuple(row) for row in rows if isinstance(row, list) and len(row) <= 3]
    numbers = [n for row in short_rows for n in row if isinstance(n, int)]
    if len(short_rows) == len(rows) and len(set(numbers)) < len(numbers):
        return claim_of(short_rows)
    return claim_of_matrix(rows)


def _tokens(line: str, framed: bool) -> list[str]:
    """The cells of a line, without the punctuation that programs put around them."""
    if framed:
        # Only what stands between the bars; the other lines are the frame and its labels.
        bars = [i for i, character in enumerate(line) if character in "│|"]
        line = " ".join(line[a + 1 : b] for a, b in pairwise(bars))
    elif re.search("[─━—-]{3}", line):
        return []  # a rule
    line = re.sub(r"[\[\]{}'\";]", " ", line)
    # A comma joins coordinates (1,2) and parts numbers (1, 2).
    line = re.sub(r",\s+|,$|\)\s*,", " ", line)
    return line.replace("·", ".").split()


def _matrix(rows: list[list[str]]) -> Claim:
    """A matrix; empty lines part the layers of a box."""
    layers: list[list[list[object]]] = [[]]
    for line, row in enumerate(rows, start=1):
        if not row:
            if layers[-1]:
                layers.append([])
            continue
        cells: list[object] = []
        for token in ",".join(row).replace("(", "").replace(")", "").split(","):
            if _NUMBER.fullmatch(token):
                cells.append(int(token))
            elif token in {"#", "."}:
                cells.append(token)
            elif token:
                raise InvalidTour("not-a-number-line", value=short(token), line=line)
        layers[-1].append(cells)
    kept = [layer for layer in layers if layer]
    if len({len(layer) for layer in kept}) > 1:
        kept = [[row for layer in kept for row in layer]]
    first = len(kept[0][0])
    for line, row in enumerate(rows, start=1):
        if row and len(row) != first and len(",".join(row).split(",")) != first:
            raise InvalidTour("matrix-ragged-line", line=line, count=len(row), first=first)
    return claim_of_matrix(list(kept[0]) if len(kept) == 1 else list(kept))
