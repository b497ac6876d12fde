"""The sources of a pupil's program as a search, compared with a right search.

Each source of :mod:`.watching` is read as a path that grows and shrinks: marks or numbers on a
board, squares in a set, a list of squares or of records with a square in them, arguments of calls.
A difference from a right search is a *doubt* at first, for right programs do much that looks like a
slip: they mark a square to look ahead, count all tours, leave out what cannot end well, keep old
numbers, hand on a candidate that is tested by whom it is handed to. So a bad visit counts only if
the search goes on from it; what contradicts a doubt drops it; moves that were left out count only
if a tour goes on with them, which :func:`caballero.find.hints.finish` decides.

Invariants: the path is what the program has visited and not freed; a reading that shows something
that no search by backtracking does is *lost*, and blames nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise, product
from math import isqrt
from operator import itemgetter
from typing import Any, Final, TypeAlias

from caballero.find import hints
from caballero.model.problem import Problem
from caballero.proof.outcome import Found
from caballero.teaching import ORDERS

from .watching import ABSENT, Change, Moment, Source

Square: TypeAlias = tuple[int, int]

NEVER: Final = Moment(0, 0, 0, 0, 0, 0, frozenset())

SIZES: Final = ("N", "n", "dimension", "lado", "size", "side")
"""Usual names of the length of a side, where there is no board."""

MOST_RESTARTS: Final = 10
MOST_LEFT: Final = 3000
OFTEN: Final = 30
"""Times that a move must have been possible, before its absence counts."""

MOST_CHECKS: Final = 150
CHECK_SECONDS: Final = 0.25
MEGABYTES: Final = 200
"""For each question whether a tour goes on with some move."""


@dataclass(slots=True)
class Doubt:
    """What looks like a slip, and the moment at which it did."""

    verdict: str
    values: dict[str, Any]
    moment: Moment
    square: Square | None


@dataclass(frozen=True, slots=True)
class Place:
    """The part of a program's board that is the board: its first row and column, and its size."""

    top: int
    left: int
    rows: int
    columns: int
    sure: bool = True

    def square(self, row: int, column: int) -> Square:
        """Return the square at a place of the program."""
        return row - self.top, column - self.left


# -- from cells to squares -------------------------------------------------------------------------


def common(cells: dict[Any, Any]) -> Any:
    """Return the value that most cells have."""
    return Counter(cells.values()).most_common(1)[0][0] if cells else None


def square_in(value: Any, place: Place) -> Square | None:
    """Return the square that a key or an element names."""
    match value:
        case bool() | None:
            return None
        case int():
            return divmod(value, place.columns)
        case (int(row), int(column)):
            return place.square(row, column)
        case str() if len(value) in {2, 3} and value[0].isalpha() and value[1:].isdecimal():
            return place.rows - int(value[1:]), ord(value[0].lower()) - ord("a")
    return None


def numbers_in(value: Any) -> dict[tuple[int, ...], int]:
    """Return the numbers of a record, by where they stand."""
    if type(value) is int:
        return {(): value}
    found: dict[tuple[int, ...], int] = {}
    if isinstance(value, tuple):
        for i, part in enumerate(value):
            found |= {(i, *at): number for at, number in numbers_in(part).items()}
    return found


def fields_in(source: Source) -> tuple[Any, Any] | None:
    """Return where the row and the column stand in the records of a list; none if nowhere."""
    found: Counter[tuple[Any, Any]] = Counter()
    stack: list[dict[tuple[int, ...], int]] = [numbers_in(x) for x in source.first.values()]
    for change in source.log[:400]:
        for at, _old, new in change.cells:
            del stack[at:]
            if new is not ABSENT and at == len(stack):
                record = numbers_in(new)
                if stack:
                    found.update(_leaps(stack[-1], record))
                stack.append(record)
    if not found:
        return None
    return max(found, key=lambda pair: (found[pair], -sum(map(len, pair)), pair[0] < pair[1]))


def _leaps(first: dict[Any, int], second: dict[Any, int]) -> Iterator[tuple[Any, Any]]:
    """Yield the pairs of numbers that change as a knight moves."""
    steps = {at: abs(second[at] - number) for at, number in first.items() if at in second}
    for a, b in combinations(steps, 2):
        if {steps[a], steps[b]} == {1, 2}:
            yield a, b


