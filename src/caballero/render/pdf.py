"""Tours, puzzles and boards on pages to print: PDF with lines and text.

It needs ReportLab, which the extra ``pictures`` installs: it writes vectors, brings the free fonts
Bitstream Vera, of which a file gets the characters that it uses, and needs no compiled library.
Equal arguments make equal bytes.

A book has sections: what is to be shown, then, at the end, the solutions of all sections. The
boards of a section have the same scale: the largest at which as many as wanted fit on a page.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar, cast

from caballero.machine.arguments import listed, of_type, shown as argument
from caballero.machine.errors import InvalidInput
from caballero.machine.extras import extra
from caballero.machine.limits import pause, paused
from caballero.machine.words import Message, short
from caballero.model.board import Board
from caballero.model.problem import Problem
from caballero.model.tour import Tour
from caballero.proof.asking import within

from .layout import CELL, DASH, MARGIN, Point, Text, cell_outline, place_coordinates, size_of
from .position import position_scene, puzzle_scene
from .scene import Area, Discs, Dot, Labels, Line, Scene, Shape, Squares, tour_scene
from .sheet import refuse_many
from .svg import HEIGHT
from .themes import Theme, theme_named

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

T = TypeVar("T")

Drawable: TypeAlias = "Tour | Problem | Board | Scene"
"""What a sheet shows."""

MM: Final = 72 / 25.4
"""A millimetre, in points."""

PAPERS: Final = {
    "a4": (595.28, 841.89), "letter": (612.0, 792.0), "a5": (419.53, 595.28), "6x9": (432.0, 648.0),
    "crop": (595.28, 841.89),
}  # fmt: skip
"""The width and height of the papers that have names, in points; ``crop`` is cut to each board."""

SIDES: Final = (80 * MM, 1000 * MM)
"""The smallest and the largest side of a paper."""

MARGIN_MM: Final = 15.0
"""The usual margin of a page, in millimetres."""

MOST_BLEED: Final = 25
"""The widest bleed, in millimetres."""

LARGEST: Final = 57.0
"""The largest side of a square: 20 mm."""

CLASS_SOLUTIONS: Final = 12
"""The most solutions on a page of the sheets of a class."""

MOST_ROWS: Final = 12
"""The most rows of a table on a page."""

CROPPED: Final = 28.35 / CELL
"""The scale of a page that is cut to its board: squares of 10 mm."""

TITLE_HEIGHT: Final = 30.0
NAME_HEIGHT: Final = 26.0
CAPTION_HEIGHT: Final = 20.0
LINE_HEIGHT: Final = 12.0
FOOT_HEIGHT: Final = 16.0

MORE_SOLUTIONS: Final = 2
"""How many times more solutions than puzzles are on a page, unless one says how many."""

PLAIN: Final = "Vera"
BOLD: Final = "VeraBd"
"""The fonts, which ReportLab has as files of these names."""


class Section(NamedTuple):
    """What a part of a book shows, as :func:`pdf_sheet` takes it, under its title and a sentence.

    The captions may have several lines; the first one stands below the solution, too, unless
    `answers` says what does. `names` says
    whose each board is: each page has a line for name and date, and at the end is a rubric.
    `several` says that there may be other solutions. `table` follows, below its first row.
    """

    things: Sequence[object]
    solutions: Mapping[int, Tour | Scene]
    captions: Sequence[str]
    title: str = ""
    intro: str = ""
    per_page: int = 6
    solutions_per_page: int | None = None
    names: Sequence[str] | None = None
    several: bool = False
    table: Sequence[Sequence[str]] = ()
    answers: Sequence[str] = ()


class Page(NamedTuple):
    """The paper of a book, by its name or size, and its margin and bleed in millimetres."""

    paper: str = "a4"
    margin: float = MARGIN_MM
    bleed: float = 0

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the paper, in points.

        >>> Page("100x200mm").size == (100 * MM, 200 * MM), Page("6 x 9 in").size
        (True, (432.0, 648.0))
        """
        text = re.sub(r"\s", "", of_type("paper", self.paper, str).lower())
        found = re.fullmatch(r"(\d{1,4}(?:\.\d{1,3})?)x(\d{1,4}(?:\.\d{1,3})?)(mm|in)", text)
        if found is None and text not in PAPERS:
            raise InvalidInput("paper-unknown", paper=short(self.paper), names=", ".join(PAPERS))
        if found is None:
            return PAPERS[text]
        unit = MM if found[3] == "mm" else 72
        wide, high = float(found[1]) * unit, float(found[2]) * unit
        if not SIDES[0] <= min(wide, high) <= max(wide, high) <= SIDES[1]:
            raise InvalidInput("paper-unknown", paper=short(self.paper), names=", ".join(PAPERS))
        return wide, high

    @property
    def is_cropped(self) -> bool:
        """Whether each page is cut to its board."""
        return self.paper.strip().lower() == "crop"

    def checked(self) -> Page:
        """Return the page; refuse an unknown paper, a margin without room, and a wide bleed."""
        most = min(self.size) / MM / 3
        for name, value, limit in (
            ("margin", self.margin, most),
            ("bleed", self.bleed, MOST_BLEED),
        ):
            if not (isinstance(value, (int, float)) and 0 <= value <= limit):
                raise InvalidInput(f"paper-{name}", value=argument(value), most=int(limit))
        return self


