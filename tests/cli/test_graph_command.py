"""``caballero graph``, and ``caballero verify --graph``: answers, faults, exit statuses."""

from __future__ import annotations

import json
import random
import re
import time
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from caballero import Graph
from caballero.formats import read_graph
from cli.terminal import Terminal, process, refuses

OUTER = [(v, v % 5 + 1) for v in range(1, 6)]
PETERSEN = [*OUTER, *[(v, v + 5) for v in range(1, 6)], (6, 8), (8, 10), (10, 7), (7, 9), (9, 6)]
FORMS = (["graph"], ["tour", "--graph"])
READ = "Read as a list of edges: 4 vertices, 4 edges; the first is Ana–Berta."
RING = "Ana Berta\nBerta Clara\nClara Dora\nDora Ana\n"


def listed(edges: list[tuple[int, int]]) -> str:
    return "".join(f"{a} {b}\n" for a, b in edges)


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("petersen.txt").write_text(listed(PETERSEN))
    Path("ring.txt").write_text(RING)


def test_branch_and_bound_finds_the_cheapest_path(caballero: Terminal) -> None:
    rng = random.Random(8)
    edges = [(a, b, rng.randint(1, 9)) for a, b in combinations("abcdefg", 2) if rng.random() < 0.8]
    Path("roads.txt").write_text("".join(f"{a} {b} {w}\n" for a, b, w in edges))
    for line in ([], ["--closed"], ["--start", "c"]):
        taught = caballero("graph", "roads.txt", *line, "--method", "branch-and-bound", "--json")
        exact = caballero("graph", "roads.txt", *line, "--best", "weight", "--json")
        one, other = json.loads(taught.out), json.loads(exact.out)
        assert (one["cost"], one["optimal"], taught.status) == (other["cost"], True, 0)
    Path("roads.txt").write_text("a b -1\nb c 2\n")
    said = caballero("graph", "roads.txt", "--method", "branch-and-bound")
    assert (said.status, "-1 is negative" in said.err) == (2, True)


# -- graph -------------------------------------------------------------------------------------


def test_a_cycle(caballero: Terminal) -> None:
    reply = caballero("graph", "ring.txt", "--closed", "--start", "Clara")
    assert reply.status == 0
    assert reply.out in {"Clara Dora Ana Berta\n", "Clara Berta Ana Dora\n"}
    assert reply.err.startswith(f"{READ}\nVerified: Hamiltonian cycle, 4 vert")


@pytest.mark.parametrize("flags", [[], ["--open"]])
def test_a_path_by_default(caballero: Terminal, flags: list[str]) -> None:
    assert caballero("graph", "petersen.txt", "--closed").status == 1
    reply = caballero("graph", "petersen.txt", *flags, "--start", 3)
    assert reply.status == 0
    assert "Verified: Hamiltonian path, 10 vertices (" in reply.err
    path = list(map(int, reply.out.split()))
    assert path[0] == 3
    assert sorted(path) == list(range(1, 11))
    edges = {frozenset(edge) for edge in PETERSEN}
    assert all(frozenset(step) in edges for step in pairwise(path))


def test_both_ends(caballero: Terminal) -> None:
    reply = caballero("graph", "ring.txt", "--start", "Ana", "--end", "Berta")
    assert reply.out == "Ana Dora Clara Berta\n"
    assert caballero("graph", "ring.txt", "--start", "Ana", "--end", "Clara").status == 1


def test_standard_input(caballero: Terminal) -> None:
    assert caballero("graph", "-", stdin=RING).out == caballero("graph", "ring.txt").out


def test_the_long_form(caballero: Terminal) -> None:
    for words in (["--closed"], ["--json"], ["--format", "tsplib"], ["--best", "weight"]):
        short, long = (caballero(*first, "ring.txt", *words) for first in FORMS)
        assert (short.status, short.out.split("stats")[0]) == (
            long.status,
            long.out.split("stats")[0],
        )
    several = caballero("tour", "--graph", "petersen.txt", "-k", 2)
    assert (several.status, len({*several.out.split("\n\n")})) == (0, 2)


