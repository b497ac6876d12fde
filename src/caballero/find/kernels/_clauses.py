"""Learning from conflicts: the core of the searches that decide, propagate and learn clauses.

Conflicts are handled as in SAT solvers (J. P. Marques-Silva and K. A. Sakallah, "GRASP", 1999; M.
Moskewicz et al., "Chaff", 2001; N. Eén and N. Sörensson, "An extensible SAT-solver", 2003). Each
literal on the trail has a reason. Analysis replaces literals of the conflict by their antecedents
until a single literal of the last level is left (the first unique implication point), removes
redundant literals (N. Sörensson and A. Biere, "Minimizing learned clauses", 2009), learns the
clause that excludes the rest, and jumps back to the level on which the clause propagates. Beside
clauses, each search propagates by rules of its own, which also give the antecedents.

Decisions: the variable that was bumped last, because a conflict involved it (the queue of L. Ryan,
"Efficient algorithms for clause-learning SAT solvers", 2004), in its saved phase. Restarts follow
Luby's sequence (M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms",
1993). A search is complete if the memory for clauses grows without bound.

Variable ``x`` has two *literals*: ``2x`` means true, ``2x + 1`` false.

A clause at ``c`` is ``size, LBD, next, next, literal, …``. Its first two literals are watched: the
clause stands in the linked lists that begin with their `watch`, and ``next`` continues them. Once
all literals are propagated, a clause without a true literal watches two open literals. The LBD, how
many levels meet in a clause, is the best measure of its use (G. Audemard and L. Simon, "Predicting
learnt clauses quality in modern SAT solvers", 2009). It is 0 or negative for clauses that were not
learnt, which are kept.

With a *log*, every conclusion is logged with the reasons that it follows from, so that a proof can
be written. The log has a record for each conclusion: its reasons, in the reverse order of their
use; minus 1, less the number of literals; the literals; and the place of the clause, or 0. A fact
is a clause of a single literal, a contradiction has none. A reason is four times a number, plus its
kind, and the numbers that a reason of this kind needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from caballero.machine.kernel import Counts, Flags, Marks, kernel, zeros

# The statuses that a search returns.
RUNNING: Final = 0  # the steps are spent
FOUND: Final = 1  # there is a solution
EXHAUSTED: Final = 2  # there is none, whatever is assumed
FULL: Final = 3  # no room for another clause: call `forget`, and make `clauses` longer
LOGGED: Final = 4  # the log has little room left: read it, and set its `size` to 0
FAILED: Final = 5  # there is none under the assumptions

# The reason of a literal on the trail: four times a number, plus a kind, or plus 0 for
# another rule of the search.
WITH_VARIABLE: Final = 1  # a rule of the search; in the log the variable follows
CLAUSE: Final = 2  # the clause that begins here
DECISION: Final = 3  # a decision, an assumption, or a fact


@dataclass(slots=True)
class Log:
    """The conclusions of a search, with their reasons; without room nothing is logged."""

    entries: Marks
    size: int = 0


@dataclass(slots=True)
class Learning:
    """The knowledge of a search: values with their reasons, clauses, and the order of decisions."""

    value: Flags  # for each literal 1 if it is true, -1 if it is false, 0 if neither
    trail: Marks  # the true literals, in the order in which they became true
    starts: Marks  # the length of the trail when each level began, from level 1
    reason: Marks  # for each variable on the trail, its reason
    level: Marks  # for each variable on the trail, its level
    phase: Marks  # the saved phase of each variable: 0 if it was true when last on the trail, or 1
    clauses: Marks  # from 1 on; its length is the room for them
    watch: Marks  # for each literal, the first clause that watches it, or 0
    # The decision queue as a ring; the last entry stands for both ends.
    before: Marks
    after: Marks
    bumped: Counts  # for each variable, the tick of its last bump: it grows along the queue
    seen: Marks  # scratch, an entry per variable; 0 between calls, 2 if it is redundant
    learnt: Marks  # scratch, an entry per variable: the variables of the clause to be learnt
    mark: Counts  # scratch, an entry per level: marked entries hold the last tick
    log: Log
    latest: int  # every variable after this in the queue is on the trail
    tick: int  # the clock of `bumped` and of marks
    unit: int  # conflicts of the shortest runs
    restart_at: int  # the number of conflicts that ends this run
    size: int = 0  # the length of the trail
    done: int = 0  # how many of its literals are propagated
    depth: int = 0  # the level: how many decisions are on the trail
    used: int = 1  # where the free part of `clauses` begins
    conflicts: int = 0
    restarts: int = 0
    # The two numbers that make Luby's sequence.
    luby: int = 1
    luby_term: int = 1
    spent: int = 0  # the steps taken
    clash: int = 0  # after a conflict, a false literal
    clash_reason: int = 0  # the reason for which it should be true
    # Scratch of the analysis; the first two are 0 between calls.
    waiting: int = 0  # the variables of the top level that are still to be replaced
    length: int = 0  # the length of `learnt`
    back: int = 0  # the level to jump back to
    watched: int = 0  # the place in `learnt` of a variable of this level


def new_learning(
    order: Sequence[int],
    room: int,
    unit: int,
    log: int,
    paused: Callable[[Iterable[Any]], Iterable[Any]] = iter,
) -> Learning:
    """Return the knowledge of a search before its first step.

    `order` has each variable once; the last are decided first. `room` is the length of `clauses`,
    `log` that of the log; `paused` yields items, and may raise.
    """
    m = len(order)
    after, before, bumped = zeros(Marks, m + 1), zeros(Marks, m + 1), zeros(Counts, m)
    last = m
    for tick, x in enumerate(paused(order)):
        after[last] = x
        before[x] = last
        bumped[x] = tick
        last = x
    after[last] = m
    before[m] = last
    return Learning(
        value=zeros(Flags, 2 * m),
        trail=zeros(Marks, m),
        starts=zeros(Marks, 2 * m + 2),  # a level may be empty: its literal was true already
        reason=zeros(Marks, m),
        level=zeros(Marks, m),
        phase=zeros(Marks, m),
        clauses=zeros(Marks, room),
        watch=zeros(Marks, 2 * m),
        before=before,
        after=after,
        bumped=bumped,
        seen=zeros(Marks, m),
        learnt=zeros(Marks, m),
        mark=zeros(Counts, 2 * m + 2),
        log=Log(zeros(Marks, log)),
        latest=last,
        tick=m,
        unit=unit,
        restart_at=unit,
    )


# -- the log ---------------------------------------------------------------------------------------


def room_to_log(variables: int) -> int:
    """Return the most log entries for a conflict and what follows: 2 a reason, 5 a fact."""
    return 10 * variables + 100


def put(log: Log, number: int) -> None:
    """Append a number to the log."""
    log.entries[log.size] = number
    log.size += 1


def put_fact(log: Log, literal: int) -> None:
    """Log a fact, which follows from the reasons that were logged before it."""
    put(log, -2)
    put(log, literal)
    put(log, 0)


def put_contradiction(log: Log) -> None:
    """Log the contradiction that follows from the reasons that were logged before it."""
    put(log, -1)
    put(log, 0)


def log_reason(learning: Learning, literal: int, reason: int) -> None:
    """Log the reason of a literal, if there is a log."""
    if len(learning.log.entries) > 0:
        put(learning.log, reason)
        if reason & 3 == WITH_VARIABLE:
            put(learning.log, literal >> 1)


def _log_learnt(learning: Learning, literal: int, c: int) -> None:
    """Log the clause that the values in `learnt` imply a literal, and where it is kept."""
    put(learning.log, -2 - learning.length)
    put(learning.log, literal)
    for k in range(learning.length):
        false = _false_literal(learning, learning.learnt[k])
        put(learning.log, false)
    put(learning.log, c)


def _log_redundant(learning: Learning) -> None:
    """Log the reasons of the redundant variables, the last first."""
    for at in range(learning.size - 1, -1, -1):
        literal = learning.trail[at]
        if learning.seen[literal >> 1] == 2:
            log_reason(learning, literal, learning.reason[literal >> 1])


# -- the trail -------------------------------------------------------------------------------------


def _false_literal(learning: Learning, x: int) -> int:
    """Return the literal of a variable that is false."""
    return 2 * x + (1 if learning.value[2 * x] > 0 else 0)


def assign(learning: Learning, literal: int, reason: int) -> None:
    """Put a literal on the trail."""
    learning.value[literal] = 1
    learning.value[literal ^ 1] = -1
    learning.reason[literal >> 1] = reason
    learning.level[literal >> 1] = learning.depth
    learning.trail[learning.size] = literal
    learning.size += 1
    if learning.depth == 0 and reason & 3 != DECISION and len(learning.log.entries) > 0:
        log_reason(learning, literal, reason)
        put_fact(learning.log, literal)


def imply(learning: Learning, literal: int, reason: int) -> bool:
    """Make a literal true; return whether that is a conflict, because it is false."""
    value = learning.value[literal]
    if value == 0:
        assign(learning, literal, reason)
    elif value < 0:
        learning.clash = literal
        learning.clash_reason = reason
    return value < 0


def next_decision(learning: Learning) -> int:
    """Return the open variable that was bumped last, as a literal in its saved phase."""
    while learning.value[2 * learning.latest]:
        learning.latest = learning.before[learning.latest]
    return 2 * learning.latest + learning.phase[learning.latest]


def decide(learning: Learning, literal: int) -> None:
    """Begin a level with a literal, which may be true already."""
    learning.depth += 1
    learning.starts[learning.depth] = learning.size
    if learning.value[literal] == 0:
        assign(learning, literal, DECISION)


def begin_run(learning: Learning) -> None:
    """Begin the next run, whose length is the next term of Luby's sequence."""
    if learning.luby & -learning.luby == learning.luby_term:
        learning.luby += 1
        learning.luby_term = 1
    else:
        learning.luby_term *= 2
    learning.restarts += 1
    learning.restart_at = learning.conflicts + learning.unit * learning.luby_term


