"""Parts of a listing with numbers inside the tour; see :mod:`.work`.

A rest is a position of a :class:`~.sources.LineFeed`: its decisions are the number of the start and
the decisions of the neighbours along a line. The branches of a decision are assumed to be of equal
size. A rest begins with the search for numbers, so that no worker backtracks where no tour is.

Invariant: the tours of the pieces of a rest, in their order, are the tours of the rest.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from caballero.find import solve
from caballero.find.numbers import NumberSearch
from caballero.model.problem import Problem
from caballero.proof.outcome import Found

from .sources import LineFeed, LostError, Selection
from .tokens import BEGINNING


class Rest(NamedTuple):
    """A piece of a listing: about this share of the whole, below these decisions, in this tree."""

    share: float
    decisions: tuple[int, ...]
    tree: int = 0


class LineWork:
    """The listing of a problem with numbers inside the tour, to be divided.

    >>> from caballero.machine.limits import Budget
    >>> work = LineWork(Problem("3x4", clues={"a1": 3}))
    >>> rest = Rest(1.0, (-1,))
    >>> tours, more = work.feed(rest).advance(100, 100_000, Budget())
    >>> len(list(tours)), more
    (4, False)
    >>> [round(piece.share, 2) for piece in work.split(rest)]
    [0.09, 0.91]
    """

    __slots__ = ("_first", "_problem", "_search", "_selection", "_whole")

    def __init__(self, problem: Problem, selection: Selection | None = None) -> None:
        self._problem, self._selection = problem, selection
        self._first = _known_tour(problem)
        self._whole = LineFeed(problem, first=self._first)
        self._search = NumberSearch(problem)

    def whole(self) -> list[Rest]:
        """Return the rest of a listing that has not begun; none if there is no tour."""
        return [Rest(1.0, BEGINNING)] if self._first else []

    def feed(self, rest: Rest) -> LineFeed:
        """Return the tours of a rest. Raises :class:`LostError` if there is no such rest."""
        if rest.tree:
            raise LostError
        *held, first = rest.decisions
        if held:
            decisions = [2 * number for number in (*held, first + 1)]
        else:
            decisions = [2 * (first + 1), 0] if first >= 0 else [*BEGINNING]
        return LineFeed(
            self._problem,
            decisions=decisions,
            selection=self._selection,
            first=self._first,
            held=len(held),
            search=self._search,
        )

    def left(self, rest: Rest, feed: LineFeed) -> list[Rest]:
        """Return the pieces that a feed of a rest has not reached yet, the nearest first."""
        share, (*held, first), _ = rest
        *path, cursor = [number // 2 for number in feed.decisions()]
        if not path:  # at the end
            return []
        rests = []
        for depth in range(len(held), len(path) + 1):
            options = self._options(path[:depth], first if depth == len(held) else -1)
            last = path[depth] if depth < len(path) else cursor - 1
            after = sum(1 for option in options if option > last)
            if after:
                part = share * after / len(options)
                rests.append(Rest(part, (*path[:depth], last)))
            if options:
                share /= len(options)
        return rests[::-1]

    def split(self, rest: Rest) -> list[Rest]:
        """Split a rest at its next decision, if any, and the branch is no line."""
        *held, first = rest.decisions
        options = self._options(held, first)
        if not options or len(held) + 1 >= self._problem.size:
            return [rest]
        share = rest.share / len(options)
        pieces = [Rest(share, (*held, options[0], -1))]
        if len(options) > 1:
            pieces.append(Rest(rest.share - share, (*held, options[0])))
        return pieces

    def _options(self, held: list[int], first: int) -> list[int]:
        """Return the options after `first`, or all if it is -1."""
        try:
            return [option for option in self._whole.options(held) if option > first]
        except IndexError:
            raise LostError from None


@lru_cache(maxsize=1)
def _known_tour(problem: Problem) -> tuple[int, ...]:
    """Return a tour, or nothing if there is none; a worker looks for it once."""
    outcome = solve(problem)
    return outcome.tour.order if isinstance(outcome, Found) else ()
