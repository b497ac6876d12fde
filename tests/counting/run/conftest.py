"""What the tests of runs share."""

import pytest

from caballero.counting.sweeps import spill


@pytest.fixture
def _spilled_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweep over small halves on the disk, in few files."""
    monkeypatch.setattr(spill, "SPILLED_STATES", 30)
    monkeypatch.setattr(spill, "DIGITS", 2)
