"""The best tour by the costs of its turns, against all tours."""

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from best.test_best import best_of
from caballero import Best, Graph, Impossible, InvalidInput, Problem, TooLarge, iter_tours, verify
from caballero.best import solve_best
from caballero.best.tuning import Tuning
from caballero.machine.limits import Budget
from random_problems import random_problem, tours_of
from seldom import each

NUMBERS: list[Callable[[random.Random], Any]] = [
    lambda rng: rng.randrange(3),
    lambda rng: rng.randrange(-9, 10),
    lambda rng: Fraction(rng.randrange(1, 30), rng.randrange(1, 4)),
    lambda rng: rng.randrange(100) / 8,
    lambda rng: rng.random(),
    lambda rng: rng.choice([0, 0, 0, 10**10]),
]


def random_costs(problem: Problem, rng: random.Random) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """Costs of the moves and of the turns, by their places; of a graph without directions."""
    number, graph = rng.choice(NUMBERS), problem.graph()
    places = [problem.place(v) for v in range(len(graph))]
    moves = {(places[a], places[b]): number(rng) for a, b in graph.edges()}
    turns = {
        (places[a], places[v], places[b]): number(rng)
        for v in range(len(graph))
        for a in graph.neighbours(v)
        for b in graph.neighbours(v)
        if a < b
    }
    both = turns | {turn[::-1]: cost for turn, cost in turns.items()}
    return moves | {move[::-1]: cost for move, cost in moves.items()}, both


def total(problem: Problem, order: Sequence[int], *tables: dict[Any, Any]) -> Any:
    """The cost of a tour by these costs of its moves and turns."""
    line = [problem.place(v) for v in order]
    found = 0
    for table in tables:
        length = len(next(iter(table), ()))
        row = [*line, *line[: length - 1]] if problem.closed else line
        found += sum(
            table.get(key, 0) for key in zip(*(row[i:] for i in range(length)), strict=False)
        )
    return found


def best_is(
    known: Sequence[Any], problem: Problem, tables: Sequence[dict[Any, Any]], **asked: Any
) -> None:
    """The best tours, cheapest and most expensive, are those of all whose costs are known."""
    for maximize in (False, True):
        outcome = solve_best(problem, maximize=maximize, **asked)
        if not known:
            assert isinstance(outcome, Impossible)
            continue
        assert isinstance(outcome, Best)
        assert verify(outcome.tour, problem)
        assert outcome.optimal
        best = (max if maximize else min)(known)
        assert outcome.cost == outcome.bound == pytest.approx(best, rel=1e-12)
        assert outcome.cost == pytest.approx(total(problem, outcome.tour.order, *tables), rel=1e-12)


@pytest.mark.slow
@each("seed", range(300), every=5)
def test_the_best_tour_is_that_of_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    problem = random_problem(rng)
    while not (tours := [*tours_of(problem)]) and seed % 10:  # most of them have a tour
        problem = random_problem(rng)
    moves, turns = random_costs(problem, rng)
    given = [moves, turns] if rng.random() < 0.5 else [turns]
    known = [total(problem, tour, *given) for tour in tours]
    turn_cost = turns if seed % 2 else lambda a, b, c: turns[a, b, c]
    move_cost = {"cost": moves} if len(given) > 1 else {}
    best_is(known, problem, given, turn_cost=turn_cost, seed=seed, **move_cost)


@each("seed", range(40))
def test_directed_graphs_against_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randrange(3, 8)
    pairs = [(a, b) for a in range(size) for b in range(size) if a != b and rng.random() < 0.7]
    start = rng.choice([None, 1])
    problem = Problem(Graph.from_edges(pairs, range(size), directed=True), closed=seed % 2 > 0,
                      start=start, end=rng.choice([None, 0]))  # fmt: skip
    turns = {(a, b, c): rng.randrange(-3, 20) for a, b in pairs for other, c in pairs if b == other}
    turns = {turn: cost for turn, cost in turns.items() if turn[0] != turn[2]}
    known = [total(problem, tour.order, turns) for tour in iter_tours(problem)]
    best_is(known, problem, [turns], turn_cost=turns)


def turns(a: Any, b: Any, c: Any) -> int:
    return int((b[0] - a[0], b[1] - a[1]) != (c[0] - b[0], c[1] - b[1]))


