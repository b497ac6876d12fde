"""Help with a partial tour: can it still be finished, and how?

The rest of a tour is a tour itself: of the board without the visited squares, from the last square
to the given end, or to the first square if it must close. So the same solver answers, and its
certificate is about a smaller board with the same names.

Invariants: "can" comes with a tour that the judge accepted, "cannot" with a certificate; if the
time was not enough, the answer is neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import Final

from caballero.machine.errors import InvalidProblem
from caballero.machine.limits import Limits
from caballero.machine.values import frozen
from caballero.machine.words import Message
from caballero.model.board import Board, Square
from caballero.model.problem import Problem, restated
from caballero.proof.certificate import Certificate, Theorem, imbalance_of
from caballero.proof.deduction import after_steps
from caballero.proof.game import both, game_argument
from caballero.proof.outcome import Found, GaveUp, Impossible, Outcome
from caballero.proof.reasoned import Reason

from .portfolio import solve

REASONING: Final = ("reach", "proofs", "cut-sets")
"""The methods whose arguments stand in for a theorem; the simplest first."""


@frozen
class Candidate:
    """A square that may be next.

    Parameters
    ----------
    square : tuple of int
        The square.
    exits : int
        The number of moves from it to squares that were not visited.
    outcome : Outcome
        The outcome for the rest of the tour from there.
    message : Message
        Whether the tour can still be finished from there.
    """

    square: Square
    exits: int
    outcome: Outcome
    message: Message


def rest_of(problem: Problem, path: Sequence[Square]) -> Problem:
    """Return the rest of a tour that begins with a path, as a problem.

    The problem is on a board, without forced or forbidden moves. Raises InvalidProblem if the path
    breaks a rule.

    >>> print(rest_of(Problem(3, end="c1"), [(0, 0), (1, 2)]).to_drawing())
    #..
    ..S
    ..E
    """
    _check(problem, path)
    if not path:
        return problem
    board, last, first = problem.board, path[-1], path[0]
    if len(path) == 1 or (problem.closed and problem.size < 3):
        return restated(problem, start=path[0])
    left = set(path[:-1])
    end = problem.end
    if problem.closed:
        # The rest leads from the last square to the first, which closes the tour.
        left.discard(first)
        end = first
    smaller = Board(board, sorted(left))
    clues = {problem.place(v): n for n, v in problem.numbered().items()}
    kept = tuple((place, n - len(path) + 1) for place, n in clues.items() if n > len(path))
    return Problem(smaller, problem.piece, False, last, None if end == last else end, kept)


def _check(problem: Problem, path: Sequence[Square]) -> None:
    """Raise :class:`InvalidProblem` if the path itself breaks a rule of the problem."""
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

    A player sees an argument about squares, if there is any, rather than a cited theorem.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.find.hints import finish
    >>> print(finish(Problem(4), [], seconds=5, megabytes=500).certificate)
    Without b3, c3, b2, c2 (4), 6 separate parts remain; a tour leaves fewer.
    >>> outcome = finish(Problem(5), [(0, 0), (1, 2)], seconds=5, megabytes=500)
    >>> outcome.tour.squares[0], len(outcome.tour)
    ((1, 2), 24)
    """
    stop = perf_counter() + seconds
    rest = rest_of(problem, path)

    def solved(method: str | None = None) -> Outcome:
        limits = Limits(seconds=max(0.0, stop - perf_counter()), megabytes=megabytes)
        return solve(rest, limits=limits, method=method)

    outcome = solved()
    if not isinstance(outcome, Impossible) or not isinstance(outcome.certificate, Theorem):
        return outcome
    if (colours := imbalance_of(rest)) is not None:
        return replace(outcome, certificate=colours)
    for method in REASONING:
        argued = solved(method)
        if isinstance(argued, Impossible) and not isinstance(argued.certificate, Theorem):
            return argued
    return outcome


