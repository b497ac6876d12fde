"""The best tours by the costs of their turns, or by their crossings.

First a tour is found, and improved by exchanging moves (:mod:`.exchange`). Then a sweep
(:mod:`caballero.kernels.lines`) looks for better ones: it keeps the best states of each layer, then
more of them, then all. If it dropped none, the best tour so far is proved to be best. The prices of
:mod:`.pair_bound` make most states too expensive early. With clues inside the tour, or directions,
all tours are listed instead. On boards that are too wide the sweep does not end, and the best tour
so far has a bound.

What is known of n×n boards: closed tours with 9.5 n turns and with 13 n crossings, up to a
constant, and none with fewer than (6 − ε) n and 4 n (J. J. Besa, T. Johnson, N. Mamano and M. C.
Osegueda, "Taming the knight's tour: minimizing turns and crossings", FUN 2021).

Invariants: a tour was verified, and its cost counted again; the bound is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from caballero.core.arguments import flag, is_name, seed_of
from caballero.core.board import Board
from caballero.core.errors import InvalidProblem, LimitReached, TooLarge, UnknownName
from caballero.core.limits import Budget, LimitHit, Limits, Progress
from caballero.core.problem import Problem
from caballero.core.symmetry import is_flat
from caballero.core.tour import Tour
from caballero.find import solve
from caballero.kernels import lines as kernel
from caballero.listing import iter_tours
from caballero.proof.facts import is_tour
from caballero.proof.outcome import Found, GaveUp, Impossible

from .costs import MEASURES, TurnCosts, turns_of
from .exchange import improved
from .layers import Sweep, sweep_all
from .line_model import MOST_WINDOW, Model, model_of
from .pair_bound import Prices, prices

EXCHANGE_SHARE: Final = 0.4
"""The share of the time left for exchanges, if the time is limited."""

MOST_SQUARES: Final = 4_000
"""The squares of the largest board."""


class BestLine(NamedTuple):
    """The best tour that was found, and how good a tour can be at best.

    Parameters
    ----------
    tour : Tour
        The tour, verified.
    cost : int
        Its turns, or its crossings.
    bound : int
        No tour is better than that.
    optimal : bool
        Whether the tour is proved to be best.
    method : str
        What found the proof: ``pairs`` (the bound), ``sweep`` or ``list``; or else what was tried.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.best import BestLine, best_line
    >>> found = best_line(Problem.of("3x10", closed=True), "crossings")
    >>> isinstance(found, BestLine), found.cost, found.bound, found.optimal
    (True, 55, 55, True)
    """

    tour: Tour
    cost: int
    bound: int
    optimal: bool
    method: str


def best_line(
    problem: Problem,
    measure: str,
    *,
    most: bool = False,
    limits: Limits | float | None = None,
    seed: int | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> BestLine | Impossible | GaveUp:
    """Return the tour with the fewest, or the most, turns or crossings.

    Parameters
    ----------
    problem : Problem
        A problem on a board.
    measure : str
        ``"turns"`` or ``"crossings"``; see :func:`caballero.tour_statistics`.
    most : bool
        Whether to look for the most of them.
    limits : Limits or float, optional
        When to stop: then the best tour so far is returned, with a bound.
    seed : int, optional
        Seed of the search for a first tour and of the exchanges of moves.
    on_event : callable, optional
        Called with a :class:`~caballero.Progress` now and then.

    Returns
    -------
    BestLine, Impossible or GaveUp
        If there is no tour, or none was found, the answer of :func:`caballero.solve`.

    Raises
    ------
    InvalidInput
        If the measure means nothing on this ground, or there is no such measure.
    TooLarge
        If the board has more than 4 000 squares.

    Notes
    -----
    Time and memory grow exponentially with the shorter side of the board. The fewest turns of
    closed tours take a second to 8×8, the fewest crossings half a minute on 6×8. Clues
    inside the tour, and boards that are not flat, are for smaller boards.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.best import best_line
    >>> problem = Problem.of(6, closed=True)
    >>> [best_line(problem, "turns", most=most).cost for most in (False, True)]
    [32, 36]
    """
    budget = Budget(limits)
    problem = Problem.of(problem)
    most, seed = flag("most", most), seed_of(seed)
    if not is_name(measure, MEASURES):
        raise UnknownName.among("measure", measure, MEASURES)
    if problem.size > MOST_SQUARES:
        board, count = str(problem.ground), problem.size
        raise TooLarge("board-too-large", board=board, count=count, most=MOST_SQUARES)
    costs, ground = turns_of(problem) if measure == "turns" else None, problem.ground
    if costs is None and not (isinstance(ground, Board) and is_flat(ground)):
        raise InvalidProblem("crossings-nowhere", ground=str(ground))
    return best_of_turns(problem, costs, most, budget.left, seed, on_event)


def best_of_turns(
    problem: Problem,
    costs: TurnCosts | None,
    most: bool,
    limits: Limits | float | None,
    seed: int,
    on_event: Callable[[Progress], None] | None,
) -> BestLine | Impossible | GaveUp:
    """Return the best tour by the whole costs of its turns and moves; without, by its crossings."""
    budget = Budget(limits, on_event)
    model = model_of(problem, costs, most)
    outcome = solve(problem, limits=budget.left, seed=seed, on_event=on_event)
    if not isinstance(outcome, Found):
        return outcome
    if problem.size < 3 and not problem.directed:  # there is one tour only, or its reverse
        cost = model.cost(outcome.tour)
        return BestLine(outcome.tour, cost, cost, True, outcome.stats.method)
    if model.listed:
        return _listed(model, outcome.tour, budget)
    return _Search(model, outcome.tour, seed, budget).run()


def _listed(model: Model, tour: Tour, budget: Budget) -> BestLine:
    """Return the best of all tours, one by one."""
    budget.method = "list"
    best, optimal = (tour, model.cost(tour)), False
    try:
        for i, other in enumerate(iter_tours(model.problem, limits=budget.left)):
            if not i % 100:
                budget.spend(100)
            cost = model.cost(other)
            if model.is_better(cost, best[1]):
                best = other, cost
        optimal = True
    except (LimitHit, LimitReached):
        pass
    bound = best[1] if optimal else _weakest(model)
    return BestLine(*best, bound, optimal or bound == best[1], budget.method)


def _weakest(model: Model) -> int:
    """Return a bound that is true of all tours."""
    problem = model.problem
    if model.costs is not None:
        return model.costs.bound(problem.graph(), problem.closed, model.most)
    moves = problem.size - (not problem.closed)
    return moves * (moves - 1) // 2 if model.most else 0


class _Search:
    """The search for the best tour of a model.

    `value` is a cost as the sweep adds it up: it is to be small, and counts in parts of `unit`.
    """

    def __init__(self, model: Model, tour: Tour, seed: int, budget: Budget) -> None:
        self._model = model
        self._seed = seed
        self._budget = budget
        self._partners = self._most_partners()
        self._unit = 1 if model.costs is None else model.parts
        self._prices = Prices([], 0)
        self._best = tour
        self._cost = model.cost(tour)
        self._least = 0  # no tour has a smaller value, once there are prices

    def run(self) -> BestLine:
        """Search until the best tour is proved to be best, or a limit is met."""
        model, budget = self._model, self._budget
        method = budget.method = "exchange"
        if model.size > 4:
            at = {vertex: v for v, vertex in enumerate(model.vertices)}
            order, until = [at[v] for v in self._best.order], budget.seconds
            until += EXCHANGE_SHARE * budget.seconds_left
            self._take(improved(model, order, self._seed, budget, until))
        if model.costs is not None:
            budget.method = "pairs"
            self._prices = prices(model, self._value(self._cost), budget)
            self._least = self._rounded_up(self._prices.total)
            method = method if self._is_open() else "pairs"
        if self._is_open() and model.reach < MOST_WINDOW:
            budget.method = "sweep"
            with suppress(LimitHit):
                self._sweep_all()
                method = "sweep"
        return self._answer(method)

    def _answer(self, method: str) -> BestLine:
        bound = self._cost_of(self._least)
        if not self._is_open():
            bound = self._cost
        return BestLine(self._best, self._cost, bound, bound == self._cost, method)

    def _is_open(self) -> bool:
        """Return whether a better tour is possible."""
        return self._least < self._value(self._cost)

    # -- values ------------------------------------------------------------------------------------

    def _most_partners(self) -> int:
        """Return the most moves that one move crosses."""
        count = [len(row) for row in self._model.crossed]
        for row in self._model.crossed:
            for j in row:
                count[j] += 1
        return max(count, default=0)

    def _value(self, cost: int) -> int:
        """Return the value of a cost."""
        model = self._model
        if model.costs is not None:
            return self._unit * (-cost if model.most else cost)
        return self._partners * (model.size - model.ends // 2) - cost if model.most else cost

    def _cost_of(self, value: int) -> int:
        """Return the cost of a value."""
        model = self._model
        if model.costs is not None:
            return -(value // self._unit) if model.most else value // self._unit
        return self._partners * (model.size - model.ends // 2) - value if model.most else value

    def _rounded_up(self, value: int) -> int:
        return -(-value // self._unit) * self._unit

    # -- tours -------------------------------------------------------------------------------------

    def _take(self, order: Sequence[int]) -> None:
        """Take a tour of the model, if it is better than the best one so far."""
        tour = _fitting(self._model.problem, [self._model.vertices[v] for v in order])
        cost = self._model.cost(tour)
        if self._model.is_better(cost, self._cost):
            self._best, self._cost = tour, cost

    def _sweep_all(self) -> None:
        """Sweep until the best tour is proved to be best."""
        plan = self._plan()
        sweep_all(lambda keep: self._sweep(plan, keep) and self._is_open())
        self._least = self._value(self._cost)

    def _plan(self) -> kernel.Plan:
        model, most = self._model, self._limit() + 1  # what costs more is of no use
        counts = model.costs is None
        costs = kernel.Costs(
            pairs=[[min(most, cost) for cost in table] for table in self._prices.pairs],
            crossed=model.crossed,
            each=self._partners if counts and model.most else 0,
            meeting=0 if not counts else -1 if model.most else 1,
        )
        return kernel.new_plan(
            model.size, model.moves, costs,
            tips=model.tips, forced=model.forced, closed=model.problem.closed,
        )  # fmt: skip

    def _limit(self) -> int:
        """Return the greatest value of a better tour, above the bound of the prices."""
        return self._value(self._cost) - self._unit - self._prices.total

    def _sweep(self, plan: kernel.Plan, keep: int) -> bool:
        """Sweep once, with at most `keep` states a layer; return whether some were dropped."""
        total, work = self._prices.total, kernel.new_work(plan, self._limit(), self._unit)
        sweep = Sweep(
            plan, work,
            lambda layer, table, steps: kernel.expand(plan, layer, table, work, steps),
            keep, self._budget,
        )  # fmt: skip
        try:
            while sweep.is_open:
                whole = not sweep.dropped
                least = sweep.advance(lambda: work.limit)
                if least is not None and whole:
                    best = work.limit + self._unit + total  # the value of the best tour so far
                    self._least = max(self._least, min(best, self._rounded_up(least + total)))
        finally:
            if work.best_step >= 0:
                self._take(sweep.line(self._model.moves))
        return sweep.dropped


def _fitting(problem: Problem, order: Sequence[int]) -> Tour:
    """Return the tour in the direction, and from the square, that the problem asks for."""
    return next(
        Tour(problem.ground, tuple(turned), problem.piece, problem.closed)
        for turned in _readings(problem, order)
        if is_tour(problem, turned)
    )


def _readings(problem: Problem, order: Sequence[int]) -> Iterable[Sequence[int]]:
    """Yield the readings of a tour that put the first given number in its place."""
    given = problem.numbered()
    for line in (list(order), list(order)[::-1]):
        if not problem.closed:
            yield line
        elif given:
            number, vertex = next(iter(given.items()))
            shift = (line.index(vertex) - number + 1) % len(line)
            yield line[shift:] + line[:shift]
        else:
            shift = line.index(min(line))
            yield line[shift:] + line[:shift]
