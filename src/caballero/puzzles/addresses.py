"""A puzzle as the part of an address that the page's view Puzzles reads, solution included.

It is ``8x8.pking.h…/a1.…/…/medium``: the board as ``web/static/board/geometry.js`` writes it, the
tour as its first square and the place of each move among those of the piece, which numbers are
given, and the level. Bits are URL-safe base64 behind which a 1 stands.

Invariant: the page shows the puzzle that was written; what it cannot show is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import ceil, log2
from typing import Final

from caballero.machine.errors import InvalidProblem
from caballero.model.board import Square
from caballero.model.piece import KNIGHT, Piece
from caballero.model.problem import Problem

from .make import Puzzle

MOST_SQUARES: Final = 100
MOST_LETTERS: Final = 400
MOST_SIDE: Final = 50
"""The largest puzzles that the page shows."""

NAMED: Final = ("king", "wazir", "fers", "dabbaba", "alfil", "camel", "zebra", "giraffe")
"""The pieces that the page names, besides the knight; others it knows by their leaps."""

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def puzzle_address(puzzle: Puzzle) -> str:
    """Return what stands behind ``#puzzles/`` in the address of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
        On a flat board, cylinder or torus of 2 to 100 squares.

    Raises
    ------
    InvalidProblem
        If the page does not show such boards, pieces or puzzles.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.puzzles.booklet import solved
    >>> puzzle_address(solved(Problem("1 . 3\\n. . .\\n. . 9", "wazir")))
    '3x3.pwazir/a3.rXq/oM/easy'
    """
    problem, tour = puzzle.problem, puzzle.tour
    numbered = {*problem.numbered()}
    if not numbered and not problem.waypoints:
        raise InvalidProblem("address-no-clues")
    grid = _Steps(problem)
    squares = [*tour.squares]
    marked = {*problem.waypoints} if problem.waypoints else None
    given = [(square in marked if marked else n in numbered) for n, square in enumerate(squares, 1)]
    if marked and (problem.closed or not given[0] or not given[-1]):
        raise InvalidProblem("address-board")
    wide = max(1, ceil(log2(len(grid.steps))))
    path = [grid.place(a, b) for a, b in pairwise(squares)]
    bits = (at >> shift & 1 for at in path for shift in range(wide - 1, -1, -1))
    trials = f".{min(puzzle.trials, 99)}" if puzzle.trials else ""
    text = "/".join([
        _board(problem, grid), f"{problem.board.square_name(squares[0])}.{_letters(bits)}",
        ("~" if marked else "") + _letters(given), f"{puzzle.grade or ''}{trials}",
    ])  # fmt: skip
    if len(text) > MOST_LETTERS:
        raise InvalidProblem("address-board")
    return text


class _Steps:
    """The moves of a puzzle as the page has them: in increasing order, from each square."""

    def __init__(self, problem: Problem) -> None:
        board, piece = problem.board, problem.piece
        self.board = board
        is_flat = len(board.shape) == 2 and board.surface in {"flat", "cylinder", "torus"}
        if not (is_flat and max(board.shape) <= MOST_SIDE and 2 <= board.size <= MOST_SQUARES):
            raise InvalidProblem("address-board")
        names = ("king", "step") if board.grid else NAMED
        if board.grid and not board.grid.is_named:
            raise InvalidProblem("address-board")
        short = (leap for leap in piece.leaps if len(leap) < 3)  # in the plane
        leaps = "+".join(",".join(map(str, (0, *leap)[-2:])) for leap in short)
        self.piece = next((name for name in names if piece == Piece(name)), leaps)
        self.steps = board.grid.steps(piece) if board.grid else piece.moves(2)

    def place(self, a: Square, b: Square) -> int:
        """Return the place of the first move that leads from one square to another."""
        return next(i for i, step in enumerate(self.steps) if self.lands(a, step) == b)

    def lands(self, square: Square, step: tuple[int, ...]) -> Square | None:
        """Return where a move leads; None if there is no square."""
        board = self.board
        if board.grid is not None:
            to = board.grid.reached(square, step)
        else:
            to = tuple(
                (x + d) % side if wraps else x + d
                for x, d, side, wraps in zip(square, step, board.shape, board.wraps, strict=True)
            )  # type: ignore[assignment]
        return to if to is not None and to in board and to != square else None

    def moves(self) -> Iterator[tuple[Square, Square]]:
        """Yield each move once, from squares row after row."""
        for square in self.board:
            ends = [self.lands(square, step) for step in self.steps]
            for end in dict.fromkeys(ends):
                if end is not None and end > square:
                    yield square, end


def _board(problem: Problem, grid: _Steps) -> str:
    """Return a problem without its tour."""
    board, (rows, columns) = problem.board, problem.board.shape
    parts = [board.drawn_as if board.grid else f"{rows}x{columns}"]
    parts += ["c"] * problem.closed
    parts += {"cylinder": ["y"], "torus": ["t"]}.get(board.surface, [])
    if board.grid or problem.piece != KNIGHT:
        parts.append(f"p{grid.piece}")
    if board.gaps:
        places = ((r, c) for r in range(rows) for c in range(columns))
        parts.append(f"h{_letters(place not in board for place in places)}")
    for letter, some in (("w", problem.forbidden), ("f", problem.forced)):
        if some:
            marked = {frozenset(map(problem.vertex, move)) for move in some}
            bits = [{*map(problem.vertex, move)} in marked for move in grid.moves()]
            if sum(bits) != len(marked):
                raise InvalidProblem("address-board")
            parts.append(f"{letter}{_letters(bits)}")
    return ".".join(parts)


def _letters(bits: Iterable[int]) -> str:
    """Return bits as letters, six each."""
    whole = "".join("01"[bit] for bit in bits) + "1"
    whole += "0" * (-len(whole) % 6)
    return "".join(LETTERS[int(whole[i : i + 6], 2)] for i in range(0, len(whole), 6))
