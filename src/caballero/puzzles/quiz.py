"""Questions for a class, with the answer to each choice: a verdict of the judge, or a proof.

Four levels: where a piece can go (easy), the first fault of a table (medium), the move after
which no tour is left (hard), and the only move after which a tour is left (expert); at the end a
position to finish in writing.

Invariants: of the choices of a question exactly one is right, and each says why; the same seed asks
the same questions, unless a limit of time decides which positions are understood.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count as numbers_from, islice, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from caballero.find.hints import Candidate, argument, candidates
from caballero.machine.arguments import name_among, whole
from caballero.machine.errors import InvalidInput, InvalidProblem
from caballero.machine.limits import Budget, LimitHit
from caballero.machine.words import Message
from caballero.model.board import Board, Square
from caballero.model.problem import Ground, Problem, mover
from caballero.proof.asking import asking, verb
from caballero.proof.claim import Claim
from caballero.proof.judge import Verdict, verify
from caballero.proof.outcome import Found, Impossible

from .make import ATTEMPTS, begin_tour

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

MOST_SQUARES: Final = 100
"""The largest board, so that every position is understood in a moment."""

MOST_QUESTIONS: Final = 1000

SECONDS: Final = 5.0
"""How long the squares that may follow a position are looked at, unless a limit comes first."""

LENGTHS: Final = 12
"""The most positions of a tour in which a mistake is looked for."""

OTHERS: Final = 3
"""The most wrong choices, but for those of a mistake: there all free squares are choices."""

MOST_STEPS: Final = 5
"""The most conclusions of a reason that is told."""

JUDGED: Final = ("fault-square-twice", "fault-step", "fault-unfinished")
"""The verdict on one more square of a path."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to choose, its feedback, and whether it is right."""

    text: Message | str
    feedback: Message
    right: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a board with numbers; without choices, it is answered in writing.

    Parameters
    ----------
    level : str
        ``easy``, ``medium``, ``hard`` or ``expert``.
    problem : Problem
        The board, the piece, and the kind of tour.
    path : tuple of squares
        The places of the numbers from 1 on, which need not follow each other by moves.
    text : Message
        What is asked.
    choices : tuple of Choice
        Its answers, each with ``text``, ``feedback`` and ``right``.

    Examples
    --------
    >>> from caballero.puzzles import make_quiz
    >>> question = make_quiz(5, count=1, level="medium")[0]
    >>> [choice.text.text("en") for choice in question.choices if choice.right]
    ['None: it is a tour']
    """

    level: str
    problem: Problem
    path: tuple[Square, ...]
    text: Message
    choices: tuple[Choice, ...] = ()


Asked: TypeAlias = "Callable[[Problem, list[Square], random.Random, Budget], Question | None]"
"""Makes a question of a tour; None if there is none in it."""


@verb()
def make_quiz(
    ground: Ground, *, count: int = 9, level: str | None = None, **asked: Unpack[Searched]
) -> list[Question]:
    """Make questions about tours of a board, and a last question to answer in writing.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        A board of squares, or a problem on it; a start, an end, and whether it is closed count.
    count : int
        How many questions have choices.
    level : str, optional
        ``easy``, ``medium``, ``hard`` or ``expert``; by default the first three, in this order.
    seed : int
        The same seed asks the same questions.
    limits : Limits or float, optional
        When to stop, for all questions together; a number means seconds.

    Returns
    -------
    list of Question

    Raises
    ------
    NoTour
        If the board has no tour.
    LimitReached
        If a limit came first: ``method`` if 50 tours in a row had no new question.

    Examples
    --------
    >>> from caballero.puzzles import make_quiz
    >>> first, *_rest, last = make_quiz(5, count=3)
    >>> for choice in first.choices[:2]:
    ...     print(choice.text, choice.right, choice.feedback)
    b5 True b5 is free, and one move away.
    b3 False b3 already has number 2.
    >>> len(last.choices)
    0
    """
    count = whole("count", count, 1)
    if count > MOST_QUESTIONS:
        raise InvalidInput("quiz-many", count=count, most=MOST_QUESTIONS)
    levels = [*LEVELS][:3] if level is None else [name_among("level", level, LEVELS)]
    kinds = [LEVELS[levels[i * len(levels) // count]] for i in range(count)]
    made: list[Question] = []
    with asking(ground, asked) as (stated, budget, seed):
        problem, seeds = _checked(stated), numbers_from(seed)
        for ask in (*kinds, _ask_to_finish):
            made.append(_new_question(ask, problem, seeds, made, budget))
    made[-1] = replace(made[-1], level=made[-2].level)
    return made


def _new_question(
    ask: Asked, problem: Problem, seeds: Iterator[int], made: list[Question], budget: Budget
) -> Question:
    """Ask about the first of the next tours that has a question about another position."""
    for seed in islice(seeds, ATTEMPTS):
        begun = begin_tour(problem, 1, seed=seed)
        question = ask(problem, [*begun.tour.squares], random.Random(f"quiz {seed}"), budget)
        if question and all(question.path != other.path for other in made):
            return question
    raise LimitHit("method")


def _checked(problem: Problem) -> Problem:
    """Return a problem; refuse a board that is no table of squares, and clues."""
    ground = problem.ground
    if not isinstance(ground, Board) or ground.grid or len(ground.shape) != 2:
        raise InvalidInput("quiz-board", board=str(ground))
    if problem.size > MOST_SQUARES:
        raise InvalidInput("quiz-large", count=problem.size, most=MOST_SQUARES)
    if problem.constraints - {"start", "end"}:
        raise InvalidProblem("make-clues")
    return problem


def _data(problem: Problem, path: Sequence[Square]) -> dict[str, object]:
    """Return what sentences say of a position."""
    tour = Message("quiz-closed" if problem.closed else "quiz-open")
    place, piece = problem.place_name(path[-1]), problem.piece
    named = piece.name if piece.name in {"knight", "king"} else "piece"
    the = Message(f"quiz-the-{named}", {"piece": piece.title})
    return {"piece": piece.title, "the": the, "place": place, "number": len(path), "tour": tour}


def _judge(problem: Problem, numbered: Sequence[tuple[int, Square]]) -> Verdict:
    return verify(Claim(tuple(numbered)), problem)


def _judged(problem: Problem, path: Sequence[Square], square: Square) -> Choice:
    """Return a next square as a choice, by the judge's verdict on the longer path."""
    faults = _judge(problem, [*enumerate([*path, square], start=1)]).faults
    fault = next(fault for fault in faults if fault.code in JUDGED)
    right, place = fault.code == "fault-unfinished", problem.place_name(square)
    feedback = Message("quiz-free", {"place": place}) if right else fault.message
    if square in path:
        feedback = Message("quiz-visited", {"place": place, "number": path.index(square) + 1})
    return Choice(place, feedback, right)


