"""Tests with many cases: some run by day, all at night; many small ones are one test."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest


def mostly_nightly(cases: Iterable[Any], every: int, *, several: bool = False) -> list[Any]:
    """Return the cases as parameters; one in ``every`` runs by day, all of them at night.

    With ``several``, each case has the values of several parameters.
    """
    return [
        pytest.param(*(case if several else [case]), marks=pytest.mark.nightly)
        if place % every
        else case
        for place, case in enumerate(cases)
    ]


def each(
    name: str, cases: Iterable[Any], every: int = 1
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let one test run with each case as its argument ``name``; a failure names the case.

    One case in ``every`` runs by day, and the others at night. A test of its own for each takes
    milliseconds to collect and to report, often more than to run.
    """
    cases = [*cases]
    day, night = cases[::every], [case for place, case in enumerate(cases) if place % every]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(by_day: bool = True, **given: Any) -> None:
            for case in day if by_day else night:
                try:
                    test(**given, **{name: case})
                except Exception as error:
                    error.add_note(f"{name} = {case!r}")
                    raise

        signature = inspect.signature(test)
        left = [p for p in signature.parameters.values() if p.name != name]
        if every == 1:
            vars(run)["__signature__"] = signature.replace(parameters=left)
            return run
        left.insert(0, inspect.Parameter("by_day", inspect.Parameter.POSITIONAL_OR_KEYWORD))
        vars(run)["__signature__"] = signature.replace(parameters=left)
        nightly = pytest.param(False, marks=pytest.mark.nightly)
        decorated: Callable[..., None] = pytest.mark.parametrize("by_day", [True, nightly])(run)
        return decorated

    return decorate
