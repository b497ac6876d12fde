"""Closing the gaps of a path cover: local search for a Hamiltonian cycle.

All vertices stand in a circle, which covers the graph by paths: where two that stand side by
side are no neighbours in the graph there is a *gap*, and with no gap left the circle is a
Hamiltonian cycle. That is the travelling salesman's problem where an edge costs nothing and a
gap costs 1. An *exchange* takes k sides of the circle out and puts k others in, along a closed
walk, its *trail*: ``trail[0]-trail[1]`` goes out, ``trail[1]-trail[2]`` comes in, and so on; the
last one in closes the walk (S. Lin, B. W. Kernighan, "An effective heuristic algorithm for the
traveling-salesman problem", Operations Research 21, 1973). What comes in is an edge of the
graph, but for the last one, which may be a gap. With k = 2 this is the rotation of L. Pósa
("Hamiltonian circuits in random graphs", Discrete Mathematics 14, 1976).

Trails begin at a gap, and are searched to a depth of `DEPTH` sides, which is K. Helsgaun's
sequential k-opt move (Mathematical Programming Computation 1, 2009). The first exchange that
leaves fewer gaps is made. If none does, the gap moves: of all exchanges that leave no more gaps,
the one is made whose new gap ends where no gap has ended for the longest time (a tabu list that
never has to be tuned: F. Glover, "Tabu search", ORSA Journal on Computing 1, 1989). Now and then
a trail begins at an edge instead, so that there may be one gap more after it: seldom if the
search is `COOL`, which is best for one last gap, often if it is `HOT`, which untangles many.

An edge at a vertex of degree 2 belongs to every Hamiltonian cycle and is never taken out.

Invariants between calls: `place` is the inverse of `tour`; ``loose[v]`` is the number of gaps
beside ``v``; ``ends[: counters[LOOSE]]`` are the vertices where that is not 0, and `where` says
at which place in `ends`, or -1.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final, NamedTuple

from ._speed import Counts, Marks, two_speeds, zeros

# What `mend` returns.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # no gap is left

# Where `counters` holds what.
LOOSE: Final = 0  # how many vertices stand beside a gap
DRAW: Final = 1  # the last random number
CLOCK: Final = 2  # exchanges so far
STEPS: Final = 3  # steps so far
HEAT: Final = 4  # one trail of so many begins at an edge

# The heats.
COOL: Final = 30
HOT: Final = 3

DEPTH: Final = 7  # how many sides an exchange may take out
PATIENCE: Final = 500  # how many sides are tried in all before an exchange must be chosen
WIDTH: Final = 16  # how many neighbours of one vertex are tried: a dummy may have very many
PRICE: Final = 8  # the steps that one side tried counts: it takes as long as so many squares

_MULTIPLIER: Final = 48271  # D. H. Lehmer's generator, with Park and Miller's multiplier
_MODULUS: Final = 2**31 - 1


class State(NamedTuple):
    """All that the search knows: hand it to :data:`mend` as ``mend.plain(*state, steps)``.

    Parameters
    ----------
    indptr, indices : Marks
        The graph. Only read.
    tour, place : Marks
        The vertices round the circle; where each one stands.
    loose, ends, where : Marks
        One entry a vertex.
    stamp : Counts
        The clock when each vertex last came to stand beside a gap.
    trail, cut : Marks
        The vertices of the trail, two for each side that it takes out; and where these sides
        are: ``cut[i]`` is the place before side ``i``.
    best, best_cut : Marks
        The same, of the best trail so far.
    tried, first, gaps : Counts
        For every depth, what of the next side was tried already, at which neighbour that began,
        and how many gaps the trail takes out.
    port, link, border : Marks
        How the pieces of the circle hang together; see :data:`mend`.
    moved : Marks
        One entry a vertex; scratch.
    counters : Counts
        Loose vertices, the last random number, clock, steps, heat.
    """

    indptr: Marks
    indices: Marks
    tour: Marks
    place: Marks
    loose: Marks
    ends: Marks
    where: Marks
    stamp: Counts
    trail: Marks
    cut: Marks
    best: Marks
    best_cut: Marks
    tried: Counts
    first: Counts
    gaps: Counts
    port: Marks
    link: Marks
    border: Marks
    moved: Marks
    counters: Counts


def new_state(
    neighbours: Sequence[Sequence[int]], tour: Sequence[int], *, seed: int, heat: int = COOL
) -> State:
    """Return the state of a search that has done nothing yet.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph: simple, with three vertices at least.
    tour : sequence of int
        All vertices in any order; the fewer gaps, the better.
    seed : int
        For what is left to chance.
    heat : int
        `COOL` or `HOT`, or how many trails there are to one that begins at an edge.

    Returns
    -------
    State
        Standard arrays: make lists or numpy arrays of them.

    Examples
    --------
    >>> from caballero.kernels import path_cover
    >>> from caballero.kernels._speed import as_lists
    >>> square = [[1, 3], [0, 2], [1, 3], [2, 0]]
    >>> state = as_lists(path_cover.new_state(square, [0, 1, 2, 3], seed=0))
    >>> path_cover.mend.plain(*state, 10) == path_cover.FOUND
    True
    """
    size = len(neighbours)
    indptr, indices = array("i", [0]), array("i")
    for row in neighbours:
        indices.extend(row)
        indptr.append(len(indices))
    place, loose, ends = zeros(Marks, size), zeros(Marks, size), zeros(Marks, size)
    where = array("i", [-1]) * size
    counters = zeros(Counts, 5)
    for at, v in enumerate(tour):
        place[v] = at
        before, after = tour[at - 1], tour[(at + 1) % size]
        # A dummy may have very many neighbours, and stands beside two of them at most.
        loose[v] = (v not in neighbours[before]) + (v not in neighbours[after])
        if loose[v]:
            where[v] = counters[LOOSE]
            ends[counters[LOOSE]] = v
            counters[LOOSE] += 1
    counters[DRAW] = (1 + seed % (_MODULUS - 1)) * pow(_MULTIPLIER, 64, _MODULUS) % _MODULUS
    counters[HEAT] = heat
    return State(
        indptr=indptr,
        indices=indices,
        tour=array("i", tour),
        place=place,
        loose=loose,
        ends=ends,
        where=where,
        stamp=zeros(Counts, size),
        trail=zeros(Marks, 2 * DEPTH),
        cut=zeros(Marks, DEPTH),
        best=zeros(Marks, 2 * DEPTH),
        best_cut=zeros(Marks, DEPTH),
        tried=zeros(Counts, DEPTH),
        first=zeros(Counts, DEPTH),
        gaps=zeros(Counts, DEPTH),
        port=zeros(Marks, 2 * DEPTH),
        link=zeros(Marks, 2 * DEPTH),
        border=zeros(Marks, DEPTH),
        moved=zeros(Marks, size),
        counters=counters,
    )


@two_speeds
def mend(
    indptr: Marks,
    indices: Marks,
    tour: Marks,
    place: Marks,
    loose: Marks,
    ends: Marks,
    where: Marks,
    stamp: Counts,
    trail: Marks,
    cut: Marks,
    best: Marks,
    best_cut: Marks,
    tried: Counts,
    first: Counts,
    gaps: Counts,
    port: Marks,
    link: Marks,
    border: Marks,
    moved: Marks,
    counters: Counts,
    steps: int,
) -> int:
    """Close gaps until none is left, or for this many steps and at most one exchange more.

    Without the sides that a trail takes out, the circle falls into k pieces. Piece ``r`` begins
    at port ``2r + 1`` and ends at port ``2r + 2``, or at port 0 if it is the last: so the two
    ports of the side between two pieces are ``2r`` and ``2r + 1``. ``port[i]`` is the port of
    ``trail[i]``, ``link`` the port that a port will stand beside, and ``border[r]`` the place
    where port ``2r`` is.
    """
    n = len(tour)
    count = counters[LOOSE]
    draw = counters[DRAW]
    clock = counters[CLOCK]
    heat = counters[HEAT]
    budget = steps

    def adjacent(a: int, b: int) -> bool:
        if indptr[a + 1] - indptr[a] > indptr[b + 1] - indptr[b]:
            a, b = b, a
        for at in range(indptr[a], indptr[a + 1]):  # noqa: SIM110 - plain loops compile
            if indices[at] == b:
                return True
        return False

    def one_circle(k: int) -> bool:
        """Find the ports and links of a trail; say if it leaves the circle in one piece."""
        for i in range(k):
            side = 0
            for j in range(k):
                if cut[j] < cut[i]:
                    side += 2
            if tour[cut[i]] != trail[2 * i]:
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
        pieces = 0
        while True:
            pieces += 1
            a = link[(a + 1) % (2 * k) if a & 1 else (a - 1) % (2 * k)]
            if a == 1:
                return pieces == k

    while count > 0 and steps > 0:
        # Where does the trail begin?
        steps -= PRICE
        draw = draw * _MULTIPLIER % _MODULUS
        at_gap = draw % heat > 0
        draw = draw * _MULTIPLIER % _MODULUS
        v = ends[draw % count] if at_gap else draw % n
        at = place[v]
        w = tour[(at + 1) % n]
        u = tour[at - 1]
        draw = draw * _MULTIPLIER % _MODULUS
        onward = draw & 64 > 0
        if at_gap:
            if loose[w] == 0 or adjacent(v, w):
                onward = False
            elif loose[u] == 0 or adjacent(v, u):
                onward = True
        x = w if onward else u
        if not at_gap:
            if indptr[v + 1] - indptr[v] == 2 or indptr[x + 1] - indptr[x] == 2:
                continue
            at_gap = loose[v] > 0 and loose[x] > 0 and not adjacent(v, x)
        trail[0] = v
        trail[1] = x
        cut[0] = at if onward else (at - 1) % n
        gaps[0] = 1 if at_gap else 0
        tried[0] = 0
        draw = draw * _MULTIPLIER % _MODULUS
        first[0] = draw
        # Go through the trails depth first.
        k = 1
        sides = 0
        exchange = 0  # how many sides the best one takes out
        oldest = clock + 1
        while k > 0:
            x = trail[2 * k - 1]
            begin = indptr[x]
            degree = indptr[x + 1] - begin
            i = tried[k - 1]
            if k == DEPTH or i >= 2 * min(degree, WIDTH) or sides == PATIENCE:
                k -= 1
                continue
            a = indices[begin + (first[k - 1] + (i >> 1)) % degree]
            at = place[x]
            if tour[(at + 1) % n] == a or tour[at - 1] == a:
                tried[k - 1] = i + 2
                continue
            tried[k - 1] = i + 1
            sides += 1
            at = place[a]
            if i & 1:
                b = tour[(at + 1) % n]
            else:
                b = tour[at - 1]
                at = (at - 1) % n
            fresh = b != v
            for j in range(k):
                if cut[j] == at:
                    fresh = False
                elif j > 0:
                    c = trail[2 * j - 1]
                    d = trail[2 * j]
                    if (c == x and d == a) or (c == a and d == x):
                        fresh = False
            if not fresh:
                continue
            gone = gaps[k - 1]
            if loose[a] > 0 and loose[b] > 0 and not adjacent(a, b):
                gone += 1
            elif indptr[a + 1] - indptr[a] == 2 or indptr[b + 1] - indptr[b] == 2:
                continue
            trail[2 * k] = a
            trail[2 * k + 1] = b
            cut[k] = at
            if k + 1 < DEPTH:
                gaps[k] = gone
                tried[k] = 0
                draw = draw * _MULTIPLIER % _MODULUS
                first[k] = draw
            k += 1
            # May the trail be closed?
            at = place[b]
            if tour[(at + 1) % n] == v or tour[at - 1] == v:
                continue
            gain = gone - 1
            if adjacent(b, v):
                gain += 1
            if (gain > 0 or (gain >= gaps[0] - 1 and stamp[b] < oldest)) and one_circle(k):
                exchange = k
                if gain > 0:
                    break
                oldest = stamp[b]
                for j in range(k):
                    best[2 * j] = trail[2 * j]
                    best[2 * j + 1] = trail[2 * j + 1]
                    best_cut[j] = cut[j]
        steps -= PRICE * sides
        if exchange == 0:
            continue
        if k == 0:
            k = exchange
            for j in range(k):
                trail[2 * j] = best[2 * j]
                trail[2 * j + 1] = best[2 * j + 1]
                cut[j] = best_cut[j]
            one_circle(k)
        # Make the exchange: the longest piece stays, the others follow it in their new order.
        clock += 1
        for j in range(k):
            border[port[2 * j] >> 1] = cut[j]
        longest = 0
        most = 0
        for r in range(k):
            length = (border[(r + 1) % k] - border[r]) % n
            if length > most:
                most = length
                longest = r
        length = 0
        a = link[(2 * longest + 2) % (2 * k)]
        while a != 2 * longest + 1:
            if a & 1:
                at = border[a >> 1]
                stop = border[((a >> 1) + 1) % k]
                while at != stop:
                    at = (at + 1) % n
                    moved[length] = tour[at]
                    length += 1
                a = link[(a + 1) % (2 * k)]
            else:
                at = border[a >> 1]
                stop = border[((a >> 1) - 1) % k]
                while at != stop:
                    moved[length] = tour[at]
                    length += 1
                    at = (at - 1) % n
                a = link[(a - 1) % (2 * k)]
        at = border[(longest + 1) % k]
        for j in range(length):
            at = (at + 1) % n
            x = moved[j]
            tour[at] = x
            place[x] = at
        steps -= length >> 2
        for j in range(2 * k):
            x = trail[j]
            at = place[x]
            loose[x] = 0
            if not adjacent(x, tour[at - 1]):
                loose[x] += 1
            if not adjacent(x, tour[(at + 1) % n]):
                loose[x] += 1
            if loose[x] > 0:
                stamp[x] = clock
                if where[x] < 0:
                    where[x] = count
                    ends[count] = x
                    count += 1
            elif where[x] >= 0:
                count -= 1
                y = ends[count]
                ends[where[x]] = y
                where[y] = where[x]
                where[x] = -1
    counters[LOOSE] = count
    counters[DRAW] = draw
    counters[CLOCK] = clock
    counters[STEPS] += budget - steps
    return FOUND if count == 0 else RUNNING
