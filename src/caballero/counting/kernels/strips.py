"""Long strips: the states of a frontier sweep as a finite automaton.

A strip is swept column by column (:mod:`caballero.counting.kernels._states` defines the states of a
sweep).
All columns are equal, so the states and the choices between them repeat: there are finitely many,
and a tour of the strip is a walk among them. That the numbers of such walks obey a linear
recurrence is the transfer matrix method (R. P. Stanley, Enumerative Combinatorics 1, section 4.7).

The strip is endless, so states do not depend on its length: a tour of the first columns has
*stopped* when its cycle has closed and its vertices are exactly in these columns. The states
are numbered for each *phase*, the row of the next vertex.

Slots are numbered from the next vertex: slot ``s`` is the vertex ``s`` steps later. The slot after
the last that a move can reach is the *hub*, a vertex joined to all others: a cycle through it is a
path without it. To count closed tours, the first state has a hub that is already inner. Where ends
are given, a vertex must be joined to the hub, or never is.

A key is an int with a digit for each slot but the first: 0 if it is untouched, 1 if it is inner, 2
for the first end of a fragment, 3 + i for the second end of open fragment number i. A tour whose
cycle is closed has the key ``CLOSED`` plus the number of later vertices that it has visited.

Numbers of walks have several ints of `BITS` bits, the lowest first; so the numbers for all choices
of a vertex can be added without a carry. The highest int holds the rest.

Invariants: a hash table holds the number of a key plus 1, or 0; edges of phase ``r`` lead to
states of phase ``r + 1``, and from the last phase to the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from caballero.machine.kernel import Counts, Marks, Places, array_of, kernel, zeros
from caballero.machine.kernels._shared import FACTOR, INNER, LOW

RUNNING: Final = 0  # the steps are used up
DONE: Final = 1
FULL: Final = 2  # states or edges need more memory: get it, then continue

CLOSED: Final = 1 << 61  # above all other keys
LISTED: Final = 64  # keys that are put into a hash table in the time of a step
BITS: Final = 52  # bits of a number's ints: a thousand of them can be added
NEVER: Final = 0  # whether a vertex is joined to the hub
MAYBE: Final = 1
ALWAYS: Final = 2
WIDEST: Final = 30  # slots: their pairs of choices are fewer than a thousand


@dataclass(frozen=True, slots=True)
class Strip:
    """The moves on an endless strip."""

    rows: int  # its height
    # The later neighbours of a vertex of row ``r``, as slots, begin at ``choices[choice_at[r]]``;
    # the hub is the last.
    choice_at: Places
    choices: Places
    # The slots whose vertices have fewer than two neighbours beyond all slots, when the next
    # vertex is of row ``r``, begin at ``watched[watch_at[r]]``.
    watch_at: Places
    watched: Places
    beyond: Places  # how many such neighbours each of them has
    sight: Counts  # its neighbours among the slots but the first, and the hub: a bit each
    # The place of each slot's digit in a key, and its mask; for the slots but the first.
    shifts: Places
    masks: Places
    # The images of the slots but the first under each symmetry of a column, after the last row; a
    # row a symmetry, the identity first.
    images: Places


@dataclass(slots=True)
class Edges:
    """The edges from the states of a phase: from ``i`` to ``targets[starts[i]:starts[i + 1]]``."""

    starts: Counts
    targets: Places  # states of the next phase
    states: int = 0
    count: int = 0  # edges


@dataclass(slots=True)
class Phase:
    """The states of a phase, with memory for more."""

    edges: Edges  # of the states that are expanded
    keys: Counts  # a key per state
    table: Places  # the hash table of the keys' numbers; its length is a power of 2
    states: int = 0  # the number of states so far
    listed: int = 0  # how many of them are in the hash table


@dataclass(slots=True)
class Expansion:
    """An expansion of the states of a phase."""

    strip: Strip
    row: int  # of the next vertex
    here: Phase
    there: Phase  # the next phase
    hub: int = MAYBE
    mate: Marks = field(default_factory=lambda: zeros(Marks, WIDEST))  # an entry per slot
    opened: Marks = field(default_factory=lambda: zeros(Marks, WIDEST))  # scratch: left ends


@dataclass(slots=True)
class Trim:
    """A removal of the states of a phase that are not marked; a mark is not 0."""

    edges: Edges
    here: Places  # a mark per state
    there: Places  # the marks of the next phase
    at: int = 0  # the next state to look at
    found: int = 0  # the states marked, or kept
    begin: int = 0  # where the edges of the next state begin before the removal


@dataclass(slots=True)
class Sums:
    """Numbers of walks, from the states of the next phase back to the states of a phase."""

    edges: Edges
    after: Counts  # the numbers of the next phase, of `words` ints each
    before: Counts  # numbers of the phase, of `room` ints each
    words: int
    room: int  # as many as words, or 1 more
    at: int = 0  # the next state
    top: int = 0  # the largest highest int of a sum


def new_strip(
    height: int, moves: Sequence[Sequence[tuple[int, int]]], symmetric: bool = True
) -> Strip:
    """Lay out an endless strip.

    `moves` lists for each row the moves from it, in both directions, each once: the difference of
    columns, and the target row. Raises `OverflowError` if a state does not fit into a key.
    A state also stands for its images if the whole strip is `symmetric`, its ends too.

    >>> strip = new_strip(2, [[(-1, 0), (0, 1), (1, 0)], [(-1, 1), (0, 0), (1, 1)]])
    >>> list(strip.choice_at), list(strip.choices), list(strip.images)
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
    for symmetry in _symmetries(height, moves)[: None if symmetric else 1]:
        # Slots beyond the whole columns do not matter: they are untouched.
        whole = window - window % height
        images += [s - s % height + symmetry[s % height] + 1 for s in range(whole)]
        images += range(whole + 1, hub + 1)
    choice_at = accumulate((len(offsets) + 1 for offsets in later), initial=0)
    choices = [slot for offsets in later for slot in (*offsets, hub)]
    return Strip(
        rows=height,
        choice_at=array_of(Places, choice_at),
        choices=array_of(Places, choices),
        watch_at=array_of(Places, watch_at),
        watched=array_of(Places, watched),
        beyond=array_of(Places, beyond),
        sight=array_of(Counts, sight),
        shifts=array_of(Places, shifts),
        masks=array_of(Places, masks),
        images=array_of(Places, images),
    )


