"""Read a claimed tour from text in many notations.

A board of numbers (:mod:`.boards`), a list of squares by coordinates or by name, with or without
their numbers, or JSON; the notation is recognized. This module does not look for the faults of the
tour; the judge does.

The text comes from outside, so its size is bounded before it is worked on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, groupby, pairwise, zip_longest
from typing import Final

from caballero.machine.errors import InvalidTour
from caballero.machine.limits import paused
from caballero.machine.values import saying
from caballero.machine.words import Message, short
from caballero.model.board import Board, read_cells
from caballero.model.drawing import MAX_DIMENSIONS, split_blocks
from caballero.model.headings import Heading, heading_of
from caballero.model.problem import Place
from caballero.model.texts import bounded_text, decoded, json_lines, json_of
from caballero.proof.claim import Claim, are_squares, claim_of, claim_of_matrix, claim_of_squares

from .boards import NUMBER, array_rows, board_rows, cleaned, drawn, is_whole, without_titles

_JSON_OBJECT: Final = re.compile(r"\s*\{(?!\s*[{\d+-])")
"""The beginning of a JSON object; in other languages braces also enclose lists of numbers."""

MOST_OF_NONE: Final = 200
"""The longest text that claims that there is no tour, in characters."""

_NOTHING: Final = frozenset({"[]", "()", "none", "null", "-1", "no", "false", "unsat",
                             "not possible", "no se puede", "no es posible"})  # fmt: skip
_NO_TOUR: Final = re.compile(
    r"\b(?:no|not|without|ningun[ao]?|sin|kein[e]?)\b.*(?:solution|tour|path|exist|found|soluci[oó]n|"
    r"recorr|camino|lösung|solve|resolver)|no hay|no existe|\bimpos+ible|unsolvable|unsatisfiable|"
    r"infeasible|irresoluble|insoluble|(?:cannot|can't|can not) be (?:solved|toured|done)"
)
_DOUBT: Final = re.compile(
    r"\b(?:i|we|pero|but|encuentro|encontr[eé]|(?:he|hemos) encontrado|encontramos|sé|consigo|"
    r"consegu\w+|pude|puedo|creo|quiz[aá]s?|maybe|perhaps|think|sure|seguro)\b|\?"
)
"""Who has found no tour does not claim that there is none."""
_DIGIT: Final = re.compile("[0-9]")
_WORD: Final = re.compile(r"[^\W\d_]{2}")
_PLACE: Final = re.compile(r"[A-Za-z]{1,8}[0-9]{1,18}|[0-9]{1,18}(?:,[0-9]{1,18})+")
_PIECE_AND_SQUARE: Final = re.compile(r"[A-Z][a-z][0-9]{1,3}")
_MOVE: Final = re.compile(r"[KQRBNSC]?([a-z]{1,2}[0-9]{1,2})[-x]?([a-z]{1,2}[0-9]{1,2})")
_NUMBERED: Final = re.compile(r"[0-9]{1,4}\.+")
_FIGURINES: Final = dict.fromkeys(range(0x2654, 0x2660))

_ENTRY: Final = re.compile(
    r"(?:(?:(?<!\w)[^\W\d_]{2,20}[ \t]{1,9})?(?<!\d)#?([0-9]{1,9})"
    r"(?:\s*(?:-+>|=+>|→|[.:)\];,=])\s*|[ \t]+))?"
    r"(?:(?<![A-Za-z0-9_])([A-Za-z]{1,8}[0-9]{1,18})(?![A-Za-z0-9])"
    r"|(?<![\d,])([0-9]{1,18}(?:,[0-9]{1,18})+)(?![\d,])"
    r"|[(\[{<]\s*([0-9]{1,18}(?:\s*[,;]\s*[0-9]{1,18}){1,2})\s*[)\]}>])"
)
"""A square, perhaps after its number, as in ``1. a1``, ``Step 1: (0, 0)`` or ``0,0``."""

_BETWEEN: Final = re.compile(r"(?<!\w)[^\W\d_]{2}[^\d:\n]{0,60}:(?=\s)|[\s,;>→=|/'\"\[\](){}.–—-]+")
"""What may stand between squares: signs, and captions such as ``My tour:``."""


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
    text = cleaned(bounded_text(text, InvalidTour("not-text"), separators=" ,\t[("))
    if not text.strip():
        raise InvalidTour("claim-empty")
    if claims_none(text):
        raise InvalidTour("claim-none")
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
    closed = claim.closed if closed is None else closed
    return saying(replace(claim, piece=piece, closed=closed, board=board), *claim.reading)


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
    shape, cells_read, rows = read_cells(f"{grid}\n{drawn(unnamed, [], tour=True)}")
    numbered: list[tuple[int, Place]] = []
    for place, cell in cells_read.items():
        if NUMBER.fullmatch(cell):
            numbered.append((int(cell), place))
        elif cell not in (".", "#"):
            where = ",".join(map(str, place))
            raise InvalidTour("not-a-number", value=short(cell), place=where)
    holes = tuple(place for place, cell in cells_read.items() if cell == "#")
    return Claim(tuple(numbered), shape, board=Board(shape, holes, grid=rows))


def claim_in_rim(text: str | bytes, sides: tuple[int, ...]) -> Claim | None:
    """Return the claim of a spreadsheet's table that has exactly these sides within its rim.

    The rim is empty rows and columns, rows of words, and names in order on any side: letters with
    the numbers of a board, which grow upwards, or numbers only. With any other rim there is none.

    >>> claim = claim_in_rim("Ana;;;\\n;a;b;\\n2;1;4;\\n1;3;2;\\n;;;", (2, 2))
    >>> claim and claim.numbered, claim_in_rim(";b;a\\n2;1;4\\n1;3;2", (2, 2))
    (((1, (0, 0)), (4, (0, 1)), (3, (1, 0)), (2, (1, 1))), None)
    """
    written = cleaned(bounded_text(text, InvalidTour("not-text"), separators=" ,\t[("))
    mark = next((mark for mark in "\t;," if mark in written), None)
    if mark is None or len(sides) != 2:
        return None
    high, wide = sides
    lines = [
        [cell.strip(' "').lower() for cell in line.split(mark)] for line in written.split("\n")
    ]
    lines = _inside(lines, lambda row: all(map(_WORD.search, filter(None, row))))
    rows = _turned(_inside(_turned(lines), lambda column: not any(column)))
    letters = [chr(ord("a") + i) for i in range(wide)]
    named = (letters, *_counted(wide))
    lettered = letters in [[*filter(None, row)] for row in (*rows[:1], *rows[-1:])]
    if len(rows) > high:
        rows = _inside(rows, lambda row: [*filter(None, row)] in named)
    columns, (ones, noughts) = _turned(rows), _counted(high)
    ranks = [ones[::-1]] if lettered else [ones[::-1], ones, noughts]
    if len(columns) > wide:
        columns = _inside(columns, lambda column: column in ranks)
    if (len(rows), len(columns)) != sides:
        return None
    try:
        claim = read_claim("\n".join(map(",".join, _turned(columns))))
    except InvalidTour:
        return None
    least = min((number for number, _place in claim.numbered), default=-1)
    return claim if claim.shape == sides and least in {0, 1} else None


def _inside(lines: list[list[str]], is_rim: Callable[[list[str]], bool]) -> list[list[str]]:
    inside = [i for i, line in enumerate(lines) if not is_rim(line)]
    return lines[inside[0] : inside[-1] + 1] if inside else []


def _turned(lines: list[list[str]]) -> list[list[str]]:
    return [[*line] for line in zip_longest(*lines, fillvalue="")]


def _counted(count: int) -> tuple[list[str], list[str]]:
    return [*map(str, range(1, count + 1))], [*map(str, range(count))]


def title_of(text: str | bytes) -> str:
    """Return the line of words above a claim, such as a name; nothing if there is none.

    >>> title_of("Fátima 2.º A\\n1 2"), title_of("Name: Eva\\n1 2"), title_of("The tour:\\na1 b3")
    ('Fátima 2.º A', 'Eva', '')
    """
    written = decoded(text[:2000] if isinstance(text, str) else text).lstrip()
    line = written[:2000].partition("\n")[0]
    name = line.rpartition(":")[2].strip(" ,;\t")
    words = name.split()
    squares = sum(bool(_PLACE.fullmatch(word)) for word in words) * 2 > len(words)
    numbers = sum(map(str.isdigit, name)) * 2 > len(name) or squares
    named = _WORD.search(name) and not numbers and "{" not in line and "[" not in line
    return short(name) if named and heading_of(line) == Heading() else ""


def _read_text(text: str) -> Claim:
    """Read a claimed tour in another notation than JSON."""
    if (claim := _listed(text)) is not None:
        return claim
    notes: list[Message] = []
    return saying(_of_rows(board_rows(text, notes, tour=True), bool({*",["} & {*text})), *notes)


# -- lists of squares --------------------------------------------------------------------------


def _listed(text: str) -> Claim | None:
    """Read a list of squares, perhaps after their numbers; None for another text."""
    tokens = text.split()
    if all(map(_PLACE.fullmatch, paused(tokens))):
        single = all(len(line.split()) < 2 for line in text.split("\n"))
        return None if single and "," in text else _of_places(tokens, text)
    if not re.search(r"[A-Za-z(<>:→–]", text) or re.search(r"[^\W\d_]{100}", text):
        return None  # no square has a name as long as this
    if (rows := array_rows(text)) is not None:
        pairs = {*map(len, filter(None, rows))} == {2} and all(
            map(str.isdecimal, chain.from_iterable(rows))
        )
        if "(" not in text or not pairs or is_whole(map(int, chain.from_iterable(rows))):
            return None  # _of_rows decides
        return _of_places([",".join(row) for row in rows], text)
    if (squares := _of_moves([*filter(None, re.split(r"[\s,;]+", text))])) is not None:
        return claim_of(squares)
    text = "\n".join(without_titles(text.translate(_FIGURINES).split("\n")))
    found = [*paused(_ENTRY.finditer(text))]
    ends = [0, *(found_at.end() for found_at in found)]
    starts = [*(found_at.start() for found_at in found), len(text)]
    strays = [
        (end + word.start(), word[0])
        for end, start in zip(ends, starts, strict=True)
        for word in re.finditer(r"\S+", _BETWEEN.sub(lambda m: " " * len(m[0]), text[end:start]))
    ]
    if len(strays) >= len(found):
        return None
    if strays:
        (at, word), *_ = strays
        line = text.count("\n", 0, at) + 1
        raise InvalidTour("name-unreadable-line", name=short(word), line=line)
    places = [entry[2] or entry[3] or re.sub(r"\s*[,;]\s*", ",", entry[4]) for entry in found]
    labels = [None if entry[1] is None else int(entry[1]) for entry in found]
    if (
        {*labels} == {None}
        and all(entry[3] for entry in found)
        and ">" not in text
        and "\n" in text
    ):
        return None  # rows of a board
    return _of_places(_in_order(places, labels), text)


def _in_order(places: list[str], labels: list[int | None]) -> list[str]:
    """Return squares in the order of the numbers before them, if each has one.

    >>> _in_order(["b3", "a1"], [2, 1]), _in_order(["a1", "b3", "c5"], [1, None, 2])
    (['a1', 'b3'], ['a1', 'b3', 'c5'])
    """
    given = [label for label in labels if label is not None]
    pairs = given == labels[::2] and given == [*range(given[0], given[0] + len(given))]
    if not given or (len(given) < len(labels) and (pairs or given == labels[:1])):
        return places  # numbers of moves of two players, or a number of the list
    numbered = sorted(zip(given, places, strict=False), key=lambda pair: pair[0])
    wrong = [b for a, b in pairwise(sorted(given)) if b != a + 1]
    if wrong or len(given) < len(places):
        raise InvalidTour("claim-numbers", number=wrong[0] if wrong else given[-1])
    return [place for _number, place in numbered]


def _of_places(names: list[str], text: str) -> Claim:
    """Return the claim of squares in order; the moves between them may be written with both ends.

    A list that ends with its first square is a closed tour.
    """
    if len({*names}) < len(names):
        if len(names) > 3 and not len(names) % 2 and names[1:-1:2] == names[2::2]:
            names = [names[0], *names[1::2]]
        _refuse_several([block.split() for block in re.split(r"\n\s*\n", text)], names)
    lettered = all(map(_PIECE_AND_SQUARE.fullmatch, names)) and len({n[0] for n in names}) == 1
    names = [name[1:] for name in names] if lettered else names
    if len(names) > 3 and names[0] == names[-1] and len({*names}) == len(names) - 1:
        return saying(replace(claim_of(names[:-1]), closed=True), Message("read-closed"))
    return claim_of(names)


def _of_moves(tokens: list[str]) -> list[str] | None:
    """Return the squares of moves that follow each other, each with both ends; None for others.

    >>> _of_moves(["a1b3", "b3c5"]), _of_moves(["1.", "a1-b3"]), _of_moves(["a1", "b3"])
    (['a1', 'b3', 'c5'], ['a1', 'b3'], None)
    """
    tokens = [token for token in paused(tokens) if not _NUMBERED.fullmatch(token)]
    moves = [found.groups() for found in map(_MOVE.fullmatch, paused(tokens)) if found]
    if tokens and len(moves) == len(tokens):
        ends: list[str] = [end for move in moves for end in move]
    else:
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
    >>> claims_none("No se ha encontrado la solución."), claims_none("No encuentro la solución")
    (True, False)
    """
    if len(text) > MOST_OF_NONE:
        return False
    try:
        words = decoded(text).strip().strip(".!").lower()
    except UnicodeDecodeError:
        return False  # no text
    return words in _NOTHING or (
        not (_DIGIT.search(words) or _DOUBT.search(words)) and _NO_TOUR.search(words) is not None
    )


