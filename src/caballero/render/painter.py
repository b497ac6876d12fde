"""Shapes painted as pixels, fast enough for the frames of an animation.

It needs Pillow, which the extra ``pictures`` installs. It paints everything at twice the size and
then reduces it, for smooth edges; it paints an unchanged board only once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Final, cast

from caballero.machine.extras import extra
from caballero.model.board import Board

from .layout import (
    CELL,
    MARGIN,
    PENS,
    PITCH,
    Point,
    Text,
    cell_outline,
    corner,
    dashes,
    place_coordinates,
    size_of,
)
from .scene import Area, Discs, Dot, Labels, Line, Shape, Squares
from .themes import rgb

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

SCALE: Final = 2
"""The factor by which the painting is larger than the picture."""

USUAL: Final = 480
"""The pixels of the longer side, if no width is given."""

LEAST_PIXELS: Final = 3
"""The least height of a character in pixels; smaller characters are left out."""

CAPTION_HEIGHT: Final = 26
"""The height of the line below the board, in units of the picture."""


class Painter:
    """Paints pictures of a board, all of the same size.

    `page` is the colour under the board. By default the longer side has 480 pixels. With `caption`,
    there is a line of text below the board; with `names`, a colour, the names of the rows and
    columns are around it.
    """

    def __init__(
        self,
        board: Board,
        page: str,
        width: int | None = None,
        caption: bool = False,
        names: str | None = None,
    ) -> None:
        self._board, self._page, self._names = board, page, names
        self._left = 2 if names is None else 2 + MARGIN
        wide, high = (side + 2 + self._left for side in size_of(board))
        self._foot = high - 2
        high += CAPTION_HEIGHT if caption else 0
        shown = width or max(round(wide * USUAL / max(wide, high)), 1)
        self.size = shown, max(round(high * shown / wide), 1)
        self._scale = shown / wide * SCALE
        self._ground: tuple[list[Shape], Image.Image] | None = None

    def paint(
        self, shapes: Sequence[Shape], caption: str = "", ink: str = "#000000"
    ) -> Image.Image:
        """Return a picture of shapes, which are in order from the lowest to the uppermost."""
        ground: list[Shape] = [*takewhile(lambda shape: isinstance(shape, Squares), shapes)][:2]
        if self._ground is None or self._ground[0] != ground:
            module = extra("PIL.Image", "pictures")
            finer = tuple(side * SCALE for side in self.size)
            empty = cast("Image.Image", module.new("RGB", finer, rgb(self._page)))
            for shape in ground:
                self._shape(empty, shape)
            if self._names is not None:
                self._texts(empty, place_coordinates(self._board), self._names)
            self._ground = ground, empty
        image = self._ground[1].copy()
        for shape in shapes[len(ground) :]:
            self._shape(image, shape)
        if caption:
            self._texts(image, [self._caption_below(caption)], ink)
        return image.reduce(SCALE)

    def _caption_below(self, caption: str) -> Text:
        """Return a caption for the line below the board, as large as fits."""
        room = size_of(self._board)[0] - 8
        return Text(4, self._foot + 9, min(1.7, room / (PITCH * len(caption))), caption)

    def _shape(self, image: Image.Image, shape: Shape) -> None:
        pen = _pen(image)
        match shape:
            case Squares(squares, fill, grid):
                side = CELL * self._scale
                thick = max(round(0.6 * self._scale), 1)
                if self._board.grid is not None:
                    for square in squares:
                        around = [self._at(point) for point in cell_outline(self._board, square)]
                        pen.polygon(around, fill, grid or fill, thick)
                    return
                for square in squares:
                    x, y = self._at(corner(self._board, square))
                    box = [(round(x), round(y)), (round(x + side), round(y + side))]
                    pen.rectangle(box, fill, grid or fill, thick)
            case Line(points, colour, width, opacity) if opacity < 1:
                # On a separate sheet, a translucent line that crosses itself is equally faint
                # everywhere.
                module = extra("PIL.Image", "pictures")
                sheet = module.new("L", image.size, 0)
                self._line(_pen(sheet), points, round(255 * opacity), width)
                image.paste(rgb(colour), (0, 0, *image.size), sheet)
            case Line(points, colour, width, dashed=True):
                thick = max(round(width * self._scale), 1)
                for dash in dashes(points):
                    pen.line([self._at(point) for point in dash], colour, thick)
            case Line(points, colour, width):
                self._line(pen, points, colour, width)
            case Area(outlines, fill):
                for outline in outlines:
                    if len(outline) > 2:
                        pen.polygon([self._at(point) for point in outline], fill)
            case Dot(x, y, radius, fill):
                self._dot(pen, (x, y), radius, fill)
            case Discs(centres, radius, fill):
                for point in centres:
                    self._dot(pen, point, radius, fill)
            case Labels(colour=colour):
                for texts, heavy in shape.placed(self._board):
                    if 6 * texts[0].unit * self._scale > LEAST_PIXELS * SCALE:
                        self._texts(image, texts, colour, heavy)

    def _texts(
        self, image: Image.Image, texts: Sequence[Text], colour: str, heavy: bool = False
    ) -> None:
        pen = _pen(image)
        for text in texts:
            for stroke in text.strokes():
                self._line(pen, stroke, colour, text.unit * PENS[heavy])

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
        """Return the pixel of a point; Pillow counts from the middle of the first pixel."""
        return (point[0] + self._left) * self._scale - 0.5, (point[1] + 2) * self._scale - 0.5


def _pen(image: Image.Image) -> ImageDraw.ImageDraw:
    return cast("ImageDraw.ImageDraw", extra("PIL.ImageDraw", "pictures").Draw(image))
