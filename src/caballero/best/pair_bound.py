"""A bound for the cost of every tour: each square chooses its cheapest pair of moves.

The squares may disagree about a move. A *price* of the move, added at one of its squares and
subtracted at the other, changes no tour's cost, but makes them agree more; a price of being an end
makes them agree about the number of ends. The sum of the cheapest choices is a lower bound for any
prices (Lagrangian relaxation; M. Held and R. M. Karp used it for the travelling salesman, 1970).
Subgradient ascent finds good prices.

Invariant: prices are ints, in parts of a cost, so the bound is exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from caballero.machine.limits import Budget, LimitHit

from .line_model import NEVER_CHOSEN, Model
from .tuning import sizes

PATIENCE: Final = 20
"""The rounds without a better bound after which steps become half as long."""


N = TypeVar("N", int, float)


@dataclass(frozen=True, slots=True)
class Prices:
    """What good prices lead to, in parts of a cost.

    `total` is the bound. `pairs` has, for each square, by how much each pair of moves, with the
    prices, costs more than the cheapest pair there.
    """

    pairs: list[list[int]]
    total: int


def prices(model: Model, target: float, budget: Budget) -> Prices:
    """Return good prices, or the best so far at a limit; `target` is a tour's cost in parts."""
    low = [0.0] * len(model.moves)
    end = 0.0
    squares = _squares(model)
    best: tuple[float, list[float], float] = (-math.inf, low[:], end)
    reach, idle = 2.0, 0
    for _ in range(sizes().rounds):
        try:
            budget.pause()
        except LimitHit:  # the caller meets it again
            break
        total, slopes, ends = _choose(model, squares, low, end)
        if total > best[0] + 1e-6:
            best, idle = (total, low[:], end), 0
        else:
            idle += 1
            if idle >= PATIENCE:
                reach, idle = reach / 2, 0
                low, end = best[1][:], best[2]
                continue
        size = sum(slope * slope for slope in slopes) + (ends - model.ends) ** 2
        if not size or best[0] > target - model.parts or reach < 0.01:
            break
        step = reach * max(model.parts / 4, target - total) / size
        low = [price + step * slope for price, slope in zip(low, slopes, strict=True)]
        if model.ends:
            end += step * (ends - model.ends)
    return _rounded(model, squares, [round(price) for price in best[1]], round(best[2]))


@dataclass(frozen=True, slots=True)
class _Square:
    """The choices of a square: the cost and the ranks of two moves.

    `early` of the moves lead to earlier squares. Being an end has the rank after the last move.
    """

    moves: list[int]
    early: int
    choices: list[tuple[int, int, int]]

    def prices(self, low: Sequence[N], end: N) -> list[N]:
        """Return the price of each rank."""
        here: list[N] = [-low[i] for i in self.moves[: self.early]]
        here += [low[i] for i in self.moves[self.early :]]
        here.append(end)
        return here


def _squares(model: Model) -> list[_Square]:
    found = []
    for v, (moves, pairs) in enumerate(zip(model.at, model.pairs, strict=True)):
        size = len(moves)
        choices = [
            (cost, r, s if s < r else size)
            for r in range(size)
            for s in range(r + 1)
            if (cost := pairs[r * size + s]) != NEVER_CHOSEN
        ]
        early = sum(model.moves[i][1] == v for i in moves)
        found.append(_Square(moves, early, choices))
    return found


def _choose(
    model: Model, squares: list[_Square], low: list[float], end: float
) -> tuple[float, list[int], int]:
    """Let each square choose; return the bound, the slopes, and the number of ends."""
    total, ends = -model.ends * end, 0
    slopes = [0] * len(low)
    for square in squares:
        here = square.prices(low, end)
        costs = [cost + here[r] + here[s] for cost, r, s in square.choices]
        least = min(costs)
        total += least
        _, *ranks = square.choices[costs.index(least)]
        for rank in ranks:
            if rank == len(square.moves):
                ends += 1
            else:
                slopes[square.moves[rank]] += -1 if rank < square.early else 1
    return total, slopes, ends


def _rounded(model: Model, squares: list[_Square], low: list[int], end: int) -> Prices:
    """Return what whole prices lead to."""
    total, tables = -model.ends * end, []
    for square in squares:
        size, here = len(square.moves), square.prices(low, end)
        least = min(cost + here[r] + here[s] for cost, r, s in square.choices)
        table = [NEVER_CHOSEN] * size**2
        for cost, r, s in square.choices:
            above = cost + here[r] + here[s] - least
            table[r * size + (r if s == size else s)] = above
            table[(r if s == size else s) * size + r] = above
        total += least
        tables.append(table)
    return Prices(tables, total)
