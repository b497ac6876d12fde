"""Local search for a cheap Hamiltonian cycle: chains of exchanges, and kicks.

The *tour* is a cyclic order of all vertices; every pair has a cost. A **flip** turns a stretch of
the tour round: it exchanges two sides for two others. A **chain** is a sequence of flips at one
end of a removed side, each for the largest gain; of its flips the best beginning is kept (S. Lin
and B. W. Kernighan, "An effective heuristic algorithm for the traveling-salesman problem",
Operations Research 21, 1973; in flips: D. S. Johnson and L. A. McGeoch, 1997). A **transfer** moves
up to three consecutive vertices elsewhere (I. Or, 1976). Where neither gains, a **kick** swaps two
short neighbouring stretches at random, and the search repairs what that has worsened; it is taken
back if the tour is dearer then, or much dearer at first, ever less up to the goal (O. Martin, S. W.
Otto and E. W. Felten, "Large-step Markov chains for the traveling salesman problem", Complex
Systems 5, 1991; short stretches: D. Applegate, W. Cook and A. Rohe, "Chained Lin-Kernighan for
large traveling salesman problems", INFORMS Journal on Computing 15, 2003).

Only the `width` nearest neighbours of a vertex are tried. Every change is a sequence of flips, so
the log of flips takes any of them back.

Invariants between calls: `place` is the inverse of `tour`; `cost` is the cost of the tour; the
queue holds the vertices whose surroundings changed since they were last looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from caballero.machine.kernel import Counts, Flags, Ints, Places, array_of, kernel, zeros
from caballero.machine.kernels._shared import first_draw, next_draw

DEPTH: Final = 4  # the most flips of a chain
BREADTH: Final = 2  # the first flips that are tried
LONGEST: Final = 3  # the most vertices of a transfer
STRETCH: Final = 40  # the most vertices of a stretch that a kick moves
LOG: Final = 3 << 13
HUGE: Final = 2**62  # more than any gain
SPARE: Final = 3 * (DEPTH + 8)  # room in the log for another change


def _per_flip() -> Ints:
    return zeros(Places, DEPTH + 1)


@dataclass(slots=True)
class State:
    """The state of a search."""

    costs: Counts  # of each pair: a * n + b
    near: Places  # the nearest neighbours of each vertex, `width` each, the nearest first
    tour: Places
    place: Places
    queue: Places  # a ring
    queued: Flags
    log: Places  # for each flip two places, and whether the direction changed
    width: int
    directed: int  # 1 if no stretch can be turned
    draw: int  # the last random number
    cost: int
    begin: int = 0  # of the queue
    waiting: int = 0  # its length
    logged: int = 0
    turned: int = 0  # 1 if the tour goes backwards through its places
    kicks: int = 0
    goal: int = HUGE  # no more kicks than this
    heat: int = 0  # a kick may cost a random number below this, or the part of `span` that is left
    span: int = 1  # the kicks up to the goal when it was set
    before: int = 0  # the cost before the last kick
    added: Places = field(default_factory=_per_flip)  # the sides that a chain has added
    joined: Places = field(default_factory=_per_flip)


def new_state(
    costs: Ints, tour: Sequence[int], width: int, *, near: Ints | None = None, seed: int = 0,
    directed: bool = False,
) -> State:  # fmt: skip
    """Return the state of a search from a tour of at least five vertices.

    `costs` has a row for each vertex; the `width` nearest vertices of each are tried, which may
    be known as `near`. A side that costs less than 0 is never removed. If `directed`, stretches are
    moved, but not turned.

    >>> line = [0, 1, 2, 3, 4, 5]
    >>> costs = array_of(Counts, [abs(a - b) for a in line for b in line])
    >>> state = new_state(costs, [0, 3, 1, 4, 2, 5], 5)
    >>> polish(state, 1000) <= 1000, state.cost
    (True, 10)
    """
    size = len(tour)
    place = [0] * size
    for at, v in enumerate(tour):
        place[v] = at
    if near is None:
        near = zeros(Places, size * width)
        nearest(costs, near, size)
    return State(
        costs=costs,
        near=near,
        tour=array_of(Places, tour),
        place=array_of(Places, place),
        queue=array_of(Places, tour),
        queued=array_of(Flags, [1] * size),
        log=zeros(Places, LOG),
        width=width,
        directed=int(directed),
        draw=first_draw(seed),
        cost=sum(costs[tour[at - 1] * size + tour[at]] for at in range(size)),
        waiting=size,
    )


@kernel
def nearest(costs: Counts, near: Places, size: int) -> int:
    """Fill in the nearest vertices of each, the nearest first; return how many each gets."""
    width = len(near) // size
    for v in range(size):
        count = 0
        for w in range(size):
            if w == v:
                continue
            cost = costs[v * size + w]
            at = v * width + count
            if count == width:
                if cost >= costs[v * size + near[at - 1]]:
                    continue
                at -= 1
            else:
                count += 1
            while at > v * width and cost < costs[v * size + near[at - 1]]:
                near[at] = near[at - 1]
                at -= 1
            near[at] = w
    return width


@kernel
def polish(state: State, steps: int) -> int:
    """Improve the tour, and kick it where it is best locally; return the steps taken.

    It ends where all kicks up to the `goal` are done. A step looks at the surroundings of one
    vertex. It takes O(width · depth) time, and O(√n) to O(n) for each flip.
    """
    left = steps
    while left > 0:
        if not state.waiting:
            if state.kicks >= state.goal:
                break
            _kick(state)
        v = _first(state)
        left -= 1
        while _has_room(state) and _improve(state, v):
            left -= 1
        if state.kicks and ((not state.waiting and _is_too_dear(state)) or not _has_room(state)):
            _take_back(state)
    return steps - left


def _is_too_dear(state: State) -> bool:
    """Return whether the last kick has made the tour dearer than it may."""
    more = state.cost - state.before
    if state.heat and more > 0:
        heat = state.heat * ((state.goal - state.kicks) * 1024 // state.span) // 1024
        if heat > 0:
            more -= _draw(state, heat)
    return more > 0


def _has_room(state: State) -> bool:
    """Return whether the log has room for another change; before the first kick it needs none."""
    return not state.kicks or state.logged + SPARE <= len(state.log)


def _first(state: State) -> int:
    v = state.queue[state.begin]
    state.begin += 1
    if state.begin == len(state.queue):
        state.begin = 0
    state.waiting -= 1
    state.queued[v] = 0
    return v


def _wait(state: State, v: int) -> None:
    if not state.queued[v]:
        state.queued[v] = 1
        at = state.begin + state.waiting
        if at >= len(state.queue):
            at -= len(state.queue)
        state.queue[at] = v
        state.waiting += 1


def _take_back(state: State) -> None:
    """Take back all since the last kick."""
    while state.waiting:
        _first(state)
    while state.logged:
        _unflip(state)
    state.cost = state.before


def _next(state: State, v: int, forward: bool) -> int:
    """Return the vertex after, or before, another."""
    at = state.place[v]
    if forward == (state.turned == 0):
        return state.tour[at + 1 if at + 1 < len(state.tour) else 0]
    return state.tour[at - 1 if at else len(state.tour) - 1]


def _flip(state: State, a: int, b: int) -> None:
    """Turn the stretch from vertex a forward to vertex b round, or the rest instead."""
    size = len(state.tour)
    first, last = state.place[a], state.place[b]
    if state.turned:
        first, last = last, first
    length = last - first + 1
    if length <= 0:
        length += size
    turned = 2 * length > size
    if turned:
        swap = first
        first = last + 1 if last + 1 < size else 0
        last = swap - 1 if swap else size - 1
        state.turned = 1 - state.turned
        if length == size:
            return  # the whole tour: its direction changes
    state.log[state.logged] = first
    state.log[state.logged + 1] = last
    state.log[state.logged + 2] = turned
    state.logged += 3
    _turn(state, first, last)


def _unflip(state: State) -> None:
    """Take back the last flip."""
    state.logged -= 3
    at = state.logged
    if state.log[at + 2]:
        state.turned = 1 - state.turned
    _turn(state, state.log[at], state.log[at + 1])


def _turn(state: State, first: int, last: int) -> None:
    """Turn the stretch between two places round."""
    tour, place = state.tour, state.place
    size = len(tour)
    length = last - first + 1
    if length <= 0:
        length += size
    for _ in range(length // 2):
        v, w = tour[first], tour[last]
        tour[first] = w
        place[w] = first
        tour[last] = v
        place[v] = last
        first = first + 1 if first + 1 < size else 0
        last = last - 1 if last else size - 1


def _improve(state: State, v: int) -> bool:
    """Make a change at a vertex that gains; return whether there was any."""
    if not state.kicks:
        state.logged = 0
    return (
        (state.directed == 0 and (_chain(state, v, True) or _chain(state, v, False)))
        or _transfer(state, v, True)
        or _transfer(state, v, False)
        or (state.directed == 1 and (_swap(state, v, True) or _swap(state, v, False)))
    )


# -- chains ----------------------------------------------------------------------------------------


def _chain(state: State, base: int, forward: bool) -> bool:
    """Try chains that remove the side after, or before, a vertex."""
    size = len(state.tour)
    costs = state.costs
    end = _next(state, base, forward)
    for skip in range(BREADTH):
        begin = state.logged
        gain = costs[base * size + end]
        best = 0
        kept = begin
        length = 0  # of the best beginning
        for depth in range(DEPTH):
            v = _next(state, base, forward)
            w = _best_side(state, v, base, gain, skip if not depth else 0, depth, forward)
            if w < 0:
                break
            last = _next(state, w, not forward)
            gain += costs[last * size + w] - costs[v * size + w]
            state.added[depth] = v
            state.joined[depth] = w
            if forward:
                _flip(state, v, last)
            else:
                _flip(state, last, v)
            if gain - costs[base * size + last] > best:
                best = gain - costs[base * size + last]
                kept = state.logged
                length = depth + 1
        if state.logged == begin:
            break  # there is no other first flip
        while state.logged > kept:
            _unflip(state)
        if best:
            state.cost -= best
            _wait(state, base)
            _wait(state, _next(state, base, forward))
            for i in range(length):
                _wait(state, state.added[i])
                _wait(state, state.joined[i])
            return True
    return False


def _best_side(
    state: State, v: int, base: int, gain: int, skip: int, depth: int, forward: bool
) -> int:
    """Return the neighbour with the largest gain after `skip` others for a chain's end, or -1."""
    size = len(state.tour)
    after = _next(state, v, forward)
    bound = HUGE
    choice = -1
    for _ in range(skip + 1):
        most = -HUGE
        choice = -1
        for at in range(v * state.width, (v + 1) * state.width):
            w = state.near[at]
            cost = state.costs[v * size + w]
            if cost >= gain:
                break
            if w == base:
                continue
            if w == after:
                continue
            last = _next(state, w, not forward)
            value = state.costs[last * size + w] - cost
            if value > most and value < bound and not _is_added(state, last, w, depth):
                most = value
                choice = w
        if choice < 0:
            break
        bound = most
    return choice


