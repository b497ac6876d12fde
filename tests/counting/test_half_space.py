"""Cycles by number from half layers: each once, whatever cut, flip and mirror there are."""

import random
from itertools import pairwise

import pytest

from caballero import Problem, Stats, TourSpace, count_tours, tour_space, verify
from caballero.counting.frontier import cycles
from caballero.counting.ranks.halves import HalfSpace, half_space
from caballero.counting.sweeps.halves import meeting_places
from caballero.counting.sweeps.order import Ordered
from caballero.counting.sweeps.route import Route, route, with_one_dummy
from caballero.counting.tuning import Tuning
from caballero.machine.kernel import is_compiled
from caballero.machine.limits import Budget
from caballero.model.reduction import cycle_question
from graphs import random_rows
from random_problems import random_problem
from seldom import mostly_nightly

# Closed tours: A175855 and D. E. Knuth's counts; open ones are lines, without direction.
KNOWN = [("5x6", True, 8), ("3x10", True, 16), ("6x6", True, 9862), ("5x5", False, 864)]
KNOWN += [("4x5", False, 82), ("3x12", True, 176), ("5x8", True, 44_202)]
MANY = 2_000


def route_of(problem: Problem) -> Route:
    chosen = route(problem, Budget(), halves=True)
    assert chosen is not None
    return chosen


def space_of(problem: Problem, cycles: HalfSpace) -> TourSpace:
    question = cycle_question(problem)
    assert question is not None
    return TourSpace(problem, Stats("", 0, 0), with_one_dummy(problem, question), cycles)


def edges_of(space: HalfSpace, ranks: range | list[int]) -> list[frozenset[frozenset[int]]]:
    """The cycles of some ranks as sets of edges."""
    size = len(space.order)
    flat = [int(v) for v in space.unranked(ranks)]
    every = [flat[i : i + size] for i in range(0, len(flat), size)]
    assert all(sorted(cycle) == sorted(space.order) for cycle in every)
    return [frozenset(map(frozenset, pairwise([*cycle, cycle[0]]))) for cycle in every]


@pytest.mark.slow
@pytest.mark.parametrize(("board", "closed", "total"), KNOWN)
def test_every_tour_has_one_number(board: str, closed: bool, total: int) -> None:
    problem = Problem(board, closed=closed)
    space = space_of(problem, half_space(route_of(problem), Budget()))
    assert space.total == total
    ranks = range(total) if total < MANY else random.Random(1).sample(range(total), 500)
    tours = [space.unrank(k) for k in ranks[:20]]
    tours += space._tours_of(ranks[20:], total)  # judged there
    assert len(set(tours)) == len(tours) == len(ranks)
    for k, tour in list(zip(ranks, tours, strict=True))[:: 1 + len(tours) // 100]:
        assert verify(tour, closed=closed).valid
        assert space.rank(tour) == k


@pytest.mark.slow
@pytest.mark.parametrize("without", [("flip",), ("mirror",), ("flip", "mirror")])
@pytest.mark.parametrize("board", mostly_nightly(["5x6", "3x12", "5x5"], 2))
def test_with_fewer_symmetries(board: str, without: tuple[str, ...]) -> None:
    chosen = route_of(Problem(board, closed=board != "5x5"))
    assert chosen.flip is not None
    assert chosen.mirror is not None
    space = half_space(chosen, Budget())
    flip = None if "flip" in without else chosen.flip
    mirror = None if "mirror" in without else chosen.mirror
    fewer = half_space(chosen._replace(flip=flip, mirror=mirror), Budget())
    assert fewer.total == space.total
    ranks = range(space.total)
    assert [fewer.ranked(fewer.unranked([k])) for k in ranks[:200]] == [*ranks[:200]]
    assert set(edges_of(fewer, ranks)) == set(edges_of(space, ranks))


@pytest.mark.parametrize("seed", range(6))
def test_wherever_the_halves_meet(seed: int) -> None:
    rng = random.Random(seed)
    rows = random_rows(rng, rng.randint(6, 9 if is_compiled() else 8), 0.5)
    total = cycles(rows, Budget())
    names = rng.sample(range(len(rows)), len(rows))
    edges = {frozenset((names[v], names[w])) for v, row in enumerate(rows) for w in row}
    for place in meeting_places(rows):
        chosen = Route(Ordered(rows, names, [], 0), place, None, None, 0, 0)
        space = half_space(chosen, Budget(), threads=1)
        assert space.total == total
        ranks = range(total) if total < 100 else rng.sample(range(total), 100)
        found = edges_of(space, ranks)
        assert len(set(found)) == len(ranks)
        assert all(cycle <= edges and len(cycle) == len(rows) for cycle in found)
        for k in ranks[:10]:
            assert space.ranked(space.unranked([k])) == k


def random_question(seed: int) -> Problem:
    """A small question, now and then with ends and moves that are forced or forbidden."""
    rng = random.Random(f"halves {seed}")
    problem = random_problem(rng)
    while not 0 < int(count_tours(problem)) < 200:
        problem = random_problem(rng)
    return problem


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_nightly(range(40), every=3))
def test_wide_boards_are_cut(seed: int) -> None:
    """All questions are, if all are wide; the tours are the same."""
    problem = random_question(seed)
    whole = tour_space(problem)
    with Budget(tuning=[Tuning(wide_cost=0)]):
        space = tour_space(problem)
    tours = list(space)
    assert len(tours) == space.total == whole.total
    assert set(tours) == set(whole)
    assert [space.rank(tour.reversed()) for tour in tours] == list(range(space.total))
