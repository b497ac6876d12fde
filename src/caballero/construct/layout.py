"""Layouts: how plans lie on a board.

Nearly always one plan lies there as it is (:class:`Plain`), or with rows and columns exchanged
(:class:`Turned`). A board with four rows needs two plans (:class:`FourRows`), because no tour of a
part of it could be a guest.

On four rows a knight goes from an *outer* square, in the first or last row, only to an *inner*
one; there are as many of both, so that they alternate along a tour, but for one step between two
inner squares. Since the colours alternate too, the outer squares before that step have one
colour, and those after it the other. So the tour consists of two halves, each with one outer and
one inner square in every column. Within a half, the outer square of a column and the inner one of
another are a move apart if and only if the columns are 1 or 2 apart. Thus a half is a plan of two
rows, outer and inner; and a guest can be inserted in it that belongs to the same half only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

from caballero.board import Square

from .plan import Base, Numbers, Plan, number_into, parts, rank_of, sliced, square_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix: TypeAlias = NDArray[np.signedinteger]


class Layout(Protocol):
    """A tour of a board, as plans tell it."""

    def rank_of(self, square: Square) -> int:
        """Return the place of a square in the tour, from 0."""

    def square_of(self, rank: int) -> Square:
        """Return the square at a place in the tour."""

    def runs(self, numbers: Numbers) -> Iterator[tuple[range, list[Square]]]:
        """Yield the squares in pieces, each with their numbers; these are given by rank."""

    def number(
        self, numbers: Numbers, board: Matrix, pause: Callable[[], None] | None = None
    ) -> None:
        """Write the number of each square into a matrix."""


@dataclass(frozen=True, slots=True)
class Plain:
    """One plan as it is."""

    plan: Plan

    def rank_of(self, square: Square) -> int:
        """Return the place of a square in the tour, from 0."""
        return rank_of(self.plan, *square)

    def square_of(self, rank: int) -> Square:
        """Return the square at a place in the tour."""
        return square_of(self.plan, rank)

    def runs(self, numbers: Numbers) -> Iterator[tuple[range, list[Square]]]:
        """Yield the squares in pieces, each with their numbers; these are given by rank."""
        for part in parts(self.plan, numbers, most=0):
            small = cast(Base, part.plan)
            row, column, done = part.row, part.column, 0
            for piece in part.numbers:
                squares = small.squares[done : done + len(piece)]
                yield piece, [(row + r, column + c) for r, c in squares]
                done += len(piece)

    def number(
        self, numbers: Numbers, board: Matrix, pause: Callable[[], None] | None = None
    ) -> None:
        """Write the number of each square into a matrix."""
        number_into(self.plan, numbers, board, pause)


@dataclass(frozen=True, slots=True)
class Turned:
    """Another layout with rows and columns exchanged."""

    layout: Layout

    def rank_of(self, square: Square) -> int:
        """Return the place of a square in the tour, from 0."""
        return self.layout.rank_of((square[1], square[0]))

    def square_of(self, rank: int) -> Square:
        """Return the square at a place in the tour."""
        row, column = self.layout.square_of(rank)
        return column, row

    def runs(self, numbers: Numbers) -> Iterator[tuple[range, list[Square]]]:
        """Yield the squares in pieces, each with their numbers; these are given by rank."""
        for piece, squares in self.layout.runs(numbers):
            yield piece, [(column, row) for row, column in squares]

    def number(
        self, numbers: Numbers, board: Matrix, pause: Callable[[], None] | None = None
    ) -> None:
        """Write the number of each square into a matrix."""
        self.layout.number(numbers, board.T, pause)


@dataclass(frozen=True, slots=True)
class FourRows:
    """Two halves of a board with four rows, the second of them gone through backwards."""

    first: Plan
    second: Plan

    def rank_of(self, square: Square) -> int:
        """Return the place of a square in the tour, from 0."""
        row, column = square
        half = (column + row // 2) % 2
        rank = rank_of(self.second if half else self.first, 1 if 0 < row < 3 else 0, column)
        return 2 * self.first.size - 1 - rank if half else rank

    def square_of(self, rank: int) -> Square:
        """Return the square at a place in the tour."""
        size = self.first.size
        if rank < size:
            return self._square(0, square_of(self.first, rank))
        return self._square(1, square_of(self.second, 2 * size - 1 - rank))

    def _square(self, half: int, place: Square) -> Square:
        inner, column = place
        row = inner if (half + column) % 2 == 0 else 3 - inner
        return row, column

    def _halved(self, numbers: Numbers) -> Iterator[tuple[int, Plan, Numbers]]:
        size = self.first.size
        yield 0, self.first, sliced(numbers, 0, size)
        second = sliced(numbers, size, 2 * size)
        yield 1, self.second, [piece[::-1] for piece in reversed(second)]

    def runs(self, numbers: Numbers) -> Iterator[tuple[range, list[Square]]]:
        """Yield the squares in pieces, each with their numbers; these are given by rank."""
        for half, plan, part in self._halved(numbers):
            for piece, places in Plain(plan).runs(part):
                yield piece, [self._square(half, place) for place in places]

    def number(
        self, numbers: Numbers, board: Matrix, pause: Callable[[], None] | None = None
    ) -> None:
        """Write the number of each square into a matrix."""
        import numpy as np

        for half, plan, part in self._halved(numbers):
            places = np.empty((2, plan.columns), board.dtype)
            number_into(plan, part, places, pause)
            other = 1 - half
            board[:2, half::2] = places[:, half::2]
            board[2:, other::2] = places[::-1, other::2]
