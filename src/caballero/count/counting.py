"""Counting tours: the one way in, which chooses the engine and keeps the convention.

An engine counts lines and cycles (:mod:`caballero.count.count` says what these are); all else is
arithmetic that holds for every engine:

* *directed*: twice as many, where tours can be walked both ways;
* *closable*: each closed tour makes an open one wherever a move is left out that need not be
  used. With free ends that is any of its n moves, with one end given either of the two there;
  if both are given, all tours can be closed or none.

Invariants: a number that leaves here is exact; if a limit comes first, none does.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

from caballero.board import Board
from caballero.errors import InvalidProblem, LimitReached, TooLarge, UnknownName
from caballero.facts import chess_colouring, excluded_by
from caballero.graph import Graph, NetworkxGraph
from caballero.limits import Budget, LimitHit, Limits, Progress
from caballero.outcome import GaveUp, Stats
from caballero.problem import Place, Problem
from caballero.words import short

from .brute import brute_count
from .count import Count

if TYPE_CHECKING:
    from caballero.symmetry import SymmetryClass

    from .strips import Recurrence

Answer = TypeVar("Answer")

TINY: Final = 8
"""Up to so many squares, trying everything is quickest."""

HIGHEST: Final = 6
"""Rows of a strip that is counted by its automaton unasked."""
LONG: Final = 40
"""Columns from which on a strip's automaton pays."""

MOST: Final = 0.8
"""So much of the work is taken to be the open tours, of those that cannot be closed."""


