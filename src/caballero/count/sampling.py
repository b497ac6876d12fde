"""All tours of a problem as a list that is never written down: by number, at random, evenly.

A *space* holds the states of a sweep over the board, each with its number of completions
(:mod:`caballero.kernels.sampling` says how, and whose idea it is). It finds the tour of a number
and the number of a tour, and so draws tours at random, all with the same probability: no walk
that is started often, no rejection, no hoping that a chain has mixed.

* Tours are lines and cycles, each once, as :mod:`caballero.count.count` says; ``total`` is what
  :func:`caballero.count_tours` counts. The *rank* of a tour is its number, from 0.
* The order of the ranks is that of the sweep's choices, the same at both speeds and in every
  process; it is not the order of the sequences of squares, and another version may have another.
* Wide boards have too many states for that. Two sweeps that meet in the middle take their place
  (:mod:`.half_space`, which has an order of its own).
* A tour that leaves is, of the ways to write its line that answer the problem, the smallest
  sequence. So it begins at the start if there is one, and without any wishes a closed tour
  begins at the first square (a8 on a chessboard) and goes on to the smaller neighbour.

Invariants: a space never changes; no tour leaves that was not judged against the problem.
"""

from __future__ import annotations

import operator
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, Protocol

from caballero.board import Board
from caballero.errors import (
    InvalidInput,
    InvalidProblem,
    InvalidTour,
    LimitReached,
    NoTour,
    TooLarge,
)
from caballero.graph import Graph, NetworkxGraph
from caballero.limits import Budget, LimitHit, Limits, Progress
from caballero.outcome import GaveUp, Impossible, Stats
from caballero.problem import Place, Problem
from caballero.reduction import CycleQuestion, cycle_question
from caballero.tour import Tour

from .counting import without_clues

if TYPE_CHECKING:
    from caballero.certificate import Certificate
    from caballero.kernels._speed import Ints
    from caballero.words import Message

PORTION: Final = 5_000
"""Tours that are written at once, at most."""

SOME: Final = 16
"""So many are at first; the next portions are larger, as long as they are done soon."""

SOON: Final = 0.05
"""Seconds in which a portion should be done; the budget is looked at between two."""

MANY: Final = 10_000
"""On more squares than this the numbers themselves would be too long."""

WIDE: Final = 1e9
"""From this cost of a sweep on, two halves take its place: 8x8, but not yet 7x7."""


class Cycles(Protocol):
    """The Hamiltonian cycles of a question by number: what a space of tours stands on."""

    @property
    def total(self) -> int:
        """How many there are."""

    def unranked(self, ranks: Sequence[int]) -> Ints:
        """Return the cycles of some ranks, one after the other, in the question's vertices."""

    def ranked(self, cycle: Sequence[int]) -> int:
        """Return the rank of a cycle of the question."""


