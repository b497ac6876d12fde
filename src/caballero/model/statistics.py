"""Statistics of a tour's line: turns, straight runs, slopes, crossings, symmetry.

Collectors compare tours by these numbers (G. P. Jelliss, *Knight's Tour Notes*). They describe the
line: reflected, rotated or walked backwards, a tour keeps its turns, straight runs and crossings; a
closed tour that begins elsewhere keeps all but its ends.

Two moves cross if the segments between the centres of their squares share a point inside both.
Segments that share an end do not cross there. Nor do segments on the same line, or a segment that
ends on another; both occur only for leapers such as the dabbaba.

Invariants: the slopes add up to the number of moves; where a move follows another, the tour either
turns or goes straight on.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, TypeAlias

from caballero.machine.errors import TooLarge
from caballero.machine.values import frozen

from .adjacency import moves_on
from .board import Board
from .piece import Move
from .problem import Place
from .symmetry import SymmetryClass, is_flat

if TYPE_CHECKING:
    from .tour import Tour

Segment: TypeAlias = tuple[int, int, int, int]
"""A move on a flat board: row and column of the upper end, and of the other."""


@frozen
class TourStatistics:
    """The statistics of a tour.

    Parameters
    ----------
    squares : int
        How many squares, or vertices, it visits.
    closed : bool
        Whether its last square leads back to the first.
    closable : bool
        Whether the two ends are a move apart.
    first, last : place
        Where it begins and ends: squares, or labels of a graph.
    turns : int or None
        How often a move has another direction than the move before. A closed tour has no end, so
        its first and last square count too. None on a graph, which has no directions.
    straight : int or None
        How often a move goes straight on. Together with the turns, these are all squares but the
        two ends of an open tour.
    longest : int or None
        The moves of the longest straight run; on a closed tour it may pass the first square.
    slopes : tuple of (move, int)
        How many moves have each slope, in either direction; the slope is written as a move
        downwards, or to the right. All slopes of the piece are listed.
    crossings : int or None
        How many pairs of moves cross. None where that has no meaning: on surfaces that wrap, in
        boxes, on graphs.
    symmetry : SymmetryClass or None
        What kind of symmetry it has. None on a graph, on boards that have too many symmetries
        to test, or with ``symmetry=False``.

    Examples
    --------
    >>> from caballero import Tour
    >>> ring = Tour.from_squares("2x2", ["a1", "a2", "b2", "b1"], "wazir", closed=True)
    >>> seen = ring.statistics()
    >>> seen.turns, seen.straight, seen.slopes, seen.crossings
    (4, 0, (((0, 1), 2), ((1, 0), 2)), 0)
    """

    squares: int
    closed: bool
    closable: bool
    first: Place
    last: Place
    turns: int | None
    straight: int | None
    longest: int | None
    slopes: tuple[tuple[Move, int], ...]
    crossings: int | None
    symmetry: SymmetryClass | None

    def to_dict(self) -> dict[str, object]:
        """Return the statistics as JSON; a slope is a pair of the move and its count.

        Examples
        --------
        >>> from caballero import Tour
        >>> data = Tour.from_squares("1x2", ["a1", "b1"], "wazir").statistics().to_dict()
        >>> data["first"], data["slopes"], data["symmetry"]
        ([0, 0], [[[0, 1], 1], [[1, 0], 0]], 'several')
        """
        return {
            "squares": self.squares,
            "closed": self.closed,
            "closable": self.closable,
            "first": list(self.first) if isinstance(self.first, tuple) else self.first,
            "last": list(self.last) if isinstance(self.last, tuple) else self.last,
            "turns": self.turns,
            "straight": self.straight,
            "longest": self.longest,
            "slopes": [[list(move), count] for move, count in self.slopes],
            "crossings": self.crossings,
            "symmetry": None if self.symmetry is None else str(self.symmetry),
        }


def measured(tour: Tour, *, symmetry: bool) -> TourStatistics:
    """Return the statistics of a tour; see :meth:`caballero.Tour.statistics`."""
    board = tour.ground if isinstance(tour.ground, Board) else None
    directions = tour.directions() if board else ()
    turns, straight, longest = _turns(directions, tour.closed)
    return TourStatistics(
        squares=len(tour),
        closed=tour.closed,
        closable=tour.closable,
        first=tour[0],
        last=tour[-1],
        turns=turns if board else None,
        straight=straight if board else None,
        longest=longest if board else None,
        slopes=_slopes(tour, board, directions) if board else (),
        crossings=_crossings(tour) if board and is_flat(board) else None,
        symmetry=_symmetry(tour) if board and symmetry else None,
    )


def _symmetry(tour: Tour) -> SymmetryClass | None:
    try:
        return tour.symmetry_class()
    except TooLarge:
        return None


# -- directions --------------------------------------------------------------------------------


def _turns(directions: Sequence[Move], closed: bool) -> tuple[int, int, int]:
    """Return the numbers of turns and of straight moves, and the longest straight run."""
    if not directions:
        return 0, 0, 0
    line = [directions[-1], *directions] if closed else directions
    onward = [a != b for a, b in pairwise(line)]
    turns = sum(onward)
    if not turns:
        return 0, len(onward), len(directions)
    if closed:  # begin after a turn, so that no run is cut in two
        first = onward.index(True) + 1
        onward = onward[first:] + onward[:first]
    longest = run = 1
    for turned in onward:
        run = 1 if turned else run + 1
        longest = max(longest, run)
    return turns, len(onward) - turns, longest


def _slopes(tour: Tour, board: Board, directions: Sequence[Move]) -> tuple[tuple[Move, int], ...]:
    """Count the moves of each slope, including the piece's slopes that no move has."""
    nearest = [s // 2 if w else None for s, w in zip(board.shape, board.wraps, strict=True)]

    def shortest(move: Move) -> Move:
        """Return a move as :meth:`Tour.directions` does, the shorter way round a wrapped axis."""
        return tuple(
            step if most is None else step % side - (side if step % side > most else 0)
            for step, side, most in zip(move, board.shape, nearest, strict=True)
        )

    found = Counter(map(_downwards, directions))
    possible = {_downwards(shortest(move)) for move in moves_on(board, tour.piece)}
    return tuple((move, found[move]) for move in sorted((possible | found.keys()) - {()}))


def _downwards(move: Move) -> Move:
    """Return a move or its reverse, whichever has a positive first nonzero step."""
    for step in move:
        if step:
            return move if step > 0 else tuple(-step for step in move)
    return ()


# -- crossings ---------------------------------------------------------------------------------


def _crossings(tour: Tour) -> int:
    """Count the pairs of moves that cross.

    The board is divided into cells, and a move is compared with the moves that enter a cell of the
    box around it. The width of a cell is the shorter side of a move's box, so a move lies in few
    cells and few moves lie in each. Two moves may share several cells; the pair counts in the
    upper left one of these.
    """
    squares = tour.squares
    onward = [*squares[1:], squares[0]] if tour.closed else squares[1:]
    moves: list[Segment] = [(*min(a, b), *max(a, b)) for a, b in zip(squares, onward, strict=False)]  # type: ignore[misc]
    width = max((min(s - r, abs(d - c)) for r, c, s, d in moves), default=1) or 1
    cells: defaultdict[tuple[int, int], list[tuple[int, int, Segment]]] = defaultdict(list)
    for move in moves:
        top, bottom = move[0], move[2]
        left, right = sorted((move[1], move[3]))
        rows = range(top // width, max(top, bottom - 1) // width + 1)
        columns = range(left // width, max(left, right - 1) // width + 1)
        for cell in product(rows, columns):
            cells[cell].append((rows[0], columns[0], move))
    return sum(
        crosses(a, b)
        for (row, column), here in cells.items()
        for (top, left, a), (other_top, other_left, b) in combinations(here, 2)
        # Of the cells that they share, this is the upper left cell.
        if row in (top, other_top) and column in (left, other_left)
    )


def crosses(a: Segment, b: Segment) -> bool:
    """Return whether each of two segments has its ends on different sides of the other's line."""
    return _parts(a, b) and _parts(b, a)


def _parts(a: Segment, b: Segment) -> bool:
    """Return whether the line through `a` separates the ends of `b`."""
    row, column, end_row, end_column = a
    down, right = end_row - row, end_column - column
    first = down * (b[1] - column) - right * (b[0] - row)
    other = down * (b[3] - column) - right * (b[2] - row)
    return first * other < 0
