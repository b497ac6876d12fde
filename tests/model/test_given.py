"""Graphs from what people have: matrices, points, edges, and the graphs of other libraries."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial
from importlib import import_module
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from caballero import CaballeroError, Graph, Problem, TooLarge, best_tour, find_tour, verify
from caballero.machine.errors import InvalidGraph, UnknownName
from caballero.model.matrix import MAX_ENTRIES

networkx: Any = import_module("networkx")  # it tells no types

INF, NAN = math.inf, math.nan
LINE = Graph.from_edges([(0, 1, 7), (1, 2, 2.5)])

entries = st.sampled_from([0, 1, 2, 7.5, None, INF, NAN])


@st.composite
def matrices(draw: st.DrawFn) -> list[list[Any]]:
    size = draw(st.integers(0, 6))
    rows = draw(st.lists(st.lists(entries, min_size=6, max_size=6), min_size=6, max_size=6))
    if draw(st.booleans()):
        rows = [[rows[min(v, w)][max(v, w)] for w in range(6)] for v in range(6)]
    return [row[:size] for row in rows[:size]]


def edges_of(rows: list[list[Any]]) -> dict[tuple[int, int], Any]:
    """The edges of a matrix, and their weights, read slowly."""
    cells = {(v, w): x for v, row in enumerate(rows) for w, x in enumerate(row) if v != w}
    if all(x in (0, 1) for x in cells.values()):
        return {move: None for move, x in cells.items() if x == 1}
    return {move: x for move, x in cells.items() if x is not None and x < INF}


@given(matrices())
def test_a_matrix_has_the_edges_of_its_entries(rows: list[list[Any]]) -> None:
    wanted = edges_of(rows)
    for matrix in (
        rows,
        np.array(rows, float).reshape(len(rows), len(rows)),
        tuple(map(tuple, rows)),
    ):
        graph = Graph.from_matrix(matrix)
        mirrored = bool(graph.reading)  # an empty half is filled from the other
        one_way = any(wanted.get((w, v), -1) != x for (v, w), x in wanted.items())
        assert graph.directed is (one_way and not mirrored)
        for directed in {graph.directed or mirrored, True}:
            graph = Graph.from_matrix(matrix, directed)
            assert len(graph) == len(rows)
            found = {
                (v, w): graph.weight(v, w) for v in range(len(graph)) for w in graph.neighbours(v)
            }
            assert found == wanted


def test_entries_of_other_types_become_plain_numbers() -> None:
    kinds = [np.int64(2), np.float32(0.5), Fraction(1, 3), True, np.float64(INF)]
    for value, wanted in zip(kinds, [2, Fraction(1, 2), Fraction(1, 3), 1, None], strict=True):
        weights = Graph.from_matrix([[0, value, 9], [value, 0, 9], [9, 9, 0]]).weights
        assert weights[0] == (9 if wanted is None else wanted)
        assert not any(hasattr(x, "dtype") for x in weights[:2] if type(x) is not float)


def test_one_side_of_the_diagonal_is_enough() -> None:
    assert Graph.from_matrix([[0, 7, None], [None, 0, None], [None, 2.5, 0]], False) == LINE
    assert Graph.from_matrix([[0, 7, None], [7, 0, 2.5], [None, 2.5, 0]]) == LINE
    with pytest.raises(CaballeroError) as caught:
        Graph.from_matrix([[0, 3], [4, 0]], directed=False)
    assert caught.value.code == "graph-two-weights"


@pytest.mark.parametrize(
    ("matrix", "code"),
    [
        ([[0, 1], [1]], "matrix-row"), (np.zeros((3, 4)), "matrix-row"),
        (np.zeros((2, 2, 2)), "matrix-axes"), ([[0, "x"], [1, 0]], "matrix-entry"),
        ([[0, 1j], [1, 0]], "matrix-entry"), ([[0, -INF], [1, 0]], "matrix-entry"),
        ([1, 2], "not-a-list"), (5, "not-a-list"),
    ],
)  # fmt: skip
def test_what_is_no_matrix_is_refused(matrix: Any, code: str) -> None:
    with pytest.raises(CaballeroError) as caught:
        Graph.from_matrix(matrix)
    assert caught.value.code == code


class Endless(list[Any]):
    """A list that says that it is very long, and must not be read."""

    def __len__(self) -> int:
        return 5000

    def __iter__(self) -> Any:
        raise AssertionError("it was read before it was bounded")


def test_sizes_are_checked_before_the_work() -> None:
    for make in (Graph.from_matrix, Graph.from_points):
        with pytest.raises(TooLarge) as caught:
            make(Endless([0]))
        assert caught.value.message.data == {"count": 5000**2, "most": MAX_ENTRIES}


# -- points ----------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=6))
def test_points_have_their_distances(points: list[tuple[int, int]]) -> None:
    names = [f"p{v}" for v in range(len(points))]
    for form in (points, [[*p] for p in points], np.array(points).reshape(-1, 2)):
        graph = Graph.from_points(form)
        assert graph.positions == tuple(points)
        for v, w in permutations(range(len(points)), 2):
            assert graph.weight(v, w) == math.dist(points[v], points[w])
    graph = Graph.from_points(dict(zip(names, points, strict=True)), "manhattan")
    assert list(graph.vertices()) == names
    for v, w in permutations(range(len(points)), 2):
        (a, b), (c, d) = points[v], points[w]
        assert graph.weight(v, w) == abs(a - c) + abs(b - d)


def test_distances_are_rounded_or_measured_by_a_function() -> None:
    points = [(0, 0), (1, 1), (2, 0)]
    assert Graph.from_points(points, round=0).weights == (1, 2, 1, 1, 2, 1)
    assert Graph.from_points(points, round=1).weights == (1.4, 2, 1.4, 1.4, 2, 1.4)
    near = Graph.from_points(points, lambda a, b: 1 if abs(a[0] - b[0]) < 2 else None)
    assert ([*near.edges()], near.weights) == ([(0, 1), (1, 2)], (1, 1, 1, 1))
    with pytest.raises(UnknownName, match="euclidean"):
        Graph.from_points([(0, 0)], "euclid")


def test_a_quarter_of_the_earth() -> None:
    graph = Graph.from_points([(0, 0), (0, 90), (90, 0)], "haversine")
    assert graph.weights == pytest.approx([math.pi / 2 * 6371.0088] * 6)
    assert graph.positions == ((0, 0), (90, 0), (0, 90)), "the longitude is to the right"


@pytest.mark.parametrize(
    ("points", "metric", "code"),
    [
        ([(0, 0), (1, 2, 3)], "euclidean", "graph-position"),
        ({"a": "12"}, "euclidean", "graph-position"), ([(0, INF)], "euclidean", "graph-position"),
        ([(0, 0), (100, 0)], "haversine", "point-latitude"),
        ([(0, 0), (1, 1)], lambda a, b: "far", "matrix-entry"), (7, "euclidean", "not-a-list"),
    ],
)  # fmt: skip
def test_what_are_no_points_is_refused(points: Any, metric: Any, code: str) -> None:
    with pytest.raises(CaballeroError) as caught:
        Graph.from_points(points, metric)
    assert caught.value.code == code


# -- other libraries -------------------------------------------------------------------------------
# Classes with the methods that are read stand for the libraries that the tests do not install.


class Sparse:
    """A sparse matrix as scipy's: an entry that is stored twice stands for the sum."""

    def __init__(self, size: int, cells: list[tuple[int, int, float]]) -> None:
        self.shape, self.nnz, self.cells = (size, size), len(cells), cells

    def tocsr(self, copy: bool) -> Sparse:
        assert copy
        return Sparse(self.shape[0], self.cells)

    def sum_duplicates(self) -> None:
        sums = {(v, w): 0.0 for v, w, _ in self.cells}
        for v, w, x in self.cells:
            sums[v, w] += x
        self.cells = [(*move, x) for move, x in sums.items()]

    def tocoo(self) -> Sparse:
        self.row, self.col, self.data = np.array(self.cells).T
        self.row, self.col = self.row.astype(int), self.col.astype(int)
        return self