@within
def pdf_sheet(  # noqa: PLR0913
    things: Iterable[object],
    *,
    solutions: Mapping[int, Tour | Scene] | None = None,
    captions: Sequence[str] | None = None,
    title: str = "",
    intro: str = "",
    paper: str = "a4",
    margin: float = MARGIN_MM,
    bleed: float = 0,
    per_page: int = 6,
    names: Sequence[str] | None = None,
    table: Sequence[Sequence[str]] = (),
    theme: str = "print",
    coordinates: bool = False,
    language: str = "en",
    **how: Any,
) -> bytes:
    """Return a PDF of tours, puzzles and boards, several on a page.

    Parameters
    ----------
    things : iterable of Tour, Problem, Board, Scene or Puzzle
        At least one, or a table; a made puzzle is drawn as its problem. On boards of at most
        ``MAX_SQUARES`` squares together.
    solutions : mapping of int to Tour or Scene, optional
        The solutions of puzzles, by their places in `things` from 0; they follow on pages of their
        own.
    captions : sequence of str, optional
        What stands below each board; by default its number, if there are several. The first line
        stands below the solution, too.
    title, intro : str
        What stands above each page, and a sentence below it.
    paper : str
        ``a4``, ``letter``, ``a5``, ``6x9`` (inches), or a size such as ``170x240mm`` or
        ``8.5x11in``, with sides from 80 to 1000 mm; ``crop`` cuts each page to its one board, for
        another document.
    margin, bleed : float
        The margin of each page, and what a printing house cuts off around it, in millimetres.
    per_page : int
        The most boards of a page.
    names : sequence of str, optional
        For a class: whose each board is, which gets a page of its own; empty names leave a line to
        write one on. Each page has a line for the date, too, and the last one is a rubric.
    table : sequence of sequence of str
        Rows of texts that follow the boards; the first one stands above each page of them.
    theme : str
        ``print``, whose squares are pale, to write on; ``light``, ``dark`` or ``wood``.
    coordinates : bool
        Whether to draw the names of the rows and columns.
    language : str
        The language of the heading of the solutions.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`; no limit by default.
    **how
        ``style``, ``first``, ``numbers``, ``path`` and ``given``, as in
        :func:`caballero.render.svg.tour_svg`, for the tours.

    Raises
    ------
    TooLarge
        If the boards have more squares.
    UnknownName
        If the style or theme is unknown.
    InvalidInput
        If ReportLab is not installed, a text has characters that the fonts lack, another thing is
        to be drawn, or the paper is unknown or has no room for the boards.
    LimitReached
        If a limit is reached first.

    Examples
    --------
    >>> from caballero import Problem, find_tour
    >>> from caballero.render.pdf import pdf_sheet
    >>> puzzle = Problem("S . .\\n. 5 .\\n. . .", "king")
    >>> pdf_sheet([puzzle], solutions={0: find_tour(puzzle)}, title="Kings")[:5]
    b'%PDF-'
    """
    shown = [*things] if table else listed("things", things)
    answers = of_type("solutions", {} if solutions is None else solutions, dict)
    numbers = [str(i + 1) if len(shown) > 1 else "" for i in range(len(shown))]
    named = [*captions] if captions is not None else numbers
    section = Section(shown, answers, named, title, intro, per_page, names=names, table=table)
    how |= {"title": title, "theme": theme, "coordinates": coordinates, "language": language}
    return pdf_book([section], Page(paper, margin, bleed), **how)


