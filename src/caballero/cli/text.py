"""``caballero puzzle text TEXT``: a text along a tour, as text, JSON, a picture or a sheet."""

from __future__ import annotations

import json
from typing import Any, Final

import click

from caballero.core.board import Board
from caballero.core.interchange import place_json, problem_json
from caballero.core.limits import Limits
from caballero.core.problem import Problem
from caballero.core.words import LANGUAGES
from caballero.formats.write import VERSION, stats_json
from caballero.puzzles import TextPuzzle, text_puzzle

from . import complete
from .answer import conclude, note, write_answer
from .command import define
from .language import current_language, translate as _
from .option import QUESTION, Names, option
from .options import (
    OutputFlags,
    ProblemFlags,
    answer_options,
    limit_options,
    pack_options,
    problem_from_flags,
    problem_options,
    seed_option,
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

# A copy from caballero.puzzles, whose import takes longer than a help; a test compares them.
KINDS: Final = ("syllable", "word", "letter")
"""The pieces into which a text is split; the first are usual."""

KIND_NAMES: Final = Names("parts-kind", KINDS)


@define(
    "text",
    help=_(
        "Write TEXT along a tour of a board with a square for each of its syllables, words or "
        "letters: the reader finds the tour.\n\n"
        "The answer says how far another tour reads the same. The board is chosen, unless --board "
        "names one."
    ),
    examples=(
        "caballero puzzle text caballerosas --by letter\n"
        "caballero puzzle text caballerosas --by letter -o text.svg\n"
        "caballero puzzle text caballos --by letter --board 2x4 --piece king"
    ),
    statuses={0: _("made"), 1: _("there is none"), 2: None, 3: None, 130: None},
    forms=PUZZLE_FORMS,
)
@click.argument("text", metavar=_("TEXT"))
@option(
    QUESTION, "--by", type=KIND_NAMES, default=KINDS[0], show_default=True,
    metavar=_("PARTS"),
    help=_("Cut the text into parts: {names}.").format(names=KIND_NAMES),
)  # fmt: skip
@option(
    QUESTION, "--language", type=click.Choice(LANGUAGES), metavar="[en|es]",
    help=_("Language of the syllables; by default that of the messages."),
)  # fmt: skip
@option(
    QUESTION, "--board", metavar=_("BOARD"), shell_complete=complete.files,
    help=_("The board, as for tour."),
)  # fmt: skip
@problem_options
@seed_option
@limit_options
@board_options
@paper_options
@answer_options
@pack_options(flags=ProblemFlags, limits=Limits, picture=PictureFlags, out=OutputFlags)
def command(
    text: str,
    by: str,
    language: str | None,
    flags: ProblemFlags,
    seed: int | None,
    limits: Limits,
    picture: PictureFlags,
    out: OutputFlags,
) -> int:
    prepare(out.form, Board((1, 1)))  # all boards of texts are small
    if flags.board is None:
        how: dict[str, Any] = {"piece": flags.piece or "knight", "closed": bool(flags.closed)}
    else:
        how = {"board": problem_from_flags(flags)}
    with progress() as bar:
        answer = text_puzzle(
            text, by=by, language=language or current_language(), **how,
            seed=seed or 0, limits=limits, on_event=bar,
        )  # fmt: skip
    if not isinstance(answer, TextPuzzle):
        return conclude(answer, limits)
    if out.form == "json":
        write_answer(_as_json(answer, seed or 0), out.output)
    elif out.form in PICTURES:
        write_answer(_drawn(answer, out.form, picture), out.output)
    else:
        write_answer(_as_text(answer), out.output)
    note(answer.readings.text())
    return 0


def _as_text(puzzle: TextPuzzle) -> str:
    """Return the board with the text, the first square in brackets, and then the solution."""
    from caballero.render.text import framed, tour_text

    cells = puzzle.labels
    cells[puzzle.first] = f"[{cells[puzzle.first]}]"
    return f"{framed(puzzle.tour.board, cells)}\n\n{tour_text(puzzle.tour)}"


def _as_json(puzzle: TextPuzzle, seed: int) -> str:
    """Return a puzzle as one line of JSON."""
    tour, other = puzzle.tour, puzzle.other
    problem = Problem(tour.board, tour.piece, tour.closed)
    data: dict[str, object] = {"caballero": VERSION, "status": "made", **problem_json(problem)}
    data |= {"text": puzzle.text, "parts": [*puzzle.parts], "first": place_json(puzzle.first)}
    data |= {
        "solution": [place_json(place) for place in tour],
        "alike": puzzle.alike,
        "other": None if other is None else [place_json(place) for place in other],
        "readings": puzzle.readings.text(),
        "limit": puzzle.limit,
        "seed": seed,
        "stats": stats_json(puzzle.stats),
    }
    return json.dumps(data, ensure_ascii=False)


def _drawn(puzzle: TextPuzzle, form: str, picture: PictureFlags) -> str | bytes:
    """Return the board with the text as SVG or PNG, or a PDF with its solution."""
    tour, labels, marked = puzzle.tour, puzzle.labels, [puzzle.first]
    if form != "pdf":
        return position_of(tour.board, labels.items(), form, picture, marked=marked)
    from caballero.render.position import position_scene
    from caballero.render.scene import Scene, tour_scene
    from caballero.render.themes import theme_named

    theme = theme_named(picture.theme)
    puzzle_scene = position_scene(tour.board, theme, labels.items(), marked=marked)
    solution = Scene(tour.board, tuple(tour_scene(tour, theme, labels=labels)))
    return pdf_of([puzzle_scene], picture, {0: solution})
