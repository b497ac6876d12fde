"""Read and write puzzles: drawings with numbers, each under a line that may name the piece; JSON.

The line may name the piece or the puzzle (``knight``, ``hidato``, ``2,3``), say ``closed`` or
``open``, and name the surface: ``king closed``. Of hexagons or triangles it names the grid, ``hex5
step``, or the cells alone, ``hex step``; then the rows of the drawing have their indents. Without
such a line, the puzzle is a knight's open tour. Under ``zip`` the numbers are waypoints, from 1, of
which the first and the last are the ends. Below, a line ``walls: a1-a2 c3-c4`` forbids moves, and a
line ``forced: a1-b1`` forces some, which Rikudo draws as diamonds. The words of other languages are
read, too. Each further heading begins another puzzle; so does each line of JSON, and each link.

Grids of other programs are read where they are clear (:mod:`.boards`), and game ids of Ascent
on squares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from caballero.machine.arguments import of_type
from caballero.machine.errors import InvalidBoard, InvalidInput, InvalidProblem, TooLarge
from caballero.machine.values import saying
from caballero.machine.words import Message, short
from caballero.model.headings import (
    ZIP,
    Heading,
    grid_heading,
    is_heading,
    read_heading,
    split_headings,
)
from caballero.model.interchange import read_problem
from caballero.model.piece import KNIGHT, Piece, PieceLike
from caballero.model.problem import Problem, headed, sorted_moves
from caballero.model.texts import decoded, json_lines, json_of

from .boards import SIZE, array_rows, board_rows, cleaned, drawn
from .links import is_link, read_link

MAX_BYTES: Final = 4 * 1024 * 1024
"""The largest puzzle that is read: a board of four million squares."""

_JSON: Final = re.compile(r'\s*\{\s*("[a-z]+"\s*:|\}\s*$)')
"""The beginning of a JSON object; in other languages braces also enclose lists."""

_CONSTRAINTS: Final = frozenset(
    {"start", "end", "clues", "forced", "forbidden", "walls", "waypoints"}
)
"""What makes a problem in JSON a puzzle."""

_GAME: Final = re.compile(r"(\d{1,2})x(\d{1,2})m([ORHCE])E?(?:d[a-z])?S?:(\w{1,4000})", re.ASCII)
"""A game id of Ascent (L. Sprong), such as ``3x3mRdn:1a3c7a9``; runs of letters are cells."""

_MARKDOWN: Final = re.compile(r"(?m)^#+ +(?=[^\W\d_]{3}[^#\n]*$)")


def read_puzzle(
    text: str | bytes,
    *,
    piece: PieceLike | None = None,
    closed: bool | None = None,
    surface: str | None = None,
) -> Problem:
    """Read a puzzle: a drawing, JSON, a link, or a grid of another program.

    Parameters
    ----------
    text : str or bytes
        The drawing, with or without a first line such as ``hidato`` or ``knight closed``, or the
        JSON of ``caballero puzzle``, or a link that :func:`read_link` reads; bytes must be UTF-8.
    piece, closed, surface
        These override the first line.

    Raises
    ------
    TooLarge
        If the text is longer than ``MAX_BYTES``.
    InvalidBoard
        If it is none of these, or it is unclear which cells are squares.
    UnknownName
        If the first line has another word.
    InvalidProblem
        If its parts contradict each other, or there are several puzzles.

    See Also
    --------
    read_puzzles : all puzzles of a text.

    Examples
    --------
    >>> from caballero import find_tour
    >>> from caballero.formats import read_puzzle
    >>> puzzle = read_puzzle('''hidato
    ... 1 . .
    ... 8 # .
    ... . . .''')
    >>> puzzle.piece.name, find_tour(puzzle).names()[-1]
    ('king', 'a2')
    >>> read_puzzle("0,0,5\\n1,-1,0").to_drawing().splitlines()
    ['. . 5', '1 # .']
    """
    puzzles = read_puzzles(text, piece=piece, closed=closed, surface=surface)
    if len(puzzles) > 1:
        raise InvalidProblem("drawing-several", count=len(puzzles))
    return puzzles[0]


def read_puzzles(
    text: str | bytes,
    *,
    piece: PieceLike | None = None,
    closed: bool | None = None,
    surface: str | None = None,
) -> list[Problem]:
    """Read every puzzle of a text: drawings, each under its line, or lines of JSON, or links.

    Parameters
    ----------
    text : str or bytes
        The text; bytes must be UTF-8.
    piece, closed, surface
        These override the lines of all puzzles.

    Raises
    ------
    InvalidInput
        As for :func:`read_puzzle`; the message names the puzzle by its number.

    See Also
    --------
    to_puzzle_text : writes a puzzle.

    Examples
    --------
    >>> from caballero.formats import read_puzzles
    >>> first, second = read_puzzles("hidato\\n1 .\\n. .\\n\\nnumbrix\\n. .\\n. 1")
    >>> first.piece.name, second.piece.name, second.clues
    ('king', 'wazir', (((1, 1), 1),))
    """
    return [
        saying(
            replace(
                drawn,
                piece=heading.piece or KNIGHT if piece is None else Piece(piece),
                closed=bool(heading.closed if closed is None else closed),
            ),
            *drawn.reading,
        )
        for heading, drawn in puzzle_parts(text, surface)
    ]


def puzzle_parts(text: str | bytes, surface: str | None = None) -> list[tuple[Heading, Problem]]:
    """Return the heading of each puzzle of a text, and its drawing, read as a knight's open tour.

    >>> (heading, drawn), = puzzle_parts("numbrix\\n. .\\n1 .")
    >>> heading.piece, drawn.clues
    (Piece('wazir'), (((1, 0), 1),))
    """
    text = puzzle_text(text)
    read: Callable[[Any, str | None], tuple[Heading, Problem]] = _of_drawing
    sources: Sequence[object] = ()
    if is_link(text):
        sources, read = text.split(), _of_link
    elif _JSON.match(text):
        sources, read = _objects(text), _of_json
    else:
        sources = _drawings(text)
    parts = []
    for number, source in enumerate(sources, start=1):
        try:
            parts.append(read(source, surface))
        except InvalidInput as error:
            if len(sources) == 1 or error.code == "json-no-puzzle":
                raise
            raise InvalidProblem("puzzle-number", number=number, reason=error.message) from None
    return parts


def _drawings(text: str) -> list[tuple[Heading, str]]:
    """Return the drawings of a text with their headings; that of an array has no name.

    >>> _drawings("numbrix\\nlet board = [[1, 0], [0, 4]]")[0][0].piece
    Piece('wazir')
    """
    if _GAME.match(text):
        return [_of_game(line.strip()) for line in text.split("\n") if line.strip()]
    head, _break, body = text.partition("\n")
    titled = is_heading(head.strip()) and not {*"=[({"} & {*head}
    if array_rows(body if titled else text) is not None:
        return [(read_heading(head) if titled else Heading(), body if titled else text)]
    lines = text.split("\n")
    for i, line in enumerate(lines):
        if is_heading(line.strip()) and (size := SIZE.fullmatch(line.strip())):
            lines[i] = " ".join(filter(None, size.groups()))
    return split_headings("\n".join(lines))


def _of_game(line: str) -> tuple[Heading, str]:
    """Read a game id: a small letter is a run of squares, a capital of holes; O has no diagonals.

    >>> _of_game("2x2mO:1aA4")[1]
    '1 .\\n# 4'
    """
    columns, rows, mode, written = found.groups() if (found := _GAME.fullmatch(line)) else "0000"
    cells: list[str] = []
    for number, run in re.findall(r"(\d+)|([A-Za-z])", written):
        cells += [number] if number else ["#."[run.islower()]] * (ord(run.lower()) - 96)
    wide = int(columns)
    if mode not in "OR" or len(cells) != wide * int(rows):
        raise InvalidProblem("puzzle-game", text=short(line))
    lines = [" ".join(cells[i : i + wide]) for i in range(0, len(cells), wide)]
    return Heading(Piece("king" if mode == "R" else "wazir")), "\n".join(lines)


def _of_link(link: str, surface: str | None) -> tuple[Heading, Problem]:
    """Read a link."""
    return _whole(read_link(link), surface)


def _whole(problem: Problem, surface: str | None) -> tuple[Heading, Problem]:
    """Return a problem that names its piece and kind, on another surface if any."""
    if surface is not None:
        problem = replace(problem, ground=problem.board.on(surface))
    return Heading(problem.piece, problem.closed), problem


def _of_drawing(source: tuple[Heading, str], surface: str | None) -> tuple[Heading, Problem]:
    """Read a drawing or a grid, below its heading."""
    (heading, text), notes = source, list[Message]()
    rows = board_rows(text, notes) if text and heading.grid is None else []
    if heading.grid is not None:
        text = f"{heading.grid}\n{drawn(text, notes)}"
    elif len({*map(len, rows)} - {0}) > 1 and re.search(r"(?m)^ ", text) and not notes:
        text = drawn(text, notes)  # perhaps of hexagons or triangles
    elif rows != [line.split() for line in text.split("\n")]:
        text = "\n".join(map(" ".join, rows))
    if heading.zip or heading.walls or heading.forced:
        text = text.removeprefix(f"{heading.grid}\n")
        problem = headed(heading._replace(closed=None), text, surface)
    else:
        problem = Problem.from_drawing(text, surface or heading.surface or "flat")
    return heading, saying(problem, *notes)


def to_puzzle_text(problem: Problem) -> str:
    """Return the drawing of a problem under a line with its piece, kind and surface.

    Waypoints have their numbers, and the line says ``zip``; forbidden moves follow as walls, and
    forced moves. :func:`read_puzzle` reads it back.

    Raises
    ------
    InvalidProblem
        If the problem has both clues and waypoints, or waypoints that do not begin and end with its
        ends; if it is about a graph, or its board is a box of a single layer, or of layers of a
        single row: a drawing cannot show them.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.formats import to_puzzle_text
    >>> print(to_puzzle_text(Problem("3x3", "king", start="a3", clues={"b2": 9})))
    king open
    S . .
    . 9 .
    . . .
    """
    heading, drawing, grid = puzzle_heading(problem), problem.to_drawing(), problem.board.drawn_as
    text = f"{heading}{drawing.removeprefix(grid)}" if grid else f"{heading}\n{drawing}"
    for kind, moves in (("walls", problem.forbidden), ("forced", problem.forced)):
        if moves:
            names = ("-".join(map(problem.place_name, m)) for m in sorted_moves(problem, moves))
            text += f"\n{Message(f'heading-{kind}').text('en')}: {' '.join(names)}"
    return text


def puzzle_heading(problem: Problem) -> str:
    """Return the first line of a puzzle's text; raise as :func:`to_puzzle_text` does."""
    _refuse_constraints(problem)
    surface = problem.board.surface
    if surface == "mixed":
        raise InvalidProblem("puzzle-mixed", board=str(problem.board))
    sides = problem.board.shape
    if len(sides) > 2 and 1 in (sides[0], sides[-2]):
        code = "puzzle-one-layer" if sides[0] == 1 else "puzzle-one-row"
        raise InvalidProblem(code, board=str(problem.board))
    line = grid_heading(problem.board, problem.piece, closed=problem.closed)
    if problem.waypoints:  # a wazir's open tour needs no other words
        line = " ".join([ZIP, *(w for w in line.split(" ") if w not in {"wazir", "step", "open"})])
    return line if surface == "flat" else f"{line} {surface}"


