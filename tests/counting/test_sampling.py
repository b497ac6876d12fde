"""Ranks and samples: every tour has one rank, every rank one tour, and chance is even."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from caballero import (
    Board,
    Graph,
    InvalidInput,
    LimitReached,
    Limits,
    NoTour,
    Problem,
    Progress,
    TooLarge,
    Tour,
    TourSpace,
    count_tours,
    find_tour,
    sample_tours,
    tour_space,
    verify,
)
from caballero.counting.kernels import counting, sampling as kernel, writing
from caballero.counting.listing.cycles import Judge
from caballero.counting.ranks import whole as ranking
from caballero.counting.ranks.whole import FrontierCycles, frontier_cycles
from caballero.machine.kernel import Marks, array_of
from caballero.machine.limits import Budget
from caballero.model import InvalidProblem, InvalidTour
from caballero.model.symmetry import normal_order
from caballero.proof.facts import is_tour
from forms import run_both
from random_problems import random_problem, tours_of
from seldom import each, mostly_nightly


def random_question(seed: int) -> Problem:
    """A small question; now and then its ends are given as clues."""
    rng = random.Random(f"ranks {seed}")
    problem = random_problem(rng)
    while int(count_tours(problem)) > 300:
        problem = random_problem(rng)
    if rng.random() < 0.2:
        place = problem.place(rng.randrange(len(problem)))
        number = 1 if not problem.closed else rng.randint(1, len(problem))
        problem = replace(problem, start=None, end=None, clues=((place, number),))
    return problem


# -- every tour has one rank --------------------------------------------------------------------


HOLED = "#....\n.....\n.....\n.....\n.....\n....#"
WHOLE = [
    Problem("3x4"), Problem("3x8"), Problem("4x5"), Problem("5x5"), Problem("5x5", start="c3"),
    Problem("5x5", start="a1", end="e5"),
    Problem("5x5", end="c1", forced=[("a1", "b3")], forbidden=[("a5", "c4")]),
    Problem("3x10", closed=True), Problem("3x10", closed=True, end="b2"),
    Problem("5x6", closed=True, start="a1", end="b3"),
    Problem("6x6", closed=True, forced=[("c3", "d5"), ("d3", "c5")], forbidden=[("a2", "b4")]),
    Problem(HOLED, closed=True), Problem(HOLED, start="b1", end="d6"),
    Problem("3x4", piece="king", closed=True, surface="cylinder", start="b2"),
    Problem("3x3", surface="torus", closed=True), Problem("2x2x3", piece="wazir"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem", mostly_nightly(WHOLE, 2), ids=lambda problem: problem.ground.name
)
def test_whole_spaces(problem: Problem) -> None:
    space = tour_space(problem)
    tours = list(space)
    assert len(tours) == len(space) == int(count_tours(problem))
    assert len({normal_order(tour.order, problem.closed) for tour in tours}) == len(tours)
    assert all(is_tour(problem, tour.order) for tour in tours)
    for k in random.Random(5).sample(range(len(tours)), min(len(tours), 150)):
        assert space.rank(tours[k]) == k
        assert space.unrank(k) == tours[k]


def test_two_squares_and_a_forced_move() -> None:
    """The forced move is a chain of dummies, which the way back must not take again."""
    problem = Problem("1x2", piece="wazir", forced=[("a1", "b1")])
    space = tour_space(problem)
    assert [space.rank(tour) for tour in space] == [0]


def test_the_smallest_grounds() -> None:
    one = tour_space(1)
    assert (one.total, one.unrank(0).order, one.rank(one.unrank(0))) == (1, (0,), 0)
    assert one.sample(3) == [Tour(Board((1, 1)), (0,))] * 3
    assert tour_space(Problem(1, closed=True)).total == 0
    two = tour_space(Problem("1x2", piece="wazir", end="a1"))
    assert (two.total, two.unrank(0).order) == (1, (1, 0))
    assert tour_space(Problem("1x2", piece="wazir", closed=True)).total == 0
    assert tour_space(Graph.from_edges([])).total == 0
    triangle = Graph.from_edges([(0, 1), (1, 2), (2, 0)])
    assert [tour.order for tour in tour_space(Problem(triangle, closed=True))] == [(0, 1, 2)]
    assert tour_space(Problem(triangle)).total == 3


# -- large numbers ------------------------------------------------------------------------------


@pytest.mark.long_plain
@pytest.mark.parametrize(("board", "words"), [("3x30", 1), ("3x42", 2), ("3x84", 4)])
def test_numbers_of_several_words(board: str, words: int) -> None:
    space = tour_space(board)
    assert space.total == int(count_tours(board))
    assert isinstance(space.cycles, FrontierCycles)
    assert space.cycles.plan.count_words == words
    assert space.total >> 62 * words == 0 != space.total >> 31 * words
    source = random.Random(3)
    ranks = [0, 1, space.total - 1, *(source.randrange(space.total) for _ in range(7))]
    for k in ranks:
        assert space.rank(space.unrank(k)) == k
    assert len({space.unrank(k) for k in ranks}) == len(ranks)
    assert bool(space)


@pytest.mark.slow
def test_keys_of_several_words(both_forms: None) -> None:
    """A cycle with chords, its vertices numbered at random: a wide frontier with few states."""
    size = 70
    for seed in range(3):
        rng = random.Random(seed)
        names = rng.sample(range(size), size)
        edges = {frozenset(edge) for edge in pairwise([*range(size), 0])}
        for a in range(0, 30, 6):  # the part from a + 1 to a + 3 may be walked backwards
            edges |= {frozenset((a, a + 3)), frozenset((a + 1, a + 4))}
        rows = [[w for e in edges for w in e if v in e and w != v] for v in range(size)]
        where = {name: v for v, name in enumerate(names)}
        bad = [sorted(names[w] for w in rows[where[name]]) for name in range(size)]
        expected = int(count_tours(Problem(Graph.from_neighbours(rows), closed=True)))
        wide = frontier_cycles(bad, list(range(size)), Budget())
        assert wide.plan.key_words > 1
        assert wide.total == expected >= 32
        flat = list(wide.unranked(range(expected)))
        cycles = [[int(v) for v in flat[i : i + size]] for i in range(0, len(flat), size)]
        assert len({normal_order(tuple(cycle), closed=True) for cycle in cycles}) == expected
        for k, cycle in enumerate(cycles):
            assert all(b in bad[a] for a, b in pairwise([*cycle, cycle[0]]))
            assert wide.ranked(cycle) == k


# -- chance -------------------------------------------------------------------------------------

# The 99.9 % quantiles of chi square.
EVEN = [("3x4", False, 7, 24.3), ("5x6", True, 7, 24.3), ("3x10", True, 15, 37.7)]
EVEN += [("4x5", False, 81, 125.8), ("5x5", False, 863, 996.0)]


@pytest.mark.slow
@pytest.mark.parametrize(("board", "closed", "freedom", "most"), EVEN)
def test_samples_are_even(board: str, closed: bool, freedom: int, most: float) -> None:
    total, count = freedom + 1, 20 * (freedom + 1)
    drawn = Counter(sample_tours(Problem(board, closed=closed), count, seed=2))
    assert sum(drawn.values()) == count
    missing = total - len(drawn)
    expected = count / total
    chi = sum((n - expected) ** 2 for n in drawn.values()) / expected + missing * expected
    assert freedom / 3 < chi < most


@pytest.mark.long_plain
def test_a_sample_is_of_random_ranks() -> None:
    space = tour_space(Problem("6x6", closed=True))
    source = random.Random(11)
    expected = [space.unrank(source.randrange(space.total)) for _ in range(40)]
    assert space.sample(40, seed=11) == expected
    assert space.sample(39, seed=11) == expected[:39]
    assert space.sample(40, seed=12) != expected
    assert sample_tours(Problem("6x6", closed=True), 40, seed=11) == expected
    assert space.sample(0) == []
    assert all(verify(tour, closed=True).valid for tour in expected)


# -- both forms of the kernels -------------------------------------------------------------------


@pytest.fixture
def both_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every kernel as it is written and compiled, side by side."""
    run_both(monkeypatch, counting, kernel, writing)


