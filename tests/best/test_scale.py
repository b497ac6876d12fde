"""Costs at the edges: equal, negative, zero, huge, with forced moves; and a true bound always."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from best.test_best import best_of, total, tours
from caballero import Best, Graph, Impossible, Limits, Problem, TooLarge, verify
from caballero.best import cheapest, inequalities, longest, solve_best
from caballero.best.kernels import one_trees
from caballero.best.scale import MOST, from_zero, outweighing
from caballero.best.tuning import Tuning
from caballero.machine.limits import Budget
from caballero.model import InvalidProblem
from cli.terminal import Terminal
from seldom import each

HUGE = 2**40

COSTS: dict[str, Callable[[random.Random, Any], Any]] = {
    "equal": lambda rng, at: at,
    "nearly equal": lambda rng, at: at + rng.randrange(3),
    "zero or not": lambda rng, at: at * rng.randrange(2),
    "either sign": lambda rng, at: rng.choice([-at, at]),
    "fractions": lambda rng, at: Fraction(at, 3) + Fraction(rng.randrange(5), 6),
    "floats": lambda rng, at: at % 1009 + rng.randrange(9) / 8,
}


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """A graph on which local search runs, with moves that are forced, forbidden or both."""
    size, directed, closed = draw(st.integers(5, 6)), draw(st.booleans()), draw(st.booleans())
    rng = draw(st.randoms(use_true_random=False))
    kind = COSTS[draw(st.sampled_from([*COSTS]))]
    at = draw(st.sampled_from([0, 1, -1, 5, -5, 1000, -1000, HUGE // 7, -HUGE // 7]))
    density = draw(st.sampled_from([0.7, 1, 1]))
    edges = [
        (a, b, kind(rng, at))
        for a in range(size)
        for b in range(size if directed else a)
        if a != b and rng.random() < density
    ]
    line = rng.sample(range(size), size)
    along = [*pairwise(line), *([(line[-1], line[0])] if closed else [])]
    pairs = {(a, b) for a, b, _ in edges}
    way = [move for move in along if {move, move[::-1]} & pairs and (not directed or move in pairs)]
    forced = draw(st.sampled_from([way[:0], way[:1], way[:1], way[:2], way[::2], way]))
    free = sorted(pairs - {*forced, *((b, a) for a, b in forced)})
    forbidden = rng.sample(free, min(len(free), draw(st.integers(0, 1))))
    ends: dict[str, Any] = {}
    if draw(st.booleans()):
        ends = dict(zip(("start", "end"), line[:: size - 1], strict=True))
    if draw(st.booleans()) and closed:
        ends.pop("end", None)
    try:
        return Problem(
            Graph.from_edges(edges, range(size), directed=directed), closed=closed, **ends,
            forced=forced, forbidden=forbidden,
        )  # fmt: skip
    except InvalidProblem:  # a forced move contradicts an end
        return Problem(Graph.from_edges(edges, range(size), directed=directed), closed=closed)


@given(problems(), st.booleans(), st.integers(0, 3))
def test_whatever_the_costs_the_best_tour_is_that_of_brute_force(
    problem: Problem, maximize: bool, seed: int
) -> None:
    graph = problem.graph()
    known = [total(graph, order, problem.closed) for order in tours(problem)]
    with Budget(tuning=[Tuning(least=5)]):
        outcome = solve_best(problem, maximize=maximize, seed=seed)
        soon = [solve_best(problem, maximize=maximize, limits=Limits(nodes=n)) for n in (70, 400)]
    if not known:
        assert isinstance(outcome, Impossible)
        return
    best = (max if maximize else min)(known)
    assert isinstance(outcome, Best)
    assert verify(outcome.tour, problem)
    assert outcome.optimal
    assert outcome.cost == outcome.bound == best
    for early in soon:
        if isinstance(early, Best):
            assert early.bound >= best if maximize else early.bound <= best


@pytest.mark.parametrize("cost", [-5, 0, 5, -HUGE, HUGE])
@each("forced", range(1, 9))
def test_forced_moves_of_equal_costs(cost: int, forced: int) -> None:
    """Each move of a whole tour is forced, one after the other; also one of two tours."""
    graph = Graph.from_edges([(a, b, cost) for a in range(8) for b in range(a)])
    way = [(0, 3), (3, 6), (6, 1), (1, 4), (4, 7), (7, 2), (2, 5), (5, 0)][:forced]
    best = best_of(graph, closed=True, forced=way)
    assert (best.cost, best.optimal) == (8 * cost, True)
    assert verify(best.tour, Problem(graph, closed=True, forced=way))
    assert best_of(graph, forced=way[:7]).cost == 7 * cost
    if forced > 1:
        none = solve_best(graph, closed=True, forced=[(0, 3), (3, 6), (0, 6)])
        assert isinstance(none, Impossible)


@each("seed", range(20), every=5)
def test_forced_moves_of_nearly_equal_costs(seed: int) -> None:
    """The tours are too many for brute force: each bound is checked by another way to ask.

    Forced moves whose cost changes by a constant change every tour by that.
    """
    rng = random.Random(seed)
    weight = {(a, b): rng.randrange(1000, 1021) for a in range(30) for b in range(a)}
    forced = [(max(m), min(m)) for m in ((0, 1), (2, 3), (3, 4))][: 1 + seed % 3]
    costs = {}
    for change in (0, -5000, 10**9):
        edges = [(*m, c + change * (m in forced) - 1010 * (seed % 2)) for m, c in weight.items()]
        best = best_of(Graph.from_edges(edges), closed=True, forced=forced)
        assert best.optimal
        costs[change] = best.cost - change * len(forced)
    assert len({*costs.values()}) == 1


def test_a_number_outweighs_all_that_can_be_saved() -> None:
    """The inequalities of the module, at their edges."""
    for size in (3, 8, 4001):
        most = MOST // size**2
        least, costs = from_zero([-1, most - 1], size)
        assert (least, max(costs)) == (-1, most)
        weight = outweighing(size, most)
        assert weight > size * most + most
        assert size * weight < 2**63
        with pytest.raises(TooLarge):
            from_zero([0, most + 1], size)


def test_a_longer_limit_gives_no_worse_bound() -> None:
    rng = random.Random(3)
    edges = [(a, b, rng.randrange(1000, 2000)) for a in range(60) for b in range(60) if a != b]
    graph = Graph.from_edges(edges, directed=True)
    for costs in ("weight", lambda a, b: (graph.weight(a, b) or 0) / 7 + 100.1):
        for maximize in (False, True):
            bounds = [
                best_of(graph, costs, maximize=maximize, limits=Limits(nodes=nodes)).bound
                for nodes in (1, 100, 3_000, 30_000, 200_000)
            ]
            assert bounds == sorted(bounds, reverse=maximize)


@pytest.mark.skipif(not inequalities.is_installed(), reason="needs HiGHS")
def test_weights_of_a_relaxation_make_no_edge_a_missing_one() -> None:
    """However large the multipliers are, the bound is true."""
    size = 6
    edges = [(a, b) for a in range(size) for b in range(a)]
    network = cheapest.new_network(size, edges, [a % 2 for a, _ in edges], [])
    search = cheapest.new_search(network, range(size))
    inside = frozenset({0, 1, 2})
    dual = inequalities.Dual([2**70] + [0] * 5, [(inside, 10**9)], 2 * 10**9, 0, [])
    sieve = cheapest._whole_sieve(search, dual)
    assert all(cost < sieve.missing for at, cost in enumerate(sieve.costs) if at // 6 != at % 6)
    assert one_trees.span(sieve) - dual.allowed <= search.cost * search.unit


def test_more_time_helps_only_where_it_does(
    monkeypatch: pytest.MonkeyPatch, caballero: Terminal, tmp_path: Path
) -> None:
    """A search that ends by itself, without a proof, says that more time proves no more."""
    rng = random.Random(4)
    points = [(rng.randrange(999), rng.randrange(999)) for _ in range(50)]
    edges = [
        (a, b, max(abs(points[a][k] - points[b][k]) for k in (0, 1)))
        for a in range(50)
        for b in range(a)
    ]
    file = tmp_path / "random.txt"
    file.write_text("".join(f"{a} {b} {cost}\n" for a, b, cost in edges))
    graph = Graph.from_edges(edges)
    assert best_of(graph, closed=True).limit is None
    assert best_of(graph, closed=True, limits=Limits(nodes=90)).limit == "nodes"
    words = ("graph", file, "--closed", "--best", "weight")
    soon = caballero(*words, "--timeout", 0)
    assert "A longer --timeout may close the gap." in soon.err
    with Budget(tuning=[Tuning(most_edges=60)]):
        best = best_of(graph, closed=True)
        assert (best.optimal, best.limit) == (False, "method")
        assert best.bound < best.cost
        for limit in ((), ("--timeout", 600)):
            reply = caballero(*words, *limit)
            assert reply.status == 3
            assert f"no tour costs less than {best.bound}. More time proves no more" in reply.err
            assert "--timeout may" not in reply.err


def test_what_is_too_wide_says_so(caballero: Terminal) -> None:
    with Budget(tuning=[Tuning(most_window=1, most_room=1)]):
        assert best_of(6, "crossings").limit == "method"
        reply = caballero("tour", 6, "--best", "crossings", "--timeout", 60)
        problem = Problem("5x7", closed=True, forced=[("a1", "b3")])
        assert longest.find_longest(problem).limit == "method"
    assert "More time proves no more: the board or graph is too wide." in reply.err
