"""Let Caballero look for a tour as a library: the question on standard input, as JSON.

It is what a script of a few lines costs, as those of the peers are: what ``Problem.of`` takes,
or the edges of a graph in which a Hamiltonian cycle is wanted.
"""

from __future__ import annotations

import json
import sys
import time

from caballero import Found, Graph, Problem, solve


def main() -> None:
    """Answer one question."""
    question = json.load(sys.stdin)
    before = time.process_time()
    if "edges" in question:
        graph = Graph.from_edges(question["edges"], range(question["size"]))
        problem = Problem(graph, closed=True)
    else:
        problem = Problem.of(**question)
    outcome = solve(problem)
    seconds = time.process_time() - before
    tour = outcome.tour.order if isinstance(outcome, Found) else None
    json.dump({"tour": tour, "seconds": seconds}, sys.stdout)


if __name__ == "__main__":
    main()