def test_json(caballero: Terminal) -> None:
    answer = json.loads(caballero("graph", "ring.txt", "--closed", "--json", "--start", "Ana").out)
    assert list(answer) == [
        "caballero", "status", "vertices", "edges", "closed", "tour", "stats", "read"
    ]  # fmt: skip
    assert answer["read"] == READ
    assert (answer["status"], answer["closed"]) == ("found", True)
    assert (answer["vertices"], answer["edges"]) == (4, 4)
    assert answer["tour"][0] == "Ana"
    none = caballero("graph", "petersen.txt", "--closed", "--json")
    assert none.status == 1
    assert json.loads(none.out)["status"] == "impossible"
    numbers = json.loads(caballero("graph", "petersen.txt", "--json").out)["tour"]
    assert sorted(numbers) == list(range(1, 11))


def test_tsplib(caballero: Terminal) -> None:
    triangle = "p edge 3 3\ne 1 2\ne 2 3\ne 3 1\n"
    reply = caballero("graph", "-", "--closed", "--format", "tsplib", stdin=triangle)
    head, _, rest = reply.out.partition("TOUR_SECTION\n")
    assert head == "TYPE : TOUR\nDIMENSION : 3\n"
    assert sorted(rest.split()) == ["-1", "1", "2", "3", "EOF"]


@pytest.mark.parametrize("ending", ["json", "tour", "txt"])
def test_output_file(caballero: Terminal, ending: str) -> None:
    reply = caballero("graph", "ring.txt", "--closed", "-o", f"cycle.{ending}")
    assert (reply.status, reply.out) == (0, "")
    text = Path(f"cycle.{ending}").read_text("utf-8")
    assert text.startswith({"json": "{", "tour": "TYPE : TOUR", "txt": "Ana "}[ending])
    checked = caballero("verify", f"cycle.{ending}", "--graph", "ring.txt")
    assert (checked.status, checked.err) == (0, f"{READ}\n")
    assert ("cycle" in checked.out) == (ending != "txt")  # a list of vertices says nothing


def test_same_seed_same_answer(caballero: Terminal) -> None:
    edges = listed([(a, b) for a in range(30) for b in range(a) if (a * b) % 3])
    answers = [caballero("graph", "-", "--seed", n % 5, stdin=edges).out for n in range(9)]
    assert answers[:4] == answers[5:]


def test_gave_up(caballero: Terminal) -> None:
    reply = caballero("graph", "petersen.txt", "--timeout", 0)
    assert (reply.status, reply.out) == (3, "")
    assert "proves nothing" in reply.err


@pytest.mark.parametrize(
    ("text", "cycle", "path"),
    [("p edge 0 0", 1, 1), ("x x", 1, 0), ("x y", 1, 0), ("x x\ny y", 1, 1)],
)
def test_the_smallest_graphs(caballero: Terminal, text: str, cycle: int, path: int) -> None:
    assert caballero("graph", "-", "--closed", stdin=text).status == cycle
    assert caballero("graph", "-", stdin=text).status == path


def test_numbers_are_labels_and_words_may_look_like_them(caballero: Terminal) -> None:
    text = "1 01\n01 x\nx 1\n"
    for start in ("1", "01", "x"):
        assert caballero("graph", "-", "--start", start, stdin=text).out.split()[0] == start


# -- formats -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "reply"),
    [
        ("a.dot", "graph { a -- b; b -- c }", "3 vertices, 2 edges"),
        ("a.net", '*Vertices 2\n1 "Ana"\n2 "Eva"\n*Edges\n1 2\n', "2 vertices, one edge"),
        ("a.json", '{"nodes": [{"id": 1}], "links": []}', "one vertex, 0 edges"),
        ("a.adjlist", "a b c\nb c", "3 vertices, 3 edges"),
        ("a.txt", "0 1 1\n1 0 1\n1 1 0", "3 vertices, 3 edges"),
        ("a.g6", "Bw", "3 vertices, 3 edges"),
        ("a.csv", "source,target\na,b\nb,c", "3 vertices, 2 edges"),
    ],
)
def test_a_file_in_another_format(caballero: Terminal, name: str, text: str, reply: str) -> None:
    Path(name).write_text(text)
    for answered in (caballero("graph", name), caballero("count", "--graph", name)):
        assert answered.status == 0
        assert re.match(rf"Read as [^:]+: {reply}[.;]", answered.err)


