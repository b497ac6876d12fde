"""The best tour by dynamic programming over subsets, beside all tours."""

import random
from itertools import combinations, pairwise, permutations
from typing import Any

import networkx as nx
import pytest

from caballero import Best, Graph, Problem, Tour, best_tour, iter_tours
from caballero.best import cheapest, solve_best
from caballero.best.kernels import held_karp
from caballero.best.subsets import best_order, costed
from caballero.machine.limits import Budget
from caballero.proof.facts import is_tour
from forms import run_both
from graphs import dense_problem
from seldom import each


def costs_of(problem: Problem, rng: random.Random) -> list[int]:
    """A cost for each move, in the order of the graph's rows; below 0, too."""
    graph, cost = problem.graph(), dict[tuple[int, int], int]()
    moves = [(v, w) for v in range(len(graph)) for w in graph.neighbours(v)]
    for v, w in moves:
        back = None if graph.directed else cost.get((w, v))
        cost[v, w] = rng.randint(-9, 20) if back is None else back
    return [cost[move] for move in moves]


@pytest.mark.slow
@each("seed", range(25), 5)
def test_against_all_tours(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run_both(monkeypatch, held_karp)
    answered = 0
    for number in range(150 * seed, 150 * seed + 150):
        problem = dense_problem(number, 6)
        if problem is None or problem.size < 3 or not (tours := [*iter_tours(problem)]):
            continue
        graph, costs = problem.graph(), costs_of(problem, random.Random(f"costs {number}"))
        cost = dict(zip(((v, w) for v in range(len(graph)) for w in graph.neighbours(v)), costs,
                        strict=True))  # fmt: skip

        question = costed(problem, graph, costs, Budget())
        assert question is not None
        order = best_order(question, Budget())
        total, *totals = (
            sum(map(cost.__getitem__, pairwise([*line, *line[: problem.closed]])))
            for line in (order, *(tour.order for tour in tours))
        )
        assert total == min(totals), problem
        turned = problem.closed and problem.numbered()
        assert turned or is_tour(problem, order) or is_tour(problem, order[::-1])
        answered += 1
    assert answered > 10


@each("seed", range(400), every=8)
def test_numbers_and_an_order_inside(seed: int) -> None:
    rng = random.Random(seed)
    size, directed = rng.randint(4, 6), rng.random() < 0.5
    rows = [[rng.randint(0, 20) for _ in range(size)] for _ in range(size)]
    every = permutations(range(size), 2) if directed else combinations(range(size), 2)
    arcs = [(a, b, rows[a][b]) for a, b in every if rng.random() < 0.9]
    graph = Graph.from_edges(arcs, range(size), directed=directed)
    stops, closed = rng.sample(range(size), rng.randint(2, 4)), rng.random() < 0.5
    inside: dict[str, Any] = {"waypoints": stops} if seed % 3 else {"clues": {stops[0]: 3}}
    problem = Problem(graph, closed=closed, **inside)
    good = [Tour(graph, order, closed=closed) for order in permutations(range(size))
            if is_tour(problem, order)]  # fmt: skip
    best = solve_best(problem)
    least = min((tour.cost() for tour in good), default=None)
    assert (best.cost if isinstance(best, Best) else None) == least
    assert not isinstance(best, Best) or best.optimal


def three_paths(length: int) -> list[list[int]]:
    """The distances of three paths, joined by a triangle at either end: a weak bound (4/3)."""
    graph = nx.Graph()
    for path in range(3):
        nx.add_path(graph, [(path, i) for i in range(length)])
        for end in (0, length - 1):
            graph.add_edge((path, end), ((path + 1) % 3, end))
    far = dict(nx.all_pairs_shortest_path_length(graph))
    return [[far[v][w] for w in graph] for v in graph]


@pytest.mark.long_plain
@pytest.mark.parametrize("length", [4, 5, 6])
def test_where_bounds_are_weak(length: int) -> None:
    best = best_tour(three_paths(length), closed=True)
    assert (best.cost, best.optimal) == (4 * length - 2, True)


@pytest.mark.parametrize("maximize", [False, True])
@pytest.mark.parametrize("directed", [False, True])
def test_with_and_without_sets(
    directed: bool, maximize: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"both ways {directed}")
    ends = [(v, w) for v in range(11) for w in range(11) if (v != w if directed else v < w)]
    edges = [(v, w, rng.randint(1, 40) / 8) for v, w in rng.sample(ends, len(ends) * 3 // 4)]
    graph = Graph.from_edges(edges, range(11), directed=directed)
    questions: list[dict[str, Any]] = [
        {"closed": True},
        {"closed": True, "forced": [edges[0][:2], edges[7][:2]]},
        {},
        {"start": 3},
        {"start": 3, "end": 5},
        {"forbidden": [edges[1][:2]]},
        {"closed": True, "start": edges[3][1], "end": edges[3][0]},
    ]
    for asked in questions:
        by_sets = best_tour(graph, maximize=maximize, **asked)
        with monkeypatch.context() as patched:
            patched.setattr(cheapest, "SOON", 0)
            patched.setattr(cheapest, "LATE", 0)
            other = best_tour(graph, maximize=maximize, **asked)
        assert by_sets.optimal
        assert by_sets.cost == other.cost
