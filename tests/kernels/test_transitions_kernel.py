"""The kernel that changes transitions: its invariants, portions, plain against compiled."""

import random
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from caballero.find.kernels.transitions import FOUND, RUNNING, State, new_choices, new_state, search
from forms import both

Pair = tuple[int, int]

run = both(search)


def random_choices(rng: random.Random, size: int) -> tuple[list[Pair], list[list[Pair]]]:
    """Return the ends of random edges, often parallel, and some random pairs of them."""
    ends: list[Pair] = []
    for v in range(size):
        ends += [(v, (v + 1) % size)]
        ends += [(v, w) for w in rng.choices(range(size), k=2) if w != v]
    transitions = []
    for v in range(size):
        own = [e for e, pair in enumerate(ends) if v in pair]
        pairs = {(min(a, b), max(a, b)) for a in own for b in rng.sample(own, 2) if a != b}
        transitions.append(sorted(pairs))
    return ends, transitions


def cycles_of(ends: list[Pair], chosen: list[Pair]) -> list[int]:
    """Return the lengths of the cycles of edges that both their ends choose."""
    both = {e for e, n in Counter(e for pair in chosen for e in pair).items() if n == 2}
    found: list[int] = []
    seen: set[int] = set()
    for start in range(len(chosen)):
        v, e, visited = start, chosen[start][0], [start]
        while e in both:
            v = sum(ends[e]) - v
            e = sum(chosen[v]) - e
            if v == start:
                break
            visited.append(v)
        if e in both and start not in seen:
            found.append(len(visited))
            seen |= {*visited}
    return found


def assert_sound(ends: list[Pair], state: State) -> None:
    chosen = state.transitions()
    load = Counter(edge for pair in chosen for edge in pair)
    assert list(state.load) == [load[edge] for edge in range(len(ends))]
    loose = list(state.loose[: state.count])
    assert sorted(loose) == [edge for edge in range(len(ends)) if load[edge] == 1]
    assert list(state.where) == [loose.index(e) if e in loose else -1 for e in range(len(ends))]
    assert state.cycles == len(cycles_of(ends, chosen))


@given(seed=st.integers(0, 10**6), size=st.integers(2, 12))
def test_every_step_keeps_the_invariants(seed: int, size: int) -> None:
    ends, transitions = random_choices(random.Random(seed), size)
    state = new_state(new_choices(ends, transitions), seed=seed, temperature=0.5)
    assert_sound(ends, state)
    for _ in range(30):
        status = run(state, 1)
        assert_sound(ends, state)
        lengths = cycles_of(ends, state.transitions())
        assert (status == FOUND) == (lengths == [size])


@pytest.mark.parametrize("seed", range(4))
def test_portions_make_no_difference(seed: int) -> None:
    ends, transitions = random_choices(random.Random(seed), 10)
    choices = new_choices(ends, transitions)
    state, whole = (new_state(choices, seed=seed, temperature=0.3) for _ in range(2))
    while state.steps < 200 and run(state, 7) == RUNNING:
        pass
    search(whole, state.steps)
    assert whole == state
