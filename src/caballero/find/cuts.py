"""Cut sets: vertices without which a graph falls into more pieces than they are.

A cycle that loses k vertices falls into k pieces at most, so a graph that falls into more has
no Hamiltonian cycle: it is not *tough* (Chvátal 1973). To decide whether such a set exists is
NP-hard (Bauer, Hakimi, Schmeichel 1990), but those of boards and puzzles are easily met with.
Often they are the vertices of most neighbours, which are looked at first. A walk begins with
them, or anywhere. It adds a vertex to the set, or takes one out, whichever leaves the most pieces
for the vertices taken; what it has just done it does not undo at once (tabu search: Glover 1989).

One depth-first search (Hopcroft, Tarjan 1973) tells for all vertices at once into how many
pieces the rest would fall without each of them.

Finds proofs, never tours; ``None`` says nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from caballero.limits import Budget

TENURE = 7  # for how many moves what was done is not undone
PATIENCE = 60  # moves without a better set before a new beginning


def cut_set(
    neighbours: Sequence[Sequence[int]], budget: Budget, *, seed: int, tries: int
) -> tuple[int, ...] | None:
    """Look for vertices without which a graph falls into more pieces than they are.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph, in one piece.
    budget : Budget
        Counts the vertices looked at.
    seed : int
        The same seed gives the same set.
    tries : int
        How many beginnings.

    Returns
    -------
    tuple of int or None
        The vertices in increasing order, or ``None`` if no such set was met with.

    Notes
    -----
    Each move is linear in the edges.
    """
    rng = random.Random(seed)
    size = len(neighbours)
    hubs = list(_hubs(neighbours))
    for removed in hubs:
        budget.spend(size)
        pieces, _, _ = _pieces(neighbours, removed)
        if pieces > max(1, sum(removed)):
            return tuple(v for v in range(size) if removed[v])
    for removed in islice(chain(hubs, _anywhere(size, rng)), tries):
        tabu = [0] * size
        best = quiet = move = 0
        while quiet < PATIENCE:
            move += 1
            budget.spend(size)
            pieces, without, joins = _pieces(neighbours, removed)
            score = pieces - sum(removed)
            if score > 0 and pieces > 1:
                return tuple(v for v in range(size) if removed[v])
            quiet = 0 if score > best else quiet + 1
            best = max(best, score)
            gains = [2 - joins[v] if removed[v] else without[v] - 2 for v in range(size)]
            if sum(removed) == 1:  # never nothing: that leaves one piece
                gains[removed.index(1)] = -size
            free = [v for v in range(size) if tabu[v] < move]
            most = max((gains[v] for v in free), default=0)
            v = rng.choice([v for v in free if gains[v] == most] or range(size))
            removed[v] ^= 1
            tabu[v] = move + TENURE
    return None


def _hubs(neighbours: Sequence[Sequence[int]]) -> Iterator[bytearray]:
    """Yield the vertices of most neighbours, then those with one less, too, and so on: marked."""
    degrees = list(map(len, neighbours))
    for least in sorted({*degrees}, reverse=True)[:-1]:
        yield bytearray(degree >= least for degree in degrees)


def _anywhere(size: int, rng: random.Random) -> Iterator[bytearray]:
    """Yield single vertices, for ever."""
    while True:
        removed = bytearray(size)
        removed[rng.randrange(size)] = 1
        yield removed


def _pieces(
    neighbours: Sequence[Sequence[int]], removed: bytearray
) -> tuple[int, list[int], list[int]]:
    """Count the pieces that are left without the removed vertices.

    Returns
    -------
    pieces : int
        How many there are.
    without : list of int
        Into how many each vertex's piece would fall without it.
    joins : list of int
        How many pieces each removed vertex has neighbours in.
    """
    size = len(neighbours)
    number = [0] * size
    low = [0] * size
    piece = [-1] * size
    without = [0] * size
    counted = pieces = 0
    for root in range(size):
        if removed[root] or number[root]:
            continue
        counted += 1
        number[root] = low[root] = counted
        piece[root] = pieces
        stack = [(root, -1, iter(neighbours[root]))]
        while stack:
            v, parent, rest = stack[-1]
            for w in rest:
                if removed[w] or w == parent:
                    continue
                if number[w]:
                    low[v] = min(low[v], number[w])
                    continue
                counted += 1
                number[w] = low[w] = counted
                piece[w] = pieces
                stack.append((w, v, iter(neighbours[w])))
                break
            else:
                stack.pop()
                if parent >= 0:
                    low[parent] = min(low[parent], low[v])
                    without[parent] += low[v] >= number[parent]
                    without[v] += 1  # what lies above it
        pieces += 1
    joins = [
        len({piece[w] for w in row if not removed[w]}) if removed[v] else 0
        for v, row in enumerate(neighbours)
    ]
    return pieces, without, joins
