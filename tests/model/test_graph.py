"""Graphs: made from edges, neighbours and networkx; and their tours."""

from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, strategies as st

from caballero import Found, Graph, Impossible, Problem, solve, verify
from caballero.model import InvalidGraph
from naive import all_tours

networkx = import_module("networkx")  # it tells no types

edges = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20)


@given(edges)
def test_from_edges_makes_the_simple_graph_of_the_edges(pairs: list[tuple[int, int]]) -> None:
    graph = Graph.from_edges(pairs, range(8))
    assert len(graph) == 8
    wanted = {frozenset(pair) for pair in pairs if pair[0] != pair[1]}
    assert {frozenset(edge) for edge in graph.edges()} == wanted
    assert graph.edge_count == len(wanted)
    for v in range(8):
        assert len(set(graph.neighbours(v))) == len(graph.neighbours(v))
        assert all(graph.has_edge(w, v) for w in graph.neighbours(v))


@given(edges)
def test_a_directed_graph_has_the_edges_in_their_directions(pairs: list[tuple[int, int]]) -> None:
    graph = Graph.from_edges(pairs, range(8), directed=True)
    wanted = {(a, b) for a, b in pairs if a != b}
    assert graph.directed
    assert list(graph.edges()) == sorted(graph.edges(), key=lambda edge: edge[0])
    assert {*graph.edges()} == wanted
    assert graph.edge_count == len(wanted) == len(graph.indices)
    assert all(graph.has_edge(a, b) is ((a, b) in wanted) for a in range(8) for b in range(8))
    rows = [graph.neighbours(v) for v in range(8)]
    for again in (
        Graph.from_neighbours(rows, directed=True),
        Graph.from_dict(graph.to_dict(), directed=True),
        eval(repr(graph)) if len(wanted) < 10 else graph,
    ):
        assert again == graph
        assert hash(again) == hash(graph)
    assert {*graph.without(pairs[:5]).edges()} == wanted - {*pairs[:5]}
    assert graph.without([]) == graph


def test_a_directed_graph_is_none_of_the_others() -> None:
    pairs = [(0, 1), (1, 0)]
    assert Graph.from_edges(pairs) != Graph.from_edges(pairs, directed=True)
    ring = Graph.from_edges([(v, (v + 1) % 200) for v in range(200)], directed=True)
    assert repr(ring) == "<directed graph, 200 vertices, 200 edges>"
    one_way = Graph.from_dict({"a": ["b"]}, directed=True)
    assert one_way.to_dict() == {"a": ["b"], "b": []}


@given(edges)
def test_from_neighbours_is_the_inverse_of_neighbours(pairs: list[tuple[int, int]]) -> None:
    graph = Graph.from_edges(pairs, range(8))
    again = Graph.from_neighbours([graph.neighbours(v) for v in range(8)])
    assert again == graph
    assert hash(again) == hash(graph)


def test_labels() -> None:
    graph = Graph.from_edges([("b", "a"), ("a", "c")])
    assert [graph.label(v) for v in range(3)] == ["b", "a", "c"]
    assert [graph.vertex(label) for label in "bacd"] == [0, 1, 2, None]
    plain = Graph.from_edges([(1, 0)])
    assert plain.labels == ()
    assert [plain.vertex(label) for label in (0, 1, 2, -1, "0")] == [0, 1, None, None, None]
    assert len(Graph.from_edges([])) == 0


@pytest.mark.parametrize("labels", [("a",), ("a", "a"), ("a", "b", "c")])
def test_labels_are_as_many_as_vertices_and_different(labels: tuple[str, ...]) -> None:
    with pytest.raises(InvalidGraph, match="2 vertices"):
        Graph.from_neighbours([[1], [0]], labels)


@pytest.mark.parametrize("value", [{0: [1]}, [(0, 1), (1, 2)], networkx.path_graph(3)])
def test_who_gives_the_constructor_one_value_is_told_what_reads_it(value: Any) -> None:
    with pytest.raises(InvalidGraph, match=rf"{type(value).__name__}: use Graph\.from_dict"):
        Graph(value)
    assert Problem(value).ground == Graph.from_networkx(networkx.Graph(value))


