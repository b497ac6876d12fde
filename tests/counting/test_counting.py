"""What a count counts, and that every way of counting counts the same."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from caballero import (
    Board,
    Count,
    Graph,
    LimitReached,
    Limits,
    Problem,
    TooLarge,
    count_tours,
    methods,
    tour_space,
)
from caballero.counting import brute_count, count_by_symmetry, strip_recurrence
from caballero.counting.clues import suits
from caballero.counting.sweeps import route
from caballero.machine.limits import Budget, LimitHit, Progress
from caballero.model import InvalidProblem, UnknownName
from caballero.model.direction import goes_both_ways, without_clues
from caballero.proof.facts import is_tour
from random_problems import random_problem, tours_of
from seldom import each, mostly_nightly

SETTLED = (None, True, False)
# Strips take few questions; test_strips.py asks them.
ANY_QUESTION = [method for method in methods("count") if method != "strips"]


# -- the oracle: every order of the squares, and the words of count.py taken literally ----------


def senses(problem: Problem) -> Counter[tuple[int, ...]]:
    """The directed tours of a problem, and in how many ways each can be written down."""
    found: Counter[tuple[int, ...]] = Counter()
    for order in permutations(range(len(problem))):
        if is_tour(problem, order):
            found[_sense(problem, order)] += 1
    return found


def _sense(problem: Problem, order: tuple[int, ...]) -> tuple[int, ...]:
    """A closed tour may begin anywhere: here, at vertex 0."""
    cut = order.index(0) if problem.closed else 0
    return (*order[cut:], *order[:cut])


def closable(problem: Problem, order: tuple[int, ...]) -> bool:
    return len(order) > 2 and problem.graph().has_edge(order[0], order[-1])


def lines(problem: Problem, found: Counter[tuple[int, ...]]) -> set[tuple[int, ...]]:
    return {min(sense, _sense(problem, sense[::-1])) for sense in found}


def small_problem(rng: random.Random, most: int) -> Problem:
    """A random question, with clues now and then."""
    while True:
        problem = random_problem(rng)
        if len(problem) > most:
            continue
        numbers, tours = {}, list(tours_of(problem))
        if rng.random() < 0.5 and tours:
            tour = rng.choice(tours)
            places = rng.sample(range(len(tour)), rng.choice((1, 1, 2, 2, 3)))
            if rng.random() < 0.4:
                places, problem = [len(tour) // 2], replace(problem, start=None, end=None)
            numbers = {at + 1: problem.place(tour[at]) for at in places}
        try:
            return replace(problem, clues=tuple((v, n) for n, v in numbers.items()))
        except InvalidProblem:  # a clue that an end contradicts
            continue


@pytest.mark.slow
@each("seed", range(160))
def test_against_every_order(seed: int) -> None:
    problem = small_problem(random.Random(f"orders {seed}"), 6 if seed % 4 else 7)
    found = senses(problem)
    both = sum(_sense(problem, sense[::-1]) in found for sense in found)
    assert both == (len(found) if goes_both_ways(problem) else 0)
    count = count_tours(problem)
    assert int(count) == len(lines(problem, found))
    assert int(count.as_directed()) == len(found)
    assert int(count_tours(problem, directed=True)) == len(found)
    if problem.numbered() or not problem.closed:  # else a tour can be begun anywhere
        assert int(count.as_directed()) == found.total()
    if problem.closed:
        return
    for wanted in (True, False):
        kept = Counter({s: n for s, n in found.items() if closable(problem, s) is wanted})
        assert int(count_tours(problem, closable=wanted)) == len(lines(problem, kept))


def test_the_problems_are_of_all_kinds() -> None:
    problems = [
        small_problem(random.Random(f"orders {seed}"), 6 if seed % 4 else 7) for seed in range(160)
    ]
    kinds = Counter((p.closed, bool(p.clues), goes_both_ways(p)) for p in problems)
    assert len(kinds) == 8, kinds
    assert sum(bool(p.forced) for p in problems) > 10
    assert sum(brute_count(p, Budget()) > 0 for p in problems) > 80


@pytest.mark.long_plain
@pytest.mark.parametrize("board", ["3x40", "4x40"])
@pytest.mark.parametrize("closed", [False, True])
def test_a_long_strip_is_counted_by_its_automaton(board: str, closed: bool) -> None:
    count = count_tours(board, closed=closed)
    assert int(count) == int(count_tours(board, closed=closed, method="sweep"))
    assert count.method == ("theorems" if closed and board == "4x40" else "strips")


def test_a_strip_is_full_and_flat_and_asks_for_nothing() -> None:
    for problem in (
        Problem("3x9", forced=[("a1", "b3")]),
        Problem("3x9", closed=True, forced=[("a1", "b3")]),
    ):
        with pytest.raises(InvalidProblem, match="needs a strip"):
            count_tours(problem, method="strips")


def test_kinds_of_symmetry_and_recurrences() -> None:
    kinds = count_by_symmetry(Problem("3x10", closed=True))
    assert sum(tours for tours, _ in kinds.values()) == 16
    assert strip_recurrence(Problem("3x5", closed=True)).term(10) == 16
    with pytest.raises(InvalidProblem, match="needs a strip"):
        strip_recurrence(Problem("3x5", clues={"a1": 2}))
    with pytest.raises(LimitReached):
        strip_recurrence(Problem("4x5"), limits=Limits(nodes=10))


def test_what_cannot_fit_is_refused_before_it_begins() -> None:
    with pytest.raises(TooLarge, match="GB"):
        count_tours(12, closed=True)


@pytest.mark.long_plain
def test_a_table_that_would_be_too_large_is_not_made() -> None:
    with pytest.raises(LimitReached) as reached:
        count_tours(7, limits=Limits(megabytes=20), method="sweep")
    assert reached.value.outcome.limit == "megabytes"


@pytest.mark.slow
@pytest.mark.parametrize("method", ANY_QUESTION)
@each("seed", range(40))
def test_methods_agree(seed: int, method: str) -> None:
    """Also on closable tours, which most of them count by way of the closed ones."""
    problem = small_problem(random.Random(f"methods {seed}"), 9)
    plain = without_clues(problem)
    refuses = {"clues": not suits(problem), "subsets": False}.get(method, plain is None)
    tells = not problem.closed and (method != "subsets" or plain)
    if method not in ("brute", "listing") and refuses:
        with pytest.raises(InvalidProblem, match=r"no clues|no forced"):
            count_tours(problem, method=method)
        return
    for wanted in SETTLED if tells else (None,):
        count = count_tours(problem, method=method, closable=wanted)
        assert int(count) == brute_count(problem, Budget(), wanted)
        assert count.method == method


# -- careful cases ------------------------------------------------------------------------------


def test_one_square() -> None:
    for problem in (Problem(1), Problem(1, start="a1", end="a1"), Problem("1x1")):
        count = count_tours(problem)
        assert (int(count), int(count.as_directed())) == (1, 1)
        assert int(count_tours(problem, closable=True)) == 0
        assert int(count_tours(problem, closable=False)) == 1
    assert int(count_tours(1, closed=True)) == int(count_tours(1, closed=True, directed=True)) == 0


def test_two_squares() -> None:
    board = "1x2"
    assert int(count_tours(board, piece="wazir")) == 1
    assert int(count_tours(board, piece="wazir", directed=True)) == 2
    assert int(count_tours(board, piece="wazir", start="a1", directed=True)) == 1
    assert int(count_tours(board, piece="wazir", closable=True)) == 0
    assert int(count_tours(board, piece="wazir", closed=True)) == 0
    assert int(count_tours(board)) == 0


def test_nothing() -> None:
    assert int(count_tours(Graph.from_edges([]))) == 0


def test_a_forbidden_move_closes_nothing() -> None:
    square = Problem("2x2", piece="wazir", forbidden=[("a1", "a2")])
    assert int(count_tours(square)) == 1
    for method in ANY_QUESTION:
        assert int(count_tours(square, closable=True, method=method)) == 0


# -- published numbers --------------------------------------------------------------------------


# -- the value ----------------------------------------------------------------------------------


def test_a_count_says_what_it_is() -> None:
    assert repr(count_tours("3x4")) == "<8 open knight tours, 3x4>"
    assert repr(count_tours("3x4", closable=False)) == "<8 open knight tours, 3x4, not closable>"
    wazir = count_tours("2x3", piece="wazir", closable=True, directed=True)
    assert repr(wazir) == "<12 open wazir tours, 2x3, directed, closable>"
    cycle = count_tours(Problem(Graph.from_edges([(0, 1), (1, 2), (2, 0)]), closed=True))
    assert repr(cycle) == "<1 cycles, 3 vertices>"
    classes = replace(cycle, up_to_symmetry=True)
    assert repr(classes) == "<1 cycles, 3 vertices, up to symmetry>"


def test_conventions_are_distinguished() -> None:
    counts = [
        count_tours("3x4"),
        count_tours("3x4", directed=True),
        count_tours("3x4", start="a1"),
        count_tours("3x4", closed=True),
        count_tours("3x4", closed=True, directed=True),
        count_tours("3x4", closable=True),
        count_tours("3x4", closable=False),
        replace(count_tours("3x4"), up_to_symmetry=True),
    ]
    for language in ("en", "es"):
        assert len({count.convention.text(language) for count in counts}) == len(counts)


def test_directed_of_directed_is_the_same() -> None:
    count = count_tours("3x4", directed=True)
    assert count.as_directed() is count


def test_json_of_a_count() -> None:
    problem = Problem(
        "3x4", start="a1", clues={"b3": 2}, forced=[("a1", "b3")], forbidden=[("a2", "c1")]
    )
    data = count_tours(problem).to_dict()
    assert json.loads(json.dumps(data)) == data
    assert list(data)[:9] == [
        *("caballero", "count", "kind", "directed", "up_to_symmetry", "closable", "method"),
        *("board", "piece"),
    ]
    assert (data["start"], data["clues"]) == ([2, 0], [[[0, 1], 2]])
    assert data["forced"] == [[[0, 1], [2, 0]]]
    assert data["forbidden"] == [[[1, 0], [2, 2]]]
    graph = count_tours(Problem(Graph.from_edges([("a", "b"), ("b", "c")]), end="a")).to_dict()
    assert (graph["count"], graph["vertices"], graph["edges"], graph["end"]) == ("1", 3, 2, "a")
    assert isinstance(count_tours("3x4"), Count)


# -- refusals and limits ------------------------------------------------------------------------


def test_refusals() -> None:
    with pytest.raises(UnknownName, match="brute"):
        count_tours(5, method="brut")
    with pytest.raises(InvalidProblem, match="Only open tours can be closable"):
        count_tours("3x4", closed=True, closable=False)
    with pytest.raises(InvalidProblem, match="up to symmetry"):
        count_tours("3x4", up_to_symmetry=True, directed=True)
    with pytest.raises(InvalidProblem, match="up to symmetry"):
        count_tours("3x4", up_to_symmetry=True, closable=True)
    with pytest.raises(InvalidProblem, match="up to symmetry"):
        replace(count_tours("3x4"), up_to_symmetry=True).as_directed()


@pytest.mark.parametrize(
    "limits", [Limits(seconds=0), Limits(nodes=1000), Limits(nodes=50_000), Limits(seconds=0.1)]
)
def test_limits(limits: Limits) -> None:
    with pytest.raises(LimitReached) as raised:
        count_tours(10, closed=True, method="brute", limits=limits)
    outcome = raised.value.outcome
    assert outcome.limit == ("seconds" if limits.nodes is None else "nodes")
    if limits.nodes is not None:
        assert outcome.stats.nodes == limits.nodes


def test_a_finished_count_is_not_thrown_away() -> None:
    budget = Budget(Limits(nodes=10**6))
    count = brute_count(Problem("3x4"), budget)
    again = Budget(Limits(nodes=budget.nodes + 1))
    assert brute_count(Problem("3x4"), again) == count == 8
    with pytest.raises(LimitHit):
        brute_count(Problem("3x4"), Budget(Limits(nodes=budget.nodes // 2)))


def test_progress_is_reported() -> None:
    seen: list[Progress] = []

    def stop(progress: Progress) -> None:
        seen.append(progress)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_tours(10, method="brute", callback=stop)
    assert seen[0].method == "brute"
    assert seen[0].nodes > 0


def test_wide_boards_are_refused() -> None:
    complete = Graph.from_edges([(v, w) for w in range(200) for v in range(w)])
    with pytest.raises(TooLarge, match="too wide"):
        count_tours(complete, limits=Limits(seconds=20))


def test_a_wide_board_is_refused_before_any_order_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("an order was made")

    monkeypatch.setattr(route, "orders", fail)
    monkeypatch.setattr(route, "cycle_question", fail)
    with pytest.raises(TooLarge, match="too wide"):
        count_tours(100)
    with pytest.raises(TooLarge, match="too wide"):
        tour_space(100)


def test_no_absurd_number_of_states_is_told() -> None:
    with pytest.raises(TooLarge, match="too wide"):
        count_tours(20)
    with pytest.raises(TooLarge, match=r"about \d+(.000)+ states"):
        count_tours(11)


def test_theorems_count_the_largest_boards() -> None:
    board = Board((4, 10**9))
    count = count_tours(board, closed=True)
    assert (int(count), count.method) == (0, "theorems")
    assert int(count_tours("1001x1001", start="b1")) == 0


@pytest.mark.slow
@pytest.mark.parametrize("closable", mostly_nightly([None, True, False], 3))
def test_halves_of_the_smallest_graphs_as_brute_force(closable: bool | None) -> None:
    for size in (2, 3, 4):
        pairs = list(combinations(range(size), 2))
        for left in range(2 ** len(pairs)):
            edges = [pair for i, pair in enumerate(pairs) if left >> i & 1]
            problem = Problem(Graph.from_edges(edges, range(size)))
            counts = {
                int(count_tours(problem, method=method, closable=closable))
                for method in ("halves", "brute")
            }
            assert len(counts) == 1, (edges, counts)
