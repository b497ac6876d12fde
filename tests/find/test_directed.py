"""Directed graphs: every method against brute force, their certificates, networkx's cases."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path

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
    methods,
    solve,
    tour_space,
    verify,
)
from caballero.counting import start_run
from caballero.find.directed import directed_proof, patched_cycle, unreachable_of
from caballero.find.exact import DirectedSearch
from caballero.find.proofs import deduce
from caballero.formats import problem_data, read_problem
from caballero.machine.limits import Budget, LimitHit
from caballero.model import InvalidProblem
from caballero.model.directed import cut_order, joined_rows, only_ways, onward_rows, split_rows
from caballero.model.direction import undirected, without_clues
from caballero.model.reduction import cycle_question, rows_of
from caballero.proof import Bottleneck, Crowded, Deduction, TooFew, Unreachable
from caballero.render.certificate import certificate_text
from caballero.teaching import solve_backtracking, solve_warnsdorff
from naive import all_directed_tours
from pausing import stops
from seldom import mostly_nightly

networkx = import_module("networkx")

FINDERS = {"path-cover", "two-factor", "repair", "cut-sets", "transitions", "parts"}
"""The methods that need not end, or find everything."""


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


def check_found(problem: Problem, tours: set[tuple[int, ...]]) -> None:
    for method in (None, *methods("find")):
        limits = Limits(nodes=50_000) if method in FINDERS else None
        match solve(problem, method=method, limits=limits):
            case Found(tour):
                assert verify(tour, problem).valid
                assert tours
            case Impossible(certificate):
                assert not tours
                assert certificate.kind == "exhausted" or certificate.check(problem), certificate
                assert str(certificate)
    outcome = solve_backtracking(problem)
    assert isinstance(outcome, Found if tours else Impossible)


def check_counted(problem: Problem, tours: set[tuple[int, ...]]) -> None:
    for method in (None, "brute", "frontier", "sweep", "halves"):
        if method in (None, "brute") or cannot_be_ends(problem) is False:
            count = count_tours(problem, method=method)
            assert count == count.as_directed() == len(tours), method
    if not problem.closed:
        graph = problem.graph()
        closable = sum(len(t) > 1 and graph.has_edge(t[-1], t[0]) for t in tours)
        assert count_tours(problem, closable=True) == closable
        assert count_tours(problem, closable=False) == len(tours) - closable


def cannot_be_ends(problem: Problem) -> bool:
    return without_clues(problem) is None


def check_listed(problem: Problem, tours: set[tuple[int, ...]]) -> None:
    wanted = {unrotated(problem, order) for order in tours}
    listed = [unrotated(problem, tour.order) for tour in iter_tours(problem)]
    assert len(listed) == len(wanted)
    assert {*listed} == wanted
    if cannot_be_ends(problem):
        return
    space = tour_space(problem)
    assert space.total == len(wanted)
    ranked = [space[rank] for rank in range(space.total)]
    assert {unrotated(problem, tour.order) for tour in ranked} == wanted
    assert [space.rank(tour) for tour in ranked] == list(range(space.total))


@pytest.mark.slow
@pytest.mark.parametrize("part", mostly_nightly(range(80), every=40))
def test_all_engines_agree_with_brute_force(part: int) -> None:
    for seed in range(12 * part, 12 * part + 12):
        problem = random_problem(random.Random(seed), most=7 + (part > 40))
        tours = tours_of(problem)
        check_found(problem, tours)
        check_counted(problem, tours)
        check_listed(problem, tours)


def test_a_listing_resumes() -> None:
    pairs = [(a, b) for a in range(6) for b in range(6) if (a + b) % 3]
    problem = Problem(Graph.from_edges(pairs, directed=True))
    whole = [tour.order for tour in iter_tours(problem)]
    first = iter_tours(problem, count=7)
    begun = [tour.order for tour in first]
    rest = [tour.order for tour in iter_tours(problem, resume=first.token)]
    assert begun + rest == whole
    both = Problem(Graph.from_edges(pairs))
    with pytest.raises(Exception, match="token"):
        iter_tours(both, resume=first.token)


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


def certificate_of(problem: Problem) -> object:
    outcome = solve(problem)
    assert isinstance(outcome, Impossible)
    assert outcome.certificate.check(problem)
    return outcome.certificate


def test_no_path_back_excludes_a_cycle_but_no_path() -> None:
    graph = digraph("ab", "bc", "cb")
    certificate = certificate_of(Problem(graph, closed=True))
    assert isinstance(certificate, Unreachable)
    assert certificate.reason.text() == "No path leads from b to a."
    assert not certificate.check(Problem(graph))
    assert find_tour(graph).names() == ("a", "b", "c")


def test_two_vertices_that_do_not_reach_each_other_exclude_a_path() -> None:
    problem = Problem(digraph("ab", "ac"))
    certificate = certificate_of(problem)
    assert certificate == Unreachable("b", "c", ("b", "c"), both=True)
    assert "No path leads from c to b, nor from b to c." in str(certificate)
    assert not replace(certificate, both=False).check(problem)
    assert not Unreachable("b", "a", ("b", "a"), both=True).check(problem)


def test_a_start_that_does_not_reach_all_excludes_a_path() -> None:
    graph = digraph("ab", "bc", "cb")
    certificate = certificate_of(Problem(graph, start="b"))
    assert certificate == Unreachable("a", "b", ("a", "b"))
    assert not certificate.check(Problem(graph, start="a"))
    assert certificate_of(Problem(graph, end="a")) == Unreachable("a", "b", ("a", "b"))


def test_vertices_with_too_few_successors() -> None:
    fan = Problem(digraph("ab", "bc", "ca", "ad", "dc"), closed=True)
    certificate = certificate_of(fan)
    assert isinstance(certificate, Crowded)
    for wrong in (
        replace(certificate, others=0),
        replace(certificate, places=certificate.places[:1], names=certificate.names[:1]),
        replace(certificate, places=("a", "b"), names=("a", "b")),
        replace(certificate, places=certificate.places * 2, names=certificate.names * 2),
        replace(certificate, names=("x", "y")),
        replace(certificate, places=("x", "y"), names=("x", "y")),
        replace(certificate, places=(), names=()),
    ):
        assert not wrong.check(fan)
    assert not certificate.check(Problem(fan.ground))
    assert not certificate.check(Problem(digraph("ab", "bc", "ca", "ad", "dc", "db"), closed=True))


def test_the_end_of_a_path_needs_no_successor() -> None:
    graph = digraph("ab", "bc", "ad", "dc", "ca")
    assert find_tour(graph)
    problem = Problem(graph, end="a")
    found = directed_proof(problem, Budget())
    assert isinstance(found, Crowded)
    assert found.check(problem)
    assert not found.check(Problem(graph, end="b"))


def test_a_bottleneck() -> None:
    problem = Problem(digraph("ha", "ab", "bh", "hc", "cd", "dh", "ba", "dc"), closed=True)
    certificate = certificate_of(problem)
    assert certificate == Bottleneck(("h",), ("h",), 2, False, True)
    assert isinstance(certificate, Bottleneck)
    for wrong in (
        replace(certificate, parts=3),
        replace(certificate, places=("a",), names=("a",)),
        replace(certificate, names=("a",)),
        replace(certificate, closed=False),
        replace(certificate, places=(), names=()),
    ):
        assert not wrong.check(problem)
    assert not certificate.check(Problem(problem.ground))


def test_certificates_of_directed_graphs_say_nothing_about_others() -> None:
    plain = Problem(Graph.from_edges([(0, 1), (1, 2), (2, 0)]), closed=True)
    assert not Crowded((0, 1), ("0", "1"), 1, True).check(plain)
    assert not Bottleneck((0,), ("0",), 2, False, True).check(plain)
    assert not Unreachable(0, 1, ("0", "1"), both=True).check(plain)


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


@pytest.mark.slow
def test_reach_is_proved_in_linear_time_of_a_long_chain() -> None:
    size = 50_000
    chain = Graph.from_edges([(v, v + 1) for v in range(size - 1)], directed=True)
    assert unreachable_of(Problem(chain)) is None
    ring = Problem(chain, closed=True)
    assert isinstance(certificate_of(ring), Unreachable)


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


def test_a_rule_for_undirected_graphs_is_refused() -> None:
    with pytest.raises(InvalidProblem, match="directed"):
        solve_warnsdorff(Problem(digraph("ab", "bc")))


# -- elsewhere ---------------------------------------------------------------------------------


def test_a_directed_problem_is_stored_and_read() -> None:
    for seed in range(30):
        problem = random_problem(random.Random(seed))
        assert read_problem(json.loads(json.dumps(problem_data(problem)))) == problem


def test_the_normal_form_of_a_directed_tour_keeps_its_direction() -> None:
    ring = digraph("ab", "bc", "ca", "ba", "cb", "ac")
    one, other = (Tour.from_squares(ring, [*labels], closed=True) for labels in ("bca", "cba"))
    assert one.normalised().names() == ("a", "b", "c")
    assert other.normalised().names() == ("a", "c", "b")
    path = Tour.from_squares(digraph("cb", "ba", "ac"), [*"cba"])
    assert path.normalised() == path
    assert path.closable
    assert not path.reversed().closable


@pytest.mark.slow
def test_a_run_counts_a_directed_graph(tmp_path: Path) -> None:
    pairs = [(a, b) for a in range(9) for b in range(9) if (a + 2 * b) % 4]
    problem = Problem(Graph.from_edges(pairs, directed=True), closed=True)
    result = start_run("count", problem, tmp_path / "run")
    assert result.count == count_tours(problem, method="brute")


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


def test_a_split_graph_has_the_rows_of_its_problem() -> None:
    for seed in range(300):
        problem = random_problem(random.Random(seed))
        question = cycle_question(problem)
        if question is not None:
            rows = joined_rows(question.neighbours, question.size, question.links)
            assert rows == [{*row} for row in rows_of(problem)]


@pytest.mark.slow
@pytest.mark.parametrize("apart", mostly_nightly([True, False], 2))
def test_exact_search_learns_on_cubic_graphs_with_some_edges_one_way(apart: bool) -> None:
    answers = set()
    for seed in range(60):
        rng = random.Random(seed)
        cubic = networkx.random_regular_graph(3, 8, seed=seed)
        edges = [(a, b) for a, b in cubic.edges()]
        edges += [(b, a) for a, b in edges if rng.random() > 0.25]
        problem = Problem(Graph.from_edges(edges, range(8), directed=True), closed=True)
        cycle = DirectedSearch(rows_of(problem), apart=apart, seed=seed).run(Budget())
        answers.add(cycle is not None)
        assert (cycle is not None) == bool(tours_of(problem))
    assert answers == {True, False}


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


def test_cycle_covers_of_dense_graphs_are_patched() -> None:
    rng = random.Random(1)
    for closed in (True, False):
        pairs = [(a, b) for a in range(60) for b in range(60) if a != b and rng.random() < 0.3]
        problem = Problem(Graph.from_edges(pairs, range(60), directed=True), closed=closed)
        cycle = patched_cycle(rows_of(problem), Budget(), 0)
        assert cycle is not None
        assert verify(Tour(problem.ground, tuple(cut_order(cycle, 60, None, None)), closed=closed))
        outcome = solve(problem)
        assert [phase.method for phase in outcome.stats.phases][2:] == ["two-factor"]


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
