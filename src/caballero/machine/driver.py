"""Run resumable kernels in portions, by the clock.

A kernel takes a number of steps and returns when they are spent; its state holds all that it needs
to continue. Between two portions the budget is checked, progress is shown, and Ctrl-C is handled.
The size of a portion is measured, not fixed: the first portion is small, and each next portion
takes about 0.02 seconds, for every kernel, on every machine, compiled or not. The thread's own
time counts, so that waiting for other threads does not shrink the portions.

Invariant: the portions decide when the clock is checked, never the result.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from .limits import tuned
from .values import frozen

R = TypeVar("R")


class Meter(Protocol):
    """A counter of nodes: a budget, or the share of a thread."""

    nodes: int

    def room(self, nodes: int) -> int:
        """Return how many of `nodes` more nodes the limit allows."""

    def spend(self, nodes: int) -> None:
        """Count nodes, and raise an exception if a limit is reached."""


@frozen
class Portions:
    """The sizes of portions."""

    seconds: float = 0.02  # between two checks of the clock
    first: int = 64  # steps: few enough for the slowest kernel, as plain Python
    growth: int = 4  # the largest factor by which a portion may grow


USUAL: Final = Portions()

WAITING: Final = 4
"""The factor by which a portion may take longer because it waits."""

RUNNING: Final = 0
"""The status of a kernel that has spent its steps and has no answer yet."""


own_time = time.perf_counter if sys.platform in {"emscripten", "win32"} else time.thread_time
"""The clock of a thread's own time; where it is too coarse, of all time."""


class Pace:
    """The size of the next portion: `steps`, the steps before the next check of the clock."""

    __slots__ = ("_sizes", "steps")

    def __init__(self) -> None:
        self._sizes = tuned(USUAL)
        self.steps = self._sizes.first

    def run(self, portion: Callable[[int], R], most: int | None = None) -> R:
        """Run a portion of at most `most` steps, and adapt to the time that it took."""
        steps = self.steps if most is None else min(self.steps, most)
        began, own = time.perf_counter(), own_time()
        answer = portion(steps)
        own, whole = own_time() - own, time.perf_counter() - began
        taken = max(own, whole / WAITING)
        wanted = self._sizes.seconds / max(taken, 1e-9)
        if wanted < 1:
            self.steps = max(1, int(steps * wanted))
        elif steps == self.steps:
            self.steps = int(steps * min(self._sizes.growth, wanted))
        return answer


def drive(portion: Callable[[int], tuple[int, int]], budget: Meter) -> int:
    """Run a kernel, portion after portion; return its first status that is not `RUNNING` (0).

    `portion` takes a number of steps; it runs the kernel for about that many, and returns its
    status and the steps taken. The budget counts them, and raises `LimitHit` when it is spent.

    >>> from caballero.machine.limits import Budget
    >>> left, budget = [1000], Budget()
    >>> def portion(steps):
    ...     left[0] -= steps
    ...     return int(left[0] <= 0), steps
    >>> drive(portion, budget), budget.nodes >= 1000
    (1, True)
    """
    pace = Pace()
    while True:
        status, spent = pace.run(portion, budget.room(pace.steps))
        budget.nodes += spent
        if status != RUNNING:
            return status
        budget.spend(0)


def drive_over(size: int, work: Callable[[int, int], object], budget: Meter) -> None:
    """Call `work(begin, stop)` for consecutive ranges of the numbers below `size`.

    The budget checks its limits between two portions, but counts nothing; it raises `LimitHit`.
    """
    pace = Pace()
    begin = 0

    def portion(steps: int) -> int:
        work(begin, begin + steps)
        return steps

    while begin < size:
        begin += pace.run(portion, size - begin)
        budget.spend(0)
