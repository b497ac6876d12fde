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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from caballero.board import Board, Square
from caballero.errors import InvalidInput, InvalidProblem, LimitReached, NoTour, UnknownName
from caballero.facts import chess_colouring, component, excluded_by, is_tour
from caballero.graph import Graph, NetworkxGraph
from caballero.limits import Budget, LimitHit, Limits, Progress, TurnOver
from caballero.outcome import Found, GaveUp, Impossible, Outcome, Phase, Stats
from caballero.piece import KNIGHT
from caballero.problem import Place, Problem, refuse_huge
from caballero.reduction import CycleQuestion, cycle_question, sorted_moves
from caballero.tour import Tour

if TYPE_CHECKING:
    from caballero.certificate import Certificate
    from caballero.deduction import Deduction

    from .exact import ExactSearch
    from .proofs import Forcing

FEW: Final = 10_000
"""On more squares than this a rectangle's tour is constructed, not searched for."""

MANY: Final = 1_000
"""From here on, cycles are merged quicker into a closed tour than a path is repaired."""

LARGE: Final = 50_000
"""On more squares than this, finding comes before proving: that takes longer."""

TRIES: Final = 3
"""How often those try that find soon or never."""

NARROW: Final = 16
"""The widest frontier that is swept over."""

LOOK: Final = {"two-factor": 20, "repair": 7, "cut-sets": 150}
"""How many nodes a square the first look has: about what a tour of a board, or two walks take."""

LEAST: Final = 2_500
"""A look at cycles to merge has so many nodes at least: on small boards they take no time."""

LOOKED_AT: Final = {"repair": 500, "cut-sets": 200}
"""The largest graphs that have such a look, if they are not bipartite: nodes take longer there."""

OPENING: Final = 500
"""How many nodes a square the methods have that open the search."""

Answer: TypeAlias = "list[int] | Certificate | None"
"""A tour, a proof that there is none, or nothing."""


class _Search:
    """What every method is told.

    Parameters
    ----------
    problem : Problem
        What is asked.
    budget : Budget
        What all methods may use together.
    seed : int
        For what is left to chance.
    """

    def __init__(self, problem: Problem, budget: Budget, seed: int) -> None:
        self.problem = problem
        self.budget = budget
        self.seed = seed

    def begun(self, problem: Problem) -> _Search:
        """The search for the same tours, with a start: what is known stays known."""
        search = _Search(problem, self.budget, self.seed)
        search.graph = self.graph
        if "asked" in vars(self) and self.asked and problem.closed and problem.end is None:
            start = None if problem.start is None else problem.vertex(problem.start)
            search.asked = self.asked._replace(start=start)
        return search

    def pause(self) -> None:
        """Look at the budget: what takes long calls it now and then."""
        self.budget.spend(0)

    @cached_property
    def graph(self) -> Graph:
        """The graph of the problem."""
        return self.problem.graph(pause=self.pause)

    @cached_property
    def asked(self) -> CycleQuestion | None:
        """The problem as a question about cycles, if its colours and its ends allow a tour."""
        return cycle_question(self.problem, self.pause, self.graph)

    @property
    def question(self) -> CycleQuestion:
        """The same; the walked proofs see to it that there is one."""
        assert self.asked is not None
        return self.asked

    @cached_property
    def deduced(self) -> Deduction | Forcing:
        """What the root proofs say."""
        from .proofs import deduce

        return deduce(self.problem, self.question, self.budget)

    @property
    def left(self) -> list[list[int]]:
        """The edges that a tour can use, at every vertex of the question."""
        from .proofs import Forcing

        if isinstance(self.deduced, Forcing):
            return [sorted(row) for row in self.deduced.left]
        return self.question.neighbours

    @cached_property
    def exact(self) -> ExactSearch:
        """The exact search: it learns, and so it must go on where it stopped."""
        from .exact import ExactSearch

        return ExactSearch(self.left, seed=self.seed)

    @cached_property
    def order(self) -> list[int] | None:
        """An order of the vertices in which the frontier is narrow, if one is found."""
        from .ordering import narrow_order

        columns = _columns(self.problem, self.graph)
        if columns is None:
            found = narrow_order(self.question.neighbours, NARROW)
            return found and found[0]
        neighbours = self.question.neighbours
        dummies = range(self.problem.size, len(neighbours))
        # Chains of dummies first: they are one edge. Those joined to many vertices last.
        chains = [d for d in dummies if len(neighbours[d]) == 2]
        return [*chains, *columns, *(d for d in dummies if len(neighbours[d]) > 2)]


