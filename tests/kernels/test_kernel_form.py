"""What all kernels have in common: what they import, and that both forms keep the same state."""

from __future__ import annotations

import ast
import random
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from caballero import kernels
from caballero.kernels import backtracking, warnsdorff
from caballero.kernels._kernel import Kernel, is_compiled

FOLDER = Path(kernels.__file__).parent
SHARED = {(1, path.stem) for path in FOLDER.glob("_[!_]*.py")}
FILES = sorted(FOLDER.glob("[!_]*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kernel_imports_what_kernels_share_and_nothing_else(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert (node.level, node.module) in SHARED or (
                node.level == 0 and node.module in sys.stdlib_module_names | {"collections.abc"}
            )
        elif isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= sys.stdlib_module_names


@pytest.mark.skipif(not is_compiled(), reason="there are no compiled kernels")
def test_both_forms_have_the_same_states_in_portions_of_any_size() -> None:
    rng = random.Random(5)
    for turn in range(150):
        n = rng.randint(1, 9)
        edges = [(a, b) for a in range(n) for b in range(a) if rng.random() < 0.5]
        rows = [[b for e in edges for b in e if v in e and b != v] for v in range(n)]
        indptr = [sum(map(len, rows[:v])) for v in range(n + 1)]
        graph = (indptr, [w for row in rows for w in row], rng.randrange(n))
        clues = {}
        if n > 2 and rng.random() < 0.5:
            clues = {rng.choice([v for v in range(n) if v != graph[2]]): rng.randint(2, n)}
        closed = rng.random() < 0.3
        key = [rng.randint(-9, 9) for v in range(n)]
        cases: list[tuple[Kernel[[Any, int], int], Any]] = [
            (backtracking.search, backtracking.new_state(*graph, clues=clues, closed=closed)),
            (
                warnsdorff.search,
                warnsdorff.new_state(
                    *graph, closed=closed, tie=turn % 5, key=key, seed=turn, clues=clues
                ),
            ),
            (
                warnsdorff.walk,
                warnsdorff.new_walk(*graph, tie=turn % 5, key=key, seed=turn, clues=clues),
            ),
        ]
        for kernel, state in cases:
            plain = deepcopy(state)
            for _ in range(40):
                steps = rng.randint(0, 60)
                status = kernel.plain(plain, steps)
                assert kernel.compiled(state, steps) == status
                assert state == plain
                if status == 2:
                    break
