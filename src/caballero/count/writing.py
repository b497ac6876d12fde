"""Between the cycles of a question and the tours of a problem, there and back.

A cycle is cut where it goes through the dummies between the ends (:mod:`caballero.reduction`);
a closed tour is turned until it begins where it should.

Invariants: of the ways to write a line that answer the problem, the smallest sequence is taken;
what leaves was judged by the problem itself, not by the question.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise, repeat
from struct import Struct
from typing import Any, Final, NamedTuple

from caballero.facts import is_tour
from caballero.graph import Graph
from caballero.judge import verify
from caballero.kernels import sampling as kernel
from caballero.kernels._speed import Counts, Ints, Marks, as_arrays, zeros
from caballero.problem import Problem
from caballero.reduction import CycleQuestion, sorted_moves
from caballero.tour import Tour

from .ranking import be_sure, ints, room

FEW: Final = 20
"""Up to so many tours are judged one by one."""


class Judge(NamedTuple):
    """A problem as the kernel that accepts tours reads it."""

    starts: Counts
    neighbours: Marks
    given: Marks
    numbers: Marks
    forced: Marks
    place: Marks


def given_places(problem: Problem) -> dict[int, int]:
    """Where vertices are to be, from 0; a closed tour that may begin anywhere begins at 0."""
    given = {v: number - 1 for number, v in problem.numbered().items()}
    return given or ({0: 0} if problem.closed else {})


class Writer:
    """Writes the tours of a question's cycles, once all have been judged by the problem.

    Parameters
    ----------
    problem : Problem
        What was asked.
    question : CycleQuestion
        The same as a question about cycles.
    """

    __slots__ = ("_given", "_problem", "_question", "_rules")

    def __init__(self, problem: Problem, question: CycleQuestion) -> None:
        self._problem, self._question = problem, question
        self._given = given_places(problem)
        self._rules: Judge | None = None

    def tours(self, cycles: Ints, count: int) -> Iterator[Tour]:
        """Yield the tours of so many cycles, which stand one after the other."""
        problem, question, given = self._problem, self._question, self._given
        size, fast = question.size, not isinstance(cycles, list)
        written = room(Marks, count * size, fast)
        write = kernel.write.compiled if fast else kernel.write.plain
        done = write(
            cycles, count, len(question.neighbours), size, question.links,
            ints(Marks, list(given), fast), ints(Marks, list(given.values()), fast), written,
            room(Marks, size, fast),
        )  # fmt: skip
        be_sure(done == count, "a cycle is no tour as asked")
        flat: Any = array("i", written) if isinstance(written, list) else written
        orders = list(Struct(f"{size}i").iter_unpack(flat))
        if fast and count > FEW:
            if self._rules is None:
                self._rules = as_arrays(judge_of(problem))
            closed = int(problem.closed)
            accepted = kernel.accept.compiled(written, count, size, closed, *self._rules)
        else:
            accepted = sum(is_tour(problem, order) for order in orders)
        be_sure(accepted == count, "a tour was not accepted")
        yield from map(
            Tour, repeat(problem.ground), orders, repeat(problem.piece), repeat(problem.closed)
        )


def judge_of(problem: Problem, graph: Graph | None = None) -> Judge:
    """What is to be kept to: of the problem's graph, which may be there, not of the question's."""
    graph = problem.graph() if graph is None else graph
    numbers = problem.numbered()
    forced = [problem.vertex(place) for move in sorted_moves(problem) for place in move]
    return Judge(
        starts=graph.indptr.tolist(),
        neighbours=graph.indices.tolist(),
        given=list(numbers.values()),
        numbers=[number - 1 for number in numbers],
        forced=forced,
        place=zeros(Marks, problem.size),
    )


def as_asked(problem: Problem, tour: Tour) -> list[int] | None:
    """Return the line of a tour written as the problem asks; None if it does not answer it."""
    claimed = tour if tour.ground == problem.ground else verify(tour, problem).tour
    if claimed is None or sorted(claimed.order) != list(range(problem.size)):
        return None
    order = list(claimed.order)
    ways = [order, order[::-1]]
    if problem.closed and order:
        v, number = next(iter(given_places(problem).items()))
        ways = [_turned(way, way.index(v) - number) for way in ways]
    return next((way for way in ways if is_tour(problem, way)), None)


def _turned(order: list[int], by: int) -> list[int]:
    return order[by:] + order[:by]


def lifted(question: CycleQuestion, order: list[int]) -> list[int]:
    """Return the cycle of a question that a tour comes from: the tour with its dummies."""
    size, links, neighbours = question.size, question.links, question.neighbours
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
