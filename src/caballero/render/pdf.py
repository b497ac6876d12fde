"""Tours, puzzles and boards on pages to print: PDF with lines and text.

It needs ReportLab, which the extra ``pictures`` installs: it writes vectors, and needs no compiled
library. A file gets the characters that it uses, of the free fonts DejaVu, which are next to this
module, or of others. Equal arguments make equal bytes.

A book may begin with a title page, an imprint and an introduction. It has sections: what is to be
shown, then, at the end, the hints and the solutions of all sections. The boards of a section have
the same scale: the largest at which as many as wanted fit on a page.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar, cast

from caballero.machine.arguments import listed, of_type, shown as argument
from caballero.machine.errors import InvalidInput
from caballero.machine.extras import extra
from caballero.machine.limits import pause, paused
from caballero.machine.words import Message, current_language, short
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
"""The views of a sheet."""

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
"""How many times more solutions than puzzles are on a page by default."""

PLAIN: Final = "DejaVuSans"
BOLD: Final = "DejaVuSans-Bold"
"""The fonts, from the folder `fonts`: Vera with 6 000 characters, among them ♞ and ♥."""

TEXT_SIZE: Final = 10.5
SMALL_SIZE: Final = 8.0
COVER_SIZE: Final = 26.0
"""The sizes of a text, of an imprint and of the title on its page."""

TURNS: Final[Mapping[str, tuple[int, int]]] = {
    "upright": (1, 1), "turned": (-1, -1), "mirrored": (-1, 1),
}  # fmt: skip
"""How the pages of solutions stand, and where steps to the right and up lead then."""


class Fonts(NamedTuple):
    """The names under which ReportLab knows the fonts of a book."""

    plain: str = PLAIN
    bold: str = BOLD


class Section(NamedTuple):
    """A part of a book, as :func:`pdf_sheet` takes it, under its title and a sentence.

    The captions may have several lines; the first also stands below the solution, unless
    `answers` says what does. `names` says
    whose each board is: each page has a line for name and date, and at the end is a rubric.
    `several` says that there may be other solutions. `table` follows, below its first row. `text`
    stands on pages before the boards, `hints` on pages before all solutions.
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
    text: str = ""
    hints: Sequence[str] = ()