def test_the_format_of_standard_input(caballero: Terminal) -> None:
    reply = caballero("graph", "-", "--from", "graph6", stdin="Bw\n")
    assert (reply.status, reply.out.split()) == (0, ["0", "1", "2"])
    assert caballero("verify", "-", "--graph", "-", "--from", "dot").status == 2


def test_vertices_without_an_edge_are_reported(caballero: Terminal) -> None:
    reply = caballero("graph", "-", stdin="1 2\n2 3\nx\n").err
    assert reply.startswith(
        "Read as a list of edges: 4 vertices, 2 edges; vertices without an edge: 1.\n"
    )


@pytest.mark.parametrize("text", ["A-B\nB-C", "a b;\nb c;", "<html></html>"])
def test_a_format_that_is_not_read_names_those_that_are(caballero: Terminal, text: str) -> None:
    refuses(caballero("graph", "-", stdin=text), "a list of edges", "TSPLIB", "GraphML", "graph6")


def test_a_picture(caballero: Terminal) -> None:
    reply = caballero("graph", "ring.txt", "--closed", "-o", "ring.svg", "--width", 300)
    assert (reply.status, reply.out) == (0, "")
    picture = Path("ring.svg").read_text("utf-8")
    assert 'width="300"' in picture
    assert "<title>Hamiltonian cycle, 4 vertices</title>" in picture
    assert picture.count("<circle") == picture.count("</text>") == 4
    caballero("graph", "ring.txt", "-o", "ring.png", "--theme", "dark")
    assert Path("ring.png").read_bytes().startswith(b"\x89PNG")
    assert caballero("graph", "petersen.txt", "--closed", "-o", "none.svg").status == 1
    assert not Path("none.svg").exists()


def test_a_picture_that_would_be_too_large_is_refused(caballero: Terminal) -> None:
    edges = listed([(i, i + 1) for i in range(501)])
    refuses(caballero("graph", "-", "-o", "path.svg", stdin=edges), "502", "500")


REFUSED: list[tuple[list[str], str | bytes, list[str]]] = [
    (["graph", "nowhere.txt"], "", ["nowhere.txt"]),
    (["graph", "."], "", ["folder"]),
    (["graph"], "", ["FILE"]),
    (["graph", "-"], "", ["empty", "two labels"]),
    (["graph", "-"], b"\xff\xfe.", ["UTF-8"]),
    (["graph", "-"], "1 2\n2 3 7", ["Line 2", "“2 3 7”", "weight"]),
    (["graph", "-", "--best", "weight", "--weight", "3"], "1 2 7", ["“3”", "from,to,weight"]),
    (["graph", "-"], "NAME : x\nTYPE : CVRP\n", ["line 2", "“CVRP”", "HCP"]),
    (["graph", "-"], "p edge 3 1\ne 1 4", ["“4”", "line 2", "1 to 3"]),
    (["graph", "-", "--start", "4"], RING, ["“4”", "one of its 4 labels"]),
    (["graph", "-", "--end", "ana"], RING, ["“ana”"]),
    (["graph", "-", "--start", "Ana", "--end", "Ana"], RING, ["Ana"]),
    (["graph", "-", "--format", "gif"], RING, ["“gif”", "tsplib"]),
    (["graph", "-", "--from", "gmx"], RING, ["“gmx”", "graphml"]),
    (["graph", "-", "--from", "dot"], RING, ["not DOT", "“Ana”"]),
    (["graph", "-", "--timeout", "-1"], RING, ["--timeout"]),
    (["verify", "-", "--graph", "nowhere.txt"], "1 2", ["nowhere.txt"]),
    (["verify", "-", "--graph", "ring.txt"], "", ["empty"]),
    (["verify", "-", "--graph", "ring.txt"], "{}", ["list of vertices"]),
    (["verify", "-", "--graph", "ring.txt", "--start", "4"], "Ana", ["“4”"]),
    (["count", "--graph", "-", "--from", "json"], RING, ["JSON"]),
    (["verify", "-", "--graph", "ring.txt", "--board", "8"], "Ana", ["--board"]),
]


