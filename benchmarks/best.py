"""The shortest round trip: Caballero beside OR-tools, LKH and networkx.

    python -m benchmarks.best
    python -m benchmarks.best --limit 60 --only "kroA100" --add-to benchmarks/RESULTS.md

Each program gets the same cities, alone on one core, in a process of its own. The table has the
cost of its tour, how far that is above the shortest known one, its bound if it has one, its CPU
seconds with and without starting Python and loading the program, and the ratio of the latter to
Caballero's. A tour is checked, and its cost counted here.

OR-tools' routing library always takes all of its time: it gets as much as Caballero took, one
second at least.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import machine, publish, run, table
from benchmarks.peer_best import SOLVERS, distances_of

from caballero.formats import read_graph

HEAD = ("cities", "program", "cost", "above the best", "bound", "CPU s", "search", "ratio")

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "tsplib"

LARGE = 500
"""From this many cities on, some programs are left out: they would only meet the limit."""

NOT_LARGE = ("Caballero, plain Python", "CP-SAT")


class Result(NamedTuple):
    """What a program answered."""

    cost: int | None
    bound: float | None
    whole: float  # CPU seconds of the process
    search: float


def instances() -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Yield the names and the cities."""
    for name in ("berlin52", "eil76", "kroA100"):
        yield name, [(x, y) for x, y in read_graph(FOLDER / f"{name}.tsp").positions]
    for size in (50, 100, 200, 1000):
        rng = random.Random(size)
        cities = [(rng.randrange(10_000), rng.randrange(10_000)) for _ in range(size)]
        yield f"{size} random cities", [(float(x), float(y)) for x, y in cities]


def solved(solver: str, cities: list[tuple[float, float]], limit: float) -> Result | None:
    """Return the answer of a program; None if it has none."""
    question = json.dumps({"cities": cities, "limit": limit})
    environment = {"CABALLERO_PURE": "1"} if "plain" in solver else {}
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.peer_best", solver]
    ended = run(command, question, int(3 * limit) + 30, **environment)
    if ended.status:
        return None
    answer = json.loads(ended.output)
    tour = answer["tour"]
    if not tour:
        return Result(None, answer["bound"], ended.seconds, answer["seconds"])
    assert sorted(tour) == list(range(len(cities))), f"{solver} returned no tour"
    distances = distances_of(cities)
    cost = sum(distances[a][b] for a, b in zip(tour, [*tour[1:], tour[0]], strict=True))
    return Result(cost, answer["bound"], ended.seconds, answer["seconds"])


def lines(name: str, cities: list[tuple[float, float]], limit: float) -> Iterator[list[str]]:
    """Yield the lines of an instance."""
    results: dict[str, Result | None] = {}
    for solver in SOLVERS:
        if len(cities) < LARGE or solver not in NOT_LARGE:
            ours = results.get("Caballero")
            own = max(1.0, ours.search) if ours and solver == "OR-tools routing" else limit
            results[solver] = solved(solver, cities, own)
    first = results["Caballero"]
    shortest = min(r.cost for r in results.values() if r is not None and r.cost is not None)
    for solver, result in results.items():
        if result is None:
            yield [name, solver, f"none in {limit:g} s", *[""] * 5]
        elif result.cost is not None:
            above = f"{100 * (result.cost / shortest - 1):.2f} %"
            bound = "" if result.bound is None else f"{result.bound:g}"
            if result.bound is not None and result.bound >= result.cost:
                bound = "proved"
            ratio = "" if first is None else f"{result.search / first.search:.3g}"
            yield [
                name, solver, str(result.cost), above, bound,
                f"{result.whole:.2f}", f"{result.search:.2f}", ratio,
            ]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare programs for the shortest round trip.")
    parser.add_argument("--limit", type=float, default=30.0)
    parser.add_argument("--only", default="")
    parser.add_argument("--add-to", type=Path)
    options = parser.parse_args()
    found = [
        line
        for name, cities in instances()
        if options.only in name
        for line in lines(name, cities, options.limit)
    ]
    about = f"Printed by `make bench`: {machine()}. At most {options.limit:g} s for each."
    publish(f"\n## The shortest round trip\n\n{about}\n\n{table(HEAD, found)}", options.add_to)


if __name__ == "__main__":
    main()
