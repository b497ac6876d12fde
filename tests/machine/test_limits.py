"""Limits and the meter: what stops a search, and how soon."""

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from caballero import (
    GaveUp,
    InvalidInput,
    LimitReached,
    Limits,
    Listing,
    Progress,
    best_tour,
    count_tours,
    find_tour,
    iter_tours,
    sample_tours,
    solve,
    tour_space,
)
from caballero.counting import count_by_symmetry
from caballero.machine.limits import Budget, LimitHit, SliceOver, paused, shuffle
from caballero.puzzles import explain, is_unique, make_puzzle
from caballero.teaching import solve_backtracking, solve_warnsdorff


def stopped_by(budget: Budget, nodes: int) -> str:
    with pytest.raises(LimitHit) as hit:
        budget.spend(nodes)
    return hit.value.limit


def test_every_limit_stops() -> None:
    assert stopped_by(Budget(Limits(nodes=10)), 10) == "nodes"
    assert stopped_by(Budget(Limits(seconds=0)), 0) == "seconds"
    budget = Budget(Limits(megabytes=20))
    budget.spend(1)
    hoard = b"x" * 80_000_000
    budget = Budget(Limits(megabytes=20))
    budget.spend(1)  # what was there before does not count
    more = bytearray(hoard)
    assert stopped_by(budget, 1) == "megabytes"
    assert len(more) == len(hoard)


def test_below_the_limits_nothing_happens() -> None:
    budget = Budget(Limits(seconds=1e9, nodes=10, megabytes=1e9))
    budget.spend(4)
    budget.spend(5)
    assert (budget.nodes, 0 < budget.seconds_left < 1e9) == (9, True)


def test_a_turn_ends_and_the_next_begins_afresh() -> None:
    budget = Budget()
    budget.spend(100)
    for _ in range(2):
        with budget.slice(10):
            assert budget.room(50) == 10
            budget.spend(9)
            assert budget.room(50) == 1
            with pytest.raises(SliceOver):
                budget.spend(1)
    budget.spend(1000)  # outside a turn there is none
    assert budget.room(50) == 50


def test_a_limit_comes_before_the_end_of_a_turn() -> None:
    budget = Budget(Limits(nodes=5))
    with budget.slice(10):
        assert budget.room(50) == 5
        assert stopped_by(budget, 20) == "nodes"


def test_progress_is_reported() -> None:
    reported: list[Progress] = []
    budget = Budget(callback=reported.append)
    budget.method = "a search"
    while not reported:
        budget.spend(1)
    assert reported[0] == Progress("a search", budget.nodes, reported[0].seconds)
    assert reported[0].seconds > 0.25


def test_bad_limits_are_refused() -> None:
    for name in ("seconds", "nodes", "megabytes"):
        for value in (-1, float("nan")):
            with pytest.raises(InvalidInput) as error:
                Limits(**{name: value})  # type: ignore[arg-type]
            assert str(value) in str(error.value)
    for wrong in ("1", [1]):
        with pytest.raises(InvalidInput, match="A limit must be"):
            Limits.of(wrong)  # type: ignore[arg-type]


def test_memory_on_unknown_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is neither ``/proc`` nor the module ``resource``, no memory is counted."""

    def missing(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr("builtins.open", missing)
    monkeypatch.setitem(sys.modules, "resource", None)
    budget = Budget(Limits(megabytes=1e-6))
    for _ in range(10_000):
        budget.spend(1)
    assert budget.nodes == 10_000


def test_what_the_limits_leave() -> None:
    free = Budget()
    assert free.seconds_left == free.bytes_left == math.inf
    budget = Budget(Limits(seconds=60, nodes=10, megabytes=50))
    budget.spend(4)
    assert budget.room(99) == 6
    with budget:
        for one in (budget, Budget(), Budget(Limits(seconds=1e9, megabytes=1e9))):
            assert 30 < one.seconds_left < 60
            assert 10e6 < one.bytes_left < 60e6
            assert one.room(99) == 6


@pytest.mark.parametrize(("cost", "items"), [(1.0, 12), (1e-9, 10_000)])
def test_pauses_come_by_the_clock(cost: float, items: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row of a large matrix may take a second, a number next to nothing."""
    now, checks = 0.0, 0
    clock = SimpleNamespace(perf_counter=lambda: now)
    monkeypatch.setattr("caballero.machine.limits.time", clock)

    def pause(budget: Budget) -> None:
        nonlocal checks
        checks += 1
        budget.spend(0)

    monkeypatch.setattr(Budget, "pause", pause)
    with suppress(LimitHit), Budget(10):
        for _item in paused(range(10_000)):
            now += cost
    assert items - 2 <= round(now / cost) <= items
    assert checks in (range(10, 13) if cost == 1 else range(10, 30))


def test_a_pausing_shuffle_is_the_same() -> None:
    numbers, others = [*range(5000)], [*range(5000)]
    shuffle(numbers, Random(7))
    Random(7).shuffle(others)
    assert numbers == others


# -- reading a graph -----------------------------------------------------------------------------


READERS: list[Callable[..., Any]] = [
    find_tour, best_tour, count_tours, iter_tours, tour_space, explain, make_puzzle,
    count_by_symmetry, solve_backtracking, solve_warnsdorff, partial(sample_tours, count=3),
    partial(best_tour, cost=lambda a, b: 1), partial(best_tour, turn_cost=lambda a, b, c: 1),
    lambda graph, **how: is_unique(graph, **how).outcome,
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("work", "kind"),
    [(partial(solve, proof=None), kind) for kind in ("networkx", "lists", "mapping", "weights")]
    + [(work, "mapping") for work in READERS],
    ids=count(),
)
def test_a_graph_is_read_within_the_limit(
    work: Callable[..., Any], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has 400 rows of 399 neighbours; to read one takes a second."""
    read = 0

    def tick() -> None:
        nonlocal read
        read += 1

    class Row(list[int]):
        def __iter__(self) -> Iterator[int]:
            tick()
            return super().__iter__()

    class Weighed(dict[int, Any]):
        def items(self) -> Any:
            tick()
            return super().items()

    clock = SimpleNamespace(perf_counter=lambda: read)
    monkeypatch.setattr("caballero.machine.limits.time", clock)
    others = {v: [w for w in range(400) if w != v] for v in range(400)}
    rows = {v: Row(row) for v, row in others.items()}
    weighed = {v: Weighed(dict.fromkeys(row, 1)) for v, row in others.items()}
    attributes = {v: Weighed({w: {"weight": 1} for w in row}) for v, row in others.items()}
    grounds = {
        "networkx": SimpleNamespace(adjacency=attributes.items, is_directed=lambda: False),
        "lists": SimpleNamespace(adjacency=rows.items, is_directed=lambda: False),
        "mapping": rows,
        "weights": weighed,
    }
    try:
        outcome = work(grounds[kind], limits=100)
        outcome = next(outcome) if isinstance(outcome, Listing) else outcome
        outcome = outcome.answer.outcome if hasattr(outcome, "answer") else outcome
    except LimitReached as error:
        outcome = error.outcome
    assert isinstance(outcome, GaveUp)
    assert outcome.limit == "seconds"
    assert 100 <= read < 110
