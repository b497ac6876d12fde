"""What each candidate among the methods of `solve` wins: the same problems with it and without it.

The problems are those of the peers, puzzles, random graphs (undirected and directed), hard boards
and graphs, and, with ``--folder``, hard graphs in files, such as the FHCP Challenge Set. Each is
solved with all methods, in a process of its own, on one core. If a candidate got a slice, the
problem is solved again without it; otherwise taking it away changes nothing, because no slice of a
plan depends on what the others found. The tables have the problems that each method answers, and
for each candidate how many it ran on and answered, how many are answered with it and without it,
and the CPU seconds of both.

    python -m benchmarks.ablation --seconds 20
    python -m benchmarks.ablation --folder FHCP --seconds 60 --add-to benchmarks/RESULTS.md
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from benchmarks.common import machine, publish, table
from benchmarks.directed import one_way
from benchmarks.puzzles import puzzle
from benchmarks.questions import cubic, questions

from caballero import GaveUp, Graph, Limits, Problem, Progress, solve
from caballero.find.plan import Slice, plan_of
from caballero.find.prepared import Prepared
from caballero.formats import read_graph

CANDIDATES: Final = ("transitions", "clues", "parts")


class Result(NamedTuple):
    """Whether a problem was answered, by which method, the methods that ran, and CPU seconds."""

    answered: bool
    method: str
    ran: frozenset[str]
    seconds: float


class OverError(Exception):
    """The limit of CPU time is reached."""


# -- problems ----------------------------------------------------------------------------------


def petersen(size: int, step: int) -> Graph:
    """Return the generalised Petersen graph: an outer cycle, spokes, and inner chords (Watkins)."""
    edges = [(v, (v + 1) % size) for v in range(size)]
    edges += [(v, size + v) for v in range(size)]
    edges += [(size + v, size + (v + step) % size) for v in range(size)]
    return Graph.from_edges(sorted({(min(e), max(e)) for e in edges}), range(2 * size))


def sparse(size: int, seed: int) -> Graph:
    """Return a random graph with 1.6 to 2.4 edges a vertex, and at least two at each."""
    rng = random.Random(seed)
    count = int(size * rng.uniform(1.6, 2.4))
    edges = {(v, (v + 1 + rng.randrange(size - 1)) % size) for v in range(size)}
    edges = {(min(edge), max(edge)) for edge in edges}
    while len(edges) < count:
        a, b = sorted(rng.sample(range(size), 2))
        edges.add((a, b))
    return Graph.from_edges(sorted(edges), range(size))


def boards() -> Iterator[Problem]:
    """Yield boards of long-legged pieces, with holes, and narrow ones."""
    for piece in ("giraffe", "zebra", "2,5", "3,4"):
        for side in (10, 11, 13, 14, 16, 18):
            for closed in (False, True):
                yield Problem(side, piece=piece, closed=closed)
    for side in (7, 8, 9, 10):
        rng = random.Random(side)
        squares = [(r, c) for r in range(side) for c in range(side)]
        for holes in (2, 4, 6):
            left = set(squares) - set(rng.sample(squares, holes))
            rows = ("".join(".#"[(r, c) not in left] for c in range(side)) for r in range(side))
            yield Problem("\n".join(rows))
    for columns in range(6, 16):
        yield Problem(f"3x{columns}", start="a1")
        yield Problem(f"4x{columns}", start="b2", end="c1")


def groups(folder: Path | None) -> Iterator[tuple[str, list[Problem | Path]]]:
    """Yield the sets of problems with their names."""
    yield "the problems of the peers", [question.problem for question in questions()]
    yield (
        "puzzles of 8×8, 8 to 32 numbers given",
        [puzzle(given, seed) for given in (32, 24, 16, 12, 8) for seed in range(10)],
    )
    yield (
        "larger boards, every eighth number given",
        [spaced(side, 8, seed) for side in (10, 12, 16, 20, 24) for seed in range(6)],
    )
    yield (
        "larger boards, every 16th or 32nd number given",
        [spaced(side, n, seed) for side in (16, 20, 24) for n in (16, 32) for seed in range(3)],
    )
    sizes = (20, 40, 60, 100, 200)
    yield (
        "random cubic graphs",
        [Problem(cubic(n, s), closed=True) for n in sizes for s in range(40)],
    )
    yield (
        "random sparse graphs",
        [Problem(sparse(n, s), closed=True) for n in sizes for s in range(40)],
    )
    yield (
        "random directed graphs",
        [
            Problem(one_way(cubic_with_tour(n, s), 0.3, s), closed=True)
            for n in sizes
            for s in range(20)
        ],
    )
    yield (
        "generalised Petersen graphs",
        [
            Problem(petersen(size, step), closed=True)
            for size in range(5, 60, 6)
            for step in (1, 2, 3)
            if 2 * step < size
        ],
    )
    yield "hard boards", [*boards()]
    if folder:
        yield "hard graphs in files", [file for file in sorted(folder.iterdir()) if file.is_file()]


def spaced(side: int, step: int, seed: int) -> Problem:
    """Return a board on which every `step`-th number of a random tour is given."""
    from benchmarks.clues import random_tour

    board, tour = Problem(side), random_tour(side, seed)
    return Problem(side, clues={board.place(v): n for n, v in enumerate(tour, 1) if n % step == 1})


def cubic_with_tour(size: int, seed: int) -> Graph:
    """Return a random cubic graph that has a tour."""
    return next(g for s in range(seed, 10**6, 1000) if solve(g := cubic(size, s), closed=True))


# -- runs --------------------------------------------------------------------------------------


def attempt(given: Problem | Path, seconds: float, without: str) -> Result:
    """Solve a problem on one core, without a method."""

    def check(_progress: Progress) -> None:
        if time.process_time() - before > seconds:
            raise OverError

    def slices(prepared: Prepared) -> Iterator[Slice]:
        for planned in plan_of(prepared):
            if planned.method != without:
                ran.add(planned.method)
                yield planned

    ran: set[str] = set()
    before = time.process_time()
    problem = given if isinstance(given, Problem) else None
    if isinstance(given, Path):
        problem = Problem(read_graph(given.read_bytes()), closed=True)
    assert problem is not None
    try:
        with (
            patch("caballero.find.ahead.processors", lambda: 1),
            patch("caballero.find.portfolio.plan_of", slices),
        ):
            outcome = solve(problem, limits=Limits(seconds=20 * seconds), callback=check)
    except OverError:
        return Result(False, "", frozenset(ran), seconds)
    took = time.process_time() - before
    answered = not isinstance(outcome, GaveUp)
    return Result(answered, outcome.stats.method, frozenset(ran), took)


def run(
    pool: ProcessPoolExecutor, problems: Sequence[Problem | Path], seconds: float, without: str
) -> list[Result]:
    """Solve problems; a problem that is not answered counts with all of its time."""
    return [*pool.map(attempt, problems, [seconds] * len(problems), [without] * len(problems))]


def main() -> None:
    """Solve all problems and print the tables."""
    parser = argparse.ArgumentParser(description="Measure what each method of solve wins.")
    parser.add_argument("--folder", metavar="FOLDER", type=Path, help="hard graphs")
    parser.add_argument("--seconds", metavar="S", type=float, default=20)
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="problems at a time")
    parser.add_argument("--candidates", metavar="METHOD", nargs="+", default=CANDIDATES)
    parser.add_argument("--add-to", metavar="FILE", type=Path)
    options = parser.parse_args()
    answered, rows = [], defaultdict(list)
    context = get_context("spawn")  # a fresh process for each problem: nothing is cached
    with ProcessPoolExecutor(options.jobs, mp_context=context, max_tasks_per_child=1) as pool:
        for name, problems in groups(options.folder):
            whole = run(pool, problems, options.seconds, "")
            by = Counter(result.method for result in whole if result.answered)
            cells = ", ".join(f"{method} {times}" for method, times in by.most_common())
            answered.append([name, str(len(whole)), f"{sum(r.seconds for r in whole):.1f}", cells])
            for candidate in options.candidates:
                tried = [i for i, r in enumerate(whole) if candidate in r.ran]
                again = run(pool, [problems[i] for i in tried], options.seconds, candidate)
                old = [whole[i] for i in tried]
                rows[candidate].append((name, len(whole), old, again))
    text = (
        f"\n## What each method wins\n\n{machine()}. At most {options.seconds:g} CPU seconds.\n\n"
    )
    text += table(["problems", "number", "CPU s", "answered by"], answered) + "\n"
    head = [
        "without",
        "problems",
        "number",
        "answered by it",
        "with",
        "without",
        "s with",
        "s without",
    ]
    lines = [
        [
            candidate, name, str(number), str(sum(r.method == candidate for r in old)),
            str(sum(r.answered for r in old)), str(sum(r.answered for r in again)),
            f"{sum(r.seconds for r in old):.2f}", f"{sum(r.seconds for r in again):.2f}",
        ]
        for candidate, compared in rows.items()
        for name, number, old, again in compared
        if old
    ]  # fmt: skip
    publish(text + table(head, lines), options.add_to)


if __name__ == "__main__":
    main()
