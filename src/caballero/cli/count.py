"""``caballero count BOARD``: count the tours exactly."""

from __future__ import annotations

import json
import os
from contextlib import suppress

import click

from caballero.core.errors import LimitReached
from caballero.core.limits import Budget, Limits
from caballero.core.symmetry import SymmetryClass
from caballero.count import (
    Count,
    Known,
    Recurrence,
    agrees,
    count_by_symmetry,
    count_tours,
    known_counts,
    strip_recurrence,
)
from caballero.count.known import converted
from caballero.formats.write import VERSION
from caballero.render.text import table_text

from . import complete
from .answer import conclude, note, report, write_answer, write_json
from .command import define
from .language import translate as _
from .option import ANSWER, QUESTION, SEARCH, WORK, option
from .options import (
    OutputFlags,
    ProblemFlags,
    answer_options,
    board_or_graph,
    convention_options,
    format_option,
    limit_options,
    pack_options,
    problem_from_flags,
    question_options,
)
from .progress import progress


@define(
    "count",
    help=_(
        "Count the tours of a board exactly.\n\n"
        "The number goes to standard output, a description of what it counts to "
        "standard error. By default open tours count, closable ones included, "
        "and a tour and its reverse count as one.\n\n"
        "BOARD is as for tour."
    ),
    examples=(
        "caballero count 3x4 --known\n"
        "caballero count 6 --closed --up-to-symmetry\n"
        "caballero count 3x20 --recurrence"
    ),
    statuses={0: _("counted"), 2: None, 3: None, 130: None},
    forms={"json": "json"},
    moved=dict.fromkeys(("--checkpoint", "--spill"), "caballero count BOARD --folder FOLDER"),
)
@board_or_graph
@question_options
@convention_options
@option(
    QUESTION, "--not-closable", is_flag=True, help=_("Count only open tours that are not closable.")
)
@option(
    ANSWER, "--known", is_flag=True, help=_("Compare with published counts and name their sources.")
)
@option(
    ANSWER, "--by-symmetry", is_flag=True,
    help=_(
        "Count the tours of each kind of symmetry, in all and up to symmetry."
    ),
)  # fmt: skip
@option(
    ANSWER, "--recurrence", is_flag=True,
    help=_("Print the recurrence for all strips of this width."),
)  # fmt: skip
@option(
    SEARCH, "--method", default="auto", show_default=True, metavar=_("METHOD"),
    shell_complete=complete.counted_by,
    help=_("auto, frontier, sweep, halves, strips, listing or brute."),
)  # fmt: skip
@option(
    WORK, "--folder", type=click.Path(file_okay=False), metavar=_("FOLDER"),
    help=_("Keep the states in FOLDER, not in memory; the same command continues."),
)  # fmt: skip
@limit_options
@format_option(["text", "json"])
@answer_options
@pack_options(flags=ProblemFlags, limits=Limits, out=OutputFlags)
def command(
    flags: ProblemFlags,
    limits: Limits,
    out: OutputFlags,
    directed: bool,
    up_to_symmetry: bool,
    not_closable: bool,
    known: bool,
    by_symmetry: bool,
    recurrence: bool,
    method: str,
    folder: str | None,
) -> int:
    budget = Budget(limits)  # of reading, too
    problem = problem_from_flags(flags)
    as_json, output = out.form == "json", out.output
    try:
        with progress() as bar:
            found: dict[SymmetryClass, tuple[int, int]] | Recurrence | Count
            if by_symmetry:
                found = count_by_symmetry(problem, limits=budget.left, on_event=bar)
            elif recurrence:
                found = strip_recurrence(problem, limits=budget.left, on_event=bar)
            else:
                found = count_tours(
                    problem,
                    directed=directed,
                    up_to_symmetry=up_to_symmetry,
                    closable=False if not_closable else None,
                    limits=budget.left,
                    method=method,
                    folder=folder,
                    on_event=bar,
                )
    except LimitReached as reached:
        if as_json:
            write_json(problem, reached.outcome, output)
        for published in known_counts(problem) if known else ():
            report(f"{_citation(published)}: {published.convention.text()}")
        status = conclude(reached.outcome, limits)
        if reached.outcome.limit == "megabytes" and folder is None and not up_to_symmetry:
            note(
                _("With --folder FOLDER the states are on disk: name a folder on a disk with room.")
            )
        _report_kept_work(folder)
        return status
    except KeyboardInterrupt:
        _report_kept_work(folder)
        raise
    match found:
        case Count():
            return _write_count(found, known, as_json, output)
        case Recurrence():
            return _write_recurrence(found, as_json, output)
    return _write_kinds(found, as_json, output)


