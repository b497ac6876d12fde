"""The symmetries of a board, and the images of tours under them.

A symmetry of a box exchanges axes of equal length and reverses some of them; where an axis wraps,
the board can also be shifted along it. Only symmetries that map holes to holes count. Along an axis
that does not wrap, the box is the smallest with all squares: rows and columns of holes around them
change nothing. On a plain square board these are the eight of the dihedral group, on a rectangle
four. The cells of other grids have three coordinates (:mod:`caballero.model.grid`), and a hexagon
twelve symmetries. A leaper's moves are the same under all of them, so the image of a tour is a
tour.

The kinds of symmetric tours are named as by G. P. Jelliss, *Knight's Tour Notes* (1.3, "Symmetry"):
a closed tour with a half turn is *direct* or Eulerian if the half turn keeps the direction of
travel, and *oblique* or Bergholtian if it reverses it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import permutations, product
from typing import TYPE_CHECKING, Final

from caballero.machine.arguments import name_among
from caballero.machine.errors import InvalidProblem, TooLarge
from caballero.machine.limits import paused
from caballero.machine.values import frozen

from .board import Board, Square

if TYPE_CHECKING:
    from caballero.machine.words import Message

MAX_IMAGES: Final = 100_000_000
"""The most symmetries times squares for which images are made: a torus has many shifts."""


class SymmetryClass(StrEnum):
    """The kinds of tour by the symmetries that keep its line.

    Examples
    --------
    >>> from caballero.model import SymmetryClass
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
    THIRD_TURN = "third-turn"
    SIXTH_TURN = "sixth-turn"
    SEVERAL = "several"
    """Reflections together with turns, shifts of a wrapped board, or symmetries of a box."""

    @property
    def message(self) -> Message:
        """The name as a message, in every language."""
        from caballero.machine.words import Message

        return Message(f"symmetry-{self}")


@frozen
class Symmetry:
    """A symmetry of a board: coordinate i of the image of square x is made from x[axes[i]].

    Coordinates are counted in the smallest box with all squares; on a wrapped axis, in the board.

    Parameters
    ----------
    axes : tuple of int
        Where each coordinate of the image comes from.
    flips : tuple of bool
        Which coordinates of the image are counted from the far end.
    shifts : tuple of int
        How far each coordinate is then moved on, round a wrapped axis; empty for the three
        coordinates of hexagons and triangles.

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

    def __repr__(self) -> str:
        name = self.name
        how = f"axes {self.axes}, flips {self.flips}, shifts {self.shifts}"
        return f"<symmetry: {how if name == 'other' else name}>"

    def apply(self, board: Board, square: Square) -> Square:
        """Return the image of a square."""
        if board.grid is not None:
            return board.square(self.permutation(board)[board.index(square)])
        return self._image(board.shape, box_of(board), square)

    def _image(self, shape: Sequence[int], box: Sequence[range], square: Square) -> Square:
        """Return the image of a square of a board whose squares are in a box."""
        steps = [square[axis] - box[axis].start for axis in self.axes]
        return tuple(
            (along[-1 - step if flip else step] + shift) % side
            for side, along, step, flip, shift in zip(
                shape, box, steps, self.flips, self.shifts, strict=True
            )
        )

    def permutation(self, board: Board) -> list[int]:
        """Return the number of each square's image, in the order of the squares."""
        number = {square: v for v, square in enumerate(paused(board))}
        if board.grid is not None:
            images = self._images(board)
            if not all(image in board for image in images):
                raise not_of(board)
            return [number[image] for image in images if image is not None]
        shape, box = board.shape, box_of(board)
        return [number[self._image(shape, box, point)] for point in paused(board)]

    def _images(self, board: Board) -> list[tuple[int, int] | None]:
        """Return the image of each cell of another grid; None beyond its rows."""
        from .grid import turned

        assert board.grid is not None  # the callers have asked
        return turned(board.grid, board, self.axes, self.flips[0])

    @property
    def name(self) -> str:
        """The name on a rectangle or another grid; ``other`` in a box or with a shift.

        The names are ``identity``, ``half-turn``, ``quarter-turn`` (clockwise),
        ``quarter-turn-back``, ``upside-down``, ``left-right``, ``main-diagonal`` and
        ``other-diagonal`` (the reflections, the diagonals through and not through (0, 0)).
        On hexagons and triangles there are ``third-turn``, ``sixth-turn``, each with ``-back``, and
        the reflections ``mirror-30``, ``-60``, ``-120`` and ``-150``, in a line that rises by so
        many degrees.
        """
        if any(self.shifts):
            return "other"
        return (_NAMES if self.shifts else _CELL_NAMES).get((self.axes, self.flips), "other")


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

