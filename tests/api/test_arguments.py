"""Arguments: what is refused, what is taken, and that each iterable is read once."""

# mypy: disable-error-code="arg-type, list-item, dict-item"

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from caballero import (
    Best,
    Board,
    Found,
    Graph,
    InvalidInput,
    LimitReached,
    Limits,
    Listing,
    NoTour,
    Piece,
    Problem,
    Tour,
    best_tour,
    count_tours,
    find_tour,
    iter_tours,
    methods,
    sample_tours,
    solve,
    tour_space,
    verify,
)
from caballero.counting import create_run, tour_tables, write_tours
from caballero.model import InvalidProblem, InvalidVertex, UnknownName
from caballero.puzzles import explain, make_puzzle, text_puzzle
from caballero.teaching import solve_warnsdorff, trace
from seldom import each

TRIANGLE = Graph.from_edges([("a", "b", 1), ("b", "c", 2), ("c", "a", 5)])


# -- iterables ----------------------------------------------------------------------------------


@pytest.mark.parametrize("directed", [False, True])
def test_rows_of_neighbours_may_be_iterators(directed: bool) -> None:
    rows = [[1, 2], [0, 2], [0, 1]]
    graph = Graph.from_neighbours(map(iter, rows), iter("abc"), directed=directed)
    assert graph == Graph.from_neighbours(rows, ("a", "b", "c"), directed=directed)
    assert isinstance(solve(graph, closed=True), Found)


def test_every_iterable_is_read_once() -> None:
    edges = [(0, 1), (1, 2), (2, 0)]
    graph = Graph.from_edges(edges, [2, 1, 0])
    assert Graph.from_edges(map(iter, edges), iter([2, 1, 0])) == graph
    assert Graph.from_dict({0: iter([1]), 1: iter([2, 0]), 2: iter([0])}) == Graph.from_dict(
        {0: [1], 1: [2, 0], 2: [0]}
    )
    assert Graph(iter([0, 1, 2]), iter([1, 0]), iter("ab")) == Graph.from_edges(["ab"])
    assert Board(iter([3, 4]), iter(["a1"]), iter([True, False])) == Board(
        (3, 4), ["a1"], (True, False)
    )
    assert Piece(map(iter, [(1, 2), (0, 1)])) == Piece([(1, 2), (0, 1)])
    whole = Problem(5, clues={"a1": 1, "b3": 2}, forced=["a1-b3"], forbidden=["a1-c2"])
    parts = Problem(
        5, clues=iter([("a1", 1), ("b3", 2)]), forced=iter(["a1-b3"]), forbidden=iter(["a1-c2"])
    )
    assert parts == whole
    assert Tour.from_squares("3x4", iter(["a3", "c2"])) == Tour.from_squares("3x4", "a3 c2")
    assert verify(iter(find_tour(5)), 5).valid
    assert verify(map(iter, [[1, 2], [4, 3]]), "2x2", piece="wazir").valid


@each(
    "make",
    [
        lambda: Graph.from_edges([(0, 1, 2, 3)]), lambda: Graph.from_edges([5]),
        lambda: Graph.from_edges(["abc"]), lambda: Graph.from_edges([{0, 1}]),
        lambda: Graph.from_edges([([0], 1)]), lambda: Graph.from_edges("ab"),
        lambda: Graph.from_edges(5),  # type: ignore[call-overload]
        lambda: Graph.from_dict({"Paris": "Rome"}), lambda: Graph.from_dict([1]),
        lambda: Graph.from_neighbours([[0.0]]), lambda: Graph.from_neighbours(["1", "0"]),
        lambda: Problem({"Paris": "Rome"}), lambda: Problem(5, clues=7),
        lambda: Problem(5, clues=["a1"]), lambda: Problem(5, clues={"a1": True}),
        lambda: Problem(5, forced="a1-b3"), lambda: Problem(5, forbidden=None),
        lambda: Board(3, holes="a1"), lambda: Board(3, holes=[5]),
        lambda: Board(3, surface=["no", "yes"]), lambda: Board(3, surface=5),
        lambda: Tour.from_squares(5, 7), lambda: Tour(Board(2), "0123"),
        lambda: Tour(Board(2), (0, 1.0)),
    ],
)  # fmt: skip
def test_no_iterable_is_misread(make: Callable[[], object]) -> None:
    with pytest.raises(InvalidInput):
        make()


# -- flags --------------------------------------------------------------------------------------

