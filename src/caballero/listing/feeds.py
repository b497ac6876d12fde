"""The searches behind a listing: of cycles, and of lines with numbers on the way.

A feed goes on for some steps and gives the tours that it met with; it can say by which way it
came to where it is, and another one can go there.

:class:`CycleFeed` lists the Hamiltonian cycles of a question (:mod:`caballero.reduction`), of
which each is one tour. :class:`LineFeed` is for numbers inside a tour, which no question about
cycles can ask: plain backtracking from the start, every number in its place. There a tour that
could be met with in both directions is taken in that whose squares come first.

Either goes another way with a seed: the vertices are numbered afresh, or the moves tried in
another order.

Invariants: a feed meets each line or cycle once, in an order that depends on the problem and the
seed alone; what it gives was judged by the problem itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Final, Protocol

from caballero.count.count import goes_both_ways
from caballero.count.writing import Writer, given_places
from caballero.facts import is_tour
from caballero.kernels import backtracking
from caballero.kernels import listing as kernel
from caballero.kernels._speed import Marks, as_arrays, as_lists, is_loaded, numbers
from caballero.problem import Problem
from caballero.reduction import CycleQuestion
from caballero.tour import Tour

COMPILE_ABOVE: Final = 600
"""Milliseconds of work at the plain speed from which on compiling pays."""

COMPILED_ABOVE: Final = 20
"""The same where Numba is there already."""

PLAIN_TOURS: Final = 7
PLAIN_CHOICES: Final = 30
PLAIN_SQUARES: Final = 700
"""Tours written and judged, choices made, squares entered in a millisecond at that speed."""

CHOICE_SQUARES: Final = 128
"""On boards with more squares than these a choice takes longer, by as much as they are larger."""

PLAIN_STEPS: Final = 2_000
FAST_STEPS: Final = 500_000
"""Steps between two looks at the clock: some 20 ms at either speed."""

ROOM: Final = 2_000
"""Cycles that are written at once, of small boards."""


class LostError(Exception):
    """There is no such way: the token was made by hand, or by another version."""


class Feed(Protocol):
    """What gives the tours of a problem."""

    method: str
    """Its name."""
    strides: bool
    """Whether it passes over tours itself."""

    @property
    def passed(self) -> int:
        """How many lines or cycles were met with, also by whoever was here before."""

    @property
    def nodes(self) -> int:
        """How many choices this feed made."""

    def advance(self, most: int, steps: int) -> tuple[Iterator[Tour], bool]:
        """Go on for about so many steps, or until so many tours are there.

        Returns
        -------
        tours : iterator of Tour
            To be read before the next call.
        more : bool
            Whether the search is not over.
        """

    def way(self) -> list[int]:
        """Return the way to where the search is."""


def compile_above() -> int:
    """Return the milliseconds of work at the plain speed from which on compiling pays.

    Examples
    --------
    >>> from caballero.listing.feeds import compile_above
    >>> compile_above() in {0, 20, 600}
    True
    """
    if "compiled" in vars(kernel.search):  # somebody in this process has paid for it
        return 0
    return COMPILED_ABOVE if is_loaded() else COMPILE_ABOVE


class CycleFeed:
    """The cycles of a question, each as a tour.

    Parameters
    ----------
    problem : Problem
        What is asked.
    question : CycleQuestion
        The same as a question about cycles.
    every : int
        Give one of so many.
    passed : int
        How many cycles were met with at the end of the way.
    skip : int
        How many to pass over before the next one is given.
    way : sequence of int, optional
        Where to go on from.
    seed : int, optional
        Decides the numbers that the search gives to the vertices; their own, unless given.
    pause : callable, optional
        Called now and then while the search is made ready; it may stop the work by raising.

    Raises
    ------
    LostError
        If there is no such way.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.feeds import CycleFeed
    >>> from caballero.reduction import cycle_question
    >>> problem = Problem.of("3x10", closed=True)
    >>> feed = CycleFeed(problem, cycle_question(problem))
    >>> tours, more = feed.advance(100, 100_000)
    >>> len(list(tours)), more
    (16, False)
    """

    method = "edges"
    strides = True

    def __init__(
        self,
        problem: Problem,
        question: CycleQuestion,
        every: int = 1,
        passed: int = 0,
        skip: int = 0,
        way: Sequence[int] | None = None,
        seed: int | None = None,
        pause: Callable[[], None] | None = None,
    ) -> None:
        self._writer, self._question = Writer(problem, question), question
        self._names: list[int] | None = None
        neighbours = question.neighbours
        if seed is not None:
            neighbours, self._names = renamed(neighbours, seed)
        self._room = max(1, min(ROOM, 200_000 // len(question.neighbours)))
        # For each choice all squares are looked at: on a large board it takes so much longer.
        self._weight = max(1, len(question.neighbours) // CHOICE_SQUARES)
        self._fast = way is None and compile_above() == 0
        state = kernel.new_state(neighbours, 1, pause)
        self._state = as_arrays(state) if self._fast else as_lists(state, pause)
        if way is not None and not kernel.follow_way(self._state, way):
            raise LostError
        self._state.counters[kernel.EVERY] = every
        self._state.counters[kernel.SKIP] = skip
        self._before = passed
        self._given = 0

    @property
    def passed(self) -> int:
        """How many cycles were met with."""
        return self._before + int(self._state.counters[kernel.PASSED])

    @property
    def nodes(self) -> int:
        """How many choices were made."""
        return int(self._state.counters[kernel.NODES])

    def advance(self, most: int, steps: int) -> tuple[Iterator[Tour], bool]:
        """Go on for about so many steps, or until so many tours are there."""
        if not self._fast:
            cost = self.nodes * self._weight // PLAIN_CHOICES + self._given // PLAIN_TOURS
            if cost >= compile_above():
                self._fast = True
                self._state = as_arrays(self._state)
        steps = min(steps, max(1, (FAST_STEPS if self._fast else PLAIN_STEPS) // self._weight))
        state = self._state = kernel.with_room(self._state, min(most, self._room))
        search = kernel.search.compiled if self._fast else kernel.search.plain
        status = search(*state, steps)
        count = int(state.counters[kernel.WRITTEN])
        self._given += count
        cycles = state.cycles[: count * len(self._question.neighbours)]
        if self._names is not None:
            named = [self._names[v] for v in cycles]
            cycles = numbers(Marks, named) if self._fast else named
        tours = self._writer.tours(cycles, count) if count else iter(())
        return tours, status != kernel.EXHAUSTED

    def way(self) -> list[int]:
        """Return the way to where the search is."""
        return kernel.way(self._state)


def renamed(neighbours: Sequence[Sequence[int]], seed: int) -> tuple[list[list[int]], list[int]]:
    """Number the vertices of a graph at random.

    Returns
    -------
    neighbours : list of lists of int
        The graph with the new numbers.
    names : list of int
        The old number of each new one.

    Examples
    --------
    >>> from caballero.listing.feeds import renamed
    >>> path, names = renamed([[1], [0, 2], [1]], seed=1)
    >>> sorted(names), names[next(v for v in range(3) if len(path[v]) == 2)]
    ([0, 1, 2], 1)
    """
    names = list(range(len(neighbours)))
    Random(seed).shuffle(names)
    number = {name: v for v, name in enumerate(names)}
    return [sorted(number[w] for w in neighbours[name]) for name in names], names


class LineFeed:
    """The tours of a problem with numbers on the way, by backtracking.

    Parameters
    ----------
    problem : Problem
        What is asked.
    passed : int
        How many lines were met with at the end of the way.
    way : sequence of int, optional
        Where to go on from.
    seed : int, optional
        Decides in which order starts and moves are tried; by number, unless given.

    Raises
    ------
    LostError
        If there is no such way.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.feeds import LineFeed
    >>> feed = LineFeed(Problem.of("3x4", clues={"a1": 3}))
    >>> tours, more = feed.advance(100, 100_000)
    >>> len(list(tours)), more
    (4, False)
    """

    method = "backtracking"
    strides = False

    def __init__(
        self,
        problem: Problem,
        passed: int = 0,
        way: Sequence[int] | None = None,
        seed: int | None = None,
    ) -> None:
        self.passed, self.nodes = passed, 0
        self._problem = problem
        self._graph = problem.graph()
        self._indptr, self._indices = self._graph.indptr.tolist(), self._graph.indices.tolist()
        self._shift, self._clues, self._starts = _lines(problem)
        if seed is not None:
            shuffle = Random(seed).shuffle
            shuffle(self._starts)
            for begin, end in pairwise(self._indptr):
                row = self._indices[begin:end]
                shuffle(row)
                self._indices[begin:end] = row
        self._start = 0
        self._both = goes_both_ways(problem)
        self._fast = False
        if way:
            self._start = way[0] >> 1
            if self._start > len(self._starts):
                raise LostError
        if self._start < len(self._starts):
            self._state = self._fresh()
            if way and not self._follow([choice >> 1 for choice in way[1:]]):
                raise LostError

    def advance(self, most: int, steps: int) -> tuple[Iterator[Tour], bool]:
        """Go on for about so many steps, or until so many tours are there."""
        found: list[Tour] = []
        if not self._fast and self.nodes // PLAIN_SQUARES >= COMPILE_ABOVE:
            self._fast = True
            self._state = as_arrays(self._state)
        left = min(steps, FAST_STEPS if self._fast else PLAIN_STEPS)
        search = backtracking.search.compiled if self._fast else backtracking.search.plain
        while left > 0 and len(found) < most and self._start < len(self._starts):
            before = self._state.nodes
            status = search(*self._state, left)
            spent = self._state.nodes - before
            self.nodes += spent
            left -= max(1, spent)
            if status == backtracking.FOUND:
                tour = self._tour([int(v) for v in self._state.path])
                if tour is not None:
                    self.passed += 1
                    found.append(tour)
            elif status == backtracking.EXHAUSTED:
                self._start += 1
                if self._start < len(self._starts):
                    self._state = self._fresh()
        return iter(found), self._start < len(self._starts)

    def way(self) -> list[int]:
        """Return the way: which start, which neighbour each time, and which is tried next."""
        way = [self._start]
        if self._start < len(self._starts):
            state = self._state
            for i in range(state.depth):
                tried = int(state.cursor[i]) - self._indptr[int(state.path[i])]
                way.append(tried - 1 if i + 1 < state.depth else tried)
        return [2 * number for number in way]

    def _fresh(self) -> backtracking.State:
        state = backtracking.new_state(
            self._indptr, self._indices, self._starts[self._start],
            clues=self._clues, closed=self._problem.closed,
        )  # fmt: skip
        return as_arrays(state) if self._fast else as_lists(state)

    def _follow(self, tried: list[int]) -> bool:
        """Go where these choices lead; say whether they could."""
        state = self._state
        if not tried or len(tried) > self._problem.size:
            return False
        for i, slot in enumerate(tried):
            v = state.path[i]
            at = self._indptr[v] + slot
            if i + 1 == len(tried):
                state.cursor[i] = at
                return at <= self._indptr[v + 1]
            if at >= self._indptr[v + 1]:
                return False
            w = self._indices[at]
            if state.mark[w] != state.want[i + 2]:
                return False
            state.cursor[i] = at + 1
            state.path[i + 1] = w
            state.mark[w] = i + 2
            state.cursor[i + 1] = self._indptr[w]
            state.counters[backtracking.DEPTH] = i + 2
            state.counters[backtracking.FRESH] = 0
        return False

    def _tour(self, line: list[int]) -> Tour | None:
        """Return the tour of a line that was found, unless it is not to be given."""
        problem = self._problem
        order = line[-self._shift :] + line[: -self._shift] if self._shift else line
        if not is_tour(problem, order):
            return None  # a forced move is not used
        if self._both and backwards(problem, order) < order:
            return None
        return Tour(problem.ground, tuple(order), problem.piece, problem.closed)


def _lines(problem: Problem) -> tuple[int, dict[int, int], list[int]]:
    """Say how a problem is asked as lines.

    Returns
    -------
    shift : int
        By how many places a closed tour is to be turned: it is cut where a number is given.
    clues : dict of int to int
        The number of some vertices in the line, from 1.
    starts : list of int
        Where lines may begin.
    """
    count, given = problem.size, problem.numbered()
    shift = min(given, default=1) - 1 if problem.closed else 0
    clues = {v: (number - 1 - shift) % count + 1 for number, v in given.items()}
    first = [v for v, number in clues.items() if number == 1]
    if first:
        del clues[first[0]]
        return shift, clues, first
    return shift, clues, [v for v in range(count) if v not in clues]


def backwards(problem: Problem, order: Sequence[int]) -> list[int]:
    """Return a tour walked the other way, a closed one with its given numbers where they are.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.feeds import backwards
    >>> ring = Problem.of("2x2", piece="wazir", closed=True, clues={"a1": 2})
    >>> backwards(ring, [0, 2, 3, 1])
    [3, 2, 0, 1]
    """
    if not problem.closed:
        return list(order[::-1])
    kept = next(iter(given_places(problem).values()))
    return [order[(2 * kept - i) % len(order)] for i in range(len(order))]
