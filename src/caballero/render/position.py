"""A board with texts in its squares: an empty board, a puzzle, or a tour that is none."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from typing import Final

from caballero.model.board import Board, Square
from caballero.model.problem import Place, Problem
from caballero.model.tour import Tour

from .layout import CELL, Point, cell_outline, centre, refuse_huge, steps
from .scene import Area, Discs, Labels, Line, Scene, Shape, Squares, ground_shapes, joined, shorten
from .svg import scene_svg
from .themes import Theme, ink_on, theme_named

DIAMOND: Final = CELL / 6
"""From the middle of a diamond to its corners."""

RING: Final = 0.4 * CELL
"""The radius of the circle around the first and the last number of a puzzle, on squares."""

PART: Final = 0.34
"""The height of the digits of a puzzle, in cells: they leave room to write, and for circles."""


def position_svg(
    board: Board,
    labels: Iterable[tuple[Square, str]] = (),
    *,
    wrong: Collection[Square] = (),
    no_moves: Iterable[tuple[Square, Square]] = (),
    given: Collection[Square] = (),
    marked: Collection[Square] = (),
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
        Numbers or letters; two in a square stand on each other.
    wrong : collection of squares
        These have the colour of a dead end, and a frame.
    no_moves : iterable of (square, square)
        Pairs of squares that a line joins, because no move does.
    given : collection of squares
        The texts of these are heavier, such as the clues of a puzzle.
    marked : collection of squares
        These have the colour of a start, such as the square where a text begins.
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
    >>> from caballero.render import position_svg
    >>> position_svg(Board((8, 8))).count("<path")
    2
    """
    refuse_huge(board)
    chosen = theme_named(theme)
    scene = position_scene(
        board, chosen, labels, wrong=wrong, no_moves=no_moves, given=given, marked=marked
    )
    return scene_svg(scene, chosen, board.name if title is None else title, width, coordinates)


def position_scene(
    board: Board,
    theme: Theme,
    labels: Iterable[tuple[Square, str]] = (),
    *,
    wrong: Collection[Square] = (),
    no_moves: Iterable[tuple[Square, Square]] = (),
    given: Collection[Square] = (),
    marked: Collection[Square] = (),
) -> Scene:
    """Return the shapes of a board with texts and marks, as for :func:`position_svg`."""
    texts = list(labels)
    shapes: list[Shape] = ground_shapes(board, theme)
    ink = ink_on(theme.dead)
    if wrong:
        shapes.append(Squares(tuple(sorted(wrong)), theme.dead, theme.grid))
        shapes += [Line(_frame(board, square), ink, 2.5) for square in sorted(wrong)]
    if marked:
        shapes.append(Squares(tuple(sorted(marked)), theme.start, theme.grid))
    for a, b in no_moves:
        line = shorten((centre(board, a), centre(board, b)), CELL / 3)
        shapes += [Line(line, theme.ink, 2.5)] if line else []
    longest = max((len(text) for _square, text in texts), default=1)
    inks = dict.fromkeys(marked, ink_on(theme.start)) | dict.fromkeys(wrong, ink)
    for colour in dict.fromkeys([theme.ink, *inks.values()]):
        some = tuple(label for label in texts if inks.get(label[0], theme.ink) == colour)
        if some:
            shapes.append(Labels(some, False, colour, frozenset(given), longest))
    return Scene(board, tuple(shapes))


def move_shapes(
    problem: Problem,
    moves: Iterable[Iterable[Place]],
    theme: Theme,
    used: bool,
    diamonds: bool = False,
) -> list[Shape]:
    """Return moves as thick lines if tours use them; else as walls, or dashed if no side is common.

    Used moves across a side may be `diamonds`. Moves across an edge have two lines.
    """
    pairs = sorted(tuple(sorted(map(problem.vertex, move))) for move in moves)
    on_sides = diamonds or not used
    sides = {pair: _common_side(problem, *pair) for pair in pairs} if on_sides else {}
    lines = [
        tuple(line)
        for pair in pairs
        if not sides.get(pair)
        for parts in steps(Tour(problem.ground, pair, problem.piece))
        for line in parts
    ]
    common = [side for side in sides.values() if side]
    if used:
        areas = [Area(tuple(map(_diamond, common)), theme.line)] if common else []
        return [*(Line(line, theme.line, 5) for line in lines), *areas]
    return [
        *(Line(line, theme.ink, 1.5, dashed=True) for line in lines),
        *(Line(side, theme.ink, 5) for side in common),
    ]


