"""Search for a Hamiltonian path with some given numbers: decide numbers, learn from conflicts.

A *variable* says that a vertex has a number. Only those exist that may be true (see
:mod:`caballero.find.numbers`). What a tour demands of them:

- *rows*: each vertex has exactly one number, and each number exactly one vertex;
- *support*: if a vertex has number t, one of those after it has t + 1, and one before it has
  t - 1.

Of an undirected graph there may also be variables of *moves*, which say that the tour uses an edge:
exactly if the numbers of its ends follow each other; and two at each vertex, one at the ends of an
open tour. They see a dead end before any number is known, and clauses about them are short. (For
knights on 10×10, where few numbers are given, the search needs a quarter of the conflicts.)

That at most one variable of a row is true is a rule of its own; all else is clauses. The search
learns from conflicts as SAT solvers do (J. P. Marques-Silva and K. A. Sakallah, "GRASP", 1999;
M. Moskewicz et al., "Chaff", 2001; N. Eén and N. Sörensson, "An extensible SAT-solver", 2003): a
conflict is traced back to one literal of its level, the first unique implication point; redundant
literals are removed (N. Sörensson and A. Biere, "Minimizing learned clauses", 2009); the clause
that excludes the rest is learnt, and the search jumps back to the level on which it propagates.

Decisions: the assumptions in their order; then the variable that was bumped last, because a
conflict involved it (the queue of L. Ryan, "Efficient algorithms for clause-learning SAT solvers",
2004), in its saved phase. Restarts follow Luby's sequence (M. Luby, A. Sinclair, D. Zuckerman,
"Optimal speedup of Las Vegas algorithms", 1993). The search is complete if the room for clauses
grows without bound.

Numbers: the tour's numbers are counted from 0. Variable ``x`` has two *literals*: ``2x`` means that
it is true, ``2x + 1`` that it is false. The variables of vertex ``v`` are ``first[v]`` up to
``first[v + 1]``, and those of number ``t`` are ``row[begin[t]:begin[t + 1]]``; those of the moves
come after all of these.

:mod:`._clauses` has the form of the clauses and of the log. The LBD of a clause that was not learnt
is minus its *origin*, which tells what it says of a tour: eight times a number, plus a kind. Once
all literals are propagated, a clause without a true literal watches two open ones.

With a *log*, every conclusion is logged with the reasons that it follows from. The caller empties
the log before the first step, and whenever the search returns `LOGGED`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ._clauses import Log, keep_best, put, put_clause, put_contradiction, put_fact, watch_clause
from ._kernel import Counts, Flags, Marks, Places, kernel, numbers, zeros

# What `search` returns.
RUNNING: Final = 0  # the steps are spent
FOUND: Final = 1  # the true variables are a tour
EXHAUSTED: Final = 2  # there is none, whatever is assumed
FULL: Final = 3  # no room for another clause: call `forget`, and make `clauses` longer
FAILED: Final = 4  # there is none under the assumptions
LOGGED: Final = 5  # the log has little room left: read it, and set its `size` to 0

# The reason of a literal on the trail: four times a number, plus one of these.
ORIGIN: Final = 0  # in the log only: a clause of this origin
ROW: Final = 1  # this variable is true, and in the same row
CLAUSE: Final = 2  # the clause that begins here
_DECISION: Final = 3  # a decision, an assumption, or a fact

# The origins of clauses, each eight times a number, plus one of these.
ADDED: Final = 0  # something that the caller knows by this number
VERTEX: Final = 1  # this vertex has a number
NUMBER: Final = 2  # this number has a vertex
AFTER: Final = 3  # if this variable is true, a vertex after its own has the next number
BEFORE: Final = 4  # likewise a vertex before it, and the number before
MOVES: Final = 5  # if this variable is true: which moves at its vertex are used
DEGREE: Final = 6  # how many moves at this vertex are used
FORCED: Final = 7  # if this variable is true: the numbers next to its own stand at forced moves

_UNIT: Final = 100  # conflicts of the shortest runs
_LOG: Final = 1 << 18  # the length of the log, beside what it needs


@dataclass(slots=True)
class State:
    """The state of a search."""

    vertex: Marks  # of each variable; only read
    number: Marks  # of each variable; only read
    first: Marks  # one entry per vertex, and one more; only read
    begin: Marks  # one entry per number, and one more; only read
    row: Marks  # the variables by number; only read
    value: Flags  # for each literal 1 if it is true, -1 if it is false, 0 if neither
    trail: Marks  # the true literals, in the order in which they became true
    starts: Marks  # the length of the trail when each level began, from level 1
    reason: Marks  # for each variable on the trail, its reason
    level: Marks  # for each variable on the trail, its level
    phase: Marks  # the saved phase of each variable: 0 if it was true when last on the trail, or 1
    clauses: Marks  # from 1 on; its length is the room for them
    watch: Marks  # for each literal, the first clause that watches it, or 0
    assumed: Marks  # literals to decide first
    # The decision queue as a ring; the last entry stands for both ends.
    before: Marks
    after: Marks
    bumped: Counts  # for each variable, the tick of its last bump: it grows along the queue
    seen: Marks  # scratch, one entry per variable; 0 between calls
    learnt: Marks  # scratch, one entry per variable: those of the clause to be learnt
    mark: Counts  # scratch, one entry per level: marked entries hold the last tick
    log: Log
    hopeless: int = 0  # 1 if a clause that was added cannot be true
    size: int = 0  # the length of the trail
    done: int = 0  # how many of its literals are propagated
    depth: int = 0  # the level: how many decisions are on the trail
    used: int = 1  # where the free part of `clauses` begins
    reserve: int = 0  # the most entries that a learnt clause takes
    latest: int = 0  # every variable after this one in the queue is on the trail
    tick: int = 0  # the clock of `bumped` and `mark`
    conflicts: int = 0
    restart_at: int = _UNIT  # the number of conflicts that ends this run
    # The two numbers that make Luby's sequence.
    luby: int = 1
    luby_term: int = 1
    spent: int = 0  # the steps taken
    clash: int = 0  # after a conflict, a false literal
    clash_reason: int = 0  # the reason for which it should be true
    back: int = 0  # scratch of the analysis: the level to jump back to
    waiting: int = 0  # the variables of the top level that are still to be replaced
    length: int = 0  # the length of `learnt`
    watched: int = 0  # the place in `learnt` of a variable of level `back`

    def variable(self, v: int, t: int) -> int:
        """Return the variable of a vertex and a number; -1 if the vertex cannot have it."""
        return _variable(self, v, t)

    def tour(self) -> list[int]:
        """Return the vertices of the tour that was found, in the order of their numbers."""
        true = [x for x in range(len(self.vertex)) if self.value[2 * x] > 0]
        return [self.vertex[x] for x in sorted(true, key=self.number.__getitem__)]


def new_state(
    domains: Sequence[Sequence[int]], order: Sequence[int], room: int, *, logging: bool = False
) -> State:
    """Return the state of a search without clauses; they are added before its first step.

    `domains` has the numbers, from 0, that each vertex may get; each is increasing and has one at
    least, and each number occurs. `order` has each variable once; the last ones are decided first.
    The variables of moves come after those of the domains.
    `room` is the length of `clauses`. A clause takes as many entries as it has literals, and 4.
    `logging` says whether there is a log.
    """
    n, m = len(domains), len(order)
    first, begin = zeros(Marks, n + 1), zeros(Marks, n + 1)
    vertex = numbers(Marks, (v for v, domain in enumerate(domains) for _ in domain))
    number = numbers(Marks, (t for domain in domains for t in domain))
    for v, domain in enumerate(domains):
        first[v + 1] = first[v] + len(domain)
    by_number: list[list[int]] = [[] for _ in range(n)]
    for x, t in enumerate(number):
        by_number[t].append(x)
    for t, members in enumerate(by_number):
        begin[t + 1] = begin[t] + len(members)
    row = numbers(Marks, (x for members in by_number for x in members))
    after, before = zeros(Marks, m + 1), zeros(Marks, m + 1)
    bumped = zeros(Counts, m)
    last = m
    for tick, x in enumerate(order):
        after[last] = x
        before[x] = last
        bumped[x] = tick
        last = x
    after[last] = m
    before[m] = last
    return State(
        vertex=vertex,
        number=number,
        first=first,
        begin=begin,
        row=row,
        value=zeros(Flags, 2 * m),
        trail=zeros(Marks, m),
        starts=zeros(Marks, 2 * m + 2),
        reason=zeros(Marks, m),
        level=zeros(Marks, m),
        phase=zeros(Marks, m),
        clauses=zeros(Marks, room),
        watch=zeros(Marks, 2 * m),
        assumed=zeros(Marks, 0),
        before=before,
        after=after,
        bumped=bumped,
        seen=zeros(Marks, m),
        learnt=zeros(Marks, m),
        mark=zeros(Counts, 2 * m + 2),
        log=Log(zeros(Marks, 2 * _room_to_log(m) + _LOG if logging else 0)),
        reserve=m + 5,
        latest=last,
        tick=m,
    )


def _room_to_log(variables: int) -> int:
    """Return how many entries the log needs, at most, for a conflict and what follows from it.

    A reason takes at most 2 entries, a fact 5.
    """
    return 10 * variables + 100


# -- clauses ---------------------------------------------------------------------------------------


@kernel
def fill_rows(state: State) -> None:
    """Add a clause for each row: one of its variables is true."""
    n = len(state.first) - 1
    for v in range(n):
        for k in range(state.first[v], state.first[v + 1]):
            state.clauses[state.used + 4 + k - state.first[v]] = 2 * k
        _add(state, state.first[v + 1] - state.first[v], 8 * v + VERTEX)
    for t in range(n):
        for k in range(state.begin[t], state.begin[t + 1]):
            state.clauses[state.used + 4 + k - state.begin[t]] = 2 * state.row[k]
        _add(state, state.begin[t + 1] - state.begin[t], 8 * t + NUMBER)


@kernel
def fill_support(state: State, beside: Places, beside_at: Places, shift: int, ring: int) -> None:
    """Add the clauses of support in one direction.

    If a vertex ``v`` has number t, one of ``beside[beside_at[v]:beside_at[v + 1]]`` has t plus
    `shift`. `ring` is 1 if the last number is followed by the first.
    """
    n = len(state.first) - 1
    for x in range(len(state.vertex)):
        v = state.vertex[x]
        t = state.number[x] + shift
        if ring:
            t %= n
        if 0 <= t < n:
            begin = state.used + 4
            state.clauses[begin] = 2 * x + 1
            length = 1
            for k in range(beside_at[v], beside_at[v + 1]):
                y = _variable(state, beside[k], t)
                if y >= 0:
                    state.clauses[begin + length] = 2 * y
                    length += 1
            _add(state, length, 8 * x + (AFTER if shift > 0 else BEFORE))


@kernel
def fill_moves(state: State, one: Places, other: Places, ring: int) -> None:
    """Add the clauses of the moves: move ``i`` joins vertices ``one[i]`` and ``other[i]``."""
    m = len(state.vertex)
    for i in range(len(one)):
        _fill_move(state, m + i, one[i], other[i], ring)
        _fill_move(state, m + i, other[i], one[i], ring)


def _fill_move(state: State, move: int, v: int, w: int, ring: int) -> None:
    """Add the clauses of a move between two vertices, for each number of the first one.

    If the move is used, the other vertex has the number before or the one after. If it has the one
    after, the move is used.
    """
    n = len(state.first) - 1
    for x in range(state.first[v], state.first[v + 1]):
        t = state.number[x]
        after = _variable(state, w, (t + 1) % n) if ring or t < n - 1 else -1
        before = _variable(state, w, (t + n - 1) % n) if ring or t > 0 else -1
        begin = state.used + 4
        state.clauses[begin] = 2 * x + 1
        state.clauses[begin + 1] = 2 * move + 1
        length = 2
        if after >= 0:
            state.clauses[begin + length] = 2 * after
            length += 1
        if before >= 0:
            state.clauses[begin + length] = 2 * before
            length += 1
        _add(state, length, 8 * x + MOVES)
        if after >= 0:
            _add_three(state, 2 * x + 1, 2 * after + 1, 2 * move, 8 * x + MOVES)


@kernel
def fill_degrees(state: State, moves: Places, moves_at: Places, ring: int) -> None:
    """Add the clauses of the degrees: two moves at each vertex, one at the ends of an open tour.

    The moves at vertex ``v`` are ``moves[moves_at[v]:moves_at[v + 1]]``.
    """
    n = len(state.first) - 1
    m = len(state.vertex)
    for v in range(n):
        first = -1 if ring else _variable(state, v, 0)
        last = -1 if ring else _variable(state, v, n - 1)
        low = moves_at[v]
        for i in range(low, moves_at[v + 1]):
            a = 2 * (m + moves[i])
            _add_others(state, v, a, moves, moves_at, first, last)
            for j in range(low, i):
                b = 2 * (m + moves[j])
                if first >= 0:
                    _add_three(state, 2 * first + 1, a + 1, b + 1, 8 * v + DEGREE)
                if last >= 0:
                    _add_three(state, 2 * last + 1, a + 1, b + 1, 8 * v + DEGREE)
                for k in range(low, j):
                    c = 2 * (m + moves[k])
                    _add_three(state, a + 1, b + 1, c + 1, 8 * v + DEGREE)


def _add_others(
    state: State, v: int, skipped: int, moves: Places, moves_at: Places, first: int, last: int
) -> None:
    """Add the clause that one of the other moves at a vertex is used, or that it is an end."""
    m = len(state.vertex)
    begin = state.used + 4
    length = 0
    for k in range(moves_at[v], moves_at[v + 1]):
        literal = 2 * (m + moves[k])
        if literal != skipped:
            state.clauses[begin + length] = literal
            length += 1
    if first >= 0:
        state.clauses[begin + length] = 2 * first
        length += 1
    if last >= 0:
        state.clauses[begin + length] = 2 * last
        length += 1
    _add(state, length, 8 * v + DEGREE)


def _add_three(state: State, one: int, two: int, three: int, origin: int) -> None:
    """Add a clause of three literals."""
    begin = state.used + 4
    state.clauses[begin] = one
    state.clauses[begin + 1] = two
    state.clauses[begin + 2] = three
    _add(state, 3, origin)


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
    """Add a clause that is never forgotten.

    No decision may be on the trail, and there must be room for its literals and 4 entries more.
    """
    for k in range(len(literals)):
        state.clauses[state.used + 4 + k] = literals[k]
    _add(state, len(literals), origin)


def _add(state: State, length: int, origin: int) -> None:
    """Add the clause whose literals begin 4 entries after the free part does."""
    clauses = state.clauses
    logging = len(state.log.entries) > 0 and state.hopeless == 0
    begin = state.used + 4
    left = 0
    for k in range(begin, begin + length):
        value = state.value[clauses[k]]
        if value > 0:
            return
        if value == 0:
            clauses[begin + left] = clauses[k]
            left += 1
    if left > 1:
        _keep(state, left, -origin)
        return
    if logging:
        put(state.log, 4 * origin + ORIGIN)
    if left == 1:
        if logging:
            put_fact(state.log, clauses[begin])
        _assign(state, clauses[begin], _DECISION)
    else:
        if logging:
            put_contradiction(state.log)
        state.hopeless = 1


def _keep(state: State, length: int, distance: int) -> None:
    """Keep the clause whose literals begin 4 entries after the free part does."""
    c = state.used
    state.clauses[c] = length
    state.clauses[c + 1] = distance
    watch_clause(state.clauses, state.watch, c)
    state.used = c + 4 + length


@kernel
def search(state: State, steps: int) -> int:
    """Continue for about `steps` steps; a step is a small unit of work, weighted by its time.

    The steps are checked only before a decision.
    """
    stop = state.spent + steps
    m = len(state.phase)
    logging = len(state.log.entries) > 0
    needed = _room_to_log(m)
    if state.hopeless:
        return EXHAUSTED
    while True:
        if logging and state.log.size + needed > len(state.log.entries):
            return LOGGED
        has_room = state.used + state.reserve <= len(state.clauses)
        if _propagate(state):
            if state.depth == 0:
                if logging:
                    _log_reason(state, state.clash, state.clash_reason)
                    put_contradiction(state.log)
                state.hopeless = 1
                return EXHAUSTED
            state.conflicts += 1
            literal = _analyse(state)
            _undo_level(state, state.back)
            _learn(state, literal)
        elif not has_room and state.depth == 0:
            return FULL
        elif not has_room or state.conflicts >= state.restart_at:
            _restart(state)
        elif state.spent >= stop:
            return RUNNING
        elif state.depth < len(state.assumed):
            literal = state.assumed[state.depth]
            if state.value[literal] < 0:
                return FAILED
            _decide(state, literal)
        elif state.size == m:
            return FOUND
        else:
            while state.value[2 * state.latest]:
                state.latest = state.before[state.latest]
            _decide(state, 2 * state.latest + state.phase[state.latest])


# -- propagation -----------------------------------------------------------------------------------


def _propagate(state: State) -> bool:
    """Propagate the trail; return whether there is a conflict, which is then in `clash`."""
    while state.done < state.size:
        literal = state.trail[state.done]
        state.done += 1
        state.spent += 2
        x = literal >> 1
        if literal & 1 == 0 and x < len(state.vertex) and _empty_rows(state, x):
            return True
        if _visit_clauses(state, literal ^ 1):
            return True
    return False


def _assign(state: State, literal: int, reason: int) -> None:
    """Put a literal on the trail."""
    state.value[literal] = 1
    state.value[literal ^ 1] = -1
    state.reason[literal >> 1] = reason
    state.level[literal >> 1] = state.depth
    state.trail[state.size] = literal
    state.size += 1
    if state.depth == 0 and reason & 3 != _DECISION and len(state.log.entries) > 0:
        _log_reason(state, literal, reason)
        put_fact(state.log, literal)


def _log_reason(state: State, literal: int, reason: int) -> None:
    """Log the reason of a literal; if that is a row, the variable in it follows."""
    if len(state.log.entries) > 0:
        put(state.log, reason)
        if reason & 3 == ROW:
            put(state.log, literal >> 1)


def _imply(state: State, literal: int, reason: int) -> bool:
    """Make a literal true; return whether that is a conflict, because it is false."""
    value = state.value[literal]
    if value == 0:
        _assign(state, literal, reason)
    elif value < 0:
        state.clash = literal
        state.clash_reason = reason
    return value < 0


def _empty_rows(state: State, x: int) -> bool:
    """Make the others in the rows of a true variable false; return whether there is a conflict."""
    value, row, first, begin = state.value, state.row, state.first, state.begin
    reason = 4 * x + ROW
    v = state.vertex[x]
    t = state.number[x]
    state.spent += (first[v + 1] - first[v] + begin[t + 1] - begin[t]) >> 3
    for y in range(first[v], first[v + 1]):
        if value[2 * y + 1] <= 0 and y != x and _imply(state, 2 * y + 1, reason):
            return True
    for at in range(begin[t], begin[t + 1]):
        y = row[at]
        if value[2 * y + 1] <= 0 and y != x and _imply(state, 2 * y + 1, reason):
            return True
    return False


def _visit_clauses(state: State, false: int) -> bool:
    """Visit the clauses that watch a false literal; return whether there is a conflict."""
    clauses, value, watch = state.clauses, state.value, state.watch
    link = 0  # the place of the link to this clause; 0 means `watch`
    c = watch[false]
    while c:
        state.spent += 1
        side = 0 if clauses[c + 4] == false else 1
        following = clauses[c + 2 + side]
        other = clauses[c + 5 - side]
        if value[other] > 0:
            link = c + 2 + side
            c = following
            continue
        end = c + 4 + clauses[c]
        k = c + 6
        while k < end and value[clauses[k]] < 0:
            k += 1
        if k < end:  # watch this one instead
            new = clauses[k]
            clauses[k] = false
            clauses[c + 4 + side] = new
            clauses[c + 2 + side] = watch[new]
            watch[new] = c
            if link:
                clauses[link] = following
            else:
                watch[false] = following
        elif _imply(state, other, 4 * c + CLAUSE):
            return True
        else:
            link = c + 2 + side
        c = following
    return False


# -- decisions and restarts ------------------------------------------------------------------------


def _decide(state: State, literal: int) -> None:
    """Begin a level with a literal, which may be true already."""
    state.depth += 1
    state.starts[state.depth] = state.size
    if state.value[literal] == 0:
        _assign(state, literal, _DECISION)


def _restart(state: State) -> None:
    """Begin the next run, whose length is the next term of Luby's sequence."""
    if state.luby & -state.luby == state.luby_term:
        state.luby += 1
        state.luby_term = 1
    else:
        state.luby_term *= 2
    state.restart_at = state.conflicts + _UNIT * state.luby_term
    _undo_level(state, 0)


