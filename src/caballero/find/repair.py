"""Warnsdorff's rule with repair: a walk that continues when the rule alone gets stuck.

Warnsdorff (1823) goes where the exits are fewest, and does not say which of several such squares is
best. Roth takes the exit farthest from the middle of the board, and then 99 of 100 walks on boards
of up to 50 by 50 squares visit everything. *Rotations* (Pósa 1976) repair the others: if the last
vertex ``x`` of a path has the vertex ``p[i]`` as a neighbour, then ``p[0] … p[i] x … p[i + 1]`` is
a path too, with another end. Rotations move the end towards a missing vertex, by the distances in
the graph; from there the walk continues. When nothing is missing, they move it in the same way to a
neighbour of the first vertex, if the tour must close, or of a given last vertex, which was kept
free.

This works on any graph, and proves nothing. A rotation reverses a part of the path, so it takes
up to ``n`` steps, but the rule leaves few rotations to do.

Invariants of a :class:`_Walk`: ``path`` is a path of the graph; ``place[v]`` is the place of ``v``
in it, or -1; ``missing`` are the vertices that it should still visit. ``traps`` are missing
vertices that the walk could not leave again: it enters them second, or when nothing else is
missing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from caballero.machine.limits import Budget
from caballero.model.graph import Graph
from caballero.model.reduction import CycleQuestion, as_cycle, rows

if TYPE_CHECKING:
    from random import Random

TRIES = 30
PATIENCE = 120  # rotations that reach no missing vertex before a walk is given up
REVERSALS = 6  # the most reversals of a walk
STRAY = 6  # random moves before the rule, if every seed should give a tour of its own
NOISE = 3.0  # the random part of a rotation's cost, in units of distance
TABU = 8  # the number of last ends to which the path does not return at once


class _Walk:
    """A path that grows, rotates and is reversed; at first, vertex `first` alone.

    It must not visit `kept`, because the tour ends there. If `loose`, it may begin elsewhere.
    """

    __slots__ = ("exits", "missing", "neighbours", "path", "place", "traps")

    def __init__(
        self, neighbours: list[list[int]], first: int, kept: int | None, *, loose: bool
    ) -> None:
        self.neighbours = neighbours
        self.path = [first]
        self.place = [-1] * len(neighbours)
        self.place[first] = 0
        self.missing = set(range(len(neighbours))) - {first, kept}
        self.exits = list(map(len, neighbours))  # how many missing neighbours each vertex has
        for v in (first, kept):
            for w in () if v is None else neighbours[v]:
                self.exits[w] -= 1
        # A vertex with fewer than two neighbours apart from those comes second or last.
        self.traps = {
            v
            for v in (() if loose else self.missing)
            if len(neighbours[v]) < 4 and len({*neighbours[v]} - {first, kept}) < 2
        }

    def extend(self, keys: Sequence[int], budget: Budget) -> None:
        """Continue by Warnsdorff's rule, larger keys first among equals, until it gets stuck."""
        path, place, missing, traps = self.path, self.place, self.missing, self.traps
        neighbours, exits = self.neighbours, self.exits
        here, spent = path[-1], len(path) - 1
        while True:
            best, fewest = -1, (len(neighbours), 0)
            wary = len(path) > 1 and not missing <= traps
            for w in neighbours[here]:
                if w in missing and not (wary and w in traps):
                    rank = exits[w], -keys[w]
                    if rank < fewest:
                        best, fewest = w, rank
            if best < 0 or not len(path) % 4096:
                budget.spend(len(path) - spent)
                spent = len(path)
            elif not len(path) % 256:  # there may be hundreds of neighbours
                budget.pause()
            if best < 0:
                return
            place[best] = len(path)
            path.append(best)
            missing.remove(best)
            for w in neighbours[best]:
                exits[w] -= 1
            here = best

    def stray(self, moves: int, rng: Random) -> None:
        """Begin with random moves, which the rule would not choose."""
        for _ in range(moves):
            free = [w for w in self.neighbours[self.path[-1]] if w in self.missing]
            if not free:
                return
            v = rng.choice(free)
            self.place[v] = len(self.path)
            self.path.append(v)
            self.missing.remove(v)
            for w in self.neighbours[v]:
                self.exits[w] -= 1

    def rotate(self, at: int) -> None:
        """Join the last vertex to the vertex at a place; the vertex after that becomes the end."""
        path, place = self.path, self.place
        tail = path[:at:-1]
        path[at + 1 :] = tail
        for i, v in enumerate(tail, at + 1):
            place[v] = i

    def reverse(self) -> None:
        """Reverse the path."""
        self.path.reverse()
        for i, v in enumerate(self.path):
            self.place[v] = i

    def distances(self, goals: Iterable[int], budget: Budget) -> list[int]:
        """Return the distance of every vertex from the nearest goal."""
        far = [len(self.neighbours)] * len(self.neighbours)
        queue = list(goals)
        for v in queue:
            far[v] = 0
        for number, v in enumerate(queue):  # grows while it is read
            if not number % 1024:
                budget.pause()
            for w in self.neighbours[v]:
                if far[w] > far[v] + 1:
                    far[w] = far[v] + 1
                    queue.append(w)
        return far


