"""``caballero draw FILE…``: draw tours, partial or wrong ones, puzzles or empty boards."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import click

from caballero.core.board import Board, Square, parse_place
from caballero.core.errors import InvalidInput, InvalidTour
from caballero.core.limits import Budget, Limits
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.formats.puzzles import read_puzzle, read_puzzles
from caballero.proof.claim import Claim
from caballero.proof.judge import Fault, Verdict, verify
from caballero.proof.outcome import Found
from caballero.proof.written import MAX_BYTES, read_claim

from . import complete
from .answer import conclude, report, write_answer
from .command import define
from .language import translate as _
from .option import PICTURE, option
from .options import (
    OutputFlags,
    ProblemFlags,
    claim_options,
    first_option,
    format_option,
    general_options,
    limit_options,
    output_option,
    pack_options,
    read_file,
)
from .pictures import (
    ENDS,
    PICTURES,
    STILL,
    PictureFlags,
    coordinates_option,
    paper_options,
    pdf_of,
    picture_of,
    position_of,
    prepare,
    speed_option,
    style_option,
    theme_option,
    width_option,
)
from .progress import progress

TEXTS: Final = ("text", "csv")
"""The formats that show a board and its numbers as text: with the piece, and as a plain grid."""

UNFINISHED: Final = frozenset({
    "fault-cut-off", "fault-length", "fault-number-missing", "never-visited", "too-few",
    "fault-unfinished",
})  # fmt: skip
"""The faults of puzzles and of partial tours."""


@define(
    "draw",
    help=_(
        "Draw a tour as SVG or PNG, as an animation (GIF, APNG, WebP or MP4), or many as PDF.\n\n"
        "FILE (- is standard input) holds a tour as for verify, the beginning of one, or "
        "puzzles (. an empty square, # none, S the start, E the end, numbers); or it names an "
        "empty board, such as 8. The faults of a wrong tour are marked. A PDF has all files, "
        "several on a page, and with --solutions the solutions of the puzzles at its end. text "
        "and csv write the numbers for other programs."
    ),
    examples=_(
        "caballero tour 8 --json | caballero draw - -o tour.svg\n"
        "caballero draw tour.txt --style thread --theme wood -o wood.svg\n"
        "caballero draw puzzle.txt 8 tour.txt --solutions -o sheet.pdf"
    ),
    statuses={
        0: _("drawn"),
        1: _("drawn, with the faults marked; or a puzzle has no solution"),
        2: None,
        3: None,
        130: None,
    },
    forms={**ENDS, "txt": "text", "csv": "csv"},
    usual="svg",
)
@click.argument("files", metavar=_("FILE…"), nargs=-1, required=True, shell_complete=complete.files)
@claim_options
@style_option
@theme_option
@option(PICTURE, "--numbers/--no-numbers", default=None, help=_("Draw the numbers."))
@option(PICTURE, "--path/--no-path", default=None, help=_("Draw the path."))
@width_option
@coordinates_option
@speed_option
@paper_options
@option(
    PICTURE,
    "--solutions",
    is_flag=True,
    help=_("Add the solutions of the puzzles to the end of a PDF."),
)
@limit_options
@format_option([*PICTURES, *TEXTS])
@first_option
@output_option
@general_options
@pack_options(flags=ProblemFlags, picture=PictureFlags, out=OutputFlags, limits=Limits)
def command(
    files: tuple[str, ...],
    flags: ProblemFlags,
    picture: PictureFlags,
    out: OutputFlags,
    limits: Limits,
    solutions: bool,
) -> int:
    form = out.form
    contents = [content for file in files for content in _read(file, flags)]
    if len(contents) > 1 and form != "pdf":
        line = _("Only a PDF shows several boards: name one with -o, such as sheet.pdf.")
        raise click.UsageError(line)
    for content in contents:
        prepare(form, content.board)
    if form == "pdf":
        status = _write_pdf(contents, picture, out, limits if solutions else None)
    elif form in TEXTS:
        write_answer(_text(contents[0], form), out.output)
        status = 0
    elif tour := contents[0].tour:
        with progress(_("pictures")) as bar:
            drawn = picture_of(tour, form, picture, bar)
        write_answer(drawn, out.output)
        return 0
    else:
        status = _write_position(contents[0], form, picture, out)
    for content in contents:
        if content.fault:
            line = _("This is not a tour: {fault} See: caballero verify {file}")
            report(line.format(fault=content.fault, file=content.file))
            status = status or 1
    return status


@dataclass(frozen=True, slots=True)
class _Content:
    """The content of a file: a tour, or a board with texts in its squares and marks at its faults.

    `puzzle` is the problem of a puzzle, `fault` the first fault of a wrong tour in `file`.
    """

    board: Board
    tour: Tour | None = None
    puzzle: Problem | None = None
    labels: list[tuple[Square, str]] = field(default_factory=list)
    marks: dict[str, Any] = field(default_factory=dict)
    fault: str = ""
    file: str = ""


def _read(file: str, flags: ProblemFlags) -> list[_Content]:
    """Read a file, which may have several puzzles, or the name of a board."""
    if file[:1].isdigit() and not os.path.isfile(file):
        return [_Content(Board(file, surface=flags.surface))]
    data = read_file(file, MAX_BYTES)
    how: dict[str, Any] = {"piece": flags.piece, "closed": flags.closed, "surface": flags.surface}
    claim = _claim_or_puzzles(data, how)
    if isinstance(claim, list):
        return [*map(_shown, claim)]
    ground = Problem(claim.board_shown(), surface=flags.surface).ground
    verdict = verify(claim, ground, piece=flags.piece, closed=flags.closed)
    faults = [fault for fault in verdict.faults if fault.code not in UNFINISHED]
    if tour := verdict.tour or (None if faults else _beginning(claim, verdict)):
        return [_Content(tour.board, tour)]
    board = verdict.problem.board
    labels = [(square, str(number)) for number, square in _numbered(claim, board)]
    if faults:
        fault = faults[0].message.text()
        return [_Content(board, None, None, labels, _marks(faults, board), fault, file)]
    with suppress(InvalidInput):  # numbers from 0 on make no puzzle that can be solved
        puzzle = read_puzzle(data, **how)
        return [_Content(board, None, puzzle, labels, {"given": dict(labels)})]
    return [_Content(board, None, None, labels, {"given": dict(labels)})]


def _shown(puzzle: Problem) -> _Content:
    """Return a puzzle with its numbers."""
    from caballero.render.position import puzzle_labels

    labels = puzzle_labels(puzzle)
    return _Content(puzzle.board, None, puzzle, labels, {"given": dict(labels)})


def _marks(faults: Sequence[Fault], board: Board) -> dict[str, Any]:
    """Return the squares of faults, and the pairs of squares that no move joins."""
    places = [[place for place in fault.places if place in board] for fault in faults]
    return {
        "wrong": [*dict.fromkeys(place for some in places for place in some)],
        "no_moves": [
            some
            for fault, some in zip(faults, places, strict=True)
            if len(some) == 2 and fault.code.startswith(("fault-step", "fault-not-closed"))
        ],
    }


def _claim_or_puzzles(data: bytes, how: dict[str, Any]) -> Claim | list[Problem]:
    """Read a claimed tour, or else puzzles; if it is neither, raise the error about the tour."""
    try:
        claim = read_claim(data)
    except InvalidTour as error:
        try:
            return read_puzzles(data, **how)
        except InvalidInput as wrong:
            is_puzzle = error.code == "json-no-tour" and wrong.code != "json-no-puzzle"
            raise (wrong if is_puzzle or wrong.code == "puzzle-number" else error) from None
    zeros = sum(number == 0 for number, _place in claim.numbered)
    return claim if zeros < 2 else read_puzzles(data, **how)  # empty squares


def _numbered(claim: Claim, board: Board) -> list[tuple[int, Square]]:
    """Return the numbers that are on the board, in order, with their squares."""
    rows = board.shape[0] if len(board.shape) == 2 else None
    places = [(n, parse_place(p, rows) if isinstance(p, str) else p) for n, p in claim.numbered]
    return sorted((n, place) for n, place in places if isinstance(place, tuple) and place in board)


def _beginning(claim: Claim, verdict: Verdict) -> Tour | None:
    """Return a partial tour whose numbers are consecutive; None for a puzzle."""
    numbered = _numbered(claim, verdict.problem.board)
    if len(numbered) < 2 or any(b - a != 1 for (a, _a), (b, _b) in pairwise(numbered)):
        return None
    squares = [square for _number, square in numbered]
    return Tour.from_squares(verdict.problem.board, squares, verdict.problem.piece)


def _write_position(content: _Content, form: str, picture: PictureFlags, out: OutputFlags) -> int:
    """Write a board that is no tour."""
    if form not in STILL:
        raise click.UsageError(_("Only tours can be animated: choose SVG, PNG or PDF."))
    title = content.fault or None
    drawn = position_of(content.board, content.labels, form, picture, title=title, **content.marks)
    write_answer(drawn, out.output)
    return 0


def _text(content: _Content, form: str) -> str:
    """Return a board and its numbers as the text of a puzzle, or as CSV."""
    from caballero.formats.puzzles import to_grid_text, to_puzzle_text

    problem = content.puzzle
    if tour := content.tour:
        numbers = {square: number for number, square in enumerate(tour.squares, start=1)}
        problem = Problem(tour.board, tour.piece, tour.closed, clues=numbers)
    if problem is None:
        clues = {square: int(label) for square, label in content.labels}
        problem = Problem(content.board, clues=clues)
    return to_puzzle_text(problem) if form == "text" else to_grid_text(problem, ",")


def _write_pdf(
    contents: Sequence[_Content], picture: PictureFlags, out: OutputFlags, limits: Limits | None
) -> int:
    """Write a PDF, with the solutions of the puzzles if there are limits for finding them."""
    from caballero.find import solve  # only solutions need it
    from caballero.render.position import position_scene
    from caballero.render.themes import theme_named

    solutions: dict[int, Tour] = {}
    puzzles = [(i, content.puzzle) for i, content in enumerate(contents) if content.puzzle]
    if limits is not None and not puzzles:
        line = _("--solutions is for puzzles, and no file has one: leave it out.")
        raise click.UsageError(line)
    budget = Budget(limits or Limits())
    for i, puzzle in puzzles if limits is not None else ():
        with progress() as bar:
            outcome = solve(puzzle, limits=budget.left, on_event=bar)
        if not isinstance(outcome, Found):
            report(_("Puzzle {number}:").format(number=i + 1))
            return conclude(outcome, limits)
        solutions[i] = outcome.tour
    theme = theme_named(picture.theme)
    things = [
        content.tour
        or content.puzzle
        or position_scene(content.board, theme, content.labels, **content.marks)
        for content in contents
    ]
    write_answer(pdf_of(things, picture, solutions), out.output)
    return 0
