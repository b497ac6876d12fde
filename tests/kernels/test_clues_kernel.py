from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caballero.kernels import clues
from caballero.kernels._speed import as_arrays, as_lists
from caballero.kernels.clues import FOUND, GAP, LONG, RUNNING, SHORT, State, anneal, new_state
from naive import knight_neighbours


def question(
    rng: Random, size: int
) -> tuple[list[list[int]], dict[int, int], set[tuple[int, int]]]:
    """A random graph with a tour, some of its numbers, and some of its edges in both directions."""
    tour = rng.sample(range(size), size)
    edges = {frozenset((tour[i - 1], tour[i])) for i in range(size)}
    edges |= {frozenset(rng.sample(range(size), 2)) for _ in range(rng.randrange(2 * size))}
    rows = [[w for w in range(size) if frozenset((v, w)) in edges] for v in range(size)]
    numbers = rng.sample(range(size), rng.randint(1, size // 2))
    forced = [(tour[i - 1], tour[i]) for i in range(size) if rng.random() < 0.2]
    both = {pair for a, b in forced for pair in ((a, b), (b, a))}
    return rows, {number: tour[number] for number in numbers}, both


def check(
    state: State,
    rows: Sequence[Sequence[int]],
    known: Mapping[int, int],
    forced: Collection[tuple[int, int]],
) -> None:
    """The invariants, from the links alone."""
    numbers = sorted(known)
    ring = state.ring(known[numbers[0]])
    assert [v for v in ring if state.given[v]] == [known[number] for number in numbers]
    assert len(set(ring)) == len(ring)
    holes = [int(v) for v in state.hole[: state.counters[clues.HOLES]]]
    assert {*ring, *holes} == set(range(len(rows)))
    assert len(ring) + len(holes) == len(rows)
    assert all(state.place[v] == i for i, v in enumerate(holes))
    assert all(state.link[2 * v] == state.link[2 * v + 1] == -1 for v in holes)
    energy = GAP * len(forced) // 2
    lengths = [0] * len(numbers)
    leg = -1
    for i, v in enumerate(ring):
        leg += int(state.given[v])
        w = ring[(i + 1) % len(ring)]
        assert state.link[2 * v + 1] == w
        assert state.link[2 * w] == v
        assert state.leg[v] == leg
        lengths[leg] += 1
        energy += GAP * (w not in rows[v]) - GAP * ((v, w) in forced)
    for i, length in enumerate(lengths):
        wanted = (numbers[(i + 1) % len(numbers)] - numbers[i]) % len(rows) or len(rows)
        assert state.excess[i] == length - wanted
        energy += LONG * max(length - wanted, 0) + SHORT * max(wanted - length, 0)
    assert state.counters[clues.ENERGY] == energy


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.integers(3, 30), st.integers(0, 2**31 - 1))
def test_the_invariants_hold_and_both_speeds_agree(seed: int, size: int, odds: int) -> None:
    rows, known, forced = question(Random(seed), size)
    plain = as_lists(new_state(rows, known, forced, seed))
    plain.odds[:] = [odds] * clues.ODDS  # at 2³¹ - 1, all changes are taken
    quick = as_arrays(plain)
    check(plain, rows, known, forced)
    for steps in (1, 2, 3, 5, 8, 50, 500):
        status = anneal.plain(*plain, steps)
        check(plain, rows, known, forced)
        assert anneal.compiled(*quick, steps) == status
        assert as_lists(quick) == plain
        assert (status == FOUND) == (plain.counters[clues.ENERGY] == 0)
    if status == FOUND:
        ring = plain.ring(known[min(known)])
        assert sorted(ring) == list(range(size))
        assert all(w in rows[v] for v, w in zip(ring, [*ring[1:], ring[0]], strict=True))


@pytest.mark.parametrize("seed", range(5))
def test_every_fifth_vertex_of_a_cycle(seed: int) -> None:
    rows = [[(v - 1) % 20, (v + 1) % 20] for v in range(20)]
    state = as_lists(new_state(rows, {v: v for v in range(0, 20, 5)}, (), seed))
    state.odds[:] = [2**29] * clues.ODDS
    assert anneal.plain(*state, 20_000) == FOUND
    assert state.ring(0) == list(range(20))


def test_no_tour_is_never_found() -> None:
    rows = knight_neighbours(4, 4)
    state = as_lists(new_state(rows, {0: 0}, (), 0))
    state.odds[:] = [2**28] * clues.ODDS
    assert anneal.plain(*state, 20_000) == RUNNING
    check(state, rows, {0: 0}, ())
