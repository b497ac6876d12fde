"""Counts by dynamic programming over subsets, beside plain recursion."""

from math import comb, factorial

import networkx as nx
import pytest

from caballero import Limits, Problem, count_tours
from caballero.counting.brute import brute_count
from caballero.counting.counting import method_for
from caballero.counting.kernels import subsets as kernels
from caballero.counting.subsets import subsets_count, suits
from caballero.machine.errors import InvalidProblem
from caballero.machine.limits import Budget, LimitHit
from forms import run_both
from graphs import dense_problem
from naive import all_directed_tours, all_tours
from seldom import each


@pytest.mark.slow
@each("seed", range(25), 5)
def test_against_all_orders(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = 0
    run_both(monkeypatch, kernels)
    for problem in filter(None, (dense_problem(150 * seed + i) for i in range(150))):
        expected = brute_count(problem, Budget())
        assert subsets_count(problem, Budget()) == expected, problem
        counted += expected > 0
    assert counted > 40


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_against_plain_recursion(share: float) -> None:
    for closed in (True, False):
        for directed in (True, False):
            graph = nx.gnp_random_graph(8, share, seed=5, directed=directed)
            rows = [sorted(graph[v]) for v in range(8)]
            tours = all_directed_tours if directed else all_tours
            count = sum(1 for _ in tours(rows, closed=closed))
            if not directed:
                count //= 16 if closed else 2
            found = count_tours(graph, closed=closed, method="subsets")
            assert int(found) == count


def test_complete_graphs() -> None:
    for size in (9, 14, 18):
        problem = Problem(nx.complete_graph(size), closed=True)
        count = count_tours(problem)
        assert (int(count), count.method) == (factorial(size - 1) // 2, "subsets")
    clued = count_tours(nx.complete_graph(15), clues={0: 8, 3: 2})
    assert (int(clued), clued.method) == (factorial(13), "subsets")
    ring = nx.complete_bipartite_graph(10, 10)
    assert count_tours(ring, closed=True) == factorial(10) * factorial(9) // 2
    arcs = nx.complete_graph(13, nx.DiGraph)
    assert count_tours(arcs, start=0) == factorial(12)
    assert count_tours(arcs, forced=[(0, 1)]) == factorial(12)


@pytest.mark.long_plain
@pytest.mark.slow
def test_counts_of_more_than_64_bits() -> None:
    assert count_tours(nx.complete_graph(22), closed=True) == factorial(21) // 2


@each("seed", range(4))
def test_against_a_sweep(seed: int) -> None:
    graph = nx.gnp_random_graph(14, 0.4, seed=seed)
    for asked in ({}, {"closed": True}, {"start": 0}, {"closed": True, "closable": None}):
        count = count_tours(graph, method="subsets", **asked)
        assert count == count_tours(graph, method="frontier", **asked)
    assert count_tours(graph, closable=True, method="subsets") == 14 * count_tours(
        graph, closed=True
    )


def test_chosen_when_it_is_sooner() -> None:
    for problem, sooner in (
        (Problem(nx.complete_graph(20)), True),
        (Problem(nx.gnp_random_graph(16, 0.6, seed=1, directed=True), closed=True), True),
        (Problem("4x5"), False),
        (Problem("4x6", closed=True), False),
        (Problem(nx.random_regular_graph(3, 24, seed=1)), False),
        (Problem(nx.complete_graph(27)), False),
    ):
        assert (method_for(problem) == "subsets") is sooner


def test_what_it_does_not_take() -> None:
    for problem in (Problem(6), Problem(5, waypoints=["a1", "c3", "b2"])):
        assert not suits(problem)
        with pytest.raises(InvalidProblem, match="subsets"):
            count_tours(problem, method="subsets")
    with pytest.raises(InvalidProblem):
        count_tours(5, clues={"c3": 5}, closable=True, method="subsets")


def test_limits() -> None:
    problem = Problem(nx.complete_graph(22), closed=True)
    with pytest.raises(LimitHit):
        subsets_count(problem, Budget(Limits(nodes=500)))
    need = comb(21, 11) * 11 * 4
    with pytest.raises(LimitHit):
        subsets_count(problem, Budget(Limits(megabytes=need // 2 >> 20)))
