"""Boards in the notations of other programs, as plain rows of cells.

:func:`plain_rows` takes away what stands around the cells: the brackets, names and commas of
arrays, frames of signs or of Markdown, the semicolons of MATLAB, a line with the size. What remains
are lines of cells between blanks, which the readers of puzzles and of claimed tours share. A text
that is such lines already is returned as it is.

Invariant: no cell is lost. An empty cell of an array or a frame becomes ``_``; None is no square
beside a whole tour, and an empty square otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from caballero.core.errors import InvalidBoard
from caballero.core.limits import pause, paused
from caballero.core.words import short

from .arrays import read_array

SIZE: Final = re.compile(
    r"(?i:\s*(?:(?:[nm]|size|rows?|cols?|columns?|dim|tamaño|filas|columnas|board|grid|tablero)"
    r"\s*[:=]?\s*)?)[\[(]?\s*(\d{1,4})\s*"
    r"(?:[x×X*,; ]\s*(\d{1,4})\s*)?[\])]?\s*;?\s*"
)
"""A line with the sides of a board: ``4``, ``3 3``, ``5x5``, ``n=5``."""

_RULE: Final = re.compile(r"[\s+|:=─━═│║┃┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╟╢╤╧╪╫╥╨╭╮╰╯┏┓┗┛┣┫┳┻╋╞╡-]*")
_HEADED: Final = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*")
"""The line below the titles of a table in Markdown."""

_BAR: Final = re.compile(r"[|│║┃]")
_DASHES: Final = re.compile(r"[─━═]|--|==|\+-|-\+|:-|-:")
_BOXED: Final = re.compile(r"(?:\s*\[[^\[\],;]*\]){2,}\s*;?")
_PACKED: Final = re.compile(r"[.#_?*xXSE0-9-]+")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+")
_NONE: Final = frozenset({"none", "null", "nil", "undefined", "nan", "na"})
_EMPTY: Final = frozenset({"", "[]", "()", '""', "''"})


def plain_rows(text: str, *, framed: bool = True) -> str:
    """Return the lines of cells of a board, without what other programs write around them.

    Frames stay if they are not to be read (`framed`).

    >>> plain_rows("int g[2][2] = {{1, 0}, {0, 4}};")
    '1 0\\n0 4'
    >>> plain_rows("+--+--+\\n| 1|  |\\n+--+--+\\n|  | 4|\\n+--+--+")
    '1 _\\n_ 4'
    >>> plain_rows("2 2\\n1 .\\n. 4"), plain_rows("1 2; 4 3")
    ('1 .\\n. 4', '1 2\\n4 3')
    """
    lines = [line.rstrip(" \r") for line in paused(text.split("\n"))]
    if (boxed := _boxed(lines)) is not None:
        return boxed
    if (rows := array_rows(text)) is not None:
        return _joined(rows)
    if framed and _BAR.search(text) and (inside := _unframed(lines)) is not None:
        lines = inside
    elif (matlab := _matlab(text)) is not None:
        lines = matlab
    return "\n".join(without_size(lines))


def array_rows(text: str) -> list[list[str]] | None:
    """Return the rows of an array with at least two axes; empty rows separate its layers.

    >>> array_rows("[[1, None], [2, 3]]"), array_rows("[1, 2]")
    ([['1', '#'], ['2', '3']], None)
    """
    if "[" not in text and "{" not in text and "(" not in text:
        return None
    array = read_array(text)
    if not array:
        return None
    if all(isinstance(row, str) for row in array):
        words = [row.split() for row in array]
        marked = all(map(_PACKED.fullmatch, array)) and not all(map(_NUMBER.fullmatch, array))
        if len(array) < 2 or not (min(map(len, words)) > 1 or (marked and len(array[0]) > 1)):
            return None
        array = words if min(map(len, words)) > 1 else [[*row] for row in array]
    if any(isinstance(row, (str, tuple)) for row in array):
        return None
    rows = _levels(array)
    if rows is None:
        return None
    cells = [cell for row in rows for cell in row]
    numbers = sorted(int(cell) for cell in paused(cells) if cell.isdecimal() and len(cell) < 9)
    nones = sum(cell.lower() in _NONE for cell in paused(cells))
    whole = (
        len(numbers) == len(cells) - nones
        and numbers[-1:] != []
        and (numbers == [*range(numbers[0], numbers[0] + len(numbers))])
    )
    mark = "#" if whole else "."
    return [[mark if c.lower() in _NONE else "_" if c.strip() in _EMPTY else c for c in row]
            for row in paused(rows)]  # fmt: skip


def _levels(array: Sequence[Any]) -> list[list[str]] | None:
    """Return the rows of nested lists, with one empty row more between blocks for each level."""
    if all(isinstance(cell, str) for cell in array):
        return [list(array)]
    rows: list[list[str]] = []
    depth = _depth(array)
    for number, part in enumerate(paused(array)):
        if isinstance(part, str) or _depth(part) != depth - 1 or not part:
            return None
        inner = _levels(part)
        if inner is None:
            return None
        rows += [[]] * (depth - 2 if number else 0) + inner
    return rows


def _depth(array: Any) -> int:
    depth = 0
    while isinstance(array, (list, tuple)) and array:
        array, depth = array[0], depth + 1
    return depth


def _joined(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(" ".join(cell.replace(" ", "") or "_" for cell in row) for row in rows)


def _boxed(lines: Sequence[str]) -> str | None:
    """Return the rows of cells in brackets: ``[1][ ][3]``."""
    filled = [line for line in lines if line.strip()]
    if not filled or not all(map(_BOXED.fullmatch, filled)):
        return None
    return _joined([[c.strip() for c in re.findall(r"\[([^\]]*)\]", line)] for line in filled])


def _unframed(lines: Sequence[str]) -> list[str] | None:
    """Return the rows within a frame of signs, or of a table in Markdown; None without a frame."""
    rules = [bool(_RULE.fullmatch(line)) and _DASHES.search(line) is not None for line in lines]
    if len(lines) > 1 and _HEADED.fullmatch(lines[1]):
        rules[1] = True
    barred = [
        len(_BAR.findall(line)) > 1 for line, rule in zip(lines, rules, strict=True) if not rule
    ]
    if not any(barred) or (True not in rules and not all(
        line.strip()[:1] in "|│║┃" and line.strip()[-1:] in "|│║┃" for line in lines if line.strip()
    )):  # fmt: skip
        return None
    lined = [line.strip() for line in lines if len(_BAR.findall(line)) > 1]
    inner = all(any(not _BAR.match(line[end]) for line in lined) for end in (0, -1))
    rows: list[str] = []
    for line, rule in zip(lines, rules, strict=True):
        pause()
        bars = [found.start() for found in _BAR.finditer(line)]
        if rule:
            continue
        if len(bars) < 2:  # nothing, a caption of a layer, or letters below the frame
            rows += [""] * (rows[-1:] not in ([], [""]))
            continue
        if inner:  # bars only part the cells
            bars = [-1, *bars, len(line)]
        cells = [line[a + 1 : b].strip() for a, b in pairwise(bars)]
        if len(cells) > 1 and all(len(cell.split()) < 2 or not cell for cell in cells):
            rows.append(" ".join(cell or "_" for cell in cells))
        else:
            rows.append(" ".join(cells).strip())
    if len(rules) > 1 and rules[1] and not rules[0] and rows and _is_header(rows[0].split()):
        del rows[0]  # the titles of Markdown
    return rows[:-1] if rows[-1:] == [""] else rows


def _is_header(cells: Sequence[str]) -> bool:
    """Return whether cells are titles of columns: letters in order, words, or nothing.

    >>> _is_header(["a", "b"]), _is_header(["_", "_"]), _is_header(["1", "_"])
    (True, True, False)
    """
    letters = [chr(ord("a") + i) for i in range(len(cells))]
    words = any(re.search(r"[^\W\d_]\w", cell) for cell in cells)
    return words or [c.lower() for c in cells] == letters or {*cells} == {"_"}


def _matlab(text: str) -> list[str] | None:
    """Return the rows of a matrix on one line, with semicolons between them."""
    line = text.strip()
    if "\n" in line or line.count(";") < 1:
        return None
    rows = [row.replace(",", " ").split() for row in line.rstrip("; ").split(";")]
    if len(rows) < 2 or len(rows[0]) < 2 or len({*map(len, rows)}) > 1:
        return None
    return [" ".join(row) for row in rows]


def without_size(lines: list[str]) -> list[str]:
    """Return lines without the first one, or two, if they are the sides of the board below.

    Raises :class:`InvalidBoard` if the line may be the first row of the board as well.

    >>> without_size(["3", "1 0 0", "0 0 0", "5 0 0"])
    ['1 0 0', '0 0 0', '5 0 0']
    """
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    for head in (1, 2):
        above, body = lines[start : start + head], lines[start + head :]
        sizes = [SIZE.fullmatch(line) for line in above]
        filled = [line for line in paused(body) if line.strip(" ")]
        sides = [int(side) for size in sizes if size for side in size.groups() if side]
        if None in sizes or not filled or len(sides) not in (head, 2) or sides[-1] == 1:
            continue  # a column of cells has no sides above
        plain = all(re.fullmatch(r"[\d\s,;]+", line) for line in above)
        if (plain and len(filled) < 2) or not _has_shape(filled, (sides[0], sides[-1])):
            continue
        if plain and head == 1 and len(sides) == sides[-1] == 2:  # a row of two cells may be a size
            cells = re.findall(r"[1-9]\d*", " ".join(filled))
            whole = sorted([*sides, *map(int, re.findall(r"\d+", " ".join(filled)))])
            if whole == [*range(whole[0], whole[0] + len(whole))]:
                return lines  # the first row of a whole tour
            if sides[0] != sides[1] and not {*map(str, sides)} & {*cells}:
                raise InvalidBoard("grid-size", text=short(above[0].strip()))
        return body
    number, *below = [line for line in paused(lines) if line.strip()] or [""]
    counted = re.fullmatch(r"\d{1,4}", number) and len(below) > 1
    widths = {len(re.split(r"[\s,;]+", line.strip())) for line in below} if counted else {1}
    if len(widths) == 1 and widths != {1}:
        raise InvalidBoard("grid-size", text=number)  # the number of another board
    return lines


def _has_shape(lines: Sequence[str], shape: tuple[int, int]) -> bool:
    """Return whether lines have these rows, and these columns between some mark, or characters."""
    rows, columns = shape
    if len(lines) != rows:
        return False
    for mark in (None, *({*"\t;,"} & {*lines[0]})):
        ended = mark not in (None, "\t") and all(line.endswith(mark or "") for line in lines)
        if {len(line.split(mark)) - ended for line in lines} == {columns}:
            return True
    packed = not any(re.search(r"[\s,;]", line.strip()) for line in lines)
    return packed and {len(line.strip()) for line in lines} == {columns}
