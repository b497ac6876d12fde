"""All tours of a problem as a virtual list, by number, and uniform samples of them.

A *space* holds the states of a sweep over the board, each with its number of completions
(:mod:`caballero.counting.kernels.sampling` explains how, and names the source). It finds the tour
of a number and the number of a tour, and so draws tours at random, all with the same probability,
without rejection or a Markov chain.

* Tours are lines and cycles, each once, as defined in :mod:`caballero.counting.count`; ``total`` is
  the result of :func:`caballero.count_tours`. The *rank* of a tour is its number, from 0. A new
  space finds its last tour and the number of that.
* The order of the ranks is that of the sweep's choices, the same for every form of the kernels and
  in every process; it is not the order of the sequences of squares, and may change between
  versions.
* Wide boards have too many states for that. For them, two sweeps meet in the middle
  (:mod:`.halves`, which has its own order).
* A tour is returned as the smallest sequence of its line that answers the problem. So it begins at
  the start if any, and without constraints a closed tour begins at the first square (a8
  on a chessboard) and continues with the smaller neighbour.

Invariants: a space never changes; every tour that it returns was verified against the problem.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, Protocol, overload

from caballero.counting.tuning import sizes
from caballero.machine.arguments import seed_of, whole
from caballero.machine.driver import Pace
from caballero.machine.errors import (
    InvalidInput,
    InvalidProblem,
    InvalidTour,
    NoTour,
    TooLarge,
    be_sure,
)
from caballero.machine.limits import Budget, LimitOptions, pause
from caballero.machine.methods import chosen
from caballero.machine.words import english
from caballero.model.direction import without_clues
from caballero.model.graph import Graph, P_co
from caballero.model.problem import Ground, Problem
from caballero.model.reduction import CycleQuestion, cycle_question
from caballero.model.tour import Tour
from caballero.proof.asking import QUESTION, asking, verb
from caballero.proof.facts import is_excluded
from caballero.proof.outcome import Impossible, Stats, drawn, raising_limits, stats_of

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.machine.kernel import Ints
    from caballero.machine.words import Message
    from caballero.model.board import Square
    from caballero.model.graph import P
    from caballero.model.problem import LabelledGround, Searched, SquareGround
    from caballero.proof.certificate import Certificate

    class SpaceOptions(Searched, total=False):
        """What :func:`tour_space` takes besides the ground."""

        method: str | None


MAX_SQUARES: Final = 10_000
"""The most squares; on larger boards, ranks are too long."""

METHODS: Final = ("sweep", "halves")
"""A single sweep, or two that meet in the middle."""


class Cycles(Protocol):
    """The Hamiltonian cycles of a question by number: the engine of a space of tours."""

    @property
    def total(self) -> int:
        """The number of cycles."""

    def unranked(self, ranks: Sequence[int]) -> Ints:
        """Return the cycles of some ranks, as an array, in the question's vertices."""

    def ranked(self, cycle: Sequence[int]) -> int:
        """Return the rank of a cycle of the question."""


