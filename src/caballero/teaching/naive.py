"""The naive method: generate every walk in turn, and test it.

The first method of GeeksforGeeks' article: "while there are untried tours, generate the next
one; if it covers all squares, print it". The generator looks at the moves alone, never at the
squares visited before, so nearly every walk visits some square twice. The number of walks is
known in advance: it is the sum of the entries of a power of the adjacency matrix. Beyond a limit
the method refuses, and the error gives the number.

Invariant: the walks come in the order of their moves, like words in a dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from caballero.machine.errors import InvalidProblem, TooLarge
from caballero.machine.limits import Budget, LimitHit
from caballero.machine.words import Message
from caballero.model.graph import Graph
from caballero.model.piece import Move
from caballero.model.problem import Ground, Problem
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.certificate import Exhausted
from caballero.proof.facts import is_tour
from caballero.proof.outcome import Found, GaveUp, Impossible, Outcome, Stats

from ._search import starts
from .orders import move_order

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

MAX_WALKS: Final = 20_000_000
"""The most walks that are generated; that takes about half a minute."""


def count_walks(problem: Ground) -> int:
    """Return how many walks the naive method generates at most.

    A walk has as many squares as the board and may visit a square again. It begins at the start;
    without a start, at any square if the tour is open, and at the first if it is closed.

    Parameters
    ----------
    problem : Problem, or what :class:`Problem` takes
        Without clues, forced or forbidden moves.

    Notes
    -----
    Time: squares times moves.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import count_walks
    >>> count_walks(Problem("3x4", start="a1")), count_walks(Problem(8, start="a1"))
    (13793, 3579972574614338670790941398602308917096106450120)
    """
    problem = Problem.of(problem)
    graph = problem.graph()
    counts = [0] * len(graph)
    for start in _starts(problem):
        counts[start] = 1
    for _ in range(len(graph) - 1):
        counts = [sum(counts[w] for w in graph.neighbours(v)) for v in range(len(graph))]
    return sum(counts)


@verb(gives_up=True)
def solve_naive(
    ground: Ground, order: str | tuple[Move, ...] | None = None, **asked: Unpack[Searched]
) -> Outcome:
    """Search for a tour by generating every walk and testing it.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        Without clues, forced or forbidden moves. Without a start, every square is tried as the
        start.
    order : str or moves, optional
        The order of the moves; see :func:`move_order`.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`.

    Returns
    -------
    Found, Impossible or GaveUp
        Its nodes are the squares that the walks entered, as in every search; each complete walk
        that is no tour is a dead end.

    Raises
    ------
    TooLarge
        If there are more than ``MAX_WALKS`` walks; the message gives their number.
    InvalidProblem
        If the problem has clues, or forced or forbidden moves.

    Notes
    -----
    Time: at most 8^(n² − 1) walks on an n×n board, each tested in n² steps.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import solve_naive
    >>> outcome = solve_naive(Problem("3x4", start="a1"))
    >>> outcome.stats.nodes, outcome.stats.dead_ends, outcome.tour.names()[:4]
    (13, 1, ('a1', 'c2', 'a3', 'b1'))
    """
    with asking(ground, asked) as (problem, budget, _):
        return _search(problem, budget, order)


def _search(problem: Problem, budget: Budget, order: str | tuple[Move, ...] | None) -> Outcome:
    starting = _starts(problem)
    board = problem.board
    # On a large board even counting the walks takes long, and the number has hundreds of digits.
    if board.size > 400:
        raise TooLarge("naive-far-too-large", count=board.size)
    graph = problem.graph(move_order(order, problem.piece, board))
    walks = count_walks(problem)
    if walks > MAX_WALKS:
        shown = walks if walks < 10**15 else _in_powers_of_ten(walks)
        raise TooLarge("naive-too-large", walks=shown, count=len(graph), most=MAX_WALKS)
    budget.method = "naive"
    size = len(graph)
    entered = [0] * size
    begun = alone = tested = 0

    def stats(left: int, found: int = 0) -> Stats:
        """Return the cost; `left` squares of the last walk were not left again."""
        nodes, ends = sum(entered), tested - found + alone
        return Stats("naive", nodes, budget.seconds, nodes - left, ends, tuple(entered))

    try:
        for begun, start in enumerate(starting, start=1):
            alone += size > 1 and not graph.neighbours(start)
            for walk in _walks(graph, start, entered):
                tested += 1
                if len(set(walk)) == size and is_tour(problem, walk):
                    tour = Tour(board, tuple(walk), problem.piece, problem.closed)
                    return Found(tour, stats(begun - 1 + size, found=1))
                if tested % 4096 == 0:
                    budget.spend(sum(entered) - budget.nodes)
    except LimitHit as hit:
        return GaveUp(hit.limit, stats(begun - 1 + size))
    done = stats(begun)
    return Impossible(Exhausted("naive", done.nodes), done)


def _starts(problem: Problem) -> range:
    if problem.numbered().keys() - {1, problem.size} or problem.forced or problem.forbidden:
        raise InvalidProblem("naive-needs")
    return starts(problem)


def _walks(graph: Graph, start: int, entered: list[int]) -> Iterator[list[int]]:
    """Yield every walk of full length (a reused list); count the vertices in `entered` by depth."""
    walk = [start]
    entered[0] += 1
    tries = [iter(graph.neighbours(start))]
    if len(graph) == 1:
        yield walk
    while tries:
        step = next(tries[-1], None)
        if step is None:
            tries.pop()
            walk.pop()
            continue
        entered[len(walk)] += 1
        walk.append(step)
        if len(walk) == len(graph):
            yield walk
            walk.pop()
        else:
            tries.append(iter(graph.neighbours(step)))


def _in_powers_of_ten(number: int) -> Message:
    from decimal import Decimal  # floats end at 10^308

    digits, power = f"{Decimal(number):.1e}".split("e+")
    return Message("naive-power", {"digits": float(digits), "power": int(power)})
