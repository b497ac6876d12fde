"""Lines and symmetries: from cycles of orbits to lines, and which symmetries keep a line.

A symmetry of a graph partitions its vertices into *orbits*. A line that the symmetry keeps is
determined by a stretch that visits each orbit once; :data:`lift` writes the lines of such
stretches. Conversely, :data:`kept_by` finds the permutations that keep a line, and :data:`least`
tests whether a line is the least of its images.

Invariant: :data:`lift` writes every line of a cycle of orbits once. Each choice among parallel
edges of two orbits gives another line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Final

from caballero.machine.kernel import Counts, Marks, Places, array_of, kernel, zeros

# How a symmetry acts on a line.
ROTATED: Final = 0  # it rotates a closed line: images of the stretch follow each other
MIRRORED: Final = 1  # it reverses a closed line, which is the stretch and its mirror image
FOLDED: Final = 2  # it reverses an open line, about its middle


@dataclass(frozen=True, slots=True)
class Quotient:
    """A graph with a symmetry, and its orbits."""

    starts: Counts  # the neighbours of vertex v begin at near[starts[v]]
    near: Places  # the neighbours in other orbits
    orbit: Places  # the orbit of each vertex
    place: Places  # how many steps of the symmetry lead to each vertex from the first of its orbit
    first: Places  # the first vertex of each orbit
    images: Places  # for each power of the symmetry, from the identity on, the images of vertices
    proper: Marks  # for each power, 1 if it generates all of them
    links: int  # the dummies between the ends of a path of orbits; they come right after the orbits
    action: int  # ROTATED, MIRRORED or FOLDED


@dataclass(slots=True)
class Lifting:
    """The state of :data:`lift`; each array has an entry per orbit."""

    quotient: Quotient
    path: Places  # the orbits along the cycle
    at: Places  # the line so far
    cursor: Counts  # the next neighbour to try
    cycle: int = 0  # the number of the cycle that is lifted
    level: int = 0  # the length of the line


def new_quotient(
    neighbours: Sequence[Sequence[int]],
    orbits: Sequence[Sequence[int]],
    images: Sequence[Sequence[int]],
    proper: Sequence[int],
    links: int,
    action: int,
) -> Quotient:
    """Return a quotient; each orbit lists its vertices in the order of the symmetry.

    >>> hexagon = [[1, 5], [0, 2], [1, 3], [2, 4], [3, 5], [0, 4]]
    >>> half = [[0, 1, 2, 3, 4, 5], [3, 4, 5, 0, 1, 2]]
    >>> orbits = [[0, 3], [1, 4], [2, 5]]
    >>> quotient = new_quotient(hexagon, orbits, half, [0, 1], 0, ROTATED)
    >>> state, lines = new_lifting(quotient), zeros(Marks, 12)
    >>> lift(state, array_of(Marks, [0, 1, 2]), 1, lines), list(lines[:6])
    (1, [0, 1, 2, 3, 4, 5])
    """
    orbit, place = zeros(Places, len(neighbours)), zeros(Places, len(neighbours))
    for i, members in enumerate(orbits):
        for j, v in enumerate(members):
            orbit[v], place[v] = i, j
    return Quotient(
        starts=array_of(Counts, accumulate(map(len, neighbours), initial=0)),
        near=array_of(Places, chain.from_iterable(neighbours)),
        orbit=orbit,
        place=place,
        first=array_of(Places, (members[0] for members in orbits)),
        images=array_of(Places, chain.from_iterable(images)),
        proper=array_of(Marks, proper),
        links=links,
        action=action,
    )


def new_lifting(quotient: Quotient) -> Lifting:
    """Return the state of :data:`lift` before the first cycle."""
    count = len(quotient.first)
    return Lifting(quotient, zeros(Places, count), zeros(Places, count), zeros(Counts, count))


@kernel
def lift(state: Lifting, cycles: Marks, count: int, lines: Marks) -> int:
    """Write the next lines of `count` cycles of orbits; return their number.

    If it is less than the number that fits in `lines`, there are no more. A cycle has all orbits
    and the dummies, whose numbers follow. A line has its vertices and, if it is open, a dummy after
    them, which has the next number.
    """
    graph = state.quotient
    starts, near, orbit, images = graph.starts, graph.near, graph.orbit, graph.images
    path, at, cursor = state.path, state.at, state.cursor
    m = len(path)
    size = len(orbit)
    rotated = graph.action == ROTATED
    length = size + (1 if graph.action == FOLDED else 0)
    room = len(lines) // length
    written = 0
    level = state.level
    while state.cycle < count:
        if level == 0:
            _begin(state, cycles, count)
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
                # From a vertex that the symmetry keeps, either side leads to the same line.
                mirrored = not rotated and level == 1
                if mirrored and images[size + v] == v and images[size + w] < w:
                    continue
                at[level] = w
                cursor[level] = starts[w]
                if level + 1 < m or rotated:
                    level += 1
                    continue
            else:
                power = graph.place[w]
                if orbit[w] != path[0] or graph.proper[power] == 0:
                    continue
            if rotated:
                _write_rotated(state, lines, written * length, power)
            else:
                _write_mirrored(state, lines, written * length)
            written += 1
        if level > 0:
            break
        state.cycle += 1
    state.level = level
    return written


def _begin(state: Lifting, cycles: Marks, count: int) -> None:
    """Read the path of orbits off a cycle, and write the first vertex of its line."""
    graph, path = state.quotient, state.path
    m = len(path)
    length = len(cycles) // count
    begin = state.cycle * length
    cut = 0
    step = 1
    if graph.links > 0:
        while cycles[begin + cut] != m:
            cut += 1
        # With a single link either direction is right; with more, away from the others.
        if graph.links > 1 and cycles[begin + (cut + 1 if cut + 1 < length else 0)] == m + 1:
            step = -1
    filled = 0
    for _ in range(length):
        v = cycles[begin + cut]
        if v < m:
            path[filled] = v
            filled += 1
        cut = (cut + step) % length
    state.at[0] = graph.first[path[0]]
    state.cursor[0] = graph.starts[state.at[0]]


def _write_rotated(state: Lifting, lines: Marks, to: int, power: int) -> None:
    """Write the stretch, and its images under the powers in turn."""
    at, images = state.at, state.quotient.images
    size = len(state.quotient.orbit)
    powers = len(state.quotient.proper)
    now = 0
    for _ in range(powers):
        for i in range(len(at)):
            lines[to] = images[now * size + at[i]]
            to += 1
        now = (now + power) % powers


def _write_mirrored(state: Lifting, lines: Marks, to: int) -> None:
    """Write the mirror image of the stretch in reverse order, then the stretch itself."""
    at, images = state.at, state.quotient.images
    size = len(state.quotient.orbit)
    for i in range(len(at) - 1, -1, -1):
        w = images[size + at[i]]
        # A vertex that the symmetry keeps occurs once, at the middle or where both ends meet.
        if w != at[i]:
            lines[to] = w
            to += 1
    for i in range(len(at)):
        lines[to] = at[i]
        to += 1
    if state.quotient.action == FOLDED:
        lines[to] = size


@kernel
def kept_by(images: Places, closed: int, place: Marks, lines: Marks, kept: Marks) -> int:
    """Find the permutations that keep each line; return how many lines any of them keeps.

    `images` has at most 15 permutations, `place` is scratch with an entry a vertex. `kept` gets,
    for each line, the sum of 1, 4, 16, … for the permutations that keep it, and of 2, 8, 32, … for
    the symmetries that keep its direction, too.

    >>> images, lines = array_of(Places, [2, 1, 0]), array_of(Marks, [0, 1, 2, 1, 0, 2])
    >>> kept = zeros(Marks, 2)
    >>> kept_by(images, 0, zeros(Marks, 3), lines, kept), list(kept)
    (1, [1, 0])
    """
    size = len(place)
    found = 0
    for k in range(len(kept)):
        for i in range(size):
            place[lines[k * size + i]] = i
        total = 0
        for j in range(len(images) // size):
            step = _step(images, closed, place, lines, k * size, j * size)
            if step:
                total += 1 << 2 * j
                if step == 1 or size == 1:
                    total += 2 << 2 * j
        kept[k] = total
        if total:
            found += 1
    return found


def _step(images: Places, closed: int, place: Marks, lines: Marks, begin: int, image: int) -> int:
    """Return 1 if a permutation keeps a line, -1 if it reverses it, else 0."""
    size = len(place)
    # A permutation keeps the line if it maps every step to the next place, or every step to the
    # place before.
    a = place[images[image + lines[begin]]]
    if size == 1:
        return 1
    step = place[images[image + lines[begin + 1]]] - a
    if closed and step == size - 1:
        step = -1
    elif closed and step == 1 - size:
        step = 1
    if step != 1 and step != -1:
        return 0
    if not closed and a != (0 if step == 1 else size - 1):
        return 0
    for i in range(1, size):
        a += step
        if a == size:
            a = 0
        elif a < 0:
            a = size - 1
        if place[images[image + lines[begin + i]]] != a:
            return 0
    return step


@kernel
def least(images: Places, closed: int, place: Marks, lines: Marks, kept: Marks) -> int:
    """Mark the lines that are the least of their images with 1; return how many.

    Parameters as for :data:`kept_by`. Lines are compared as
    :func:`caballero.model.symmetry.normal_order` writes them: an open tour from the end that makes
    it less, a closed tour from vertex 0 towards its lesser neighbour.
    """
    size = len(place)
    found = 0
    for k in range(len(kept)):
        begin = k * size
        for i in range(size):
            place[lines[begin + i]] = i
        # The normal form of the line: where it begins, and its direction.
        origin = place[0] if closed else 0
        onward = 1
        if closed:
            after = lines[begin + (origin + 1) % size]
            if lines[begin + (origin - 1) % size] < after:
                onward = -1
        elif lines[begin + size - 1] < lines[begin]:
            origin = size - 1
            onward = -1
        kept[k] = 1
        for j in range(len(images) // size):
            if _is_less(images, closed, place, lines, begin, j * size, origin, onward):
                kept[k] = 0
                break
        found += kept[k]
    return found


def _is_less(
    images: Places, closed: int, place: Marks, lines: Marks,
    begin: int, image: int, origin: int, onward: int,
) -> bool:  # fmt: skip
    """Return whether an image of a line is less than it, in either direction."""
    size = len(place)
    start = 0
    if closed:
        for v in range(size):
            if images[image + v] == 0:
                start = place[v]
    for reverse in range(2):
        step = 1 - 2 * reverse
        b = size - 1 if reverse and not closed else start
        a = origin
        for _ in range(size):
            mine = lines[begin + a]
            other = images[image + lines[begin + b]]
            if mine != other:
                if other < mine:
                    return True
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
    return False
