"""Variation: other tours of a rectangle, made from a constructed tour.

The tour is turned or reflected with the board. Then pairs of moves are exchanged: if the tour goes
from ``a`` to ``b`` and a little later from ``c`` to ``d``, and if ``a-c`` and ``b-d`` are moves as
well, the squares from ``b`` to ``c`` may be visited in reverse order (2-opt: Croes 1958, "A method
for solving traveling-salesman problems"). Constructed tours have many such pairs everywhere.

Invariants: the result is a tour if the given order was a tour. Its ends are the ends of the order
given, if they must not be moved.
"""

from __future__ import annotations

from random import Random
from typing import Final

from caballero.machine.limits import pause

WINDOW: Final = 200
"""How many squares an exchange reverses at most: a short way, so that it takes little time."""

EVERY: Final = 500
"""On average, an exchange is made among this many squares."""


def varied_order(order: list[int], shape: tuple[int, int], seed: int, *, turned: bool) -> list[int]:
    """Return another knight's tour of a rectangle; the same seed gives the same tour.

    `order` has the squares along the tour. If `turned`, a symmetry may move its ends.
    """
    rng = Random(seed)
    if turned:
        order = _turned(order, shape, rng)
    columns = shape[1]
    for _ in range(max(len(order) // EVERY, EVERY // 10)):
        pause()
        at = rng.randrange(len(order))
        _exchange_after(order, at, columns)
    return order


def _turned(order: list[int], shape: tuple[int, int], rng: Random) -> list[int]:
    """Return the order under a random symmetry of the rectangle."""
    rows, columns = shape
    flip, mirror, swap = rng.random() < 0.5, rng.random() < 0.5, rng.random() < 0.5
    down = [columns * (rows - 1 - r if flip else r) for r in range(rows)]
    across = [columns - 1 - c if mirror else c for c in range(columns)]
    images = [row + column for row in down for column in across]
    if swap and rows == columns:
        images = [images[c * columns + r] for r in range(rows) for c in range(columns)]
    return [images[v] for v in order]


def _exchange_after(order: list[int], at: int, columns: int) -> None:
    """Exchange the first pair of moves from a place on that can be."""
    for i in range(at, min(at + WINDOW, len(order) - 3)):
        for j in range(i + 2, min(i + WINDOW, len(order) - 1)):
            if _is_move(order[i], order[j], columns) and _is_move(
                order[i + 1], order[j + 1], columns
            ):
                order[i + 1 : j + 1] = order[j:i:-1]
                return


def _is_move(v: int, w: int, columns: int) -> bool:
    """Return whether a knight's move leads from a square to another."""
    rows, across = v // columns - w // columns, v % columns - w % columns
    return rows * rows + across * across == 5
