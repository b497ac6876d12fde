"""Directed graphs: every method against brute force, their certificates, networkx's cases."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import pairwise

import pytest

from caballero import (
    Found,
    Graph,
    Impossible,
    Limits,
    Problem,
    Tour,
    count_tours,
    find_tour,
    iter_tours,
    solve,
    verify,
)
from caballero.find.directed import patched_cycle
from caballero.find.exact import DirectedSearch
from caballero.find.proofs import deduce
from caballero.machine.limits import Budget, LimitHit
from caballero.model.directed import cut_order, joined_rows, only_ways, onward_rows, split_rows
from caballero.model.direction import undirected
from caballero.model.reduction import cycle_question, rows_of
from caballero.proof import Deduction, TooFew, Unreachable
from caballero.render import certificate_text
from naive import all_directed_tours
from pausing import stops

networkx = import_module("networkx")


def random_problem(rng: random.Random, most: int = 7) -> Problem:
    """A question about a small directed graph, with every kind of constraint."""
    size = rng.randint(2, most)
    share = rng.choice((0.2, 0.35, 0.5, 0.8))
    vertices = range(size)
    edges = {(a, b) for a in vertices for b in vertices if a != b and rng.random() < share}
    if rng.random() < 0.1:
        edges |= {(b, a) for a, b in edges}
    if rng.random() < 0.5:
        order = rng.sample(vertices, size)
        edges |= {*zip(order, order[1:] + order[:1], strict=True)}
    listed = sorted(edges)
    rng.shuffle(listed)
    forced, forbidden = rng.choice((0, 0, 0, 1, 2)), rng.choice((0, 0, 0, 1, 2))
    start, end = rng.sample(vertices, 2)
    clues = {}
    if size > 3 and rng.random() < 0.2:
        inner = next(v for v in vertices if v not in (start, end))
        clues[inner] = rng.randint(2, size - 1)
    return Problem(
        Graph.from_edges(listed, vertices, directed=True),
        closed=rng.random() < 0.5,
        start=start if rng.random() < 0.3 else None,
        end=end if rng.random() < 0.3 else None,
        clues=clues,
        forced=listed[:forced],
        forbidden=listed[forced : forced + forbidden],
    )


def tours_of(problem: Problem) -> set[tuple[int, ...]]:
    """All tours, by brute force."""
    graph = problem.graph()
    successors = [graph.neighbours(v) for v in range(len(graph))]
    forced = [(problem.vertex(a), problem.vertex(b)) for a, b in problem.forced]
    found = all_directed_tours(
        successors, closed=problem.closed, clues=problem.numbered(), forced=forced
    )
    return set(map(tuple, found))


def unrotated(problem: Problem, order: tuple[int, ...]) -> tuple[int, ...]:
    """A closed tour from vertex 0 on, as brute force lists it without clues."""
    at = order.index(0) if problem.closed else 0
    return order[at:] + order[:at]


def test_a_symmetric_graph_has_each_tour_in_both_directions() -> None:
    plain = Graph.from_networkx(networkx.petersen_graph())
    both = Graph.from_dict(plain.to_dict(), directed=True)
    assert undirected(Problem(both)) == Problem(plain)
    assert count_tours(both) == count_tours(plain, directed=True) == 240
    outcome = solve(both, closed=True)
    assert isinstance(outcome, Impossible)
    assert len(list(iter_tours(both))) == 240


def test_two_vertices_are_a_cycle_there_and_back() -> None:
    pair = Graph.from_edges([("a", "b"), ("b", "a")], directed=True)
    assert find_tour(pair, closed=True, start="b").names() == ("b", "a")
    assert count_tours(pair, closed=True) == len(list(iter_tours(pair, closed=True))) == 1
    alone = Problem(Graph.from_edges([], ["a"], directed=True), closed=True)
    certificate = solve(alone).certificate
    assert certificate == TooFew(1, directed=True)
    assert certificate.check(alone)
    assert not TooFew(1).check(alone)


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 4, 5, 8, 13, 40, 200])
def test_every_tournament_has_a_path_and_a_strongly_connected_one_a_cycle(size: int) -> None:
    for seed in range(5):
        tournament = networkx.tournament.random_tournament(size, seed=seed)
        assert verify(find_tour(tournament), tournament).valid
        theirs = networkx.tournament.hamiltonian_path(tournament)
        assert verify(Tour.from_squares(tournament, theirs), tournament).valid
        closed = Problem(tournament, closed=True)
        outcome = solve(closed)
        assert bool(outcome) is networkx.is_strongly_connected(tournament)
        if isinstance(outcome, Impossible):
            assert isinstance(outcome.certificate, Unreachable)
            assert outcome.certificate.check(closed)


# -- certificates ------------------------------------------------------------------------------


def digraph(*edges: str) -> Graph:
    """The graph of edges such as ``"ab"``."""
    return Graph.from_edges([(edge[0], edge[1]) for edge in edges], directed=True)


def test_a_deduction_speaks_of_directed_edges() -> None:
    kinds = set()
    for seed in range(400):
        problem = undirected(random_problem(random.Random(seed)))
        question = cycle_question(problem)
        if not problem.directed or question is None or solve(problem):
            continue
        found = deduce(problem, question, Budget())
        if not isinstance(found, Deduction):
            continue
        kinds.add(found.kind)
        assert found.check(problem)
        assert not replace(found, names=("x",)).check(problem)
        assert not replace(found, steps=found.steps[1:]).check(problem) or not found.steps
        assert not any("–" in str(message) for message in found.explain(problem))
    assert {"degree", "third-move"} <= kinds


# -- words -------------------------------------------------------------------------------------


def test_faults_of_directed_tours() -> None:
    graph = digraph("ab", "bc", "cd", "de", "ea", "ba")
    problem = Problem(graph, closed=True, forced=[("a", "b")], forbidden=[("b", "a")])
    verdict = verify(Tour.from_squares(graph, [*"edcba"]), problem)
    assert {fault.code for fault in verdict.faults} == {
        "fault-step-graph", "fault-not-closed-graph", "fault-cut-off", "fault-forced-directed",
        "fault-forbidden-directed",
    }  # fmt: skip
    assert any("a→b" in str(fault) for fault in verdict.faults)
    assert verify(Tour.from_squares(graph, [*"cdeab"]), problem).valid


# -- elsewhere ---------------------------------------------------------------------------------


def test_the_normal_form_of_a_directed_tour_keeps_its_direction() -> None:
    ring = digraph("ab", "bc", "ca", "ba", "cb", "ac")
    one, other = (Tour.from_squares(ring, [*labels], closed=True) for labels in ("bca", "cba"))
    assert one.normalised().names() == ("a", "b", "c")
    assert other.normalised().names() == ("a", "c", "b")
    path = Tour.from_squares(digraph("cb", "ba", "ac"), [*"cba"])
    assert path.normalised() == path
    assert path.closable
    assert not path.reversed().closable


def test_the_reason_is_told_in_the_terms_of_the_graph() -> None:
    told = set()
    for seed in range(300):
        problem = random_problem(random.Random(seed))
        outcome = solve(problem)
        if isinstance(outcome, Impossible):
            for language in ("en", "es"):
                text = certificate_text(problem, outcome.certificate, language)
                assert text.endswith(outcome.certificate.reason.text(language))
            told.add(outcome.certificate.kind)
    assert {"unreachable", "crowded", "bottleneck", "degree"} <= told


@pytest.mark.slow
@pytest.mark.parametrize("apart", [False, True])
def test_exact_search_equals_brute_force(apart: bool) -> None:
    answers = set()
    for seed in range(600):
        rng = random.Random(seed)
        problem = random_problem(rng)
        if problem.clues or problem.size < 3 or cycle_question(problem) is None:
            continue
        search = DirectedSearch(rows_of(problem), apart=apart, seed=seed)
        cycle, tours = search.run(Budget()), tours_of(problem)
        answers.add((problem.closed, bool(tours)))
        assert (cycle is not None) == bool(tours), problem
        if cycle is not None:
            numbers = problem.numbered()
            order = cut_order(cycle, problem.size, numbers.get(1), numbers.get(problem.size))
            assert unrotated(problem, tuple(order)) in {unrotated(problem, tour) for tour in tours}
    assert len(answers) == 4


def test_a_cubic_graph_with_a_fifth_of_its_edges_one_way_takes_one_slice() -> None:
    tour = find_tour(networkx.random_regular_graph(3, 300, seed=300), closed=True).order
    planted = {*pairwise([*tour, tour[0]])}
    rng, edges = random.Random(1), set(planted)
    for a, b in networkx.random_regular_graph(3, 300, seed=300).edges():
        edges |= {(a, b)} if rng.random() < 0.2 else {(a, b), (b, a)}
    outcome = solve(Graph.from_edges(sorted(edges), range(300), directed=True), closed=True)
    assert isinstance(outcome, Found)
    assert [phase.method for phase in outcome.stats.phases] == ["theorems", "reach", "exact"]


@pytest.mark.parametrize(
    "work",
    [
        partial(only_ways, [[1], [0]]),
        partial(joined_rows, [[3], [2], [1], [0]], 4, 0),
        partial(onward_rows, [[1], [0]], closed=True, start=None, end=None),
        partial(split_rows, [[1], [0]], 2),
    ],
)
def test_preparing_a_search_pauses(work: Callable[..., object]) -> None:
    assert stops(work)


def test_patching_counts_the_edges_it_looks_at_and_leaves_time_for_proofs() -> None:
    # Three complete graphs, and one edge from each to the next: all through the same vertex of it.
    pairs = [(a, b) for a in range(60) for b in range(60) if a != b and a % 3 == b % 3]
    pairs += [(0, 1), (1, 2), (2, 0)]
    problem = Problem(Graph.from_edges(pairs, range(60), directed=True), closed=True)
    with pytest.raises(LimitHit):
        patched_cycle(rows_of(problem), Budget(Limits(nodes=20 * len(pairs))), 0)
    assert isinstance(solve(problem), Impossible)


def test_patching_agrees_with_brute_force() -> None:
    found = 0
    for seed in range(300):
        problem = random_problem(random.Random(seed))
        if problem.clues or cycle_question(problem) is None:
            continue
        cycle = patched_cycle(rows_of(problem), Budget(), seed)
        if cycle is not None:
            numbers = problem.numbered()
            order = cut_order(cycle, problem.size, numbers.get(1), numbers.get(problem.size))
            tours = {unrotated(problem, tour) for tour in tours_of(problem)}
            assert unrotated(problem, tuple(order)) in tours
            found += 1
    assert found > 50
