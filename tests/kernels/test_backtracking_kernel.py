"""The backtracking kernel: against published programs, against a recursion, against itself."""

import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from caballero.find.kernels import backtracking
from caballero.find.kernels.backtracking import EXHAUSTED, FOUND, RUNNING, State
from forms import forms

Board = Callable[..., tuple[list[int], list[int]]]
FOREVER = 10**12

# The order in which four teaching programs try the moves, in (row, column) steps, and how many
# nodes each of them needs for an n×n board.
GEEKSFORGEEKS = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]
PUC_CHILE_IIC1103 = [(2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2)]
TREKHLEB = [(-1, -2), (-2, -1), (1, -2), (2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1)]
GRANADA_PRACTICA_4 = [(-2, -1), (-2, 1), (2, -1), (2, 1), (-1, 2), (-1, -2), (1, -2), (1, 2)]

NODES = [
    pytest.param(
        moves,
        n,
        nodes,
        found,
        id=f"{name}-{n}",
        marks=[getattr(pytest.mark, "nightly" if nodes > 10**8 else "large")]
        if nodes > 5_000_000
        else [],
    )
    for name, moves, counts, without in [
        (
            "GeeksforGeeks",
            GEEKSFORGEEKS,
            {3: 15, 4: 2_223, 5: 8_840, 6: 248_169, 7: 7_151_179, 8: 8_250_733},
            {3, 4},
        ),
        ("PUC Chile IIC1103", PUC_CHILE_IIC1103, {5: 41, 6: 601_020, 7: 236_775_436}, set()),
        (
            "trekhleb/javascript-algorithms",
            TREKHLEB,
            {3: 15, 5: 31_693, 6: 1_219_046, 7: 96_477},
            {3},
        ),
        (
            "Universidad de Granada, práctica 4",
            GRANADA_PRACTICA_4,
            {3: 15, 5: 11_077, 6: 7_661_837, 7: 12_799_463},
            {3},
        ),
    ]
    for n, nodes in counts.items()
    for found in [n not in without]
]


def start_of(moves: list[tuple[int, int]], n: int) -> int:
    return 2 * n + 2 if moves is GRANADA_PRACTICA_4 else 0


@pytest.mark.slow
@pytest.mark.parametrize(("moves", "n", "nodes", "found"), NODES)
def test_nodes_of_the_teaching_programs(
    board: Board, moves: list[tuple[int, int]], n: int, nodes: int, found: bool
) -> None:
    state = backtracking.new_state(*board(n, n, moves), start=start_of(moves, n))
    slow = deepcopy(state)
    status = backtracking.search(state, FOREVER)
    assert (status == FOUND) == found
    assert state.nodes == sum(state.profile) == nodes
    assert state.steps_back == nodes - (n * n if found else 1)
    if nodes < 100_000:
        assert backtracking.search.plain(slow, FOREVER) == status
        assert snapshot(slow) == snapshot(state)


def snapshot(state: State) -> State:
    """Return what means something in a state, which is all but what lies beyond the depth."""
    return replace(state, path=state.path[: state.depth], cursor=state.cursor[: state.depth])


def test_all_tours_as_the_recursion(cases: Any, oracle: Any) -> None:
    for case in cases:
        truth = oracle(case.indptr, case.indices, case.start, case.clues, case.closed)
        tours = list(truth.tours())
        fresh = backtracking.new_state(
            case.indptr, case.indices, case.start, clues=case.clues, closed=case.closed
        )
        for search, state in forms(backtracking.search, fresh):
            found = []
            while (status := search(state, FOREVER)) == FOUND:
                found.append(list(state.path))
                assert [found[-1][number - 1] for number in state.mark] == sorted(found[-1])
            assert status == EXHAUSTED
            assert found == tours
            assert list(state.profile) == truth.profile
            assert state.dead_ends == truth.dead_ends
            assert (state.depth, state.steps_back) == (1, sum(truth.profile) - 1)
            assert search(state, FOREVER) == EXHAUSTED  # and so it stays
            assert (list(state.profile), state.dead_ends) == (truth.profile, truth.dead_ends)


def test_in_portions(cases: Any) -> None:
    for case in cases:
        fresh = backtracking.new_state(
            case.indptr, case.indices, case.start, clues=case.clues, closed=case.closed
        )
        whole, parts = deepcopy(fresh), deepcopy(fresh)
        rng = random.Random(repr(case))
        for _ in range(30):
            expected = backtracking.search.plain(whole, FOREVER)
            status = RUNNING
            while status == RUNNING:
                search = backtracking.search if rng.random() < 0.5 else backtracking.search.plain
                before, steps = parts.nodes, rng.randint(0, 40)
                status = search(parts, steps)
                assert parts.nodes - before <= steps
                assert status != RUNNING or parts.nodes - before == steps
                if status == FOUND or rng.random() < 0.8:
                    continue
                path = list(parts.path[: parts.depth])
                assert [parts.mark[v] for v in path] == list(range(1, len(path) + 1))
            assert status == expected
            assert snapshot(parts) == snapshot(whole)
            if status == EXHAUSTED:
                break
