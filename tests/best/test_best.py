"""The best tour against brute force, and what it refuses."""

import math
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations, product
from types import SimpleNamespace
from typing import Any

import networkx
import pytest

from caballero import (
    Best,
    GaveUp,
    Graph,
    InvalidInput,
    Limits,
    Problem,
    TooLarge,
    Tour,
    best_tour,
    find_tour,
    traveling_salesman,
    verify,
)
from caballero.best import costs, solve_best
from caballero.best.tuning import Tuning
from caballero.machine.limits import Budget
from caballero.model import InvalidGraph, UnknownName
from seldom import each


def best_of(*args: Any, **more: Any) -> Best:
    """The best tour of a problem that has a tour, and time for one."""
    outcome = solve_best(*args, **more)
    assert isinstance(outcome, Best)
    return outcome


def tours(problem: Problem) -> Iterator[tuple[int, ...]]:
    """Yield every tour: every order is tried."""
    graph, size = problem.graph(), len(problem)
    known = problem.numbered()
    forced = [(problem.vertex(a), problem.vertex(b)) for a, b in problem.forced]
    for order in permutations(range(size)):
        steps = [*pairwise(order), *([(order[-1], order[0])] if problem.closed else [])]
        if (
            all(order[number - 1] == v for number, v in known.items())
            and all(graph.has_edge(a, b) for a, b in steps)
            and all((a, b) in steps or (not graph.directed and (b, a) in steps) for a, b in forced)
        ):
            yield order


def total(graph: Graph, order: Sequence[int], closed: bool) -> Any:
    steps = [*pairwise(order), *([(order[-1], order[0])] if closed else [])]
    return sum(graph.weight(a, b) for a, b in steps)


@pytest.mark.long_plain
@each("seed", range(12))
def test_larger_graphs_by_the_tables_of_subsets(seed: int) -> None:
    """The dynamic programming of Held and Karp (1962) and of Bellman (1962)."""
    rng = random.Random(seed)
    size = rng.randrange(9, 12)
    cost = {(a, b): rng.randrange(100) for a in range(size) for b in range(a) if rng.random() < 0.8}
    cost |= {(b, a): c for (a, b), c in cost.items()}
    best: dict[tuple[int, int], int] = {(1, 0): 0}
    for visited in range(1, 1 << size, 2):
        for last in range(size):
            if (known := best.get((visited, last))) is None:
                continue
            for v in range(size):
                if not visited >> v & 1 and (last, v) in cost:
                    key = visited | 1 << v, v
                    best[key] = min(best.get(key, known + cost[last, v]), known + cost[last, v])
    full = (1 << size) - 1
    cycles = [c + cost[v, 0] for (s, v), c in best.items() if s == full and v and (v, 0) in cost]
    graph = Graph.from_edges([(a, b, c) for (a, b), c in cost.items()], range(size))
    outcome = solve_best(graph, closed=True)
    assert (outcome.cost if isinstance(outcome, Best) else None) == min(cycles, default=None)


@pytest.mark.long_plain
def test_a_dense_graph_goes_through_the_sieve() -> None:
    rng = random.Random(5)
    points = [(rng.randrange(1_000), rng.randrange(1_000)) for _ in range(40)]
    edges = [(a, b, round(math.dist(points[a], points[b]))) for a in range(40) for b in range(a)]
    graph = Graph.from_edges(edges)
    plain = best_of(graph, closed=True)
    with Budget(tuning=[Tuning(most_edges=400)]):
        sifted = best_of(graph, closed=True)
    assert sifted.cost == plain.cost
    assert sifted.optimal
    # Without room for a proof, the tour has a bound.
    with Budget(tuning=[Tuning(most_edges=50)]):
        rough = best_of(graph, closed=True)
    assert rough.bound <= plain.cost <= rough.cost


