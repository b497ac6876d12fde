"""A Hamiltonian cycle by a SAT solver, with cuts made only where they are needed.

A Boolean for every edge says whether the cycle uses it, and clauses ask for two edges at every
vertex. That alone describes a *two-factor*: cycles that cover the graph. So the solver is asked
again and again, and as long as its answer falls into several cycles, new clauses say that the
tour must leave each of those sets of vertices. These cuts are those of Dantzig, Fulkerson and
Johnson (1954); to let a SAT solver ask for them is due to Soh, Le Berre, Roussel, Banbara and
Tamura (2014).

What saves most of the rounds: the cycles of an answer are merged by exchanging two edges for two,
as in :mod:`.two_factor`, which often leaves one; if it leaves several, these are cut, too, and
the solver is told to prefer their edges, so that it goes on from there.

The solver is CaDiCaL (Biere et al. 2024) through PySAT (Ignatiev, Morgado and Marques-Silva
2018), an optional extra.

Complete: ``None`` proves that there is no cycle.

Invariants: the variables of the edges are 1, 2, …, and ``edges[v][w]`` is that of the edge from
``v`` to ``w``; every clause holds for every Hamiltonian cycle; the clauses, and so the answers,
do not depend on the clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, combinations, product
from typing import TYPE_CHECKING

from caballero.limits import Budget

from .two_factor import _cycles, _merge_pairs

if TYPE_CHECKING:
    from pysat.solvers import Cadical195

DIRECT = 6  # at vertices of at most so many edges all triples of them are written out
SLICE = 500  # conflicts of the solver between two looks at the budget: 0.05 to 0.5 seconds
SMALL_CUT = 5  # for cuts of at most so many edges every odd number is excluded
MIDDLE_CUT = 12  # for cuts of at most so many edges one alone is


def sat_cycle(
    neighbours: Sequence[Sequence[int]], budget: Budget, *, seed: int = 0
) -> list[int] | None:
    """Find a Hamiltonian cycle, or prove that there is none.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph, of 3 vertices or more.
    budget : Budget
        Counts the edges written down, the conflicts of the solver and the vertices looked at.
    seed : int
        The same seed gives the same cycle.

    Returns
    -------
    list of int or None
        The cycle; or ``None``, and then **there is none**.

    Raises
    ------
    ModuleNotFoundError
        If PySAT is not installed.

    Notes
    -----
    Exponential at worst. Graphs of thousands of vertices with few edges take seconds.
    """
    from pysat.solvers import Cadical195

    edges, ends = _numbered(neighbours)
    rows = list(map(list, neighbours))
    cut: set[frozenset[int]] = set()
    with Cadical195() as solver:
        solver.configure(
            {"seed": seed % 2_000_000_000, "elim": 0}
        )  # what cuts need must not be eliminated
        _add_degrees(solver, edges, len(ends), budget)
        while (chosen := _two_factor(solver, ends, len(neighbours), budget)) is not None:
            cycles = _cycles(chosen)
            if len(cycles) > 1:
                # In two cycles to be merged there is a vertex that is not in the longest.
                outside = list(chain.from_iterable(cycles[:-1]))
                _merge_pairs(rows, edges, outside, chosen, budget)
                merged = _cycles(chosen)
                if len(merged) > 1:
                    for cycle in cycles + merged:
                        _add_cut(solver, edges, cycle, cut)
                cycles = merged
            if len(cycles) == 1:
                return cycles[0]
            _prefer(solver, edges, chosen)
    return None


def _numbered(
    neighbours: Sequence[Sequence[int]],
) -> tuple[list[dict[int, int]], list[tuple[int, int]]]:
    """Number the edges from 1: the number by the ends, and the ends by the number."""
    edges: list[dict[int, int]] = [{} for _ in neighbours]
    ends = [(-1, -1)]
    for v, row in enumerate(neighbours):
        for w in row:
            if v < w:
                edges[v][w] = edges[w][v] = len(ends)
                ends.append((v, w))
    return edges, ends


def _add_degrees(
    solver: Cadical195, edges: Sequence[dict[int, int]], fresh: int, budget: Budget
) -> None:
    """Ask for two edges at every vertex; the variables from `fresh` on are not in use."""
    for row in edges:
        budget.spend(len(row))
        for clause in _exactly_two(list(row.values()), fresh):
            solver.add_clause(clause)
        if len(row) > DIRECT:
            fresh += 2 * len(row)


def _exactly_two(variables: Sequence[int], fresh: int) -> Iterator[list[int]]:
    """Yield clauses which say that two of the variables are true.

    Few variables: no three of them, and one at least of all but one. Many: a sequential counter
    (Sinz 2005), whose variables say of each beginning whether one, and whether two are true.
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
    """Return the two chosen neighbours of every vertex, or ``None`` if there is no answer left.

    The solver works in a thread of its own: in the main thread PySAT would catch Ctrl-C itself,
    leave the solver as it is, and not let go of the signal. So Ctrl-C waits for a slice to end.
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
    """Ask for edges that leave a set of vertices, unless they were asked for already."""
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
    """Yield clauses which say that an even number of the variables is true, and not none.

    The even number follows from the degrees; it is said where that takes few clauses.
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
    """Let the solver try these edges first, and no others."""
    solver.set_phases(
        [
            x if w in pair else -x
            for v, (row, pair) in enumerate(zip(edges, chosen, strict=True))
            for w, x in row.items()
            if v < w
        ]
    )
