"""The cheapest Hamiltonian cycle of a network: local search from above, 1-trees from below.

Chains of exchanges (:mod:`caballero.best.kernels.exchanges`) improve a first cycle; the ascent and
the branch and bound of :mod:`caballero.best.kernels.one_trees` raise the bound until both meet.
They alternate, in portions of steps, not of seconds: the same input and seed give the same answer.

Where they have not met after a first slice, inequalities of :mod:`.inequalities` get weights as
well as the 1-trees. The shares of the edges in the 1-trees of an ascent, each tree as often as its
step is long, are nearly the values of the best relaxation, so the inequalities that they violate
are found without it (T. Larsson, M. Patriksson and A.-B. Strömberg, "Ergodic, primal
convergence in dual subgradient schemes for convex programming", Mathematical Programming 86, 1999).
First they are blossoms; in a long proof combs with larger teeth, too, after each slice while they
raise the bound. If the extra ``best`` is installed, linear relaxations go on with the proof.

In a directed graph, the cheapest assignment (:mod:`caballero.best.kernels.assignments`) gives the
first bound and the first prices, its reduced costs drop arcs, and branch and bound over assignments
takes turns with that over 1-trees. It has no limit of edges.

In another graph with more than `most_edges` edges, prices are found on the edges to the `nearest`
neighbours; with these prices most other edges turn out to be in no better cycle, and the search
goes on with the rest. Where too many are left, the multipliers of a relaxation are better prices.

Invariants: every bound is below the cost of each cycle; the cycle only becomes cheaper.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from caballero.machine.driver import drive, drive_over
from caballero.machine.kernel import Counts, Ints, Places, array_of, zeros
from caballero.machine.limits import PAUSE, Budget, pause, paused

from . import cuts, inequalities
from .kernels import assignments, crossovers, exchanges, one_trees
from .scale import outweighing, unit_of
from .tuning import sizes

S = TypeVar("S")

MOST_VERTICES: Final = 4_000
"""The most vertices of a network: the cost of each pair is stored, in 8 bytes."""

COMBINED: Final = (100, 1_000)
"""From this many vertices on, many tours are combined; up to this many, before the first bound."""

TOURS: Final = (30, 120)
"""The tours that are combined at first, and at most: a count of them fits a flag."""

KICKS: Final = (20, 1)
"""The kicks for each vertex before the first bound, and of each tour before they are combined."""

HEAT: Final = 3
"""The tenths of an average edge that the first kicks of a slice may cost."""

HEATED: Final = 500
"""From this many vertices on, kicks may cost something."""

ASCENT: Final = (300, 8)
"""The 1-trees of the first ascent: at least, and for each vertex."""

CLIMB: Final = 50_000
"""The vertices of the 1-trees of a portion of the ascent, all together."""

WORTH: Final = 20
"""The first ascent goes on while half of it closes the gap divided by this."""

ROUND: Final = 100
"""The most 1-trees of such a portion."""

RESTART: Final = 32
"""Where steps have become as many times shorter, an ascent begins again with long steps."""

ROWS: Final = 150
"""The most inequalities besides the prices."""

WEAK: Final = 200
"""An inequality is dropped whose weight is at most the largest divided by this."""

SHARED: Final = 60
"""The 1-trees of an ascent after which inequalities are looked for."""

LENGTHS: Final = (4 * one_trees.PORTIONS, one_trees.PORTIONS // 8)
"""The first length of the steps of these ascents, and the least."""

RISE: Final = 50
"""An ascent that closes less than the gap divided by this makes the next steps shorter."""

PATHS: Final = 10_000
"""The augmenting paths of the first slice of branch and bound by assignments."""

TREE_STEPS: Final = 2
"""The steps over sets that take as long as an edge of a complete graph in a 1-tree."""

SOON: Final = 1_000
"""Where sets take no longer than this many 1-trees, there is no other search."""

LATE: Final = 100
"""Where they take longer than this many times the first slice, inequalities are tried before."""

NODE_TREES: Final = 12_500
"""The 1-trees that take as long as a node of the search with inequalities."""

STRIDE: Final = 4 * one_trees.PORTIONS
"""The first length of the steps of a node with combs: their many weights change slowly."""

NODES: Final = 20
"""The nodes of the first slice of the search with inequalities."""

SLICE: Final = 10
"""The rounds of inequalities of a large graph before their bound is proved."""

STALLED: Final = 0.98
"""The share of a gap that is left where more inequalities hardly help."""


class Network(NamedTuple):
    """A graph of three vertices or more with whole costs.

    The cost of the edge between a and b is ``costs[a * size + b]``; it is `missing` where there is
    no edge, which outweighs a cycle (:mod:`.scale`). `edges` are the pairs of vertices, unless
    there are more than `most_edges`. Every cycle must use the `forced` edges. Costs are multiples
    of `step`, from 0 to `largest`. If `directed`, it is that of a directed graph.
    """

    size: int
    costs: array[int]
    missing: int
    edges: list[tuple[int, int]]
    forced: list[tuple[int, int]]
    largest: int
    step: int
    directed: bool = False


def new_network(
    size: int,
    edges: Iterable[tuple[int, int]],
    costs: Sequence[int],
    forced: list[tuple[int, int]],
    directed: bool = False,
) -> Network:
    """Return the network of edges and their costs, which are not negative.

    >>> new_network(3, [(0, 1), (1, 2)], [5, 7], []).costs.tolist()
    [29, 5, 29, 5, 29, 7, 29, 7, 29]
    """
    largest = step = 0
    for begin in range(0, len(costs), 10 * PAUSE):
        pause()
        some = costs[begin : begin + 10 * PAUSE]
        largest, step = max(largest, *some), math.gcd(step, *some)
    missing = outweighing(size, largest)
    matrix = array("q", [missing]) * (size * size)
    pairs = []
    is_small = len(costs) <= sizes().most_edges
    for (a, b), cost in paused(zip(edges, costs, strict=True)):
        matrix[a * size + b] = matrix[b * size + a] = cost
        if is_small:
            pairs.append((a, b))
    return Network(size, matrix, missing, pairs, forced, largest, step or 1, directed)


@dataclass(slots=True)
class Search:
    """The search for the cheapest cycle: the best so far, and the bound.

    >>> ends = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
    >>> search = new_search(new_network(4, ends, [5, 1, 5, 1, 1, 1], []), [0, 1, 2, 3])
    >>> improve(search, Budget())
    >>> search.cost, search.bound
    (4, 4)
    """

    network: Network
    cycle: list[int]
    cost: int
    bound: int  # no cycle costs less
    seed: int
    unit: int  # bounds are computed in this part of 1
    step: int  # all costs are multiples of this
    root: int  # the bound before branch and bound
    nodes: int = 0  # of branch and bound
    pairs: list[tuple[int, int]] | None = None  # the edges that may be in a better cycle
    priced: list[tuple[int, int]] | None = None  # the edges that the prices were found on
    prices: Sequence[int] = ()
    trees: one_trees.State | None = None
    tours: exchanges.State | None = None
    trips: assignments.State | None = None
    shown: Sequence[int] = ()  # the best cycle that was reported
    combined: int = 0  # the tours that were combined last

    @property
    def optimal(self) -> bool:
        """Whether no cycle is cheaper."""
        return self.bound >= self.cost


def new_search(network: Network, cycle: Sequence[int], seed: int = 0) -> Search:
    """Return a search that begins with a cycle, which uses all forced edges."""
    unit, total = unit_of(network.size, [network.largest]), _total(network.costs, cycle)
    return Search(network, [*cycle], total, 0, seed, unit, network.step, 0)


def _total(costs: Ints, cycle: Sequence[int]) -> int:
    """Return the cost of a cycle."""
    size = len(cycle)
    return sum(costs[cycle[at - 1] * size + cycle[at]] for at in range(size))


def best_cycle(search: Search) -> list[int]:
    """Return the cheapest cycle so far; local search may have it now, or may have left it since."""
    found = [] if search.tours is None else [list(search.tours.tour)]
    # By its costs, a cycle without a forced edge, which a kick may leave, is expensive.
    costs = search.network.costs if search.tours is None else search.tours.costs
    known = filter(None, [search.cycle, search.shown, *found])
    search.shown = best = [*min(known, key=partial(_total, costs))]
    return best


class BySets(NamedTuple):
    """Another way to the cheapest cycle, which takes a known time: by sets of places."""

    steps: float
    cycle: Callable[[], list[int]]

    def finish(self, search: Search, budget: Budget) -> None:
        """End the search with the cheapest cycle."""
        budget.method = "subsets"
        before = budget.nodes
        _take(search, self.cycle())
        search.nodes += budget.nodes - before
        search.bound = search.cost


def improve(search: Search, budget: Budget, by_sets: BySets | None = None) -> None:
    """Work until the cycle is the cheapest; a limit may stop it at any time.

    It also ends where no proof is within reach, and local search finds nothing better. Once 1-trees
    have taken as long as dynamic programming `by_sets` does, that ends the search.

    Raises
    ------
    LimitHit
        If a limit is reached.
    """
    size, tuning = search.network.size, sizes()
    most = math.inf if by_sets is None else by_sets.steps / (TREE_STEPS * size**2)  # 1-trees
    if by_sets is not None and most < SOON:
        by_sets.finish(search, budget)
        return
    if size >= tuning.least:
        search.tours = _new_tours(search, search.cycle)
        _exchange(search, KICKS[_is_combined(search)] * size, budget)
    if size <= COMBINED[1]:
        _combine(search, budget)
    for _ in range(2 * search.network.directed):
        if not search.optimal:
            _assign(search, budget)
            _take_apart(search, PATHS, budget)
        if not search.optimal:
            _ascend(search, budget)
    if search.optimal or not (search.network.directed or _ascend(search, budget)):
        return
    if not search.combined:
        _combine(search, budget)
    kicks, trees, nodes, is_rising = KICKS[0] * size, tuning.trees, NODES, True
    _branch(search, int(min(trees, most)), budget)
    if by_sets is not None and not search.optimal and most <= LATE * tuning.trees:
        by_sets.finish(search, budget)
    has_cuts = tuning.inequalities and inequalities.is_installed()
    if not search.optimal and (search.pairs is not None or not has_cuts):
        _weight(search, cuts.near_blossoms, budget)
        _branch(search, trees, budget)
    proof = _new_proof(search, budget) if has_cuts and not search.optimal else None
    spent = 2 * trees
    while not search.optimal:
        before = search.cost
        spent += trees if proof is None else NODE_TREES * nodes
        if by_sets is not None and spent > most:
            by_sets.finish(search, budget)
            return
        if proof is None:
            if is_rising and trees >= tuning.combed * tuning.trees and search.trees is not None:
                bound = search.bound
                _weight(search, cuts.near_combs, budget)
                search.trees.length = STRIDE
                is_rising = search.bound > bound
            _branch(search, trees, budget)
        else:
            _look(search, proof, nodes, budget)
        kicks, trees, nodes = 2 * kicks, 2 * trees, 2 * nodes
        _take_apart(search, PATHS * trees // tuning.trees, budget)
        if _is_combined(search):
            _combine(search, budget)
        elif search.tours is not None and not search.optimal:
            _exchange(search, kicks, budget)
        if search.trees is None and search.trips is None and search.cost == before:
            return


def _reach(search: Search, first: int, budget: Budget) -> None:
    """Show how much of the gap between cost and bound is closed."""
    if search.cost > first:
        budget.reach(max(0, search.bound - first) / (search.cost - first))


# -- local search ----------------------------------------------------------------------------------


def _new_tours(search: Search, cycle: Sequence[int]) -> exchanges.State:
    """Return a state of local search, which never leaves forced edges (:mod:`.scale`)."""
    network = search.network
    size, costs = network.size, network.costs
    if network.forced:
        costs = costs[:]
        for a, b in network.forced:
            costs[a * size + b] -= network.missing
            costs[b * size + a] -= network.missing
    width = min(sizes().nearest, size - 1)
    return exchanges.new_state(costs, cycle, width, seed=search.seed, directed=network.directed)


def _exchange(search: Search, kicks: int, budget: Budget) -> None:
    """Improve the cycle by local search with some more kicks."""
    tours = search.tours
    assert tours is not None
    tours.goal, tours.span = tours.kicks + kicks, kicks
    if len(tours.tour) >= HEATED:
        tours.heat = search.cost // len(tours.tour) * HEAT // 10

    budget.method = "exchanges"
    try:
        drive(partial(_all, exchanges.polish, tours), budget)
    finally:
        _take(search, _finished(tours))


def _finished(tours: exchanges.State) -> list[int]:
    """Finish the last kick of local search, or take it back; return the cycle."""
    tours.goal = tours.kicks
    while tours.waiting and tours.kicks:
        exchanges.polish(tours, 1)
    return list(tours.tour)


def _combine(search: Search, budget: Budget) -> None:
    """Improve the cycle by combining tours, twice as many as the last time; each begins anew."""
    tours, size = search.tours, search.network.size
    if tours is None or search.optimal or not _is_combined(search):
        return
    search.combined = min(2 * search.combined or TOURS[0], TOURS[1])
    rng, found = Random(tours.draw), list[list[int]]()
    begin = partial(exchanges.new_state, tours.costs, width=tours.width, near=tours.near)
    budget.method = "exchanges"
    for _ in range(search.combined):
        begun = begin(rng.sample(range(size), size), seed=rng.getrandbits(30))
        begun.goal = KICKS[1] * size
        try:
            drive(partial(_all, exchanges.polish, begun), budget)
        finally:
            found.append(_finished(begun))
            _take(search, found[-1])
    budget.method = "crossovers"
    state = crossovers.new_state(tours.costs, tours.near, tours.width, found, rng.getrandbits(30))
    try:
        drive(partial(_all, crossovers.breed, state), budget)
    finally:
        _take(search, crossovers.best_tour(state))
    search.tours = begin(search.cycle, seed=rng.getrandbits(30))


def _is_combined(search: Search) -> bool:
    """Return whether many tours are combined, instead of improving a single tour."""
    return search.network.size >= COMBINED[0] and not search.network.directed


def _all(work: Callable[[S, int], int], state: S, steps: int) -> tuple[int, int]:
    """Do a portion of work that takes fewer steps than it may once it is done."""
    spent = work(state, steps)
    return int(spent < steps), spent


def _take(search: Search, cycle: list[int]) -> None:
    """Take over a cycle if it is cheaper, and has the forced edges."""
    cost = _total(search.network.costs, cycle)
    if cost < search.cost and _has_forced(search.network, cycle):
        search.cycle, search.cost = cycle, cost
        if search.trees is not None:
            limit = (cost - search.step) * search.unit
            search.trees.limit = min(search.trees.limit, limit)
        if search.trips is not None:
            search.trips.limit = min(search.trips.limit, cost - search.step)


def _has_forced(network: Network, cycle: Sequence[int]) -> bool:
    """Return whether a cycle has all forced edges: local search from elsewhere may leave them."""
    used = {frozenset(pair) for pair in zip(cycle, [*cycle[1:], cycle[0]], strict=True)}
    return not network.forced or used.issuperset(map(frozenset, network.forced))


# -- bounds ----------------------------------------------------------------------------------------


def _ascend(search: Search, budget: Budget) -> bool:
    """Find prices with a good bound, and begin branch and bound; False if it has no chance."""
    network = search.network
    limit = (search.cost - search.step) * search.unit
    budget.method = "one-trees"
    known = search.pairs or network.edges
    pairs = {(max(pair), min(pair)) for pair in known} or _near_pairs(search)
    sieve = _priced(search, pairs, limit, budget)
    search.pairs = _sifted(search, sieve, limit, budget)
    search.priced, search.prices = search.pairs or sorted(pairs), sieve.prices
    if search.pairs is not None:
        search.trees = _new_trees(search, search.pairs, limit, sieve.prices)
    search.root = search.bound
    return not search.optimal


def _climb(
    state: one_trees.State,
    trees: int,
    budget: Budget,
    most: int = CLIMB,
    length: int = 2 * one_trees.PORTIONS,
) -> None:
    """Let the prices of a network ascend, with a number of 1-trees, `most` in a portion."""
    goal = state.trees + trees
    state.portion = length
    # Each portion has its own best prices.
    rounds = max(10, min(most, ROUND, CLIMB // len(state.prices)))

    def portion(_steps: int) -> tuple[int, int]:
        before = state.trees
        if RESTART * state.portion < length:
            state.portion = length // 2
        one_trees.climb(state, rounds)
        made = state.trees - before
        return int(made < rounds or state.trees >= goal), made

    drive(portion, budget)


def _priced(
    search: Search, pairs: set[tuple[int, int]], limit: int, budget: Budget
) -> one_trees.Sieve:
    """Return a sieve with prices from `pairs` and the edges of the cheapest 1-tree."""
    network = search.network
    trees = ASCENT[0] + ASCENT[1] * network.size
    prices: Sequence[int] | None = search.prices or None
    best = None
    while True:
        state = _new_trees(search, sorted(pairs), limit, prices)
        _climb(state, trees // 2, budget)
        while True:
            before = state.bound
            _climb(state, trees // 2, budget)
            if WORTH * (state.bound - before) <= max(0, limit - before):
                break
        prices = state.prices
        sieve = _new_sieve(search, network.costs, prices, state.root, search.unit)
        bound = one_trees.span(sieve)
        _raise_bound(search, bound)
        if best is None or bound > best.bound:
            best = sieve
        added = {
            (max(v, w), min(v, w)) for v, w in enumerate(sieve.parent) if v not in (w, sieve.root)
        }
        if added <= pairs or bound > limit or 100 * (state.bound - bound) < limit - bound:
            return best
        pairs |= added
        trees = ASCENT[0]


def _weight(search: Search, find: cuts.Find, budget: Budget) -> None:
    """Find inequalities and their weights; begin branch and bound with them, on fewer edges."""
    network, unit, pairs = search.network, search.unit, search.priced
    assert pairs is not None
    limit = (search.cost - search.step) * unit
    budget.method = "one-trees"
    state = _new_trees(search, pairs, limit, search.prices, room=ROWS)
    rows: dict[cuts.Cut, one_trees.Row] = {}
    length, least = LENGTHS
    while True:
        before = state.bound
        state.shares, state.shared = zeros(Places, len(pairs)), 1
        _climb(state, SHARED, budget, SHARED, length)
        if RISE * (state.bound - before) <= limit - before:
            length = length * 7 // 10
        kept = zip([*rows.items()][:ROWS], state.weights, strict=False)
        rows = {cut: row._replace(weight=weight) for (cut, row), weight in kept if weight}
        if length < least or state.bound > limit:
            break
        weak = max((row.weight for row in rows.values()), default=0) // WEAK
        rows = {cut: row for cut, row in rows.items() if row.weight > weak}
        values = [share / state.shared for share in state.shares]
        new = find(network.size, pairs, values, [*rows], budget)
        rows |= {cut: _row_of(pairs, cut) for cut in new if cut not in rows}
        one_trees.set_rows(state, [*rows.values()])
    sieve = _weighted_sieve(search, state, pairs, budget)
    allowed = sum(row.weight * row.most for row in rows.values())
    _raise_bound(search, one_trees.span(sieve) - allowed)
    found = _sifted(search, sieve, limit + allowed, budget)
    if search.optimal or found is None:
        return
    place = {pair: edge for edge, pair in enumerate(found)}
    search.pairs = search.priced = found
    search.trees = _new_trees(search, found, limit, state.prices, room=ROWS)
    one_trees.set_rows(
        search.trees,
        [
            row._replace(edges=[place[pairs[e]] for e in row.edges if pairs[e] in place])
            for row in rows.values()
        ],
    )


def _row_of(pairs: Sequence[tuple[int, int]], cut: cuts.Cut) -> one_trees.Row:
    """Return the row of a cut; an edge inside two sets is in the row twice."""
    edges = [edge for part in cut for edge, (a, b) in enumerate(pairs) if a in part and b in part]
    return one_trees.Row(sum(map(len, cut)) - cuts.least_of(cut) // 2, edges)


def _weighted_sieve(
    search: Search, state: one_trees.State, pairs: Sequence[tuple[int, int]], budget: Budget
) -> one_trees.Sieve:
    """Return a sieve of the whole graph with the prices and weights of a state.

    Edges that the state has not are in no row: so a row allows a little more, and stays true. They
    are missing if it is known that no better cycle has them.
    """
    size, unit = search.network.size, search.unit
    missing = search.network.missing * unit
    if search.pairs is None:
        whole = (cost * unit for cost in paused(search.network.costs))
    else:
        whole = (missing for _ in range(size * size))
    costs = array_of(Counts, whole)
    for (a, b), cost in zip(pairs, state.costs, strict=True):
        costs[a * size + b] = costs[b * size + a] = min(cost, missing - 1)
    return _new_sieve(search, costs, state.prices, state.root)


def _new_sieve(
    search: Search, costs: Counts, prices: Sequence[int], root: int = 0, unit: int = 1
) -> one_trees.Sieve:
    """Return a sieve of the whole graph; prices, and costs times `unit`, are in units."""
    missing = search.network.missing * search.unit // unit
    forced = search.network.forced
    sieve = one_trees.new_sieve(
        costs, prices, missing=missing, unit=unit, room=sizes().most_edges, forced=forced
    )
    sieve.root = root
    return sieve


def _new_trees(
    search: Search,
    edges: Sequence[tuple[int, int]],
    limit: int,
    prices: Sequence[int] | None = None,
    room: int = 0,
) -> one_trees.State:
    """Return a state of branch and bound on some edges, the forced edges among them."""
    network, unit = search.network, search.unit
    costs = [network.costs[a * network.size + b] * unit for a, b in edges]
    step = search.step * unit
    state = one_trees.new_state(
        network.size, edges, costs, limit=limit, unit=step, prices=prices, room=room
    )
    forced = {frozenset(pair) for pair in network.forced}
    for edge, pair in enumerate(edges):
        if frozenset(pair) in forced:
            one_trees.force(state, edge)
    return state


def _raise_bound(search: Search, bound: int) -> None:
    """Raise the bound, in units; all costs are multiples of `step`."""
    step = search.step * search.unit
    search.bound = max(search.bound, min(search.cost, -(-bound // step) * search.step))


def _near_pairs(search: Search) -> set[tuple[int, int]]:
    """Return the cheapest edges at each vertex, the forced edges and the cycle's."""
    network, tours, cycle = search.network, search.tours, search.cycle
    assert tours is not None
    pairs = {*zip(cycle, [*cycle[1:], cycle[0]], strict=True), *network.forced}
    for at, w in enumerate(tours.near):
        v = at // tours.width
        if network.costs[v * network.size + w] != network.missing:
            pairs.add((v, w))
    return {(max(pair), min(pair)) for pair in pairs}


