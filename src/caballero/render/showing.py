"""The pictures of values in a notebook.

A notebook stores the pictures, so they are quick and small: a board of more than ``MOST_SHOWN``
squares has none, nor has a graph, but for tours on maps; its ``repr`` has its size.
"""

from __future__ import annotations

from typing import Final

from caballero.machine.words import Message, current_language
from caballero.model.adjacency import title_on
from caballero.model.board import Board
from caballero.model.graph import Graph
from caballero.model.problem import Problem
from caballero.model.tour import Tour

from .map import MOST_LABELS
from .position import puzzle_scene
from .scene import Scene, ground_shapes
from .svg import scene_svg, tour_svg
from .themes import THEMES

MOST_SHOWN: Final = 2_500
"""The most squares of a board with a picture."""

MOST_NUMBERED: Final = 400
"""The most squares of a tour with numbers; a larger tour is only a line."""


def is_shown(ground: Board | Graph) -> bool:
    """Return whether a value is a board that is small enough for a picture."""
    return isinstance(ground, Board) and ground.size + len(ground.holes) <= MOST_SHOWN


def board_picture(board: Board) -> str | None:
    """Return the picture of a board, None if it is too large."""
    if not is_shown(board):
        return None
    title = Message("picture-board", {"board": board.name}).text()
    theme = THEMES["light"]
    return scene_svg(Scene(board, tuple(ground_shapes(board, theme))), theme, title)


def tour_picture(tour: Tour) -> str | None:
    """Return the picture of a tour, None if it is too large, or of a graph without positions."""
    ground = tour.ground
    if isinstance(ground, Graph):
        small = ground.positions and len(ground) <= MOST_LABELS
        return tour_svg(tour, language=current_language()) if small else None
    if not is_shown(ground):
        return None
    numbers = None if len(tour) <= MOST_NUMBERED else False
    return tour_svg(tour, numbers=numbers, language=current_language())


def problem_picture(problem: Problem) -> str | None:
    """Return the picture of a problem, None if it is too large.

    S and E are the start and the end (I and F in Spanish), numbers the clues; forced moves are
    diamonds between cells or thick lines, forbidden moves walls or dashed lines.
    """
    if not is_shown(problem.ground):
        return None
    board, language = problem.board, current_language()
    start, end = Message("mark-start").text(language), Message("mark-end").text(language)
    theme = THEMES["light"]
    about = {"piece": title_on(board, problem.piece), "board": board.name}
    code = "picture-problem-closed" if problem.closed else "picture-problem-open"
    title = Message(code, about).text(language)
    return scene_svg(puzzle_scene(problem, theme, start, end), theme, title)
