"""The kernel of the search for numbers: its two forms, its invariants, its limits."""

import copy
import random
from itertools import pairwise

import pytest

from caballero.find.kernels import _clauses, numbers as kernel
from caballero.find.kernels._clauses import EXHAUSTED, FAILED, FOUND, FULL, RUNNING, Learning
from caballero.find.kernels.numbers import State
from caballero.machine.kernel import Marks, Places, array_of, longer
from forms import run_both
from graphs import Rows
from naive import all_tours, knight_neighbours


def state_of(
    rows: Rows, domains: Rows | None = None, *, closed: bool = False, with_moves: bool = True
) -> State:
    """A search with every number possible everywhere, or those of the domains."""
    size = len(rows)
    domains = domains or [list(range(size)) for _ in rows]
    moves = [(v, w) for v in range(size) for w in rows[v] if v < w] if with_moves else []
    count = sum(map(len, domains)) + len(moves)
    order = random.Random(size).sample(range(count), count)
    state = kernel.new_state(domains, order, 40 * count * size + 2000)
    flat, at = flat_rows(rows)
    kernel.fill_rows(state)
    kernel.fill_support(state, flat, at, 1, closed)
    kernel.fill_support(state, flat, at, -1, closed)
    if with_moves:
        one, other = (array_of(Places, [move[side] for move in moves]) for side in (0, 1))
        kernel.fill_moves(state, one, other, closed)
        beside = [[i for i, move in enumerate(moves) if v in move] for v in range(size)]
        kernel.fill_degrees(state, *flat_rows(beside), closed)
    return state


def flat_rows(rows: Rows) -> tuple[Places, Places]:
    flat = array_of(Places, (x for row in rows for x in row))
    return flat, array_of(Places, (sum(map(len, rows[:v])) for v in range(len(rows) + 1)))


def solved(state: State, steps: int = 10**9) -> int:
    while (status := kernel.search(state, steps)) in (RUNNING, FULL):
        if status == FULL:
            learning = state.learning
            _clauses.forget(learning)
            learning.clauses = longer(Marks, learning.clauses, len(learning.clauses) + 1000)
    return status


def exclude(state: State, tour: list[int]) -> None:
    kernel.retract(state)
    clause = [2 * state.variable(v, t) + 1 for t, v in enumerate(tour)]
    learning = state.learning
    learning.clauses = longer(Marks, learning.clauses, len(learning.clauses) + len(clause) + 4)
    kernel.add(state, array_of(Marks, clause), kernel.ADDED)


def moves_of(tour: list[int], closed: bool) -> set[tuple[int, int]]:
    steps = pairwise([*tour, tour[0]] if closed else tour)
    return {(min(move), max(move)) for move in steps}


def test_both_forms_are_in_step(monkeypatch: pytest.MonkeyPatch) -> None:
    run_both(monkeypatch, kernel, _clauses)
    domains = [[t for t in range(20) if (t + v // 5 + v % 5) % 2 == 0] for v in range(20)]
    state = state_of(knight_neighbours(4, 5), domains)
    found = set()
    for _ in range(3):
        while (status := kernel.search(state, 3000)) == RUNNING:
            pass
        assert status == FOUND
        found.add(tuple(state.tour()))
        exclude(state, state.tour())
        _clauses.forget(state.learning)
    assert len(found) == 3


def test_the_steps_only_divide_the_work() -> None:
    whole, parts = (state_of(knight_neighbours(4, 5)) for _ in range(2))
    assert solved(whole) == solved(parts, steps=100) == FOUND
    assert whole.tour() == parts.tour()
    assert whole.learning.conflicts == parts.learning.conflicts


def test_clauses_hold_and_are_watched() -> None:
    """A learnt clause holds for every tour; each clause is in the lists of its first literals."""
    rows = knight_neighbours(3, 4)
    tours = list(all_tours(rows))
    state = state_of(rows)
    moves = [(v, w) for v in range(12) for w in rows[v] if v < w]
    x_of = {move: x for x, move in enumerate(moves, len(state.vertex))}
    while kernel.search(state, 200) == RUNNING:
        pass
    exclude(state, state.tour())
    for _ in range(30):
        kernel.search(state, 200)
    learning = state.learning
    listed = {literal: watchers(learning, literal) for literal in range(len(learning.watch))}
    excluded = None
    c = 1
    while c < learning.used:
        literals = list(learning.clauses[c + 4 : c + 4 + learning.clauses[c]])
        assert all(c in listed[literal] for literal in literals[:2])
        if learning.clauses[c + 1]:  # learnt
            for tour in tours:
                true = {state.variable(v, t) for t, v in enumerate(tour)}
                true |= {x_of[move] for move in moves_of(tour, False)}
                if not any((x >> 1 in true) != bool(x & 1) for x in literals):
                    assert excluded in (None, tour)
                    excluded = tour
        c += 4 + learning.clauses[c]


def watchers(learning: Learning, literal: int) -> set[int]:
    found = set()
    c = learning.watch[literal]
    while c:
        found.add(c)
        c = learning.clauses[c + 2 + (learning.clauses[c + 4] != literal)]
    return found


def test_assumptions() -> None:
    rows = knight_neighbours(3, 4)
    tours = list(all_tours(rows))
    state = state_of(rows)
    for v in range(12):
        for t in range(12):
            x = state.variable(v, t)
            for literal in (2 * x, 2 * x + 1):
                kernel.retract(state)
                state.assumed = array_of(Marks, [literal])
                wanted = [tour for tour in tours if (tour[t] == v) == (literal == 2 * x)]
                assert solved(state) == (FOUND if wanted else FAILED)
                assert not wanted or state.tour() in wanted


def test_little_room_is_enough() -> None:
    """Forgetting keeps what was not learnt, and the answer."""
    rows = knight_neighbours(4, 4)
    state = state_of(rows)
    learning = state.learning
    room = learning.used + len(learning.level) + 205
    learning.clauses = array_of(Marks, learning.clauses[:room])
    assert solved(state) == EXHAUSTED
    assert kernel.search(state, 1) == EXHAUSTED


def test_a_contradiction_at_once() -> None:
    state = state_of([[1], [0], []], [[0], [1], [2]])
    assert kernel.search(state, 1) == EXHAUSTED
    after = copy.deepcopy(state)
    assert kernel.search(after, 1) == EXHAUSTED