def _is_added(state: State, a: int, b: int, depth: int) -> bool:
    for i in range(depth):
        v, w = state.added[i], state.joined[i]
        if (v == a and w == b) or (v == b and w == a):
            return True
    return False


# -- transfers -------------------------------------------------------------------------------------


def _transfer(state: State, v: int, forward: bool) -> bool:
    """Try to move a stretch that begins at a vertex to a neighbour."""
    size = len(state.tour)
    costs = state.costs
    before = _next(state, v, not forward)
    last = v
    for _ in range(LONGEST):
        after = _next(state, last, forward)
        if after == before or _next(state, after, forward) == before:
            return False
        saved = costs[before * size + v] + costs[last * size + after] - costs[before * size + after]
        for at in range(v * state.width, (v + 1) * state.width):
            w = state.near[at]
            spent = costs[v * size + w]
            if spent >= saved:
                break
            if _is_between(state, w, v, last, forward):
                continue
            # The stretch goes next to w, on either side of it.
            right = _next(state, w, forward)
            gain = saved - spent - costs[last * size + right] + costs[w * size + right]
            if w != before and gain > 0:
                _move(state, v, last, w, right, forward, True)
                state.cost -= gain
                return True
            left = _next(state, w, not forward)
            gain = saved - spent - costs[last * size + left] + costs[w * size + left]
            if w != after and gain > 0:
                _move(state, v, last, left, w, forward, False)
                state.cost -= gain
                return True
        last = after
    return False


