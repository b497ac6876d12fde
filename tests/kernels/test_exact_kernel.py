"""The exact search's kernel: its invariants, its clauses, its two forms."""

import random
from itertools import pairwise, takewhile

import pytest
from hypothesis import given, strategies as st

from caballero.find.kernels import exact
from caballero.find.kernels._clauses import EXHAUSTED, FOUND, FULL, RUNNING, Learning, forget
from caballero.find.kernels.exact import State
from caballero.machine.kernel import Marks, array_of, longer
from forms import both
from graphs import petersen_edges, rows_of
from naive import all_tours, knight_neighbours

search = both(exact.search)

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


def board(rows: int, columns: int, dummy: bool) -> Edges:
    edges = [(v, w) for v, row in enumerate(knight_neighbours(rows, columns)) for w in row if v < w]
    if dummy:
        edges += [(v, rows * columns) for v in range(rows * columns)]
    random.Random(rows).shuffle(edges)
    return edges


GRAPHS = {
    **{f"cubic-{size}-{seed}": cubic(size, seed) for size in (10, 14, 40) for seed in range(3)},
    "petersen-5": petersen_edges(5), "petersen-17": petersen_edges(17),
    "petersen-20": petersen_edges(20), "knight-4x5": board(4, 5, dummy=False),
    "knight-6x6": board(6, 6, dummy=False), "knight-5x5-open": board(5, 5, dummy=True),
    "knight-8x8-open": board(8, 8, dummy=True),
}  # fmt: skip
EXISTS = {name: name not in {"petersen-5", "petersen-17", "knight-4x5"} for name in GRAPHS}


def started(edges: Edges, room: int = 20_000) -> State:
    return exact.new_state(1 + max(map(max, edges)), edges, room)


def go_on(state: State, steps: int) -> int:
    """One portion; the room for clauses is made longer as often as the search wants it."""
    learning = state.learning
    end = learning.spent + steps
    status: int
    while (status := search(state, end - learning.spent)) == FULL:
        both(forget)(learning)
        before = len(learning.clauses)
        learning.clauses = longer(Marks, learning.clauses, before + before // 10)
    return status


def clauses_of(learning: Learning) -> list[list[int]]:
    found, c = [], 1
    while c < learning.used:
        size = learning.clauses[c]
        found.append(list(learning.clauses[c + 4 : c + 4 + size]))
        c += 4 + size
    return found


def assert_sane(state: State, edges: Edges) -> None:
    """The invariants of the module's docstring, each written down again."""
    learning = state.learning
    size, done = learning.size, learning.done
    trail, vertices = learning.trail[:size], len(state.need)
    assert len({literal >> 1 for literal in trail}) == size
    for literal in range(2 * len(edges)):
        true, false = literal in trail, literal ^ 1 in trail
        assert learning.value[literal] == true - false
    propagated = {literal >> 1: literal & 1 for literal in trail[:done]}
    used = [edges[e] for e, out in propagated.items() if not out]
    assert state.inside == len(used)
    for v in range(vertices):
        begin, end = state.begin[v], state.begin[v + 1]
        row = list(state.rows[begin:end])
        assert sorted(row) == [dart for dart, w in enumerate(state.ends) if w == v]
        assert all(state.place[dart] == begin + at for at, dart in enumerate(row))
        assert [dart >> 1 not in propagated for dart in row] == [
            at < state.left[v] for at in range(end - begin)
        ]
        there = [dart for literal in trail[:done] for dart in row if literal & ~1 == dart & ~1]
        assert list(state.link[2 * v : 2 * v + 2 - state.need[v]]) == [
            dart for dart in there if not propagated[dart >> 1]
        ]
        assert list(state.linked[2 * v : 2 * v + 2 - state.need[v]]) == [
            state.ends[dart ^ 1] for dart in there if not propagated[dart >> 1]
        ]
    other_end = {v: v for v in range(vertices)}
    for a, b in used[: vertices - 1]:
        a, b = other_end[a], other_end[b]  # of two fragments: a fragment is never closed
        assert a != b
        other_end[a], other_end[b] = b, a
    for v in range(vertices):
        if state.need[v]:
            assert state.mate[v] == other_end[v]
    queue = [learning.after[len(edges)]]
    while queue[-1] != len(edges):
        queue.append(learning.after[queue[-1]])
    assert sorted(queue) == list(range(len(edges) + 1))
    assert all(learning.before[b] == a for a, b in pairwise(queue))
    assert all(learning.bumped[a] < learning.bumped[b] for a, b in pairwise(queue[:-1]))
    for e in queue[queue.index(learning.latest) + 1 : -1]:
        assert learning.value[2 * e]
    assert not any(learning.seen)


def assert_watched(learning: Learning) -> None:
    watching = {}
    for literal, c in enumerate(learning.watch):
        while c:
            side = 0 if learning.clauses[c + 4] == literal else 1
            assert learning.clauses[c + 4 + side] == literal
            watching[c, side] = literal
            c = learning.clauses[c + 2 + side]
    assert len(watching) == 2 * len(clauses_of(learning))
    if learning.done == learning.size:
        for clause in clauses_of(learning):
            values = [learning.value[literal] for literal in clause]
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
        if state.learning.conflicts < 40:
            assert_sane(state, edges)
            assert_watched(state.learning)
    assert status == (FOUND if EXISTS[name] else EXHAUSTED)
    if status == FOUND:
        cycle = state.cycle()
        assert sorted(cycle) == list(range(len(state.need)))
        pairs = {frozenset(edge) for edge in edges}
        assert all(frozenset(pair) in pairs for pair in pairwise([*cycle, cycle[0]]))


@given(
    size=st.integers(3, 12),
    chords=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=30),
    room=st.integers(0, 100),
)
def test_random_graphs_with_little_room(size: int, chords: Edges, room: int) -> None:
    rings = {(min(v, w), max(v, w)) for v in range(size) for w in [(v + 1) % size]}
    edges = sorted(rings | {(a, b) for a, b in chords if a < b < size})
    state = started(edges, 2 * len(edges) + 20 + room)
    while (status := go_on(state, 10 * state.learning.spent + 1)) == RUNNING:
        pass
    assert status == FOUND