class Book(NamedTuple):
    """The pages of a book besides its sections.

    With an `author` or a `picture`, which is a PNG or JPEG file or a tour, it has a title page.
    `fonts` are TrueType files, the plain font and perhaps a heavy font.
    """

    title: str = ""
    author: str = ""
    picture: bytes | Tour | None = None
    introduction: str = ""
    imprint: str = ""
    fonts: tuple[bytes, ...] = ()
    solutions: str = "upright"

    def checked(self, texts: Iterable[str] = ()) -> Fonts:
        """Return its fonts; refuse them, a character of a text that they lack, and its picture."""
        fonts = load_fonts(*self.fonts)
        own = self.title, self.author, self.introduction, self.imprint
        check_characters([*own, *texts], fonts)
        if isinstance(self.picture, bytes):
            _image(self.picture)
        return fonts


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
    language: str | None = None,
    **how: Any,
) -> bytes:
    """Return a PDF of tours, puzzles and boards, several on a page.

    Parameters
    ----------
    things : iterable of Tour, Problem, Board, Scene or Puzzle
        At least one tour, or a table; a made puzzle is drawn as its problem. On boards of at most
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
        write one on. Each page has a line for the date, too, and the last is a rubric.
    table : sequence of sequence of str
        Rows of texts that follow the boards; the first stands above each page of them.
    theme : str
        ``print``, whose squares are pale, to write on; ``light``, ``dark`` or ``wood``.
    coordinates : bool
        Whether to draw the names of the rows and columns.
    language : str, optional
        The language of the heading of the solutions, the reader's by default.
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
    book: Book | None = None,
    title: str = "",
    theme: str = "print",
    coordinates: bool = False,
    language: str | None = None,
    **how: Any,
) -> bytes:
    """Return a PDF of several sections, and then of their solutions; as :func:`pdf_sheet`."""
    chosen, page = theme_named(theme), page.checked()
    book = book or Book(title)
    parts = [(section, [*map(_drawable, section.things)]) for section in sections]
    boards = [it if isinstance(it, Board) else it.board for _, shown in parts for it in shown]
    refuse_many(sum(board.size for board in boards))
    sheet = _Sheet(page, chosen, coordinates, language or current_language(), book.checked())
    pages = [*_front(book, sheet)]
    hints: list[str] = []
    last: list[_Page] = []
    for section, shown in parts:
        some, solved = _parts(section, shown, sheet, how)
        pages += some
        last += (page._replace(turn=book.solutions) for page in solved)
        hints += section.hints
    if hints:
        pages += sheet.text_pages(Message("pdf-hints").text(language), "\n".join(hints))
    return _written([*pages, *last], sheet, book)


def _front(book: Book, sheet: _Sheet) -> Iterator[_Page]:
    """Yield the title page, the imprint and the introduction."""
    if book.author or book.picture:
        yield _Page(book.title, [book.author], 1, (), cover=(book.picture,))
    if book.imprint:
        yield from sheet.text_pages("", book.imprint, SMALL_SIZE)
    if book.introduction:
        heading = Message("pdf-introduction").text(sheet.language)
        yield from sheet.text_pages(heading, book.introduction)


def _parts(
    section: Section, shown: Sequence[Drawable], sheet: _Sheet, how: Mapping[str, Any]
) -> tuple[list[_Page], list[_Page]]:
    """Lay out a section: its pages, and those of its solutions."""
    chosen, page, language = sheet.theme, sheet.page, sheet.language
    names = section.names
    cells = (cell for row in section.table for cell in row)
    texts = (section.title, section.intro, section.text, *section.hints, *section.captions)
    check_characters((*texts, *section.answers, *(names or ()), *cells), sheet.fonts)
    alone = page.is_cropped or any(names or ())
    most = 1 if alone else min(section.per_page, len(shown))
    scenes = [_scene(thing, chosen, how) for thing in shown]
    named = [*zip(scenes, section.captions, strict=True)]
    pages = [*sheet.text_pages(section.title, section.text)] if section.text else []
    last: list[_Page] = []
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
        many = section.solutions_per_page or (
            MORE_SOLUTIONS * most if names is None else min(CLASS_SOLUTIONS, len(solved))
        )
        intro = Message("pdf-several").text(language) if section.several else ""
        code = "pdf-solutions-of" if section.title else "pdf-solutions"
        heading = Message(code, {"title": section.title}).text(language)
        last += sheet.pages(solved, heading, intro, 1 if page.is_cropped else many)
    if names is not None and not page.is_cropped:
        last.append(_Page(Message("rubric").text(language), [], 1, (), None, rubric(language)))
    return pages, last


def _solved(section: Section, i: int) -> str:
    """Return what stands below a solution, and whose it is."""
    caption = (section.answers or section.captions)[i].partition("\n")[0]
    lines = caption, section.names[i] if section.names else ""
    return "\n".join(filter(None, lines))


def rubric(language: str | None) -> list[list[str]]:
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
    says whose it is; the rubric has a table instead of boards. Lines of a text have a size; small
    pages stand at the foot, and neither their page nor the title page has a number. A page of
    solutions may be turned.
    """

    title: str
    intro: list[str]
    scale: float
    placed: tuple[tuple[Scene, list[str], Point], ...]
    name: str | None = None
    table: Sequence[Sequence[str]] = ()
    size: float = 9
    cover: tuple[bytes | Tour | None] | None = None
    turn: str = "upright"


