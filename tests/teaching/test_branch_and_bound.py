"""Branch and bound against brute force, with every strategy; every bound is a true bound."""

import ast
import random
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise, permutations, product
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

import caballero.teaching.puzzles
from caballero import (
    Best,
    Board,
    Found,
    GaveUp,
    InvalidInput,
    Limits,
    Problem,
    Tour,
    iter_tours,
    verify,
)
from caballero.machine.words import LANGUAGES
from caballero.teaching import (
    STRATEGIES,
    BestSoFar,
    BoundedPuzzle,
    EventKind,
    Standing,
    backtrack,
    compare,
    contenders,
    minimize,
    solve_branch_and_bound,
    trace_minimize,
)
from caballero.teaching.puzzles import (
    BOUNDS,
    Assignment,
    FewestTurns,
    Knapsack,
    LeastTraffic,
    LongestUncrossed,
    ShortestTour,
    TravellingSalesman,
)
from seldom import each


def best_of(puzzle: BoundedPuzzle[Any], strategy: str, optimum: float) -> BestSoFar[Any]:
    """Return the proved best, and check the way to it: bounds, counts, the order of events."""
    lowest, costs, placed, best = -inf, [inf], 0, inf
    for kind, candidate, now in trace_minimize(puzzle, strategy):
        assert isinstance(now, Standing)
        assert lowest <= now.bound <= optimum
        lowest = now.bound
        assert now.bound <= now.best
        if kind is EventKind.PLACE:
            placed += 1
            assert now.node < now.best
        elif kind is EventKind.CUT:
            assert now.node >= now.best
        elif kind is EventKind.IMPROVEMENT:
            assert puzzle.is_final(candidate)
            assert puzzle.cost(candidate) == now.node == now.best < costs[-1]
            costs.append(now.best)
        assert (now.best, now.expanded) == (costs[-1], placed)
        best = now.best
    assert kind is (EventKind.NO_SOLUTION if best == inf else EventKind.SOLUTION)
    assert now.made == now.expanded + now.cut + len(costs) - 1
    *found, last = minimize(puzzle, strategy)
    assert [one.cost for one in found] == costs[1:]
    assert last.optimal
    assert (last.cost, last.bound) == (best, best)
    assert (last.made, last.expanded, last.cut) == (now.made, now.expanded, now.cut)
    assert last.bounds[-1][1] == last.bound
    assert all(a[0] <= b[0] and a[1] < b[1] for a, b in pairwise(last.bounds))
    assert all(one.bound <= optimum for one in found)
    return last


def assert_least(
    puzzle: BoundedPuzzle[Any], optimum: float, strategies: Iterable[str] = STRATEGIES
) -> None:
    for strategy in strategies:
        last = best_of(puzzle, strategy, optimum)
        assert last.cost == optimum, strategy
        assert (last.candidate is None) == (optimum == inf)


# -- the puzzles against brute force -----------------------------------------------------------


@each("seed", range(40))
def test_knapsack(seed: int) -> None:
    draw = random.Random(seed)
    size = draw.randrange(9)
    weights = tuple(draw.randrange(12) for _ in range(size))
    values = tuple(draw.randrange(20) for _ in range(size))
    puzzle = Knapsack(weights, values, draw.randrange(30))
    fitting = (
        chosen
        for count in range(size + 1)
        for chosen in combinations(range(size), count)
        if sum(weights[i] for i in chosen) <= puzzle.capacity
    )
    most = max(sum(values[i] for i in chosen) for chosen in fitting)
    assert_least(puzzle, sum(values) - most)
    *_, best = minimize(puzzle)
    assert best.candidate is not None
    assert f"value {most}, " in puzzle.show(best.candidate)


@each("seed", range(40))
def test_assignment(seed: int) -> None:
    draw = random.Random(seed)
    size = draw.randrange(6)
    costs = tuple(tuple(draw.randrange(-9, 20) for _ in range(size)) for _ in range(size))
    orders = permutations(range(size))
    least = min(sum(costs[i][job] for i, job in enumerate(order)) for order in orders)
    assert_least(Assignment(costs), least)


