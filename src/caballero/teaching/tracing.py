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
from typing import TYPE_CHECKING, Final, Unpack

from caballero.machine.arguments import flag, name_among
from caballero.machine.errors import InvalidProblem
from caballero.machine.limits import Budget
from caballero.model.board import Square
from caballero.model.events import Event, EventKind, Visited
from caballero.model.piece import Move
from caballero.model.problem import Ground, Problem, refuse_huge
from caballero.proof.asking import asking, verb
from caballero.proof.facts import is_tour
from caballero.proof.outcome import raising_limits

from .bounded import trace_best
from .orders import move_order
from .squirrel import NAME as SQUIRREL, Orders
from .warnsdorff import TIE_NAMES

if TYPE_CHECKING:
    from caballero.model.problem import Searched

_METHODS: Final = ("naive", "backtracking", "warnsdorff", "branch-and-bound")
"""The methods that can be traced."""


class Trace(Iterator[Event]):
    """The events of a search, which are made as they are asked for."""

    __slots__ = ("_events", "method", "problem")

    def __init__(self, problem: Problem, method: str, events: Iterator[Event]) -> None:
        self.problem, self.method, self._events = problem, method, events

    def __next__(self) -> Event:
        return next(self._events)

    def __repr__(self) -> str:
        return f"<trace of {self.method}, {self.problem.ground}>"


@verb()
def trace(
    ground: Ground,
    method: str = "backtracking",
    *,
    order: str | Iterable[Move] | None = None,
    tie: str = "order",
    backtrack: bool = True,
    strategy: str = "least",
    bounded: str = "ahead",
    cost: str = "turns",
    **asked: Unpack[Searched],
) -> Trace:
    """Yield the events of a search, to its first tour or to its end.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        On a board; the default start is the top left square.
    closed, start, end, clues, forced, forbidden, waypoints, ends, piece, surface
        See :class:`Problem`.
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
    limits, timeout, callback
        As for :func:`caballero.find_tour`; at a limit, the next step raises
        :class:`caballero.LimitReached`.
    strategy, bounded, cost : str
        Of branch and bound; see :func:`solve_branch_and_bound`.

    Returns
    -------
    Trace
        An iterator of :class:`Event`, which makes them as they are asked for. Backtracking and the
        naive method have a ``try`` for every move of the list, possible or not, as in the exercise
        of Granada; the others only for possible moves, in their order. Branch and bound has a
        ``cut`` for every node that it leaves out, an ``improvement`` for every better tour, and a
        path that may jump from a ``place`` to the next.

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
    >>> from caballero.teaching import trace
    >>> trace(5)
    <trace of backtracking, 5x5>
    >>> last = list(trace(Problem(3, start="c1"), order="granada"))[-1]
    >>> last.kind.value, last.nodes
    ('no-solution', 15)
    >>> last = list(trace(Problem(3, start="c1"), "naive"))[-1]
    >>> last.kind.value, last.dead_ends
    ('no-solution', 256)
    """
    backtrack, limited = (
        flag("backtrack", backtrack),
        any(asked[word] is not None for word in ("limits", "timeout", "callback")),
    )
    method, tie = name_among("method", method, _METHODS), name_among("tie", tie, TIE_NAMES)
    with asking(ground, asked) as (problem, budget, seed):
        if tie == SQUIRREL and method == "warnsdorff" and backtrack:
            raise InvalidProblem("tie-needs-corner")
        if problem.forced:
            raise InvalidProblem("trace-forced")
        if problem.precedences():
            raise InvalidProblem("trace-waypoints")
        refuse_huge(problem.ground)
        moves = move_order(order, problem.piece, problem.board)
        if method == "branch-and-bound":
            events = trace_best(problem, moves, strategy, bounded, cost)
        else:
            choices = Choices(problem, moves, method, tie, seed)
            naive = method == "naive"
            if naive and (problem.numbered().keys() - {1, problem.size} or problem.forbidden):
                raise InvalidProblem("naive-needs")
            events = _trace_search(problem, choices, naive, backtrack or method != "warnsdorff")
    return Trace(problem, method, _within(budget, events) if limited else events)


def _within(budget: Budget, events: Iterator[Event]) -> Iterator[Event]:
    """Yield events until a limit is reached; the search does not run while they are used."""
    for event in events:
        with raising_limits(budget):
            budget.spend(event.nodes - budget.nodes)
        yield event


