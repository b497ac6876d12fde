"""What counts and listings were estimated to take, against what they then took.

    python -m benchmarks.estimate
    python -m benchmarks.estimate --add-to benchmarks/RESULTS.md

Every estimate and every count is a process of its own, one after the other; seconds are wall time
inside the process, memory is the most that it had at a time. "Within 2" is a factor of two.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.common import machine, publish, run, table

BOARDS = (
    ("6x8", True, "knight"), ("6x10", True, "knight"), ("6x12", True, "knight"),
    ("6x14", True, "knight"), ("7x8", True, "knight"), ("7x7", False, "knight"),
    ("6x8", False, "knight"), ("6x9", False, "knight"), ("5x12", False, "knight"),
    ("10x10", True, "king"), ("14x14", True, "wazir"), ("16x16", True, "wazir"),
)  # fmt: skip
"""Sides, whether the tours are closed, the piece."""

LISTS = (
    ("5x8", True, "knight"), ("6x7", True, "knight"), ("4x10", False, "knight"),
    ("6x6", False, "knight"), ("4x4", True, "king"), ("7x8", True, "wazir"),
)  # fmt: skip
"""Likewise, of listings."""

PROBLEM = "from caballero import Problem; p = Problem({!r}, closed={!r}, piece={!r}); "

ESTIMATE = PROBLEM + (
    "import json, time; from caballero.counting import estimate_count; t = time.perf_counter(); "
    "whole = estimate_count(p).whole; "
    "print(json.dumps([whole.seconds, whole.memory, time.perf_counter() - t]))"
)

COUNT = PROBLEM + (
    "import json, resource, time; from caballero import count_tours; t = time.perf_counter(); "
    "count_tours(p); s = time.perf_counter() - t; "
    "print(json.dumps([s, 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]))"
)

ESTIMATE_LIST = ESTIMATE.replace("estimate_count(p)", "estimate_list(p)").replace(
    "import estimate_count", "import estimate_list"
)

LIST = PROBLEM + (
    "import json, time; from caballero import iter_tours; t = time.perf_counter(); "
    "n = sum(1 for tour in iter_tours(p)); print(json.dumps([time.perf_counter() - t, n]))"
)


def answer(program: str) -> list[float]:
    """Return what a program prints."""
    ended = run([sys.executable, "-c", program])
    assert ended.status == 0, ended.messages
    numbers: list[float] = json.loads(ended.output)
    return numbers


def within(guess: float, truth: float) -> str:
    """Return whether a guess is within a factor of two."""
    return "yes" if truth / 2 <= guess <= 2 * truth else "**no**"


def line(board: tuple[str, bool, str]) -> list[str]:
    """Return a row of the table."""
    sides, closed, piece = board
    seconds, memory, price = answer(ESTIMATE.format(*board))
    true_seconds, true_memory = answer(COUNT.format(*board))
    return [
        f"{piece} {sides} {'closed' if closed else 'open'}", f"{price:.2f}",
        f"{seconds:.2f}", f"{true_seconds:.2f}", within(seconds, true_seconds),
        f"{memory / 1e6:.0f}", f"{true_memory / 1e6:.0f}", within(memory, true_memory),
    ]  # fmt: skip


def list_line(board: tuple[str, bool, str]) -> list[str]:
    """Return a row of the table of listings."""
    sides, closed, piece = board
    seconds, _memory, price = answer(ESTIMATE_LIST.format(*board))
    true_seconds, tours = answer(LIST.format(*board))
    return [
        f"{piece} {sides} {'closed' if closed else 'open'}", f"{tours:.0f}", f"{price:.2f}",
        f"{seconds:.2f}", f"{true_seconds:.2f}", within(seconds, true_seconds),
    ]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--add-to", type=Path)
    options = parser.parse_args()
    head = [
        "count", "estimating, s", "estimated, s", "took, s", "within 2",
        "estimated, MB", "took, MB", "within 2",
    ]  # fmt: skip
    text = table(head, [line(board) for board in BOARDS])
    about = f"`python -m benchmarks.estimate`, {machine()}."
    lists = table(["listing", "tours", *head[1:5]], [list_line(board) for board in LISTS])
    publish(f"\n## What a count will take\n\n{about}\n\n{text}\n\n{lists}", options.add_to)


if __name__ == "__main__":
    main()
