"""Puzzles: how long it takes to decide whether there is one solution, beside other solvers.

Each puzzle is a random open knight's tour of 8×8 of which some numbers are given: the first, the
last, and others at random. Each solver finds a solution, and another one or the proof that there is
none. All solve the same puzzles in turn, one core each, and their verdicts must agree. The table
has CPU seconds, encodings included but not imports, and the ratio of the medians.

    python -m benchmarks.puzzles                                      # 50 puzzles of each kind
    python -m benchmarks.puzzles --puzzles 10 --peers python-sat --add-to benchmarks/RESULTS.md

CP-SAT (OR-tools; Google), CaDiCaL (python-sat) and clingo (Potassco) must be installed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.clues import ENCODING, random_tour
from benchmarks.common import machine, publish, table

from caballero import Problem, is_unique
from caballero.model.graph import Graph
from caballero.proof.facts import distances_from, graph_colouring

SIDE: Final = 8
GIVEN: Final = (32, 24, 16, 12, 8)
WANTED: Final = (0.1, 1.0)
"""The most seconds of the median and of the worst puzzle."""

SLOWEST: Final = 60
"""Seconds after which CP-SAT gives up."""


def puzzle(given: int, seed: int) -> Problem:
    """Return a puzzle of a random tour, with the first number, the last, and random others."""
    tour, size = random_tour(SIDE, seed), SIDE * SIDE
    numbers = [1, size, *Random(seed).sample(range(2, size), given - 2)]
    board = Problem(SIDE)
    return Problem(SIDE, clues={board.place(tour[number - 1]): number for number in numbers})


def by_caballero(problem: Problem) -> bool:
    return bool(is_unique(problem))


def by_sat(problem: Problem) -> bool:
    solver, _ = sat_encoding(problem)
    assert solver.solve()
    solver.add_clause([-y for y in solver.get_model() if y > 0])
    return not solver.solve()


def sat_encoding(problem: Problem) -> tuple[Any, dict[tuple[int, int], int]]:
    """Return a solver with its clauses, and the variable of each vertex and number, from 0."""
    from pysat.solvers import Cadical195

    graph, size = problem.graph(), problem.size
    given = [
        (v, number - 1, distances_from(graph, v, size)) for number, v in problem.numbered().items()
    ]

    alternates = graph_colouring(problem) is not None

    def possible(v: int, t: int) -> bool:
        """Return whether the distances and colours of the clues allow a number."""
        gaps = [(abs(t - at) - far[v]) for _, at, far in given]
        return all(gap >= 0 and not (alternates and gap % 2) for gap in gaps)

    pairs = [(v, t) for v in range(size) for t in range(size) if possible(v, t)]
    x = {pair: number for number, pair in enumerate(pairs, 1)}
    solver = Cadical195()
    for i in range(size):
        squares = [x[v, i] for v in range(size) if (v, i) in x]
        for row in ([x[i, t] for t in range(size) if (i, t) in x], squares):
            solver.add_clause(row)
            for pair in combinations(row, 2):
                solver.add_clause([-y for y in pair])
    for v, t in pairs:
        for beside in (t - 1, t + 1):
            if 0 <= beside < size:
                near = [x[w, beside] for w in graph.neighbours(v) if (w, beside) in x]
                solver.add_clause([-x[v, t], *near])
    return solver, x


def by_clingo(problem: Problem) -> bool:
    import clingo

    control = clingo.Control(["-c", f"n={problem.size}", "2"])
    control.add("base", [], asp_encoding(problem))
    control.ground([("base", [])])
    models: list[None] = []
    control.solve(on_model=lambda _model: models.append(None))
    return len(models) == 1


def asp_encoding(problem: Problem) -> str:
    """Return the program for clingo."""
    graph = problem.graph()
    facts = [f"edge({v},{w})." for v in range(len(graph)) for w in graph.neighbours(v)]
    facts += [f"given({v},{number})." for number, v in problem.numbered().items()]
    return ENCODING + "".join(facts)


def by_cp_sat(problem: Problem) -> bool:
    from ortools.sat.python import cp_model

    model, arcs, _ = cp_encoding(problem)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SLOWEST
    assert solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    used = [literal for _, _, literal in arcs if solver.value(literal)]
    model.add_bool_or([literal.Not() for literal in used])
    status = solver.solve(model)
    if status == cp_model.UNKNOWN:
        raise TimeoutError
    return bool(status == cp_model.INFEASIBLE)


def cp_encoding(problem: Problem) -> tuple[Any, list[tuple[int, int, Any]], list[Any]]:
    """Return a model of OR-tools, the arcs of its circuit, and the number of each vertex."""
    from ortools.sat.python import cp_model

    size = problem.size
    model = cp_model.CpModel()
    number = [model.new_int_var(1, size, f"number {v}") for v in range(size)]
    model.add_all_different(number)
    for t, v in problem.numbered().items():
        model.add(number[v] == t)
    arcs = _arcs(model, problem.graph(), number)
    model.add_circuit(arcs)
    return model, arcs, number


def _arcs(model: Any, graph: Graph, number: list[Any]) -> list[tuple[int, int, Any]]:
    """Return the arcs of a circuit through all vertices and one more, between the two ends."""
    size = len(graph)
    arcs = []
    for v in range(size):
        begins, ends = model.new_bool_var(""), model.new_bool_var("")
        model.add(number[v] == 1).only_enforce_if(begins)
        model.add(number[v] == size).only_enforce_if(ends)
        arcs += [(size, v, begins), (v, size, ends)]
        for w in graph.neighbours(v):
            used = model.new_bool_var("")
            model.add(number[w] == number[v] + 1).only_enforce_if(used)
            arcs.append((v, w, used))
    return arcs


PEERS: Final[Mapping[str, Callable[[Problem], bool]]] = {
    "python-sat": by_sat,
    "clingo": by_clingo,
    "cp-sat": by_cp_sat,
}


def measure(problem: Problem, solver: Callable[[Problem], bool]) -> tuple[float, bool | None]:
    """Return the CPU seconds and the verdict, None if it took too long."""
    began = time.process_time()
    try:
        verdict: bool | None = solver(problem)
    except TimeoutError:
        verdict = None
    return time.process_time() - began, verdict


def compare(given: int, seeds: range, peers: list[str]) -> list[list[str]]:
    """Return the rows for a number of clues: Caballero's, and one for each peer."""
    solvers = {"Caballero": by_caballero} | {name: PEERS[name] for name in peers}
    times: dict[str, list[float]] = {name: [] for name in solvers}
    single = 0
    for seed in seeds:
        problem = puzzle(given, seed)
        verdicts = set()
        for name, solver in solvers.items():
            seconds, verdict = measure(problem, solver)
            times[name].append(seconds)
            verdicts |= {verdict} - {None}
        if len(verdicts) != 1:
            raise SystemExit(f"The verdicts about puzzle {seed} with {given} numbers differ.")
        single += True in verdicts
    ours = statistics.median(times["Caballero"])
    rows = []
    for name, found in times.items():
        median, worst = statistics.median(found), max(found)
        fine = median <= WANTED[0] and worst <= WANTED[1]
        last = ["1.00", "yes" if fine else "**no**"]
        if name != "Caballero":
            last = [f"{ours / median:.2g}", ""]
        rows.append([f"{given} ({single} unique)", name, f"{median:.3f}", f"{worst:.3f}", *last])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=int, default=50, help="of each kind; default %(default)s")
    parser.add_argument("--first", type=int, default=0, help="seed of the first puzzle")
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=list(PEERS))
    parser.add_argument("--add-to", type=Path, help="add the table to this file")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.puzzles)
    for name in ("Caballero", *options.peers):  # imports are not measured
        measure(puzzle(32, 0), {"Caballero": by_caballero, **PEERS}[name])
    head = ["clues", "program", "median s", "worst s", "ours / theirs"]
    head.append(f"median ≤ {WANTED[0]:g}, worst ≤ {WANTED[1]:g}")
    rows = [row for given in GIVEN for row in compare(given, seeds, options.peers)]
    title = (
        f"\n## Puzzles: one solution or several\n\n8×8, knight, {options.puzzles} puzzles a row; "
    )
    publish(f"{title}{machine()}\n\n{table(head, rows)}", options.add_to)


if __name__ == "__main__":
    main()
