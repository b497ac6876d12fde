"""``caballero puzzle make BOARD``: puzzles with one solution, in many formats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import click

from caballero.core.headings import Heading
from caballero.core.interchange import constraints_json, place_json, problem_json
from caballero.core.limits import Budget
from caballero.core.piece import Piece
from caballero.core.words import Message
from caballero.formats.puzzles import puzzle_heading, to_puzzle_text
from caballero.formats.write import stats_json
from caballero.proof.outcome import GaveUp, Impossible
from caballero.puzzles import GRADES, Puzzle, make_puzzle
from caballero.puzzles.make import KINDS

from . import options
from .answer import conclude, json_line, note, report, write_answer
from .call import Call
from .command import define
from .language import translate as _
from .options import ANSWER, QUESTION, SEARCH, STILL, Names, Whole, option
from .pictures import pdf_of, prepare, puzzle_of
from .problems import problem_of
from .progress import progress
from .several import numbered_files


@define(
    "make",
    help=_(
        "Make puzzles with one solution.\n\n"
        "BOARD is as for tour. No number but the first and the last can be spared (of symmetric "
        "puzzles, no pair of numbers). -o draws one as SVG or PNG, or all as PDF with their "
        "solutions."
    ),
    examples=(
        "caballero puzzle make 6 --piece king --level medium --symmetric --json\n"
        "caballero puzzle make 7 --kind zip --level hard\n"
        "caballero puzzle make 6 --piece king -k 12 -o sheet.pdf"
    ),
    statuses={0: _("made"), 1: _("there is none")},
)
@options.board
@option(ANSWER, "-k", "--count", least=1, help=_("Make N puzzles; 1 by default."))
@option(
    QUESTION, "--kind", among=Names("puzzle-kind", KINDS), metavar=_("KIND"),
    help=_(
        "Make puzzles of a kind: {names}. A Zip has waypoints and walls, and is for a wazir unless "
        "a piece is named."
    ),
)  # fmt: skip
@option(
    QUESTION, "--level", among=Names("level", GRADES), help=_("Make puzzles of a level: {names}.")
)
@option(
    SEARCH, "--seed", type=Whole(),
    help=_("Seed of the first puzzle, 0 by default; the next ones have the next seeds."),
)  # fmt: skip
@option(
    QUESTION, "--more", least=0,
    help=_("Give N clues more than are needed; of symmetric puzzles, N pairs."),
)  # fmt: skip
@option(
    QUESTION, "--given", "exactly", least=1,
    help=_("Give exactly N clues, at least as many as are needed."),
)  # fmt: skip
@option(
    QUESTION, "--symmetric", is_flag=True,
    help=_("Put the clues where they look the same after half a turn."),
)  # fmt: skip
@option(
    QUESTION, "--hide-ends", is_flag=True,
    help=_("Do not make the first and the last number clues in any case."),
)  # fmt: skip
@options.question
@options.limits
@options.board_picture
@options.paper
@options.answer(*options.PUZZLES)
def command(call: Call) -> int:
    zipped = call.kind == "zip"
    problem = problem_of(call, Heading(Piece("wazir")) if zipped else None)
    if problem.clues or problem.waypoints:
        line = _("This is a puzzle: caballero puzzle check FILE checks it, solve FILE solves it.")
        raise click.UsageError(line)
    if call.form != "json":
        puzzle_heading(problem)  # before the search, refuse what no text and no picture can show
        prepare(call, problem.board)
    budget = Budget(call.limits)
    first, count = call.seed or 0, call.count or 1
    made: list[Puzzle] = []
    texts: list[str] = []
    status = 0
    for seed in range(first, first + count):
        with progress() as bar:
            make = partial(
                make_puzzle, problem, kind=call.kind or KINDS[0], ends=not call.hide_ends,
                symmetric=call.symmetric, level=call.level, seed=seed, on_event=bar,
            )  # fmt: skip
            answer = make(more=0 if call.exactly else call.more or 0, limits=budget.left)
            if call.exactly is not None and isinstance(answer, Puzzle):
                more = max(0, call.exactly - len(answer.problem.clues))
                answer = make(more=more // 2 if call.symmetric else more, limits=budget.left)
        if not isinstance(answer, Puzzle):
            status = _conclude(call, answer)
            if made:
                report(_("Puzzles made before: {count}.").format(count=len(made)))
            break
        count_given = len(answer.problem.clues)
        if call.exactly not in {None, count_given}:
            line = _(
                "With seed {seed} a puzzle has {count} clues, not {wanted}: ask for another "
                "number, or choose another --seed."
            )
            report(line.format(seed=seed, count=count_given, wanted=call.exactly))
            status = 3
            break
        made.append(answer)
        texts.append(_as_json(answer, seed) if call.form == "json" else _as_text(answer, texts))
        if call.output is None:
            write_answer(call, texts[-1])
        _describe(call, answer)
    if made and call.output is not None:
        _write(call, made, texts)
    return status


def _write(call: Call, made: Sequence[Puzzle], texts: Sequence[str]) -> None:
    """Write all puzzles to a file, or pictures of them to one each."""
    if call.form not in STILL:
        write_answer(call, _sheet(call, made) if call.form == "pdf" else "\n".join(texts))
        return
    for puzzle, file in zip(made, numbered_files(call.output, call.count or 1), strict=False):
        write_answer(call.but(output=file), puzzle_of(call, puzzle.problem))


def _sheet(call: Call, made: Sequence[Puzzle]) -> bytes:
    """Return all puzzles as a PDF, with their levels and solutions."""
    levels = [_level(puzzle) for puzzle in made]
    captions = [f"{i} · {level}" for i, level in enumerate(levels, start=1)]
    solutions = {i: puzzle.tour for i, puzzle in enumerate(made)}
    problems = [puzzle.problem for puzzle in made]
    return pdf_of(call, problems, solutions, captions if len(made) > 1 else levels)


def _level(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is, in the reader's language."""
    if puzzle.grade is None:
        return _("unknown")
    return Message(f"level-{puzzle.grade}").text()