@pytest.mark.long_plain
@each("seed", range(30), every=10)
def test_directed_round_trips_are_proved(seed: int) -> None:
    """Stacker cranes, random costs, and nearly symmetric ones; however many edges there are."""
    rng = random.Random(seed)
    size, kind = rng.randrange(9, 15), seed % 3
    points = [(rng.randrange(20), rng.randrange(20)) for _ in range(2 * size)]
    edges = [
        (a, b, (
            abs(points[a][0] - points[b + size][0]),
            rng.randrange(1_000),
            round(100 * math.dist(points[a], points[b])) + rng.randrange(9),
        )[kind])
        for a, b in permutations(range(size), 2)
    ]  # fmt: skip
    start = None if seed % 4 else 0
    problem = Problem(Graph.from_edges(edges, directed=True), closed=seed % 2 == 0, start=start)
    plain = best_of(problem)
    assert plain.optimal
    with Budget(tuning=[Tuning(most_edges=50)]):  # assignments have to do it
        assert best_of(problem, timeout=20).bound == plain.cost


@pytest.mark.long_plain
def test_a_limit_leaves_the_best_so_far_with_a_true_bound() -> None:
    rng = random.Random(1)
    edges = [(a, b, rng.randrange(1, 10_000)) for a in range(60) for b in range(a)]
    graph = Graph.from_edges(edges)
    exact = best_of(graph, closed=True)
    for nodes in (1, 50, 2_000, 20_000):
        for maximize in (False, True):
            outcome = best_of(graph, closed=True, limits=Limits(nodes=nodes), maximize=maximize)
            assert verify(outcome.tour)
            if not maximize:
                assert outcome.bound <= exact.cost <= outcome.cost
            else:
                assert outcome.bound >= outcome.cost
            assert not outcome.optimal or outcome.bound == outcome.cost


def test_graphs_of_networkx_keep_their_weights() -> None:
    graph = networkx.Graph()
    graph.add_weighted_edges_from([("a", "b", 3), ("b", "c", 1), ("c", "a", 2)])
    outcome = best_of(graph)
    assert outcome.cost == 3
    several = networkx.MultiGraph()
    several.add_weighted_edges_from([(0, 1, 5), (0, 1, 2), (1, 2, 1), (2, 0, 9)])
    assert Graph.from_networkx(several).weight(0, 1) == 2
    named = networkx.Graph()
    named.add_edge(0, 1, minutes=7)
    assert Graph.from_networkx(named, weight="minutes").weights == (7, 7)
    assert Graph.from_networkx(named).weights == ()


@pytest.mark.parametrize(
    ("cost", "code"),
    [
        ({("a", "b"): 1, ("b", "c"): 2}, "cost-missing"),
        ({("a", "b"): 1, ("b", "c"): 2, ("c", "a"): math.nan}, "cost-no-number"),
        ({("a", "b"): 1, ("b", "c"): 2, ("c", "a"): "3"}, "cost-no-number"),
        ({("a", "b"): 1, ("b", "c"): 2, ("c", "a"): True}, "cost-no-number"),
        ({("a", "b"): 1, ("b", "c"): 2, ("c", "a"): math.inf}, "cost-no-number"),
        ({("a", "b"): 1, ("b", "c"): 2, ("c", "a"): 3, ("a", "d"): 1}, "cost-no-move"),
        ({("a", "b"): 1, ("b", "c"): 2, ("c", "a"): 3, ("a", "x"): 1}, "vertex-unknown"),
        ({"a": 1}, "cost-no-pair"),
        ({("a", "b"): 1, ("b", "a"): 2, ("b", "c"): 2, ("c", "a"): 3}, "cost-two-ways"),
        ({("a", "b"): 2**70, ("b", "c"): 2, ("c", "a"): 3}, "cost-too-large"),
        ("weight", "cost-no-weights"),
        ("length", "cost-no-positions"),
        ("beauty", "name-unknown"),
        (lambda _a, _b: None, "cost-missing"),
    ],
)
def test_costs_that_make_no_sense_are_refused(cost: Any, code: str) -> None:
    graph = Graph.from_edges([("a", "b"), ("b", "c"), ("c", "a")], [*"abc", "d"])
    with pytest.raises(InvalidInput) as caught:
        solve_best(graph, cost)
    assert caught.value.code == code
    assert str(caught.value)


@pytest.mark.parametrize("name", ["km", "length"])
def test_a_cost_that_is_a_weight_of_the_edges_is_called_that(name: str) -> None:
    edges = [("a", "b", {name: 1}), ("b", "c", {name: 2}), ("c", "a", {name: 3})]
    for ground in (edges, networkx.Graph(edges), {(a, b): data for a, b, data in edges}):
        for ask in (best_tour, partial(verify, ["a", "b", "c"], cost=name)):
            with pytest.raises(UnknownName, match=f'give it as weight="{name}"') as caught:
                ask(ground, *[name] * (ask is best_tour))
            assert caught.value.code == "cost-is-weight"
        assert best_tour(ground, weight=name, closed=True).cost == 6


