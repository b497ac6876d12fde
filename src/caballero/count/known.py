"""Counts that others published, with their sources and conventions, and those that are wrong.

The table (``known.json``) is made of facts: which boards, what was counted, the numbers, who says
so. Most come from the On-Line Encyclopedia of Integer Sequences (OEIS). A first term about the
board of one square is left out where it follows another convention than
:mod:`caballero.count.count`. On boards that wrap, moves to the same square count once. A *ragged*
board is the first squares of a board, column after column: its last column may be short.

Some published numbers are refuted. They stand here, too, with the right one: whoever meets them
wants to know who is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

from caballero.board import Board, Square
from caballero.errors import InvalidProblem
from caballero.piece import Piece
from caballero.problem import Problem
from caballero.symmetry import SymmetryClass
from caballero.words import Message

from .count import Count, convention, goes_both_ways
from .counting import without_clues

MOST_HOLES: Final = 7
"""No board of the table has more."""


@dataclass(frozen=True, slots=True)
class Known:
    """A published count.

    Parameters
    ----------
    value : int
        The number as it was published.
    source : str
        Where: an OEIS number, a paper.
    closed, directed, up_to_symmetry, closable
        What was counted; see :class:`Count`.
    note : Message, optional
        What else is to be said of it.
    right : int, optional
        What it should have been, if it is refuted.
    kinds : tuple of SymmetryClass
        Of which kinds of symmetry the tours are, if only some were counted.

    Examples
    --------
    >>> from caballero import Problem, known_counts
    >>> for known in known_counts(Problem.of(8, closed=True)):
    ...     if not known.kinds:
    ...         print(known.value, known.source, known.up_to_symmetry, known.refuted)
    13267364410532 OEIS A001230 False False
    13267364410532 OEIS A193055 False False
    1658420855433 McKay 1997; Knuth, TAOCP pre-fascicle 8A (2025), p. 18 True False
    13267364410532 OEIS A383664 False False
    33439123484294 Löbbing and Wegener 1996 False True
    """

    value: int
    source: str
    closed: bool
    directed: bool = False
    up_to_symmetry: bool = False
    closable: bool | None = None
    note: Message | None = None
    right: int | None = None
    kinds: tuple[SymmetryClass, ...] = ()

    @property
    def refuted(self) -> bool:
        """Whether the number is known to be wrong."""
        return self.right is not None

    @property
    def convention(self) -> Message:
        """What was counted, in a sentence."""
        said = convention(self.closed, self.directed, self.up_to_symmetry, self.closable)
        if not self.kinds:
            return said
        return Message("known-kinds", {"counted": said, "kinds": ", ".join(self.kinds)})


def known_counts(asked: Count | Problem) -> tuple[Known, ...]:
    """Return the published counts of a board, the refuted ones last.

    Parameters
    ----------
    asked : Count or Problem
        Of a problem, all that is known of it, whatever was counted; of a count, only what can be
        compared with it.

    Returns
    -------
    tuple of Known
        Empty unless the problem is about a board of the table, however it lies, with no more
        wishes than a start or an end.

    Examples
    --------
    >>> from caballero import Problem, count_tours, known_counts
    >>> [(known.value, known.directed) for known in known_counts(Problem.of(5))]
    [(1728, True), (864, False), (864, False)]
    >>> [known.source for known in known_counts(count_tours("3x8", start="a1"))]
    []
    """
    problem = asked.problem if isinstance(asked, Count) else asked
    found = sorted(_about(problem), key=lambda known: known.refuted)
    if isinstance(asked, Count):
        found = [known for known in found if _comparable(asked, known)]
    return tuple(found)


def agrees(count: Count, known: Known) -> bool:
    """Say whether a count is a published one, where only one of them may be directed.

    Raises
    ------
    InvalidProblem
        If they count different things: classes, or tours of some kind only.

    Examples
    --------
    >>> from caballero import count_tours, known_counts
    >>> from caballero.count import agrees
    >>> count = count_tours("3x8")
    >>> for known in known_counts(count):
    ...     print(known.value, known.source, agrees(count, known))
    396 OEIS A169696 True
    396 OEIS A389760 True
    396 OEIS A389758 True
    376 Kraitchik False
    """
    if not _comparable(count, known):
        raise InvalidProblem("known-other", ours=count.convention, theirs=known.convention)
    return told_alike(count, known) == known.value


def told_alike(count: Count, known: Known) -> int:
    """Return what a count would be if it were directed where a published one is, else not.

    Examples
    --------
    >>> from caballero import count_tours, known_counts
    >>> from caballero.count.known import told_alike
    >>> count = count_tours("3x8", directed=True)
    >>> [(known.value, told_alike(count, known)) for known in known_counts(count)]
    [(396, 396), (396, 396), (396, 396), (376, 396)]
    """
    return count.value * _factor(count, known.directed) // _factor(count, count.directed)


def _factor(count: Count, directed: bool) -> int:
    """How many times each line or cycle counts."""
    return 2 if directed and goes_both_ways(count.problem) else 1


def published() -> Iterator[tuple[Problem, Known]]:
    """Yield every number of the table, with the problem it is about.

    Examples
    --------
    >>> from caballero.count.known import published
    >>> for problem, known in published():
    ...     if known.refuted:
    ...         print(problem.board.name, known.value, known.source)
    8x8 33439123484294 Löbbing and Wegener 1996
    3x8 376 Kraitchik
    3x16 17269264 magictour.free.fr
    """
    for question, entries in _table().items():
        problem = Problem(question.board, question.piece, question.closed, question.start)
        for known in entries:
            yield problem, known


def _comparable(count: Count, known: Known) -> bool:
    return not known.kinds and (count.problem.closed, count.up_to_symmetry, count.closable) == (
        known.closed,
        known.up_to_symmetry,
        known.closable,
    )


def _about(problem: Problem) -> tuple[Known, ...]:
    """What is known of a problem."""
    board, plain = problem.ground, without_clues(problem)
    if plain is None or not isinstance(board, Board) or len(board.holes) > MOST_HOLES:
        return ()
    both = plain.start is not None and plain.end is not None
    if plain.forced or plain.forbidden or both:
        return ()
    start = plain.end if plain.start is None else plain.start  # backwards: as many tours
    question = _Question(_laid(board), plain.piece, plain.closed, cast("Square | None", start))
    return _table().get(question, ())


class _Question(NamedTuple):
    """What the numbers of the table are about.

    Parameters
    ----------
    board : Board
        As :func:`_laid` lays it.
    piece : Piece
        What moves.
    closed : bool
        Whether the tours close.
    start : square, optional
        Where they start, if that is asked: of square boards only, which stay as they are.
    """

    board: Board
    piece: Piece
    closed: bool
    start: Square | None


def _laid(board: Board) -> Board:
    """Turn a board so that all that are the same lie alike.

    Its sides are in increasing order, and its holes the first that they can be.
    """
    sides = list(zip(board.shape, board.wraps, strict=True))
    shape, wraps = zip(*sorted(sides), strict=True)
    if not board.holes:
        return Board(shape, (), wraps)
    images: list[list[Square]] = []
    for axes in permutations(range(len(shape))):
        if [sides[axis] for axis in axes] == sorted(sides):
            images += (
                sorted(_image(hole, shape, axes, flips) for hole in board.holes)
                for flips in product((False, True), repeat=len(shape))
            )
    return Board(shape, tuple(min(images)), wraps)


def _image(square: Square, shape: Square, axes: tuple[int, ...], flips: tuple[bool, ...]) -> Square:
    """Return where a square goes if axes are exchanged, and counted from their far ends."""
    moved = [square[axis] for axis in axes]
    return tuple(
        side - 1 - at if flip else at for side, at, flip in zip(shape, moved, flips, strict=True)
    )


@lru_cache(maxsize=1)
def _table() -> Mapping[_Question, tuple[Known, ...]]:
    """Read the table.

    An entry has the names of its boards and as many values; or a name with N for one side, which
    begins somewhere and grows by a step; or one board, and a value for each start; or the rows of
    ragged boards, whose squares begin somewhere and grow by a step.
    """
    table: dict[_Question, tuple[Known, ...]] = {}
    text = Path(__file__).with_name("known.json").read_text(encoding="utf-8")
    for entry in json.loads(text):
        piece, closed = Piece.parse(entry.get("piece", "knight")), entry["kind"] == "closed"
        for board, start, value in _numbers(entry):
            question = _Question(_laid(board), piece, closed, start)
            table[question] = (*table.get(question, ()), _known(entry, value))
    return MappingProxyType(table)


def _numbers(entry: dict[str, Any]) -> Iterator[tuple[Board, Square | None, str]]:
    """The boards, starts and values of an entry."""
    surface, values = entry.get("surface", "flat"), entry["values"]
    sizes = range(entry.get("from", 0), 10**9, entry.get("step", 1))
    boards: Iterable[Board]
    if "ragged" in entry:
        boards = (_ragged(entry["ragged"], squares) for squares in sizes)
    elif entry.get("by_start"):
        (board,) = (Board.parse(name) for name in entry["boards"])
        yield from ((board, start, value) for start, value in zip(board, values, strict=True))
        return
    elif isinstance(entry["boards"], str):
        name = entry["boards"]
        boards = (Board.parse(name.replace("N", str(side)), surface) for side in sizes)
    else:
        assert len(entry["boards"]) == len(values), entry["source"]
        boards = (Board.parse(name, surface) for name in entry["boards"])
    yield from ((board, None, value) for value, board in zip(values, boards))  # noqa: B905


def _ragged(rows: int, squares: int) -> Board:
    """Return the first squares, column after column, of a board of so many rows."""
    columns = -(-squares // rows)
    missing = rows * columns - squares
    return Board((rows, columns), tuple((rows - 1 - k, columns - 1) for k in range(missing)))


def _known(entry: dict[str, Any], value: str) -> Known:
    right = entry.get("right")
    note = None
    if right is not None:
        note = Message("known-refuted", {"right": right})
    elif "note" in entry:
        note = Message(f"known-{entry['note']}")
    return Known(
        int(value),
        entry["source"],
        entry["kind"] == "closed",
        entry.get("directed", False),
        entry.get("up_to_symmetry", False),
        entry.get("closable"),
        note,
        None if right is None else int(right),
        tuple(map(SymmetryClass, entry.get("kinds", ()))),
    )
