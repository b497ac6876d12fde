"""The kernels that sweep for the best, in both forms and in portions of any size."""

from __future__ import annotations

import pytest

from caballero import Best, Problem, best_tour
from caballero.best import exchange, layers, lines, longest_uncrossed, uncrossed
from caballero.best.kernels import lines as lines_kernel, uncrossed as uncrossed_kernel
from forms import run_both


@pytest.fixture(autouse=True)
def _both_forms_with_small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    run_both(monkeypatch, layers, lines, uncrossed, lines_kernel, uncrossed_kernel)
    monkeypatch.setattr(layers, "MIN_HEIGHT", 2)
    monkeypatch.setattr(layers, "BUCKETS", 20)
    monkeypatch.setattr(exchange, "MOST_TRIES", 1)
    monkeypatch.setattr("caballero.machine.driver.GROWTH", 1)


@pytest.mark.parametrize("steps", [1, 7, 1000])
@pytest.mark.parametrize(
    ("board", "piece", "closed", "moves"),
    [("3x4", "knight", False, 4), ("4x4", "knight", True, 4), ("2x4", "king", False, 7)],
)
def test_uncrossed(
    board: str, piece: str, closed: bool, moves: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caballero.machine.driver.FIRST", steps)
    found = longest_uncrossed(Problem(board, piece=piece, closed=closed))
    assert (found.cost, found.optimal) == (moves, True)


@pytest.mark.parametrize("steps", [1, 7, 1000])
@pytest.mark.parametrize(
    ("measure", "most", "cost"),
    [("turns", False, 10), ("turns", True, 10), ("crossings", False, 20), ("crossings", True, 21)],
)
def test_lines(
    measure: str, most: bool, cost: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caballero.machine.driver.FIRST", steps)
    found = best_tour(Problem("3x4", start="a3"), measure, maximize=most)
    assert isinstance(found, Best)
    assert (found.cost, found.optimal) == (cost, True)
