"""``caballero puzzle --text TEXT``: a text along a tour, as text, JSON, a picture or a sheet."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import click

from caballero.core.board import Board
from caballero.core.interchange import place_json, problem_json
from caballero.core.limits import Limits
from caballero.core.problem import Problem
from caballero.core.words import LANGUAGES
from caballero.formats.write import VERSION, stats_json
from caballero.puzzles import TextPuzzle, text_puzzle

from .answer import conclude, note, write_answer
from .language import current_language, translate as _
from .options import OutputFlags, ProblemFlags, problem_from_flags
from .pictures import PICTURES, PictureFlags, pdf_of, position_of, prepare
from .progress import progress

# A copy from caballero.puzzles, whose import takes longer than a help; a test compares them.
KINDS: Final = ("syllable", "word", "letter")
"""What a text is cut into; the first is usual."""


@dataclass(frozen=True, slots=True)
class TextFlags:
    """The flags of a text, and how it is cut."""

    text: str | None = None
    by: str = KINDS[0]
    language: str | None = None


def text_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of :class:`TextFlags` to a command."""
    for option in (
        click.option(
            "--language", type=click.Choice(LANGUAGES), metavar="[en|es]",
            help=_("Language of the syllables; by default that of the messages."),
        ),
        click.option(
            "--by", type=click.Choice(KINDS), default=KINDS[0], show_default=True,
            metavar=_("PARTS"),
            help=_("Cut the text into parts: {names}.").format(names=", ".join(KINDS)),
        ),
        click.option(
            "--text", metavar=_("TEXT"),
            help=_("Write TEXT along a tour of a board with a square for each of its parts."),
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def make_text(
    written: TextFlags,
    flags: ProblemFlags,
    seed: int | None,
    limits: Limits,
    picture: PictureFlags,
    out: OutputFlags,
) -> int:
    """Write a text along a tour, write the puzzle, and return the exit status."""
    prepare(out.form, Board((1, 1)))  # all boards of texts are small
    if flags.board is None:
        how: dict[str, Any] = {"piece": flags.piece or "knight", "closed": bool(flags.closed)}
    else:
        how = {"board": problem_from_flags(flags)}
    with progress() as bar:
        answer = text_puzzle(
            written.text or "", by=written.by, language=written.language or current_language(),
            **how, seed=seed or 0, limits=limits, on_event=bar,
        )  # fmt: skip
    if not isinstance(answer, TextPuzzle):
        return conclude(answer, limits)
    if out.form == "json":
        write_answer(_as_json(answer, seed or 0), out.output)
    elif out.form in PICTURES:
        write_answer(_drawn(answer, out.form, picture), out.output)
    else:
        write_answer(_as_text(answer), out.output)
    note(answer.readings.text(current_language()))
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
        "readings": puzzle.readings.text(current_language()),
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
