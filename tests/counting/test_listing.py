"""Listings: every tour once, with all constraints, and from any position."""

import itertools
import random
from collections.abc import Callable

import pytest

from caballero import (
    Board,
    Graph,
    InvalidInput,
    LimitReached,
    Limits,
    Listing,
    Problem,
    Tour,
    count_tours,
    iter_tours,
    verify,
)
from caballero.counting.kernels import listing as kernel
from caballero.counting.listing import tokens
from caballero.counting.tuning import Tuning
from caballero.machine.driver import Portions
from caballero.machine.limits import Budget, pause
from caballero.model.direction import without_clues
from caballero.model.reduction import cycle_question, rows
from pausing import pauses_of
from random_problems import random_problem, tours_of
from seldom import mostly_nightly


def with_clues(rng: random.Random, problem: Problem) -> Problem:
    """The same with numbers on the way, most of them of a tour that there is."""
    tour = next(tours_of(problem), None)
    if tour is None:
        return problem
    numbers = rng.sample(range(1, len(tour) + 1), rng.choice((1, 1, 2, 3)))
    clues = {problem.place(tour[number - 1]): number for number in numbers}
    return Problem(
        problem.ground, piece=problem.piece, closed=problem.closed, clues=clues,
        forced=problem.forced, forbidden=problem.forbidden,
    )  # fmt: skip


