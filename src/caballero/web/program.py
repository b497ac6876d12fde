"""A pupil's own search, followed line by line, and what is wrong with it as far as that is sure.

The page runs it in the browser, in a worker of its own (``static/learn/write/run.js``); a server
never does. What is followed are its boards, lists of lists with one value throughout, and the paths
that it hands on: those of the five functions of the class notes, and arguments of a recursion. What
they visit and free is compared with what every search by backtracking does.

A difference is a doubt (:mod:`.following`). It is reported when the program ended or went on for
``PATIENCE`` lines, found no tour, and did nothing that contradicts it. All else is reported as what
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
from collections import deque
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import redirect_stdout
from copy import deepcopy
from dis import get_instructions, hasjrel, opname
from functools import lru_cache, partial
from types import BuiltinFunctionType, CellType, CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Final, NoReturn

from caballero.machine.limits import Limits
from caballero.model.problem import Problem
from caballero.proof.outcome import GaveUp
from caballero.teaching import ORDERS, solve_backtracking, solve_warnsdorff

from .attempt import Case, attempts_of
from .following import Doubt, Square, tour_in
from .placing import puzzle_of
from .trial import Trial
from .watching import SEEN, SIDES, Moment, Source, Watch, is_matrix

FILE: Final = "<program>"
MOST_LINES: Final = 1_000_000
MOST_SECONDS: Final = 15.0
MOST_STEPS: Final = 30_000
"""Lines that are kept, to be shown."""

MOST: Final = 3000
"""Results of a function that are kept."""

MOST_LETTERS: Final = 10_000
"""Letters of the output of the program."""

QUIET_LINES: Final = 50_000
"""After this number of lines without a change of the board, an endless loop is looked for."""

PATIENCE: Final = 8_000
"""Lines in which a program may contradict what is thought of it."""

FEW_LINES: Final = 1000
"""A program of fewer lines that keeps no squares visits none."""

PLAIN: Final = frozenset(
    ("__future__", "collections", "copy", "dataclasses", "functools", "math", "sys", "typing")
)
"""Modules without a state of their own."""

QUIET_BEATS: Final = MOST_LINES
"""Instructions of loops on a line, in sequence, which some Pythons report as a single line."""

TEXTBOOK: Final = Limits(seconds=1, nodes=1_000_000)
"""For each search that a program is compared with."""


class _Stop(BaseException):
    """Ends a program: what it did is known."""


def answer(source: str, aim: str = "tour") -> str:
    """Return what :func:`run_program` says, as JSON.

    >>> json.loads(answer("print(1)"))["verdict"]
    'no-board'
    """
    return json.dumps(run_program(source, aim))


def run_program(source: str, aim: str = "tour", *, most_lines: int = MOST_LINES) -> dict[str, Any]:
    """Run a program; return its steps, its verdict, and the nodes of the textbook's searches.

    It looks for a knight's tour, or for "queens", a "sudoku" or a "sum".
    """
    follower = Follower(most_lines, aim)
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
    return follower.answer() | {"output": printed.getvalue()[:MOST_LETTERS]}


def shut() -> None:
    """Take JavaScript from Python in the browser: its modules, what finds them, what refers to it.

    The policy of the page is what keeps a program from other origins; this is the second wall.
    """
    outside = {"js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core"}
    sys.meta_path[:] = [
        finder for finder in sys.meta_path if finder.__module__.partition(".")[0] not in outside
    ]
    proxies = tuple(kind for kind in object.__subclasses__() if kind.__name__ == "JsProxy")
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
        follower.left += _values(names)
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

    def __init__(self, most_lines: int, aim: str) -> None:
        self.most = most_lines
        self.aim = aim
        self.left: list[Any] = []  # values at the end
        self.results: dict[CodeType, list[Any]] = {}  # of outermost calls
        self.inner = False  # whether a call within another returned something
        self.printed = io.StringIO()
        self.parts: set[int] = set()
        self.covered: set[tuple[CodeType, int]] = set()
        self.returned: set[tuple[CodeType, Any]] = set()
        self.line = 0
        self.lines = 0
        self.beats = 0  # instructions of loops on this line
        self.changed = 0  # the line count at the last change
        self.until = time.process_time() + MOST_SECONDS
        self.steps: list[tuple[int, int]] = []  # a line, and the call that it is in
        self.texts: list[tuple[int, str]] = []  # a call, after its caller
        self.open: dict[FrameType, int] = {}  # calls that have not returned
        self.frame: FrameType | None = None
        self.watch = Watch(self._state)
        self.thrown = 0  # successes that a call did not pass on
        self.glad: set[FrameType] = set()
        self.claims: dict[CodeType, Any] = {}
        self.succeeded: set[CodeType] = set()
        self.literals: set[int] = set()
        self.result: list[Square] = []  # a tour that it has
        self.halted = False
        self.verdict = ""
        self.values: dict[str, Any] = {}
        self.trial: Trial | Case = Trial([], [])
        self.loop: tuple[FrameType, int, Any] | None = None
        self.next_trial = 2 * PATIENCE

    def read(self, tree: ast.AST) -> None:
        """Note the lines of statements that are calls, and of loops that only a condition ends."""
        self.tree = deepcopy(tree)
        self.statements = {
            line
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        self.loops = set(_loops(tree))
        self.plain = {*_imported(tree)} <= PLAIN
        numbers = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        self.literals = {number for number in numbers if type(number) is int and number in SIDES}

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
            raise _Stop  # the program caught the last
        self.poll(frame.f_back if frame.f_back in self.open else frame)
        if frame in self.open:  # a generator goes on
            return self._trace
        frame.f_trace_opcodes = _loops_on_a_line(code)
        self.open[frame] = self._call(frame)
        calls = self.watch.frames.get(code, ())
        self.watch.arrive(frame, self.now())
        if len(calls) < 4 or self.lines % 10 == 0:
            self.watch.look(frame, self.now())
        return self._trace

    def _call(self, frame: FrameType) -> int:
        """Keep a call, to be shown; return its number."""
        if len(self.steps) >= MOST_STEPS:
            return -1
        back = frame.f_back
        while back and back not in self.open:
            back = back.f_back
        code, values = frame.f_code, frame.f_locals
        given = [
            f"{name}={text}"
            for name in code.co_varnames[: code.co_argcount]
            if (text := _short(values.get(name)))
        ]
        name = "" if code.co_name == "<module>" else f"{code.co_name}({', '.join(given)})"
        self.texts.append((self.open[back] if back else -1, name))
        return len(self.texts) - 1

    def now(self) -> Moment:
        """Return the moment."""
        seen = len(self.covered) + len(self.parts) + len(self.returned)
        frame = self.frame
        values = frame.f_locals.values() if frame else ()
        negative = frozenset(number for number in values if type(number) is int and number < 0)
        return Moment(
            self.line,
            self.lines,
            len(self.steps) - 1,
            seen,
            self.printed.tell(),
            self.thrown,
            negative,
        )

    def poll(self, frame: FrameType) -> None:
        """Note the changes of the last line."""
        self.frame = frame
        if self.watch.poll(frame, self.now):
            self.changed = self.lines
            if self.watch.one_row and (self.aim == "tour" or self._is_square(self.watch.one_row)):
                self.stop("one-row")

    @staticmethod
    def _is_square(source: Source) -> bool:
        """Whether it is a board of queens or a grid, and no list of results."""
        return source.kind == "matrix" and len(source.value) == len(source.value[0])

    def _trace(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            if frame.f_lineno != self.line:
                self.beats = 0
            self._line(frame)
        elif event == "opcode":
            self.beats += 1
            late = self.beats % 1000 == 0 and time.process_time() > self.until
            if late or self.beats >= QUIET_BEATS:
                self.line = frame.f_lineno
                self._too_long()
        elif event == "return":
            self._return(frame, arg)
        return self._trace

    def _return(self, frame: FrameType, arg: Any) -> None:
        """Note the result of a function, or that a generator waits."""
        code, back = frame.f_code, frame.f_back
        if self.halted:
            return
        self.returned.add((code, arg if arg is None or type(arg) in {bool, int} else type(arg)))
        if frame in self.glad:  # a call of it had succeeded
            self.glad.discard(frame)
            self.thrown += not arg
        if type(arg) in {bool, int} and arg == 1 and back and back.f_code is code:
            self.succeeded.add(code)
            self.thrown += back.f_lineno in self.statements
            if arg is True:
                self.glad.add(back)
        self.poll(frame)
        self.keep(arg)
        if self.aim != "tour" and not code.co_name.startswith("<"):
            self._note_result(code, arg)
        if code.co_flags & inspect.CO_GENERATOR and _waits(frame):
            return
        self.open.pop(frame, None)
        self.watch.leave(frame, self.now())
        if back and back.f_code.co_name == "<module>":
            self.claims[code] = arg
            self.keep(*_values(frame.f_locals))
            self.left += _values(frame.f_locals)

    def _note_result(self, code: CodeType, arg: Any) -> None:
        """Keep what an outermost call returns or yields, as it is now."""
        if len(self.watch.frames.get(code, ())) > 1:
            self.inner = self.inner or bool(arg)
        elif len(some := self.results.setdefault(code, [])) < MOST:
            some.append(_copied(arg))

    def _line(self, frame: FrameType) -> None:
        if self.halted:
            raise _Stop
        self.poll(frame)
        self.line = frame.f_lineno
        self.lines += 1
        if len(self.steps) < MOST_STEPS:
            self.steps.append((self.line, self.open.get(frame, -1)))
        at = frame.f_code, self.line
        if at not in self.covered or self.lines % 100 == 0:
            self.covered.add(at)
            self.watch.look(frame, self.now())
        if self.lines - self.changed >= QUIET_LINES:
            self._is_it_endless(frame)
        if self.lines >= self.next_trial:
            self.next_trial *= 2
            self._early_trial()
        if self.lines >= self.most or (self.lines % 1000 == 0 and time.process_time() > self.until):
            self._too_long()

    def _early_trial(self) -> None:
        """Stop a program that was doubtful long ago, and did nothing that contradicts it."""
        doubt = self._try(ended=False).doubt(sure=False) if self.aim == "tour" else None
        if doubt and self.lines - doubt.moment.lines > PATIENCE and not self.result:
            self.halt()

    def _too_long(self) -> NoReturn:
        """End a program at a limit."""
        if self.beats > QUIET_LINES:
            self.say("endless")  # as far as can be seen: it stays on a line
        self.halt()

    def keep(self, *values: Any) -> None:
        """Keep a tour that is among values."""
        for value in values:
            if not self.result and isinstance(value, (list, tuple, dict)) and len(value) > 2:
                self.result = tour_in(value)

    def _state(self) -> dict[int, Any]:
        """Return the variables of the outer and the inner callers of the running function."""
        frames: list[FrameType] = []
        frame = self.frame
        while frame:
            if frame.f_code.co_filename == FILE:
                frames.append(frame)
            frame = frame.f_back
        if not frames:
            return {}
        frozen = partial(_frozen, followed=self.watch.ids)
        state = {0: frozen(frames[0].f_globals)}
        callers = frames[1:5] + frames[5:][-4:]
        return state | {id(f): frozen(f.f_locals) for f in callers if f is not frames[-1]}

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
        """Return all that frames know; None if there is something that cannot be seen into."""
        try:
            state: list[Any] = []
            while frame:
                if frame.f_code.co_filename == FILE:
                    state.append(_frozen(frame.f_locals, sure=True))
                frame = frame.f_back
            return state
        except _Unseen:
            return None

    # -- what comes of it

    def failed(self, error: BaseException) -> None:
        """Report an error of the program."""
        trace = error.__traceback__
        while trace:
            if trace.tb_frame.f_code.co_filename == FILE:
                self.line = trace.tb_lineno
            trace = trace.tb_next
        about_board = str(error).endswith("index out of range")
        about_board = (
            about_board
            and self.aim != "sum"
            and any(source.log for source in self.watch.sources.values())
        )
        kind = "index" if isinstance(error, IndexError) and about_board else "error"
        self.say(kind, problem=f"{type(error).__name__}: {error}"[:300])

    def deep(self) -> None:
        """Report a recursion that ended at Python's limit: of which nothing changes, or not."""
        code, most = max(self.watch.most_calls.items(), key=lambda pair: pair[1], default=(None, 0))
        squares = max((search.squares for search in self._try(ended=False).searches), default=0)
        endless = 0 < 9 * squares + 50 < most or self.lines - self.changed > most // 2
        name = code.co_name if code else ""
        self.say("endless-calls" if endless else "too-deep", name=name, n=most)

    def _try(self, *, ended: bool) -> Trial:
        """Return the sources so far, read as searches."""
        return Trial.of([*self.watch.sources.values()], self._constants(), ended=ended)

    def _constants(self) -> dict[str, int]:
        """Return the numbers of the program that can be the length of a side."""
        known = {name: min(some) for name, some in self.watch.numbers.items() if len(some) == 1}
        constants = {name: n for name, n in known.items() if n in SIDES}
        return constants or {f" {n}": n for n in self.literals}

    def _case(self, *, failed: bool) -> Case:
        """Return what is known of a program that looks for something else than a tour."""
        sources = [*self.watch.sources.values()]
        puzzle = puzzle_of(self.aim, sources, self._constants(), self.tree)
        if puzzle is None:
            return Case()
        calls = self.watch.most_calls
        claims = [x for code, some in self.results.items() if calls[code] > 1 for x in some]
        left = self.left + [x for some in self.results.values() for x in some]
        grown = [source.value for source in sources if source.log or source.dropped]
        printed = self.printed.getvalue()
        attempts = attempts_of(puzzle, sources)
        return Case(puzzle, attempts, left, claims or left, grown, self.inner, printed, failed)

    def end(self, ended: bool) -> None:
        """Judge what it did."""
        failed = bool(self.verdict) and self.verdict != "one-row"
        if self.aim != "tour":
            self._end_of_puzzle(ended, failed)
            return
        trial = self.trial = self._try(ended=ended and not failed)
        if self.verdict in {"one-row", "syntax", "input", "memory"}:
            return
        verdict, values = trial.success(self.result, self.printed.getvalue())
        if verdict and not failed:
            self.say(verdict, **values)
        doubt = None
        stopped = not ended and trial.success(self.result, "")[0]
        if (not self.verdict or failed) and not stopped:
            doubt = trial.doubt(sure=failed or (ended and trial.wrong))
        if doubt is None and not self.verdict:
            doubt = trial.later(ended, self._claim(), self.lines)
        if doubt:
            self._accuse(doubt)
        elif not self.verdict:
            self._rest(ended)

    def _end_of_puzzle(self, ended: bool, failed: bool) -> None:
        """Judge a program that looks for something else than a tour."""
        if self.verdict == "syntax":
            return
        case = self.trial = self._case(failed=failed)
        verdict, values = case.verdict(ended=ended)
        if verdict and case.moment and not failed:
            self._accuse(Doubt(verdict, values, case.moment, case.cell))
        elif verdict:
            self.say(verdict, **values)
        elif not ended and case.active:
            self.say("too-long", lines=self.lines, nodes=case.active[0].nodes)
        else:
            self.say("cannot-follow", lines=self.lines)

    def _claim(self) -> bool | None:
        """Return whether a recursion said at last that it succeeded, though a call of it did."""
        found = [arg for code, arg in self.claims.items() if code in self.succeeded]
        if not found:
            return True if any(arg is True for arg in self.claims.values()) else None
        return any(found)

    def _rest(self, ended: bool) -> None:
        """Report what is neither right nor wrong."""
        trial = self.trial
        assert isinstance(trial, Trial)
        best = trial.chosen
        data = {"lines": self.lines}
        if best is None or not best.nodes:
            sources = self.watch.sources.values()
            quiet = ended and not any(source.log for source in sources) and self.lines <= FEW_LINES
            empty = any(source.kind == "matrix" for source in sources)
            self.say(
                "nothing" if quiet and empty else "no-board" if quiet else "cannot-follow", **data
            )
        elif not ended:
            data |= {"nodes": best.nodes, "tours": best.tours}
            kind = "too-long-tours" if best.tours else "too-long"
            busy = best.active and self.lines - best.at < QUIET_LINES
            self.say(kind if busy else "cannot-follow", **data)
        else:
            verdict, values = trial.verdict()
            self.say(verdict, **data, **values)

    def _accuse(self, doubt: Doubt) -> None:
        """Report a doubt, as of the moment when it arose."""
        self.verdict, self.values, self.line = doubt.verdict, doubt.values, doubt.moment.line
        step = doubt.moment.step
        del self.steps[step + 1 :]
        chosen = self.trial.chosen
        if chosen:
            chosen.done = [entry for entry in chosen.done if entry[0] <= step]
            if doubt.square and self.steps:
                chosen.done.append((len(self.steps) - 1, "fault", doubt.square))

    def answer(self) -> dict[str, Any]:
        """Return the answer, without what is printed."""
        search = self.trial.chosen
        steps: list[list[Any]] = [[line, call] for line, call in self.steps]
        for at, kind, square in search.done if search else ():
            if 0 <= at < len(steps):
                steps[at] += [kind, *square]
        rows, columns = (search.rows, search.columns) if search else (0, 0)
        start = search.start if search and search.start and search.has(search.start) else None
        if self.verdict == "found":
            steps, start = [], self.result[0]
            rows, columns = (max(side) + 1 for side in zip(*self.result, strict=True))
        return {
            "puzzle": self.aim,
            **(self.trial.stated() if isinstance(self.trial, Case) else {}),
            "verdict": self.verdict,
            "values": self.values,
            "line": self.line,
            "nodes": search.nodes if search else 0,
            "deepest": search.deepest if search else 0,
            "followed": search.source.name if search else "",
            "rows": rows,
            "columns": columns,
            "lines": self.lines,
            "steps": steps,
            "calls": self.texts,
            "textbook": [] if self.verdict == "queens" else [*_textbook(rows, columns, start)],
        }


