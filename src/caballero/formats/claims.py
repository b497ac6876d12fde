"""Read a claimed tour from text in many notations.

A matrix of numbers (with or without brackets, commas, quotes or a frame), a list of squares by
coordinates or by name, or JSON; the notation is recognized. This module does not look for the
faults of the tour; :func:`caballero.verify` does.

The text comes from outside, so its size is bounded before it is worked on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Final

from caballero.core.board import Board
from caballero.core.drawing import MAX_DIMENSIONS, split_blocks
from caballero.core.errors import InvalidTour, TooLarge
from caballero.core.words import short
from caballero.proof.claim import Claim, claim_of, claim_of_matrix

from .headings import heading_of

MAX_BYTES: Final = 32 * 1024 * 1024
"""The largest text that is read; a matrix of a million numbers takes 7 MB."""

MAX_LINES: Final = 1_100_000
"""The most lines: enough for a tour of a million squares, one per line."""

MAX_CELLS: Final = 6_000_000
"""The most blanks and commas; the JSON of a tour of a million squares has four million."""

_PUNCTUATION: Final = str.maketrans("[]{}()'\";·", " " * 9 + ".")

_JSON_OBJECT: Final = re.compile(r"\s*\{(?!\s*[{\d+-])")
"""The beginning of a JSON object; in other languages braces also enclose lists of numbers."""

_RULE: Final = re.compile("[─━—-]{3}")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}")
_PLACE: Final = re.compile(r"[A-Za-z]{1,8}[0-9]{1,18}|[0-9]{1,18}(?:,[0-9]{1,18})+")


def read_claim(text: str | bytes) -> Claim:
    """Read a claimed tour from text, which may begin with a line such as ``king closed``.

    Parameters
    ----------
    text : str or bytes
        A matrix, a list of squares, or JSON; bytes must be UTF-8.

    Returns
    -------
    Claim
        The tour as the text states it; :func:`caballero.verify` judges it.

    Raises
    ------
    TooLarge
        If the text is longer than ``MAX_BYTES``, ``MAX_LINES`` or ``MAX_CELLS``.
    InvalidTour
        If it cannot be read; the message names the line.

    Notes
    -----
    In a matrix, ``#`` marks a hole, and ``.`` or several ``-1`` mark squares without a number.
    Empty lines separate the layers of a box; but if each layer would be a single row, they only
    space out the rows of a matrix. A single line of numbers, such as ``0,1``, is a row of a matrix
    and not a square. Lines of words above and below the numbers are passed over. In a frame (``│``
    or ``|``), only the text between the bars is read.

    Examples
    --------
    >>> from caballero.formats import read_claim
    >>> read_claim("0 3\\n2 1").numbered
    ((0, (0, 0)), (3, (0, 1)), (2, (1, 0)), (1, (1, 1)))
    >>> read_claim("a1 b3 c1").numbered
    ((1, 'a1'), (2, 'b3'), (3, 'c1'))
    """
    if len(text) > MAX_BYTES:
        raise TooLarge("text-too-long", most=MAX_BYTES // 2**20)
    text = _decode(text) if isinstance(text, bytes) else text.removeprefix("\ufeff")
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
    if _JSON_OBJECT.match(text):
        return claim_of(_read_json(text))
    claim = _read_text(text)
    piece, closed, surface = heading_of(text)
    board = claim.board_shown() if surface else claim.board
    if surface and isinstance(board, Board):
        board = board.on(surface)
    return replace(claim, piece=piece, closed=closed, board=board)


def _read_text(text: str) -> Claim:
    """Read a claimed tour in another notation than JSON."""
    if (groups := _read_groups(text)) is not None:
        return _rows_claim(groups)
    if (rows_listed := read_list(text)) is not None:
        return _rows_claim(rows_listed)
    framed = "│" in text or "|" in text
    rows = [_split_line(line, framed) for line in text.splitlines()]
    _empty_titles(rows)
    flat = [token for row in rows for token in row]
    if not flat:
        raise InvalidTour("claim-empty")
    # A list of squares has no bare numbers; a matrix has hardly anything else.
    if sum(bool(_PLACE.fullmatch(token)) for token in flat[:1000]) * 2 <= len(flat[:1000]):
        return _matrix_claim(rows, commas="," in text and not framed, framed=framed)
    if all(len(row) <= 1 for row in rows) and all("," in token for token in flat):
        return _matrix_claim([row[0].split(",") if row else [] for row in rows], commas=True)
    for line, row in enumerate(rows, start=1):
        for token in row:
            if not _PLACE.fullmatch(token):
                raise InvalidTour("name-unreadable-line", name=short(token), line=line)
    return claim_of(flat)


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidTour("not-text") from error


def _read_json(text: str) -> dict[str, object]:
    import json  # only JSON needs it

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise not_json(error) from error
    if not isinstance(data, dict):
        raise InvalidTour("json-no-tour")
    return data


def not_json(error: ValueError | RecursionError) -> InvalidTour:
    """Return the error for a text that the JSON parser rejects."""
    import json

    if isinstance(error, json.JSONDecodeError):
        return InvalidTour("json-unreadable", line=error.lineno, column=error.colno)
    return InvalidTour("json-too-much")  # too deep, or a number of too many digits


def _read_groups(text: str) -> list[tuple[int, ...]] | None:
    """Read squares as Python prints them: numbers in parentheses and nothing else."""
    groups = re.findall(r"\(([^()]*)\)", text)
    if not groups or re.sub(r"\([^()]*\)", "", text).strip(" \t\r\n,;[]()"):
        return None
    rows = [tuple(re.findall(r"[^\s,]+", group)) for group in groups]
    if not all(1 < len(row) <= 3 and all(map(_NUMBER.fullmatch, row)) for row in rows):
        return None
    return [tuple(map(int, row)) for row in rows]


def read_list(text: str) -> list[list[object]] | None:
    """Read a list of lists as JSON, Python, C and others write it; None for another notation."""
    import json

    if not text.lstrip().startswith(("[", "(", "{")):
        return None
    written = text.translate(str.maketrans("(){}'", '[][]"')).replace("None", "null")
    try:
        data = json.loads(written.rstrip("; \t\r\n"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, list) or not data:
        return None
    if not all(isinstance(row, list) and row for row in data):
        return None
    return [list(map(_cell, row)) for row in data]


def _cell(cell: object) -> object:
    """Return the number in quotes, or else the cell as it is."""
    if isinstance(cell, str) and _NUMBER.fullmatch(cell.strip()):
        return int(cell)
    return cell


def _rows_claim(rows: Sequence[Sequence[object]]) -> Claim:
    """Return the claim that rows of numbers make: a list of squares, or a matrix."""
    if isinstance(rows[0], tuple) or _are_squares(rows, commas=True):
        return claim_of([tuple(row) for row in rows])
    return claim_of_matrix(list(rows))


def _are_squares(rows: Sequence[Sequence[object]], *, commas: bool) -> bool:
    """Say whether rows are coordinates rather than a matrix of numbers.

    In a matrix no number repeats, and some number is at least the number of rows; coordinates
    are smaller than the number of squares. Three or more coordinates a row need commas.
    """
    numbers = [n for row in rows for n in row if isinstance(n, int)]
    width = len(rows[0])
    if any(len(row) != width for row in rows) or len(numbers) != width * len(rows):
        return False
    if min(numbers) < 0:
        return False
    if width == 3:  # 0 repeats also in a puzzle, where it is an empty square
        numbers = [*filter(None, numbers)]
    if width == 2 or (width == 3 and commas):
        return len(set(numbers)) < len(numbers)
    return width > 3 and commas and min(numbers) >= 0 and max(numbers) < len(rows)


def _split_line(line: str, framed: bool) -> list[str]:
    """Return the cells of a line without punctuation."""
    if framed:
        # Keep the text between the bars; the other lines are the frame and its labels.
        bars = [i for i, character in enumerate(line) if character in "│|"]
        line = " ".join(line[a + 1 : b] for a, b in pairwise(bars))
    elif _RULE.search(line):
        return []  # a rule
    line = " ".join(line.translate(_PUNCTUATION).split())
    if "," not in line:
        return line.split()
    # A comma joins coordinates (1,2) and separates everything else (1, 2 or a1,b3).
    line = line.replace(", ", " ").replace(" ,", " ").removesuffix(",")
    return re.sub(r",(?=[A-Za-z])", " ", line).split()


def _empty_titles(rows: list[list[str]]) -> None:
    """Empty the lines of words above and below the numbers, such as "The solution is:"."""
    numbered = [any(map(re.compile("[0-9]").search, row)) for row in rows]
    if True not in numbered:
        return
    first, last = numbered.index(True), len(rows) - numbered[::-1].index(True)
    for row in (*rows[:first], *rows[last:]):
        if any(re.search(r"[^\W\d_]{2}", token) for token in row):
            row.clear()


def _matrix_claim(rows: list[list[str]], *, commas: bool, framed: bool = False) -> Claim:
    """Read coordinates or a matrix, in which empty lines separate the layers of a box."""
    read = [_read_numbers(row, line) for line, row in enumerate(rows, start=1)]
    filled = [row for row in read if row]
    if not filled:
        raise InvalidTour("claim-empty")
    if _are_squares(filled, commas=commas):
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


def _read_numbers(row: list[str], line: int) -> list[object]:
    digits = "".join(row)
    if digits.isascii() and digits.isdecimal() and max(map(len, row)) <= 18:
        return [*map(int, row)]
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
    """Nest the rows in blocks, one level for each number of empty lines between them."""
    if blanks == 0:
        return [row for row in rows if row]
    return [_nested(block, blanks - 1) for block in split_blocks(rows, blanks)]
