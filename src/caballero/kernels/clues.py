"""Annealing of disjoint paths: from each given vertex to the next one, until the lengths are right.

Some vertices of a ring of numbers are given. The tour between one of them and the next is a
**leg**. The state is a cycle through the given vertices in their order: its legs are disjoint
paths, but they may be too short or too long, may leave vertices out (**holes**), and may jump
between vertices that are no neighbours (**gaps**). In the beginning all legs are single links,
mostly gaps, and all other vertices are holes. A step proposes a small change, and takes it by
the rule of N. Metropolis and others (J. Chem. Phys. 21, 1953), as S. Kirkpatrick, C. D. Gelatt
and M. P. Vecchi proposed (Science 220, 1983); the heat is a table of odds that the caller
makes. The **energy**, which the steps lower, is the sum of

- `SHORT` for each number that a leg has too few, `LONG` for each that it has too many: the tour
  goes rather through every vertex with wrong lengths, which travel from leg to leg until they
  cancel, than leave holes for which no leg has room where they are;
- `GAP` for each gap, and `GAP` for each forced edge that is not a link.

At energy 0, and only there, the legs make a tour. The three changes, with ``a b`` a link:

- a **trade** with the holes: ``a b`` becomes ``a x b`` or ``a x y b``; or ``a b c`` becomes
  ``a x c``, and ``b`` a hole;
- an **exchange** of up to `WIDTH` vertices with another leg: ``a b … c d`` and ``w x … y z``
  become ``a x … y d`` and ``w b … c z``; or a **transfer**, where nothing is given back, from
  any leg: ``a b`` and ``w x … y z`` become ``a x … y b`` and ``w z``;
- a **reversal** within a leg: ``a b … x y`` becomes ``a x … b y``.

Where an open tour begins and ends is settled before: one more vertex, a neighbour of all,
makes it a ring.

Invariants between calls: ``link[2 * v + 1]`` is the vertex after ``v``, ``link[2 * v]`` the one
before it, both -1 if ``v`` is one of the first ``counters[HOLES]`` in `hole`, where it is at
``place[v]``; ``leg[v]`` is the leg of the link after ``v``; ``excess`` and ``counters[ENERGY]``
are what the links say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from ._speed import Counts, Marks, Places, two_speeds, zeros

# What `anneal` returns.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # the legs make a tour

# Where `counters` holds what.
DRAW: Final = 0  # the last random number, of Lehmer's generator as in `warnsdorff`
STAMP: Final = 1  # what `near` and `far` hold for the neighbours of the vertices in question
HOLES: Final = 2
ENERGY: Final = 3

SHORT: Final = 3
LONG: Final = 1
GAP: Final = 16
WIDTH: Final = 6
ODDS: Final = 80  # changes that raise the energy by this or more are never taken

_MULTIPLIER: Final = 48271
_MODULUS: Final = 2**31 - 1


class State(NamedTuple):
    """All that an annealing knows: hand it to :data:`anneal`.

    Parameters
    ----------
    indptr, indices : Places
        The graph. Only read.
    price : Marks
        One entry an entry of `indices`: ``-GAP`` for a forced edge, otherwise 0. Only read.
    given : Marks
        1 for each given vertex, otherwise 0. Only read.
    link : Marks
        Two entries a vertex: the one before it and the one after it.
    leg : Marks
        One entry a vertex.
    excess : Marks
        One entry a leg: by how many links it is too long.
    hole, place : Places
        One entry a vertex.
    near, far : Counts
        One entry a vertex; scratch.
    near_price, far_price : Marks
        One entry a vertex; scratch.
    odds : Counts
        In how many of 2³¹ cases a change is taken that raises the energy by so much. Only read.
    counters : Counts
        The random number, the stamp, the holes, the energy.
    """

    indptr: Places
    indices: Places
    price: Marks
    given: Marks
    link: Marks
    leg: Marks
    excess: Marks
    hole: Places
    place: Places
    near: Counts
    far: Counts
    near_price: Marks
    far_price: Marks
    odds: Counts
    counters: Counts

    def ring(self, start: int) -> list[int]:
        """Return the vertices on the legs, from this one on."""
        ring = [start]
        while (v := int(self.link[2 * ring[-1] + 1])) != start:
            ring.append(v)
        return ring


def new_state(
    neighbours: Sequence[Sequence[int]],
    given: Mapping[int, int],
    forced: Collection[tuple[int, int]],
    seed: int,
) -> State:
    """Return the state in which the legs are single links.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph; at least three vertices.
    given : mapping of int to int
        The vertex of one number or more, the numbers from 0.
    forced : collection of pairs of int
        Edges that the tour must use, each once, in both directions.
    seed : int
        For the random numbers.

    Returns
    -------
    State
        Standard arrays: make lists or numpy arrays of them.

    Examples
    --------
    >>> from caballero.kernels import clues
    >>> from caballero.kernels._speed import as_lists
    >>> state = as_lists(clues.new_state([[1, 3], [0, 2], [1, 3], [2, 0]], {0: 0, 1: 3}, [], 1))
    >>> clues.anneal.plain(*state, 1000) == clues.FOUND, state.ring(0)
    (True, [0, 3, 2, 1])
    """
    n, numbers = len(neighbours), sorted(given)
    fixed, link, leg = zeros(Marks, n), zeros(Marks, 2 * n), zeros(Marks, n)
    excess = zeros(Marks, len(numbers))
    hole, place = zeros(Places, n), zeros(Places, n)
    indptr, counters = zeros(Places, n + 1), zeros(Counts, 4)
    wanted = set(forced)
    energy = GAP * len(wanted) // 2
    for v, row in enumerate(neighbours):
        indptr[v + 1] = indptr[v] + len(row)
        link[2 * v] = link[2 * v + 1] = -1
    for i, number in enumerate(numbers):
        a, b = given[number], given[numbers[(i + 1) % len(numbers)]]
        link[2 * a + 1], link[2 * b] = b, a
        fixed[a], leg[a] = 1, i
        excess[i] = 1 - ((numbers[(i + 1) % len(numbers)] - number) % n or n)
        energy -= SHORT * excess[i]
        energy += -GAP * ((a, b) in wanted) if b in neighbours[a] else GAP
    holes = [v for v in range(n) if not fixed[v]]
    for i, v in enumerate(holes):
        hole[i], place[v] = v, i
    counters[DRAW] = (1 + seed % (_MODULUS - 1)) * pow(_MULTIPLIER, 64, _MODULUS) % _MODULUS
    counters[HOLES], counters[ENERGY] = len(holes), energy
    indices, price = zeros(Places, indptr[n]), zeros(Marks, indptr[n])
    for v, row in enumerate(neighbours):
        for at, w in enumerate(row, indptr[v]):
            indices[at], price[at] = w, -GAP * ((v, w) in wanted)
    return State(
        indptr=indptr,
        indices=indices,
        price=price,
        given=fixed,
        link=link,
        leg=leg,
        excess=excess,
        hole=hole,
        place=place,
        near=zeros(Counts, n),
        far=zeros(Counts, n),
        near_price=zeros(Marks, n),
        far_price=zeros(Marks, n),
        odds=zeros(Counts, ODDS),
        counters=counters,
    )


@two_speeds
def anneal(
    indptr: Places,
    indices: Places,
    price: Marks,
    given: Marks,
    link: Marks,
    leg: Marks,
    excess: Marks,
    hole: Places,
    place: Places,
    near: Counts,
    far: Counts,
    near_price: Marks,
    far_price: Marks,
    odds: Counts,
    counters: Counts,
    steps: int,
) -> int:
    """Propose this many changes, or fewer if the energy falls to 0.

    The time of a step is some degrees of the graph; that of a reversal, the length of a leg.
    """
    n = len(given)
    draw = counters[DRAW]
    stamp = counters[STAMP]
    holes = counters[HOLES]
    energy = counters[ENERGY]
    while steps > 0 and energy != 0:
        steps -= 1
        # Which link is given up, and which neighbour x of its end a is to follow a instead.
        # Holes are few in the end, and would rarely be chosen if not on purpose.
        draw = draw * _MULTIPLIER % _MODULUS
        if holes > 0 and draw % 8 < 3:
            draw = draw * _MULTIPLIER % _MODULUS
            x = hole[draw % holes]
            draw = draw * _MULTIPLIER % _MODULUS
            at = indptr[x] + draw % (indptr[x + 1] - indptr[x])
            a = indices[at]
        else:
            a = draw // 8 % n
            draw = draw * _MULTIPLIER % _MODULUS
            at = indptr[a] + draw % (indptr[a + 1] - indptr[a])
            x = indices[at]
        draw = draw * _MULTIPLIER % _MODULUS
        choice = draw // 32
        side = choice % 2  # the link after a, or the one before it: the leg is walked that way
        b = link[2 * a + side]
        if b < 0 or b == x:
            continue
        own = leg[a] if side == 1 else leg[b]
        stamp += 1
        for i in range(indptr[b], indptr[b + 1]):
            near[indices[i]] = stamp
            near_price[indices[i]] = price[i]
        gap = near[a] != stamp
        change = price[at] - (GAP if gap else near_price[a])
        gain = 0  # by how much the leg becomes longer
        other = own  # the leg that becomes so much shorter; -1 if there is none
        c = -1  # b … c leaves the leg, nothing if c is -1; x … y enters it, d follows
        d = b
        y = x
        w = a  # x … y is between w and z
        z = a
        flow = side  # the side of x on which y is
        reverse = False
        if link[2 * x] < 0:
            other = -1
            if near[x] == stamp and (gap or choice // 2 % 2 == 0):
                gain = 1
                change += near_price[x]
            elif choice // 4 % 2 == 0:
                degree = indptr[x + 1] - indptr[x]
                for i in range(degree):
                    k = indptr[x] + (i + choice // 8) % degree
                    v = indices[k]
                    if near[v] == stamp and link[2 * v] < 0:
                        y = v
                        gain = 2
                        change += price[k] + near_price[v]
                        break
            if gain == 0 and given[b] == 0 and link[2 * b + side] != a:
                c = b
                d = link[2 * b + side]
                rise = GAP
                fall = GAP
                for i in range(indptr[d], indptr[d + 1]):
                    if indices[i] == x:
                        rise = price[i]
                    elif indices[i] == b:
                        fall = price[i]
                change += rise - fall
            elif gain == 0:
                if not gap:
                    continue
                gain = 1  # the gap moves on, to between x and b
                change += GAP
        elif given[x] == 0 and choice // 2 % 8 != 0:
            flow = choice // 16 % 2
            w = link[2 * x + 1 - flow]
            if a == w or b == w:
                continue
            other = leg[w] if flow == 1 else leg[x]
            wanted = 1 + choice // 64 % WIDTH
            width = 1
            if near[w] == stamp and other != own and given[b] == 0 and choice // 32 % 2 == 0:
                c = b
                gain = -1
                while gain > -wanted and given[link[2 * c + side]] == 0:
                    c = link[2 * c + side]
                    gain -= 1
                d = link[2 * c + side]
                for i in range(indptr[d], indptr[d + 1]):
                    far[indices[i]] = stamp
                    far_price[indices[i]] = price[i]
                wanted = choice // 4096 % WIDTH
                best = 0
                v = x
                while True:
                    u = link[2 * v + flow]
                    if far[v] == stamp:
                        for i in range(indptr[c], indptr[c + 1]):
                            if indices[i] == u:
                                best = width
                                y = v
                                z = u
                                rise = price[i]
                    if (best == width and width >= wanted) or width >= WIDTH or given[u] != 0:
                        break
                    v = u
                    width += 1
                if best == 0:
                    continue
                change += near_price[w] + far_price[y] + rise
                change -= far_price[c] if far[c] == stamp else GAP
            else:
                best = 0
                v = x
                while True:
                    u = link[2 * v + flow]
                    if near[v] == stamp:
                        best = width
                        y = v
                        z = u
                    if (best > 0 and width >= wanted) or width >= WIDTH:
                        break
                    if given[u] != 0 or a == u or b == u:
                        break
                    v = u
                    width += 1
                if best == 0 or a == z or b == z:
                    continue
                rise = GAP
                for i in range(indptr[w], indptr[w + 1]):
                    if indices[i] == z:
                        rise = price[i]
                change += near_price[y] + rise
            gain += best
            fall = GAP
            for i in range(indptr[x], indptr[x + 1]):
                if indices[i] == w:
                    fall = price[i]
            change -= fall
            fall = GAP
            for i in range(indptr[y], indptr[y + 1]):
                if indices[i] == z:
                    fall = price[i]
            change -= fall
        else:
            if given[x] != 0:
                continue
            reverse = True
            v = b
            while v != x and given[v] == 0:
                v = link[2 * v + side]
            if v != x:
                continue
            y = link[2 * x + side]
            fall = GAP
            for i in range(indptr[x], indptr[x + 1]):
                if indices[i] == y:
                    fall = price[i]
            change += (near_price[y] if near[y] == stamp else GAP) - fall
        if other != own:
            e = excess[own]
            change += LONG * max(e + gain, 0) - SHORT * min(e + gain, 0)
            change -= LONG * max(e, 0) - SHORT * min(e, 0)
            if other >= 0:
                e = excess[other]
                change += LONG * max(e - gain, 0) - SHORT * min(e - gain, 0)
                change -= LONG * max(e, 0) - SHORT * min(e, 0)
        if change > 0:
            draw = draw * _MULTIPLIER % _MODULUS
            if change >= ODDS or draw >= odds[change]:
                continue
        energy += change
        if reverse:
            v = b
            while v != y:
                u = link[2 * v + side]
                link[2 * v + side] = link[2 * v + 1 - side]
                link[2 * v + 1 - side] = u
                v = u
            d = y
            y = b
        elif other < 0:
            v = x
            while True:  # x, and y if it is another one, are no holes any more
                holes -= 1
                u = hole[holes]
                hole[place[v]] = u
                place[u] = place[v]
                leg[v] = own
                if v == y:
                    break
                link[2 * x + side] = y
                link[2 * y + 1 - side] = x
                v = y
            excess[own] += gain
            if c >= 0:
                link[2 * b] = -1
                link[2 * b + 1] = -1
                hole[holes] = b
                place[b] = holes
                holes += 1
        else:
            excess[own] += gain
            excess[other] -= gain
            # Both pieces change their legs, and their directions unless these are the same.
            v = x
            last = y
            to = own
            way = flow
            while True:
                u = link[2 * v + way]
                leg[v] = to
                if side != flow:
                    link[2 * v + way] = link[2 * v + 1 - way]
                    link[2 * v + 1 - way] = u
                if v == last:
                    if v == c or c < 0:
                        break
                    v = b
                    last = c
                    to = other
                    way = side
                else:
                    v = u
            first = z if c < 0 else b
            link[2 * w + flow] = first
            link[2 * first + 1 - flow] = w
            last = w if c < 0 else c
            link[2 * z + 1 - flow] = last
            link[2 * last + flow] = z
        link[2 * a + side] = x
        link[2 * x + 1 - side] = a
        link[2 * y + side] = d
        link[2 * d + 1 - side] = y
    counters[DRAW] = draw
    counters[STAMP] = stamp
    counters[HOLES] = holes
    counters[ENERGY] = energy
    return FOUND if energy == 0 else RUNNING
