"""The longest path: with rustworkx, on graphs of 50 vertices, and of published lengths.

    python -m benchmarks.longest
    python -m benchmarks.longest --rounds 20 --add-to benchmarks/RESULTS.md

The graphs are random ones of some numbers of vertices and edges. ``longest_simple_path`` of
rustworkx tries all paths; both answer about the same graphs in turn, and must agree. The table has
CPU seconds of one process.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import combinations, permutations
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from benchmarks.common import machine, publish, table

from caballero import Best, Graph, Problem, find_longest

rustworkx: Any = import_module("rustworkx")

PEER = ((16, 24), (20, 30), (24, 36), (28, 42), (32, 48))
"""Vertices and edges of the graphs that both programs get."""

ARCS = ((50, 75), (50, 100), (50, 150), (50, 200))
"""Vertices and edges of directed graphs."""

ALONE = ((50, 60), (50, 75), (50, 90), (50, 100), (50, 125))

SNAKES = (8, 10, 16, 20, 22, 32)
"""The longest cycles of the n×n knight's graph without chords, from n = 3 on: OEIS A165143."""

T = TypeVar("T")


def random_edges(size: int, edges: int, seed: int, directed: bool = False) -> list[tuple[int, int]]:
    """Return edges of a random graph."""
    pairs = permutations(range(size), 2) if directed else combinations(range(size), 2)
    return random.Random(seed).sample([*pairs], edges)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return the answer of a call, and its CPU seconds."""
    begun = time.process_time()
    answer = work()
    return answer, time.process_time() - begun


def spread(seconds: list[float]) -> str:
    """Return the median and the largest of some times."""
    return f"{median(seconds):.3f} / {max(seconds):.3f}"


def answered(
    size: int, edges: list[tuple[int, int]], closed: bool, directed: bool = False
) -> tuple[Best, float]:
    """Return the longest path or cycle of a graph, proved, and the CPU seconds."""
    graph = Graph.from_edges(edges, range(size), directed=directed)
    best, seconds = timed(lambda: find_longest(Problem(graph, closed=closed)))
    assert best.optimal
    return best, seconds


def compared(size: int, edges: int, rounds: int) -> list[str]:
    """Return a row: both programs, path by path."""
    ours, theirs = [], []
    for seed in range(rounds):
        pairs = random_edges(size, edges, seed)
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(range(size))
        graph.add_edges_from([(a, b, 1) for a, b in pairs])
        path, seconds = timed(partial(rustworkx.longest_simple_path, graph))
        theirs.append(seconds)
        best, seconds = answered(size, pairs, closed=False)
        ours.append(seconds)
        assert best.cost == len(path)
    ratio = sum(theirs) / sum(ours)
    return [f"path, {size} vertices, {edges} edges", spread(theirs), spread(ours), f"{ratio:.1f}"]


def alone(size: int, edges: int, rounds: int, closed: bool, directed: bool) -> list[str]:
    """Return a row without a peer."""
    times = [
        answered(size, random_edges(size, edges, seed, directed), closed, directed)[1]
        for seed in range(rounds)
    ]
    kind, ways = "cycle" if closed else "path", "one-way edges" if directed else "edges"
    return [f"{kind}, {size} vertices, {edges} {ways}", "", spread(times), ""]


def snake(side: int, length: int) -> list[str]:
    """Return a row of a published length."""
    best, seconds = timed(lambda: find_longest(Problem(side, closed=True), induced=True))
    assert best.optimal
    assert best.cost == length
    return [f"cycle without chords, knight {side}×{side}: {length}", "", f"{seconds:.3f}", ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--add-to", type=Path)
    options = parser.parse_args()
    lines = [compared(size, edges, options.rounds) for size, edges in PEER]
    lines += [
        alone(size, edges, options.rounds, closed, bool(directed))
        for directed, rows in enumerate((ALONE, ARCS))
        for size, edges in rows
        for closed in (False, True)
    ]
    lines += [snake(side, length) for side, length in enumerate(SNAKES, start=3)]
    about = (
        f"`python -m benchmarks.longest --rounds {options.rounds}`, {machine()}: random graphs, "
        "CPU seconds, median and worst; the ratio is that of the sums."
    )
    head = ["question", f"rustworkx {rustworkx.__version__}", "Caballero", "ratio"]
    publish(f"\n## Longest paths\n\n{about}\n\n{table(head, lines)}", options.add_to)


if __name__ == "__main__":
    main()