class _Turn(NamedTuple):
    """Who is to try next, at what, for how long, and how often it has tried."""

    method: str
    search: _Search
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
    A 4×4 board has no knight's tour (Cull and De Curtins 1978, van Rees 1996): ...
    """
    if method is not None and method not in METHODS:
        from caballero.words import short

        raise UnknownName.among("method", short(method), METHODS)
    if method == "sat" and not _sat_is_there():
        raise InvalidInput("sat-missing")
    problem = Problem.of(problem)
    search = _Search(problem, Budget(limits, on_event), seed)
    plan = _plan(search) if method is None else iter([_Turn(method, search)])
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
    return Impossible(answer, _stats(budget, phases))


def _take(turn: _Turn, problem: Problem) -> tuple[Answer, str]:
    """Let a method have its turn; return its answer, if it stands, and what it concluded."""
    try:
        with turn.search.budget.turn(turn.nodes):
            answer = METHODS[turn.method](turn.search, turn.attempt)
    except TurnOver:
        return None, "turn-over"
    if isinstance(answer, list):
        return (answer, "found") if is_tour(problem, answer) else (None, "nothing")
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


def _plan(search: _Search) -> Iterator[_Turn]:
    """Yield turns until somebody answers."""
    problem = search.problem
    yield _Turn("theorems", search)
    if _structurable(problem) and problem.size > FEW:
        yield _Turn("structured", search)
    yield _Turn("reach", search)
    ends = {1, problem.size}
    if problem.numbered().keys() - ends or problem.size == 1:
        yield _Turn("clues", search)
        return
    begun = _begun(problem)
    if begun is not None and problem.closed:  # a closed tour may begin anywhere
        search, begun = search.begun(begun), None
    easy = _full_box(problem) and problem.piece == KNIGHT
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
        last = LAST if attempt >= TRIES and _sat_is_there() else {}
        for method, (nodes, growth) in {**brief, **ENDLESS, **last}.items():
            yield _Turn(method, search, nodes * growth**attempt, attempt)


def _looks(method: str, search: _Search) -> bool:
    """Whether a method has a look at the graph before its turn."""
    return search.question.colours is None and search.problem.size <= LOOKED_AT[method]


def _openers(problem: Problem, *, easy: bool) -> tuple[str, ...]:
    """Who looks at a problem first: what is quick, and what most often settles it."""
    if problem.size > LARGE or (easy and problem.closed and problem.size > MANY):
        return "two-factor", "path-cover", "repair", "proofs"
    if easy:  # proofs have little to say about the knight on a full board
        return "repair", "two-factor", "path-cover", "proofs"
    return "proofs", "path-cover", "repair", "two-factor"


def _full_box(problem: Problem) -> bool:
    """Whether the squares fill a flat box, and every move is free."""
    board = problem.ground
    plain = isinstance(board, Board) and not board.holes and not any(board.wraps)
    return plain and not problem.forced and not problem.forbidden


def _structurable(problem: Problem) -> bool:
    """Whether it is about knight's tours of a rectangle, with a start at most."""
    wishes = problem.end is not None or problem.clues or problem.piece != KNIGHT
    return _full_box(problem) and not wishes and len(problem.board.shape) == 2


def _columns(problem: Problem, graph: Graph) -> list[int] | None:
    """The squares across the narrow way of a board; None if it is not narrow.

    Within a column the squares of few moves come first: that finds a tour soonest.
    """
    board = problem.ground
    if not isinstance(board, Board) or len(board.shape) != 2 or min(board.shape) > NARROW // 2:
        return None
    if any(board.wraps):
        return None
    across = 1 if board.shape[0] <= board.shape[1] else 0
    squares = list(enumerate(board))
    squares.sort(key=lambda place: (place[1][across], len(graph.neighbours(place[0])), place[1]))
    return [vertex for vertex, _ in squares]


def _begun(problem: Problem) -> Problem | None:
    """The same problem with its start at a1, or at a graph's first vertex, if that may be so."""
    ground = problem.ground
    if problem.start is not None or problem.clues:
        return None
    if isinstance(ground, Graph):
        free = problem.closed and problem.end is None
        return replace(problem, start=ground.label(0)) if free else None
    corner = (ground.shape[0] - 1, 0)
    if len(ground.shape) != 2 or corner not in ground or problem.end == corner:
        return None
    begun = replace(problem, start=corner)
    colouring = chess_colouring(begun)
    return begun if colouring is None or colouring.allows(begun) else None


# -- the methods: each is imported when its turn comes, for most questions need only the first


def _theorems(search: _Search, _: int) -> Answer:
    """What needs only a look at the question."""
    problem = search.problem
    few = problem.size < (3 if problem.closed else 1)
    theorem = excluded_by(problem)
    colouring = chess_colouring(problem)
    if not few and theorem is None and (colouring is None or colouring.allows(problem)):
        return None
    from caballero.certificate import Theorem, TooFew, imbalance_of

    if few:
        return TooFew(problem.size)
    if theorem is not None:
        return Theorem(theorem, tuple(sorted(problem.board.shape)))
    return imbalance_of(problem)


def _reach(search: _Search, _: int) -> Answer:
    """What needs a walk over the graph: is it in one piece, are given numbers near enough?"""
    problem = search.problem
    reached = component(search.graph, 0, search.pause)
    if len(reached) < problem.size:
        from caballero.certificate import Unreachable

        lost = next(v for v in range(problem.size) if v not in reached)
        place, origin = problem.place(lost), problem.place(0)
        return Unreachable(place, origin, (problem.place_name(place), problem.place_name(origin)))
    numbers = problem.numbered().keys()
    if len(numbers) < 2 and (
        chess_colouring(problem) is not None
        or (numbers <= {1, problem.size} and search.asked is not None)
    ):
        return None
    from caballero.certificate import imbalance_of, too_far_of

    return too_far_of(problem) or imbalance_of(problem, graph=True)


