"""Drawings of boards in text.

A drawing has a character for each cell: ``.`` is a square, ``#`` a hole. If numbers occur
(:meth:`caballero.Problem.from_drawing`), blanks separate the cells. An empty line separates the
layers of a box; each further dimension adds another empty line.

Here a drawing is a set of cells with any text; :class:`caballero.Board` and
:class:`caballero.Problem` interpret it.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias, TypeVar

from caballero.machine.arguments import of_type
from caballero.machine.errors import InvalidBoard

Cell: TypeAlias = tuple[int, ...]
"""Where a cell of a drawing stands: (row, column) from 0, (layer, row, column), …"""

MAX_DIMENSIONS: Final = 8
"""More dimensions than this are refused: a king's moves alone would number 3^d."""

Line = TypeVar("Line")


def parse_cells(text: str) -> tuple[tuple[int, ...], dict[Cell, str]]:
    """Read a drawing into its sides and the text of each cell.

    Raises :class:`InvalidBoard` if the drawing is empty, or rows or layers differ in length.
    """
    lines = [line.strip() for line in of_type("text", text, str).strip("\n").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise InvalidBoard("drawing-empty")
    # Without numbers and blanks, every character is a cell.
    apart = bool(re.search(r"\d|\S[ \t]+\S", text))
    blanks = max(len(run) for run in re.findall(r"(?:^\n)*", "\n".join(lines) + "\n", re.M))
    cells: dict[Cell, str] = {}
    shape: list[int] = [0] * (blanks + 2)

    def read(block: list[str], place: Cell) -> None:
        axis = len(place)
        if axis == blanks + 1:
            parts = block[0].split() if apart else list(block[0])
            for column, cell in enumerate(parts):
                cells[*place, column] = cell
        else:
            pieces = split_blocks(block, blanks - axis)
            parts = ["" for _ in pieces]
            for i, piece in enumerate(pieces):
                read(piece, (*place, i))
        shape[axis] = shape[axis] or len(parts)
        if len(parts) != shape[axis]:
            raise InvalidBoard(
                "drawing-ragged",
                place=",".join(map(str, place)),
                count=len(parts),
                first=shape[axis],
            )

    if blanks + 2 > MAX_DIMENSIONS:
        raise InvalidBoard("board-dimensions", count=blanks + 2, most=MAX_DIMENSIONS)
    read(lines, ())
    return tuple(shape), cells


def draw_cells(shape: tuple[int, ...], marks: dict[Cell, str]) -> str:
    """Return a drawing: marked cells show their marks, the others ``.``.

    >>> print(draw_cells((2, 3), {(0, 0): "#", (1, 2): "12"}))
     #  .  .
     .  . 12
    """
    width = max(map(len, marks.values()), default=1)
    numbered = any(mark[0].isdigit() for mark in marks.values())

    def draw(place: Cell) -> str:
        if len(place) == len(shape) - 1:
            row = [marks.get((*place, c), ".") for c in range(shape[-1])]
            return " ".join(mark.rjust(width) for mark in row) if numbered else "".join(row)
        gap = "\n" * (len(shape) - 1 - len(place))
        return gap.join(draw((*place, i)) for i in range(shape[len(place)]))

    return draw(())


def split_blocks(lines: list[Line], blanks: int) -> list[list[Line]]:
    """Split lines at runs of at least `blanks` empty lines; 0 separates all lines.

    >>> split_blocks(["a", "", "b", "", "", "c"], 2)
    [['a', '', 'b'], ['c']]
    """
    if blanks == 0:
        return [[line] for line in lines]
    blocks: list[list[Line]] = [[]]
    empty: list[Line] = []
    for line in lines:
        if not line:
            empty.append(line)
            continue
        if len(empty) >= blanks and blocks[-1]:
            blocks.append([])
        elif blocks[-1]:
            blocks[-1].extend(empty)
        blocks[-1].append(line)
        empty = []
    return blocks
