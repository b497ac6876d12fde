"""The knowledge of a puzzle while it is solved step by step.

Squares and numbers are counted from 0 here, and sets of them are ``int`` with a bit for each. The
numbers of a closed tour form a ring, in which 0 follows the last.

A *link* says that two squares follow each other, in whichever direction.

Invariants: whatever is known is true of every tour of the problem, or of those in the direction
that was chosen; two squares with following numbers have a link. A loop whose length depends on the
board asks the budget, so that a limit ends it soon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from caballero.machine.limits import Budget
from caballero.model.direction import goes_both_ways
from caballero.model.problem import Problem, sorted_moves
from caballero.model.reduction import rows, two_colours, underlying_rows

PORTION: Final = 100
"""The squares whose domains are shrunk between two checks of the limits."""


def bits(mask: int) -> Iterator[int]:
    """Yield the members of a set, increasing."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def is_single(mask: int) -> bool:
    """Return whether a set has exactly one member."""
    return mask != 0 and mask & (mask - 1) == 0


def spread(squares: int, neighbours: Sequence[int]) -> int:
    """Return the squares a move away from any of the given squares."""
    reached = 0
    while squares:
        low = squares & -squares
        reached |= neighbours[low.bit_length() - 1]
        squares ^= low
    return reached


@dataclass(slots=True)
class Position:
    """The numbers and links that are known, and that are excluded."""

    problem: Problem
    budget: Budget
    size: int
    closed: bool
    onward: list[int]
    """The squares that may come after each square."""
    back: list[int]
    """The squares that may come before each square."""
    colours: list[int] | None
    squares: list[int]
    """The square of each number, -1 if it is not known."""
    domains: list[int]
    """The numbers that each square may have, as far as steps say so."""
    places: list[int]
    """The squares that each number may have; the same, the other way round."""
    links: list[int]
    goes_both_ways: bool
    """Whether the reverse of every tour is another tour; a step may choose."""

    @classmethod
    def of(cls, problem: Problem, budget: Budget) -> Position:
        """Return the position in which only the problem's numbers are known."""
        budget.pause()
        size, graph = problem.size, problem.graph()
        onward = [sum(1 << w for w in row) for row in rows(graph)]
        back = onward[:]
        if problem.directed:
            back = [0] * size
            for v, row in enumerate(onward):
                budget.pause()
                for w in bits(row):
                    back[w] |= 1 << v
        colours, _ = two_colours(underlying_rows(graph))
        full = (1 << size) - 1
        position = cls(
            problem, budget, size, problem.closed, onward, back, colours,
            [-1] * size, [full] * size, [full] * size, [0] * size, goes_both_ways(problem),
        )  # fmt: skip
        given = {number - 1: v for number, v in problem.numbered().items()}
        for t, v in (given or ({0: 0} if problem.closed and size else {})).items():
            position.place(t, v)
        for move in sorted_moves(problem):
            a, b = map(problem.vertex, move)
            if problem.directed and not (problem.closed and size == 2):  # a cycle of 2 goes back
                position.onward[b] &= ~(1 << a)
                position.back[a] &= ~(1 << b)
            position.link(a, b)
        return position

    # -- numbers ---------------------------------------------------------------------------

    @property
    def free(self) -> int:
        """The squares whose number is not known."""
        taken = sum(1 << v for v in self.squares if v >= 0)
        return (1 << self.size) - 1 & ~taken

    def step(self, t: int, by: int = 1) -> int | None:
        """Return the number that follows another, or precedes it; None beyond the ends."""
        t += by
        if self.closed:
            return t % self.size
        return t if 0 <= t < self.size else None

    def following(self, numbers: int) -> int:
        """Return the numbers that follow the given numbers."""
        last = self.size - 1
        shifted = numbers << 1 & (2 << last) - 1
        return shifted | numbers >> last if self.closed else shifted

    def preceding(self, numbers: int) -> int:
        """Return the numbers that precede the given numbers."""
        return numbers >> 1 | ((numbers & 1) << self.size - 1 if self.closed else 0)

    def is_end(self, numbers: int) -> bool:
        """Return whether a square with any of these numbers may be an end of the tour."""
        return not self.closed and bool(numbers & (1 | 1 << self.size - 1))

    def stretches(self) -> Iterator[tuple[int, int]]:
        """Yield each known number with the next; in a ring, that is beyond the last."""
        known = [t for t, v in enumerate(self.squares) if v >= 0]
        yield from pairwise(known)
        if self.closed and known:
            yield known[-1], known[0] + self.size

    # -- what becomes known ----------------------------------------------------------------

    def place(self, t: int, v: int) -> None:
        """Put a number on a square."""
        self.budget.pause()
        self.squares[t] = v
        self.exclude(v, bits(self.domains[v] & ~(1 << t)))
        for w in bits(self.places[t] & ~(1 << v)):
            self.exclude(w, (t,))
        for by in (-1, 1):
            other = self.step(t, by)
            if other is not None and other != t and self.squares[other] >= 0:
                self.link(v, self.squares[other])
        self._use_up(v)

    def exclude(self, v: int, numbers: Iterable[int]) -> None:
        """Say that a square does not have any of these numbers."""
        for t in numbers:
            self.domains[v] &= ~(1 << t)
            self.places[t] &= ~(1 << v)

    def link(self, v: int, w: int) -> None:
        """Say that two squares follow each other."""
        if self.links[v] >> w & 1:
            return
        self.links[v] |= 1 << w
        self.links[w] |= 1 << v
        self._use_up(v)
        self._use_up(w)
        self._keep_open(v, w)

    def _use_up(self, v: int) -> None:
        """Drop the other moves of a square whose neighbours in the tour are known."""
        most = 1 if is_single(self.domains[v]) and self.is_end(self.domains[v]) else 2
        if self.links[v].bit_count() < most:
            return
        for w in bits((self.onward[v] | self.back[v]) & ~self.links[v]):
            self._drop(v, w)

    def _drop(self, v: int, w: int) -> None:
        """Say that two squares do not follow each other."""
        for a, b in ((v, w), (w, v)):
            self.onward[a] &= ~(1 << b)
            self.back[a] &= ~(1 << b)

    def _keep_open(self, v: int, w: int) -> None:
        """Drop the move that would join the two ends of a chain of links too early."""
        ends, length = [], 2
        for before, here in ((v, w), (w, v)):
            while (ahead := self.links[here] & ~(1 << before)) and length <= self.size:
                before, here = here, ahead.bit_length() - 1
                length += 1
            ends.append(here)
        if 2 < length <= self.size and (length < self.size or not self.closed):
            self._drop(*ends)


