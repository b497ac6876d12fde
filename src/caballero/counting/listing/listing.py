"""Listing tours: lazily, exactly, each once.

The tours are the lines and cycles of :mod:`caballero.counting.count`: an open tour and its reverse
are the same line, and a closed tour is the same wherever it begins. In a *directed* listing, each
tour that can be walked both ways is followed by its reverse.

Invariants: the tours of a problem are listed in the same order, at once or resumed from tokens; the
order may change with the version. Memory does not grow with the number of tours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Self, overload

from caballero.machine.arguments import flag, seed_of, whole
from caballero.machine.errors import InvalidInput, LimitReached
from caballero.machine.limits import Budget, LimitHit, LimitOptions
from caballero.machine.words import english, short
from caballero.model.graph import Graph, P_co
from caballero.model.problem import Ground, Problem
from caballero.model.reduction import sorted_moves
from caballero.model.tour import Tour
from caballero.proof.asking import QUESTION, asking, verb
from caballero.proof.outcome import Found, GaveUp, Impossible, Stats

from . import tokens

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.board import Square
    from caballero.model.graph import P
    from caballero.model.problem import LabelledGround, Searched, SquareGround
    from caballero.model.symmetry import Symmetry, SymmetryClass
    from caballero.proof.certificate import Certificate

    from .quotient import SymmetryConstraint
    from .sources import Feed

    class ListOptions(Searched, total=False):
        """The keywords of :func:`iter_tours`."""

        directed: bool
        up_to_symmetry: bool
        symmetry: Symmetry | SymmetryClass | str | None
        count: int | None
        every: int
        resume: str | None


STEPS: Final = 50_000
"""The steps of a feed between two positions at which a token can resume."""

MOST_TOURS: Final = 2**14
"""The most tours that a feed gives at once."""


MOST_EVERY: Final = 2**60
"""The largest ``every``: no listing comes so far, and the number of a tour fits in 63 bits."""


class Listing(Iterator[Tour[P_co]]):
    """The tours of a problem, in order; made by :func:`iter_tours`.

    Parameters as for :func:`iter_tours`, for a problem.

    Examples
    --------
    >>> from caballero import Listing, iter_tours
    >>> listing = iter_tours("3x10", closed=True)
    >>> isinstance(listing, Listing), next(listing).closed
    (True, True)
    >>> listing.position, len(list(listing)), listing.finished
    (1, 15, True)
    """

    __slots__ = (
        "_both", "_budget", "_constraint", "_digest", "_every", "_left", "_lines", "_resumes_at",
        "_seed", "_tours", "_up_to_symmetry", "certificate", "finished", "position",
        "problem",
    )  # fmt: skip

    @verb(without=QUESTION)
    def __init__(
        self,
        problem: Problem,
        *,
        directed: bool = False,
        up_to_symmetry: bool = False,
        symmetry: Symmetry | SymmetryClass | str | None = None,
        count: int | None = None,
        every: int = 1,
        seed: int = 0,
        resume: str | None = None,
        **how: Unpack[LimitOptions],
    ) -> None:
        from caballero.model.direction import goes_both_ways, may_go_back

        self._budget = Budget(**how)
        problem = Problem.of(problem)
        directed, up_to_symmetry = (
            flag("directed", directed),
            flag("up_to_symmetry", up_to_symmetry),
        )
        count = None if count is None else whole("count", count, 0)
        every, seed = min(whole("every", every, 1), MOST_EVERY), seed_of(seed)
        if up_to_symmetry and directed:
            raise InvalidInput("list-classes-directed")
        if up_to_symmetry and symmetry is not None:
            raise InvalidInput("list-both-symmetries")
        if seed and symmetry is not None:
            raise InvalidInput("list-symmetry-seed")
        self.problem = problem
        """The problem of the tours."""
        self.position = 0
        """The number of tours given or skipped, including those of earlier listings."""
        self.finished = False
        """Whether there are no more tours."""
        self.certificate: Certificate | None = None
        """Why there are no tours, if that is known; else None."""
        self._up_to_symmetry = up_to_symmetry
        self._constraint: SymmetryConstraint | None = None
        if symmetry is not None:
            from .quotient import constraint_of

            self._constraint = constraint_of(problem, symmetry)
        elif up_to_symmetry:
            from .quotient import images_of

            images_of(problem)  # refuses clues that a symmetry may keep
        self._both = directed and goes_both_ways(problem)
        self._lines = directed and may_go_back(problem) and not self._both
        self._every, self._left, self._seed = every, count, seed
        self._digest: str | None = None
        self._resumes_at: tuple[int, list[int]] | None = None  # passed and decisions, of a token
        if resume is not None:
            place = tokens.read(self._problem_digest(), resume)
            self.position = place.position
            if tuple(place.decisions) != tokens.BEGINNING:
                self._resumes_at = place.passed, place.decisions
        if count is not None:
            self._budget.total = self.position + every * count
        self._tours = self._run(resume)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Tour[P_co]:
        """Return the next tour.

        Raises
        ------
        LimitReached
            If a limit is reached first; resume from :attr:`token`.
        """
        if self._left == 0:
            raise StopIteration
        try:
            with self._budget:
                tour = next(self._tours)
        except LimitHit as hit:
            raise LimitReached(GaveUp(hit.limit, self.stats)) from None
        if self._left is not None:
            self._left -= 1
        return tour

    @property
    def has_started(self) -> bool:
        """Whether a token would save any tours or decisions."""
        return self.position > 0 or self._resumes_at is not None

    @property
    def token(self) -> str:
        """A short text for the argument `resume`: the position of the listing."""
        return self.token_at(self.position)

    def token_at(self, position: int) -> str:
        """Return the token of a position: the current position, or a tour before it."""
        passed, decisions = self._resumes_at or (0, list(tokens.BEGINNING))
        return tokens.write(self._problem_digest(), tokens.Place(position, passed, decisions))

    @property
    def stats(self) -> Stats:
        """The cost so far."""
        return Stats(self._budget.method, self._budget.nodes, self._budget.seconds)

    def __repr__(self) -> str:
        state = "finished" if self.finished else f"at {self.position}"
        ground = self.problem.ground
        what = f"{len(ground)} vertices" if isinstance(ground, Graph) else english(ground.title)
        return f"<listing of tours, {what}, {state}>"

    def _problem_digest(self) -> str:
        if self._digest is None:
            problem = self.problem
            graph = problem.graph()
            forced = [tuple(map(problem.vertex, move)) for move in sorted_moves(problem)]
            self._digest = tokens.digest(
                graph.indptr.tolist(), graph.indices.tolist(), problem.closed,
                list(problem.numbered().items()), forced, self._both, *self._options(),
            )  # fmt: skip
        return self._digest

    def _options(self) -> Iterator[str]:
        """Yield texts for the selection and the order of the tours, unless they are the default."""
        if self.problem.directed:
            yield "directed"
        if self._up_to_symmetry:
            yield "classes"
        if self._constraint is not None:
            yield self._constraint.name
        if pairs := self.problem.precedences():
            yield f"waypoints {pairs}"
        if self._lines:
            yield "directed"
        if self._seed:
            yield f"seed {self._seed}"

    def _run(self, resume: str | None) -> Iterator[Tour]:
        """Yield the tours, and update the position at which to resume."""
        budget = self._budget
        budget.pause()
        problem, each = self.problem, 2 if self._both else 1
        if problem.size == 1 and not problem.closed:
            if self.position == 0 and self._accepts_single_square():
                self.position = 1
                yield Tour(problem.ground, (0,), problem.piece)
            self.finished = True
            return
        # A feed can skip cycles if that skips both directions of a tour, or if it has only one.
        stride = self._every // each if self._every % each == 0 else 1
        passed = self._resumes_at[0] if self._resumes_at else 0
        from .sources import LostError

        try:
            feed = self._feed(passed, stride)
        except LostError:
            raise InvalidInput("token-unreadable", text=short(resume or "")) from None
        if feed is None:
            self._finish()
            return
        budget.method = feed.method
        jump = stride if feed.strides else 1
        index = passed + -passed % jump
        most, more = 1, True
        while more:
            tours, more = feed.advance(most, STEPS, budget)
            if each == self._every == 1 and index == self.position:  # nothing to skip
                for tour in tours:
                    self.position += 1
                    yield tour
                index = self.position
            for tour in tours:
                for reverse in range(each):
                    at = each * index + reverse
                    if at >= self.position and at % self._every == 0:
                        self.position = at + 1
                        yield self._reverse(tour) if reverse else tour
                index += jump
            most = min(2 * most, MOST_TOURS)
            self.position = max(self.position, each * feed.passed)
            self._resumes_at = feed.passed, feed.decisions()
            budget.done = self.position
            budget.pause()
        self._finish()

    def _finish(self) -> None:
        self.finished = True
        if self.position == 0 and self.certificate is None and self._constraint is None:
            from caballero.proof.certificate import Exhausted  # only if there are no tours

            self.certificate = Exhausted(self._budget.method, self._budget.nodes)

    def _feed(self, passed: int, stride: int) -> Feed | None:
        """Return the feed of the tours; None if there are no tours."""
        from caballero.model.direction import without_clues

        from .sources import LineFeed, TreeFeed
        from .trees import search_trees

        problem, constraint, classes = self.problem, self._constraint, self._up_to_symmetry
        plain = without_clues(problem)
        first: tuple[int, ...] = ()
        if plain is None or self._resumes_at is None:
            from caballero.find import solve

            method = "theorems" if plain is not None else None
            self._budget.method = "theorems"
            settled = solve(problem if plain is None else plain, method=method, seed=self._seed)
            if isinstance(settled, Impossible):
                self.certificate = settled.certificate
                return None
            if plain is None and isinstance(settled, GaveUp):
                raise LimitHit(settled.limit)
            if isinstance(settled, Found):
                first = settled.tour.order
        decisions = self._resumes_at[1] if self._resumes_at else tokens.BEGINNING
        if plain is None:
            selection = None
            if classes or constraint is not None:
                from . import quotient

                if constraint is not None and not constraint.cases:
                    return None
                selection = quotient.selection(problem, constraint)
            return LineFeed(
                problem, passed, decisions, self._seed, selection, first, directed=self._lines
            )

        trees = search_trees(problem, constraint, classes=classes, seed=self._seed)
        if trees is None:
            return None
        every = 1 if trees.selective else stride
        return TreeFeed(trees, passed, decisions, every)

    def _accepts_single_square(self) -> bool:
        """Return whether the tour of a single square is selected."""
        if self._constraint is None:
            return True
        kinds = self._constraint.kinds
        return kinds.accepts((1 << 2 * len(kinds.images)) - 1)

    def _reverse(self, tour: Tour) -> Tour:
        from .sources import backwards

        return replace(tour, order=tuple(backwards(self.problem, tour.order)))


@overload
def iter_tours(ground: LabelledGround[P], **how: Unpack[ListOptions]) -> Listing[P]: ...
@overload
def iter_tours(ground: SquareGround, **how: Unpack[ListOptions]) -> Listing[Square]: ...
@overload
def iter_tours(ground: Ground, **how: Unpack[ListOptions]) -> Listing: ...
@verb()
def iter_tours(
    ground: Ground,
    *,
    directed: bool = False,
    up_to_symmetry: bool = False,
    symmetry: Symmetry | SymmetryClass | str | None = None,
    count: int | None = None,
    every: int = 1,
    resume: str | None = None,
    **asked: Unpack[Searched],
) -> Listing:
    """List all tours of a board or graph, each once.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        ``8``, ``"5x9"``, a drawing, a graph, or a whole problem; then no other constraints are
        allowed.
    closed, start, end, clues, forced, forbidden, waypoints, ends, piece, surface
        See :class:`Problem`.
    directed : bool
        List each tour that answers the problem in both directions twice, once for each direction.
    up_to_symmetry : bool
        List a tour of each class under the symmetries of the board: the least of
        its images, as in :meth:`Tour.canonical`. Only symmetries that keep the problem count.
    symmetry : Symmetry, SymmetryClass or str, optional
        List only the tours with this symmetry. A kind, or its name, selects the tours of exactly
        this kind: ``asymmetric``, ``reflection``, ``half-turn-direct``, ``half-turn-oblique``,
        ``several``. A symmetry of the board, or its name, selects all tours that it keeps, even if
        others keep them, too: ``half-turn``, ``quarter-turn``, ``left-right``, ``upside-down``,
        ``main-diagonal``, ``other-diagonal``.
    count : int, optional
        List at most this many tours.
    every : int
        List every N-th tour, beginning with the first; the others cost less, but they are
        searched for, too.
    seed : int
        List the same tours in another order, which the seed determines; 0 is the order of the
        search. The first tours are no random sample, because they are alike: see
        :func:`caballero.sample_tours`.
    resume : str, optional
        The :attr:`~Listing.token` of an earlier listing of the same tours: continue after the
        last tour that it gave. `count` and `every` may differ.
    limits, timeout, callback
        When to give up, never by default, and a function to call with a :class:`Progress`.

    Returns
    -------
    Listing
        An iterator of verified tours. The search begins with the first ``next``.

    Raises
    ------
    InvalidInput
        If the problem makes no sense, or the token belongs to another problem.
    LimitReached
        By the iterator, if a limit is reached first; its token remains valid.

    Notes
    -----
    The order is that of the search, always the same in a version: at the end of a fragment
    with the fewest edges left, each edge is tried, by the number of the square it leads to. A
    seed renumbers the squares. With numbers inside the tour, a tour is found first; then comes
    backtracking, which a search for numbers helps to the next tour.

    Tours with a symmetry are searched on the quotient of the board, which has half or a quarter
    of its squares; that is much faster. A listing up to symmetry searches all tours, and keeps
    their order.

    Memory does not depend on the number of tours. A listing resumes from a token as quickly as
    it began.

    Examples
    --------
    >>> from caballero import iter_tours
    >>> len(list(iter_tours("5x5"))), len(list(iter_tours("5x5", directed=True)))
    (864, 1728)
    >>> listing = iter_tours(8, closed=True, count=3)
    >>> tours = list(listing)
    >>> fourth = next(iter_tours(8, closed=True, resume=listing.token))
    >>> fourth == list(iter_tours(8, closed=True, count=4))[3]
    True

    With a seed the same tours come in another order:

    >>> tours, others = (list(iter_tours("5x6", closed=True, seed=seed)) for seed in (0, 1))
    >>> tours == others, set(tours) == set(others)
    (False, True)

    A quarter turn keeps ten closed tours of 6×6, of five classes:

    >>> len(list(iter_tours(6, closed=True, symmetry="quarter-turn")))
    10
    >>> len(list(iter_tours("3x10", closed=True, up_to_symmetry=True)))
    6
    """
    with asking(ground, asked) as (problem, _, seed):
        return Listing(
            problem, directed=directed, up_to_symmetry=up_to_symmetry, symmetry=symmetry,
            count=count, every=every, seed=seed, resume=resume,
        )  # fmt: skip
