"""Rows of cells: lists of edges, adjacency lists, matrices and points, in any file.

:func:`sheet_of` splits a text into cells: the delimiter is found from the whole text, quotes are
as in CSV, empty cells are kept. ``SHAPES`` has what such rows may be. Each shape looks for
evidence and returns a :class:`Fit`: how much of the text fits, and how strong the evidence is, a
heading or only the shape of all lines. The strongest evidence wins. Where two shapes fit equally
and make different graphs, or none fits, the text is refused: by the nearest shape, which names the
line and the cell.

Numbers have the marks that the whole text shows: ``1.203,5`` next to ``1.203``, or ``2,5``. Where a
mark may be that of decimals or of thousands, the cell is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from caballero.machine.errors import InvalidGraph
from caballero.machine.limits import pause
from caballero.machine.words import Message, short

from .vertices import exact, is_number, read_label

if TYPE_CHECKING:
    from caballero.model.graph import Number

ABSENT: Final = frozenset(
    {"", "-", "--", "–", "—", "∞", "inf", "+inf", "infinity", "na", "nan", "none", "null", "nil"}
)
"""The cells that are no edge."""

ARROWS: Final = frozenset({"->", "→", "=>", "-->"})
JOINS: Final = frozenset({"--", "-", "—", "<->", "↔", *ARROWS})

_SIGNS: Final = re.compile(r"[^\w\s.+-]| -[ >-]|\t")
"""Characters that a line of plain words does not have."""

_REMARKS: Final = re.compile(r"(?:[#%][^\n>]*\n)+")
_ARROWS: Final = re.compile(r"(?:[ \t]*[^\s>]+?[ \t]*->[ \t]*[^\s>-][^\n>]*(?:\n|$)|[ \t]*\n)++")
_QUOTED: Final = re.compile(r"""\s*("[^"]*"|'[^']*'|\([^()]*\)|\[[^][]*\]|[^\s,]+)[\s,]*""")
_PARTED: Final = re.compile(r"""["'(\[]""")
_ARROW: Final = re.compile(r"<->|-->|->|=>|→|↔")
_MARKED: Final = re.compile(r"""[{#%,"'(\[→↔]|\S(?:<->|-->|->|=>)|(?:->|=>)\S""")
"""Marks that do not split cells between blanks alone."""

_COLON: Final = re.compile(r"\s*[^\s:]+\s*:(?:\s|$)")
_NO_LIST: Final = str.maketrans("[]{},;", "      ")
_DATA: Final = re.compile(r"\{(.*)\}\s*$")
_RULE: Final = re.compile(r"[\s|:+=-]*[-=─═]{2}[\s|:+=┌-╬-]*|[┌-╬][┌-╬─═]*|\(\d+ rows?\)")
_HEADING: Final = re.compile(r"[ \t]*(?:\w+[ \t]*=|\d+[x×]\d+ \w*(?:Matrix|Array)\b.*:)[ \t]*")
"""What MATLAB, Octave and Julia print above a matrix."""
_ROUGH: Final = re.compile(
    r"[+−-]?[0-9][0-9.,'’\u00a0\u202f ]*(?:[eEdD][+-]?0?[0-9]{1,2})?"
    r"|[+−-]?[.,][0-9]+(?:[eEdD][+-]?0?[0-9]{1,2})?"
)
_THREES: Final = re.compile(r"[+-]?[1-9][0-9]{0,2}([.,'’\u00a0\u202f ])[0-9]{3}(?:\1[0-9]{3})*")
_GROUPS: Final = {
    mark: re.compile(rf"[+-]?[0-9]{{1,3}}(?:[{mark}][0-9]{{3}})+(?![0-9{mark}])") for mark in ".,"
}
_SPACES: Final = re.compile(r"(?<=[0-9])['’\u00a0\u202f ](?=[0-9]{3}(?![0-9]))")


class Row(NamedTuple):
    """A row: the line of the text, and its cells."""

    line: int
    cells: list[str]


