"""Exact search for a Hamiltonian cycle: decide edges, propagate, learn a clause from each conflict.

The rules that propagate are old (W. Kocay, "An extension of the multi-path algorithm for finding
Hamilton cycles", Discrete Mathematics 101, 1992; B. Vandegriend and J. Culberson, "The Gn,m phase
transition is not hard for the Hamiltonian cycle problem", JAIR 9, 1998; D. E. Knuth, The Art of
Computer Programming, section 7.2.2.4):

- *degrees*: a vertex with only two edges that are not out uses both; once it uses two, its other
  edges are out;
- *short cycles*: the edge between the two ends of a fragment (a path of used edges) is out, unless
  the fragment visits every vertex;
- *separators*: no vertex and no fragment may separate the others, for a cycle visits it only once.

Conflicts are handled as in SAT solvers (J. P. Marques-Silva and K. A. Sakallah, "GRASP", 1999;
M. Moskewicz et al., "Chaff", 2001; N. Eén and N. Sörensson, "An extensible SAT-solver", 2003).
Each literal on the trail has a reason. Analysis replaces literals of the conflict by their
antecedents until one of the last level is left (the first unique implication point), removes
redundant literals (N. Sörensson and A. Biere, "Minimizing learned clauses", 2009), learns the
clause that excludes the rest, and jumps back to the level on which the clause propagates. The rules
above are not stored as clauses: their antecedents are computed on demand. Those of a short cycle
are its path, or the cut around it if that is smaller: the edges that leave the path's inner
vertices are out, and its two end edges are used. A path that visits nearly everything has a small
cut.

Decisions: the edge that was bumped last, because a conflict involved it (the queue of L. Ryan,
"Efficient algorithms for clause-learning SAT solvers", 2004), in its saved phase; in every
sixteenth run, an edge at the fragment end with the fewest open edges. Restarts follow Luby's
sequence (M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993). The
search is complete if the room for clauses grows without bound.

Numbers: edge ``e`` has the *darts* ``2e`` and ``2e + 1``, one at each of its vertices, and two
*literals*: ``2e`` means that the edge is used, ``2e + 1`` that it is out.

Invariants between calls, of the first ``done`` literals of the trail, the *propagated* ones. An
edge is *open* if neither of its literals is among them:

- ``rows[begin[v]:begin[v] + left[v]]`` are the darts at ``v`` whose edges are open, and ``place``
  is the inverse of `rows`;
- ``2 - need[v]`` propagated used edges meet ``v``, and ``link[2v]``, ``link[2v + 1]`` are their
  darts at ``v``, in the order of the trail; `linked` has the vertices to which these lead;
- ``mate[v]`` is the other end of the fragment that ends in ``v``, ``v`` itself if none of its
  edges is used, and has no meaning inside a fragment;
- ``inside`` is the number of propagated used edges; the number of vertices less this is the number
  of fragments, lone vertices included.

With a *log*, every conclusion is logged with the reasons that it follows from, so that a proof can
be written. The caller empties the log whenever the search returns anything but `RUNNING`, and not
between: so the search does not depend on the clock, and nearly never on whether there is a log.

:mod:`._clauses` has the form of the clauses and of the log. Once all literals are propagated, a
clause without a true literal watches two open ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ._clauses import Log, keep_best, put, put_clause, put_contradiction, put_fact, watch_clause
from ._kernel import Counts, Flags, Marks, kernel, numbers, zeros

# What `search` returns.
RUNNING: Final = 0  # the steps are spent
FOUND: Final = 1  # the used edges are a Hamiltonian cycle
EXHAUSTED: Final = 2  # there is none
FULL: Final = 3  # no room for another clause: call `forget`, and make `clauses` longer
LOGGED: Final = 4  # the log is half full: read it, and set its `size` to 0

# The reason of a literal on the trail: four times a number, plus one of these.
DEGREES: Final = 0  # the rule of degrees, at this vertex
SHORT_CYCLE: Final = 1  # the rule of short cycles; this vertex is one end
CLAUSE: Final = 2  # the clause that begins here
_DECISION: Final = 3  # a decision, or a fact

SEPARATOR: Final = 3  # in the log only: the rule of separators

_UNIT: Final = 30  # conflicts of the shortest runs
_SEPARATE_SHARE: Final = 4  # the time of everything else, in times of `_separate`
_LOGS: Final = 16  # the length of the log, in times of what a conflict may take
_ENDS_PERIOD: Final = 16  # in every sixteenth run, decisions are at the ends of fragments


@dataclass(slots=True)
class State:
    """The state of a search."""

    ends: Marks  # the vertex of each dart; only read
    rows: Marks  # one entry per dart
    place: Marks  # one entry per dart
    around: Marks  # the darts at each vertex, in the order of the first `rows`; only read
    across: Marks  # the vertices to which these darts lead; only read
    begin: Marks  # one entry per vertex, and one more; only read
    left: Marks  # for each vertex, the number of its open edges
    need: Marks  # for each vertex, how many of these it must use
    mate: Marks  # one entry per vertex
    link: Marks  # two entries per vertex
    linked: Marks  # two entries per vertex
    value: Flags  # for each literal 1 if it is true, -1 if it is false, 0 if neither
    trail: Marks  # the true literals, in the order in which they became true
    starts: Marks  # the length of the trail when each level began, from level 1
    reason: Marks  # for each edge on the trail, its reason
    level: Marks  # for each edge on the trail, its level
    phase: Marks  # the saved phase of each edge: 0 if it was used when last on the trail, 1 if out
    clauses: Marks  # the learnt clauses, from 1 on; its length is the room for them
    watch: Marks  # for each literal, the first clause that watches it, or 0
    # The decision queue as a ring; the last entry stands for both ends.
    before: Marks
    after: Marks
    bumped: Counts  # for each edge, the tick of its last bump: it grows along the queue
    seen: Marks  # scratch, one entry per edge; 0 between calls
    # Scratch, one entry per edge and two per vertex: the antecedents of a literal, as edges.
    causes: Marks
    learnt: Marks  # scratch, one entry per edge: the edges of the clause to be learnt
    # Scratch, one entry per vertex and one per level: marked entries hold the last tick.
    mark: Counts
    # Scratch of the search for separators, one entry per vertex; `parent` also holds a path.
    number: Marks
    low: Marks
    parent: Marks
    cursor: Marks
    log: Log
    size: int = 0  # the length of the trail
    done: int = 0  # how many of its literals are propagated
    inside: int = 0  # how many of these are used edges
    depth: int = 0  # the level: how many decisions are on the trail
    used: int = 1  # where the free part of `clauses` begins
    latest: int = 0  # every edge after this one in the queue is on the trail
    tick: int = 0  # the clock of `bumped` and `mark`
    conflicts: int = 0
    restarts: int = 0
    restart_at: int = _UNIT  # the number of conflicts that ends this run
    # The two numbers that make Luby's sequence.
    luby: int = 1
    luby_term: int = 1
    spent: int = 0  # the steps taken
    separate_at: int = 0  # when to look for separators next: a number of steps
    clash: int = 0  # after a conflict, a false literal
    clash_reason: int = 0  # the reason for which it should be true
    many: int = 0  # the number of `causes`
    back: int = 0  # scratch of the analysis: the level to jump back to
    waiting: int = 0  # the edges of the top level that are still to be replaced
    length: int = 0  # the length of `learnt`
    watched: int = 0  # the place in `learnt` of an edge of level `back`
    hull: int = 0  # how many inner vertices the cut of the last short cycle goes round; 0: its path

    def cycle(self) -> list[int]:
        """Return the vertices along the cycle that was found, from 0."""
        path, dart = [0], self.link[0]
        while v := self.ends[dart ^ 1]:
            path.append(v)
            dart = self.link[2 * v + (self.link[2 * v] == dart ^ 1)]
        return path


def new_state(
    size: int, edges: Sequence[tuple[int, int]], room: int, *, logging: bool = False
) -> State:
    """Return the state of a search before its first step.

    `edges` has each edge once; the last ones are decided first. Every vertex has at least two.
    `room` is the length of `clauses`: at least twice the number of edges and 20. A clause takes as
    many entries as it has literals, and 4. `logging` says whether there is a log.

    >>> state = new_state(3, [(0, 1), (1, 2), (2, 0)], 100)
    >>> search(state, 100) == FOUND, state.cycle()
    (True, [0, 1, 2])
    """
    m = len(edges)
    ends = numbers(Marks, (v for edge in edges for v in edge))
    begin, left = zeros(Marks, size + 1), zeros(Marks, size)
    rows, place = zeros(Marks, 2 * m), zeros(Marks, 2 * m)
    for v in ends:
        begin[v + 1] += 1
    for v in range(size):
        begin[v + 1] += begin[v]
    for dart, v in enumerate(ends):
        place[dart] = begin[v] + left[v]
        rows[place[dart]] = dart
        left[v] += 1
    state = State(
        ends=ends,
        rows=rows,
        place=place,
        around=numbers(Marks, rows),
        across=numbers(Marks, (ends[dart ^ 1] for dart in rows)),
        begin=begin,
        left=left,
        need=numbers(Marks, [2] * size),
        mate=numbers(Marks, range(size)),
        link=zeros(Marks, 2 * size),
        linked=zeros(Marks, 2 * size),
        value=zeros(Flags, 2 * m),
        trail=zeros(Marks, m),
        starts=zeros(Marks, m + 2),
        reason=numbers(Marks, [_DECISION] * m),
        level=zeros(Marks, m),
        phase=zeros(Marks, m),
        clauses=zeros(Marks, room),
        watch=zeros(Marks, 2 * m),
        before=numbers(Marks, [m, *range(m)]),
        after=numbers(Marks, [*range(1, m + 1), 0]),
        bumped=numbers(Counts, range(m)),
        seen=zeros(Marks, m),
        causes=zeros(Marks, m + 2 * size),
        learnt=zeros(Marks, m),
        mark=zeros(Counts, size + m + 2),
        number=zeros(Marks, size),
        low=zeros(Marks, size),
        parent=zeros(Marks, size),
        cursor=zeros(Marks, size),
        log=Log(zeros(Marks, _LOGS * _room_to_log(size, m) if logging else 0)),
        latest=m - 1,
        tick=m - 1,
    )
    for dart, v in enumerate(ends):
        if left[v] == 2 and not state.value[dart & ~1]:
            _assign(state, dart & ~1, 4 * v + DEGREES)
    return state


def _room_to_log(size: int, edges: int) -> int:
    """Return how many entries the log needs, at most, for a conflict and what follows from it.

    A reason takes at most 3 entries, but for cuts, which are chosen only if there is room for them;
    a fact takes 6.
    """
    return 12 * edges + 4 * size + 100


@kernel
def search(state: State, steps: int) -> int:
    """Continue for about `steps` steps; a step is a small unit of work, weighted by its time.

    The steps are checked only before a decision, so a conflict in a large graph may exceed them.
    """
    stop = state.spent + steps
    n = len(state.need)
    m = len(state.level)
    logging = len(state.log.entries) > 0
    while True:
        if logging and state.log.size > len(state.log.entries) // 2:
            return LOGGED
        if state.many > 0 or _propagate(state):
            state.conflicts += 1
            literal = _analyse(state)
            if literal < 0:
                return EXHAUSTED
            _undo_level(state, state.back)
            _learn(state, literal)
        elif state.inside == n:
            return FOUND
        elif state.used + m + 5 > len(state.clauses) and state.depth == 0:
            return FULL
        elif state.used + m + 5 > len(state.clauses) or state.conflicts >= state.restart_at:
            _restart(state)
        elif state.spent >= stop:
            return RUNNING
        elif state.spent >= state.separate_at:
            state.spent += n + m  # what it takes
            if _separate(state) and state.many == 0:
                if logging:
                    put_contradiction(state.log)
                return EXHAUSTED
        else:
            _decide(state)


# -- propagation -----------------------------------------------------------------------------------


def _propagate(state: State) -> bool:
    """Propagate the trail; return whether there is a conflict, which is then in `clash`."""
    n = len(state.need)
    while state.done < state.size:
        literal = state.trail[state.done]
        state.done += 1
        _close(state, literal)
        _close(state, literal ^ 1)
        a = 0
        if literal & 1 == 0:
            a = _join(state, literal)
            if state.inside == n:
                return False
        if _degrees(state, literal):
            return True
        if literal & 1 == 0 and state.inside < n - 1 and _short_cycle(state, a, state.mate[a]):
            return True
        conflict = _visit_clauses(state, literal ^ 1)
        state.spent += 10
        if conflict:
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
        state.hull = 0
        _log_reason(state, literal, reason)
        put_fact(state.log, literal)


def _imply(state: State, literal: int, reason: int) -> bool:
    """Make a literal true; return whether that is a conflict, because it is false."""
    value = state.value[literal]
    if value == 0:
        _assign(state, literal, reason)
    elif value < 0:
        state.clash = literal
        state.clash_reason = reason
    return value < 0


def _close(state: State, dart: int) -> None:
    """Remove a dart from the open ones at its vertex."""
    rows, place = state.rows, state.place
    v = state.ends[dart]
    state.left[v] -= 1
    last = state.begin[v] + state.left[v]
    other = rows[last]
    rows[place[dart]] = other
    place[other] = place[dart]
    rows[last] = dart
    place[dart] = last


def _join(state: State, dart: int) -> int:
    """Join two fragments by an edge; return an end of the new one."""
    need, mate, link, linked = state.need, state.mate, state.link, state.linked
    v = state.ends[dart]
    w = state.ends[dart + 1]
    a = mate[v]
    b = mate[w]
    mate[a] = b
    mate[b] = a
    link[2 * v + 2 - need[v]] = dart
    link[2 * w + 2 - need[w]] = dart + 1
    linked[2 * v + 2 - need[v]] = w
    linked[2 * w + 2 - need[w]] = v
    need[v] -= 1
    need[w] -= 1
    state.inside += 1
    return a


def _degrees(state: State, literal: int) -> bool:
    """Apply the rule of degrees at both ends of an edge; return whether there is a conflict."""
    rows, left, need = state.rows, state.left, state.need
    first = literal & ~1
    for dart in range(first, first + 2):
        v = state.ends[dart]
        out = 1 - (literal & 1)
        reason = 4 * v + DEGREES
        if out and need[v] > 0:
            continue
        if not out and left[v] != need[v]:
            if left[v] > need[v]:
                continue
            return _imply(state, first, reason)
        state.spent += left[v]
        begin = state.begin[v]
        for at in range(begin, begin + left[v]):
            if _imply(state, (rows[at] & ~1) + out, reason):
                return True
    return False


def _short_cycle(state: State, a: int, b: int) -> bool:
    """Exclude the edge between the ends of a fragment; return whether there is a conflict."""
    rows, left = state.rows, state.left
    if left[a] > left[b]:
        a, b = b, a
    state.spent += left[a]
    begin = state.begin[a]
    for at in range(begin, begin + left[a]):
        if state.ends[rows[at] ^ 1] == b:
            return _imply(state, rows[at] | 1, 4 * a + SHORT_CYCLE)
    return False


def _visit_clauses(state: State, false: int) -> bool:
    """Visit the clauses that watch a false literal; return whether there is a conflict."""
    clauses, value, watch = state.clauses, state.value, state.watch
    link = 0  # the place of the link to this clause; 0 means `watch`
    c = watch[false]
    while c:
        state.spent += 2
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


def _decide(state: State) -> None:
    """Decide an edge, in its saved phase."""
    e = -1
    if state.restarts % _ENDS_PERIOD == _ENDS_PERIOD - 1:
        e = _edge_at_an_end(state)
    if e < 0:
        while state.value[2 * state.latest]:
            state.latest = state.before[state.latest]
        e = state.latest
    state.depth += 1
    state.starts[state.depth] = state.size
    _assign(state, 2 * e + state.phase[e], _DECISION)


def _edge_at_an_end(state: State) -> int:
    """Return the edge that was bumped last, at the fragment ends with the fewest open edges."""
    rows, begin, left, need = state.rows, state.begin, state.left, state.need
    n = len(need)
    state.spent += n >> 1
    best = -1
    fewest = len(state.level)
    for v in range(n):
        if need[v] == 1 and left[v] <= fewest:
            for at in range(begin[v], begin[v] + left[v]):
                e = rows[at] >> 1
                if left[v] < fewest or state.bumped[e] > state.bumped[best]:
                    fewest = left[v]
                    best = e
    return best


def _restart(state: State) -> None:
    """Begin the next run, whose length is the next term of Luby's sequence."""
    if state.luby & -state.luby == state.luby_term:
        state.luby += 1
        state.luby_term = 1
    else:
        state.luby_term *= 2
    state.restarts += 1
    state.restart_at = state.conflicts + _UNIT * state.luby_term
    _undo_level(state, 0)


