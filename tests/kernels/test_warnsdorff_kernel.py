"""The kernels of Warnsdorff's rule: against the rule as one would say it, and a recursion."""

import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from caballero.find.kernels import warnsdorff
from caballero.find.kernels.warnsdorff import (
    EXHAUSTED,
    FARTHEST,
    FOUND,
    ORDER,
    POHL_MIN,
    POHL_SUM,
    RANDOM,
    RUNNING,
    State,
    Walk,
)
from forms import forms

Board = Callable[..., tuple[list[int], list[int]]]
FOREVER = 10**12
SEED = 7
TIES = [
    pytest.param(ORDER, id="order"),
    pytest.param(FARTHEST, id="farthest"),
    pytest.param(RANDOM, id="random"),
    pytest.param(POHL_SUM, id="pohl-sum"),
    pytest.param(POHL_MIN, id="pohl-min"),
]


def keys(vertices: int) -> list[int]:
    """Return a key for each vertex, some of them equal and some negative."""
    rng = random.Random(vertices)
    return [rng.randint(-3, 3) for _ in range(vertices)]


def rule(truth: Any, tie: int, key: list[int]) -> Callable[[set[int], list[int]], list[int]]:
    """Return the rule in words: the free neighbours, best first.

    A random rule draws its numbers as it is documented, and for all of them, in their order.
    """
    modulus = 2**31 - 1
    draw = (1 + SEED) * 48271**64 % modulus

    def choose(visited: set[int], free: list[int]) -> list[int]:
        nonlocal draw
        scores = {}
        for w in free:
            deeper = [truth.exits(x, visited) for x in truth.neighbours(w) if x not in visited]
            if tie == RANDOM:
                draw = draw * 48271 % modulus
            second = {
                ORDER: 0,
                FARTHEST: -key[w],
                RANDOM: draw,
                POHL_SUM: sum(deeper),
                POHL_MIN: min(deeper, default=0),
            }[tie]
            scores[w] = (len(deeper), second)
        return sorted(free, key=scores.__getitem__)

    return choose


def snapshot(state: State | Walk) -> State | Walk:
    """Return what means something in a state: not what lies beyond the depth, nor scratch."""
    path = state.path[: state.depth]
    if isinstance(state, Walk):
        return replace(state, path=path)
    tries: list[int] = []
    if not state.fresh:
        for at, stop in zip(state.cursor[: state.depth], state.stop, strict=False):
            tries += [*state.tries[at:stop], -1]
    return replace(state, path=path, cursor=[], stop=[], scores=[], tries=tries)


@pytest.mark.slow
@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (6, 7), (8, 8), (3, 12)])
def test_walks_on_boards(board: Board, oracle: Any, rows: int, columns: int, tie: int) -> None:
    indptr, indices = board(rows, columns)
    key = keys(rows * columns)
    for start in range(rows * columns):
        truth = oracle(indptr, indices, start)
        choose = rule(truth, tie, key)
        path = [start]
        while free := [w for w in truth.neighbours(path[-1]) if w not in path]:
            path.append(choose(set(path), free)[0])
        complete = len(path) == rows * columns
        fresh = warnsdorff.new_walk(indptr, indices, start, tie=tie, key=key, seed=SEED)
        for walk, state in forms(warnsdorff.walk, fresh):
            assert walk(state, FOREVER) == (FOUND if complete else EXHAUSTED)
            assert list(state.path[: state.depth]) == path
            before = deepcopy(state)
            assert walk(state, FOREVER) == (FOUND if complete else EXHAUSTED)
            assert state == before


@pytest.mark.slow
@pytest.mark.parametrize("tie", TIES)
def test_all_tours_as_the_recursion(cases: Any, oracle: Any, tie: int) -> None:
    for case in cases:
        key = keys(len(case.indptr) - 1)
        truth = oracle(case.indptr, case.indices, case.start, case.clues, case.closed)
        truth.choose = rule(truth, tie, key)
        tours = list(truth.tours())
        fresh = warnsdorff.new_state(
            case.indptr,
            case.indices,
            case.start,
            tie=tie,
            key=key,
            seed=SEED,
            clues=case.clues,
            closed=case.closed,
        )
        for search, state in forms(warnsdorff.search, fresh):
            at_first = list(state.exits)
            found = []
            while (status := search(state, FOREVER)) == FOUND:
                found.append(list(state.path))
                assert [found[-1][number - 1] for number in state.mark] == sorted(found[-1])
            assert status == EXHAUSTED
            assert found == tours
            assert list(state.profile) == truth.profile
            assert state.dead_ends == truth.dead_ends
            assert (state.depth, state.steps_back) == (1, sum(truth.profile) - 1)
            for w in truth.neighbours(case.start):
                at_first[w] -= len(state.path) > 1
            assert list(state.exits) == at_first
            assert search(state, FOREVER) == EXHAUSTED
            assert (list(state.profile), state.dead_ends) == (truth.profile, truth.dead_ends)


