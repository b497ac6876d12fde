"""Read and write puzzles: drawings with numbers, each under a line that may name the piece; JSON.

The line may name the piece or the puzzle (``knight``, ``hidato``, ``2,3``), say ``closed`` or
``open``, and name the surface: ``king closed``. Of hexagons or triangles it names the grid, ``hex5
step``, or the cells alone, ``hex step``; then the rows of the drawing have their indents. Without
such a line, the puzzle is a knight's open tour. Under ``zip`` the numbers are those of waypoints,
from 1, of which the first and the last are the ends. Below, a line ``walls: a1-a2 c3-c4`` forbids
moves, and a line ``forced: a1-b1`` forces some, which Rikudo draws as diamonds.
The words of other languages are read, too. Each further heading begins another puzzle; so does each
line of JSON, and each link.

Grids of other programs are read where they are clear: cells between blanks, commas, semicolons or
tabs, lists of Python or JSON, or one character a cell. There ``_``, ``?`` and ``0`` are squares and
``#`` is none. What ``.``, ``x``, ``-1`` and an empty cell mean depends on the others: they are no
squares beside ``_`` or ``0``; else the one that occurs is a square; two of them are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from math import gcd
from typing import Any, Final

from caballero.core.arguments import of_type
from caballero.core.drawing import parse_cells
from caballero.core.errors import InvalidBoard, InvalidInput, InvalidProblem, TooLarge
from caballero.core.headings import (
    ZIP,
    Heading,
    grid_heading,
    heading_of,
    is_heading,
    split_headings,
)
from caballero.core.interchange import read_problem
from caballero.core.piece import KNIGHT, PieceLike
from caballero.core.problem import Problem, headed, sorted_moves
from caballero.core.texts import decoded, json_lines, not_json
from caballero.core.values import saying
from caballero.core.words import Message

from .boards import SIZE, array_rows, plain_rows
from .links import is_link, read_link

MAX_BYTES: Final = 4 * 1024 * 1024
"""The largest puzzle that is read: a board of four million squares."""

_JSON: Final = re.compile(r'\s*\{\s*("[a-z]+"\s*:|\}\s*$)')
"""The beginning of a JSON object; in other languages braces also enclose lists."""

_CONSTRAINTS: Final = frozenset(
    {"start", "end", "clues", "forced", "forbidden", "walls", "waypoints"}
)
"""What makes a problem in JSON a puzzle."""

_CELL: Final = re.compile(r"[.#SExX?*]|_+|-+|\.\.|00?|-1|0*[1-9]\d*")
_FOREIGN: Final = re.compile(r"(?<!\d)0|[_?xX*]|(?<![^\s,;])-+(?![^\s,;])")
"""What only grids have in which blanks may be missing squares."""

_OTHER: Final = re.compile(_FOREIGN.pattern + r"|-1|[,;\t\[{]|\S[ \t]+\.\.(?!\S)|·")
"""What only grids of other programs have."""

_PACKED: Final = re.compile(r"[.#SsEexX_?*01-]{2,}")


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
    to_puzzle_text : writes one.

    Examples
    --------
    >>> from caballero.formats import read_puzzles
    >>> first, second = read_puzzles("hidato\\n1 .\\n. .\\n\\nnumbrix\\n. .\\n. 1")
    >>> first.piece.name, second.piece.name, second.clues
    ('king', 'wazir', (((1, 1), 1),))
    """
    return [
        saying(
            Problem(
                drawn.board,
                heading.piece or KNIGHT if piece is None else piece,
                bool(heading.closed if closed is None else closed),
                drawn.start,
                drawn.end,
                drawn.clues,
                drawn.forced,
                drawn.forbidden,
                drawn.waypoints,
            ),
            *drawn.reading,
        )
        for heading, drawn in puzzle_parts(text, surface)
    ]


