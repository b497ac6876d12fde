"""Expanding a plan to the numbers of all squares of a board.

Plans come from :mod:`caballero.find.construct.plan`: small tours, and joins of two plans. The ranks
of a part's squares, row by row, are computed from the ranks of its two parts (:data:`spread`). The
numbers of a whole tour reach a part as a few ranges, in the order of its ranks, and :data:`write`
looks up the number of each square in them. As in all block algorithms, a part is small enough for
its ranks to fit into the cache; equal parts share them.

Invariant: each square of a part is written once, so parts that cover a board write all of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from caballero.machine.kernel import Counts, Marks, Places, kernel


@dataclass(frozen=True, slots=True)
class Sheet:
    """The output, and how the squares of a plan are numbered on their board."""

    found: Marks  # the square with each number, or, if `by_square`, the number of each square
    by_square: int  # 0 or 1
    down: int  # the difference between the numbers of a square and the square below
    right: int  # the same for the square to its right
    # 0: row r of the plan is row 3 - r of the board in odd columns; 1: in even ones; -1: in none.
    mirrored: int = -1


@kernel
def spread(
    part: Places, part_columns: int, whole: Places, columns: int, begin: int,
    in_guest: bool, slot: int, shift: int, sign: int, guest_size: int,
) -> None:  # fmt: skip
    """Write the ranks of a part into the whole, from `begin` on, changed by the seam."""
    at = begin
    column = 0
    for i in range(len(part)):
        rank = part[i]
        if in_guest:
            rank = shift + sign * rank
            if rank < slot:
                rank += guest_size
        elif rank >= slot:
            rank += guest_size
        whole[at + column] = rank
        column += 1
        if column == part_columns:
            column = 0
            at += columns


@kernel
def write(
    sheet: Sheet, ranks: Places, pieces: Counts, numbers: Marks, row: int, column: int, columns: int
) -> None:
    """Write the squares of a part.

    `ranks` has the ranks of its squares, row by row; `pieces` has the first number, the length and
    the step of each range of its numbers; `row` and `column` are its place in the plan, `columns`
    its width. `numbers` is scratch, at least as long as `ranks`.
    """
    found = sheet.found
    at = 0
    for p in range(0, len(pieces), 3):
        number = pieces[p]
        for _ in range(pieces[p + 1]):
            numbers[at] = number
            at += 1
            number += pieces[p + 2]
    right = sheet.right
    i = 0
    for r in range(row, row + len(ranks) // columns):
        even = odd = r * sheet.down  # where the row begins on the board, in each column
        if sheet.mirrored == 0:
            odd = (3 - r) * sheet.down
        elif sheet.mirrored == 1:
            even = (3 - r) * sheet.down
        for c in range(column, column + columns):
            square = (odd if c % 2 else even) + c * right
            number = numbers[ranks[i]]
            i += 1
            if sheet.by_square:
                found[square] = number
            else:
                found[number] = square