def in_portions(
    kernel: Any, parts: State | Walk, done: Callable[[Any], int], rng: random.Random
) -> int:
    """Run a kernel to its answer in portions of any size, in both forms by turns."""
    status = RUNNING
    while status == RUNNING:
        before, steps = done(parts), rng.randint(0, 60)
        status = (kernel if rng.random() < 0.5 else kernel.plain)(parts, steps)
        assert done(parts) - before <= steps
        assert status != RUNNING or done(parts) - before == steps
    return status


@pytest.mark.parametrize("tie", TIES)
def test_a_search_in_portions(cases: Any, tie: int) -> None:
    for case in cases:
        whole = warnsdorff.new_state(
            case.indptr,
            case.indices,
            case.start,
            tie=tie,
            key=keys(len(case.indptr) - 1),
            seed=SEED,
            clues=case.clues,
            closed=case.closed,
        )
        parts = deepcopy(whole)
        rng = random.Random(repr(case))
        for _ in range(10):
            expected = warnsdorff.search.plain(whole, FOREVER)
            assert in_portions(warnsdorff.search, parts, lambda s: int(s.nodes), rng) == expected
            assert snapshot(parts) == snapshot(whole)
            if expected == EXHAUSTED:
                break


@pytest.mark.parametrize("tie", TIES)
def test_a_walk_in_portions(board: Board, tie: int) -> None:
    graph = board(30, 30)
    for start in (0, 1, 437):
        whole = warnsdorff.new_walk(*graph, start=start, tie=tie, key=keys(900), seed=SEED)
        parts, rng = deepcopy(whole), random.Random(start)
        expected = warnsdorff.walk.plain(whole, FOREVER)
        assert in_portions(warnsdorff.walk, parts, lambda s: int(s.depth), rng) == expected
        assert snapshot(parts) == snapshot(whole)


def test_a_large_board(board: Board) -> None:
    n = 200
    indptr, indices = board(n, n)
    key = [(2 * r - n + 1) ** 2 + (2 * c - n + 1) ** 2 for r in range(n) for c in range(n)]
    state = warnsdorff.new_walk(indptr, indices, 0, tie=FARTHEST, key=key)
    assert warnsdorff.walk(state, FOREVER) == FOUND
    path = list(state.path)
    assert sorted(path) == list(range(n * n))
    for v, w in pairwise(path):
        assert w in indices[indptr[v] : indptr[v + 1]]


def test_a_random_choice_is_even(board: Board) -> None:
    # From the middle of a 5×5 board all eight moves are tied.
    seconds: Counter[int] = Counter()
    for seed in range(4000):
        state = warnsdorff.new_walk(*board(5, 5), start=12, tie=RANDOM, seed=seed)
        warnsdorff.walk(state, 1)
        seconds[state.path[1]] += 1
    assert len(seconds) == 8
    # 500 each; the standard deviation is 21.
    assert all(400 < count < 600 for count in seconds.values())


def test_keys_that_ranks_have_no_room_for(board: Board) -> None:
    for graph, start in ((board(8, 8), 9), (board(5, 5), 12), (board(30, 30), 0)):
        key = keys(len(graph[0]) - 1)
        near = warnsdorff.new_walk(*graph, start=start, tie=FARTHEST, key=key)
        far = warnsdorff.new_walk(*graph, start=start, tie=FARTHEST, key=[k << 28 for k in key])
        assert len(far.key) == len(key) > len(near.key) == 0
        for walk, state in forms(warnsdorff.walk, far):
            assert walk(state, FOREVER) == warnsdorff.walk(deepcopy(near), FOREVER)
            expected = deepcopy(near)
            warnsdorff.walk(expected, FOREVER)
            assert state.path == expected.path


def test_shared_offsets_are_the_graph(board: Board) -> None:
    # Rows of offsets, of few kinds and of more than a byte can tell apart.
    indptr, indices = board(12, 12)
    path = warnsdorff.new_walk(indptr, indices, 0)
    warnsdorff.walk(path, FOREVER)
    rows = [indices[a:b] for a, b in pairwise(indptr)]
    offsets = [[w - v for w in row] for v, row in enumerate(rows)]
    distinct = sorted({*map(tuple, offsets)})
    for table in (distinct, distinct * 9):
        kind = [table.index(tuple(row)) for row in offsets]
        if len(table) > warnsdorff.MOST_KINDS:
            kind = [k + len(distinct) * (v % 9) for v, k in enumerate(kind)]
        starts = [sum(map(len, table[:k])) for k in range(len(table) + 1)]
        fresh = warnsdorff.new_walk(starts, [d for row in table for d in row], 0, kind=kind)
        for walk, state in forms(warnsdorff.walk, fresh):
            walk(state, FOREVER)
            assert state.path == path.path
