"""The content of a picture: a list of shapes, from the lowest to the uppermost.

The SVG writer and the painter of animations draw the same shapes, so that each style is defined
once, and the last frame of an animation looks like the picture.

The mosaic fills the points that a closed tour encloses an odd number of times, as in the old
shadings of the line through a magic square.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from caballero.machine.arguments import name_among
from caballero.machine.errors import InvalidProblem
from caballero.machine.limits import pause, paused
from caballero.model.board import Board, Square
from caballero.model.events import Event, EventKind
from caballero.model.problem import Problem
from caballero.model.tour import Tour

from .layout import (
    CELL,
    Point,
    Text,
    arrowhead,
    borders,
    centre,
    corner,
    disc_radius,
    inner_holes,
    label_unit,
    steps,
    stripes,
)
from .themes import Theme, colour_at, ink_on


class Squares(NamedTuple):
    """Squares of one colour; with a title they form a group that has a name."""

    squares: tuple[Square, ...]
    fill: str
    grid: str | None = None
    title: str = ""


class Line(NamedTuple):
    """A line through points."""

    points: tuple[Point, ...]
    colour: str
    width: float = 2.5
    opacity: float = 1
    dashed: bool = False


class Area(NamedTuple):
    """The inside of outlines; if it crosses itself, where it goes round an odd number of times."""

    outlines: tuple[tuple[Point, ...], ...]
    fill: str


class Dot(NamedTuple):
    """A disc."""

    x: float
    y: float
    radius: float
    fill: str


class Discs(NamedTuple):
    """Discs of one size and colour."""

    centres: tuple[Point, ...]
    radius: float
    fill: str


class Labels(NamedTuple):
    """Texts in the middle of squares; small texts stand on discs, which cover the lines.

    Those of the squares in `given` are heavier; all labels of a picture, the longest of which has
    `longest` characters, have one size: of large ones, digits are `part` of a cell high. With
    `corners`, they are in the upper right corners, or at the top of other cells.
    """

    labels: tuple[tuple[Square, str], ...]
    small: bool
    colour: str
    given: frozenset[Square] = frozenset()
    longest: int = 0
    corners: bool = False
    part: float = 0.42

    def placed(self, board: Board) -> Iterator[tuple[list[Text], bool]]:
        """Yield the labels of each weight with their points, and whether it is the heavier."""
        longest = max([self.longest or 1, *(len(text) for _square, text in self.labels)])
        part = self.part if board.grid is None else min(self.part, 0.31)  # corners cut room off
        unit = label_unit(longest, self.small, part)
        kinds: dict[bool, list[Text]] = {}
        for square, characters in self.labels:
            if not characters:
                continue
            text = Text(*corner(board, square), unit, characters)
            if self.corners and board.grid is None:
                across, down = CELL - 3 - text.width, 3.0
            else:
                across = (CELL - text.width) / 2
                down = 3 if self.corners else CELL / 2 - 3 * unit
            kinds.setdefault(square in self.given, []).append(
                text._replace(x=text.x + across, y=text.y + down)
            )
        yield from ((texts, heavy) for heavy, texts in kinds.items())


Shape: TypeAlias = Squares | Line | Area | Dot | Discs | Labels


class Scene(NamedTuple):
    """A board and the shapes on it."""

    board: Board
    shapes: tuple[Shape, ...]


class Style(NamedTuple):
    """The defaults of a style."""

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
of the tour maps one to the other, and the areas that the line encloses."""


def tour_scene(
    tour: Tour,
    theme: Theme,
    *,
    style: str = "path",
    first: int = 1,
    numbers: bool | None = None,
    path: bool | None = None,
    shown: int | None = None,
    given: Iterable[Square] = (),
    labels: Mapping[Any, str] | None = None,
) -> list[Shape]:
    """Return the shapes of a tour on a board, or of its first `shown` squares.

    `first` is the number of the first square; `style` decides whether to draw `numbers` and `path`
    if they are None; the numbers of the squares in `given` are heavier; `labels` has texts that
    stand on squares, or their names, in place of the numbers. Raises :class:`UnknownName` for an
    unknown style, and :class:`InvalidProblem` for a mosaic on a board whose edges meet, where an
    outline has no inside.
    """
    style = name_among("style", style, STYLES)
    if style == "mosaic" and any(tour.board.wraps):
        raise InvalidProblem("mosaic-wraps", board=tour.board.name)
    count = len(tour) if shown is None else shown
    numbers = STYLES[style].numbers if numbers is None else numbers
    path = STYLES[style].path if path is None else path
    visited = tour.squares[:count]
    pause()
    texts = _texts(tour, first, labels) if numbers else []
    longest = _longest(texts)
    colours = _colours(tour, theme, style)[:count]
    pause()
    shapes: list[Shape] = [*_ground(tour, theme, style)]
    shapes += [
        Squares(same_colour, fill, theme.grid)
        for fill, same_colour in _group_by_colour(visited, colours)
    ]
    pause()
    if path and visited:
        shapes += _path(tour, theme, style, count)
    pause()
    if style == "mosaic" and tour.board.gaps:  # its areas extend across them
        shapes += [
            Squares(tour.board.gaps, theme.page or "#ffffff"),
            *hole_shapes(tour.board, theme),
        ]
    if numbers and path:
        shapes += _small_labels(tour, theme, texts[:count], frozenset(given), longest)
    elif numbers:
        inks = [ink_on(colour) for colour in colours] or [theme.ink] * count
        for ink in sorted({*inks}):
            some = [label for label, own in zip(texts[:count], inks, strict=True) if own == ink]
            shapes.append(Labels(tuple(some), False, ink, frozenset(given), longest))
    return shapes