def test_a_sparse_matrix_has_the_edges_that_it_stores() -> None:
    both_ways: list[tuple[int, int, float]] = [
        (0, 1, 3), (0, 1, 4), (1, 0, 7), (1, 2, 2.5), (2, 1, 2.5), (2, 2, 9),
    ]  # fmt: skip
    matrix: Any = Sparse(3, both_ways)
    assert Graph.from_matrix(matrix) == Problem(matrix).ground == LINE
    assert Graph.from_matrix(Sparse(3, [(0, 1, 7), (2, 1, 2.5)]), directed=False) == LINE
    one_way = Graph.from_matrix(Sparse(3, [(0, 1, 1), (2, 1, 1)]))
    assert ([*one_way.edges()], one_way.directed, one_way.weights) == ([(0, 1), (2, 1)], True, ())
    with pytest.raises(TooLarge):
        Graph.from_matrix(Sparse(MAX_ENTRIES + 1, []))


class Frame:
    """A table as pandas': its rows and columns have names."""

    def __init__(self, rows: Any, index: list[Any], columns: list[Any]) -> None:
        self.values, self.shape = np.array(rows, object), np.array(rows).shape
        self.index, self.columns = np.array(index), np.array(columns)

    def notna(self) -> Any:
        return np.vectorize(lambda x: x is not None and x == x)(self.values)

    def astype(self, kind: type) -> Frame:
        assert kind is object
        return self

    def where(self, kept: Any, other: None) -> Frame:
        rows = np.where(kept, self.values, np.array(other))
        return Frame(rows, self.index.tolist(), self.columns.tolist())

    def to_numpy(self) -> Any:
        return self.values

    @property
    def loc(self) -> dict[Any, Any]:
        return Located(self)


