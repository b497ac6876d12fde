"""The types, as a strict checker sees them in another project."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import caballero

PROGRAM = """
from typing import assert_type

from caballero import (
    Best, Board, Count, Found, GaveUp, Graph, Impossible, Limits, Problem, Progress, Search, Tour,
    best_tour, count_tours, find_longest, find_tour, hamiltonian_path, iter_tours, sample_tours,
    solve, start, tour_space, traveling_salesman, verify,
)
from caballero.best import solve_best

edges: list[tuple[str, str, int]] = [("Rome", "Oslo", 3), ("Oslo", "Bonn", 1), ("Bonn", "Rome", 2)]
roads = Graph.from_edges(edges)
assert_type(roads, Graph[str])
route = find_tour(roads, closed=True, limits=Limits(seconds=5))
assert_type(route, Tour[str])
names: list[str] = list(route)
assert_type(route[0], str)
assert_type(route[1:], tuple[str, ...])
assert_type(route.reversed().starting_at("Oslo"), Tour[str])
assert_type(find_tour({1: [2], 2: [1]}), Tour[int])
assert_type(find_tour("8x8", start="a1")[0], tuple[int, ...])
assert_type(find_tour(Board(5)), Tour[tuple[int, ...]])


def cities(tour: Tour[str]) -> str:
    return " - ".join(tour)


def any_tour(tour: Tour) -> int:
    return len(tour)


any_tour(route)
match solve(roads, closed=True):
    case Found(tour):
        cities(tour)
    case Impossible(certificate):
        print(certificate.reason)
    case GaveUp(limit):
        print(limit.upper())
best = best_tour(roads, "weight", closed=True)
assert_type(best, Best[str])
cities(best.tour)
match solve_best(roads, "weight", closed=True):
    case Best(path, stats, cost):
        assert_type((path, stats.nodes), tuple[Tour[str], int])
    case Impossible() | GaveUp() as neither:
        print(neither.stats.seconds)
assert_type(find_longest(roads, induced=True), Best[str])
assert_type(find_longest(6).tour[0], tuple[int, ...])
cities(solve(roads).tour)  # or it raises an error
assert_type(Graph.from_points({"a": (0, 0), "b": (3, 4)}), Graph[str])
assert_type(Graph.from_points([(0, 0), (3, 4)]), Graph[int])
assert_type(Graph.from_matrix([[0, 3], [3, 0]]), Graph[int])
assert_type(Graph.from_matrix([[0, 3], [3, 0]], labels=["a", "b"]), Graph[str])
assert_type(hamiltonian_path(edges, timeout=5), list[str] | None)
assert_type(traveling_salesman(roads, closed=False), list[str] | None)
assert_type(next(iter_tours(roads)), Tour[str])
assert_type([*iter_tours(6)], list[Tour[tuple[int, ...]]])
assert_type((tour_space(roads)[0], tour_space(roads)[:1]), tuple[Tour[str], list[Tour[str]]])
assert_type(tour_space("3x4").sample(2), list[Tour[tuple[int, ...]]])
assert_type(sample_tours(roads, 2), list[Tour[str]])
assert_type(verify(route, roads, cost="weight", timeout=5).valid, bool)
best_tour(6, lambda a, b: abs(a[0] - b[0]))
best_tour(roads, {("Rome", "Oslo"): 3})
any_tour(find_tour(Problem(6, closed=True)))
assert_type(start(find_tour, roads, closed=True), Search[Tour[str]])
search = start(count_tours, "3x4")
assert_type(search, Search[Count])
assert_type(search.result(timeout=5), Count)
for progress in search:
    assert_type(progress, Progress)
"""

STAR = """
from typing import assert_type

from caballero import *

assert_type(find_tour("8x8", start="a1"), Tour[tuple[int, ...]])
assert_type(methods("count"), tuple[str, ...])
assert_type((__version__, compiled), tuple[str, bool])
"""

WRONG = [
    ("find_tour(Graph.from_edges([(1, 2)]))[0].upper()", "attr-defined"),
    ("find_tour(8, closd=True)", "call-overload"),
    ("start(count_tours, 8, closed=1.5)", "arg-type"),
]


MYPY = ["-m", "mypy", "--strict", "--no-pretty"]


@pytest.mark.slow
def test_another_project_is_checked_strictly(tmp_path: Path) -> None:
    wrong = ["from caballero import Graph, count_tours, find_tour, start", *dict(WRONG), ""]
    (tmp_path / "right.py").write_text(PROGRAM)
    (tmp_path / "star.py").write_text(STAR)
    (tmp_path / "wrong.py").write_text("\n".join(wrong))
    done = subprocess.run(
        [sys.executable, *MYPY, "right.py", "star.py", "wrong.py"],
        cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=3000, check=False,
    )  # fmt: skip
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    codes = [line.rpartition("[")[2].rstrip("]") for line in errors]
    assert [*dict.fromkeys(codes)] == [code for _, code in WRONG]
    assert all(line.startswith("wrong.py") for line in errors), done.stdout


def test_checkers_read_the_names_that_the_package_has() -> None:
    tree = ast.parse(Path(caballero.__file__).read_text("utf-8"))
    lists = [
        ast.literal_eval(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    assert lists == [sorted(caballero.__all__)]
