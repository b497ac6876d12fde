"""A pupil's own search, followed line by line until it differs from a right one.

The page runs it in the browser, in a worker of its own (``static/write/runner.js``); a server never
does. What is followed is the board of the program, the first list of lists with one value
throughout, or the candidates of the five functions of the class notes. The squares that it visits
and frees are compared with what every search by backtracking does, in whatever order it tries the
moves: the first difference stops the program.

Invariants: a program ends after a bounded number of lines and seconds, as long as Python runs its
lines; what it does with the followed board is told by the line that did it.
"""

from __future__ import annotations

import ast
import builtins
import io
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from dis import get_instructions, hasjrel
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any, Final, NoReturn, SupportsIndex, TypeAlias

from caballero.core.limits import Limits
from caballero.core.problem import Problem
from caballero.proof.outcome import GaveUp
from caballero.teach import ORDERS, solve_backtracking, solve_warnsdorff

Square: TypeAlias = tuple[int, int]

FILE: Final = "<program>"
SIDES: Final = range(3, 21)
"""The lengths of a side of a board that is followed."""

MOST_LINES: Final = 1_000_000
MOST_SECONDS: Final = 15.0
MOST_STEPS: Final = 30_000
"""Lines that are kept, to be shown."""

MOST_LETTERS: Final = 10_000
"""Letters of what the program prints."""

QUIET_LINES: Final = 50_000
"""After this number of lines without a change of the board, a program is in an endless loop."""

QUIET_BEATS: Final = 10 * QUIET_LINES
"""Instructions of a loop on one line, which Python tells as one line however often it runs."""

PARTIAL: Final = ("SirveComoSolucionParcial", "worth_exploring")
"""The function that judges a candidate, by its names."""

SIZES: Final = ("N", "n", "dimension", "lado", "size", "side")
"""Names of the length of a side, where there is no board."""

TEXTBOOK: Final = Limits(seconds=1, nodes=1_000_000)
"""For each search that a program is compared with."""


class _Stop(BaseException):
    """Ends a program: what it did is known."""


def answer(source: str) -> str:
    """Return what :func:`run_program` says, as JSON.

    >>> json.loads(answer("print(1)"))["verdict"]
    'no-board'
    """
    return json.dumps(run_program(source))


def shut() -> None:
    """Take from Python, in the browser, what leads out of it: the network and the page."""
    for name in [*sys.modules, "js", "pyodide_js"]:
        if name.partition(".")[0] in {"js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core"}:
            sys.modules[name] = None  # type: ignore[assignment]  # importing it is an error