def _is_between(state: State, w: int, v: int, last: int, forward: bool) -> bool:
    """Return whether a vertex is in the stretch from v to `last`."""
    while v != last:
        if v == w:
            return True
        v = _next(state, v, forward)
    return v == w


def _move(state: State, v: int, last: int, a: int, b: int, forward: bool, keep: bool) -> None:
    """Move the stretch from v to `last` between a and b; if `keep`, v comes after a."""
    begin, end, before = v, last, a
    if not forward:
        begin, end, before = last, v, b
    _wait(state, v)
    _wait(state, last)
    _wait(state, a)
    _wait(state, b)
    first = _next(state, begin, False)
    other = _next(state, end, True)
    _wait(state, first)
    _wait(state, other)
    _flip(state, begin, before)
    _flip(state, before, other)
    if keep:
        _flip(state, end, begin)


def _swap(state: State, a: int, forward: bool) -> bool:
    """Try to swap two stretches, the first after a vertex, without turning them round."""
    size = len(state.tour)
    costs = state.costs
    b = _next(state, a, forward)
    removed = costs[a * size + b]
    for at in range(b * state.width, (b + 1) * state.width):
        e = state.near[at]
        if costs[b * size + e] >= removed:
            break
        f = _next(state, e, forward)
        gain = removed - costs[b * size + e] + costs[e * size + f]
        length = _steps(state, b, e, forward)
        if e == a:
            continue
        for place in range(f * state.width, (f + 1) * state.width):
            c = state.near[place]
            if costs[f * size + c] >= gain:
                break
            if _steps(state, b, c, forward) >= length:
                continue
            d = _next(state, c, forward)
            more = gain - costs[f * size + c] + costs[c * size + d] - costs[a * size + d]
            if more > 0:
                _wait(state, a)
                _wait(state, d)
                _move(state, b, c, e, f, forward, True)
                state.cost -= more
                return True
    return False