@pytest.mark.slow
def test_the_search_for_numbers_keeps_the_order() -> None:
    """It says where the next tour is, and backtracking continues there, also from a token."""
    rng = random.Random(31)
    several = 0
    for _ in range(120):
        problem = random_problem(rng)
        problem = with_clues(rng, problem)
        with Budget(tuning=[Tuning(patience=10**9)]):
            plain = list(iter_tours(problem))
        with Budget(tuning=[Tuning(patience=1)]):
            assert list(iter_tours(problem)) == plain
            if without_clues(problem) is None and len(plain) > 2:
                several += 1
                first = iter_tours(problem)
                head = list(itertools.islice(first, len(plain) // 2))
                assert head + list(iter_tours(problem, resume=first.token)) == plain
    assert several > 5


def test_clues_that_no_tour_has_end_at_once() -> None:
    """Two complete graphs with one vertex in common, whose number is wrong."""
    edges = [*itertools.combinations(range(9), 2), *itertools.combinations(range(8, 17), 2)]
    problem = Problem(Graph.from_edges(edges, range(17)), clues={8: 11})
    listing = iter_tours(problem)
    assert list(listing) == []
    assert listing.certificate is not None
    assert listing.certificate.kind == "split"
    assert count_tours(problem) == 0


def test_the_smallest() -> None:
    one, two = Graph.from_edges([], [0]), Graph.from_edges([(0, 1)])
    assert [tour.order for tour in iter_tours(one)] == [(0,)]
    assert list(iter_tours(one, directed=True, resume=_done(one))) == []
    assert [tour.order for tour in iter_tours(two)] == [(0, 1)]
    assert [tour.order for tour in iter_tours(two, directed=True)] == [(0, 1), (1, 0)]
    assert [tour.order for tour in iter_tours(two, start=1)] == [(1, 0)]
    apart = Graph.from_edges([], [0, 1])
    none: Graph = Graph.from_edges([])
    for ground in (one, two, apart, none):
        assert list(iter_tours(ground, closed=True)) == []
    assert list(iter_tours(apart)) == list(iter_tours(none)) == []
    ring = Graph.from_edges([(0, 1), (1, 2), (2, 0)])
    assert [tour.order for tour in iter_tours(ring, closed=True)] == [(0, 1, 2)]
    assert len(list(iter_tours(ring))) == 3


def _done(ground: Graph) -> str:
    listing = iter_tours(ground, directed=True)
    assert len(list(listing)) == 1
    return listing.token


QUESTIONS: list[Callable[..., Listing]] = [
    lambda **more: iter_tours("5x5", start="a1", **more),
    lambda **more: iter_tours("5x6", closed=True, directed=True, **more),
    lambda **more: iter_tours("3x7", directed=True, **more),
    lambda **more: iter_tours(Problem("4x5", clues={"b1": 7}), **more),
    lambda **more: iter_tours(Problem("3x3", piece="king", clues={"b2": 5}), directed=True, **more),
    lambda **more: iter_tours(
        Problem("3x4", piece="king", closed=True, clues={"a1": 1, "d2": 7}), directed=True, **more
    ),
    lambda **more: iter_tours("3x3", piece="king", **more),
    lambda **more: iter_tours("5x5", start="a1", seed=1, **more),
    lambda **more: iter_tours("5x6", closed=True, directed=True, seed=2, **more),
    lambda **more: iter_tours(Problem("4x5", clues={"b1": 7}), seed=3, **more),
]


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
def test_going_on_from_a_token(question: Callable[..., Listing]) -> None:
    whole = list(question())
    rng = random.Random(len(whole))
    assert len(whole) > 15
    begun = question()
    for k in [0, 1, 2, 3, len(whole), *(rng.randrange(len(whole)) for _ in range(4))]:
        first = question(count=k)
        assert list(first) == whole[:k]
        assert first.position == k
        assert list(question(resume=first.token)) == whole[k:]
    # In short steps, each from the token of the one before; and one listing, tour by tour.
    listed: list[Tour] = []
    token: str | None = None
    while len(listed) < len(whole):
        step = question(count=rng.randint(1, 1 + len(whole) // 4), resume=token)
        listed += step
        token = step.token
    assert listed == whole
    assert list(question(resume=token)) == []
    for k, tour in enumerate(begun):
        if k % (1 + len(whole) // 5) == 0:
            assert [tour, *question(resume=begun.token)] == whole[k:]
    assert begun.finished
    assert list(question(resume=begun.token)) == []


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("every", mostly_nightly([3, 2, 10], 3))
def test_one_of_so_many(question: Callable[..., Listing], every: int) -> None:
    whole = list(question())
    assert list(question(every=every)) == whole[::every]
    assert list(question(every=every, count=4)) == whole[::every][:4]
    first = question(every=every, count=2)
    assert [*first, *question(every=every, resume=first.token)] == whole[::every]
    # The position is that in the whole sequence, so that another stride may follow.
    assert list(question(resume=first.token)) == whole[first.position :]


@pytest.mark.slow
@pytest.mark.parametrize("question", mostly_nightly(QUESTIONS, 3))
def test_the_clock_does_not_matter(question: Callable[..., Listing]) -> None:
    """However often the clock is looked at, the tours and the token are the same."""
    whole, first = list(question()), question(count=20)
    assert list(first) == whole[:20]
    with Budget(tuning=[Portions(1e-6)]):
        listing = question(count=20)
        assert list(question()) == whole
        assert list(listing) == whole[:20]
    assert listing.token == first.token


@pytest.mark.slow
@pytest.mark.parametrize("clues", [False, True])
def test_a_seed_changes_the_order_alone(clues: bool) -> None:
    rng = random.Random(90 + clues)
    changed = 0
    for _ in range(60):
        problem = random_problem(rng)
        problem = with_clues(rng, problem) if clues else problem
        whole = list(iter_tours(problem))
        for seed in (1, 2):
            shuffled = list(iter_tours(problem, seed=seed))
            assert shuffled == list(iter_tours(problem, seed=seed))
            assert sorted(tour.order for tour in shuffled) == sorted(tour.order for tour in whole)
            changed += shuffled != whole
    assert changed > 15
    classes = [list(iter_tours(6, closed=True, up_to_symmetry=True, seed=s)) for s in (0, 5)]
    assert classes[0] != classes[1]
    assert set(classes[0]) == set(classes[1])


def test_it_is_lazy() -> None:
    """The first tours of what can't be listed in a lifetime."""
    for question in (
        iter_tours(8, closed=True),
        iter_tours("8x8"),
        iter_tours("12x12"),  # ends that have more choices than a word has bits
        iter_tours(20, closed=True),
    ):
        tours = list(itertools.islice(question, 50))
        assert len(set(tours)) == 50
        assert all(verify(tour, question.problem).valid for tour in tours)
        assert question.position == 50
        assert not question.finished


@pytest.mark.long_plain
def test_limits() -> None:
    listing = iter_tours(6, closed=True, limits=Limits(nodes=3000))
    given: list[Tour] = []
    with pytest.raises(LimitReached) as reached:
        given += listing
    assert reached.value.outcome.limit == "nodes"
    assert "edges" in repr(listing.stats)
    rest = iter_tours(6, closed=True, resume=listing.token)
    given = list(iter_tours(6, closed=True, count=listing.position))
    assert [*given, *rest] == list(iter_tours(6, closed=True))
    with pytest.raises(LimitReached):
        next(iter_tours(6, limits=Limits(seconds=0)))
    assert list(iter_tours(6, count=0, limits=Limits(seconds=0))) == []


def test_none() -> None:
    listing = iter_tours("4x4")
    assert list(listing) == []
    assert listing.certificate is not None
    assert listing.certificate.kind == "theorem"
    listing = iter_tours(Board((3, 4), ((0, 1),)))
    assert list(listing) == []
    assert listing.finished
    assert repr(listing).endswith("finished>")


def test_refusals() -> None:
    for wrong in ({"count": -1}, {"every": 0}):
        with pytest.raises(InvalidInput):
            iter_tours(5, **wrong)  # type: ignore[call-overload]
    with pytest.raises(InvalidInput) as ordered:
        iter_tours(6, closed=True, symmetry="quarter-turn", seed=1)
    assert ordered.value.code == "list-symmetry-seed"
    listing = iter_tours("5x5", count=5)
    assert len(list(listing)) == 5
    token = listing.token
    for question in (
        {"closed": True}, {"start": "a1"}, {"directed": True}, {"piece": "king"}, {"seed": 1},
    ):  # fmt: skip
        with pytest.raises(InvalidInput) as other:
            iter_tours("5x5", resume=token, **question)
        assert other.value.code == "token-other"
    name = token.split(".")[0]
    for wrong_token in ("", "x", name, f"{name}.1.1.0", token[:-1], token + "0", "é" + token):
        with pytest.raises(InvalidInput) as unreadable:
            iter_tours("5x5", resume=wrong_token)
        assert unreadable.value.code == "token-unreadable"
    rng = random.Random(8)
    for _ in range(100):  # a wrong letter anywhere
        at = rng.randrange(len(token))
        wrong_token = token[:at] + rng.choice("07aZ~_+.") + token[at + 1 :]
        if wrong_token != token:
            with pytest.raises(InvalidInput):
                iter_tours("5x5", resume=wrong_token)
    # Ways that lead nowhere, as another version may have had them.
    for way in ([0, 122, 122], [500], [0] * 300, [0, -1, 0]):
        made = tokens.write(name, tokens.Place(5, 5, way))
        with pytest.raises(InvalidInput):
            next(iter_tours("5x5", resume=made))
    clued = Problem("5x5", clues={"c1": 7})
    name = iter_tours(clued).token.split(".")[0]
    for way in ([0], [0, 122], [500, 0], [0, 0, 6, 6, 6, 6], [0] * 300):
        made = tokens.write(name, tokens.Place(5, 5, way))
        with pytest.raises(InvalidInput):
            next(iter_tours(clued, resume=made))


def test_tokens_there_and_back() -> None:
    rng = random.Random(6)
    for _ in range(50):
        way = [rng.choice((rng.randrange(20), rng.randrange(1000))) for _ in range(9)]
        place = tokens.Place(rng.randrange(10**9), rng.randrange(10**9), way + [-1] * (way[0] & 1))
        assert tokens.read("q", tokens.write("q", place)) == place


@pytest.mark.slow
def test_a_large_board_does_not_outlast_its_limit() -> None:
    """While the graph, the question and the search are made ready, the clock is looked at."""

    problem = Problem("300x300")
    assert pauses_of(problem.graph) >= 10
    neighbours = rows(problem.graph())
    assert pauses_of(lambda: cycle_question(problem)) >= 10
    assert pauses_of(lambda: kernel.new_state(neighbours, 1, pause)) >= 10
