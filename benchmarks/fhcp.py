"""Solve a folder of graphs, such as the FHCP Challenge Set, each within a limit of CPU time.

``python benchmarks/fhcp.py FOLDER --seconds 60 --jobs 1`` searches for a Hamiltonian cycle of every
file that Caballero can read as a graph (lists of edges, TSPLIB's ``.hcp``, DIMACS' ``.col``), and
prints a table of CPU seconds, including reading and a cold start. Each graph has a process of its
own. Every cycle is checked edge by edge.

The set has 1001 graphs (Haythorpe 2019: "FHCP Challenge Set", Bulletin of the ICA 83).
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from caballero import Found, GaveUp, Limits, Problem, Progress, solve
from caballero.formats import read_graph


class Result(NamedTuple):
    """The result for one graph."""

    name: str
    vertices: int
    edges: int
    answer: str
    method: str
    seconds: float


class OverError(Exception):
    """The limit of CPU time is reached."""


def attempt(file: Path, seconds: float, seed: int) -> Result:
    """Search for a Hamiltonian cycle of the graph in a file."""

    def check(progress: Progress) -> None:
        if time.process_time() - before > seconds:
            raise OverError

    before = time.process_time()
    graph = read_graph(file.read_bytes())
    limits = Limits(seconds=20 * seconds)  # wall time: other programs may use the machine
    try:
        outcome = solve(Problem(graph, closed=True), limits=limits, seed=seed, on_event=check)
    except OverError:
        return Result(file.stem, len(graph), graph.edge_count, "–", "", seconds)
    took = time.process_time() - before
    match outcome:
        case Found(tour):
            order = tour.order
            assert sorted(order) == list(range(len(graph))), file
            assert all(graph.has_edge(order[i - 1], v) for i, v in enumerate(order)), file
            answer = "cycle"
        case GaveUp():
            answer = "–"
        case _:
            answer = "none"
    return Result(file.stem, len(graph), graph.edge_count, answer, outcome.stats.method, took)


def in_order(file: Path) -> list[tuple[int, str]]:
    """Return a sort key that puts graph2 before graph10."""
    return [(int(digits or 0), word) for word, digits in re.findall(r"(\D*)(\d*)", file.stem)]


def main() -> None:
    """Solve the folder and print the table."""
    parser = argparse.ArgumentParser(description="Look for Hamiltonian cycles in many graphs.")
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument(
        "--seconds", metavar="S", type=float, default=60, help="of CPU time, for each graph"
    )
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="graphs at a time")
    parser.add_argument("--seed", metavar="N", type=int, default=0)
    options = parser.parse_args()
    files = sorted((f for f in options.folder.iterdir() if f.is_file()), key=in_order)
    sys.stdout.write("| graph | vertices | edges | answer | by | CPU s |\n" + "| --- " * 6 + "|\n")
    results = []
    # A fresh process for each graph: nothing is cached, and the memory is freed.
    with ProcessPoolExecutor(
        options.jobs, mp_context=get_context("spawn"), max_tasks_per_child=1
    ) as pool:
        tasks = [pool.submit(attempt, file, options.seconds, options.seed) for file in files]
        for task in tasks:
            result = task.result()
            results.append(result)
            cells = [*map(str, result[:-1]), f"{result.seconds:.2f}"]
            sys.stdout.write(f"| {' | '.join(cells)} |\n")
            sys.stdout.flush()
    solved = [result for result in results if result.answer != "–"]
    total = sum(result.seconds for result in solved)
    sys.stdout.write(
        f"\n{len(solved)} of {len(results)} solved within {options.seconds:g} s of CPU time each, "
        f"in {total:.1f} s.\n"
    )


if __name__ == "__main__":
    main()
