"""The kernel that closes gaps: its invariants, its exchanges, plain against compiled."""

import copy
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from caballero.find.kernels.path_cover import (
    COOL,
    DEPTH,
    FOUND,
    HOT,
    RUNNING,
    WIDTH,
    State,
    index_tour,
    mend,
    new_rows,
    new_state,
)
from forms import both
from graphs import Rows, petersen_edges, rows_of

PETERSEN = rows_of(petersen_edges(), 10)


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
    return rows_of(found, size)


def shuffled(rows: Rows, seed: int) -> State:
    order = random.Random(-1 - seed).sample(range(len(rows)), len(rows))
    return new_state(new_rows(rows), order, seed=seed, heat=HOT if seed % 2 else COOL)


run = both(mend)


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
    ends = list(state.ends[: state.count])
    assert sorted(ends) == [v for v in range(size) if state.loose[v]]
    assert list(state.where) == [ends.index(v) if v in ends else -1 for v in range(size)]


def sides(tour: Sequence[int]) -> set[frozenset[int]]:
    return {frozenset((tour[i - 1], v)) for i, v in enumerate(tour)}


@pytest.mark.slow
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
        status = run(state, 1)  # one trail, so one exchange at most
        assert_sound(rows, state)
        assert len(sides(before) - sides(state.tour)) <= DEPTH
        assert gaps(rows, state.tour) <= gaps(rows, before) + 1
        needed = {frozenset((v, w)) for v, row in enumerate(rows) if len(row) == 2 for w in row}
        assert sides(before) & needed <= sides(state.tour)
        assert (status == FOUND) == (gaps(rows, state.tour) == 0)
        if status == FOUND:
            break


@pytest.mark.parametrize("seed", range(6))
def test_portions_make_no_difference(seed: int) -> None:
    rng = random.Random(seed)
    rows = PETERSEN if seed == 0 else random_rows(seed, 10 * seed, 14 * seed, hidden=seed % 2 == 1)
    state, whole = shuffled(rows, seed), shuffled(rows, seed)
    for _ in range(12):
        run(state, rng.randint(0, 6000))
    for _ in range(5):
        mend(whole, state.steps - whole.steps)
    assert whole == state


@given(seed=st.integers(0, 10**6), size=st.integers(3, 40), degree=st.floats(0, 6))
def test_how_a_tour_is_laid_out(seed: int, size: int, degree: float) -> None:
    rows = random_rows(seed, size, int(size * degree / 2))
    state = shuffled(rows, seed)
    assert_sound(rows, state)
    again = copy.deepcopy(state)
    again.count = 0
    assert both(index_tour)(again) == state.count
    assert again == state


@pytest.mark.slow
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
    state = new_state(new_rows(rows), range(len(rows)), seed=0)
    while run(state, 50_000) == RUNNING:
        assert state.steps < 2 * 10**6
    assert_sound(rows, state)
    assert gaps(rows, state.tour) == 0
