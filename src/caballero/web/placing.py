"""Queens, sudokus and sums: their rules, and the sources of a program as a search for one.

A *put* is a cell with its number: a queen on a square, a number in a cell of the grid, one of the
numbers to be added. What a program put where is read from marks on a board, a list of columns or of
squares, an array that is written over, a set, a dict, a list of chosen numbers, marks on numbers.

Invariants: a reading says what was put and taken back, and judges nothing.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from typing import Any, Final, TypeAlias

from .following import SIZES, Act, Square, common
from .watching import ABSENT, SIDES, Source

Puts: TypeAlias = dict[Square, int]
Clash: TypeAlias = tuple[str, Square, Square]
"""Why two puts cannot stand together, and their cells."""

BOXES: Final = {4: (2, 2), 6: (2, 3), 9: (3, 3)}
LARGEST: Final = 10
"""The most queens of which a solution is looked for: other forms of the search may take long."""

COUNTS: Final = (1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724)
"""The solutions of each number of queens (OEIS A000170)."""

GOALS: Final = ("goal", "target", "objetivo", "meta", "suma", "total", "t", "s", "m")
"""Usual names of a sum that is asked for."""
MOST_NODES: Final = 50_000


def _marks(source: Source, cell: Any, number: Any) -> Iterator[Act]:
    """Yield what changes of single cells put and take back; `number` is none where nothing is."""
    for change in source.log:
        freed: list[Square] = []
        placed: list[tuple[Square, int]] = []
        for at, old, new in change.cells:
            here = cell(at)
            if here is not None and number(old) != number(new):
                freed += [here] * (number(old) is not None)
                placed += [(here, number(new))] * (number(new) is not None)
        yield Act(change.moment, freed, placed, change.rewound)


def _entries(source: Source, put: Any, *, array: bool) -> Iterator[Act]:
    """Yield what a list puts and takes back; of an array, what stands after the last is old."""
    cells = dict(source.first)
    before: list[tuple[Square, int]] = [] if array else _all(cells, put)
    for change in source.log:
        cells.update((at, new) for at, _, new in change.cells)
        kept = {at: value for at, value in cells.items() if value is not ABSENT}
        if array:
            changed = [at for at, old, new in change.cells if old != new]
            kept = {at: kept[at] for at in kept if at <= max(changed, default=0)}
        now = _all(kept, put)
        same = next((i for i, (a, b) in enumerate(zip(before, now, strict=False)) if a != b), None)
        same = min(len(before), len(now)) if same is None else same
        gone = [at for at, _ in reversed(before[same:])]
        yield Act(change.moment, gone, now[same:], change.rewound)
        before = now


def _all(cells: dict[Any, Any], put: Any) -> list[tuple[Square, int]]:
    """Return the puts of a list, in order."""
    found: list[tuple[Square, int]] = []
    for at in sorted(cells):
        made = put(at, cells[at], found)
        if made is not None:
            found.append(made)
    return found


def _ever(source: Source) -> list[Any]:
    """Return all values that a source ever had."""
    later = (new for change in source.log for _, _, new in change.cells if new is not ABSENT)
    return [*source.first.values(), *later]


def _is_pair(value: Any) -> bool:
    pair = isinstance(value, (tuple, list)) and len(value) == 2
    return pair and all(type(part) is int for part in value)


def _low(pairs: list[Any], n: int) -> int:
    """Return the number of the first row and column: 0 or 1."""
    return int(min(map(min, pairs)) == 1 and max(map(max, pairs)) == n)


def _moved(low: int) -> Callable[[Any], Square]:
    """Return how a place becomes a square."""
    return lambda at: (at[0] - low, at[1] - low)


def _are_numbers(values: list[Any]) -> bool:
    return bool(values) and all(type(value) is int for value in values)


# -- queens ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Queens:
    """As many queens as rows, of which none attacks another."""

    rows: int
    name: str = "queens"
    given: Puts = field(default_factory=dict)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.rows

    @property
    def whole(self) -> int:
        """The number of queens."""
        return self.rows

    def clash(self, puts: Puts) -> Clash | None:
        """Return the first two queens of which one attacks the other."""
        for (r, c), (x, y) in combinations(puts, 2):
            if r == x or c == y or abs(r - x) == abs(c - y):
                one_line = "attack-row" if r == x else "attack-column" if c == y else ""
                return one_line or "attack-diagonal", (x, y), (r, c)
        return None

    def is_solved(self, puts: Puts) -> bool:
        """Whether all queens stand, and none attacks another."""
        return len(puts) == self.rows and self.clash(puts) is None

    def finish(self, puts: Puts) -> Puts | None:
        """Return a solution that has these queens."""
        if self.rows > LARGEST or self.clash(puts):
            return None
        row = next((r for r in range(self.rows) if all(r != x for x, _ in puts)), None)
        if row is None:
            return puts if self.is_solved(puts) else None
        ways = (self.finish(puts | {(row, column): 1}) for column in range(self.rows))
        return next((way for way in ways if way), None)

    def count(self) -> int:
        """Return how many solutions there are."""
        return COUNTS[self.rows] if self.rows < len(COUNTS) else 0

    def puts_in(self, value: Any) -> Puts:
        """Return the queens that a matrix, columns, squares or texts state."""
        n = self.rows
        if isinstance(value, dict):
            value = [*value] if not _are_numbers([*value]) else [*value.items()]
        if not isinstance(value, (list, tuple, set, frozenset)) or len(value) > n + 1:
            return {}
        rows = [*value]
        if rows and all(isinstance(row, (list, str)) and len(row) == n > 2 for row in rows):
            cells = {(i, j): x for i, row in enumerate(rows) for j, x in enumerate(row)}
            blank = common(cells)
            return {at: 1 for at, x in cells.items() if x != blank}
        if all(map(_is_pair, rows)):
            low = min((min(row) for row in rows), default=0)
            low = int(low == 1 and max(map(max, rows)) == n)
            return {(r - low, c - low): 1 for r, c in rows if 0 <= r - low < n > c - low >= 0}
        if not _are_numbers(rows) or isinstance(value, (set, frozenset)):
            return {}
        rows = rows[1:] if len(rows) == n + 1 else rows
        low = int(min(rows) == 1 and max(rows) == n)
        return {(i, x - low): 1 for i, x in enumerate(rows) if 0 <= x - low < n}

    def acts(self, source: Source) -> Iterator[Act] | None:
        """Return the queens that a source puts and takes back."""
        n = self.rows
        places = [at for change in source.log for at, _, _ in change.cells]
        if source.kind == "matrix":
            blank = common(source.first)
            low = int(max(map(max, places), default=0) == n)
            return _marks(source, _moved(low), lambda x: None if x in {blank, ABSENT} else 1)
        if source.kind in {"set", "dict"} and places and all(map(_is_pair, places)):
            free = {ABSENT, None, False, ".", " "}
            return _marks(source, _moved(_low(places, n)), lambda x: None if x in free else 1)
        values = _ever(source)
        if source.kind == "dict" and _are_numbers(values) and _are_numbers(places):
            low = int(min(places) == 1 and max(places) == n)
            return _entries(source, lambda at, x, _: ((at - low, x - low), 1), array=False)
        if source.kind != "list":
            return None
        if values and all(map(_is_pair, values)):
            move = _moved(_low(values, n))
            return _entries(source, lambda _i, x, _: (move(x), 1), array=False)
        return self._columns(source, [x for x in values if x is not None])

    def _columns(self, source: Source, values: list[Any]) -> Iterator[Act] | None:
        """Return the queens of a list of columns, which grows or is written over."""
        n = self.rows
        if not _are_numbers(values) or max(values) > n or min(values) < -1:
            return None
        cells = [cell for change in source.log for cell in change.cells]
        whole = len(source.first) in {n, n + 1}
        array = whole and all(at in source.first for at, _, _ in cells)
        written = [new for _, _, new in cells if type(new) is int]
        low = int(max(written, default=0) == n)
        skip = int(array and len(source.first) == n + 1)

        def put(at: int, x: Any, _: Any) -> tuple[Square, int] | None:
            inside = x is not None and 0 <= x - low < n and 0 <= at - skip < n
            return ((at - skip, x - low), 1) if inside else None

        return _entries(source, put, array=array)

    def text(self, cell: Square, _number: int) -> str:
        """Return a square as chess names it."""
        return f"{chr(ord('a') + cell[1])}{self.rows - cell[0]}"


# -- sudoku ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sudoku:
    """A grid in which every row, column and box has each number once."""

    rows: int
    given: Puts
    name: str = "sudoku"

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.rows

    @property
    def whole(self) -> int:
        """The number of cells."""
        return self.rows**2

    @cached_property
    def lines(self) -> list[tuple[str, list[Square]]]:
        """The rows, the columns and the boxes."""
        n = range(self.rows)
        high, wide = BOXES[self.rows]
        boxes = [
            [(r + i, c + j) for i in range(high) for j in range(wide)]
            for r in n[::high]
            for c in n[::wide]
        ]
        rows = [("twice-row", [(r, c) for c in n]) for r in n]
        columns = [("twice-column", [(r, c) for r in n]) for c in n]
        return rows + columns + [("twice-box", cells) for cells in boxes]

    def clash(self, puts: Puts) -> Clash | None:
        """Return the first number that stands twice in a line, and where."""
        order = {at: i for i, at in enumerate(puts)}
        for kind, cells in self.lines:
            here = sorted((at for at in cells if at in puts), key=order.__getitem__)
            for first, second in combinations(here, 2):
                if puts[first] == puts[second]:
                    return kind, second, first
        return None

    def is_solved(self, puts: Puts) -> bool:
        """Whether the grid is full and right, and has what was given."""
        return len(puts) == self.whole and self.clash(puts) is None and self.keeps(puts)

    def keeps(self, puts: Puts) -> bool:
        """Whether no given number was written over."""
        return all(puts.get(at) == number for at, number in self.given.items())

    def finish(self, puts: Puts) -> Puts | None:
        """Return a solution that has these numbers."""
        puts = self.given | puts
        if self.clash(puts) or not self.keeps(puts):
            return None
        near: dict[Square, set[Square]] = {}
        for _, cells in self.lines:
            for at in cells:
                near.setdefault(at, set()).update(cells)
        return self._finish(puts, near)

    def _finish(self, puts: Puts, near: dict[Square, set[Square]]) -> Puts | None:
        numbers = {*range(1, self.rows + 1)}
        ways = {at: numbers - {puts.get(x) for x in near[at]} for at in near if at not in puts}
        if not ways:
            return puts
        at = min(ways, key=lambda x: len(ways[x]))
        found = (self._finish(puts | {at: number}, near) for number in sorted(ways[at]))
        return next((way for way in found if way), None)

    def count(self) -> int:
        """Return that this is not known."""
        return 0

    def puts_in(self, value: Any) -> Puts:
        """Return the numbers of a grid."""
        return grid_in(value, self.rows)

    def acts(self, source: Source) -> Iterator[Act] | None:
        """Return the numbers that a source puts and takes back."""
        n = self.rows
        if source.kind == "matrix" and len(source.first) == n * n:
            return _marks(source, lambda at: at, number_in)
        if source.kind == "list" and len(source.first) == n * n:
            return _marks(source, lambda at: divmod(at, n) if at < n * n else None, number_in)
        keys = [at for change in source.log for at, _, _ in change.cells]
        if source.kind == "dict" and keys and all(map(_is_pair, keys)):
            low = int(min(map(min, keys)) > 0 and max(map(max, keys)) == n)
            return _marks(source, lambda at: (at[0] - low, at[1] - low), number_in)
        return None

    def text(self, cell: Square, number: int) -> str:
        """Return a cell as it is named beside the grid, with its number."""
        return f"{chr(ord('a') + cell[1])}{cell[0] + 1} = {number}"


def number_in(value: Any) -> int | None:
    """Return the number of a cell of a grid; none if it is empty."""
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    return value if type(value) is int and value > 0 else None


def grid_in(value: Any, n: int) -> Puts:
    """Return the numbers of a grid of some form."""
    if isinstance(value, dict) and all(map(_is_pair, value)):
        low = int(bool(value) and min(map(min, value)) > 0 and max(map(max, value)) == n)
        cells = {(r - low, c - low): x for (r, c), x in value.items()}
    elif isinstance(value, (str, list, tuple)) and len(value) == n * n:
        cells = {divmod(i, n): x for i, x in enumerate(value)}
    elif isinstance(value, (list, tuple)) and len(value) == n:
        if not all(isinstance(row, (list, tuple, str)) and len(row) == n for row in value):
            return {}
        cells = {(r, c): x for r, row in enumerate(value) for c, x in enumerate(row)}
    else:
        return {}
    if len(cells) != n * n or not all(0 <= r < n and 0 <= c < n for r, c in cells):
        return {}
    numbers = ((at, number_in(x)) for at, x in cells.items())
    return {at: x for at, x in numbers if x is not None and x <= n}


# -- sums ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sum:
    """Some of the numbers of a list that add up to a goal."""

    numbers: tuple[int, ...]
    goal: int
    name: str = "sum"
    rows: int = 1
    given: Puts = field(default_factory=dict)

    @property
    def columns(self) -> int:
        """How many numbers there are."""
        return len(self.numbers)

    @property
    def whole(self) -> int:
        """The least number of chosen ones."""
        return 1

    def clash(self, puts: Puts) -> Clash | None:
        """Return a number that is taken more often than it is in the list."""
        extra = next((at for at in puts if at[0]), None)
        return ("taken-again", extra, extra) if extra else None

    def is_solved(self, puts: Puts) -> bool:
        """Whether the chosen numbers add up to the goal."""
        return bool(puts) and not self.clash(puts) and sum(puts.values()) == self.goal

    def finish(self, puts: Puts) -> Puts | None:
        """Return numbers with these that add up to the goal."""
        if self.clash(puts):
            return None
        rest = [(0, i) for i in range(len(self.numbers)) if (0, i) not in puts]
        sums: dict[int, tuple[Square, ...]] = {sum(puts.values()): ()}
        for at in sorted(rest, key=lambda at: -at[1]):  # a search goes on to the right
            for total, way in list(sums.items()):
                if len(sums) < MOST_NODES:
                    sums.setdefault(total + self.numbers[at[1]], (*way, at))
        if self.goal not in sums:
            return None
        return puts | {at: self.numbers[at[1]] for at in sums[self.goal]}

    def count(self) -> int:
        """Return how many different choices add up to the goal."""
        ways: Counter[tuple[int, ...]] = Counter({(): 1})
        for number in self.numbers if len(self.numbers) < 13 else ():
            ways.update({tuple(sorted((*way, number))): 1 for way in list(ways)})
        return sum(sum(way) == self.goal for way in ways)

    def puts_in(self, value: Any) -> Puts:
        """Return the numbers that a list, marks or places choose."""
        if not isinstance(value, (list, tuple, set, frozenset)):
            return {}
        chosen = [*value]
        if len(chosen) == len(self.numbers) and {*map(int, _flags(chosen))} == {0, 1}:
            return {(0, i): n for i, n in enumerate(self.numbers) if chosen[i]}
        if not _are_numbers(chosen):
            return {}
        made = _all(dict(enumerate(chosen)), self._choose(chosen))
        puts = dict(made)
        if sum(puts.values()) != self.goal and {*chosen} < {*range(len(self.numbers))}:
            places = {(0, i): self.numbers[i] for i in chosen}
            puts = places if sum(places.values()) == self.goal else puts
        return puts

    def _choose(self, values: list[Any]) -> Any:
        """Return how an element of a list chooses a number: it is the number, or its place."""
        if not {*values} <= {*self.numbers}:
            return lambda _i, x, found: (
                self._take((0, x), found) if x in range(self.columns) else None
            )

        def put(_i: int, x: Any, found: list[tuple[Square, int]]) -> tuple[Square, int]:
            busy = {at for at, _ in found}
            free = [(0, i) for i, n in enumerate(self.numbers) if n == x and (0, i) not in busy]
            return (free[0] if free else (1, len(found))), x

        return put

    def _take(self, at: Square, found: list[tuple[Square, int]]) -> tuple[Square, int]:
        busy = {cell for cell, _ in found}
        return ((1, len(found)) if at in busy else at), self.numbers[at[1]]

    def acts(self, source: Source) -> Iterator[Act] | None:
        """Return the numbers that a source chooses and gives back."""
        values = _ever(source)
        numbers, places = {*self.numbers}, {*range(self.columns)}
        if source.kind == "list" and len(source.first) == len(self.numbers):
            if len(_flags(values)) < len(values):
                return None
            return _entries(source, self._marked, array=False)
        if source.kind == "set":
            values = [at for change in source.log for at, _, _ in change.cells]
        if source.kind not in {"list", "set"} or not _are_numbers(values):
            return None
        if not ({*values} <= numbers or {*values} <= places):
            return None
        if source.kind == "list":
            return _entries(source, self._choose(values), array=False)
        where = self.numbers.index if {*values} <= numbers else int
        return _marks(source, lambda at: (0, where(at)), lambda x: None if x is ABSENT else 1)

    def _marked(self, at: int, x: Any, _: Any) -> tuple[Square, int] | None:
        return ((0, at), self.numbers[at]) if x else None

    def text(self, _cell: Square, number: int) -> str:
        """Return the number."""
        return str(number)


def _flags(values: list[Any]) -> list[Any]:
    """Return the values that say yes or no."""
    return [x for x in values if x is None or (isinstance(x, int) and x in {0, 1})]


Puzzle: TypeAlias = Queens | Sudoku | Sum
"""The rules of a puzzle as a program states it."""


# -- which puzzle ----------------------------------------------------------------------------------


def puzzle_of(
    name: str, sources: list[Source], constants: Mapping[str, int], tree: ast.AST
) -> Puzzle | None:
    """Return the puzzle as a program states it; none if that cannot be seen."""
    if name == "queens":
        return _queens(sources, constants)
    return _sudoku(sources, tree) if name == "sudoku" else _sum(tree)


def _queens(sources: list[Source], constants: Mapping[str, int]) -> Queens | None:
    sides = [
        max(at[0] for at in source.first) + 1
        for source in sources
        if source.kind == "matrix" and source.log and len(source.first) == len({*source.first})
    ]
    known = next((constants[name] for name in SIZES if name in constants), None)
    several = sorted({*constants.values()})
    if known is None and several:
        known = several[-1] if len(several) == 1 or several[-1] != several[-2] + 1 else several[-2]
    if known is None and sides:
        known = min(sides)
    return Queens(known) if known is not None and known in SIDES else None


def _sudoku(sources: list[Source], tree: ast.AST) -> Sudoku | None:
    stated = [_literal(node) for node in ast.walk(tree) if isinstance(node, (ast.List, ast.Tuple))]
    values = [*stated, *(_shaped(source) for source in sources if source.first)]
    values += [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    for value, n in product(values, BOXES):
        text = "".join(value.split()) if isinstance(value, str) else value
        given = grid_in(text, n)
        if given and len(given) < n * n and Sudoku(n, given).clash(given) is None:
            return Sudoku(n, given)
    return None


def _shaped(source: Source) -> Any:
    """Return the first content of a source as it was."""
    keys = [*source.first]
    if source.kind == "list":
        return [*source.first.values()]
    return source.first if all(map(_is_pair, keys)) else None


def _literal(node: ast.AST) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        return None


def _sum(tree: ast.AST) -> Sum | None:
    """Return the longest list of numbers of a program, and the number that is asked for."""
    lists = [node for node in ast.walk(tree) if isinstance(node, (ast.List, ast.Tuple, ast.Set))]
    found = [(node, [*(_literal(node) or ())]) for node in lists]
    found = [pair for pair in found if _are_numbers(pair[1])]
    where, numbers = max(found, key=lambda pair: len(pair[1]), default=(tree, []))
    if len(numbers) < 3:
        return None
    named: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            named |= {name.lower(): n for name, n in _assigned(node.targets[0], node.value)}
    inner = {id(part) for part in ast.walk(where)}
    rest = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) is int and id(node) not in inner
    ]
    goals = {named[goal] for goal in GOALS if named.get(goal, 0) > 1}
    goals = goals or {n for n in rest if n > 1 and n != len(numbers)} or {n for n in rest if n > 1}
    return Sum(tuple(numbers), goals.pop()) if len(goals) == 1 else None


def _assigned(target: ast.AST, value: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the names that get an integer."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for name, part in zip(target.elts, value.elts, strict=False):
            yield from _assigned(name, part)
    elif isinstance(target, ast.Name) and type(getattr(value, "value", None)) is int:
        yield target.id, value.value  # type: ignore[attr-defined]
