"""A bound for the turns of every tour: each square chooses its cheapest pair of moves.

The squares may disagree about a move. A *price* of the move, added at one of its squares and
subtracted at the other, changes no tour's cost, but makes them agree more; a price of being an end
makes them agree about the number of ends. The sum of the cheapest choices is a lower bound for any
prices (Lagrangian relaxation; M. Held and R. M. Karp used it for the travelling salesman, 1970).
Subgradient ascent finds good prices.

Invariant: prices are ints, in parts of `SCALE` of a turn, so the bound is exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caballero.core.limits import Budget, LimitHit
from caballero.kernels.lines import ALWAYS, NEVER

from .line_model import Model

SCALE: Final = 256
"""Parts of a turn in which prices are rounded."""

ROUNDS: Final = 400
"""The rounds of the ascent."""

PATIENCE: Final = 20
"""The rounds without a better bound after which steps become half as long."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices in parts of a turn: of each move at its earlier square, and of an end.

    `base` has the cost of each square's cheapest choice, and `total` is the bound.
    """

    low: list[int]
    end: int
    base: list[int]
    total: int


def turn_costs(model: Model) -> tuple[int, int]:
    """Return the costs of a turn and of going straight on: the sum is to be small."""
    return (0, SCALE) if model.most else (SCALE, 0)


def prices(model: Model, target: float, budget: Budget) -> Prices:
    """Return good prices, or what there is of them at a limit.

    `target` is the cost of a tour, as a sum of :func:`turn_costs`.
    """
    low = [0.0] * len(model.moves)
    end = 0.0
    best: tuple[float, list[float], float] = (-1e18, low[:], end)
    reach, idle = 2.0, 0
    for _ in range(ROUNDS):
        try:
            budget.spend(0)
        except LimitHit:  # the caller meets it again
            break
        total, picked, ends = _choose(model, low, end)
        if total > best[0] + 1e-6:
            best, idle = (total, low[:], end), 0
        else:
            idle += 1
            if idle >= PATIENCE:
                reach, idle = reach / 2, 0
                low, end = best[1][:], best[2]
                continue
        # How much more often the earlier square of a move chose it than the later one.
        slopes = [picked[0][i] - picked[1][i] for i in range(len(low))]
        size = sum(slope * slope for slope in slopes) + (ends - model.ends) ** 2
        if not size or best[0] > target - SCALE or reach < 0.01:
            break
        step = reach * max(SCALE / 4, target - total) / size
        low = [price + step * slope for price, slope in zip(low, slopes, strict=True)]
        if model.ends:
            end += step * (ends - model.ends)
    rounded = [round(price) for price in best[1]]
    base = [_cheapest(model, v, rounded, round(best[2]))[0] for v in range(model.size)]
    exact = [int(cost) for cost in base]
    return Prices(rounded, round(best[2]), exact, sum(exact) - model.ends * round(best[2]))


def _choose(
    model: Model, low: list[float], end: float
) -> tuple[float, tuple[list[int], list[int]], int]:
    """Let each square choose; return the bound, who chose which move, and the number of ends."""
    total = -model.ends * end
    picked = [0] * len(low), [0] * len(low)
    ends = 0
    for v in range(model.size):
        cost, chosen = _cheapest(model, v, low, end)
        total += cost
        ends += len(chosen) == 1
        for i in chosen:
            picked[model.moves[i][0] != v][i] += 1
    return total, picked, ends


def _cheapest(
    model: Model, v: int, low: list[float] | list[int], end: float
) -> tuple[float, tuple[int, ...]]:
    """Return the cheapest choice of a square, and its cost."""
    turn, straight = turn_costs(model)
    rows = [(low[i] if model.moves[i][0] == v else -low[i], i) for i in model.at[v]]
    must = {i for i in model.at[v] if model.forced[i]}
    best: tuple[float, tuple[int, ...]] = (10**15, ())
    if model.tips[v] != NEVER:
        for price, i in rows:
            if price + end < best[0] and must <= {i}:
                best = price + end, (i,)
    if model.tips[v] != ALWAYS:
        for at, (price, i) in enumerate(rows):
            onward = model.straight.get((v, i))
            for other, j in rows[:at]:
                cost = price + other + (straight if j == onward else turn)
                if cost < best[0] and must <= {i, j}:
                    best = cost, (i, j)
    return best
