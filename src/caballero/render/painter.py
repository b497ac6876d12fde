"""Shapes painted as pixels, fast enough for the frames of an animation.

It needs Pillow, which the extra ``pictures`` installs. Everything is painted twice as large and
then made smaller, for smooth edges; a board that does not change is painted once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Final, cast

from caballero.board import Board

from .extras import extra
from .layout import CELL, PITCH, Point, Text, corner, extent, placed
from .scene import Area, Dot, Labels, Line, Shape, Squares
from .themes import rgb

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

FINER: Final = 2
"""How many times larger everything is painted first."""

LEGIBLE: Final = 3
"""Characters of fewer pixels than this are left out."""

CAPTION: Final = 26
"""The height of the line below the board, in units of the picture."""


class Painter:
    """Paints the pictures of one board, all of the same size.

    Parameters
    ----------
    board : Board
        Where the squares are.
    page : str
        The colour under the board.
    width : int, optional
        The width in pixels; unless given, 40 a square, and no side longer than 480.
    caption : bool
        Whether there is a line of text below.

    Examples
    --------
    >>> from caballero import Board
    >>> from caballero.render.painter import Painter
    >>> from caballero.render.scene import Dot
    >>> image = Painter(Board((3, 4)), "#ffffff", 164).paint([Dot(20, 20, 6, "#ff0000")])
    >>> image.size, image.getpixel((22, 22)), image.getpixel((100, 100))
    ((164, 124), (255, 0, 0), (255, 255, 255))
    """

    def __init__(
        self, board: Board, page: str, width: int | None = None, caption: bool = False
    ) -> None:
        self._board, self._page = board, page
        wide, high = (side + 4 for side in extent(board).size)
        self._foot = high - 2
        high += CAPTION if caption else 0
        shown = width or max(round(wide * min(1, 480 / max(wide, high))), 1)
        self.size = shown, max(round(high * shown / wide), 1)
        self._scale = shown / wide * FINER
        self._ground: tuple[list[Shape], Image.Image] | None = None

    def paint(
        self, shapes: Sequence[Shape], caption: str = "", ink: str = "#000000"
    ) -> Image.Image:
        """Return a picture of shapes, from the lowest to the uppermost."""
        ground: list[Shape] = [*takewhile(lambda shape: isinstance(shape, Squares), shapes)][:2]
        if self._ground is None or self._ground[0] != ground:
            module = extra("PIL.Image", "Pillow", "pictures")
            finer = tuple(side * FINER for side in self.size)
            empty = cast("Image.Image", module.new("RGB", finer, rgb(self._page)))
            for shape in ground:
                self._shape(empty, shape)
            self._ground = ground, empty
        image = self._ground[1].copy()
        for shape in shapes[len(ground) :]:
            self._shape(image, shape)
        if caption:
            self._texts(image, [self._below(caption)], ink)
        return image.reduce(FINER)

    def _below(self, caption: str) -> Text:
        """A caption in the line below the board, as large as there is room."""
        room = extent(self._board).size[0] - 8
        return Text(4, self._foot + 9, min(1.7, room / (PITCH * len(caption))), caption)

    def _shape(self, image: Image.Image, shape: Shape) -> None:
        pen = _pen(image)
        match shape:
            case Squares(squares, fill, grid):
                side = CELL * self._scale
                thick = max(round(0.6 * self._scale), 1)
                for square in squares:
                    x, y = self._at(corner(self._board, square))
                    box = [(round(x), round(y)), (round(x + side), round(y + side))]
                    pen.rectangle(box, fill, grid or fill, thick)
            case Line(points, colour, width, opacity) if opacity < 1:
                # What is let through is drawn on a sheet of its own, so that a line that crosses
                # itself is as faint there as elsewhere.
                module = extra("PIL.Image", "Pillow", "pictures")
                sheet = module.new("L", image.size, 0)
                self._line(_pen(sheet), points, round(255 * opacity), width)
                image.paste(rgb(colour), (0, 0, *image.size), sheet)
            case Line(points, colour, width):
                self._line(pen, points, colour, width)
            case Area(outlines, fill):
                for outline in outlines:
                    if len(outline) > 2:
                        pen.polygon([self._at(point) for point in outline], fill)
            case Dot(x, y, radius, fill):
                self._dot(pen, (x, y), radius, fill)
            case Labels(labels, small, colour):
                texts, unit = placed(self._board, list(labels), small=small)
                if 6 * unit * self._scale > LEGIBLE * FINER:
                    self._texts(image, texts, colour)

    def _texts(self, image: Image.Image, texts: Sequence[Text], colour: str) -> None:
        pen = _pen(image)
        for text in texts:
            for stroke in text.strokes():
                self._line(pen, stroke, colour, text.unit * 0.9)

    def _line(
        self, pen: ImageDraw.ImageDraw, points: Sequence[Point], colour: str | int, width: float
    ) -> None:
        thick = max(round(width * self._scale), 1)
        pen.line([self._at(point) for point in points], colour, thick, "curve")
        if thick > 2:
            for end in (points[0], points[-1]):
                self._dot(pen, end, width / 2, colour)

    def _dot(self, pen: ImageDraw.ImageDraw, at: Point, radius: float, colour: str | int) -> None:
        x, y = self._at(at)
        wide = radius * self._scale
        pen.ellipse([(x - wide, y - wide), (x + wide, y + wide)], colour)

    def _at(self, point: Point) -> Point:
        """Where a point of the picture is among the pixels; there is a margin of two units.

        Pillow counts from the middle of the first pixel.
        """
        return (point[0] + 2) * self._scale - 0.5, (point[1] + 2) * self._scale - 0.5


def _pen(image: Image.Image) -> ImageDraw.ImageDraw:
    return cast("ImageDraw.ImageDraw", extra("PIL.ImageDraw", "Pillow", "pictures").Draw(image))
