"""Shared by the benchmarks: whole processes and their CPU time, rows, tables, the machine."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

CABALLERO = str(Path(sys.executable).with_name("caballero"))
"""The installed program."""

Answer = TypeVar("Answer")

HEAD = ("what", "unit", "Caballero", "compared with", "ratio", "wanted", "met")


@dataclass(frozen=True)
class Row:
    """One line of the table; `limit` bounds the ratio, or the minimum of `ours`."""

    what: str
    unit: str
    ours: Sequence[float]
    theirs: Sequence[float] | None = None
    limit: tuple[str, float] | None = None
    on_ratio: bool = True

    def cells(self) -> list[str]:
        """Return the cells as text."""

        def both(times: Sequence[float]) -> str:
            if len(times) == 1:
                return f"{times[0]:.3g}"
            return f"{statistics.median(times):.3g} (least {min(times):.3g})"

        ratio = ""
        value = min(self.ours)  # the minimum is least disturbed by other programs
        if self.theirs is not None:
            r = statistics.median(a / b for a, b in zip(self.ours, self.theirs, strict=True))
            ratio = f"{r:.2f}" if r >= 0.1 else f"{r:.2g}"
            value = r if self.on_ratio else value
        wanted = met = ""
        if self.limit is not None:
            sign, bound = self.limit
            fine = value <= bound if sign == "≤" else value >= bound
            wanted = f"{'ratio' if self.on_ratio else 'least'} {sign} {bound:g}"
            met = "yes" if fine else "**no**"
        theirs = "" if self.theirs is None else both(self.theirs)
        return [self.what, self.unit, both(self.ours), theirs, ratio, wanted, met]


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    return "".join(f"| {' | '.join(line)} |\n" for line in [head, ["---"] * len(head), *lines])


class Ended(NamedTuple):
    """The result of a process; a negative status is the signal that ended it."""

    status: int
    seconds: float
    output: str
    messages: str


def publish(text: str, add_to: Path | None) -> None:
    """Print a table, and add it to a file."""
    sys.stdout.write(text)
    if add_to:
        with add_to.open("a", encoding="utf-8") as file:
            file.write(text)


def run(
    command: Sequence[str], given: str = "", limit: int | None = None, **environment: str
) -> Ended:
    """Run a process to its end, or until it has used `limit` seconds of CPU time.

    Python caches compiled modules, even if the environment forbids it.
    """
    return ended_with_memory(command, given, limit, **environment)[0]


def ended_with_memory(
    command: Sequence[str], given: str = "", limit: int | None = None, **environment: str
) -> tuple[Ended, float]:
    """Run a process as :func:`run` does; return its peak memory in megabytes as well."""
    inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with (
        tempfile.TemporaryFile("w+") as source,
        tempfile.TemporaryFile("w+") as output,
        tempfile.TemporaryFile("w+") as messages,
    ):
        source.write(given)
        source.seek(0)
        child = subprocess.Popen(
            command, env=inherited | environment, stdin=source, stdout=output, stderr=messages
        )
        if limit is not None:
            resource.prlimit(child.pid, resource.RLIMIT_CPU, (limit, limit))
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        messages.seek(0)
        seconds = usage.ru_utime + usage.ru_stime
        ended = Ended(child.returncode, seconds, output.read(), messages.read())
        return ended, usage.ru_maxrss * 1024 / 1e6


def process_seconds(command: Sequence[str]) -> float:
    """Return the CPU time of a whole process."""
    ended = run(command)
    if ended.status:
        raise SystemExit(f"{' '.join(command)} ended with status {ended.status}")
    return ended.seconds


class Measured(NamedTuple, Generic[Answer]):
    """The answer of a function, and its cost: wall and CPU seconds, and the growth of memory."""

    answer: Answer
    seconds: float
    cpu: float
    megabytes: float


def measured(
    work: Callable[[], Answer], before: Callable[[], object] | None = None
) -> Measured[Answer]:
    """Call a function of a module in a process of its own, a fork of this one, and measure it.

    Memory is the peak of the process, less its memory before: Python, imports and compiled code do
    not count. `before` is called there first, and not measured.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        return pool.submit(_measured, work, before).result()


def _measured(work: Callable[[], Answer], before: Callable[[], object] | None) -> Measured[Answer]:
    if before is not None:
        before()
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # resets the peak
    held, began, spent = memory("VmRSS"), time.perf_counter(), time.process_time()
    answer = work()
    seconds, cpu = time.perf_counter() - began, time.process_time() - spent
    return Measured(answer, seconds, cpu, (memory("VmHWM") - held) / 1e6)


def memory(what: str) -> int:
    """Return the memory of this process in bytes: VmRSS is the current one, VmHWM the peak."""
    status = Path("/proc/self/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith(f"{what}:"))
    return 1024 * int(line.split()[1])


def machine() -> str:
    """Describe this machine."""
    cpu = "an unknown processor"
    for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
        if line.startswith("model name"):
            cpu = line.partition(":")[2].strip()
            break
    python = ".".join(map(str, sys.version_info[:3]))
    return f"{os.cpu_count()} cores, {cpu}, Python {python}"
