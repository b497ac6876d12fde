"""Read and write puzzles: a drawing with numbers, under a line that may name the piece.

The first line may name the piece or the puzzle (``knight``, ``hidato``, ``2,3``), say ``closed`` or
``open``, and name the surface: ``king closed``. Without such a line, the puzzle is a knight's open
tour. The words of other languages are read, too.

Grids of other programs are read where they are clear: cells between blanks, commas, semicolons or
tabs, lists of Python or JSON, or one character a cell. There ``_``, ``?`` and ``0`` are squares and
``#`` is none. What ``.``, ``x``, ``-1`` and an empty cell mean depends on the others: they are no
squares beside ``_`` or ``0``; else the one that occurs is a square; two of them are refused.
"""

from __future__ import annotations

import re
from functools import reduce
from math import gcd
from typing import Final

from caballero.core.arguments import of_type
from caballero.core.drawing import parse_cells
from caballero.core.errors import InvalidBoard, InvalidProblem, TooLarge
from caballero.core.piece import KNIGHT, Piece, PieceLike
from caballero.core.problem import Problem

from .claims import decoded, read_list
from .headings import Heading, is_heading, read_heading

MAX_BYTES: Final = 4 * 1024 * 1024
"""The largest puzzle that is read: a board of four million squares."""

_LEAP: Final = re.compile(r"\(?\d+,\d+\)?")
_CELL: Final = re.compile(r"[.#SExX?]|__?|\.\.|00?|-1|0*[1-9]\d*")
_FOREIGN: Final = re.compile(r"(?<!\d)0|[_?xX]")
"""What only grids have in which blanks may be missing squares."""

_OTHER: Final = re.compile(_FOREIGN.pattern + r"|-1|[,;\t\[{]")
"""What only grids of other programs have."""

_PACKED: Final = re.compile(r"[.#SsEexX_?01]{2,}")


def read_puzzle(
    text: str | bytes,
    *,
    piece: PieceLike | None = None,
    closed: bool | None = None,
    surface: str | None = None,
) -> Problem:
    """Read a puzzle: a drawing, or a grid of another program.

    Parameters
    ----------
    text : str or bytes
        The drawing, with or without a first line such as ``hidato`` or ``knight closed``; bytes
        must be UTF-8.
    piece, closed, surface
        These override the first line.

    Raises
    ------
    TooLarge
        If the text is longer than ``MAX_BYTES``.
    InvalidBoard
        If it is neither, or it is unclear which cells are squares.
    UnknownName
        If the first line has another word.
    InvalidProblem
        If its parts contradict each other.

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
    heading, drawn = puzzle_parts(text, surface)
    kind = heading.closed if closed is None else closed
    chosen = heading.piece or KNIGHT if piece is None else Piece(piece)
    return Problem(drawn.board, chosen, bool(kind), drawn.start, drawn.end, drawn.clues)


def puzzle_parts(text: str | bytes, surface: str | None = None) -> tuple[Heading, Problem]:
    """Return what the first line of a puzzle names, and the drawing as a knight's open tour.

    >>> heading, drawn = puzzle_parts("numbrix\\n. .\\n1 .")
    >>> heading.piece, drawn.clues
    (Piece('wazir'), (((1, 0), 1),))
    """
    heading, drawing = split_heading(puzzle_text(text))
    return heading, Problem.from_drawing(read_grid(drawing), surface or heading.surface or "flat")


def to_puzzle_text(problem: Problem) -> str:
    """Return the drawing of a problem under a line with its piece, kind and surface.

    :func:`read_puzzle` reads it back.

    Raises
    ------
    InvalidProblem
        If the problem has forced or forbidden moves, is about a graph, or its board is a box of
        one layer; a drawing cannot show them.

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
    _refuse_moves(problem)
    surface = problem.board.surface
    if surface == "mixed":
        raise InvalidProblem("puzzle-mixed", board=str(problem.board))
    sides = problem.board.shape
    if len(sides) > 2 and sides[0] == 1:
        raise InvalidProblem("puzzle-one-layer", board=str(problem.board))
    words = [problem.piece.name, "closed" if problem.closed else "open"]
    return " ".join([*words, surface][: 2 + (surface != "flat")]) + "\n" + problem.to_drawing()


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
    _refuse_moves(problem)
    separator = of_type("separator", separator, str)
    board = problem.board
    if len(board.shape) != 2:
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


