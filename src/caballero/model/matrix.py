"""Matrices and points, as people have them: lists, and the arrays and tables of other libraries.

None of these libraries is imported: arrays, sparse matrices and tables are recognised by their
methods. :meth:`caballero.Graph.from_matrix` and ``from_points`` make graphs of what is read here.

Invariants: the size is checked before any entry is read. An entry is a number of Python's, or None
where there is no edge; entries on the diagonal are ignored.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from caballero.machine.arguments import as_whole, listed, name_among, shown
from caballero.machine.errors import InvalidGraph, TooLarge
from caballero.machine.words import Message

if TYPE_CHECKING:
    from .graph import Number

Point: TypeAlias = tuple[float, float]

MAX_ENTRIES: Final = 2**24
"""The most entries of a matrix: as between 4096 vertices."""

ABSENT: Final = 2**63 - 1
"""The largest int64, which programs write where there is no edge."""

NOISE: Final = 1e-13
"""By how much of its size a float may differ from the same distance the other way."""

RADIUS: Final = 6371.0088
"""The mean radius of the earth in kilometres."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SOURCES: Final = _words(
    "source from src u node1 node_1 origin vertex1 person1 v1 id1 start_node i origen desde "
    "salida von start"
)
TARGETS: Final = _words(
    "target to dst v node2 node_2 destination dest vertex2 person2 v2 id2 end_node j destino "
    "hasta llegada nach end"
)
WEIGHTS: Final = _words(
    "weight distance dist cost length km miles minutes peso distancia costo coste longitud "
    "gewicht entfernung kosten value w d"
)
NAMES: Final = _words(
    "name city id label stop place node vertex town station ort stadt ciudad nombre lugar "
    "parada nodo"
)
LATITUDES: Final = _words("lat latitude latitud breite breitengrad")
ACROSS: Final = _words("x lon lng long longitude longitud länge längengrad")
UP: Final = frozenset({"y", *LATITUDES})
"""The words of titles."""


class Table(NamedTuple):
    """The rows of a square matrix, the labels of the vertices, and whether the edges have weights.

    There are no labels if the vertices are numbers from 0. `note` says what was changed.
    """

    rows: list[list[Number | None]]
    labels: list[Hashable]
    weighted: bool
    note: Message | None = None


def read_table(matrix: Any, weighted: bool | None = None, *, mirrored: bool = True) -> Table:
    """Read a square matrix; fill an empty half of the weights, if it may be `mirrored`.

    >>> read_table([[0, 7.5], [None, 0]])
    Table(rows=[[0, 7.5], [None, None]], labels=[], weighted=True, note=None)
    """
    labels, matrix = _without_names(matrix)
    shape = getattr(matrix, "shape", None)
    if shape is not None and len(shape) != 2:
        raise InvalidGraph("matrix-axes", count=len(shape))
    _bounded(math.prod(shape) if shape else size_of(matrix) ** 2)
    given = matrix.tolist() if hasattr(matrix, "tolist") else listed("matrix", matrix)
    size = len(given)
    _bounded(size**2)
    names = labels or range(size)
    rows: list[list[Number | None]] = []
    for v, cells in enumerate(given):
        if size_of(cells) not in (0, size):  # before it is read: a range may be endless
            raise InvalidGraph("matrix-row", vertex=names[v], count=size_of(cells), rows=size)
        row = cells.tolist() if hasattr(cells, "tolist") else listed("matrix", cells)
        if not isinstance(row, list) or len(row) != size:
            count = len(row) if isinstance(row, list) else 1
            raise InvalidGraph("matrix-row", vertex=names[v], count=count, rows=size)
        rows.append(_numbers(row, v, names))
    entries = (x for v, row in enumerate(rows) for x in (*row[:v], *row[v + 1 :]))
    if weighted is False or (weighted is None and all(x in (0, 1) for x in entries)):
        return Table([[x or None for x in row] for row in rows], labels, False)
    if mirrored and size > 2 and (half := _half_of(rows)) is not None:
        return Table(half, labels, True, Message("read-mirrored"))
    if mirrored and _is_noisy(rows):
        rows = [[rows[max(v, w)][min(v, w)] for w in range(size)] for v in range(size)]
        return Table(rows, labels, True, Message("read-noise"))
    return Table(rows, labels, True)


