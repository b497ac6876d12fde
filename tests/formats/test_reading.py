"""One reader: each notation is read as it is meant, or refused, by every command alike."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from caballero import Graph, Problem, verify
from caballero.formats import read_claim, read_graph, read_puzzles
from caballero.formats.notations import CERTAIN, NOTATIONS, SHAPED, form_of_file
from caballero.machine.words import LANGUAGES
from caballero.model import InvalidGraph
from cli.terminal import Terminal
from formats.notation_texts import ARCS, BOARDS, CELLS, FOUR, GRAPHS, MATRICES, RING, TRIANGLE
from seldom import each


def edges_of(graph: Graph[Any], names: Sequence[object] = ()) -> tuple[bool, dict[Any, Any]]:
    """Whether a graph is directed, and the weights of its edges, by their labels or names."""
    labels = [str(label) for label in names or graph.vertices()]
    pairs = [(v, w) if graph.directed else frozenset((v, w)) for v in labels for w in labels]
    weights = {e: graph.weight(*e) for e in graph.edges()}
    found = {pairs[v * len(labels) + w]: x for (v, w), x in weights.items()}
    return graph.directed, found


def links(text: str, directed: bool = False) -> tuple[bool, dict[Any, Any]]:
    """The same, of a text such as ``A B 3, B C 4``."""
    kind: Callable[[Any], Any] = tuple if directed else frozenset
    rows = [row.split() for row in text.split(",")]
    return directed, {kind(row[:2]): int(row[2]) if len(row) > 2 else None for row in rows}


REFUSED = [
    (": b\n: c", "graph-unknown-format"),
    *((word, "graph-unknown-format") for word in ("nan", "hello", "7", "None", "a\nb")),
    ("id,x,y,z\n1,0,0,0\n2,3,0,1\n3,3,4,2", "graph-points-z"),
    ("{{1,5,3},{_,_,_},{7,_,9}}", "graph-weight-text"),
    ("from;to;km\nA;B;1,203\nB;C;902\nC;A;804", "graph-cell-marks"),
    ("1 Ana\n2 Bea\n#\n1 2\n2 1", "graph-foreign"),
    ("from,to,share\nA,B,3%\nB,C,4%\nC,A,5%", "graph-cell"),
    ("2\n3 3\n1 2\n2 3\n3 1\n4 4\n1 2\n2 3\n3 4\n4 1", "graph-counted"),
    ('{"durations": [[0, 3], [3, 0]], "distances": [[0, 9], [9, 0]]}', "graph-json"),
    ("[[0, 3], [3, 0]]\n[[0, 4], [4, 0]]", "json-unreadable"),
    ("A: B(3) C(5)\nB: A(3)\nC: A(5)", "graph-adjlist-line"),
    (",A,B,C\nA,0,3 km,5\nB,3,0,2\nC,5,2,0", "graph-cell"),
    (",A,B,C\nA,0,N/A,5\nB,3,0,2\nC,5,2,0", "graph-cell"),
    (',A,B,C\nA,0,"1,203",5\nB,"1,203",0,2\nC,5,2,0', "graph-cell-marks"),
    ("1 2 3\n2 3 1\n3 1 2", "graph-two-forms"),
    *((text, "graph-two-forms") for text in (
        "A 0 0\nB 3 4\nC 3 0", "0 0\n3D0 0D0\n3D0 4D0", "3\n2 1 2\n2 0 2\n2 0 1",
        "4\n3 2 3 4\n3 1 3 4\n3 1 2 4\n3 1 2 3", "4\n2 2 4\n2 1 3\n2 2 4\n2 1 3",
    )),
    ("5 6\n1 2\n2 3\n3 4\n4 5\n5 1", "graph-counted"),
    ("id,label\n1,Ana\n2,Eva\n3,Pia", "graph-apart"),
    ("a b\nb c\n\nprose of many words here", "graph-edge-line"),
    ("1 Ana\n2 Bea\n3 Cid\n#\n1 2\n2 3", "graph-foreign"),
    ("from,to,entry_cost,exit_cost\nA,B,0,3\nB,C,0,4\nC,A,0,5", "graph-which-weight"),
    ("von;nach;Preis\nA;B;3,50 €\nB;C;4,00 €\nC;A;5,00 €", "graph-cell"),
    ("# A\nB 3\nC 5\n# B\nC 4", "graph-foreign"),
    ("3 3 3\n1 2 3\n2 3 4.0\n3 1 5e0", "graph-unknown-format"),
    ("5 6\n1 2\n2 3\n3 4\n4 5\n5 1\n1 x", "graph-unknown-format"),
    ("a b\nb c\na", "graph-unknown-format"), ("A B\nB C\n@startuml", "graph-unknown-format"),
    ("from,to,km\nA,B,3 km\nB,C,4 km\nC,A,5 km", "graph-cell"),
    ("city,lat,lon\nA,40°25'N,3°42'W\nB,43°0'N,7°33'W", "graph-cell"),
    (",A,B,C\nA,0,3,5\nB,3,0\nC,5,2,0", "graph-table-line"),
    ("%%MatrixMarket matrix coordinate complex general\n1 1 0", "graph-mtx-head"),
    ("NAME : x\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : XRAY1", "graph-value"),
]  # fmt: skip


FAMILIES = [
    *((f"{kind} {name}", text, wanted) for kind, texts, wanted in (
        ("triangle", TRIANGLE, links("A B 3, B C 4, C A 5")),
        ("ring", RING, links("1 2, 2 3, 3 4, 4 5, 5 1, 1 3")),
        ("arcs", ARCS, links("A B 3, B C 4, C A 5", directed=True)),
    ) for name, text in texts.items()),
]  # fmt: skip


@pytest.mark.parametrize("name", MATRICES)
def test_the_same_places_in_every_notation(name: str) -> None:
    graph = read_graph(MATRICES[name])
    order = sorted(map(str, graph.vertices()))
    own = {label: str(place) for place, label in enumerate(order)}
    assert edges_of(graph, [own[str(label)] for label in graph.vertices()]) == edges_of(FOUR)
    assert graph.reading


@each("family", FAMILIES)
def test_the_same_graph_in_every_notation(family: tuple[str, str, tuple[bool, Any]]) -> None:
    name, text, wanted = family
    graph = read_graph(text)
    if set(map(str, graph.vertices())) == {*"123"}:
        assert edges_of(graph, "ABC") == wanted, name
    else:
        assert edges_of(graph) == wanted, name


@each("text", [*GRAPHS, *(text for text, _ in REFUSED)], every=9)
def test_every_command_reads_the_same_graph(
    text: str, caballero: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Or refuses it by the same sentence."""
    read: list[Graph[Any]] = []

    def reading(*given: Any, **how: Any) -> Graph[Any]:
        read.append(read_graph(*given, **how))
        return read[-1]

    monkeypatch.setattr("caballero.formats.graphs.read_graph", reading)
    claim = tmp_path / "claim"
    claim.write_text("A B C")
    said = [caballero(*words, stdin=text).err.splitlines() for words in (
        ["graph", "-"], ["tour", "--graph", "-"], ["count", "--graph", "-"],
        ["list", "--graph", "-"], ["verify", claim, "--graph", "-"],
    )]  # fmt: skip
    try:
        wanted = read_graph(text)
    except InvalidGraph:
        assert not read
        assert len({lines[-1] for lines in said}) == 1, said
    else:
        assert read == [wanted] * len(said)
        assert len({lines[0] for lines in said}) == 1, said