@pytest.mark.parametrize(("arguments", "stdin", "words"), REFUSED, ids=repr)
def test_refused(
    caballero: Terminal, arguments: list[str], stdin: str | bytes, words: list[str]
) -> None:
    refuses(caballero(*arguments, stdin=stdin), *words)
    spanish = caballero(*arguments, "--lang", "es", stdin=stdin)
    refuses(spanish)
    assert spanish.err != caballero(*arguments, stdin=stdin).err


@pytest.mark.slow
def test_in_spanish(tmp_path: Path) -> None:
    reply = process("graph", "ring.txt", "--closed", language="es_ES.UTF-8", cwd=tmp_path)
    start = "Leído como una lista de aristas: 4 vértices, 4 aristas; la primera es Ana–Berta.\n"
    start += "Verificado: ciclo hamiltoniano, 4 vértices ("
    assert reply.err.startswith(start)
    reply = process("graph", "petersen.txt", "--closed", language="es_ES.UTF-8", cwd=tmp_path)
    assert reply.status == 1
    assert reply.err.splitlines()[1].startswith("No existe tal recorrido. ")
    reply = process("verify", "-", "--graph", "ring.txt", "--lang=es", stdin=RING, cwd=tmp_path)
    assert reply.out.startswith("No es válido")
    stdin = "Ana Berta Clara Dora"
    reply = process(
        "verify", "-", "--graph=ring.txt", "--closed", "--lang=es", stdin=stdin, cwd=tmp_path
    )
    assert reply.out == "Válido: un ciclo hamiltoniano por 4 vértices.\n"


# -- verify ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "options", "faults"),
    [
        ("Ana Berta Clara Dora", [], []),
        ("Berta, Ana,\nDora, Clara", ["--closed", "--start", "Berta"], []),
        ("Ana Berta Clara Dora", ["--open", "--end", "Dora"], []),
        ("TOUR_SECTION\n1\n4\n3\n2\n-1\n", [], []),
        ('{"tour": ["Ana", "Berta", "Clara", "Dora"], "closed": false}', [], []),
        ("Ana Berta Clara Dora", ["--start", "Dora"], ["fault-start"]),
        (
            "Ana Clara Berta Dora",
            ["--open", "--start", "Berta", "--end", "Ana"],
            ["fault-step-graph", "fault-start", "fault-end"],
        ),
        ("Ana Clara Berta Dora", ["--open"], ["fault-swapped"]),
        ("Ana Berta Clara", [], ["fault-unfinished-graph"]),
        ("Ana Berta Clara Eva", ["--open"], ["fault-no-vertex", "never-visited"]),
        ("Ana Ana Clara Dora", ["--open"], ["fault-square-twice", "never-visited"]),
    ],
)
def test_verify(caballero: Terminal, written: str, options: list[str], faults: list[str]) -> None:
    arguments = ["verify", "-", "--graph", "ring.txt", *options]
    reply = caballero(*arguments, "--json", stdin=written)
    verdict = json.loads(reply.out)
    assert reply.status == bool(faults)
    assert verdict["status"] == ("invalid" if faults else "valid")
    assert set(faults) <= {fault["code"] for fault in verdict["faults"]}
    assert bool(verdict["faults"]) == bool(faults)
    text = caballero(*arguments, stdin=written).out
    assert text.startswith("Not valid" if faults else "Valid: a Hamiltonian ")


def test_verify_says_of_which_kind(caballero: Terminal) -> None:
    names = "Ana Berta Clara Dora"
    cycle = caballero("verify", "-", "--graph", "ring.txt", "--closed", stdin=names)
    assert cycle.out == "Valid: a Hamiltonian cycle through 4 vertices.\n"
    path = caballero("verify", "-", "--graph", "ring.txt", stdin=names)
    assert path.out.startswith("Valid: a Hamiltonian path through 4 vertices.")
    assert "closable" in path.out


def test_what_graph_writes_verify_reads(caballero: Terminal) -> None:
    knight = listed(list(read_graph(listed(PETERSEN)).edges()))
    Path("plain.txt").write_text(knight)
    for form in ("text", "json", "tsplib"):
        reply = caballero("graph", "plain.txt", "--format", form)
        checked = caballero("verify", "-", "--graph", "plain.txt", stdin=reply.out)
        assert checked.status == 0, (reply.out, checked.out)


