"""The puzzles of the best tour, in common: a candidate is a path and its cost so far."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from caballero.machine.arguments import name_among
from caballero.model.board import Board
from caballero.model.piece import Move
from caballero.model.problem import Problem
from caballero.model.tour import Tour
from caballero.proof.facts import is_tour
from caballero.teaching._search import starts
from caballero.teaching.orders import move_order

BOUNDS: Final = ("none", "made", "ahead")
"""The bounds of a tour: 0; the cost so far; this and what must follow."""


class Line(NamedTuple):
    """The vertices visited so far, and the cost of the path."""

    path: tuple[int, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class BestTour(ABC):
    """Tours of a small board, or paths and cycles of a graph, without a cost yet."""

    problem: Problem
    bounded: str = "ahead"
    order: str | Iterable[Move] | None = None
    _near: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bounded", name_among("bound-name", self.bounded, BOUNDS))
        ground, moves = self.problem.ground, None
        if isinstance(ground, Board):
            moves = move_order(self.order, self.problem.piece, ground)
        graph = self.problem.graph(moves)
        near = tuple(graph.neighbours(v) for v in range(len(graph)))
        object.__setattr__(self, "_near", near)

    def initial(self) -> Line:
        """Return the start; the empty path if there are several."""
        first, *others = starts(self.problem)
        return Line((), 0) if others else Line((first,), 0)

    def worth_exploring(self, line: Line) -> bool:
        """Return whether the last square has the number that it should have, if clues give it."""
        known, step = self.problem.numbered(), len(line.path)
        return not step or all((n == step) == (v == line.path[-1]) for n, v in known.items())

    def is_final(self, line: Line) -> bool:
        """Return whether the path is a tour."""
        return len(line.path) == len(self._near) and is_tour(self.problem, line.path)

    def extensions(self, line: Line) -> Iterator[Line]:
        """Yield the paths with one more square, in the order of the moves."""
        if not line.path:
            yield from (Line((start,), 0) for start in starts(self.problem))
            return
        for to in self.onward(line.path):
            yield Line((*line.path, to), line.cost + self.step(line.path, to))

    def cost(self, line: Line) -> float:
        """Return the cost of a tour; if closed, with the way back."""
        return line.cost + (self.way_back(line.path) if self.problem.closed else 0)

    def bound(self, line: Line) -> float:
        """Return a number that no tour beyond this path costs less than."""
        if self.bounded != "ahead":
            return line.cost if self.bounded == "made" else 0
        left = {*range(len(self._near))}.difference(line.path)
        return line.cost + self.ahead(line.path, left)

    def show(self, line: Line) -> str:
        """Return the tour as a board with numbers."""
        return str(Tour(self.problem.ground, line.path, self.problem.piece, self.problem.closed))

    def onward(self, path: tuple[int, ...]) -> list[int]:
        """Return the free squares that can follow a path."""
        return [to for to in self._near[path[-1]] if to not in path]

    @abstractmethod
    def step(self, path: tuple[int, ...], to: int) -> float:
        """Return the cost of one more move."""

    @abstractmethod
    def way_back(self, path: tuple[int, ...]) -> float:
        """Return the cost to close a tour."""

    @abstractmethod
    def ahead(self, path: tuple[int, ...], left: set[int]) -> float:
        """Return the least cost of the rest of every tour, on the squares that are left."""
