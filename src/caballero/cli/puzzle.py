"""``caballero puzzle``: make puzzles, hide a text; check, solve, give a hint."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import click

from caballero.core.errors import InvalidProblem
from caballero.core.interchange import place_json, problem_data
from caballero.core.limits import Budget, Limits
from caballero.core.piece import KNIGHT
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.formats.write import VERSION, certificate_json, stats_json
from caballero.proof.outcome import GaveUp, Impossible
from caballero.puzzles import Explanation, Several, Step, Unique, hint, is_unique
from caballero.puzzles.explanation import explained as explain

from . import complete, make, text
from .answer import (
    conclude,
    naming_file,
    note,
    on_terminal,
    report,
    report_proof,
    tour_as_text,
    write_answer,
)
from .command import HelpfulGroup, define
from .language import current_language, translate as _
from .option import ANSWER, combine, option
from .options import (
    OutputFlags,
    ProblemFlags,
    answer_options,
    file_argument,
    general_options,
    limit_options,
    note_unnamed,
    pack_options,
    problem_from_flags,
    problems_on_board,
    question_options,
    unique_proof_option,
)
from .progress import progress

if TYPE_CHECKING:
    from caballero.puzzles.unique import Uniqueness

STATUSES: Final[Mapping[type, str]] = MappingProxyType(
    {Unique: "unique", Several: "several", Impossible: "none", GaveUp: "gave-up"}
)
"""The status of each answer in JSON."""


@click.group(
    "puzzle",
    cls=HelpfulGroup,
    subcommand_metavar=_("COMMAND [ARGUMENTS]…"),
    help=_("Make puzzles; check, solve or explain one; hide a text."),
    examples=_(
        "caballero puzzle make 6 --piece king --level medium -k 12 -o sheet.pdf\n"
        "caballero puzzle solve puzzle.txt --explain\n"
        "caballero puzzle text caballerosas --by letter"
    ),
    statuses={
        0: _("a puzzle was made, or has exactly one solution"), 1: _("there are several, or none"),
        2: None, 3: None, 130: None,
    },
    moved={
        "": "caballero puzzle make BOARD",
        "--check": "caballero puzzle check FILE",
        "--solve": "caballero puzzle solve FILE",
        "--hint": "caballero puzzle hint FILE",
        "--text": "caballero puzzle text TEXT",
    },
)  # fmt: skip
@general_options
def command() -> None:
    pass


_answer_options = combine(question_options, limit_options, answer_options)

_FORMS: Final = {"json": "json", "jsonl": "json"}
_STATUSES: Final = {
    0: _("there is exactly one solution"), 1: _("there are several, or none"), 2: None, 3: None,
    130: None,
}  # fmt: skip


@define(
    "check",
    help=_(
        "Check whether each puzzle has exactly one solution, and show it; or two that differ.\n\n"
        "FILE (- is standard input) has a drawing with numbers, or the JSON of a puzzle, or "
        "several puzzles. The first line of a puzzle may name the piece: hidato, numbrix, "
        "knight closed."
    ),
    examples=_(
        "caballero puzzle check puzzle.txt\n"
        "caballero puzzle check puzzle.txt --piece king --json\n"
        "caballero puzzle check puzzle.txt --proof only.proof"
    ),
    statuses=_STATUSES,
    forms=_FORMS,
)
@click.argument("files", metavar=_("FILE…"), nargs=-1, required=True, shell_complete=complete.files)
@_answer_options
@unique_proof_option
@pack_options(flags=ProblemFlags, limits=Limits, out=OutputFlags)
def check(
    files: tuple[str, ...], flags: ProblemFlags, limits: Limits, out: OutputFlags, proof: str | None
) -> int:
    problems = [problem for file in files for problem in problems_on_board(file, flags)]
    return _solve(problems, limits, out, proof=proof)


@define(
    "solve",
    help=_(
        "Solve the puzzle in FILE; with --explain, step by step.\n\n"
        "FILE is as for check. Two solutions are shown if there are several."
    ),
    examples=_(
        "caballero puzzle solve puzzle.txt\n"
        "caballero puzzle solve puzzle.txt --explain\n"
        "caballero puzzle solve puzzle.txt --explain --json"
    ),
    statuses=_STATUSES,
    forms=_FORMS,
)
@file_argument
@_answer_options
@option(
    ANSWER, "--explain", is_flag=True,
    help=_("Show how a person solves it, step by step, and how hard it is."),
)  # fmt: skip
@unique_proof_option
@pack_options(flags=ProblemFlags, limits=Limits, out=OutputFlags)
def solve(
    file: str,
    flags: ProblemFlags,
    limits: Limits,
    out: OutputFlags,
    explain: bool,
    proof: str | None,
) -> int:
    return _solve(problems_on_board(file, flags), limits, out, explained=explain, proof=proof)


@define(
    "hint",
    help=_(
        "Give the steps to the next number of the puzzle in FILE, which may be partly solved.\n\n"
        "FILE is as for check."
    ),
    examples=_(
        "caballero puzzle hint puzzle.txt\n"
        "caballero puzzle hint puzzle.txt --piece king\n"
        "caballero puzzle hint puzzle.txt --json"
    ),
    statuses={0: _("a hint"), 1: _("a number is wrong"), 2: None, 3: None, 130: None},
    forms=_FORMS,
)
@file_argument
@_answer_options
@pack_options(flags=ProblemFlags, limits=Limits, out=OutputFlags)
def help_solving(file: str, flags: ProblemFlags, limits: Limits, out: OutputFlags) -> int:
    return _hint(problem_from_flags(replace(flags, board=file)), limits, out)


for inner in (make.command, check, solve, help_solving, text.command):
    command.add_command(inner)


def _solve(
    problems: Sequence[Problem],
    limits: Limits,
    out: OutputFlags,
    *,
    explained: bool = False,
    proof: str | None,
) -> int:
    """Check puzzles, show the solution of each or two, and explain how a person finds it.

    Several have their numbers. Returns the worst of their exit statuses.
    """
    if len(problems) > 1 and proof is not None:
        raise InvalidProblem("drawing-several", count=len(problems))
    budget = Budget(limits)
    status = 0
    texts: list[str] = []
    for number, problem in enumerate(problems, start=1):
        answer, explanation = _answer(problem, budget, explained, proof)
        solutions = _solutions(answer)
        title = _("Puzzle {number}:").format(number=number) if len(problems) > 1 else ""
        if out.form == "json":
            written = _as_json(problem, answer, solutions, explanation, number if title else None)
        else:
            drawn = [tour_as_text(tour, out.form, 1, out.output) for tour in solutions]
            written = (f"{title}\n" if title else "") + "\n\n".join(drawn)
            written = f"\n{written}" if texts else written
        texts += [written] if written else []
        if written and out.output is None:
            write_answer(written, None)
        if title and (out.form == "json" or not on_terminal(out.output)):
            (note if isinstance(answer, Unique) else report)(title)
        status = max(status, _conclude(problem, answer, limits))
        if proof is not None:
            _report_proof(problem, answer, proof)
        if explanation is not None and out.form != "json":
            report(explanation.text())
    if texts and out.output is not None:
        write_answer("\n".join(texts), out.output)
    return status


def _answer(
    problem: Problem, budget: Budget, explained: bool, proof: str | None
) -> tuple[Uniqueness, Explanation | None]:
    """Decide how many solutions a puzzle has, and explain how a person finds the only one."""
    with naming_file(proof or ""), progress() as bar:
        answer = is_unique(problem, limits=budget.left, proof=proof, on_event=bar)
    if not explained or not isinstance(answer, Unique | Several):
        return answer, None
    budget.nodes = answer.stats.nodes
    return answer, explain(problem, budget, lambda: answer)


def _report_proof(problem: Problem, answer: Uniqueness, file: str) -> None:
    """Report where the proof was written, or why none was."""
    match answer:
        case Several():
            report(_("No proof was written: there are several solutions."))
        case Unique(certificate=certificate):  # that there is no other solution
            report_proof(Impossible(certificate, answer.stats, problem, answer.proof), file)
        case _:
            report_proof(answer, file)


def _hint(problem: Problem, limits: Limits, out: OutputFlags) -> int:
    """Show the steps to the next number."""
    steps = hint(problem) if limits == Limits() else hint(problem, limits=limits)
    language = current_language()
    if out.form == "json":
        data = {"caballero": VERSION, "status": "hint", **problem_data(problem)}
        line = json.dumps({**data, "steps": _steps_json(steps)}, ensure_ascii=False)
        write_answer(line, out.output)
    else:
        write_answer("\n".join(step.message.text(language) for step in steps), out.output)
    return {"contradiction": 1, "limit": 3}.get(steps[-1].rule, 0)


def _steps_json(steps: Sequence[Step]) -> list[dict[str, object]]:
    """Return steps as JSON, with their reasons in the reader's language."""
    language = current_language()
    return [
        {
            "rule": step.rule,
            "place": place_json(step.place),
            "number": step.number,
            "excluded": [*step.excluded],
            "neighbours": [*map(place_json, step.neighbours)],
            "reason": step.message.text(language),
        }
        for step in steps
    ]


