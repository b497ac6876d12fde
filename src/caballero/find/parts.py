"""Parts of a graph that few edges join, searched in turn.

If an *edge cut* of few edges separates a graph into large parts, a Hamiltonian cycle uses few edges
of the edge cut, the *gates*, and only these tie the parts together. So the parts can be searched
alone, which is much easier than the whole (W. T. Tutte, "Graph Theory", 1984, replaces the far side
of an edge cut of three edges by a vertex).

The edge cuts come from unit flows between vertices of high degree, or random vertices, as R. E.
Gomory and T. C. Hu find the least edge cuts of all pairs ("Multi-terminal network flows", 1961):
each flow splits at most a part. A *passage* of a part pairs some of its gates: the cycle enters by
one gate of a pair and leaves by the other. Here a part has at most two pairs; more are not tried. A
*plan* chooses a passage for each part, such that they make a cycle of the gates; backtracking finds
it. Then the exact search looks for the paths of each passage. Where there are none, another plan is
made; where that takes long, others come first. The local search for transitions alternates with the
exact search, because a part may be made of gadgets.

It finds Hamiltonian cycles, never proofs; ``None`` proves nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations
from math import comb
from typing import Final, NamedTuple, TypeAlias

from caballero.machine.limits import Budget, SliceOver, paused
from caballero.model.reduction import cycle_of_edges

from .exact import ExactSearch
from .transitions import TransitionSearch

MOST_EDGES: Final = 8
"""The most edges between a part and the others."""

LEAST: Final = 40
"""The fewest vertices of a part; smaller parts are no easier for the exact search."""

MOST_PARTS: Final = 24
"""The most parts."""

MOST_APART: Final = 20
"""The most vertices between two parts; each is a part of its own."""

TERMINALS: Final = 24
"""Vertices of the highest degree between which flows are sought, and as many random vertices."""

MOST_MISSES: Final = 12
"""Large flows, and none that is small, after which the graph is left whole."""

BALL: Final = 8
"""Vertices around each that count together, because few edges leave a single vertex."""

CHOICE: Final = 2_500
"""Steps that a passage counts for, when it is tried in a plan."""

FIRST: Final = 1_000_000
"""Half of the steps of a search's first slice."""

Pairs: TypeAlias = "tuple[tuple[int, int], ...]"
"""A passage: the pairs of gates, each by their numbers."""


class _Gate(NamedTuple):
    """An edge between two parts."""

    ends: tuple[int, int]
    parts: tuple[int, int]


class _Passage:
    """The state of a passage: the edges of its paths, if found, whether it has none, its slices."""

    __slots__ = ("edges", "excluded", "slices")

    def __init__(self) -> None:
        self.edges: list[tuple[int, int]] | None = None
        self.excluded = False
        self.slices = 0


