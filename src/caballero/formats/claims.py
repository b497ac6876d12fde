"""Read a claimed tour from text in many notations.

A matrix of numbers (with or without brackets, commas, quotes or a frame), a list of squares by
coordinates or by name, with or without their numbers, or JSON; the notation is recognized. This
module does not look for the faults of the tour; the judge does.

The text comes from outside, so its size is bounded before it is worked on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Final

from caballero.core.board import Board, read_cells
from caballero.core.drawing import MAX_DIMENSIONS, split_blocks
from caballero.core.errors import InvalidTour
from caballero.core.headings import Heading, heading_of
from caballero.core.limits import pause, paused
from caballero.core.problem import Place
from caballero.core.texts import bounded_text, decoded, json_lines, not_json
from caballero.core.words import short
from caballero.proof.claim import Claim, are_squares, claim_of, claim_of_matrix, claim_of_squares

from .boards import array_rows, plain_rows

_PUNCTUATION: Final = str.maketrans("[]{}()'\";·|", " " * 9 + ". ")

_JSON_OBJECT: Final = re.compile(r"\s*\{(?!\s*[{\d+-])")
"""The beginning of a JSON object; in other languages braces also enclose lists of numbers."""

MOST_OF_NONE: Final = 200
"""The longest text that claims that there is no tour, in characters."""

_NOTHING: Final = frozenset({"[]", "()", "none", "null", "-1", "no", "false", "unsat"})
_NO_TOUR: Final = re.compile(
    r"\b(?:no|not|without|ningun[ao]?|sin|kein[e]?)\b.*(?:solution|tour|path|exist|found|soluci[oó]n|"
    r"recorrido|camino|lösung)|no hay|no existe|\bimpos+ible|unsolvable|unsatisfiable|infeasible"
)
_MOVE: Final = re.compile(r"[KQRBNSC]?([a-z]{1,2}[0-9]{1,2})[-x]?([a-z]{1,2}[0-9]{1,2})")
_NUMBERED: Final = re.compile(r"[0-9]{1,4}\.+")
_DIGIT: Final = re.compile("[0-9]")
_WORD: Final = re.compile(r"[^\W\d_]{2}")
_RULE: Final = re.compile("[─━—-]{3}")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}")
_LABEL: Final = re.compile(r"([0-9]{1,9})[.:]?")
_PIECE_AND_SQUARE: Final = re.compile(r"[A-Z][a-z][0-9]{1,3}")

_NUMBER_AND_NAME: Final = re.compile(r"\b([0-9]+\.)(?=[A-Za-z])")

_ARROW: Final = re.compile(r"(?<=[0-9)])\s*(?:[-=]*>|→|[-–—](?=\s*[A-Za-z]))\s*")
"""What joins squares in ``a1-b3`` or ``0,0 -> 2,1``."""

_FRAME: Final = re.compile(r"[│|]\s*$", re.MULTILINE)
"""The end of a row in a frame; between the numbers of a row, bars are commas."""

_CAPTION: Final = re.compile(r"\s*[^\W\d_]{2}[^\d:]*:(?=\s)")
"""Words with a colon before a list or a row, as in ``Row: 1 4 7``."""

_NOT_VISITED: Final = frozenset({".", "..", "_", "-", "--", "?"})

_PLACE: Final = re.compile(r"[A-Za-z]{1,8}[0-9]{1,18}|[0-9]{1,18}(?:,[0-9]{1,18})+")


def read_claim(text: str | bytes) -> Claim:
    """Read a claimed tour from text, which may begin with a line such as ``king closed``.

    Parameters
    ----------
    text : str or bytes
        A matrix, a list of squares, or JSON; bytes are UTF-8, UTF-16 with its mark, or else
        Windows-1252.

    Returns
    -------
    Claim
        The tour as the text states it; :func:`caballero.verify` judges it.

    Raises
    ------
    TooLarge
        If the text is longer than ``MAX_BYTES``, ``MAX_LINES`` or ``MAX_CELLS``.
    InvalidTour
        If it cannot be read; the message names the line.

    Notes
    -----
    In a matrix, ``#`` marks a hole, and ``.``, an empty cell of CSV, or several ``0`` or ``-1``
    mark squares without a number, as ``_``, ``-`` and ``?`` do.
    Empty lines separate the layers of a box; but if each layer would be a single row, they only
    space out the rows of a matrix. A single line of numbers, such as ``0,1``, is a row of a matrix
    and not a square. Lines of words above and below the numbers are passed over. In a frame (``│``
    or ``|``), only the text between the bars is read. Before squares, their numbers (``1. a1``),
    the letter of a piece (``Na1``) and a caption (``My tour: a1``) are passed over. Several tours
    are refused.

    Examples
    --------
    >>> from caballero.formats import read_claim
    >>> read_claim("0 3\\n2 1").numbered
    ((0, (0, 0)), (3, (0, 1)), (2, (1, 0)), (1, (1, 1)))
    >>> read_claim("a1 b3 c1").numbered
    ((1, 'a1'), (2, 'b3'), (3, 'c1'))
    """
    text = bounded_text(text, InvalidTour("not-text"), separators=" ,\t[(")
    if not text.strip():
        raise InvalidTour("claim-empty")
    if _JSON_OBJECT.match(text):
        return claim_of(_read_json(text))
    piece, closed, surface, grid, *_ = heading_of(text)
    if grid is not None:
        return replace(_read_rows(text, grid), piece=piece, closed=closed)
    rest = text.lstrip().partition("\n")[2] if piece or surface or closed is not None else ""
    claim = _read_text(rest if rest.strip() else text)
    board = claim.board_shown() if surface else claim.board
    if surface and isinstance(board, Board):
        board = board.on(surface)
    return replace(claim, piece=piece, closed=closed, board=board)


def _read_rows(text: str, grid: str) -> Claim:
    """Read the rows of hexagons or triangles below a line that names their grid, or names.

    The rows may begin with the name of their first cell, as in the text of a tour.

    >>> _read_rows("hex2x2 step\\na2   1 2\\na1    4 3", "hex2x2").numbered
    ((1, (0, 0)), (2, (0, 1)), (4, (1, 0)), (3, (1, 1)))
    """
    _line, _break, rest = text.strip("\n").partition("\n")
    cells = rest.split()
    if sum(bool(_PLACE.fullmatch(cell)) for cell in cells) * 2 > len(cells):
        claim = _read_text(rest)
        return claim if grid in ("hex", "tri") else replace(claim, board=Board(grid))
    unnamed = re.sub(r"(?m)^[a-z]+\d+(?= )", lambda name: " " * len(name[0]), rest)
    shape, cells_read, rows = read_cells(f"{grid}\n{unnamed}")
    numbered: list[tuple[int, Place]] = []
    for place, cell in cells_read.items():
        if _NUMBER.fullmatch(cell):
            numbered.append((int(cell), place))
        elif cell not in (".", "#"):
            where = ",".join(map(str, place))
            raise InvalidTour("not-a-number", value=short(cell), place=where)
    holes = tuple(place for place, cell in cells_read.items() if cell == "#")
    return Claim(tuple(numbered), shape, board=Board(shape, holes, grid=rows))


def title_of(text: str | bytes) -> str:
    """Return the line of words above a claim, such as a name; nothing if there is none.

    >>> title_of("Fátima 2.º A\\n1 2"), title_of("Name: Eva\\n1 2"), title_of("The tour:\\na1 b3")
    ('Fátima 2.º A', 'Eva', '')
    """
    written = decoded(text[:2000] if isinstance(text, str) else text).lstrip()
    line = written[:2000].partition("\n")[0]
    name = line.rpartition(":")[2].strip()
    words = name.split()
    squares = sum(bool(_PLACE.fullmatch(word)) for word in words) * 2 > len(words)
    numbers = sum(map(str.isdigit, name)) * 2 > len(name) or squares
    named = _WORD.search(name) and not numbers and "{" not in line and "[" not in line
    return short(name) if named and heading_of(line) == Heading() else ""


def _read_text(text: str) -> Claim:
    """Read a claimed tour in another notation than JSON."""
    if (groups := _read_groups(text)) is not None:
        return _rows_claim(groups)
    if (rows_listed := array_rows(text)) is not None:
        return _matrix_claim(rows_listed, commas=True)
    if (plain := plain_rows(text)) != text:
        return _read_text(plain)
    framed = _FRAME.search(text) is not None
    if not framed and (sheet := _read_sheet(text.splitlines())) is not None:
        return _matrix_claim(sheet, commas=False)
    rows = [_split_line(line, framed) for line in text.splitlines()]
    _empty_titles(rows)
    flat = [token for row in rows for token in row]
    if not flat:
        raise InvalidTour("claim-empty")
    if _are_numbered(flat):
        return claim_of(_without_pieces(flat[1::2]))
    if (squares := _of_moves(flat)) is not None:
        return claim_of(squares)
    # A list of squares has no bare numbers; a matrix has hardly anything else.
    if sum(bool(_PLACE.fullmatch(token)) for token in flat[:1000]) * 2 <= len(flat[:1000]):
        return _matrix_claim(rows, commas="," in text and not framed, framed=framed)
    if all(len(row) <= 1 for row in rows) and all("," in token for token in flat):
        return _matrix_claim([row[0].split(",") if row else [] for row in rows], commas=True)
    for line, row in enumerate(rows, start=1):
        for token in row:
            if not _PLACE.fullmatch(token):
                raise InvalidTour("name-unreadable-line", name=short(token), line=line)
    blocks: list[list[list[str]]] = split_blocks(rows, 1)
    _refuse_several(blocks)
    return claim_of(_without_pieces(flat))


def _read_sheet(lines: list[str]) -> list[list[str]] | None:
    """Read the cells of a spreadsheet, some of them empty; None for another notation.

    A mark at the end of each row, as in the lists of programs, makes no empty cell.
    """
    for mark in "\t;,":
        if not any(mark in line for line in lines):
            continue
        rows = [
            [cell.strip(" \"'") for cell in line.split(mark)] if line.strip(" ") else []
            for line in paused(lines)
        ]
        _empty_titles(rows)
        filled = [row for row in rows if row]
        cells = [cell for row in filled for cell in row]
        if not all(cell in {"", ".", "#"} or _NUMBER.fullmatch(cell) for cell in paused(cells)):
            continue
        cut = [row[:-1] if row[-1] == "" else row for row in filled]
        ended = all(row[-1] == "" for row in filled[:-1]) and len({*map(len, cut)}) == 1
        inside = any("" in row for row in cut)
        if "" not in cells or not any(cells) or (ended and not inside):
            continue
        for line, row in enumerate(rows, start=1):
            if row and len(row) != len(filled[0]):
                if not inside or mark == "\t":
                    return None
                data = {"line": line, "count": len(row), "first": len(filled[0])}
                raise InvalidTour("matrix-ragged-line", **data)
        return [[cell or "." for cell in row] for row in rows]
    return None


def _are_numbered(tokens: list[str]) -> bool:
    """Return whether the tokens are squares, each after its number: ``1. a1 2. b3``."""
    labels = [_LABEL.fullmatch(token) for token in tokens[::2]]
    if len(tokens) % 2 or not all(map(_PLACE.fullmatch, tokens[1::2])):
        return False
    numbers = [int(label[1]) if label else -1 for label in labels]
    return numbers[0] >= 0 and all(b == a + 1 for a, b in pairwise(numbers))


def _of_moves(tokens: list[str]) -> list[str] | None:
    """Return the squares of moves that follow each other, each with both ends; None for others.

    >>> _of_moves(["a1b3", "b3c5"]), _of_moves(["a1", "b3", "b3", "c5"]), _of_moves(["a1", "b3"])
    (['a1', 'b3', 'c5'], ['a1', 'b3', 'c5'], None)
    """
    tokens = [token for token in paused(tokens) if not _NUMBERED.fullmatch(token)]
    moves = [found.groups() for found in map(_MOVE.fullmatch, paused(tokens)) if found]
    if tokens and len(moves) == len(tokens):
        ends: list[str] = [end for move in moves for end in move]
    else:
        ends = _without_pieces(tokens)
        if len(ends) < 4 or len(ends) % 2 or ends[1:-1:2] != ends[2::2]:
            return None
    if not all(map(_PLACE.fullmatch, ends)):
        return None
    if ends[1:-1:2] == ends[2::2]:
        return [ends[0], *ends[1::2]]
    a, b = next(pair for pair in zip(ends[1:-1:2], ends[2::2], strict=True) if pair[0] != pair[1])
    raise InvalidTour("claim-moves", a=a, b=b)


def claims_none(text: str | bytes) -> bool:
    """Return whether a short text claims that there is no tour.

    >>> claims_none("Solution does not exist"), claims_none("[]"), claims_none("1 4 7")
    (True, True, False)
    """
    if len(text) > MOST_OF_NONE:
        return False
    try:
        words = decoded(text).strip().strip(".!").lower()
    except UnicodeDecodeError:
        return False  # no text
    return words in _NOTHING or (not _DIGIT.search(words) and _NO_TOUR.search(words) is not None)


def _without_pieces(names: list[str]) -> list[str]:
    """Return names of squares without the letter of a piece before each, as in ``Na1 Nb3``."""
    lettered = all(map(_PIECE_AND_SQUARE.fullmatch, names)) and len({n[0] for n in names}) == 1
    return [name[1:] for name in names] if lettered else names


def _refuse_several(blocks: Sequence[Sequence[Sequence[object]]]) -> None:
    """Refuse several tours after each other: blocks in which the same numbers or squares recur."""
    counts = Counter(
        cell for block in blocks for row in block for cell in row if cell not in (".", "#")
    )
    times = {*counts.values()}
    count = min(times, default=1)
    if count > 1 and len(times) == 1 and len(blocks) % count == 0 and len(counts) > 1:
        raise InvalidTour("claim-several", count=count)


def _read_json(text: str) -> dict[str, object]:
    import json  # only JSON needs it

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        if (count := len(json_lines(text))) > 1:
            raise InvalidTour("claim-several", count=count) from None
        raise not_json(error) from error
    if not isinstance(data, dict):
        raise InvalidTour("json-no-tour")
    return data


def _read_groups(text: str) -> list[tuple[int, ...]] | None:
    """Read squares as Python prints them: numbers in parentheses and nothing else."""
    groups = re.findall(r"\(([^()]*)\)", text)
    if not groups or re.sub(r"\([^()]*\)", "", text).strip(" \t\r\n,;[]()->→"):
        return None
    rows = [tuple(re.findall(r"[^\s,]+", group)) for group in paused(groups)]
    if not all(1 < len(row) <= 3 and all(map(_NUMBER.fullmatch, row)) for row in paused(rows)):
        return None
    return [tuple(map(int, row)) for row in rows]


def _rows_claim(rows: Sequence[Sequence[object]]) -> Claim:
    """Return the claim that rows of numbers make: a list of squares, or a matrix."""
    if isinstance(rows[0], tuple) or are_squares(rows):
        return claim_of_squares(rows)
    return claim_of_matrix(list(rows))


def _split_line(line: str, framed: bool) -> list[str]:
    """Return the cells of a line without punctuation."""
    pause()
    if _RULE.search(line):
        return []  # a rule
    if framed:
        # Keep the text between the bars; the other lines are the frame and its labels.
        bars = [i for i, character in enumerate(line) if character in "│|"]
        line = " ".join(line[a + 1 : b] for a, b in pairwise(bars))
    while (caption := _CAPTION.match(line)) and _DIGIT.search(line):
        line = line[caption.end() :]
    line = _NUMBER_AND_NAME.sub(r"\1 ", _ARROW.sub(" ", line))
    line = " ".join(line.translate(_PUNCTUATION).split())
    if "," not in line:
        return line.split()
    # A comma joins coordinates (1,2) and separates everything else (1, 2 or a1,b3).
    line = line.replace(", ", " ").replace(" ,", " ").removesuffix(",")
    return re.sub(r",(?=[A-Za-z])", " ", line).split()


def _empty_titles(rows: list[list[str]]) -> None:
    """Empty the lines of words above and below the numbers, such as "The solution is:"."""
    numbered = [any(map(_DIGIT.search, row)) and not _is_title(row) for row in rows]
    if True not in numbered:
        return
    first, last = numbered.index(True), len(rows) - numbered[::-1].index(True)
    for row in (*rows[:first], *rows[last:]):
        if any(map(_WORD.search, row)):
            row.clear()


def _is_title(row: list[str]) -> bool:
    """Return whether a line is a title with a number: it has a word, and no square.

    >>> _is_title(["Solution", "2:"]), _is_title(["Tour:", "a1", "b3"])
    (True, False)
    """
    pause()
    joined = " ".join(row)
    if not _WORD.search(joined):
        return False
    cells = joined.split()  # a cell of a spreadsheet may have several words
    numbers = sum(bool(_NUMBER.fullmatch(token)) for token in cells)
    has_place = any(map(_PLACE.fullmatch, cells))
    has_word = any(_WORD.search(token) and not _DIGIT.search(token) for token in cells)
    return has_word and not has_place and 2 * numbers <= len(cells)


def _matrix_claim(rows: list[list[str]], *, commas: bool, framed: bool = False) -> Claim:
    """Read coordinates or a matrix, in which empty lines separate the layers of a box."""
    if any(cell in ("*", "x", "X") for row in rows for cell in row):
        others = any(cell in {".", "_", "?"} for row in rows for cell in row)
        rows = [["#."[not others] if c in ("*", "x", "X") else c for c in row] for row in rows]
    read = [_read_numbers(row, line) for line, row in enumerate(rows, start=1)]
    filled = [row for row in read if row]
    if not filled:
        raise InvalidTour("claim-empty")
    # Without commas, rows of three or more numbers are no coordinates.
    if (commas or len(filled[0]) == 2) and are_squares(filled):
        return claim_of_squares(filled)
    for line, row in enumerate(read, start=1):
        if row and len(row) != len(filled[0]):
            data = {"line": line, "count": len(row), "first": len(filled[0])}
            raise InvalidTour("matrix-ragged-line", **data)
    while not read[-1]:
        read.pop()
    while not read[0]:
        read.pop(0)
    runs = [len(list(run)) for empty, run in groupby(read, key=lambda row: not row) if empty]
    blanks = min(max(runs, default=0), 1) if framed else max(runs, default=0)
    blocks = split_blocks(read, 1)
    if len(blocks) > 1:
        _refuse_several(blocks)
    sizes = {len(block) for block in blocks}
    if len(sizes) > 1 or sizes == {1}:
        return claim_of_matrix(list(filled))  # a line left empty, or every second one
    if blanks + 2 > MAX_DIMENSIONS:
        raise InvalidTour("claim-unreadable", value=short(" ".join(map(str, filled[0]))))
    return claim_of_matrix(_nested(read, blanks))


def _read_numbers(row: list[str], line: int) -> list[object]:
    pause()
    digits = "".join(row)
    if digits.isascii() and digits.isdecimal() and all(0 < len(token) <= 18 for token in row):
        return [*map(int, row)]
    cells: list[object] = []
    for token in row:
        for part in token.split(","):
            if _NUMBER.fullmatch(part):
                cells.append(int(part))
            elif part == "#" or part in _NOT_VISITED:
                cells.append("#" if part == "#" else ".")
            elif part:
                raise InvalidTour("not-a-number-line", value=short(part), line=line)
    return cells


def _nested(rows: list[list[object]], blanks: int) -> list[object]:
    """Nest the rows in blocks, one level for each number of empty lines between them."""
    if blanks == 0:
        return [row for row in rows if row]
    return [_nested(block, blanks - 1) for block in split_blocks(rows, blanks)]
