"""Text for the terminal: a tour as a framed board, and tables.

The frame has the names of the squares, letters below and row numbers at the left. The layers of a
box are below each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product

from caballero.machine.arguments import called, of_type, whole
from caballero.model.board import Board, Square
from caballero.model.graph import Graph
from caballero.model.problem import refuse_huge
from caballero.model.tour import Tour

Mark = Callable[[str], str]
"""What makes the text of a square stand out."""


def tour_text(tour: Tour, first: int = 1, mark_ends: Mark | None = None) -> str:
    """Return the framed board with the number of each square.

    Parameters
    ----------
    tour : Tour
        The tour; on a graph, its labels are listed.
    first : int
        The number of the first square.
    mark_ends : callable, optional
        Makes the texts of the first and the last square stand out.

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
    tour, first = of_type("tour", tour, Tour), whole("first", first)
    mark_ends = called("mark_ends", mark_ends)
    board = tour.ground
    if isinstance(board, Graph):
        return " ".join(tour.names())
    refuse_huge(board)
    for v in (min(tour.order, default=0), max(tour.order, default=0)):
        board.square(v)  # refuses a number that is no square
    numbers: list[int | None] = [None] * len(board)
    for number, v in enumerate(tour.order, first):
        numbers[v] = number
    plain = board.grid is None and len(tour) == len(board)
    if None in numbers or not plain or mark_ends is not None:
        cells = {square: str(n) for n, square in enumerate(tour.squares, first)}
        ends = tour.squares[:1] + tour.squares[-1:]
        text = framed(board, cells, dict.fromkeys(ends, mark_ends) if mark_ends else None)
        if board.grid is None:
            return text
        from caballero.model.headings import grid_heading

        heading = grid_heading(board, tour.piece, closed=tour.closed)
        return heading + text.removeprefix(board.drawn_as)
    return _pattern(board, first) % tuple(numbers)


@lru_cache(maxsize=1)
def _pattern(board: Board, first: int) -> str:
    """Return a framed board with a format field for the number of each square."""
    names, holes = _names(board), frozenset(board.holes)
    width = max(map(len, [str(first), str(first + len(board) - 1), *names]))

    def body(place: Square, r: int) -> str:
        squares = [(*place, r, c) for c in range(len(names))]
        return " ".join([f"{'#':>{width}}" if s in holes else f"%{width}d" for s in squares])

    return _picture(board, names, width, body)


def framed(
    board: Board, cells: Mapping[Square, str], marks: Mapping[Square, Mark] | None = None
) -> str:
    """Return a framed board with these texts in its cells, some of them marked.

    >>> print(framed(Board((1, 3), holes=((0, 2),)), {(0, 0): "x"}))
      ┌───────┐
    1 │ x · # │
      └───────┘
        a b c
    """
    holes, marked = dict.fromkeys(board.gaps, "#"), marks or {}
    if board.grid is not None:
        return f"{board.drawn_as}\n{_rows(board, {**holes, **cells}, marked)}"
    names = _names(board)
    width = max(map(len, [*cells.values(), *names]))

    def body(place: Square, r: int) -> str:
        squares = [(*place, r, c) for c in range(len(names))]
        shown = [(cells.get(s) or holes.get(s, "·")).rjust(width) for s in squares]
        return " ".join(
            [
                marked[s](cell) if s in marked else cell
                for s, cell in zip(squares, shown, strict=True)
            ]
        )

    return _picture(board, names, width, body)


def _rows(board: Board, cells: Mapping[Square, str], marks: Mapping[Square, Mark]) -> str:
    """Return the rows of another grid, each behind the name of its first cell."""
    from caballero.model.grid import draw_rows

    assert board.grid is not None  # the callers have asked
    names = [board.square_name((row, 0)) for row in range(board.shape[0])]
    left = max(map(len, names))
    rows = draw_rows(board.grid, cells, free="·", marks=marks).split("\n")
    return "\n".join(f"{name:{left}}  {row}" for name, row in zip(names, rows, strict=True))


def _names(board: Board) -> list[str]:
    """Return the names of the columns: letters on a flat board, numbers in a box."""
    rows, columns = board.shape[-2:]
    if len(board.shape) > 2:
        return [str(c) for c in range(columns)]
    return [board.square_name((rows - 1, c)).rstrip("0123456789") for c in range(columns)]


def _picture(board: Board, names: list[str], width: int, body: Callable[[Square, int], str]) -> str:
    """Return the frames of all layers; `body` returns the content of a row."""
    rows, columns = board.shape[-2:]
    flat = len(board.shape) == 2
    left = len(str(rows))
    rule = "─" * (columns * (width + 1) + 1)
    lines = []
    for place in product(*map(range, board.shape[:-2])):
        if place:
            lines.append(f"{','.join(map(str, place))}:")
        lines.append(f"{'':{left}} ┌{rule}┐")
        lines += [f"{rows - r if flat else r:>{left}} │ {body(place, r)} │" for r in range(rows)]
        lines.append(f"{'':{left}} └{rule}┘")
        lines.append(f"{'':{left}}   {' '.join(name.rjust(width) for name in names)}")
    return "\n".join(lines)


def table_text(rows: Sequence[Sequence[str]], left: int) -> str:
    """Return rows of equally many cells in columns; the first `left` columns are left-aligned.

    >>> print(table_text([["kind", "tours"], ["all", "8"]], left=1))
    kind  tours
    all       8
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
