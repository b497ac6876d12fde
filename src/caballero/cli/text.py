"""``caballero puzzle text TEXT``: a text along a tour, as text, JSON, a picture or a sheet."""

from __future__ import annotations

from typing import Any

import click

from caballero import Board
from caballero.formats.write import stats_json
from caballero.machine.words import LANGUAGES
from caballero.model.interchange import place_json, problem_json
from caballero.proof.outcome import outcome_of
from caballero.puzzles import TextPuzzle, text_puzzle

from . import options
from .answer import conclude, json_line, note, write_answer
from .command import define
from .language import current_language, translate as _
from .options import PICTURES, QUESTION, STILL, Names, option
from .pictures import pdf_of, position_of, prepare
from .problems import problem_of
from .progress import progress


class _Text(options.Seeded, options.Limited, options.BoardPicture, options.Paper, options.Answer):
    forms = ("text", "json", *STILL, "pdf")
    text: str = options.argument(_("TEXT"))
    by: str = option(QUESTION, default="syllable", metavar=_("PARTS"),
        type=Names("parts-kind", "puzzles.parts:KINDS"), before="closed", help=_(
        "Cut the text into parts: {names}."))  # fmt: skip
    language: str | None = option(QUESTION, type=click.Choice(LANGUAGES), metavar="[en|es]",
        before="closed", help=_(
        "Language of the syllables; by default that of the messages."))  # fmt: skip


class Text(options.ClosedOrOpen, options.Piece, _Text):
    """A text along a tour of a board that is chosen."""


class TextOnBoard(options.Problem, _Text):
    board: str = option(QUESTION, metavar=_("BOARD"), type=options.FILE, before="closed", help=_(
        "The board, as for tour."))  # fmt: skip


@define("text", Text, statuses={0: _("made"), 1: _("there is none")}, help=_(
    "Write TEXT along a tour of a board with a square for each of its syllables, words or "
    "letters: the reader finds the tour.\n\n"
    "The answer says how far another tour reads the same. The board is chosen, unless --board "
    "names one."
), examples=(
    "caballero puzzle text caballerosas --by letter\n"
    "caballero puzzle text caballerosas --by letter -o text.svg\n"
    "caballero puzzle text caballos --by letter --board 2x4 --piece king"
))  # fmt: skip
def command(call: Text) -> int:
    return _write(call, {"piece": call.piece or "knight", "closed": bool(call.closed)})


@command.question(TextOnBoard, "board", examples=(
    "caballero puzzle text caballos --by letter --board 2x4 --piece king"
))  # fmt: skip
def _on_board(call: TextOnBoard) -> int:
    return _write(call, {"board": problem_of(call)})


def _write(call: Text | TextOnBoard, how: dict[str, Any]) -> int:
    """Make the text and write it, and return the exit status."""
    prepare(call, Board((1, 1)))  # all boards of texts are small
    seed = call.seed or 0
    with progress() as bar:
        answer = outcome_of(lambda: text_puzzle(
            call.text, by=call.by, language=call.language or current_language(), **how,
            seed=seed, limits=call.limits, callback=bar,
        ))  # fmt: skip
    if not isinstance(answer, TextPuzzle):
        return conclude(call, answer)
    if call.form == "json":
        data = _json(answer) | {"seed": seed, "stats": stats_json(answer.stats)}
        write_answer(call, json_line(data))
    else:
        drawn = call.form in PICTURES
        write_answer(call, _drawn(call, answer) if drawn else _as_text(answer))
    note(answer.readings.text())
    return 0


def _as_text(puzzle: TextPuzzle) -> str:
    """Return the board with the text, the first square in brackets, and then the solution."""
    from caballero.render import tour_text
    from caballero.render.text import framed

    cells = puzzle.labels
    cells[puzzle.first] = f"[{cells[puzzle.first]}]"
    return f"{framed(puzzle.tour.board, cells)}\n\n{tour_text(puzzle.tour)}"


def _json(puzzle: TextPuzzle) -> dict[str, object]:
    """Return a puzzle as data."""
    tour, other = puzzle.tour, puzzle.other
    problem = tour.problem
    data: dict[str, object] = {"status": "made", **problem_json(problem)}
    data |= {"text": puzzle.text, "parts": [*puzzle.parts], "first": place_json(puzzle.first)}
    return data | {
        "solution": [place_json(place) for place in tour],
        "alike": puzzle.alike,
        "other": None if other is None else [place_json(place) for place in other],
        "readings": puzzle.readings.text(),
        "limit": puzzle.limit,
    }


def _drawn(call: options.Drawn, puzzle: TextPuzzle) -> str | bytes:
    """Return the board with the text as SVG or PNG, or a PDF with its solution."""
    tour, labels, marked = puzzle.tour, puzzle.labels, [puzzle.first]
    if call.form != "pdf":
        return position_of(call, tour.board, labels.items(), marked=marked)
    from caballero.render.position import position_scene
    from caballero.render.scene import Scene, tour_scene
    from caballero.render.themes import theme_named

    theme = theme_named(call.theme)
    puzzle_scene = position_scene(tour.board, theme, labels.items(), marked=marked)
    solution = Scene(tour.board, tuple(tour_scene(tour, theme, labels=labels)))
    return pdf_of(call, [puzzle_scene], {0: solution})
