"""``caballero puzzle make BOARD``: puzzles with one solution, in many formats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import click

from caballero.core.interchange import constraints_json, place_json, problem_json
from caballero.core.limits import Budget, Limits
from caballero.core.problem import Problem
from caballero.core.words import Message
from caballero.formats.puzzles import puzzle_heading, to_puzzle_text
from caballero.formats.write import VERSION, stats_json
from caballero.proof.outcome import GaveUp, Impossible
from caballero.puzzles import GRADES, Puzzle, make_puzzle

from .answer import conclude, note, report, write_answer
from .command import define
from .language import translate as _
from .option import ANSWER, QUESTION, SEARCH, Names, option
from .options import (
    OutputFlags,
    ProblemFlags,
    answer_options,
    board_argument,
    limit_options,
    pack_options,
    problem_from_flags,
    question_options,
)
from .pictures import (
    PICTURES,
    PUZZLE_FORMS,
    PictureFlags,
    board_options,
    paper_options,
    pdf_of,
    position_of,
    prepare,
)
from .progress import progress

LEVEL_NAMES: Final = Names("level", GRADES)


@dataclass(frozen=True, slots=True)
class MakeFlags:
    """The flags of what puzzles to make: how many, how hard, and how they look."""

    count: int | None = None
    level: str | None = None
    seed: int | None = None
    more: int | None = None
    symmetric: bool = False
    hide_ends: bool = False


@define(
    "make",
    help=_(
        "Make puzzles with one solution.\n\n"
        "BOARD is as for tour. No number but the first and the last can be spared (of symmetric "
        "puzzles, no pair of numbers). -o draws one as SVG or PNG, or all as PDF with their "
        "solutions."
    ),
    examples=(
        "caballero puzzle make 6 --piece king --level medium --symmetric\n"
        "caballero puzzle make 5 --piece wazir -k 3 --json -o puzzles.jsonl\n"
        "caballero puzzle make 6 --piece king -k 12 -o sheet.pdf"
    ),
    statuses={0: _("made"), 1: _("there is none"), 2: None, 3: None, 130: None},
    forms=PUZZLE_FORMS,
)
@board_argument
@option(
    ANSWER, "-k", "--count", type=click.IntRange(min=1), metavar=_("N"),
    help=_("Make N puzzles; 1 by default."),
)  # fmt: skip
@option(
    QUESTION, "--level", type=LEVEL_NAMES, metavar=_("LEVEL"),
    help=_("Make puzzles of a level: {names}.").format(names=LEVEL_NAMES),
)  # fmt: skip
@option(
    SEARCH, "--seed", type=int, metavar=_("N"),
    help=_("Seed of the first puzzle, 0 by default; the next ones have the next seeds."),
)  # fmt: skip
@option(
    QUESTION, "--more", type=click.IntRange(min=0), metavar=_("N"),
    help=_("Give N numbers more than are needed; of symmetric puzzles, N pairs."),
)  # fmt: skip
@option(
    QUESTION, "--symmetric", is_flag=True,
    help=_("Put the given numbers where they look the same after half a turn."),
)  # fmt: skip
@option(
    QUESTION, "--hide-ends", is_flag=True,
    help=_("Do not give the first and the last number in any case."),
)  # fmt: skip
@question_options
@limit_options
@board_options
@paper_options
@answer_options
@pack_options(
    flags=ProblemFlags, made=MakeFlags, limits=Limits, picture=PictureFlags, out=OutputFlags
)
def command(
    flags: ProblemFlags, made: MakeFlags, limits: Limits, picture: PictureFlags, out: OutputFlags
) -> int:
    problem = problem_from_flags(flags)
    if problem.clues:
        line = _("This is a puzzle: caballero puzzle check FILE checks it, solve FILE solves it.")
        raise click.UsageError(line)
    if out.form != "json":
        puzzle_heading(problem)  # before the search, refuse what no text and no picture can show
        prepare(out.form, problem.board)
    return _make(problem, made, limits, picture, out)


def _make(
    problem: Problem, flags: MakeFlags, limits: Limits, picture: PictureFlags, out: OutputFlags
) -> int:
    """Make puzzles, write them, and return the exit status."""
    budget = Budget(limits)
    first, count = flags.seed or 0, flags.count or 1
    made: list[Puzzle] = []
    texts: list[str] = []
    status = 0
    for seed in range(first, first + count):
        with progress() as bar:
            answer = make_puzzle(
                problem, ends=not flags.hide_ends, symmetric=flags.symmetric,
                more=flags.more or 0, level=flags.level, seed=seed, limits=budget.left,
                on_event=bar,
            )  # fmt: skip
        if not isinstance(answer, Puzzle):
            status = _conclude(answer, flags, limits)
            if made:
                report(_("Puzzles made before: {count}.").format(count=len(made)))
            break
        made.append(answer)
        texts.append(_as_json(answer, seed) if out.form == "json" else _as_text(answer, texts))
        if out.output is None:
            write_answer(texts[-1], None)
        _describe(answer, flags)
    if made and out.output is not None:
        drawn = out.form in PICTURES
        write_answer(_drawn(made, out.form, picture) if drawn else "\n".join(texts), out.output)
    return status


def _drawn(made: Sequence[Puzzle], form: str, picture: PictureFlags) -> str | bytes:
    """Return the only puzzle as SVG or PNG, or all as a PDF with their levels and solutions."""
    if form == "pdf":
        levels = [_level(puzzle) for puzzle in made]
        captions = [f"{i} · {level}" for i, level in enumerate(levels, start=1)]
        solutions = {i: puzzle.tour for i, puzzle in enumerate(made)}
        problems = [puzzle.problem for puzzle in made]
        return pdf_of(problems, picture, solutions, captions if len(made) > 1 else levels)
    from caballero.render.position import puzzle_labels

    problem = made[0].problem
    labels = puzzle_labels(problem)
    return position_of(problem.board, labels, form, picture, given=dict(labels))


def _level(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is, in the reader's language."""
    if puzzle.grade is None:
        return _("unknown")
    return Message(f"level-{puzzle.grade}").text()


