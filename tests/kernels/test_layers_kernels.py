"""The kernels that sweep for the best, in both forms and in portions of any size."""

import pytest

from caballero import Best, Problem, best_tour
from caballero.best import layers, lines, longest_uncrossed, uncrossed
from caballero.best.kernels import lines as lines_kernel, uncrossed as uncrossed_kernel
from caballero.best.tuning import Tuning
from caballero.machine.driver import Portions
from caballero.machine.limits import Budget
from forms import run_both


def small(steps: int) -> Budget:
    """A budget for small tables, and portions of as many steps."""
    return Budget(
        tuning=[Tuning(min_height=2, buckets=20, most_tries=1), Portions(first=steps, growth=1)]
    )


@pytest.fixture(autouse=True)
def _both_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    run_both(monkeypatch, layers, lines, uncrossed, lines_kernel, uncrossed_kernel)


@pytest.mark.parametrize("steps", [1, 7, 1000])
@pytest.mark.parametrize(
    ("board", "piece", "closed", "moves"),
    [("3x4", "knight", False, 4), ("4x4", "knight", True, 4), ("2x4", "king", False, 7)],
)
def test_uncrossed(board: str, piece: str, closed: bool, moves: int, steps: int) -> None:
    with small(steps):
        found = longest_uncrossed(Problem(board, piece=piece, closed=closed))
    assert (found.cost, found.optimal) == (moves, True)


@pytest.mark.parametrize("steps", [1, 7, 1000])
@pytest.mark.parametrize(
    ("measure", "most", "cost"),
    [("turns", False, 10), ("turns", True, 10), ("crossings", False, 20), ("crossings", True, 21)],
)
def test_lines(measure: str, most: bool, cost: int, steps: int) -> None:
    with small(steps):
        found = best_tour(Problem("3x4", start="a3"), measure, maximize=most)
    assert isinstance(found, Best)
    assert (found.cost, found.optimal) == (cost, True)
