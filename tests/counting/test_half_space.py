"""Cycles by number from half layers: each once, whatever cut, flip and mirror there are."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from caballero import Limits, Problem, count_tours, tour_space, verify
from caballero.counting.frontier import cycles
from caballero.counting.kernels import counting, retracing
from caballero.counting.kernels._states import Plan
from caballero.counting.ranks import space as sampling
from caballero.counting.ranks.halves import HalfSpace, half_space, new_walk
from caballero.counting.ranks.space import TourSpace
from caballero.counting.sweeps import sweep
from caballero.counting.sweeps.halves import meeting_places
from caballero.counting.sweeps.order import Ordered
from caballero.counting.sweeps.route import Route, route, with_one_dummy
from caballero.machine.kernel import Marks, array_of, is_compiled
from caballero.machine.kernels._shared import LOW
from caballero.machine.limits import Budget, LimitHit
from caballero.model.reduction import cycle_question
from caballero.proof.outcome import Stats
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


@pytest.mark.slow
@pytest.mark.large
def test_ranks_do_not_depend_on_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = route_of(Problem("6x8", closed=True))
    alone = half_space(chosen, Budget(), threads=1)
    monkeypatch.setattr(sweep, "THREADED_STATES", 1)
    monkeypatch.setattr(sweep, "MIN_HEIGHT", 16)
    shared = half_space(chosen, Budget(), threads=3)
    assert list(shared.joint.left.states.ranks) == list(alone.joint.left.states.ranks)
    ranks = random.Random(5).sample(range(alone.total), 200)
    assert edges_of(shared, ranks) == edges_of(alone, ranks)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "closed"),
    [("6x6", True), ("5x5", False), pytest.param("6x8", True, marks=pytest.mark.large)],
)
def test_predecessors_have_as_many_ways_as_the_state(
    board: str, closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every layer: so they are all enumerated, and none twice."""
    whole_plan = counting.new_plan

    def no_look_ahead(*given: Any, **more: Any) -> Plan:
        # A dead end may be found out earlier than its image, and then its count is too small.
        plan = whole_plan(*given, **more)
        return replace(plan, watch_at=array_of(Marks, [0] * len(plan.watch_at)))

    monkeypatch.setattr(counting, "new_plan", no_look_ahead)
    layers = half_space(route_of(Problem(board, closed=closed)), Budget()).left
    flipped = [t for t in range(layers.steps) if layers.plan.flip_at[t] >= 0]
    assert bool(flipped) == (board != "6x6")
    words, checked, own_images = layers.plan.key_words, 0, 0
    stride, store = words + 1, layers.store
    walk = new_walk(layers, 0)
    for t in range(1, layers.steps):
        shelf = layers.first_at[t]
        begin, end = (layers.first[at] for at in (shelf, shelf + (1 << layers.heights[t])))
        for i in range(begin, end, 1 + (end - begin) // 600):
            whole = store[stride * i + words]
            own = retracing.count_of(layers, layers.sides[t], store, stride * i)
            assert retracing.count_of(layers, t, store, stride * i) == whole
            own_images += 0 < own < whole or (t in flipped and own > 0)
            a, odd = divmod(whole - own, 2)
            assert not odd
            for halved in (0,) if t in flipped else (0, 1):
                for w in range(words):
                    walk.keys[w] = store[stride * i + w]
                walk.rest = LOW
                retracing.step(layers, t - 1, 0, halved, walk)
                if t in flipped:
                    retracing.step(layers, t - 1, 1, 1, walk)
                assert LOW - walk.rest == (a if halved else a + own)
                checked += 1
    assert checked > 500
    assert bool(own_images) == bool(flipped)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "freedom", "most"), [("5x6", 7, 24.3), ("3x10", 15, 37.7)])
def test_samples_are_even(board: str, freedom: int, most: float) -> None:
    problem = Problem(board, closed=True)
    space = space_of(problem, half_space(route_of(problem), Budget()))
    drawn = Counter(space.sample(100 * (freedom + 1), seed=1))
    assert len(drawn) == freedom + 1
    chi = sum((n - 100) ** 2 for n in drawn.values()) / 100
    assert freedom / 4 < chi < most  # the 99.9 % quantile
    assert space.sample(3, seed=1) == space.sample(5, seed=1)[:3]


def random_question(seed: int) -> Problem:
    """A small question, now and then with ends and moves that are forced or forbidden."""
    rng = random.Random(f"halves {seed}")
    problem = random_problem(rng)
    while not 0 < int(count_tours(problem)) < 200:
        problem = random_problem(rng)
    return problem


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_nightly(range(40), every=3))
def test_wide_boards_are_cut(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All questions are, if all are wide; the tours are the same."""
    problem = random_question(seed)
    whole = tour_space(problem)
    monkeypatch.setattr(sampling, "WIDE_COST", 0)
    space = tour_space(problem)
    tours = list(space)
    assert len(tours) == space.total == whole.total
    assert set(tours) == set(whole)
    assert [space.rank(tour.reversed()) for tour in tours] == list(range(space.total))


# -- limits -------------------------------------------------------------------------------------


def test_limits() -> None:
    chosen = route_of(Problem("6x6", closed=True))
    with pytest.raises(LimitHit, match="megabytes"):
        half_space(chosen, Budget(), megabytes=0.05)
    with pytest.raises(LimitHit, match="nodes"):
        half_space(chosen, Budget(Limits(nodes=1000)))