# -- where the board is ----------------------------------------------------------------------------


def place_of(source: Source, constants: dict[str, int]) -> Place | None:
    """Return the part of a matrix that is the board: walls and unused lines are none of it."""
    blank = common(source.first)
    free = [at for at, value in source.first.items() if value == blank]
    used = {at for change in source.log for at, _, _ in change.cells}
    rows, columns = ({at[side] for at in free} for side in (0, 1))
    top, left = min(rows), min(columns)
    height, width = max(rows) - top + 1, max(columns) - left + 1
    if len(free) != height * width:
        return None
    if not used:
        return Place(top, left, height, width)
    low = min(min(at) for at in used)
    high = max(max(at) for at in used)
    sides = set(constants.values())
    if height != width:
        return Place(top, left, height, width)
    if low == 1 and (top, left) == (0, 0):
        inner = min((n for n in sides if high <= n < height), default=0)
        if inner:
            return Place(1, 1, inner, inner, inner == high)
    side = high - low + 1
    if side in sides and (side < height - 1 or (side < height and height not in sides)):
        return Place(low, low, side, side)
    return Place(top, left, height, width, side == height or side not in sides)


def place_by_numbers(spots: list[Square], constants: dict[str, int]) -> Place | None:
    """Return the board of squares, where no matrix shows it, by the numbers of the program."""
    if not spots:
        return None
    low = min(map(min, spots))
    high = max(map(max, spots))
    offset = 1 if low >= 1 else 0
    fitting = {name: n for name, n in constants.items() if n >= high + 1 - offset}
    known = next((fitting[name] for name in SIZES if name in fitting), None)
    if known is None and fitting:
        known = min(fitting.values())
    if known is None and constants:  # a bound lets too much through
        known = max(constants.values())
    if known is None or high < 0:
        return None
    heights = [max(spot[side] for spot in spots) + 1 - offset for side in (0, 1)]
    if heights[0] != heights[1] and not any(name in fitting for name in SIZES):
        all_ = sorted(set(constants.values()))
        tall = next((n for n in all_ if n >= heights[0]), known)
        wide = next((n for n in all_ if n >= heights[1]), known)
        return Place(offset, offset, tall, wide, (tall, wide) == tuple(heights))
    return Place(offset, offset, known, known, high + 1 - offset >= known - 1)


# -- readings --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Act:
    """Squares that are freed and visited at a moment."""

    moment: Moment
    freed: list[Square]
    placed: list[tuple[Square, Any]]
    rewound: bool = False


def acts_of(source: Source, place: Place) -> Iterator[Act] | None:
    """Return the acts of a source on squares; none if it is about something else."""
    if source.kind in {"list", "calls"} and not _is_flat(source, place):
        return _acts_of_list(source, place)
    return _acts_of_cells(source, place)


def _is_flat(source: Source, place: Place) -> bool:
    """Whether a list has a cell for each square."""
    whole = len(source.first) == place.rows * place.columns
    return whole and source.kind == "list" and source.fixed


def _acts_of_list(source: Source, place: Place) -> Iterator[Act] | None:
    """Return the acts of a list of squares, or of records with squares."""
    where = fields_in(source)
    simple = source.first | {at: new for change in source.log[:50] for at, _, new in change.cells}
    kinds = Counter(type(value) for value in simple.values() if value is not ABSENT)
    if where is None and not (kinds[int] + kinds[str] == sum(kinds.values()) and kinds):
        return None

    def square(value: Any) -> Square | None:
        if where is None:
            return square_in(value, place)
        numbers = numbers_in(value)
        row, column = numbers.get(where[0]), numbers.get(where[1])
        return None if row is None or column is None else place.square(row, column)

    def acts() -> Iterator[Act]:
        begun = [s for s in map(square, source.first.values()) if s is not None]
        if begun:
            yield Act(_start(source), [], [(s, None) for s in begun])
        for change in source.log:
            freed = [square(old) for _, old, _ in change.cells if old is not ABSENT]
            placed = [square(new) for _, _, new in change.cells if new is not ABSENT]
            yield Act(
                change.moment,
                [spot for spot in freed if spot is not None],
                [(spot, None) for spot in placed if spot is not None],
                change.rewound,
            )

    return acts()


def _start(source: Source) -> Moment:
    return source.log[0].moment if source.log else NEVER