def test_portions_do_not_matter() -> None:
    whole, pieces = started(GRAPHS["petersen-17"]), started(GRAPHS["petersen-17"])
    assert go_on(whole, 10**9) == EXHAUSTED
    while go_on(pieces, 50) == RUNNING:
        pass
    assert whole == pieces


def test_every_tour_satisfies_the_learnt_clauses() -> None:
    learnt = 0
    for seed in range(300):
        if seed % 30 == 0:
            edges = cubic(20, seed)
            tours = [
                {frozenset(pair) for pair in pairwise([*tour, tour[0]])}
                for tour in takewhile(
                    lambda t: t[0] == 0, all_tours(rows_of(edges, 20), closed=True)
                )
            ]
        rng = random.Random(seed)
        rng.shuffle(edges)
        state = started(edges)
        # So that it errs more often:
        state.learning.phase = array_of(Marks, rng.choices([0, 1], k=len(edges)))
        assert go_on(state, 10**9) == (FOUND if tours else EXHAUSTED)
        for clause in clauses_of(state.learning):
            learnt += 1
            for tour in tours:
                assert any((frozenset(edges[x >> 1]) in tour) != x & 1 for x in clause)
    assert learnt > 100


def test_forgetting_keeps_the_clauses_of_low_lbd() -> None:
    edges = petersen_edges(29)
    state = started(edges)
    while go_on(state, 1000) == RUNNING and state.learning.used < 5000:
        pass
    state.learning.clauses = state.learning.clauses[: state.learning.used]
    assert search(state, 10**9) == FULL
    assert state.learning.depth == 0
    before = clauses_of(state.learning)
    both(forget)(state.learning)
    assert_sane(state, edges)
    assert_watched(state.learning)
    after = clauses_of(state.learning)
    assert 0 < len(after) < len(before)
    assert 2 * state.learning.used <= len(state.learning.clauses)
    assert [clause for clause in before if clause in after] == after
