"""Search for a Hamiltonian path with some clue numbers: decide numbers, learn from conflicts.

A *variable* says that a vertex has a number. Only those exist that may be true (see
:mod:`caballero.find.numbers`). The conditions of a tour:

- *rows*: each vertex has exactly one number, and each number exactly one vertex;
- *support*: if a vertex has number t, a vertex after it has t + 1, and a vertex before it has t -
  1.

Of an undirected graph there may also be variables of *moves*, which say that the tour uses an edge:
exactly if the numbers of its ends follow each other; and two at each vertex, but a single one at
the ends of an open tour. They see a dead end before any number is known, and clauses about them are
short. (For knights on 10×10 with few clue numbers, the search needs a quarter of the conflicts.)

At most one variable of a row is true: this is a rule of its own; all else is clauses. The search
learns from conflicts (:mod:`._clauses`). It decides the assumptions first, in their order.

Numbers: the tour's numbers are counted from 0. The variables of vertex ``v`` are ``first[v]`` up to
``first[v + 1]``, and those of number ``t`` are ``row[begin[t]:begin[t + 1]]``; those of the moves
come after all of these. The LBD of a clause that was not learnt is minus its *origin*, which tells
what it says of a tour: eight times a number, plus a kind.

The caller empties the log before the first step, and whenever the search returns `LOGGED`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from caballero.machine.kernel import Marks, Places, array_of, kernel, zeros

from ._clauses import (
    CLAUSE,
    DECISION,
    EXHAUSTED,
    FAILED,
    FOUND,
    FULL,
    LOGGED,
    RUNNING,
    WITH_VARIABLE,
    Learning,
    add_open,
    begin_run,
    decide,
    has_room,
    imply,
    learn,
    log_reason,
    meet,
    minimise,
    new_learning,
    next_decision,
    next_to_replace,
    put,
    put_contradiction,
    put_fact,
    room_to_log,
    undo_level,
    visit_clauses,
)

ROW: Final = WITH_VARIABLE  # the reason: this variable is true, and in the same row
ORIGIN: Final = 0  # in the log only: a clause of this origin

# The origins of clauses, each eight times a number, plus a number below.
ADDED: Final = 0  # something that the caller knows by this number
VERTEX: Final = 1  # this vertex has a number
NUMBER: Final = 2  # this number has a vertex
AFTER: Final = 3  # if this variable is true, a vertex after its own has the next number
BEFORE: Final = 4  # a vertex before it has the number before
MOVES: Final = 5  # if this variable is true: which moves at its vertex are used
DEGREE: Final = 6  # how many moves at this vertex are used
FORCED: Final = 7  # if this variable is true: what forced moves and waypoints say of others

_UNIT: Final = 100  # conflicts of the shortest runs
_LOG: Final = 1 << 18  # the length of the log, in addition to its least length


@dataclass(slots=True)
class State:
    """The state of a search."""

    vertex: Marks  # of each variable; only read
    number: Marks  # of each variable; only read
    first: Marks  # by vertex, and another entry; only read
    begin: Marks  # by number, and another entry; only read
    row: Marks  # the variables by number; only read
    assumed: Marks  # literals to decide first
    learning: Learning
    hopeless: int = 0  # 1 if a clause that was added cannot be true
    length: int = 0  # how many literals the clause to be added next has so far

    def variable(self, v: int, t: int) -> int:
        """Return the variable of a vertex and a number; -1 if the vertex cannot have it."""
        return _variable(self, v, t)

    def tour(self) -> list[int]:
        """Return the vertices of the tour that was found, in the order of their numbers."""
        true = [x for x in range(len(self.vertex)) if self.learning.value[2 * x] > 0]
        return [self.vertex[x] for x in sorted(true, key=self.number.__getitem__)]


def new_state(
    domains: Sequence[Sequence[int]], order: Sequence[int], room: int, *, logging: bool = False
) -> State:
    """Return the state of a search without clauses; they are added before its first step.

    `domains` has the numbers, from 0, that each vertex may get; each is increasing and has at
    least, and each number occurs. `order` has each variable once; the last are decided first. The
    variables of moves come after the variables of the domains. `room` is the length of `clauses`. A
    clause takes as many entries as it has literals, and 4. `logging` says whether there is a log.
    """
    n = len(domains)
    first, begin = zeros(Marks, n + 1), zeros(Marks, n + 1)
    vertex = array_of(Marks, (v for v, domain in enumerate(domains) for _ in domain))
    number = array_of(Marks, (t for domain in domains for t in domain))
    for v, domain in enumerate(domains):
        first[v + 1] = first[v] + len(domain)
    by_number: list[list[int]] = [[] for _ in range(n)]
    for x, t in enumerate(number):
        by_number[t].append(x)
    for t, members in enumerate(by_number):
        begin[t + 1] = begin[t] + len(members)
    row = array_of(Marks, (x for members in by_number for x in members))
    return State(
        vertex=vertex,
        number=number,
        first=first,
        begin=begin,
        row=row,
        assumed=zeros(Marks, 0),
        learning=new_learning(
            order, room, _UNIT, 2 * room_to_log(len(order)) + _LOG if logging else 0
        ),
    )


# -- clauses ---------------------------------------------------------------------------------------


@kernel
def fill_rows(state: State) -> None:
    """Add a clause for each row: some variable of it is true."""
    for v in range(len(state.first) - 1):
        for x in range(state.first[v], state.first[v + 1]):
            _put(state, 2 * x)
        _add(state, 8 * v + VERTEX)
    for t in range(len(state.first) - 1):
        for k in range(state.begin[t], state.begin[t + 1]):
            _put(state, 2 * state.row[k])
        _add(state, 8 * t + NUMBER)


@kernel
def fill_support(state: State, near: Places, near_at: Places, shift: int, ring: int) -> None:
    """Add the clauses of support in a direction.

    If a vertex ``v`` has number t, a vertex of ``near[near_at[v]:near_at[v + 1]]`` has t plus
    `shift`. `ring` is 1 if the last number is followed by the first.
    """
    n = len(state.first) - 1
    for x in range(len(state.vertex)):
        v = state.vertex[x]
        t = state.number[x] + shift
        if ring:
            t %= n
        if 0 <= t < n:
            _put(state, 2 * x + 1)
            for k in range(near_at[v], near_at[v + 1]):
                _put_variable(state, _variable(state, near[k], t))
            _add(state, 8 * x + (AFTER if shift > 0 else BEFORE))


@kernel
def fill_moves(state: State, first: Places, other: Places, ring: int) -> None:
    """Add the clauses of the moves: move ``i`` joins vertices ``first[i]`` and ``other[i]``."""
    m = len(state.vertex)
    for i in range(len(first)):
        _fill_move(state, m + i, first[i], other[i], ring)
        _fill_move(state, m + i, other[i], first[i], ring)


def _fill_move(state: State, move: int, v: int, w: int, ring: int) -> None:
    """Add the clauses of a move between two vertices, for each number of the first.

    If the move is used, the other vertex has the number before or after. If it has the one
    after, the move is used.
    """
    n = len(state.first) - 1
    for x in range(state.first[v], state.first[v + 1]):
        t = state.number[x]
        after = _variable(state, w, (t + 1) % n) if ring or t < n - 1 else -1
        before = _variable(state, w, (t + n - 1) % n) if ring or t > 0 else -1
        _put(state, 2 * x + 1)
        _put(state, 2 * move + 1)
        _put_variable(state, after)
        _put_variable(state, before)
        _add(state, 8 * x + MOVES)
        if after >= 0:
            _add_three(state, 2 * x + 1, 2 * after + 1, 2 * move, 8 * x + MOVES)


@kernel
def fill_degrees(state: State, moves: Places, moves_at: Places, ring: int) -> None:
    """Add the clauses of the degrees: two moves at each vertex, one at an end of an open tour."""
    n = len(state.first) - 1
    m = len(state.vertex)
    for v in range(n):
        first = -1 if ring else _variable(state, v, 0)
        last = -1 if ring else _variable(state, v, n - 1)
        low = moves_at[v]
        for i in range(low, moves_at[v + 1]):
            a = 2 * (m + moves[i])
            # Another move is used, or the vertex is an end.
            for k in range(low, moves_at[v + 1]):
                if k != i:
                    _put(state, 2 * (m + moves[k]))
            _put_variable(state, first)
            _put_variable(state, last)
            _add(state, 8 * v + DEGREE)
            for j in range(low, i):
                b = 2 * (m + moves[j])
                if first >= 0:
                    _add_three(state, 2 * first + 1, a + 1, b + 1, 8 * v + DEGREE)
                if last >= 0:
                    _add_three(state, 2 * last + 1, a + 1, b + 1, 8 * v + DEGREE)
                for k in range(low, j):
                    c = 2 * (m + moves[k])
                    _add_three(state, a + 1, b + 1, c + 1, 8 * v + DEGREE)


def _add_three(state: State, one: int, two: int, three: int, origin: int) -> None:
    """Add a clause of three literals."""
    _put(state, one)
    _put(state, two)
    _put(state, three)
    _add(state, origin)


def _put(state: State, literal: int) -> None:
    """Append a literal to the clause that is added next."""
    state.learning.clauses[state.learning.used + 4 + state.length] = literal
    state.length += 1


def _put_variable(state: State, x: int) -> None:
    """Append that a variable is true, if there is such a variable."""
    if x >= 0:
        _put(state, 2 * x)


def _variable(state: State, v: int, t: int) -> int:
    """Return the variable of a vertex and a number; -1 if there is none."""
    low = state.first[v]
    high = state.first[v + 1]
    while low < high:
        middle = (low + high) >> 1
        if state.number[middle] < t:
            low = middle + 1
        else:
            high = middle
    return low if low < state.first[v + 1] and state.number[low] == t else -1


@kernel
def add(state: State, literals: Marks, origin: int) -> None:
    """Add a clause that is never forgotten; at level 0, with room for it and 4 entries."""
    for k in range(len(literals)):
        _put(state, literals[k])
    _add(state, origin)


def _add(state: State, origin: int) -> None:
    """Add the clause of the literals that were appended."""
    learning = state.learning
    logging = len(learning.log.entries) > 0 and state.hopeless == 0
    begin = learning.used + 4
    left = add_open(learning, state.length, -origin)
    state.length = 0
    if logging and 0 <= left < 2:
        put(learning.log, 4 * origin + ORIGIN)
        if left:
            put_fact(learning.log, learning.clauses[begin])
        else:
            put_contradiction(learning.log)
    if left == 0:
        state.hopeless = 1


@kernel
def search(state: State, steps: int) -> int:
    """Continue for about `steps` steps, checked only before a decision."""
    learning = state.learning
    stop = learning.spent + steps
    m = len(learning.level)
    logging = len(learning.log.entries) > 0
    needed = room_to_log(m)
    if state.hopeless:
        return EXHAUSTED
    while True:
        if logging and learning.log.size + needed > len(learning.log.entries):
            return LOGGED
        if _propagate(state):
            if learning.depth == 0:
                log_reason(learning, learning.clash, learning.clash_reason)
                if logging:
                    put_contradiction(learning.log)
                state.hopeless = 1
                return EXHAUSTED
            learning.conflicts += 1
            literal = _analyse(state)
            undo_level(learning, learning.back)
            learn(learning, literal)
        elif not has_room(learning) and learning.depth == 0:
            return FULL
        elif not has_room(learning) or learning.conflicts >= learning.restart_at:
            begin_run(learning)
            undo_level(learning, 0)
        elif learning.spent >= stop:
            return RUNNING
        elif learning.depth < len(state.assumed):
            literal = state.assumed[learning.depth]
            if learning.value[literal] < 0:
                return FAILED
            decide(learning, literal)
        elif learning.size == m:
            return FOUND
        else:
            literal = next_decision(learning)
            decide(learning, literal)


@kernel
def retract(state: State) -> None:
    """Take all decisions off the trail."""
    undo_level(state.learning, 0)


# -- propagation -----------------------------------------------------------------------------------


def _propagate(state: State) -> bool:
    """Propagate the trail; return whether there is a conflict, which is then in `clash`."""
    learning = state.learning
    while learning.done < learning.size:
        literal = learning.trail[learning.done]
        learning.done += 1
        learning.spent += 2
        x = literal >> 1
        if literal & 1 == 0 and x < len(state.vertex) and _empty_rows(state, x):
            return True
        if visit_clauses(learning, literal ^ 1, 1):
            return True
    return False


def _empty_rows(state: State, x: int) -> bool:
    """Make the others in the rows of a true variable false; return whether there is a conflict."""
    learning = state.learning
    value, row, first, begin = learning.value, state.row, state.first, state.begin
    reason = 4 * x + ROW
    v = state.vertex[x]
    t = state.number[x]
    learning.spent += (first[v + 1] - first[v] + begin[t + 1] - begin[t]) >> 3
    for y in range(first[v], first[v + 1]):
        if value[2 * y + 1] <= 0 and y != x and imply(learning, 2 * y + 1, reason):
            return True
    for at in range(begin[t], begin[t + 1]):
        y = row[at]
        if value[2 * y + 1] <= 0 and y != x and imply(learning, 2 * y + 1, reason):
            return True
    return False


# -- conflicts -------------------------------------------------------------------------------------


def _analyse(state: State) -> int:
    """Trace a conflict to a literal of its level; return its negation, which `learnt` implies."""
    learning = state.learning
    at = learning.size
    literal = learning.clash
    reason = learning.clash_reason
    meet(learning, literal >> 1, learning.depth)
    while True:
        _meet_causes(learning, literal >> 1, reason)
        log_reason(learning, literal, reason)
        at = next_to_replace(learning, at)
        literal = learning.trail[at]
        if learning.waiting == 0:
            break
        reason = learning.reason[literal >> 1]
    for k in range(learning.length):
        if _is_redundant(learning, learning.learnt[k]):
            learning.seen[learning.learnt[k]] = 2
    minimise(learning)
    return literal ^ 1


def _meet_causes(learning: Learning, x: int, reason: int) -> None:
    """Meet the antecedents of a variable."""
    clauses = learning.clauses
    top = learning.depth
    at = reason >> 2
    if reason & 3 == ROW:
        meet(learning, at, top)
    elif reason & 3 == CLAUSE:
        end = at + 4 + clauses[at]
        learning.spent += (end - at) >> 2
        for k in range(at + 4, end):
            y = clauses[k] >> 1
            if y != x:
                meet(learning, y, top)


def _is_redundant(learning: Learning, x: int) -> bool:
    """Return whether all antecedents of a variable are seen, or facts."""
    clauses, seen, level = learning.clauses, learning.seen, learning.level
    reason = learning.reason[x]
    at = reason >> 2
    if reason & 3 == ROW:
        return seen[at] != 0 or level[at] == 0
    if reason & 3 == DECISION:
        return False
    for k in range(at + 4, at + 4 + clauses[at]):
        y = clauses[k] >> 1
        if y != x and seen[y] == 0 and level[y] > 0:
            return False
    return True
