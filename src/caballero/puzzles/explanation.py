"""How a person solves a puzzle: every step with its reason, a grade, and hints.

The grade is that of the hardest rule that is needed:

====== ===========================================================================
easy   ``next``, ``reach``: a number has one place left near the known ones
medium ``square``: a place has one number left
hard   ``dead-end``, ``narrow``, ``colour``, ``marks``: several places at a time
expert ``trial``: supposing a number at a place; also if even that is not enough
====== ===========================================================================

Of a puzzle with waypoints, whose numbers are not known, the rules are about moves (:mod:`.joins`):
``exits`` and ``loop`` are easy, ``order`` and ``bridge`` medium, ``glance`` is hard, and
``suppose`` expert.

Only a puzzle with one solution has a grade. ``direction`` only chooses between a tour and its
reverse, and counts as easy.

A maker reaches a grade by the number of clues. Of 36 puzzles (wazir, king and knight, 6×6 and 8×8,
six of each) that have no clue to spare, and then more for a part of the squares, are:

========== ==== ====== ==== ======
more clues easy medium hard expert
========== ==== ====== ==== ======
none          0      0    8     28
10 %          3      5   16     12
20 %          6     11   17      2
30 %         18     10    8      0
40 %         29      6    1      0
========== ==== ====== ==== ======
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import Final

from caballero.core.errors import LimitReached
from caballero.core.limits import Budget, LimitHit, Limits
from caballero.core.problem import Ground, Place, Problem
from caballero.core.tour import Tour
from caballero.core.words import Message
from caballero.find import solve
from caballero.proof.facts import is_tour
from caballero.proof.outcome import GaveUp, Impossible, stats_of

from .joins import RULES as JOIN_RULES, Joins, join_steps
from .position import Position
from .rules import RULES, Step, steps_of, too_far
from .unique import Several, Unique, Uniqueness, is_unique

GRADES: Final = {
    "easy": ("next", "reach", "direction", "exits", "loop"),
    "medium": ("square", "order", "bridge"),
    "hard": ("dead-end", "narrow", "colour", "marks", "glance"),
    "expert": ("trial", "suppose"),
}
"""The grades, the easiest first, with the rules that they need."""

HARDER: Final = tuple(chain.from_iterable(GRADES.values()))
"""The rules, the easiest first."""

HINT_SECONDS: Final = 2.0
"""How long a hint may take by default."""


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """How a person solves a puzzle, step by step.

    Parameters
    ----------
    problem : Problem
        The puzzle.
    steps : tuple of Step
        The steps, each by the easiest rule that has one.
    tour : Tour, optional
        The tour to which the steps lead; None if they do not lead to one.
    answer : Unique, Several, Impossible or GaveUp, optional
        How many tours there are, if the steps lead neither to a tour nor to a contradiction;
        :class:`GaveUp` if a limit was reached.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.puzzles import explain
    >>> explanation = explain(Problem("1 . .\\n. . .\\n5 . .", piece="wazir"))
    >>> explanation.grade, explanation.counts
    ('medium', {'square': 3, 'next': 4})
    >>> print(explanation.steps[3])
    Number 3 is at b2, the only free place one move from number 2 (b3).
    """

    problem: Problem
    steps: tuple[Step, ...]
    tour: Tour | None
    answer: Uniqueness | None = field(default=None, compare=False)

    @property
    def solved(self) -> bool:
        """Whether the rules lead to a tour; it is then the only one."""
        return self.tour is not None

    @property
    def counts(self) -> dict[str, int]:
        """How many steps use each rule."""
        return dict(Counter(step.rule for step in self.steps))

    @property
    def hardest(self) -> str | None:
        """The hardest rule that a step uses; None if there is no step."""
        counts = self.counts
        return next((rule for rule in reversed(HARDER) if rule in counts), None)

    @property
    def grade(self) -> str | None:
        """How hard the puzzle is: ``easy``, ``medium``, ``hard`` or ``expert``.

        None if it has several solutions, or none, or if a limit was reached.
        """
        if not self.solved:
            return "expert" if isinstance(self.answer, Unique) else None
        return next((name for name, rules in GRADES.items() if self.hardest in rules), "easy")

    def text(self, language: str | None = None) -> str:
        """Return the numbered steps and the grade in a language, one in a line.

        Parameters
        ----------
        language : str, optional
            ``en`` or ``es``; by default the reader's, see :func:`caballero.language`.
        """
        lines = [f"{i}. {step.message.text(language)}" for i, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, self.summary.text(language)])

    @property
    def summary(self) -> Message:
        """The grade in a sentence, with the hardest rule and how often it is used.

        Or why there is no grade.
        """
        if not self.solved:
            match self.answer:
                case GaveUp() as gave_up:
                    reason = LimitReached(gave_up).message
                    return Message("explained-limit", {"reason": reason})
                case Several():
                    return Message("explained-several")
                case Unique():
                    return Message("explained-unsolved")
            return Message("explained-contradiction")
        rule = self.hardest
        grade = Message(f"level-{self.grade}")
        if rule is None:
            return Message("step-complete")
        data = {"rule": Message(f"rule-{rule}"), "count": self.counts[rule]}
        return Message("explained", {"grade": grade, **data})

    def __repr__(self) -> str:
        return f"<explanation: {len(self.steps)} steps, {self.grade or 'no grade'}>"

    def __str__(self) -> str:
        """Return the steps and the grade."""
        return self.text()


def explain(
    ground: Ground,
    *,
    limits: Limits | float | None = None,
) -> Explanation:
    """Solve a puzzle as a person does, and say how hard it is.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        A whole problem, or a drawing with numbers, which may stand under a line such as
        ``king closed``.
    limits : Limits or float, optional
        When to give up; a number means seconds. Never by default. A step is a node, and so is a
        number that is supposed at a place.

    Returns
    -------
    Explanation
        The steps and the grade. If there are several tours, the steps end where these differ, and
        there is no grade; nor is there at a limit.

    Raises
    ------
    InvalidInput
        If the problem makes no sense.

    See Also
    --------
    hint : the next steps alone.
    is_unique : whether there is one tour.

    Notes
    -----
    Puzzles take hundredths of a second; if numbers must be supposed, those of 64 squares up to
    about a second, and of 100 squares up to three.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.puzzles import explain
    >>> explain(Problem("1 . 3\\n. . .\\n7 . 9", piece="wazir")).grade
    'easy'
    """
    budget = Budget(limits)
    problem = Problem(ground)
    return explained(problem, budget, lambda: is_unique(problem, limits=budget.left))


def explained(problem: Problem, budget: Budget, decide: Callable[[], Uniqueness]) -> Explanation:
    """Explain a puzzle within a budget.

    `decide` is asked how many tours there are, if the rules do not tell.
    """
    steps: list[Step] = []
    try:
        onward, told_tour = _solving(problem, budget)
        steps.extend(onward)
    except LimitHit as hit:
        return Explanation(problem, tuple(steps), None, GaveUp(hit.limit, stats_of(budget)))
    tour = told_tour()
    told = tour is not None or (steps and steps[-1].rule == "contradiction")
    return Explanation(problem, tuple(steps), tour, None if told else decide())


def grade_of(problem: Problem, budget: Budget) -> str:
    """Return the grade of a problem that has one tour; raise ``LimitHit`` at a limit.

    It is expert where the other rules do not lead to the tour, so no number is supposed.
    """
    onward, told_tour = _solving(problem, budget, without=GRADES["expert"])
    steps, tour = tuple(onward), told_tour()
    return "expert" if tour is None else Explanation(problem, steps, tour).grade or "expert"


def trials_of(problem: Problem, tour: Tour, budget: Budget) -> int:
    """Return how often no rule but a trial leads on; each time the tour tells a number.

    It is the first one that is missing, as a person would try it.
    """
    position, count = Position.of(problem, budget), 0
    rules = [name for name in RULES if name not in GRADES["expert"]]
    while True:
        for _step in steps_of(position, rules):
            pass
        if (t := next((t for t, v in enumerate(position.squares) if v < 0), None)) is None:
            return count
        position.place(t, problem.vertex(tour.squares[t]))
        count += 1


def _solving(
    problem: Problem, budget: Budget, without: Collection[str] = ()
) -> tuple[Iterator[Step], Callable[[], Tour | None]]:
    """Return the steps of a problem by all rules but some, and what tells the tour after them."""

    def tour_of(order: Sequence[int] | None) -> Tour | None:
        if order is None or min(order, default=-1) < 0 or not is_tour(problem, order):
            return None
        return Tour(problem.ground, tuple(order), problem.piece, problem.closed)

    if problem.waypoints:
        joins = Joins(problem, budget)
        used = [name for name in JOIN_RULES if name not in without]
        return join_steps(joins, used), lambda: tour_of(joins.order())
    position = Position.of(problem, budget)
    used = [name for name in RULES if name not in without]
    return steps_of(position, used), lambda: tour_of(position.squares)


def hint(
    ground: Ground,
    *,
    path: Sequence[Place] = (),
    limits: Limits | float | None = HINT_SECONDS,
) -> tuple[Step, ...]:
    """Say the next steps in a puzzle, with their reasons, up to the next number.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        The puzzle, with the numbers that are filled in so far.
    path : sequence of place, optional
        The squares of a Zip that are joined so far, one after the other.
    limits : Limits or float, optional
        When to give up; a number means seconds. After 2 seconds by default. The time is for the
        rules, and then for a tour with these numbers, to see whether one of them is wrong.

    Returns
    -------
    tuple of Step
        At least one. The last one has a number, or with waypoints a move; or its rule is
        ``contradiction`` if no tour has these numbers, ``complete`` if all are filled in, ``none``
        if no rule has a step, and ``limit`` if a limit was reached before that.

    Raises
    ------
    InvalidInput
        If the problem makes no sense.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.puzzles import hint
    >>> print(*hint(Problem("1 . 3\\n. . .\\n7 . 9", piece="wazir")))
    Number 2 is at b3, the only free place one move from number 1 (a3) and from number 3 (c3).
    >>> print(*hint(Problem("1 . 3\\n2 . .\\n7 . 9", piece="wazir")))
    Numbers 2 (a2) and 3 (c3) are not one move apart.
    >>> zip_ = Problem("zip\\n1 . .\\n. . .\\n. . 2\\nwalls: a3-b3")
    >>> print(*hint(zip_, path=["a3", "a2", "a1", "b1"]))
    b3 has no move to spare: the tour joins it to c3, b2.
    """
    budget = Budget(limits)
    problem = Problem(ground)
    if path:
        problem = replace(problem, forced=frozenset((*problem.forced, *pairwise(path))))
    told: list[Step] = []
    joined = bool(problem.waypoints)
    try:
        steps, _told_tour = _solving(problem, budget)
        for step in steps:
            told.append(step)
            if step.number is not None or (joined and step.neighbours):
                break
    except LimitHit as hit:
        gave_up = GaveUp(hit.limit, stats_of(budget))
        return (*told, Step("limit", LimitReached(gave_up).message))
    if told and told[-1].rule == "contradiction":
        return tuple(told)
    if isinstance(outcome := solve(problem, limits=budget.left), Impossible):
        return (_contradiction(outcome, steps),)
    if told and (told[-1].number is not None or (joined and told[-1].neighbours)):
        return tuple(told)
    rule = "complete" if len(problem.numbered()) == problem.size else "none"
    return (*told, Step(rule, Message(f"step-{rule}")))


def why_not(
    ground: Ground,
    place: Place,
    number: int,
    *,
    limits: Limits | float | None = HINT_SECONDS,
) -> tuple[Step, ...]:
    """Say why a number is not at a place: what would follow, up to a contradiction.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        The puzzle, with the numbers that are filled in so far.
    place : square, label or name
        A place without a number.
    number : int
        A number that has no place.
    limits : Limits or float, optional
        When to give up; a number means seconds. After 2 seconds by default.

    Returns
    -------
    tuple of Step
        At least one. The rule of the last one is ``contradiction``; or it is ``none`` if the rules
        find nothing against the number, and ``limit`` if a limit was reached before that.

    Raises
    ------
    InvalidInput
        If the problem makes no sense, or the number cannot be there because of a clue.

    See Also
    --------
    hint : the next steps.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.puzzles import why_not
    >>> puzzle = Problem("1 . 3\\n. . .\\n7 . 9", piece="wazir")
    >>> print(*why_not(puzzle, "b2", 2))
    Numbers 1 (a3) and 2 (b2) are not one move apart.
    >>> print(*why_not(puzzle, "b2", 6))
    No way of 3 moves through free places leads from number 3 (c3) to b2, so number 6 is not there.
    >>> print(*why_not(puzzle, "b2", 5))
    No rule is against number 5 at b2.
    """
    budget = Budget(limits)
    problem = Problem(ground)
    supposed = replace(problem, clues=(*problem.clues, (place, number)))
    told: list[Step] = []
    try:
        position = Position.of(supposed, budget)
        if step := too_far(position, number - 1):
            return (step,)
        for step in steps_of(position):
            told.append(step)
            if step.rule == "contradiction":
                return tuple(told)
    except LimitHit as hit:
        gave_up = GaveUp(hit.limit, stats_of(budget))
        return (*told, Step("limit", LimitReached(gave_up).message))
    where = supposed.place(supposed.numbered()[number])
    data = {"number": number, "place": supposed.place_name(where)}
    return (Step("none", Message("step-not-refuted", data)),)


def _contradiction(outcome: Impossible, steps: Iterator[Step]) -> Step:
    """Return where the rules see at last that there is no tour, or the search's answer."""
    try:
        for step in steps:
            if step.rule == "contradiction":
                message = Message("step-wrong-place", {"reason": step.message})
                return replace(step, message=message)
    except LimitHit:
        pass
    return Step("contradiction", Message("step-wrong", {"reason": outcome.reason}))
