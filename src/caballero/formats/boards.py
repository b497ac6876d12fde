"""Boards in the notations of other programs: a text as rows of cells, and what the cells mean.

:func:`board_rows` takes away what stands around the cells: brackets, names and commas of arrays,
frames of signs or of Markdown, a line with the size, names of rows and columns, empty lines between
all rows. Then a table says what each mark is: ``.`` a square, ``#`` none, ``S``, ``E`` or a
number. The readers of puzzles and of claimed tours share both.

``_``, ``?`` and several ``0`` are squares, and ``#`` is none. What ``.``, ``x``, ``*``, ``-``,
``-1`` and an empty cell mean depends on the others: they are no squares next to ``_`` or ``0``;
else the mark that occurs is a square; two of them are refused.

Invariants: no cell is lost, and rows stay on their lines if nothing stands around them. None is no
square next to a whole tour, and an empty square otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from itertools import chain, pairwise
from math import gcd, isqrt
from typing import Any, Final

from caballero.machine.errors import InvalidBoard
from caballero.machine.limits import pause, paused
from caballero.machine.words import Message, short
from caballero.model.headings import is_heading

from .arrays import read_array

SIZE: Final = re.compile(
    r"(?i:\s*(?:(?:[nm]|size|rows?|cols?|columns?|dim|tamaño|filas|columnas|board|grid|tablero)"
    r"\s*[:=]?\s*)?)[\[(]?\s*(\d{1,4})\s*"
    r"(?:[x×X*,; ]\s*(\d{1,4})\s*)?[\])]?\s*;?\s*"
)
"""A line with the sides of a board: ``4``, ``3 3``, ``5x5``, ``n=5``."""

NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}")

_RULE: Final = re.compile(r"[\s+|:=─━═│║┃┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╟╢╤╧╪╫╥╨╭╮╰╯┏┓┗┛┣┫┳┻╋╞╡╒╕╘╛╓╖╙╜-]*")
_HEADED: Final = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*")
"""The line below the titles of a table in Markdown."""

_BAR: Final = re.compile(r"[|│║┃]")
_DASHES: Final = re.compile(r"[─━═]|--|==|\+-|-\+|:-|-:")
_SOLID: Final = re.compile(r"[─━═]|---|===|\+-|\\hline")
_BOXED: Final = re.compile(r"(?:\s*\[[^\[\],;]*\]){2,}\s*;?")
_HIDDEN: Final = dict.fromkeys([0xAD, *range(0x200B, 0x2010), 0x2060, 0xFE0E, 0xFE0F, 0xFEFF])
_SIGNS: Final = str.maketrans("−‐‑", "---")
_CAPTION: Final = re.compile(r"^(?:\s*[^\W\d_]{2}[^\d:]*:(?=\s))+(?=.*\d)")
"""Words with a colon before a list or a row, as in ``Row: 1 4 7``."""

_LATEX: Final = re.compile(r"\\\\|\\[a-z]+(?:\{[^}]*\})*")
_FENCE: Final = re.compile(r"(?m)^\s*(?:```|~~~).*$")
_MAIL: Final = re.compile(r"(?m)^[ \t]*>+ ?(?!\s*[=-])")

_FOREIGN: Final = re.compile(r"(?<!\d)0|[_?xX*]|(?<![^\s,;])-+(?![^\s,;])")
"""What only boards have in which blanks may be missing squares."""

_SHORT: Final = re.compile(r"[0-9]{1,9}")
_PACKED: Final = re.compile(r"[.#_?*xXsSeE0-9-]+")
_CELL: Final = re.compile(r"[.#SExX?*]|_+|-+|\.\.|00?|-1|0*[1-9]\d*")
_WHOLE: Final = re.compile(r"([+-]?\d{1,19})(?:\.0*)?")
_MARKS: Final = {
    "?": "_", "X": "x", "s": "S", "e": "E", "·": ".", "–": "-", "—": "-", "□": "_", "▢": "_",
    "⬜": "_", "■": "#", "█": "#", "⬛": "#", "[]": "_", "()": "_", '""': "_", "''": "_",
    "none": "None", "null": "None", "nil": "None", "nan": "None", "na": "None", "undefined": "None",
    "<na>": "None",
}  # fmt: skip
"""Marks that mean the same as others."""


def cleaned(text: str) -> str:
    """Return a text with usual digits, blanks and ends of lines, without marks of mail and LaTeX.

    >>> cleaned("１\\u00a0．"), cleaned("> 1 & 2 \\\\\\\\")
    ('1 .', '1 & 2')
    """
    if not text.isascii():
        from unicodedata import normalize  # only other letters need it

        text = normalize("NFKC", text).translate(_HIDDEN).translate(_SIGNS)
    if "```" in text or "~~~" in text:
        text = _FENCE.sub("", text).strip("\n")
    if "\\" in text:
        text = _LATEX.sub(" ", text)
    text = "\n".join(line.rstrip(" ") for line in paused(f"{text}\n".splitlines()))
    if ">" in text and all(map(_MAIL.match, filter(str.strip, text.split("\n")))):
        text = _MAIL.sub("", text)
    return text


def board_rows(
    text: str, notes: list[Message] | None = None, *, tour: bool = False
) -> list[list[str]]:
    """Return the rows of cells of a board, each ``.``, ``#``, ``S``, ``E``, a number, or as it is.

    Empty rows separate the layers of a box. What changes the question goes to the `notes`. In a
    `tour`, lines of words around the board are passed over, and a single 0 or -1 is a number.

    >>> board_rows("int g[2][2] = {{1, 0}, {0, 4}};"), board_rows("2 2\\n1 ?\\n? 4")
    ([['1', '.'], ['.', '4']], [[], ['1', '.'], ['.', '4']])
    >>> board_rows("+--+--+\\n| 1|  |\\n+--+--+\\n|  | 4|\\n+--+--+"), board_rows("1 2; 4 3")
    ([['1', '.'], ['.', '4']], [['1', '2'], ['4', '3']])
    """
    said: list[Message] = [] if notes is None else notes
    rows = _written_rows(text, said, tour)
    filled = [row for row in paused(rows) if row]
    if len(filled) == 1 or {*map(len, filled)} == {1}:
        cells = [*chain.from_iterable(filled)]
        side = isqrt(len(cells))
        numbers = sum(map(str.isdecimal, cells))
        whole = side > 2 and side * side == len(cells) and rows.count([]) < 2
        if whole and (numbers == len(cells) or numbers > side):
            said.append(Message("read-one-row", {"count": len(cells), "side": side}))
    if tour and all(all(map(str.isdecimal, row)) for row in paused(rows)):
        return rows  # perhaps coordinates
    rows = [[*map(_plain, row)] for row in paused(rows)]
    kinds = {*chain.from_iterable(paused(rows))}
    if "None" in kinds:
        cells = [cell for row in paused(rows) for cell in row if cell != "None"]
        whole = all(map(_SHORT.fullmatch, cells)) and is_whole(map(int, cells))
        rows = [["#."[not whole] if c == "None" else c for c in row] for row in paused(rows)]
    meaning = _meanings([*chain.from_iterable(rows)], said, tour)
    return [[meaning.get(mark, mark) for mark in row] for row in paused(rows)]


def drawn(text: str, notes: list[Message], *, tour: bool = False) -> str:
    """Return the rows of hexagons or triangles with the marks of drawings, in their places.

    >>> drawn(" 1 ?\\n? 4", [])
    ' 1 .\\n. 4'
    """
    words = text.split()
    meaning = _meanings([*map(_plain, words)], notes, tour)
    width = min(map(len, words), default=1)

    def cell(found: re.Match[str]) -> str:
        mark = _plain(found[0])
        return meaning.get(mark, mark).rjust(min(width, len(found[0])))

    return re.sub(r"\S+", cell, text)


def is_whole(numbers: Iterable[int]) -> bool:
    """Return whether a whole tour has these numbers, from 0 or 1 on, each once."""
    found = sorted(numbers)
    return (
        len(found) > 1
        and found[0] in (0, 1)
        and found[-1] - found[0] == len({*found}) - 1 == (len(found) - 1)
    )


# -- the meanings of the cells ------------------------------------------------------------------


@lru_cache(1 << 12)
def _plain(cell: str) -> str:
    """Return a cell without quotes, and numbers without zeros around them.

    >>> _plain('"07"'), _plain("__"), _plain("X"), _plain("3.0"), _plain("NaN")
    ('7', '_', 'x', '3', 'None')
    """
    cell = cell.strip().strip("\"'")
    if number := _WHOLE.fullmatch(cell):
        return str(int(number[1]))
    if cell and not cell.strip(cell[0]) and cell[0] in "_.-*?–—":
        cell = cell[0]  # __, --, **
    return _MARKS.get(cell, _MARKS.get(cell.lower(), cell))


def _meanings(marks: list[str], notes: list[Message], tour: bool) -> dict[str, str]:
    """Return which marks are squares and which are none, and the numbers from 1 on."""
    kinds, zeros = {*marks}, marks.count("0")
    numbers = [int(mark) for mark in paused(marks) if mark.isdecimal() and len(mark) < 19]
    unclear = [mark for mark in (".", "x", "-1", "", "*", "-") if mark in kinds]
    first = zeros == 1 and _from_zero(kinds, numbers, len(marks))
    if first and not tour:
        notes.append(Message("read-from-0"))
    shifted = {str(n): str(n + 1) for n in numbers} if first and not tour else {}
    if tour and zeros < 2 and "_" not in kinds:
        unclear = [mark for mark in unclear if mark != "-1"]  # may be a number
    others = {*unclear} - {"-1"}
    if "_" in kinds or zeros > 1 or (zeros and not others and not tour):
        squares = {"_": "."} if first or (tour and zeros == 1) else {"_": ".", "0": "."}
        return squares | dict.fromkeys(unclear, "#") | shifted
    if "." in unclear and unclear[1:] == ["*"]:
        return {"*": "#"} | shifted  # as in the labyrinths of programming contests
    if len(unclear) > 1:
        names = ", ".join(f"“{mark}”" for mark in unclear)
        raise InvalidBoard("grid-unclear", marks=names)
    return dict.fromkeys(unclear, ".") | shifted


def _from_zero(kinds: set[str], numbers: list[int], count: int) -> bool:
    """Return whether a single 0 is the first number: other marks show the empty squares.

    >>> _from_zero({"_"}, [2, 0], 3), _from_zero({"_"}, [3, 0], 3)
    (True, False)
    """
    empty = not kinds.isdisjoint({"_", ".", "*", "-", "x", ""})
    return empty and "-1" not in kinds and len(numbers) > 1 and max(numbers) < count


# -- rows as they are written --------------------------------------------------------------------


def _written_rows(text: str, notes: list[Message], tour: bool) -> list[list[str]]:
    """Return the rows of cells as they are written."""
    if (rows := array_rows(text)) is not None:
        return rows
    lines = text.split("\n")
    if tour:
        untitled = [_CAPTION.sub("", line) for line in without_titles(lines)]
        if untitled != lines:
            return _written_rows("\n".join(untitled), notes, tour)
    if ";" in text and "\n" not in text.strip():  # perhaps rows of MATLAB
        rows = array_rows(f"[{text.strip()}]") or [[]]
        if len(rows) > 1 < len(rows[0]) and len({*map(len, rows)}) == 1:
            return rows
    lines = _boxed(lines) or _unframed(lines) or lines
    rows = _cells(without_size(lines), notes, tour)
    filled = [i for i, row in enumerate(rows) if row]
    gaps = [b - a for a, b in pairwise(filled)]
    if min(gaps, default=1) > 1:  # each row stands alone
        notes.append(Message("read-spaced"))
    if min(gaps, default=1) == 1 or tour:
        return rows
    spaced: list[list[str]] = []
    for i, gap in zip(filled, [0, *gaps], strict=True):
        spaced += [[]] * (gap > min(gaps)) + [rows[i]]
    return spaced


def without_titles(lines: list[str]) -> list[str]:
    """Return lines; words above and below the numbers become empty lines.

    >>> without_titles(["The solution is:", "1 2", "4 3", "Time: 0.3 s"])
    ['', '1 2', '4 3', '']
    """
    titles = [_is_title(line) for line in paused(lines)]
    numbered = [
        not title and any(map(str.isdecimal, line))
        for line, title in zip(lines, titles, strict=True)
    ]
    if True not in numbered:
        return lines
    first, last = numbered.index(True), len(lines) - numbered[::-1].index(True)
    return ["" if not first <= i < last and (titles[i] or is_heading(line)) else line
            for i, line in enumerate(lines)]  # fmt: skip


_SQUARE: Final = re.compile(r"[A-Za-z]{1,2}[0-9]{1,3}|[0-9]+,[0-9]+")


def _is_title(line: str) -> bool:
    """Return whether a line with or without numbers is a title: it has a word, and no square.

    >>> _is_title("Solution 2:"), _is_title("Tour: a1 b3"), _is_title("Enter n: 5")
    (True, False, True)
    """
    if not is_heading(line.strip()) or "[" in line or "{" in line:
        return False
    words = re.sub(r"[():;]", " ", line).split()
    numbers = sum(bool(NUMBER.fullmatch(word)) for word in words)
    squares = any(map(_SQUARE.fullmatch, words))
    return not squares and 2 * numbers <= len(words)


def array_rows(text: str) -> list[list[str]] | None:
    """Return the rows of an array with at least two axes; empty rows separate its layers.

    Rows in parentheses are tuples, which may be squares.

    >>> array_rows("[[1, None], [2, 3]]"), array_rows("[1, 2]")
    ([['1', 'None'], ['2', '3']], None)
    """
    if "[" not in text and "{" not in text and "(" not in text:
        return None
    array = read_array(text)
    if not array:
        return None
    if all(isinstance(row, str) for row in array):
        if len(array) > 3 and text.lstrip()[:1] != "(" and all(map(NUMBER.fullmatch, array)):
            raise InvalidBoard("grid-flat", count=len(array))
        words = [row.split() for row in array]
        marked = all(map(_PACKED.fullmatch, array)) and not all(map(NUMBER.fullmatch, array))
        if len(array) < 2 or not (min(map(len, words)) > 1 or (marked and len(array[0]) > 1)):
            return None
        array = words if min(map(len, words)) > 1 else [[*row] for row in array]
    rows = None if any(isinstance(row, str) for row in array) else _levels(array)
    if rows is None:
        return None
    for row in paused(rows):
        row[:] = [cell.replace(" ", "") for cell in row]
    return rows


def _levels(array: Sequence[Any]) -> list[list[str]] | None:
    """Return the rows of nested lists, with an empty row more between blocks for each level."""
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
        rows += [[] for _ in range(depth - 2 if number else 0)] + inner
    return rows


def _depth(array: Any) -> int:
    depth = 0
    while isinstance(array, (list, tuple)) and array:
        array, depth = array[0], depth + 1
    return depth


def _boxed(lines: Sequence[str]) -> list[str] | None:
    """Return the rows of cells in brackets: ``[1][ ][3]``."""
    filled = [line for line in lines if line.strip()]
    if not filled or not all(map(_BOXED.fullmatch, filled)):
        return None
    cells = (re.findall(r"\[([^\]]*)\]", line) for line in filled)
    return [" ".join(cell.strip() or "_" for cell in row) for row in cells]


def _unframed(lines: Sequence[str]) -> list[str] | None:
    """Return the rows within a frame of signs, or of a table in Markdown; None without a frame."""
    if not any(map(_BAR.search, lines)):
        return None
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


def without_labels(rows: list[list[str]]) -> list[list[str]]:
    """Return rows without the names of columns above or below them, and of rows before them.

    >>> without_labels([["a", "b"], ["2", "1", "."], ["1", ".", "4"]])
    [[], ['1', '.'], ['.', '4']]
    >>> without_labels([["0", "1"], ["0", "1", "2"], ["1", "4", "3"]])
    [[], ['1', '2'], ['4', '3']]
    """
    filled = [i for i, row in enumerate(rows) if row]
    heads = [i for i in dict.fromkeys(filled[:1] + filled[-1:]) if _names_columns(rows[i])]
    body = [i for i in filled if i not in heads]
    widths = {len(rows[i]) for i in body}
    if not heads or len(body) < 2 or len(widths) != 1:
        return rows
    labels = [re.sub(r"[\[\],.:]", "", rows[i][0]) for i in body]
    sides = {*map(len, (rows[i] for i in heads))}
    numbered = [[*map(str, range(i, i + len(body)))] for i in (0, 1)]
    if sides == {widths.pop() - 1} and (labels in numbered or labels[::-1] in numbered):
        return [[] if i in heads else row[1:] for i, row in enumerate(rows)]
    if sides == {len(rows[body[0]])} and not any(map(str.isdecimal, rows[heads[0]])):
        return [[] if i in heads else row for i, row in enumerate(rows)]
    return rows


def _names_columns(row: list[str]) -> bool:
    """Return whether cells name columns: letters in order, or numbers from 0 or 1 on."""
    names = [re.sub(r"[\[\],.:]", "", cell).lower() for cell in row]
    numbers = ([*map(str, range(i, i + len(row)))] for i in (0, 1))
    return names in (*numbers, [chr(ord("a") + i) for i in range(len(row))]) and len(row) > 1


def without_size(lines: list[str]) -> list[str]:
    """Return lines without the sides of the board above them; refuse what may be its first row.

    >>> without_size(["3", "1 0 0", "0 0 0", "5 0 0"])
    ['', '1 0 0', '0 0 0', '5 0 0']
    """
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    for head in (1, 2):
        above, body = lines[start : start + head], lines[start + head :]
        sizes = [SIZE.fullmatch(line.strip()) for line in above]
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
        return [""] * head + body
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


def _cells(lines: list[str], notes: list[Message], tour: bool) -> list[list[str]]:
    """Split lines into rows of cells; an empty line is a row without cells."""
    for mark in "\t;,|&":
        if rows := _separated(lines, mark):
            return without_labels(rows)
    lines = ["" if _RULE.fullmatch(line) and _SOLID.search(line) else line for line in lines]
    rows = [line.replace("|", " ").rstrip(";,").split() for line in paused(lines)]
    rows = without_labels(rows)
    widths = {len(row) for row in rows if row}
    words = [word for row in paused(rows) for word in row]
    if len(widths) == 1 and widths != {1}:
        return rows
    plain = not re.search(r"[^\W_xXsSeE]", "".join(words))  # no digit, no letter of a word
    if widths == {1} and max(map(len, words)) > 1 and (plain or _is_packed(words)):
        if not {*".#SE"} >= {*"".join(words)}:
            notes.append(Message("read-packed"))
        return [[*"".join(row)] for row in rows]
    if _FOREIGN.search("\n".join(lines)):  # only there blanks may be missing squares
        if any(_PACKED.fullmatch(word) and not _CELL.fullmatch(word) for word in words):
            width = max(map(len, lines))
            return [["#" if mark == " " else mark for mark in line.ljust(width)] if line else []
                    for line in lines]  # fmt: skip
        return _columns(lines) or rows
    if tour and len(widths) > 1 and all(map(_SHORT.fullmatch, words)):
        found = _columns(lines) if is_whole(map(int, words)) else []  # nothing is lost
        inside = any("#" in "".join(row).rstrip("#") for row in found)
        return found if inside else rows
    return rows


def _is_packed(words: Sequence[str]) -> bool:
    """Return whether each character of equally long words is a cell.

    >>> _is_packed(["1.3", "..."]), _is_packed(["103", "000"]), _is_packed(["01", "02"])
    (True, True, False)
    """
    width = len(words[0])
    if width == 1 or {*map(len, words)} != {width} or "-1" in "".join(words):
        return False
    if all(map(str.isdecimal, words)):
        numbers = sorted(int(word[:18]) for word in words)
        return len(words) > 1 and numbers != [*range(numbers[0], numbers[0] + len(numbers))]
    return all(map(_PACKED.fullmatch, words))


def _separated(lines: list[str], mark: str) -> list[list[str]]:
    """Split lines at a mark; return nothing if a line has no such mark or a cell has two."""
    rows = [
        [cell.strip() for cell in line.split(mark)] if line.strip(" ") else [] for line in lines
    ]
    if any(len(row) == 1 or any(" " in cell for cell in row) for row in rows):
        return []
    # A mark may end each row; often not the last row, as in the lists of programs.
    cut = [row[:-1] if row[-1:] == [""] else row for row in rows]
    filled = [row for row in rows if row]
    ended = all(row[-1] == "" for row in filled[:-1]) and all("" not in row for row in cut)
    ended = ended and len({len(row) for row in cut if row}) == 1
    return cut if ended else rows


def _columns(lines: list[str]) -> list[list[str]]:
    """Split lines in which blanks stand for missing squares, if all columns are equally wide."""
    found = [[*re.finditer(r"\S+", line.expandtabs())] for line in lines]
    widest = max(len(cell[0]) for row in found for cell in row)
    for side in (0, 1):  # aligned left or right
        places = sorted({cell.span()[side] for row in found for cell in row})
        wide = reduce(gcd, (place - places[0] for place in places), 0)
        if wide > widest:
            count = (places[-1] - places[0]) // wide + 1
            rows = [["#"] * count if row else [] for row in found]
            for row, cells in zip(rows, found, strict=True):
                for cell in cells:
                    row[(cell.span()[side] - places[0]) // wide] = cell[0]
            return rows
    return []
