"""The naive method: generate every walk, one after the other, and test each.

The first method of GeeksforGeeks' article: "while there are untried tours, generate the next
one; if it covers all squares, print it". Generating looks at the moves alone, never at what
was visited, so nearly every walk visits some square twice. How many walks there are is known
before: as many as the entries of a power of the graph's matrix add up to. Beyond a limit the
method refuses, and says how many it would be.

Invariant: the walks come in the order of their moves, as words in a dictionary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from caballero.certificate import Exhausted
from caballero.errors import InvalidProblem, TooLarge
from caballero.facts import is_tour
from caballero.graph import Graph
from caballero.limits import Budget, LimitHit, Limits, Progress
from caballero.outcome import Found, GaveUp, Impossible, Outcome, Stats
from caballero.piece import Move
from caballero.problem import Problem
from caballero.tour import Tour

from ._search import starts
from .orders import move_order

MAX_WALKS: Final = 20_000_000
"""More walks than this are refused; so many take about half a minute."""


def count_walks(problem: Problem) -> int:
    """Return how many walks the naive method would have to generate.

    All walks over as many squares as the board has, from the start (or from everywhere, if it
    is open), that never look at what they visited before.

    Parameters
    ----------
    problem : Problem
        Without clues, forced or forbidden moves.

    Notes
    -----
    Time: squares times moves.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teach import count_walks
    >>> count_walks(Problem.of("3x4", start="a1")), count_walks(Problem.of(8, start="a1"))
    (13793, 3579972574614338670790941398602308917096106450120)
    """
    graph = problem.graph()
    ways = [0] * len(graph)
    for start in _starts(problem):
        ways[start] = 1
    for _ in range(len(graph) - 1):
        ways = [sum(ways[w] for w in graph.neighbours(v)) for v in range(len(graph))]
    return sum(ways)


def solve_naive(
    problem: Problem,
    order: str | tuple[Move, ...] | None = None,
    *,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> Outcome:
    """Look for a tour by generating every walk and testing it.

    Parameters
    ----------
    problem : Problem
        Without clues, forced or forbidden moves. Without a start, every square is one.
    order : str or moves, optional
        The order of the moves; see :func:`move_order`.
    limits, on_event : optional
        As for every search.

    Returns
    -------
    Found, Impossible or GaveUp
        Its nodes are the walks that were tested.

    Raises
    ------
    TooLarge
        If there are more than ``MAX_WALKS`` walks; the message tells how many.
    InvalidProblem
        If the problem asks for more than the method can.

    Notes
    -----
    Time: at most 8^(n² − 1) walks on an n×n board, each tested in n² steps.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teach import solve_naive
    >>> outcome = solve_naive(Problem.of("3x4", start="a1"))
    >>> outcome.stats.nodes, outcome.tour.names()[:4]
    (2, ('a1', 'c2', 'a3', 'b1'))
    """
    begins = _starts(problem)
    board = problem.board
    # Counting the walks of a large board would take long, and its figure have no end.
    if board.size > 400:
        raise TooLarge("naive-far-too-large", count=board.size)
    graph = problem.graph(move_order(order, problem.piece, len(board.shape)))
    walks = count_walks(problem)
    if walks > MAX_WALKS:
        shown = f"{walks:,}".replace(",", " ") if walks < 10**15 else _power_of_ten(walks)
        raise TooLarge("naive-too-large", walks=shown, count=len(graph), most=MAX_WALKS)
    budget = Budget(limits, on_event)
    budget.method = "naive"
    tested = 0
    try:
        every = (walk for start in begins for walk in _walks(graph, start))
        for tested, walk in enumerate(every, start=1):
            if len(set(walk)) == len(walk) and is_tour(problem, walk):
                tour = Tour(board, tuple(walk), problem.piece, problem.closed)
                return Found(tour, Stats("naive", tested, budget.seconds))
            if tested % 4096 == 0:
                budget.spend(4096)
    except LimitHit as hit:
        return GaveUp(hit.limit, Stats("naive", tested, budget.seconds))
    return Impossible(Exhausted("naive", tested), Stats("naive", tested, budget.seconds))


def _starts(problem: Problem) -> range:
    if problem.numbered().keys() - {1, problem.size} or problem.forced or problem.forbidden:
        raise InvalidProblem("naive-needs")
    return starts(problem)


def _walks(graph: Graph, start: int) -> Iterator[list[int]]:
    """Yield every walk over as many vertices as there are; the list is used again."""
    walk = [start]
    tries = [iter(graph.neighbours(start))]
    if len(graph) == 1:
        yield walk
    while tries:
        step = next(tries[-1], None)
        if step is None:
            tries.pop()
            walk.pop()
            continue
        walk.append(step)
        if len(walk) == len(graph):
            yield walk
            walk.pop()
        else:
            tries.append(iter(graph.neighbours(step)))


def _power_of_ten(number: int) -> str:
    from decimal import Decimal  # floats end at 10^308

    digits, power = f"{Decimal(number):.1e}".split("e+")
    return f"{digits}·10^{power}"
