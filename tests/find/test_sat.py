from __future__ import annotations

import random
import signal
import threading
from collections.abc import Callable
from itertools import combinations, product

import pytest

from caballero.core.graph import Graph
from caballero.core.limits import Budget, LimitHit, Limits, Progress, SliceOver
from caballero.find.methods import sat_is_installed
from caballero.find.sat import DIRECT, SatSearch, _exactly_two, _two_or_more
from naive import all_tours, knight_neighbours

pytestmark = pytest.mark.skipif(
    not sat_is_installed(), reason="needs PySAT: pip install caballero[sat]"
)

Rows = list[list[int]]


def graph(edges: list[tuple[int, int]]) -> Rows:
    built = Graph.from_edges(edges, range(1 + max(map(max, edges))))
    return [list(built.neighbours(v)) for v in range(len(built))]


def sat_cycle(rows: Rows, budget: Budget, *, seed: int = 0) -> list[int] | None:
    return SatSearch(rows, budget, seed=seed).run(budget)


def petersen_like(size: int, jump: int) -> Rows:
    """The generalised Petersen graph GP(size, jump): a rim, spokes, and an inner star."""
    rim = [(i, (i + 1) % size) for i in range(size)]
    star = [(size + i, size + (i + jump) % size) for i in range(size)]
    return graph([*rim, *star, *((i, size + i) for i in range(size))])


def coxeter() -> Rows:
    """The Coxeter graph: triples of seven points that are no line; neighbours are disjoint."""
    lines = [{i, (i + 1) % 7, (i + 3) % 7} for i in range(7)]
    triples = [set(t) for t in combinations(range(7), 3) if set(t) not in lines]
    return [[w for w, u in enumerate(triples) if not t & u] for t in triples]


def assert_cycle(neighbours: Rows, cycle: list[int] | None) -> None:
    assert cycle is not None
    assert sorted(cycle) == list(range(len(neighbours)))
    assert all(w in neighbours[v] for v, w in zip(cycle, cycle[1:] + cycle[:1], strict=True))


def random_rows(rng: random.Random) -> Rows:
    size = rng.randint(3, 8)
    chance = rng.uniform(0.3, 1)
    rows: Rows = [[] for _ in range(size)]
    for v, w in combinations(range(size), 2):
        if rng.random() < chance:
            rows[v].append(w)
            rows[w].append(v)
    return rows


@pytest.mark.parametrize("seed", range(10))
def test_agrees_with_the_naive_search(seed: int) -> None:
    rng = random.Random(seed)
    found = 0
    for _ in range(40):
        rows = random_rows(rng)
        cycle = sat_cycle(rows, Budget(), seed=seed)
        if next(all_tours(rows, closed=True), None) is None:
            assert cycle is None
        else:
            assert_cycle(rows, cycle)
            found += 1
    assert 0 < found < 40


@pytest.mark.parametrize(
    "rows",
    [petersen_like(5, 2), petersen_like(11, 2), coxeter(), knight_neighbours(4, 7)],
    ids=["petersen", "GP(11,2)", "coxeter", "4x7"],
)
def test_proves_that_there_is_none(rows: Rows) -> None:
    assert sat_cycle(rows, Budget()) is None


@pytest.mark.parametrize(
    "rows",
    [petersen_like(10, 2), petersen_like(21, 2), knight_neighbours(8, 8), knight_neighbours(5, 20)],
    ids=["dodecahedron", "GP(21,2)", "8x8", "5x20"],
)
def test_finds(rows: Rows) -> None:
    assert_cycle(rows, sat_cycle(rows, Budget()))


@pytest.mark.parametrize("degree", [DIRECT, DIRECT + 1, 500])
def test_dummy_of_huge_degree(degree: int) -> None:
    # A path that a dummy closes: where it is joined to all, and where one edge is missing.
    path = [(v, v + 1) for v in range(degree - 1)]
    dummy = [(v, degree) for v in range(degree)]
    assert_cycle(graph(path + dummy), sat_cycle(graph(path + dummy), Budget()))
    assert sat_cycle(graph(path + dummy[:-1]), Budget()) is None


def test_the_same_seed_gives_the_same_cycle() -> None:
    rows = knight_neighbours(10, 10)
    cycles = [sat_cycle(rows, Budget(), seed=seed) for seed in (7, 7, 10**30)]
    assert cycles[0] == cycles[1]
    assert_cycle(rows, cycles[2])


# 113 squares of one colour and 112 of the other, and a solver of clauses cannot count.
ENDLESS = knight_neighbours(15, 15)


@pytest.mark.parametrize("limits", [Limits(seconds=0.5), Limits(nodes=2000)])
def test_limits_are_heard(limits: Limits) -> None:
    with pytest.raises(LimitHit):
        sat_cycle(ENDLESS, Budget(limits))


@pytest.mark.parametrize("rows", [coxeter(), knight_neighbours(8, 8)], ids=["coxeter", "8x8"])
def test_in_slices_the_answer_is_the_same(rows: Rows) -> None:
    budget, slices = Budget(), 0
    with budget.slice(1):  # making the clauses needs no slice
        search = SatSearch(rows, budget)
    while True:
        try:
            with budget.slice(2**slices):  # a slice must be long enough to merge cycles
                cycle = search.run(budget)
            break
        except SliceOver:
            slices += 1
    assert slices
    assert search.run(Budget()) == cycle
    if sat_cycle(rows, Budget()) is None:
        assert cycle is None
    else:
        assert_cycle(rows, cycle)


def test_every_interrupt_comes_through() -> None:
    # Where PySAT catches Ctrl-C itself, the second one is lost.
    for _ in range(2):
        timer = threading.Timer(0.05, signal.raise_signal, [signal.SIGINT])

        def interrupt(progress: Progress, timer: threading.Timer = timer) -> None:
            if not timer.ident:  # the search is on
                timer.start()

        with pytest.raises(KeyboardInterrupt):
            sat_cycle(ENDLESS, Budget(Limits(seconds=300), interrupt))
        timer.join()


def meaning(clauses: Callable[[list[int]], list[list[int]]], count: int) -> list[bool]:
    """Return whether the clauses can be satisfied, by trying all assignments."""
    from pysat.solvers import Cadical195

    variables = list(range(1, count + 1))
    with Cadical195() as solver:
        for clause in clauses(variables):
            solver.add_clause(clause)
        return [
            solver.solve([x if on else -x for x, on in zip(variables, choice, strict=True)])
            for choice in product((False, True), repeat=count)
        ]


@pytest.mark.parametrize("count", range(2, DIRECT + 4))
def test_exactly_two(count: int) -> None:
    got = meaning(lambda variables: list(_exactly_two(variables, count + 1)), count)
    assert got == [sum(choice) == 2 for choice in product((False, True), repeat=count)]


@pytest.mark.parametrize("count", range(1, 14))
def test_two_or_more(count: int) -> None:
    got = meaning(lambda variables: list(_two_or_more(variables)), count)
    for choice, allowed in zip(product((False, True), repeat=count), got, strict=True):
        if sum(choice) == 0:
            assert not allowed
        elif sum(choice) % 2 == 0:
            assert allowed
