"""The problem that the options of a call describe, on a board or a graph; its files."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from caballero import Board, CaballeroError, Graph, Problem
from caballero.machine.errors import InvalidBoard, InvalidProblem, InvalidVertex
from caballero.machine.words import short
from caballero.model.adjacency import title_on
from caballero.model.board import Square
from caballero.model.problem import Place
from caballero.model.reduction import underlying_rows
from caballero.proof.outcome import limited

from .answer import READ, note
from .language import translate as _
from .options import Posed

if TYPE_CHECKING:
    from caballero.model.headings import Heading

UNNAMED: Final = "caballero.unnamed"
"""The entry of a call's context that says whether a puzzle's piece is named nowhere."""


def read_file(name: str, most: int) -> bytes:
    """Read a file (``-``: input), at most a byte too many; a link is its own content."""
    if name.startswith(("https://", "http://")):
        return name.encode()
    if name == "-":
        if sys.stdin is None:
            raise click.UsageError(_("Standard input is closed: name a file."))
        return sys.stdin.buffer.read(most + 1)
    with open(name, "rb") as file:
        return file.read(most + 1)


@contextmanager
def naming_source(file: str) -> Iterator[None]:
    """Name a file in the errors about its content, and not the file of the work around it."""
    try:
        yield
    except CaballeroError as error:
        if not hasattr(error, "__notes__"):
            error.add_note("" if file == "-" else file)
        raise


def problem_of(call: Posed, claimed: Heading | None = None) -> Problem:
    """Make the problem of a call; options and the file come before the `claimed` piece and kind."""
    if call.graph is not None:
        if call.board is not None:
            line = _("Give either the board {board} or the graph in {file}: leave one out.")
            raise click.UsageError(line.format(board=short(call.board), file=call.graph))
        return _on_graph(call, call.graph)
    if call.board is None:
        line = _("Name a board, such as 8 or 5x9, or a graph with --graph FILE.")
        raise click.UsageError(line)
    problem, *others = problems_on(call.board, call, claimed)
    if others:
        raise InvalidProblem("drawing-several", count=1 + len(others))
    return problem


def is_board_name(text: str) -> bool:
    """Return whether a text names a board, such as 8 or hex5, rather than a file."""
    return text[:1].isdigit() or (text[:3].lower() in ("hex", "tri") and text[3:4].isdigit())


def problems_on(board: str, call: Posed, claimed: Heading | None = None) -> list[Problem]:
    """Make the problem on a board with a name, of a link, or of a file of puzzles."""
    sides, file = is_board_name(board), any(mark in board for mark in f"./{os.sep}")
    if board == "-" or (os.path.isfile(board) and (file or not sides)) or (file and not sides):
        from caballero.formats.puzzles import MAX_BYTES, puzzle_parts  # only a file needs it

        with naming_source(board):
            puzzles = puzzle_parts(read_file(board, MAX_BYTES), call.surface)
        problems = [
            problem_on(drawn.board, call, (named, claimed), drawn) for named, drawn in puzzles
        ]
        notes = dict.fromkeys(m.text() for _named, drawn in puzzles for m in drawn.reading)
        note_read([_boards_read(problems), *notes])
        return problems
    if sides:
        return [problem_on(Board(board, surface=call.surface), call, (claimed,))]
    raise InvalidBoard("board-unreadable-file", text=short(board))


def is_named(text: str) -> bool:
    """Return whether a text is the name of a puzzle, such as ``knight 8 hard 7``, and no file."""
    if " " not in text or os.path.isfile(text):
        return False
    from caballero.puzzles.recipes import is_recipe

    return is_recipe(text)


def tasks_of(call: Posed, count: int) -> list[Problem]:
    """Return the puzzles of a call: of a file, or `count` from the name of the first.

    As puzzle make does, it passes over solutions that were there before. A call without a board
    has none.
    """
    if call.board is None:
        return []
    if not is_named(call.board):
        return problems_on(call.board, call)
    from caballero.puzzles.booklet import puzzles_named

    return [made.problem for made in puzzles_named(call.board, max(count, 1))]


def problem_on(
    board: Board, call: Posed, headings: Sequence[Heading | None], drawn: Problem | None = None
) -> Problem:
    """Make a problem of the options; unset options come from the first heading that sets them."""
    clues: dict[Any, int] = {**read_clues(call.clues)}
    start: Any = call.start
    end: Any = call.end
    piece: Any = call.piece
    closed = call.closed
    forced: list[Any] = [*call.forced]
    forbidden: list[Any] = [*call.forbidden]
    waypoints: Sequence[Any] = read_waypoints(call.waypoints)
    if drawn is not None:
        said = any(message.code == "read-from-0" for message in drawn.reading)
        shift = 0 if said or call.first is None else 1 - call.first
        clues = {**{place: n + shift for place, n in drawn.clues}, **clues}
        start, end = start or drawn.start, end or drawn.end
        forced += drawn.forced
        forbidden += drawn.forbidden
        waypoints = waypoints or drawn.waypoints
        if piece is None and drawn.clues and headings[0] and headings[0].piece is None:
            click.get_current_context().meta[UNNAMED] = True
    for heading in filter(None, headings):
        piece = piece or heading.piece
        closed = heading.closed if closed is None else closed
    return Problem(
        board, piece=piece or "knight", closed=bool(closed), forced=forced, forbidden=forbidden,
        start=start, end=end, clues=clues, waypoints=waypoints, ends=call.ends,
    )  # fmt: skip


def _on_graph(call: Posed, file: str) -> Problem:
    """Make the problem on the graph in a file, and report how large it is."""
    from caballero.formats import read_fixed_edges, read_graph, with_positions
    from caballero.formats.notations import form_of_file
    from caballero.model.texts import MAX_BYTES

    with naming_source(file):
        form = call.graph_form or form_of_file(file)
        data = read_file(file, MAX_BYTES)
        costs = (
            "weight" in {call.best, call.worst, call.lengths} or call.method == "branch-and-bound"
        )
        with limited(call.rest):
            graph = read_graph(
                data, form, weighted=costs or None, directed=call.one_way, weight=call.weight
            )
    _report_size(graph)
    if call.places is not None:
        graph = with_positions(graph, read_file(call.places, MAX_BYTES))
    first, last = _labelled(graph, call.start), _labelled(graph, call.end)
    fixed = read_fixed_edges(data)
    waypoints = [_labelled(graph, name) for name in read_waypoints(call.waypoints)]
    return Problem(
        graph, closed=bool(call.closed), start=first, end=last, forced=fixed, waypoints=waypoints,
        ends=call.ends,
    )  # fmt: skip


def _report_size(graph: Graph) -> None:
    """Report what was read, so that a file that was misunderstood is noticed."""
    from caballero.formats.graphs import first_edge

    count, edges = len(graph), graph.edge_count
    vertices = _("{count} vertices").format(count=count) if count != 1 else _("one vertex")
    if graph.directed:
        joined = _("{count} directed edges") if edges != 1 else _("one directed edge")
    else:
        joined = _("{count} edges") if edges != 1 else _("one edge")
    joined = joined.format(count=edges)
    if graph.weights:
        joined = _("{edges} with weights").format(edges=joined)
    alone = sum(not row for row in underlying_rows(graph)) if count > 1 else 0
    about = {"form": graph.reading[0].text(), "vertices": vertices, "edges": joined}
    if alone:
        line = _("Read as {form}: {vertices}, {edges}; vertices without an edge: {alone}.")
    elif edges:
        line = _("Read as {form}: {vertices}, {edges}; the first is {first}.")
    else:
        line = _("Read as {form}: {vertices}, {edges}.")
    said = line.format(**about, alone=alone, first=first_edge(graph))
    note_read([said, *(message.text() for message in graph.reading[1:])])


def _boards_read(problems: Sequence[Problem]) -> str:
    """Return the line that says which board was read, of several puzzles the first."""
    problem, count, clues = problems[0], len(problems), len(problems[0].clues)
    if count > 1:
        line = _(
            "Read as {count} puzzles; the first: board {board}, piece {piece}, clues: {clues}."
        )
    elif clues:
        line = _("Read as a board {board}, piece {piece}, clues: {clues}.")
    else:
        line = _("Read as a board {board}, piece {piece}.")
    piece = title_on(problem.board, problem.piece)
    return line.format(board=problem.board.title, piece=piece, clues=clues, count=count)


def note_read(lines: Sequence[str]) -> None:
    """Report how a file was read, and keep it for the answer in JSON."""
    click.get_current_context().meta.setdefault(READ, []).extend(lines)
    for line in lines:
        note(line)


def _labelled(graph: Graph, name: str | None) -> Hashable | None:
    """Return the label of a vertex by its name, None for None; raise :class:`InvalidVertex`."""
    if name is None:
        return None
    from caballero.formats.graphs import labels_by_name

    labels = labels_by_name(graph)
    if name not in labels:
        raise InvalidVertex("vertex-unknown", vertex=short(name), count=len(graph))
    return labels[name]


def note_unnamed() -> None:
    """Report that an answer is about a knight, if it has clues and nothing named the piece."""
    if UNNAMED in click.get_current_context().meta:
        note(_("That is as a knight moves; for a Hidato add --piece king, for a Numbrix wazir."))


def read_clues(texts: Iterable[str] | None) -> dict[str, int]:
    """Read all clues; a square with two numbers is refused."""
    clues: dict[str, int] = {}
    for square, number in map(_clue, texts or ()):
        if clues.setdefault(square, number) != number:
            raise InvalidProblem("clue-two", place=square, a=clues[square], b=number)
    return clues


def read_waypoints(text: str | None) -> list[str]:
    """Return the names of waypoints, which commas separate, or blanks if names have commas."""
    return (
        (text or "").split()
        if " " in (text or "").strip()
        else [*filter(None, (text or "").split(","))]
    )


def read_figure(text: str, problem: Problem) -> tuple[list[Place], list[int]]:
    """Read ``a1-h1=1,4,9,16,25,36,49,64``: the squares of a line, or a list, and their numbers."""
    squares, equals, numbers = text.replace(" ", "").partition("=")
    if not equals or not all(n.isascii() and n.isdecimal() for n in numbers.split(",")):
        raise InvalidProblem("figure-unreadable", text=short(text))
    places: list[Place] = [
        place for part in squares.split(",") for place in _line_of(part, problem)
    ]
    return places, [int(number[:20]) for number in numbers.split(",")]


def _line_of(text: str, problem: Problem) -> list[Square]:
    """Return the squares from a square to another, such as ``a1-h1``, or a single square."""
    board = problem.board
    first, *last = [board.square(problem.vertex(name)) for name in text.split("-", 1)]
    if not last:
        return [first]
    steps = [b - a for a, b in zip(first, last[0], strict=True)]
    count = math.gcd(*steps) or 1
    if any(abs(step) not in (0, count) for step in steps):
        raise InvalidProblem("figure-unreadable", text=short(text))
    line = [
        tuple(x + i * step // count for x, step in zip(first, steps, strict=True))
        for i in range(count + 1)
    ]
    return [square for square in line if square in board]


def _clue(text: str) -> tuple[str, int]:
    """Read ``c3=17``."""
    square, equals, number = text.partition("=")
    if not equals or not number.isascii() or not number.isdecimal() or len(number) > 20:
        raise InvalidProblem("clue-unreadable", text=short(text))
    return square, int(number)
