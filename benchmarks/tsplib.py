"""The instances of TSPLIB: found and proved, with and without the extra `best`.

    python -m benchmarks.tsplib FOLDER
    python -m benchmarks.tsplib FOLDER --most 150 --also a280,lin318,pr1002 --limit 60 --best only

The folder has the `.tsp` files of TSPLIB and its list of optimal lengths, `solutions` (a line for
each instance, `a280 : 2579`): the repository mastqe/tsplib on GitHub is such a folder. TSPLIB is by
G. Reinelt ("TSPLIB – a traveling salesman problem library", ORSA Journal on Computing 3, 1991).

Each instance is read and solved in a process of its own, on one core; the seconds are its CPU time,
with reading, at most the limit and a quarter of a second. Every tour is checked. Where it is not
proved that no tour is shorter, the table has the gap between the tour and the bound.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from benchmarks.common import machine, measured, publish, table

from caballero import Progress, verify
from caballero.best import inequalities, solve_best
from caballero.formats import read_graph
from caballero.proof.best import Best

HEAD = ("instance", "cities", "optimum")
MODES = {"without": False, "with `[best]`": True}


class Result(NamedTuple):
    """What was found within the limit."""

    cost: int
    bound: int
    nodes: int


class OverError(Exception):
    """The limit of CPU time is reached, with the best tour so far."""


def attempt(file: Path, limit: float, with_extra: bool) -> Result | None:
    """Return the best tour of the instance in a file, and its bound; None if there is none yet."""

    def check(progress: Progress) -> None:
        if time.process_time() - began > limit:
            raise OverError(progress.best)

    began = time.process_time()
    graph = read_graph(file.read_bytes())
    with patch.object(inequalities, "is_installed", lambda: with_extra):
        try:
            found = solve_best(graph, closed=True, callback=check)
        except OverError as over:
            found = over.args[0]
    if not isinstance(found, Best):
        return None
    assert verify(found.tour), file
    return Result(int(found.cost), int(found.bound), found.stats.nodes)


def cells(result: Result | None, seconds: float, optimum: int) -> list[str]:
    """Return the cells of an instance in one mode."""
    if result is None:
        return ["no tour", "", "", f"{seconds:.2f}"]
    assert result.bound <= optimum <= result.cost, result
    above = "optimal" if result.cost == optimum else f"{100 * (result.cost / optimum - 1):.2f} %"
    gap = f"{100 * (result.cost / result.bound - 1):.2f} %" if result.bound > 0 else "unknown"
    proved = "proved" if result.bound == result.cost else gap
    return [above, proved, str(result.nodes), f"{seconds:.2f}"]


def optima(folder: Path) -> dict[str, int]:
    """Return the optimal lengths that TSPLIB publishes."""
    lines = (folder / "solutions").read_text("utf-8").splitlines()
    pairs = (line.partition(":")[::2] for line in lines if ":" in line)
    return {name.strip(): int(length.split()[0]) for name, length in pairs}


def size_of(file: Path) -> int:
    """Return the number of cities in a file."""
    line = next(x for x in file.read_text("utf-8").splitlines() if x.startswith("DIMENSION"))
    return int(line.partition(":")[2])


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve the instances of TSPLIB.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=150, help="of cities")
    parser.add_argument("--also", default="a280,lin318,pr1002", help="names of larger instances")
    parser.add_argument("--only", default="", help="names, instead of all")
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--best", choices=["both", "only", "without"], default="both")
    parser.add_argument("--add-to", type=Path)
    options = parser.parse_args()
    known = optima(options.folder)
    sizes = {file: size_of(file) for file in options.folder.glob("*.tsp") if file.stem in known}
    only, also = options.only.split(","), options.also.split(",")
    chosen = [
        file
        for file, size in sorted(sizes.items(), key=lambda item: (item[1], item[0]))
        if (file.stem in only if options.only else size <= options.most or file.stem in also)
    ]
    modes = {
        name: extra
        for name, extra in MODES.items()
        if options.best == "both" or extra == (options.best == "only")
    }
    lines, proved = [], dict.fromkeys(modes, 0)
    for file in chosen:
        line = [file.stem, str(sizes[file]), str(known[file.stem])]
        for name, extra in modes.items():
            found = measured(partial(attempt, file, options.limit, extra))
            line += cells(found.answer, found.cpu, known[file.stem])
            proved[name] += found.answer is not None and found.answer.bound == found.answer.cost
        sys.stderr.write(f"{' '.join(line)}\n")
        lines.append(line)
    head = [*HEAD, *(f"{x}{at}" for at in modes for x in ("tour, ", "proof, ", "nodes, ", "s, "))]
    total = ", ".join(f"{count} of {len(lines)} {name}" for name, count in proved.items())
    about = f"{machine()}. At most {options.limit:g} s of CPU time for each. Proved: {total}."
    text = f"\n## The cities of TSPLIB\n\n{about}\n\n{table(head, lines)}"
    publish(text, options.add_to)


if __name__ == "__main__":
    main()