def pdf_book(
    sections: Iterable[Section],
    page: Page,
    *,
    title: str = "",
    theme: str = "print",
    coordinates: bool = False,
    language: str = "en",
    **how: Any,
) -> bytes:
    """Return a PDF of several sections, and then of their solutions; as :func:`pdf_sheet`."""
    chosen, page = theme_named(theme), page.checked()
    parts = [(section, [*map(_drawable, section.things)]) for section in sections]
    boards = [one if isinstance(one, Board) else one.board for _s, shown in parts for one in shown]
    refuse_many(sum(board.size for board in boards))
    _load_fonts()
    sheet = _Sheet(page, chosen, coordinates, language)
    return _book(parts, sheet, title, how)


def _book(
    parts: Iterable[tuple[Section, Sequence[Drawable]]],
    sheet: _Sheet,
    title: str,
    how: Mapping[str, Any],
) -> bytes:
    """Lay out the sections of a book and write its pages."""
    chosen, page, language = sheet.theme, sheet.page, sheet.language
    pages: list[_Page] = []
    last: list[_Page] = []
    for section, shown in parts:
        names = section.names
        cells = (cell for row in section.table for cell in row)
        told = (title, section.title, section.intro, *section.captions, *(names or ()), *cells)
        for text in told:
            _check_characters(text)
        alone = page.is_cropped or any(names or ())
        most = 1 if alone else min(section.per_page, len(shown))
        scenes = [_scene(thing, chosen, how) for thing in shown]
        named = [*zip(scenes, section.captions, strict=True)]
        if named:
            pages += sheet.pages(named, section.title, section.intro, most, names)
        head, rows = section.table[:1], section.table[1:]
        for begin in range(0, len(rows), MOST_ROWS):
            table = [*head, *rows[begin : begin + MOST_ROWS]]
            pages.append(_Page("", [], 1, (), None, table))
        solved = [
            (_solution(shown[i], tour, chosen), _solved(section, i))
            for i, tour in paused(sorted(section.solutions.items()))
        ]
        if solved:
            code = "pdf-solutions-of" if section.title else "pdf-solutions"
            heading = Message(code, {"title": section.title}).text(language)
            many = section.solutions_per_page or (
                MORE_SOLUTIONS * most if names is None else min(CLASS_SOLUTIONS, len(solved))
            )
            intro = Message("pdf-several").text(language) if section.several else ""
            last += sheet.pages(solved, heading, intro, 1 if page.is_cropped else many)
        if names is not None and not page.is_cropped:
            last.append(_Page(Message("rubric").text(language), [], 1, (), None, rubric(language)))
    return _written([*pages, *last], sheet, title)


def _solved(section: Section, i: int) -> str:
    """Return what stands below a solution, and whose it is."""
    told = (section.answers or section.captions)[i].partition("\n")[0]
    lines = told, section.names[i] if section.names else ""
    return "\n".join(filter(None, lines))


