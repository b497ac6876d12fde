"""The flags that commands share, each defined once, so that it means the same everywhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

import click

from caballero.board import SURFACES, Board
from caballero.errors import InvalidBoard, InvalidProblem, TooLarge
from caballero.problem import Place, Problem
from caballero.words import LANGUAGES, short

from .language import translate as _

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

FORMATS: Final = ("text", "matrix", "moves", "json", "svg")
"""How a tour can be written."""

MAX_DRAWING: Final = 4 * 1024 * 1024
"""The largest drawing that is read, in bytes: a board of four million squares."""


def read_file(name: str, most: int) -> bytes:
    """Read a file, or standard input for ``-``; no more than one byte beyond the limit."""
    if name == "-":
        return sys.stdin.buffer.read(most + 1)
    with open(name, "rb") as file:
        return file.read(most + 1)


def question(
    board: str,
    *,
    closed: bool = False,
    start: Place | None = None,
    end: Place | None = None,
    piece: str = "knight",
    surface: str | None = None,
    clues: Sequence[str] = (),
    forced: Sequence[str] = (),
    forbidden: Sequence[str] = (),
) -> Problem:
    """Make the problem that the flags ask, from a board's name or a file with a drawing."""
    wishes: dict[str, Any] = {
        "clues": _clues(clues),
        "forced": list(map(_move, forced)),
        "forbidden": list(map(_move, forbidden)),
    }
    text = board
    sides, file = board[:1].isdigit(), any(mark in board for mark in f"./{os.sep}")
    if board == "-" or (os.path.isfile(board) and (file or not sides)) or (file and not sides):
        data = read_file(board, MAX_DRAWING)
        if len(data) > MAX_DRAWING:
            raise TooLarge("drawing-too-long", most=MAX_DRAWING // 2**20)
        try:
            text = data.decode("utf-8-sig").strip("\r\n") + "\n"
        except UnicodeDecodeError as error:
            raise InvalidBoard("drawing-not-text") from error
        drawn = Problem.from_drawing(text, surface or "flat")
        wishes["clues"] = {**dict(drawn.clues), **wishes["clues"]}
        ground, start, end = drawn.board, start or drawn.start, end or drawn.end
    elif sides:
        ground = Board.parse(text, surface)
    else:
        raise InvalidBoard("board-unreadable-file", text=short(board))
    return Problem.of(ground, piece=piece, closed=closed, start=start, end=end, **wishes)


def question_or_graph(board: str | None, graph: str | None, **asks: Any) -> Problem:
    """Make the problem that the flags ask, of a board or of the graph in a file."""
    if graph is None:
        if board is None:
            line = _("Name a board, such as 8 or 5x9, or a graph with --graph FILE.")
            raise click.UsageError(line)
        return question(board, **asks)
    if board is not None:
        line = _("Name one thing: the board {board}, or the graph in {file} with --graph.")
        raise click.UsageError(line.format(board=short(board), file=graph))
    wishes = ("surface", "clues", "forced", "forbidden")
    if asks["piece"] != "knight" or any(asks[name] for name in wishes):
        line = _(
            "--piece, --surface, --clue, --force and --forbid are for boards, not for --graph."
        )
        raise click.UsageError(line)
    from .graph import graph_in, labelled

    read = graph_in(graph)
    start, end = labelled(read, asks["start"]), labelled(read, asks["end"])
    return Problem(read, closed=asks["closed"], start=start, end=end)


def _clues(texts: Iterable[str]) -> dict[str, int]:
    """Read all of them; the same square may not have two numbers."""
    clues: dict[str, int] = {}
    for square, number in map(_clue, texts):
        if clues.setdefault(square, number) != number:
            raise InvalidProblem("clue-two", place=square, a=clues[square], b=number)
    return clues


def _clue(text: str) -> tuple[str, int]:
    """Read ``c3=17``."""
    square, equals, number = text.partition("=")
    if not equals or not number.isascii() or not number.isdecimal() or len(number) > 20:
        raise InvalidProblem("clue-unreadable", text=short(text))
    return square, int(number)


def _move(text: str) -> tuple[str, str]:
    """Read ``a1-b3``, or ``0,0-1,2``."""
    a, dash, b = text.partition("-")
    if not dash:
        raise InvalidProblem("move-unreadable", text=short(text))
    return a, b


def _together(*options: Callable[[Decorated], Decorated]) -> Callable[[Decorated], Decorated]:
    """Several options as one decorator, in the order in which help lists them."""

    def decorate(command: Decorated) -> Decorated:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


# The language is settled from the arguments before click sees them; here it is only declared.
language_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    expose_value=False,
    help=_("Language of messages (also from LANG)."),
)

