"""The tours that cost least, by their pairs of moves or by their crossings, layer by layer.

The squares are numbered in the order of a sweep. Step ``t`` chooses the moves of square ``t`` to
later squares, so that it has two, or one if the tour ends there. What follows depends on how the
fragments end among the later squares, as in ``_states.py``, and on what later costs depend on:

- for pairs of moves, the move by which each fragment enters its end: the next move there is the
  other one of the pair;
- for crossings, the chosen moves to later squares that a later move can still cross. A move
  between two squares before ``t`` crosses none between two squares from ``t`` on, for a line
  separates them.

**Costs** are ints that are never negative. A square has a table of the cost of each pair of its
moves, by their *ranks*: first the moves to earlier squares, then those to later ones. A move paired
with itself is the only one, at an end of the tour. Besides, a move costs `each`, and `meeting` for
each move chosen before that it crosses.

**Keys.** The label of a square is its number modulo `window`. A key has a bit for each chosen move
that matters, at the label of its later square; then a digit for each label: 0 if the square is
untouched, 1 + the label of the other end of its fragment, 1 + `window` if the other end is an end
of the tour, 2 + `window` if the square has both moves.

Invariants: all states of a layer are different, and their costs at most `limit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Final

from ._kernel import Counts, Flags, Marks, array_of, kernel, zeros
from ._layers import CHOICE_BITS, DONE, FULL, RUNNING, Layer, Table, insert, is_full
from ._states import WORD

# What becomes of a choice.
_ALIVE: Final = 0
_DEAD: Final = 1  # no tour follows
_WHOLE: Final = 2  # it completes the tour

# Whether a square may be an end of the tour.
NEVER: Final = 0
MAYBE: Final = 1
ALWAYS: Final = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """The squares and moves, in the order of a sweep."""

    first: Marks  # the moves of square t to later ones: from first[t] to first[t + 1]
    starts: Marks  # the earlier square of each move
    ends: Marks  # and the later one
    entry: Marks  # the moves of square t to earlier ones: entries from entry[t] to entry[t + 1]
    entries: Marks
    forced: Flags  # 1 for each move that the tour must use
    tips: Flags  # whether each square may be an end: `NEVER`, `MAYBE` or `ALWAYS`
    late: Marks  # the rank of each move at its later square
    table: Counts  # where the costs of each square's pairs begin in `pairs`
    pairs: Counts  # the cost of each pair
    words: Marks  # the place of each move's bit in a key: the int
    shifts: Marks  # and the bit in it
    crossed: Counts  # `set_words` ints a move: the earlier moves that it crosses
    kept: Counts  # `set_words` ints a step: the moves that later ones can cross
    window: int
    set_words: int
    digit_bits: int
    in_word: int  # digits in an int
    key_words: int
    most: int  # choices in a step
    closed: int
    pairing: int  # 1 if pairs cost
    each: int
    meeting: int


@dataclass(slots=True)
class Work:
    """The state that is being made, and the best tour so far."""

    key: Counts
    mate: Marks  # the digit of each label
    source: Marks  # the digits of the state before
    before: Counts  # its moves
    limit: int  # the greatest cost that is of use
    unit: int  # the least difference of two costs
    cost: int = 0  # of the state that is being made
    ended: int = 0  # ends of the tour
    best_step: int = -1  # the step that completed the best tour, and its origin
    best_origin: int = 0
    steps: int = 0


def new_work(plan: Plan, limit: int, unit: int) -> Work:
    """Return memory for the kernel here."""
    return Work(
        key=zeros(Counts, plan.key_words),
        mate=zeros(Marks, plan.window),
        source=zeros(Marks, plan.window),
        before=zeros(Counts, plan.set_words),
        limit=limit,
        unit=unit,
    )


@dataclass(frozen=True, slots=True)
class Costs:
    """What a tour costs; see above. For each square and move, in the order of the sweep."""

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
    """Lay out the steps; `moves` are pairs of squares, the smaller one first, in order."""
    window = max((b - a for a, b in moves), default=0) + 1
    first, entries = [0] * (size + 1), [[] for _ in range(size)]  # type: list[int], list[list[int]]
    for i, (a, b) in enumerate(moves):
        first[a + 1] += 1
        entries[b].append(i)
    for t in range(size):
        first[t + 1] += first[t]
    width = max(max(map(len, entries)), *(first[t + 1] - first[t] for t in range(size)), 1)
    late = [entries[b].index(i) for i, (_, b) in enumerate(moves)]
    bits = [b % window * width + rank for rank, (_, b) in zip(late, moves, strict=True)]
    set_words = -(-window * width // WORD)
    crossed, kept = zeros(Counts, len(moves) * set_words), zeros(Counts, size * set_words)
    for i, row in enumerate(costs.crossed):
        for j in row:
            crossed[i * set_words + bits[j] // WORD] |= 1 << bits[j] % WORD
            for t in range(moves[j][0], moves[i][0]):
                kept[t * set_words + bits[j] // WORD] |= 1 << bits[j] % WORD
    entry = [0]
    for row in entries:
        entry.append(entry[-1] + len(row))
    digit_bits = (window + 2).bit_length()
    return Plan(
        first=array_of(Marks, first),
        starts=array_of(Marks, [a for a, _ in moves]),
        ends=array_of(Marks, [b for _, b in moves]),
        entry=array_of(Marks, entry),
        entries=array_of(Marks, [i for row in entries for i in row]),
        forced=array_of(Flags, forced),
        tips=array_of(Flags, tips),
        late=array_of(Marks, late),
        table=array_of(Counts, accumulate(map(len, costs.pairs), initial=0)),
        pairs=array_of(Counts, chain.from_iterable(costs.pairs)),
        words=array_of(Marks, [at // WORD for at in bits]),
        shifts=array_of(Marks, [at % WORD for at in bits]),
        crossed=crossed,
        kept=kept,
        window=window,
        set_words=set_words,
        digit_bits=digit_bits,
        in_word=WORD // digit_bits,
        key_words=set_words - (-window // (WORD // digit_bits)),
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
    while layer.next < layer.size:
        if work.steps >= until:
            return RUNNING
        if is_full(table, plan.key_words, plan.most):
            return FULL
        if layer.states[layer.next * (plan.key_words + 1) + plan.key_words] <= work.limit:
            _read(plan, layer, work)
            _choose(plan, layer, table, work)
        layer.next += 1
    return DONE


def _read(plan: Plan, layer: Layer, work: Work) -> None:
    """Read the next state of a layer."""
    at = layer.next * (plan.key_words + 1)
    for w in range(plan.set_words):
        work.before[w] = layer.states[at + w]
    label = 0
    for w in range(plan.set_words, plan.key_words):
        digits = layer.states[at + w]
        for i in range(min(plan.in_word, plan.window - label)):
            work.source[label] = digits >> (i * plan.digit_bits) & ((1 << plan.digit_bits) - 1)
            label += 1


def _choose(plan: Plan, layer: Layer, table: Table, work: Work) -> None:
    """Make all choices of a step: no move, each move, each two moves."""
    t = layer.step
    cost = layer.states[layer.next * (plan.key_words + 1) + plan.key_words]
    begin = plan.first[t]
    end = plan.first[t + 1]
    own = work.source[t % plan.window]
    have = 0 if own == 0 else 2 if own > plan.window + 1 else 1
    for i in range(begin - 1, end):  # begin - 1 means no move
        for j in range(i, end if i >= begin else i + 1):  # and i, that there is one
            count = (i >= begin) + (j > i)
            total = have + count
            if total == 0 or total > 2 or (total == 1 and plan.tips[t] == NEVER):
                continue
            if total == 2 and plan.tips[t] == ALWAYS:
                continue
            work.steps += 1
            work.cost = cost
            fate = _make(plan, work, t, i, j, have)
            if fate == _DEAD or work.cost > work.limit:
                continue
            origin = layer.next << CHOICE_BITS | (i - begin + 1) << CHOICE_BITS // 2 | j - begin + 1
            if fate == _WHOLE:
                work.limit = work.cost - work.unit
                work.best_step = t
                work.best_origin = origin
            else:
                _write(plan, work)
                insert(table, work.key, plan.key_words, work.cost, origin)


def _make(plan: Plan, work: Work, t: int, i: int, j: int, have: int) -> int:
    """Make the state in which square `t`, which has some moves, has `i` and `j` besides."""
    begin = plan.first[t]
    count = (i >= begin) + (j > i)
    for move in range(begin, plan.first[t + 1]):
        if plan.forced[move] and move != i and move != j:
            return _DEAD
    work.ended = 0
    for label in range(plan.window):
        work.mate[label] = work.source[label]
        work.ended += work.mate[label] == plan.window + 1
    for w in range(plan.set_words):
        work.key[w] = work.before[w]
    _pay_here(plan, work, t, i, j, have)
    own = t % plan.window
    fate = _ALIVE
    if count > 0:
        fate = _use(plan, work, t, i)
    if count == 2 and fate == _ALIVE:
        fate = _use(plan, work, t, j)
    if have + count == 1 and fate == _ALIVE:
        fate = _end(plan, work, t)
    if fate == _DEAD:
        return _DEAD
    work.mate[own] = 0
    for k in range(plan.entry[t], plan.entry[t + 1]):
        move = plan.entries[k]
        work.key[plan.words[move]] &= ~(1 << plan.shifts[move])
    if fate == _WHOLE:
        return fate if _is_all_used(plan, work, t) else _DEAD
    if not plan.pairing:
        for w in range(plan.set_words):
            work.key[w] &= plan.kept[t * plan.set_words + w]
    if _is_stuck_near(plan, work, t, t):
        return _DEAD
    for k in range(count):
        far = plan.ends[i if k == 0 else j]
        if _is_inner(plan, work, far) and _is_stuck_near(plan, work, t, far):
            return _DEAD
    return _ALIVE


def _is_inner(plan: Plan, work: Work, square: int) -> bool:
    return work.mate[square % plan.window] == plan.window + 2


def _entry(plan: Plan, words: Counts, square: int) -> int:
    """Return the move by which a fragment enters a square, for pairs; -1 if there is none."""
    for k in range(plan.entry[square], plan.entry[square + 1]):
        move = plan.entries[k]
        if words[plan.words[move]] >> plan.shifts[move] & 1:
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
        came = _entry(plan, work.before, t)
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
    mate = work.mate
    far = plan.ends[move]
    own = t % plan.window
    other = far % plan.window
    a = mate[own]
    b = mate[other]
    if b == plan.window + 2 or (b != 0 and plan.tips[far] == ALWAYS):
        return _DEAD
    _pay_there(plan, work, move, b != 0)
    if a == other + 1:  # it closes a cycle
        mate[other] = plan.window + 2
        return _WHOLE if plan.closed else _DEAD
    mate[other] = plan.window + 2 if b != 0 else other + 1
    if b == 0:
        b = other + 1
    if a == 0:
        a = own + 1
    if a == plan.window + 1 and b == plan.window + 1:
        return _WHOLE
    if a <= plan.window:
        mate[a - 1] = b
    if b <= plan.window:
        mate[b - 1] = a
    return _ALIVE


def _pay_there(plan: Plan, work: Work, move: int, meets: bool) -> None:
    """Pay for a move, and for its later square if it `meets` another one there; note it."""
    far = plan.ends[move]
    at = plan.words[move]
    work.cost += plan.each
    if not plan.pairing:
        for w in range(plan.set_words):
            met = work.before[w] & plan.crossed[move * plan.set_words + w]
            while met != 0:
                met &= met - 1
                work.cost += plan.meeting
        work.key[at] |= 1 << plan.shifts[move]
    elif meets:
        came = _entry(plan, work.key, far)
        _pay(plan, work, far, plan.late[came], plan.late[move])
        work.key[plan.words[came]] &= ~(1 << plan.shifts[came])
    else:
        work.key[at] |= 1 << plan.shifts[move]


def _end(plan: Plan, work: Work, t: int) -> int:
    """End the tour in square `t`."""
    other = work.mate[t % plan.window]
    if other == plan.window + 1:
        return _WHOLE
    work.mate[other - 1] = plan.window + 1
    work.ended += 1
    return _DEAD if work.ended > 2 else _ALIVE


def _is_all_used(plan: Plan, work: Work, t: int) -> bool:
    """Return whether all later squares have both moves."""
    size = len(plan.first) - 1
    if size - t > plan.window:
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
    inside = square - t < plan.window
    digit = work.mate[square % plan.window] if inside else 0
    if digit == plan.window + 2:
        return False
    need = 2 - (digit != 0) - (plan.tips[square] != NEVER)
    for k in range(plan.entry[square], plan.entry[square + 1]):
        other = plan.starts[plan.entries[k]]
        if other > t and (other - t >= plan.window or not _is_inner(plan, work, other)):
            need -= 1
    for move in range(plan.first[square], plan.first[square + 1]):
        other = plan.ends[move]
        if other - t >= plan.window or not _is_inner(plan, work, other):
            need -= 1
    return need > 0


def _write(plan: Plan, work: Work) -> None:
    """Write the digits of the state to its key."""
    label = 0
    for w in range(plan.set_words, plan.key_words):
        digits = 0
        for i in range(min(plan.in_word, plan.window - label)):
            digits |= work.mate[label] << (i * plan.digit_bits)
            label += 1
        work.key[w] = digits
