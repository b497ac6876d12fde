"""``caballero graph``, and ``caballero verify --graph``: answers, faults, exit statuses."""

import json
import random
import re
import time
from itertools import combinations
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


def test_a_path_by_default(caballero: Terminal) -> None:
    assert caballero("graph", "petersen.txt", "--closed").status == 1
    for flags in ([], ["--open"]):
        reply = caballero("graph", "petersen.txt", *flags, "--start", 3)
        assert (reply.status, "Verified: Hamiltonian path, 10 vertices (" in reply.err) == (0, True)
        path = list(map(int, reply.out.split()))
        assert (path[0], sorted(path)) == (3, list(range(1, 11)))


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
    assert (answer["read"], answer["tour"][0]) == (READ, "Ana")
    numbers = json.loads(caballero("graph", "petersen.txt", "--json").out)["tour"]
    assert sorted(numbers) == list(range(1, 11))
    answer = json.loads(caballero("graph", "-", "--json", stdin="a -> b\nc -> b").out)
    assert answer["digraph"] is True
    assert answer["certificate"].items() >= {"kind": "unreachable", "both": True}.items()


def test_tsplib(caballero: Terminal) -> None:
    triangle = "p edge 3 3\ne 1 2\ne 2 3\ne 3 1\n"
    reply = caballero("graph", "-", "--closed", "--format", "tsplib", stdin=triangle)
    head, _, rest = reply.out.partition("TOUR_SECTION\n")
    assert head == "TYPE : TOUR\nDIMENSION : 3\n"
    assert sorted(rest.split()) == ["-1", "1", "2", "3", "EOF"]


def test_output_file(caballero: Terminal) -> None:
    for ending, begins in (("json", "{"), ("tour", "TYPE : TOUR"), ("txt", "Ana ")):
        reply = caballero("graph", "ring.txt", "--closed", "--start", "Ana", "-o", f"c.{ending}")
        assert (reply.status, reply.out) == (0, "")
        assert Path(f"c.{ending}").read_text("utf-8").startswith(begins)
        checked = caballero("verify", f"c.{ending}", "--graph", "ring.txt")
        assert (checked.status, checked.err) == (0, f"{READ}\n")
        assert ("cycle" in checked.out) == (ending != "txt")  # a list of vertices says nothing


# -- formats -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "reply"),
    [
        ("a.net", '*Vertices 2\n1 "Ana"\n2 "Eva"\n*Edges\n1 2\n', "2 vertices, one edge"),
        ("a.txt", "0 1 1\n1 0 1\n1 1 0", "3 vertices, 3 edges"),
        ("a.csv", "source,target\na,b\nb,c", "3 vertices, 2 edges"),
    ],
)
def test_a_file_in_another_format(caballero: Terminal, name: str, text: str, reply: str) -> None:
    Path(name).write_text(text)
    for answered in (caballero("graph", name), caballero("count", "--graph", name)):
        assert answered.status == 0
        assert re.match(rf"Read as [^:]+: {reply}[.;]", answered.err)


def test_vertices_without_an_edge_are_reported(caballero: Terminal) -> None:
    reply = caballero("graph", "-", stdin="1 2\n2 3\nx\n").err
    assert reply.startswith(
        "Read as a list of edges: 4 vertices, 2 edges; vertices without an edge: 1.\n"
    )


def test_a_format_that_is_not_read_names_those_that_are(caballero: Terminal) -> None:
    reply = caballero("graph", "-", stdin="A-B\nB-C")
    refuses(reply, "a list of edges", "TSPLIB", "GraphML", "graph6")


def test_a_picture(caballero: Terminal) -> None:
    reply = caballero("graph", "ring.txt", "--closed", "-o", "ring.svg", "--width", 300)
    assert (reply.status, reply.out) == (0, "")
    picture = Path("ring.svg").read_text("utf-8")
    assert "<title>Hamiltonian cycle, 4 vertices</title>" in picture
    assert picture.count("<circle") == picture.count("</text>") == 4
    caballero("graph", "ring.txt", "-o", "ring.png", "--theme", "dark")
    assert Path("ring.png").read_bytes().startswith(b"\x89PNG")
    assert caballero("graph", "petersen.txt", "--closed", "-o", "none.svg").status == 1
    assert not Path("none.svg").exists()
    arrows = []
    for join in (" ", " -> "):
        edges = f"a{join}b\nb{join}c\nc{join}a\nb{join}a"
        assert caballero("graph", "-", "--closed", "-o", "arrows.svg", stdin=edges).status == 0
        arrows.append(Path("arrows.svg").read_text().count("<path"))
    assert arrows[1] == arrows[0] + 2


