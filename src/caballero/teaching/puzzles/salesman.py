"""The travelling salesman: the shortest closed tour of all cities, on roads of one way or two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from .costs import check_cost, check_square


@dataclass(frozen=True, slots=True)
class TravellingSalesman:
    """Closed tours of cities; a candidate is the cities so far, from the first.

    Parameters
    ----------
    distances : tuple of tuples of numbers or None
        From each city to each other, 0 or more; None where no road leads. There and back may
        differ. The distance from a city to itself is not read.

    Examples
    --------
    >>> from caballero.teaching import minimize
    >>> from caballero.teaching.puzzles import TravellingSalesman
    >>> puzzle = TravellingSalesman(((0, 3, 4, 9), (3, 0, 8, 2), (4, 8, 0, 5), (9, 2, 5, 0)))
    >>> *_, best = minimize(puzzle)
    >>> puzzle.show(best.candidate)
    '0 2 3 1 0: 14'
    """

    distances: tuple[tuple[float | None, ...], ...]

    def __post_init__(self) -> None:
        check_square(self.distances)
        for i, row in enumerate(self.distances):
            for j, distance in enumerate(row):
                if i != j and distance is not None:
                    check_cost(distance)

    def initial(self) -> tuple[int, ...]:
        """Return the first city."""
        return (0,) if self.distances else ()

    def worth_exploring(self, cities: tuple[int, ...]) -> bool:
        """Return whether the last city is new."""
        return not cities or cities[-1] not in cities[:-1]

    def is_final(self, cities: tuple[int, ...]) -> bool:
        """Return whether every city was visited."""
        return len(cities) == len(self.distances)

    def extensions(self, cities: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the tours with one more city to which a road leads, the nearest first."""
        here = cities[-1]
        others = [city for city in range(len(self.distances)) if self._road(here, city) < inf]
        for city in sorted(others, key=lambda city: self._road(here, city)):
            yield (*cities, city)

    def cost(self, cities: tuple[int, ...]) -> float:
        """Return the length of the closed tour; infinity if no road leads back."""
        return self._length((*cities, *cities[:1])) if len(cities) > 1 else 0

    def bound(self, cities: tuple[int, ...]) -> float:
        """Return the length so far, and the shortest road out of each city that is still to leave.

        A road out leads to a city that is still to be entered: not yet visited, or the first.
        """
        left = [city for city in range(len(self.distances)) if city not in cities]
        first, last = cities[0], cities[-1]
        onward = min(self._road(last, city) for city in left)
        rest = (min(self._road(city, to) for to in (first, *left) if to != city) for city in left)
        return self._length(cities) + onward + sum(rest)

    def show(self, cities: tuple[int, ...]) -> str:
        """Return the closed tour and its length."""
        return f"{' '.join(map(str, (*cities, *cities[:1])))}: {self.cost(cities)}"

    def _length(self, cities: tuple[int, ...]) -> float:
        return sum(self._road(a, b) for a, b in pairwise(cities))

    def _road(self, a: int, b: int) -> float:
        distance = None if a == b else self.distances[a][b]
        return inf if distance is None else distance
