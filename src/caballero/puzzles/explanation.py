"""How a person solves a puzzle: every step with its reason, a grade, and hints.

The grade is the grade of the hardest rule that is needed (:mod:`.rating`). Only a puzzle with one
solution has a grade.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

from caballero.find import solve
from caballero.machine.arguments import listed
from caballero.machine.errors import LimitReached
from caballero.machine.limits import Budget, LimitHit
from caballero.machine.values import replace
from caballero.machine.words import Message
from caballero.model.problem import Ground, Place, Problem
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.facts import is_tour
from caballero.proof.outcome import Found, GaveUp, Impossible, stats_of

from .joins import Joins, join_steps, onward
from .position import Position
from .rating import GRADES as GRADES, Rating, rate
from .rules import RULES, Step, View, seen, steps_of, too_far
from .unique import Uniqueness, is_unique, uniqueness

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

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
        The steps, each by the easiest rule that applies.
    tour : Tour, optional
        The tour to which the steps lead; None if they end before.
    answer : Uniqueness, optional
        How many tours there are, if the steps lead neither to a tour nor to a contradiction, or if
        a limit was reached.
    rating : Rating, optional
        The grade, the score and the number of trials of a unique puzzle; None at a limit.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.puzzles import explain
    >>> explanation = explain(Problem("1 . .\\n. . .\\n5 . .", piece="wazir"))
    >>> explanation.grade, explanation.counts
    ('medium', {'square': 3, 'next': 4})
    >>> print(explanation.steps[3])
    Write 3 at b2. No other free place is one move from number 2 (b3).
    """

    problem: Problem
    steps: tuple[Step, ...]
    tour: Tour | None
    answer: Uniqueness | None = field(default=None, compare=False)
    rating: Rating | None = None

    @property
    def solved(self) -> bool:
        """Whether the rules lead to a tour, which is then unique."""
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
        return None if self.rating is None else self.rating.grade

    @property
    def score(self) -> int | None:
        """How hard it is in points; None if there is no grade."""
        return None if self.rating is None else self.rating.score

    @property
    def trials(self) -> int | None:
        """How often no rule helps, so that the solver must guess; None if there is no grade."""
        return None if self.rating is None else self.rating.trials

    def text(self, language: str | None = None) -> str:
        """Return the numbered steps and the grade in a language, each on a line.

        Parameters
        ----------
        language : str, optional
            ``en`` or ``es``; by default the reader's, see :func:`caballero.language`.
        """
        lines = [f"{i}. {step.text(language)}" for i, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, self.summary.text(language)])

    @property
    def summary(self) -> Message:
        """The grade in a sentence, with its hardest rule; or why there is no grade."""
        if self.rating is None:
            match None if self.answer is None else self.answer.outcome:
                case GaveUp() as gave_up:
                    reason = LimitReached(gave_up).message
                    return Message("explained-limit", {"reason": reason})
                case Found():
                    return Message("explained-several")
            return Message("explained-contradiction")
        data: dict[str, object] = {"score": self.score, "trials": self.trials}
        if not self.solved:
            return Message("explained-unsolved", data)
        rule = self.hardest
        if rule is None:
            return Message("step-complete")
        data |= {"rule": Message(f"rule-{rule}"), "count": self.counts[rule]}
        if self.trials:
            return Message("explained-trials", data)
        return Message("explained", {"grade": Message(f"level-{self.grade}"), **data})

    def __repr__(self) -> str:
        return f"<explanation: {len(self.steps)} steps, {self.grade or 'no grade'}>"

    def __str__(self) -> str:
        """Return the steps and the grade."""
        return self.text()


@verb()
def explain(ground: Ground, **asked: Unpack[Searched]) -> Explanation:
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
    is_unique : whether a problem has exactly one tour.

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
    with asking(ground, asked) as (problem, budget, _):
        return explained(problem, budget, lambda: is_unique(problem))


def explained(problem: Problem, budget: Budget, decide: Callable[[], Uniqueness]) -> Explanation:
    """Explain a puzzle within a budget; `decide` counts the tours if the rules do not."""
    steps: list[Step] = []
    answer: Uniqueness | None = None
    rating = None
    try:
        onward, told_tour = _solving(problem, budget)
        steps.extend(onward)
        tour = told_tour()
        if tour is None and not (steps and steps[-1].rule == "contradiction"):
            answer = decide()
        only = answer.tour if answer else tour
        rating = None if only is None else rate(problem, only, budget)
    except LimitHit as hit:
        tour, answer = None, uniqueness(GaveUp(hit.limit, stats_of(budget)))
    return Explanation(problem, _marked(problem, steps), tour, answer, rating)


