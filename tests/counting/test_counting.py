"""What a count counts, and that every way of counting counts the same."""

import json
from dataclasses import replace
from itertools import combinations

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
)
from caballero.counting import brute_count
from caballero.machine.limits import Budget, LimitHit
from caballero.model import InvalidProblem, UnknownName
from seldom import mostly_nightly

# Strips take few questions; test_strips.py asks them.
ANY_QUESTION = [method for method in methods("count") if method != "strips"]


# -- the oracle: every order of the squares, and the words of count.py taken literally ----------


def closable(problem: Problem, order: tuple[int, ...]) -> bool:
    return len(order) > 2 and problem.graph().has_edge(order[0], order[-1])


def test_what_cannot_fit_is_refused_before_it_begins() -> None:
    with pytest.raises(TooLarge, match="GB"):
        count_tours(12, closed=True)


@pytest.mark.long_plain
def test_a_table_that_would_be_too_large_is_not_made() -> None:
    with pytest.raises(LimitReached) as reached:
        count_tours(7, limits=Limits(megabytes=20), method="sweep")
    assert reached.value.outcome.limit == "megabytes"


# -- careful cases ------------------------------------------------------------------------------


def test_one_square() -> None:
    for problem in (Problem(1), Problem(1, start="a1", end="a1"), Problem("1x1")):
        count = count_tours(problem)
        assert (int(count), int(count.as_directed())) == (1, 1)
        assert int(count_tours(problem, closable=True)) == 0
        assert int(count_tours(problem, closable=False)) == 1
    assert int(count_tours(1, closed=True)) == int(count_tours(1, closed=True, directed=True)) == 0


def test_nothing() -> None:
    assert int(count_tours(Graph.from_edges([]))) == 0


def test_a_forbidden_move_closes_nothing() -> None:
    square = Problem("2x2", piece="wazir", forbidden=[("a1", "a2")])
    assert int(count_tours(square)) == 1
    for method in ANY_QUESTION:
        assert int(count_tours(square, closable=True, method=method)) == 0


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


def test_a_finished_count_is_not_thrown_away() -> None:
    budget = Budget(Limits(nodes=10**6))
    count = brute_count(Problem("3x4"), budget)
    again = Budget(Limits(nodes=budget.nodes + 1))
    assert brute_count(Problem("3x4"), again) == count == 8
    with pytest.raises(LimitHit):
        brute_count(Problem("3x4"), Budget(Limits(nodes=budget.nodes // 2)))


def test_wide_boards_are_refused() -> None:
    complete = Graph.from_edges([(v, w) for w in range(200) for v in range(w)])
    with pytest.raises(TooLarge, match="too wide"):
        count_tours(complete, limits=Limits(seconds=20))


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
