"""How long the census of the magic knight's tours of the chessboard takes, from a random sample.

    python -m benchmarks.magic --seconds 60
    python -m benchmarks.magic --seconds 600 --depth 8 --add-to benchmarks/RESULTS.md

Each probe chooses a pair of ends and some decisions at random, and searches what is below them to
the end. What it counts there stands for as many pieces as there are choices on the way: D. E.
Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975. The
mean of all probes is right on average; its standard error follows from their spread. Times are
those of the process. To begin a piece takes a tenth of a millisecond, which a run of the census
pays once a shard: so pieces are large.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import machine, publish, table

from caballero import Problem, verify
from caballero.core.limits import Budget
from caballero.listing.census import SumsFeed, SumsWork, search

DAY = 86_400
MOST_TOURS = 2240


class Probe(NamedTuple):
    """What a probe found, and how many pieces it stands for."""

    weight: int
    nodes: int = 0
    seconds: float = 0.0
    tours: int = 0


def probe(work: SumsWork, rng: random.Random, depth: int) -> Probe:
    """Search a piece that is chosen at random."""
    trees = work.whole()
    state, weight = work.state(rng.choice(trees)), len(trees)
    while state is not None and state.level < depth and (options := state.many[state.level]):
        weight *= options
        state.tried[state.level] = rng.randrange(options)
        search(state, 1)
    if state is None or state.level < depth:
        return Probe(weight)
    state.floor, state.nodes = depth, 0
    began, feed = time.process_time(), SumsFeed(work, state)
    tours, _ = feed.advance(MOST_TOURS, math.inf, Budget())
    seconds, found = time.process_time() - began, [*tours]
    assert all(verify(tour).valid and tour.magic for tour in found)
    return Probe(weight, feed.nodes, seconds, len(found))


def mean(values: list[float]) -> str:
    """Return the mean of a sample, and its standard error."""
    error = statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.fmean(values):.3g} ± {error:.2g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--add-to", type=Path)
    options = parser.parse_args()
    work = SumsWork(Problem(8), "semi-magic", up_to_symmetry=True)
    rng = random.Random(options.seed)
    probes: list[Probe] = []
    while time.process_time() < options.seconds or len(probes) < 2:
        probes.append(probe(work, rng, options.depth))
    nodes = sum(one.nodes for one in probes)
    row = [
        str(len(probes)), f"{nodes:.3g}",
        f"{1e9 * sum(one.seconds for one in probes) / nodes:.0f}" if nodes else "",
        mean([one.weight * one.nodes for one in probes]),
        mean([one.weight * one.seconds / DAY for one in probes]),
        str(sum(one.tours for one in probes)),
        mean([one.weight * one.tours for one in probes]),
    ]  # fmt: skip
    head = [
        "probes", "nodes", "ns/node", "nodes of all", "processor days of all", "tours",
        "classes of all",
    ]  # fmt: skip
    about = f"`python -m benchmarks.magic --seconds {options.seconds:g}`, {machine()}."
    text = table(head, [row])
    publish(f"\n## The census of magic tours\n\n{about}\n\n{text}", options.add_to)


if __name__ == "__main__":
    main()
