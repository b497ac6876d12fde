"""Exact search: a Hamiltonian cycle of any graph, or the proof that there is none.

The method is in :mod:`caballero.find.kernels.exact`: decide edges, propagate, and learn a clause
from each conflict. The memory for clauses grows whenever it is used up, so that the search ends on
every graph.

It is best if conflicts have few causes. If only counting helps, as on a board with too many squares
of a colour or on four rows, it takes exponential time; such proofs come first.

``None`` proves that there is no Hamiltonian cycle.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

from caballero.machine.kernel import Marks, array_of, longer
from caballero.machine.limits import Budget, paused, shuffle
from caballero.model.directed import only_ways, read_order
from caballero.model.direction import backwards
from caballero.model.problem import Problem
from caballero.model.reduction import CycleQuestion, cycle_question
from caballero.proof.facts import late_waypoint

from .kernels import exact
from .learning import run

if TYPE_CHECKING:
    from .proof_writer import ProofWriter
    from .proofs import Forcing

ROOM: Final = 200_000
"""The first memory for clauses, in entries: some thousands of clauses fit."""

GROWTH: Final = 10
"""This memory grows by a tenth whenever it is used up."""

SLOWER_GROWTH: Final = 1000
"""In a directed graph it grows by a thousandth: a million conflicts need few of the clauses."""


def is_about_moves(problem: Problem) -> bool:
    """Return whether waypoints matter, and only the start and the end have numbers."""
    return bool(problem.precedences()) and problem.numbered().keys() <= {1, problem.size}


def marks_of(problem: Problem, question: CycleQuestion) -> list[int]:
    """Return the vertices of a cycle question whose order is that of the waypoints, round a ring.

    An end of the tour is an entry, and a vertex between its ends; of a directed graph, the entry
    and the exit of each.
    """
    if not is_about_moves(problem):
        return []
    numbers = problem.numbered()
    ends = numbers.get(1), numbers.get(problem.size)
    places = [ends[0], *map(problem.vertex, problem.waypoints), ends[1]]
    order = [v for v in dict.fromkeys(places) if v is not None]
    if problem.directed:
        order = [part for v in order for part in (v, problem.size + v)]
    return [*range(question.size, question.size + min(question.links, 1)), *order]


def tour_of(problem: Problem, question: CycleQuestion, cycle: Sequence[int]) -> list[int]:
    """Read the tour off a cycle, in the direction that visits the waypoints in their order."""
    tour = question.tour(cycle)
    late = problem.waypoints and late_waypoint(problem, tour) is not None
    return backwards(problem, tour) if late else tour


class MoveSearch:
    """A search for the tours of a problem with waypoints, and no numbers inside, by their moves.

    It keeps its learnt clauses.

    >>> search = MoveSearch(Problem("2x3", piece="wazir", waypoints=["a2", "b2", "c1"], ends=True))
    >>> search.run(Budget())
    [0, 3, 4, 1, 2, 5]
    >>> search.exclude([0, 3, 4, 1, 2, 5])
    >>> search.run(Budget()) is None
    True
    """

    __slots__ = ("_problem", "_question", "_search")

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._question = question = cycle_question(problem)
        if question is not None:
            self._search = ExactSearch(question.neighbours, order=marks_of(problem, question))

    def run(self, budget: Budget, apart: Iterable[tuple[int, int]] = ()) -> list[int] | None:
        """Continue to a tour without the moves in `apart`, or to the proof that there is none."""
        if self._question is None or (cycle := self._search.run(budget, apart)) is None:
            return None
        return tour_of(self._problem, self._question, cycle)

    def exclude(self, tour: Sequence[int]) -> None:
        """Exclude a tour, its vertices in the order of their numbers, from all later answers."""
        moves = pairwise([*tour, tour[0]] if self._problem.closed else tour)
        exit_ = self._problem.size if self._problem.directed else 0
        if self._question is not None:
            self._search.exclude((exit_ + v, w) for v, w in moves)


class ExactSearch:
    """A search of a simple graph that its budget can stop; run again, it continues from there.

    The same seed gives the same cycle. The time is exponential at worst. Memory grows with the
    edges, and slowly with the time. The cycle visits the vertices in `order`, round the ring in
    either direction. If there is a `proof`, the search writes its steps to it; they begin where the
    deduction `forcing` ends.

    >>> search = ExactSearch([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], order=[0, 2, 1, 3])
    >>> search.run(Budget())
    [0, 2, 1, 3]
    >>> search.run(Budget(), apart=[(1, 2)]) is None
    True
    """

    __slots__ = ("_state", "_steps")

    def __init__(
        self,
        neighbours: Sequence[Sequence[int]],
        *,
        order: Sequence[int] = (),
        seed: int = 0,
        proof: ProofWriter | None = None,
        forcing: Forcing | None = None,
    ) -> None:
        self._state: exact.State | None = None
        rows = neighbours
        if len(order) > 3:
            barred = dict.fromkeys(order, frozenset(order))
            for vertex, other in pairwise([*order, order[0]]):
                barred[vertex] -= {other}
                barred[other] -= {vertex}
            rows = [[w for w in row if w not in barred.get(v, ())] for v, row in enumerate(rows)]
        edges = [(v, w) for v, row in enumerate(paused(rows)) for w in row if v < w]
        shuffle(edges, random.Random(seed))
        self._steps = proof.cycle_steps(forcing, edges) if proof else None
        lone = next((v for v, row in enumerate(rows) if len(row) < 2), None)
        if lone is None and edges:
            room = ROOM + 4 * len(edges)
            self._state = exact.new_state(
                len(neighbours), edges, room, order=order, logging=bool(proof), paused=paused
            )
        elif self._steps and lone is not None:
            self._steps.write_low_degree(lone)

    def run(self, budget: Budget, apart: Iterable[tuple[int, int]] = ()) -> list[int] | None:
        """Continue to a cycle without the edges in `apart`, or to the proof that there is none.

        The budget counts edges at a vertex, vertices of a fragment and clauses looked at.
        """
        state = self._state
        if state is None:
            return None
        out = [2 * e + 1 for v, w in apart if (e := state.edge(v, w)) >= 0]
        if out != list(state.assumed):
            exact.retract(state)
            state.assumed = array_of(Marks, out)
        search = partial(exact.search, state)
        found = run(search, state.learning, budget, growth=GROWTH, proof=self._steps)
        return state.cycle() if found else None

    def exclude(self, line: Iterable[tuple[int, int]]) -> None:
        """Exclude the cycles that use all of some edges from all later answers."""
        state = self._state
        if state is not None:
            exact.retract(state)
            edges = [e for v, w in line if (e := state.edge(v, w)) >= 0]
            room = len(state.learning.clauses) + len(edges) + 4
            used = state.learning.clauses[: state.learning.used]
            state.learning.clauses = longer(Marks, used, room)
            exact.exclude(state, array_of(Marks, edges))


class DirectedSearch:
    """A search for a cycle along directed edges: `onward` has each vertex's successors.

    It has a variable for both directions of an edge, so an edge both ways is one decision.
    Decisions leave edges out first, one-way edges before all others. If the vertices are *apart*,
    each is an entry and an exit, with an edge between them that every cycle uses, and each
    direction is a variable of its own. Where many edges are one-way, this is better: clauses can
    say which way a stretch goes.
    """

    __slots__ = ("_apart", "_state", "_ways")

    def __init__(
        self, onward: Sequence[Iterable[int]], *, apart: bool = False, seed: int = 0
    ) -> None:
        self._apart, size = apart, len(onward)
        self._state: exact.State | None = None
        found = only_ways(onward)
        if found is None or (size < 3 and not apart):
            return
        self._ways, forced = found
        edges = [(v, w) for v, row in enumerate(paused(self._ways)) for w in row]
        if not apart:
            edges = [(v, w) for v, w in paused(edges) if v < w or v not in self._ways[w]]
        shuffle(edges, random.Random(seed))
        self._state = self._state_apart(edges) if apart else self._state_joined(edges, forced)

    def _state_apart(self, edges: list[tuple[int, int]]) -> exact.State:
        size = len(self._ways)
        links = [(v, size + v) for v in range(size)]
        edges = [(size + v, w) for v, w in edges] + links
        used = range(len(edges) - size, len(edges))
        return exact.new_state(2 * size, edges, ROOM + 4 * len(edges), used=used, paused=paused)

    def _state_joined(
        self, edges: list[tuple[int, int]], forced: set[tuple[int, int]]
    ) -> exact.State | None:
        # One-way edges are decided first, and out: such an edge agrees with every direction.
        single = [(v, w) for v, w in paused(edges) if v not in self._ways[w]]
        edges = [(v, w) for v, w in paused(edges) if v in self._ways[w]] + single
        if min(Counter(chain.from_iterable(paused(edges))).values()) < 2:
            return None
        state = exact.new_state(
            len(self._ways),
            edges,
            ROOM + 4 * len(edges),
            one_way=[False] * (len(edges) - len(single)) + [True] * len(single),
            used=[e for e, edge in enumerate(paused(edges)) if edge in forced],
            paused=paused,
        )
        state.learning.phase = array_of(Marks, [1] * len(edges))
        return state

    def run(self, budget: Budget) -> list[int] | None:
        """Continue to the vertices along a cycle, or to the proof that there is none."""
        state = self._state
        if state is None:
            return None
        search = partial(exact.search, state)
        if not run(search, state.learning, budget, growth=SLOWER_GROWTH):
            return None
        order = state.cycle()
        if self._apart:
            return read_order(order, len(self._ways))
        if any(w not in self._ways[v] for v, w in pairwise([*order, order[0]])):
            order.reverse()
        return order
