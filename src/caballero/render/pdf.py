"""Tours, puzzles and boards on pages to print: PDF with lines and text.

It needs ReportLab, which the extra ``pictures`` installs: it writes vectors, its fonts are those
that every reader of PDF has, and it needs no compiled library. Equal arguments make equal bytes.

The boards of a sheet have the same scale: the largest at which as many as wanted fit on a page.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from caballero.core.arguments import is_name, listed, of_type, shown as argument
from caballero.core.board import Board
from caballero.core.errors import InvalidInput, UnknownName
from caballero.core.extras import extra
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.core.words import Message, short

from .layout import CELL, DASH, MARGIN, Point, Text, cell_outline, place_coordinates, size_of
from .position import position_scene, puzzle_labels, puzzle_scene
from .scene import Area, Discs, Dot, Labels, Line, Scene, Shape, Squares, tour_scene
from .sheet import refuse_many
from .svg import HEIGHT
from .themes import Theme, theme_named

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

Drawable: TypeAlias = "Tour | Problem | Board | Scene"
"""What a sheet shows."""

PAPERS: Final = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""The width and height of the papers, in points."""

EDGE: Final = 42.5
"""The margin of a page: 15 mm."""

LARGEST: Final = 57.0
"""The largest side of a square: 20 mm."""

TITLE_HEIGHT: Final = 30.0
CAPTION_HEIGHT: Final = 20.0
LINE_HEIGHT: Final = 12.0
FOOT_HEIGHT: Final = 16.0

MORE_SOLUTIONS: Final = 2
"""How many times more solutions than puzzles are on a page."""


def pdf_sheet(
    things: Iterable[object],
    *,
    solutions: Mapping[int, Tour | Scene] | None = None,
    captions: Sequence[str] | None = None,
    title: str = "",
    paper: str = "a4",
    per_page: int = 6,
    theme: str = "light",
    coordinates: bool = False,
    language: str = "en",
    **how: Any,
) -> bytes:
    """Return a PDF of tours, puzzles and boards, several on a page.

    Parameters
    ----------
    things : iterable of Tour, Problem, Board, Scene or Puzzle
        At least one; a made puzzle is drawn as its problem. On boards of at most ``MAX_SQUARES``
        squares together.
    solutions : mapping of int to Tour or Scene, optional
        The solutions of puzzles, by their places in `things` from 0; they follow on pages of their
        own.
    captions : sequence of str, optional
        What stands below each board; by default its number, if there are several.
    title : str
        What stands above each page.
    paper : str
        ``a4`` or ``letter``.
    per_page : int
        The most boards of a page.
    theme : str
        ``light``, ``dark``, ``wood`` or ``print``.
    coordinates : bool
        Whether to draw the names of the rows and columns.
    language : str
        The language of the heading of the solutions.
    **how
        ``style``, ``first``, ``numbers``, ``path`` and ``given``, as in
        :func:`caballero.render.svg.tour_svg`, for the tours.

    Raises
    ------
    TooLarge
        If the boards have more squares.
    UnknownName
        If the paper, style or theme is unknown.
    InvalidInput
        If ReportLab is not installed, a text has characters that the fonts lack, or another thing
        is to be drawn.

    Examples
    --------
    >>> from caballero import Problem, find_tour
    >>> from caballero.render.pdf import pdf_sheet
    >>> puzzle = Problem("S . .\\n. 5 .\\n. . .", "king")
    >>> pdf_sheet([puzzle], solutions={0: find_tour(puzzle)}, title="Kings")[:5]
    b'%PDF-'
    """
    if not is_name(paper, PAPERS):
        raise UnknownName.among("paper", short(paper), PAPERS)
    shown, chosen = [_drawable(thing) for thing in listed("things", things)], theme_named(theme)
    answers = of_type("solutions", {} if solutions is None else solutions, dict)
    boards = [thing if isinstance(thing, Board) else thing.board for thing in shown]
    refuse_many(sum(board.size for board in boards))
    scenes = [_scene(thing, chosen, how) for thing in shown]
    numbers = [str(i + 1) if len(shown) > 1 else "" for i in range(len(shown))]
    named = list(captions) if captions is not None else numbers
    solved = [(_solution(shown[i], tour, chosen), named[i]) for i, tour in sorted(answers.items())]
    for text in (title, *named):
        _check_characters(text)
    sheet = _Sheet(PAPERS[paper], chosen, coordinates)
    most = min(per_page, len(shown))
    pages = [*sheet.pages([*zip(scenes, named, strict=True)], title, most)]
    if solved:
        code = "pdf-solutions-of" if title else "pdf-solutions"
        heading = Message(code, {"title": title}).text(language)
        pages += sheet.pages(solved, heading, MORE_SOLUTIONS * most)
    return _written(pages, sheet, title, language)


