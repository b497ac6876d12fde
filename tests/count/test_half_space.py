"""Cycles by number from half layers: each once, whatever cut, flip and mirror there are."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from math import prod
from typing import Any

import pytest

from caballero import Limits, Problem, count_tours, tour_space, verify
from caballero.count import sampling, sweep
from caballero.count.frontier import cycles
from caballero.count.half_space import HalfSpace, half_space
from caballero.count.meet import cuts
from caballero.count.order import Ordered
from caballero.count.route import Route, route, with_one_dummy
from caballero.count.sampling import TourSpace
from caballero.kernels import _speed, counting, meeting, retracing
from caballero.kernels._speed import Counts, Marks, TwoSpeeds, numbers
from caballero.kernels._states import LOW
from caballero.limits import Budget, LimitHit
from caballero.outcome import Stats
from caballero.reduction import cycle_question
from random_problems import random_problem

# Closed tours: A175855 and D. E. Knuth's counts; open ones are lines, without direction.
KNOWN = [("5x6", True, 8), ("3x10", True, 16), ("6x6", True, 9862), ("5x5", False, 864)]
KNOWN += [("4x5", False, 82), ("3x12", True, 176), ("5x8", True, 44_202)]
MANY = 10_000


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


def only_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_speed, "_can_compile", lambda: False)
    for family in (counting, meeting, retracing):
        for name, kernel in list(vars(family).items()):
            if isinstance(kernel, TwoSpeeds):
                monkeypatch.setattr(family, name, TwoSpeeds(kernel.plain, kernel.parts))


def random_rows(rng: random.Random, size: int) -> list[list[int]]:
    edges = {(a, b) for a in range(size) for b in range(a) if rng.random() < 0.5}
    return [[b for b in range(size) if (a, b) in edges or (b, a) in edges] for a in range(size)]


@pytest.mark.parametrize(("board", "closed", "total"), KNOWN)
def test_every_tour_has_one_number(board: str, closed: bool, total: int) -> None:
    problem = Problem.of(board, closed=closed)
    space = space_of(problem, half_space(route_of(problem), Budget()))
    assert space.total == total
    ranks = range(total) if total < MANY else random.Random(1).sample(range(total), 500)
    tours = [space.unrank(k) for k in ranks[:20]]
    tours += space._written(ranks[20:], total, Budget())  # judged there
    assert len(set(tours)) == len(tours) == len(ranks)
    for k, tour in list(zip(ranks, tours, strict=True))[:: 1 + len(tours) // 100]:
        assert verify(tour, closed=closed).valid
        assert space.rank(tour) == k


@pytest.mark.parametrize("without", [("flip",), ("mirror",), ("flip", "mirror")])
@pytest.mark.parametrize("board", ["5x6", "3x12", "5x5"])
def test_with_fewer_symmetries(board: str, without: tuple[str, ...]) -> None:
    chosen = route_of(Problem.of(board, closed=board != "5x5"))
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


@pytest.mark.parametrize("speed", ["plain", "compiled"])
@pytest.mark.parametrize("seed", range(6))
def test_wherever_the_halves_meet(seed: int, speed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    rows = random_rows(rng, rng.randint(6, 8 if speed == "plain" else 9))
    total = cycles(rows, Budget())
    if speed == "plain":
        only_plain(monkeypatch)
    names = rng.sample(range(len(rows)), len(rows))
    edges = {frozenset((names[v], names[w])) for v, row in enumerate(rows) for w in row}
    for cut in cuts(rows):
        chosen = Route(Ordered(rows, names, [], 0), cut, None, None, 0, 0)
        space = half_space(chosen, Budget(), threads=1)
        assert space.total == total
        ranks = range(total) if total < 100 else rng.sample(range(total), 100)
        found = edges_of(space, ranks)
        assert len(set(found)) == len(ranks)
        assert all(cycle <= edges and len(cycle) == len(rows) for cycle in found)
        for k in ranks[:10]:
            assert space.ranked(space.unranked([k])) == k


def test_speeds_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = [route_of(Problem.of("5x6", closed=True)), route_of(Problem.of("4x5"))]
    fast = [half_space(one, Budget()) for one in chosen]
    walked = [[int(v) for v in space.unranked(range(space.total))] for space in fast]
    only_plain(monkeypatch)
    slow = [half_space(one, Budget()) for one in chosen]
    assert [list(space.unranked(range(space.total))) for space in slow] == walked
    assert all(isinstance(space.before, list) for space in slow)


def test_ranks_do_not_depend_on_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = route_of(Problem.of("6x8", closed=True))
    alone = half_space(chosen, Budget(), threads=1)
    monkeypatch.setattr(sweep, "THREADED", 1)
    monkeypatch.setattr(sweep, "SMALLEST", 16)
    shared = half_space(chosen, Budget(), threads=3)
    assert list(shared.left.half.ranks) == list(alone.left.half.ranks)
    ranks = random.Random(5).sample(range(alone.total), 200)
    assert edges_of(shared, ranks) == edges_of(alone, ranks)


def test_states_are_sorted_by_rank() -> None:
    rng = random.Random(2)
    for size in (0, 1, 2, 3, 10, 200):
        first, second = ([[r, 7 * r] for r in range(size)] for _ in range(2))
        pairs = [*rng.sample(first, size), *rng.sample(second, size)]
        ranks, counts = [r for r, _ in pairs], [c for _, c in pairs]
        retracing.sort_by_rank.plain([0, size, size, 2 * size], ranks, counts)
        assert ranks == 2 * list(range(size))
        assert counts == [7 * r for r in ranks]


@pytest.mark.parametrize(("board", "closed"), [("6x6", True), ("5x5", False), ("6x8", True)])
def test_predecessors_have_as_many_ways_as_the_state(
    board: str, closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every layer: so they are all enumerated, and none twice."""
    whole_plan = counting.new_plan

    def no_look_ahead(*given: Any, **more: Any) -> counting.Plan:
        # A dead end may be found out earlier than its image, and then its count is too small.
        plan = whole_plan(*given, **more)
        return plan._replace(watch_at=[0] * len(plan.watch_at))

    monkeypatch.setattr(counting, "new_plan", no_look_ahead)
    kept = half_space(route_of(Problem.of(board, closed=closed)), Budget()).left
    way = kept.way
    flipped = [t for t in range(kept.turns) if way.flip_at[t] >= 0]
    assert bool(flipped) == (board != "6x6")
    words, checked, own_images = way.key_words, 0, 0
    stride, store, first = words + 1, list(map(int, way.store)), list(map(int, way.first))
    at, begin = list(map(int, way.shelf_at)), list(map(int, way.first_at))
    heights = list(map(int, way.heights))
    most = int(max(way.slot_count))
    key, rest = numbers(Counts, 2 * words), numbers(Counts, 1)
    scratch = numbers(Marks, most), numbers(Marks, most), numbers(Marks, 2)
    nothing = numbers(Counts, 0)

    def count(key: list[int], shelf: int) -> int:
        return retracing.count_of(
            key, 0, words, store, at[shelf], first, begin[shelf], heights[shelf]
        )

    for t in range(1, kept.turns):
        size = first[begin[t] + (1 << heights[t])]
        for i in range(at[t], at[t] + size, 1 + size // 600):
            state = store[stride * i : stride * (i + 1)]
            whole, own = state[-1], count(state, int(way.sides[t]))
            assert count(state, t) == whole
            own_images += 0 < own < whole or (t in flipped and own > 0)
            a, odd = divmod(whole - own, 2)
            assert not odd
            for halved in (0,) if t in flipped else (0, 1):
                key[:words] = numbers(Counts, state[:words])
                rest[0] = LOW
                retracing.step.compiled(*way, t - 1, 0, halved, nothing, rest, key, *scratch)
                if t in flipped:
                    retracing.step.compiled(*way, t - 1, 1, 1, nothing, rest, key, *scratch)
                assert LOW - rest[0] == (a if halved else a + own)
                checked += 1
    assert checked > 500
    assert bool(own_images) == bool(flipped)


@pytest.mark.parametrize(("board", "freedom", "most"), [("5x6", 7, 24.3), ("3x10", 15, 37.7)])
def test_samples_are_even(board: str, freedom: int, most: float) -> None:
    problem = Problem.of(board, closed=True)
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


@pytest.mark.parametrize("seed", range(40))
def test_wide_boards_are_cut(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All questions are, if all are wide; the tours are the same."""
    problem = random_question(seed)
    whole = tour_space(problem)
    monkeypatch.setattr(sampling, "WIDE", 0)
    space = tour_space(problem)
    tours = list(space)
    assert len(tours) == space.total == whole.total
    assert set(tours) == set(whole)
    assert [space.rank(tour.reversed()) for tour in tours] == list(range(space.total))


def test_many_questions_can_be_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "WIDE", 0)
    spaces = [tour_space(random_question(seed)) for seed in range(40)]
    assert sum(isinstance(space.cycles, HalfSpace) for space in spaces) > 25


# -- the kernel ---------------------------------------------------------------------------------


def matchings(ends: list[int]) -> list[dict[int, int]]:
    """All ways to pair ends up, in the order of their ranks."""
    if not ends:
        return [{}]
    first, *rest = ends
    return [
        {**others, first: end, end: first}
        for end in rest
        for others in matchings([e for e in rest if e != end])
    ]


def is_one_cycle(one: dict[int, int], other: dict[int, int]) -> bool:
    here, steps = other[one[0]], 1
    while here:
        here, steps = other[one[here]], steps + 1
    return 2 * steps == len(one)


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_a_number_is_found_in_a_join(k: int) -> None:
    rng = random.Random(k)
    every = matchings(list(range(2 * k)))
    left = [rng.choice([0, 1, 5, (1 << 55) + 3]) for _ in every]
    right = [rng.choice([0, 0, 2, (1 << 61) - 1]) for _ in every]
    left[0], right[-1] = 7, 11
    if k == 1:
        left, right = [(1 << 61) + 5], [(1 << 60) + 9]
    sums = [
        sum(a for a, one in zip(left, every, strict=True) if is_one_cycle(one, other)) * b
        for b, other in zip(right, every, strict=True)
    ]
    sizes = [prod(range(1, 2 * i, 2)) for i in range(k + 2)]
    table: list[int] = []
    table_at = [0] * (k + 2)
    for i in range(2, k + 1):
        table_at[i] = len(table)
        table += [0] * ((2 * i - 1) * sizes[i])
        meeting.tabulate.plain(i, sizes[i], table, table_at[i], [0] * 64)
    packed, partner = [0] * len(every), [0] * 64
    meeting.pack_matchings.plain(k, len(every), packed, 0, partner)
    total = sum(sums)
    wanted = [0, 1, total - 1, total, total + 1, *(rng.randrange(total) for _ in range(30))]
    for number in wanted:
        rest = [number >> 31 * w & retracing.HALF for w in range(4)]
        rank = retracing.search(
            k, left, right, sizes, table_at, table, [0] * sum(sizes),
            [sum(sizes[:i]) for i in range(k + 2)], [0] * (k + 2), [0] * (k + 2), rest, [0] * 64,
        )  # fmt: skip
        left_over = sum(digit << 31 * w for w, digit in enumerate(rest))
        if number >= total:
            assert (rank, left_over) == (retracing.NOBODY, number - total)
            continue
        assert 0 <= left_over == number - sum(sums[:rank]) < sums[rank]
        found = [0, 0]
        index = left_over // right[rank]
        done = retracing.partner_of.plain(k, len(every), rank, packed, 0, left, index, found)
        assert done == retracing.NOBODY
        mates = [r for r, one in enumerate(every) if is_one_cycle(one, every[rank])]
        assert found[0] in mates
        assert found[1] == index - sum(left[r] for r in mates if r < found[0]) < left[found[0]]
        whole = retracing.partner_of.plain(k, len(every), rank, packed, 0, left, -1, found)
        assert whole == sum(left[r] for r in mates)


def test_sums_are_added_up_by_their_weights() -> None:
    top = (1 << 62) - 1
    targets, weights, sums = [5, 6, 8, 9], [1, 4, 2, 4], [top, 0, 0, 0, 3, 1, top, 2, 0, 0]
    assert retracing.add_up.plain(targets, weights, sums) == 3
    assert (targets[:3], weights[:3]) == ([5, 8, 9], [1, 2, 4])
    before = [sums[i] + (sums[i + 1] << 62) for i in range(0, 8, 2)]
    second, third = 2 * (3 + (1 << 62)), 4 * (top + (2 << 62))
    assert before == [0, top, top + second, top + second + third]


# -- limits -------------------------------------------------------------------------------------


def test_limits() -> None:
    chosen = route_of(Problem.of("6x6", closed=True))
    with pytest.raises(LimitHit, match="megabytes"):
        half_space(chosen, Budget(), megabytes=0.05)
    with pytest.raises(LimitHit, match="nodes"):
        half_space(chosen, Budget(Limits(nodes=1000)))