FLAGS: list[Callable[[Any], object]] = [
    lambda no: best_tour(TRIANGLE, maximize=no), lambda no: iter_tours(5, directed=no),
    lambda no: iter_tours(5, up_to_symmetry=no), lambda no: Listing(Problem(5), directed=no),
    lambda no: tour_tables(5, directed=no), lambda no: count_tours(5, directed=no),
    lambda no: count_tours(5, up_to_symmetry=no), lambda no: count_tours(5, closable=no),
    lambda no: make_puzzle(Problem(4, piece="king"), ends=no),
    lambda no: make_puzzle(Problem(4, piece="king"), symmetric=no),
    lambda no: Graph.from_edges([(0, 1)], directed=no),
    lambda no: Graph.from_dict({0: [1]}, directed=no),
    lambda no: Graph.from_neighbours([[1], [0]], directed=no),
    lambda no: find_tour(5).statistics(symmetry=no), lambda no: solve_warnsdorff(5, backtrack=no),
    lambda no: trace(5, backtrack=no), lambda no: create_run("count", 5, "never", directed=no),
    lambda no: create_run("list", 5, "never", up_to_symmetry=no),
    lambda no: write_tours("never", iter_tours(5), sort=no),
    lambda no: write_tours("never", iter_tours(5), statistics=no),
]  # fmt: skip


@pytest.mark.parametrize("value", ["no", "", 2, [True], np.array([True, False])], ids=repr)
@each("ask", FLAGS)
def test_no_text_is_true(ask: Callable[[Any], object], value: object) -> None:
    with pytest.raises(InvalidInput) as error:
        ask(value)
    assert error.value.code in {"not-true-or-false", "name-unknown"}  # a symmetry has a name, too


# -- whole numbers ------------------------------------------------------------------------------

WHOLE: list[Callable[[Any], object]] = [
    lambda value: iter_tours(5, count=value), lambda value: iter_tours(5, every=value),
    lambda value: sample_tours(5, value), lambda value: tour_space(5).unrank(value),
    lambda value: solve(5, seed=value), lambda value: find_tour(5, seed=value),
    lambda value: best_tour(TRIANGLE, seed=value),
    lambda value: make_puzzle(Problem(4, piece="king"), more=value),
    lambda value: text_puzzle("abcd", by="letter", piece="wazir", seed=value),
    lambda value: trace(5, seed=value), lambda value: find_tour(5).matrix(value),
]  # fmt: skip


@pytest.mark.parametrize("value", [2.5, 2.0, float("inf"), "3", True, [3], np.float64(2)], ids=repr)
@each("ask", WHOLE)
def test_only_whole_numbers_count(ask: Callable[[Any], object], value: object) -> None:
    with pytest.raises(InvalidInput) as error:
        ask(value)
    assert error.value.code in {"not-whole", "not-whole-from"}


@each("ask", WHOLE)
def test_whole_numbers_of_numpy(ask: Callable[[Any], object]) -> None:
    answers = [ask(kind(1)) for kind in (int, np.int64, np.uint8)]
    answers = [[*answer] if isinstance(answer, Listing) else answer for answer in answers]
    tours = [getattr(answer, "tour", None) or answer for answer in answers]
    if isinstance(tours[0], (Tour, list)):
        assert tours[0] == tours[1] == tours[2]


def test_places_and_numbers_of_numpy() -> None:
    corner = np.int64(0), np.int64(0)
    plain = Problem("3x4", start=(0, 0), clues={(1, 2): 3}, forced=[((0, 0), (1, 2))])
    given = Problem(
        (np.int64(3), np.int64(4)), start=corner, clues={(1, np.int8(2)): np.int64(3)},
        forced=[(corner, (1, np.int64(2)))],
    )  # fmt: skip
    assert given == plain
    assert repr(given) == repr(plain)
    assert json.dumps(given.start) == "[0, 0]"
    assert corner in Board(3)
    assert Board(3).index(corner) == Board(3).index([0, 0]) == 0
    assert Problem(np.int64(5)) == Problem(5)
    assert Problem(4, closed=np.True_).closed is True
    assert Piece((np.int64(1), np.int64(2))) == Piece("knight")
    labels = Graph.from_edges([(np.int64(5), np.int64(7))]).labels
    assert {*map(type, labels)} == {int}
    assert Limits(seconds=np.int64(2), nodes=np.float64(5)) == Limits(2, 5)
    matrix = np.array(find_tour(5).matrix())
    assert verify(matrix).valid
    assert verify(matrix.astype(object), 5).valid
    costs = {(np.int64(0), np.int64(1)): np.float32(2), (1, 2): np.int64(3), (2, 0): Fraction(1)}
    best = best_tour(Graph.from_edges([(0, 1), (1, 2), (2, 0)]), costs, closed=True)
    assert isinstance(best, Best)
    assert best.cost == 6


