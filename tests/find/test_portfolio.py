"""The portfolio: the tours that it must find, the proofs, and when it gives up."""

import random
from itertools import islice

import pytest

from caballero import (
    Board,
    Found,
    GaveUp,
    Graph,
    Impossible,
    LimitReached,
    Limits,
    NoTour,
    Problem,
    Tour,
    find_tour,
    methods,
    solve,
    verify,
)
from caballero.find import plan
from caballero.find.methods import METHODS
from caballero.find.prepared import Prepared
from caballero.machine.limits import Budget, LimitHit
from caballero.proof import Deduction, Exhausted
from graphs import petersen
from seldom import each


def found(problem: Problem) -> Tour:
    """Solve, and have the judge look at the tour against this very problem."""
    outcome = solve(problem)
    assert isinstance(outcome, Found), outcome
    verdict = verify(outcome.tour, problem)
    assert verdict.valid, verdict.faults
    assert outcome.tour.closed == problem.closed
    return outcome.tour


# -- plain boards --------------------------------------------------------------------------


@pytest.mark.slow
@each("n", range(5, 51), every=5)
def test_every_square_board_from_every_corner(n: int) -> None:
    for corner in ((0, 0), (0, n - 1), (n - 1, 0), (n - 1, n - 1)):
        tour = found(Problem(Board((n, n)), start=corner))
        assert tour[0] == corner


def rectangles() -> list[tuple[int, int]]:
    """All that have 3 or 4 rows and a tour, and a sample of the others."""
    narrow = [(3, n) for n in range(4, 51) if n not in {5, 6}] + [(4, n) for n in range(5, 51)]
    others = [(m, n) for m in range(5, 51) for n in range(5, 51) if m != n]
    chosen = random.Random(50).sample(others, 120)
    return [side if i % 2 else side[::-1] for i, side in enumerate(narrow)] + chosen


@pytest.mark.slow
@each("sides", rectangles())
def test_rectangles_from_a1(sides: tuple[int, int]) -> None:
    tour = found(Problem(Board(sides), start="a1"))
    assert tour.names()[0] == "a1"


# -- how it behaves ------------------------------------------------------------------------


HARD = Problem(9, clues={"a1": 40, "i9": 42, "e5": 41})


def test_a_node_limit() -> None:
    for most in (1, 1000, 50_000):
        outcome = solve(HARD, limits=Limits(nodes=most))
        assert isinstance(outcome, GaveUp | Impossible)
        if isinstance(outcome, GaveUp):
            assert outcome.limit == "nodes"
            assert outcome.stats.nodes <= 2 * most + 100
    # A limit that is not reached changes nothing.
    assert solve(Problem(8), limits=Limits(nodes=10**9, seconds=60)) is not None
    with_limit = solve(Problem(8), limits=Limits(nodes=10**9))
    assert isinstance(with_limit, Found)
    assert with_limit.tour == find_tour(8)


def test_the_nodes_of_all_methods_count_for_a_limit() -> None:
    """What the first methods spent is spent: the limit and the figure are for the whole."""
    limited = solve(Problem(petersen(), closed=True), limits=Limits(nodes=1000))
    assert isinstance(limited, GaveUp)
    assert limited.stats.nodes == sum(phase.nodes for phase in limited.stats.phases) >= 1000


@pytest.mark.parametrize("directed", [False, True])
def test_the_slices_of_a_long_search_stop_growing(directed: bool) -> None:
    edges = [(v, (v + step) % 30) for v in range(30) for step in (1, 7)]
    graph = Graph.from_edges(edges, directed=directed)
    prepared = Prepared(Problem(graph, closed=True), Budget(), seed=0)
    late = list(islice(plan.plan_of(prepared), 200, 400))
    for method in ("path-cover", "exact", "transitions", "parts"):
        assert {share.nodes for share in late if share.method == method} == {METHODS[method].most}


def test_the_nodes_of_an_answer_are_those_of_its_method() -> None:
    outcome = solve(Problem(petersen(), closed=True))
    assert isinstance(outcome, Impossible)
    assert isinstance(outcome.certificate, Exhausted)
    (own,) = [phase.nodes for phase in outcome.stats.phases if phase.method == "exact"]
    assert outcome.certificate.nodes == outcome.stats.nodes == own


def test_find_tour_raises() -> None:
    with pytest.raises(NoTour) as no:
        find_tour(4)
    assert isinstance(no.value.outcome, Impossible)
    assert no.value.outcome.certificate.check(Problem(4))
    assert "4×4" in str(no.value)
    with pytest.raises(NoTour) as exhausted:
        find_tour(petersen(), closed=True)
    assert isinstance(exhausted.value.outcome.certificate, Exhausted)
    with pytest.raises(NoTour) as deduced:
        find_tour("4x5", start="b2")
    assert isinstance(deduced.value.outcome.certificate, Deduction)
    with pytest.raises(LimitReached) as limit:
        find_tour(8, limits=Limits(seconds=0))
    assert isinstance(limit.value.outcome, GaveUp)
    assert limit.value.outcome.limit == "seconds"


# -- methods, phases, turns ----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("method", methods())
def test_every_method_alone(method: str) -> None:
    for problem in (Problem("6x6", closed=True), Problem("3x8", closed=True, start="a1")):
        outcome = solve(problem, method=method, limits=Limits(nodes=2_000_000))
        assert {phase.method for phase in outcome.stats.phases} == {method}
        match outcome:
            case Found(tour):
                assert verify(tour, problem).valid
                assert problem.size == 36
            case Impossible():
                assert problem.size == 24
            case GaveUp(limit):
                assert limit == ("nodes" if method in {"path-cover", "two-factor"} else "method")


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_the_seed_of_a_method_decides(method: str) -> None:
    clues = {"c3": 17} if method in {"clues", "numbers"} else None
    problem = Problem("6x6", closed=True, clues=clues)
    limits = Limits(nodes=200_000)
    one, two = (solve(problem, method=method, seed=3, limits=limits) for _ in range(2))
    assert (one.tour if one else None) == (two.tour if two else None)
    assert one.stats.nodes == two.stats.nodes


@pytest.mark.slow
@pytest.mark.parametrize("board", ["600x1000", "3x200000", "200000x4"])
def test_a_constructed_tour_takes_pauses(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is filled in, put in order, written down, and judged."""
    looks = 0
    most = 10**9

    def spend(_budget: Budget, _nodes: int) -> None:
        nonlocal looks
        looks += 1
        if looks >= most:
            raise LimitHit("seconds")

    monkeypatch.setattr(Budget, "spend", spend)
    monkeypatch.setattr(Budget, "pause", lambda budget: budget.spend(0))
    assert isinstance(solve(Problem(board)), Found)
    assert looks > 45
    for stop in (10, 20, looks - 12, looks - 2):
        most, looks = stop, 0
        assert isinstance(solve(Problem(board)), GaveUp)