def _describe(call: Call, puzzle: Puzzle) -> None:
    """Report how hard a puzzle is, and its cost."""
    given, stats = len(puzzle.problem.clues), puzzle.stats
    waypoints, walls = len(puzzle.problem.waypoints), len(puzzle.problem.forbidden)
    line = (
        _(
            "Proved: exactly one solution. Level {level}, waypoints: {waypoints}, walls: {walls} "
            "({nodes} nodes, {seconds:.3f} s)."
        )
        if waypoints
        else _(
            "Proved: exactly one solution. Level {level}, clues: {given} ({nodes} nodes, "
            "{seconds:.3f} s)."
        )
    )
    cost = {"nodes": stats.nodes, "seconds": stats.seconds}
    note(line.format(level=_level(puzzle), given=given, waypoints=waypoints, walls=walls, **cost))
    if not puzzle.minimal and (call.more, call.exactly, call.level) == (None, None, None):
        report(_("A limit was reached: the puzzle may have more clues than it needs."))


def _conclude(call: Call, answer: Impossible | GaveUp) -> int:
    """Report why there is no puzzle, and return the exit status."""
    if isinstance(answer, GaveUp) and answer.limit == "method" and call.level is not None:
        line = _("No puzzle of level {level} was found: choose another level, board or --seed.")
        report(line.format(level=call.level))
        return 3
    return conclude(call, answer)


def _as_text(puzzle: Puzzle, before: Sequence[str]) -> str:
    """Return a puzzle as a file that all commands read, after an empty line if it is not first."""
    return ("\n" if before else "") + to_puzzle_text(puzzle.problem)


def _as_json(puzzle: Puzzle, seed: int) -> str:
    """Return a puzzle as one line of JSON."""
    problem, board = puzzle.problem, puzzle.problem.board
    clues = [[*board.square(v), number] for number, v in sorted(problem.numbered().items())]
    data: dict[str, object] = {"status": "made", **problem_json(problem)}
    constraints = constraints_json(problem)
    if problem.waypoints:
        data |= {"walls": [], **constraints}
    else:
        data |= {**constraints, "clues": clues}
    data |= {"solution": [place_json(place) for place in puzzle.tour], "grade": puzzle.grade}
    data |= {"minimal": puzzle.minimal, "seed": seed, "stats": stats_json(puzzle.stats)}
    return json_line(data)
