"""Complete a puzzle that was made by hand: the fewest clues that leave one solution.

Each other tour has some numbers of the solution elsewhere: a puzzle is unique if it gives,
for every other tour, one of these numbers. So the clues are a smallest set that hits all sets of
differing numbers; for clues that hit all sets so far, the search finds the next set
(implicit hitting sets; E. Moreno-Centeno and R. M. Karp, "The implicit hitting set approach to
solve combinatorial optimization problems", Operations Research 61, 2013). When no other tour is
left, no smaller set hits all.

Why a puzzle has several solutions is seen best in two that differ little: while a part of what
differs can stay as it is, it does.

Invariants: a completed puzzle has one solution; the numbers are fewest unless ``fewest`` is false.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from caballero.counting.listing.sources import backwards
from caballero.find import solve
from caballero.find.numbers import NumberSearch
from caballero.machine.arguments import name_among
from caballero.machine.errors import InvalidProblem
from caballero.machine.limits import Budget, pause
from caballero.model.direction import goes_back
from caballero.model.problem import Ground, Problem, restated
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.judge import verify

from .rating import GRADES, needs_at_most, rate

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

MOST_STEPS: Final = 100_000
"""The steps after which clues are added in turn, and their number may not be the least."""

FINE: Final = 4
"""The least part of what differs that is tried to stay, while clues are looked for."""


@dataclass(frozen=True, slots=True)
class Completed:
    """The clues that a puzzle needs to have one solution, and the clues that it can spare.

    Parameters
    ----------
    problem : Problem
        The puzzle with the clues that it needs.
    tour : Tour
        Its only solution.
    added : tuple of int
        The numbers that were added.
    fewest : bool
        Whether no fewer numbers would do, for this solution.
    spare : tuple of int
        The numbers given before each of which can be left out alone.
    together : tuple of int
        Numbers that can be left out all together.
    near : Tour, optional
        Another solution of the puzzle as it was, which differs little; None if there was none.
    grade : str
        How hard the completed puzzle is.

    Examples
    --------
    >>> from caballero.puzzles import complete_puzzle
    >>> done = complete_puzzle("3x3", piece="king", clues={"a1": 1})
    >>> done.added, done.fewest, done.grade
    ((8, 9), True, 'hard')
    """

    problem: Problem
    tour: Tour
    added: tuple[int, ...]
    fewest: bool
    spare: tuple[int, ...]
    together: tuple[int, ...]
    near: Tour | None
    grade: str

    @property
    def differing(self) -> tuple[int, ...]:
        """The numbers that the other solution has elsewhere."""
        other = self.near.order if self.near else self.tour.order
        pairs = zip(self.tour.order, other, strict=True)
        return tuple(number for number, (a, b) in enumerate(pairs, 1) if a != b)


@verb(ends=True)
def complete_puzzle(
    ground: Ground,
    *,
    level: str | None = None,
    solution: Tour | None = None,
    **asked: Unpack[Searched],
) -> Completed:
    """Add the fewest clues with which a puzzle has one solution, and name those it can spare.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        A puzzle of numbers, with any clues, or none.
    level : str, optional
        ``easy``, ``medium`` or ``hard``: clues are added until the rules of this level solve it.
    solution : Tour, optional
        The solution that is meant; by default the first that is found.
    limits, timeout, callback, and the constraints
        As for :func:`caballero.solve`.

    Raises
    ------
    NoTour
        If the puzzle has no solution.
    LimitReached
        If a limit came first.
    InvalidProblem
        If it has waypoints, or `solution` is none of its solutions.

    Examples
    --------
    >>> from caballero.puzzles import complete_puzzle
    >>> done = complete_puzzle("1 . .\\n. . .\\n. . .", piece="wazir")
    >>> done.added, done.fewest, len(done.differing)
    ((6,), True, 4)
    >>> complete_puzzle("1 2 3\\n. . .\\n7 . 9", piece="wazir").spare
    (1, 2, 3, 7)
    """
    level = None if level is None else name_among("level", level, [*GRADES][:-1])
    asked.pop("ends", None)
    with asking(ground, asked) as (problem, budget, seed):
        if problem.waypoints:
            raise InvalidProblem("complete-zip")
        tour = solution or solve(problem, seed=seed).tour
        order = _order(problem, tour)
        others = _Others(problem, order, budget)
        given = {*problem.numbered()}
        near = others.nearest(given)
        added, fewest = others.hitting(given)
        added = _eased(problem, order, given, added, level, budget) if level else added
        done = _with(problem, order, given | added)
        spare = [n for n in sorted(given) if others.find((given | added) - {n}) is None]
        together = others.spared(given | added, spare)
        whole = Tour(problem.ground, tuple(order), problem.piece, problem.closed)
        grade = rate(done, whole, budget).grade
        return Completed(
            done, whole, tuple(sorted(added)), fewest and level is None, tuple(spare),
            tuple(sorted(together)), near, grade,
        )  # fmt: skip


def _order(problem: Problem, tour: Tour) -> list[int]:
    """Return the vertices of a solution; refuse a tour that is none."""
    order = [problem.vertex(place) for place in tour]
    for line in (order, order[::-1]):
        if all(line[n - 1] == v for n, v in problem.numbered().items()):
            return line
    raise InvalidProblem("complete-solution", fault=verify(tour, problem).faults[0].message)


def _with(problem: Problem, order: Sequence[int], numbers: Iterable[int]) -> Problem:
    """Return the puzzle with these numbers of a solution as its clues."""
    clues = tuple((problem.place(order[n - 1]), n) for n in sorted(numbers))
    return restated(problem, start=None, end=None, clues=clues)


class _Others:
    """The other tours of a puzzle: one search for all questions, which learns from each."""

    def __init__(self, problem: Problem, order: list[int], budget: Budget) -> None:
        self._problem, self._order, self._budget = problem, order, budget
        self._known: list[list[int]] = []
        budget.method = "numbers"

    def find(self, numbers: Iterable[int]) -> list[int] | None:
        """Return another tour that has these numbers of the solution; None if there is none."""
        numbers = {*numbers}
        order = self._order
        same = [order]  # and its reverse, where that is the same tour
        if goes_back(self._problem, order, numbers):
            same.append(backwards(self._problem, order, numbers))
        for other in self._known:
            if other not in same and all(other[n - 1] == order[n - 1] for n in numbers):
                return other
        pause()
        bare = restated(self._problem, start=None, end=None, clues=())
        search = NumberSearch(bare, numbered={n: order[n - 1] for n in sorted(numbers)})
        for line in same:
            search.exclude(line)
        found = search.run(self._budget)
        if found is not None:
            self._known.append(found)
        return found

    def differing(self, other: Sequence[int]) -> set[int]:
        """Return the numbers that another tour has elsewhere."""
        return {n for n, (a, b) in enumerate(zip(self._order, other, strict=True), 1) if a != b}

    def nearest(self, given: set[int]) -> Tour | None:
        """Return another solution, of which no part of what differs can stay as it is."""
        best = self.find(given)
        if best is None:
            return None
        best = self._closer(best, 1)
        problem = self._problem
        return Tour(problem.ground, tuple(best), problem.piece, problem.closed)

    def _closer(self, other: list[int], least: int) -> list[int]:
        """Return another tour that keeps most numbers; parts down to `least` of them are tried."""
        everything = {*range(1, len(self._order) + 1)}
        size = len(self.differing(other)) // 2
        while size >= least:
            numbers = sorted(self.differing(other))
            for begin in range(0, len(numbers), size):
                apart = self.differing(other)
                kept = apart.intersection(numbers[begin : begin + size])
                if kept and len(apart) - len(kept) > 1:
                    other = self.find(everything - apart | kept) or other
            size = size // 2
        return other

    def hitting(self, given: set[int]) -> tuple[set[int], bool]:
        """Return the fewest numbers to add, and whether they are proved to be."""
        sets: list[set[int]] = []
        chosen: set[int] = set()
        fewest = True
        while (other := self.find(given | chosen)) is not None:
            other = self._closer(other, FINE)
            sets.append(self.differing(other) - given)
            exact = smallest_hitting(sets, MOST_STEPS) if fewest else None
            if exact is None:  # too many: the number that hits most
                fewest = False
                left = [numbers for numbers in sets if not numbers & chosen]
                chosen |= {
                    max(sorted(set().union(*left)), key=lambda n: sum(n in hit for hit in left))
                }
            else:
                chosen = exact
        if not fewest:
            for number in sorted(chosen):
                if self.find(given | chosen - {number}) is None:
                    chosen -= {number}
        return chosen, fewest

    def spared(self, numbers: set[int], spare: Iterable[int]) -> set[int]:
        """Return numbers that can be left out all together, from the largest on."""
        out: set[int] = set()
        for number in sorted(spare, reverse=True):
            if self.find(numbers - out - {number}) is None:
                out.add(number)
        return out


def smallest_hitting(sets: Sequence[set[int]], most: int) -> set[int] | None:
    """Return a smallest set that hits all; None if that takes more than `most` steps.

    >>> smallest_hitting([{1, 2}, {2, 3}, {4}], 99)
    {2, 4}
    """
    minimal = [found for found in sets if not any(other < found for other in sets)]
    steps = 0

    def apart(left: list[set[int]]) -> int:
        """Return how many of the sets have nothing in common: as many numbers are needed."""
        seen: set[int] = set()
        count = 0
        for numbers in sorted(left, key=len):
            if seen.isdisjoint(numbers):
                seen |= numbers
                count += 1
        return count

    def search(left: list[set[int]], count: int) -> set[int] | None:
        nonlocal steps
        steps += 1
        if not left:
            return set()
        if apart(left) > count or steps > most:
            return None
        least: set[int] = min(left, key=len)
        for number in sorted(least):
            found = search([numbers for numbers in left if number not in numbers], count - 1)
            if found is not None:
                return found | {number}
        return None

    for count in range(len(minimal) + 1):
        pause()
        found = search(minimal, count)
        if found is not None or steps > most:
            return found
    return None


def _eased(
    problem: Problem, order: list[int], given: set[int], added: set[int], level: str, budget: Budget
) -> set[int]:
    """Return the numbers to add so that the rules of a level solve the puzzle."""
    free = [n for n in range(1, len(order) + 1) if n not in given | added]
    free.sort(key=lambda n: (n & -n, n))  # spread over the tour
    more: list[int] = []

    def fits(numbers: Iterable[int]) -> bool:
        return needs_at_most(level, _with(problem, order, given | added | {*numbers}), budget)

    low, high = 0, len(free)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(free[-middle:] if middle else ()) else (middle + 1, high)
    more = free[-low:] if low else []
    for number in [*more]:
        if fits([n for n in more if n != number]):
            more.remove(number)
    return added | {*more}