@pytest.mark.parametrize("maximize", [False, True])
@pytest.mark.parametrize("closed", [False, True])
def test_turns_by_name_and_by_their_costs_are_the_same(closed: bool, maximize: bool) -> None:
    named = best_of("5x6", "turns", closed=closed, maximize=maximize)
    given = best_of("5x6", turn_cost=turns, closed=closed, maximize=maximize)
    assert (given.tour, given.cost, given.optimal) == (named.tour, named.cost, True)
    thirds = best_of(
        "5x6", turn_cost=lambda *abc: Fraction(turns(*abc), 3), closed=closed, maximize=maximize
    )
    assert (3 * thirds.cost, thirds.optimal) == (named.cost, True)


@pytest.mark.slow
@pytest.mark.parametrize("kind", range(len(NUMBERS)))
@pytest.mark.parametrize("closed", [False, True])
def test_what_is_too_wide_for_a_sweep_has_a_true_bound(
    closed: bool, kind: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(kind)
    problem = Problem("4x5" if not closed else "5x6", closed=closed)
    monkeypatch.setitem(globals(), "NUMBERS", [NUMBERS[kind]])
    moves, costly = random_costs(problem, rng)
    for maximize in (False, True):
        exact = best_of(problem, moves, turn_cost=costly, maximize=maximize)
        assert exact.optimal
        for rounds in (0, 5, 400):
            sizes = Tuning(most_window=0, most_tries=1, rounds=rounds)
            with Budget(tuning=[sizes]):
                rough = best_of(problem, moves, turn_cost=costly, maximize=maximize)
            low, high = sorted((rough.cost, rough.bound))
            assert low - 1e-9 <= exact.cost <= high + 1e-9
            assert rough.optimal == (rough.cost == rough.bound)
            cost = total(problem, rough.tour.order, moves, costly)
            assert rough.cost == pytest.approx(cost, rel=1e-12)


@pytest.mark.parametrize(
    ("turn_cost", "code"),
    [
        ({("a", "b"): 1}, "cost-no-triple"), ({5: 1}, "cost-no-triple"),
        ({("a", "b", "d"): 1}, "cost-no-turn"), ({("a", "b", "a"): 1}, "cost-no-turn"),
        ({("a", "b", "x"): 1}, "vertex-unknown"), ({("a", "b", "c"): math.nan}, "cost-no-number"),
        ({("a", "b", "c"): "3"}, "cost-no-number"), ({("a", "b", "c"): None}, "cost-turn-missing"),
        ({("a", "b", "c"): 1, ("c", "b", "a"): 2}, "cost-two-ways"),
        ({("a", "b", "c"): 2**70}, "cost-too-large"),
        (lambda _a, _b, _c: None, "cost-turn-missing"), (lambda a, _b, _c: ord(a), "cost-two-ways"),
    ],
)  # fmt: skip
def test_costs_of_turns_that_make_no_sense_are_refused(turn_cost: Any, code: str) -> None:
    graph = Graph.from_edges([("a", "b"), ("b", "c"), ("c", "a")], [*"abc", "d"])
    with pytest.raises(InvalidInput) as caught:
        solve_best(graph, turn_cost=turn_cost)
    assert caught.value.code == code
    assert str(caught.value)


def test_the_three_places_of_a_turn_are_named() -> None:
    def climb(a: Any, _b: Any, _c: Any) -> Any:
        return a[0]

    with pytest.raises(InvalidInput, match="The cost of c2 – a3 – b1 is 1, but 2 the other way"):
        solve_best("3x4", turn_cost=climb)
    directed = Graph.from_edges([(0, 1), (1, 2), (2, 0), (1, 0)], directed=True)
    outcome = best_of(directed, turn_cost=lambda a, _b, _c: a, closed=True)
    assert outcome.cost == 3


def test_what_takes_no_costs_of_turns_is_refused() -> None:
    for name in ("turns", "crossings"):
        with pytest.raises(InvalidInput, match=f"“{name}” takes no costs of turns"):
            solve_best(5, name, turn_cost=turns)
    few = Budget(tuning=[Tuning(most_turns=100)])
    with few, pytest.raises(TooLarge, match="328 turns; at most 100"):
        solve_best(5, turn_cost=turns)
    assert isinstance(solve_best(5, turn_cost={}), Best)