class Sheet:
    """The rows of a text, what separates their cells, and the marks of their numbers.

    `arrows`: the first line with an arrow, the last without; 0 for none.
    """

    def __init__(self, rows: list[Row], mark: str, lines: list[str], arrows: tuple[int, int]):
        self.rows, self.mark, self.lines, self.arrows = rows, mark, lines, arrows
        self.ruled = False  # whether a rule stands below the first row, so that it has titles
        self.pointed = any("." in line or "," in line for line in lines)
        self.full = rows if mark == " " else [row for row in rows if any(row.cells)]
        # Whether cells have no signs of other formats.
        self.plain = mark != " " and not any("<" in line for line in lines)

    def error(self, code: str, row: Row, **data: object) -> InvalidGraph:
        """Return the error for a row, which shows its line as the text has it."""
        text = short(self.lines[row.line - 1].strip())
        return InvalidGraph(
            code, line=row.line, text=text, formats=Message("graph-formats"), **data
        )

    def cell(self, row: Row, column: int, title: str) -> dict[str, object]:
        """Return a cell, and where it is, for an error."""
        title = title or str(column + 1)
        return {"value": short(row.cells[column]), "line": row.line, "title": short(title)}

    @cached_property
    def marks(self) -> tuple[str, str] | None:
        """The decimal mark and that of thousands; None if they are not clear."""
        return marks_of(
            [c for row in self.rows for c in row.cells if ("," in c or "." in c) and rough(c)],
            self.mark,
            lambda: (c for row in self.rows for c in row.cells if c.isdecimal()),
        )

    def grouped(self) -> str | None:
        """Return the first cell that has a mark of thousands."""
        if self.marks is None or not self.marks[1]:
            return None
        cells = (c for row in self.rows for c in row.cells if self.marks[1] in c and rough(c))
        return next(cells, None)

    def numbers(
        self, row: Row, columns: Sequence[int], titles: Sequence[str], own: str
    ) -> list[Any]:
        """Return a row of a matrix, in some columns; None for no edge, and in its own column."""
        cells = [row.cells[i] for i in columns]
        if all(map(str.isdecimal, cells)) and max(map(len, cells), default=0) < 30:
            return [*map(int, cells)]
        named = zip(columns, titles, strict=True)
        return [None if title == own else self.number(row, i, title) for i, title in named]

    def number(self, row: Row, column: int, title: str = "") -> Number | None:
        """Return the number in a cell; None if it stands for no edge."""
        cell = row.cells[column] if column < len(row.cells) else ""
        if cell.isdecimal() and cell.isascii() and len(cell) < 30:
            return int(cell)
        if "." in cell and self.marks is not None and self.marks[0] == "." and is_number(cell):
            return exact(cell)
        if cell.lower() in ABSENT:
            return None
        unclear = self.marks is None and ("," in cell or "." in cell)
        if unclear or not rough(cell):
            code = "graph-cell-marks" if rough(cell) else "graph-cell"
            raise InvalidGraph(code, **self.cell(row, column, title))
        written = _SPACES.sub("", cell).replace("−", "-")
        if self.marks is not None:
            decimal, thousands = self.marks
            torn = thousands and thousands in written and not _GROUPS[thousands].match(written)
            written = "" if torn else written.replace(thousands or ",", "" if thousands else ".")
            written = written.replace(decimal, ".")
        if not is_number(written):
            raise InvalidGraph("graph-cell", **self.cell(row, column, title))
        return exact(written)


def rough(cell: str) -> bool:
    """Return whether a cell is a number, with whatever marks."""
    return cell.isdecimal() or _ROUGH.fullmatch(cell) is not None


def is_entry(cell: str) -> bool:
    """Return whether a cell has a number, or stands for no edge."""
    return cell.lower() in ABSENT or rough(cell)


def is_nothing(cell: str) -> bool:
    """Return whether a cell of a diagonal has nothing: no number but 0."""
    return cell.lower() in ABSENT or not cell.strip("0.,")


def is_count(cell: str) -> bool:
    """Return whether a cell is a whole number that counts something."""
    return cell.isdecimal() and cell.isascii() and len(cell) < 10


def entries(cells: Sequence[str]) -> int:
    """Return how many cells have a number, or stand for no edge."""
    return len(cells) if all(map(str.isdecimal, cells)) else sum(map(is_entry, cells))


def marks_of(
    cells: Sequence[str], mark: str, whole: Callable[[], Iterable[str]]
) -> tuple[str, str] | None:
    """Return the decimal mark and that of thousands, which the numbers of a text show.

    >>> marks_of(["1.203,5", "2.405"], ";", list), marks_of(["2.5"], ",", list)
    ((',', '.'), ('.', ','))
    >>> marks_of(["1,203"], ",", list) is None
    True
    """
    found: set[str] = set()  # the marks that must be decimal
    unclear: set[str] = set()
    for cell in cells:
        last = max(cell.rfind("."), cell.rfind(","))
        sign, others = cell[last], cell[:last]
        if "." in others + sign and "," in others + sign:
            found.add(sign)
        elif sign in others:
            found.add("," if sign == "." else ".")  # 1.203.405
        elif _THREES.fullmatch(cell) is None:
            found.add(sign)
        else:
            unclear.add(sign)
    if len(found) > 1 and not unclear and not any("." in cell and "," in cell for cell in cells):
        return ".", ""  # each mark is that of decimals
    if len(found) == 1 or not unclear:
        decimal = next(iter(found), ".")
        return None if len(found) > 1 else (decimal, "," if decimal == "." else ".")
    if found or len(unclear) > 1:
        return None
    (sign,) = unclear
    if sign == "." and mark in ", ":
        return ".", ","  # as programs write decimals
    if sign == ".":
        # Next to 1.203, whole numbers below a thousand show thousands, and longer numbers decimals.
        wholes = [*whole()]
        if any(len(cell) > 3 for cell in wholes):
            return ".", ","
        if mark == ";" and any(cell.strip("0") for cell in wholes):
            return ",", "."
    return None