def to_grid_text(problem: Problem, separator: str = " ") -> str:
    """Return the numbers of a problem as a plain grid: 0 for an empty square, -1 for none.

    If no square is empty, # is none: -1 alone would be an empty square. The grid shows neither the
    piece nor the kind; the start and the end are the first and the last number. With ``","`` it is
    CSV.

    Raises
    ------
    InvalidProblem
        If the problem has forced or forbidden moves, is about a graph, or its board is no
        rectangle.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.formats import to_grid_text
    >>> print(to_grid_text(Problem("S.#\\n..E"), ","))
    1,0,-1
    0,0,5
    """
    _refuse_constraints(problem)
    if problem.waypoints or problem.forbidden or problem.forced:
        raise InvalidProblem("grid-waypoints")
    separator = of_type("separator", separator, str)
    board = problem.board
    if len(board.shape) != 2 or board.grid is not None:
        raise InvalidProblem("grid-box", board=str(board))
    numbers = {board.square(vertex): n for n, vertex in problem.numbered().items()}
    rows, columns = board.shape
    none = "-1" if len(numbers) < len(board) else "#"
    cells = [
        [str(numbers.get((r, c), 0)) if (r, c) in board else none for c in range(columns)]
        for r in range(rows)
    ]
    width = max(len(cell) for row in cells for cell in row) if separator == " " else 0
    return "\n".join(separator.join(cell.rjust(width) for cell in row) for row in cells)


