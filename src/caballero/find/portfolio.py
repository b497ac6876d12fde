"""The portfolio: which methods look at a problem, and in which order.

First the proofs that need no search (a theorem, the colours, unreachable squares). Then a short
look by those who need least to begin with, which finds most tours that there are. Then the
methods that find quickly but prove nothing, with the root proofs before them; then those that
also prove. Whoever comes to no end is stopped when its turn is over, and gets another one,
longer, when all others had theirs: so the quickest of them decides, whichever it is, at
a small multiple of its own time (Gomes and Selman 2001 on portfolios; Luby, Sinclair and
Zuckerman 1993 on restarts).

Turns are measured in nodes, not in seconds: the same seed gives the same answer on any machine.

Invariants: nothing leaves as ``Found`` that the judge did not accept; a method that cannot
prove never makes an ``Impossible``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Final, NamedTuple

from caballero.board import Board
from caballero.errors import InvalidInput, LimitReached, NoTour, UnknownName
from caballero.facts import chess_colouring, is_tour
from caballero.graph import Graph, NetworkxGraph
from caballero.limits import Budget, LimitHit, Limits, Progress, TurnOver
from caballero.outcome import Found, GaveUp, Impossible, Outcome, Phase, Stats
from caballero.piece import KNIGHT
from caballero.problem import Place, Problem
from caballero.tour import Tour

from .methods import METHODS, Answer, Search, is_full_box, is_structurable, sat_is_there

FEW: Final = 10_000
"""On more squares than this a rectangle's tour is constructed, not searched for."""

MANY: Final = 1_000
"""From here on, cycles are merged quicker into a closed tour than a path is repaired."""

LARGE: Final = 50_000
"""On more squares than this, finding comes before proving: that takes longer."""

TRIES: Final = 3
"""How often those try that find soon or never."""

LOOK: Final = {"two-factor": 20, "repair": 7, "cut-sets": 150}
"""How many nodes a square the first look has: about what a tour of a board, or two walks take."""

LEAST: Final = 2_500
"""A look at cycles to merge has so many nodes at least: on small boards they take no time."""

LOOKED_AT: Final = {"repair": 500, "cut-sets": 200}
"""The largest graphs that have such a look, if they are not bipartite: nodes take longer there."""

OPENING: Final = 500
"""How many nodes a square the methods have that open the search."""


WITHOUT_CYCLES: Final = ("theorems", "reach", "structured", "clues")
"""Those that need no question about cycles, which there is not if ends or colours forbid a tour."""


class _Turn(NamedTuple):
    """Who is to try next, at what, for how long, and how often it has tried."""

    method: str
    search: Search
    nodes: float = math.inf
    attempt: int = 0


def solve(
    problem: Problem | NetworkxGraph,
    *,
    limits: Limits | None = None,
    seed: int = 0,
    on_event: Callable[[Progress], None] | None = None,
    method: str | None = None,
) -> Outcome:
    """Find a tour, or prove that there is none.

    Parameters
    ----------
    problem : Problem
        What is asked. If it leaves the start of a full board open, a1 is tried first. What makes
        a problem by :meth:`Problem.of` will do: of a graph of networkx, a Hamiltonian path is
        wanted.
    limits : Limits, optional
        When to give up; never, unless given.
    seed : int
        The same seed gives the same answer.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second.
    method : str, optional
        One of ``METHODS``: let only this one try, once.

    Returns
    -------
    Found, Impossible or GaveUp
        A verified tour, a certificate, or the limit that was reached. The ``phases`` of its
        ``stats`` tell which methods ran, for how long, and what each concluded.

    Raises
    ------
    UnknownName
        If there is no such method.
    InvalidInput
        If the method is ``sat`` and its extra is not installed.
    TooLarge
        If the board has more than ``MAX_VERTICES`` squares, and no theorem settles it.

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
    The 4×4 board has no knight's tour (Cull and De Curtins 1978, van Rees 1996): ...
    """
    if method is not None and method not in METHODS:
        from caballero.words import short

        raise UnknownName.among("method", short(method), METHODS)
    if method == "sat" and not sat_is_there():
        raise InvalidInput("sat-missing")
    problem = Problem.of(problem)
    search = Search(problem, Budget(limits, on_event), seed)
    plan = _plan(search) if method is None else _alone(method, search)
    budget = search.budget
    phases: list[Phase] = []
    try:
        for turn in plan:
            before = budget.nodes, budget.seconds
            answer, conclusion = None, "limit"
            budget.method = turn.method
            try:
                budget.spend(0)
                answer, conclusion = _take(turn, problem)
            finally:
                spent = budget.nodes - before[0], budget.seconds - before[1]
                phases.append(Phase(turn.method, *spent, conclusion))
            if answer is not None:
                break
    except LimitHit as hit:
        return GaveUp(hit.limit, _stats(budget, phases))
    if isinstance(answer, list):
        tour = Tour(problem.ground, tuple(answer), problem.piece, problem.closed)
        return Found(tour, _stats(budget, phases))
    if answer is None:
        return GaveUp("method", _stats(budget, phases))
    return Impossible(answer, _stats(budget, phases), problem)


