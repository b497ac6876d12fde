"""The searches behind a listing: of cycles, and of lines with numbers inside.

A feed searches for some steps and returns the tours found. Its decisions are its position, from
which another feed can continue.

:class:`TreeFeed` lists the Hamiltonian cycles of several graphs, and reads the tours off them.
:class:`LineFeed` is for numbers inside a tour, which a cycle question cannot express: plain
backtracking from the start, with every clue in its place. The moves of a known tour are tried
first, so it begins at once. Where it finds no tour for a while, a search that learns from conflicts
(:mod:`caballero.find.numbers`) says which of the next branches have a tour, and backtracking
continues at the next tour. So no tour is kept, and what is learnt is forgotten in time. Of a tour
that answers the problem in both directions it returns the lexicographically smaller sequence.

A seed renumbers the vertices of a graph, or reorders its moves.

Invariants: a feed finds each line or cycle once, in an order that depends on the problem and the
seed alone; the problem itself judges each tour. A feed stops after a number of tours or steps, or
at a limit, but does not depend on the clock otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple, TypeAlias

from caballero.counting.kernels import listing as kernel
from caballero.counting.tuning import sizes
from caballero.find.kernels import backtracking
from caballero.find.numbers import NumberSearch
from caballero.machine.driver import drive
from caballero.machine.errors import be_sure
from caballero.machine.kernel import Ints
from caballero.machine.limits import Budget, LimitHit, pause
from caballero.model.direction import backwards as backwards, goes_back, may_go_back
from caballero.model.problem import Problem
from caballero.model.tour import Tour
from caballero.proof.facts import is_tour

from .tokens import BEGINNING

BATCH_SQUARES: Final = 2**17
"""The most squares of the tours in a batch."""

MARKED_BATCH: Final = 500
"""The number of tours in a batch that is marked, so that some can be selected."""

PRACTICE: Final = 50_000
"""The choices before a search is given a memory, which short searches do not repay."""

PAUSED: Final = -1
"""The status of a kernel that has spent its steps."""

Selection: TypeAlias = Callable[[Iterator[Tour]], Iterator[Tour]]
"""Filters tours."""


class LostError(Exception):
    """The decisions are invalid: the token was made by hand, or by another version."""


class Tree(NamedTuple):
    """A graph whose Hamiltonian cycles to search, and a function that reads tours off them.

    `read` takes consecutive cycles and their number; it verifies the tours.
    """

    neighbours: Sequence[Sequence[int]]
    read: Callable[[Ints, int], Iterator[Tour]]


class Trees(NamedTuple):
    """The search trees of a listing, in order.

    Each of `builders` returns a tree, or None if there is nothing to search. If `numbered`,
    the decisions of a feed begin with the number of the tree. If `selective`, a cycle may give no
    tour or several, so the number of cycles is not that of tours.
    """

    method: str
    builders: Sequence[Callable[[], Tree | None]]
    numbered: bool = False
    selective: bool = False
    batch: int = 1
    """The least number of cycles to search for at once."""


class CycleSearch:
    """A search for the Hamiltonian cycles of a graph, a part at a time.

    Raises :class:`LostError` if the decisions to continue from are invalid. A part has at most
    `most_squares`.

    >>> search = CycleSearch([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])
    >>> search.advance(2, 1000, Budget()), search.count, list(search.cycles())
    (True, 2, [0, 1, 2, 3, 0, 1, 3, 2])
    """

    def __init__(
        self,
        neighbours: Sequence[Sequence[int]],
        decisions: Sequence[int] = BEGINNING,
        most_squares: int = BATCH_SQUARES,
    ) -> None:
        self.state = kernel.new_state(neighbours, 1, pause)
        self._room = max(1, most_squares // len(neighbours))
        if tuple(decisions) != BEGINNING and not kernel.replay(self.state, decisions):
            raise LostError

    @property
    def count(self) -> int:
        """The number of cycles that the last part found."""
        return self.state.written

    def cycles(self) -> Ints:
        """Return the cycles that the last part found, as an array."""
        return self.state.cycles[: self.state.written * len(self.state.mate)]

    def advance(self, most: int, steps: int, budget: Budget) -> bool:
        """Search the next part; return whether there is more.

        The part ends with `most` cycles, after about `steps` steps, or at a limit.
        """
        state = self.state
        kernel.make_room(state, min(most, self._room))
        if state.nodes >= PRACTICE and not len(state.kept):
            kernel.remember(state)
        end = state.steps + steps

        def portion(size: int) -> tuple[int, int]:
            nodes = state.nodes
            status = kernel.search(state, min(size, end - state.steps))
            if status == kernel.RUNNING and state.steps >= end:
                status = PAUSED
            return status, state.nodes - nodes

        with suppress(LimitHit):  # return the cycles found before the limit
            return drive(portion, budget) != kernel.EXHAUSTED
        return True


class TreeFeed:
    """The tours of some search trees.

    It continues after `passed` tours, from these `decisions`, and returns every N-th tour, where N
    is `every` (which must be 1 if the trees are selective). Raises :class:`LostError` if the
    decisions are invalid.
    """

    def __init__(
        self, trees: Trees, passed: int = 0, decisions: Sequence[int] = BEGINNING, every: int = 1
    ) -> None:
        self.method, self.strides = trees.method, not trees.selective
        self.passed = passed
        self._trees, self._every = trees, every
        self._tree: Tree
        self._search: CycleSearch | None = None
        if not trees.numbered or tuple(decisions) == BEGINNING:
            self._open(0, decisions)
            return
        number, within = decisions[0] >> 1 if decisions else -1, decisions[1:]
        if number < 0:
            raise LostError
        self._open(number, within or BEGINNING)
        if self._number != number or (self._search is None and within):
            raise LostError

    def _open(self, number: int, decisions: Sequence[int] = BEGINNING) -> None:
        """Continue with a tree, or with the next tree that is not empty."""
        self._search = None
        builders = self._trees.builders
        for self._number in range(min(number, len(builders)), len(builders)):
            tree = builders[self._number]()
            if tree is not None:
                self._tree = tree
                self._search = CycleSearch(tree.neighbours, decisions)
                self._search.state.every = self._every
                self._search.state.skip = -self.passed % self._every
                return
        self._number = len(builders)

    def advance(self, most: int, steps: int, budget: Budget) -> tuple[Iterator[Tour], bool]:
        """Continue; return the tours, to be read before the next call, and whether there is more.

        The search stops with `most` cycles, after about `steps` steps, or at a limit.
        """
        search = self._search
        if search is None:
            return iter(()), False
        before = search.state.passed
        more = search.advance(max(most, self._trees.batch), steps, budget)
        tours = self._tree.read(search.cycles(), search.count)
        if self._trees.numbered:
            if not search.state.depth:  # no decision is left, though `more` may still be true
                self._open(self._number + 1)
            more = self._search is not None
        if self._trees.selective:
            return self._count(tours), more
        self.passed += search.state.passed - before
        return tours, more

    def _count(self, tours: Iterator[Tour]) -> Iterator[Tour]:
        for tour in tours:
            self.passed += 1
            yield tour

    def decisions(self) -> list[int]:
        """Return the decisions that lead to the current state of the search."""
        within = [] if self._search is None else kernel.decisions(self._search.state)
        if not self._trees.numbered:
            return within
        # Without decisions, a tree has not begun; there is no tree after the end of all.
        return [2 * self._number, *(within or (BEGINNING if self._search else ()))]


def renumber(neighbours: Sequence[Sequence[int]], seed: int) -> tuple[list[list[int]], list[int]]:
    """Number the vertices of a graph at random; return it, and the old number of each vertex."""
    names = list(range(len(neighbours)))
    Random(seed).shuffle(names)
    number = {name: v for v, name in enumerate(names)}
    return [sorted(number[w] for w in neighbours[name]) for name in names], names


class LineFeed:
    """The tours of a problem with numbers inside, by backtracking; see :class:`TreeFeed`.

    The tour `first` comes first, if it is known. `selection` filters the tours. The lines begin
    with the first `held` decisions. If `search` is given, it helps at once, and keeps its clauses
    for the next feed. If `directed`, a tour whose reverse answers the problem counts twice.

    >>> feed = LineFeed(Problem("3x4", clues={"a1": 3}))
    >>> tours, more = feed.advance(100, 100_000, Budget())
    >>> len(list(tours)), more
    (4, False)
    """

    method = "backtracking"
    strides = False

    def __init__(
        self,
        problem: Problem,
        passed: int = 0,
        decisions: Sequence[int] = BEGINNING,
        seed: int = 0,
        selection: Selection | None = None,
        first: Sequence[int] = (),
        held: int = 0,
        search: NumberSearch | None = None,
        directed: bool = False,
    ) -> None:
        self.passed, self.nodes, self._held = passed, 0, held
        self._patience = sizes().patience
        self._leap_at = self._patience if search is None else 0
        self._numbers = search
        self._problem, self._selection = problem, selection
        self._graph = graph = problem.graph()
        self._indptr, self._indices = graph.indptr.tolist(), graph.indices.tolist()
        self._shift, self._clues, self._starts = _lines(problem)
        if seed:
            shuffle = Random(seed).shuffle
            shuffle(self._starts)
            for begin, end in pairwise(self._indptr):
                row = self._indices[begin:end]
                shuffle(row)
                self._indices[begin:end] = row
        line = [*first[self._shift :], *first[: self._shift]]
        if line:
            self._starts.sort(key=lambda v: v != line[0])
        for v, w in pairwise(line):
            row = self._row(v)
            row.sort(key=lambda u, w=w: u != w)  # type: ignore[misc]
            self._indices[self._indptr[v] : self._indptr[v + 1]] = row
        self._start = 0
        self._some, self._directed = may_go_back(problem), directed
        resumes = tuple(decisions) != BEGINNING
        if resumes:
            self._start = decisions[0] >> 1 if decisions else -1
            if not 0 <= self._start <= len(self._starts):
                raise LostError
        if self._start < len(self._starts):
            self._state = self._new_state()
            if resumes and not self._replay([decision >> 1 for decision in decisions[1:]]):
                raise LostError

    def advance(self, most: int, steps: int, budget: Budget) -> tuple[Iterator[Tour], bool]:
        """Continue; see :meth:`TreeFeed.advance`."""
        found: list[Tour] = []
        if self._selection is not None:
            most = max(most, MARKED_BATCH)
        most = min(most, max(1, BATCH_SQUARES // self._problem.size))
        end = self.nodes + steps

        def portion(size: int) -> tuple[int, int]:
            nodes, stop = self._state.nodes, min(end, self._leap_at)
            status = backtracking.search(self._state, min(size, stop - self.nodes))
            made = self._state.nodes - nodes
            self.nodes += made
            if status == backtracking.RUNNING and self.nodes >= stop:
                status = PAUSED
            return status, made

        with suppress(LimitHit):  # return the tours found before the limit
            while self._start < len(self._starts) and len(found) < most and self.nodes < end:
                if self.nodes >= self._leap_at:
                    self._leap(budget)
                    continue
                status = drive(portion, budget)
                if status == backtracking.FOUND:
                    tours = list(self._tours(list(self._state.path)))
                    found += tours
                    if tours:
                        self._leap_at = self.nodes + self._patience
                elif status == backtracking.EXHAUSTED:
                    self._start = len(self._starts) if self._held else self._start + 1
                    if self._start < len(self._starts):
                        self._state = self._new_state()
        if self._selection is not None:
            found = list(self._selection(iter(found)))
        self.passed += len(found)
        return iter(found), self._start < len(self._starts)

    def _leap(self, budget: Budget) -> None:
        """Continue to where the next line is entered, or to the end."""
        if self._numbers is None:
            self._numbers = NumberSearch(self._problem)
        search, size = self._numbers, self._problem.size
        if search.too_large or size < 2:
            self._leap_at = self.nodes + self._patience
            return

        def answer(line: Sequence[int], barred: Sequence[int] = ()) -> list[int] | None:
            found = search.run(budget, line, barred, self._shift)
            return found and found[self._shift :] + found[: self._shift]

        start, line, tour = self._start, [], None
        path = list(self._state.path[: self._state.depth])
        for depth in range(min(len(path), size - 1), max(self._held, 1) - 1, -1):
            line = path[:depth]
            tour = answer(line, self._row(line[-1])[: self._tried(depth)])
            if tour is not None:
                break
        while tour is None and not self._held and start + 1 < len(self._starts):
            start += 1
            line = [self._starts[start]]
            tour = answer(line)
        if tour is None:
            self._start = len(self._starts)
            return
        slots = [self._row(v).index(w) for v, w in pairwise(line)]
        tried = self._tried(len(line)) if start == self._start else 0
        while len(line) < size:
            row = self._row(line[-1])
            for slot in range(tried, row.index(tour[len(line)])):
                if row[slot] not in line and (other := answer([*line, row[slot]])) is not None:
                    tour = other
                    break
            line.append(tour[len(line)])
            slots.append(row.index(line[-1]))
            tried = 0
        self._start = start
        self._state = self._new_state()
        be_sure(self._replay(slots), "a step of the listing is missing")
        self._leap_at = self.nodes + self._patience

    def _row(self, v: int) -> list[int]:
        """Return the neighbours of a vertex, in the order in which they are tried."""
        return self._indices[self._indptr[v] : self._indptr[v + 1]]

    def _tried(self, depth: int) -> int:
        """Return how many neighbours have been tried at a vertex of the path, counted from 1."""
        v = self._state.path[depth - 1]
        return self._state.cursor[depth - 1] - self._indptr[v]

    def options(self, taken: Sequence[int]) -> list[int]:
        """Return what may be decided after some decisions: starts, then neighbours, by number."""
        if not taken:
            return list(range(len(self._starts)))
        line = [self._starts[taken[0]]]
        for slot in taken[1:]:
            line.append(self._row(line[-1])[slot])
        wanted = {number: v for v, number in self._clues.items()}.get(len(line) + 1)
        return [
            slot
            for slot, w in enumerate(self._row(line[-1]))
            if w not in line and (w == wanted if wanted is not None else w not in self._clues)
        ]

    def decisions(self) -> list[int]:
        """Return the number of the start, of the neighbour at each step, and of the next to try."""
        decisions = [self._start]
        if self._start < len(self._starts):
            state = self._state
            for i in range(state.depth):
                tried = state.cursor[i] - self._indptr[state.path[i]]
                decisions.append(tried - 1 if i + 1 < state.depth else tried)
        return [2 * number for number in decisions]

    def _back(self, start: int) -> list[int] | None:
        """Return the vertices before a start in a directed graph; None in others."""
        graph = self._graph
        return graph.predecessors(start) if graph.directed else None

    def _new_state(self) -> backtracking.State:
        start = self._starts[self._start]
        state = backtracking.new_state(
            self._indptr, self._indices, start,
            clues=self._clues, closed=self._problem.closed, back=self._back(start),
            order=() if self._shift else self._problem.precedences(),
        )  # fmt: skip
        state.floor = max(self._held, 1)
        return state

    def _replay(self, tried: list[int]) -> bool:
        """Follow decisions from the start; return whether they are valid."""
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
            if len(state.after) and (onward := state.after[w]) >= 0:
                state.mark[onward] = state.opened[onward]
            state.cursor[i + 1] = self._indptr[w]
            state.depth, state.fresh = i + 2, 0
        return False

    def _tours(self, line: list[int]) -> Iterator[Tour]:
        """Yield the tour of a line, if it belongs to the listing."""
        problem = self._problem
        order = line[-self._shift :] + line[: -self._shift] if self._shift else line
        if not is_tour(problem, order):
            return  # a forced move is not used, or a waypoint comes too early
        one_way = self._directed or not (self._some and goes_back(problem, order))
        if not one_way and backwards(problem, order) < order:
            return
        yield Tour(problem.ground, tuple(order), problem.piece, problem.closed)


Feed: TypeAlias = TreeFeed | LineFeed
"""The source of the tours of a listing."""


def _lines(problem: Problem) -> tuple[int, dict[int, int], list[int]]:
    """Return the shift, the clues and the starts of a search for lines.

    A closed tour is rotated by the shift, so that it is cut at a clue. The clues are the
    numbers of vertices in the line, from 1. Lines may begin at the starts.
    """
    count, given = problem.size, problem.numbered()
    shift = min(given, default=1) - 1 if problem.closed else 0
    clues = {v: (number - 1 - shift) % count + 1 for number, v in given.items()}
    first = [v for v, number in clues.items() if number == 1]
    if first:
        del clues[first[0]]
        return shift, clues, first
    return shift, clues, [v for v in range(count) if v not in clues]
