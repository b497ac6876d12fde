"""Solve a folder of graphs, such as the FHCP Challenge Set, each within a limit of time.

``python benchmarks/fhcp.py FOLDER --seconds 60 --jobs 1`` searches for a Hamiltonian cycle of every
file that Caballero can read as a graph (lists of edges, TSPLIB's ``.hcp``, DIMACS' ``.col``), and
prints a table of CPU seconds and wall seconds, including reading and a cold start, and how many
graphs were solved within 10 and 60 seconds of CPU time. Each graph has a process of its own, which
uses one processor. With ``--processors 2`` it uses two, and the limits are of wall time. Every
cycle is checked edge by edge. ``--peers FILE`` adds what other programs solve: a table with a row
for each graph, its number in the column ``graph``, and columns of seconds that end with ``_s``.

The set has 1001 graphs (Haythorpe 2019: "FHCP Challenge Set", Bulletin of the ICA 83).
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from caballero import Found, GaveUp, Limits, Problem, Progress, solve
from caballero.formats import read_graph

WITHIN = (10, 60)
"""The limits of time for which the solved graphs are counted."""


class Result(NamedTuple):
    """The result for one graph."""

    name: str
    vertices: int
    edges: int
    answer: str
    method: str
    seconds: float  # of CPU time
    wall: float


class OverError(Exception):
    """The limit of CPU time is reached."""


def attempt(file: Path, seconds: float, seed: int, processors: int) -> Result:
    """Search for a Hamiltonian cycle of the graph in a file."""

    def check(progress: Progress) -> None:
        if processors == 1 and time.process_time() - before > seconds:
            raise OverError

    before, began = time.process_time(), time.perf_counter()
    graph = read_graph(file.read_bytes())
    # Wall time. On one processor the CPU time decides: other programs may use the machine.
    limits = Limits(seconds=20 * seconds if processors == 1 else seconds)
    try:
        with patch("caballero.find.ahead.processors", lambda: processors):
            outcome = solve(Problem(graph, closed=True), limits=limits, seed=seed, callback=check)
    except OverError:
        wall = time.perf_counter() - began
        return Result(file.stem, len(graph), graph.edge_count, "–", "", seconds, wall)
    took, wall = time.process_time() - before, time.perf_counter() - began
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
    method = outcome.stats.method
    return Result(file.stem, len(graph), graph.edge_count, answer, method, took, wall)


def in_order(file: Path) -> list[tuple[int, str]]:
    """Return a sort key that puts graph2 before graph10."""
    return [(int(digits or 0), word) for word, digits in re.findall(r"(\D*)(\d*)", file.stem)]


def solved_within(times: dict[str, float], seconds: float) -> str:
    """Return the cells of a summary: how many graphs are solved within each limit, and the total.

    `times` has the graphs that were solved; limits above `seconds` were not tried.
    """
    cells = [
        str(sum(t <= limit for t in times.values())) if limit <= seconds else "" for limit in WITHIN
    ]
    return " | ".join([*cells, f"{sum(times.values()):.0f}"])


def peers_of(table: Path, names: set[str]) -> dict[str, dict[str, float]]:
    """Return the seconds that each program of a table took for those graphs that it solved."""
    peers: dict[str, dict[str, float]] = {}
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            name = f"graph{row['graph']}"
            for column, value in row.items() if name in names else ():
                if column.endswith("_s"):
                    times = peers.setdefault(column[:-2], {})
                    if value and float(value) <= WITHIN[-1]:
                        times[name] = float(value)
    return peers


def main() -> None:
    """Solve the folder and print the table."""
    parser = argparse.ArgumentParser(description="Look for Hamiltonian cycles in many graphs.")
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument(
        "--seconds", metavar="S", type=float, default=60, help="limit for each graph"
    )
    parser.add_argument("--processors", metavar="N", type=int, default=1, help="for each graph")
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="graphs at a time")
    parser.add_argument("--seed", metavar="N", type=int, default=0)
    parser.add_argument("--peers", metavar="FILE", type=Path, help="a table of other programs")
    options = parser.parse_args()
    files = sorted((f for f in options.folder.iterdir() if f.is_file()), key=in_order)
    sys.stdout.write(
        "| graph | vertices | edges | answer | by | CPU s | wall s |\n" + "| --- " * 7 + "|\n"
    )
    results = []
    # A fresh process for each graph: nothing is cached, and the memory is freed.
    with ProcessPoolExecutor(
        options.jobs, mp_context=get_context("spawn"), max_tasks_per_child=1
    ) as pool:
        tasks = [
            pool.submit(attempt, file, options.seconds, options.seed, options.processors)
            for file in files
        ]
        for task in tasks:
            result = task.result()
            results.append(result)
            cells = [*map(str, result[:-2]), f"{result.seconds:.2f}", f"{result.wall:.2f}"]
            sys.stdout.write(f"| {' | '.join(cells)} |\n")
            sys.stdout.flush()
    alone = options.processors == 1
    times = {r.name: r.seconds if alone else r.wall for r in results if r.answer != "–"}
    peers = peers_of(options.peers, {result.name for result in results}) if options.peers else {}
    head = " | ".join(f"in {limit} s" for limit in WITHIN)
    sys.stdout.write(
        f"\nSolved of {len(results)}, each with at most {options.seconds:g} s of "
        f"{'CPU' if alone else 'wall'} time; the total is that of the solved ones.\n\n"
        f"| program | {head} | total s |\n" + "| --- " * (len(WITHIN) + 2) + "|\n"
    )
    ours = {"Caballero": solved_within(times, options.seconds)}
    others = {name: solved_within(peer, WITHIN[-1]) for name, peer in peers.items()}
    for name, row in {**ours, **others}.items():
        sys.stdout.write(f"| {name} | {row} |\n")


if __name__ == "__main__":
    main()