def test_a_move_has_one_cost() -> None:
    costs: dict[Any, int] = {("a1", "b1"): 1, ("b1", "b2"): 1, ("b2", "a2"): 1, ("a2", "a1"): 1}
    same = {**costs, ((1, 0), (1, 1)): 1}
    best = best_tour("2x2", same, piece="wazir", closed=True)
    assert isinstance(best, Best)
    assert best.cost == 4
    with pytest.raises(InvalidInput, match="has two costs, 1 and 99"):
        best_tour("2x2", {**costs, ((1, 0), (1, 1)): 99}, piece="wazir", closed=True)
    turns = {("a1", "b1", "b2"): 1, ((1, 0), "b1", "b2"): 2}
    with pytest.raises(InvalidInput, match="has two costs, 1 and 2"):
        best_tour("2x2", turn_cost=turns, piece="wazir", closed=True)


# -- values -------------------------------------------------------------------------------------


def test_a_tour_is_a_value_whatever_its_order_came_in() -> None:
    board, order = Board(2), (0, 1, 3, 2)
    tour = Tour(board, order, Piece("wazir"), True)
    for given in ([*order], iter(order), np.array(order)):
        other = Tour(board, given, "wazir", np.True_)
        assert other == tour
        assert hash(other) == hash(tour)
        assert {*map(type, other.order)} == {int}


def test_a_board_contains_the_names_of_its_squares() -> None:
    board = Board(8, holes=["c3"])
    for place, inside in {"a1": True, "c3": False, "z9": False, "": False, "7,0": True}.items():
        assert (place in board) is inside
    for other in (None, 5, [7, 0.5], "no square", (0, 0, 0)):
        assert other not in board


def test_a_whole_problem_says_how_to_change_it() -> None:
    from dataclasses import replace

    problem = Problem(6)
    with pytest.raises(InvalidProblem, match=r"dataclasses\.replace\(problem, …\)"):
        find_tour(problem, closed=True)
    assert find_tour(replace(problem, closed=True)).closed


def test_a_missing_edge_is_no_move_of_a_piece() -> None:
    graph = Graph.from_edges([(0, 1), (1, 2), (2, 3)])
    with pytest.raises(InvalidProblem, match="0–2 is no edge of the graph"):
        find_tour(graph, forbidden=[(0, 2)])


def test_a_vertex_that_is_none_has_no_label() -> None:
    """Not even -1, the last of a list."""
    graph = Graph.from_edges([("a", "b")])
    for order in ([0, 2], [0, -1]):
        with pytest.raises(InvalidVertex, match=f"no vertex “{order[1]}”"):
            verify(Tour(graph, order))


def test_a_task_is_a_text_and_nothing_to_visit_is_explained() -> None:
    with pytest.raises(UnknownName):
        methods(np.array(["find"]))
    for closed in (False, True):
        assert str(explain(Problem({}, closed=closed))) == "No tour has these numbers."


def test_an_error_reaches_another_process() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with pytest.raises(NoTour) as error:
            pool.submit(find_tour, 4).result()
        assert error.value.outcome.certificate.check(Problem(4))
        with pytest.raises(LimitReached):
            pool.submit(find_tour, "3x10", closed=True, limits=0).result()
        assert len(pool.submit(find_tour, 5).result()) == 25


# -- processors ---------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system has no affinity")
def test_sweeps_and_runs_keep_to_their_processors() -> None:
    """A new process may use one processor of a machine that has 64."""
    script = """if True:
        import os, threading
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        os.cpu_count = lambda: 64
        from caballero import count_tours
        from caballero.machine.limits import Budget
        from caballero.counting.run.workers import Processes
        from caballero.counting.sweeps.sweep import Sweep
        print(len(Sweep([[1, 2], [0, 2], [0, 1]], Budget())._workers), Processes().size)
        started, start = [], threading.Thread.start
        threading.Thread.start = lambda self: (started.append(1), start(self))
        print(count_tours(6, closed=True, method="halves"), len(started))
    """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.split() == ["1", "1", "9862", "0"], done.stderr
