"""Weights and positions in files of graphs."""

from fractions import Fraction

import networkx
import pytest
from hypothesis import given, strategies as st

from caballero import Graph
from caballero.formats import read_graph, to_graph_text, with_positions
from caballero.model import InvalidGraph

WEIGHTED = [
    ("a b 3\nb c 1.5\nc a 2", None), ("a,b,3\nb,c,1.5\nc,a,2", None),
    ("desde;hasta;km\na;b;3\nb;c;1,5\nc;a;2", None), ("a\tb\t3\nb\tc\t1,5\nc\ta\t2", None),
    ("from,to,minutes\na,b,3\nb,c,1.5\nc,a,2", None),
    ("from,to,toll,minutes\na,b,9,3\nb,c,9,1.5\nc,a,9,2", "minutes"),
    ("desde,hasta,peso\na,b,3\nb,c,1.5\nc,a,2", None),
    ("a b {'weight': 3}\nb c {'weight': 1.5}\nc a {'weight': 2}", None),
    (
        '{"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "links": ['
        '{"source": "a", "target": "b", "weight": 3},'
        '{"source": "b", "target": "c", "weight": 1.5},'
        '{"source": "c", "target": "a", "weight": 2}]}',
        None,
    ),
    ('graph { a -- b [color=red, weight=3]; b -- c [weight="1.5"] c -- a [weight=2] }', None),
    ("graph { a -- b [km=3] b -- c [km=1.5]; c -- a [km=2, weight=9] }", "km"),
    ('*Vertices 3\n1 "a"\n2 "b"\n3 "c"\n*Edges\n1 2 3\n2 3 1.5\n3 1 2', None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "weight"), WEIGHTED, ids=lambda value: repr(value)[:20])
def test_weights_are_read(text: str, weight: str | None) -> None:
    graph = read_graph(text, weight=weight)
    assert graph.labels == ("a", "b", "c")
    assert [graph.weight(a, b) for a, b in graph.edges()] in ([3, 2, Fraction(3, 2)], [3, 2, 1.5])


def test_weights_of_other_forms() -> None:
    graph = read_graph("a -> b 3\nb -> a 4")
    assert (graph.directed, graph.weights) == (True, (3, 4))
    for text, form, weights in (
        ("*Vertices 2\n*Arcs\n1 2 5\n2 1 6", None, (5, 6)), ("0 5\n6 0", "matrix", (5, 6)),
        ("0 2 1\n2 0 3\n1 3 0", "matrix", (2, 1, 2, 3, 1, 3)), ("0 1\n1 0", "matrix", ()),
        ("a b 0.1", None, (Fraction(1, 10),) * 2), ("a b 1e3", None, (1000,) * 2),  # exact
    ):  # fmt: skip
        assert read_graph(text, form).weights == weights


def test_weights_in_dot_belong_to_the_edges_of_their_statement() -> None:
    graph = read_graph(
        "digraph { a [weight=8]; a -> {b c} -> d [weight=5] d -> a; edge [weight=7] }"
    )
    assert graph.weights == (5, 5, 5, 5, None)
    assert read_graph("graph { a -- b [weight=heavy]; node [weight=1] }").weights == ()


def test_names_in_dot_may_be_written_in_parts() -> None:
    graph = read_graph('graph { "New " + "York" -- "Los " + "Ange" + "les"; x -- "+" }')
    assert graph.labels == ("New York", "Los Angeles", "x", "+")
    for text in ('graph { a + "b" }', 'graph { + "b" }', 'graph { "a" + b }', 'graph { "a" + }'):
        with pytest.raises(InvalidGraph):
            read_graph(text)


def test_graphml_has_weights() -> None:
    graph = networkx.Graph()
    graph.add_edge("a", "b", weight=3, minutes=7)
    text = "\n".join(networkx.generate_graphml(graph))
    assert read_graph(text).weights == (3, 3)
    assert read_graph(text, weight="minutes").weights == (7, 7)


@pytest.mark.parametrize(
    ("text", "weight", "code"),
    [
        ("a b 3\nb c", None, "graph-edge-line"), ("a b 3\nb c x", None, "graph-cell"),
        ("a b 3\nb c nan", None, "graph-cell"), ("a b 3\nb a 4", None, "graph-two-weights"),
        ("a b 3", "3", "graph-no-titles"), ("from,to\na,b", "minutes", "graph-no-titles"),
        ("from,to,day,night\na,b,1,2", "noon", "graph-no-column"),
    ],
)  # fmt: skip
def test_weights_that_make_no_sense_are_refused(text: str, weight: str | None, code: str) -> None:
    with pytest.raises(InvalidGraph) as caught:
        read_graph(text, weight=weight)
    assert caught.value.code == code


@given(
    edges=st.dictionaries(
        st.tuples(st.integers(0, 5), st.integers(0, 5)), st.integers(-50, 50), max_size=12
    )
)
def test_a_weighted_graph_is_read_as_it_was_written(edges: dict[tuple[int, int], int]) -> None:
    triples = [(a, b, weight) for (a, b), weight in edges.items()]
    graph = Graph.from_edges(triples, range(6), directed=True)
    if graph.edge_count:
        assert read_graph(to_graph_text(graph)) == graph


def test_positions() -> None:
    graph = Graph.from_edges([("a", "b")])
    text = "place x y\n\na 1.5 -2\nz 0 0\nb 3 4\n"
    assert with_positions(graph, text).positions == ((1.5, -2.0), (3.0, 4.0))
    assert with_positions(graph, "lugar;x;y\na;1,5;-2\nb;3;4").positions == ((1.5, -2), (3, 4))
    with pytest.raises(InvalidGraph, match="vertex b has no position"):
        with_positions(graph, "a 1 2")
    with pytest.raises(InvalidGraph, match="Line 2"):
        with_positions(graph, "a 1 2\nb 3")
    with pytest.raises(InvalidGraph, match="not a number"):
        with_positions(graph, "a 1 2\nb 3 x")
    text = '{"nodes": [{"id": "a", "x": 1, "y": 2}, {"id": "b", "x": 3, "y": 4.5}], "links": []}'
    assert read_graph(text).positions == ((1.0, 2.0), (3.0, 4.5))
    assert read_graph(text.replace("4.5", '"up"')).positions == ()