# -- conflicts -------------------------------------------------------------------------------------


def _undo(state: State) -> int:
    """Take the last literal off the trail, save its phase, and return it."""
    state.size -= 1
    literal = state.trail[state.size]
    x = literal >> 1
    state.done = min(state.done, state.size)
    state.value[literal] = 0
    state.value[literal ^ 1] = 0
    state.phase[x] = literal & 1
    if state.bumped[x] > state.bumped[state.latest]:
        state.latest = x
    return literal


@kernel
def retract(state: State) -> None:
    """Take all decisions off the trail."""
    _undo_level(state, 0)


def _undo_level(state: State, level: int) -> None:
    """Jump back to a level."""
    goal = state.starts[level + 1] if level < state.depth else state.size
    while state.size > goal:
        _undo(state)
    state.depth = level


def _analyse(state: State) -> int:
    """Trace a conflict back to one literal of its level, and undo the trail down to there.

    Return the negation of this literal: it follows from the values of the variables in `learnt`.
    """
    state.waiting = 0
    state.length = 0
    _meet(state, state.clash >> 1)
    _meet_causes(state, state.clash >> 1, state.clash_reason)
    _log_reason(state, state.clash, state.clash_reason)
    while True:
        literal = _undo(state)
        while state.seen[literal >> 1] == 0:
            literal = _undo(state)
        state.seen[literal >> 1] = 0
        state.waiting -= 1
        if state.waiting == 0:
            _minimise(state)
            return literal ^ 1
        _meet_causes(state, literal >> 1, state.reason[literal >> 1])
        _log_reason(state, literal, state.reason[literal >> 1])


