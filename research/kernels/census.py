"""Tours of small boards with equal sums on rows and columns: the fast search of the census.

The numbers are given away from both ends, as in :mod:`caballero.counting.kernels.sums`, so that
the numbers which remain are an interval. Six ideas make this search, of at most 64 squares and 8
lines each way, faster:

- Sets of squares are words of 64 bits. The degrees of all squares are four such words, the digits
  of the degrees, from which the neighbours of a square are subtracted at a stroke.
- The numbers that a line still needs bound the interval: it cannot begin later than a *deadline*,
  nor end too soon. Deadlines come from a table, by the rest of the sum and of the line's odd and
  even numbers. Those of eight lines are lanes of a word, so one subtraction compares them all.
- The end of a tour needs some moves to reach a line, its *delay*, which is another word of lanes.
- Two or three lines without a move among their squares, such as the rows 1, 4 and 7, get no two
  consecutive numbers. Such *groups* have deadlines of their own, which come far sooner.
- Moves from an *outer* line, such as the first row, lead to two lines only, its *neighbours*. So
  the number before each of its numbers is theirs, and the number after its last one, too; the
  interval bounds the sum of their other numbers, which have deadlines as well. Most of them are
  sooner if no end of the tour has a move to the outer line.
- A free square with two neighbours left uses both. No square can serve three of them, and no end
  two; a square that serves two is lost to all others, which may lead to more of them.

Sources: as in :mod:`caballero.counting.kernels.sums`; lanes are described by D. E. Knuth, The Art
of Computer Programming 4A, section 7.1.3.

Invariants between calls: the `order` has the vertices of 1 to `front` and of the last `back`
numbers, and else -1; `need` has the sums and numbers that the lines still need.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from caballero.machine.kernel import (
    Counts,
    Flags,
    Ints,
    Marks,
    Places,
    array_of,
    bit,
    kernel,
    lowest_bit,
    zeros,
)

# What `search` returns, as in `sums`.
RUNNING: Final = 0
FOUND: Final = 1
EXHAUSTED: Final = 2

MOST: Final = 64  # squares
MOST_NEIGHBOURS: Final = 15  # of a square
LANES: Final = 8  # lines of each direction
LANE: Final = 7  # bits of a lane
LATEST: Final = 63  # a deadline that never comes
SUMS: Final = 2047  # the bits of a sum in a need; above them is how many numbers are even
EVEN: Final = 11  # where that begins
COUNT: Final = 15  # the bits of it
ODD: Final = 15  # where the number of odd ones begins
MOST_SUM: Final = 1535  # a larger one in a need is a difference below 0
FIRST: Final = 4 * (SUMS + 1)  # where the deadlines of no numbers with the sum 0 are
GROUPS: Final = 4  # of each direction
OUTER: Final = 4  # outer lines
WHOLE: Final = 16  # bits of a fraction
SLOWEST: Final = 8  # moves, at most, of a delay
ONES: Final = 0x2040810204081  # the lowest bit of each lane
OUTER_ONES: Final = 0x204081  # of the lanes of the front
GUARDS: Final = 0x81020408102040  # the highest one


@dataclass(slots=True)
class State:
    """The state of a search."""

    near: Counts  # the neighbours of each vertex, as a set
    line: Marks  # by vertex: its line of each direction, two of 16; -1 if it has no sum
    members: Counts  # the vertices of each line, as a set
    delay: Counts  # by vertex and direction: the moves to each line, as lanes
    delay_else: Counts  # the same without the vertex's own line
    lane: Counts  # by vertex and direction: the lowest bit of the line's lane
    deadlines: Flags  # see `_deadlines`
    kind: Marks  # by line: 0 if no move joins two of its squares, else 2
    parts: Marks  # by number: the part of a need that it meets
    need: Marks  # by line: the sum of the numbers that it still gets, and how many; see `SUMS`
    order: Marks  # by number, from 0
    sets: Counts  # by level: the free vertices, and 4 digits of the degrees
    lanes: Counts  # by level: the deadlines of the front for rows and columns, and of the back
    groups: Marks  # 4 of each direction, each of two or three lines, or -1
    groups_of: Marks  # by line: its groups, as a set
    group_delay: Counts  # by vertex: as `delay`, for the groups of both directions
    group_else: Counts  # the same without the groups of its lines
    group_lanes: Counts  # by level: the deadlines of all groups, of the front and of the back
    inverse: Marks  # by number of numbers: what divides by them, in parts of 1 << `WHOLE`
    outer: Marks  # the outer lines, each with its neighbours
    outer_of: Marks  # by line: the outer lines that it is, or is a neighbour of, as a set
    outer_near: Counts  # by vertex: the lanes of the outer lines to which it has a move
    outer_else: Counts  # by vertex: the lanes of the outer lines that its lines do not change
    outer_lanes: Counts  # by level: their deadlines, and those without moves of the ends to them
    mirror: Places  # the image of each vertex under a symmetry that exchanges the ends, or none
    options: Marks  # `width` vertices for each level: the choices that are left
    many: Marks  # how many of them
    tried: Marks  # how many of these were tried
    side: Flags  # by level: 0 if the front goes on, 1 if the back does
    width: int
    front: int = 0
    back: int = 0
    level: int = 0
    floor: int = 0  # the search ends with the last choice of this level
    nodes: int = 0


def new_state(
    rows: Sequence[Sequence[int]],
    lines: Sequence[Sequence[tuple[Sequence[int], int]]],
    ends: tuple[int, int],
    *,
    colours: Sequence[int] = (),
    mirror: Sequence[int] = (),
) -> State | None:
    """Return the state of a search from the ends; None if these already miss a sum.

    `rows` are the neighbours of each vertex; `lines` have for each of two directions the vertices
    and the sums of lines without a common vertex; `ends` are those of 1 and the last number. The
    `colours`, 0 or 1, alternate along moves. The `mirror` is a symmetry of the rows and lines, as
    the image of each vertex, that exchanges the ends; of a tour and its image, from the last number
    to the first, the later one may be left out.

    >>> square = [[1, 3], [0, 2], [1, 3], [2, 0]]
    >>> state = new_state(square, [[([0, 2], 4), ([1, 3], 6)], []], (0, 3))
    >>> search.plain(state, 10) == FOUND, list(state.order)
    (True, [0, 1, 2, 3])
    """
    size = len(rows)
    line, members = [-1] * (2 * size), [0] * (2 * LANES)
    need, kind = [0] * (2 * LANES), [0] * (2 * LANES)
    for direction, family in enumerate(lines):
        for at, (vertices, total) in enumerate(family, LANES * direction):
            need[at] = total
            if {w for v in vertices for w in rows[v]} & {*vertices}:
                kind[at] = 2
            for v in vertices:
                line[2 * v + direction] = at
                members[at] |= bit(v)
                need[at] += 1 << (ODD if colours and colours[v] == colours[ends[0]] else EVEN)
    levels = size + 1
    most = max(max(one >> ODD, one >> EVEN & COUNT) for one in need)
    groups, delays = _groups(rows, members), _delays(rows, line)
    group_delays = _group_delays(delays, groups)
    lanes = [0 if one < 0 else 1 << LANE * (one % LANES) for one in line]
    width = max(map(len, rows), default=0)
    outer = _outer_lines(rows, members) if colours else []
    changed = _lanes_of(line, [one | one << OUTER for one in _outer_of(outer)])
    state = State(
        near=array_of(Counts, [sum(map(bit, row)) for row in rows]),
        line=array_of(Marks, line), members=array_of(Counts, members),
        delay=array_of(Counts, delays), deadlines=_deadlines(size, most, bool(colours)),
        delay_else=array_of(Counts, _masked(delays, [127 * one for one in lanes])),
        lane=array_of(Counts, lanes),
        kind=array_of(Marks, kind), need=array_of(Marks, [*need, 0]),
        parts=array_of(Marks, _parts(size, bool(colours))),
        order=array_of(Marks, [-1] * size), sets=zeros(Counts, 5 * levels),
        lanes=zeros(Counts, 4 * levels),
        groups=array_of(Marks, groups), groups_of=array_of(Marks, _groups_of(groups)),
        group_delay=array_of(Counts, group_delays),
        group_else=array_of(Counts, _masked(group_delays, _lanes_of(line, _groups_of(groups)))),
        group_lanes=zeros(Counts, 2 * levels),
        inverse=array_of(Marks, [0, *((1 << WHOLE) // i + 1 for i in range(1, 2 * most + 1))]),
        outer=array_of(Marks, outer), outer_of=array_of(Marks, _outer_of(outer)),
        outer_near=array_of(Counts, _outer_near(rows, members, outer)),
        outer_else=array_of(Counts, _masked([127 * ONES] * size, changed)),
        outer_lanes=zeros(Counts, 2 * levels),
        mirror=array_of(Places, mirror),
        options=zeros(Marks, width * levels), many=zeros(Marks, levels),
        tried=zeros(Marks, levels), side=zeros(Flags, levels), width=width,
    )  # fmt: skip
    state.sets[0] = sum(map(bit, range(size)))
    for v in range(size):
        for digit in range(4):
            if len(rows[v]) >> digit & 1:
                state.sets[1 + digit] |= bit(v)
    for i in range(4):
        state.lanes[i] = LATEST * ONES
    for i in range(2):
        state.group_lanes[i] = LATEST * ONES
        state.outer_lanes[i] = LATEST * ONES
    return state if begin(state, *ends) else None


def _parts(numbers: int, alternating: bool) -> list[int]:
    """Return the part of a need that each number meets."""
    return [i + (1 << (ODD if i % 2 and alternating else EVEN)) for i in range(numbers + 1)]


@lru_cache(maxsize=4)
def _deadlines(numbers: int, most: int, alternating: bool) -> Ints:
    """Return when the interval of numbers must have begun, or must not have ended, at the latest.

    Each need has four deadlines: those of the front and of the back, where numbers count from the
    last one, if no two of the numbers are consecutive; and the same two if some may be. The latter
    are also for bounds of a sum instead of the sum: the front's for a greatest one, the back's for
    a least one. So the front has 0, and the back `LATEST`, before all needs, and where a sum or a
    number of numbers is a difference below 0.
    """
    most *= 3  # of three lines
    table = [0, LATEST] * (FIRST // 2 + 2 * ((most + 1) << (ODD if alternating else EVEN)))
    for odd, even in product(range(most + 1 if alternating else 1), range(most + 1)):
        for spaced, back in product((True, False), repeat=2):
            swaps = back and alternating and numbers % 2 == 0
            least = _least_sums(*((even, odd) if swaps else (odd, even)), spaced, alternating)
            latest = _latest(odd + even, least, numbers + 1 if back else 0)
            if spaced and odd + even == 0:
                latest = [LATEST] + [0] * MOST_SUM
            first = FIRST + 4 * ((odd << ODD) + (even << EVEN)) + 2 * (not spaced) + back
            table[first : first + 4 * len(latest) : 4] = latest
    return array_of(Flags, table)


def _latest(count: int, least: tuple[int, int], mirror: int) -> list[int]:
    """Return the deadlines by the sum of some numbers; they count from `mirror` if it is not 0."""
    latest = [0] * (MOST_SUM + 1)
    for low in range(1, LATEST + 1):
        least_here = least[low % 2] + count * low
        if mirror:
            end = max(0, count * mirror - least_here + 1)
            latest[:end] = [low] * len(latest[:end])
        else:
            latest[least_here:] = [low] * len(latest[least_here:])
    return latest


def _least_sums(odd: int, even: int, spaced: bool, alternating: bool) -> tuple[int, int]:
    """Return the least sums of some odd and even numbers from 0 on, and from 1 on, less 1 each.

    If `spaced`, no two of them are consecutive: so each is later than the one before by two at
    least, and by one more if it is not of the parity of the first. If numbers are not alternating,
    all are even.
    """
    count = odd + even
    if not alternating:
        return (1 + spaced) * count * (count - 1) // 2, (1 + spaced) * count * (count - 1) // 2
    if spaced:
        return count * (count - 1) + odd, count * (count - 1) + even
    return odd * odd + even * (even - 1), odd * (odd - 1) + even * even


def _delays(rows: Sequence[Sequence[int]], line: Sequence[int]) -> list[int]:
    """Return the number of moves from each vertex to another one of each line, as lanes."""
    delays = [0] * len(line)
    for v in range(len(rows)):
        reached: set[int] = set()
        moves, ahead = 0, {v}
        while ahead - reached:
            reached |= ahead
            moves += 1
            ahead = {w for u in ahead for w in rows[u]}
            for at in {line[2 * w + direction] for w in ahead for direction in range(2)} - {-1}:
                direction, lane = divmod(at, LANES)
                shift = LANE * lane
                if not delays[2 * v + direction] >> shift & 127:
                    delays[2 * v + direction] |= min(moves, SLOWEST) << shift
    return delays


def _groups(rows: Sequence[Sequence[int]], members: Sequence[int]) -> list[int]:
    """Return the groups of each direction: three or two lines among whose squares no move leads."""
    groups = []
    squares = [{v for v in range(len(rows)) if line >> v & 1} for line in members]
    around = [{w for v in line for w in rows[v]} for line in squares]
    for direction in range(2):
        lines = [i for i in range(LANES * direction, LANES * (direction + 1)) if members[i]]
        found = [
            chosen
            for count in (3, 2)
            for chosen in combinations(lines, count)
            if all(around[i].isdisjoint(squares[k]) for i, k in product(chosen, repeat=2))
        ]
        for chosen in [*found, *[()] * GROUPS][:GROUPS]:
            groups += [*chosen, *[2 * LANES] * 3][:3]
    return groups


def _outer_lines(rows: Sequence[Sequence[int]], members: Sequence[int]) -> list[int]:
    """Return each line whose moves all lead to two other ones of its direction, and these two."""
    found = []
    for at, line in enumerate(members):
        around = sum(map(bit, {w for v in range(len(rows)) if line >> v & 1 for w in rows[v]}))
        first = at - at % LANES
        near = [i for i in range(first, first + LANES) if members[i] & around]
        if (
            len(near) == 2
            and at not in near
            and not around & ~(members[near[0]] | members[near[1]])
        ):
            found += [at, *near]
    return found[: 3 * OUTER]


def _outer_of(outer: Sequence[int]) -> list[int]:
    """Return for each line the outer ones that it is, or is a neighbour of, as sets."""
    return [
        sum(bit(i // 3) for i, one in enumerate(outer) if one == line) for line in range(2 * LANES)
    ]


def _outer_near(
    rows: Sequence[Sequence[int]], members: Sequence[int], outer: Sequence[int]
) -> list[int]:
    """Return by vertex the whole lanes of the outer lines to which it has a move."""
    return [
        sum(127 << LANE * i for i, line in enumerate(outer[::3]) if members[line] & around)
        for around in (sum(map(bit, row)) for row in rows)
    ]


def _groups_of(groups: Sequence[int]) -> list[int]:
    """Return the groups of each line, as sets."""
    sets = [0] * (2 * LANES)
    for i, line in enumerate(groups):
        if line < 2 * LANES:
            sets[line] |= bit(i // 3)
    return sets


def _lanes_of(line: Sequence[int], sets: Sequence[int]) -> list[int]:
    """Return by vertex the whole lanes of what its lines have in their sets."""
    found = [sum(127 << LANE * i for i in range(LANES) if one >> i & 1) for one in (*sets, 0)]
    return [found[line[i]] | found[line[i + 1]] for i in range(0, len(line), 2)]


def _masked(words: Sequence[int], masks: Sequence[int]) -> list[int]:
    """Return words without the bits of masks."""
    return [word & ~mask for word, mask in zip(words, masks, strict=True)]


def _group_delays(delays: Sequence[int], groups: Sequence[int]) -> list[int]:
    """Return by vertex the least delay of the lines of each group, as lanes."""
    words = []
    for v in range(len(delays) // 2):
        word = 0
        for lane in range(2 * GROUPS):
            delay = delays[2 * v + lane // GROUPS]
            each = [
                delay >> LANE * (one % LANES) & 127
                for one in groups[3 * lane : 3 * lane + 3]
                if one < 2 * LANES
            ]
            word |= min(each, default=0) << LANE * lane
        words.append(word)
    return words


def begin(state: State, first: int, last: int) -> bool:
    """Give the first and the last number; return whether the search has choices."""
    numbers = len(state.order)
    state.front = 1
    state.back = 1
    state.sets[0] &= ~(bit(first) | bit(last))
    state.order[0] = first
    state.order[numbers - 1] = last
    _give(state, first, state.parts[1])
    _give(state, last, state.parts[numbers])
    if not _fit(state, 0, first) or not _fit(state, 0, last) or not _is_alive(state, 0):
        return False
    _choose(state)
    return True


@kernel
def search(state: State, steps: int) -> int:
    """Continue to the next tour, entering at most `steps` nodes; `RUNNING` if all were entered."""
    until = state.nodes + steps
    numbers = len(state.order)
    while state.nodes < until:
        level = state.level
        if state.tried[level] < state.many[level]:
            v = state.options[level * state.width + state.tried[level]]
            state.tried[level] += 1
            state.nodes += 1
            state.level += 1
            state.tried[level + 1] = 0
            state.many[level + 1] = 0
            if _put(state, level, v):
                if state.front + state.back == numbers:
                    if _are_joined(state):
                        return FOUND
                else:
                    _choose(state)
        else:
            if level <= state.floor:
                return EXHAUSTED
            state.level = level - 1
            _take_back(state)
    return RUNNING


def _are_joined(state: State) -> bool:
    """Return whether a move joins the two ends, between which no number is left."""
    v = state.order[state.front - 1]
    return state.near[v] & bit(state.order[state.front]) != 0


def _put(state: State, level: int, v: int) -> bool:
    """Give a vertex the next number of a side; return whether the search can go on.

    Its neighbours lose the old end of that side.
    """
    numbers = len(state.order)
    if state.side[level] == 0:
        mask = state.near[state.order[state.front - 1]]
        state.front += 1
        number = state.front
    else:
        mask = state.near[state.order[numbers - state.back]]
        state.back += 1
        number = numbers - state.back + 1
    old, new = 5 * level, 5 * level + 5
    state.sets[new] = state.sets[old] & ~bit(v)
    for i in range(1, 5):
        digit = state.sets[old + i]
        state.sets[new + i] = digit ^ mask
        mask &= ~digit
    for i in range(4):
        state.lanes[4 * level + 4 + i] = state.lanes[4 * level + i]
    for i in range(2):
        state.group_lanes[2 * level + 2 + i] = state.group_lanes[2 * level + i]
        state.outer_lanes[2 * level + 2 + i] = state.outer_lanes[2 * level + i]
    state.order[number - 1] = v
    _give(state, v, state.parts[number])
    if len(state.mirror) > 0 and not _is_least(state):
        return False
    return _fit(state, level + 1, v) and _is_alive(state, level + 1)


def _is_least(state: State) -> bool:
    """Return whether the tour is not later than its mirror image, as far as both are known."""
    for i in range(1, min(state.front, state.back)):
        v, image = state.order[i], state.mirror[state.order[len(state.order) - 1 - i]]
        if v != image:
            return v < image
    return True


def _take_back(state: State) -> None:
    """Undo the last :func:`_put`, of the level that is now the current one."""
    numbers = len(state.order)
    if state.side[state.level] == 0:
        number = state.front
        state.front -= 1
    else:
        number = numbers - state.back + 1
        state.back -= 1
    _give(state, state.order[number - 1], -state.parts[number])
    state.order[number - 1] = -1


def _give(state: State, v: int, part: int) -> None:
    """Take a part from the needs of a vertex's lines."""
    for i in range(2 * v, 2 * v + 2):
        line = state.line[i]
        if line >= 0:
            state.need[line] -= part