def puzzle_parts(text: str | bytes, surface: str | None = None) -> list[tuple[Heading, Problem]]:
    """Return the heading of each puzzle of a text, and its drawing.

    The drawing is read as a knight's open tour; JSON as the problem that it is.

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
        sources = split_headings(_without_names(text))
    parts = []
    for number, source in enumerate(sources, start=1):
        try:
            parts.append(read(source, surface))
        except InvalidInput as error:
            if len(sources) == 1 or error.code == "json-no-puzzle":
                raise
            raise InvalidProblem("puzzle-number", number=number, reason=error.message) from None
    return parts


def _without_names(text: str) -> str:
    """Return a text whose only board is an array as plain rows, below its heading if it has one.

    >>> _without_names("numbrix\\nboard = [[1, 0], [0, 4]]")
    'numbrix\\n1 0\\n0 4'
    """
    head, _break, body = text.partition("\n")
    titled = is_heading(head.strip()) and "=" not in head and not set("[({") & {*head}
    if (rows := array_rows(body if titled else text)) is None:
        lines = text.split("\n")
        sized = [SIZE.fullmatch(line) if heading_of(line) == Heading() else None for line in lines]
        return "\n".join(
            " ".join(filter(None, size.groups())) if size and is_heading(line.strip()) else line
            for line, size in zip(lines, sized, strict=True)
        )
    return (f"{head}\n" if titled else "") + "\n".join(" ".join(row) for row in rows)


def _of_link(link: str, surface: str | None) -> tuple[Heading, Problem]:
    """Read a link."""
    problem = read_link(link)
    if surface is not None:
        problem = replace(problem, ground=problem.board.on(surface))
    return Heading(problem.piece, problem.closed), problem


def _of_drawing(source: tuple[Heading, str], surface: str | None) -> tuple[Heading, Problem]:
    """Read a drawing or a grid, below its heading."""
    heading, drawing = source
    notes: list[Message] = []
    if heading.zip or heading.walls or heading.forced:
        drawing = read_grid(drawing, heading.grid is not None, notes)
        problem = headed(heading._replace(closed=None), drawing, surface)
    else:
        drawing = read_grid(drawing, heading.grid is not None, notes)
        drawing = f"{heading.grid}\n{drawing}" if heading.grid else drawing
        problem = Problem.from_drawing(drawing, surface or heading.surface or "flat")
    return heading, saying(problem, *notes)


def to_puzzle_text(problem: Problem) -> str:
    """Return the drawing of a problem under a line with its piece, kind and surface.

    Waypoints have their numbers, and the line says ``zip``; forbidden moves follow as walls, and
    forced ones. :func:`read_puzzle` reads it back.

    Raises
    ------
    InvalidProblem
        If the problem has both clues and waypoints, or waypoints that do not begin and end with
        its ends; if it is about a graph, or its board is a box of one layer: a drawing cannot show
        them.

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
    if len(sides) > 2 and sides[0] == 1:
        raise InvalidProblem("puzzle-one-layer", board=str(problem.board))
    line = grid_heading(problem.board, problem.piece, closed=problem.closed)
    if problem.waypoints:  # a wazir's open tour needs no other words
        line = " ".join([ZIP, *(w for w in line.split(" ") if w not in {"wazir", "step", "open"})])
    return line if surface == "flat" else f"{line} {surface}"