def _texts(
    tour: Tour, first: int = 1, labels: Mapping[Any, str] | None = None
) -> list[tuple[Square, str]]:
    """Return the squares of a tour with their numbers, or with their labels instead."""
    if labels is None:
        return [(square, str(number)) for number, square in enumerate(tour.squares, first)]
    texts = {tour.board.index(place): text for place, text in labels.items()}
    return [(tour.board.square(v), texts.get(v, "")) for v in tour.order]


def _longest(texts: Sequence[tuple[Square, str]]) -> int:
    """Return the number of characters of the longest text, or 1."""
    return max([1, *(len(text) for _square, text in texts)])


def _small_labels(
    tour: Tour,
    theme: Theme,
    texts: Sequence[tuple[Square, str]],
    given: frozenset[Square] = frozenset(),
    longest: int = 1,
) -> list[Shape]:
    """Return the texts on the line of the first squares, on discs, so that no line crosses them.

    The first and the last disc have a rim. The longest text of the tour has `longest` characters.
    """
    radius = disc_radius(longest)
    centres = tuple(centre(tour.board, square) for square, _text in texts)
    rims = (
        [Dot(*centres[i], radius + 2.5, fill) for i, fill in ((-1, theme.end), (0, theme.start))]
        if len(centres) > 1
        else []
    )
    discs = [Discs(centres, radius, theme.light)] if centres else []
    return [*rims, *discs, Labels(tuple(texts), True, theme.ink, given, longest)]


def event_scene(problem: Problem, event: Event, theme: Theme) -> list[Shape]:
    """Return the shapes of an event of a search: the partial tour, and what happens to its end."""
    board, squares = problem.board, event.path
    closed = event.kind is EventKind.SOLUTION and problem.closed
    tour = Tour(board, tuple(map(board.index, squares)), problem.piece, closed=closed)
    shapes: list[Shape] = [*_ground(tour, theme, "path")]
    fill = {
        EventKind.DEAD_END: theme.dead,
        EventKind.STEP_BACK: theme.back,
        EventKind.TRY: theme.try_,
        EventKind.NO_SOLUTION: theme.dead,
        EventKind.CUT: theme.dead,
        EventKind.IMPROVEMENT: theme.try_,
    }.get(event.kind)
    if fill is not None and event.square is not None and event.square in board:
        shapes.append(Squares((event.square,), fill, theme.grid))
    if squares:
        shapes += _path(tour, theme, "path", len(squares))
        texts = _texts(tour)
        shapes += _small_labels(tour, theme, texts, longest=_longest(texts))
    return shapes


def _ground(tour: Tour, theme: Theme, style: str) -> list[Shape]:
    """Return the empty board: light and dark squares; one colour under a mosaic or a thread."""
    match style:
        case "mosaic":
            return [Squares(tuple(tour.board), theme.under)]
        case "thread":
            under = Squares(tuple(tour.board), theme.under, theme.dark)
            return [under, *hole_shapes(tour.board, theme)]
    return ground_shapes(tour.board, theme)


def ground_shapes(board: Board, theme: Theme, *, is_plain: bool = False) -> list[Shape]:
    """Return the light and the dark squares of a board, or all as light squares, and its holes."""
    kinds: list[list[Square]] = [[], []]
    for square in board:
        kinds[not is_plain and board.colour(square)].append(square)
    return [
        *(
            Squares(tuple(squares), fill, theme.grid)
            for squares, fill in zip(kinds, (theme.light, theme.dark), strict=True)
            if squares
        ),
        *hole_shapes(board, theme),
    ]


