"""Write a proof that no tour is better, so that others can check it without any search.

The search is done once more, in the steps of :mod:`caballero.proof.one_trees`: in each case, ascent
finds prices with a good bound. If that does not end the case, an edge is chosen that is used in one
half of it, and out in the other.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from caballero.machine.limits import Budget
from caballero.model.graph import Graph
from caballero.model.network import links_of
from caballero.model.problem import Problem
from caballero.proof.one_trees import FREE, USED, OneTrees

from .cheapest import ASCENT
from .costs import Costs, total_of
from .kernels import one_trees as kernel
from .scale import unit_of

if TYPE_CHECKING:
    from caballero.find.proof_writer import ProofWriter
    from caballero.model.tour import Tour

TREES: Final = 60
"""The 1-trees of a case, besides the first."""

TRIES: Final = 3
"""How often new prices may rule out edges before an edge is chosen."""


def write_optimality(
    problem: Problem,
    graph: Graph,
    costs: Costs,
    tour: Tour,
    maximize: bool,
    writer: ProofWriter,
    budget: Budget,
) -> Path | None:
    """Write that no tour has a better cost; return the file. A limit may stop it by raising."""
    whole = [-c for c in costs.whole] if maximize else costs.whole
    links = links_of(problem, graph)
    prices = [0 if at < 0 else whole[at] for at in links.places]
    total = int(total_of(graph, costs.given, tour.order, problem.closed) * costs.scale)
    unit = unit_of(links.size, prices)
    proof = OneTrees(
        links.size, links.edges, prices, links.forced, cost=-total if maximize else total, unit=unit
    )
    moves = [(v, graph.indices[at], at) for v in range(len(graph)) for at in _row(graph, v)]
    given = [
        (v, w, costs.whole[at]) for v, w, at in moves if graph.directed or v < w
    ]  # each edge once
    data = {"costs": given, "scale": costs.scale, "unit": unit, "most": maximize}
    steps = writer.optimality({**data, "best": list(tour.order)})
    _Cases(proof, steps.write, budget).run()
    return steps.complete()


def _row(graph: Graph, v: int) -> range:
    return range(graph.indptr[v], graph.indptr[v + 1])


class _Cases:
    """The search of a proof, case by case."""

    def __init__(self, proof: OneTrees, write: Callable[[str], None], budget: Budget) -> None:
        self._proof = proof
        self._write = write
        self._budget = budget
        self._prices = [0] * proof.size

    def run(self) -> None:
        """Write lines until no case is left."""
        proof = self._proof
        trees = ASCENT[0] + ASCENT[1] * proof.size
        while not proof.done:
            ended = proof.ended
            for _ in range(TRIES):
                before = len(proof.open_edges())
                self._ascend(trees)
                trees = TREES
                self._budget.spend(1)
                if proof.ended > ended or len(proof.open_edges()) == before:
                    break
            free = [e for e in proof.open_edges() if proof.status[e] == FREE]
            if proof.ended == ended and free:
                a, b = proof.edges[self._choice(free)]
                self._step(f"b {a} {b}")

    def _step(self, line: str) -> None:
        self._proof.read(line)
        self._write(line)

    def _ascend(self, trees: int) -> None:
        """Write good prices for the case, which follow on the last prices."""
        proof = self._proof
        left = proof.open_edges()
        edges, costs = [proof.edges[e] for e in left], [proof.costs[e] for e in left]
        state = kernel.new_state(
            proof.size, edges, costs, limit=proof.limit, unit=1, prices=self._prices
        )
        for at, e in enumerate(left):
            if proof.status[e] == USED:
                kernel.force(state, at)
        kernel.climb(state, trees)
        self._prices = [*state.prices]
        self._step(f"p {state.root} {' '.join(map(str, state.prices))}")

    def _choice(self, free: list[int]) -> int:
        """Return a free edge at a vertex with most of its edges, of the 1-tree if possible."""
        proof = self._proof
        degree = [0] * proof.size
        for e in proof.tree:
            for v in proof.edges[e]:
                degree[v] += 1
        free = [e for e in proof.tree if proof.status[e] == FREE] or free
        return max(free, key=lambda e: (max(degree[v] for v in proof.edges[e]), proof.costs[e]))
