"""Tours with the fewest, or the most, turns or crossings.

First a tour is found, and improved by exchanging moves (:mod:`.exchange`). Then a sweep
(:mod:`caballero.kernels.lines`) looks for better ones: it keeps the best states of each layer, then
more of them, then all. If it dropped none, the best tour so far is proved to be best. The prices of
:mod:`.pair_bound` make most states too expensive early. With clues inside the tour all tours are
listed instead. On boards that are too wide the sweep does not end, and the best tour so far has a
bound.

What is known of n×n boards: closed tours with 9.5 n turns and with 13 n crossings, up to a
constant, and none with fewer than (6 − ε) n and 4 n (J. J. Besa, T. Johnson, N. Mamano and M. C.
Osegueda, "Taming the knight's tour: minimizing turns and crossings", FUN 2021).

Invariants: a tour was verified, and its cost counted anew; the bound is true.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from caballero.core.errors import TooLarge, UnknownName
from caballero.core.limits import Budget, LimitHit, Limits, Progress
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.find import solve
from caballero.kernels import lines as kernel
from caballero.kernels._kernel import Counts, Ints, zeros
from caballero.kernels._layers import CHOICE_BITS, Layer, Table, cut
from caballero.listing import iter_tours
from caballero.proof.facts import is_tour
from caballero.proof.outcome import Found, GaveUp, Impossible

from .exchange import improved
from .layers import choices, expanded
from .line_model import MEASURES, Model, model_of
from .pair_bound import SCALE, Prices, prices, turn_costs

FIRST_STATES: Final = 1_000
"""The states of a layer that the first pass keeps."""

MORE_STATES: Final = 30
"""The factor by which the next pass keeps more."""

MOST_WINDOW: Final = 60
"""The most squares that take part in a step of a sweep."""

EXCHANGE_SHARE: Final = 0.4
"""The share of the time left for exchanges, if the time is limited."""

MOST_SQUARES: Final = 4_000
"""The squares of the largest board."""

BUCKETS: Final = 1 << 16
"""Costs that are told apart when states are dropped."""


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
    if measure not in MEASURES:
        raise UnknownName.among("measure", measure, MEASURES)
    if problem.size > MOST_SQUARES:
        board, count = str(problem.ground), problem.size
        raise TooLarge("board-too-large", board=board, count=count, most=MOST_SQUARES)
    budget = Budget(limits, on_event)
    model = model_of(problem, measure, most)
    outcome = solve(problem, limits=limits, seed=seed, on_event=on_event)
    if not isinstance(outcome, Found):
        return outcome
    if model is None:
        return _listed(problem, measure, most, outcome.tour, budget)
    return _Search(model, outcome.tour, seed, budget).run()


def _listed(problem: Problem, measure: str, most: bool, tour: Tour, budget: Budget) -> BestLine:
    """Return the best of all tours, one by one."""
    budget.method = "list"
    model = Model(problem, measure, most, [], [], [], [], [], swept=False)
    best, optimal = (tour, model.cost(tour)), False
    try:
        for i, other in enumerate(iter_tours(problem)):
            if not i % 100:
                budget.spend(100)
            cost = model.cost(other)
            if model.is_better(cost, best[1]):
                best = other, cost
        optimal = True
    except LimitHit:
        pass
    bound = best[1] if optimal else _weakest(problem, measure, most)
    return BestLine(*best, bound, optimal or bound == best[1], budget.method)


def _weakest(problem: Problem, measure: str, most: bool) -> int:
    """Return a bound that is true of all tours."""
    if not most:
        return 0
    moves = problem.size - (not problem.closed)
    return (
        problem.size - (not problem.closed) * 2 if measure == "turns" else moves * (moves - 1) // 2
    )


class _Search:
    """The search for the best tour of a model.

    `value` is a cost as the sweep adds it up: it is to be small, and counts in parts of `unit`.
    """

    def __init__(self, model: Model, tour: Tour, seed: int | None, budget: Budget) -> None:
        self._model = model
        self._seed = seed
        self._budget = budget
        self._partners = self._most_partners()
        self._unit = SCALE if model.measure == "turns" else 1
        self._prices = Prices([0] * len(model.moves), 0, [0] * model.size, 0)
        self._best = tour
        self._cost = model.cost(tour)
        self._least = 0  # no tour has a smaller value

    def run(self) -> BestLine:
        """Search until the best tour is proved to be best, or a limit is met."""
        model, budget = self._model, self._budget
        method = "exchange"
        at = {vertex: v for v, vertex in enumerate(model.vertices)}
        try:
            if model.size > 4:
                budget.method = method
                order, until = [at[v] for v in self._best.order], budget.seconds
                until += EXCHANGE_SHARE * budget.seconds_left
                self._take(improved(model, order, self._seed, budget, until))
            if model.measure == "turns":
                budget.method = "pairs"
                self._prices = prices(model, self._value(self._cost), budget)
                self._least = max(0, self._rounded_up(self._prices.total))
                method = method if self._is_open() else "pairs"
            reach = max((b - a for a, b in model.moves), default=0)
            if model.swept and self._is_open() and reach < MOST_WINDOW:
                budget.method = "sweep"
                self._sweep_all()
                method = "sweep"
        except LimitHit:
            pass
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
        model, ends = self._model, self._model.ends
        if model.measure == "turns":
            return self._unit * (model.size - ends - cost if model.most else cost)
        return self._partners * (model.size - ends // 2) - cost if model.most else cost

    def _cost_of(self, value: int) -> int:
        """Return the cost of a value."""
        model, ends = self._model, self._model.ends
        if model.measure == "turns":
            count = value // self._unit
            return model.size - ends - count if model.most else count
        return self._partners * (model.size - ends // 2) - value if model.most else value

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
        """Sweep with more and more states, until the best tour is proved to be best."""
        plan, keep = self._plan(), FIRST_STATES
        while self._sweep(plan, keep) and self._is_open():
            keep *= MORE_STATES
        self._least = self._value(self._cost)

    def _plan(self) -> kernel.Plan:
        model, known = self._model, self._prices
        number = model.straight
        turning = model.measure == "turns"
        turn, straight = turn_costs(model) if turning else (0, 0)
        costs = kernel.Costs(
            onward=[number.get((b, i), -1) for i, (_, b) in enumerate(model.moves)],
            back=[number.get((a, i), -1) for i, (a, _) in enumerate(model.moves)],
            low=known.low,
            base=known.base,
            crossed=model.crossed,
            turning=turning,
            turn=turn,
            straight=straight,
            end=known.end,
            each=self._partners if model.most and not turning else 0,
            meeting=0 if turning else -1 if model.most else 1,
        )
        return kernel.new_plan(
            model.size, model.moves, costs,
            tips=model.tips, forced=model.forced, closed=model.problem.closed,
        )  # fmt: skip

    def _sweep(self, plan: kernel.Plan, keep: int) -> bool:
        """Sweep once, with at most `keep` states a layer; return whether some were dropped."""
        size, total = self._model.size, self._prices.total
        limit = self._value(self._cost) - self._unit - total
        work = kernel.new_work(plan, limit, self._unit)
        layer = Layer(zeros(Counts, plan.key_words + 1), 1, 0)
        origins: list[Ints] = []
        dropped = False
        try:
            while layer.step < size and layer.size:
                self._budget.reach(layer.step / size)
                table = self._expanded(plan, work, layer, keep)
                found, counts = table.size, zeros(Counts, BUCKETS)
                least = cut(table, plan.key_words, counts, keep) if found else 0
                layer = Layer(table.states, table.size, layer.step + 1)
                origins.append(table.origins)
                if found and not dropped:
                    best = work.limit + self._unit + total  # the value of the best tour so far
                    self._least = max(self._least, min(best, self._rounded_up(least + total)))
                dropped = dropped or table.size < found
        finally:
            if work.best_step >= 0:
                self._take(self._path_back(plan, work, origins))
        return dropped

    def _expanded(self, plan: kernel.Plan, work: kernel.Work, layer: Layer, keep: int) -> Table:
        def portion(table: Table, steps: int) -> tuple[int, int]:
            begun = work.steps
            return kernel.expand(plan, layer, table, work, steps), work.steps - begun

        states = min(keep, 3 * layer.size) + plan.most
        return expanded(portion, plan.key_words, states, self._budget)

    def _path_back(
        self, plan: kernel.Plan, work: kernel.Work, origins: Sequence[Ints]
    ) -> list[int]:
        """Return the tour that the choices lead to."""
        neighbours = defaultdict[int, list[int]](list)
        for step, choice in choices(origins, work.best_step, work.best_origin):
            for chosen in {choice >> CHOICE_BITS // 2, choice & (1 << CHOICE_BITS // 2) - 1} - {0}:
                a, b = self._model.moves[plan.first[step] + chosen - 1]
                neighbours[a].append(b)
                neighbours[b].append(a)
        order = [min((v for v in neighbours if len(neighbours[v]) == 1), default=0)]
        while ahead := [v for v in neighbours[order[-1]] if v not in order[-2:]]:
            if ahead[0] == order[0]:
                break
            order.append(ahead[0])
        return order


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
