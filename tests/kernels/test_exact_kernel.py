"""The exact search's kernel: its invariants, its clauses, its two speeds."""

from __future__ import annotations

import random
from itertools import pairwise, takewhile

import pytest

from caballero.kernels import exact
from caballero.kernels._speed import as_arrays, as_lists
from caballero.kernels.exact import CHECK, EXHAUSTED, FOUND, FULL, RUNNING, STEPS_LEFT, State
from naive import all_tours, knight_neighbours

Edges = list[tuple[int, int]]


def cubic(size: int, seed: int) -> Edges:
    """A random cubic graph: the ring and a random perfect matching, its vertices renamed."""
    rng = random.Random(seed)
    while True:
        rest = rng.sample(range(size), size)
        chords = list(zip(rest[::2], rest[1::2], strict=True))
        if all((a - b) % size not in (1, size - 1) for a, b in chords):
            names = rng.sample(range(size), size)
            ring = [(v, (v + 1) % size) for v in range(size)]
            edges = [(names[a], names[b]) for a, b in ring + chords]
            rng.shuffle(edges)
            return edges


def petersen(size: int, step: int) -> Edges:
    """The generalised Petersen graph."""
    return [
        edge
        for i in range(size)
        for edge in (
            (i, (i + 1) % size),
            (i, size + i),
            (size + i, size + (i + step) % size),
        )
    ]


def board(rows: int, columns: int, dummy: bool) -> Edges:
    edges = [(v, w) for v, row in enumerate(knight_neighbours(rows, columns)) for w in row if v < w]
    if dummy:
        edges += [(v, rows * columns) for v in range(rows * columns)]
    random.Random(rows).shuffle(edges)
    return edges


def neighbours(edges: Edges) -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(1 + max(map(max, edges)))]
    for a, b in edges:
        rows[a].append(b)
        rows[b].append(a)
    return rows


GRAPHS = {
    **{f"cubic-{size}-{seed}": cubic(size, seed) for size in (10, 14, 40) for seed in range(3)},
    "petersen-5": petersen(5, 2),
    "petersen-17": petersen(17, 2),
    "petersen-20": petersen(20, 2),
    "knight-4x5": board(4, 5, dummy=False),
    "knight-6x6": board(6, 6, dummy=False),
    "knight-5x5-open": board(5, 5, dummy=True),
    "knight-8x8-open": board(8, 8, dummy=True),
}
EXISTS = {name: name not in {"petersen-5", "petersen-17", "knight-4x5"} for name in GRAPHS}


def started(edges: Edges, room: int = 20_000) -> State:
    return as_lists(exact.new_state(1 + max(map(max, edges)), edges, room))


def go_on(state: State, steps: int, *, compiled: bool = False) -> int:
    """One portion, with everything that it asks for in between."""
    search, separate, forget = exact.search.plain, exact.separate.plain, exact.forget.plain
    if compiled:
        search, separate = exact.search.compiled, exact.separate.compiled
        forget = exact.forget.compiled
    while (status := search(*state, steps)) in (CHECK, FULL):
        if status == FULL:
            forget(*state)
        elif separate(*state) == EXHAUSTED:
            return EXHAUSTED
        steps = state.counters[STEPS_LEFT]
    return status


def snapshot(state: State) -> list[list[int]]:
    return [list(map(int, field)) for field in state]


def clauses_of(state: State) -> list[list[int]]:
    found, c = [], 1
    while c < state.counters[exact.USED]:
        size = state.clauses[c]
        found.append(list(state.clauses[c + 4 : c + 4 + size]))
        c += 4 + size
    return found


def assert_sane(state: State, edges: Edges) -> None:
    """The invariants of the module's docstring, each written down again."""
    size, done = state.counters[exact.SIZE], state.counters[exact.DONE]
    trail, vertices = state.trail[:size], len(state.need)
    assert len({literal >> 1 for literal in trail}) == size
    for literal in range(2 * len(edges)):
        true, false = literal in trail, literal ^ 1 in trail
        assert state.value[literal] == true - false
    settled = {literal >> 1: literal & 1 for literal in trail[:done]}
    used = [edges[e] for e, out in settled.items() if not out]
    assert state.counters[exact.INSIDE] == len(used)
    for v in range(vertices):
        begin, end = state.begin[v], state.begin[v + 1]
        row = state.rows[begin:end]
        assert sorted(row) == [half for half, w in enumerate(state.ends) if w == v]
        assert all(state.place[half] == begin + at for at, half in enumerate(row))
        assert [half >> 1 not in settled for half in row] == [
            at < state.left[v] for at in range(end - begin)
        ]
        there = [half for literal in trail[:done] for half in row if literal & ~1 == half & ~1]
        assert state.link[2 * v : 2 * v + 2 - state.need[v]] == [
            half for half in there if not settled[half >> 1]
        ]
    other_end = {v: v for v in range(vertices)}
    for a, b in used[: vertices - 1]:
        a, b = other_end[a], other_end[b]  # of two fragments: a fragment is never closed
        assert a != b
        other_end[a], other_end[b] = b, a
    for v in range(vertices):
        if state.need[v]:
            assert state.mate[v] == other_end[v]
    queue = [state.after[len(edges)]]
    while queue[-1] != len(edges):
        queue.append(state.after[queue[-1]])
    assert sorted(queue) == list(range(len(edges) + 1))
    assert all(state.before[b] == a for a, b in pairwise(queue))
    assert all(state.stamp[a] < state.stamp[b] for a, b in pairwise(queue[:-1]))
    for e in queue[queue.index(state.counters[exact.LATEST]) + 1 : -1]:
        assert state.value[2 * e]
    assert not any(state.seen)


