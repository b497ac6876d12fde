"""The best tour against brute force, and what it refuses."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations, product
from types import SimpleNamespace
from typing import Any, cast

import networkx
import pytest

from caballero import (
    Best,
    GaveUp,
    Graph,
    Impossible,
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
from caballero.best import cheapest, costs, solve_best
from caballero.model import InvalidGraph, UnknownName
from seldom import each

Number = int | Fraction | float


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


def random_problem(seed: int, most: int = 7) -> Problem:
    rng = random.Random(seed)
    size, density, directed = rng.randrange(4, most + 1), rng.random(), seed % 3 == 2
    weights: list[Any] = [
        lambda: rng.randrange(20),
        lambda: rng.randrange(-10, 10),
        lambda: Fraction(rng.randrange(1, 30), rng.randrange(1, 4)),
        lambda: rng.randrange(100) / 8,
    ]
    weight = weights[seed % 4]
    edges = [
        (a, b, weight())
        for a in range(size)
        for b in range(size if directed else a)
        if a != b and rng.random() < 0.4 + 0.6 * density
    ]
    pairs = [(a, b) for a, b, _ in edges]
    rng.shuffle(pairs)
    start, end = (rng.choice([None, None, rng.randrange(size)]) for _ in range(2))
    forced, forbidden = rng.choice([0, 0, 1]), rng.choice([0, 0, 1, 2])
    return Problem(
        Graph.from_edges(edges, range(size), directed=directed),
        closed=rng.random() < 0.5,
        start=start,
        end=None if start == end else end,
        forced=pairs[:forced],
        forbidden=pairs[1 : 1 + forbidden],
    )


@pytest.mark.long_plain
@each("seed", range(500), every=10)
def test_the_best_tour_is_that_of_brute_force(seed: int) -> None:
    problem = random_problem(seed)
    graph = problem.graph()
    known = [total(graph, order, problem.closed) for order in tours(problem)]
    for maximize in (False, True):
        outcome = solve_best(problem, maximize=maximize, seed=seed)
        if not known:
            assert isinstance(outcome, Impossible)
            continue
        assert isinstance(outcome, Best)
        assert verify(outcome.tour, problem)
        assert outcome.optimal
        assert outcome.cost == outcome.bound == (max if maximize else min)(known)
        assert outcome.cost == total(graph, outcome.tour.order, problem.closed)


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
def test_a_dense_graph_goes_through_the_sieve(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(5)
    points = [(rng.randrange(1_000), rng.randrange(1_000)) for _ in range(40)]
    edges = [(a, b, round(math.dist(points[a], points[b]))) for a in range(40) for b in range(a)]
    graph = Graph.from_edges(edges)
    plain = best_of(graph, closed=True)
    monkeypatch.setattr(cheapest, "MOST_EDGES", 400)
    sifted = best_of(graph, closed=True)
    assert sifted.cost == plain.cost
    assert sifted.optimal
    # Without room for a proof, the tour has a bound.
    monkeypatch.setattr(cheapest, "MOST_EDGES", 50)
    rough = best_of(graph, closed=True)
    assert rough.bound <= plain.cost <= rough.cost


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


def test_a_limit_before_the_first_tour_gives_up() -> None:
    outcome = solve_best(8, lambda _a, _b: 1, limits=Limits(nodes=1))
    assert isinstance(outcome, GaveUp)
    assert outcome.limit == "nodes"


def test_costs_of_the_moves_of_a_board() -> None:
    problem = Problem("3x4")
    rows = best_of(problem, cast("Any", lambda a, b: abs(a[0] - b[0])))
    known = [
        sum(abs(a // 4 - b // 4) for a, b in pairwise(order)) for order in knights_paths(problem)
    ]
    assert rows.cost == min(known)
    kings = best_of("3x3", "length", piece="king", closed=True)
    assert kings.cost == pytest.approx(8 + math.sqrt(2))
    wazir = best_of("2x3", "length", piece="wazir", closed=True)
    assert wazir.cost == 6


def knights_paths(problem: Problem) -> list[tuple[int, ...]]:
    from caballero import iter_tours

    return [tuple(tour.order) for tour in iter_tours(problem)]


def test_a_mapping_may_name_squares_and_one_direction() -> None:
    graph = Graph.from_dict({"a": ["b", "c"], "b": ["c"]})
    weights: dict[Any, Any] = {("a", "b"): 1, ("c", "b"): 2, ("a", "c"): 4}
    outcome = best_of(graph, weights)
    assert outcome.cost == 3
    ring: dict[Any, Any] = {("a1", "a2"): 1, ("a2", "b2"): 2, ("b2", "b1"): 3, ("b1", "a1"): 4}
    board = best_of("2x2", ring, piece="wazir")
    assert board.cost == 6


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


def test_weights_survive_a_forbidden_move_and_repr() -> None:
    graph = Graph.from_edges([("a", "b", 3), ("b", "c", 1), ("c", "a", Fraction(1, 2))])
    outcome = best_of(graph, forbidden=[("c", "a")])
    assert outcome.cost == 4
    assert eval(repr(graph)) == graph
    assert hash(graph) == hash(eval(repr(graph)))
    assert repr(outcome).startswith("<best: tour of cost 4, optimal, by ")


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
                ask(ground, *[name] * (ask is best_tour))  # type: ignore[operator]
            assert caught.value.code == "cost-is-weight"
        assert best_tour(ground, weight=name, closed=True).cost == 6  # type: ignore[arg-type]


@pytest.mark.parametrize("cost", [None, "weight"])
def test_a_board_has_no_cost_of_its_own(cost: str | None) -> None:
    with pytest.raises(InvalidInput) as caught:
        solve_best(6, cost, closed=True)
    assert caught.value.code == "cost-on-board"


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
    with pytest.raises(InvalidInput, match="none inside"):
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


def test_one_vertex_of_a_directed_graph() -> None:
    outcome = best_of(Graph.from_edges([], ["a"], directed=True), cost="weight")
    assert (outcome.cost, outcome.bound, outcome.optimal) == (0, 0, True)


@pytest.mark.parametrize("closed", [False, True])
def test_two_vertices_with_directions(closed: bool) -> None:
    graph = Graph.from_edges([(0, 1, 5), (1, 0, 1)], directed=True)
    none: list[Any] = [None, {}]
    for maximize, turn_cost in product((False, True), none):
        outcome = best_of(
            graph, turn_cost=turn_cost, cost="weight", closed=closed, maximize=maximize
        )
        assert (outcome.cost, outcome.optimal) == (6 if closed else 5 if maximize else 1, True)


def test_a_weight_that_is_no_number_is_named() -> None:
    network = networkx.Graph([("a", "b", {"weight": math.nan}), ("b", "c", {"weight": 1})])
    edges = [("a", "b", math.nan), ("b", "a", math.nan), ("b", "c", 1)]
    for graph in (network, Graph.from_edges(edges), Graph.from_dict({"a": {"b": math.nan}})):
        with pytest.raises(InvalidInput) as caught:
            solve_best(graph)
        assert caught.value.code == "cost-no-number"


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


@pytest.mark.long_plain
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("unit", [1, 0.1, Fraction(1, 12)])
def test_after_the_limit_nothing_is_prepared(closed: bool, unit: Number) -> None:
    """The answer is the greedy tour, and its bound is the cheapest move, as often as needed."""
    rng = random.Random(3)
    for _ in range(20):
        edges = [(a, b, rng.randint(-99, 99) * unit) for a in range(7) for b in range(a)]
        graph = Graph.from_edges(edges)
        for maximize in (False, True):
            early = best_of(graph, closed=closed, maximize=maximize, limits=0)
            best = best_of(graph, closed=closed, maximize=maximize)
            assert early.stats.method == "nearest-neighbour"
            assert not early.optimal
            sign = -1 if maximize else 1
            assert sign * early.bound <= sign * best.cost <= sign * early.cost


def test_beyond_some_costs_the_limit_ends_the_first_tour(monkeypatch: pytest.MonkeyPatch) -> None:
    edges = [(a, b, (a * b) % 7) for a in range(6) for b in range(6) if a != b]
    graph = Graph.from_edges(edges, directed=True)
    monkeypatch.setattr("caballero.best.best.FREE", 0)
    best = best_of(graph, start=3, end=1, limits=0)
    assert [*best.tour] == [3, 0, 2, 4, 5, 1]
    monkeypatch.setattr("caballero.best.costs.FREE", 0)
    outcome = solve_best(graph, limits=0)
    assert isinstance(outcome, GaveUp)
    assert outcome.limit == "seconds"


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


def test_a_greedy_tour_keeps_its_ends() -> None:
    edges = [(a, b, (a * b) % 7) for a in range(6) for b in range(6) if a != b]
    graph = Graph.from_edges(edges, directed=True)
    for start, end in ((2, 0), (None, 0), (3, None), (0, 5)):
        best = best_of(graph, start=start, end=end, limits=0)
        assert best.tour[0] == start or start is None
        assert best.tour[-1] == end or end is None


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


def test_the_cost_of_a_tour_is_the_cost_of_the_best() -> None:
    for cost in ("turns", "crossings", "length"):
        best = best_tour("3x4", cost)
        assert best.tour.cost(cost) == best.cost
    for tour, wrong in [
        (best.tour, None), (best.tour, "price"), (Tour.from_squares(3, "a1 a2"), "turns"),
    ]:  # fmt: skip
        with pytest.raises(InvalidInput):
            tour.cost(wrong)
