"""The problems of the comparison, each in the form that Caballero and its peers read.

Random boards and graphs come from fixed seeds, chosen so that proofs at the root do not exclude a
tour at once, as they do with most random holes.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise

from caballero import Graph, Problem


@dataclass(frozen=True, slots=True)
class Question:
    """A problem, and its form on the command line.

    Parameters
    ----------
    name : str
        The name in the table.
    problem : Problem
        The problem.
    arguments : tuple of str
        The arguments of ``caballero``; ``FILE`` is a file with `text`.
    given : dict
        The JSON for a Python script: the arguments of ``Problem``, or the edges of a graph.
    text : str
        A drawing or a list of edges.
    """

    name: str
    problem: Problem
    arguments: tuple[str, ...]
    given: dict[str, object]
    text: str = ""


def wanted(
    name: str,
    ground: str,
    *,
    closed: bool = False,
    start: str | None = None,
    end: str | None = None,
    piece: str = "knight",
    surface: str | None = None,
) -> Question:
    """Return the question of a board's name or drawing."""
    problem = Problem(ground, closed=closed, start=start, end=end, piece=piece, surface=surface)
    options = {"start": start, "end": end, "piece": piece, "surface": surface}
    given: dict[str, object] = {"ground": ground, "closed": closed, **options}
    arguments = ["tour", "FILE" if "\n" in ground else ground, "--format", "moves"]
    arguments += ["--closed"] if closed else []
    for option, value in options.items():
        if value is not None:
            arguments += [f"--{option}", value]
    return Question(name, problem, tuple(arguments), given, ground)


def asked_of_graph(name: str, graph: Graph) -> Question:
    """Return the question of a Hamiltonian cycle of a graph."""
    text = "".join(f"{graph.label(a)} {graph.label(b)}\n" for a, b in graph.edges())
    given: dict[str, object] = {"size": len(graph), "edges": list(graph.edges())}
    return Question(name, Problem(graph, closed=True), ("graph", "FILE", "--closed"), given, text)


# -- boards ------------------------------------------------------------------------------------


def drawing(side: int, is_square: set[tuple[int, int]]) -> str:
    """Draw a board within a square."""
    return "".join(
        "".join(".#"[(r, c) not in is_square] for c in range(side)) + "\n" for r in range(side)
    )


def holed(side: int, pairs: int, seed: int) -> str:
    """Draw a board with `pairs` random holes of each colour."""
    rng = random.Random(seed)
    squares = [(r, c) for r in range(side) for c in range(side)]
    holes: set[tuple[int, int]] = set()
    for colour in (0, 1):
        holes.update(rng.sample([s for s in squares if sum(s) % 2 == colour], pairs))
    return drawing(side, set(squares) - holes)


def disc(side: int) -> str:
    """Draw the squares whose centres are in the circle that touches the sides."""
    middle = (side - 1) / 2
    return drawing(
        side,
        {
            (r, c)
            for r in range(side)
            for c in range(side)
            if (r - middle) ** 2 + (c - middle) ** 2 <= (side / 2) ** 2
        },
    )


