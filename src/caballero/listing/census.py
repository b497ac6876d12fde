"""The search for tours with equal sums, in pieces that workers share: see :mod:`.work`.

A tree of the search has the tours with one pair of ends, the squares of the first and the last
number. Up to symmetry, one pair of each orbit is searched: a symmetry of the board that keeps the
lines moves the ends, and the reverse exchanges them, so each class has a tour with the chosen pair.
Only the symmetries that keep this pair can make several of them; the least one stays, and the fast
search leaves the others as soon as they differ. The 2048 pairs of the chessboard have 136 orbits,
which H. Mackay, J.-C. Meyrignac and G. Stertenbrink searched in 61 days of a processor of 2 GHz in
2003 (magictour.free.fr).

A piece is a rest of :mod:`.work`: its decisions are numbers of choices, one for each square that
was added to either end of the tour, and the last choice that is already done.

Invariants: every tour that is given passed the judge's check, and its sums were added up again; the
tours of the pieces of a rest, in their order, are those of the rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from caballero.core.arguments import is_name
from caballero.core.board import Board
from caballero.core.driver import drive
from caballero.core.errors import InvalidProblem, TooLarge, UnknownName, be_sure
from caballero.core.limits import Budget, pause, paused
from caballero.core.problem import Problem
from caballero.core.sums import KINDS, has_sums, lines_of
from caballero.core.tour import Tour
from caballero.kernels import census as fast, sums as kernel
from caballero.proof.facts import is_tour

from .lines import Rest
from .quotient import images_of
from .sources import LostError
from .tokens import BEGINNING

MOST_SQUARES: Final = 1024
"""The squares of the largest board."""

State: TypeAlias = kernel.State | fast.State
"""The state of a search: of the fast one, if it can take the board."""

PAUSED: Final = -1
"""The status of a search that has entered as many nodes as it may."""


class Plan(NamedTuple):
    """A search: the graph, the lines, the ends that are tried, and a symmetry perhaps."""

    rows: list[list[int]]
    lines: list[list[int]]
    colours: list[int]
    ends: tuple[int | None, int | None]
    closed: bool
    twin: tuple[int, ...] = ()
    mirrored: bool = False

    @classmethod
    def of(cls, problem: Problem, kind: str) -> Plan:
        """Return the search for all tours. Raises as :func:`caballero.listing.magic_tours`."""
        board = _board(problem, kind)
        graph = problem.graph()
        rows = [list(graph.neighbours(v)) for v in range(board.size)]
        alternates = board.alternates(problem.piece)
        colours = [board.colour(square) for square in board] if alternates else []
        ends = (problem.start, problem.end)
        start, end = (None if place is None else problem.vertex(place) for place in ends)
        return cls(rows, lines_of(board, kind), colours, (start, end), problem.closed)

    @property
    def turned(self) -> bool:
        """Whether only the lower half of the numbers is searched."""
        return bool(self.twin) and not self.mirrored

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the vertices of the first and the last number that is searched."""
        size = len(self.rows)
        for first, last in paused(product(range(size), repeat=2)):
            whole = self.twin[last] if self.turned else last  # of all numbers
            start, end = self.ends
            if start not in {None, first} or end not in {None, whole}:
                continue
            if self.closed and whole not in self.rows[first]:
                continue
            if self.turned and (first == last or last not in self.rows[self.twin[first]]):
                continue
            if (self.mirrored and self.twin[first] != last) or first == whole:
                continue
            if self.colours and not self._alternate(first, whole):
                continue
            yield first, last

    def _alternate(self, first: int, last: int) -> bool:
        """Return whether the colours of a tour with these ends are as many as there are."""
        same = self.colours[first] == self.colours[last]
        size = len(self.rows)
        return same == size % 2 and self.colours.count(self.colours[first]) == (size + 1) // 2

    def state(
        self,
        first: int,
        last: int,
        mirror: Sequence[int] = (),
    ) -> State | None:
        """Return the state of the search between two ends; None if it is seen to be empty.

        If a `mirror` exchanges these, the later one of a tour and its image may be left out.
        """
        numbers = len(self.rows) // (2 if self.turned else 1)
        lines: list[tuple[Sequence[int], int]] = []
        pause()
        for line in self.lines:
            whole = sorted({*line, *(self.twin[v] for v in line)}) if self.turned else line
            count = len(whole) // (2 if self.turned else 1)
            if count * (numbers + 1) % 2:
                return None
            lines.append((whole, count * (numbers + 1) // 2))
        directions = None if self.twin else _directions(self.rows, lines)
        if directions is not None:
            return fast.new_state(
                self.rows, directions, (first, last), colours=self.colours, mirror=mirror
            )
        return kernel.new_state(
            self.rows, lines, (first, last), numbers=numbers, colours=self.colours,
            twin=self.twin, mirrored=self.mirrored, pause=pause,
        )  # fmt: skip


def _board(problem: Problem, kind: str) -> Board:
    """Return the board of a problem that says nothing but the ends."""
    board = problem.ground
    if not is_name(kind, KINDS):
        raise UnknownName.among("magic-kind", kind, KINDS)
    if not isinstance(board, Board) or len(board.shape) != 2 or not board.is_box:
        raise InvalidProblem("magic-board", ground=str(board))
    wanted = {
        "clues": [c for c in problem.clues if c[0] not in {problem.start, problem.end}],
        "forced": problem.forced, "forbidden": problem.forbidden, "waypoints": problem.waypoints,
    }  # fmt: skip
    if what := [name for name, given in wanted.items() if given]:
        raise InvalidProblem("magic-constraints", what=", ".join(what))
    if kind == "magic" and board.shape[0] != board.shape[1]:
        raise InvalidProblem("magic-square", board=board.name)
    if board.size > MOST_SQUARES:
        raise TooLarge("board-too-large", board=str(board), count=board.size, most=MOST_SQUARES)
    return board


def _directions(
    rows: Sequence[Sequence[int]], lines: Sequence[tuple[Sequence[int], int]]
) -> list[list[tuple[Sequence[int], int]]] | None:
    """Return the lines of two directions for the fast search; None if it cannot take them."""
    if not 2 < len(rows) <= fast.MOST or max(map(len, rows)) > fast.MOST_NEIGHBOURS:
        return None
    directions: list[list[tuple[Sequence[int], int]]] = [[], []]
    for line in lines:
        for direction in directions:
            if all({*line[0]}.isdisjoint(other) for other, _ in direction):
                direction.append(line)
                break
        else:
            return None
    longest = max(len(line) for line, _ in lines)
    return directions if max(longest, *map(len, directions)) <= fast.LANES else None


def search(state: State, steps: int) -> int:
    """Search by the kernel of a state."""
    if isinstance(state, fast.State):
        return fast.search(state, steps)
    return kernel.search(state, steps)


def search_on(state: State, budget: Budget, until: float) -> int:
    """Search to the next tour; return `kernel.FOUND`, `kernel.EXHAUSTED`, or at last `PAUSED`.

    The state enters nodes up to the number `until` of all of them.
    """

    def portion(steps: int) -> tuple[int, int]:
        before = state.nodes
        status = search(state, int(min(steps, until - before)))
        over = status == kernel.RUNNING and state.nodes >= until
        return PAUSED if over else status, state.nodes - before

    return drive(portion, budget)


class Relabelling(NamedTuple):
    """What makes a tour of a tour with the same sums: where each square goes, and the reverse."""

    image: tuple[int, ...]
    reverses: bool

    def of(self, order: Sequence[int]) -> tuple[int, ...]:
        """Return the tour that becomes of one, or the pair of ends that becomes of a pair."""
        moved = tuple(self.image[v] for v in order)
        return moved[::-1] if self.reverses else moved


class SumsWork:
    """The listing of tours with equal sums, to be divided; see :func:`.magic.magic_tours`.

    >>> work = SumsWork(Problem("4x7"), "columns", up_to_symmetry=True)
    >>> len(work.whole()), sum(len(list(work.tours(rest, Budget()))) for rest in work.whole())
    (57, 5)
    """

    __slots__ = ("_keeping", "_pairs", "_plan", "_problem", "_relabellings")

    def __init__(
        self,
        problem: Problem,
        kind: str,
        *,
        up_to_symmetry: bool = False,
    ) -> None:
        self._problem, self._plan = problem, Plan.of(problem, kind)
        plan = self._plan
        images = [tuple(range(problem.size))]
        if up_to_symmetry:
            lines = {*map(frozenset, plan.lines)}
            images += (
                image
                for image in images_of(problem)
                if {frozenset(image[v] for v in line) for line in lines} == lines
            )
        ways = (False, True) if plan.ends == (None, None) else (False,)
        self._relabellings = [Relabelling(*pair) for pair in product(images, ways)]
        self._pairs = [pair for pair in plan.pairs() if pair == min(self._images(pair))]

    def _images(self, order: Sequence[int]) -> Iterator[tuple[int, ...]]:
        return (relabelling.of(order) for relabelling in self._relabellings)

    def whole(self) -> list[Rest]:
        """Return the rests of a listing that has not begun: one for each pair of ends."""
        return [Rest(1 / len(self._pairs), BEGINNING, tree) for tree in range(len(self._pairs))]

    def feed(self, rest: Rest) -> SumsFeed:
        """Return the tours of a rest. Raises :class:`LostError` if there is no such rest."""
        return SumsFeed(self, self.state(rest))

    def tours(self, rest: Rest, budget: Budget) -> Iterator[Tour]:
        """Yield the tours of a rest, as soon as they are found."""
        budget.pause()
        feed, more = SumsFeed(self, self.state(rest)), True
        while more:
            tours, more = feed.advance(1, math.inf, budget)
            yield from tours

    def state(self, rest: Rest) -> State | None:
        """Return the state of the search at the beginning of a rest; None if that is empty.

        Raises :class:`LostError` if there is no such rest.
        """
        if not 0 <= rest.tree < len(self._pairs):
            raise LostError
        pair = self._pairs[rest.tree]
        mirrors = (one.image for one in self._relabellings if one.reverses and one.of(pair) == pair)
        state = self._plan.state(*pair, next(mirrors, ()))
        *held, first = rest.decisions
        if state is None:
            if held:
                raise LostError
            return None
        for decision in held:
            if not 0 <= decision < state.many[state.level]:
                raise LostError
            state.tried[state.level] = decision
            if search(state, 1) != kernel.RUNNING:
                raise LostError
        if not -1 <= first < max(1, state.many[state.level]):
            raise LostError
        state.tried[state.level] = first + 1
        state.floor, state.nodes = state.level, 0
        return state

    def left(self, rest: Rest, feed: SumsFeed) -> list[Rest]:
        """Return the pieces that a feed of a rest has not reached yet, the nearest first."""
        state, share = feed.state, rest.share
        if state is None or feed.finished:
            return []
        path = [state.tried[level] - 1 for level in range(state.level)]
        rests = []
        for level in range(state.floor, state.level + 1):
            options = state.many[level] - (rest.decisions[-1] + 1 if level == state.floor else 0)
            if after := state.many[level] - state.tried[level]:
                decisions = (*path[:level], state.tried[level] - 1)
                rests.append(Rest(share * after / options, decisions, rest.tree))
            share /= max(1, options)
        return rests[::-1]

    def split(self, rest: Rest) -> list[Rest]:
        """Split a rest into the branch of its next decision and the branches after it.

        It stays whole if the branch is a tour, or no decision is left.
        """
        state = self.state(rest)
        if state is None or state.front + state.back + 1 >= len(state.order):
            return [rest]
        *held, first = rest.decisions
        options = state.many[state.level] - (first + 1)
        if options < 1:
            return [rest]
        share = rest.share / options
        pieces = [Rest(share, (*held, first + 1, -1), rest.tree)]
        if options > 1:
            pieces.append(Rest(rest.share - share, (*held, first + 1), rest.tree))
        return pieces

    def chosen(self, order: tuple[int, ...]) -> Tour | None:
        """Return the least tour of the class of an order; None if another of its tours is kept."""
        plan, problem = self._plan, self._problem
        be_sure(is_tour(problem, order), "an order with equal sums is no tour")
        be_sure(has_sums(plan.lines, order), "a tour has not the sums asked for")
        images = [*self._images(order)]
        ends = order[0], order[-1]
        if order > min(image for image in images if (image[0], image[-1]) == ends):
            return None
        return Tour(problem.ground, min(images), problem.piece, problem.closed)


class SumsFeed:
    """The tours of a rest, in the order of the search."""

    __slots__ = ("_work", "finished", "nodes", "state")

    def __init__(self, work: SumsWork, state: State | None) -> None:
        self._work, self.state = work, state
        self.finished = state is None
        """Whether there are no more."""
        self.nodes = 0
        """The number of nodes entered."""

    def advance(self, most: int, steps: float, budget: Budget) -> tuple[Iterator[Tour], bool]:
        """Return at most `most` tours within as many nodes, and whether there may be more.

        Raises `LimitHit`.
        """
        found: list[Tour] = []
        state, until = self.state, self.nodes + steps
        while state is not None and not self.finished and len(found) < most and self.nodes < until:
            status = search_on(state, budget, until)
            self.nodes = state.nodes
            if status == kernel.FOUND:
                tour = self._work.chosen(tuple(state.order))
                found += [] if tour is None else [tour]
            else:
                self.finished = status == kernel.EXHAUSTED
        return iter(found), not self.finished


@lru_cache(maxsize=1)
def sums_work(problem: Problem, kind: str, *, up_to_symmetry: bool) -> SumsWork:
    """Return the work; a worker makes it once."""
    return SumsWork(problem, kind, up_to_symmetry=up_to_symmetry)