def _solutions(answer: Uniqueness) -> list[Tour]:
    """Return the solutions that an answer has, at most two."""
    match answer:
        case Unique(tour):
            return [tour]
        case Several(first, second):
            return [first, second]
    return []


def _as_json(
    problem: Problem,
    answer: Uniqueness,
    solutions: list[Tour],
    explanation: Explanation | None,
    number: int | None,
) -> str:
    """Return an answer as one line of JSON, with the number of one of several puzzles."""
    status = STATUSES[type(answer)]
    data: dict[str, object] = {"caballero": VERSION, "status": status}
    data |= {} if number is None else {"number": number}
    data |= problem_data(problem)
    data |= {"solutions": [tour.to_dict()["tour"] for tour in solutions]}
    match answer:
        case Unique(certificate=certificate) | Impossible(certificate):
            data |= {"certificate": certificate_json(certificate, current_language())}
        case GaveUp(limit):
            data |= {"limit": limit}
    if explanation is not None:
        data |= {"grade": explanation.grade, "steps": _steps_json(explanation.steps)}
    return json.dumps({**data, "stats": stats_json(answer.stats)}, ensure_ascii=False)


def _conclude(problem: Problem, answer: Uniqueness, limits: Limits) -> int:
    """Report what is proved, and return the exit status."""
    cost = {"nodes": answer.stats.nodes, "seconds": answer.stats.seconds}
    match answer:
        case Unique():
            line = _("Proved: there is exactly one solution ({nodes} nodes, {seconds:.3f} s).")
            note(line.format(**cost))
            return 0
        case Several(first, second):
            number = answer.number
            line = _(
                "There are several solutions; these differ first at number {number}: {a}, {b}."
            )
            places = (problem.place_name(tour[number - 1]) for tour in (first, second))
            report(line.format(number=number, **dict(zip("ab", places, strict=True))))
            return 1
    status = conclude(answer, limits)
    if isinstance(answer, Impossible) and problem.piece == KNIGHT:
        note_unnamed()
    return status
