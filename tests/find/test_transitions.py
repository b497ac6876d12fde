"""Contraction, and the search for transitions: gadgets, and small graphs by brute force."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise, product

import pytest
from hypothesis import given, strategies as st

from caballero import Graph, Limits
from caballero.find.contraction import Contraction, Pair, contract
from caballero.find.exact import ExactSearch
from caballero.find.transitions import TransitionSearch
from caballero.machine.limits import Budget, SliceOver
from graphs import Rows, assert_tour, rows_of

# A gadget is made of directed vertices 0 to 2k; each is split in three, and the even ones have arcs
# from other gadgets and to them. Arcs lead from each even vertex to the odd ones beside it; and
# from each odd vertex to the even ones beside it in another order, the places of which are these.
SMALL = (4, 1, 2, 3, 0)
LARGE = (10, 1, 4, 3, 2, 9, 8, 7, 6, 5, 0)


def gadget_edges(places: tuple[int, ...], begin: int) -> set[Pair]:
    """Return the edges of a gadget; directed vertex p becomes `begin` + 3p and the two after it."""
    size = len(places)
    at = {place: p for p, place in enumerate(places)}
    edges = set()
    for p in range(size):
        edges |= {(begin + 3 * p, begin + 3 * p + 1), (begin + 3 * p + 1, begin + 3 * p + 2)}
    for p in range(size - 1):
        even, odd = sorted((p, p + 1), key=lambda x: x % 2)
        edges.add((begin + 3 * even + 2, begin + 3 * odd))
        even, odd = sorted((p, p + 1), key=lambda x: x % 2)
        edges.add((begin + 3 * at[odd] + 2, begin + 3 * at[even]))
    return edges


@cache
def passages(places: tuple[int, ...]) -> set[Pair]:
    """Return the ways through a gadget, by trying all paths: where they enter, and where leave."""
    size = 3 * len(places)
    rows = rows_of(gadget_edges(places, 0), size)

    def ends(path: list[int], left: set[int]) -> set[int]:
        if not left:
            return {path[-1]}
        return {end for w in rows[path[-1]] if w in left for end in ends([*path, w], left - {w})}

    doors = range(0, len(places), 2)
    return {
        (p, q)
        for p in doors
        for q in doors
        if 3 * q + 2 in ends([3 * p], set(range(size)) - {3 * p})
    }


def gadgets(rng: random.Random, count: int, places: tuple[int, ...]) -> Rows:
    """Return gadgets that a cycle passes; random edges lead to each way in, and from each out."""
    size = 3 * len(places)
    edges = set().union(*(gadget_edges(places, g * size) for g in range(count)))
    ways = sorted(passages(places))
    order = rng.sample(range(count), count)
    chosen = {g: rng.choice(ways) for g in order}
    for g, h in pairwise([*order, order[0]]):
        edges.add((g * size + 3 * chosen[g][1] + 2, h * size + 3 * chosen[h][0]))
    for g, p in product(range(count), range(0, len(places), 2)):
        others = [h for h in range(count) if h != g]
        for h, q in product(rng.sample(others, 2), [rng.randrange(0, len(places), 2)]):
            edges.add((g * size + 3 * p + 2, h * size + 3 * q))
            edges.add((h * size + 3 * q + 2, g * size + 3 * p))
    return rows_of(edges, count * size)


def is_one_cycle(found: Contraction, chosen: list[Pair]) -> bool:
    """Return whether the chosen edges make one cycle; both ends choose the same ones."""
    place, edge, visited = 0, chosen[0][0], 0
    while True:
        place = sum(found.ends[edge]) - place
        edge = sum(chosen[place]) - edge
        visited += 1
        if place == 0:
            return visited == len(chosen)


def cycles_of(found: Contraction, chosen: list[Pair]) -> Iterator[list[Pair]]:
    """Yield all choices that make one cycle, after some that are given."""
    place = len(chosen)
    if place == len(found.transitions):
        if is_one_cycle(found, chosen):
            yield chosen
        return
    before = [edge for edge, (a, b) in enumerate(found.ends) if max(a, b) == place]
    for pair in found.transitions[place]:
        if all((edge in pair) == (edge in chosen[min(found.ends[edge])]) for edge in before):
            yield from cycles_of(found, [*chosen, pair])


@pytest.mark.parametrize("places", [SMALL, LARGE])
def test_gadgets_contract_to_one_vertex_each_with_their_passages(places: tuple[int, ...]) -> None:
    rng = random.Random(len(places))
    rows = gadgets(rng, 4, places)
    found = contract(rows, most=len(rows))
    assert found is not None
    assert len(found.transitions) == 4
    size = 3 * len(places)
    for inside in found.passages:
        assert inside.keys() <= {
            pair
            for p, q in passages(places)
            for g in range(4)
            for enter, leave in [(g * size + 3 * p, g * size + 3 * q + 2)]
            for pair in [(enter, leave), (leave, enter)]
        }
        for (x, y), path in inside.items():
            assert (path[0], path[-1]) == (x, y)
            assert len(set(path)) == len(path) == size
            assert all(w in rows[v] for v, w in pairwise(path))


@pytest.mark.parametrize("seed", range(8))
def test_a_contracted_graph_has_a_cycle_if_and_only_if_the_graph_has_one(seed: int) -> None:
    rng = random.Random(seed)
    rows = gadgets(rng, 3, SMALL)
    between = [(v, w) for v, row in enumerate(rows) for w in row if v // 15 < w // 15]
    for v, w in rng.sample(between, 3 * seed):
        rows[v].remove(w)
        rows[w].remove(v)
    found = contract(rows, most=len(rows))
    cycles = [] if found is None else list(islice(cycles_of(found, []), 100))
    for chosen in cycles:
        assert found is not None
        assert_tour(Graph.from_neighbours(rows), found.cycle(chosen), closed=True)
    if seed == 0:
        assert cycles
    assert bool(cycles) == (ExactSearch(rows).run(Budget()) is not None)


@given(seed=st.integers(0, 10**6), size=st.integers(3, 9), degree=st.floats(2, 4))
def test_small_graphs_contract_without_loss(seed: int, size: int, degree: float) -> None:
    rng = random.Random(seed)
    every = [(v, w) for w in range(size) for v in range(w)]
    rows = rows_of(set(rng.sample(every, min(len(every), int(size * degree / 2)))), size)
    found = contract(rows, most=len(rows))
    cycle = ExactSearch(rows).run(Budget())
    if found is None:  # there is no cycle, or no choice: its edges are forced, but the last one
        sides = pairwise([*cycle, cycle[0]]) if cycle else ()
        assert sum(2 not in (len(rows[v]), len(rows[w])) for v, w in sides) <= 1
        return
    cycles = [found.cycle(chosen) for chosen in islice(cycles_of(found, []), 100)]
    for other in cycles:
        assert_tour(Graph.from_neighbours(rows), other, closed=True)
    assert bool(cycles) == bool(cycle)


@pytest.mark.parametrize(("count", "places", "seed"), [(6, SMALL, 0), (8, SMALL, 1), (5, LARGE, 2)])
def test_a_hidden_cycle_is_found(count: int, places: tuple[int, ...], seed: int) -> None:
    rows = gadgets(random.Random(seed), count, places)
    cycle = TransitionSearch(rows, Budget(), seed=seed).run(Budget(Limits(nodes=10_000_000)))
    assert cycle is not None
    assert_tour(Graph.from_neighbours(rows), cycle, closed=True)
    again = TransitionSearch(rows, Budget(), seed=seed)
    budget = Budget()
    while True:
        try:
            with budget.slice(100):
                assert again.run(budget) == cycle
                break
        except SliceOver:
            continue


def test_graphs_that_contract_little_are_left_to_others() -> None:
    complete = [[w for w in range(9) if w != v] for v in range(9)]
    assert TransitionSearch(complete, Budget()).run(Budget()) is None
    star = [[1, 2, 3], [0], [0], [0]]
    assert TransitionSearch(star, Budget()).run(Budget()) is None
    assert contract([], most=0) is None
