"""One reader: each notation is read as it is meant, torn texts are refused or said."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import Any

import networkx
import pytest

from caballero import CaballeroError, Graph, Problem, verify
from caballero.core import InvalidGraph
from caballero.core.words import LANGUAGES
from caballero.formats import read_claim, read_graph, read_puzzles, to_graph_text
from caballero.formats.notations import NOTATIONS, form_of_file
from cli.terminal import Terminal
from seldom import each

D = [[0, 3, 5, 4], [3, 0, 2, 6], [5, 2, 0, 1], [4, 6, 1, 0]]
NAMES = ["A", "New York", "Paris, TX", "Köln"]
FOUR = Graph.from_matrix(D)


def csv(mark: str, rows: list[list[Any]]) -> str:
    quoted = [[f'"{x}"' if mark in str(x) else str(x) for x in row] for row in rows]
    return "\n".join(mark.join(row) for row in quoted)


def half(upper: bool, empty: str) -> str:
    rows = [
        [x if (w > v) == upper else empty for w, x in enumerate(row)] for v, row in enumerate(D)
    ]
    return csv(",", [["", *"ABCD"], *([n, *row] for n, row in zip("ABCD", rows, strict=True))])


MATRICES = {
    "blanks": "\n".join(" ".join(map(str, row)) for row in D),
    "exponents": "\n".join(" ".join(f"{x:.18e}" for x in row) for row in D),
    "counted": "4\n" + "\n".join(" ".join(map(str, row)) for row in D),
    "python": f"D = {D}",
    "C": f"int d[4][4] = {str(D).translate(str.maketrans('[]', '{}'))};",
    "MATLAB": "D = [" + "; ".join(" ".join(map(str, row)) for row in D) + "];",
    "numpy": "[[0. 3. 5. 4.]\n [3. 0. 2. 6.]\n [5. 2. 0. 1.]\n [4. 6. 1. 0.]]",
    "lower": "0\n3 0\n5 2 0\n4 6 1 0",
    "lower without its diagonal": "3\n5 2\n4 6 1",
    "upper": "0 3 5 4\n0 2 6\n0 1\n0",
    "named": csv(",", [["", *NAMES], *([n, *row] for n, row in zip(NAMES, D, strict=True))]),
    "semicolons": csv(";", [["", *NAMES], *([n, *row] for n, row in zip(NAMES, D, strict=True))]),
    "tabs": csv("\t", [["", *NAMES], *([n, *row] for n, row in zip(NAMES, D, strict=True))]),
    "commas at the end": "\n".join(",".join(map(str, row)) + "," for row in D),
    "upper half": half(True, ""),
    "upper half with zeros": half(True, "0"),
    "lower half": half(False, ""),
    "chart": ",A\nB,3\nC,5,2\nD,4,6,1".replace(",A", ",A,B,C"),
    "Markdown": "| |A|B|C|D|\n|--|--|--|--|--|\n"
    + "\n".join(f"|{n}|{'|'.join(map(str, r))}|" for n, r in zip("ABCD", D, strict=True)),
    "Matrix Market": "%%MatrixMarket matrix array integer general\n4 4\n"
    + "\n".join(str(D[v][w]) for w in range(4) for v in range(4)),
    "JSON of pandas": '{"columns": ["A","B","C","D"], "index": [0,1,2,3], "data": ' + f"{D}" + "}",
    "edges with data": "\n".join(networkx.generate_edgelist(networkx.from_numpy_array(
        __import__("numpy").array(D)))),
    "multiline": "\n".join(networkx.generate_multiline_adjlist(networkx.from_numpy_array(
        __import__("numpy").array(D)))),
    "n and m": "4 6\n1 2 3\n1 3 5\n1 4 4\n2 3 2\n2 4 6\n3 4 1",
    "shortest paths": "c\np sp 4 12\n" + "".join(
        f"a {v + 1} {w + 1} {D[v][w]}\n" for v in range(4) for w in range(4) if v != w),
    "TSPLIB": "name : d\ntype : tsp\ndimension : 4\nedge_weight_type : explicit\n"
    "edge_weight_format : full_matrix\nedge_weight_section\n"
    + "\n".join(" ".join(map(str, row)) for row in D) + "\neof",
    "without colons": "NAME d\nTYPE TSP\nDIMENSION 4\nEDGE_WEIGHT_TYPE EXPLICIT\n"
    "EDGE_WEIGHT_FORMAT UPPER_ROW\nEDGE_WEIGHT_SECTION\n3 5 4\n2 6\n1\nEOF",
    "titles": "origin,destination,km\n" + "\n".join(
        f"{v},{w},{D[v][w]}" for v in range(4) for w in range(v)),
    "Gephi": "Source,Target,Type,Id,Label,timeset,Weight\n" + "\n".join(
        f"{v},{w},Undirected,{v},,,{D[v][w]}.0" for v in range(4) for w in range(v)),
    "records": str([{"from": f"{v}", "to": f"{w}", "weight": D[v][w]}
                    for v in range(4) for w in range(v)]).replace("'", '"'),
}  # fmt: skip
"""The same four places in many notations."""


@pytest.mark.parametrize("name", MATRICES)
def test_the_same_places_in_every_notation(name: str) -> None:
    graph = read_graph(MATRICES[name])
    assert len(graph) == 4
    assert not graph.directed
    assert Counter(graph.weights) == Counter(FOUR.weights)
    assert graph.reading


@pytest.mark.parametrize("row", NOTATIONS, ids=lambda row: row.name)
def test_each_row_of_the_table(row: Any) -> None:
    """The example is read in its notation, which the text or the extension shows."""
    graph = read_graph(row.example, row.name)
    assert len(graph) > 1
    assert graph.edge_count > 0
    for end in row.ends:
        assert form_of_file(f"x.{end}") == row.name
    if row.name not in {"metis", "lgl", "csv"}:
        assert read_graph(row.example).reading[0].code == f"form-{row.name}"
    for message in graph.reading:
        assert all(message.text(language) for language in LANGUAGES)


REFUSED = [
    (",A,B,C\nA,0,3 km,5\nB,3,0,2\nC,5,2,0", "graph-cell"),
    (",A,B,C\nA,0,N/A,5\nB,3,0,2\nC,5,2,0", "graph-cell"),
    (',A,B,C\nA,0,"1,203",5\nB,"1,203",0,2\nC,5,2,0', "graph-cell-marks"),
    ("1 2 3\n2 3 1\n3 1 2", "graph-two-forms"),
    ("A 0 0\nB 3 4\nC 3 0", "graph-two-forms"),
    ("5 6\n1 2\n2 3\n3 4\n4 5\n5 1", "graph-counted"),
    ("id,label\n1,Ana\n2,Eva\n3,Pia", "graph-apart"),
    ("a b\nb c\n\nprose of many words here", "graph-edge-line"),
    ("%%MatrixMarket matrix coordinate complex general\n1 1 0", "graph-mtx-head"),
    ("NAME : x\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : XRAY1", "graph-value"),
]


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_what_could_mean_two_things_or_nothing(text: str, code: str) -> None:
    with pytest.raises(InvalidGraph) as caught:
        read_graph(text)
    assert caught.value.code == code
    assert len({caught.value.message.text(language) for language in LANGUAGES}) == len(LANGUAGES)


# -- boards ------------------------------------------------------------------------------------

ROWS = [[1, 0, 3], [0, 0, 0], [7, 0, 9]]
CELLS = "1 . 3\n. . .\n7 . 9"


def marked(mark: str) -> str:
    return "\n".join(" ".join(str(n) if n else mark for n in row) for row in ROWS)


BOARDS = {
    **{f"marks {mark}": marked(mark) for mark in (".", "_", "?", "*", "-", "--", "0", "-1", "x")},
    "brackets": "\n".join("".join(f"[{n or ' '}]" for n in row) for row in ROWS),
    "padded": "\n".join(" ".join(f"{n:03}" for n in row) for row in ROWS),
    "size": "3\n" + marked("0"), "two sizes": "3 3\n" + marked("0"), "5x5": "3x3\n" + marked("."),
    "n=": "n=3\n" + marked("0"), "size:": "size: 3\n" + marked("0"),
    "Python": f"board = {ROWS}", "a final comma": str(ROWS)[:-1] + ",]",
    "None": f"board = {ROWS}".replace("0", "None"),
    "C": "int g[3][3] = {\n {1,0,3},\n {0,0,0},\n {7,0,9},\n};",
    "MATLAB": "b = [1 0 3; 0 0 0; 7 0 9];", "one line": "1 0 3; 0 0 0; 7 0 9",
    "numpy": "[[1 0 3]\n [0 0 0]\n [7 0 9]]",
    "array": "array([[1, 0, 3],\n [0, 0, 0],\n [7, 0, 9]])",
    "MiniZinc": "g = [| 1, 0, 3\n | 0, 0, 0\n | 7, 0, 9 |];",
    "tabs": "1\t\t3\n\t\t\n7\t\t9", "semicolons": "1;;3\n;;\n7;;9", "commas": "1,,3\n,,\n7,,9",
    "a frame": "+--+--+--+\n| 1|  | 3|\n+--+--+--+\n"
    "|  |  |  |\n+--+--+--+\n| 7|  | 9|\n+--+--+--+",
    "lines": "┌─┬─┬─┐\n│1│ │3│\n├─┼─┼─┤\n│ │ │ │\n├─┼─┼─┤\n│7│ │9│\n└─┴─┴─┘",
    "Markdown": "|1| |3|\n|-|-|-|\n| | | |\n|7| |9|",
    "letters": "|a|b|c|\n|---|---|---|\n|1| |3|\n| | | |\n|7| |9|",
    "packed": "1.3\n...\n7.9", "rows in quotes": "['1.3', '...', '7.9']",
}  # fmt: skip
"""The same board in many notations."""


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


def test_numbers_from_0_are_said() -> None:
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


# -- torn texts --------------------------------------------------------------------------------

WHOLE = [
    *MATRICES.values(), *(row.example for row in NOTATIONS),
    to_graph_text(Graph.from_networkx(networkx.petersen_graph())),
    "\n".join(networkx.generate_adjlist(networkx.petersen_graph())),
]  # fmt: skip


def torn(rng: random.Random) -> str:
    """A text with a line lost, a cell torn, another delimiter, or glued to another."""
    text = rng.choice(WHOLE)
    lines = text.splitlines()
    at = rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            cells = re.split(r"([\s,;|]+)", lines[at])
            cells[rng.randrange(len(cells))] = rng.choice(["", "N/A", "3 km", "x", "1.203,5", "-"])
            lines[at] = "".join(cells)
        case 2:
            old = rng.choice([",", ";", "\t", " "])
            lines = text.replace(old, rng.choice([",", ";", "\t", " ", "|"])).splitlines()
        case _:
            lines += rng.choice(WHOLE).splitlines()[rng.randrange(2) :]
    return "\n".join(lines)


def kind_of(text: str) -> tuple[str, object]:
    """How a text is read, and the graph; "refused" for none."""
    try:
        graph = read_graph(text)
    except CaballeroError:
        return "refused", None
    names = graph.vertices()
    edges = {frozenset((names[v], names[w])): graph.weight(v, w) for v, w in graph.edges()}
    return graph.reading[0].code, (frozenset(names), frozenset(edges.items()))


ORIGINALS = {text: kind_of(text) for text in WHOLE}


@each("block", range(50), every=5)
def test_torn_texts_are_refused_or_said(block: int) -> None:
    """No traceback; most are refused, or read as the whole ones; others say their notation."""
    shares = Counter[str]()
    for seed in range(200 * block, 200 * block + 200):
        code, graph = kind_of(torn(random.Random(seed)))
        whole = ORIGINALS[random.Random(seed).choice(WHOLE)]
        shares["refused" if graph is None else "right" if graph == whole[1] else
               "rest" if code == whole[0] else "another notation"] += 1  # fmt: skip
    print(shares)
    assert shares["refused"] + shares["right"] > 160
    assert shares["another notation"] < 20
