"""Work that several threads share, under one budget.

Compiled kernels let go of the interpreter, so threads run them side by side. The budget is looked
at by the thread that waits, which tells the others when to stop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from caballero.limits import Budget

Answer = TypeVar("Answer")

PATIENCE = 0.05  # seconds between two looks at the budget


def in_threads(
    works: Sequence[Callable[[Event], Answer]],
    budget: Budget,
    *,
    threads: int | None = None,
    done: Callable[[int, Answer], None] | None = None,
) -> list[Answer]:
    """Do some pieces of work at the same time, and return what each returns.

    Parameters
    ----------
    works : sequence of callables
        Each is handed an event; when it is set, it should end soon, in whatever way.
    budget : Budget
        Looked at while they work; so a limit ends them, and so does Ctrl-C.
    threads : int, optional
        How many work at a time; all of them unless given.
    done : callable, optional
        Told the number and the answer of each work that is done, in this thread.

    Examples
    --------
    >>> from caballero.count.threads import in_threads
    >>> from caballero.limits import Budget
    >>> in_threads([lambda stop: 1, lambda stop: 2], Budget())
    [1, 2]
    """
    stop = Event()
    with ThreadPoolExecutor(threads or max(1, len(works))) as pool:
        jobs = {pool.submit(work, stop): number for number, work in enumerate(works)}
        left = set(jobs)
        try:
            while left:
                ready, left = wait(left, timeout=PATIENCE, return_when=FIRST_COMPLETED)
                for job in ready:
                    answer = job.result()
                    if done is not None:
                        done(jobs[job], answer)
                budget.spend(0)
            return [job.result() for job in jobs]
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
