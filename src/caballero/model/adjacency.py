"""The graph of a board and a piece: which squares are a move apart.

On a full flat box, the moves that stay on the board depend only on how near a square is to each
edge. Squares that are equally near have the same *kind*, and all squares of a kind share a row of
offsets: a board of a million squares has 25 kinds for the knight. :func:`shared_rows` returns these
rows; :func:`board_graph` expands them to a :class:`~caballero.Graph`.

Invariant: square ``v`` of kind ``k`` has the neighbours ``v + d`` for each offset ``d`` of the
kind, ``offsets[indptr[k]:indptr[k + 1]]``, in the order of the moves.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise, product
from typing import Final, NamedTuple

from caballero.machine.limits import pause
from caballero.machine.words import Message

from .board import Board
from .graph import Graph
from .piece import Move, Piece

WORK: Final = 2**16
"""Moves between two pauses: some 10 ms."""

PIECE: Final = 2**12
"""Squares of a row that are written at once."""

KEPT: Final = 2**21
"""The most neighbours that are cached for later rows; an int takes about 40 bytes."""


class SharedRows(NamedTuple):
    """The neighbours on a full flat box, by kind of square.

    `kind` has the kind of each square, in the order of the squares. The offsets of kind ``k`` are
    ``offsets[indptr[k]:indptr[k + 1]]``; an offset is the difference of two squares' numbers.
    """

    kind: array[int]
    indptr: array[int]
    offsets: array[int]


def shared_rows(shape: tuple[int, ...], moves: Sequence[Move]) -> SharedRows:
    """Return the neighbours on a full flat box; `moves` are in the order in which to try them.

    Memory is a byte per square up to 256 kinds.
    """
    reaches = [max((abs(m[a]) for m in moves), default=0) for a in range(len(shape))]
    counts = [min(side, 2 * reach + 1) for side, reach in zip(shape, reaches, strict=True)]
    strides = [math.prod(shape[a + 1 :]) for a in range(len(shape))]
    shifts = [sum(m * stride for m, stride in zip(move, strides, strict=True)) for move in moves]
    # Which moves stay inside, for each zone of each axis; its least coordinate represents it.
    inside = []
    for a, (side, reach, count) in enumerate(zip(shape, reaches, counts, strict=True)):
        beyond = side - count  # the offset of zones behind the middle from their numbers
        least = [z if z <= reach else z + beyond for z in range(count)]
        inside.append([{i for i, m in enumerate(moves) if 0 <= x + m[a] < side} for x in least])
    every = max(1, WORK // (8 * len(moves) + 8))
    indptr, offsets = array("i", [0]), array("q")
    for number, kept in enumerate(product(*inside)):
        if not number % every:
            pause()
        fit = set.intersection(*kept)
        offsets.extend([shift for i, shift in enumerate(shifts) if i in fit])
        indptr.append(len(offsets))
    kind = array("B" if len(indptr) <= 257 else "I")
    # Rows differ only by a constant that is added to their kinds, so only a few are built.
    written: dict[int, array[int]] = {}
    zones = [_zones(side, reach) for side, reach in zip(shape, reaches, strict=True)]
    for number, place in enumerate(product(*zones[:-1])):
        if not number % PIECE:
            pause()
        first = 0
        for z, count in zip(place, counts, strict=False):
            first = first * count + z
        if first not in written:
            written[first] = _zones(shape[-1], reaches[-1], first * counts[-1], kind.typecode)
        kind.extend(written[first])
    return SharedRows(kind, indptr, offsets)


def moves_on(board: Board, piece: Piece) -> tuple[Move, ...]:
    """Return the moves of a piece on a board, in increasing order: the steps of its grid."""
    return piece.moves(len(board.shape)) if board.grid is None else board.grid.steps(piece)


def title_on(ground: Board | Graph, piece: Piece) -> Message | str:
    """Return the name of a piece as a board has it: on a grid, a wazir is a step."""
    shaped = isinstance(ground, Board) and ground.grid is not None
    return Message("piece-step") if shaped and piece == Piece("step") else piece.title


def move_count(board: Board, moves: Sequence[Move]) -> int:
    """Return the number of moves on a board, each counted in both directions.

    It is an upper bound: a board with holes has fewer; on a small wrapped board, some coincide.
    """
    if board.grid is not None:
        return board.size * len(moves)
    return sum(
        math.prod(
            side if wraps else max(0, side - abs(step))
            for step, side, wraps in zip(move, board.shape, board.wraps, strict=True)
        )
        for move in moves
    )


def board_graph(board: Board, moves: Sequence[Move]) -> Graph:
    """Return the graph of a board; each square has its neighbours in the order of the moves.

    Moves that reach the same square round a wrapped board count once, and none leads to its own
    square. Time and memory grow with squares times moves.
    """
    if board.grid is not None:
        return _grid_graph(board, moves)
    box = _wrapped_graph(board, moves) if any(board.wraps) else _box_graph(board.shape, moves)
    return _with_holes(box, board) if board.holes else box


def _grid_graph(board: Board, moves: Sequence[Move]) -> Graph:
    """Return the graph of a board of hexagons or triangles."""
    grid = board.grid
    assert grid is not None  # the caller has asked
    number = {square: v for v, square in enumerate(board)}
    indptr, indices = array("i", [0]), array("i")
    every = max(1, WORK // (8 * len(moves) + 8))
    for v, square in enumerate(number):
        if not v % every:
            pause()
        reached = (grid.reached(square, move) for move in moves)
        indices.extend([number[near] for near in reached if near in number])
        indptr.append(len(indices))
    return Graph(indptr, indices)


def _wrapped_graph(board: Board, moves: Sequence[Move]) -> Graph:
    """Return the graph of a full box with wrapped axes, square by square."""
    every = max(1, WORK // (len(moves) + 1))
    axes: list[list[list[int]]] = []
    for a, (side, wraps) in enumerate(zip(board.shape, board.wraps, strict=True)):
        axes.append([])
        for x in range(side):
            if not x % every:
                pause()
            axes[a].append(
                [(x + m[a]) % side if wraps or 0 <= x + m[a] < side else -1 for m in moves]
            )
    indptr, indices = array("i", [0]), array("i")
    v = 0
    for rows in product(*axes[:-1]):
        lines = [0] * len(moves)  # the first square of the line that each move leads to
        for row, side in zip(rows, board.shape[1:], strict=True):
            lines = [
                -1 if y < 0 or line < 0 else (line + y) * side
                for line, y in zip(lines, row, strict=True)
            ]
        for row in axes[-1]:
            if not v % every:
                pause()
            reached = {
                line + y: None for line, y in zip(lines, row, strict=True) if line >= 0 and y >= 0
            }
            reached.pop(v, None)
            indices.extend(reached)
            indptr.append(len(indices))
            v += 1
    return Graph(indptr, indices)


def _box_graph(shape: tuple[int, ...], moves: Sequence[Move]) -> Graph:
    """Return the graph of a full flat box, built row by row, or in pieces of a row.

    Pieces whose squares have the same kinds differ only by a constant, so they are cached.
    """
    rows = shared_rows(shape, moves)
    width = shape[-1]
    indptr, indices = array("i", [0]), array("i")
    patterns: dict[bytes, tuple[list[int], list[int]]] = {}
    kept = due = 0
    for row in range(0, len(rows.kind), width):
        for begin in range(row, row + width, PIECE):
            done = indptr[-1]
            if begin + done >= due:
                pause()
                due = begin + done + WORK
            kinds = rows.kind[begin : min(begin + PIECE, row + width)]
            key = kinds.tobytes()
            if key not in patterns:
                pattern, ends = [], []
                for v, k in enumerate(kinds):
                    pattern += [v + d for d in rows.offsets[rows.indptr[k] : rows.indptr[k + 1]]]
                    ends.append(len(pattern))
                kept += len(pattern)
                if kept > KEPT:
                    patterns.clear()
                    kept = len(pattern)
                patterns[key] = pattern, ends
            pattern, ends = patterns[key]
            indices.extend([begin + w for w in pattern])
            indptr.extend([done + end for end in ends])
    return Graph(indptr, indices)


def _with_holes(box: Graph, board: Board) -> Graph:
    """Return the graph of a box without its holes, with the other squares renumbered."""
    strides = [math.prod(board.shape[a + 1 :]) for a in range(len(board.shape))]
    number = [0] * len(box)
    for hole in board.holes:
        number[sum(x * stride for x, stride in zip(hole, strides, strict=True))] = -1
    for v, kept in enumerate(accumulate(mark + 1 for mark in number)):
        if not v % WORK:
            pause()
        number[v] = -1 if number[v] else kept - 1
    indptr, indices = array("i", [0]), array("i")
    due = 0
    for v, (begin, end) in enumerate(pairwise(box.indptr)):
        if v + begin >= due:
            pause()
            due = v + begin + WORK
        if number[v] >= 0:
            indices.extend([w for w in map(number.__getitem__, box.indices[begin:end]) if w >= 0])
            indptr.append(len(indices))
    return Graph(indptr, indices)


def _zones(side: int, reach: int, first: int = 0, typecode: str = "I") -> array[int]:
    """Number the coordinates of an axis by their distance to its ends, equal in the middle."""
    if side <= 2 * reach:
        return array(typecode, range(first, first + side))
    middle = first + reach
    ends = (
        array(typecode, range(first, middle)),
        array(typecode, range(middle + 1, middle + reach + 1)),
    )
    return ends[0] + array(typecode, [middle]) * (side - 2 * reach) + ends[1]
