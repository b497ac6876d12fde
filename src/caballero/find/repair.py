"""Warnsdorff's rule with repair: a walk that goes on where the rule alone gets stuck.

Warnsdorff (1823) goes where the exits are fewest. Which of several such squares is best he left
open; Roth takes the one farthest from the middle of the board, and then 99 of 100 walks on
boards of up to 50 by 50 squares visit everything. What the others leave out is collected by
*rotations* (Pósa 1976): if the last vertex ``x`` of a path has the vertex ``p[i]`` as a
neighbour, then ``p[0] … p[i] x … p[i + 1]`` is a path too, and ends elsewhere. The rotations
taken lead the end towards what is missing, by the distances in the graph; there the walk goes
on. When nothing is missing, they lead it in the same way to a neighbour of the first vertex, if
the tour is to be closed, or of the last one, if that was given and so kept back.

This works on any graph, and proves nothing. A rotation reverses a part of the path, so it costs
up to ``n`` steps, few of which the rule leaves to be done.

Invariants of a :class:`_Walk`: ``path`` is a path of the graph; ``place[v]`` is where ``v`` is
in it, and -1 for every other vertex; ``missing`` are the vertices that it should still visit.
``traps`` are those from which there is no way on: they are entered second, or when nothing else
is missing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from caballero.graph import Graph
from caballero.limits import Budget
from caballero.reduction import CycleQuestion, as_cycle, rows

if TYPE_CHECKING:
    from random import Random

TRIES = 30
PATIENCE = 120  # rotations without coming to a missing vertex before giving up a walk
TURNS = 6  # how often a walk may be turned round
NOISE = 3.0  # how much chance there is in a rotation, in units of distance
TABU = 8  # how many of its last ends the path does not come back to at once


class _Walk:
    """A path that grows and turns, with what it must not forget.

    Parameters
    ----------
    neighbours : list of lists of int
        The graph.
    first : int
        Where the path begins.
    kept : int, optional
        A vertex that the path must not visit, because the tour ends in it.
    loose : bool
        Whether the path may as well begin elsewhere.
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
        # With fewer than two neighbours besides those, a vertex comes second, or it comes last.
        self.traps = {
            v
            for v in (() if loose else self.missing)
            if len(neighbours[v]) < 4 and len({*neighbours[v]} - {first, kept}) < 2
        }

    def extend(self, keys: Sequence[int], budget: Budget) -> None:
        """Go on by Warnsdorff's rule, larger keys first among equals, until nothing is free."""
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
                budget.spend(0)
            if best < 0:
                return
            place[best] = len(path)
            path.append(best)
            missing.remove(best)
            for w in neighbours[best]:
                exits[w] -= 1
            here = best

    def rotate(self, at: int) -> None:
        """Join the last vertex to the one at a place, and end in the one that followed it."""
        path, place = self.path, self.place
        tail = path[:at:-1]
        path[at + 1 :] = tail
        for i, v in enumerate(tail, at + 1):
            place[v] = i

    def turn_round(self) -> None:
        """Let the path begin where it ended."""
        self.path.reverse()
        for i, v in enumerate(self.path):
            self.place[v] = i

    def distances(self, goals: Iterable[int], budget: Budget) -> list[int]:
        """Return how far every vertex is from the nearest goal."""
        far = [len(self.neighbours)] * len(self.neighbours)
        queue = list(goals)
        for v in queue:
            far[v] = 0
        for number, v in enumerate(queue):  # grows while it is read
            if not number % 1024:
                budget.spend(0)
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
    keys: Sequence[int] | None = None,
    question: CycleQuestion | None = None,
) -> list[int] | None:
    """Look for a tour by Warnsdorff's rule, and repair what it leaves out.

    Parameters
    ----------
    graph : Graph
        Where to look.
    budget : Budget
        Counts the vertices entered and the rotations.
    closed : bool
        Whether the tour must return to where it began.
    start, end : int, optional
        The first and the last vertex of the tour.
    seed : int
        The same seed gives the same tour. Where the keys decide and nothing needs repair, so do
        all others.
    keys : sequence of int, optional
        A number for every vertex: among vertices with equally few exits, the larger goes first.
        Roth's is the distance from the middle of the board. Without keys, chance decides.
    question : CycleQuestion, optional
        The same as a question about cycles, if it is there already.

    Returns
    -------
    list of int or None
        A tour; or ``None`` if none was found, which proves nothing.

    Notes
    -----
    Every walk takes linear time, and a rotation up to ``n`` steps; on boards few are needed.
    """
    if len(graph) == 1 and not closed:
        return [0]

    def pause() -> None:
        budget.spend(0)

    if question is None:
        question = as_cycle(graph, closed=closed, start=start, end=end, pause=pause)
    if question is None:
        return None

    @cache
    def rng() -> Random:
        from random import Random  # importing it takes longer than most walks, which need none

        return Random(seed)

    size = len(graph)
    neighbours = question.neighbours if len(question.neighbours) == size else rows(graph, pause)
    # A cycle is turned to its start afterwards, unless the edge from end to start is demanded:
    # then it is a path between them. A path with a given end only is walked backwards.
    cyclic = closed and (start is None or end is None)
    first, kept = (None, None) if cyclic else (start, end) if start is not None else (end, None)
    roots: Sequence[int] = range(size) if first is None else [first]
    if question.colours is not None and first is None:
        surplus = size - 2 * sum(question.colours[:size])
        roots = [v for v in roots if not surplus or question.colours[v] == (surplus < 0)]
    root = min(roots, key=lambda v: len(neighbours[v]))
    for attempt in range(TRIES):
        if attempt:
            root = rng().choice(roots)
        if attempt or keys is None:
            keys = [rng().randrange(size) for _ in range(size)]
        loose = first is None
        walk = _Walk(neighbours, root, kept, loose=loose)
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
    """Let the path visit all that is missing and end where it should; say if it could.

    If it may begin anywhere (`loose`), it is turned round where its end leads nowhere.
    """
    turns = 0
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
        elif loose and turns < TURNS:
            turns += 1
            walk.turn_round()
        else:
            return False


def _lead(walk: _Walk, goals: set[int], rng: Callable[[], Random], budget: Budget) -> bool:
    """Rotate until the path ends next to one of the goals; say if it does."""
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
                # The nearest, but not always: blind greed would run in circles.
                cost = far[path[at + 1]] + NOISE * rng().random()
                if best < 0 or cost < least:
                    best, least = at, cost
        if best < 0:
            return False
        budget.spend(1)
        walk.rotate(best)
        tabu.append(path[-1])
    return far[path[-1]] == 1
