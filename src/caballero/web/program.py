"""A pupil's own search, followed line by line, and what is wrong with it as far as that is sure.

The page runs it in the browser, in a worker of its own (``static/learn/write/run.js``); a server
never does. What is followed are its boards, lists of lists with one value throughout, and the paths
that it hands on: those of the five functions of the class notes, and arguments of a recursion. What
they visit and free is compared with what every search by backtracking does.

A difference is a doubt (:mod:`.following`). It is told when the program ended or went on for
``PATIENCE`` lines, found no tour, and did nothing that contradicts it. All else is told as what
cannot be followed.

Invariants: a program that leaves a tour behind is right; a program is blamed only for what its one
followed structure shows; a program ends after a bounded number of lines and seconds, as long as
Python runs its lines.
"""

from __future__ import annotations

import ast
import builtins
import gc
import inspect
import io
import json
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from dis import get_instructions, hasjrel
from functools import lru_cache, partial
from types import BuiltinFunctionType, CellType, CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Final, NoReturn

from caballero.machine.limits import Limits
from caballero.model.problem import Problem
from caballero.proof.outcome import GaveUp
from caballero.teaching import ORDERS, solve_backtracking, solve_warnsdorff

from .following import (
    SIDES,
    Board,
    Doubt,
    Row,
    Search,
    Square,
    has_squares,
    is_board,
    squares_in,
    tour_in,
)

FILE: Final = "<program>"
MOST_LINES: Final = 1_000_000
MOST_SECONDS: Final = 15.0
MOST_STEPS: Final = 30_000
"""Lines that are kept, to be shown."""

MOST_LETTERS: Final = 10_000
"""Letters of what the program prints."""

QUIET_LINES: Final = 50_000
"""After this number of lines without a change of the board, one looks for an endless loop."""

PATIENCE: Final = 30_000
"""Lines in which a program may contradict what is thought of it."""

DEEP: Final = 900
MOST_BOARDS: Final = 8
FEW_LINES: Final = 1000
"""A program of fewer lines that keeps no squares visits none."""

PLAIN: Final = frozenset(
    ("__future__", "collections", "copy", "dataclasses", "functools", "math", "sys", "typing")
)
"""Modules without a state of their own."""

SEEN: Final = "_caballero_seen"
"""The name of the set of :class:`_Parts`."""

QUIET_BEATS: Final = MOST_LINES
"""Instructions of loops on one line, one after another, which some Pythons tell as one line."""

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


