"""The rules by which a person solves a puzzle with waypoints: which squares follow each other.

Waypoints have no numbers, so these rules are about the moves of the tour. The easiest first:

* ``exits``: a square has no more moves than it needs;
* ``loop``: a move would close a loop before all squares are visited;
* ``order``: a move would lead from a waypoint to a waypoint that is neither the next nor the last;
* ``bridge``: without a move, the squares fall into two parts;
* ``glance``: a move is supposed, and a few moves that follow from it lead to a contradiction;
* ``suppose``: as many as it takes.

The moves that are used form *chains*. A chain's end knows the waypoints nearest to it, which is all
that ``order`` needs.

Invariants: a step is true of every tour of the problem; the start and the end of a tour, where they
are known, count as waypoints before the first and after the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import pairwise
from types import MappingProxyType
from typing import Final, TypeAlias

from caballero.machine.limits import Budget
from caballero.machine.values import replace
from caballero.machine.words import Message
from caballero.model.problem import Problem, sorted_moves
from caballero.model.reduction import underlying_rows
from caballero.proof.facts import is_tour

from .position import bits, spread
from .rules import Step, listed

Edge: TypeAlias = tuple[int, int]

RULES: Final = ("exits", "loop", "order", "bridge", "glance", "suppose")
"""The rules, the easiest first."""

GLANCE: Final = 4
"""The most moves that follow from a move which is supposed at a glance."""


class Joins:
    """The moves that are used, and that may be used: a set of squares for each square."""

    __slots__ = (
        "beyond", "budget", "changed", "fault", "left", "length", "mate", "most", "near", "needed",
        "ordered", "problem", "used",
    )  # fmt: skip

    def __init__(self, problem: Problem, budget: Budget) -> None:
        self.problem, self.budget = problem, budget
        size, given = problem.size, problem.numbered()
        start, end = given.get(1), given.get(size)
        free = not problem.closed and (start is None or end is None)
        self.needed = [1 if free else 2] * size
        self.most = [2] * size
        if not problem.closed:
            for v in (start, end):
                if v is not None:
                    self.needed[v] = self.most[v] = min(1, size - 1)
        self.left = [sum(1 << w for w in row) for row in underlying_rows(problem.graph())]
        self.used = [0] * size
        self.mate = list(range(size))
        self.length = [1] * size
        ordered = [start, *map(problem.vertex, problem.waypoints), end]
        self.ordered = [*dict.fromkeys(v for v in ordered if v is not None)]
        number = {v: i for i, v in enumerate(self.ordered)}
        self.near = [number.get(v, -1) for v in range(size)]
        self.beyond = [-1] * size
        # The squares whose moves or chains are others since they were read.
        self.changed: list[int] = []
        self.fault: Message | None = None
        for v in range(size):
            self._check(v)
        for a, b in sorted_moves(problem):
            self.use(problem.vertex(a), problem.vertex(b))

    def copy(self) -> Joins:
        """Return a copy to suppose moves in, in which nothing has changed yet."""
        other = copy(self)
        other.changed = []
        for name in ("left", "used", "mate", "length", "near", "beyond"):
            setattr(other, name, getattr(self, name)[:])
        return other

    def name(self, v: int) -> str:
        """Return the name of a square."""
        return self.problem.place_name(self.problem.place(v))

    # -- what becomes known ------------------------------------------------------------------------

    def drop(self, v: int, w: int) -> None:
        """Say that two squares do not follow each other."""
        self.left[v] &= ~(1 << w)
        self.left[w] &= ~(1 << v)
        self.changed += v, w
        self._check(v)
        self._check(w)

    def _check(self, v: int) -> None:
        if self.left[v].bit_count() < self.needed[v]:
            self.fault = self.fault or Message("join-stuck", {"place": self.name(v)})

    def use(self, v: int, w: int) -> None:
        """Say that two squares follow each other."""
        if self.used[v] >> w & 1:
            return
        self.fault = self.fault or self.closes(v, w) or self.disorders(v, w)
        if self.fault:
            return
        self.used[v] |= 1 << w
        self.used[w] |= 1 << v
        ends = [(v, self.mate[v], w), (w, self.mate[w], v)]
        near, beyond = self.near[:], self.beyond[:]
        self.changed += v, w, self.mate[v], self.mate[w]
        self.length[self.mate[v]] = self.length[self.mate[w]] = self.length[v] + self.length[w]
        self.mate[ends[0][1]], self.mate[ends[1][1]] = ends[1][1], ends[0][1]
        for _here, far, there in ends:
            if near[far] < 0:
                self.near[far], self.beyond[far] = near[there], beyond[there]
            elif beyond[far] < 0:
                self.beyond[far] = near[there]
        for u in (v, w):
            if self.used[u].bit_count() == self.most[u]:
                for x in bits(self.left[u] & ~self.used[u]):
                    self.drop(u, x)

    # -- what is against a move --------------------------------------------------------------------

    def closes(self, v: int, w: int) -> Message | None:
        """Return that a move would close a loop too early, if it would."""
        last = self.problem.closed and self.length[v] == self.problem.size
        if self.mate[v] != w or last:
            return None
        return Message("join-loop", {"a": self.name(v), "b": self.name(w)})

    def disorders(self, v: int, w: int) -> Message | None:
        """Return that a move would join waypoints out of their order, if it would."""
        a, b = self.near[v], self.near[w]
        if a < 0 or b < 0 or self.mate[v] == w:
            return None
        count = len(self.ordered)

        def follow(*line: int) -> bool:
            """Return whether waypoints follow each other; of a closed tour, round the ring too."""
            steps = [y - x for x, y in pairwise(i for i in line if i >= 0)]
            return all(s == 1 or (self.problem.closed and s == 1 - count) for s in steps)

        line = self.beyond[v], a, b, self.beyond[w]
        if follow(*line) or follow(*line[::-1]):
            return None
        passed = {"m": self.name(self.ordered[a]), "n": self.name(self.ordered[b])}
        return Message("join-order", {"a": self.name(v), "b": self.name(w), **passed})

    def is_connected(self, without: Edge | None = None) -> bool:
        """Return whether all squares hang together, also without a move."""
        left = self.left
        if without:
            left, (v, w) = left[:], without
            left[v] &= ~(1 << w)
            left[w] &= ~(1 << v)
        reached = edge = 1
        while edge:
            edge = spread(edge, left) & ~reached
            reached |= edge
        return reached.bit_count() == self.problem.size

    def moves(self) -> Iterator[Edge]:
        """Yield the moves that are neither used nor out."""
        for v, row in enumerate(self.left):
            for w in bits(row & ~self.used[v]):
                if v < w:
                    yield v, w

    def exits(self) -> Iterator[int]:
        """Yield the squares that have no more moves than they need, and do not use all."""
        for v, row in enumerate(self.left):
            if row.bit_count() == self.needed[v] and row != self.used[v]:
                yield v

    def order(self) -> list[int] | None:
        """Return the tour that the moves make, if they are complete."""
        size, given = self.problem.size, self.problem.numbered()
        if sum(row.bit_count() for row in self.used) != 2 * (size - (not self.problem.closed)):
            return None
        ends = [v for v, row in enumerate(self.used) if row.bit_count() < 2]
        for first in dict.fromkeys([given.get(1, -1), *ends, 0]):
            for second in [*bits(self.used[first])] if first >= 0 else []:
                line = [first, second]
                while len(line) < size and (on := self.used[line[-1]] & ~(1 << line[-2])):
                    line.append(on.bit_length() - 1)
                if is_tour(self.problem, line):
                    return line
        return None


def join_steps(joins: Joins, rules: Iterable[str] = RULES) -> Iterator[Step]:
    """Yield the steps from a position on, and take each; until no rule has a step."""
    joins.budget.method = "rules"
    used = [_RULES[name] for name in rules]
    while True:
        if joins.fault is None and not joins.is_connected():
            joins.fault = Message("join-parts")
        if joins.fault is not None:
            yield Step(joins.fault, rule="contradiction")
            return
        step = next((step for rule in used if (step := rule(joins)) is not None), None)
        if step is None:
            return
        yield step
        joins.budget.spend(1)
        take(joins, step)


def take(joins: Joins, step: Step) -> None:
    """Add a step's conclusion."""
    vertex = joins.problem.vertex
    for a, b in step.used:
        joins.use(vertex(a), vertex(b))
    for a, b in step.out:
        joins.drop(vertex(a), vertex(b))


