"""Count by symmetry: tours that a symmetry keeps, kinds of tour, tours up to symmetry.

Tours are equal *up to symmetry* if a symmetry of the board maps them to each other. The number of
classes is the mean, over all symmetries, of the number of tours that each keeps (the lemma of
Cauchy and Frobenius, often called Burnside's). The number of tours with exactly a group of
symmetries follows by subtracting the tours that have more.

Only symmetries that keep the problem count: the board with its holes, its ends and forced moves. A
forced move restricts them even if every tour uses it anyway.

Invariants: kept tours are counted, not listed (:mod:`.quotient`), so time and memory grow with the
size of half the board. The kinds add up to the sweep's count of all tours, none is negative, and
classes are whole numbers: else a count is wrong, and none is returned.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager
from typing import Final, NamedTuple

from caballero.counting.groups import Permutation, compose, inverse, permutations_of, powers
from caballero.counting.symmetry_problem import (
    SymmetryProblem,
    is_moving,
    keeping,
    keeping_clues,
    symmetry_problem,
)
from caballero.machine.errors import InvalidProblem, be_sure, divided
from caballero.machine.limits import Budget
from caballero.model.direction import without_clues
from caballero.model.problem import Problem
from caballero.model.symmetry import Symmetry, SymmetryClass, class_of, not_of

from .brute import brute_count
from .frontier import frontier_count
from .quotient import kept_tours

Group = frozenset[Permutation]

SYMMETRIC_SHARE: Final = 0.2
"""The share of the work for tours with symmetries, for progress."""


def symmetric_count(
    problem: Problem, symmetry: Symmetry, budget: Budget, *, onward: bool | None = None
) -> int:
    """Count the tours that a symmetry of the board keeps.

    Parameters
    ----------
    problem : Problem
        Of a board; no clues other than start and end.
    symmetry : Symmetry
        A symmetry of the board.
    budget : Budget
        Counts the transitions between states.
    onward : bool, optional
        Count only the tours whose direction it keeps (True), or reverses (False).

    Returns
    -------
    int
        Lines or cycles; see :mod:`caballero.counting.count`.

    Raises
    ------
    InvalidProblem
        If there are clues, or the symmetry is not of the board.
    TooLarge
        If the board is too wide, or the symmetry is not supported: its order is no power of two on
        a large board, or it joins many squares in several ways.

    Notes
    -----
    Exponential at worst, like :func:`~caballero.counting.frontier.frontier_count` for a board of
    half the squares.

    Examples
    --------
    >>> from caballero import Problem, symmetries
    >>> from caballero.counting.symmetric import symmetric_count
    >>> from caballero.machine.limits import Budget
    >>> problem = Problem("3x10", closed=True)
    >>> for symmetry in symmetries(problem.board):
    ...     print(symmetry.name, symmetric_count(problem, symmetry, Budget()))
    identity 16
    left-right 4
    upside-down 0
    half-turn 4
    """
    board = problem.board
    images = permutations_of(board)
    if symmetry not in images:
        raise not_of(board)
    plain = _plain(problem)
    question = symmetry_problem(plain)
    if question is None:
        return 0
    identity, *others = group = powers(images[symmetry])
    if not others:
        return 0 if onward is False else frontier_count(plain, budget)
    keepers = keeping(question, images.values())
    found = 0
    if onward is not False:
        found += kept_tours(question, group, group, budget, keepers)
    if onward is not True and len(group) == 2:
        found += kept_tours(question, group, {identity}, budget, keepers)
    return found


class ClassSum(NamedTuple):
    """The lemma's sum for a problem: `order` times the number of tours up to symmetry.

    The sum of all tours, and of the tours that each other symmetry keeps.
    """

    order: int  # the number of symmetries that keep the problem
    # How many symmetries keep these tours, the group that it generates, and the members of it
    # that keep the direction of travel.
    terms: tuple[tuple[int, Group, Group], ...]
    question: SymmetryProblem | None  # None if there are no terms
    keepers: Group  # those symmetries

    def term(self, at: int, budget: Budget) -> int:
        """Return a term of the sum."""
        times, group, onward = self.terms[at]
        assert self.question is not None
        return times * kept_tours(self.question, group, onward, budget, self.keepers)

    def classes(self, found: int) -> int:
        """Return the number of tours up to symmetry from the sum."""
        return divided(found, self.order)


def class_sum(problem: Problem) -> ClassSum:
    """Return the terms of the lemma, all but the number of all tours.

    Raises InvalidProblem if there are clues inside the tour, and symmetries that keep them.

    >>> from caballero import Problem
    >>> whole = class_sum(Problem("3x10", closed=True))
    >>> whole.order, [whole.term(at, Budget()) for at in range(len(whole.terms))]
    (4, [4, 0, 0, 0, 0, 4])
    >>> whole.classes(16 + 4 + 4)
    6
    """
    alone = ClassSum(1, (), None, frozenset())
    if without_clues(problem) is None and not any(keeping_clues(problem)):
        return alone
    question = symmetry_problem(_plain(problem))
    if question is None:
        return alone
    keepers = frozenset(keeping(question, permutations_of(problem.board).values()))
    terms = tuple(
        (times, group, onward)
        for image, times in _conjugates(keepers)
        if is_moving(image)
        for group in [frozenset(powers(image))]
        for onward in _onward_groups(group, question.closed)
    )
    return ClassSum(len(keepers), terms, question, keepers)


def classes_count(problem: Problem, budget: Budget) -> int:
    """Count the tours up to the symmetries that keep the problem.

    Raises InvalidProblem if there are clues inside the tour, and symmetries that keep them;
    TooLarge as :func:`symmetric_count`.

    >>> from caballero import Problem
    >>> classes_count(Problem("3x10", closed=True), Budget())
    6
    """
    whole = class_sum(problem)
    found = 0
    for at in range(len(whole.terms)):
        with _equal_part(budget, at, len(whole.terms)):
            found += whole.term(at, budget)
    plain = without_clues(problem)
    with budget.part(SYMMETRIC_SHARE, 1):  # the most expensive count comes last
        if plain is None:
            found += brute_count(problem, budget)
        else:
            found += frontier_count(plain, budget)
    return whole.classes(found)


def _equal_part(budget: Budget, at: int, pieces: int) -> AbstractContextManager[None]:
    """Return a part of `pieces` equal parts of the work for tours with symmetries."""
    return budget.part(SYMMETRIC_SHARE * at / pieces, SYMMETRIC_SHARE * (at + 1) / pieces)


def class_counts(problem: Problem, budget: Budget) -> dict[SymmetryClass, tuple[int, int]]:
    """Count the tours of each kind of symmetry: all of them, and up to symmetry.

    Kinds without tours are left out. Raises InvalidProblem if the board is not flat, or there are
    clues other than start and end; TooLarge as :func:`symmetric_count`.

    >>> from caballero import Problem
    >>> class_counts(Problem("3x10", closed=True), Budget())[SymmetryClass.REFLECTION]
    (4, 2)
    """
    board = problem.board
    if len(board.shape) != 2 or any(board.wraps):
        raise InvalidProblem("count-kinds-flat", board=board.name)
    plain = _plain(problem)
    question = symmetry_problem(plain)
    if question is None:
        return {}
    images = permutations_of(board)
    everything = frozenset(images.values())
    keepers = frozenset(keeping(question, everything))
    every, exactly = 0, dict[tuple[Group, Group], int]()
    # From the largest groups down: subtract the tours with more symmetries from each count.
    groups = sorted(_subgroups(everything), key=len, reverse=True)
    for i, group in enumerate(groups):
        for onward in _onward_groups(group, question.closed):
            if len(group) == 1:
                with budget.part(SYMMETRIC_SHARE, 1):
                    every = found = frontier_count(plain, budget)
            else:
                with _equal_part(budget, i, len(groups)):
                    found = kept_tours(question, group, onward, budget, keepers)
            for (more, more_onward), number in exactly.items():
                if group < more and group & more_onward == onward:
                    found -= number
            exactly[group, onward] = found
    tours = dict.fromkeys(SymmetryClass, 0)
    orbits = dict.fromkeys(SymmetryClass, 0)  # times the number of symmetries of the problem
    for (group, onward), number in exactly.items():
        kept = [(s, image in onward) for s, image in images.items() if image in group]
        kind = class_of(kept, question.closed)
        tours[kind] += number
        orbits[kind] += number * len(group & keepers)
    adds_up = sum(tours.values()) == every and min(exactly.values()) >= 0
    be_sure(adds_up, "the kinds do not add up to all tours")
    classes = {kind: divided(times, len(keepers)) for kind, times in orbits.items()}
    return {kind: (number, classes[kind]) for kind, number in tours.items() if number}


# -- problems -----------------------------------------------------------------------------------


def _plain(problem: Problem) -> Problem:
    """Return the problem with its clues as ends, or raise an error."""
    plain = without_clues(problem)
    if plain is None:
        raise InvalidProblem("count-symmetric-clues")
    return plain


# -- groups -------------------------------------------------------------------------------------


def _onward_groups(group: Group, closed: bool) -> Iterator[Group]:
    """Yield the subgroups that may keep the direction: the group, and the subgroups of index 2."""
    if closed or len(group) == 1:
        yield group
    cyclic = {frozenset(powers(image)) for image in group}
    yield from sorted((some for some in cyclic if 2 * len(some) == len(group)), key=sorted)


def _subgroups(group: Group) -> set[Group]:
    """Return all subgroups of a small group."""
    found = {frozenset(powers(image)) for image in group}
    ahead = list(found)
    while ahead:
        some = ahead.pop()
        for image in group - some:
            more = _closure(some | {image})
            if more not in found:
                found.add(more)
                ahead.append(more)
    return found


def _closure(some: Collection[Permutation]) -> Group:
    """Return the group that some symmetries generate."""
    found = set(some)
    ahead = list(found)
    while ahead:
        g = ahead.pop()
        new = {compose(g, h) for h in some} - found
        found |= new
        ahead += new
    return frozenset(found)


def _conjugates(group: Group) -> Iterator[tuple[Permutation, int]]:
    """Yield a permutation of each class of conjugates and inverses, and its size."""
    seen: set[Permutation] = set()
    for image in sorted(group):
        if image not in seen:
            same = {compose(compose(g, image), inverse(g)) for g in group}
            same |= {inverse(other) for other in same}
            seen |= same
            yield image, len(same)
