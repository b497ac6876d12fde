"""Help with a tour that somebody has begun: can it still be finished, and how?

The rest of a tour is a tour itself: of the board without the squares that were left behind,
from the last square on, to the given end, or to the first square again if it must close. So the
same solver answers, and its certificate is one of a smaller board with the same names.

Invariants: "can" comes with a tour that the judge accepted, "cannot" with a certificate; if the
time was not enough, neither is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from caballero.board import Board, Square
from caballero.errors import InvalidProblem
from caballero.limits import Limits
from caballero.outcome import Found, Impossible, Outcome
from caballero.problem import Problem
from caballero.words import Message

from .portfolio import solve


@dataclass(frozen=True, slots=True)
class Candidate:
    """A square that may be next.

    Parameters
    ----------
    square : tuple of int
        Which one.
    exits : int
        How many moves lead on from it, to squares that were not visited.
    outcome : Outcome
        Of the rest of the tour, if it goes there.
    message : Message
        What to think of it.
    """

    square: Square
    exits: int
    outcome: Outcome
    message: Message


def rest_of(problem: Problem, path: Sequence[Square]) -> Problem:
    """Return what is still to be done: a problem about the rest of the tour.

    Parameters
    ----------
    problem : Problem
        On a board; without forced or forbidden moves.
    path : sequence of squares
        The beginning of the tour.

    Raises
    ------
    InvalidProblem
        If the path breaks a rule.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.find.hints import rest_of
    >>> print(rest_of(Problem.of(3, end="c1"), [(0, 0), (1, 2)]).to_drawing())
    #..
    ..S
    ..E
    """
    _check(problem, path)
    if not path:
        return problem
    board, last, first = problem.board, path[-1], path[0]
    if len(path) == 1 or (problem.closed and problem.size < 3):
        return replace(problem, start=path[0])
    left = set(path[:-1])
    end = problem.end
    if problem.closed:
        # From the last square on to the first one: arriving there closes it.
        left.discard(first)
        end = first
    smaller = Board(board.shape, (*board.holes, *sorted(left)), board.wraps)
    clues = {problem.place(v): n for n, v in problem.numbered().items()}
    kept = tuple((place, n - len(path) + 1) for place, n in clues.items() if n > len(path))
    return Problem(smaller, problem.piece, False, last, None if end == last else end, kept)


def _check(problem: Problem, path: Sequence[Square]) -> None:
    """Refuse a path that no tour can begin with, whatever comes later."""
    board, seen = problem.board, set[Square]()
    given = problem.numbered()
    by_vertex = {vertex: number for number, vertex in given.items()}
    for number, square in enumerate(path, start=1):
        vertex = board.index(square)
        if square in seen:
            raise InvalidProblem("hint-twice", square=board.square_name(square))
        if number > 1 and not problem.is_move(path[number - 2], square):
            a, b = (board.square_name(path[number - 2]), board.square_name(square))
            raise InvalidProblem("not-a-move", a=a, b=b)
        seen.add(square)
        if given.get(number, vertex) != vertex or by_vertex.get(vertex, number) != number:
            raise InvalidProblem("hint-number", square=board.square_name(square), number=number)


def finish(problem: Problem, path: Sequence[Square], seconds: float, megabytes: float) -> Outcome:
    """Find the rest of a tour, or prove that the beginning was wrong.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.find.hints import finish
    >>> outcome = finish(Problem.of(5), [(0, 0), (1, 2)], seconds=5, megabytes=500)
    >>> outcome.tour.squares[0], len(outcome.tour)
    ((1, 2), 24)
    """
    limits = Limits(seconds=max(0.0, seconds), megabytes=megabytes)
    return solve(rest_of(problem, path), limits=limits)


def candidates(
    problem: Problem, path: Sequence[Square], seconds: float, megabytes: float
) -> list[Candidate]:
    """Look at every next square: how many exits it has, and whether it spoils the tour.

    Returns
    -------
    list of Candidate
        Those with the fewest exits first, as Warnsdorff's rule has it.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.find.hints import candidates
    >>> for one in candidates(Problem.of(5), [(0, 0)], seconds=5, megabytes=500):
    ...     print(one.message)
    c4 (exits: 5): the tour can still be finished from there.
    b3 (exits: 5): the tour can still be finished from there.
    """
    if not path:
        return []
    board, graph = problem.board, problem.graph()
    visited = {board.index(square) for square in path}

    def free(vertex: int) -> list[int]:
        return [w for w in graph.neighbours(vertex) if w not in visited]

    given = problem.numbered()
    by_vertex = {vertex: number for number, vertex in given.items()}
    step = len(path) + 1
    ahead = [
        v
        for v in free(board.index(path[-1]))
        if given.get(step, v) == v and by_vertex.get(v, step) == step
    ]
    scored = sorted((len(free(v)), v) for v in ahead)
    stop = perf_counter() + seconds
    found: list[Candidate] = []
    for i, (exits, vertex) in enumerate(scored):
        square = board.square(vertex)
        share = (stop - perf_counter()) / (len(scored) - i)
        outcome = finish(problem, [*path, square], share, megabytes)
        found.append(Candidate(square, exits, outcome, _said(board, square, exits, outcome)))
    return found


def _said(board: Board, square: Square, exits: int, outcome: Outcome) -> Message:
    """What to think of a next square."""
    data: dict[str, object] = {"square": board.square_name(square), "exits": exits}
    match outcome:
        case Found():
            return Message("hint-next-safe", data)
        case Impossible(certificate):
            return Message("hint-next-lost", {**data, "reason": certificate.reason})
    return Message("hint-next-unknown", data)


def verdict(problem: Problem, path: Sequence[Square], outcome: Outcome) -> Message:
    """Say whether the tour can still be finished, or that there never was one.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.find.hints import finish, verdict
    >>> problem, path = Problem.of("3x4"), [(0, 1), (2, 2)]
    >>> print(verdict(problem, path, finish(problem, path, 5, 500)))  # doctest: +ELLIPSIS
    From here the tour can no longer be finished. ...
    >>> print(verdict(Problem.of(3), [], finish(Problem.of(3), [], 5, 500)))  # doctest: +ELLIPSIS
    There is no such tour. The 3×3 board has no knight's tour ...
    """
    match outcome:
        case Found() if len(path) == problem.size:
            return Message("hint-done")
        case Found():
            return Message("hint-safe")
        case Impossible(certificate):
            code = "hint-lost" if _is_begun(problem, path) else "no-tour"
            return Message(code, {"reason": certificate.reason})
    return Message("hint-unknown")


def _is_begun(problem: Problem, path: Sequence[Square]) -> bool:
    """Whether a path is more than was asked: a start that was given, or any of a closed tour."""
    given = problem.numbered()
    decided = 1 in given or (problem.closed and not given)
    return len(path) > decided


def rest(outcome: Outcome, path: Sequence[Square]) -> list[Square]:
    """Return the squares still to visit, in order; none if no tour was found.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.find.hints import finish, rest
    >>> problem = Problem.of(6, closed=True)
    >>> outcome = finish(problem, [(0, 0), (1, 2)], 5, 500)
    >>> len(rest(outcome, [(0, 0), (1, 2)]))
    34
    """
    if not isinstance(outcome, Found):
        return []
    tour = outcome.tour
    if path and tour.closed and tour.squares[0] != path[-1]:
        tour = tour.starting_at(path[-1])
    visited = set(path)
    return [square for square in tour.squares if square not in visited]
