"""Slices of a plan that run at the same time, with the answer of slices that run in turn.

The *front* is the first slice of the plan that has not ended. It always runs, and the next slices
that can, for each other processor, run ahead of it: they are needed if it has no answer. Compiled
kernels release the interpreter's lock, so the threads are parallel.

A method continues its own search from slice to slice, so its slices never overlap; slices of other
methods may overtake it. A slice that runs far ahead pauses when an earlier slice can run. A method
that is plain Python, or keeps the lock, would slow down the front, so it waits until it is the
front itself.

Invariants: an answer counts only when all slices before it have ended without an answer, so it,
its nodes and its phases depend neither on the number of threads nor on the clock; the methods share
no state that changes; only the waiting thread calls `callback`; no thread outlives the search.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

from caballero.machine.kernel import is_compiled
from caballero.machine.limits import Budget, LimitHit, processors
from caballero.proof.outcome import Phase

from .methods import METHODS

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from .methods import Answer
    from .plan import Slice
    from .prepared import Prepared

Run: TypeAlias = "Callable[[Slice], tuple[Answer, str]]"
"""Run a slice; return its answer and its conclusion."""

WINDOW: Final = 12
"""The slices from the front on that may run: about two rounds."""

BOUNDLESS: Final = 1 << 62
"""More nodes than any limit allows."""

CHECK_SECONDS: Final = 0.05
"""Seconds between two checks of the budget."""


class Stopped(Exception):
    """A slice stops early, because it is not needed any more."""


class OwnBudget(Budget):
    """The meter of a method: counts its nodes, and can pause (for `idle` seconds) or stop it."""

    __slots__ = ("_go", "_stopped", "idle")

    def __init__(self) -> None:
        from threading import Event

        super().__init__(alone=True)  # the waiting thread counts its nodes
        self._go = Event()
        self._stopped = False
        self.idle = 0.0

    def spend(self, nodes: int) -> None:
        """Count nodes; raise :class:`Stopped`, or ``SliceOver`` when the slice is spent."""
        if not self._go.is_set():
            began = self.seconds
            self._go.wait()
            self.idle += self.seconds - began
        if self._stopped:
            raise Stopped
        super().spend(nodes)

    def let(self, *, run: bool) -> None:
        """Let the method run, or pause it."""
        (self._go.set if run else self._go.clear)()

    def stop(self) -> None:
        """Make the method stop."""
        self._stopped = True
        self._go.set()


def threads_for(prepared: Prepared, budget: Budget) -> int:
    """Return how many slices may run at the same time; 1 if they run in turn.

    A proof is written in turn. Limits of nodes and of memory are for the answer's own search, so
    nothing runs ahead. Methods share the root proofs, which must be complete.
    """
    alone = prepared.proof or budget.room(BOUNDLESS) < BOUNDLESS or budget.bytes_left < math.inf
    if alone or "deduced" not in vars(prepared) or not is_compiled():
        return 1
    return processors()


def first_answer(
    plan: Iterator[Slice], run: Run, budget: Budget, phases: list[Phase], threads: int
) -> Answer:
    """Return the answer of the first slice that has any, or None if no slice is left.

    The slices of a method must be of the same prepared problem. Those up to the answer are added to
    `phases`; if a limit is reached, all that have begun. The budget counts the nodes of all.
    """
    from concurrent.futures import ThreadPoolExecutor

    window = _Window(plan)
    try:
        with ThreadPoolExecutor(WINDOW) as pool:
            try:
                while window.fill():
                    front = window.tasks[0]
                    budget.method = front.slice.method
                    budget.spend(window.uncounted())
                    window.schedule(pool, run, threads)
                    window.wait()
                    if front.ended:
                        answer, conclusion = front.job.result()  # raises the error of the slice
                        phases.append(front.phase(conclusion))
                        window.tasks.popleft()
                        if answer is not None:
                            return answer
            finally:
                window.stop()
    except LimitHit:
        budget.nodes += window.uncounted()
        phases += (task.phase("limit") for task in window.tasks if task.begun)
        raise
    return None


class _Task:
    """A slice, and what came of it."""

    __slots__ = ("_job", "budget", "nodes", "seconds", "slice")

    def __init__(self, slice_: Slice, budget: OwnBudget) -> None:
        self.slice = slice_
        self.budget = budget
        self.nodes = 0
        self.seconds = 0.0
        self._job: Future[tuple[Answer, str]] | None = None

    def begin(self, pool: Executor, run: Run) -> None:
        """Run it in a thread."""
        self._job = pool.submit(self._run, run)

    def _run(self, run: Run) -> tuple[Answer, str]:
        own = self.budget
        nodes, seconds = own.nodes, own.seconds - own.idle
        try:
            with own:
                return run(self.slice)
        finally:
            self.nodes, self.seconds = own.nodes - nodes, own.seconds - own.idle - seconds

    @property
    def job(self) -> Future[tuple[Answer, str]]:
        """Its answer, once it has begun."""
        assert self._job is not None
        return self._job

    @property
    def begun(self) -> bool:
        """Whether it runs or has ended."""
        return self._job is not None

    @property
    def ended(self) -> bool:
        """Whether it has ended."""
        return self._job is not None and self._job.done()

    @property
    def is_last(self) -> bool:
        """Whether it has an answer or an error, so that no later slice counts."""
        return self.ended and (self.job.exception() is not None or self.job.result()[0] is not None)

    def phase(self, conclusion: str) -> Phase:
        """Return its part in the search."""
        return Phase(self.slice.method, self.nodes, self.seconds, conclusion)


class _Window:
    """The slices from the front on, with a budget and a view of the problem for each method."""

    __slots__ = ("_budgets", "_counted", "_plan", "_views", "tasks")

    def __init__(self, plan: Iterator[Slice]) -> None:
        self.tasks: deque[_Task] = deque()
        self._plan = plan
        self._budgets: dict[str, OwnBudget] = {}
        self._views: dict[str, Prepared] = {}
        self._counted = 0

    def fill(self) -> bool:
        """Take slices from the plan; return whether any is left."""
        for slice_ in islice(self._plan, WINDOW - len(self.tasks)):
            method = slice_.method
            if method not in self._views:
                self._budgets[method] = own = OwnBudget()
                self._views[method] = slice_.prepared.with_budget(own)
            slice_ = slice_._replace(prepared=self._views[method])
            self.tasks.append(_Task(slice_, self._budgets[method]))
        return bool(self.tasks)

    def schedule(self, pool: Executor, run: Run, threads: int) -> None:
        """Let the first slices that can run do so, a slice per thread; pause the others."""
        busy: set[str] = set()  # the methods of the slices before that have not ended
        for place, task in enumerate(self.tasks):
            if task.is_last:
                threads = 0  # the others are not needed
            if task.ended or task.slice.method in busy:
                continue
            busy.add(task.slice.method)
            runs = threads > 0 and (place == 0 or METHODS[task.slice.method].in_kernels)
            threads -= runs
            task.budget.let(run=runs)
            if runs and not task.begun:
                task.begin(pool, run)

    def wait(self) -> None:
        """Wait until a slice ends, but not for long."""
        from concurrent.futures import FIRST_COMPLETED, wait

        running = [task.job for task in self.tasks if task.begun and not task.ended]
        if not self.tasks[0].ended:
            wait(running, timeout=CHECK_SECONDS, return_when=FIRST_COMPLETED)

    def stop(self) -> None:
        """Stop all slices; they end within a portion of their kernels."""
        for own in self._budgets.values():
            own.stop()

    def uncounted(self) -> int:
        """Return the nodes spent since the last call."""
        before, self._counted = self._counted, sum(own.nodes for own in self._budgets.values())
        return self._counted - before
