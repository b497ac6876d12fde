"""The steps of a search, for a reader to follow.

A trace is a sequence of events; ``caballero.teaching`` makes them, ``caballero.render`` draws them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from .board import Square


class EventKind(StrEnum):
    """What happened.

    Examples
    --------
    >>> from caballero.teaching import EventKind
    >>> print(EventKind.STEP_BACK)
    step-back
    """

    PLACE = "place"
    """A square was entered."""
    TRY = "try"
    """A move is about to be tried."""
    DEAD_END = "dead-end"
    """No move was possible from a square just entered; a naive walk failed its test."""
    STEP_BACK = "step-back"
    """The last square was left: a step back."""
    SOLUTION = "solution"
    """The path is a tour."""
    NO_SOLUTION = "no-solution"
    """Everything was tried, or the rule without backtracking failed."""
    CUT = "cut"
    """Branch and bound left out a partial tour: none beyond it costs less than the best."""
    IMPROVEMENT = "improvement"
    """The path is a tour that costs less than all before."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What branch and bound knows at a step; a cost of infinity stands for none.

    Parameters
    ----------
    node : float
        The bound of the node that the step is about: nothing beyond it costs less. Of a solution,
        its cost.
    best : float
        The cost of the best solution so far.
    bound : float
        No solution costs less than this.
    made, expanded, cut : int
        Nodes made, expanded and cut so far.

    Examples
    --------
    >>> from caballero.teaching import trace_minimize
    >>> from caballero.teaching.puzzles import Assignment
    >>> *_, (_, _, standing) = trace_minimize(Assignment(((4, 1), (2, 3))))
    >>> standing.best, standing.bound, standing.made
    (3, 3, 4)
    """

    node: float
    best: float
    bound: float
    made: int
    expanded: int
    cut: int


@dataclass(frozen=True, slots=True)
class Visited:
    """A partial tour as a linked list: cheap to extend, to shorten and to store."""

    square: Square
    before: Visited | None


@dataclass(frozen=True, slots=True)
class Event:
    """A step of a search.

    Parameters
    ----------
    kind : EventKind
        What happened.
    depth : int
        How many squares the partial tour has.
    square : tuple of int, optional
        The square that was entered or left; of a ``try`` the target, None if it is off the board.
    move : int, optional
        Of a ``try``: the number of the move, from 0.
    nodes, dead_ends, steps_back : int
        Counts so far.
    candidates : tuple of (square, int)
        Of a ``place`` or ``try`` in Warnsdorff's rule: the next squares, in the order of the rule,
        each with its exits.
    standing : Standing, optional
        In branch and bound: the best tour so far, and the bounds.
    cost : str
        In branch and bound: the cost that it minimizes.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import trace
    >>> first, second, *_ = trace(Problem(3, start="c1"), order="granada")
    >>> first.kind.value, first.path, second.kind.value, second.move, second.square
    ('place', ((2, 2),), 'try', 0, (0, 1))
    """

    kind: EventKind
    depth: int
    square: Square | None
    move: int | None
    nodes: int
    dead_ends: int
    steps_back: int
    _visited: Visited | None = field(repr=False)
    candidates: tuple[tuple[Square, int], ...] = ()
    standing: Standing | None = None
    cost: str = "turns"

    @property
    def path(self) -> tuple[Square, ...]:
        """The partial tour; it takes time proportional to its length."""
        squares: list[Square] = []
        visited = self._visited
        while visited is not None:
            squares.append(visited.square)
            visited = visited.before
        return tuple(reversed(squares))
