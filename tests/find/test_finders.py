"""Five searches for one tour: as brute force, on boards, and on graphs of known answers."""

import itertools
import random
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations, product

import pytest
from hypothesis import given, strategies as st

from caballero import Graph, Limits, Problem
from caballero.find.exact import ExactSearch
from caballero.find.frontier import frontier_cycle
from caballero.find.narrow import narrow_order
from caballero.find.path_cover import _in_one_order, _paths, path_cover_cycle
from caballero.find.repair import repaired_tour
from caballero.find.two_factor import two_factor, two_factor_cycle
from caballero.machine.limits import Budget, LimitHit, SliceOver
from caballero.model.reduction import as_cycle, rows
from graphs import (
    Rows,
    assert_tour,
    flower_snark,
    has_tour,
    knight_graph,
    petersen,
    rows_of,
    small_graphs,
)
from naive import all_tours
from seldom import each

Cycle = list[int] | None
Search = Callable[[Rows, Budget, int], Cycle]
Finder = Callable[..., Cycle]


def by_exact(neighbours: Rows, budget: Budget, seed: int) -> Cycle:
    return ExactSearch(neighbours, seed=seed).run(budget)


def by_frontier(neighbours: Rows, budget: Budget, seed: int) -> Cycle:
    """Take a narrow order without a seed, and any order with one."""
    size = len(neighbours)
    found = narrow_order(neighbours, size)
    order = random.Random(seed).sample(range(size), size) if seed else found and found[0]
    return frontier_cycle(neighbours, order or [], budget)


def by_path_cover(neighbours: Rows, budget: Budget, seed: int) -> Cycle:
    return path_cover_cycle(neighbours, budget, seed=seed, effort=400_000)


SEARCHES: list[Search] = [by_exact, by_frontier, by_path_cover]


def through_a_cycle(
    search: Search, graph: Graph, *, closed: bool, start: int | None, end: int | None, seed: int
) -> Cycle:
    """Find a tour by a search for a cycle."""
    if len(graph) == 1 and not closed:
        return [0]
    question = as_cycle(graph, closed=closed, start=start, end=end)
    cycle = search(question.neighbours, Budget(), seed) if question else None
    return question.tour(cycle) if question and cycle else None


def by_two_factor(
    graph: Graph, *, closed: bool, start: int | None, end: int | None, seed: int
) -> Cycle:
    if len(graph) == 1 and not closed:
        return [0]
    question = as_cycle(graph, closed=closed, start=start, end=end)
    cycle = question and two_factor_cycle(question, Budget(), seed)
    return question.tour(cycle) if question and cycle else None


def by_repair(graph: Graph, **wanted: int | bool | None) -> Cycle:
    return repaired_tour(graph, Budget(), **wanted)  # type: ignore[arg-type]


LOCAL: list[Finder] = [by_repair, by_two_factor]
FINDERS: dict[str, tuple[Finder, int]] = {
    **{search.__name__: (partial(through_a_cycle, search), 0) for search in SEARCHES},
    **{finder.__name__: (finder, 10) for finder in LOCAL},
}
"""Each with the most tours of small graphs that it may miss."""


@cache
def exists(number: int, closed: bool, start: int | None, end: int | None) -> bool:
    return has_tour(small_graphs()[number], closed=closed, start=start, end=end)


@pytest.mark.slow
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("name", FINDERS)
def test_small_graphs_as_the_recursion(name: str, closed: bool) -> None:
    finder, most = FINDERS[name]
    missed, rng = 0, random.Random(7)
    for number, graph in enumerate(small_graphs()):
        if number % 2 and name == "by_two_factor":  # it is for bipartite graphs
            continue
        ends = None, rng.randrange(len(graph))
        for start, end in product(ends, repeat=2):
            tour = finder(graph, closed=closed, start=start, end=end, seed=rng.choice((0, 4)))
            if tour is not None:
                assert_tour(graph, tour, closed=closed, start=start, end=end)
            else:
                missed += exists(number, closed, start, end)
    assert missed <= most


# -- boards ------------------------------------------------------------------------------------


@pytest.mark.long_plain
@pytest.mark.parametrize("finder", LOCAL)
@pytest.mark.parametrize(("height", "width"), [(5, 6), (6, 6), (5, 20), (8, 8), (20, 20)])
def test_closed(finder: Finder, height: int, width: int) -> None:
    graph = knight_graph(height, width)
    for start, end in ((None, None), (0, None), (None, 0), (0, width + 2)):
        tour = finder(graph, closed=True, start=start, end=end, seed=3)
        assert_tour(graph, tour, closed=True, start=start, end=end)


