"""The best tour of a problem.

A tour becomes a cycle of a *network* (:mod:`caballero.model.network`), where the edges that are no
moves cost nothing. :mod:`.cheapest` then finds the cheapest cycle.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, overload

from caballero.find import solve
from caballero.machine.arguments import flag, name_among
from caballero.machine.errors import InvalidInput, TooLarge, be_sure
from caballero.machine.limits import Budget, LimitHit
from caballero.model.given import costs_of, weight_meant
from caballero.model.graph import Graph
from caballero.model.network import fixed_ends, links_of
from caballero.model.problem import Ground, MoveCost, Problem, restated
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.best import Best, ended
from caballero.proof.facts import is_tour
from caballero.proof.outcome import Found, GaveUp, Impossible, Stats, found, log_answer, stats_of

from . import subsets
from .certify import write_optimality
from .cheapest import (
    MOST_VERTICES,
    BySets,
    Network,
    Search,
    best_cycle,
    improve,
    new_network,
    new_search,
)
from .costs import (
    FREE,
    MEASURES,
    MOVE_COSTS,
    Costs,
    TurnCost,
    as_number,
    move_costs,
    total_of,
    turn_costs,
    whole_costs,
)
from .lines import best_line
from .scale import from_zero

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.find.proof_writer import ProofWriter
    from caballero.model.board import Square
    from caballero.model.graph import Number, P
    from caballero.model.problem import LabelledGround, Searched, SquareGround

    class BestOptions(Searched, total=False):
        """What :func:`best_tour` takes besides the ground and the cost of moves."""

        turn_cost: TurnCost | None
        maximize: bool
        proof: str | Path | None


@overload
def best_tour(
    ground: LabelledGround[P], cost: MoveCost | None = None, **how: Unpack[BestOptions]
) -> Best[P]: ...
@overload
def best_tour(
    ground: SquareGround, cost: MoveCost | None = None, **how: Unpack[BestOptions]
) -> Best[Square]: ...
@overload
def best_tour(ground: Ground, cost: MoveCost | None = None, **how: Unpack[BestOptions]) -> Best: ...
@verb()
def best_tour(
    ground: Ground,
    cost: MoveCost | None = None,
    *,
    turn_cost: TurnCost | None = None,
    maximize: bool = False,
    proof: str | Path | None = None,
    **asked: Unpack[Searched],
) -> Best:
    """Find the best tour, and prove that none is better.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        The problem; of a graph of networkx, the attribute ``weight`` of its edges is their weight.
    cost : str, mapping or callable
        The cost of a tour: the number of its ``"turns"`` or ``"crossings"`` (see
        :meth:`caballero.Tour.statistics`), or the sum of the costs of its moves. ``"weight"`` takes
        the weights of a graph's edges, ``"length"`` the distances on a board, or between the
        positions of a graph's vertices. A mapping has a cost for each pair of places, a function
        takes two places and returns it. Costs are whole numbers, fractions or floats, below 0 too.
        By default ``"weight"`` on a graph; with costs of turns, moves cost nothing.
    turn_cost : mapping or callable, optional
        The cost of each turn, added to that of the moves: a function takes three places that follow
        each other and returns the cost to pass the second so. Turns that a mapping leaves
        out cost nothing. Unless the graph is directed, a turn costs the same both ways.
    maximize : bool
        Whether the largest cost is looked for instead of the smallest.
    closed, start, end, clues, forced, forbidden, waypoints, ends, piece, surface
        The constraints; see :class:`Problem`. With costs of moves alone, up to 23 places may have
        numbers or waypoints inside; more, only the first and the last number.
    limits, timeout, callback
        When to stop, with the best tour so far, and a function to call with a :class:`Progress`. By
        default the search goes on until it is proved that no tour is better.
    seed : int
        For the random part of the search; the same seed gives the same answer.
    proof : str or Path, optional
        A file for the proof that no tour is better, or that there is none:
        :func:`~caballero.proof.check_proof` checks it. It is compressed if its name ends with
        ``.gz``. Only costs of moves have one, if they are exact, and there are at most 40 000
        edges; it is written after the search, and counts towards the limits.

    Returns
    -------
    Best
        The best tour so far, verified, with its ``cost``, a ``bound`` for every tour, and the
        ``gap`` between them; it is ``optimal`` unless a limit came first, or the graph is too large
        for a proof.

    Raises
    ------
    NoTour
        If there is no tour; its ``outcome`` is the :class:`Impossible` with the certificate.
    LimitReached
        If a limit came before the first tour, or before the costs were read. On a complete graph
        there is a tour as soon as these are read.
    InvalidInput
        If a cost is missing, is no finite number, is given for a step that is no move or turn, or
        depends on the direction though moves have none; or if numbers inside the tour are given.
    TooLarge
        If there are more than 4 000 vertices (directed: 2 000) or, for a function, more than a
        million turns; or if costs are too large.

    See Also
    --------
    caballero.best.solve_best : returns an outcome, where finding none is no error.

    Notes
    -----
    Whole numbers and fractions are exact. Floats are too, as long as a common denominator keeps
    all costs below 2^40; beyond that they are rounded to 34 bits of the largest, so that two tours
    may be taken for equal whose costs differ by less than n / 2^34 of it.

    Local search gives the tour; 1-trees with subgradient ascent give the bound (Held and Karp
    1971), and a branch and bound over the edges closes the gap (Volgenant and Jonker 1982), with
    inequalities that have prices, too, where it takes long (Lucena 2005). With the extra ``best``,
    linear relaxations close it sooner (Dantzig, Fulkerson and Johnson 1954).
    Up to 24 places, dynamic programming over sets ends what takes long (Held and Karp 1962).
    The question is NP-hard: a hundred cities take a second, some thousand keep a gap of about 1 %.
    Turns and crossings take time that grows exponentially with the width of the frontier of a board
    or graph: the fewest turns of a closed tour of 8×8 take a second, the fewest crossings on 6×8
    half a minute. Where turns of a directed graph cost, or clues inside the tour are given, all
    tours are listed.

    References
    ----------
    M. Held and R. M. Karp, "The traveling-salesman problem and minimum spanning trees: part II",
    Mathematical Programming 1 (1971) 6-25. T. Volgenant and R. Jonker, "A branch and bound
    algorithm for the symmetric traveling salesman problem based on the 1-tree relaxation",
    European Journal of Operational Research 9 (1982) 83-89.

    Examples
    --------
    >>> from caballero import Graph, best_tour
    >>> roads = [("a", "b", 3), ("b", "c", 1), ("c", "d", 2), ("d", "a", 1), ("a", "c", 5)]
    >>> best = best_tour(Graph.from_edges(roads), closed=True)
    >>> best.cost, best.optimal
    (7, True)
    >>> best_tour("3x4", lambda a, b: abs(a[0] - b[0])).cost
    14
    >>> best_tour(6, "turns", closed=True).cost
    32
    >>> best_tour("3x4", turn_cost=lambda a, b, c: abs(a[1] - c[1])).cost
    10
    """
    return found(
        solve_best(ground, cost, turn_cost=turn_cost, maximize=maximize, proof=proof, **asked)
    )


@overload
def solve_best(
    ground: LabelledGround[P], cost: MoveCost | None = None, **how: Unpack[BestOptions]
) -> Best[P] | Impossible | GaveUp: ...
@overload
def solve_best(
    ground: SquareGround, cost: MoveCost | None = None, **how: Unpack[BestOptions]
) -> Best[Square] | Impossible | GaveUp: ...
@overload
def solve_best(
    ground: Ground, cost: MoveCost | None = None, **how: Unpack[BestOptions]
) -> Best | Impossible | GaveUp: ...
@verb(gives_up=True)
def solve_best(
    ground: Ground,
    cost: MoveCost | None = None,
    *,
    turn_cost: TurnCost | None = None,
    maximize: bool = False,
    proof: str | Path | None = None,
    **asked: Unpack[Searched],
) -> Best | Impossible | GaveUp:
    """Find the best tour as :func:`best_tour` does, but return an outcome if there is none.

    Parameters
    ----------
    ground, cost, turn_cost, maximize, proof, limits, seed, callback, and the constraints
        As for :func:`best_tour`.

    Examples
    --------
    >>> from caballero import Impossible
    >>> from caballero.best import solve_best
    >>> isinstance(solve_best("3x5", "turns", closed=True), Impossible)
    True
    """
    weighted = cost is None or (isinstance(cost, str) and cost == "weight")
    read = [costs_of] * weighted
    with weight_meant(ground, cost), asking(ground, asked, *read) as (problem, budget, seed):
        problem = _there_and_back(problem)
        _refuse_large(problem)
        maximize = flag("maximize", maximize)
        if isinstance(cost, str):
            cost = name_among("best-cost", cost, (*MEASURES, *MOVE_COSTS))
        if isinstance(cost, str) and cost in MEASURES:
            if turn_cost is not None:
                raise InvalidInput("cost-turns-alone", cost=cost)
            return best_line(problem, cost, maximize, budget, seed)
        if turn_cost is not None:
            costs = turn_costs(problem, problem.graph(), cost, turn_cost)
            return best_line(problem, costs, maximize, budget, seed)
        problem, cost = _with_ends(problem), "weight" if cost is None else cost
        if problem.clues or problem.waypoints:
            return _by_sets(problem, cost, maximize, budget, seed)
        if proof is None:
            return _best(problem, cost, maximize, budget, seed, None)
        from caballero.find.proof_writer import ProofWriter

        with closing(ProofWriter(problem, proof)) as writer:
            return _best(problem, cost, maximize, budget, seed, writer)


def _there_and_back(problem: Problem) -> Problem:
    """Make a round trip of two places go there and back; a single place needs no move."""
    given = problem.ground
    if not isinstance(given, Graph) or not problem.closed or len(given) > 2:
        return problem
    two = replace(given, directed=True) if len(given) == 2 and given.weights else given
    return replace(problem, ground=two, closed=len(given) == 2)


def _with_ends(problem: Problem) -> Problem:
    """Return a problem whose first and last numbers are ends, if there are none inside."""
    numbers = {n: problem.place(v) for n, v in problem.numbered().items()}
    start, end = numbers.pop(1, None), numbers.pop(problem.size, None)
    if not (problem.clues or problem.waypoints) or numbers or problem.precedences():
        return problem
    return restated(problem, start=start, end=end, clues=(), waypoints=())


def _by_sets(
    problem: Problem, cost: MoveCost, maximize: bool, budget: Budget, seed: int
) -> Best | Impossible | GaveUp:
    """Return the best tour with numbers inside, or an order, of a few places."""
    graph = problem.graph()
    given = move_costs(problem, graph, cost)
    costs = whole_costs(given)
    signed = from_zero([-c for c in costs.whole] if maximize else costs.whole, len(graph))[1]
    known = problem.numbered()
    if problem.closed and problem.precedences() and 1 not in known:
        raise InvalidInput("best-start")
    question = subsets.costed(problem, graph, signed, budget)
    if question is None:
        raise InvalidInput("best-clues", most=subsets.MOST)
    outcome = solve(problem, seed=seed)
    if not isinstance(outcome, Found):
        return outcome
    best = _unsearched(graph, given, outcome, maximize)
    with suppress(LimitHit):
        order = subsets.best_order(question, budget)
        number, v = min(known.items(), default=(1, order[0]))
        at = order.index(v) + 1 - number
        order = [*order[at:], *order[:at]]
        be_sure(is_tour(problem, order), "the best tour is no tour of the problem")
        tour = Tour(problem.ground, tuple(order), problem.piece, problem.closed)
        total = total_of(graph, given, tour.order, problem.closed)
        best = Best(tour, stats_of(budget), total, total, True)
    return ended(best, budget)


def _best(
    problem: Problem,
    cost: MoveCost,
    maximize: bool,
    budget: Budget,
    seed: int,
    proof: ProofWriter | None,
) -> Best | Impossible | GaveUp:
    """Return the best tour; raise `LimitHit` if there is none yet."""
    graph = problem.graph()
    given = move_costs(problem, graph, cost)
    outcome: Found | Impossible | GaveUp | None = None
    if _is_complete(graph) and not problem.forced and len(graph) > 2:
        outcome = _greedy_tour(problem, graph, given, maximize, budget)
        budget.show(cache(partial(_unsearched, graph, given, outcome, maximize)))
    try:
        costs = whole_costs(given)
        if outcome is None:
            file = proof.file if proof else None
            with budget.part(0, 0):
                outcome = solve(problem, seed=seed, proof=file)
        if not isinstance(outcome, Found):
            return outcome
        if len(graph) < 3 and not graph.directed:  # there is a single tour, or its reverse
            total = total_of(graph, given, outcome.tour.order, problem.closed)
            return Best(outcome.tour, outcome.stats, total, total, True)
        signed = [-c for c in costs.whole] if maximize else costs.whole
        network, base = network_of(problem, graph, signed)
    except LimitHit:
        if not isinstance(outcome, Found):
            raise
        return ended(_unsearched(graph, given, outcome, maximize), budget)
    order: Sequence[int] = outcome.tour.order
    search = new_search(network, _cycle_from(graph, order, problem.closed), seed)
    weakest = _unsearched(graph, given, outcome, maximize).bound
    so_far = partial(_outcome, problem, graph, costs, search, base, weakest, maximize, budget)
    budget.show(so_far)
    with suppress(LimitHit):  # the search has the best so far
        improve(search, budget, _sets_of(problem, graph, signed, budget))
    answer = ended(so_far(), budget)
    log_answer("best_tour", answer, answer.stats)
    if proof is None or not answer.optimal or costs.rounded or not network.edges:
        return answer
    with suppress(LimitHit):
        written = write_optimality(problem, graph, costs, answer.tour, maximize, proof, budget)
        return replace(answer, proof=written)
    return answer


def _sets_of(problem: Problem, graph: Graph, costs: Sequence[int], budget: Budget) -> BySets | None:
    """Return the dynamic programming over sets that finds the best cycle; None if they are many."""
    question = subsets.costed(problem, graph, costs, budget)
    if question is None:
        return None

    def cycle() -> list[int]:
        return _cycle_from(graph, subsets.best_order(question, budget), problem.closed)

    return BySets(subsets.work(question, all_moves=True), cycle)


def _refuse_large(problem: Problem) -> None:
    """Raise :class:`TooLarge` if the problem has too many vertices."""
    directed = isinstance(problem.ground, Graph) and problem.ground.directed
    most = MOST_VERTICES // (2 if directed else 1)
    if problem.size > most:
        raise TooLarge("best-too-large", count=problem.size, most=most)


def _is_complete(graph: Graph) -> bool:
    """Return whether there is an edge between any two vertices: then every order is a tour."""
    size = len(graph)
    return graph.edge_count == size * (size - 1) // (1 if graph.directed else 2)


def _greedy_tour(
    problem: Problem, graph: Graph, costs: Sequence[Number], maximize: bool, budget: Budget
) -> Found:
    """Return a tour of a complete graph: the best move from each vertex.

    So a good answer is there however soon a limit is, once the costs are known; only beyond `FREE`
    costs a limit may end the choice, and what is left follows in its order.
    """
    known, best = problem.numbered(), max if maximize else min
    last = known.get(len(graph))
    order = [known.get(1, 1 if last == 0 else 0)]
    left = {*range(len(graph))} - {order[0], last}
    with suppress(LimitHit):
        while left:
            v = order[-1]
            if len(order) * len(graph) > FREE:
                budget.pause()
            row = range(graph.indptr[v], graph.indptr[v + 1])
            slots = [slot for slot in row if graph.indices[slot] in left]
            order.append(graph.indices[best(slots, key=costs.__getitem__)])
            left.remove(order[-1])
    order += [*sorted(left), *([] if last is None else [last])]
    tour = Tour(problem.ground, tuple(order), problem.piece, problem.closed)
    return Found(tour, Stats("nearest-neighbour", len(graph), budget.seconds))


# -- networks --------------------------------------------------------------------------------------


def network_of(problem: Problem, graph: Graph, costs: list[int]) -> tuple[Network, int]:
    """Return the network whose cycles are the tours, and how much more a tour costs."""
    links = links_of(problem, graph)
    least, above = from_zero(costs, links.size)
    prices = [0 if at < 0 else above[at] for at in links.places]
    moves = len(graph) - (not problem.closed)
    network = new_network(links.size, links.edges, prices, links.forced, graph.directed)
    return network, moves * least


def _cycle_from(graph: Graph, order: Sequence[int], closed: bool) -> list[int]:
    """Return the cycle of the network for a tour."""
    cycle = [2 * v + way for v in order for way in (0, 1)] if graph.directed else [*order]
    return cycle if closed else [*cycle, (2 if graph.directed else 1) * len(graph)]


def _order_from(problem: Problem, graph: Graph, cycle: Sequence[int]) -> list[int]:
    """Return the tour for a cycle of the network."""
    size = len(graph)
    cycle = [*cycle]
    if not problem.closed:
        at = cycle.index((2 if graph.directed else 1) * size)
        cycle = [*cycle[at + 1 :], *cycle[:at]]
    if graph.directed:
        at = 0 if not problem.closed else cycle.index(0)
        cycle = [*cycle[at:], *cycle[:at]]
        if cycle[1] != cycle[0] + 1 or cycle[0] % 2:
            cycle = cycle[::-1] if not problem.closed else [cycle[0], *cycle[:0:-1]]
        cycle = [v // 2 for v in cycle if not v % 2]
    start, end = fixed_ends(problem)
    if not problem.closed:
        wrong = start not in (None, cycle[0]) or end not in (None, cycle[-1])
        return cycle[::-1] if wrong else cycle
    if start is not None or end is None:
        at = cycle.index(start or 0)
    else:
        at = (cycle.index(end) + 1) % size
    cycle = [*cycle[at:], *cycle[:at]]
    if end not in (None, cycle[-1]):
        cycle = [cycle[0], *cycle[:0:-1]]
    return cycle


# -- the answer ------------------------------------------------------------------------------------


def _outcome(
    problem: Problem,
    graph: Graph,
    costs: Costs,
    search: Search,
    base: int,
    weakest: Number,
    maximize: bool,
    budget: Budget,
) -> Best:
    """Return the best tour so far, with the given costs; its bound is at least the `weakest`."""
    order = _order_from(problem, graph, best_cycle(search))
    be_sure(is_tour(problem, order), "the best tour is no tour of the problem")
    tour = Tour(problem.ground, tuple(order), problem.piece, problem.closed)
    stats = Stats("branch-and-bound", search.nodes, budget.seconds)
    total = total_of(graph, costs.given, tour.order, problem.closed)
    if search.optimal:
        return Best(tour, stats, total, total, True)
    least = Fraction(search.bound + base, costs.scale)
    # Each cost was rounded by at most half a unit.
    error = Fraction(len(tour), 2 * costs.scale) if costs.rounded else Fraction(0)
    bound = as_number(-least if maximize else least, error, maximize)
    return Best(tour, stats, total, (min if maximize else max)(bound, weakest), False)


def _unsearched(graph: Graph, given: Sequence[Number], found: Found, maximize: bool) -> Best:
    """Return the tour that was found before a limit; no move costs less than the cheapest."""
    tour = found.tour
    moves = len(tour) - (not tour.closed)
    least = moves * Fraction((max if maximize else min)(given, default=0))
    total = total_of(graph, given, tour.order, tour.closed)
    # The sum of floats is a float, too: both are rounded, by less than this part.
    error = abs(least) / 2**50 if isinstance(total, float) else Fraction(0)
    return Best(tour, found.stats, total, as_number(least, error, maximize), False)