def test_words_for_graphs(caballero: Terminal) -> None:
    Path("apart.txt").write_text("1 2\n2 3\n3 1\n4 5\n")
    assert "No path leads from 1 to 4." in caballero("graph", "apart.txt").err
    for arguments in (["list", "--up-to-symmetry"], ["count", "--up-to-symmetry"]):
        refuses(caballero(*arguments, "--graph", "ring.txt"), "about a graph: leave it out")
    refuses(caballero("list", "--graph", "ring.txt", "--symmetry", "half-turn"), "leave it out")


def test_directed_edges(caballero: Terminal) -> None:
    ring = "a -> b\nb -> c\nc -> a\n"
    reply = caballero("graph", "-", "--closed", "--start", "b", stdin=ring)
    assert (reply.status, reply.out) == (0, "b c a\n")
    assert "3 vertices, 3 directed edges; the first is " in reply.err
    plain = ring.replace("->", "")
    ends = ("graph", "-", "--start", "a", "--end")
    assert caballero(*ends, "c", "--directed", stdin=plain).status == 0
    assert caballero(*ends, "b", "--directed", stdin=plain).status == 1
    assert caballero(*ends, "b", stdin=plain).status == 0


def test_json_says_that_a_graph_is_directed(caballero: Terminal) -> None:
    answer = json.loads(caballero("graph", "-", "--json", stdin="a -> b\nc -> b").out)
    assert answer["digraph"] is True
    assert answer["certificate"]["kind"] == "unreachable"
    assert answer["certificate"]["both"] is True


def test_a_picture_of_a_directed_graph_has_arrowheads(caballero: Terminal, tmp_path: Path) -> None:
    edges = ["a b", "b c", "c a", "b a"]
    drawn = {}
    for name, join in (("plain", " "), ("directed", " -> ")):
        file = tmp_path / f"{name}.svg"
        text = "\n".join(edge.replace(" ", join) for edge in edges)
        assert caballero("graph", "-", "--closed", "-o", str(file), stdin=text).status == 0
        drawn[name] = file.read_text().count("<path")
    assert drawn["directed"] == drawn["plain"] + 2


@pytest.mark.parametrize(
    "command",
    [
        ["graph", "ring.txt", "--closed"],
        ["graph", "ring.txt", "--closed", "--best", "weight"],
        ["count", "--graph", "petersen.txt"],
        ["list", "--graph", "petersen.txt"],
    ],
)
def test_reading_counts_against_the_limit(
    caballero: Terminal, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """The clock is an hour further when the graph has been read."""
    Path("ring.txt").write_text("a b 1\nb c 1\nc a 1\n")
    late = [0.0]
    now, read = time.perf_counter, read_graph

    def slowly(*given: Any, **how: Any) -> Graph:
        late[0] = 3600.0
        return read(*given, **how)

    monkeypatch.setattr(time, "perf_counter", lambda: now() + late[0])
    monkeypatch.setattr("caballero.formats.graphs.read_graph", slowly)
    assert caballero(*command, "--timeout", 7200).status == 0
    late[0] = 0.0
    assert caballero(*command, "--timeout", 1800).status == 3


def test_the_textbook_on_any_graph(caballero: Terminal, tmp_path: Path) -> None:
    """Warnsdorff's rule with its ties, and branch and bound with its bound at a limit."""
    file = tmp_path / "wheel.txt"
    file.write_text("a b\nb c\nc d\nd e\ne a\nh a\nh b\nh c\nh d\nh e\n")
    for tie in ("order", "random", "pohl-sum", "pohl-min"):
        reply = caballero("graph", file, "--method", "warnsdorff", "--tie", tie, "--start", "h")
        assert (reply.status, reply.out[0]) == (0, "h")
    refuses(caballero("graph", file, "--method", "warnsdorff", "--tie", "roth"), "needs a board")
    line = ("graph", file, "--method", "branch-and-bound", "--closed")
    for strategy in ("lifo", "fifo", "least"):
        assert "Cost 6: proved" in caballero(*line, "--strategy", strategy).err
    reply = caballero(*line, "--timeout", 0, "--json")
    assert (reply.status, json.loads(reply.out)["bound"]) == (3, 6)
    spanish = caballero(*line, "--timeout", 0, "--lang", "es")
    assert "ninguno cuesta menos de 6" in spanish.err
