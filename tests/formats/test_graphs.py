"""Graphs in text: our output reads back, output of others is read, errors name the line."""

import json
import sys
from collections.abc import Hashable, Sequence
from contextlib import suppress
from pathlib import Path

import networkx
import pytest
from hypothesis import given, strategies as st

from caballero import Found, Graph, InvalidInput, Problem, TooLarge, count_tours, solve, verify
from caballero.formats import (
    dot,
    graphs,
    others,
    outcome_json,
    problem_json,
    read_fixed_edges,
    read_graph,
    read_vertices,
    to_graph_text,
    to_moves_text,
    to_tsplib_tour,
    vertices,
)
from caballero.machine.words import LANGUAGES, number
from caballero.model import InvalidGraph, InvalidTour, UnknownName, texts
from seldom import each

Edges = set[frozenset[Hashable]]


def edges_of(graph: Graph) -> Edges:
    """The edges of a graph by the labels of their ends."""
    return {frozenset((graph.label(a), graph.label(b))) for a, b in graph.edges()}


def pairs(*written: str) -> Edges:
    return {frozenset(pair) for pair in written}


def numbers(*written: str) -> Edges:
    return {frozenset(map(int, pair)) for pair in written}


@st.composite
def labelled_graphs(draw: st.DrawFn) -> Graph:
    """Small graphs with loops, twins and vertices without edges; labels are words and numbers."""
    words = st.text("abcep19-#%_é", min_size=1, max_size=4).filter(lambda w: w[0] not in "#%19-")
    label = st.integers(-3, 12) | words
    vertices = draw(st.lists(label, max_size=7, unique_by=str))
    if not vertices:
        return Graph.from_edges([])
    one = st.sampled_from(vertices)
    return Graph.from_edges(draw(st.lists(st.tuples(one, one), max_size=14)), vertices)


# -- there and back ----------------------------------------------------------------------------


@given(labelled_graphs())
def test_edges_read_back(graph: Graph) -> None:
    again = read_graph(to_graph_text(graph))
    assert set(again.vertices()) == set(graph.vertices())
    assert edges_of(again) == edges_of(graph)


@given(labelled_graphs(), st.sampled_from(["hcp", "dimacs"]))
def test_numbered_vertices_read_back(graph: Graph, form: str) -> None:
    again = read_graph(to_graph_text(graph, form).encode())
    assert list(again.vertices()) == list(range(1, len(graph) + 1))
    assert list(again.edges()) == list(graph.edges())
    assert read_graph(to_graph_text(again, form)) == again


@given(labelled_graphs(), st.randoms(use_true_random=False))
def test_the_order_of_numbers_does_not_matter(graph: Graph, randomness: object) -> None:
    text = to_graph_text(Graph.from_edges(graph.edges(), range(len(graph))))
    lines = text.splitlines()
    head, *lines = lines
    randomness.shuffle(lines)  # type: ignore[attr-defined]
    again = read_graph("\n".join([head, *lines]))
    assert list(again.vertices()) == list(range(len(graph)))
    assert set(again.edges()) == set(graph.edges())


@each(
    "label", ["a b", "a,b", "a;b", "<a>", "a:", "", "#a", "{", "7", 1.5, (1, 2), None, "a\n", True]
)
def test_labels_that_would_not_read_back(label: Hashable) -> None:
    graph = Graph.from_edges([(label, "x")])
    assert edges_of(read_graph(to_graph_text(graph, "hcp"))) == numbers("12")
    with pytest.raises(InvalidGraph, match="label"):
        to_graph_text(graph)


# -- what others write -------------------------------------------------------------------------

TRIANGLE = numbers("12", "23", "31")