def _acts_of_cells(source: Source, place: Place) -> Iterator[Act] | None:
    """Return what marks or numbers on squares do."""
    sided = source.fixed
    blank = common(source.first) if sided else False
    inverted = not sided and len(source.first) == place.rows * place.columns

    def busy(value: Any) -> bool:
        if sided:
            return value is not ABSENT and value != blank
        return (value is ABSENT or value is False or value is None) == inverted

    def acts() -> Iterator[Act]:
        nonlocal blank
        cells = dict(source.first)
        if not inverted:
            here = [(square_in(at, place), x) for at, x in cells.items() if busy(x)]
            on = [(s, x) for s, x in here if s is not None and _on(s, place)]
            yield Act(_start(source), [], _ordered(on))
        filled = False
        for change in source.log:
            freed: list[tuple[Square, Any]] = []
            placed: list[tuple[Square, Any]] = []
            for at, old, new in change.cells:
                cells[at] = new
                square = square_in(at, place)
                if square is None or not (_on(square, place) or not sided):
                    continue
                if busy(old) and not busy(new):
                    freed.append((square, old))
                elif busy(new):
                    placed.append((square, new))
            order = [spot for spot, _ in reversed(_ordered(freed))]
            yield Act(change.moment, order, _ordered(placed), change.rewound)
            if sided and not filled and len({*map(str, cells.values())}) == 1 and not busy(blank):
                value = next(iter(cells.values()))
                if value != blank and not _marched(source, change):
                    blank, filled = value, True
                    yield Act(change.moment, [], [], True)  # it was prepared: begin again

    return acts()


def _marched(source: Source, last: Change) -> bool:
    """Whether a board was filled in moves of the knight, and not row by row."""
    spots = [at for change in source.log for at, _, _ in change.cells if isinstance(at, tuple)]
    rest = spots[: 1 + next(i for i, change in enumerate(source.log) if change is last)]
    return sum(is_move(a, b) for a, b in pairwise(rest)) > len(rest) // 2


def _on(square: Square, place: Place) -> bool:
    return 0 <= square[0] < place.rows and 0 <= square[1] < place.columns


def _ordered(some: list[tuple[Square, Any]]) -> list[tuple[Square, Any]]:
    """Return squares in the order of their numbers, if they have some."""
    if all(type(value) is int for _, value in some):
        return sorted(some, key=itemgetter(1))
    return some


# -- a search --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _LeftOut:
    """Moves that were not tried when a square was left."""

    node: int
    path: list[Square]
    targets: list[Square]
    moment: Moment
    last: Square