def run_program(source: str, *, most_lines: int = MOST_LINES) -> dict[str, Any]:
    """Run a program; return its steps, its verdict, and the nodes of the textbook's searches."""
    follower = Follower(most_lines)
    printed = follower.printed
    try:
        tree = ast.parse(source, FILE)
        follower.read(tree)
        code = compile(_Parts().visit(_narrowed(tree)), FILE, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        follower.line = getattr(error, "lineno", None) or 1
        follower.say("syntax", problem=str(getattr(error, "msg", error)))
    else:
        with redirect_stdout(printed):
            _run(code, follower)
    return follower.told() | {"output": printed.getvalue()[:MOST_LETTERS]}


def shut() -> None:
    """Take JavaScript from Python in the browser: its modules, what finds them, what refers to it.

    The policy of the page is what keeps a program from other origins; this is the second wall.
    """
    outside = {"js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core"}
    sys.meta_path[:] = [
        one for one in sys.meta_path if one.__module__.partition(".")[0] not in outside
    ]
    proxies = tuple(one for one in object.__subclasses__() if one.__name__ == "JsProxy")
    for name in [*sys.modules, *outside]:
        if name.partition(".")[0] in outside:
            sys.modules[name] = None  # type: ignore[assignment]  # importing it is an error
    for held in gc.get_objects():
        if isinstance(held, dict):
            for key in [key for key, value in held.items() if isinstance(value, proxies)]:
                held[key] = None


def _narrowed(program: ast.AST) -> ast.AST:
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


class _Parts(ast.NodeTransformer):
    """Marks the parts of a program that are not always evaluated, as lines do for statements."""

    def __init__(self) -> None:
        self.count = 0

    def _part(self, node: ast.expr) -> ast.expr:
        """Return ``SEEN.add(count) or node``, which has the value of the node."""
        self.count += 1
        add = ast.Attribute(ast.Name(SEEN, ast.Load()), "add", ast.Load())
        call = ast.Call(add, [ast.Constant(self.count)], [])
        whole = ast.copy_location(ast.BoolOp(ast.Or(), [call, node]), node)
        return ast.fix_missing_locations(whole)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        node.values[1:] = [self._part(value) for value in node.values[1:]]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        node.body, node.orelse = self._part(node.body), self._part(node.orelse)
        return node


def _run(code: CodeType, follower: Follower) -> None:
    before = sys.gettrace()
    names = {"__name__": "__main__", SEEN: follower.parts, "__builtins__": _built_in(follower)}
    ended = True
    try:
        sys.settrace(follower.enter)
        exec(code, names)
    except _Stop:
        ended = False
    except RecursionError:
        follower.deep()
    except SystemExit:
        pass
    except MemoryError:
        follower.say("memory")
    except BaseException as error:  # a program may raise anything
        follower.failed(error)
    finally:
        sys.settrace(before)
    if not follower.halted:
        follower.keep(*_values(names))
    follower.end(ended)


def _built_in(follower: Follower) -> dict[str, Any]:
    """Return Python's own names for a program: it has no reader, and what it compiles is followed.

    All of a text that it compiles stands on the line that does so.
    """

    def compiled(source: Any, _file: object, mode: str, *rest: Any, **more: Any) -> Any:
        made: Any = compile(source, FILE, mode, *rest, **more)
        if not isinstance(made, CodeType):
            return made  # a tree was asked for
        tree: Any = source if isinstance(source, ast.AST) else ast.parse(source, FILE, mode)
        for node in ast.walk(_narrowed(tree)):
            if hasattr(node, "lineno"):
                vars(node).update(lineno=follower.line, end_lineno=follower.line)
        return compile(tree, FILE, mode, *rest, **more)

    def running(run: Callable[..., Any], source: Any, given: Any, local: Any) -> Any:
        frame = sys._getframe(2)
        if given is None:
            given, local = frame.f_globals, frame.f_locals if local is None else local
        given.setdefault("__builtins__", names)
        if not isinstance(source, CodeType):
            source = source.lstrip() if run is eval and isinstance(source, str) else source
            source = compiled(source, FILE, run.__name__, 0, True)
        return run(source, given, local)

    def evaluated(text: Any, given: Any = None, local: Any = None, /) -> Any:
        return running(eval, text, given, local)

    def executed(text: Any, given: Any = None, local: Any = None, /) -> None:
        running(exec, text, given, local)

    own = {"compile": compiled, "eval": evaluated, "exec": executed}
    names = vars(builtins) | own | {"input": lambda *_: follower.stop("input")}
    return names


class Follower:
    """What Python calls at each line of the program."""

    def __init__(self, most_lines: int) -> None:
        self.most = most_lines
        self.printed = io.StringIO()
        self.parts: set[int] = set()
        self.covered: set[tuple[CodeType, int]] = set()
        self.line = 0
        self.lines = 0
        self.beats = 0  # instructions of loops on this line
        self.changed = 0  # the line count at the last change
        self.until = time.monotonic() + MOST_SECONDS
        self.steps: list[tuple[int, list[tuple[Search, str, Square]]]] = []
        self.calls: Counter[CodeType] = Counter()
        self.boards: list[Board] = []
        self.paths = Search(self)
        self.result: list[Square] = []  # a tour that it has
        self.halted = False
        self.verdict = ""
        self.values: dict[str, Any] = {}
        self.chosen: Search | None = None
        self.no_size = self.others = False
        self.window: tuple[int, int, dict[int, Any]] = (0, 0, {})
        self.thrown_away = False
        self.loop: tuple[FrameType, int, Any] | None = None

    def read(self, tree: ast.AST) -> None:
        """Note the lines of statements that are calls, and of loops that only a condition ends."""
        self.statements = {
            line
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        self.loops = set(_loops(tree))
        self.plain = {*_imported(tree)} <= PLAIN

    def say(self, verdict: str, **values: Any) -> None:
        """Keep the first verdict."""
        if not self.verdict:
            self.verdict, self.values = verdict, values

    def stop(self, verdict: str, **values: Any) -> NoReturn:
        """End the program with a verdict."""
        self.say(verdict, **values)
        self.halt()

    def halt(self) -> NoReturn:
        """End the program."""
        self.halted = True
        raise _Stop

    # -- events

    def enter(self, frame: FrameType, event: str, _arg: Any) -> Any:
        """Begin to follow a function of the program."""
        code = frame.f_code
        if code.co_filename != FILE:
            return None
        if self.halted:
            raise _Stop  # the program caught the last one
        self.calls[code] += 1
        frame.f_trace_opcodes = _loops_on_a_line(code)
        self._look(frame)
        if self.calls[code] > 1 and not code.co_flags & inspect.CO_GENERATOR:
            self._handed_on(frame)
        if self.calls[code] == DEEP:
            self.window = 0, 0, {0: _frozen(frame.f_globals)}
        return self._trace

    def _trace(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            if frame.f_lineno != self.line:
                self.beats = 0
            self._line(frame)
        elif event == "opcode":
            self.beats += 1
            late = self.beats % 1000 == 0 and time.monotonic() > self.until
            if late or self.beats >= QUIET_BEATS:
                self.line = frame.f_lineno
                self._too_long()
        elif event == "return":
            code = frame.f_code
            self.calls[code] -= 1
            if code.co_name in PARTIAL:
                self._judged(frame, bool(arg))
            back = frame.f_back
            if arg is True and back and back.f_code is code and back.f_lineno in self.statements:
                self.thrown_away = True
            self.keep(arg)
            if back and back.f_code.co_name == "<module>":
                self.keep(*_values(frame.f_locals))
        return self._trace

    def _line(self, frame: FrameType) -> None:
        if self.halted:
            raise _Stop
        self.line = frame.f_lineno
        self.lines += 1
        if len(self.steps) < MOST_STEPS:
            self.steps.append((self.line, []))
        at = frame.f_code, self.line
        if at not in self.covered or self.lines % 100 == 0:
            self.covered.add(at)
            self._look(frame)
        if self.lines - self.changed >= QUIET_LINES:
            self._is_it_endless(frame)
        if self.lines % 1000 == 0:
            first = min((one.at for one in self._doubts()), default=self.lines)
            if self.lines - first > PATIENCE:
                self.halt()
        if self.lines >= self.most or (self.lines % 1000 == 0 and time.monotonic() > self.until):
            self._too_long()

    def _too_long(self) -> NoReturn:
        """End a program at a limit."""
        if self.beats > QUIET_LINES:
            self.say("endless")  # as far as one can see: it stays on one line
        self.halt()

    def did(self, search: Search, kind: str, square: Square) -> None:
        """Note what a line does."""
        self.changed = self.lines
        if not self.steps:
            self.steps.append((self.line, []))
        if len(self.steps) < MOST_STEPS:
            self.steps[-1][1].append((search, kind, square))

    def _look(self, frame: FrameType) -> None:
        """Look for boards."""
        for value in (*_values(frame.f_locals), *_values(frame.f_globals)):
            if type(value) is list and len(value) in SIDES and type(value[0]) is list:
                if len(self.boards) < MOST_BOARDS and is_board(value):
                    self.boards.append(Board(self, value))
                elif len(value[0]) == len(value):
                    self.others = True
            elif isinstance(value, (set, dict, list, tuple)) and len(value) > 3:
                self.others = self.others or has_squares(value)

    def keep(self, *values: Any) -> None:
        """Keep a tour that is among values."""
        for value in values:
            if not self.result and isinstance(value, (list, tuple, dict)) and len(value) > 2:
                self.result = tour_in(value)

    # -- what it knows of a tour

    def watch(self) -> None:
        """Begin to look whether the program notices the tour that it has."""
        seen = len(self.covered) + len(self.parts)
        self.window = seen, self.printed.tell(), self._state(sys._getframe(1))
        self.thrown_away = False

    def seen(self) -> tuple[bool, bool]:
        """Return whether the program noticed it, and whether it threw away what it said of it."""
        seen, printed, state = self.window
        now = self._state(sys._getframe(1))
        kept = any(now[key] != state[key] for key in now.keys() & state.keys())
        if kept or printed != self.printed.tell():
            return True, False
        return len(self.covered) + len(self.parts) > seen, self.thrown_away

    def _state(self, frame: FrameType | None) -> dict[int, Any]:
        """Return what the callers of the program's innermost frame know."""
        state: dict[int, Any] = {}
        inner = True
        while frame:
            if frame.f_code.co_filename == FILE:
                if frame.f_code.co_name == "<module>":
                    state[0] = _frozen(frame.f_globals)
                elif not inner:
                    state[id(frame)] = _frozen(frame.f_locals)
                inner = False
            frame = frame.f_back
        return state

    def has_negative(self, number: int) -> bool:
        """Return whether a variable of the running function has a negative value."""
        frame: FrameType | None = sys._getframe(1)
        while frame and frame.f_code.co_filename != FILE:
            frame = frame.f_back
        values = frame.f_locals.values() if frame else ()
        return number < 0 and any(type(value) is int and value == number for value in values)

    def first_of(self, search: Search) -> int:
        """Return the first number of a search."""
        found = (board for board in self.boards if board.search is search)
        return next((one.first for one in found if isinstance(one.first, int)), 1)

    def _is_it_endless(self, frame: FrameType) -> None:
        """Stop a loop that comes back to the same state: it does so for ever."""
        if self.lines - self.changed > 2 * QUIET_LINES:
            self.loop, self.changed = None, self.lines  # not sure
        if not self.plain or (frame.f_code, self.line) not in self.covered:
            return
        if self.line not in self.loops:
            return
        if self.loop is None or self.loop[0] is not frame or self.lines % QUIET_LINES == 0:
            self.loop = frame, self.line, self._whole_state(frame)
        elif self.loop[1] == self.line and self.loop[2] is not None:
            self.loop[2] == self._whole_state(frame) and self.stop("endless")

    def _whole_state(self, frame: FrameType | None) -> Any:
        """Return all that frames know; None if there is something that one cannot see into."""
        try:
            state: list[Any] = []
            while frame:
                if frame.f_code.co_filename == FILE:
                    state.append(_frozen(frame.f_locals, sure=True))
                frame = frame.f_back
            return state
        except _Unseen:
            return None

    # -- paths that are handed on

    def _judged(self, frame: FrameType, accepted: bool) -> None:
        """Follow a candidate of the five functions."""
        code = frame.f_code
        given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
        candidate = squares_in(given[-1]) if given else []
        if not candidate or not self._sized(frame):
            return
        search = self.paths
        if candidate == search.path and accepted:
            return
        *way, last = candidate
        self._back_to(way)
        if search.path != way:
            search.lost = True
        elif accepted:
            search.place(last)
        else:
            self.changed = self.lines
            search.refuse(last)

    def _handed_on(self, frame: FrameType) -> None:
        """Follow the path that a recursion has as an argument."""
        code = frame.f_code
        for name in code.co_varnames[: code.co_argcount]:
            path = squares_in(frame.f_locals.get(name))
            if len(path) < 2 or len(set(path)) < len(path) or not self._sized(frame):
                continue
            search = self.paths
            if all(map(search.has, path)) and search.is_way(path):
                self._back_to(path)
                if search.path != path[: len(search.path)]:
                    search.lost = True
                for square in path[len(search.path) :]:
                    search.place(square)
                return

    def _back_to(self, way: list[Square]) -> None:
        search = self.paths
        while search.path and search.path != way[: len(search.path)] and not search.lost:
            search.free(search.path[-1])

    def _sized(self, frame: FrameType) -> bool:
        """Return whether the size of the board is known."""
        search = self.paths
        if not search.rows:
            search.rows = search.columns = _side(frame) or 0
            self.no_size = not search.rows
        return bool(search.rows)

    # -- what comes of it

    def failed(self, error: BaseException) -> None:
        """Tell an error of the program."""
        trace = error.__traceback__
        while trace:
            if trace.tb_frame.f_code.co_filename == FILE:
                self.line = trace.tb_lineno
            trace = trace.tb_next
        about_board = str(error).endswith("index out of range") and self.boards
        kind = "index" if isinstance(error, IndexError) and about_board else "error"
        self.say(kind, problem=f"{type(error).__name__}: {error}"[:300])

    def deep(self) -> None:
        """Tell a recursion that ended at Python's limit: of which nothing changes, or not."""
        code, most = max(self.calls.items(), key=lambda one: one[1], default=(None, 0))
        squares = max((one.squares for one in self._searches()), default=0)
        endless = 0 < 9 * squares + 50 < most or self.lines - self.changed > most // 2
        name = code.co_name if code else ""
        self.say("endless-calls" if endless else "too-deep", name=name, n=most)

    def _searches(self) -> list[Search]:
        """Return what was followed."""
        return [*(board.search for board in self.boards), self.paths]

    def _doubts(self) -> list[Doubt]:
        """Return what is doubtful, if one structure alone is followed."""
        active = [one for one in self._searches() if one.moves > 1 or one.doubts]
        hard = [one for search in active for one in search.doubts if not one.mild]
        return hard if len(active) == 1 and not active[0].lost and not self.result else []

    def end(self, ended: bool) -> None:
        """Choose the search that the program does, and judge it."""
        searches = self._searches()
        if ended and not (self.paths.complete or self.paths.repeated):
            self._back_to([(-1, -1)])  # nothing is handed on any more
        for one in searches:
            one.finish()
        sound = [one for one in searches if one.nodes and not one.lost]
        best = max(sound, key=lambda one: (one.complete, one.nodes), default=None)
        self.chosen = best or max(searches, key=lambda one: one.nodes)
        if best and best.complete and not best.passed and not self.halted and not self.verdict:
            self.say("tour", n=best.squares, nodes=best.nodes)
        if self.result and not self.verdict:
            self.say("found", n=len(self.result))
        doubts = sorted(self._doubts(), key=lambda one: one.at)
        if doubts and self.verdict not in {"tour", "found"}:
            self._accuse(doubts[0])
        if self.verdict:
            return
        whole = all(board.whole for board in self.boards if board.search is best)
        if ended and not any(one.rows for one in searches):
            self.say("no-size" if self.no_size else "no-board")
        elif not whole or any((one.lost and one.moves > 1) or one.overwrites for one in searches):
            self.say("cannot-follow", lines=self.lines)
        elif not ended:
            told = {"lines": self.lines, "nodes": self.chosen.nodes, "tours": self.chosen.tours}
            kind = "too-long-tours" if self.chosen.tours else "too-long"
            busy = best and best.moves > 1 and self.lines - best.at < QUIET_LINES
            self.say(kind if busy else "cannot-follow", **told)
        elif best is None:
            quiet = not (self.others or self.chosen.nodes or self.lines > FEW_LINES)
            self.say("nothing" if quiet else "cannot-follow", lines=self.lines)
        else:
            verdict, values = best.end()
            sure = verdict in {"tours", "no-tour"} or best.moves > 1 or not self.others
            self.say(verdict if sure else "cannot-follow", **values, lines=self.lines)

    def _accuse(self, doubt: Doubt) -> None:
        """Tell a doubt, as of the moment when it arose."""
        self.verdict, self.values, self.line = doubt.verdict, doubt.values, doubt.line
        del self.steps[doubt.step :]
        if doubt.square and self.chosen and self.steps:
            self.steps[-1][1].append((self.chosen, "fault", doubt.square))

    def told(self) -> dict[str, Any]:
        """Return the answer, without what is printed."""
        search = self.chosen or self.paths
        steps = [
            [line, *(part for of, kind, square in done if of is search for part in (kind, *square))]
            for line, done in self.steps
        ]
        rows, columns = search.rows, search.columns
        start = search.start
        if self.verdict == "found":
            steps, start = [], self.result[0]
            rows, columns = (max(side) + 1 for side in zip(*self.result, strict=True))
        return {
            "verdict": self.verdict,
            "values": self.values,
            "line": self.line,
            "nodes": search.nodes,
            "deepest": search.deepest,
            "rows": rows,
            "columns": columns,
            "lines": self.lines,
            "steps": steps,
            "textbook": list(_textbook(rows, columns, start)),
        }


@lru_cache(maxsize=64)
def _loops_on_a_line(code: CodeType) -> bool:
    """Return whether a loop begins and ends on one line: its rounds are no lines of their own."""
    lines = {one.offset: one.positions and one.positions.lineno for one in get_instructions(code)}
    return any(
        one.opcode in hasjrel
        and one.argval <= one.offset
        and len({lines[at] for at in lines if one.argval <= at <= one.offset} - {None}) == 1
        for one in get_instructions(code)
    )


def _values(names: Mapping[str, Any]) -> Iterator[Any]:
    """Yield what names mean, and what belongs to an object among it."""
    for value in list(names.values()):
        yield value
        if type(value).__module__ == "__main__":
            yield from list(getattr(value, "__dict__", {}).values())


def _side(frame: FrameType) -> int | None:
    """Return the length of a side, by the names that it usually has."""
    owner = frame.f_locals.get("self")
    for names in (getattr(owner, "__dict__", {}), frame.f_locals, frame.f_globals):
        known: Mapping[str, Any] = names
        for name in SIZES:
            if type(side := known.get(name)) is int and side in SIDES:
                return side
    return None


class _Unseen(Exception):
    """There is a value whose state cannot be seen."""


def _frozen(value: Any, *, sure: bool = False, depth: int = 0) -> Any:
    """Return what a value has in it, to be compared; if `sure`, refuse the unseen."""
    if value is None or isinstance(value, (int, float, str, bytes)):
        return value
    if isinstance(value, Row) and not sure:
        return None  # followed in any case
    within = partial(_frozen, sure=sure, depth=depth + 1)
    match value:
        case _ if depth > 5:
            pass
        case dict():
            hidden = {SEEN, "__builtins__"}
            return [(str(k), within(v)) for k, v in value.items() if k not in hidden]
        case list() | tuple() | set() | frozenset() | deque():
            return [within(one) for one in value]
        case FunctionType():
            cells = [cell for cell in value.__closure__ or () if cell != CellType()]
            return [within([cell.cell_contents]) for cell in cells]
        case type() | ModuleType() | BuiltinFunctionType() | range():
            return repr(value)
        case _ if type(value).__module__ == "__main__" and hasattr(value, "__dict__"):
            return within(vars(value))
    if sure:
        raise _Unseen
    return None


def _loops(tree: ast.AST, inside: bool = False) -> Iterator[int]:
    """Yield lines of loops that end by a condition alone, and are in no other kind of loop."""
    for node in ast.iter_child_nodes(tree):
        function = isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef))
        if isinstance(node, ast.While) and not inside:
            yield node.lineno
            yield from (part.lineno for part in node.body if not isinstance(part, ast.For))
        for_loop = isinstance(node, ast.For) or (inside and not function)
        yield from _loops(node, for_loop)


def _imported(tree: ast.AST) -> Iterator[str]:
    """Yield the modules that a program imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


# -- the textbook beside it ------------------------------------------------------------------------


def _textbook(rows: int, columns: int, start: Square | None) -> Iterator[dict[str, Any]]:
    """Yield the nodes of the textbook's searches from the same square."""
    if start is None:
        return
    name = f"{chr(ord('a') + start[1])}{rows - start[0]}"
    problem = Problem((rows, columns), start=name)
    for order in (*ORDERS, "warnsdorff"):
        if order in ORDERS:
            outcome = solve_backtracking(problem, order, limits=TEXTBOOK)
        else:
            outcome = solve_warnsdorff(problem, limits=TEXTBOOK)
        exact = not isinstance(outcome, GaveUp)
        yield {"name": order, "nodes": outcome.stats.nodes, "exact": exact}
