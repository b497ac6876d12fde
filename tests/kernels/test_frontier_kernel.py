from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import pairwise

import pytest

from caballero.kernels import frontier
from caballero.kernels._speed import as_arrays, as_lists
from caballero.kernels.frontier import EXHAUSTED, FOUND, FULL, RUNNING, State, grow, search
from naive import all_tours, knight_neighbours

Rows = list[list[int]]


def random_rows(rng: random.Random, size: int) -> Rows:
    chance = rng.uniform(0.25, 0.6)
    neighbours: Rows = [[] for _ in range(size)]
    for v in range(size):
        for w in range(v):
            if rng.random() < chance:
                neighbours[v].append(w)
                neighbours[w].append(v)
    for row in neighbours:
        rng.shuffle(row)
    return neighbours


def band(rng: random.Random, size: int, reach: int) -> Rows:
    """A narrow graph, and one vertex joined to a good part of it."""
    edges = {(v, v + d) for v in range(size) for d in range(1, reach) if rng.random() < 0.62}
    edges |= {(v, size) for v in range(size) if rng.random() < 0.9}
    neighbours: Rows = [[] for _ in range(size + 1)]
    for v, w in sorted(edge for edge in edges if edge[1] <= size):
        neighbours[v].append(w)
        neighbours[w].append(v)
    return neighbours


def run(state: State, steps: int, compiled: bool) -> tuple[int, State]:
    state = as_arrays(state) if compiled else as_lists(state)
    while True:
        before = state.steps
        status = (search.compiled if compiled else search.plain)(*state, steps)
        assert state.steps <= before + steps
        if status == FULL:
            grow(state)
        elif status != RUNNING:
            return status, state


def small(state: State) -> State:
    return state._replace(memory=state.memory[:32], heads=state.heads[:16])


def is_cycle(neighbours: Rows, cycle: list[int]) -> bool:
    return sorted(cycle) == list(range(len(neighbours))) and all(
        b in neighbours[a] for a, b in pairwise([*cycle, cycle[0]])
    )


def swept_in_layers(neighbours: Rows) -> bool:
    """Whether there is a Hamiltonian cycle, by all the mates after each vertex: an oracle."""
    size = len(neighbours)
    layer = {tuple((v, v) for v in range(size))}
    for v in range(size):
        after = set()
        for state in layer:
            mates = dict(state)
            stack = [(mates, [w for w in neighbours[v] if w > v])]
            while stack:
                mates, ahead = stack.pop()
                if mates[v] == -1:
                    after.add(tuple(item for item in mates.items() if item[0] > v))
                if not ahead:
                    continue
                w, rest = ahead[0], ahead[1:]
                stack.append((mates, rest))
                if -1 in (mates[v], mates[w]):
                    continue
                a, b = mates[v], mates[w]
                new = mates | {v: -1, w: -1}
                if a == w:
                    if all(mate == -1 for mate in new.values()):
                        return True
                else:
                    # A free vertex is its own mate: it stays, as the end of the longer fragment.
                    new[a], new[b] = b, a
                    stack.append((new, rest))
        layer = after
    return False


@pytest.mark.parametrize("compiled", [False, True])
def test_agrees_with_naive_search(compiled: bool) -> None:
    rng = random.Random(12)
    answers = set()
    for _ in range(400):
        neighbours = random_rows(rng, rng.randint(3, 9))
        status, state = run(frontier.new_state(neighbours), 1000, compiled)
        exists = any(all_tours(neighbours, closed=True, start=0))
        assert status == (FOUND if exists else EXHAUSTED)
        assert not exists or is_cycle(neighbours, state.cycle())
        answers.add(exists)
    assert answers == {True, False}


def test_agrees_with_a_sweep_in_layers_on_graphs_with_a_hub() -> None:
    rng = random.Random(3)
    answers = []
    for _ in range(40):
        neighbours = band(rng, rng.randint(38, 50), 4)
        hub = len(neighbours[-1])
        status, state = run(frontier.new_state(neighbours), 1000, False)
        assert (status == FOUND) == swept_in_layers(neighbours)
        assert status != FOUND or is_cycle(neighbours, state.cycle())
        answers.append((status, hub > frontier.MANY))
    assert {(FOUND, True), (EXHAUSTED, True)} <= set(answers)


@pytest.mark.parametrize("board", [(3, 8), (4, 8), (5, 6), (6, 6)])
@pytest.mark.parametrize("steps", [1, 7, 10_000])
def test_both_speeds_do_the_same_in_any_portions(board: tuple[int, int], steps: int) -> None:
    rows, columns = board
    across = sorted(range(rows * columns), key=lambda v: (v % columns, v))
    at = {v: t for t, v in enumerate(across)}
    squares = knight_neighbours(rows, columns)
    neighbours = [[at[w] for w in squares[v]] for v in across]
    _, whole = run(frontier.new_state(neighbours), 1_000_000, False)
    for compiled in (False, True) if steps > 1 else (True,):
        _, state = run(small(frontier.new_state(neighbours)), steps, compiled)
        for name in ("mate", "left", "first", "second", "first_far", "second_far"):
            assert list(map(int, getattr(state, name))) == list(getattr(whole, name)), name
        assert state.steps == whole.steps


@pytest.mark.parametrize("compiled", [False, True])
def test_what_is_forgotten_is_found_again(monkeypatch: pytest.MonkeyPatch, compiled: bool) -> None:
    monkeypatch.setattr(frontier, "MOST_WORDS", 128)
    for rows, columns in ((4, 6), (3, 8), (5, 6)):
        squares = knight_neighbours(rows, columns)
        status, state = run(small(frontier.new_state(squares)), 50, compiled)
        assert len(state.memory) <= 128
        assert status == (FOUND if rows == 5 else EXHAUSTED)


def test_few_rows_of_a_pattern_are_ever_remembered() -> None:
    # Where all is joined to all, all matchings come up, but few of them are independent.
    # Eight vertices whose only neighbours are five others: no cycle, so that all is tried.
    left, right = range(8), range(8, 13)
    neighbours: Rows = [list(right) if v in left else list(left) for v in range(13)]
    status, state = run(frontier.new_state(neighbours), 1000, False)
    assert status == EXHAUSTED
    begin = len(state.entry) - frontier.ROW_WORDS
    entries: dict[tuple[int, int], int] = {}
    at = 0
    while at < state.counters[frontier.USED]:
        tag, pattern = state.memory[at : at + 2]
        key = (tag >> 40, pattern)
        entries[key] = entries.get(key, 0) + 1
        at += begin + (1 << (tag & 15))
    for (_, pattern), count in entries.items():
        ends = sum(pattern // 3**place % 3 == 2 for place in range(frontier.TRITS))
        assert count <= 2 ** (ends // 2 - 1)
    assert max(entries.values()) > 1


def test_within_the_bounds_of_its_arrays() -> None:
    code = (
        "from caballero.kernels import frontier as f\n"
        "from caballero.kernels._speed import as_arrays\n"
        "from naive import knight_neighbours\n"
        "for size in ((3, 10), (4, 6), (5, 6)):\n"
        "    state = f.new_state(knight_neighbours(*size))\n"
        "    state = as_arrays(state._replace(memory=state.memory[:32], heads=state.heads[:16]))\n"
        "    while (status := f.search.compiled(*state, 1000)) in (f.RUNNING, f.FULL):\n"
        "        if status == f.FULL:\n"
        "            f.grow(state)\n"
        "    print(status)\n"
    )
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": "tests"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == [str(FOUND), str(EXHAUSTED), str(FOUND)], done.stderr
