"""The kernels of Warnsdorff's rule: against the rule as one would say it, and a recursion."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from caballero.kernels import warnsdorff
from caballero.kernels._speed import as_arrays, as_lists
from caballero.kernels.warnsdorff import (
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


def snapshot(state: State | Walk) -> list[list[int]]:
    """Return what means something in a state: not what lies beyond the depth, nor scratch."""
    live = state._replace(path=state.path[: state.depth])
    if isinstance(live, State):
        tries: list[int] = []
        if not live.counters[warnsdorff.FRESH]:
            for at, stop in zip(live.cursor[: state.depth], live.stop, strict=False):
                tries += [*live.tries[at:stop], -1]
        live = live._replace(cursor=[], stop=[], scores=[], tries=tries)
    return [list(map(int, field)) for field in live]


def both(kernel: Any, fresh: Any) -> list[tuple[Callable[..., int], Any]]:
    return [(kernel.plain, as_lists(fresh)), (kernel.compiled, as_arrays(fresh))]


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
        for kernel, state in both(warnsdorff.walk, fresh):
            assert kernel(*state, FOREVER) == (FOUND if complete else EXHAUSTED)
            assert list(state.path[: state.depth]) == path
            before = snapshot(state)
            assert kernel(*state, FOREVER) == (FOUND if complete else EXHAUSTED)
            assert snapshot(state) == before


@pytest.mark.parametrize("tie", TIES)
def test_all_tours_as_the_recursion(case: Any, oracle: Any, tie: int) -> None:
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
    for kernel, state in both(warnsdorff.search, fresh):
        at_first = list(state.exits)
        found = []
        while (status := kernel(*state, FOREVER)) == FOUND:
            found.append(list(map(int, state.path)))
            assert [found[-1][number - 1] for number in state.mark] == sorted(found[-1])
        assert status == EXHAUSTED
        assert found == tours
        assert list(state.profile) == truth.profile
        assert state.dead_ends == truth.dead_ends
        assert (state.depth, state.steps_back) == (1, sum(truth.profile) - 1)
        for w in truth.neighbours(case.start):
            at_first[w] -= len(state.path) > 1
        assert list(state.exits) == at_first
        assert kernel(*state, FOREVER) == EXHAUSTED
        assert (list(state.profile), state.dead_ends) == (truth.profile, truth.dead_ends)


@pytest.mark.parametrize("tie", TIES)
def test_a_search_begins_with_a_walk(case: Any, tie: int) -> None:
    key = keys(len(case.indptr) - 1)
    graph = (case.indptr, case.indices, case.start)
    for kernel, walked in both(
        warnsdorff.walk,
        warnsdorff.new_walk(*graph, tie=tie, key=key, seed=SEED, clues=case.clues),
    ):
        kernel(*walked, FOREVER)
        searched = as_lists(
            warnsdorff.new_state(*graph, tie=tie, key=key, seed=SEED, clues=case.clues)
        )
        warnsdorff.search.plain(*searched, walked.depth - 1)
        assert searched.depth == searched.nodes == walked.depth
        assert searched.path[: walked.depth] == list(walked.path[: walked.depth])


@pytest.mark.parametrize("tie", TIES)
def test_a_search_in_pieces_at_changing_speeds(case: Any, tie: int) -> None:
    fresh = warnsdorff.new_state(
        case.indptr,
        case.indices,
        case.start,
        tie=tie,
        key=keys(len(case.indptr) - 1),
        seed=SEED,
        clues=case.clues,
        closed=case.closed,
    )
    whole, pieces = as_lists(fresh), as_lists(fresh)
    rng = random.Random(repr(case))
    kernel = warnsdorff.search.plain
    for _ in range(10):
        expected = warnsdorff.search.plain(*whole, FOREVER)
        status = RUNNING
        while status == RUNNING:
            if rng.random() < 0.2:
                fast = rng.random() < 0.5
                pieces = as_arrays(pieces) if fast else as_lists(pieces)
                kernel = warnsdorff.search.compiled if fast else warnsdorff.search.plain
            before, steps = pieces.nodes, rng.randint(0, 60)
            status = kernel(*pieces, steps)
            assert pieces.nodes - before <= steps
            assert status != RUNNING or pieces.nodes - before == steps
        assert status == expected
        assert snapshot(pieces) == snapshot(whole)
        if status == EXHAUSTED:
            break


@pytest.mark.parametrize("tie", TIES)
def test_a_walk_in_pieces_at_changing_speeds(board: Board, tie: int) -> None:
    graph = board(30, 30)
    for start in (0, 1, 437):
        fresh = warnsdorff.new_walk(*graph, start=start, tie=tie, key=keys(900), seed=SEED)
        whole, pieces = as_lists(fresh), as_lists(fresh)
        expected = warnsdorff.walk.plain(*whole, FOREVER)
        rng = random.Random(start)
        status = RUNNING
        while status == RUNNING:
            before, steps = pieces.depth, rng.randint(0, 99)
            if rng.random() < 0.5:
                pieces = as_arrays(pieces)
                status = warnsdorff.walk.compiled(*pieces, steps)
            else:
                pieces = as_lists(pieces)
                status = warnsdorff.walk.plain(*pieces, steps)
            assert pieces.depth - before <= steps
            assert status != RUNNING or pieces.depth - before == steps
        assert status == expected
        assert snapshot(pieces) == snapshot(whole)


def test_a_large_board(board: Board) -> None:
    n = 200
    indptr, indices = board(n, n)
    key = [(2 * r - n + 1) ** 2 + (2 * c - n + 1) ** 2 for r in range(n) for c in range(n)]
    state = as_arrays(warnsdorff.new_walk(indptr, indices, 0, tie=FARTHEST, key=key))
    assert warnsdorff.walk.compiled(*state, FOREVER) == FOUND
    path = list(map(int, state.path))
    assert sorted(path) == list(range(n * n))
    for v, w in pairwise(path):
        assert w in indices[indptr[v] : indptr[v + 1]]


def test_a_random_choice_is_even(board: Board) -> None:
    # From the middle of a 5×5 board all eight moves are tied.
    seconds: Counter[int] = Counter()
    for seed in range(4000):
        state = as_lists(warnsdorff.new_walk(*board(5, 5), start=12, tie=RANDOM, seed=seed))
        warnsdorff.walk.plain(*state, 1)
        seconds[state.path[1]] += 1
    assert len(seconds) == 8
    # 500 each; the standard deviation is 21.
    assert all(400 < count < 600 for count in seconds.values())


def test_without_a_key_farthest_is_order(board: Board) -> None:
    paths = []
    for tie in (ORDER, FARTHEST):
        pairs: list[tuple[Any, Any]] = [
            (warnsdorff.walk, warnsdorff.new_walk(*board(8, 8), start=0, tie=tie)),
            (warnsdorff.search, warnsdorff.new_state(*board(8, 8), start=0, tie=tie)),
        ]
        for kernel, fresh in pairs:
            state = as_lists(fresh)
            kernel.plain(*state, 40)
            paths.append(state.path[:41])
    assert all(path == paths[0] for path in paths)
