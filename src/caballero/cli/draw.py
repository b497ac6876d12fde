"""``caballero draw FILE``: draw a tour, a partial or a wrong one, a puzzle or an empty board."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final

import click

from caballero.core.board import Board, Square, parse_place
from caballero.core.errors import InvalidInput, InvalidTour
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.formats.claims import MAX_BYTES, read_claim
from caballero.formats.puzzles import read_puzzle
from caballero.proof.claim import Claim
from caballero.proof.judge import Verdict, verify

from . import complete
from .answer import report, write_answer
from .checks import OF_TOURS, refuse_useless
from .command import define
from .language import current_language, translate as _
from .options import (
    OutputFlags,
    ProblemFlags,
    file_argument,
    first_option,
    format_option,
    general_options,
    output_option,
    pack_options,
    read_file,
    surface_option,
)
from .pictures import (
    ENDS,
    PICTURES,
    STILL,
    PictureFlags,
    coordinates_option,
    picture_of,
    prepare,
    speed_option,
    style_option,
    theme_option,
    width_option,
)
from .progress import progress

UNFINISHED: Final = frozenset({
    "fault-cut-off", "fault-length", "fault-number-missing", "never-visited", "too-few",
})  # fmt: skip
"""The faults of puzzles and of partial tours."""


@define(
    "draw",
    help=_(
        "Draw a tour as SVG or PNG, or as an animation: GIF, APNG, WebP or MP4.\n\n"
        "FILE (- is standard input) holds a tour as for verify, the beginning of one, or a "
        "puzzle (. an empty square, # none, S the start, E the end, numbers); or it names an "
        "empty board, such as 8. The faults of a wrong tour are marked."
    ),
    examples=_(
        "caballero tour 8 --json | caballero draw - -o tour.svg\n"
        "caballero draw tour.txt --style thread --theme wood -o wood.svg\n"
        "caballero draw 8 --coordinates -o board.svg"
    ),
    statuses={0: _("drawn"), 1: _("drawn, with the faults marked"), 2: None, 130: None},
    forms=ENDS,
    usual="svg",
)
@file_argument
@click.option(
    "--closed/--open", "closed", default=None, help=_("Require a closed or an open tour.")
)
@click.option(
    "--piece",
    metavar=_("PIECE"),
    shell_complete=complete.pieces,
    help=_("The piece; unless the file names one, a knight."),
)
@surface_option
@style_option
@theme_option
@click.option("--numbers/--no-numbers", default=None, help=_("Draw the numbers."))
@click.option("--path/--no-path", default=None, help=_("Draw the path."))
@width_option
@coordinates_option
@speed_option
@format_option(PICTURES)
@first_option
@output_option
@general_options
@pack_options(flags=ProblemFlags, picture=PictureFlags, out=OutputFlags)
def command(file: str, flags: ProblemFlags, picture: PictureFlags, out: OutputFlags) -> int:
    form = out.form
    if file[:1].isdigit() and not os.path.isfile(file):
        refuse_useless(click.get_current_context(), [OF_TOURS])
        _write_position(Board.parse(file, flags.surface), (), form, picture, out)
        return 0
    data = read_file(file, MAX_BYTES)
    claim = _read(data, flags.surface)
    if isinstance(claim, Problem):
        from caballero.render.position import puzzle_labels

        refuse_useless(click.get_current_context(), [OF_TOURS])
        labels = puzzle_labels(claim)
        _write_position(claim.board, labels, form, picture, out, given=dict(labels))
        return 0
    verdict = verify(claim, closed=flags.closed, piece=flags.piece, surface=flags.surface)
    faults = [fault for fault in verdict.faults if fault.code not in UNFINISHED]
    if tour := verdict.tour or (None if faults else _beginning(claim, verdict)):
        prepare(form, tour.board)
        with progress(_("pictures")) as bar:
            drawn = picture_of(tour, form, picture, bar)
        write_answer(drawn, out.output)
        return 0
    board = verdict.problem.board
    labels = [(square, str(number)) for number, square in _numbered(claim, board)]
    marks: dict[str, Any] = {"given": () if faults else dict(labels)}
    if faults:
        places = [[place for place in fault.places if place in board] for fault in faults]
        marks["wrong"] = [*dict.fromkeys(place for some in places for place in some)]
        marks["no_moves"] = [
            some
            for fault, some in zip(faults, places, strict=True)
            if len(some) == 2 and fault.code.startswith(("fault-step", "fault-not-closed"))
        ]
        marks["title"] = faults[0].message.text(current_language())
    _write_position(board, labels, form, picture, out, **marks)
    if faults:
        line = _("This is not a tour: {fault} See: caballero verify {file}")
        report(line.format(fault=faults[0].message.text(current_language()), file=file))
    return 1 if faults else 0


def _read(data: bytes, surface: str | None) -> Claim | Problem:
    """Read a claimed tour, or else a puzzle; raise the error about the tour if it is neither."""
    try:
        claim = read_claim(data)
    except InvalidTour as error:
        try:
            return read_puzzle(data, surface=surface)
        except InvalidInput:
            raise error from None
    zeros = sum(number == 0 for number, _place in claim.numbered)
    return claim if zeros < 2 else read_puzzle(data, surface=surface)  # empty squares


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


def _write_position(
    board: Board,
    labels: Iterable[tuple[Square, str]],
    form: str,
    picture: PictureFlags,
    out: OutputFlags,
    **marks: Any,
) -> None:
    """Write a board that is no tour, with the marks of `position_svg`."""
    from caballero.render.extras import page_of
    from caballero.render.png import png_of
    from caballero.render.position import position_svg

    if form not in STILL:
        raise click.UsageError(_("Only tours can be animated: choose SVG or PNG."))
    prepare(form, board)
    drawn = position_svg(
        board, labels, theme=picture.theme, width=picture.width, coordinates=picture.coordinates,
        **marks,
    )  # fmt: skip
    write_answer(drawn if form == "svg" else png_of(drawn, page_of(picture.theme)), out.output)