board_argument = click.argument("board", metavar=_("BOARD"))

board_or_graph = _together(
    click.argument("board", metavar=_("[BOARD]"), required=False),
    click.option(
        "--graph", metavar=_("FILE"),
        help=_(
            "Instead of a board, a graph as for caballero graph: its Hamiltonian paths, with "
            "--closed its cycles; SQUARE is a vertex."
        ),
    ),
)  # fmt: skip

piece_option = click.option(
    "--piece", default="knight", show_default=True, metavar=_("PIECE"),
    help=_("knight, king, zebra, … or two numbers: 2,3."),
)  # fmt: skip

surface_option = click.option(
    "--surface", type=click.Choice(SURFACES), help=_("Which edges of the board meet.")
)

start_option = click.option("--start", metavar=_("SQUARE"), help=_("First square: a1, or 0,0."))

question_options = _together(
    click.option("--closed", is_flag=True, help=_("The last square leads back to the first.")),
    start_option,
    click.option("--end", metavar=_("SQUARE"), help=_("Last square.")),
    piece_option,
    surface_option,
)

wish_options = _together(
    click.option(
        "--clue", "clues", multiple=True, metavar=_("SQUARE=N"),
        help=_("A square whose number is given: c3=17. Repeat it for more."),
    ),
    click.option(
        "--force", "forced", multiple=True, metavar=_("MOVE"),
        help=_("A move that must be used: a1-b3. Repeat it for more."),
    ),
    click.option(
        "--forbid", "forbidden", multiple=True, metavar=_("MOVE"),
        help=_("A move that must not be used. Repeat it for more."),
    ),
)  # fmt: skip

order_option = click.option(
    "--order", metavar=_("ORDER"),
    help=_("Order of the moves: geeksforgeeks, puc, trekhleb, granada, or a list 2,1;1,2;…"),
)  # fmt: skip

tie_option = click.option(
    "--tie", metavar=_("RULE"),
    help=_("How Warnsdorff's rule breaks ties: order, random, pohl-sum, pohl-min, roth."),
)  # fmt: skip

seed_option = click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar=_("N"),
    help=_("Seed of everything random."),
)

timeout_option = click.option(
    "--timeout",
    type=click.FloatRange(min=0),
    metavar=_("SECONDS"),
    help=_("Give up after so long."),
)

memory_option = click.option(
    "--memory",
    type=click.FloatRange(min=0),
    metavar=_("MB"),
    help=_("Give up when so many megabytes more are in use."),
)

explain_option = click.option(
    "--explain", is_flag=True,
    help=_("Tell which methods ran, for how long, what each concluded, and why there is no tour."),
)  # fmt: skip

first_option = click.option(
    "--first",
    type=int,
    default=1,
    show_default=True,
    metavar=_("N"),
    help=_("Number of the first square."),
)

output_option = click.option(
    "-o", "--output", type=click.Path(dir_okay=False, writable=True), metavar=_("FILE"),
    help=_("Write the answer to a file."),
)  # fmt: skip

json_option = click.option("--json", "as_json", is_flag=True, help=_("Answer in JSON."))

format_option = partial(click.option, "--format", "form")
