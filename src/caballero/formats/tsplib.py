"""TSPLIB: graphs, and cities with their distances.

A file has ``KEY : value`` lines, and then sections of numbers (G. Reinelt, "TSPLIB - a traveling
salesman problem library", ORSA Journal on Computing 3, 1991; the distances as in his TSPLIB 95).
An ``.hcp`` file lists the edges of a graph. In a ``.tsp`` file every pair of cities has an edge,
whose weight is in a matrix or computed from coordinates; in an ``.atsp`` file every ordered pair.
The cities are numbered from 1.

Invariants: weights are whole numbers or fractions, as written; positions go to the right and up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from caballero.machine.errors import InvalidGraph, TooLarge
from caballero.machine.words import short
from caballero.model.graph import Graph, graph_of_table

from .vertices import MAX_EDGES, Reading, read_count, read_number, read_vertex

if TYPE_CHECKING:
    from caballero.model.graph import Number

Point = tuple[float, ...]

RADIUS: Final = 6378.388
"""The radius of the earth in kilometres, for geographical distances."""

PI: Final = 3.141592
"""The value that the published distances were computed with."""

FIXED: Final = "FIXED_EDGES_SECTION"
SECTIONS: Final = (
    "EDGE_DATA_SECTION", "NODE_COORD_SECTION", "EDGE_WEIGHT_SECTION", "DISPLAY_DATA_SECTION", FIXED,
)  # fmt: skip
KEYWORDS: Final = (
    "NAME", "TYPE", "COMMENT", "DIMENSION", "EDGE_DATA_FORMAT", "EDGE_WEIGHT_TYPE",
    "EDGE_WEIGHT_FORMAT", "NODE_COORD_TYPE", "DISPLAY_DATA_TYPE",
)  # fmt: skip
TYPES: Final = ("HCP", "TSP", "ATSP")


FORMS: Final = (
    "FULL_MATRIX", "UPPER_ROW", "LOWER_ROW", "UPPER_DIAG_ROW", "LOWER_DIAG_ROW", "UPPER_COL",
    "LOWER_COL", "UPPER_DIAG_COL", "LOWER_DIAG_COL",
)  # fmt: skip


Section = list[tuple[int, list[str]]]
"""The lines of a section: their numbers, and their words."""


class _File(NamedTuple):
    """The parts of a file: the values, the number of vertices, and the sections."""

    values: dict[str, str]
    size: int
    sections: dict[str, Section]


def read_tsplib(lines: list[str], how: Reading) -> Graph:
    """Read a graph, or cities, in TSPLIB's format.

    >>> lines = ["TYPE : HCP", "DIMENSION : 3", "EDGE_DATA_SECTION", "1 2", "-1"]
    >>> read_tsplib(lines, Reading()).edge_count
    1
    """
    file = _read_file(lines)
    if "EDGE_DATA_SECTION" in file.sections:
        is_list = file.values.get("EDGE_DATA_FORMAT") == "ADJ_LIST"
        edges = _edges(file.sections["EDGE_DATA_SECTION"], file.size, is_list)
        return Graph.from_edges(edges, range(1, file.size + 1), directed=how.directed)
    is_directed = how.directed or file.values.get("TYPE") == "ATSP"
    count = file.size
    if count * (count - 1) // (1 if is_directed else 2) > MAX_EDGES:
        raise TooLarge("graph-too-many-edges", most=MAX_EDGES)
    points = _points(file, "NODE_COORD_SECTION")
    shown = _points(file, "DISPLAY_DATA_SECTION") or points
    kind = _check("EDGE_WEIGHT_TYPE", file.values, ("EXPLICIT", *DISTANCES), "")
    if kind == "EXPLICIT":
        rows = _matrix(file)
    elif len(points) != count:
        raise InvalidGraph("graph-cut-off")
    else:
        distance = DISTANCES[kind]
        rows = [[distance(a, b) for b in points] for a in points]
        how.note("read-rounded", kind=kind)
    if kind == "GEO":
        shown = [(p[1], p[0]) for p in shown]  # latitude comes first
    try:
        places = [(p[0], p[1]) for p in shown]
        return graph_of_table(rows, range(1, count + 1), is_directed, places)
    except InvalidGraph as error:
        if error.code == "graph-two-weights":
            raise InvalidGraph("graph-tsplib-atsp", **error.message.data) from None
        raise


def fixed_edges(lines: list[str]) -> list[tuple[int, int]]:
    """Return the edges that every tour must use."""
    file = _read_file(lines)
    return [*_edges(file.sections[FIXED], file.size, False)] if FIXED in file.sections else []


def _read_file(lines: list[str]) -> _File:
    """Read the values and the words of the sections; check what must be known."""
    values: dict[str, str] = {}
    sections: dict[str, Section] = {}
    count: int | None = None
    section: Section | None = None
    for line, written in enumerate(lines, start=1):
        if section is not None and written.lstrip()[:1] in "+-.0123456789":
            section.append((line, written.replace("eof", "EOF").split()))
            continue
        key, colon, value = (part.strip() for part in written.partition(":"))
        if not colon and (apart := written.split(maxsplit=1)) and apart[0].upper() in KEYWORDS:
            key, colon, value = apart[0], ":", " ".join(apart[1:]).strip()
        key = key.upper()
        value = value if key in {"NAME", "COMMENT", "DIMENSION"} else value.upper()
        if key in SECTIONS:
            if count is None:
                raise InvalidGraph("graph-no-count", line=line)
            section = sections.setdefault(key, [])
        elif colon and key in KEYWORDS:
            section = None
            _check_value(key, value, line)
            values[key] = value
            if key == "DIMENSION":
                count = read_count(value, line)
        elif section is not None:
            section.append((line, written.replace("eof", "EOF").split()))
        elif key == "EOF":
            break
        elif key and not colon:
            raise InvalidGraph("graph-tsplib-line", line=line, text=short(written))
    _check("EDGE_WEIGHT_TYPE", values, ("EXPLICIT", *DISTANCES))
    if values.get("EDGE_WEIGHT_TYPE") not in DISTANCES:  # FUNCTION, where coordinates decide
        _check("EDGE_WEIGHT_FORMAT", values, FORMS)
    if count is None or not sections:
        raise InvalidGraph("graph-cut-off")
    return _File(values, count, sections)


def _check(key: str, values: dict[str, str], known: Sequence[str], *usual: str) -> str:
    """Return a value of the head; refuse an unknown value."""
    if (value := values.get(key, [*usual, known[0]][0])) in known:
        return value
    raise InvalidGraph("graph-value", key=key, value=short(value), allowed=", ".join(known))


def _check_value(key: str, value: str, line: int) -> None:
    """Refuse a value that means another kind of problem."""
    allowed = {"TYPE": TYPES, "EDGE_DATA_FORMAT": ("EDGE_LIST", "ADJ_LIST")}.get(key)
    # A type may have a remark behind it.
    if allowed and value.partition(" ")[0] not in allowed:
        what = {"key": key, "value": short(value), "allowed": ", ".join(allowed)}
        raise InvalidGraph("graph-value-line", line=line, **what)


def _edges(section: Section, count: int, adjacency: bool) -> Iterator[tuple[int, int]]:
    """Read edges: pairs, or a vertex, its neighbours and -1; -1 ends all."""
    following = ((word, line) for line, words in section for word in words)
    first: int | None = None
    for word, line in following:
        if word == "-1" and adjacency and first is not None:
            first = None
        elif word in {"-1", "EOF"}:
            if first is not None:
                raise InvalidGraph("graph-half-edge-line", line=line, vertex=first)
            after, at = next(following, ("EOF", line))
            if word == "-1" and after != "EOF":
                raise InvalidGraph("graph-tsplib-line", line=at, text=short(after))
            return
        elif first is None:
            first = read_vertex(word, count, line)
        else:
            yield first, read_vertex(word, count, line)
            first = first if adjacency else None
    raise InvalidGraph("graph-cut-off")


# -- cities ----------------------------------------------------------------------------------------


def _words(file: _File, section: str) -> tuple[list[str], list[int]]:
    """Return the words of a section, and the line of each."""
    rows = file.sections.get(section, [])
    pairs = [(word, line) for line, words in rows for word in words if word != "EOF"]
    return [word for word, _ in pairs], [line for _, line in pairs]


def _points(file: _File, section: str) -> list[Point]:
    """Read the coordinates of the vertices: a number, and two coordinates each."""
    words, lines = _words(file, section)
    kind = file.values.get("EDGE_WEIGHT_TYPE", "")
    each = 4 if kind.endswith("3D") and section == "NODE_COORD_SECTION" else 3
    if words and len(words) != each * file.size:
        raise InvalidGraph("graph-cut-off")
    points: dict[int, Point] = {}
    for at in range(0, len(words), each):
        vertex, line = read_vertex(words[at], file.size, lines[at]), lines[at]
        point = [float(read_number(word, line)) for word in words[at + 1 : at + each]]
        if not all(map(math.isfinite, point)):
            raise InvalidGraph("graph-number-line", value="inf", line=line)
        points[vertex] = tuple(point)
    if words and len(points) != file.size:
        raise InvalidGraph("graph-cut-off")
    return [points[v] for v in sorted(points)]


def _matrix(file: _File) -> list[list[Number]]:
    """Read the matrix of weights, or the half of it that the file has."""
    count = file.size
    spans: dict[str, Callable[[int], range]] = {
        "FULL_MATRIX": lambda _: range(count),
        "UPPER_ROW": lambda v: range(v + 1, count),
        "LOWER_ROW": range,
        "UPPER_DIAG_ROW": lambda v: range(v, count),
        "LOWER_DIAG_ROW": lambda v: range(v + 1),
    }
    # The columns of a half are the rows of the other.
    spans |= {
        "LOWER_COL": spans["UPPER_ROW"],
        "UPPER_COL": spans["LOWER_ROW"],
        "LOWER_DIAG_COL": spans["UPPER_DIAG_ROW"],
        "UPPER_DIAG_COL": spans["LOWER_DIAG_ROW"],
    }
    allowed = ["FULL_MATRIX"] if file.values.get("TYPE") == "ATSP" else [*spans]
    form = _check("EDGE_WEIGHT_FORMAT", file.values, allowed)
    words, lines = _words(file, "EDGE_WEIGHT_SECTION")
    wanted = sum(len(spans[form](v)) for v in range(count))
    if len(words) != wanted:
        raise InvalidGraph("graph-matrix-count", count=len(words), wanted=wanted, form=form)
    numbers = iter([*map(read_number, words, lines)])
    rows: list[list[Number]] = [[0] * count for _ in range(count)]
    for v in range(count):
        for w in spans[form](v):
            rows[v][w] = next(numbers)
            if form != "FULL_MATRIX":
                rows[w][v] = rows[v][w]
    return rows


# -- distances -------------------------------------------------------------------------------------


def _rounded(value: float) -> int:
    return int(value + 0.5)


def _apart(a: Point, b: Point) -> list[float]:
    return [abs(x - y) for x, y in zip(a, b, strict=True)]


def _pseudo_euclidean(a: Point, b: Point) -> int:
    exact = math.sqrt(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) / 10)
    near = _rounded(exact)
    return near + 1 if near < exact else near


def _radians(degrees: float) -> float:
    """Return an angle that is written in degrees, and minutes behind the point."""
    whole = int(degrees)
    return PI * (whole + 5 * (degrees - whole) / 3) / 180


def _geographical(a: Point, b: Point) -> int:
    latitude, longitude, other_latitude, other_longitude = map(_radians, (*a, *b))
    q1 = math.cos(longitude - other_longitude)
    q2, q3 = math.cos(latitude - other_latitude), math.cos(latitude + other_latitude)
    cosine = ((1 + q1) * q2 - (1 - q1) * q3) / 2
    return int(RADIUS * math.acos(max(-1.0, min(1.0, cosine))) + 1)


DISTANCES: Final[dict[str, Callable[[Point, Point], int]]] = {
    **dict.fromkeys(("EUC_2D", "EUC_3D"), lambda a, b: _rounded(math.dist(a, b))),
    **dict.fromkeys(("CEIL_2D", "CEIL_3D"), lambda a, b: math.ceil(math.dist(a, b))),
    **dict.fromkeys(("MAN_2D", "MAN_3D"), lambda a, b: _rounded(sum(_apart(a, b)))),
    **dict.fromkeys(("MAX_2D", "MAX_3D"), lambda a, b: max(map(_rounded, _apart(a, b)))),
    "ATT": _pseudo_euclidean,
    "GEO": _geographical,
}
"""The distances between two points."""