def assert_watched(state: State) -> None:
    watching = {}
    for literal, c in enumerate(state.head):
        while c:
            side = 0 if state.clauses[c + 4] == literal else 1
            assert state.clauses[c + 4 + side] == literal
            watching[c, side] = literal
            c = state.clauses[c + 2 + side]
    assert len(watching) == 2 * len(clauses_of(state))
    if state.counters[exact.DONE] == state.counters[exact.SIZE]:
        for clause in clauses_of(state):
            values = [state.value[literal] for literal in clause]
            assert max(values) > 0 or min(values[:2]) == 0


@pytest.mark.parametrize("name", GRAPHS)
def test_invariants_and_the_answer(name: str) -> None:
    edges = GRAPHS[name]
    state = started(edges)
    status = RUNNING
    for _ in range(100_000):
        status = go_on(state, 200)
        if status != RUNNING:
            break
        if state.counters[exact.CONFLICTS] < 40:
            assert_sane(state, edges)
            assert_watched(state)
    assert status == (FOUND if EXISTS[name] else EXHAUSTED)
    if status == FOUND:
        cycle = state.cycle()
        assert sorted(cycle) == list(range(len(state.need)))
        pairs = {frozenset(edge) for edge in edges}
        assert all(frozenset(pair) in pairs for pair in pairwise([*cycle, cycle[0]]))


@pytest.mark.parametrize("name", GRAPHS)
def test_both_speeds_leave_the_same_state(name: str) -> None:
    plain, quick = started(GRAPHS[name]), as_arrays(started(GRAPHS[name]))
    for steps in (1, 10, 100, 1000, 10_000, 100_000):
        status = go_on(plain, steps)
        assert go_on(quick, steps, compiled=True) == status
        assert snapshot(plain) == snapshot(quick)
        if status != RUNNING:
            break


def test_portions_do_not_matter() -> None:
    whole, pieces = started(GRAPHS["petersen-17"]), started(GRAPHS["petersen-17"])
    assert go_on(whole, 10**9) == EXHAUSTED
    while go_on(pieces, 50) == RUNNING:
        pass
    for name, field in whole._asdict().items():
        assert field[:14] == getattr(pieces, name)[:14]


def test_every_tour_obeys_what_is_learnt() -> None:
    learnt = 0
    for seed in range(300):
        if seed % 30 == 0:
            edges = cubic(20, seed)
            tours = [
                {frozenset(pair) for pair in pairwise([*tour, tour[0]])}
                for tour in takewhile(
                    lambda t: t[0] == 0, all_tours(neighbours(edges), closed=True)
                )
            ]
        rng = random.Random(seed)
        rng.shuffle(edges)
        state = started(edges)
        state.habit[:] = rng.choices([0, 1], k=len(edges))  # so that it errs more often
        assert go_on(state, 10**9) == (FOUND if tours else EXHAUSTED)
        for clause in clauses_of(state):
            learnt += 1
            for tour in tours:
                assert any((frozenset(edges[x >> 1]) in tour) != x & 1 for x in clause)
    assert learnt > 100


def test_forgetting_keeps_the_clauses_of_few_levels() -> None:
    edges = petersen(29, 2)
    state = started(edges)
    while go_on(state, 1000) == RUNNING and state.counters[exact.USED] < 5000:
        pass
    small = state._replace(clauses=state.clauses[: state.counters[exact.USED]])
    while (status := exact.search.plain(*small, 10**9)) == CHECK:
        exact.separate.plain(*small)
    assert status == FULL
    assert small.counters[exact.DEPTH] == 0
    before = clauses_of(small)
    exact.forget.plain(*small)
    assert_sane(small, edges)
    assert_watched(small)
    after = clauses_of(small)
    assert 0 < len(after) < len(before)
    assert 2 * small.counters[exact.USED] <= len(small.clauses)
    assert [clause for clause in before if clause in after] == after


def test_a_cut_vertex_is_exhausted() -> None:
    # Two complete graphs of four vertices with one in common.
    edges = [(a, b) for part in (range(4), range(3, 7)) for b in part for a in part if a < b]
    state = started(edges)
    assert exact.search.plain(*state, 1000) == CHECK
    assert exact.separate.plain(*state) == EXHAUSTED
