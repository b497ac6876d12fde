from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations

import pytest

from caballero.core.graph import Graph
from caballero.core.limits import Budget, LimitHit, Limits, SliceOver
from caballero.find import exact
from caballero.find.exact import ExactSearch
from graphs import assert_tour, flower_snark, petersen, small_graphs
from naive import all_tours, knight_neighbours


def cube(dimension: int) -> Graph:
    return Graph.from_edges(
        (v, v ^ 1 << bit) for v in range(2**dimension) for bit in range(dimension)
    )


def coxeter() -> Graph:
    """The triples of seven points that are no line of Fano's plane; neighbours are disjoint."""
    lines = [{i, (i + 1) % 7, (i + 3) % 7} for i in range(7)]
    triples = [set(triple) for triple in combinations(range(7), 3) if set(triple) not in lines]
    return Graph.from_edges(
        (i, j) for i, j in combinations(range(28), 2) if not triples[i] & triples[j]
    )


def tietze() -> Graph:
    """Petersen's graph, with a triangle in the place of a vertex."""
    graph = petersen()
    edges = [edge for edge in graph.edges() if 0 not in edge]
    corners = zip(graph.neighbours(0), (10, 11, 12), strict=True)
    return Graph.from_edges([*edges, *corners, (10, 11), (11, 12), (12, 10)])


def rhombic_dodecahedron() -> Graph:
    """The corners of a cube and its faces: eight against six."""
    return Graph.from_edges((v, ("face", bit, v >> bit & 1)) for v in range(8) for bit in range(3))


def tutte() -> Graph:
    """Tutte (1946): cubic, planar, three-connected. Each vertex with its later neighbours."""
    later = """
        0:1,2,3 1:4,26 2:10,11 3:18,19 4:5,33 5:6,29 6:7,27 7:8,14 8:9,38 9:10,37 10:39
        11:12,39 12:13,35 13:14,15 14:34 15:16,22 16:17,44 17:18,43 18:45 19:20,45 20:21,41
        21:22,23 22:40 23:24,27 24:25,32 25:26,31 26:33 27:28 28:29,32 29:30 30:31,33 31:32
        34:35,38 35:36 36:37,39 37:38 40:41,44 41:42 42:43,45 43:44
    """
    pairs = (entry.split(":") for entry in later.split())
    return Graph.from_edges((int(v), int(w)) for v, row in pairs for w in row.split(","))


def random_cubic(seed: int, size: int) -> Graph:
    rng = random.Random(seed)
    while True:
        stubs = rng.sample([v for v in range(size) for _ in range(3)], 3 * size)
        pairs = {frozenset(pair) for pair in zip(stubs[::2], stubs[1::2], strict=True)}
        if len(pairs) == 3 * size // 2 and all(len(pair) == 2 for pair in pairs):
            return Graph.from_edges([(min(pair), max(pair)) for pair in pairs], range(size))


def ask(graph: Graph, budget: Budget | None = None, seed: int = 0) -> list[int] | None:
    rows = [graph.neighbours(v) for v in range(len(graph))]
    return ExactSearch(rows, seed=seed).run(budget or Budget())


def check(graphs: Iterable[Graph]) -> None:
    answers = set()
    for seed, graph in enumerate(graphs):
        rows = [graph.neighbours(v) for v in range(len(graph))]
        cycle = ask(graph, seed=seed)
        assert (cycle is not None) == any(all_tours(rows, closed=True, start=0))
        if cycle is not None:
            assert_tour(graph, cycle, closed=True)
        answers.add(cycle is not None)
    assert answers == {False, True}


def test_small_graphs_as_the_recursion() -> None:
    check(small_graphs())


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_cubic_graphs_as_the_recursion(size: int) -> None:
    # Below ten vertices, cubic graphs without a cycle fall into parts.
    parts = [
        Graph.from_edges(e for k in range(0, size, 4) for e in combinations(range(k, k + 4), 2))
    ]
    graphs = [random_cubic(seed, size) for seed in range(60)]
    check([*graphs, *(parts if size == 8 else [petersen(), cube(3)])])


def test_thin_graphs_as_the_recursion() -> None:
    # Here some cycles exist, and the rules alone seldom decide it.
    rng = random.Random(5)
    graphs = []
    for size in range(11, 17):
        for _ in range(20):
            pairs = {(v, (v + rng.choice([1, 1, 2, 3])) % size) for v in range(size)}
            pairs |= {(rng.randrange(size), rng.randrange(size)) for _ in range(size)}
            graphs.append(Graph.from_edges(pairs, range(size)))
    check(graphs)


@pytest.mark.parametrize(
    "graph",
    [
        petersen(10),
        petersen(10, 3),
        petersen(8, 3),
        petersen(40),
        *map(cube, range(2, 8)),
        Graph.from_neighbours(knight_neighbours(5, 6)),
        Graph.from_neighbours(knight_neighbours(3, 10)),
        Graph.from_neighbours(knight_neighbours(20, 20)),
    ],
    ids=lambda graph: str(len(graph)),
)
def test_hamiltonian_graphs(graph: Graph) -> None:
    for seed in range(3):
        cycle = ask(graph, seed=seed)
        assert_tour(graph, cycle, closed=True)


# Alspach (1983): of the generalised Petersen graphs with step 2, those have no cycle whose rings'
# size leaves 5 when divided by 6.
@pytest.mark.long_plain
@pytest.mark.parametrize(
    "graph",
    [
        *(petersen(size) for size in range(5, 36, 6)),
        *map(flower_snark, (5, 7, 9)),
        coxeter(),
        tietze(),
        rhombic_dodecahedron(),
        tutte(),
        Graph.from_neighbours(knight_neighbours(4, 6)),
        Graph.from_neighbours(knight_neighbours(5, 5)),
        Graph.from_neighbours(knight_neighbours(3, 8)),
    ],
    ids=lambda graph: str(len(graph)),
)
def test_graphs_without_a_cycle(graph: Graph) -> None:
    for seed in range(3):
        assert ask(graph, seed=seed) is None


@pytest.mark.parametrize("side", [5, 8])
def test_open_tours_through_a_dummy(side: int) -> None:
    rows = knight_neighbours(side, side)
    dummy = len(rows)
    graph = Graph.from_neighbours([*([*row, dummy] for row in rows), list(range(dummy))])
    cycle = ask(graph)
    assert_tour(graph, cycle, closed=True)


def test_the_smallest_graphs() -> None:
    assert ExactSearch([]).run(Budget()) is None
    assert ExactSearch([[]]).run(Budget()) is None
    assert ExactSearch([[1], [0]]).run(Budget()) is None
    assert sorted(ExactSearch([[1, 2], [0, 2], [0, 1]]).run(Budget()) or []) == [0, 1, 2]
    assert ExactSearch([[1, 2], [0, 2], [0, 1], [4, 5], [3, 5], [3, 4]]).run(Budget()) is None


def test_little_room_for_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "ROOM", 100)
    assert ask(petersen(23)) is None


def test_limits_and_turns_stop_it() -> None:
    with pytest.raises(LimitHit):
        ask(petersen(29), Budget(Limits(nodes=5000)))
    budget = Budget()
    with pytest.raises(SliceOver), budget.slice(5000):
        ask(petersen(29), budget)
    assert 5000 <= budget.nodes < 20_000
