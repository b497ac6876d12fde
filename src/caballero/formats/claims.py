"""Reading a claimed tour from text, in whatever way it was written.

A matrix of numbers (with or without brackets, commas, quotes or a frame), a list of squares by
coordinates or by name, or JSON. Which of them it is, the text itself tells. What is wrong with
the tour is not a question for here: :func:`caballero.verify` answers that.

The text comes from outside, so its size is bounded before it is worked on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Final

from caballero.claim import Claim, claim_of, claim_of_matrix
from caballero.drawing import MAX_DIMENSIONS, split_blocks
from caballero.errors import InvalidTour, TooLarge
from caballero.words import short

MAX_BYTES: Final = 32 * 1024 * 1024
"""The largest text that is read; a matrix of a million numbers takes 7 MB."""

MAX_LINES: Final = 1_100_000
"""The most lines; a tour of a million squares, one a line, is within."""

MAX_CELLS: Final = 6_000_000
"""The most blanks and commas; the JSON of a tour of a million squares has four millions."""

_PUNCTUATION: Final = str.maketrans("[]{}()'\";·", " " * 9 + ".")

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}")
_PLACE: Final = re.compile(r"[A-Za-z]{1,8}[0-9]{1,18}|[0-9]{1,18}(?:,[0-9]{1,18})+")


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
        If the text is longer than ``MAX_BYTES``, ``MAX_LINES`` or ``MAX_CELLS``.
    InvalidTour
        If it cannot be read; the message tells the line.

    Notes
    -----
    In a matrix, ``#`` is no square, and ``.`` or several ``-1`` are squares without a number.
    Empty lines part the layers of a box; but where each layer would be a single row, they are
    the rows of a matrix, written with space between them.
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
    text = _decoded(text) if isinstance(text, bytes) else text.removeprefix("\ufeff")
    lines = text.count("\n")
    if lines > MAX_LINES:
        raise TooLarge("text-too-many-lines", count=lines, most=MAX_LINES)
    cells = sum(map(text.count, " ,\t[("))
    if cells > MAX_CELLS:
        raise TooLarge("text-too-many-cells", count=cells, most=MAX_CELLS)
    if "\0" in text:
        raise InvalidTour("not-text")
    if not text.strip():
        raise InvalidTour("claim-empty")
    if text.lstrip().startswith("{"):
        return claim_of(_json(text))
    if (grouped := _grouped(text)) is not None:
        return _rows_claim(grouped)
    if (listed := _list(text)) is not None:
        return _rows_claim(listed)
    framed = "│" in text or "|" in text
    rows = [_tokens(line, framed) for line in text.splitlines()]
    flat = [token for row in rows for token in row]
    if not flat:
        raise InvalidTour("claim-empty")
    # A list of squares has no bare numbers; a matrix has hardly anything else.
    if sum(bool(_PLACE.fullmatch(token)) for token in flat[:1000]) * 2 <= len(flat[:1000]):
        return _matrix(rows, parted="," in text and not framed, framed=framed)
    if all(len(row) <= 1 for row in rows) and all("," in token for token in flat):
        return _matrix([row[0].split(",") if row else [] for row in rows], parted=True)
    for line, row in enumerate(rows, start=1):
        for token in row:
            if not _PLACE.fullmatch(token):
                raise InvalidTour("name-unreadable-line", name=short(token), line=line)
    return claim_of(flat)


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
        raise not_json(error) from error
    if not isinstance(data, dict):
        raise InvalidTour("json-no-tour")
    return data


def not_json(error: ValueError | RecursionError) -> InvalidTour:
    """Return what to raise for a text that JSON's own reader could not read."""
    import json

    if isinstance(error, json.JSONDecodeError):
        return InvalidTour("json-unreadable", line=error.lineno, column=error.colno)
    return InvalidTour("json-too-much")  # too deep, or a number of too many digits


def _grouped(text: str) -> list[tuple[int, ...]] | None:
    """Numbers in parentheses and nothing else: squares, as Python prints them."""
    groups = re.findall(r"\(([^()]*)\)", text)
    if not groups or re.sub(r"\([^()]*\)", "", text).strip(" \t\r\n,;[]()"):
        return None
    rows = [tuple(re.findall(r"[^\s,]+", group)) for group in groups]
    if not all(1 < len(row) <= 3 and all(map(_NUMBER.fullmatch, row)) for row in rows):
        return None
    return [tuple(map(int, row)) for row in rows]