def _fit(state: State, level: int, v: int) -> bool:
    """Update the lanes of a vertex's lines and of what they change.

    Returns whether no line got more than it needed. The lane of a line, a group or an outer line
    that can no longer get its sum is 0.
    """
    for direction in range(2):
        line = state.line[2 * v + direction]
        if line < 0:
            continue
        need = state.need[line]
        if need < 0:
            return False
        entry = FIRST + 4 * need + state.kind[line]
        lane = state.lane[2 * v + direction]
        at, others = 4 * level + direction, ~(127 * lane)
        state.lanes[at] = (state.lanes[at] & others) | state.deadlines[entry] * lane
        state.lanes[at + 2] = (state.lanes[at + 2] & others) | state.deadlines[entry + 1] * lane
        _group(state, level, line)
        _surround(state, level, line)
    return True


def _group(state: State, level: int, line: int) -> None:
    """Update the lanes of the groups of a line."""
    groups = state.groups_of[line]
    while groups:
        i = lowest_bit(groups)
        groups ^= bit(i)
        need = state.need[state.groups[3 * i]] + state.need[state.groups[3 * i + 1]]
        need += state.need[state.groups[3 * i + 2]]
        entry, at, shift = FIRST + 4 * need, 2 * level, LANE * i
        first, last, others = state.deadlines[entry], state.deadlines[entry + 1], ~(127 << shift)
        state.group_lanes[at] = (state.group_lanes[at] & others) | first << shift
        state.group_lanes[at + 1] = (state.group_lanes[at + 1] & others) | last << shift