def test_a_weight_that_is_missing_is_named() -> None:
    graph = Graph.from_edges([("a", "b", 3), ("b", "c")])
    with pytest.raises(InvalidInput, match="b – c has no cost"):
        solve_best(graph)
    with pytest.raises(InvalidInput, match="two weights, 3 and 4"):
        Graph.from_edges([(0, 1, 3), (1, 0, 4)])
    with pytest.raises(InvalidInput, match="1 weights or positions for 2 places"):
        Graph(graph.indptr[:2], graph.indices[:1] * 2, weights=(1,))


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(TooLarge, match="at most 4000"):
        solve_best("70x70", lambda _a, _b: 1)
    with pytest.raises(InvalidInput, match="at most 23 places"):
        solve_best(5, lambda _a, _b: 1, clues={"c3": 7})
    with pytest.raises(UnknownName, match="cost"):
        solve_best(5, "colour")
    with pytest.raises(InvalidInput, match="wraps"):
        solve_best("5x5", "length", surface="torus")


def test_large_floats_are_rounded_and_small_ones_exact() -> None:
    assert costs.whole_costs([0.1, 0.2]).rounded
    assert not costs.whole_costs([0.5, 0.25, 3]).rounded
    assert costs.whole_costs([1e300, 1.0]).rounded
    assert costs.whole_costs([0.0, 0.0]).whole == [0, 0]
    rng = random.Random(2)
    edges = [(a, b, rng.random()) for a in range(7) for b in range(a)]
    graph = Graph.from_edges(edges)
    outcome = best_of(graph, closed=True)
    problem = Problem(graph, closed=True, start=0)
    known = min(total(graph, order, True) for order in tours(problem))
    assert outcome.cost == pytest.approx(known)
    stopped = best_of(graph, closed=True, limits=Limits(nodes=1))
    assert stopped.bound <= known + 1e-12


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_smallest_graphs(size: int) -> None:
    edges = [(a, b, 5) for a in range(size) for b in range(a)]
    graph = Graph.from_edges(edges, range(size))
    outcome = best_of(graph)
    assert outcome.cost == 5 * (size - 1)
    assert best_of(graph, closed=True).cost == (0, 10, 15)[size - 1]  # there and back


@pytest.mark.parametrize("closed", [False, True])
def test_two_vertices_with_directions(closed: bool) -> None:
    graph = Graph.from_edges([(0, 1, 5), (1, 0, 1)], directed=True)
    none: list[Any] = [None, {}]
    for maximize, turn_cost in product((False, True), none):
        outcome = best_of(
            graph, turn_cost=turn_cost, cost="weight", closed=closed, maximize=maximize
        )
        assert (outcome.cost, outcome.optimal) == (6 if closed else 5 if maximize else 1, True)


@pytest.mark.parametrize("maximize", [False, True])
@pytest.mark.parametrize("closed", [False, True])
def test_whatever_the_limit_there_is_a_greedy_tour(closed: bool, maximize: bool) -> None:
    rng = random.Random(7)
    at = [(rng.random(), rng.random()) for _ in range(40)]
    far = {(a, b): math.dist(at[a], at[b]) for a in range(40) for b in range(40) if a != b}
    edges = [(a, b, cost) for (a, b), cost in far.items() if a < b]
    order, left = [0], {*range(1, 40)}
    while left:
        choose = max if maximize else min
        order.append(choose(left, key=lambda b: far[order[-1], b]))
        left.remove(order[-1])
    steps = [*pairwise(order), *([(order[-1], 0)] if closed else [])]
    greedy = sum(far[step] for step in steps)
    best = best_of(Graph.from_edges(edges), closed=closed, maximize=maximize, limits=0)
    assert best.cost == pytest.approx(greedy)
    assert best.bound >= best.cost if maximize else best.bound <= best.cost


