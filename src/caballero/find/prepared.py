"""A problem prepared for its methods, so that what several of them need is computed once.

Each part is computed when a method first reads it. Modules are imported by the part that needs
them, because most problems need only the first methods.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from caballero.machine.limits import Budget, paused
from caballero.model.board import Board
from caballero.model.directed import joined_rows
from caballero.model.graph import Graph
from caballero.model.problem import Problem
from caballero.model.reduction import CycleQuestion, cycle_question, rows_of

if TYPE_CHECKING:
    from caballero.proof.deduction import Deduction

    from .exact import DirectedSearch, ExactSearch
    from .numbers import NumberSearch
    from .parts import PartsSearch
    from .proof_writer import ProofWriter
    from .proofs import Forcing
    from .transitions import TransitionSearch

NARROW: Final = 16
"""The widest frontier of a sweep."""


MOSTLY: Final = 0.15
"""With a larger share of one-way edges, exact search is quicker with two variables each."""


class Prepared:
    """A problem with its methods' common data: its graph, numbers and cycle question.

    All methods share the `budget`; the `seed` determines every random choice. Unless it is 0, the
    tours should be *varied*: each seed should have its own. What proves that there is no tour is
    written to `proof`.
    """

    def __init__(
        self, problem: Problem, budget: Budget, seed: int, proof: ProofWriter | None = None
    ) -> None:
        self.problem = problem
        self.proof = proof
        self.budget = budget
        self.varied = seed != 0
        self.seed = seed

    def with_start(self, problem: Problem) -> Prepared:
        """Return the same problem with a start."""
        prepared = Prepared(problem, self.budget, self.seed, self.proof)
        question = vars(self).get("possible_question")
        if question and problem.closed and problem.end is None:
            start = None if problem.start is None else problem.vertex(problem.start)
            prepared.possible_question = question._replace(start=start)
        return prepared

    def with_budget(self, budget: Budget) -> Prepared:
        """Return a view with a budget of its own; data that is computed later is not shared."""
        view = object.__new__(Prepared)
        vars(view).update(vars(self), budget=budget)
        return view

    def pause(self) -> None:
        """Check the budget; long loops call this every few milliseconds."""
        self.budget.pause()

    @property
    def graph(self) -> Graph:
        """The graph of the problem."""
        return self.problem.graph()

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The vertices with a clue, by its number."""
        return self.problem.numbered()

    @property
    def is_numbered(self) -> bool:
        """Whether inner numbers matter, not only the first and the last: clues, or an order."""
        inner = not self.numbers.keys() <= {1, self.problem.size}
        return inner or bool(self.problem.precedences())

    @cached_property
    def possible_question(self) -> CycleQuestion | None:
        """The problem as a cycle question; None if its colours or its ends exclude a tour."""
        return cycle_question(self.problem)

    @property
    def question(self) -> CycleQuestion:
        """The cycle question; the proofs that run first have ruled out that there is none."""
        assert self.possible_question is not None
        return self.possible_question

    @cached_property
    def deduced(self) -> Deduction | Forcing:
        """The conclusion of the root proofs: a certificate, or the edges that remain."""
        from .proofs import deduce

        vars(self).pop("exact", None)  # it will search the edges that are left
        return deduce(self.problem, self.question, self.budget)

    @property
    def left(self) -> list[list[int]]:
        """The edges that a tour can use, at every vertex of the cycle question."""
        from .proofs import Forcing

        if self.problem.directed and "deduced" not in vars(self):  # a first look
            return self.question.neighbours
        if isinstance(self.deduced, Forcing):
            return [sorted(row) for row in paused(self.deduced.left)]
        return self.question.neighbours

    @cached_property
    def marks(self) -> list[int]:
        """The vertices of the cycle question whose order is that of the waypoints."""
        from .exact import marks_of

        return marks_of(self.problem, self.question) if self.problem.precedences() else []

    @cached_property
    def exact(self) -> ExactSearch | DirectedSearch:
        """The exact search; it is kept, to resume with the clauses that it has learnt.

        It keeps the order of waypoints, unless it writes a proof, and ignores numbers inside. A
        proof is about the split graph of a directed graph, and so is an order.
        """
        from .exact import DirectedSearch, ExactSearch
        from .proofs import Forcing

        plain = not (self.proof or self.marks or self.problem.size < 3)
        if self.problem.directed and plain:
            apart = "deduced" in vars(self) and not _is_mostly_both_ways(self.graph)
            return DirectedSearch(self.onward, apart=apart, seed=self.seed)
        left, deduced = self.left, vars(self).get("deduced")
        forcing = deduced if isinstance(deduced, Forcing) else None
        order = [] if self.proof else self.marks
        return ExactSearch(left, order=order, seed=self.seed, proof=self.proof, forcing=forcing)

    @property
    def onward(self) -> list[list[int]] | list[set[int]]:
        """The successors that a tour can use; with a vertex more, between its ends, if open."""
        if "deduced" not in vars(self):  # a first look
            return rows_of(self.problem)
        return joined_rows(self.left, self.question.size, self.question.links)

    @cached_property
    def parts(self) -> PartsSearch:
        """The search part by part; cached, so that it can resume."""
        from .parts import PartsSearch

        return PartsSearch(self.left, seed=self.seed)

    @cached_property
    def transitions(self) -> TransitionSearch:
        """The search for the transitions of a contracted graph; cached, so that it can resume."""
        from .transitions import TransitionSearch

        return TransitionSearch(self.left, self.budget, seed=self.seed)

    @cached_property
    def number_search(self) -> NumberSearch:
        """The search for clues; cached, so that it can resume."""
        from .numbers import NumberSearch

        return NumberSearch(self.problem, seed=self.seed, proof=self.proof)

    @cached_property
    def order(self) -> list[int] | None:
        """An order of the vertices in which the frontier is narrow, if any is found."""
        from .narrow import narrow_order

        columns = _columns(self.problem, self.graph)
        if columns is None:
            found = narrow_order(self.question.neighbours, NARROW)
            return found and found[0]
        neighbours = self.question.neighbours
        dummies = range(self.problem.size, len(neighbours))
        # Chains of dummies first: they act as an edge. Dummies joined to many vertices last.
        chains = [d for d in dummies if len(neighbours[d]) == 2]
        return [*chains, *columns, *(d for d in dummies if len(neighbours[d]) > 2)]


def _is_mostly_both_ways(graph: Graph) -> bool:
    """Return whether few edges are one-way, so that a direction is better found than chosen."""
    ways = {*graph.edges()}
    single = sum((b, a) not in ways for a, b in ways)
    return single <= MOSTLY * (len(ways) + single) / 2


def _columns(problem: Problem, graph: Graph) -> list[int] | None:
    """Return the squares of a narrow board, line after line, few moves first; else None."""
    board = problem.ground
    if not isinstance(board, Board) or len(board.shape) != 2 or min(board.shape) > NARROW // 2:
        return None
    if any(board.wraps):
        return None
    across = 1 if board.shape[0] <= board.shape[1] else 0
    squares = list(enumerate(board))
    squares.sort(key=lambda place: (place[1][across], len(graph.neighbours(place[0])), place[1]))
    return [vertex for vertex, _ in squares]