# -- conflicts -------------------------------------------------------------------------------------


def _undo(state: State) -> int:
    """Take the last literal off the trail, save its phase, and return it."""
    state.size -= 1
    literal = state.trail[state.size]
    e = literal >> 1
    if state.size < state.done:
        left, need, mate = state.left, state.need, state.mate
        state.done = state.size
        v = state.ends[2 * e]
        w = state.ends[2 * e + 1]
        left[v] += 1
        left[w] += 1
        if literal & 1 == 0:
            need[v] += 1
            need[w] += 1
            state.inside -= 1
            mate[v if need[v] == 2 else mate[v]] = v
            mate[w if need[w] == 2 else mate[w]] = w
    state.value[literal] = 0
    state.value[literal ^ 1] = 0
    state.phase[e] = literal & 1
    if state.bumped[e] > state.bumped[state.latest]:
        state.latest = e
    return literal


def _undo_level(state: State, level: int) -> None:
    """Jump back to a level."""
    goal = state.starts[level + 1] if level < state.depth else state.size
    while state.size > goal:
        _undo(state)
    state.depth = level


def _analyse(state: State) -> int:
    """Trace a conflict back to one literal of its level, and undo the trail down to there.

    Return the negation of this literal: it follows from the values of the edges in `learnt`.
    Return -1 if the conflict follows from no decision.
    """
    if state.many == 0:
        state.causes[0] = state.clash >> 1
        state.many = 1
        _find_causes(state, state.clash, state.clash_reason)
        _log_reason(state, state.clash, state.clash_reason)
    top = 0
    for k in range(state.many):
        top = max(top, state.level[state.causes[k]])
    if top == 0:
        if len(state.log.entries) > 0:
            put_contradiction(state.log)
        return -1
    state.waiting = 0
    state.length = 0
    while True:
        _bump_causes(state, top)
        literal = _undo(state)
        while state.seen[literal >> 1] == 0:
            literal = _undo(state)
        state.seen[literal >> 1] = 0
        state.waiting -= 1
        if state.waiting == 0:
            _minimise(state)
            return literal ^ 1
        _find_causes(state, literal, state.reason[literal >> 1])
        _log_reason(state, literal, state.reason[literal >> 1])


