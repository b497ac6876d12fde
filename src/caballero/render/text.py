"""A tour as a framed board for the terminal.

The frame carries the names of the squares, letters below and row numbers at the left, so that
a person can point. The layers of a box stand below each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import cast

from caballero.board import Board, Square
from caballero.graph import Graph
from caballero.tour import Matrix, Tour


def tour_text(tour: Tour, first: int = 1) -> str:
    """Return the framed board with the number of each square.

    Parameters
    ----------
    tour : Tour
        The tour; on a graph, its labels are listed.
    first : int
        The number of the first square.

    Examples
    --------
    >>> from caballero import Tour
    >>> print(Tour.from_squares("2x2", ["a1", "a2", "b2", "b1"], piece="wazir"))
      ┌─────┐
    2 │ 2 3 │
    1 │ 1 4 │
      └─────┘
        a b
    """
    if isinstance(tour.ground, Graph):
        return " ".join(tour.names())
    return board_text(tour.ground, tour.matrix(first))


def board_text(board: Board, matrix: Matrix) -> str:
    """Return a framed board with whatever number stands in each cell.

    Parameters
    ----------
    board : Board
        Of any dimension.
    matrix : nested list of int or None
        None shows ``#`` for a hole, ``·`` for a square without a number.
    """
    layers = _layers(matrix, len(board.shape))
    numbers = {
        (*place, r, c): str(n)
        for place, layer in layers
        for r, row in enumerate(layer)
        for c, n in enumerate(row)
        if n is not None
    }
    return framed(board, numbers)


def framed(board: Board, cells: Mapping[Square, str]) -> str:
    """Return a framed board with whatever stands in some of its cells.

    Examples
    --------
    >>> from caballero import Board
    >>> from caballero.render.text import framed
    >>> print(framed(Board((1, 3), holes=((0, 2),)), {(0, 0): "x"}))
      ┌───────┐
    1 │ x · # │
      └───────┘
        a b c
    """
    holes = dict.fromkeys(board.holes, "#")
    rows, columns = board.shape[-2:]
    flat = len(board.shape) == 2
    names = (
        [board.square_name((rows - 1, c)).rstrip("0123456789") for c in range(columns)]
        if flat
        else [str(c) for c in range(columns)]
    )
    width = max(map(len, [*cells.values(), *names]))
    left = len(str(rows))
    rule = "─" * (columns * (width + 1) + 1)
    pictures = []
    for place in product(*map(range, board.shape[:-2])):
        lines = [f"{','.join(map(str, place))}:"] if place else []
        lines.append(f"{'':{left}} ┌{rule}┐")
        for r in range(rows):
            squares = [(*place, r, c) for c in range(columns)]
            shown = [cells.get(square) or holes.get(square, "·") for square in squares]
            label = rows - r if flat else r
            body = " ".join(cell.rjust(width) for cell in shown)
            lines.append(f"{label:>{left}} │ {body} │")
        lines.append(f"{'':{left}} └{rule}┘")
        lines.append(f"{'':{left}}   {' '.join(name.rjust(width) for name in names)}")
        pictures.append("\n".join(lines))
    return "\n".join(pictures)


def _layers(matrix: Matrix, depth: int) -> list[tuple[tuple[int, ...], list[list[int | None]]]]:
    """The two-dimensional layers of a matrix, with where they lie."""
    if depth == 2:
        return [((), cast("list[list[int | None]]", matrix))]
    return [
        ((i, *place), layer)
        for i, part in enumerate(cast("list[Matrix]", matrix))
        for place, layer in _layers(part, depth - 1)
    ]
