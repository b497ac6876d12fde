"""The trace: a search step by step, as a stream of events.

The terminal, the page and the animations use the same stream. A separate search makes it, plain
and short, so that students read the code that runs; the kernels do the same work faster, and
tests compare the two node by node.

The naive method has the same events. Its walks may visit a square repeatedly; a complete walk
that is not a tour is a ``dead-end``.

Invariants: each event's ``path`` is the partial tour (or walk) at that moment; its counts
include the event itself; between a ``place`` and the ``step-back`` that undoes it, everything
concerns paths that begin with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from caballero.core.arguments import flag, is_name, seed_of
from caballero.core.board import Square
from caballero.core.errors import InvalidProblem, UnknownName
from caballero.core.events import Event, EventKind, Visited
from caballero.core.piece import Move
from caballero.core.problem import Ground, Problem, refuse_huge
from caballero.proof.facts import is_tour

from .bounded import trace_best
from .orders import move_order
from .warnsdorff import TIES

_METHODS: Final = ("naive", "backtracking", "warnsdorff", "branch-and-bound")
"""The methods that can be traced."""


def trace(
    problem: Ground,
    method: str = "backtracking",
    *,
    order: str | Iterable[Move] | None = None,
    tie: str = "order",
    backtrack: bool = True,
    seed: int = 0,
    strategy: str = "least",
    bounded: str = "ahead",
    cost: str = "turns",
) -> Iterator[Event]:
    """Yield the events of a search, to its first tour or to its end.

    Parameters
    ----------
    problem : Problem, or what :class:`Problem` takes
        On a board; the default start is the top left square.
    method : str
        ``naive``, ``backtracking``, ``warnsdorff``, or ``branch-and-bound`` for the best tour.
    order : str or moves, optional
        The order of the moves; see :func:`move_order`.
    tie : str
        The tie rule of Warnsdorff's rule; see :func:`solve_warnsdorff`.
    backtrack : bool
        Whether Warnsdorff's rule steps back at dead ends.
    seed : int
        The seed of the tie rule ``random``; the choices differ from the solver's.
    strategy, bounded, cost : str
        Of branch and bound; see :func:`solve_branch_and_bound`.

    Yields
    ------
    Event
        Backtracking and the naive method have a ``try`` for every move of the list, possible or
        not, as in the exercise of Granada; the others only for possible moves, in their order.
        Branch and bound has a ``cut`` for every node that it leaves out, an ``improvement`` for
        every better tour, and a path that may jump from one ``place`` to the next.

    Raises
    ------
    UnknownName
        If there is no such method, order or tie rule.
    InvalidProblem
        If the problem has forced moves, or is not on a board; for the naive method also if it
        has clues or forbidden moves.
    TooLarge
        If the board has more than ``MAX_VERTICES`` squares.

    Notes
    -----
    Memory: that of one branch. The stream may be very long: take only what you need.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teach import trace
    >>> last = list(trace(Problem(3, start="c1"), order="granada"))[-1]
    >>> last.kind.value, last.nodes
    ('no-solution', 15)
    >>> last = list(trace(Problem(3, start="c1"), "naive"))[-1]
    >>> last.kind.value, last.dead_ends
    ('no-solution', 256)
    """
    problem = Problem(problem)
    backtrack, seed = flag("backtrack", backtrack), seed_of(seed)
    if not is_name(method, _METHODS):
        raise UnknownName.among("method", method, _METHODS)
    if not is_name(tie, TIES):
        raise UnknownName.among("tie", tie, TIES)
    if problem.forced:
        raise InvalidProblem("trace-forced")
    refuse_huge(problem)
    moves = move_order(order, problem.piece, len(problem.board.shape))
    if method == "branch-and-bound":
        return trace_best(problem, moves, strategy, bounded, cost)
    choices = _Choices(problem, moves, method, tie, seed)
    if method == "naive":
        if problem.numbered().keys() - {1, problem.size} or problem.forbidden:
            raise InvalidProblem("naive-needs")
        return _trace_naive(problem, choices)
    return _trace_search(problem, choices, backtrack or method == "backtracking")


def _trace_search(problem: Problem, choices: _Choices, backtrack: bool) -> Iterator[Event]:
    known = problem.numbered()
    by_vertex = {vertex: number for number, vertex in known.items()}
    board = problem.board
    count = len(board)
    start = board.square(known.get(1, 0))
    nodes = dead_ends = steps_back = 0
    number: dict[Square, int] = {}
    visited: Visited | None = None
    tries: list[Iterator[tuple[int, Square | None]]] = []
    exits: list[tuple[tuple[Square, int], ...]] = []  # of the next squares of each square
    fresh = False

    def event(kind: EventKind, square: Square | None, move: int | None = None) -> Event:
        shown = exits[-1] if kind in {EventKind.PLACE, EventKind.TRY} else ()
        counts = nodes, dead_ends, steps_back
        return Event(kind, len(number), square, move, *counts, visited, shown)

    def possible(target: Square | None) -> bool:
        if target is None or target in number:
            return False
        step = len(number) + 1
        wanted = known.get(step, board.index(target)) == board.index(target)
        return wanted and by_vertex.get(board.index(target), step) == step

    target: Square | None = start
    while True:
        if target is not None:
            number[target] = len(number) + 1
            visited = Visited(target, visited)
            nodes += 1
            fresh = True
            ahead = choices.of(target, number)
            exits.append(choices.exits(ahead, number))
            yield event(EventKind.PLACE, target)
            closes = not problem.closed or (count > 2 and problem.is_move(target, start))
            if len(number) == count and closes:
                yield event(EventKind.SOLUTION, target)
                return
            tries.append(iter(ahead))
            target = None
        for move, candidate in tries[-1]:
            yield event(EventKind.TRY, candidate, move)
            if possible(candidate):
                target = candidate
                fresh = False
                break
        if target is not None:
            continue
        assert visited is not None
        square = visited.square
        if fresh and len(number) < count:
            dead_ends += 1
            yield event(EventKind.DEAD_END, square)
        fresh = False
        if len(number) == 1 or not backtrack:
            yield event(EventKind.NO_SOLUTION, square)
            return
        tries.pop()
        exits.pop()
        visited = visited.before
        del number[square]
        steps_back += 1
        yield event(EventKind.STEP_BACK, square)


def _trace_naive(problem: Problem, choices: _Choices) -> Iterator[Event]:
    board = problem.board
    count = len(board)
    nodes = dead_ends = steps_back = 0
    walk: list[Square] = []
    visited: Visited | None = None
    tries: list[Iterator[tuple[int, Square | None]]] = []
    fresh = False

    def event(kind: EventKind, square: Square | None, move: int | None = None) -> Event:
        return Event(kind, len(walk), square, move, nodes, dead_ends, steps_back, visited)

    target: Square | None = board.square(problem.numbered().get(1, 0))
    while True:
        if target is not None:
            walk.append(target)
            visited = Visited(target, visited)
            nodes += 1
            fresh = True
            yield event(EventKind.PLACE, target)
            complete = len(walk) == count
            if complete and len(set(walk)) == count and is_tour(problem, [*map(board.index, walk)]):
                yield event(EventKind.SOLUTION, target)
                return
            tries.append(iter([] if complete else choices.of(target, {})))
            target = None
        for move, candidate in tries[-1]:
            yield event(EventKind.TRY, candidate, move)
            if candidate is not None:
                target = candidate
                fresh = False
                break
        if target is not None:
            continue
        assert visited is not None
        if fresh:
            dead_ends += 1
            yield event(EventKind.DEAD_END, walk[-1])
        fresh = False
        if len(walk) == 1:
            yield event(EventKind.NO_SOLUTION, walk[-1])
            return
        tries.pop()
        visited = visited.before
        steps_back += 1
        yield event(EventKind.STEP_BACK, walk.pop())


class _Choices:
    """Which moves a method tries from a square, and in which order."""

    def __init__(
        self, problem: Problem, moves: tuple[Move, ...], method: str, tie: str, seed: int
    ) -> None:
        import random  # only the tie rule that draws needs it

        self._problem, self._moves, self._method, self._tie = problem, moves, method, tie
        self._draw = random.Random(seed)

    def of(self, square: Square, number: dict[Square, int]) -> list[tuple[int, Square | None]]:
        """Return the moves to try as (which, target), the target None where it is off the board."""
        targets = list(enumerate(self._target(square, move) for move in self._moves))
        # Two moves round a small wrapped board may reach one square: it is tried once.
        first = {target: i for i, target in reversed(targets)}
        targets = [(i, target if first[target] == i else None) for i, target in targets]
        if self._method != "warnsdorff":
            return targets
        free = [(i, target) for i, target in targets if target is not None and target not in number]
        ranked = sorted(
            ((self._score(target, number), i, target) for i, target in free),
            key=lambda scored: scored[:2],
        )
        return [(i, target) for _, i, target in ranked]

    def exits(
        self, ahead: list[tuple[int, Square | None]], number: dict[Square, int]
    ) -> tuple[tuple[Square, int], ...]:
        """Return the next squares of Warnsdorff's rule with their exits; none for other methods."""
        if self._method != "warnsdorff":
            return ()
        targets = (target for _, target in ahead if target is not None)
        return tuple((target, len(self._free(target, number))) for target in targets)

    def _score(self, square: Square, number: dict[Square, int]) -> tuple[float, ...]:
        """The exits of a square, and what the tie rule adds."""
        free = self._free(square, number)
        match self._tie:
            case "random":
                return len(free), self._draw.random()
            case "roth":
                shape = self._problem.board.shape
                apart = ((2 * x - side + 1) ** 2 for x, side in zip(square, shape, strict=True))
                return len(free), -sum(apart)
            case "pohl-sum" | "pohl-min":
                deeper = [len(self._free(next_, number)) for next_ in free]
                least = min(deeper, default=0)
                return len(free), sum(deeper) if self._tie == "pohl-sum" else least
        return (len(free),)

    def _free(self, square: Square, number: dict[Square, int]) -> set[Square]:
        targets = {self._target(square, move) for move in self._moves}
        return {target for target in targets if target is not None and target not in number}

    def _target(self, square: Square, move: Move) -> Square | None:
        board = self._problem.board
        target = tuple(
            (x + step) % side if wraps else x + step
            for x, step, side, wraps in zip(square, move, board.shape, board.wraps, strict=True)
        )
        if target not in board or target == square:
            return None
        forbidden = self._problem.forbidden
        if (square, target) in forbidden or (target, square) in forbidden:
            return None
        return target
