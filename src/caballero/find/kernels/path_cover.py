"""Closing the gaps of a path cover: local search for a Hamiltonian cycle.

The *tour* is a cyclic order of all vertices. It covers the graph by paths: a *side* joins two
consecutive vertices; if they are not neighbours in the graph, the side is a *gap*. A tour without
gaps is a Hamiltonian cycle. This is the travelling salesman's problem in which an edge costs
nothing and a gap costs 1. An *exchange* (a k-opt move) removes k sides of the tour and inserts k
others, along a closed walk, its *trail*: ``trail[0]-trail[1]`` is removed, ``trail[1]-trail[2]``
inserted, and so on; the last inserted side closes the walk (S. Lin, B. W. Kernighan, "An effective
heuristic algorithm for the traveling-salesman problem", Operations Research 21, 1973). The
inserted sides are edges of the graph, but the last may be a gap. The *gain* is the decrease in
the number of gaps. With k = 2 this is the rotation of L. Pósa ("Hamiltonian circuits in random
graphs", Discrete Mathematics 14, 1976).

Trails begin at a gap, and are searched to a depth of `DEPTH` sides, which is K. Helsgaun's
sequential k-opt move (Mathematical Programming Computation 1, 2009). The search makes the first
exchange that gains. If none does, the gap moves: of all exchanges that lose nothing, the search
makes the exchange whose new gap ends where no gap has ended for the longest time (a tabu list
without a length parameter: F. Glover, "Tabu search", ORSA Journal on Computing 1, 1989). Sometimes
a trail begins at an edge instead, which may add a gap: seldom if the search is `COOL`, which is
best for a last gap, often if it is `HOT`, which is best for many.

An edge at a vertex of degree 2 belongs to every Hamiltonian cycle and is never removed.

Without the sides that a trail removes, the tour falls into k *segments*. Segment ``r`` begins
at port ``2r + 1`` and ends at port ``2r + 2``, or at port 0 if it is the last: so the two ports of
the side between two segments are ``2r`` and ``2r + 1``.

Invariants between calls: `place` is the inverse of `tour`; ``loose[v]`` is the number of gaps
next to ``v``; ``ends[:count]`` are the vertices where that is not 0, and `where` has the place of
each vertex in `ends`, or -1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from caballero.machine.kernel import Counts, Ints, Marks, Places, array_of, kernel, zeros
from caballero.machine.kernels._shared import first_draw, next_draw

# What `mend` returns.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # no gap is left

# 1 trail in this many begins at an edge.
COOL: Final = 30
HOT: Final = 3

DEPTH: Final = 7  # the most sides that an exchange removes
PATIENCE: Final = 500  # the most sides to try before an exchange must be chosen
WIDTH: Final = 16  # the most neighbours of a vertex to try: a dummy may have very many
PRICE: Final = 8  # the steps that a tried side counts for: the time to enter 8 squares


@dataclass(frozen=True, slots=True)
class Rows:
    """The graph: the neighbours of ``v`` are ``indices[indptr[v]:indptr[v + 1]]``."""

    indptr: Places
    indices: Places


def _per_side() -> Ints:
    return zeros(Places, 2 * DEPTH)


def _per_depth() -> Ints:
    return zeros(Counts, DEPTH)


@dataclass(slots=True)
class Trail:
    """A trail, the best so far, and the effect of its exchange on the tour."""

    vertices: Places = field(default_factory=_per_side)  # two for each side that it removes
    cut: Counts = field(default_factory=_per_depth)  # the places before these sides
    best: Places = field(default_factory=_per_side)  # the same, of the best trail so far
    best_cut: Counts = field(default_factory=_per_depth)
    tried: Counts = field(default_factory=_per_depth)  # the number of next sides tried already
    first: Counts = field(default_factory=_per_depth)  # the neighbour with which that began
    gaps: Counts = field(default_factory=_per_depth)  # the number of gaps removed so far
    port: Places = field(default_factory=_per_side)  # the port of each of `vertices`
    link: Places = field(default_factory=_per_side)  # the port that each port is joined to
    border: Counts = field(default_factory=_per_depth)  # the places of the ports ``2r``
    sides: int = 0  # the number of sides tried


@dataclass(slots=True)
class State:
    """The state of a search."""

    rows: Rows  # the graph
    trail: Trail  # scratch
    # The vertices in their cyclic order; the place of each vertex.
    tour: Places
    place: Places
    # An entry a vertex.
    loose: Places
    ends: Places
    where: Marks  # an entry a vertex
    stamp: Counts  # the clock when each vertex last came next to a gap
    moved: Places  # an entry a vertex; scratch
    draw: int  # the last random number
    heat: int  # 1 trail in this many begins at an edge
    count: int = 0  # the number of vertices next to a gap
    clock: int = 0  # exchanges so far
    steps: int = 0  # steps so far


def new_rows(neighbours: Iterable[Iterable[int]]) -> Rows:
    """Return a simple graph of at least three vertices, for any number of searches."""
    indptr, indices = array_of(Places, [0]), array_of(Places, [])
    for row in neighbours:
        indices.extend(row)
        indptr.append(len(indices))
    return Rows(indptr, indices)


def new_state(rows: Rows, tour: Sequence[int], *, seed: int, heat: int = COOL) -> State:
    """Return the state of a search before its first step.

    `tour` has all vertices in any order; the fewer gaps, the better. `heat` is `COOL` or `HOT`: 1
    trail in this many begins at an edge.

    >>> state = new_state(new_rows([[1, 3], [0, 2], [1, 3], [2, 0]]), [0, 1, 2, 3], seed=0)
    >>> mend(state, 10) == FOUND
    True
    """
    size = len(tour)
    state = State(
        rows,
        Trail(),
        tour=array_of(Places, tour),
        place=zeros(Places, size),
        loose=zeros(Places, size),
        ends=zeros(Places, size),
        where=zeros(Marks, size),
        stamp=zeros(Counts, size),
        moved=zeros(Places, size),
        draw=first_draw(seed),
        heat=heat,
    )
    index_tour(state)
    return state


@kernel
def index_tour(state: State) -> int:
    """Record the place of each vertex, and list the vertices next to a gap; return how many."""
    for at in range(len(state.tour)):
        v = state.tour[at]
        state.place[v] = at
        state.where[v] = -1
    for at in range(len(state.tour)):
        v = state.tour[at]
        _update_end(state, v)
    return state.count


@kernel
def mend(state: State, steps: int) -> int:
    """Close gaps until none is left, or `steps` steps are exceeded by at most an exchange."""
    last = state.steps + steps
    while state.count > 0 and state.steps < last:
        state.steps += PRICE
        if _begin(state):
            k = _best_exchange(state)
            state.steps += PRICE * state.trail.sides
            if k > 0:
                _exchange(state, k)
                for j in range(2 * k):
                    x = state.trail.vertices[j]
                    _update_end(state, x)
    return FOUND if state.count == 0 else RUNNING


def _draw(state: State) -> int:
    """Return the next random number."""
    state.draw = next_draw(state.draw)
    return state.draw


def _after(tour: Places, at: int) -> int:
    """Return the vertex after a place."""
    return tour[at + 1 if at + 1 < len(tour) else 0]


def _before(tour: Places, at: int) -> int:
    """Return the vertex before a place."""
    return tour[at - 1 if at > 0 else len(tour) - 1]


def _adjacent(rows: Rows, a: int, b: int) -> bool:
    """Return whether two vertices are neighbours in the graph."""
    indptr, indices = rows.indptr, rows.indices
    if indptr[a + 1] - indptr[a] > indptr[b + 1] - indptr[b]:
        a, b = b, a
    for at in range(indptr[a], indptr[a + 1]):  # noqa: SIM110 - any() is not in the subset
        if indices[at] == b:
            return True
    return False


def _is_gap(state: State, a: int, b: int) -> bool:
    """Return whether the side between two vertices is a gap."""
    return state.loose[a] > 0 and state.loose[b] > 0 and not _adjacent(state.rows, a, b)


def _is_needed(rows: Rows, a: int, b: int) -> bool:
    """Return whether an edge is in every Hamiltonian cycle because an end of it has degree 2."""
    indptr = rows.indptr
    return indptr[a + 1] - indptr[a] == 2 or indptr[b + 1] - indptr[b] == 2


# -- the trail ---------------------------------------------------------------------------------


def _begin(state: State) -> bool:
    """Choose the first side of a trail, usually a gap; return whether it may be removed."""
    tour, trail = state.tour, state.trail
    draw = _draw(state)
    at_gap = draw % state.heat > 0
    draw = _draw(state)
    v = state.ends[draw % state.count] if at_gap else draw % len(tour)
    at = state.place[v]
    w = _after(tour, at)
    u = _before(tour, at)
    onward = _draw(state) & 64 > 0
    if at_gap:
        if not _is_gap(state, v, w):
            onward = False
        elif not _is_gap(state, v, u):
            onward = True
    x = w if onward else u
    if not at_gap:
        if _is_needed(state.rows, v, x):
            return False
        at_gap = _is_gap(state, v, x)
    trail.vertices[0] = v
    trail.vertices[1] = x
    trail.cut[0] = at if onward else state.place[x]
    trail.gaps[0] = at_gap
    trail.tried[0] = 0
    trail.first[0] = _draw(state)
    trail.sides = 0
    return True


def _best_exchange(state: State) -> int:
    """Search the trails depth first; return the number of sides of the best exchange, or 0.

    The first exchange that gains ends the search. Otherwise the best is the exchange that loses
    nothing and whose gap ends where none has ended for the longest time.
    """
    trail, stamp = state.trail, state.stamp
    best = 0
    oldest = state.clock + 1
    k = 1
    while k > 0:
        before = k
        k = _extend(state, k)
        if k <= before:
            continue
        gain = _gain(state, k)
        b = trail.vertices[2 * k - 1]
        worth = gain > 0 or (gain >= trail.gaps[0] - 1 and stamp[b] < oldest)
        if worth and _is_one_cycle(state, k):
            if gain > 0:
                return k
            best = k
            oldest = stamp[b]
            for i in range(2 * k):
                trail.best[i] = trail.vertices[i]
            for i in range(k):
                trail.best_cut[i] = trail.cut[i]
    if best > 0:
        for i in range(2 * best):
            trail.vertices[i] = trail.best[i]
        for i in range(best):
            trail.cut[i] = trail.best_cut[i]
        _is_one_cycle(state, best)
    return best


def _extend(state: State, k: int) -> int:
    """Try the next side after k; return ``k + 1``, ``k`` if it does not fit, ``k - 1`` if none."""
    tour, place, trail, rows = state.tour, state.place, state.trail, state.rows
    x = trail.vertices[2 * k - 1]
    begin = rows.indptr[x]
    degree = rows.indptr[x + 1] - begin
    i = trail.tried[k - 1]
    if k == DEPTH or i >= 2 * min(degree, WIDTH) or trail.sides == PATIENCE:
        return k - 1
    a = rows.indices[begin + (trail.first[k - 1] + (i >> 1)) % degree]
    at = place[x]
    adjacent = _after(tour, at) == a or _before(tour, at) == a
    trail.tried[k - 1] = i + (2 if adjacent else 1)
    if adjacent:
        return k
    trail.sides += 1
    at = place[a]
    b = _after(tour, at) if i & 1 else _before(tour, at)
    if i & 1 == 0:
        at = place[b]
    if b == trail.vertices[0] or _is_used(trail, k, at, a):
        return k
    gap = _is_gap(state, a, b)
    if not gap and _is_needed(rows, a, b):
        return k
    trail.vertices[2 * k] = a
    trail.vertices[2 * k + 1] = b
    trail.cut[k] = at
    trail.gaps[k] = trail.gaps[k - 1] + gap
    if k + 1 < DEPTH:
        trail.tried[k] = 0
        trail.first[k] = _draw(state)
    return k + 1


def _is_used(trail: Trail, k: int, at: int, a: int) -> bool:
    """Return whether the trail already removes the side at `at`, or inserts the edge to `a`."""
    vertices, cut = trail.vertices, trail.cut
    x = vertices[2 * k - 1]
    used = cut[0] == at
    for j in range(1, k):
        c = vertices[2 * j - 1]
        d = vertices[2 * j]
        if cut[j] == at or (c == x and d == a) or (c == a and d == x):
            used = True
    return used


def _gain(state: State, k: int) -> int:
    """Return the gain of closing the trail; less than any other if it cannot be closed."""
    tour, vertices = state.tour, state.trail.vertices
    v = vertices[0]
    b = vertices[2 * k - 1]
    at = state.place[b]
    if _after(tour, at) == v or _before(tour, at) == v:
        return -DEPTH
    closed = _adjacent(state.rows, b, v)
    return state.trail.gaps[k - 1] - (0 if closed else 1)


def _is_one_cycle(state: State, k: int) -> bool:
    """Find the ports and links of a trail; return whether its exchange keeps a cyclic order."""
    trail, tour = state.trail, state.tour
    cut, port, link = trail.cut, trail.port, trail.link
    for i in range(k):
        side = 0
        for j in range(k):
            if cut[j] < cut[i]:
                side += 2
        if tour[cut[i]] != trail.vertices[2 * i]:
            side += 1
        port[2 * i] = side
        port[2 * i + 1] = side ^ 1
    a = port[2 * k - 1]
    for i in range(k):
        b = port[2 * i]
        link[a] = b
        link[b] = a
        a = port[2 * i + 1]
    a = 1
    segments = 0
    while True:
        segments += 1
        other = _other_end(a, k)
        a = link[other]
        if a == 1:
            return segments == k


def _other_end(port: int, k: int) -> int:
    """Return the port at the other end of a segment."""
    if port & 1:
        return port + 1 if port + 1 < 2 * k else 0
    return port - 1 if port > 0 else 2 * k - 1


# -- the exchange ------------------------------------------------------------------------------


def _exchange(state: State, k: int) -> None:
    """Make the exchange: the longest segment stays, the others follow it in their new order."""
    trail, tour, moved = state.trail, state.tour, state.moved
    border, link = trail.border, trail.link
    n = len(tour)
    state.clock += 1
    for j in range(k):
        border[trail.port[2 * j] >> 1] = trail.cut[j]
    longest = 0
    most = 0
    for r in range(k):
        length = (border[r + 1 if r + 1 < k else 0] - border[r]) % n
        if length > most:
            most = length
            longest = r
    length = 0
    other = _other_end(2 * longest + 1, k)
    a = link[other]
    while a != 2 * longest + 1:
        other = _other_end(a, k)
        at = border[a >> 1]
        stop = border[other >> 1]
        while at != stop:
            if a & 1:
                at = at + 1 if at + 1 < n else 0
            moved[length] = tour[at]
            length += 1
            if a & 1 == 0:
                at = at - 1 if at > 0 else n - 1
        a = link[other]
    at = border[longest + 1 if longest + 1 < k else 0]
    for j in range(length):
        at = at + 1 if at + 1 < n else 0
        x = moved[j]
        tour[at] = x
        state.place[x] = at
    state.steps += length >> 2


def _update_end(state: State, x: int) -> None:
    """Update the number of gaps next to a vertex."""
    tour, ends, where = state.tour, state.ends, state.where
    at = state.place[x]
    u = _before(tour, at)
    w = _after(tour, at)
    gaps = 0
    if not _adjacent(state.rows, x, u):
        gaps += 1
    if not _adjacent(state.rows, x, w):
        gaps += 1
    state.loose[x] = gaps
    if gaps > 0:
        state.stamp[x] = state.clock
        if where[x] < 0:
            where[x] = state.count
            ends[state.count] = x
            state.count += 1
    elif where[x] >= 0:
        state.count -= 1
        y = ends[state.count]
        ends[where[x]] = y
        where[y] = where[x]
        where[x] = -1
