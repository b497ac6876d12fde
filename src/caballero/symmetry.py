"""The symmetries of a board, and what they do to a tour.

A symmetry of a box exchanges axes of equal length and reverses some of them; where an axis
wraps, the board can also be shifted along it. Only those count that map the holes to holes.
On a plain square board these are the eight of the dihedral group, on a rectangle four.
Every leaper looks the same in all of them, so the image of a tour is a tour.

The names of the symmetric kinds of tour are those of G. P. Jelliss, *Knight's Tour Notes*
(1.3, "Symmetry"): a closed tour with a half turn is *direct* or Eulerian if the half turn keeps
the direction of travel, and *oblique* or Bergholtian if it reverses it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations, product
from typing import Final

from .board import Board, Square
from .errors import InvalidProblem, TooLarge

MAX_IMAGES: Final = 100_000_000
"""Symmetries times squares beyond which images are refused: shifts of a torus are many."""


class SymmetryClass(StrEnum):
    """The kinds of tour by the symmetries that keep its line.

    Examples
    --------
    >>> from caballero import SymmetryClass
    >>> print(SymmetryClass.HALF_TURN_DIRECT)
    half-turn-direct
    """

    ASYMMETRIC = "asymmetric"
    REFLECTION = "reflection"
    HALF_TURN = "half-turn"
    """Of an open tour: the half turn exchanges its ends."""
    HALF_TURN_DIRECT = "half-turn-direct"
    """Of a closed tour: Eulerian, opposite squares differ by half the length."""
    HALF_TURN_OBLIQUE = "half-turn-oblique"
    """Of a closed tour: Bergholtian, the line passes through the centre."""
    QUARTER_TURN = "quarter-turn"
    SEVERAL = "several"
    """Reflections together with turns, shifts of a wrapped board, or symmetries of a box."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One symmetry: the square x goes to the square whose coordinate i is made from x[axes[i]].

    Parameters
    ----------
    axes : tuple of int
        Where each coordinate of the image comes from.
    flips : tuple of bool
        Which coordinates of the image are counted from the far end.
    shifts : tuple of int
        How far each coordinate is then moved on, round a wrapped axis.

    Examples
    --------
    >>> from caballero import Board, Symmetry
    >>> turn = Symmetry(axes=(1, 0), flips=(False, True), shifts=(0, 0))
    >>> turn.name, turn.apply(Board((8, 8)), (0, 0))
    ('quarter-turn', (0, 7))
    """

    axes: tuple[int, ...]
    flips: tuple[bool, ...]
    shifts: tuple[int, ...]

    def apply(self, board: Board, square: Square) -> Square:
        """Return where a square goes."""
        return tuple(
            ((side - 1 - square[axis] if flip else square[axis]) + shift) % side
            for side, axis, flip, shift in zip(
                board.shape, self.axes, self.flips, self.shifts, strict=True
            )
        )

    def permutation(self, board: Board) -> list[int]:
        """Return where each square goes, by the board's order of the squares."""
        return [board.index(self.apply(board, square)) for square in board]

    @property
    def name(self) -> str:
        """What it is called on a rectangle; ``other`` in a box or with a shift.

        The names are ``identity``, ``half-turn``, ``quarter-turn`` (clockwise),
        ``quarter-turn-back``, ``upside-down``, ``left-right``, ``main-diagonal`` and
        ``other-diagonal`` (the reflections, the diagonals through and not through (0, 0)).
        """
        if any(self.shifts):
            return "other"
        return _NAMES.get((self.axes, self.flips), "other")


_NAMES: Final[Mapping[tuple[tuple[int, ...], tuple[bool, ...]], str]] = {
    ((0, 1), (False, False)): "identity",
    ((0, 1), (True, True)): "half-turn",
    ((1, 0), (False, True)): "quarter-turn",
    ((1, 0), (True, False)): "quarter-turn-back",
    ((0, 1), (True, False)): "upside-down",
    ((0, 1), (False, True)): "left-right",
    ((1, 0), (False, False)): "main-diagonal",
    ((1, 0), (True, True)): "other-diagonal",
}


