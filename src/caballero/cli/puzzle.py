"""``caballero puzzle``: make puzzles, write a text along a tour; check, solve, give a hint."""

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

from . import complete
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
from .command import define
from .language import current_language, translate as _
from .make import MakeFlags, make, make_options
from .options import (
    OutputFlags,
    ProblemFlags,
    constraint_options,
    general_options,
    json_option,
    limit_options,
    note_unnamed,
    output_option,
    pack_options,
    problem_from_flags,
    problem_options,
    problems_on_board,
    unique_proof_option,
)
from .pictures import (
    STILL,
    PictureFlags,
    coordinates_option,
    paper_options,
    theme_option,
    width_option,
)
from .progress import progress
from .text import TextFlags, make_text, text_options

if TYPE_CHECKING:
    from caballero.puzzles.unique import Uniqueness

STATUSES: Final[Mapping[type, str]] = MappingProxyType(
    {Unique: "unique", Several: "several", Impossible: "none", GaveUp: "gave-up"}
)
"""The status of each answer in JSON."""


@define(
    "puzzle",
    help=_(
        "Make puzzles; or check one, solve it step by step, or give a hint.\n\n"
        "BOARD is as for tour; the puzzles that are made on it have one solution, and no number "
        "but the first and the last can be spared (of symmetric ones, no pair of numbers); -o "
        "draws one as SVG or PNG, or all as PDF with their solutions. --text writes a text along "
        "a tour, which the reader finds, and says how far another tour reads the same. FILE has a "
        "drawing with numbers, or the JSON of a puzzle, or several puzzles. --check and --solve "
        "say whether each has exactly one solution, and show it; or two that differ."
    ),
    examples=_(
        "caballero puzzle 6 --piece king --level medium -k 12 -o sheet.pdf\n"
        "caballero puzzle --solve puzzle.txt --explain\n"
        'caballero puzzle --text "The knights never sleep" --by letter'
    ),
    statuses={
        0: _("there is exactly one solution; or a hint, or a puzzle was made"),
        1: _("there are several, or none"),
        2: None,
        3: None,
        130: None,
    },
    forms={"json": "json", "jsonl": "json"} | {form: form for form in (*STILL, "pdf")},
)
@click.argument("board", required=False, metavar=f"[{_('BOARD')}]", shell_complete=complete.files)
@click.option(
    "--check", metavar=_("FILE"), shell_complete=complete.files,
    help=_("Check the puzzle in FILE; - is standard input."),
)  # fmt: skip
@click.option(
    "--solve", metavar=_("FILE"), shell_complete=complete.files,
    help=_("Solve the puzzle in FILE."),
)  # fmt: skip
@click.option(
    "--hint", "helped", metavar=_("FILE"), shell_complete=complete.files,
    help=_("Say the steps to the next number of the puzzle in FILE, which may be partly solved."),
)  # fmt: skip
@click.option(
    "--explain", is_flag=True,
    help=_("Show how a person solves it, step by step, and how hard it is."),
)  # fmt: skip
@unique_proof_option
@make_options
@text_options
@problem_options
@constraint_options
@limit_options
@theme_option
@width_option
@coordinates_option
@paper_options
@json_option
@output_option
@general_options
@pack_options(
    flags=ProblemFlags, wanted=MakeFlags, written=TextFlags, limits=Limits, picture=PictureFlags,
    out=OutputFlags,
)  # fmt: skip
def command(
    check: str | None,
    solve: str | None,
    helped: str | None,
    explain: bool,
    proof: str | None,
    flags: ProblemFlags,
    wanted: MakeFlags,
    written: TextFlags,
    limits: Limits,
    picture: PictureFlags,
    out: OutputFlags,
) -> int:
    board = None if written.text is not None else flags.board
    named = [name for name in (board, written.text, check, solve, helped) if name is not None]
    if len(named) != 1:
        line = _(
            "Give a BOARD, such as 8, or --text TEXT, or both; or one of --check FILE, --solve "
            "FILE and --hint FILE."
        )
        raise click.UsageError(line)
    if written.text is not None:
        return make_text(written, flags, wanted.seed, limits, picture, out)
    if check is not None or solve is not None:
        problems = problems_on_board(named[0], flags)
        if len(problems) > 1 and proof is not None:
            raise InvalidProblem("drawing-several", count=len(problems))
        return _solve(problems, limits, out, explained=explain, proof=proof)
    problem = problem_from_flags(replace(flags, board=named[0]))
    if flags.board is not None:
        if problem.clues:
            line = _("This is a puzzle: check it by --check FILE, or solve it by --solve FILE.")
            raise click.UsageError(line)
        return make(problem, wanted, limits, picture, out)
    return _hint(problem, limits, out)


def _solve(
    problems: Sequence[Problem],
    limits: Limits,
    out: OutputFlags,
    *,
    explained: bool,
    proof: str | None,
) -> int:
    """Check puzzles, show the solution of each or two, and explain how a person finds it.

    Several have their numbers. Returns the worst of their exit statuses.
    """
    budget = Budget(limits)
    status = 0
    texts: list[str] = []
    for number, problem in enumerate(problems, start=1):
        answer, explanation = _answer(problem, budget, explained, proof)
        solutions = _solutions(answer)
        title = _("Puzzle {number}:").format(number=number) if len(problems) > 1 else ""
        if out.form == "json":
            text = _as_json(problem, answer, solutions, explanation, number if title else None)
        else:
            drawn = [tour_as_text(tour, out.form, 1, out.output) for tour in solutions]
            text = (f"{title}\n" if title else "") + "\n\n".join(drawn)
            text = f"\n{text}" if texts else text
        texts += [text] if text else []
        if text and out.output is None:
            write_answer(text, None)
        if title and (out.form == "json" or not on_terminal(out.output)):
            (note if isinstance(answer, Unique) else report)(title)
        status = max(status, _conclude(problem, answer, limits))
        if proof is not None:
            _report_proof(problem, answer, proof)
        if explanation is not None and out.form != "json":
            report(explanation.text(current_language()))
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
