"""The knight's tour with the fewest turns: a turn is where two moves have different directions.

Which bound does a knight's tour have? Three are here: none, the turns so far, and these with the
turns that must follow. Every square is entered from one of its free neighbours and left to another.
If two of these are opposite each other, the knight may pass straight; if not, it must turn; and if
there are fewer than two, it cannot pass. On the edge of a board no two are opposite.
"""

from __future__ import annotations

from collections.abc import Iterator, Set as AbstractSet
from dataclasses import dataclass, field
from itertools import permutations
from math import inf
from typing import Final, NamedTuple

from caballero.core.errors import UnknownName
from caballero.core.problem import Problem, step_between
from caballero.core.tour import Tour
from caballero.core.words import short
from caballero.proof.facts import is_tour

BOUNDS: Final = ("none", "made", "ahead")
"""The bounds of ``FewestTurns``: 0; the turns so far; these and the turns that must follow."""


class Line(NamedTuple):
    """The vertices visited so far, and the turns on the way."""

    path: tuple[int, ...]
    turns: int


@dataclass(frozen=True, slots=True)
class FewestTurns:
    """Tours of a small board from its start, by default the first square.

    Parameters
    ----------
    problem : Problem
        On a board; forced moves are tested on complete tours.
    bounded : str
        ``none``: backtracking through all tours. ``made``: the turns so far. ``ahead``: these
        and the turns that must follow.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teach import minimize
    >>> from caballero.teach.puzzles import FewestTurns
    >>> puzzle = FewestTurns(Problem.of("3x4"))
    >>> *_, best = minimize(puzzle)
    >>> best.cost, best.optimal
    (10, True)
    """

    problem: Problem
    bounded: str = "ahead"
    _near: tuple[frozenset[int], ...] = field(init=False, repr=False, compare=False)
    _onward: dict[tuple[int, int], int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.bounded not in BOUNDS:
            raise UnknownName.among("bound-name", short(str(self.bounded)), BOUNDS)
        graph, board = self.problem.graph(), self.problem.board
        near = tuple(graph.neighbours(v) for v in range(len(graph)))
        squares = list(board)
        straight = {
            (a, v): b
            for v, exits in enumerate(near)
            for a, b in permutations(exits, 2)
            if step_between(board, squares[a], squares[v])
            == step_between(board, squares[v], squares[b])
        }
        object.__setattr__(self, "_near", tuple(map(frozenset, near)))
        object.__setattr__(self, "_onward", straight)

    def initial(self) -> Line:
        """Return the start alone."""
        return Line((self.problem.numbered().get(1, 0),), 0)

    def worth_exploring(self, line: Line) -> bool:
        """Say whether the last square has the number that it should have, if clues give one."""
        known, step = self.problem.numbered(), len(line.path)
        last = line.path[-1]
        return known.get(step, last) == last and all(known[n] != last or n == step for n in known)

    def is_final(self, line: Line) -> bool:
        """Say whether the path is a tour."""
        return len(line.path) == len(self._near) and is_tour(self.problem, line.path)

    def extensions(self, line: Line) -> Iterator[Line]:
        """Yield the paths with one more free square: straight on first, then by their vertices."""
        *before, here = line.path
        straight = self._onward.get((before[-1], here)) if before else None
        free = self._near[here] - {*before}
        for to in sorted(free, key=lambda to: (to != straight, to)):
            yield Line((*line.path, to), line.turns + (bool(before) and to != straight))

    def cost(self, line: Line) -> int:
        """Return the turns of a tour; a closed one may turn at its last and its first square."""
        if not self.problem.closed:
            return line.turns
        path = line.path
        ends = (path[-2], path[-1], path[0]), (path[-1], path[0], path[1])
        return line.turns + sum(self._onward.get((a, v)) != b for a, v, b in ends)

    def bound(self, line: Line) -> float:
        """Return a number of turns that every tour beyond this path has."""
        if self.bounded != "ahead":
            return line.turns if self.bounded == "made" else 0
        path, closed = line.path, self.problem.closed
        left = frozenset(range(len(self._near))).difference(path)
        free = left | {path[0], path[-1]} if closed else left | {path[-1]}
        ahead = sorted(self._turn_at(v, self._near[v] & free) for v in left)
        if not closed:
            ahead = ahead[:-1]  # the tour ends on one of these: it passes all but the dearest
        if len(path) > 1:
            ahead.append(self._turn_at(path[-1], self._near[path[-1]] & left, path[-2]))
        if closed:
            second = path[1] if len(path) > 1 else None
            ahead.append(self._turn_at(path[0], self._near[path[0]] & left, second))
        return line.turns + sum(ahead)

    def _turn_at(self, square: int, exits: AbstractSet[int], used: int | None = None) -> float:
        """Return 0 if a square can be passed straight, 1 if in a turn only, infinity if not at all.

        It is passed from one exit to another; if one was used already, from there.
        """
        origins = exits if used is None else {used}
        if len(exits) < (2 if used is None else 1):
            return inf
        return 0 if any(self._onward.get((a, square)) in exits for a in origins) else 1

    def show(self, line: Line) -> str:
        """Return the tour as a matrix."""
        return str(Tour(self.problem.ground, line.path, self.problem.piece, self.problem.closed))
