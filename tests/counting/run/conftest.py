"""What the tests of runs share."""

from collections.abc import Iterator

import pytest

from caballero.counting.tuning import Tuning
from caballero.machine.limits import Budget


@pytest.fixture
def _spilled_soon() -> Iterator[None]:
    """Sweep over small halves on the disk, in few files."""
    with Budget(tuning=[Tuning(spilled_states=30, spilled_digits=2)]):
        yield
