"""Clues: how many boards Caballero and two other solvers solve, and how fast.

Each board is a random open knight's tour of which every k-th number is a clue: 1, 1 + k, ….
Each board is solved in a process of its own on one core; the table shows its CPU seconds, including
the import of the solver. A board that takes longer than the limit counts as not solved.

    python benchmarks/clues.py                          # 50 boards of each kind
    python benchmarks/clues.py --first 1000             # 50 others
    python benchmarks/clues.py --methods caballero clingo cp-sat --boards 5

clingo (Answer Set Programming; Potassco) and OR-tools (CP-SAT; Google) must be installed.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
from collections.abc import Callable
from itertools import pairwise
from random import Random

from caballero import find_tour
from caballero.find.clues import clue_tour
from caballero.machine.limits import Budget
from caballero.model.graph import Graph
from caballero.model.problem import Problem

Solver = Callable[[Graph, dict[int, int]], list[int] | None]

KINDS = [(8, 4), (8, 8), (8, 16), (8, 32), (12, 12), (20, 20)]


def random_tour(side: int, seed: int) -> list[int]:
    """Make a random tour by many random rotations at both ends."""
    rng = Random(seed)
    problem = Problem(side)
    graph = problem.graph()
    path = [problem.vertex(square) for square in find_tour(problem)]
    for _ in range(20 * len(path)):
        if rng.random() < 0.5:
            path.reverse()
        at = path.index(rng.choice(graph.neighbours(path[-1])))
        path[at + 1 :] = path[:at:-1]
    return path


def by_caballero(graph: Graph, known: dict[int, int]) -> list[int] | None:
    return clue_tour(graph, known, Budget(), closed=False, seed=0)


ENCODING = """
number(1..n). vertex(0..n-1).
1 { at(V,T) : vertex(V) } 1 :- number(T).
1 { at(V,T) : number(T) } 1 :- vertex(V).
:- at(V,T), T < n, not 1 { at(W,T+1) : edge(V,W) }.
:- at(V,T), T > 1, not 1 { at(W,T-1) : edge(V,W) }.
:- given(V,T), not at(V,T).
#show at/2.
"""


def by_clingo(graph: Graph, known: dict[int, int]) -> list[int] | None:
    import clingo

    facts = [f"edge({v},{w})." for v in range(len(graph)) for w in graph.neighbours(v)]
    facts += [f"given({v},{number})." for number, v in known.items()]
    control = clingo.Control(["-c", f"n={len(graph)}"])
    control.add("base", [], ENCODING + "".join(facts))
    control.ground([("base", [])])
    order: list[int] = []

    def keep(model: clingo.Model) -> None:
        atoms = model.symbols(shown=True)
        pairs = sorted((a.arguments[1].number, a.arguments[0].number) for a in atoms)
        order.extend(v for _, v in pairs)

    control.solve(on_model=keep)
    return order or None


def by_cp_sat(graph: Graph, known: dict[int, int]) -> list[int] | None:
    from ortools.sat.python import cp_model

    n = len(graph)
    model = cp_model.CpModel()
    number = [model.new_int_var(1, n, f"number {v}") for v in range(n)]
    model.add_all_different(number)
    for t, v in known.items():
        model.add(number[v] == t)
    arcs = []
    for v in range(n):
        begins, ends = model.new_bool_var(f"begins {v}"), model.new_bool_var(f"ends {v}")
        model.add(number[v] == 1).only_enforce_if(begins)
        model.add(number[v] == n).only_enforce_if(ends)
        arcs += [(n, v, begins), (v, n, ends)]
        for w in graph.neighbours(v):
            used = model.new_bool_var(f"{v} to {w}")
            model.add(number[w] == number[v] + 1).only_enforce_if(used)
            arcs.append((v, w, used))
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return sorted(range(n), key=lambda v: solver.value(number[v]))


SOLVERS: dict[str, Solver] = {
    "caballero": by_caballero,
    "clingo": by_clingo,
    "cp-sat": by_cp_sat,
}


def is_answer(graph: Graph, known: dict[int, int], tour: list[int] | None) -> bool:
    return (
        tour is not None
        and sorted(tour) == list(range(len(graph)))
        and all(graph.has_edge(v, w) for v, w in pairwise(tour))
        and all(tour[number - 1] == v for number, v in known.items())
    )


def cpu_seconds(solver: Solver, graph: Graph, known: dict[int, int], limit: int) -> float | None:
    """Solve in a process of its own; return None if it fails or reaches the limit."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        right = False
        try:
            right = is_answer(graph, known, solver(graph, known))
        finally:
            os._exit(0 if right else 1)
    _, status, usage = os.wait4(child, 0)
    return None if status else usage.ru_utime + usage.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--methods", nargs="+", choices=SOLVERS, default=["caballero"])
    parser.add_argument("--boards", type=int, default=50, help="of each kind; default %(default)s")
    parser.add_argument("--first", type=int, default=0, help="seed of the first board")
    parser.add_argument("--limit", type=int, default=20, help="CPU seconds; default %(default)s")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.boards)
    print("| board | clues | method | solved | median s | max s |")
    print("|---|---|---|---|---|---|")
    for side, every in KINDS:
        graph = Problem(side).graph()
        tours = [random_tour(side, seed) for seed in seeds]
        boards = [{i + 1: tour[i] for i in range(0, len(tour), every)} for tour in tours]
        for method in options.methods:
            results = [cpu_seconds(SOLVERS[method], graph, b, options.limit) for b in boards]
            times = [seconds for seconds in results if seconds is not None]
            figures = f"{statistics.median(times):.2f} | {max(times):.2f}" if times else "– | –"
            solved = f"{len(times)}/{len(boards)}"
            print(
                f"| {side}×{side} | every {every} | {method} | {solved} | {figures} |", flush=True
            )


if __name__ == "__main__":
    main()
