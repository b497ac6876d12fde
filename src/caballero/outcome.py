"""Outcomes: found, impossible, or gave up.

Invariants: a ``Found`` holds a tour that the judge accepted; an ``Impossible`` holds a
certificate (:mod:`caballero.certificate`); a ``GaveUp`` claims nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from .tour import Tour

if TYPE_CHECKING:
    from .certificate import Certificate
    from .problem import Problem


@dataclass(frozen=True, slots=True)
class Phase:
    """One method's part in a search.

    Parameters
    ----------
    method : str
        Which one.
    nodes : int
        What it spent.
    seconds : float
        How long it took.
    conclusion : str
        ``found``, ``none`` (it proved that there is no tour), ``nothing`` (it gave up by
        itself, which proves nothing), ``turn-over`` (others were let try) or ``limit``.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> [phase.conclusion for phase in solve(Problem.of(8)).stats.phases][-1]
    'found'
    """

    method: str
    nodes: int
    seconds: float
    conclusion: str


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search cost.

    Parameters
    ----------
    method : str
        The method that gave the answer.
    nodes : int
        Squares entered, the start included; the corresponding step of other methods.
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


@dataclass(frozen=True, slots=True)
class Found:
    """A tour was found, and the judge accepted it.

    Examples
    --------
    >>> from caballero import Found, Problem, solve
    >>> match solve(Problem.of("5x5")):
    ...     case Found(tour, stats):
    ...         print(len(tour))
    25
    """

    tour: Tour
    stats: Stats

    def _repr_svg_(self) -> str | None:
        return self.tour._repr_svg_()


@dataclass(frozen=True, slots=True)
class Impossible:
    """There is no such tour.

    Parameters
    ----------
    certificate : Certificate
        Why.
    stats : Stats
        What was done to know it.
    problem : Problem, optional
        What was asked, so that a notebook can draw the reason on the board.

    Examples
    --------
    >>> from caballero import Impossible, Problem, solve
    >>> match solve(Problem.of("4x9", closed=True)):
    ...     case Impossible(certificate):
    ...         print(certificate.kind)
    theorem
    """

    certificate: Certificate
    stats: Stats
    problem: Problem | None = field(default=None, repr=False)

    def _repr_html_(self) -> str:
        if self.problem is None:
            return self.certificate._repr_html_()
        from .render.certificate import certificate_html  # shows itself, and only then looks up

        return certificate_html(self.problem, self.certificate)


@dataclass(frozen=True, slots=True)
class GaveUp:
    """No answer; nothing is claimed.

    Parameters
    ----------
    limit : str
        What ended the search: ``seconds`` or ``nodes`` (a limit that was set), or ``method``
        (a rule that can fail did fail, and cannot tell whether there is a tour).
    stats : Stats
        What was done until then.

    Examples
    --------
    >>> from caballero import GaveUp, Problem
    >>> from caballero.teach import solve_warnsdorff
    >>> match solve_warnsdorff(Problem.of(5, start="b5")):
    ...     case GaveUp(limit):
    ...         print(limit)
    method
    """

    limit: str
    stats: Stats

    def _repr_html_(self) -> str:
        from .errors import LimitReached

        return LimitReached(self).message._repr_html_()


Outcome: TypeAlias = Found | Impossible | GaveUp
"""What every search returns."""