def _minimise(state: State) -> None:
    """Remove redundant edges from `learnt`; find the level to jump back to."""
    learnt, level, seen = state.learnt, state.level, state.seen
    length = state.length
    k = 0
    while k < state.length:
        e = learnt[k]
        if _is_redundant(state, e):
            state.length -= 1
            learnt[k] = learnt[state.length]
            learnt[state.length] = e
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


def _is_redundant(state: State, e: int) -> bool:
    """Return whether all antecedents of an edge are seen, or facts."""
    reason = state.reason[e]
    if reason & 3 != CLAUSE and reason & 3 != DEGREES:
        return False
    _find_causes(state, 2 * e + (1 if state.value[2 * e] < 0 else 0), reason)
    many = state.many
    state.many = 0
    for k in range(many):
        cause = state.causes[k]
        if state.seen[cause] == 0 and state.level[cause] > 0:
            return False
    return True


def _bump_causes(state: State, top: int) -> None:
    """Bump the causes, and add those below the level `top` to the clause to be learnt."""
    level = state.level
    state.spent += 3 * state.many
    for k in range(state.many):
        e = state.causes[k]
        if state.seen[e] == 0 and level[e] > 0:
            state.seen[e] = 1
            if level[e] == top:
                state.waiting += 1
            else:
                state.learnt[state.length] = e
                state.length += 1
            _bump(state, e)
    state.many = 0


