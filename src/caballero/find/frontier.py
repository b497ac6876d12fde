"""Frontier elimination: find a tour of a narrow graph, or prove that there is none.

The vertices are taken in a given order, and at each of them it is decided which edges to later
vertices the tour uses. All that the future needs to know of the past is how the fragments of
the tour built so far end in the *frontier*: the later vertices with an earlier neighbour. That
is the *mate* array of Knuth's Simpath (The Art of Computer Programming 4A, section 7.1.4,
exercise 225); the thought that tours need only a record of pairings on a boundary goes back to
the transfer matrices of statistical physics, and to Held and Karp's dynamic programme (1962),
which remembers sets instead. States that look alike are one state, so the work is linear in the
length of a strip, though exponential in its width.

A state is a ``bytes`` with one *slot* for every place in the frontier. The slot of vertex ``w``
holds

* its own number: no chosen edge meets ``w`` yet (or the slot is empty, waiting);
* another slot's number: ``w`` is the end of a fragment whose other end is there;
* a *mark*: ``w`` is the end of a fragment whose other end is an end of the whole tour;
* ``INNER``: two chosen edges meet ``w``.

A vertex keeps one slot from its first earlier neighbour to its own turn, and leaves it ready for
the next vertex. As the slots are reused first in, first out, the steps of a regular strip soon
repeat, and what a step does to a state (:func:`_moves`) is remembered under the step's shape.

Ends of an open tour: a fixed end enters the frontier already marked, and any other vertex may
turn into an end when its turn comes. In a bipartite graph the colours say how many ends of each
colour there may be; a mark carries its colour, so a state tells how many are left.

Invariants: every earlier vertex has its two edges, or one and is an end; mates point at each
other; no fragment is closed, and no two marked ones are joined, before all else is inner.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from caballero.graph import Graph
from caballero.limits import Budget

from .reduction import rows, two_colours

ROUND = 1000  # states made between two looks at the budget
INNER = 255
FIXED = 254  # the mark of an end that was asked for
FREE = 253, 252  # the marks of an end that was chosen, by its colour
LOWEST_MARK = 252


@dataclass(frozen=True, slots=True)
class _Step:
    """A vertex's turn, in slots: all that decides what becomes of a state.

    Parameters
    ----------
    slot : int
        The vertex's own slot.
    later : tuple of int
        The slots of its later neighbours.
    leave : int
        What it leaves in its slot: what the slot's next vertex begins with.
    mark : int
        The mark it bears if it turns into an end; 0 if it must not.
    room : int
        How many ends may bear that mark.
    rest : tuple of int or None
        The slots of all later vertices if all are in the frontier: the tour may then be
        completed, if it leaves them inner.
    closed : bool
        Whether the tour is a cycle.
    """

    slot: int
    later: tuple[int, ...]
    leave: int
    mark: int
    room: int
    rest: tuple[int, ...] | None
    closed: bool


def frontier_tour(
    graph: Graph,
    order: Sequence[int],
    budget: Budget,
    *,
    closed: bool,
    start: int | None,
    end: int | None,
) -> list[int] | None:
    """Find a tour by sweeping over the vertices in a given order.

    Parameters
    ----------
    graph : Graph
        Where to look.
    order : sequence of int
        Every vertex once. The fewer later vertices have an earlier neighbour, the better: on a
        board with few rows, column by column. Those with few neighbours first within a column:
        whatever is found is then found much sooner.
    budget : Budget
        Counts the states made.
    closed : bool
        Whether the tour must return to where it began.
    start, end : int, optional
        The first and the last vertex of the tour.

    Returns
    -------
    list of int or None
        A tour; or ``None``, and then **there is none**: every state was seen.

    Raises
    ------
    OverflowError
        If the frontier holds more than 252 vertices: hopeless in any case.

    Notes
    -----
    Time and memory grow with the vertices times the states, of which a frontier of width ``w``
    may have some ``3**w``; on boards of 3 and 4 rows a few hundred and a few thousand. The
    states are gone through depth first, so a tour is usually found long before all are seen.
    """
    neighbours = rows(graph)
    size = len(neighbours)
    if closed and start is not None and end is not None:
        # Asking for this edge of the cycle is asking for the path between its ends.
        if size < 3 or end not in neighbours[start]:
            return None
        closed = False
    if size == 1 and not closed:
        return [0]
    marks = _marks(neighbours, closed=closed, start=start, end=end)
    if marks is None:
        return None
    # Who has few neighbours is tried first: on four rows, hundreds of times quicker.
    neighbours = [sorted(row, key=lambda w: len(neighbours[w])) for row in neighbours]
    steps, state = _steps(neighbours, order, marks, closed=closed)
    trail = _descend(steps, state, budget)
    if trail is None:
        return None
    walk = _walk(_chosen_edges(trail, steps, neighbours, order))
    if closed:
        at = walk.index(start) if start is not None else 0
        at = walk.index(end) + 1 if end is not None else at
        walk = walk[at:] + walk[:at]
    elif walk[0] != start and (start is not None or walk[0] == end):
        walk.reverse()
    return walk


def _marks(
    neighbours: list[list[int]], *, closed: bool, start: int | None, end: int | None
) -> list[tuple[int, int]] | None:
    """Say for every vertex which mark it bears as an end, and how many ends may bear it.

    ``None`` if the colours, or the ends themselves, forbid every tour.
    """
    size = len(neighbours)
    colours, connected = two_colours(neighbours)
    if not connected or size < (3 if closed else 1) or (start is not None and start == end):
        return None
    surplus = 0 if colours is None else size - 2 * sum(colours)  # how many more zeros than ones
    if closed:
        return None if surplus else [(0, 0)] * size
    fixed = [v for v in (start, end) if v is not None]
    if colours is None:
        colours, room = [0] * size, [2, 0]
    elif abs(surplus) > 1:
        return None
    else:
        room = [1 + surplus, 1 - surplus]
    for v in fixed:
        room[colours[v]] -= 1
    if min(room) < 0:
        return None
    marks = [(FREE[c], room[c]) if room[c] else (0, 0) for c in colours]
    for v in fixed:
        marks[v] = FIXED, 0
    return marks


def _steps(
    neighbours: list[list[int]],
    order: Sequence[int],
    marks: Sequence[tuple[int, int]],
    *,
    closed: bool,
) -> tuple[list[_Step], bytes]:
    """Give every vertex a slot, and say what its turn looks like; and how it all begins."""
    position = {v: t for t, v in enumerate(order)}
    slots: list[int] = [-1] * len(order)
    waiting: deque[int] = deque()
    state: list[int] = []  # what every slot begins with
    left_by: list[int] = []  # the last vertex that left each slot, or -1
    leave: dict[int, int] = {}
    shapes: list[tuple[int, tuple[int, ...], tuple[int, ...] | None]] = []
    entered = 0
    for t, v in enumerate(order):
        later = [w for w in neighbours[v] if position[w] > t]
        for w in [v, *later]:
            if slots[w] >= 0:
                continue
            if not waiting:
                waiting.append(len(state))
                state.append(-1)
                left_by.append(-1)
            slot = slots[w] = waiting.popleft()
            begins = FIXED if marks[w][0] == FIXED else slot
            if left_by[slot] < 0:
                state[slot] = begins
            else:
                leave[left_by[slot]] = begins
            entered += 1
        rest = tuple(slots[w] for w in order[t + 1 :]) if entered == len(order) else None
        shapes.append((slots[v], tuple(slots[w] for w in later), rest))
        left_by[slots[v]] = v
        waiting.append(slots[v])
    if len(state) > LOWEST_MARK:
        raise OverflowError(f"a frontier of {len(state)} vertices; at most {LOWEST_MARK} fit")
    return [
        _Step(slot, later, leave.get(v, slot), *(marks[v] if marks[v][1] else (0, 0)), rest, closed)
        for v, (slot, later, rest) in zip(order, shapes, strict=True)
    ], bytes(state)


def _descend(steps: Sequence[_Step], first: bytes, budget: Budget) -> list[bytes] | None:
    """Go through the states depth first, each once; return those on the way to a tour."""
    known: dict[_Step, dict[bytes, list[bytes]]] = {}
    shapes = [known.setdefault(step, {}) for step in steps]
    seen: list[set[bytes]] = [set() for _ in range(len(steps) + 1)]
    trail: list[bytes] = []
    choices = [iter([first])]
    made = 0
    while choices:
        depth = len(choices) - 1
        del trail[depth:]
        state = next((state for state in choices[-1] if state not in seen[depth]), None)
        if state is None:
            choices.pop()
            continue
        seen[depth].add(state)
        trail.append(state)
        if depth == len(steps):
            budget.spend(made)
            return trail
        afters = shapes[depth].get(state)
        if afters is None:
            afters = shapes[depth][state] = [after for after, _ in _moves(steps[depth], state)]
        choices.append(iter(afters))
        made += 1 + len(afters)
        if made >= ROUND:
            budget.spend(made)
            made = 0
    budget.spend(made)
    return None


def _moves(step: _Step, state: bytes) -> Iterator[tuple[bytes, tuple[int, ...]]]:
    """Yield every state that a vertex's turn can lead to, and the slots it chose edges to."""
    far = state[step.slot]
    blank = bytearray(state)
    blank[step.slot] = step.leave
    if far == INNER:
        yield bytes(blank), ()
        return
    may_end = step.mark and state.count(step.mark) < step.room
    usable = [slot for slot in step.later if state[slot] != INNER]
    if far != step.slot:
        if may_end and _end(step, new := blank.copy(), far):
            yield bytes(new), ()
        for slot in usable:
            if _join(step, new := blank.copy(), far, slot):
                yield bytes(new), (slot,)
        return
    for i, slot in enumerate(usable):
        # With its first edge the vertex becomes an end of that fragment: who is at the other?
        half, far = blank.copy(), state[slot]
        if far != slot:
            half[slot] = INNER
        if may_end and _end(step, new := half.copy(), far):
            yield bytes(new), (slot,)
        for second in usable[i + 1 :]:
            if _join(step, new := half.copy(), far, second):
                yield bytes(new), (slot, second)


