"""Path cover: cover a graph by few paths, then close the gaps between them.

A greedy rule joins vertices to paths: the vertex with the fewest possibilities left comes first,
and is joined to the neighbour with the fewest, as R. M. Karp and M. Sipser choose a matching
("Maximum matchings in sparse random graphs", FOCS 1981) and Warnsdorff a tour. So a vertex with
only two edges left gets both. The paths are put in a cyclic order, and local search closes the
gaps between them (:mod:`caballero.find.kernels.path_cover` explains how).

Two searches alternate from the same cover, cool and hot, because nothing shows
beforehand which of them is better for a graph: cool for cubic graphs, hot for
graphs built from gadgets of a reduction. Neither ever restarts. Their slices are measured in steps,
so that the same seed gives the same cycle. The graph need not be bipartite.

It finds Hamiltonian cycles, never proofs; ``None`` proves nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from caballero.machine.driver import Pace
from caballero.machine.limits import PAUSE, Budget, pause, paused

from .kernels import path_cover as kernel

SLICE: Final = 20_000
"""Steps of a search's slice at first."""

LONG_SLICE: Final = 2_000_000
"""Steps of a slice after `SHORT_SLICES` steps."""

SHORT_SLICES: Final = 500_000
"""Steps of a search in short slices."""


def path_cover_cycle(
    neighbours: Sequence[Sequence[int]], budget: Budget, *, seed: int = 0, effort: int | None = None
) -> list[int] | None:
    """Look for a Hamiltonian cycle by closing the gaps of a path cover; ``None`` proves nothing.

    The graph must be simple. The budget counts the kernel's steps; each takes about as long as
    entering a square. The search ends after about `effort` steps; by default, the budget decides.
    The same seed gives the same cycle.

    The cover takes time nearly linear in the edges. An exchange reverses up to half of the order,
    which is slow beyond some 50 000 vertices.
    """
    if len(neighbours) < 3 or min(map(len, neighbours)) < 2:
        return None
    tour = _in_one_order(_paths(neighbours, random.Random(seed), budget))
    rows = kernel.new_rows(paused(neighbours))
    states = [
        kernel.new_state(rows, tour, seed=seed, heat=heat) for heat in (kernel.COOL, kernel.HOT)
    ]
    searches = [_slices(state, budget) for state in states]
    while effort is None or 2 * states[-1].steps < effort:
        for state, search in zip(states, searches, strict=True):
            if next(search) == kernel.FOUND:
                return list(state.tour)
    return None


def _slices(state: kernel.State, budget: Budget) -> Iterator[int]:
    """Run the kernel slice by slice; yield the status after each."""
    pace, done = Pace(), 0
    while True:
        steps = budget.room(SLICE if done < SHORT_SLICES else LONG_SLICE)
        last = state.steps + steps
        status = pace.run(partial(kernel.mend, state), steps)
        while status == kernel.RUNNING and state.steps < last:
            budget.pause()
            status = pace.run(partial(kernel.mend, state), last - state.steps)
        yield status
        done += steps
        budget.spend(steps)


def _paths(
    neighbours: Sequence[Sequence[int]], rng: random.Random, budget: Budget
) -> list[list[int]]:
    """Cover a graph by paths; return the neighbours of every vertex on its path."""
    size = len(neighbours)
    chosen: list[list[int]] = [[] for _ in range(size)]
    other_end = list(range(size))
    left = list(map(len, neighbours))  # a lower bound of the edges that may still be chosen
    waiting: list[list[int]] = [[] for _ in range(max(left) + 1)]  # vertices by their edges left
    for v in paused(rng.sample(range(size), size)):
        waiting[left[v]].append(v)
    least = looked = 0
    while least < len(waiting):
        if not waiting[least]:
            least += 1
            continue
        v = waiting[least].pop()
        if left[v] != least or len(chosen[v]) == 2:
            continue  # it waits in another list, or in none
        looked += len(neighbours[v])
        if looked > 4096:
            budget.spend(looked)
            looked = 0
        w = min(
            (w for w in neighbours[v] if len(chosen[w]) < 2 and other_end[v] != w),
            key=left.__getitem__,
            default=-1,
        )
        if w < 0:
            continue
        a, b = other_end[v], other_end[w]
        other_end[a], other_end[b] = b, a
        chosen[v].append(w)
        chosen[w].append(v)
        touched = [v, w]
        for x in (v, w):
            left[x] -= 1
            if len(chosen[x]) == 2:
                for y in neighbours[x]:
                    if y not in chosen[x]:
                        left[y] -= 1
                        touched.append(y)
        for x in touched:
            if len(chosen[x]) < 2:
                waiting[left[x]].append(x)
                least = min(least, left[x])
    return chosen


def _in_one_order(chosen: Sequence[Sequence[int]]) -> list[int]:
    """Return the vertices of disjoint paths, path after path."""
    order: list[int] = []
    seen = bytearray(len(chosen))
    for end, row in enumerate(paused(chosen)):
        if len(row) == 2 or seen[end]:
            continue
        v = end
        while v >= 0:
            seen[v] = 1
            if not len(order) % PAUSE:
                pause()
            order.append(v)
            v = next((w for w in chosen[v] if not seen[w]), -1)
    return order
