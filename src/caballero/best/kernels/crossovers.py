"""Combine round trips: edge assembly crossover.

Many tours, each a local optimum, are improved together. The moves in which two tours A and B
differ make up closed walks that take a move of A and a move of B in turn: *AB-cycles*. A **child**
is tour A after the moves of A in an AB-cycle were exchanged for those of B. Mostly this leaves
subtours; the smallest is joined to another by the cheapest exchange of two moves near it, until a
single tour is left. Of the children of a pair, the child replaces A that saves most for the
*variety* that is lost: the sum of ``f log f`` grows, over the numbers of tours ``f`` that use a
move (Y. Nagata and S. Kobayashi, "A powerful genetic algorithm using edge assembly crossover for
the traveling salesman problem", INFORMS Journal on Computing 25, 2013).

A child differs from A in a few places, so it is not walked through: the AB-cycle cuts the order of
A into *stretches*, and the subtours are cycles of stretches.

Invariants between calls: `links` has the neighbours of each vertex in each tour; `totals` their
costs, which only fall; `uses` counts the tours that use each move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Final

from caballero.machine.kernel import Counts, Flags, Ints, Places, array_of, kernel, zeros
from caballero.machine.kernels._shared import first_draw, next_draw

CHILDREN: Final = 30  # the most of a pair
STALE: Final = 50  # the generations without a better tour after which the search ends
VARIETY: Final = 256  # the unit of the loss of variety
SHIFT: Final = 10  # the bits after the point of a score
HUGE: Final = 2**62  # more than any cost
FREE: Final = 2**32 - 1  # no end of a stretch


@dataclass(slots=True)
class State:
    """The tours, and the work for a pair of them."""

    costs: Counts  # of each pair: a * n + b
    near: Places  # the nearest neighbours of each vertex, `width` each
    width: int
    draw: int  # the last random number
    links: Places  # the neighbours of vertex v in tour t: from 2 * (t * n + v)
    totals: Counts  # the cost of each tour
    turns: Places  # the tours in the order in which they are parents
    uses: Flags  # of each pair, the tours that use the move
    weights: Counts  # f log f
    order: Places  # tour A
    place: Places
    now: Places  # the links of the child
    rests: Places  # of each vertex, the links that are only in A, two, and only in B
    left: Flags  # the number of both
    active: Places  # the vertices with such links
    walk: Places  # the beginning of AB-cycles
    seen: Places  # 1 more than the index of a vertex in the walk, where it is even, and odd
    cycles: Places  # the vertices of all AB-cycles; at even indexes, a move of A follows
    starts: Places  # where each begins
    picks: Places  # the AB-cycles in random order
    cuts: Places  # the last places of the stretches, sorted
    mates: Places  # the end of a stretch that follows each end: the first is 2 * s, the last + 1
    groups: Places  # the subtour of each stretch
    sizes: Places  # the vertices of each subtour
    log: Places  # the changed links: index and old value
    logged: int = 0
    stretches: int = 0
    loss: int = 0  # of variety, by the child
    at: int = 0  # the pair of this generation
    replaced: int = 0  # the tours that children have replaced in this generation
    best: int = HUGE
    stale: int = 0  # generations without a better tour
    done: int = 0


def new_state(
    costs: Ints, near: Ints, width: int, tours: Sequence[Sequence[int]], seed: int = 0
) -> State:
    """Return the state of tours of at least five vertices.

    >>> line = [0, 1, 2, 3, 4, 5]
    >>> costs = array_of(Counts, [abs(a - b) for a in line for b in line])
    >>> near = [w for v in line for w in line if w != v]
    >>> tours = [[0, 2, 1, 3, 5, 4], [0, 1, 3, 2, 4, 5], [0, 3, 1, 5, 2, 4]]
    >>> state = new_state(costs, array_of(Places, near), 5, tours)
    >>> breed(state, 1000) < 1000, min(state.totals)
    (True, 10)
    """
    size, count = len(tours[0]), len(tours)
    links, uses = zeros(Places, 2 * size * count), zeros(Flags, size * size)
    for number, tour in enumerate(tours):
        for at, v in enumerate(tour):
            for side, w in enumerate((tour[at - 1], tour[at + 1 - size])):
                links[2 * (number * size + v) + side] = w
                uses[v * size + w] += 1
    room: Any = {name: zeros(Places, times * size + 1) for name, times in _ROOM.items()}
    return State(
        costs=costs,
        near=near,
        width=width,
        draw=first_draw(seed),
        links=links,
        totals=array_of(Counts, (_total(costs, tour) for tour in tours)),
        turns=array_of(Places, range(count)),
        uses=uses,
        weights=array_of(Counts, (round(VARIETY * f * log(max(1, f))) for f in range(count + 2))),
        left=zeros(Flags, 2 * size),
        **room,
    )


_ROOM: Final = {
    "order": 1, "place": 1, "now": 2, "rests": 4, "active": 1, "walk": 2, "seen": 2, "cycles": 2,
    "starts": 1, "picks": 1, "cuts": 1, "mates": 2, "groups": 1, "sizes": 1, "log": 16,
}  # fmt: skip
"""The arrays for the work, and their lengths, in vertices."""


def _total(costs: Ints, tour: Sequence[int]) -> int:
    return sum(costs[tour[at - 1] * len(tour) + v] for at, v in enumerate(tour))


def best_tour(state: State) -> list[int]:
    """Return the cheapest tour as a list of vertices."""
    size, number = len(state.left) // 2, state.totals.index(min(state.totals))
    tour, v, before = list[int](), 0, size
    for _ in range(size):
        tour.append(v)
        at = 2 * (number * size + v)
        step = state.links[at] if state.links[at] != before else state.links[at + 1]
        v, before = step, v
    return tour


@kernel
def breed(state: State, steps: int) -> int:
    """Replace tours by children, until no child is better; return the children tried."""
    count = len(state.turns)
    left = steps
    while left > 0 and not state.done:
        if state.at == 0:
            for i in range(count - 1):
                j = i + _draw(state, count - i)
                a = state.turns[i]
                state.turns[i] = state.turns[j]
                state.turns[j] = a
        tried = _mate(state, state.turns[state.at], state.turns[(state.at + 1) % count])
        left -= tried
        state.at += 1
        if state.at == count:
            _end_generation(state)
    return steps - left


def _end_generation(state: State) -> None:
    state.stale += 1
    for t in range(len(state.totals)):
        if state.totals[t] < state.best:
            state.best = state.totals[t]
            state.stale = 0
    state.done = state.replaced == 0 or state.stale > STALE
    state.at = 0
    state.replaced = 0


def _draw(state: State, count: int) -> int:
    """Return a random number below `count`."""
    state.draw = next_draw(state.draw)
    return state.draw % count


def _mate(state: State, a: int, b: int) -> int:
    """Replace a tour by its best child with another; return how many children were tried."""
    _begin(state, a)
    active = _compare(state, a, b)
    found = _find_cycles(state, active)
    for i in range(found):
        state.picks[i] = i
    tries = min(found, CHILDREN)
    most = 0
    chosen = found
    for i in range(tries):
        j = i + _draw(state, found - i)
        pick = state.picks[j]
        state.picks[j] = state.picks[i]
        gain = -_make(state, pick)
        if gain > 0:
            score = (gain << SHIFT) // max(1, state.loss)
            if score > most:
                most = score
                chosen = pick
        _undo(state)
    if chosen < found:
        more = _make(state, chosen)
        state.totals[a] += more
        _replace(state, a)
        state.replaced += 1
    return tries + 1


def _begin(state: State, a: int) -> None:
    """Walk through a tour."""
    size = len(state.left) // 2
    first = 2 * size * a
    v = 0
    before = size
    for at in range(size):
        state.order[at] = v
        state.place[v] = at
        w = state.links[first + 2 * v]
        if w == before:
            w = state.links[first + 2 * v + 1]
        before = v
        v = w
    for i in range(2 * size):
        state.now[i] = state.links[first + i]


def _replace(state: State, a: int) -> None:
    """Take over the child."""
    size = len(state.left) // 2
    first = 2 * size * a
    for v in range(size):
        for i in range(2 * v, 2 * v + 2):
            state.uses[v * size + state.links[first + i]] -= 1
            state.links[first + i] = state.now[i]
            state.uses[v * size + state.now[i]] += 1


# -- AB-cycles -------------------------------------------------------------------------------------


def _compare(state: State, a: int, b: int) -> int:
    """Find the links in which two tours differ; return how many vertices have such."""
    size = len(state.left) // 2
    links = state.links
    count = 0
    for v in range(size):
        one = 2 * (a * size + v)
        two = 2 * (b * size + v)
        for kind in range(2):
            mine = two if kind else one
            other = one if kind else two
            found = 0
            for i in range(mine, mine + 2):
                if links[i] != links[other] and links[i] != links[other + 1]:
                    state.rests[4 * v + 2 * kind + found] = links[i]
                    found += 1
            state.left[2 * v + kind] = found
            state.seen[2 * v + kind] = 0
        if state.left[2 * v]:
            state.active[count] = v
            count += 1
    return count


def _find_cycles(state: State, active: int) -> int:
    """Take the different links apart into AB-cycles, at random; return their number."""
    found = 0
    filled = 0
    length = 0  # of the walk
    state.starts[0] = 0
    while length or active:
        if length == 0:
            i = _draw(state, active)
            v = state.active[i]
            if state.left[2 * v] == 0:
                active -= 1
                state.active[i] = state.active[active]
                continue
            state.walk[0] = v
            state.seen[2 * v] = 1
            length = 1
        v = state.walk[length - 1]
        w = _step(state, v, (length - 1) & 1)
        known = state.seen[2 * w + (length & 1)]
        if known == 0:
            state.walk[length] = w
            length += 1
            state.seen[2 * w + (length - 1 & 1)] = length
        else:
            filled = _close(state, filled, known - 1, length)
            found += 1
            state.starts[found] = filled
            length = known
            if known == 1 and state.left[2 * w] == 0:
                state.seen[2 * w] = 0
                length = 0
    return found


def _step(state: State, v: int, kind: int) -> int:
    """Take a link of a kind at random: 0 for A, 1 for B; return where it leads."""
    at = 4 * v + 2 * kind
    if state.left[2 * v + kind] == 2:
        at += _draw(state, 2)
    w = state.rests[at]
    _drop(state, v, w, kind)
    _drop(state, w, v, kind)
    return w


def _drop(state: State, v: int, w: int, kind: int) -> None:
    at = 4 * v + 2 * kind
    if state.rests[at] == w:
        state.rests[at] = state.rests[at + 1]
    state.left[2 * v + kind] -= 1


def _close(state: State, filled: int, first: int, length: int) -> int:
    """Write an AB-cycle, the walk from an index on; return where the cycles end."""
    for i in range(first + (first & 1), length):
        state.cycles[filled] = state.walk[i]
        filled += 1
    if first & 1:
        state.cycles[filled] = state.walk[first]
        filled += 1
    for i in range(first + 1, length):
        state.seen[2 * state.walk[i] + (i & 1)] = 0
    return filled


# -- children --------------------------------------------------------------------------------------


def _make(state: State, cycle: int) -> int:
    """Make a child by an AB-cycle; return by how much it costs more than its parent."""
    begin = state.starts[cycle]
    end = state.starts[cycle + 1]
    more = _exchange(state, begin, end)
    groups = _group(state, begin, end)
    return _join(state, more, groups)


def _exchange(state: State, begin: int, end: int) -> int:
    """Exchange the moves of an AB-cycle, and list the cuts; return by how much the cost grows."""
    size = len(state.left) // 2
    more = 0
    count = 0
    state.logged = 0
    state.loss = 0
    for i in range(begin, end):
        v = state.cycles[i]
        before = state.cycles[i - 1 if i > begin else end - 1]
        after = state.cycles[i + 1 if i + 1 < end else begin]
        if i - begin & 1:
            _relink(state, v, before, after)
        else:
            _relink(state, v, after, before)
            more += _added(state, v, before)
            more -= _removed(state, v, after)
            at = state.place[v]
            next_ = state.place[after]
            is_next = next_ == at + 1 or (next_ == 0 and at == size - 1)
            state.cuts[count] = at if is_next else next_
            count += 1
    state.stretches = count
    _sort(state.cuts, count)
    return more


def _added(state: State, v: int, w: int) -> int:
    """Return the cost of a move that is added, and count the loss of variety."""
    at = v * (len(state.left) // 2) + w
    state.loss += state.weights[state.uses[at] + 1] - state.weights[state.uses[at]]
    return state.costs[at]


def _removed(state: State, v: int, w: int) -> int:
    """Return the cost of a move that is removed, and count the gain of variety."""
    at = v * (len(state.left) // 2) + w
    if state.uses[at]:
        state.loss += state.weights[state.uses[at] - 1] - state.weights[state.uses[at]]
    return state.costs[at]


def _relink(state: State, v: int, old: int, new: int) -> None:
    at = 2 * v if state.now[2 * v] == old else 2 * v + 1
    state.log[state.logged] = at
    state.log[state.logged + 1] = old
    state.logged += 2
    state.now[at] = new


def _undo(state: State) -> None:
    """Make the child the parent again."""
    while state.logged:
        state.logged -= 2
        state.now[state.log[state.logged]] = state.log[state.logged + 1]


def _sort(numbers: Places, count: int) -> None:
    """Sort the first numbers (D. L. Shell, 1959)."""
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap:
        for i in range(gap, count):
            number = numbers[i]
            j = i
            while j >= gap and numbers[j - gap] > number:
                numbers[j] = numbers[j - gap]
                j -= gap
            numbers[j] = number
        gap //= 3


def _stretch_of(state: State, at: int) -> int:
    """Return the stretch with a place."""
    low = 0
    high = state.stretches
    while low < high:
        middle = (low + high) // 2
        if state.cuts[middle] < at:
            low = middle + 1
        else:
            high = middle
    return low if low < state.stretches else 0


def _group_of(state: State, v: int) -> int:
    """Return the subtour of a vertex."""
    at = state.place[v]
    s = _stretch_of(state, at)
    return state.groups[s]


def _first_of(state: State, s: int) -> int:
    """Return the first place of a stretch."""
    at = state.cuts[s - 1 if s else state.stretches - 1] + 1
    return at if at < len(state.left) // 2 else 0


def _length(state: State, s: int) -> int:
    first = _first_of(state, s)
    length = state.cuts[s] - first + 1
    return length if length > 0 else length + len(state.left) // 2


def _end_at(state: State, v: int) -> int:
    """Return an end of a stretch at a vertex that has no mate yet."""
    at = state.place[v]
    s = _stretch_of(state, at)
    first = _first_of(state, s)
    return 2 * s if first == at and state.mates[2 * s] == FREE else 2 * s + 1


def _group(state: State, begin: int, end: int) -> int:
    """Number the subtours; return how many there are."""
    for i in range(2 * state.stretches):
        state.mates[i] = FREE
    for i in range(begin, end, 2):
        v = state.cycles[i]
        w = state.cycles[i - 1 if i > begin else end - 1]
        here = _end_at(state, v)
        there = _end_at(state, w)
        state.mates[here] = there
        state.mates[there] = here
    for s in range(state.stretches):
        state.groups[s] = FREE
    count = 0
    for s in range(state.stretches):
        if state.groups[s] == FREE:
            state.sizes[count] = 0
            at = 2 * s
            while state.groups[at >> 1] == FREE:
                state.groups[at >> 1] = count
                length = _length(state, at >> 1)
                state.sizes[count] += length
                at = state.mates[at ^ 1]
            count += 1
    return count


def _join(state: State, more: int, count: int) -> int:
    """Join the subtours, the smallest first; return by how much the child costs more."""
    left = count
    while left > 1:
        smallest = count
        for g in range(count):
            if state.sizes[g] and (smallest == count or state.sizes[g] < state.sizes[smallest]):
                smallest = g
        cost = _join_one(state, smallest)
        if cost == HUGE:
            return HUGE
        more += cost
        left -= 1
    return more


def _join_one(state: State, group: int) -> int:
    """Join a subtour to another; return the cost, `HUGE` if no other is near."""
    size = len(state.left) // 2
    costs = state.costs
    least = HUGE
    a = b = c = d = 0
    for s in range(state.stretches):
        if state.groups[s] != group:
            continue
        at = _first_of(state, s)
        length = _length(state, s)
        for _ in range(length):
            v = state.order[at]
            at = at + 1 if at + 1 < size else 0
            most = max(costs[v * size + state.now[2 * v]], costs[v * size + state.now[2 * v + 1]])
            for i in range(v * state.width, (v + 1) * state.width):
                w = state.near[i]
                spent = costs[v * size + w]
                if least < HUGE and spent - most >= least:
                    break
                other = _group_of(state, w)
                if other == group:
                    continue
                for side in range(4):
                    x = state.now[2 * v + (side & 1)]
                    y = state.now[2 * w + (side >> 1)]
                    cost = spent + costs[x * size + y] - costs[v * size + x] - costs[w * size + y]
                    if cost < least:
                        least = cost
                        a = v
                        b = x
                        c = w
                        d = y
    if least < HUGE:
        _cut_over(state, a, b, c, d)
        other = _group_of(state, c)
        for s in range(state.stretches):
            if state.groups[s] == group:
                state.groups[s] = other
        state.sizes[other] += state.sizes[group]
        state.sizes[group] = 0
    return least


def _cut_over(state: State, a: int, b: int, c: int, d: int) -> None:
    """Exchange the moves a–b and c–d for a–c and b–d."""
    _relink(state, a, b, c)
    _relink(state, b, a, d)
    _relink(state, c, d, a)
    _relink(state, d, c, b)
    _removed(state, a, b)
    _removed(state, c, d)
    _added(state, a, c)
    _added(state, b, d)
