"""A Hamiltonian cycle by a SAT solver, with cuts added only where they are needed.

A variable for every edge is true if the cycle uses it, and clauses demand two edges at every
vertex. That alone describes a *two-factor*: cycles that cover the graph. So the solver runs in
rounds: as long as its answer has several cycles, new clauses require that the tour leaves each of
those sets of vertices. These cuts are those of Dantzig, Fulkerson and Johnson (1954); adding them
to a SAT solver on demand is due to Soh, Le Berre, Roussel, Banbara and Tamura (2014).

Merging saves most of the rounds: exchanges of two edges for two merge the cycles of an answer, as
in :mod:`.two_factor`, often into one. If several are left, cuts are added for these, too, and the
solver prefers their edges, so that it continues from there.

The solver is CaDiCaL (Biere et al. 2024) through PySAT (Ignatiev, Morgado and Marques-Silva
2018), an optional extra.

Complete: ``None`` proves that there is no cycle.

Invariants: the variables of the edges are 1, 2, …, and ``edges[v][w]`` is that of the edge from
``v`` to ``w``; every clause holds for every Hamiltonian cycle; the clauses, and so the answers,
do not depend on the clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, combinations, product
from typing import TYPE_CHECKING

from caballero.core.limits import Budget, paused

from .two_factor import _cycles, _merge_pairs

if TYPE_CHECKING:
    from pysat.solvers import Cadical195

DIRECT = 6  # the most edges of a vertex for which clauses exclude every triple of them
SLICE = 500  # conflicts of the solver between two checks of the budget: 0.05 to 0.5 seconds
SMALL_CUT = 5  # the most edges of a cut for which every odd number is excluded
MIDDLE_CUT = 12  # the most edges of a cut for which a single one is excluded


class SatSearch:
    """A search of a graph that its budget can stop; run again, it continues from there.

    The graph has 3 vertices or more. No slice ends while the clauses are made. The same seed gives
    the same cycle. Exponential at worst; sparse graphs of thousands of vertices take seconds.
    Raises `ModuleNotFoundError` if PySAT is not installed.
    """

    __slots__ = ("_cut", "_cycle", "_edges", "_ends", "_rows", "_solver")

    def __init__(
        self, neighbours: Sequence[Sequence[int]], budget: Budget, *, seed: int = 0
    ) -> None:
        from pysat.solvers import Cadical195

        pause = partial(budget.spend, 0)
        self._edges, self._ends = _number_edges(paused(neighbours, pause), len(neighbours))
        self._rows = list(map(list, paused(neighbours, pause)))
        self._cut: set[frozenset[int]] = set()
        self._cycle: list[int] | None = None
        self._solver = Cadical195()
        # Without elimination, because cuts may need any variable.
        self._solver.configure({"seed": seed % 2_000_000_000, "elim": 0})
        _add_degrees(self._solver, paused(self._edges, pause), len(self._ends))

    def run(self, budget: Budget) -> list[int] | None:
        """Continue to a cycle, or to the proof that there is none: ``None``.

        The budget counts the solver's conflicts and the vertices looked at.
        """
        solver, edges = self._solver, self._edges
        while self._cycle is None:
            chosen = _two_factor(solver, self._ends, len(self._rows), budget)
            if chosen is None:
                return None
            cycles = _cycles(chosen)
            if len(cycles) > 1:
                # Of two cycles to merge, one is not the longest.
                outside = list(chain.from_iterable(cycles[:-1]))
                _merge_pairs(self._rows, edges, outside, chosen, budget)
                merged = _cycles(chosen)
                if len(merged) > 1:
                    for cycle in cycles + merged:
                        _add_cut(solver, edges, cycle, self._cut)
                cycles = merged
            if len(cycles) == 1:
                self._cycle = cycles[0]
            else:
                _prefer(solver, edges, chosen)
        return self._cycle


def _number_edges(
    neighbours: Iterable[Sequence[int]], size: int
) -> tuple[list[dict[int, int]], list[tuple[int, int]]]:
    """Number the edges from 1; return the numbers by ends, and the ends by number."""
    edges: list[dict[int, int]] = [{} for _ in range(size)]
    ends = [(-1, -1)]
    for v, row in enumerate(neighbours):
        for w in row:
            if v < w:
                edges[v][w] = edges[w][v] = len(ends)
                ends.append((v, w))
    return edges, ends


def _add_degrees(solver: Cadical195, edges: Iterable[dict[int, int]], fresh: int) -> None:
    """Add clauses for two edges at every vertex; the variables from `fresh` on are unused."""
    for row in edges:
        for clause in _exactly_two(list(row.values()), fresh):
            solver.add_clause(clause)
        if len(row) > DIRECT:
            fresh += 2 * len(row)


def _exactly_two(variables: Sequence[int], fresh: int) -> Iterator[list[int]]:
    """Yield clauses which demand that exactly two of the variables are true.

    Few variables: no three are true, and in each set of all but one, one is true. Many variables: a
    sequential counter (Sinz 2005), with two variables for each prefix: whether one, and whether two
    of it are true.
    """
    count = len(variables)
    if count < 2:
        yield []
    elif count <= DIRECT:
        yield from ([-x for x in three] for three in combinations(variables, 3))
        yield from map(list, combinations(variables, count - 1))
    else:
        yield from ([fresh, -variables[0]], [-fresh, variables[0]], [-fresh - 1])
        for one, x in zip(range(fresh, fresh + 2 * count, 2), variables[1:], strict=False):
            two, one_now, two_now = one + 1, one + 2, one + 3
            yield from ([-one, one_now], [-x, one_now], [-one_now, one, x])
            yield from ([-two, two_now], [-one, -x, two_now], [-two_now, two, x])
            yield from ([-two_now, one], [-two, -x])
        yield [fresh + 2 * count - 1]


def _two_factor(
    solver: Cadical195, ends: Sequence[tuple[int, int]], size: int, budget: Budget
) -> list[list[int]] | None:
    """Return the two chosen neighbours of every vertex, or ``None`` if no answer is left.

    The solver runs in a thread of its own: in the main thread PySAT would catch Ctrl-C itself,
    and not restore the signal. So Ctrl-C waits for the end of a slice.
    """
    before, answer = solver.accum_stats()["conflicts"], None
    with ThreadPoolExecutor(1) as pool:
        while answer is None:
            solver.conf_budget(SLICE)
            answer = pool.submit(solver.solve_limited).result()
            conflicts = solver.accum_stats()["conflicts"]
            budget.spend(1 + conflicts - before)
            before = conflicts
    if not answer:
        return None
    chosen: list[list[int]] = [[] for _ in range(size)]
    for x in solver.get_model()[: len(ends) - 1]:
        if x > 0:
            v, w = ends[x]
            chosen[v].append(w)
            chosen[w].append(v)
    return chosen


def _add_cut(
    solver: Cadical195,
    edges: Sequence[dict[int, int]],
    cycle: Sequence[int],
    cut: set[frozenset[int]],
) -> None:
    """Add a clause for edges that leave a set of vertices, unless it was added already."""
    inside = frozenset(cycle)
    if 2 * len(inside) > len(edges):
        inside = frozenset(range(len(edges))) - inside
    if inside in cut:
        return
    cut.add(inside)
    leaving = [x for v in inside for w, x in edges[v].items() if w not in inside]
    for clause in _two_or_more(leaving):
        solver.add_clause(clause)


def _two_or_more(variables: Sequence[int]) -> Iterator[list[int]]:
    """Yield clauses which demand that an even number of the variables, and at least two, are true.

    The even number follows from the degrees; it is demanded only if that takes few clauses.
    """
    count = len(variables)
    if count <= SMALL_CUT:
        for signs in product((1, -1), repeat=count):
            if signs.count(-1) % 2:
                yield [sign * x for sign, x in zip(signs, variables, strict=True)]
    elif count <= MIDDLE_CUT:
        yield from map(list, combinations(variables, count - 1))
    yield list(variables)


def _prefer(
    solver: Cadical195, edges: Sequence[dict[int, int]], chosen: Sequence[Sequence[int]]
) -> None:
    """Make the solver try these edges as true first, and all others as false."""
    solver.set_phases(
        [
            x if w in pair else -x
            for v, (row, pair) in enumerate(zip(edges, chosen, strict=True))
            for w, x in row.items()
            if v < w
        ]
    )
