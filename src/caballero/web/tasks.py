"""What the server does for an answer: from the JSON of a request to the JSON of the answer.

The requests were checked by :mod:`.models`; this knows no web, so that a worker need not load
any.

Invariants: a task gives up by itself when its seconds are over; what it raises is an error of
the library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast

from caballero.board import Board, Square, parse_place, wraps_of
from caballero.claim import Claim, claim_of
from caballero.count import count_tours, known_counts
from caballero.errors import LimitReached, TooLarge
from caballero.find import hints, solve
from caballero.formats import outcome_json
from caballero.formats.claims import read_claim
from caballero.formats.write import VERSION, place_json, problem_json
from caballero.judge import verify
from caballero.limits import Limits
from caballero.outcome import GaveUp, Impossible, Outcome
from caballero.problem import Problem
from caballero.render.certificate import legend_of, marks_of
from caballero.words import Message

from . import bounds

Json: TypeAlias = dict[str, Any]

MOST_FAULTS: Final = 200
"""More faults than this are not sent: nobody looks at them."""


def problem_of(asked: Json) -> Problem:
    """Make the problem that a request asks.

    Parameters
    ----------
    asked : dict
        Of the form of :class:`caballero.web.models.Wished`; what is left out is not asked.

    Examples
    --------
    >>> from caballero.web.tasks import problem_of
    >>> problem_of({"board": {"shape": [3, 4]}, "start": "a1"}).start
    (2, 0)
    """
    ground = asked["board"]
    shape = tuple(ground["shape"])
    wraps = wraps_of(ground.get("surface", "flat"), len(shape))
    board = Board(shape, tuple(map(tuple, ground.get("holes", ()))), wraps)
    return Problem.of(
        board,
        piece=asked.get("piece", "knight"),
        closed=asked.get("closed", False),
        start=_place(asked.get("start")),
        end=_place(asked.get("end")),
        clues={_place(clue["square"]): clue["number"] for clue in asked.get("clues", ())},
        forced=[(_place(a), _place(b)) for a, b in asked.get("forced", ())],
        forbidden=[(_place(a), _place(b)) for a, b in asked.get("forbidden", ())],
    )


def _place(square: list[int] | str | None) -> Any:
    """A square as the library writes it."""
    return tuple(square) if isinstance(square, list) else square


def _on(board: Board, square: list[int] | str) -> Square:
    """A square of a board, by name or coordinates; it raises if there is none."""
    if isinstance(square, str):
        return board.parse_square(square)
    board.index(tuple(square))
    return tuple(square)


def solved(asked: Json, language: str) -> Json:
    """Find a tour, or prove that there is none.

    Raises
    ------
    LimitReached
        If the time or the memory was not enough.

    Examples
    --------
    >>> from caballero.web.tasks import solved
    >>> answer = solved({"board": {"shape": [4, 4]}, "seconds": 5, "seed": 0}, "en")
    >>> answer["status"], answer["certificate"]["kind"]
    ('impossible', 'theorem')
    """
    problem = problem_of(asked)
    limits = Limits(seconds=asked["seconds"], megabytes=bounds.MEGABYTES)
    outcome = solve(problem, limits=limits, seed=asked["seed"])
    if isinstance(outcome, GaveUp):
        raise LimitReached(outcome)
    return outcome_json(problem, outcome, language) | _marked(problem, outcome, language)


def _marked(problem: Problem, outcome: Outcome, language: str) -> Json:
    """The squares that a certificate is about, each with its mark, and what the marks mean."""
    if not isinstance(outcome, Impossible):
        return {}
    marks = marks_of(problem, outcome.certificate)
    return {
        "marks": [[list(cast("Square", place)), mark] for place, mark in marks.items()],
        "legend": legend_of(outcome.certificate, marks.values(), language),
    }


def verified(asked: Json, language: str) -> Json:
    """Judge a claimed tour.

    Examples
    --------
    >>> from caballero.web.tasks import verified
    >>> answer = verified({"board": {"shape": [3, 3]}, "tour": "a1 b3 c1"}, "en")
    >>> answer["status"], answer["message"]
    ('invalid', 'In the list: 3, but to be visited: 9.')
    """
    problem = problem_of(asked)
    claim = claimed(asked["tour"], problem.board)
    if asked.get("shown"):
        problem = _shown(claim, asked)
    verdict = verify(claim, problem)
    faults = [
        {
            "code": fault.code,
            "message": fault.message.text(language),
            "places": [place_json(place) for place in fault.places],
        }
        for fault in verdict.faults[:MOST_FAULTS]
    ]
    kind = "verdict-closed" if problem.closed else "verdict-open"
    valid = Message(kind, {"piece": problem.piece.title, "board": problem.ground})
    return {
        "caballero": VERSION,
        "status": "valid" if verdict.valid else "invalid",
        "message": valid.text(language) if verdict.valid else faults[0]["message"],
        **problem_json(problem),
        "faults": faults,
        "line": _line(claim, problem.board),
    }


def claimed(tour: str | list[Any], board: Board) -> Claim:
    """Read a tour as it was sent: a text, or squares in order.

    Examples
    --------
    >>> from caballero import Board
    >>> from caballero.web.tasks import claimed
    >>> claimed(["a1", [0, 0]], Board((3, 3))).numbered
    ((1, (2, 0)), (2, (0, 0)))
    """
    if isinstance(tour, str):
        return read_claim(tour)
    rows = board.shape[0] if len(board.shape) == 2 else None
    return claim_of([_written(square, rows) for square in tour])


def _shown(claim: Claim, asked: Json) -> Problem:
    """The question that a claim answers by itself: its board, and what it says of the tour."""
    board = claim.board_shown()
    assert isinstance(board, Board)  # no text that is read here tells of a graph
    if (count := prod(board.shape)) > bounds.SOLVED:
        raise TooLarge("web-squares", count=count, most=bounds.SOLVED)
    if claim.board is None:
        board = board.on(asked["board"].get("surface", "flat"))
    return Problem.of(
        board,
        piece=claim.piece or asked.get("piece", "knight"),
        closed=asked.get("closed", False) if claim.closed is None else claim.closed,
    )


def _line(claim: Claim, board: Board) -> list[list[Any]]:
    """What was claimed and lies on the board, by number: for a picture, right or wrong."""
    rows = board.shape[0] if len(board.shape) == 2 else None
    places = [(n, parse_place(p, rows) if isinstance(p, str) else p) for n, p in claim.numbered]
    numbered = [(n, list(cast("Square", place))) for n, place in places if place in board]
    return [[n, square] for n, square in sorted(numbered)[: bounds.SOLVED]]


def _written(square: list[int] | str, rows: int | None) -> object:
    """A square of a claim, which need not be on the board; a name that is none stays as it is."""
    return (parse_place(square, rows) or square) if isinstance(square, str) else tuple(square)


def hinted(asked: Json, language: str) -> Json:
    """Help with a tour that somebody has begun.

    Examples
    --------
    >>> from caballero.web.tasks import hinted
    >>> asked = {"board": {"shape": [5, 5]}, "path": ["a1"], "strength": 1, "seconds": 5}
    >>> hinted(asked, "en")["message"]
    'From here the tour can still be finished.'
    """
    problem = problem_of(asked)
    path = [_on(problem.board, square) for square in asked["path"]]
    seconds, strength = asked["seconds"], asked["strength"]
    share = seconds / 2 if strength == 2 else seconds
    outcome = hints.finish(problem, path, share, bounds.MEGABYTES)
    answer: Json = {
        "caballero": VERSION,
        "status": "hint",
        "finishable": _finishable(outcome),
        "message": hints.verdict(problem, path, outcome).text(language),
    }
    if isinstance(outcome, Impossible):
        smaller = hints.rest_of(problem, path)
        said = outcome_json(smaller, outcome, language)
        answer |= {"certificate": said["certificate"], **_marked(smaller, outcome, language)}
    if strength >= 2:
        found = hints.candidates(problem, path, share, bounds.MEGABYTES)
        answer["candidates"] = [
            {
                "square": list(one.square),
                "name": problem.board.square_name(one.square),
                "exits": one.exits,
                "finishable": _finishable(one.outcome),
                "message": one.message.text(language),
            }
            for one in found
        ]
    if strength == 3:
        rest = hints.rest(outcome, path)
        answer["move"] = list(rest[0]) if rest else None
        answer["rest"] = [list(square) for square in rest]
    return answer


def _finishable(outcome: Outcome) -> bool | None:
    return None if isinstance(outcome, GaveUp) else not isinstance(outcome, Impossible)


def counted(asked: Json, language: str) -> Json:
    """Count the tours.

    Raises
    ------
    LimitReached
        If the time or the memory was not enough.

    Examples
    --------
    >>> from caballero.web.tasks import counted
    >>> asked = {"board": {"shape": [3, 4]}, "seconds": 5}
    >>> counted(asked, "en")["count"]
    '8'
    """
    count = count_tours(
        problem_of(asked),
        directed=asked.get("directed", False),
        up_to_symmetry=asked.get("up_to_symmetry", False),
        limits=Limits(seconds=asked["seconds"], megabytes=bounds.MEGABYTES),
    )
    convention = count.convention.text(language)
    return count.to_dict() | {"status": "counted", "convention": convention}


def known(asked: Json, language: str) -> Json:
    """Look up the published counts.

    Examples
    --------
    >>> from caballero.web.tasks import known
    >>> known({"board": {"shape": [3, 8]}}, "en")["known"][0]["count"]
    '396'
    """
    entries = [
        {
            "count": str(one.value),
            "source": one.source,
            "convention": one.convention.text(language),
            "refuted": one.refuted,
            "note": one.note.text(language) if one.note else None,
        }
        for one in known_counts(problem_of(asked))
    ]
    return {"caballero": VERSION, "status": "known", "known": entries}


TASKS: Final[Mapping[str, Callable[[Json, str], Json]]] = MappingProxyType(
    {"solve": solved, "hint": hinted, "count": counted}
)
"""What a worker does; the rest takes no longer than asking one."""
