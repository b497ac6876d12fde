"""Exact search for a Hamiltonian cycle: decide edges, propagate, learn a clause from each conflict.

The rules that propagate are old (W. Kocay, "An extension of the multi-path algorithm for finding
Hamilton cycles", Discrete Mathematics 101, 1992; B. Vandegriend and J. Culberson, "The Gn,m phase
transition is not hard for the Hamiltonian cycle problem", JAIR 9, 1998; D. E. Knuth, The Art of
Computer Programming, section 7.2.2.4):

- *degrees*: a vertex with only two edges that are not out uses both; once it uses two, its other
  edges are out;
- *short cycles*: the edge between the two ends of a fragment (a path of used edges) is out, unless
  the fragment visits every vertex;
- *separators*: no vertex and no fragment may separate the others, for a cycle visits it only once;
- *order*: vertices may be *marked*, and the cycle visits these in their order, round the ring in
  either direction. An edge that joins two fragments is out unless the marks nearest to it follow
  each other. (The next mark is then in neither fragment, so the direction is right, too.)
- *directions*: an edge may be *one way*. A fragment with such an edge has a direction, so the cycle
  leads out of it at an end, and into it at the other. An edge at an end is out if it only leads
  the other way, or to an end with the same heading.

The search learns from conflicts (:mod:`._clauses`). The rules above are not stored as clauses:
their antecedents are computed on demand. For a short cycle these are its path, or the edge cut
around it if that is smaller: the edges that leave the path's inner vertices are out, and its two
end edges are used. A path that visits nearly everything has a small edge cut. Those of the order
are the paths from the edge to the marks, and those of directions, to the nearest one-way edges. In
every sixteenth run, decisions are at the fragment end with the fewest open edges.

Numbers: edge ``e`` has the *darts* ``2e`` and ``2e + 1``, at its two vertices. It is also a
variable: literal ``2e`` means that the edge is used, ``2e + 1`` that it is out.

Invariants between calls, of the first ``done`` literals of the trail, which are *propagated*. An
edge is *open* if neither of its literals is among them:

- ``rows[begin[v]:begin[v] + left[v]]`` are the darts at ``v`` whose edges are open, and ``place``
  is the inverse of `rows`;
- ``2 - need[v]`` propagated used edges meet ``v``, and ``link[2v]``, ``link[2v + 1]`` are their
  darts at ``v``, in the order of the trail; `linked` has the vertices to which these lead;
- ``mate[v]`` is the other end of the fragment that ends in ``v``, ``v`` itself if none of its
  edges is used, and has no meaning inside a fragment;
- ``near[v]`` is the first mark on the fragment that ends in ``v``, or -1 if there is none;
- ``heading[v]`` is `OUT` or `IN` at the end ``v`` of a fragment with a direction, else 0;
- ``inside`` is the number of propagated used edges; the number of vertices less this is the number
  of fragments, lone vertices included.

The caller empties the log whenever the search returns anything but `RUNNING`, and not between: so
the search does not depend on the clock, and nearly never on whether there is a log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Any, Final

from caballero.machine.kernel import Counts, Marks, array_of, kernel, zeros

from ._clauses import (
    CLAUSE,
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
    room_to_log,
    undo_level,
    visit_clauses,
)

# The rules that are reasons, each with a vertex.
DEGREES: Final = 0  # the rule of degrees, at this vertex
SHORT_CYCLE: Final = WITH_VARIABLE  # the rule of short cycles; this vertex is an end
# With the n-th vertex, the rule of order; with vertex ``n + 1 + v``, that of directions, at ``v``.

# The heading of a fragment's end, and where a one-way edge leads at a vertex; 0: in or out.
OUT: Final = 1
IN: Final = 2

# In the log only; what follows is said where they are logged.
SEPARATOR: Final = 3  # the rule of separators
CUT: Final = 7  # the rule of short cycles; the edge cut around a cycle is the cause

_UNIT: Final = 30  # conflicts of the shortest runs
_SEPARATE_PERIOD: Final = 4  # the time of everything else, in times of `_separate`
_LOGS: Final = 16  # the length of the log, in times of a conflict's most entries
_ENDS_PERIOD: Final = 16  # in every sixteenth run, decisions are at the ends of fragments


@dataclass(slots=True)
class State:
    """The state of a search."""

    ends: Marks  # the vertex of each dart; only read
    rows: Marks  # by dart
    place: Marks  # by dart
    around: Marks  # the darts at each vertex, in the order of the first `rows`; only read
    across: Marks  # the vertices to which these darts lead; only read
    begin: Marks  # by vertex, and another entry; only read
    left: Marks  # for each vertex, the number of its open edges
    need: Marks  # for each vertex, how many of these it must use
    mate: Marks  # by vertex
    link: Marks  # two entries per vertex
    linked: Marks  # two entries per vertex
    marked: Marks  # for each vertex its mark, from 0, or -1; only read
    near: Marks  # by vertex
    kept: Marks  # at each vertex inside a fragment: `near` at the end behind it, before the join
    way: Marks  # by dart: `OUT` or `IN` if its edge is one way, else 0; or empty
    heading: Marks  # by vertex
    kept_heading: Marks  # at each vertex inside a fragment: `heading`, like `kept`
    assumed: Marks  # literals to decide first
    # Scratch, an entry per edge and two per vertex: the antecedents of a literal, as edges.
    causes: Marks
    mark: Counts  # scratch by vertex: marked entries hold the last tick
    # Scratch of the search for separators, by vertex; `parent` also holds a path.
    number: Marks
    low: Marks
    parent: Marks
    cursor: Marks
    learning: Learning
    marks: int = 0  # how many vertices are marked; with fewer than 4 any order will do
    hopeless: int = 0  # 1 if a clause that was added cannot be true
    inside: int = 0  # the number of propagated used edges
    separate_at: int = 0  # when to look for separators next: a number of steps
    many: int = 0  # the number of `causes`
    hull: int = 0  # inner vertices of the edge cut of the last short cycle; 0: its path

    def edge(self, v: int, w: int) -> int:
        """Return the edge between two vertices; -1 if there is none."""
        at = range(self.begin[v], self.begin[v + 1])
        return next((self.around[i] >> 1 for i in at if self.across[i] == w), -1)

    def cycle(self) -> list[int]:
        """Return the vertices along the cycle that was found, from 0."""
        path, dart = [0], self.link[0]
        while v := self.ends[dart ^ 1]:
            path.append(v)
            dart = self.link[2 * v + (self.link[2 * v] == dart ^ 1)]
        return path


def new_state(
    size: int,
    edges: Sequence[tuple[int, int]],
    room: int,
    *,
    order: Sequence[int] = (),
    one_way: Sequence[bool] = (),
    used: Iterable[int] = (),
    logging: bool = False,
    paused: Callable[[Iterable[Any]], Iterable[Any]] = iter,
) -> State:
    """Return the state of a search before its first step.

    `edges` has each edge once; the last are decided first. Every vertex has at least two. `order`
    has the marked vertices; no edge joins two of them that do not follow each other. `one_way` says
    of each edge whether it only leads from its first vertex to its second; such a search has no
    log. `used` has edges of every cycle. `room` is the length of `clauses`: at least twice the
    number of edges and 20. A clause takes as many entries as it has literals, and 4. `logging` says
    if there is a log; `paused` yields items, and may raise.

    >>> state = new_state(3, [(0, 1), (1, 2), (2, 0)], 100)
    >>> search(state, 100) == FOUND, state.cycle()
    (True, [0, 1, 2])
    """
    m = len(edges)
    marked = array_of(Marks, [-1] * size)
    for mark, v in enumerate(order):
        marked[v] = mark
    ends = array_of(Marks, chain.from_iterable(paused(edges)))
    left = zeros(Marks, size)
    for v in paused(ends):
        left[v] += 1
    begin = array_of(Marks, accumulate(left, initial=0))
    after = [*begin]  # of each vertex, where its next dart comes
    rows, place, across = (zeros(Marks, 2 * m) for _ in range(3))
    for dart, v in enumerate(paused(ends)):
        at = after[v]
        after[v] += 1
        rows[at], place[dart], across[at] = dart, at, ends[dart ^ 1]
    state = State(
        ends=ends,
        rows=rows,
        place=place,
        around=array_of(Marks, rows),
        across=across,
        begin=begin,
        left=left,
        need=array_of(Marks, [2] * size),
        mate=array_of(Marks, range(size)),
        link=zeros(Marks, 2 * size),
        linked=zeros(Marks, 2 * size),
        marked=marked,
        near=array_of(Marks, marked),
        kept=zeros(Marks, size),
        way=array_of(
            Marks, chain.from_iterable((OUT, IN) if way else (0, 0) for way in paused(one_way))
        ),
        heading=zeros(Marks, size),
        kept_heading=zeros(Marks, size),
        assumed=zeros(Marks, 0),
        causes=zeros(Marks, m + 2 * size),
        mark=zeros(Counts, size),
        number=zeros(Marks, size),
        low=zeros(Marks, size),
        parent=zeros(Marks, size),
        cursor=zeros(Marks, size),
        learning=new_learning(
            range(m), room, _UNIT, _LOGS * _room_to_log(size, m) if logging else 0, paused
        ),
        marks=len(order),
    )
    for dart, v in enumerate(paused(ends) if 2 in left else ()):
        if left[v] == 2:
            imply(state.learning, dart & ~1, 4 * v + DEGREES)
    for edge in used:
        imply(state.learning, 2 * edge, 4 * ends[2 * edge] + DEGREES)
    return state


def _room_to_log(size: int, edges: int) -> int:
    """Return how many entries the log needs at most for a conflict and what follows from it."""
    return room_to_log(edges) + 4 * size


@kernel
def search(state: State, steps: int) -> int:
    """Continue for about `steps` steps; a step is a small unit of work, weighted by its time.

    The steps are checked only before a decision, so a conflict in a large graph may exceed them.
    """
    learning = state.learning
    stop = learning.spent + steps
    n = len(state.need)
    m = len(learning.level)
    logging = len(learning.log.entries) > 0
    if state.hopeless:
        return EXHAUSTED
    while True:
        if logging and learning.log.size > len(learning.log.entries) // 2:
            return LOGGED
        if state.many > 0 or _propagate(state):
            learning.conflicts += 1
            literal = _analyse(state)
            if literal < 0:
                return EXHAUSTED
            _undo_level(state, learning.back)
            learn(learning, literal)
        elif state.inside == n and learning.depth >= len(state.assumed):
            return FOUND
        elif not has_room(learning) and learning.depth == 0:
            return FULL
        elif not has_room(learning) or learning.conflicts >= learning.restart_at:
            begin_run(learning)
            _undo_level(state, 0)
        elif learning.spent >= stop:
            return RUNNING
        elif learning.depth < len(state.assumed):
            literal = state.assumed[learning.depth]
            if learning.value[literal] < 0:
                return FAILED
            decide(learning, literal)
        elif learning.spent >= state.separate_at:
            learning.spent += n + m  # its steps
            if _separate(state) and state.many == 0:
                if logging:
                    put_contradiction(learning.log)
                return EXHAUSTED
        else:
            _decide(state)


@kernel
def retract(state: State) -> None:
    """Take all decisions off the trail."""
    _undo_level(state, 0)


@kernel
def exclude(state: State, edges: Marks) -> None:
    """Exclude the cycles that use all of some edges; at level 0, with room for the clause."""
    for k in range(len(edges)):
        state.learning.clauses[state.learning.used + 4 + k] = 2 * edges[k] + 1
    if add_open(state.learning, len(edges), 0) == 0:
        state.hopeless = 1


# -- propagation -----------------------------------------------------------------------------------


def _propagate(state: State) -> bool:
    """Propagate the trail; return whether there is a conflict, which is then in `clash`."""
    learning = state.learning
    n = len(state.need)
    while learning.done < learning.size:
        literal = learning.trail[learning.done]
        learning.done += 1
        _close(state, literal)
        _close(state, literal ^ 1)
        a = 0
        if literal & 1 == 0:
            a = _join(state, literal)
            if state.inside == n:
                return False
        if _degrees(state, literal):
            return True
        if literal & 1 == 0 and state.inside < n - 1:
            b = state.mate[a]
            if _short_cycle(state, a, b):
                return True
            if state.marks > 3 and (_keep_order(state, a) or _keep_order(state, b)):
                return True
        if literal & 1 == 0 and len(state.way) > 0:
            b = state.mate[a]
            if _keep_heading(state, a) or _keep_heading(state, b):
                return True
        conflict = visit_clauses(learning, literal ^ 1, 2)
        learning.spent += 10
        if conflict:
            return True
    return False


def _close(state: State, dart: int) -> None:
    """Remove a dart from the open darts at its vertex."""
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
    """Join two fragments by an edge; return an end of the new fragment."""
    need, mate, link, linked = state.need, state.mate, state.link, state.linked
    v = state.ends[dart]
    w = state.ends[dart + 1]
    a = mate[v]
    b = mate[w]
    if state.marks > 3:
        _join_marks(state, v, w)
    if len(state.way) > 0:
        _join_headings(state, dart)
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


def _join_marks(state: State, v: int, w: int) -> None:
    """Note the marks at the ends of the fragment that an edge is about to make of two."""
    near, kept = state.near, state.kept
    a = state.mate[v]
    b = state.mate[w]
    kept[v] = near[a]
    kept[w] = near[b]
    if a != w:
        beyond = near[v]
        if near[a] < 0:
            near[a] = near[w]
        if near[b] < 0:
            near[b] = beyond


def _keep_order(state: State, v: int) -> bool:
    """Apply the rule of order at an end of a fragment; return whether there is a conflict."""
    rows, near = state.rows, state.near
    n = len(near)
    if near[v] < 0:
        return False
    state.learning.spent += state.left[v]
    begin = state.begin[v]
    for at in range(begin, begin + state.left[v]):
        out = rows[at] | 1
        w = state.ends[rows[at] ^ 1]
        if near[w] < 0 or w == state.mate[v] or state.learning.value[out] > 0:
            continue
        apart = (near[w] - near[v]) % state.marks
        if 1 < apart < state.marks - 1 and imply(state.learning, out, 4 * n + SHORT_CYCLE):
            return True
    return False


def _join_headings(state: State, dart: int) -> None:
    """Note the headings at the ends of the fragment that an edge is about to make of two."""
    heading, kept = state.heading, state.kept_heading
    v = state.ends[dart]
    w = state.ends[dart ^ 1]
    a = state.mate[v]
    b = state.mate[w]
    way = state.way[dart]
    if way == 0:
        way = heading[v]
    if way == 0 and heading[w] > 0:
        way = OUT + IN - heading[w]
    kept[v] = heading[a]
    kept[w] = heading[b]
    if a != w and way > 0:
        heading[a] = OUT + IN - way
        heading[b] = way


def _keep_heading(state: State, v: int) -> bool:
    """Apply the rule of directions at an end of a fragment; return whether there is a conflict."""
    rows, way, heading = state.rows, state.way, state.heading
    if heading[v] == 0:
        return False
    state.learning.spent += state.left[v]
    begin = state.begin[v]
    reason = 4 * (len(heading) + 1 + v) + SHORT_CYCLE
    for at in range(begin, begin + state.left[v]):
        dart = rows[at]
        w = state.ends[dart ^ 1]
        other = way[dart] if way[dart] > 0 else OUT + IN - heading[w]
        if other == OUT + IN or state.learning.value[dart | 1] > 0:
            continue
        if other != heading[v] and imply(state.learning, dart | 1, reason):
            return True
    return False


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
            return imply(state.learning, first, reason)
        state.learning.spent += left[v]
        begin = state.begin[v]
        for at in range(begin, begin + left[v]):
            if imply(state.learning, (rows[at] & ~1) + out, reason):
                return True
    return False


def _short_cycle(state: State, a: int, b: int) -> bool:
    """Exclude the edge between the ends of a fragment; return whether there is a conflict."""
    rows, left = state.rows, state.left
    if left[a] > left[b]:
        a, b = b, a
    state.learning.spent += left[a]
    begin = state.begin[a]
    for at in range(begin, begin + left[a]):
        if state.ends[rows[at] ^ 1] == b:
            return imply(state.learning, rows[at] | 1, 4 * a + SHORT_CYCLE)
    return False


def _undo_level(state: State, level: int) -> None:
    """Jump back to a level."""
    left, need, mate = state.left, state.need, state.mate
    done = state.learning.done
    undo_level(state.learning, level)
    for at in range(done - 1, state.learning.size - 1, -1):
        literal = state.learning.trail[at]
        v = state.ends[literal]
        w = state.ends[literal ^ 1]
        left[v] += 1
        left[w] += 1
        if literal & 1 == 0:
            need[v] += 1
            need[w] += 1
            state.inside -= 1
            a = v if need[v] == 2 else mate[v]
            b = w if need[w] == 2 else mate[w]
            mate[a] = v
            mate[b] = w
            if state.marks > 3:
                state.near[a] = state.marked[v] if need[v] == 2 else state.kept[v]
                state.near[b] = state.marked[w] if need[w] == 2 else state.kept[w]
            if len(state.way) > 0:
                state.heading[a] = 0 if need[v] == 2 else state.kept_heading[v]
                state.heading[b] = 0 if need[w] == 2 else state.kept_heading[w]


# -- decisions -------------------------------------------------------------------------------------


def _decide(state: State) -> None:
    """Decide an edge, in its saved phase."""
    learning = state.learning
    e = -1
    if learning.restarts % _ENDS_PERIOD == _ENDS_PERIOD - 1:
        e = _edge_at_an_end(state)
    literal = 2 * e + learning.phase[e] if e >= 0 else next_decision(learning)
    decide(learning, literal)


def _edge_at_an_end(state: State) -> int:
    """Return the edge that was bumped last, at the fragment ends with the fewest open edges."""
    rows, begin, left, need = state.rows, state.begin, state.left, state.need
    bumped = state.learning.bumped
    n = len(need)
    state.learning.spent += n >> 1
    best = -1
    fewest = len(bumped)
    for v in range(n):
        if need[v] == 1 and left[v] <= fewest:
            for at in range(begin[v], begin[v] + left[v]):
                e = rows[at] >> 1
                if left[v] < fewest or bumped[e] > bumped[best]:
                    fewest = left[v]
                    best = e
    return best


# -- conflicts -------------------------------------------------------------------------------------


def _analyse(state: State) -> int:
    """Trace a conflict back to a single literal of its level.

    Return the negation of this literal: it follows from the values of the edges in `learnt`.
    Return -1 if the conflict follows from no decision.
    """
    learning = state.learning
    if state.many == 0:
        state.causes[0] = learning.clash >> 1
        state.many = 1
        _find_causes(state, learning.clash, learning.clash_reason)
        _log_reason(state, learning.clash, learning.clash_reason)
    top = 0
    for k in range(state.many):
        top = max(top, learning.level[state.causes[k]])
    if top == 0:
        if len(learning.log.entries) > 0:
            put_contradiction(learning.log)
        return -1
    at = learning.size
    while True:
        _meet_causes(state, top)
        at = next_to_replace(learning, at)
        literal = learning.trail[at]
        if learning.waiting == 0:
            break
        _find_causes(state, literal, learning.reason[literal >> 1])
        _log_reason(state, literal, learning.reason[literal >> 1])
    for k in range(learning.length):
        if _is_redundant(state, learning.learnt[k]):
            learning.seen[learning.learnt[k]] = 2
    minimise(learning)
    return literal ^ 1


def _is_redundant(state: State, e: int) -> bool:
    """Return whether all antecedents of an edge are seen, or facts."""
    learning = state.learning
    reason = learning.reason[e]
    if reason & 3 != CLAUSE and reason & 3 != DEGREES:
        return False
    _find_causes(state, 2 * e + (1 if learning.value[2 * e] < 0 else 0), reason)
    many = state.many
    state.many = 0
    for k in range(many):
        cause = state.causes[k]
        if learning.seen[cause] == 0 and learning.level[cause] > 0:
            return False
    return True


def _meet_causes(state: State, top: int) -> None:
    """Meet the causes; `top` is the highest of their levels."""
    state.learning.spent += 3 * state.many
    for k in range(state.many):
        meet(state.learning, state.causes[k], top)
    state.many = 0


def _find_causes(state: State, literal: int, reason: int) -> None:
    """Add the antecedents of a literal to the causes."""
    rows, begin = state.rows, state.begin
    causes, clauses = state.causes, state.learning.clauses
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
            if state.learning.value[rows[k] | 1] > 0 and rows[k] >> 1 != e:
                causes[many] = rows[k] >> 1
                many += 1
        state.many = many
    elif at == len(state.need):
        _find_marks(state, e)
    elif at > len(state.need):
        _find_headings(state, 2 * e if state.ends[2 * e] == at - len(state.need) - 1 else 2 * e + 1)
    else:
        _find_path(state, 2 * e if state.ends[2 * e] == at else 2 * e + 1)


def _find_marks(state: State, e: int) -> None:
    """Add the paths from an edge to the nearest marks to the causes."""
    for dart in range(2 * e, 2 * e + 2):
        v = state.ends[dart]
        onward = state.link[2 * v]
        while state.marked[v] < 0:
            state.causes[state.many] = onward >> 1
            state.many += 1
            state.learning.spent += 3
            v = state.ends[onward ^ 1]
            onward ^= state.link[2 * v] ^ state.link[2 * v + 1] ^ 1
    state.hull = 0


def _find_headings(state: State, dart: int) -> None:
    """Add the paths to the nearest one-way edges to the causes, from a dart and its other end."""
    way, causes = state.way, state.causes
    for side in range(1 if way[dart] > 0 else 2):
        v = state.ends[dart ^ side]
        onward = state.link[2 * v]
        causes[state.many] = onward >> 1
        state.many += 1
        while way[onward] == 0:
            v = state.ends[onward ^ 1]
            onward ^= state.link[2 * v] ^ state.link[2 * v + 1] ^ 1
            causes[state.many] = onward >> 1
            state.many += 1
            state.learning.spent += 3
    state.hull = 0


def _find_path(state: State, closing: int) -> None:
    """Add the path that a dart would close, or the edge cut around it if smaller, to the causes."""
    link, linked, across = state.link, state.linked, state.across
    causes, mark, inner = state.causes, state.mark, state.parent
    a = state.ends[closing]
    b = state.ends[closing ^ 1]
    path = state.many
    state.learning.tick += 1
    tick = state.learning.tick
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
        # Only one memory access depends on the previous: they take most of a search's time.
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
    state.learning.spent += 3 * (length + k)
    state.hull = 0
    n = len(state.mate)
    needed = _room_to_log(n, len(state.learning.level))
    room = len(state.learning.log.entries)
    if room > 0 and state.learning.log.size + n + needed > room:
        k = 0  # the path takes less room in the log
    if k == length and many <= most:
        state.hull = length
        causes[path + 1] = causes[cut - 1]
        for k in range(many - cut):
            causes[path + 2 + k] = causes[cut + k]
        cut = path + 2 + many - cut
    state.many = cut


# -- separators ------------------------------------------------------------------------------------


def _separate(state: State) -> bool:
    """Return whether a fragment, or a vertex in none, separates the others.

    R. E. Tarjan's depth-first search ("Depth-first search and linear graph algorithms", 1972) on
    the open edges, each fragment a vertex, represented by its lower end. If ``S`` is separated
    from the rest by a fragment, the causes are that the fragment's edges are used, and that all
    edges between ``S`` and the rest are out. Without any cause the graph itself has a cut vertex.
    """
    rows, begin, left, mate = state.rows, state.begin, state.left, state.mate
    number, low, parent, cursor = state.number, state.low, state.parent, state.cursor
    n = len(mate)
    state.separate_at = state.learning.spent + _SEPARATE_PERIOD * (n + len(state.learning.level))
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
                _find_edge_cut_around(state, number[u], v)
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


def _find_edge_cut_around(state: State, first: int, separator: int) -> None:
    """Add a separator, and the edge cut around the vertices found after `first`, to the causes."""
    need, mate, causes, mark = state.need, state.mate, state.causes, state.mark
    n = len(need)
    state.learning.tick += 2
    tick = state.learning.tick
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
    state.separate_at = state.learning.spent
    if len(state.learning.log.entries) > 0:
        _log_separator(state)


# -- the log ---------------------------------------------------------------------------------------


def _log_reason(state: State, literal: int, reason: int) -> None:
    """Log the reason of a literal, whose causes were found just before.

    For an edge cut the edge follows, and how many vertices are on its inside, and these; or minus
    the number of those outside of the path, if they are fewer.
    """
    log = state.learning.log
    if reason & 3 != SHORT_CYCLE or state.hull == 0:
        log_reason(state.learning, literal, reason)
        return
    if len(log.entries) == 0:
        return
    put(log, CUT)
    put(log, literal >> 1)
    n = len(state.mate)
    if 2 * state.hull <= n:
        put(log, state.hull)
        for k in range(state.hull):
            put(log, state.parent[k])
    else:
        put(log, state.hull + 2 - n)
        for v in range(n):
            if state.mark[v] != state.learning.tick:
                put(log, v)


def _log_separator(state: State) -> None:
    """Log a separator, how many vertices it has first, and the smaller part with its size."""
    log = state.learning.log
    n = len(state.mate)
    tick = state.learning.tick
    few = 0
    many = 0
    for v in range(n):
        if state.mark[v] == tick:
            few += 1
        elif state.mark[v] == tick - 1:
            many += 1
    put(log, SEPARATOR)
    put(log, many)
    for v in range(n):
        if state.mark[v] == tick - 1:
            put(log, v)
    inside = 2 * few <= n - many
    put(log, few if inside else n - many - few)
    for v in range(n):
        if state.mark[v] != tick - 1 and (state.mark[v] == tick) == inside:
            put(log, v)