@pytest.mark.parametrize("row", NOTATIONS, ids=lambda row: row.name)
def test_each_row_of_the_table(row: Any) -> None:
    """The example is read in its notation, which the text or the extension shows."""
    graph = read_graph(row.example, row.name)
    assert len(graph) > 1
    assert graph.edge_count > 0
    for end in row.ends:
        assert form_of_file(f"x.{end}") == row.name
    if row.name not in {"metis", "csv"}:
        assert read_graph(row.example).reading[0].code == f"form-{row.name}"
    for message in graph.reading:
        assert all(message.text(language) for language in LANGUAGES)


@pytest.mark.parametrize("text", [row.example for row in NOTATIONS if row.name in CERTAIN])
@pytest.mark.parametrize("form", [*SHAPED, "entries"])
def test_a_notation_that_is_named_is_not_that_of_any_text(form: str, text: str) -> None:
    with pytest.raises(InvalidGraph):
        read_graph(text, form)


@pytest.mark.parametrize("row", NOTATIONS, ids=lambda row: row.name)
def test_the_name_of_a_weight_is_not_ignored(row: Any) -> None:
    with pytest.raises(InvalidGraph):
        read_graph(row.example, row.name, weight="thickness")


def test_three_columns_are_a_matrix_only_if_they_look_like_one() -> None:
    edges, text = read_graph("a,b,km\n1,2,1\n2,3,2\n3,1,3\n"), "A,B,C\n{},2,1\n2,5,2\n1,2,5"
    assert edges == Graph.from_edges([(1, 2, 1), (2, 3, 2), (3, 1, 3)])
    for first in (0, 5):
        assert read_graph(text.format(first)).labels == ("A", "B", "C")


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_what_could_mean_two_things_or_nothing(text: str, code: str) -> None:
    with pytest.raises(InvalidGraph) as caught:
        read_graph(text)
    assert caught.value.code == code
    assert len({caught.value.message.text(language) for language in LANGUAGES}) == len(LANGUAGES)


