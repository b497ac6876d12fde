"""Puzzles: made with their solutions, and steps in them explained.

Invariants: a puzzle that is sent has one solution, which is sent with it; without a time limit the
same request is answered with the same puzzle, on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from caballero.formats.write import VERSION, certificate_json
from caballero.machine.errors import InvalidProblem, LimitReached, NoTour
from caballero.machine.limits import Limits
from caballero.machine.words import Message
from caballero.model.interchange import constraints_json, place_json, problem_json
from caballero.puzzles import hint, make_puzzle, why_not

from . import bounds
from .tasks import Json, problem_of, square_on


def puzzle_json(request: Json, language: str) -> Json:
    """Make a puzzle; say why not if the board has no tour, and raise an error at a limit."""
    seconds = request.get("seconds")
    try:
        puzzle = make_puzzle(
            problem_of(request),
            kind=request["kind"],
            symmetric=request.get("symmetric", False),
            level=request.get("level"),
            seed=request["seed"],
            limits=None if seconds is None else Limits(seconds, megabytes=bounds.MEGABYTES),
        )
    except NoTour as none:
        reason = {"certificate": certificate_json(none.outcome.certificate, language)}
        return {"caballero": VERSION, "status": "impossible", **reason}
    except LimitReached as reached:
        if reached.outcome.limit != "method":
            raise
        level = Message(f"level-{request['level']}")
        raise InvalidProblem("web-puzzle-level", level=level) from None
    problem, tour = puzzle.problem, puzzle.tour
    places = [place_json(place) for place in tour.squares]
    constraints = constraints_json(problem)
    if problem.waypoints:
        given = {"waypoints": constraints["waypoints"], "walls": constraints.get("walls", [])}
    else:
        clues = [[places[number - 1], number] for number in sorted(problem.numbered())]
        given = {"clues": clues, "trials": puzzle.trials or 0}
        given["forced"] = constraints.get("forced", [])
    return {
        "caballero": VERSION,
        "status": "made",
        **problem_json(problem),
        **given,
        "tour": places,
        "grade": puzzle.grade,
        "minimal": puzzle.minimal,
    }


def step_json(request: Json, language: str) -> Json:
    """Return the next steps in a puzzle, up to the next number; or why a number is not at a square.

    With waypoints, the steps lead to the next move of the path that is drawn so far.
    """
    problem = problem_of(request)
    if supposed := request.get("supposed"):
        square = square_on(problem.board, supposed["square"])
        steps = why_not(problem, square, supposed["number"])
    else:
        path = [square_on(problem.board, square) for square in request.get("path", ())]
        steps = hint(problem, path=path)
    answers = []
    for step in steps:
        finds = step.number is not None and step.rule != "contradiction"
        found = [place_json(step.place), step.number] if finds else None
        answers.append({**step.to_data(language), "rule": step.rule, "found": found})
    return {"caballero": VERSION, "status": "step", "steps": answers}


TASKS: Final[Mapping[str, Callable[[Json, str], Json]]] = MappingProxyType(
    {"puzzle": puzzle_json, "puzzle/hint": step_json}
)
"""The tasks of this module, by name."""
