"""Search for a Hamiltonian cycle with OR-tools' CP-SAT; the graph is JSON on standard input.

The only constraint is a circuit through every vertex. With the linear relaxation CP-SAT excludes
unbalanced graphs at once; without it, it finds cycles sooner.
"""

from __future__ import annotations

import json
import sys
import time

from ortools.sat.python import cp_model

ENCODINGS = {"linear": 1, "clauses": 0}


def main() -> None:
    """Solve one problem."""
    question = json.load(sys.stdin)
    before = time.process_time()
    model = cp_model.CpModel()
    arcs = [
        (tail, head, model.new_bool_var(""))
        for a, b in question["edges"]
        for tail, head in ((a, b), (b, a))
    ]
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = ENCODINGS[sys.argv[1]]
    found = solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    seconds = time.process_time() - before
    cycle = None
    if found:
        successor = {tail: head for tail, head, chosen in arcs if solver.value(chosen)}
        cycle = [0]
        while len(cycle) < question["size"]:
            cycle.append(successor[cycle[-1]])
    json.dump({"cycle": cycle, "seconds": seconds}, sys.stdout)


if __name__ == "__main__":
    main()
