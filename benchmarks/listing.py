"""Measure the listings: against networkx, Graphillion and SSHAM, and against limits of time.

Run it with ``python -m benchmarks.listing``. networkx walks all simple paths between two squares,
of which we keep those that visit every square; Graphillion makes the set of all tours, and yields
them one by one. Their tours are lists of vertices or edges; ours are verified
:class:`caballero.Tour` objects, or rows of a table where the row says so.

D. E. Knuth's SSHAM visits tours, and does nothing with them; our kernel writes each as a row of
squares. SSHAM is not part of this project: ``--ssham FOLDER`` names a folder with the compiled
program, ``ssham``, and its graphs ``6x6.gb``, ``6x7.gb``, ``6x8.gb`` and ``8x8.gb``. It runs beside
ours. Without it, the name of the row has its times, measured once on another machine.

Each row has a process of its own on both sides, a fork of one that has imported everything. Time is
CPU time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.common import HEAD, Row, machine, measured, publish, table

from caballero import Problem, iter_tours
from caballero.counting import tour_tables
from caballero.counting.listing.sources import CycleSearch
from caballero.machine.limits import Budget
from caballero.model.reduction import cycle_question

ROUNDS: Final = 3
KNOWN: Final = {"5x6": 8, "6x6": 9_862, "6x7": 1_067_638, "6x8": 55_488_142}
"""Closed tours: OEIS A001230, A175855, A175881."""

NETWORKX_SECONDS: Final = 60
"""The limit of networkx, which does not finish 6×6 in a day."""

SSHAM: Final = {"6x6": 0.007, "6x7": 0.34, "6x8": 17.7, "8x8": 7.3}
"""Seconds of SSHAM on an AMD EPYC for all closed tours, of 8×8 for the first twenty million."""

FIRST: Final = 20_000_000


def tours(board: str) -> int:
    """List the closed tours as objects."""
    return sum(1 for _ in iter_tours(board, closed=True))


def rows_of(board: str) -> int:
    """List the closed tours as tables."""
    return sum(len(rows) for rows in tour_tables(Problem(board, closed=True)))


def symmetric_tours(board: str, symmetry: str) -> int:
    """List the closed tours that a symmetry keeps."""
    return sum(1 for _ in iter_tours(board, closed=True, symmetry=symmetry))


def paths(board: str) -> int:
    """List the open tours in both directions as tables."""
    return sum(len(rows) for rows in tour_tables(board, directed=True))


def visits(board: str, most: int) -> tuple[int, int]:
    """Write closed tours as rows without keeping them; return their number and that of choices."""
    question = cycle_question(Problem(board, closed=True))
    if question is None:
        raise SystemExit(f"{board} has no tours")
    search, budget, more = CycleSearch(question.neighbours, most_squares=2**19), Budget(), True
    state = search.state
    while more and state.passed < most:
        more = search.advance(8_000, 10_000_000, budget)
    return state.passed, state.nodes


def graphillion(board: str) -> int:
    """List the closed tours with Graphillion."""
    from graphillion import GraphSet

    GraphSet.set_universe(sorted(Problem(board).graph().edges()), traversal="as-is")
    return sum(1 for _ in GraphSet.cycles(is_hamilton=True))


def networkx(board: str) -> int:
    """List the closed tours with networkx: the Hamiltonian paths from a corner to a neighbour.

    A closed tour uses both moves of a corner, so that each is found once. Return -1 at the limit.
    """
    from time import process_time

    import networkx as nx

    graph = Problem(board).graph()
    walked = nx.Graph(list(graph.edges()))
    last, found = graph.neighbours(0)[0], 0
    until = process_time() + NETWORKX_SECONDS
    for path in nx.all_simple_paths(walked, 0, last, cutoff=len(graph) - 1):
        if len(path) == len(graph):
            found += 1
        if process_time() > until:
            return -1
    return found


# -- rows --------------------------------------------------------------------------------------


def against(board: str, peer: str, work: Callable[[str], int], rounds: int) -> Iterator[Row]:
    """List closed tours on both sides, alternately."""
    seconds: tuple[list[float], list[float]] = ([], [])
    tables: list[float] = []
    remark = ""
    for _ in range(rounds):
        mine = measured(partial(tours, board), partial(tours, "3x10"))
        tables.append(measured(partial(rows_of, board), partial(rows_of, "3x10")).cpu)
        theirs = measured(partial(work, board), partial(work, "3x4"))
        if mine.answer != KNOWN[board] or theirs.answer not in {-1, mine.answer}:
            raise SystemExit(f"{board}: {mine.answer} tours, and {theirs.answer} of {peer}")
        remark = ", which did not finish" if theirs.answer < 0 else ""
        seconds[0].append(mine.cpu)
        seconds[1].append(theirs.cpu)
    name = f"closed {board.replace('x', '×')} against {peer}{remark}"
    yield Row(name, "s", *seconds, limit=("≤", 0.01))
    yield Row(f"tables: {name}", "s", tables, seconds[1], limit=("≤", 0.01))


def ssham(folder: Path, board: str) -> tuple[int, float]:
    """Run SSHAM; return the number of tours, and its CPU seconds."""
    import re
    import resource
    import subprocess

    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = spent()
    done = subprocess.run(
        [folder / "ssham", folder / f"{board}.gb", *([f"t{FIRST}"] if board == "8x8" else [])],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    seconds = spent() - before
    found = re.search(r"Altogether (\d+) solution", done.stderr)
    return int(found[1]) if found else -1, seconds


def against_ssham(board: str, rounds: int, folder: Path | None) -> Iterator[Row]:
    """Visit closed tours, beside SSHAM if it is there."""
    times, theirs = [], []
    most = FIRST if board == "8x8" else 10**12
    for _ in range(rounds):
        run = measured(partial(visits, board, most))
        count, nodes = run.answer
        times.append(run.cpu * min(1, FIRST / count) if board == "8x8" else run.cpu)
        if folder is not None:
            other, seconds = ssham(folder, board)
            theirs.append(seconds)
            if other != min(count, most):
                raise SystemExit(f"{board}: {count} tours, and {other} of SSHAM")
        if count != KNOWN.get(board, count):
            raise SystemExit(f"{board}: {count} is wrong")
    what = "the first 20 million of " if board == "8x8" else ""
    name = f"visits: {what}closed {board.replace('x', '×')}, {nodes} choices, against SSHAM"
    if folder is None:
        name += f", which took {SSHAM[board]} s on an AMD EPYC"
    limit = None if board == "6x6" else ("≤", 0.6)  # building the graph takes a third of 6×6
    yield Row(name, "s", times, theirs or None, limit=limit if theirs else None)


def all_paths() -> Iterator[Row]:
    """List all directed paths of 6×6 as tables."""
    runs = [measured(partial(paths, "6x6")) for _ in range(ROUNDS)]
    if runs[0].answer != 6_637_920:  # OEIS A165134
        raise SystemExit(f"6x6: {runs[0].answer} directed paths")
    times = [run.cpu for run in runs]
    yield Row("tables: 6 637 920 directed 6×6", "s", times, limit=("≤", 1), on_ratio=False)


def symmetric(board: str, symmetry: str, right: int) -> Iterator[Row]:
    """List all closed tours that a symmetry keeps."""
    one = measured(partial(symmetric_tours, board, symmetry))
    if one.answer != right:
        raise SystemExit(f"{board}: {one.answer} tours that a {symmetry} keeps")
    name = f"{right} closed {board.replace('x', '×')} that a {symmetry} keeps"
    yield Row(name, "s", [one.cpu], on_ratio=False)


def warm_up() -> None:
    """Run everything once before it is measured."""
    tours("6x6")
    rows_of("6x6")
    paths("5x6")
    visits("6x6", 1)
    symmetric_tours("6x6", "half-turn")
    list(iter_tours(8, closed=True, symmetry="half-turn", count=20_000))


def main() -> None:
    """Measure all, and print the table."""
    parser = argparse.ArgumentParser(description="Measure the listings of tours.")
    parser.add_argument("--add-to", metavar="FILE", type=Path, help="add the table there, too")
    parser.add_argument("--quick", action="store_true", help="only what takes a few seconds")
    parser.add_argument("--ssham", metavar="FOLDER", type=Path, help="SSHAM and its graphs")
    parser.add_argument("--only", metavar="TEXT", default="", help="the measures with it in them")
    options = parser.parse_args()
    quick: dict[str, Callable[[], Iterator[Row]]] = {
        "paths 6x6": all_paths,
        "graphillion 5x6": partial(against, "5x6", "Graphillion", graphillion, ROUNDS),
        "graphillion 6x6": partial(against, "6x6", "Graphillion", graphillion, ROUNDS),
        "ssham 6x6": partial(against_ssham, "6x6", ROUNDS, options.ssham),
        "ssham 6x7": partial(against_ssham, "6x7", ROUNDS, options.ssham),
    }
    heavy: dict[str, Callable[[], Iterator[Row]]] = {
        "networkx 5x6": partial(against, "5x6", "networkx", networkx, 1),
        "networkx 6x6": partial(against, "6x6", "networkx", networkx, 1),
        "ssham 6x8": partial(against_ssham, "6x8", ROUNDS, options.ssham),
        "ssham 8x8": partial(against_ssham, "8x8", ROUNDS, options.ssham),
        "half-turn 8x8": partial(symmetric, "8x8", "half-turn", 2_432_932),
    }
    warm_up()
    rows: list[Row] = []
    for name, measure in (quick if options.quick else quick | heavy).items():
        if options.only in name:
            for row in measure():
                rows.append(row)
                sys.stderr.write(f"{' | '.join(row.cells())}\n")
    text = (
        f"\n## Listings\n\nMeasured by `python -m benchmarks.listing`: {machine()}. CPU seconds;\n"
        "each row is a process of its own, after all imports.\n"
        "The ratio is our time divided by theirs.\n\n"
    )
    text += table(HEAD, [row.cells() for row in rows])
    publish(text, options.add_to)


if __name__ == "__main__":
    main()
