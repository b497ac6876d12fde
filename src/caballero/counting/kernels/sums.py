"""Tours whose numbers have given sums on lines: the search for magic tours.

The numbers are given away from both ends, the smallest and the largest first, so that the numbers
that remain are an interval. What remains of a line's sum must lie between the smallest and the
largest sum of as many numbers of that interval. If no move joins two squares of a line, it has no
two consecutive numbers, which makes these bounds far narrower. If moves alternate between two
colours, it is known how many odd and even numbers each line still gets, too.

Each step continues the end with fewer choices (R. M. Haralick and G. L. Elliott, "Increasing tree
search efficiency for constraint satisfaction problems", Artificial Intelligence 14, 1980). A square
that is free needs two neighbours that are free or an end; with only one in addition to the end that
is left, it must come next.

Tours of two kinds of symmetry are found far sooner. A vertex has a *twin* then: in a *turned* tour,
the twin gets the number that is half of all higher, and only the lower half is searched; in a
*mirrored* tour, the twin of 1 is the last, the twin of 2 the second last, and so on.

Invariants between calls: the `order` has the vertices of 1 to `front`, and of the last `back`
numbers; `rest` and `left` are what the lines still get; `degree` counts the neighbours of a vertex
that are free or an end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from caballero.machine.kernel import Counts, Flags, Ints, Marks, Places, array_of, kernel, zeros

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # `order` is a tour; call again for the next tour
EXHAUSTED: Final = 2  # there is no other tour


@dataclass(slots=True)
class State:
    """The state of a search."""

    indptr: Places  # the graph
    indices: Places
    entry: Places  # the lines of vertex v: line_of[entry[v]] to line_of[entry[v + 1] - 1]
    line_of: Places
    twin: Places  # the twin of each vertex; empty if there are none
    highest: Marks  # the largest sums; see `largest_sums`
    kind: Marks  # where the part of `highest` begins that is for the line
    rest: Counts  # by line: the sum of the numbers that it still gets
    left: Marks  # by line: how many even, and how many odd numbers; all are even if none alternate
    poor: Flags  # by line: 1 if it cannot go without the next number
    free: Flags
    degree: Marks
    order: Places  # by number, from 0
    options: Places  # `width` vertices for each level: the choices that are left
    many: Marks  # how many of them
    tried: Marks  # how many of these were tried
    side: Flags  # by level: 0 if the front goes on, 1 if the back does
    width: int
    block: int  # entries of `highest` for each number of numbers
    wide: int  # how many there are for each number of odd numbers
    alternating: int  # 1 if the numbers of a vertex are all odd or all even
    mirrored: int
    turned: int
    front: int = 0
    back: int = 0
    level: int = 0
    floor: int = 0  # the search ends with the last choice of this level
    nodes: int = 0


def largest_sums(
    numbers: int,
    most: int,
    *,
    spaced: bool,
    alternating: bool,
    pause: Callable[[], None] | None = None,
) -> list[int]:
    """Return the largest sums of numbers from an interval, less its first number for each of them.

    By the parity of the first number, by the length of the interval up to `numbers`, by how many
    are odd and how many are even, up to `most` each; -1 where the interval is too short. The number
    of odd numbers is left out unless numbers are `alternating`. If `spaced`, no two are
    consecutive.

    >>> largest_sums(3, 2, spaced=True, alternating=False)[9:12]
    [0, 2, 2]
    """
    odds = most + 1 if alternating else 1
    size = odds * (most + 1)
    sums: list[int] = []
    for first in range(2):
        without = [0] + [-1] * (size - 1)  # the best so far; the last number is not taken
        taken = [-1] * size  # it is
        sums += without
        for i in range(numbers):
            if pause is not None:
                pause()
            best = [max(pair) for pair in zip(without, taken, strict=True)]
            before = without if spaced else best
            step = most + 1 if alternating and (first + i) % 2 else 1
            taken = [-1] * size
            for at in range(step, size):
                fits = step > 1 or at % (most + 1) > 0
                if fits and before[at - step] >= 0:
                    taken[at] = before[at - step] + i
            without = best
            sums += [max(pair) for pair in zip(without, taken, strict=True)]
    return sums


def new_state(
    rows: Sequence[Sequence[int]],
    lines: Sequence[tuple[Sequence[int], int]],
    ends: tuple[int, int],
    *,
    numbers: int,
    colours: Sequence[int] = (),
    twin: Sequence[int] = (),
    mirrored: bool = False,
    pause: Callable[[], None] | None = None,
) -> State | None:
    """Return the state of a search from the ends; None if these already miss a sum.

    `rows` are the neighbours of each vertex; `lines` have their vertices and sums, `ends` the
    vertices of 1 and of the last of the `numbers`, which are at least two. The `colours`, 0 or 1,
    alternate along moves. With a `twin`, tours are `mirrored` or turned.

    >>> square = [[1, 3], [0, 2], [1, 3], [2, 0]]
    >>> state = new_state(square, [([0, 2], 4), ([1, 3], 6)], (0, 3), numbers=4)
    >>> search(state, 10) == FOUND, list(state.order)
    (True, [0, 1, 2, 3])
    """
    size = len(rows)
    turned = len(twin) > 0 and not mirrored
    left = [0] * (2 * len(lines))
    own: list[list[int]] = [[] for _ in range(size)]
    for line, (vertices, _total) in enumerate(lines):
        for v in vertices:
            own[v].append(line)
            if not turned or v <= twin[v]:  # not the second of two twins
                odd = bool(colours) and colours[v] == colours[ends[0]]
                left[2 * line + odd] += 1
    most, width = max(left, default=0), max(map(len, rows), default=0)
    highest = _tables(numbers, most, bool(colours), pause)
    joined = [{w for v in vertices for w in rows[v]} & {*vertices} for vertices, _total in lines]
    state = State(
        *_packed(rows), *_packed(own),
        twin=array_of(Places, twin), highest=highest,
        kind=array_of(Marks, [0 if near else len(highest) // 2 for near in joined]),
        rest=array_of(Counts, [total for _vertices, total in lines]),
        left=array_of(Marks, left), poor=zeros(Flags, len(lines)),
        free=array_of(Flags, [1] * size), degree=array_of(Marks, map(len, rows)),
        order=zeros(Places, numbers), options=zeros(Places, width * (numbers + 1)),
        many=zeros(Marks, numbers + 1), tried=zeros(Marks, numbers + 1),
        side=zeros(Flags, numbers + 1), width=width,
        block=(most + 1) * (most + 1 if colours else 1), wide=most + 1,
        alternating=int(bool(colours)), mirrored=int(mirrored), turned=int(turned),
    )  # fmt: skip
    for side, v in enumerate(ends):
        _put(state, v, side)
    if not fits_all(state):
        return None
    if numbers > 2:
        _choose(state)
    return state


@lru_cache(maxsize=4)
def _tables(numbers: int, most: int, alternating: bool, pause: Callable[[], None] | None) -> Ints:
    """Return the largest sums of any numbers, then of spaced numbers, to read only."""
    return array_of(
        Marks,
        [
            total
            for spaced in (False, True)
            for total in largest_sums(
                numbers, most, spaced=spaced, alternating=alternating, pause=pause
            )
        ],
    )


def _packed(rows: Iterable[Sequence[int]]) -> tuple[Ints, Ints]:
    """Return where each row begins, and all rows as an array."""
    starts: list[int] = [0]
    flat: list[int] = []
    for row in rows:
        flat += row
        starts.append(len(flat))
    return array_of(Places, starts), array_of(Places, flat)


@kernel
def search(state: State, steps: int) -> int:
    """Continue to the next tour, entering at most `steps` nodes; `RUNNING` if all were entered."""
    until = state.nodes + steps
    numbers = len(state.order)
    if numbers == 2 and state.nodes == 0 and steps > 0:
        state.nodes = 1
        return FOUND if _are_joined(state) else EXHAUSTED
    while state.nodes < until:
        level = state.level
        if state.tried[level] < state.many[level]:
            v = state.options[level * state.width + state.tried[level]]
            state.tried[level] += 1
            _put(state, v, state.side[level])
            state.nodes += 1
            state.level += 1
            state.tried[level + 1] = 0
            state.many[level + 1] = 0
            if state.front + state.back == numbers:
                if _are_joined(state):
                    return FOUND
            else:
                _choose(state)
        else:
            if level <= state.floor:
                return EXHAUSTED
            state.level = level - 1
            _take_back(state, state.side[level - 1])
    return RUNNING


@kernel
def fits_all(state: State) -> bool:
    """Return whether each line can still get its sum."""
    low = state.front + 1
    count = len(state.order) - state.front - state.back
    fits = True
    for line in range(len(state.rest)):
        fits = fits and _fits(state, line, low, count)
    return fits


def _are_joined(state: State) -> bool:
    """Return whether a move joins the two ends, between which no number is left."""
    v = state.order[state.front - 1]
    w = state.order[state.front]
    joined = False
    for i in range(state.indptr[v], state.indptr[v + 1]):
        joined = joined or state.indices[i] == w
    return joined


def _end(state: State, side: int) -> int:
    return state.order[state.front - 1 if side == 0 else len(state.order) - state.back]


def _put(state: State, v: int, side: int) -> None:
    """Give a vertex the next number of a side; its neighbours lose the old end of that side."""
    numbers = len(state.order)
    if (state.front if side == 0 else state.back) > 0:
        _change_degrees(state, _end(state, side), -1)
    if side == 0:
        state.front += 1
        number = state.front
    else:
        state.back += 1
        number = numbers - state.back + 1
    state.order[number - 1] = v
    state.free[v] = 0
    if state.turned:
        state.free[state.twin[v]] = 0
    odd = number % 2 if state.alternating else 0
    for i in range(state.entry[v], state.entry[v + 1]):
        line = state.line_of[i]
        state.rest[line] -= number
        state.left[2 * line + odd] -= 1


def _take_back(state: State, side: int) -> None:
    """Undo the last :func:`_put` of a side."""
    v = _end(state, side)
    number = state.front if side == 0 else len(state.order) - state.back + 1
    odd = number % 2 if state.alternating else 0
    for i in range(state.entry[v], state.entry[v + 1]):
        line = state.line_of[i]
        state.rest[line] += number
        state.left[2 * line + odd] += 1
    state.free[v] = 1
    if state.turned:
        state.free[state.twin[v]] = 1
    if side == 0:
        state.front -= 1
    else:
        state.back -= 1
    _change_degrees(state, _end(state, side), 1)


def _change_degrees(state: State, v: int, by: int) -> None:
    for i in range(state.indptr[v], state.indptr[v + 1]):
        state.degree[state.indices[i]] += by
    if state.turned:
        w = state.twin[v]
        for i in range(state.indptr[w], state.indptr[w + 1]):
            state.degree[state.indices[i]] += by


def _choose(state: State) -> None:
    """Choose the side that goes on at this level, and write its choices."""
    if state.mirrored:
        state.side[state.level] = state.front > state.back
        _write_options(state, state.front > state.back)
        return
    state.side[state.level] = 0
    _write_options(state, 0)
    many = state.many[state.level]
    if many <= 1:
        return
    _write_options(state, 1)
    if state.many[state.level] < many or (
        state.many[state.level] == many and state.back < state.front
    ):
        state.side[state.level] = 1
    else:
        _write_options(state, 0)


def _write_options(state: State, side: int) -> None:
    """Write the vertices that a side may enter next at this level."""
    level = state.level
    state.many[level] = 0
    low = state.front + 1 + (side == 0)
    count = len(state.order) - state.front - state.back - 1
    number = state.front + 1 if side == 0 else len(state.order) - state.back
    poor = 0
    for line in range(len(state.rest)):
        state.poor[line] = not _fits(state, line, low, count)
        poor += state.poor[line]
    h = _end(state, side)
    must = -1
    for i in range(state.indptr[h], state.indptr[h + 1]):
        v = state.indices[i]
        if state.free[v] and state.degree[v] < 3:
            if must >= 0:
                return
            must = v
    twin = state.twin[state.order[state.front - 1]] if state.mirrored and side == 1 else -1
    for i in range(state.indptr[h], state.indptr[h + 1]):
        v = state.indices[i]
        if not state.free[v] or (must >= 0 and v != must) or (twin >= 0 and v != twin):
            continue
        if _is_rich(state, v, number, low, count, poor):
            state.options[level * state.width + state.many[level]] = v
            state.many[level] += 1


def _is_rich(state: State, v: int, number: int, low: int, count: int, poor: int) -> bool:
    """Return whether all lines can get their sums if the vertex gets the number."""
    odd = number % 2 if state.alternating else 0
    for i in range(state.entry[v], state.entry[v + 1]):
        poor -= state.poor[state.line_of[i]]
    if poor > 0:
        return False
    for i in range(state.entry[v], state.entry[v + 1]):
        line = state.line_of[i]
        state.rest[line] -= number
        state.left[2 * line + odd] -= 1
        fits = _fits(state, line, low, count)
        state.rest[line] += number
        state.left[2 * line + odd] += 1
        if not fits:
            return False
    return True


def _fits(state: State, line: int, low: int, count: int) -> bool:
    """Return whether a line can get its sum from the `count` numbers from `low` on."""
    even = state.left[2 * line]
    odd = state.left[2 * line + 1]
    if even < 0 or odd < 0:
        return False
    at = state.kind[line] + odd * state.wide + even
    length = (len(state.order) + 1) * state.block
    top = state.highest[at + (low % 2) * length + count * state.block]
    over = state.rest[line] - (even + odd) * low
    if top < 0 or over > top:
        return False
    last = (low + count - 1) % 2
    bottom = state.highest[at + last * length + count * state.block]
    return over >= (even + odd) * (count - 1) - bottom
