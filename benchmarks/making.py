"""Puzzles: how long it takes to make one, beside other solvers.

Caballero makes a puzzle that is minimal. Each other solver is then given its solution, takes
numbers away one by one, in the order that Caballero uses (every second one first, then every
fourth, …), and decides each time whether another tour has the rest. clingo and CaDiCaL keep what
they learn from one question to the next; for CP-SAT each is a new one. A solution found once is
not asked for again. The table has CPU seconds, and how many of the puzzles were finished.

A second table has Zips and hexagons, also at each level: to make one, to solve it, and to prove
that there is no other solution. None of the peers makes these.

    python -m benchmarks.making                                     # 20 puzzles of each kind
    python -m benchmarks.making --puzzles 5 --peers python-sat --limit 60

CP-SAT (OR-tools; Google), CaDiCaL (python-sat) and clingo (Potassco) must be installed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from benchmarks.common import machine, publish, table
from benchmarks.puzzles import asp_encoding, cp_encoding, sat_encoding

from caballero import Problem, solve
from caballero.puzzles import Puzzle, another_tour, make_puzzle

KINDS: Final = ((8, "knight", 2.0), (10, "knight", 10.0), (10, "king", 1.0), (10, "wazir", 1.0))
"""The side of the board, the piece, and the most seconds that the median should take."""

ZIPS: Final = (
    ("Zip 8×8", Problem(8, "wazir"), "zip", None, 1.0, 10),
    ("Zip 8×8, easy", Problem(8, "wazir"), "zip", "easy", 1.0, 10),
    ("Zip 8×8, hard", Problem(8, "wazir"), "zip", "hard", 1.0, 10),
    ("Zip 10×10", Problem(10, "wazir"), "zip", None, 3.0, 20),
    ("Zip 10×10, hard", Problem(10, "wazir"), "zip", "hard", 3.0, 20),
    ("hexagon of side 5", Problem("hex5", "step"), "numbers", None, 1.0, 20),
    ("hexagon of side 5, Rikudo", Problem("hex5", "step"), "rikudo", None, 1.0, 20),
    ("hexagon of side 5, Zip", Problem("hex5", "step"), "zip", None, 1.0, 20),
    ("king 10×10", Problem(10, "king"), "numbers", None, 0.2, 20),
)
"""A name, the problem, the kind and the level; the most seconds to make one, and the most
milliseconds to solve it, or to prove it unique, at the worst."""

Order: TypeAlias = Sequence[int]
"""The vertices of a tour, in the order of their numbers."""

Other: TypeAlias = Callable[[set[int]], Order | None]
"""Finds another tour that has the same places for some numbers, counted from 0."""


def with_sat(problem: Problem, order: Order) -> Other:
    solver, x = sat_encoding(problem)
    solver.add_clause([-x[v, t] for t, v in enumerate(order)])

    def other(numbers: set[int]) -> Order | None:
        if not solver.solve(assumptions=[x[order[t], t] for t in numbers]):
            return None
        true = {y for y in solver.get_model() if y > 0}
        at = {t: v for (v, t), y in x.items() if y in true}
        return [at[t] for t in range(len(order))]

    return other


def with_clingo(problem: Problem, order: Order) -> Other:
    import clingo

    control = clingo.Control(["-c", f"n={problem.size}"])
    same = ", ".join(f"at({v},{t})" for t, v in enumerate(order, 1))
    control.add("base", [], f"{asp_encoding(problem)}:- {same}.")
    control.ground([("base", [])])

    def atom(v: int, t: int) -> clingo.Symbol:
        return clingo.Function("at", [clingo.Number(v), clingo.Number(t + 1)])

    def other(numbers: set[int]) -> Order | None:
        found: list[list[int]] = []

        def keep(model: clingo.Model) -> None:
            pairs = sorted(
                (a.arguments[1].number, a.arguments[0].number) for a in model.symbols(shown=True)
            )
            found.append([v for _, v in pairs])

        given = [(atom(order[t], t), True) for t in numbers]
        control.solve(assumptions=given, on_model=keep)
        return found[0] if found else None

    return other


def with_cp_sat(problem: Problem, order: Order, limit: float) -> Other:
    from ortools.sat.python import cp_model

    end = time.process_time() + limit

    def other(numbers: set[int]) -> Order | None:
        model, arcs, number = cp_encoding(problem)
        steps = {*pairwise(order)}
        model.add_bool_or([used.Not() for v, w, used in arcs if (v, w) in steps])
        for t in numbers:
            model.add(number[order[t]] == t + 1)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = max(0.1, end - time.process_time())
        status = solver.solve(model)
        if status == cp_model.UNKNOWN:
            raise TimeoutError
        if status == cp_model.INFEASIBLE:
            return None
        return sorted(range(len(order)), key=lambda v: solver.value(number[v]))

    return other


def reduce(other: Other, order: Order, rng: Random, limit: float) -> bool:
    """Take numbers away as long as there is no other tour; return whether the time was enough."""
    end = time.process_time() + limit
    numbers = [*range(1, len(order) - 1)]
    rng.shuffle(numbers)
    numbers.sort(key=lambda t: t & -t)
    kept = {0, len(order) - 1, *numbers}
    others: list[Order] = []
    for number in numbers:
        rest = kept - {number}
        if any(all(tour[t] == order[t] for t in rest) for tour in others):
            continue
        try:
            found = other(rest)
        except TimeoutError:
            return False
        if found is None:
            kept = rest
        else:
            others.append(found)
        if time.process_time() > end:
            return False
    return True


def compare(size: int, piece: str, wanted: float, options: argparse.Namespace) -> list[list[str]]:
    """Return the rows of a kind: Caballero's, and one for each peer."""
    peers: dict[str, Callable[[Problem, Order], Other]] = {
        "python-sat": with_sat,
        "clingo": with_clingo,
        "cp-sat": partial(with_cp_sat, limit=options.limit),
    }
    times: dict[str, list[float]] = {name: [] for name in ("Caballero", *options.peers)}
    finished = dict.fromkeys(times, 0)
    for seed in range(options.puzzles):
        began = time.process_time()
        puzzle = make_puzzle(Problem(size, piece=piece), seed=seed)
        times["Caballero"].append(time.process_time() - began)
        assert isinstance(puzzle, Puzzle)
        finished["Caballero"] += puzzle.minimal
        order = puzzle.tour.order
        ends = [(place, t) for place, t in puzzle.problem.clues if t in (1, len(order))]
        problem = replace(puzzle.problem, clues=tuple(ends))
        for name in options.peers:
            began = time.process_time()
            other = peers[name](problem, order)
            finished[name] += reduce(other, order, Random(seed), options.limit)
            times[name].append(time.process_time() - began)
    ours = statistics.median(times["Caballero"])
    return [_row(f"{piece} {size}×{size}", name, finished[name], found, ours, wanted)
            for name, found in times.items()]  # fmt: skip


