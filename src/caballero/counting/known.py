"""Published counts with their sources and conventions, refuted counts included.

The table (``known.json``) holds facts: boards, what was counted, numbers, sources. Most come from
the On-Line Encyclopedia of Integer Sequences (OEIS). A first term about the board of 1 square is
left out if its convention differs from that of :mod:`caballero.counting.count`. On boards that
wrap, moves to the same square count once. A *ragged* board has the first squares of a board, column
after column: its last column may be short. A refuted number comes with the right number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, cast

from caballero.machine.errors import InvalidProblem, be_sure, divided
from caballero.machine.words import Message
from caballero.model.board import Board, Square
from caballero.model.direction import goes_both_ways, without_clues
from caballero.model.piece import Piece
from caballero.model.problem import Ground, Problem
from caballero.model.symmetry import SymmetryClass, box_of
from caballero.proof.asking import asking, verb

from .count import Count, convention

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

MAX_HOLES: Final = 7
"""The most holes of a board in the table."""


@dataclass(frozen=True, slots=True)
class Known:
    """A published count.

    Parameters
    ----------
    value : int
        The number as it was published.
    source : str
        The source: an OEIS number, a paper.
    closed, directed, up_to_symmetry, closable
        What was counted; see :class:`Count`.
    note : Message, optional
        A remark.
    right : int, optional
        The right number, if this number is refuted.
    kinds : tuple of SymmetryClass
        The kinds of symmetry that were counted, if not all.

    Examples
    --------
    >>> from caballero import Problem, known_counts
    >>> for known in known_counts(Problem(8, closed=True)):
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

    def __repr__(self) -> str:
        return f"<known: {self.value}, {self.source}>"

    @property
    def refuted(self) -> bool:
        """Whether the number is known to be wrong."""
        return self.right is not None

    @property
    def convention(self) -> Message:
        """What was counted, in a sentence."""
        counted = convention(self.closed, self.directed, self.up_to_symmetry, self.closable)
        if not self.kinds:
            return counted
        return Message("known-kinds", {"counted": counted, "kinds": ", ".join(self.kinds)})


@verb()
def known_counts(question: Count | Ground, **asked: Unpack[Searched]) -> tuple[Known, ...]:
    """Return the published counts of a board, the refuted counts last.

    Parameters
    ----------
    question : Count, Problem, or what :class:`Problem` takes
        For a problem, every published count of it; for a count, only comparable counts.

    Returns
    -------
    tuple of Known
        Empty unless the table has the board, in any orientation, and the problem constrains at most
        a start or an end.

    Examples
    --------
    >>> from caballero import count_tours, known_counts
    >>> [(known.value, known.directed) for known in known_counts(5)]
    [(1728, True), (864, False), (864, False), (864, False)]
    >>> [known.source for known in known_counts(count_tours("3x8", start="a1"))]
    []
    """
    stated = question.problem if isinstance(question, Count) else question
    with asking(stated, asked) as (problem, _, _seed):
        found = sorted(_about(problem), key=lambda known: known.refuted)
    if isinstance(question, Count):
        found = [known for known in found if _comparable(question, known)]
    return tuple(found)


def agrees(count: Count, known: Known) -> bool:
    """Return whether a count equals a published count; either may be directed.

    Raises
    ------
    InvalidProblem
        If they count different things: classes, or tours of some kind only.

    Examples
    --------
    >>> from caballero import count_tours, known_counts
    >>> from caballero.counting import agrees
    >>> count = count_tours("3x8")
    >>> for known in known_counts(count):
    ...     print(known.value, known.source, agrees(count, known))
    396 OEIS A169696 True
    396 OEIS A389760 True
    396 OEIS A389758 True
    396 OEIS A389759 True
    376 Kraitchik False
    """
    if not _comparable(count, known):
        raise InvalidProblem("known-other", ours=count.convention, theirs=known.convention)
    return converted(count, known) == known.value


def converted(count: Count, known: Known) -> int:
    """Return the count in the convention of a published count: directed or not."""
    return divided(count.value * _factor(count, known.directed), _factor(count, count.directed))


def _factor(count: Count, directed: bool) -> int:
    """Return 2 if each line or cycle counts twice, else 1."""
    return 2 if directed and goes_both_ways(count.problem) else 1


def published() -> Iterator[tuple[Problem, Known]]:
    """Yield every number of the table, with its problem.

    >>> [(problem.board.name, known.value) for problem, known in published() if known.refuted]
    [('8x8', 33439123484294), ('3x8', 376), ('3x16', 17269264)]
    """
    for problem, entries in _table().items():
        for known in entries:
            yield problem, known