def _refuse_constraints(problem: Problem) -> None:
    """Refuse waypoints unless they are the numbers of a Zip."""
    waypoints = of_type("problem", problem, Problem).waypoints
    if waypoints and (
        problem.clues or (problem.start, problem.end) != waypoints[:: len(waypoints) - 1]
    ):
        raise InvalidProblem("puzzle-waypoints")


# -- texts ----------------------------------------------------------------------------------


def puzzle_text(text: str | bytes) -> str:
    """Return the text of a file, without empty lines around it; refuse a text that is too large."""
    if not isinstance(text, bytes):
        of_type("text", text, str)
    if len(text) > MAX_BYTES:
        raise TooLarge("drawing-too-long", most=MAX_BYTES // 2**20)
    try:
        text = decoded(text)
    except UnicodeDecodeError as error:
        raise InvalidBoard("drawing-not-text") from error
    text = cleaned(text).strip("\n")
    return _MARKDOWN.sub("", text) if text.strip() else ""


# -- JSON -------------------------------------------------------------------------------------


def _objects(text: str) -> list[tuple[int, object]]:
    """Return the objects of JSON lines, or the only object of a text, each with its line."""
    lines = enumerate(text.split("\n") if json_lines(text) else [text])
    return [(i + 1, json_of("\n" * i + line, InvalidProblem)) for i, line in lines if line.strip()]


def _of_json(source: tuple[int, object], surface: str | None) -> tuple[Heading, Problem]:
    """Read a problem with constraints; its clues may be ``[[row, column], n]`` or flat."""
    line, data = source
    if not isinstance(data, dict) or "board" not in data or _CONSTRAINTS.isdisjoint(data):
        raise InvalidProblem("json-no-puzzle", line=line)
    if isinstance(clues := data.get("clues"), list):
        flat = (isinstance(clue, list) and len(clue) > 2 for clue in clues)
        pairs = zip(clues, flat, strict=True)
        data = data | {"clues": [[clue[:-1], clue[-1]] if long else clue for clue, long in pairs]}
    try:
        return _whole(read_problem(data), surface)
    except InvalidProblem as error:
        if error.code == "stored-problem":
            raise InvalidProblem("json-no-puzzle", line=line) from None
        raise
