"""The knight's tour with the fewest turns: a turn is where two moves have different directions.

Which bound does a knight's tour have? Three are here: none, the turns so far, and these with the
turns that must follow. Every square is entered from one of its free neighbours and left to another.
If two of these are opposite each other, the knight may pass straight; if not, it must turn; and if
there are fewer than two, it cannot pass. On the edge of a board no two are opposite.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import permutations
from math import inf
from typing import Final, NamedTuple

from caballero.core.errors import UnknownName
from caballero.core.piece import Move
from caballero.core.problem import Problem, step_between
from caballero.core.tour import Tour
from caballero.core.words import short
from caballero.proof.facts import is_tour
from caballero.teach._search import starts
from caballero.teach.orders import move_order

BOUNDS: Final = ("none", "made", "ahead")
"""The bounds of ``FewestTurns``: 0; the turns so far; these and the turns that must follow."""


class Line(NamedTuple):
    """The vertices visited so far, and the turns on the way."""

    path: tuple[int, ...]
    turns: int


@dataclass(frozen=True, slots=True)
class FewestTurns:
    """Tours of a small board; a candidate is a path and its turns.

    Parameters
    ----------
    problem : Problem
        On a board; forced moves are tested on complete tours.
    bounded : str
        ``none``: backtracking through all tours. ``made``: the turns so far. ``ahead``: these
        and the turns that must follow.
    order : str or moves, optional
        The order of the moves, but straight on comes first; see :func:`caballero.teach.move_order`.

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
    order: str | Iterable[Move] | None = None
    _near: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    _onward: dict[tuple[int, int], int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.bounded not in BOUNDS:
            raise UnknownName.among("bound-name", short(str(self.bounded)), BOUNDS)
        board = self.problem.board
        graph = self.problem.graph(move_order(self.order, self.problem.piece, len(board.shape)))
        near = tuple(graph.neighbours(v) for v in range(len(graph)))
        step = {
            (a, b): step_between(board, board.square(a), board.square(b))
            for a, targets in enumerate(near)
            for b in targets
        }
        ways = ((a, v, b) for v, exits in enumerate(near) for a, b in permutations(exits, 2))
        onward = {(a, v): b for a, v, b in ways if step[a, v] == step[v, b]}
        object.__setattr__(self, "_near", near)
        object.__setattr__(self, "_onward", onward)

    def initial(self) -> Line:
        """Return the start; the empty path if there are several."""
        first, *others = starts(self.problem)
        return Line((), 0) if others else Line((first,), 0)

    def worth_exploring(self, line: Line) -> bool:
        """Say whether the last square has the number that it should have, if clues give one."""
        known, step = self.problem.numbered(), len(line.path)
        return not step or all((n == step) == (v == line.path[-1]) for n, v in known.items())

    def is_final(self, line: Line) -> bool:
        """Say whether the path is a tour."""
        return len(line.path) == len(self._near) and is_tour(self.problem, line.path)

    def extensions(self, line: Line) -> Iterator[Line]:
        """Yield the paths with one more square: straight on, then in the order of the moves."""
        if not line.path:
            yield from (Line((start,), 0) for start in starts(self.problem))
            return
        *before, here = line.path
        straight = self._onward.get((before[-1], here)) if before else None
        free = [to for to in self._near[here] if to not in before]
        for to in sorted(free, key=lambda to: to != straight):
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
        left = {*range(len(self._near))}.difference(path)
        free = left.union(path[-1:], path[:1] if closed else ())
        ahead = sorted(self._turn_at(v, free) for v in left)
        if not closed:
            ahead = ahead[: -1 if path else -2]  # a tour need not pass the squares where it ends
        if len(path) > 1:
            ahead.append(self._turn_at(path[-1], left, path[-2]))
        if closed and path:
            ahead.append(self._turn_at(path[0], left, *path[1:2]))
        return line.turns + sum(ahead)

    def _turn_at(self, square: int, free: set[int], origin: int | None = None) -> float:
        """Return 0 if a square can be passed straight, 1 if in a turn only, infinity if not at all.

        It is passed from a free square, or from a given one, to another free square.
        """
        exits = [to for to in self._near[square] if to in free]
        if len(exits) < (2 if origin is None else 1):
            return inf
        origins = exits if origin is None else [origin]
        return 0 if any(self._onward.get((a, square)) in exits for a in origins) else 1

    def show(self, line: Line) -> str:
        """Return the tour as a board with numbers."""
        return str(Tour(self.problem.ground, line.path, self.problem.piece, self.problem.closed))
