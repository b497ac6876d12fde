"""Outcomes: found, impossible, or gave up.

An outcome is true if a tour was found. Its ``tour`` and its ``certificate`` are what was found, or
raise an error that says why there is none.

Invariants: a ``Found`` holds a tour that the judge accepted; an ``Impossible`` holds a
certificate (:mod:`caballero.proof.certificate`); a ``GaveUp`` claims nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Final, Generic, NoReturn, TypeAlias, TypeVar, cast

from caballero.machine.errors import InvalidInput, LimitReached, NoTour
from caballero.machine.limits import Budget, LimitHit, Limits, Progress
from caballero.machine.log import log
from caballero.machine.values import frozen
from caballero.machine.words import current_language
from caballero.model.graph import P_co
from caballero.model.tour import Tour

if TYPE_CHECKING:
    from pathlib import Path

    from caballero.machine.words import Message
    from caballero.model.problem import Problem

    from .certificate import Certificate

T = TypeVar("T")
F = TypeVar("F")


@frozen
class Phase:
    """The part of a method in a search.

    Parameters
    ----------
    method : str
        Its name.
    nodes : int
        The nodes that it used.
    seconds : float
        How long it took.
    conclusion : str
        ``found``, ``none`` (it proved that there is no tour), ``nothing`` (it gave up by
        itself, which proves nothing), ``slice-over`` (its slice was spent) or ``limit``.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> [phase.conclusion for phase in solve(Problem(8)).stats.phases][-1]
    'found'
    """

    method: str
    nodes: int
    seconds: float
    conclusion: str


@frozen
class Stats:
    """The cost of a search.

    Parameters
    ----------
    method : str
        The method that gave the answer.
    nodes : int
        Squares entered, the start included; the corresponding step of other methods. In an
        answer they are those of `method`; when a limit was reached, those of all methods.
    seconds : float
        Wall time.
    steps_back : int, optional
        Squares left again, where the method steps back.
    dead_ends : int, optional
        Squares entered from which no move was possible.
    profile : tuple of int, optional
        The nodes by depth, from depth 1, the start.
    phases : tuple of Phase, optional
        Which methods ran, if there were several.

    Examples
    --------
    >>> from caballero import Stats
    >>> Stats("warnsdorff", nodes=64, seconds=0.001).nodes
    64
    """

    method: str
    nodes: int
    seconds: float
    steps_back: int | None = None
    dead_ends: int | None = None
    profile: tuple[int, ...] = ()
    phases: tuple[Phase, ...] = ()


@frozen
class Found(Generic[P_co]):
    """A tour was found, and the judge accepted it. Truthy: ``if solve(…):``.

    Examples
    --------
    >>> from caballero import Found, Problem, solve
    >>> match solve(Problem("5x5")):
    ...     case Found(tour, stats):
    ...         print(len(tour))
    25
    """

    tour: Tour[P_co]
    stats: Stats

    def __bool__(self) -> bool:
        return True

    @property
    def certificate(self) -> NoReturn:
        """Raise :class:`InvalidInput`: there is a tour."""
        raise InvalidInput("tour-found")

    def __repr__(self) -> str:
        what = "closed tour" if self.tour.closed else "tour"
        return f"<found: {what} of {len(self.tour)} squares, by {self.stats.method}>"

    def __str__(self) -> str:
        """Return the framed board, as the tour shows it."""
        return str(self.tour)

    def _repr_svg_(self) -> str | None:
        return self.tour._repr_svg_()


@frozen
class Impossible:
    """No such tour exists, and a certificate says why. Falsy.

    Parameters
    ----------
    certificate : Certificate
        The reason, which can be checked.
    stats : Stats
        The cost of the search.
    problem : Problem, optional
        The problem, so that a notebook can draw the reason on the board.
    proof : Path, optional
        The file with the proof, if asked for and written.

    Examples
    --------
    >>> from caballero import Impossible, Problem, solve
    >>> match solve(Problem("4x9", closed=True)):
    ...     case Impossible(certificate) as outcome:
    ...         print(certificate.kind)
    ...         print(outcome.reason.text()[:41])
    theorem
    The 4×9 board has no closed knight's tour
    """

    certificate: Certificate
    stats: Stats
    problem: Problem | None = None
    proof: Path | None = None

    def __bool__(self) -> bool:
        return False

    @property
    def tour(self) -> NoReturn:
        """Raise :class:`caballero.NoTour`."""
        raise NoTour(self)

    @property
    def reason(self) -> Message:
        """Why there is no tour: that of the certificate."""
        return self.certificate.reason

    def __repr__(self) -> str:
        return f"<impossible: {self.certificate.kind}, by {self.stats.method}>"

    def __str__(self) -> str:
        """Return the reason in a sentence."""
        return str(NoTour(self))

    def _repr_html_(self) -> str:
        if self.problem is None:
            return self.certificate._repr_html_()
        from caballero.render.certificate import certificate_html

        return certificate_html(self.problem, self.certificate, current_language())


@frozen
class GaveUp:
    """No answer; nothing is claimed. Falsy: no tour was found, and there may be one.

    Only an :class:`Impossible` proves that there is none: ask with ``match`` or ``isinstance``.

    Parameters
    ----------
    limit : str
        What ended the search: ``seconds``, ``nodes`` or ``megabytes`` (a limit that was set),
        ``cancelled`` (see :func:`caballero.start`), or ``method`` (a heuristic failed, which does
        not show whether a tour exists).
    stats : Stats
        The cost until then.
    bound : int or float, optional
        No tour costs less: what branch and bound knows before its first tour.

    Examples
    --------
    >>> from caballero import GaveUp, Problem
    >>> from caballero.teaching import solve_warnsdorff
    >>> match solve_warnsdorff(Problem(5, start="b5")):
    ...     case GaveUp(limit):
    ...         print(limit)
    method
    """

    limit: str
    stats: Stats
    bound: int | float | None = None

    def __bool__(self) -> bool:
        return False

    @property
    def tour(self) -> NoReturn:
        """Raise :class:`caballero.LimitReached`."""
        raise self._error

    @property
    def certificate(self) -> NoReturn:
        """Raise :class:`caballero.LimitReached`."""
        raise self._error

    def __repr__(self) -> str:
        why = "cancelled" if self.limit == "cancelled" else f"limit of {self.limit}"
        nodes = "1 node" if self.stats.nodes == 1 else f"{self.stats.nodes} nodes"
        return f"<gave up: {why}, after {nodes}>"

    def __str__(self) -> str:
        """Return a sentence: which limit, and after how many nodes."""
        return str(self._error)

    @property
    def _error(self) -> LimitReached:
        return LimitReached(self)

    def _repr_html_(self) -> str:
        return self._error.message._repr_html_()


Outcome: TypeAlias = "Found[P_co] | Impossible | GaveUp"
"""The result of a search."""


def stats_of(budget: Budget) -> Stats:
    """Return the work that was done within a budget so far."""
    return Stats(budget.method, budget.nodes, budget.seconds)


def found(outcome: F | Impossible | GaveUp) -> F:
    """Return what was found; raise NoTour or LimitReached if it is nothing."""
    return outcome.tour if isinstance(outcome, Impossible | GaveUp) else outcome


def outcome_of(work: Callable[[], T]) -> T | Impossible | GaveUp:
    """Do some work; return the outcome of the error by which it says that it found nothing."""
    try:
        return work()
    except (NoTour, LimitReached) as error:
        return error.outcome


def log_answer(task: str, answer: object, stats: Stats) -> None:
    """Log how a task ended: its kind of answer, and its cost."""
    cost = {"method": stats.method, "nodes": stats.nodes, "seconds": stats.seconds}
    log("info", "answer", task=task, kind=type(answer).__name__, **cost)


@contextmanager
def raising_limits(budget: Budget) -> Iterator[Budget]:
    """Work within a budget; raise LimitReached, with an outcome, where it raises LimitHit."""
    try:
        with budget:
            yield budget
    except LimitHit as hit:
        raise LimitReached(GaveUp(hit.limit, stats_of(budget))) from None


def limited(
    limits: Limits | float | None = None,
    callback: Callable[[Progress], None] | None = None,
    timeout: float | None = None,
) -> AbstractContextManager[Budget]:
    """Work within a budget of its own; raise LimitReached at a limit."""
    return raising_limits(Budget(limits, callback, timeout))


def drawn(budget: Budget, items: Iterator[T]) -> Iterator[T]:
    """Yield items that are made within a budget, which does not run while the caller uses them."""
    while True:
        with raising_limits(budget):
            item = next(items, _END)
        if item is _END:
            return
        yield cast("T", item)


_END: Final = object()
