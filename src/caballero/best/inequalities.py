"""Proofs by inequalities: branch and bound with linear relaxations of the cheapest cycle.

A *relaxation* gives each edge a value from 0 to 1, so that the values at each vertex add up to 2
and their total cost is least. No cycle costs less. Its values need not be those of a cycle, so
*inequalities* are added, which exclude them but no cycle (G. Dantzig, R. Fulkerson and S. Johnson,
"Solution of a large-scale traveling-salesman problem", Operations Research 2, 1954): :mod:`.cuts`
finds them. Where no more are found, the search tries both values of an edge, in the order of the
bounds.

The relaxations are solved by HiGHS (Q. Huangfu and J. Hall, "Parallelizing the dual revised simplex
method", Mathematical Programming Computation 10, 2018), an optional extra, in floating point. Only
its multipliers are used: rounded, they prove a bound in whole numbers (:func:`weigh`), so every
bound is exact, whatever the solver returns.

Invariants: each row holds for all Hamiltonian cycles; a node is left only if its exact bound is
above the limit, or all its edges are decided.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from caballero.machine.limits import Budget

from .cuts import NEAR, Cut, components, edges_at, least_of, leaving, violated

SCALE: Final = 2**20
"""Multipliers are rounded to this part of 1."""

SPLITS: Final = 4
"""The edges whose both values are tried before one is chosen."""

ROUNDS: Final = 6
"""The rounds of inequalities at a node beyond the first, unless its values are whole."""

ITERATIONS: Final = 500
"""Simplex iterations between two checks of the budget."""

TRIAL: Final = 30
"""Simplex iterations to find out the cost of a value of an edge."""


class Row(NamedTuple):
    """A condition: the values of `edges`, times their `factors`, add up to at least `least`.

    A factor says how many of the `sets` of vertices the edge leaves. With `exact`, the values add
    up to `least`.
    """

    least: int
    sets: tuple[frozenset[int], ...]
    edges: tuple[int, ...]
    factors: tuple[int, ...]
    exact: bool = False


class Box(NamedTuple):
    """The least and the largest value of each edge: 0 or 1."""

    lower: bytearray
    upper: bytearray


class Node(NamedTuple):
    """Decisions to look at: no cycle that follows them costs less than `bound`."""

    bound: int
    serial: int
    decisions: tuple[tuple[int, int], ...]  # edges and their values


def is_installed() -> bool:
    """Return whether the extra with HiGHS is installed."""
    return find_spec("highspy") is not None


def weigh(
    rows: Sequence[Row], multipliers: Sequence[int], costs: Sequence[int], box: Box
) -> tuple[int, list[int]]:
    """Return a lower bound of all values that satisfy the rows, and the reduced cost of each edge.

    For all multipliers whatsoever, if those of the rows that are not exact are not negative: each
    row is subtracted from the costs as often as its multiplier says, which takes the same from
    the bound; what remains of a cost is paid at least with the edge's value that makes it least.

    >>> triangle = [Row(2, (), edges, (1, 1), exact=True) for edges in ((0, 1), (0, 2))]
    >>> weigh(triangle, [1, 3], [4, 1, 5], Box(bytearray(3), bytearray([1] * 3)))
    (8, [0, 0, 2])
    """
    reduced = [*costs]
    bound = 0
    for row, multiplier in zip(rows, multipliers, strict=True):
        if multiplier:
            bound += row.least * multiplier
            for edge, factor in zip(row.edges, row.factors, strict=True):
                reduced[edge] -= factor * multiplier
    for edge, cost in enumerate(reduced):
        bound += cost * (box.upper if cost < 0 else box.lower)[edge]
    return bound, reduced


# -- the relaxation --------------------------------------------------------------------------------


@dataclass(slots=True)
class Relaxation:
    """The relaxation of a graph, and its solver."""

    size: int
    ends: list[tuple[int, int]]
    costs: list[int]
    box: Box
    at: list[set[int]]  # the edges of each vertex
    rows: list[Row]
    known: set[Cut]
    solver: Any


def new_relaxation(
    size: int,
    ends: Sequence[tuple[int, int]],
    costs: Sequence[int],
    forced: Iterable[int] = (),
    cuts: Iterable[Cut] = (),
) -> Relaxation:
    """Return a relaxation: two edges at each vertex, and the `forced` ones have the value 1.

    >>> ends = [(0, 1), (1, 2), (2, 0)]
    >>> len(new_relaxation(3, ends, [1, 2, 3]).rows)
    3
    """
    count = len(ends)
    box = Box(bytearray(count), bytearray([1]) * count)
    for edge in forced:
        box.lower[edge] = 1
    at = edges_at(size, ends)
    relaxation = Relaxation(size, [*ends], [*costs], box, at, [], set(), _new_solver())
    for edge, cost in enumerate(costs):
        relaxation.solver.addCol(cost, box.lower[edge], 1, 0, [], [])
    for v in range(size):
        _add(relaxation, (frozenset({v}),), exact=True)
    for cut in cuts:
        _add(relaxation, cut)
    return relaxation


def _new_solver() -> Any:
    """Return a solver of linear programs."""
    import highspy

    class Quiet(highspy.Highs):  # type: ignore[misc]
        """A solver that prints nothing, not even its name, which it does in its constructor."""

        def enableCallbacks(self) -> None:  # noqa: N802 - HiGHS chose the name
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    solver: Any = Quiet()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("presolve", "off")
    solver.setOptionValue("threads", 1)
    return solver


def _add(relaxation: Relaxation, cut: Cut, exact: bool = False) -> None:
    """Add the row of a cut to the relaxation."""
    count: Counter[int] = Counter()
    for part in cut:
        count.update(leaving(relaxation.at, part))
    row = Row(least_of(cut), cut, tuple(count), tuple(count.values()), exact)
    relaxation.rows.append(row)
    relaxation.known.add(cut)
    most = row.least if exact else math.inf
    relaxation.solver.addRow(row.least, most, len(count), list(row.edges), list(row.factors))


def _decide(relaxation: Relaxation, decisions: Iterable[tuple[int, int]]) -> None:
    """Give edges the only values that they can have."""
    for edge, value in decisions:
        relaxation.box.lower[edge] = relaxation.box.upper[edge] = value
        relaxation.solver.changeColBounds(edge, value, value)


def _release(relaxation: Relaxation, decisions: Iterable[tuple[int, int]]) -> None:
    """Take decisions back."""
    for edge, _ in decisions:
        relaxation.box.lower[edge], relaxation.box.upper[edge] = 0, 1
        relaxation.solver.changeColBounds(edge, 0, 1)


def _values(relaxation: Relaxation, budget: Budget) -> list[float] | None:
    """Return the value of each edge at the least cost; None if there are none."""
    from highspy import HighsModelStatus

    status = HighsModelStatus.kIterationLimit
    while status == HighsModelStatus.kIterationLimit:
        status = _iterate(relaxation, ITERATIONS, budget)
    is_solved = status == HighsModelStatus.kOptimal
    return list(relaxation.solver.getSolution().col_value) if is_solved else None


def _iterate(relaxation: Relaxation, most: int, budget: Budget) -> Any:
    """Solve for a number of iterations; return the solver's status."""
    relaxation.solver.setOptionValue("simplex_iteration_limit", most)
    relaxation.solver.run()
    budget.spend(1)
    return relaxation.solver.getModelStatus()