def _copied(value: Any) -> Any:
    """Return a copy of a result, which may change later."""
    if isinstance(value, list):
        return [row[:] for row in value] if is_matrix(value) else [*value]
    return value.copy() if isinstance(value, (dict, set)) else value


def _waits(frame: FrameType) -> bool:
    """Return whether a generator yields, and does not return."""
    return opname[frame.f_code.co_code[frame.f_lasti]] == "YIELD_VALUE"


def _short(value: Any) -> str:
    """Return a short argument as text; none if it is long."""
    if isinstance(value, (int, str, float)) or value is None:
        return repr(value)[:12]
    if isinstance(value, (tuple, list)) and len(value) < 4:
        text = repr(value)
        return text if len(text) < 20 else ""
    return ""


@lru_cache(maxsize=64)
def _loops_on_a_line(code: CodeType) -> bool:
    """Return whether a loop begins and ends on the same line, which then hides its rounds."""
    lines = {op.offset: op.positions and op.positions.lineno for op in get_instructions(code)}
    return any(
        op.opcode in hasjrel
        and op.argval <= op.offset
        and len({lines[at] for at in lines if op.argval <= at <= op.offset} - {None}) == 1
        for op in get_instructions(code)
    )


def _values(names: Mapping[str, Any]) -> Iterator[Any]:
    """Yield what names mean, and what belongs to an object among it."""
    for value in list(names.values()):
        yield value
        if type(value).__module__ == "__main__":
            yield from list(getattr(value, "__dict__", {}).values())


class _Unseen(Exception):
    """There is a value whose state cannot be seen."""


def _frozen(
    value: Any, *, sure: bool = False, depth: int = 0, followed: Container[int] = ()
) -> Any:
    """Return the contents of a value, to be compared; without what cannot be seen.

    If `sure` it raises :class:`_Unseen`.
    """
    if value is None or isinstance(value, (int, float, str, bytes)):
        return value
    if id(value) in followed:
        return None
    within = partial(_frozen, sure=sure, depth=depth + 1, followed=followed)
    match value:
        case _ if depth > 5:
            pass
        case dict():
            hidden = {SEEN, "__builtins__"}
            return [(str(k), within(v)) for k, v in value.items() if k not in hidden]
        case list() | tuple() | set() | frozenset() | deque():
            return [within(part) for part in value]
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


# -- the textbook next to it -----------------------------------------------------------------------


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
