"""The code that the laboratory shows is Python, and does what the search of the library does."""

import re
from collections.abc import Callable
from itertools import pairwise
from math import inf
from typing import Any

import pytest

from caballero import Problem
from caballero.teaching import ORDERS, trace
from caballero.web.app import STATIC

Square = tuple[int, int]

SOURCE = (STATIC / "learn/code.js").read_text("utf-8")
CODE = {
    name: "\n".join(re.findall(r'^    \["(.*?)"', lines, re.MULTILINE))
    for name, lines in re.findall(r'^  "?([\w-]+)"?: \[\n(.*?)^  \]', SOURCE, re.DOTALL | re.M)
}


def turns(path: list[Square] | None) -> float:
    steps = [(c - a, d - b) for (a, b), (c, d) in pairwise(path or ())]
    return inf if path is None else sum(one != two for one, two in pairwise(steps))


def ran(method: str, rows: int, columns: int) -> tuple[Any, list[Square]]:
    """Run the code of a method from a corner: what it returns, and the path."""
    path: list[Square] = [(0, 0)]
    moves = ORDERS["geeksforgeeks"]

    def after(square: Square, move: tuple[int, ...]) -> Square | None:
        r, c = square[0] + move[0], square[1] + move[1]
        return (r, c) if 0 <= r < rows and 0 <= c < columns else None

    def targets(square: Square) -> list[Square]:
        return [t for move in moves if (t := after(square, move)) is not None]

    known: dict[str, Any] = {
        "moves": moves,
        "squares": rows * columns,
        "after": after,
        "targets": targets,
        "exits": lambda square: sum(t not in path for t in targets(square)),
        "is_tour": lambda walk: len(set(walk)) == len(walk) == rows * columns,
        "cost": turns,
        "bound": turns,
        "take": list.pop,
        "free": lambda path: [t for t in targets(path[-1]) if t not in path],
    }
    exec(CODE[method], known)
    search: Callable[..., Any] = known[re.findall(r"def (\w+)", CODE[method])[0]]
    return search((0, 0) if method == "branch-and-bound" else path), path


@pytest.mark.parametrize("method", ["naive", "backtracking", "warnsdorff-backtracking"])
def test_the_code_finds_the_tour_of_the_search(method: str) -> None:
    found, path = ran(method, 3, 4)
    *_, last = trace(Problem("3x4", start="a3"), method.removesuffix("-backtracking"))
    assert found
    assert tuple(path) == last.path


def test_the_rule_goes_as_far_as_that_of_the_library() -> None:
    found, path = ran("warnsdorff", 6, 6)
    *_, last = trace(Problem(6, start="a6"), "warnsdorff", backtrack=False)
    assert (found, tuple(path)) == (last.depth == 36, last.path)


def test_the_code_of_branch_and_bound_finds_the_fewest_turns() -> None:
    assert turns(ran("branch-and-bound", 3, 4)[0]) == 10
    assert set(CODE) == {
        "naive", "backtracking", "warnsdorff", "warnsdorff-backtracking", "branch-and-bound",
    }  # fmt: skip