def count_tours(
    ground: Problem | Board | Graph | NetworkxGraph | str | int,
    *,
    closed: bool = False,
    start: Place | None = None,
    end: Place | None = None,
    piece: str = "knight",
    surface: str | None = None,
    directed: bool = False,
    up_to_symmetry: bool = False,
    closable: bool | None = None,
    limits: Limits | None = None,
    method: str = "auto",
    checkpoint: str | os.PathLike[str] | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> Count:
    """Count the tours of a board or graph, exactly.

    Parameters
    ----------
    ground : Problem, Board, Graph, networkx.Graph, str or int
        ``8``, ``"5x9"``, a drawing, or a whole problem (then the questions below are its own).
    closed, start, end, piece, surface
        What is asked; see :meth:`Problem.of`.
    directed : bool
        Count tours that can be walked both ways twice.
    up_to_symmetry : bool
        Count tours that a symmetry of the board takes to each other once.
    closable : bool, optional
        Of open tours, count only those that could be closed (True), or that could not (False).
    limits : Limits, optional
        When to give up; never, unless given.
    method : str
        One of ``METHODS``, or ``auto``; a count up to symmetry has one of its own.
    checkpoint : path, optional
        A folder of its own for a long count: if it is killed, it goes on from there when it is
        asked again. Only the sweeps write there.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second.

    Returns
    -------
    Count
        The number, with its convention.

    Raises
    ------
    LimitReached
        If a limit came first; its ``outcome`` says which.
    UnknownName
        If there is no such method.
    InvalidProblem
        If the question makes no sense, or the method cannot answer it.
    TooLarge
        If the board or graph is too wide to be counted at all.

    Notes
    -----
    Exponential in the squares at worst; on a narrow board, in its width only.

    Examples
    --------
    >>> from caballero import count_tours
    >>> int(count_tours("3x4")), int(count_tours("3x4", directed=True))
    (8, 16)
    >>> int(count_tours(4)), count_tours("4x100", closed=True)
    (0, <0 closed knight tours, 4x100>)
    """
    if method != "auto" and method not in METHODS:
        raise UnknownName.among("method", short(method), ["auto", *METHODS])
    problem = Problem.of(ground, piece=piece, closed=closed, start=start, end=end, surface=surface)
    if closable is not None and problem.closed:
        raise InvalidProblem("count-closable-closed")
    if up_to_symmetry and (directed or closable is not None):
        raise InvalidProblem("count-classes-only")

    def work(budget: Budget) -> tuple[int, str]:
        if up_to_symmetry:
            return _classes(problem, budget), "symmetric"
        return _counted(problem, method, closable, budget, checkpoint)

    budget = Budget(limits, on_event)
    value, used = _within(budget, work)
    stats = Stats(used, budget.nodes, budget.seconds)
    count = Count(value, problem, used, stats, False, up_to_symmetry, closable)
    return count.as_directed() if directed else count


def count_by_symmetry(
    problem: Problem,
    *,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> dict[SymmetryClass, tuple[int, int]]:
    """Count the tours of each kind of symmetry: all of them, and the essentially different ones.

    Parameters
    ----------
    problem : Problem
        What is asked, of a flat board of two dimensions; no clues but start and end.
    limits : Limits, optional
        When to give up; never, unless given.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second.

    Returns
    -------
    dict of SymmetryClass to pair of int
        How many tours there are of each kind, and how many up to symmetry; kinds without tours
        are left out.

    Raises
    ------
    LimitReached
        If a limit came first.
    InvalidProblem, TooLarge
        If the board or graph cannot be counted so.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count import count_by_symmetry
    >>> for kind, (tours, classes) in count_by_symmetry(Problem.of(6, closed=True)).items():
    ...     print(kind, tours, classes)
    asymmetric 9784 1223
    half-turn-direct 68 17
    quarter-turn 10 5
    """
    from .symmetric import class_counts

    return _within(Budget(limits, on_event), partial(class_counts, problem))


def strip_recurrence(
    problem: Problem,
    *,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> Recurrence:
    """Find the shortest linear recurrence of the counts of all strips as high as a board.

    Parameters
    ----------
    problem : Problem
        A full board whose long side does not wrap, and no wishes but closed or not. How long it
        is does not matter.
    limits : Limits, optional
        When to give up; never, unless given.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second.

    Returns
    -------
    Recurrence
        Checked on fresh terms, and proved where that can be done.

    Raises
    ------
    LimitReached
        If a limit came first.
    InvalidProblem
        If the board is no such strip.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count import strip_recurrence
    >>> strip_recurrence(Problem.of("2x5", piece="wazir")).text()
    'a(n) = 3·a(n-1) - 3·a(n-2) + a(n-3)'
    """
    from .strips import recurrence

    try:
        return _within(Budget(limits, on_event), partial(recurrence, problem))
    except OverflowError as error:
        raise InvalidProblem("count-no-strip") from error


def _within(budget: Budget, work: Callable[[Budget], Answer]) -> Answer:
    """Do some work within a budget; a limit becomes the exception that the caller sees."""
    try:
        budget.spend(0)
        return work(budget)
    except LimitHit as hit:
        stats = Stats(budget.method, budget.nodes, budget.seconds)
        raise LimitReached(GaveUp(hit.limit, stats)) from None


def _counted(
    problem: Problem,
    method: str,
    closable: bool | None,
    budget: Budget,
    checkpoint: str | os.PathLike[str] | None,
) -> tuple[int, str]:
    """Count lines or cycles; return the number and who counted."""
    plain = without_clues(problem)
    if method == "auto":
        if _excluded(problem):
            return 0, "theorems"
        method = (
            "brute"
            if plain is None or problem.size <= TINY
            else "strips"
            if _is_long_strip(plain)
            else "frontier"
        )
    budget.method = method
    if method == "brute":
        return brute_count(problem, budget, closable), method
    if plain is None:
        raise InvalidProblem("count-clues", method=method)
    engine = METHODS[method]
    if checkpoint is not None and method in SWEEPS:
        engine = partial(engine, folder=checkpoint)
    if closable is None:
        return engine(plain, budget), method
    if closable:
        return closable_count(plain, engine, budget), method
    with budget.part(0, MOST):
        count = engine(plain, budget)
    with budget.part(MOST, 1):
        return count - closable_count(plain, engine, budget), method


def _excluded(problem: Problem) -> bool:
    """Whether a look at the question is enough to say that there is no tour."""
    if problem.size < (3 if problem.closed else 1) or excluded_by(problem) is not None:
        return True
    colouring = chess_colouring(problem)
    return colouring is not None and not colouring.allows(problem)


def without_clues(problem: Problem) -> Problem | None:
    """Say the same with ends alone, if numbers are given that mean no more than that.

    Returns
    -------
    Problem or None
        None if numbers inside the tour are given; of a closed tour, if more than two neighbouring
        ones are, for it may begin anywhere.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count.counting import without_clues
    >>> without_clues(Problem.of(5, clues={"a1": 1})).start
    (4, 0)
    >>> without_clues(Problem.of(6, closed=True, clues={"a1": 7})).clues
    ()
    >>> without_clues(Problem.of(5, clues={"a1": 7})) is None
    True
    """
    count, given = problem.size, problem.numbered()
    first, last = given.get(1), given.get(count)
    if problem.closed:
        low, high = min(given, default=1), max(given, default=1)
        if len(given) < 2:
            first = last = None
        elif len(given) == 2 and high - low == 1 and count > 2:
            first, last = given[high], given[low]
        elif given.keys() != {1, count}:
            return None
    elif given.keys() - {1, count}:
        return None
    ends = [None if v is None else problem.place(v) for v in (first, last)]
    return replace(problem, start=ends[0], end=ends[1], clues=())


Engine = Callable[..., int]


def closable_count(problem: Problem, engine: Engine, budget: Budget) -> int:
    """Count the open tours whose ends are a move apart, by way of the closed ones.

    Parameters
    ----------
    problem : Problem
        An open problem without clues.
    engine : callable
        What counts lines and cycles.
    budget : Budget
        What it may spend.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count import brute_count
    >>> from caballero.count.counting import closable_count
    >>> from caballero.limits import Budget
    >>> closable_count(Problem.of("2x3", piece="wazir"), brute_count, Budget())
    6
    """
    count = problem.size
    given = [end for end in (problem.start, problem.end) if end is not None]
    if count < 3:
        return 0
    if len(given) == 2:
        a, b = map(problem.vertex, given)
        return engine(problem, budget) if problem.graph().has_edge(a, b) else 0
    closed = engine(replace(problem, closed=True, start=None, end=None), budget)
    # The move that is left out may be any that is not forced: at a given end, or anywhere.
    moves = [move for move in problem.forced if not given or given[0] in move]
    return closed * ((2 if given else count) - len(moves))


def _classes(problem: Problem, budget: Budget) -> int:
    """Count the classes of tours under the symmetries of the board."""
    from .symmetric import classes_count

    budget.method = "symmetric"
    return classes_count(problem, budget)


def _strip(problem: Problem, budget: Budget) -> int:
    """Count a long strip column by column."""
    from .strips import strip_count

    try:
        return strip_count(problem, budget)
    except OverflowError as error:
        raise InvalidProblem("count-no-strip") from error


def _is_long_strip(problem: Problem) -> bool:
    """Whether a board is so long that its columns are better counted by their automaton."""
    board = problem.ground
    if not isinstance(board, Board) or len(board.shape) != 2 or board.holes or any(board.wraps):
        return False
    if problem.start or problem.end or problem.forced or problem.forbidden:
        return False
    low, high = sorted(board.shape)
    return low <= HIGHEST and high >= LONG


def _swept(
    problem: Problem,
    budget: Budget,
    *,
    halves: bool | None,
    folder: str | os.PathLike[str] | None = None,
) -> int:
    """Count by a sweep over the board, or by two that meet in the middle."""
    from .frontier import frontier_count  # what is excluded at once does without

    if problem.size < 3:
        return brute_count(problem, budget)
    try:
        return frontier_count(problem, budget, halves=halves, folder=folder)
    except OverflowError as error:
        raise TooLarge("count-too-wide", count=problem.size) from error


SWEEPS: Final[Mapping[str, Engine]] = MappingProxyType(
    {
        "frontier": partial(_swept, halves=None),
        "sweep": partial(_swept, halves=False),
        "halves": partial(_swept, halves=True),
    }
)
"""One sweep, two that meet in the middle, or whichever is cheaper."""

METHODS: Final[Mapping[str, Engine]] = MappingProxyType(
    {"brute": brute_count, **SWEEPS, "strips": _strip}
)
"""The engines by name: each counts lines or cycles, and takes no clues but for ``brute``."""
