"""Two routes of a sweep and brute force: equal counts, and limits."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import combinations
from time import process_time
from typing import Any

import pytest

from caballero import Board, Graph, LimitReached, Limits, Problem, TooLarge, count_tours, tour_space
from caballero.counting import estimate_count
from caballero.counting.frontier import frontier_count
from caballero.counting.sweeps.route import Route, route
from caballero.machine.limits import Budget, LimitHit
from caballero.model import InvalidProblem

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


@pytest.mark.nightly
@pytest.mark.large
@pytest.mark.parametrize("name", LONG)
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
