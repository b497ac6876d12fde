"""The sweep of the checker, against all cycles."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from caballero.proof import sweep
from caballero.proof.sweep import TooWide, has_no_cycle
from naive import all_tours


def test_it_agrees_with_all_cycles() -> None:
    rng, answers = random.Random(1), {True: 0, False: 0}
    for _ in range(1000):
        size, density = rng.randint(3, 8), rng.uniform(0.2, 0.8)
        neighbours: list[list[int]] = [[] for _ in range(size)]
        for v, w in combinations(range(size), 2):
            if rng.random() < density:
                neighbours[v].append(w)
                neighbours[w].append(v)
        none = next(all_tours(neighbours, closed=True, clues={0: 1}), None) is None
        order = rng.sample(range(size), size)
        assert has_no_cycle(neighbours, order, lambda: None) == none
        answers[none] += 1
    assert min(answers.values()) > 200


@pytest.mark.parametrize("order", [[0], [0, 1], [0, 1, 1], [0, 1, 3], [-1, 0, 1]])
def test_an_order_has_every_vertex_once(order: list[int]) -> None:
    assert not has_no_cycle([[1], [0, 2], [1]], order, lambda: None)


def test_a_wide_sweep_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "MOST_STATES", 10)
    complete = [[w for w in range(9) if w != v] for v in range(9)]
    with pytest.raises(TooWide):
        has_no_cycle(complete, range(9), lambda: None)
