"""What a picture shows, before anybody draws it: a list of shapes from the lowest to the uppermost.

The SVG writer and the painter of animations draw the same shapes, so that a style is told once,
and a frame of an animation looks like the picture at its end.

The mosaic fills what a closed tour goes round an odd number of times: the old trick of shading
the outline of a magic square, here with the line of a knight.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from caballero.board import Square
from caballero.errors import InvalidProblem, UnknownName
from caballero.problem import Problem
from caballero.teach.tracing import Event, EventKind
from caballero.tour import Tour
from caballero.words import short

from .layout import Point, centre, steps
from .themes import Theme, ink_on, ramped


class Squares(NamedTuple):
    """Squares of one colour."""

    squares: tuple[Square, ...]
    fill: str
    grid: str | None = None


class Line(NamedTuple):
    """A line through points."""

    points: tuple[Point, ...]
    colour: str
    width: float = 2.5
    opacity: float = 1


class Area(NamedTuple):
    """What outlines enclose; of one outline, what it goes round an odd number of times."""

    outlines: tuple[tuple[Point, ...], ...]
    fill: str


class Dot(NamedTuple):
    """A disc."""

    x: float
    y: float
    radius: float
    fill: str


class Labels(NamedTuple):
    """Numbers on squares; small ones stand in the corner."""

    labels: tuple[tuple[Square, str], ...]
    small: bool
    colour: str


Shape: TypeAlias = Squares | Line | Area | Dot | Labels


class Style(NamedTuple):
    """What a style draws unless the caller says otherwise."""

    numbers: bool
    path: bool


STYLES: Final = {
    "path": Style(numbers=True, path=True),
    "numbers": Style(numbers=True, path=False),
    "arrows": Style(numbers=False, path=True),
    "thread": Style(numbers=False, path=True),
    "colours": Style(numbers=True, path=False),
    "symmetry": Style(numbers=False, path=True),
    "mosaic": Style(numbers=False, path=True),
}
"""The styles by name: a line with small numbers, numbers alone, arrows, a line that changes its
colour and passes over itself, squares coloured by order, squares coloured alike where a symmetry
of the tour takes one to the other, and the areas that the line goes round."""


def tour_scene(
    tour: Tour,
    theme: Theme,
    *,
    style: str = "path",
    first: int = 1,
    numbers: bool | None = None,
    path: bool | None = None,
    shown: int | None = None,
) -> list[Shape]:
    """Return the shapes of a tour, or of its first squares.

    Parameters
    ----------
    tour : Tour
        On a board.
    theme : Theme
        The colours.
    style : str
        One of ``STYLES``.
    first : int
        The number of the first square.
    numbers, path : bool, optional
        Whether to draw them; what the style does unless given.
    shown : int, optional
        How many squares are visited; all unless given.

    Raises
    ------
    UnknownName
        If there is no such style.
    InvalidProblem
        If the style is mosaic and the edges of the board meet: then nothing has an inside.

    Examples
    --------
    >>> from caballero import find_tour
    >>> from caballero.render.scene import tour_scene
    >>> from caballero.render.themes import THEMES
    >>> shapes = tour_scene(find_tour("5x5"), THEMES["light"], style="thread")
    >>> [type(shape).__name__ for shape in shapes[:4]]
    ['Squares', 'Line', 'Line', 'Line']
    """
    if style not in STYLES:
        raise UnknownName.among("style", short(str(style)), STYLES)
    if style == "mosaic" and any(tour.board.wraps):
        raise InvalidProblem("mosaic-wraps", board=tour.board.name)
    count = len(tour) if shown is None else shown
    numbers = STYLES[style].numbers if numbers is None else numbers
    path = STYLES[style].path if path is None else path
    visited = tour.squares[:count]
    colours = _colours(tour, theme, style)[:count]
    shapes: list[Shape] = [*_ground(tour, theme, style)]
    shapes += [Squares(alike, fill, theme.grid) for fill, alike in _grouped(visited, colours)]
    if path and visited:
        shapes += _path(tour, theme, style, count)
    if numbers:
        labels = [(square, str(first + i)) for i, square in enumerate(visited)]
        inks = [ink_on(colour) for colour in colours] or [theme.ink] * count
        # Beside the path, numbers are small and stand in the corner; alone they fill the square.
        for ink in sorted({*inks}):
            some = [label for label, own in zip(labels, inks, strict=True) if own == ink]
            shapes.append(Labels(tuple(some), path, ink))
    return shapes


def event_scene(problem: Problem, event: Event, theme: Theme) -> list[Shape]:
    """Return the shapes of a moment of a search: the partial tour, and what happens to its end.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.render.scene import event_scene
    >>> from caballero.render.themes import THEMES
    >>> from caballero.teach import trace
    >>> problem = Problem.of(3)
    >>> events = [event for event in trace(problem) if event.kind == "dead-end"]
    >>> [shape.fill for shape in event_scene(problem, events[0], THEMES["light"])[:3]]
    ['#f4ead6', '#d9c3a0', '#d7301f']
    """
    board, squares = problem.board, event.path
    solved = event.kind is EventKind.SOLUTION
    order = tuple(map(board.index, squares))
    tour = Tour(board, order, problem.piece, closed=solved and problem.closed)
    if solved:
        return tour_scene(tour, theme, style="colours")
    shapes: list[Shape] = [*_ground(tour, theme, "path")]
    fill = {
        EventKind.DEAD_END: theme.dead,
        EventKind.STEP_BACK: theme.back,
        EventKind.TRY: theme.try_,
        EventKind.NO_SOLUTION: theme.dead,
    }.get(event.kind)
    if fill is not None and event.square is not None and event.square in board:
        shapes.append(Squares((event.square,), fill, theme.grid))
    if squares:
        shapes += _path(tour, theme, "path", len(squares))
        labels = tuple((square, str(i)) for i, square in enumerate(squares, start=1))
        shapes.append(Labels(labels, True, theme.ink))
    return shapes


def _ground(tour: Tour, theme: Theme, style: str) -> list[Shape]:
    """The empty board: its light and its dark squares; all alike under what has many colours."""
    match style:
        case "mosaic":
            return [Squares(tuple(tour.board), theme.under)]
        case "thread":
            return [Squares(tuple(tour.board), theme.light, theme.dark)]
    kinds: list[list[Square]] = [[], []]
    for square in tour.board:
        kinds[tour.board.colour(square)].append(square)
    return [
        Squares(tuple(squares), fill, theme.grid)
        for squares, fill in zip(kinds, (theme.light, theme.dark), strict=True)
        if squares
    ]


def _path(tour: Tour, theme: Theme, style: str, count: int) -> list[Shape]:
    """The line of the first squares, with dots on the first and the last of them."""
    moves = steps(tour, count)
    shapes: list[Shape] = []
    match style:
        case "mosaic":
            outline = tuple(centre(tour.board, square) for square in tour.squares[:count])
            shapes.append(Area((outline,), theme.over))
            around = (*outline, outline[0]) if len(moves) == count else outline
            return [*shapes, Line(around, theme.over, 1.2)] if moves else shapes
        case "thread":
            begin, end = theme.thread
            for i, lines in enumerate(moves):
                colour = ramped(theme, begin + (end - begin) * i / max(len(tour) - 1, 1))
                for line in lines:
                    # What passes over a line leaves a gap beside itself, but not where they meet.
                    gap = _shortened(line, 9)
                    shapes += [Line(gap, theme.light, 7)] if gap else []
                    shapes.append(Line(tuple(line), colour, 3.5))
        case "arrows":
            shapes += [Line(tuple(line), theme.line, 1.6) for line in _joined(moves)]
            heads = [_head(lines) for lines in moves]
            shapes += [Area(tuple(heads), theme.line)] if heads else []
        case "symmetry":
            # Black or white would not show on half of the colours: both together do.
            for colour, width in (("#ffffff", 3.6), ("#000000", 1.4)):
                shapes += [Line(tuple(line), colour, width) for line in _joined(moves)]
        case _:
            shapes += [Line(tuple(line), theme.line, 2.5, 0.75) for line in _joined(moves)]
    if moves:
        for square, fill in ((tour.squares[count - 1], theme.end), (tour.squares[0], theme.start)):
            shapes.append(Dot(*centre(tour.board, square), 6, fill))
    return shapes


def _joined(moves: Sequence[list[list[Point]]]) -> list[list[Point]]:
    """The lines of all moves, each as long as the pen stays on the paper."""
    joined: list[list[Point]] = []
    for lines in moves:
        for line in lines:
            if joined and joined[-1][-1] == line[0]:
                joined[-1].append(line[1])
            else:
                joined.append([*line])
    return joined


def _shortened(line: Sequence[Point], by: float) -> tuple[Point, ...]:
    """A line without its two ends; nothing if nothing is left."""
    (x, y), (x2, y2) = line
    length = math.hypot(x2 - x, y2 - y)
    if length <= 2 * by:
        return ()
    across, down = (x2 - x) / length * by, (y2 - y) / length * by
    return (x + across, y + down), (x2 - across, y2 - down)


def _head(lines: Sequence[Sequence[Point]]) -> tuple[Point, ...]:
    """The head of an arrow, a little beyond the middle of the longest line of a move."""
    (x, y), (x2, y2) = max(lines, key=lambda line: math.dist(*line))
    length = math.dist((x, y), (x2, y2))
    across, down = (x2 - x) / length, (y2 - y) / length
    tip = min(0.6 * length + 4, length)
    back = tip - 10
    return (
        (x + across * tip, y + down * tip),
        (x + across * back - down * 4.5, y + down * back + across * 4.5),
        (x + across * back + down * 4.5, y + down * back - across * 4.5),
    )


def _colours(tour: Tour, theme: Theme, style: str) -> list[str]:
    """The colour of each square in the order of the visit; empty where squares have none."""
    number: Callable[[int], int]
    match style:
        case "colours":
            number = int
        case "symmetry":
            least = _orbits(tour)
            number = least.__getitem__
        case _:
            return []
    last = max(map(number, range(len(tour))), default=0)
    return [ramped(theme, number(i) / max(last, 1)) for i in range(len(tour))]


def _orbits(tour: Tour) -> list[int]:
    """For each square in order, which kind it is: what a symmetry of the tour joins is alike."""
    where = {vertex: i for i, vertex in enumerate(tour.order)}
    images = [symmetry.permutation(tour.board) for symmetry in tour.symmetries()]
    least = [min(where[to[vertex]] for to in images) for vertex in tour.order]
    rank = {i: k for k, i in enumerate(sorted({*least}))}
    return [rank[i] for i in least]


def _grouped(
    squares: Sequence[Square], colours: Sequence[str]
) -> list[tuple[str, tuple[Square, ...]]]:
    """The squares of each colour, in the order in which the colours come first."""
    alike: dict[str, list[Square]] = {}
    for square, colour in zip(squares, colours, strict=False):
        alike.setdefault(colour, []).append(square)
    return [(colour, tuple(some)) for colour, some in alike.items()]
