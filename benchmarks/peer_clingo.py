"""Search for a Hamiltonian cycle with clingo; the graph is JSON on standard input.

There are three encodings, as in its guides: undirected edges; or directed edges, and then either
every vertex must be reached (best where no cycle exists) or the cycle without one vertex must be
acyclic (best on large boards).
"""

from __future__ import annotations

import json
import sys
import time

import clingo

DIRECTED = """
{ next(X,Y) : edge(X,Y) } = 1 :- vertex(X).
{ next(X,Y) : edge(X,Y) } = 1 :- vertex(Y).
:- next(X,Y), next(Y,X), X < Y.
"""

# Whether it is directed, the program, and the best of clingo's configurations.
ENCODINGS = {
    "undirected": (
        False,
        """
{ next(X,Y) : edge(X,Y) ; next(Y,X) : edge(Y,X) } = 2 :- vertex(X).
reached(0).
reached(Y) :- reached(X), next(X,Y).
reached(X) :- reached(Y), next(X,Y).
:- vertex(X), not reached(X).
""",
        "frumpy",
    ),
    "reached": (
        True,
        DIRECTED
        + """
reached(0).
reached(Y) :- reached(X), next(X,Y).
:- vertex(X), not reached(X).
""",
        "auto",
    ),
    "acyclic": (True, DIRECTED + "#edge (X,Y) : next(X,Y), Y != 0.", "frumpy"),
}


def main() -> None:
    """Solve one problem."""
    question = json.load(sys.stdin)
    size, edges = question["size"], question["edges"]
    directed, program, configuration = ENCODINGS[sys.argv[1]]
    before = time.process_time()
    facts = [f"edge({a},{b})." for a, b in edges]
    if directed:
        facts += [f"edge({b},{a})." for a, b in edges]
    control = clingo.Control([f"--configuration={configuration}"])
    control.add("base", [], f"vertex(0..{size - 1}). {''.join(facts)} {program} #show next/2.")
    control.ground([("base", [])])
    beside: list[list[int]] = [[] for _ in range(size)]

    def take(model: clingo.Model) -> None:
        for symbol in model.symbols(shown=True):
            a, b = (argument.number for argument in symbol.arguments)
            beside[a].append(b)
            beside[b].append(a)

    found = bool(control.solve(on_model=take).satisfiable)
    seconds = time.process_time() - before
    cycle = [0]
    last = -1
    while found and len(cycle) < size:
        here = cycle[-1]
        step = beside[here][0] if beside[here][0] != last else beside[here][1]
        last = here
        cycle.append(step)
    json.dump({"cycle": cycle if found else None, "seconds": seconds}, sys.stdout)


if __name__ == "__main__":
    main()