def step_about(joins: Joins, rule: str, moves: Sequence[Edge], used: bool, why: Message) -> Step:
    """Return the step that uses or drops moves of a square."""
    place, name = joins.problem.place, joins.name
    data = {"place": name(moves[0][0]), "others": listed([name(w) for _, w in moves])}
    message = Message("join-used" if used else "join-out", data)
    step_moves = tuple((place(v), place(w)) for v, w in moves)
    step = Step(message, why=why, rule=rule, place=place(moves[0][0]))
    return replace(step, used=step_moves) if used else replace(step, out=step_moves)


def exits(joins: Joins) -> Step | None:
    """A square with no more moves than it needs."""
    for v in joins.exits():
        fresh = [(v, w) for w in bits(joins.left[v] & ~joins.used[v])]
        return step_about(
            joins, "exits", fresh, True, Message("join-exits", {"place": joins.name(v)})
        )
    return None


def loop(joins: Joins) -> Step | None:
    """A move that would close a loop."""
    for edge in joins.moves():
        if why := joins.closes(*edge):
            return step_about(joins, "loop", [edge], False, why)
    return None


def order(joins: Joins) -> Step | None:
    """A move that would join waypoints out of their order."""
    for edge in joins.moves():
        if why := joins.disorders(*edge):
            return step_about(joins, "order", [edge], False, why)
    return None