def _report_kept_work(folder: str | None) -> None:
    """Report that the folder keeps the work done before the interruption, if it does."""
    with suppress(OSError):
        if folder is not None and {*os.listdir(folder)} - {"question", "lock"}:
            report(
                _("{folder} keeps the work done: the same command continues it.").format(
                    folder=folder
                )
            )


def _write_count(count: Count, known: bool, as_json: bool, output: str | None) -> int:
    """Write a count and its convention."""
    compared = known_counts(count) if known else ()
    if as_json:
        data = count.to_dict() | ({"known": [_json(count, k) for k in compared]} if known else {})
        write_answer(json.dumps(data, ensure_ascii=False), output)
    else:
        write_answer(
            "\n".join([str(int(count)), *(_comparison(count, k) for k in compared)]), output
        )
    note(count.convention.text())
    cost = {"nodes": count.stats.nodes, "seconds": count.stats.seconds}
    line = _("Method {method}, {nodes} nodes, {seconds:.3f} s.")
    note(line.format(method=count.method, **cost))
    if known and not compared:
        note(_("Caballero knows no published count of these tours."))
    return 0


def _write_kinds(
    kinds: dict[SymmetryClass, tuple[int, int]], as_json: bool, output: str | None
) -> int:
    """Write the number of tours of each kind of symmetry."""
    every = [sum(numbers) for numbers in zip(*kinds.values(), strict=True)] or [0, 0]
    if as_json:
        rows = {
            str(kind): {"tours": str(tours), "classes": str(classes)}
            for kind, (tours, classes) in kinds.items()
        }
        data = {"caballero": VERSION, "kinds": rows}
        write_answer(json.dumps(data, ensure_ascii=False), output)
        return 0
    lines = [
        [_("kind"), _("tours"), _("up to symmetry")],
        *([kind.message.text(), *map(str, numbers)] for kind, numbers in kinds.items()),
        [_("all"), *map(str, every)],
    ]
    write_answer(table_text(lines, left=1), output)
    return 0


def _write_recurrence(found: Recurrence, as_json: bool, output: str | None) -> int:
    """Write a recurrence, and whether it is proved."""
    if as_json:
        data = {
            "caballero": VERSION,
            "recurrence": [str(c) for c in found.coefficients],
            "initial": [str(term) for term in found.initial],
            "first": found.first_columns,
            "proved": found.proved,
            "fresh": found.fresh,
        }
        write_answer(json.dumps(data, ensure_ascii=False), output)
        return 0
    line = _("a({first}), a({second}), … = {terms}")
    terms = ", ".join(map(str, found.initial))
    first = found.first_columns
    beginning = line.format(first=first, second=first + 1, terms=terms or "0")
    write_answer(f"{found.text()}\n{beginning}", output)
    line = (
        _("Order {order}; proved with {fresh} terms that did not serve to find it.")
        if found.proved
        else _("Order {order}; checked with {fresh} terms that did not serve to find it.")
    )
    note(line.format(order=found.order, fresh=found.fresh))
    return 0


def _citation(known: Known) -> str:
    """Return a published number, its source, and its note."""
    note = f" ({known.note.text()})" if known.note else ""
    return f"{known.value} {known.source}{note}"


def _comparison(count: Count, known: Known) -> str:
    same, cited = agrees(count, known), _citation(known)
    if known.directed != count.directed:
        line = _("{cited}, directed") if known.directed else _("{cited}, undirected")
        cited = line.format(cited=cited)
    if same:
        return _("{cited}: agrees").format(cited=cited)
    ours = str(converted(count, known))  # like the other counts: to be copied
    return _("{cited}: differs, ours is {count}").format(cited=cited, count=ours)


def _json(count: Count, known: Known) -> dict[str, object]:
    return {
        "count": str(known.value),
        "directed": known.directed,
        "source": known.source,
        "note": known.note.text() if known.note else None,
        "refuted": known.refuted,
        "agrees": agrees(count, known),
    }
