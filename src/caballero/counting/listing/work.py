"""Parts of a listing: the tours below some first decisions, to share among workers.

A listing walks a tree of decisions (:mod:`caballero.counting.kernels.listing`; with numbers inside
the tour, :mod:`.lines`). A :class:`Rest` is a piece of that tree, given by some decisions, as in a
token: the node before the last decision, with its branches after that decision; if the last
decision is -1, with all branches. The whole is a rest. A :class:`Portion` lists some rests for a
given amount of work, and has the rests that are left; each can be listed elsewhere. This is the
method of D. Avis and C. Jordan ("mts: a light framework for parallelizing tree search codes",
Optimization Methods and Software 36, 2021); the size of a branch need not be known beforehand.

The rest of the work is estimated as D. E. Knuth does ("Estimating the efficiency of backtrack
programs", Mathematics of Computation 29, 1975): sibling branches are assumed to be of equal size.
So every rest has a share of the whole, and the shares of all add up to 1.

Invariants: a portion's tours, followed by its rests' tours in their order, are the tours of the
listing in its order; a portion ends after a given amount of work, not of time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from caballero.counting.kernels import listing as kernel
from caballero.machine.errors import InvalidInput
from caballero.machine.limits import running
from caballero.model.direction import without_clues
from caballero.model.problem import Problem
from caballero.model.tour import Tour

from .lines import LineWork, Rest as Rest
from .listing import Listing
from .sources import BATCH_SQUARES, CycleSearch, LineFeed, LostError, Tree
from .tokens import BEGINNING
from .trees import search_trees

if TYPE_CHECKING:
    from .quotient import SymmetryConstraint

TOUR_COST: Final = 6
"""The cost of a tour and its cycle, in units of a decision."""
SETUP_COST: Final = 1_000
"""The cost of replaying the decisions of a rest."""
STEPS: Final = 500_000
"""The most steps between two checks of the work."""


class Work:
    """A whole listing, to be divided among workers.

    `up_to_symmetry` and `symmetry` are as in :func:`caballero.iter_tours`. Raises
    :class:`InvalidInput` if they do not fit the problem.

    >>> Work(Problem(6, closed=True)).whole()
    [Rest(share=1.0, decisions=(-1,), tree=0)]
    """

    def __init__(
        self, problem: Problem, *, up_to_symmetry: bool = False, symmetry: str | None = None
    ) -> None:
        # It refuses what cannot be listed.
        self._listing = Listing(problem, up_to_symmetry=up_to_symmetry, symmetry=symmetry)
        constraint = None
        if symmetry is not None:
            from .quotient import constraint_of

            constraint = constraint_of(problem, symmetry)
        self.trees: list[Tree] = []
        """The trees to search."""
        self.lines: LineWork | None = None
        """The lines to search, if numbers are given inside the tour."""
        if without_clues(problem) is None:
            if constraint is None or constraint.cases:
                self.lines = _line_work(problem, constraint, classes=up_to_symmetry)
            return
        trees = search_trees(problem, constraint, classes=up_to_symmetry)
        built = [build() for build in trees.builders] if trees else []
        self.trees = [tree for tree in built if tree is not None]

    def whole(self) -> list[Rest]:
        """Return the rests of a listing that has not begun."""
        if self.lines is not None:
            return self.lines.whole()
        return [Rest(1 / len(self.trees), BEGINNING, i) for i in range(len(self.trees))]

    def single(self) -> Iterator[Tour]:
        """Yield the tour of a single square, which is no cycle."""
        if self._listing.problem.size == 1:
            yield from self._listing

    def feed(self, lines: LineWork, rest: Rest) -> LineFeed:
        """Return the tours of a rest of the lines. Raises as :meth:`search`."""
        if min(rest.decisions, default=-2) < -1:
            raise InvalidInput("run-rest")
        try:
            return lines.feed(rest)
        except (LostError, IndexError):
            raise InvalidInput("run-rest") from None

    def search(self, rest: Rest) -> tuple[Tree, CycleSearch]:
        """Return the tree of a rest, and a search that ends where the rest does."""
        if not 0 <= rest.tree < len(self.trees) or min(rest.decisions, default=-2) < -1:
            raise InvalidInput("run-rest")
        tree = self.trees[rest.tree]
        try:
            search = CycleSearch(tree.neighbours, rest.decisions)
        except LostError:
            raise InvalidInput("run-rest") from None
        search.state.floor = len(rest.decisions) - 1
        return tree, search


class Portion:
    """The tours of some rests, until the work is enough; iterate over it once.

    By default the rests are the whole listing. It ends after `most` units of work: decisions, and
    :data:`TOUR_COST` for each tour. Raises :class:`InvalidInput` if there is no such rest.

    >>> work = Work(Problem("5x6", closed=True))
    >>> portion = Portion(work, most=1_100)
    >>> len(list(portion)), len(portion.left), sum(rest.share for rest in portion.left) < 1
    (4, 5, True)
    >>> rest = Portion(work, portion.left)
    >>> len(list(rest)), rest.left
    (4, [])
    """

    def __init__(
        self, work: Work, rests: Sequence[Rest] | None = None, most: int | None = None
    ) -> None:
        self.left: list[Rest] = []
        """The rests that are left."""
        self.nodes = 0
        """The number of decisions made."""
        self._is_whole = rests is None
        self._rests = tuple(work.whole() if rests is None else rests)
        self._work, self._most = work, most

    def __iter__(self) -> Iterator[Tour]:
        """Yield the tours, each verified."""
        if self._work.lines is not None:
            yield from self._along(self._work.lines)
            return
        most, spent, budget = self._most, 0, running()
        if self._is_whole:
            yield from self._work.single()
        for number, rest in enumerate(self._rests):
            tree, search = self._work.search(rest)
            state = search.state
            spent += SETUP_COST
            more = True
            while more:
                if most is not None and spent >= most and (number or state.nodes):
                    self.left = [*_rests_left(tree, rest, state), *self._rests[number + 1 :]]
                    return
                nodes, passed = state.nodes, state.passed
                steps = STEPS if most is None else max(1, min(STEPS, most - spent))
                more = search.advance(BATCH_SQUARES, steps, budget)
                for tour in tree.read(search.cycles(), search.count):
                    spent += TOUR_COST
                    yield tour
                self.nodes += state.nodes - nodes
                spent += state.nodes - nodes + TOUR_COST * (state.passed - passed)

    def _along(self, lines: LineWork) -> Iterator[Tour]:
        """Yield the tours of lines in the same way."""
        most, spent, budget = self._most, 0, running()
        for number, rest in enumerate(self._rests):
            feed = self._work.feed(lines, rest)
            spent += SETUP_COST
            more = True
            while more:
                if most is not None and spent >= most and (number or feed.nodes):
                    self.left = [*lines.left(rest, feed), *self._rests[number + 1 :]]
                    return
                nodes = feed.nodes
                steps = STEPS if most is None else max(1, min(STEPS, most - spent))
                tours, more = feed.advance(BATCH_SQUARES, steps, budget)
                for tour in tours:
                    spent += TOUR_COST
                    yield tour
                self.nodes += feed.nodes - nodes
                spent += feed.nodes - nodes


def _line_work(
    problem: Problem, constraint: SymmetryConstraint | None, *, classes: bool
) -> LineWork:
    """Return the work of a problem with numbers inside the tour."""
    selection = None
    if classes or constraint is not None:
        from .quotient import selection as selection_of

        selection = selection_of(problem, constraint)
    return LineWork(problem, selection)


def _rests_left(tree: Tree, rest: Rest, searched: kernel.State) -> list[Rest]:
    """Return the rests that a search has not reached yet, the nearest first."""
    share, (*held, first), number = rest
    live = len(held)
    if searched.fresh:
        return [rest]
    if searched.depth <= live:
        return []
    decisions = [*held, *kernel.decisions(searched)[live:]]
    state = kernel.new_state(tree.neighbours, 1)
    kernel.begin(state)
    rests = []
    for depth, decision in enumerate(decisions):
        if depth >= live:
            options = _options_after(state, first if depth == live else -1)
            whole = sum(part for _, part in options)
            numbers = [option for option, _ in options]
            here = numbers.index(decision) if decision in numbers else -1
            if after := sum(part for _, part in options[here + 1 :]):
                rests.append(Rest(share * after / whole, tuple(decisions[: depth + 1]), number))
            if here < 0:
                break
            share *= options[here][1] / whole
        kernel.choose(state, decision)
    return rests[::-1]


def _options_after(state: kernel.State, first: int) -> list[tuple[int, float]]:
    """Return the options after `first`, or all if it is -1, each with its share."""
    options = kernel.options(state)
    at = [number for number, _ in options].index(first) if first >= 0 else -1
    return options[at + 1 :]


def share_out(work: Work, rests: Sequence[Rest], most: int) -> list[list[Rest]]:
    """Group consecutive rests into at most `most` groups of similar size, splitting large rests."""
    enough = sum(rest.share for rest in rests) / most
    ahead, small = list(reversed(rests)), []
    while ahead:
        rest = ahead.pop()
        pieces = _split(work, rest) if rest.share > enough else [rest]
        if pieces == [rest]:
            small.append(rest)
        else:
            ahead += reversed(pieces)
    groups: list[list[Rest]] = [[]]
    total = 0.0
    for rest in small:
        if groups[-1] and total + rest.share / 2 > enough * len(groups):
            groups.append([])
        groups[-1].append(rest)
        total += rest.share
    return groups if small else []


def _split(work: Work, rest: Rest) -> list[Rest]:
    """Split a rest into the branch of its next decision and the branches after it.

    It stays whole if the branch is a cycle, which no decisions can express, or no decision is left.
    """
    if work.lines is not None:
        return work.lines.split(rest)
    *held, first = rest.decisions
    state = kernel.new_state(work.trees[rest.tree].neighbours, 1)
    kernel.begin(state)
    for decision in held:
        kernel.choose(state, decision)
    if not state.depth:
        return [rest]
    (decision, part), *more = _options_after(state, first)
    share = rest.share * part / (part + sum(part_after for _, part_after in more))
    lives = kernel.choose(state, decision) and state.depth > len(held) + 1
    if not lives and state.passed:
        return [rest]
    pieces = [Rest(share, (*held, decision, -1), rest.tree)] if lives else []
    if more:
        pieces.append(Rest(rest.share - share * lives, (*held, decision), rest.tree))
    return pieces