@each("seed", range(25))
def test_forms_agree_on_small_questions(seed: int, both_forms: None) -> None:
    space = tour_space(random_question(seed))
    assert len(list(space)) == space.total


def test_forms_agree_on_numbers_of_several_words(both_forms: None) -> None:
    """Also where a number of completions is too great for its ints."""
    rows = [[w for w in range(v - 4, v + 5) if 0 <= w < 60 and w != v] for v in range(60)]
    space = frontier_cycles(rows, list(range(60)), Budget())
    assert space.plan.count_words == 2
    for k in (0, 1, space.total >> 1, space.total - 1):
        assert space.ranked(space.unranked([k])) == k


@each("seed", range(60))
def test_the_judge_of_many_judges_as_the_judge_of_one(seed: int, both_forms: None) -> None:
    """Also of wrong tours: with two squares exchanged, begun elsewhere, walked backwards."""
    rng = random.Random(f"judge {seed}")
    problem = random_question(seed)
    size = len(problem)
    claims = [list(tour) for tour, _ in zip(tours_of(problem), range(20), strict=False)]
    for claim in [*claims, rng.sample(range(size), size)]:
        a, b = sorted(rng.sample(range(size), 2))
        other = list(claim)
        other[a], other[b] = other[b], other[a]
        turned = [*claim[:a], *claim[a:b][::-1], *claim[b:]]
        claims += [other, turned, claim[::-1], claim[a:] + claim[:a], [*claim[:-1], claim[0]]]
    judge = Judge(problem)
    for claim in claims:
        assert judge.accepts(array_of(Marks, claim)) == int(is_tour(problem, claim))
    for claim in claims[:3]:
        claim[0] += size
        assert judge.accepts(array_of(Marks, claim)) == 0


