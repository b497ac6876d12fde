"""Portions by the clock, and the machine's processors."""

import io
import os
from types import SimpleNamespace

import pytest

from caballero.machine import driver, limits


@pytest.mark.parametrize(("waits", "steps"), [(0.0, 1000), (2.0, 1000), (7.0, 500)])
def test_a_portion_that_waits_stays_as_large(
    monkeypatch: pytest.MonkeyPatch, waits: float, steps: int
) -> None:
    """Each portion takes all of its time, and waits for some times as long."""
    own = [0.0]
    monkeypatch.setattr(driver, "own_time", lambda: own[0])
    clock = SimpleNamespace(perf_counter=lambda: own[0] * (1 + waits))
    monkeypatch.setattr(driver, "time", clock)

    def portion(steps: int) -> None:
        own[0] += driver.USUAL.seconds * steps / 1000

    pace = driver.Pace()
    for _ in range(20):
        pace.run(portion)
    assert pace.steps == pytest.approx(steps, rel=0.01)


@pytest.mark.parametrize(
    ("quota", "count"),
    [("max 100000", 6), ("250000 100000", 2), ("50000 100000", 1), ("900000 100000", 6), ("", 6)],
)
def test_the_processors_of_a_process(
    monkeypatch: pytest.MonkeyPatch, quota: str, count: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(6)), raising=False)
    monkeypatch.setattr(limits, "open", lambda *_: io.BytesIO(quota.encode()), raising=False)
    assert limits.processors() == count
