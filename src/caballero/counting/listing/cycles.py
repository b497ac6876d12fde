"""From the cycles of a cycle question to the tours of a problem, and back.

A cycle is cut where it passes the dummies between the ends (:mod:`caballero.model.reduction`); a
closed tour is rotated until it begins at the right vertex.

Invariants: of the forms of a line that answer the problem, the tour is the lexicographically
smallest; every tour is judged by the problem itself, not by the question.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise, repeat
from struct import Struct
from typing import Any

from caballero.counting.kernels import writing as kernel
from caballero.machine.arguments import of_type
from caballero.machine.errors import be_sure
from caballero.machine.kernel import Ints, Marks, Places, array_of, zeros
from caballero.model.direction import given_places
from caballero.model.problem import Problem
from caballero.model.reduction import CycleQuestion, sorted_moves
from caballero.model.tour import Tour
from caballero.proof.facts import is_tour
from caballero.proof.judge import verify


class Judge:
    """The judge's quick form, :func:`caballero.proof.facts.is_tour`, for many tours: a kernel.

    It uses the problem's graph; the others use the board and the piece alone.
    """

    __slots__ = ("_rules",)

    def __init__(self, problem: Problem) -> None:
        graph, given = problem.graph(), problem.numbered()
        moves = [(problem.vertex(a), problem.vertex(b)) for a, b in sorted_moves(problem)]
        forced = [v for move in moves for v in move]
        if problem.directed and (problem.size > 2 or not problem.closed):
            # Of the forced moves, only the right direction is left.
            graph = graph.without((b, a) for a, b in moves)
        self._rules = kernel.Rules(
            closed=int(problem.closed),
            fewest=problem.fewest,
            starts=array_of(Places, graph.indptr),
            neighbours=array_of(Places, graph.indices),
            given=array_of(Marks, given.values()),
            numbers=array_of(Marks, (number - 1 for number in given)),
            forced=array_of(Marks, forced),
            place=zeros(Marks, problem.size),
        )

    def accepts(self, tours: Ints) -> int:
        """Return how many of these consecutive tours come before the first wrong tour."""
        return kernel.accept(self._rules, tours)


class Writer:
    """Writes the tours of a question's cycles, and lets the problem judge them."""

    __slots__ = ("_directed", "_form", "_judge", "_problem")

    def __init__(self, problem: Problem, question: CycleQuestion) -> None:
        given = given_places(problem)
        self._problem = problem
        if question.directed:  # an entry, and the exit of the same vertex
            half = question.size // 2
            given = {v + half * i: 2 * at + i for v, at in given.items() for i in (0, 1)}
        self._directed = question.directed
        self._judge = Judge(problem)
        self._form = kernel.Form(
            length=len(question.neighbours),
            size=question.size,
            links=question.links,
            given=array_of(Marks, given),
            numbers=array_of(Marks, given.values()),
            backwards=zeros(Marks, question.size),
        )

    def write(self, cycles: Ints, count: int) -> Ints:
        """Return the tours of some cycles, as an array."""
        tours = zeros(Marks, count * self._form.size)
        done = kernel.write(self._form, array_of(Marks, cycles), tours)
        be_sure(done == count, "a cycle gives no tour of the problem")
        if self._directed:  # entries have the smaller numbers, so the line begins with an entry
            tours = array_of(Marks, tours[::2])
        be_sure(self._judge.accepts(tours) == count, "a tour was not accepted")
        return tours

    def tours(self, cycles: Ints, count: int) -> Iterator[Tour]:
        """Yield the tours of some consecutive cycles."""
        problem, written = self._problem, self.write(cycles, count)
        flat: Any = array("i", written) if isinstance(written, list) else written
        orders = Struct(f"{self._problem.size}i").iter_unpack(flat)
        yield from map(
            Tour, repeat(problem.ground), orders, repeat(problem.piece), repeat(problem.closed)
        )


def line_of(problem: Problem, tour: Tour) -> list[int] | None:
    """Return a tour's line in the form that answers a problem; None if no form does."""
    tour = of_type("tour", tour, Tour)
    claimed = tour if tour.ground == problem.ground else verify(tour, problem).tour
    if claimed is None or sorted(claimed.order) != list(range(problem.size)):
        return None
    order = list(claimed.order)
    lines = [order] if problem.directed else [order, order[::-1]]
    if problem.closed and order:
        v, number = next(iter(given_places(problem).items()))
        lines = [_rotate(line, line.index(v) - number) for line in lines]
    return next((line for line in lines if is_tour(problem, line)), None)


def _rotate(order: list[int], by: int) -> list[int]:
    return order[by:] + order[:by]


def cycle_of(question: CycleQuestion, order: list[int]) -> list[int]:
    """Return the cycle of a question that gives a tour: the tour with its dummies."""
    size, links, neighbours = question.size, question.links, question.neighbours
    if question.directed:
        return _directed_cycle(question, order)
    chains: dict[tuple[int, int], list[int]] = {}
    for dummy in range(size + links, len(neighbours)):
        for a in neighbours[dummy]:
            if a < size:
                chain = [a, dummy]
                while chain[-1] >= size:
                    left = [v for v in neighbours[chain[-1]] if v != chain[-2]]
                    chain.append(left[0])
                chains[a, chain[-1]] = chain[1:-1]
    cycle = []
    for v, w in pairwise(order):
        cycle += [v, *chains.get((v, w), ())]
    cycle.append(order[-1])
    if not links:
        return [*cycle, *chains.get((order[-1], order[0]), ())]
    dummies = list(range(size, size + links))
    ends = [size in neighbours[order[0]], size + links - 1 in neighbours[order[-1]]]
    return cycle + (dummies[::-1] if all(ends) else dummies)


def _directed_cycle(question: CycleQuestion, order: list[int]) -> list[int]:
    """Return the cycle through the entries and exits of a directed tour."""
    size, links = question.size, question.links
    cycle = []
    for v in order:
        chain = size + links + 2 * v
        cycle += [v, chain, chain + 1, size // 2 + v]
    return [*cycle, *range(size, size + links)]