def _steps(state: State, a: int, b: int, forward: bool) -> int:
    """Return how many steps lead from a vertex to another."""
    steps = state.place[b] - state.place[a]
    if forward != (state.turned == 0):
        steps = -steps
    return steps + len(state.tour) if steps < 0 else steps


# -- kicks -----------------------------------------------------------------------------------------


def _draw(state: State, count: int) -> int:
    """Return a random number below `count`."""
    state.draw = next_draw(state.draw)
    return state.draw % count


def _kick(state: State) -> None:
    """Swap two neighbouring stretches."""
    size = len(state.tour)
    longest = min(STRETCH, max(1, (size - 2) // 2 - state.directed))
    at = _draw(state, size)
    first = 1 + _draw(state, longest)
    second = 1 + _draw(state, longest)
    at = _removable(state, at)
    begin = (at + 1) % size
    end = _removable(state, (at + first) % size)
    last = _removable(state, (end + second) % size)
    v, w = state.tour[begin], state.tour[end]
    a, b = state.tour[last], state.tour[(last + 1) % size]
    x, y = state.tour[at], state.tour[(end + 1) % size]
    costs = state.costs
    state.kicks += 1
    state.before = state.cost
    state.logged = 0
    state.cost += costs[x * size + y] + costs[a * size + v] + costs[w * size + b]
    state.cost -= costs[x * size + v] + costs[w * size + y] + costs[a * size + b]
    _move(state, v, w, a, b, state.turned == 0, True)


def _removable(state: State, at: int) -> int:
    """Return a place, or the next place if the side after it is never removed."""
    size = len(state.tour)
    after = at + 1 if at + 1 < size else 0
    is_kept = state.directed == 1 and state.costs[state.tour[at] * size + state.tour[after]] < 0
    return after if is_kept else at
