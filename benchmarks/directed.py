"""Directed graphs: how long they take, side by side with undirected ones of the same size.

Each row compares a directed question with the undirected one about the same vertices and edges:
once with all edges both ways, which is meant to take at most three times as long, and with a share
of them one way only, all but those of a planted cycle, which is meant to take at most five times as
long. Tournaments are compared with networkx, which finds their paths by insertion.

    python -m benchmarks.directed
    python -m benchmarks.directed --rounds 9 --add-to benchmarks/RESULTS.md

The two questions of a row take turns; the table has CPU seconds, and the median of their ratios.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.common import HEAD, Row, machine, publish, table

from caballero import GaveUp, Graph, Problem, count_tours, find_tour, iter_tours, solve

networkx: Any = import_module("networkx")

WANTED = ("≤", 3.0)
"""A directed question takes at most three times as long."""

ONE_WAY = ("≤", 5.0)
"""So does one with edges one way, at most five times."""


def graphs() -> Iterator[tuple[str, Graph]]:
    """Yield graphs with Hamiltonian cycles."""
    for size in (30, 100, 300, 1000):
        cubic = networkx.random_regular_graph(3, size, seed=size)
        yield f"random cubic graph, {size} vertices", Graph.from_networkx(cubic)
    for side in (6, 8, 20):
        yield f"knight's graph, {side}×{side}", Problem(side).graph()
    for size in (50, 200):
        dense = networkx.gnp_random_graph(size, 0.2, seed=1)
        yield f"random graph, {size} vertices, density 0.2", Graph.from_networkx(dense)


def both_ways(graph: Graph) -> Graph:
    """Return the directed graph with each edge in both directions."""
    return Graph.from_dict(graph.to_dict(), directed=True)


def one_way(graph: Graph, share: float, seed: int) -> Graph:
    """Return a directed graph: a share of the edges lead one way, and a planted cycle is left."""
    rng = random.Random(seed)
    tour = find_tour(graph, closed=True).order
    planted = {*pairwise([*tour, tour[0]])}
    kept = []
    for a, b in graph.edges():
        ways = [(a, b), (b, a)]
        if rng.random() < share:
            rng.shuffle(ways)
            ways = ways[:1]
        kept += [*ways, *({(a, b), (b, a)} & planted)]
    return Graph.from_edges(kept, range(len(graph)), directed=True)


def listed(graph: Graph, *, directed: bool = False) -> int:
    """List all tours of a graph, and return their number."""
    return sum(1 for _ in iter_tours(graph, directed=directed))


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds of a call."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def compared(
    what: str,
    ours: Callable[[], object],
    theirs: Callable[[], object],
    rounds: int,
    limit: tuple[str, float] | None = WANTED,
) -> Row:
    """Measure two calls in turn."""
    if isinstance(ours(), GaveUp):
        what += " (not decided)"
    theirs()
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(rounds)]
    one, other = zip(*pairs, strict=True)
    return Row(what, "s", one, other, limit)


def rows(rounds: int, limit: float) -> Iterator[Row]:
    """Yield the rows of the table."""
    for what, graph in graphs():
        search = partial(solve, closed=True, limits=limit)
        plain = partial(search, graph)
        yield compared(f"{what}: both ways", partial(search, both_ways(graph)), plain, rounds)
        for share in (0.2, 0.5):
            directed = one_way(graph, share, 1)
            label = f"{what}: {share:.0%} one way"
            yield compared(label, partial(search, directed), plain, rounds, ONE_WAY)
    petersen = Graph.from_networkx(networkx.petersen_graph())
    for what, graph in (
        ("Petersen graph", petersen),
        ("4×4 knight's graph", Problem(4).graph()),
    ):
        none = partial(solve, closed=True, limits=limit)
        yield compared(
            f"{what}: none", partial(none, both_ways(graph)), partial(none, graph), rounds
        )
    for what, graph in (
        ("5×5 knight's graph", Problem(5).graph()),
        ("4×7 knight's graph", Problem("4x7").graph()),
    ):
        ways = both_ways(graph)
        yield compared(
            f"{what}: count", partial(count_tours, ways), partial(count_tours, graph), rounds
        )
        yield compared(
            f"{what}: list", partial(listed, ways), partial(listed, graph, directed=True), rounds
        )
    for size in (50, 200):
        tournament = networkx.tournament.random_tournament(size, seed=1)
        yield compared(
            f"tournament of {size}, a path: networkx", partial(find_tour, tournament),
            partial(networkx.tournament.hamiltonian_path, tournament), rounds, None,
        )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare directed and undirected graphs.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=20.0)
    parser.add_argument("--add-to", type=Path)
    options = parser.parse_args()
    lines = [row.cells() for row in rows(options.rounds, options.limit)]
    about = f"Printed by `make bench`: {machine()}. CPU seconds, median of {options.rounds} rounds."
    publish(f"\n## Directed graphs\n\n{about}\n\n{table(HEAD, lines)}", options.add_to)


if __name__ == "__main__":
    main()
