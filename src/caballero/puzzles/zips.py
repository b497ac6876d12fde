"""Make Zip puzzles: waypoints along a tour, and walls that exclude all other tours.

The first and the last square of a random tour are waypoints. As long as another tour visits these
in their order, squares that it visits in another order become waypoints, too; once there are
enough of them, a wall goes where it leaves the tour. Then walls are taken away, and waypoints, that
are not needed. One search with conflict learning answers what depends on walls: a wall is a move
that it supposes not to be used.

Invariant: there is no other tour with the waypoints and walls that are kept, also if a limit ends
the work.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final, TypeAlias

from caballero.find.exact import MoveSearch
from caballero.machine.limits import Budget
from caballero.machine.values import replace
from caballero.model.problem import Problem

Edge: TypeAlias = tuple[int, int]

SQUARES_EACH: Final[Mapping[str | None, int]] = MappingProxyType(
    {None: 6, "easy": 5, "medium": 6, "hard": 8, "expert": 14}
)
"""For each level, the squares for each waypoint at most: with fewer waypoints, puzzles are harder.
"""


class ZipDraft:
    """A Zip that is being made: which waypoints and walls it has, and which walls are spare."""

    def __init__(
        self, problem: Problem, order: Sequence[int], level: str | None, rng: random.Random
    ) -> None:
        self._problem, self._order, self._rng = problem, order, rng
        self._most = 2 + len(order) // SQUARES_EACH[level]
        self._numbers = [0, len(order) - 1]
        used = {
            frozenset(move) for move in pairwise([*order, order[0]] if problem.closed else order)
        }
        forced = {frozenset(map(problem.vertex, move)) for move in problem.forced}
        edges = (tuple(sorted(edge)) for edge in problem.graph().edges())
        self._kept: list[Edge] = [
            (v, w) for v, w in edges if frozenset((v, w)) not in used | forced
        ]
        rng.shuffle(self._kept)
        self._others: list[Sequence[int]] = []  # tours that were found
        self.spare: list[Edge] = []

    def problem(self, more: int = 0) -> Problem:
        """Return the puzzle, with some spare walls."""
        return self._with(self._numbers, self._kept + self.spare[:more])

    def _with(self, numbers: Sequence[int], walls: Iterable[Edge]) -> Problem:
        place = self._problem.place
        moves = frozenset((place(v), place(w)) for v, w in walls)
        waypoints = tuple(place(self._order[i]) for i in numbers)
        return replace(
            self._problem, start=waypoints[0], end=waypoints[-1], waypoints=waypoints,
            forbidden=self._problem.forbidden | moves,
        )  # fmt: skip

    def reduce(self, budget: Budget) -> None:
        """Take away the walls and waypoints that are not needed."""
        budget.method = "exact"
        every = self._kept[:]
        search = self._search(self._with(self._numbers, ()), budget)
        possible, walls = {*every}, list[Edge]()
        while (other := search.run(budget, apart=walls)) is not None:
            self._others.append(other)
            places = self._disordered(other) if len(self._numbers) < self._most else []
            if places:
                self._numbers = sorted([*self._numbers, *places])
                search = self._search(self._with(self._numbers, ()), budget)
            else:
                walls.append(self._rng.choice([e for e in _edges(other) if e in possible]))
        self._keep(walls, every)
        for i, wall in enumerate(walls):
            budget.reach(i / len(walls))
            rest = [other for other in self._kept if other != wall]
            if not self._is_known(self._numbers, rest):
                found = search.run(budget, apart=rest)
                if found is None:
                    self._keep(rest, every)
                else:
                    self._others.append(found)
        for number in self._rng.sample(self._numbers[1:-1], len(self._numbers) - 2):
            numbers = [other for other in self._numbers if other != number]
            if not self._is_known(numbers, self._kept):
                found = self._search(self._with(numbers, self._kept), budget).run(budget)
                if found is None:
                    self._numbers = numbers
                else:
                    self._others.append(found)

    def _disordered(self, other: Sequence[int]) -> list[int]:
        """Return at most two places of the tour that another tour visits out of order.

        The order is that of the waypoints so far, and of a single place.
        """
        at = {v: i for i, v in enumerate(other)}
        fresh = [i for i in range(len(other)) if i not in self._numbers]
        for i in self._rng.sample(fresh, len(fresh)):
            near = [*self._numbers, self._rng.choice(fresh)]
            for k in near[:-1] + near[-1:] * (len(self._numbers) + 2 <= self._most):
                if (i - k) * (at[self._order[i]] - at[self._order[k]]) < 0:
                    return [i] if k in self._numbers else [i, k]
        return []

    def _search(self, problem: Problem, budget: Budget) -> MoveSearch:
        """Return the search for tours other than the puzzle's."""
        search = MoveSearch(problem)
        search.exclude(self._order)
        return search

    def _keep(self, walls: Sequence[Edge], every: Iterable[Edge]) -> None:
        """Keep some walls; the others are spare."""
        self._kept = [*walls]
        self.spare = [wall for wall in every if wall not in walls]

    def _is_known(self, numbers: Sequence[int], walls: Iterable[Edge]) -> bool:
        """Return whether a known tour, other than the puzzle's, has these waypoints and walls."""
        barred, waypoints = {*walls}, [self._order[i] for i in numbers]
        return any(
            barred.isdisjoint(_edges(other)) and sorted(waypoints, key=other.index) == waypoints
            for other in self._others
        )


def _edges(tour: Sequence[int]) -> list[Edge]:
    """Return the moves of a tour; of a closed tour all but the last."""
    return [(min(move), max(move)) for move in pairwise(tour)]
