"""The door `read`; what is said about a reading, and what is refused rather than guessed."""

import json
from pathlib import Path
from typing import Any

import networkx
import numpy
import pytest

from caballero import Graph, InvalidInput, Problem, best_tour, find_longest
from caballero.formats import read, read_graph
from caballero.machine.words import LANGUAGES
from caballero.proof import Claim
from cli.terminal import Terminal
from pausing import stops

TOUR = "1 4 7 10\n12 9 2 5\n3 6 11 8"

KINDS: list[tuple[Any, type]] = [
    (TOUR, Claim), (f"knight open\n{TOUR}", Claim), ("a1 b3 c5", Claim), ('{"tour": []}', Claim),
    ("hidato\n1 . .\n8 # .\n. . .", Problem), (". . 1\n. 5 .", Problem),
    ("https://puzz.link/p?simpleloop/5/5/sg020", Problem),
    ("a b\nb c", Graph), ("0 3 5\n3 0 2\n5 2 0", Graph), ("name,x,y\na,0,0\nb,1,1", Graph),
    ("p edge 3 2\ne 1 2\ne 2 3", Graph), ([[0, 3], [3, 0]], Graph),
    (networkx.path_graph(3), Graph), (networkx.path_graph(3).edges, Graph),
]  # fmt: skip


@pytest.mark.parametrize(("source", "kind"), KINDS, ids=lambda value: repr(value)[:20])
def test_a_text_or_a_value_is_read_as_what_it_is(source: Any, kind: type) -> None:
    if source == '{"tour": []}':
        with pytest.raises(InvalidInput):
            read(source)
    else:
        assert isinstance(read(source), kind)


def test_what_may_be_two_things_needs_a_word(tmp_path: Path) -> None:
    text = "v1 v2\nv2 v3\nv3 v1"
    with pytest.raises(InvalidInput, match="a tour or a graph"):
        read(text)
    (tmp_path / "a.edges").write_text(text)
    for graph in (read(text, "graph"), read(text, "edges"), read(tmp_path / "a.edges")):
        assert isinstance(graph, Graph)
        assert graph.edge_count == 3
    assert isinstance(read(text, "tour"), Claim)
    with pytest.raises(InvalidInput):
        read("1 . \x01")


MULTI = networkx.MultiGraph([(0, 1, {"weight": 9}), (0, 1, {"weight": 3}), (1, 2, {"weight": 4})])
SAID: list[tuple[Any, str]] = [
    (MULTI.edges(data="weight"), "read-parallel"), ("0 3 -1\n3 0 5\n-1 5 0", "read-zeros"),
    (MULTI.edges(keys=True, data="weight"), "read-parallel"),
    ([(0, 1, 0, 9), (0, 1, 1, 3), (1, 2, 0, 4)], "read-parallel"), (MULTI, "read-parallel"),
    (networkx.to_dict_of_dicts(MULTI), "read-parallel"),
    ([(0, 1, 0), (0, 1, 1), (1, 2, 0)], "read-keys"), (numpy.array([3, 5, 2]), "read-condensed"),
    ([[0, 3, 5], [0, 0, 2], [0, 0, 0]], "read-mirrored"),
    ([[0, 0.3, 5], [0.1 + 0.2, 0, 2], [5, 2, 0]], "read-noise"),
    (",A,B\nA,0,1.1\nB,1.1000000000000001,0", "read-noise"),
    (",A,B,C,street\nA,0,3,5,Elm\nB,3,0,2,Oak\nC,5,2,0,Fir", "read-left-out"),
    (",A,B\nA,0,0\nB,0,0", "read-zeros"), ("from,to,km,road\nA,B,3,x\nB,C,4,y", "read-left-out"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "code"), SAID, ids=[f"{i}-{c}" for i, (_, c) in enumerate(SAID)]
)
def test_what_changes_the_question_is_said(source: Any, code: str) -> None:
    form = "csv" if isinstance(source, str) else None
    graph = read_graph(source, form, weighted=True) if form else read(source)
    assert isinstance(graph, Graph)
    assert code in [message.code for message in graph.reading]
    for message in graph.reading:
        assert len({message.text(language) for language in LANGUAGES}) == len(LANGUAGES)


