"""``caballero draw FILE…``: draw tours, partial or wrong ones, puzzles or empty boards."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import cycle, islice, pairwise
from typing import Any, Final

import click

from caballero import Board, Found, InvalidInput, Problem, Tour, Verdict, verify
from caballero.formats import read_claim, read_puzzle, read_puzzles
from caballero.machine.errors import InvalidTour
from caballero.model.board import Square, parse_place
from caballero.model.headings import heading_of, moves_of
from caballero.model.texts import MAX_BYTES
from caballero.proof import Claim, Fault

from . import options
from .answer import conclude, puzzle_as_text, report, write_answer
from .command import define
from .language import translate as _
from .options import PICTURE, PICTURES, QUESTION, STILL, Answer, Drawn, Limited, given, option
from .pictures import pdf_of, picture_of, position_of, prepare, puzzle_of
from .problems import is_board_name, naming_source, read_file
from .progress import progress
from .several import names_on, pupils_of, write_links, write_pictures

TEXTS: Final = ("text", "csv", "kudamono", "penpa", "puzzlink")
"""The formats that show a board and its numbers as text: with the piece, as a grid, as a link."""

UNFINISHED: Final = frozenset({
    "fault-cut-off", "fault-length", "fault-number-missing", "never-visited", "too-few",
    "fault-unfinished",
})  # fmt: skip
"""The faults of puzzles and of partial tours."""


class Draw(
    options.Claim, options.Styled, options.BoardPicture, options.Speed, options.Paper,
    options.Sheets, Limited, Answer, options.First
):  # fmt: skip
    forms = (*PICTURES, *TEXTS)
    files: tuple[str, ...] = options.argument(
        _("FILE…"), nargs=-1, required=False, type=options.FILE
    )
    numbers: bool | None = option(PICTURE, "--numbers/--no-numbers", default=None, before="width",
        help=_(
        "Draw the numbers."))  # fmt: skip
    path: bool | None = option(PICTURE, "--path/--no-path", default=None, before="width", help=_(
        "Draw the path."))  # fmt: skip
    solutions: bool = option(PICTURE, help=_(
        "Add the solutions of the puzzles to the end of a PDF."))  # fmt: skip


@define("draw", Draw,
    statuses={0: _("drawn"), 1: _("drawn, with the faults marked; or a puzzle has no solution")},
    help=_(
    "Draw a tour as SVG or PNG, as an animation (GIF, APNG, WebP or MP4), or many as PDF.\n\n"
    "FILE (- is standard input) holds a tour as for verify, the beginning of one, or "
    "puzzles (. an empty square, # none, S the start, E the end, numbers); or it names an "
    "empty board, such as 8. The faults of a wrong tour are marked. A PDF has all files, "
    "several on a page, and with --solutions the solutions of the puzzles at its end. text, "
    "csv, kudamono, penpa and puzzlink write the numbers, or a link, for other programs."
), examples=_(
    "caballero tour 8 --json | caballero draw - -o tour.svg\n"
    "caballero draw tour.txt --style thread --theme wood -o wood.svg\n"
    "caballero draw puzzle.txt 8 tour.txt --solutions -o sheet.pdf"
))  # fmt: skip
def command(call: Draw) -> int:
    if not call.files:
        context = click.get_current_context()
        file = next(param for param in context.command.params if param.name == "files")
        raise click.MissingParameter(ctx=context, param=file)
    read = {file: _read(file, call) for file in call.files}
    contents = [content for some in read.values() for content in some]
    if len(contents) > 1 and call.form not in {"pdf", *STILL, *TEXTS}:
        line = _("An animation shows one tour: choose SVG, PNG or PDF for several boards.")
        raise click.UsageError(line)
    for content in contents:
        prepare(call, content.board)
    if call.form == "pdf":
        captions = [*_captions(read)] if len(read) > 1 else None
        if whose := pupils_of(call):
            contents = [*islice(cycle(contents), len(whose))]
            captions = [*whose]
        status = write_pdf(call, contents, captions, solutions=call.solutions)
    else:
        status = _write_each(call, contents)
    for content in contents:
        if content.fault:
            line = _("This is not a tour: {fault} See: caballero verify {file}")
            report(line.format(fault=content.fault, file=content.file))
            status = status or 1
    return status


class DrawOrder(options.BoardPicture, options.Paper, options.Timed, Answer):
    forms = (*STILL, "pdf")
    files: tuple[str, ...] = options.argument(
        _("FILE…"), nargs=-1, required=False, type=options.FILE
    )
    order: str = option(QUESTION, shell_complete=options.orders, metavar=_("ORDER"), help=_(
        "Draw the knight's moves, numbered in an order: geeksforgeeks, puc, trekhleb, granada, …"
    ))  # fmt: skip


@command.question(DrawOrder, "order", examples="caballero draw --order granada -o granada.svg")
def _draw_order(call: DrawOrder) -> int:
    from caballero.render.svg import scene_svg
    from caballero.render.themes import theme_named
    from caballero.teaching.lesson import order_scene

    from .pictures import still

    if call.files:
        line = _("--order draws the moves alone: leave {file} out.")
        raise click.UsageError(line.format(file=call.files[0]))
    theme = theme_named(call.theme)
    scene = order_scene(call.order, theme)
    if call.form == "pdf":
        write_answer(call, pdf_of(call, [scene]))
        return 0
    svg = scene_svg(scene, theme, call.order, width=call.width, coordinates=call.coordinates)
    write_answer(call, still(call, svg))
    return 0


def _write_each(call: Draw, contents: Sequence[Content]) -> int:
    """Write boards as text, below each other, or each as a picture; return the exit status."""
    several = len(contents) > 1
    if call.form in {"text", "csv"}:
        write_answer(call, "\n\n".join(_text(content, call.form, several) for content in contents))
        return 0
    if call.form in TEXTS:
        return write_links(call, contents, lambda content: _text(content, call.form, several))
    if len(contents) > 1 and call.output in {None, "-"}:
        line = _("A picture shows one board: name a file with -o for several.")
        raise click.UsageError(line)
    write_pictures(call, (_drawn(call, content) for content in contents), len(contents))
    return 0


def _captions(read: Mapping[str, Sequence[Content]]) -> Iterator[str]:
    """Yield the captions of boards of several files: their names, with numbers if necessary."""
    for file, contents in read.items():
        stem = os.path.splitext(os.path.basename(file))[0]
        for number in range(1, len(contents) + 1):
            yield stem if len(contents) == 1 else f"{stem} {number}"


def _drawn(call: Draw, content: Content) -> str | bytes:
    """Return a tour or a board in the format of the answer."""
    if content.tour:
        with progress(_("pictures")) as bar:
            return picture_of(call, content.tour, bar)
    if call.form not in STILL:
        raise click.UsageError(_("Only tours can be animated: choose SVG, PNG or PDF."))
    if content.puzzle:
        return puzzle_of(call, content.puzzle)
    title = content.fault or None
    return position_of(call, content.board, content.labels, title=title, **content.marks)


@dataclass(frozen=True, slots=True)
class Content:
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
    first: int = 1


def _read(file: str, call: Draw) -> list[Content]:
    """Read a file, which may have several puzzles, or the name of a board."""
    if is_board_name(file) and not os.path.isfile(file):
        return [Content(Board(file, surface=call.surface))]
    data = read_file(file, MAX_BYTES)
    how = given(piece=call.piece, closed=call.closed, surface=call.surface)
    with naming_source(file):
        claim = _claim_or_puzzles(data, how)
    if isinstance(claim, list):
        return [*map(_shown, claim)]
    ground = Problem(claim.board_shown(), surface=call.surface).ground
    verdict = verify(claim, ground, piece=call.piece, closed=call.closed)
    content = content_of(claim, verdict, file)
    if not content.tour and not content.fault:
        with suppress(InvalidInput):  # numbers from 0 on make no puzzle that can be solved
            content = replace(content, puzzle=read_puzzle(data, **how))
    return [content]


def content_of(claim: Claim, verdict: Verdict, file: str) -> Content:
    """Return what to draw of a claim: a tour or its beginning, or a board with its faults."""
    faults = [fault for fault in verdict.faults if fault.code not in UNFINISHED]
    if tour := verdict.tour or (None if faults else _beginning(claim, verdict)):
        numbers = [number for number, _square in _numbered(claim, tour.board)]
        return Content(tour.board, tour, first=min(numbers, default=1))
    board = verdict.problem.board
    labels = [(square, str(number)) for number, square in _numbered(claim, board)]
    if faults:
        fault = faults[0].message.text()
        return Content(board, None, None, labels, _marks(faults, board), fault, file)
    return Content(board, None, None, labels, {"given": dict(labels)})


def _shown(puzzle: Problem) -> Content:
    """Return a puzzle with its numbers."""
    from caballero.render.position import puzzle_labels

    labels = puzzle_labels(puzzle)
    return Content(puzzle.board, None, puzzle, labels, {"given": dict(labels)})


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
    text = data.decode(errors="replace")
    if heading_of(text[:1000]).zip or any(moves_of(line.strip()) for line in text.split("\n")):
        return read_puzzles(data, **how)
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


def _text(content: Content, form: str, several: bool) -> str:
    """Return a board and its numbers as a puzzle: text, a link, or CSV, several with headings."""
    from caballero.formats import to_grid_text

    problem = content.puzzle
    if tour := content.tour:
        numbers = {square: number for number, square in enumerate(tour.squares, start=1)}
        problem = replace(tour.problem, clues=tuple(numbers.items()))
    if problem is None:
        clues = {square: int(label) for square, label in content.labels}
        problem = Problem(content.board, clues=clues)
    return puzzle_as_text(form, problem) if form != "csv" or several else to_grid_text(problem, ",")


def write_pdf(
    call: Drawn,
    contents: Sequence[Content],
    captions: Sequence[str] | None,
    table: Sequence[Sequence[str]] = (),
    solutions: bool = False,
) -> int:
    """Write a PDF, with the solutions of the puzzles if they are wanted, and a table at the end."""
    from caballero.render.position import position_scene
    from caballero.render.scene import Scene, tour_scene
    from caballero.render.themes import theme_named

    solved = _solutions(call, contents) if solutions else {}
    if isinstance(solved, int):
        return solved
    theme = theme_named(call.theme)
    look = partial(tour_scene, theme=theme, style=call.style)
    things = [
        (one.tour and one.first != 1 and Scene(one.board, tuple(look(one.tour, first=one.first))))
        or one.tour or one.puzzle or position_scene(one.board, theme, one.labels, **one.marks)
        for one in contents
    ]  # fmt: skip
    names = names_on(call, len(things))
    write_answer(call, pdf_of(call, things, solved, captions, names, table))
    return 0


def _solutions(call: Drawn, contents: Sequence[Content]) -> dict[int, Tour] | int:
    """Find the solutions of the puzzles; the exit status if a puzzle has none within the limits."""
    from caballero import solve  # only solutions need it

    puzzles = [(i, content.puzzle) for i, content in enumerate(contents) if content.puzzle]
    if not puzzles:
        line = _("--solutions is for puzzles, and no file has one: leave it out.")
        raise click.UsageError(line)
    solutions = {}
    for i, puzzle in puzzles:
        with progress() as bar:
            outcome = solve(puzzle, limits=call.rest, callback=bar)
        if not isinstance(outcome, Found):
            report(_("Puzzle {number}:").format(number=i + 1))
            return conclude(call, outcome)
        solutions[i] = outcome.tour
    return solutions
