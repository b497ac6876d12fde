"""The longest path of a knight that never crosses its own line, on a small board.

Branch and bound minimizes, so the cost is the number of squares left out. The bound counts by
*cells*, the unit squares between four centres of board squares: each move passes through two cells,
and of three moves through one cell, two cross. So the moves still to come are at most half of the
room that the cells have, and no more than the squares that they can enter.

T. R. Dawson, "Echecs féeriques", L'Echiquier 2 (1930) posed it; OEIS A003192.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, pairwise, product
from typing import NamedTuple, TypeAlias

from caballero.model.board import Board, Square

Way: TypeAlias = frozenset[Square]
"""A move, by its two squares."""


class Line(NamedTuple):
    """The squares visited so far, and the moves that may still be made: they cross none so far."""

    path: tuple[Square, ...]
    moves: frozenset[Way]


@dataclass(frozen=True, slots=True)
class LongestUncrossed:
    """Paths that cannot go on without crossing themselves.

    Parameters
    ----------
    rows, columns : int
        The sides of the board, of at most 6×6 squares or so.

    Examples
    --------
    >>> from caballero.teaching import minimize
    >>> from caballero.teaching.puzzles import LongestUncrossed
    >>> puzzle = LongestUncrossed(4, 4)
    >>> *_, best = minimize(puzzle, "lifo")
    >>> len(best.candidate.path) - 1, best.cost
    (5, 10)
    """

    rows: int
    columns: int
    _cells: dict[Way, frozenset[Square]] = field(init=False, repr=False, compare=False)
    _crossed: dict[Way, frozenset[Way]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        squares = list(Board((self.rows, self.columns)))
        moves = [
            frozenset((a, b)) for a, b in combinations(squares, 2)
            if {abs(a[0] - b[0]), abs(a[1] - b[1])} == {1, 2}
        ]  # fmt: skip
        crossed: dict[Way, set[Way]] = {move: set() for move in moves}
        for first, second in combinations(moves, 2):
            if _cross(*first, *second):
                crossed[first].add(second)
                crossed[second].add(first)
        object.__setattr__(self, "_cells", {move: _cells_of(*move) for move in moves})
        object.__setattr__(self, "_crossed", {m: frozenset(of) for m, of in crossed.items()})

    def initial(self) -> Line:
        """Return the empty path; every move may be made."""
        return Line((), frozenset(self._cells))

    def worth_exploring(self, line: Line) -> bool:
        """Return True: only paths without a crossing are made."""
        return True

    def is_final(self, line: Line) -> bool:
        """Return whether no move leads on."""
        return bool(line.path) and not any(line.path[-1] in move for move in line.moves)

    def extensions(self, line: Line) -> Iterator[Line]:
        """Yield the paths with one more square; of mirrored starts, only the first."""
        if not line.path:
            for start in product(range((self.rows + 1) // 2), range((self.columns + 1) // 2)):
                yield Line((start,), line.moves)
            return
        here = line.path[-1]
        for move in sorted(line.moves, key=sorted):
            if here in move:
                (to,) = move - {here}
                rest = (m for m in line.moves - self._crossed[move] if here not in m)
                yield Line((*line.path, to), frozenset(rest))

    def cost(self, line: Line) -> int:
        """Return the number of squares that the path leaves out."""
        return self.rows * self.columns - len(line.path)

    def bound(self, line: Line) -> int:
        """Return the least number of squares that every path beyond leaves out."""
        if not line.path:
            return 0
        enterable = len({*chain.from_iterable(line.moves)} - {line.path[-1]})
        used = Counter(cell for m in pairwise(line.path) for cell in self._cells[frozenset(m)])
        room = Counter(cell for move in line.moves for cell in self._cells[move])
        total = sum(min(count, 2 - used[cell]) for cell, count in room.items())
        return self.cost(line) - min(enterable, total // 2)

    def show(self, line: Line) -> str:
        """Return the board with the numbers of the path."""
        number = {square: i for i, square in enumerate(line.path, start=1)}
        return "\n".join(
            " ".join(f"{number.get((row, column), '.'):>2}" for column in range(self.columns))
            for row in range(self.rows)
        )


def _cross(a: Square, b: Square, c: Square, d: Square) -> bool:
    """Return whether two moves cross: each has its ends on different sides of the other's line."""

    def side(p: Square, q: Square, r: Square) -> int:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def _cells_of(a: Square, b: Square) -> frozenset[Square]:
    """Return the two cells that a move passes through, by their upper left corners."""
    top, left = min(a[0], b[0]), min(a[1], b[1])
    down = abs(a[0] - b[0]) == 2
    return frozenset({(top, left), (top + 1, left) if down else (top, left + 1)})
