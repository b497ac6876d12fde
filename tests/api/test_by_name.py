"""Paths and cycles in the form of networkx: lists of its nodes, or None."""

import random
from importlib import import_module
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from caballero import LimitReached, Limits, hamiltonian_cycle, hamiltonian_path, traveling_salesman

networkx: Any = import_module("networkx")  # it tells no types


def random_graph(rng: random.Random, directed: bool) -> Any:
    graph = networkx.gnp_random_graph(
        rng.randint(1, 6), 0.6, seed=rng.randrange(9**9), directed=directed
    )
    for _, _, data in graph.edges(data=True):
        if rng.random() < 0.8:  # the others weigh 1
            data["km"] = rng.randint(0, 9)
    return networkx.relabel_nodes(graph, {v: f"city {v}" for v in graph})


def lines(graph: Any, closed: bool) -> list[tuple[Any, ...]]:
    """Every path or cycle that visits all nodes once, a cycle with its first node again."""
    orders = [(*p, p[0]) if closed else p for p in permutations(graph)]
    return [p for p in orders if all(graph.has_edge(a, b) for a, b in pairwise(p))]


def length(graph: Any, line: Any) -> int:
    return sum(graph.edges[a, b].get("km", 1) for a, b in pairwise(line))


@given(st.integers(0, 10**9), st.booleans())
def test_they_agree_with_every_order(seed: int, directed: bool) -> None:
    graph = random_graph(random.Random(seed), directed)
    paths, cycles = lines(graph, False), lines(graph, True)
    path, cycle = hamiltonian_path(graph), hamiltonian_cycle(graph)
    assert tuple(path) in paths if path else not paths
    if len(graph) > (1 if directed else 2):
        assert (*cycle, cycle[0]) in cycles if cycle else not cycles
    for source, target in permutations(graph, 2):
        found = hamiltonian_path(graph, start=source, end=target)
        wanted = [p for p in paths if (p[0], p[-1]) == (source, target)]
        assert tuple(found) in wanted if found else not wanted
    for closed, every in ((True, cycles), (False, paths)):
        if not closed or len(graph) > 1:  # no edge leads from a node to itself
            best = traveling_salesman(graph, "km", closed=closed)
            assert (best is None) is (not every)
            if best is not None:
                assert tuple(best) in every
                assert length(graph, best) == min(length(graph, p) for p in every)


@pytest.mark.parametrize("directed", [False, True])
def test_networkx_takes_it_as_a_method(directed: bool) -> None:
    rng = random.Random(5)
    kind = networkx.DiGraph if directed else networkx.Graph
    graph = kind(networkx.cycle_graph(7))
    graph.add_edges_from([(0, 3), (2, 5)])
    if directed:
        graph.add_edges_from([(b, a) for a, b in graph.edges])
    for _, _, data in graph.edges(data=True):
        data["km"] = rng.randint(1, 9)
    salesman = networkx.approximation.traveling_salesman_problem
    walk = salesman(graph, weight="km", method=traveling_salesman)
    assert walk[0] == walk[-1]
    assert {*walk} == {*graph}
    rough = salesman(graph, weight="km", method=networkx.approximation.greedy_tsp)
    assert length(graph, walk) <= length(graph, rough)
    assert {1, 4, 6} <= {*salesman(graph, "km", [1, 4, 6], method=traveling_salesman)}
    assert salesman(graph, "km", [1, 4], method=traveling_salesman)[0] in {1, 4}
    path = salesman(graph, weight="km", cycle=False, method=traveling_salesman)
    assert {*path} == {*graph}


def test_few_nodes() -> None:
    alone = networkx.Graph()
    alone.add_node("a")
    assert hamiltonian_path(alone) == ["a"]
    assert hamiltonian_cycle(alone) is None
    assert traveling_salesman(alone) == networkx.approximation.greedy_tsp(alone) == ["a", "a"]
    assert traveling_salesman(alone, closed=False) == ["a"]
    two = networkx.path_graph("ab")
    assert traveling_salesman(two) == ["a", "b", "a"]
    assert traveling_salesman(two, start="b") == ["b", "a", "b"]
    assert hamiltonian_cycle(two) is None
    for empty in (networkx.Graph(), networkx.DiGraph()):
        assert hamiltonian_path(empty) is hamiltonian_cycle(empty) is None
        assert traveling_salesman(empty) is traveling_salesman(empty, closed=False) is None


def test_weights_of_none_are_one() -> None:
    graph = networkx.cycle_graph(4)
    graph.add_edge(0, 2, weight=100)
    assert traveling_salesman(graph, None, closed=False) is not None
    assert traveling_salesman([[0, 1, 9], [1, 0, 1], [9, 1, 0]], closed=False) == [0, 1, 2]


def test_a_limit_is_named() -> None:
    hard = networkx.random_regular_graph(3, 400, seed=1)
    for ask in (hamiltonian_path, hamiltonian_cycle, traveling_salesman):
        with pytest.raises(LimitReached) as caught:
            ask(hard, limits=Limits(seconds=0))
        assert caught.value.outcome.limit == "seconds"
