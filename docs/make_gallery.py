"""Draws the pictures of the gallery into docs/img: ``python docs/make_gallery.py``.

The same version of the package makes the same files.
"""

from __future__ import annotations

from pathlib import Path

from caballero import Board, Tour, find_tour
from caballero.board import Square

IMAGES = Path(__file__).parent / "img"
CROSS = Board.from_drawing("\n".join(["##....##"] * 2 + ["........"] * 4 + ["##....##"] * 2))


def quarter_turn(side: int) -> Tour:
    """A closed tour that a quarter turn takes to itself: a quarter of it, found by trying."""
    steps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]

    def turned(square: Square) -> Square:
        return square[1], side - 1 - square[0]

    def orbit(square: Square) -> list[Square]:
        images = [square]
        while len(images) < 4:
            images.append(turned(images[-1]))
        return images

    def extend(path: list[Square], used: set[Square]) -> list[Square] | None:
        here = path[-1]
        onward = [(here[0] + a, here[1] + b) for a, b in steps]
        if 4 * len(path) == side * side:
            return path if turned(path[0]) in onward else None
        for row, column in onward:
            if 0 <= row < side and 0 <= column < side and (row, column) not in used:
                images = orbit((row, column))
                found = extend([*path, (row, column)], used | {*images})
                if found:
                    return found
        return None

    quarter = extend([(0, 0)], {*orbit((0, 0))})
    assert quarter is not None
    squares, part = [], quarter
    for _ in range(4):
        squares += part
        part = [turned(square) for square in part]
    return Tour.from_squares(side, squares, closed=True)


def pictures() -> dict[str, str]:
    """Every picture of the gallery by the name of its file."""
    eight, turn = find_tour(8, closed=True), quarter_turn(6)
    small = find_tour(5, start="a1")
    return {
        "path": small.to_svg(),
        "numbers": eight.to_svg("numbers", "wood"),
        "arrows": small.to_svg("arrows", "dark"),
        "thread": eight.to_svg("thread"),
        "colours": eight.to_svg("colours"),
        "symmetry": turn.to_svg("symmetry"),
        "mosaic": eight.to_svg("mosaic", "dark"),
        "mosaic-turn": turn.to_svg("mosaic", "wood"),
        "print": turn.to_svg("path", "print"),
        "torus": find_tour("5x5 torus", closed=True).to_svg("arrows", "wood"),
        "cross": find_tour(CROSS).to_svg("thread", "dark"),
        "box": find_tour("3x4x4").to_svg("colours"),
    }


if __name__ == "__main__":
    for name, svg in pictures().items():
        (IMAGES / f"gallery-{name}.svg").write_text(svg + "\n", encoding="utf-8")
