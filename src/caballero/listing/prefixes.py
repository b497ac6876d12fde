"""Parts of a listing: the tours below some first choices, so that others can list the rest.

A listing walks a tree of choices (:mod:`caballero.kernels.listing`). A :class:`Rest` is a piece of
that tree: a way, as in a token, and all that comes behind its last choice before the one above it
is over; where that is -1, all below. The whole is one rest. A :class:`Portion` lists some rests
until its work is enough, and says which rests are left; each can be listed by somebody else.
That is how D. Avis and C. Jordan share out a search ("mts: a light framework for parallelizing
tree search codes", Optimization Methods and Software 36, 2021): nobody has to know beforehand how
large a branch is.

Nor does anybody know how much is left. As D. E. Knuth does ("Estimating the efficiency of
backtrack programs", Mathematics of Computation 29, 1975), each choice is taken to be as large as
those beside it: so every rest has a share of the whole, and the shares of all add up to 1.

All tours are one tree, those with a symmetry one or more, on the quotient of the board
(:mod:`.symmetric`); each rest says of which tree it is.

Invariants: a portion's tours, followed by those of its rests in their order, are those of the
listing in its order; where a portion ends depends on its work alone, not on time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from caballero.count.counting import without_clues
from caballero.count.writing import Writer
from caballero.errors import InvalidInput
from caballero.kernels import listing as kernel
from caballero.kernels._speed import Ints, as_arrays, as_lists
from caballero.problem import Problem
from caballero.reduction import cycle_question
from caballero.tour import Tour

from .feeds import PLAIN_STEPS, ROOM, Feed
from .listing import BEGINNING, Listing

TOUR: Final = 6
"""What a tour costs, and a cycle that it is read from, when a choice costs 1."""
SETUP: Final = 10_000
PLAIN_SETUP: Final = 30
"""What it costs to go where a rest begins, at the compiled speed and at the other."""
FAST_ABOVE: Final = 60_000
"""The work from which on compiling pays."""
STEPS: Final = 500_000
"""Steps of one call at the compiled speed: some 20 ms."""


class Rest(NamedTuple):
    """A piece of a listing.

    Parameters
    ----------
    share : float
        About which part of the whole it is, at a guess.
    way : tuple of int
        The choices that lead to it.
    tree : int
        The number of the tree.

    Examples
    --------
    >>> from caballero.listing.prefixes import Rest
    >>> Rest(1.0, (-1,))
    Rest(share=1.0, way=(-1,), tree=0)
    """

    share: float
    way: tuple[int, ...]
    tree: int = 0


class Tree(NamedTuple):
    """A graph whose Hamiltonian cycles are searched, and what writes tours from them.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph.
    written : callable
        Takes cycles, their number, and whether they are arrays; yields verified tours.
    """

    neighbours: Sequence[Sequence[int]]
    written: Callable[[Ints, int, bool], Iterator[Tour]]


class Trees:
    """All that is to be listed.

    Parameters
    ----------
    problem : Problem
        What is asked; no numbers inside the tour.
    up_to_symmetry : bool
        Give one tour of each class.
    symmetry : str, optional
        Give the tours of one kind; see :func:`caballero.iter_tours`.

    Raises
    ------
    InvalidInput
        If the question makes no sense, or numbers inside the tour are given.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.prefixes import Trees
    >>> Trees(Problem.of(6, closed=True)).whole()
    [Rest(share=1.0, way=(-1,), tree=0)]
    """

    def __init__(
        self, problem: Problem, *, up_to_symmetry: bool = False, symmetry: str | None = None
    ) -> None:
        # It refuses what nobody can list.
        self._listing = Listing(problem, up_to_symmetry=up_to_symmetry, symmetry=symmetry)
        self.problem = problem
        """What is asked."""
        self._sieve: Callable[[Feed], Feed] | None = None
        plain = without_clues(problem)
        if plain is None:
            raise InvalidInput("run-clues")
        self.trees: list[Tree] = []
        """What is searched."""
        if symmetry is None and not up_to_symmetry:
            self._add_all(plain)
            return
        from caballero.kernels import lifting

        from . import symmetric

        if symmetry is None:
            self._add_all(plain)
            self._sieve = lambda feed: symmetric.classes_feed(problem, feed, 0)
            return
        wish = symmetric.wish_of(problem, symmetry)
        if symmetric.has_quotient(problem, wish):
            for number in range(len(wish.parts)):
                lifted = symmetric.Lifted(problem, wish, number)
                if lifted.neighbours:
                    self.trees.append(Tree(lifted.neighbours, lifted.tours))
        elif wish.parts:
            self._add_all(plain)
            kinds = wish.kinds
            self._sieve = lambda feed: symmetric.Sieve(
                feed,
                symmetric.Marked(
                    lifting.kept_by, kinds.images, problem.size, closed=problem.closed
                ),
                kinds.wanted,
                0,
            )

    def _add_all(self, plain: Problem) -> None:
        problem, question = self.problem, cycle_question(plain)
        if question is not None:
            writer = Writer(problem, question)
            self.trees.append(
                Tree(
                    question.neighbours,
                    lambda cycles, count, _fast: writer.tours(cycles, count) if count else iter(()),
                )
            )

    def whole(self) -> list[Rest]:
        """Return the rests of a listing that has not begun."""
        return [Rest(1 / len(self.trees), BEGINNING, i) for i in range(len(self.trees))]

    def only(self) -> Iterator[Tour]:
        """Yield the tour of a single square, which is no cycle."""
        if self.problem.size == 1:
            yield from self._listing

    def sifted(self, feed: RestFeed) -> Feed:
        """Return what gives only the tours that are wanted."""
        return feed if self._sieve is None else self._sieve(feed)


class Portion:
    """The tours of some rests, until the work is enough; iterate over it once.

    Parameters
    ----------
    trees : Trees
        What is to be listed.
    rests : sequence of Rest, optional
        Which part of it, in this order; the whole unless given.
    most : int
        When to end: choices, and :data:`TOUR` for each tour; there is no end unless given.

    Raises
    ------
    InvalidInput
        If a rest is not one of these trees.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.prefixes import Portion, Trees
    >>> trees = Trees(Problem.of("5x6", closed=True))
    >>> portion = Portion(trees, most=100)
    >>> len(list(portion)), len(portion.left), sum(rest.share for rest in portion.left) < 1
    (4, 2, True)
    >>> rest = Portion(trees, portion.left)
    >>> len(list(rest)), rest.left
    (4, [])
    """

    def __init__(
        self,
        trees: Trees,
        rests: Sequence[Rest] | None = None,
        most: int | None = None,
    ) -> None:
        self.left: list[Rest] = []
        """What was not reached."""
        self.nodes = 0
        """How many choices were made."""
        self._whole = rests is None
        self._rests = tuple(trees.whole() if rests is None else rests)
        self._trees, self._most = trees, most

    def __iter__(self) -> Iterator[Tour]:
        """Yield the tours, each verified."""
        most, work = self._most, 0
        fast = most is None or most >= FAST_ABOVE
        longest = STEPS if fast else PLAIN_STEPS
        if self._whole:
            yield from self._trees.only()
        for number, rest in enumerate(self._rests):
            feed = RestFeed(self._trees, rest, fast)
            sifted = self._trees.sifted(feed)
            work += SETUP if fast else PLAIN_SETUP
            more = True
            while more:
                if most is not None and work >= most and (number or feed.nodes):
                    self.left = [*feed.left(), *self._rests[number + 1 :]]
                    return
                nodes, passed = feed.nodes, feed.passed
                # Both speeds stop at the same places only if they are asked for the same steps.
                steps = longest if most is None else max(1, min(longest, most - work))
                tours, more = sifted.advance(ROOM, steps)
                for tour in tours:
                    work += TOUR
                    yield tour
                self.nodes += feed.nodes - nodes
                work += feed.nodes - nodes + TOUR * (feed.passed - passed)


class RestFeed:
    """The tours of one rest, and what is left of it.

    Parameters
    ----------
    trees : Trees
        What is to be listed.
    rest : Rest
        Which part.
    fast : bool
        Whether to take the compiled speed.

    Raises
    ------
    InvalidInput
        If there is no such rest.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.prefixes import RestFeed, Trees
    >>> trees = Trees(Problem.of("3x10", closed=True))
    >>> feed = RestFeed(trees, trees.whole()[0])
    >>> tours, more = feed.advance(5, 1_000)
    >>> len(list(tours)), more, len(feed.left()) > 0
    (5, True, True)
    """

    method = "edges"
    strides = False

    def __init__(self, trees: Trees, rest: Rest, fast: bool = False) -> None:
        if not 0 <= rest.tree < len(trees.trees) or min(rest.way, default=-2) < -1:
            raise InvalidInput("run-rest")
        self._tree, self._rest, self._fast = trees.trees[rest.tree], rest, fast
        turns = len(self._tree.neighbours)
        self._room = max(1, min(ROOM, 200_000 // turns))
        state = as_lists(kernel.new_state(self._tree.neighbours, 1))
        if rest.way != BEGINNING:
            if not kernel.follow_way(state, rest.way):
                raise InvalidInput("run-rest")
            kernel.close(state, len(rest.way) - 1)
        self._state = as_arrays(state) if fast else state

    @property
    def passed(self) -> int:
        """How many cycles were met with."""
        return int(self._state.counters[kernel.PASSED])

    @property
    def nodes(self) -> int:
        """How many choices were made."""
        return int(self._state.counters[kernel.NODES])

    def advance(self, most: int, steps: int) -> tuple[Iterator[Tour], bool]:
        """Go on for about so many steps, or until so many cycles are there."""
        fast = self._fast
        state = self._state = kernel.with_room(self._state, min(most, self._room))
        search = kernel.search.compiled if fast else kernel.search.plain
        status = search(*state, steps)
        count = int(state.counters[kernel.WRITTEN])
        cycles = state.cycles[: count * len(self._tree.neighbours)]
        return self._tree.written(cycles, count, fast), status != kernel.EXHAUSTED

    def way(self) -> list[int]:
        """Return the way to where the search is."""
        *held, _first = self._rest.way
        return [*held, *kernel.way(self._state)[len(held) :]]

    def left(self) -> list[Rest]:
        """Return what was not reached yet, the nearest first."""
        share, (*held, first), tree = self._rest
        live = len(held)
        if int(self._state.counters[kernel.DEPTH]) <= live:
            return []
        way = self.way()
        state = as_lists(kernel.new_state(self._tree.neighbours, 1))
        kernel.begin(state)
        rests = []
        for depth, choice in enumerate(way):
            if depth >= live:
                choices = _after(state, first if depth == live else -1)
                whole = sum(part for _, part in choices)
                numbers = [number for number, _ in choices]
                here = numbers.index(choice) if choice in numbers else -1
                if after := sum(part for _, part in choices[here + 1 :]):
                    rests.append(Rest(share * after / whole, tuple(way[: depth + 1]), tree))
                if here < 0:
                    break
                share *= choices[here][1] / whole
            kernel.choose(state, choice)
        return rests[::-1]


def _after(state: kernel.State, first: int) -> list[tuple[int, float]]:
    """Return the choices behind one, all if it is -1, each with its part of all there."""
    choices = kernel.options(state)
    at = [number for number, _ in choices].index(first) if first >= 0 else -1
    return choices[at + 1 :]


def shared_out(trees: Trees, rests: Sequence[Rest], most: int) -> list[list[Rest]]:
    """Part rests into groups of neighbours, none much larger than the others, so far as known.

    Parameters
    ----------
    trees : Trees
        What is listed.
    rests : sequence of Rest
        What is left of it; those that are too large are cut.
    most : int
        How many groups there are, at most.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.prefixes import Trees, shared_out
    >>> trees = Trees(Problem.of(6))
    >>> for group in shared_out(trees, trees.whole(), 3):
    ...     print(round(sum(rest.share for rest in group), 2), len(group))
    0.33 6
    0.33 6
    0.33 1
    """
    enough = sum(rest.share for rest in rests) / most
    ahead, cut = list(reversed(rests)), []
    while ahead:
        rest = ahead.pop()
        pieces = _halved(trees, rest) if rest.share > enough else [rest]
        if pieces == [rest]:
            cut.append(rest)
        else:
            ahead += reversed(pieces)
    groups: list[list[Rest]] = [[]]
    total = 0.0
    for rest in cut:
        if groups[-1] and total + rest.share / 2 > enough * len(groups):
            groups.append([])
        groups[-1].append(rest)
        total += rest.share
    return groups if cut else []


def _halved(trees: Trees, rest: Rest) -> list[Rest]:
    """Cut a rest: what is below its next choice, and what comes after that.

    It is returned as it is if a cycle is next, which no way can tell.
    """
    *held, first = rest.way
    state = as_lists(kernel.new_state(trees.trees[rest.tree].neighbours, 1))
    kernel.begin(state)
    for choice in held:
        kernel.choose(state, choice)
    (choice, part), *more = _after(state, first)
    share = rest.share * part / (part + sum(beside for _, beside in more))
    lives = kernel.choose(state, choice) and state.counters[kernel.DEPTH] > len(held) + 1
    if not lives and state.counters[kernel.PASSED]:
        return [rest]
    pieces = [Rest(share, (*held, choice, -1), rest.tree)] if lives else []
    if more:
        pieces.append(Rest(rest.share - share * lives, (*held, choice), rest.tree))
    return pieces