def _meet_causes(state: State, x: int, reason: int) -> None:
    """Meet the antecedents of a variable."""
    at = reason >> 2
    if reason & 3 == ROW:
        _meet(state, at)
    elif reason & 3 == CLAUSE:
        end = at + 4 + state.clauses[at]
        state.spent += (end - at) >> 2
        for k in range(at + 4, end):
            if state.clauses[k] >> 1 != x:
                _meet(state, state.clauses[k] >> 1)


def _meet(state: State, x: int) -> None:
    """Bump a variable that a conflict involves, and add it to the clause if its level is lower."""
    level = state.level[x]
    if state.seen[x] or level == 0:
        return
    state.seen[x] = 1
    if level == state.depth:
        state.waiting += 1
    else:
        state.learnt[state.length] = x
        state.length += 1
    _bump(state, x)


def _bump(state: State, x: int) -> None:
    """Move a variable to the end of the decision queue."""
    before, after = state.before, state.after
    m = len(state.phase)
    before[after[x]] = before[x]
    after[before[x]] = after[x]
    last = before[m]
    before[x] = last
    after[last] = x
    after[x] = m
    before[m] = x
    state.tick += 1
    state.bumped[x] = state.tick


def _minimise(state: State) -> None:
    """Remove redundant variables from `learnt`; find the level to jump back to."""
    learnt, level, seen = state.learnt, state.level, state.seen
    length = state.length
    k = 0
    while k < state.length:
        x = learnt[k]
        if _is_redundant(state, x):
            state.length -= 1
            learnt[k] = learnt[state.length]
            learnt[state.length] = x
        else:
            k += 1
    if state.length < length and len(state.log.entries) > 0:
        _log_redundant(state, length)
    state.back = 0
    state.watched = 0
    for k in range(length):
        seen[learnt[k]] = 0
        if k < state.length and level[learnt[k]] > state.back:
            state.back = level[learnt[k]]
            state.watched = k