def _late(lanes: int, numbers: int) -> int:
    """Return the guards of the lanes whose deadlines are before those of other lanes."""
    return (((lanes | GUARDS) - numbers) & GUARDS) ^ GUARDS


def _is_alive(state: State, level: int) -> bool:
    """Return whether no lane is late."""
    h, t = state.order[state.front - 1], state.order[len(state.order) - state.back]
    near = state.outer_near[t] | state.outer_near[h] << LANE * OUTER
    ahead, behind = min(LATEST, state.front + 1), min(LATEST, state.back + 1)
    lanes = (state.outer_lanes[2 * level] & near) | (state.outer_lanes[2 * level + 1] & ~near)
    in_time = (lanes | GUARDS) - (ahead + (behind << LANE * OUTER)) * OUTER_ONES
    for side in range(2):
        v = h if side == 0 else t
        count = _counted(state, side) * ONES
        at = 4 * level + 2 * side
        in_time &= (state.lanes[at] | GUARDS) - count - state.delay[2 * v]
        in_time &= (state.lanes[at + 1] | GUARDS) - count - state.delay[2 * v + 1]
        in_time &= (state.group_lanes[2 * level + side] | GUARDS) - count - state.group_delay[v]
    return in_time & GUARDS == GUARDS


def _counted(state: State, side: int) -> int:
    """Return how many numbers a side has; 0 if delays no longer fit into lanes."""
    count = state.front if side == 0 else state.back
    return count if count <= LATEST - SLOWEST else 0


