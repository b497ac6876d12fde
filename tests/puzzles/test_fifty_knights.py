"""Fifty seeds of each size, as in `test_fifty`: the knight's puzzles, which take longest."""

from __future__ import annotations

import pytest

from puzzles.test_fifty import check


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize("seed", range(50))
@pytest.mark.parametrize("size", [6, 8, 10])
def test_a_knights_puzzle(size: int, seed: int) -> None:
    check("knight", size, seed)