def _half_of(rows: list[list[Number | None]]) -> list[list[Number | None]] | None:
    """Return a matrix with the half that is empty, or all zeros, filled from the other."""
    upper = [x for v, row in enumerate(rows) for x in row[v + 1 :]]
    lower = [x for v, row in enumerate(rows) for x in row[:v]]
    for empty, full in ((lower, upper), (upper, lower)):
        if any(empty) or not any(full) or (0 in empty and not all(full)):
            continue
        return [
            [row[w] if (w > v) == (full is upper) else rows[w][v] for w in range(len(row))]
            for v, row in enumerate(rows)
        ]
    return None


def _is_noisy(rows: list[list[Number | None]]) -> bool:
    """Return whether a matrix is symmetric but for the last digits of its fractions."""
    noisy = False
    for v, row in enumerate(rows):
        for w in range(v):
            x, y = row[w], rows[w][v]
            if x != y:
                if x is None or y is None or not _are_close(x, y):
                    return False
                noisy = True
    return noisy


def _are_close(x: Number, y: Number) -> bool:
    """Return whether two numbers differ in the last digits of a fraction only."""
    if isinstance(x, int) and isinstance(y, int):
        return False
    try:
        return math.isclose(x, y, rel_tol=NOISE)
    except OverflowError:  # beyond all floats
        return False


def read_sparse(matrix: Any, weighted: bool | None = None) -> dict[tuple[int, int], Number | None]:
    """Return the entries that a sparse matrix stores, by row and column, zeros included.

    The entries have no weights if all are 1.
    """
    rows, columns = matrix.shape
    if rows != columns:
        raise InvalidGraph("matrix-row", vertex=0, count=columns, rows=rows)
    _bounded(max(rows, matrix.nnz))
    compact = matrix.tocsr(copy=True)
    compact.sum_duplicates()
    cells = compact.tocoo()
    found = {
        (v, w): entry(x, v, w)
        for v, w, x in zip(cells.row.tolist(), cells.col.tolist(), cells.data.tolist(), strict=True)
        if v != w
    }
    edges = {move: x for move, x in found.items() if x is not None}
    plain = weighted is False or (weighted is None and all(x == 1 for x in edges.values()))
    return dict.fromkeys(edges) if plain else {**edges}


def is_half(found: Mapping[tuple[int, int], Number | None]) -> bool:
    """Return whether weights are only in one half of a matrix, as of three vertices."""
    sides, heavy = {v < w for v, w in found}, any(x is not None for x in found.values())
    return len(sides) == 1 and heavy and len(found) > 1


def is_sparse(matrix: object) -> bool:
    """Return whether a value is a sparse matrix of scipy."""
    return hasattr(matrix, "tocsr") and hasattr(matrix, "nnz")


def is_named(table: object) -> bool:
    """Return whether a value is a table of pandas, whose rows and columns have names."""
    return all(hasattr(table, name) for name in ("columns", "index", "to_numpy", "notna"))


def entry(value: Any, a: Hashable, b: Hashable) -> Number | None:
    """Return an entry as a number; None for no edge: None, infinite, or not a number."""
    whole = int(value) if isinstance(value, bool) else as_whole(value)
    if value is None or whole is not None:
        return whole
    try:
        ratio = value.as_integer_ratio()
    except (AttributeError, OverflowError, ValueError) as error:
        if isinstance(error, ValueError) or (isinstance(error, OverflowError) and value > 0):
            return None  # NaN, or infinite
        raise InvalidGraph("matrix-entry", value=shown(value), a=a, b=b) from None
    if isinstance(value, float):
        return value
    from fractions import Fraction  # its import takes milliseconds

    return Fraction(*ratio)


def _numbers(row: list[Any], v: int, names: Sequence[Hashable]) -> list[Number | None]:
    """Return the entries of a row."""
    if ABSENT in row:
        row = [None if type(x) is int and x == ABSENT else x for x in row]
    kinds = {*map(type, row)}
    if kinds <= {int, float} and all(math.isfinite(x) for x in row if type(x) is float):
        return row
    return [None if w == v else entry(x, names[v], names[w]) for w, x in enumerate(row)]


def _without_names(table: Any) -> tuple[list[Hashable], Any]:
    """Return the labels that a table's rows and columns have in common, and what it holds."""
    if not is_named(table):
        return [], table
    _bounded(table.shape[0] * table.shape[1])
    index, columns = table.index.tolist(), table.columns.tolist()
    if columns == [*range(len(columns))]:
        columns = index
    elif index not in (columns, [*range(len(index))]):
        strange = next((name for name in index if name not in columns), None)
        if strange is not None or len({*index}) != len(index):
            raise InvalidGraph("matrix-names", name=strange if strange is not None else index[0])
        table = table.loc[columns] if {*columns} <= {*index} else table
    return columns, table.astype(object).where(table.notna(), None).to_numpy()