class PartsSearch:
    """A search of a simple graph that its budget can stop, and continue. Seeded."""

    __slots__ = (
        "_beside", "_gates", "_local_searches", "_members", "_neighbours", "_part", "_passages",
        "_searches", "_seed",
    )  # fmt: skip

    def __init__(self, neighbours: Sequence[Sequence[int]], *, seed: int = 0) -> None:
        self._neighbours = neighbours
        self._seed = seed
        self._part: list[int] | None = None
        self._members: list[list[int]] = []
        self._gates: list[_Gate] = []
        self._beside: list[list[int]] = []  # the gates of each part
        self._passages: list[dict[Pairs, _Passage]] = []
        self._searches: dict[tuple[int, Pairs], ExactSearch] = {}
        self._local_searches: dict[tuple[int, Pairs], TransitionSearch] = {}

    def run(self, budget: Budget) -> list[int] | None:
        """Continue to a cycle; ``None`` if no plan is left. The budget counts all steps."""
        if self._part is None:
            self._divide(parts_of(self._neighbours, budget, seed=self._seed))
        while len(self._members) > 1 and (plan := self._plan(budget)):
            unknown = [
                (p, pairs) for p, pairs in enumerate(plan) if self._passages[p][pairs].edges is None
            ]
            if not unknown:
                return self._joined(plan)
            for p, pairs in unknown:
                self._search(p, pairs, budget)
                if self._passages[p][pairs].excluded:
                    break
        return None

    def _divide(self, part: list[int]) -> None:
        """Set the parts and the edges between them."""
        count = max(part, default=-1) + 1
        self._members = [[] for _ in range(count)]
        for v, p in enumerate(part):
            self._members[p].append(v)
        self._gates = [
            _Gate((v, w), (part[v], part[w]))
            for v, row in enumerate(self._neighbours)
            for w in row
            if v < w and part[v] != part[w]
        ]
        self._beside = [[] for _ in range(count)]
        for number, gate in enumerate(self._gates):
            for p in gate.parts:
                self._beside[p].append(number)
        self._passages = [{} for _ in range(count)]
        self._part = part

    # -- plans -------------------------------------------------------------------------------------

    def _plan(self, budget: Budget) -> list[Pairs] | None:
        """Choose a passage for each part, depth first; None if there is no plan.

        The part with the fewest choices left comes next. The other end of the chain of gates that
        ends in a gate is its *mate*: the gate itself if a single part uses it so far, and -1 if the
        cycle does not use it.
        """
        count = len(self._members)
        plan: dict[int, Pairs] = {}
        stack: list[tuple[int, Iterator[tuple[Pairs, dict[int, int]]]]] = []
        mates: dict[int, int] = {}
        while True:
            budget.spend(CHOICE)
            if len(plan) == count:
                return [plan[p] for p in range(count)]
            p = min((p for p in range(count) if p not in plan), key=partial(self._room, mates))
            stack.append((p, self._choices(p, mates, last=len(plan) == count - 1)))
            while stack and (chosen := next(stack[-1][1], None)) is None:
                plan.pop(stack.pop()[0], None)
            if not stack:
                return None
            assert chosen is not None
            plan[stack[-1][0]], mates = chosen

    def _room(self, mates: dict[int, int], p: int) -> int:
        """Return the number of passages of a part that use its chosen gates."""
        needed, free = self._sorted_gates(p, mates)
        return sum(
            ways * comb(len(free), 2 * count - len(needed))
            for count, ways in ((1, 1), (2, 3))[: self._most_pairs(p)]
            if len(needed) <= 2 * count
        )

    def _sorted_gates(self, p: int, mates: dict[int, int]) -> tuple[list[int], list[int]]:
        """Return the chosen and the undecided gates of a part."""
        needed = [gate for gate in self._beside[p] if mates.get(gate, -1) >= 0]
        return needed, [gate for gate in self._beside[p] if gate not in mates]

    def _most_pairs(self, p: int) -> int:
        """Return the most pairs of gates of a passage."""
        return 1 if len(self._members[p]) == 1 else 2

    def _choices(
        self, p: int, mates: dict[int, int], *, last: bool
    ) -> Iterator[tuple[Pairs, dict[int, int]]]:
        """Yield the passages that fit the parts before, and the mates after each."""
        needed, free = self._sorted_gates(p, mates)
        known = self._passages[p]
        fitting = []
        for pairs in _pairings(needed, free, self._most_pairs(p)):
            passage = known.setdefault(pairs, _Passage())
            if not passage.excluded:
                fitting.append((passage.edges is None, passage.slices, len(pairs), pairs))
        for *_, pairs in sorted(fitting):
            used = {gate for pair in pairs for gate in pair}
            after = mates | {gate: gate if gate in used else -1 for gate in free}
            closed = 0
            for a, b in pairs:
                closed += after[a] == b
                after[after[a]], after[after[b]] = after[b], after[a]
            if closed == last:
                yield pairs, after

    # -- paths -------------------------------------------------------------------------------------

    def _search(self, p: int, pairs: Pairs, budget: Budget) -> None:
        """Search for the paths of a passage, for a slice, longer than the last."""
        passage = self._passages[p][pairs]
        if len(self._members[p]) == 1:
            passage.edges = []
            return
        closings = _closings(pairs)
        for closing in closings:
            passage.slices += 1
            try:
                cycle = self._cycle(p, closing, passage.slices, budget)
            except SliceOver:
                budget.pause()  # the slice around may be over, too
                return
            if cycle is None:
                break
            found, edges = self._paths(p, closing, cycle)
            self._passages[p].setdefault(found, _Passage()).edges = edges
            if found == pairs:
                return
        passage.excluded = True  # if each closing gave the other passage, that is only a guess

    def _cycle(self, p: int, closing: Pairs, slices: int, budget: Budget) -> list[int] | None:
        """Search a closed part for a slice, exactly, later also locally."""
        key, nodes = (p, closing), FIRST << min(slices, 40)
        if key not in self._searches:
            self._searches[key] = ExactSearch(self._closed(p, closing), seed=self._seed)
        if slices > 1:
            if key not in self._local_searches:
                rows = self._closed(p, closing)
                self._local_searches[key] = TransitionSearch(rows, budget, seed=self._seed)
            with suppress(SliceOver), budget.slice(nodes):
                if cycle := self._local_searches[key].run(budget):
                    return cycle
            budget.pause()
        with budget.slice(nodes):
            return self._searches[key].run(budget)

    def _closed(self, p: int, closing: Pairs) -> list[list[int]]:
        """Return the neighbours in a part, and last the dummies that close its paths."""
        assert self._part is not None
        members = self._members[p]
        number = {v: i for i, v in enumerate(members)}
        rows = [[number[w] for w in self._neighbours[v] if self._part[w] == p] for v in members]
        for pair in closing:
            ends = {number[v] for gate in pair for v in self._gates[gate].ends if v in number}
            for v in ends:
                rows[v].append(len(rows))
            rows.append(list(ends))
        return rows

    def _paths(
        self, p: int, closing: Pairs, cycle: list[int]
    ) -> tuple[Pairs, list[tuple[int, int]]]:
        """Return the passage that a cycle through the dummies makes, and its edges."""
        members = self._members[p]
        size = len(members)
        number = {v: i for i, v in enumerate(members)}
        edges = [
            (members[v], members[cycle[i - 1]])
            for i, v in enumerate(cycle)
            if max(v, cycle[i - 1]) < size
        ]
        if len(closing) == 1:
            return closing, edges
        # The gates in the order of the cycle: that before each dummy, and that after it.
        gates = []
        for i, d in enumerate(cycle):
            if d >= size:
                a, b = closing[d - size]
                first = a if cycle[i - 1] in {number.get(v) for v in self._gates[a].ends} else b
                gates += [first, a + b - first]
        return _sorted((gates[1], gates[2]), (gates[3], gates[0])), edges

    def _joined(self, plan: Sequence[Pairs]) -> list[int]:
        """Return the Hamiltonian cycle of the paths in the parts and the gates."""
        edges = [self._gates[gate].ends for gate in {g for x in plan for pair in x for g in pair}]
        for p, pairs in enumerate(plan):
            edges += self._passages[p][pairs].edges or ()
        return cycle_of_edges(edges)


