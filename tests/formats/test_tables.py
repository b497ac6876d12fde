"""Tables as spreadsheets write them: distances and points."""

import csv
import io
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from caballero import CaballeroError, Graph
from caballero.formats import read_graph

ROWS: list[list[Any]] = [[0, 7, 2.5, 9], [7, 0, 4, None], [2.5, 4, 0, 3], [9, None, 3, 0]]
NAMES = ["Ana", "A Coruña, Galicia", 'the "Sea"', "4th"]
POINTS = {"home": (0.5, 0.0), "work": (3.5, 4.0), "gym": (0.5, -2.0)}


def written(rows: list[list[Any]], mark: str) -> str:
    """A table as a spreadsheet writes it: with semicolons or tabs, its decimal mark is a comma."""
    out = io.StringIO()
    cells = [["" if x is None else str(x) for x in row] for row in rows]
    if mark != ",":
        cells = [[x.replace(".", ",") if x[:1].isdigit() else x for x in row] for row in cells]
    csv.writer(out, delimiter=mark).writerows(cells)
    return out.getvalue()


def with_names(rows: list[list[Any]], kind: str) -> list[list[Any]]:
    match kind:
        case "matrix":
            return rows
        case "titled":
            return [NAMES, *rows]
    order = [2, 0, 3, 1]
    return [["from/to", *NAMES], *([NAMES[v], *rows[v]] for v in order)]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("kind", ["matrix", "titled", "named"])
@pytest.mark.parametrize("form", [None, "csv"])
def test_distances_with_and_without_names(mark: str, kind: str, form: str | None) -> None:
    graph = read_graph(written(with_names(ROWS, kind), mark), form)
    assert [*graph.vertices()] == ([0, 1, 2, 3] if kind == "matrix" else NAMES)
    assert not graph.directed
    for v, w in permutations(range(4), 2):
        assert graph.has_edge(v, w) is (ROWS[v][w] is not None)
        if graph.has_edge(v, w):
            assert graph.weight(v, w) == ROWS[v][w]
    assert Fraction(5, 2) in graph.weights, "a decimal is exact"


@given(st.lists(st.lists(st.integers(0, 99), min_size=5, max_size=5), min_size=5, max_size=5))
def test_a_table_is_the_matrix_of_its_numbers(rows: list[list[int]]) -> None:
    assume(any(x > 1 for row in rows[:1] for x in row))  # else it is an adjacency matrix
    assert read_graph(written(rows, ",")) == Graph.from_matrix(rows)


@pytest.mark.parametrize("absent", ["", "-", "inf", "Infinity", "∞", "NaN", "None", "null", "NA"])
def test_cells_without_an_edge(absent: str) -> None:
    graph = read_graph(f",a,b,c,d\na,0,{absent},1,1\nb,2,0,1,1\nc,1,1,0,1\nd,1,1,1,0")
    assert not graph.has_edge(0, 1)
    assert graph.weight(1, 0) == 2


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("titles", [["name", "x", "y"], ["Stop", "X", "Y"]])
def test_points_have_their_distances(mark: str, titles: list[str]) -> None:
    rows = [[name, *point] for name, point in POINTS.items()]
    assert read_graph(written([titles, *rows], mark)) == Graph.from_points(POINTS)
    assert read_graph(written(rows, mark), "csv") == Graph.from_points(POINTS)


def test_longitudes_and_latitudes_are_places_on_the_earth() -> None:
    wanted = Graph.from_points({"Madrid": (40.4, -3.7), "Lugo": (43, -7.6)}, "haversine")
    assert read_graph("ciudad;longitud;latitud\nMadrid;-3,7;40,4\nLugo;-7,6;43") == wanted
    assert read_graph("lat,lon,city\n40.4,-3.7,Madrid\n43,-7.6,Lugo") == wanted


