"""``caballero trace`` shows a search step by step, ``compare`` the costs of several."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final

import click

from caballero import Board, Limits, Problem, Progress, teaching
from caballero.machine.arguments import name_among
from caballero.machine.extras import extra
from caballero.machine.methods import TAUGHT
from caballero.teaching import COSTS, STRATEGIES, TIE_NAMES, Estimate, Event, EventKind, Row
from caballero.teaching.pictures.chart import estimate_text
from caballero.teaching.pictures.starts import fatal_sentences
from caballero.teaching.pictures.trace import event_json, refuse_huge
from caballero.teaching.puzzles import BOUNDS

from . import options
from .answer import (
    json_line,
    note,
    on_terminal,
    report,
    stream_output,
    write_answer,
    write_table,
)
from .command import define
from .language import current_language, translate as _
from .options import (
    ANIMATED,
    ANSWER,
    QUESTION,
    SEARCH,
    STILL,
    Answer,
    BoardPicture,
    Call,
    Names,
    Posed,
    argument,
    given,
    option,
)
from .pictures import board_look, prepare, still
from .problems import problem_of
from .progress import Bar, progress

ENDS_OF_SEARCH: Final = (EventKind.SOLUTION, EventKind.NO_SOLUTION)
SHOWN: Final = {
    "text": frozenset({EventKind.TRY, EventKind.STEP_BACK}),
    "jsonl": frozenset(EventKind) - {*ENDS_OF_SEARCH},
    **dict.fromkeys(ANIMATED, frozenset(EventKind) - {*ENDS_OF_SEARCH, EventKind.TRY}),
}
"""The steps that each format shows by default; what is watched is like an animation.

