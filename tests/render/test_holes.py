"""A hole looks like a hole: the pixels of holes and of empty cells differ in every picture.

Each format is turned into pixels: those of vectors through the paths of an SVG picture.
"""

import io
import re
from collections.abc import Callable, Iterable
from itertools import product

import pytest
from PIL import Image, ImageChops, ImageStat
from pypdf import PdfReader

from caballero import Board, Piece, Problem, Tour, find_tour
from caballero.model.board import Square
from caballero.render import pdf_sheet, position_svg, tikz_of, tour_animation, tour_svg
from caballero.render.layout import cell_outline, inner_holes
from caballero.render.png import png_of
from caballero.render.position import puzzle_scene
from caballero.render.scene import STYLES
from caballero.render.svg import scene_svg
from caballero.render.themes import THEMES, page_of
from seldom import mostly_nightly

BOARDS = {
    "square": (Board((5, 5), holes=[(2, 2), (1, 0), (2, 3)]), "king"),
    "hexagon": (Board("hex4", holes=["d4", "b1"]), "step"),
    "triangle": (Board("tri5", holes=["e1", "d2", "c2"]), "step"),
}
TOURS = {
    name: Tour(board, tuple(range(len(board))), Piece(piece))
    for name, (board, piece) in BOARDS.items()
}


def pixels(svg: str, theme: str) -> Image.Image:
    """Return a picture as pixels, one for each unit."""
    shown = re.sub(r'(viewBox="\S+ \S+ (\S+) (\S+)") width="\d+" height="\d+"',
                   r'\1 width="\2" height="\3"', svg, count=1)  # fmt: skip
    return Image.open(io.BytesIO(png_of(shown, page_of(theme)))).convert("RGB")


def from_paths(paths: Iterable[str], board: Board, theme: str) -> Image.Image:
    """Return the pixels of paths that are already in units of the picture."""
    plain = position_svg(board, theme=theme)
    head, _, _ = plain.partition(">")
    under = f'<path d="M-9-9h999v999h-999z" fill="{page_of(theme)}"/>'
    return pixels(f"{head}>{under}{''.join(paths)}</svg>", theme)


def svg_pixels(tour: Tour, theme: str, style: str) -> Image.Image:
    return pixels(tour_svg(tour, theme=theme, style=style, path=False, numbers=False), theme)


def tikz_pixels(tour: Tour, theme: str, style: str) -> Image.Image:
    picture = tikz_of(tour_svg(tour, theme=theme, style=style, path=False, numbers=False))
    paths = []
    for look, line in re.findall(r"\\path\[(.*?)\] (.*);", picture):
        own = dict(part.split("=", 1) for part in look.split(",") if "=" in part)
        around = line.replace("cycle", "Z").replace(" -- ", "L").replace("LZ", "Z")
        through = re.sub(r"\(([^)]*)\)", r"\1 ", around).replace("Z ", "ZM")
        wide = float(own.get("line width", "0pt")[:-2]) / 0.7113
        paths.append(
            f'<path d="M{through}" fill="#{own.get("fill", "")[1:]}" '
            f'stroke="#{own.get("draw", "")[1:]}" stroke-width="{wide}"/>'.replace('"#"', '"none"')
        )
    # The middle of TikZ is that of the SVG picture: two units right and below.
    return from_paths([f'<g transform="translate(-2 -2)">{"".join(paths)}</g>'], tour.board, theme)


