"""Magic tours: the numbers of every row and column have the same sum.

William Beverley published the first one of the chessboard ("On the magic square of the knight's
march", Philosophical Magazine 33, 1848). H. Mackay, J.-C. Meyrignac and G. Stertenbrink listed all
of them in 2003: 2240, of 140 classes under the symmetries of the board and reversal, none of which
has this sum on the diagonals, too (magictour.free.fr). Tours of thin boards with equal sums on
their short lines are OEIS A309273.

Two kinds of symmetry make a tour magic far more often. In a *turned* tour, the numbers of a square
and of its image differ by half of all: a line and its image have the right sums as soon as the
lower half is spread evenly. In a *mirrored* one, they add up to one more than all numbers, so that
a line that is its own image has the right sum whatever happens.

Invariant: every tour that is given passed the judge's check, and its sums were added up again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from caballero.core.arguments import flag, is_name
from caballero.core.board import Board
from caballero.core.driver import drive
from caballero.core.errors import InvalidProblem, TooLarge, UnknownName
from caballero.core.limits import Budget, Limits, Progress
from caballero.core.piece import KNIGHT, PieceLike
from caballero.core.problem import Ground, Place, Problem
from caballero.core.sums import KINDS, has_sums, lines_of
from caballero.core.symmetry import permutations_of
from caballero.core.tour import Tour
from caballero.kernels import sums as kernel
from caballero.proof.facts import is_tour
from caballero.proof.outcome import raising_limits

MOST_SQUARES: Final = 1024
"""The squares of the largest board."""

ROUND: Final = 3_000
"""The nodes of each search for symmetric tours in the first round."""

GROWTH: Final = 8
"""How many times as many they are after each round: one unlucky beginning delays nothing."""


def magic_tours(
    ground: Ground,
    *,
    closed: bool = False,
    start: Place | None = None,
    end: Place | None = None,
    piece: PieceLike = KNIGHT,
    kind: str = "semi-magic",
    symmetric: bool = False,
    limits: Limits | float | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> Iterator[Tour]:
    """Yield the tours whose numbers have the same sum on lines of the board.

    An open tour and its reverse are one. Of a closed tour each first square and direction counts
    for itself, because the sums depend on it; but it and its reverse, which has the same sums,
    are one.

    Parameters
    ----------
    ground, closed, start, end, piece
        As for :class:`caballero.Problem`. The board is a full rectangle.
    kind : str
        Which lines: ``rows``, ``columns``, ``semi-magic`` for both, ``magic`` for the diagonals,
        too.
    symmetric : bool
        Only tours of the two kinds of symmetry that make this likely, which are found much sooner.
    limits : Limits or float, optional
        When to give up; a number means seconds. No limit by default.
    on_event : callable, optional
        Called with a :class:`caballero.Progress` a few times a second.

    Yields
    ------
    Tour
        In the order of the search, each verified.

    Raises
    ------
    InvalidInput
        If the problem makes no sense, or says more than the two ends.
    TooLarge
        If the board has more than 1024 squares.
    LimitReached
        If a limit is reached first.

    Notes
    -----
    The time of a whole search grows exponentially: on 4×n, about fourfold with n. All tours of 4×10
    with equal sums on their short lines take a second; those of the chessboard take days, a
    symmetric one a moment.

    Examples
    --------
    >>> from caballero.listing import magic_tours
    >>> tour = next(magic_tours(8, symmetric=True))
    >>> tour.magic, [sum(row) for row in tour.matrix()]
    ('semi-magic', [260, 260, 260, 260, 260, 260, 260, 260])

    OEIS A309273 counts a tour and its reverse as two, but symmetric ones of the board as one:

    >>> [len(list(magic_tours((4, n), kind="columns"))) // 2 for n in (6, 7, 8)]
    [0, 9, 16]
    """
    budget = Budget(limits, on_event)
    problem = Problem(ground, closed=closed, start=start, end=end, piece=piece)
    return tours_within(budget, problem, kind, symmetric=flag("symmetric", symmetric))


def tours_within(
    budget: Budget, problem: Problem, kind: str = "semi-magic", *, symmetric: bool
) -> Iterator[Tour]:
    """Yield the tours within a budget, which counts the nodes."""
    board = _board(problem)
    if not is_name(kind, KINDS):
        raise UnknownName.among("magic-kind", kind, KINDS)
    if kind == "magic" and board.shape[0] != board.shape[1]:
        raise InvalidProblem("magic-square", board=board.name)
    return _tours(problem, board, lines_of(board, kind), symmetric, budget)


def _board(problem: Problem) -> Board:
    """Return the board of a problem that says nothing but the ends."""
    board = problem.ground
    if not isinstance(board, Board) or len(board.shape) != 2 or not board.is_box:
        raise InvalidProblem("magic-board", ground=str(board))
    wanted = {
        "clues": [c for c in problem.clues if c[0] not in {problem.start, problem.end}],
        "forced": problem.forced, "forbidden": problem.forbidden, "waypoints": problem.waypoints,
    }  # fmt: skip
    if what := [name for name, given in wanted.items() if given]:
        raise InvalidProblem("magic-constraints", what=", ".join(what))
    if board.size > MOST_SQUARES:
        raise TooLarge("board-too-large", board=str(board), count=board.size, most=MOST_SQUARES)
    return board


def _tours(
    problem: Problem, board: Board, lines: list[list[int]], symmetric: bool, budget: Budget
) -> Iterator[Tour]:
    plan = _Plan.of(problem, board, lines)
    orders = _in_rounds(_symmetric_plans(plan, board), budget) if symmetric else plan.orders(budget)
    seen: set[tuple[int, ...]] = set()
    with raising_limits(budget):
        for order in orders:
            if symmetric:  # several symmetries may have it
                normal = min(order, order[::-1])
                if normal in seen or not has_sums(lines, order):
                    continue  # a turned tour need not spread its lower half evenly
                seen.add(normal)
            assert is_tour(problem, order)
            assert has_sums(lines, order)
            yield Tour(board, order, problem.piece, problem.closed)


def _in_rounds(plans: Iterable[_Plan], budget: Budget) -> Iterator[tuple[int, ...]]:
    """Yield the tours of several searches, each of which goes on for a while in each round."""
    searches = [
        (plan, state)
        for plan in plans
        for ends in plan.pairs()
        if (state := plan.state(*ends)) is not None
    ]
    until = ROUND
    while searches:
        for plan, state in searches:
            yield from plan.orders_of(state, budget, until)
        searches = [(plan, state) for plan, state in searches if state.nodes >= until]
        until *= GROWTH


class _Plan(NamedTuple):
    """A search: the graph, the lines, the ends that are tried, and a symmetry perhaps."""

    rows: list[list[int]]
    lines: list[list[int]]
    colours: list[int]
    ends: tuple[int | None, int | None]
    closed: bool
    twin: tuple[int, ...] = ()
    mirrored: bool = False

    @classmethod
    def of(cls, problem: Problem, board: Board, lines: list[list[int]]) -> _Plan:
        """Return the search for all tours."""
        graph = problem.graph()
        rows = [list(graph.neighbours(v)) for v in range(board.size)]
        alternates = board.alternates(problem.piece)
        colours = [board.colour(square) for square in board] if alternates else []
        ends = (problem.start, problem.end)
        start, end = (None if place is None else problem.vertex(place) for place in ends)
        return cls(rows, lines, colours, (start, end), problem.closed)

    @property
    def turned(self) -> bool:
        """Whether only the lower half of the numbers is searched."""
        return bool(self.twin) and not self.mirrored

    def orders(self, budget: Budget) -> Iterator[tuple[int, ...]]:
        """Yield the tours."""
        for first, last in self.pairs():
            state = self.state(first, last)
            if state is not None:
                yield from self.orders_of(state, budget)

    def orders_of(
        self, state: kernel.State, budget: Budget, until: float = math.inf
    ) -> Iterator[tuple[int, ...]]:
        """Yield the tours of a search, up to a number of nodes."""
        while _search(state, budget, until) == kernel.FOUND:
            half = tuple(state.order)
            yield half + tuple(self.twin[v] for v in half) if self.turned else half

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the vertices of the first and the last number that is searched."""
        size = len(self.rows)
        for first, last in product(range(size), repeat=2):
            whole = self.twin[last] if self.turned else last  # of all numbers
            start, end = self.ends
            if start not in {None, first} or end not in {None, whole}:
                continue
            if start is end is None and first > whole:
                continue  # the reverse has been searched
            if self.closed and whole not in self.rows[first]:
                continue
            if self.turned and (first == last or last not in self.rows[self.twin[first]]):
                continue
            if (self.mirrored and self.twin[first] != last) or first == whole:
                continue
            if self.colours and not self._alternate(first, whole):
                continue
            yield first, last

    def _alternate(self, first: int, last: int) -> bool:
        """Return whether the colours of a tour with these ends are as many as there are."""
        same = self.colours[first] == self.colours[last]
        size = len(self.rows)
        return same == size % 2 and self.colours.count(self.colours[first]) == (size + 1) // 2

    def state(self, first: int, last: int) -> kernel.State | None:
        """Return the state of the search between two ends; None if it is seen to be empty."""
        numbers = len(self.rows) // (2 if self.turned else 1)
        lines: list[tuple[Sequence[int], int]] = []
        for line in self.lines:
            whole = sorted({*line, *(self.twin[v] for v in line)}) if self.turned else line
            count = len(whole) // (2 if self.turned else 1)
            if count * (numbers + 1) % 2:
                return None
            lines.append((whole, count * (numbers + 1) // 2))
        return kernel.new_state(
            self.rows, lines, (first, last), numbers=numbers, colours=self.colours,
            twin=self.twin, mirrored=self.mirrored,
        )  # fmt: skip


def _search(state: kernel.State, budget: Budget, until: float) -> int:
    """Search to the next tour; return `FOUND` if one comes within that number of nodes."""

    def portion(steps: int) -> tuple[int, int]:
        before = state.nodes
        status = kernel.search(state, int(min(steps, until - before)))
        over = status == kernel.RUNNING and state.nodes >= until
        return kernel.EXHAUSTED if over else status, state.nodes - before

    return drive(portion, budget)


def _symmetric_plans(plan: _Plan, board: Board) -> Iterator[_Plan]:
    """Yield the searches for mirrored and for turned tours, for each symmetry of the board."""
    size = len(plan.rows)
    for twin in _twins(board):
        swaps = not plan.colours or plan.colours[twin[0]] != plan.colours[0]
        keeps = not plan.colours or not swaps
        if swaps and any(twin[v] in plan.rows[v] for v in range(size)):
            yield plan._replace(twin=twin, mirrored=True)
        if keeps and (not plan.colours or size % 4 == 0):
            yield plan._replace(twin=twin)


def _twins(board: Board) -> Iterator[tuple[int, ...]]:
    """Yield the images of the squares for the symmetries that pair all of them."""
    for image in permutations_of(board).values():
        if all(image[w] == v != w for v, w in enumerate(image)):
            yield image
