"""Layouts: the places of plans on a board.

Nearly always a board is one plan (:class:`Plain`), or a plan with rows and columns exchanged
(:class:`Transposed`). A board with four rows needs two plans (:class:`FourRows`), because no tour
of a part of it could be a guest.

On four rows a knight moves from an *outer* square, in the first or last row, only to an *inner*
one; there are as many of both, so they alternate along a tour, but for a step between two inner
squares. The colours alternate too, so the outer squares before that step have one colour, and those
after it the other. So the tour consists of two halves, each with one outer and one inner square in
every column. Within a half, the outer square of a column and the inner square of another are a move
apart if and only if the columns are 1 or 2 apart. So a half is a plan of two rows, outer and inner,
and guests of the same half can be inserted in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from caballero.find.kernels.plans import Sheet
from caballero.model.board import Square

from .plan import Numbers, Plan, rank_of, sliced, square_of, write


class Layout(Protocol):
    """A tour of a board, by plans."""

    def rank_of(self, square: Square) -> int:
        """Return the place of a square in the tour, from 0."""

    def square_of(self, rank: int) -> Square:
        """Return the square at a place in the tour."""

    def write(self, numbers: Numbers, sheet: Sheet) -> None:
        """Write the squares and their numbers, which are given by rank."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A plan as it is."""

    plan: Plan

    def rank_of(self, square: Square) -> int:
        """Return the place of a square in the tour, from 0."""
        return rank_of(self.plan, *square)

    def square_of(self, rank: int) -> Square:
        """Return the square at a place in the tour."""
        return square_of(self.plan, rank)

    def write(self, numbers: Numbers, sheet: Sheet) -> None:
        """Write the squares and their numbers, which are given by rank."""
        write(self.plan, numbers, sheet)


@dataclass(frozen=True, slots=True)
class Transposed:
    """Another layout with rows and columns exchanged."""

    layout: Layout

    def rank_of(self, square: Square) -> int:
        """Return the place of a square in the tour, from 0."""
        return self.layout.rank_of((square[1], square[0]))

    def square_of(self, rank: int) -> Square:
        """Return the square at a place in the tour."""
        row, column = self.layout.square_of(rank)
        return column, row

    def write(self, numbers: Numbers, sheet: Sheet) -> None:
        """Write the squares and their numbers, which are given by rank."""
        self.layout.write(numbers, replace(sheet, down=sheet.right, right=sheet.down))


@dataclass(frozen=True, slots=True)
class FourRows:
    """Two halves of a board with four rows; the tour visits the second half in reverse."""

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

    def write(self, numbers: Numbers, sheet: Sheet) -> None:
        """Write the squares and their numbers, which are given by rank."""
        size = self.first.size
        write(self.first, sliced(numbers, 0, size), replace(sheet, mirrored=0))
        second = [piece[::-1] for piece in reversed(sliced(numbers, size, 2 * size))]
        write(self.second, second, replace(sheet, mirrored=1))