Branch and bound shows all in text, because what it enters does not follow from what it tries.
"""


def _step_names() -> dict[str, EventKind]:
    return {str(kind).removeprefix("step-"): kind for kind in EventKind if kind in SHOWN["jsonl"]}


steps = options.proposing(_step_names, ",")

BOUNDED: Final = ("method", ("branch-and-bound",))
"""The options of branch and bound."""

MOST_ON_TERMINAL: Final = 500
"""The most steps that a terminal shows without --count, some thousand lines."""

EVENTS_PER_UPDATE: Final = 1000
"""The number of events between two updates of the bar, a few milliseconds."""


class _Trace(options.Board, options.Problem, options.Taught, options.Seeded, options.Timed, Answer):
    forms = ("text", "jsonl", *ANIMATED, *STILL)
    method: str = options.method(TAUGHT, help="{names}.", default="backtracking", before="order")
    bounded: str | None = option(SEARCH, "--bound", type=Names("bound-name", BOUNDS), only=BOUNDED,
        before="seed", help=_(
        "The bound of a path: none, made (its cost) or ahead (also what must follow)."
    ))  # fmt: skip
    cost: str | None = option(SEARCH, type=Names("cost-name", COSTS), only=BOUNDED, before="seed",
        help=_(
        "What branch and bound minimizes: turns, distance, or climb (n rows up cost n²)."
    ))  # fmt: skip

    @property
    def how(self) -> dict[str, Any]:
        """The search that the options describe."""
        return given(
            order=self.order, tie=self.tie, seed=self.seed, strategy=self.strategy,
            bounded=self.bounded, cost=self.cost,
        )  # fmt: skip


class Trace(_Trace, BoardPicture, options.Speed):
    count: int | None = option(ANSWER, "-k", least=1, before="form", help=_(
        "Show the first N steps."))  # fmt: skip
    only: str | None = option(ANSWER, metavar=_("STEPS"), shell_complete=steps, before="form",
        help=_(
        "Show only these steps, such as place,back: try, place, dead-end, back, cut or improvement."
    ))  # fmt: skip
    every: int = option(ANSWER, least=1, default=1, show_default=False, help=_(
        "Show every N-th moment of an animation."))  # fmt: skip
    watch: bool = option(ANSWER, help=_(
        "Step through the search in the terminal: space, b, p, + and -, q."))  # fmt: skip


class TracedTree(_Trace, BoardPicture):
    tree: bool = option(ANSWER, before="form", help=_("Show the tree of the whole search."))
    below: str | None = option(ANSWER, metavar=_("LIST"), before="form", help=_(
        "Open the branch of the tree below these first squares, such as a8,b6,c8."))  # fmt: skip


@define("trace", Trace,
    statuses={0: _("a tour was found, or --count was reached"), 1: _("no tour was found")},
    others=(2, 3, 130), help=_(
    "Show a search step by step: every move it tries, the board, and each step back.\n\n"
    "BOARD is as for tour. The default start is the first square, top left. The search stops "
    "at the first tour, or after every possibility. -o search.gif makes an animation of the "
    "squares entered, the dead ends and the steps back.\n\n"
    "With --method branch-and-bound, it looks for the tour with the fewest turns, or "
    "another --cost, and proves it: every node that it expands or cuts, every better "
    "tour, the best so far and the bound.\n\n"
    "With --tree, the whole search as a tree: each branch that came to nothing has its nodes "
    "and dead ends, and large ones are folded."
), examples=(
    "caballero trace 3 --order granada --start 2,2\n"
    "caballero trace 5 -k 200 -o search.gif\n"
    "caballero trace 5 --tree -o tree.svg"
))  # fmt: skip
def command(call: Trace) -> int:
    problem, form = problem_of(call), call.form
    if form in STILL:
        line = _(
            "A still picture of a search is its tree: add --tree, or name a file such as x.gif."
        )
        raise click.UsageError(line)
    watch = call.watch and form == "text" and call.output is None
    every_kind = form == "text" and call.method == "branch-and-bound" and not watch
    shown = SHOWN["gif" if watch else "jsonl" if every_kind else form]
    if call.only is not None:
        shown = _kinds(call.only)
    flood = form not in ANIMATED and not watch and on_terminal(call)
    limit = call.count or (MOST_ON_TERMINAL if flood else None)
    events = _WatchedEvents(_events(problem, call), call.method, shown, limit)
    if watch:
        return _watch(problem.board, events, call.fps)
    if form in ANIMATED:
        prepare(call, problem.board)
        write_answer(call, _animation(call, problem, events))
    else:
        if form == "text":
            refuse_huge(problem.board)  # before a file is opened for it
        with progress() as bar, stream_output(call) as out:
            events.bar = bar
            for event in events:
                if flood:
                    bar.hide()
                out.write(_line(problem, event, form, entered=call.only is not None))
    if events.end is not None:
        return 0 if events.end is EventKind.SOLUTION else 1
    if call.count is not None:
        note(_("Only the first steps, {count}: raise --count to see more.").format(count=limit))
        return 0
    line = _(
        "A terminal shows the first {count} steps. To step through all, give --watch; to show "
        "fewer, --only place,back; to write them, -o steps.txt; caballero compare has their counts."
    )
    report(line.format(count=limit))  # steps left out unasked are always reported
    return 0


@command.question(TracedTree, "tree", examples=(
    "caballero trace 5 --tree -o tree.svg\ncaballero trace 6 --tree --below a8,b6"
))  # fmt: skip
def _write_tree(call: TracedTree) -> int:
    """Write the tree of the whole search; return the exit status."""
    from caballero.teaching import tree_json, tree_picture, tree_text

    problem = problem_of(call)
    if call.below:
        begun = {square: number for number, square in enumerate(call.below.split(","), start=1)}
        problem = replace(problem, clues=(*problem.clues, *begun.items()))
    with progress() as bar:
        tree = teaching.search_tree(
            problem, call.method, limits=call.limits, callback=bar, **call.how
        )
    match call.form:
        case "text":
            write_answer(call, tree_text(tree, current_language()))
        case "jsonl":
            write_answer(call, json_line(tree_json(tree, problem)))
        case _:
            write_answer(call, still(call, tree_picture(tree, "svg", current_language()).decode()))
    return {"tour": 0, "dead": 1}.get(tree.branches[0].state, 3)


def _animation(call: Trace, problem: Problem, events: _WatchedEvents) -> bytes:
    """Return a search as an animation."""
    from caballero.render import trace_animation

    with progress() as bar:
        events.bar = bar
        return trace_animation(
            problem, events, format=call.form, fps=call.fps, every=call.every, **board_look(call),
            language=current_language(), limits=call.left,
            callback=partial(bar.start_next, _("pictures")),
        )  # fmt: skip


def _events(problem: Problem, call: Trace) -> Iterator[Event]:
    """Start the search."""
    method, backtrack = call.method, call.method != "warnsdorff"
    if method.startswith("warnsdorff"):
        method = method.removesuffix("-backtracking")
    return teaching.trace(problem, method, backtrack=backtrack, **call.how)


def _watch(board: Board, events: _WatchedEvents, speed: float) -> int:
    """Step through a search in the terminal; return the exit status."""
    from .watch import has_room, is_terminal, watch_search

    line = None
    if not is_terminal() or sys.stdin is None or not sys.stdin.isatty():
        line = _("--watch needs a terminal: leave it out, or make an animation with -o search.gif.")
    elif not has_room(board):
        line = _(
            "The terminal is too small for this board: enlarge it, or make an animation with "
            "-o search.gif."
        )
    if line is not None:
        raise click.UsageError(line)
    watch_search(board, events, speed)
    return int(events.end is EventKind.NO_SOLUTION)


def _kinds(only: str) -> frozenset[EventKind]:
    """Read the names of steps, such as place,back."""
    names = _step_names()
    asked = only.replace("step-back", "back").split(",")
    return frozenset(names[name_among("search-step", name, names)] for name in asked)


class _WatchedEvents:
    """The events to show, of some kinds, at most `limit`, and the kind of the `end`."""

    def __init__(
        self,
        events: Iterable[Event],
        method: str,
        shown: Collection[EventKind],
        limit: int | None,
    ) -> None:
        self._events, self._method, self._shown, self._limit = events, method, shown, limit
        self.bar: Bar | None = None
        self.end: EventKind | None = None

    def __iter__(self) -> Iterator[Event]:
        count = 0
        for number, event in enumerate(self._events):
            if self.bar is not None and number % EVENTS_PER_UPDATE == 0:
                self.bar(Progress(self._method, event.nodes, 0, count, self._limit))
            if event.kind in ENDS_OF_SEARCH:
                self.end = event.kind
                yield event
            elif event.kind in self._shown:
                if count == self._limit:
                    return
                count += 1
                yield event


def _line(problem: Problem, event: Event, form: str, *, entered: bool) -> str:
    if form == "jsonl":
        return json.dumps(event_json(event), ensure_ascii=False) + "\n"
    return teaching.event_text(problem.board, event, current_language(), entered=entered)


STARTS_NODES: Final = 1_000_000
"""The nodes of each run with --starts, some hundredths of a second."""


class _Compare(Posed):
    boards: tuple[str, ...] = argument(_("BOARD…"), nargs=-1, required=True, type=options.FILE)


class _Methods(Call):
    methods: tuple[str, ...] = option(SEARCH, "--method", type=Names("method", TAUGHT), help=_(
        "{names}; by default backtracking, and without --starts also warnsdorff."))  # fmt: skip
    orders: tuple[str, ...] = option(SEARCH, "--order", metavar=_("ORDER"),
        shell_complete=options.orders, help=_(
        "Orders of moves; by default all, and for pieces other than the knight the usual one."
    ))  # fmt: skip
    ties: tuple[str, ...] = option(SEARCH, "--tie", metavar=_("RULE"), type=Names("tie", TIE_NAMES),
        help=_(
        "Tie rules; by default all."))  # fmt: skip
    strategies: tuple[str, ...] = option(SEARCH, "--strategy", type=Names("strategy", STRATEGIES),
        help=_(
        "Strategies of branch and bound; by default all."))  # fmt: skip
    bounds: tuple[str, ...] = option(SEARCH, "--bound", type=Names("bound-name", BOUNDS), help=_(
        "Bounds of branch and bound: {names}, the default."))  # fmt: skip


class Compare(_Compare, options.Problem, _Methods, options.Seeded, Answer):
    forms = ("text", "chart", "json", "csv", "svg", "png")
    each: float = option(SEARCH, "--timeout", default=10.0, metavar=_("SECONDS"), help=_(
        "Give up on each run after SECONDS."))  # fmt: skip
    nodes: int | None = option(SEARCH, least=1, help=_(
        "Give up on each run after N nodes; by default 1000000 with --starts."))  # fmt: skip
    starts: bool = option(QUESTION, help=_("Compare all starts, as a map of the board."))
    fatal: bool = option(ANSWER, before="form", help=_(
        "Of each search that gave up, find the first move after which no tour was left."
    ))  # fmt: skip
    estimate: bool = option(ANSWER, before="form", help=_(
        "Estimate how large the whole tree of backtracking is, from random probes."))  # fmt: skip


@define("compare", Compare, statuses={0: _("compared")}, others=(2, 130), help=_(
    "Compare methods, orders of moves and tie rules on the same boards: the "
    "nodes, dead ends and steps back of each.\n\n"
    "BOARD is as for tour. The default start is the first square, top left. "
    "--method, --order, --tie, --strategy and --bound may be repeated.\n\n"
    "--starts compares all starts, as a map of the board; --fatal says of each search that "
    "gave up after which move no tour was left."
), examples=(
    "caballero compare 5 6 --method backtracking --order puc --order granada\n"
    "caballero compare 8 --method warnsdorff --start e6 --format chart\n"
    "caballero compare 8 --starts --order puc --fatal"
))  # fmt: skip
def compare_command(call: Compare) -> int:
    if call.form == "png":
        extra("resvg_py", "pictures")  # before the runs, not after them
    asked = [problem_of(call.but(board=board)) for board in call.boards]
    problems = [start for board in asked for start in _from_starts(board, call.starts)]
    methods = call.methods or ("backtracking", *(() if call.starts else ("warnsdorff",)))
    seed, how = call.seed or 0, (methods, call.orders, call.ties)
    fields = [
        teaching.contenders(*how, problem, call.strategies, call.bounds) for problem in problems
    ]
    limits = Limits(call.each, nodes=call.nodes or (STARTS_NODES if call.starts else None))
    total = sum(map(len, fields))
    with progress(_("runs")) as bar:
        rows: list[Row] = []
        bar.at(0, total)
        for problem, field in zip(problems, fields, strict=True):
            for row in teaching.compare([problem], field, seed=seed, limits=limits, callback=bar):
                rows.append(teaching.with_fatal_move(row, call.each) if call.fatal else row)
                bar.at(len(rows), total)
    estimates = [
        (problem.board.name, teaching.estimate(problem, seed=seed, limits=call.each))
        for problem in map(_from_first_square, asked if call.estimate else ())
    ]
    if call.form == "csv":
        write_table(call, teaching.rows_cells(rows, current_language()))
    else:
        write_answer(call, _compared(call, rows, estimates))
    return 0


def _compared(call: Compare, rows: list[Row], estimates: list[tuple[str, Estimate]]) -> str | bytes:
    """Return the costs in a format."""
    language = current_language()
    estimated = [estimate_text(board, found, language) for board, found in estimates]
    match call.form:
        case "text":
            if call.starts:
                return "\n\n".join([teaching.starts_text(rows, language), *estimated])
            sentences = "\n".join(fatal_sentences(rows, language))
            return "\n\n".join(
                filter(None, [teaching.rows_table(rows, language), sentences, *estimated])
            )
        case "chart":
            return "\n\n".join([teaching.rows_chart(rows, language), *estimated])
        case "json":
            data = teaching.rows_json(rows)
            if estimates:
                data["estimates"] = [{"board": name, **asdict(found)} for name, found in estimates]
            return json.dumps(data, ensure_ascii=False)
    if call.starts:
        return teaching.starts_plot(rows, call.form, language)
    from caballero.teaching import rows_plot

    return rows_plot(rows, call.form, language)


def _from_starts(problem: Problem, all_starts: bool) -> Iterator[Problem]:
    """Yield a problem from each start, or from its own, by default the first square."""
    if all_starts:
        yield from (replace(problem, start=square) for square in problem.board)
    else:
        yield _from_first_square(problem)


def _from_first_square(problem: Problem) -> Problem:
    """Start at the first square by default, like a trace, so that costs can be compared."""
    if 1 in problem.numbered():
        return problem
    return replace(problem, start=problem.board.square(0))