class _Sheet(NamedTuple):
    """What all pages have in common."""

    page: Page
    theme: Theme
    coordinates: bool
    language: str
    fonts: Fonts

    def text_pages(self, title: str, text: str, size: float = TEXT_SIZE) -> Iterator[_Page]:
        """Yield the pages of a text, whose paragraphs are lines."""
        edge, (wide, high) = self.page.margin * MM, self.page.size
        room = high - 2 * edge - FOOT_HEIGHT - (TITLE_HEIGHT if title else 0)
        most = max(1, int(room / (size * 4 / 3)))
        lines = [
            line
            for paragraph in text.strip().split("\n")
            for line in _broken(paragraph, wide - 2 * edge, self.fonts.plain, size)
        ]
        for begin in range(0, len(lines), most):
            yield _Page(title, lines[begin : begin + most], 1, (), size=size)

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
        plain = self.fonts.plain
        beside = across / 2 if intro and most == 1 and paper[0] > 1.5 * paper[1] else 0  # a slide
        across, letters = across - beside, 11 if beside else 9
        lines = _broken(intro, across, plain, letters) if intro else []
        head = TITLE_HEIGHT if title else 0
        head += LINE_HEIGHT * len(lines) + 10 if lines and not beside else 0
        head += 0 if names is None else NAME_HEIGHT
        down = paper[1] - 2 * edge - FOOT_HEIGHT - head
        top = paper[1] - edge - head
        fits = []
        for columns in range(1, most + 1):
            captions = [_broken(caption, across / columns, plain) for _scene, caption in scenes]
            under = CAPTION_HEIGHT + LINE_HEIGHT * (max(map(len, captions)) - 1)
            room = across / columns / wide, (down / -(-most // columns) - under) / high
            fits.append((min(room), -columns, captions))
        scale, columns, captions = max(fits)
        if scale <= 0:
            raise InvalidInput("paper-no-room", count=most)
        columns = -columns
        scale = scale if (names and most == 1) or beside else min(scale * 0.95, LARGEST / CELL)
        step = down / -(-most // columns)
        for begin in range(0, len(scenes), most):
            placed = []
            for i, (scene, _caption) in enumerate(scenes[begin : begin + most]):
                row, column = divmod(i, columns)
                middle = edge + beside + across * (column + 0.5) / columns
                left = middle - self.size(scene.board)[0] * scale / 2
                placed.append((scene, captions[begin + i], (left, top - row * step)))
            name = names[begin] if names else None
            yield _Page(title, lines, scale, tuple(placed), name, size=letters)


def _broken(text: str, width: float, font: str, size: float = 9) -> list[str]:
    """Return a text as lines of at most this width."""
    split = extra("reportlab.lib.utils", "pictures").simpleSplit
    return cast("list[str]", split(text, font, size, width - 8)) or [""]


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


def load_fonts(*files: bytes) -> Fonts:
    """Load the fonts of ReportLab, or at most two TrueType files; a second time, nothing."""
    extra("reportlab.pdfgen.canvas", "pictures")
    metrics, ttf = (
        extra(f"reportlab.pdfbase.{name}", "pictures") for name in ("pdfmetrics", "ttfonts")
    )
    own = {f"own-{hashlib.sha256(data).hexdigest()[:16]}": io.BytesIO(data) for data in files}
    names: Mapping[str, Any] = own or {
        name: str(Path(__file__).parent / "fonts" / f"{name}.ttf") for name in (PLAIN, BOLD)
    }
    for name in names.keys() - {*metrics.getRegisteredFontNames()}:
        try:
            metrics.registerFont(ttf.TTFont(name, names[name]))
        except (ttf.TTFError, ValueError, IndexError, struct.error) as error:
            raise InvalidInput("pdf-font", error=short(str(error))) from None
    found = [*names]
    return Fonts(found[0], found[-1])


def _lacking(text: str, fonts: Fonts) -> str:
    """Return the first character of a text that a font lacks, or nothing."""
    get = extra("reportlab.pdfbase.pdfmetrics", "pictures").getFont
    known = [get(name).face.charToGlyph for name in fonts]
    return next((c for c in text if c != "\n" and not all(ord(c) in font for font in known)), "")


def printable(text: str) -> str:
    """Return a text in which a question mark stands for each character that the fonts lack.

    >>> printable("Jose\u0301 \u4e00")
    'José ?'
    """
    fonts = load_fonts()
    whole = unicodedata.normalize("NFC", text)
    return "".join("?" if _lacking(mark, fonts) else mark for mark in whole)


def check_characters(texts: Iterable[str], fonts: Fonts) -> None:
    """Refuse a character that the fonts lack."""
    for text in texts:
        if character := _lacking(text, fonts):
            raise InvalidInput("pdf-character", character=character, text=short(text))


# -- writing ---------------------------------------------------------------------------------


def _written(pages: Sequence[_Page], sheet: _Sheet, book: Book) -> bytes:
    """Return the pages as a PDF."""
    module = extra("reportlab.pdfgen.canvas", "pictures")
    file = io.BytesIO()
    (wide, high), edge, bleed = sheet.page.size, sheet.page.margin * MM, sheet.page.bleed * MM
    whole = (wide + 2 * bleed, high + 2 * bleed)
    how = {"invariant": 1, "lang": sheet.language, "initialFontName": sheet.fonts.plain}
    canvas: Canvas = module.Canvas(file, whole, **how)
    if bleed and not sheet.page.is_cropped:
        canvas.setTrimBox((bleed, bleed, bleed + wide, bleed + high))
        canvas.setBleedBox((0, 0, *whole))
    canvas.setTitle(book.title or "Caballero")
    canvas.setAuthor(book.author)
    canvas.setKeywords([*dict.fromkeys(page.title for page in pages if page.title)])
    canvas.setCreator("Caballero")
    for number, page in enumerate(pages, start=1):
        if sheet.page.is_cropped:
            canvas.setPageSize(sheet.cropped(page.placed[0][0]))
        else:
            canvas.translate(bleed, bleed)
        canvas.saveState()
        across, up = TURNS[page.turn]
        canvas.translate(wide if across < 0 else 0, high if up < 0 else 0)
        canvas.scale(across, up)
        if page.cover:
            _draw_cover(canvas, page, sheet, page.cover[0])
        else:
            _draw_head(canvas, page, (edge, high - edge - 12, wide - edge), sheet)
        for scene, caption, place in page.placed:
            _Pen(canvas, sheet, scene.board, page.scale, place).draw(scene.shapes, caption)
        is_numbered = not page.cover and page.size > SMALL_SIZE
        if len(pages) > 1 and is_numbered and not sheet.page.is_cropped:
            canvas.setFont(sheet.fonts.plain, 8)
            canvas.setFillColor("#000000")
            foot = f"{number} / {len(pages)}"
            if book.title and book.title not in page.title:
                foot = f"{book.title} · {foot}"
            canvas.drawCentredString(wide / 2, edge, foot)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw_cover(canvas: Canvas, page: _Page, sheet: _Sheet, picture: bytes | Tour | None) -> None:
    """Draw the title page: the title above, a picture in the middle, the author below."""
    (wide, high), edge = sheet.page.size, sheet.page.margin * MM
    size = min(COVER_SIZE, (wide - 2 * edge) / 10)
    top = high - edge - 2 * size
    for line in _broken(page.title, wide - 2 * edge, sheet.fonts.bold, size):
        canvas.setFont(sheet.fonts.bold, size)
        canvas.drawCentredString(wide / 2, top, line)
        top -= size * 1.25
    bottom = edge + 2 * size
    canvas.setFont(sheet.fonts.plain, size / 2)
    canvas.drawCentredString(wide / 2, bottom, page.intro[0])
    room = min(wide - 2 * edge, top - bottom - 2 * size)
    middle = (top + bottom + size) / 2
    if room <= 0:
        raise InvalidInput("paper-no-room", count=1)
    if isinstance(picture, Tour):
        scene = Scene(picture.board, tuple(tour_scene(picture, sheet.theme, style="thread")))
        plain = sheet._replace(coordinates=False)
        across, down = plain.size(scene.board)
        scale = room / max(across, down)
        place = (wide - across * scale) / 2, middle + down * scale / 2
        _Pen(canvas, plain, scene.board, scale, place).draw(scene.shapes, ())
    elif picture is not None:
        image = _image(picture)
        across, down = image.getSize()
        scale = room / max(across, down)
        place = (wide - across * scale) / 2, middle - down * scale / 2
        canvas.drawImage(image, *place, across * scale, down * scale, mask="auto")


def _image(picture: bytes) -> Any:
    """Return a picture of pixels as ReportLab draws it; refuse what is none."""
    reader = extra("reportlab.lib.utils", "pictures").ImageReader
    try:
        image = reader(io.BytesIO(picture))
        image.getRGBData()
    except Exception as error:  # ReportLab and Pillow raise many kinds
        raise InvalidInput("pdf-picture", error=short(str(error))) from None
    return image


def _draw_head(canvas: Canvas, page: _Page, box: tuple[float, float, float], sheet: _Sheet) -> None:
    """Draw what is above the boards: the name, the title, the lines below it, or a table."""
    left, top, right = box
    plain, bold = sheet.fonts
    if page.name is not None:
        canvas.setFont(plain, 11)
        middle = left + (right - left) * 0.68
        labels = [Message(code).text(sheet.language) + " " for code in ("sheet-name", "sheet-date")]
        for i, (label, begin, end) in enumerate(
            zip(labels, (left, middle), (middle - 12, right), strict=True)
        ):
            canvas.drawString(begin, top, label)
            written = begin + canvas.stringWidth(label, plain, 11)
            canvas.line(written, top - 3, end, top - 3)
            if not i and page.name:
                wide = canvas.stringWidth(page.name, plain, 11)
                canvas.setFont(plain, 11 * min(1, (end - written - 6) / wide))
                canvas.drawString(written + 4, top, page.name)
                canvas.setFont(plain, 11)
        top -= NAME_HEIGHT
    if page.title:
        wide = canvas.stringWidth(page.title, bold, 16)
        canvas.setFont(bold, 16 * min(1, (right - left) / wide))
        canvas.drawString(left, top, page.title)
        top -= TITLE_HEIGHT
    canvas.setFont(plain, page.size)
    step = page.size * LINE_HEIGHT / 9
    if page.size <= SMALL_SIZE:
        top = sheet.page.margin * MM + step * len(page.intro)
    for i, line in enumerate(page.intro):
        canvas.drawString(left, top + 4 - step * i, line)
    _draw_table(canvas, page.table, (left, top + 8, right), sheet.fonts)


def _draw_table(
    canvas: Canvas, rows: Sequence[Sequence[str]], box: tuple[float, float, float], fonts: Fonts
) -> None:
    """Draw a table with columns of equal width, from an upper left corner down."""
    left, top, right = box
    for i, row in enumerate(rows):
        wide = (right - left) / len(row)
        cells = [_broken(text, wide, fonts.plain) for text in row]
        high = LINE_HEIGHT * max(map(len, cells)) + 10
        for j, lines in enumerate(cells):
            canvas.rect(left + j * wide, top - high, wide, high)
            canvas.setFont(fonts.plain if i and j else fonts.bold, 9)
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
        self.canvas.setFont(self.sheet.fonts.plain, 9)
        for i, line in enumerate(caption):
            below = 11 + LINE_HEIGHT * i
            self.canvas.drawCentredString(left + wide / 2, top - high - below, line)

    def at(self, point: Point) -> Point:
        """Return the point of the page for a point of the picture."""
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
        """Fill outlines, where they enclose a point an odd number of times."""
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
        fonts = self.sheet.fonts
        for text in paused(texts):
            check_characters([text.characters], fonts)
            size = text.unit * HEIGHT * self.scale
            self.canvas.setFont(fonts.bold if heavy else fonts.plain, size)
            middle = self.at((text.x + text.width / 2, text.y + 6 * text.unit))
            self.canvas.drawCentredString(*middle, text.characters)
