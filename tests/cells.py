"""Hexagons and triangles by plane geometry alone: the oracle of the boards that have them."""

import math
from collections.abc import Iterable, Sequence

from caballero import Board
from caballero.model.symmetry import normal_order

Square = tuple[int, int]
Point = tuple[float, float]
Corners = frozenset[tuple[int, int]]


def rows_of(name: str) -> list[tuple[float, int]]:
    """The left end of each row, in cells, and the number of its cells."""
    kind, sides = name[:3], [*map(int, name[3:].split("x"))]
    if len(sides) == 2:
        rows, columns = sides
        return [(r % 2 / 2 if kind == "hex" else 0, columns) for r in range(rows)]
    side = sides[0]
    if kind == "hex":
        lengths = [*range(side, 2 * side), *range(2 * side - 2, side - 1, -1)]
        return [((2 * side - 1 - length) / 2, length) for length in lengths]
    return [(side - r - 1, 2 * r + 1) for r in range(side)]


def cells_of(board: Board) -> list[Square]:
    """The cells of a named board, row after row, without its holes."""
    rows = rows_of(board.name)
    cells = [(r, c) for r, (_, length) in enumerate(rows) for c in range(length)]
    return [cell for cell in cells if cell not in board.holes]


def middle(name: str, cell: Square) -> Point:
    """The middle of a hexagon that is 1 wide, or of a triangle of side 2."""
    left = rows_of(name)[cell[0]][0] + cell[1]
    if name.startswith("hex"):
        return left, cell[0] * math.sqrt(3) / 2
    corners = triangle(name, cell)
    return (sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3 * math.sqrt(3))


def triangle(name: str, cell: Square) -> Corners:
    """The corners of a triangle: (half sides from the left, rows from the top)."""
    row, place = cell
    rows = rows_of(name)
    x = int(rows[row][0]) + place + 1
    first = int(rows[0][0]) + 1
    if (x + row - first) % 2 == 0:
        return frozenset({(x, row), (x - 1, row + 1), (x + 1, row + 1)})
    return frozenset({(x, row + 1), (x - 1, row), (x + 1, row)})


def neighbours(board: Board, *, corners: bool = False) -> list[list[int]]:
    """The cells that touch each one: along a side; with `corners`, at a corner, too."""
    name, cells = board.name, cells_of(board)
    if name.startswith("hex"):
        points = [middle(name, cell) for cell in cells]
        return [
            [w for w, b in enumerate(points) if math.isclose(math.dist(a, b), 1)] for a in points
        ]
    own = [triangle(name, cell) for cell in cells]
    shared = 1 if corners else 2
    return [
        [w for w, b in enumerate(own) if v != w and len(a & b) >= shared] for v, a in enumerate(own)
    ]


def symmetries(board: Board) -> set[tuple[int, ...]]:
    """The permutations of the cells by turns of 60 degrees and reflections about their centre."""
    points = [middle(board.name, cell) for cell in cells_of(board)]
    count = len(points)
    x, y = (sum(along) / count for along in zip(*points, strict=True))
    found = set()
    for sixth in range(6):
        cos, sin = math.cos(sixth * math.pi / 3), math.sin(sixth * math.pi / 3)
        for mirror in (1, -1):
            images = [
                (
                    x + cos * (a - x) - sin * mirror * (b - y),
                    y + sin * (a - x) + cos * mirror * (b - y),
                )
                for a, b in points
            ]
            order = [_at(points, image) for image in images]
            if None not in order:
                found.add(tuple(v for v in order if v is not None))
    return found


def _at(points: Sequence[Point], image: Point) -> int | None:
    return next((v for v, point in enumerate(points) if math.dist(point, image) < 1e-6), None)


def classes(lines: Iterable[Sequence[int]], group: Iterable[Sequence[int]], closed: bool) -> int:
    """The number of lines that no symmetry, reversal or other first cell makes the same."""
    left = {normal_order(tuple(line), closed) for line in lines}
    images, count = [*group], 0
    while left:
        line = left.pop()
        left -= {normal_order(tuple(g[v] for v in line), closed) for g in images}
        count += 1
    return count
