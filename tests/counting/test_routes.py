"""Two routes of a sweep and brute force: equal counts, and limits."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from itertools import combinations
from time import process_time
from typing import Any

import pytest

from caballero import (
    Board,
    Graph,
    LimitReached,
    Limits,
    Problem,
    TooLarge,
    count_tours,
    tour_space,
)
from caballero.counting import brute_count, estimate_count
from caballero.counting.frontier import frontier_count
from caballero.counting.sweeps.route import Route, route
from caballero.machine.limits import Budget, LimitHit
from caballero.model import InvalidProblem
from random_problems import random_problem
from seldom import mostly_nightly

CASES = 500
PORTIONS = 20
LARGER = [(3, 4), (3, 5), (4, 4), (2, 7), (3, 6), (2, 2, 4), (2, 3, 3), (5, 5), (4, 6)]
SPARSE = ["knight", "knight", "knight", "camel", "zebra", "wazir", "fers", "dabbaba+wazir"]


def larger_board(rng: random.Random) -> Problem:
    """A board of 11 to 14 squares; on all kinds of surface, with wishes of all kinds."""
    shape = rng.choice(LARGER)
    cells = list(Board(shape))
    count = min(len(cells), rng.randint(11, 14))
    holes = rng.sample(cells, len(cells) - count)
    board = Board(shape, tuple(holes), tuple(rng.random() < 0.3 for _ in shape))
    bare = Problem(board, piece=rng.choice(SPARSE))
    moves = [(bare.place(a), bare.place(b)) for a, b in bare.graph().edges()]
    rng.shuffle(moves)
    forced, forbidden = rng.choice((0, 0, 0, 1, 2)), rng.choice((0, 0, 1, 2))
    start, end = rng.sample(list(board), 2)
    return Problem(
        board,
        bare.piece,
        rng.random() < 0.6,
        start if rng.random() < 0.3 else None,
        end if rng.random() < 0.3 else None,
        (),
        frozenset(moves[:forced]),
        frozenset(moves[forced : forced + forbidden]),
    )


@cache
def case(seed: int) -> tuple[Problem, int]:
    """A problem that is soon tried out, and how many tours it has."""
    rng = random.Random(f"routes {seed}")
    while True:
        problem = random_problem(rng) if seed % 2 else larger_board(rng)
        try:
            count = brute_count(problem, Budget(Limits(nodes=20_000)))
        except LimitHit:
            continue
        if problem.size >= 3 and (count or rng.random() < 0.4):
            return problem, count


@pytest.mark.slow
@pytest.mark.parametrize("portion", mostly_nightly(range(PORTIONS), every=7))
def test_two_routes_and_everything_tried(portion: int) -> None:
    done: Counter[bool] = Counter()
    for seed in range(portion, CASES, PORTIONS):
        problem, expected = case(seed)
        for halves in (False, True):
            try:
                assert frontier_count(problem, Budget(), halves=halves) == expected, (seed, halves)
            except TooLarge:  # nowhere to meet
                continue
            done[halves] += 1
    assert done[False] == CASES // PORTIONS
    assert done[True] >= 0.8 * CASES // PORTIONS


# Large enough for compiled code, threads, and counts of more than one int.
WIDER = [
    ("5x8", True, 44_202),  # OEIS A175855
    ("6x6", True, 9_862),  # OEIS A001230
    ("6x6", False, 3_318_960),  # OEIS A308131
    ("4x12", False, 36_486_328),  # OEIS A079137
    ("3x40", True, 11_010_065_269_439_104),  # OEIS A169764
]


@pytest.mark.slow
@pytest.mark.parametrize(("board", "closed", "expected"), WIDER)
def test_both_routes_of_wider_boards(board: str, closed: bool, expected: int) -> None:
    problem = Problem(board, closed=closed)
    assert frontier_count(problem, Budget(), halves=False) == expected
    assert frontier_count(problem, Budget(), halves=True) == expected


@pytest.mark.parametrize(("board", "large"), [("6x6", False), ("7x8", True)])
def test_a_route_meets_the_request(board: str, large: bool) -> None:
    """A small board needs no halves, a large one has them."""
    problem = Problem(board, closed=True)
    single, halved, any_ = (route(problem, Budget(), halves=h) for h in (False, True, None))
    assert isinstance(single, Route)
    assert isinstance(halved, Route)
    assert single.place is None
    assert halved.place is not None
    assert any_ is not None
    assert any_.cost == (halved if large else single).cost


# -- limits -------------------------------------------------------------------------------------

BIG = Problem("8x10", closed=True)


@pytest.mark.long_plain
@pytest.mark.parametrize("halves", [False, True])
@pytest.mark.parametrize("limits", [Limits(nodes=20_000), Limits(nodes=400_000)])
def test_limits_of_nodes(halves: bool, limits: Limits) -> None:
    budget = Budget(limits)
    with pytest.raises(LimitHit) as raised:
        frontier_count(BIG, budget, halves=halves)
    assert raised.value.limit == "nodes"
    assert limits.nodes is not None
    assert limits.nodes <= budget.nodes < 4 * limits.nodes + 200_000


@pytest.mark.slow
@pytest.mark.parametrize("halves", [False, True])
def test_a_limit_of_memory(halves: bool) -> None:
    with pytest.raises(LimitHit) as raised:
        frontier_count(BIG, Budget(Limits(megabytes=15)), halves=halves)
    assert raised.value.limit == "megabytes"


@pytest.mark.slow
@pytest.mark.parametrize("halves", [False, True])
def test_memory_that_is_not_there(halves: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caballero.counting.sweeps.sweep.free_memory", lambda: 10e6)
    with pytest.raises(LimitHit) as raised:
        frontier_count(BIG, Budget(), halves=halves)
    assert raised.value.limit == "megabytes"


def lattice(rows: int, columns: int) -> Problem:
    steps = [((r, c), (r, c + 1)) for r in range(rows) for c in range(columns - 1)]
    steps += [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(columns)]
    return Problem(Graph.from_edges(steps))


HOLES = [(r, c) for r in (1, 3) for c in range(1, 3000)]
LONG: dict[str, Callable[[], Problem]] = {
    "ends": lambda: Problem("4x20000", piece="wazir", start="a4", end="a1"),
    "open": lambda: Problem("3x30000"),
    "closed": lambda: Problem("3x30000", closed=True, start="a1"),
    "king": lambda: Problem("5x5000", piece="king"),
    "clue": lambda: Problem("4x20000", piece="wazir", clues={"a1": 1}),
    "holes": lambda: Problem(Board("5x3001", holes=HOLES), piece="king"),
    "path": lambda: Problem(Graph.from_edges((v, v + 1) for v in range(20_000))),
    "lattice": lambda: lattice(3, 5000),
    "star": lambda: Problem(Graph.from_edges((0, v) for v in range(1, 20_000))),
    "complete": lambda: Problem(Graph.from_edges(combinations(range(200), 2)), closed=True),
}


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize("name", mostly_nightly(LONG, every=11))
@pytest.mark.parametrize("ask", [
    count_tours, partial(count_tours, method="halves"), estimate_count, tour_space,
])  # fmt: skip
def test_long_problems_pause(name: str, ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """At least every second by the CPU's clock, until eight are over: a sweep has begun then."""
    problem = LONG[name]()
    begun = last = process_time()
    longest = 0.0
    spend = Budget.spend

    def spent(self: Budget, nodes: int) -> None:
        nonlocal last, longest
        now = process_time()
        longest, last = max(longest, now - last), now
        if now > begun + 8:
            raise LimitHit("seconds")
        spend(self, nodes)

    monkeypatch.setattr(Budget, "spend", spent)
    with suppress(LimitReached, TooLarge, InvalidProblem):
        ask(problem)
    assert max(longest, process_time() - last) < 1, longest
