"""Clue numbers: find every tour that has them, or prove that there is none.

A variable says that a vertex has a number, and clauses describe a tour; the search is in
:mod:`caballero.find.kernels.numbers`. It learns from conflicts, and so it also ends where no tour
is left. A puzzle's maker asks whether two tours exist, or none.

Numbers that a vertex cannot have are excluded before, until nothing changes:

- a number stays only if the numbers before and after are possible for neighbours. Applied outwards
  from the clue numbers, this rule excludes all that distances and colours forbid;
- a vertex that separates two parts of the graph comes after all of the first, and before all of the
  other. Learning from conflicts cannot count, and would need exponential time for this.

:mod:`.clues` finds a tour sooner on large boards, but seldom proves that there is none.

Invariants: a *domain* is an ``int`` with bit ``t`` for number ``t``, counted from 0; a tour with
the clue numbers has all its numbers in the domains.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain
from math import comb
from typing import TYPE_CHECKING, Final

from caballero.machine.kernel import Ints, Marks, Places, array_of, longer
from caballero.machine.limits import PAUSE, Budget, pause, paused
from caballero.model.problem import Problem, sorted_moves
from caballero.model.reduction import rows
from caballero.proof.facts import branches, moves_between
from caballero.proof.number_clauses import MOST_NUMBERED

from .kernels import numbers as kernel
from .learning import run

if TYPE_CHECKING:
    from .proof_writer import NumberSteps, ProofWriter

MOST_VARIABLES: Final = 2_000_000
"""The most variables of a search; each takes about 200 bytes."""

MOST_DEGREE: Final = 12
"""The most moves at a place for which there are variables of moves, too."""

MOST_MOVE_ENTRIES: Final = 4_000_000
"""The most memory for clauses about moves, in entries of four bytes."""

MOST_VISITS: Final = 100_000
"""The most vertices that are looked at before the search, to exclude numbers."""

ROOM: Final = 200_000
"""The first memory for learnt clauses, in entries, or four for each variable if that is more."""

GROWTH: Final = 40
"""This memory grows by a fortieth whenever it is used up: many clauses make the search slow."""

Rows = Sequence[Sequence[int]]


class NumberSearch:
    """A search for the tours of a problem by their numbers; it keeps its learnt clauses.

    A closed tour without any number is counted from vertex 0. The same seed gives the same tours.
    `numbered` has the vertices by their numbers, by default the problem's; `allowed` has a domain
    for each vertex, which bounds its numbers. If there is a `proof`, the
    search writes its steps to it, unless there are too many vertices.

    >>> search = NumberSearch(Problem("2x3", piece="wazir", clues={"a1": 1, "b1": 6}))
    >>> search.run(Budget())
    [3, 0, 1, 2, 5, 4]
    >>> search.exclude([3, 0, 1, 2, 5, 4])
    >>> search.run(Budget()) is None
    True
    """

    __slots__ = ("_excluded", "_moves", "_size", "_state", "_steps", "too_large")

    def __init__(
        self,
        problem: Problem,
        *,
        seed: int = 0,
        numbered: Mapping[int, int] | None = None,
        allowed: Sequence[int] | None = None,
        proof: ProofWriter | None = None,
    ) -> None:
        self._state: kernel.State | None = None  # there is none if no tour is left
        self._steps: NumberSteps | None = None
        self._size = problem.size
        self._excluded = 0
        self._moves: dict[tuple[int, int], int] = {}  # the variables of moves, if there are any
        self.too_large = False
        """Whether there are too many variables, so that nothing is searched."""
        if problem.size < problem.fewest:
            return
        closed, given = problem.closed, problem.numbered() if numbered is None else numbered
        onward = rows(problem.graph())
        back = _reversed(onward) if problem.directed else onward
        fixed = {number - 1: v for number, v in given.items()} or ({0: 0} if closed else {})
        if proof and problem.size <= MOST_NUMBERED and allowed is None:
            self._steps = proof.number_steps()
        domains = possible_numbers(onward, back, fixed, allowed, closed=closed, steps=self._steps)
        if domains is None:
            return
        count = sum(domain.bit_count() for domain in domains)
        if count > MOST_VARIABLES:
            self.too_large = True
            return
        move_room = 0 if problem.directed else _room_for_moves(onward, domains)
        if move_room > MOST_MOVE_ENTRIES or max(map(len, onward)) > MOST_DEGREE:
            move_room = 0
        moves = []
        if move_room:
            moves = [(v, w) for v, row in enumerate(onward) for w in sorted(row) if v < w]
        self._moves = {move: count + i for i, move in enumerate(moves)}
        pause()  # what follows takes a tenth of a second on a large board, piece by piece
        order = list(range(count + len(moves)))
        random.Random(seed).shuffle(order)
        degrees = [len(a) + len(b) for a, b in zip(onward, back, strict=True)]
        room = sum(d.bit_count() * (20 + k) for d, k in zip(domains, degrees, strict=True))
        pause()
        self._state = state = kernel.new_state(
            [*map(_numbers_of, domains)],
            order,
            room + move_room + max(ROOM, 4 * count),
            logging=bool(self._steps),
        )
        pause()
        kernel.fill_rows(state)
        kernel.fill_support(state, *_flat(onward), 1, closed)
        kernel.fill_support(state, *_flat(back), -1, closed)
        if moves:
            at: list[list[int]] = [[] for _ in onward]
            for i, (v, w) in enumerate(moves):
                at[v].append(i)
                at[w].append(i)
            first, other = (array_of(Places, ends) for ends in zip(*moves, strict=True))
            kernel.fill_moves(state, first, other, closed)
            kernel.fill_degrees(state, *_flat(at), closed)
        self._add(chain(_forced_clauses(problem, state), _order_clauses(problem, state)))
        if self._steps:
            self._steps.begin(state)

    def run(
        self,
        budget: Budget,
        line: Sequence[int] = (),
        barred: Iterable[int] = (),
        shift: int = 0,
        given: Mapping[int, int] | None = None,
        apart: Iterable[tuple[int, int]] = (),
    ) -> list[int] | None:
        """Continue to a tour, or to the proof that there is none: ``None``.

        The vertices of `line` have the numbers from 1 on, and none of `barred` has the next; of
        a closed tour, from 1 plus `shift` on. `given` has more vertices by their number, from 1.
        The tour does not use the moves in `apart`, the lesser vertex first; it needs `has_moves`.
        The budget counts the literals and clauses looked at.
        """
        state, size = self._state, self._size
        if state is None:
            return None
        needed = [state.variable(v, (i + shift) % size) for i, v in enumerate(line)]
        needed += [state.variable(v, number - 1) for number, v in (given or {}).items()]
        if min(needed, default=0) < 0:
            return None
        refused = [state.variable(v, (len(line) + shift) % size) for v in barred]
        refused += [self._moves[move] for move in apart]
        literals = [2 * x for x in needed] + [2 * x + 1 for x in refused if x >= 0]
        if literals != list(state.assumed):
            kernel.retract(state)
            state.assumed = array_of(Marks, literals)

        search = partial(kernel.search, state)
        # Many short searches need no more room.
        found = run(search, state.learning, budget, growth=GROWTH, spared=1, proof=self._steps)
        return state.tour() if found else None

    @property
    def has_moves(self) -> bool:
        """Whether moves have variables, too; also if no tour is left."""
        return bool(self._moves) or self._state is None

    def exclude(self, tour: Sequence[int]) -> None:
        """Exclude a tour, its vertices in the order of their numbers, from all later answers."""
        state = self._state
        if state is not None:
            kernel.retract(state)
            self._excluded += 1
            clause = [2 * state.variable(v, t) + 1 for t, v in enumerate(tour)]
            self._add([(clause, 8 * self._excluded + kernel.ADDED)])

    def demand(self, places: Iterable[tuple[int, int]]) -> None:
        """Exclude all tours without any of these pairs of a vertex and its number, from 1."""
        state = self._state
        if state is not None:
            kernel.retract(state)
            variables = (state.variable(v, number - 1) for v, number in places)
            self._add([([2 * x for x in variables if x >= 0], kernel.ADDED)])

    def _add(self, clauses: Iterable[tuple[Sequence[int], int]]) -> None:
        """Add clauses, each with its origin, and room for them."""
        clauses = list(clauses)
        state = self._state
        if state is not None and clauses:
            more = sum(len(clause) + 4 for clause, _ in clauses)
            room = len(state.learning.clauses) + more
            used = state.learning.clauses[: state.learning.used]
            state.learning.clauses = longer(Marks, used, room)
            for clause, origin in clauses:
                kernel.add(state, array_of(Marks, clause), origin)


def possible_numbers(
    onward: Rows,
    back: Rows,
    fixed: Mapping[int, int],
    allowed: Sequence[int] | None = None,
    *,
    closed: bool,
    steps: NumberSteps | None = None,
) -> list[int] | None:
    """Return the numbers that each vertex may get; None if there is certainly no tour.

    `onward` has the vertices after each vertex, `back` those before it, `fixed` the vertex of some
    numbers, from 0 on, and `allowed` the domain that bounds that of each vertex. What excludes a
    number is written to `steps`.

    >>> path = [[1], [0, 2], [1]]
    >>> possible_numbers(path, path, {0: 2}, closed=False)
    [4, 2, 1]
    """
    size = len(onward)
    if len({*fixed.values()}) < len(fixed):
        return None
    free = (1 << size) - 1
    for t in fixed:
        free ^= 1 << t
    domains = [free] * size
    for t, v in fixed.items():
        domains[v] = 1 << t
    if allowed is not None:
        domains = [domain & bound for domain, bound in zip(domains, allowed, strict=True)]
        if not all(domains):
            return None
    if not closed and not _keep_apart(domains, onward, back, steps):
        return None
    agree = _agree(domains, onward, back, closed=closed, steps=steps)
    return domains if agree else None


def _keep_apart(domains: list[int], onward: Rows, back: Rows, steps: NumberSteps | None) -> bool:
    """Shrink the domains at vertices that separate parts; return False if a domain is empty."""
    size = len(domains)
    adjacent = [sorted({*a, *b}) for a, b in zip(paused(onward), back, strict=True)]
    at = [0] * size
    for between, first, last in branches(adjacent, at):
        part = last - first + 1
        before, after = (1 << part) - 1, (1 << size) - (1 << size - part)
        masks = [0, 0, 0]  # of the part, of the others, and of the vertex between them
        group = [2 if v == between else int(not first <= at[v] <= last) for v in range(size)]
        orders = (
            (before, (1 << size) - (2 << part), 1 << part),
            (after, (1 << size - part - 1) - 1, 1 << size - part - 1),
        )
        for order in orders:
            if all(domain & order[k] for domain, k in zip(domains, group, strict=True)):
                masks = [mask | more for mask, more in zip(masks, order, strict=True)]
        domains[:] = [domain & masks[k] for domain, k in zip(domains, group, strict=True)]
        if steps:
            steps.keep_apart(between, [v for v, k in enumerate(group) if not k])
    if steps and not all(domains):
        steps.no_number(domains.index(0))
    return all(at) and all(domains)


def _agree(
    domains: list[int], onward: Rows, back: Rows, *, closed: bool, steps: NumberSteps | None
) -> bool:
    """Shrink the domains until each agrees with its neighbours'; return False on a contradiction.

    The numbers of a closed tour form a ring; before the first number of an open tour, and after the
    last, comes nothing. On a large board it ends early, and leaves the rest to the search.
    """
    last = len(domains) - 1
    full = (2 << last) - 1
    queue = deque(range(last + 1))
    waiting = [True] * (last + 1)
    visits = 0
    while queue and visits < MOST_VISITS:
        if not visits % PAUSE:
            pause()
        visits += 1
        v = queue.popleft()
        waiting[v] = False
        before = after = 0
        for w in back[v]:
            before |= domains[w]
        for w in onward[v]:
            after |= domains[w]
        before = before << 1 | (before >> last if closed else 1)
        after = after >> 1 | (after & 1 if closed else 1) << last
        left = domains[v] & before & after
        if left != domains[v]:
            if steps:
                steps.narrow(v)
            if not left:
                if steps:
                    steps.no_number(v)
                return False
            domains[v] = left
            for w in chain(onward[v], back[v]):
                if not waiting[w]:
                    waiting[w] = True
                    queue.append(w)
    possible = 0
    for domain in domains:
        possible |= domain
    if steps and possible != full:
        steps.no_vertex(_numbers_of(full ^ possible)[0])
    return possible == full


def _room_for_moves(onward: Rows, domains: Sequence[int]) -> int:
    """Return the most entries that the clauses about moves take."""
    room = 0
    for row, domain in zip(onward, domains, strict=True):
        d = len(row)
        room += 15 * d * domain.bit_count()  # clauses of at most four literals, and of three
        room += d * (d + 5) + 14 * comb(d, 2) + 7 * comb(d, 3)
    return room


def _forced_clauses(problem: Problem, state: kernel.State) -> Iterator[tuple[list[int], int]]:
    """Yield clauses: if an end of a forced move has a number, the other end has the next to it."""
    steps = (1,) if problem.directed else (1, -1)
    for move in sorted_moves(problem):
        a, b = map(problem.vertex, move)
        for v, w, sign in ((a, b, 1), (b, a, -1)):
            for x in range(state.first[v], state.first[v + 1]):
                clause = [2 * x + 1]
                for step in steps:
                    t = state.number[x] + sign * step
                    y = state.variable(w, t % problem.size if problem.closed else t)
                    if y >= 0:
                        clause.append(2 * y)
                yield clause, 8 * x + kernel.FORCED


def _order_clauses(problem: Problem, state: kernel.State) -> Iterator[tuple[list[int], int]]:
    """Yield clauses: if a waypoint has a number, the next has a later number, as far as it is."""
    for v, w in problem.precedences():
        far = moves_between(problem, v, w)
        for a, b, sign in ((v, w, 1), (w, v, -1)):
            others = range(state.first[b], state.first[b + 1])
            for x in range(state.first[a], state.first[a + 1]):
                t = state.number[x]
                near = [2 * y for y in others if sign * (state.number[y] - t) >= far]
                if len(near) < len(others):
                    yield [2 * x + 1, *near], 8 * x + kernel.FORCED


def _reversed(onward: Rows) -> list[list[int]]:
    """Return the vertices before each vertex."""
    back: list[list[int]] = [[] for _ in onward]
    for v, row in enumerate(onward):
        for w in row:
            back[w].append(v)
    return back


def _numbers_of(domain: int) -> list[int]:
    """Return the numbers in a domain, increasing."""
    return [t for t, bit in enumerate(bin(domain)[:1:-1]) if bit == "1"]


def _flat(neighbours: Rows) -> tuple[Ints, Ints]:
    """Return rows as an array, and where each begins."""
    return (
        array_of(Places, chain.from_iterable(neighbours)),
        array_of(Places, accumulate(map(len, neighbours), initial=0)),
    )