def pdf_pixels(tour: Tour, theme: str, style: str) -> Image.Image:
    sheet = pdf_sheet([tour], theme=theme, style=style, path=False, numbers=False, paper="crop")
    (page,) = PdfReader(io.BytesIO(sheet)).pages
    scale, high = 28.35 / 40, float(page.mediabox.height)
    look = {"rg": "none", "RG": "none", "w": "0"}
    paths, through, stack = [], "", []
    contents = page.get_contents()
    assert contents is not None
    for line in contents.get_data().decode("latin-1").split():
        stack.append(line)
        at = [str(float(v) / scale - 2) if i % 2 == 0 else str((high - float(v)) / scale - 2)
              for i, v in enumerate(stack[-3:-1])
              if line in "ml"]  # fmt: skip
        match line:
            case "m" | "l":
                through += f"{line.upper()}{' '.join(at)}"
            case "h":
                through += "Z"
            case "rg" | "RG":
                look[line] = f"#{bytes(round(255 * float(v)) for v in stack[-4:-1]).hex()}"
            case "w":
                look[line] = str(float(stack[-2]) / scale)
            case "B" | "B*" | "f" | "f*" | "S":
                fill = "none" if line == "S" else look["rg"]
                edge = "none" if line[0] == "f" else look["RG"]
                paths.append(
                    f'<path d="{through}" fill="{fill}" stroke="{edge}" '
                    f'stroke-width="{look["w"]}"/>'
                )
                through = ""
    return from_paths(paths, tour.board, theme)


def animated_pixels(tour: Tour, theme: str, style: str) -> Image.Image:
    wide = pixels(position_svg(tour.board), theme).width
    frames = tour_animation(tour, theme=theme, style=style, numbers=False, path=False, width=wide)
    return Image.open(io.BytesIO(frames)).convert("RGB")  # the first frame


FORMATS: dict[str, Callable[[Tour, str, str], Image.Image]] = {
    "svg and png": svg_pixels, "tikz": tikz_pixels, "pdf": pdf_pixels, "gif": animated_pixels,
}  # fmt: skip


def inside(picture: Image.Image, board: Board, cell: Square, left: int = 2) -> Image.Image:
    """Return the pixels of a cell and of its sides."""
    across, down = zip(*cell_outline(board, cell), strict=True)
    x, y = round(min(across)) + left, round(min(down)) + 2
    wide, high = round(max(across) - min(across)), round(max(down) - min(down))
    return picture.crop((x - 2, y - 2, x + wide + 2, y + high + 2))


def assert_holes_differ(picture: Image.Image, board: Board, theme: str) -> None:
    """Compare each hole with all cells of its shape; inner ones in black and white, too."""
    grey, grid = picture.convert("L"), board.grid
    for shown in [grey, *([grey.point(lambda v: 255 * (v > 127))] if theme == "print" else [])]:
        for hole in board.gaps if shown is grey else inner_holes(board):
            own = inside(shown, board, hole)
            alike = [c for c in board if not grid or grid.points_down(c) == grid.points_down(hole)]
            for other in {inside(shown, board, cell).tobytes(): cell for cell in alike}.values():
                apart = ImageChops.difference(own, inside(shown, board, other))
                least = 1.5 if hole in inner_holes(board) else 0.4  # an open one has no border
                assert ImageStat.Stat(apart).mean[0] > least, (hole, other)


@pytest.mark.parametrize(
    ("kind", "form", "theme", "style"),
    mostly_nightly(product(BOARDS, FORMATS, THEMES, STYLES), 13, several=True),
)
def test_of_tours(kind: str, form: str, theme: str, style: str) -> None:
    assert_holes_differ(FORMATS[form](TOURS[kind], theme, style), BOARDS[kind][0], theme)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", BOARDS)
def test_of_positions_and_puzzles(kind: str, theme: str) -> None:
    board, piece = BOARDS[kind]
    assert_holes_differ(pixels(position_svg(board, theme=theme), theme), board, theme)
    (a, b), *_more, (c, d) = Problem(board, piece).graph().edges()
    square = board.square
    forbidden, forced = [(square(a), square(b))], [(square(c), square(d))]
    puzzle = Problem(board, piece, forbidden=forbidden, forced=forced)
    scene = scene_svg(puzzle_scene(puzzle, THEMES[theme]), THEMES[theme], "")
    assert_holes_differ(pixels(scene, theme), board, theme)


def test_a_mosaic_does_not_cover_a_hole() -> None:
    board = Board((5, 5), holes=[(2, 2)])
    tour = find_tour(Problem(board, "king", closed=True))
    for theme in THEMES:
        picture = pixels(tour_svg(tour, style="mosaic", theme=theme), theme)
        bare = pixels(position_svg(board, theme=theme), theme)
        one, other = (inside(shown, board, (2, 2)) for shown in (picture, bare))
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] < 12
