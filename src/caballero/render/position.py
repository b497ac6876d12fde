"""A board with texts in its squares: an empty board, a puzzle, or a tour that is none."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from html import escape

from caballero.core.board import Board, Square
from caballero.core.problem import Problem

from .layout import refuse_huge
from .scene import Labels, Shape, Squares, ground_shapes
from .svg import coordinates_path, picture, shape_svg
from .themes import theme_named


def position_svg(
    board: Board,
    labels: Iterable[tuple[Square, str]] = (),
    *,
    wrong: Collection[Square] = (),
    theme: str = "light",
    width: int | None = None,
    coordinates: bool = False,
    title: str | None = None,
) -> str:
    """Return a picture of a board with texts in its squares.

    Parameters
    ----------
    board : Board
        At most ``MAX_SQUARES`` squares.
    labels : iterable of (square, str)
        Numbers or letters; two in one square stand on each other.
    wrong : collection of squares
        These have the colour of a dead end.
    theme : str
        ``light``, ``dark``, ``wood`` or ``print``.
    width : int, optional
        The width in pixels; by default 40 a square, at most 720.
    coordinates : bool
        Whether to draw the names of the rows and columns.
    title : str, optional
        By default the name of the board.

    Examples
    --------
    >>> from caballero import Board
    >>> from caballero.render.position import position_svg
    >>> position_svg(Board((8, 8))).count("<path")
    2
    """
    refuse_huge(board)
    chosen = theme_named(theme)
    shapes: list[Shape] = ground_shapes(board, chosen)
    if wrong:
        shapes.append(Squares(tuple(wrong), chosen.dead, chosen.grid))
    if texts := tuple(labels):
        shapes.append(Labels(texts, False, chosen.ink))
    parts = [shape_svg(board, shape) for shape in shapes]
    if coordinates:
        parts.append(coordinates_path(board, chosen))
    shown = escape(board.name if title is None else title, quote=False)
    return picture(board, parts, shown, width, chosen.page, coordinates)


def puzzle_labels(problem: Problem) -> list[tuple[Square, str]]:
    """Return the texts of a puzzle: its clues, ``S`` at the start and ``E`` at the end.

    >>> puzzle_labels(Problem.of("S . 5\\n. . E"))
    [((0, 0), 'S'), ((0, 2), '5'), ((1, 2), 'E')]
    """
    marks = {place: str(number) for place, number in problem.clues}
    marks |= {place: letter for place, letter in ((problem.end, "E"), (problem.start, "S"))
              if place is not None}  # fmt: skip
    return sorted((place, mark) for place, mark in marks.items() if isinstance(place, tuple))
