"""Pictures of hexagons and triangles: each cell where plane geometry puts it, in every form."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import cells as naive
from caballero import Board, Problem, find_tour
from caballero.render import pdf_sheet, tour_animation, tour_png, tour_svg, trace_animation
from caballero.render.layout import CELL, SIDE, cell_outline, centre, size_of
from caballero.render.scene import STYLES
from caballero.teaching import trace

NAMES = ["hex1", "hex3", "hex4", "hex4x6", "tri1", "tri4", "tri3x5"]


@pytest.mark.parametrize("name", NAMES)
def test_cells_are_where_plane_geometry_puts_them(name: str) -> None:
    board = Board(name)
    scale = CELL if name.startswith("hex") else SIDE / 2
    points = [naive.middle(name, cell) for cell in naive.cells_of(board)]
    shown = [centre(board, square) for square in board]
    for (x, y), (a, b) in zip(shown, points, strict=True):
        assert x - shown[0][0] == pytest.approx(scale * (a - points[0][0]))
        assert y - shown[0][1] == pytest.approx(scale * (b - points[0][1]))


@pytest.mark.parametrize("name", NAMES)
def test_the_outlines_fill_the_board_without_overlaps(name: str) -> None:
    board = Board(name)
    wide, tall = size_of(board)
    edges: dict[tuple[float, ...], int] = {}
    for square in board:
        outline = cell_outline(board, square)
        assert len(outline) == (6 if name.startswith("hex") else 3)
        around = [*outline, outline[0]]
        assert all(-1e-6 <= x <= wide + 1e-6 and -1e-6 <= y <= tall + 1e-6 for x, y in outline)
        for a, b in pairwise(around):
            edge = tuple(round(n, 3) + 0 for point in sorted((a, b)) for n in point)
            edges[edge] = edges.get(edge, 0) + 1
    # Two cells share a side exactly if they are neighbours.
    shared = sum(map(len, naive.neighbours(board))) // 2
    assert sum(count == 2 for count in edges.values()) == shared
    assert max(edges.values()) <= 2


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["hex3", "tri3"])
def test_every_style_is_a_picture(name: str, style: str) -> None:
    tour = find_tour(name, piece="king", closed=True)
    root = ElementTree.fromstring(tour_svg(tour, style=style, coordinates=True))
    left, top, wide, high = map(float, root.get("viewBox", "").split())
    for path in re.findall(r'(?:points| d)="([^"]*)"', ElementTree.tostring(root, "unicode")):
        numbers = [float(n) for n in re.findall(r"-?\d+\.?\d*", path.replace("h0", ""))]
        if "v" not in path:
            assert all(left <= x <= left + wide for x in numbers[::2])
            assert all(top <= y <= top + high for y in numbers[1::2])


def test_every_form_is_written() -> None:
    tour = find_tour("hex3", piece="step")
    assert tour_png(tour, coordinates=True)[:4] == b"\x89PNG"
    assert pdf_sheet([tour, Board("tri3"), Problem("hex2", "step", start="a1")])[:5] == b"%PDF-"
    assert tour_animation(tour)[:4] == b"GIF8"
    problem = Problem("hex2", "step", start="a1")
    assert trace_animation(problem, trace(problem))[:4] == b"GIF8"
    assert str(tour._repr_svg_()).startswith("<svg")
    assert str(Board("tri3")._repr_svg_()).startswith("<svg")