def _cost(relaxation: Relaxation) -> float:
    """Return the cost of the last values."""
    return float(relaxation.solver.getInfo().objective_function_value)


def _proof(relaxation: Relaxation) -> tuple[list[int], int, list[int]]:
    """Return whole multipliers near the solver's, the bound that they prove, and reduced costs."""
    scaled = [SCALE * cost for cost in relaxation.costs]
    duals = relaxation.solver.getSolution().row_dual
    multipliers = _multipliers(relaxation.rows, duals)
    return multipliers, *weigh(relaxation.rows, multipliers, scaled, relaxation.box)


def _exact_bound(relaxation: Relaxation, limit: int) -> int:
    """Return the exact bound of the multipliers; ``limit + 1`` if no values are left."""
    _, bound, _ = _proof(relaxation)
    if bound <= SCALE * limit:
        _, has_ray, ray = relaxation.solver.getDualRay()
        if has_ray:
            largest = max(map(abs, ray)) or 1
            shares = _multipliers(relaxation.rows, [share / largest for share in ray])
            nothing = [0] * len(relaxation.costs)
            if weigh(relaxation.rows, shares, nothing, relaxation.box)[0] > 0:
                return limit + 1
    return -(-bound // SCALE)


def _multipliers(rows: Sequence[Row], duals: Iterable[float], scale: int = SCALE) -> list[int]:
    """Return whole multipliers near the duals of a solver."""
    whole = (round(scale * dual) for dual in duals)
    return [m if row.exact else max(0, m) for row, m in zip(rows, whole, strict=True)]


class Dual(NamedTuple):
    """The multipliers of a relaxation, in units, for each graph that has its edges.

    With `prices` of the vertices, and a weight for each edge inside a set, a 1-tree costs `allowed`
    more than its bound.
    """

    prices: list[int]
    weights: list[tuple[frozenset[int], int]]
    allowed: int
    bound: int  # of the relaxation
    cuts: list[Cut]  # with a multiplier


def dual_of(relaxation: Relaxation, unit: int) -> Dual:
    """Return the solver's multipliers as prices of vertices and weights of sets, in units.

    The edges that leave a set are those at its vertices, less twice those inside. So a multiplier
    is a price of the vertices, and a weight of the edges inside.
    """
    duals = relaxation.solver.getSolution().row_dual
    multipliers = _multipliers(relaxation.rows, duals, unit)
    bound, allowed = round(unit * _cost(relaxation)), 0
    dual = Dual([0] * relaxation.size, [], 0, bound, [*_cuts_of(relaxation, multipliers)])
    for row, multiplier in zip(relaxation.rows, multipliers, strict=True):
        if multiplier:
            allowed += multiplier * (2 * sum(map(len, row.sets)) - row.least)
            for part in row.sets:
                for v in part:
                    dual.prices[v] -= multiplier
                if len(part) > 1:
                    dual.weights.append((part, 2 * multiplier))
    return dual._replace(allowed=allowed)


def cycle_near(relaxation: Relaxation, values: Sequence[float], costs: Sequence[int]) -> list[int]:
    """Return a cycle with many edges of large values, and the forced edges.

    They make paths, which are joined where their ends are near: the cost of a pair of vertices,
    edge or not, is ``costs[a * size + b]``.

    >>> ends = [(0, 1), (2, 3), (0, 2), (1, 3)]
    >>> relaxation = new_relaxation(4, ends, [1] * 4)
    >>> cycle_near(relaxation, [1, 1, 0.5, 0.5], [1] * 16)
    [1, 0, 2, 3]
    """
    size, forced = relaxation.size, relaxation.box.lower
    joined: list[list[int]] = [[] for _ in range(size)]
    other = [*range(size)]  # the other end of the path at each end
    for edge in sorted(range(len(values)), key=lambda e: (-forced[e], -values[e], e)):
        a, b = relaxation.ends[edge]
        if len(joined[a]) < 2 and len(joined[b]) < 2 and other[a] != b:
            first, last = other[a], other[b]
            other[first], other[last] = last, first
            joined[a].append(b)
            joined[b].append(a)
    tips = {v for v in range(size) if len(joined[v]) < 2}
    cycle, v = list[int](), min(tips)
    while True:
        tips -= {v, other[v]}
        last = other[v]
        while True:
            cycle.append(v)
            if v == last:
                break
            before = cycle[-2] if len(cycle) > 1 else -1
            v = next(w for w in joined[v] if w != before)
        if not tips:
            return cycle
        v = min(tips, key=lambda w: (costs[last * size + w], w))


# -- the search ------------------------------------------------------------------------------------


@dataclass(slots=True)
class Search:
    """Branch and bound: the nodes that are left, and the limit of the cost.

    >>> ends, costs = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)], [5, 1, 5, 1, 1, 1]
    >>> search = begin(new_relaxation(4, ends, costs), 10, Budget())
    >>> sorted(look(search, 10, Budget())), search.bound
    ([1, 3, 4, 5], 4)
    >>> search.limit = 3
    >>> look(search, 10, Budget()), search.bound
    (None, 4)
    """

    relaxation: Relaxation
    edges: list[int]  # edges of the graph that the relaxation has
    limit: int  # cycles that cost more are not looked for
    bound: int  # every cycle costs at least this, or more than the limit
    nodes: list[Node]
    count: int = 0  # the nodes so far

    @property
    def exhausted(self) -> bool:
        """Whether no cycle costs at most the limit."""
        return self.bound > self.limit


def begin(relaxation: Relaxation, limit: int, budget: Budget) -> Search:
    """Return a search for cycles that cost at most `limit`.

    All inequalities of the first relaxation are found, and edges that are in no such cycle are left
    out.

    Raises
    ------
    LimitHit
        If a limit is reached.
    """
    tighten(relaxation, limit, math.inf, budget)
    bound = _exact_bound(relaxation, limit)
    edges = [*range(len(relaxation.ends))]
    if bound <= limit:
        relaxation, edges = _smaller(relaxation, limit)
    return Search(relaxation, edges, limit, bound, [Node(bound, 0, ())])


def _smaller(relaxation: Relaxation, limit: int) -> tuple[Relaxation, list[int]]:
    """Return the relaxation without edges and rows that are not needed, and the other edges."""
    multipliers, bound, reduced = _proof(relaxation)
    slack = SCALE * limit - bound
    forced = relaxation.box.lower
    kept = [edge for edge, cost in enumerate(reduced) if forced[edge] or cost <= slack]
    place = {edge: at for at, edge in enumerate(kept)}
    smaller = new_relaxation(
        relaxation.size,
        [relaxation.ends[edge] for edge in kept],
        [relaxation.costs[edge] for edge in kept],
        [at for edge, at in place.items() if forced[edge] or -reduced[edge] > slack],
        _cuts_of(relaxation, multipliers),
    )
    return smaller, kept


def _cuts_of(relaxation: Relaxation, multipliers: Sequence[int]) -> Iterator[Cut]:
    """Yield the cuts that the bound needs."""
    for row, multiplier in zip(relaxation.rows, multipliers, strict=True):
        if multiplier and not row.exact:
            yield row.sets


def look(search: Search, nodes: int, budget: Budget) -> list[int] | None:
    """Look at some nodes; return the edges of a cycle within the limit, if found.

    Lower the limit before the next call then.

    Raises
    ------
    LimitHit
        If a limit is reached; the bound holds.
    """
    relaxation = search.relaxation
    goal = search.count + nodes
    while search.nodes and not search.exhausted and search.count < goal:
        node = search.nodes[0]
        _decide(relaxation, node.decisions)
        try:
            bound, found, edge = _look(search, node, budget)
        finally:
            _release(relaxation, node.decisions)
        if found is not None:
            return [search.edges[at] for at in found]
        heappop(search.nodes)
        search.count += 1
        if edge is not None:
            for value in (0, 1):
                serial = -2 * search.count - value
                child = Node(bound, serial, (*node.decisions, (edge, value)))
                heappush(search.nodes, child)
        least = search.nodes[0].bound if search.nodes else search.limit + 1
        search.bound = max(search.bound, least)
    return None


def _look(search: Search, node: Node, budget: Budget) -> tuple[int, list[int] | None, int | None]:
    """Return the bound of a node, the edges of a cycle, and an edge to decide, or None."""
    relaxation, limit = search.relaxation, search.limit
    values = tighten(relaxation, limit, ROUNDS, budget)
    bound = max(node.bound, _exact_bound(relaxation, limit))
    if bound > limit:
        return bound, None, None
    lower, upper = relaxation.box
    chosen = lower if values is None else [value > 0.5 for value in values]
    cycle = [edge for edge, is_chosen in enumerate(chosen) if is_chosen]
    if _is_cycle(relaxation, cycle) and sum(relaxation.costs[e] for e in cycle) <= limit:
        return bound, cycle, None
    free = [edge for edge in range(len(lower)) if lower[edge] < upper[edge]]
    open_ = [e for e in free if values is None or NEAR < values[e] < 1 - NEAR] or free
    if not open_:
        return bound, None, None
    if values is not None:
        open_.sort(key=lambda edge: abs(values[edge] - 0.5))
    return bound, None, _split(relaxation, open_[:SPLITS], limit, budget)


def _is_cycle(relaxation: Relaxation, edges: Sequence[int]) -> bool:
    """Return whether edges make a Hamiltonian cycle."""
    chosen = bytearray(len(relaxation.ends))
    degree = [0] * relaxation.size
    for edge in edges:
        chosen[edge] = 1
        for v in relaxation.ends[edge]:
            degree[v] += 1
    is_factor = all(count == 2 for count in degree)
    return is_factor and len(components(relaxation.ends, map(bool, chosen))) == 1


def _split(relaxation: Relaxation, edges: Sequence[int], limit: int, budget: Budget) -> int:
    """Return the edge both of whose values raise the cost most."""
    from highspy import HighsModelStatus

    before = _cost(relaxation)

    def rise(edge: int) -> float:
        product = 1.0
        for value in (0, 1):
            _decide(relaxation, [(edge, value)])
            status = _iterate(relaxation, TRIAL, budget)
            cost = math.inf if status == HighsModelStatus.kInfeasible else _cost(relaxation)
            _release(relaxation, [(edge, value)])
            product *= max(min(cost, limit + 1) - before, NEAR)
        return product

    return edges[0] if len(edges) == 1 else max(edges, key=rise)


def tighten(
    relaxation: Relaxation, limit: int, rounds: float, budget: Budget
) -> list[float] | None:
    """Solve and add inequalities, up to `rounds`; return the last values; None above the limit."""
    while True:
        values = _values(relaxation, budget)
        if values is None or _cost(relaxation) > limit + NEAR:
            return values
        known = [row.sets for row in relaxation.rows if not row.exact]
        found = violated(relaxation.size, relaxation.ends, values, known, budget)
        new = [cut for cut in found if cut not in relaxation.known]
        is_whole = all(min(value, 1 - value) < NEAR for value in values)
        if not new or (rounds <= 0 and not is_whole):
            return values
        for cut in new:
            _add(relaxation, cut)
        rounds -= 1
