"""Pieces, as sets of leaps.

A *leap* is a list of distances, each along an axis of its own, in any order and direction: the
knight's (1, 2) is one step along one axis and two along another. So the same piece moves on a
rectangle and in a box of any dimension. The names of the (r, s)-leapers come from fairy chess
(G. P. Jelliss, *Theory of Moves*; *Variant Chess*).

Invariants: the distances of a leap are sorted, without zeros; the leaps of a piece are sorted,
without repetition; a piece has a leap.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from caballero.machine.arguments import as_whole, shown, whole
from caballero.machine.errors import InvalidBoard, InvalidInput, InvalidPiece, TooLarge, UnknownName
from caballero.machine.values import frozen

from .drawing import MAX_DIMENSIONS

if TYPE_CHECKING:
    from caballero.machine.words import Message

Move: TypeAlias = tuple[int, ...]
"""A step: how far along each axis, (rows, columns) on a rectangle."""

LEAPERS: Final = {
    "wazir": (0, 1),
    "fers": (1, 1),
    "dabbaba": (0, 2),
    "knight": (1, 2),
    "alfil": (2, 2),
    "threeleaper": (0, 3),
    "camel": (1, 3),
    "zebra": (2, 3),
    "tripper": (3, 3),
    "fourleaper": (0, 4),
    "giraffe": (1, 4),
    "stag": (2, 4),
    "antelope": (3, 4),
}
"""The leapers that have a name, and their distances."""

MOST_MOVES: Final = 2**16
"""The most moves of a piece: more than of six different distances along six axes."""

PUZZLES: Final = {
    "hidato": "king", "hidoku": "king", "numbrix": "wazir", "hopido": "alfil+threeleaper",
    "step": "wazir",
}  # fmt: skip
"""Puzzles that are named instead of their pieces, and a step to a cell across a side."""

NAMES: Final = (*LEAPERS, "king", *PUZZLES)
"""The names of pieces that :class:`Piece` reads, in every language."""


@frozen
class Piece:
    """A piece, by its leaps.

    Parameters
    ----------
    leaps : iterable of tuples of int, tuple of int, or str
        The distances of each leap, such as ``[(1, 2)]``; zeros may be left out. Also a single leap,
        or a text: a name (``knight``; ``caballo``), two numbers (``2,3``), several of them joined
        by ``+``, or a puzzle that is played with the piece: ``hidato``, ``hidoku``, ``numbrix``,
        ``hopido``; ``step`` is a wazir.

    Raises
    ------
    InvalidPiece
        If there is no leap, a leap stands still, or a distance is negative.
    UnknownName
        If it is neither leaps nor the name of a piece.

    Examples
    --------
    >>> from caballero import Piece
    >>> Piece("knight") == Piece((1, 2)) == Piece([(2, 1)]) == Piece("caballo")
    True
    >>> Piece("wazir+fers").leaps, Piece("hidato").name, Piece("numbrix").name
    (((1,), (1, 1)), 'king', 'wazir')
    """

    leaps: tuple[tuple[int, ...], ...]

    def __init__(self, leaps: PieceLike) -> None:
        kept = set()
        for leap in _read(leaps):
            distances = tuple(sorted(leap))
            if any(distance < 0 for distance in distances):
                raise InvalidPiece("piece-negative", leap=",".join(map(str, distances)))
            if not any(distances):
                raise InvalidPiece("piece-stands-still")
            kept.add(tuple(distance for distance in distances if distance))
        if not kept:
            raise InvalidPiece("piece-stands-still")
        object.__setattr__(self, "leaps", tuple(sorted(kept)))

    @property
    def name(self) -> str:
        """The name, or the numbers of each leap, for :class:`Piece` to read.

        Examples
        --------
        >>> from caballero import Piece
        >>> Piece((1, 2)).name, Piece((5, 2)).name
        ('knight', '2,5')
        """
        if self == KING:
            return "king"
        return "+".join(map(_leap_name, self.leaps))

    @property
    def title(self) -> Message | str:
        """The name as a message, in every language; a leap without a name as its numbers.

        Examples
        --------
        >>> from caballero import Piece
        >>> print(Piece((1, 2)).title)
        knight
        """
        from caballero.machine.words import Message

        named = (*LEAPERS, "king")
        names = self.name.split("+")
        titles = [Message(f"piece-{name}") if name in named else name for name in names]
        return reduce(lambda a, b: Message("piece-and-piece", {"a": a, "b": b}), titles)

    def moves(self, dimensions: int = 2) -> tuple[Move, ...]:
        """Return every move on a board of `dimensions` axes, in increasing order.

        A leap of more distances than there are dimensions is left out.

        Raises
        ------
        TooLarge
            If there are more than ``MOST_MOVES``.

        Examples
        --------
        >>> from caballero import Piece
        >>> Piece("wazir").moves(2)
        ((-1, 0), (0, -1), (0, 1), (1, 0))
        >>> len(Piece("knight").moves(3)), len(Piece("king").moves(3))
        (24, 26)
        """
        dimensions = whole("dimensions", dimensions, 1)
        if dimensions > MAX_DIMENSIONS:
            raise InvalidBoard("board-dimensions", count=shown(dimensions), most=MAX_DIMENSIONS)
        leaps = [(*leap, *(0,) * (dimensions - len(leap))) for leap in self.leaps]
        leaps = [leap for leap in leaps if len(leap) == dimensions]
        if (count := sum(map(_move_count, leaps))) > MOST_MOVES:
            data = {"count": count, "dimensions": dimensions, "most": MOST_MOVES}
            raise TooLarge("moves-of-piece", piece=shown(self.name), **data)
        found: set[Move] = set()
        for leap in leaps:
            for placed in set(permutations(leap)):
                found.update(product(*[(d, -d) if d else (0,) for d in placed]))
        return tuple(sorted(found))

    @property
    def changes_colour(self) -> bool:
        """Whether every move changes the colour of the chessboard.

        Examples
        --------
        >>> from caballero import Piece
        >>> Piece("knight").changes_colour, Piece("camel").changes_colour
        (True, False)
        """
        return all(sum(leap) % 2 for leap in self.leaps)

    def __repr__(self) -> str:
        return f"Piece({self.name!r})"

    def __str__(self) -> str:
        return self.name


PieceLike: TypeAlias = "Piece | str | Iterable[int] | Iterable[Iterable[int]]"
"""The values that make a piece: a piece, a name, a leap, or several."""


def _read(leaps: object) -> Iterable[tuple[int, ...]]:
    """Return the leaps of a value that describes a piece."""
    if isinstance(leaps, Piece):
        return leaps.leaps
    if isinstance(leaps, str):
        return _parse_leaps(leaps)
    written: list[Any] = list(leaps) if isinstance(leaps, Iterable) else [None]
    if written and None not in map(as_whole, written):
        written = [written]  # a single leap
    try:
        return [tuple([whole("leap", distance) for distance in leap]) for leap in written]
    except (TypeError, InvalidInput):
        raise _unknown(shown(leaps)) from None


def _parse_leaps(text: str) -> Iterator[tuple[int, ...]]:
    """Read names and numbers of leaps, joined by ``+``."""
    for part in text.lower().split("+"):
        name = part.strip()
        if name not in NAMES and not name[-1:].isdigit():
            from caballero.machine.words import plain, spellings

            _written, name = spellings("piece", NAMES).get(plain(name), (name, name))
        if name in PUZZLES:
            yield from _parse_leaps(PUZZLES[name])
        elif name == "king":
            yield from KING.leaps
        elif name in LEAPERS:
            yield LEAPERS[name]
        elif numbers := re.fullmatch(r"\(?\s*(\d{1,9}(?:\s*,\s*\d{1,9})+)\s*\)?", name, re.ASCII):
            yield tuple(map(int, numbers[1].split(",")))
        else:
            raise _unknown(name)


def _unknown(name: str) -> UnknownName:
    from caballero.machine.words import Message

    return UnknownName.among("piece", name, NAMES, more=Message("piece-numbers"))


KING: Final = Piece((1,) * axes for axes in range(1, MAX_DIMENSIONS + 1))
"""A step along an axis or any diagonal."""

KNIGHT: Final = Piece((1, 2))
"""Two steps along an axis and one along another."""


def _move_count(leap: tuple[int, ...]) -> int:
    """Return how many moves a leap gives, with a distance for each axis."""
    alike = [math.factorial(leap.count(distance)) for distance in {*leap}]
    return math.factorial(len(leap)) // math.prod(alike) << sum(map(bool, leap))


def _leap_name(leap: tuple[int, ...]) -> str:
    full = (0, *leap) if len(leap) == 1 else leap
    for name, distances in LEAPERS.items():
        if distances == full:
            return name
    return ",".join(map(str, full))
