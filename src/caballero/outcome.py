"""Outcomes: found, impossible, or gave up; and the certificates of impossibility.

A certificate says *why* there is no tour: ``reason`` in words, the data behind it, and
``check``, which confirms the reason against the problem in time linear in the board, without
any search and without the code that found it. Whoever distrusts the solver reads ``check``.

Invariants: a ``Found`` holds a tour that the judge accepted; an ``Impossible`` holds a
certificate whose ``check`` is true, unless it is :class:`Exhausted`, which has nothing short to
check and says so; a ``GaveUp`` claims nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from .board import Board
from .graph import Graph
from .piece import KNIGHT
from .problem import Place, Problem
from .tour import Tour
from .words import Message


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
        if self.number is None or problem.numbered().get(self.number) != problem.vertex(self.place):
            return False
        return not _colour_allows(problem, counts)


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
        return self == theorem_against(problem)


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
        reached = component(problem.graph(), problem.vertex(self.origin))
        return problem.vertex(self.place) not in reached


@dataclass(frozen=True, slots=True)
class TooFew:
    """A closed tour needs at least three squares.

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
        return Message("too-few", {"count": self.count})

    def check(self, problem: Problem) -> bool:
        """Confirm it by counting."""
        return problem.closed and problem.size == self.count < 3


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


@dataclass(frozen=True, slots=True)
class Impossible:
    """There is no such tour.

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


Outcome: TypeAlias = Found | Impossible | GaveUp
"""What every search returns."""


# -- what the certificates rest on ---------------------------------------------------------


def colour_counts(problem: Problem) -> tuple[int, int] | None:
    """Return how many squares have each colour, if every move changes the colour.

    Returns
    -------
    tuple of int or None
        None on a graph, for a piece that keeps the colour, or if an odd side wraps.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.outcome import colour_counts
    >>> colour_counts(Problem.of("5x5")), colour_counts(Problem.of(8, piece="king"))
    ((13, 12), None)
    """
    board = problem.ground
    if not isinstance(board, Board) or not problem.piece.changes_colour:
        return None
    if any(wraps and side % 2 for side, wraps in zip(board.shape, board.wraps, strict=True)):
        return None
    cells = math.prod(board.shape)
    counts = [(cells + 1) // 2, cells // 2]
    for hole in board.holes:
        counts[board.colour(hole)] -= 1
    return counts[0], counts[1]


def imbalance_of(problem: Problem) -> Imbalance | None:
    """Return the colour argument against a problem, if there is one."""
    counts = colour_counts(problem)
    if counts is None or _colour_allows(problem, counts):
        return None
    if abs(counts[0] - counts[1]) > (0 if problem.closed else 1):
        return Imbalance(counts, closed=problem.closed)
    number, vertex = next(iter(_misplaced(problem, counts)))
    place = problem.place(vertex)
    return Imbalance(counts, place, number, problem.closed, problem.place_name(place))


def _colour_allows(problem: Problem, counts: tuple[int, int]) -> bool:
    if abs(counts[0] - counts[1]) > (0 if problem.closed else 1):
        return False
    return not _misplaced(problem, counts)


def _misplaced(problem: Problem, counts: tuple[int, int]) -> list[tuple[int, int]]:
    """The given numbers on the wrong colour.

    With more squares of one colour, the odd numbers belong to it. With equally many, the first
    given number decides which colour has the odd ones.
    """
    board = problem.board
    given = [(n, v, board.colour(board.square(v))) for n, v in problem.numbered().items()]
    if not given:
        return []
    odd = (given[0][2] + given[0][0] + 1) % 2
    if counts[0] != counts[1]:
        odd = 0 if counts[0] > counts[1] else 1
    return [(number, v) for number, v, colour in given if colour != (odd + number + 1) % 2]


def theorem_against(problem: Problem) -> Theorem | None:
    """Return the theorem that excludes every tour of a problem's board, if one does.

    They are about knights on plain rectangles, wherever the tour starts.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.outcome import theorem_against
    >>> theorem_against(Problem.of("4x30", closed=True)).name
    'schwenk'
    >>> theorem_against(Problem.of("3x4")) is None
    True
    """
    board = problem.ground
    if not isinstance(board, Board) or problem.piece != KNIGHT or len(board.shape) != 2:
        return None
    if board.holes or any(board.wraps):
        return None
    m, n = sorted(board.shape)
    if problem.closed:
        excluded = (m * n) % 2 == 1 or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8))
        return Theorem("schwenk", (m, n)) if excluded else None
    narrow = (m == 1 and n > 1) or m == 2
    excluded = narrow or (m, n) in {(3, 3), (3, 5), (3, 6), (4, 4)}
    return Theorem("cull-de-curtins", (m, n)) if excluded else None


def component(graph: Graph, origin: int) -> set[int]:
    """Return the vertices that can be reached from one of them; linear in the edges."""
    reached = {origin}
    waiting = [origin]
    while waiting:
        for neighbour in graph.neighbours(waiting.pop()):
            if neighbour not in reached:
                reached.add(neighbour)
                waiting.append(neighbour)
    return reached
