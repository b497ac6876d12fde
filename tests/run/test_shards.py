"""Shards of a listing and of a count: whatever is left to others, the whole stays the same."""

from __future__ import annotations

import random
import tempfile
from itertools import chain
from types import SimpleNamespace
from typing import Any

import pytest

from caballero import InvalidInput, Problem, Tour, count_tours, iter_tours
from caballero.count.parted import halve, join, joint
from caballero.kernels import listing as kernel
from caballero.kernels._speed import as_lists
from caballero.limits import Budget
from caballero.listing import prefixes
from caballero.listing.prefixes import FAST_ABOVE, Portion, Rest, Trees, shared_out
from random_problems import random_problem


def listed(trees: Trees, most: int) -> tuple[list[Tour], float, int]:
    """All tours, the share of the work, and how many portions it took."""
    tours: list[Tour] = []
    share, shards = 0.0, 0
    ahead: list[list[Rest] | None] = [None]
    while ahead:
        now = ahead.pop()
        portion = Portion(trees, now, most)
        tours += portion
        groups = shared_out(trees, portion.left, 4)
        ahead += reversed(groups)
        share += 1 if now is None else sum(rest.share for rest in now)
        share -= sum(rest.share for rest in chain(*groups))
        shards += 1
    return tours, share, shards


@pytest.mark.parametrize("most", [1, 300, 20_000])
def test_portions_are_the_listing_in_its_order(most: int) -> None:
    rng = random.Random(most)
    parted = 0
    for _ in range(40):
        problem = random_problem(rng)
        tours, share, shards = listed(Trees(problem), most)
        assert tours == list(iter_tours(problem))
        assert share == pytest.approx(1)
        parted += shards > 1
    assert parted > (1 if most < 20_000 else -1)


@pytest.mark.parametrize(("board", "closed"), [("5x5", False), ("3x10", True), ("5x6", False)])
def test_boards_in_portions(board: str, closed: bool) -> None:
    problem = Problem.of(board, closed=closed)
    tours, _, _ = listed(Trees(problem), 50_000)
    assert tours == list(iter_tours(problem))


def test_both_speeds_end_at_the_same_place_for_whole_rests() -> None:
    trees = Trees(Problem.of("5x6"))
    slow = Portion(trees, most=40_000)
    first = list(slow)
    fast = list(Portion(trees, slow.left))  # without an end the compiled speed is taken
    assert [*first, *fast] == list(iter_tours("5x6"))


@pytest.mark.parametrize(
    ("board", "closed", "asks"),
    [
        ("6x6", True, {"symmetry": "quarter-turn"}),
        ("6x6", True, {"symmetry": "half-turn"}),
        ("5x6", False, {"symmetry": "half-turn"}),
        ("3x10", True, {"symmetry": "asymmetric"}),
        ("3x10", True, {"up_to_symmetry": True}),
        ("4x5", False, {"up_to_symmetry": True}),
        ("1x1", False, {"symmetry": "half-turn"}),
        ("4x4", True, {"symmetry": "half-turn"}),
    ],
)
def test_symmetric_tours_in_portions(board: str, closed: bool, asks: dict[str, Any]) -> None:
    problem = Problem.of(board, closed=closed)
    for most in (50, 3_000):
        tours, share, _ = listed(Trees(problem, **asks), most)
        assert tours == list(iter_tours(problem, **asks))
        assert share == pytest.approx(1)