def bridge(joins: Joins) -> Step | None:
    """A move without which the squares fall into parts."""
    for edge in joins.moves():
        if not joins.is_connected(edge):
            return step_about(joins, "bridge", [edge], True, Message("join-bridge"))
    return None


def _glance(joins: Joins) -> Step | None:
    return _supposed(joins, "glance", GLANCE)


def _suppose(joins: Joins) -> Step | None:
    return _supposed(joins, "suppose", joins.problem.size)


def _supposed(joins: Joins, rule: str, most: int) -> Step | None:
    """Return what follows from a move that leads to a contradiction, used or left out."""
    for edge in joins.moves():
        for used in (True, False):
            joins.budget.spend(1)
            if (reason := _refuted(joins, edge, used, most)) is not None:
                code = "join-suppose-used" if used else "join-suppose-out"
                return step_about(joins, rule, [edge], not used, Message(code, {"reason": reason}))
    return None


def onward(joins: Joins, v: int) -> list[Step]:
    """Return the steps to the next move from the end of a path; none if they are not seen there.

    Every other move from there is supposed: at a glance, or as far as it takes.
    """
    for rule, most in (("glance", GLANCE), ("suppose", joins.problem.size)):
        steps, open_moves = [], []
        for w in bits(joins.left[v] & ~joins.used[v]):
            joins.budget.spend(1)
            if (reason := _refuted(joins, (v, w), True, most)) is None:
                open_moves.append((v, w))
            else:
                why = Message("join-suppose-used", {"reason": reason})
                steps.append(step_about(joins, rule, [(v, w)], False, why))
        if len(open_moves) == 1 and joins.used[v].bit_count() < joins.needed[v]:
            why = Message("join-exits", {"place": joins.name(v)})
            return [*steps, step_about(joins, "exits", open_moves, True, why)]
    return []


def _refuted(joins: Joins, edge: Edge, used: bool, most: int) -> Message | None:
    """Return the contradiction that follows from a move in a few steps, if any."""
    trial = joins.copy()
    (trial.use if used else trial.drop)(*edge)
    while trial.changed and trial.fault is None and most:
        v = trial.changed.pop()
        for w in bits(trial.left[v] & ~trial.used[v]):
            if trial.closes(v, w) or trial.disorders(v, w):
                trial.drop(v, w)
        fresh = trial.left[v] & ~trial.used[v]
        if fresh and trial.left[v].bit_count() == trial.needed[v]:
            for w in bits(fresh):
                trial.use(v, w)
            most -= 1
    if trial.fault is None and not trial.is_connected():
        return Message("join-parts")
    return trial.fault


_RULES: Final[Mapping[str, Callable[[Joins], Step | None]]] = MappingProxyType(
    {
        "exits": exits, "loop": loop, "order": order, "bridge": bridge, "glance": _glance,
        "suppose": _suppose,
    }
)  # fmt: skip