def repaired_tour(
    graph: Graph,
    budget: Budget,
    *,
    closed: bool,
    start: int | None,
    end: int | None,
    seed: int,
    varied: bool = False,
    keys: Sequence[int] | None = None,
    question: CycleQuestion | None = None,
) -> list[int] | None:
    """Look for a tour by Warnsdorff's rule, and repair its gaps; ``None`` proves nothing.

    `keys` has a number for every vertex: among vertices with equally few exits, the larger goes
    first. Roth's key is the distance from the middle of the board. Without keys, ties are random.
    The same seed gives the same tour; if the keys decide and nothing needs repair, so do all seeds.
    For *varied* tours the keys are left out, and the first moves are random.
    `question` is the same problem as a cycle question, if it exists already.

    The budget counts the vertices entered and the rotations. Every walk takes linear time, and a
    rotation up to ``n`` steps; on boards few are needed.
    """
    if len(graph) == 1 and not closed:
        return [0]

    if question is None:
        question = as_cycle(graph, closed=closed, start=start, end=end)
    if question is None:
        return None

    @cache
    def rng() -> Random:
        from random import Random  # importing it takes longer than most walks, which need none

        return Random(seed)

    size = len(graph)
    neighbours = question.neighbours if len(question.neighbours) == size else rows(graph)
    # A cycle is rotated to its start afterwards, unless it needs the edge from end to start: then
    # it is a path between them. A path with only a given end is walked in reverse.
    cyclic = closed and (start is None or end is None)
    first, kept = (None, None) if cyclic else (start, end) if start is not None else (end, None)
    roots: Sequence[int] = range(size) if first is None else [first]
    if question.colours is not None and first is None:
        surplus = size - 2 * sum(question.colours[:size])
        roots = [v for v in roots if not surplus or question.colours[v] == (surplus < 0)]
    root = min(roots, key=lambda v: len(neighbours[v]))
    for attempt in range(TRIES):
        if attempt or varied:
            root = rng().choice(roots)
        if attempt or varied or keys is None:
            keys = [rng().randrange(size) for _ in range(size)]
        loose = first is None
        walk = _Walk(neighbours, root, kept, loose=loose)
        if varied:
            walk.stray(min(STRAY, size // 4), rng())
        if _complete(walk, kept, keys, rng, budget, cyclic=cyclic, loose=loose):
            path = walk.path if kept is None else [*walk.path, kept]
            if cyclic:
                return question.tour(path)
            return path if start is not None or end is None else path[::-1]
    return None


def _complete(
    walk: _Walk,
    kept: int | None,
    keys: Sequence[int],
    rng: Callable[[], Random],
    budget: Budget,
    *,
    cyclic: bool,
    loose: bool,
) -> bool:
    """Extend the path to all vertices and to its goal; False if that fails."""
    reversals = 0
    while True:
        walk.extend(keys, budget)
        if walk.missing:
            goals = walk.missing - walk.traps or walk.missing
        elif cyclic or kept is not None:
            goals = {walk.path[0] if kept is None else kept}
        else:
            return True
        if _lead(walk, goals, rng, budget):
            if not walk.missing:
                return True
        elif loose and reversals < REVERSALS:
            reversals += 1
            walk.reverse()
        else:
            return False


def _lead(walk: _Walk, goals: set[int], rng: Callable[[], Random], budget: Budget) -> bool:
    """Rotate until the path ends next to a goal; return whether it does."""
    path, place = walk.path, walk.place
    far = walk.distances(goals, budget)
    tabu = deque([path[-1]], maxlen=TABU)
    for _ in range(PATIENCE + far[path[-1]]):
        if far[path[-1]] == 1:
            return True
        best, least = -1, 0.0
        for w in walk.neighbours[path[-1]]:
            at = place[w]
            if 0 <= at < len(path) - 2 and path[at + 1] not in tabu:
                # Usually the nearest, with some noise: pure greed would repeat itself.
                cost = far[path[at + 1]] + NOISE * rng().random()
                if best < 0 or cost < least:
                    best, least = at, cost
        if best < 0:
            return False
        budget.spend(1)
        walk.rotate(best)
        tabu.append(path[-1])
    return far[path[-1]] == 1