@pytest.mark.parametrize("most", [FAST_ABOVE - 1, FAST_ABOVE])
def test_both_speeds_leave_the_same(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    trees = Trees(Problem.of("5x6"))
    one = Portion(trees, most=most)
    tours = list(one)
    monkeypatch.setattr(prefixes, "as_arrays", as_lists)
    search = SimpleNamespace(plain=kernel.search.plain, compiled=kernel.search.plain)
    monkeypatch.setattr(kernel, "search", search)
    other = Portion(trees, most=most)
    assert list(other) == tours
    assert other.left == one.left
    assert one.left


def test_rests_of_nothing() -> None:
    for board in ("4x4", "3x3"):
        portion = Portion(Trees(Problem.of(board)))
        assert (list(portion), portion.left) == ([], [])
    (one,) = Portion(Trees(Problem.of("1x1")))
    assert one.order == (0,)


def test_a_wrong_rest_is_refused() -> None:
    trees = Trees(Problem.of("5x6"))
    for way in ((0, 0, 0, -1), (500, -1), (-1, -1), (-2,), (), (0, 62 * 2)):
        with pytest.raises(InvalidInput) as caught:
            list(Portion(trees, [Rest(1.0, way)]))
        assert caught.value.code == "run-rest"
    with pytest.raises(InvalidInput):
        list(Portion(trees, [Rest(1.0, (-1,), 1)]))


def test_numbers_on_the_way_are_refused() -> None:
    with pytest.raises(InvalidInput) as caught:
        Trees(Problem.of("5x5", clues={"a1": 3}))
    assert caught.value.code == "run-clues"


def test_closed_choices_are_not_tried_again() -> None:
    rows = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    state = as_lists(kernel.new_state(rows, 5))
    kernel.begin(state)
    assert [choice for choice, _ in kernel.options(state)] == [0, 1]
    assert kernel.choose(state, 0)
    kernel.close(state, 1)
    state.counters[kernel.SKIP] = state.counters[kernel.PASSED] = 0
    assert kernel.search.plain(*state, 1000) == kernel.EXHAUSTED
    assert state.counters[kernel.PASSED] == 2  # of the three cycles, those with the first edge
    assert not kernel.choose(as_lists(kernel.new_state(rows, 5)), 0)  # it was not begun


@pytest.mark.parametrize(
    ("board", "asks"),
    [
        ("3x10", {"closed": True}),
        ("5x6", {"closed": True}),
        ("4x5", {}),
        ("3x4", {}),
        ("5x5", {"start": "a1", "end": "c3"}),
        ("3x3", {"piece": "king", "closed": True}),
        ("2x3", {"piece": "wazir"}),
    ],
)
def test_rests_are_shared_out_in_order(board: str, asks: dict[str, Any]) -> None:
    """However rests are cut and grouped, their tours are all tours, in order."""
    rng = random.Random(5)
    problem = Problem.of(board, **asks)
    trees, tours = Trees(problem), list(iter_tours(problem))
    for _ in range(20):
        portion = Portion(trees, most=rng.randrange(1, 3_000))
        found = list(portion)
        most = rng.choice((1, 2, 3, 8, 40))
        groups = shared_out(trees, portion.left, most)
        assert len(groups) <= most
        left = sum(rest.share for rest in portion.left)
        assert 0 <= sum(rest.share for rest in chain(*groups)) <= left + 1e-9
        for group in groups:
            found += Portion(trees, group)
        assert found == tours


def test_a_large_rest_is_cut() -> None:
    """So that all workers have something to do, though only one has begun."""
    trees = Trees(Problem.of(6))
    portion = Portion(trees, most=2_000)
    assert len(list(portion)) < 300
    assert max(rest.share for rest in portion.left) > 0.9
    groups = shared_out(trees, portion.left, 4)
    assert [round(sum(rest.share for rest in group), 1) for group in groups] == [0.3, 0.2, 0.3, 0.2]


@pytest.mark.parametrize(
    ("board", "closed", "most"),
    [("6x6", True, None), ("5x6", False, 1), ("3x10", True, None), ("6x5", False, 200)],
)
def test_joins_add_up(board: str, closed: bool, most: int | None) -> None:
    problem = Problem.of(board, closed=closed)
    with tempfile.TemporaryDirectory() as folder:
        size = halve(problem, folder, Budget())
        ready = joint(problem, folder)
        total = at = parts = 0
        while at < size:
            count, at = join(ready, at, size, Budget(), most)
            total, parts = total + count, parts + 1
        assert total == int(count_tours(problem))
        assert parts > 1 or most is None
