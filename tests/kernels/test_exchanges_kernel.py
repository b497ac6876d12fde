"""Local search: the tour stays a tour, its cost is true, and small ones become the cheapest."""

import random
from itertools import permutations

import pytest

from caballero.best.kernels import exchanges
from caballero.machine.kernel import Counts, Places, array_of
from forms import both
from seldom import each

polish = both(exchanges.polish)


def new_state(size: int, seed: int) -> tuple[exchanges.State, list[int]]:
    rng = random.Random(seed)
    points = [(rng.randrange(100), rng.randrange(100)) for _ in range(size)]
    matrix = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in points for b in points]
    tour = rng.sample(range(size), size)
    return exchanges.new_state(array_of(Counts, matrix), tour, 6, seed=seed), matrix


@each("seed", range(40))
def test_the_cost_is_that_of_a_tour(seed: int) -> None:
    size = 8 + seed
    state, matrix = new_state(size, seed)
    first = state.cost
    for steps in (1, 5, 50, 400):
        polish(state, steps)
        tour = list(state.tour)
        assert sorted(tour) == list(range(size))
        assert [state.place[v] for v in tour] == list(range(size))
        assert state.cost == sum(matrix[tour[at - 1] * size + tour[at]] for at in range(size))
        if not state.waiting:
            assert state.cost <= (state.before if state.kicks else first)


@pytest.mark.parametrize("seed", range(5))
def test_small_tours_become_the_cheapest(seed: int) -> None:
    size = 8
    state, matrix = new_state(size, seed)
    while state.kicks < 200 or state.waiting:
        exchanges.polish(state, 1)
    best = min(
        sum(matrix[cycle[at - 1] * size + cycle[at]] for at in range(size))
        for others in permutations(range(1, size))
        if (cycle := (0, *others))
    )
    assert state.cost == best


def test_a_full_log_takes_the_kick_back() -> None:
    state, matrix = new_state(40, 0)
    while not state.kicks or state.waiting:
        exchanges.polish(state, 1)
    state.log = state.log[: exchanges.SPARE]
    for _ in range(200):
        polish(state, 1)
    tour = list(state.tour)
    if not state.waiting:
        assert state.cost == sum(matrix[tour[at - 1] * 40 + tour[at]] for at in range(40))


def test_kicks_may_cost_something_up_to_the_goal() -> None:
    size, dearer = 40, 0
    state, matrix = new_state(size, 1)
    state.goal = state.span = 300
    state.heat = 50
    while state.kicks < state.goal or state.waiting:
        polish(state, 1)
        if state.kicks and not state.waiting:
            tour = list(state.tour)
            assert state.cost == sum(matrix[tour[at - 1] * size + tour[at]] for at in range(size))
            assert state.cost < state.before + 50
            assert state.kicks < state.goal or state.cost <= state.before
            dearer += state.cost > state.before
    assert dearer


def test_the_nearest_are_those_of_a_sort() -> None:
    rng = random.Random(7)
    size, width = 12, 5
    costs = [rng.randrange(40) for _ in range(size * size)]
    near = array_of(Places, [0] * size * width)
    assert both(exchanges.nearest)(array_of(Counts, costs), near, size) == width
    for v in range(size):
        others = sorted((costs[v * size + w], w) for w in range(size) if w != v)
        found = near[v * width : (v + 1) * width]
        assert [costs[v * size + w] for w in found] == [cost for cost, _ in others[:width]]
        assert len({*found}) == width
