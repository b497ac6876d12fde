"""Exact search for a Hamiltonian cycle: edges are used or out, and conflicts are learnt.

The rules that decide edges are as old as the subject (W. Kocay, "An extension of the multi-path
algorithm for finding Hamilton cycles", Discrete Mathematics 101, 1992; B. Vandegriend and
J. Culberson, "The Gn,m phase transition is not hard for the Hamiltonian cycle problem", JAIR 9,
1998; D. E. Knuth, The Art of Computer Programming, section 7.2.2.4):

- a vertex with only two edges that are not out uses both; with two used, its others are out;
- the edge between the two ends of a fragment (a path of used edges) is out, unless the fragment
  visits everything: the rule of *short cycles*;
- no vertex and no fragment may *separate* the others, for a cycle visits it only once.

What happens when they contradict each other is that of SAT solvers (J. P. Marques-Silva and
K. A. Sakallah, "GRASP", 1999; M. Moskewicz et al., "Chaff", 2001; N. Eén and N. Sörensson,
"An extensible SAT-solver", 2003): each decided edge knows the reason why; the reasons of the
contradiction are traced back to one edge of the last level, a clause is learnt that forbids the
same mistake for ever, and the search jumps back as far as that clause says something new. The
rules never become clauses; they say their reasons when asked. That of a short cycle is its path,
or, if there are fewer of them, the cut around it: the edges that leave the path's inner vertices
are out, and its two end edges are used. A path that visits nearly everything has a small cut.

What is decided next: the edge that was in a conflict last (the queue of L. Ryan, "Efficient
algorithms for clause-learning SAT solvers", 2004), and as it was the time before; in every
fourth run, an edge at the fragment end with the fewest open edges. A run ends after a number of
conflicts that follows Luby's sequence (M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of
Las Vegas algorithms", 1993). The search is complete if `clauses` grows for ever.

All but the counts are `Marks`, though most are never negative: they meet in the same variables.

Numbers: edge ``e`` has the *halves* ``2e`` and ``2e + 1``, one at each of its vertices. There
are also two *literals* for it: ``2e`` says that it is used, ``2e + 1`` that it is out.

Invariants between calls, of the first ``DONE`` literals of the trail, which are *settled*:

- ``rows[begin[v]:begin[v] + left[v]]`` are the halves at ``v`` whose edges are not settled, and
  ``place`` is the inverse of `rows`;
- ``2 - need[v]`` settled used edges meet ``v``, and ``link[2v]``, ``link[2v + 1]`` are their
  halves at ``v``, in the order in which they were settled;
- ``mate[v]`` is the other end of the fragment that ends in ``v``, ``v`` itself if none of its
  edges is used, and of no meaning inside a fragment;
- ``INSIDE`` is the number of settled used edges: the fragments, and vertices that are in none,
  are the number of vertices less this.

A clause at ``c`` is ``size, levels, next, next, literal, …``. Its first two literals are
watched, which means that it stands in the lists that begin with their `head`; ``next`` goes on.
Unless one of its literals is true, these two are not false, once the trail is settled.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final, NamedTuple

from ._speed import Counts, Marks, two_speeds, zeros

# What `search` returns.
RUNNING: Final = 0  # the steps are used up
FOUND: Final = 1  # the used edges are a Hamiltonian cycle
EXHAUSTED: Final = 2  # there is none
CHECK: Final = 3  # `separate` should have a look now
FULL: Final = 4  # no room for more clauses: call `forget`, with more of it

# Where `counters` holds what.
SIZE: Final = 0  # how many literals are on the trail
DONE: Final = 1  # how many of them are settled
INSIDE: Final = 2  # how many of those are used
DEPTH: Final = 3  # the level: how many decisions are on the trail
USED: Final = 4  # where the free part of `clauses` begins
CAUSES: Final = 5  # how many edges of `causes` are a contradiction that `separate` found
LATEST: Final = 6  # no undecided edge comes after this one in the queue
STAMP: Final = 7  # the last stamp
CONFLICTS: Final = 8  # so many in all
RUN: Final = 9  # so many restarts
RUN_ENDS: Final = 10  # at so many conflicts
LUBY: Final = 11  # the two numbers that make Luby's sequence
LUBY_TERM: Final = 12
CHECK_IN: Final = 13  # so many steps until the next `CHECK`
STEPS_LEFT: Final = 14  # of the last call

# Why a literal is on the trail: four times a number, plus one of these.
_VERTEX: Final = 0  # the rule of degrees, at this vertex
_CYCLE: Final = 1  # the rule of short cycles; this is one end
_CLAUSE: Final = 2  # the clause that begins here
_CHOICE: Final = 3  # a decision, or it follows from nothing

_RUN_LENGTH: Final = 30  # conflicts in the shortest runs
_CHECK_SHARE: Final = 4  # so much more time is for everything else
_ENDS_EVERY: Final = 4  # in every so many runs, the ends of fragments have a say


class State(NamedTuple):
    """All that a search knows: hand it to :data:`search` as ``search.plain(*state, steps)``.

    Parameters
    ----------
    ends : Marks
        One entry a half: its vertex. Only read.
    rows, place : Marks
        One entry a half.
    begin : Marks
        One entry a vertex, and one more. Only read.
    left, need : Marks
        One entry a vertex.
    mate : Marks
        One entry a vertex.
    link : Marks
        Two entries a vertex.
    value : Marks
        One entry a literal: 1 if it is true, -1 if it is false, 0 if its edge is not decided.
    trail : Marks
        One entry an edge: the true literals, in the order in which they became so.
    starts : Marks
        How long the trail was when each level began, from 1.
    why, level : Marks
        One entry an edge: why it was decided, on which level.
    habit : Marks
        One entry an edge: 0 if it was used when last decided, 1 if it was out.
    clauses : Marks
        What was learnt, from 1 on; its length is the room for it.
    head : Marks
        One entry a literal: the first clause that watches it, or 0.
    before, after : Marks
        One entry an edge, and one for both ends: the queue, as a ring.
    stamp : Counts
        One entry an edge: it grows along the queue.
    seen : Marks
        One entry an edge; scratch, 0 between calls.
    causes : Marks
        One entry an edge and two a vertex; scratch, or what `separate` has found.
    learnt : Marks
        One entry an edge; scratch.
    mark : Counts
        One entry a vertex, then one a level; scratch: what is marked holds the last stamp.
    number, low, parent, cursor : Marks
        One entry a vertex; scratch of :data:`separate`.
    counters : Counts
        See the names above.
    """

    ends: Marks
    rows: Marks
    place: Marks
    begin: Marks
    left: Marks
    need: Marks
    mate: Marks
    link: Marks
    value: Marks
    trail: Marks
    starts: Marks
    why: Marks
    level: Marks
    habit: Marks
    clauses: Marks
    head: Marks
    before: Marks
    after: Marks
    stamp: Counts
    seen: Marks
    causes: Marks
    learnt: Marks
    mark: Counts
    number: Marks
    low: Marks
    parent: Marks
    cursor: Marks
    counters: Counts

    def cycle(self) -> list[int]:
        """Return the vertices along the cycle that was found, from 0."""
        path, half = [0], int(self.link[0])
        while self.ends[half ^ 1]:
            v = int(self.ends[half ^ 1])
            path.append(v)
            half = int(self.link[2 * v + (self.link[2 * v] == half ^ 1)])
        return path


def new_state(size: int, edges: Sequence[tuple[int, int]], room: int) -> State:
    """Return the state of a search that knows nothing but which edges must be used.

    Parameters
    ----------
    size : int
        The number of vertices.
    edges : sequence of pairs of int
        Each edge once. The last ones are decided first. Every vertex has two at least.
    room : int
        How long `clauses` is: twice the number of edges and 20, or more. A clause takes as many
        entries as it has edges, and 4.

    Returns
    -------
    State
        Standard arrays: make lists or numpy arrays of them.

    Examples
    --------
    >>> from caballero.kernels import exact
    >>> from caballero.kernels._speed import as_lists
    >>> state = as_lists(exact.new_state(3, [(0, 1), (1, 2), (2, 0)], 100))
    >>> exact.search.plain(*state, 100) == exact.FOUND, state.cycle()
    (True, [0, 1, 2])
    """
    m = len(edges)
    ends, rows, place = zeros(Marks, 2 * m), zeros(Marks, 2 * m), zeros(Marks, 2 * m)
    begin, left, need = zeros(Marks, size + 1), zeros(Marks, size), zeros(Marks, size)
    for half, v in enumerate(v for edge in edges for v in edge):
        ends[half] = v
        left[v] += 1
    for v in range(size):
        need[v] = 2
        begin[v + 1] = begin[v] + left[v]
        left[v] = 0
    for half, v in enumerate(ends):
        rows[begin[v] + left[v]] = half
        place[half] = begin[v] + left[v]
        left[v] += 1
    value, trail, why = zeros(Marks, 2 * m), zeros(Marks, m), zeros(Marks, m)
    before, after, stamp = zeros(Marks, m + 1), zeros(Marks, m + 1), zeros(Counts, m)
    for e in range(m):
        before[e + 1] = e
        after[e] = e + 1
        stamp[e] = e
    before[0] = m
    counters = zeros(Counts, 15)
    for half in range(2 * m):
        literal = half & ~1
        if left[ends[half]] == 2 and not value[literal]:
            value[literal], value[literal + 1] = 1, -1
            why[half >> 1] = _CHOICE
            trail[counters[SIZE]] = literal
            counters[SIZE] += 1
    counters[LATEST] = counters[STAMP] = m - 1
    counters[USED] = counters[LUBY] = counters[LUBY_TERM] = 1
    counters[RUN_ENDS] = _RUN_LENGTH
    return State(
        ends=ends,
        rows=rows,
        place=place,
        begin=begin,
        left=left,
        need=need,
        mate=array("i", range(size)),
        link=zeros(Marks, 2 * size),
        value=value,
        trail=trail,
        starts=zeros(Marks, m + 2),
        why=why,
        level=zeros(Marks, m),
        habit=zeros(Marks, m),
        clauses=zeros(Marks, room),
        head=zeros(Marks, 2 * m),
        before=before,
        after=after,
        stamp=stamp,
        seen=zeros(Marks, m),
        causes=zeros(Marks, m + 2 * size),
        learnt=zeros(Marks, m),
        mark=zeros(Counts, size + m + 2),
        number=zeros(Marks, size),
        low=zeros(Marks, size),
        parent=zeros(Marks, size),
        cursor=zeros(Marks, size),
        counters=counters,
    )


@two_speeds
def search(
    ends: Marks,
    rows: Marks,
    place: Marks,
    begin: Marks,
    left: Marks,
    need: Marks,
    mate: Marks,
    link: Marks,
    value: Marks,
    trail: Marks,
    starts: Marks,
    why: Marks,
    level: Marks,
    habit: Marks,
    clauses: Marks,
    head: Marks,
    before: Marks,
    after: Marks,
    stamp: Counts,
    seen: Marks,
    causes: Marks,
    learnt: Marks,
    mark: Counts,
    number: Marks,
    low: Marks,
    parent: Marks,
    cursor: Marks,
    counters: Counts,
    steps: int,
) -> int:
    """Go on for about so many steps: what is looked at, weighed by the time that it takes.

    A step takes some 0.3 µs at the plain speed and 0.01 µs at the compiled one. The steps are
    counted where an edge would be decided, so that conflicts in large graphs may take it too far.
    """
    n = len(need)
    m = len(level)
    size = counters[SIZE]
    done = counters[DONE]
    inside = counters[INSIDE]
    depth = counters[DEPTH]
    used = counters[USED]
    many = counters[CAUSES]
    latest = counters[LATEST]
    tick = counters[STAMP]
    conflicts = counters[CONFLICTS]
    check_at = steps - counters[CHECK_IN]
    counters[CAUSES] = 0
    status = RUNNING
    while True:
        # Settle what is on the trail, one literal after the other. If a literal that should be
        # true is false, it is the clash.
        clash = -1
        reason = _CHOICE
        while done < size and clash < 0 and many == 0:
            literal = trail[done]
            done += 1
            e = literal >> 1
            v = ends[2 * e]
            w = ends[2 * e + 1]
            for half in range(2 * e, 2 * e + 2):
                x = ends[half]
                left[x] -= 1
                at = place[half]
                last = begin[x] + left[x]
                other = rows[last]
                rows[at] = other
                place[other] = at
                rows[last] = half
                place[half] = last
            a = v
            b = w
            if literal & 1 == 0:
                a = mate[v]
                b = mate[w]
                mate[a] = b
                mate[b] = a
                inside += 1
                for half in range(2 * e, 2 * e + 2):
                    x = ends[half]
                    link[2 * x + 2 - need[x]] = half
                    need[x] -= 1
                if inside == n:
                    break
            # The rule of degrees.
            for side in range(2):
                x = w if side else v
                if literal & 1 == 0:
                    if need[x] > 0:
                        continue
                    out = 1
                elif left[x] < need[x]:
                    clash = 2 * e
                    reason = 4 * x + _VERTEX
                    break
                elif left[x] == need[x]:
                    out = 0
                else:
                    continue
                steps -= left[x]
                for at in range(begin[x], begin[x] + left[x]):
                    put = (rows[at] & ~1) + out
                    if value[put] == 0:
                        value[put] = 1
                        value[put ^ 1] = -1
                        why[put >> 1] = 4 * x + _VERTEX
                        level[put >> 1] = depth
                        trail[size] = put
                        size += 1
                    elif value[put] < 0:
                        clash = put
                        reason = 4 * x + _VERTEX
                        break
                if clash >= 0:
                    break
            if clash >= 0:
                break
            # The rule of short cycles.
            if literal & 1 == 0 and inside < n - 1:
                if left[a] > left[b]:
                    x = a
                    a = b
                    b = x
                steps -= left[a]
                for at in range(begin[a], begin[a] + left[a]):
                    if ends[rows[at] ^ 1] == b:
                        put = rows[at] | 1
                        if value[put] == 0:
                            value[put] = 1
                            value[put ^ 1] = -1
                            why[put >> 1] = 4 * a + _CYCLE
                            level[put >> 1] = depth
                            trail[size] = put
                            size += 1
                        elif value[put] < 0:
                            clash = put
                            reason = 4 * a + _CYCLE
                        break
                if clash >= 0:
                    break
            # The clauses that watch what is now false.
            false = literal ^ 1
            at = 0  # where the link to this clause stands; 0 is the head
            c = head[false]
            while c:
                steps -= 2
                side = 0 if clauses[c + 4] == false else 1
                following = clauses[c + 2 + side]
                put = clauses[c + 5 - side]
                if value[put] > 0:
                    at = c + 2 + side
                    c = following
                    continue
                end = c + 4 + clauses[c]
                k = c + 6
                while k < end and value[clauses[k]] < 0:
                    k += 1
                if k < end:
                    new = clauses[k]
                    clauses[k] = false
                    clauses[c + 4 + side] = new
                    clauses[c + 2 + side] = head[new]
                    head[new] = c
                    if at:
                        clauses[at] = following
                    else:
                        head[false] = following
                elif value[put] == 0:
                    value[put] = 1
                    value[put ^ 1] = -1
                    why[put >> 1] = 4 * c + _CLAUSE
                    level[put >> 1] = depth
                    trail[size] = put
                    size += 1
                    at = c + 2 + side
                else:
                    clash = put
                    reason = 4 * c + _CLAUSE
                    break
                c = following
            steps -= 10

        conflict = clash >= 0 or many > 0
        goal = 0  # how much of the trail to keep
        if conflict:
            conflicts += 1
        elif inside == n:
            status = FOUND
            break
        elif conflicts >= counters[RUN_ENDS] or (used + m + 5 > len(clauses)):
            # A run is over.
            if depth == 0 and used + m + 5 > len(clauses):
                status = FULL
                break
            u = counters[LUBY]
            term = counters[LUBY_TERM]
            if u & -u == term:
                counters[LUBY] = u + 1
                counters[LUBY_TERM] = 1
            else:
                counters[LUBY_TERM] = 2 * term
            counters[RUN] += 1
            counters[RUN_ENDS] = conflicts + _RUN_LENGTH * counters[LUBY_TERM]
            goal = starts[1] if depth else size
        elif steps <= 0:
            break
        elif steps <= check_at:
            steps -= n + m  # what that takes
            status = CHECK
            break
        else:
            # Decide an edge.
            best = m
            if counters[RUN] % _ENDS_EVERY == _ENDS_EVERY - 1:
                steps -= n >> 1
                fewest = m
                for v in range(n):
                    if need[v] == 1 and left[v] <= fewest:
                        for at in range(begin[v], begin[v] + left[v]):
                            e = rows[at] >> 1
                            if left[v] < fewest or stamp[e] > stamp[best]:
                                fewest = left[v]
                                best = e
            if best == m:
                while value[2 * latest]:
                    latest = before[latest]
                best = latest
            put = 2 * best + habit[best]
            depth += 1
            starts[depth] = size
            value[put] = 1
            value[put ^ 1] = -1
            why[best] = _CHOICE
            level[best] = depth
            trail[size] = put
            size += 1
            continue

        # Take the trail back; after a conflict, trace the reasons of what is seen on the way.
        top = 0  # the level of the conflict
        back = 0  # the last level before it that has a say in it
        waiting = 0  # how many literals of the top level are seen, and still on the trail
        length = 0  # of what is learnt, without the literal of the top level
        watched = 0  # where in it the first literal of the level `back` is
        put = -1  # what follows from it
        literal = clash
        tracing = conflict
        while True:
            if tracing:
                tracing = False
                if many == 0:
                    e = literal >> 1
                    x = reason >> 2
                    kind = reason & 3
                    if literal == clash:  # that it is false is a cause, too
                        causes[0] = e
                        many = 1
                        clash = -1
                    if kind == _CLAUSE:
                        for k in range(x + 4, x + 4 + clauses[x]):
                            if clauses[k] >> 1 != e:
                                causes[many] = clauses[k] >> 1
                                many += 1
                    elif kind == _VERTEX and literal & 1:
                        causes[many] = link[2 * x] >> 1
                        causes[many + 1] = link[2 * x + 1] >> 1
                        many += 2
                    elif kind == _VERTEX:
                        for at in range(begin[x], begin[x + 1]):
                            if value[rows[at] | 1] > 0 and rows[at] >> 1 != e:
                                causes[many] = rows[at] >> 1
                                many += 1
                    else:
                        # The path itself; and, if that is less, its ends and the cut around it.
                        goes = 2 * e if ends[2 * e] == x else 2 * e + 1
                        b = ends[goes ^ 1]
                        tick += 1
                        mark[x] = tick
                        half = link[2 * x]
                        path = many
                        while True:
                            causes[many] = half >> 1
                            many += 1
                            v = ends[half ^ 1]
                            mark[v] = tick
                            if v == b:
                                break
                            half = link[2 * v] if link[2 * v] != half ^ 1 else link[2 * v + 1]
                        cut = many
                        steps -= 6 * (cut - path)
                        half = link[2 * x]
                        v = ends[half ^ 1]
                        while v != b and many - cut + 2 < cut - path:
                            for at in range(begin[v], begin[v + 1]):
                                if mark[ends[rows[at] ^ 1]] != tick:
                                    causes[many] = rows[at] >> 1
                                    many += 1
                            steps -= 2 * (begin[v + 1] - begin[v])
                            half = link[2 * v] if link[2 * v] != half ^ 1 else link[2 * v + 1]
                            v = ends[half ^ 1]
                        if v == b and many - cut + 2 < cut - path:
                            causes[path + 1] = causes[cut - 1]
                            for k in range(many - cut):
                                causes[path + 2 + k] = causes[cut + k]
                            many = path + 2 + many - cut
                        else:
                            many = cut
                if top == 0:
                    for k in range(many):
                        top = max(top, level[causes[k]])
                    if top == 0:
                        status = EXHAUSTED
                        break
                steps -= 3 * many
                for k in range(many):
                    e = causes[k]
                    if seen[e] or level[e] == 0:
                        continue
                    seen[e] = 1
                    if level[e] == top:
                        waiting += 1
                    else:
                        if level[e] > back:
                            back = level[e]
                            watched = length
                        learnt[length] = e
                        length += 1
                    # It moves to the end of the queue.
                    before[after[e]] = before[e]
                    after[before[e]] = after[e]
                    last = before[m]
                    before[e] = last
                    after[last] = e
                    after[e] = m
                    before[m] = e
                    tick += 1
                    stamp[e] = tick
                many = 0
            if size <= goal:
                break
            size -= 1
            literal = trail[size]
            e = literal >> 1
            if size < done:
                done = size
                v = ends[2 * e]
                w = ends[2 * e + 1]
                left[v] += 1
                left[w] += 1
                if literal & 1 == 0:
                    need[v] += 1
                    need[w] += 1
                    inside -= 1
                    a = v if need[v] == 2 else mate[v]
                    b = w if need[w] == 2 else mate[w]
                    mate[a] = v
                    mate[b] = w
            value[literal] = 0
            value[literal ^ 1] = 0
            habit[e] = literal & 1
            if stamp[e] > stamp[latest]:
                latest = e
            if seen[e]:
                seen[e] = 0
                waiting -= 1
                if waiting == 0:
                    put = literal ^ 1
                    goal = starts[back + 1]
                else:
                    reason = why[e]
                    tracing = True
        if status == EXHAUSTED:
            break
        depth = back
        if not conflict:
            continue

        # Learn a clause: not all of this again.
        reason = _CHOICE
        if length and used + 5 + length <= len(clauses):
            e = learnt[watched]
            learnt[watched] = learnt[0]
            learnt[0] = e
            tick += 1
            levels = 1
            clauses[used + 4] = put
            for k in range(length):
                e = learnt[k]
                clauses[used + 5 + k] = 2 * e + (1 if value[2 * e] > 0 else 0)
                if mark[n + level[e]] != tick:
                    mark[n + level[e]] = tick
                    levels += 1
            clauses[used] = length + 1
            clauses[used + 1] = levels
            for side in range(2):
                false = clauses[used + 4 + side]
                clauses[used + 2 + side] = head[false]
                head[false] = used
            reason = 4 * used + _CLAUSE
            used += 5 + length
        elif length:
            put = -1
        for k in range(length):
            seen[learnt[k]] = 0
        if put >= 0:
            value[put] = 1
            value[put ^ 1] = -1
            why[put >> 1] = reason
            level[put >> 1] = depth
            trail[size] = put
            size += 1

    counters[SIZE] = size
    counters[DONE] = done
    counters[INSIDE] = inside
    counters[DEPTH] = depth
    counters[USED] = used
    counters[LATEST] = latest
    counters[STAMP] = tick
    counters[CONFLICTS] = conflicts
    counters[CHECK_IN] = steps - check_at
    counters[STEPS_LEFT] = steps
    return status


@two_speeds
def separate(
    ends: Marks,
    rows: Marks,
    place: Marks,
    begin: Marks,
    left: Marks,
    need: Marks,
    mate: Marks,
    link: Marks,
    value: Marks,
    trail: Marks,
    starts: Marks,
    why: Marks,
    level: Marks,
    habit: Marks,
    clauses: Marks,
    head: Marks,
    before: Marks,
    after: Marks,
    stamp: Counts,
    seen: Marks,
    causes: Marks,
    learnt: Marks,
    mark: Counts,
    number: Marks,
    low: Marks,
    parent: Marks,
    cursor: Marks,
    counters: Counts,
) -> int:
    """Look for a fragment, or a vertex in none, that separates the others.

    R. E. Tarjan's depth-first search ("Depth-first search and linear graph algorithms", 1972)
    on the edges that are not settled, each fragment one vertex. If ``S`` is separated from the
    rest by a fragment, the causes are that the fragment's edges are used, and that all edges
    between ``S`` and the rest are out. It returns `EXHAUSTED` if there are no such edges, so
    that the graph is at fault, and otherwise `RUNNING`.
    """
    n = len(need)
    counters[CHECK_IN] = _CHECK_SHARE * (n + len(level))
    parts = n - counters[INSIDE]
    if parts < 3:
        return RUNNING
    u = 0
    while need[u] == 0:
        u += 1
    for v in range(n):
        number[v] = 0
    # A fragment goes by its lower end.
    root = u
    found = 1
    number[u] = 1
    low[u] = 1
    cursor[u] = 0
    separated = False
    while not separated:
        at = cursor[u]
        cursor[u] = at + 1
        twin = mate[u]
        if at < left[u]:
            half = rows[begin[u] + at]
        elif twin != u and at - left[u] < left[twin]:
            half = rows[begin[twin] + at - left[u]]
        elif u == root:
            return RUNNING
        else:
            v = parent[u]
            separated = found < parts if v == root else low[u] >= number[v]
            if not separated:
                low[v] = min(low[v], low[u])
                u = v
            continue
        v = ends[half ^ 1]
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

    # The vertices found since `u` are separated by its parent.
    tick = counters[STAMP] + 2
    counters[STAMP] = tick
    many = 0
    for v in range(n):
        if need[v] == 0 or mate[v] < v or (v != parent[u] and number[v] < number[u]):
            continue
        separator = v == parent[u]
        x = v
        half = link[2 * v]
        while True:
            mark[x] = tick - 1 if separator else tick
            if x == mate[v]:
                break
            if separator:
                causes[many] = half >> 1
                many += 1
            x = ends[half ^ 1]
            half = link[2 * x] if link[2 * x] != half ^ 1 else link[2 * x + 1]
    for v in range(n):
        if mark[v] == tick:
            for at in range(begin[v], begin[v + 1]):
                if mark[ends[rows[at] ^ 1]] < tick - 1:
                    causes[many] = rows[at] >> 1
                    many += 1
    counters[CAUSES] = many
    counters[CHECK_IN] = 0
    return RUNNING if many else EXHAUSTED


@two_speeds
def forget(
    ends: Marks,
    rows: Marks,
    place: Marks,
    begin: Marks,
    left: Marks,
    need: Marks,
    mate: Marks,
    link: Marks,
    value: Marks,
    trail: Marks,
    starts: Marks,
    why: Marks,
    level: Marks,
    habit: Marks,
    clauses: Marks,
    head: Marks,
    before: Marks,
    after: Marks,
    stamp: Counts,
    seen: Marks,
    causes: Marks,
    learnt: Marks,
    mark: Counts,
    number: Marks,
    low: Marks,
    parent: Marks,
    cursor: Marks,
    counters: Counts,
) -> None:
    """Keep the clauses of the fewest levels, in half of the room at most.

    How many levels meet in a clause tells best how useful it is (G. Audemard and L. Simon,
    "Predicting learnt clauses quality in modern SAT solvers", 2009). Only between runs: no
    decision is on the trail, which is settled.
    """
    used = counters[USED]
    least = 0  # clauses of so many levels all have room
    most = len(level) + 2  # clauses of so many levels have not, or there are none
    while most - least > 1:
        levels = (least + most) // 2
        total = 1
        c = 1
        while c < used:
            if clauses[c + 1] <= levels:
                total += 4 + clauses[c]
            c += 4 + clauses[c]
        if 2 * total <= len(clauses):
            least = levels
        else:
            most = levels
    for literal in range(len(head)):
        head[literal] = 0
    new = 1
    c = 1
    while c < used:
        length = clauses[c]
        keep = clauses[c + 1] <= least
        for k in range(c + 4, c + 4 + length):
            if value[clauses[k]] > 0:  # true for ever
                keep = False
        if keep:
            for k in range(4 + length):
                clauses[new + k] = clauses[c + k]
            for side in range(2):
                literal = clauses[new + 4 + side]
                clauses[new + 2 + side] = head[literal]
                head[literal] = new
            new += 4 + length
        c += 4 + length
    counters[USED] = new
