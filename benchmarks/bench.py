"""Measure Caballero's speed against C++ on the same machine at the same time.

Run it with ``make bench``, or ``python -m benchmarks.bench``. It compiles ``textbook.cpp``,
alternates between the programs that it compares, so that a busy machine slows them all, and prints
a Markdown table: the median and the minimum of the rounds, and the median of their ratios. All
times are CPU times.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from array import array
from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.common import CABALLERO, HEAD, Row, machine, process_seconds, table

from caballero import Board, Problem
from caballero.find.kernels import backtracking, warnsdorff
from caballero.model.adjacency import shared_rows
from caballero.teaching import ORDERS

HERE = Path(__file__).resolve().parent
TEXTBOOK = HERE / "build" / "textbook"
FOREVER = 10**12


def compile_textbook() -> None:
    """Compile the C++ program if it is missing or older than its source."""
    source = HERE / "textbook.cpp"
    if TEXTBOOK.exists() and TEXTBOOK.stat().st_mtime > source.stat().st_mtime:
        return
    TEXTBOOK.parent.mkdir(exist_ok=True)
    subprocess.run(["g++", "-O2", "-o", str(TEXTBOOK), str(source)], check=True)


def textbook_seconds(mode: str, n: int) -> tuple[int, float]:
    """Return the textbook's count and the least CPU time of three runs in one process."""
    done = subprocess.run(
        [str(TEXTBOOK), mode, str(n), "3"], capture_output=True, text=True, check=True
    )
    count, *seconds = done.stdout.split()
    return int(count), min(map(float, seconds))


def kernel_seconds(kernel: Callable[..., int], new: Callable[[], Any]) -> tuple[int, float]:
    """Return the depth that a kernel reached, and the least CPU time of three runs."""
    seconds = []
    for _ in range(3):
        state = new()
        before = time.process_time()
        kernel(state, FOREVER)
        seconds.append(time.process_time() - before)
    return state.depth, min(seconds)


def as_plain(state: Any) -> Any:
    """Return a state with lists for arrays, as plain Python uses it."""
    arrays = {f.name: getattr(state, f.name) for f in fields(state)}
    return replace(state, **{k: v.tolist() for k, v in arrays.items() if isinstance(v, array)})


def whole_processes(repeats: int) -> list[Row]:
    """Compare ``caballero tour 8`` with importing click, and with the textbook."""
    commands = {
        "caballero": [CABALLERO, "tour", "8"],
        "click": [sys.executable, "-c", "import click"],
        "textbook": [str(TEXTBOOK)],
    }
    for command in commands.values():  # the first run reads the files and writes caches
        process_seconds(command)
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(repeats):
        for name, command in commands.items():
            times[name].append(1000 * process_seconds(command))
    what = "`caballero tour 8`, whole process, against "
    return [
        Row(what + "`import click`", "ms", times["caballero"], times["click"], ("≤", 1.5)),
        Row(what + "the C++ textbook", "ms", times["caballero"], times["textbook"]),
    ]


def backtracking_rates(repeats: int) -> list[Row]:
    """Compare the compiled kernel with the textbook: the same nodes, in the same order."""
    graph = Problem(8).graph(ORDERS["geeksforgeeks"])
    new = partial(backtracking.new_state, graph.indptr, graph.indices, start=0)
    ours, theirs = [], []
    nodes = 8_250_733
    for _ in range(repeats):
        count, seconds = textbook_seconds("backtracking", 8)
        if count != nodes:
            raise SystemExit(f"the textbook entered {count} nodes, not {nodes}")
        theirs.append(nodes / seconds / 1e6)
        _, seconds = kernel_seconds(backtracking.search.compiled, new)
        ours.append(nodes / seconds / 1e6)
    plain = []
    for _ in range(3):
        state = as_plain(new())
        before = time.process_time()
        backtracking.search.plain(state, 200_000)
        plain.append(0.2 / (time.process_time() - before))
    return [
        Row("backtracking 8×8, compiled", "million nodes/s", ours, theirs, ("≥", 0.8)),
        Row("backtracking 8×8, plain Python", "million nodes/s", plain),
    ]


def new_walk(n: int, tie: int, form: Callable[[Any], Any] = lambda state: state) -> Any:
    """Return a walk on a square board before its first step."""
    rows, key = shared_rows((n, n), ORDERS["geeksforgeeks"]), Board((n, n)).distances()
    return form(warnsdorff.new_walk(rows.indptr, rows.offsets, 0, kind=rows.kind, tie=tie, key=key))


def warnsdorff_times(repeats: int) -> list[Row]:
    """Time Warnsdorff's rule per square, in both forms, with and without Roth's tie rule."""
    rows = []
    large, small = 1000, 200
    for name, mode, tie in (
        ("plain rule", "warnsdorff", warnsdorff.ORDER),
        ("Roth's tie rule", "roth", warnsdorff.FARTHEST),
    ):
        new = {n: partial(new_walk, n, tie) for n in (large, small)}
        ours, theirs, plain = [], [], []
        for _ in range(repeats):
            count, seconds = textbook_seconds(mode, large)
            theirs.append(1e9 * seconds / count)
            depth, seconds = kernel_seconds(warnsdorff.walk.compiled, new[large])
            ours.append(1e9 * seconds / depth)
            if count != depth:
                raise SystemExit(f"the textbook reached square {count}, the kernel {depth}")
            depth, seconds = kernel_seconds(
                warnsdorff.walk.plain, partial(new_walk, small, tie, as_plain)
            )
            plain.append(1e6 * seconds / depth)
        rows += [
            Row(
                f"Warnsdorff, {name}, n = {large}, compiled",
                "ns a square",
                ours,
                theirs,
                ("≤", 25),
                on_ratio=False,
            ),
            Row(
                f"Warnsdorff, {name}, n = {small}, plain Python",
                "µs a square",
                plain,
                limit=("≤", 3),
                on_ratio=False,
            ),
        ]
    return rows


def compiler() -> str:
    """Return the name of the C++ compiler."""
    done = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True, check=True)
    return f"g++ {done.stdout.strip()}"


def main() -> None:
    """Run the benchmarks and print their table."""
    parser = argparse.ArgumentParser(description="Compare Caballero's speed with C++.")
    parser.add_argument("--output", metavar="FILE", type=Path, help="write the table there too")
    parser.add_argument("--repeats", metavar="N", type=int, default=9)
    options = parser.parse_args()
    compile_textbook()
    rows = whole_processes(2 * options.repeats)
    rows += backtracking_rates(options.repeats)
    rows += warnsdorff_times(options.repeats)
    text = (
        f"# Results\n\nPrinted by `make bench`: {machine()}, {compiler()}.\n"
        "Medians (and minima) of alternating rounds, in CPU time;\n"
        "a ratio is our time divided by theirs.\n\n"
    )
    text += table(HEAD, [row.cells() for row in rows])
    sys.stdout.write(text)
    if options.output:
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