WRITTEN: list[tuple[str, int, Edges]] = [
    ("1 2\n2 3\n3 1", 3, TRIANGLE), ("  1,2\r\n2 ,3\n\n3\t1\n", 3, TRIANGLE),
    ("# made by hand\n% and more\n1 2 # here\n2 3 {}\n3 1 {'weight': 7}", 3, TRIANGLE),
    ("1 2\n2 1\n1 2\n2 2\n2 3\n3 1", 3, TRIANGLE), ("4\n1 2\n2 3\n3 1", 4, TRIANGLE),
    ("\ufeff1 2\n2 3\n3 1", 3, TRIANGLE), ("a b\nb c\nc a", 3, pairs("ab", "bc", "ca")),
    ("c a\nc b\na b", 3, pairs("ab", "bc", "ca")), ("p e\ne x\nx p", 3, pairs("pe", "ex", "xp")),
    ("-1 01\n1 -1", 3, {frozenset((-1, "01")), frozenset((1, -1))}),
    ("0 1\n1 2", 3, numbers("01", "12")), ("# nothing", 0, set()), ("x x", 1, set()),
    ("p edge 3 3\ne 1 2\ne 2 3\ne 3 1", 3, TRIANGLE),
    ("c\nc one\np col 4 3\nc two\ne 1 2\ne 2 3\r\n\ne 3 1\n", 4, TRIANGLE),
    ("p 3 6\nc NAME : a.hcp\ne 1 2\ne 2 1\ne 2 3\ne 3 3\ne 3 2\ne 3 1", 3, TRIANGLE),
    ("p col 3 6\ne 1 2\ne 2 3\ne 3 1", 3, TRIANGLE), ("p edge 0 0", 0, set()),
    ("p edge 1 0\n", 1, set()),
    (
        "NAME : a\nCOMMENT : one: two\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\n"
        "EDGE_DATA_SECTION\n1 2\n 2   3\n3 1\n-1\nEOF\n",
        4,
        TRIANGLE,
    ),
    ("TYPE: HCP\nDIMENSION: 3\nEDGE_DATA_SECTION:\n1 2 2 3\n3\n1\nEOF", 3, TRIANGLE),
    (
        "DIMENSION : 3\nEDGE_DATA_FORMAT : ADJ_LIST\nEDGE_DATA_SECTION\n"
        "1 2 3 -1\n2\n3 1 -1 3 3 -1\n-1\nEOF\nanything",
        3,
        TRIANGLE,
    ),
    ("DIMENSION : 0\nEDGE_DATA_SECTION\n-1", 0, set()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "size", "edges"), WRITTEN, ids=range(len(WRITTEN)))
def test_notations_of_other_programs(text: str, size: int, edges: Edges) -> None:
    for given_text in (text, text.encode()):
        graph = read_graph(given_text)
        assert len(graph) == size
        assert edges_of(graph) == edges


FIXED = "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n{edges}-1\n"
FIXED += "FIXED_EDGES_SECTION\n{fixed}\nEOF\n"


def test_fixed_edges_are_in_every_tour() -> None:
    edges = "1 2\n2 3\n3 4\n4 1\n1 3\n2 4\n"
    text = FIXED.format(edges=edges, fixed="1 3\n2 4\n-1")
    assert read_fixed_edges(text) == [(1, 3), (2, 4)]
    assert read_graph(text) == read_graph(FIXED.format(edges=edges, fixed="-1"))
    problem = Problem(read_graph(text), forced=read_fixed_edges(text), closed=True)
    assert count_tours(problem) == 2
    assert count_tours(problem.graph(), closed=True) == 3
    assert read_fixed_edges("1 2\n2 3") == []
    city = "TYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : MAN_2D\nFIXED_EDGES_SECTION\n1 2\n-1\n"
    city += "NODE_COORD_SECTION\n1 0 0\n2 3 0\n3 3 4\nEOF"
    assert read_fixed_edges(city) == [(1, 2)]
    assert read_graph(city).weights == (3, 7, 3, 4, 7, 4)


@pytest.mark.parametrize(("fixed", "line"), [("1 9\n-1", 9), ("1 2\n3\n-1", 11), ("x\n-1", 8)])
def test_a_fault_of_fixed_edges_is_named(fixed: str, line: int) -> None:
    with pytest.raises(InvalidGraph) as caught:
        read_fixed_edges(FIXED.format(edges="1 2\n", fixed="1 2\n" * (fixed[0] != "x") + fixed))
    assert caught.value.message.data["line"] == line


# -- what cannot be read -----------------------------------------------------------------------

HCP = "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_SECTION\n"

