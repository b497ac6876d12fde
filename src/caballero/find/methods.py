"""Every method, told the same: what a search knows, and how each method is asked.

What several methods need (the graph, the question about cycles, what the root proofs leave) is
found when the first of them asks, and kept. A method is imported when its turn comes, for most
questions need only the first.

Invariant: a method answers with a tour of the problem (its vertices in order), a certificate that
there is none, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from caballero.board import Board, Square
from caballero.errors import InvalidProblem, NoTour
from caballero.facts import chess_colouring, component, excluded_by
from caballero.graph import Graph
from caballero.limits import Budget, LimitHit
from caballero.piece import KNIGHT
from caballero.problem import Problem, refuse_huge
from caballero.reduction import CycleQuestion, cycle_question, sorted_moves

if TYPE_CHECKING:
    from caballero.certificate import Certificate
    from caballero.deduction import Deduction

    from .exact import ExactSearch
    from .proofs import Forcing

NARROW: Final = 16
"""The widest frontier that is swept over."""

STORED: Final = 60
"""So many bytes a square the tour takes that is constructed: each square's number is an object."""

Answer: TypeAlias = "list[int] | Certificate | None"
"""A tour, a proof that there is none, or nothing."""


class Search:
    """What every method is told, and what they found out on the way.

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

    def begun(self, problem: Problem) -> Search:
        """The search for the same tours, with a start: what is known stays known."""
        search = Search(problem, self.budget, self.seed)
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


def is_full_box(problem: Problem) -> bool:
    """Whether the squares fill a flat box, and every move is free."""
    board = problem.ground
    plain = isinstance(board, Board) and not board.holes and not any(board.wraps)
    return plain and not problem.forced and not problem.forbidden


def is_structurable(problem: Problem) -> bool:
    """Whether it is about knight's tours of a rectangle, with a start at most."""
    wishes = problem.end is not None or problem.clues or problem.piece != KNIGHT
    return is_full_box(problem) and not wishes and len(problem.board.shape) == 2


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


def _theorems(search: Search, _: int) -> Answer:
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


def _reach(search: Search, _: int) -> Answer:
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


def _structured(search: Search, _: int) -> Answer:
    from caballero.construct import structured_tour
    from caballero.construct.plan import BLOCK

    problem = search.problem
    if not is_structurable(problem):
        return None
    refuse_huge(problem)  # it could be constructed, but not written down
    if STORED * problem.size > search.budget.bytes_left:
        raise LimitHit("megabytes")
    rows, columns = problem.board.shape
    start = cast("Square | None", problem.start)
    try:
        tour = structured_tour(rows, columns, closed=problem.closed, start=start)
    except InvalidProblem:  # no construction is known from there
        return None
    except NoTour as none:
        return none.outcome.certificate
    numbers = tour.order(pause=search.pause)
    order: list[int] = []
    for begin in range(0, problem.size, BLOCK):
        search.pause()
        order += numbers[begin : begin + BLOCK].tolist()
    return order


def _proofs(search: Search, _: int) -> Answer:
    from .proofs import Forcing

    return None if isinstance(search.deduced, Forcing) else search.deduced


def _repair(search: Search, attempt: int) -> Answer:
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


def _two_factor(search: Search, attempt: int) -> Answer:
    from .two_factor import two_factor_cycle

    cycle = two_factor_cycle(search.question, search.budget, search.seed + attempt)
    return cycle and search.question.tour(cycle)


def _frontier(search: Search, _: int) -> Answer:
    from .frontier import frontier_cycle

    if search.order is None:  # the graph is not narrow
        return None
    cycle = frontier_cycle(search.question.neighbours, search.order, search.budget)
    return search.question.tour(cycle) if cycle else _exhausted("frontier", search)


def _cut_sets(search: Search, attempt: int) -> Answer:
    from .cuts import cut_set
    from .proofs import Forcing

    if not isinstance(search.deduced, Forcing):
        return search.deduced
    cut = cut_set(search.left, search.budget, seed=search.seed + attempt, tries=100)
    if cut is None:
        return None
    from caballero.deduction import CutSet

    return search.deduced.deduction(search.problem, CutSet(cut))


def _path_cover(search: Search, attempt: int) -> Answer:
    from .path_cover import path_cover_cycle

    cycle = path_cover_cycle(search.left, search.budget, seed=search.seed + attempt)
    return cycle and search.question.tour(cycle)


def _exact(search: Search, _: int) -> Answer:
    cycle = search.exact.run(search.budget)
    return search.question.tour(cycle) if cycle else _exhausted("exact", search)


def _sat(search: Search, _: int) -> Answer:
    from .sat import sat_cycle

    cycle = sat_cycle(search.left, search.budget, seed=search.seed)
    return search.question.tour(cycle) if cycle else _exhausted("sat", search)


def _clues(search: Search, _: int) -> Answer:
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


def sat_is_there() -> bool:
    """Whether the extra for SAT is installed."""
    from importlib.util import find_spec

    return find_spec("pysat") is not None


def _exhausted(method: str, search: Search) -> Certificate:
    from caballero.certificate import Exhausted

    return Exhausted(method, search.budget.nodes)


METHODS: Final[Mapping[str, Callable[[Search, int], Answer]]] = MappingProxyType(
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
