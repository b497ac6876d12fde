"""Path cover: cover a graph by few paths, then close the gaps between them.

A greedy rule joins vertices to paths: the vertex with the fewest possibilities left goes first,
and it goes to the neighbour with the fewest, as R. M. Karp and M. Sipser choose a matching
("Maximum matchings in sparse random graphs", FOCS 1981) and Warnsdorff a tour. So whatever has
two edges left gets them both. The paths are laid out in a circle, and local search closes the
gaps between them (:mod:`caballero.kernels.path_cover` says how).

Two searches take turns from the same cover, a cool one and a hot one, for nobody knows
beforehand which of them a graph will take: cubic graphs the one, graphs made of gadgets for a
reduction the other. Neither has ever to be begun anew. Any graph will do, bipartite or not.

Finds Hamiltonian cycles, never proofs; ``None`` says nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from caballero.kernels import path_cover as kernel
from caballero.kernels._speed import COMPILE_ABOVE, as_arrays, as_lists
from caballero.limits import Budget

PLAIN_STEPS: Final = 20_000
COMPILED_STEPS: Final = 2_000_000
"""Portions of some 20 ms."""


def path_cover_cycle(
    neighbours: Sequence[Sequence[int]],
    budget: Budget,
    *,
    seed: int = 0,
    effort: int | None = None,
) -> list[int] | None:
    """Look for a Hamiltonian cycle by closing the gaps of a path cover.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph, simple and undirected.
    budget : Budget
        Counts the kernel's steps; each takes about as long as entering a square.
    seed : int
        The same seed gives the same cycle.
    effort : int, optional
        After about how many steps to give up; unless given, the budget decides.

    Returns
    -------
    list of int or None
        The vertices in the order of the cycle, or ``None`` if none was found, which proves
        nothing.

    Notes
    -----
    The cover takes time nearly linear in the edges. An exchange turns round up to half of the
    circle: beyond some 50 000 vertices that is felt.
    """
    if len(neighbours) < 3 or min(map(len, neighbours)) < 2:
        return None
    tour = _laid_out(_paths(neighbours, random.Random(seed), budget))

    searches = [
        _searched(kernel.new_state(neighbours, tour, seed=seed, heat=heat), budget)
        for heat in (kernel.COOL, kernel.HOT)
    ]
    done = 0
    while effort is None or done < effort:
        for one in searches:
            status, state = next(one)
            if status == kernel.FOUND:
                return [int(v) for v in state.tour]
        done = 2 * int(state.counters[kernel.STEPS])
    return None


def _searched(state: kernel.State, budget: Budget) -> Iterator[tuple[int, kernel.State]]:
    """Run the kernel in portions, at the speed that suits the work; tell how each one ended."""
    state, mend, portion, done = as_lists(state), kernel.mend.plain, PLAIN_STEPS, 0
    while True:
        if portion == PLAIN_STEPS and done >= COMPILE_ABOVE:
            state, mend, portion = as_arrays(state), kernel.mend.compiled, COMPILED_STEPS
        steps = budget.room(portion)
        yield mend(*state, steps), state
        done += steps
        budget.spend(steps)


def _paths(
    neighbours: Sequence[Sequence[int]], rng: random.Random, budget: Budget
) -> list[list[int]]:
    """Cover a graph by paths; return the neighbours of every vertex on its path."""
    size = len(neighbours)
    chosen: list[list[int]] = [[] for _ in range(size)]
    other_end = list(range(size))
    left = list(map(len, neighbours))  # edges that may still be chosen, at least
    waiting: list[list[int]] = [[] for _ in range(max(left) + 1)]  # by what they had left
    for v in rng.sample(range(size), size):
        waiting[left[v]].append(v)
    least = looked = 0
    while least < len(waiting):
        if not waiting[least]:
            least += 1
            continue
        v = waiting[least].pop()
        if left[v] != least or len(chosen[v]) == 2:
            continue  # it waits elsewhere, or no more
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


def _laid_out(chosen: Sequence[Sequence[int]]) -> list[int]:
    """Return the vertices of disjoint paths, one path after the other."""
    order: list[int] = []
    seen = bytearray(len(chosen))
    for end, row in enumerate(chosen):
        if len(row) == 2 or seen[end]:
            continue
        v = end
        while v >= 0:
            seen[v] = 1
            order.append(v)
            v = next((w for w in chosen[v] if not seen[w]), -1)
    return order
