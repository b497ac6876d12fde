"""Given numbers: find the tour that has them, or prove that there is none.

Hidato, Numbrix and the "holy" knight's tours ask for a Hamiltonian path some of whose numbers
are known. Every vertex keeps the set of the numbers that it may still have (its *domain*), and
these rules shrink the domains until nothing changes (constraint propagation; A. K. Mackworth:
"Consistency in networks of relations", Artificial Intelligence 8, 1977):

- a number stays only if the one before and the one after are left to neighbours. From the given
  numbers outwards, this alone finds out what distances and colours forbid;
- a number is one vertex's only, and a number left to one vertex only is its own;
- every vertex has two neighbours on the tour. If consecutive numbers are left to just two
  neighbours, both are next to it, and so they are across a forced edge.

What is left open is searched depth first: the next branch is at the number next to a known one,
or at the vertex, with the fewest choices for its *weight*, and a vertex becomes heavier each
time a contradiction shows in it (F. Boussemart and others: "Boosting systematic search by
weighting constraints", ECAI 2004). A descent from the given numbers to a tour either goes nearly
straight, or it is lost for long; so the search soon begins anew, in another order, with the
weights that it learned and more patience (C. P. Gomes, B. Selman, H. Kautz: "Boosting
combinatorial search through randomization", AAAI 1998). It is complete: if it comes to its end,
there is no tour.

All numbers stand on a ring, so that none is the first or the last. A closed tour is one already;
an open one becomes one through one more vertex, number 0, a neighbour of all.

Invariants: a domain is an ``int`` with bit ``t`` for number ``t``, of a ring of ``size`` bits;
no domain is empty; a tour with the given numbers has all its numbers in the domains.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from random import Random

from caballero.graph import Graph
from caballero.limits import Budget
from caballero.reduction import rows

PATIENCE = 80  # looks, times the vertices to 1.5, before the search begins anew: straight
# descents on boards of 8 to 30 rows take 20 to 60
GROWTH = 1.2  # of the patience, each time
ROUND = 2000  # looks at a vertex between two looks at the budget


def clue_tour(
    graph: Graph,
    clues: Mapping[int, int],
    budget: Budget,
    *,
    closed: bool,
    forced: Collection[tuple[int, int]] = (),
    seed: int,
) -> list[int] | None:
    """Find a tour in which some vertices have given numbers.

    Parameters
    ----------
    graph : Graph
        Where to look.
    clues : mapping of int to int
        The vertex of some numbers, from 1 to that of the vertices; start and end are two.
    budget : Budget
        Counts how often a vertex was looked at.
    closed : bool
        Whether the last vertex must be a neighbour of the first.
    forced : collection of pairs of int
        Edges that the tour must use.
    seed : int
        The same seed, the same answer.

    Returns
    -------
    list of int or None
        The vertices in the order of their numbers; or ``None``, and then **there is none**.
    """
    size = len(graph)
    neighbours = rows(graph)
    pairs = {pair for a, b in forced for pair in ((a, b), (b, a))}
    if size == 1 and not closed:
        return None if pairs else [0]
    if size < (3 if closed else 1) or any(b not in neighbours[a] for a, b in pairs):
        return None
    if closed:
        # Without any number, the tour may be counted from any vertex.
        given = {number % size: v for number, v in clues.items()} or {0: 0}
    else:
        neighbours = [[*row, size] for row in neighbours] + [list(range(size))]
        given = {**clues, 0: size}
    search = _Search(neighbours, given, pairs, budget, Random(seed))
    if not search.reduce(search.domains, range(len(neighbours))):
        return None
    patience = PATIENCE * size**1.5
    while True:
        try:
            ring = search.descend(int(patience))
        except _Exhausted:
            return None
        if ring is not None:
            return ring[1:] + ring[:1] if closed else ring[1:]
        patience *= GROWTH


class _Exhausted(Exception):
    """The search came to its end: there is no tour."""


class _Search:
    """The domains, and what was learned about the vertices.

    Parameters
    ----------
    neighbours : list of lists of int
        The graph, with the vertex that makes a ring of an open tour.
    given : mapping of int to int
        The vertex of some numbers, from 0.
    pairs : collection of pairs of int
        The forced edges, in both directions.
    budget : Budget
        Counts the looks at a vertex.
    rng : Random
        Breaks ties, and chooses what to try first.
    """

    __slots__ = (
        "_budget", "_looks", "_partners", "_rng", "_unspent", "_weights", "domains",
        "neighbours",
    )  # fmt: skip

    def __init__(
        self,
        neighbours: list[list[int]],
        given: Mapping[int, int],
        pairs: Collection[tuple[int, int]],
        budget: Budget,
        rng: Random,
    ) -> None:
        size = len(neighbours)
        self.neighbours = neighbours
        self.domains = [(1 << size) - 1] * size
        for number, v in given.items():
            self.domains[v] &= 1 << number
        self._partners: list[list[int]] = [[] for _ in neighbours]
        for a, b in sorted(pairs):
            self._partners[a].append(b)
        self._weights = [1] * size
        self._budget = budget
        self._looks = self._unspent = 0
        self._rng = rng

    def descend(self, patience: int) -> list[int] | None:
        """Search for so many looks at a vertex; return the ring from number 0 on, if found.

        Raises
        ------
        _Exhausted
            If everything was tried.
        """
        order = list(range(len(self.neighbours)))
        self._rng.shuffle(order)
        stop = self._looks + patience
        domains = self.domains
        levels = [(domains, self._choices(domains, order))]
        while levels:
            domains, choices = levels[-1]
            if not choices:
                if all(domain & domain - 1 == 0 for domain in domains):
                    return sorted(order, key=domains.__getitem__)
                levels.pop()
                continue
            if self._looks >= stop:
                return None
            v, number = choices.pop()
            domains = domains.copy()
            domains[v] = number
            if self.reduce(domains, [v, *self.neighbours[v]]):
                levels.append((domains, self._choices(domains, order)))
        raise _Exhausted

    def _choices(self, domains: list[int], order: list[int]) -> list[tuple[int, int]]:
        """The branches, each a vertex and the bit of its number, the first to be tried last."""
        neighbours, weights = self.neighbours, self._weights
        top, full = len(order) - 1, (1 << len(order)) - 1
        known = 0
        for domain in domains:
            if not domain & domain - 1:
                known |= domain
        where, next_to, least = -1, 0, float("inf")
        for v in order:
            domain = domains[v]
            if domain & domain - 1:
                score = domain.bit_count() / weights[v]
                if score < least:
                    where, next_to, least = v, 0, score
                continue
            for number in (
                (domain << 1 | domain >> top) & full,
                (domain >> 1 | domain << top) & full,
            ):
                if not known & number:
                    score = sum(1 for w in neighbours[v] if domains[w] & number) / weights[v]
                    if score < least:
                        where, next_to, least = v, number, score
        if where < 0:
            return []
        if next_to:
            choices = [(w, next_to) for w in neighbours[where] if domains[w] & next_to]
        else:
            choices = [(where, 1 << t) for t in range(top + 1) if domains[where] >> t & 1]
        self._rng.shuffle(choices)
        if next_to:
            choices.sort(key=lambda choice: -domains[choice[0]].bit_count())
        return choices

    def reduce(self, domains: list[int], changed: Iterable[int]) -> bool:
        """Apply the rules, beginning at some vertices; say if no contradiction shows."""
        consistent = self._agree(domains, changed)
        self._spend()
        return consistent

    def _agree(self, domains: list[int], changed: Iterable[int]) -> bool:
        queue = deque(changed)
        waiting = [False] * len(domains)
        for v in queue:
            waiting[v] = True

        def shrink(v: int, domain: int) -> bool:
            domains[v] = domain
            for w in (v, *self.neighbours[v]):
                if not waiting[w]:
                    waiting[w] = True
                    queue.append(w)
            return domain != 0

        while queue:
            while queue:
                v = queue.popleft()
                waiting[v] = False
                if not self._look(domains, v, shrink):
                    self._weights[v] += 1
                    return False
            if not self._tell_apart(domains, shrink):
                return False
        return True

    def _look(self, domains: list[int], v: int, shrink: Callable[[int, int], bool]) -> bool:
        """Let a vertex and its neighbours agree on their numbers."""
        self._count(1)
        top, full = len(domains) - 1, (1 << len(domains)) - 1
        domain = domains[v]
        beside = (domain << 1 | domain >> top | domain >> 1 | domain << top) & full
        met, live = 0, []
        for w in self.neighbours[v]:
            common = domains[w] & beside
            if common:
                met |= common
                live.append(w)
        if len(live) < 2:
            return False
        left = domain & (met << 1 | met >> top) & (met >> 1 | met << top)
        for w in self._partners[v]:
            other = domains[w]
            left &= other << 1 | other >> top | other >> 1 | other << top
        if left != domain and not shrink(v, left):
            return False
        if len(live) == 2:
            for w in live:
                if domains[w] & ~beside:
                    shrink(w, domains[w] & beside)  # something is left: it is live
        return True

    def _tell_apart(self, domains: list[int], shrink: Callable[[int, int], bool]) -> bool:
        """Give no number to two vertices, and every number to one."""
        self._count(len(domains) // 8)  # about as much work as so many looks
        once = twice = known = 0
        for v, domain in enumerate(domains):
            twice |= once & domain
            once |= domain
            if not domain & domain - 1:
                if domain & known:
                    self._weights[v] += 1
                    return False
                known |= domain
        if once != (1 << len(domains)) - 1:
            return False
        lone = once & ~twice & ~known
        for v, domain in enumerate(domains):
            if domain & domain - 1:
                left = domain & lone or domain & ~known
                if left != domain and (left & lone & left - 1 or not shrink(v, left)):
                    self._weights[v] += 1
                    return False
        return True

    def _count(self, looks: int) -> None:
        self._looks += looks
        self._unspent += looks
        if self._unspent >= ROUND:
            self._spend()

    def _spend(self) -> None:
        looks, self._unspent = self._unspent, 0
        self._budget.spend(looks)
