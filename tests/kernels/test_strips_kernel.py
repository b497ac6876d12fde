"""The automaton of a strip: plain kernels against compiled ones, in portions of any size."""

import random

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from caballero import Board, Piece, Problem
from caballero.counting import strips
from caballero.counting.frontier import frontier_count
from caballero.counting.kernels import strips as kernel
from caballero.machine.kernel import Counts, Places, array_of, zeros
from caballero.machine.limits import Budget
from forms import both, run_both


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Every call of a kernel runs both forms."""
    run_both(monkeypatch, kernel)
    return monkeypatch


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    pieces=st.lists(
        st.sampled_from(["wazir", "fers", "dabbaba", "knight", "alfil"]), min_size=1, max_size=2
    ),
    height=st.integers(2, 3),
    closed=st.booleans(),
    wraps=st.booleans(),
)
def test_any_piece(
    compared: pytest.MonkeyPatch, pieces: list[str], height: int, closed: bool, wraps: bool
) -> None:
    board = Board((height, 12 // height), surface=(wraps, False))
    problem = Problem(board, Piece("+".join(sorted(set(pieces)))), closed)
    assert strips.strip_count(problem, Budget()) == frontier_count(problem, Budget())


@given(seed=st.integers(0, 10**6), words=st.integers(1, 4), widened=st.booleans())
def test_sums_with_carries(seed: int, words: int, widened: bool) -> None:
    """Numbers of several ints, against integers."""
    rng = random.Random(seed)
    size, room = rng.randrange(1, 40), words + widened
    most = kernel.BITS * words if widened else kernel.BITS * words - 10
    values = [rng.getrandbits(most) for _ in range(size)]
    targets = [[rng.randrange(size) for _ in range(rng.randrange(9))] for _ in range(size)]
    low = (1 << kernel.BITS) - 1
    after = [v >> (kernel.BITS * w) & low for v in values for w in range(words)]
    starts = [sum(map(len, targets[:i])) for i in range(size + 1)]
    edges = kernel.Edges(
        array_of(Counts, starts), array_of(Places, [t for row in targets for t in row]), size
    )
    before = zeros(Counts, size * room)
    sums = kernel.Sums(edges, array_of(Counts, after), before, words, room)
    while both(kernel.gather)(sums, 7) == kernel.RUNNING:
        pass
    rows = [before[i * room : (i + 1) * room] for i in range(size)]
    assert [sum(n << kernel.BITS * w for w, n in enumerate(row)) for row in rows] == [
        sum(values[t] for t in row) for row in targets
    ]
    assert sums.top == max(before[room - 1 :: room])