def _comparable(count: Count, known: Known) -> bool:
    return not known.kinds and (count.problem.closed, count.up_to_symmetry, count.closable) == (
        known.closed,
        known.up_to_symmetry,
        known.closable,
    )


def _about(problem: Problem) -> tuple[Known, ...]:
    """Return the published counts of a problem."""
    board, plain = problem.ground, without_clues(problem)
    if plain is None or not isinstance(board, Board) or board.grid is not None:
        return ()
    both = plain.start is not None and plain.end is not None
    if plain.forced or plain.forbidden or both:
        return ()
    start = plain.end if plain.start is None else plain.start  # as many tours in reverse
    box = box_of(board)
    holes = [hole for hole in board.holes if all(map(range.__contains__, box, hole))]
    if len(holes) > MAX_HOLES:
        return ()
    board = Board([*map(len, box)], [_within(box, hole) for hole in holes], board.wraps)
    start = None if start is None else _within(box, cast("Square", start))
    if start is not None and all(
        at in {0, side - 1} for at, side in zip(start, board.shape, strict=True)
    ):
        start = _first_corner(board)
    return _table().get(Problem(_normal_board(board), plain.piece, plain.closed, start), ())


def _normal_board(board: Board) -> Board:
    """Return the same board for all images under symmetries and exchanged axes."""
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


def _within(box: Sequence[range], square: Square) -> Square:
    """Return a square's place in a box."""
    return tuple(x - along.start for x, along in zip(square, box, strict=True))


def _first_corner(board: Board) -> Square:
    """Return the corner that stands for all of them."""
    return (0,) * len(board.shape)


def _image(square: Square, shape: Square, axes: tuple[int, ...], flips: tuple[bool, ...]) -> Square:
    """Return the image of a square if axes are exchanged and some are flipped."""
    moved = [square[axis] for axis in axes]
    return tuple(
        side - 1 - at if flip else at for side, at, flip in zip(shape, moved, flips, strict=True)
    )


@lru_cache(maxsize=1)
def _table() -> Mapping[Problem, tuple[Known, ...]]:
    """Read the table.

    An entry has names of boards and a value for each; or a name with N for a side, which starts
    at ``from`` and grows by ``step``; or a board, and a value for each start; or the rows of
    ragged boards, whose squares start at ``from`` and grow by ``step``. Boards may be without
    (``less``) their middle square, or all tours start in a corner (``from_corner``).
    """
    table: dict[Problem, tuple[Known, ...]] = {}
    text = Path(__file__).with_name("known.json").read_text(encoding="utf-8")
    for entry in json.loads(text):
        piece, closed = Piece(entry.get("piece", "knight")), entry["kind"] == "closed"
        for board, start, value in _numbers(entry):
            problem = Problem(_normal_board(board), piece, closed, start)
            table[problem] = (*table.get(problem, ()), _known(entry, value))
    return MappingProxyType(table)


def _numbers(entry: dict[str, Any]) -> Iterator[tuple[Board, Square | None, str]]:
    """Yield the boards, starts and values of an entry."""
    surface, values = entry.get("surface", "flat"), entry["values"]
    sizes = range(entry.get("from", 0), 10**9, entry.get("step", 1))
    boards: Iterable[Board]
    if "ragged" in entry:
        boards = (_ragged_board(entry["ragged"], squares) for squares in sizes)
    elif entry.get("by_start"):
        (board,) = (Board(name) for name in entry["boards"])
        yield from ((board, start, value) for start, value in zip(board, values, strict=True))
        return
    elif isinstance(entry["boards"], str):
        name = entry["boards"]
        boards = (Board(name.replace("N", str(side)), surface=surface) for side in sizes)
        if "less" in entry:
            boards = map(_without_middle, boards)
    else:
        be_sure(len(entry["boards"]) == len(values), "known counts lack a board")
        boards = (Board(name, surface=surface) for name in entry["boards"])
    for value, board in zip(values, boards):  # noqa: B905
        yield board, _first_corner(board) if "from_corner" in entry else None, value


def _ragged_board(rows: int, squares: int) -> Board:
    """Return the first squares, column after column, of a board of this many rows."""
    rows = min(rows, squares)
    columns = -(-squares // rows)
    missing = rows * columns - squares
    return Board((rows, columns), tuple((rows - 1 - k, columns - 1) for k in range(missing)))


def _without_middle(board: Board) -> Board:
    """Return a board without its middle square."""
    return Board(board.shape, [tuple(side // 2 for side in board.shape)])


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