def _end(step: _Step, state: bytearray, far: int) -> bool:
    """Let the vertex be an end of the tour; `far` is the other end of its fragment."""
    if far >= LOWEST_MARK:
        return _all_else_inner(step, state)
    state[far] = step.mark
    return True


def _join(step: _Step, state: bytearray, far: int, slot: int) -> bool:
    """Choose the edge from the vertex to `slot`; `far` is the other end of its fragment."""
    mate = state[slot]
    if mate == slot:
        state[slot] = far
        if far < LOWEST_MARK:
            state[far] = slot
        return True
    state[slot] = INNER
    if slot == far:
        return step.closed and _all_else_inner(step, state)
    if mate < LOWEST_MARK:
        state[mate] = far
    elif far >= LOWEST_MARK:
        return _all_else_inner(step, state)
    if far < LOWEST_MARK:
        state[far] = mate
    return True


def _all_else_inner(step: _Step, state: bytearray) -> bool:
    """Say whether a tour that has just been completed leaves nothing out."""
    return step.rest is not None and all(state[slot] == INNER for slot in step.rest)


def _chosen_edges(
    trail: Sequence[bytes],
    steps: Sequence[_Step],
    neighbours: list[list[int]],
    order: Sequence[int],
) -> list[list[int]]:
    """Take the steps of the trail again, and return the chosen neighbours of every vertex."""
    position = {v: t for t, v in enumerate(order)}
    chosen: list[list[int]] = [[] for _ in order]
    for t, v in enumerate(order):
        slots = next(slots for after, slots in _moves(steps[t], trail[t]) if after == trail[t + 1])
        later = [w for w in neighbours[v] if position[w] > t]
        for w, slot in zip(later, steps[t].later, strict=True):
            if slot in slots:
                chosen[v].append(w)
                chosen[w].append(v)
    return chosen


def _walk(chosen: Sequence[Sequence[int]]) -> list[int]:
    """Walk along the chosen edges, from an end if there is one."""
    here = next((v for v, row in enumerate(chosen) if len(row) == 1), 0)
    walk, before = [here], -1
    while len(walk) < len(chosen):
        before, here = here, next(w for w in chosen[here] if w != before)
        walk.append(here)
    return walk