def undo_level(learning: Learning, level: int) -> None:
    """Jump back to a level, and save the phases of what leaves the trail."""
    value, trail, phase, bumped = learning.value, learning.trail, learning.phase, learning.bumped
    goal = learning.starts[level + 1] if level < learning.depth else learning.size
    latest = learning.latest
    for at in range(goal, learning.size):
        literal = trail[at]
        x = literal >> 1
        value[literal] = 0
        value[literal ^ 1] = 0
        phase[x] = literal & 1
        if bumped[x] > bumped[latest]:
            latest = x
    learning.latest = latest
    learning.size = goal
    learning.done = min(learning.done, goal)
    learning.depth = level


# -- clauses ---------------------------------------------------------------------------------------


def has_room(learning: Learning) -> bool:
    """Return whether there is room for every clause that may be learnt next."""
    return learning.used + len(learning.level) + 5 <= len(learning.clauses)


def keep(learning: Learning, length: int, distance: int) -> None:
    """Keep the clause whose literals begin 4 entries after the free part does."""
    c = learning.used
    learning.clauses[c] = length
    learning.clauses[c + 1] = distance
    _watch(learning.clauses, learning.watch, c)
    learning.used = c + 4 + length


def add_open(learning: Learning, length: int, distance: int) -> int:
    """Keep the open literals of such a clause; no decision may be on the trail.

    Return how many there are: it is now a fact. Return -1 if the clause is true already.
    """
    clauses = learning.clauses
    begin = learning.used + 4
    left = 0
    for k in range(begin, begin + length):
        value = learning.value[clauses[k]]
        if value > 0:
            return -1
        if value == 0:
            clauses[begin + left] = clauses[k]
            left += 1
    if left > 1:
        keep(learning, left, distance)
    elif left == 1:
        assign(learning, clauses[begin], DECISION)
    return left


