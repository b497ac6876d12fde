"""The longest path or cycle of a piece of which no two moves meet.

A classic of recreational mathematics: T. R. Dawson asked in 1930 for the longest knight's path that
does not cross itself; L. D. Yarbrough in 1969 (Journal of Recreational Mathematics 2) for many
boards. The lengths are OEIS A003192 for paths and A157416 for cycles; D. E. Knuth extended both.

Two moves meet if they share a point, except where they follow each other. The moves of a knight
can share no other point than an end or a point inside both. Moves of a dabbaba can also overlap,
or end on each other.

The sweep of :mod:`caballero.best.kernels.uncrossed` visits all states of the frontier, so its
answer is the longest. It takes the long axis of the board.

Invariants: a result was checked by :func:`is_uncrossed`, which shares nothing with the sweep; its
bound is true: no path has more moves.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final, TypeAlias

from caballero.machine.errors import InvalidProblem, TooLarge, be_sure
from caballero.machine.limits import Budget, LimitHit
from caballero.model.board import Board, Square
from caballero.model.piece import Piece
from caballero.model.problem import Ground, Problem
from caballero.model.symmetry import is_flat
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.best import Best, ended
from caballero.proof.outcome import stats_of

from .kernels import uncrossed as kernel
from .longest import PathSweep
from .moves import moves_and_partners

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

Segment: TypeAlias = tuple[Square, Square]

MOST_SQUARES: Final = 1024
"""The squares of the largest board; the time grows exponentially with its shorter side."""


@verb()
def longest_uncrossed(ground: Ground, **asked: Unpack[Searched]) -> Best:
    """Return the longest path, or cycle, of a piece of which no two moves meet.

    A square is visited once at most; not all are.

    Parameters
    ----------
    ground : Problem, Board, str or int
        A flat board of two dimensions, with holes or not, and perhaps a piece; of a closed problem,
        the path returns to its first square.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

    Returns
    -------
    Best
        Its ``tour`` is the path, as a tour of these squares only, without squares if there is no
        cycle. Its ``cost`` is the number of moves, and no such path has more than ``bound``. It is
        ``optimal`` unless a limit came first. The nodes are the choices of moves.

    Raises
    ------
    InvalidInput
        If the ground is no flat board, or a part cannot be read.
    TooLarge
        If the board has more than 1024 squares.

    Notes
    -----
    Time and memory grow exponentially with the shorter side: a knight's path takes milliseconds on
    5×5, a second on 7×7, half a minute on 8×8.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.best import longest_uncrossed
    >>> [longest_uncrossed(n).cost for n in range(1, 7)]
    [0, 0, 2, 5, 10, 17]
    >>> [longest_uncrossed(Problem(n, closed=True)).cost for n in range(1, 7)]
    [0, 0, 0, 4, 8, 12]
    """
    with asking(ground, asked) as (problem, budget, _):
        board = _board(problem)
        sweep = _sweep_of(board, problem.piece, problem.closed, budget)
        stopped = False
        try:
            sweep.run()
        except LimitHit:
            stopped = True
        moves = sweep.work.best
        bound = min(sweep.bound, len(board) - (not problem.closed)) if stopped else moves
        order = tuple(sweep.path or [0] * (not problem.closed))
        path = Tour(board, order, problem.piece, problem.closed)
        be_sure(is_uncrossed(path), "the moves of the path meet")
        visited = moves + (not problem.closed) if moves or not problem.closed else 0
        be_sure(len(order) == visited, "the path has another number of moves")
        return ended(Best(path, stats_of(budget), moves, max(bound, moves), bound <= moves), budget)


def _board(problem: Problem) -> Board:
    """Return the board of a problem that only says what moves where."""
    board = problem.ground
    if not isinstance(board, Board) or not is_flat(board):
        raise InvalidProblem("uncrossed-flat", ground=str(board))
    wanted = {
        "start": problem.start, "end": problem.end, "clues": problem.clues,
        "forced": problem.forced, "forbidden": problem.forbidden, "waypoints": problem.waypoints,
    }  # fmt: skip
    if what := [name for name, given in wanted.items() if given]:
        raise InvalidProblem("uncrossed-constraints", what=", ".join(what))
    if board.size > MOST_SQUARES:
        raise TooLarge("board-too-large", board=str(board), count=board.size, most=MOST_SQUARES)
    return board


# -- the check -------------------------------------------------------------------------------------


def is_uncrossed(path: Tour) -> bool:
    """Return whether the squares are different, moves lead from each to the next, and none meet.

    >>> is_uncrossed(Tour.from_squares("3x3", "a1 b3 c1")), is_uncrossed(
    ...     Tour.from_squares("3x3", "a1 c2 a3 b1 c3"))
    (True, False)
    """
    squares, moves = path.squares, set(path.piece.moves(2))
    if len(set(squares)) != len(squares) or not set(squares) <= set(path.board):
        return False
    line = [*squares, squares[0]] if path.closed and squares else squares
    segments = list(pairwise(line))
    if any((b[0] - a[0], b[1] - a[1]) not in moves for a, b in segments):
        return False
    reach = max((max(map(abs, move)) for move in moves), default=1)
    cells: defaultdict[Square, list[Segment]] = defaultdict(list)
    for segment in segments:
        cells[segment[0][0] // (2 * reach), segment[0][1] // (2 * reach)].append(segment)
    for (row, column), here in list(cells.items()):
        for down, right in product((-1, 0, 1), repeat=2):
            for p, q in product(here, cells.get((row + down, column + right), ())):
                if p != q and _share_more(p, q):
                    return False
    return len(set(segments)) == len(segments) and (not path.closed or len(squares) != 2)


def _share_more(p: Segment, q: Segment) -> bool:
    """Return whether two moves share a point that is not an end of both, by linear equations."""
    (r, c), (s, d) = p
    (t, e), (u, f) = q
    down, right, other_down, other_right = s - r, d - c, u - t, f - e
    determinant = down * other_right - right * other_down
    if determinant:
        along = Fraction((t - r) * other_right - (e - c) * other_down, determinant)
        across = Fraction((t - r) * right - (e - c) * down, determinant)
        ends = along in {0, 1} and across in {0, 1}
        return 0 <= along <= 1 and 0 <= across <= 1 and not ends
    if (t - r) * right != (e - c) * down:  # parallel, on different lines
        return False
    (a, b), (x, y) = sorted(p), sorted(q)
    return max(a, x) < min(b, y)  # on one line, points are in the order of their coordinates


# -- the sweep -------------------------------------------------------------------------------------


def _sweep_of(board: Board, piece: Piece, closed: bool, budget: Budget) -> PathSweep:
    """Return the sweep over a board, along its longer axis."""
    turned = board.shape[1] > board.shape[0]
    squares = sorted(board, key=lambda square: square[::-1] if turned else square)
    moves, excluded = moves_and_partners(
        [square[::-1] if turned else square for square in squares], piece.moves(2), _meet
    )
    plan = kernel.new_plan(len(squares), moves, excluded, closed=closed)
    return PathSweep(plan, [board.index(square) for square in squares], moves, budget)


def _meet(a: Square, b: Square, c: Square, d: Square) -> bool:
    """Return whether two moves share a point that is not an end of both, by their sides."""
    sides = _side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    return _is_inside(a, b, c) or _is_inside(a, b, d) or _is_inside(c, d, a) or _is_inside(c, d, b)


def _side(a: Square, b: Square, c: Square) -> int:
    """Return on which side of the line from a to b the square c is: a sign, or 0."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _is_inside(a: Square, b: Square, c: Square) -> bool:
    """Return whether c is between a and b on a line."""
    return _side(a, b, c) == 0 and min(a, b) < c < max(a, b)
