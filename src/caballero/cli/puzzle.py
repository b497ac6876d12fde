"""``caballero puzzle --check FILE``: whether a puzzle has one solution, several or none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import click

from caballero.core.interchange import problem_json
from caballero.core.limits import Limits
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.formats.write import VERSION, certificate_json, stats_json
from caballero.proof.outcome import GaveUp, Impossible
from caballero.puzzles import Several, Unique, is_unique

from . import complete
from .answer import conclude, note, report, tour_as_text, write_answer
from .command import define
from .language import current_language, translate as _
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
)
from .progress import progress

if TYPE_CHECKING:
    from caballero.puzzles.unique import Uniqueness

STATUSES: Final[Mapping[type, str]] = MappingProxyType(
    {Unique: "unique", Several: "several", Impossible: "none", GaveUp: "gave-up"}
)
"""The status of each answer in JSON."""


@define(
    "puzzle",
    help=_(
        "Say whether a puzzle has exactly one solution, and show it; or two that differ.\n\n"
        "A puzzle is a drawing with numbers, as for tour."
    ),
    examples=(
        "caballero puzzle --check puzzle.txt\n"
        "caballero puzzle --check puzzle.txt --piece wazir\n"
        "caballero puzzle --check puzzle.txt --json"
    ),
    statuses={
        0: _("there is exactly one solution"),
        1: _("there are several, or none"),
        2: None,
        3: None,
        130: None,
    },
    forms={"json": "json"},
)
@click.option(
    "--check", "board", required=True, metavar=_("FILE"), shell_complete=complete.files,
    help=_("Check the puzzle in FILE; - is standard input."),
)  # fmt: skip
@problem_options
@constraint_options
@limit_options
@json_option
@output_option
@general_options
@pack_options(flags=ProblemFlags, limits=Limits, out=OutputFlags)
def command(flags: ProblemFlags, limits: Limits, out: OutputFlags) -> int:
    problem = problem_from_flags(flags)
    with progress() as bar:
        answer = is_unique(problem, limits=limits, on_event=bar)
    solutions = _solutions(answer)
    if out.form == "json":
        write_answer(_as_json(problem, answer, solutions), out.output)
    elif solutions:
        texts = (tour_as_text(tour, out.form, 1, out.output) for tour in solutions)
        write_answer("\n\n".join(texts), out.output)
    return _conclude(problem, answer, limits)


def _solutions(answer: Uniqueness) -> list[Tour]:
    """Return the solutions that an answer has, at most two."""
    match answer:
        case Unique(tour):
            return [tour]
        case Several(first, second):
            return [first, second]
    return []


def _as_json(problem: Problem, answer: Uniqueness, solutions: list[Tour]) -> str:
    """Return an answer as one line of JSON."""
    status = STATUSES[type(answer)]
    data: dict[str, object] = {"caballero": VERSION, "status": status, **problem_json(problem)}
    data |= {"solutions": [tour.to_dict()["tour"] for tour in solutions]}
    match answer:
        case Unique(certificate=certificate) | Impossible(certificate):
            data |= {"certificate": certificate_json(certificate, current_language())}
        case GaveUp(limit):
            data |= {"limit": limit}
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
    if isinstance(answer, Impossible):
        note_unnamed()
    return status