def _bump(state: State, e: int) -> None:
    """Move an edge to the end of the decision queue."""
    before, after = state.before, state.after
    m = len(state.level)
    before[after[e]] = before[e]
    after[before[e]] = after[e]
    last = before[m]
    before[e] = last
    after[last] = e
    after[e] = m
    before[m] = e
    state.tick += 1
    state.bumped[e] = state.tick


def _find_causes(state: State, literal: int, reason: int) -> None:
    """Add the antecedents of a literal to the causes."""
    rows, begin = state.rows, state.begin
    causes, clauses = state.causes, state.clauses
    e = literal >> 1
    at = reason >> 2
    kind = reason & 3
    many = state.many
    if kind == CLAUSE:
        for k in range(at + 4, at + 4 + clauses[at]):
            if clauses[k] >> 1 != e:
                causes[many] = clauses[k] >> 1
                many += 1
        state.many = many
    elif kind == DEGREES and literal & 1:
        causes[many] = state.link[2 * at] >> 1
        causes[many + 1] = state.link[2 * at + 1] >> 1
        state.many = many + 2
    elif kind == DEGREES:
        for k in range(begin[at], begin[at + 1]):
            if state.value[rows[k] | 1] > 0 and rows[k] >> 1 != e:
                causes[many] = rows[k] >> 1
                many += 1
        state.many = many
    else:
        _find_path(state, 2 * e if state.ends[2 * e] == at else 2 * e + 1)


