"""What a run costs beside the work itself, and what a second process is good for.

Run it with ``python -m benchmarks.runs``. A board's tours are listed in shards of about a second,
by processes in which everything is loaded and compiled already.

*Overhead* is the time of the whole run, beginning, ledger, files compared and ``result.json``
included, divided by the time that the worker spent in its shards, less 1. *Two processes* is the
time with one, divided by the time with two. *Busy* is the part of the time that each of the two
was in a shard: where other programs use the processors too, it tells more than the gain does.
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
from caballero.run import RunResult, start_run
from caballero.run.workers import Given


class Measured(NamedTuple):
    """One run: its result, its wall time, and the time that workers spent in shards."""

    result: RunResult
    wall: float
    worked: float
    longest: float


def ready(count: int, problem: Problem, seconds: float) -> ProcessPoolExecutor:
    """Return processes that have done some of this already."""
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"))
    with tempfile.TemporaryDirectory() as folder:
        small = Problem.of(6, closed=True)
        for number in range(2 * count):  # so that each has a shard at the compiled speed
            where = Path(folder) / str(number)
            start_run("list", small, where, seconds=seconds, executor=Given(pool, count))
    return pool


class Watched:
    """Workers, and how long they worked on each shard."""

    def __init__(self, pool: ProcessPoolExecutor, size: int) -> None:
        self.pool, self.size = pool, size
        self.worked: list[float] = []

    def submit(self, function: Any, /, *args: Any, **more: Any) -> Future[Any]:
        """Let a process call a function."""
        future = self.pool.submit(function, *args, **more)
        future.add_done_callback(lambda done: self.worked.append(done.result().seconds))
        return future

    def renew(self) -> bool:
        """Keep them, for they are warm."""
        return True

    def stop(self) -> None:
        """Leave them."""


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
    asked = parser.parse_args()
    problem = Problem.of(asked.board, start=asked.start)
    one, two = (ready(count, problem, asked.shard) for count in (1, 2))
    lines = []
    overheads, gains, hashes = [], [], set()
    for number in range(asked.rounds):
        alone = run(problem, asked.shard, Watched(one, 1))
        both = run(problem, asked.shard, Watched(two, 2))
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
        f" {asked.board}: {alone.result.count}; results"
        f" {'the same' if len(hashes) == 1 else 'DIFFER'}.\n\n"
    )
    text += table(head, lines)
    text += (
        f"\nOverhead: {statistics.median(overheads):.1%} (wanted: at most 5 %)."
        f" Two processes: {statistics.median(gains):.2f} times as fast (wanted: at least 1.8).\n"
    )
    publish(text, asked.add_to)


if __name__ == "__main__":
    main()
