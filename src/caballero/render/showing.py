"""How values show themselves in a notebook: as a picture, or not at all.

A notebook keeps what it shows, so nothing here is slow or huge: a board of more than ``SHOWN``
squares, or a graph, has no picture, and its ``repr`` says how large it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final, cast

from caballero.board import Board, Square
from caballero.graph import Graph
from caballero.problem import Problem
from caballero.tour import Tour

from .layout import steps
from .svg import INK, LINE, labels, picture, squares_path, tour_svg

SHOWN: Final = 2_500
"""The most squares of a board that shows itself unasked."""

NUMBERED: Final = 400
"""Beyond this many squares, a tour that shows itself is a line without numbers."""


def is_shown(ground: Board | Graph) -> bool:
    """Say whether something on this board shows itself as a picture.

    Examples
    --------
    >>> from caballero import Board
    >>> from caballero.render.showing import is_shown
    >>> is_shown(Board((8, 8))), is_shown(Board((1000, 1000)))
    (True, False)
    """
    return isinstance(ground, Board) and ground.size + len(ground.holes) <= SHOWN


def board_shown(board: Board) -> str | None:
    """Return the picture of a board, None if it is too large to show itself.

    Examples
    --------
    >>> from caballero import Board
    >>> from caballero.render.showing import board_shown
    >>> board_shown(Board((8, 8)))[:4], board_shown(Board((1000, 1000)))
    ('<svg', None)
    """
    if not is_shown(board):
        return None
    return picture(board, [squares_path(board)], f"board {board.name}", None)


def tour_shown(tour: Tour) -> str | None:
    """Return the picture of a tour, None if it is too large to show itself.

    Examples
    --------
    >>> from caballero import find_tour
    >>> from caballero.render.showing import tour_shown
    >>> tour = find_tour(8)
    >>> tour_shown(tour) == tour.to_svg(), tour_shown(find_tour(60))
    (True, None)
    """
    if not is_shown(tour.ground):
        return None
    return tour_svg(tour, numbers=None if len(tour) <= NUMBERED else False)


def problem_shown(problem: Problem) -> str | None:
    """Return what is asked as a picture, None if it is too large to show itself.

    S and E are the start and the end, numbers the clues; forced moves are thick lines, forbidden
    ones dashed.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.render.showing import problem_shown
    >>> picture = problem_shown(Problem.of(8, start="a1", forced=[("c3", "d5")]))
    >>> "stroke-width=\\"5\\"" in picture, "dasharray" in picture
    (True, False)
    """
    if not is_shown(problem.ground):
        return None
    board = problem.board
    marks = {cast(Square, place): str(number) for place, number in problem.clues}
    for place, letter in ((problem.end, "E"), (problem.start, "S")):
        if place is not None:
            marks[cast(Square, place)] = letter
    parts = [squares_path(board), *_moves(problem)]
    if marks:
        parts.append(labels(board, sorted(marks.items()), small=False))
    asked = f"{problem.piece}, {'closed' if problem.closed else 'open'} tour, {board.name}"
    return picture(board, parts, escape(asked, quote=False), None)


def _moves(problem: Problem) -> Iterator[str]:
    """Yield the forced and the forbidden moves as lines."""
    for pairs, look in (
        (problem.forced, f'stroke="{LINE}" stroke-width="5" stroke-linecap="round"'),
        (problem.forbidden, f'stroke="{INK}" stroke-width="1.5" stroke-dasharray="5 4"'),
    ):
        ends = sorted(tuple(map(problem.vertex, pair)) for pair in pairs)
        lines = [
            line
            for pair in ends
            for move in steps(Tour(problem.ground, pair, problem.piece))
            for line in move
        ]
        if lines:
            drawn = "".join(f"M{x:g} {y:g}L{x2:g} {y2:g}" for (x, y), (x2, y2) in lines)
            yield f'<path d="{drawn}" fill="none" {look}/>'