def new_phase(room: int) -> Phase:
    """Return a phase with room for this many states, a power of 2, and as many edges."""
    edges = Edges(zeros(Counts, room + 1), zeros(Places, room))
    return Phase(edges, zeros(Counts, room), zeros(Places, 2 * room))


def _symmetries(height: int, moves: Sequence[Sequence[tuple[int, int]]]) -> list[list[int]]:
    """List the rotations and reflections of a column that keep all moves, the identity first."""
    found = []
    for sign in (1, -1):
        for shift in range(height):
            image = [(sign * row + shift) % height for row in range(height)]
            if image not in found and all(
                {(c, image[to]) for c, to in moves[row]} == set(moves[image[row]])
                for row in range(height)
            ):
                found.append(image)
    return found


# -- the automaton -----------------------------------------------------------------------------


@kernel
def explore(expansion: Expansion, steps: int) -> int:
    """Find the successors of at most `steps` next states; wide frontiers take longer."""
    strip, here, there = expansion.strip, expansion.here, expansion.there
    edges = here.edges
    degree = strip.choice_at[expansion.row + 1] - strip.choice_at[expansion.row]
    most = degree * degree
    listed = min(there.states, there.listed + LISTED * steps)
    for known in range(there.listed, listed):
        key = there.keys[known]
        slot = _slot(there, key)
        there.table[slot] = known + 1
    there.listed = listed
    if listed < there.states:
        return RUNNING
    stop = min(here.states, edges.states + steps)
    while edges.states < stop:
        if there.states + most > len(there.keys) or edges.count + most > len(edges.targets):
            return FULL
        _expand(expansion)
        edges.states += 1
        edges.starts[edges.states] = edges.count
    return DONE if edges.states == here.states else RUNNING