@pytest.mark.parametrize("rows", [[[0]], [[1], []], [[1, 1], [0, 0]], [[2], [0]], [[-1]]])
def test_graphs_that_are_not_simple_are_refused(rows: list[list[int]]) -> None:
    with pytest.raises(InvalidGraph):
        Graph.from_neighbours(rows)


# -- networkx ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["Graph", "MultiGraph", "DiGraph", "MultiDiGraph"])
@given(pairs=edges, order=st.permutations(range(8)))
def test_from_networkx(kind: str, pairs: list[tuple[int, int]], order: list[int]) -> None:
    theirs = getattr(networkx, kind)()
    theirs.add_nodes_from(order)
    theirs.add_edges_from(pairs)
    ours = Graph.from_networkx(theirs)
    assert (ours.directed, list(ours.vertices())) == (theirs.is_directed(), order)
    for v, name in enumerate(order):
        wanted = [w for w in theirs.adj[name] if w != name]
        assert [ours.label(w) for w in ours.neighbours(v)] == wanted
    theirs.remove_edges_from(list(networkx.selfloop_edges(theirs)))
    simple = networkx.DiGraph if ours.directed else networkx.Graph
    assert networkx.utils.graphs_equal(simple(ours.to_dict()), simple(theirs))


@pytest.mark.parametrize("what", [[(0, 1)], {0: [1]}, None])
def test_texts_that_are_no_graphs(what: object) -> None:
    with pytest.raises(InvalidGraph, match=type(what).__name__):
        Graph.from_networkx(what)  # type: ignore[arg-type]


# -- their tours -------------------------------------------------------------------------------


@st.composite
def questions(draw: st.DrawFn) -> tuple[Problem, dict[str, object]]:
    """A problem on a small graph, and the same for the naive search."""
    size = draw(st.integers(1, 7))
    vertex = st.integers(0, size - 1)
    share = draw(st.integers(0, 30))  # loops, twins, and parts without a connection
    pairs = draw(st.lists(st.tuples(vertex, vertex), max_size=share))
    named = draw(st.booleans())

    def name(v: int | None) -> object:
        return f"v{v}" if named and v is not None else v

    ends = draw(st.lists(st.none() | vertex, min_size=2, max_size=2, unique=True))
    start, end = ends if size > 1 else (0, None)
    closed = draw(st.booleans())
    graph = Graph.from_edges([(name(a), name(b)) for a, b in pairs], map(name, range(size)))
    problem = Problem(graph, closed=closed, start=name(start), end=name(end))
    return problem, {"closed": closed, "start": start, "end": end}


@given(questions())
def test_solve_agrees_with_the_naive_search(question: tuple[Problem, dict[str, object]]) -> None:
    problem, question_asked = question
    graph = problem.graph()
    neighbours = [graph.neighbours(v) for v in range(len(graph))]
    expected = next(all_tours(neighbours, **question_asked), None)  # type: ignore[arg-type]
    outcome = solve(problem)
    if expected is None:
        assert isinstance(outcome, Impossible)
        certificate = outcome.certificate
        assert certificate.kind == "exhausted" or certificate.check(problem)
    else:
        assert isinstance(outcome, Found)
        assert verify(outcome.tour, problem).valid


@pytest.mark.parametrize(
    ("edges", "count", "path", "cycle"),
    [
        ([], 0, None, None), ([], 1, [0], None), ([(0, 0)], 1, [0], None), ([], 2, None, None),
        ([(0, 1), (1, 0), (0, 1)], 2, [0, 1], None), ([(0, 1), (1, 2)], 3, [0, 1, 2], None),
        ([(0, 1), (1, 2), (2, 0), (1, 1)], 3, [0, 1, 2], [0, 1, 2]),
        ([(0, 1), (1, 2), (2, 0)], 4, None, None), ([(0, 1), (2, 3)], 4, None, None),
    ],
)  # fmt: skip
def test_the_smallest_graphs(
    edges: list[tuple[int, int]], count: int, path: list[int] | None, cycle: list[int] | None
) -> None:
    """There and back is no cycle."""
    graph = Graph.from_edges(edges, range(count))
    for closed, wanted in ((False, path), (True, cycle)):
        outcome = solve(Problem(graph, closed=closed))
        found = sorted(outcome.tour.order) if isinstance(outcome, Found) else None
        assert found == wanted
