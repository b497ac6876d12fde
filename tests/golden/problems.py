"""The problems of the golden files: small, of every kind, and always the same.

A family is one golden file. A problem's name says what it is, or is the seed that made it.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from caballero import Board, Graph, Problem
from random_problems import random_clue_problem, random_problem

Named: TypeAlias = Iterator[tuple[str, Problem]]

PIECES: Final = (
    "knight", "king", "wazir", "fers", "dabbaba", "alfil", "camel", "zebra", "giraffe", "antelope",
    "fers+wazir", "dabbaba+wazir", "knight+wazir", "2,3",
)  # fmt: skip

DRAWINGS: Final = MappingProxyType(
    {
        "frame": "....\n.##.\n.##.\n....",
        "ring": ".....\n.###.\n.#.#.\n.###.\n.....",
        "cross": "#..#\n....\n....\n#..#",
        "centre": ".....\n.....\n..#..\n.....\n.....",
        "corner": "#....\n.....\n.....\n.....\n.....",
        "stairs": "...##\n....#\n.....\n#....\n##...",
        "two parts": "..#..\n..#..\n..#..",
        "comb": ".#.#.\n.#.#.\n.....",
        "ends": "S....\n.....\n.....\n....E",
        "clues": "1 . . .\n. . 7 .\n. . . 12",
    }
)


def _call(ground: Any, **parts: Any) -> Problem:
    return Problem(ground, **parts)


def _way(closed: bool) -> str:
    return "closed" if closed else "open"


def pieces() -> Named:
    """Every piece on small rectangles."""
    for piece in PIECES:
        for board in ("3x4", "4x5", "5x5", "5x6"):
            for closed in (False, True):
                yield f"{piece} {board} {_way(closed)}", _call(board, piece=piece, closed=closed)


def boards() -> Named:
    """The knight on rectangles and boxes."""
    sides = [(m, n) for m in range(1, 7) for n in range(max(m, 3), 8)]
    names = [f"{m}x{n}" for m, n in sides] + ["8x8", "2x3x4", "3x3x3", "2x4x4"]
    for board in names:
        for closed in (False, True):
            yield f"{board} {_way(closed)}", _call(board, closed=closed)


def surfaces() -> Named:
    """Boards whose edges are joined."""
    for surface in ("cylinder", "torus"):
        for piece in ("knight", "wazir", "king", "camel"):
            for closed, board in enumerate(("4x5", "3x6", "2x7", "5x5")):
                yield (
                    f"{piece} {board} {surface} {_way(closed % 2 == 1)}",
                    _call(board, piece=piece, surface=surface, closed=closed % 2 == 1),
                )


def holes() -> Named:
    """Drawings, and boards with random holes."""
    for name, drawing in DRAWINGS.items():
        for piece in ("knight", "wazir", "king"):
            yield f"{piece} {name}", _call(drawing, piece=piece)
    for seed in range(20):
        rng = random.Random(seed)
        shape = rng.choice([(4, 5), (5, 5), (4, 6)])
        cells = list(Board(shape))
        board = Board(shape, tuple(rng.sample(cells, rng.randint(1, 5))))
        piece = rng.choice(PIECES[:3])
        yield f"random {seed}", _call(board, piece=piece, closed=rng.random() < 0.4)


def ends() -> Named:
    """Boards with a start, an end, or both."""
    for seed in range(30):
        rng = random.Random(seed)
        board = rng.choice(["5x5", "4x6", "5x6", "6x6", "3x7"])
        bare = _call(board)
        start, end = rng.sample([bare.place(v) for v in range(len(bare))], 2)
        parts = rng.choice([{"start": start}, {"end": end}, {"start": start, "end": end}])
        yield f"{seed}", _call(board, piece=rng.choice(["knight", "knight", "king"]), **parts)


def clues() -> Named:
    """Problems with clues; a third are about directed graphs."""
    for seed in range(60):
        yield f"{seed}", random_clue_problem(random.Random(seed))


def moves() -> Named:
    """Problems with forced and forbidden moves."""
    for seed in range(60):
        yield f"{seed}", random_problem(random.Random(seed))


def generalised_petersen(n: int, k: int) -> Graph:
    """Return the graph of Watkins (1969): an outer cycle, spokes, and an inner star polygon."""
    outer = [(f"u{i}", f"u{(i + 1) % n}") for i in range(n)]
    inner = [(f"v{i}", f"v{(i + k) % n}") for i in range(n)]
    return Graph.from_edges(outer + inner + [(f"u{i}", f"v{i}") for i in range(n)])


def graphs() -> Named:
    """Named graphs, and random cubic ones."""
    cube = [(v, v ^ 1 << bit) for v in range(16) for bit in range(4) if v < v ^ 1 << bit]
    named: Mapping[str, Graph] = {
        "Petersen": generalised_petersen(5, 2),
        "Möbius-Kantor": generalised_petersen(8, 3),
        "P(9,2)": generalised_petersen(9, 2),
        "P(11,2)": generalised_petersen(11, 2),
        "hypercube": Graph.from_edges(cube),
        "K4,4": Graph.from_edges([(a, b) for a in range(4) for b in range(4, 8)]),
        "K3,5": Graph.from_edges([(a, b) for a in range(3) for b in range(3, 8)]),
        "star": Graph.from_edges([(0, v) for v in range(1, 5)]),
        "one vertex": Graph.from_edges([], range(1)),
        "no edge": Graph.from_edges([], range(2)),
        "bow tie": Graph.from_edges([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]),
    }
    for name, graph in named.items():
        for closed in (False, True):
            yield f"{name} {_way(closed)}", _call(graph, closed=closed)
    for seed in range(15):
        rng = random.Random(seed)
        size = rng.choice([10, 14, 18])
        order = rng.sample(range(size), size)
        edges = [
            *pairwise(order),
            *zip(order[::2], rng.sample(order[1::2], size // 2), strict=True),
        ]
        yield f"random {seed}", _call(Graph.from_edges(edges, range(size)), closed=seed % 2 == 1)


def directed() -> Named:
    """Random directed graphs."""
    for seed in range(30):
        rng = random.Random(seed)
        size = rng.randint(2, 9)
        arcs = [(v, w) for v in range(size) for w in range(size) if v != w]
        kept = rng.sample(arcs, min(len(arcs), rng.randint(size, 3 * size)))
        graph = Graph.from_edges(kept, range(size), directed=True)
        parts = {"start": 0} if seed % 5 == 4 else {}
        yield f"{seed}", _call(graph, closed=seed % 2 == 1, **parts)


def weights() -> Named:
    """Graphs with weights, whole and fractional, directed and not."""
    for seed in range(30):
        rng = random.Random(seed)
        size = rng.randint(5, 12)
        directed = seed % 3 == 2
        pairs = [(v, w) for v in range(size) for w in range(size) if v < w or (directed and v > w)]
        kept = [pair for pair in pairs if rng.random() < 0.7]
        edges = [(v, w, rng.randint(-3, 40) / (4 if seed % 5 == 0 else 1)) for v, w in kept]
        graph = Graph.from_edges(edges, range(size), directed=directed)
        yield f"{seed}", _call(graph, closed=seed % 2 == 0)


FAMILIES: Final[Mapping[str, Callable[[], Named]]] = MappingProxyType(
    {
        family.__name__: family
        for family in (
            pieces, boards, surfaces, holes, ends, clues, moves, graphs, directed, weights,
        )
    }
)  # fmt: skip
"""The families by name."""