# -- boards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
def test_the_same_board_in_every_notation(name: str) -> None:
    (puzzle,) = read_puzzles(f"numbrix\n{BOARDS[name]}")
    assert (puzzle.to_drawing(), puzzle.piece.name) == (CELLS, "wazir")
    (bare,) = read_puzzles(BOARDS[name])
    assert bare.to_drawing() == CELLS


CLAIMS = sorted({*BOARDS} - {"packed", "rows in quotes", "marks -1", "letters"})


@pytest.mark.parametrize("name", BOARDS)
def test_every_command_reads_the_same_board(name: str, caballero: Terminal) -> None:
    text = f"numbrix\n{BOARDS[name]}"
    assert caballero("draw", "-", "--format", "text", stdin=text).out == f"wazir open\n{CELLS}\n"
    solved = [caballero(*words, "-", stdin=text) for words in (
        ["puzzle", "check"], ["puzzle", "solve"], ["tour"], ["list"])]  # fmt: skip
    assert {(reply.status, "1 2 3" in reply.out) for reply in solved} == {(0, True)}
    assert caballero("count", "-", stdin=text).out.split()[0] == "1"
    if name in CLAIMS:
        claimed = caballero("verify", "-", stdin=text)
        assert (claimed.status, "Number 2 is missing" in claimed.out) == (1, True)


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_shows_the_same_board(name: str) -> None:
    claim = read_claim(BOARDS[name])
    assert Problem(claim.board_shown()).board.shape == (3, 3)
    assert {n for n, _ in claim.numbered} - {0, -1} == {1, 3, 7, 9}


TOUR = [[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]]


@pytest.mark.parametrize("write", [
    str, lambda rows: f"{rows}"[:-1] + ",]", lambda rows: f"tour = {rows};",
    lambda rows: "; ".join(" ".join(map(str, row)) for row in rows),
    lambda rows: "3 4\n" + "\n".join(" ".join(map(str, row)) for row in rows),
    lambda rows: "\n".join(" ".join(f"{n:02}" for n in row) for row in rows),
    lambda rows: "[" + "\n ".join("[" + " ".join(map(str, row)) + "]" for row in rows) + "]",
])  # fmt: skip
def test_a_tour_in_every_notation(write: Callable[[Any], str]) -> None:
    assert verify(write(TOUR)).valid


@pytest.mark.parametrize(
    "text", ["2 1\n3 4\n5 6", "3 2\n1 4\n5 6", "3 2\n4 1\n5 6\n7 8", "2 1\n3 #\n4 5"]
)
def test_a_first_row_of_a_whole_tour_is_no_size(text: str) -> None:
    assert len(read_claim(text).numbered) == len(re.findall(r"\d", text))


def test_a_first_row_of_three_characters_is_no_size() -> None:
    (puzzle,) = read_puzzles("king\n4,3\n7,0\n0,5\n0,0\n0,0")
    assert puzzle.board.shape == (5, 2)


def test_what_was_done_is_said() -> None:
    assert read_graph("a pp b\nb pd c\nc pp a").reading[-1].data == {"titles": "pd, pp"}
    (puzzle,) = read_puzzles("king\n? ? 3\n? ? 4\n8 1 0")
    assert puzzle.to_drawing() == ". . 4\n. . 5\n9 2 1"
    assert [message.code for message in puzzle.reading] == ["read-from-0"]


def test_the_chapter_is_made_from_the_table() -> None:
    docs = Path(__file__).parents[2] / "docs"
    make = run_path(str(docs / "make_reading.py"))
    for language, name in make["FILES"].items():
        assert (docs / name).read_text("utf-8") == make["chapter"](language), "make_reading.py"
    boards = [read_puzzles(text)[0].to_drawing() for *_, text in make["BOARDS"]]
    assert {*boards} == {CELLS}
    assert make["SIGNS"].keys() == {row.name for row in NOTATIONS}
