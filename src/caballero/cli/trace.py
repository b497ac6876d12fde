"""``caballero trace BOARD``: show a search step by step."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

import click

from caballero import Board, Problem, Progress
from caballero.machine.arguments import name_among
from caballero.machine.methods import TAUGHT
from caballero.teaching import COSTS, Event, EventKind, event_text, search_tree, trace
from caballero.teaching.pictures.trace import event_json, refuse_huge
from caballero.teaching.puzzles import BOUNDS

from . import options
from .answer import json_line, note, on_terminal, report, stream_output, write_answer
from .command import define
from .language import current_language, translate as _
from .options import ANIMATED, ANSWER, SEARCH, STILL, Answer, BoardPicture, Names, given, option
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
"""What the options of branch and bound are for."""

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
        """What the options say of the search."""
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
        tree = search_tree(problem, call.method, limits=call.limits, callback=bar, **call.how)
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
    return trace(problem, method, backtrack=backtrack, **call.how)


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
    """The events of a search to show: of some kinds, at most `limit`, and the end of the search.

    `end` is the kind of that end, None if the limit came first.
    """

    def __init__(
        self, events: Iterable[Event], method: str, shown: Collection[EventKind], limit: int | None
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
    return event_text(problem.board, event, current_language(), entered=entered)
