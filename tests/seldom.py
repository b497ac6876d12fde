"""Tests with many cases: some run by day, all at night."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_nightly(cases: Iterable[Any], every: int) -> list[Any]:
    """Return the cases as parameters; one in ``every`` runs by day, all of them at night."""
    return [
        pytest.param(case, marks=pytest.mark.nightly) if place % every else case
        for place, case in enumerate(cases)
    ]
