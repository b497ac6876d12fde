"""Measure the overhead of a run, and the gain by a second process.

Run it with ``python -m benchmarks.runs``. It lists the tours of a board in shards of about a
second, by processes that have loaded everything.

*Overhead* is the time of the whole run, including its start, the ledger, the check of the files
and ``result.json``, divided by the time of the worker in its shards, less 1. *Gain* is the time
with one process divided by the time with two. *Busy* is the part of the time that the two were in
shards; if other programs use the processors, it is more reliable than the gain.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.common import machine, publish, table

from caballero import Problem
from caballero.counting import RunResult, start_run
from caballero.counting.run.workers import ExecutorWorkers


class Measured(NamedTuple):
    """One run: its result, its wall time, and the time that workers spent in shards."""

    result: RunResult
    wall: float
    worked: float
    longest: float


def ready(count: int, problem: Problem, seconds: float) -> ProcessPoolExecutor:
    """Return processes that have done a run before."""
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"))
    with tempfile.TemporaryDirectory() as folder:
        small = Problem(6, closed=True)
        for number in range(2 * count):  # so that each does a shard
            where = Path(folder) / str(number)
            start_run("list", small, where, seconds=seconds, executor=ExecutorWorkers(pool, count))
    return pool


class Watched:
    """Workers that record the time of each shard."""

    def __init__(self, pool: ProcessPoolExecutor, size: int) -> None:
        self.pool, self.size = pool, size
        self.worked: list[float] = []

    def submit(self, function: Any, /, *args: Any, **more: Any) -> Future[Any]:
        """Call a function in a process."""
        future = self.pool.submit(function, *args, **more)
        future.add_done_callback(lambda done: self.worked.append(done.result().seconds))
        return future

    def renew(self) -> bool:
        """Keep the processes."""
        return True

    def stop(self) -> None:
        """Keep the processes."""


def run(problem: Problem, seconds: float, workers: Watched) -> Measured:
    """Do a run and measure it."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        result = start_run("list", problem, Path(folder) / "run", seconds=seconds, executor=workers)
        wall = time.perf_counter() - began
        return Measured(result, wall, sum(workers.worked), max(workers.worked))


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", default="6x6")
    parser.add_argument("--start", default=None, help="list only the tours from here")
    parser.add_argument("--shard", type=float, default=1.0, help="seconds a shard takes")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--add-to", metavar="FILE", type=Path, help="add the table there, too")
    options = parser.parse_args()
    problem = Problem(options.board, start=options.start)
    one, two = (ready(count, problem, options.shard) for count in (1, 2))
    lines = []
    overheads, gains, hashes = [], [], set()
    for number in range(options.rounds):
        alone = run(problem, options.shard, Watched(one, 1))
        both = run(problem, options.shard, Watched(two, 2))
        overheads.append(alone.wall / alone.worked - 1)
        gains.append(alone.wall / both.wall)
        hashes |= {alone.result.hash, both.result.hash}
        lines.append(
            [
                str(number + 1), str(alone.result.shards), f"{alone.worked:.1f} s",
                f"{alone.longest:.2f} s", f"{alone.wall:.1f} s", f"{both.wall:.1f} s",
                f"{overheads[-1]:.1%}", f"{gains[-1]:.2f}", f"{both.worked / 2 / both.wall:.1%}",
            ]
        )  # fmt: skip
    one.shutdown()
    two.shutdown()
    head = (
        "round", "shards", "work", "longest shard", "one process", "two processes", "overhead",
        "gain", "busy",
    )  # fmt: skip
    text = (
        f"\n## Runs\n\nMeasured by `python -m benchmarks.runs`: {machine()}. The tours of"
        f" {options.board}: {alone.result.count}; results"
        f" {'the same' if len(hashes) == 1 else 'DIFFER'}.\n\n"
    )
    text += table(head, lines)
    text += (
        f"\nOverhead: {statistics.median(overheads):.1%} (wanted: at most 5 %)."
        f" Two processes: {statistics.median(gains):.2f} times as fast (wanted: at least 1.8).\n"
    )
    publish(text, options.add_to)


if __name__ == "__main__":
    main()
