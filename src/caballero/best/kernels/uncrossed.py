"""Longest paths and cycles, of which perhaps no two moves cross, layer by layer.

The squares are numbered in the order of a sweep. Step ``t`` chooses the moves of square ``t`` to
later squares. What can follow depends on two things only: which of the remaining moves are still
*allowed*, and how the fragments end among the squares that are left (``_fragments.py``). Choices
that agree in both are one *state*; the longest of them represents it. If moves must not cross,
there are few states: 60 million for all paths of 8×8.

A move between two squares before ``t`` never crosses a move between squares from ``t`` on: a line
separates the former from the latter. So the moves from before ``t`` to later squares, which are
chosen when their first square is, exclude all that is excluded.

An *induced* path has no move but its own between its squares: once a square is on it, its other
neighbours must stay off, so all moves of these are excluded.

A *bond* is the move of a square to the next that a path must use if it visits either of them:
so the entry and the exit of a vertex make a path that follows the arcs of a directed graph.

**Keys.** A key has a bit for each excluded move, at the label of its first square. A digit is 0 for
a square with two moves, too, which excludes all others; but 2 + `window` if such squares are *set*
apart from squares that stay off the path, because some must be on it, or because it is induced.

The cost of a state is minus the gains of its moves, plus `loose` for each end of a fragment. Equal
states have equally many; but where states are dropped, those with few fragments stay.

Invariants: all states of a layer are different; a fragment's end has a move left, otherwise it is
an end of the path already; a path has two ends, a cycle none.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from caballero.machine.kernel import Counts, Flags, Marks, array_of, kernel, zeros
from caballero.machine.kernels._shared import WORD

from ._fragments import (
    ALIVE,
    ALWAYS,
    CYCLE,
    DEAD,
    MAYBE,
    NEVER,
    WHOLE,
    Fragments,
    Keys,
    drop_move,
    end,
    first_moves,
    has_move,
    join,
    new_fragments,
    new_keys,
    read,
    restart,
    write,
)
from ._layers import DONE, FULL, RUNNING, Layer, Table, insert, is_full, origin_of


@dataclass(frozen=True, slots=True)
class Plan:
    """The squares and moves, in the order of a sweep."""

    first: Marks  # the moves of square t to later squares: from first[t] to first[t + 1]
    ends: Marks  # the later square of each move
    blocks: Counts  # `set_words` ints a move: the moves that it excludes
    near: Counts  # `set_words` ints for each i < window and t: moves of t + i to squares after t
    tips: Flags  # whether each square may be an end of a path: `NEVER`, `MAYBE` or `ALWAYS`
    needed: Flags  # 1 for each square that must be visited
    forced: Flags  # 1 for each move that must be used
    bonds: Flags  # 1 for each move that is a bond
    bonded: Flags  # 1 for each square with a bond
    keys: Keys
    gains: Counts  # how much longer each move makes a path
    left: Counts  # the most that the moves after each step can add
    loose: int  # what an end costs where states are compared: many fragments are hard to join
    most: int  # choices in a step
    until: int  # the path is not complete before this step
    apart: int
    induced: int
    closed: int


@dataclass(slots=True)
class Work:
    """The state that is being made, and the best path so far."""

    state: Fragments
    most: int = 0  # the longest fragments of a state that was made, together
    best: int = 0  # the length of the longest path so far
    best_step: int = -1  # the step that completed it, and its origin
    best_origin: int = 0
    steps: int = 0


def new_plan(
    size: int,
    moves: Sequence[tuple[int, int]],
    excluded: Sequence[Sequence[int]],
    *,
    closed: bool,
    tips: Sequence[int] = (),
    needed: Collection[int] = (),
    forced: Collection[int] = (),
    bonds: Collection[int] = (),
    induced: bool = False,
    gains: Sequence[int] = (),
) -> Plan:
    """Lay out the steps.

    `moves` are pairs of squares, the smaller first, in increasing order. For each, `excluded`
    has the moves that it must not meet and whose first square is not before its own. Any square may
    be an end, unless `tips` says so. `needed` squares must be visited, `forced` moves be used; both
    are given by their numbers, like the `bonds`. Without `gains`, each move gains 1.

    >>> new_plan(3, [(0, 2)], [[]], closed=False).keys.window
    3
    """
    reach = (
        max(b - a, *(moves[j][0] - a for j in row), 0)
        for (a, b), row in zip(moves, excluded, strict=True)
    )
    window = max(reach, default=0) + 1
    first = first_moves(size, moves)
    width = max((first[t + 1] - first[t] for t in range(size)), default=0)
    bits = [a % window * width + i - first[a] for i, (a, _) in enumerate(moves)]
    on_path = {*needed, *(square for i in forced for square in moves[i])}
    apart = induced or bool(on_path)
    bonded = {square for i in bonds for square in moves[i]}
    keys = new_keys(bits, window, width, window + (2 if apart else 1))
    set_words = keys.set_words
    blocks, near = zeros(Counts, len(moves) * set_words), zeros(Counts, size * window * set_words)
    for i, row in enumerate(excluded):
        for j in row:
            blocks[i * set_words + bits[j] // WORD] |= 1 << bits[j] % WORD
    for j, (a, b) in enumerate(moves):
        for t in range(max(0, b - window + 1), a):
            for s in (a, b):
                if s - t < window:
                    at = (t * window + s - t) * set_words + bits[j] // WORD
                    near[at] |= 1 << bits[j] % WORD
        for t in range(max(0, a - window + 1), max(0, b - window + 1)):
            near[(t * window + a - t) * set_words + bits[j] // WORD] |= 1 << bits[j] % WORD
    return Plan(
        first=array_of(Marks, first),
        ends=array_of(Marks, [b for _, b in moves]),
        blocks=blocks,
        near=near,
        tips=array_of(Flags, tips or [MAYBE] * size),
        needed=array_of(Flags, [t in on_path for t in range(size)]),
        forced=array_of(Flags, [i in forced for i in range(len(moves))]),
        bonds=array_of(Flags, [i in bonds for i in range(len(moves))]),
        bonded=array_of(Flags, [t in bonded for t in range(size)]),
        keys=keys,
        gains=array_of(Counts, gains or [1] * len(moves)),
        left=array_of(Counts, _left(size, moves, gains, bonded, closed)),
        loose=max(1, *gains) if gains else 1,
        most=1 + width * (width + 1) // 2,
        until=max((moves[i][0] for i in forced), default=0),
        apart=int(apart),
        induced=int(induced),
        closed=int(closed),
    )


def _left(
    size: int,
    moves: Sequence[tuple[int, int]],
    gains: Sequence[int],
    bonded: set[int],
    closed: bool,
) -> list[int]:
    """Return the most that the moves among the squares after each square can gain.

    >>> _left(3, [(0, 1), (1, 2)], [5, 7], set(), closed=True)
    [7, 0, 0]
    """
    if not gains:  # of paths, or of a cycle that begins there
        return [max(0, size - 2 - t + closed) for t in range(size)]
    left, total = [0] * size, 0  # twice the bound: each square has two moves, or a bond and a move
    best: list[list[int]] = [[0] if v in bonded else [0, 0] for v in range(size)]
    at = len(moves)
    for t in range(size - 1, -1, -1):
        left[t] = total // 2
        while at and moves[at - 1][0] == t:
            at -= 1
            for v in moves[at]:
                total -= sum(best[v])
                best[v] = sorted([*best[v], gains[at]])[1:]
                total += sum(best[v])
    return left


def new_work(plan: Plan) -> Work:
    """Return memory for the kernels here."""
    return Work(new_fragments(plan.keys))


# -- choices ---------------------------------------------------------------------------------------


@kernel
def expand(plan: Plan, layer: Layer, table: Table, work: Work, steps: int) -> int:
    """Make the successors of states, until about `steps` choices are made."""
    until = work.steps + steps
    key_words = plan.keys.key_words
    while layer.next < layer.size:
        if work.steps >= until:
            return RUNNING
        if is_full(table, key_words, plan.most):
            return FULL
        cost = layer.states[layer.next * (key_words + 1) + key_words]
        loose = read(plan.keys, layer, work.state)
        _choose(plan, layer, table, work, plan.loose * loose - cost)
        layer.next += 1
    return DONE


def _is_loose(plan: Plan, work: Work) -> bool:
    """Return whether there are ends of fragments."""
    digits = work.state.mate
    loose = 0
    for label in range(len(digits)):
        loose += digits[label] != 0 and digits[label] != plan.keys.window + 2
    return loose != 0


def _choose(plan: Plan, layer: Layer, table: Table, work: Work, value: int) -> None:
    """Make all choices of a step: no move, each move, each two moves."""
    t = layer.step
    begin = plan.first[t]
    after = plan.first[t + 1]
    own = work.state.source[t % plan.keys.window]
    have = 0 if own == 0 else 2 if own > plan.keys.window + 1 else 1
    for i in range(begin - 1, after if have < 2 else begin):  # begin - 1 means no move
        for j in range(i, after if i >= begin and have == 0 else i + 1):  # and i, that there is one
            if i >= begin and has_move(plan.keys, work.state.before, i):
                break
            if j > i and has_move(plan.keys, work.state.before, j):
                continue
            work.steps += 1
            count = (i >= begin) + (j > i)
            if have < 2 and not _may_have(plan, t, have + count):
                continue
            if plan.bonded[t] and not _keeps_bond(plan, work, t, i, have):
                continue
            fate = _make(plan, work, t, i, j, have)
            length = value
            length += plan.gains[i] if i >= begin else 0
            length += plan.gains[j] if j > i else 0
            if fate == DEAD or length + plan.left[t] <= work.best:
                continue
            origin = origin_of(layer, i - begin + 1, j - begin + 1)
            if fate == ALIVE:
                work.most = max(work.most, length)
                loose = write(plan.keys, work.state)
                cost = plan.loose * loose - length
                insert(table, work.state.key, plan.keys.key_words, cost, origin)
            elif length > work.best:
                work.best = length
                work.best_step = t
                work.best_origin = origin


def _may_have(plan: Plan, t: int, moves: int) -> bool:
    """Return whether a square may have a number of moves."""
    if moves == 0:
        return plan.needed[t] == 0
    if plan.tips[t] == MAYBE or plan.closed:
        return True
    return (moves == 1) == (plan.tips[t] == ALWAYS)


def _keeps_bond(plan: Plan, work: Work, t: int, i: int, have: int) -> bool:
    """Return whether square `t`, with moves before and `i`, keeps its bond, or is off the path."""
    begin = plan.first[t]
    if begin == plan.first[t + 1] or plan.bonds[begin] == 0:  # the bond is with the square before
        return have > 0 or i < begin
    if have > 0 or i >= begin:
        return i == begin
    return work.state.source[(t + 1) % plan.keys.window] == 0


def _make(plan: Plan, work: Work, t: int, i: int, j: int, have: int) -> int:
    """Make the state in which square `t`, which has some moves, has `i` and `j` besides."""
    keys, state = plan.keys, work.state
    begin = plan.first[t]
    own = t % keys.window
    count = (i >= begin) + (j > i)
    for move in range(begin, plan.first[t + 1]):
        if plan.forced[move] and move != i and move != j:
            return DEAD
    restart(keys, state)
    fate = ALIVE
    if count > 0:
        fate = _use(plan, work, t, i)
    if count == 2 and fate == ALIVE:
        if has_move(keys, state.key, j):
            return DEAD
        fate = _use(plan, work, t, j)
    if have + count == 1 and fate == ALIVE:
        fate = DEAD if plan.closed else end(keys, state, own)
    if fate != DEAD and plan.apart:
        state.mate[own] = 0
        if plan.induced and have + count > 0 and not _is_induced(plan, work, t, i, j):
            return DEAD
    if fate == ALIVE:
        for move in range(begin, plan.first[t + 1]):
            drop_move(keys, state.key, move)
        fate = _end_stuck(plan, work, t)
    return DEAD if fate == WHOLE and not _is_complete(plan, work, t) else fate


def _is_complete(plan: Plan, work: Work, t: int) -> bool:
    """Return whether a path that has both ends, or a cycle, has all that it must have."""
    if t < plan.until or _is_loose(plan, work):
        return False
    if not plan.apart:
        return True
    for square in range(t + 1, len(plan.needed)):
        on_path = _is_inner(plan, work, t, square)
        if plan.needed[square] and not on_path:
            return False
        if plan.induced and on_path:
            for move in range(plan.first[square], plan.first[square + 1]):
                if _is_inner(plan, work, t, plan.ends[move]):
                    return False
    return True


def _is_inner(plan: Plan, work: Work, t: int, square: int) -> bool:
    """Return whether a later square has all its moves; these squares are set apart."""
    if square - t >= plan.keys.window:
        return False
    return work.state.mate[square % plan.keys.window] == plan.keys.window + 2


def _is_induced(plan: Plan, work: Work, t: int, i: int, j: int) -> bool:
    """Exclude the neighbours of square `t` by other moves; return whether none is on the path."""
    for move in range(plan.first[t], plan.first[t + 1]):
        if move != i and move != j:
            if work.state.mate[plan.ends[move] % plan.keys.window] != 0:
                return False
            _exclude(plan, work, t, plan.ends[move])
    return True


def _use(plan: Plan, work: Work, t: int, move: int) -> int:
    """Use a move of square `t`."""
    keys, state = plan.keys, work.state
    far = plan.ends[move]
    other = far % keys.window
    for w in range(keys.set_words):
        state.key[w] |= plan.blocks[move * keys.set_words + w]
    meets = state.mate[other] != 0
    if meets:
        if plan.tips[far] == ALWAYS or plan.bonded[far] > plan.bonds[move]:
            return DEAD
        _exclude(plan, work, t, far)
    fate = join(keys, state, t % keys.window, other)
    if meets and plan.apart:
        state.mate[other] = keys.window + 2
    if fate == CYCLE:
        fate = WHOLE if plan.closed else DEAD
    return fate


def _exclude(plan: Plan, work: Work, t: int, square: int) -> None:
    """Exclude the other moves of a square that has two."""
    at = (t * plan.keys.window + square - t) * plan.keys.set_words
    for w in range(plan.keys.set_words):
        work.state.key[w] |= plan.near[at + w]


def _end_stuck(plan: Plan, work: Work, t: int) -> int:
    """End the path in each end of a fragment that has no move left."""
    keys, state = plan.keys, work.state
    for i in range(1, min(keys.window, len(plan.first) - 1 - t)):
        label = (t + i) % keys.window
        if state.mate[label] == 0 or state.mate[label] == keys.window + 2:
            continue
        at = (t * keys.window + i) * keys.set_words
        left = 0
        for w in range(keys.set_words):
            left |= plan.near[at + w] & ~state.key[w]
        if left == 0:
            fate = DEAD if plan.closed or plan.tips[t + i] == NEVER else end(keys, state, label)
            if fate != DEAD and plan.apart:
                state.mate[label] = keys.window + 2
            if fate != ALIVE:
                return fate
    return ALIVE
