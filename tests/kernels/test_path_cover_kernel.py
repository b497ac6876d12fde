"""The kernel that closes gaps: its invariants, its exchanges, its two speeds."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caballero.kernels._speed import as_arrays, as_lists
from caballero.kernels.path_cover import (
    CLOCK,
    COOL,
    DEPTH,
    FOUND,
    HOT,
    LOOSE,
    RUNNING,
    STEPS,
    WIDTH,
    State,
    mend,
    new_state,
)

Rows = list[list[int]]

PETERSEN: Rows = [
    [(v + 1) % 5, (v + 4) % 5, v + 5] if v < 5 else [v - 5, 5 + (v + 2) % 5, 5 + (v + 3) % 5]
    for v in range(10)
]


def random_rows(seed: int, size: int, edges: int, *, hidden: bool = False) -> Rows:
    """A random graph; if it is to have a Hamiltonian cycle, hidden under other names."""
    rng = random.Random(seed)
    found: set[tuple[int, int]] = set()
    if hidden:
        ring = rng.sample(range(size), size)
        found = {(min(pair), max(pair)) for pair in zip(ring, [*ring[1:], ring[0]], strict=True)}
    while len(found) < min(edges, size * (size - 1) // 2):
        a, b = sorted(rng.sample(range(size), 2))
        found.add((a, b))
    rows: Rows = [[] for _ in range(size)]
    for a, b in sorted(found):
        rows[a].append(b)
        rows[b].append(a)
    return rows


def shuffled(rows: Rows, seed: int) -> State:
    order = random.Random(-1 - seed).sample(range(len(rows)), len(rows))
    return as_lists(new_state(rows, order, seed=seed, heat=HOT if seed % 2 else COOL))


def gaps(rows: Rows, tour: Sequence[int]) -> int:
    return sum(v not in rows[tour[i - 1]] for i, v in enumerate(tour))


def assert_sound(rows: Rows, state: State) -> None:
    size = len(rows)
    tour = list(state.tour)
    assert sorted(tour) == list(range(size))
    assert [tour[at] for at in state.place] == list(range(size))
    for at, v in enumerate(tour):
        beside = tour[at - 1], tour[(at + 1) % size]
        assert state.loose[v] == sum(v not in rows[w] for w in beside)
    ends = list(state.ends[: state.counters[LOOSE]])
    assert sorted(ends) == [v for v in range(size) if state.loose[v]]
    assert list(state.where) == [ends.index(v) if v in ends else -1 for v in range(size)]


def sides(tour: Sequence[int]) -> set[frozenset[int]]:
    return {frozenset((tour[i - 1], v)) for i, v in enumerate(tour)}


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    size=st.integers(4, 40),
    degree=st.floats(1, 6),
    hidden=st.booleans(),
)
def test_every_exchange_keeps_the_invariants(
    seed: int, size: int, degree: float, hidden: bool
) -> None:
    rows = random_rows(seed, size, int(size * degree / 2), hidden=hidden)
    state = shuffled(rows, seed)
    assert_sound(rows, state)
    for _ in range(20):
        before = list(state.tour)
        status = mend.plain(*state, 1)  # one trail, so one exchange at most
        assert_sound(rows, state)
        assert len(sides(before) - sides(state.tour)) <= DEPTH
        assert gaps(rows, state.tour) <= gaps(rows, before) + 1
        needed = {frozenset((v, w)) for v, row in enumerate(rows) if len(row) == 2 for w in row}
        assert sides(before) & needed <= sides(state.tour)
        assert (status == FOUND) == (gaps(rows, state.tour) == 0)
        if status == FOUND:
            break


@pytest.mark.parametrize("seed", range(6))
def test_both_speeds_agree_in_any_portions(seed: int) -> None:
    rng = random.Random(seed)
    rows = PETERSEN if seed == 0 else random_rows(seed, 10 * seed, 14 * seed, hidden=seed % 2 == 1)
    plain, whole = shuffled(rows, seed), shuffled(rows, seed)
    compiled = as_arrays(shuffled(rows, seed))
    for _ in range(12):
        steps = rng.randint(0, 6000)
        status = mend.plain(*plain, steps)
        assert mend.compiled(*compiled, steps) == status
        assert list(map(list, compiled)) == list(plain)
    for _ in range(5):  # what is done does not depend on where it was interrupted
        if whole.counters[STEPS] < plain.counters[STEPS]:
            mend.plain(*whole, plain.counters[STEPS] - whole.counters[STEPS])
    assert whole.tour == plain.tour
    assert whole.counters == plain.counters


def test_long_runs_agree() -> None:
    rows = random_rows(7, 60, 80)
    plain = shuffled(rows, 7)
    compiled = as_arrays(shuffled(rows, 7))
    assert mend.plain(*plain, 200_000) == mend.compiled(*compiled, 200_000)
    assert list(map(list, compiled)) == list(plain)


def test_a_hot_search_opens_more_gaps() -> None:
    opened = []
    for heat in (COOL, HOT):
        state = as_lists(new_state(PETERSEN, range(10), seed=0, heat=heat))
        count = 0
        for _ in range(300):
            before = gaps(PETERSEN, state.tour)
            assert mend.plain(*state, 1) == RUNNING
            count += gaps(PETERSEN, state.tour) > before
        opened.append(count)
    assert 0 < 3 * opened[0] < opened[1] < 150


def test_steps_are_counted_and_none_is_done_after_the_end() -> None:
    rows = random_rows(3, 20, 40, hidden=True)
    state = shuffled(rows, 3)
    assert mend.plain(*state, 0) == RUNNING
    assert state.counters[STEPS] == 0
    assert mend.plain(*state, 10**6) == FOUND
    done = [list(field) for field in state]
    assert 0 < state.counters[STEPS] < 10**6
    assert mend.plain(*state, 10**6) == FOUND
    assert [list(field) for field in state] == done


@pytest.mark.parametrize("hubs", [1, 2])
def test_a_dummy_with_very_many_neighbours_costs_no_more(hubs: int) -> None:
    # The rows of the hubs are longer than all that a trail may look at.
    size = 300
    rows = random_rows(11, size, 3 * size, hidden=True)
    for hub in range(size, size + hubs):
        rows.append(list(range(hub - size, size, hubs)))
        for v in rows[hub]:
            rows[v].append(hub)
    assert len(rows[-1]) > 5 * WIDTH
    state = as_lists(new_state(rows, range(len(rows)), seed=0))
    while mend.plain(*state, 50_000) == RUNNING:
        assert state.counters[STEPS] < 2 * 10**6
    assert_sound(rows, state)
    assert gaps(rows, state.tour) == 0


def test_one_rotation_closes_one_gap() -> None:
    rows = [[1, 2], [0, 2, 3], [0, 1, 3], [2, 1]]
    state = as_lists(new_state(rows, [0, 1, 2, 3], seed=0))
    while mend.plain(*state, 1) == RUNNING:
        assert state.counters[STEPS] < 10_000
    assert sides(state.tour) == {frozenset(side) for side in ((0, 1), (1, 3), (3, 2), (2, 0))}
    assert state.counters[CLOCK] == 1