@pytest.mark.parametrize("finder", LOCAL)
@pytest.mark.parametrize(("height", "width"), [(5, 5), (5, 7), (6, 7), (8, 8)])
def test_every_legal_start(finder: Finder, height: int, width: int) -> None:
    graph = knight_graph(height, width)
    for start in range(height * width):
        if height * width % 2 == 0 or (start // width + start % width) % 2 == 0:
            tour = finder(graph, closed=False, start=start, end=None, seed=1)
            assert_tour(graph, tour, closed=False, start=start)


# -- graphs with and without a cycle -----------------------------------------------------------


def cube(dimension: int) -> Graph:
    return Graph.from_edges(
        (v, v ^ 1 << bit) for v in range(2**dimension) for bit in range(dimension)
    )


def ring(size: int) -> Graph:
    return Graph.from_edges([(v, (v + 1) % size) for v in range(size)])


HAMILTONIAN = [
    petersen(10), petersen(10, 3), petersen(8, 3), petersen(40), *map(cube, range(2, 7)),
    ring(3), ring(300), knight_graph(5, 6), knight_graph(3, 10), knight_graph(20, 20),
    Problem("5x5 torus").graph(), Problem("13x13 torus").graph(),
    Problem("15x14", piece="king").graph(),
]  # fmt: skip


@pytest.mark.parametrize("graph", HAMILTONIAN, ids=lambda graph: str(len(graph)))
@pytest.mark.parametrize("search", [by_exact, by_path_cover])
def test_graphs_with_a_cycle(search: Search, graph: Graph) -> None:
    for seed in range(3):
        assert_tour(graph, search(rows(graph), Budget(), seed), closed=True)


# Alspach (1983): of the generalised Petersen graphs with step 2, those have no cycle whose rings'
# size leaves 5 when divided by 6.
WITHOUT = [
    *(petersen(size) for size in range(5, 36, 6)), *map(flower_snark, (5, 7, 9)),
    knight_graph(4, 6), knight_graph(5, 5), knight_graph(3, 8), Graph.from_edges([], []),
    Graph.from_edges([], [0]),
    Graph.from_edges([(0, 1)]), Graph.from_edges([(0, 1), (1, 2)]),
    Graph.from_edges([(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]),
    Graph.from_edges([(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)]),
    Graph.from_edges([(a, b) for a in range(2) for b in range(2, 5)]),
]  # fmt: skip


@pytest.mark.long_plain
@pytest.mark.parametrize("graph", WITHOUT, ids=lambda graph: str(len(graph)))
def test_graphs_without_a_cycle(graph: Graph) -> None:
    neighbours = rows(graph)
    assert all(by_exact(neighbours, Budget(), seed) is None for seed in range(3))
    assert path_cover_cycle(neighbours, Budget(), effort=30_000) is None


def test_limits_and_slices_stop_them() -> None:
    for search in SEARCHES:
        neighbours = rows(petersen(29))
        with pytest.raises(LimitHit):
            search(neighbours, Budget(Limits(nodes=100)), 0)
        budget = Budget()
        with pytest.raises(SliceOver), budget.slice(100):
            search(neighbours, budget, 0)
        assert 100 <= budget.nodes < 20_000


# -- exact search ------------------------------------------------------------------------------


def random_cubic(seed: int, size: int) -> Graph:
    rng = random.Random(seed)
    while True:
        stubs = rng.sample([v for v in range(size) for _ in range(3)], 3 * size)
        pairs = {frozenset(pair) for pair in zip(stubs[::2], stubs[1::2], strict=True)}
        if len(pairs) == 3 * size // 2 and all(len(pair) == 2 for pair in pairs):
            return Graph.from_edges([(min(pair), max(pair)) for pair in pairs], range(size))


def test_sparse_graphs_as_the_recursion() -> None:
    """Cubic graphs, and thin ones, where the rules alone seldom decide it."""
    rng = random.Random(5)
    graphs = [random_cubic(seed, size) for size in (4, 6, 8, 10) for seed in range(60)]
    for size in range(11, 17):
        for _ in range(20):
            pairs = {(v, (v + rng.choice([1, 1, 2, 3])) % size) for v in range(size)}
            pairs |= {(rng.randrange(size), rng.randrange(size)) for _ in range(size)}
            graphs.append(Graph.from_edges(pairs, range(size)))
    answers = [0, 0]
    for seed, graph in enumerate(graphs):
        cycle = by_exact(rows(graph), Budget(), seed)
        assert (cycle is not None) == any(all_tours(rows(graph), closed=True, start=0))
        if cycle is not None:
            assert_tour(graph, cycle, closed=True)
        answers[cycle is not None] += 1
    assert min(answers) > 20


# -- frontier ----------------------------------------------------------------------------------


@each("width", range(3, 24))
def test_narrow_orders_of_boards_and_petersen_graphs(width: int) -> None:
    # Cull and De Curtins (1978), van Rees (1996): all but 3, 5 and 6 columns.
    open_ = as_cycle(knight_graph(3, width), closed=False, start=None, end=None)
    found = open_ and by_frontier(open_.neighbours, Budget(), 0)
    assert bool(found) == (width not in (3, 5, 6))
    # Alspach (1983): GP(n, 2) has no Hamiltonian cycle if and only if n is 5 modulo 6.
    cycle = by_frontier(rows(petersen(width)), Budget(), 0)
    assert bool(cycle) == (width % 6 != 5)


def test_too_wide_a_frontier() -> None:
    rng = random.Random(1)
    edges = [(v, w) for v in range(600) for w in rng.sample(range(600), 8)]
    with pytest.raises(OverflowError):
        frontier_cycle(rows(Graph.from_edges(edges, range(600))), range(600), Budget())


def test_wide_patterns_take_several_words() -> None:
    # Two rows of 60, taken one row after the other, with rungs: the frontier is a whole row.
    edges = [(60 * r + i, 60 * r + i + 1) for r in range(2) for i in range(59)]
    graph = Graph.from_edges(edges + [(i, 60 + i) for i in range(60)], range(120))
    for order in (range(120), range(119, -1, -1)):
        assert_tour(graph, frontier_cycle(rows(graph), order, Budget()), closed=True)


# -- path cover --------------------------------------------------------------------------------


def hidden_cycle(seed: int) -> Graph:
    """A random graph with a hidden Hamiltonian cycle, and chords."""
    rng = random.Random(seed)
    size = rng.randint(3, 60)
    around = rng.sample(range(size), size)
    edges = [(v, around[i - 1]) for i, v in enumerate(around)]
    pairs = list(combinations(range(size), 2))
    edges += rng.sample(pairs, rng.randint(0, min(len(pairs), 2 * size)))
    return Graph.from_edges(edges, range(size))


def test_nearly_all_hidden_cycles_are_found() -> None:
    found = 0
    for seed in range(200):
        graph = hidden_cycle(seed)
        if (cycle := by_path_cover(rows(graph), Budget(), seed)) is not None:
            assert_tour(graph, cycle, closed=True)
            found += 1
    assert found >= 198


@given(st.data())
def test_the_cover_consists_of_paths(data: st.DataObject) -> None:
    size = data.draw(st.integers(3, 40))
    pairs = st.sampled_from(list(combinations(range(size), 2)))
    neighbours = rows_of(data.draw(st.sets(pairs, max_size=2 * size)), size)
    chosen = _paths(neighbours, random.Random(data.draw(st.integers(0, 9))), Budget())
    assert all(w in neighbours[v] and v in chosen[w] for v, row in enumerate(chosen) for w in row)
    assert all(len(row) == len(set(row)) <= 2 for row in chosen)
    order = _in_one_order(chosen)
    assert sorted(order) == list(range(size))
    # On paths, all chosen edges but no others lie between neighbours in the order.
    kept = sum(b in chosen[a] for a, b in itertools.pairwise(order))
    assert kept == sum(map(len, chosen)) // 2
    # No edge could join two of the paths.
    path = dict.fromkeys(order, 0)
    for a, b in itertools.pairwise(order):
        path[b] = path[a] + (b not in chosen[a])
    ends = [v for v, row in enumerate(chosen) if len(row) < 2]
    assert all(path[v] == path[w] for v in ends for w in neighbours[v] if w in ends)


# -- two-factors -------------------------------------------------------------------------------


def test_without_a_two_factor_a_set_says_why() -> None:
    # Three vertices with the same two neighbours need six edges, and get four.
    neighbours = [[2, 3, 4], [2, 3, 4], [0, 1], [0, 1], [0, 1]]
    assert two_factor(neighbours, [2, 3, 4], Budget()) == {0, 1, 2, 3, 4}
    assert two_factor([[1], [0, 2, 3, 4], [1], [1], [1]], [2, 3, 4, 0], Budget()) == {2}  # one edge
    square = [[1, 3], [0, 2], [1, 3], [0, 2]]
    chosen = two_factor(square, [0, 2], Budget())
    assert isinstance(chosen, list)
    assert [sorted(row) for row in chosen] == [[1, 3], [0, 2], [1, 3], [0, 2]]