# -- the tours of a problem ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TourSpace(Sequence[Tour[P_co]]):
    """All tours of a problem, by number: a sequence that computes its items.

    Made by :func:`tour_space`; it never changes after that. Any engine that numbers cycles can
    provide `cycles`.

    Parameters
    ----------
    problem : Problem
        The problem of the tours.
    stats : Stats
        The cost to make it; its nodes are transitions between states, and states.
    question : CycleQuestion, optional
        The problem as a question about cycles; None if there are no tours.
    cycles : Cycles, optional
        Its cycles by number.
    certificate : Certificate, optional
        Why there are no tours, if there is a reason other than the exhausted search.

    See Also
    --------
    sample_tours : a few random tours in a call.

    Examples
    --------
    >>> from caballero import TourSpace, tour_space
    >>> space = tour_space("5x5")
    >>> isinstance(space, TourSpace), space.total
    (True, 864)
    >>> tour = space[500]
    >>> space.rank(tour), tour in space, tour == space.unrank(500)
    (500, True, True)
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
        """The number of tours; also ``len(space)``, if it is below 2^63."""
        return 0 if self.cycles is None else self.cycles.total

    def __len__(self) -> int:
        """Return the number of tours; Python allows that only below 2^63."""
        return self.total

    def __bool__(self) -> bool:
        return self.total > 0

    @overload
    def __getitem__(self, index: int) -> Tour[P_co]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Tour[P_co]]: ...
    def __getitem__(self, index: int | slice) -> Tour | list[Tour]:
        """Return the tour of a rank, negative ranks counted from the end, or of a slice."""
        ranks = range(self.total)[index]
        if isinstance(ranks, int):
            return next(self._tours_of([ranks], 1))
        return list(self._tours_of(ranks, 0))

    def __contains__(self, tour: object) -> bool:
        """Return whether a tour answers the problem, in either direction and from any start."""
        try:
            return isinstance(tour, Tour) and self.rank(tour) >= 0
        except InvalidTour:
            return False

    def index(self, tour: Tour, start: int = 0, stop: int | None = None) -> int:
        """Return the rank of a tour, as :meth:`rank` does, if it is in the given range."""
        return range(self.total)[start:stop].index(self.rank(tour)) + start

    def __iter__(self) -> Iterator[Tour[P_co]]:
        """Yield every tour, by rank."""
        yield from self._tours_of(range(self.total), self.total)

    def __repr__(self) -> str:
        ground, closed = self.problem.ground, self.problem.closed
        if isinstance(ground, Graph):
            what, where = "cycles" if closed else "paths", f"a graph of {len(ground)} vertices"
        else:
            kind = "closed" if closed else "open"
            what, where = f"{kind} {self.problem.piece.name} tours", english(ground.title)
        return f"<space of {self.total} {what}, {where}>"

    def unrank(self, rank: int) -> Tour[P_co]:
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
        at = whole("rank", rank)
        self._refuse_empty()
        if not 0 <= at < self.total:
            raise InvalidInput("rank-outside", rank=at, total=self.total, last=self.total - 1)
        return next(self._tours_of([at], 1))

    def rank(self, tour: Tour) -> int:
        """Return the rank of a tour; time as for :meth:`unrank`.

        Parameters
        ----------
        tour : Tour
            In either direction; a closed tour from any square.

        Raises
        ------
        InvalidTour
            If it is no tour of the problem.
        """
        from caballero.counting.listing.cycles import cycle_of, line_of

        order = line_of(self.problem, tour)
        if order is None or self.question is None or self.cycles is None:
            raise InvalidTour("rank-no-tour", fault=_fault(self.problem, tour))
        return self.cycles.ranked(cycle_of(self.question, order))

    @verb(without=QUESTION)
    def sample(
        self, count: int = 1, *, seed: int = 0, **how: Unpack[LimitOptions]
    ) -> list[Tour[P_co]]:
        """Draw tours at random, with replacement, all with the same probability.

        Parameters
        ----------
        count : int
            The number of tours.
        seed : int
            The same seed draws the same tours, at the ranks that
            ``random.Random(seed).randrange(total)`` gives in turn.
        limits, timeout, callback : optional
            When to give up, where nodes are tours; and a function to call with a
            :class:`Progress`, of which ``done`` of ``total`` are drawn.

        Returns
        -------
        list of Tour
            Verified.

        Raises
        ------
        InvalidInput
            If `count` is negative.
        NoTour
            If there are no tours at all.
        LimitReached
            If a limit was reached first.

        See Also
        --------
        draw : lazily, so that they need not all be in memory at the same time.

        Examples
        --------
        >>> from caballero import Problem, tour_space
        >>> tours = tour_space(Problem("5x6", closed=True)).sample(1000, seed=7)
        >>> len(tours), len(set(tours))
        (1000, 8)
        """
        return list(self.draw(count, seed=seed, **how))

    @verb(without=QUESTION)
    def draw(
        self, count: int, *, seed: int = 0, **how: Unpack[LimitOptions]
    ) -> Iterator[Tour[P_co]]:
        """Draw the same tours as :meth:`sample`, lazily.

        Parameters
        ----------
        count, seed, limits, timeout, callback
            As for :meth:`sample`. The time begins with this call, and includes the caller's work
            between two tours.

        Yields
        ------
        Tour
            Verified.

        Raises
        ------
        InvalidInput, NoTour
            As for :meth:`sample`, before the first tour is drawn.
        LimitReached
            If a limit is reached before the next tour.

        Examples
        --------
        >>> from caballero import Problem, tour_space
        >>> space = tour_space(Problem("5x6", closed=True))
        >>> [space.rank(tour) for tour in space.draw(3, seed=7)]
        [5, 2, 6]
        """
        count = whole("count", count, 0)
        if count:
            self._refuse_empty()
        source = random.Random(seed_of(seed))
        ranks = (source.randrange(self.total) for _ in range(count))
        return self._tours_of(ranks, count, **how)

    def _refuse_empty(self) -> None:
        if not self.total:
            from caballero.proof.certificate import Exhausted  # only for an empty space

            certificate = self.certificate or Exhausted(self.stats.method, self.stats.nodes)
            raise NoTour(Impossible(certificate, self.stats))

    def _tours_of(
        self, ranks: Iterable[int], count: int, **how: Unpack[LimitOptions]
    ) -> Iterator[Tour[P_co]]:
        """Yield the tours of some ranks, verified."""
        from caballero.counting.listing.cycles import Writer

        cycles, question = self.cycles, self.question
        if cycles is None or question is None:
            return
        budget = Budget(**how)
        budget.method, budget.done, budget.total = self.stats.method, 0, count
        waiting, pace, writer = iter(ranks), Pace(), Writer(self.problem, question)

        def portion(steps: int) -> list[Tour]:
            some = list(islice(waiting, max(1, steps // self.problem.size)))
            return list(writer.tours(cycles.unranked(some), len(some)))

        def portions() -> Iterator[list[Tour]]:
            while tours := pace.run(portion):
                yield tours

        for tour in chain.from_iterable(drawn(budget, portions())):
            with raising_limits(budget):
                budget.pause()
            yield tour
            budget.nodes += 1
            budget.done = budget.nodes


class _Single:
    """The only tour of a single square, which is no cycle."""

    total = 1

    def unranked(self, ranks: Sequence[int]) -> Ints:
        return [0] * len(ranks)

    def ranked(self, cycle: Sequence[int]) -> int:
        return 0


@overload
def tour_space(ground: LabelledGround[P], **how: Unpack[SpaceOptions]) -> TourSpace[P]: ...
@overload
def tour_space(ground: SquareGround, **how: Unpack[SpaceOptions]) -> TourSpace[Square]: ...
@overload
def tour_space(ground: Ground, **how: Unpack[SpaceOptions]) -> TourSpace: ...
@verb()
def tour_space(
    ground: Ground, *, method: str | None = None, **asked: Unpack[Searched]
) -> TourSpace:
    """Prepare all tours of a problem, so that they can be ranked, unranked and sampled.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        A whole problem; ``8``, ``"5x9"``, a drawing or a graph has no constraints.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`. Without ``megabytes``, the
        machine's free memory is the limit.
    method : str, optional
        A name of ``methods("sample")``; ``"auto"`` and None let the program choose. Another method
        numbers the same tours in another order.

    Returns
    -------
    TourSpace
        Its ``total`` is 0 if there are no tours.

    Raises
    ------
    LimitReached
        If a limit was reached first, that of memory included.
    InvalidProblem
        If the problem gives numbers inside the tour, or makes no sense.
    TooLarge
        If the board or graph is too wide, or would need far more memory than the machine has.

    Notes
    -----
    Time and memory grow with the states of a sweep: exponentially in the width of the board,
    linearly in its length. A state takes some 30 bytes. Wide boards are swept in two halves, whose
    states are fewer: closed tours of 8x8 take a minute or two and 1.1 GB.

    Examples
    --------
    >>> from caballero import Problem, tour_space
    >>> tour_space(Problem("3x10", closed=True))
    <space of 16 closed knight tours, 3x10>
    """
    method = chosen(METHODS, method)
    with asking(ground, asked) as (problem, budget, _):
        pause()
        plain = without_clues(problem)
        if plain is None:
            raise InvalidProblem("sample-clues")
        try:
            space = _space(problem, plain, budget, method)
            if last := max(0, space.total - 1):
                be_sure(space.rank(space.unrank(last)) == last, "the last tour has another number")
            return space
        except OverflowError as error:
            raise TooLarge("count-too-wide", count=problem.size) from error


def _space(problem: Problem, plain: Problem, budget: Budget, method: str | None) -> TourSpace:
    if problem.size == 1 and not problem.closed:
        alone = CycleQuestion([[]], None, 1, 1, None, None)
        return TourSpace(problem, stats_of(budget), alone, _Single())
    budget.method = "theorems"
    if is_excluded(plain):
        from caballero.proof.certificate import exclusion

        return TourSpace(problem, stats_of(budget), certificate=exclusion(plain))
    budget.method = "frontier"
    from caballero.counting.sweeps.order import (  # heavy imports, only needed here
        is_too_wide,
        ordered,
    )

    if plain.size > MAX_SQUARES:
        raise TooLarge("count-too-long", count=plain.size, most=MAX_SQUARES)
    if is_too_wide(plain):
        raise TooLarge("count-too-wide", count=plain.size)
    question = cycle_question(plain)
    if question is None:
        return TourSpace(problem, stats_of(budget))

    from .whole import frontier_cycles

    swept = ordered(plain, question)
    megabytes = None if budget.bytes_left == math.inf else max(0.0, budget.bytes_left / 1e6)
    # This must not depend on the machine's memory: ranks must be the same everywhere.
    wide = swept.cost >= sizes().wide_cost if method is None else method == "halves"
    halves = _half_space(plain, question, budget, megabytes) if wide else None
    if halves is not None:
        return TourSpace(problem, stats_of(budget), *halves)
    if method == "halves":
        raise TooLarge("count-too-wide", count=plain.size)
    cycles = frontier_cycles(
        swept.neighbours, swept.order, budget, megabytes=megabytes, cost=swept.cost
    )
    return TourSpace(problem, stats_of(budget), question, cycles)


def _half_space(
    plain: Problem, question: CycleQuestion, budget: Budget, megabytes: float | None
) -> tuple[CycleQuestion, Cycles] | None:
    """Number the cycles by two sweeps that meet in the middle, if there is such a meeting place."""
    from caballero.counting.sweeps.route import route, with_one_dummy
    from caballero.counting.sweeps.sweep import Overflow

    from .halves import half_space

    try:
        chosen = route(plain, budget, halves=True)
    except OverflowError:  # there is no meeting place
        return None
    if chosen is None:
        return None
    try:
        return with_one_dummy(plain, question), half_space(chosen, budget, megabytes=megabytes)
    except Overflow:  # a count of several ints
        return None


def _fault(problem: Problem, tour: Tour) -> Message:
    """Return the judge's message about the first fault of a claimed tour."""
    from caballero.proof.judge import verify

    faults = verify(tour, problem).faults
    return faults[0].message


# -- in a single call -----------------------------------------------------------------------------


@overload
def sample_tours(
    ground: LabelledGround[P], count: int = 1, **how: Unpack[SpaceOptions]
) -> list[Tour[P]]: ...
@overload
def sample_tours(
    ground: SquareGround, count: int = 1, **how: Unpack[SpaceOptions]
) -> list[Tour[Square]]: ...
@overload
def sample_tours(ground: Ground, count: int = 1, **how: Unpack[SpaceOptions]) -> list[Tour]: ...
@verb()
def sample_tours(
    ground: Ground, count: int = 1, *, method: str | None = None, **asked: Unpack[Searched]
) -> list[Tour]:
    """Draw tours at random, with replacement, all with the same probability.

    Parameters
    ----------
    ground, method
        The problem and the method; see :func:`tour_space`.
    count : int
        The number of tours; some may be equal.
    seed : int
        The same seed draws the same tours.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

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
    tour_space : to draw more later, or for ranks.

    Examples
    --------
    >>> from caballero import Problem, sample_tours
    >>> [tour.closed for tour in sample_tours(Problem("3x10", closed=True), 2, seed=1)]
    [True, True]
    """
    with asking(ground, asked) as (problem, _, seed):
        return tour_space(problem, method=method).sample(count, seed=seed)