def _refuse_several(blocks: Sequence[Sequence[object]], cells: Sequence[object]) -> None:
    """Refuse several tours after each other: blocks in which the same numbers or squares recur."""
    counts = Counter(cell for cell in cells if cell not in (".", "#"))
    count = min(counts.values(), default=1)
    if not count > 1 < len(counts) or {*counts.values()} != {count}:
        return
    if sum(map(bool, blocks)) % count == 0:
        raise InvalidTour("claim-several", count=count)


def _read_json(text: str) -> dict[str, object]:
    if (count := len(json_lines(text))) > 1:
        raise InvalidTour("claim-several", count=count)
    data = json_of(text)
    if not isinstance(data, dict):
        raise InvalidTour("json-no-tour")
    return data


# -- boards ------------------------------------------------------------------------------------


def _of_rows(rows: list[list[str]], commas: bool) -> Claim:
    """Read coordinates or a board, in which empty lines separate the layers of a box."""
    read = [_numbers(row, line) for line, row in enumerate(paused(rows), start=1)]
    filled = [row for row in read if row]
    kinds = {cell if isinstance(cell, str) else "1" for row in filled for cell in row}
    if "1" not in kinds and kinds != {"#"}:
        raise InvalidTour("claim-empty")
    if (squares := _without_index(filled)) is not None:
        return claim_of_squares(squares)
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
    blanks = max(runs, default=0)
    blocks = split_blocks(read, 1)
    if len(blocks) > 1:
        _refuse_several(blocks, [*chain.from_iterable(filled)])
    sizes = {len(block) for block in blocks}
    if len(sizes) > 1 or sizes == {1}:
        return claim_of_matrix([*filled])  # a line left empty, or every second line
    if blanks + 2 > MAX_DIMENSIONS:
        raise InvalidTour("claim-unreadable", value=short(" ".join(map(str, filled[0]))))
    return claim_of_matrix(_nested(read, blanks))


