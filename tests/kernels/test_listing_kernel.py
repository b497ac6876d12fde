"""The listing of cycles: every cycle once, in both forms, and the way there and back."""

import random
from collections.abc import Callable
from copy import deepcopy
from itertools import permutations

import pytest
from hypothesis import given, strategies as st

from caballero import Problem
from caballero.counting.kernels import listing
from caballero.model.reduction import cycle_question
from forms import both
from graphs import random_rows


def dense_rows(rng: random.Random, most: int = 8) -> list[list[int]]:
    return random_rows(rng, rng.randint(3, most), rng.choice((0.5, 0.7, 0.9)))


def rows_of(n: int, edges: list[tuple[int, int]]) -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(n)]
    for a, b in edges:
        rows[a].append(b)
        rows[b].append(a)
    return rows


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
    n = len(state.mate)
    return [tuple(state.cycles[i * n : (i + 1) * n]) for i in range(state.written)]


@given(st.randoms(use_true_random=False), st.sampled_from([1, 2, 16, 256]))
def test_every_cycle_once_from_a_memory(rng: random.Random, entries: int) -> None:
    rows = dense_rows(rng, 7)
    state = listing.new_state(rows, 400)
    listing.remember(state, entries)
    assert listing.search(state, 10**9) == listing.EXHAUSTED
    assert sorted(written(state)) == sorted(cycles_of(rows))


def rows_of_board(board: str, closed: bool) -> list[list[int]]:
    question = cycle_question(Problem(board, closed=closed))
    assert question is not None
    return [list(row) for row in question.neighbours]


@pytest.mark.long_plain
@pytest.mark.parametrize("most", [200, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("entries", [1, 32, 4096])
def test_a_memory_changes_nothing(entries: int, most: int) -> None:
    """The same cycles in the same order, from the same choices, with stops at the same places."""
    rng = random.Random(entries)
    graphs = [
        [[w for w in range(9) if w != v] for v in range(9)],
        [[(v + d) % 20 for d in (1, -1, 3, -3, 10)] for v in range(20)],
        rows_of_board("5x6", True),
        rows_of_board("5x5", False),
        rows_of_board("8x8", True),
        several_rows(rng),
    ]
    saved = 0
    for rows in graphs:
        plain, other = listing.new_state(rows, 1), listing.new_state(rows, 1)
        listing.remember(other, entries)
        plain.every = other.every = rng.choice((1, 1, 2, 7))
        plain.skip = other.skip = rng.choice((0, 3))
        status = listing.RUNNING
        while status != listing.EXHAUSTED and plain.passed < most:
            room, steps = rng.choice((1, 5, 300)), rng.choice((1, 30, 10_000))
            for state in (plain, other):
                listing.make_room(state, room)
            status = listing.search(plain, steps)
            assert listing.search(other, steps) == status
            assert written(other) == written(plain)
            assert (other.passed, other.skip) == (plain.passed, plain.skip)
            assert (other.nodes, other.steps) == (plain.nodes, plain.steps)
            assert settled(other) == settled(plain)
            assert listing.decisions(other) == listing.decisions(plain)
        saved += plain.tries - other.tries
    assert saved > 0


@pytest.mark.long_plain
def test_a_memory_on_the_way_back() -> None:
    """What a search passes over on its way is missing below the places there: it is not kept."""
    rng = random.Random(8)
    rows = rows_of_board("6x6", True)
    for _ in range(8):
        state, follower = listing.new_state(rows, 10_000), listing.new_state(rows, 1)
        listing.search(state, rng.randrange(100_000))
        listing.remember(follower)
        assert listing.replay(follower, listing.decisions(state))
        for one in (state, follower):
            listing.make_room(one, 10_000)
            assert listing.search(one, 10**9) == listing.EXHAUSTED
        assert written(follower) == written(state)


def several_rows(rng: random.Random) -> list[list[int]]:
    """A ring with some chords, perhaps through a hub: words, cells and slacks of all kinds."""
    n = rng.choice((63, 64, 65, 130))
    ring = rng.sample(range(n), n)
    edges = {frozenset((ring[i], ring[i - 1])) for i in range(n)}
    for _ in range(rng.randint(1, 15)):
        edges.add(frozenset(rng.sample(range(n), 2)))
    for hub in rng.sample(range(n), rng.choice((0, 1, 2))):
        edges |= {frozenset((hub, v)) for v in range(n) if v != hub}
    pairs = [(min(edge), max(edge)) for edge in edges]
    rng.shuffle(pairs)
    return rows_of(n, pairs)


@pytest.mark.slow
@pytest.mark.parametrize("make", [dense_rows, several_rows])
def test_both_forms_and_the_way(make: Callable[[random.Random], list[list[int]]]) -> None:
    """Both forms leave the same state; another search that goes the same way arrives there."""
    rng = random.Random(2)
    search = both(listing.search)
    for _ in range(40):
        rows = make(rng)
        state = listing.new_state(rows, rng.randint(1, 9))
        listing.remember(state, rng.choice((1, 8)))
        for _ in range(100):
            state.written = 0
            if search(state, rng.randint(0, 30)) == listing.EXHAUSTED:
                break
            way = listing.decisions(state)
            follower, leader = listing.new_state(rows, 1), deepcopy(state)
            assert listing.replay(follower, way)
            assert listing.decisions(follower) == way
            assert (follower.passed, follower.nodes) == (0, 0)
            if way and way[-1] < 0:
                assert settled(follower) == settled(state)
            for one in (follower, leader):
                listing.make_room(one, 20)
                listing.search(one, 200)
            assert written(follower) == written(leader)


def settled(state: listing.State) -> list[object]:
    """The decisions, without their history."""
    rows = [list(state.rows[at + 1 : at + 7]) for at in range(0, len(state.rows), 8)]
    return [rows, list(state.near), list(state.mate), state.used]


def test_a_vertex_of_many_words() -> None:
    """A wheel: its hub has neighbours in every word, and a slack of many bits."""
    n = 200
    rim = [[0, v - 1 if v > 1 else n, v + 1 if v < n else 1] for v in range(1, n + 1)]
    state = listing.new_state([list(range(1, n + 1)), *rim], n)
    assert both(listing.search)(state, 10**9) in {listing.FULL, listing.EXHAUSTED}
    assert len(set(written(state))) == n


def test_ways_that_were_changed() -> None:
    """A search refuses a way, or goes it; the checked library sees if it leaves its arrays."""
    rng = random.Random(3)
    gone = 0
    for _ in range(300):
        rows = several_rows(rng) if rng.random() < 0.2 else dense_rows(rng)
        state, other = listing.new_state(rows, 5), listing.new_state(rows, 5)
        listing.search(state, rng.randrange(1, 100))
        way = listing.decisions(state)
        for _ in range(rng.randrange(3)):
            way.insert(rng.randrange(len(way) + 1), rng.randrange(-1, 20))
            del way[rng.randrange(len(way))]
        if listing.replay(other, way):
            assert listing.decisions(other) == way
            listing.search(other, 300)
            gone += 1
    assert 100 < gone < 300
