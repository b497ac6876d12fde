"""Combined tours stay tours, their costs are true and fall, and what is counted stays true."""

import random
from collections import Counter
from itertools import pairwise

from caballero.best.kernels import crossovers, exchanges
from caballero.machine.kernel import Counts, array_of
from forms import both
from seldom import each

breed = both(crossovers.breed)


def new_state(size: int, count: int, seed: int, points: int = 100) -> crossovers.State:
    rng = random.Random(seed)
    places = [(rng.randrange(points), rng.randrange(points)) for _ in range(size)]
    costs = array_of(Counts, [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in places for b in places])
    tours = [rng.sample(range(size), size) for _ in range(count)]
    width = min(6, size - 1)
    near = exchanges.new_state(costs, tours[0], width).near
    return crossovers.new_state(costs, near, width, tours, seed)


def tours_of(state: crossovers.State) -> list[list[int]]:
    """Walk through all tours by their links, and check that each visits every vertex."""
    size, tours = len(state.left) // 2, list[list[int]]()
    for first in range(0, len(state.links), 2 * size):
        tour = [0, state.links[first]]
        while len(tour) < size:
            before, v = tour[-2:]
            links = [*state.links[first + 2 * v : first + 2 * v + 2]]
            assert before in links
            links.remove(before)
            tour += links
        assert sorted(tour) == [*range(size)]
        tours.append([*tour, 0])
    return tours


@each("seed", range(40))
def test_tours_stay_tours(seed: int) -> None:
    size = 5 + seed
    state = new_state(size, 2 + seed % 9, seed, points=3 if seed % 4 == 0 else 100)
    before = [*state.totals]
    for steps in (1, 5, 50, 400, 10_000):
        breed(state, steps)
        tours = tours_of(state)
        uses = Counter(move for tour in tours for move in pairwise([*tour, *tour[-2::-1]]))
        assert {(at // size, at % size): n for at, n in enumerate(state.uses) if n} == uses
        for total, tour, most in zip(state.totals, tours, before, strict=True):
            assert total == sum(state.costs[a * size + b] for a, b in pairwise(tour)) <= most
        before = [*state.totals]
    assert state.done
    best = crossovers.best_tour(state)
    assert min(before) == sum(state.costs[a * size + b] for a, b in pairwise([*best, best[0]]))


@each("seed", range(40))
def test_a_child_is_its_parent_with_one_ab_cycle_exchanged(seed: int) -> None:
    """AB-cycles take apart what differs; with the moves of B, nothing of A is left over."""
    state = new_state(6 + seed, 2, seed)
    a, b = [{frozenset(move) for move in pairwise(tour)} for tour in tours_of(state)]
    found = crossovers._find_cycles(state, crossovers._compare(state, 0, 1))
    removed, added = set[frozenset[int]](), set[frozenset[int]]()
    for begin, end in pairwise(state.starts[: found + 1]):
        cycle = [*state.cycles[begin:end], state.cycles[begin]]
        moves = [frozenset(move) for move in pairwise(cycle)]
        assert len(moves) % 2 == 0
        removed |= {*moves[::2]}
        added |= {*moves[1::2]}
    assert removed == a - b
    assert added == b - a
