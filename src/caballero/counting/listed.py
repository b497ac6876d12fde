"""Estimate a listing before it starts: how many tours, and how long they take.

The tree of a listing is too large to walk, so some paths down it are: D. E. Knuth's estimate
("Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975). A probe
lists a little, then a rest that is left, chosen by its share, and so on to the end. What
it finds there counts as many times as the rest was unlikely, so the mean of all probes is right on
average. Where the number of tours is published, or counted in a moment, only the work of each is
estimated so.

Invariant: a listing that ends within its first portion is measured, not estimated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from statistics import fmean
from time import perf_counter
from typing import TYPE_CHECKING, Final

from caballero.machine.arguments import called
from caballero.machine.errors import LimitReached, TooLarge
from caballero.machine.limits import Budget, pause
from caballero.model.problem import Ground, Problem
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb

from .counting import count_tours
from .estimate import PROGRAM_BYTES, Estimate, Step
from .known import known_counts
from .listing.work import TOUR_COST, Portion, Rest, Work
from .tuning import sizes

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

PROBE_WORK: Final = 2_000
"""The work of each portion of a probe."""


@verb()
def estimate_list(
    ground: Ground,
    *,
    up_to_symmetry: bool = False,
    symmetry: str | None = None,
    write: Callable[[Tour], int] | None = None,
    **asked: Unpack[Searched],
) -> Estimate:
    """Estimate what :func:`caballero.iter_tours` takes, from some paths down its tree.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        Whose tours would be listed.
    up_to_symmetry, symmetry
        Which tours; see :func:`caballero.iter_tours`.
    write : callable, optional
        The work on each tour; it returns the bytes that this takes on disk. By default a
        tour takes a byte a place, or four on more than 256.
    limits : Limits or float, optional
        When to give up estimating; a number means seconds. Never by default.

    Returns
    -------
    Estimate
        With a single step, ``list``, whose states are its tours.

    Raises
    ------
    LimitReached
        If a limit was reached first.
    InvalidInput
        If the tours cannot be listed so.

    Examples
    --------
    >>> from caballero import Problem
    >>> price = estimate_list(Problem("5x6", closed=True))
    >>> price.whole.states, price.whole.measured
    (8, True)
    """
    with asking(ground, asked) as (problem, budget, _):
        pause()
        work = Work(problem, up_to_symmetry=up_to_symmetry, symmetry=symmetry)
        bytes_of = called("write", write) or _bytes_of
        portion = Portion(work, most=sizes().first_work)
        begun, tours, disk = perf_counter(), 0, 0
        for tour in portion:
            tours += 1
            disk += bytes_of(tour)
            if not tours % 1000:
                budget.pause()
        seconds = perf_counter() - begun
        if portion.left:
            listed, walked = tours, portion.nodes + TOUR_COST * tours
            some, work_of_some = _mean(work, budget)
            total = None if symmetry else _counted(problem, budget, up_to_symmetry=up_to_symmetry)
            tours = round(some) if total is None else total
            # The first portion may be poorer in tours than the whole, or richer.
            seconds *= max(1.0, tours * work_of_some / max(1.0, some) / max(1, walked))
            disk = round(tours * (disk / listed if listed else problem.size))
        step = Step("list", tours, seconds, PROGRAM_BYTES, disk, not portion.left)
        return Estimate(problem, "listing", (step,))


def _bytes_of(tour: Tour) -> int:
    return len(tour) * (1 if len(tour) <= 2**8 else 4)


def _counted(problem: Problem, budget: Budget, *, up_to_symmetry: bool) -> int | None:
    """Return the number of the tours, if it is published, or counted in a moment."""
    for known in () if up_to_symmetry else known_counts(problem):
        part = known.directed or known.up_to_symmetry or known.kinds or known.closable is not None
        if not part and not known.refuted:
            return known.value
    with suppress(LimitReached, TooLarge):
        return int(
            count_tours(problem, up_to_symmetry=up_to_symmetry, limits=sizes().probe_seconds)
        )
    return None


def _mean(work: Work, budget: Budget) -> tuple[float, float]:
    """Return the means of all probes: of the tours, and of the work."""
    rng, begun, tuning = Random(0), perf_counter(), sizes()
    found: list[tuple[float, float]] = []
    while len(found) < tuning.least_probes or perf_counter() - begun < tuning.probe_seconds:
        found.append(_probe(work, rng, budget))
    return fmean(tours for tours, _work in found), fmean(walked for _tours, walked in found)


def _probe(work: Work, rng: Random, budget: Budget) -> tuple[float, float]:
    """Walk down the tree; return an estimate of the tours, and of the work."""
    rests: Sequence[Rest] | None = None
    weight = 1.0
    tours = walked = 0.0
    while True:
        budget.pause()
        portion = Portion(work, rests, PROBE_WORK)
        found = sum(1 for _tour in portion)
        tours += weight * found
        walked += weight * (portion.nodes + TOUR_COST * found)
        if not portion.left:
            return tours, walked
        shares = [rest.share for rest in portion.left]
        (chosen,) = rng.choices(portion.left, shares)
        weight *= sum(shares) / chosen.share
        rests = [chosen]
