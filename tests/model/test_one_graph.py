"""The graph of a problem is built once in a call, whatever parts of the program read it."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from itertools import islice
from typing import Any

import pytest

import caballero
from caballero import Graph, Problem, count_tours, iter_tours, solve
from caballero.best import solve_best
from caballero.counting import count_by_symmetry
from caballero.puzzles import make_puzzle
from caballero.teaching import solve_backtracking
from graphs import petersen

CLUES = {"a1": 1, "c2": 2, "f6": 19}
PUZZLE = "1 . . .\n. . . .\n. 6 . .\n. . . ."

CALLS: dict[str, Callable[[], object]] = {
    "solve": lambda: solve(8), "solve, closed": lambda: solve("6x6", closed=True),
    "solve, holes": lambda: solve("#...\n....\n....\n...."),
    "solve, forbidden": lambda: solve(6, closed=True, forbidden=["a1-b3"]),
    "solve, clues": lambda: solve(6, closed=True, clues=CLUES),
    "solve, graph": lambda: solve(petersen(), closed=True),
    "count": lambda: count_tours(5),
    "count, closable": lambda: count_tours("3x7", closable=True, start="a1"),
    "count, clues": lambda: count_tours("5x5", clues={"c3": 7}),
    "count, symmetry": lambda: count_tours("5x6", closed=True, up_to_symmetry=True, start="a1"),
    "count, kinds": lambda: count_by_symmetry(Problem("5x6", closed=True)),
    "list": lambda: [*islice(iter_tours(6, closed=True), 3)],
    "list, clues": lambda: [*iter_tours("5x6", clues={"c3": 7}, count=20)],
    "list, forbidden": lambda: [*iter_tours("5x6", closed=True, forbidden=["a1-b3"])],
    "list, symmetry": lambda: [*iter_tours("5x6", closed=True, up_to_symmetry=True)],
    "list, half-turn": lambda: [*iter_tours(6, closed=True, symmetry="half-turn", count=20)],
    "best": lambda: solve_best(4, "turns", start="b1", forbidden=["b1-a3"]),
    "best, crossings": lambda: solve_best(5, "crossings", limits=1),
    "make": lambda: make_puzzle(Problem("4x5", piece="king")),
    "unique": lambda: caballero.is_unique(Problem(6, closed=True, clues=CLUES)),
    "explain": lambda: caballero.puzzles.explain(Problem(PUZZLE, piece="king")),
    "space": lambda: caballero.tour_space(Problem("5x6", closed=True))[5],
    "teach": lambda: solve_backtracking(Problem(5)),
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_a_graph_is_built_once(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    built: Counter[tuple[object, ...]] = Counter()
    build = Problem._build_graph

    def counted(problem: Problem, moves: Any) -> Graph:
        order = None if moves is None else tuple(moves)
        built[problem.ground, problem.piece, problem.forbidden, order] += 1
        return build(problem, moves)

    monkeypatch.setattr(Problem, "_build_graph", counted)
    CALLS[call]()
    assert {*built.values()} == {1}


def test_a_graph_is_no_part_of_its_problem() -> None:
    problem, same = Problem("5x6"), Problem("5x6")
    plain = pickle.dumps(problem)
    assert problem.graph() is problem.graph()
    assert pickle.dumps(problem) == plain
    assert problem == same == pickle.loads(plain) == copy.copy(problem)
    assert hash(problem) == hash(same)
    assert repr(problem) == repr(same)
    assert {field.name for field in fields(Problem)} == {*Problem.__match_args__}
    assert pickle.loads(plain).graph() == problem.graph()
    assert problem.graph([(1, 2)]) != problem.graph()
