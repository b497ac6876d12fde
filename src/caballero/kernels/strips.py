"""Long strips: the states of a frontier sweep as a finite automaton.

A strip is swept column by column (:mod:`caballero.kernels.counting` says what a state of a sweep
is, and whose idea it was). All columns look alike, so the states and the choices between them
repeat; there are finitely many, and a tour of the strip is a walk among them. That the numbers of
such walks obey a linear recurrence is the transfer matrix method (R. P. Stanley, Enumerative
Combinatorics 1, section 4.7).

The strip is taken to go on for ever. It has no end, then, that a state could feel: a tour of the
first columns has *stopped* when its cycle has closed, and the vertices it used are just those of
these columns. The states are numbered for each *phase*, the row whose turn it is.

Slots are numbered from the vertex whose turn it is: slot ``s`` is the one ``s`` turns later. The
slot after the last that a move can reach is the *hub*, a vertex joined to all others: a cycle
through it is a path without it. Those that look for closed tours begin with a hub that is used up.

Keys are as in :mod:`caballero.kernels.counting`, in one int. A tour whose cycle is closed has the
key ``CLOSED`` and the number of vertices to come, which are all used.

Numbers are of several ints of `BITS` bits, the lowest first, so that as many of them as a vertex
has choices can be added without a carry.

Invariants: an empty place of a table is -1; edges of phase ``r`` lead to states of phase
``r + 1``, and from the last phase to the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from ._speed import Counts, Ints, Marks, two_speeds, two_speeds_with

# What `explore` returns.
DONE: Final = 0  # all the states that were asked for are expanded
FULL: Final = 1  # states or edges want more room: make it, then go on

# Where `counters` holds what.
NEXT: Final = 0  # the next state to expand
USED: Final = 1  # states in the table
EDGES: Final = 2  # edges so far

INNER: Final = -1
CLOSED: Final = 1 << 61  # above all other keys
LOW: Final = (1 << 62) - 1
FACTOR: Final = 0x1E3779B97F4A7C15
BITS: Final = 52  # bits of a number's ints: a thousand of them can be added
WIDEST: Final = 30  # slots: their pairs of choices are fewer than a thousand


class Strip(NamedTuple):
    """The moves on an endless strip. Hand it to :data:`explore` as ``*strip``; it only reads it.

    Parameters
    ----------
    choice_at, choices : Marks
        The later neighbours of a vertex of row ``r``, as slots, begin at
        ``choices[choice_at[r]]``; the hub is the last.
    watch_at, watched : Marks
        The slots whose vertices have fewer than two neighbours after all slots of row ``r``'s
        turn begin at ``watched[watch_at[r]]``.
    beyond : Marks
        How many such neighbours each of them has.
    sight : Counts
        Its neighbours among the slots but the first, and the hub: one bit each.
    shifts, masks : Marks
        Where the digit of each slot but the first is in a key.
    images : Marks
        Where each symmetry of a column takes the slots but the first, after the last row's
        turn; one symmetry after the other, the first leaves all as it is.
    """

    choice_at: Marks
    choices: Marks
    watch_at: Marks
    watched: Marks
    beyond: Marks
    sight: Counts
    shifts: Marks
    masks: Marks
    images: Marks


def new_strip(height: int, moves: Sequence[Sequence[tuple[int, int]]]) -> Strip:
    """Lay out an endless strip.

    Parameters
    ----------
    height : int
        How many rows it has.
    moves : sequence of sequences of pairs of int
        For each row, where one can go from it: by how many columns, and to which row; in both
        directions, each once.

    Returns
    -------
    Strip
        Lists; see ``as_arrays``.

    Raises
    ------
    OverflowError
        If a state does not fit into one key.

    Examples
    --------
    >>> from caballero.kernels import strips
    >>> strip = strips.new_strip(2, [[(-1, 0), (0, 1), (1, 0)], [(-1, 1), (0, 0), (1, 1)]])
    >>> strip.choice_at, strip.choices, strip.images
    ([0, 3, 5], [1, 2, 3, 2, 3], [1, 2, 3, 2, 1, 3])
    """
    later = [
        sorted(
            offset
            for columns, to in moves[row]
            if (offset := columns * height + to - row) > 0 and columns >= 0
        )
        for row in range(height)
    ]
    window = max((offsets[-1] for offsets in later if offsets), default=1)
    hub = window + 1
    if hub >= WIDEST:
        raise OverflowError(window)
    shifts, masks, bit = [], [], 0
    for p in range(hub):
        bits = (2 + min(p, hub - p)).bit_length()
        shifts.append(bit)
        masks.append((1 << bits) - 1)
        bit += bits
    if 1 << bit >= CLOSED:
        raise OverflowError(bit)
    watch_at, watched, beyond, sight = [0], [], [], []
    for row in range(height):
        for s in range(1, hub):
            column, there = divmod(row + s, height)
            near = [(column + c) * height + to - row for c, to in moves[there]]
            after = sum(slot > window for slot in near)
            if after < 2:
                watched.append(s)
                beyond.append(after)
                sight.append(1 << hub | sum(1 << slot for slot in near if 0 < slot <= window))
        watch_at.append(len(watched))
    images: list[int] = []
    for symmetry in _symmetries(height, moves):
        # Slots beyond the whole columns are of no weight: nothing is there yet.
        whole = window - window % height
        images += [s - s % height + symmetry[s % height] + 1 for s in range(whole)]
        images += range(whole + 1, hub + 1)
    return Strip(
        choice_at=list(accumulate((len(offsets) + 1 for offsets in later), initial=0)),
        choices=[slot for offsets in later for slot in (*offsets, hub)],
        watch_at=watch_at,
        watched=watched,
        beyond=beyond,
        sight=sight,
        shifts=shifts,
        masks=masks,
        images=images,
    )


def _symmetries(height: int, moves: Sequence[Sequence[tuple[int, int]]]) -> list[list[int]]:
    """List the turns and flips of a column that keep all moves, first the one of no turn."""
    found = []
    for sign in (1, -1):
        for turn in range(height):
            image = [(sign * row + turn) % height for row in range(height)]
            if image not in found and all(
                {(c, image[to]) for c, to in moves[row]} == set(moves[image[row]])
                for row in range(height)
            ):
                found.append(image)
    return found


def decode(
    key: int, digits: int, hub: int, shifts: Marks, masks: Marks, mate: Marks, opened: Marks
) -> int:
    """Write a key's digits into `mate`; return the set of slots that are inner.

    Before a turn the slots are one lower than after the turn before; but the hub stays.
    """
    for s in range(hub + 1):
        mate[s] = s
    inner = 0
    depth = 0
    for p in range(digits):
        s = p if p < digits - 1 else hub
        value = key >> shifts[p] & masks[p]
        if value == 1:
            mate[s] = INNER
            inner |= 1 << s
        elif value == 2:
            opened[depth] = s
            depth += 1
        elif value > 2:
            other = opened[value - 3]
            mate[s] = other
            mate[other] = s
            depth -= 1
            for i in range(value - 3, depth):
                opened[i] = opened[i + 1]
    return inner


def encode(
    mate: Marks, digits: int, images: Marks, image: int, shifts: Marks, opened: Marks
) -> int:
    """Return the key of `mate`, seen in a symmetry."""
    key = 0
    depth = 0
    for p in range(digits):
        s = images[image + p]
        other = mate[s]
        if other == s:
            continue
        value = 1
        if other != INNER:
            j = 0
            while j < depth and opened[j] != other:
                j += 1
            if j == depth:
                opened[depth] = s
                depth += 1
                value = 2
            else:
                value = 3 + j
                depth -= 1
                for i in range(j, depth):
                    opened[i] = opened[i + 1]
        key |= value << shifts[p]
    return key


def place_of(key: int, keys: Counts, table: Marks, height: int) -> int:
    """Return where a key is in a table of numbers of keys, or the empty place where it belongs."""
    mixed = key * FACTOR & LOW
    mixed ^= mixed >> 31
    mask = (1 << height) - 1
    place = mixed & mask
    while table[place] >= 0 and keys[table[place]] != key:
        place = (place + 1) & mask
    return place


def number_of(key: int, keys: Counts, table: Marks, height: int, counters: Counts) -> int:
    """Return the number of a key; it gets the next one if it is new."""
    place = place_of(key, keys, table, height)
    if table[place] < 0:
        table[place] = counters[USED]
        keys[counters[USED]] = key
        counters[USED] += 1
    return table[place]


def alive(
    mate: Marks, full: int, begin: int, stop: int, watched: Marks, beyond: Marks, sight: Counts
) -> bool:
    """Whether each watched slot has enough neighbours left for the edges that it still needs."""
    for w in range(begin, stop):
        s = watched[w]
        if full >> s & 1 == 0:
            need = (2 if mate[s] == s else 1) - beyond[w]
            if need > 0:
                left = sight[w] & ~full
                if left == 0 or (need == 2 and left & (left - 1) == 0):
                    return False
    return True


def to_come(mate: Marks, full: int, hub: int) -> int:
    """Of a cycle that has closed, say how many more vertices it has; -1 if it misses any."""
    if full >> hub & 1 == 0:
        return -1
    last = 0
    for s in range(1, hub):
        if full >> s & 1:
            if last < s - 1:
                return -1
            last = s
        elif mate[s] != s:
            return -1
    return last


@two_speeds_with(decode, encode, place_of, number_of, alive, to_come)
def explore(
    choice_at: Marks,
    choices: Marks,
    watch_at: Marks,
    watched: Marks,
    beyond: Marks,
    sight: Counts,
    shifts: Marks,
    masks: Marks,
    images: Marks,
    row: int,
    rows: int,
    stop: int,
    sources: Counts,
    starts: Counts,
    targets: Marks,
    keys: Counts,
    table: Marks,
    height: int,
    room: int,
    mate: Marks,
    opened: Marks,
    counters: Counts,
) -> int:
    """Find where the states of a row's turn lead, from the one ``counters[NEXT]`` up to `stop`.

    The edges of state ``i`` become ``targets[starts[i]:starts[i + 1]]``, numbers of states whose
    keys are in `keys`; there is room for `room` of them. A choice takes time for the width of the
    frontier and for each symmetry.
    """
    digits = len(shifts)
    hub = digits
    first = choice_at[row]
    degree = choice_at[row + 1] - first
    most = degree * degree
    turned = len(images) if row == rows - 1 else digits
    begin = watch_at[row]
    end = watch_at[row + 1]
    state = counters[NEXT]
    while state < stop:
        edge = counters[EDGES]
        if counters[USED] + most > room or edge + most > len(targets):
            break
        source = sources[state]
        if source >= CLOSED:
            if source > CLOSED:
                targets[edge] = number_of(source - 1, keys, table, height, counters)
                edge += 1
        else:
            inner = decode(source, digits, hub, shifts, masks, mate, opened)
            # Two choices: two neighbours, or the vertex itself, as the end of a fragment, and
            # one; if it is inner, nothing is to be chosen.
            free = mate[0] == 0
            firsts = degree if free else 1
            for i in range(firsts):
                a = choices[first + i] if free else 0
                if inner >> a & 1 and a > 0:
                    continue
                for j in range(i + 1 if free else 0, degree):
                    b = choices[first + j]
                    full = inner
                    x = mate[a]
                    y = mate[b]
                    idle = x == INNER
                    if not idle:
                        if y == INNER:
                            continue
                        if x == b:
                            count = to_come(mate, full | 1 << a | 1 << b, hub)
                            if count >= 0 and (row + 1 + count) % rows == 0:
                                targets[edge] = number_of(
                                    CLOSED + count, keys, table, height, counters
                                )
                                edge += 1
                            continue
                        if x != a:
                            full |= 1 << a
                            mate[a] = INNER
                        if y != b:
                            full |= 1 << b
                            mate[b] = INNER
                        mate[x] = y
                        mate[y] = x
                    if alive(mate, full, begin, end, watched, beyond, sight):
                        key = encode(mate, digits, images, 0, shifts, opened)
                        for image in range(digits, turned, digits):
                            key = min(key, encode(mate, digits, images, image, shifts, opened))
                        targets[edge] = number_of(key, keys, table, height, counters)
                        edge += 1
                    if idle:
                        break
                    mate[x] = a
                    mate[a] = x
                    mate[y] = b
                    mate[b] = y
        counters[EDGES] = edge
        state += 1
        starts[state] = edge
    counters[NEXT] = state
    return DONE if state >= stop else FULL


@two_speeds_with(place_of)
def rehash(keys: Counts, size: int, table: Marks, height: int) -> int:
    """Put the numbers of all keys into an empty table."""
    for number in range(size):
        table[place_of(keys[number], keys, table, height)] = number
    return size


@two_speeds
def mark(starts: Counts, targets: Marks, size: int, here: Marks, there: Marks) -> int:
    """Mark the states that lead to marked ones; return how many are new."""
    found = 0
    for state in range(size):
        if here[state] == 0:
            for edge in range(starts[state], starts[state + 1]):
                if there[targets[edge]]:
                    here[state] = 1
                    found += 1
                    break
    return found


@two_speeds
def number(marks: Marks) -> int:
    """Give each marked state its new number, in the place of its mark; -1 to the others."""
    kept = 0
    for state in range(len(marks)):
        if marks[state]:
            marks[state] = kept
            kept += 1
        else:
            marks[state] = -1
    return kept


@two_speeds
def keep(starts: Counts, targets: Marks, size: int, here: Marks, there: Marks) -> int:
    """Keep the edges between numbered states only; return how many."""
    kept = 0
    edges = 0
    begin = 0
    for state in range(size):
        end = starts[state + 1]
        if here[state] >= 0:
            for edge in range(begin, end):
                target = there[targets[edge]]
                if target >= 0:
                    targets[edges] = target
                    edges += 1
            kept += 1
            starts[kept] = edges
        begin = end
    return edges


@two_speeds
def gather(
    starts: Counts,
    targets: Marks,
    size: int,
    words: int,
    after: Counts,
    before: Counts,
    sums: Counts,
) -> int:
    """Give each state the sum of the numbers of those it leads to; return the highest top int.

    A number has `words` ints, and so has `sums`, which is scratch; the sums must fit.
    """
    top = 0
    low = (1 << BITS) - 1
    for state in range(size):
        for w in range(words):
            sums[w] = 0
        for edge in range(starts[state], starts[state + 1]):
            of = targets[edge] * words
            part = after[of : of + words]  # compiled, it is no copy and begins at 0
            for w in range(words):
                sums[w] += part[w]
        at = state * words
        carry = 0
        for w in range(words):
            total = sums[w] + carry
            before[at + w] = total & low
            carry = total >> BITS
        top = max(top, before[at + words - 1])
    return top


def value_of(numbers: Ints, at: int, words: int) -> int:
    """Return a number of some ints.

    Examples
    --------
    >>> from caballero.kernels.strips import value_of
    >>> value_of([5, 1], 0, 2) == 2**52 + 5
    True
    """
    return sum(int(numbers[at + w]) << (BITS * w) for w in range(words))
