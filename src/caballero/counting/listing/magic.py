"""Magic tours: the numbers of every row and column have the same sum.

William Beverley published the first of the chessboard ("On the magic square of the knight's
march", Philosophical Magazine 33, 1848). H. Mackay, J.-C. Meyrignac and G. Stertenbrink listed all
of them in 2003: 2240, of 140 classes under the symmetries of the board and reversal, none of which
has this sum on the diagonals, too (magictour.free.fr). Tours of thin boards with equal sums on
their short lines are OEIS A309273.

Two kinds of symmetry make a tour magic far more often. In a *turned* tour, the numbers of a square
and of its image differ by half of all: a line and its image have the right sums as soon as the
lower half is spread evenly. In a *mirrored* tour, they add up to the number of squares plus 1, so
that a line that is its own image always has the right sum.

Invariant: every tour passed the judge's check, and its sums were added up again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from caballero.counting.groups import permutations_of
from caballero.counting.kernels import sums as kernel
from caballero.machine.arguments import flag, is_name
from caballero.machine.driver import drive
from caballero.machine.errors import InvalidInput, InvalidProblem, TooLarge, UnknownName, be_sure
from caballero.machine.limits import Budget, pause, paused, running
from caballero.model.board import Board
from caballero.model.problem import Ground, Problem
from caballero.model.sums import KINDS, has_sums, lines_of
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.facts import is_tour
from caballero.proof.outcome import drawn

from .quotient import images_of

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

MOST_SQUARES: Final = 1024
"""The squares of the largest board."""

PAUSED: Final = -1
"""The status of a search that has entered as many nodes as it may."""

ROUND: Final = 3_000
"""The nodes of each search for symmetric tours in the first round."""

GROWTH: Final = 8
"""The growth of the number of nodes after each round: no unlucky beginning delays the search."""


@verb()
def magic_tours(
    ground: Ground,
    *,
    kind: str = "semi-magic",
    symmetric: bool = False,
    up_to_symmetry: bool = False,
    **asked: Unpack[Searched],
) -> Iterator[Tour]:
    """Yield the tours whose numbers have the same sum on lines of the board.

    An open tour and its reverse count once. A closed tour counts for each first square and
    direction, because the sums depend on them; but it and its reverse, which has the same sums,
    count once.

    Parameters
    ----------
    ground, closed, start, end, piece
        As for :class:`caballero.Problem`. The board is a full rectangle.
    kind : str
        Which lines: ``rows``, ``columns``, ``semi-magic`` for both, ``magic`` for the diagonals,
        too.
    symmetric : bool
        Only tours of the two kinds of symmetry that make this likely, which are found much sooner.
    up_to_symmetry : bool
        A tour of each class under the symmetries of the board that keep the lines: the least of
        its images.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

    Yields
    ------
    Tour
        In the order of the search, each verified.

    Raises
    ------
    InvalidInput
        If the problem makes no sense, or says more than the two ends; if the tours should be
        `symmetric` and up to symmetry.
    TooLarge
        If the board has more than 1024 squares.
    LimitReached
        If a limit is reached first.

    Notes
    -----
    The time of a whole search grows exponentially: on 4×n, about fourfold with n. All tours of 4×10
    with equal sums on their short lines take a second; on the whole chessboard they take a month, a
    symmetric tour takes a moment. ``research/census.py`` of the sources has a faster search for
    them.

    Examples
    --------
    >>> from caballero.counting import magic_tours
    >>> tour = next(magic_tours(8, symmetric=True))
    >>> tour.magic, [sum(row) for row in tour.matrix()]
    ('semi-magic', [260, 260, 260, 260, 260, 260, 260, 260])

    OEIS A309273 counts a tour and its reverse as two, but symmetric tours of the board as one:

    >>> [len(list(magic_tours((4, n), kind="columns"))) // 2 for n in (6, 7, 8)]
    [0, 9, 16]
    >>> len(list(magic_tours("4x8", kind="columns", up_to_symmetry=True)))
    8
    """
    up_to_symmetry, symmetric = flag("up_to_symmetry", up_to_symmetry), flag("symmetric", symmetric)
    if symmetric and up_to_symmetry:
        raise InvalidInput("list-both-symmetries")
    with asking(ground, asked) as (problem, budget, _):
        budget.method = "sums"
        if symmetric:
            tours = symmetric_tours(problem, kind)
        else:
            tours = tours_with_sums(problem, kind, up_to_symmetry=up_to_symmetry)
    return drawn(budget, tours)


class Plan(NamedTuple):
    """A search: the graph, the lines, the ends that are tried, and a symmetry perhaps."""

    rows: list[list[int]]
    lines: list[list[int]]
    colours: list[int]
    ends: tuple[int | None, int | None]
    closed: bool
    twin: tuple[int, ...] = ()
    mirrored: bool = False

    @classmethod
    def of(cls, problem: Problem, kind: str) -> Plan:
        """Return the search for all tours. Raises as :func:`caballero.counting.magic_tours`."""
        board = _board(problem, kind)
        graph = problem.graph()
        rows = [list(graph.neighbours(v)) for v in range(board.size)]
        alternates = board.alternates(problem.piece)
        colours = [board.colour(square) for square in board] if alternates else []
        ends = (problem.start, problem.end)
        start, end = (None if place is None else problem.vertex(place) for place in ends)
        return cls(rows, lines_of(board, kind), colours, (start, end), problem.closed)

    @property
    def turned(self) -> bool:
        """Whether only the lower half of the numbers is searched."""
        return bool(self.twin) and not self.mirrored

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the vertices of the first and the last number that is searched."""
        size = len(self.rows)
        for first, last in paused(product(range(size), repeat=2)):
            whole = self.twin[last] if self.turned else last  # of all numbers
            start, end = self.ends
            if start not in {None, first} or end not in {None, whole}:
                continue
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

    @property
    def numbers(self) -> int:
        """How many numbers are searched."""
        return len(self.rows) // (2 if self.turned else 1)

    def sums(self) -> list[tuple[Sequence[int], int]] | None:
        """Return the lines of the search with their sums; None if these are no whole numbers."""
        sums: list[tuple[Sequence[int], int]] = []
        for line in self.lines:
            whole = sorted({*line, *(self.twin[v] for v in line)}) if self.turned else line
            twice = len(whole) // (2 if self.turned else 1) * (self.numbers + 1)
            if twice % 2:
                return None
            sums.append((whole, twice // 2))
        return sums

    def state(self, first: int, last: int) -> kernel.State | None:
        """Return the state of the search between two ends; None if it is seen to be empty."""
        pause()
        if (lines := self.sums()) is None:
            return None
        return kernel.new_state(
            self.rows, lines, (first, last), numbers=self.numbers, colours=self.colours,
            twin=self.twin, mirrored=self.mirrored, pause=pause,
        )  # fmt: skip


def _board(problem: Problem, kind: str) -> Board:
    """Return the board of a problem that says nothing but the ends."""
    board = problem.ground
    if not is_name(kind, KINDS):
        raise UnknownName.among("magic-kind", kind, KINDS)
    if not isinstance(board, Board) or len(board.shape) != 2 or not board.is_box:
        raise InvalidProblem("magic-board", ground=str(board))
    wanted = {
        "clues": [c for c in problem.clues if c[0] not in {problem.start, problem.end}],
        "forced": problem.forced, "forbidden": problem.forbidden, "waypoints": problem.waypoints,
    }  # fmt: skip
    if what := [name for name, given in wanted.items() if given]:
        raise InvalidProblem("magic-constraints", what=", ".join(what))
    if kind == "magic" and board.shape[0] != board.shape[1]:
        raise InvalidProblem("magic-square", board=board.name)
    if board.size > MOST_SQUARES:
        raise TooLarge("board-too-large", board=str(board), count=board.size, most=MOST_SQUARES)
    return board


class Relabelling(NamedTuple):
    """What makes a tour of a tour with the same sums: where each square goes, and the reverse."""

    image: tuple[int, ...]
    reverses: bool

    def of(self, order: Sequence[int]) -> tuple[int, ...]:
        """Return what becomes of a tour, or of a pair of ends, under a symmetry."""
        moved = tuple(self.image[v] for v in order)
        return moved[::-1] if self.reverses else moved


class Classes:
    """Classes of a tour, its reverse, and their images under symmetries that keep the lines.

    A class has a tour between a single pair of ends of each orbit, so the others are not searched.
    """

    __slots__ = ("_plan", "_problem", "pairs", "relabellings")

    def __init__(self, problem: Problem, plan: Plan, *, up_to_symmetry: bool) -> None:
        self._problem, self._plan = problem, plan
        images = [tuple(range(problem.size))]
        if up_to_symmetry:
            lines = {*map(frozenset, plan.lines)}
            images += (
                image
                for image in images_of(problem)
                if {frozenset(image[v] for v in line) for line in lines} == lines
            )
        ways = (False, True) if plan.ends == (None, None) else (False,)
        self.relabellings = [Relabelling(*pair) for pair in product(images, ways)]
        self.pairs = [pair for pair in plan.pairs() if pair == min(self._images(pair))]
        """The ends that are searched."""

    def _images(self, order: Sequence[int]) -> Iterator[tuple[int, ...]]:
        return (relabelling.of(order) for relabelling in self.relabellings)

    def chosen(self, order: tuple[int, ...]) -> Tour | None:
        """Return the least tour of the class of an order; None if another of its tours is kept."""
        problem, images = self._problem, [*self._images(order)]
        be_sure(is_tour(problem, order), "an order with equal sums is no tour")
        be_sure(has_sums(self._plan.lines, order), "a tour has not the sums asked for")
        ends = order[0], order[-1]
        if order > min(image for image in images if (image[0], image[-1]) == ends):
            return None
        return Tour(problem.ground, min(images), problem.piece, problem.closed)


def search_on(state: kernel.State, budget: Budget, until: float = math.inf) -> int:
    """Search to the next tour, for `until` nodes; return `FOUND`, `EXHAUSTED`, or `PAUSED`."""

    def portion(steps: int) -> tuple[int, int]:
        before = state.nodes
        status = kernel.search(state, int(min(steps, until - before)))
        over = status == kernel.RUNNING and state.nodes >= until
        return PAUSED if over else status, state.nodes - before

    return drive(portion, budget)


def tours_with_sums(
    problem: Problem, kind: str = "semi-magic", *, up_to_symmetry: bool = False
) -> Iterator[Tour]:
    """Yield the tours within the budget that runs, which counts the nodes."""
    plan, budget = Plan.of(problem, kind), running()
    classes = Classes(problem, plan, up_to_symmetry=up_to_symmetry)
    states = (plan.state(*ends) for ends in classes.pairs)
    return (
        tour
        for state in states
        if state is not None
        for order in _orders(state, budget)
        if (tour := classes.chosen(order)) is not None
    )


def _orders(state: kernel.State, budget: Budget) -> Iterator[tuple[int, ...]]:
    while search_on(state, budget) == kernel.FOUND:
        yield tuple(state.order)


def symmetric_tours(problem: Problem, kind: str = "semi-magic") -> Iterator[Tour]:
    """Yield the tours of the two kinds of symmetry within the budget that runs."""
    plan = Plan.of(problem, kind)
    return _symmetric(problem, plan, running())


def _symmetric(problem: Problem, plan: Plan, budget: Budget) -> Iterator[Tour]:
    board, seen = problem.board, set[tuple[int, ...]]()
    for order in _in_rounds(_symmetric_plans(plan, board), budget):
        normal = min(order, order[::-1])
        if normal in seen or not has_sums(plan.lines, order):
            continue  # several symmetries have it, or its lower half is not spread evenly
        seen.add(normal)
        be_sure(is_tour(problem, order), "an order with equal sums is no tour")
        yield Tour(board, order, problem.piece, problem.closed)


def _in_rounds(plans: Iterable[Plan], budget: Budget) -> Iterator[tuple[int, ...]]:
    """Yield the tours of several searches, each of which goes on for a while in each round."""
    searches: Iterable[tuple[Plan, kernel.State]] = (
        (plan, state)
        for plan in plans
        for ends in plan.pairs()
        if (state := plan.state(*ends)) is not None
    )
    until = ROUND
    while True:
        left: list[tuple[Plan, kernel.State]] = []
        for plan, state in searches:
            while search_on(state, budget, until) == kernel.FOUND:
                half = tuple(state.order)
                yield half + tuple(plan.twin[v] for v in half) if plan.turned else half
            if state.nodes >= until:
                left.append((plan, state))
        if not left:
            return
        searches, until = left, until * GROWTH


def _symmetric_plans(plan: Plan, board: Board) -> Iterator[Plan]:
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
