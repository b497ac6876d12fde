"""Checks of the numbers that define a puzzle, each with its refusal."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf, isnan

from caballero.machine.errors import InvalidInput
from caballero.machine.words import short


def check_cost(value: object, *, least: float | None = 0) -> None:
    """Refuse values that are no finite number, and numbers below `least`, if it is given."""
    if not isinstance(value, (int, float)) or isnan(value) or isinf(value):
        raise InvalidInput("cost-not-number", value=short(repr(value)))
    if least is not None and value < least:
        raise InvalidInput("cost-negative", value=value)


def check_whole(value: object) -> None:
    """Refuse values that are no whole number, and negative numbers."""
    check_cost(value)
    if not isinstance(value, int):
        raise InvalidInput("cost-not-whole", value=short(repr(value)))


def check_square(costs: Sequence[Sequence[object]]) -> None:
    """Refuse a table whose rows are not as long as their number."""
    for number, row in enumerate(costs, start=1):
        if len(row) != len(costs):
            raise InvalidInput("costs-not-square", row=number, count=len(row), size=len(costs))