def _expand(expansion: Expansion) -> None:
    """Find the successors of a state: a choice gives a vertex two edges, or an end its second."""
    mate, choices = expansion.mate, expansion.strip.choices
    source = expansion.here.keys[expansion.here.edges.states]
    if source >= CLOSED:
        if source > CLOSED and expansion.hub < ALWAYS:
            _add_edge(expansion, source - 1)
        return
    inner = _decode(expansion, source)
    if mate[0] == INNER:
        if expansion.hub < ALWAYS:
            _add_state(expansion, inner)
        return
    first = expansion.strip.choice_at[expansion.row]
    degree = expansion.strip.choice_at[expansion.row + 1] - first  # the hub is the last
    if expansion.hub == NEVER:
        degree -= 1
    free = mate[0] == 0
    for i in range(degree if free else 1):
        a = choices[first + i] if free else 0
        if inner >> a & 1:
            continue
        begin = i + 1 if free else 0
        if expansion.hub == ALWAYS:
            begin = max(begin, degree - 1)
        for j in range(begin, degree):
            b = choices[first + j]
            x = mate[a]
            y = mate[b]
            if y == INNER:
                continue
            if x == b:
                _close(expansion, inner | 1 << a | 1 << b)
                continue
            full = inner
            if x != a:
                full |= 1 << a
                mate[a] = INNER
            if y != b:
                full |= 1 << b
                mate[b] = INNER
            mate[x] = y
            mate[y] = x
            _add_state(expansion, full)
            mate[x] = a
            mate[a] = x
            mate[y] = b
            mate[b] = y


