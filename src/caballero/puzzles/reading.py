"""Read a printed *salto de caballo*: find tours along which the squares say words of a list.

A beam search (B. Lowerre, "The Harpy speech recognition system", 1976): of all beginnings with the
same number of squares, those with the longest words stay. Words end where a square ends. A
beginning that leaves a square without a way is dropped; of those on the same squares that end at
the same place within the same word, a few stay.

Invariants: every reading is a tour whose text is words of the list, and verified; the readings are
the best that were kept, not proved to be all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias, Unpack

from caballero.machine.arguments import whole
from caballero.machine.errors import InvalidInput, InvalidProblem, TooLarge, be_sure
from caballero.machine.limits import LimitOptions, running
from caballero.machine.words import short
from caballero.model.board import Board, Square
from caballero.model.piece import KNIGHT, PieceLike
from caballero.model.problem import Problem
from caballero.model.tour import Tour
from caballero.proof.asking import within
from caballero.proof.facts import is_tour

from .make import MOST_SQUARES

WIDTH: Final = 3000
"""How many beginnings stay: proverbs of 20 to 46 letters take up to 1.2 s."""

KEPT: Final = 4
"""How many beginnings on the same squares, which end alike, stay."""

COST: Final = 6
"""The cost of a word: few long words are better than many short words."""

Node: TypeAlias = dict[str, Any]
"""A node of the tree of words: the next letters, and "" where a word ends."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A tour of a board with texts, and the words that it says.

    Examples
    --------
    >>> from caballero.puzzles import read_along, text_puzzle
    >>> puzzle = text_puzzle("caballos", by="letter")
    >>> board, first = puzzle.tour.board, puzzle.first
    >>> [reading] = read_along(board, puzzle.labels, ["caballos"], first=first, count=1)
    >>> reading.words
    ('CABALLOS',)
    """

    tour: Tour
    words: tuple[str, ...]

    def __str__(self) -> str:
        """Return the words."""
        return " ".join(self.words)


class _Begun(NamedTuple):
    """A beginning: its score, last square, squares, and the letters of its last word so far."""

    score: float
    last: int
    squares: int
    node: Node
    letters: int
    path: Any  # the last square, and the path before it


def printed_text(text: str) -> tuple[Board, dict[Square, str], Square | None]:
    """Read a printed board: rows of texts, ``#`` a hole, the first square in brackets.

    The frame that ``caballero puzzle text`` draws is left out, and so is what follows the board.

    >>> board, labels, first = printed_text("[SAL] BA\\n # TO")
    >>> len(board), labels[1, 1], first
    (3, 'TO', (0, 0))
    """
    rows: list[list[str]] = []
    for line in text.strip().splitlines():
        inner = re.sub(r"^\s*\d+\s*│|│\s*$", "", line).split()
        if not inner or "┌" in line:
            if rows and not inner:
                break
            continue
        if "└" in line:
            break
        rows.append(inner)
    if not rows or len({*map(len, rows)}) > 1:
        raise InvalidInput("reading-board", text=short(text))
    cells: dict[Square, str] = {
        (r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row)
    }
    holes = [square for square, cell in cells.items() if cell == "#"]
    labels = {s: cell.strip("[]").upper() for s, cell in cells.items() if cell != "#"}
    first = next((s for s, cell in cells.items() if cell.startswith("[")), None)
    return Board((len(rows), len(rows[0])), holes), labels, first


@within
def read_along(
    board: Board,
    labels: Mapping[Square, str],
    words: Iterable[str],
    *,
    first: Square | None = None,
    piece: PieceLike = KNIGHT,
    count: int = 5,
    **how: Unpack[LimitOptions],
) -> list[Reading]:
    """Find the text of a board along a tour.

    Parameters
    ----------
    board : Board
        The board; at most 400 squares.
    labels : mapping of square to str
        The letters or syllables of each square.
    words : iterable of str
        The words that the text may have; capitals do not matter.
    first : square, optional
        The first square.
    piece : str or Piece
        How the reader moves.
    count : int
        The most readings.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`; no limit by default.

    Returns
    -------
    list of Reading
        The best first: those with the fewest and longest words. There may be others.

    Examples
    --------
    >>> from caballero.puzzles import read_along, text_puzzle
    >>> puzzle = text_puzzle("The knights never sleep", by="letter")
    >>> words = ["the", "knight", "knights", "never", "ever", "sleep", "see"]
    >>> board, first = puzzle.tour.board, puzzle.first
    >>> print(read_along(board, puzzle.labels, words, first=first)[0])
    THE KNIGHTS NEVER SLEEP
    """
    count = whole("count", count, 1)
    if board.size > MOST_SQUARES:
        raise TooLarge("parts-too-many", count=board.size, most=MOST_SQUARES)
    problem = Problem(board, piece)
    texts = [labels.get(square, "").upper() for square in board]
    if not all(texts):
        raise InvalidProblem("reading-empty")
    root = _tree(words)
    starts = range(len(texts)) if first is None else [board.index(first)]
    beam = [one for v in starts for one in _onward(_Begun(0, v, 0, root, 0, None), v, texts, root)]
    graph = problem.graph()
    rows = [[*graph.neighbours(v)] for v in range(len(texts))]
    for _ in range(len(texts) - 1):
        beam = _further(beam, rows, texts, root)
    found: dict[tuple[str, ...], Reading] = {}
    for begun in sorted(beam, key=lambda found: -found.score):
        if begun.node is root and len(found) < count:
            order = _path(begun)
            be_sure(is_tour(problem, order), "a reading is no tour")
            said = _words_of([texts[v] for v in order], root)
            found.setdefault(said, Reading(Tour(board, tuple(order), problem.piece), said))
    return [*found.values()]


def _tree(words: Iterable[str]) -> Node:
    """Return words as a tree of letters."""
    root: Node = {}
    for word in words:
        node = root
        for letter in word.strip().upper():
            node = node.setdefault(letter, {})
        if node is not root:
            node[""] = True
    return root


def _onward(begun: _Begun, v: int, texts: Sequence[str], root: Node) -> Iterator[_Begun]:
    """Yield the beginnings that also have a square: its word goes on, or ends there, or both."""
    node: Node | None = begun.node
    for letter in texts[v]:
        node = node.get(letter) if node else None
    if node is None:
        return
    letters, squares = begun.letters + len(texts[v]), begun.squares | 1 << v
    if len(node) > ("" in node):
        yield _Begun(begun.score, v, squares, node, letters, (v, begun.path))
    if "" in node:
        score = begun.score + letters * letters - COST
        yield _Begun(score, v, squares, root, 0, (v, begun.path))


def _further(
    beam: Sequence[_Begun], rows: Sequence[Sequence[int]], texts: Sequence[str], root: Node
) -> list[_Begun]:
    """Return the best beginnings of one square more."""
    budget = running()
    best: dict[tuple[int, int, int], list[_Begun]] = {}
    for begun in beam:
        budget.spend(1)
        for v in rows[begun.last]:
            if begun.squares >> v & 1 or _strands(begun, v, rows):
                continue
            for longer in _onward(begun, v, texts, root):
                best.setdefault((v, longer.squares, id(longer.node)), []).append(longer)
    kept = (own for some in best.values() for own in sorted(some, key=_worth, reverse=True)[:KEPT])
    return sorted(kept, key=_worth, reverse=True)[:WIDTH]


def _worth(begun: _Begun) -> float:
    """Return the score of a beginning, of whose last word half counts."""
    return begun.score + begun.letters**2 / 2


def _strands(begun: _Begun, v: int, rows: Sequence[Sequence[int]]) -> bool:
    """Return whether a move leaves a square behind that no tour can visit, or two ends."""
    taken = begun.squares | 1 << v
    ends = 0
    for left in rows[begun.last]:
        if not taken >> left & 1:
            ways = sum(not taken >> other & 1 for other in rows[left])
            if v not in rows[left]:
                if not ways:
                    return True
                ends += ways == 1
    return ends > 1


def _path(begun: _Begun) -> list[int]:
    """Return the squares of a beginning."""
    order, path = [], begun.path
    while path:
        order.append(path[0])
        path = path[1]
    return order[::-1]


def _words_of(parts: Sequence[str], root: Node) -> tuple[str, ...]:
    """Return the fewest words of parts, which end where parts end."""
    best: list[tuple[str, ...] | None] = [()] + [None] * len(parts)
    for begin, before in enumerate(best):
        if before is None:
            continue
        node: Node | None = root
        for end in range(begin, len(parts)):
            for letter in parts[end]:
                node = node.get(letter) if node else None
            if node is None:
                break
            known = best[end + 1]
            if "" in node and (known is None or len(known) > len(before) + 1):
                best[end + 1] = (*before, "".join(parts[begin : end + 1]))
    said = best[-1]
    assert said is not None
    return said