def test_a_wrong_tour_does_not_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    space = tour_space(Problem("6x6", closed=True))
    other = tour_space(Problem("6x6", closed=True, piece="wazir"))
    mixed = TourSpace(space.problem, space.stats, other.question, other.cycles)
    for count in (1, 100):
        with pytest.raises(RuntimeError, match="not accepted"):
            mixed.sample(count)


# -- refusals and limits ------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [-1, 864, 10**30])
def test_a_rank_outside(wrong: int) -> None:
    with pytest.raises(InvalidInput, match=r"no rank .* 0 to 863 \(864 tours\)"):
        tour_space("5x5").unrank(wrong)


def test_a_wrong_tour_has_no_rank() -> None:
    space = tour_space("5x5")
    with pytest.raises(InvalidTour, match="not a move"):
        space.rank(Tour(Board((5, 5)), tuple(range(25))))
    with pytest.raises(
        InvalidTour, match="right up to number 12, at a4; squares that are left: 13"
    ):
        space.rank(find_tour("3x4"))
    with pytest.raises(InvalidTour, match="must start at"):
        tour_space(Problem("5x5", start="c3")).rank(find_tour("5x5", start="a1", end="e5"))
    with pytest.raises(InvalidTour, match="does not close"):
        tour_space(Problem("5x6", closed=True)).rank(find_tour("5x6", start="a1", end="a2"))
    with pytest.raises(InvalidTour, match="3 entries; the tour needs 16"):
        tour_space("4x4").rank(Tour(Board((4, 4)), (0, 1, 2)))
    forced = Problem("5x5", forbidden=[("a1", "b3")])
    tour = next(t for t in space if {(4, 0), (2, 1)} in [set(step) for step in pairwise(t)])
    with pytest.raises(InvalidTour, match="forbidden"):
        tour_space(forced).rank(tour)


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        (Problem("4x4"), "theorem"),
        (Problem("5x5", closed=True), "theorem"),
        (Problem("5x5", start="b1"), "colours"),
        (Problem("4x5", start="a1", end="c1"), "colours"),
        (Problem(Graph.from_edges([(0, 1), (1, 2), (1, 3)])), "exhausted"),
        (Problem("5x5", forced=[("a1", "b3"), ("b3", "c5"), ("b3", "d2")]), "exhausted"),
    ],
)
def test_nothing_to_draw(problem: Problem, kind: str) -> None:
    space = tour_space(problem)
    assert (space.total, list(space), bool(space)) == (0, [], False)
    for ask in (lambda: space.sample(2), lambda: space.unrank(0)):
        with pytest.raises(NoTour) as raised:
            ask()
        assert raised.value.outcome.certificate.kind == kind
    with pytest.raises(InvalidTour):
        space.rank(Tour(problem.ground, tuple(range(len(problem)))))