@dataclass
class Search:
    """The squares that a source of a program visited, compared with a right search."""

    source: Source
    place_: Place
    path: list[Square] = field(default_factory=list)
    nodes_of: list[int] = field(default_factory=list)
    numbers: list[Any] = field(default_factory=list)
    tried: list[set[Square]] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)
    leaps: set[Square] = field(default_factory=set)  # that were made
    visited: set[Square] = field(default_factory=set)
    left: list[_LeftOut] = field(default_factory=list)
    start: Square | None = None
    nodes: int = 0  # of the tree
    visits: int = 0
    deepest: int = 0
    at: int = 0  # the number of lines at the last visit
    moves: int = 0  # of the knight
    others: int = 0
    tours: int = 0  # that were taken back
    unnoticed: int = 0  # of them
    backs: int = 0  # visits after a step back
    lost: bool = False  # whether it is not understood
    torus: bool = False
    apart: list[bool] = field(default_factory=lambda: [True, True])  # never two in a row, a column
    ended: bool = False  # whether nothing more can be learnt from it
    restarts: int = 0  # on an empty board, with a path of several squares
    overwrites: bool = False  # whether old numbers stay until they are written over
    rewinds: bool = False  # whether returns take squares back, and not the program
    last_full: Moment | None = None
    after_full: bool = False  # whether it visited a square after its last tour
    told_full: bool = False
    first_lost: tuple[Moment, Moment] | None = None
    loud: bool = False  # whether it printed or kept something then
    final: list[Square] = field(default_factory=list)
    final_moment: Moment | None = None
    stale: set[Square] = field(default_factory=set)
    gaps: set[Square] = field(default_factory=set)
    pending: Doubt | None = None
    freed: tuple[Square, Any, bool] | None = None
    doubts: list[Doubt] = field(default_factory=list)
    done: list[tuple[int, str, Square]] = field(default_factory=list)
    step: int | None = None
    first: Any = None
    now: Moment = NEVER

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.place_.rows

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.place_.columns

    @property
    def squares(self) -> int:
        """The number of squares."""
        return self.rows * self.columns

    @property
    def complete(self) -> bool:
        """Whether the path is a tour."""
        return self._is_tour(self.path)

    def _is_tour(self, path: list[Square]) -> bool:
        return len(path) == len({*path}) == self.squares and self._is_way(path)

    def _is_way(self, path: list[Square]) -> bool:
        return all(map(self.has, path)) and all(is_move(a, b) for a, b in pairwise(path))

    def has(self, square: Square) -> bool:
        """Whether a square is on the board."""
        return 0 <= square[0] < self.rows and 0 <= square[1] < self.columns

    def name(self, square: Square) -> str:
        """Return a square as chess names it."""
        return f"{chr(ord('a') + square[1])}{self.rows - square[0]}"

    def targets(self, square: Square) -> list[Square]:
        """Return the squares that the knight attacks."""
        reached = ((square[0] + down, square[1] + right) for down, right in ORDERS["puc"])
        return [spot for spot in reached if self.has(spot)]

    @property
    def active(self) -> bool:
        """Whether it is a search, as far as can be seen."""
        tries = self.restarts > MOST_RESTARTS  # whole walks, and no search by backtracking
        return self.moves > 1 and self.moves >= self.others and not (self.lost or tries)

    @property
    def is_of_queens(self) -> bool:
        """Whether it places a piece in each line, and not as a knight moves."""
        few = 2 < self.deepest <= max(self.rows, self.columns)
        return few and self.others > 0 and any(self.apart)

    @property
    def has_queens(self) -> bool:
        """Whether there are as many queens as rows, and none attacks another."""
        lines = [[r for r, _ in self.path], [c for _, c in self.path]]
        lines += [[r + c for r, c in self.path], [r - c for r, c in self.path]]
        whole = len(self.path) == self.rows == self.columns
        return whole and all(len({*line}) == self.rows for line in lines)

    # -- what happens

    def follow(self, acts: Iterator[Act]) -> None:
        """Follow all that a source did."""
        for act in acts:
            self.now = act.moment
            if act.rewound and not act.freed and not act.placed:
                self._begin()
                continue
            self.rewinds = self.rewinds or (act.rewound and bool(act.freed))
            if act.rewound and act.freed and {*self.path} <= {*act.freed}:
                self.restarts += len(self.path) > 1
                self.gaps.clear()
                self.pending = None
                self._shorten(0)
            known = {spot: i for i, spot in enumerate(self.path)}
            for square in sorted(act.freed, key=lambda spot: -known.get(spot, -1)):
                self.free(square)
            for square, number in act.placed:
                if self._follows(square, number):
                    self.place(square, number)
            if (self.lost and not self.is_of_queens) or self.ended:
                break
            self.lost = self.lost and not self.is_of_queens

    def _begin(self) -> None:
        """Forget what was visited before the board was prepared."""
        self.path, self.nodes_of, self.numbers, self.tried = [], [], [], []
        self.doubts, self.left, self.done = [], [], []
        self.nodes = self.visits = self.moves = self.others = 0
        self.start = self.pending = self.freed = None
        self.gaps, self.stale = set(), set()
        self.lost = False

    def doubt(self, verdict: str, square: Square | None, **values: Any) -> Doubt:
        """Return what looks like a slip."""
        if square is not None and self.has(square):
            values["square"] = self.name(square)
        else:
            square = None
        return Doubt(verdict, values, self.now, square)

    def forget(self, *verdicts: str) -> None:
        """Drop doubts that something contradicts."""
        self.doubts = [doubt for doubt in self.doubts if doubt.verdict not in verdicts]

    def _follows(self, square: Square, number: Any) -> bool:
        """Return whether a number is the next; what takes numbers back is done here."""
        if type(number) is not int:
            return True
        size = len(self.path)
        if not self.path:
            if self.freed is None or self.step is None:
                self.first = number
        elif self.step is None:
            self.step = number - self.first
            if abs(self.step) > 1:
                self.doubts.append(self.doubt("skips", square, number=number, next=self.first + 1))
                self.step = 0
        elif self.step:
            at = (number - self.first) * self.step
            if 0 <= at < size and not self.gaps:
                self.back(at, square, "still", number)
                return False
            if at != size and not self.gaps and self._early(square, number) is None:
                if self.overwrites or square in self.path:
                    return True
                following = self.first + self.step * size
                self.doubts.append(self.doubt("skips", square, number=number, next=following))
                self.step = 0
        return True

    def _early(self, square: Square, number: Any) -> Square | None:
        """Return the square that was freed though the path goes on from it."""
        if self.freed is None or (self.path and square in self.targets(self.path[-1])):
            return None
        freed, before, untouched = self.freed
        if not is_move(freed, square) or not self.has(freed):
            return None
        if type(number) is int and type(before) is int and self.step:
            return freed if number == before + self.step else None
        return freed if self.path or untouched else None

    def place(self, square: Square, number: Any = None) -> None:
        """Visit a square."""
        if self.lost:
            return
        self._confirm()
        self._close_gaps()
        if self.lost:
            return
        if square in self.stale:
            self.overwrites = True
            self.stale.discard(square)
            self.forget("still", "kept")
        early = self._early(square, number)
        if early is not None:
            there = self.name(early)
            self.doubts.append(self.doubt("early", square, there=there))
            self._push(early, None)
        if not self.path:
            self.start = self.start if self.tours and self.start else square
            if not self.has(square):
                self.pending = self._outside(square)
        elif not self.has(square):
            self.pending = self._outside(square)
        elif square in self.path:
            number = self.path.index(square) + 1
            self.pending = self.doubt("occupied", square, number=number)
        elif square in self.targets(self.path[-1]):
            self.moves += 1
        elif (before := self._exhausted(square)) is not None:
            self.back(before + 1, square, "kept", number)
            return
        else:
            self._strange(square)
        self._push(square, number)

    def _outside(self, square: Square) -> Doubt:
        row, column = square
        return self.doubt("outside", square, row=row, column=column, rows=self.rows)

    def _push(self, square: Square, number: Any) -> None:
        if self.freed is not None:
            self.backs += 1
        self.freed = None
        if self.tried:
            self.tried[-1].add(square)
        for side in (0, 1):
            if any(spot[side] == square[side] for spot in self.path):
                self.apart[side] = False
        node = hash((self.nodes_of[-1] if self.nodes_of else 0, square))
        self.path.append(square)
        self.numbers.append(number)
        self.nodes_of.append(node)
        self.tried.append(set())
        if self.pending is None:
            self.visits += 1
            self.nodes += node not in self.seen  # a path that is handed on comes again
            self.seen.add(node)
            if len(self.path) > 1:
                self.visited.add(square)
                (r, c), before = square, self.path[-2]
                self.leaps.add((r - before[0], c - before[1]))
            self.at = self.now.lines
            self.deepest = max(self.deepest, len(self.path))
            self.after_full = self.last_full is not None
            self.final, self.final_moment = self.path[:], self.now
        self.done.append((self.now.step, "place", square))
        if len(self.path) == self.squares and self.complete:
            self.last_full, self.after_full, self.told_full = self.now, False, False

    def _confirm(self) -> None:
        """Count a bad visit: the search goes on from it."""
        if self.pending is not None:
            self.doubts.append(self.pending)
            self.pending = None

    def _strange(self, square: Square) -> None:
        """Note a move that is none of the knight."""
        row, column = square
        origin = self.path[-1]
        self.others += 1
        over = product((0, self.rows, -self.rows), (0, self.columns, -self.columns))
        for down, right in over:
            r, c = row + down, column + right
            outside = not self.has((r, c)) and self.has(square)
            if is_move(origin, (r, c)) and outside and self.others == 1:
                number = min(r + self.place_.top, c + self.place_.left)
                if down <= 0 >= right and number in self.now.negative:
                    self.others -= 1
                    self.moves += 2  # seen well enough to be reported
                    self.doubts.append(
                        self.doubt("negative", square, **{"from": self.name(origin)})
                    )
                    self.ended = True
                else:
                    self.lost = self.torus = True
                return
        values = {"number": len(self.path) + 1, "from": self.name(origin)}
        if self.has(origin):
            self.pending = self.doubt("no-move", square, **values)
        self.lost = self.others > 3 and self.others > self.moves

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

    def back(self, k: int, square: Square, verdict: str, number: Any) -> None:
        """Visit a square as the k-th of the path, which was longer and is not freed."""
        if not self.overwrites and square not in self.stale:
            ways = square in self.targets(self.path[k - 1])
            if k == 0 or not ways or (verdict == "kept" and not self._is_exhausted(k)):
                if square == self.path[k]:
                    return
                self.lost = True
                return
            there, origin = self.name(self.path[k]), self.name(self.path[k - 1])
            shown = number if type(number) is int else k + 1
            values = {"number": shown, "there": there, "from": origin}
            self.doubts.append(self.doubt(verdict, square, **values))
        kept = self.path[k:]
        self._shorten(k)
        self.stale.update(kept)
        self.freed = None
        self.place(square, number)

    def _shorten(self, k: int) -> None:
        """Take the squares of the path back, down to the first k."""
        while len(self.path) > k:
            self.done.append((self.now.step, "free", self.path.pop()))
            number = self.numbers.pop()
            self.freed = self.done[-1][2], number, not self.tried[-1]
            self.nodes_of.pop()
            self.tried.pop()

    def free(self, square: Square) -> None:
        """Take a square back, the last if it is right."""
        if self.lost:
            return
        if square not in self.path or square in self.gaps:
            if square in self.stale:
                self.stale.discard(square)
                self.forget("still", "kept")
            return
        if self.gaps or square != self.path[-1]:
            self.gaps.add(square)
            return
        if self.last_full is not None and not self.told_full:
            self._taken_back()
        if self.pending is None:
            self._leave(square)
        else:
            self.pending = None
        self._shorten(len(self.path) - 1)

    def _taken_back(self) -> None:
        """Judge a program that takes a tour back."""
        full, now = self.last_full, self.now
        if full is None:
            return
        self.tours += 1
        self.told_full = True
        kept = False
        if isinstance(full.state, dict) and isinstance(now.state, dict):
            kept = any(now.state[key] != full.state[key] for key in now.state.keys() & full.state)
        shown = kept or now.printed != full.printed
        self.loud = self.loud or shown
        self.first_lost = self.first_lost or (full, now)
        if not shown and (now.seen == full.seen or now.thrown > full.thrown):
            self.unnoticed += 1
            if self.unnoticed == self.tours:
                self.doubts.append(self.doubt("tour-lost", self.path[-1], n=self.squares))
                return
        self.forget("tour-lost")

    def _leave(self, last: Square) -> None:
        """Note the moves from the last square that are free and were not tried."""
        if len(self.left) >= MOST_LEFT or self.gaps or len({*self.path}) < len(self.path):
            return
        busy = {*self.path, *self.stale, *self.tried[-1]}
        targets = [target for target in self.targets(last) if target not in busy]
        if targets:
            left = _LeftOut(self.nodes_of[-1], self.path[:], targets, self.now, last)
            self.left.append(left)

    def _close_gaps(self) -> None:
        """Take back what was freed in another order, if the rest is the beginning of the path."""
        if not self.gaps:
            return
        rest = [square for square in self.path if square not in self.gaps]
        if rest != self.path[: len(rest)]:
            inner = next(square for square in self.path if square in self.gaps)
            values = {"number": self.path.index(inner) + 1, "last": self.name(self.path[-1])}
            self.doubts.append(self.doubt("inner", inner, **values))
            self.lost = not self.active
            self.gaps.clear()
            return
        self._shorten(len(rest))
        self.gaps.clear()

    # -- at the end

    def untried(self, ended: bool) -> Doubt | None:
        """Return the first doubt about moves that were left out, if a tour continues with one.

        If the program has not ended, a move that it never makes is enough, or a line of squares
        that it never visits.
        """
        if self.others or any(doubt.verdict == "occupied" for doubt in self.doubts):
            return None
        left = [
            (state, target)
            for state in self.left
            for target in state.targets
            if hash((state.node, target)) not in self.seen
        ]
        if not ended:
            left = self._never(left)
        else:
            least = sorted(left[MOST_CHECKS:], key=lambda pair: len(pair[0].path))
            left = left[:MOST_CHECKS] + least[: MOST_CHECKS // 3]
        for state, target in left:
            if not ended or self._goes_on([*state.path, target]):
                self.now = state.moment
                return self.doubt("untried", state.last, target=self.name(target))
        return None

    def _never(self, left: list[tuple[_LeftOut, Square]]) -> list[tuple[_LeftOut, Square]]:
        """Return the moves of a kind that is often possible and never made."""
        leaps = Counter((to[0] - state.last[0], to[1] - state.last[1]) for state, to in left)
        lines = Counter((side, to[side]) for _, to in left for side in (0, 1))
        often = {leap for leap in leaps if leaps[leap] >= OFTEN and leap not in self.leaps}
        edges = {0: {0, self.rows - 1}, 1: {0, self.columns - 1}}
        visited = {(side, spot[side]) for spot in self.visited for side in (0, 1)}
        far = {
            line for line in lines if lines[line] >= OFTEN and line[1] in edges[line[0]]
        } - visited
        return [
            (state, to)
            for state, to in left
            if (to[0] - state.last[0], to[1] - state.last[1]) in often
            or (0, to[0]) in far
            or (1, to[1]) in far
        ]

    def _goes_on(self, path: list[Square]) -> bool:
        """Return whether a tour goes on so, and no search for closed tours would give it up."""
        busy = set(path)
        if not self._is_way(path) or self._is_image(path):
            return False
        closed = self.squares % 2 == 0 and min(self.rows, self.columns) > 4
        if closed and busy.issuperset(self.targets(path[0])):
            return False
        ends = {path[-1], path[0]} if closed else {path[-1]}
        free = {*product(range(self.rows), range(self.columns))} - busy
        ways = [sum(to not in busy or to in ends for to in self.targets(spot)) for spot in free]
        if 0 in ways or ways.count(1) > 1 - closed:
            return False  # the end is plain
        problem = Problem((self.rows, self.columns), start=self.name(path[0]), closed=closed)
        return isinstance(hints.finish(problem, path, CHECK_SECONDS, MEGABYTES), Found)

    def _is_image(self, path: list[Square]) -> bool:
        """Whether a symmetry keeps the path except its last square: trying one of two is enough."""
        *way, last = path
        rows, columns = self.rows - 1, self.columns - 1
        images = [[(rows - r, c) for r, c in path], [(r, columns - c) for r, c in path]]
        if rows == columns:
            images += [[(c, r) for r, c in path], [(rows - c, rows - r) for r, c in path]]
        return len(way) < 3 and any(to[:-1] == way and to[-1] != last for to in images)

    @cached_property
    def has_tour(self) -> bool:
        """Whether there is a tour from where it starts."""
        if self.start is None or not self.has(self.start):
            return False
        problem = Problem((self.rows, self.columns), start=self.name(self.start))
        outcome = hints.finish(problem, [self.start], 4 * CHECK_SECONDS, MEGABYTES)
        return isinstance(outcome, Found)

    def finish(self, ended: bool) -> None:
        """Decide what is open at the end of the program."""
        if self.lost:
            return
        self._close_gaps()
        if ended:
            self._confirm()
        if self.first_lost and not self.loud:
            full, self.now = self.first_lost
            if self.source.log[-1].moment.thrown > full.thrown and self.final:
                self.doubts.append(self.doubt("tour-lost", self.final[-1], n=self.squares))


# -- squares and tours in values -------------------------------------------------------------------


def squares_in(value: Any) -> list[Square]:
    """Return a value as squares; none if it is something else."""
    if not isinstance(value, (list, tuple)):
        return []
    pairs = all(isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in value)
    sound = pairs and all(type(part) is int for pair in value for part in pair)
    return [(row, column) for row, column in value] if sound else []


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
    numbers = [number for number, _ in numbered]
    if not all(type(number) is int for number in numbers) or len({*numbers}) < len(numbers):
        return []
    return [square for _, square in sorted(numbered, key=itemgetter(0))]


def _is_tour(path: list[Square]) -> bool:
    if len(path) < 3 or len(set(path)) < len(path):
        return False
    least = min(map(min, path))
    path = [(r - least, c - least) for r, c in path]
    rows, columns = (max(side) + 1 for side in zip(*path, strict=True))
    inside = rows * columns == len(path) and least in {0, 1, 2}
    return inside and all(is_move(a, b) for a, b in pairwise(path))


def is_move(a: Square, b: Square) -> bool:
    """Whether the knight goes from the first square to the second."""
    return {abs(a[0] - b[0]), abs(a[1] - b[1])} == {1, 2}
