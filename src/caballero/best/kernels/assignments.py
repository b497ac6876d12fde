"""Branch and bound for the cheapest directed round trip, with assignments as bounds.

An *assignment* gives each city another city as the next, no two the same. Every round trip is an
assignment, so the cheapest assignment costs no more than the cheapest round trip; its cycles are
*subtours*. It is found row by row, by shortest augmenting paths; the dual prices that prove it the
cheapest leave each arc a *reduced cost* of 0 or more, by which at least the bound rises if the arc
is used (R. Jonker and A. Volgenant, "A shortest augmenting path algorithm for dense and sparse
linear assignment problems", Computing 38, 1987).

A node of the search has decided arcs. If its assignment has subtours, the one with the fewest free
arcs is taken apart: the i-th child leaves out the i-th of these arcs and holds those before it. One
augmenting path makes the assignment of a child of that of its parent. Each node patches its
subtours to a round trip, the two that it is cheapest to join first (G. Carpaneto, M. Dell'Amico and
P. Toth, "Exact solution of large-scale, asymmetric traveling salesman problems", ACM Transactions
on Mathematical Software 21, 1995; patching: R. M. Karp, SIAM Journal on Computing 8, 1979). The
search is depth first, to the child with the least bound.

City v arrives at place 2v of a row of the matrix and leaves at row 2v + 1, as in
:mod:`caballero.model.network`; the last row may be both. Only the arcs of the lists are used: all
at first, then the candidates for a better round trip.

Invariants: `bound` is the sum of the dual prices; no usable arc has a reduced cost below 0; arcs of
the assignment have 0; held arcs are in the assignment.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from caballero.machine.kernel import Counts, Flags, Ints, Places, array_of, kernel, zeros

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # `trip` is a better round trip; call again for a better trip still
EXHAUSTED: Final = 2  # there is no better trip
FULL: Final = 3  # it is too deep: `least_open` stays a bound

INFINITE: Final = 2**61
"""More than any cost."""

DEPTH: Final = 250
"""The most nodes on the way to a node."""


@dataclass(slots=True)
class State:
    """The state of a search."""

    costs: Counts  # of the network
    begins: Places  # the arcs from v lead to heads[begins[v]:begins[v + 1]]
    heads: Places
    without: Flags  # 1 for each arc that is left out
    only: Places  # the one city that may follow each, or n
    only_before: Places
    after: Places  # the assignment, n where there is none
    before: Places
    row: Counts  # the dual prices of leaving and of arriving
    column: Counts
    held: Flags  # 1 for each city whose arc to the next is held
    nearness: Counts  # how near each city is to the augmented city
    via: Places
    reached: Places
    settled: Flags
    slack: Counts  # of each arc: what is left of its reduced cost by the sets that are left
    good: Flags  # 1 for each city from which arcs without slack lead everywhere
    heights: Counts  # by how much leaving each city has raised the bound, with sets
    cycle: Places  # the subtour of each city
    length: Places  # and how many free arcs it has
    trip: Places  # the best round trip, by the city after each, and the cities before
    trip_before: Places
    kept: Places  # at each depth, the assignment
    kept_row: Counts
    kept_column: Counts
    branches: Places  # the cities whose arcs are left out
    bounds: Counts  # the bound of each child, `INFINITE` when it was looked at
    sizes: Places  # of the children
    marks: Places  # the lengths of the two trails at each depth
    left_out: Places  # a trail of arcs
    holding: Places  # and of cities
    size: int  # of the network
    missing: int  # pairs that cost at least this are no arcs
    step: int  # all costs are multiples of this
    limit: int = 0  # a round trip is better if it costs at most this
    bound: int = 0
    lifted: int = 0  # the bound of the node, with sets that must be left
    done: int = 0  # the rows that were augmented at first
    depth: int = 0
    fresh: int = 1  # 1 if the node was not looked at yet
    outs: int = 0  # the lengths of the trails
    holds: int = 0
    steps: int = 0
    nodes: int = 0


def new_state(
    costs: Ints, size: int, *, missing: int, step: int, forced: Iterable[tuple[int, int]] = ()
) -> State:
    """Return the state of a search on a network of `size` vertices; `forced` are pairs of cities.

    >>> rows = [[9, 9, 9, 9], [0, 9, 1, 9], [9, 9, 9, 9], [2, 9, 0, 9]]
    >>> state = new_state(array_of(Counts, sum(rows, [])), 4, missing=9, step=1)
    >>> state.limit = 8
    >>> gather(state), assign(state, 9), state.bound, search(state, 9) == FOUND
    (2, True, 3, True)
    """
    cities = (size + 1) // 2
    only, only_before = [cities] * cities, [cities] * cities
    for a, b in forced:
        only[a], only_before[b] = b, a
    none = [cities] * cities
    arcs = cities * (cities - 1)
    return State(
        costs=costs,
        begins=zeros(Places, cities + 1),
        heads=zeros(Places, arcs),
        without=zeros(Flags, arcs),
        only=array_of(Places, only),
        only_before=array_of(Places, only_before),
        after=array_of(Places, none),
        before=array_of(Places, none),
        row=zeros(Counts, cities),
        column=zeros(Counts, cities),
        held=zeros(Flags, cities),
        nearness=zeros(Counts, cities),
        via=zeros(Places, cities),
        reached=zeros(Places, cities),
        settled=zeros(Flags, cities),
        slack=zeros(Counts, arcs),
        good=zeros(Flags, cities),
        heights=zeros(Counts, cities),
        cycle=zeros(Places, cities),
        length=zeros(Places, cities),
        trip=zeros(Places, cities),
        trip_before=zeros(Places, cities),
        kept=zeros(Places, DEPTH * cities),
        kept_row=zeros(Counts, DEPTH * cities),
        kept_column=zeros(Counts, DEPTH * cities),
        branches=zeros(Places, DEPTH * cities),
        bounds=zeros(Counts, DEPTH * cities),
        sizes=zeros(Places, DEPTH),
        marks=zeros(Places, 2 * DEPTH),
        left_out=zeros(Places, arcs),
        holding=zeros(Places, cities),
        size=size,
        missing=missing,
        step=step,
    )


def _cost(state: State, a: int, b: int) -> int:
    """Return the cost of an arc."""
    return state.costs[min(2 * a + 1, state.size - 1) * state.size + 2 * b]


# -- the cheapest assignment -----------------------------------------------------------------------


@kernel
def gather(state: State) -> int:
    """List the arcs; return how many there are."""
    cities = len(state.after)
    count = 0
    for a in range(cities):
        state.begins[a] = count
        for b in range(cities):
            if a == b or (state.only[a] != cities and state.only[a] != b):
                continue
            if state.only_before[b] != cities and state.only_before[b] != a:
                continue
            cost = _cost(state, a, b)
            if cost < state.missing:
                state.heads[count] = b
                count += 1
    state.begins[cities] = count
    return count


@kernel
def assign(state: State, steps: int) -> bool:
    """Augment at most `steps` more rows; return whether it is complete.

    No way: `INFINITE` bound.
    """
    cities = len(state.after)
    if not state.done:
        _reduce(state)
    goal = min(cities, state.done + steps)
    while state.done < goal and state.bound < INFINITE:
        if state.after[state.done] == cities:
            _augment(state, state.done, INFINITE)
        state.done += 1
    return state.done == cities or state.bound >= INFINITE


def _reduce(state: State) -> None:
    """Take the least cost from each row, then from each column; assign what costs nothing then."""
    cities = len(state.after)
    for w in range(cities):
        state.nearness[w] = INFINITE
    for v in range(cities):
        least = INFINITE
        for at in range(state.begins[v], state.begins[v + 1]):
            cost = _cost(state, v, state.heads[at])
            least = min(least, cost)
        state.row[v] = least if least < INFINITE else 0
        for at in range(state.begins[v], state.begins[v + 1]):
            w = state.heads[at]
            cost = _cost(state, v, w) - least
            state.nearness[w] = min(state.nearness[w], cost)
    for w in range(cities):
        least = state.nearness[w]
        state.column[w] = least if least < INFINITE else 0
        state.bound += state.row[w] + state.column[w]
    for v in range(cities):
        for at in range(state.begins[v], state.begins[v + 1]):
            w = state.heads[at]
            cost = _cost(state, v, w)
            free = state.after[v] == cities and state.before[w] == cities
            if free and cost == state.row[v] + state.column[w]:
                state.after[v] = w
                state.before[w] = v


def _augment(state: State, first: int, most: int) -> bool:
    """Assign a city that has no next; raise the bound, by `INFINITE` if by more than `most`."""
    cities = len(state.after)
    nearness, settled, reached = state.nearness, state.settled, state.reached
    for w in range(cities):
        nearness[w] = INFINITE
        settled[w] = 0
    state.steps += 1
    count = 0
    ready = 0
    base = 0
    v = first
    w = 0
    while True:
        row = state.row[v]
        for at in range(state.begins[v], state.begins[v + 1]):
            w = state.heads[at]
            if state.without[at] or settled[w]:
                continue
            before = state.before[w]
            if before != cities and state.held[before]:
                continue
            cost = _cost(state, v, w)
            near = base + cost - row - state.column[w]
            if near < nearness[w]:
                if nearness[w] == INFINITE:
                    reached[count] = w
                    count += 1
                nearness[w] = near
                state.via[w] = v
        place = ready
        for at in range(ready + 1, count):
            if nearness[reached[at]] < nearness[reached[place]]:
                place = at
        if ready == count or nearness[reached[place]] > most:
            state.bound = INFINITE
            return False
        w = reached[place]
        reached[place] = reached[ready]
        reached[ready] = w
        ready += 1
        settled[w] = 1
        base = nearness[w]
        if state.before[w] == cities:
            break
        v = state.before[w]
    state.row[first] += base
    for at in range(ready - 1):
        known = reached[at]
        state.column[known] += nearness[known] - base
        state.row[state.before[known]] += base - nearness[known]
    state.bound += base
    while True:
        v = state.via[w]
        following = state.after[v]
        state.after[v] = w
        state.before[w] = v
        if v == first:
            return True
        w = following


# -- sets of cities that must be left --------------------------------------------------------------


def _is_apart(state: State) -> bool:
    """Return whether leaving sets of cities costs too much: no better round trip is here.

    A round trip leaves each set, so the least slack of the arcs that lead out of it raises the
    bound, and is taken from their slack, until arcs without slack lead from everywhere to
    everywhere.
    """
    cities = len(state.after)
    for v in range(cities):
        state.good[v] = 0
        for at in range(state.begins[v], state.begins[v + 1]):
            w = state.heads[at]
            cost = _cost(state, v, w)
            state.slack[at] = cost - state.row[v] - state.column[w]
            is_barred = (
                state.held[v] == 1 or state.held[state.before[w]] == 1 or state.without[at] == 1
            )
            if state.after[v] != w and is_barred:
                state.slack[at] = INFINITE
    bound = state.bound
    for first in range(cities):
        while not state.good[first]:
            count = _spread(state, first)
            if count == 0 or count == cities:
                state.good[first] = 1
                break
            # There may be a smaller set inside.
            v = first
            while True:
                w = state.reached[count - 1]
                if w == v:
                    break
                count = _spread(state, w)
                if state.settled[v]:
                    break
                v = w
            bound += _leave(state, count)
            if bound > state.limit:
                return True
    for arc in range(state.begins[cities]):
        if not state.without[arc] and state.slack[arc] > state.limit - bound:
            _leave_out(state, arc)
    state.lifted = bound
    return False


@kernel
def narrow(state: State) -> int:
    """Raise the bound of the root by sets (`heights`, `lifted`); drop arcs; return those left."""
    cities = len(state.after)
    for v in range(cities):
        state.heights[v] = 0
    if _is_apart(state):
        state.lifted = state.limit + state.step
        return 0
    count = 0
    for v in range(cities):
        begin = state.begins[v]
        state.begins[v] = count
        for arc in range(begin, state.begins[v + 1]):
            if not state.without[arc]:
                state.heads[count] = state.heads[arc]
                count += 1
    state.begins[cities] = count
    while state.outs:
        state.outs -= 1
        state.without[state.left_out[state.outs]] = 0
    return count


def _spread(state: State, first: int) -> int:
    """Find the cities to which arcs without slack lead; return how many, 0 if any is good."""
    reached, settled = state.reached, state.settled
    for v in range(len(settled)):
        settled[v] = 0
    reached[0] = first
    settled[first] = 1
    count = 1
    at = 0
    while at < count:
        v = reached[at]
        at += 1
        for arc in range(state.begins[v], state.begins[v + 1]):
            w = state.heads[arc]
            if not state.slack[arc] and not settled[w]:
                if state.good[w]:
                    return 0
                settled[w] = 1
                reached[count] = w
                count += 1
    return count


def _leave(state: State, count: int) -> int:
    """Return what it costs to leave the cities that were reached; take it from the slack."""
    least = INFINITE
    for at in range(count):
        v = state.reached[at]
        for arc in range(state.begins[v], state.begins[v + 1]):
            if not state.settled[state.heads[arc]]:
                least = min(least, state.slack[arc])
    for at in range(count):
        v = state.reached[at]
        state.heights[v] += least
        for arc in range(state.begins[v], state.begins[v + 1]):
            if not state.settled[state.heads[arc]] and state.slack[arc] < INFINITE:
                state.slack[arc] -= least
    return least


# -- round trips -----------------------------------------------------------------------------------


def _name_cycles(state: State, after: Places) -> int:
    """Number the cycles of a permutation, and count their free arcs; return how many there are."""
    cities = len(after)
    count = 0
    for v in range(cities):
        state.cycle[v] = cities
    for v in range(cities):
        w = v
        if state.cycle[v] == cities:
            state.length[count] = 0
            while state.cycle[w] == cities:
                state.cycle[w] = count
                state.length[count] += 1 - state.held[w]
                w = after[w]
            count += 1
    return count


def _patch(state: State) -> bool:
    """Join the subtours, two and two, cheaply; keep the round trip if it is better."""
    after, before, cycle = state.trip, state.trip_before, state.cycle
    cities = len(after)
    total = state.bound
    for v in range(cities):
        state.reached[v] = state.after[v]  # the assignment, patched
        state.via[state.after[v]] = v
    for _ in range(_name_cycles(state, state.after) - 1):
        least = INFINITE
        first = second = 0
        for a in range(cities):
            if state.only[a] != cities:
                continue
            b = state.reached[a]
            saved = _cost(state, a, b)
            for at in range(state.begins[a], state.begins[a + 1]):
                d = state.heads[at]
                if cycle[d] == cycle[a]:
                    continue
                c = state.via[d]
                other = _cost(state, c, b)
                if state.only[c] == cities and other < state.missing:
                    more = other - saved
                    more += _cost(state, a, d)
                    more -= _cost(state, c, d)
                    if more < least:
                        least = more
                        first = a
                        second = d
        total += least
        if total > state.limit:
            return False
        a, d = first, second
        b, c = state.reached[a], state.via[d]
        mark = cycle[a]
        v = d
        while cycle[v] != mark:
            cycle[v] = mark
            v = state.reached[v]
        state.reached[a] = d
        state.via[d] = a
        state.reached[c] = b
        state.via[b] = c
    for v in range(cities):
        after[v] = state.reached[v]
        before[v] = state.via[v]
    state.limit = total - state.step
    return True


# -- the search ------------------------------------------------------------------------------------


@kernel
def search(state: State, steps: int) -> int:
    """Continue to the next better `trip`; after `FOUND`, `limit` is just below its cost."""
    goal = state.steps + steps
    while state.steps < goal:
        if not state.fresh:
            if not _next(state):
                return EXHAUSTED
            state.fresh = 1
        if state.bound > state.limit or _is_apart(state):
            state.fresh = 0
        elif _patch(state):
            return FOUND
        elif state.depth == DEPTH:
            return FULL
        else:
            state.fresh = 0
            _branch(state)
        state.nodes += 1
        state.steps += 1
    return RUNNING


@kernel
def least_open(state: State) -> int:
    """Return the least bound of the nodes that were not looked at, `INFINITE` if there is none."""
    cities = len(state.after)
    least = state.bound if state.fresh else INFINITE
    for depth in range(state.depth):
        for at in range(depth * cities, depth * cities + state.sizes[depth]):
            least = min(least, state.bounds[at])
    return least


def _branch(state: State) -> None:
    """Keep the node, and find the bounds of its children."""
    cities = len(state.after)
    subtours = _name_cycles(state, state.after)
    fewest = 0
    for at in range(subtours):
        if state.length[at] < state.length[fewest]:
            fewest = at
    begin = state.depth * cities
    count = 0
    first = 0
    while state.cycle[first] != fewest:
        first += 1
    v = first
    while True:
        if not state.held[v]:
            state.branches[begin + count] = v
            count += 1
        v = state.after[v]
        if v == first:
            break
    for v in range(cities):
        state.kept[begin + v] = state.after[v]
        state.kept_row[begin + v] = state.row[v]
        state.kept_column[begin + v] = state.column[v]
    state.marks[2 * state.depth] = state.outs
    state.marks[2 * state.depth + 1] = state.holds
    state.sizes[state.depth] = count
    bound = state.bound
    state.depth += 1
    for child in range(count):
        state.bound = bound
        _enter(state, child)
        state.bounds[begin + child] = state.bound
        _undo(state)


def _next(state: State) -> bool:
    """Go to the open child with the least bound of the deepest node; False if none is left."""
    cities = len(state.after)
    while state.depth:
        begin = (state.depth - 1) * cities
        _undo(state)
        child = 0
        for at in range(1, state.sizes[state.depth - 1]):
            if state.bounds[begin + at] < state.bounds[begin + child]:
                child = at
        if state.sizes[state.depth - 1] and state.bounds[begin + child] <= state.limit:
            state.bounds[begin + child] = INFINITE
            _enter(state, child)
            return True
        state.depth -= 1
    return False


def _undo(state: State) -> None:
    """Go back to the deepest node that was kept."""
    cities = len(state.after)
    depth = state.depth - 1
    while state.outs > state.marks[2 * depth]:
        state.outs -= 1
        state.without[state.left_out[state.outs]] = 0
    while state.holds > state.marks[2 * depth + 1]:
        state.holds -= 1
        state.held[state.holding[state.holds]] = 0
    state.bound = 0
    for v in range(cities):
        at = depth * cities + v
        state.after[v] = state.kept[at]
        state.before[state.kept[at]] = v
        state.row[v] = state.kept_row[at]
        state.column[v] = state.kept_column[at]
        state.bound += state.row[v] + state.column[v]


def _enter(state: State, child: int) -> None:
    """Hold the arcs before, leave an arc out, and augment."""
    cities = len(state.after)
    begin = (state.depth - 1) * cities
    for at in range(begin, begin + child):
        state.held[state.branches[at]] = 1
        state.holding[state.holds] = state.branches[at]
        state.holds += 1
    if child:
        _leave_closing(state, state.branches[begin + child - 1])
    v = state.branches[begin + child]
    w = state.after[v]
    _leave_out_pair(state, v, w)
    state.after[v] = cities
    state.before[w] = cities
    _augment(state, v, state.limit - state.bound)


def _leave_closing(state: State, v: int) -> None:
    """Leave out the arc from the end of the path of held arcs through a city to its beginning."""
    first = v
    while state.held[state.before[first]]:
        first = state.before[first]
        if first == v:
            return
    while state.held[v]:
        v = state.after[v]
    _leave_out_pair(state, v, first)


def _leave_out_pair(state: State, v: int, w: int) -> None:
    """Leave out an arc if it is listed."""
    for arc in range(state.begins[v], state.begins[v + 1]):
        if state.heads[arc] == w and not state.without[arc]:
            _leave_out(state, arc)


def _leave_out(state: State, arc: int) -> None:
    state.without[arc] = 1
    state.left_out[state.outs] = arc
    state.outs += 1
