"""Work that several threads share, under a budget.

Compiled kernels release the interpreter's lock, so threads run them in parallel. The waiting
thread checks the budget, and stops the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event
from typing import Final, TypeVar

from caballero.machine.driver import Meter
from caballero.machine.limits import Budget

Answer = TypeVar("Answer")

CHECK_SECONDS: Final = 0.05
"""Seconds between two checks of the budget."""


class Stopped(Exception):
    """A thread stops early; :func:`in_threads` catches it."""


class ThreadBudget:
    """The budget of a thread among several; it counts nodes, and stops when an event is set."""

    __slots__ = ("_budget", "_stop", "nodes")

    def __init__(self, budget: Budget, stop: Event) -> None:
        self._budget, self._stop, self.nodes = budget, stop, 0

    def room(self, nodes: int) -> int:
        """Return how many of `nodes` more nodes the limit allows."""
        return self._budget.room(nodes)

    def spend(self, nodes: int) -> None:
        """Count some nodes, and raise :class:`Stopped` if it is time to stop."""
        self.nodes += nodes
        if self._stop.is_set():
            raise Stopped


def in_threads(
    works: Sequence[Callable[[Meter], Answer]],
    budget: Budget,
    *,
    threads: int | None = None,
    done: Callable[[int, Answer], None] | None = None,
) -> list[Answer]:
    """Run pieces of work at the same time, and return what each returns.

    Each gets its own meter, and should call its `spend` often; the budget adds the nodes up. A
    limit or Ctrl-C ends all of them. By default each has a thread; if `threads` is 1, they run in
    the calling thread. `done` is called in that thread with the number and the answer of each.

    >>> in_threads([lambda budget: 1, lambda budget: 2], Budget())
    [1, 2]
    """
    if threads == 1:
        answers = []
        for number, work in enumerate(works):
            answers.append(work(budget))
            if done is not None:
                done(number, answers[-1])
        return answers
    from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

    stop = Event()
    budgets = [ThreadBudget(budget, stop) for _ in works]
    counted = 0
    with ThreadPoolExecutor(threads or max(1, len(works))) as pool:
        jobs = {
            pool.submit(work, own): number
            for number, (work, own) in enumerate(zip(works, budgets, strict=True))
        }
        left = set(jobs)
        try:
            while left:
                ready, left = wait(left, timeout=CHECK_SECONDS, return_when=FIRST_COMPLETED)
                for job in ready:
                    answer = job.result()
                    if done is not None:
                        done(jobs[job], answer)
                before, counted = counted, sum(own.nodes for own in budgets)
                budget.spend(counted - before)
            return [job.result() for job in jobs]
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