def roads(draw: random.Random, size: int, directed: bool) -> list[list[float | None]]:
    """Random roads; one in six is missing."""
    table: list[list[float | None]] = [[None] * size for _ in range(size)]
    for i, j in permutations(range(size), 2):
        if directed or i < j:
            table[i][j] = None if draw.random() < 1 / 6 else draw.randrange(30)
            if not directed:
                table[j][i] = table[i][j]
    return table


def length(table: list[list[float | None]], line: tuple[int, ...]) -> float:
    ways = [table[a][b] for a, b in pairwise(line)]
    return inf if None in ways else sum(way for way in ways if way is not None)


def shortest(table: list[list[float | None]], first: int, last: int | None) -> float:
    """The shortest way through all cities, back to the first if there is no last, by subsets.

    Bellman 1962; Held and Karp 1962.
    """
    size = len(table)
    costs = {(1 << first, first): 0.0}
    for _ in range(size - 1):
        longer: dict[tuple[int, int], float] = {}
        for (seen, here), cost in costs.items():
            for to in range(size):
                if not seen >> to & 1 and table[here][to] is not None:
                    key = seen | 1 << to, to
                    longer[key] = min(longer.get(key, inf), cost + length(table, (here, to)))
        costs = longer
    ends = {here: cost for (_, here), cost in costs.items()}
    if last is not None:
        return ends.get(last, inf)
    if size == 1:
        return 0
    return min((cost + length(table, (here, first)) for here, cost in ends.items()), default=inf)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize(
    "sizes",
    [
        [*range(1, 7)] * 4,
        pytest.param([*range(4, 9)] * 2, marks=pytest.mark.slow),
        pytest.param([*range(4, 9)] * 25, marks=pytest.mark.nightly),
        pytest.param([9, 9, 9, 10, 11], marks=pytest.mark.nightly),
    ],
    ids=["small", "some", "many", "large"],
)
def test_salesman_and_route(sizes: list[int], directed: bool) -> None:
    for seed, size in enumerate(sizes):
        table = roads(random.Random(seed), size, directed)
        puzzle = TravellingSalesman(tuple(map(tuple, table)))
        strategies = STRATEGIES if size < 10 else ["least"]  # the others take minutes
        assert_least(puzzle, shortest(table, 0, None), strategies)
        if size > 1:
            assert_least(through_all(table), shortest(table, 0, size - 1), strategies)


def through_all(table: list[list[float | None]]) -> LeastTraffic:
    """The route from the first place to the last through all others."""
    minutes = {("0", "0"): 0.0} | {
        (str(a), str(b)): cost
        for a, row in enumerate(table)
        for b, cost in enumerate(row)
        if cost is not None
    }
    # Every place has a road, if only one to itself, which no route takes.
    minutes |= {(str(a), str(a)): 0.0 for a in range(len(table))}
    places = [str(a) for a in range(len(table))]
    return LeastTraffic(minutes, places[0], places[-1], tuple(places[1:-1]))


