"""Listing tours: lazily, exactly, each once.

What is listed are the lines and cycles of :mod:`caballero.count.count`: an open tour and the same
squares backwards are one, and so is a closed tour begun anywhere. *Directed*, each that can be
walked both ways is followed by itself backwards.

Invariants: the tours of a problem come in the same order, however they are asked for: at once or
with tokens in between, at either speed; that order is one of this version. Memory does not grow
with the number of tours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from caballero.board import Board
from caballero.errors import InvalidInput, LimitReached
from caballero.graph import Graph, NetworkxGraph
from caballero.limits import Budget, LimitHit, Limits, Progress
from caballero.outcome import GaveUp, Impossible, Stats
from caballero.problem import Place, Problem
from caballero.tour import Tour
from caballero.words import short

from . import tokens

if TYPE_CHECKING:
    from caballero.certificate import Certificate
    from caballero.symmetry import Symmetry, SymmetryClass

    from .feeds import Feed
    from .symmetric import Wish

STEPS: Final = 1_000_000
"""More than a feed takes at once."""


BEGINNING: Final = (-1,)
"""The way of a listing that has not begun."""


class Listing(Iterator[Tour]):
    """The tours of a problem, one after the other; made by :func:`iter_tours`.

    Parameters
    ----------
    problem : Problem
        What is asked.
    directed : bool
        Whether a tour is followed by itself backwards.
    up_to_symmetry : bool
        Give one tour of each class.
    symmetry : Symmetry, SymmetryClass or str, optional
        Give the tours of one kind.
    limit : int, optional
        Give so many tours at most.
    every : int
        Give one of so many, the first one included.
    seed : int, optional
        Give them in another order.
    resume : str, optional
        The token of another listing of the same tours.
    limits : Limits, optional
        When to give up.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second.

    Examples
    --------
    >>> from caballero import Listing, iter_tours
    >>> listing = iter_tours("3x10", closed=True)
    >>> isinstance(listing, Listing), next(listing)
    (True, <knight closed tour, 3x10, 30 squares>)
    >>> listing.position, len(list(listing)), listing.finished
    (1, 15, True)
    """

    __slots__ = (
        "_both",
        "_budget",
        "_every",
        "_left",
        "_limits",
        "_question",
        "_seed",
        "_tours",
        "_up_to_symmetry",
        "_way",
        "_wish",
        "certificate",
        "finished",
        "position",
        "problem",
    )  # fmt: skip

    def __init__(
        self,
        problem: Problem,
        *,
        directed: bool = False,
        up_to_symmetry: bool = False,
        symmetry: Symmetry | SymmetryClass | str | None = None,
        limit: int | None = None,
        every: int = 1,
        seed: int | None = None,
        resume: str | None = None,
        limits: Limits | None = None,
        on_event: Callable[[Progress], None] | None = None,
    ) -> None:
        from caballero.count.count import goes_both_ways

        if limit is not None and limit < 0:
            raise InvalidInput("list-negative", count=limit)
        if every < 1:
            raise InvalidInput("list-every", count=every)
        if up_to_symmetry and directed:
            raise InvalidInput("list-classes-directed")
        if up_to_symmetry and symmetry is not None:
            raise InvalidInput("list-both-symmetries")
        if seed is not None and symmetry is not None:
            raise InvalidInput("list-symmetry-seed")
        self.problem = problem
        """What is asked."""
        self.position = 0
        """How many tours were given or passed over, by earlier listings too."""
        self.finished = False
        """Whether there are no more tours."""
        self.certificate: Certificate | None = None
        """Why there are no tours, once that is known to be so."""
        self._up_to_symmetry = up_to_symmetry
        self._wish: Wish | None = None
        if symmetry is not None:
            from .symmetric import wish_of

            self._wish = wish_of(problem, symmetry)
        elif up_to_symmetry:
            from .symmetric import images_of

            images_of(problem)  # if there are none, the reason is told at once
        self._both = directed and goes_both_ways(problem)
        self._every, self._left, self._seed = every, limit, seed
        self._limits, self._budget = limits, Budget(limits, on_event)
        self._question: str | None = None
        self._way: tuple[int, list[int]] | None = None
        if resume is not None:
            place = tokens.read(self._digest(), resume)
            self.position = place.position
            if tuple(place.way) != BEGINNING:
                self._way = place.passed, place.way
        if limit is not None:
            self._budget.total = self.position + every * limit
        self._tours = self._run(resume)

    def __iter__(self) -> Listing:
        return self

    def __next__(self) -> Tour:
        """Return the next tour.

        Raises
        ------
        LimitReached
            If a limit came first; :attr:`token` tells where to go on.
        """
        if self._left == 0:
            raise StopIteration
        try:
            tour = next(self._tours)
        except LimitHit as hit:
            raise LimitReached(GaveUp(hit.limit, self.stats)) from None
        if self._left is not None:
            self._left -= 1
        return tour

    @property
    def begun(self) -> bool:
        """Whether anything was found, or searched, that a token would save."""
        return self.position > 0 or self._way is not None

    @property
    def token(self) -> str:
        """A short text that says where the listing is, for the argument `resume`."""
        return self.token_at(self.position)

    def token_at(self, position: int) -> str:
        """Return the token of a position at which the listing is, or was one tour before."""
        passed, way = self._way or (0, list(BEGINNING))
        return tokens.written(self._digest(), tokens.Place(position, passed, way))

    @property
    def stats(self) -> Stats:
        """What it cost so far."""
        return Stats(self._budget.method, self._budget.nodes, self._budget.seconds)

    def __repr__(self) -> str:
        state = "finished" if self.finished else f"at {self.position}"
        ground = self.problem.ground
        what = f"{len(ground)} vertices" if isinstance(ground, Graph) else ground.name
        return f"<listing of tours, {what}, {state}>"

    def _digest(self) -> str:
        if self._question is None:
            problem = self.problem
            graph = problem.graph()
            forced = sorted(tuple(sorted(map(problem.vertex, move))) for move in problem.forced)
            self._question = tokens.digest(
                graph.indptr.tolist(), graph.indices.tolist(), problem.closed,
                list(problem.numbered().items()), forced, self._both, *self._chosen(),
            )  # fmt: skip
        return self._question

    def _chosen(self) -> Iterator[str]:
        """Yield which of the tours are listed, unless all are, and in which order."""
        if self._up_to_symmetry:
            yield "classes"
        if self._wish is not None:
            yield self._wish.name
        if self._seed is not None:
            yield f"seed {self._seed}"

    def _run(self, resume: str | None) -> Iterator[Tour]:
        """Give the tours; the way is kept up to date."""
        budget = self._budget
        budget.spend(0)
        problem, each = self.problem, 2 if self._both else 1
        if problem.size == 1 and not problem.closed:
            if self.position == 0 and not self._leaves_out_the_only_one():
                self.position = 1
                yield Tour(problem.ground, (0,), problem.piece)
            self.finished = True
            return
        # A feed leaves out cycles where that leaves out whole pairs of directions, or none.
        stride = self._every // each if self._every % each == 0 else 1
        passed = self._way[0] if self._way else 0
        from .feeds import LostError

        try:
            feed = self._feed(passed, stride)
        except LostError:
            raise InvalidInput("token-unreadable", text=short(resume or "")) from None
        if feed is None:
            self._over()
            return
        budget.method = feed.method
        index = passed + (-passed % stride if feed.strides else 0)
        jump = stride if feed.strides else 1
        most, more = 1, True
        while more:
            nodes = feed.nodes
            tours, more = feed.advance(most, budget.room(STEPS))
            if each == self._every == 1 and index == self.position:  # nothing to leave out
                for tour in tours:
                    self.position += 1
                    yield tour
                index = self.position
            for tour in tours:
                for side in range(each):
                    at = each * index + side
                    if at >= self.position and at % self._every == 0:
                        self.position = at + 1
                        yield self._turned(tour) if side else tour
                index += jump
            most = min(2 * most, STEPS)
            self.position = max(self.position, each * feed.passed)
            self._way = feed.passed, feed.way()
            budget.done = self.position
            budget.spend(feed.nodes - nodes)
        self._over()

    def _over(self) -> None:
        self.finished = True
        if self.position == 0 and self.certificate is None and self._wish is None:
            from caballero.certificate import Exhausted  # only where there is nothing

            self.certificate = Exhausted(self._budget.method, self._budget.nodes)

    def _feed(self, passed: int, stride: int) -> Feed | None:
        """Return what gives the tours; None if there is none."""
        from caballero.count.counting import without_clues

        problem, way = self.problem, self._way[1] if self._way else None
        plain = without_clues(problem)
        if way is None:
            from caballero.find import solve

            self._budget.method = "theorems"
            asked = problem if plain is None else plain
            settled = solve(asked, method="theorems", limits=self._limits)
            if isinstance(settled, Impossible):
                self.certificate = settled.certificate
                return None
        if self._wish is not None:
            from .symmetric import symmetric_feed

            return symmetric_feed(
                problem, self._wish, passed, way, lambda: self._all(plain, passed, 1)
            )
        feed = self._all(plain, passed, 1 if self._up_to_symmetry else stride)
        if feed is not None and self._up_to_symmetry:
            from .symmetric import classes_feed

            return classes_feed(problem, feed, passed)
        return feed

    def _all(self, plain: Problem | None, passed: int, stride: int) -> Feed | None:
        """Return what gives all tours; None if there is none."""
        from .feeds import CycleFeed, LineFeed

        way = self._way[1] if self._way else None
        if plain is None:
            return LineFeed(self.problem, passed, way, self._seed)
        from caballero.reduction import cycle_question

        def pause() -> None:
            self._budget.spend(0)

        question = cycle_question(plain, pause)
        if question is None:
            return None
        return CycleFeed(
            self.problem, question, stride, passed, -passed % stride, way, self._seed, pause
        )  # fmt: skip

    def _leaves_out_the_only_one(self) -> bool:
        """Whether the tour of a single square is not of the kind that is asked for."""
        if self._wish is None:
            return False
        kinds = self._wish.kinds
        return not kinds.wanted((1 << 2 * len(kinds.images)) - 1)

    def _turned(self, tour: Tour) -> Tour:
        from .feeds import backwards

        return replace(tour, order=tuple(backwards(self.problem, tour.order)))


def iter_tours(
    ground: Problem | Board | Graph | NetworkxGraph | str | int,
    *,
    closed: bool = False,
    start: Place | None = None,
    end: Place | None = None,
    piece: str = "knight",
    surface: str | None = None,
    directed: bool = False,
    up_to_symmetry: bool = False,
    symmetry: Symmetry | SymmetryClass | str | None = None,
    limit: int | None = None,
    every: int = 1,
    seed: int | None = None,
    resume: str | None = None,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> Listing:
    """List all tours of a board or graph, one after the other, each once.

    Parameters
    ----------
    ground : Problem, Board, Graph, networkx.Graph, str or int
        ``8``, ``"5x9"``, a drawing, or a whole problem (then the questions below are its own).
    closed, start, end, piece, surface
        What is asked; see :meth:`Problem.of`.
    directed : bool
        Let each tour that can be walked both ways be followed by itself backwards.
    up_to_symmetry : bool
        Of the tours that symmetries of the board take to each other, give one: the least of
        them, as :meth:`Tour.canonical` writes it. Only symmetries that keep the question count.
    symmetry : Symmetry, SymmetryClass or str, optional
        Give only some of the tours. A kind, or its name, stands for the tours of just this kind:
        ``asymmetric``, ``reflection``, ``half-turn-direct``, ``half-turn-oblique``, ``several``.
        A symmetry of the board, or its name, stands for all tours that it keeps, whatever else
        keeps them: ``half-turn``, ``quarter-turn``, ``left-right``, ``upside-down``,
        ``main-diagonal``, ``other-diagonal``.
    limit : int, optional
        Give so many tours at most.
    every : int
        Give one of so many, the first one included; those between cost less than if they were
        given, but they are searched for all the same.
    seed : int, optional
        Give the same tours in another order; the same seed, the same order. It is not a fair
        draw, for tours that come soon are alike: see :func:`caballero.sample_tours`.
    resume : str, optional
        The :attr:`~Listing.token` of an earlier listing of the same tours: go on behind the last
        tour that it gave. `limit` and `every` may be others.
    limits : Limits, optional
        When to give up; never, unless given.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second.

    Returns
    -------
    Listing
        An iterator of verified tours. Nothing is searched before the first one is asked for.

    Raises
    ------
    InvalidInput
        If the question makes no sense, or the token is not one of it.
    LimitReached
        By the iterator, if a limit came first; its token is good all the same.

    Notes
    -----
    The order is that of the search, always the same in one version: at the end of a fragment
    with the fewest edges left, each of them is tried by the number of the square it leads to. With
    a seed, squares have other numbers.
    Numbers inside the tour are asked by plain backtracking, which is much slower.

    Tours with a symmetry are searched on the quotient of the board, of half its squares or a
    quarter of them: as much faster as those boards are smaller. One tour of each class is found
    by listing all of them; the order is that of these.

    Memory does not depend on the number of tours. A listing goes on from a token as quickly as
    it began.

    Examples
    --------
    >>> from caballero import iter_tours
    >>> len(list(iter_tours("5x5"))), len(list(iter_tours("5x5", directed=True)))
    (864, 1728)
    >>> listing = iter_tours(8, closed=True, limit=3)
    >>> tours = list(listing)
    >>> fourth = next(iter_tours(8, closed=True, resume=listing.token))
    >>> fourth == list(iter_tours(8, closed=True, limit=4))[3]
    True

    With a seed the same tours come in another order:

    >>> tours, others = (list(iter_tours("5x6", closed=True, seed=seed)) for seed in (None, 1))
    >>> tours == others, set(tours) == set(others)
    (False, True)

    A quarter turn keeps ten closed tours of 6×6, of five classes:

    >>> len(list(iter_tours(6, closed=True, symmetry="quarter-turn")))
    10
    >>> len(list(iter_tours("3x10", closed=True, up_to_symmetry=True)))
    6
    """
    problem = Problem.of(ground, piece=piece, closed=closed, start=start, end=end, surface=surface)
    return Listing(
        problem, directed=directed, up_to_symmetry=up_to_symmetry, symmetry=symmetry, limit=limit,
        every=every, seed=seed, resume=resume, limits=limits, on_event=on_event,
    )  # fmt: skip
