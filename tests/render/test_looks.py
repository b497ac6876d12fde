"""Puzzles look as publishers print them: the ground by kind, clues, holes and empty cells apart."""

import io
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat
from pypdf import PdfReader

from caballero import Problem, find_tour
from caballero.puzzles import make_puzzle
from caballero.render import pdf_sheet, tikz_of
from caballero.render.layout import centre
from caballero.render.png import png_of
from caballero.render.position import puzzle_scene
from caballero.render.scene import Labels, Line, Squares
from caballero.render.svg import scene_svg
from caballero.render.themes import THEMES

WIDE = 1181
"""The pixels of 100 mm at 300 to an inch."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("ground", "piece", "colours"),
    [(5, "knight", 2), (5, "1,4", 2), ("3x3", "dabbaba", 2), (4, "king", 1), (4, "wazir", 1),
     ("4x4 torus", "wazir", 1), ("hex3", "step", 1), ("tri3", "king", 1), ("2x3x4", "wazir", 1),
     ("3x3x3", "knight", 2)],
)  # fmt: skip
def test_two_colours_only_where_the_piece_leaps(
    ground: object, piece: str, colours: int, theme: str
) -> None:
    problem = Problem(ground, piece)  # type: ignore[arg-type]
    fills = {s.fill for s in puzzle_scene(problem, THEMES[theme]).shapes if isinstance(s, Squares)}
    assert len(fills) == colours


@pytest.mark.parametrize(
    ("drawing", "piece"),
    [("1 . .\n. # .\n. 4 .", "king"), ("hex2 step\n 1 .\n. # 3\n . .", "step")],
)
def test_holes_clues_and_empty_cells_differ_in_black_and_white(drawing: str, piece: str) -> None:
    problem, theme = Problem(drawing, piece), THEMES["print"]
    svg = scene_svg(puzzle_scene(problem, theme), theme, "", WIDE)
    picture = Image.open(io.BytesIO(png_of(svg, "#ffffff"))).convert("L")
    picture = picture.point(lambda value: 255 * (value > 127))
    board = problem.board
    scale = WIDE / float(svg.split('viewBox="')[1].split()[2])
    first, last = (place for place, _number in problem.clues)
    empty = next(s for s in board if s not in {first, last})
    cells = []
    for square in (first, last, empty, board.gaps[0]):
        x, y = ((part + 2) * scale for part in centre(board, square))  # type: ignore[arg-type]
        half = 14 * scale
        cells.append(
            picture.crop((round(x - half), round(y - half), round(x + half), round(y + half)))
        )
    for one, other in combinations(cells, 2):
        size = min(one.size, other.size)
        apart = ImageChops.difference(one.resize(size), other.resize(size))
        assert ImageStat.Stat(apart).mean[0] > 8


def test_a_zip_is_solved_by_a_line_past_its_waypoints() -> None:
    puzzle = make_puzzle(5, kind="zip", seed=1)
    theme = THEMES["print"]
    shown, solved = (
        puzzle_scene(puzzle.problem, theme, solution=tour).shapes for tour in (None, puzzle.tour)
    )
    new = [shape for shape in solved if shape not in shown]
    (line,) = new
    assert isinstance(line, Line)
    assert line.points == tuple(centre(puzzle.tour.board, s) for s in puzzle.tour.squares)
    sheet = pdf_sheet([puzzle], solutions={0: puzzle.tour})
    pages = [page.extract_text().split() for page in PdfReader(io.BytesIO(sheet)).pages]
    count = len(puzzle.problem.waypoints)
    assert all({*map(str, range(1, count + 1))} <= {*page} for page in pages)
    assert str(count + 1) not in pages[1][:-3]
    assert "draw opacity" in tikz_of(
        scene_svg(puzzle_scene(puzzle.problem, theme, solution=puzzle.tour), theme, "")
    )


@pytest.mark.parametrize("first", [0, 1, 7])
def test_a_solution_has_the_clues_heavy_and_numbers_from_the_first(first: int) -> None:
    problem = Problem("1 . .\n. . .\n5 . .", "wazir")
    scene = puzzle_scene(problem, THEMES["light"], solution=find_tour(problem), first=first)
    (labels,) = (shape for shape in scene.shapes if isinstance(shape, Labels))
    assert labels.given == {place for place, _number in problem.clues}
    assert sorted(int(text) for _square, text in labels.labels) == [*range(first, first + 9)]
