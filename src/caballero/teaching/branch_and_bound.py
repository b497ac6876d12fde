"""Branch and bound: the best solution of a puzzle, and the proof that none is better.

Backtracking asks five questions about a candidate; see :mod:`caballero.teaching.generic`. Branch
and bound asks two more: what a final candidate *costs*, and a *bound*, which no final candidate
beyond this candidate can cost less than. A node whose bound is not below the cost of the best
solution so far is cut. The nodes that are still to be expanded are *live*; the strategy chooses
among them: the last made, the first made, or that of least bound.

Invariants: at each step, no solution costs less than the bound, which never falls. Every node made
is then expanded, cut, an improvement, or live.

A. H. Land and A. G. Doig, "An automatic method of solving discrete programming problems",
Econometrica 28 (1960) 497–520; J. D. C. Little, K. G. Murty, D. W. Sweeney and C. Karel, "An
algorithm for the traveling salesman problem", Operations Research 11 (1963) 972–989, who gave it
its name.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from typing import Any, Final, Generic, Protocol, Unpack

from caballero.machine.arguments import name_among
from caballero.machine.errors import InvalidInput
from caballero.machine.limits import Budget, LimitOptions
from caballero.model.events import EventKind, Standing
from caballero.proof.asking import QUESTION, verb
from caballero.proof.outcome import raising_limits

from .generic import Candidate, SearchProblem, budget_of_steps, extended, given, judging

STRATEGIES: Final = ("lifo", "fifo", "least")
"""The live node to expand next: the last made, the first made, or that of least bound."""


class BoundedPuzzle(SearchProblem[Candidate], Protocol[Candidate]):
    """The seven questions that branch and bound asks: two more than backtracking.

    Examples
    --------
    >>> from caballero.teaching import minimize
    >>> class Coins:
    ...     "Pay 11 with as few coins of 9, 5 and 1 as possible."
    ...     def initial(self): return ()
    ...     def worth_exploring(self, coins): return sum(coins) <= 11
    ...     def is_final(self, coins): return sum(coins) == 11
    ...     def extensions(self, coins):
    ...         return [(*coins, c) for c in (9, 5, 1) if c <= min(coins, default=9)]
    ...     def show(self, coins): return "+".join(map(str, coins))
    ...     def cost(self, coins): return len(coins)
    ...     def bound(self, coins): return len(coins) + -(-(11 - sum(coins)) // 9)
    >>> [Coins().show(best.candidate) for best in minimize(Coins(), "lifo")]
    ['9+1+1', '9+1+1']
    """

    def cost(self, candidate: Candidate, /) -> float:
        """Return the cost of a final candidate."""
        ...

    def bound(self, candidate: Candidate, /) -> float:
        """Return a lower bound of all final candidates beyond; infinity if there are none."""
        ...


@dataclass(frozen=True, slots=True)
class BestSoFar(Generic[Candidate]):
    """The best solution so far, and the bounds of the others.

    Parameters
    ----------
    candidate : candidate, optional
        The solution; None if there is none.
    cost : float
        Its cost; infinity if there is none.
    bound : float
        No solution costs less than this.
    made, expanded, cut : int
        Nodes made, expanded and cut so far.
    bounds : tuple of (int, float)
        The bound over time: each value that it had, with the nodes expanded until then.

    Examples
    --------
    >>> from caballero.teaching import minimize
    >>> from caballero.teaching.puzzles import Assignment
    >>> *_, best = minimize(Assignment(((4, 1, 8), (2, 3, 9), (7, 6, 5))))
    >>> best.candidate, best.cost, best.bound, best.optimal
    ((1, 0, 2), 8, 8, True)
    """

    candidate: Candidate | Any  # only without a solution it is None
    cost: float
    bound: float
    made: int
    expanded: int
    cut: int
    bounds: tuple[tuple[int, float], ...]

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no solution costs less."""
        return self.bound >= self.cost


@verb(without=QUESTION)
def minimize(
    puzzle: BoundedPuzzle[Candidate],
    strategy: str = "least",
    **how: Unpack[LimitOptions],
) -> Iterator[BestSoFar[Candidate]]:
    """Yield each solution that is better than all before, and the last once more when it is proved.

    Parameters
    ----------
    puzzle : BoundedPuzzle
        An object that answers the seven questions.
    strategy : str
        Of ``STRATEGIES``: ``lifo`` expands the live node that was made last, like backtracking, and
        needs little memory; ``fifo`` the node made first; ``least`` the node of least bound,
        which expands the fewest nodes, and the youngest of several.
    limits, timeout, callback
        As for :func:`backtrack`.

    Yields
    ------
    BestSoFar
        The last is optimal; its candidate is None if the puzzle has no solution.

    Raises
    ------
    UnknownName
        If there is no such strategy.
    InvalidInput
        If a cost or a bound is not a number (NaN).

    Notes
    -----
    If the bound is right, so is the answer, with every strategy: a node that is cut costs no less
    than the best. Costs of whole numbers or fractions are exact; rounding may make a bound of
    floats too large by the last digits, and two solutions that differ in these count as equal.

    Examples
    --------
    >>> from caballero.teaching import STRATEGIES, minimize
    >>> from caballero.teaching.puzzles import Knapsack
    >>> weights, values = (31, 10, 20, 19, 4, 3, 6), (70, 20, 39, 37, 7, 5, 10)
    >>> puzzle = Knapsack(weights, values, capacity=50)
    >>> for best in minimize(puzzle, "lifo"):
    ...     print(puzzle.show(best.candidate), best.cost, best.bound, best.optimal)
    items 0 1 4 5: value 102, weight 48 86 81 False
    items 0 1 5 6: value 105, weight 50 83 81 False
    items 0 3: value 107, weight 50 81 81 True
    items 0 3: value 107, weight 50 81 81 True
    >>> for strategy in STRATEGIES:
    ...     *_, best = minimize(puzzle, strategy)
    ...     print(strategy, best.made, best.expanded, best.cut)
    lifo 23 15 5
    fifo 87 48 36
    least 13 9 3
    """
    return _improvements(trace_minimize(puzzle, strategy, **how))


@verb(without=QUESTION)
def trace_minimize(
    puzzle: BoundedPuzzle[Candidate],
    strategy: str = "least",
    **how: Unpack[LimitOptions],
) -> Iterator[tuple[EventKind, Candidate, Standing]]:
    """Yield what :func:`minimize` does, step by step: what happens, to which candidate, what holds.

    Parameters
    ----------
    puzzle : BoundedPuzzle
        An object that answers the seven questions.
    strategy : str
        Of ``STRATEGIES``.
    limits, timeout, callback
        As for :func:`backtrack`.

    Yields
    ------
    EventKind, candidate, Standing
        ``try``: a node is made; ``cut``: it is left out, or was live and costs too much by now;
        ``improvement``: it is final, and better than all before; ``place``: it is expanded;
        ``dead-end``: nothing extends it. At last ``solution`` with the best candidate, or
        ``no-solution`` with the initial candidate.

    Examples
    --------
    >>> from caballero.teaching import trace_minimize
    >>> from caballero.teaching.puzzles import Assignment
    >>> for kind, rows, standing in trace_minimize(Assignment(((1, 2), (3, 9)))):
    ...     print(kind, rows, standing.node, standing.bound)
    try () 4 4
    place () 4 4
    try (0,) 10 4
    try (1,) 5 4
    place (1,) 5 5
    try (1, 0) 5 5
    improvement (1, 0) 5 5
    cut (0,) 10 5
    solution (1, 0) 5 5
    """
    budget = budget_of_steps(**how)
    return _trace(puzzle, name_among("strategy", strategy, STRATEGIES), budget)


def _improvements(
    moments: Iterable[tuple[EventKind, Candidate, Standing]],
) -> Iterator[BestSoFar[Candidate]]:
    bounds: list[tuple[int, float]] = []
    for kind, candidate, now in moments:
        if not bounds or now.bound > bounds[-1][1]:
            bounds.append((now.expanded, now.bound))
        if kind in {EventKind.IMPROVEMENT, EventKind.SOLUTION, EventKind.NO_SOLUTION}:
            best = None if kind is EventKind.NO_SOLUTION else candidate
            counts = now.made, now.expanded, now.cut
            yield BestSoFar(best, now.best, now.bound, *counts, tuple(bounds))


def _trace(
    puzzle: BoundedPuzzle[Candidate], strategy: str, budget: Budget
) -> Iterator[tuple[EventKind, Candidate, Standing]]:
    live: _LiveNodes[Candidate] = _LiveNodes(strategy)
    worth_exploring, is_final = judging(puzzle.worth_exploring), judging(puzzle.is_final)
    root = given(puzzle.initial)
    best, cost, node = root, inf, root
    made = expanded = cut = 0
    floor = -inf  # the bound of the node that is being expanded

    def standing(own: float) -> Standing:
        least = min(cost, live.least(), floor if expanded else own)
        return Standing(own, cost, least, made, expanded, cut)

    candidates: Iterable[Candidate] = (root,)
    while True:
        children: list[tuple[float, Candidate]] = []
        before = made
        for child in candidates:
            with raising_limits(budget):
                budget.spend(0)
            if not worth_exploring(child):
                continue
            made += 1
            final = is_final(child)
            bound = _number(given(puzzle.cost if final else puzzle.bound, child))
            if not final:
                bound = max(bound, floor)  # what holds for a node holds for all beyond it
            yield EventKind.TRY, child, standing(bound)
            if bound >= cost:
                cut += 1
                yield EventKind.CUT, child, standing(bound)
            elif final:
                best, cost = child, bound
                yield EventKind.IMPROVEMENT, child, standing(bound)
            else:
                children.append((bound, child))
        if expanded and made == before:
            yield EventKind.DEAD_END, node, standing(floor)
        live.add(children)
        floor = inf
        while live:
            floor, node = live.take()
            if floor < cost:
                break
            cut += 1
            yield EventKind.CUT, node, standing(floor)
        else:
            break
        expanded += 1
        budget.nodes += 1
        yield EventKind.PLACE, node, standing(floor)
        candidates = extended(puzzle.extensions, node)
    yield EventKind.NO_SOLUTION if cost == inf else EventKind.SOLUTION, best, standing(cost)


def _number(cost: float) -> float:
    """Return a cost or a bound; refuse NaN, which compares with nothing."""
    if cost != cost:
        raise InvalidInput("cost-nan")
    return cost


class _LiveNodes(Generic[Candidate]):
    """The live nodes, in the order in which they were made, and a heap of their bounds."""

    def __init__(self, strategy: str) -> None:
        self._strategy = strategy
        self._nodes: OrderedDict[int, tuple[float, Candidate]] = OrderedDict()
        self._bounds: list[tuple[float, int]] = []
        self._made = 0

    def __len__(self) -> int:
        return len(self._nodes)

    def add(self, children: list[tuple[float, Candidate]]) -> None:
        """Add the children of a node so that the first of them is expanded before the others."""
        for bound, candidate in children if self._strategy == "fifo" else reversed(children):
            self._made += 1
            self._nodes[self._made] = bound, candidate
            heappush(self._bounds, (bound, -self._made))  # the youngest of equals first

    def least(self) -> float:
        """Return the least bound; infinity if no node is live."""
        while self._bounds and -self._bounds[0][1] not in self._nodes:
            heappop(self._bounds)
        return self._bounds[0][0] if self._bounds else inf

    def take(self) -> tuple[float, Candidate]:
        """Remove the node to expand next; return its bound and the candidate."""
        if self._strategy != "least":
            return self._nodes.popitem(last=self._strategy == "lifo")[1]
        self.least()
        return self._nodes.pop(-self._bounds[0][1])