# -- the tours of a problem ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TourSpace:
    """All tours of a problem, by number.

    Made by :func:`tour_space`; it never changes after that. What it needs of the engine is the
    cycles by number, so another engine may stand behind it.

    Parameters
    ----------
    problem : Problem
        What was asked.
    stats : Stats
        What it cost to make; its nodes are transitions between states, and states.
    question : CycleQuestion, optional
        The same as a question about cycles; None if there are no tours.
    cycles : Cycles, optional
        Its cycles by number.
    certificate : Certificate, optional
        Why there are no tours, if something says more than that all was tried.

    See Also
    --------
    sample_tours : the short way to a few tours.

    Examples
    --------
    >>> from caballero import TourSpace, tour_space
    >>> space = tour_space("5x5")
    >>> isinstance(space, TourSpace), space.total
    (True, 864)
    >>> space.unrank(0)
    <knight tour, 5x5, 25 squares>
    >>> space.rank(space.unrank(500))
    500
    >>> len(set(space))
    864
    """

    problem: Problem
    stats: Stats
    question: CycleQuestion | None = None
    cycles: Cycles | None = None
    certificate: Certificate | None = None

    @property
    def total(self) -> int:
        """How many tours there are; also ``len(space)``, where that is below 2^63."""
        return 0 if self.cycles is None else self.cycles.total

    def __len__(self) -> int:
        """Return the number of tours; Python says it only below 2^63."""
        return self.total

    def __bool__(self) -> bool:
        return self.total > 0

    def __iter__(self) -> Iterator[Tour]:
        """Yield every tour, by rank."""
        yield from self._written(range(self.total), self.total, Budget())

    def __repr__(self) -> str:
        ground, closed = self.problem.ground, self.problem.closed
        if isinstance(ground, Graph):
            what, where = "cycles" if closed else "paths", f"a graph of {len(ground)} vertices"
        else:
            kind = "closed" if closed else "open"
            what, where = f"{kind} {self.problem.piece.name} tours", ground.name
        return f"<space of {self.total} {what}, {where}>"

    def unrank(self, rank: int) -> Tour:
        """Return the tour of a rank.

        Parameters
        ----------
        rank : int
            From 0 to ``total - 1``.

        Returns
        -------
        Tour
            Verified.

        Raises
        ------
        InvalidInput
            If there is no such rank.
        NoTour
            If there are no tours at all.

        Notes
        -----
        Linear in the squares, times the choices at each and the width of the sweep.
        """
        at = operator.index(rank)
        self._refuse_empty()
        if not 0 <= at < self.total:
            raise InvalidInput("rank-outside", rank=at, total=self.total, last=self.total - 1)
        return next(self._written([at], 1, Budget()))

    def rank(self, tour: Tour) -> int:
        """Return the rank of a tour.

        Parameters
        ----------
        tour : Tour
            In either direction; a closed one begun anywhere.

        Raises
        ------
        InvalidTour
            If it is no tour of the problem.

        Notes
        -----
        As for :meth:`unrank`.
        """
        from .writing import as_asked, lifted

        order = as_asked(self.problem, tour)
        if order is None or self.question is None or self.cycles is None:
            raise InvalidTour("rank-no-tour", fault=_fault(self.problem, tour))
        return self.cycles.ranked(lifted(self.question, order))

    def sample(
        self,
        k: int = 1,
        *,
        seed: int = 0,
        limits: Limits | None = None,
        on_event: Callable[[Progress], None] | None = None,
    ) -> list[Tour]:
        """Draw tours at random: each is as likely as any other, however often it came before.

        Parameters
        ----------
        k : int
            How many, with replacement.
        seed : int
            The same seed draws the same tours: those of the ranks that
            ``random.Random(seed).randrange(total)`` gives one after the other.
        limits : Limits, optional
            When to give up; its nodes are tours.
        on_event : callable, optional
            Called with a :class:`Progress` a few times a second; ``done`` of ``total`` are drawn.

        Returns
        -------
        list of Tour
            Verified.

        Raises
        ------
        InvalidInput
            If `k` is negative.
        NoTour
            If there are no tours at all.
        LimitReached
            If a limit came first.

        See Also
        --------
        draw : one after the other, so that they need not all be there at the same time.

        Examples
        --------
        >>> from caballero import tour_space
        >>> tours = tour_space("5x6", closed=True).sample(1000, seed=7)
        >>> len(tours), len(set(tours))
        (1000, 8)
        """
        return list(self.draw(k, seed=seed, limits=limits, on_event=on_event))

    def draw(
        self,
        k: int,
        *,
        seed: int = 0,
        limits: Limits | None = None,
        on_event: Callable[[Progress], None] | None = None,
    ) -> Iterator[Tour]:
        """Draw the same tours as :meth:`sample`, one after the other.

        Parameters
        ----------
        k, seed, limits, on_event
            As for :meth:`sample`. The time begins with this call, and what is done between two
            tours counts, too.

        Yields
        ------
        Tour
            Verified.

        Raises
        ------
        InvalidInput, NoTour
            As for :meth:`sample`, and before the first tour is asked for.
        LimitReached
            If a limit came before the next tour.

        Examples
        --------
        >>> from caballero import tour_space
        >>> space = tour_space("5x6", closed=True)
        >>> [space.rank(tour) for tour in space.draw(3, seed=7)]
        [5, 2, 6]
        """
        if k < 0:
            raise InvalidInput("sample-negative", count=k)
        if k:
            self._refuse_empty()
        source = random.Random(seed)
        ranks = (source.randrange(self.total) for _ in range(k))
        return self._written(ranks, k, Budget(limits, on_event))

    def _refuse_empty(self) -> None:
        if not self.total:
            from caballero.certificate import Exhausted  # only where there is nothing

            certificate = self.certificate or Exhausted(self.stats.method, self.stats.nodes)
            raise NoTour(Impossible(certificate, self.stats))

    def _written(self, ranks: Iterable[int], count: int, budget: Budget) -> Iterator[Tour]:
        """Yield the tours of some ranks, judged."""
        from .ranking import FrontierCycles
        from .writing import Writer

        cycles, question = self.cycles, self.question
        if cycles is None or question is None:
            return
        if isinstance(cycles, FrontierCycles):
            cycles = cycles.hurried(count)
        budget.method, budget.done, budget.total = self.stats.method, 0, count
        waiting, portion, writer = iter(ranks), SOME, Writer(self.problem, question)
        try:
            while some := list(islice(waiting, portion)):
                begun = time.perf_counter()
                found = list(writer.tours(cycles.unranked(some), len(some)))
                taken = time.perf_counter() - begun
                if taken < SOON / 2:
                    portion = min(PORTION, 2 * portion)
                elif taken > SOON:
                    portion = max(1, portion // 2)
                for tour in found:
                    budget.spend(0)
                    yield tour
                    budget.nodes += 1
                    budget.done = budget.nodes
        except LimitHit as hit:
            raise LimitReached(GaveUp(hit.limit, _stats(budget))) from None


class _Single:
    """The one tour of a single square; it is no cycle."""

    total = 1

    def unranked(self, ranks: Sequence[int]) -> Ints:
        return [0] * len(ranks)

    def ranked(self, cycle: Sequence[int]) -> int:
        return 0


def tour_space(
    ground: Problem | Board | Graph | NetworkxGraph | str | int,
    *,
    closed: bool = False,
    start: Place | None = None,
    end: Place | None = None,
    piece: str = "knight",
    surface: str | None = None,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> TourSpace:
    """Prepare all tours of a problem, so that they can be ranked, unranked and sampled.

    Parameters
    ----------
    ground : Problem, Board, Graph, networkx.Graph, str or int
        ``8``, ``"5x9"``, a drawing, or a whole problem (then the questions below are its own).
    closed, start, end, piece, surface
        What is asked; see :meth:`Problem.of`.
    limits : Limits, optional
        When to give up. Without ``megabytes``, where the machine's memory ends.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second.

    Returns
    -------
    TourSpace
        Its ``total`` is 0 if there are none.

    Raises
    ------
    LimitReached
        If a limit came first, that of memory included.
    InvalidProblem
        If the problem gives numbers inside the tour, or makes no sense.
    TooLarge
        If the board or graph is too wide, by far for the memory of the machine perhaps.

    Notes
    -----
    Time and memory grow with the states of a sweep: exponentially in the width of the board,
    linearly in its length. A state takes some 30 bytes. Wide boards are cut in two halves, whose
    states are fewer: closed tours of 8x8 take a minute or two and 1.3 GB.

    Examples
    --------
    >>> from caballero import tour_space
    >>> tour_space("3x10", closed=True)
    <space of 16 closed knight tours, 3x10>
    """
    problem = Problem.of(ground, piece=piece, closed=closed, start=start, end=end, surface=surface)
    plain = without_clues(problem)
    if plain is None:
        raise InvalidProblem("sample-clues")
    budget = Budget(limits, on_event)
    try:
        budget.spend(0)
        return _space(problem, plain, budget, limits)
    except LimitHit as hit:
        stats = Stats(budget.method, budget.nodes, budget.seconds)
        raise LimitReached(GaveUp(hit.limit, stats)) from None
    except OverflowError as error:
        raise TooLarge("count-too-wide", count=problem.size) from error


def _space(problem: Problem, plain: Problem, budget: Budget, limits: Limits | None) -> TourSpace:
    if problem.size == 1 and not problem.closed:
        alone = CycleQuestion([[]], None, 1, 1, None, None)
        return TourSpace(problem, _stats(budget), alone, _Single())
    from caballero.find import solve  # counts do without

    budget.method = "theorems"
    settled = solve(plain, method="theorems", limits=limits)
    if isinstance(settled, Impossible):
        return TourSpace(problem, _stats(budget), certificate=settled.certificate)
    budget.method = "frontier"
    question = cycle_question(plain, lambda: budget.spend(0))
    if question is None:
        return TourSpace(problem, _stats(budget))
    if plain.size > MANY:
        raise TooLarge("count-too-wide", count=plain.size)
    from .order import ordered  # only work that takes its time needs all this
    from .ranking import frontier_cycles

    swept = ordered(plain, question)
    megabytes = limits.megabytes if limits else None
    # Whatever is free or loaded here: ranks are to be the same everywhere.
    halved = _halved(plain, question, budget, megabytes) if swept.cost >= WIDE else None
    if halved is not None:
        return TourSpace(problem, _stats(budget), *halved)
    cycles = frontier_cycles(
        swept.neighbours, swept.order, budget, megabytes=megabytes, cost=swept.cost
    )
    return TourSpace(problem, _stats(budget), question, cycles)


def _halved(
    plain: Problem, question: CycleQuestion, budget: Budget, megabytes: float | None
) -> tuple[CycleQuestion, Cycles] | None:
    """Number the cycles by two sweeps that meet in the middle, if the problem can be cut."""
    from .half_space import half_space
    from .route import route, with_one_dummy
    from .sweep import Overflow

    try:
        chosen = route(plain, budget, halves=True)
    except OverflowError:  # there is no place to cut
        return None
    if chosen is None:
        return None
    try:
        return with_one_dummy(plain, question), half_space(chosen, budget, megabytes=megabytes)
    except Overflow:  # a count of more than one int
        return None


def _stats(budget: Budget) -> Stats:
    return Stats(budget.method, budget.nodes, budget.seconds)


def _fault(problem: Problem, tour: Tour) -> Message:
    """Say what is wrong with a claimed tour, in the judge's words."""
    from caballero.judge import verify

    faults = verify(tour, problem).faults
    return faults[0].message


# -- the short ways -----------------------------------------------------------------------------


def sample_tours(
    ground: Problem | Board | Graph | NetworkxGraph | str | int,
    k: int = 1,
    *,
    seed: int = 0,
    closed: bool = False,
    start: Place | None = None,
    end: Place | None = None,
    piece: str = "knight",
    surface: str | None = None,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> list[Tour]:
    """Draw tours at random, each as likely as any other.

    Parameters
    ----------
    ground, closed, start, end, piece, surface
        What is asked; see :func:`tour_space`.
    k : int
        How many, with replacement: a tour may come again.
    seed : int
        The same seed draws the same tours.
    limits : Limits, optional
        When to give up, of the preparation and the drawing together.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second.

    Returns
    -------
    list of Tour
        Verified.

    Raises
    ------
    NoTour
        If there is none.
    InvalidInput, LimitReached
        As for :func:`tour_space`.

    See Also
    --------
    tour_space : when more is drawn later, or ranks are wanted.

    Examples
    --------
    >>> from caballero import sample_tours
    >>> sample_tours("3x10", 2, closed=True, seed=1)
    [<knight closed tour, 3x10, 30 squares>, <knight closed tour, 3x10, 30 squares>]
    """
    problem = Problem.of(ground, piece=piece, closed=closed, start=start, end=end, surface=surface)
    budget = Budget(limits)
    space = tour_space(problem, limits=limits, on_event=on_event)
    return space.sample(k, seed=seed, limits=budget.left, on_event=on_event)


def unrank(
    ground: Problem | Board | Graph | NetworkxGraph | str | int,
    rank: int,
    *,
    closed: bool = False,
    start: Place | None = None,
    end: Place | None = None,
    piece: str = "knight",
    surface: str | None = None,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> Tour:
    """Return the tour of a rank: its number among all tours of a problem, from 0.

    Parameters
    ----------
    ground, closed, start, end, piece, surface
        What is asked; see :func:`tour_space`.
    rank : int
        From 0.
    limits, on_event
        For the preparation; see :func:`tour_space`.

    Raises
    ------
    InvalidInput
        If there is no such rank; it says how many tours there are.
    NoTour, LimitReached
        As for :func:`sample_tours`.

    Examples
    --------
    >>> from caballero import rank, unrank
    >>> rank(unrank("5x6", 5, closed=True))
    5
    """
    problem = Problem.of(ground, piece=piece, closed=closed, start=start, end=end, surface=surface)
    return tour_space(problem, limits=limits, on_event=on_event).unrank(rank)


def rank(
    tour: Tour,
    *,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> int:
    """Return the rank of a tour: its number among all open, or all closed, tours of its board.

    Parameters
    ----------
    tour : Tour
        In either direction; a closed one begun anywhere.
    limits, on_event
        For the preparation; see :func:`tour_space`.

    Raises
    ------
    InvalidTour
        If it is not one.
    LimitReached
        If a limit came first.

    See Also
    --------
    TourSpace.rank : among tours with a start, an end, or moves that must be used.

    Examples
    --------
    >>> from caballero import find_tour, rank
    >>> tour = find_tour("3x10", closed=True)
    >>> rank(tour) == rank(tour.reversed()), rank(tour) in range(16)
    (True, True)
    """
    problem = Problem(tour.ground, tour.piece, tour.closed)
    return tour_space(problem, limits=limits, on_event=on_event).rank(tour)
