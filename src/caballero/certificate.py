"""Certificates: why there is no tour, in a way that can be checked.

A certificate holds its ``reason`` in words, the data behind it, and ``check``, which confirms
the reason against the problem in time linear in the board, without any search and without the
code that found it. Whoever distrusts the solver reads ``check``, and the facts it rests on
(:mod:`caballero.facts`).

Invariant: ``check`` of a certificate that a solver hands out is true for its problem, unless it
is :class:`Exhausted`, which has nothing short to check and says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .board import Board
from .errors import InvalidSquare
from .facts import colour_counts, colours_allow, component, excluded_by, misplaced
from .problem import Place, Problem
from .words import Message


@dataclass(frozen=True, slots=True)
class Imbalance:
    """There are too many squares of one colour, or a number would fall on the wrong one.

    Each move changes the colour, so the colours alternate along a tour: one colour has the odd
    numbers, the other the even ones.

    Parameters
    ----------
    counts : tuple of int
        How many squares have the colour of the top left one, and how many the other.
    place, number : optional
        A square whose given number is on the wrong colour, if the counts alone allow a tour.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> problem = Problem.of("5x5", piece="giraffe", closed=True)
    >>> certificate = solve(problem).certificate
    >>> certificate.counts, certificate.check(problem)
    ((13, 12), True)
    >>> print(certificate.reason)  # doctest: +ELLIPSIS
    The colours must alternate along a closed tour, but there are 13 squares of one ...
    """

    counts: tuple[int, int]
    place: Place | None = None
    number: int | None = None
    closed: bool = False
    name: str = ""
    kind = "colours"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        data = {"first": max(self.counts), "second": min(self.counts)}
        if self.place is not None:
            return Message("colours-number", {**data, "place": self.name, "number": self.number})
        return Message("colours-closed" if self.closed else "colours-open", data)

    def check(self, problem: Problem) -> bool:
        """Confirm the reason: count the colours again.

        Linear in the number of holes and given numbers.
        """
        counts = colour_counts(problem)
        if counts is None or counts != self.counts or problem.closed != self.closed:
            return False
        if self.place is None:
            return abs(counts[0] - counts[1]) > (0 if problem.closed else 1)
        vertex = _vertex(problem, self.place)
        return vertex is not None and (self.number, vertex) in misplaced(problem, counts)


@dataclass(frozen=True, slots=True)
class Theorem:
    """A published theorem says that a board of these sides has no such tour.

    Parameters
    ----------
    name : str
        ``schwenk`` for closed knight's tours, ``cull-de-curtins`` for open ones.
    sides : tuple of int
        The two sides of the board, the smaller first.

    References
    ----------
    A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics
    Magazine 64 (1991) 325–332. P. Cull and J. De Curtins, "Knight's tour revisited",
    Fibonacci Quarterly 16 (1978) 276–285. G. H. J. van Rees, "Knight's tours and circuits on
    the 3 × n chessboard", Bulletin of the ICA 16 (1996) 81–86.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> problem = Problem.of("4x4")
    >>> certificate = solve(problem).certificate
    >>> certificate.name, certificate.sides, certificate.check(problem)
    ('cull-de-curtins', (4, 4), True)
    """

    name: str
    sides: tuple[int, int]
    kind = "theorem"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        return Message(f"theorem-{self.name}", {"rows": self.sides[0], "columns": self.sides[1]})

    def check(self, problem: Problem) -> bool:
        """Confirm that the theorem is about this problem and excludes it; constant time."""
        board = problem.ground
        sides = isinstance(board, Board) and tuple(sorted(board.shape)) == self.sides
        return sides and excluded_by(problem) == self.name


@dataclass(frozen=True, slots=True)
class Unreachable:
    """No sequence of moves leads from one place to another.

    Parameters
    ----------
    place, origin : place
        The two.
    names : tuple of str
        What they are called.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> problem = Problem.of("3x5 cylinder", piece="dabbaba")
    >>> solve(problem).certificate.check(problem)
    True
    """

    place: Place
    origin: Place
    names: tuple[str, str]
    kind = "unreachable"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        return Message("unreachable", {"place": self.names[0], "origin": self.names[1]})

    def check(self, problem: Problem) -> bool:
        """Confirm it by walking everywhere from the origin; linear in the number of moves."""
        origin, lost = _vertex(problem, self.origin), _vertex(problem, self.place)
        if origin is None or lost is None:
            return False
        return lost not in component(problem.graph(), origin)


@dataclass(frozen=True, slots=True)
class TooFew:
    """A closed tour needs at least three squares, an open one needs one.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> print(solve(Problem.of("1x2", piece="wazir", closed=True)).certificate.reason)
    A closed tour needs at least 3 squares, but there are 2.
    """

    count: int
    kind = "too-few"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        return Message("too-few" if self.count else "nothing-there", {"count": self.count})

    def check(self, problem: Problem) -> bool:
        """Confirm it by counting."""
        return problem.size == self.count < (3 if problem.closed else 1)


@dataclass(frozen=True, slots=True)
class Exhausted:
    """Every possibility was tried; there is no short certificate.

    Parameters
    ----------
    method : str
        The exact method that tried them.
    nodes : int
        How many nodes its search had.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teach import solve_backtracking
    >>> solve_backtracking(Problem.of(3, start="a3")).certificate
    Exhausted(method='backtracking', nodes=15)
    """

    method: str
    nodes: int
    kind = "exhausted"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        return Message("exhausted", {"method": self.method, "nodes": self.nodes})

    def check(self, problem: Problem) -> bool:
        """Return False: nothing short of the search itself could confirm it."""
        return False


Certificate: TypeAlias = Imbalance | Theorem | Unreachable | TooFew | Exhausted
"""Why there is no tour."""


def imbalance_of(problem: Problem) -> Imbalance | None:
    """Return the colour argument against a problem, if there is one.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.certificate import imbalance_of
    >>> imbalance_of(Problem.of("5x5", start="a1")) is None
    True
    """
    counts = colour_counts(problem)
    if counts is None or colours_allow(problem, counts):
        return None
    if abs(counts[0] - counts[1]) > (0 if problem.closed else 1):
        return Imbalance(counts, closed=problem.closed)
    number, vertex = next(iter(misplaced(problem, counts)))
    place = problem.place(vertex)
    return Imbalance(counts, place, number, problem.closed, problem.place_name(place))


def _vertex(problem: Problem, place: Place) -> int | None:
    """The number of a place, None if the problem has no such place."""
    try:
        return problem.vertex(place)
    except InvalidSquare:
        return None
