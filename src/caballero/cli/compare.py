"""``caballero compare BOARD…``: compare the costs of methods, orders and tie rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Final

from caballero import Limits, Problem
from caballero.machine.extras import extra
from caballero.machine.methods import TAUGHT
from caballero.teaching import (
    STRATEGIES,
    TIE_NAMES,
    Estimate,
    Row,
    compare,
    contenders,
    estimate,
    rows_chart,
    rows_json,
    rows_table,
    starts_plot,
    starts_text,
    with_fatal_move,
)
from caballero.teaching.pictures.chart import estimate_text
from caballero.teaching.pictures.starts import fatal_sentences
from caballero.teaching.puzzles import BOUNDS

from . import options
from .answer import write_answer
from .command import define
from .language import current_language, translate as _
from .options import ANSWER, QUESTION, SEARCH, Answer, Call, Names, Posed, argument, option
from .problems import problem_of
from .progress import progress

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
    forms = ("text", "chart", "json", "svg", "png")
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
def command(call: Compare) -> int:
    if call.form == "png":
        extra("resvg_py", "pictures")  # before the runs, not after them
    asked = [problem_of(call.but(board=board)) for board in call.boards]
    problems = [one for problem in asked for one in _from_starts(problem, call.starts)]
    methods = call.methods or ("backtracking", *(() if call.starts else ("warnsdorff",)))
    how = methods, call.orders, call.ties
    fields = [contenders(*how, problem, call.strategies, call.bounds) for problem in problems]
    limits = Limits(call.each, nodes=call.nodes or (STARTS_NODES if call.starts else None))
    total = sum(map(len, fields))
    with progress(_("runs")) as bar:
        rows: list[Row] = []
        bar.at(0, total)
        for problem, field in zip(problems, fields, strict=True):
            for row in compare([problem], field, seed=call.seed or 0, limits=limits, callback=bar):
                rows.append(with_fatal_move(row, call.each) if call.fatal else row)
                bar.at(len(rows), total)
    estimates = [
        (problem.board.name, estimate(problem, seed=call.seed or 0, limits=call.each))
        for problem in map(_from_first_square, asked if call.estimate else ())
    ]
    write_answer(call, _written(call, rows, estimates))
    return 0


def _written(call: Compare, rows: list[Row], estimates: list[tuple[str, Estimate]]) -> str | bytes:
    """Return the costs in a format."""
    language = current_language()
    told = [estimate_text(board, one, language) for board, one in estimates]
    match call.form:
        case "text":
            if call.starts:
                return "\n\n".join([starts_text(rows, language), *told])
            sentences = "\n".join(fatal_sentences(rows, language))
            return "\n\n".join(filter(None, [rows_table(rows, language), sentences, *told]))
        case "chart":
            return "\n\n".join([rows_chart(rows, language), *told])
        case "json":
            data = rows_json(rows)
            if estimates:
                data["estimates"] = [{"board": name, **asdict(one)} for name, one in estimates]
            return json.dumps(data, ensure_ascii=False)
    if call.starts:
        return starts_plot(rows, call.form, language)
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
