"""Make puzzles: take numbers away from a tour as long as it stays unique.

All numbers of a random tour are clues, and are taken away in turn. A number stays if another tour
would be possible without it. The puzzle is then *minimal*: no number can be spared, or no pair of a
symmetric puzzle. One search with conflict learning answers all these questions, so its clauses
about a number help with the next; and a tour found before shows at once that a number is needed,
if all others agree with it. Where that takes long, it looks for another tour near the known one
first, which keeps most numbers as they are (P. Shaw, "Using constraint programming and local search
methods to solve vehicle routing problems", 1998), and then begins once more, with the numbers that
are given: that search has few variables left.

Of a Rikudo, some moves of the tour are forced before that, and those that can be spared are let go
after it, except the last: without any it would not be a Rikudo. Where the last can be spared,
the puzzle is not minimal.

A puzzle that people solve without a trial gets some of these numbers back, the fewest with which
the rules of its level lead to the tour. That proves that it is unique, so a search that takes
long is no use: the number stays.

Invariants: the same seed makes the same puzzle, however fast the machine; the puzzle has one tour.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from caballero.counting.listing.sources import backwards
from caballero.find import solve
from caballero.find.numbers import NumberSearch
from caballero.machine.arguments import flag, name_among, shown, whole
from caballero.machine.errors import InvalidInput, InvalidProblem, TooLarge, be_sure
from caballero.machine.limits import Budget, LimitHit, SliceOver
from caballero.model.board import Board, Square
from caballero.model.direction import goes_back
from caballero.model.graph import Graph
from caballero.model.piece import KNIGHT
from caballero.model.problem import Ground, Place, Problem, restated, sorted_moves
from caballero.model.symmetry import Symmetry, symmetries
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.facts import is_tour
from caballero.proof.outcome import Stats, stats_of

from .rating import GRADES, Rating, needs_at_most, rate
from .zips import ZipDraft

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

MOST_SQUARES: Final = 400
"""The squares of the largest board for a puzzle."""

KINDS: Final = ("numbers", "zip", "rikudo")
"""The clues of a puzzle: numbers of squares; or an order of squares and walls; or numbers, and
moves that the tour makes."""

MOVES_EACH: Final = 4
"""Of a Rikudo, the squares for each forced move at most."""

SYMMETRIES: Final = ("half-turn", "mirror")
"""How the squares of the clues may look the same."""

ATTEMPTS: Final = 50
"""The puzzles that are made to meet a level, a score or a number of clues."""

RARE: Final = 200
"""The same for a Zip of level expert: few Zips need a trial, and each is made quickly."""

FIRST_NODES: Final = 1_000_000
"""How long the first search for another tour takes, before it looks near the known tour."""

MOST_NODES: Final = 30_000_000
"""How long the search for another tour takes, for a puzzle of a level; then the number stays."""

ALL_NODES: Final = 100_000_000
"""The same for all searches of a puzzle of any level; later searches still take the first nodes."""

NEAR: Final = (0.4, 0.6, 0.6, 0.8, 0.8, 0.8)
"""The parts of the stretches between clues that another tour near the known tour may change."""

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
        Whether it is proved that no number can be taken away, besides the numbers that are given in
        any case: the first and the last and, of a symmetric puzzle, their partners; and no wall
        of a Zip and no forced move of a Rikudo, also where it is the last. Of a symmetric
        puzzle, no pair of numbers can be taken away; a single number of a pair perhaps can.
    rating : Rating, optional
        How hard the puzzle is: its grade, its score and the number of trials that it needs. None if
        a limit was reached before that was known.
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
    rating: Rating | None
    stats: Stats

    @property
    def grade(self) -> str | None:
        """How hard the puzzle is: ``easy``, ``medium``, ``hard`` or ``expert``."""
        return None if self.rating is None else self.rating.grade

    @property
    def score(self) -> int | None:
        """How hard it is in points: each step costs some, and a trial many."""
        return None if self.rating is None else self.rating.score

    @property
    def trials(self) -> int | None:
        """How often no rule helps, so that the solver must guess; 0 except in expert puzzles."""
        return None if self.rating is None else self.rating.trials

    def __repr__(self) -> str:
        given = len(self.problem.waypoints or self.problem.numbered())
        return f"<puzzle: {given} numbers of {len(self.tour)} are given>"

    def __str__(self) -> str:
        """Return the problem, with its drawing."""
        return str(self.problem)


@verb(ends=True)
def make_puzzle(
    ground: Ground,
    *,
    kind: str = "numbers",
    symmetric: bool | str = False,
    more: int = 0,
    given: int | None = None,
    level: str | None = None,
    score: tuple[int, int] | None = None,
    **asked: Unpack[Searched],
) -> Puzzle:
    """Make a puzzle: clues that exactly one tour has.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        A board, a graph, or a whole problem without clues.
    kind : str
        ``numbers``; ``zip``: waypoints, which are visited in their order, and walls; ``rikudo``:
        numbers, and forced moves. The piece of these two is a wazir unless a whole problem names
        another one.
    ends : bool
        Whether the first and the last number are given in any case. Of a closed tour, 1 always is.
    symmetric : bool or str
        Whether the squares of the clues look the same after half a turn of the board (of
        a box, after reflection in its centre): True or ``half-turn``; or in a ``mirror``. The board
        must look the same, too.
    more : int
        Clues besides the needed clues; if symmetric, pairs of numbers; walls of a Zip.
    given : int, optional
        How many numbers to give in all.
    level : str, optional
        How hard the puzzle is for a person: ``easy``, ``medium``, ``hard`` or ``expert``, as
        :func:`explain` grades it. The fewest numbers, or walls, are given that make it no harder.
        All but ``expert`` are solved by the rules of :func:`explain` alone, without guessing.
    score : tuple of two ints, optional
        The least and the greatest score. Without a level the puzzle needs no guess.
    seed : int
        The same seed always makes the same puzzle.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`. At a limit a puzzle without a level may have more numbers
        than it needs, and perhaps no grade.

    Returns
    -------
    Puzzle
        The puzzle, with its solution.

    Raises
    ------
    NoTour
        If the board has no tour; its ``outcome`` says why.
    LimitReached
        If a limit came before a first tour or such a puzzle was found; the limit is ``method`` if
        50 puzzles missed the level or the score: small boards have no hard puzzles.
    UnknownName
        If there is no such level or kind.
    InvalidProblem
        If the problem has clues or waypoints, a graph or a board without this symmetry is to be
        symmetric, a Zip too, or more numbers are asked for with a level, a score or a number.
    TooLarge
        If there are more than 400 squares.

    See Also
    --------
    is_unique : whether your own puzzle has one solution.
    explain : how a person solves it.

    Notes
    -----
    A knight's puzzle on 8×8 takes tenths of a second, on 10×10 some seconds; a king's or a
    wazir's on 10×10 tenths of a second; a puzzle that needs no guess tenths of a second. Deciding
    uniqueness is NP-hard.

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
    kind = name_among("puzzle-kind", kind, KINDS)
    zipped = kind == "zip"
    ends, more = flag("ends", asked.pop("ends", True)), whole("more", more, 0)
    given = None if given is None else whole("given", given, 1)
    level = None if level is None else name_among("level", level, GRADES)
    wanted = _Wanted(level, given, *_scores(score))
    with asking(ground, asked) as (problem, budget, seed):
        if kind != KINDS[0] and not isinstance(ground, Problem) and problem.piece == KNIGHT:
            problem = restated(problem, piece="wazir")
        images = _check(problem, symmetric, more, wanted)
        if zipped and (images or not ends or problem.directed or given):
            raise InvalidProblem("make-zip")
        order: Sequence[int] = solve(problem, seed=seed).tour.order
        rng = random.Random(seed if level is None else f"{level} {seed}")
        attempts = RARE if zipped and level == "expert" else ATTEMPTS
        for _ in range(attempts if wanted.anything else 1):
            order = shuffled(problem, order, rng)
            draft = (
                ZipDraft(problem, order, level, rng)
                if zipped
                else _draft(
                    _joined(problem, order, rng) if kind == "rikudo" else problem,
                    order, ends, images, rng, wanted.most_nodes, problem.forced,
                )
            )  # fmt: skip
            tour = Tour(problem.ground, tuple(order), problem.piece, problem.closed)
            made = _made(draft, tour, more, wanted, budget)
            if made is not None:
                return made
        raise LimitHit("method")


@verb()
def begin_tour(ground: Ground, visited: int, **asked: Unpack[Searched]) -> Puzzle:
    """Begin a random tour that the reader finishes; there may be several ways to do it.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        A board, a graph, or a whole problem without clues.
    visited : int
        How many squares have numbers, from 1 on; at least 1 is left.
    seed : int
        The same seed begins the same tour.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

    Examples
    --------
    >>> from caballero.puzzles import begin_tour
    >>> begun = begin_tour(5, 8, seed=1)
    >>> len(begun.problem.clues), begun.tour.squares[:8] == tuple(p for p, _ in begun.problem.clues)
    (8, True)
    """
    visited = whole("visited", visited, 1)
    with asking(ground, asked) as (problem, _, seed):
        _check(problem, False, 0, _Wanted(None, None, 0, inf))
        if visited >= problem.size:
            raise InvalidInput("begun-all", count=visited, most=problem.size - 1)
        found = solve(problem, seed=seed)
        order = shuffled(problem, found.tour.order, random.Random(seed))
        tour = Tour(problem.ground, tuple(order), problem.piece, problem.closed)
        clues = tuple(zip(tour, range(1, visited + 1), strict=False))
        return Puzzle(restated(problem, clues=clues), tour, False, None, found.stats)


def _scores(score: tuple[int, int] | None) -> tuple[int, float]:
    """Return the least and the greatest score."""
    if score is None:
        return 0, inf
    try:
        low, high = score
    except (TypeError, ValueError):
        raise InvalidInput("make-score", value=shown(score)) from None
    low = whole("score", low, 0)
    return low, whole("score", high, low)


class _Wanted(NamedTuple):
    """The demands on a puzzle: its level, how many numbers, its least and greatest score."""

    level: str | None
    given: int | None
    low: int
    high: float

    @property
    def anything(self) -> bool:
        """Whether not every puzzle will do."""
        return self != (None, None, 0, inf)

    @property
    def guessing(self) -> bool:
        """Whether the puzzle may need a trial."""
        return self.level == "expert" or (self.level is None and (self.low, self.high) == (0, inf))

    @property
    def most_nodes(self) -> tuple[float, float]:
        """How long each search for another tour may take, and all of them together."""
        if not self.anything:
            return inf, ALL_NODES
        return (MOST_NODES if self.guessing else FIRST_NODES), inf

    def suits(self, rating: Rating) -> bool:
        """Return whether a puzzle is as hard as it must be."""
        return self.level in {None, rating.grade} and self.low <= rating.score <= self.high


def _made(
    draft: _Draft | ZipDraft, tour: Tour, more: int, wanted: _Wanted, budget: Budget
) -> Puzzle | None:
    """Return the puzzle of a draft; None, or the limit that came, if it is not what is wanted."""
    limit: LimitHit | None = None
    rating = None
    try:
        draft.reduce(budget)
    except LimitHit as hit:
        limit = hit
    try:
        if wanted.given is not None and isinstance(draft, _Draft):
            added = bisect_left(range(len(draft.spare)), wanted.given, key=draft.given)
            if draft.given(added) != wanted.given:
                return _refused(limit)
        else:
            added = _fitting(draft, tour, wanted, budget) if wanted.anything else more
        problem = draft.problem(added)
        if wanted.guessing or needs_at_most(wanted.level or "hard", problem, budget):
            rating = rate(problem, tour, budget)
    except LimitHit:
        if wanted.anything:
            raise
    if wanted.anything and (rating is None or not wanted.suits(rating)):
        return _refused(limit)
    proved = isinstance(draft, ZipDraft) or draft.minimal
    minimal = limit is None and proved and not draft.spare[:added]
    return Puzzle(problem, tour, minimal, rating, stats_of(budget))


def _refused(limit: LimitHit | None) -> Puzzle | None:
    """Refuse a draft; the limit that ended it ends the search."""
    if limit is not None:
        raise limit
    return None


def _check(
    problem: Problem, symmetric: bool | str, more: int, wanted: _Wanted
) -> dict[Square, Square]:
    """Refuse what no puzzle can be made of; return the square opposite to each, if symmetric."""
    if wanted.anything and more:
        raise InvalidProblem("make-level-more")
    if problem.clues or problem.waypoints:
        raise InvalidProblem("make-clues")
    if isinstance(symmetric, str):
        symmetric = name_among("puzzle-symmetry", symmetric, SYMMETRIES)
    else:
        symmetric = "half-turn" if flag("symmetric", symmetric) else ""
    images = {}
    if symmetric:
        if isinstance(problem.ground, Graph):
            raise InvalidProblem("make-symmetric")
        images = _mirrored(problem.board) if symmetric == "mirror" else _opposites(problem.board)
    if problem.size > MOST_SQUARES:
        board, count = str(problem.ground), problem.size
        raise TooLarge("board-too-large", board=board, count=count, most=MOST_SQUARES)
    return images


def shuffled(problem: Problem, order: Sequence[int], rng: random.Random) -> list[int]:
    """Return a random tour: parts at the ends of the given tour are turned round, many times.

    An end is joined to a neighbour, and the tour cut next to that (R. Oberdorf, A.
    Ferguson, J. L. Jacobsen and J. Kondev, "Secondary structures in long compact polymers",
    Physical Review E 74, 2006). The ends of a closed tour are neighbours.
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
    be_sure(is_tour(problem, best), "the shuffled tour is no tour of the problem")
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
    problem: Problem, order: Sequence[int], given: set[int], images: Mapping[Square, Square]
) -> list[tuple[int, ...]]:
    """Return the numbers that may be taken away, with their partners, which are clues too."""
    numbers = range(1, len(order) + 1)
    if not images:
        return [(number,) for number in numbers if number not in given]
    board = problem.board
    at = {board.square(v): number for number, v in enumerate(order, 1)}
    groups = {tuple(sorted({at[square], at[other]})) for square, other in images.items()}
    for group in [group for group in groups if not given.isdisjoint(group)]:
        given.update(group)
        groups.remove(group)
    return sorted(groups)


def _mirrored(board: Board) -> dict[Square, Square]:
    """Return the mirror image of each square; refuse a board without a mirror."""
    found = {symmetry.name: symmetry for symmetry in symmetries(board)}
    names = ("left-right", "upside-down", "main-diagonal", "other-diagonal", *found)
    for name in names:
        if name in found and (name in names[:4] or name.startswith("mirror")):
            return _images(board, found[name])
    raise InvalidProblem("make-no-mirror", board=str(board))


def _images(board: Board, symmetry: Symmetry) -> dict[Square, Square]:
    """Return the square that a symmetry maps each square to."""
    return {s: board.square(v) for s, v in zip(board, symmetry.permutation(board), strict=True)}


def _opposites(board: Board) -> dict[Square, Square]:
    """Return the image of each square by half a turn; refuse a board without this symmetry."""
    squares = [*board]
    if board.grid is not None:
        turns = [found for found in symmetries(board) if found.name == "half-turn"]
        if not turns:
            raise InvalidProblem(
                "make-asymmetric", board=str(board), square=board.square_name(squares[0])
            )
        return _images(board, turns[0])
    ends = [min(axis) + max(axis) for axis in zip(*squares, strict=True)]
    opposites = {s: tuple(e - x for e, x in zip(ends, s, strict=True)) for s in squares}
    for square, other in opposites.items():
        if other not in board:
            name = board.square_name(square)
            raise InvalidProblem("make-asymmetric", board=str(board), square=name)
    return opposites


def _joined(problem: Problem, order: Sequence[int], rng: random.Random) -> Problem:
    """Return the problem with some moves of a tour forced, at random."""
    moves = [(problem.place(v), problem.place(w)) for v, w in pairwise(order)]
    some = rng.sample(moves, min(len(moves), max(1, len(order) // MOVES_EACH)))
    return restated(problem, forced=[*problem.forced, *some])


def _mix(groups: list[tuple[int, ...]], rng: random.Random) -> None:
    """Bring groups into a random order: every second number first, then every fourth, and so on.

    So the numbers left are spread over the tour: long stretches without any are hard to solve.
    """
    rng.shuffle(groups)
    first = rng.randrange(1, 1 << 9)

    def turn(group: tuple[int, ...]) -> int:
        number = first + group[0]
        return number & -number

    groups.sort(key=turn)


def _draft(
    problem: Problem,
    order: Sequence[int],
    ends: bool,
    images: Mapping[Square, Square],
    rng: random.Random,
    most: tuple[float, float],
    forced: Iterable[tuple[Place, Place]],
) -> _Draft:
    """Return a puzzle with all numbers; the moves in `forced` stay so."""
    given = _given(problem, order, ends)
    groups = _groups(problem, order, given, images)
    _mix(groups, rng)
    draft = _Draft(problem, order, given, groups, rng, most)
    draft.moves = [move for move in sorted_moves(problem) if move not in forced]
    return draft


def _fitting(draft: _Draft | ZipDraft, tour: Tour, wanted: _Wanted, budget: Budget) -> int:
    """Return the fewest spare groups that make a puzzle no harder than is wanted."""

    def fits(more: int) -> bool:
        problem = draft.problem(more)
        if not wanted.guessing and not needs_at_most(wanted.level or "hard", problem, budget):
            return False
        return wanted.high == inf or rate(problem, tour, budget).score <= wanted.high

    return bisect_left(range(len(draft.spare)), True, key=fits)


class _Draft:
    """A puzzle that is being made: which groups of numbers are kept, and which are spare."""

    def __init__(
        self,
        problem: Problem,
        order: Sequence[int],
        given: Iterable[int],
        groups: Sequence[tuple[int, ...]],
        rng: random.Random,
        most: tuple[float, float],
    ) -> None:
        self._problem, self._rng, self._most = problem, rng, most
        self._order = order
        self._given = [*given]
        self._others: list[list[int]] = []  # tours that were found
        self._kept = [*groups]
        self.spare: list[tuple[int, ...]] = []
        self.moves: Sequence[tuple[Place, Place]] = ()  # forced, and may be dropped
        self.minimal = False

    def given(self, more: int) -> int:
        """Return how many numbers the puzzle has with some spare groups."""
        return len(self._given) + sum(map(len, self._kept + self.spare[:more]))

    def problem(self, more: int = 0) -> Problem:
        """Return the puzzle, with some spare groups."""
        problem = self._problem
        place = problem.ground.square if isinstance(problem.ground, Board) else problem.ground.label
        clues = tuple((place(v), number) for number, v in self._numbered(more).items())
        return restated(problem, start=None, end=None, clues=clues)

    def _numbered(self, more: int = 0) -> dict[int, int]:
        """Return the vertices of the numbers of the puzzle, with some spare groups."""
        numbers = {*self._given, *chain(*self._kept, *self.spare[:more])}
        return {number: self._order[number - 1] for number in sorted(numbers)}

    def reduce(self, budget: Budget) -> None:
        """Take away the groups that are not needed: many at once, or else singly; then moves.

        The kept numbers leave only this tour, also at a limit. A group also stays
        if the search has not decided about it within the most nodes.
        """
        budget.method = "numbers"
        search = self._search(self._given)
        groups = self._kept[:]
        self.minimal = True
        i, count, widest = 0, 1 + len(groups) // 4, len(groups)
        while i < len(groups):
            budget.reach(i / len(groups))
            out = groups[i : i + count]
            try:
                with budget.slice(self._room(budget) if len(out) == 1 else FIRST_NODES):
                    needed = self._is_needed(search, out, budget)
            except SliceOver:
                needed = True
                self.minimal &= len(out) > 1
                widest = max(1, len(out) // 2)
            if not needed:
                self._kept = [group for group in self._kept if group not in out]
                self.spare += out
            if not needed or len(out) == 1:
                i += len(out)
            count = max(1, len(out) // 2) if needed else min(widest, 2 * len(out))
        for move in self.moves:
            self._let_go(move, budget)

    def _room(self, budget: Budget) -> float:
        """Return how long the next search may take."""
        each, every = self._most
        return max(FIRST_NODES, min(each, every - budget.nodes))

    def _search(self, numbers: Collection[int]) -> NumberSearch:
        """Return the search for tours with some numbers, other than the puzzle's."""
        problem, order = self._problem, self._order
        search = NumberSearch(problem, numbered={n: order[n - 1] for n in sorted(numbers)})
        if search.too_large:
            raise LimitHit("method")
        search.exclude(order)
        if goes_back(problem, order, numbers):
            search.exclude(backwards(problem, order, numbers))
        return search

    def _let_go(self, move: tuple[Place, Place], budget: Budget) -> None:
        """Drop a forced move if the tour stays unique; the last forced move always stays."""
        before = self._problem
        self._problem = restated(before, forced=before.forced - {move})
        search = self._search(self._numbered())
        try:
            with budget.slice(self._room(budget)):
                needed = search.run(budget) is not None
        except SliceOver:
            needed, self.minimal = True, False
        except LimitHit:
            self._problem = before
            raise
        if needed or len(before.forced) == 1:
            self._problem, self.minimal = before, self.minimal and needed

    def _is_needed(
        self, search: NumberSearch, out: Sequence[tuple[int, ...]], budget: Budget
    ) -> bool:
        """Return whether other tours have the numbers of all groups but some."""
        order = self._order
        rest = [group for group in self._kept if group not in out]
        given = {number: order[number - 1] for group in rest for number in group}
        for other in reversed(self._others):
            if all(other[number - 1] == v for number, v in given.items()):
                return True
        try:
            with budget.slice(FIRST_NODES):
                found = search.run(budget, given=given)
        except SliceOver:
            found = self._near(search, {*chain(*out)}, given, budget) or self._once_more(
                given, budget
            )
        if found is not None:
            self._others.append(found)
        return found is not None

    def _once_more(self, given: Mapping[int, int], budget: Budget) -> list[int] | None:
        """Return another tour with some numbers, by a new search, which has far fewer variables."""
        return self._search({*self._given, *given}).run(budget)

    def _near(
        self, search: NumberSearch, out: set[int], given: Mapping[int, int], budget: Budget
    ) -> list[int] | None:
        """Return another tour with some numbers that agrees on most of the others."""
        known = sorted({0, *self._given, *given, len(self._order) + 1})
        gaps = [range(a + 1, b) for a, b in pairwise(known) if b - a > 1]
        without = [gap for gap in gaps if not out.isdisjoint(gap)]
        others = [gap for gap in gaps if gap not in without]
        for part in NEAR:
            count = max(1, round(part * len(others)))
            self._rng.shuffle(others)
            for i in range(0, max(1, len(others) - count + 1), count):
                free = {number for gap in without + others[i : i + count] for number in gap}
                more = {n: v for n, v in enumerate(self._order, 1) if n not in free}
                if found := search.run(budget, given={**given, **more}):
                    return found
        return None
