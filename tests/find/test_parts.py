"""Graphs searched part by part: the parts, the passages, and the cycles that they make."""

import random

import pytest

from caballero import Graph, Limits
from caballero.find.exact import ExactSearch
from caballero.find.parts import LEAST, MOST_EDGES, PartsSearch, parts_of
from caballero.machine.limits import Budget, LimitHit, SliceOver
from graphs import assert_tour, rows_of

LADDER = 24  # rungs of a part: 48 vertices


def ring_of_parts(rng: random.Random, count: int, links: int) -> list[list[int]]:
    """Return ladders with random chords; random edges join each to the next around a ring."""
    edges = set()
    size = 2 * LADDER
    for begin in range(0, count * size, size):
        for i in range(LADDER):
            a, b = begin + 2 * i, begin + 2 * i + 1
            edges |= {(a, b)} | ({(a, a + 2), (b, b + 2)} if i + 1 < LADDER else set())
        for _ in range(LADDER):
            v, w = sorted(rng.sample(range(begin, begin + size), 2))
            edges.add((v, w))
    for p in range(count):
        for _ in range(links):
            v = p * size + rng.randrange(size)
            w = (p + 1) % count * size + rng.randrange(size)
            edges.add((min(v, w), max(v, w)))
    return rows_of(edges, count * size)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("links", [1, 2, 3])
def test_a_cycle_is_found_part_by_part_and_only_where_there_is_one(seed: int, links: int) -> None:
    rows = ring_of_parts(random.Random(10 * seed + links), 4, links)
    cycle = PartsSearch(rows, seed=seed).run(Budget(Limits(nodes=20_000_000)))
    if cycle is not None:
        assert_tour(Graph.from_neighbours(rows), cycle, closed=True)
    # The links of these rings are few, so one path through each part, or two, are enough.
    assert (ExactSearch(rows).run(Budget()) is None) == (cycle is None)


@pytest.mark.parametrize("seed", range(3))
def test_parts_are_large_and_few_edges_leave_them(seed: int) -> None:
    rows = ring_of_parts(random.Random(seed), 5, 2)
    part = parts_of(rows, Budget(), seed=seed)
    members = [[v for v in range(len(rows)) if part[v] == p] for p in range(max(part) + 1)]
    assert len(members) > 2
    for p, some in enumerate(members):
        assert len(some) == 1 or len(some) > LEAST / 2
        leaving = sum(part[w] != p for v in some for w in rows[v])
        assert leaving <= MOST_EDGES or p == 0


def test_a_graph_that_no_few_edges_cut_is_left_whole() -> None:
    size = 100
    rows = [[(v + d) % size for d in range(-6, 7) if d] for v in range(size)]
    assert set(parts_of(rows, Budget(), seed=0)) == {0}
    assert PartsSearch(rows).run(Budget()) is None
    assert PartsSearch([]).run(Budget()) is None


def test_a_search_that_is_stopped_continues() -> None:
    rows = ring_of_parts(random.Random(2), 4, 3)
    whole = PartsSearch(rows, seed=1).run(Budget())
    search, budget, slices = PartsSearch(rows, seed=1), Budget(), 0
    while True:
        slices += 1
        try:
            with budget.slice(20_000 * slices):
                cycle = search.run(budget)
            break
        except SliceOver:
            continue
    assert slices > 1
    assert (cycle is None) == (whole is None)
    if cycle is not None:
        assert_tour(Graph.from_neighbours(rows), cycle, closed=True)
    with pytest.raises(LimitHit):
        PartsSearch(rows, seed=1).run(Budget(Limits(nodes=10)))
