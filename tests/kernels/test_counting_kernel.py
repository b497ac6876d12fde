"""The frontier count's kernel: its two speeds, its keys, twists and flips, against brute force."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from caballero.count import sweep as sweeping
from caballero.count.frontier import cycles
from caballero.count.sweep import Overflow, Sweep
from caballero.kernels import counting
from caballero.kernels._states import WORD
from caballero.limits import Budget
from naive import all_tours, knight_neighbours

Rows = list[list[int]]


def random_rows(rng: random.Random, size: int, density: float) -> Rows:
    edges = {(a, b) for a in range(size) for b in range(a) if rng.random() < density}
    return [[b for b in range(size) if (a, b) in edges or (b, a) in edges] for a in range(size)]


def all_cycles(rows: Rows) -> list[list[int]]:
    """Every Hamiltonian cycle once: from vertex 0, the smaller of its two neighbours first."""
    return [tour for tour in all_tours(rows, closed=True, clues={1: 0}) if tour[1] < tour[-1]]


def ladder(size: int) -> Rows:
    """Each vertex joined to the four before and after it: few states, and many cycles."""
    return [[w for w in range(v - 4, v + 5) if 0 <= w < size and w != v] for v in range(size)]


@pytest.mark.parametrize("seed", range(60))
def test_both_speeds_count_as_brute_force_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "is_loaded", lambda: False)
    rng = random.Random(seed)
    rows = random_rows(rng, rng.randint(3, 8), rng.choice([0.4, 0.6, 0.8]))
    wanted = len(all_cycles(rows))
    layers = []
    for compiled in (False, True):
        sweep = Sweep(rows, Budget(), threads=1)
        if compiled:
            sweep.compile()
        assert isinstance(sweep.advanced(sweep.first()).states, list) is not compiled
        kept = [
            sorted(tuple(map(int, layer.states[i : i + sweep.stride])) for i in places)
            for layer in sweep.layers(sweep.first())
            for places in [range(0, layer.size * sweep.stride, sweep.stride)]
        ]
        assert sweep.total == wanted
        layers.append(kept)
    assert layers[0] == layers[1]


@pytest.mark.parametrize("seed", range(40))
def test_a_twist_counts_the_odd_cycles_alone(seed: int) -> None:
    rng = random.Random(seed)
    rows = random_rows(rng, rng.randint(3, 7), 0.7)
    edges = [(v, w) for v, row in enumerate(rows) for w in row if v < w]
    odd = frozenset(edge for edge in edges if rng.random() < 0.4)
    parallel = frozenset(edge for edge in edges if rng.random() < 0.2)
    wanted = 0
    for cycle in all_cycles(rows):
        used = [(min(pair), max(pair)) for pair in pairwise([*cycle, cycle[0]])]
        twofold = sum(edge in parallel for edge in used)
        if twofold:  # half of the choices are odd
            wanted += 1 << (twofold - 1)
        else:
            wanted += sum(edge in odd for edge in used) % 2
    assert cycles(rows, Budget(), twisted=True, odd=odd, parallel=parallel) == wanted


def test_a_flip_halves_the_states_and_keeps_the_count() -> None:
    rows = knight_neighbours(3, 10)
    order = sorted(range(30), key=lambda v: v % 10)
    at = {v: turn for turn, v in enumerate(order)}
    swept = [sorted(at[w] for w in rows[v]) for v in order]
    flip = [at[(2 - v // 10) * 10 + v % 10] for v in order]
    plain, flipped = Sweep(swept, Budget()), Sweep(swept, Budget(), flip=flip)
    plain.run()
    flipped.run()
    assert plain.total == flipped.total == 16  # A169764
    assert flipped.transitions < 0.8 * plain.transitions


def test_a_count_that_does_not_fit_is_found_out_and_counted_with_more_ints() -> None:
    rows = ladder(60)
    with pytest.raises(Overflow):
        Sweep(rows, Budget()).run()
    wide = Sweep(rows, Budget(), count_words=3)
    wide.run()
    assert cycles(rows, Budget()) == wide.total > 1 << WORD


def test_a_key_of_several_ints() -> None:
    # All of one side of a complete bipartite graph are in the frontier: two ints a key.
    sides = 4
    many = [[*range(sides, 26)] for _ in range(sides)] + [[*range(sides)] for _ in range(22)]
    assert counting.new_plan(many).key_words > 1
    assert cycles(many, Budget()) == 0
    # A ring in which six pairs of neighbours may change places, in a wide order and a narrow one.
    size = 50
    chords = [(v + d, v + d + 2) for v in range(0, 48, 8) for d in (0, 1)]
    beside = [{(v - 1) % size, (v + 1) % size} for v in range(size)]
    for a, b in chords:
        beside[a].add(b)
        beside[b].add(a)
    counted = []
    for order in ([*range(0, size, 2), *range(1, size, 2)], [*range(size)]):
        at = {v: turn for turn, v in enumerate(order)}
        swept = [sorted(at[w] for w in beside[v]) for v in order]
        counted.append((counting.new_plan(swept).key_words, cycles(swept, Budget())))
    assert counted == [(2, 2**6), (1, 2**6)]


def test_too_wide_for_a_set_in_one_int() -> None:
    size = counting.WIDEST + 2
    everything = [[w for w in range(size) if w != v] for v in range(size)]
    with pytest.raises(OverflowError):
        counting.new_plan(everything)
