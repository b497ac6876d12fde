"""The sweep of the checker ends; :mod:`test_small_worlds` has all graphs, in all orders."""

from __future__ import annotations

import pytest

from caballero.proof import sweep
from caballero.proof.sweep import TooWide, has_no_cycle


def test_a_wide_sweep_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "MOST_STATES", 10)
    complete = [[w for w in range(9) if w != v] for v in range(9)]
    with pytest.raises(TooWide):
        has_no_cycle(complete, range(9), lambda: None)
