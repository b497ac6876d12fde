"""The plan of each rectangle.

- **Both sides at least 5, an even number of squares**: the longer side is cut in two near its
  middle until both sides are at most 10; either part has an even side, so that every part
  has a closed tour.
- **Both sides odd**: there is no closed tour. The start lies in a small tile with odd sides, whose
  open tour is found by Warnsdorff's rule with steps back. The rest of the board is cut into
  rectangles with an even side, which are guests of the tile: above, over the whole width, then
  to the left, to the right, and below.
- **Three rows**: 3×4 tours from (2, 0) to (1, 0) are guests of each other, and then of a 3×10
  or 3×12 board, or of 3×7 or 3×9 if there is no closed tour (Schwenk 1991; van Rees 1996).
- **Four rows**: two halves, see :mod:`.layout`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from caballero.find.kernels import warnsdorff
from caballero.model.board import Board, Square
from caballero.model.problem import Problem

from .layout import FourRows, Layout, Plain, Transposed
from .plan import Base, Plan, base, join
from .tables import first_halves, inserted_half, small_tour

TILES: Final = (7, 9, 5, 11)  # sides of the tile with the start, in the order of trial
TRIES: Final = 8
STEPS: Final = 4000  # of a trial


def closed_layout(rows: int, columns: int) -> Layout:
    """Return a closed tour of a board that has any."""
    if rows == 3:
        first = 10 if columns % 4 == 2 else 12
        return Plain(_lengthen(small_tour(3, first), small_tour(3, 4), columns))
    if columns == 3:
        return Transposed(closed_layout(columns, rows))
    return Plain(_closed_plan(rows, columns, {}))


def open_layout(rows: int, columns: int) -> Layout:
    """Return an open tour of a board with a side below 5 that has no closed tour."""
    if rows > columns:
        return Transposed(open_layout(columns, rows))
    if rows == 1:
        return Plain(base([(0, 0)], 1, 1))
    if rows == 3:
        first = {0: 4, 1: 9, 3: 7}[columns % 4]
        return Plain(_lengthen(small_tour(3, first), small_tour(3, 4), columns))
    half, other = first_halves(5 + (columns - 5) % 3)
    guest = inserted_half()
    return FourRows(_lengthen(half, guest, columns), _lengthen(other, guest, columns))


def odd_layout(rows: int, columns: int, start: Square) -> Layout:
    """Return an open tour of a board with odd sides from 5, from a square of its corners' colour.

    Every such start has a tour: along a side there are only 129 different cases (of the places for
    the tile and its surroundings). All of them occur on sides up to 33, and every pair was tested.
    """
    return Plain(next(_odd_plans(rows, columns, start)))


# -- closed tours --------------------------------------------------------------------------


def _closed_plan(rows: int, columns: int, known: dict[tuple[int, int], Plan]) -> Plan:
    """Return a closed plan; both sides are at least 5, and a side is even."""
    sides = rows, columns
    if sides not in known:
        longer = max(sides)
        # This makes as many even sides as possible: an odd side gets only a single odd part.
        cut = longer - max(6, longer // 4 * 2)
        if longer <= 10:
            known[sides] = small_tour(rows, columns)
        elif rows == longer:
            upper, lower = (
                _closed_plan(cut, columns, known),
                _closed_plan(rows - cut, columns, known),
            )
            known[sides] = join(upper, lower, down=True)
        else:
            left, right = _closed_plan(rows, cut, known), _closed_plan(rows, columns - cut, known)
            known[sides] = join(left, right, down=False)
    return known[sides]


def _lengthen(first: Plan, guest: Base, columns: int) -> Plan:
    """Lengthen a plan by guests, to at most `columns` columns."""
    count = (columns - first.columns) // guest.columns
    return join(first, _repeat(guest, count, {1: guest}), down=False) if count else first


def _repeat(guest: Base, count: int, known: dict[int, Plan]) -> Plan:
    if count not in known:
        half = count // 2
        left, right = _repeat(guest, count - half, known), _repeat(guest, half, known)
        known[count] = join(left, right, down=False)
    return known[count]


# -- odd sides -----------------------------------------------------------------------------


def _odd_plans(rows: int, columns: int, start: Square) -> Iterator[Plan]:
    """Yield plans that begin at a square."""
    places = product(tile_places(rows, start[0]), tile_places(columns, start[1]))
    for (above, height), (left, width) in places:
        below, right = rows - above - height, columns - left - width
        needed = (left > 0, above > 0 and not left, right > 0, below > 0)
        tile = _tile(height, width, (start[0] - above, start[1] - left), needed)
        if tile is not None:
            yield _surround(tile, (above, left, right, below))


def tile_places(side: int, at: int) -> Iterator[tuple[int, int]]:
    """Yield begin and length of each odd tile around `at`; the rests are even, not 2 or 4."""
    for length in TILES:
        for before in range(max(0, at - length + 1), at + 1):
            after = side - length - before
            if all(rest == 0 or (rest >= 6 and rest % 2 == 0) for rest in (before, after)):
                yield before, length


def _surround(tile: Plan, around: tuple[int, int, int, int]) -> Plan:
    """Return the plan of a whole board, from a tile and the lengths on its four sides."""
    above, left, right, below = around
    known: dict[tuple[int, int], Plan] = {}
    plan = tile
    if right:
        plan = join(plan, _closed_plan(plan.rows, right, known), down=False)
    if below:
        plan = join(plan, _closed_plan(below, plan.columns, known), down=True)
    if left:
        guest = _closed_plan(plan.rows, left, known)
        plan = join(guest, plan, down=False, second_is_guest=False)
    if above:
        guest = _closed_plan(above, plan.columns, known)
        plan = join(guest, plan, down=True, second_is_guest=False)
    return plan


def _tile(
    rows: int, columns: int, start: Square, needed: tuple[bool, bool, bool, bool]
) -> Base | None:
    """Search for an open tour with the moves at the needed gates."""
    board = Board((rows, columns))
    forbidden: list[tuple[Square, Square]] = []
    if needed[0] or needed[1]:
        # Leave only the moves of the gates at (1, 1); the other gates are in corners anyway.
        forbidden = [((1, 1), (3, 2)), ((1, 1), (2, 3))]
    graph = Problem(board, forbidden=forbidden).graph()
    for seed in range(TRIES):
        state = warnsdorff.new_state(
            graph.indptr, graph.indices, board.index(start), tie=warnsdorff.RANDOM, seed=seed
        )
        if warnsdorff.search(state, STEPS) != warnsdorff.FOUND:
            continue
        squares = [divmod(vertex, columns) for vertex in state.path]
        found = base(squares, rows, columns)
        if all(abs(x - y) == 1 for (x, y), needs in zip(found.gates, needed, strict=True) if needs):
            return found
    return None
