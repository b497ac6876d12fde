"""How hard a puzzle is for a person: a grade, a score, and the trials that it needs.

The grade is that of the hardest rule that is needed:

====== ===========================================================================
easy   ``next``, ``reach``: a number has one place left near known numbers
medium ``square``: a place has one number left
hard   ``dead-end``, ``narrow``, ``colour``, ``gap``, ``marks``, ``groups``: several
       places at a time
expert no rule leads on, but a trial: supposing a number at a place
====== ===========================================================================

Of a puzzle with waypoints, whose numbers are not known, the rules are about moves (:mod:`.joins`):
``exits`` and ``loop`` are easy, ``order`` and ``bridge`` medium, ``glance`` is hard, and
``suppose`` expert. ``direction`` only chooses between a tour and its reverse, and counts as easy.

The score adds up points, as HoDoKu does for sudokus (B. Hobiger, 2008): the points of a step are
the points of its rule, times the digits in binary of the distance to look at; and the same again,
divided by the number of steps that the rule shows at that moment, since a step among many is soon
seen. All visible steps of an easy rule are taken at once; of other rules, only the first. Where no
rule leads on, a trial costs its points, times the digits of how many numbers (or moves) are open,
and leads to the next.

Invariant: the score of a puzzle is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Final

from caballero.counting.listing.sources import backwards
from caballero.machine.limits import Budget
from caballero.model.problem import Problem
from caballero.model.tour import Tour

from .joins import RULES as JOIN_RULES, Joins, join_steps
from .position import Position
from .rules import RULES, Step, rounds_of

GRADES: Final = {
    "easy": ("next", "reach", "direction", "exits", "loop"),
    "medium": ("square", "order", "bridge"),
    "hard": ("dead-end", "narrow", "colour", "gap", "marks", "groups", "glance"),
    "expert": ("trial", "suppose"),
}
"""The grades, the easiest first, with the rules that they need."""

POINTS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "next": 1, "direction": 1, "exits": 1, "loop": 1, "reach": 2,
        "square": 6, "order": 6, "bridge": 8,
        "dead-end": 10, "narrow": 12, "colour": 12, "gap": 16, "glance": 16, "marks": 20,
        "groups": 24,
        "trial": 60, "suppose": 60,
    }
)  # fmt: skip
"""The points of each rule."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is: its grade and score, and how many trials it needs."""

    grade: str
    score: int
    trials: int


def rate(problem: Problem, tour: Tour, budget: Budget) -> Rating:
    """Rate a problem with a unique tour; raise ``LimitHit`` at a limit."""
    order = [*tour.order]
    rounds = (
        _joins(problem, order, budget) if problem.waypoints else _numbers(problem, order, budget)
    )
    score, trials, used = 0, 0, set[str]()
    for steps in rounds:
        if isinstance(steps, int):
            score, trials = score + POINTS["trial"] * steps.bit_length(), trials + 1
            continue
        rule = steps[0].rule
        used.add(rule)
        for step in steps if rule in GRADES["easy"] else steps[:1]:
            points = POINTS[rule] * step.far.bit_length()
            score += points + points // len(steps)
    needed = [grade for grade, rules in GRADES.items() if not used.isdisjoint(rules)]
    return Rating("expert" if trials else [*needed, "easy"][len(needed) - 1], score, trials)


def needs_at_most(level: str, problem: Problem, budget: Budget) -> bool:
    """Return whether the rules of a level, and of those below it, lead to a tour."""
    rules = _rules_up_to(level)
    if problem.waypoints:
        joins = Joins(problem, budget)
        for _step in join_steps(joins, [name for name in JOIN_RULES if name in rules]):
            pass
        return joins.order() is not None
    position = Position.of(problem, budget)
    for _steps in rounds_of(position, [name for name in RULES if name in rules], RULES):
        pass
    return min(position.squares) >= 0


def _rules_up_to(level: str) -> set[str]:
    """Return the rules of a level, and of those below it."""
    levels = [*GRADES]
    return {*chain.from_iterable(GRADES[name] for name in levels[: levels.index(level) + 1])}


def _numbers(problem: Problem, order: list[int], budget: Budget) -> Iterator[list[Step] | int]:
    """Yield the steps of each round; where only a trial helps, how many numbers are missing."""
    position = Position.of(problem, budget)
    rules = [name for name in RULES if name not in GRADES["expert"]]
    while True:
        for steps in rounds_of(position, rules, GRADES["easy"]):
            yield steps
            if steps[0].rule == "direction" and not _agrees(problem, order, steps[0]):
                order = backwards(problem, order)
        missing = [t for t, v in enumerate(position.squares) if v < 0]
        if not missing:
            return
        yield len(missing)
        position.place(missing[0], order[missing[0]])


def _agrees(problem: Problem, order: list[int], step: Step) -> bool:
    """Return whether a tour has the number of a step at its place."""
    assert step.number is not None
    assert step.place is not None
    return order[step.number - 1] == problem.vertex(step.place)


def _joins(problem: Problem, order: list[int], budget: Budget) -> Iterator[list[Step] | int]:
    """Yield the steps about moves in turn; where only a trial helps, how many are open."""
    joins = Joins(problem, budget)
    rules = [name for name in JOIN_RULES if name not in GRADES["expert"]]
    used = {frozenset(move) for move in pairwise([*order, order[0]] if problem.closed else order)}
    while True:
        for step in join_steps(joins, rules):
            yield [step]
        moves = [*joins.moves()]
        if not moves:
            return
        yield len(moves)
        move = moves[0]
        (joins.use if frozenset(move) in used else joins.drop)(*move)
