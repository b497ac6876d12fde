"""Search for a tour with Caballero as a library; the problem is JSON on standard input.

Like the scripts of the peers, it is a few lines long. The problem is the arguments of
``Problem``, or the edges of a graph, of which a Hamiltonian cycle is wanted. The time of the
search excludes imports, because the peers import everything before it.
"""

from __future__ import annotations

import builtins
import json
import sys
import time
from typing import Any

from caballero import Found, Graph, Problem, solve


class Imports:
    """Measures the CPU time of imports; `load` replaces ``__import__``."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._depth = 0
        self._import = builtins.__import__

    def load(self, *args: Any, **kwargs: Any) -> Any:
        """Import, and add the time of the outermost import."""
        before = time.process_time()
        self._depth += 1
        try:
            return self._import(*args, **kwargs)
        finally:
            self._depth -= 1
            if not self._depth:
                self.seconds += time.process_time() - before


def main() -> None:
    """Solve one problem."""
    question = json.load(sys.stdin)
    imports = Imports()
    builtins.__import__ = imports.load
    before = time.process_time()
    if "edges" in question:
        graph = Graph.from_edges(question["edges"], range(question["size"]))
        problem = Problem(graph, closed=True)
    else:
        problem = Problem(**question)
    outcome = solve(problem)
    seconds = time.process_time() - before - imports.seconds
    tour = outcome.tour.order if isinstance(outcome, Found) else None
    json.dump({"tour": tour, "seconds": seconds}, sys.stdout)


if __name__ == "__main__":
    main()
