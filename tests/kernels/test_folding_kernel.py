"""Planar sweeps, and the join of two halves: both forms, against other sweeps and brute force."""

import random
from itertools import product
from typing import Any

import pytest
from research.growing import growing_counts

from caballero import Problem
from caballero.counting.frontier import cycles, frontier_count
from caballero.counting.kernels import counting, folding
from caballero.counting.kernels._states import MARK
from caballero.counting.kernels.counting import Layer
from caballero.counting.sweeps import folded
from caballero.counting.sweeps.folded import folded_count
from caballero.counting.sweeps.route import folded_shape
from caballero.counting.sweeps.sweep import Sweep
from caballero.counting.tuning import Tuning
from caballero.machine.kernel import Counts, array_of
from caballero.machine.kernels._shared import WORD
from caballero.machine.limits import Budget
from forms import run_both
from graphs import Rows
from seldom import each

MEANDERS = [1, 2, 8, 42, 262]  # A005315


def grid(rows: int, columns: int) -> Rows:
    """A grid's vertices, column after column, joined to those beside them."""
    places = list(product(range(columns), range(rows)))
    return [[w for w, (c, r) in enumerate(places) if abs(c - x) + abs(r - y) == 1]
            for x, y in places]  # fmt: skip


def planar(neighbours: Rows, rows: int, **how: Any) -> int:
    """Count by a planar sweep."""
    line = [v % rows for v in range(len(neighbours))]
    swept = Sweep(neighbours, Budget(), count_words=None, line=line, **how)
    swept.run()
    return swept.total


@each("seed", range(60))
def test_a_planar_sweep_counts_as_any_other(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"planar {seed}")
    rows, columns = rng.randint(2, 5), rng.randint(2, 6)
    neighbours = grid(rows, columns)
    for v, w in [(v, w) for v, row in enumerate(neighbours) for w in row if v < w]:
        if rng.random() < 0.08:
            neighbours[v].remove(w)
            neighbours[w].remove(v)
    wanted = cycles(neighbours, Budget())
    growing = [*growing_counts(neighbours, Budget(), closed=True)]
    run_both(monkeypatch, counting)
    assert planar(neighbours, rows) == growing[-1] == wanted
    line, size = [v % rows for v in range(len(neighbours))], len(neighbours)
    grown = Sweep(neighbours, Budget(), count_words=None, line=line, growing=size)
    grown.run()
    assert grown.totals == [0, *growing]


@each(
    "shape",
    [(2, 3), (3, 4), (4, 3), (4, 4), (4, 5), (5, 4), (6, 5), (5, 6), (6, 6), (3, 3), (5, 5)],
)
def test_folded_counts_are_those_of_whole_sweeps(
    shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, columns = shape
    neighbours = grid(rows, columns)
    flip = [v - v % rows + rows - 1 - v % rows for v in range(rows * columns)]
    wanted = cycles(neighbours, Budget())
    run_both(monkeypatch, counting, folding)
    assert planar(neighbours, rows, flip=flip) == wanted
    assert folded_count(rows, columns, Budget()) == wanted


@pytest.mark.parametrize("pairs", range(1, 6))
def test_the_join_of_all_words_counts_meanders(pairs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run_both(monkeypatch, folding)
    counted: dict[int, int] = {}
    for word in folded._of_pairs(pairs):
        key = MARK + sum("-()".index(end) << 2 * i for i, end in enumerate(word))
        back = word[::-1].translate(str.maketrans("()", ")("))
        image = MARK + sum("-()".index(end) << 2 * i for i, end in enumerate(back))
        counted[min(key, image)] = counted.get(min(key, image), 0) + (5 << WORD)
    states = [
        x for key, count in counted.items() for x in (key, count & (1 << WORD) - 1, count >> WORD)
    ]
    layer = Layer(0, len(counted), array_of(Counts, states))
    joined = folded._joined_count(2 * pairs, layer, layer, Budget())
    assert joined == MEANDERS[pairs - 1] * (5 << WORD) ** 2


@pytest.mark.large
def test_threads_widths_and_primes_change_no_count() -> None:
    wanted = 1076226888605605706  # A003763
    with Budget(tuning=[Tuning(threaded_states=100)]) as budget:
        assert folded_count(12, 12, budget, threads=3) == wanted
    assert frontier_count(Problem(12, piece="wazir", closed=True), Budget()) == wanted
    assert folded_count(8, 40, Budget()) == cycles(grid(8, 40), Budget()) > 1 << 2 * WORD


def test_the_boards_to_fold() -> None:
    assert folded_shape(Problem("13x12", piece="wazir", closed=True)) == (12, 13)
    others = [
        Problem(12, piece="wazir"), Problem(12, closed=True),
        Problem(27, piece="wazir", closed=True),
        Problem(12, piece="wazir", closed=True, surface="torus"),
        Problem(12, piece="wazir", closed=True, forbidden=[("a1", "a2")]),
    ]  # fmt: skip
    assert [folded_shape(problem) for problem in others] == [None] * len(others)