def _add_state(expansion: Expansion, full: int) -> None:
    """Add an edge to the state of the mates, unless it is dead."""
    if _is_alive(expansion, full):
        key = _encode(expansion, 0)
        if expansion.row == expansion.strip.rows - 1:
            digits = len(expansion.strip.shifts)
            for image in range(1, len(expansion.strip.images) // digits):
                other = _encode(expansion, image * digits)
                key = min(key, other)
        _add_edge(expansion, key)


def _close(expansion: Expansion, full: int) -> None:
    """Add an edge to the state of a closed cycle, if its vertices can form whole columns."""
    rows = expansion.strip.rows
    later = _later_vertices(expansion, full)
    if later >= 0 and (expansion.row + 1 + later) % rows == 0:
        _add_edge(expansion, CLOSED + later)


def _add_edge(expansion: Expansion, key: int) -> None:
    """Add an edge to the state with a key; a new state gets the next number."""
    there, edges = expansion.there, expansion.here.edges
    slot = _slot(there, key)
    if there.table[slot] == 0:
        there.keys[there.states] = key
        there.states += 1
        there.listed = there.states
        there.table[slot] = there.states
    edges.targets[edges.count] = there.table[slot] - 1
    edges.count += 1


def _slot(phase: Phase, key: int) -> int:
    """Return where a key is in the hash table, or belongs."""
    keys, table = phase.keys, phase.table
    mixed = key * FACTOR & LOW
    mixed ^= mixed >> 31
    mask = len(table) - 1
    slot = mixed & mask
    while table[slot] != 0 and keys[table[slot] - 1] != key:
        slot = (slot + 1) & mask
    return slot


def _decode(expansion: Expansion, key: int) -> int:
    """Write a key's digits to the mates, a step on; return the set of slots that are inner."""
    mate, opened, strip = expansion.mate, expansion.opened, expansion.strip
    shifts, masks = strip.shifts, strip.masks
    hub = len(shifts)
    for s in range(hub + 1):
        mate[s] = s
    inner = 0
    depth = 0
    for p in range(hub):
        s = p if p < hub - 1 else hub
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


def _encode(expansion: Expansion, image: int) -> int:
    """Return the key of the image of the mates under the symmetry at `image`."""
    mate, opened, strip = expansion.mate, expansion.opened, expansion.strip
    shifts, images = strip.shifts, strip.images
    key = 0
    depth = 0
    for p in range(len(shifts)):
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


def _is_alive(expansion: Expansion, full: int) -> bool:
    """Return whether each watched slot has enough neighbours for the edges that it still needs."""
    mate, strip = expansion.mate, expansion.strip
    for w in range(strip.watch_at[expansion.row], strip.watch_at[expansion.row + 1]):
        s = strip.watched[w]
        if full >> s & 1 == 0:
            need = (2 if mate[s] == s else 1) - strip.beyond[w]
            if need > 0:
                left = strip.sight[w] & ~full
                if left == 0 or (need == 2 and left & (left - 1) == 0):
                    return False
    return True


def _later_vertices(expansion: Expansion, full: int) -> int:
    """Return the number of later vertices of a closed cycle; -1 if it leaves any out."""
    hub = len(expansion.strip.shifts)
    if full >> hub & 1 == 0:
        return -1
    last = 0
    for s in range(1, hub):
        if full >> s & 1:
            if last < s - 1:
                return -1
            last = s
        elif expansion.mate[s] != s:
            return -1
    return last


# -- what can be completed ---------------------------------------------------------------------


@kernel
def mark(trim: Trim, steps: int) -> int:
    """Mark the states among the next `steps` that lead to marked states."""
    starts, targets = trim.edges.starts, trim.edges.targets
    here, there = trim.here, trim.there
    stop = min(trim.edges.states, trim.at + steps)
    for state in range(trim.at, stop):
        if here[state] == 0:
            for edge in range(starts[state], starts[state + 1]):
                if there[targets[edge]]:
                    here[state] = 1
                    trim.found += 1
                    break
    trim.at = stop
    return DONE if stop == trim.edges.states else RUNNING


@kernel
def renumber(marks: Places) -> int:
    """Replace each mark by the new number of the state, plus 1; return the number of marks."""
    kept = 0
    for state in range(len(marks)):
        if marks[state]:
            kept += 1
            marks[state] = kept
    return kept


@kernel
def keep(trim: Trim, steps: int) -> int:
    """Keep only the edges between numbered states, for the next `steps` states."""
    edges, starts, targets = trim.edges, trim.edges.starts, trim.edges.targets
    stop = min(edges.states, trim.at + steps)
    if trim.at == 0:
        edges.count = 0
    for state in range(trim.at, stop):
        end = starts[state + 1]
        if trim.here[state]:
            for edge in range(trim.begin, end):
                target = trim.there[targets[edge]]
                if target:
                    targets[edges.count] = target - 1
                    edges.count += 1
            trim.found += 1
            starts[trim.found] = edges.count
        trim.begin = end
    trim.at = stop
    if stop < edges.states:
        return RUNNING
    edges.states = trim.found
    return DONE


# -- counting ----------------------------------------------------------------------------------


@kernel
def gather(sums: Sums, steps: int) -> int:
    """Sum up the numbers of all targets, for each of the next `steps` states."""
    starts, targets = sums.edges.starts, sums.edges.targets
    after, before, room = sums.after, sums.before, sums.room
    top = sums.top
    stop = min(sums.edges.states, sums.at + steps)
    for state in range(sums.at, stop):
        if room > 1:
            total = _long_sum(sums, state)
        else:
            total = 0
            for edge in range(starts[state], starts[state + 1]):
                total += after[targets[edge]]
            before[state] = total
        if total > top:
            top = total
    sums.top = top
    sums.at = stop
    return DONE if stop == sums.edges.states else RUNNING


def _long_sum(sums: Sums, state: int) -> int:
    """Add numbers of several ints; return the highest int of the sum."""
    targets, after, before, words = sums.edges.targets, sums.after, sums.before, sums.words
    begin = sums.edges.starts[state]
    last = sums.edges.starts[state + 1] - 1
    at = state * sums.room
    of = targets[begin] * words if begin <= last else 0
    for w in range(words):
        before[at + w] = after[of + w] if begin <= last else 0
    for edge in range(begin + 1, last):
        of = targets[edge] * words
        for w in range(words):
            before[at + w] += after[of + w]
    carry = 0
    if begin < last:
        of = targets[last] * words
        for w in range(words):
            carry += before[at + w] + after[of + w]
            before[at + w] = carry & (1 << BITS) - 1
            carry >>= BITS
    if words < sums.room:
        before[at + words] = carry
    return before[at + sums.room - 1]
