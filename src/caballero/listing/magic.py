"""Magic tours: the numbers of every row and column have the same sum.

William Beverley published the first one of the chessboard ("On the magic square of the knight's
march", Philosophical Magazine 33, 1848). H. Mackay, J.-C. Meyrignac and G. Stertenbrink listed all
of them in 2003: 2240, of 140 classes under the symmetries of the board and reversal, none of which
has this sum on the diagonals, too (magictour.free.fr). Tours of thin boards with equal sums on
their short lines are OEIS A309273.

Two kinds of symmetry make a tour magic far more often. In a *turned* tour, the numbers of a square
and of its image differ by half of all: a line and its image have the right sums as soon as the
lower half is spread evenly. In a *mirrored* one, they add up to one more than all numbers, so that
a line that is its own image has the right sum whatever happens.

Invariant: every tour that is given passed the judge's check, and its sums were added up again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Final

from caballero.core.arguments import flag
from caballero.core.board import Board
from caballero.core.errors import InvalidInput, be_sure
from caballero.core.limits import Budget, running
from caballero.core.problem import Ground, Problem
from caballero.core.sums import has_sums
from caballero.core.symmetry import permutations_of
from caballero.core.tour import Tour
from caballero.kernels import sums as kernel
from caballero.proof.asking import asking, verb
from caballero.proof.facts import is_tour
from caballero.proof.outcome import drawn

from .census import Plan, State, SumsWork, search_on

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.core.problem import Searched

ROUND: Final = 3_000
"""The nodes of each search for symmetric tours in the first round."""

GROWTH: Final = 8
"""How many times as many they are after each round: one unlucky beginning delays nothing."""


@verb()
def magic_tours(
    ground: Ground,
    *,
    kind: str = "semi-magic",
    symmetric: bool = False,
    up_to_symmetry: bool = False,
    **asked: Unpack[Searched],
) -> Iterator[Tour]:
    """Yield the tours whose numbers have the same sum on lines of the board.

    An open tour and its reverse are one. Of a closed tour each first square and direction counts
    for itself, because the sums depend on it; but it and its reverse, which has the same sums,
    are one.

    Parameters
    ----------
    ground, closed, start, end, piece
        As for :class:`caballero.Problem`. The board is a full rectangle.
    kind : str
        Which lines: ``rows``, ``columns``, ``semi-magic`` for both, ``magic`` for the diagonals,
        too.
    symmetric : bool
        Only tours of the two kinds of symmetry that make this likely, which are found much sooner.
    up_to_symmetry : bool
        One tour of each class under the symmetries of the board that keep the lines: the least of
        its images.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

    Yields
    ------
    Tour
        In the order of the search, each verified.

    Raises
    ------
    InvalidInput
        If the problem makes no sense, or says more than the two ends; if the tours should be
        `symmetric` and up to symmetry.
    TooLarge
        If the board has more than 1024 squares.
    LimitReached
        If a limit is reached first.

    Notes
    -----
    The time of a whole search grows exponentially: on 4×n, about fourfold with n. All tours of 4×10
    with equal sums on their short lines take a second; those of the chessboard take days, a
    symmetric one a moment.

    Examples
    --------
    >>> from caballero.listing import magic_tours
    >>> tour = next(magic_tours(8, symmetric=True))
    >>> tour.magic, [sum(row) for row in tour.matrix()]
    ('semi-magic', [260, 260, 260, 260, 260, 260, 260, 260])

    OEIS A309273 counts a tour and its reverse as two, but symmetric ones of the board as one:

    >>> [len(list(magic_tours((4, n), kind="columns"))) // 2 for n in (6, 7, 8)]
    [0, 9, 16]
    >>> len(list(magic_tours("4x8", kind="columns", up_to_symmetry=True)))
    8
    """
    up_to_symmetry, symmetric = flag("up_to_symmetry", up_to_symmetry), flag("symmetric", symmetric)
    if symmetric and up_to_symmetry:
        raise InvalidInput("list-both-symmetries")
    with asking(ground, asked) as (problem, budget, _):
        budget.method = "sums"
        if symmetric:
            tours = symmetric_tours(problem, kind)
        else:
            tours = tours_with_sums(problem, kind, up_to_symmetry=up_to_symmetry)
    return drawn(budget, tours)


def tours_with_sums(
    problem: Problem, kind: str = "semi-magic", *, up_to_symmetry: bool = False
) -> Iterator[Tour]:
    """Yield the tours within the budget that runs, which counts the nodes."""
    work = SumsWork(problem, kind, up_to_symmetry=up_to_symmetry)
    budget = running()
    return chain.from_iterable(work.tours(rest, budget) for rest in work.whole())


def symmetric_tours(problem: Problem, kind: str = "semi-magic") -> Iterator[Tour]:
    """Yield the tours of the two kinds of symmetry within the budget that runs."""
    plan = Plan.of(problem, kind)
    return _symmetric(problem, plan, running())


def _symmetric(problem: Problem, plan: Plan, budget: Budget) -> Iterator[Tour]:
    board, seen = problem.board, set[tuple[int, ...]]()
    for order in _in_rounds(_symmetric_plans(plan, board), budget):
        normal = min(order, order[::-1])
        if normal in seen or not has_sums(plan.lines, order):
            continue  # several symmetries have it, or its lower half is not spread evenly
        seen.add(normal)
        be_sure(is_tour(problem, order), "an order with equal sums is no tour")
        yield Tour(board, order, problem.piece, problem.closed)


def _in_rounds(plans: Iterable[Plan], budget: Budget) -> Iterator[tuple[int, ...]]:
    """Yield the tours of several searches, each of which goes on for a while in each round."""
    searches: Iterable[tuple[Plan, State]] = (
        (plan, state)
        for plan in plans
        for ends in plan.pairs()
        if (state := plan.state(*ends)) is not None
    )
    until = ROUND
    while True:
        left: list[tuple[Plan, State]] = []
        for plan, state in searches:
            while search_on(state, budget, until) == kernel.FOUND:
                half = tuple(state.order)
                yield half + tuple(plan.twin[v] for v in half) if plan.turned else half
            if state.nodes >= until:
                left.append((plan, state))
        if not left:
            return
        searches, until = left, until * GROWTH


def _symmetric_plans(plan: Plan, board: Board) -> Iterator[Plan]:
    """Yield the searches for mirrored and for turned tours, for each symmetry of the board."""
    size = len(plan.rows)
    for twin in _twins(board):
        swaps = not plan.colours or plan.colours[twin[0]] != plan.colours[0]
        keeps = not plan.colours or not swaps
        if swaps and any(twin[v] in plan.rows[v] for v in range(size)):
            yield plan._replace(twin=twin, mirrored=True)
        if keeps and (not plan.colours or size % 4 == 0):
            yield plan._replace(twin=twin)


def _twins(board: Board) -> Iterator[tuple[int, ...]]:
    """Yield the images of the squares for the symmetries that pair all of them."""
    for image in permutations_of(board).values():
        if all(image[w] == v != w for v, w in enumerate(image)):
            yield image