_CELL_NAMES: Final[Mapping[tuple[tuple[int, ...], tuple[bool, ...]], str]] = {
    ((0, 1, 2), (False,) * 3): "identity",
    ((2, 0, 1), (False,) * 3): "third-turn",
    ((1, 2, 0), (False,) * 3): "third-turn-back",
    ((0, 1, 2), (True,) * 3): "half-turn",
    ((1, 2, 0), (True,) * 3): "sixth-turn",
    ((2, 0, 1), (True,) * 3): "sixth-turn-back",
    ((2, 1, 0), (False,) * 3): "left-right",
    ((2, 1, 0), (True,) * 3): "upside-down",
    ((0, 2, 1), (False,) * 3): "mirror-30",
    ((1, 0, 2), (True,) * 3): "mirror-60",
    ((0, 2, 1), (True,) * 3): "mirror-120",
    ((1, 0, 2), (False,) * 3): "mirror-150",
}

SYMMETRIES: Final = tuple(dict.fromkeys([*_NAMES.values(), *_CELL_NAMES.values()]))
"""The symmetries that have names; see :attr:`Symmetry.name`."""


_TURNS: Final[Mapping[int, SymmetryClass]] = {
    3: SymmetryClass.THIRD_TURN,
    4: SymmetryClass.QUARTER_TURN,
    6: SymmetryClass.SIXTH_TURN,
}
"""The kinds of tour that only turns keep, by their number."""


def english_name(name: str, board: Board) -> str:
    """Return the English name of a symmetry or a kind on such boards, named in any language.

    Raises :class:`UnknownName` if it has no such name.
    """
    named = _NAMES.values() if board.grid is None else SYMMETRIES
    return name_among("symmetry", name, [*dict.fromkeys([*map(str, SymmetryClass), *named])])


def symmetries(board: Board | str | int | Iterable[int]) -> list[Symmetry]:
    """Return the symmetries of a board, the identity first.

    Parameters
    ----------
    board : Board, or what :class:`Board` takes
        The board.

    Raises
    ------
    TooLarge
        If symmetries times squares are more than ``MAX_IMAGES``.

    Notes
    -----
    Checking the holes takes time proportional to their number for each symmetry.

    Examples
    --------
    >>> from caballero import symmetries
    >>> [s.name for s in symmetries("3x4")]
    ['identity', 'left-right', 'upside-down', 'half-turn']
    >>> len(symmetries(8)), len(symmetries((4, 4, 4)))
    (8, 48)
    """
    return [*each_symmetry(Board(board))]