def _marked(problem: Problem, steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return steps with marks at their places and at the places in their reasons."""
    names = {problem.place_name(place): place for place in map(problem.place, range(problem.size))}

    def named(value: object) -> Iterator[Place]:
        match value:
            case Message():
                yield from chain.from_iterable(map(named, value.data.values()))
            case list():
                yield from chain.from_iterable(map(named, value))
            case str() if value in names:
                yield names[value]

    def marked(step: Step) -> Step:
        marks = dict.fromkeys(chain(named(step.message), named(step.why)), "*")
        if step.place is not None:
            marks[step.place] = "o"
        codes = {mark: f"mark-{what}" for mark, what in (("o", "step"), ("*", "named"))}
        legend = tuple((m, Message(codes[m])) for m in sorted({*marks.values()}, reverse=True))
        return replace(step, marks=tuple(marks.items()), legend=legend)

    return tuple(map(marked, steps))


def _solving(problem: Problem, budget: Budget) -> tuple[Iterator[Step], Callable[[], Tour | None]]:
    """Return the steps of a problem, and a function that returns the tour they lead to."""

    def tour_of(order: Sequence[int] | None) -> Tour | None:
        if order is None or min(order, default=-1) < 0 or not is_tour(problem, order):
            return None
        return Tour(problem.ground, tuple(order), problem.piece, problem.closed)

    if problem.waypoints:
        joins = Joins(problem, budget)
        return join_steps(joins), lambda: tour_of(joins.order())
    position = Position.of(problem, budget)
    return steps_of(position), lambda: tour_of(position.squares)


@verb()
def hint(
    ground: Ground, *, path: Sequence[Place] = (), **asked: Unpack[Searched]
) -> tuple[Step, ...]:
    """Say the next steps in a puzzle, with their reasons, up to the next number.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        The puzzle, with the numbers that are filled in so far.
    path : sequence of place, optional
        The squares of a Zip that are joined so far, in order.
    limits : Limits or float, optional
        When to give up; a number means seconds. After 2 seconds by default. The time is for the
        rules, and then for a tour with these numbers, to see whether any of them is wrong.

    Returns
    -------
    tuple of Step
        At least one step. The last has a number, or with waypoints and no path a move; or its rule
        is ``contradiction`` if no tour has these numbers, ``complete`` if all are filled in,
        ``none`` if no rule has a step, and ``limit`` if a limit was reached before that.

    Raises
    ------
    InvalidInput
        If the problem makes no sense.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.puzzles import hint
    >>> print(*hint(Problem("1 . 3\\n. . .\\n7 . 9", piece="wazir")))
    Write 2 at b3. No other free place is one move from number 1 (a3) and from number 3 (c3).
    >>> print(*hint(Problem("1 . 3\\n2 . .\\n7 . 9", piece="wazir")))
    Numbers 2 (a2) and 3 (c3) are not one move apart.
    >>> zip_ = Problem("zip\\n1 . .\\n. . .\\n. . 2\\nwalls: a3-b3")
    >>> print(*hint(zip_, path=["a3", "a2", "a1"]))
    Join a1 to b1. No other move is left for a1.
    """
    path = listed("path", path)
    with asking(ground, asked, seconds=HINT_SECONDS) as (problem, budget, _):
        if path:
            problem = replace(problem, forced=frozenset((*problem.forced, *pairwise(path))))
        shown: list[Step] = []
        line = [problem.vertex(place) for place in path] if problem.waypoints else []
        found = False
        try:
            steps = _onward(problem, budget, line) if line else _solving(problem, budget)[0]
            for step in steps:
                shown.append(step)
                found = step.number is not None or bool(
                    problem.waypoints and not line and step.used
                )
                if found:
                    break
        except LimitHit as hit:
            return _marked(problem, (*shown, _limit(GaveUp(hit.limit, stats_of(budget)))))
        if not (shown and shown[-1].rule == "contradiction"):
            if isinstance(outcome := solve(problem), Impossible):
                shown = [_contradiction(outcome, steps)]
            elif not found:
                full = problem.size in (len(line), len(problem.numbered()))
                rule = "complete" if full else "none"
                shown.append(Step(Message(f"step-{rule}"), rule=rule))
        return _marked(problem, shown)


def _onward(problem: Problem, budget: Budget, line: Sequence[int]) -> Iterator[Step]:
    """Yield the steps to the next move of a path, from its end or else from the whole board.

    The last step has the next place, and its number.
    """
    joins, head = Joins(problem, budget), problem.place(line[-1])
    for step in chain(onward(joins, line[-1]), join_steps(joins)):
        ends = chain.from_iterable(move for move in step.used if head in move)
        if fresh := {*map(problem.vertex, ends)}.difference(line):
            place = problem.place(fresh.pop())
            names = {"place": problem.place_name(head), "others": problem.place_name(place)}
            message = Message("join-used", names)
            yield replace(step, message=message, place=place, number=len(line) + 1)
            return
        yield step


@verb()
def why_not(
    ground: Ground, place: Place, number: int, **asked: Unpack[Searched]
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
        At least one step. The rule of the last is ``contradiction``; or it is ``none`` if the rules
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
    Number 6 is not at b2. No way of 3 moves through free places leads there from number 3 (c3).
    >>> print(*why_not(puzzle, "b2", 5))
    No rule is against number 5 at b2.
    """
    with asking(ground, asked, seconds=HINT_SECONDS) as (problem, budget, _):
        supposed = replace(problem, clues=(*problem.clues, (place, number)))
        found: list[Step] = []
        try:
            position = Position.of(supposed, budget)
            far = too_far(position, number - 1)
            found.extend([far] if far else steps_of(position))
        except LimitHit as hit:
            return _marked(supposed, (*found, _limit(GaveUp(hit.limit, stats_of(budget)))))
        if not (found and found[-1].rule == "contradiction"):
            where = supposed.place(supposed.numbered()[number])
            data = {"number": number, "place": supposed.place_name(where)}
            found = [Step(Message("step-not-refuted", data), place=where)]
        return _marked(supposed, found)


@verb()
def judge_step(ground: Ground, place: Place, number: int, **asked: Unpack[Searched]) -> Step:
    """Judge a step in a puzzle: whether a number is at a place, and by which rule that is seen.

    For programs that learn to solve puzzles, and are to be rewarded step by step.

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
    Step
        The step of the easiest rule that shows it at once. Otherwise its rule is ``contradiction``
        if no tour has the number there, ``none`` if a tour has, though no rule shows it yet, and
        ``limit`` if a limit was reached before that.

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
    >>> from caballero.puzzles import judge_step
    >>> puzzle = Problem("1 . 3\\n. . .\\n7 . 9", piece="wazir")
    >>> [judge_step(puzzle, place, n).rule for place, n in (("b3", 2), ("b2", 5), ("b2", 2))]
    ['next', 'reach', 'contradiction']
    """
    with asking(ground, asked, seconds=HINT_SECONDS) as (problem, budget, _):
        supposed = replace(problem, clues=(*problem.clues, (place, number)))
        where = supposed.place(supposed.numbered()[number])
        try:
            if not problem.waypoints:
                view = View(Position.of(problem, budget), {}, 0)
                for step in seen(view, [name for name in RULES if name not in GRADES["expert"]]):
                    if (step.number, step.place) == (number, where):
                        return step
            outcome = solve(supposed)
        except LimitHit as hit:
            outcome = GaveUp(hit.limit, stats_of(budget))
    match outcome:
        case GaveUp():
            return _limit(outcome)
        case Impossible():
            message, why = Message("explained-contradiction"), outcome.reason
            return Step(message, why=why, rule="contradiction", place=where, number=number)
    data = {"number": number, "place": supposed.place_name(where)}
    return Step(Message("step-true", data), place=where, number=number)


def _limit(gave_up: GaveUp) -> Step:
    return Step(LimitReached(gave_up).message, rule="limit")


def _contradiction(outcome: Impossible, steps: Iterator[Step]) -> Step:
    """Return where the rules see at last that there is no tour, or the search's answer."""
    try:
        for step in steps:
            if step.rule == "contradiction":
                why = Message("step-follows", {"reason": step.message})
                return replace(step, message=Message("explained-contradiction"), why=why)
    except LimitHit:
        pass
    return Step(Message("explained-contradiction"), why=outcome.reason, rule="contradiction")
