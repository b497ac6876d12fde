"""Choosing a transition for each vertex: local search for a Hamiltonian cycle.

Each vertex of a multigraph chooses a *transition*, a pair of its edges. An edge that one
end chooses and the other does not is a *loose end*. The edges that both ends choose make paths and
cycles. Without loose ends, and with a single cycle, that is a Hamiltonian cycle. The *cost* is the
number of loose ends plus `CYCLE` for each cycle.

A step changes the transition of a vertex. It is accepted if the cost does not rise, and else
with the probability ``exp(-rise / temperature)`` (N. Metropolis and others, Journal of Chemical
Physics 21, 1953). The vertex is an end of a random loose end, so that the steps go where something
is wrong: the focused search of C. H. Papadimitriou ("On selecting a satisfying truth assignment",
FOCS 1991), which S. Seitz, M. Alava and P. Orponen combined with Metropolis' rule ("Focused local
search for random 3-satisfiability", Journal of Statistical Mechanics, 2005). A step of `ANYWHERE`
is at any vertex.

Invariants between calls: ``load[e]`` is the number of ends that choose edge ``e``;
``loose[:count]`` are the edges with load 1, and `where` has the place of each edge in `loose`, or
-1; `cycles` is the number of cycles.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Final

from caballero.machine.kernel import Counts, Flags, Marks, Places, array_of, kernel, zeros
from caballero.machine.kernels._shared import MODULUS, next_draw

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # the transitions make a single cycle

CYCLE: Final = 2  # the cost of a cycle
ANYWHERE: Final = 50  # 1 step in this many is at any vertex
MOST_RISE: Final = 8  # four loose ends and two cycles more


@dataclass(frozen=True, slots=True)
class Choices:
    """The multigraph and its transitions."""

    ends: Places  # edge e joins the vertices ends[2e] and ends[2e + 1]
    begin: Places  # those of vertex v begin at begin[v], and end before begin[v + 1]
    edges: Places  # transition t has the edges edges[2t] and edges[2t + 1]
    first: Places  # those of ends[i] that use edge i >> 1 begin at first[i] in `using`
    using: Places  # numbers of transitions


@dataclass(slots=True)
class State:
    """The state of a search."""

    choices: Choices
    chosen: Places  # the transition of each vertex
    # An entry an edge.
    load: Flags
    loose: Places
    where: Marks
    seen: Flags  # an entry a vertex; scratch
    limit: Counts  # a random number up to limit[r] accepts a rise of r
    draw: int  # the last random number
    count: int = 0
    cycles: int = 0
    steps: int = 0  # steps so far

    def transitions(self) -> list[tuple[int, int]]:
        """Return the edges of the transition that each vertex has chosen."""
        edges = self.choices.edges
        return [(edges[2 * t], edges[2 * t + 1]) for t in self.chosen]


def new_choices(
    ends: Sequence[tuple[int, int]], transitions: Sequence[Sequence[tuple[int, int]]]
) -> Choices:
    """Return the choices for any number of searches; every vertex has a transition."""
    using: list[list[int]] = [[] for _ in range(2 * len(ends))]
    number = 0
    for v, pairs in enumerate(transitions):
        for pair in pairs:
            for edge in pair:
                using[2 * edge + (ends[edge][1] == v)].append(number)
            number += 1
    return Choices(
        ends=array_of(Places, chain.from_iterable(ends)),
        begin=array_of(Places, accumulate(map(len, transitions), initial=0)),
        edges=array_of(Places, (edge for pairs in transitions for pair in pairs for edge in pair)),
        first=array_of(Places, accumulate(map(len, using), initial=0)),
        using=array_of(Places, chain.from_iterable(using)),
    )


def new_state(choices: Choices, *, seed: int, temperature: float) -> State:
    """Return the state of a search before its first step, with random transitions.

    >>> ends = [(0, 1), (1, 2), (2, 0), (0, 1)]
    >>> choices = new_choices(ends, [[(0, 2), (2, 3)], [(0, 1), (1, 3)], [(1, 2)]])
    >>> state = new_state(choices, seed=0, temperature=0.5)
    >>> search(state, 10_000) == FOUND
    True
    """
    rng = random.Random(seed)
    begin, edges = choices.begin, len(choices.ends) // 2
    size = len(begin) - 1
    state = State(
        choices,
        chosen=array_of(Places, (rng.randrange(begin[v], begin[v + 1]) for v in range(size))),
        load=zeros(Flags, edges),
        loose=zeros(Places, edges),
        where=zeros(Marks, edges),
        seen=zeros(Flags, size),
        limit=array_of(
            Counts, (int(MODULUS * math.exp(-r / temperature)) for r in range(MOST_RISE + 1))
        ),
        draw=rng.randrange(1, MODULUS),
    )
    lay_out(state)
    return state


@kernel
def lay_out(state: State) -> int:
    """Find the loads, the loose ends and the cycles; return the number of loose ends."""
    edges, ends = state.choices.edges, state.choices.ends
    for v in range(len(state.chosen)):
        t = state.chosen[v]
        state.load[edges[2 * t]] += 1
        state.load[edges[2 * t + 1]] += 1
    for e in range(len(state.load)):
        state.where[e] = -1
        _update_loose_end(state, e)
    for v in range(len(state.chosen)):
        if state.seen[v] == 0 and _is_closed(state, v):
            state.cycles += 1
            t = state.chosen[v]
            e = edges[2 * t]
            w = v
            while state.seen[w] == 0:
                state.seen[w] = 1
                w = ends[2 * e] + ends[2 * e + 1] - w
                t = state.chosen[w]
                e = edges[2 * t] + edges[2 * t + 1] - e
    return state.count


@kernel
def search(state: State, steps: int) -> int:
    """Change transitions until they make a single cycle, or the steps are used up."""
    choices, loose = state.choices, state.loose
    begin, first = choices.begin, choices.first
    last = state.steps + steps
    while state.steps < last and not (state.count == 0 and state.cycles == 1):
        state.steps += 1
        draw = _draw(state)
        if state.count == 0 or draw % ANYWHERE == 0:
            draw = _draw(state)
            v = draw % len(state.chosen)
            draw = _draw(state)
            t = begin[v] + draw % (begin[v + 1] - begin[v])
        else:
            draw = _draw(state)
            e = loose[draw % state.count]
            draw = _draw(state)
            i = 2 * e + (draw >> 16 & 1)
            v = choices.ends[i]
            draw = _draw(state)
            if _uses(choices, state.chosen[v], e):
                t = begin[v] + draw % (begin[v + 1] - begin[v])
            else:
                t = choices.using[first[i] + draw % (first[i + 1] - first[i])]
        if t != state.chosen[v]:
            _try(state, v, t)
    return FOUND if state.count == 0 and state.cycles == 1 else RUNNING


def _draw(state: State) -> int:
    """Return the next random number."""
    state.draw = next_draw(state.draw)
    return state.draw


def _uses(choices: Choices, t: int, e: int) -> bool:
    """Return whether a transition uses an edge."""
    return choices.edges[2 * t] == e or choices.edges[2 * t + 1] == e


def _try(state: State, v: int, t: int) -> None:
    """Change the transition of a vertex, and change it back if that is not accepted."""
    choices, load, limit = state.choices, state.load, state.limit
    edges = choices.edges
    before = state.chosen[v]
    a = edges[2 * before]
    b = edges[2 * before + 1]
    c = edges[2 * t]
    d = edges[2 * t + 1]
    rise = 0
    if not _uses(choices, t, a):
        rise += 1 if load[a] == 2 else -1
    if not _uses(choices, t, b):
        rise += 1 if load[b] == 2 else -1
    if not _uses(choices, before, c):
        rise += -1 if load[c] == 1 else 1
    if not _uses(choices, before, d):
        rise += -1 if load[d] == 1 else 1
    draw = _draw(state)
    # Most changes are refused before any cycle is sought.
    linked = load[a] == 2 and load[b] == 2
    if _is_refused(limit, rise - CYCLE if linked else rise, draw):
        return
    cycles = 0
    if linked and _is_closed(state, v):
        cycles = -1
    if _is_refused(limit, rise + CYCLE * cycles, draw):
        return
    load[a] -= 1
    load[b] -= 1
    load[c] += 1
    load[d] += 1
    state.chosen[v] = t
    if load[c] == 2 and load[d] == 2 and _is_closed(state, v):
        cycles += 1
    if _is_refused(limit, rise + CYCLE * cycles, draw):
        load[c] -= 1
        load[d] -= 1
        load[a] += 1
        load[b] += 1
        state.chosen[v] = before
        return
    state.cycles += cycles
    _update_loose_end(state, a)
    _update_loose_end(state, b)
    _update_loose_end(state, c)
    _update_loose_end(state, d)


def _is_refused(limit: Counts, rise: int, draw: int) -> bool:
    """Return whether a change is refused that adds `rise` to the cost."""
    return rise > 0 and draw > limit[rise]


def _is_closed(state: State, v: int) -> bool:
    """Return whether a vertex is on a cycle; follow the edges from it in both directions."""
    edges, ends, load, chosen = state.choices.edges, state.choices.ends, state.load, state.chosen
    t = chosen[v]
    e = edges[2 * t]
    f = edges[2 * t + 1]
    w = v
    x = v
    length = 0
    while True:
        length += 1
        if load[e] != 2 or load[f] != 2:
            state.steps += length >> 2
            return False
        w = ends[2 * e] + ends[2 * e + 1] - w
        if w == x:
            state.steps += length >> 2
            return True
        x = ends[2 * f] + ends[2 * f + 1] - x
        if w == x:
            state.steps += length >> 2
            return True
        t = chosen[w]
        e = edges[2 * t] + edges[2 * t + 1] - e
        t = chosen[x]
        f = edges[2 * t] + edges[2 * t + 1] - f


def _update_loose_end(state: State, e: int) -> None:
    """Enter an edge among the loose ends, or remove it."""
    loose, where = state.loose, state.where
    if state.load[e] == 1:
        if where[e] < 0:
            where[e] = state.count
            loose[state.count] = e
            state.count += 1
    elif where[e] >= 0:
        state.count -= 1
        other = loose[state.count]
        loose[where[e]] = other
        where[other] = where[e]
        where[e] = -1
