"""Puzzles: one is made with its solution, and a step in one is explained.

Invariants: a puzzle that is sent has one solution, which is sent with it; without a time limit the
same request is answered with the same puzzle, on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from caballero.formats.write import VERSION, certificate_json
from caballero.machine.errors import InvalidProblem, LimitReached, NoTour
from caballero.machine.limits import Limits
from caballero.machine.values import replace
from caballero.machine.words import Message
from caballero.model.board import Square
from caballero.model.interchange import constraints_json, place_json, problem_json
from caballero.model.problem import Place, Problem
from caballero.puzzles import Step, explain, hint, make_puzzle, why_not
from caballero.puzzles.explanation import HINT_SECONDS

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
        told = {"certificate": certificate_json(none.outcome.certificate, language)}
        return {"caballero": VERSION, "status": "impossible", **told}
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
    supposed = request.get("supposed")
    if problem.waypoints:
        path = [square_on(problem.board, square) for square in request.get("path", ())]
        told = _path_steps(problem, path, language)
        return {"caballero": VERSION, "status": "step", "steps": told}
    if supposed is None:
        steps = hint(problem)
    else:
        square = square_on(problem.board, supposed["square"])
        steps = why_not(problem, square, supposed["number"])
    told = [_told(problem, step, language) for step in steps]
    return {"caballero": VERSION, "status": "step", "steps": told}


def _path_steps(problem: Problem, path: Sequence[Square], language: str) -> list[Json]:
    """Return the steps until the next move of a path is known; a contradiction if it is wrong."""
    forced = problem.forced | {*pairwise(path)}
    explanation = explain(replace(problem, forced=forced), limits=HINT_SECONDS)
    told: list[Json] = []
    if explanation.steps and (last := explanation.steps[-1]).rule == "contradiction":
        return [_told(problem, last, language)]
    for step in explanation.steps:
        told.append(_told(problem, step, language))
        for place in step.neighbours:
            ends = {step.place, place}
            if path and path[-1] in ends and not (onward := ends - {path[-1]}).issubset(path[-2:]):
                found = {"square": place_json(onward.pop()), "number": len(path) + 1}
                return [*told[:-1], told[-1] | found]
    rule = "complete" if len(path) == problem.size else "none"
    return [*told, _told(problem, Step(rule, Message(f"step-{rule}")), language)]


def _told(problem: Problem, step: Step, language: str) -> Json:
    """Return a step, with the other squares that its reason names, and the moves that it finds."""
    used, out = (
        [[place_json(step.place), place_json(place)] for place in places if step.place is not None]
        for places in (step.neighbours, step.apart)
    )
    named = {*_named(problem, step.message), *step.neighbours} - {step.place}
    return {
        "rule": step.rule,
        "message": step.message.text(language),
        "square": None if step.place is None else place_json(step.place),
        "number": step.number,
        "excluded": list(step.excluded),
        "squares": sorted(map(place_json, named)),
        "used": used,
        "out": out,
    }


def _named(problem: Problem, message: Message) -> Iterator[Place]:
    """Yield the squares that a message names."""
    names = {problem.board.square_name(square): square for square in problem.board}
    for value in message.data.values():
        if isinstance(value, Message):
            yield from _named(problem, value)
        elif isinstance(value, str) and value in names:
            yield names[value]


TASKS: Final[Mapping[str, Callable[[Json, str], Json]]] = MappingProxyType(
    {"puzzle": puzzle_json, "puzzle/hint": step_json}
)
"""The tasks of this module, by name."""
