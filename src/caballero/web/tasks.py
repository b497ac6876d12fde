"""The work for each answer: from the JSON of a request to the JSON of the answer.

:mod:`.models` checks the requests before; this module imports nothing of the web, so that workers
need not load it.

Invariants: a task gives up after its seconds; it raises only errors of the library.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import prod
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast

from caballero.counting import count_tours, known_counts
from caballero.find import hints, solve
from caballero.formats import outcome_json
from caballero.formats.claims import read_claim
from caballero.formats.write import VERSION, certificate_json
from caballero.machine.errors import LimitReached, TooLarge
from caballero.machine.limits import Limits
from caballero.machine.words import Message
from caballero.model.board import Board, Square, parse_place
from caballero.model.interchange import place_json, problem_json, read_problem
from caballero.model.problem import Problem
from caballero.proof.argument import argument, shown
from caballero.proof.claim import Claim, claim_of_squares
from caballero.proof.deduction import Deduction
from caballero.proof.game import renumbered
from caballero.proof.judge import verify
from caballero.proof.outcome import Found, GaveUp, Impossible, Outcome
from caballero.proof.reasoned import Reason
from caballero.teaching import search_tree
from caballero.teaching.pictures.tree import tree_json as tree_data

from . import bounds

Json: TypeAlias = dict[str, Any]

MOST_FAULTS: Final = 200
"""The most faults that are sent."""


def problem_of(request: Json) -> Problem:
    """Read the problem of a request; a clue is an object, and an absent field may be null."""
    set_fields = _set_fields(request)
    board = _set_fields(request["board"])
    clues = [(clue["square"], clue["number"]) for clue in request.get("clues", ())]
    return read_problem({"closed": False, **set_fields, "board": board, "clues": clues})


def _set_fields(data: Json) -> Json:
    return {name: value for name, value in data.items() if value is not None}


def square_on(board: Board, square: list[int] | str) -> Square:
    """Return a square of a board, by name or coordinates; refuse a square that is not on it."""
    if isinstance(square, str):
        return board.parse_square(square)
    board.index(tuple(square))
    return tuple(square)


def solve_json(request: Json, language: str) -> Json:
    """Find a tour, or prove that none exists; raise :class:`LimitReached` at a limit."""
    problem = problem_of(request)
    limits = Limits(seconds=request["seconds"], megabytes=bounds.MEGABYTES)
    outcome = solve(problem, limits=limits, seed=request.get("seed") or 0)
    if isinstance(outcome, GaveUp):
        raise LimitReached(outcome)
    answer = outcome_json(problem, outcome, language)
    if isinstance(outcome, Impossible):
        answer |= _argument_json(argument(problem, outcome.certificate), language)
    return answer


def _argument_json(lines: Sequence[Reason], language: str) -> Json:
    """Return the lines of an argument, and the marks of the last, the reason."""
    steps = [line.to_data(language) for line in shown(lines)]
    return {"argument": steps, "marks": steps[-1]["marks"], "legend": steps[-1]["legend"]}


def verify_json(request: Json, language: str) -> Json:
    """Verify a claimed tour."""
    problem = problem_of(request)
    claim = read_claimed(request["tour"], problem.board)
    if request.get("shown"):
        problem = _problem_of_claim(claim, request)
    verdict = verify(claim, problem)
    faults = [
        {
            "code": fault.code,
            "message": fault.message.text(language),
            "places": [place_json(place) for place in fault.places],
        }
        for fault in verdict.faults[:MOST_FAULTS]
    ]
    return {
        "caballero": VERSION,
        "status": "valid" if verdict.valid else "invalid",
        "message": verdict.message.text(language) if verdict.valid else faults[0]["message"],
        **problem_json(problem),
        "faults": faults,
        "line": _numbered_squares(claim, problem.board),
    }


def read_claimed(tour: str | list[Any], board: Board) -> Claim:
    """Read a claimed tour: a text, or squares in order."""
    if isinstance(tour, str):
        if (words := len(re.findall(r"\n|[^\s,;]+", tour))) > bounds.CLAIM_CELLS:
            raise TooLarge("web-claim", count=words, most=bounds.CLAIM_CELLS)
        return read_claim(tour)
    rows = board.shape[0] if len(board.shape) == 2 else None
    return claim_of_squares([_claimed_place(square, rows) for square in tour])


def _problem_of_claim(claim: Claim, request: Json) -> Problem:
    """Return the problem in a claim: its board, and its piece and kind if it has them."""
    board = claim.board_shown()
    assert isinstance(board, Board)  # the texts that are read here describe boards only
    if (count := prod(board.shape)) > bounds.SOLVE_SQUARES:
        raise TooLarge("web-squares", count=count, most=bounds.SOLVE_SQUARES)
    if claim.board is None:
        board = board.on(request["board"].get("surface", "flat"))
    return Problem(
        board,
        piece=claim.piece or request.get("piece", "knight"),
        closed=request.get("closed", False) if claim.closed is None else claim.closed,
    )


def _numbered_squares(claim: Claim, board: Board) -> list[list[Any]]:
    """Return the claimed squares on the board with their numbers, right or wrong."""
    rows = board.shape[0] if len(board.shape) == 2 else None
    places = [(n, parse_place(p, rows) if isinstance(p, str) else p) for n, p in claim.numbered]
    numbered = [(n, list(cast("Square", place))) for n, place in places if place in board]
    return [[n, square] for n, square in sorted(numbered)[: bounds.SOLVE_SQUARES]]


def _claimed_place(square: list[int] | str, rows: int | None) -> object:
    """Return the place of a claim, on the board or not; keep a text that is not a square."""
    return (parse_place(square, rows) or square) if isinstance(square, str) else tuple(square)


def hint_json(request: Json, language: str) -> Json:
    """Help with a tour in progress."""
    problem = problem_of(request)
    path = [square_on(problem.board, square) for square in request["path"]]
    seconds, strength = request["seconds"], request["strength"]
    share = seconds / 2 if strength >= 2 else seconds
    outcome = hints.finish(problem, path, share, bounds.MEGABYTES)
    answer: Json = {
        "caballero": VERSION,
        "status": "hint",
        "finishable": _finishable(outcome),
        **_told(hints.verdict(problem, path, outcome), language),
    }
    if isinstance(outcome, Impossible):
        answer |= _lost_json(problem, path, outcome, share, language)
    if strength >= 2:
        found = hints.candidates(problem, path, share, bounds.MEGABYTES)
        answer["candidates"] = [
            {
                "square": list(move.square),
                "name": problem.board.square_name(move.square),
                "exits": move.exits,
                "finishable": _finishable(move.outcome),
                "message": move.message.text(language),
            }
            for move in found
        ]
    if strength == 3:
        answer |= _move_json(problem, path, found, outcome, language)
    return answer


def _lost_json(
    problem: Problem, path: list[Square], outcome: Impossible, seconds: float, language: str
) -> Json:
    """Return why a path has no rest: of the whole board, if it never had a tour."""
    verdict = hints.verdict(problem, path, outcome)
    whole = hints.whole_outcome(problem, path, seconds, bounds.MEGABYTES)
    if isinstance(whole, Impossible):
        # Forced moves of an open tour without its first square have no simple form.
        never = problem.closed or not isinstance(whole.certificate, Deduction)
        path, outcome = ([], whole) if never else (path, outcome)
        reason = hints.reason_after(problem, path, outcome.certificate)
        why = reason if never else Message("hint-never-here", {"reason": reason})
        verdict = Reason(Message("hint-never"), why=why)
    certificate = renumbered(problem, path, outcome.certificate)
    reason = hints.reason_after(problem, path, outcome.certificate)
    lines = hints.argument(problem, path, outcome.certificate)
    return {
        **_told(verdict, language),
        "certificate": {**certificate_json(certificate, language), "reason": reason.text(language)},
        **_argument_json(lines, language),
    }


def _told(verdict: Reason, language: str) -> Json:
    return {"message": verdict.text(language), "short": verdict.message.text(language)}


def _move_json(
    problem: Problem,
    path: list[Square],
    found: list[hints.Candidate],
    outcome: Outcome,
    language: str,
) -> Json:
    """Return the move to make, why, and the rest of a tour that begins with it."""
    chosen = hints.suggestion(problem, path, found, outcome)
    if chosen is None:
        return {"move": None, "rest": []}
    move, why = chosen
    rest = hints.rest(outcome, path)
    for candidate in found:
        if candidate.square == move and isinstance(candidate.outcome, Found):
            rest = [move, *hints.rest(candidate.outcome, [*path, move])]
    return {
        "move": list(move),
        "why": why.text(language),
        "rest": [list(square) for square in rest],
    }


def _finishable(outcome: Outcome) -> bool | None:
    return None if isinstance(outcome, GaveUp) else not isinstance(outcome, Impossible)


def count_json(request: Json, language: str) -> Json:
    """Count the tours; raise :class:`LimitReached` at a limit."""
    count = count_tours(
        problem_of(request),
        directed=request.get("directed", False),
        up_to_symmetry=request.get("up_to_symmetry", False),
        limits=Limits(seconds=request["seconds"], megabytes=bounds.MEGABYTES),
    )
    convention = count.convention.text(language)
    return count.to_dict() | {"status": "counted", "convention": convention}


def known_json(request: Json, language: str) -> Json:
    """Look up the published counts."""
    entries = [
        {
            "count": str(count.value),
            "source": count.source,
            "convention": count.convention.text(language),
            "directed": count.directed,
            "up_to_symmetry": count.up_to_symmetry,
            "closable": count.closable,
            "kinds": [kind.value for kind in count.kinds],
            "refuted": count.refuted,
            "note": count.note.text(language) if count.note else None,
        }
        for count in known_counts(problem_of(request))
    ]
    return {"caballero": VERSION, "status": "known", "known": entries}


def choices_of(request: Json) -> Json:
    """Return the choices of a request for a search of the textbook, besides its method."""
    names = ("order", "tie", "seed", "strategy", "bounded", "cost")
    return {name: request[name] for name in names if request.get(name) is not None}


def tree_json(request: Json, language: str) -> Json:
    """Return the tree of a search, or of its branch below some first squares.

    >>> request = {"board": {"shape": [3, 3]}, "start": "c1", "method": "backtracking"}
    >>> [branch["nodes"] for branch in tree_json({**request, "seconds": 2}, "en")["branches"]][:3]
    [15, 7, 6]
    """
    problem = problem_of(request)
    below = [square_on(problem.board, square) for square in request.get("below", ())]
    clues = [(square, number) for number, square in enumerate(below, start=1)]
    problem = replace(problem, clues=(*problem.clues, *clues))
    limits = Limits(seconds=request["seconds"], megabytes=bounds.MEGABYTES)
    tree = search_tree(problem, request["method"], limits=limits, **choices_of(request))
    answer = tree_data(tree, problem)
    for branch in cast("list[Json]", answer["branches"]):
        branch["square"] = list(problem.board.parse_square(branch["name"]))
    return {"caballero": VERSION, "status": "tree", **answer}


def longest_json(request: Json, language: str) -> Json:
    """Find the longest path, which need not visit all, and say how far it gets."""
    from caballero.best import find_longest  # expensive to load, and rarely needed

    problem = problem_of(request)
    limits = Limits(seconds=request["seconds"], megabytes=bounds.MEGABYTES)
    best = find_longest(problem, limits=limits)
    kind = "farthest" if not best.optimal else "longest" if best.cost else "none"
    numbers = sorted(number for _place, number in problem.clues)
    begun = bool(numbers) and numbers == [*range(1, len(numbers) + 1)]
    message = Message(
        f"web-{kind}{'-begun' if begun else ''}{'-closed' if problem.closed else ''}",
        {"count": best.cost, "bound": best.bound, "size": len(problem)},
    )
    return {
        "caballero": VERSION,
        "status": "longest",
        "message": message.text(language),
        **problem_json(problem),
        "visited": best.cost,
        "bound": best.bound,
        "optimal": best.optimal,
        "squares": [place_json(square) for square in best.tour],
    }


TASKS: Final[Mapping[str, Callable[[Json, str], Json]]] = MappingProxyType(
    {
        "solve": solve_json,
        "longest": longest_json,
        "hint": hint_json,
        "count": count_json,
        "tree": tree_json,
        "verify": verify_json,
        "known": known_json,
    }
)
"""The tasks of this module, by name."""