SMALL = {
    "0,7,2\n7,0,4\n2,4,0": (3, (7, 2, 7, 4, 2, 4)),
    ",7,2\n7,,4\n2,4,": (3, (7, 2, 7, 4, 2, 4)),
    "a,b,c\n0,7,2\n7,0,4\n2,4,0": (3, (7, 2, 7, 4, 2, 4)),
    ",a,b\na,0,7\nb,7,0": (2, (7, 7)),
    ",8,9\n8,0,7\n9,7,0": (2, (7, 7)),
    ",0,1,2\n0,0,7,2\n1,7,0,4\n2,2,4,0": (3, (7, 2, 7, 4, 2, 4)),
    # Lists of edges, with and without titles.
    "0,1,7\n1,2,4\n2,0,2": (3, (7, 2, 7, 4, 4, 2)),
    "from,to,km\n0,1,7\n1,2,4\n2,0,2": (3, (7, 2, 7, 4, 4, 2)),
    "a,b,7\nb,c,4\nc,a,2": (3, (7, 2, 7, 4, 4, 2)),
    "origen,destino,a\n0,1,7\n1,2,4\n2,0,2": (3, (7, 2, 7, 4, 4, 2)),
}


@pytest.mark.parametrize("text", SMALL)
def test_small_tables_are_told_from_lists_of_edges(text: str) -> None:
    graph = read_graph(text)
    size, weights = SMALL[text]
    assert len(graph) == size
    assert graph.weights == weights


def test_a_table_that_is_not_symmetric_is_directed() -> None:
    text = ",a,b,c\na,0,1,5\nb,2,0,1\nc,1,9,0"
    assert read_graph(text).directed
    assert read_graph(text.replace("9", "1").replace("2", "1").replace("5", "1")).directed is False
    assert read_graph(",a,b,c\na,0,7,7\nb,7,0,7\nc,7,7,0", directed=True).directed


BAD = [
    (",a,b,c,d\na,0,1,5,6\nb,1,0,2,zwei\nc,5,2,0,1\nd,1,1,1,0", ("graph-cell", 3, "zwei")),
    (";a;b;c\na;0;1;5\nb;1;0;1.23,5\nc;5;2;0", ("graph-cell", 3, "1.23,5")),
    (",a,b,c\na,0,1,5\nb,1,0,2\nc,5,2", ("graph-table-line", 4, None)),
    (",a,b,c,d\na,0,1,5,6\nb,1,0,2,7\nc,5,2,0,1", ("graph-table-rows", None, None)),
    (",a,b,c,d\na,0,1,5,6\nb,1,0,2,7\nx,5,2,0,1\nd,1,1,1,0", ("graph-table-name", 4, None)),
    (",a,b,c,d\na,0,1,5,6\na,1,0,2,7\nc,5,2,0,1\nd,1,1,1,0", ("graph-table-name", 3, None)),
    ("0,1,5,6\n1,0,2,7\n5,2,0,1\n6,7,1,0\n9,9,9,9", ("graph-table-rows", None, None)),
    ("name,x,y\na,1,2\nb,3,", ("graph-cell", 3, "")),
    ("name,x,y\na,1,2\nb,3", ("graph-table-line", 3, None)),
    ("name,x,y\na,1,2\na,3,4", ("graph-labels", None, None)),
    ("city,lat,lon\na,100,2\nb,3,4", ("point-latitude", None, None)),
]


@pytest.mark.parametrize(("text", "wanted"), BAD)
def test_a_fault_is_named_with_its_line_and_value(text: str, wanted: Any) -> None:
    with pytest.raises(CaballeroError) as caught:
        read_graph(text)
    code, line, value = wanted
    data = caught.value.message.data
    assert (caught.value.code, data.get("line")) == (code, line)
    assert value is None or data["value"] == value


def test_what_is_no_table_is_refused() -> None:
    large = "\n".join([",".join(["5"] * 1500)] * 1500)  # its size is checked before the work
    for text, code in (
        ('a,"b', "graph-quotes"), ("1,2,3,4\n1", "graph-edge-line"),
        (large, "graph-too-many-edges"),
    ):  # fmt: skip
        with pytest.raises(CaballeroError) as caught:
            read_graph(text, "csv")
        assert caught.value.code == code