def _surround(state: State, level: int, line: int) -> None:
    """Update the lanes of the outer lines that a line is, or is a neighbour of.

    The number before the least one of an outer line may be that of the front if this has a move to
    the line, the one after the greatest may be that of the back if this has. If no number before
    is, those are all of the neighbours, and what these get besides has the least sum if it begins
    with the interval. If the front's is, the neighbours get another number instead, so their sum is
    no less. If the back's number is not, one of the others comes after all of the line, so it is
    later than the mean by one for each number of the line, as no two of these are consecutive; the
    sum of what then remains has a deadline, too.
    """
    outer = state.outer_of[line]
    while outer:
        i = lowest_bit(outer)
        outer ^= bit(i)
        own = state.need[state.outer[3 * i]]
        near = state.need[state.outer[3 * i + 1]] + state.need[state.outer[3 * i + 2]]
        odd, even = (near >> ODD) - (own >> EVEN & COUNT), (near >> EVEN & COUNT) - (own >> ODD)
        count, total = (own >> EVEN & COUNT) + (own >> ODD), own & SUMS
        more = (near & SUMS) - total
        first, last, first_strict, last_strict = LATEST, LATEST, LATEST, LATEST
        if count == 0:
            pass
        elif odd < 0 or even < 0:
            first_strict, last_strict = 0, 0
        elif odd + even:
            at = FIRST + 4 * ((odd << ODD) + (even << EVEN)) + 2
            first = state.deadlines[at + 4 * (more + count)]
            last = state.deadlines[at + 4 * (more - count) + 1]
            mean = total * state.inverse[count] >> WHOLE
            late = 4 * (more - mean) + 1  # of the back
            early = late - (5 if mean * count != total else 1)
            first_strict, last_strict = 0, 0
            if odd:
                less = at - (4 << ODD)
                first_strict = state.deadlines[less + early]
                last_strict = state.deadlines[less + late]
            if even:
                less = at - (4 << EVEN)
                first_strict = max(first_strict, state.deadlines[less + early])
                last_strict = max(last_strict, state.deadlines[less + late])
            first_strict = min(first, first_strict)
            last_strict = min(last, last_strict)
        shift = LANE * i
        mask = ~((127 | 127 << LANE * OUTER) << shift)
        at = 2 * level
        both = first | last << LANE * OUTER
        state.outer_lanes[at] = state.outer_lanes[at] & mask | both << shift
        both = first_strict | last_strict << LANE * OUTER
        state.outer_lanes[at + 1] = state.outer_lanes[at + 1] & mask | both << shift


