"""Proofs by inequalities: exact bounds, rows that no cycle violates, and the cheapest cycle."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations

import pytest
from hypothesis import given, strategies as st

from best.test_best import best_of
from caballero import Limits
from caballero.best import cheapest, cuts, inequalities
from caballero.best.tuning import USUAL, Tuning
from caballero.formats import read_graph
from caballero.machine.limits import Budget
from seldom import each


class Sample:
    """A random graph, some of its edges forced, and all its cycles by brute force."""

    def __init__(self, seed: int, most: int = 8) -> None:
        rng = random.Random(seed)
        self.size = rng.randrange(3, most + 1)
        pairs = [(a, b) for a in range(self.size) for b in range(a)]
        density = rng.choice([0.6, 0.8, 1])
        self.ends = [pair for pair in pairs if rng.random() < density]
        # In the second kind, most relaxations have many solutions.
        most_cost = rng.choice([100, 3, 10**12])
        self.costs = [rng.randrange(most_cost + 5) for _ in self.ends]
        self.forced = [e for e in range(len(self.ends)) if rng.random() < rng.choice([0, 0.1])]

    def relaxation(self) -> inequalities.Relaxation:
        return inequalities.new_relaxation(self.size, self.ends, self.costs, self.forced)

    def cycles(self) -> Iterator[set[int]]:
        number = {frozenset(pair): edge for edge, pair in enumerate(self.ends)}
        for rest in permutations(range(1, self.size)):
            steps = [frozenset(step) for step in pairwise((0, *rest, 0))]
            if rest[0] < rest[-1] and all(step in number for step in steps):
                cycle = {number[step] for step in steps}
                if cycle >= {*self.forced}:
                    yield cycle

    def cost(self, cycle: set[int]) -> int:
        return sum(self.costs[edge] for edge in cycle)


@pytest.mark.slow
@each("seed", range(150))
def test_the_cheapest_cycle_is_that_of_brute_force(seed: int) -> None:
    sample = Sample(seed)
    known = {frozenset(cycle): sample.cost(cycle) for cycle in sample.cycles()}
    least = min(known.values(), default=None)
    limit = sum(max(0, cost) for cost in sample.costs)
    search = inequalities.begin(sample.relaxation(), limit, Budget())
    best = None
    while not search.exhausted:
        found = inequalities.look(search, 1, Budget())
        if found is not None:
            best = known[frozenset(found)]
            assert best <= search.limit
            search.limit = best - 1
        assert least is None or search.bound <= least or best == least
    assert best == least


@each("seed", range(60))
def test_no_cycle_violates_a_row(seed: int) -> None:
    sample = Sample(seed + 1_000)
    relaxation = sample.relaxation()
    rng = random.Random(seed)
    for _ in range(3):
        relaxation.costs[:] = [rng.randrange(-5, 20) for _ in relaxation.costs]
        for edge, cost in enumerate(relaxation.costs):
            relaxation.solver.changeColCost(edge, cost)
        inequalities.tighten(relaxation, 10**9, 100, Budget())
    for cycle in sample.cycles():
        for row in relaxation.rows:
            pairs = zip(row.edges, row.factors, strict=True)
            total = sum(factor for edge, factor in pairs if edge in cycle)
            assert total == row.least if row.exact else total >= row.least


@pytest.mark.slow
@pytest.mark.parametrize("seed", [176, 308, 387])
def test_no_cycle_violates_a_comb_with_larger_teeth(seed: int) -> None:
    rng, size = random.Random(seed), 9
    ends = [(a, b) for a in range(size) for b in range(a)]
    costs = [rng.choice([1, 1, 2, 3, 4]) for _ in ends]
    relaxation = inequalities.new_relaxation(size, ends, costs)
    inequalities.tighten(relaxation, 10**9, 100, Budget())
    combs = [row.sets for row in relaxation.rows if len(row.sets) > 1]
    assert any(2 < len(tooth) < size - 2 for _, *teeth in combs for tooth in teeth)
    for rest in permutations(range(1, size)):
        steps = [*pairwise((0, *rest, 0))]
        for sets in combs:
            left = sum((a in part) != (b in part) for a, b in steps for part in sets)
            assert left >= cuts.least_of(sets)


@given(st.integers(0, 10**6), st.data())
def test_any_multipliers_prove_a_true_bound(seed: int, data: st.DataObject) -> None:
    sample = Sample(seed, 6)
    relaxation = sample.relaxation()
    part = data.draw(st.sets(st.integers(0, sample.size - 1), min_size=1, max_size=sample.size - 1))
    edges = st.sampled_from(sample.ends) if sample.ends else st.nothing()
    teeth = data.draw(st.lists(edges, unique=True))
    inside = [pair for pair in teeth if len(part & {*pair}) == 1]
    if len(inside) % 2 and len(inside) > 2:  # a blossom
        inequalities._add(relaxation, (frozenset(part), *map(frozenset, inside)))
    inequalities._add(relaxation, (frozenset(part),))
    rows = relaxation.rows
    multipliers = [data.draw(st.integers(-50 if row.exact else 0, 50)) for row in rows]
    bound, reduced = inequalities.weigh(rows, multipliers, sample.costs, relaxation.box)
    for cycle in sample.cycles():
        cost = sample.cost(cycle)
        assert bound <= cost
        # The reduced cost of an edge is what its use adds to the bound.
        for edge, more in enumerate(reduced):
            if more > 0 and not relaxation.box.lower[edge]:
                assert edge not in cycle or bound + more <= cost


@each("seed", range(60))
def test_inequalities_with_weights_lead_to_the_cheapest_cycle(seed: int) -> None:
    sample = Sample(seed + 2_000)
    known = {frozenset(cycle): sample.cost(cycle) for cycle in sample.cycles()}
    if not known:
        return
    forced = [sample.ends[edge] for edge in sample.forced]
    network = cheapest.new_network(sample.size, sample.ends, sample.costs, forced)
    search = cheapest.new_search(network, range(sample.size), seed)
    largest = max(known, key=known.__getitem__)
    search.cost = known[largest]
    search.cycle = cheapest._cycle_of(search, [sample.ends[edge] for edge in largest])
    with Budget(tuning=[Tuning(trees=1, combed=1, inequalities=False)]) as budget:
        cheapest.improve(search, budget)
    assert search.cost == search.bound == min(known.values())


@each("seed", range(40))
def test_cuts_of_rough_shares_hold_for_every_cycle(seed: int) -> None:
    rng, size = random.Random(seed), 8
    ends = [(a, b) for a in range(size) for b in range(a)]
    shares = [rng.choice([0, 0, 0, 0.1, 0.3, 0.5, 0.6, 0.95]) for _ in ends]
    found = cuts.near_blossoms(size, ends, shares, [], Budget())
    found += cuts.near_combs(size, ends, shares, found, Budget())
    for cut in found:
        row = cheapest._row_of(ends, cut)
        times = Counter(ends[edge] for edge in row.edges)
        for rest in permutations(range(1, size)):
            steps = [(max(step), min(step)) for step in pairwise((0, *rest, 0))]
            assert sum(times[step] for step in steps) <= row.most


@pytest.mark.long_plain
@each("seed", range(60))
def test_a_large_graph_begins_with_some_of_its_edges(seed: int) -> None:
    sample = Sample(seed + 3_000)
    known = {frozenset(cycle): sample.cost(cycle) for cycle in sample.cycles()}
    if sample.size < USUAL.least or len(sample.ends) <= 20 or not known:
        return
    forced = [sample.ends[edge] for edge in sample.forced]
    few = Budget(Limits(nodes=100_000), tuning=[Tuning(most_edges=20, nearest=3)])
    with few:
        network = cheapest.new_network(sample.size, sample.ends, sample.costs, forced)
    first = min(known, key=known.__getitem__) if seed % 2 else max(known, key=known.__getitem__)
    cycle = cheapest._cycle_of(
        cheapest.new_search(network, range(sample.size)), [sample.ends[edge] for edge in first]
    )
    search = cheapest.new_search(network, cycle, seed)
    with few:
        cheapest.improve(search, few)
    least = min(known.values())
    assert search.bound <= least <= search.cost
    assert search.cost in known.values()
    if search.optimal:
        assert search.cost == least


@pytest.mark.slow
@each("seed", range(40))
def test_paths_and_directed_graphs_have_cuts_too(seed: int) -> None:
    rng = random.Random(seed)
    names = range(12)
    lines = [f"{a},{b},{rng.randrange(30)}" for a in names for b in names if a != b]
    text = "from,to,cost\n" + "\n".join(lines)
    graph = read_graph(text, directed=True, weight="cost")
    costs = []
    for is_installed in (False, True):
        sizes = Tuning(inequalities=is_installed, trees=0 if is_installed else 5_000)
        with Budget(tuning=[sizes]):
            outcome = best_of(graph, closed=seed % 2 == 0, start=3)
        assert outcome.optimal
        costs.append(outcome.cost)
    assert costs[0] == costs[1]
