"""Branch and bound by assignments against brute force, in both forms."""

import random
from itertools import permutations, product

from caballero.best.kernels import assignments
from caballero.machine.kernel import Counts, array_of
from forms import both
from seldom import each

assign, gather = both(assignments.assign), both(assignments.gather)
narrow, search = both(assignments.narrow), both(assignments.search)

MISSING = 1_000


def network(rng: random.Random, *, odd: bool) -> tuple[int, list[int], dict[tuple[int, int], int]]:
    """Return a matrix as for a directed graph, and the costs of its arcs; the last may be odd."""
    cities, most, density = rng.randrange(3, 8), rng.choice((2, 9, 99)), rng.choice((0.5, 0.8, 1))
    arcs = {
        (a, b): rng.randrange(most)
        for a, b in product(range(cities), repeat=2)
        if a != b and rng.random() < density
    }
    size = 2 * cities - odd
    costs = [MISSING] * size**2
    for (a, b), cost in arcs.items():
        costs[min(2 * a + 1, size - 1) * size + 2 * b] = cost
    return size, costs, arcs


@each("seed", range(400), every=10)
def test_the_search_ends_at_the_cheapest_round_trip(seed: int) -> None:
    rng = random.Random(seed)
    size, costs, arcs = network(rng, odd=seed % 3 == 0)
    cities = (size + 1) // 2
    pairs = [*arcs]
    rng.shuffle(pairs)
    forced = pairs[: rng.choice((0, 0, 1))]
    trips = [
        {*zip(trip, [*trip[1:], 0], strict=True)}
        for others in permutations(range(1, cities))
        if (trip := [0, *others])
    ]
    totals = [
        sum(arcs[arc] for arc in trip)
        for trip in trips
        if arcs.keys() >= trip and trip.issuperset(forced)
    ]
    matrix = array_of(Counts, costs)
    state = assignments.new_state(matrix, size, missing=MISSING, step=1, forced=forced)
    assert gather(state) == state.begins[cities] <= len(arcs)
    while not assign(state, 2):
        pass
    best = min(totals, default=None)
    assert best is None or state.bound <= best
    state.limit = MISSING
    if state.bound < assignments.INFINITE and rng.random() < 0.7:
        narrow(state)
        assert best is None or state.bound <= state.lifted <= best
    found = MISSING
    while (status := search(state, rng.randrange(1, 30))) != assignments.EXHAUSTED:
        assert status != assignments.FULL
        assert best is None or min(assignments.least_open(state), found) <= best
        if status == assignments.FOUND:
            sides = {*enumerate(state.trip)}
            assert sides in trips
            assert sides.issuperset(forced)
            found = sum(arcs[side] for side in sides)
            assert state.limit == found - 1
    assert found == (MISSING if best is None else best)