def _watch(clauses: Marks, watch: Marks, c: int) -> None:
    """Watch the first two literals of a clause."""
    for side in range(2):
        literal = clauses[c + 4 + side]
        clauses[c + 2 + side] = watch[literal]
        watch[literal] = c


def visit_clauses(learning: Learning, false: int, steps: int) -> bool:
    """Visit the clauses that watch a false literal, for `steps` each; True on a conflict."""
    clauses, value, watch = learning.clauses, learning.value, learning.watch
    link = 0  # the place of the link to this clause; 0 means `watch`
    c = watch[false]
    while c:
        learning.spent += steps
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
        if k < end:  # watch this literal instead
            new = clauses[k]
            clauses[k] = false
            clauses[c + 4 + side] = new
            clauses[c + 2 + side] = watch[new]
            watch[new] = c
            if link:
                clauses[link] = following
            else:
                watch[false] = following
        elif imply(learning, other, 4 * c + CLAUSE):
            return True
        else:
            link = c + 2 + side
        c = following
    return False


@kernel
def forget(learning: Learning) -> None:
    """Keep the clauses of the lowest LBD, in half of the room that those not learnt leave.

    No decision may be on the trail, which is propagated; so it is when a search returns `FULL`.
    """
    clauses, watch, value = learning.clauses, learning.watch, learning.value
    least = 0  # all clauses up to this LBD fit
    most = len(learning.level) + 2  # the LBD is less than this
    while most - least > 1:
        middle = (least + most) // 2
        fixed = 1
        total = 0
        c = 1
        while c < learning.used:
            if clauses[c + 1] <= 0:
                fixed += 4 + clauses[c]
            elif clauses[c + 1] <= middle:
                total += 4 + clauses[c]
            c += 4 + clauses[c]
        if 2 * total <= len(clauses) - fixed:
            least = middle
        else:
            most = middle
    for literal in range(len(watch)):
        watch[literal] = 0
    new = 1
    c = 1
    while c < learning.used:
        length = clauses[c]
        wanted = clauses[c + 1] <= least
        for k in range(c + 4, c + 4 + length):
            if value[clauses[k]] > 0:  # a fact: the clause is always true
                wanted = False
        if wanted:
            for k in range(4 + length):
                clauses[new + k] = clauses[c + k]
            _watch(clauses, watch, new)
            new += 4 + length
        c += 4 + length
    learning.used = new


