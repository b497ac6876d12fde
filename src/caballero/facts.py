"""Facts about problems that need no search: what the judge and the certificates rest on.

They are told by the board and the piece alone; nothing here knows a solver, and nothing here
works on the graphs that solvers work on, except :func:`component`, which walks one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from .board import Board
from .graph import Graph
from .piece import KNIGHT, Move
from .problem import Place, Problem, step_between, steps_of
from .tour import Tour


def is_tour(problem: Problem, order: Sequence[int]) -> bool:
    """Say whether a sequence of vertices is a tour as asked: the judge's question in short.

    Every search asks it before it shows a tour to anybody. It names no faults, as
    :func:`caballero.verify` does, and is therefore quick: about half a microsecond a square.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.facts import is_tour
    >>> is_tour(Problem.of("1x1"), [0]), is_tour(Problem.of("3x3"), [0, 1])
    (True, False)
    """
    count = len(problem)
    if len(order) != count or set(order) != set(range(count)):
        return False
    tour = Tour(problem.ground, tuple(order), problem.piece, problem.closed)
    if isinstance(problem.ground, Graph):
        steps_fit = all(map(problem.ground.has_edge, order, order[1:]))
    else:
        board = problem.ground
        squares = tour.squares
        allowed = steps_of(board, problem.piece)
        # The distinct steps of a tour are few, however long it is.
        if len(board.shape) == 2 and not any(board.wraps):
            made: set[Move] = {(c - a, d - b) for (a, b), (c, d) in pairwise(squares)}
        else:
            made = {step_between(board, a, b) for a, b in pairwise(squares)}
        steps_fit = made <= allowed
    if not steps_fit or (problem.closed and not tour.closable):
        return False
    if any(order[number - 1] != vertex for number, vertex in problem.numbered().items()):
        return False
    if not problem.forced and not problem.forbidden:
        return True
    used = moves_used(tour[i] for i in range(count)) | (
        moves_used([tour[-1], tour[0]]) if problem.closed else set()
    )
    wanted = {frozenset(move) for move in problem.forced}
    return wanted <= used and not used & {frozenset(move) for move in problem.forbidden}


def moves_used(line: Iterable[Place]) -> set[frozenset[Place]]:
    """Return the moves along a line of places, without their directions."""
    return {frozenset(step) for step in pairwise(line)}


def colour_counts(problem: Problem) -> tuple[int, int] | None:
    """Return how many squares have each colour, if every move changes the colour.

    Returns
    -------
    tuple of int or None
        None on a graph, for a piece that keeps the colour, or if an odd side wraps.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.facts import colour_counts
    >>> colour_counts(Problem.of("5x5")), colour_counts(Problem.of(8, piece="king"))
    ((13, 12), None)
    """
    board = problem.ground
    if not isinstance(board, Board) or not problem.piece.changes_colour:
        return None
    if any(wraps and side % 2 for side, wraps in zip(board.shape, board.wraps, strict=True)):
        return None
    cells = math.prod(board.shape)
    counts = [(cells + 1) // 2, cells // 2]
    for hole in board.holes:
        counts[board.colour(hole)] -= 1
    return counts[0], counts[1]


def colours_allow(problem: Problem, counts: tuple[int, int]) -> bool:
    """Say whether the colours can alternate along a tour as asked, given how many there are.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.facts import colours_allow
    >>> colours_allow(Problem.of("5x5"), (13, 12)), colours_allow(Problem.of("5x5"), (12, 12))
    (True, True)
    """
    if abs(counts[0] - counts[1]) > (0 if problem.closed else 1):
        return False
    return not misplaced(problem, counts)


def misplaced(problem: Problem, counts: tuple[int, int]) -> list[tuple[int, int]]:
    """The given numbers on the wrong colour.

    With more squares of one colour, the odd numbers belong to it. With equally many, the first
    given number decides which colour has the odd ones.
    """
    board = problem.board
    given = [(n, v, board.colour(board.square(v))) for n, v in problem.numbered().items()]
    if not given:
        return []
    odd = (given[0][2] + given[0][0] + 1) % 2
    if counts[0] != counts[1]:
        odd = 0 if counts[0] > counts[1] else 1
    return [(number, v) for number, v, colour in given if colour != (odd + number + 1) % 2]


def excluded_by(problem: Problem) -> str | None:
    """Return the name of the theorem that excludes every tour of a board, if one does.

    They are about knights on plain rectangles, wherever the tour starts.

    Returns
    -------
    str or None
        ``schwenk`` for closed tours, ``cull-de-curtins`` for open ones; see
        :class:`caballero.Theorem`.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.facts import excluded_by
    >>> excluded_by(Problem.of("4x30", closed=True)), excluded_by(Problem.of("3x4"))
    ('schwenk', None)
    """
    board = problem.ground
    if not isinstance(board, Board) or problem.piece != KNIGHT or len(board.shape) != 2:
        return None
    if board.holes or any(board.wraps):
        return None
    m, n = sorted(board.shape)
    if problem.closed:
        excluded = (m * n) % 2 == 1 or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8))
        return "schwenk" if excluded else None
    narrow = (m == 1 and n > 1) or m == 2
    excluded = narrow or (m, n) in {(3, 3), (3, 5), (3, 6), (4, 4)}
    return "cull-de-curtins" if excluded else None


def component(graph: Graph, origin: int) -> set[int]:
    """Return the vertices that can be reached from one of them; linear in the edges."""
    reached = {origin}
    waiting = [origin]
    while waiting:
        for neighbour in graph.neighbours(waiting.pop()):
            if neighbour not in reached:
                reached.add(neighbour)
                waiting.append(neighbour)
    return reached
