"""Plans: a tour as a tree of small tours that are joined, from which any part can be read.

A *plan* is a rectangle with a tour: a small rectangle that is stored (:class:`Base`), or two plans
side by side whose tours are joined (:class:`Join`). The *host* loses a move ``x–y`` near the common
border, which the tour of the *guest* replaces: ``x, u, …, v, y``, where ``u–v`` is a move that the
guest loses, or its two ends. So the *rank* of a square, its place in the tour, follows from its
rank in its part::

    host    rank                    if rank < slot, otherwise rank + guest_size
    guest   shift + sign · rank     if that is ≥ slot, otherwise guest_size more

A board that is halved again and again has few kinds of parts, and parts of the same kind are the
same object. So its plan is small, however large the board, and a square is found in as many steps
as the plan is deep. The idea of joining the tours of quarters by moves near their corners is I.
Parberry's ("An efficient algorithm for the knight's tour problem", Discrete Applied Mathematics 73,
1997); here parts are joined two by two, which works for every rectangle.

The *gates* of a part are the pairs of squares ``x, y`` or ``u, v`` near its corners; −1 is the
last row or column::

    right   x, y = (0, −1), (2, −2)     a guest to the right is entered at its
    left    u, v = (1, 1), (3, 0)       gate, where u is a move from x, and v from y;
    below   x, y = (−1, 0), (−2, 2)     likewise a guest below at its
    above   u, v = (1, 1), (0, 3)       gate

Invariants: squares of consecutive ranks are a move apart, in a closed plan also the last and
the first; the ranks at a gate that is used differ by 1, in a closed plan or a guest modulo the
size. A join keeps these, because it uses the gates at two corners that touch, and those at the
outer corners remain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from caballero.find.kernels import plans as kernel
from caballero.machine.kernel import Counts, Ints, Marks, Places, array_of, zeros
from caballero.machine.limits import pause
from caballero.model.board import Square

Numbers: TypeAlias = list[range]
"""The numbers of a part's squares, in the order of their ranks."""

Gate: TypeAlias = tuple[int, int]
"""The ranks of the two squares of a gate."""

BLOCK: Final = 2**16
"""The most squares of a part that is written at once: they fit into the cache."""

# The left gates of parts of two rows (see `layout`) and of three: they are the two ends.
_ENTRY: Final = MappingProxyType({2: ((1, 1), (0, 0)), 3: ((2, 0), (1, 0))})


class Gates(NamedTuple):
    """The gates of a part."""

    left: Gate
    above: Gate
    right: Gate
    below: Gate


@dataclass(frozen=True, slots=True)
class Base:
    """A small tour, square by square."""

    rows: int
    columns: int
    squares: tuple[Square, ...]  # by rank
    ranks: tuple[int, ...]  # row by row
    gates: Gates  # only the moves that joins use need to be gates

    @property
    def size(self) -> int:
        """The number of squares."""
        return len(self.squares)


class Seam(NamedTuple):
    """The map from ranks in the parts of a join to ranks in the whole; see the module."""

    slot: int
    shift: int
    sign: int
    guest_size: int

    def rank(self, rank: int, in_guest: bool) -> int:
        """Return the rank in the whole of a rank in the host or in the guest."""
        if in_guest:
            rank = self.shift + self.sign * rank
            return rank if rank >= self.slot else rank + self.guest_size
        return rank if rank < self.slot else rank + self.guest_size


@dataclass(frozen=True, slots=True)
class Join:
    """Two plans, joined."""

    rows: int
    columns: int
    size: int  # rows times columns
    first: Plan  # the upper part, or the left part
    second: Plan  # the lower part, or the right part
    down: bool  # whether the second part lies below the first
    cut: int  # the first row or column of the second part
    second_is_guest: bool  # otherwise the first part is
    seam: Seam  # from their ranks to the ranks of the whole
    gates: Gates  # the outer gates


Plan: TypeAlias = Base | Join


def base(squares: Sequence[Square], rows: int, columns: int) -> Base:
    """Return the plan of a tour that is given square by square."""
    rank = {square: i for i, square in enumerate(squares)}
    ranks = tuple(rank[r, c] for r in range(rows) for c in range(columns))

    def gate(a: Square, b: Square) -> Gate:
        return rank.get(a, -1), rank.get(b, -1)  # a narrow board does not have all gates

    gates = Gates(
        left=gate(*_ENTRY.get(rows, ((1, 1), (3, 0)))),
        above=gate((1, 1), (0, 3)),
        right=gate((0, columns - 1), (min(2, rows - 1), columns - 2)),
        below=gate((rows - 1, 0), (rows - 2, 2)),
    )
    return Base(rows, columns, tuple(squares), ranks, gates)


def join(first: Plan, second: Plan, *, down: bool, second_is_guest: bool = True) -> Join:
    """Join two plans; the guest is closed, or its ends are its gate."""
    ours, theirs = first.gates, second.gates
    gate, entry = (ours.below, theirs.above) if down else (ours.right, theirs.left)
    if second_is_guest:
        seam = _seam(first, gate, second, entry)
    else:
        seam = _seam(second, entry, first, gate)

    def outer(gate: Gate, of_second: bool) -> Gate:
        in_guest = of_second == second_is_guest
        return seam.rank(gate[0], in_guest), seam.rank(gate[1], in_guest)

    return Join(
        rows=first.rows + second.rows if down else first.rows,
        columns=first.columns if down else first.columns + second.columns,
        size=first.size + second.size,
        first=first,
        second=second,
        down=down,
        cut=first.rows if down else first.columns,
        second_is_guest=second_is_guest,
        seam=seam,
        gates=Gates(
            left=outer(ours.left, False),
            above=outer(ours.above, False),
            right=outer(ours.right, False) if down else outer(theirs.right, True),
            below=outer(theirs.below, True) if down else outer(ours.below, False),
        ),
    )


