import random
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from caballero.find.kernels import frontier
from caballero.find.kernels.frontier import EXHAUSTED, FOUND, FULL, RUNNING, State, grow, search
from caballero.machine.kernel import Counts, Marks, zeros
from forms import both
from graphs import Rows, random_rows, rows_of
from naive import knight_neighbours


def shuffled_rows(rng: random.Random, size: int) -> Rows:
    rows = random_rows(rng, size, rng.uniform(0.25, 0.6))
    for row in rows:
        rng.shuffle(row)
    return rows


def band(rng: random.Random, size: int, reach: int) -> Rows:
    """A narrow graph, and one vertex joined to a good part of it."""
    edges = {(v, v + d) for v in range(size) for d in range(1, reach) if rng.random() < 0.62}
    edges |= {(v, size) for v in range(size) if rng.random() < 0.9}
    return rows_of((edge for edge in edges if edge[1] <= size), size + 1)


def run(state: State, steps: int) -> int:
    """Search to the end, in both forms."""
    while (status := run_once(state, steps)) in (RUNNING, FULL):
        if status == FULL:
            grow(state.memory)
    return status


def run_once(state: State, steps: int) -> int:
    most = state.steps + steps
    status: int = both(search)(state, steps)
    assert state.steps <= most
    return status


def small(state: State) -> State:
    state.memory.entries, state.memory.heads = zeros(Counts, 32), zeros(Marks, 16)
    return state


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


@given(st.integers(0, 10**6), st.integers(3, 12), st.integers(1, 50))
def test_random_graphs_in_any_portions(seed: int, size: int, steps: int) -> None:
    neighbours = shuffled_rows(random.Random(seed), size)
    state, other = small(frontier.new_state(neighbours)), frontier.new_state(neighbours)
    status = run(state, steps)
    assert status == run(other, 10_000)
    assert status != FOUND or is_cycle(neighbours, state.cycle())
    assert (state.steps, state.first, state.second) == (other.steps, other.first, other.second)


@pytest.mark.slow
def test_agrees_with_a_sweep_in_layers_on_graphs_with_a_hub() -> None:
    rng = random.Random(3)
    answers = []
    for _ in range(40):
        neighbours = band(rng, rng.randint(38, 50), 4)
        hub = len(neighbours[-1])
        state = frontier.new_state(neighbours)
        status = run(state, 1000)
        assert (status == FOUND) == swept_in_layers(neighbours)
        assert status != FOUND or is_cycle(neighbours, state.cycle())
        answers.append((status, hub > frontier.MAX_DEGREE))
    assert {(FOUND, True), (EXHAUSTED, True)} <= set(answers)


def test_deleted_clauses_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "MOST_WORDS", 128)
    for rows, columns in ((4, 6), (3, 8), (5, 6)):
        state = small(frontier.new_state(knight_neighbours(rows, columns)))
        status = run(state, 50)
        assert len(state.memory.entries) <= 128
        assert status == (FOUND if rows == 5 else EXHAUSTED)


@pytest.mark.slow
def test_the_hash_table_is_rebuilt_in_portions() -> None:
    state = frontier.new_state(knight_neighbours(4, 7))
    assert search(state, 400) == RUNNING
    used = state.memory.used
    grow(state.memory)
    portions = 0
    while state.memory.listed < used:
        assert run_once(state, 1) == RUNNING
        portions += 1
    assert portions > 2
    assert len(set(state.memory.heads)) - 1 == sum(map(bool, state.memory.heads))
    assert run(state, 1000) == EXHAUSTED
