"""Groups of permutations of the squares: the symmetries of a board, and what they keep.

A permutation is a tuple: the image of each vertex. A group is a list of them, the identity first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from caballero.machine.limits import paused
from caballero.model.board import Board
from caballero.model.symmetry import Symmetry, symmetries

Permutation: TypeAlias = tuple[int, ...]
"""The image of each vertex."""


def permutations_of(board: Board) -> dict[Symmetry, Permutation]:
    """Return the permutation of the squares for each symmetry of a board, the identity first."""
    return {symmetry: tuple(symmetry.permutation(board)) for symmetry in symmetries(board)}


def pair(a: int, b: int) -> tuple[int, int]:
    """Return two vertices, the smaller first: an edge."""
    return (a, b) if a < b else (b, a)


def compose(g: Permutation, h: Permutation) -> Permutation:
    """Return the permutation that applies `h` and then `g`."""
    return tuple(g[v] for v in h)


def inverse(g: Permutation) -> Permutation:
    """Return the inverse of a permutation."""
    return tuple(sorted(range(len(g)), key=g.__getitem__))


def powers(image: Permutation) -> list[Permutation]:
    """Return the powers of a permutation, the identity first."""
    found = [tuple(range(len(image)))]
    while (power := tuple(image[v] for v in found[-1])) != found[0]:
        found.append(power)
    return found


def orbits(group: Collection[Permutation], along: Iterable[int]) -> list[list[int]]:
    """Return the orbits of a group, in the order of their first vertex in `along`.

    Each orbit lists its vertices in the order of the group's permutations.

    >>> orbits(powers((0, 3, 1, 2)), range(4))
    [[0], [1, 3, 2]]
    """
    found: list[list[int]] = []
    seen: set[int] = set()
    for v in along:
        if v not in seen:
            found.append(list(dict.fromkeys(g[v] for g in group)))
            seen.update(found[-1])
    return found


def keeps_edges(image: Permutation, near: Sequence[Collection[int]]) -> bool:
    """Return whether a permutation keeps the neighbours of each vertex."""
    rows = enumerate(paused(near))
    return all({image[w] for w in row} == set(near[image[v]]) for v, row in rows)