@each("seed", range(40))
def test_least_traffic(seed: int) -> None:
    draw = random.Random(seed)
    places = "abcdef"[: draw.randrange(3, 7)]
    minutes = {(p, p): 1 for p in places} | {
        road: draw.randrange(20) for road in permutations(places, 2) if draw.random() < 0.6
    }
    through = tuple(draw.sample(places[1:-1], draw.randrange(len(places) - 1)))
    between = (
        order
        for count in range(len(places) - 1)
        for order in permutations(places[1:-1], count)
        if {*through} <= {*order}
    )
    routes = [(places[0], *order, places[-1]) for order in between]
    costs = (sum(minutes.get(road, inf) for road in pairwise(route)) for route in routes)
    assert_least(LeastTraffic(minutes, places[0], places[-1], through), min(costs))


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem",
    [
        Problem("1x1"), Problem("2x3"), Problem("3x3"), Problem("3x4"), Problem("3x4", start="a3"),
        Problem("3x4", start="b2"), Problem("3x4", start="a3", end="d3"),
        Problem("3x4", clues={"c2": 2}), Problem("3x4", start="a3", forbidden=[("a3", "c2")]),
        Problem("3x4", start="a3", forced=[("c2", "a1")]), Problem("2x4", piece="king", start="a1"),
        Problem("3x3", piece="king", start="a1", closed=True), Problem("3x4 cylinder", start="a1"),
        Problem("3x3 torus", start="a1", closed=True),
        pytest.param(Problem("5x6", closed=True, start="a1"), marks=pytest.mark.nightly),
    ],
    ids=str,
)  # fmt: skip
def test_fewest_turns(problem: Problem) -> None:
    """No tour has fewer turns, as the statistics of all of them count."""
    tours = iter_tours(problem, directed=True)
    least = min((tour.statistics(symmetry=False).turns or 0 for tour in tours), default=inf)
    puzzle = FewestTurns(problem)
    for strategy, bounded in product(STRATEGIES, BOUNDS):
        if len(problem) < 30 or bounded == "ahead":
            last = best_of(FewestTurns(problem, bounded), strategy, least)
            assert last.cost == least
            if last.candidate is not None:
                tour = Tour(problem.board, last.candidate.path, problem.piece, problem.closed)
                assert verify(tour, problem).valid
                assert puzzle.show(last.candidate) == str(tour)


EVERYWHERE = "0,1+1,1+0,2+1,2+2,2"


def distance(tour: Tour, up: int) -> int:
    """The rows and columns of all moves of a tour on a flat board; rows up to the power `up`."""
    return sum(max(r, 0) + max(-r, 0) ** up + abs(c) for r, c in tour.directions())


@pytest.mark.slow
@pytest.mark.parametrize(("measure", "up"), [("distance", 1), ("climb", 2)])
@pytest.mark.parametrize(
    "problem",
    [
        Problem("2x3"),
        Problem("2x4", piece="king"),
        Problem("2x4", piece="king", start="a1", end="d1"),
        Problem("3x3", piece="king", start="a1", closed=True),
        Problem("3x3", piece="king", start="a1", clues={"b2": 4}),
        pytest.param(
            Problem(Board((3, 3), holes=((0, 1), (2, 2))), piece=EVERYWHERE),
            marks=pytest.mark.nightly,
        ),
        Problem(Board((3, 3), holes=((0, 0), (2, 1))), piece=EVERYWHERE, closed=True),
    ],
    ids=str,
)
def test_shortest_tour(problem: Problem, measure: str, up: int) -> None:
    """No tour is shorter, as the sum of the moves of each of them says."""
    tours = iter_tours(problem, directed=True)
    least = min((distance(tour, up) for tour in tours), default=inf)
    for strategy, bounded in product(STRATEGIES, BOUNDS):
        last = best_of(ShortestTour(problem, bounded, measure=measure), strategy, least)
        assert last.cost == least
    outcome = solve_branch_and_bound(problem, cost=measure)
    if isinstance(outcome, Found):
        assert distance(outcome.tour, up) == least
        assert verify(outcome.tour, problem).valid
    else:
        assert least == inf


def test_a_limit_leaves_the_best_tour_so_far() -> None:
    problem = Problem("4x5", start="a4")
    least = min(tour.statistics().turns or 0 for tour in iter_tours(problem))
    for nodes in range(10, 140, 10):
        outcome = solve_branch_and_bound(problem, "lifo", limits=Limits(nodes=nodes))
        if isinstance(outcome, Best):
            assert verify(outcome.tour, problem).valid
            assert outcome.tour.statistics().turns == outcome.cost
            assert outcome.bound <= least <= outcome.cost
            assert not outcome.optimal or outcome.bound == outcome.cost
        else:
            assert isinstance(outcome, GaveUp)
            assert nodes < 64
            assert 0 < (outcome.bound or 0) <= least
    assert isinstance(outcome, Best)
    assert outcome.optimal
    field = contenders(["branch-and-bound"], strategies=["lifo"])
    (row,) = compare(problem, field, limits=Limits(nodes=64))
    assert row.result == "gave-up"


