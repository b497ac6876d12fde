"""The first line of a puzzle or a tour: the piece, ``closed`` or ``open``, the surface, the grid.

``zip`` says that the numbers are waypoints, and the wazir moves if no piece is named. Lines such as
``walls: a1-a2 c3-c4`` and ``forced: a1-b1`` below forbid and force moves.

The words of other languages are read, too. A line without two letters in a row is no heading.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from caballero.machine.errors import InvalidInput
from caballero.machine.words import LANGUAGES, Message, plain, spellings

from .board import SURFACES, Board
from .piece import Piece

ZIP: Final = "zip"
"""The name of the puzzle whose numbers are waypoints."""

_KINDS: Final = {"closed": True, "open": False}

_WORD: Final = re.compile(r"[^\W\d_]{2}")

_CELLS: Final = re.compile(r"[.#SsEexX_?01]+")
"""A word that is a row of cells, a character each."""

_LEAP: Final = re.compile(r"\(?\d+,\d+\)?")


class Heading(NamedTuple):
    """The parts of a problem that the first line of a text names; None for the others."""

    piece: Piece | None = None
    closed: bool | None = None
    surface: str | None = None
    grid: str | None = None
    """A kind of cell or the name of a grid of hexagons or triangles, in small letters."""
    zip: bool = False
    """Whether the numbers are waypoints."""
    walls: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()


MOVES: Final = ("walls", "forced")
"""The lines of moves, each with its words and a colon."""


def is_heading(line: str) -> bool:
    """Return whether a line has words, which rows of cells do not have.

    >>> is_heading("knight closed"), is_heading("SE.."), is_heading("2,3 open")
    (True, False, True)
    """
    if line.startswith(("[", "{")) or not _WORD.search(line):  # a list, with None
        return False
    return any(_WORD.search(word) and not _CELLS.fullmatch(word) for word in line.split())


def read_heading(line: str) -> Heading:
    """Return the board, piece and options that a heading names.

    Raises :class:`UnknownName` or :class:`InvalidPiece` if it has other words.

    >>> read_heading("king closed")  # doctest: +ELLIPSIS
    Heading(piece=Piece('king'), closed=True, surface=None, grid=None, zip=False, ...)
    >>> read_heading("puzzle: hex5 step").grid
    'hex5'
    """
    kinds = {
        Message(f"kind-{name}").text(language): kind
        for name, kind in _KINDS.items()
        for language in LANGUAGES
    }
    surfaces = spellings("surface", SURFACES)
    closed: bool | None = None
    surface = grid = None
    zipped = False
    names = []  # in some languages, names of pieces have blanks
    for word in line.lower().removeprefix("puzzle:").split():
        if word.startswith(("hex", "tri")) and is_grid(word):
            grid = word
        elif word in kinds:
            closed = kinds[word]
        elif plain(word) in surfaces:
            _written, surface = surfaces[plain(word)]
        elif word == ZIP:
            zipped = True
        else:
            names.append(word)
    piece = Piece(" ".join(names)) if names else Piece("wazir") if zipped else None
    return Heading(piece, closed, surface, grid, zipped)


def moves_of(line: str) -> dict[str, tuple[str, ...]]:
    """Return the moves that a line forbids or forces; nothing for another line.

    >>> moves_of("walls: a1-a2, c3-c4"), moves_of("king")
    ({'walls': ('a1-a2', 'c3-c4')}, {})
    """
    name, _colon, moves = line.partition(":")
    kind = spellings("heading", MOVES).get(plain(name))
    return {kind[1]: tuple(moves.replace(",", " ").split())} if kind else {}


def grid_heading(board: Board, piece: Piece, *, closed: bool) -> str:
    """Return the line above a drawing: the grid of other cells than squares, the piece, the kind.

    >>> grid_heading(Board("hex5"), Piece("wazir"), closed=True)
    'hex5 step closed'
    """
    words = [piece.name, "closed" if closed else "open"]
    if board.grid is not None:
        words = [board.drawn_as, "step" if piece == Piece("step") else piece.name, words[1]]
    return " ".join(words)


def is_grid(word: str) -> bool:
    """Return whether a word is a kind of cell, or the name of a grid."""
    from .grid import KINDS, named_grid  # only these words need it

    return word in KINDS or named_grid(word) is not None


def split_headings(text: str) -> list[tuple[Heading, str]]:
    """Return what each heading of a text names, and the drawing below it.

    A drawing at the beginning needs no heading. Titles above a heading are passed over. Raises
    :class:`UnknownName` if a line above a drawing has other words.

    >>> split_headings("king closed\\n. .\\n\\nknight\\n. S")  # doctest: +ELLIPSIS
    [(Heading(piece=Piece('king'), ...), '. .'), (Heading(piece=Piece('knight'), ...), '. S')]
    """
    parts: list[tuple[str, list[str]]] = [("", [])]
    moves: list[dict[str, Any]] = [{}]
    listed = False
    for line in text.split("\n"):
        word = line.strip()
        if ":" in word and (more := moves_of(word)):
            moves[-1] |= {kind: moves[-1].get(kind, ()) + some for kind, some in more.items()}
            continue
        if not listed and is_heading(word):
            parts.append((word, []))
            moves.append({})
            continue
        parts[-1][1].append(line)
        # In the lists of programs, words are cells.
        listed = listed or (word.startswith(("[", "(", "{")) and not _LEAP.fullmatch(word))
    drawings = [(line, "\n".join(rows).strip("\n")) for line, rows in parts]
    line, drawing = drawings[0]
    first, _break, rest = drawing.partition("\n")
    if _LEAP.fullmatch(first.strip()) and rest.strip() and "," not in rest:
        drawings[0] = first.strip(), rest.strip("\n")
    elif len(parts) > 1 and not drawing:
        del drawings[0], moves[0]
    last = len(drawings) - 1
    return [
        ((read_heading(line) if line else Heading())._replace(**moves[i]), drawing)
        for i, (line, drawing) in enumerate(drawings)
        if i == last or drawing or heading_of(line) != Heading()
    ]


def heading_of(text: str) -> Heading:
    """Return the heading in the first line of a text; nothing if that is a title or has numbers.

    >>> heading_of("The solution is:\\n1 2") == Heading(), heading_of("king\\n1 2").piece
    (True, Piece('king'))
    """
    line = text[:1000].lstrip().partition("\n")[0]
    try:
        return read_heading(line) if is_heading(line) else Heading()
    except InvalidInput:
        return Heading()
