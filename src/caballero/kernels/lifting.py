"""Lines and symmetries: from cycles of orbits to lines, and what keeps a line.

A symmetry of a graph takes its vertices round in *orbits*. A line that the symmetry keeps does
in every orbit the same, so that a stretch of it that visits each orbit once is enough to know
it; :data:`lift` writes the lines of such stretches. :data:`kept_by` asks the other way round
which permutations keep a line, and :data:`least` whether a line is the least of its images.

Invariant: :data:`lift` writes every line that comes from a cycle once. Where orbits are joined by
several edges, each choice among them is another line.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final, NamedTuple

from ._speed import Counts, Marks, Places, two_speeds, zeros

# How a symmetry acts on a line.
TURNED: Final = 0  # a closed line is turned: the same stretch follows again and again
MIRRORED: Final = 1  # a closed line is reversed, between two turning places
FOLDED: Final = 2  # an open line is reversed, about its middle

# Where `counters` holds what.
CYCLE: Final = 0  # the next cycle to be lifted
LEVEL: Final = 1  # how long its line is so far; 0 before it is begun


class Lifting(NamedTuple):
    """What :data:`lift` knows: a graph with a symmetry, its orbits, and how far it is.

    Parameters
    ----------
    starts : Counts
        The neighbours of vertex ``v`` begin at ``near[starts[v]]``. Only read, as are the next.
    near : Places
        The neighbours that may follow: those of other orbits.
    orbit, place : Places
        Of which orbit a vertex is, and how many steps of the symmetry from its first vertex.
    first : Places
        One entry an orbit: its first vertex.
    images : Places
        For each power of the symmetry, from the identity on, where it takes every vertex.
    proper : Marks
        For each power, 1 if it generates all of them.
    path, at : Places
        One entry an orbit: the orbits along the cycle, and the line so far.
    cursor : Counts
        One entry an orbit: which neighbour is tried next.
    counters : Counts
        See the names above.
    """

    starts: Counts
    near: Places
    orbit: Places
    place: Places
    first: Places
    images: Places
    proper: Marks
    path: Places
    at: Places
    cursor: Counts
    counters: Counts


def new_lifting(
    neighbours: Sequence[Sequence[int]],
    orbits: Sequence[Sequence[int]],
    images: Sequence[Sequence[int]],
    proper: Sequence[int],
) -> Lifting:
    """Return what :data:`lift` knows before the first cycle.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The neighbours of every vertex that may follow it, none of them of its own orbit.
    orbits : sequence of sequences of int
        The vertices of each orbit, in the order in which the symmetry goes through them.
    images : sequence of sequences of int
        The powers of the symmetry, the identity first.
    proper : sequence of int
        1 for each power that generates the others.

    Examples
    --------
    >>> from caballero.kernels import lifting
    >>> from caballero.kernels._speed import as_lists
    >>> hexagon = [[1, 5], [0, 2], [1, 3], [2, 4], [3, 5], [0, 4]]
    >>> half = [[0, 1, 2, 3, 4, 5], [3, 4, 5, 0, 1, 2]]
    >>> state = as_lists(lifting.new_lifting(hexagon, [[0, 3], [1, 4], [2, 5]], half, [0, 1]))
    >>> lines = [0] * 12
    >>> lifting.lift.plain(*state, [0, 1, 2], 1, 0, lifting.TURNED, lines, 2), lines[:6]
    (1, [0, 1, 2, 3, 4, 5])
    """
    size, count = len(neighbours), len(orbits)
    orbit, place = zeros(Places, size), zeros(Places, size)
    for i, members in enumerate(orbits):
        for j, v in enumerate(members):
            orbit[v], place[v] = i, j
    starts = array("q", [0])
    for row in neighbours:
        starts.append(starts[-1] + len(row))
    return Lifting(
        starts=starts,
        near=array("I", [w for row in neighbours for w in row]),
        orbit=orbit,
        place=place,
        first=array("I", [members[0] for members in orbits]),
        images=array("I", [w for image in images for w in image]),
        proper=array("i", proper),
        path=zeros(Places, count),
        at=zeros(Places, count),
        cursor=zeros(Counts, count),
        counters=zeros(Counts, 2),
    )


@two_speeds
def lift(
    starts: Counts,
    near: Places,
    orbit: Places,
    place: Places,
    first: Places,
    images: Places,
    proper: Marks,
    path: Places,
    at: Places,
    cursor: Counts,
    counters: Counts,
    cycles: Marks,
    count: int,
    links: int,
    action: int,
    lines: Marks,
    room: int,
) -> int:
    """Write the lines that cycles of orbits come from; return how many.

    Less than `room` lines say that the cycles are over.

    Parameters
    ----------
    starts, near, orbit, place, first, images, proper, path, at, cursor, counters
        See :class:`Lifting`.
    cycles : Marks
        The cycles, each of all orbits and of dummies, whose numbers follow.
    count : int
        How many cycles.
    links : int
        How many of the dummies, the first ones, stand between the ends of a path of orbits. The
        path begins behind the first of them.
    action : int
        What the symmetry does: `TURNED`, `MIRRORED` or `FOLDED`.
    lines : Marks
        What is written: the vertices of each line.
    room : int
        How many lines there is room for.
    """
    m = len(first)
    size = len(orbit)
    turns = len(cycles) // count if count else 0
    powers = len(proper)
    k = counters[CYCLE]
    level = counters[LEVEL]
    written = 0
    while k < count:
        if level == 0:
            begin = k * turns
            cut = 0
            step = 1
            for i in range(turns):
                if links > 0 and cycles[begin + i] == m:
                    cut = i
                    # With one link either way will do; with more, away from the others.
                    if links > 1 and cycles[begin + (i + 1 if i + 1 < turns else 0)] == m + 1:
                        step = -1
                    break
            filled = 0
            i = cut
            for _ in range(turns):
                if cycles[begin + i] < m:
                    path[filled] = cycles[begin + i]
                    filled += 1
                i += step
                if i == turns:
                    i = 0
                elif i < 0:
                    i = turns - 1
            at[0] = first[path[0]]
            cursor[0] = starts[at[0]]
            level = 1
        while level > 0 and written < room:
            v = at[level - 1]
            e = cursor[level - 1]
            if e == starts[v + 1]:
                level -= 1
                continue
            cursor[level - 1] = e + 1
            w = near[e]
            power = 0
            if level < m:
                if orbit[w] != path[level]:
                    continue
                # From a vertex that the mirror keeps, either side leads to the same line.
                mirrored = action != TURNED and level == 1
                if mirrored and images[size + v] == v and images[size + w] < w:
                    continue
                at[level] = w
                cursor[level] = starts[w]
                level += 1
                if level < m or action == TURNED:
                    continue
                level -= 1
            else:
                if orbit[w] != path[0] or proper[place[w]] == 0:
                    continue
                power = place[w]
            to = written * size
            if action == TURNED:
                turn = 0
                for _ in range(powers):
                    for i in range(m):
                        lines[to] = images[turn * size + at[i]]
                        to += 1
                    turn += power
                    if turn >= powers:
                        turn -= powers
            else:
                # The mirror image backwards, then the line: the middle is between them.
                for i in range(m - 1, -1, -1):
                    w = images[size + at[i]]
                    # A vertex that is kept stands once, at the middle or where both ends meet.
                    if w != at[i]:
                        lines[to] = w
                        to += 1
                for i in range(m):
                    lines[to] = at[i]
                    to += 1
            written += 1
        if level > 0:
            break
        k += 1
    counters[CYCLE] = k
    counters[LEVEL] = level
    return written


@two_speeds
def kept_by(
    lines: Marks,
    count: int,
    size: int,
    closed: int,
    images: Places,
    many: int,
    place: Marks,
    kept: Marks,
) -> int:
    """Find out which of some permutations keep each line; return how many lines one of them keeps.

    Parameters
    ----------
    lines : Marks
        One after the other.
    count, size : int
        How many, and the length of each.
    closed : int
        1 if the lines are closed.
    images : Places
        For each permutation, where it takes every vertex.
    many : int
        How many permutations; 15 at most.
    place : Marks
        An int for each vertex.
    kept : Marks
        What is written: of each line, the sum of 1, 4, 16, … for the permutations that keep it,
        and of 2, 8, 32, … for those that keep its direction, too.
    """
    found = 0
    for k in range(count):
        begin = k * size
        for i in range(size):
            place[lines[begin + i]] = i
        total = 0
        for j in range(many):
            # It keeps the line if it takes every step to the next one, or every one back.
            a = place[images[j * size + lines[begin]]]
            b = place[images[j * size + lines[begin + (1 if size > 1 else 0)]]]
            step = b - a
            if closed == 1 and step == size - 1:
                step = -1
            elif closed == 1 and step == 1 - size:
                step = 1
            good = step == 1 or step == -1 or size == 1
            if closed == 0 and size > 1 and a != (0 if step == 1 else size - 1):
                good = False
            i = 1
            while good and i < size:
                a += step
                if a == size:
                    a = 0
                elif a < 0:
                    a = size - 1
                good = place[images[j * size + lines[begin + i]]] == a
                i += 1
            if good:
                total += 1 << 2 * j
                if step == 1 or size == 1:
                    total += 2 << 2 * j
        kept[k] = total
        if total:
            found += 1
    return found


@two_speeds
def least(
    lines: Marks,
    count: int,
    size: int,
    closed: int,
    images: Places,
    many: int,
    place: Marks,
    kept: Marks,
) -> int:
    """Find out which lines are the least of their images; return how many.

    Lines are compared as :func:`caballero.symmetry.normal_order` writes them: an open one from
    the end that makes it less, a closed one from vertex 0 towards its lesser neighbour.

    Parameters
    ----------
    lines, count, size, closed, images, many, place
        As in :data:`kept_by`, but of any number of permutations.
    kept : Marks
        What is written: 1 for each line that is not greater than any of its images.
    """
    found = 0
    for k in range(count):
        begin = k * size
        for i in range(size):
            place[lines[begin + i]] = i
        # The line as it is compared: where it begins, and which way it goes.
        origin = place[0] if closed == 1 else 0
        onward = 1
        if closed == 1:
            after = origin + 1 if origin + 1 < size else 0
            before = origin - 1 if origin > 0 else size - 1
            if lines[begin + before] < lines[begin + after]:
                onward = -1
        elif lines[begin + size - 1] < lines[begin]:
            origin = size - 1
            onward = -1
        good = 1
        for j in range(many):
            to = j * size
            start = 0
            if closed == 1:
                for v in range(size):
                    if images[to + v] == 0:
                        start = place[v]
            for way in range(2):
                step = 1 - 2 * way
                b = start
                if closed == 0 and way == 1:
                    b = size - 1
                a = origin
                for _ in range(size):
                    one = lines[begin + a]
                    other = images[to + lines[begin + b]]
                    if one != other:
                        if other < one:
                            good = 0
                        break
                    a += onward
                    b += step
                    if a == size:
                        a = 0
                    elif a < 0:
                        a = size - 1
                    if b == size:
                        b = 0
                    elif b < 0:
                        b = size - 1
            if good == 0:
                break
        kept[k] = good
        found += good
    return found