def _is_redundant(state: State, x: int) -> bool:
    """Return whether all antecedents of a variable are seen, or facts."""
    reason = state.reason[x]
    at = reason >> 2
    if reason & 3 == ROW:
        return state.seen[at] != 0 or state.level[at] == 0
    if reason & 3 == _DECISION:
        return False
    for k in range(at + 4, at + 4 + state.clauses[at]):
        y = state.clauses[k] >> 1
        if y != x and state.seen[y] == 0 and state.level[y] > 0:
            return False
    return True


def _log_redundant(state: State, length: int) -> None:
    """Log the reasons of the variables that are redundant in `learnt`, the last one first."""
    for k in range(state.length, length):
        state.seen[state.learnt[k]] = 2
    for at in range(state.size - 1, -1, -1):
        literal = state.trail[at]
        if state.seen[literal >> 1] == 2:
            _log_reason(state, literal, state.reason[literal >> 1])


def _learn(state: State, literal: int) -> None:
    """Learn that the variables in `learnt` imply a literal, and make it true."""
    clauses, learnt, level, mark = state.clauses, state.learnt, state.level, state.mark
    c = state.used
    length = state.length
    if len(state.log.entries) > 0:
        place = c if length > 0 and c + 5 + length <= len(clauses) else 0
        put_clause(state.log, literal, learnt, length, state.value, place)
    if length == 0:
        _assign(state, literal, _DECISION)
        return
    if c + 5 + length > len(clauses):  # the next step is a restart, to make room
        return
    learnt[state.watched], learnt[0] = learnt[0], learnt[state.watched]
    state.tick += 1
    distance = 1  # the LBD: how many levels meet
    clauses[c + 4] = literal
    for k in range(length):
        x = learnt[k]
        clauses[c + 5 + k] = 2 * x + (1 if state.value[2 * x] > 0 else 0)
        if mark[level[x]] != state.tick:
            mark[level[x]] = state.tick
            distance += 1
    _keep(state, length + 1, distance)
    _assign(state, literal, 4 * c + CLAUSE)


# -- clause-database reduction ---------------------------------------------------------------------


@kernel
def forget(state: State) -> None:
    """Keep the clauses that were not learnt, and those of the lowest LBD in half of the room left.

    No decision may be on the trail, which is propagated.
    """
    levels = len(state.phase)
    state.used = keep_best(state.clauses, state.watch, state.value, state.used, levels + 2)
