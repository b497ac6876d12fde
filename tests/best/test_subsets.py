"""The best tour by dynamic programming over subsets, beside all tours."""

import random
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest

from caballero import Graph, Problem, best_tour, iter_tours
from caballero.best import cheapest
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
