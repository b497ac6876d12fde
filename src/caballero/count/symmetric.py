"""Counting by symmetry: tours that a symmetry keeps, kinds of tour, tours up to symmetry.

Tours are *essentially the same* if a symmetry of the board takes one to the other. How many
classes there are follows from how many tours each symmetry keeps (the lemma of Cauchy and
Frobenius that bears Burnside's name): it is the mean of these numbers. How many tours have just
one group of symmetries, and no more, follows by subtracting those that have more.

Only symmetries that keep the problem count: the board with its holes, the ends and moves that
are asked for. A board that the ends tell apart from its mirror image has no such mirror. What is
asked for decides, not what follows: a forced move that every tour uses anyway has its images told
apart.

Invariant: kept tours are counted, not listed (:mod:`.quotient`), so that time and memory go with
the size of half the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace

from caballero.errors import InvalidProblem
from caballero.limits import Budget
from caballero.problem import Problem
from caballero.symmetry import Symmetry, SymmetryClass, class_of, not_of, symmetries

from .brute import brute_count
from .counting import METHODS, without_clues
from .quotient import Permutation, Question, kept_tours

Group = frozenset[Permutation]

LESSER = 0.2  # so much of the work is taken to be the tours with symmetries


def symmetric_count(
    problem: Problem, symmetry: Symmetry, budget: Budget, *, onward: bool | None = None
) -> int:
    """Count the tours that a symmetry of the board keeps.

    Parameters
    ----------
    problem : Problem
        What is asked, of a board; no clues but start and end.
    symmetry : Symmetry
        One of the board's.
    budget : Budget
        Counts the transitions between states.
    onward : bool, optional
        Count only the tours whose direction it keeps (True), or reverses (False).

    Returns
    -------
    int
        Lines or cycles; see :mod:`caballero.count.count`.

    Raises
    ------
    InvalidProblem
        If there are clues, or the symmetry is not one of the board.
    TooLarge
        If the board is too wide, or the symmetry is one that cannot be treated: one whose order
        is no power of two, or that joins many squares in several ways.

    Notes
    -----
    Exponential at worst, as :func:`~caballero.count.frontier.frontier_count` is for a board of
    half the squares.

    Examples
    --------
    >>> from caballero import Problem, symmetries
    >>> from caballero.count.symmetric import symmetric_count
    >>> from caballero.limits import Budget
    >>> problem = Problem.of("3x10", closed=True)
    >>> for symmetry in symmetries(problem.board):
    ...     print(symmetry.name, symmetric_count(problem, symmetry, Budget()))
    identity 16
    left-right 4
    upside-down 0
    half-turn 4
    """
    board = problem.board
    if symmetry not in set(symmetries(board)):
        raise not_of(board)
    plain = _plain(problem)
    question = _question(plain)
    if question is None:
        return 0
    turn = tuple(symmetry.permutation(board))
    identity = tuple(range(len(turn)))
    if turn == identity:
        return 0 if onward is False else METHODS["frontier"](plain, budget)
    group = _generated(turn)
    others = _keeping(question, (tuple(s.permutation(board)) for s in symmetries(board)))
    found = 0
    if onward is not False:
        found += kept_tours(question, group, group, budget, others)
    if onward is not True and len(group) == 2:
        found += kept_tours(question, group, {identity}, budget, others)
    return found


def classes_count(problem: Problem, budget: Budget) -> int:
    """Count the essentially different tours: those that a symmetry takes to each other are one.

    Parameters
    ----------
    problem : Problem
        What is asked, of a board. The symmetries are those that keep it.
    budget : Budget
        Counts the transitions between states.

    Raises
    ------
    InvalidProblem
        If there are clues inside the tour, and symmetries that keep them.
    TooLarge
        As in :func:`symmetric_count`.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count.symmetric import classes_count
    >>> from caballero.limits import Budget
    >>> classes_count(Problem.of("3x10", closed=True), Budget())
    6
    """
    if without_clues(problem) is None and not any(_keeping_clues(problem)):
        return brute_count(problem, budget)
    plain = _plain(problem)
    question = _question(plain)
    if question is None:
        return 0
    board = problem.board
    kept = _keeping(question, (tuple(s.permutation(board)) for s in symmetries(board)))
    found = 0
    turns = [(turn, times) for turn, times in _conjugates(kept) if turn != _identity(turn)]
    for i, (turn, times) in enumerate(turns):
        with _piece(budget, i, len(turns)):
            found += times * _kept_by(question, _generated(turn), budget, kept)
    with budget.part(LESSER, 1):
        found += METHODS["frontier"](plain, budget)  # what costs most, at the end
    classes, rest = divmod(found, len(kept))
    assert not rest, "no number of classes is a fraction"
    return classes


def _piece(budget: Budget, at: int, pieces: int) -> AbstractContextManager[None]:
    """One of the pieces of the work that are counts of tours with symmetries."""
    return budget.part(LESSER * at / pieces, LESSER * (at + 1) / pieces)


def class_counts(problem: Problem, budget: Budget) -> dict[SymmetryClass, tuple[int, int]]:
    """Count the tours of each kind of symmetry, all of them and the essentially different ones.

    Parameters
    ----------
    problem : Problem
        What is asked, of a flat board of two dimensions; no clues but start and end.
    budget : Budget
        Counts the transitions between states.

    Returns
    -------
    dict of SymmetryClass to pair of int
        How many tours there are of each kind, and of how many classes; kinds without tours are
        left out.

    Raises
    ------
    InvalidProblem
        If there are clues, or the board is another.
    TooLarge
        As in :func:`symmetric_count`.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count.symmetric import class_counts
    >>> from caballero.limits import Budget
    >>> for kind, numbers in class_counts(Problem.of("3x10", closed=True), Budget()).items():
    ...     print(kind, *numbers)
    asymmetric 8 2
    reflection 4 2
    half-turn-oblique 4 2
    """
    board = problem.board
    if len(board.shape) != 2 or any(board.wraps):
        raise InvalidProblem("count-kinds-flat", board=board.name)
    plain = _plain(problem)
    question = _question(plain)
    if question is None:
        return {}
    images = [(s, tuple(s.permutation(board))) for s in symmetries(board)]
    everything = frozenset(image for _, image in images)
    asked = _keeping(question, everything)
    exactly: dict[tuple[Group, Group], int] = {}
    # From the greatest groups down: from the tours of each, those with more symmetries are taken.
    groups = sorted(_subgroups(everything), key=len, reverse=True)
    for i, group in enumerate(groups):
        for onward in _halves(group, question.closed):
            if len(group) == 1:
                with budget.part(LESSER, 1):
                    found = METHODS["frontier"](plain, budget)
            else:
                with _piece(budget, i, len(groups)):
                    found = kept_tours(question, group, onward, budget, asked)
            for (more, more_onward), number in exactly.items():
                if group < more and group & more_onward == onward:
                    found -= number
            exactly[group, onward] = found
    tours = dict.fromkeys(SymmetryClass, 0)
    orbits = dict.fromkeys(SymmetryClass, 0)  # times the number of symmetries of the problem
    for (group, onward), number in exactly.items():
        kept = [(s, image in onward) for s, image in images if image in group]
        kind = class_of(kept, question.closed)
        tours[kind] += number
        orbits[kind] += number * len(group & asked)
    return {kind: (number, orbits[kind] // len(asked)) for kind, number in tours.items() if number}


# -- problems -----------------------------------------------------------------------------------


def _plain(problem: Problem) -> Problem:
    """Say a problem without clues, or complain."""
    plain = without_clues(problem)
    if plain is None:
        raise InvalidProblem("count-symmetric-clues")
    return plain


def _question(plain: Problem) -> Question | None:
    """Say what a tour is made of; None if there is none."""
    graph = plain.graph()
    forced = {(plain.vertex(a), plain.vertex(b)) for a, b in plain.forced}
    ends = [plain.vertex(end) for end in (plain.start, plain.end) if end is not None]
    if plain.closed and len(ends) == 2:
        forced.add((min(ends), max(ends)))
    if not all(graph.has_edge(a, b) for a, b in forced):
        return None
    return Question(
        near=[set(graph.neighbours(v)) for v in range(len(graph))],
        forced=frozenset(forced),
        ends=frozenset(() if plain.closed else ends),
        closed=plain.closed,
        squares=list(plain.board),
    )


def _keeping(question: Question, images: Iterable[Permutation]) -> Group:
    """Return the symmetries that keep a question."""
    return frozenset(
        image
        for image in images
        if {image[v] for v in question.ends} == question.ends
        and all(
            (min(image[a], image[b]), max(image[a], image[b])) in question.forced
            for a, b in question.forced
        )
        and all(
            {image[w] for w in row} == question.near[image[v]]
            for v, row in enumerate(question.near)
        )
    )


def _keeping_clues(problem: Problem) -> Iterator[Permutation]:
    """Yield the symmetries, other than the identity, that keep a problem with its clues.

    A tour is one with its numbers backwards, and a closed one may begin anywhere.
    """
    question = _question(replace(problem, clues=(), start=None, end=None))
    if question is None:
        return
    board, count = problem.board, problem.size
    numbers = {v: number for number, v in problem.numbered().items()}
    for image in _keeping(question, (tuple(s.permutation(board)) for s in symmetries(board))):
        if image == _identity(image) or {image[v] for v in numbers} != numbers.keys():
            continue
        for sign in (1, -1):
            shifts = {numbers[image[v]] - sign * number for v, number in numbers.items()}
            if problem.closed:
                fits = len({shift % count for shift in shifts}) == 1
            else:
                fits = shifts == {0 if sign == 1 else count + 1}
            if fits:
                yield image
                break


# -- groups -------------------------------------------------------------------------------------


def _identity(turn: Permutation) -> Permutation:
    return tuple(range(len(turn)))


def _generated(turn: Permutation) -> Group:
    """Return the powers of a symmetry."""
    found = {_identity(turn)}
    power = turn
    while power not in found:
        found.add(power)
        power = tuple(turn[v] for v in power)
    return frozenset(found)


def _kept_by(question: Question, group: Group, budget: Budget, others: Group) -> int:
    """Count the tours that a group keeps, in whatever direction."""
    return sum(
        kept_tours(question, group, onward, budget, others)
        for onward in _halves(group, question.closed)
    )


def _halves(group: Group, closed: bool) -> Iterator[Group]:
    """Yield what may keep the direction of travel: the whole group, or a half of it."""
    if closed or len(group) == 1:
        yield group
    found = {_generated(turn) for turn in group if 2 * len(_generated(turn)) == len(group)}
    yield from sorted(found, key=sorted)


def _subgroups(group: Group) -> set[Group]:
    """Return all subgroups of a small group."""
    found = {_generated(turn) for turn in group}
    ahead = list(found)
    while ahead:
        some = ahead.pop()
        for turn in group - some:
            more = _closure(some | {turn})
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
        for h in some:
            product = tuple(g[v] for v in h)
            if product not in found:
                found.add(product)
                ahead.append(product)
    return frozenset(found)


def _conjugates(group: Group) -> Iterator[tuple[Permutation, int]]:
    """Yield one of the symmetries that are the same seen from elsewhere, and how many are."""
    seen: set[Permutation] = set()
    for turn in sorted(group):
        if turn in seen:
            continue
        same = set()
        for g in group:
            moved = [0] * len(turn)
            for v, w in enumerate(turn):
                moved[g[v]] = g[w]
            back = sorted(range(len(turn)), key=moved.__getitem__)
            same |= {tuple(moved), tuple(back)}
        seen |= same
        yield turn, len(same)