def _find_path(state: State, closing: int) -> None:
    """Add the path that a dart would close to the causes, or the cut around it if it is smaller.

    The causes of the cut include the two end edges of the path.
    """
    link, linked, across = state.link, state.linked, state.across
    causes, mark, inner = state.causes, state.mark, state.parent
    a = state.ends[closing]
    b = state.ends[closing ^ 1]
    path = state.many
    state.tick += 1
    tick = state.tick
    mark[a] = tick
    mark[b] = tick
    length = 0
    dart = link[2 * a]
    u = a
    v = linked[2 * a]
    while v != b:
        causes[path + length] = dart >> 1
        inner[length] = v
        length += 1
        mark[v] = tick
        # Only one memory access depends on the previous one: they take most of a search's time.
        dart ^= link[2 * v] ^ link[2 * v + 1] ^ 1  # the other dart at v
        w = linked[2 * v] ^ linked[2 * v + 1] ^ u
        u = v
        v = w
    causes[path + length] = dart >> 1
    cut = path + length + 1
    many = cut
    most = cut + length - 2
    k = 0
    while k < length and many <= most:
        v = inner[k]
        k += 1
        for at in range(state.begin[v], state.begin[v + 1]):
            if mark[across[at]] != tick:
                causes[many] = state.around[at] >> 1
                many += 1
    state.spent += 3 * (length + k)
    state.hull = 0
    n = len(state.mate)
    needed = _room_to_log(n, len(state.level))
    room = len(state.log.entries)
    if room > 0 and state.log.size + n + needed > room:
        k = 0  # the path takes less room in the log
    if k == length and many <= most:
        state.hull = length
        causes[path + 1] = causes[cut - 1]
        for k in range(many - cut):
            causes[path + 2 + k] = causes[cut + k]
        cut = path + 2 + many - cut
    state.many = cut