def size_of(value: Any) -> int:
    """Return the length of a list; 0 of what has none, such as a generator."""
    return len(value) if hasattr(value, "__len__") and getattr(value, "shape", True) else 0


def _bounded(entries: int) -> None:
    """Refuse a matrix with too many entries."""
    if entries > MAX_ENTRIES:
        raise TooLarge("matrix-too-large", count=entries, most=MAX_ENTRIES)


# -- points ----------------------------------------------------------------------------------------


def read_points(points: Any) -> tuple[list[Hashable], list[Point], bool]:
    """Return the names of points, none if they have none, their coordinates, and if on earth."""
    labels: list[Hashable] = []
    on_earth = False
    if isinstance(points, Mapping):
        labels, points = [*points], points.values()
    elif is_named(points):
        labels, points, on_earth = _titled(points)
    _bounded(size_of(points) ** 2)
    given = listed("points", points)
    _bounded(len(given) ** 2)
    return labels, [_point(p, labels[v] if labels else v) for v, p in enumerate(given)], on_earth


def _titled(table: Any) -> tuple[list[Hashable], Any, bool]:
    """Return the names and the coordinates of the points of a table, and whether on the earth."""
    titles = [str(title).lower() for title in table.columns]
    across = next((i for i, title in enumerate(titles) if title in ACROSS), None)
    up = next((i for i, title in enumerate(titles) if title in UP and i != across), None)
    rows, labels = table.to_numpy().tolist(), table.index.tolist()
    if across is None or up is None:
        return labels, rows, False
    named = next((i for i, title in enumerate(titles) if title in NAMES), None)
    if named is not None and labels == [*range(len(labels))]:
        labels = [row[named] for row in rows]
    on_earth = titles[up] in LATITUDES
    pair = (up, across) if on_earth else (across, up)
    return labels, [[row[i] for i in pair] for row in rows], on_earth


def _point(written: Any, name: Hashable) -> Point:
    try:
        x, y = (math.nan if isinstance(c, str) else float(c) for c in written)
    except (TypeError, ValueError, OverflowError):
        x = y = math.nan
    if not (math.isfinite(x) and math.isfinite(y)):
        raise InvalidGraph("graph-position", vertex=name, value=shown(written))
    return x, y


def distances(
    points: Sequence[Point],
    metric: str | Callable[[Point, Point], Number | None],
    decimals: int | None = None,
) -> list[list[Number | None]]:
    """Return the distance between any two points, rounded to some decimals unless they are None.

    >>> distances([(0, 0), (1, 1)], "euclidean", 2)
    [[0, 1.41], [1.41, 0]]
    """
    measure = metric if callable(metric) else METRICS[name_among("metric", metric, METRICS)]
    rows: list[list[Number | None]] = [[0] * len(points) for _ in points]
    for v, a in enumerate(points):
        for w in range(v):
            x: Any = entry(measure(a, points[w]), v, w)
            if x is not None and decimals is not None:
                x = round(x, decimals)
            # Write whole numbers as ints.
            rows[v][w] = rows[w][v] = x if x is None or x != int(x) else int(x)
    return rows


def _haversine(a: Point, b: Point) -> float:
    """Return the kilometres between two places on the earth: latitudes and longitudes in degrees.

    >>> round(_haversine((40.4168, -3.7038), (41.3874, 2.1686)))
    505
    """
    if strange := [x for x, _ in (a, b) if abs(x) > 90]:
        raise InvalidGraph("point-latitude", value=strange[0])
    (p, q), (r, s) = (tuple(map(math.radians, point)) for point in (a, b))
    h = math.sin((r - p) / 2) ** 2 + math.cos(p) * math.cos(r) * math.sin((s - q) / 2) ** 2
    return 2 * RADIUS * math.asin(math.sqrt(min(1.0, h)))


METRICS: Final[dict[str, Callable[[Point, Point], float]]] = {
    "euclidean": math.dist,
    "manhattan": lambda a, b: abs(a[0] - b[0]) + abs(a[1] - b[1]),
    "haversine": _haversine,
}
"""The distances with names."""