def _diamond(side: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the outline of a diamond in the middle of a side."""
    x, y = (sum(ends) / 2 for ends in zip(*side, strict=True))
    return (x + DIAMOND, y), (x, y + DIAMOND), (x - DIAMOND, y), (x, y - DIAMOND)


def _common_side(problem: Problem, a: int, b: int) -> tuple[Point, ...]:
    """Return the two ends of the side that the cells of two vertices have in common, or nothing."""
    first, second = (cell_outline(problem.board, problem.board.square(v)) for v in (a, b))
    common = tuple(p for p in first if any(math.dist(p, q) < 1 for q in second))
    return common if len(common) == 2 else ()


def _frame(board: Board, square: Square) -> tuple[Point, ...]:
    """Return the frame inside a square or another cell."""
    around = cell_outline(board, square, inside=3)
    return (*around, around[0])


def puzzle_labels(problem: Problem, start: str = "S", end: str = "E") -> list[tuple[Square, str]]:
    """Return the texts of a puzzle: of its clues, its start and its end."""
    marks = {place: str(number) for place, number in problem.clues}
    marks |= {place: letter for place, letter in ((problem.end, end), (problem.start, start))
              if place is not None and place not in problem.waypoints}  # fmt: skip
    marks = {**waypoint_numbers(problem), **marks}
    return sorted((place, mark) for place, mark in marks.items() if isinstance(place, tuple))


def waypoint_numbers(problem: Problem) -> dict[Place, str]:
    """Return the waypoints with their numbers, from 1."""
    return {place: str(number) for number, place in enumerate(problem.waypoints, 1)}


def puzzle_scene(
    problem: Problem,
    theme: Theme,
    start: str = "S",
    end: str = "E",
    *,
    solution: Tour | None = None,
    first: int = 1,
) -> Scene:
    """Return a puzzle as it is printed, or its solution on the same ground.

    A board has squares of two colours only if the piece leaps. Clues are heavy, the first and the
    last number of all stand in circles, waypoints on discs. The solution has the missing numbers,
    from `first` on, or of waypoints the line that joins them.
    """
    board, labels = problem.board, puzzle_labels(problem, start, end)
    refuse_huge(board)
    given, numbers = frozenset(dict(labels)), waypoint_numbers(problem)
    shapes: list[Shape] = ground_shapes(board, theme, is_plain=is_plain(problem))
    if solution and numbers:
        lines = joined(steps(solution))
        shapes += [Line(tuple(line), theme.line, 8, 0.55) for line in lines]
    elif solution:
        labels = [(square, str(n)) for n, square in enumerate(solution.squares, first)]
    for moves, used in ((problem.forced, True), (problem.forbidden, False)):
        shapes += move_shapes(problem, moves, theme, used, diamonds=True)
    ends = () if numbers else {problem.place(v) for n, v in problem.numbered().items()
                               if n in {1, problem.size}}  # fmt: skip
    rings = tuple(centre(board, square) for square, _text in labels if square in ends)
    ring = RING if board.grid is None else 0.9 * RING
    for radius, fill in ((ring, theme.ink), (ring - 1.4, theme.light)):
        shapes += [Discs(rings, radius, fill)] if rings else []
    if numbers:
        centres = tuple(centre(board, square) for square, _text in labels if square in numbers)
        shapes.append(Discs(centres, 0.36 * CELL, theme.ink))
    longest = max((len(text) for _square, text in labels), default=1)
    for on_discs, colour in ((False, theme.ink), (True, ink_on(theme.ink))):
        some = tuple(label for label in labels if (label[0] in numbers) is on_discs)
        if some:
            shapes.append(Labels(some, False, colour, given, longest, part=PART))
    return Scene(board, tuple(shapes))


def is_plain(problem: Problem) -> bool:
    """Return whether a puzzle is printed on cells of one colour: unless its piece leaps.

    >>> [is_plain(Problem(4, piece)) for piece in ("knight", "king", "wazir", "hopido")]
    [False, True, True, False]
    """
    board = problem.board
    moves = problem.piece.moves(len(board.shape))
    return board.grid is not None or all(max(map(abs, move)) < 2 for move in moves)