def each_symmetry(board: Board) -> Iterator[Symmetry]:
    """Yield the symmetries of a board, which may be very many on a torus."""
    dimensions = len(board.shape)
    wrapped = zip(board.shape, board.wraps, strict=True)
    shifts = [range(side) if wraps else range(1) for side, wraps in wrapped]
    order = math.factorial(dimensions) * 2**dimensions * math.prod(shift.stop for shift in shifts)
    if order * board.size > MAX_IMAGES:
        raise TooLarge("symmetries-too-many", board=board.name, order=order)
    if board.grid is not None:
        for axes in permutations(range(3)):
            for flip in (False, True):
                symmetry = Symmetry(axes, (flip,) * 3, ())
                if all(image in board for image in paused(symmetry._images(board))):
                    yield symmetry
        return
    shape, box, holes = board.shape, box_of(board), frozenset(board.holes)
    inside = [hole for hole in paused(holes) if all(map(range.__contains__, box, hole))]
    lengths = [(len(along), wraps) for along, wraps in zip(box, board.wraps, strict=True)]
    for axes in permutations(range(dimensions)):
        if [lengths[axis] for axis in axes] != lengths:
            continue
        for flips in product((False, True), repeat=dimensions):
            for shift in product(*shifts):
                symmetry = Symmetry(axes, flips, shift)
                if all(symmetry._image(shape, box, hole) in holes for hole in paused(inside)):
                    yield symmetry


def is_flat(board: Board) -> bool:
    """Return whether a board is a rectangle of squares that does not wrap."""
    return len(board.shape) == 2 and board.grid is None and not any(board.wraps)


def not_of(board: Board) -> InvalidProblem:
    """Return the error for a symmetry that a board does not have; it lists those it has."""
    names = dict.fromkeys(kind.name for kind in symmetries(board) if kind.name != "other")
    if not names:
        return InvalidProblem("count-symmetry-nameless", board=board.name)
    from caballero.machine.words import titled

    listed = [titled("symmetry", name) for name in names]
    return InvalidProblem("count-symmetry-unknown", board=board.name, names=listed)


def box_of(board: Board) -> list[range]:
    """Return the coordinates of the smallest box with all squares, whole where an axis wraps.

    >>> box_of(Board("3x4", holes=[(0, 3), (1, 3), (2, 3), (0, 0)]))
    [range(0, 3), range(0, 3)]
    """
    box = []
    for axis, (side, wraps) in enumerate(zip(board.shape, board.wraps, strict=True)):
        holes = Counter(hole[axis] for hole in (() if wraps else board.holes))
        full = board.size + len(board.holes)
        low, high = 0, side
        while low < high and holes[low] * side == full:
            low += 1
        while low < high and holes[high - 1] * side == full:
            high -= 1
        box.append(range(low, high))
    return box


def normal_order(order: tuple[int, ...], closed: bool) -> tuple[int, ...]:
    """Return the normal form of a line: its direction, and the first vertex of a closed tour.

    An open tour becomes the smaller of its two sequences. A closed tour begins at its smallest
    vertex and continues with the smaller neighbour.

    >>> normal_order((2, 1, 0), closed=False), normal_order((2, 3, 0, 1), closed=True)
    ((0, 1, 2), (0, 1, 2, 3))
    """
    if not closed:
        return min(order, order[::-1])
    first = order.index(min(order))
    onward = order[first:] + order[:first]
    return min(onward, onward[:1] + onward[:0:-1])


def class_of(kept: list[tuple[Symmetry, bool]], closed: bool) -> SymmetryClass:
    """Name the kind of a tour from the symmetries that keep its line, the identity among them.

    `kept` has each symmetry, and whether it keeps the direction of travel.
    """
    names = {symmetry.name: onward for symmetry, onward in kept}
    turns = {name for name in names if "-turn" in name}
    if len(kept) == 1:
        return SymmetryClass.ASYMMETRIC
    if len(names) == len(kept) == len(turns) + 1:
        if kind := _TURNS.get(len(kept)):
            return kind
        if not closed:
            return SymmetryClass.HALF_TURN
        onward = names["half-turn"]
        return SymmetryClass.HALF_TURN_DIRECT if onward else SymmetryClass.HALF_TURN_OBLIQUE
    if len(kept) == 2 and not turns and "other" not in names:
        return SymmetryClass.REFLECTION
    return SymmetryClass.SEVERAL