def _drawable(thing: Any) -> Drawable:
    """Return the thing to draw, of a made puzzle its problem; refuse a thing without a board."""
    kinds = (Tour, Problem, Board, Scene)
    for drawn in (thing, getattr(thing, "problem", None)):
        if isinstance(drawn, kinds):
            return drawn
    raise InvalidInput("not-drawable", value=argument(thing))


class _Page(NamedTuple):
    """A page: its title, the scale, and each board with its caption and upper left corner.

    A caption is broken into lines.
    """

    title: str
    scale: float
    placed: tuple[tuple[Scene, list[str], Point], ...]


class _Sheet(NamedTuple):
    """What all pages have in common."""

    paper: tuple[float, float]
    theme: Theme
    coordinates: bool

    def size(self, board: Board) -> tuple[float, float]:
        """Return the width and height of a board with its margins, in units of pictures."""
        margin = MARGIN if self.coordinates else 0
        wide, high = size_of(board)
        return wide + 4 + margin, high + 4 + margin

    def pages(self, scenes: Sequence[tuple[Scene, str]], title: str, most: int) -> Iterator[_Page]:
        """Yield the pages of boards, with room for `most` on each."""
        sizes = [self.size(scene.board) for scene, _caption in scenes]
        wide, high = max(size[0] for size in sizes), max(size[1] for size in sizes)
        across = self.paper[0] - 2 * EDGE
        down = self.paper[1] - 2 * EDGE - FOOT_HEIGHT - (TITLE_HEIGHT if title else 0)
        top = self.paper[1] - EDGE - (TITLE_HEIGHT if title else 0)
        fits = []
        for columns in range(1, most + 1):
            told = [_broken(caption, across / columns) for _scene, caption in scenes]
            under = CAPTION_HEIGHT + LINE_HEIGHT * (max(map(len, told)) - 1)
            room = across / columns / wide, (down / -(-most // columns) - under) / high
            fits.append((min(room), -columns, told))
        scale, columns, told = max(fits)
        columns, scale = -columns, min(scale * 0.95, LARGEST / CELL)
        step = down / -(-most // columns)
        for begin in range(0, len(scenes), most):
            placed = []
            for i, (scene, _caption) in enumerate(scenes[begin : begin + most]):
                row, column = divmod(i, columns)
                middle = EDGE + across * (column + 0.5) / columns
                left = middle - self.size(scene.board)[0] * scale / 2
                placed.append((scene, told[begin + i], (left, top - row * step)))
            yield _Page(title, scale, tuple(placed))


def _broken(caption: str, width: float) -> list[str]:
    """Return a caption as lines of at most this width."""
    split = extra("reportlab.lib.utils", "pictures").simpleSplit
    return cast("list[str]", split(caption, "Helvetica", 10, width - 8)) or [""]


def _scene(thing: Drawable, theme: Theme, how: Mapping[str, Any]) -> Scene:
    """Return the shapes of a thing on a sheet."""
    match thing:
        case Scene():
            return thing
        case Tour():
            return Scene(thing.board, tuple(tour_scene(thing, theme, **how)))
        case Board():
            return position_scene(thing, theme)
    return puzzle_scene(thing, theme)


def _solution(thing: Drawable, tour: Tour | Scene, theme: Theme) -> Scene:
    """Return the shapes of a solution, in which the clues of its puzzle are heavier."""
    if isinstance(tour, Scene):
        return tour
    given = dict(puzzle_labels(thing)) if isinstance(thing, Problem) else ()
    return Scene(tour.board, tuple(tour_scene(tour, theme, style="numbers", given=given)))


def _check_characters(text: str) -> None:
    """Refuse a character that the fonts of every reader of PDF lack."""
    for character in text:
        try:
            character.encode("cp1252")
        except UnicodeEncodeError:
            raise InvalidInput("pdf-character", character=character, text=short(text)) from None


# -- writing ---------------------------------------------------------------------------------


def _written(pages: Sequence[_Page], sheet: _Sheet, title: str, language: str) -> bytes:
    """Return the pages as a PDF."""
    module = extra("reportlab.pdfgen.canvas", "pictures")
    file = io.BytesIO()
    canvas: Canvas = module.Canvas(file, sheet.paper, invariant=1, lang=language)
    canvas.setTitle(title or "Caballero")
    canvas.setCreator("Caballero")
    for number, page in enumerate(pages, start=1):
        if page.title:
            canvas.setFont("Helvetica-Bold", 16)
            canvas.drawString(EDGE, sheet.paper[1] - EDGE - 12, page.title)
        for scene, caption, place in page.placed:
            _Pen(canvas, sheet, scene.board, page.scale, place).draw(scene.shapes, caption)
        if len(pages) > 1:
            canvas.setFont("Helvetica", 9)
            canvas.setFillColor("#000000")
            canvas.drawCentredString(sheet.paper[0] / 2, EDGE, f"{number} / {len(pages)}")
        canvas.showPage()
    canvas.save()
    return file.getvalue()


class _Pen(NamedTuple):
    """Draws shapes of a board on a page, from an upper left corner on."""

    canvas: Canvas
    sheet: _Sheet
    board: Board
    scale: float
    place: Point

    def draw(self, shapes: Iterable[Shape], caption: Sequence[str]) -> None:
        """Draw a board, its shapes and its caption."""
        wide, high = (side * self.scale for side in self.sheet.size(self.board))
        left, top = self.place
        if self.sheet.theme.page:
            self.canvas.setFillColor(self.sheet.theme.page)
            self.canvas.rect(left, top - high, wide, high, stroke=0, fill=1)
        for shape in shapes:
            self.canvas.saveState()
            self.shape(shape)
            self.canvas.restoreState()
        if self.sheet.coordinates:
            self.texts(place_coordinates(self.board), self.sheet.theme.label_ink)
        self.canvas.setFillColor("#000000")
        self.canvas.setFont("Helvetica", 10)
        for i, line in enumerate(caption):
            below = 11 + LINE_HEIGHT * i
            self.canvas.drawCentredString(left + wide / 2, top - high - below, line)

    def at(self, point: Point) -> Point:
        """Return the point of the page for one of the picture."""
        margin = MARGIN if self.sheet.coordinates else 0
        left, top = self.place
        return left + (point[0] + 2 + margin) * self.scale, top - (point[1] + 2) * self.scale

    def shape(self, shape: Shape) -> None:
        """Draw a shape."""
        canvas, scale = self.canvas, self.scale
        match shape:
            case Squares(squares, fill, grid):
                cells = [cell_outline(self.board, square) for square in squares]
                self.area(cells, fill, grid or fill)
            case Line(points, colour, width, opacity, dashed):
                if dashed:
                    canvas.setDash([part * scale for part in DASH])
                canvas.setStrokeColor(colour)
                canvas.setLineWidth(width * scale)
                canvas.setStrokeAlpha(opacity)
                canvas.setLineCap(not dashed)
                canvas.setLineJoin(1)
                path = canvas.beginPath()
                path.moveTo(*self.at(points[0]))
                for point in points[1:]:
                    path.lineTo(*self.at(point))
                canvas.drawPath(path)
            case Area(outlines, fill):
                self.area(outlines, fill)
            case Dot(x, y, radius, fill):
                self.discs([(x, y)], radius, fill)
            case Discs(centres, radius, fill):
                self.discs(centres, radius, fill)
            case Labels(colour=colour):
                for texts, heavy in shape.placed(self.board):
                    self.texts(texts, colour, heavy)

    def area(self, outlines: Iterable[Sequence[Point]], fill: str, grid: str | None = None) -> None:
        """Fill outlines; where one crosses itself, what it encloses an odd number of times."""
        path = self.canvas.beginPath()
        for outline in outlines:
            path.moveTo(*self.at(outline[0]))
            for point in outline[1:]:
                path.lineTo(*self.at(point))
            path.close()
        self.canvas.setFillColor(fill)
        self.canvas.setStrokeColor(grid or fill)
        self.canvas.setLineWidth(0.6 * self.scale)
        self.canvas.drawPath(path, stroke=int(grid is not None), fill=1, fillMode=0)

    def discs(self, centres: Iterable[Point], radius: float, fill: str) -> None:
        """Draw discs."""
        self.canvas.setFillColor(fill)
        for point in centres:
            self.canvas.circle(*self.at(point), radius * self.scale, stroke=0, fill=1)

    def texts(self, texts: Iterable[Text], colour: str, heavy: bool = False) -> None:
        """Draw texts."""
        self.canvas.setFillColor(colour)
        for text in texts:
            _check_characters(text.characters)
            font = "Helvetica-Bold" if heavy else "Helvetica"
            self.canvas.setFont(font, text.unit * HEIGHT * self.scale)
            middle = self.at((text.x + text.width / 2, text.y + 6 * text.unit))
            self.canvas.drawCentredString(*middle, text.characters)
