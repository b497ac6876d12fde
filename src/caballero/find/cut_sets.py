"""Cut sets: sets of k vertices without which a graph falls into more than k pieces.

A cycle that loses k vertices falls into at most k pieces, so a graph with a cut set has no
Hamiltonian cycle: it is not *tough* (Chvátal 1973). Deciding whether a cut set exists is NP-hard
(Bauer, Hakimi, Schmeichel 1990), but those of boards and puzzles are easily found. Often they are
the vertices of the highest degree, which are tried first. Then walks begin with these sets, or with
a random vertex. A step adds a vertex to the set, or removes one, whichever leaves the most pieces
for the size of the set; the last steps are not undone at once (tabu search: Glover 1989).

A depth-first search (Hopcroft, Tarjan 1973) finds, for all vertices at once, the number of
pieces that would be left without each of them.

It finds proofs, never tours; ``None`` proves nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from caballero.machine.limits import Budget

TENURE = 7  # the steps before a step may be undone
PATIENCE = 60  # the steps without a better set before the next walk


def cut_set(
    neighbours: Sequence[Sequence[int]], budget: Budget, *, seed: int, tries: int
) -> tuple[int, ...] | None:
    """Look for a cut set of a connected graph.

    Returns its vertices in increasing order; ``None`` proves nothing. There are `tries` walks; a
    step is linear in the edges. The budget counts the vertices looked at. The same seed gives the
    same set.
    """
    rng = random.Random(seed)
    size = len(neighbours)
    hubs = list(_hubs(neighbours))
    for removed in hubs:
        budget.spend(size)
        pieces, _, _ = _pieces(neighbours, removed)
        if pieces > max(1, sum(removed)):
            return tuple(v for v in range(size) if removed[v])
    for removed in islice(chain(hubs, _random_vertices(size, rng)), tries):
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
            if sum(removed) == 1:  # the set is never empty: that leaves a single piece
                gains[removed.index(1)] = -size
            free = [v for v in range(size) if tabu[v] < move]
            most = max((gains[v] for v in free), default=0)
            v = rng.choice([v for v in free if gains[v] == most] or range(size))
            removed[v] ^= 1
            tabu[v] = move + TENURE
    return None


def _hubs(neighbours: Sequence[Sequence[int]]) -> Iterator[bytearray]:
    """Yield the vertices of highest degree, of the two highest degrees, and so on."""
    degrees = list(map(len, neighbours))
    for least in sorted({*degrees}, reverse=True)[:-1]:
        yield bytearray(degree >= least for degree in degrees)


def _random_vertices(size: int, rng: random.Random) -> Iterator[bytearray]:
    """Yield random single vertices, without end."""
    while True:
        removed = bytearray(size)
        removed[rng.randrange(size)] = 1
        yield removed


def _pieces(
    neighbours: Sequence[Sequence[int]], removed: bytearray
) -> tuple[int, list[int], list[int]]:
    """Count the connected components left without the removed vertices.

    Also returns, for each vertex, the number of pieces of its own component without it; and for
    each removed vertex, the number of components in which it has neighbours.
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
                if not number[w]:
                    counted += 1
                    number[w] = low[w] = counted
                    piece[w] = pieces
                    stack.append((w, v, iter(neighbours[w])))
                    break
                if number[w] < low[v]:
                    low[v] = number[w]
            else:
                stack.pop()
                if parent >= 0:
                    if low[v] < low[parent]:
                        low[parent] = low[v]
                    without[parent] += low[v] >= number[parent]
                    without[v] += 1  # the piece above it
        pieces += 1
    joins = [
        len({piece[w] for w in row if not removed[w]}) if removed[v] else 0
        for v, row in enumerate(neighbours)
    ]
    return pieces, without, joins