class Located(dict[Any, Any]):
    """The rows of a table in another order."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    def __getitem__(self, names: list[Any]) -> Frame:
        places = [self.frame.index.tolist().index(name) for name in names]
        return Frame(self.frame.values[places], names, self.frame.columns.tolist())


NAMED = Graph.from_edges([("a", "b", 7), ("b", "c", 2.5)])


@pytest.mark.parametrize(
    ("order", "index", "columns"),
    [
        ([0, 1, 2], "abc", "abc"), ([2, 0, 1], "cab", "abc"), ([0, 1, 2], range(3), "abc"),
        ([0, 1, 2], "abc", range(3)),
    ],
)  # fmt: skip
def test_the_names_of_a_table_are_the_labels(order: Any, index: Any, columns: Any) -> None:
    rows = [[0, 7, NAN], [7, 0, 2.5], [None, 2.5, 0]]
    frame: Any = Frame([rows[v] for v in order], [*index], [*columns])
    assert Graph.from_matrix(frame) == Problem(frame).ground == NAMED


@pytest.mark.parametrize("index", [["a", "b", "x"], ["a", "a", "b"]])
def test_rows_and_columns_of_different_names_are_refused(index: list[str]) -> None:
    with pytest.raises(CaballeroError) as caught:
        Graph.from_matrix(Frame(np.ones((3, 3)), index, ["a", "b", "c"]))
    assert caught.value.code == "matrix-names"


PRICES = [[5, "a", "b", 1], [6, "b", "c", 1], [7, "c", "a", 1]]


def test_the_weights_of_a_table_are_the_column_that_is_named() -> None:
    table: Any = Frame(PRICES, [0, 1, 2], ["Price", "source", "target", "distance"])
    costs = {w: best_tour(table, closed=True, weight=w).cost for w in ("Price", "weight")}
    assert costs == {"Price": 18, "weight": 3}
    small: Any = Frame([[1, 2, 5], [2, 3, 6], [3, 1, 7]], [0, 1, 2], ["a", "b", "Price"])
    assert best_tour(small, closed=True, weight="Price").cost == 18
    for frame, weight, code in [
        (table, "price", "graph-no-weight"), (small, "weight", "graph-or-matrix"),
    ]:  # fmt: skip
        with pytest.raises(InvalidGraph) as caught:
            best_tour(frame, closed=True, weight=weight)
        assert caught.value.code == code


MATRIX = [[0, 1, 2], [1, 0, 3], [2, 3, 0]]


@pytest.mark.parametrize("ground", [
    MATRIX, np.array(MATRIX), np.array([1, 2, 3]), Frame(MATRIX, [0, 1, 2], [0, 1, 2]),
    [("a", "b", 1), ("b", "c", 2), ("c", "a", 3)], [["a", "b"], ["b", "c"], ["c", "a"]],
    {"a": {"b": 1}, "b": {"c": 2}, "c": {"a": 3}},
])  # fmt: skip
def test_a_name_of_weights_is_not_ignored(ground: Any) -> None:
    for verb in (best_tour, find_tour, partial(verify, [0, 1, 2])):
        with pytest.raises(InvalidGraph, match="There is no weight 'km'"):
            verb(ground, closed=True, weight="km")


def test_a_table_of_points() -> None:
    frame: Any = Frame([[0, 0], [3, 4]], ["a", "b"], ["x", "y"])
    assert Graph.from_points(frame) == Graph.from_points({"a": (0, 0), "b": (3, 4)})


class Rustworkx:
    """A graph as rustworkx's: vertices are numbers with gaps, edges hold any object."""

    def __init__(self, vertices: list[int], edges: list[tuple[int, int, Any]]) -> None:
        self.vertices, self.edges = vertices, edges

    def adj(self, vertex: int) -> dict[int, Any]:
        raise NotImplementedError

    def weighted_edge_list(self) -> list[tuple[int, int, Any]]:
        return self.edges

    def node_indices(self) -> list[int]:
        return self.vertices


