"""Clues: find the tour that has them, or prove that there is none.

Hidato, Numbrix and the "holy" knight's tours give some numbers of a Hamiltonian path. Every vertex
has the set of the numbers that it may still get (its *domain*) and the neighbours that may still
be next to it on the tour (its *live* neighbours). These rules shrink both until nothing changes
(constraint propagation; A. K. Mackworth: "Consistency in networks of relations", Artificial
Intelligence 8, 1977):

- a number stays only if the numbers before and after are possible for live neighbours. Applied
  outwards from the clues, this rule also excludes all that distances and colours forbid;
- a neighbour is live only if it may have a number next to a number of the vertex;
- each number belongs to a vertex, and a number that only this vertex may have is its number;
- every vertex has two neighbours on the tour. If just two are live, both are next to it,
  before and one after; so are the two ends of a forced edge;
- a vertex with two such edges has no other live neighbour, with three there is no tour.

A depth-first search decides the rest: the next branch is at the number next to a known number, or
at the vertex, with the fewest choices for its *weight*, and the weight of a vertex increases with
each contradiction there (F. Boussemart and others: "Boosting systematic search by weighting
constraints", ECAI 2004). A descent from the clues to a tour usually meets few contradictions; so
after some hundred of them the search restarts, in another order, with the weights that it learned
and a higher limit (C. P. Gomes, B. Selman, H. Kautz: "Boosting combinatorial search through
randomization", AAAI 1998). It is complete: if it is exhausted, there is no tour.

After each descent, plain backtracking along the numbers continues for a while: it is a hundred
times as quick a step, and it ends soon where the rules exclude little but few steps are possible.

The numbers form a ring, so that none is the first or the last. A closed tour is a ring already; an
open tour becomes a ring through an additional vertex, number 0, a neighbour of all. The ring is cut
at a vertex with a clue, the *seam*, which has both the first number and the number after the last:
so the numbers before and after those of a domain are a shift away.

Invariants: a domain is an ``int`` with bit ``t`` for number ``t``, counted from the seam; that
of the seam has the bits 0 and ``size``; no domain is empty; a tour with the clues has
all its numbers in the domains, and all its edges are live at both ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from itertools import accumulate, chain, pairwise
from random import Random
from typing import Final, NamedTuple

from caballero.machine.driver import drive
from caballero.machine.kernel import Places, array_of
from caballero.machine.limits import Budget, paused
from caballero.model.graph import Graph
from caballero.model.reduction import rows

from .kernels import backtracking

# Contradictions before the search restarts: of the descents that find a tour, on boards of 8 to 20
# rows, nine in ten meet fewer.
PATIENCE = 500
GROWTH = 1.2  # of the patience at each restart
ROUND: Final = 4_000_000  # bits of the neighbours' domains between two checks of the budget
STEPS: Final = 16  # of plain backtracking for each visit; compiled, they take a tenth of its time
_PAUSED: Final = -1  # the status of backtracking that has used up its steps

Live = list[tuple[int, ...]]


def clue_tour(
    graph: Graph,
    clues: Mapping[int, int],
    budget: Budget,
    *,
    closed: bool,
    forced: Collection[tuple[int, int]] = (),
    order: Sequence[tuple[int, int]] = (),
    seed: int,
) -> list[int] | None:
    """Return the vertices of a tour in the order of their numbers, or ``None``: **there is none**.

    `clues` has the vertex of some numbers, from 1 on; they include start and end. `forced` are
    edges that the tour must use; it visits the first vertex of each pair in `order` before the
    second. The budget counts the visits of vertices; the same seed gives the
    same answer.
    """
    size = len(graph)
    neighbours = rows(graph)
    pairs = {pair for a, b in forced for pair in ((a, b), (b, a))}
    if size == 1 and not closed:
        return None if pairs else [0]
    if size < (3 if closed else 2) or any(b not in neighbours[a] for a, b in pairs):
        return None
    if closed:
        # Without any number, the tour may be counted from any vertex.
        given = {number % size: v for number, v in clues.items()} or {0: 0}
    else:
        neighbours = [[*row, size] for row in neighbours] + [list(range(size))]
        given = {**clues, 0: size}
    if len(set(given.values())) < len(given):
        return None
    first = min(given)
    from_seam = {number - first: v for number, v in given.items()}
    later = _Later(order, first - 1 if closed else 0, len(neighbours))
    search = _Search(neighbours, from_seam, pairs, later, budget, Random(seed))
    if not search.reduce(search.domains, search.live, range(len(neighbours))):
        return None
    walk = _Walk(neighbours, from_seam, pairs, later)
    patience: float = PATIENCE
    ring = None
    while ring is None:
        began = budget.nodes
        try:
            ring = search.descend(int(patience)) or walk.run(budget.nodes - began, budget)
        except _Exhausted:
            return None
        patience *= GROWTH
    ring = ring[-first:] + ring[:-first]
    return ring[1:] + ring[:1] if closed else ring[1:]


class _Later(NamedTuple):
    """Pairs of vertices of which the second comes later, round the ring from the seam."""

    pairs: Sequence[tuple[int, int]]
    turn: int
    size: int

    def bounded(self, before: int, after: int) -> tuple[int, int]:
        """Return the two domains of a pair, less the numbers that have no partner."""
        a, b = self._turned(before, self.turn), self._turned(after, self.turn)
        b &= ~((a & -a) * 2 - 1)
        a &= (1 << max(0, b.bit_length() - 1)) - 1
        return self._turned(a, -self.turn), self._turned(b, -self.turn)

    def _turned(self, domain: int, by: int) -> int:
        by %= self.size
        domain &= (1 << self.size) - 1
        return (domain << by | domain >> self.size - by) & (1 << self.size) - 1

    def holds(self, ring: Sequence[int]) -> bool:
        """Return whether a ring from the seam on has all pairs in their order."""
        at = {v: (i + self.turn) % self.size for i, v in enumerate(ring)}
        return all(at[v] < at[w] for v, w in self.pairs)


class _Exhausted(Exception):
    """The search is complete: there is no tour."""


class _Walk:
    """Plain backtracking from the seam on, in the order of the numbers, without any propagation.

    It is many times as quick a step, and ends soon where little is left to try.
    """

    __slots__ = ("_later", "_pairs", "_state")

    def __init__(
        self,
        neighbours: list[list[int]],
        given: Mapping[int, int],
        pairs: Set[tuple[int, int]],
        later: _Later,
    ) -> None:
        begins = array_of(Places, accumulate(map(len, neighbours), initial=0))
        onward = array_of(Places, chain.from_iterable(paused(neighbours)))
        clues = {v: number + 1 for number, v in given.items() if number}
        self._pairs, self._later = pairs, later
        self._state = backtracking.new_state(begins, onward, given[0], clues=clues, closed=True)

    def run(self, visits: int, budget: Budget) -> list[int] | None:
        """Continue for `STEPS` steps for each of some visits; return the ring, if found.

        The budget counts visits. Raises `_Exhausted` if everything was tried.
        """
        state = self._state
        end = state.nodes + STEPS * visits

        def portion(steps: int) -> tuple[int, int]:
            before = state.nodes
            status = backtracking.search(state, min(STEPS * steps, end - before))
            if status == backtracking.RUNNING and state.nodes >= end:
                status = _PAUSED
            return status, (state.nodes - before) // STEPS

        while True:
            status = drive(portion, budget)
            if status == backtracking.EXHAUSTED:
                raise _Exhausted
            if status != backtracking.FOUND:
                return None
            ring = list(state.path)
            moves = [*pairwise([*ring, ring[0]])]
            used = {*moves, *(move[::-1] for move in moves)}
            if self._pairs <= used and self._later.holds(ring):
                return ring


class _Search:
    """The domains and live neighbours at the root of the search, and the weights of the vertices.

    `neighbours` is the ring's graph, of three vertices at least. `given` has the vertex of some
    numbers, counted from the seam, which is 0; each has a number. `pairs` are the forced edges,
    in both directions. `rng` breaks ties, and the order of trials.
    """

    __slots__ = (
        "_budget", "_contradictions", "_later", "_partners", "_queue", "_rng", "_seam", "_unspent",
        "_waiting", "_weights", "domains", "live",
    )  # fmt: skip

    def __init__(
        self,
        neighbours: list[list[int]],
        given: Mapping[int, int],
        pairs: Collection[tuple[int, int]],
        later: _Later,
        budget: Budget,
        rng: Random,
    ) -> None:
        size = len(neighbours)
        self.live: Live = [tuple(row) for row in neighbours]
        self.domains = [(1 << size) - 2] * size
        for number, v in given.items():
            self.domains[v] = 1 << number
        self._seam = given[0]
        self.domains[self._seam] = 1 << size | 1
        self._partners: list[list[int]] = [[] for _ in neighbours]
        for a, b in sorted(pairs):
            self._partners[a].append(b)
        self._later = later
        self._weights = [1] * size
        self._queue: deque[int] = deque()
        self._waiting = [False] * size
        self._budget = budget
        self._unspent = self._contradictions = 0
        self._rng = rng

    def descend(self, patience: int) -> list[int] | None:
        """Search up to a number of contradictions; return the ring from the seam on, if found."""
        order = [v for v in range(len(self.domains)) if v != self._seam]
        self._rng.shuffle(order)
        stop = self._contradictions + patience
        domains, live = self.domains, self.live
        levels = [(domains, live, self._choices(domains, live, order))]
        while levels:
            domains, live, choices = levels[-1]
            if not choices:
                if all(domains[v] & domains[v] - 1 == 0 for v in order):
                    return [self._seam, *sorted(order, key=domains.__getitem__)]
                levels.pop()
                continue
            if self._contradictions >= stop:
                return None
            v, number = choices.pop()
            domains, live = domains.copy(), live.copy()
            domains[v] = number
            if self.reduce(domains, live, [v, *live[v]]):
                levels.append((domains, live, self._choices(domains, live, order)))
            else:
                self._contradictions += 1
        raise _Exhausted

    def _choices(self, domains: list[int], live: Live, order: list[int]) -> list[tuple[int, int]]:
        """Return the branches, each a vertex and the bit of its number; the last is tried first."""
        weights, size = self._weights, len(domains)
        known = 1 << size | 1
        for v in order:
            domain = domains[v]
            if not domain & domain - 1:
                known |= domain
        where, next_to, least = -1, 0, float("inf")
        for v in (self._seam, *order):
            domain = domains[v]
            if domain & domain - 1 and v != self._seam:
                score = domain.bit_count() / weights[v]
                if score < least:
                    where, next_to, least = v, 0, score
                continue
            for number in (domain << 1, domain >> 1):
                number &= ~known & (1 << size) - 1  # the seam's domain has a bit too many
                if number:
                    score = sum([1 for w in live[v] if domains[w] & number]) / weights[v]
                    if score < least:
                        where, next_to, least = v, number, score
        if where < 0:
            return []
        if next_to:
            choices = [(w, next_to) for w in live[where] if domains[w] & next_to]
        else:
            choices = [(where, 1 << t) for t in range(size) if domains[where] >> t & 1]
        self._rng.shuffle(choices)
        if next_to:
            choices.sort(key=lambda choice: -domains[choice[0]].bit_count())
        return choices

    def reduce(self, domains: list[int], live: Live, changed: Iterable[int]) -> bool:
        """Apply the rules, beginning at some vertices; return False on a contradiction."""
        for v in changed:
            self._wake(v)
        consistent = self._agree(domains, live)
        for v in self._queue:
            self._waiting[v] = False
        self._queue.clear()
        self._spend()
        return consistent

    def _agree(self, domains: list[int], live: Live) -> bool:
        """Visit vertices until they agree with their neighbours, and all numbers differ."""
        seam, last = self._seam, 1 << len(domains) - 1
        queue, waiting, partners = self._queue, self._waiting, self._partners
        work, most = 0, ROUND // (len(domains) + 500)
        while queue:
            while queue:
                v = queue.popleft()
                waiting[v] = False
                self._unspent += 1
                work += len(live[v])
                if work >= most:
                    work = 0
                    self._spend()
                domain = domains[v]
                shifted = domain << 1 | domain >> 1
                met, near = 0, []
                for w in live[v]:
                    other = domains[w]
                    if other & shifted:
                        met |= other
                        near.append(w)
                if len(near) < 2:
                    return self._blame(v)
                if len(near) < len(live[v]):
                    live[v] = tuple(near)
                if v == seam:
                    left = domain if met & 2 and met & last else 0
                else:
                    left = domain & met << 1 & met >> 1
                    for w in partners[v]:
                        left &= domains[w] << 1 | domains[w] >> 1
                if partners[v] and not self._bind(live, v):
                    return False
                if left != domain:
                    if not self._shrink(domains, live, v, left):
                        return False
                elif len(near) == 2 and not self._straighten(domains, live, v):
                    return False
            if not (self._separate_numbers(domains, live) and self._keep_order(domains, live)):
                return False
        return True

    def _keep_order(self, domains: list[int], live: Live) -> bool:
        """Remove numbers that leave none for the vertex that comes later, or before."""
        later = self._later
        for v, w in later.pairs:
            for u, left in zip((v, w), later.bounded(domains[v], domains[w]), strict=True):
                if not left:
                    return self._blame(u)
                if u != self._seam and left != domains[u]:
                    self._shrink(domains, live, u, left)
        return True

    def _straighten(self, domains: list[int], live: Live, v: int) -> bool:
        """Shrink the domains at a vertex whose two live neighbours come before and after it."""
        a, b = live[v]
        if v == self._seam:
            ends = 1 << len(domains) - 1 | 2
            of_a, of_b = domains[a] & ends, domains[b] & ends
        else:
            on = domains[v] & domains[a] << 1 & domains[b] >> 1
            back = domains[v] & domains[a] >> 1 & domains[b] << 1
            if on | back != domains[v] and not self._shrink(domains, live, v, on | back):
                return False
            of_a, of_b = on >> 1 | back << 1, on << 1 | back >> 1
        for w, left in ((a, of_a), (b, of_b)):
            if left != domains[w] and w != self._seam and not self._shrink(domains, live, w, left):
                return False
            if not self._bind(live, w):
                return False
        return True

    def _bind(self, live: Live, v: int) -> bool:
        """If two edges of a vertex are forced, remove its others."""
        near = live[v]
        if len(near) == 2:
            return True
        forced = [w for w in near if w in self._partners[v] or (len(live[w]) == 2 and v in live[w])]
        if len(forced) > 2:
            return self._blame(v)
        if len(forced) == 2:
            live[v] = tuple(forced)
            self._wake(v)
            for w in near:
                if w not in forced:
                    live[w] = tuple([u for u in live[w] if u != v])
                    self._wake(w)
        return True

    def _separate_numbers(self, domains: list[int], live: Live) -> bool:
        """Remove known numbers from other domains, and assign numbers that a single vertex has."""
        self._unspent += len(domains) // 8  # about as much work as that many visits
        once = twice = known = 0
        for v, domain in enumerate(domains):
            twice |= once & domain
            once |= domain
            if not domain & domain - 1:
                if domain & known:
                    return self._blame(v)
                known |= domain
        if once != (2 << len(domains)) - 1:
            return False
        lone = once & ~twice & ~known
        for v, domain in enumerate(domains):
            if domain & domain - 1 and v != self._seam:
                left = domain & lone or domain & ~known
                if left & lone & left - 1:
                    return self._blame(v)
                if left != domain and not self._shrink(domains, live, v, left):
                    return False
        return True

    def _shrink(self, domains: list[int], live: Live, v: int, domain: int) -> bool:
        if not domain:
            return self._blame(v)
        domains[v] = domain
        self._wake(v)
        waiting, queue = self._waiting, self._queue
        for w in live[v]:
            if not waiting[w]:
                waiting[w] = True
                queue.append(w)
        return True

    def _wake(self, v: int) -> None:
        if not self._waiting[v]:
            self._waiting[v] = True
            self._queue.append(v)

    def _blame(self, v: int) -> bool:
        """Record a contradiction in a vertex; always false."""
        self._weights[v] += 1
        return False

    def _spend(self) -> None:
        visits, self._unspent = self._unspent, 0
        self._budget.spend(visits)
