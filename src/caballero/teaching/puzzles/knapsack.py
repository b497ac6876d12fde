"""The knapsack: which items, none of them twice, have the greatest value and are not too heavy?

Branch and bound minimizes, so the cost is the value of the items left behind. Its bound is that of
G. B. Dantzig ("Discrete-variable extremum problems", Operations Research 5, 1957): pack the items
of the greatest value per weight, and of the first that does not fit, a part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from caballero.machine.errors import InvalidInput
from caballero.machine.words import Message

from .costs import check_whole


@dataclass(frozen=True, slots=True)
class Knapsack:
    """The knapsack; a candidate says of each item, the best first, whether it is packed.

    Parameters
    ----------
    weights, values : tuple of int
        Weight and value of each item, 0 or more.
    capacity : int
        The most weight, 0 or more.

    Examples
    --------
    >>> from caballero.teaching import minimize
    >>> from caballero.teaching.puzzles import Knapsack
    >>> puzzle = Knapsack(weights=(5, 4, 6, 3), values=(10, 40, 30, 50), capacity=10)
    >>> *_, best = minimize(puzzle)
    >>> puzzle.show(best.candidate), best.cost, best.optimal
    ('items 1 3: value 90, weight 7', 40, True)
    """

    weights: tuple[int, ...]
    values: tuple[int, ...]
    capacity: int

    def __post_init__(self) -> None:
        for number in (*self.weights, *self.values, self.capacity):
            check_whole(number)
        if len(self.weights) != len(self.values):
            sizes = {"weights": len(self.weights), "values": len(self.values)}
            raise InvalidInput("knapsack-uneven", **sizes)

    def initial(self) -> tuple[bool, ...]:
        """Return no decision."""
        return ()

    def worth_exploring(self, packed: tuple[bool, ...]) -> bool:
        """Return whether the items are not too heavy."""
        return sum(self.weights[i] for i in self.items(packed)) <= self.capacity

    def is_final(self, packed: tuple[bool, ...]) -> bool:
        """Return whether every item is decided."""
        return len(packed) == len(self.weights)

    def extensions(self, packed: tuple[bool, ...]) -> Iterator[tuple[bool, ...]]:
        """Yield the next item packed, then left."""
        yield (*packed, True)
        yield (*packed, False)

    def cost(self, packed: tuple[bool, ...]) -> int:
        """Return the value left behind."""
        return sum(self.values) - sum(self.values[i] for i in self.items(packed))

    def bound(self, packed: tuple[bool, ...]) -> int:
        """Return the value left behind if the last item may be cut in two."""
        room = self.capacity - sum(self.weights[i] for i in self.items(packed))
        left = self.cost(packed)
        for i in self._order()[len(packed) :]:
            if self.weights[i] > room:
                return left - self.values[i] * room // self.weights[i]
            room -= self.weights[i]
            left -= self.values[i]
        return left

    def show(self, packed: tuple[bool, ...]) -> str:
        """Return the items by number from 0, their value and their weight."""
        chosen = sorted(self.items(packed))
        value, weight = (sum(of[i] for i in chosen) for of in (self.values, self.weights))
        data = {"items": " ".join(map(str, chosen)), "value": value, "weight": weight}
        return Message("packed-items", data).text()

    def items(self, packed: tuple[bool, ...]) -> list[int]:
        """Return the numbers of the items that are packed."""
        return [i for i, yes in zip(self._order(), packed, strict=False) if yes]

    def _order(self) -> list[int]:
        """Return the items by value per weight, the greatest first."""
        weights, values = self.weights, self.values
        free = [i for i, weight in enumerate(weights) if not weight]
        heavy = [i for i, weight in enumerate(weights) if weight]
        return free + sorted(heavy, key=lambda i: -Fraction(values[i], weights[i]))
