import pytest
from hypothesis import given
from hypothesis import strategies as st

from caballero import Graph, InvalidGraph

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
def test_from_neighbours_is_the_inverse_of_neighbours(pairs: list[tuple[int, int]]) -> None:
    graph = Graph.from_edges(pairs, range(8))
    again = Graph.from_neighbours([graph.neighbours(v) for v in range(8)])
    assert again == graph
    assert hash(again) == hash(graph)


def test_labels() -> None:
    graph = Graph.from_edges([("b", "a"), ("a", "c")])
    assert [graph.label(v) for v in range(3)] == ["b", "a", "c"]
    assert Graph.from_edges([(1, 0)]).labels == ()
    assert len(Graph.from_edges([])) == 0


@pytest.mark.parametrize("rows", [[[0]], [[1], []], [[1, 1], [0, 0]], [[2], [0]], [[-1]]])
def test_what_is_no_simple_graph(rows: list[list[int]]) -> None:
    with pytest.raises(InvalidGraph):
        Graph.from_neighbours(rows)


def test_without_keeps_the_order() -> None:
    graph = Graph.from_neighbours([[3, 1, 2], [0], [0], [0]])
    assert graph.without([(1, 0)]).neighbours(0) == (3, 2)
