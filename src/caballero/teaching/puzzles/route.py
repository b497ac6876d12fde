"""The route with least traffic: from home to work through given places, in the fewest minutes.

With no place between it is a shortest path, which Dijkstra's method finds at once; with many, it is
a travelling salesman. The bound is a shortest path, too: from here to the farthest of the places
that are left, and from there to the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise, product
from math import inf

from caballero.machine.errors import InvalidInput
from caballero.machine.words import short

from .costs import check_cost


@dataclass(frozen=True, slots=True)
class LeastTraffic:
    """Routes without repeated places; a candidate is the places so far.

    Parameters
    ----------
    minutes : mapping of (str, str) to number
        How long each road takes, 0 or more, from one place to another; a street of two ways is two
        roads, and the way back may take longer.
    start, end : str
        Where the route begins and ends.
    through : tuple of str
        Places that it must pass, in any order.

    Examples
    --------
    >>> from caballero.teaching import minimize
    >>> from caballero.teaching.puzzles import LeastTraffic
    >>> roads = {("home", "park"): 4, ("park", "work"): 9, ("home", "school"): 5,
    ...          ("park", "school"): 2, ("school", "work"): 3, ("school", "park"): 1}
    >>> for through in ((), ("park",)):
    ...     puzzle = LeastTraffic(roads, "home", "work", through)
    ...     *_, best = minimize(puzzle)
    ...     print(puzzle.show(best.candidate))
    home school work: 8
    home park school work: 9
    """

    minutes: Mapping[tuple[str, str], float]
    start: str
    end: str
    through: tuple[str, ...] = ()
    _least: Mapping[tuple[str, str], float] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places = {place for road in self.minutes for place in road}
        for place in (self.start, self.end, *self.through):
            if place not in places:
                raise InvalidInput("route-place-unknown", place=short(str(place)))
        for cost in self.minutes.values():
            check_cost(cost)
        least = {**self.minutes, **{(a, a): 0 for a in places}}
        for via, a, b in product(places, repeat=3):  # Floyd and Warshall, 1962
            way = least.get((a, via), inf) + least.get((via, b), inf)
            if way < least.get((a, b), inf):
                least[a, b] = way
        object.__setattr__(self, "_least", least)

    def initial(self) -> tuple[str, ...]:
        """Return the start."""
        return (self.start,)

    def worth_exploring(self, route: tuple[str, ...]) -> bool:
        """Return whether the last place is new, and not the end too early."""
        return route[-1] not in route[:-1] and (route[-1] != self.end or self.is_final(route))

    def is_final(self, route: tuple[str, ...]) -> bool:
        """Return whether the route is at its end and has passed all its places."""
        return route[-1] == self.end and {*self.through} <= {*route}

    def extensions(self, route: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield the routes with one more road."""
        for a, b in self.minutes:
            if a == route[-1]:
                yield (*route, b)

    def cost(self, route: tuple[str, ...]) -> float:
        """Return the minutes."""
        return sum(self.minutes[road] for road in pairwise(route))

    def bound(self, route: tuple[str, ...]) -> float:
        """Return the minutes so far and the least to the end, through the farthest place left."""
        here = route[-1]
        left = [place for place in (*self.through, self.end) if place not in route]
        ways = (self._way(here, place) + self._way(place, self.end) for place in left)
        return self.cost(route) + max(ways, default=0)

    def show(self, route: tuple[str, ...]) -> str:
        """Return the places and the minutes."""
        return f"{' '.join(route)}: {self.cost(route)}"

    def _way(self, a: str, b: str) -> float:
        return self._least.get((a, b), inf)