def symmetries(board: Board) -> Iterator[Symmetry]:
    """Yield the symmetries of a board, the identity first.

    Raises
    ------
    TooLarge
        If there are so many, for so many squares, that going through them is hopeless.

    Notes
    -----
    Checking the holes takes time proportional to their number for each symmetry.

    Examples
    --------
    >>> from caballero import Board, symmetries
    >>> [s.name for s in symmetries(Board((3, 4)))]
    ['identity', 'left-right', 'upside-down', 'half-turn']
    >>> len(list(symmetries(Board((8, 8))))), len(list(symmetries(Board((4, 4, 4)))))
    (8, 48)
    """
    dimensions = len(board.shape)
    shifts = [range(side) if wraps else range(1) for side, wraps in _axes(board)]
    order = math.factorial(dimensions) * 2**dimensions * math.prod(map(len, shifts))
    if order * len(board) > MAX_IMAGES:
        raise TooLarge("symmetries-too-many", board=board.name, order=order)
    holes = frozenset(board.holes)
    for axes in permutations(range(dimensions)):
        if [_axes(board)[axis] for axis in axes] != _axes(board):
            continue
        for flips in product((False, True), repeat=dimensions):
            for shift in product(*shifts):
                symmetry = Symmetry(axes, flips, shift)
                if all(symmetry.apply(board, hole) in holes for hole in board.holes):
                    yield symmetry


def not_of(board: Board) -> InvalidProblem:
    """Return what to raise where a board does not have a symmetry: it says which it has.

    Examples
    --------
    >>> from caballero import Board
    >>> from caballero.symmetry import not_of
    >>> print(not_of(Board((3, 4))))
    The board 3x4 has no such symmetry; it has these: identity, left-right, upside-down, half-turn.
    """
    names = dict.fromkeys(one.name for one in symmetries(board) if one.name != "other")
    if not names:
        return InvalidProblem("count-symmetry-nameless", board=board.name)
    return InvalidProblem("count-symmetry-unknown", board=board.name, names=", ".join(names))


def _axes(board: Board) -> list[tuple[int, bool]]:
    return list(zip(board.shape, board.wraps, strict=True))


def normal_order(order: tuple[int, ...], closed: bool) -> tuple[int, ...]:
    """Return the one way to write a line: from which end, or from where and which way round.

    Of an open tour's two directions the smaller sequence is taken; a closed tour begins at its
    smallest vertex and goes on to the smaller neighbour.

    Examples
    --------
    >>> from caballero.symmetry import normal_order
    >>> normal_order((2, 1, 0), closed=False), normal_order((2, 3, 0, 1), closed=True)
    ((0, 1, 2), (0, 1, 2, 3))
    """
    if not closed:
        return min(order, order[::-1])
    first = order.index(min(order))
    onward = order[first:] + order[:first]
    return min(onward, onward[:1] + onward[:0:-1])


def class_of(kept: list[tuple[Symmetry, bool]], closed: bool) -> SymmetryClass:
    """Name the kind of a tour from the symmetries that keep its line.

    Parameters
    ----------
    kept : list of (Symmetry, bool)
        Each with whether it keeps the direction of travel; the identity is among them.
    closed : bool
        Whether the tour is closed.
    """
    names = {symmetry.name: onward for symmetry, onward in kept}
    turns = names.keys() & {"half-turn", "quarter-turn", "quarter-turn-back"}
    if len(kept) == 1:
        return SymmetryClass.ASYMMETRIC
    if len(names) == len(kept) == len(turns) + 1:
        if len(turns) == 3:
            return SymmetryClass.QUARTER_TURN
        if not closed:
            return SymmetryClass.HALF_TURN
        onward = names["half-turn"]
        return SymmetryClass.HALF_TURN_DIRECT if onward else SymmetryClass.HALF_TURN_OBLIQUE
    if len(kept) == 2 and not turns and "other" not in names:
        return SymmetryClass.REFLECTION
    return SymmetryClass.SEVERAL