# -- the analysis of a conflict --------------------------------------------------------------------


def meet(learning: Learning, x: int, top: int) -> None:
    """Bump a variable that a conflict involves; add it to the clause if it is below level `top`."""
    level = learning.level[x]
    if learning.seen[x] or level == 0:
        return
    learning.seen[x] = 1
    if level == top:
        learning.waiting += 1
    else:
        learning.learnt[learning.length] = x
        learning.length += 1
    before, after = learning.before, learning.after  # move it to the end of the decision queue
    m = len(learning.level)
    before[after[x]] = before[x]
    after[before[x]] = after[x]
    last = before[m]
    before[x] = last
    after[last] = x
    after[x] = m
    before[m] = x
    learning.tick += 1
    learning.bumped[x] = learning.tick


def next_to_replace(learning: Learning, at: int) -> int:
    """Return the place on the trail, before `at`, of the last variable that is to be replaced."""
    seen, trail = learning.seen, learning.trail
    at -= 1
    while seen[trail[at] >> 1] == 0:
        at -= 1
    seen[trail[at] >> 1] = 0
    learning.waiting -= 1
    return at


def minimise(learning: Learning) -> None:
    """Remove the redundant variables from `learnt`; find the level to jump back to."""
    learnt, level, seen = learning.learnt, learning.level, learning.seen
    length = learning.length
    k = 0
    while k < learning.length:
        x = learnt[k]
        if seen[x] == 2:
            learning.length -= 1
            learnt[k] = learnt[learning.length]
            learnt[learning.length] = x
        else:
            k += 1
    if learning.length < length and len(learning.log.entries) > 0:
        _log_redundant(learning)
    learning.back = 0
    learning.watched = 0
    for k in range(length):
        seen[learnt[k]] = 0
        if k < learning.length and level[learnt[k]] > learning.back:
            learning.back = level[learnt[k]]
            learning.watched = k


def learn(learning: Learning, literal: int) -> None:
    """Learn, if there is room, that the values in `learnt` imply a literal; make it true."""
    clauses, learnt, level, mark = learning.clauses, learning.learnt, learning.level, learning.mark
    c = learning.used
    length = learning.length
    fits = length > 0 and c + 5 + length <= len(clauses)
    if len(learning.log.entries) > 0:
        _log_learnt(learning, literal, c if fits else 0)
    learning.length = 0
    if length == 0:
        assign(learning, literal, DECISION)
    if not fits:  # a restart is next, to make room
        return
    learnt[learning.watched], learnt[0] = learnt[0], learnt[learning.watched]
    learning.tick += 1
    distance = 1  # the LBD
    clauses[c + 4] = literal
    for k in range(length):
        x = learnt[k]
        clauses[c + 5 + k] = _false_literal(learning, x)
        if mark[level[x]] != learning.tick:
            mark[level[x]] = learning.tick
            distance += 1
    keep(learning, length + 1, distance)
    assign(learning, literal, 4 * c + CLAUSE)