def _pairings(needed: Sequence[int], free: Sequence[int], most: int) -> Iterator[Pairs]:
    """Yield the ways to pair the needed gates and some free ones, in 1 to `most` pairs.

    >>> list(_pairings([7], [8, 9], 2))
    [((7, 8),), ((7, 9),)]
    """
    for count in range(1, most + 1):
        if len(needed) <= 2 * count:
            for more in combinations(free, 2 * count - len(needed)):
                gates = sorted([*needed, *more])
                if count == 1:
                    yield ((gates[0], gates[1]),)
                else:
                    a, b, c, d = gates
                    yield from (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))


def _sorted(*pairs: tuple[int, int]) -> Pairs:
    """Return pairs in the form in which `_pairings` yields them."""
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))


def _closings(pairs: Pairs) -> list[Pairs]:
    """Return how dummies can join the paths of a passage to a cycle.

    >>> _closings(((1, 2), (3, 4)))
    [((1, 3), (2, 4)), ((1, 4), (2, 3))]
    """
    if len(pairs) == 1:
        return [pairs]
    (a, b), (c, d) = pairs
    return [_sorted((a, c), (b, d)), _sorted((a, d), (b, c))]


def parts_of(neighbours: Sequence[Sequence[int]], budget: Budget, *, seed: int) -> list[int]:
    """Return each vertex's part: a vertex, or at least `LEAST` with few outer edges."""
    size = len(neighbours)
    part = [0] * size
    by_degree = sorted(range(size), key=lambda v: len(neighbours[v]), reverse=True)
    other = random.Random(seed).sample(range(size), min(size, TERMINALS))
    terminals = list(dict.fromkeys([*by_degree[:TERMINALS], *other]))
    first = terminals[:1]  # for each part, a vertex of it
    misses = 0
    for v in terminals[1:] if size >= 2 * LEAST else ():
        sources, sinks = _ball(neighbours, v), _ball(neighbours, first[part[v]])
        if not sources.isdisjoint(sinks):
            continue
        side = _edge_cut_side(neighbours, sources, sinks, budget)
        misses += not side
        if len(first) == 1 and misses == MOST_MISSES:
            break
        inside = {w for w in side if part[w] == part[v]}
        outside = {w for w in range(size) if part[w] == part[v]} - inside
        if min(len(inside), len(outside)) >= LEAST and _leaving(neighbours, inside) <= MOST_EDGES:
            for w in inside:
                part[w] = len(first)
            first.append(v)
            if len(first) == MOST_PARTS:
                break
    balls = [_ball(neighbours, v) for v in first]
    for p, ball in enumerate(balls if len(first) > 1 else ()):
        others = set().union(*balls[:p], *balls[p + 1 :])
        side = _edge_cut_side(neighbours, ball - others, others, budget)
        apart = [v for v in range(size) if part[v] == p and v not in side]
        if len(apart) <= MOST_APART:
            for number, v in enumerate(apart, max(part) + 1):
                part[v] = number
    return part