def _structured(search: _Search, _: int) -> Answer:
    from caballero.construct import structured_tour

    problem = search.problem
    if not _structurable(problem):
        return None
    refuse_huge(problem)  # it could be constructed, but not written down
    rows, columns = problem.board.shape
    start = cast("Square | None", problem.start)
    try:
        tour = structured_tour(rows, columns, closed=problem.closed, start=start)
    except InvalidProblem:  # no construction is known from there
        return None
    except NoTour as none:
        return none.outcome.certificate
    order: list[int] = tour.order().tolist()
    return order


def _proofs(search: _Search, _: int) -> Answer:
    from .proofs import Forcing

    return None if isinstance(search.deduced, Forcing) else search.deduced


def _repair(search: _Search, attempt: int) -> Answer:
    from .repair import repaired_tour

    problem, seed = search.problem, search.seed + attempt
    if problem.forced:
        graph = Graph.from_neighbours(search.question.neighbours)
        cycle = repaired_tour(graph, search.budget, closed=True, start=None, end=None, seed=seed)
        return cycle and search.question.tour(cycle)
    numbered = problem.numbered()
    # Roth's key for Warnsdorff's rule: the squares far from the centre first.
    keys = problem.ground.distances() if isinstance(problem.ground, Board) else None
    return repaired_tour(
        search.graph,
        search.budget,
        closed=problem.closed,
        start=numbered.get(1),
        end=numbered.get(problem.size),
        seed=seed,
        keys=keys,
        question=search.asked,
    )


def _two_factor(search: _Search, attempt: int) -> Answer:
    from .two_factor import two_factor_cycle

    cycle = two_factor_cycle(search.question, search.budget, search.seed + attempt)
    return cycle and search.question.tour(cycle)


def _frontier(search: _Search, _: int) -> Answer:
    from .frontier import frontier_cycle

    if search.order is None:  # the graph is not narrow
        return None
    cycle = frontier_cycle(search.question.neighbours, search.order, search.budget)
    return search.question.tour(cycle) if cycle else _exhausted("frontier", search)


def _cut_sets(search: _Search, attempt: int) -> Answer:
    from .cuts import cut_set
    from .proofs import Forcing

    if not isinstance(search.deduced, Forcing):
        return search.deduced
    cut = cut_set(search.left, search.budget, seed=search.seed + attempt, tries=100)
    if cut is None:
        return None
    from caballero.deduction import CutSet

    return search.deduced.deduction(search.problem, CutSet(cut))


def _path_cover(search: _Search, attempt: int) -> Answer:
    from .path_cover import path_cover_cycle

    cycle = path_cover_cycle(search.left, search.budget, seed=search.seed + attempt)
    return cycle and search.question.tour(cycle)


def _exact(search: _Search, _: int) -> Answer:
    cycle = search.exact.run(search.budget)
    return search.question.tour(cycle) if cycle else _exhausted("exact", search)


def _sat(search: _Search, _: int) -> Answer:
    from .sat import sat_cycle

    cycle = sat_cycle(search.left, search.budget, seed=search.seed)
    return search.question.tour(cycle) if cycle else _exhausted("sat", search)


def _clues(search: _Search, _: int) -> Answer:
    from .clues import clue_tour

    problem = search.problem
    tour = clue_tour(
        search.graph,
        problem.numbered(),
        search.budget,
        closed=problem.closed,
        forced=[(problem.vertex(a), problem.vertex(b)) for a, b in sorted_moves(problem)],
        seed=search.seed,
    )
    return tour or _exhausted("clues", search)


def _sat_is_there() -> bool:
    """Whether the extra for SAT is installed."""
    from importlib.util import find_spec

    return find_spec("pysat") is not None


def _exhausted(method: str, search: _Search) -> Certificate:
    from caballero.certificate import Exhausted

    return Exhausted(method, search.budget.nodes)


METHODS: Final[Mapping[str, Callable[[_Search, int], Answer]]] = MappingProxyType(
    {
        "theorems": _theorems,
        "structured": _structured,
        "reach": _reach,
        "proofs": _proofs,
        "repair": _repair,
        "two-factor": _two_factor,
        "path-cover": _path_cover,
        "frontier": _frontier,
        "cut-sets": _cut_sets,
        "clues": _clues,
        "sat": _sat,
        "exact": _exact,
    }
)
"""The methods by name."""

BRIEF: Final = {"cut-sets": (50_000, 2), "two-factor": (100_000, 2), "repair": (20_000, 2)}
"""Those that try a few times only: how many nodes the first turn has, and how turns grow."""

ENDLESS: Final = {"path-cover": (100_000, 2), "exact": (300_000, 4), "frontier": (20_000, 2)}
"""Those that try again and again, likewise; no first turn is long enough to be compiled."""

LAST: Final = {"sat": (250, 2)}
"""Who joins them where the others were not enough, if it is installed."""
