"""Branch and bound with 1-trees against brute force, and the sieve of dense graphs."""

import random
from collections.abc import Mapping
from itertools import permutations

from caballero.best.kernels import one_trees
from caballero.machine.kernel import Counts, array_of
from forms import both
from seldom import each

Edge = frozenset[int]

search, climb, force = both(one_trees.search), both(one_trees.climb), both(one_trees.force)
span, sift = both(one_trees.span), both(one_trees.sift)

UNIT = 16


def cheapest(size: int, costs: Mapping[Edge, int], forced: set[Edge]) -> int | None:
    """Return the cost of the cheapest cycle: every order is tried."""
    totals = []
    for others in permutations(range(1, size)):
        cycle = (0, *others)
        sides = [frozenset((cycle[at - 1], cycle[at])) for at in range(size)]
        if costs.keys() >= set(sides) and forced <= set(sides):
            totals.append(sum(costs[side] for side in sides))
    return min(totals, default=None)


def row_of(rng: random.Random, size: int, ends: list[tuple[int, int]]) -> one_trees.Row:
    """Return a random row: the edges inside a set of vertices, and an odd number that leave it."""
    part = set(rng.sample(range(size), rng.randrange(1, size)))
    leaving = [at for at, (a, b) in enumerate(ends) if (a in part) != (b in part)]
    teeth = rng.sample(leaving, rng.randrange(1, len(leaving) + 1, 2)) if leaving else []
    inside = [at for at, (a, b) in enumerate(ends) if a in part and b in part]
    return one_trees.Row(len(part) + len(teeth) // 2, inside + teeth, rng.randrange(5 * UNIT))


@each("seed", range(150))
def test_rows_hold_for_every_cycle(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randrange(3, 7)
    ends = [(a, b) for a in range(size) for b in range(a)]
    row = row_of(rng, size, ends)
    for others in permutations(range(1, size)):
        cycle = (0, *others)
        sides = {frozenset((cycle[at - 1], cycle[at])) for at in range(size)}
        assert len(sides & {frozenset(ends[at]) for at in row.edges}) <= row.most


@each("seed", range(150))
def test_the_search_ends_at_the_cheapest_cycle(seed: int) -> None:
    rng = random.Random(seed)
    size, density = rng.randrange(3, 8), rng.random()
    ends = [(a, b) for a in range(size) for b in range(a) if rng.random() < 0.3 + density]
    costs = [rng.randrange(-10, 30) for _ in ends]
    forced = [at for at in range(len(ends)) if rng.random() < 0.1]
    known = {frozenset(pair): cost for pair, cost in zip(ends, costs, strict=True)}
    rows = [row_of(rng, size, ends) for _ in range(seed % 3)]
    state = one_trees.new_state(
        size, ends, [cost * UNIT for cost in costs], limit=1_000 * UNIT, unit=UNIT, room=len(rows)
    )
    one_trees.set_rows(state, rows)
    found, status, bounds = None, one_trees.EXHAUSTED, []
    if all(force(state, edge) for edge in forced):
        if seed % 2:
            bounds.append(climb(state, 30))
        status = one_trees.FOUND
    while status != one_trees.EXHAUSTED:
        status = search(state, 50)
        if status == one_trees.FOUND:
            assert found is None or state.limit < found * UNIT
            found = sum(costs[edge] for edge in state.tour)
            assert state.limit == (found - 1) * UNIT
    best = cheapest(size, known, {frozenset(ends[edge]) for edge in forced})
    assert found == best
    assert best is None or all(bound <= best * UNIT for bound in bounds)


@each("seed", range(40))
def test_the_sieve_keeps_every_cheapest_cycle(seed: int) -> None:
    rng = random.Random(seed)
    size, missing = rng.randrange(4, 7), 1_000
    matrix = [missing] * size * size
    for a in range(size):
        for b in range(a):
            cost = missing if rng.random() < 0.1 else rng.randrange(30)
            matrix[a * size + b] = matrix[b * size + a] = cost
    prices = [rng.randrange(-5, 6) for _ in range(size)]
    totals: dict[tuple[int, ...], int] = {
        cycle: sum(matrix[cycle[at - 1] * size + cycle[at]] for at in range(size))
        for others in permutations(range(1, size))
        if (cycle := (0, *others))
    }
    best = min(totals.values())
    if best >= missing:
        return
    sieve = one_trees.new_sieve(
        array_of(Counts, matrix), prices, missing=missing, unit=1, room=2 * size * size
    )
    assert span(sieve) <= best
    assert sift(sieve, best, 2) == 2
    assert sift(sieve, best, size) == size - 2
    kept = {frozenset(pair) for pair in zip(sieve.tails, sieve.heads, strict=True)}
    for cycle, total in totals.items():
        if total == best:
            assert all(frozenset((cycle[at - 1], cycle[at])) in kept for at in range(size))


def test_a_sieve_without_room_stops() -> None:
    matrix = array_of(Counts, [1] * 36)
    sieve = one_trees.new_sieve(matrix, [0] * 6, missing=9, unit=1, room=7)
    assert span(sieve) == 6
    assert sift(sieve, 6, 6) < 6


def test_no_1_tree_spans_a_graph_in_two_parts() -> None:
    ends = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
    state = one_trees.new_state(6, ends, [1] * 6, limit=100, unit=1)
    assert climb(state, 5) == one_trees.INFINITE
    matrix = array_of(Counts, [1 if a // 3 == b // 3 else 9 for a in range(6) for b in range(6)])
    assert span(one_trees.new_sieve(matrix, [0] * 6, missing=9, unit=1, room=36)) == (
        one_trees.INFINITE
    )