def run_program(source: str, *, most_lines: int = MOST_LINES) -> dict[str, Any]:
    """Run a program; return its steps, its verdict, and the nodes of the textbook's searches."""
    search = _Search()
    follower = _Follower(search, most_lines)
    printed = io.StringIO()
    try:
        code = compile(_narrowed(ast.parse(source)), FILE, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:  # a null character
        search.line = getattr(error, "lineno", None) or 1
        search.say("syntax", problem=str(getattr(error, "msg", error)))
    else:
        with redirect_stdout(printed), _no_input(search):
            _run(code, search, follower)
    return search.told() | {
        "lines": follower.lines,
        "steps": follower.steps,
        "output": printed.getvalue()[:MOST_LETTERS],
        "textbook": list(_textbook(search)),
    }


def _narrowed(program: ast.Module) -> ast.Module:
    """Let no handler of a program catch the stop: Python follows no line after it."""
    for node in ast.walk(program):
        if isinstance(node, ast.ExceptHandler):
            kind = node.type or ast.copy_location(ast.Name("Exception", ast.Load()), node)
            for name in ast.walk(kind):
                if isinstance(name, ast.Name) and name.id == "BaseException":
                    name.id = "Exception"
            node.type = kind
            ast.fix_missing_locations(node)
    return program


def _run(code: CodeType, search: _Search, follower: _Follower) -> None:
    before = sys.gettrace()
    try:
        sys.settrace(follower.enter)
        exec(code, {"__name__": "__main__"})
    except _Stop:
        pass
    except RecursionError:
        search.say("endless-calls", name=follower.name)
    except SystemExit:
        pass
    except MemoryError:
        search.say("memory")
    except BaseException as error:  # a program may raise anything
        search.line = _line_of(error)
        kind = "index" if isinstance(error, IndexError) else "error"
        search.say(kind, problem=f"{type(error).__name__}: {error}"[:300])
    finally:
        sys.settrace(before)
    if not search.verdict:
        search.end()


class _no_input:  # noqa: N801 - a context, used as a function
    """While it lasts, a question to the reader stops the program: a worker has no reader."""

    def __init__(self, search: _Search) -> None:
        self.search = search

    def __enter__(self) -> None:
        self.usual = builtins.input
        builtins.input = lambda *_: self.search.stop("input")

    def __exit__(self, *_: object) -> None:
        builtins.input = self.usual


def _line_of(error: BaseException) -> int:
    """Return the last line of the program that an error passed."""
    line, trace = 0, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


# -- what a right search does ----------------------------------------------------------------------


@dataclass(slots=True)
class _Search:
    """The squares that a program visited, compared with what a right search does."""

    rows: int = 0
    columns: int = 0
    line: int = 0
    path: list[Square] = field(default_factory=list)
    tried: list[set[Square]] = field(default_factory=list)
    freed: set[Square] = field(default_factory=set)
    start: Square | None = None
    nodes: int = 0
    deepest: int = 0
    verdict: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    on_step: Callable[[str, Square], None] = lambda _kind, _square: None

    @property
    def squares(self) -> int:
        return self.rows * self.columns

    def name(self, square: Square) -> str:
        """Return a square as chess names it."""
        return f"{chr(ord('a') + square[1])}{self.rows - square[0]}"

    def say(self, verdict: str, **values: Any) -> None:
        """Keep the first verdict."""
        if not self.verdict:
            self.verdict, self.values = verdict, values

    def stop(self, verdict: str, square: Square | None = None, **values: Any) -> NoReturn:
        """End the program with a verdict, about a square."""
        if square is not None:
            values["square"] = self.name(square)
            self.on_step("fault", square)
        self.say(verdict, **values)
        raise _Stop

    def place(self, square: Square) -> None:
        """Visit a square."""
        if not (0 <= square[0] < self.rows and 0 <= square[1] < self.columns):
            self.say("outside", row=square[0], column=square[1], rows=self.rows)
            raise _Stop
        if square in self.path:
            self.stop("occupied", square, number=self.path.index(square) + 1)
        if self.path and square not in self._targets():
            self._refuse_move(square)
        if self.path:
            self.tried[-1].add(square)
        else:
            self.start = self.start or square
        self.path.append(square)
        self.tried.append(set())
        self.nodes += 1
        self.deepest = max(self.deepest, len(self.path))
        self.on_step("place", square)

    def _refuse_move(self, square: Square) -> NoReturn:
        row, column = self.path[-1]
        before = self.name(self.path[-1])
        wrapped = [(square[0] - self.rows, square[1]), (square[0], square[1] - self.columns)]
        if any({abs(r - row), abs(c - column)} == {1, 2} for r, c in wrapped):
            self.stop("negative", square, **{"from": before})
        self.stop("no-move", square, number=len(self.path) + 1, **{"from": before})

    def free(self, square: Square) -> None:
        """Take the last square back."""
        if square not in self.path:
            if square in self.freed or self.path:
                self.stop("twice" if square in self.freed else "never", square)
            return  # the board is prepared
        if len(self.path) == self.squares:
            self.stop("tour-lost", square, n=self.squares)
        if square != self.path[-1]:
            last = self.name(self.path[-1])
            self.stop("inner", square, number=self.path.index(square) + 1, last=last)
        self._left(square)
        self.path.pop()
        self.tried.pop()
        self.freed.add(square)
        self.on_step("free", square)

    def _left(self, square: Square) -> None:
        """Stop if the last square is left before all moves from it were tried."""
        for target in self._targets():
            if target not in self.path and target not in self.tried[-1]:
                self.on_step("fault", target)
                self.say("untried", square=self.name(square), target=self.name(target))
                raise _Stop

    def _targets(self) -> list[Square]:
        row, column = self.path[-1]
        return [
            (row + down, column + right)
            for down, right in ORDERS["puc"]
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns
        ]

    def end(self) -> None:
        """Judge a program that ended by itself."""
        if not self.rows:
            self.say("no-board")
        elif self.path and len(self.path) == self.squares:
            self.say("tour", n=self.squares, nodes=self.nodes)
        elif self.path:
            last = self.path[-1]
            told = {"n": len(self.path), "all": self.squares, "square": self.name(last)}
            left = [one for one in self._targets() if one not in self.path]
            if left and not set(left) <= self.tried[-1]:
                self.say("unfinished", **told, target=self.name(left[0]))
            else:
                self.say("stuck", **told)
        elif self.start:
            self.say("no-tour", square=self.name(self.start), nodes=self.nodes)
        else:
            self.say("nothing")

    def told(self) -> dict[str, Any]:
        told = {"verdict": self.verdict, "values": self.values, "line": self.line}
        more = {"nodes": self.nodes, "deepest": self.deepest}
        return told | more | {"rows": self.rows, "columns": self.columns}


# -- how it is followed ----------------------------------------------------------------------------


class _Row(list[Any]):
    """A row of the followed board, which tells what is written."""

    __slots__ = ("at", "board")

    def __init__(self, values: list[Any], at: int, board: _Board) -> None:
        super().__init__(values)
        self.at = at
        self.board = board

    def __setitem__(self, column: SupportsIndex | slice, value: Any) -> None:
        before = self[column]
        super().__setitem__(column, value)
        if isinstance(column, int):
            self.board.wrote(self.at, column, before, value)

    def __reduce__(self) -> tuple[Any, ...]:  # a copy is a list like others
        return list, (list(self),)

    def __deepcopy__(self, _memo: object) -> list[Any]:
        return list(self)


class _Board:
    """The board of a program, and what its numbers mean for the search."""

    def __init__(self, search: _Search, rows: list[list[Any]]) -> None:
        self.search = search
        self.blank = rows[0][0]
        self.first = 1
        search.rows, search.columns = len(rows), len(rows[0])
        if any(row is rows[0] for row in rows[1:]):
            search.stop("one-row")
        rows[:] = [_Row(row, i, self) for i, row in enumerate(rows)]

    def wrote(self, row: int, column: int, before: Any, value: Any) -> None:
        """Follow an assignment."""
        search = self.search
        if column < 0:
            column += search.columns
            search.stop("negative", (row, column), **{"from": search.name(search.path[-1])}
                        if search.path else {"from": "–"})  # fmt: skip
        square = row, column
        if not search.path and value == -1:
            self.blank = value  # the board is prepared
        elif value == self.blank and type(value) is type(self.blank):
            search.free(square)
        elif not (before == value and search.path and search.path[-1] == square):
            if isinstance(value, int) and not isinstance(value, bool) and square not in search.path:
                self._check(square, value)
            search.place(square)

    def _check(self, square: Square, number: int) -> None:
        """Stop if a number is not the next one."""
        path = self.search.path
        if not path:
            self.first = number
        at = number - self.first
        if 0 <= at < len(path):
            there = self.search.name(path[at])
            self.search.stop("still", square, number=number, there=there)
        if at != len(path):
            self.search.stop("skips", square, number=number, next=len(path) + self.first)


class _Follower:
    """What Python calls at each line of the program."""

    def __init__(self, search: _Search, most_lines: int) -> None:
        self.search = search
        self.most = most_lines
        self.lines = 0
        self.beats = 0  # instructions of loops on one line, since the last line
        self.changed = 0  # the line count at the last change
        self.until = time.monotonic() + MOST_SECONDS
        self.steps: list[list[Any]] = []
        self.name = ""  # of the function that was called last
        self.board: _Board | None = None
        self.candidates = False  # whether they are followed
        search.on_step = self._step

    def enter(self, frame: FrameType, event: str, _arg: Any) -> Any:
        if frame.f_code.co_filename != FILE:
            return None
        if self.search.verdict:
            raise _Stop  # the program caught the last one
        self.name = frame.f_code.co_name
        frame.f_trace_opcodes = _loops_on_a_line(frame.f_code)
        if self.name in PARTIAL and self._candidate(frame) is not None:
            self.candidates = True
        return self._trace

    def _trace(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            self.beats = 0
            self._line(frame)
        elif event == "opcode":
            self.beats += 1
            if self.beats >= QUIET_BEATS:
                self.search.line = frame.f_lineno
                self.search.stop("endless")
        elif event == "return" and self.candidates and frame.f_code.co_name in PARTIAL:
            self._judged(frame, bool(arg))
        return self._trace

    def _line(self, frame: FrameType) -> None:
        search = self.search
        if search.verdict:
            raise _Stop
        search.line = frame.f_lineno
        self.lines += 1
        if len(self.steps) < MOST_STEPS:
            self.steps.append([frame.f_lineno])
        if self.board is None and not self.candidates:
            for value in _values(frame):
                if _is_board(value):
                    self.board = _Board(search, value)
                    break
        if self.lines - self.changed >= QUIET_LINES:
            search.stop("endless")
        if self.lines >= self.most or (self.lines % 1000 == 0 and time.monotonic() > self.until):
            search.stop("too-long", lines=self.lines, nodes=search.nodes)

    def _step(self, kind: str, square: Square) -> None:
        self.changed = self.lines
        if len(self.steps) >= MOST_STEPS and kind != "fault":
            return
        line = self.search.line
        if not self.steps or len(self.steps[-1]) > 1 or self.steps[-1][0] != line:
            self.steps.append([line])
        self.steps[-1] += [kind, *square]

    # -- the five functions

    def _candidate(self, frame: FrameType) -> list[Square] | None:
        """Return the candidate that is judged, if it is a list of squares."""
        code = frame.f_code
        given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
        candidate = given[-1] if given else None
        if not isinstance(candidate, (list, tuple)):
            return None
        squares = [tuple(one) for one in candidate if isinstance(one, (list, tuple))]
        sound = all(len(one) == 2 and all(isinstance(x, int) for x in one) for one in squares)
        if len(squares) != len(candidate) or not squares or not sound:
            return None
        if not self.search.rows:
            side = _side(frame)
            if side is None:
                self.search.stop("no-size")
            self.search.rows = self.search.columns = side
        return [(row, column) for row, column in squares]

    def _judged(self, frame: FrameType, accepted: bool) -> None:
        """Follow a candidate: what it leaves is freed, and its last square is visited."""
        candidate, search = self._candidate(frame), self.search
        if candidate is None:
            return
        *way, last = candidate
        while search.path and search.path != way[: len(search.path)]:
            search.free(search.path[-1])
        if search.path != way:
            search.stop("jump", last, n=len(search.path), number=len(candidate))
        if accepted:
            search.place(last)
            return
        self.changed = self.lines
        if search.path and last in search._targets() and last not in search.path:
            search.stop("refuses", last)


@lru_cache(maxsize=64)
def _loops_on_a_line(code: CodeType) -> bool:
    """Return whether a loop begins and ends on one line: its rounds are no lines of their own."""
    lines = {one.offset: one.positions and one.positions.lineno for one in get_instructions(code)}
    return any(
        one.opcode in hasjrel
        and one.argval <= one.offset
        and len({lines[at] for at in lines if one.argval <= at <= one.offset}) == 1
        for one in get_instructions(code)
    )


def _values(frame: FrameType) -> Iterator[Any]:
    """Yield what a line can see: its variables, and what belongs to an object among them."""
    for names in (frame.f_locals, frame.f_globals):
        for value in list(names.values()):
            yield value
            if type(value).__module__ == "__main__":
                yield from list(getattr(value, "__dict__", {}).values())


def _is_board(value: Any) -> bool:
    """Return whether a value is a list of lists of one length, with one value throughout."""
    if type(value) is not list or len(value) not in SIDES:
        return False
    if not all(type(row) is list and len(row) == len(value[0]) for row in value):
        return False
    if len(value[0]) not in SIDES or not isinstance(value[0][0], (int, str, type(None))):
        return False
    return all(cell == value[0][0] for row in value for cell in row)


def _side(frame: FrameType) -> int | None:
    """Return the length of a side, by the names that it usually has."""
    owner = frame.f_locals.get("self")
    for names in (getattr(owner, "__dict__", {}), frame.f_locals, frame.f_globals):
        known: Mapping[str, Any] = names
        for name in SIZES:
            if type(side := known.get(name)) is int and side in SIDES:
                return side
    return None


# -- the textbook beside it ------------------------------------------------------------------------


def _textbook(search: _Search) -> Iterator[dict[str, Any]]:
    """Yield the nodes of the textbook's searches from the same square."""
    if search.start is None:
        return
    problem = Problem((search.rows, search.columns), start=search.name(search.start))
    for order in ORDERS:
        outcome = solve_backtracking(problem, order, limits=TEXTBOOK)
        exact = not isinstance(outcome, GaveUp)
        yield {"name": order, "nodes": outcome.stats.nodes, "exact": exact}
    outcome = solve_warnsdorff(problem, limits=TEXTBOOK)
    exact = not isinstance(outcome, GaveUp)
    yield {"name": "warnsdorff", "nodes": outcome.stats.nodes, "exact": exact}