def _describe(puzzle: Puzzle, flags: MakeFlags) -> None:
    """Report how hard a puzzle is, and its cost."""
    given, stats = len(puzzle.problem.clues), puzzle.stats
    line = _(
        "Proved: exactly one solution. Level {level}, clues: {given} ({nodes} nodes, "
        "{seconds:.3f} s)."
    )
    note(line.format(level=_level(puzzle), given=given, nodes=stats.nodes, seconds=stats.seconds))
    if not puzzle.minimal and flags.more is None and flags.level is None:
        report(_("A limit was reached: the puzzle may have more numbers than it needs."))


def _conclude(answer: Impossible | GaveUp, flags: MakeFlags, limits: Limits) -> int:
    """Report why there is no puzzle, and return the exit status."""
    if isinstance(answer, GaveUp) and answer.limit == "method" and flags.level is not None:
        line = _("No puzzle of level {level} was found: choose another level, board or --seed.")
        report(line.format(level=flags.level))
        return 3
    return conclude(answer, limits)


def _as_text(puzzle: Puzzle, before: Sequence[str]) -> str:
    """Return a puzzle as a file that all commands read, after an empty line if it is not first."""
    return ("\n" if before else "") + to_puzzle_text(puzzle.problem)


def _as_json(puzzle: Puzzle, seed: int) -> str:
    """Return a puzzle as one line of JSON."""
    problem = puzzle.problem
    data: dict[str, object] = {"caballero": VERSION, "status": "made", **problem_json(problem)}
    rest = constraints_json(problem)
    board = problem.board
    clues = [[*board.square(v), number] for number, v in sorted(problem.numbered().items())]
    data |= {**rest, "clues": clues, "solution": [place_json(place) for place in puzzle.tour]}
    data |= {"grade": puzzle.grade, "minimal": puzzle.minimal, "seed": seed}
    return json.dumps({**data, "stats": stats_json(puzzle.stats)}, ensure_ascii=False)