# -- splitting -------------------------------------------------------------------------------------


def sheet_of(text: str) -> Sheet:
    """Split a text into rows of cells, without remarks and rules.

    >>> [row.cells for row in sheet_of("# km\\na;b;2,5\\nb;c;").rows]
    [['a', 'b', '2,5'], ['b', 'c', '']]
    """
    lines = text.splitlines()
    above = _REMARKS.match(text)
    start, skipped = (above.end(), len(above[0].splitlines())) if above else (0, 0)
    arrows = _ARROWS.fullmatch(text, start) is not None
    bare = text.replace("->", " ") if arrows else text
    if not _SIGNS.search(bare, start):  # words, blanks and arrows alone, as in most large files
        apart = (bare.splitlines() if arrows else lines)[skipped:]
        split = enumerate(map(str.split, apart), start=1 + skipped)
        rows = [row for row in map(partial(tuple.__new__, Row), split) if row.cells]
        first = rows[0].line if rows else 0
        sheet = Sheet(rows, " ", lines, (first, 0) if arrows else (0, first))
        sheet.plain = True
        return sheet
    kept = [
        (number, line)
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.lstrip().startswith(("#", "%"))
    ]
    if kept and (end := _foreign(lines, [line for _, line in kept], kept[0][0])):
        raise InvalidGraph("graph-foreign", end=end, formats=Message("graph-formats"))
    if kept and (kept[0][1].lower().startswith("sep=") or _HEADING.fullmatch(kept[0][1])):
        del kept[0]  # for Excel
    bars = [(n, line.replace("│", "|")) for n, line in kept if not _RULE.fullmatch(line.strip())
            ] if "|" in text or "│" in text else []  # fmt: skip
    inside = sum(line.lstrip().startswith("|") for _, line in bars) * 2 > len(bars)
    piped = inside or (len(bars) > 1 and len({line.count("|") for _, line in bars} - {0}) == 1
                       and all("|" in line and "\t" not in line for _, line in bars))  # fmt: skip
    if piped:
        kept = [(n, line.strip().strip("|") if inside else line) for n, line in bars]
    elif all(_COLON.match(line) for _, line in kept):
        kept = [(n, line.translate(_NO_LIST)) for n, line in kept]
    elif re.match(r"\s*\[,1\]", kept[0][1] if kept else ""):
        kept = [(n, re.sub(r"^\s*\[\d+,\]", "", line)) for n, line in kept[1:]]  # R
    mark = "|" if piped else mark_of([line for _, line in kept])
    if mark != " ":
        sheet = Sheet([*_separated(kept, mark)], mark, lines, (0, 0))
        sheet.ruled = piped and any(map(_RULE.fullmatch, lines[kept[0][0] : kept[0][0] + 1]))
        return sheet
    rows = []
    arrow = plain = 0
    decimal = _decimal_commas([line for _, line in kept])
    signed = any(_MARKED.search(line) for _, line in kept)
    for count, (number, line) in enumerate(kept):
        if not count % 4096:
            pause()
        cells, data = _words(line, decimal) if signed else (line.split(), [])
        joined, is_arrow = cells[1:2], cells[1:2] != [] and cells[1] in ARROWS
        if len(cells) > 2 and (is_arrow or (joined[0] in JOINS and (
            len(cells) < 5 or not rough(cells[2])
        ))):  # fmt: skip
            del cells[1]
            arrow, plain = (arrow or number, plain) if is_arrow else (arrow, number)
            if is_arrow and "," in line and (rough(cells[1]) or not rough(cells[-1])):
                rows += [Row(number, [cells[0], end]) for end in cells[1:]]  # a -> b, c
                continue
        elif len(cells) > 1:
            plain = number
        rows.append(Row(number, cells + data))
    return Sheet([row for row in rows if row.cells], mark, lines, (arrow, plain))


