"""Count figured tours: certain numbers are on certain squares, in any order.

T. R. Dawson made such tours, with the square numbers in a chain of knight's moves (G. P. Jelliss,
*Knight's Tour Notes*, "Figured tours"). A single search (:mod:`.clues`) counts the tours of all
orders of the numbers, which share its memo.

Invariant: a number counts each sequence of squares that shows the figure once, so a tour and its
reverse, and a closed tour from two of its squares, are two if both show the figure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from caballero.machine.arguments import as_whole, listed
from caballero.machine.errors import InvalidProblem, divided
from caballero.machine.limits import Budget, pause
from caballero.model.direction import goes_both_ways
from caballero.model.problem import Ground, Place, Problem
from caballero.proof.asking import asking, verb
from caballero.proof.outcome import log_answer, stats_of

from .clues import count_given, refuse_others
from .count import Count

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

METHOD = "clues"


@verb()
def count_figured(
    ground: Ground, squares: Iterable[Place], numbers: Iterable[int], **asked: Unpack[Searched]
) -> Count:
    """Count the tours that have some numbers on some squares, in any order.

    Parameters
    ----------
    problem : Problem
        Of an undirected graph or a board, with its other constraints, but without forced moves and
        waypoints.
    squares : iterable of place or str
        The squares of the figure, each once.
    numbers : iterable of int
        Their numbers, from 1 on, in any order; as many as squares.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

    Returns
    -------
    Count
        The sequences of squares that show the figure: a directed count, in which a tour and its
        reverse are two if both show the figure. A closed tour counts once for each square from
        which it does.

    Raises
    ------
    InvalidInput
        If the squares and numbers are no figure, or the problem has other constraints.
    LimitReached
        If a limit was reached first.

    Notes
    -----
    Exponential in the squares; quick where many numbers are close together.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.counting import count_figured
    >>> corners = ["a1", "a5", "e1", "e5"]
    >>> int(count_figured(Problem(5), corners, [1, 3, 23, 25]))
    224
    """
    with asking(ground, asked) as (problem, budget, _):
        budget.method = METHOD
        pause()
        refuse_others(problem)
        figure = _figure(problem, squares, numbers)
        value = _sequences(problem, figure, budget)
        divided(value, 2 if _is_even(problem, figure[1]) else 1)
        count = Count(value, problem, METHOD, stats_of(budget), directed=True)
        log_answer("count_figured", count, count.stats)
        return count


def _figure(
    problem: Problem, squares: Iterable[Place], numbers: Iterable[int]
) -> tuple[set[int], set[int]]:
    """Return the vertices and the positions of a figure, from 0."""
    most = problem.size + 1  # a figure with more is refused
    vertices = [problem.vertex(square) for square in listed("squares", squares, most)]
    whole = map(as_whole, listed("numbers", numbers, most))
    positions = [number - 1 for number in whole if number is not None]
    different = len({*vertices}) == len(vertices) == len({*positions}) == len(positions)
    if not different or not {*positions} <= {*range(problem.size)}:
        raise InvalidProblem("count-figure", count=problem.size)
    return {*vertices}, {*positions}


def _sequences(problem: Problem, figure: tuple[set[int], set[int]], budget: Budget) -> int:
    """Count the sequences of vertices that show a figure, and answer the problem."""
    vertices, positions = figure
    given = {number - 1: v for number, v in problem.numbered().items()}
    if problem.size < problem.fewest or any(
        (v in vertices) != (at in positions) for at, v in given.items()
    ):
        return 0
    left = vertices - {*given.values()}
    sets = {at: [v] for at, v in given.items()} | dict.fromkeys(positions - {*given}, sorted(left))
    if not problem.closed:
        return count_given(problem, sets, budget)
    # Begin with a vertex, so that the search knows how it must end.
    first = min(sets, key=lambda at: (len(sets[at]), at), default=0)
    begins = sets.get(first, range(problem.size))
    total = 0
    for v in begins:
        rest = {at: [w for w in ws if w != v or ws is not begins] for at, ws in sets.items()}
        turned = {(at - first) % problem.size: ws for at, ws in (rest | {first: [v]}).items()}
        total += count_given(problem, turned, budget)
    return total


def _is_even(problem: Problem, positions: set[int]) -> bool:
    """Return whether the reverse of each sequence shows the same figure, as another sequence."""
    size = problem.size
    sums = range(size) if problem.closed and not problem.numbered() else [size - 1]
    turned = any({(both - at) % size for at in positions} == positions for both in sums)
    return turned and size > 2 and goes_both_ways(problem)