def _take(turn: _Turn, problem: Problem) -> tuple[Answer, str]:
    """Let a method have its turn; return its answer, if it stands, and what it concluded."""
    try:
        with turn.search.budget.turn(turn.nodes):
            answer = METHODS[turn.method](turn.search, turn.attempt)
    except TurnOver:
        return None, "turn-over"
    if isinstance(answer, list):
        return (
            (answer, "found") if is_tour(problem, answer, turn.search.pause) else (None, "nothing")
        )
    return answer, "nothing" if answer is None else "none"


def _stats(budget: Budget, phases: list[Phase]) -> Stats:
    return Stats(budget.method, budget.nodes, budget.seconds, phases=tuple(phases))


def find_tour(
    ground: Problem | Board | Graph | NetworkxGraph | str | int,
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
    ground : Problem, Board, Graph, networkx.Graph, str or int
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


def _plan(search: Search) -> Iterator[_Turn]:
    """Yield turns until somebody answers."""
    problem = search.problem
    yield _Turn("theorems", search)
    if is_structurable(problem) and problem.size > FEW:
        yield _Turn("structured", search)
    yield _Turn("reach", search)
    ends = {1, problem.size}
    if problem.numbered().keys() - ends or problem.size == 1:
        yield _Turn("clues", search)
        return
    begun = _begun(problem)
    if begun is not None and problem.closed:  # a closed tour may begin anywhere
        search, begun = search.begun(begun), None
    easy = is_full_box(problem) and problem.piece == KNIGHT
    if easy and begun is not None:
        yield _Turn("repair", search.begun(begun), OPENING * problem.size)
    if not easy and problem.size <= LARGE:
        yield _Turn("two-factor", search, max(LEAST, LOOK["two-factor"] * problem.size))
        if _looks("repair", search):
            # With luck of its own: other attempts have smaller numbers.
            yield _Turn("repair", search, LOOK["repair"] * problem.size, TRIES)
    for method in _openers(problem, easy=easy):
        yield _Turn(method, search, OPENING * problem.size)
        if method == "proofs" and not easy and _looks("cut-sets", search):
            yield _Turn("cut-sets", search, LOOK["cut-sets"] * problem.size)
    for attempt in count():
        brief = BRIEF if attempt < TRIES else {}
        last = LAST if attempt >= TRIES and sat_is_there() else {}
        for method, (nodes, growth) in {**brief, **ENDLESS, **last}.items():
            yield _Turn(method, search, nodes * growth**attempt, attempt)


def _alone(method: str, search: Search) -> Iterator[_Turn]:
    """Yield the turn of one method, or of those who answer where it has nothing to ask about."""
    if method in WITHOUT_CYCLES or search.asked is not None:
        yield _Turn(method, search)
    else:
        yield from (_Turn(other, search) for other in WITHOUT_CYCLES)


def _looks(method: str, search: Search) -> bool:
    """Whether a method has a look at the graph before its turn."""
    return search.question.colours is None and search.problem.size <= LOOKED_AT[method]


def _openers(problem: Problem, *, easy: bool) -> tuple[str, ...]:
    """Who looks at a problem first: what is quick, and what most often settles it."""
    if problem.size > LARGE or (easy and problem.closed and problem.size > MANY):
        return "two-factor", "path-cover", "repair", "proofs"
    if easy:  # proofs have little to say about the knight on a full board
        return "repair", "two-factor", "path-cover", "proofs"
    return "proofs", "path-cover", "repair", "two-factor"


def _begun(problem: Problem) -> Problem | None:
    """The same problem with its start at a1, or at a graph's first vertex, if that may be so."""
    ground = problem.ground
    if problem.start is not None or problem.clues or (problem.closed and problem.end is not None):
        return None
    if isinstance(ground, Graph):
        return replace(problem, start=ground.label(0)) if problem.closed else None
    corner = (ground.shape[0] - 1, 0)
    if len(ground.shape) != 2 or corner not in ground or problem.end == corner:
        return None
    begun = replace(problem, start=corner)
    colouring = chess_colouring(begun)
    return begun if colouring is None or colouring.allows(begun) else None


BRIEF: Final = {"cut-sets": (50_000, 2), "two-factor": (100_000, 2), "repair": (20_000, 2)}
"""Those that try a few times only: how many nodes the first turn has, and how turns grow."""

ENDLESS: Final = {"path-cover": (100_000, 2), "exact": (300_000, 4), "frontier": (20_000, 2)}
"""Those that try again and again, likewise; no first turn is long enough to be compiled."""

LAST: Final = {"sat": (250, 2)}
"""Who joins them where the others were not enough, if it is installed."""