def _seam(host: Plan, gate: Gate, guest: Plan, entry: Gate) -> Seam:
    (x, y), (u, v) = gate, entry
    if x == (y + 1) % host.size:
        x, y, u, v = y, x, v, u  # now the host goes from x to y, and the guest from u to v
    sign = 1 if v == (u - 1) % guest.size else -1
    return Seam(x + 1, x + 1 - sign * u, sign, guest.size)


# -- a square ------------------------------------------------------------------------------


def rank_of(plan: Plan, row: int, column: int) -> int:
    """Return the rank of a square; linear in the depth of the plan."""
    passed = []
    while isinstance(plan, Join):
        beyond = (row if plan.down else column) >= plan.cut
        passed.append((plan.seam, beyond == plan.second_is_guest))
        if not beyond:
            plan = plan.first
            continue
        if plan.down:
            row -= plan.cut
        else:
            column -= plan.cut
        plan = plan.second
    rank = plan.ranks[row * plan.columns + column]
    for (slot, shift, sign, guest_size), in_guest in reversed(passed):
        # As in Seam.rank; a call would take twice the time.
        if in_guest:
            rank = shift + sign * rank
            if rank < slot:
                rank += guest_size
        elif rank >= slot:
            rank += guest_size
    return rank


def square_of(plan: Plan, rank: int) -> Square:
    """Return the square with a rank; linear in the depth of the plan."""
    row = column = 0
    while isinstance(plan, Join):
        slot, shift, sign, guest_size = plan.seam
        in_guest = slot <= rank < slot + guest_size
        if in_guest:
            rank = sign * (rank - shift) % guest_size
        elif rank >= slot:
            rank -= guest_size
        if in_guest != plan.second_is_guest:
            plan = plan.first
            continue
        if plan.down:
            row += plan.cut
        else:
            column += plan.cut
        plan = plan.second
    r, c = plan.squares[rank]
    return row + r, column + c


# -- all squares ---------------------------------------------------------------------------


class Part(NamedTuple):
    """A part of a plan: its place, and the numbers of its squares by rank."""

    plan: Plan
    row: int
    column: int
    numbers: Numbers


def parts(plan: Plan, numbers: Numbers, most: int) -> Iterator[Part]:
    """Yield the parts of a plan that have at most `most` squares, or cannot be divided.

    The numbers of the whole are pushed down into its parts. In each part they remain a few
    ranges, because the tour leaves it near its corners only.
    """
    waiting = [Part(plan, 0, 0, numbers)]
    while waiting:
        part = waiting.pop()
        whole, row, column, numbers = part
        if isinstance(whole, Base) or whole.size <= most:
            yield part
            continue
        slot, shift, sign, guest_size = whole.seam
        host = sliced(numbers, 0, slot) + sliced(numbers, slot + guest_size, whole.size)
        guest = sliced(numbers, slot, slot + guest_size)
        if sign < 0:
            guest = [piece[::-1] for piece in reversed(guest)]
        # The place of rank 0 among the numbers of the guest.
        at = (shift - slot) % guest_size if sign > 0 else (slot - 1 - shift) % guest_size
        guest = sliced(guest, at, guest_size) + sliced(guest, 0, at)
        first, second = (host, guest) if whole.second_is_guest else (guest, host)
        below, right = (whole.cut, 0) if whole.down else (0, whole.cut)
        waiting.append(Part(whole.second, row + below, column + right, second))
        waiting.append(Part(whole.first, row, column, first))


def sliced(numbers: Numbers, start: int, stop: int) -> Numbers:
    """Return ``numbers[start:stop]``, as if the ranges were joined."""
    found = []
    for piece in numbers:
        if start < len(piece) and stop > 0:
            found.append(piece[max(start, 0) : stop])
        start -= len(piece)
        stop -= len(piece)
    return [piece for piece in found if piece]


def write(plan: Plan, numbers: Numbers, sheet: kernel.Sheet) -> None:
    """Write all squares of a plan by rank, in blocks; squares of equal plans only once."""
    known: dict[int, Ints] = {}
    scratch = zeros(Marks, min(plan.size, BLOCK))
    for part, row, column, pieces in parts(plan, numbers, BLOCK):
        pause()
        flat = [x for piece in pieces for x in (piece.start, len(piece), piece.step)]
        ranks = _ranks(part, known)
        kernel.write(sheet, ranks, array_of(Counts, flat), scratch, row, column, part.columns)


def _ranks(plan: Plan, known: dict[int, Ints]) -> Ints:
    """Return the ranks of the squares, row by row; equal plans share them."""
    if id(plan) not in known:
        if isinstance(plan, Base):
            found = array_of(Places, plan.ranks)
        else:
            found = zeros(Places, plan.size)
            beyond = plan.cut * (plan.columns if plan.down else 1)
            for part, begin, second in ((plan.first, 0, False), (plan.second, beyond, True)):
                kernel.spread(
                    _ranks(part, known), part.columns, found, plan.columns, begin,
                    second == plan.second_is_guest, *plan.seam,
                )  # fmt: skip
        known[id(plan)] = found
    return known[id(plan)]
