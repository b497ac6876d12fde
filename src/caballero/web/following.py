"""What the boards and paths of a pupil's program visit, compared with a right search.

A difference is a *doubt* at first, for right programs do much that looks like a slip: they mark a
square to look ahead, count all tours, leave out what cannot end well, keep old numbers. Something
that contradicts a doubt drops it; moves that were left out count only if a tour goes on with them,
which :func:`caballero.find.hints.finish` decides. :mod:`.program` runs the program, and tells a
doubt that is left.

Invariants: the path is what the program has visited and not freed; a search that shows something
that no search by backtracking does is *lost*, and blamed for nothing.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from itertools import islice, pairwise, product
from math import isqrt
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, TypeAlias

from caballero.find import hints
from caballero.model.problem import Problem
from caballero.proof.outcome import Found
from caballero.teaching import ORDERS

if TYPE_CHECKING:
    from .program import Follower

Square: TypeAlias = tuple[int, int]

SIDES: Final = range(3, 21)
"""The lengths of a side of a board that is followed."""

MOST_UNNOTICED: Final = 3
"""Tours that a program takes back, without a sign that it sees them."""

MOST_CHECKS: Final = 200
CHECK_SECONDS: Final = 0.25
MEGABYTES: Final = 200
"""For each question whether a tour goes on with some move."""


@dataclass(slots=True)
class Doubt:
    """What looks like a slip, and the moment at which it did."""

    verdict: str
    values: dict[str, Any]
    line: int
    step: int
    at: int  # the number of lines
    square: Square | None
    mild: bool = False  # of no account in a program that ends well


@dataclass(slots=True)
class _LeftOut:
    """Moves that were not tried when a square was left."""

    path: list[Square]
    targets: list[Square]
    doubt: Doubt


@dataclass(slots=True)
class Search:
    """The squares that one structure of a program visited, compared with a right search."""

    follower: Follower
    rows: int = 0
    columns: int = 0
    path: list[Square] = field(default_factory=list)
    tried: list[set[Square]] = field(default_factory=list)
    left: list[list[_LeftOut]] = field(default_factory=lambda: [[]])
    start: Square | None = None
    nodes: int = 0
    deepest: int = 0
    at: int = 0  # the number of lines at the last visit
    moves: int = 0  # of the knight
    others: int = 0
    tours: int = 0  # taken back
    unnoticed: int = 0  # of them
    noticed: bool = False
    lost: bool = False  # whether it is not understood
    passed: bool = False  # whether it went on after the tour that it has
    repeated: bool = False  # whether the path has a square twice
    overwrites: bool = False  # whether old numbers stay until they are written over
    stale: set[Square] = field(default_factory=set)
    gaps: set[Square] = field(default_factory=set)  # freed since the last visit
    twice: tuple[Square, object, int] | None = None
    doubts: list[Doubt] = field(default_factory=list)
    checks: int = 0

    @property
    def squares(self) -> int:
        """The number of squares."""
        return self.rows * self.columns

    @property
    def complete(self) -> bool:
        """Whether the path is a tour."""
        return len(self.path) == len({*self.path}) == self.squares and self.is_way(self.path)

    def is_way(self, path: list[Square]) -> bool:
        """Whether a path has moves of the knight only."""
        return all(b in self.targets(a) for a, b in pairwise(path))

    def has(self, square: Square) -> bool:
        """Whether a square is on the board."""
        return 0 <= square[0] < self.rows and 0 <= square[1] < self.columns

    def name(self, square: Square) -> str:
        """Return a square as chess names it."""
        return f"{chr(ord('a') + square[1])}{self.rows - square[0]}"

    def targets(self, square: Square) -> list[Square]:
        """Return the squares that the knight attacks."""
        reached = ((square[0] + down, square[1] + right) for down, right in ORDERS["puc"])
        return [one for one in reached if self.has(one)]

    def doubt(
        self, verdict: str, square: Square, *, mild: bool = False, origin: str = "", **values: Any
    ) -> Doubt:
        """Note what looks like a slip."""
        inside, now = self.has(square), self.follower
        values |= {"square": self.name(square)} if inside else {}
        values |= {"from": origin} if origin else {}
        shown = square if inside else None
        made = Doubt(verdict, values, now.line, len(now.steps), now.lines, shown, mild)
        self.doubts.append(made)
        return made

    def forget(self, *verdicts: str) -> None:
        """Drop doubts that something contradicts."""
        self.doubts = [one for one in self.doubts if one.verdict not in verdicts]

    def place(self, square: Square) -> None:
        """Visit a square."""
        if self.lost:
            return
        if not self.has(square):
            row, column = square
            self.doubt("outside", square, row=row, column=column, rows=self.rows)
            self.lost = not self.moves
            return
        self._close_gaps()
        self._passed_by()
        if square in self.stale:
            self.overwrites = True
            self.stale.discard(square)
            self.forget("still", "kept")
        if not self.path:
            self._decide(self.left[0])
            self.left = [[]]
            self.start = self.start if self.tours and self.start else square
        elif square in self.path:
            self.doubt("occupied", square, number=self.path.index(square) + 1)
            self.repeated = True
        elif square in self.targets(self.path[-1]):
            self.moves += 1
            again = square in self.tried[-1]
            self.tried[-1].add(square)
            if again:  # it only looked ahead before
                here = self.left[-1]
                kept = [one for one in here if one.path[-1] != square]
                self.nodes -= len(here) - len(kept)
                self.left[-1] = kept
        elif (before := self._exhausted(square)) is not None:
            self.back(before + 1, square, "kept")
            return
        else:
            self._strange(square)
        self._push(square)

    def _push(self, square: Square) -> None:
        self.path.append(square)
        self.tried.append(set())
        self.left.append([])
        self.passed = False
        self.nodes += 1
        self.at = self.follower.lines
        self.deepest = max(self.deepest, len(self.path))
        self.follower.did(self, "place", square)
        if len(self.path) == self.squares and not self.noticed:
            self.follower.watch()

    def _strange(self, square: Square) -> None:
        """Note a move that is none of the knight."""
        row, column = square
        origin = self.name(self.path[-1])
        self.others += 1
        for r, c in (row - self.rows, column), (row, column - self.columns):
            if _is_move(self.path[-1], (r, c)):
                if self.follower.has_negative(min(r, c)):
                    self.doubt("negative", square, origin=origin)
                else:
                    self.lost = True  # a torus, as far as one can see
                return
        self.doubt("no-move", square, number=len(self.path) + 1, origin=origin)
        self.lost = self.lost or (self.others > 2 and self.others > self.moves)

    def _is_exhausted(self, k: int) -> bool:
        """Return whether all moves from the squares after the k-th were tried."""
        busy = {*self.path, *self.stale}
        return all(
            target in busy or target in self.tried[at]
            for at in range(k, len(self.path))
            for target in self.targets(self.path[at])
        )

    def _exhausted(self, square: Square) -> int | None:
        """Return where a square continues the path if all later squares have had their turn."""
        for k in range(len(self.path) - 2, -1, -1):
            if not self._is_exhausted(k + 1):
                return None
            if square in self.targets(self.path[k]):
                return k
        return None

    def back(self, k: int, square: Square, verdict: str) -> None:
        """Visit a square as the k-th of the path, which was longer and is not freed."""
        if self.lost:
            return
        self._close_gaps()
        self._passed_by()
        if not self.overwrites and square not in self.stale:
            if k == 0 or square not in self.targets(self.path[k - 1]) or not self._is_exhausted(k):
                self.lost = True
                return
            there, last = self.name(self.path[k]), self.name(self.path[k - 1])
            number = k + self.follower.first_of(self)
            self.doubt(verdict, square, number=number, there=there, origin=last)
        self.stale.update(self.path[k:])
        self._shorten(k)
        self.place(square)

    def _shorten(self, k: int) -> None:
        """Take the squares of the path back, down to the first k."""
        while len(self.path) > k:
            self.follower.did(self, "free", self.path.pop())
            self.tried.pop()
            self.left.pop()

    def free(self, square: Square, frame: object = None) -> None:
        """Take a square back, the last one if it is right."""
        if self.lost:
            return
        self._passed_by()
        if square not in self.path or square in self.gaps:
            if square in self.stale:
                self.stale.discard(square)
                self.forget("still", "kept")
            elif self.path:
                if self.twice == (square, frame, self.follower.lines - 1):
                    self.doubt("twice", square)
                    self.follower.halt()
                else:
                    self.doubt("never", square, mild=True)
            return
        self.twice = square, frame, self.follower.lines
        self.lost = self.repeated
        if self.gaps or square != self.path[-1]:
            if not self.gaps:
                last = self.name(self.path[-1])
                number = self.path.index(square) + 1
                self.doubt("inner", square, number=number, last=last, mild=True)
            self.gaps.add(square)
            return
        self._leave(square)

    def _leave(self, square: Square) -> None:
        """Take the last square back."""
        untried, below = self._untried(square), self.left[-1]
        if untried and not self.overwrites:
            told = self.doubt("untried", square, target=self.name(untried[0]))
            self.doubts.remove(told)
            self.left[-2].append(_LeftOut(self.path[:], untried, told))
        self._decide(below)
        self._shorten(len(self.path) - 1)

    def _untried(self, last: Square) -> list[Square]:
        """Return the moves from the last square that are free and were not tried."""
        busy = {*self.path, *self.stale, *self.tried[-1]}
        return [target for target in self.targets(last) if target not in busy]

    def _passed_by(self) -> None:
        """Judge a program that goes on after a tour."""
        if self.passed or len(self.path) != self.squares or not self.complete:
            return
        self.passed = True
        self.tours += 1
        if not self.noticed:
            noticed, thrown_away = self.follower.seen()
            self.noticed = noticed and not thrown_away
            if not self.noticed:
                self.unnoticed += 1
                self.doubt("tour-lost", self.path[-1], n=self.squares)
                if thrown_away or self.unnoticed == MOST_UNNOTICED:
                    self.follower.halt()
        if self.noticed:
            self.forget("tour-lost")

    def _close_gaps(self) -> None:
        """Take back what was freed in another order, if the rest is the beginning of the path."""
        if not self.gaps:
            return
        rest = [square for square in self.path if square not in self.gaps]
        if rest != self.path[: len(rest)]:
            for one in self.doubts:
                one.mild = one.mild and one.verdict != "inner"
            self.lost = True
            return
        self.forget("inner")
        self._shorten(len(rest))
        self.gaps.clear()

    def _decide(self, left: list[_LeftOut]) -> None:
        """Doubt a program that left moves out if a tour goes on with one of them."""
        for one in () if self.others or self.repeated else left:
            if any(doubt.verdict == "untried" for doubt in self.doubts):
                return
            for target in one.targets:
                if self._goes_on([*one.path, target]):
                    one.doubt.values["target"] = self.name(target)
                    self.doubts.append(one.doubt)
                    break

    def _goes_on(self, path: list[Square]) -> bool:
        """Return whether a tour goes on so; later only some questions are answered."""
        busy = set(path)
        if self.tours or self._is_image(path) or busy.issuperset(self.targets(path[0])):
            return False
        closed = self.squares % 2 == 0 and min(self.rows, self.columns) > 4
        ends = {path[-1], path[0]} if closed else {path[-1]}
        free = {*product(range(self.rows), range(self.columns))} - busy
        ways = [sum(to not in busy or to in ends for to in self.targets(one)) for one in free]
        if 0 in ways or ways.count(1) > 1 - closed:
            return False  # the end is plain
        self.checks += 1
        if self.checks > MOST_CHECKS and self.checks & (self.checks - 1):
            return False
        problem = Problem((self.rows, self.columns), start=self.name(path[0]), closed=closed)
        return isinstance(hints.finish(problem, path, CHECK_SECONDS, MEGABYTES), Found)

    def _is_image(self, path: list[Square]) -> bool:
        """Return whether a symmetry keeps the path but for its last square: one of two may do."""
        *way, last = path
        rows, columns = self.rows - 1, self.columns - 1
        images = [[(rows - r, c) for r, c in path], [(r, columns - c) for r, c in path]]
        if rows == columns:
            images += [[(c, r) for r, c in path], [(rows - c, rows - r) for r, c in path]]
        return len(way) < 3 and any(to[:-1] == way and to[-1] != last for to in images)

    def refuse(self, square: Square) -> None:
        """Note that a candidate does not serve."""
        if self.path and square in self.targets(self.path[-1]) and square not in self.path:
            if self._goes_on([*self.path, square]):
                self.doubt("refuses", square)
            self.tried[-1].add(square)

    def finish(self) -> None:
        """Decide what is open at the end of the program."""
        if not self.lost:
            self._close_gaps()
            if not self.complete:
                for left in reversed(self.left):
                    self._decide(left)

    def end(self) -> tuple[str, dict[str, Any]]:
        """Judge a program that ended by itself, and did nothing doubtful."""
        if self.tours:
            return "tours", {"n": self.squares, "tours": self.tours, "nodes": self.nodes}
        if len(self.path) > 1 or (self.path and self._untried(self.path[0])):
            last = self.path[-1]
            told = {"n": len(self.path), "all": self.squares, "square": self.name(last)}
            if left := self._untried(last):
                return "unfinished", {**told, "target": self.name(left[0])}
            return "stuck", told
        if self.start is None:
            return "nothing", {}
        problem = Problem((self.rows, self.columns), start=self.name(self.start))
        outcome = hints.finish(problem, [self.start], 4 * CHECK_SECONDS, MEGABYTES)
        verdict = "missed" if isinstance(outcome, Found) else "no-tour"
        return verdict, {"square": self.name(self.start), "nodes": self.nodes}


class Row(list[Any]):
    """A row of a followed board, which tells what is written."""

    __slots__ = ("at", "board")

    def __init__(self, values: list[Any], at: int, board: Board) -> None:
        super().__init__(values)
        self.at = at
        self.board = board

    def __setitem__(self, column: SupportsIndex | slice, value: Any) -> None:
        before = self[column]
        super().__setitem__(column, value)
        if isinstance(column, int):
            self.board.wrote(self.at, column, before, value)
        else:
            self.board.search.lost = True

    def __reduce__(self) -> tuple[Any, ...]:  # a copy is a list like others
        return list, (list(self),)

    def __deepcopy__(self, _memo: object) -> list[Any]:
        return list(self)


class Board:
    """A board of a program, and what its numbers mean for the search."""

    def __init__(self, follower: Follower, rows: list[list[Any]]) -> None:
        self.follower = follower
        self.rows = rows
        self.shared = any(row is rows[0] for row in rows[1:])
        made = [Row(row, i, self) for i, row in enumerate(rows)]
        rows[:] = made[:1] * len(rows) if self.shared else made
        self.begin()

    def begin(self) -> None:
        """Follow a search on an empty board."""
        self.blank = self.rows[0][0]
        self.first: Any = 1
        self.step: int | None = None  # from a number to the next; 0 for marks
        self.search = Search(self.follower, len(self.rows), len(self.rows[0]))

    @property
    def whole(self) -> bool:
        """Whether none of its rows was replaced."""
        return all(type(row) is Row and row.board is self for row in self.rows)

    def wrote(self, row: int, column: int, before: Any, value: Any) -> None:
        """Follow an assignment."""
        search = self.search
        if self.shared:
            self.follower.stop("one-row")
        if search.lost:
            last = (row, column) == (search.rows - 1, search.columns - 1)
            if last and all(cell == value for line in self.rows for cell in line):
                self.begin()  # it was prepared
            return
        square = row, column % search.columns
        if value == self.blank and type(value) is type(self.blank):
            search.free(square, sys._getframe(2))
        elif before == value and type(before) is type(value) and square not in search.stale:
            pass  # it is there already
        elif self._follows(square, value):
            if column < 0 and search.path:
                search.doubt("negative", square, origin=search.name(search.path[-1]))
            search.place(square)

    def _follows(self, square: Square, number: Any) -> bool:
        """Return whether a value is the next one; what takes numbers back is done here."""
        search, path = self.search, self.search.path
        if not path:
            self.first = number
        elif not isinstance(number, int) or isinstance(number, bool):
            self.step = 0
        elif self.step is None:
            self.step = number - self.first
            if abs(self.step) > 1:
                search.doubt("skips", square, number=number, next=self.first + 1)
                self.step = 0
        elif self.step:
            at = (number - self.first) * self.step
            if 0 <= at < len(path):
                search.back(at, square, "still")
                return False
            if at != len(path) and search.overwrites:
                search.lost = True
            elif at != len(path):
                following = self.first + self.step * len(path)
                search.doubt("skips", square, number=number, next=following)
                self.step = 0
        return True


# -- squares and tours in values -------------------------------------------------------------------


def is_board(value: list[Any]) -> bool:
    """Return whether a value is a list of lists of one length, with one value throughout."""
    if not all(type(row) is list and len(row) == len(value[0]) for row in value):
        return False
    if len(value[0]) not in SIDES or not isinstance(value[0][0], (int, str, type(None))):
        return False
    return all(cell == value[0][0] for row in value for cell in row)


def squares_in(value: Any) -> list[Square]:
    """Return a value as squares; none if it is something else."""
    if not isinstance(value, (list, tuple)):
        return []
    pairs = all(isinstance(one, (list, tuple)) and len(one) == 2 for one in value)
    sound = pairs and all(type(part) is int for one in value for part in one)
    return [(row, column) for row, column in value] if sound else []


def has_squares(value: Any) -> bool:
    """Return whether a value has squares of a board, and so may be what the program searches in."""
    some = list(islice(value, 4))
    return bool(found := squares_in(some)) and all(r >= 0 and c >= 0 for r, c in found)


def tour_in(value: Any) -> list[Square]:
    """Return the tour in a value, as a list of squares, a matrix or a dict; none otherwise."""
    ways: list[list[Any]] = []
    if isinstance(value, dict):
        turned = squares_in([*value])
        ways = [_in_order([(n, s) if turned else (s, n) for s, n in value.items()])]
    elif isinstance(value[0], (list, tuple)) and len(value[0]) > 2:
        rows = (row if isinstance(row, (list, tuple)) else () for row in value)
        ways = [_in_order([(x, (i, j)) for i, row in enumerate(rows) for j, x in enumerate(row)])]
    elif isinstance(value[0], (list, tuple)):
        ways = [[*value]]
    elif all(type(x) is int for x in value) and (side := isqrt(len(value))) ** 2 == len(value):
        numbered = _in_order([(x, divmod(i, side)) for i, x in enumerate(value)])
        ways = [numbered, [divmod(x - min(value), side) for x in value]]
    return next((path for path in map(squares_in, ways) if _is_tour(path)), [])


def _in_order(numbered: list[tuple[Any, Any]]) -> list[Any]:
    """Return squares in the order of their numbers."""
    if not all(type(number) is int for number, _ in numbered):
        return []
    return [square for _, square in sorted(numbered, key=itemgetter(0))]


def _is_tour(path: list[Square]) -> bool:
    if len(path) < 3 or len(set(path)) < len(path):
        return False
    rows, columns = (max(side) + 1 for side in zip(*path, strict=True))
    inside = rows * columns == len(path) and min(map(min, path)) == 0
    return inside and all(_is_move(a, b) for a, b in pairwise(path))


def _is_move(one: Square, other: Square) -> bool:
    return {abs(one[0] - other[0]), abs(one[1] - other[1])} == {1, 2}