def _trace_search(
    problem: Problem, choices: Choices, naive: bool, backtrack: bool
) -> Iterator[Event]:
    """Yield the events of a search; the naive method tests only complete walks."""
    known = problem.numbered()
    by_vertex = {vertex: number for number, vertex in known.items()}
    board = problem.board
    count = len(board)
    start = board.square(known.get(1, 0))
    nodes = dead_ends = steps_back = 0
    walk: list[Square] = []
    seen: set[Square] = set()  # not of the naive method, which may visit a square again
    visited: Visited | None = None
    tries: list[Iterator[tuple[int, Square | None]]] = []
    exits: list[tuple[tuple[Square, int], ...]] = []  # of the next squares of each square
    fresh = False

    def event(kind: EventKind, square: Square | None, move: int | None = None) -> Event:
        shown = exits[-1] if kind in {EventKind.PLACE, EventKind.TRY} else ()
        return Event(kind, len(walk), square, move, nodes, dead_ends, steps_back, visited, shown)

    def possible(target: Square | None) -> bool:
        if target is None or naive or target in seen:
            return naive and target is not None
        step, vertex = len(walk) + 1, board.index(target)
        return known.get(step, vertex) == vertex and by_vertex.get(vertex, step) == step

    def is_solution() -> bool:
        if len(walk) < count:
            return False
        if naive:
            return len(set(walk)) == count and is_tour(problem, [*map(board.index, walk)])
        return not problem.closed or (count > 2 and problem.is_move(walk[-1], start))

    target: Square | None = start
    while True:
        if target is not None:
            walk.append(target)
            visited = Visited(target, visited)
            if not naive:
                seen.add(target)
            nodes += 1
            fresh = True
            ahead = [] if naive and len(walk) == count else choices.of(target, seen)
            exits.append(choices.exits(ahead, seen))
            yield event(EventKind.PLACE, target)
            if is_solution():
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
        if fresh and (naive or len(walk) < count):
            dead_ends += 1
            yield event(EventKind.DEAD_END, square)
        fresh = False
        if len(walk) == 1 or not backtrack:
            yield event(EventKind.NO_SOLUTION, square)
            return
        tries.pop()
        exits.pop()
        walk.pop()
        visited = visited.before
        seen.discard(square)
        steps_back += 1
        yield event(EventKind.STEP_BACK, square)


class Choices:
    """The moves that a method tries from a square, in their order."""

    def __init__(
        self, problem: Problem, moves: tuple[Move, ...], method: str, tie: str, seed: int
    ) -> None:
        import random  # only the tie rule that draws needs it

        self._problem, self._moves, self._method, self._tie = problem, moves, method, tie
        self._draw = random.Random(seed)
        self._orders = Orders(problem) if tie == SQUIRREL and method == "warnsdorff" else None
        self._away = problem.board.distances() if tie == "roth" else None

    def of(self, square: Square, seen: set[Square]) -> list[tuple[int, Square | None]]:
        """Return the moves to try as (which, target), the target None where it is off the board."""
        targets = list(enumerate(self._target(square, move) for move in self._moves))
        # Two moves round a small wrapped board may reach the same square: it is tried once.
        first = {target: i for i, target in reversed(targets)}
        targets = [(i, target if first[target] == i else None) for i, target in targets]
        if self._method != "warnsdorff":
            return targets
        free = [(i, target) for i, target in targets if target is not None and target not in seen]
        rank = self._moves if self._orders is None else self._orders.enter(square)
        ranked = sorted(
            (
                (self._score(target, seen), rank.index(self._moves[i]), i, target)
                for i, target in free
            ),
            key=lambda scored: scored[:2],
        )
        return [(i, target) for *_, i, target in ranked]

    def exits(
        self, ahead: list[tuple[int, Square | None]], seen: set[Square]
    ) -> tuple[tuple[Square, int], ...]:
        """Return the next squares of Warnsdorff's rule with their exits; none for other methods."""
        if self._method != "warnsdorff":
            return ()
        targets = (target for _, target in ahead if target is not None)
        return tuple((target, len(self._free(target, seen))) for target in targets)

    def _score(self, square: Square, seen: set[Square]) -> tuple[float, ...]:
        """Return the exits of a square, and the number that the tie rule adds."""
        free = self._free(square, seen)
        match self._tie:
            case "random":
                return len(free), self._draw.random()
            case "roth":
                assert self._away is not None
                return len(free), -self._away[self._problem.board.index(square)]
            case "pohl-sum" | "pohl-min":
                deeper = [len(self._free(next_, seen)) for next_ in free]
                least = min(deeper, default=0)
                return len(free), sum(deeper) if self._tie == "pohl-sum" else least
        return (len(free),)

    def _free(self, square: Square, seen: set[Square]) -> set[Square]:
        targets = {self._target(square, move) for move in self._moves}
        return {target for target in targets if target is not None and target not in seen}

    def _target(self, square: Square, move: Move) -> Square | None:
        board = self._problem.board
        target = self._beside(square, move)
        if target not in board or target == square:
            return None
        forbidden = self._problem.forbidden
        if (square, target) in forbidden or (target, square) in forbidden:
            return None
        return target

    def _beside(self, square: Square, move: Move) -> Square | None:
        """Return the place that a move leads to, on the board or not."""
        board = self._problem.board
        if board.grid is not None:
            return board.grid.reached(square, move)
        return tuple(
            (x + step) % side if wraps else x + step
            for x, step, side, wraps in zip(square, move, board.shape, board.wraps, strict=True)
        )