def _enterable(state: State) -> int:
    """Return the free squares that serve at most one; none if not all squares can be served.

    A square that serves two is lost to its other neighbours, an end that serves one likewise; so
    these may have only two neighbours left, too.
    """
    at = 5 * state.level
    free = state.sets[at]
    v, w = state.order[state.front - 1], state.order[len(state.order) - state.back]
    ends, both = bit(v) | bit(w), state.near[v] & state.near[w]
    units, twos, high = state.sets[at + 1], state.sets[at + 2], state.sets[at + 3]
    eights = state.sets[at + 4]
    seen, full, once, twice, thrice = 0, 0, 0, 0, 0
    more = True
    while more:
        if free & ~(eights | high | twos):
            return 0
        few = free & ~(eights | high | (twos & units | seen))
        seen |= few
        between = few & both
        if between and not full & ends and free ^ bit(lowest_bit(between)):
            return 0
        while few:
            u = lowest_bit(few)
            few ^= bit(u)
            mask = state.near[u] & ~full
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
        if (thrice & free) | (twice & ends):
            return 0
        fresh = ((twice & free) | (once & ends)) & ~full
        full |= fresh
        more = fresh != 0
        while fresh:
            u = lowest_bit(fresh)
            fresh ^= bit(u)
            mask = state.near[u] & free & ~seen
            digit = units
            units = digit ^ mask
            mask &= ~digit
            digit = twos
            twos = digit ^ mask
            mask &= ~digit
            digit = high
            high = digit ^ mask
            mask &= ~digit
            eights ^= mask
    return free & ~twice