def _learn(state: State, literal: int) -> None:
    """Learn that the edges in `learnt` imply a literal, and make it true.

    Without room for the clause, nothing is learnt.
    """
    clauses, learnt, level, mark = state.clauses, state.learnt, state.level, state.mark
    n = len(state.need)
    c = state.used
    length = state.length
    if len(state.log.entries) > 0:
        place = c if length > 0 and c + 5 + length <= len(clauses) else 0
        put_clause(state.log, literal, learnt, length, state.value, place)
    if length == 0:
        _assign(state, literal, _DECISION)
    elif c + 5 + length <= len(clauses):
        learnt[state.watched], learnt[0] = learnt[0], learnt[state.watched]
        state.tick += 1
        distance = 1  # the LBD: how many levels meet
        clauses[c + 4] = literal
        for k in range(length):
            e = learnt[k]
            clauses[c + 5 + k] = 2 * e + (1 if state.value[2 * e] > 0 else 0)
            if mark[n + level[e]] != state.tick:
                mark[n + level[e]] = state.tick
                distance += 1
        clauses[c] = length + 1
        clauses[c + 1] = distance
        watch_clause(clauses, state.watch, c)
        state.used = c + 5 + length
        _assign(state, literal, 4 * c + CLAUSE)


# -- separators ------------------------------------------------------------------------------------