MEANT = [
    ("01101\n10100\n11010\n00101\n10010", 6), ("0 -> 3\n1 -> 0\n2 -> 1,6\n3 -> 2\n6 -> 2", 6),
    ("A: B, C\nB: A, C\nC: A, B", 3), ("1: 2; 3;\n2: 1;\n3: 1;", 2),
    ("0 : [1, 2]\n1 : [0, 2]\n2 : [0, 1]", 3), ("A -> B 3\nB -> A 4\nB -> C 5", 3),
    ("  A B C\nB 3\nC 5 2\nD 4 6 1", 6), ("   A  B  C\nA  0  3  5\nB  3  0  2\nC  5  2  0", 3),
    ("0,1,2\n0,3,5\n3,0,2\n5,2,0", 3), ("'A','B',3\n'B','C',4\n'C','A',5", 3),
    ("3 3\nAna Bea\nBea Cid\nCid Ana\n0 0", 3),
    ('{"nodes": [{"name": "A"}, {"name": "B"}], "links": [{"source": 0, "target": 1}]}', 1),
]  # fmt: skip


@pytest.mark.parametrize(("text", "edges"), MEANT)
def test_texts_of_other_programs(text: str, edges: int) -> None:
    graph = read_graph(text)
    assert graph.edge_count == edges
    assert not {*map(str, graph.vertices())} & {"names", "matrix", "edges", "'A'", "coste", ""}


TWO: list[Any] = [
    [[0, 7], [7, 0]], numpy.array([[0, 7], [7, 0]]), [(0, 1, 7)], {"A": {"B": 7}},
    networkx.Graph([(0, 1, {"weight": 7})]), Graph.from_points([(0, 0), (0, 7)]),
    read_graph(",A,B\nA,0,7\nB,7,0"), read_graph("A,B,7"), read_graph("name,x,y\na,0,0\nb,7,0"),
]  # fmt: skip


@pytest.mark.parametrize("ground", TWO, ids=lambda ground: type(ground).__name__)
def test_a_round_trip_of_two_places_goes_there_and_back(ground: Any) -> None:
    best: Any = best_tour(ground, closed=True)
    assert (best.cost, best.optimal, len(best.tour)) == (14, True, 2)


@pytest.mark.parametrize("ground", [[[0]], Graph.from_points([(1, 1)]), networkx.path_graph(1)])
def test_a_round_trip_of_one_place_costs_nothing(ground: Any) -> None:
    best: Any = best_tour(ground, closed=True)
    assert (best.cost, best.optimal) == (0, True)


def test_the_longest_path_from_a_place() -> None:
    best = find_longest(networkx.path_graph(5), start=1)
    assert (best.cost, best.tour[0]) == (4, 1)
    assert find_longest(networkx.cycle_graph(5), closed=True).cost == 5


@pytest.mark.parametrize("source", [
    MULTI, MULTI.adj, networkx.to_dict_of_dicts(MULTI), dict(MULTI.to_directed().adjacency()),
    str(networkx.to_dict_of_dicts(MULTI)), json.dumps(networkx.to_dict_of_dicts(MULTI)),
])  # fmt: skip
def test_the_cheapest_of_parallel_edges_counts(source: Any) -> None:
    graph = read(source)
    assert isinstance(graph, Graph)
    assert graph.weights == (3, 3, 4, 4)
    assert graph.reading[-1].data["count"] == 1


def test_keys_are_no_costs() -> None:
    with pytest.raises(InvalidInput, match="keys of parallel edges"):
        best_tour(list(networkx.MultiDiGraph(networkx.path_graph(4)).edges))


def test_reading_keeps_to_a_limit(caballero: Terminal, tmp_path: Path) -> None:
    text = "\n".join(f"{v},{v + 1},0.5" for v in range(5000))
    assert stops(lambda: read_graph(text))
    (tmp_path / "a.csv").write_text(text)
    assert caballero("graph", tmp_path / "a.csv", "--timeout", "0").status == 3


def test_puzzles_that_number_from_0(caballero: Terminal) -> None:
    text = "numbrix\n. 1 2\n5 . 3\n6 7 8"
    reply = caballero("puzzle", "solve", "-", "--first", "0", stdin=text)
    assert reply.status == 0
    assert "0 1 2" in reply.out
