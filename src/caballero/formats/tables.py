"""Tables as spreadsheets write them (CSV): distances between any two vertices, or points.

Semicolons, tabs or commas separate the cells; with the first two a comma may also be the decimal
mark. A matrix has names above its columns and before its rows, or above only, or none; an empty
cell is no edge. Points have a name, x and y, or latitude and longitude, as the titles say.

A small matrix could be a list of edges, too: it is one, unless its diagonal is empty or 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from caballero.core.errors import InvalidGraph, TooLarge
from caballero.core.graph import Graph, graph_of_table
from caballero.core.matrix import read_table
from caballero.core.words import short

from .vertices import HEADS, MAX_EDGES, Reading, is_number, read_label, read_number

if TYPE_CHECKING:
    from caballero.core.graph import Number

_ABSENT: Final = frozenset({"", "-", "∞", "inf", "infinity", "na", "nan", "none", "null"})
"""The cells that are no edge."""

_LATITUDES: Final = frozenset({"lat", "latitude", "latitud"})
_ACROSS: Final = frozenset({"x", "lon", "lng", "long", "longitude", "longitud"})
_UP: Final = frozenset({"y", *_LATITUDES})

SAMPLE: Final = 5
"""The rows by which a table is known."""


class _Row(NamedTuple):
    """A row of a table: the line of the text, the cells, and what separates them."""

    line: int
    cells: list[str]
    mark: str

    def number(self, column: int) -> Number | None:
        """Return the number in a cell; None if it stands for no edge."""
        cell = self.cells[column]
        if cell.lower() in _ABSENT:
            return None
        written = cell if self.mark == "," else cell.replace(",", ".")
        if not is_number(written):
            raise InvalidGraph("graph-number-line", value=short(cell), line=self.line)
        return read_number(written, self.line)

    def is_entry(self, column: int) -> bool:
        """Return whether a cell has a number, or stands for no edge."""
        cell = self.cells[column].lower()
        return cell in _ABSENT or is_number(cell.replace(",", "."))


def is_table(text: str) -> bool:
    """Return whether a text is a table of distances or points, by its first rows.

    >>> is_table("name,x,y\\nhome,0,0"), is_table("a,b,5\\nb,c,2")
    (True, False)
    """
    return _kind([*islice(_rows(text), SAMPLE)]) is not None


def read_csv(text: str, how: Reading) -> Graph:
    """Read a table of distances, or of points, whose distances are computed.

    >>> read_csv(";home;work\\nhome;;2,5\\nwork;2,5;", Reading()).labels
    ('home', 'work')
    """
    rows = [*_rows(text)]
    kind = _kind(rows[:SAMPLE])
    if kind == "points":
        return _points(rows[1:], [title.lower() for title in rows[0].cells])
    if kind is None and rows and all(len(row.cells) == 3 for row in rows):
        return _points(rows, ["", "x", "y"])
    if kind is None:
        raise InvalidGraph("graph-table")
    return _matrix(rows, kind, how)


def _rows(text: str) -> Iterator[_Row]:
    """Yield the rows that are neither empty nor a remark."""
    import csv  # only a table needs it

    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    mark = next((mark for mark in ";\t" if mark in first), ",")
    reader = csv.reader(lines, delimiter=mark, skipinitialspace=True)
    try:
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            if any(cells) and not cells[0].startswith("#"):
                yield _Row(reader.line_num, cells, mark)
    except csv.Error as error:  # a cell without end
        raise InvalidGraph("graph-table") from error


def _kind(rows: list[_Row]) -> str | None:
    """Return what the first rows show: ``points``, ``matrix``, ``titled``, ``named``, or None.

    A matrix is titled if it has names above its columns, and named if it also has them before its
    rows.
    """
    head = rows[0].cells if rows else []
    titles = [title.lower() for title in head]
    width = len(head)
    if width == 3 and ({*titles} & _ACROSS and {*titles} & _UP):
        return "points"
    if len(rows) < 3 or not 2 < width == len(rows[1].cells):
        return None
    if titles[0] in HEADS[0] and titles[1] in HEADS[1]:
        return None
    first, left = rows[1], [row.cells[0] for row in rows[1:]]
    inside = [first.is_entry(w) for w in range(1, len(first.cells))]
    above = [rows[0].is_entry(w) for w in range(1, width)]
    by_names = head[1:SAMPLE][: len(left)] == left and not is_number(head[0]) and first.cells[1]
    if all(inside) and (by_names or not (any(above) or first.is_entry(0))):
        kind = "named"
    elif all(above) and rows[0].is_entry(0):
        kind = "matrix"
    elif all(inside) and first.is_entry(0) and not (any(above) or rows[0].is_entry(0)):
        kind = "titled"
    else:
        return None
    return kind if _is_large(rows, kind) else None


def _is_large(rows: list[_Row], kind: str) -> bool:
    """Return whether a matrix is too large for a list of edges, or has nothing on its diagonal."""
    width = len(rows[0].cells)
    size, body = width - (kind == "named"), rows[kind != "matrix" :]
    if width > 3:
        return True
    if len(body) != size or any(len(row.cells) != width for row in body):
        return False
    diagonal = [row.cells[v + (kind == "named")].lower() for v, row in enumerate(body)]
    return all(cell in _ABSENT or not cell.strip("0.,") for cell in diagonal)


def _matrix(rows: list[_Row], kind: str, how: Reading) -> Graph:
    """Read a matrix, with or without names."""
    skipped = int(kind == "named")
    names = [read_label(name) for name in rows[0].cells[skipped:]] if kind != "matrix" else []
    body, size = rows[kind != "matrix" :], len(rows[0].cells) - skipped
    _bounded(size)
    entries: dict[object, list[Number | None]] = {}
    for v, row in enumerate(body):
        if len(row.cells) != size + skipped:
            what = {"count": len(row.cells), "wanted": size + skipped}
            raise InvalidGraph("graph-table-line", line=row.line, **what)
        name = read_label(row.cells[0]) if skipped else v
        if skipped and (name not in names or name in entries):
            raise InvalidGraph("graph-table-name", line=row.line, name=short(str(name)))
        own = names.index(name) if skipped else v
        entries[name] = [None if w == own else row.number(w + skipped) for w in range(size)]
    if len(body) != size:
        raise InvalidGraph("graph-table-rows", count=len(body), wanted=size)
    ordered = [entries[name] for name in names] if skipped else [*entries.values()]
    table = read_table(ordered)
    return graph_of_table(table.rows, names, how.directed or None, weighted=table.weighted)


def _points(rows: list[_Row], titles: list[str]) -> Graph:
    """Read points, by the titles of the columns."""
    _bounded(len(rows))
    across = next(w for w, title in enumerate(titles) if title in _ACROSS)
    up = next(w for w, title in enumerate(titles) if title in _UP)
    points: dict[object, tuple[float, float]] = {}
    for row in rows:
        if len(row.cells) != 3:
            raise InvalidGraph("graph-table-line", line=row.line, count=len(row.cells), wanted=3)
        x, y = row.number(across), row.number(up)
        if x is None or y is None:
            raise InvalidGraph("graph-number-line", value="", line=row.line)
        points[read_label(row.cells[3 - across - up])] = (float(x), float(y))
    if len(points) < len(rows):
        raise InvalidGraph("graph-labels", count=len(rows), labels=len(points))
    if titles[up] in _LATITUDES:
        return Graph.from_points({name: (y, x) for name, (x, y) in points.items()}, "haversine")
    return Graph.from_points(points)


def _bounded(vertices: int) -> None:
    """Refuse a table with too many edges."""
    if vertices * (vertices - 1) // 2 > MAX_EDGES:
        raise TooLarge("graph-too-many-edges", most=MAX_EDGES)