def _list(text: str) -> list[list[object]] | None:
    """A list of lists, as JSON, Python and others print it; None if it is written otherwise."""
    import json

    if not text.lstrip().startswith(("[", "(")):
        return None
    written = text.translate(str.maketrans("()'", '[]"')).replace("None", "null")
    try:
        data = json.loads(written)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, list) or not data:
        return None
    if not all(isinstance(row, list) and row for row in data):
        return None
    return [list(map(_cell, row)) for row in data]


def _cell(cell: object) -> object:
    """A number in quotes is a number."""
    if isinstance(cell, str) and _NUMBER.fullmatch(cell.strip()):
        return int(cell)
    return cell


def _rows_claim(rows: Sequence[Sequence[object]]) -> Claim:
    """The claim that rows of numbers make: squares if they look like it, else a matrix."""
    if isinstance(rows[0], tuple) or _are_squares(rows, parted=True):
        return claim_of([tuple(row) for row in rows])
    return claim_of_matrix(list(rows))


def _are_squares(rows: Sequence[Sequence[object]], *, parted: bool) -> bool:
    """Whether rows are coordinates rather than a matrix of numbers.

    In a matrix no number repeats; and coordinates stay below the number of the squares, which
    the numbers of a matrix do not. With commas it may be three or more a row.
    """
    numbers = [n for row in rows for n in row if isinstance(n, int)]
    width = len(rows[0])
    if any(len(row) != width for row in rows) or len(numbers) != width * len(rows):
        return False
    repeated = len(set(numbers)) < len(numbers)
    if width == 2 or (width == 3 and parted):
        return repeated
    return width > 3 and parted and min(numbers) >= 0 and max(numbers) < len(rows)


def _tokens(line: str, framed: bool) -> list[str]:
    """The cells of a line, without the punctuation that programs put around them."""
    if framed:
        # Only what stands between the bars; the other lines are the frame and its labels.
        bars = [i for i, character in enumerate(line) if character in "│|"]
        line = " ".join(line[a + 1 : b] for a, b in pairwise(bars))
    elif re.search("[─━—-]{3}", line):
        return []  # a rule
    line = " ".join(line.translate(_PUNCTUATION).split())
    # A comma joins coordinates (1,2) and parts everything else (1, 2 or a1,b3).
    line = line.replace(", ", " ").replace(" ,", " ").removesuffix(",")
    return re.sub(r",(?=[A-Za-z])", " ", line).split()


def _matrix(rows: list[list[str]], *, parted: bool, framed: bool = False) -> Claim:
    """A matrix; empty lines part the layers of a box. Or coordinates, if they look like it."""
    read = [_numbers(row, line) for line, row in enumerate(rows, start=1)]
    filled = [row for row in read if row]
    if not filled:
        raise InvalidTour("claim-empty")
    if _are_squares(filled, parted=parted):
        return claim_of([tuple(row) for row in filled])
    for line, row in enumerate(read, start=1):
        if row and len(row) != len(filled[0]):
            data = {"line": line, "count": len(row), "first": len(filled[0])}
            raise InvalidTour("matrix-ragged-line", **data)
    while not read[-1]:
        read.pop()
    while not read[0]:
        read.pop(0)
    runs = [len(list(run)) for empty, run in groupby(read, key=lambda row: not row) if empty]
    blanks = min(max(runs, default=0), 1) if framed else max(runs, default=0)
    blocks = split_blocks(read, 1)
    sizes = {len(block) for block in blocks}
    if len(sizes) > 1 or sizes == {1}:
        return claim_of_matrix(list(filled))  # a line left empty, or every second one
    if blanks + 2 > MAX_DIMENSIONS:
        raise InvalidTour("claim-unreadable", value=short(" ".join(map(str, filled[0]))))
    return claim_of_matrix(_nested(read, blanks))


def _numbers(row: list[str], line: int) -> list[object]:
    cells: list[object] = []
    for token in row:
        for part in token.split(","):
            if _NUMBER.fullmatch(part):
                cells.append(int(part))
            elif part in {"#", "."}:
                cells.append(part)
            elif part:
                raise InvalidTour("not-a-number-line", value=short(part), line=line)
    return cells


def _nested(rows: list[list[object]], blanks: int) -> list[object]:
    """Rows in blocks, one level for each number of empty lines that can part them."""
    if blanks == 0:
        return [row for row in rows if row]
    return [_nested(block, blanks - 1) for block in split_blocks(rows, blanks)]