def _separate(state: State) -> bool:
    """Return whether a fragment, or a vertex in none, separates the others.

    R. E. Tarjan's depth-first search ("Depth-first search and linear graph algorithms", 1972) on
    the open edges, each fragment one vertex, represented by its lower end. If ``S`` is separated
    from the rest by a fragment, the causes are that the fragment's edges are used, and that all
    edges between ``S`` and the rest are out. Without any cause the graph itself has a cut vertex.
    """
    rows, begin, left, mate = state.rows, state.begin, state.left, state.mate
    number, low, parent, cursor = state.number, state.low, state.parent, state.cursor
    n = len(mate)
    state.separate_at = state.spent + _SEPARATE_SHARE * (n + len(state.level))
    parts = n - state.inside
    if parts < 3:
        return False
    u = 0
    while state.need[u] == 0:
        u += 1
    for v in range(n):
        number[v] = 0
    root = u
    found = 1
    number[u] = 1
    low[u] = 1
    cursor[u] = 0
    while True:
        at = cursor[u]
        cursor[u] = at + 1
        twin = mate[u]
        if at < left[u]:
            dart = rows[begin[u] + at]
        elif twin != u and at - left[u] < left[twin]:
            dart = rows[begin[twin] + at - left[u]]
        elif u == root:
            return False
        else:
            v = parent[u]
            if (v == root and found < parts) or (v != root and low[u] >= number[v]):
                _find_cut_around(state, number[u], v)
                return True
            low[v] = min(low[v], low[u])
            u = v
            continue
        v = state.ends[dart ^ 1]
        v = min(v, mate[v])
        if number[v] == 0:
            found += 1
            number[v] = found
            low[v] = found
            parent[v] = u
            cursor[v] = 0
            u = v
        else:
            low[u] = min(low[u], number[v])


def _find_cut_around(state: State, first: int, separator: int) -> None:
    """Add a separator, and the cut around the part that it separates, to the causes.

    That part is the fragments and vertices found after `first`.
    """
    need, mate, causes, mark = state.need, state.mate, state.causes, state.mark
    n = len(need)
    state.tick += 2
    tick = state.tick
    many = 0
    for v in range(n):
        if need[v] == 0 or mate[v] < v or (v != separator and state.number[v] < first):
            continue
        x = v
        dart = state.link[2 * v]
        mark[x] = tick - 1 if v == separator else tick
        while x != mate[v]:
            if v == separator:
                causes[many] = dart >> 1
                many += 1
            x = state.ends[dart ^ 1]
            mark[x] = mark[v]
            dart ^= state.link[2 * x] ^ state.link[2 * x + 1] ^ 1
    for v in range(n):
        if mark[v] == tick:
            for at in range(state.begin[v], state.begin[v + 1]):
                if mark[state.across[at]] < tick - 1:
                    causes[many] = state.around[at] >> 1
                    many += 1
    state.many = many
    state.separate_at = state.spent
    if len(state.log.entries) > 0:
        _log_separator(state)


# -- the log ---------------------------------------------------------------------------------------


def _log_reason(state: State, literal: int, reason: int) -> None:
    """Log the reason of a literal, whose causes were found just before.

    For a short cycle the edge follows, and how many vertices are on the inside of the cut, and
    these; or minus the number of those outside of the path, if they are fewer; or 0 if the path
    itself is the cause.
    """
    if len(state.log.entries) == 0:
        return
    put(state.log, reason)
    if reason & 3 != SHORT_CYCLE:
        return
    put(state.log, literal >> 1)
    n = len(state.mate)
    if 2 * state.hull <= n:
        put(state.log, state.hull)
        for k in range(state.hull):
            put(state.log, state.parent[k])
    else:
        put(state.log, state.hull + 2 - n)
        for v in range(n):
            if state.mark[v] != state.tick:
                put(state.log, v)


def _log_redundant(state: State, length: int) -> None:
    """Log the reasons of the edges that are redundant in `learnt`, the last one first."""
    for k in range(state.length, length):
        state.seen[state.learnt[k]] = 2
    for at in range(state.size - 1, -1, -1):
        e = state.trail[at] >> 1
        if state.seen[e] == 2:
            put(state.log, state.reason[e])


def _log_separator(state: State) -> None:
    """Log a separator, how many vertices it has first, and the smaller part, likewise."""
    n = len(state.mate)
    tick = state.tick
    few = 0
    many = 0
    for v in range(n):
        if state.mark[v] == tick:
            few += 1
        elif state.mark[v] == tick - 1:
            many += 1
    put(state.log, SEPARATOR)
    put(state.log, many)
    for v in range(n):
        if state.mark[v] == tick - 1:
            put(state.log, v)
    inside = 2 * few <= n - many
    put(state.log, few if inside else n - many - few)
    for v in range(n):
        if state.mark[v] != tick - 1 and (state.mark[v] == tick) == inside:
            put(state.log, v)


# -- clause-database reduction ---------------------------------------------------------------------


@kernel
def forget(state: State) -> None:
    """Keep the clauses of the lowest LBD, in at most half of the room.

    Call this only when `search` has returned `FULL`.
    """
    levels = len(state.level)
    state.used = keep_best(state.clauses, state.watch, state.value, state.used, levels + 2)
