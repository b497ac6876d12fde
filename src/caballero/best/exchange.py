"""Better tours by exchanging two moves, with simulated annealing.

Two moves a–b and c–d of a tour become a–c and b–d, if these are moves; the part between is walked
backwards (2-opt). An open tour is a cycle through an additional vertex, next to its ends. Worse
tours are accepted sometimes, more and more seldom (S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi,
1983).

Invariants: the cycle is a tour of the model at any time; equal seeds give equal tours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from statistics import median
from typing import Final

from caballero.machine.limits import Budget, LimitHit

from .kernels._fragments import ALWAYS, NEVER
from .line_model import NEVER_CHOSEN, Model
from .tuning import sizes

TRIES: Final = 25
"""Tries for each two squares."""

WARMEST: Final = 1.5
COOLEST: Final = 0.12
"""The temperatures at first and at last, in crossings or differences of two pairs of moves."""

PAUSE: Final = 500
"""Tries between two checks of the clock."""


def improved(
    model: Model, order: Sequence[int], seed: int, budget: Budget, until: float = math.inf
) -> list[int]:
    """Return the best tour met, or the given tour, at a limit or after `until` seconds."""
    search = _Exchange(model, order)
    tries = min(sizes().most_tries, TRIES * model.size**2)
    rng = Random(seed)
    cooling = (COOLEST / WARMEST) ** (1 / tries)
    heat = WARMEST * _difference(model)
    try:
        for i in range(tries):
            if not i % PAUSE:
                budget.pause()
                if budget.seconds > until:
                    break
            search.propose(rng, heat)
            heat *= cooling
    except LimitHit:
        pass
    return search.best


def _difference(model: Model) -> float:
    """Return by how much most pairs of moves at most squares cost more than the cheapest pair."""
    if model.costs is None:
        return 1
    found = []
    for table in model.pairs:
        costs = sorted(cost for cost in table if cost != NEVER_CHOSEN)
        above = costs[len(costs) * 3 // 4] - costs[0] or costs[-1] - costs[0]
        if above:
            found.append(above)
    return median(found) if found else 1


class _Exchange:
    """A tour and its cost."""

    def __init__(self, model: Model, order: Sequence[int]) -> None:
        self._model = model
        self._extra = model.size  # the vertex next to the ends
        self.best = list(order)
        self._order = [*order, self._extra] if model.ends else list(order)
        self._place = {v: i for i, v in enumerate(self._order)}
        self._near = [
            [*{w for i in row for w in model.moves[i]} - {v}] for v, row in enumerate(model.at)
        ]
        tips = [v for v in range(model.size) if model.tips[v] != NEVER]
        for v in tips if model.ends else ():
            self._near[v].append(self._extra)
        self._near.append(tips)
        fixed = [move for move, force in zip(model.moves, model.forced, strict=True) if force]
        fixed += [(v, self._extra) for v in tips if model.tips[v] == ALWAYS]
        self._fixed = {*fixed, *((b, a) for a, b in fixed)}
        self._linked = [set(row) for row in self._near]
        self._ranks = [
            {sum(model.moves[i]) - v: rank for rank, i in enumerate(row)}
            for v, row in enumerate(model.at)
        ]
        self._sign = -1 if model.maximize and model.costs is None else 1
        self._above = self._best_above = 0  # the cost, less that of the given tour
        self._used = bytearray(len(model.moves))
        self._partners: list[list[int]] = [[] for _ in model.moves]
        for i, row in enumerate(model.crossed):
            for j in row:
                self._partners[i].append(j)
                self._partners[j].append(i)
        for i, v in enumerate(self._order):
            self._toggle(self._order[i - 1], v, 1)

    def propose(self, rng: Random, heat: float) -> None:
        """Try an exchange."""
        order, size = self._order, len(self._order)
        i = rng.randrange(size)
        a, b = order[i], order[(i + 1) % size]
        c = rng.choice(self._near[a])
        j = self._place[c]
        d = order[(j + 1) % size]
        if c == b or d == a or d not in self._linked[b] or self._is_forced(a, b, c, d):
            return
        change = self._sign * self._change(i, j, a, b, c, d)
        if change > 0 and rng.random() >= math.exp(-change / heat):
            if self._model.costs is None:
                self._cross(a, c, b, d, a, b, c, d)
            return
        self._reverse((i + 1) % size, j)
        self._above += change
        if self._above < self._best_above:
            self._best_above = self._above
            k = self._place.get(self._extra, -1)
            self.best = [*order[k + 1 :], *order[:k]] if k >= 0 else order[:]

    def _is_forced(self, a: int, b: int, c: int, d: int) -> bool:
        return not self._fixed.isdisjoint({(a, b), (c, d)})

    def _change(self, i: int, j: int, a: int, b: int, c: int, d: int) -> int:
        """Return by how much the cost grows; note the moves, for crossings."""
        if self._model.costs is None:
            return self._cross(a, b, c, d, a, c, b, d)
        order, size = self._order, len(self._order)
        before_a, after_b = order[i - 1], order[(i + 2) % size]
        before_c, after_d = order[j - 1], order[(j + 2) % size]
        # The path between is reversed: …a c … b d…, where b … c was, or the other part.
        pair = self._pair
        old = (
            pair(before_a, a, b) + pair(a, b, after_b) + pair(before_c, c, d) + pair(c, d, after_d)
        )
        new = (
            pair(before_a, a, c) + pair(a, c, before_c) + pair(after_b, b, d) + pair(b, d, after_d)
        )
        return new - old

    def _pair(self, a: int, v: int, b: int) -> int:
        """Return the cost of arriving at v from a and leaving to b."""
        if v == self._extra:
            return 0
        ranks = self._ranks[v]
        one = ranks.get(a, -1)
        two = ranks.get(b, -1)
        if one < 0:
            one = two
        elif two < 0:
            two = one
        return self._model.pairs[v][one * len(ranks) + two]

    def _cross(self, *eight: int) -> int:
        """Remove the first two of four moves, and add the others; return the new crossings."""
        a, b, c, d, e, f, g, h = eight
        return (
            self._toggle(a, b, 0) + self._toggle(c, d, 0)
            + self._toggle(e, f, 1) + self._toggle(g, h, 1)
        )  # fmt: skip

    def _toggle(self, a: int, b: int, use: int) -> int:
        """Add or remove a move; return the new crossings."""
        number = self._model.number.get((a, b))
        if number is None:
            return 0
        used = self._used
        used[number] = use
        met = sum([used[other] for other in self._partners[number]])
        return met if use else -met

    def _reverse(self, i: int, j: int) -> None:
        """Reverse the places from i to j, round the end; or all others, if these are fewer."""
        order, size = self._order, len(self._order)
        inside = (j - i) % size + 1
        if 2 * inside > size:
            i, j = (j + 1) % size, (i - 1) % size
            inside = size - inside
        places = [(i + k) % size for k in range(inside)]
        for place, v in zip(places, [order[place] for place in reversed(places)], strict=True):
            order[place] = v
            self._place[v] = place