def test_refusals() -> None:
    with pytest.raises(InvalidProblem, match="clues"):
        tour_space(Problem("5x5", clues={"c3": 7}))
    with pytest.raises(InvalidInput, match="at least 0, not -1"):
        tour_space("3x4").sample(-1)
    complete = Graph.from_edges([(v, w) for w in range(200) for v in range(w)])
    with pytest.raises(TooLarge, match="too wide"):
        tour_space(complete, limits=Limits(seconds=20))


def test_memory_is_refused_before_it_is_allocated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "free_memory", lambda: 50_000.0)
    assert tour_space(Problem("3x10", closed=True)).total == 16
    with pytest.raises(LimitReached) as raised:
        tour_space(Problem("6x6", closed=True))
    assert raised.value.outcome.limit == "megabytes"


def test_the_hopeless_is_refused_at_once() -> None:
    for limits in (None, Limits(megabytes=1e9), Limits(megabytes=1)):
        with pytest.raises(TooLarge, match=r"GB of memory, and .* GB are free\. It reaches"):
            tour_space(Problem(12, closed=True), limits=limits)
    with pytest.raises(LimitReached) as raised:  # what is allowed is too little, not what there is
        tour_space(8, limits=Limits(megabytes=1))
    assert (raised.value.outcome.limit, raised.value.outcome.stats.nodes) == ("megabytes", 0)
    with pytest.raises(TooLarge, match=r"at most 10.000: choose a smaller"):
        tour_space(200)


# -- limits while drawing -----------------------------------------------------------------------


@pytest.mark.slow
def test_a_sample_keeps_to_its_limits() -> None:
    space = tour_space(Problem("5x6", closed=True))
    space.sample(2000)  # what is compiled is there from now on
    with pytest.raises(LimitReached) as reached:
        space.sample(10**9, limits=Limits(seconds=0.2))
    assert reached.value.outcome.limit == "seconds"
    with pytest.raises(LimitReached):
        sample_tours(Problem("5x6", closed=True), 10**9, limits=Limits(seconds=0.3))
    with pytest.raises(LimitReached) as reached:
        space.sample(6, limits=Limits(nodes=5))
    assert (reached.value.outcome.limit, reached.value.outcome.stats.nodes) == ("nodes", 5)
    assert len(space.sample(5, limits=Limits(nodes=5))) == 5
    assert space.sample(0, limits=Limits(seconds=0)) == []
    events: list[Progress] = []
    with pytest.raises(LimitReached):
        space.sample(10**9, limits=Limits(seconds=2), callback=events.append)
    assert events
    assert all(0 <= (event.done or 0) < 10**9 == event.total for event in events)


@pytest.mark.long_plain
def test_tours_are_drawn_one_by_one() -> None:
    space = tour_space(Problem("5x6", closed=True))
    drawn = space.draw(10**12, seed=3)  # they would never fit
    assert [next(drawn) for _ in range(3000)] == space.sample(3000, seed=3)
    with pytest.raises(NoTour):
        tour_space(Problem("3x4", closed=True)).draw(1)
    with pytest.raises(InvalidInput):
        space.draw(-1)
