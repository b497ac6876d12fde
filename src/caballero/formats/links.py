"""Puzzles as links to the pages of others, in and out; nothing is fetched.

- ``kudamono``: Hidoku of Kudamono (pedros.works), ``…?W=4x3&L=(4)2(6)1x3&G=hidoku``. In ``L`` each
  number stands in brackets, each hole as ``x``, and behind it how many squares further it is than
  the last mark: column by column, each from the bottom. Older links have one less than the columns
  and rows in ``W`` and ``H``, and these in the order of their numbers as texts.
- ``puzzlink``: Simple Loop of puzz.link, ``…/p?simpleloop/5/5/sg020``: the holes row by row, five
  squares a character. It is a wazir's closed tour.
- ``penpa``: boards of squares for Penpa+ (S. Gangwar), only out: clues, waypoints on discs, walls.

Invariant: a link that was written is read as an equal puzzle, and written as the same link.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable
from typing import Any, Final, cast

from caballero.machine.arguments import name_among, of_type
from caballero.machine.errors import InvalidProblem, TooLarge
from caballero.machine.words import short
from caballero.model.board import Board, Square
from caballero.model.piece import Piece
from caballero.model.problem import Problem, sorted_moves

SITES: Final = ("kudamono", "penpa", "puzzlink")
"""The pages to whose links puzzles are written."""

MOST_SQUARES: Final = 10_000
"""The squares of the largest board of a link."""

_KUDAMONO: Final = "https://pedros.works/paper-puzzle-player"
_PUZZLINK: Final = "https://puzz.link/p?simpleloop/"
_PENPA: Final = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="

_TOKENS: Final = re.compile(r"(?:(?:\((?P<number>\d{1,6})\)|x)\d{1,6})*", re.ASCII)
_SIMPLELOOP: Final = re.compile(
    r"https?://[\w.]+/p(?:\.html)?\?simpleloop(?:_play|_edit)?/(\d{1,5})/(\d{1,5})/([0-9a-v]*)/?",
    re.ASCII,
)
_SIZE: Final = re.compile(r"(\d{1,5})x(\d{1,5})", re.ASCII)


def is_link(text: str) -> bool:
    """Return whether a text is a link."""
    return text.startswith(("https://", "http://"))


def read_link(link: str) -> Problem:
    """Read a puzzle of a link to Kudamono (Hidoku) or puzz.link (Simple Loop).

    Parameters
    ----------
    link : str
        The link; it is not followed.

    Raises
    ------
    InvalidProblem
        If it is another link, or its parts contradict each other.
    TooLarge
        If the board has more than ``MOST_SQUARES`` squares.

    Examples
    --------
    >>> from caballero import find_tour
    >>> from caballero.formats import read_link
    >>> loop = read_link("https://puzz.link/p?simpleloop/5/5/sg020")
    >>> loop.piece.name, loop.closed, len(loop.board.gaps)
    ('wazir', True, 5)
    >>> link = "https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2x4&G=hidoku"
    >>> print(read_link(link).to_drawing())
    4 . . .
    . . . .
    . . # .
    """
    link = of_type("link", link, str).strip()
    if match := _SIMPLELOOP.fullmatch(link):
        return _read_loop(int(match[1]), int(match[2]), match[3])
    if link.startswith(_KUDAMONO):
        return _read_hidoku(link)
    raise InvalidProblem("link-unknown", link=short(link))


def to_link(problem: Problem, site: str) -> str:
    """Return a link that shows a puzzle.

    Parameters
    ----------
    problem : Problem
        On a flat rectangle, with or without holes. For Kudamono a king's open tour with clues; for
        puzz.link a wazir's closed tour without any; for Penpa+ any without forced moves.
    site : str
        ``kudamono``, ``puzzlink`` or ``penpa``.

    Raises
    ------
    UnknownName
        If there is no such site.
    InvalidProblem
        If it cannot show the puzzle.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.formats import to_link
    >>> to_link(Problem("4 . # 7\\n. . . .", "king"), "kudamono")
    'https://pedros.works/paper-puzzle-player?W=4x2&L=(4)1x4(7)2&G=hidoku'
    """
    site, board = name_among("format", site, SITES), of_type("problem", problem, Problem).board
    marks = problem.numbered() or problem.waypoints
    hidden = problem.forced or (site != "penpa" and (problem.forbidden or problem.waypoints))
    fits = {
        "kudamono": problem.piece == Piece("king") and not problem.closed,
        "puzzlink": problem.piece == Piece("wazir") and problem.closed and not marks,
        "penpa": True,
    }[site]
    rectangle = len(board.shape) == 2 and board.grid is None and not any(board.wraps)
    if hidden or not fits or not rectangle:
        raise InvalidProblem(f"link-{site}")
    match site:
        case "kudamono":
            return _hidoku(problem)
        case "puzzlink":
            return _loop(board)
    return _penpa(problem)


def _board(columns: int, rows: int, holes: Iterable[Square]) -> Board:
    """Return a board; refuse a board that is too large."""
    if columns * rows > MOST_SQUARES:
        raise TooLarge(
            "board-too-large", board=f"{rows}x{columns}", count=columns * rows, most=MOST_SQUARES
        )
    return Board((rows, columns), tuple(holes))


# -- Kudamono ----------------------------------------------------------------------------------


def _read_hidoku(link: str) -> Problem:
    """Read a Hidoku of Kudamono."""
    pairs = [part.partition("=") for part in link.partition("?")[2].split("&")]
    parts = {name: value for name, _equals, value in pairs}
    if len(parts) < len(pairs) or not parts.keys() <= set("WHLG"):
        raise InvalidProblem("link-torn", link=short(link))
    content, old = parts.get("L", ""), False
    sides = _SIZE.fullmatch(parts.get("W", ""))
    if sides is None:
        sides, old = _SIZE.fullmatch(f"{parts.get('W')}x{parts.get('H')}"), True
    if parts.get("G") != "hidoku" or sides is None or not _TOKENS.fullmatch(content):
        raise InvalidProblem("link-unknown", link=short(link))
    columns, rows = (int(side) + old for side in sides.groups())
    _board(columns, rows, [])
    across, up = ([*range(side)] for side in (columns, rows))
    if old:
        across, up = sorted(across, key=str), sorted(up, key=str)
    at, holes, clues = 0, [], []
    for number, step in re.findall(r"(?:\((\d+)\)|x)(\d+)", content, re.ASCII):
        at += int(step)
        if at >= rows * columns:
            raise InvalidProblem("link-unknown", link=short(link))
        square = (rows - 1 - up[at % rows], across[at // rows])
        if number:
            clues.append((square, int(number)))
        else:
            holes.append(square)
    return Problem(_board(columns, rows, holes), "king", clues=clues)


def _hidoku(problem: Problem) -> str:
    """Return the link of a Hidoku."""
    board = problem.board
    rows, columns = board.shape
    marks = dict.fromkeys(board.gaps, "x")
    marks |= {board.square(v): f"({number})" for number, v in problem.numbered().items()}
    places = sorted((column * rows + rows - 1 - row, m) for (row, column), m in marks.items())
    befores = [0, *(place for place, _mark in places)]
    written = (f"{m}{place - was}" for (place, m), was in zip(places, befores, strict=False))
    return f"{_KUDAMONO}?W={columns}x{rows}&L={''.join(written)}&G=hidoku"


# -- puzz.link ---------------------------------------------------------------------------------


def _read_loop(columns: int, rows: int, holes: str) -> Problem:
    """Read a Simple Loop."""
    _board(columns, rows, [])
    if len(holes) not in (0, -(-rows * columns // 5)):
        raise InvalidProblem("link-torn", link=short(f"{_PUZZLINK}{columns}/{rows}/{holes}"))
    bits = "".join(f"{int(character, 32):05b}" for character in holes)
    found = [divmod(i, columns) for i, bit in enumerate(bits) if bit == "1" and i < rows * columns]
    return Problem(_board(columns, rows, found), "wazir", closed=True)


def _loop(board: Board) -> str:
    """Return the link of a Simple Loop."""
    rows, columns = board.shape
    bits = "".join("01"[(r, c) not in board] for r in range(rows) for c in range(columns))
    groups = re.findall(".{5}", bits + "0" * (-len(bits) % 5))
    holes = "".join("0123456789abcdefghijklmnopqrstuv"[int(five, 2)] for five in groups)
    return f"{_PUZZLINK}{columns}/{rows}/{holes if board.gaps else ''}"


# -- Penpa+ ------------------------------------------------------------------------------------


def _penpa(problem: Problem) -> str:
    """Return the link of a puzzle.

    The grid has two more rows and columns on each side. The indices of the corners follow those of
    all squares: the corner of a square is that below it at the right; then come the sides.
    """
    board = problem.board
    rows, columns = board.shape
    wide, size = columns + 4, 38

    def index(square: Square) -> int:
        row, column = square
        return (row + 2) * wide + column + 2

    numbers: dict[Any, tuple[str, int]] = {}
    for number, v in problem.numbered().items():
        numbers[board.square(v)] = (str(number), 1)
    for number, square in enumerate(problem.waypoints, start=1):
        numbers[square] = (str(number), 7)
    walls = {}
    for a, b in sorted_moves(problem, problem.forbidden):
        (row, column), (r, c) = sorted((cast("Square", a), cast("Square", b)))
        if (r - row, c - column) not in {(0, 1), (1, 0)}:
            raise InvalidProblem("link-penpa")
        first = index((row - (c > column), column - (r > row))) + wide * (rows + 4)
        walls[f"{first},{index((row, column)) + wide * (rows + 4)}"] = 2
    kind = ((0, 3), (2, 1))[rows % 2 == 0][columns % 2 == 0]  # a square, corner or side
    middle = index(((rows - 1) // 2, (columns - 1) // 2)) + kind * wide * (rows + 4)
    head = ["square", columns, rows, size, 0, 1, 1, (columns + 1) * size, (rows + 1) * size]
    head += [middle, middle, 0, 0, 0, 0, "Title: ", "Author: ", "", "", "OFF", "false"]
    squares = [index(square) for square in board]
    steps = [b - a for a, b in zip([0, *squares], squares, strict=False)]
    shown = {str(index(square)): [*mark, "1"] for square, mark in numbers.items()}
    layers = _layer(shown, walls), _layer({}, {})
    parts = (json.dumps(part) for part in ([0, 0, 0, 0], {}, *layers, steps, []))
    version = "[3,2,3]"  # the lines before it are settings of the page, as they are usually
    lines = [",".join(map(str, head)), *parts, "", "", "", version]
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return _PENPA + base64.b64encode(packed).decode()


def _layer(numbers: dict[str, list[object]], walls: dict[str, int]) -> dict[str, object]:
    """Return a layer of Penpa+: its numbers, and its thick lines between corners."""
    tables = ("surface", "numberS", "symbol", "line", "wall", "cage", "freeline", "freelineE")
    lists = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages")
    stacks = ("command_redo", "command_undo", "command_replay")
    return {
        "number": numbers, "lineE": walls, "deletelineE": {}, "nobulbthermo": [],
        **{name: {} for name in tables}, **{name: [] for name in lists},
        **{name: {"__a": []} for name in stacks},
    }  # fmt: skip
