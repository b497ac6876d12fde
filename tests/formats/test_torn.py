"""Torn texts: a line lost, a cell torn, a delimiter changed, two texts glued.

Each is refused, or read as the whole one, or the line that says what was read changes, or only the
edge, the label or the square changes in which the text was torn. A text in which more changes, and
nothing says it, is read wrongly in silence.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import networkx

from caballero import CaballeroError, Graph
from caballero.formats import read_graph, read_puzzles, to_graph_text
from caballero.formats.graphs import first_edge
from caballero.formats.notations import NOTATIONS
from formats.notation_texts import BOARDS, GRAPHS
from seldom import each

TEXTS = [
    *GRAPHS, *(row.example for row in NOTATIONS),
    to_graph_text(Graph.from_networkx(networkx.petersen_graph())),
    "\n".join(networkx.generate_adjlist(networkx.petersen_graph())),
]  # fmt: skip
PUZZLES = [f"numbrix\n{board}" for board in BOARDS.values()]


class Read(NamedTuple):
    """What is said about a text, and what was read: the edges or cells with their values."""

    said: object
    parts: dict[Any, Any]


def graph_in(text: str) -> Read:
    graph = read_graph(text)
    names = graph.vertices()
    kind: Callable[[Any], Any] = tuple if graph.directed else frozenset
    parts = {kind((names[v], names[w])): graph.weight(v, w) for v, w in graph.edges()}
    notes = [(message.code, str(message)) for message in graph.reading]
    said = notes, len(graph), graph.edge_count, graph.directed, first_edge(graph)
    return Read(said, parts | {("vertex", name): True for name in names})


def boards_in(text: str) -> Read:
    puzzles = read_puzzles(text)
    said = [(p.board.title, p.piece.name, len(p.clues), [m.code for m in p.reading])
            for p in puzzles]  # fmt: skip
    cells = [p.to_drawing().split() for p in puzzles]
    return Read(said, {(p, n): cell for p, row in enumerate(cells) for n, cell in enumerate(row)})


def torn(text: str, among: list[str], rng: random.Random) -> str:
    lines = text.splitlines()
    at = rng.randrange(len(lines))
    marks = [",", ";", "\t", " "]
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            cells = re.split(r"([\s,;|]+)", lines[at])
            cell = rng.choice(["", "N/A", "3 km", "x", "1.203,5", "-", "5", "1,203"])
            cells[2 * rng.randrange(len(cells) // 2 + 1)] = cell
            lines[at] = "".join(cells)
        case 2:
            lines = text.replace(rng.choice(marks), rng.choice([*marks, "|"])).splitlines()
        case _:
            lines += rng.choice(among).splitlines()[rng.randrange(2) :]
    return "\n".join(lines)


def kind_of(text: str, whole: Read, read: Callable[[str], Read]) -> str:
    """Return what became of a torn text."""
    try:
        now = read(text)
    except CaballeroError:
        return "refused"
    if now.parts == whole.parts:
        return "right"
    if now.said != whole.said:
        return "said"
    changed = {key for key in now.parts.keys() | whole.parts.keys()
               if now.parts.get(key) != whole.parts.get(key)}  # fmt: skip
    ends = [{key[1] for key in part if isinstance(key, tuple) and key[0] == "vertex"}
            for part in (now.parts, whole.parts)]  # fmt: skip
    renamed = ends[0] ^ ends[1]  # a label that was torn
    apart = [key for key in changed if renamed.isdisjoint(key)] if len(renamed) == 2 else changed
    return "local" if len(apart) < 3 else "wrong"


@each("block", range(100), every=20)
def test_torn_texts_are_refused_or_said(block: int) -> None:
    """No traceback, and no other graph or board in silence; 10 000 texts at night."""
    shares = Counter[str]()
    for texts, read in ((TEXTS, graph_in), (PUZZLES, boards_in)):
        for seed in range(50 * block, 50 * block + 50):
            rng = random.Random(seed)
            text = rng.choice(texts)
            now = torn(text, texts, rng)
            kind = kind_of(now, read(text), read)
            assert kind != "wrong", (text, now)
            shares[kind] += 1
    print(block, dict(shares))
    assert shares["refused"] + shares["right"] > 40
