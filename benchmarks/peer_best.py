"""Look for the shortest round trip with one program; the cities are JSON on standard input.

    python -m benchmarks.peer_best SOLVER < cities.json

The cities are coordinates; distances are rounded as TSPLIB does (EUC_2D). The answer is JSON, too:
the tour, a bound if the program has one, and its CPU seconds without starting Python.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

Distances = list[list[int]]


class Answer(NamedTuple):
    """A tour that begins at city 0, and a bound."""

    tour: list[int]
    bound: float | None = None


def caballero(distances: Distances, limit: float) -> Answer:
    """Caballero, with the extras that are installed."""
    from caballero import Graph, best_tour

    size = len(distances)
    edges = [(a, b, distances[a][b]) for a in range(size) for b in range(a)]
    best: Any = best_tour(Graph.from_edges(edges, range(size)), closed=True, limits=limit)
    return Answer(list(best.tour.order), best.bound)


def caballero_alone(distances: Distances, limit: float) -> Answer:
    """Caballero without extras."""
    from caballero.best import inequalities

    inequalities.is_installed = lambda: False
    return caballero(distances, limit)


def cpsat(distances: Distances, limit: float) -> Answer:
    """OR-tools' CP-SAT: a circuit through every city."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    size = len(distances)
    arcs = [(a, b, model.new_bool_var("")) for a in range(size) for b in range(size) if a != b]
    model.add_circuit(arcs)
    model.minimize(sum(distances[a][b] * chosen for a, b, chosen in arcs))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer([])
    successor = {a: b for a, b, chosen in arcs if solver.value(chosen)}
    tour = [0]
    while successor[tour[-1]]:
        tour.append(successor[tour[-1]])
    return Answer(tour, math.ceil(solver.best_objective_bound - 1e-6))


def routing(distances: Distances, limit: float) -> Answer:
    """OR-tools' routing library: guided local search, which always takes all of its time."""
    from ortools.constraint_solver import pywrapcp, routing_enums_pb2

    manager = pywrapcp.RoutingIndexManager(len(distances), 1, 0)
    model = pywrapcp.RoutingModel(manager)
    model.SetArcCostEvaluatorOfAllVehicles(model.RegisterTransitMatrix(distances))
    parameters = pywrapcp.DefaultRoutingSearchParameters()
    parameters.local_search_metaheuristic = (
        routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    )
    parameters.time_limit.FromMilliseconds(int(1000 * limit))
    found = model.SolveWithParameters(parameters)
    at, tour = model.Start(0), []
    while not model.IsEnd(at):
        tour.append(manager.IndexToNode(at))
        at = found.Value(model.NextVar(at))
    return Answer(tour)


def elkai(distances: Distances, limit: float) -> Answer:
    """LKH by elkai, with its ten runs."""
    import elkai

    return Answer(elkai.DistanceMatrix(distances).solve_tsp()[:-1])


def networkx_greedy(distances: Distances, limit: float) -> Answer:
    """networkx: the nearest city first, then exchanges by threshold accepting."""
    import networkx

    size = len(distances)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, distances[a][b]) for a in range(size) for b in range(a))
    approximation = networkx.approximation
    first = approximation.greedy_tsp(graph, source=0)
    best = approximation.threshold_accepting_tsp(graph, first, source=0, seed=1)
    return Answer(best[:-1])


def networkx_christofides(distances: Distances, limit: float) -> Answer:
    """networkx: Christofides' algorithm, at most 1.5 times the optimum."""
    import networkx

    size = len(distances)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, distances[a][b]) for a in range(size) for b in range(a))
    tour = networkx.approximation.christofides(graph)
    return Answer(tour[:-1])


SOLVERS: dict[str, Callable[[Distances, float], Answer]] = {
    "Caballero": caballero_alone,
    "Caballero, plain Python": caballero_alone,
    "Caballero with `[best]`": caballero,
    "CP-SAT": cpsat,
    "OR-tools routing": routing,
    "elkai (LKH)": elkai,
    "networkx, threshold accepting": networkx_greedy,
    "networkx, Christofides": networkx_christofides,
}


def distances_of(cities: list[tuple[float, float]]) -> Distances:
    """Return rounded distances."""
    return [[int(math.dist(a, b) + 0.5) for b in cities] for a in cities]


def main() -> None:
    """Solve one problem."""
    question = json.load(sys.stdin)
    distances = distances_of(question["cities"])
    begun = time.process_time()
    answer = SOLVERS[sys.argv[1]](distances, question["limit"])
    seconds = time.process_time() - begun
    json.dump({"tour": answer.tour, "bound": answer.bound, "seconds": seconds}, sys.stdout)


if __name__ == "__main__":
    main()
