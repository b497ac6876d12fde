"""The listing of cycles: every cycle once, at both speeds, and the way there and back."""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path

import pytest

from caballero.kernels import listing
from caballero.kernels._speed import as_arrays, as_lists
from kernels.test_speeds import run


def random_rows(rng: random.Random, most: int = 8) -> list[list[int]]:
    n = rng.randint(3, most)
    share = rng.choice((0.5, 0.7, 0.9))
    edges = [(a, b) for a in range(n) for b in range(a) if rng.random() < share]
    return [[b for e in edges for b in e if v in e and b != v] for v in range(n)]


def cycles_of(rows: list[list[int]]) -> set[tuple[int, ...]]:
    """Every cycle from 0, in the direction whose second vertex is the smaller one."""
    n = len(rows)
    return {
        (0, *rest)
        for rest in permutations(range(1, n))
        if rest[0] < rest[-1]
        and all(b in rows[a] for a, b in zip((0, *rest), (*rest, 0), strict=True))
    }


def written(state: listing.State) -> list[tuple[int, ...]]:
    n = len(state.link) // 2
    count = int(state.counters[listing.WRITTEN])
    cycles = [tuple(int(v) for v in state.cycles[i * n : (i + 1) * n]) for i in range(count)]
    return [c if c[1] < c[-1] else (0, *c[:0:-1]) for c in cycles]


def test_every_cycle_once() -> None:
    rng = random.Random(1)
    found = 0
    for _ in range(250):
        rows = random_rows(rng, 7)
        state = as_lists(listing.new_state(rows, 400))
        assert listing.search.plain(*state, 10**9) == listing.EXHAUSTED
        cycles = written(state)
        assert set(cycles) == cycles_of(rows)
        assert len(set(cycles)) == len(cycles) == state.counters[listing.PASSED]
        found += len(cycles)
    assert found > 2000


def test_both_speeds_and_the_way() -> None:
    """The same states at both speeds; and whoever goes the same way arrives in the same one."""
    rng = random.Random(2)
    for _ in range(60):
        rows, room = random_rows(rng), rng.randint(1, 9)
        plain = as_lists(listing.new_state(rows, room))
        compiled = as_arrays(listing.new_state(rows, room))
        status = listing.RUNNING
        while status != listing.EXHAUSTED:
            steps = rng.randint(0, 30)
            status = listing.search.plain(*plain, steps)
            assert listing.search.compiled(*compiled, steps) == status
            assert [list(map(int, field)) for field in compiled] == list(plain)
            other = as_lists(listing.new_state(rows, room))
            way = listing.way(compiled)
            assert way == listing.way(plain)
            assert listing.follow_way(other, way)
            assert listing.way(other) == way
            if way and way[-1] < 0:
                assert other.cells == plain.cells
            follower, leader = as_lists(other), as_lists(as_arrays(plain))
            leader.counters[listing.SKIP] = follower.counters[listing.SKIP] = 0
            assert listing.search.plain(*follower, 300) == listing.search.plain(*leader, 300)
            assert written(follower) == written(leader)


def test_a_vertex_of_many_words() -> None:
    """A wheel: its hub has more edges than a word has bits."""
    n = 200
    rim = [[0, v - 1 if v > 1 else n, v + 1 if v < n else 1] for v in range(1, n + 1)]
    state = as_lists(listing.new_state([list(range(1, n + 1)), *rim], n))
    assert listing.search.plain(*state, 10**9) in {listing.FULL, listing.EXHAUSTED}
    assert len(set(written(state))) == n


@pytest.mark.parametrize("n", [50, 100])
def test_two_vertices_of_many_cells(n: int) -> None:
    """Two hubs, next to each other and to all of a path, each of which has several cells.

    Where the hubs are next to each other in a cycle, the path is whole between them, either way
    round. Where they are not, it is cut in two, and each part of two vertices or more can be
    turned: that makes 4 for each of n - 3 cuts, and 2 for the two by the ends.
    """
    path = [[*range(max(v - 1, 0), v), *range(v + 1, min(v + 2, n)), n, n + 1] for v in range(n)]
    rows = [*path, [*range(n), n + 1], [*range(n + 1)]]
    count = 2 + 4 * (n - 3) + 2 + 2
    plain = as_lists(listing.new_state(rows, count + 1))
    assert listing.search.plain(*plain, 10**9) == listing.EXHAUSTED
    assert len(set(written(plain))) == plain.counters[listing.PASSED] == count
    for cycle in written(plain):
        assert len(set(cycle)) == n + 2
        assert all(b in rows[a] for a, b in zip(cycle, (*cycle[1:], cycle[0]), strict=True))
    compiled = as_arrays(listing.new_state(rows, count + 1))
    assert listing.search.compiled(*compiled, 10**9) == listing.EXHAUSTED
    assert [list(map(int, field)) for field in compiled] == list(plain)


def test_more_vertices_than_the_table_of_pairs_has() -> None:
    """A ring with chords over two, so many that fragments are closed only by looking."""
    n = 600
    rows = [sorted({(v + d) % n for d in (-2, -1, 1, 2)}) for v in range(n)]
    state = as_lists(listing.new_state(rows, 30))
    assert len(state.near) == 0
    assert listing.search.plain(*state, 10**9) == listing.FULL
    cycles = written(state)
    assert len(set(cycles)) == 30
    for cycle in cycles:
        assert sorted(cycle) == list(range(n))
        assert all(b in rows[a] for a, b in zip(cycle, (*cycle[1:], cycle[0]), strict=True))


@pytest.mark.parametrize(("skip", "every"), [(0, 2), (1, 3), (5, 1), (0, 10)])
def test_passing_over(skip: int, every: int) -> None:
    rows = [[w for w in range(6) if w != v] for v in range(6)]
    whole = as_lists(listing.new_state(rows, 100))
    some = as_lists(listing.new_state(rows, 100))
    some.counters[listing.SKIP], some.counters[listing.EVERY] = skip, every
    for state in (whole, some):
        assert listing.search.plain(*state, 10**9) == listing.EXHAUSTED
    assert written(some) == written(whole)[skip::every]
    assert some.counters[listing.PASSED] == 60


BOUNDS = """
import random
import numba
from caballero.kernels import listing
from caballero.kernels._speed import as_arrays, as_lists

assert numba.config.BOUNDSCHECK
rng = random.Random(5)
for turn in range(60):
    n = rng.choice((3, 5, 8, 70))
    share = 0.7 if n < 70 else 0.95
    edges = [(a, b) for a in range(n) for b in range(a) if rng.random() < share]
    rows = [[b for e in edges for b in e if v in e and b != v] for v in range(n)]
    plain = as_lists(listing.new_state(rows, 3))
    compiled = as_arrays(listing.new_state(rows, 3))
    for _ in range(20):
        steps = rng.randint(0, 300)
        status = listing.search.plain(*plain, steps)
        assert listing.search.compiled(*compiled, steps) == status
        assert list(map(list, compiled)) == list(plain)
print("fine")
"""


def test_compiled_with_checked_bounds(tmp_path: Path) -> None:
    assert run(BOUNDS, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path)) == "fine\n"