FAULTS: list[tuple[str | bytes, type[InvalidInput], str, list[str]]] = [
    ("", InvalidGraph, "graph-empty", ["two labels"]), (" \n\t\n", InvalidGraph, "graph-empty", []),
    (b"\xff\xfe1 2", InvalidInput, "text-not-utf8", ["UTF-8"]),
    ("1 2\n\0 3", InvalidInput, "text-not-utf8", []),
    ("1 2\n2 3 0.5", InvalidGraph, "graph-edge-line", ["Line 2", "“2 3 0.5”", "3 words"]),
    ("a -> b c", InvalidGraph, "graph-edge-line", ["Line 1", "“a -> b c”"]),
    ("a -> b\nc\n\nb c", InvalidGraph, "graph-arrow-line", ["lines 1 and 4"]),
    ("p edge x 3", InvalidGraph, "graph-count-line", ["“x”", "line 1"]),
    ("p edge -2 3\n", InvalidGraph, "graph-count-line", ["“-2”"]),
    ("p edge 1000001 0", TooLarge, "graph-too-large", [number(1_000_000)]),
    (f"p {'9' * 6000} 0", TooLarge, "graph-too-large", ["999…"]),
    ("p edge 3 2\ne 1 2\ne 1 4", InvalidGraph, "graph-vertex-line", ["“4”", "line 3", "1 to 3"]),
    ("p edge 3 1\ne 0 1", InvalidGraph, "graph-vertex-line", ["“0”", "line 2"]),
    ("p edge 3 1\ne a 1", InvalidGraph, "graph-vertex-line", ["“a”"]),
    (f"p edge 3 1\ne {'1' * 5000} 1", InvalidGraph, "graph-vertex-line", ["“111"]),
    ("p edge 3 3\ne 1 2", InvalidGraph, "graph-too-few", ["3 edges", "has 1"]),
    ("p sp 3 3\na 1 2 7", InvalidGraph, "graph-too-few", ["3 edges", "has 1"]),
    ("p edge 3 3\nz 1 2 7", InvalidGraph, "graph-dimacs-line", ["Line 2", "“z 1 2 7”"]),
    ("p 3 x", InvalidGraph, "graph-dimacs-line", ["Line 1"]),
    ("e 1 2\np edge 3 1", InvalidGraph, "graph-dimacs-line", ["Line 1", "“e 1 2”"]),
    ("p 2 0\np 2 0", InvalidGraph, "graph-dimacs-line", ["Line 2"]),
    ("NAME : a\nTYPE : CVRP", InvalidGraph, "graph-value-line", ["TYPE", "“CVRP”", "2", "HCP"]),
    ("EDGE_DATA_FORMAT : X", InvalidGraph, "graph-value-line", ["EDGE_LIST, ADJ_LIST"]),
    ("DIMENSION : many", InvalidGraph, "graph-count-line", ["“many”", "line 1"]),
    ("TYPE : HCP\nEDGE_DATA_SECTION\n-1", InvalidGraph, "graph-no-count", ["line 2"]),
    ("TYPE : HCP\nTOUR_SECTION", InvalidGraph, "graph-tsplib-line", ["TOUR_SECTION", "line 2"]),
    ("TYPE : HCP\nDIMENSION : 3", InvalidGraph, "graph-cut-off", ["complete"]),
    (HCP + "1 2\n2", InvalidGraph, "graph-cut-off", ["-1"]),
    (HCP + "1 2\n2 3", InvalidGraph, "graph-cut-off", ["-1"]),
    (HCP + "1 2\n2\n-1", InvalidGraph, "graph-half-edge-line", ["line 6", "2"]),
    (HCP + "1 2\n2 4\n-1", InvalidGraph, "graph-vertex-line", ["“4”", "line 5"]),
    (HCP + "1 2\n-1\nDEPOT_SECTION", InvalidGraph, "graph-tsplib-line", ["DEPOT", "line 6"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "code", "words"), FAULTS, ids=lambda v: repr(v)[:30])
def test_faults(text: str | bytes, kind: type[InvalidInput], code: str, words: list[str]) -> None:
    with pytest.raises(kind) as caught:
        read_graph(text)
    assert caught.value.code == code
    message = caught.value.message
    for word in words:
        assert word in str(message)
    assert len({message.text(language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("kind", ["BYTES", "LINES", "CELLS"])
def test_long_texts_are_refused(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "1 2\n2 3\n3 1\n"
    assert len(read_graph(text)) == 3
    monkeypatch.setattr(texts, f"MAX_{kind}", 2)
    with pytest.raises(TooLarge):
        read_graph(text)
    with pytest.raises(TooLarge):
        read_vertices(text, Graph.from_edges([]))


tokens = st.sampled_from([
    "1", "2", "3", "-1", "0", "x", "c", "p", "e", "edge", "col", ",", "#", "{", "\n", "\n", " ",
    ":", "TYPE", "HCP", "DIMENSION", "EDGE_DATA_SECTION", "EDGE_DATA_FORMAT", "ADJ_LIST", "EOF",
    "TOUR_SECTION", '{"tour": [1, [2], null, {}]}', "[", "9" * 30, "é", "\x0b", "²",
])  # fmt: skip


@given(st.lists(tokens, max_size=20), st.sampled_from(["", " "]))
def test_anything_is_read_or_refused(words: list[str], between: str) -> None:
    text = between.join(words)
    triangle = Graph.from_edges([(1, 2), (2, 3), (3, 1)])
    with suppress(InvalidInput):
        graph = read_graph(text)
        assert Graph.from_neighbours([*map(graph.neighbours, range(len(graph)))]).size == len(graph)
    with suppress(InvalidInput):
        verify(read_vertices(text, triangle), triangle, closed=True)


# -- tours -------------------------------------------------------------------------------------


@given(labelled_graphs(), st.booleans())
def test_tours_read_back(graph: Graph, closed: bool) -> None:
    problem = Problem(graph, closed=closed)
    outcome = solve(problem)
    written = outcome_json(problem, outcome)
    assert written["vertices"] == len(graph)
    if not isinstance(outcome, Found):
        assert written["status"] == "impossible"
        return
    tour = outcome.tour
    assert written["tour"] == list(tour)
    for text in (to_moves_text(tour), json.dumps(written), to_tsplib_tour(tour)):
        claim = read_vertices(text, graph)
        assert verify(claim, closed=closed).tour == tour
        assert claim.closed in {closed, None}


def test_a_word_that_is_no_label_is_a_fault() -> None:
    ring = Graph.from_edges([(1, 2), (2, 3), (3, 4), (4, 1)])
    for text in ("1 2 3 5", '{"tour": [1, 2, 3, true]}', "TOUR_SECTION 1 2 3 5 -1 EOF"):
        codes = [fault.code for fault in verify(read_vertices(text, ring), ring).faults]
        assert codes[0] == "fault-no-vertex"
        assert "never-visited" in codes


def test_a_json_list_of_labels() -> None:
    triangle = Graph.from_edges([(1, 2), (2, 3), (3, 1)])
    for text in ("[1, 2, 3]", '["1", "2", "3"]', " [1,\n2,3]\n"):
        assert verify(read_vertices(text, triangle), triangle, closed=True).valid
    for text in ("", "\n", "# 1 2", "TOUR_SECTION\n-1", '{"tour": []}', "{", "{}"):
        with pytest.raises(InvalidTour):
            read_vertices(text, triangle)
    with pytest.raises(UnknownName, match="dimacs, edges, hcp"):
        to_graph_text(triangle, "graphml")
    with pytest.raises(UnknownName, match="graphml"):
        read_graph("1 2", "graphmll")


def test_json_of_labels_that_are_tuples() -> None:
    square = Graph.from_edges(
        [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))]
    )
    problem = Problem(square, closed=True, start=(1, 1))
    written = json.loads(json.dumps(outcome_json(problem, solve(problem))))
    assert written["tour"][0] == [1, 1]
    assert problem_json(problem) == {"vertices": 4, "edges": 4, "closed": True}
    assert verify(read_vertices(json.dumps(written), square), problem).valid


# -- other programs' formats -------------------------------------------------------------------

PETERSEN = networkx.petersen_graph()


def petersen_in(form: str) -> str:
    """Petersen's graph, as networkx or a person writes it."""
    match form:
        case "graphml":
            return "\n".join(networkx.generate_graphml(PETERSEN))
        case "json":
            return json.dumps(networkx.node_link_data(PETERSEN))
        case "adjlist":
            return "\n".join(networkx.generate_adjlist(PETERSEN))
        case "pajek":
            return "\n".join(networkx.generate_pajek(PETERSEN))
        case "graph6":
            return str(networkx.to_graph6_bytes(PETERSEN), "ascii")
        case "sparse6":
            return str(networkx.to_sparse6_bytes(PETERSEN), "ascii")
        case "matrix" | "csv":
            cells = (["01"[PETERSEN.has_edge(a, b)] for b in PETERSEN] for a in PETERSEN)
            return "\n".join(("," if form == "csv" else " ").join(row) for row in cells)
        case "gml" | "gexf":
            return "\n".join(getattr(networkx, f"generate_{form}")(PETERSEN))
        case "multiline":
            return "\n".join(networkx.generate_multiline_adjlist(PETERSEN))
        case "digraph6" | "mtx":
            pairs_of = [(a, b) for a in PETERSEN for b in PETERSEN[a]]
            if form == "mtx":
                head = "%%MatrixMarket matrix coordinate pattern general\n10 10 30\n"
                return head + "".join(f"{a + 1} {b + 1}\n" for a, b in pairs_of)
            bits = "".join("01"[b in PETERSEN[a]] for a in PETERSEN for b in PETERSEN) + "00"
            return "&I" + "".join(chr(63 + int(bits[i : i + 6], 2)) for i in range(0, 102, 6))
        case "contest":
            return "10 15\n" + "".join(f"{a} {b}\n" for a, b in PETERSEN.edges)
        case "entries":
            return "".join(f"  ({a}, {b})\t1\n" for a in PETERSEN for b in PETERSEN[a])
        case "sif":
            return "".join(f"{a}\tpp\t{b}\n" for a, b in PETERSEN.edges)
        case "metis":
            rows = (" ".join(str(b + 1) for b in PETERSEN[a]) for a in PETERSEN)
            return "\n".join(["10 15", *rows])
        case "dot":
            edges = "".join(f'{a} -- {b} [color="red;"];\n' for a, b in PETERSEN.edges)
            return f'// by hand\nstrict graph "P" {{ node [shape=box]; rankdir=LR\n{edges}}}'
    return to_graph_text(Graph.from_networkx(PETERSEN), form)


ENDS = {"pajek": "net", "graph6": "g6", "sparse6": "s6", "edges": "txt", "dimacs": "col",
        "metis": "graph", "digraph6": "d6", "multiline": "multiadj"}  # fmt: skip


@pytest.mark.parametrize("form", [f for f in graphs.FORMATS if f not in {"gpx", "xy"}])
def test_every_format(form: str, tmp_path: Path) -> None:
    text = petersen_in(form)
    file = tmp_path / f"petersen.{ENDS.get(form, form)}"
    file.write_text(text, "utf-8")
    given_or_seen = [read_graph(text, form), read_graph(file)]
    if form not in {"metis"}:  # nothing in the text tells these from others
        given_or_seen.append(read_graph(text.encode()))
    shift = int(form in {"hcp", "dimacs", "mtx", "metis"})
    for graph in given_or_seen:
        found = {frozenset(map(int, map(str, edge))) for edge in edges_of(graph)}
        assert found == {frozenset((a + shift, b + shift)) for a, b in PETERSEN.edges}
        assert len(graph) == 10


OTHERS: list[tuple[str, str | None, int, Edges]] = [
    ("graph { a:n -- {b c} -- subgraph s {d; e}; f }", None, 6,
     pairs("ab", "ac", "bd", "be", "cd", "ce")),
    ('/* c */ GRAPH x\n{ "a" -- b [l=<<b>x</b>>] // no\n b--"c" }', None, 3, pairs("ab", "bc")),
    ("graph { node -- edge }", None, 2, {frozenset(("node", "edge"))}),
    ('{"a": ["b", "c"], "c": ["b"]}', None, 3, pairs("ab", "ac", "bc")),
    ('{"nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"source": "a", "target": "b"}]}', None, 2,
     pairs("ab")),
    ("% c\n*Network x\n*Vertices 3\n2 \"b c\" 0.1\n*Edges\n1 2 4.0\n*Edgeslist\n1 3\n", None, 3,
     {frozenset((1, "b c")), frozenset((1, 3))}),
    ("*vertices 2\n1 x\n2 x\n*edges\n1 2", None, 2, numbers("12")),
    ("[[0 1 0]\n [1 0 2.5]\n [0 2.5 0]]", "matrix", 3, numbers("01", "12")),
    ("0,1,0\n1,0,1\n0,1,0", None, 3, numbers("01", "12")), (":Bc", None, 3, numbers("01", "02")),
    ("Origen,Destino\na,b", None, 2, pairs("ab")),
    ("source target\nsource a", None, 3, {frozenset(("source", x)) for x in ("target", "a")}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "form", "size", "edges"), OTHERS)
def test_notations_in_other_formats(text: str, form: str | None, size: int, edges: Edges) -> None:
    graph = read_graph(text, form)
    assert len(graph) == size
    assert edges_of(graph) == edges


MANY = "{" + " ".join(map(str, range(1001))) + "}"
WRONG: list[tuple[str, str | None, str]] = [
    ("A-B\nB-C", None, "graph-joined-line"), ("A B\nC->D", None, "graph-arrow-line"),
    ("A -> B -> C", None, "graph-unknown-format"), ("a b;\nb c;", None, "graph-unknown-format"),
    ("a: b\nb: c", None, "graph-adjlist-line"), ("<svg></svg>", None, "graph-unknown-format"),
    ("[1, 2]", None, "graph-json"), ("graph [\n node [", None, "graph-not-form"),
    ("source,target,weight\na,b", None, "graph-edge-line"),
    ("source,target,weight\na,b,heavy", None, "graph-cell"),
    ("graph { a -> b }", None, "graph-dot"), ("digraph { a -- b }", None, "graph-dot"),
    ("graph { a -- b", None, "graph-dot-cut-off"), ("graph { a -- }", None, "graph-dot"),
    ("graph { -- a }", None, "graph-dot"), ("graph { a } b", None, "graph-dot"),
    ("graph { a ! }", None, "graph-dot"), ("graph { a [x", None, "graph-dot-cut-off"),
    ("graph " + "{" * 20_000, None, "graph-dot-cut-off"), ("a -- b", "dot", "graph-dot"),
    (f"graph {{ {MANY} -- {MANY} }}", None, "graph-too-many-edges"), ("{", None, "json-unreadable"),
    ('{"nodes": [1, 2], "links": []}', None, "graph-json"),
    ('{"nodes": [{"id": 1}]}', None, "graph-json"),
    ('{"nodes": [{"id": 1.5}], "links": []}', None, "graph-json"),
    ('{"nodes": [{"id": 1}, {"id": 1}], "links": []}', None, "graph-labels"),
    ('{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]}', None, "graph-json-vertex"),
    ('{"a": 1}', None, "graph-json"), ("[]", "json", "graph-json"),
    ("0 1 0\n1 0 1", None, "graph-two-weights"), ("0 1 x\n1 0 1\n0 1 0", "matrix", "graph-cell"),
    ("*Vertices 3\n*Edges\n1 4", None, "graph-pajek-line"),
    ("*Vertices 3\n*Edges\n1", None, "graph-pajek-line"), ("*Vertices x", None, "graph-pajek-line"),
    ("*Vertices 3\n*Matrix", None, "graph-table-rows"),
    ("*Vertices 99999999", None, "graph-too-large"), ("<graphml", None, "graph-not-form"),
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><graphml/>", None, "graph-xml-entities"),
    ("Bw\nBw", "graph6", "graph-several"), ("B", "graph6", "graph-not-form"),
    ("Bé", "graph6", "graph-not-form"), (">>graph6<<~~~~~~~~~", None, "graph-too-large"),
    (":~~~~~~~~~", None, "graph-too-large"), ("Bw", "sparse6", "graph-not-form"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "form", "code"), WRONG, ids=lambda value: repr(value)[:30])
def test_what_is_not_understood_is_refused(text: str, form: str | None, code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_graph(text, form)
    assert caught.value.code == code
    message = caught.value.message
    assert len({message.text(language) for language in LANGUAGES}) == len(LANGUAGES)
    assert all(len(message.text(language)) < 400 for language in LANGUAGES)


@pytest.mark.parametrize("kind", ["MAX_EDGES", "MAX_VERTICES", "MAX_TAGS", "MAX_TOKENS"])
def test_large_files_of_others_are_refused(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = {"MAX_TAGS": others, "MAX_TOKENS": dot}.get(kind, vertices)
    monkeypatch.setattr(module, kind, 9)
    with pytest.raises(TooLarge):
        read_graph(petersen_in("dot" if kind == "MAX_TOKENS" else "graphml"))


def test_without_networkx_there_is_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    assert len(read_graph(petersen_in("dot"))) == 10
    with pytest.raises(InvalidInput, match="the extra graph"):
        read_graph(":Bc")


signs = st.sampled_from([
    "graph", "{", "}", "--", "a", "1", "[", "]", "=", ";", ":", '"', "*Vertices", "*Edges", "\n",
    " ", "<", ">", "<graphml>", "nodes", "links", ",", "0", "~", "?", "/*", "*/", "%", "é",
])  # fmt: skip


@given(st.lists(signs, max_size=20).map(" ".join), st.sampled_from(graphs.FORMATS))
def test_anything_is_read_or_refused_in_every_format(text: str, form: str) -> None:
    with suppress(InvalidInput):
        graph = read_graph(text, form)
        assert Graph.from_neighbours([*map(graph.neighbours, range(len(graph)))]).size == len(graph)


# -- directed graphs ---------------------------------------------------------------------------

DIRECTED = {
    "edges": "a -> b\nb->c\nc → a\nd", "dot": "digraph { a -> b -> c -> a; d }",
    "json": '{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "d"}], '
    '"links": [{"source": "a", "target": "b"}, {"source": "b", "target": "c"}, '
    '{"source": "c", "target": "a"}]}',
    "pajek": "*Vertices 4\n1 a\n2 b\n3 c\n4 d\n*Arcs\n1 2\n2 3\n*Arcslist\n3 1",
}  # fmt: skip
PLAIN = [
    ("edges", "a b\nb c\n", "abc"), ("dot", "graph { a -- b -- c }", "abc"),
    ("json", '{"a": ["b"], "b": ["c"], "c": []}', "abc"), ("adjlist", "a b\nb c\n", "abc"),
    ("hcp", HCP + "1 2\n2 3\n-1\n", [1, 2, 3]), ("dimacs", "p edge 3 2\ne 1 2\ne 2 3", [1, 2, 3]),
]  # fmt: skip


@each("plain", PLAIN)
def test_edges_are_read_as_directed_on_demand(plain: tuple[str, str, Sequence[Hashable]]) -> None:
    form, text, (a, b, c) = plain
    wanted = Graph.from_edges([(a, b), (b, c)], directed=True)
    assert read_graph(text, form, directed=True) == wanted
    assert {*read_graph(text, form).edges()} == {(0, 1), (1, 2)}


@pytest.mark.parametrize("form", DIRECTED)
def test_texts_that_say_that_their_edges_are_directed(form: str) -> None:
    wanted = Graph.from_edges([("a", "b"), ("b", "c"), ("c", "a")], [*"abcd"], directed=True)
    assert read_graph(DIRECTED[form]) == read_graph(DIRECTED[form], form) == wanted


def test_a_matrix_is_directed_if_it_is_not_symmetric() -> None:
    graph = read_graph("0 1 0\n0 0 1\n0 1 0")
    assert graph == Graph.from_edges([(0, 1), (1, 2), (2, 1)], directed=True)
    assert not read_graph("0 1\n1 0", "matrix").directed
    assert read_graph("0 1\n1 0", "matrix", directed=True).edge_count == 2


def test_edges_of_pajek_lead_both_ways_beside_arcs() -> None:
    graph = read_graph("*Vertices 3\n*Edges\n1 2\n*Arcs\n2 3")
    assert graph == Graph.from_edges([(1, 2), (2, 1), (2, 3)], directed=True)


def test_directed_graphml_and_undirected_graph6_as_directed() -> None:
    pytest.importorskip("networkx")
    text = (
        "<graphml><graph edgedefault='directed'><node id='a'/><node id='b'/>"
        "<edge source='b' target='a'/></graph></graphml>"
    )
    assert read_graph(text) == Graph.from_edges([("b", "a")], ["a", "b"], directed=True)
    assert read_graph("Bw", "graph6", directed=True).edge_count == 6


ATSP = (
    "NAME: small\nTYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\n"
    "EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n"
    "9999 3 5\n48 9999 3\n46 48 9999\nEOF\n"
)


def test_an_atsp_joins_all_pairs() -> None:
    graph = read_graph(ATSP)
    assert graph.directed
    assert (graph.labels, graph.edge_count) == ((1, 2, 3), 6)
    with pytest.raises(InvalidGraph, match="8 numbers"):
        read_graph(ATSP.replace("46 48 9999", "46 48"))


@given(edges=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=15))
def test_a_directed_graph_is_read_as_it_was_written(edges: list[tuple[int, int]]) -> None:
    graph = Graph.from_edges(edges, range(7), directed=True)
    if graph.edge_count:
        assert read_graph(to_graph_text(graph)) == graph
    for form in ("hcp", "dimacs"):
        with pytest.raises(InvalidGraph, match="edges"):
            to_graph_text(graph, form)