def _row(
    kind: str, name: str, finished: int, found: Sequence[float], ours: float, wanted: float
) -> list[str]:
    median, worst = statistics.median(found), max(found)
    row = [kind, name, f"{finished} of {len(found)}", f"{median:.2f}", f"{worst:.2f}"]
    if name == "Caballero":
        return [*row, "1.00", f"≤ {wanted:g}: {'yes' if median <= wanted else '**no**'}"]
    return [*row, f"{ours / median:.2g}", ""]


def zips(puzzles: int) -> list[list[str]]:
    """Return the rows of the second table."""
    rows = []
    for name, problem, kind, level, wanted, most in ZIPS:
        times: list[list[float]] = [[], [], []]
        for seed in range(puzzles):
            marks = [time.process_time()]
            puzzle = make_puzzle(problem, kind=kind, level=level, seed=seed)
            marks.append(time.process_time())
            assert isinstance(puzzle, Puzzle)
            solve(puzzle.problem)
            marks.append(time.process_time())
            another_tour(puzzle.problem, puzzle.tour)
            marks.append(time.process_time())
            for kept, (begin, end) in zip(times, pairwise(marks), strict=True):
                kept.append(end - begin)
        made, *asked = times
        good = statistics.median(made) <= wanted and max(map(max, asked)) * 1000 <= most
        cells = [f"{statistics.median(made):.2f}", f"{max(made):.2f}"]
        cells += [f"{1000 * f(t):.1f}" for t in asked for f in (statistics.median, max)]
        rows.append([name, *cells, f"≤ {wanted:g} s, {most} ms: {'yes' if good else '**no**'}"])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=int, default=20, help="of each kind; default %(default)s")
    parser.add_argument("--limit", type=float, default=60, help="seconds of a peer for each puzzle")
    names: Mapping[str, None] = dict.fromkeys(("python-sat", "clingo", "cp-sat"))
    parser.add_argument("--peers", nargs="*", choices=names, default=list(names))
    parser.add_argument("--add-to", type=Path, help="add the table to this file")
    options = parser.parse_args()
    head = ["puzzle", "program", "finished", "median s", "worst s", "ours / theirs", "median"]
    rows = [row for kind in KINDS for row in compare(*kind, options)]
    title = f"\n## Puzzles: making one\n\n{options.puzzles} puzzles of each kind; finished: "
    note = f"proved minimal; peers at most {options.limit:g} s a puzzle; {machine()}"
    publish(f"{title}{note}\n\n{table(head, rows)}", options.add_to)
    head = [
        "puzzle", "made, median s", "worst s", "solved, median ms", "worst ms",
        "no other, median ms", "worst ms", "wanted",
    ]  # fmt: skip
    title = f"\n## Zips and hexagons\n\n{options.puzzles} puzzles a row; {machine()}"
    publish(f"{title}\n\n{table(head, zips(options.puzzles))}", options.add_to)


if __name__ == "__main__":
    main()