def _leaving(neighbours: Sequence[Sequence[int]], side: set[int]) -> int:
    """Return how many edges leave a set of vertices."""
    return sum(w not in side for v in side for w in neighbours[v])


def _ball(neighbours: Sequence[Sequence[int]], v: int) -> set[int]:
    """Return `BALL` vertices around a vertex."""
    ball = [v]
    for w in ball:  # grows while it is read
        ball += [x for x in neighbours[w] if x not in ball][: BALL - len(ball)]
    return set(ball)


def _edge_cut_side(
    neighbours: Sequence[Sequence[int]], sources: set[int], sinks: set[int], budget: Budget
) -> set[int]:
    """Return the sources' side of a least edge cut (Ford, Fulkerson); empty if too large."""
    flow: dict[int, set[int]] = {}
    for _ in range(MOST_EDGES + 1):
        before = dict.fromkeys(sources, -1)
        reached = list(sources)
        end = -1
        for v in paused(reached):  # grows while it is read
            full = flow.get(v, ())
            for w in neighbours[v]:
                if w not in before and w not in full:
                    before[w] = v
                    reached.append(w)
                    if w in sinks:
                        end = w
                        break
            if end >= 0:
                break
        budget.spend(len(reached))
        if end < 0:
            return set(reached)
        while before[end] >= 0:
            v = before[end]
            if v in flow.get(end, ()):
                flow[end].remove(v)
            else:
                flow.setdefault(v, set()).add(end)
            end = v
    return set()
