"""The two speeds: what is imported when, what a kernel may know, and checked array bounds."""

from __future__ import annotations

import ast
import builtins
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from caballero import kernels
from caballero.kernels import (
    _speed,
    backtracking,
    counting,
    exact,
    frontier,
    listing,
    meeting,
    path_cover,
    retracing,
    sampling,
    strips,
    warnsdorff,
)
from caballero.kernels._speed import TwoSpeeds, as_arrays, as_lists

SHARED = {(1, "_speed"), (1, "_states"), (1, "_matchings")}
Board = Callable[..., tuple[list[int], list[int]]]
FILES = sorted(Path(kernels.__file__).parent.glob("[!_]*.py"))
FAMILIES = [
    backtracking,
    counting,
    exact,
    frontier,
    listing,
    meeting,
    path_cover,
    retracing,
    sampling,
    strips,
    warnsdorff,
]


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kernel_imports_what_kernels_share_and_nothing_else(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert (node.level, node.module) in SHARED or (
                node.level == 0 and node.module in sys.stdlib_module_names | {"collections.abc"}
            )
        elif isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= sys.stdlib_module_names


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_a_kernel_knows_its_parts_and_numbers(family: ModuleType) -> None:
    # A cached kernel notices when its own file changes, and when these do (see below).
    found = [kernel for kernel in vars(family).values() if isinstance(kernel, TwoSpeeds)]
    assert found
    for kernel in found:
        parts = {part.__name__ for part in kernel.parts}
        for function in (kernel.plain, *kernel.parts):
            for name in function.__code__.co_names:
                if not hasattr(builtins, name) and name not in parts:
                    assert isinstance(function.__globals__[name], int)


def test_a_kernel_is_named_after_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    def name(part: Callable[[int], int]) -> str:
        kernel: Any = _speed.two_speeds_with(part)(_total).compiled
        return str(kernel.py_func.__qualname__)

    assert name(_one_more) == name(_one_more) != name(_two_more)
    before = name(_one_more)
    monkeypatch.setitem(_one_more.__globals__, "STEP", 3)
    assert name(_one_more) != before


STEP = 1


def _one_more(n: int) -> int:
    return n + STEP


def _two_more(n: int) -> int:
    return n + 2


def test_numba_is_not_imported_before_it_is_needed() -> None:
    printed = run(
        "import sys\n"
        "from caballero.kernels import backtracking, warnsdorff\n"
        "from caballero.kernels._speed import as_lists\n"
        "state = as_lists(backtracking.new_state([0, 1, 2], [1, 0], 0))\n"
        "print(backtracking.search.plain(*state, 9), {'numpy', 'numba'} & set(sys.modules))"
    )
    assert printed == "1 set()\n"


def test_without_numba_all_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    kernel = _speed.two_speeds(backtracking.search.plain)
    assert kernel.compiled is kernel.plain
    state = as_arrays(backtracking.new_state([0, 1, 2], [1, 0], 0))
    assert all(type(field) is list for field in state)
    assert kernel.compiled(*state, 9) == backtracking.FOUND


def test_without_a_place_for_the_cache_it_still_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core import caching

    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    kernel = _speed.two_speeds(_total)
    compiled: Any = kernel.compiled
    assert compiled is not kernel.plain
    assert compiled(4) == 6
    assert compiled is kernel.compiled


def _total(n: int) -> int:
    s = 0
    for i in range(n):
        s += i
    return s


def test_one_type_of_array_whatever_comes_in(board: Board) -> None:
    lists = as_lists(warnsdorff.new_state(*board(4, 4), start=0))
    types = [
        [(field.dtype.char, field.flags.writeable) for field in map(_any, state)]
        for state in (
            as_arrays(warnsdorff.new_state(*board(4, 4), start=0)),
            as_arrays(lists),
            as_arrays(as_arrays(lists)),
        )
    ]
    assert types[0] == types[1] == types[2]
    assert {writeable for _, writeable in types[0]} == {True}
    assert as_lists(as_arrays(lists)) == lists
    assert all(type(field) is list for field in as_lists(as_arrays(lists)))


def _any(value: Any) -> Any:
    return value


BOUNDS = """
import random
import numba
from caballero.kernels import backtracking, warnsdorff
from caballero.kernels._speed import as_arrays, as_lists

assert numba.config.BOUNDSCHECK
rng = random.Random(5)
for turn in range(150):
    n = rng.randint(1, 9)
    edges = [(a, b) for a in range(n) for b in range(a) if rng.random() < 0.5]
    rows = [[b for e in edges for b in e if v in e and b != v] for v in range(n)]
    indptr = [sum(map(len, rows[:v])) for v in range(n + 1)]
    graph = (indptr, sum(rows, []), rng.randrange(n))
    clues = {}
    if n > 2 and rng.random() < 0.5:
        clues = {rng.choice([v for v in range(n) if v != graph[2]]): rng.randint(2, n)}
    tie, closed = turn % 5, rng.random() < 0.3
    key = [rng.randint(-9, 9) for v in range(n)]
    rule = dict(tie=tie, key=key, seed=turn, clues=clues)
    for kernel, state in (
        (backtracking.search, backtracking.new_state(*graph, clues=clues, closed=closed)),
        (warnsdorff.search, warnsdorff.new_state(*graph, closed=closed, **rule)),
        (warnsdorff.walk, warnsdorff.new_walk(*graph, **rule)),
    ):
        plain, compiled = as_lists(state), as_arrays(state)
        for _ in range(40):
            steps = rng.randint(0, 60)
            status = kernel.plain(*plain, steps)
            assert kernel.compiled(*compiled, steps) == status
            assert list(map(list, compiled)) == list(plain)
            if status == 2:
                break
print("fine")
"""


def test_compiled_with_checked_bounds_is_plain(tmp_path: Path) -> None:
    assert run(BOUNDS, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path)) == "fine\n"
    assert list(tmp_path.rglob("*.nbc"))