def _sifted(
    search: Search, sieve: one_trees.Sieve, limit: int, budget: Budget
) -> list[tuple[int, int]] | None:
    """Return the edges that may be in a better cycle; None if they are too many."""

    def portion(steps: int) -> tuple[int, int]:
        rows = one_trees.sift(sieve, limit, steps)
        return int(rows < steps), rows

    drive(portion, budget)
    if sieve.row < search.network.size:
        return None
    kept = zip(sieve.tails[: sieve.count], sieve.heads[: sieve.count], strict=True)
    forced = search.network.forced
    return sorted({(max(pair), min(pair)) for pair in (*kept, *forced)})


# -- directed graphs -------------------------------------------------------------------------------


def _assign(search: Search, budget: Budget) -> None:
    """Find the cheapest assignment; keep the arcs that may be in a better round trip.

    Its dual prices, and half of what sets raise the bound for each way out of them and into them,
    are prices of 1-trees that begin with its bound.
    """
    network, step, pairs = search.network, search.step, search.pairs
    size, unit, missing = network.size, search.unit, network.missing
    costs = network.costs
    if pairs is not None:
        costs = array("q", [missing]) * (size * size)
        for a, b in pairs:
            costs[a * size + b] = costs[b * size + a] = network.costs[a * size + b]
    budget.method = "assignments"
    ends = [(a // 2, b // 2) if a % 2 else (b // 2, a // 2) for a, b in map(sorted, network.forced)]
    forced = [(v, w) for v, w in ends if v != w]
    state = assignments.new_state(costs, size, missing=missing, step=step, forced=forced)
    assignments.gather(state)
    drive_over(len(state.after), lambda begin, end: assignments.assign(state, end - begin), budget)
    state.limit = search.cost - step
    count = assignments.narrow(state)
    search.trips = state
    _raise_bound(search, state.lifted * unit)
    if search.optimal or (pairs is not None and search.prices):
        return
    cities = range(len(state.after))
    if count + len(cities) <= sizes().most_edges:
        arcs = (
            (min(2 * v + 1, size - 1), 2 * w)
            for v in cities
            for w in state.heads[state.begins[v] : state.begins[v + 1]]
        )
        search.pairs = sorted({(max(pair), min(pair)) for pair in (*arcs, *network.forced)})
    shift = (state.column[-1] - state.row[-1] - state.heights[-1]) * unit // 2 * (size % 2)
    prices = [
        price
        for v in cities
        for half in [shift + state.heights[v] * unit // 2]
        for price in (half - state.column[v] * unit, -half - state.row[v] * unit)
    ]
    most = one_trees.PRICES // size
    search.prices = [max(-most, min(most, price)) for price in prices[:size]]


def _take_apart(search: Search, paths: int, budget: Budget) -> None:
    """Do a slice of branch and bound by assignments; it ends after `paths` augmenting paths."""
    state = search.trips
    if state is None or search.optimal:
        return
    goal = state.steps + paths
    budget.method = "assignments"

    def portion(steps: int) -> tuple[int, int]:
        before, nodes = state.steps, state.nodes
        status = assignments.search(state, min(steps, goal - before))
        if status == assignments.FOUND:
            size = search.network.size
            cycle, v = list[int](), (size - 1) // 2
            for _ in state.trip:
                cycle += [2 * v, 2 * v + 1][: size - 2 * v]
                v = state.trip[v]
            _take(search, cycle)
        least = search.cost if status == assignments.EXHAUSTED else assignments.least_open(state)
        _raise_bound(search, least * search.unit)
        if status == assignments.FULL:
            search.trips = None
        search.nodes += state.nodes - nodes
        return int(status > assignments.FOUND or state.steps >= goal), state.steps - before

    drive(portion, budget)


# -- branch and bound ------------------------------------------------------------------------------


def _branch(search: Search, trees: int, budget: Budget) -> None:
    """Do a slice of branch and bound; it ends after `trees` 1-trees or a few more."""
    state = search.trees
    if state is None:
        return
    goal, first = state.trees + trees, search.root
    budget.method = "one-trees"

    def portion(steps: int) -> tuple[int, int]:
        before, nodes = state.trees, state.nodes
        status = one_trees.search(state, min(steps, goal - before))
        if status == one_trees.FOUND:
            _take(search, _cycle_of(search, [(state.tails[e], state.heads[e]) for e in state.tour]))
        done = status == one_trees.EXHAUSTED
        _raise_bound(search, search.cost * search.unit if done else _open_bound(state))
        _reach(search, first, budget)
        search.nodes += state.nodes - nodes
        return int(done or state.trees >= goal), state.trees - before

    drive(portion, budget)


def _cycle_of(search: Search, ends: Iterable[tuple[int, int]]) -> list[int]:
    """Return the vertices of a cycle in order."""
    joined: list[list[int]] = [[] for _ in range(search.network.size)]
    for a, b in ends:
        joined[a].append(b)
        joined[b].append(a)
    cycle, last, v = [0], 0, joined[0][0]
    while v:
        cycle.append(v)
        last, v = v, next(w for w in joined[v] if w != last)
    return cycle


def _open_bound(state: one_trees.State) -> int:
    """Return the least bound of the nodes that are not finished."""
    open_bounds = [state.bounds[at] for at in range(state.depth) if not state.sides[at]]
    if state.fresh and state.depth:
        open_bounds.append(state.bounds[state.depth - 1])
    return min(open_bounds, default=-one_trees.INFINITE)


# -- inequalities ----------------------------------------------------------------------------------


def _new_proof(search: Search, budget: Budget) -> inequalities.Search | None:
    """Begin a search with inequalities; None if too many edges may be in a better cycle."""
    budget.method = "cuts"
    known = _relax(search, budget) if search.pairs is None else []
    if search.pairs is None or search.optimal:
        return None
    relaxation = _new_relaxation(search, search.pairs, known)
    proof = inequalities.begin(relaxation, search.cost - search.step, budget)
    _raise_bound(search, proof.bound * search.unit)
    return proof


def _new_relaxation(
    search: Search, pairs: Sequence[tuple[int, int]], known: Sequence[cuts.Cut]
) -> inequalities.Relaxation:
    """Return the relaxation of some of the edges."""
    network = search.network
    forced = {frozenset(pair) for pair in network.forced}
    return inequalities.new_relaxation(
        network.size,
        pairs,
        [network.costs[a * network.size + b] for a, b in pairs],
        [edge for edge, pair in enumerate(pairs) if frozenset(pair) in forced],
        known,
    )


def _relax(search: Search, budget: Budget) -> list[cuts.Cut]:
    """Find inequalities on some edges of a large graph; return them.

    Their multipliers are prices and weights of 1-trees of the whole graph, which prove a bound and
    show which edges are missing, and which are in no better cycle.
    """
    assert search.priced is not None
    pairs, known, gap = search.priced, list[cuts.Cut](), math.inf
    unit = search.unit
    while True:
        budget.method = "cuts"
        limit = search.cost - search.step
        relaxation = _new_relaxation(search, pairs, known)
        values = inequalities.tighten(relaxation, limit, SLICE, budget)
        dual = inequalities.dual_of(relaxation, unit)
        sieve = _whole_sieve(search, dual)
        bound = one_trees.span(sieve) - dual.allowed
        _raise_bound(search, bound)
        _reach(search, search.root, budget)
        if values is not None and search.tours is not None and not search.optimal:
            _exchange_near(search, relaxation, values, budget)
        tree = enumerate(sieve.parent)
        added = {(max(v, w), min(v, w)) for v, w in tree if v not in (w, sieve.root)} - {*pairs}
        before, gap = gap, (search.cost - search.step) * unit - bound
        is_priced = not added or 20 * (dual.bound - bound) < gap
        known = dual.cuts
        if search.optimal or (is_priced and gap >= STALLED * before):
            break
        pairs = sorted({*pairs, *added})
    limit = search.cost - search.step
    search.pairs = _sifted(search, sieve, limit * unit + dual.allowed, budget)
    return known


def _whole_sieve(search: Search, dual: inequalities.Dual) -> one_trees.Sieve:
    """Return a sieve of the whole graph with the multipliers of a relaxation of some edges."""
    import numpy as np  # the solver needs it, too

    size = search.network.size
    costs: Any = search.network.costs[:]
    matrix = np.frombuffer(costs, np.int64).reshape(size, size)
    missing = search.network.missing * search.unit
    matrix *= search.unit
    is_edge = matrix < missing
    for part, weight in dual.weights:
        inside = np.fromiter(part, np.int64)
        matrix[np.ix_(inside, inside)] += weight
    # A weight makes no edge missing, nor the reverse: a bound by lower costs is true.
    np.minimum(matrix, missing - 1, out=matrix, where=is_edge)
    matrix[~is_edge] = missing
    most = one_trees.PRICES // size
    return _new_sieve(search, costs, [max(-most, min(most, price)) for price in dual.prices])


def _exchange_near(
    search: Search, relaxation: inequalities.Relaxation, values: Sequence[float], budget: Budget
) -> None:
    """Do local search from a cycle near the values of a relaxation."""
    tours, cost = search.tours, search.cost
    cycle = inequalities.cycle_near(relaxation, values, search.network.costs)
    search.tours = _new_tours(search, cycle)
    _exchange(search, KICKS[0] * search.network.size, budget)
    if search.cost == cost:
        search.tours = tours


def _look(search: Search, proof: inequalities.Search, nodes: int, budget: Budget) -> None:
    """Do a slice of the search with inequalities."""
    assert search.pairs is not None
    goal, before = proof.count + nodes, search.nodes - proof.count
    budget.method = "cuts"
    while not search.optimal and proof.count < goal:
        proof.limit = search.cost - search.step
        try:
            found = inequalities.look(proof, goal - proof.count, budget)
        finally:
            _raise_bound(search, proof.bound * search.unit)
            _reach(search, search.root, budget)
            search.nodes = before + proof.count
        if found is not None:
            _take(search, _cycle_of(search, [search.pairs[edge] for edge in found]))
