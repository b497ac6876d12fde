"""Tours with clues, by a SAT solver: an independent judge of puzzles.

It knows nothing but squares and leaps. Each square and number is a variable: each square has a
number, each number one square, and beside a square are those with the numbers before and after. One
variable more for each move helps a lot: a square has at most two.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

from pysat.solvers import Cadical153

Square = tuple[int, ...]

LEAPS: Final = {
    "hidato": {(0, 1), (1, 1)},
    "king": {(0, 1), (1, 1)},
    "numbrix": {(0, 1)},
    "wazir": {(0, 1)},
    "knight": {(1, 2)},
    "hopido": {(0, 3), (2, 2)},
}
"""The distances that a piece leaps, in increasing order."""


class SatSearch:
    """The tours that have the numbers given so far; squares by their numbers, from 1."""

    def __init__(
        self,
        squares: Sequence[Square],
        piece: str,
        *,
        closed: bool = False,
        given: Mapping[int, Square] | None = None,
        waypoints: Sequence[Square] = (),
        walls: Iterable[tuple[Square, Square]] = (),
        beside: Mapping[Square, Sequence[Square]] | None = None,
    ) -> None:
        self._beside = beside
        self._walls = {frozenset(wall) for wall in walls}
        size, given = len(squares), given or {}
        numbers = range(1, size + 1)
        owner = {square: number for number, square in given.items()}
        pairs = (
            (square, number)
            for square in squares
            for number in numbers
            if owner.get(square, number) == number and given.get(number, square) == square
        )
        self._var = {pair: x for x, pair in enumerate(pairs, 1)}
        self._size = size
        self._solver = Cadical153()
        self._solver.append_formula(self._clauses(squares, LEAPS[piece], closed))
        for before, after in pairwise(waypoints):
            for n in numbers:
                if (after, n) in self._var:
                    earlier = [
                        self._var[before, m] for m in range(1, n) if (before, m) in self._var
                    ]
                    self._solver.add_clause([-self._var[after, n], *earlier])

    def _clauses(
        self, squares: Sequence[Square], leaps: set[tuple[int, int]], closed: bool
    ) -> Iterator[list[int]]:
        var, size = self._var, self._size
        numbers = range(1, size + 1)
        for square in squares:
            yield [var[square, n] for n in numbers if (square, n) in var]
        for number in numbers:
            here = [var[square, number] for square in squares if (square, number) in var]
            yield here
            yield from at_most(1, here)
        beside: Mapping[Square, Sequence[Square]] = self._beside or {
            square: [
                other
                for other in squares
                if tuple(sorted(abs(a - b) for a, b in zip(square, other, strict=True))) in leaps
                and frozenset((square, other)) not in self._walls
            ]
            for square in squares
        }
        move = {
            pair: len(var) + i
            for i, pair in enumerate(
                (pair for pair in combinations(squares, 2) if pair[1] in beside[pair[0]]), 1
            )
        }
        move |= {(b, a): x for (a, b), x in move.items()}
        for square in squares:
            yield from at_most(2, [move[square, other] for other in beside[square]])
        for (square, number), x in var.items():
            steps = (number - 1, number + 1)
            near = [(n - 1) % size + 1 for n in steps if closed or n in numbers]
            for n in near:
                yield [-x] + [var[other, n] for other in beside[square] if (other, n) in var]
            for other in beside[square]:
                used = move[square, other]
                yield [-x, -used] + [var[other, n] for n in near if (other, n) in var]
                yield from ([-x, -var[other, n], used] for n in near if (other, n) in var)

    def find(self, given: Mapping[int, Square] | None = None) -> list[Square] | None:
        """Find a tour with more clues."""
        assumptions = [self._var[square, number] for number, square in (given or {}).items()]
        if not self._solver.solve(assumptions=assumptions):
            return None
        true = {x for x in self._solver.get_model() if x > 0}
        at = {number: square for (square, number), x in self._var.items() if x in true}
        return [at[number] for number in sorted(at)]

    def exclude(self, tour: Iterable[Square]) -> None:
        """Exclude a tour from all later answers."""
        self._solver.add_clause([-self._var[square, n] for n, square in enumerate(tour, 1)])


def at_most(count: int, literals: Sequence[int]) -> Iterator[list[int]]:
    """Clauses that at most `count` literals are true."""
    return ([-x for x in some] for some in combinations(literals, count + 1))