@dataclass(slots=True)
class Candidates:
    """Where numbers can be, by what is known and by distances.

    A number is on a square only if the known numbers before and after it are near enough, through
    free squares. Squares with a link have following numbers.
    """

    places: list[int]
    """The squares of each number."""
    domains: list[int]
    """The numbers of each square."""

    @classmethod
    def of(cls, position: Position) -> Candidates:
        """Find the candidates."""
        places = position.places[:]
        _keep_near(position, position.free, places)
        domains = transposed(places, position.budget)
        if _keep_links(position, domains):
            places = transposed(domains, position.budget)
        return cls(places, domains)


def _keep_near(position: Position, free: int, places: list[int]) -> None:
    """Leave numbers only where they are in reach of the known numbers before and after them."""
    for t, v in enumerate(position.squares):
        if v < 0:
            continue
        for by, neighbours in ((1, position.onward), (-1, position.back)):
            level, within = 1 << v, 0
            here = position.step(t, by)
            while here is not None and position.squares[here] < 0:
                position.budget.pause()
                level = spread(level, neighbours) & free & ~within
                within |= level
                places[here] &= within
                here = position.step(here, by)


def _keep_links(position: Position, domains: list[int]) -> bool:
    """Shrink the domains of squares with links until they agree; return whether any did."""
    changed = False
    waiting = {v for v, row in enumerate(position.links) if row}
    for v in _taken(waiting, position.budget):
        for w in bits(position.links[v]):
            near = 0
            if position.onward[w] >> v & 1:
                near |= position.following(domains[w])
            if position.back[w] >> v & 1:
                near |= position.preceding(domains[w])
            if domains[v] & ~near:
                domains[v] &= near
                waiting |= {v, *bits(position.links[v])}
                changed = True
    return changed


def _taken(waiting: set[int], budget: Budget) -> Iterator[int]:
    """Take members out of a set that grows meanwhile, and yield them, until it is empty."""
    while waiting:
        budget.pause()
        for _ in range(min(len(waiting), PORTION)):
            yield waiting.pop()


def transposed(sets: Sequence[int], budget: Budget) -> list[int]:
    """Return, for each possible member, the sets that it belongs to."""
    found = [0] * len(sets)
    for i, members in enumerate(sets):
        budget.pause()
        for j in bits(members):
            found[j] |= 1 << i
    return found


def _as_lists(sets: Sequence[int], budget: Budget) -> list[list[int]]:
    """Return the members of each set."""
    lists = []
    for members in sets:
        budget.pause()
        lists.append([*bits(members)])
    return lists


@dataclass(frozen=True, slots=True)
class Net:
    """The moves of a position as lists, for conclusions by the thousand."""

    budget: Budget
    last: int
    closed: bool
    onward: list[list[int]]
    back: list[list[int]]
    links: list[list[int]]

    @classmethod
    def of(cls, position: Position) -> Net:
        """Copy the moves of a position."""
        budget = position.budget
        onward, back, links = (
            _as_lists(table, budget) for table in (position.onward, position.back, position.links)
        )
        return cls(budget, position.size - 1, position.closed, onward, back, links)

    def put(self, domains: list[int], v: int, domain: int, waiting: set[int]) -> int | None:
        """Change the domain of a square; return a square without a number, if any."""
        domains[v] = domain
        waiting.update(self.onward[v], self.back[v])
        if domain & (domain - 1):
            return None
        for w, other in enumerate(domains):
            if other & domain and w != v:
                if other == domain:
                    return w
                domains[w] = other ^ domain
                waiting.update(self.onward[w], self.back[w])
        return None

    def settle(self, domains: list[int], waiting: set[int]) -> int | None:
        """Leave each square the numbers whose predecessor and successor fit its neighbours.

        Returns a square without a number, if any.
        """
        last, closed = self.last, self.closed
        same = self.onward == self.back
        for v in _taken(waiting, self.budget):
            before = after = 0
            for w in self.onward[v]:
                after |= domains[w]
            if same:
                before = after
            else:
                for w in self.back[v]:
                    before |= domains[w]
            left = domains[v] & (before << 1 | (before >> last if closed else 1))
            left &= after >> 1 | (after & 1 if closed else 1) << last
            for w in self.links[v]:
                domain = domains[w]
                near = domain << 1 | domain >> 1
                left &= near | domain >> last | (domain & 1) << last if closed else near
            if left == domains[v]:
                continue
            if not left or (empty := self.put(domains, v, left, waiting)) is not None:
                return empty if left else v
        return None