def _choose(state: State) -> None:
    """Choose the side that goes on at this level, and write its choices.

    The side that went on before is looked at first. If it has one choice, neither the other nor the
    squares with two neighbours left need a look: nearly half of all nodes are such.
    """
    level = state.level
    side = state.side[max(0, level - 1)]
    chosen = _candidates(state, side)
    if _are_several(chosen):
        enterable = _enterable(state)
        chosen &= enterable
        if _are_several(chosen):
            other = _candidates(state, 1 - side)
            other &= enterable
            here, there = chosen, other
            while here != 0 and there != 0:
                here ^= bit(lowest_bit(here))
                there ^= bit(lowest_bit(there))
            shorter = 1 if state.back < state.front else 0
            if there == 0 and (here != 0 or side != shorter):
                side = 1 - side
                chosen = other
    state.side[level] = side
    at = level * state.width
    while chosen:
        v = lowest_bit(chosen)
        chosen ^= bit(v)
        state.options[at] = v
        at += 1
    state.many[level] = at - level * state.width


def _are_several(vertices: int) -> bool:
    """Return whether a set has more than one member."""
    return vertices != 0 and vertices != bit(lowest_bit(vertices))


def _candidates(state: State, side: int) -> int:
    """Return the set of vertices that a side may enter next."""
    level = state.level
    numbers = len(state.order)
    if side == 0:
        number, h = state.front + 1, state.order[state.front - 1]
    else:
        number, h = numbers - state.back, state.order[numbers - state.back]
    at = 5 * level
    found = state.near[h] & state.sets[at]
    high = state.sets[at + 3] | state.sets[at + 4]
    must = found & ~(high | (state.sets[at + 2] & state.sets[at + 1]))
    if must:
        if must ^ bit(lowest_bit(must)):
            return 0
        found = must
    least = min(LATEST, 2 + (state.front if side == 0 else state.back))
    for direction in range(2):
        late = _late(state.lanes[4 * level + 2 * side + direction], least * ONES)
        if late:
            lane = lowest_bit(late)
            if late ^ bit(lane):
                return 0
            found &= state.members[LANES * direction + lane // LANE]
    return _fitting(state, found, side, number, least)


def _fitting(state: State, found: int, side: int, number: int, least: int) -> int:
    """Return the vertices of a set whose lines can get their sums if they get the number.

    The lanes that these lines change are not looked at.
    """
    level = state.level
    across = min(LATEST, 1 + (state.back if side == 0 else state.front))
    count = (1 + (state.front if side == 0 else state.back)) * ONES
    if count > (LATEST - SLOWEST) * ONES:
        count = 0
    part = state.parts[number]
    rows = (state.lanes[4 * level + 2 * side] | GUARDS) - count
    columns = (state.lanes[4 * level + 2 * side + 1] | GUARDS) - count
    groups = (state.group_lanes[2 * level + side] | GUARDS) - count
    wide, strict = state.outer_lanes[2 * level], state.outer_lanes[2 * level + 1]
    if side == 0:
        far, shift = state.outer_near[state.order[len(state.order) - state.back]], LANE * OUTER
        reached = (least + (across << LANE * OUTER)) * OUTER_ONES
    else:
        far, shift = state.outer_near[state.order[state.front - 1]] << LANE * OUTER, 0
        reached = (across + (least << LANE * OUTER)) * OUTER_ONES
    ahead = found
    while ahead:
        v = lowest_bit(ahead)
        ahead ^= bit(v)
        near = far | state.outer_near[v] << shift
        in_time = (wide & near | strict & ~near | GUARDS) - (reached & state.outer_else[v])
        in_time &= rows - state.delay_else[2 * v]
        in_time &= columns - state.delay_else[2 * v + 1]
        in_time &= groups - state.group_else[v]
        if in_time & GUARDS != GUARDS:
            found &= ~bit(v)
            continue
        for i in range(2 * v, 2 * v + 2):
            line = state.line[i]
            if line < 0:
                continue
            need = state.need[line] - part
            if need < 0:
                found &= ~bit(v)
                break
            entry = FIRST + 4 * need + state.kind[line]
            if state.deadlines[entry + side] < least or state.deadlines[entry + 1 - side] < across:
                found &= ~bit(v)
                break
    return found