def _ask_next(
    problem: Problem, line: list[Square], rng: random.Random, _budget: Budget
) -> Question | None:
    """Ask where a piece can go: one square is free and a move away, the others are not both."""
    if len(line) < 5:
        return None
    length = rng.randint(len(line) // 3, len(line) - 2)
    path, free, is_move = line[:length], line[length + 1 :], mover(problem)
    here = path[-1]
    been = [square for square in path[:-1] if is_move(here, square)]
    far = sorted(
        (square for square in free if not is_move(here, square)),
        key=lambda square: max(abs(a - b) for a, b in zip(here, square, strict=True)),
    )[: 2 * OTHERS]
    others = rng.sample(been, min(len(been), OTHERS - 1))
    others += rng.sample(far, min(len(far), OTHERS - len(others)))
    choices = [_judged(problem, path, square) for square in sorted([line[length], *others])]
    if len(choices) < OTHERS or sum(choice.right for choice in choices) != 1:
        return None
    text = Message("quiz-next", _data(problem, path))
    return Question("easy", problem, tuple(path), text, tuple(choices))


def _ask_fault(
    problem: Problem, line: list[Square], rng: random.Random, _budget: Budget
) -> Question | None:
    """Ask for the first fault of a table: a tour, or two numbers are exchanged or a part turned.

    A step from number m is the fault, or there is none.
    """
    if len(line) < 5:
        return None
    shown, (i, j) = [*line], sorted(rng.sample(range(1, len(line)), 2))
    kind = rng.choice(("right", "exchanged", "turned"))
    if kind == "exchanged":
        shown[i], shown[j] = shown[j], shown[i]
    elif kind == "turned":
        shown[i : j + 1] = shown[i : j + 1][::-1]
    verdict, is_move = _judge(problem, [*enumerate(shown, start=1)]), mover(problem)
    steps = [*enumerate(pairwise(shown), start=1)]
    wrong = [m for m, (a, b) in steps if not is_move(a, b)]
    if bool(wrong) == verdict.valid:  # a fault that is no step
        return None
    fine = [m for m, _step in steps if m not in wrong]
    others = wrong[1:2] + rng.sample(fine, min(len(fine), OTHERS - len(wrong[1:2])))
    feedback = {m: _step_feedback(problem, m, *step, wrong[:1]) for m, step in steps}
    choices = [
        Choice(Message("quiz-step", {"m": m, "n": m + 1}), feedback[m], m in wrong[:1])
        for m in sorted([*wrong[:1], *others])
    ]
    whole_told = verdict.message if verdict else verdict.faults[0].message
    choices.append(Choice(Message("quiz-no-fault"), whole_told, verdict.valid))
    text = Message("quiz-fault", _data(problem, shown))
    return Question("medium", problem, tuple(shown), text, tuple(choices))


def _step_feedback(problem: Problem, m: int, a: Square, b: Square, first: Sequence[int]) -> Message:
    """Return the judge's verdict on the step from number m, and whether it is the first fault."""
    faults = _judge(problem, [(m, a), (m + 1, b)]).faults
    fault = next((fault.message for fault in faults if fault.code == "fault-step"), None)
    if fault is None:
        names = {"a": problem.place_name(a), "b": problem.place_name(b)}
        return Message("quiz-move", {"m": m, "n": m + 1, **names, "piece": problem.piece.title})
    return fault if [m] == [*first] else Message("quiz-later", {"fault": fault})


def _ask_move(
    level: str, problem: Problem, line: list[Square], rng: random.Random, budget: Budget
) -> Question | None:
    """Ask after which move, of three or more, no tour is left, or at level expert a tour is."""
    lengths, is_hard = [*range(2, len(line) - 2)], level == "hard"
    best: list[Choice] = []
    path: list[Square] = []
    for length in rng.sample(lengths, min(len(lengths), LENGTHS)):
        seconds = min(SECONDS, budget.seconds_left)
        found = candidates(problem, line[:length], seconds, budget.bytes_left / 1e6)
        lost = sum(isinstance(move.outcome, Impossible) for move in found)
        safe = sum(isinstance(move.outcome, Found) for move in found)
        few, least = (lost, 1) if is_hard else (safe, 2)
        if few == 1 and lost + safe == len(found) > max(len(best), least):
            path = line[:length]
            found = sorted(found, key=lambda move: move.square)
            best = [_choice(problem, path, move, is_hard) for move in found]
        if len(best) >= OTHERS:
            break
    if not best:
        return None
    text = Message("quiz-mistake" if is_hard else "quiz-way", _data(problem, path))
    return Question(level, problem, tuple(path), text, tuple(best))


def _choice(problem: Problem, path: Sequence[Square], move: Candidate, is_hard: bool) -> Choice:
    """Return a next square as a choice; the squares that its reason marks are named."""
    feedback, outcome = move.message, move.outcome
    if isinstance(outcome, Impossible):
        *steps, last = argument(problem, [*path, move.square], outcome.certificate)
        reason = feedback.data["reason"]
        for sign in "ox":
            if f"marked {sign}" in last.message.text("en"):
                squares = [problem.place_name(place) for place, mark in last.marks if mark == sign]
                data = {"sign": sign, "squares": squares, "reason": reason}
                reason = Message("quiz-marked", data)
        if len(steps) > MOST_STEPS:
            reason = Message("quiz-long", {"steps": len(steps)})
        feedback = Message(feedback.code, {**feedback.data, "reason": reason})
    right = isinstance(outcome, Impossible) == is_hard
    return Choice(problem.place_name(move.square), feedback, right)


def _ask_to_finish(
    problem: Problem, line: list[Square], _rng: random.Random, _budget: Budget
) -> Question | None:
    """Ask to finish a tour in writing, and for reasons."""
    if len(line) < 5:
        return None
    path = line[: len(line) // 2]
    return Question("hard", problem, tuple(path), Message("quiz-finish", _data(problem, path)))


LEVELS: Final[Mapping[str, Asked]] = MappingProxyType(
    {
        "easy": _ask_next,
        "medium": _ask_fault,
        "hard": partial(_ask_move, "hard"),
        "expert": partial(_ask_move, "expert"),
    }
)
"""What is asked at each level."""