def _numbers(row: list[str], line: int) -> list[object]:
    """Return the cells of a row as numbers and marks; refuse others with their line."""
    digits = "".join(row)
    if digits.isascii() and digits.isdecimal() and all(0 < len(cell) <= 18 for cell in row):
        return [*map(int, row)]
    for cell in row:
        if cell not in (".", "#") and not NUMBER.fullmatch(cell):
            raise InvalidTour("not-a-number-line", value=short(cell), line=line)
    return [cell if cell in (".", "#") else int(cell) for cell in row]


def _without_index(rows: list[list[object]]) -> list[list[object]] | None:
    """Return the squares of a table with a number before each; None for other rows.

    >>> _without_index([[1, 0, 0], [2, 2, 1], [3, 4, 0]]), _without_index([[1, 4, 7], [6, 9, 2]])
    ([[0, 0], [2, 1], [4, 0]], None)
    """
    first = [row[0] for row in rows]
    squares = [row[1:] for row in rows]
    if len(rows) < 3 or {*map(len, rows)} != {3} or first not in (
        [*range(len(rows))], [*range(1, len(rows) + 1)]
    ):  # fmt: skip
        return None
    return squares if are_squares(squares) and len({*map(tuple, squares)}) == len(rows) else None


def _nested(rows: list[list[object]], blanks: int) -> list[object]:
    """Nest the rows in blocks, a level for each number of empty lines between them."""
    if blanks == 0:
        return [row for row in rows if row]
    return [_nested(block, blanks - 1) for block in split_blocks(rows, blanks)]
