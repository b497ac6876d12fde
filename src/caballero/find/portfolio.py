"""The portfolio: which methods look at a problem, and in which order.

First the proofs that need no search (a theorem, the colours, unreachable squares). Then the
methods that find quickly but prove nothing; then those that also prove: the sweep over the
frontier where the board is narrow, and Warnsdorff's rule with backtracking, which is complete
on everything but may take for ever. A problem with given numbers inside the tour, or with
forced moves, goes to the last one directly.

Invariants: nothing leaves as ``Found`` that the judge did not accept; a method that cannot
prove never makes an ``Impossible``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from caballero.board import Board
from caballero.errors import LimitReached, NoTour
from caballero.facts import colour_counts, colours_allow, component, excluded_by, is_tour
from caballero.graph import Graph
from caballero.limits import Budget, LimitHit, Limits, Progress
from caballero.outcome import Found, GaveUp, Impossible, Outcome, Stats
from caballero.problem import Place, Problem
from caballero.tour import Tour

if TYPE_CHECKING:
    from caballero.certificate import Certificate

SWEPT: Final = 6
"""Boards with a side of at most this are swept at last: the frontier holds few squares."""

NARROW: Final = 4
"""On boards with a side of at most this the sweep is quicker than merging cycles."""

Answer: TypeAlias = "list[int] | Literal[False] | None"
"""A tour, False if it is proved that there is none, or nothing."""


def solve(
    problem: Problem,
    *,
    limits: Limits | None = None,
    seed: int = 0,
    on_event: Callable[[Progress], None] | None = None,
) -> Outcome:
    """Find a tour, or prove that there is none.

    Parameters
    ----------
    problem : Problem
        What is asked. If it leaves the start open, a1 is tried first.
    limits : Limits, optional
        When to give up; never, unless given.
    seed : int
        The same seed gives the same answer.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second.

    Returns
    -------
    Found, Impossible or GaveUp
        A verified tour, a certificate, or the limit that was reached.

    Notes
    -----
    On flat boards the time is nearly linear in the squares. In general the question is
    NP-complete, and no method is quick on everything.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> outcome = solve(Problem.of("5x6", closed=True))
    >>> outcome.tour.closed, len(outcome.tour)
    (True, 30)
    >>> print(solve(Problem.of("4x4")).certificate.reason)  # doctest: +ELLIPSIS
    A 4×4 board has no knight's tour (Cull and De Curtins 1978, van Rees 1996): ...
    """
    budget = Budget(limits, on_event)
    budget.method = "proofs"
    certificate = _quick_proof(problem)
    if certificate is not None:
        return Impossible(certificate, Stats("proofs", 0, budget.seconds))
    graph = problem.graph()
    certificate = _unreachable(problem, graph)
    if certificate is not None:
        return Impossible(certificate, Stats("proofs", len(graph), budget.seconds))
    try:
        budget.spend(0)
        for name, method in _methods(problem, graph, budget, seed):
            budget.method = name
            answer = method()
            stats = Stats(name, budget.nodes, budget.seconds)
            if answer is False:
                from caballero.certificate import Exhausted

                return Impossible(Exhausted(name, budget.nodes), stats)
            if answer is not None and is_tour(problem, answer):
                tour = Tour(problem.ground, tuple(answer), problem.piece, problem.closed)
                return Found(tour, stats)
    except LimitHit as hit:
        return GaveUp(hit.limit, Stats(budget.method, budget.nodes, budget.seconds))
    return _complete(problem, budget, seed)


def find_tour(
    ground: Problem | Board | Graph | str | int,
    *,
    closed: bool = False,
    start: Place | None = None,
    end: Place | None = None,
    piece: str = "knight",
    surface: str | None = None,
    limits: Limits | None = None,
    seed: int = 0,
    on_event: Callable[[Progress], None] | None = None,
) -> Tour:
    """Return a tour: the short way to :func:`solve`.

    Parameters
    ----------
    ground : Problem, Board, Graph, str or int
        ``8``, ``"5x9"``, a drawing, or a whole problem (then the questions below are its own).
    closed, start, end, piece, surface
        What is asked; see :meth:`Problem.of`.
    limits, seed, on_event
        As for :func:`solve`.

    Returns
    -------
    Tour
        Verified.

    Raises
    ------
    NoTour
        If there is none; its ``outcome`` holds the certificate.
    LimitReached
        If a limit came first.
    InvalidInput
        If the question makes no sense.

    Examples
    --------
    >>> from caballero import find_tour
    >>> find_tour(8, closed=True)
    <knight closed tour, 8x8, 64 squares>
    """
    problem = Problem.of(ground, piece=piece, closed=closed, start=start, end=end, surface=surface)
    match solve(problem, limits=limits, seed=seed, on_event=on_event):
        case Found(tour):
            return tour
        case Impossible() as outcome:
            raise NoTour(outcome)
        case GaveUp() as outcome:
            raise LimitReached(outcome)


def _quick_proof(problem: Problem) -> Certificate | None:
    """The reasons that need only a look at the question."""
    few = problem.size < (3 if problem.closed else 1)
    theorem = excluded_by(problem)
    counts = colour_counts(problem)
    if not few and theorem is None and (counts is None or colours_allow(problem, counts)):
        return None
    from caballero.certificate import Theorem, TooFew, imbalance_of

    if few:
        return TooFew(problem.size)
    if theorem is not None:
        small, large = sorted(problem.board.shape)
        return Theorem(theorem, (small, large))
    return imbalance_of(problem)


def _unreachable(problem: Problem, graph: Graph) -> Certificate | None:
    reached = component(graph, 0)
    if len(reached) == len(graph):
        return None
    from caballero.certificate import Unreachable

    lost = next(v for v in range(len(graph)) if v not in reached)
    place, origin = problem.place(lost), problem.place(0)
    return Unreachable(place, origin, (problem.place_name(place), problem.place_name(origin)))


def _methods(
    problem: Problem, graph: Graph, budget: Budget, seed: int
) -> Iterator[tuple[str, Callable[[], Answer]]]:
    """Yield the methods in the order in which they are to try.

    They know the ends of a tour only; what else a problem asks is for the complete search.
    """
    numbered = problem.numbered()
    if numbered.keys() - {1, problem.size} or problem.forced:
        return
    start, end = numbered.get(1), numbered.get(problem.size)
    if problem.size == 1:
        end = None
    # Roth's key for Warnsdorff's rule: the squares far from the centre first.
    keys = problem.ground.distances() if isinstance(problem.ground, Board) else None
    sweep = _sweep(problem, graph)
    for first in _first_choices(problem, start):
        # Each method is imported when its turn comes: most questions need only the first.
        def repaired(first: int | None = first) -> Answer:
            from .repair import repaired_tour

            return repaired_tour(
                graph, budget, closed=problem.closed, start=first, end=end, seed=seed, keys=keys
            )

        def merged(first: int | None = first) -> Answer:
            from .two_factor import two_factor_tour

            return two_factor_tour(
                graph, budget, closed=problem.closed, start=first, end=end, seed=seed
            )

        def swept(order: list[int], first: int | None = first) -> Answer:
            from .frontier import frontier_tour

            tour = frontier_tour(graph, order, budget, closed=problem.closed, start=first, end=end)
            # That there is none from the square we chose ourselves proves nothing.
            return tour or (False if first == start else None)

        yield "repair", repaired
        if sweep is None or min(problem.board.shape) > NARROW:
            yield "two-factor", merged
        if sweep is not None:
            yield "frontier", partial(swept, sweep)


def _first_choices(problem: Problem, start: int | None) -> Sequence[int | None]:
    """The start asked for; else a1 if the board has it and its colour may start, then any."""
    board = problem.ground
    if start is not None or not isinstance(board, Board) or len(board.shape) != 2:
        return [start]
    corner = (board.shape[0] - 1, 0)
    if corner not in board or problem.end == corner:
        return [None]
    if not problem.closed:
        begun = Problem(
            board, problem.piece, start=corner, end=problem.end, forbidden=problem.forbidden
        )
        counts = colour_counts(begun)
        if counts is not None and not colours_allow(begun, counts):
            return [None]
    return [board.index(corner), None]


def _sweep(problem: Problem, graph: Graph) -> list[int] | None:
    """The squares across the narrow way of a board; None where the frontier would be wide.

    Within a column the squares of few moves come first: that finds a tour soonest.
    """
    board = problem.ground
    if not isinstance(board, Board) or len(board.shape) != 2 or any(board.wraps):
        return None
    if min(board.shape) > SWEPT:
        return None
    across = 1 if board.shape[0] <= board.shape[1] else 0
    squares = list(enumerate(board))
    squares.sort(key=lambda place: (place[1][across], len(graph.neighbours(place[0])), place[1]))
    return [vertex for vertex, _ in squares]


def _complete(problem: Problem, budget: Budget, seed: int) -> Outcome:
    """The search that answers everything, in the time that it takes."""
    from dataclasses import replace

    from caballero.teach.warnsdorff import search_warnsdorff

    before = budget.nodes
    tie = "roth" if isinstance(problem.ground, Board) else "order"
    outcome = search_warnsdorff(problem, tie, budget, seed=seed)
    return replace(outcome, stats=replace(outcome.stats, nodes=before + outcome.stats.nodes))