# OEIS A003192 and the rectangles of the same entry: the moves of the longest uncrossed paths.
LONGEST = {
    (1, 1): 0, (2, 2): 0, (2, 3): 1, (3, 3): 2, (3, 4): 4, (3, 5): 5, (3, 6): 6, (3, 7): 8,
    (4, 4): 5, (4, 5): 7, (5, 4): 7, (5, 5): 10,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("shape", LONGEST, ids=str)
def test_longest_uncrossed(shape: tuple[int, int]) -> None:
    assert_least(LongestUncrossed(*shape), shape[0] * shape[1] - 1 - LONGEST[shape])


# -- the skeleton --------------------------------------------------------------------------------


def test_without_a_bound_it_is_backtracking() -> None:
    """Last in, first out, it expands what backtracking explores, in the same order."""
    puzzle = FewestTurns(Problem("3x4"), "none")
    expanded = [c for kind, c, _ in trace_minimize(puzzle, "lifo") if kind is EventKind.PLACE]
    explored: list[Any] = []

    class Watched(FewestTurns):
        def extensions(self, line: Any) -> Iterator[Any]:
            explored.append(line)
            return super().extensions(line)

    tours = list(backtrack(Watched(Problem("3x4"))))
    assert expanded == explored
    *_, best = minimize(puzzle, "lifo")
    assert best.cost == min(map(puzzle.cost, tours))


class NaNs(Assignment):
    """Its bound is no number."""

    def bound(self, jobs: tuple[int, ...]) -> float:
        return nan


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: list(minimize(NaNs(((1,),)))), "cost-nan"),
    (lambda: Assignment(((1, 2), (3,))), "costs-not-square"),
    (lambda: Assignment(((1, nan), (3, 4))), "cost-not-number"),
    (lambda: Assignment(((1, inf), (3, 4))), "cost-not-number"),
    (lambda: Assignment(((1, "2"), (3, 4))), "cost-not-number"),  # type: ignore[arg-type]
    (lambda: TravellingSalesman(((0, -1), (1, 0))), "cost-negative"),
    (lambda: TravellingSalesman(((0, nan), (1, 0))), "cost-not-number"),
    (lambda: TravellingSalesman(((0, 1),)), "costs-not-square"),
    (lambda: Knapsack((1, 2), (3,), 4), "knapsack-uneven"),
    (lambda: Knapsack((1,), (-3,), 4), "cost-negative"),
    (lambda: Knapsack((1.5,), (3,), 4), "cost-not-whole"),  # type: ignore[arg-type]
    (lambda: Knapsack((1,), (3,), inf), "cost-not-number"),  # type: ignore[arg-type]
    (lambda: LeastTraffic({("a", "b"): 1}, "a", "c"), "route-place-unknown"),
    (lambda: LeastTraffic({("a", "b"): -1}, "a", "b"), "cost-negative"),
    (lambda: LeastTraffic({("a", "b"): nan}, "a", "b"), "cost-not-number"),
    (lambda: LongestUncrossed(0, 3), "board-sides"),
]


@pytest.mark.parametrize(("make", "code"), WRONG)
def test_bad_input_is_one_clear_sentence(make: Callable[[], object], code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        make()
    if code != "board-sides":
        assert caught.value.code == code
    sentences = {caught.value.message.text(language) for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)


def test_every_puzzle_has_fewer_than_100_lines_of_code() -> None:
    for path in Path(str(caballero.teaching.puzzles.__file__)).parent.glob("*.py"):
        text = path.read_text("utf-8")
        lines = {number for number, line in enumerate(text.splitlines(), start=1) if line.strip()}
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                lines -= {*range(node.lineno, (node.end_lineno or 0) + 1)}
        assert len(lines) < 100, path.name
