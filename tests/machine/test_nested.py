"""Limits of nested searches: each node counts once, and none beyond the limit."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from caballero import (
    Best,
    Graph,
    LimitReached,
    Limits,
    Problem,
    best_tour,
    count_tours,
    find_longest,
    find_tour,
    is_unique,
    iter_tours,
    sample_tours,
    solve,
    start,
)  # fmt: skip
from caballero.best import longest_uncrossed
from caballero.counting import count_by
from caballero.machine.limits import Budget, LimitHit
from caballero.puzzles import another_tour, begin_tour, explain, hint, make_puzzle, text_puzzle


def weighted(size: int, directed: bool = False) -> Graph[int]:
    rng = random.Random(size)
    pairs = [(a, b) for a in range(size) for b in range(size if directed else a) if a != b]
    return Graph.from_edges([(a, b, rng.randrange(99)) for a, b in pairs], directed=directed)


TEXT = "A mal tiempo, buena cara; a buen hambre no hay pan duro"
INSIDE = Problem("5x5", clues={"a1": 1, "e2": 12})
WAY = Problem("4x4", waypoints=["a1", "a3", "c3"], ends=True)

VERBS: dict[str, Callable[[Limits], Any]] = {
    "turns": lambda n: best_tour(Problem(8, start="a1", end="b1"), "turns", limits=n),
    "most turns": lambda n: best_tour(6, "turns", closed=True, maximize=True, limits=n),
    "crossings": lambda n: best_tour(6, "crossings", limits=n),
    "all listed": lambda n: best_tour(INSIDE, turn_cost=lambda a, b, c: b[0], limits=n),
    "length": lambda n: best_tour(Problem(6, piece="king"), "length", limits=n),
    "longest": lambda n: best_tour(5, "length", maximize=True, forced=[("a1", "b3")], limits=n),
    "weights": lambda n: best_tour(weighted(40), closed=True, limits=n),
    "directed": lambda n: best_tour(weighted(30, True), limits=n),
    "unique": lambda n: is_unique("5x5", start="a1", limits=n),
    "unique by numbers": lambda n: is_unique(INSIDE, limits=n),
    "another": lambda n: another_tour(INSIDE, find_tour(INSIDE), limits=n),
    "puzzle": lambda n: make_puzzle(6, limits=n),
    "easy puzzle": lambda n: make_puzzle(Problem(5, piece="king"), level="easy", limits=n),
    "zip": lambda n: make_puzzle(6, kind="zip", limits=n),
    "rikudo": lambda n: make_puzzle(5, kind="rikudo", limits=n),
    "begin": lambda n: begin_tour(8, 5, limits=n),
    "text": lambda n: text_puzzle(TEXT, language="es", limits=n),
    "explain": lambda n: explain(INSIDE, limits=n), "hint": lambda n: hint(INSIDE, limits=n),
    "path": lambda n: find_longest(7, limits=n),
    "snake": lambda n: find_longest(6, induced=True, limits=n),
    "path by length": lambda n: find_longest(WAY, limits=n),
    "cycle": lambda n: find_longest(Problem("4x5", closed=True), limits=n),
    "uncrossed": lambda n: longest_uncrossed(6, limits=n),
    "count": lambda n: count_tours(6, closed=True, limits=n),
    "count of clues": lambda n: count_tours(Problem(6, clues={"c3": 13}), limits=n),
    "count by": lambda n: count_by(Problem(5), "turns", limits=n),
    "magic": lambda n: [*iter_tours(8, closed=True, symmetry="half-turn", limits=n, count=2)],
    "sample": lambda n: [*sample_tours(Problem(6, closed=True), 5, limits=n)],
    "solve": lambda n: solve(20, closed=True, limits=n),
}  # fmt: skip


def nodes_of(answer: Any) -> list[int]:
    """The nodes that an answer reports, or parts of it."""
    parts = [answer, *(answer if isinstance(answer, tuple) else ())]
    parts += [getattr(part, "answer", None) for part in parts]
    parts += [getattr(part, "outcome", None) for part in parts]
    return [part.stats.nodes for part in parts if hasattr(part, "stats")]


@pytest.mark.parametrize("verb", VERBS)
def test_no_more_nodes_than_the_limit_are_reported(verb: str) -> None:
    for limit in (1, 10, 200, 5_000):
        try:
            found = nodes_of(VERBS[verb](Limits(nodes=limit)))
        except LimitReached as reached:
            found = [reached.outcome.stats.nodes]
        assert all(nodes <= limit for nodes in found), (limit, found)


def test_a_budget_within_another_adds_its_nodes_once() -> None:
    with Budget(Limits(nodes=100)) as around:
        with Budget(Limits(nodes=30)) as inside:
            inside.spend(20)
            Budget().nodes += 5
        assert (inside.nodes, around.nodes, around.reached) == (25, 25, None)
        with pytest.raises(LimitHit):
            inside.spend(50)
        assert (inside.nodes, around.nodes, inside.reached) == (30, 30, "nodes")
        rest = Budget()
    with pytest.raises(LimitHit):
        rest.spend(71)
    assert (rest.nodes, around.nodes, around.reached) == (70, 100, "nodes")
    outside = Budget()
    outside.spend(5)
    assert around.nodes == 100


def test_functions_of_the_caller_are_no_part_of_a_search() -> None:
    """A cost, a progress and a search in a thread of its own count for themselves."""
    limits = Limits(nodes=100)

    def cost(*places: Any) -> int:
        return len(find_tour(7)) + len(start(find_tour, 7).result(60)) + len(places)

    for how in ({"cost": cost}, {"turn_cost": cost}):
        best = best_tour("3x4", **how, limits=limits)  # type: ignore[call-overload]
        assert isinstance(best, Best)
        assert best.stats.nodes <= 100


@pytest.mark.parametrize("nodes", [0, 0.5, 3.5, 1e9, float("inf"), 10**400])
def test_any_limit_of_nodes_ends_a_search_or_not(nodes: Any) -> None:
    budget = Budget(Limits(nodes=nodes))
    try:
        for _ in range(9):
            budget.spend(1)
    except LimitHit:
        assert budget.nodes == int(nodes)
    else:
        assert nodes > 9
        assert budget.nodes == 9
