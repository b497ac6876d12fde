"""The tours that cost least, by their pairs of moves or by their crossings, layer by layer.

The squares are numbered in the order of a sweep. Step ``t`` chooses the moves of square ``t`` to
later squares, so that it has two, or a single move at an end. What follows depends on how the
fragments end among the later squares (``_fragments.py``), and on what later costs depend on:

- for pairs of moves, the move by which each fragment enters its end: the next move there is the
  other of the pair;
- for crossings, the chosen moves to later squares that a later move can still cross. A move
  between two squares before ``t`` crosses none between two squares from ``t`` on, for a line
  separates them.

**Costs** are ints that are never negative. A square has a table of the cost of each pair of its
moves, by their *ranks*: first the moves to earlier squares, then to later squares. A move paired
with itself is the only move, at an end of the tour. Besides, a move costs `each`, and `meeting` for
each move chosen before that it crosses.

**Keys.** A key has a bit for each chosen move that matters, at the label of its later square. Its
digits are those of ``_fragments.py``, and 2 + `window` if the square has both moves.

Invariants: all states of a layer are different, and their costs at most `limit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

from caballero.machine.kernel import Counts, Flags, Marks, array_of, kernel, zeros
from caballero.machine.kernels._shared import WORD

from ._fragments import (
    ALIVE,
    ALWAYS,
    CYCLE,
    DEAD,
    NEVER,
    WHOLE,
    Fragments,
    Keys,
    add_move,
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
    starts: Marks  # the earlier square of each move
    ends: Marks  # and the later square
    entry: Marks  # the moves of square t to earlier squares: entries from entry[t] to entry[t + 1]
    entries: Marks
    forced: Flags  # 1 for each move that the tour must use
    tips: Flags  # whether each square may be an end: `NEVER`, `MAYBE` or `ALWAYS`
    late: Marks  # the rank of each move at its later square
    table: Counts  # where the costs of each square's pairs begin in `pairs`
    pairs: Counts  # the cost of each pair
    crossed: Counts  # `set_words` ints a move: the earlier moves that it crosses
    kept: Counts  # `set_words` ints a step: the moves that later moves can cross
    keys: Keys
    most: int  # choices in a step
    closed: int
    pairing: int  # 1 if pairs cost
    each: int
    meeting: int


@dataclass(slots=True)
class Work:
    """The state that is being made, and the best tour so far."""

    state: Fragments
    limit: int  # the greatest cost that is of use
    unit: int  # the least difference of two costs
    cost: int = 0  # of the state that is being made
    best_step: int = -1  # the step that completed the best tour, and its origin
    best_origin: int = 0
    steps: int = 0


def new_work(plan: Plan, limit: int, unit: int) -> Work:
    """Return memory for the kernel here."""
    return Work(new_fragments(plan.keys), limit, unit)


@dataclass(frozen=True, slots=True)
class Costs:
    """The costs of a tour; see above. For each square and move, in the order of the sweep."""

    pairs: Sequence[Sequence[int]]  # the table of each square; none if pairs cost nothing
    crossed: Sequence[Sequence[int]]  # the moves that begin before, and that it crosses
    each: int = 0
    meeting: int = 0


def new_plan(
    size: int,
    moves: Sequence[tuple[int, int]],
    costs: Costs,
    *,
    tips: Sequence[int],
    forced: Sequence[int],
    closed: bool,
) -> Plan:
    """Lay out the steps; `moves` are pairs of squares, the smaller first, in order."""
    window = max((b - a for a, b in moves), default=0) + 1
    first = first_moves(size, moves)
    entries: list[list[int]] = [[] for _ in range(size)]
    for i, (_, b) in enumerate(moves):
        entries[b].append(i)
    width = max(max(map(len, entries)), *(first[t + 1] - first[t] for t in range(size)), 1)
    late = [entries[b].index(i) for i, (_, b) in enumerate(moves)]
    bits = [b % window * width + rank for rank, (_, b) in zip(late, moves, strict=True)]
    keys = new_keys(bits, window, width, window + 2)
    set_words = keys.set_words
    crossed, kept = zeros(Counts, len(moves) * set_words), zeros(Counts, size * set_words)
    for i, row in enumerate(costs.crossed):
        for j in row:
            crossed[i * set_words + bits[j] // WORD] |= 1 << bits[j] % WORD
            for t in range(moves[j][0], moves[i][0]):
                kept[t * set_words + bits[j] // WORD] |= 1 << bits[j] % WORD
    return Plan(
        first=array_of(Marks, first),
        starts=array_of(Marks, [a for a, _ in moves]),
        ends=array_of(Marks, [b for _, b in moves]),
        entry=array_of(Marks, accumulate(map(len, entries), initial=0)),
        entries=array_of(Marks, [i for row in entries for i in row]),
        forced=array_of(Flags, forced),
        tips=array_of(Flags, tips),
        late=array_of(Marks, late),
        table=array_of(Counts, accumulate(map(len, costs.pairs), initial=0)),
        pairs=array_of(Counts, chain.from_iterable(costs.pairs)),
        crossed=crossed,
        kept=kept,
        keys=keys,
        most=1 + width * (width + 1) // 2,
        closed=int(closed),
        pairing=int(bool(costs.pairs)),
        each=costs.each,
        meeting=costs.meeting,
    )


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
        if cost <= work.limit:
            read(plan.keys, layer, work.state)
            _choose(plan, layer, table, work, cost)
        layer.next += 1
    return DONE


def _choose(plan: Plan, layer: Layer, table: Table, work: Work, cost: int) -> None:
    """Make all choices of a step: no move, each move, each two moves."""
    t = layer.step
    begin = plan.first[t]
    after = plan.first[t + 1]
    own = work.state.source[t % plan.keys.window]
    have = 0 if own == 0 else 2 if own > plan.keys.window + 1 else 1
    for i in range(begin - 1, after):  # begin - 1 means no move
        for j in range(i, after if i >= begin else i + 1):  # and i, that there is one
            count = (i >= begin) + (j > i)
            total = have + count
            if total == 0 or total > 2 or (total == 1 and plan.tips[t] == NEVER):
                continue
            if total == 2 and plan.tips[t] == ALWAYS:
                continue
            work.steps += 1
            work.cost = cost
            fate = _make(plan, work, t, i, j, have)
            if fate == DEAD or work.cost > work.limit:
                continue
            origin = origin_of(layer, i - begin + 1, j - begin + 1)
            if fate == WHOLE:
                work.limit = work.cost - work.unit
                work.best_step = t
                work.best_origin = origin
            else:
                write(plan.keys, work.state)
                insert(table, work.state.key, plan.keys.key_words, work.cost, origin)


def _make(plan: Plan, work: Work, t: int, i: int, j: int, have: int) -> int:
    """Make the state in which square `t`, which has some moves, has `i` and `j` besides."""
    begin = plan.first[t]
    count = (i >= begin) + (j > i)
    for move in range(begin, plan.first[t + 1]):
        if plan.forced[move] and move != i and move != j:
            return DEAD
    state = work.state
    restart(plan.keys, state)
    _pay_here(plan, work, t, i, j, have)
    own = t % plan.keys.window
    fate = ALIVE
    if count > 0:
        fate = _use(plan, work, t, i)
    if count == 2 and fate == ALIVE:
        fate = _use(plan, work, t, j)
    if have + count == 1 and fate == ALIVE:
        fate = end(plan.keys, state, own)
    if fate == DEAD:
        return DEAD
    state.mate[own] = 0
    for k in range(plan.entry[t], plan.entry[t + 1]):
        drop_move(plan.keys, state.key, plan.entries[k])
    if fate == WHOLE:
        return fate if _is_all_used(plan, work, t) else DEAD
    if not plan.pairing:
        for w in range(plan.keys.set_words):
            state.key[w] &= plan.kept[t * plan.keys.set_words + w]
    if _is_stuck_near(plan, work, t, t):
        return DEAD
    for k in range(count):
        far = plan.ends[i if k == 0 else j]
        if _is_inner(plan, work, far) and _is_stuck_near(plan, work, t, far):
            return DEAD
    return ALIVE


def _is_inner(plan: Plan, work: Work, square: int) -> bool:
    return work.state.mate[square % plan.keys.window] == plan.keys.window + 2


def _entry(plan: Plan, words: Counts, square: int) -> int:
    """Return the move by which a fragment enters a square, for pairs; -1 if there is none."""
    for k in range(plan.entry[square], plan.entry[square + 1]):
        move = plan.entries[k]
        if has_move(plan.keys, words, move):
            return move
    return -1


def _pay_here(plan: Plan, work: Work, t: int, i: int, j: int, have: int) -> None:
    """Pay for square `t` with its moves."""
    if not plan.pairing or have == 2:
        return
    own = plan.entry[t + 1] - plan.entry[t] - plan.first[t]  # the rank of a move i is own + i
    a = own + i
    b = own + j
    if have == 1:
        came = _entry(plan, work.state.before, t)
        a = plan.late[came]
        if i < plan.first[t]:
            b = a
    _pay(plan, work, t, a, b)


def _pay(plan: Plan, work: Work, square: int, a: int, b: int) -> None:
    """Pay for two moves of a square, by their ranks."""
    begin = plan.entry[square] + plan.first[square]
    degree = plan.entry[square + 1] + plan.first[square + 1] - begin
    work.cost += plan.pairs[plan.table[square] + a * degree + b]


def _use(plan: Plan, work: Work, t: int, move: int) -> int:
    """Use a move of square `t`."""
    window = plan.keys.window
    far = plan.ends[move]
    other = far % window
    meets = work.state.mate[other] != 0
    if meets and (_is_inner(plan, work, far) or plan.tips[far] == ALWAYS):
        return DEAD
    _pay_there(plan, work, move, meets)
    fate = join(plan.keys, work.state, t % window, other)
    if meets:
        work.state.mate[other] = window + 2
    if fate == CYCLE:
        fate = WHOLE if plan.closed else DEAD
    return fate


def _pay_there(plan: Plan, work: Work, move: int, meets: bool) -> None:
    """Pay for a move, and for its later square if it `meets` another there; note it."""
    state = work.state
    set_words = plan.keys.set_words
    work.cost += plan.each
    if not plan.pairing:
        for w in range(set_words):
            met = state.before[w] & plan.crossed[move * set_words + w]
            while met != 0:
                met &= met - 1
                work.cost += plan.meeting
    if plan.pairing and meets:
        far = plan.ends[move]
        came = _entry(plan, state.key, far)
        _pay(plan, work, far, plan.late[came], plan.late[move])
        drop_move(plan.keys, state.key, came)
    else:
        add_move(plan.keys, state.key, move)


def _is_all_used(plan: Plan, work: Work, t: int) -> bool:
    """Return whether all later squares have both moves."""
    size = len(plan.first) - 1
    if size - t > plan.keys.window:
        return False
    left = 0
    for square in range(t + 1, size):
        left += not _is_inner(plan, work, square)
    return left == 0


def _is_stuck_near(plan: Plan, work: Work, t: int, square: int) -> bool:
    """Return whether a later neighbour of a square has too few moves left."""
    for move in range(plan.first[square], plan.first[square + 1]):
        if _is_stuck(plan, work, t, plan.ends[move]):
            return True
    for k in range(plan.entry[square], plan.entry[square + 1]):
        other = plan.starts[plan.entries[k]]
        if other > t and _is_stuck(plan, work, t, other):
            return True
    return False


def _is_stuck(plan: Plan, work: Work, t: int, square: int) -> bool:
    """Return whether a square after `t` has too few moves left."""
    window = plan.keys.window
    digit = work.state.mate[square % window] if square - t < window else 0
    if digit == window + 2:
        return False
    need = 2 - (digit != 0) - (plan.tips[square] != NEVER)
    for k in range(plan.entry[square], plan.entry[square + 1]):
        other = plan.starts[plan.entries[k]]
        if other > t and (other - t >= window or not _is_inner(plan, work, other)):
            need -= 1
    for move in range(plan.first[square], plan.first[square + 1]):
        other = plan.ends[move]
        if other - t >= window or not _is_inner(plan, work, other):
            need -= 1
    return need > 0