def _refuse_moves(problem: Problem) -> None:
    """Refuse forced and forbidden moves."""
    problem = of_type("problem", problem, Problem)
    if problem.forced or problem.forbidden:
        raise InvalidProblem("puzzle-moves")


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


def split_heading(text: str) -> tuple[Heading, str]:
    """Return what the first line names, and the drawing below it.

    Raises :class:`UnknownName` if it has other words.

    >>> split_heading("king closed\\n. .")
    (Heading(piece=Piece('king'), closed=True, surface=None), '. .')
    """
    line, _break, rest = text.partition("\n")
    line = line.strip()
    if is_heading(line) or (_LEAP.fullmatch(line) and rest.strip() and "," not in rest):
        return read_heading(line), rest.strip("\n")
    return Heading(), text


# -- grids -----------------------------------------------------------------------------------


def read_grid(text: str) -> str:
    """Return a grid as a drawing of the project, and such a drawing as it is.

    >>> read_grid("_ 3 x")
    '. 3 #'
    """
    if _is_drawing(text) or not _OTHER.search(text):
        return text
    rows = _rows(text)
    meaning = _meanings([cell for row in rows for cell in row])
    read = (" ".join(meaning.get(cell, cell) for cell in map(_plain, row)) for row in rows)
    return "\n".join(read)


def _is_drawing(text: str) -> bool:
    """Say whether a text is a drawing with no other marks."""
    try:
        _shape, cells = parse_cells(text)
    except InvalidBoard:
        return False
    return all(re.fullmatch(r"[.#SE]|[1-9]\d*", cell, re.ASCII) for cell in cells.values())


def _plain(cell: str) -> str:
    """Return a cell without quotes, and numbers without zeros before them.

    >>> _plain('"07"'), _plain("__"), _plain("X")
    ('7', '_', 'x')
    """
    cell = cell.strip().strip("\"'")
    if re.fullmatch(r"-?\d{1,19}", cell):
        return str(int(cell))
    return {"__": "_", "..": ".", "?": "_", "X": "x", "s": "S", "e": "E"}.get(cell, cell)


def _meanings(cells: list[str]) -> dict[str, str]:
    """Return which marks are squares and which are none.

    Raises :class:`InvalidBoard` if two of them may be squares.
    """
    marks = [*map(_plain, cells)]
    unclear = [mark for mark in (".", "x", "-1", "") if mark in marks]
    if "_" in marks or marks.count("0") > 1 or ("0" in marks and not {*unclear} - {"-1"}):
        return {"_": ".", "0": "."} | dict.fromkeys(unclear, "#")
    if len(unclear) > 1:
        names = ", ".join(f"“{mark}”" for mark in unclear)
        raise InvalidBoard("grid-unclear", marks=names)
    return dict.fromkeys(unclear, ".")


def _rows(text: str) -> list[list[str]]:
    """Split a grid into rows of cells; an empty line is a row without cells."""
    if (listed := read_list(text)) is not None:
        return [["" if cell is None else str(cell) for cell in row] for row in listed]
    lines = text.split("\n")
    for mark in "\t;,":
        if rows := _separated(lines, mark):
            return rows
    rows = [line.split() for line in lines]
    if not _FOREIGN.search(text):
        return rows  # only there blanks may be missing squares
    words = [word for row in rows for word in row]
    if any(_PACKED.fullmatch(word) and not _CELL.fullmatch(word) for word in words):
        width = max(map(len, lines))
        return [["#" if mark == " " else mark for mark in line.ljust(width)] for line in lines]
    if len({len(row) for row in rows if row}) > 1:
        return _columns(lines) or rows
    return rows


def _separated(lines: list[str], mark: str) -> list[list[str]]:
    """Split lines at a mark; return nothing if one of them has no such mark or two in a cell."""
    rows = [[cell.strip() for cell in line.split(mark)] if line.strip() else [] for line in lines]
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