def candidates(
    problem: Problem, path: Sequence[Square], seconds: float, megabytes: float
) -> list[Candidate]:
    """List the possible next squares: exits, and whether a tour leads there; fewest exits first.

    >>> for candidate in candidates(Problem(5), [(0, 0)], seconds=5, megabytes=500):
    ...     print(candidate.message)
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
        each = (stop - perf_counter()) / (len(scored) - i)
        outcome = finish(problem, [*path, square], each, megabytes)
        message = _message_of(problem, [*path, square], exits, outcome)
        found.append(Candidate(square, exits, outcome, message))
    return found


def _message_of(problem: Problem, path: Sequence[Square], exits: int, outcome: Outcome) -> Message:
    """Return the message about a next square, the last of the path."""
    data: dict[str, object] = {"square": problem.board.square_name(path[-1]), "exits": exits}
    match outcome:
        case Found():
            return Message("hint-next-safe", data)
        case Impossible(certificate):
            reason = reason_after(problem, path, certificate)
            return Message("hint-next-lost", {**data, "reason": reason})
    return Message("hint-next-unknown", data)


def reason_after(problem: Problem, path: Sequence[Square], certificate: Certificate) -> Message:
    """Return the reason why a path has no rest, as the player sees it: its last line.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.find.hints import finish, reason_after
    >>> problem, path = Problem(5), [(4, 1), (3, 3)]
    >>> outcome = finish(problem, path, 5, 500)
    >>> print(reason_after(problem, path, outcome.certificate))  # doctest: +ELLIPSIS
    Every move changes the colour. So after d2, which is dark, the free squares (23) are ...
    """
    *steps, last = argument(problem, path, certificate)
    return after_steps(len(steps), last.message)


def argument(
    problem: Problem, path: Sequence[Square], certificate: Certificate
) -> tuple[Reason, ...]:
    """Return the whole reason why a path has no rest, line by line.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.find.hints import argument, finish
    >>> problem, path = Problem(5), [(4, 1), (3, 3)]
    >>> (line,) = argument(problem, path, finish(problem, path, 5, 500).certificate)
    >>> len(line.marks)
    23
    """
    return game_argument(problem, path, rest_of(problem, path), certificate)


def whole_outcome(
    problem: Problem, path: Sequence[Square], seconds: float, megabytes: float
) -> Outcome | None:
    """Find out whether the problem of a path without rest ever had a tour.

    None if nothing was decided yet: then the outcome of the path is that of the problem.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.find.hints import whole_outcome
    >>> print(whole_outcome(Problem(4), [(0, 0)], 5, 500))  # doctest: +ELLIPSIS
    There is no such tour. Without b3, c3, b2, c2 (4), 6 separate parts remain; ...
    """
    if not _exceeds_given(problem, path):
        return None
    return finish(problem, [], seconds, megabytes)


def suggestion(
    problem: Problem, path: Sequence[Square], found: Sequence[Candidate], outcome: Outcome
) -> tuple[Square, Message] | None:
    """Choose the next square after a path and say why: the fewest exits of the safe squares.

    `found` are the :func:`candidates`, and `outcome` is that of the path. None if no square is
    known to be good.

    >>> problem, path = Problem(5), [(0, 0)]
    >>> found = candidates(problem, path, seconds=5, megabytes=500)
    >>> square, why = suggestion(problem, path, found, finish(problem, path, 5, 500))
    >>> print(why)  # doctest: +ELLIPSIS
    Try c4. Of the squares from which the tour can be finished, it has the fewest exits (5), ...
    """
    name = problem.board.square_name
    good = [candidate for candidate in found if isinstance(candidate.outcome, Found)]
    if not good:
        onward = rest(outcome, path)
        if not onward:
            return None
        code = "next-found" if path else "next-first"
        return onward[0], _with_undecided(
            problem, found, Message(code, {"square": name(onward[0])})
        )
    best = good[0]
    tied = [name(candidate.square) for candidate in good if candidate.exits == best.exits]
    data = {"square": name(best.square), "exits": best.exits, "others": tied[1:]}
    if len(found) == 1:
        code = "next-only"
    elif len(good) == 1 and not any(isinstance(candidate.outcome, GaveUp) for candidate in found):
        code = "next-only-safe"
    else:
        code = "next-tie" if tied[1:] else "next-fewest"
    return best.square, _with_undecided(problem, found, Message(code, data))


def _with_undecided(problem: Problem, found: Sequence[Candidate], message: Message) -> Message:
    """Add which next squares are not decided, if there are any."""
    open_ = [candidate for candidate in found if isinstance(candidate.outcome, GaveUp)]
    if not open_:
        return message
    names = ", ".join(problem.board.square_name(candidate.square) for candidate in open_)
    return both(message, Message("next-undecided", {"squares": names}))


def verdict(problem: Problem, path: Sequence[Square], outcome: Outcome) -> Reason:
    """Return that a tour can still be finished, or cannot, or never existed, and why.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.find.hints import finish, verdict
    >>> problem, path = Problem("3x4"), [(0, 1), (2, 2)]
    >>> print(verdict(problem, path, finish(problem, path, 5, 500)))  # doctest: +ELLIPSIS
    From here the tour can no longer be finished. ...
    >>> print(verdict(Problem(3), [], finish(Problem(3), [], 5, 500)))  # doctest: +ELLIPSIS
    There is no such tour. b2 is cut off. ...
    """
    match outcome:
        case Found() if len(path) == problem.size:
            return Reason(Message("hint-done"))
        case Found():
            return Reason(Message("hint-safe"))
        case Impossible(certificate):
            code = "hint-lost" if _exceeds_given(problem, path) else "hint-none"
            return Reason(Message(code), why=reason_after(problem, path, certificate))
    return Reason(Message("hint-unknown"), why=Message("hint-unproved"))


def _exceeds_given(problem: Problem, path: Sequence[Square]) -> bool:
    """Return whether a path has more than a given start, or a closed tour's free start."""
    given = problem.numbered()
    decided = 1 in given or (problem.closed and not given)
    return len(path) > decided


def rest(outcome: Outcome, path: Sequence[Square]) -> list[Square]:
    """Return the squares still to visit, in order; none if no tour was found.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.find.hints import finish, rest
    >>> problem = Problem(6, closed=True)
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
