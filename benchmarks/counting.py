"""Measure the counts: against Graphillion, and against limits of time and memory.

Run it with ``make bench``, or ``python -m benchmarks.counting``. Graphillion counts by frontier
states, too, but keeps all of them as a zero-suppressed decision diagram, which has more than the
number. It gets the edges in the best known order, column by column.

Each row has a process of its own on both sides, a fork of one that has imported everything. Time is
the CPU time of the count with all its threads, unless the row says wall time. Memory is the peak of
the process, less its memory before.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from functools import partial
from itertools import combinations_with_replacement
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.common import HEAD, Row, machine, measured, publish, table

from caballero import Board, LimitReached, Limits, Problem, count_tours
from caballero.counting.ranks.space import tour_space
from caballero.counting.strips import strip_count
from caballero.machine.limits import Budget, LimitHit

ROUNDS = 3  # of measurements that take less than a few seconds
SMALL = [
    (rows, columns)
    for rows, columns in combinations_with_replacement(range(3, 13), 2)
    if rows * columns <= 40
]
KNOWN = {
    ("6x6", True): 9_862,  # OEIS A001230
    ("6x7", True): 1_067_638,  # OEIS A175881
    ("8x8", True): 13_267_364_410_532,  # OEIS A001230
    ("8x8", False): 9_795_914_085_489_952,  # OEIS A308131
    ("8x10", True): 4_235_482_818_156_697_040,  # OEIS A193055
    ("7x7", False): 82_787_609_160,  # OEIS A308131
    ("7x10", True): 1_250_063_279_938_854,  # OEIS A193054
}


def ours(board: str, closed: bool, folder: str | None = None, memory: float | None = None) -> int:
    """Count, with states in a folder if one is named; exit if the number is wrong."""
    limits = Limits(megabytes=memory)
    count = int(count_tours(board, closed=closed, folder=folder, limits=limits))
    if count != KNOWN.get((board, closed), count):
        raise SystemExit(f"{board}: {count} is wrong")
    return count


def graphillion(board: str) -> int:
    """Count the closed tours with Graphillion."""
    from graphillion import GraphSet

    GraphSet.set_universe(_edges(board), traversal="as-is")
    return int(GraphSet.cycles(is_hamilton=True).len())


def _edges(board: str) -> list[tuple[int, int]]:
    """Return the moves, those from the first column first."""
    rows, columns = sorted(Board(board).shape)
    return sorted(Problem(Board((columns, rows))).graph().edges())  # a row is a short side


def _import_graphillion() -> None:
    from graphillion import GraphSet

    GraphSet.set_universe([(1, 2), (2, 3), (1, 3)])
    GraphSet.cycles(is_hamilton=True).len()


# -- rows --------------------------------------------------------------------------------------


def against_graphillion(board: str, rounds: int) -> Iterator[Row]:
    """Count closed tours on both sides, alternately."""
    seconds: tuple[list[float], list[float]] = ([], [])
    megabytes: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        mine = measured(partial(ours, board, True))
        theirs = measured(partial(graphillion, board), _import_graphillion)
        if mine.answer != theirs.answer:
            raise SystemExit(f"{board}: Graphillion has {theirs.answer}")
        for side, one in enumerate((mine, theirs)):
            seconds[side].append(one.cpu)
            megabytes[side].append(max(one.megabytes, 0.1))
    name = f"closed {board.replace('x', '×')} against Graphillion"
    yield Row(name, "s", *seconds, limit=("≤", 0.02))
    yield Row(f"{name}, memory", "MB", *megabytes, limit=("≤", 0.05))


def one_count(
    board: str, closed: bool, cpu: float, wall: float | None = None, memory: float | None = None
) -> Iterator[Row]:
    """Count once, with limits of time and memory."""
    one = measured(partial(ours, board, closed))
    name = f"{'closed' if closed else 'open'} {board.replace('x', '×')}"
    yield Row(name, "s", [one.cpu], limit=("≤", cpu), on_ratio=False)
    limit = None if wall is None else ("≤", wall)
    yield Row(f"{name}, wall", "s", [one.seconds], limit=limit, on_ratio=False)
    limit = None if memory is None else ("≤", memory)
    yield Row(f"{name}, memory", "MB", [one.megabytes], limit=limit, on_ratio=False)


def spilled_count(
    board: str, closed: bool, cpu: float, wall: float, memory: float
) -> Iterator[Row]:
    """Count once with the states on disk; the peak of memory includes mapped files."""
    with TemporaryDirectory(prefix="caballero-") as folder:
        one = measured(partial(ours, board, closed, folder, memory))
    name = f"{'closed' if closed else 'open'} {board.replace('x', '×')}, states on disk"
    for what, unit, value, limit in (
        ("", "s", one.cpu, cpu),
        (", wall", "s", one.seconds, wall),
        (", memory", "MB", one.megabytes, memory),
    ):
        yield Row(f"{name}{what}", unit, [value], limit=("≤", limit), on_ratio=False)


def all_small() -> int:
    """Count open and closed tours of all small boards."""
    return sum(
        ours(f"{rows}x{columns}", closed) for rows, columns in SMALL for closed in (False, True)
    )


def small_boards() -> Iterator[Row]:
    """Count on all small boards."""
    times = [measured(all_small).cpu for _ in range(ROUNDS)]
    name = f"{len(SMALL)} boards of sides 3 to 12 and up to 40 squares, open and closed"
    yield Row(name, "s", times, limit=("≤", 5), on_ratio=False)


def strip(board: str, closed: bool, limit: float) -> Iterator[Row]:
    """Count a long strip."""
    one = measured(partial(_strip_bits, board, closed))
    name = f"{'closed' if closed else 'open'} {board.replace('x', '×')}, {one.answer} bits"
    yield Row(name, "s", [one.cpu], limit=("≤", limit), on_ratio=False)
    yield Row(f"{name}, memory", "MB", [one.megabytes], on_ratio=False)


def _strip_bits(board: str, closed: bool) -> int:
    return strip_count(Problem(board, closed=closed), Budget()).bit_length()


def samples(board: str, number: int, microseconds: float) -> Iterator[Row]:
    """Draw closed tours at random; the preparation is a row of its own."""
    one = measured(partial(_sample_times, board, number))
    name = f"a random closed tour of {board.replace('x', '×')}"
    prepared, each = one.answer
    yield Row(name, "µs", [each], limit=("≤", microseconds), on_ratio=False)
    yield Row(f"{name}, preparation", "s", [prepared], on_ratio=False)
    yield Row(f"{name}, memory", "MB", [one.megabytes], on_ratio=False)


def _sample_times(board: str, number: int) -> tuple[float, float]:
    began = process_time()
    space = tour_space(Problem(board, closed=True))
    space.sample(10, seed=1)
    prepared = process_time()
    space.sample(number, seed=2)
    return prepared - began, 1e6 * (process_time() - prepared) / number


def warm_up() -> None:
    """Run everything once before it is measured."""
    for question in (("6x6", False), ("6x6", True), ("5x8", True), ("6x7", True)):
        ours(*question)
    for board, closed in (("4x60", False), ("5x20", True)):
        strip_count(Problem(board, closed=closed), Budget())
    tour_space(Problem("6x6", closed=True)).sample(1000)


def main() -> None:
    """Measure all, and print the table."""
    parser = argparse.ArgumentParser(description="Measure the counts of tours.")
    parser.add_argument("--add-to", metavar="FILE", type=Path, help="add the table there, too")
    parser.add_argument("--quick", action="store_true", help="only what takes a few seconds")
    parser.add_argument("--only", metavar="TEXT", default="", help="the measures with it in them")
    options = parser.parse_args()
    quick: dict[str, Callable[[], Iterator[Row]]] = {
        "graphillion 6x6": partial(against_graphillion, "6x6", ROUNDS),
        "small boards": small_boards,
        "strip 4x1000": partial(strip, "4x1000", False, 10),
        "sample 6x6": partial(samples, "6x6", 20_000, 50),
    }
    heavy: dict[str, Callable[[], Iterator[Row]]] = {
        "graphillion 6x7": partial(against_graphillion, "6x7", 1),
        "closed 8x8": partial(one_count, "8x8", True, 45, 26, 800),
        "open 8x8": partial(spilled_count, "8x8", False, 3600, 1800, 12_000),
        "closed 8x10": partial(spilled_count, "8x10", True, 900, 450, 12_000),
        "open 7x7": partial(one_count, "7x7", False, 60),
        "closed 7x10": partial(one_count, "7x10", True, 45),
        "strip 5x500": partial(strip, "5x500", True, 15),
        "sample 8x8": partial(samples, "8x8", 200, 5000),
    }
    warm_up()
    rows: list[Row] = []
    left_out: list[str] = []
    for name, measure in (quick if options.quick else quick | heavy).items():
        if options.only not in name:
            continue
        try:
            found = list(measure())
        except (LimitHit, LimitReached, MemoryError, OverflowError, BrokenExecutor) as error:
            left_out.append(f"{name} ({error or type(error).__name__})")
            continue
        rows += found
        for row in found:
            sys.stderr.write(f"{' | '.join(row.cells())}\n")
    text = (
        f"\n## Counts\n\nPrinted by `make bench`: {machine()}. CPU seconds of all threads, and\n"
        "memory beyond that of the process after all imports. Each row is a process of its own.\n"
        "The ratio is our value divided by Graphillion's.\n\n"
    )
    text += table(HEAD, [row.cells() for row in rows])
    if left_out:
        text += f"\nNot measured here: {'; '.join(left_out)}.\n"
    publish(text, options.add_to)


if __name__ == "__main__":
    main()
