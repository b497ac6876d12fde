"""Tours from cycles, and a judge of tours.

A cycle of a question is cut where it passes the dummies between the ends; a closed tour is rotated
until it begins at the right vertex. See :mod:`caballero.counting.listing.cycles`.

Invariant: the judge uses the problem's graph and constraints only, never the cycles.
"""

from __future__ import annotations

from dataclasses import dataclass

from caballero.machine.kernel import Marks, Places, kernel


@dataclass(frozen=True, slots=True)
class Form:
    """How to write tours."""

    length: int  # of a cycle
    size: int  # the vertices that are not dummies
    links: int  # the dummies between the ends, which come next
    given: Marks  # vertices with a given place in the tour: at least one if it is closed
    numbers: Marks  # their places, from 0
    backwards: Marks  # scratch for a tour


@dataclass(frozen=True, slots=True)
class Rules:
    """A problem."""

    closed: int  # 1 if tours must close
    fewest: int  # vertices of a tour
    starts: Places  # the neighbours of vertex v begin at neighbours[starts[v]]
    neighbours: Places  # without forbidden moves
    given: Marks  # vertices that must have a place in the tour
    numbers: Marks  # their places, from 0
    forced: Marks  # pairs of vertices that must be neighbours in the tour
    place: Marks  # scratch, an entry per vertex


@kernel
def write(form: Form, cycles: Marks, tours: Marks) -> int:
    """Write the tours of some cycles; return how many fit the given places: all of them.

    Of the orders that fit, the lexicographically smallest is written.
    """
    length, size, links, backwards = form.length, form.size, form.links, form.backwards
    count = len(tours) // size
    for k in range(count):
        cut = 0
        before = cycles[k * length + length - 1]
        for i in range(length):
            v = cycles[k * length + i]
            if v < size and (
                (links > 0 and size <= before and before < size + links)
                or (links == 0 and v == form.given[0])
            ):
                cut = i
                break
            before = v
        to = k * size
        # A closed tour is rotated until the first given vertex is at its place.
        shift = 0 if links > 0 else form.numbers[0]
        filled = 0
        for i in range(length):
            v = cycles[k * length + (cut + i if cut + i < length else cut + i - length)]
            if v < size:
                tours[to + (shift + filled) % size] = v
                backwards[(shift - filled) % size if links == 0 else size - 1 - filled] = v
                filled += 1
        onward = _fits(form, tours, to)
        other = _fits(form, backwards, 0)
        if not onward and not other:
            return k
        if onward and other:
            for i in range(size):
                if tours[to + i] != backwards[i]:
                    other = backwards[i] < tours[to + i]
                    break
        if other:
            for i in range(size):
                tours[to + i] = backwards[i]
    return count


def _fits(form: Form, line: Marks, begin: int) -> bool:
    """Return whether a line has the given vertices at their places."""
    for i in range(len(form.given)):  # noqa: SIM110 - all() is not in the subset
        if line[begin + form.numbers[i]] != form.given[i]:
            return False
    return True


@kernel
def accept(rules: Rules, tours: Marks) -> int:
    """Return the number of tours before the first wrong tour."""
    size = len(rules.place)
    if size < rules.fewest:
        return 0
    count = len(tours) // size
    for k in range(count):
        if not _is_tour(rules, tours, k * size):
            return k
    return count


def _is_tour(rules: Rules, tours: Marks, begin: int) -> bool:
    starts, neighbours, place = rules.starts, rules.neighbours, rules.place
    size = len(place)
    for v in range(size):
        place[v] = -1
    for i in range(size):
        v = tours[begin + i]
        if v < 0 or v >= size or place[v] >= 0:
            return False
        place[v] = i
    for i in range(size if rules.closed else size - 1):
        v = tours[begin + i]
        w = tours[begin + (i + 1 if i + 1 < size else 0)]
        joined = False
        for e in range(starts[v], starts[v + 1]):
            if neighbours[e] == w:
                joined = True
                break
        if not joined:
            return False
    for i in range(len(rules.given)):
        if place[rules.given[i]] != rules.numbers[i]:
            return False
    for i in range(0, len(rules.forced), 2):
        apart = abs(place[rules.forced[i]] - place[rules.forced[i + 1]])
        if apart != 1 and (not rules.closed or apart != size - 1):
            return False
    return True
