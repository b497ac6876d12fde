"""Counting tours: the entry point, which chooses the engine and applies the convention.

An engine counts lines and cycles, as defined in :mod:`caballero.counting.count`; the rest is
arithmetic that holds for every engine:

* *directed*: twice as many, if each tour answers the problem in both directions;
* *closable*: each closed tour gives an open tour for every move that can be left out, because it is
  not forced. With free ends that is any of its n moves, with an end given either of the two moves
  there; if both ends are given, all tours can be closed or none.

Invariant: a number that this module returns is exact; if a limit is reached first, it returns no
number.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from caballero.machine.arguments import flag
from caballero.machine.errors import InvalidProblem
from caballero.machine.limits import Budget, pause
from caballero.machine.methods import chosen
from caballero.model.board import Board
from caballero.model.direction import goes_both_ways, undirected, without_clues
from caballero.model.problem import Ground, Problem, restated
from caballero.proof.asking import asking, verb
from caballero.proof.facts import is_excluded
from caballero.proof.outcome import Stats, log_answer

from .count import Count, directed_count
from .engines import ENGINES

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched
    from caballero.model.symmetry import SymmetryClass

    from .strips import Recurrence

BRUTE_SQUARES: Final = 8
"""The most squares for which brute force is quickest."""

SMALL: Final = 27
"""The most squares for which dynamic programming over subsets may be sooner than a sweep."""

STATE_STEPS: Final = 30
"""The steps of dynamic programming that take as long as a transition of a sweep."""

STRIP_ROWS: Final = 6
"""The most rows of a strip that is counted by its automaton by default."""

STRIP_COLUMNS: Final = 40
"""The fewest columns of a strip that is counted by its automaton by default."""

OPEN_SHARE: Final = 0.8
"""The share of the open tours in the work for the tours that are not closable, for progress."""


@verb()
def count_tours(
    ground: Ground,
    *,
    directed: bool = False,
    up_to_symmetry: bool = False,
    closable: bool | None = None,
    sums: str | None = None,
    method: str | None = None,
    folder: str | os.PathLike[str] | None = None,
    **asked: Unpack[Searched],
) -> Count:
    """Count the tours of a board or graph, exactly.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        ``8``, ``"5x9"``, a drawing, a graph, or a whole problem; then no other constraints are
        allowed.
    closed, start, end, clues, forced, forbidden, waypoints, ends, piece, surface
        The constraints; see :class:`Problem`.
    directed : bool
        Count tours that answer the problem in both directions twice.
    up_to_symmetry : bool
        Count tours up to symmetry of the board.
    closable : bool, optional
        Of open tours, count only the closable ones (True), or the others (False).
    sums : str, optional
        Count only tours with equal sums on lines of this kind; see
        :func:`caballero.counting.magic_tours`.
    limits, timeout, callback
        When to give up, never by default, and a function to call with a :class:`Progress`.
    method : str, optional
        A name of ``methods("count")``; ``"auto"`` and None let the program choose. A count up to
        symmetry has a method of its own.
    folder : path, optional
        A folder for a long count. If the count is killed, the next call resumes it from there. Two
        sweeps that meet keep their states there, and in memory only the states that the threads
        need; a single sweep (``"sweep"``) stores its last layer. Other methods do not use it.

    Returns
    -------
    Count
        The number, with its convention.

    Raises
    ------
    LimitReached
        If a limit was reached first; its ``outcome`` has the limit.
    UnknownName
        If there is no such method.
    InvalidProblem
        If the problem is contradictory, or the method cannot answer it.
    TooLarge
        If the board or graph is too wide to count its tours.

    Notes
    -----
    Exponential in the squares at worst; on a narrow board, in its width only.

    Examples
    --------
    >>> from caballero import count_tours
    >>> count_tours("3x4") == 8, count_tours("3x4", directed=True) == 16
    (True, True)
    >>> count_tours("4x100", closed=True)
    <0 closed knight tours, 4x100>
    >>> count_tours("4x8", sums="columns")
    <32 open knight tours, 4x8, equal sums (columns)>
    """
    method = chosen(ENGINES, method)
    directed, up_to_symmetry = flag("directed", directed), flag("up_to_symmetry", up_to_symmetry)
    closable = None if closable is None else flag("closable", closable)
    with asking(ground, asked) as (problem, budget, _):
        if closable is not None and problem.closed:
            raise InvalidProblem("count-closable-closed")
        if up_to_symmetry and (directed or closable is not None):
            raise InvalidProblem("count-classes-only")
        if sums is not None and (directed or method or closable is not None or folder is not None):
            raise InvalidProblem("count-sums")
        pause()
        if sums is not None:
            from .listing.magic import tours_with_sums

            budget.method = used = "sums"
            value = sum(1 for _ in tours_with_sums(problem, sums, up_to_symmetry=up_to_symmetry))
        elif up_to_symmetry:
            from .symmetric import classes_count

            budget.method = used = "symmetric"
            value = classes_count(problem, budget)
        else:
            plain = undirected(problem)
            value, used = _count_plain(plain, method, closable, budget, folder)
            if plain is not problem and goes_both_ways(plain):
                value *= 2
        stats = Stats(used, budget.nodes, budget.seconds)
        count = Count(value, problem, used, stats, False, up_to_symmetry, closable, sums)
        log_answer("count_tours", count, stats)
        return directed_count(count, budget) if directed else count


@verb()
def count_by_symmetry(
    ground: Ground, **asked: Unpack[Searched]
) -> dict[SymmetryClass, tuple[int, int]]:
    """Count the tours of each kind of symmetry: all of them, and up to symmetry.

    Parameters
    ----------
    problem : Problem
        Of a flat board; no clues other than start and end.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

    Returns
    -------
    dict of SymmetryClass to pair of int
        The tours of each kind, and those up to symmetry; kinds without tours are left out.

    Raises
    ------
    LimitReached
        If a limit was reached first.
    InvalidProblem
        If the board or graph cannot be counted by symmetry.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.counting import count_by_symmetry
    >>> for kind, (tours, classes) in count_by_symmetry(Problem(6, closed=True)).items():
    ...     print(kind, tours, classes)
    asymmetric 9784 1223
    half-turn-direct 68 17
    quarter-turn 10 5
    """
    from .symmetric import class_counts

    with asking(ground, asked) as (problem, budget, _):
        pause()
        return class_counts(problem, budget)


@verb()
def strip_recurrence(ground: Ground, **asked: Unpack[Searched]) -> Recurrence:
    """Find the shortest linear recurrence of the counts of all strips of a board's height.

    Parameters
    ----------
    problem : Problem
        A full board whose long side does not wrap, with no constraints but the ends of open tours.
        Its length is ignored; an end in the left half keeps its column, another end its distance
        from the last column.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

    Returns
    -------
    Recurrence
        Checked on fresh terms, and proved if the automaton is small enough.

    Raises
    ------
    LimitReached
        If a limit was reached first.
    InvalidProblem
        If the board is no such strip.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.counting import strip_recurrence
    >>> strip_recurrence(Problem("2x5", piece="wazir")).text()
    'a(n) = 3·a(n-1) - 3·a(n-2) + a(n-3)'
    """
    from .strips import recurrence

    with asking(ground, asked) as (problem, budget, _):
        pause()
        try:
            return recurrence(problem, budget)
        except OverflowError as error:
            raise InvalidProblem("count-no-strip") from error


def _count_plain(
    problem: Problem,
    method: str | None,
    closable: bool | None,
    budget: Budget,
    folder: str | os.PathLike[str] | None,
) -> tuple[int, str]:
    """Count lines or cycles; return the number and the method."""
    plain = without_clues(problem)
    if method is None:
        method = method_for(problem, closable)
        if method == "theorems":
            return 0, method
    budget.method = method
    engine = ENGINES[method]
    if engine.tells_closable:
        return engine.run(problem, budget, closable), method
    if engine.takes_clues and closable is None:
        return engine.run(problem, budget), method
    if plain is None:
        raise InvalidProblem("count-clues", method=method)
    run = rings = engine.run  # rings: for closable tours
    if engine.keeps and folder is not None:
        run = partial(run, folder=folder)
        rings = partial(run, folder=Path(folder) / "closed")
    if closable is None:
        return run(plain, budget), method
    if closable:
        return closable_count(plain, rings, budget), method
    with budget.part(0, OPEN_SHARE):
        count = run(plain, budget)
    with budget.part(OPEN_SHARE, 1):
        return count - closable_count(plain, rings, budget), method


def method_for(problem: Problem, closable: bool | None = None) -> str:
    """Return the method that counts a problem by default; it may be a theorem.

    >>> method_for(Problem(6)), method_for(Problem("4x10", closed=True))
    ('frontier', 'theorems')
    """
    if is_excluded(problem):
        return "theorems"
    if problem.size <= BRUTE_SQUARES:
        return "brute"
    plain = without_clues(problem)
    if problem.size <= SMALL and (plain or closable is None):
        steps = _sweep_steps(problem)
        if steps > 2**problem.size:  # fewer than dynamic programming takes
            from .subsets import takes

            if takes(problem, steps):
                return "subsets"
    if plain is None:
        from .clues import suits

        return "clues" if suits(problem) else "listing"
    return "strips" if _is_long_strip(plain) else "frontier"


def _sweep_steps(problem: Problem) -> float:
    """Estimate the time of a sweep of a small graph, in steps of dynamic programming.

    For random graphs of 14 to 22 vertices, and complete graphs, the transitions of a sweep grew by
    the factor ``0.82 * d**0.44`` for each vertex, where `d` is the mean degree; in directed graphs,
    three times the edges that lead from a vertex.
    """
    graph = problem.graph()
    degree = (3 if graph.directed else 1) * len(graph.indices) / problem.size
    return STATE_STEPS * float(0.82 * degree**0.44) ** problem.size


def closable_count(problem: Problem, engine: Callable[..., int], budget: Budget) -> int:
    """Count the open tours whose ends are a move apart, from the closed tours."""
    count = problem.size
    given = [end for end in (problem.start, problem.end) if end is not None]
    ring = restated(problem, closed=True, start=None, end=None)
    if count < ring.fewest:
        return 0
    if len(given) == 2:
        a, b = map(problem.vertex, given)
        return engine(problem, budget) if problem.graph().has_edge(b, a) else 0
    closed = engine(ring, budget)
    # Any move that is not forced can be left out: at a given end, or anywhere.
    if not given:
        return closed * (count - len(problem.forced))
    if problem.directed:  # the edge that leads to the start, or away from the end
        place, at = given[0], 1 if problem.start is not None else 0
        return closed * (not any(move[at] == place for move in problem.forced))
    return closed * (2 - sum(given[0] in move for move in problem.forced))


def _is_long_strip(problem: Problem) -> bool:
    """Return whether a board is a strip that is best counted by its automaton."""
    board = problem.ground
    if not isinstance(board, Board) or len(board.shape) != 2 or not board.is_box:
        return False
    if problem.forced or problem.forbidden or (problem.closed and (problem.start or problem.end)):
        return False
    low, high = sorted(board.shape)
    return low <= STRIP_ROWS and high >= STRIP_COLUMNS