REFUSED: list[tuple[str, str | bytes, list[str]]] = [
    ("graph .", "", ["folder"]), ("graph", "", ["FILE"]),
    ("graph -", "1 2\n2 3 7", ["Line 2", "“2 3 7”", "weight"]),
    ("graph - --best weight --weight 3", "1 2 7", ["“3”", "from,to,weight"]),
    ("graph - --start 4", RING, ["“4”", "one of its 4 labels"]),
    ("graph - --from dot", RING, ["not DOT", "“Ana”"]),
    ("graph - -o path.svg", listed([(i, i + 1) for i in range(501)]), ["502", "500"]),
    ("graph - --method warnsdorff --tie roth", RING, ["needs a board"]),
    ("verify - --graph ring.txt", "{}", ["list of vertices"]),
    ("verify - --graph ring.txt --start 4", "Ana", ["“4”"]),
    ("list --up-to-symmetry --graph ring.txt", "", ["about a graph: leave it out"]),
]  # fmt: skip
"""What a command of graphs refuses; tests/formats/test_graphs.py has the texts."""


@pytest.mark.parametrize(("line", "stdin", "words"), REFUSED, ids=lambda value: repr(value)[:40])
def test_refused(caballero: Terminal, line: str, stdin: str | bytes, words: list[str]) -> None:
    reply = caballero(*line.split(), stdin=stdin)
    refuses(reply, *words)
    spanish = caballero(*line.split(), "--lang", "es", stdin=stdin)
    refuses(spanish)
    assert spanish.err != reply.err


@pytest.mark.slow
def test_in_spanish(tmp_path: Path) -> None:
    start = "Leído como una lista de aristas: 4 vértices, 4 aristas; la primera es Ana–Berta.\n"
    reply = process("graph", "ring.txt", "--closed", language="es_ES.UTF-8", cwd=tmp_path)
    assert reply.err.startswith(f"{start}Verificado: ciclo hamiltoniano, 4 vértices (")
    reply = process("graph", "petersen.txt", "--closed", language="es_ES.UTF-8", cwd=tmp_path)
    assert reply.err.splitlines()[1].startswith("No existe tal recorrido. ")
    verify = ("verify", "-", "--graph=ring.txt", "--closed", "--lang=es")
    reply = process(*verify, stdin="Ana Berta Clara Dora", cwd=tmp_path)
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
    assert ("closable" in text) == ("Hamiltonian path" in text)


def test_what_graph_writes_verify_reads(caballero: Terminal) -> None:
    knight = listed(list(read_graph(listed(PETERSEN)).edges()))
    Path("plain.txt").write_text(knight)
    for form in ("text", "json", "tsplib"):
        reply = caballero("graph", "plain.txt", "--format", form)
        checked = caballero("verify", "-", "--graph", "plain.txt", stdin=reply.out)
        assert checked.status == 0, (reply.out, checked.out)


def test_no_path_leads_between_parts(caballero: Terminal) -> None:
    reply = caballero("graph", "-", stdin="1 2\n2 3\n3 1\n4 5\n")
    assert "No path leads from 1 to 4." in reply.err


def test_directed_edges(caballero: Terminal) -> None:
    ring = "a -> b\nb -> c\nc -> a\n"
    reply = caballero("graph", "-", "--closed", "--start", "b", stdin=ring)
    assert (reply.status, reply.out) == (0, "b c a\n")
    assert "3 vertices, 3 directed edges; the first is " in reply.err
    ends = ("graph", "-", "--start", "a", "--end")
    for words, status in (("c --directed", 0), ("b --directed", 1), ("b", 0)):
        reply = caballero(*ends, *words.split(), stdin=ring.replace("->", ""))
        assert reply.status == status
    for start in ("1", "01", "x"):  # numbers are labels, and words may look like them
        reply = caballero("graph", "-", "--start", start, stdin="1 01\n01 x\nx 1\n")
        assert reply.out.split()[0] == start


@pytest.mark.parametrize(
    "command",
    ["graph ring.txt --closed", "graph ring.txt --closed --best weight",
     "count --graph petersen.txt", "list --graph petersen.txt"],
)  # fmt: skip
def test_reading_counts_against_the_limit(
    caballero: Terminal, monkeypatch: pytest.MonkeyPatch, command: str
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
    assert caballero(*command.split(), "--timeout", 7200).status == 0
    late[0] = 0.0
    assert caballero(*command.split(), "--timeout", 1800).status == 3


def test_the_textbook_on_any_graph(caballero: Terminal) -> None:
    """Warnsdorff's rule with its ties, and branch and bound with its bound at a limit."""
    Path("wheel.txt").write_text("a b\nb c\nc d\nd e\ne a\nh a\nh b\nh c\nh d\nh e\n")
    for tie in ("order", "random", "pohl-sum", "pohl-min"):
        rule = ("--method", "warnsdorff", "--tie", tie, "--start", "h")
        reply = caballero("graph", "wheel.txt", *rule)
        assert (reply.status, reply.out[0]) == (0, "h")
    line = ("graph", "wheel.txt", "--method", "branch-and-bound", "--closed")
    for strategy in ("lifo", "fifo", "least"):
        assert "Cost 6: proved" in caballero(*line, "--strategy", strategy).err
    reply = caballero(*line, "--timeout", 0, "--json")
    assert (reply.status, json.loads(reply.out)["bound"]) == (3, 6)
    spanish = caballero(*line, "--timeout", 0, "--lang", "es")
    assert "ninguno cuesta menos de 6" in spanish.err