@pytest.mark.parametrize("kind", ["function", "mapping", "turns"])
def test_costs_are_read_within_the_limit(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are 6320 costs, or more of turns; reading each one takes a second."""
    asked = 0

    def cost(*places: Any) -> Any:
        nonlocal asked
        asked += 1
        return places[0] + places[-1]

    class Costs(dict[Any, int]):
        def items(self) -> Any:
            return ((move, cost(*move)) for move in self)

    clock = SimpleNamespace(perf_counter=lambda: asked)
    monkeypatch.setattr("caballero.machine.limits.time", clock)
    graph = Graph.from_edges([(a, b) for a in range(80) for b in range(a)])
    if kind == "turns":
        outcome = solve_best(graph, turn_cost=cost, limits=100)
    elif kind == "mapping":
        outcome = solve_best(graph, Costs(dict.fromkeys(graph.edges(), 0)), limits=100)
    else:
        outcome = solve_best(graph, cost, limits=100)
    assert isinstance(outcome, GaveUp)
    assert outcome.limit == "seconds"
    assert asked < 2_000


@pytest.mark.parametrize("large", [10**30, 1e300, -(10**30), -1.7e308, 10**400, 2**1000])
@pytest.mark.parametrize("other", [1, 1.5, -1e300])
def test_huge_costs_are_refused_or_right(large: float, other: float) -> None:
    """Whole numbers beyond 2^40 are refused; beside a float they are rounded."""
    names = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
    graph = Graph.from_edges([(a, b, (other, large)[i % 2]) for i, (a, b) in enumerate(names)])
    if isinstance(large, int) and isinstance(other, int):
        with pytest.raises(TooLarge):
            solve_best(graph, closed=True)
        return
    weight = {
        (a, b): Fraction(graph.weight(a, b) or 0) for a in range(4) for b in graph.neighbours(a)
    }
    best = best_of(graph, closed=True)
    cheapest = min(
        sum(weight[a, b] for a, b in pairwise((0, *order, 0))) for order in permutations((1, 2, 3))
    )
    largest = max(map(abs, weight.values()))
    assert abs(Fraction(best.cost) - cheapest) <= largest / 2**32


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("directed", [False, True])
def test_the_cost_of_a_tour_is_the_sum_of_its_moves(closed: bool, directed: bool) -> None:
    weight = {(a, b): 1 + a * (5 if directed else 1) + b for a in range(4) for b in range(4)}
    edges = [(a, b, w) for (a, b), w in weight.items() if a != b and (directed or a < b)]
    graph = Graph.from_edges(edges, directed=directed)
    tour = Tour.from_squares(graph, [2, 0, 3, 1], closed=closed)
    steps = [(2, 0), (0, 3), (3, 1), *[(1, 2)] * closed]
    assert tour.cost() == tour.cost("weight") == sum(weight[step] for step in steps)
    assert tour.cost(lambda a, b: a * b) == sum(a * b for a, b in steps)


@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph", "edges", "mapping"])
def test_every_verb_takes_the_name_of_the_weight(kind: str) -> None:
    nodes = getattr(networkx, kind)() if "raph" in kind else networkx.Graph()
    for a, b, km in [("a", "b", 2), ("b", "c", 3), ("c", "a", 4)]:
        nodes.add_edge(a, b, km=km, weight=100)
    graph: Any = nodes
    if kind == "edges":
        graph = nodes.edges
    elif kind == "mapping":
        graph = {a: dict(row) for a, row in nodes.adjacency()}
    best = best_tour(graph, weight="km", closed=True)
    assert best.cost == best_of(graph, weight="km", closed=True).cost == 9
    order = traveling_salesman(graph, weight="km", start=best.tour[0])
    assert order is not None
    verdict = verify(order[:-1], graph, closed=True, weight="km")
    assert verdict
    assert verdict.cost == verify(best.tour, cost="weight").cost == 9
    assert "9" in str(verdict)
    assert find_tour(graph, weight="km").cost() in {5, 6, 7}
    for verb in (best_tour, find_tour, partial(verify, order[:-1])):
        with pytest.raises(InvalidGraph, match="metres"):
            verb(graph, weight="metres")
        with pytest.raises(InvalidGraph, match="km"):
            verb(best.tour.ground, weight="km")
    with pytest.raises(InvalidGraph, match="km"):
        find_tour(6, weight="km")
    assert verify(order[:2], graph, weight="km").cost is None
    assert verify([0, 1, 2], [[0, 1, 0], [1, 0, 1], [0, 1, 0]], cost="weight").cost == 2