def rubric(language: str) -> list[list[str]]:
    """Return the table of what to look for in an answer: a row for each criterion."""
    table = (
        ("", "level-1", "level-2", "level-3"),
        *(
            (name, f"{name}-1", f"{name}-2", f"{name}-3")
            for name in ("answer", "search", "reasons", "check")
        ),
    )
    return [[part and Message(f"rubric-{part}").text(language) for part in row] for row in table]


def _drawable(thing: Any) -> Drawable:
    """Return the thing to draw, of a made puzzle its problem; refuse a thing without a board."""
    kinds = (Tour, Problem, Board, Scene)
    for drawn in (thing, getattr(thing, "problem", None)):
        if isinstance(drawn, kinds):
            return drawn
    raise InvalidInput("not-drawable", value=argument(thing))


class _Page(NamedTuple):
    """A page: its title, the lines below it, the scale, and each board with its place.

    A board has the lines of its caption, and the place of its upper left corner. A page of a class
    says whose it is; the rubric has a table instead of boards.
    """

    title: str
    intro: list[str]
    scale: float
    placed: tuple[tuple[Scene, list[str], Point], ...]
    name: str | None = None
    table: Sequence[Sequence[str]] = ()


class _Sheet(NamedTuple):
    """What all pages have in common."""

    page: Page
    theme: Theme
    coordinates: bool
    language: str

    def size(self, board: Board) -> tuple[float, float]:
        """Return the width and height of a board with its margins, in units of pictures."""
        margin = MARGIN if self.coordinates else 0
        wide, high = size_of(board)
        return wide + 4 + margin, high + 4 + margin

    def cropped(self, scene: Scene) -> tuple[float, float]:
        """Return the size of a page that is cut to a board."""
        wide, high = self.size(scene.board)
        return wide * CROPPED, high * CROPPED

    def pages(
        self,
        scenes: Sequence[tuple[Scene, str]],
        title: str,
        intro: str,
        most: int,
        names: Sequence[str] | None = None,
    ) -> Iterator[_Page]:
        """Yield the pages of boards, with room for `most` on each."""
        if self.page.is_cropped:
            for scene, _caption in scenes:
                yield _Page("", [], CROPPED, ((scene, [], (0, self.cropped(scene)[1])),))
            return
        sizes = [self.size(scene.board) for scene, _caption in scenes]
        wide, high = max(size[0] for size in sizes), max(size[1] for size in sizes)
        edge, paper = self.page.margin * MM, self.page.size
        across = paper[0] - 2 * edge
        lines = _broken(intro, across) if intro else []
        head = (TITLE_HEIGHT if title else 0) + (LINE_HEIGHT * len(lines) + 10 if lines else 0)
        head += 0 if names is None else NAME_HEIGHT
        down = paper[1] - 2 * edge - FOOT_HEIGHT - head
        top = paper[1] - edge - head
        fits = []
        for columns in range(1, most + 1):
            told = [_broken(caption, across / columns) for _scene, caption in scenes]
            under = CAPTION_HEIGHT + LINE_HEIGHT * (max(map(len, told)) - 1)
            room = across / columns / wide, (down / -(-most // columns) - under) / high
            fits.append((min(room), -columns, told))
        scale, columns, told = max(fits)
        if scale <= 0:
            raise InvalidInput("paper-no-room", count=most)
        columns = -columns
        scale = scale if names and most == 1 else min(scale * 0.95, LARGEST / CELL)
        step = down / -(-most // columns)
        for begin in range(0, len(scenes), most):
            placed = []
            for i, (scene, _caption) in enumerate(scenes[begin : begin + most]):
                row, column = divmod(i, columns)
                middle = edge + across * (column + 0.5) / columns
                left = middle - self.size(scene.board)[0] * scale / 2
                placed.append((scene, told[begin + i], (left, top - row * step)))
            yield _Page(title, lines, scale, tuple(placed), names[begin] if names else None)


def _broken(text: str, width: float) -> list[str]:
    """Return a text as lines of at most this width."""
    split = extra("reportlab.lib.utils", "pictures").simpleSplit
    return cast("list[str]", split(text, PLAIN, 9, width - 8)) or [""]


def _scene(thing: Drawable, theme: Theme, how: Mapping[str, Any]) -> Scene:
    """Return the shapes of a thing on a sheet."""
    pause()
    match thing:
        case Scene():
            return thing
        case Tour():
            return Scene(thing.board, tuple(tour_scene(thing, theme, **how)))
        case Board():
            return position_scene(thing, theme)
    return puzzle_scene(thing, theme)


def _solution(thing: Drawable, tour: Tour | Scene, theme: Theme) -> Scene:
    """Return the shapes of a solution; of a puzzle, as it is printed."""
    if isinstance(tour, Scene):
        return tour
    if isinstance(thing, Problem):
        return puzzle_scene(thing, theme, solution=tour)
    return Scene(tour.board, tuple(tour_scene(tour, theme, style="numbers")))


def _load_fonts() -> None:
    """Load the fonts of ReportLab; a second time, nothing."""
    extra("reportlab.pdfgen.canvas", "pictures")
    metrics, ttf = (
        extra(f"reportlab.pdfbase.{name}", "pictures") for name in ("pdfmetrics", "ttfonts")
    )
    for name in sorted({PLAIN, BOLD} - {*metrics.getRegisteredFontNames()}):
        metrics.registerFont(ttf.TTFont(name, f"{name}.ttf"))


def printable(text: str) -> str:
    """Return a text in which a question mark stands for each character that the fonts lack.

    >>> printable("Jose\u0301 \U0001f600")
    'José ?'
    """
    _load_fonts()
    known = extra("reportlab.pdfbase.pdfmetrics", "pictures").getFont(BOLD).face.charToGlyph
    whole = unicodedata.normalize("NFC", text)
    return "".join(one if one == "\n" or ord(one) in known else "?" for one in whole)


def _check_characters(text: str) -> None:
    """Refuse a character that the fonts lack."""
    known = extra("reportlab.pdfbase.pdfmetrics", "pictures").getFont(BOLD).face.charToGlyph
    for character in text:
        if character != "\n" and ord(character) not in known:
            raise InvalidInput("pdf-character", character=character, text=short(text))


# -- writing ---------------------------------------------------------------------------------


def _written(pages: Sequence[_Page], sheet: _Sheet, title: str) -> bytes:
    """Return the pages as a PDF."""
    module = extra("reportlab.pdfgen.canvas", "pictures")
    file = io.BytesIO()
    (wide, high), edge, bleed = sheet.page.size, sheet.page.margin * MM, sheet.page.bleed * MM
    whole = (wide + 2 * bleed, high + 2 * bleed)
    how = {"invariant": 1, "lang": sheet.language, "initialFontName": PLAIN}
    canvas: Canvas = module.Canvas(file, whole, **how)
    if bleed and not sheet.page.is_cropped:
        canvas.setTrimBox((bleed, bleed, bleed + wide, bleed + high))
        canvas.setBleedBox((0, 0, *whole))
    canvas.setTitle(title or "Caballero")
    canvas.setCreator("Caballero")
    for number, page in enumerate(pages, start=1):
        if sheet.page.is_cropped:
            canvas.setPageSize(sheet.cropped(page.placed[0][0]))
        else:
            canvas.translate(bleed, bleed)
        _draw_head(canvas, page, (edge, high - edge - 12, wide - edge), sheet.language)
        for scene, caption, place in page.placed:
            _Pen(canvas, sheet, scene.board, page.scale, place).draw(scene.shapes, caption)
        if len(pages) > 1 and not sheet.page.is_cropped:
            canvas.setFont(PLAIN, 8)
            canvas.setFillColor("#000000")
            above = title and title not in page.title
            foot = f"{title} · {number} / {len(pages)}" if above else f"{number} / {len(pages)}"
            canvas.drawCentredString(wide / 2, edge, foot)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw_head(canvas: Canvas, page: _Page, box: tuple[float, float, float], language: str) -> None:
    """Draw what is above the boards: the name, the title, the lines below it, or a table."""
    left, top, right = box
    if page.name is not None:
        canvas.setFont(PLAIN, 11)
        middle = left + (right - left) * 0.68
        labels = [Message(code).text(language) + " " for code in ("sheet-name", "sheet-date")]
        for i, (label, begin, end) in enumerate(
            zip(labels, (left, middle), (middle - 12, right), strict=True)
        ):
            canvas.drawString(begin, top, label)
            written = begin + canvas.stringWidth(label, PLAIN, 11)
            canvas.line(written, top - 3, end, top - 3)
            canvas.drawString(written + 4, top, "" if i else page.name)
        top -= NAME_HEIGHT
    if page.title:
        canvas.setFont(BOLD, 16)
        canvas.drawString(left, top, page.title)
        top -= TITLE_HEIGHT
    canvas.setFont(PLAIN, 9)
    for i, line in enumerate(page.intro):
        canvas.drawString(left, top + 4 - LINE_HEIGHT * i, line)
    _draw_table(canvas, page.table, (left, top + 8, right))


def _draw_table(
    canvas: Canvas, rows: Sequence[Sequence[str]], box: tuple[float, float, float]
) -> None:
    """Draw a table with columns of equal width, from an upper left corner down."""
    left, top, right = box
    for i, row in enumerate(rows):
        wide = (right - left) / len(row)
        cells = [_broken(text, wide) for text in row]
        high = LINE_HEIGHT * max(map(len, cells)) + 10
        for j, lines in enumerate(cells):
            canvas.rect(left + j * wide, top - high, wide, high)
            canvas.setFont(PLAIN if i and j else BOLD, 9)
            for k, line in enumerate(lines):
                canvas.drawString(left + j * wide + 4, top - 14 - LINE_HEIGHT * k, line)
        top -= high


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
        for shape in paused(shapes):
            self.canvas.saveState()
            self.shape(shape)
            self.canvas.restoreState()
        if self.sheet.coordinates:
            self.texts(place_coordinates(self.board), self.sheet.theme.label_ink)
        self.canvas.setFillColor("#000000")
        self.canvas.setFont(PLAIN, 9)
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
                cells = [cell_outline(self.board, square) for square in paused(squares)]
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
                for point in paused(points[1:]):
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
        """Fill outlines; of one that crosses itself, what it encloses an odd number of times."""
        outlines = [*outlines]
        path = self.canvas.beginPath()
        for outline in paused(outlines):
            path.moveTo(*self.at(outline[0]))
            for point in outline[1:]:
                path.lineTo(*self.at(point))
            path.close()
        self.canvas.setFillColor(fill)
        self.canvas.setStrokeColor(grid or fill)
        self.canvas.setLineWidth(0.6 * self.scale)
        self.canvas.drawPath(path, stroke=int(grid is not None), fill=1, fillMode=len(outlines) > 1)

    def discs(self, centres: Iterable[Point], radius: float, fill: str) -> None:
        """Draw discs."""
        self.canvas.setFillColor(fill)
        for point in paused(centres):
            self.canvas.circle(*self.at(point), radius * self.scale, stroke=0, fill=1)

    def texts(self, texts: Iterable[Text], colour: str, heavy: bool = False) -> None:
        """Draw texts."""
        self.canvas.setFillColor(colour)
        for text in paused(texts):
            _check_characters(text.characters)
            self.canvas.setFont(BOLD if heavy else PLAIN, text.unit * HEIGHT * self.scale)
            middle = self.at((text.x + text.width / 2, text.y + 6 * text.unit))
            self.canvas.drawCentredString(*middle, text.characters)