def hole_shapes(board: Board, theme: Theme) -> list[Shape]:
    """Return what distinguishes holes from empty squares: a thick border, and stripes inside.

    Holes that are open to the outside have no stripes, so that the shape of a board stands out.
    """
    if not board.gaps:
        return []
    striped = (part for hole in inner_holes(board) for part in stripes(board, hole))
    return [Area((*striped, *borders(board, 2.4)), theme.hole)]


def _path(tour: Tour, theme: Theme, style: str, count: int) -> list[Shape]:
    """Return the line of the first squares, with dots on the first and the last of them."""
    moves = steps(tour, count)
    shapes: list[Shape] = []
    match style:
        case "mosaic":
            outline = tuple(centre(tour.board, square) for square in paused(tour.squares[:count]))
            shapes.append(Area((outline,), theme.over))
            around = (*outline, outline[0]) if len(moves) == count else outline
            return [*shapes, Line(around, theme.over, 1.2)] if moves else shapes
        case "thread":
            begin, end = theme.thread
            for i, lines in enumerate(paused(moves)):
                colour = colour_at(theme, begin + (end - begin) * i / max(len(tour) - 1, 1))
                for line in lines:
                    # A line leaves a gap where it crosses an earlier line, but not where they meet.
                    gap = shorten(line, 9)
                    shapes += [Line(gap, theme.under, 7)] if gap else []
                    shapes.append(Line(tuple(line), colour, 3.5))
        case "arrows":
            shapes += [Line(tuple(line), theme.line, 1.6) for line in joined(moves)]
            heads = [_head(lines) for lines in paused(moves)]
            shapes += [Area(tuple(heads), theme.line)] if heads else []
        case "symmetry":
            # Black or white alone would be invisible on half of the colours.
            for colour, width in (("#ffffff", 3.6), ("#000000", 1.4)):
                shapes += [Line(tuple(line), colour, width) for line in joined(moves)]
        case _:
            shapes += [Line(tuple(line), theme.line, 2.5, 0.75) for line in joined(moves)]
    if moves:
        for square, fill in ((tour.squares[count - 1], theme.end), (tour.squares[0], theme.start)):
            shapes.append(Dot(*centre(tour.board, square), 6, fill))
    return shapes


def joined(moves: Sequence[list[list[Point]]]) -> list[list[Point]]:
    """Return the lines of all moves, connected moves joined."""
    found: list[list[Point]] = []
    for lines in paused(moves):
        for line in lines:
            if found and found[-1][-1] == line[0]:
                found[-1].append(line[1])
            else:
                found.append([*line])
    return found


def shorten(line: Sequence[Point], by: float) -> tuple[Point, ...]:
    """Return a line without its two ends; empty if nothing is left."""
    (x, y), (x2, y2) = line
    length = math.hypot(x2 - x, y2 - y)
    if length <= 2 * by:
        return ()
    across, down = (x2 - x) / length * by, (y2 - y) / length * by
    return (x + across, y + down), (x2 - across, y2 - down)


def _head(lines: Sequence[Sequence[Point]]) -> tuple[Point, ...]:
    """Return the head of an arrow, just beyond the middle of the longest line of a move."""
    start, end = max(lines, key=lambda line: math.dist(*line))
    length = math.dist(start, end)
    return arrowhead(start, end, min(0.6 * length + 4, length))


def _colours(tour: Tour, theme: Theme, style: str) -> list[str]:
    """Return the colour of each square in tour order; empty if the style colours none."""
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
    return [colour_at(theme, number(i) / max(last, 1)) for i in range(len(tour))]


def _orbits(tour: Tour) -> list[int]:
    """Return the number of each square's orbit under the symmetries of the tour, in tour order."""
    where = {vertex: i for i, vertex in enumerate(tour.order)}
    images = [symmetry.permutation(tour.board) for symmetry in tour.symmetries()]
    least = [min(where[to[vertex]] for to in images) for vertex in tour.order]
    rank = {i: k for k, i in enumerate(sorted({*least}))}
    return [rank[i] for i in least]


def _group_by_colour(
    squares: Sequence[Square], colours: Sequence[str]
) -> list[tuple[str, tuple[Square, ...]]]:
    """Return the squares of each colour, in the order of the colours' first appearance."""
    same_colour: dict[str, list[Square]] = {}
    for square, colour in zip(squares, colours, strict=False):
        same_colour.setdefault(colour, []).append(square)
    return [(colour, tuple(some)) for colour, some in same_colour.items()]