class DirectedRustworkx(Rustworkx):
    in_degree = 0


class Igraph:
    """A graph as igraph's: the attributes of edges are lists."""

    class Edges(dict[str, list[Any]]):
        def attributes(self) -> list[str]:
            return [*self]

        def __len__(self) -> int:
            return 2

    def __init__(self, weights: list[Any], directed: bool = False) -> None:
        self.es = self.Edges({"weight": weights} if weights else {})
        self.directed = directed

    def get_edgelist(self) -> list[tuple[int, int]]:
        return [(0, 1), (1, 2)]

    def vcount(self) -> int:
        return 3

    def is_directed(self) -> bool:
        return self.directed


def content(graph: Any) -> Any:
    """What a graph has, in whatever order its neighbours are."""
    names = graph.vertices()
    edges = {(names[v], names[w]): graph.weight(v, w) for v, w in graph.edges()}
    return [*names], graph.directed, edges


GIVEN: list[tuple[Any, Graph]] = [
    ([(0, 1, 7), (1, 2, 2.5)], LINE), ([[0, 1, 7], [1, 2, 2.5]], LINE),
    (((0, 1), (1, 2)), Graph.from_edges([(0, 1), (1, 2)])),
    ([("a", "b"), ("b", "a"), ("a", "c")], Graph.from_edges([("a", "b"), ("a", "c")])),
    ([[0, 7, INF], [7, 0, 2.5], [INF, 2.5, 0]], LINE), ({0: {1: 7}, 1: {2: 2.5}}, LINE),
    ({0: {1: {"weight": 7}}, 1: {2: {"weight": 2.5}}, 2: {}}, LINE),
    ({0: {1}, 1: [2]}, Graph.from_edges([(0, 1), (1, 2)])),
    ({0: (1, 2)}, Graph.from_edges([(0, 1), (0, 2)])),
    (networkx.Graph([(0, 1, {"weight": 7}), (1, 2, {"weight": 2.5})]), LINE),
    (Rustworkx([0, 1, 2], [(1, 0, 9), (0, 1, 7.0), (2, 1, {"weight": 2.5})]), LINE),
    (Rustworkx([1, 4], [(4, 1, "x")]), Graph.from_edges([(1, 4)])),
    (DirectedRustworkx([0, 1], [(1, 0, None)]), Graph.from_edges([(1, 0)], [0, 1], directed=True)),
    (Igraph([7, 2.5]), LINE),
    (Igraph([], directed=True), Graph.from_edges([(0, 1), (1, 2)], directed=True)),
]  # fmt: skip


@pytest.mark.parametrize(("given", "graph"), GIVEN)
def test_a_problem_takes_what_people_have(given: Any, graph: Graph) -> None:
    assert content(Problem(given).ground) == content(graph)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ([(0.5, 1.0), (2, 3)], "graph-or-points"), ({"a": (0, 1), "b": [3, 4]}, "graph-or-points"),
        (np.zeros((3, 2)), "graph-or-points"), ({("a", "b"): 5}, "graph-weights-of-pairs"),
        ([[0, 1], [1, 2]], "graph-or-matrix"),
        ([[0, 1, 5], [1, 2, 5], [2, 0, 4]], "graph-or-matrix"),
        ([[0, 1, 2, 3], [1, 0, 2]], "matrix-row"), (np.array([3, 4]), "graph-unknown"),
        (2.5, "graph-unknown"), ([{0, 1}, {1, 2}, {2, 3}], "edge-unreadable"),
        (["a1", "b3"], "board-side"), ([], "board-dimensions"),
    ],
)  # fmt: skip
def test_what_is_no_ground_is_named(given: Any, code: str) -> None:
    with pytest.raises(CaballeroError) as caught:
        Problem(given)
    assert caught.value.code == code


def test_a_row_is_measured_before_it_is_read() -> None:
    with pytest.raises(InvalidGraph, match="the matrix has 1 rows"):
        Graph.from_matrix([range(10**12)])
