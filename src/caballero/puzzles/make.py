"""Make puzzles: take numbers away from a tour as long as it stays the only one.

All numbers of a random tour are given, and taken away one by one. A number stays if another tour
would be possible without it. The puzzle is then *minimal*: no number can be spared, or no pair of a
symmetric puzzle. One search with conflict learning answers all these questions, so its clauses
about one helps with the next; and a tour that was found once shows at once that a number is needed,
if all others agree with it.

Invariants: the same seed makes the same puzzle, however fast the machine; the puzzle has one tour.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from caballero.core.arguments import flag, name_among, seed_of, whole
from caballero.core.board import Board, Square
from caballero.core.direction import goes_both_ways
from caballero.core.errors import InvalidProblem, TooLarge
from caballero.core.graph import Graph
from caballero.core.limits import Budget, LimitHit, Limits, Progress
from caballero.core.piece import KNIGHT
from caballero.core.problem import Ground, Problem, restated
from caballero.core.symmetry import symmetries
from caballero.core.tour import Tour
from caballero.find import solve
from caballero.find.numbers import NumberSearch
from caballero.listing.sources import backwards
from caballero.proof.facts import is_tour
from caballero.proof.outcome import Found, GaveUp, Impossible, Stats, stats_of

from .explanation import GRADES, grade_of
from .zips import ZipDraft

MOST_SQUARES: Final = 400
"""The squares of the largest board for a puzzle."""

KINDS: Final = ("numbers", "zip")
"""What a puzzle gives: numbers of squares, or an order of squares and walls."""

ATTEMPTS: Final = 50
"""The puzzles that are made to meet a level."""

TURNS: Final = 20
"""For each square, the random changes of the first tour."""


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle:
    """A problem with clues, and its only tour.

    Parameters
    ----------
    problem : Problem
        The puzzle.
    tour : Tour
        Its solution.
    minimal : bool
        Whether no number can be taken away, besides the numbers that are given in any case: the
        first and the last one and, of a symmetric puzzle, their partners. Of a symmetric puzzle, no
        pair of numbers can be taken away; one number of a pair perhaps can.
    grade : str, optional
        How hard the puzzle is: ``easy``, ``medium``, ``hard`` or ``expert``. None if a limit was
        reached before that was known.
    stats : Stats
        The cost of making it.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.puzzles import make_puzzle
    >>> puzzle = make_puzzle(Problem(4, piece="king"), seed=1)
    >>> puzzle.minimal, len(puzzle.tour)
    (True, 16)
    """

    problem: Problem
    tour: Tour
    minimal: bool
    grade: str | None
    stats: Stats

    def __repr__(self) -> str:
        given = len(self.problem.waypoints or self.problem.numbered())
        return f"<puzzle: {given} numbers of {len(self.tour)} are given>"

    def __str__(self) -> str:
        """Return the problem, with its drawing."""
        return str(self.problem)


def make_puzzle(
    ground: Ground,
    *,
    kind: str = "numbers",
    ends: bool = True,
    symmetric: bool = False,
    more: int = 0,
    level: str | None = None,
    seed: int = 0,
    limits: Limits | float | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> Puzzle | Impossible | GaveUp:
    """Make a puzzle: clues that a tour has, and no other one.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        A board, a graph, or a whole problem without clues.
    kind : str
        ``numbers``, or ``zip``: waypoints, which are visited in their order, and walls. The piece
        of a Zip is a wazir unless a whole problem names another one.
    ends : bool
        Whether the first and the last number are given in any case. Of a closed tour, 1 always is.
    symmetric : bool
        Whether the squares of the clues look the same after half a turn of the board (of
        a box, after reflection in its centre). The board must look the same, too.
    more : int
        Numbers to give besides the needed ones; if symmetric, pairs of numbers; walls of a Zip.
    level : str, optional
        How hard the puzzle is for a person: ``easy``, ``medium``, ``hard`` or ``expert``, as
        :func:`explain` grades it. The fewest numbers, or walls, are added that make it no harder.
        All but ``expert`` are solved by the rules of :func:`explain` alone, without guessing.
    seed : int
        Each seed makes a puzzle of its own, and always the same one.
    limits : Limits or float, optional
        When to stop; a number means seconds. Without a level, the puzzle then may have more
        numbers than it needs, and perhaps no grade.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second.

    Returns
    -------
    Puzzle, Impossible or GaveUp
        The puzzle; or why the board has no tour; or the limit that came before a first tour, or a
        puzzle of that level, was found. Small boards have no hard ones: `GaveUp` after
        50 puzzles then.

    Raises
    ------
    UnknownName
        If there is no such level or kind.
    InvalidProblem
        If the problem has clues or waypoints, a graph or a board without half a turn is to be
        symmetric, a Zip too, or both a level and more numbers are asked for.
    TooLarge
        If there are more than 400 squares.

    See Also
    --------
    is_unique : whether a puzzle of your own has one solution.
    explain : how a person solves it.

    Notes
    -----
    A knight's puzzle on 8×8 takes tenths of a second, on 10×10 some seconds; a king's or a
    wazir's on 10×10 tenths of a second. Deciding uniqueness is NP-hard.

    Examples
    --------
    >>> from caballero import Problem, is_unique
    >>> from caballero.puzzles import make_puzzle
    >>> puzzle = make_puzzle(6, seed=3)
    >>> bool(is_unique(puzzle.problem)), len(puzzle.problem.numbered()) < 12
    (True, True)
    >>> make_puzzle(Problem(6, piece="king"), level="medium").grade
    'medium'
    >>> print(make_puzzle(4, kind="zip").problem.piece)
    wazir
    """
    budget = Budget(limits, on_event)
    zipped = name_among("puzzle-kind", kind, KINDS) == "zip"
    problem = _problem(ground, zipped)
    ends, symmetric = flag("ends", ends), flag("symmetric", symmetric)
    more, seed = whole("more", more, 0), seed_of(seed)
    level = None if level is None else name_among("level", level, GRADES)
    _check(problem, symmetric, more, level)
    if zipped and (symmetric or not ends or problem.directed):
        raise InvalidProblem("make-zip")
    outcome = solve(problem, limits=budget.left, seed=seed, on_event=on_event)
    if not isinstance(outcome, Found):
        return outcome
    budget.nodes = sum(phase.nodes for phase in outcome.stats.phases)
    rng = random.Random(seed)
    order: Sequence[int] = outcome.tour.order
    for _ in range(1 if level is None else ATTEMPTS):
        order = shuffled(problem, order, rng)
        draft = (
            ZipDraft(problem, order, level, rng)
            if zipped
            else _draft(problem, order, ends, symmetric, rng)
        )
        limit = None
        try:
            draft.reduce(budget)
        except LimitHit as hit:
            limit = hit.limit
        added: int | None = more
        grade = level
        try:
            if level is None:
                grade = grade_of(draft.problem(more), budget)
            else:
                added = _fitting(draft, level, budget)
        except LimitHit as hit:
            if level is not None:
                return GaveUp(hit.limit, stats_of(budget))
        if added is not None:
            tour = Tour(problem.ground, tuple(order), problem.piece, problem.closed)
            minimal = limit is None and not draft.spare[:added]
            return Puzzle(draft.problem(added), tour, minimal, grade, stats_of(budget))
        if limit is not None:
            return GaveUp(limit, stats_of(budget))
    return GaveUp("method", stats_of(budget))


def _problem(ground: Ground, zipped: bool) -> Problem:
    """Return the problem of a ground; of a Zip for a wazir, if nothing names a piece."""
    named = not zipped or isinstance(ground, Problem)
    problem = Problem(ground)
    drawn = problem.piece != KNIGHT
    return problem if named or drawn else Problem(problem.ground, "wazir")


def _check(problem: Problem, symmetric: bool, more: int, level: str | None) -> None:
    """Refuse what no puzzle can be made of."""
    if level is not None and more:
        raise InvalidProblem("make-level-more")
    if problem.clues or problem.waypoints:
        raise InvalidProblem("make-clues")
    if symmetric and isinstance(problem.ground, Graph):
        raise InvalidProblem("make-symmetric")
    if symmetric:
        _opposites(problem.board)
    if problem.size > MOST_SQUARES:
        board, count = str(problem.ground), problem.size
        raise TooLarge("board-too-large", board=board, count=count, most=MOST_SQUARES)


def shuffled(problem: Problem, order: Sequence[int], rng: random.Random) -> list[int]:
    """Return a random tour: parts at the ends of the given one are turned round, many times.

    An end is joined to one of its neighbours, and the tour cut beside that (R. Oberdorf, A.
    Ferguson, J. L. Jacobsen and J. Kondev, "Secondary structures in long compact polymers",
    Physical Review E 74, 2006). A closed tour is one whose ends are neighbours.
    """
    graph = problem.graph()
    best = now = list(order)
    fixed = problem.numbered()
    size = len(now)
    sides = [side for side, number in ((0, 1), (1, size)) if number not in fixed]
    is_fixed = not sides or (problem.closed and fixed)
    if is_fixed or graph.directed or problem.forced or size < 3:
        return now
    for _ in range(TURNS * size):
        side = rng.choice(sides)
        if side == 0:
            now.reverse()
        at = now.index(rng.choice(graph.neighbours(now[-1])))
        now[at + 1 :] = now[:at:-1]
        if side == 0:
            now.reverse()
        if not problem.closed or graph.has_edge(now[0], now[-1]):
            best = now[:]
    assert is_tour(problem, best)
    return best


def _given(problem: Problem, order: Sequence[int], ends: bool) -> set[int]:
    """Return the numbers that are given in any case."""
    given = {*problem.numbered()}
    if ends or problem.closed:
        given.add(1)
    if ends and not problem.closed:
        given.add(len(order))
    return given


def _groups(
    problem: Problem, order: Sequence[int], given: set[int], symmetric: bool
) -> list[tuple[int, ...]]:
    """Return the numbers that may be taken away, together with their partners.

    The partners of clues are clues, too.
    """
    numbers = range(1, len(order) + 1)
    if not symmetric:
        return [(number,) for number in numbers if number not in given]
    board = problem.board
    at = {board.square(v): number for number, v in enumerate(order, 1)}
    pairs = _opposites(board).items()
    groups = {tuple(sorted({at[square], at[other]})) for square, other in pairs}
    for group in [group for group in groups if not given.isdisjoint(group)]:
        given.update(group)
        groups.remove(group)
    return sorted(groups)


def _opposites(board: Board) -> dict[Square, Square]:
    """Return the square that each one becomes by half a turn; refuse a board that has none."""
    squares = [*board]
    if board.grid is not None:
        turns = [one for one in symmetries(board) if one.name == "half-turn"]
        if not turns:
            raise InvalidProblem(
                "make-asymmetric", board=str(board), square=board.square_name(squares[0])
            )
        return {
            s: board.square(v) for s, v in zip(squares, turns[0].permutation(board), strict=True)
        }
    ends = [min(axis) + max(axis) for axis in zip(*squares, strict=True)]
    opposites = {s: tuple(e - x for e, x in zip(ends, s, strict=True)) for s in squares}
    for square, other in opposites.items():
        if other not in board:
            name = board.square_name(square)
            raise InvalidProblem("make-asymmetric", board=str(board), square=name)
    return opposites


def _with_numbers(problem: Problem, order: Sequence[int], numbers: Iterable[int]) -> Problem:
    """Return the problem with numbers of a tour as its clues."""
    ground = problem.ground
    place = ground.square if isinstance(ground, Board) else ground.label
    clues = tuple((place(order[number - 1]), number) for number in sorted(numbers))
    return restated(problem, start=None, end=None, clues=clues)


def _mix(groups: list[tuple[int, ...]], rng: random.Random) -> None:
    """Bring groups into a random order: every second number first, then every fourth, and so on.

    So the numbers that are left are spread over the tour. Long stretches without any would be hard
    to prove unique, and to solve.
    """
    rng.shuffle(groups)
    first = rng.randrange(1, 1 << 9)

    def turn(group: tuple[int, ...]) -> int:
        number = first + group[0]
        return number & -number

    groups.sort(key=turn)


def _draft(
    problem: Problem, order: Sequence[int], ends: bool, symmetric: bool, rng: random.Random
) -> _Draft:
    """Return a puzzle with all numbers."""
    given = _given(problem, order, ends)
    groups = _groups(problem, order, given, symmetric)
    _mix(groups, rng)
    return _Draft(problem, order, given, groups)


def _fitting(draft: _Draft | ZipDraft, level: str, budget: Budget) -> int | None:
    """Return the fewest spare groups that make a puzzle no harder than a level.

    None if it is easier then.
    """
    grades = [*GRADES]

    def rank(more: int) -> int:
        return grades.index(grade_of(draft.problem(more), budget))

    wanted = grades.index(level)
    more = bisect_left(range(len(draft.spare)), True, key=lambda more: rank(more) <= wanted)
    return more if rank(more) == wanted else None


class _Draft:
    """A puzzle that is being made: which groups of numbers are kept, and which are spare."""

    def __init__(
        self,
        problem: Problem,
        order: Sequence[int],
        given: Iterable[int],
        groups: Sequence[tuple[int, ...]],
    ) -> None:
        self._problem = problem
        self._order = order
        self._given = [*given]
        self._others: list[list[int]] = []  # tours that were found
        self._kept = [*groups]
        self.spare: list[tuple[int, ...]] = []

    def problem(self, more: int = 0) -> Problem:
        """Return the puzzle, with some spare groups."""
        groups = self._kept + self.spare[:more]
        numbers = {*self._given, *(number for group in groups for number in group)}
        return _with_numbers(self._problem, self._order, numbers)

    def reduce(self, budget: Budget) -> None:
        """Take away the groups that are not needed, one by one.

        The tour is the only one with the numbers that are kept, also at a limit.
        """
        base = _with_numbers(self._problem, self._order, self._given)
        budget.method = "numbers"
        search = NumberSearch(base, pause=budget.pause)
        if search.too_large:
            raise LimitHit("method")
        search.exclude(self._order)
        if goes_both_ways(base):
            search.exclude(backwards(base, [*self._order]))
        groups = self._kept[:]
        for i, group in enumerate(groups):
            budget.reach(i / len(groups))
            rest = [other for other in self._kept if other != group]
            if not self._is_needed(search, rest, budget):
                self._kept = rest
                self.spare.append(group)

    def _is_needed(
        self, search: NumberSearch, rest: Sequence[tuple[int, ...]], budget: Budget
    ) -> bool:
        """Return whether other tours have the rest of the numbers."""
        order = self._order
        given = {number: order[number - 1] for group in rest for number in group}
        for other in reversed(self._others):
            if all(other[number - 1] == v for number, v in given.items()):
                return True
        found = search.run(budget, given=given)
        if found is not None:
            self._others.append(found)
        return found is not None