def cross(side: int, arm: int) -> str:
    """Draw a cross whose arms have this width."""
    inner = range((side - arm) // 2, (side + arm) // 2)
    return drawing(
        side, {(r, c) for r in range(side) for c in range(side) if r in inner or c in inner}
    )


def ring(side: int, width: int) -> str:
    """Draw a square with a square hole; the band around it has this width."""
    inner = range(width, side - width)
    return drawing(
        side, {(r, c) for r in range(side) for c in range(side) if r not in inner or c not in inner}
    )


def without(side: int, *holes: tuple[int, int]) -> str:
    """Draw a square board without some squares."""
    return drawing(side, {(r, c) for r in range(side) for c in range(side)} - set(holes))


# -- graphs ------------------------------------------------------------------------------------


def cubic(size: int, seed: int) -> Graph:
    """Return a random graph with three edges at each vertex, by pairing half edges."""
    rng = random.Random(seed)
    while True:
        halves = [v for v in range(size) for _ in range(3)]
        rng.shuffle(halves)
        edges = {(min(pair), max(pair)) for pair in zip(halves[::2], halves[1::2], strict=True)}
        if len(edges) == 3 * size // 2 and all(a != b for a, b in edges):
            return Graph.from_edges(sorted(edges), range(size))


def parity_clash(rows: int, columns: int) -> Graph:
    """Return a grid with two additional vertices, without a cycle because of parity.

    Each of the two is joined to two black squares, so there are two white vertices too many. One
    diagonal joins two white ones, so the graph is not bipartite; but a cycle would need two edges
    between white vertices.
    """
    square = {(r, c): r * columns + c for r in range(rows) for c in range(columns)}
    edges = [
        (v, square[r + dr, c + dc])
        for (r, c), v in square.items()
        for dr, dc in ((0, 1), (1, 0))
        if (r + dr, c + dc) in square
    ]
    size = len(square)
    edges.append((square[3, 5], square[4, 6]))
    edges += [(square[0, 1], size), (square[0, 3], size)]
    edges += [(square[rows - 1, 2], size + 1), (square[rows - 1, 4], size + 1)]
    return Graph.from_edges(edges)


def not_tough(cut: int, part: int, seed: int) -> Graph:
    """Return a graph that is not tough: without `cut` vertices, one part more remains.

    The parts are cycles with chords, each joined to several vertices of the cut.
    """
    rng = random.Random(seed)
    edges: list[tuple[int, int]] = []
    for piece in range(cut + 1):
        line = range(cut + piece * part, cut + (piece + 1) * part)
        edges += pairwise([*line, line[0]])
        edges += [(line[0], line[part // 2]), (line[1], line[part // 2 + 2])]
        edges += [(v, c) for c in range(cut) for v in rng.sample(line, 2)]
    return Graph.from_edges(edges, range(cut + part * (cut + 1)))


def questions() -> list[Question]:
    """Return all questions, those with a tour first."""
    return [
        wanted("closed 8×8", "8", closed=True),
        wanted("closed 20×20", "20", closed=True),
        wanted("closed 30×30", "30", closed=True),
        wanted("closed 50×50", "50", closed=True),
        wanted("closed 100×100", "100", closed=True),
        wanted("open 50×50 from a corner", "50", start="a1"),
        wanted("open 50×50 between two squares", "50", start="a1", end="aa26"),
        wanted("closed 20×20, 40 holes (a)", holed(20, 20, seed=1), closed=True),
        wanted("closed 20×20, 40 holes (b)", holed(20, 20, seed=28), closed=True),
        wanted("closed cross 20×20", cross(20, 8), closed=True),
        wanted("closed ring 20×20", ring(20, 4), closed=True),
        wanted("closed disc 20×20", disc(20), closed=True),
        wanted("giraffe {1,4}, closed 20×20", "20", closed=True, piece="1,4"),
        wanted("zebra {2,3}, closed 14×14", "14", closed=True, piece="2,3"),
        wanted("zebra {2,3}, closed 20×20", "20", closed=True, piece="2,3"),
        wanted("torus 8×8, closed", "8", closed=True, surface="torus"),
        wanted("torus 9×9, closed", "9", closed=True, surface="torus"),
        wanted("torus 15×15, closed", "15", closed=True, surface="torus"),
        wanted("box 4×4×4, closed", "4x4x4", closed=True),
        wanted("box 6×6×6, closed", "6x6x6", closed=True),
        asked_of_graph("random cubic graph, 500 vertices", cubic(500, seed=1)),
        wanted("none: closed 9×9", "9", closed=True),
        wanted("none: closed 21×21", "21", closed=True),
        wanted("none: 8×8 less two squares of a colour", without(8, (0, 0), (7, 7)), closed=True),
        wanted("none: closed 4×30", "4x30", closed=True),
        wanted("none: closed 4×100", "4x100", closed=True),
        wanted("none: zebra {2,3}, closed 12×12", "12", closed=True, piece="2,3"),
        wanted("none: giraffe {1,4}, open 11×11", "11", piece="1,4"),
        wanted("none: closed 20×20, 40 holes (c)", holed(20, 20, seed=0), closed=True),
        wanted("none: closed 20×20, 40 holes (d)", holed(20, 20, seed=27), closed=True),
        wanted("none: camel, closed 8×8", "8", closed=True, piece="camel"),
        asked_of_graph("none: parity, grid 8×10 and two", parity_clash(8, 10)),
        asked_of_graph("none: not tough, 77 vertices (a)", not_tough(5, 12, seed=2)),
        asked_of_graph("none: not tough, 77 vertices (b)", not_tough(5, 12, seed=0)),
    ]