def _foreign(lines: Sequence[str], kept: Sequence[str], first: int) -> str:
    """Return whether remarks between the rows are the marks of TGF or LGL."""
    heads = [line.split() for line in lines[first:] if line.startswith("#")]
    if ["#"] in heads:
        return "tgf"
    names = {head[1] for head in heads if len(head) == 2}
    named = len(names) == len(heads) > 0 and lines[0][:1] == "#"
    return "lgl" if named and names <= {cell for line in kept for cell in line.split()} else ""


def mark_of(lines: Sequence[str]) -> str:
    """Return what separates the cells of a text: a tab, semicolon or comma, or else blanks.

    >>> mark_of(["a;b;2,5"]), mark_of(["a, b"]), mark_of(["1,2", "2 3"])
    (';', ',', ' ')
    """
    bare = [re.sub(r'"[^"]*"', '"', line) if '"' in line else line for line in lines]
    text = "\n".join(bare)
    for mark in "\t;,":
        if mark not in text:
            continue
        several = [line for line in bare if mark in line or len(line.split()) > 1]
        count = sum(mark in line for line in several)
        # A semicolon or comma at the end of each line ends it.
        inside = sum(mark in line.rstrip()[:-1] for line in several)
        if inside and (count == len(several) or 5 * count >= 4 * len(several) > 16):
            apart = _ARROW.search(text) or re.search(rf"[({{][^(){{}}\n]*{mark}", text)
            return " " if apart or (mark == "," and _decimal_commas(bare)) else mark
    return " "


def _decimal_commas(lines: Sequence[str]) -> bool:
    """Return whether blanks separate the cells, and commas are decimal marks, as in ``a b 2,5``."""
    if not any("," in line for line in lines):
        return False
    if any("." in line or _ARROW.search(line) for line in lines):
        return False
    rows = [line.split() for line in lines]
    commas = [cell for row in rows for cell in row if "," in cell]
    regular = {*map(len, rows)} == {max(3, *map(len, rows))} if rows else False
    return regular and all(re.fullmatch(r"[+-]?[0-9]+,[0-9]+", cell) for cell in commas) > 0


def _separated(kept: Sequence[tuple[int, str]], mark: str) -> Iterator[Row]:
    """Yield the rows of a table in CSV, without columns that are empty throughout at its end."""
    import csv  # only a table needs it

    quoted = any('"' in line for _, line in kept)
    rows = [] if quoted else [Row(n, [*map(str.strip, line.split(mark))]) for n, line in kept]
    if any("'" in line for _, line in kept):
        rows = [Row(n, [*map(_unquoted, cells)]) for n, cells in rows]
    lines = [line for _, line in kept] if quoted else []
    reader = csv.reader(lines, delimiter=mark, skipinitialspace=True, strict=True)
    try:
        for cells in reader:
            rows.append(Row(kept[reader.line_num - 1][0], [*map(str.strip, cells)]))
    except csv.Error as error:  # a cell without end
        raise InvalidGraph("graph-quotes", line=kept[reader.line_num - 1][0]) from error
    while rows and not any(rows[-1].cells) and len(rows[-1].cells) != len(rows):
        rows.pop()
    width = max((len(row.cells) for row in rows), default=0)
    if width > 1 and all(len(row.cells) < width or not row.cells[-1] for row in rows):
        rows = [Row(line, cells[: width - 1]) for line, cells in rows]
    yield from rows


def _words(line: str, decimal: bool) -> tuple[list[str], list[str]]:
    """Return the cells of a line between blanks, and the weight in the data that networkx adds."""
    data: list[str] = []
    if "{" in line and (found := _DATA.search(line)):
        line = line[: found.start()]
        data = ["{" + found[1] + "}"]
    if " #" in line or "\t#" in line or " %" in line:
        line = re.sub(r"\s[#%].*", "", line)
    if _PARTED.search(line):
        cells = [_unquoted(cell) for cell in _QUOTED.findall(line)]
    else:
        if ">" in line or "→" in line or "↔" in line:
            line = _ARROW.sub(r" \g<0> ", line)
        cells = (line if decimal else line.replace(",", " ")).split()
    return cells, data


def _unquoted(cell: str) -> str:
    return cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] and cell[0] in "\"'" else cell


def label_of(cell: str) -> Hashable:
    """Return a label: a number, a tuple of numbers and words, or a word.

    >>> label_of("12"), label_of("(0, 'a')")
    (12, (0, 'a'))
    """
    if cell.startswith("(") and cell.endswith(")") and "," in cell:
        parts = [part.strip() for part in cell[1:-1].split(",") if part.strip()]
        return tuple(read_label(_unquoted(part)) for part in parts)
    return read_label(cell)