def to_grid_text(problem: Problem, separator: str = " ") -> str:
    """Return the numbers of a problem as a plain grid: 0 for an empty square, -1 for none.

    If no square is empty, # is none: -1 alone would be an empty one. The grid shows neither the
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
    """Return the text of a file, without empty lines around it; refuse one that is too large."""
    if not isinstance(text, bytes):
        of_type("text", text, str)
    if len(text) > MAX_BYTES:
        raise TooLarge("drawing-too-long", most=MAX_BYTES // 2**20)
    try:
        text = decoded(text)
    except UnicodeDecodeError as error:
        raise InvalidBoard("drawing-not-text") from error
    return text.replace("\r\n", "\n").strip("\n")


# -- JSON -------------------------------------------------------------------------------------


def _objects(text: str) -> list[tuple[int, object]]:
    """Return the objects of JSON lines, or the only one of a text, each with its line."""
    import json  # only JSON needs it

    lines = enumerate(text.split("\n") if json_lines(text) else [text])
    try:
        return [(i + 1, json.loads("\n" * i + line)) for i, line in lines if line.strip()]
    except (ValueError, RecursionError) as error:
        wrong = not_json(error)
        raise InvalidProblem(wrong.code, **wrong.message.data) from None


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
        problem = read_problem(data)
    except InvalidProblem as error:
        if error.code == "stored-problem":
            raise InvalidProblem("json-no-puzzle", line=line) from None
        raise
    if surface is not None:
        problem = replace(problem, ground=problem.board.on(surface))
    return Heading(problem.piece, problem.closed), problem


# -- grids -----------------------------------------------------------------------------------


def read_grid(text: str, shaped: bool = False, notes: list[Message] | None = None) -> str:
    """Return a grid as a drawing of the project, and such a drawing as it is.

    The rows of a drawing that is `shaped`, of hexagons or triangles, keep their indents. What
    changes the question goes to the `notes`.

    >>> read_grid("_ 3 x"), read_grid(" 1 ?\\n? 4", shaped=True)
    ('. 3 #', ' 1 .\\n. 4')
    """
    said = [] if notes is None else notes
    if shaped:
        words = re.findall(r"\S+", text)
        meaning, numbers = _meanings(words), _numbers(words, said)
        width = min(map(len, words), default=1)

        def drawn_as(found: re.Match[str]) -> str:
            cell = _plain(found[0])
            read = numbers.get(cell, meaning.get(cell, cell))
            return read.rjust(min(width, len(found[0])))

        return re.sub(r"\S+", drawn_as, text)
    if not text.strip():
        return text
    text = plain_rows(text)
    sheet = "\t" in text and _separated(text.split("\n"), "\t")
    if (
        sheet
        and len({*map(len, sheet)} - {0}) == 1
        and any("" in row for row in sheet)
        and text.strip()
    ):
        packed = sheet
    elif packed := _packed(text):
        said.append(Message("read-packed"))
    elif _is_drawing(text) or not _OTHER.search(text):
        return text
    rows = packed or _rows(text)
    cells = [_plain(cell) for row in rows for cell in row]
    meaning, numbers = _meanings(cells), _numbers(cells, said)
    drawn = ([numbers.get(c, meaning.get(c, c)) for c in map(_plain, row)] for row in rows)
    return "\n".join(map(" ".join, drawn))


def _numbers(cells: Sequence[str], notes: list[Message]) -> dict[str, str]:
    """Return the numbers as they are from 1 on, if those of a grid begin with 0."""
    marks = [*map(_plain, cells)]
    if marks.count("0") != 1 or not _from_zero(marks):
        return {}
    notes.append(Message("read-from-0"))
    return {mark: str(int(mark) + 1) for mark in marks if mark.isdecimal()}


def _packed(text: str) -> list[list[str]]:
    """Return the cells of lines without blanks in which each character is one; else nothing."""
    lines = text.split("\n")
    if len({*map(len, lines)}) > 1 or len(lines[0]) < 2 or not re.search(r"[1-9]", text):
        return []
    if not re.fullmatch(r"[.#_?*x\d\nSE-]+", text) or not re.search(r"[._?*x#-]", text):
        return []
    return [[*line] for line in lines] if "-1" not in text else []


def _is_drawing(text: str) -> bool:
    """Return whether a text is a drawing with no other marks."""
    try:
        _shape, cells = parse_cells(text)
    except InvalidBoard:
        return False
    return all(re.fullmatch(r"[.#SE]|[1-9]\d*", cell, re.ASCII) for cell in cells.values())


@lru_cache(1 << 12)
def _plain(cell: str) -> str:
    """Return a cell without quotes, and numbers without zeros before them.

    >>> _plain('"07"'), _plain("__"), _plain("X")
    ('7', '_', 'x')
    """
    cell = cell.strip().strip("\"'")
    if re.fullmatch(r"-?\d{1,19}", cell):
        return str(int(cell))
    if cell and not cell.strip(cell[0]) and cell[0] in "_.-*?":
        cell = cell[0]  # __, --, **
    return {"?": "_", "X": "x", "s": "S", "e": "E", "·": ".", "—": "-"}.get(cell, cell)


def _meanings(cells: list[str]) -> dict[str, str]:
    """Return which marks are squares and which are none.

    Raises :class:`InvalidBoard` if two of them may be squares.
    """
    marks = [*map(_plain, cells)]
    unclear = [mark for mark in (".", "x", "-1", "", "*", "-") if mark in marks]
    zeros = marks.count("0")
    beside = {*unclear} - {"-1"}
    first = zeros == 1 and _from_zero(marks)
    if "_" in marks or zeros > 1 or (zeros and not beside):
        squares = {"_": "."} if first else {"_": ".", "0": "."}
        return squares | dict.fromkeys(unclear, "#")
    if "." in unclear and unclear[1:] == ["*"]:
        return {"*": "#"}  # as in the labyrinths of programming contests
    if len(unclear) > 1:
        names = ", ".join(f"“{mark}”" for mark in unclear)
        raise InvalidBoard("grid-unclear", marks=names)
    return dict.fromkeys(unclear, ".")


def _from_zero(marks: Sequence[str]) -> bool:
    """Return whether a single 0 is the first number: other marks show the empty squares.

    >>> _from_zero(["_", "2", "0"]), _from_zero(["_", "3", "0"])
    (True, False)
    """
    numbers = [int(mark) for mark in marks if mark.isdecimal()]
    empty = any(mark in marks for mark in ("_", ".", "*", "-", "x", ""))
    return empty and "-1" not in marks and len(numbers) > 1 and max(numbers) < len(marks)


def _rows(text: str) -> list[list[str]]:
    """Split a grid into rows of cells; an empty line is a row without cells."""
    lines = text.split("\n")
    for mark in "\t;,":
        if rows := _separated(lines, mark):
            return rows
    rows = [line.split() for line in lines]
    if not _FOREIGN.search(text):
        return rows  # only there blanks may be missing squares
    words = [word for row in rows for word in row]
    if len({*map(len, rows)} - {0}) == 1 < len(max(rows, key=len)):
        return rows
    if any(_PACKED.fullmatch(word) and not _CELL.fullmatch(word) for word in words):
        width = max(map(len, lines))
        return [["#" if mark == " " else mark for mark in line.ljust(width)] for line in lines]
    if len({len(row) for row in rows if row}) > 1:
        return _columns(lines) or rows
    return rows


def _separated(lines: list[str], mark: str) -> list[list[str]]:
    """Split lines at a mark; return nothing if one of them has no such mark or two in a cell."""
    rows = [
        [cell.strip() for cell in line.split(mark)] if line.strip(" ") else [] for line in lines
    ]
    if any(len(row) == 1 or any(" " in cell for cell in row) for row in rows):
        return []
    # A mark may end each row; often not the last one, as in the lists of programs.
    cut = [row[:-1] if row[-1:] == [""] else row for row in rows]
    filled = [row for row in rows if row]
    ended = all(row[-1] == "" for row in filled[:-1]) and all("" not in row for row in cut)
    ended = ended and len({len(row) for row in cut if row}) == 1
    return cut if ended else rows


def _columns(lines: list[str]) -> list[list[str]]:
    """Split lines in which blanks stand for missing squares, if all columns are equally wide."""
    found = [[*re.finditer(r"\S+", line.expandtabs())] for line in lines]
    widest = max(len(cell[0]) for row in found for cell in row)
    for side in (0, 1):  # aligned left or right
        places = sorted({cell.span()[side] for row in found for cell in row})
        wide = reduce(gcd, (place - places[0] for place in places), 0)
        if wide > widest:
            count = (places[-1] - places[0]) // wide + 1
            rows = [["#"] * count if row else [] for row in found]
            for row, cells in zip(rows, found, strict=True):
                for cell in cells:
                    row[(cell.span()[side] - places[0]) // wide] = cell[0]
            return rows
    return []
