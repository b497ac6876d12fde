"""The best tours by the costs of their turns, or by their crossings.

First a tour is found, and improved by exchanging moves (:mod:`.exchange`). Then a sweep
(:mod:`caballero.best.kernels.lines`) looks for better tours: it keeps the best states of a layer,
then more of them, then all. If it dropped none, the best tour so far is proved to be best. The
prices of
:mod:`.pair_bound` make most states too expensive early. With clues inside the tour, or directions,
all tours are listed instead. On boards that are too wide the sweep does not end, and the best tour
so far has a bound.

Known results on n×n boards: closed tours with 9.5 n turns and with 13 n crossings, up to a
constant, and none with fewer than (6 − ε) n and 4 n (J. J. Besa, T. Johnson, N. Mamano and M. C.
Osegueda, "Taming the knight's tour: minimizing turns and crossings", FUN 2021).

Invariants: a tour was verified, and its cost counted again; the bound is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Final, NamedTuple

from caballero.counting import iter_tours
from caballero.find import solve
from caballero.machine.errors import InvalidProblem, LimitReached, be_sure
from caballero.machine.limits import Budget, LimitHit
from caballero.model.board import Board
from caballero.model.problem import Problem
from caballero.model.symmetry import is_flat
from caballero.model.tour import Tour
from caballero.proof.best import Best, ended
from caballero.proof.facts import is_tour
from caballero.proof.outcome import Found, GaveUp, Impossible, Stats, log_answer, stats_of

from .costs import TurnCosts, as_number, turns_of
from .exchange import improved
from .kernels import lines as kernel
from .layers import Sweep, sweep_all
from .line_model import Model, model_of
from .pair_bound import Prices, prices
from .tuning import sizes

EXCHANGE_SHARE: Final = 0.4
"""The share of the time left for exchanges, if the time is limited."""


def best_line(
    problem: Problem, measure: str | TurnCosts, maximize: bool, budget: Budget, seed: int
) -> Best | Impossible | GaveUp:
    """Return the best tour by its turns or crossings, or by whole costs of its turns and moves."""
    costs = None if isinstance(measure, str) else measure
    if measure == "turns":
        costs = turns_of(problem)
    ground = problem.ground
    if costs is None and not (isinstance(ground, Board) and is_flat(ground)):
        raise InvalidProblem("crossings-nowhere", ground=str(ground))
    model = model_of(problem, costs, maximize)
    outcome = solve(problem, seed=seed)
    if not isinstance(outcome, Found):
        return outcome
    if problem.size < 3 and not problem.directed:  # there is a single tour, or its reverse
        found = Line(outcome.tour, model.cost(outcome.tour), outcome.stats.method)
    elif model.listed:
        found = _listed(model, outcome.tour, budget)
    else:
        found = _Search(model, outcome.tour, seed, budget).run()
    stats = Stats(found.method, budget.nodes, budget.seconds)
    answer = ended(_answer(model, found, stats), budget)
    log_answer("best_tour", answer, stats)
    return answer


class Line(NamedTuple):
    """The best tour that was found, a bound for the whole costs of all tours, and its method."""

    tour: Tour
    bound: int
    method: str


def _answer(model: Model, found: Line, stats: Stats) -> Best:
    """Return the outcome, with the costs as they were given."""
    tour, bound, costs = found.tour, found.bound, model.costs
    cost = model.cost(tour)
    if costs is None:
        return Best(tour, stats, cost, bound, cost == bound)
    total = costs.total(tour.order, model.problem.closed)
    if cost == bound:
        return Best(tour, stats, total, total, True)
    # Each cost was rounded by at most half a unit.
    error = Fraction(len(tour), costs.scale) if costs.rounded else Fraction(0)
    return Best(tour, stats, total, as_number(bound / costs.scale, error, model.maximize), False)


def _listed(model: Model, tour: Tour, budget: Budget) -> Line:
    """Return the best of all tours, tried in turn."""
    budget.method = "list"
    best, bound = (tour, model.cost(tour)), _weakest(model)
    try:
        for i, other in enumerate(iter_tours(model.problem)):
            if not i % 100:
                budget.pause()
            cost = model.cost(other)
            if model.is_better(cost, best[1]):
                best = other, cost
        bound = best[1]
    except (LimitHit, LimitReached):
        pass
    return Line(best[0], bound, budget.method)


def _weakest(model: Model) -> int:
    """Return a bound that is true of all tours."""
    problem = model.problem
    if model.costs is not None:
        return model.costs.bound(problem.graph(), problem.closed, model.maximize)
    moves = problem.size - (not problem.closed)
    return moves * (moves - 1) // 2 if model.maximize else 0


class _Search:
    """The search for the best tour of a model; `value` is a small cost, in parts of `unit`."""

    def __init__(self, model: Model, tour: Tour, seed: int, budget: Budget) -> None:
        self._model = model
        self._seed = seed
        self._budget = budget
        self._partners = self._most_partners()
        self._unit = 1 if model.costs is None else model.parts
        self._prices = Prices([], 0)
        self._best = tour
        self._cost = model.cost(tour)
        counts = model.costs is None
        self._least = 0 if counts else self._value(_weakest(model))  # no tour has a smaller value

    def run(self) -> Line:
        """Search until the best tour is proved to be best, or a limit is met."""
        model, budget = self._model, self._budget
        budget.show(self._so_far)
        method = budget.method = "exchange"
        if model.size > 4:
            at = {vertex: v for v, vertex in enumerate(model.vertices)}
            order, until = [at[v] for v in self._best.order], budget.seconds
            until += EXCHANGE_SHARE * budget.seconds_left
            self._take(improved(model, order, self._seed, budget, until))
        if model.costs is not None:
            budget.method = "pairs"
            self._prices = prices(model, self._value(self._cost), budget)
            self._least = max(self._least, self._rounded_up(self._prices.total))
            method = method if self._is_open() else "pairs"
        if self._is_open() and model.reach < sizes().most_window:
            budget.method = "sweep"
            with suppress(LimitHit):
                self._sweep_all()
                method = "sweep"
        return self._line(method)

    def _line(self, method: str) -> Line:
        """Return the best tour so far, and the bound."""
        bound = self._cost_of(self._least) if self._is_open() else self._cost
        return Line(self._best, bound, method)

    def _so_far(self) -> Best:
        line = self._line(self._budget.method)
        return _answer(self._model, line, stats_of(self._budget))

    def _is_open(self) -> bool:
        """Return whether a better tour is possible."""
        return self._least < self._value(self._cost)

    # -- values ------------------------------------------------------------------------------------

    def _most_partners(self) -> int:
        """Return the most moves that a move crosses."""
        count = [len(row) for row in self._model.crossed]
        for row in self._model.crossed:
            for j in row:
                count[j] += 1
        return max(count, default=0)

    def _value(self, cost: int) -> int:
        """Return the value of a cost."""
        model = self._model
        if model.costs is not None:
            return self._unit * (-cost if model.maximize else cost)
        return self._partners * (model.size - model.ends // 2) - cost if model.maximize else cost

    def _cost_of(self, value: int) -> int:
        """Return the cost of a value."""
        model = self._model
        if model.costs is not None:
            return -(value // self._unit) if model.maximize else value // self._unit
        return self._partners * (model.size - model.ends // 2) - value if model.maximize else value

    def _rounded_up(self, value: int) -> int:
        return -(-value // self._unit) * self._unit

    # -- tours -------------------------------------------------------------------------------------

    def _take(self, order: Sequence[int]) -> None:
        """Take a tour of the model, if it is better than the best so far."""
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
            each=self._partners if counts and model.maximize else 0,
            meeting=0 if not counts else -1 if model.maximize else 1,
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
        sweep = Sweep(kernel.expand, plan, work, keep, self._budget)
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
    turned = next((line for line in _readings(problem, order) if is_tour(problem, line)), None)
    be_sure(turned, "the best line is no tour of the problem")
    return Tour(problem.ground, tuple(turned or ()), problem.piece, problem.closed)


def _readings(problem: Problem, order: Sequence[int]) -> Iterable[Sequence[int]]:
    """Yield the readings of a tour that put the first clue in its place."""
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
